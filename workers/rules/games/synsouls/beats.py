"""The Beats of a performance: whose it is, what is open in which, and what happens from one to the next."""

from __future__ import annotations

from collections.abc import Callable

from workers.rules.games.synsouls.measures import crash, relieve
from workers.rules.games.synsouls.words import HAND_LIMIT, ensemble, is_crashed, other, standing_measures
from workers.rules.table import hidden
from workers.rules.table.durations import expire
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

Ended = Callable[[Card, Mod], bool]
BEATS = {each: f"{each.capitalize()} Beat" for each in ("reset", "draw", "main", "attack", "closing", "encore")}
# The performances that the Overture covers, and those that an extension adds.
OVERTURE = (0, 1, 2)
EXTENSION = (3, 4)
# What a performer logs without doing anything in the performance.
NO_PLAYS = ("pass", "saw", "define", "extend_overture", "opening_hand")


def performs(play: Play) -> None:
    """The action belongs to the performing player."""
    table = play.table
    if play.seat != table.turn:
        play.forbid("SYN-TURN-2", f"It is {table.who(table.turn)}'s performance, not {play.who}'s.")


def in_beat(play: Play, *beats: str) -> None:
    """The action is open in these Beats only."""
    table = play.table
    spent = not rule("SYN-MAIN-1") and not table.memo.get("untouched", True)
    if table.phase not in beats or spent:
        now = BEATS.get(table.phase, "set-up")
        open_in = " and ".join(BEATS[beat] for beat in beats)
        play.forbid("SYN-TURN-5", f"It is the {now}; this is open in the {open_in} only.")


def answers(play: Play) -> None:
    """Verses and abilities: in Main and Attack, and never by the opponent in the Encore Beat."""
    table = play.table
    if table.phase == "encore" and play.seat != table.turn:
        play.forbid("SYN-ENC-2", f"In the Encore Beat {play.who} may neither use abilities nor expend Verses.")
    in_beat(play, "main", "attack")
    if play.seat != table.turn and not rule("SYN-MAIN-2"):
        performs(play)


def pay_notes(play: Play, cost: int) -> None:
    """Spends Notes, as many as Available Notes shows at most."""
    available = play.table.seats[play.seat].counters["available_notes"]
    if cost > available:
        notes = "1 Note" if cost == 1 else f"{cost} Notes"
        play.forbid("SYN-NOTE-1", f"That costs {notes}, and {play.who} has {available} available.")
    play.table.count_by(play.seat, "available_notes", -cost)


def note_play(play: Play) -> None:
    """Once the performer has played, the Overture can no longer be extended."""
    if play.seat == play.table.turn and play.type not in NO_PLAYS:
        play.table.remember("untouched", False)


# --- the performance ends and begins ---------------------------------------------------------------------------------


def close(play: Play) -> None:
    table = play.table
    performs(play)
    in_beat(play, "main" if rule("SYN-CLO-1") else "closing")
    table.tell("closed", f"{play.who} closes the performance.", seat=play.seat)
    if rule("SYN-CLO-2"):
        for card in ensemble(table):
            relieve(table, card)
    excess = table.zone(play.seat, "hand").size - HAND_LIMIT
    table.set_turn(table.number, table.turn, "closing" if excess > 0 else "encore")


def discard(play: Play) -> None:
    table = play.table
    cards: list[Card] = []
    for text in play.event["cards"]:
        cards.append(play.from_hand(text, besides=cards))
    performs(play)
    in_beat(play, "closing")
    excess = table.zone(play.seat, "hand").size - HAND_LIMIT
    if not len(cards) == len(set(cards)) == excess:
        play.forbid("SYN-CLO-3", f"{play.who} discards down to {HAND_LIMIT} cards: exactly {excess}, not {len(cards)}.")
    for card in cards:
        if card.zone == "hand":
            table.move(card, card.owner, "void")
            table.tell("discarded", f"{play.who} discards {card.name}.", card=card.label)
    table.set_turn(table.number, table.turn, "encore")


def leave_closing(table: Table) -> None:
    """The Closing Beat waits only for a hand above seven; where there is none, the Encore Beat is next."""
    if table.phase == "closing" and table.zone(table.turn or "", "hand").size <= HAND_LIMIT:
        table.set_turn(table.number, table.turn, "encore")


def rest_in_closing(table: Table) -> None:
    """Where a text brought the hand down to seven, the Closing Beat is over."""
    # A judge who sets this Beat may go on to fill the hand; the next play finds it over.
    if not any(thing is table and key == "phase" for thing, key, _ in table.changes):
        leave_closing(table)


def end_performance(table: Table) -> None:
    """Buffering and what lasted for the performance end; the other seat performs."""
    ended = table.turn or "p1"
    second = ended != table.memo["first"]
    cards = ensemble(table)
    for card in cards:
        if "buffering" in card.flags and rule("SYN-BUF-4"):
            table.unflag(card, "buffering")
    forget_uses(table)
    over = {"attack", "performance", "turn"} if rule("SYN-CLO-4") else set()
    if second and rule("SYN-TURN-3"):
        over.add("round")
    run_out(table, cards, lambda card, mod: mod.until in over)
    begin_performance(table, other(table, ended) if rule("SYN-TURN-4") else ended)


def forget_uses(table: Table) -> None:
    """What may be used once in a performance may be used again."""
    for card in ensemble(table):
        table.note_on(card, "used", None)


def run_out(table: Table, cards: list[Card], ended: Ended) -> None:
    """Changes end. Of changes of control the latest that lasts holds; after the last one the lender has the card."""
    changed = [card for card in cards if card.mods]
    lent = [card for card in changed if any(mod.kind == "control" for mod in card.mods)]
    expire(table, changed, ended)
    for card in lent:
        left = [mod.what for mod in card.mods if mod.kind == "control"]
        controller = left[-1] if left else card.marks["lender"]
        if card.controller != controller:
            table.put(card, "controller", controller)


def begin_performance(table: Table, seat: str) -> None:
    number = table.number + 1
    table.set_turn(number, seat, "reset")
    table.tell("performance", f"{table.who(seat)}'s performance {number} begins.", seat=seat, number=number)
    new_performance(table)
    run_out(table, ensemble(table), lambda card, mod: mod.until == "next_turn" and mod.seat == seat)
    table.game.settle(table)
    if table.status == "playing" and rule("SYN-TURN-1"):
        _reset_beat(table, seat)
        _draw_beat(table, seat)


def new_performance(table: Table) -> None:
    """What is counted by the performance starts anew."""
    table.remember("mind_loaded", [])
    table.remember("untouched", True)
    for seat in table.seats:
        table.count(seat, "expended", 0)
    show_overture(table)


def _reset_beat(table: Table, seat: str) -> None:
    for card in ensemble(table):
        if card.controller != seat or not rule("SYN-RST-1"):
            continue
        if "frozen" in card.flags and rule("SYN-RST-2"):
            continue
        reset_card(table, card)
    if rule("SYN-RST-3"):
        table.count(seat, "available_notes", table.seats[seat].counters["max_notes"])


def exhaust(table: Table, card: Card) -> None:
    """The card is turned sideways, until it is reset; what had turned it for a while has no say any more."""
    forget_turning(table, card)
    table.flag(card, "exhausted")


def reset_card(table: Table, card: Card) -> None:
    """The card is turned upright; that does not end Buffering."""
    forget_turning(table, card)
    table.unflag(card, "exhausted")
    if not rule("SYN-RST-4"):
        table.unflag(card, "buffering")


def forget_turning(table: Table, card: Card) -> None:
    table.strip(card, [mod for mod in card.mods if mod.kind in ("flag", "unflag") and mod.what == "exhausted"])


def _draw_beat(table: Table, seat: str) -> None:
    if rule("SYN-DRAW-1") and hidden.draw(table, seat, 1):
        table.tell("drew", "", seat=seat, n=1)
    elif rule("SYN-DRAW-2"):
        left = standing_measures(table, seat)
        table.set_turn(table.number, seat, "draw")
        table.tell("empty", f"{table.who(seat)} has no card left to draw and must crash a Measure.", seat=seat)
        if len(left) > 1:
            return
        crash(table, seat, left[0])
    if table.status == "playing":
        table.set_turn(table.number, seat, "main")


def crash_for_draw(play: Play) -> None:
    """The price of an empty deck in the Draw Beat: a Measure of one's own."""
    table = play.table
    seat, measure = named_measure(play, play.event["target"])
    if seat != play.seat:
        raise Illegal("TBL-REF", "The Measure that crashes for an empty deck is one's own.")
    performs(play)
    in_beat(play, "draw")
    uncrashed(play, seat, measure)
    crash(table, seat, measure)
    if table.status == "playing":
        table.set_turn(table.number, table.turn, "main")


def named_measure(play: Play, target: dict[str, str]) -> tuple[str, str]:
    return target.get("seat") or play.seat, target["measure"]


def uncrashed(play: Play, seat: str, measure: str) -> None:
    """A crashed Measure is played into, attacked, chosen and strained no more."""
    if is_crashed(play.table, seat, measure):
        told = f"{play.table.who(seat)}'s {measure.capitalize()}"
        play.forbid("SYN-CRASH-3", f"{told} has crashed and cannot be used any more.")


# --- the Overture ----------------------------------------------------------------------------------------------------


def show_overture(table: Table) -> None:
    covered: tuple[int, ...] = OVERTURE if rule("SYN-OVT-3") else ()
    if table.memo.get("extended"):
        covered = (*covered, *EXTENSION)
    for seat in table.seats:
        table.count(seat, "overture", int(table.number in covered))


def extend_overture(play: Play) -> None:
    table = play.table
    if play.seat == table.memo["first"]:
        play.forbid("SYN-OVT-4", f"{play.who} goes first; only the second player may extend the Overture.")
    if table.memo.get("extended") or table.number > max(EXTENSION):
        over = "was extended already" if table.memo.get("extended") else f"is over: this is performance {table.number}"
        play.forbid("SYN-OVT-6", f"The Overture {over}.")
    if table.number != EXTENSION[0] or not table.memo.get("untouched"):
        first = table.who(table.memo["first"])
        play.forbid("SYN-OVT-5", f"The Overture is extended in performance 3, before {first} has played in it.")
    table.remember("extended", True)
    show_overture(table)
    table.tell("extended", f"{play.who} extends the Overture to the second round.", seat=play.seat)


def may_exhaust(play: Play, card: Card) -> None:
    """A card is exhausted for an attack or an ability: upright, not in the Overture, not Buffering."""
    table = play.table
    if "exhausted" in card.flags:
        play.forbid("SYN-EXH-1", f"{card.name} is exhausted and can do nothing that would exhaust it.")
    is_record = card.entry["type"] == "record"
    cached = "CACHE" in card.keywords and rule("SYN-CACHE-1")
    bound = is_record or not rule("SYN-OVT-2")
    freed = cached and not rule("SYN-CACHE-2")
    if table.seats[play.seat].counters["overture"] and bound and not freed:
        play.forbid("SYN-OVT-1", f"{card.name} cannot be exhausted: Records rest during the Overture.")
    if "buffering" in card.flags and not cached:
        play.forbid("SYN-BUF-1", f"{card.name} cannot be exhausted: it was loaded this performance and is Buffering.")
