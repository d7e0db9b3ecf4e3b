"""A corporation that forms out of others, as it is sent. Money is in whole dollars, shares in percent."""

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
    """A corporation that goes in, may go in or is free of it. Null: its title asks for no such thing."""

    corp: str
    president: str
    price: int
    loans: int
    """Loans as the formation began."""
    repaid: int | None
    """Loans that its treasury repaid by itself."""
    treasury: int
    """What it had as the formation began."""
    lacking: int | None
    """What its president must add."""
    has: int | None
    """What the president has, or had as it was settled."""
    short: int | None
    outcome: DebtOutcome
    word: str
    """The outcome in a few words."""


class GivenUp(Struct, frozen=True):
    """Shares of a corporation that goes in, or may."""

    corp: str
    percent: int


class HolderFacts(Struct, frozen=True):
    """What a player or a place holds of those corporations; only players are worth something."""

    holder: str
    player: bool
    gives: tuple[GivenUp, ...]
    worth: int | None


class Received(Struct, frozen=True):
    """What a holder has when all is done; ``change`` is that of the worth."""

    holder: str
    percent: int
    bonds: int
    odd: bool
    """Whether an old share was left over that found no second one."""
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
    """Whether it stands on a home of a corporation that went in."""


class FutureFacts(Struct, frozen=True):
    """What comes of one choice once all of the formation is over."""

    choice: int | None
    """The id of the choice; null where nothing is chosen."""
    about: str
    """The corporation that is chosen about; empty where nothing is chosen."""
    name: str
    says: str
    """What becomes of what the choice is about, in words."""
    assumed: tuple[str, ...]
    """What others are taken to choose after it; empty where nothing is open."""
    forms: bool
    joined: tuple[str, ...]
    receives: tuple[Received, ...]
    price: int | None
    price_made: str
    """How the price comes about."""
    president: str
    president_made: str
    """Why it is that player; empty where the rule says it all."""
    president_rule: str
    acting: bool
    """Whether the president has not the president's certificate in full."""
    treasury: int
    trains: tuple[FormedTrain, ...]
    tokens: tuple[FormedToken, ...]
    tokens_left: tuple[int, ...]
    """What each further token costs."""


class FormationFacts(Struct, frozen=True):
    """A corporation forming out of others, or what would come of it now."""

    corp: str
    name: str
    stage: FormationStage
    text: str
    """Where it stands, in a sentence."""
    imagined: str
    """What a forecast takes for granted; empty where it forms indeed."""
    worth_label: str
    """What the worth of the holders is counted at."""
    steps: tuple[FormationStep, ...]
    debts: tuple[DebtFacts, ...]
    joining: tuple[str, ...]
    """Corporations that go in, in some future."""
    exchange: tuple[HolderFacts, ...]
    futures: tuple[FutureFacts, ...]


class Forms(Struct, frozen=True):
    """A corporation of the title that only forms out of others, and where that stands."""

    corp: str
    name: str
    stage: FormationStage
