"""Runs, the trains that make them, and what a title says about routes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Run(Struct, frozen=True):
    """One train's route, from one end to the other.

    The path names what the train meets in order: "HEX.s" for stop s of a hex, "HEX" for a hex crossed on
    plain track. Both ends are stops. Two stops of one hex follow each other only where track joins them.
    """

    train: str
    path: tuple[str, ...]

    @property
    def stops(self) -> tuple[str, ...]:
        """The stops visited, as in the path."""
        return tuple(p for p in self.path if "." in p)

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes run through, in order; a hex entered again is named again."""
        names = [p.partition(".")[0] for p in self.path]
        return tuple(n for i, n in enumerate(names) if i == 0 or n != names[i - 1])


class TrainRange(Struct, frozen=True):
    """How far a train runs and what it earns."""

    reach: int | None
    """The most it may count; None: no limit."""
    unit: Literal["stops", "hexes", "cities"] = "stops"
    """What it counts: all stops; hexes after the first; cities and off-board places (towns then earn
    nothing)."""
    factor: int = 1
    """The value of its stops is multiplied by this."""


class Bonus(Struct, frozen=True):
    """Money added once for each train that counts any stop on one of these hexes."""

    name: str
    hexes: tuple[str, ...]
    amount: int


class RoutePolicy(Struct, frozen=True):
    """What a title says about routes beyond what its map shows."""

    pair_bonus: int = 0
    """Added for each stop of a run that has an off-board place at both ends."""


class Problem(Struct, frozen=True):
    """Something a proposed set of runs does wrong. The caller knows which rule each key stands for."""

    key: Literal[
        "train",
        "unknown_track",
        "stop_skipped",
        "reversal",
        "two_stops",
        "own_marker",
        "repeat_stop",
        "repeat_track",
        "offboard_end",
        "blocked_city",
        "length",
        "shared_track",
    ]
    text: str
    run: int
    """Index of the run at fault."""


class Earnings(Struct, frozen=True):
    """What one run earns, item by item."""

    stops: tuple[tuple[str, str, int], ...]
    """Stop as in the path, name of the place, value."""
    bonuses: tuple[tuple[str, str, int], ...]
    """Stop that earns it, name of the bonus, amount."""
    pair: int
    """Bonus for joining two off-board places."""

    @property
    def total(self) -> int:
        """Dollars earned by the run."""
        return sum(s[2] for s in self.stops) + sum(b[2] for b in self.bonuses) + self.pair


class RunPlan(Struct, frozen=True):
    """A legal set of runs for a company's trains; trains without a run are left out."""

    runs: tuple[Run, ...]
    revenues: tuple[int, ...]
    """Dollars of each run."""
    total: int
    bound: int
    """No legal set earns more than this."""
    nodes: int = 0
    """Search steps taken."""

    @property
    def proof(self) -> str:
        """Whether the total is proved to be the best."""
        return "optimal" if self.bound <= self.total else f"at most {self.bound}"
