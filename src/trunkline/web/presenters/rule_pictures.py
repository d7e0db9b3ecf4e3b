"""Pictures of the examples of rules: the part of the map around an action, or the chart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal

from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context
from trunkline.engine.track.map_index import PlacedTile, map_tables
from trunkline.game import Game
from trunkline.game.actions import (
    Action,
    ActivateFerry,
    BuyShare,
    IssueShares,
    LayTile,
    RedeemShares,
    SellShares,
    StartCorporation,
)
from trunkline.learn.rule_examples import Example
from trunkline.svg.board_map import board_map
from trunkline.svg.chart import BOX, corner
from trunkline.svg.chart import chart as chart_picture
from trunkline.svg.hexes import APOTHEM, RADIUS, Point, number
from trunkline.svg.positions import run_track
from trunkline.svg.tiles import hex_renderer

RING = "#d6006e"
"""The colour with which the page marks a hex."""
NEAR = 4.1 * APOTHEM
"""Distance of hexes that are drawn around the hex of an action: two hexes."""
BESIDE_A_RUN = 2.1 * APOTHEM
RUNS = ("#d6006e", "#0067c5", "#7a4b00", "#5b2a86")
"""Colours of the runs, by train."""
ON_CHART = (StartCorporation, BuyShare, SellShares, IssueShares, RedeemShares)

Picture = Literal["", "map", "lay", "runs", "tokens", "chart"]


def kind(game: Game, example: Example) -> Picture:
    """Return the kind of an example's picture, or an empty text if it needs none."""
    action = example.action
    if isinstance(action, LayTile) and _fits(game, action):
        return "lay"
    if getattr(action, "runs", ()):
        return "runs"
    if _places(game, example):
        return "map"
    if example.turn or isinstance(action, ON_CHART):
        return "chart"
    return "tokens" if _stations(game, action) else ""


def picture(game: Game, example: Example) -> str:
    """Return an SVG document, or an empty text.

    Rings mark the hex of the action. For a lay, a second map shows the refused tile in its place.
    """
    wanted, action = kind(game, example), example.action
    if wanted == "chart":
        return _chart(game, example)
    if not wanted or action is None:
        return ""
    places, stations = _places(game, example), _stations(game, action)
    rings = "" if wanted == "runs" else "".join(_ring(game, hex) for hex in places or stations)
    around = _around(game, places, BESIDE_A_RUN) if wanted == "runs" else _with_tokens(game, places, stations)
    state = game.shared_state
    before = _map(game, state.tiles, around, rings + "".join(_runs(game, example)))
    if not isinstance(action, LayTile):
        return before
    tiles = {**state.tiles, action.hex: PlacedTile(action.tile, action.rotation)}
    return _side_by_side(before, _map(game, tiles, around, rings))


def _places(game: Game, example: Example) -> list[str]:
    """Return the hexes that an action names."""
    action = example.action
    if isinstance(action, ActivateFerry):
        ferry = next((each for each in game.board.ferries if each.id == action.ferry), None)
        return [hex for segment in ferry.segments for hex in segment.path] if ferry else []
    runs = getattr(action, "runs", ())
    named = [element.partition(".")[0] for run in runs for element in run.path]
    named = named or [getattr(action, "hex", "")]
    return [hex for hex in named if hex in game.board.hexes]


def _stations(game: Game, action: Action | None) -> list[str]:
    """Return the hexes with tokens of the corporation that acts, in an operating turn."""
    state = game.shared_state
    turn = state.operating.turn if state.operating else None
    corp = state.corporations.get(getattr(action, "corp", "") or (turn.corp if turn else ""))
    return [hex for hex in corp.stations if hex in game.board.hexes] if corp and turn else []


def _fits(game: Game, action: LayTile) -> bool:
    return action.hex in game.board.hexes and action.tile in game.board.tiles


def _around(game: Game, places: Iterable[str], distance: float) -> frozenset[str]:
    grid = hex_renderer(map_tables(game.board)).grid
    centres = [grid.centre(hex) for hex in places]
    return frozenset(
        hex
        for hex in game.board.hexes
        for at in (grid.centre(hex),)
        if any(math.dist(at, centre) <= distance for centre in centres)
    )


def _with_tokens(game: Game, places: list[str], stations: list[str]) -> frozenset[str]:
    """Return the hexes around an action and the nearest token of its corporation, with those between."""
    if not places or not stations:
        return _around(game, places or stations, NEAR)
    grid = hex_renderer(map_tables(game.board)).grid
    nearest = min(stations, key=lambda hex: math.dist(grid.centre(hex), grid.centre(places[0])))
    around = _around(game, places, NEAR) | _around(game, [nearest], BESIDE_A_RUN)
    if math.dist(grid.centre(nearest), grid.centre(places[0])) <= NEAR + BESIDE_A_RUN:
        return around
    xs, ys = zip(*(grid.centre(hex) for hex in around), strict=True)
    return frozenset(
        hex
        for hex in game.board.hexes
        for at in (grid.centre(hex),)
        if min(xs) <= at.x <= max(xs) and min(ys) <= at.y <= max(ys)
    )


def _map(game: Game, tiles: dict[str, PlacedTile], only: frozenset[str], over: str) -> str:
    state = game.shared_state
    stations = state.tokens
    drawn = board_map(game.board, tiles, stations, state.phase, state.private_tokens.values(), only=only)
    return drawn.replace("</svg>", f"{over}</svg>")


def _ring(game: Game, hex: str) -> str:
    place = _at(hex_renderer(map_tables(game.board)).grid.centre(hex))
    return f'<circle {place} r="{number(RADIUS)}" fill="none" stroke="{RING}" stroke-width="9"/>'


def _at(centre: Point) -> str:
    return f'cx="{number(centre.x)}" cy="{number(centre.y)}"'


def _runs(game: Game, example: Example) -> Iterator[str]:
    """Yield the track of the refused runs, with a dot at each place that they name."""
    grid = hex_renderer(map_tables(game.board)).grid
    for index, run in enumerate(getattr(example.action, "runs", ())):
        colour = RUNS[index % len(RUNS)]
        for part in run_track(game.title.tables, grid, game.shared_state.tiles, run.path):
            place = f'transform="translate({grid.centre(part.hex)})" stroke="{colour}"'
            yield f'<path class="run" {place} d="{part.d}"/>'


def _side_by_side(left: str, right: str) -> str:
    """Return two SVG documents of one size in one."""
    head = left.partition('viewBox="')[2].partition('"')[0]
    width, height = map(float, head.split()[2:])
    size = f'width="{number(width)}" height="{number(height)}"'
    shift = width + RADIUS / 2
    body = left.replace("<svg ", f'<svg x="0" y="0" {size} ', 1) + right.replace(
        "<svg ", f'<svg x="{number(shift)}" y="0" {size} ', 1
    )
    whole = f"0 0 {number(shift + width)} {number(height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{whole}" role="img">{body}</svg>\n'


def _chart(game: Game, example: Example) -> str:
    """Return the part of the chart around the tokens, or around the par prices."""
    stacks: dict[tuple[int, int], list[str]] = {}
    for corp in chart.order(Context(game.title, game.state)):
        if corp.cell is not None:
            stacks.setdefault((corp.cell[0], corp.cell[1]), []).append(corp.id)
    known = game.shared_state.corporations.get(example.turn or getattr(example.action, "corp", ""))
    top, left, bottom, right = _part(game, example, [*stacks])
    view = (BOX * left - 2, BOX * top - 2, BOX * (right - left) + 4, BOX * (bottom - top) + 4)
    whole = chart_picture(game.board, stacks)
    old = whole.partition('viewBox="')[2].partition('"')[0]
    drawn = whole.replace(f'viewBox="{old}"', f'viewBox="{" ".join(map(number, view))}"', 1)
    if known is None or known.cell is None:
        return drawn
    at = corner(game.board, known.cell)
    box = f'x="{number(at.x)}" y="{number(at.y)}"'
    size = f'width="{number(BOX)}" height="{number(BOX)}"'
    ring = f'<rect {box} {size} fill="none" stroke="{RING}" stroke-width="5"/>'
    return drawn.replace("</svg>", f"{ring}</svg>")


def _part(game: Game, example: Example, taken: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Return the top, left, bottom and right of the part of the chart with all tokens or par prices."""
    rows = game.board.chart.rows
    boxes = [(row, column, box) for row, each in enumerate(rows) for column, box in enumerate(each)]
    pars = [(row, column) for row, column, box in boxes if box and box.par]
    shown = pars if isinstance(example.action, StartCorporation) or not taken else taken
    down, across = [row for row, _ in shown], [column for _, column in shown]
    left = max(0, min(across) - 2)
    right = min(max(map(len, rows)), max(max(across) + 3, left + 6))
    return max(0, min(down) - 1), left, min(len(rows), max(down) + 2), right
