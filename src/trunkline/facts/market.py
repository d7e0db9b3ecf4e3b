"""What the stock market is besides its corporations, as it is sent. Money is in whole dollars."""

from __future__ import annotations

from msgspec import Struct


class Riser(Struct, frozen=True):
    """A corporation whose price would change if the stock round ended now."""

    corp: str
    before: int
    after: int


class BondFacts(Struct, frozen=True):
    """Bonds of a corporation: players trade those in the pool, at their price."""

    corp: str
    price: int
    interest: int
    pool: int
    treasury: int


class MarketFacts(Struct, frozen=True):
    """The stock market."""

    sources: tuple[str, ...]
    """The places that players buy shares from: offering, pool, treasury."""
    bonds: BondFacts | None
    """None where none have been issued."""
    risers: tuple[Riser, ...]
    """Empty outside a stock round."""
