"""Pairs of matches that differ only in what one viewer may not see, played side by side."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

from schemas.language import language
from schemas.patches import apply_patch
from schemas.viewer import Redactor, redact_event, redact_text, redact_verdict, redact_view
from tests.rules.playing import header, junk, pick
from workers.rules import Fold
from workers.rules.table.fold import Step
from workers.rules.table.pieces import Card

Event = dict[str, Any]
FACE_DOWN = frozenset({"face_down", "facedown"})
# SolRei's cards of the Show lie face down on the table until they are shown.
UNSHOWN = frozenset({"muse", "advantage", "arts"})


class World:
    """One of the two matches, and what the viewer is told of it."""

    def __init__(self, game: str, viewer: str, seats: int) -> None:
        self.fold = Fold.start(header(game, seats))
        self.viewer = viewer
        self.redactor = Redactor(viewer, self.fold.view())
        self.seen = deepcopy(redact_view(self.fold.view(), viewer))
        self.seq = 0
        self.choices: dict[str, list[dict[str, Any]]] = {}

    def try_out(self, event: Event) -> Step:
        """Folds the event in; `self.fold.table.undo()` takes it back."""
        return self.fold.step({"by": "recorder", **event, "seq": self.seq + 1}, "stands")

    def keep(self) -> None:
        self.seq += 1
        self.choices = self.fold.choices()

    def told(self, event: Event, step: Step) -> dict[str, Any]:
        """All that reaches the viewer of an event and of the table after it; patches lead from view to view."""
        patch, view = self.redactor.patch(step.patch), redact_view(self.fold.view(), self.viewer)
        apply_patch(self.seen, deepcopy(patch))
        assert self.seen == view, (self.viewer, "patched view", event, patch, self.seen, view)
        return {
            "event": redact_event(event, step.hides, self.viewer),
            "verdict": redact_verdict(step.verdict, self.viewer),
            "narration": redact_text(step.narration, self.viewer),
            "patch": patch,
            "view": view,
            "choices": self.choices.get(self.viewer),
        }


class Twins:
    """Two worlds, `one` played from its choices, `other` following with other hidden cards."""

    def __init__(self, game: str, rng: random.Random, seats: int) -> None:
        self.game, self.rng = game, rng
        self.viewer = rng.choice([*(f"p{n}" for n in range(1, seats + 1)), "public"])
        self.one, self.other = World(game, self.viewer, seats), World(game, self.viewer, seats)
        self.names = sorted(self.one.fold.table.catalog)
        # From when on, and how often, the worlds part: what parts them early comes to light and stops them early.
        self.start, self.often = rng.choice((0, 0, 15, 40)), rng.choice((0.15, 0.5, 1.0))
        self.parted = 0

    def _parts(self) -> bool:
        return self.one.seq >= self.start and self.rng.random() < self.often

    @property
    def others(self) -> list[str]:
        return [seat for seat in self.one.fold.table.seats if seat != self.viewer]

    def open(self) -> None:
        decks = language(self.game).decks
        for position, seat in enumerate(self.one.fold.table.seats):
            deck = decks[position % len(decks)]["deck"]
            changed = self._changed_deck(deck) if seat != self.viewer and self._parts() else deck
            event = {"type": "register_deck", "seat": seat, "deck": deck}
            if not self.log(event, {**event, "deck": changed}):
                self.log(event, event)
        self.log({"type": "begin", "first": self.rng.choice(sorted(self.one.fold.table.seats))})

    def _changed_deck(self, deck: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
        """Another list of the same size: one name of the largest section gives way to one that it lacks."""
        section = max(deck, key=lambda each: len(deck[each]))
        gone = self.rng.choice(sorted(deck[section]))
        catalog = self.one.fold.table.catalog
        like = [name for name in self.names if catalog[name].get("type") == catalog[gone].get("type")]
        come = self.rng.choice([name for name in like if name not in deck[section]] or [gone])
        return {**deck, section: {come if name == gone else name: n for name, n in deck[section].items()}}

    def log(self, event: Event, twin: Event | None = None) -> bool:
        """Logs an event, and its twin beside it, if both worlds judge them alike; checks what the viewer is told."""
        twin = event if twin is None else twin
        steps = self.one.try_out(event), self.other.try_out(twin)
        ruled = [(step.verdict["status"], step.verdict["rule"]) for step in steps]
        if ruled[0] != ruled[1] or self._counted_apart() or self._shown():
            # What decides a verdict, is counted before all eyes or comes to light is hidden from nobody any more.
            self.one.fold.table.undo()
            self.other.fold.table.undo()
            return False
        self.one.keep()
        self.other.keep()
        self.parted += event != twin
        if self.one.fold.table.status != "finished":
            told = self.one.told(event, steps[0]), self.other.told(twin, steps[1])
            for what in told[0]:
                assert told[0][what] == told[1][what], (self.viewer, what, event, twin, told[0][what], told[1][what])
        return True

    def _counted_apart(self) -> bool:
        """Whether counters differ, or how many cards lie somewhere: everybody may read both."""
        pairs = zip(self.one.fold.table.seats.values(), self.other.fold.table.seats.values(), strict=True)
        return any(
            one.counters != other.counters
            or [zone.size for zone in one.zones.values()] != [zone.size for zone in other.zones.values()]
            for one, other in pairs
        )

    def _shown(self) -> bool:
        """Whether the cards that lie open differ: something has come to light."""
        one, other = (
            {label: card.name for label, card in world.fold.table.cards.items() if not self._is_secret(card)}
            for world in (self.one, self.other)
        )
        return one != other

    def _is_secret(self, card: Card) -> bool:
        """Whether the viewer may not know the card, told without asking the veil that is to be tried."""
        if card.seat == self.viewer or card.revealed:
            return False
        zone = language(self.game).zones[card.zone]
        unshown = self.game == "solrei" and card.zone in UNSHOWN and not card.marks.get("shown")
        return bool(zone.get("hidden")) or unshown or not FACE_DOWN.isdisjoint(card.flags)

    # --- what is logged ------------------------------------------------------------------------------------------

    def ply(self) -> None:
        self.rng.choices((self._play, self._saw, self._place, self._junk, self._secret_junk), (66, 12, 6, 10, 6))[0]()

    def _play(self) -> None:
        offers = [(seat, each) for seat, some in self.one.choices.items() for each in some]
        if not offers:
            return
        seat, choice = self.rng.choice(offers)
        event = pick(seat, choice, self.rng)
        private = language(self.game).actions[event["type"]].fields.kept_private(event)
        twin = self._like(event, private) if private and seat != self.viewer and self._parts() else event
        if not self.log(event, twin):
            self.log(event)

    def _like(self, event: Event, private: list[str]) -> Event:
        """What the other world offers in the place of the event that looks the same but for its private fields."""
        open_ = {key: value for key, value in event.items() if key not in private}
        for choice in self.other.choices[event["seat"]]:
            fits = choice["type"] == event["type"] and {"type", "seat", *choice["with"]} == set(event)
            if fits and all(open_[key] in choice["with"].get(key, [open_[key]]) for key in open_):
                return {**open_, **{name: self.rng.choice(choice["with"][name]) for name in private}}
        return event

    def _saw(self) -> None:
        seat = self.rng.choice(self.others)
        zones = self.one.fold.table.seats[seat].zones.values()
        zone = self.rng.choice([each for each in zones if each.hidden])
        count = self.rng.randint(1, 3)
        event = {"type": "saw", "seat": seat, "zone": zone.name, "cards": self._some_names(count)}
        self.log(event, {**event, "cards": self._some_names(count)} if self._parts() else event)

    def _place(self) -> None:
        seat = self.rng.choice(self.others)
        hidden = [name for name, zone in language(self.game).zones.items() if zone.get("hidden")]
        op = {"op": "place", "seat": seat, "to": self.rng.choice(hidden), "as": f"placed{self.one.seq}"}
        name, twin = self._some_names(2)
        placed = [
            {"type": "ruling", "decision": "amend", "does": [{**op, "card": each}]}
            for each in (name, twin if self._parts() else name)
        ]
        self.log(*placed)

    def _some_names(self, count: int) -> list[str]:
        return [self.rng.choice(self.names) for _ in range(count)]

    def _secret_junk(self) -> None:
        """A play with a private field that may well be wrong, and one that differs only there."""
        types = [each for each in language(self.game).actions.values() if "card" in each.fields.private]
        if types:
            event = junk(self.game, self.one.seen["cards"], self.rng, self.rng.choice(types).type)
            event |= {"seat": self.rng.choice(self.others), "card": self._some_names(1)[0]}
            private = "card" in language(self.game).actions[event["type"]].fields.kept_private(event)
            self.log(event, {**event, "card": self._some_names(1)[0]} if private and self._parts() else event)

    def _junk(self) -> None:
        event = junk(self.game, self.one.seen["cards"], self.rng)
        if event["type"] not in ("register_deck", "begin", "concede", "agree_draw", "retract", "ruling"):
            self.log(event)
