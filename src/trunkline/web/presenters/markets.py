"""Facts about the stock market, without its corporations. The end of the round is simulated on a copy."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import on_sale
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation
from trunkline.engine.mechanisms import bonds
from trunkline.engine.steps.stock import StockRound, price_of
from trunkline.web.schemas.market import BondFacts, MarketFacts, Riser


def market(ctx: Context) -> MarketFacts:
    """Return the sources of shares, the bonds issued, and the corporations whose price will rise."""
    return MarketFacts(_sources(ctx), _bonds(ctx), tuple(_risers(ctx)))


def price_at(ctx: Context, corp: Corporation, place: str) -> int | None:
    """Return the price of one share from a place in dollars, or None if none is for sale."""
    if place not in _sources(ctx) or not corp.started or corp.closed or not on_sale(ctx, corp, place):
        return None
    return price_of(ctx, corp, place)


def _stock(ctx: Context) -> StockRound | None:
    found = ctx.title.rounds.get("stock")
    return found if isinstance(found, StockRound) else None


def _sources(ctx: Context) -> tuple[str, ...]:
    stock = _stock(ctx)
    return stock.sources if stock else ()


def _bonds(ctx: Context) -> BondFacts | None:
    if not ctx.state.bonds:
        return None
    issuer, facts = bonds.terms(ctx)
    return BondFacts(issuer, facts.price, facts.interest, bonds.held(ctx, POOL), bonds.held(ctx, TREASURY))


def _risers(ctx: Context) -> Iterator[Riser]:
    stock = _stock(ctx)
    if stock is None or ctx.state.stock is None:
        return
    after = Context(ctx.title, ctx.state.copy())
    stock.rise(after)
    for id, corp in ctx.state.corporations.items():
        if corp.cell != after.state.corporations[id].cell:
            yield Riser(id, chart.price(ctx, corp), chart.price(after, after.state.corporations[id]))
