"""Import of games of 18xx-maker. ``brook.json`` is a game of our own, with the keys of that program."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import trunkline
from trunkline import UsageError
from trunkline.cli.command_line import main
from trunkline.titles import add_file, boards, read_title, registry
from trunkline.titles.declared import imported
from trunkline.titles.declared.maker.content import content
from trunkline.titles.declared.maker.game_file import Part
from trunkline.titles.declared.title_file import title_from

BROOK = Path(__file__).with_name("brook.json")
Change = Callable[[dict[str, Any]], Any]


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Path]:
    """Return the function that writes the game with some changes."""

    def made(*changes: Change) -> Path:
        data = json.loads(BROOK.read_text(encoding="utf-8"))
        for change in changes:
            change(data)
        path = tmp_path / "game.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return path

    return made


def points(path: Path, kind: str = "") -> dict[str, str]:
    """Return the points of an import by key."""
    return {point.key: point.text for point in imported(path).points if kind in ("", point.kind)}


def test_a_complete_game_becomes_a_title_that_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(registry.VARIABLE, "")
    file = tmp_path / "brook.yaml"
    assert main(["title", "import", str(BROOK), "-o", str(file)]) == 0
    shown = capsys.readouterr()
    assert f"The title is in {file}" in shown.out
    assert "\n  floating: Assumed: a corporation floats with 60 percent sold," in shown.err
    registry.packages.cache_clear()
    try:
        title = add_file(file)
        game = trunkline.new(title, ["Ann", "Ben"])
        assert game.legal()
        # With two players, one of the privates is not in the game.
        assert set(game.state.privates) == {"the-mill-race"}
        assert boards()[title]().layout.orientation == "pointy"
    finally:
        monkeypatch.undo()
        registry.packages.cache_clear()
    assert main(["title", "import", str(BROOK), "-o", str(file)]) == 2
    assert "exists already. Name another file with -o." in capsys.readouterr().err


def test_the_components_are_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "title.yaml"
    file.write_text(imported(BROOK).text, encoding="utf-8")
    title = read_title(file)
    board = title.board
    assert (board.title, board.full_title) == ("18Brook", "18Brook: Railways of a Valley")
    assert title.about.designers == "the authors of Trunkline"
    assert (board.bank, board.players[3].cash, board.players[4].certificates) == (4000, 360, 9)
    # The colour of the game's own palette, shares and tokens of the default types, and homes on the map.
    west = board.corporation["A&W"]
    assert (west.colour, west.text_colour, west.home) == ("#2f6b3c", "white", ("B2",))
    assert (west.shares[:2], west.tokens) == ((20, 10), (0, 40, 100))
    assert (board.corporation["BL"].home, board.corporation["BL"].tokens) == (("B8",), (0, 60))
    assert board.corporation["CC"].home == ("D6",)
    # Ranges come from names, and trains that nothing rusts are permanent.
    two, four, diesel = (board.train[name] for name in ("2", "4", "D"))
    assert (two.range, two.rusts_on, two.count) == (2, ("4",), 5)
    assert (four.price, four.permanent) == (310, True)
    assert (diesel.range, diesel.count, diesel.available_on) == (None, None, "5")
    # A phase lists all colours up to its own.
    assert board.phase["4"].tiles == ("yellow", "green")
    assert board.phase["4"].buy_privates
    assert board.private_rules.close_on_phase == "5"
    assert [board.phase[name].off_board for name in ("4", "5")] == ["yellow", "brown"]
    # Copied hexes, terrain, printed track, and names.
    assert (board.hexes["B8"].kind, board.hexes["B8"].name) == ("city", "Birch")
    assert (board.hexes["B6"].towns, board.hexes["B6"].cost, board.hexes["B6"].terrain) == (1, 60, "mountain")
    elm = board.hexes["C3"]
    assert (elm.kind, elm.colour, elm.track, elm.stops[0].value) == (
        "preprinted",
        "yellow",
        ((1, "s0"), (4, "s0")),
        30,
    )
    assert (board.hexes["C1"].exits, board.hexes["C1"].values) == ((3, 4), {"yellow": 20, "brown": 50})
    assert board.hexes["A1"].track == ((4, "s0"), ("s0", 5))
    assert (board.hexes["A9"].kind, board.hexes["C7"].cities) == ("lake", 2)
    # Tiles: counts of copies are added, an alias is its standard tile, and others have track and upgrades.
    assert (board.tiles["24"].count, board.tiles["26"].count, board.tiles["69"].count) == (3, None, 2)
    own = board.tiles["X1"]
    assert (own.colour, own.label, own.stops[0].slots, own.upgrades_to) == ("green", "Y", 2, ("X2",))
    assert own.track == ((0, "s0"), (2, "s0"), (3, "s0"), (5, "s0"))
    # The chart.
    assert board.par_values == (72, 82)
    assert (board.boxes[1, 0].zone, board.boxes[1, 0].arrow, board.boxes[0, 6].price) == (
        "yellow",
        "down",
        134,
    )
    assert board.boxes[2, 0].zone == "closed"
    assert board.chart.zones == {"yellow": "No certificate"}


def test_the_points_name_everything_that_the_designer_must_decide() -> None:
    assert not points(BROOK, "missing")
    assumed = points(BROOK, "assumed")
    assert assumed["privates.the-mill-race.powers"].endswith('The game says: "Blocks its hex."')
    assert "a price of 200" in assumed["trains.D.discount"]
    assert '"No certificate" (yellow) have the zone yellow' in assumed["chart"]
    assert {"floating", "ending", "share_limit", "pool_limit", "switches"} <= assumed.keys()
    left = points(BROOK, "left out")
    assert left["chart"] == 'Boxes with the legend "Odd" (purple) have no zone here.'
    assert left["phases.D"] == 'The game also says: "The mill shuts."'
    text = imported(BROOK).text
    assert "# ASSUMED, see above: floating\nfloating: {percent: 60" in text
    assert "#   - floating: Assumed: a corporation floats" in text


@pytest.mark.parametrize(
    ("stock", "said"),
    [
        (
            {"market": [[60, None, 70], [None, 50]]},
            "Assumed: a chart of hexes, with every second row half a box",
        ),
        (
            {"type": "1Diag", "market": [60, 70]},
            "The game draws its chart as two rows in zigzag. Assumed: one row",
        ),
        ({}, None),
    ],
)
def test_the_shape_of_a_chart_is_a_point_if_it_is_assumed(
    make: Callable[..., Path], stock: dict[str, Any], said: str | None
) -> None:
    found = points(make(lambda data: data["stock"].update(stock)), "assumed").get("chart.shape")
    assert (found or "").startswith(said or "")
    assert bool(found) == bool(said)


def older(data: dict[str, Any]) -> None:
    """Write rusting as older games do: at the phases."""
    for train in data["trains"]:
        train.pop("rust", None)
    data["phases"][2]["rust"] = "2"
    for phase in data["phases"]:
        del phase["rounds"]


def test_older_games_name_the_rusted_trains_at_the_phases(make: Callable[..., Path]) -> None:
    found = imported(make(older))
    board = title_from(found.text, "title.yaml").board
    assert board.train["2"].rusts_on == ("4",)
    assert [phase.operating_rounds for phase in board.phases] == [1, 2, 2, 3, 3]


def test_a_legend_of_several_purchases_sets_the_switch(make: Callable[..., Path]) -> None:
    legend = {"color": "brown", "description": "Buy any number"}
    found = imported(make(lambda data: data["stock"]["legend"].append(legend)))
    assert title_from(found.text, "title.yaml").switches.several_in_brown
    assert ("switches", "Assumed: in the brown zone a player may buy several certificates in a turn.") in [
        (point.key, point.text) for point in found.points
    ]


MISSING: dict[str, tuple[Change, str]] = {
    "a home": (lambda data: data["map"]["hexes"][1]["cities"][0].pop("companies"), "corporations.A&W.home"),
    "a tile for a hex": (lambda data: data["tiles"].pop("59"), "hexes.C7"),
    "a par price": (
        lambda data: data["stock"].update(market=[[50, 60, 70]], par={"values": []}),
        "chart",
    ),
    "a train that rusts another": (lambda data: data["trains"][0].update(rust="9"), "trains.2.rusts_on"),
    "a regular grid": (lambda data: data["map"]["hexes"][0]["hexes"].append("B9"), "the file"),
}


@pytest.mark.parametrize("name", MISSING)
def test_a_title_that_cannot_be_played_yet_says_why(name: str, make: Callable[..., Path]) -> None:
    change, key = MISSING[name]
    path = make(change)
    assert [*points(path, "missing")] == [key]
    with pytest.raises(UsageError):
        title_from(imported(path).text, "title.yaml")


WIDE = {"value": 60, "width": 2}
"""A box of two columns."""


def prices(board: Any) -> list[list[int | None]]:
    """Return the prices of the chart by row."""
    return [[box and box.price for box in row] for row in board.chart.rows]


READ: dict[str, tuple[Change, Callable[[Any], Any], Any]] = {
    "flat hexes": (
        lambda data: data["info"].update(orientation="horizontal"),
        lambda board: (board.layout.columns, board.hexes["C3"].track),
        ("letters", ((0, "s0"), (3, "s0"))),
    ),
    "a chart of one row": (
        lambda data: data["stock"].update(type="1D", market=[40, 50, "60", 70], par={"values": [50, 60]}),
        lambda board: (board.par_values, len(board.chart.rows)),
        ((50, 60), 1),
    ),
    "a chart of hexes, as boxes of two columns": (
        lambda data: data["stock"].update(
            market=[[WIDE, None, 70, None, 80], [None, 50, None, 60], [30, None, 40]], par={"values": [70]}
        ),
        lambda board: (board.chart.shape, prices(board), board.par_values),
        ("hexes", [[60, 70, 80], [50, 60], [30, 40]], (70,)),
    ),
    "a chart of hexes whose first row is further right": (
        lambda data: data["stock"].update(
            market=[[None, 70, None, 80], [50, None, 60], [None, 40]], par={"values": [70]}
        ),
        lambda board: (board.chart.shape, prices(board)),
        ("hexes", [[None, 70, 80], [50, 60], [None, 40]]),
    ),
    "a chart that is called one of hexes": (
        lambda data: data["stock"].update(type="hex", market=[[60, 70], [50, 55]], par={"values": [70]}),
        lambda board: (board.chart.shape, prices(board)),
        ("hexes", [[60, 70], [50, 55]]),
    ),
    "a chart in zigzag": (
        lambda data: data["stock"].update(type="1Diag", market=[40, 50, 60, 70], par={"values": [50, 60]}),
        lambda board: (board.chart.shape, prices(board)),
        ("squares", [[40, 50, 60, 70]]),
    ),
    "a row of a box alone": (
        lambda data: data["stock"].update(market=[[60, 70], [50, 55], 45], par={"values": [70]}),
        lambda board: (board.chart.shape, prices(board)),
        ("squares", [[60, 70], [50, 55], [45]]),
    ),
    "a par price in two boxes": (
        lambda data: data["stock"].update(
            market=[
                [50, {"value": 60, "par": True}],
                [{"value": 60, "par": True}, {"value": 70, "par": True}],
            ]
        ),
        lambda board: [at for at, box in board.boxes.items() if box.par],
        [(0, 1), (1, 1)],
    ),
    "par prices without marks": (
        lambda data: data["stock"].update(market=[[50, 60, 70], [40, 50, 60]], par={"values": [60, 50]}),
        lambda board: sorted(at for at, box in board.boxes.items() if box.par),
        [(0, 1), (1, 1)],
    ),
    "the first of several maps": (
        lambda data: data.update(
            map=[{**data["map"], "copy": 1, "remove": []}, {"hexes": [{"hexes": ["B10"]}]}]
        ),
        lambda board: "B10" in board.hexes,
        True,
    ),
    "a train of hexes": (
        lambda data: data["trains"][1].update(name="3H") or data["phases"][1].update(on="3H"),
        lambda board: (board.train["3H"].range, board.train["3H"].unit),
        (3, "hexes"),
    ),
    "a plus train": (
        lambda data: data["trains"][1].update(name="3+3") or data["phases"][1].update(on="3+3"),
        lambda board: (board.train["3+3"].range, board.train["3+3"].unit, board.train["3+3"].plus),
        (3, "stops", 3),
    ),
    "trains that become obsolete": (
        lambda data: data["trains"][1].update(rust=[], obsolete="5", phased={"on": "D", "index": 2}),
        lambda board: (board.train["3"].rusts_on, board.train["3"].obsolete_on),
        ((), ("5", "D")),
    ),
    "minor companies": (
        lambda data: data["companies"][0].update(minor=True),
        lambda board: [*board.corporation],
        ["BL", "CC"],
    ),
    "an endless bank": (lambda data: data.update(bank="∞"), lambda board: board.bank, 1_000_000),
    "incremental capital": (
        lambda data: data["info"].update(capitalization="incremental"),
        lambda board: (board.floating.capital, board.floating.unsold),
        ("incremental", "treasury"),
    ),
    "a printed green hex": (
        lambda data: data["map"]["hexes"][5].update(color="green", cities=[{"size": 2}]),
        lambda board: (board.hexes["C3"].kind, board.hexes["C3"].colour),
        ("preprinted", "green"),
    ),
    "a printed brown hex that nothing replaces": (
        lambda data: data["map"]["hexes"][5].update(color="brown"),
        lambda board: (board.hexes["C3"].kind, board.hexes["C3"].colour),
        ("gray", ""),
    ),
}


@pytest.mark.parametrize("name", READ)
def test_other_forms_of_games_are_read(name: str, make: Callable[..., Path]) -> None:
    change, found, wanted = READ[name]
    board = title_from(imported(make(change)).text, "title.yaml").board
    assert found(board) == wanted


def test_older_files_have_other_keys(make: Callable[..., Path]) -> None:
    def older(data: dict[str, Any]) -> None:
        hexes = data["map"]["hexes"]
        red = next(each for each in hexes if each.get("color") == "offboard")
        red["offBoardTrack"] = [{"side": part["side"]} for part in red.pop("track")]
        hill = next(each for each in hexes if "terrain" in each)
        del hill["terrain"]
        hill["mountain"] = {"cost": "$70", "percent": 0.3}
        hill["water"] = {"size": 0.5}
        data["tiles"].update({"9001": 1, "Z9": {"quantity": 1}})
        data["trains"][0]["description"] = "Costs less for a 2."
        for private in data["privates"]:
            private.pop("minPlayers", None)
            private["players"] = "Players: 3+"

    file = make(older)
    usual, board = (read(each).board for each in (BROOK, file))
    ends = [id for id, hex in usual.hexes.items() if hex.kind == "offboard" and hex.exits]
    assert ends
    assert [board.hexes[id].exits for id in ends] == [usual.hexes[id].exits for id in ends]
    assert (board.hexes["B6"].cost, board.hexes["B6"].terrain) == (70, "mountain")
    assert board.tiles.keys() == usual.tiles.keys()
    told = points(file)
    assert told["tiles.9001"] == told["tiles.Z9"]
    assert told["tiles.Z9"].startswith("It is not one of the standard tiles of Trunkline")
    assert told["trains.2"] == 'The game says: "Costs less for a 2." If it is a discount, write discount.'
    # With two players the game has no private, so the title has all of them.
    assert "players.2.privates" in points(file, "left out")


def read(file: Path) -> Any:
    """Return the title of an imported game."""
    return title_from(imported(file).text, "title.yaml")


FAULTS: dict[str, tuple[str | Change, str]] = {
    "a list": ("[1]", "game.json is not a game of 18xx-maker: it has no title in `info`."),
    "no JSON": ('{\n"info": {', "game.json, line 2: it is not valid JSON."),
    "a deep list": ("[" * 90_000, "game.json is nested too deeply for a game."),
    "a large file": (" " * 10_000_000, "game.json is larger than 1 MB."),
    "an empty game": (
        '{"info": {"title": "18X"}, "map": {"hexes": []}, "bank": 1}',
        "game.json has no `players`, `companies`, `trains`, `phases`, `stock`, `tiles`, and a title needs",
    ),
    "a price in words": (
        lambda data: data["trains"][0].update(price="free"),
        "game.json, trains[0].price: it must be a whole number, not 'free'.",
    ),
    "a missing price": (
        lambda data: data["trains"][0].pop("price"),
        "game.json, trains[0].price: it must be a whole number, not missing.",
    ),
    "a number for a table": (
        lambda data: data.update(stock=5),
        "game.json, stock: it must be keys with values, not 5.",
    ),
    "a coordinate in words": (
        lambda data: data["map"]["hexes"][0]["hexes"].append("here"),
        "map.hexes[0].hexes: it must be coordinates of a letter and a number, such as B4, not 'here'.",
    ),
    "a copy of nothing": (
        lambda data: data["map"]["hexes"][2].update(copy="Z1"),
        "game.json, map.hexes[2]: it copies 'Z1', and no other entry of the map has that hex.",
    ),
    "a phase without a train": (
        lambda data: data["phases"][2].update(name="IV"),
        "game.json, phases[2]: no train begins the phase IV. Name one with `on`.",
    ),
    "hexes without end": (
        lambda data: data["map"]["hexes"][0].update(
            hexes=[f"{letter}{number}" for letter in "EFGHIJKLMN" for number in range(1, 60)]
        ),
        "game.json: the map has 600 hexes, and a title has at most 500.",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_sentence_and_nothing_is_written(
    name: str, make: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given, wanted = FAULTS[name]
    path = make() if isinstance(given, str) else make(given)
    if isinstance(given, str):
        path.write_text(given, encoding="utf-8")
    assert main(["title", "import", str(path), "-o", str(tmp_path / "title.yaml")]) == 2
    assert wanted in capsys.readouterr().err
    assert not (tmp_path / "title.yaml").exists()


TRACK: dict[str, tuple[dict[str, Any], list[list[Any]]]] = {
    "curves that cross": (
        {"track": [{"type": "gentle", "side": 1}, {"type": "straight", "side": 2}]},
        [[0, 2], [1, 4]],
    ),
    "a junction": ({"track": [{"side": 1}, {"side": 3}, {"side": 5}]}, [[0, 2], [0, 4], [2, 4]]),
    "a town on a curve": (
        {"centerTowns": [{"angle": 30, "percent": 0.577}], "track": [{"type": "sharp"}]},
        [[0, "s0"], ["s0", 1]],
    ),
    "a curve that passes a city": (
        {"cities": [{}], "track": [{"side": 1}, {"side": 4}, {"type": "sharp", "side": 2}]},
        [[0, "s0"], [3, "s0"], [1, 2]],
    ),
    "two cities at the ends of short track": (
        {
            "cities": [{"angle": 120, "percent": 0.5}, {"angle": 0, "percent": 0.5}],
            "track": [{"type": "straight", "side": 1, "end": 0.25}, {"type": "stop", "side": 3}],
        },
        [[0, "s1"], [2, "s0"]],
    ),
    "track that is drawn from its other end": (
        {
            "cities": [{"mid": "gentle", "side": 1}],
            "track": [{"type": "gentle", "start": 0.5}, {"type": "gentleHalfRev", "side": 1}],
        },
        [[2, "s0"], [0, "s0"]],
    ),
    "turned track": ({"track": [{"type": "sharp", "side": 1, "rotation": 120}]}, [[2, 3]]),
}


@pytest.mark.parametrize("name", TRACK)
def test_track_joins_sides_and_the_stops_on_its_way(name: str) -> None:
    data, wanted = TRACK[name]
    assert content(Part("game.json", "tiles.1", data), pointed=False).track == wanted


def test_a_city_on_pointed_hexes_is_placed_on_the_screen() -> None:
    # Track of side 1 comes from the left, where angle 90 is.
    data = {
        "cities": [{"angle": 270, "percent": 0.5}, {"angle": 90, "percent": 0.5}],
        "track": [{"type": "straight", "end": 0.25}, {"type": "straight", "side": 4, "end": 0.25}],
    }
    assert content(Part("game.json", "map.hexes[0]", data), pointed=True).track == [[1, "s1"], [4, "s0"]]


NONSENSE: tuple[Any, ...] = (None, -1, "x", [], {}, [1], {"a": 1}, True, 10**9, [[]])


def test_nonsense_in_a_game_is_a_usage_error(tmp_path: Path) -> None:
    """Replace a sample of the values. A game with nonsense is read or refused, without a crash."""

    def ways(value: Any, way: tuple[Any, ...] = ()) -> Any:
        for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            yield (*way, key)
            yield from ways(value[key], (*way, key))

    text = BROOK.read_text(encoding="utf-8")
    path = tmp_path / "game.json"
    for number, way in enumerate([*ways(json.loads(text))][::7]):
        data = json.loads(text)
        place = data
        for step in way[:-1]:
            place = place[step]
        place[way[-1]] = NONSENSE[number % len(NONSENSE)]
        path.write_text(json.dumps(data), encoding="utf-8")
        try:
            imported(path)
        except UsageError:
            continue
