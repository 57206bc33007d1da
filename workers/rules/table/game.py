"""What a game brings to the table: its handlers, its ops, and a few named hooks with the usual answer as default."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from schemas.language import Language, language
from workers.rules.table.pieces import Card
from workers.rules.table.verdicts import rule

if TYPE_CHECKING:
    from workers.rules.table.play import Origin, Play
    from workers.rules.table.table import Table

Handler = Callable[["Play"], None]
# Carries out one op; says whether it could be performed.
OpHandler = Callable[["Table", "Origin", dict[str, Any]], bool]
Link = dict[str, Any]
Choice = dict[str, Any]


class Game:
    """One game's rules. An instance holds no state of any match."""

    name: str
    handlers: dict[str, Handler]
    ops: dict[str, OpHandler]
    # The rule that a deck list registered after the beginning breaks.
    late_deck_rule = "TBL-ORDER"
    # Plays that neither answer an open window nor close it.
    beside_windows = frozenset({"concede", "agree_draw"})
    # Whether a field that the action does not have is of the wrong kind.
    strict_fields = False
    # The flags on which it hangs who may know a card (`veil`).
    veiling_flags: frozenset[str] = frozenset()
    # Whether a card that lies face-down hides its label, too, from those who may not know it.
    hides_labels = False

    @cached_property
    def language(self) -> Language:
        return language(self.name)

    # --- set-up --------------------------------------------------------------------------------------------------

    def fixed_cards(self) -> dict[str, dict[str, Any]]:
        """Cards that belong to every match of the game, whatever its catalog."""
        return {}

    def check_entry(self, play: Play, entry: dict[str, Any]) -> None:
        """Forbids a catalog entry that the game's card types do not allow."""

    def check_deck(self, play: Play, deck: dict[str, dict[str, int]]) -> None:
        """Forbids a deck list that breaks the rules of construction."""
        raise NotImplementedError

    def begin(self, play: Play) -> None:
        """Set-up is done: the table is laid and the first turn starts."""
        raise NotImplementedError

    def bounds(self, counter: str) -> tuple[int | None, int | None]:
        """The least and the greatest value of a counter, None where there is no limit."""
        return self.language.counter_limits[counter]

    # --- cards ---------------------------------------------------------------------------------------------------

    def refresh(self, table: Table, card: Card) -> None:
        """Works out the card's keywords and stats from what is printed and what was laid on it."""
        raise NotImplementedError

    def veil(self, table: Table, card: Card) -> dict[str, Any] | None:
        """Who alone may know the card; None for a card that lies open."""
        if table.seats[card.seat].zones[card.zone].hidden and not card.revealed:
            return {"seats": [card.seat], "back": None}
        return None

    def candidates(self, table: Table, play: Play | None) -> list[Card]:
        """The cards that a name in an op could mean: those that lie open outside the piles."""
        piles = (self.language.zone_of_role("discard"),)
        return [card for zone in table.all_zones if not zone.hidden and zone.name not in piles for card in zone.cards]

    def could_be_about(self, table: Table, op: dict[str, Any], card: Card) -> bool:
        """Whether the op can be about the card at all; a name means only such cards where it fits several."""
        return True

    def labelled(self, table: Table, origin: Origin, op: dict[str, Any]) -> dict[str, Any]:
        """A judge's op, with a label for a card that it names and that had none so far."""
        return op

    def placed_face_down(self, op: dict[str, Any]) -> bool:
        """Whether a judge's `place` lays the card face down, so that the event may not name it to all."""
        return False

    def keeps_private(self, table: Table, op: dict[str, Any]) -> bool:
        """Whether the private fields of an op are private on this table."""
        return True

    def can_perform(self, table: Table, op: dict[str, Any]) -> bool:
        """Whether a judge's op can be carried out on this table; one that cannot does nothing."""
        return True

    def state_told(self, flag: str, lasting: bool = True) -> str:
        """A flag in a sentence: is exhausted, is no longer exhausted; cannot move, can move again."""
        state = flag.replace("_", " ")
        if state.startswith("cannot "):
            return state if lasting else f"can {state.removeprefix('cannot ')} again"
        return f"is {state}" if lasting else f"is no longer {state}"

    def zone_told(self, zone: str) -> str:
        """A zone in a sentence: hand, deck."""
        return zone

    # --- the way of one play -------------------------------------------------------------------------------------

    def before(self, play: Play) -> None:
        """What must hold before any play, after the table's own checks."""

    def settle(self, table: Table) -> None:
        """What the rules make happen by themselves once something has changed."""

    def event_over(self, table: Table) -> None:
        """What the rules look at once for an event, when all that it does has happened."""

    def may_close_window(self, play: Play) -> bool:
        return play.type not in self.beside_windows and self.closes_window(play)

    def closes_window(self, play: Play) -> bool:
        """Whether the event lets an open window close before it is judged."""
        return not self.language.actions[play.type].response

    def newest_first(self) -> bool:
        """Whether the links of a closing window take effect from the newest back to the first."""
        return True

    def resolve(self, table: Table, link: Link) -> None:
        """A link of a closing window takes effect."""
        raise NotImplementedError

    def window_closed(self, table: Table) -> None:
        """All links of a window have been worked off."""

    def link_shown(self, link: Link) -> dict[str, Any]:
        """A link as the view shows it."""
        shown = {"seq": link["seq"], "type": link["type"], "seat": link["seat"]}
        if link.get("card") is not None:
            shown["card"] = link["card"]
        return shown

    # --- leaving -------------------------------------------------------------------------------------------------

    def put_out(self, table: Table, seat: str, cause: str) -> None:
        """A seat is out; where that decides the game, `cause` is the rule by which."""
        table.put(table.seats[seat], "out", True)
        left = table.seats_in()
        if len(left) == 1 and rule(cause):
            table.finish(left, f"{table.who(left[0])} wins: {table.who(seat)} is out.", cause)

    def lose_game(self, table: Table, seat: str, cause: str) -> None:
        """A judge's game loss; differs from a match loss only where a match has several games."""
        self.put_out(table, seat, cause)

    # --- choices -------------------------------------------------------------------------------------------------

    def choices(self, table: Table, seat: str) -> list[Choice]:
        """What the seat could log now: `{"type": ..., "with": {field: [candidate, ...]}}`."""
        raise NotImplementedError
