"""The removal of a corporation: closed by its share price, or absorbed by the CGR."""

from __future__ import annotations

from trunkline.engine.capital import escrow
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import OUT, POOL, Corporation
from trunkline.engine.mechanisms import closing
from trunkline.titles.t1856.state import state_1856


def close(trains_to_pool: bool, ctx: Context, corp: Corporation) -> None:
    """Remove a corporation whose token has entered the closed section."""
    closing.close(ctx, corp, POOL if trains_to_pool else OUT)
    escrow.forfeit(ctx, corp)
    cgr = state_1856(ctx.state).cgr
    cgr.closed_late = cgr.closed_late or cgr.decided


def retire(ctx: Context, corp: Corporation) -> None:
    """Remove its shares, loans, escrow and token permanently."""
    closing.retire(corp)
    escrow.forfeit(ctx, corp)
