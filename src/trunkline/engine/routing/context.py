"""The context of a corporation's runs: track, tokens, trains, values, bonuses and tolls.

A title describes its special rules for routes in a ``RouteContext``. The search knows no title.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

from trunkline.engine.board import Train
from trunkline.engine.track.map_index import STOPS_A_HEX, MapIndex
from trunkline.engine.track.track_state import Tiles, Tokens, TrackState, blocked_stops, position

CITY: Final = 1 << 12
"""The length of a city or an off-board area for a plus train. A town has the length 1, so one number holds
both counts. It is more than the towns of any plus train."""


class TrainRange(Struct, frozen=True, gc=False):
    """The range of a train and the factor of its earnings."""

    reach: int | None
    """Maximum count; None for no limit. For a plus train it counts cities and off-board areas only."""
    unit: Literal["stops", "hexes", "cities"] = "stops"
    """The unit of the count: all stops; hexes after the first; cities and off-board areas (towns then earn
    nothing)."""
    factor: int = 1
    """Factor for the value of its stops."""
    plus: int | None = None
    """Maximum number of towns of a plus train, whose unit is stops; None for all other trains."""

    def stop_length(self, kind: str) -> int:
        """Return the length that a stop of this kind adds to a run. See ``longest``."""
        if self.unit == "hexes":
            return 0
        if self.plus is not None:
            return 1 if kind == "town" else CITY
        return 0 if self.unit == "cities" and kind == "town" else 1

    @property
    def longest(self) -> int | None:
        """Length of the longest run; None for no limit. ``towns_fit`` also limits that of a plus train."""
        return self.reach if self.plus is None or self.reach is None else (self.reach + 1) * CITY - 1

    def towns_fit(self, length: int) -> bool:
        """Return whether a run of this length has no more towns than a plus train may visit."""
        return self.plus is None or length % CITY <= self.plus


class Bonus(Struct, frozen=True, gc=False):
    """Dollars added once for each train that counts any stop on one of these hexes."""

    name: str
    hexes: tuple[str, ...]
    amount: int


class Toll(Struct, frozen=True, gc=False):
    """A fee for each train that crosses any of these hexes on plain track, however often.

    It is paid in addition to the run and does not reduce the earnings. It is never required: a corporation
    that pays no toll avoids these hexes (see ``completion``).
    """

    name: str
    hexes: tuple[str, ...]
    fee: int


@dataclass(frozen=True, eq=False)
class RouteContext:
    """The trains, rules and board for the runs of one corporation. Amounts are in dollars."""

    tables: MapIndex
    tiles: Tiles
    tokens: Tokens
    company: str
    trains: Mapping[str, TrainRange]
    """The trains it may run, by id."""
    values: str
    """The key of the stop values in force."""
    bonuses: tuple[Bonus, ...] = ()
    pair_bonus: int = 0
    """Dollars added for each stop of a run with off-board areas at both ends."""
    tolls: tuple[Toll, ...] = ()
    purse: int = 0
    """Dollars available for tolls, before the runs and for all its trains together."""
    closed: frozenset[int] = frozenset()
    """Numbers of the hexes whose track may not be used: printed track before its phase, and lakes of a
    ferry."""
    gross: bool = False
    """True if the best runs earn the most before their tolls, not after."""

    @cached_property
    def position(self) -> TrackState:
        """The position, with the track of the board."""
        return position(self.tables, self.tiles, self.closed)

    @cached_property
    def stops(self) -> tuple[frozenset[int], frozenset[int]]:
        """Numbers of the stops it may not run through, and of those with its token."""
        return blocked_stops(self.position, self.tokens, self.company)

    def on(self, pos: TrackState, tokens: Tokens, purse: int) -> RouteContext:
        """Return the context of the same corporation on another board, given its position."""
        found = replace(self, tiles=pos.tiles, tokens=tokens, purse=purse)
        found.__dict__["position"] = pos
        return found

    def stop_name(self, g: int) -> str:
        """Return the name of a stop in a run's path."""
        return f"{self.tables.names[g // STOPS_A_HEX]}.{g % STOPS_A_HEX}"

    def stop_number(self, name: str) -> int | None:
        """Return the number of a stop named in a path, or None if it does not exist."""
        hex_id, _, s = name.partition(".")
        h = self.tables.index.get(hex_id)
        here = [] if h is None else [str(n) for n in range(len(self.position.pieces[h].stops))]
        return None if h is None or s not in here else STOPS_A_HEX * h + here.index(s)


def train_range(kind: Train, *, owned: int = 1, bought: Collection[str] = (), longer: int = 0) -> TrainRange:
    """Return the range of a type of train.

    ``owned`` is the number of trains of the type that corporations own, and ``bought`` holds the types bought
    so far. Some ranges depend on them. ``longer`` adds to the printed range.
    """
    if not kind.range_table:
        reach = None if kind.range is None else kind.range + longer
        return TrainRange(reach, kind.unit, plus=kind.plus)
    late = [step for step in kind.range_table if step.after in bought]
    counted = [step for step in kind.range_table if step.owned is not None and step.owned <= max(owned, 1)]
    step = late[-1] if late else counted[-1]
    return TrainRange(step.range + longer, kind.unit, step.factor)
