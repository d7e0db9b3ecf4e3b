"""The sale of the privates. Money is in whole dollars."""

from __future__ import annotations

from msgspec import Struct


class BidFacts(Struct, frozen=True):
    """A player's bid on a private."""

    player: str
    amount: int
    leads: bool


class OpeningPrivate(Struct, frozen=True):
    """A private in the opening sale, sold or unsold."""

    id: str
    name: str
    price: int
    """The present price."""
    face: int
    """The price printed on its certificate."""
    revenue: int
    power: str
    owner: str
    """The player who bought it. Empty while it is for sale."""
    paid: int | None
    """The price that the owner paid. Null while it is for sale."""
    on_offer: bool
    """True if it is the private that can be bought now."""
    auction: bool
    bidders: tuple[str, ...]
    """The players who may still bid in its auction."""
    bids: tuple[BidFacts, ...]
    """The bids in seat order. At most one is the highest."""
    leader: str
    least: int | None
    """The lowest legal bid. Null if the private is bought without bidding."""
    hexes: tuple[str, ...]
    """The hexes of the private or its power. Empty if the power is not limited to particular hexes."""


class Purse(Struct, frozen=True):
    """A player's cash for bids: ``bound`` is committed to current bids, ``free`` is available."""

    player: str
    cash: int
    bound: int
    free: int


class ChainLink(Struct, frozen=True):
    """The result for the next private in line once the one before it is sold, if there are no further bids.

    ``buyer`` pays ``amount``. A single bid decides it; several ``bidders`` hold an auction first.
    """

    private: str
    buyer: str
    amount: int
    bidders: tuple[str, ...]


class OpeningFacts(Struct, frozen=True):
    """The sale of the privates, in selling order.

    ``chain`` starts with the private that is bought or auctioned now, and includes all that are sold
    immediately after it. It is empty if the current player cannot buy. ``step`` is the bid increment: bids
    are multiples of it.
    """

    privates: tuple[OpeningPrivate, ...]
    purses: tuple[Purse, ...]
    step: int
    chain: tuple[ChainLink, ...]
    then: str
    """The private on sale after the chain. Empty if all are sold."""
    all_pass: tuple[str, ...]
    """The result if all players pass now, in sentences. Empty in an auction."""
