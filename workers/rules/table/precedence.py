"""Where a play breaks several rules, the verdict cites the first: the table's own in their order, then the game's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workers.rules.table.play import Play, must_be_named
from workers.rules.table.verdicts import Illegal

ORDER = (
    "TBL-TYPE", "TBL-SEAT", "TBL-OVER", "TBL-ORDER", "TBL-JUDGE", "TBL-CARD", "TBL-REF", "TBL-HAND", "TBL-COPY",
)  # fmt: skip


def first_broken(play: Play, broken: Illegal) -> Illegal:
    """Of what a handler found, and what is wrong with any name in the event, that which comes first."""
    order = _order(play)

    def rank(each: Illegal) -> int:
        return order.index(each.rule) if each.rule in order else len(order)

    found = [*play.noted, broken]
    if min(map(rank, found)) > min(order.index("TBL-CARD"), order.index("TBL-REF")):
        found += _misnamed(play)
    return min(found, key=rank)


def _order(play: Play) -> list[str]:
    """The table's rules in their order; those that the action lists, in the order of its list."""
    order = list(ORDER)
    listed = [each for each in play.table.language.actions[play.type].rules if each in ORDER]
    for position, each in zip(sorted(map(ORDER.index, listed)), listed, strict=True):
        order[position] = each
    return order


def _misnamed(play: Play) -> Iterator[Illegal]:
    table, event = play.table, play.event
    own = (event.get("as"), f"@{event['seq']}")
    texts = list(_in_fields(table.language.actions[play.type].fields.specs, event))
    for op in event.get("does", ()):
        texts += _in_fields(table.language.ops[op["op"]].specs, op)
    for text in texts:
        # A card that the event itself brings in is there by the time that its text names it.
        if text not in own and not text.startswith(f"{own[1]}."):
            try:
                must_be_named(table, text)
            except Illegal as broken:
                yield broken


def _in_fields(specs: Any, value: dict[str, Any]) -> Iterator[str]:
    for name, spec in specs.items():
        if name in value and not spec.get("unchecked"):
            yield from _cards_named(spec, value[name])


def _cards_named(spec: Any, value: Any) -> Iterator[str]:
    """The labels and names of cards in a value of that kind."""
    kind = spec["kind"]
    if kind in ("card", "name") and type(value) is str:
        yield value
    elif kind == "list" and type(value) is list:
        for each in value:
            yield from _cards_named(spec["of"], each)
    elif kind == "object" and type(value) is dict:
        yield from _in_fields(spec["keys"], value)
    elif kind == "either":
        for way in spec["of"]:
            yield from _cards_named(way, value)
