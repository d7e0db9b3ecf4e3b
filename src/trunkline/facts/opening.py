"""The sale of the privates, as it is sent. Money is in whole dollars."""

from __future__ import annotations

from msgspec import Struct


class BidFacts(Struct, frozen=True):
    """A player's bid on a private."""

    player: str
    amount: int
    leads: bool


class OpeningPrivate(Struct, frozen=True):
    """A private of the opening, sold or not."""

    id: str
    name: str
    price: int
    """What it costs now."""
    face: int
    """What its certificate says that it costs."""
    revenue: int
    power: str
    owner: str
    """Who has bought it; empty while it is for sale."""
    paid: int | None
    """What its owner paid; None while it is for sale."""
    on_offer: bool
    """Whether it is the one that can be bought now."""
    auction: bool
    bidders: tuple[str, ...]
    """Who may still bid in its auction."""
    bids: tuple[BidFacts, ...]
    """By seats; at most one leads."""
    leader: str
    least: int | None
    """The lowest bid now allowed on it; None where it is bought and not bid on."""
    hexes: tuple[str, ...]
    """Where it lies or its power works, as far as that is in some places only."""


class Purse(Struct, frozen=True):
    """What a player can bid with: ``bound`` by bids that stand, ``free`` for others."""

    player: str
    cash: int
    bound: int
    free: int


class ChainLink(Struct, frozen=True):
    """What becomes of a private once the one before it is sold, if nobody bids more: ``buyer`` has it for
    ``amount``, by the only bid or, where there are more ``bidders``, after an auction between them."""

    private: str
    buyer: str
    amount: int
    bidders: tuple[str, ...]


class OpeningFacts(Struct, frozen=True):
    """The sale of the privates, in selling order.

    ``chain`` begins with what is bought or auctioned now, and has all that is sold at once after it; it is
    empty where whoever decides cannot buy. ``step``: bids are multiples of so many dollars.
    """

    privates: tuple[OpeningPrivate, ...]
    purses: tuple[Purse, ...]
    step: int
    chain: tuple[ChainLink, ...]
    then: str
    """The private on offer after the chain; empty where all are sold."""
    all_pass: tuple[str, ...]
    """What happens if everybody passes now, in sentences; empty in an auction."""
