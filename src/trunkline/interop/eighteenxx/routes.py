"""Conversion between routes of 18xx.games and our runs.

A route lists the hexes between two stops, segment by segment, each in either direction. It also lists the
stops by hex and number. If a hex has several stops and the file does not name the stop, the track on the
board decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from trunkline.engine.routing.check import check_runs
from trunkline.engine.routing.context import RouteContext, TrainRange
from trunkline.engine.routing.run import Run
from trunkline.engine.track.map_index import MapIndex
from trunkline.engine.track.track_state import Tiles, Tokens, stops_at
from trunkline.util.messages import gettext

HOP = " "
"""Separator before the stops of a segment inside one hex, as in ``N11 0.1``."""
CANDIDATES = 512
"""Maximum number of readings that are tried for one route."""


def run_of(
    tables: MapIndex, tiles: Tiles, tokens: Tokens, corp: str, train: str, route: Mapping[str, object]
) -> Run | None:
    """Return the run that a route describes, or None if the route is empty. Raises ``ValueError``."""
    segments = [tuple(segment) for segment in route["connections"]]  # type: ignore[attr-defined]
    if not segments:
        return None
    named = _named_stops(route.get("nodes") or ())  # type: ignore[arg-type]
    for hex in {hex for segment in segments for hex in _hexes(segment)}:
        if hex not in tables.index:
            raise ValueError(gettext("there is no hex {hex}", hex=hex))
    first: Run | None = None
    paths = (path for chain in _chains(segments) for path in _paths(tables, tiles, chain, named))
    for path in itertools.islice(paths, CANDIDATES):
        run = Run(train, path)
        any_length = RouteContext(tables, tiles, tokens, corp, {train: TrainRange(None)}, values="")
        if not check_runs(any_length, (run,)):
            return run
        first = first or run
    if first is None:
        raise ValueError(gettext("its segments do not join"))
    return first


def route_of(run: Run) -> dict[str, Any]:
    """Return a run in the site's form: the segments between stops, and the stops.

    A segment that stays inside one hex, from one stop to another, names both stops.
    """
    stops = [element for element in run.path if "." in element]
    segments: list[list[str]] = []
    for element in run.path:
        hex = element.partition(".")[0]
        if segments:
            segments[-1].append(hex)
        if "." in element:
            segments.append([hex])
    del segments[-1]
    for place, segment in enumerate(segments):
        if len(segment) == 2 and segment[0] == segment[1]:
            here, there = (stop.partition(".")[2] for stop in stops[place : place + 2])
            segments[place] = [f"{segment[0]}{HOP}{here}.{there}"]
    hexes = [stop.partition(".")[0] for stop in stops]
    nodes = [stop.replace(".", "-") for stop in stops]
    return {"train": run.train, "connections": segments, "hexes": hexes, "nodes": nodes}


def _named_stops(nodes: Sequence[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for node in nodes:
        hex, _, stop = node.rpartition("-")
        found.setdefault(hex, []).append(int(stop))
    return found


def _hexes(segment: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hexes of a segment. A hop inside a hex names it twice."""
    if len(segment) == 1:
        hex = segment[0].partition(HOP)[0]
        return hex, hex
    return segment


def _chains(segments: list[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    """Yield the segments in a row, each turned so that it begins at the end of the one before."""
    yield from _grown([], segments)


def _grown(chain: list[tuple[str, ...]], left: list[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    if not left:
        yield chain
        return
    for place, segment in enumerate(left):
        rest = left[:place] + left[place + 1 :]
        for turned in dict.fromkeys((segment, _reversed(segment))):
            if not chain or _hexes(chain[-1])[-1] == _hexes(turned)[0]:
                yield from _grown([*chain, turned], rest)


def _reversed(segment: tuple[str, ...]) -> tuple[str, ...]:
    if len(segment) == 1 and HOP in segment[0]:
        hex, _, stops = segment[0].partition(HOP)
        return (f"{hex}{HOP}{'.'.join(stops.split('.')[::-1])}",)
    return segment[::-1]


def _paths(
    tables: MapIndex, tiles: Tiles, chain: list[tuple[str, ...]], named: Mapping[str, list[int]]
) -> Iterator[tuple[str, ...]]:
    """Yield the paths that a chain may mean, one for each choice of stops in a hex."""
    ends = [_hexes(chain[0])[0], *(_hexes(segment)[-1] for segment in chain)]
    hops = {
        place: [int(stop) for stop in segment[0].partition(HOP)[2].split(".")]
        for place, segment in enumerate(chain)
        if len(segment) == 1 and HOP in segment[0]
    }
    choices: list[list[int]] = []
    for place, hex in enumerate(ends):
        if place in hops:
            choices.append([hops[place][0]])
        elif place - 1 in hops:
            choices.append([hops[place - 1][-1]])
        else:
            choices.append(sorted(set(named.get(hex, ()))) or list(range(len(stops_at(tables, tiles, hex)))))
    for stops in itertools.product(*choices):
        path = [f"{ends[0]}.{stops[0]}"]
        for place, segment in enumerate(chain):
            path.extend(_hexes(segment)[1:-1])
            path.append(f"{ends[place + 1]}.{stops[place + 1]}")
        yield tuple(path)
