"""Texts and signs on a hex: none covers another, for every tile in every rotation."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from svg.boards import random_board
from trunkline.engine.board import Layout
from trunkline.engine.track.laying import lays_ever_on
from trunkline.engine.track.map_index import Piece, map_tables
from trunkline.svg import Grid, Point, placement, track
from trunkline.svg.hexes import RADIUS
from trunkline.svg.icons import signs
from trunkline.svg.labels import LEAST, Label, fitted, names, width, words
from trunkline.svg.placement import HexSpace, PlacedItem, inside, writable
from trunkline.svg.revenue_labels import badge
from trunkline.svg.symbols import TOKEN, token
from trunkline.svg.tiles import BOTH, HexRenderer
from trunkline.titles import boards

TITLES = tuple(boards())
QUIET = "number"
"""The kind of text that is shown only on demand and may be under a name."""
Case = tuple[str, Piece, tuple[PlacedItem, ...]]


@pytest.fixture(scope="module", params=TITLES)
def artist(request: pytest.FixtureRequest) -> HexRenderer:
    board = boards()[request.param]()
    return HexRenderer(map_tables(board), Grid(board.layout))


def cases(artist: HexRenderer) -> Iterator[Case]:
    """Yield every printed hex, every tile in every rotation, and every lay on a hex with a name or a sign."""
    tables = artist.tables
    for hex in tables.names:
        yield f"printed {hex}", tables.printed[tables.index[hex]], artist.printed(hex).boxes
    for tile, rotation in itertools.product(tables.board.tiles, range(6)):
        yield f"{tile}:{rotation}", tables.piece(tile, rotation), artist.tile(tile, rotation).boxes
    for hex in filter(artist.stays, tables.names):
        for tile, rotation in lays_ever_on(tables, hex):
            yield (
                f"{hex}:{tile}:{rotation}",
                tables.piece(tile, rotation),
                artist.over(hex, tile, rotation).boxes,
            )


def covers(one: PlacedItem, other: PlacedItem) -> bool:
    across = abs(one.at.x - other.at.x) < (one.item.width + other.item.width) / 2
    return across and abs(one.at.y - other.at.y) < (one.item.height + other.item.height) / 2


def lies_on(box: PlacedItem, at: Point, radius: float) -> bool:
    x = max(0.0, abs(at.x - box.at.x) - box.item.width / 2)
    y = max(0.0, abs(at.y - box.at.y) - box.item.height / 2)
    return math.hypot(x, y) < radius


def corners(box: PlacedItem) -> Iterator[tuple[float, float]]:
    for right, low in itertools.product((-1, 1), repeat=2):
        yield box.at.x + right * box.item.width / 2, box.at.y + low * box.item.height / 2


def test_names_labels_figures_costs_signs_and_circles_never_overlap(artist: HexRenderer) -> None:
    for what, piece, boxes in cases(artist):
        loud = [box for box in boxes if box.item.kind != QUIET]
        for one, other in itertools.combinations(loud, 2):
            assert not covers(one, other), (what, one.item.kind, other.item.kind)
        for box in boxes:
            for at, radius in track.circles(artist.grid, piece) if not piece.terminal else ():
                assert not lies_on(box, at, radius), (what, box.item.kind)
            way, over = artist.grid.orientation, artist.over_border
            assert all(writable(way, x, y, over) for x, y in corners(box)), (what, box.item.kind)


def test_nothing_is_left_out(artist: HexRenderer) -> None:
    """A text that does not fit in one size is written in another one."""
    tables = artist.tables
    board = tables.board
    for tile, rotation in itertools.product(board.tiles, range(6)):
        facts = board.tiles[tile]
        kinds = [box.item.kind for box in artist.tile(tile, rotation).boxes]
        assert kinds.count("pill") == len({(stop.kind, stop.value) for stop in facts.stops}), (tile, rotation)
        assert kinds.count("label") == bool(facts.label), (tile, rotation)
        assert kinds.count("number") == 1, (tile, rotation)
    for hex, spot in board.hexes.items():
        kinds = [box.item.kind for box in artist.printed(hex).boxes]
        told = {"name": spot.name, "cost": spot.cost, "label": spot.label}
        assert {kind: kinds.count(kind) for kind in told} == {
            kind: bool(what) for kind, what in told.items()
        }, hex
        assert kinds.count("icon") == len(signs(spot.icons)), hex
        for placed in lays_ever_on(tables, hex) if artist.stays(hex) else ():
            kinds = [box.item.kind for box in artist.over(hex, *placed).boxes]
            assert kinds.count("name") in ((1, 2) if BOTH in spot.name else (bool(spot.name),)), (hex, placed)
            assert kinds.count("icon") == len(signs(spot.icons)), (hex, placed)
            stops = board.tiles[placed.tile].stops
            assert kinds.count("pill") == len({(stop.kind, stop.value) for stop in stops}), (hex, placed)


def test_labels_make_way_for_names_in_few_places_only(artist: HexRenderer) -> None:
    tables = artist.tables
    labelled = [
        "label" in [box.item.kind for box in artist.over(hex, *placed).boxes]
        for hex in filter(artist.stays, tables.names)
        for placed in lays_ever_on(tables, hex)
        if tables.board.tiles[placed.tile].label
    ]
    assert labelled.count(False) <= 0.2 * len(labelled)


def test_nothing_is_written_small(artist: HexRenderer) -> None:
    """Narrow letters are as high as the others."""
    for what, _, boxes in cases(artist):
        for box in boxes:
            sizes = re.findall(r'font-size="([\d.]+)"', box.item.body)
            assert box.item.kind == QUIET or all(float(size) >= LEAST for size in sizes), what
    sizes = [box.item.size for _, _, boxes in cases(artist) for box in boxes if box.item.kind == "name"]
    assert sum(size >= 20 for size in sizes) > 0.75 * len(sizes)


def test_what_is_written_on_neighbours_never_overlaps(artist: HexRenderer) -> None:
    """The areas for text of two hexes never overlap: no point of the map is in both."""
    way, over = artist.grid.orientation, artist.over_border
    assert over > 10
    centres = [artist.grid.centre(name) for name in artist.tables.names]
    for one in centres[:: len(centres) // 5]:
        for x, y in itertools.product(range(-120, 121, 3), repeat=2):
            spot = Point(one.x + x + 0.01, one.y + y + 0.02)
            near = [at for at in centres if math.dist(at, spot) < 120]
            owners = [at for at in near if writable(way, spot.x - at.x, spot.y - at.y, over)]
            assert len(owners) < 2, (one, spot)


def test_no_text_of_a_neighbour_lies_on_a_circle(artist: HexRenderer) -> None:
    tables, grid = artist.tables, artist.grid
    turned = [tables.piece(tile, rotation) for tile in tables.board.tiles for rotation in range(6)]
    for piece in (*turned, *tables.printed):
        for at, radius in track.circles(grid, piece):
            far = abs(at.x if grid.orientation == "flat" else at.y) + radius
            assert far <= RADIUS - artist.over_border, piece.tile


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", TITLES)
def test_no_two_texts_of_a_whole_board_overlap(title: str, seed: int) -> None:
    """The test measures the drawing itself, for the boards of games late in play."""
    game = random_board(title, seed)
    assert len(game.state.tiles) > 10
    (texts,) = (
        layer
        for layer in ET.fromstring(game.svg()).iter("{http://www.w3.org/2000/svg}g")
        if layer.get("class") == "layer-texts"
    )
    boxes = []
    for hex in texts:
        for item in hex:
            if item.find("*[@class='token']") is not None:
                continue
            ((kind, size),) = ((key, value) for key, value in item.attrib.items() if key.startswith("data-"))
            x, y = (a + b for a, b in zip(moved(hex), moved(item), strict=True))
            wide, high = map(float, size.split())
            boxes.append((kind, x, y, wide, high))
    assert len(boxes) > 20
    for one, other in itertools.combinations(boxes, 2):
        apart = (2 * abs(one[1] - other[1]) >= one[3] + other[3] - 0.2) or (
            2 * abs(one[2] - other[2]) >= one[4] + other[4] - 0.2
        )
        assert apart, (one, other)


def moved(element: ET.Element) -> tuple[float, float]:
    """Return the translation of a group."""
    x, y = re.findall(r"-?[\d.]+", element.get("transform", ""))[:2]
    return float(x), float(y)


def test_figures_are_large(artist: HexRenderer) -> None:
    for what, _, boxes in cases(artist):
        for box in boxes:
            assert box.item.kind != "pill" or box.item.size >= LEAST, what


def test_circles_of_different_cities_do_not_touch_and_stay_in_the_hex(artist: HexRenderer) -> None:
    tables, grid = artist.tables, artist.grid
    turned = [tables.piece(tile, rotation) for tile in tables.board.tiles for rotation in range(6)]
    for piece in (*turned, *tables.printed):
        if piece.terminal:
            continue
        row = track.row_of(grid, piece)
        at = track.places(grid, piece)
        large = track.radius(piece)
        cities = [
            track.slots(stop, p, row=row, radius=large)
            for stop, p in zip(piece.stops, at, strict=True)
            if stop.slots
        ]
        for one, other in itertools.combinations(cities, 2):
            assert min(math.dist(a, b) for a in one for b in other) > 2 * large + 3, piece.tile
        for spot in itertools.chain(*cities):
            around = [
                (spot.x + large * math.cos(turn), spot.y + large * math.sin(turn)) for turn in range(63)
            ]
            assert all(inside(grid.orientation, x, y) for x, y in around), piece.tile


def test_a_company_s_letters_stay_in_its_circle() -> None:
    for make in boards().values():
        for corp in make().corporations:
            size = fitted(corp.id, 40, TOKEN)
            assert math.hypot(width(corp.id, size) / 2, 0.36 * size) <= TOKEN
            assert f">{corp.id.replace('&', '&amp;')}<" in token(corp)
            assert math.hypot(width(corp.id, size + 0.5) / 2, 0.36 * (size + 0.5)) > TOKEN or size == 40


def test_a_figure_lies_beside_the_track_where_there_is_room() -> None:
    grid = Grid(Layout("flat", "letters"))
    crossed, open_way = HexSpace(grid), HexSpace(grid)
    for edge in (0, 1, 2, 3, 5):
        crossed.track((Point(0, 0), grid.edge(edge)), 7)
    box = crossed.put([badge("30", 28)], placement.in_corners)
    assert box is not None
    # The only wide gap is between the edges 3 and 5.
    assert abs(math.degrees(math.atan2(box.at.y, box.at.x)) + 30) < 31
    again = open_way.put([badge("30", 28)], placement.in_corners)
    assert again is not None
    assert again.at != box.at


def test_a_smaller_way_is_taken_rather_than_to_cover_something() -> None:
    grid = Grid(Layout("flat", "letters"))
    taken = HexSpace(grid)
    taken.circle(Point(0, 0), 33)
    first = taken.put(names("Kitchener", "plain"), placement.below, beside=20)
    second = taken.put(names("Kitchener", "plain"), placement.below, beside=20)
    assert first is not None
    assert second is not None
    assert not covers(first, second)
    assert first.at.y > 30
    assert second.at.y < -30
    full = HexSpace(grid)
    full.circle(Point(0, 0), 100)
    assert full.put(names("Kitchener", "plain"), placement.below) is None


def test_two_words_may_stand_in_two_lines() -> None:
    lines = {item.body.count("<text") for item in names("Niagara Falls", "green")}
    assert lines == {1, 2}
    assert {item.body.count("<text") for item in names("Galt", "green")} == {1}
    assert all(isinstance(item, Label) for item in words("OO", (30.0, 20.0), "label"))
