"""Payment of a corporation for the shares it sells, and its destination."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.engine.board import Destination
from trunkline.engine.kernel import depot, events
from trunkline.engine.kernel.context import Context, Funding
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.steps.tokens import home_spots
from trunkline.engine.track.connection import connects
from trunkline.engine.track.track_state import stops_at
from trunkline.titles.t1856.state import state_1856

ESCROW = "escrow"
INCREMENTAL = "incremental"
FULL = "full"
FULL_PAID = "full, paid"
SHARES_PAID_AT_ONCE = 5
SHARES_FOR_FULL = 6
SARNIA = ("B13", 0)
"""The stop at Sarnia. It is off-board, so trains do not run through it.

18xx.games looks for destinations through it from the south.
"""


@dataclass(frozen=True)
class Capital:
    """The three schemes of capitalisation.

    ``alternate`` uses the variant's destinations. With ``by_itself`` a destination counts as soon as track
    joins it; otherwise a player must claim it.
    """

    at_first_turn: bool
    from_token: bool
    alternate: bool
    by_itself: bool = True

    def started(self, ctx: Context, corp: Corporation) -> None:
        """Set the scheme by the train on sale. If the destination is already joined, hold nothing in
        escrow."""
        way = _scheme(ctx)
        reached = self.by_itself and way == ESCROW and self.joined(ctx, corp)
        state_1856(ctx.state).fund(
            corp.id, Funding(way, reached=reached or state_1856(ctx.state).funds(corp.id).reached)
        )
        if reached:
            ctx.note(events.DestinationReached(corp.id, early=True), "capital.pre5.release")

    def sold(self, ctx: Context, corp: Corporation, player: str, count: int, price: int) -> None:
        """Pay the treasury or the escrow for shares sold from the IPO.

        ``price`` is the total price in dollars.
        """
        each = price // count
        funding = state_1856(ctx.state).funds(corp.id)
        if funding.way == ESCROW and not funding.reached:
            before = corp.sold - count
            at_once = max(0, min(count, SHARES_PAID_AT_ONCE - before))
            pay(ctx, None, corp, at_once * each, "capital")
            if held := (count - at_once) * each:
                state_1856(ctx.state).fund(corp.id, funding._replace(escrow=funding.escrow + held))
                ctx.note(events.EscrowHeld(corp.id, held), "capital.pre5.escrow")
        elif funding.way in (ESCROW, INCREMENTAL):
            pay(ctx, None, corp, price, "capital")
        elif funding.way == FULL and not self.at_first_turn and corp.sold >= SHARES_FOR_FULL:
            self._pay_full(ctx, corp)

    def turn_began(self, ctx: Context, corp: Corporation) -> None:
        """Pay full capital at the first turn, if the reading says so."""
        if (
            state_1856(ctx.state).funds(corp.id).way == FULL
            and self.at_first_turn
            and corp.sold >= SHARES_FOR_FULL
        ):
            self._pay_full(ctx, corp)

    def tile_laid(self, ctx: Context, hex: str) -> None:
        """Release the escrow of every corporation that the new track joins to its destination."""
        if not self.by_itself:
            return
        for corp in ctx.state.corporations.values():
            if state_1856(ctx.state).funds(corp.id).way == ESCROW and self.due(ctx, corp):
                release(ctx, corp)

    def home_placed(self, ctx: Context, corp: Corporation) -> None:
        """Release the escrow if the home token just placed starts a route to the destination."""
        if self.by_itself and state_1856(ctx.state).funds(corp.id).way == ESCROW and self.due(ctx, corp):
            release(ctx, corp)

    def due(self, ctx: Context, corp: Corporation) -> bool:
        """Return whether track has joined a destination that is not yet credited. This may be before the
        start."""
        funding = state_1856(ctx.state).funds(corp.id)
        if funding.reached or corp.closed or (funding.way or _scheme(ctx)) != ESCROW:
            return False
        return self.joined(ctx, corp)

    def joined(self, ctx: Context, corp: Corporation) -> bool:
        """Return whether a legal route joins the home token to the destination.

        The length of the route and the tokens on it do not matter. Before the home token is placed, each city
        that it may still take needs such a route.
        """
        goal = self.destination(ctx, corp)
        if goal is None:
            return False
        if goal.start or not self.from_token:
            hexes = (goal.start,) if goal.start else ctx.title.board.corporation[corp.id].home
            return self._connects(ctx, [stop for hex in hexes for stop in _stops_of(ctx, hex)], goal)
        starts = _home_token(ctx, corp) or home_spots(ctx, corp)
        return bool(starts) and all(self._connects(ctx, [start], goal) for start in starts)

    def destination(self, ctx: Context, corp: Corporation) -> Destination | None:
        """Return the corporation's destination in this game, or None if it has none."""
        facts = ctx.title.board.corporation[corp.id]
        return facts.alternate_destination if self.alternate else facts.destination

    def _connects(self, ctx: Context, starts: list[tuple[str, int]], goal: Destination) -> bool:
        tables, tiles = ctx.title.tables, ctx.state.tiles
        if self.from_token:
            return connects(tables, tiles, starts, goal.hexes)
        return connects(tables, tiles, starts, goal.hexes, any_track=True, through=(SARNIA,))

    def _pay_full(self, ctx: Context, corp: Corporation) -> None:
        state_1856(ctx.state).fund(corp.id, state_1856(ctx.state).funds(corp.id)._replace(way=FULL_PAID))
        pay(ctx, None, corp, 10 * corp.par, "capital")
        ctx.note(events.CapitalPaid(corp.id, 10 * corp.par), "capital.type6-full")


def release(ctx: Context, corp: Corporation) -> None:
    """Pay the escrow to the treasury. From then on the bank pays the treasury for shares directly."""
    funding = state_1856(ctx.state).funds(corp.id)
    pay(ctx, None, corp, funding.escrow, "escrow")
    ctx.note(events.DestinationReached(corp.id, funding.escrow), "capital.pre5.release")
    state_1856(ctx.state).fund(corp.id, funding._replace(escrow=0, reached=True))


def _scheme(ctx: Context) -> str:
    """Return the capitalisation scheme of a corporation that starts now. It depends on the train on sale."""
    on_sale = depot.next_type(ctx)
    return next((s.kind for s in ctx.title.board.capitalisation if on_sale in s.train_on_sale), "")


def _home_token(ctx: Context, corp: Corporation) -> list[tuple[str, int]]:
    """Return the hex and stop of the home token, or an empty list before it is placed."""
    home = ctx.title.board.corporation[corp.id].home
    return [(hex, m.stop) for hex in home for m in ctx.state.tokens.get(hex, ()) if m.corp == corp.id]


def _stops_of(ctx: Context, hex: str) -> list[tuple[str, int]]:
    return [(hex, stop) for stop in range(len(stops_at(ctx.title.tables, ctx.state.tiles, hex)))]
