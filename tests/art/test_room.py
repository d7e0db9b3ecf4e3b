"""Nothing that is written on a hex covers anything else, whatever tile lies there in whatever turning."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import pytest

from trunkline.art import Grid, Point, pieces, room
from trunkline.art.lettering import Item, fitted, names, width, words
from trunkline.art.marks import signs
from trunkline.art.room import PlacedItem, Room, inside
from trunkline.art.symbols import TOKEN, lays, token
from trunkline.art.tiles import Artist
from trunkline.art.worth import pill
from trunkline.board import Layout
from trunkline.titles import boards
from trunkline.track.tables import Piece, map_tables

TITLES = tuple(boards())
QUIET = "number"
"""The kind that is shown on demand only, and may lie under a name."""
Case = tuple[str, Piece, tuple[PlacedItem, ...]]


@pytest.fixture(scope="module", params=TITLES)
def artist(request: pytest.FixtureRequest) -> Artist:
    board = boards()[request.param]()
    return Artist(map_tables(board), Grid(board.layout))


def cases(artist: Artist) -> Iterator[Case]:
    """Every printed hex, every tile in every turning, and every lay on a hex with a name or a sign."""
    tables = artist.tables
    for hex in tables.names:
        yield f"printed {hex}", tables.printed[tables.index[hex]], artist.printed(hex).boxes
    for tile, rotation in itertools.product(tables.board.tiles, range(6)):
        yield f"{tile}:{rotation}", tables.piece(tile, rotation), artist.tile(tile, rotation).boxes
    for hex in filter(artist.stays, tables.names):
        for tile, rotation in lays(tables, hex):
            both = artist.tile(tile, rotation).boxes + artist.over(hex, tile, rotation).boxes
            yield f"{hex}:{tile}:{rotation}", tables.piece(tile, rotation), both


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


def test_names_labels_figures_costs_signs_and_circles_never_overlap(artist: Artist) -> None:
    for what, piece, boxes in cases(artist):
        loud = [box for box in boxes if box.item.kind != QUIET]
        for one, other in itertools.combinations(loud, 2):
            assert not covers(one, other), (what, one.item.kind, other.item.kind)
        for box in boxes:
            for at, radius in pieces.circles(artist.grid, piece) if not piece.terminal else ():
                assert not lies_on(box, at, radius), (what, box.item.kind)
            assert all(inside(artist.grid.orientation, x, y) for x, y in corners(box)), (what, box.item.kind)


def test_nothing_is_left_out(artist: Artist) -> None:
    """What has no room in one size is written in another one."""
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
        for placed in lays(tables, hex) if spot.name else ():
            assert [box.item.kind for box in artist.over(hex, *placed).boxes].count("name") == 1, (
                hex,
                placed,
            )


def test_most_names_are_large_and_few_are_small(artist: Artist) -> None:
    sizes = [box.item.size for _, _, boxes in cases(artist) for box in boxes if box.item.kind == "name"]
    assert sum(size >= 20 for size in sizes) > 0.8 * len(sizes)


def test_figures_are_large_unless_four_circles_leave_no_room(artist: Artist) -> None:
    for what, piece, boxes in cases(artist):
        crowded = sum(stop.slots for stop in piece.stops) > 3
        for box in boxes:
            assert box.item.kind != "pill" or box.item.size >= (16 if crowded else 20), what


def test_circles_of_different_cities_do_not_touch_and_stay_in_the_hex(artist: Artist) -> None:
    tables, grid = artist.tables, artist.grid
    turned = [tables.piece(tile, rotation) for tile in tables.board.tiles for rotation in range(6)]
    for piece in (*turned, *tables.printed):
        if piece.terminal:
            continue
        row = pieces.row_of(grid, piece)
        at = pieces.places(grid, piece)
        cities = [
            pieces.slots(stop, p, row=row) for stop, p in zip(piece.stops, at, strict=True) if stop.slots
        ]
        for one, other in itertools.combinations(cities, 2):
            assert min(math.dist(a, b) for a in one for b in other) > 2 * pieces.SLOT + 3, piece.tile
        for spot in itertools.chain(*cities):
            around = [
                (spot.x + pieces.SLOT * math.cos(turn), spot.y + pieces.SLOT * math.sin(turn))
                for turn in range(63)
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
    crossed, open_way = Room(grid), Room(grid)
    for edge in (0, 1, 2, 3, 5):
        crossed.track((Point(0, 0), grid.edge(edge)), 7)
    box = crossed.put([pill("30", 28)], room.in_corners)
    assert box is not None
    # The only wide gap is between the edges 3 and 5.
    assert abs(math.degrees(math.atan2(box.at.y, box.at.x)) + 30) < 31
    again = open_way.put([pill("30", 28)], room.in_corners)
    assert again is not None
    assert again.at != box.at


def test_a_smaller_way_is_taken_rather_than_to_cover_something() -> None:
    grid = Grid(Layout("flat", "letters"))
    taken = Room(grid)
    taken.circle(Point(0, 0), 33)
    first = taken.put(names("Kitchener", "plain"), room.below, beside=20)
    second = taken.put(names("Kitchener", "plain"), room.below, beside=20)
    assert first is not None
    assert second is not None
    assert not covers(first, second)
    assert first.at.y > 30
    assert second.at.y < -30
    full = Room(grid)
    full.circle(Point(0, 0), 100)
    assert full.put(names("Kitchener", "plain"), room.below) is None


def test_two_words_may_stand_in_two_lines() -> None:
    lines = {item.body.count("<text") for item in names("Niagara Falls", "green")}
    assert lines == {1, 2}
    assert {item.body.count("<text") for item in names("Galt", "green")} == {1}
    assert all(isinstance(item, Item) for item in words("OO", (30.0, 20.0), "label"))
