"""SolRei: two Muses, an Action Deck of 52 for each, and Acts that make a Show."""

from __future__ import annotations

from typing import Any

from workers.rules.games.solrei import acts, charging, damage, exchange, rei, rounds, setup
from workers.rules.games.solrei.cards import PACK, entry_fault, only, points, power
from workers.rules.games.solrei.choices import choices
from workers.rules.games.solrei.faults import ROUND
from workers.rules.games.solrei.ops import OPS
from workers.rules.games.solrei.texts import could_be_about, label_known_card, swaps_in_secret
from workers.rules.table.game import Choice, Game, Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

# How a Muse lies, by the side that its seat is on.
OFFENSE, DEFENSE = frozenset[str](), frozenset({"defense"})


class SolRei(Game):
    name = "solrei"
    handlers = {
        "mulligan": setup.mulligan,
        "next_act": setup.next_act,
        "saw": setup.saw,
        "place": rounds.place,
        "move_on": rounds.move_on,
        "generate": rei.generate,
        "activate": exchange.activate,
        "effect": exchange.effect,
        "pass": exchange.pass_,
        "take": damage.take,
        "block": damage.block,
        "ready": charging.ready,
        "draw": charging.draw,
        "charge": charging.charge,
        "concede": acts.concede,
        "agree_draw": acts.agree_draw,
    }
    ops = OPS
    # Whoever gives up an Act does so on the table that the Exchange leaves.
    beside_windows = frozenset()
    hides_labels = True
    veiling_flags = frozenset({"facedown"})

    # --- set-up --------------------------------------------------------------------------------------------------

    def fixed_cards(self) -> dict[str, dict[str, Any]]:
        return dict(PACK)

    def check_entry(self, play: Play, entry: dict[str, Any]) -> None:
        fault = entry_fault(entry)
        if fault is not None:
            raise Illegal("TBL-TYPE", f"{entry['name']} is no card of SolRei: {fault}.")

    def check_deck(self, play: Play, deck: dict[str, dict[str, int]]) -> None:
        setup.check_deck(play, deck)

    def begin(self, play: Play) -> None:
        setup.begin(play)

    # --- cards ---------------------------------------------------------------------------------------------------

    def refresh(self, table: Table, card: Card) -> None:
        if card.type == "action":
            shown = power(table, card) if card.zone == "action" and "facedown" not in card.flags else None
            table.set_stats(card, {} if shown is None else {"power": shown})
        table.set_keywords(card, card.listed_keywords())

    def veil(self, table: Table, card: Card) -> dict[str, Any] | None:
        zone = card.zone
        if zone in ("muse", "advantage"):
            known = bool(card.marks.get("shown")) and rule("SOL-PUB-1")
        elif zone == "arts":
            known = bool(card.marks.get("shown")) or card.revealed or not rule("SOL-PUB-2")
        elif zone in ("damage", "discard"):
            known = rule("SOL-PUB-3")
        elif zone == "action":
            known = "facedown" not in card.flags or card.revealed
        else:
            known = card.revealed or not rule("SOL-PUB-4")
        if known:
            return None
        return {"seats": [] if zone == "under" else [card.seat], "back": None}

    def candidates(self, table: Table, play: Play | None) -> list[Card]:
        """Wherever it lies: nobody but a judge can mean a card by a name that they may not know."""
        cards = table.cards.values()
        return [card for card in cards if play is None or card.veil is None or play.seat in card.veil["seats"]]

    def labelled(self, table: Table, origin: Origin, op: dict[str, Any]) -> dict[str, Any]:
        return label_known_card(table, origin, op)

    def could_be_about(self, table: Table, op: dict[str, Any], card: Card) -> bool:
        return could_be_about(table, op, card)

    def placed_face_down(self, op: dict[str, Any]) -> bool:
        flags = op.get("flags")
        hidden = isinstance(flags, list) and any(each in ("exhausted", "broken", "facedown") for each in flags)
        return hidden and op["to"].rpartition(".")[2] in ("arts", "action")

    def keeps_private(self, table: Table, op: dict[str, Any]) -> bool:
        return op["op"] != "swap" or swaps_in_secret(table, op)

    def state_told(self, flag: str, lasting: bool = True) -> str:
        return "is readied" if flag == "exhausted" and not lasting else super().state_told(flag, lasting)

    # --- the way of one play -------------------------------------------------------------------------------------

    def settle(self, table: Table) -> None:
        for seat in table.seats:
            muse, card = only(table, seat, "muse"), only(table, seat, "action")
            if muse is not None and rule("SOL-ZONE-1"):
                table.set_flags(muse, OFFENSE if seat == table.turn else DEFENSE)
            if card is not None and rule("SOL-SHOW-4"):
                self.refresh(table, card)
        if table.phase in ROUND and table.status == "playing":
            for seat in table.seats:
                knocked_out = points(table, seat) >= damage.KNOCK_OUT
                if knocked_out and acts.lose_act(table, seat, "SOL-WIN-2", f"{table.who(seat)} is KO'd"):
                    return

    def closes_window(self, play: Play) -> bool:
        if play.type == "generate":
            return not rule("SOL-XCH-6")
        return super().closes_window(play)

    def resolve(self, table: Table, link: Link) -> None:
        exchange.resolve(table, link)

    def window_closed(self, table: Table) -> None:
        exchange.exchange_over(table)

    # --- leaving -------------------------------------------------------------------------------------------------

    def put_out(self, table: Table, seat: str, cause: str) -> None:
        acts.lose_show(table, seat, cause)

    def lose_game(self, table: Table, seat: str, cause: str) -> None:
        acts.penalised(table, seat, cause)

    # --- choices -------------------------------------------------------------------------------------------------

    def choices(self, table: Table, seat: str) -> list[Choice]:
        return choices(table, seat)


GAME = SolRei()
