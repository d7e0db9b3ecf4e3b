"""Corporations and trains. Money is in whole dollars, shares are in percent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Status = Literal["unstarted", "started", "floated", "closed"]


class Fact(Struct, frozen=True):
    """A labelled piece of information, as text."""

    label: str
    text: str


class Holding(Struct, frozen=True):
    """Shares of a corporation that one holder has.

    The holder is a player, the IPO (``offering``), the pool or the corporation's treasury. ``price`` is the
    cost of one share from this holder. Null if the holder sells none.
    """

    place: str
    percent: int
    player: bool
    shares: int
    price: int | None


class HexOf(Struct, frozen=True):
    """The id of a hex."""

    hex: str


class OneRun(Struct, frozen=True):
    """A run that a train made. ``train`` is the id of the train."""

    train: str
    type: str
    path: tuple[str, ...]


class LastRun(Struct, frozen=True):
    """The most recent runs of a corporation, and the number of the entry that made them."""

    number: int
    runs: tuple[OneRun, ...]


class LoanFacts(Struct, frozen=True):
    """The loans of a corporation. ``interest`` is due in each of its turns, in dollars."""

    count: int
    interest: int
    limit: int | None
    """The number of loans that the corporation may have now. Null if there is no limit."""
    value: int
    """The value of one loan, in dollars: the cash received when it is taken and paid when it is repaid."""


class DestinationFacts(Struct, frozen=True):
    """The destination of a corporation. It counts as reached at any of the hexes."""

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
    """Its position in the operating order, from 1."""
    loans: LoanFacts | None
    """Null if the title has no loans or the corporation has not started."""
    escrow: int
    """The dollars that the bank holds in escrow for it."""
    destination: DestinationFacts | None
    floats_at: int | None
    """The percentage that must be sold before it floats. Null once it has floated, or if floating depends on
    something else."""
    sold: int
    """The percentage that has left the IPO."""
    operated: bool
    """True if it has completed an operating turn."""


class TrainsOf(Struct, frozen=True):
    """The number of trains of one type that a corporation owns.

    ``corp`` is ``pool`` for trains in the pool.
    """

    corp: str
    count: int


class Scrapped(Struct, frozen=True):
    """A train type that rusts, and the owners of such trains."""

    type: str
    owners: tuple[TrainsOf, ...]


class LoansDue(Struct, frozen=True):
    """Loans of a corporation that are due, in dollars.

    The treasury repays part of them. The president must add ``lacking`` and cannot pay ``short`` of it.
    """

    corp: str
    president: str
    loans: int
    repaid: int
    lacking: int
    short: int
    has: int = 0
    """The president's cash, in dollars."""


class FormsFacts(Struct, frozen=True):
    """A corporation that forms out of others.

    ``joins`` are certain to join; ``may_join`` depend on their presidents.
    """

    corp: str
    joins: tuple[str, ...]
    may_join: tuple[str, ...]


class FirstSaleFacts(Struct, frozen=True):
    """The effects of the first sale of a train type, if ``buyer`` bought it now."""

    phase: str
    buyer: str
    scraps: tuple[Scrapped, ...]
    loans_due: tuple[LoansDue, ...]
    forms: FormsFacts | None
    """The corporation that would form as a result, or null."""
    discards: tuple[str, ...]
    """The corporations that would exceed their train limit."""
    closes_privates: bool


class TrainFacts(Struct, frozen=True):
    """A train type. ``left`` is the number still in the bank, or null if the supply is unlimited."""

    type: str
    price: int
    left: int | None
    on_sale: bool
    note: str
    rusts_on: tuple[str, ...] = ()
    """The train types whose first sale makes this type rust."""
    phase: str = ""
    """The phase that starts with its first sale."""
    owners: tuple[TrainsOf, ...] = ()
    on_first_sale: FirstSaleFacts | None = None
    """The effects of its first sale. Null if a train of this type has been sold, or if the sale starts no
    phase."""
