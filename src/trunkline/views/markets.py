"""Facts about the stock market, without its corporations. The end of the round is simulated on a copy."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.facts.market import BondFacts, MarketFacts, Riser
from trunkline.kernel import chart
from trunkline.kernel.ledger import on_sale
from trunkline.kernel.state import POOL, TREASURY, Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import bonds
from trunkline.steps.stock import StockRound, price_of


def market(t: Table) -> MarketFacts:
    """Return the sources of shares, the bonds issued, and the corporations whose price will rise."""
    return MarketFacts(_sources(t), _bonds(t), tuple(_risers(t)))


def price_at(t: Table, corp: Corporation, place: str) -> int | None:
    """Return the price of one share from a place in dollars, or None if none is for sale."""
    if place not in _sources(t) or not corp.started or corp.closed or not on_sale(t, corp, place):
        return None
    return price_of(t, corp, place)


def _stock(t: Table) -> StockRound | None:
    found = t.title.rounds.get("stock")
    return found if isinstance(found, StockRound) else None


def _sources(t: Table) -> tuple[str, ...]:
    stock = _stock(t)
    return stock.sources if stock else ()


def _bonds(t: Table) -> BondFacts | None:
    if not t.state.bonds:
        return None
    issuer, facts = bonds.terms(t)
    return BondFacts(issuer, facts.price, facts.interest, bonds.held(t, POOL), bonds.held(t, TREASURY))


def _risers(t: Table) -> Iterator[Riser]:
    stock = _stock(t)
    if stock is None or t.state.stock is None:
        return
    after = Table(t.title, t.state.copy())
    stock.rise(after)
    for id, corp in t.state.corporations.items():
        if corp.cell != after.state.corporations[id].cell:
            yield Riser(id, chart.price(t, corp), chart.price(after, after.state.corporations[id]))
