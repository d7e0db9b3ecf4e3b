"""What an action leads to, as it is sent. Money is in whole dollars, shares are in percent.

Everything is told as it is before and after; what stays as it is, is left out.
"""

from __future__ import annotations

from msgspec import Struct

from trunkline.tables.records import ActionKind


class Change(Struct, frozen=True):
    """Dollars of a player or a corporation; ``name`` is empty for the bank."""

    name: str
    before: int
    after: int


class CertificateChange(Struct, frozen=True):
    """What a player's certificates count, and the limit after it; told as well where only the limit moves."""

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
    """The move of a price token; ``from`` is null where it comes to the chart, ``to`` where it leaves it.

    ``path`` are the boxes that it comes to on its way, the last one included.
    """

    corp: str
    source: ChartBox | None
    target: ChartBox | None
    path: tuple[ChartBox, ...]


class HoldingChange(Struct, frozen=True):
    """Percent of a corporation at a place: with a player, in the offering, the pool or its treasury."""

    corp: str
    place: str
    player: bool
    before: int
    after: int


class PresidentChange(Struct, frozen=True):
    """The president of a corporation; empty where there is none."""

    corp: str
    before: str
    after: str


class TrainChange(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """Where a train goes: bank, pool, out or a corporation. ``train`` is its id."""

    train: str
    type: str
    source: str
    target: str
    rusted: bool


class CountChange(Struct, frozen=True):
    """Pieces of a kind with somebody: loans of a corporation, bonds at a place."""

    name: str
    before: int
    after: int


class OwnerChange(Struct, frozen=True):
    """Who owns a private; empty for the bank. ``closed``: it closes by this."""

    private: str
    name: str
    before: str
    after: str
    closed: bool


class PhaseChange(Struct, frozen=True):
    """The phase in force, by its name."""

    before: str
    after: str


class NextFacts(Struct, frozen=True):
    """Who decides after it, and what: as in a decision, ``corp`` is the corporation whose turn it belongs to,
    ``about`` the one that a decision is about which interrupts a turn."""

    seats: tuple[str, ...]
    step: str
    corp: str | None
    about: str | None


class Barred(Struct, frozen=True):
    """Choices of one kind that are legal now and will not be, all by the same rule for the same reason."""

    kind: ActionKind
    corps: tuple[str, ...]
    text: str
    count: int
    rule: str
    section: str
    why: str
    forfeited: bool = False
    """Whether the turn has no choice of the kind any more, and the action is of another: one warns of it."""


class Opened(Struct, frozen=True):
    """Choices of one kind that are not legal now and will be."""

    kind: ActionKind
    corps: tuple[str, ...]
    text: str
    count: int


class Outcome(Struct, frozen=True):
    """What an action leads to, found by playing it on a copy.

    An offer is taken as accepted: ``asked`` is the player who must accept it, and empty where nobody must.
    ``bars`` and ``opens`` compare what the one who acts may do before and after it in the same turn; they are
    empty where the turn passes on or something else has to be decided first.
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
    """None where the game ends by it."""
    headlines: tuple[str, ...] = ()
    """Creations, closings and bankruptcies, the most important first."""
    bars: tuple[Barred, ...] = ()
    opens: tuple[Opened, ...] = ()


class RefusalFacts(Struct, frozen=True):
    """Why one of several actions is refused: ``error`` is the whole sentence."""

    error: str
    rule: str
    section: str
    why: str
