"""All that a company's runs depend on: track, tokens, trains, values, bonuses, fees.

A title says what is special about its routes by filling in a ``RouteContext``; the search knows no title.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from msgspec import Struct

from trunkline.board import Train
from trunkline.track.position import Position, Tiles, Tokens, blocked_stops, position
from trunkline.track.tables import STOPS_A_HEX, MapTables


class TrainRange(Struct, frozen=True, gc=False):
    """How far a train runs and what it earns."""

    reach: int | None
    """The most it may count; None: no limit."""
    unit: Literal["stops", "hexes", "cities"] = "stops"
    """What it counts: all stops; hexes after the first; cities and off-board places (towns then earn
    nothing)."""
    factor: int = 1
    """The value of its stops is multiplied by this."""


class Bonus(Struct, frozen=True, gc=False):
    """Money added once for each train that counts any stop on one of these hexes."""

    name: str
    hexes: tuple[str, ...]
    amount: int


class Toll(Struct, frozen=True, gc=False):
    """A fee for each train that crosses any of these hexes on plain track, however often.

    It is paid beside the earnings, and never owed: who pays none keeps off these hexes (see ``owed_runs``).
    """

    name: str
    hexes: tuple[str, ...]
    fee: int


@dataclass(frozen=True, eq=False)
class RouteContext:
    """One company on the board as it lies: what it may run and what that earns. Dollars throughout."""

    tables: MapTables
    tiles: Tiles
    tokens: Tokens
    company: str
    trains: Mapping[str, TrainRange]
    """The trains it may run, by id."""
    values: str
    """The key of the stop values in force."""
    bonuses: tuple[Bonus, ...] = ()
    pair_bonus: int = 0
    """Added for each stop of a run that has an off-board place at both ends."""
    tolls: tuple[Toll, ...] = ()
    purse: int = 0
    """What it can pay for tolls, beforehand and for all its trains together."""
    closed: frozenset[int] = frozenset()
    """Numbers of the hexes whose track may not be used: printed track before its phase, lakes of a ferry."""
    gross: bool = False
    """Whether the best is what earns the most before its tolls, and not after them."""

    @cached_property
    def position(self) -> Position:
        """The board's track."""
        return position(self.tables, self.tiles, self.closed)

    @cached_property
    def stops(self) -> tuple[set[int], set[int]]:
        """Numbers of the stops it may not run through, and of those where it has a token."""
        return blocked_stops(self.position, self.tokens, self.company)

    def on(self, pos: Position, tokens: Tokens, purse: int) -> RouteContext:
        """The same company on another board, whose position somebody has already."""
        found = replace(self, tiles=pos.tiles, tokens=tokens, purse=purse)
        found.__dict__["position"] = pos
        return found

    def stop_name(self, g: int) -> str:
        """A stop as a run's path names it."""
        return f"{self.tables.names[g // STOPS_A_HEX]}.{g % STOPS_A_HEX}"

    def stop_number(self, name: str) -> int | None:
        """The number of a stop that a path names; None where there is no such stop."""
        hex_id, _, s = name.partition(".")
        h = self.tables.index.get(hex_id)
        here = [] if h is None else [str(n) for n in range(len(self.position.pieces[h].stops))]
        return None if h is None or s not in here else STOPS_A_HEX * h + here.index(s)


def train_range(kind: Train, *, owned: int = 1, bought: Collection[str] = (), longer: int = 0) -> TrainRange:
    """How far a type of train runs.

    ``owned`` is the number of trains of the type that companies own and ``bought`` the types bought so far,
    for a range that depends on them; ``longer`` is what lengthens this train beyond what is printed.
    """
    if not kind.range_table:
        reach = None if kind.range is None else kind.range + longer
        return TrainRange(reach, kind.unit)
    late = [step for step in kind.range_table if step.after in bought]
    counted = [step for step in kind.range_table if step.owned is not None and step.owned <= max(owned, 1)]
    step = late[-1] if late else counted[-1]
    return TrainRange(step.range + longer, kind.unit, step.factor)
