"""Findings on the map: hexes without a tile, and homes, stops and ends of the map that no track joins.

A way that is found is a proof: its tiles fit, and the box has enough of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from trunkline.engine.board import Board
from trunkline.engine.track.laying import hex_takes_tiles
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX
from trunkline.lab.title_check.finding import Finding
from trunkline.lab.title_check.track_search import Budget, TrackSearch

UNPROVEN: Final = "The search for track was too long, so this is not proved"


def map_findings(board: Board) -> Iterator[Finding]:
    """Yield the findings on the map of a board."""
    search = TrackSearch(board)
    for name, spot in board.hexes.items():
        if hex_takes_tiles(spot) and search.takes_no_tile(name):
            yield Finding(
                ("hexes", name), "No tile fits here: look at first_tiles and at the hexes around it."
            )
    if len(search.stops) < 2:
        yield Finding(
            ("hexes",), "The map has fewer than two places for trains to stop, so there are no runs."
        )
        return
    yield from _homes(board, search)
    yield from _destinations(board, search)
    yield from _apart(board, search)
    yield from _crossing(board, search)


def _homes(board: Board, search: TrackSearch) -> Iterator[Finding]:
    """Yield the homes that no track joins to another stop."""
    for place, corporation in enumerate(board.corporations):
        if any(_joined(search, home, _others(search, home)) for home in corporation.home):
            continue
        names = _names(board, corporation.home)
        yield Finding(
            ("corporations", place, "home"),
            f"The tiles cannot join the home of {corporation.id}, {names}, to another stop.",
        )


def _destinations(board: Board, search: TrackSearch) -> Iterator[Finding]:
    """Yield the destinations that no track joins to the start of their route."""
    for place, corporation in enumerate(board.corporations):
        goal = corporation.destination
        if goal is None:
            continue
        starts = (goal.start,) if goal.start else corporation.home
        budget = Budget()
        if any(search.way(start, [*goal.hexes], budget) is not None for start in starts):
            continue
        text = f"join {_names(board, starts)} to the destination of {corporation.id}"
        yield Finding(
            ("corporations", place, "destination"),
            f"The tiles cannot {text}, {_names(board, goal.hexes)}."
            if budget.left >= 0
            else f"{UNPROVEN}: that the tiles can {text}.",
        )


def _names(board: Board, hexes: Iterable[str]) -> str:
    return " or ".join(map(board.place_name, hexes))


def _apart(board: Board, search: TrackSearch) -> Iterator[Finding]:
    """Yield the stops that track from the first home cannot reach, with any number of tiles."""
    first = board.corporations[0].home[0] if board.corporations else search.stops[0]
    known = search.reached(first)
    for name in search.stops:
        if name not in known:
            yield Finding(
                ("hexes", name), f"No track can join {board.place_name(name)} to {board.place_name(first)}."
            )


def _crossing(board: Board, search: TrackSearch) -> Iterator[Finding]:
    """Yield a finding if the tiles cannot join the two stops that are furthest apart."""
    pairs = [
        (far, start, goal)
        for start in search.stops
        for goal, far in _hexes_between(search, start).items()
        if goal in _others(search, start) and goal in search.reached(start)
    ]
    if not pairs:
        return
    _, start, goal = max(pairs, key=lambda pair: pair[0])
    budget = Budget()
    if search.way(start, [goal], budget) is None:
        names = f"{board.place_name(start)} and {board.place_name(goal)}"
        yield Finding(
            ("tiles",),
            f"The tiles cannot join {names}, so the map cannot be crossed."
            if budget.left >= 0
            else f"{UNPROVEN}: that the tiles can join {names}.",
        )


def _joined(search: TrackSearch, start: str, goals: list[str]) -> bool:
    return search.way(start, goals, Budget()) is not None


def _others(search: TrackSearch, name: str) -> list[str]:
    """Return the hexes with stops of other places."""
    tables = search.tables
    place = {each: tables.place[STOPS_A_HEX * tables.index[each]] for each in search.stops}
    return [each for each in search.stops if place[each] != place.get(name)]


def _hexes_between(search: TrackSearch, start: str) -> dict[str, int]:
    """Return the distance to each stop in hexes of the map. Their track does not matter."""
    tables = search.tables
    first = tables.index[start]
    distance = {first: 0}
    todo = deque([first])
    while todo:
        h = todo.popleft()
        for edge in range(STOP):
            beyond = tables.mate[STOP * h + edge] // STOP
            if tables.mate[STOP * h + edge] >= 0 and beyond not in distance:
                distance[beyond] = distance[h] + 1
                todo.append(beyond)
    return {name: distance[tables.index[name]] for name in search.stops if tables.index[name] in distance}
