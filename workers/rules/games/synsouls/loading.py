"""Loading: from the hand, in the opponent's performance (PULSE), and out of the Void (TRACE)."""

from __future__ import annotations

from workers.rules.games.synsouls.beats import in_beat, named_measure, pay_notes, performs, uncrashed
from workers.rules.games.synsouls.chain import declare
from workers.rules.games.synsouls.declaring import declared_ops
from workers.rules.games.synsouls.ensemble import load_into, shielded_concept, twins
from workers.rules.games.synsouls.keywords import has_printed
from workers.rules.games.synsouls.measures import deal_debt
from workers.rules.games.synsouls.words import measure_name, named, records_in, told
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.verdicts import rule

# How a card comes in, in the sentence that tells of it.
WAYS = {"load": "", "pulse": " through PULSE", "trace": " out of the Void"}


def load(play: Play) -> None:
    card = play.from_hand(play.event["card"])
    ops = declared_ops(play)
    performs(play)
    in_beat(play, "main")
    if card.entry["type"] not in ("record", "concept"):
        play.forbid("SYN-LOAD-5", f"{told(play, card)} is no Record and no Concept: Verses are expended.")
    _load(play, card, ops)


def pulse(play: Play) -> None:
    card = play.from_hand(play.event["card"])
    ops = declared_ops(play)
    if play.seat == play.table.turn:
        play.forbid("SYN-PULSE-2", f"It is {play.who}'s own performance: {told(play, card)} is loaded then.")
    in_beat(play, "main", "attack")
    if card.entry["type"] != "record" or not has_printed(card.entry, "PULSE"):
        play.forbid(
            "SYN-PULSE-1", f"{told(play, card)} is no Record with PULSE: it waits for {play.who}'s own performance."
        )
    _load(play, card, ops)


def trace(play: Play) -> None:
    card = play.card(play.event["card"], play.table.zone(play.seat, "void").cards)
    ops = declared_ops(play)
    performs(play)
    in_beat(play, "main")
    own_void = card.zone == "void" and card.seat == play.seat
    if not own_void or card.entry["type"] != "record" or not has_printed(card.entry, "TRACE"):
        play.forbid("SYN-TRACE-1", f"{play.table.called(card)} is no Record with TRACE in {play.who}'s Void.")
    _load(play, card, ops, traced=True)


def _load(play: Play, card: Card, ops: list[dict[str, object]], traced: bool = False) -> None:
    """What all three share: the Measure, the room in it, the price; then the card is there and its text may wait."""
    table, event = play.table, play.event
    seat, measure = named_measure(play, event["target"])
    is_record = card.entry["type"] == "record"
    if seat != play.seat and (is_record or not rule("SYN-LOAD-6")):
        play.forbid("SYN-LOAD-1", f"{told(play, card)} is a Record: it is loaded into {play.who}'s own Measures only.")
    uncrashed(play, seat, measure)
    if is_record:
        _room(play, card, seat, measure)
    else:
        _may_cover(play, card, seat, measure)
    overclocked = bool(event.get("overclock"))
    if overclocked and not has_printed(card.entry, "OVERCLOCK"):
        play.forbid("SYN-OVERCLOCK-2", f"{told(play, card)} has no OVERCLOCK.")
    pay_notes(play, event["pay"] if "pay" in event else price(card, measure, overclocked))
    own = "the" if seat == play.seat else f"{table.who(seat)}'s"
    how = WAYS[play.type] + (", overclocked" if overclocked else "")
    table.tell(
        "loaded", f"{play.who} loads {card.name} into {own} {measure.capitalize()}{how}.",
        card=card.label, seat=seat, measure=measure,
    )  # fmt: skip
    load_into(table, card, play.seat, seat, measure, overclocked)
    if traced:
        table.flag(card, "traced")
    table.game.settle(table)
    if table.status == "playing":
        declare(play, card, ops)


def price(card: Card, measure: str, overclocked: bool) -> int:
    """What loading costs in Notes; the Heart takes one off a Record's own cost, not off the OVERCLOCK cost."""
    cost = card.entry.get("cost", 0) if rule("SYN-LOAD-2") else 0
    if measure == "heart" and card.entry["type"] == "record" and rule("SYN-MEA-3"):
        cost = max(0, cost - 1)
    if overclocked and rule("SYN-OVERCLOCK-1"):
        cost += card.entry.get("overclock", {}).get("cost", 0)
    return int(cost)


def _room(play: Play, card: Card, seat: str, measure: str) -> None:
    """The Measure has room for one more Record; the copy that SINGULARITY will void does not count."""
    table = play.table
    there = records_in(table, seat, measure) if rule("SYN-MEA-6") else list(table.zone(seat, measure).cards)
    leaving = twins(table, card, play.seat, seat, measure) if has_printed(card.entry, "SINGULARITY") else []
    capacity = table.seats[seat].counters["capacity"] if rule("SYN-MEA-4") else len(there) + 1
    one_a_turn = not rule("SYN-LOAD-4") and any("buffering" in each.flags for each in there)
    if len(there) - len(leaving) >= capacity or one_a_turn:
        told = measure_name(table, seat, measure)
        held = "1 Record" if len(there) == 1 else f"{len(there)} Records"
        play.forbid("SYN-LOAD-3", f"{told} already holds {held}, and its Capacity is {capacity}.")


def _may_cover(play: Play, card: Card, seat: str, measure: str) -> None:
    shielded = shielded_concept(play.table, card, play.seat, seat, measure)
    if shielded is not None:
        play.forbid("SYN-ENCRYPT-4", f"{shielded.name} has ENCRYPT: {play.who} cannot overwrite it.")


def trace_strain(play: Play) -> None:
    """The price of a removed TRACE Record, dealt to a Measure of its controller's choice."""
    table = play.table
    owing = [table.cards[label] for label in table.memo.get("debts", ())]
    own = [card for card in owing if card.marks["debtor"] == play.seat]
    card = play.card(play.event["card"], named(own, play.event["card"]) or owing)
    seat, measure = named_measure(play, play.event["target"])
    debtor = card.marks.get("debtor")
    if card not in owing or not play.seat == seat == debtor:
        who = table.who(debtor)
        told = f"The Strain of {card.name} is {who}'s to deal, to a Measure of {who}'s own."
        play.forbid("SYN-TRACE-4", told if card in owing else f"{table.called(card)} owes no Strain.")
    uncrashed(play, seat, measure)
    if card in owing:
        deal_debt(table, card, seat, measure)


def debts_first(play: Play) -> None:
    """Nothing is played while the Strain of a removed TRACE Record is owed."""
    debts = play.table.memo.get("debts")
    if debts and play.type not in ("trace_strain", "pass", "saw", "define", "concede", "agree_draw"):
        owing = play.table.cards[debts[0]]
        who = play.table.who(owing.marks["debtor"])
        play.forbid("SYN-TRACE-5", f"First {who} deals the {owing.entry['cost']} Strain that {owing.name} owes.")
