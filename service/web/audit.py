"""What the audit of a match tells: everything a judge would ask about it afterwards, from what is stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from schemas.language import language
from schemas.viewer import JUDGE
from service.api.showing import logged, pairs
from service.store import desk, folded, log
from service.store.folded import Judged
from service.store.matches import Match
from service.store.placing import Origin

Entry = Mapping[str, Any]
SEATS = ("p1", "p2", "p3", "p4")


@dataclass(slots=True)
class Hand:
    """What one phone, or one judge, logged."""

    by: str
    origin: Origin
    entries: list[Entry] = field(default_factory=list)

    @property
    def first(self) -> Entry:
        return self.entries[0]

    @property
    def last(self) -> Entry:
        return self.entries[-1]

    @property
    def for_others(self) -> int:
        """Plays of other seats than the one that holds the phone."""
        return sum(entry.get("seat", self.by) != self.by for entry in self.entries) if self.by.startswith("p") else 0


def match_audit(db: Connection, match: Match) -> dict[str, Any]:
    events = log.read(db, match.id, before=match.head + 1)
    judged = folded.judged(db, match.id, upto=match.head)
    entries = [logged(event, said, JUDGE, True) for event, said in pairs(events, judged)]
    called = _called(match, judged)
    for entry in entries:
        entry["said"] = _said(entry, match, called)
    by_status = _by_status(entries)
    rulings = [entry for entry in entries if entry["type"] == "ruling"]
    return {
        "counts": Counter(entry["verdict"]["status"] for entry in entries if entry["verdict"]),
        "illegal": [entry for entry in entries if _status(entry) in ("illegal", "allowed") and entry not in rulings],
        "trusted": by_status["trusted"],
        "unsure": [entry for entry in entries if entry.get("unsure")],
        "taken_back": [entry for entry in entries if entry["type"] == "retract"],
        "calls": [entry for entry in entries if entry["type"] == "call"],
        "rulings": rulings,
        "answers": _answers(rulings),
        "hands": _hands(entries, log.read_origins(db, match.id)),
        "turns": desk.turns(db, match.id),
        "rules": language(match.game).rules,
        "opened_by": match.created_by,
        "head_hash": match.head_hash,
    }


def _called(match: Match, judged: Iterable[Judged]) -> dict[str, str]:
    """What people call a seat, a zone and a card that events name in short."""
    zones = language(match.game).zones
    called = {zone: data["title"] for zone, data in zones.items()}
    for seat, name in zip(SEATS, match.seats, strict=False):
        called[seat] = name
        called |= {f"{seat}.{zone}": f"{name}'s {data['title']}" for zone, data in zones.items()}
    for said in judged:
        cards = said.patch.get("cards", {})
        called |= {label: card["name"] for label, card in cards.items() if card and card.get("name")}
    return called


def _said(entry: Entry, match: Match, called: Mapping[str, str]) -> str:
    """What was logged, in the game's words. The fold's sentence, but where that only says why it was not done."""
    if entry["narration"] and _status(entry) != "illegal":
        return str(entry["narration"])
    action = language(match.game).actions.get(entry["type"])
    fields = [
        f"{key.replace('_', ' ')} {_value(entry[key], called)}"
        for key in (action.fields.specs if action else ())
        if key in entry
    ]
    told = ": ".join(filter(None, (called.get(entry.get("seat", "")), action.title if action else entry["type"])))
    return f"{told} ({', '.join(fields)})" if fields else told


def _value(value: Any, called: Mapping[str, str]) -> str:
    if isinstance(value, dict):
        whose_first = sorted(value, key=lambda key: key != "seat")
        return " ".join(_value(value[key], called) for key in whose_first)
    if isinstance(value, list):
        return ", ".join(_value(each, called) for each in value)
    return called.get(value, value) if isinstance(value, str) else str(value)


def _status(entry: Entry) -> str:
    return str(entry["verdict"]["status"]) if entry["verdict"] else ""


def _by_status(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[_status(entry)].append(entry)
    return found


def _answers(rulings: Iterable[Entry]) -> dict[int, Entry]:
    """By event: the latest ruling about it that stands."""
    standing = (ruling for ruling in rulings if _status(ruling) not in ("void", "illegal"))
    return {ruling["target"]: ruling for ruling in standing if type(ruling.get("target")) is int}


def _hands(entries: Iterable[Entry], origins: Mapping[int, Origin]) -> list[Hand]:
    hands: dict[tuple[str, Origin], Hand] = {}
    for entry in entries:
        key = (entry["by"], origins[entry["seq"]])
        hands.setdefault(key, Hand(*key)).entries.append(entry)
    return list(hands.values())
