"""The calculator of best runs: its choices for a title, a position, and the answer."""

from __future__ import annotations

from msgspec import Struct

from trunkline.web.schemas.map import Laid, PlanFacts, TrackFacts


class CalculatorTrain(Struct, frozen=True):
    """A type of train. ``phase`` is the index of the phase that its first sale starts."""

    type: str
    phase: int
    counted: bool
    """True if its range depends on the number of such trains in the game."""


class CalculatorBonus(Struct, frozen=True):
    """A bonus that a corporation may have. If ``one_hex``, it counts on one of the hexes only."""

    id: str
    name: str
    value: int
    hexes: tuple[str, ...]
    one_hex: bool


class CalculatorFerry(Struct, frozen=True):
    """A ferry route, with the fee of a corporation that does not own it, in dollars."""

    id: str
    name: str
    fee: int


class CalculatorReading(Struct, frozen=True):
    """A reading of the rules whose board differs. Its id is empty for the printed rules."""

    id: str
    note: str


class CalculatorFacts(Struct, frozen=True):
    """The choices of the calculator for a title."""

    phases: tuple[str, ...]
    trains: tuple[CalculatorTrain, ...]
    bonuses: tuple[CalculatorBonus, ...]
    ferries: tuple[CalculatorFerry, ...]
    readings: tuple[CalculatorReading, ...]
    """The readings of the rules that change earnings. Empty if all count alike."""


class CalculatorTile(Struct, frozen=True):
    """A tile that fits on a hex in these rotations. In those of ``keeps``, it keeps the track of the hex."""

    tile: str
    colour: str
    rotations: tuple[int, ...]
    keeps: tuple[int, ...]


class CalculatorHex(Struct, frozen=True):
    """The tiles that can ever be on a hex, by colour."""

    hex: str
    tiles: tuple[CalculatorTile, ...]


class TileLaid(Struct, frozen=True):
    """A tile on a hex, and its rotation in sixths of a full turn."""

    tile: str
    rotation: int


class CalculatorPosition(Struct, frozen=True):
    """A position, and the corporation whose trains run.

    ``tokens`` holds the corporations of each stop by hex, in the order of their slots.
    """

    title: str
    company: str
    phase: str
    trains: tuple[str, ...]
    tiles: dict[str, TileLaid]
    tokens: dict[str, tuple[tuple[str, ...], ...]]
    bonuses: dict[str, str]
    """The hex of each bonus; empty if it counts on all its hexes."""
    ferries: dict[str, int]
    """The fee of each open ferry route."""
    owned: dict[str, int]
    """Trains of all corporations, for types whose range depends on the number."""
    cash: int | None
    """Dollars that the corporation can pay for ferries. None if it can pay all fees."""
    reading: str
    """The reading of the rules whose board counts. Empty for the printed rules."""


class CityFacts(Struct, frozen=True):
    """A stop with slots for station tokens. ``edges`` names the sides that its track leads to."""

    stop: int
    edges: str
    slots: int


class CalculatedRuns(Struct, frozen=True):
    """The best runs of a position."""

    position: CalculatorPosition
    laid: Laid
    """All tiles and tokens for drawing, with the tiles of open ferry routes."""
    ferries: tuple[TrackFacts, ...]
    cities: dict[str, tuple[CityFacts, ...]]
    """The stops with slots, by hex."""
    era: int
    """The index of the off-board values in force."""
    has_token: bool
    """True if the corporation has a token on the map. Without one, no train can run."""
    plan: PlanFacts
