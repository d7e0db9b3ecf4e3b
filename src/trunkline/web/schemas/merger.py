"""The formation of a corporation out of others. Money is in whole dollars, shares are in percent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

FormationStage = Literal["ahead", "forming", "formed", "never"]
PartState = Literal["done", "now", "ahead"]
DebtOutcome = Literal["cleared", "paid", "joined", "decide", "certain", "open"]


class FormationStep(Struct, frozen=True):
    """A step of a formation."""

    name: str
    state: PartState
    summary: str


class DebtFacts(Struct, frozen=True):
    """The debt of a corporation that joins, may join or is free to stay out.

    Amounts are in dollars. A field is null if the title has no such rule.
    """

    corp: str
    president: str
    price: int
    loans: int
    """The number of loans when the formation started."""
    repaid: int | None
    """The number of loans that its treasury repaid."""
    treasury: int
    """Its treasury when the formation started."""
    lacking: int | None
    """The amount that its president must add."""
    has: int | None
    """The president's cash now, or at the time of settlement."""
    short: int | None
    outcome: DebtOutcome
    word: str
    """A short text for the outcome."""


class GivenUp(Struct, frozen=True):
    """Shares of a corporation that joins or may join, in percent."""

    corp: str
    percent: int


class HolderFacts(Struct, frozen=True):
    """The shares that a holder has in the joining corporations.

    ``worth`` is null unless the holder is a player.
    """

    holder: str
    player: bool
    gives: tuple[GivenUp, ...]
    worth: int | None


class Received(Struct, frozen=True):
    """The possessions of a holder after the formation. ``change`` is the change in worth."""

    holder: str
    percent: int
    bonds: int
    odd: bool
    """True if the holder had an odd old share without a second one to exchange it with."""
    president: bool
    worth: int | None
    change: int | None


class FormedTrain(Struct, frozen=True):
    """A train of the corporation that forms."""

    train: str
    type: str
    rusts_on: tuple[str, ...]


class FormedToken(Struct, frozen=True):
    """A station token of the corporation that forms."""

    hex: str
    stop: int
    home: bool
    """True if it is in the home city of a corporation that joined."""


class FutureFacts(Struct, frozen=True):
    """The result of one choice after the whole formation."""

    choice: int | None
    """The id of the choice. Null if there is no choice."""
    about: str
    """The corporation that the choice is about. Empty if there is no choice."""
    name: str
    says: str
    """The result for that corporation, as text."""
    assumed: tuple[str, ...]
    """The choices that other players are assumed to make later. Empty if nothing is open."""
    forms: bool
    joined: tuple[str, ...]
    receives: tuple[Received, ...]
    price: int | None
    price_made: str
    """An explanation of the price, as text."""
    president: str
    president_made: str
    """An explanation of why that player is president. Empty if the rule is explanation enough."""
    president_rule: str
    acting: bool
    """True if the president does not have the full president's certificate."""
    treasury: int
    trains: tuple[FormedTrain, ...]
    tokens: tuple[FormedToken, ...]
    tokens_left: tuple[int, ...]
    """The cost of each further token, in dollars."""


class FormationFacts(Struct, frozen=True):
    """A corporation that is forming out of others, or a forecast of the formation."""

    corp: str
    name: str
    stage: FormationStage
    text: str
    """The state of the formation, in one sentence."""
    imagined: str
    """The assumption behind a forecast. Empty if the formation is real."""
    worth_label: str
    """The basis on which the holders' worth is calculated, as text."""
    steps: tuple[FormationStep, ...]
    debts: tuple[DebtFacts, ...]
    joining: tuple[str, ...]
    """The corporations that join in at least one of the futures."""
    exchange: tuple[HolderFacts, ...]
    futures: tuple[FutureFacts, ...]


class Forms(Struct, frozen=True):
    """A corporation that can only form out of others, and the stage of its formation."""

    corp: str
    name: str
    stage: FormationStage
