"""Connections by track: a route of any length between stops and hexes, for any corporation."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple, cast

from trunkline.engine.track.exact_reach import reached
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX, MapIndex, Piece
from trunkline.engine.track.sweep import OPEN, sweep
from trunkline.engine.track.track_state import Tiles, TrackState, position

LATEST: Final = "connections"
"""The key under which a board's tables cache the latest answer to each question."""


class _Answer(NamedTuple):
    """An answer, with the track on the hexes that the routes enter. It holds until one of them changes."""

    joined: bool
    track: list[tuple[int, Piece]]


def connects(
    tables: MapIndex,
    tiles: Tiles,
    starts: Iterable[tuple[str, int]],
    goals: Iterable[str],
    *,
    any_track: bool = False,
    through: Collection[tuple[str, int]] = (),
    closed: frozenset[int] = frozenset(),
) -> bool:
    """Return whether a legal route joins one of the starting stops with a stop of one of the goal hexes.

    Tokens and distance do not count. Routes do not run through off-board areas, except those entered by an
    edge in `through` (hex, edge). With `any_track` it is enough that the route reaches any track of a goal
    hex. The latest answer is cached, because most lays are out of its reach.
    """
    pos = position(tables, tiles, closed)
    key = (tuple(starts), tuple(goals), any_track, tuple(through))
    latest = cast("dict[object, _Answer]", tables.kept.setdefault(LATEST, {}))
    known = latest.get(key)
    if known is None or any(pos.pieces[h] is not piece for h, piece in known.track):
        known = latest[key] = _answer(pos, *key)
    return known.joined


def _answer(
    pos: TrackState,
    starts: Collection[tuple[str, int]],
    goals: Collection[str],
    any_track: bool,
    through: Collection[tuple[str, int]],
) -> _Answer:
    index, pieces = pos.tables.index, pos.pieces
    ends = {index[name] for name in goals}
    origin = [(index[name], stop) for name, stop in starts]
    if any(h in ends for h, _ in origin):
        return _Answer(True, [])
    begin = [STOPS_A_HEX * h + s for h, s in origin if s < len(pieces[h].stops)]
    gates = {STOP * index[name] + edge for name, edge in through}
    found = sweep(pos, begin, (), gates)
    hexes = {face // STOP for face in found.faces}.union(h for h, _ in origin)
    if any_track:
        with_track = {STOP * h + edge for h in ends for edge in range(STOP) if pieces[h].at[edge]}
        seen = {face: path for face, path in found.faces.items() if face in with_track}
    else:
        seen = {g: path for g, path in found.stops.items() if g // STOPS_A_HEX in ends}
    joined = any(path != OPEN for path in seen.values()) or (
        bool(seen) and not reached(pos, begin, (), gates)[0 if any_track else 1].isdisjoint(seen)
    )
    return _Answer(joined, [(h, pieces[h]) for h in hexes])
