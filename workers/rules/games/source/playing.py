"""What plays out of the hand share: the card's type, the one play of a turn, occupied spaces, support spaces."""

from __future__ import annotations

from collections.abc import Callable

from workers.rules.games.source.field import SUPPORT, SUPPORT_SPACES, SYMBOLS, printed
from workers.rules.games.source.moments import unused_symbols
from workers.rules.games.source.spaces import MONSTERS, cards_on_map, kind_of
from workers.rules.games.source.wording import KINDS, count_of
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

Forbid = Callable[[str, str], None]


def must_be(table: Table, card: Card, types: frozenset[str], forbid: Forbid) -> None:
    """A card is played only the way of its type."""
    if card.type not in types:
        kind, way = KINDS.get(card.type, ("of another type", "played in its own way"))
        forbid("SRC-CARD-1", f"{table.called(card)} is {kind}: it can only be {way}.")


def comes_from(table: Table, card: Card, token_deck: bool, forbid: Forbid) -> None:
    """Tokens come from the token deck through effects, and nothing else comes from there."""
    if (card.type == "token") is not token_deck:
        told = "a token comes" if card.type == "token" else "only tokens come"
        forbid("SRC-TOK-2", f"{table.called(card)} cannot be summoned so: {told} from the token deck, by an effect.")


def check_occupied(play: Play, card: Card) -> None:
    """As many spaces of each kind as the card demands are occupied."""
    for kind, id_ in (("terrestrial", "SRC-REQ-1"), ("otherworldly", "SRC-REQ-2")):
        needed, held = printed(card.entry, kind), occupied(play.table, play.seat, kind)
        if held < needed:
            play.forbid(
                id_,
                f"{play.table.called(card)} requires {count_of(needed, f'occupied {kind} space')}; "
                f"{play.who} holds {held}.",
            )


def occupied(table: Table, seat: str, kind: str) -> int:
    """How many spaces of a kind the seat's monsters on the map hold."""
    mine = (card for card in cards_on_map(table) if card.controller == seat)
    return len({card.place for card in mine if _counts(card, seat, kind)})


def _counts(card: Card, seat: str, kind: str) -> bool:
    if card.type not in MONSTERS and rule("SRC-REQ-5"):
        return False
    if card.type == "token" and not rule("SRC-REQ-6"):
        return False
    if card.seat != seat and not rule("SRC-REQ-3"):
        return False
    space = kind_of(card.place)
    return space == kind or (space in ("summoning", "flux") and not rule("SRC-REQ-4"))


def check_play(play: Play) -> None:
    """One play a turn: a summon, a trap or an equipment card, before or after anything done with symbols."""
    table, counters = play.table, play.table.seats[play.seat].counters
    late = len(unused_symbols(table, play.seat)) < len(SYMBOLS) and not rule("SRC-TURN-2")
    if counters["plays"] > 0 or late:
        play.forbid(
            "SRC-PLAY-1",
            f"{play.who} has already summoned, placed a trap or played equipment this turn; only one of these is open.",
        )


def count_play(play: Play) -> None:
    play.table.count(play.seat, "plays", 1)


def check_support(table: Table, seat: str, forbid: Forbid) -> None:
    """A card for the support spaces needs an unused one."""
    if len(table.zone(seat, SUPPORT).cards) >= SUPPORT_SPACES:
        forbid("SRC-SUP-1", f"All {SUPPORT_SPACES} support spaces of {table.who(seat)} are in use.")
