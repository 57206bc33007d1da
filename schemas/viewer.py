"""Who may see what: the one place where views, patches, events and sentences are redacted.

The fold keeps the full table. A card that somebody may not know carries a veil: `{"seats": [...], "back": ...}`.
Only judges and the seats named there know it. To the others it is absent where `back` is null (a hand, a deck), or lies
there without a name (a face-down being) and shows nothing but the stats that `back` lists.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

JUDGE = "judge"
PUBLIC = "public"

# A secret span of a sentence: who may read it, what they read, what the others read. Control characters never get in
# from outside, so no player can write one.
_SPAN = re.compile("\x02([^\x1f]*)\x1f([^\x1f]*)\x1f([^\x03]*)\x03")


def secret(text: str, seats: Iterable[str], otherwise: str) -> str:
    """A part of a sentence that only judges and `seats` may read; the others read `otherwise`."""
    return f"\x02{','.join(seats)}\x1f{text}\x1f{otherwise}\x03"


def knows(viewer: str, seats: Sequence[str], open_: bool) -> bool:
    return open_ or viewer == JUDGE or viewer in seats


def redact_text(text: str, viewer: str, open_: bool = False) -> str:
    if "\x02" not in text:
        return text

    def read(span: re.Match[str]) -> str:
        if knows(viewer, span[1].split(","), open_):
            return span[2]
        # "a hidden card" may open a sentence.
        opens = span.start() == 0 or text[: span.start()].endswith((". ", "! "))
        return span[3][:1].upper() + span[3][1:] if opens else span[3]

    return _SPAN.sub(read, text)


def _veiled(card: Mapping[str, Any], viewer: str, open_: bool) -> bool:
    veil = card.get("veil")
    return veil is not None and not knows(viewer, veil["seats"], open_)


def _face(card: Mapping[str, Any], viewer: str, open_: bool) -> dict[str, Any] | None:
    """A card as the viewer sees it: whole, its back, or None where not even its place is known."""
    if not _veiled(card, viewer, open_):
        return {key: value for key, value in card.items() if key != "veil"}
    back = card["veil"]["back"]
    if back is None:
        return None
    shown = {key: card[key] for key in ("owner", "controller", "zone", "flags", "attached")}
    return {"name": None, **shown, "keywords": [], "stats": dict(back.get("stats", {}))}


def _seat(seat: Mapping[str, Any], own: bool, seen: Container[str]) -> dict[str, Any]:
    """A seat, or a patch of one: only the labels of cards that are seen, and no secrets where it is another's."""
    shown = dict(seat)
    if "zones" in shown:
        shown["zones"] = {zone: [label for label in labels if label in seen] for zone, labels in shown["zones"].items()}
    if not own:
        shown.pop("known", None)
        if "deck" in shown:
            shown["deck"] = None
    return shown


def redact_view(view: Mapping[str, Any], viewer: str, open_: bool = False) -> dict[str, Any]:
    """The full view as one viewer may see it."""
    faces = {label: _face(card, viewer, open_) for label, card in view["cards"].items()}
    cards = {label: face for label, face in faces.items() if face is not None}
    return {
        **view,
        "seats": {seat: _seat(data, knows(viewer, [seat], open_), cards) for seat, data in view["seats"].items()},
        "cards": cards,
    }


_OF_ZONES = ("sizes", "zones")


class Redactor:
    """Redacts the patches of a match for one viewer, fed in order, starting from a full view."""

    def __init__(self, viewer: str, view: Mapping[str, Any], open_: bool = False) -> None:
        self.viewer = viewer
        self.open = open_
        shown = redact_view(view, viewer, open_)
        # The labels that the viewer has seen and that are still there. Of any other not even the end is told.
        self._seen = set(shown["cards"])
        # What the viewer knows of each seat's zones. That something moved which leaves it as it was is not told either.
        self._known = {seat: {part: dict(data[part]) for part in _OF_ZONES} for seat, data in shown["seats"].items()}

    def patch(self, patch: Mapping[str, Any]) -> dict[str, Any]:
        if self.open or self.viewer == JUDGE:
            return _without_veils(patch)
        shown = dict(patch)
        if "cards" in patch:
            shown["cards"] = cards = {}
            for label, card in patch["cards"].items():
                cards.update(self._card(label, card))
        if "seats" in patch:
            seats = {seat: self._news_of(seat, data) for seat, data in patch["seats"].items()}
            shown["seats"] = {seat: data for seat, data in seats.items() if data}
        return {key: value for key, value in shown.items() if value != {}}

    def _news_of(self, seat: str, data: Mapping[str, Any]) -> dict[str, Any]:
        shown = _seat(data, knows(self.viewer, [seat], False), self._seen)
        for part in _OF_ZONES:
            if part in shown:
                known = self._known[seat][part]
                shown[part] = {zone: value for zone, value in shown[part].items() if known[zone] != value}
                known.update(shown[part])
        return {key: value for key, value in shown.items() if value != {}}

    def _card(self, label: str, card: Mapping[str, Any] | None) -> dict[str, Any]:
        face = _face(card, self.viewer, False) if card is not None else None
        if face is None:
            was_seen = label in self._seen
            self._seen.discard(label)
            return {label: None} if was_seen else {}
        self._seen.add(label)
        return {label: face}


def _without_veils(patch: Mapping[str, Any]) -> dict[str, Any]:
    if "cards" not in patch:
        return dict(patch)
    cards = {
        label: card if card is None else {key: value for key, value in card.items() if key != "veil"}
        for label, card in patch["cards"].items()
    }
    return {**patch, "cards": cards}


def redact_event(
    event: Mapping[str, Any], hides: Sequence[Mapping[str, Any]], viewer: str, open_: bool = False
) -> dict[str, Any]:
    """An event with the fields that name hidden cards set to null for those who may not know them."""
    shown: dict[str, Any] = dict(event)
    for hidden in hides:
        if not knows(viewer, hidden["seats"], open_):
            shown = _blank(shown, hidden["path"])
    return shown


def _blank(value: Any, path: Sequence[str | int]) -> Any:
    """A copy of `value` with null at `path`; whatever is not on the path is shared, not copied."""
    if not path:
        return None
    step, rest = path[0], path[1:]
    if isinstance(value, dict) and step in value:
        return {**value, step: _blank(value[step], rest)}
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return [*value[:step], _blank(value[step], rest), *value[step + 1 :]]
    return value


def redact_verdict(verdict: Mapping[str, Any], viewer: str, open_: bool = False) -> dict[str, Any]:
    return {**verdict, "why": redact_text(verdict["why"], viewer, open_)}


def waiting_event(event: Mapping[str, Any], viewer: str) -> dict[str, Any]:
    """An event that no worker has judged yet: what it hides is not known, so others see only that it is there."""
    if viewer == JUDGE or viewer in (event.get("by"), event.get("seat")):
        return dict(event)
    return {key: event[key] for key in ("id", "seq", "type", "seat", "recorded_at") if key in event}
