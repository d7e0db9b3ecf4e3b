"""The check of a title file: what it proves, and what it finds in random games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from titles.declared.conftest import changed
from titles.declared.test_title_files import PLAIN as OF_FAMILY
from trunkline.cli.command_line import main
from trunkline.engine.board import Board, board_from
from trunkline.lab.soak.checker import Finding as FailedCheck
from trunkline.lab.soak.games import FOUND, Outcome
from trunkline.lab.title_check.check import all_findings, sentence, still_findings
from trunkline.lab.title_check.finding import Finding, key_of
from trunkline.lab.title_check.game_findings import GameRecord, game_findings
from trunkline.lab.title_check.track_search import Budget, Part, TrackSearch
from trunkline.titles import boards, new_title, registry
from trunkline.titles.declared.title_file import title_from
from trunkline.util.strict_yaml import parse_yaml

PLAIN = [
    *(f'"{tile}": {{colour: yellow, count: {count}' for tile, count in (("7", 4), ("8", 8), ("9", 8))),
    *(f'"{tile}": {{colour: green, count: 2' for tile in ("23", "24", "25")),
    *(f'"{tile}": {{colour: green, count: 1' for tile in ("26", "27", "28", "29")),
]
"""The plain track of the example, up to the number of each tile."""


def board_of(*changes: tuple[str, str]) -> Board:
    """Return the board of the example with some texts replaced."""
    data = parse_yaml(changed(*changes))
    return board_from({key: data[key] for key in data if key not in ("about", "switches")})


def said(board: Board) -> list[tuple[str, str]]:
    """Return the keys and the sentences of the findings that need no games."""
    return [(key_of(board, finding.where), finding.text) for finding in still_findings(board)]


@pytest.fixture
def no_titles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a test add titles."""
    monkeypatch.setenv(registry.VARIABLE, "")
    registry.packages.cache_clear()
    yield
    monkeypatch.undo()
    registry.packages.cache_clear()


def test_a_way_is_made_of_tiles_that_fit() -> None:
    search = TrackSearch(board_of())
    way = search.way("A3", ["E7"], Budget())
    assert way is not None
    assert [part.hex for part in way] == ["A3", "B4", "C5", "D6", "E7"]
    assert all(part.tile in search.fitting() for part in way)


def test_a_way_takes_no_more_tiles_than_there_are() -> None:
    """With one straight tile and no other plain track, the ends of the map are too far from each other."""
    few = [(old, old.rpartition(" ")[0] + " 0") for old in PLAIN if not old.startswith('"9"')]
    board = board_of(*few, ('"9": {colour: yellow, count: 8', '"9": {colour: yellow, count: 1'))
    assert TrackSearch(board).way("A3", ["C5"], Budget()) is not None
    text = "The tiles cannot join Northwich (A3) and The East Ferry (C9), so the map cannot be crossed."
    assert ("tiles", text) in said(board)


def test_printed_boards_can_be_crossed() -> None:
    """The only findings are a corporation without a home, and a place that only ferries reach."""
    found = {
        title: [key for key, text in said(board()) if "join" in text] for title, board in boards().items()
    }
    assert found == {
        "1856": ["corporations.CGR.home"],
        "1851": [],
        "18GL": ["corporations.CR.home", "hexes.K3"],
        "18Dale": [],
    }


def test_printed_track_is_part_of_a_way() -> None:
    way = TrackSearch(boards()["1856"]()).way("A20", ["N1"], Budget())
    assert way is not None
    assert (way[0], way[-1]) == (Part("A20", ""), Part("N1", ""))


SIDES = "  E5: {kind: clear}\n", "  E5: {kind: lake}\n"
STILL: dict[str, tuple[list[tuple[str, str]], str, str]] = {
    "a home between lakes": (
        [
            ("D4: {kind: city, name: Slateford, cities: 1}", "D4: {kind: lake}"),
            ("D2: {kind: clear}", "D2: {kind: lake}"),
            SIDES,
        ],
        "corporations.SM.home",
        "The tiles cannot join the home of SM, Southmoor (E3), to another stop.",
    ),
    "a destination between lakes": (
        [
            ("D4: {kind: city, name: Slateford, cities: 1}", "D4: {kind: lake}"),
            ("D2: {kind: clear}", "D2: {kind: lake}"),
            SIDES,
            ("home: [A3],", "home: [A3], destination: {hexes: [E3]},"),
        ],
        "corporations.NW.destination",
        "The tiles cannot join Northwich (A3) to the destination of NW, Southmoor (E3).",
    ),
    "a stop that no track reaches": (
        [
            ("D4: {kind: city, name: Slateford, cities: 1}", "D4: {kind: lake}"),
            ("D2: {kind: clear}", "D2: {kind: lake}"),
            SIDES,
        ],
        "hexes.E3",
        "No track can join Southmoor (E3) to Northwich (A3).",
    ),
    "a hex without a tile": (
        [("kind: city, cities: 1, tiles:", "kind: city, cities: 2, tiles:")],
        "hexes.A3",
        "No tile fits here: look at first_tiles and at the hexes around it.",
    ),
    "a tile that nothing lists": (
        [('tiles: ["5", "6", "57"]', 'tiles: ["5", "6"]')],
        "tiles.57",
        "It can never be laid: neither first_tiles nor upgrades_to of another tile lists it.",
    ),
    "a tile that fits nowhere": (
        [
            ('count: 1, track: [[0, 1], [0, 2]]}', 'count: 1, track: [[0, 3], [1, 4]]}'),
            ('["26", "27", "28", "29"]', '["26", "27", "28"]'),
        ],
        "tiles.29",
        "It fits on no hex over 8: look at its track, its colour and its stops.",
    ),
    "a tile of a colour without a phase": (
        [('"611": {colour: brown', '"611": {colour: gray')],
        "tiles.611.colour",
        "No phase allows gray tiles, so it is never laid.",
    ),
    "a tile that the box lacks": (
        [('"26": {colour: green, count: 1', '"26": {colour: green, count: 0')],
        "tiles.26.count",
        "The box has none of it, so it can never be laid.",
    ),
    "a train that never rusts": (
        [(', range: 3, rusts_on: ["5"]', ", range: 3")],
        "trains.3",
        "It never rusts: give it rusts_on, or permanent: true if this is meant.",
    ),
    "a plus train without its plus": (
        [
            ('name: "D", price: 700, count: 4, range: null', 'name: "9+2", price: 700, count: 4, range: 9'),
            ('range: 4, rusts_on: ["D"]', 'range: 4, rusts_on: ["9+2"]'),
            ('on_train: ["D"]', 'on_train: ["9+2"]'),
        ],
        "trains.9+2",
        "It counts cities and towns together: for 2 more towns, give plus: 2.",
    ),
    "a train that rusts too early": (
        [('range: 3, rusts_on: ["5"]', 'range: 3, rusts_on: ["2"]')],
        "trains.3.rusts_on",
        "It rusts with the first sale of 2, which is not sold after it.",
    ),
    "a train without end": (
        [('price: 280, count: 2', 'price: 280, count: null')],
        "trains.4.count",
        "It never sells out, so 5 and D can never be bought.",
    ),
    "a phase without a train": (
        [('{name: "3", on_train: ["3"]', '{name: "3", on_train: []')],
        "phases.3.on_train",
        "No train starts this phase, so it is never reached.",
    ),
    "phases in another order": (
        [('{name: "3", on_train: ["3"]', '{name: "3", on_train: ["5"]')],
        "phases.4.on_train",
        "Its train is not sold after that of the phase before, so one of them is never reached.",
    ),
    "too little money for a president": (
        [("4: {cash: 320", "4: {cash: 100")],
        "players.4.cash",
        "A player cannot pay the president's certificate of NW, GH, SM and WB: $120 at the lowest par price.",
    ),
    "too little money to float": (
        [("2: {cash: 500", "2: {cash: 140")],
        "players.2.cash",
        "The players cannot pay the shares that float NW, GH, SM and WB: $300 at the lowest par price.",
    ),
    "too little capital": (
        [("price_multiple: 10, unsold", "price_multiple: 1, unsold")],
        "floating",
        "NW gets at most $80 when it floats, which does not pay the cheapest train (2, $100).",
    ),
    "too little capital before a destination": (
        [("price_multiple: 10, unsold: ipo}",
          "unsold: ipo}\ncapitalisation: [{kind: escrow, paid_at_once: 1}]"),
         ("home: [A3],", "home: [A3], destination: {hexes: [E3]},")],
        "floating",
        "NW gets at most $80 when it floats, which does not pay the cheapest train (2, $100).",
    ),
    "a price beyond the chart": (
        [("ending: {bank_empty: finish the set of operating rounds}",
          "ending: {bank_empty: finish the set of operating rounds, share_price: 400}")],
        "ending.share_price",
        "No box has $400: the highest price of the chart is $300.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", STILL)
def test_a_fault_is_found_without_a_game(fault: str) -> None:
    changes, key, text = STILL[fault]
    assert (key, text) in said(board_of(*changes))


def test_the_example_has_no_finding_without_a_game() -> None:
    assert said(board_of()) == []


def record_of(board: Board, ending: str = "bank", **seen: set[str]) -> GameRecord:
    """Return the record of a game in which everything happened, except what ``seen`` replaces."""
    whole: dict[str, Any] = {
        "tile": set(board.tiles),
        "floated": set(board.corporation),
        "reached": set(board.corporation),
        "train": set(board.train),
        "rusted": {train.name for train in board.trains if train.rusts_on},
        "phase": set(board.phase),
        "par": {str(par) for par in board.par_values},
        "private": set(board.private),
        "rule": {"18isle.private.blocks-hex", "18isle.token.barred"},
        "bank": {"D"},
        **{use: set(board.private) for use in ("lay", "token", "exchange", "given", "owned")},
    }
    failed = FailedCheck("crash", "It broke.") if ending == FOUND else None
    outcome = Outcome(1, 3, ending, 0, {}, 0, 0, 0.0, "", {}, finding=failed)
    return GameRecord(outcome, {kind: frozenset(names) for kind, names in (whole | seen).items()})


@pytest.mark.parametrize(
    ("kind", "names", "key", "text"),
    [
        ("tile", {"7", "8"}, "tiles.9", "No corporation laid it in 2 random games."),
        ("floated", {"NW", "GH", "WB"}, "corporations.SM", "It did not float in 2 random games."),
        ("reached", {"GH"}, "corporations.NW.destination", "It did not reach it in 2 random games."),
        ("train", {"2", "3", "4", "5"}, "trains.D", "No corporation bought one in 2 random games."),
        ("rusted", {"2", "4"}, "trains.3.rusts_on", "It did not rust in 2 random games."),
        ("phase", {"3", "4", "5"}, "phases.D", "It did not begin in 2 random games."),
        ("par", {"60", "80"}, "par_values", "No corporation started at $70 in 2 random games."),
        ("private", {"quay"}, "privates.lighthouse", "No player bought it in 2 random games."),
        ("bank", {"3"}, "bank", "The bank was broken before phase 4 in 2 of 2 random games."),
        ("bank", set(), "bank", "The bank was never broken in 2 random games."),
        ("lay", set(), "privates.quay.powers.0", "Its power, lay, was not used in 2 random games."),
        ("owned", set(), "privates.quay.powers.1", "Its power, discount, was not used in 2 random games."),
        ("given", set(), "privates.quay.powers.2", "Its power, revenue, was not used in 2 random games."),
        (
            "rule",
            {"18isle.private.blocks-hex"},
            "station_tokens.none_on",
            "Its rule, 18isle.token.barred, never mattered in 2 random games.",
        ),
    ],
)  # fmt: skip
def test_what_no_game_reached_is_a_finding(kind: str, names: set[str], key: str, text: str) -> None:
    powers = "powers: [{kind: lay}, {kind: discount}, {kind: revenue, value: 20, by: player}]"
    board = board_of(
        ("bank: 2400", "bank: 2400\nstation_tokens: {none_on: [C5]}"),
        ("cost: 50, revenue: 10", f"cost: 50, revenue: 10, hexes: [A5], {powers}"),
        ("home: [A3],", "home: [A3], destination: {hexes: [E3]},"),
    )
    games = [record_of(board), record_of(board)]
    assert [*game_findings(board, games)] == []
    games = [record_of(board, "bank", **{kind: names})] * 2
    found = [(key_of(board, each.where), each.text) for each in game_findings(board, games)]
    assert (key, text) in found


@pytest.mark.parametrize(
    ("ending", "key", "text"),
    [
        ("bankruptcy", "trains", "A bankruptcy ended 1 of 1 random games: trains may cost too much."),
        ("stalled", "ending", "1 of 1 random games did not end."),
        (FOUND, "", "A check failed in game 1: It broke."),
    ],
)
def test_bad_ends_of_games_are_findings(ending: str, key: str, text: str) -> None:
    board = board_of()
    found = [
        (key_of(board, each.where), each.text) for each in all_findings(board, [record_of(board, ending)])
    ]
    assert found == [(key, text)]


def test_games_that_mostly_failed_show_nothing_else() -> None:
    board = board_of()
    games = [
        record_of(board, FOUND, tile=set()),
        record_of(board, FOUND, tile=set()),
        record_of(board, tile=set()),
    ]
    assert [each.where for each in game_findings(board, games)] == [(), ()]
    assert len(list(game_findings(board, games[1:]))) > 2


def test_an_end_that_no_game_reached_is_a_finding() -> None:
    board = board_of(("ending: {bank_empty", "ending: {sets: 9, train: D, bank_empty"))
    found = [
        (key_of(board, each.where), each.text) for each in game_findings(board, [record_of(board, "sets")])
    ]
    assert found == [("ending.train", "It ended none of 1 random games.")]


def test_a_key_with_a_proved_fault_has_no_second_finding() -> None:
    board = board_of(('"26": {colour: green, count: 1', '"26": {colour: green, count: 1, only_on: [A5]'),
                     ("A5: {kind: clear}", "A5: {kind: lake}"))  # fmt: skip
    without = record_of(board, tile=set(board.tiles) - {"26"})
    assert [key_of(board, each.where) for each in all_findings(board, [without])] == ["tiles.26"]


def test_a_finding_has_the_line_of_its_key() -> None:
    text = changed(('range: 3, rusts_on: ["5"]', "range: 3"))
    board = board_of(('range: 3, rusts_on: ["5"]', "range: 3"))
    (finding,) = still_findings(board)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if 'name: "3", price' in row)
    assert sentence("title.yaml", text, board, finding).startswith(
        f"title.yaml, line {line}: trains.3: It never"
    )


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (("bank",), "line 3: bank (set by family 1830): Late."),
        (("trains", 4, "count"), "line 3: trains.6.count (set by family 1830): Late."),
        (("corporations", 0, "tokens"), "line 3: corporations.NW.tokens (set by family 1830): Late."),
        (("corporations", 0, "home"), "line 9: corporations.NW.home: Late."),
        (("floating", "percent"), "line 10: floating.percent: Late."),
        (("floating", "price_multiple"), "line 3: floating.price_multiple (set by family 1830): Late."),
        (("par_values",), "line 3: par_values (set by family 1830): Late."),
    ],
)
def test_a_finding_about_a_value_of_a_family_has_the_line_of_the_family(
    where: tuple[str | int, ...], said: str
) -> None:
    text = OF_FAMILY + "floating: {percent: 50}\n"
    board = title_from(text, "title.yaml").board
    assert sentence("title.yaml", text, board, Finding(where, "Late.")) == f"title.yaml, {said}"


def test_the_check_of_a_new_title_finds_nothing(
    no_titles: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_title(tmp_path / "18Foo")
    pictures = tmp_path / "pictures"
    command = [
        "title",
        "check",
        str(tmp_path / "18Foo"),
        "--games",
        "8",
        "--pictures",
        str(pictures),
        "--rules",
    ]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "18Foo: no findings in the file and 8 random games."
    assert "  18foo.track.blocked-edge: Track may not cross a blocked edge." in out.splitlines()
    assert "18foo.float.capital:" not in out
    assert "Cedar" in (pictures / "map.svg").read_text()
    assert "$70" in (pictures / "chart.svg").read_text()


def test_the_check_fails_with_findings(
    no_titles: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "title.yaml"
    path.write_text(changed(('range: 3, rusts_on: ["5"]', "range: 3")))
    assert main(["title", "check", str(path), "--games", "1"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line.startswith("title.yaml, line 110: trains.3: It never rusts") for line in out].count(
        True
    ) == 1
    assert out[-1].startswith("18Isle: ")
    assert out[-1].endswith(" findings in the file and 1 random game.")
    assert main(["title", "check", str(path), "--games", "0"]) == 1
    finding, number = capsys.readouterr().out.splitlines()
    assert finding.startswith("title.yaml, line 110: trains.3: It never rusts")
    assert number == "18Isle: 1 finding in the file."


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("bank: [", [], "title.yaml, line 2: it cannot be read: "),
        (None, [], "title.yaml cannot be read: No such file or directory."),
    ],
)
def test_bad_input_makes_nothing(
    no_titles: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str | None,
    options: list[str],
    said: str,
) -> None:
    path = tmp_path / "title.yaml"
    if text is not None:
        path.write_text(text)
    assert main(["title", "check", str(path), "--pictures", str(tmp_path / "pictures"), *options]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n"), error.startswith(said)) == ("", 1, True), error
    assert not (tmp_path / "pictures").exists()
