"""SynSouls: the engine, put together from its parts."""

from __future__ import annotations

from typing import Any

from workers.rules.games.synsouls import beats, chain, combat, deck, effects, keywords, loading, measures, possible
from workers.rules.games.synsouls.aiming import well_aimed
from workers.rules.games.synsouls.choices import choices
from workers.rules.games.synsouls.words import is_active, open_cards
from workers.rules.table.game import Choice, Game, Link
from workers.rules.table.ops import label_known
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

# These neither join nor close an open chain.
BESIDE_THE_CHAIN = frozenset({"trace_strain", "pass", "block"})


class SynSouls(Game):
    name = "synsouls"
    ops = effects.OPS
    handlers = {
        "opening_hand": deck.opening_hand,
        "extend_overture": beats.extend_overture,
        "crash": beats.crash_for_draw,
        "load": loading.load,
        "pulse": loading.pulse,
        "trace": loading.trace,
        "trace_strain": loading.trace_strain,
        "expend": chain.expend,
        "final_verse": chain.final_verse,
        "activate": chain.activate,
        "effect": chain.effect,
        "pass": chain.pass_,
        "cue": combat.cue,
        "block": combat.block,
        "close": beats.close,
        "discard": beats.discard,
        "encore": deck.encore,
    }

    def check_entry(self, play: Play, entry: dict[str, Any]) -> None:
        deck.check_entry(play, entry)

    def check_deck(self, play: Play, deck_list: dict[str, dict[str, int]]) -> None:
        deck.check_deck(play, deck_list)

    def begin(self, play: Play) -> None:
        deck.begin(play)

    def candidates(self, table: Table, play: Play | None) -> list[Card]:
        return [card for card in open_cards(table) if is_active(card)]

    def labelled(self, table: Table, origin: Origin, op: dict[str, Any]) -> dict[str, Any]:
        return label_known(table, origin, op)

    def refresh(self, table: Table, card: Card) -> None:
        keywords.refresh(table, card)

    def before(self, play: Play) -> None:
        well_aimed(play)
        beats.leave_closing(play.table)
        loading.debts_first(play)
        beats.note_play(play)

    def settle(self, table: Table) -> None:
        measures.settle(table)

    def event_over(self, table: Table) -> None:
        beats.rest_in_closing(table)

    def closes_window(self, play: Play) -> bool:
        if play.type in BESIDE_THE_CHAIN or (play.type == "effect" and play.event.get("passive")):
            return False
        answers = self.language.actions[play.type].response
        return not answers or play.event.get("chain") is False

    def can_perform(self, table: Table, op: dict[str, Any]) -> bool:
        return possible.can_perform(table, op)

    def newest_first(self) -> bool:
        return rule("SYN-CHN-4")

    def resolve(self, table: Table, link: Link) -> None:
        if "attack" in link:
            combat.resolve_attack(table, link)
        elif rule("SYN-CHN-10") or not combat.is_called_off(table):
            chain.resolve_link(table, link)

    def window_closed(self, table: Table) -> None:
        combat.chain_over(table)

    def bounds(self, counter: str) -> tuple[int | None, int | None]:
        low, high = super().bounds(counter)
        if counter in ("max_notes", "available_notes"):
            high = high if rule("SYN-NOTE-2") else None
        if counter == "max_notes":
            low = low if rule("SYN-NOTE-3") else 0
        return low, high

    def choices(self, table: Table, seat: str) -> list[Choice]:
        return choices(table, seat)


GAME = SynSouls()
