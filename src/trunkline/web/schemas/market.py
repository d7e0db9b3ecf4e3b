"""The stock market, except the corporations themselves. Money is in whole dollars."""

from __future__ import annotations

from msgspec import Struct


class Riser(Struct, frozen=True):
    """A corporation whose price would change if the stock round ended now."""

    corp: str
    before: int
    after: int


class BondFacts(Struct, frozen=True):
    """The bonds of a corporation. Players trade those in the pool at ``price``."""

    corp: str
    price: int
    interest: int
    pool: int
    treasury: int


class MarketFacts(Struct, frozen=True):
    """The stock market."""

    sources: tuple[str, ...]
    """The sources from which players buy shares: ``offering``, ``pool``, ``treasury``."""
    bonds: BondFacts | None
    """Null if no bonds have been issued."""
    risers: tuple[Riser, ...]
    """Empty outside a stock round."""
