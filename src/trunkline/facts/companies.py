"""Corporations and trains as they are sent. Money is in whole dollars, shares are in percent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Status = Literal["unstarted", "started", "floated", "closed"]


class Fact(Struct, frozen=True):
    """Something worth knowing, in words."""

    label: str
    text: str


class Holding(Struct, frozen=True):
    """Where shares of a corporation lie: with a player, in the offering, the pool or its treasury.

    ``price`` is what one share costs from there; None where none is sold.
    """

    place: str
    percent: int
    player: bool
    shares: int
    price: int | None


class HexOf(Struct, frozen=True):
    """A hex."""

    hex: str


class OneRun(Struct, frozen=True):
    """A run as it was made; ``train`` is the train's id."""

    train: str
    type: str
    path: tuple[str, ...]


class LastRun(Struct, frozen=True):
    """The last runs of a corporation, and the entry they were made with."""

    number: int
    runs: tuple[OneRun, ...]


class LoanFacts(Struct, frozen=True):
    """The loans of a corporation, and the dollars of interest that they cost it in each of its turns."""

    count: int
    interest: int
    limit: int | None
    """How many it may have now; None where there is no limit."""
    value: int
    """Dollars that one brings, and takes to pay back."""


class DestinationFacts(Struct, frozen=True):
    """Where a corporation is bound for: any of the hexes."""

    name: str
    hexes: tuple[str, ...]
    reached: bool


class CorpFacts(Struct, frozen=True):
    """A corporation."""

    id: str
    name: str
    president: str
    price: int | None
    par: int | None
    cash: int
    trains: tuple[str, ...]
    train_limit: int
    holdings: tuple[Holding, ...]
    tokens: tuple[HexOf, ...]
    tokens_left: tuple[int, ...]
    facts: tuple[Fact, ...]
    revenue: int
    last_run: LastRun | None
    status: Status
    order: int | None
    """Its place in the operating order, from 1."""
    loans: LoanFacts | None
    """None where its title has no loans, or it has not begun."""
    escrow: int
    """Dollars that the bank holds for it."""
    destination: DestinationFacts | None
    floats_at: int | None
    """Percent that must be sold before it operates; None once it does, or where that is not what it takes."""
    sold: int
    """Percent that have left the initial offering."""
    operated: bool
    """Whether it has completed a turn."""


class TrainsOf(Struct, frozen=True):
    """How many trains of a type a corporation has; ``corp`` is ``pool`` for those in the pool."""

    corp: str
    count: int


class Scrapped(Struct, frozen=True):
    """A type that rusts, and whose trains those are."""

    type: str
    owners: tuple[TrainsOf, ...]


class LoansDue(Struct, frozen=True):
    """Loans of a corporation that fall due: its treasury repays some, its president has to add what is
    lacking and is short of some of that."""

    corp: str
    president: str
    loans: int
    repaid: int
    lacking: int
    short: int
    has: int = 0
    """Dollars that its president has."""


class FormsFacts(Struct, frozen=True):
    """A corporation that forms out of those that go in, for certain or if their presidents want it."""

    corp: str
    joins: tuple[str, ...]
    may_join: tuple[str, ...]


class FirstSaleFacts(Struct, frozen=True):
    """What the first sale of a type would do now, with ``buyer`` as the corporation that buys it."""

    phase: str
    buyer: str
    scraps: tuple[Scrapped, ...]
    loans_due: tuple[LoansDue, ...]
    forms: FormsFacts | None
    """The corporation that would form by it, if one would."""
    discards: tuple[str, ...]
    """Corporations that would have too many trains."""
    closes_privates: bool


class TrainFacts(Struct, frozen=True):
    """A type of train; ``left`` in the bank, null where there is no end of them."""

    type: str
    price: int
    left: int | None
    on_sale: bool
    note: str
    rusts_on: tuple[str, ...] = ()
    """The types whose first sale scraps it."""
    phase: str = ""
    """The phase that its first sale begins, or began."""
    owners: tuple[TrainsOf, ...] = ()
    on_first_sale: FirstSaleFacts | None = None
    """None once it has been sold, or where that begins no phase."""
