"""How a corporation is paid for the shares it sells, and its destination."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.board import Destination
from trunkline.kernel import depot, events
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Funding, Table
from trunkline.steps.tokens import home_spots
from trunkline.titles.t1856.state import own
from trunkline.track.network import connects
from trunkline.track.position import stops_at

ESCROW = "escrow"
INCREMENTAL = "incremental"
FULL = "full"
FULL_PAID = "full, paid"
SHARES_PAID_AT_ONCE = 5
SHARES_FOR_FULL = 6
SARNIA = ("B13", 0)
"""Off-board, and not run through; 18xx.games looks for destinations through it from the south."""


@dataclass(frozen=True)
class Capital:
    """The three ways of capitalising; ``alternate`` uses the variant's destinations.

    With ``by_itself`` a destination counts as soon as it is joined; else somebody has to say so.
    """

    at_first_turn: bool
    from_token: bool
    alternate: bool
    by_itself: bool = True

    def started(self, t: Table, corp: Corporation) -> None:
        """Fix the scheme by the train on sale; a destination already joined needs no escrow."""
        way = _scheme(t)
        reached = self.by_itself and way == ESCROW and self.joined(t, corp)
        own(t.state).fund(corp.id, Funding(way, reached=reached or own(t.state).funds(corp.id).reached))
        if reached:
            t.note(events.DestinationReached(corp.id, early=True), "capital.pre5.release")

    def sold(self, t: Table, corp: Corporation, player: str, count: int, price: int) -> None:
        """Pass on what the bank was paid for offering shares."""
        each = price // count
        funding = own(t.state).funds(corp.id)
        if funding.way == ESCROW and not funding.reached:
            before = corp.sold - count
            at_once = max(0, min(count, SHARES_PAID_AT_ONCE - before))
            pay(t, None, corp, at_once * each, "capital")
            if held := (count - at_once) * each:
                own(t.state).fund(corp.id, funding._replace(escrow=funding.escrow + held))
                t.note(events.EscrowHeld(corp.id, held), "capital.pre5.escrow")
        elif funding.way in (ESCROW, INCREMENTAL):
            pay(t, None, corp, price, "capital")
        elif funding.way == FULL and not self.at_first_turn and corp.sold >= SHARES_FOR_FULL:
            self._pay_full(t, corp)

    def turn_began(self, t: Table, corp: Corporation) -> None:
        """Full capital comes with the first turn."""
        if own(t.state).funds(corp.id).way == FULL and self.at_first_turn and corp.sold >= SHARES_FOR_FULL:
            self._pay_full(t, corp)

    def tile_laid(self, t: Table, hex: str) -> None:
        """Release the escrow of every corporation that the new track joins to its destination."""
        if not self.by_itself:
            return
        for corp in t.state.corporations.values():
            if own(t.state).funds(corp.id).way == ESCROW and self.due(t, corp):
                release(t, corp)

    def home_placed(self, t: Table, corp: Corporation) -> None:
        """Release the escrow where the route begins at the city that the home token has just taken."""
        if self.by_itself and own(t.state).funds(corp.id).way == ESCROW and self.due(t, corp):
            release(t, corp)

    def due(self, t: Table, corp: Corporation) -> bool:
        """Whether track has joined a destination that has yet to be credited, perhaps before the start."""
        funding = own(t.state).funds(corp.id)
        if funding.reached or corp.closed or (funding.way or _scheme(t)) != ESCROW:
            return False
        return self.joined(t, corp)

    def joined(self, t: Table, corp: Corporation) -> bool:
        """Whether a legal route joins the home token to the destination, whatever its length and tokens.

        While it is not placed, one must lead there from each city that it may still take.
        """
        goal = self.destination(t, corp)
        if goal is None:
            return False
        if goal.start or not self.from_token:
            hexes = (goal.start,) if goal.start else t.title.board.corporation[corp.id].home
            return self._connects(t, [stop for hex in hexes for stop in _stops_of(t, hex)], goal)
        starts = _home_token(t, corp) or home_spots(t, corp)
        return bool(starts) and all(self._connects(t, [start], goal) for start in starts)

    def destination(self, t: Table, corp: Corporation) -> Destination | None:
        """The corporation's destination in this game."""
        facts = t.title.board.corporation[corp.id]
        return facts.alternate_destination if self.alternate else facts.destination

    def _connects(self, t: Table, starts: list[tuple[str, int]], goal: Destination) -> bool:
        tables, tiles = t.title.tables, t.state.tiles
        if self.from_token:
            return connects(tables, tiles, starts, goal.hexes)
        return connects(tables, tiles, starts, goal.hexes, any_track=True, through=(SARNIA,))

    def _pay_full(self, t: Table, corp: Corporation) -> None:
        own(t.state).fund(corp.id, own(t.state).funds(corp.id)._replace(way=FULL_PAID))
        pay(t, None, corp, 10 * corp.par, "capital")
        t.note(events.CapitalPaid(corp.id, 10 * corp.par), "capital.type6-full")


def release(t: Table, corp: Corporation) -> None:
    """Pay out the escrow; later shares are paid to the treasury at once."""
    funding = own(t.state).funds(corp.id)
    pay(t, None, corp, funding.escrow, "escrow")
    t.note(events.DestinationReached(corp.id, funding.escrow), "capital.pre5.release")
    own(t.state).fund(corp.id, funding._replace(escrow=0, reached=True))


def _scheme(t: Table) -> str:
    """How a corporation that starts now is paid for its shares."""
    on_sale = depot.next_type(t)
    return next((s.kind for s in t.title.board.capitalisation if on_sale in s.train_on_sale), "")


def _home_token(t: Table, corp: Corporation) -> list[tuple[str, int]]:
    """Where its home token stands; nowhere before it is placed."""
    home = t.title.board.corporation[corp.id].home
    return [(hex, m.stop) for hex in home for m in t.state.tokens.get(hex, ()) if m.corp == corp.id]


def _stops_of(t: Table, hex: str) -> list[tuple[str, int]]:
    return [(hex, stop) for stop in range(len(stops_at(t.title.tables, t.state.tiles, hex)))]
