"""Money that a president must raise, as it is sent. In whole dollars."""

from __future__ import annotations

from msgspec import Struct


class LotFacts(Struct, frozen=True):
    """So many shares or bonds sold at once."""

    count: int
    raises: int
    price_after: int | None
    """Of a share; null for bonds."""
    lacking_after: int
    """What would still be lacking, 0 where it is enough."""
    president_after: str
    """Who would be president of the corporation sold."""


class SaleFacts(Struct, frozen=True):
    """Something that may be sold, in every number that is legal; ``choice`` is the id of the choice."""

    choice: int
    what: str
    corp: str | None
    held: int
    """Shares or bonds in hand."""
    price: int
    lots: tuple[LotFacts, ...]


class KeptFacts(Struct, frozen=True):
    """Something that may not be sold, and why."""

    what: str
    corp: str | None
    why: str
    rule: str


class HelpFacts(Struct, frozen=True):
    """Something else that may be done and leaves less to be raised: a loan, another train."""

    choice: int
    """The id of the choice."""
    amount: int | None
    """The amount of it that helps most, of a choice that has amounts."""
    lacking_after: int
    """What would still be lacking, 0 where it is enough."""
    asked: str
    """Who must agree to it; empty where nobody must."""


class RaisingFacts(Struct, frozen=True):
    """A payment that a president must see to."""

    player: str
    corp: str
    what: str
    """What for."""
    whole: int
    """What is due in all."""
    corp_has: int
    """What the corporation pays itself: its cash, and what it borrows for it."""
    due: int
    """The president's part of it."""
    has: int
    """Cash of the president."""
    lacking: int
    """What must be raised, 0 where the cash suffices."""
    brings: int
    """What sales bring until it is enough or nothing is left to be sold."""
    enough: bool
    """Whether sales can bring enough."""
    short: int
    """Dollars that are missing after all possible sales, 0 if they suffice."""
    sales: tuple[SaleFacts, ...]
    ways: tuple[HelpFacts, ...]
    """Those that nobody else must agree to come first."""
    kept: tuple[KeptFacts, ...]
    bankruptcy: int | None
    """The id of the choice, where it is legal."""
    bankruptcy_why: str
    """Why it is not; empty where it is."""
    bankruptcy_rule: str
