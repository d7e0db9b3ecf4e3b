"""The result of an action. Money is in whole dollars, shares are in percent.

Each change has the values before and after the action. Values that stay the same are omitted.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.web.schemas.log import ActionKind


class Change(Struct, frozen=True):
    """A change in dollars of a player or a corporation. ``name`` is empty for the bank."""

    name: str
    before: int
    after: int


class CertificateChange(Struct, frozen=True):
    """A change in the certificates that a player holds, or in the certificate limit.

    It is also included if only the limit changes.
    """

    player: str
    before: float
    after: float
    limit: int
    limit_before: int


class ChartBox(Struct, frozen=True):
    """A box of the chart."""

    row: int
    column: int
    price: int


class PriceChange(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """The move of a price token.

    ``from`` is null if the token enters the chart, and ``to`` is null if it leaves it. ``path`` lists the
    boxes on the way, including the last one.
    """

    corp: str
    source: ChartBox | None
    target: ChartBox | None
    path: tuple[ChartBox, ...]


class HoldingChange(Struct, frozen=True):
    """A change in the percentage of a corporation that one holder has.

    The holder is a player, the IPO (``offering``), the pool or the corporation's treasury.
    """

    corp: str
    place: str
    player: bool
    before: int
    after: int


class PresidentChange(Struct, frozen=True):
    """A change of president of a corporation. An empty name means no president."""

    corp: str
    before: str
    after: str


class TrainChange(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """The transfer of a train.

    ``from`` and ``to`` are ``bank``, ``pool``, ``out`` or a corporation. ``train`` is the id of the train.
    """

    train: str
    type: str
    source: str
    target: str
    rusted: bool


class CountChange(Struct, frozen=True):
    """A change in a number of items: the loans of a corporation, or the bonds of a holder."""

    name: str
    before: int
    after: int


class OwnerChange(Struct, frozen=True):
    """A change in the owner of a private; empty for the bank. ``closed`` is true if the action closes it."""

    private: str
    name: str
    before: str
    after: str
    closed: bool


class PhaseChange(Struct, frozen=True):
    """A change of phase, by name."""

    before: str
    after: str


class NextFacts(Struct, frozen=True):
    """The next decision and the players who make it.

    As in a decision, ``corp`` is the corporation whose turn it belongs to. ``about`` is the corporation that
    an interrupting decision is about.
    """

    seats: tuple[str, ...]
    step: str
    corp: str | None
    about: str | None


class Barred(Struct, frozen=True):
    """Choices of one kind that are legal now and will be illegal, all for the same reason."""

    kind: ActionKind
    corps: tuple[str, ...]
    text: str
    count: int
    rule: str
    section: str
    why: str
    forfeited: bool = False
    """True if the turn loses all choices of this kind and the action is of another kind. Clients warn the
    player."""


class Opened(Struct, frozen=True):
    """Choices of one kind that are illegal now and will be legal."""

    kind: ActionKind
    corps: tuple[str, ...]
    text: str
    count: int


WarningName = Literal["last-train", "no-train", "other-president", "slow-return", "no-float"]


class WarningFacts(Struct, frozen=True):
    """A consequence that new players often overlook, with figures. Dismiss them by ``kind``."""

    kind: WarningName
    text: str


class Outcome(Struct, frozen=True):
    """The result of an action, found by playing it on a copy.

    An offer counts as accepted: ``asked`` is the player who must accept it, and is empty for other actions.
    ``bars`` and ``opens`` compare the legal choices of the acting player before and after the action in the
    same turn. They are empty if the turn passes to another player or another decision comes first.
    """

    asked: str
    cash: tuple[Change, ...]
    worth: tuple[Change, ...]
    certificates: tuple[CertificateChange, ...]
    prices: tuple[PriceChange, ...]
    holdings: tuple[HoldingChange, ...]
    presidents: tuple[PresidentChange, ...]
    trains: tuple[TrainChange, ...]
    loans: tuple[CountChange, ...]
    bonds: tuple[CountChange, ...]
    privates: tuple[OwnerChange, ...]
    phase: PhaseChange | None
    next: NextFacts | None
    """Null if the action ends the game."""
    headlines: tuple[str, ...] = ()
    """New corporations, closings and bankruptcies, most important first."""
    bars: tuple[Barred, ...] = ()
    opens: tuple[Opened, ...] = ()
    warnings: tuple[WarningFacts, ...] = ()


class RefusalFacts(Struct, frozen=True):
    """The refusal of one of several actions. ``error`` is the complete message."""

    error: str
    rule: str
    section: str
    why: str
