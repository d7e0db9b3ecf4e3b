"""Money that a president must raise. Amounts are in whole dollars."""

from __future__ import annotations

from msgspec import Struct


class LotFacts(Struct, frozen=True):
    """A number of shares or bonds sold together."""

    count: int
    raises: int
    price_after: int | None
    """The share price after the sale. Null for bonds."""
    lacking_after: int
    """The amount that is still missing after the sale. 0 if the sale raises enough."""
    president_after: str
    """The president of the corporation after the sale."""


class SaleFacts(Struct, frozen=True):
    """Shares or bonds that can be sold, with a lot for each legal number.

    ``choice`` is the id of the choice.
    """

    choice: int
    what: str
    corp: str | None
    held: int
    """The number of shares or bonds owned."""
    price: int
    lots: tuple[LotFacts, ...]


class KeptFacts(Struct, frozen=True):
    """Something that cannot be sold, and the reason."""

    what: str
    corp: str | None
    why: str
    rule: str


class HelpFacts(Struct, frozen=True):
    """Another choice that reduces the missing amount: a loan or a different train."""

    choice: int
    """The id of the choice."""
    amount: int | None
    """The amount that helps most. Null if the choice has no amounts."""
    lacking_after: int
    """The amount that is still missing afterwards. 0 if the choice covers it."""
    asked: str
    """The player who must agree. Empty if no consent is needed."""


class RaisingFacts(Struct, frozen=True):
    """A payment that a president must cover."""

    player: str
    corp: str
    what: str
    """The purpose of the payment."""
    whole: int
    """The total amount due."""
    corp_has: int
    """The part that the corporation pays: its cash and what it borrows for the payment."""
    due: int
    """The part that the president pays."""
    has: int
    """The president's cash."""
    lacking: int
    """The amount to raise. 0 if the cash is enough."""
    brings: int
    """The proceeds of sales, until they are enough or nothing is left to sell."""
    enough: bool
    """True if sales can raise enough."""
    short: int
    """The amount still missing after all possible sales. 0 if they are enough."""
    sales: tuple[SaleFacts, ...]
    ways: tuple[HelpFacts, ...]
    """The other choices. Those that need no consent come first."""
    kept: tuple[KeptFacts, ...]
    bankruptcy: int | None
    """The id of the choice to go bankrupt. Null if it is not legal."""
    bankruptcy_why: str
    """The reason why bankruptcy is not legal. Empty if it is legal."""
    bankruptcy_rule: str
