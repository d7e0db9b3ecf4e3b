"""The fixed data of a map, computed once per board: neighbours, rotated tiles, printed track and open sides.

Inside this package hexes are numbered in the board's order. An end of track is an int: 0 to 5 for an edge,
`STOP + s` for stop s of the tile. A *side* is the border between two hexes. It has two faces, one in each
hex; the face of hex h at edge e is number 6 h + e. Crossing a side leads from a face to its `mate`.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Final, NamedTuple

from trunkline.engine.board import Board, End, Hex, Stop, Track
from trunkline.engine.board.hex_grid import neighbours

STOP: Final = 6
"""Number of the end that is stop 0; lower ends are edges."""
STOPS_A_HEX: Final = 4
"""Maximum stops per hex. Stop s of hex h is number STOPS_A_HEX * h + s on the map."""


class PlacedTile(NamedTuple):
    """A tile on a hex, with its rotation."""

    tile: str
    rotation: int


class Token(NamedTuple):
    """A station token: the stop of its hex, its owner, and its slot of the stop (from 0)."""

    stop: int
    corp: str
    slot: int


class Piece:
    """The track of one hex: a tile in one rotation, or the printed track. Immutable."""

    __slots__ = (
        "at",
        "doubles",
        "edges",
        "ferry",
        "land_edges",
        "segments",
        "stop_edges",
        "stops",
        "terminal",
        "tile",
        "uid",
    )

    def __init__(
        self,
        uid: int,
        tile: str,
        stops: tuple[Stop, ...],
        track: tuple[tuple[int, int], ...],
        ferry: tuple[tuple[int, int], ...] = (),
        *,
        terminal: bool = False,
    ) -> None:
        self.uid = uid
        self.tile = tile
        """Tile id; empty for printed track."""
        self.stops = stops
        self.segments = tuple(sorted((min(s), max(s)) for s in (*track, *ferry)))
        """All segments of track as pairs of ends, the lower end first. Parallel tracks appear twice."""
        self.ferry = frozenset((min(s), max(s)) for s in ferry)
        """The segments that are ferry lines."""
        ends = STOP + len(stops)
        at: list[list[int]] = [[] for _ in range(ends)]
        for a, b in dict.fromkeys(self.segments):
            at[a].append(b)
            if a != b:
                at[b].append(a)
        self.at = tuple(tuple(others) for others in at)
        """The ends that track joins to each end."""
        self.edges = sum(1 << e for e in range(STOP) if at[e])
        """Bit mask of the edges with track."""
        self.land_edges = sum(
            1 << e for e in range(STOP) if any((e, x) not in self.ferry for x in self.at[e])
        )
        """Bit mask of the edges with track other than a ferry line."""
        self.stop_edges = tuple(sum(1 << e for e in at[STOP + s] if e < STOP) for s in range(len(stops)))
        """Bit mask, for each stop, of the edges that it is joined to."""
        self.doubles = sum(
            1 << e for e in range(STOP) if any(self.segments.count(s) > 1 for s in self.segments if e in s)
        )
        """Bit mask of the edges with two parallel tracks."""
        self.terminal = terminal
        """True if trains may end here but not run through (off-board areas)."""


class TileChange(NamedTuple):
    """The effect of replacing one piece by another; the same for every hex."""

    stop_map: tuple[int | None, ...]
    """The new stop for each old stop; None if it is gone, or undecided because it has no track."""
    keeps: bool
    """True if all old track is in the same place."""
    new: tuple[tuple[int, int], ...]
    """The segments that are new."""
    changed: tuple[int, ...]
    """Old stops whose value changes."""


class FittingLay(NamedTuple):
    """A lay that the components allow, with its track and the change to the hex."""

    tile: str
    rotation: int
    piece: Piece
    change: TileChange


class MapIndex:
    """The tables of one board. Get them with `map_tables`, which builds them once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.names: tuple[str, ...] = tuple(board.hexes)
        self.index: dict[str, int] = {name: h for h, name in enumerate(self.names)}
        self.hexes: tuple[Hex, ...] = tuple(board.hexes.values())
        self.mate: list[int] = neighbours(board.layout, self.index)
        """The face on the other side of the border, for each face; -1 at the edge of the map."""
        stops = range(2 * STOPS_A_HEX * len(self.names))
        self.partner: list[int] = [*self.mate, *(len(self.mate) + (i ^ 1) for i in stops), -1]
        """The joins of the exact search (`search`): of faces, of each stop's two vertices, and of its
        root."""
        self.side_bit: list[int] = self._side_bits()
        """The bit of the side of each face, the same for both faces."""
        first = (max(self.side_bit)).bit_length()
        self.stop_bit: list[int] = [1 << (first + g) for g in range(STOPS_A_HEX * len(self.names))]
        """The bit of each stop number, above those of the sides."""
        # A counter, so that two threads never give two pieces the same number: it is the cache key of
        # changes.
        self._uids = itertools.count(1)
        self._pieces: dict[tuple[str, int], Piece] = {}
        self._changes: dict[tuple[int, int], TileChange] = {}
        self._twins: dict[str, tuple[int, ...]] = {}
        self.fitting: dict[tuple[str, str, int, str], tuple[int, ...]] = {}
        """Rotations that fit, by hex, current tile, its rotation and new tile (see `fitting_rotations`)."""
        self.lays: dict[tuple[str, PlacedTile | None, tuple[str, ...]], tuple[PlacedTile, ...]] = {}
        """Lays that the components allow, by hex, current tile and its upgrades beyond the list (see
        `lays_on`)."""
        self.lays_in: dict[
            tuple[str, PlacedTile | None, int, str, tuple[str, ...]], tuple[FittingLay, ...]
        ] = {}
        """The same lays by hex, current tile, track in use, phase and upgrades beyond the list (see
        `lays_in`)."""
        self.first: dict[str, tuple[str, ...]] = {}
        """Tiles that may be laid first, by hex (see `replacements`)."""
        self.kept: dict[str, object] = {}
        """Results that other packages cache for this board, by their own keys."""
        self.empty: Piece = self._piece("", (), ())
        self.printed: tuple[Piece, ...] = tuple(self._printed(h) for h in self.hexes)
        """The track printed on each hex; hexes without stops or track share `empty`."""
        self.place: tuple[int, ...] = self._places()
        """The number of the place of each stop number: the stop itself, or the first stop of its group."""
        self.open_edges: tuple[int, ...] = tuple(self._open_edges(h) for h in range(len(self.names)))
        """Bit mask, for each hex, of the edges at which track may end."""
        self.ferry_edges: tuple[int, ...] = tuple(sum(1 << e for e in h.ferry_edges) for h in self.hexes)
        """Bit mask, for each hex, of the edges that face a ferry route."""
        self.late: tuple[tuple[int, int], ...] = tuple(
            (h, board.phase_index[x.usable_from_phase])
            for h, x in enumerate(self.hexes)
            if x.usable_from_phase
        )
        """Hexes whose printed track cannot be part of a route before a phase (by its index)."""
        self.in_use: dict[str, frozenset[str]] = {
            phase.name: frozenset(t for t, kind in board.tiles.items() if kind.colour in phase.tiles)
            for phase in board.phases
        }
        """Tiles whose colours may be laid, by phase."""
        self._closed: dict[str, frozenset[int]] = {
            phase.name: frozenset(h for h, since in self.late if now < since)
            for now, phase in enumerate(board.phases)
        }

    # -- tiles

    def piece(self, tile: str, rotation: int) -> Piece:
        """Return a tile turned clockwise by `rotation` sixths of a full turn."""
        found = self._pieces.get((tile, rotation))
        if found is None:
            kind = self.board.tiles[tile]
            turned = self._piece(
                tile, kind.stops, _turned(kind.track, rotation), _turned(kind.ferry, rotation)
            )
            found = self._pieces.setdefault((tile, rotation), turned)
        return found

    def rotations(self, tile: str) -> tuple[int, ...]:
        """Return the rotations that show different track. Of equal ones the lowest is returned."""
        found = self._twins.get(tile)
        if found is None:
            seen: dict[object, int] = {}
            for rotation in range(6):
                seen.setdefault(_shape(self.piece(tile, rotation)), rotation)
            found = self._twins[tile] = tuple(seen.values())
        return found

    def same_track(self, tile: str, rotation: int, other: int) -> bool:
        """Return whether two rotations of a tile show the same track and the same order of stops."""
        return self.piece(tile, rotation).segments == self.piece(tile, other).segments

    def same_lay(self, tile: str, rotation: int, other: int) -> bool:
        """Return whether two rotations of a tile are the same lay; equal stops may change places."""
        return _shape(self.piece(tile, rotation)) == _shape(self.piece(tile, other))

    def change(self, old: Piece, new: Piece) -> TileChange:
        """Return the effect of replacing `old` by `new`."""
        key = (old.uid, new.uid)
        found = self._changes.get(key)
        if found is None:
            exits_only = bool(old.tile) and self.board.tiles[old.tile].keep_exits
            found = self._changes[key] = _change(old, new, exits_only)
        return found

    def closed(self, phase: str) -> frozenset[int]:
        """Return the numbers of the hexes whose printed track may not be used in this phase."""
        return self._closed[phase]

    # -- building

    def _piece(
        self,
        tile: str,
        stops: tuple[Stop, ...],
        track: tuple[tuple[int, int], ...],
        ferry: tuple[tuple[int, int], ...] = (),
        *,
        terminal: bool = False,
    ) -> Piece:
        return Piece(next(self._uids), tile, stops, track, ferry, terminal=terminal)

    def _printed(self, spot: Hex) -> Piece:
        if spot.kind == "offboard" and spot.values:
            stop = Stop(kind="offboard", values=spot.values, slots=spot.slots)
            return self._piece(
                "",
                (stop,),
                tuple((e, STOP) for e in spot.exits),
                tuple((e, STOP) for e in spot.ferry_edges),
                terminal=not spot.pass_through,
            )
        if spot.stops:
            return self._piece("", spot.stops, _turned(spot.track, 0), _turned(spot.ferry, 0))
        if spot.cities or spot.towns:
            city, town = Stop(kind="city", slots=1), Stop(kind="town")
            return self._piece("", (city,) * spot.cities + (town,) * spot.towns, ())
        return self.empty

    def _side_bits(self) -> list[int]:
        bits: list[int] = []
        count = 0
        for face, mate in enumerate(self.mate):
            if 0 <= mate < face:
                bits.append(bits[mate])
            else:
                bits.append(1 << count)
                count += 1
        return bits

    def _places(self) -> tuple[int, ...]:
        groups: dict[str, int] = {}
        places: list[int] = []
        for h, spot in enumerate(self.hexes):
            for s in range(STOPS_A_HEX):
                own = STOPS_A_HEX * h + s
                places.append(groups.setdefault(spot.group, own) if spot.group and s == 0 else own)
        return tuple(places)

    def _open_edges(self, h: int) -> int:
        """Return the edges of a hex at which track may end: land, or printed track that meets it."""
        mask = 0
        for edge in range(6):
            mate = self.mate[6 * h + edge]
            if mate < 0 or edge in self.hexes[h].blocked_edges:
                continue
            other, back = divmod(mate, 6)
            spot = self.hexes[other]
            if back in spot.blocked_edges or spot.kind in {"lake", "impassable"}:
                continue
            if spot.kind in {"gray", "offboard"}:
                track = self.printed[other]
                if not any(back in s and s not in track.ferry for s in track.segments):
                    continue
            mask |= 1 << edge
        return mask


@lru_cache(maxsize=32)
def map_tables(board: Board) -> MapIndex:
    """Return the tables of a board, built once."""
    return MapIndex(board)


def _end(end: End, rotation: int) -> int:
    return STOP + int(end[1:]) if isinstance(end, str) else (end + rotation) % 6


def _turned(track: Track, rotation: int) -> tuple[tuple[int, int], ...]:
    return tuple((_end(a, rotation), _end(b, rotation)) for a, b in track)


def _shape(piece: Piece) -> object:
    """Return a key that equal lays share: the track, with equal stops exchangeable."""
    lines = [sum(1 << e for e, t in piece.ferry if t == STOP + s) for s in range(len(piece.stops))]
    stops = sorted(
        (mask, line, stop.kind, stop.value, stop.slots)
        for mask, line, stop in zip(piece.stop_edges, lines, piece.stops, strict=True)
    )
    plain = tuple(s for s in piece.segments if s[1] < STOP)
    return plain, tuple(stops)


def _stop_map(old: Piece, new: Piece) -> tuple[int | None, ...]:
    found: list[int | None] = []
    for mask in old.stop_edges:
        if len(new.stops) == 1:
            found.append(0)
        elif not mask or not new.stops:
            found.append(None)
        else:
            shared = [(mask & other).bit_count() for other in new.stop_edges]
            best = max(shared)
            found.append(shared.index(best) if best else None)
    return tuple(found)


def _change(old: Piece, new: Piece, exits_only: bool) -> TileChange:
    stop_map = _stop_map(old, new)
    kept: list[tuple[int, int]] = []
    keeps = True
    for a, b in old.segments:
        ends = []
        for end in (a, b):
            if end < STOP:
                ends.append(end)
            else:
                t = stop_map[end - STOP]
                ends.append(-1 if t is None else STOP + t)
        if -1 not in ends and ends[0] != ends[1]:
            kept.append((min(ends), max(ends)))
    for s, mask in enumerate(old.stop_edges):
        if stop_map[s] is None and not new.stops:
            # A removed stop leaves the track that ran through it.
            edges = [e for e in range(STOP) if mask >> e & 1]
            kept += [(a, b) for a in edges for b in edges if a < b]
        elif stop_map[s] is None and mask:
            keeps = False
    fresh = list(new.segments)
    for segment in kept:
        if segment in fresh:
            fresh.remove(segment)
        else:
            keeps = False
    mapped = [t for t in stop_map if t is not None]
    if len(new.stops) > 1 and len(set(mapped)) < len(mapped):
        keeps = False  # separate cities may become one only if the new tile has a single city
    if exits_only:
        keeps = old.edges & ~new.edges == 0
    changed = tuple(
        s
        for s, t in enumerate(stop_map)
        if old.segments and old.stops[s].value != (0 if t is None else new.stops[t].value)
    )
    return TileChange(stop_map, keeps, tuple(fresh), changed)
