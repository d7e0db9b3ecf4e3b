"""What trains earn at a glance: good runs found fast, not the best ones proved.

Whoever weighs many lays or trains against each other needs a figure that tells them apart. The way through
the stops is searched as two arms from one of the company's tokens, the most promising ones first; trains
take their runs one after another, the longest first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from trunkline.kernel import depot
from trunkline.kernel.action import LayTile
from trunkline.kernel.state import OUT, Corporation
from trunkline.kernel.table import Table
from trunkline.players.boards import found_on
from trunkline.runs.after import Board
from trunkline.runs.context import RouteContext, TrainRange, train_range
from trunkline.runs.links import Link, links_of
from trunkline.steps import running
from trunkline.steps.track import board_after
from trunkline.track.position import Position, position, stop_value
from trunkline.track.tables import STOPS_A_HEX

BEAM: Final = 16
"""Arms that are made longer, of each length."""
LONGEST: Final = 9
"""Stops of an arm."""

Out = Mapping[int, tuple[tuple[int, Link], ...]]


_Arm = tuple[int, int, int, int, int]
"""A way from a token: what it earns, how much of a train's range it takes, the places and the track that it
uses as bits, and the stop where it ends."""


def context_with(t: Table, corp: Corporation, trains: Sequence[str]) -> RouteContext:
    """What a corporation could run with these trains, by type, instead of its own.

    Of trains of a type that are all alike any may stand for it; without any, there is nothing to run.
    """
    now = running.context(t, corp)
    free = {}
    for name in trains:
        copies = [train for train, at in t.state.trains.items() if depot.train_name(train) == name]
        usable = [train for train in copies if train not in free]
        # Its own first: a train may be set apart. A type that has sold out still says how far it goes.
        usable.sort(key=lambda train: (t.state.trains[train] != corp.id, t.state.trains[train] == OUT))
        if usable:
            free[usable[0]] = train_range(depot.train_type(t, usable[0]))
    offered = RouteContext(
        now.tables,
        now.tiles,
        now.tokens,
        now.company,
        free,
        now.values,
        pair_bonus=now.pair_bonus,
        closed=now.closed,
    )
    return t.title.policies.routes(t, corp, offered)


class Glance:
    """What a corporation's trains earn on the board as it lies, and on boards that differ on one hex."""

    def __init__(self, t: Table, corp: Corporation) -> None:
        self._t = t
        self._corp = corp
        self._now = position(t.title.tables, t.state.tiles, t.closed_hexes())
        self._known = found_on(t, corp.id, "runs")
        self._boards: dict[tuple[str, str, int], Board] = {}
        self._found: dict[tuple[object, ...], int] = {}
        self._plain: dict[tuple[str, ...], RouteContext] = {}

    def now(self, trains: Sequence[str]) -> int:
        """What trains of these types earn in a turn, in dollars."""
        plain = self._with(trains)
        key = _asked(plain)
        earned = self._known.get(key)
        if earned is None:
            earned = self._known[key] = self._earned(plain, self._now)
        return int(earned)

    def own(self) -> int:
        """What its own trains earn, borrowed ones among them."""
        return self._earned(running.context(self._t, self._corp), self._now)

    def after(self, lay: LayTile, trains: Sequence[str]) -> int:
        """What trains of these types earn once a tile has been laid."""
        plain = self._with(trains)
        key = (lay.hex, lay.tile, lay.rotation, *_asked(plain))
        earned = self._known.get(key)
        if earned is None:
            earned = self._known[key] = self._after(lay, plain)
        return int(earned)

    def _after(self, lay: LayTile, plain: RouteContext) -> int:
        place = lay.hex, lay.tile, lay.rotation
        board = self._boards.get(place)
        if board is None:
            laid = board_after(self._t, lay)
            board = self._boards[place] = Board(self._now, lay.hex, laid.tiles, laid.tokens)
        change = board.change
        if change is None:
            return self._earned(plain, self._now)
        then = plain.on(board.position, board.tokens, plain.purse)
        # Turned tiles often join the same stops: what differs for trains is the links and the stops there.
        stops = tuple(
            (stop.kind, stop_value(stop, plain.values), stop.slots)
            for stop in board.position.pieces[board.h].stops
        )
        key = (board.h, change.gone, change.new, stops, tuple(plain.trains.values()))
        if key not in self._found:
            self._found[key] = self._earned(then, board.position)
        return self._found[key]

    def _with(self, trains: Sequence[str]) -> RouteContext:
        key = tuple(trains)
        found = self._plain.get(key)
        if found is None:
            found = self._plain[key] = context_with(self._t, self._corp, trains)
        return found

    @staticmethod
    def _earned(context: RouteContext, pos: Position) -> int:
        return earned(context, pos, links_of(pos).out) if context.trains else 0


def _asked(context: RouteContext) -> tuple[object, ...]:
    """What ``earned`` looks at beside the board and the phase."""
    return (*context.trains.values(), *context.bonuses)


def earned(context: RouteContext, pos: Position, out: Out) -> int:
    """Good runs of all trains together, in dollars."""
    blocked, own = context.stops
    kinds = sorted(context.trains.values(), key=lambda kind: -(kind.reach or 99) * kind.factor)
    used = total = 0
    bonus = {
        pos.tables.index[hex]: (name, each.amount)
        for name, each in enumerate(context.bonuses)
        for hex in each.hexes
    }
    found: dict[tuple[str, int | None], list[tuple[int, list[_Arm]]]] = {}
    stops: dict[str, _Stops] = {}
    for kind in kinds:
        key = kind.unit, kind.reach
        values = stops.get(kind.unit) or stops.setdefault(kind.unit, _Stops(context, pos, kind.unit, bonus))
        if key not in found:
            found[key] = [(home, _arms(pos, out, blocked, home, kind, values)) for home in sorted(own)]
        value, track = 0, 0
        for home, arms in found[key]:
            start, size, _ = values[home]
            free = [arm for arm in arms if not arm[3] & used] if used else arms
            best = _joined(free, kind, home_size=size, least=value - start)
            if best is not None and best[0] + start > value:
                value, track = best[0] + start, best[1]
        used |= track
        total += value * kind.factor
    return total


class _Stops(dict[int, tuple[int, int, int]]):
    """What each stop is worth, what it takes of the range and the bit of its place, found once."""

    def __init__(
        self, context: RouteContext, pos: Position, unit: str, bonus: Mapping[int, tuple[int, int]]
    ) -> None:
        super().__init__()
        self._context, self._pos, self._unit, self._bonus = context, pos, unit, bonus

    def __missing__(self, g: int) -> tuple[int, int, int]:
        value = _value(self._context, self._pos, g, self._unit, self._bonus)
        found = self[g] = value, _size(self._pos, g, self._unit), 1 << self._pos.tables.place[g]
        return found


def _joined(arms: list[_Arm], kind: TrainRange, *, home_size: int, least: int) -> tuple[int, int] | None:
    """The best of one arm and of two: what it earns beside the token it starts from, and its track."""
    reach = 10**6 if kind.reach is None else kind.reach
    if kind.unit == "stops" or kind.unit == "cities":
        reach -= home_size
    best, track = least, None
    for i, (value, size, places, way, _) in enumerate(arms):
        if value * 2 <= best:
            break
        if size > reach:
            continue
        if value > best:
            best, track = value, way
        left = reach - size
        for j in range(i + 1, len(arms)):
            other = arms[j]
            both = value + other[0]
            if both <= best:
                break
            if other[1] <= left and not (places & other[2] or way & other[3]):
                best, track = both, way | other[3]
                break
    return None if track is None else (best, track)


def _arms(
    pos: Position, out: Out, blocked: set[int], home: int, kind: TrainRange, values: _Stops
) -> list[_Arm]:
    """Ways from a token that a train has the range for, the most valuable first."""
    reach = 10**6 if kind.reach is None else kind.reach
    in_hexes = kind.unit == "hexes"
    _, own_size, here = values[home]
    left = reach - (0 if in_hexes else own_size)
    wave: list[_Arm] = [(0, 0, 0, 0, home)]
    arms: list[_Arm] = []
    pieces = pos.pieces
    for _ in range(LONGEST):
        then: list[_Arm] = []
        for earned_so_far, so_long, places, track, end in wave:
            if end != home and (end in blocked or pieces[end // STOPS_A_HEX].terminal):
                continue
            taken = places | here
            for stop, link in out.get(end, ()):
                value, size, bit = values[stop]
                if taken & bit or track & link.track:
                    continue
                size = so_long + (link.hexes if in_hexes else size)
                if size > left:
                    continue
                then.append((earned_so_far + value, size, places | bit, track | link.track, stop))
        if not then:
            break
        then.sort(reverse=True)
        wave = then[:BEAM]
        arms += wave
    arms.sort(reverse=True)
    return arms


def _size(pos: Position, g: int, unit: str) -> int:
    """What a stop takes of the range of a train that counts stops, or cities."""
    if unit == "cities":
        return int(pos.pieces[g // STOPS_A_HEX].stops[g % STOPS_A_HEX].kind != "town")
    return 1


def _value(
    context: RouteContext, pos: Position, g: int, unit: str, bonus: Mapping[int, tuple[int, int]]
) -> int:
    h = g // STOPS_A_HEX
    stop = pos.pieces[h].stops[g % STOPS_A_HEX]
    if unit == "cities" and stop.kind == "town":
        return 0
    return stop_value(stop, context.values) + (bonus[h][1] if h in bonus else 0)
