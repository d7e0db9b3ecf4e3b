"""Special rules of 1856 for runs: rights, the port, and objections of shareholders."""

from __future__ import annotations

from dataclasses import replace

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.routing.context import Bonus, RouteContext
from trunkline.titles.t1856.privates import PORT


def routes(ctx: Context, corp: Corporation, context: RouteContext) -> RouteContext:
    """Return the context with the bonuses that rights and the port add to the corporation's runs."""
    printed = ctx.title.board.bonuses
    found = [Bonus(right, printed[right].hexes, printed[right].value) for right in corp.rights]
    spot = ctx.state.private_tokens.get(PORT)
    if spot is not None and spot[1] == corp.id:
        port = printed[PORT]
        found.append(Bonus(PORT, (spot[0],) if port.one_hex else port.hexes, port.value))
    return replace(context, bonuses=tuple(found)) if found else context


def may_object(ctx: Context, corp: Corporation, player: str) -> bool:
    """Return whether a player other than the president holds a share (run.shareholder-objection)."""
    return player != corp.president and corp.shares.get(player, 0) > 0


def somebody_may_object(ctx: Context, corp: Corporation) -> bool:
    """Return whether any player may object."""
    return any(may_object(ctx, corp, player) for player in corp.shares)
