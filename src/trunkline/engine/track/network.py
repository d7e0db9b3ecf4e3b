"""The network of a corporation: the stops it reaches, the hexes it may lay on, and the cities for its tokens.

This module uses legal routes of any length. They are simple paths that start at one of the corporation's
tokens. They do not pass cities full of other corporations' tokens, and do not go through off-board areas.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, cast

from trunkline.engine.track.distance import Distances
from trunkline.engine.track.exact_reach import reached
from trunkline.engine.track.laying import Upgrades, lays_in
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX, MapIndex, Piece, TileChange
from trunkline.engine.track.sweep import OPEN, Sweep, sweep
from trunkline.engine.track.track_state import Tiles, Tokens, TrackState, blocked_stops, free_slots, position

Lays = Mapping[tuple[str, str, int], None]
"""Lays as hex, tile and rotation, in map order. It is a mapping for a quick test of membership."""


class TokenSlot(NamedTuple):
    """A place for a station token: the lowest free slot of a stop."""

    hex: str
    stop: int
    slot: int


class Network:
    """The network of one corporation in one position. Get it with `network`, which caches the latest ones.

    ``before`` is an earlier network of the corporation. If nothing in its reach has changed, its results are
    used again.
    """

    _sweep: Sweep
    _hexes: frozenset[int]
    """Numbers of the hexes that it enters or has tokens on. Its results depend only on these."""
    _pieces: list[Piece]
    """The track on these hexes."""
    _uses: dict[tuple[str, str, int, bool], bool]
    _lays: dict[object, Lays]
    _arounds: dict[tuple[int, tuple[int, ...]], tuple[set[int], set[int]]]
    _reached: tuple[set[int], set[int]] | None
    _distances: Distances | None
    _frontier: tuple[str, ...] | None
    _run: bool | None

    def __init__(self, pos: TrackState, tokens: Tokens, corp: str, before: Network | None = None) -> None:
        self.pos = pos
        self.tokens = tokens
        self.corp = corp
        self.blocked, self.own = blocked_stops(pos, tokens, corp)
        """Numbers of the stops it may not run through, and of those with its own token."""
        if before is not None and before._still_holds(pos, tokens, self.own):
            self._sweep, self._hexes, self._pieces = before._sweep, before._hexes, before._pieces
            self._uses, self._lays, self._arounds = before._uses, before._lays, before._arounds
            self._reached, self._distances = before._reached, before._distances
            self._frontier, self._run = before._frontier, before._run
            return
        self._sweep = sweep(pos, self.own, self.blocked)
        self._hexes = frozenset(
            [*(face // STOP for face in self._sweep.faces), *(g // STOPS_A_HEX for g in self.own)]
        )
        self._pieces = [pos.pieces[h] for h in self._hexes]
        self._uses, self._lays, self._arounds = {}, {}, {}
        self._reached = self._distances = self._frontier = self._run = None

    def _still_holds(self, pos: TrackState, tokens: Tokens, own: frozenset[int]) -> bool:
        """Return whether its hexes have the same track and tokens in another position."""
        if own != self.own or [pos.pieces[h] for h in self._hexes] != self._pieces:
            return False
        # The track of a closed hex does not show which tile is on it.
        names, now, then = pos.tables.names, pos.tiles, self.pos.tiles
        if pos.closed != self.pos.closed or any(
            now.get(names[h]) != then.get(names[h]) for h in pos.closed & self._hexes
        ):
            return False
        if tokens is self.tokens:
            return True
        index = pos.tables.index
        return all(
            tokens.get(name) == self.tokens.get(name)
            for name in {**tokens, **self.tokens}
            if index[name] in self._hexes
        )

    def _exact(self) -> tuple[set[int], set[int]]:
        if self._reached is None:
            self._reached = reached(self.pos, self.own, self.blocked)
        return self._reached

    def _face(self, face: int) -> bool:
        path = self._sweep.faces.get(face)
        return path is not None and (path != OPEN or face in self._exact()[0])

    def _stop(self, g: int) -> bool:
        path = self._sweep.stops.get(g)
        return path is not None and (path != OPEN or g in self._exact()[1])

    # -- stops

    def reaches_stop(self, hex_id: str, stop: int) -> bool:
        """Return whether a legal route leads from one of its tokens to a stop, or its token is there."""
        return self._stop(STOPS_A_HEX * self.pos.tables.index[hex_id] + stop)

    def reachable_stops(self) -> tuple[tuple[str, int], ...]:
        """Return all stops it reaches, including those with its own tokens, in map order."""
        names = self.pos.tables.names
        return tuple(
            (names[g // STOPS_A_HEX], g % STOPS_A_HEX) for g in sorted(self._sweep.stops) if self._stop(g)
        )

    def has_run(self) -> bool:
        """Return whether a legal run exists: a route with its own token and at least two stops at different
        places."""
        if self._run is None:
            self._run = self._finds_run()
        return self._run

    def _finds_run(self) -> bool:
        place = self.pos.tables.place
        homes = {place[g] for g in self.own}
        if self._sweep.joined == 1 and len(homes) == len(self.own):
            return True
        others = [g for g in self._sweep.stops if place[g] not in homes]
        if any(self._sweep.stops[g] != OPEN for g in others) or any(self._stop(g) for g in others):
            return True
        return self._sweep.joined != 0 and any(
            place[g] != place[home] for home in self.own for g in reached(self.pos, (home,), self.blocked)[1]
        )

    def token_spots(self) -> Iterator[TokenSlot]:
        """Yield the cities it reaches that have a free slot, in map order. Its own cities are included."""
        names, pieces = self.pos.tables.names, self.pos.pieces
        for g in sorted(self._sweep.stops):
            h, s = divmod(g, STOPS_A_HEX)
            stop = pieces[h].stops[s]
            if stop.kind == "city" and stop.slots:
                free = free_slots(self.tokens, names[h], s, stop.slots)
                if free and self._stop(g):
                    yield TokenSlot(names[h], s, free[0])

    def distance(self, hex_id: str, stop: int) -> int | None:
        """Return the hexes of the shortest legal route from any of its tokens to a stop, without the starting
        hex. Return None if no route leads there."""
        g = STOPS_A_HEX * self.pos.tables.index[hex_id] + stop
        if not self._stop(g):
            return None
        if self._distances is None:
            self._distances = Distances(self.pos, self.own, self.blocked)
        return self._distances.to(g)

    # -- hexes

    @property
    def frontier(self) -> tuple[str, ...]:
        """Every hex on which a lay might use its network, in map order.

        These are the hexes that take tiles and have one of its tokens or are entered by its track.
        """
        if self._frontier is None:
            self._frontier = self._around_it()
        return self._frontier

    def _around_it(self) -> tuple[str, ...]:
        tables = self.pos.tables
        return tuple(
            tables.names[h]
            for h in sorted(self._hexes)
            if tables.hexes[h].kind in {"clear", "city", "town", "preprinted"}
        )

    def entered_edges(self, hex_id: str) -> int:
        """Return a bit mask of the edges by which its routes enter a hex, perhaps only up to the edge."""
        h = self.pos.tables.index[hex_id]
        return sum(1 << e for e in range(STOP) if self._face(STOP * h + e))

    # -- lays

    def lays(self, wanted: frozenset[str], phase: str, also: Upgrades, *, in_part: bool) -> Lays:
        """Return every lay of the wanted tiles that the components allow in a phase and that it uses.

        ``also`` adds to the printed upgrades; see `lay_uses` for ``in_part``. The result is cached.
        """
        key = wanted, phase, tuple(also.items()), in_part
        found = self._lays.get(key)
        if found is None:
            tables, tiles = self.pos.tables, self.pos.tiles
            found = self._lays[key] = dict.fromkeys(
                (hex_id, tile, rotation)
                for hex_id, h in ((hex_id, tables.index[hex_id]) for hex_id in self.frontier)
                for tile, rotation, piece, change in lays_in(
                    tables, tiles, hex_id, self.pos.pieces[h], phase, also
                )
                if tile in wanted and self._uses_change(h, piece, change, in_part)
            )
        return found

    def lay_uses(self, hex_id: str, tile: str, rotation: int, *, in_part: bool = False) -> bool:
        """Return whether a lay gives it new track, or changes the value of a stop it reaches. The result is
        cached.

        With ``in_part`` it is enough that a route reaches new track, even if it used the track's end before.
        """
        key = hex_id, tile, rotation, in_part
        found = self._uses.get(key)
        if found is None:
            lay = self._lay(hex_id, tile, rotation)
            found = self._uses[key] = (
                self._uses_change(*lay, in_part)
                if hex_id in self.frontier
                else in_part and self._enters(*lay)
            )
        return found

    def _uses_change(self, h: int, piece: Piece, change: TileChange, in_part: bool) -> bool:
        return (
            self._changes_value(h, change)
            or self._extends(h, piece, change)
            or (in_part and self._enters(h, piece, change))
        )

    def lay_changes_value(self, hex_id: str, tile: str, rotation: int) -> bool:
        """Return whether the lay changes the value of a stop of the hex that it reaches now."""
        h, _, change = self._lay(hex_id, tile, rotation)
        return self._changes_value(h, change)

    def _changes_value(self, h: int, change: TileChange) -> bool:
        return bool(change.changed) and any(self._stop(STOPS_A_HEX * h + s) for s in change.changed)

    def lay_extends(self, hex_id: str, tile: str, rotation: int) -> bool:
        """Return whether a legal route would run from one of its tokens onto new track of the tile.

        A route runs over old track up to the first new segment, and old track is kept. So the network before
        the lay decides. The route must not have used the end of the new segment on the way.
        """
        return self._extends(*self._lay(hex_id, tile, rotation))

    def _extends(self, h: int, piece: Piece, change: TileChange) -> bool:
        faces, side_bit, first = self._sweep.faces, self.pos.tables.side_bit, STOP * h
        for new in change.new:
            for a, b in (new, new[::-1]):
                path = faces.get(first + a) if a < STOP else OPEN
                if path is None:
                    continue
                # Most paths that come in by an edge have not used the edge to leave by.
                if path != OPEN and b < STOP and not path & side_bit[first + b]:
                    return True
                if self._runs_onto(h, a, b, piece, change):
                    return True
        return False

    def _enters(self, h: int, piece: Piece, change: TileChange) -> bool:
        """Return whether a route comes in by an edge with new track."""
        return any(self._face(STOP * h + end) for new in change.new for end in new if end < STOP)

    def _lay(self, hex_id: str, tile: str, rotation: int) -> tuple[int, Piece, TileChange]:
        """Return the number of the hex, the piece to be laid and the change it makes."""
        tables = self.pos.tables
        h, piece = tables.index[hex_id], tables.piece(tile, rotation)
        return h, piece, tables.change(self.pos.pieces[h], piece)

    def _runs_onto(self, h: int, a: int, b: int, piece: Piece, change: TileChange) -> bool:
        """Return whether a route that reaches end `a` of the hex can continue on new track to `b`."""
        tables, stops = self.pos.tables, self._sweep.stops
        if b < STOP:
            bits = tables.side_bit[STOP * h + b]
            shut: list[int] = []
        else:
            shut = [STOPS_A_HEX * h + s for s, t in enumerate(change.stop_map) if t == b - STOP]
            bits = sum(tables.stop_bit[g] for g in shut)
        if a < STOP:
            path = self._sweep.faces[STOP * h + a]
            if path != OPEN and path & bits == 0:
                return True
        else:
            if not self._passable_after(h, a - STOP, piece, change):
                return False
            old = [STOPS_A_HEX * h + s for s, t in enumerate(change.stop_map) if t == a - STOP or t is None]
            # A token on a bare hex may move to any of the new stops.
            paths = [stops[g] for g in old if g in stops and (self._mapped(g, change) or g in self.own)]
            if not paths:
                return False
            if any(path != OPEN and path & bits == 0 for path in paths):
                return True
        # Every path known so far uses the end to reach: search for one that does not.
        there, halts = self._around(STOP * h + b if b < STOP else -1, tuple(shut))
        if a < STOP:
            return STOP * h + a in there
        return any(g in halts for g in old)

    def _around(self, face: int, shut: tuple[int, ...]) -> tuple[set[int], set[int]]:
        """Return its exact reach without a side and some stops. Cached, because many tiles share the
        question."""
        found = self._arounds.get((face, shut))
        if found is None:
            found = self._arounds[face, shut] = reached(
                self.pos, self.own, self.blocked, banned_face=face, banned_stops=shut
            )
        return found

    @staticmethod
    def _mapped(g: int, change: TileChange) -> bool:
        return change.stop_map[g % STOPS_A_HEX] is not None

    def _passable_after(self, h: int, stop: int, piece: Piece, change: TileChange) -> bool:
        """Return whether it may run through a stop of the new tile, after the tokens of the hex have
        moved."""
        here = self.tokens.get(self.pos.tables.names[h], ())
        moved = [m for m in here if change.stop_map[m.stop] in {stop, None}]
        room = piece.stops[stop].slots
        return room == 0 or len(moved) < room or any(m.corp == self.corp for m in moved)


_KEPT: Final = 64
_networks: OrderedDict[tuple[int, int, str], Network] = OrderedDict()
LATEST: Final = "networks"
"""The key under which a board's tables cache the latest network of each corporation."""


def network(
    tables: MapIndex, tiles: Tiles, tokens: Tokens, corp: str, closed: frozenset[int] = frozenset()
) -> Network:
    """Return the network of a corporation, built once for each pair of mappings (identified by ``id``)."""
    pos = position(tables, tiles, closed)
    # The key is safe because a cached network holds its position and its tokens.
    key = (id(pos), id(tokens), corp)
    found = _networks.get(key)
    if found is None:
        latest = cast("dict[str, Network]", tables.kept.setdefault(LATEST, {}))
        found = _networks[key] = latest[corp] = Network(pos, tokens, corp, latest.get(corp))
        if len(_networks) > _KEPT:
            _networks.popitem(last=False)
    return found
