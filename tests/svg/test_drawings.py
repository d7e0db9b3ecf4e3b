"""Drawings: well-formed and complete, with every part in its place."""

from __future__ import annotations

import itertools
import math
import xml.etree.ElementTree as ET

import pytest
from msgspec.structs import replace

import trunkline
from svg.boards import random_board
from trunkline.engine.board import Board
from trunkline.engine.track.ferries import lake_tiles
from trunkline.engine.track.map_index import PlacedTile, Token, map_tables
from trunkline.svg import board_map, chart, symbols
from trunkline.svg.hexes import APOTHEM, RADIUS, Grid
from trunkline.svg.layers import LAYERS
from trunkline.svg.tiles import HexRenderer
from trunkline.svg.track import SLOT, blocked, places, slots
from trunkline.titles import boards

SVG = "{http://www.w3.org/2000/svg}"
TITLES = tuple(boards())


def board(title: str) -> Board:
    return boards()[title]()


@pytest.mark.parametrize("title", TITLES)
def test_the_sheet_has_every_hex_tile_in_each_rotation_and_token(title: str) -> None:
    facts = board(title)
    ids = {element.get("id") for element in ET.fromstring(symbols(facts)).iter(f"{SVG}g")}
    for hex in facts.hexes:
        assert f"hex-{hex}" in ids
    for tile, rotation in itertools.product(facts.tiles, range(6)):
        assert f"tile-{tile}-{rotation}" in ids
    assert sum(str(id).startswith("token-") for id in ids) == len(facts.corporations)


@pytest.mark.parametrize("title", TITLES)
def test_each_drawing_of_the_sheet_is_one_line(title: str) -> None:
    facts = board(title)
    hex, print = next((name, print) for name, print in facts.hexes.items() if print.name)
    facts = replace(facts, hexes={**facts.hexes, hex: replace(print, name="New\nYork")})
    sheet = symbols(facts)
    names = [str(element.get("id")) for element in ET.fromstring(sheet)[0]]
    lines = sheet.splitlines()[1:-1]
    assert [str(ET.fromstring(line).get("id")) for line in lines] == names


@pytest.mark.parametrize("title", TITLES)
def test_the_sheet_holds_no_styles_of_its_own(title: str) -> None:
    """A page whose policy forbids inline styles can show it."""
    sheet = ET.fromstring(symbols(board(title)))
    assert not [element for element in sheet.iter() if "style" in element.attrib or "style" in element.tag]


@pytest.mark.parametrize("title", TITLES)
def test_neighbours_lie_two_apothems_apart_at_the_edge_they_share(title: str) -> None:
    facts = board(title)
    grid, tables = Grid(facts.layout), map_tables(facts)
    for face, mate in enumerate(tables.mate):
        if mate >= 0:
            here, there = (grid.centre(tables.names[f // 6]) for f in (face, mate))
            edge = grid.edge(face % 6)
            assert math.isclose(there.x - here.x, 2 * edge.x, abs_tol=1e-6)
            assert math.isclose(there.y - here.y, 2 * edge.y, abs_tol=1e-6)


@pytest.mark.parametrize("title", TITLES)
def test_stops_lie_inside_their_hex_and_apart_from_each_other(title: str) -> None:
    facts = board(title)
    grid, tables = Grid(facts.layout), map_tables(facts)
    turned = [tables.piece(tile, rotation) for tile in facts.tiles for rotation in range(6)]
    for piece in (*turned, *tables.printed):
        found = places(grid, piece)
        assert len(found) == len(piece.stops)
        for point in found:
            assert math.hypot(*point) < APOTHEM * 0.8
        for one, other in itertools.combinations(found, 2):
            assert math.dist(one, other) > 30, piece.tile


def test_the_slots_of_a_city_stand_side_by_side() -> None:
    facts = board("1851")
    tables, grid = map_tables(facts), Grid(facts.layout)
    for tile in ("57", "14", "512"):
        piece = tables.piece(tile, 0)
        spots = slots(piece.stops[0], places(grid, piece)[0])
        assert len(spots) == piece.stops[0].slots
        for one, other in itertools.combinations(spots, 2):
            assert math.dist(one, other) > 49
            assert math.dist(one, other) < RADIUS


def test_a_map_shows_the_tiles_and_tokens_of_a_position() -> None:
    facts = board("1851")
    bare = board_map(facts)
    laid = board_map(facts, {"F12": PlacedTile("202", 1)}, {"F12": (Token(0, "TC", 0),)})
    assert bare.count(">TC<") == 0
    assert laid.count(">TC<") == 1
    assert ">202<" in laid
    assert ">202<" not in bare
    titles = {element.text for element in ET.fromstring(laid).iter(f"{SVG}title")}
    assert titles == set(facts.hexes)


@pytest.mark.parametrize("title", TITLES)
def test_each_side_that_no_track_may_cross_is_drawn_once(title: str) -> None:
    facts = board(title)
    tables = map_tables(facts)
    sides = {
        tables.side_bit[6 * tables.index[hex] + edge]
        if tables.mate[6 * tables.index[hex] + edge] >= 0
        else (hex, edge)
        for hex, spot in facts.hexes.items()
        for edge in spot.blocked_edges
    }
    assert blocked(tables, Grid(facts.layout)).count("M") == len(sides)


@pytest.mark.parametrize("title", TITLES)
def test_the_map_is_drawn_layer_over_layer(title: str) -> None:
    """No hex covers the text of another, no track covers a circle, and no token covers a text."""
    game = random_board(title, 0)
    layers = [element.get("class") for element in ET.fromstring(game.svg()).findall(f"{SVG}g")]
    assert layers == [f"layer-{name}" for name in LAYERS]
    for layer in ET.fromstring(game.svg()).findall(f"{SVG}g"):
        kinds = {element.get("class") for element in layer.iter() if element.get("class")}
        assert ("slot" in kinds) == (layer.get("class") == "layer-circles")
        assert ("rail" in kinds) == (layer.get("class") == "layer-track")
    sheet = ET.fromstring(symbols(game.title.board))
    drawn = {element.get("id"): element for element in sheet.iter(f"{SVG}g")}
    for tile in game.title.board.tiles:
        whole = [part.get("id") for part in drawn[f"tile-{tile}-0"]]
        assert whole == [name for layer in LAYERS if (name := f"tile-{tile}-0-{layer}") in drawn]


def test_tokens_of_powers_are_on_the_map() -> None:
    facts = board("1856")
    powers = [("B13", "GT")]
    bare, drawn = board_map(facts), board_map(facts, private_tokens=powers)
    assert (bare.count(">GT<"), drawn.count(">GT<")) == (0, 1)


def test_the_chart_shows_each_price_and_the_stack_in_its_order() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"])
    facts = game.title.board
    drawn = chart(facts, {(2, 4): ("TC", "SR")})
    boxes = [box for row in facts.chart.rows for box in row if box is not None]
    assert drawn.count("<rect") == len(boxes)
    assert drawn.index(">SR<") < drawn.index(">TC<")  # the top token is drawn last
    assert ET.fromstring(drawn).tag == f"{SVG}svg"


def test_what_a_board_says_cannot_become_markup() -> None:
    spot = 'Bad <script>alert("x")</script> & Sons'
    facts = board("1851")
    hexes = {**facts.hexes, "A7": replace(facts.hexes["A7"], name=spot)}
    drawn = board_map(replace(facts, hexes=hexes))
    assert "<script>" not in drawn
    assert ET.fromstring(drawn) is not None


def test_ferries_are_drawn_where_they_may_go_and_where_they_go() -> None:
    facts = board("18GL")
    bare = board_map(facts)
    lines = sum(len(hex.ferry) for hex in facts.hexes.values())
    coming_in = sum(len(hex.ferry_edges) for hex in facts.hexes.values() if hex.ferry_edges and not hex.ferry)
    assert bare.count('class="ferry"') == lines + coming_in
    tables = map_tables(facts)
    london = next(ferry for ferry in facts.ferries if ferry.id == "london_cleveland")
    active = board_map(facts, tiles=lake_tiles(tables, london))
    # An open line is drawn in one piece across the lake.
    assert (bare.count('class="crossing"'), active.count('class="crossing"')) == (0, 3)
    assert active.count("Lake") == bare.count("Lake")


def test_the_homes_off_the_map_have_circles_beside_their_figures() -> None:
    facts = board("18GL")
    drawn = HexRenderer(map_tables(facts), Grid(facts.layout)).printed("B18")
    assert drawn.svg.count('class="slot"') == 1
    (figures,) = [box for box in drawn.boxes if box.item.kind == "pill"]
    assert abs(figures.at.y) > SLOT
