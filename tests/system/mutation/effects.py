"""Restrictions that a game enforces without refusals, with a way to lift each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from trunkline.engine.board import Board, Train
from trunkline.engine.capital.at_sale import PaidAtSale
from trunkline.engine.kernel.context import Context, Policies
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.loans import forced
from trunkline.engine.routing import RouteContext, TrainRange
from trunkline.engine.track.ferries import lake_tiles
from trunkline.titles import _build
from trunkline.titles.t18gl import running
from trunkline.titles.t1856 import title
from trunkline.titles.t1856.decisions import CGR
from trunkline.titles.t1856.steps import Steps

Effect = Callable[[pytest.MonkeyPatch], None]
"""A function that lifts a rule while the patch lasts. It affects titles built afterwards."""


def _policy(**changes: Any) -> Effect:
    """Return an effect that replaces policies of the title."""

    def install(patch: pytest.MonkeyPatch) -> None:
        policies = title._policies

        def changed(steps: Steps, runs: str) -> Policies:
            return replace(policies(steps, runs), **changes)

        patch.setattr(title, "_policies", changed)
        _build.cache_clear()

    return install


def _every_train(patch: pytest.MonkeyPatch) -> None:
    """Put the trains of the variant in every box."""

    def all_types(facts: Board, type_8: bool) -> tuple[Train, ...]:
        return facts.trains

    patch.setattr(title, "_train_types", all_types)
    _build.cache_clear()


def _cgr_is_paid(patch: pytest.MonkeyPatch) -> None:
    """Pay the money for the CGR's offering to the CGR."""
    sold = PaidAtSale.sold

    def paid(self: PaidAtSale, ctx: Context, corp: Corporation, player: str, count: int, price: int) -> None:
        if corp.id == CGR:
            pay(ctx, None, corp, price)
        sold(self, ctx, corp, player, count, price)

    patch.setattr(PaidAtSale, "sold", paid)
    _build.cache_clear()


def _all_loans(patch: pytest.MonkeyPatch) -> None:
    """Let a corporation that is short of money take all its loans."""
    draw = forced.ForcedLoans.draw

    def drawn(self: forced.ForcedLoans, ctx: Context, corp: Corporation, missing: int) -> None:
        draw(self, ctx, corp, ctx.title.board.bank)

    patch.setattr(forced.ForcedLoans, "draw", drawn)


def _towns_count(patch: pytest.MonkeyPatch) -> None:
    """Let trains that count cities count towns as well."""
    plain = running._range

    def changed(ctx: Context, train: str) -> TrainRange:
        found = plain(ctx, train)
        return msgspec.structs.replace(found, unit="stops") if found.unit == "cities" else found

    patch.setattr(running, "_range", changed)


def _ferries_open(patch: pytest.MonkeyPatch) -> None:
    """Open every ferry to trains."""
    routes = running.routes

    def opened(ctx: Context, corp: Corporation, plain: RouteContext) -> RouteContext:
        lakes = [lake_tiles(ctx.title.tables, ferry) for ferry in ctx.title.board.ferries]
        tiles = {hex: tile for tiles in (plain.tiles, *lakes) for hex, tile in tiles.items()}
        return replace(routes(ctx, corp, plain), tiles=tiles)

    patch.setattr(running, "routes", opened)
    _build.cache_clear()


EFFECTS: Mapping[str, Effect] = {
    "1856.train.type-8-not-in-base": _every_train,
    "1856.private.counts-as-certificate": _policy(private_weight=0),
    "1856.float.condition": _policy(operates=lambda ctx, corp: True),
    "1856.cgr.token-frozen": _policy(token_moves=lambda ctx, corp: True),
    "1856.cgr.treasury-no-share-money": _cgr_is_paid,
    "1856.cgr.market-floor": _policy(closes=lambda ctx, corp: True),
    "18gl.emergency.only-what-is-needed": _all_loans,
    "18gl.train.e.no-towns": _towns_count,
    "18gl.ferry.active-only": _ferries_open,
}
