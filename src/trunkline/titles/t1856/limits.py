"""The certificate limit, and the rules of limits."""

from __future__ import annotations

from trunkline.engine.kernel.context import Context, printed_limit
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import certificate_limits
from trunkline.titles.t1856.decisions import CGR
from trunkline.titles.t1856.reading import Reading
from trunkline.titles.t1856.state import CgrStatus, state_1856


def certificate_limit(reading: Reading, ctx: Context) -> int:
    """Return the certificate limit of a player.

    It depends on the number of players, and on the number of corporations once the CGR's fate is decided.
    """
    early = printed_limit(ctx)
    cgr = state_1856(ctx.state).cgr
    formed = cgr.status is CgrStatus.FORMED
    if not cgr.decided:
        return early
    if not formed and not reading.late_limit_without_cgr:
        return early
    if cgr.closed_late and not reading.limit_follows_closings:
        return early
    count = sum(not corp.closed for corp in ctx.state.corporations.values() if corp.id != CGR or formed)
    return certificate_limits.for_corporations(ctx, count)


def certificate_weight(ctx: Context, corp: Corporation) -> int:
    """Return the weight of a one-share certificate in halves: 1 for a CGR of twenty shares, else 2."""
    return 1 if corp.total > 10 else 2


def certificate_limit_rule(halves: int) -> str:
    """Return the rule that bars a certificate of this weight, in halves, from a player at the limit."""
    return "cgr.half-over-limit" if halves == 1 else "stock.buy.limits"


def share_limit_rule(ctx: Context, corp: Corporation) -> str:
    """Return the rule that limits a player's shares of the corporation."""
    return "limit.sixty-percent" if corp.total == 10 else "cgr.twenty-share-limits"


def pool_limit_rule(ctx: Context, corp: Corporation) -> str:
    """Return the rule that limits the corporation's shares in the pool."""
    return "stock.sell.pool-limit" if corp.total == 10 else "cgr.twenty-share-limits"
