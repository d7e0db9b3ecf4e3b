"""Escrow: money that the bank holds for a corporation until track joins its destination."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from trunkline.engine.capital.destinations import Destinations
from trunkline.engine.capital.schemes import ESCROW, scheme
from trunkline.engine.capital.state import funds, with_funding
from trunkline.engine.kernel import events
from trunkline.engine.kernel.context import Context, Funding
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation

USUAL: Final = Destinations()


@dataclass(frozen=True)
class Escrow:
    """The start of a scheme, and the release of escrow.

    With ``by_itself`` a destination counts as soon as track joins it. Otherwise a player must claim it.
    """

    destinations: Destinations = USUAL
    by_itself: bool = True

    def started(self, ctx: Context, corp: Corporation) -> None:
        """Set the scheme of a corporation that starts. If its destination is already joined, hold nothing in
        escrow."""
        way = scheme(ctx, corp)
        reached = self.by_itself and way == ESCROW and self.destinations.joined(ctx, corp)
        funding = Funding(way, reached=reached or funds(ctx, corp).reached)
        with_funding(ctx.state).fund(corp.id, funding)
        if reached:
            ctx.note(events.DestinationReached(corp.id, early=True), "capital.released")

    def tile_laid(self, ctx: Context, hex: str) -> None:
        """Release the escrow of every corporation that the new track joins to its destination."""
        if not self.by_itself:
            return
        for corp in ctx.state.corporations.values():
            if funds(ctx, corp).way == ESCROW and self.due(ctx, corp):
                release(ctx, corp)

    def home_placed(self, ctx: Context, corp: Corporation) -> None:
        """Release the escrow if the home token just placed starts a route to the destination."""
        if self.by_itself and funds(ctx, corp).way == ESCROW and self.due(ctx, corp):
            release(ctx, corp)

    def due(self, ctx: Context, corp: Corporation) -> bool:
        """Return whether track has joined a destination that is not yet credited. This may be before the
        start."""
        funding = funds(ctx, corp)
        if funding.reached or corp.closed or (funding.way or scheme(ctx, corp)) != ESCROW:
            return False
        return self.destinations.joined(ctx, corp)


def hold(ctx: Context, corp: Corporation, amount: int) -> None:
    """Hold more dollars for a corporation. The bank has them already."""
    if amount:
        funding = funds(ctx, corp)
        with_funding(ctx.state).fund(corp.id, funding._replace(escrow=funding.escrow + amount))
        ctx.note(events.EscrowHeld(corp.id, amount), "capital.escrow")


def release(ctx: Context, corp: Corporation) -> None:
    """Pay the escrow to the treasury. From then on the bank pays the treasury for shares directly."""
    funding = funds(ctx, corp)
    pay(ctx, None, corp, funding.escrow, "escrow")
    ctx.note(events.DestinationReached(corp.id, funding.escrow), "capital.released")
    with_funding(ctx.state).fund(corp.id, funding._replace(escrow=0, reached=True))


def forfeit(ctx: Context, corp: Corporation) -> None:
    """Leave the escrow of a corporation that closes to the bank."""
    with_funding(ctx.state).fund(corp.id, funds(ctx, corp)._replace(escrow=0))
