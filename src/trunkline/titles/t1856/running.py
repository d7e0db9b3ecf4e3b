"""Special rules of 1856 for runs: rights, the port, and objections of shareholders."""

from __future__ import annotations

from dataclasses import replace

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.powers import bonuses
from trunkline.engine.routing.context import RouteContext


def routes(ctx: Context, corp: Corporation, context: RouteContext) -> RouteContext:
    """Return the context with the bonuses that rights and the port add to the corporation's runs."""
    found = (*bonuses.of_rights(ctx, corp), *bonuses.of_tokens(ctx, corp))
    return replace(context, bonuses=found) if found else context


def may_object(ctx: Context, corp: Corporation, player: str) -> bool:
    """Return whether a player other than the president holds a share (run.shareholder-objection)."""
    return player != corp.president and corp.shares.get(player, 0) > 0


def somebody_may_object(ctx: Context, corp: Corporation) -> bool:
    """Return whether any player may object."""
    return any(may_object(ctx, corp, player) for player in corp.shares)
