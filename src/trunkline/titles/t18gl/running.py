"""Runs and earnings of trains in 18GL: their length, bonuses of powers, and ferry tolls."""

from __future__ import annotations

from dataclasses import replace

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.powers import bonuses, ferry
from trunkline.engine.routing import RouteContext, Toll, TrainRange, train_range
from trunkline.engine.track.ferries import lake_tiles
from trunkline.titles.t18gl import alco

FERRY = "ferry"
"""The ferry's private and its token. The corporation that opened the ferry owns it through the token."""


def routes(ctx: Context, corp: Corporation, plain: RouteContext) -> RouteContext:
    """Return the context with all special rules for the corporation's runs."""
    return replace(
        plain,
        trains={train: _range(ctx, train) for train in plain.trains},
        bonuses=tuple(bonuses.of_tokens(ctx, corp)),
        tolls=tuple(_tolls(ctx, corp)),
        purse=corp.cash,
    )


def ferry_owner(ctx: Context, toll: str = FERRY) -> Corporation | None:
    """Return the corporation that others pay for the ferry, or None if it does not exist."""
    _, id = ctx.state.private_tokens.get(FERRY, ("", ""))
    return ctx.state.corporations.get(id)


def _range(ctx: Context, train: str) -> TrainRange:
    kind, longer = depot.train_type(ctx, train), alco.longer(ctx, train)
    if not kind.range_table:
        return train_range(kind, longer=longer)
    owned = [
        other
        for other, place in ctx.state.trains.items()
        if place in ctx.state.corporations and depot.train_name(other) == kind.name
    ]
    bought = [name for phase in ctx.title.board.phases[: ctx.state.phase + 1] for name in phase.on_train]
    return train_range(kind, owned=len(owned), bought=bought, longer=longer)


def _tolls(ctx: Context, corp: Corporation) -> list[Toll]:
    fee, owner = ctx.title.board.ferry_fee, ferry_owner(ctx)
    if not fee or owner is None or owner.id == corp.id:
        return []
    lakes = (lake_tiles(ctx.title.tables, route) for route in ferry.opened(ctx))
    return [Toll(FERRY, tuple(route), fee) for route in lakes]
