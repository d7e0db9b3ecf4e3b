"""Games on the players' own board: checks, saves, and one-sentence refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import trunkline
from trunkline import UsageError
from trunkline.cli.command_line import main
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import boards, t18gl

PRINTED = Path(t18gl.__file__).with_name("board.yaml").read_text()
NAMES = ["Ann", "Bob", "Cy"]


def changed(old: str, new: str) -> str:
    """Return the printed board with one text replaced."""
    assert PRINTED.count(old) == 1, old
    return PRINTED.replace(old, new)


RICHER = changed("bank: 12000", "bank: 9000")


def line(text: str) -> int:
    """Return the number of the line with a text on the printed board, from 1."""
    return next(number for number, row in enumerate(PRINTED.splitlines(), 1) if text in row)


FAULTS = {
    "unknown key": (
        changed("bank: 12000", "bank: 12000\nbonk: 1"),
        line("bank: 12000") + 1,
        "unknown key `bonk`",
    ),
    "a hex off the grid": (
        changed("  B2: {kind: clear", "  B3: {kind: clear"),
        line("  B2:"),
        "hex B3: it lies between the hexes",
    ),
    "a hex with another name": (
        changed("  B2: {kind: clear", "  elsewhere: {kind: clear"),
        line("  B2:"),
        "hex elsewhere: a coordinate is a letter and a number",
    ),
    "track that leads nowhere": (
        changed("track: [[1, s0]], icons: [mine]", "track: [[3, s0]], icons: [mine]"),
        line("  E1:"),
        "hex E1, track: there is no hex beyond edge 3",
    ),
    "a tile with impossible exits": (
        changed('supplied: 4, track: [[0, 1]]', 'supplied: 4, track: [[0, 9]]'),
        line('  "7":'),
        "tiles '7' at track[0][1]: it must be a whole number from 0 to 5 or the name of a stop",
    ),
    "a tile whose track ends where it began": (
        changed('supplied: 4, track: [[0, 1]]', 'supplied: 4, track: [[1, 1]]'),
        line('  "7":'),
        "tile 7: track from 1 to 1 goes nowhere",
    ),
    "a train without price": (
        changed("{name: 6H, price: 300,", "{name: 6H,"),
        line("{name: 6H"),
        "missing key `price` in trains '6H'",
    ),
    "a train for nothing": (
        changed("{name: 6H, price: 300,", "{name: 6H, price: 0,"),
        line("{name: 6H"),
        "trains '6H' at price: it must be a whole number of at least 1, not 0",
    ),
    "a circle of upgrades": (
        changed('upgrades_to: [CHI-X], row: 71', 'upgrades_to: [CHI-G], row: 71'),
        line('"CHI-G": {colour') + 1,
        "its upgrades go in a circle, CHI-G, CHI-B, CHI-G",
    ),
    "a company less": (
        changed("  - {id: NYC, name: New York Central System", "  - {id: NYO, name: New York Central System"),
        line("corporations:"),
        "corporations: they must be B&O, NYC",
    ),
    "nothing about loans": (
        changed("loans: {value: 500, interest: 50, end_penalty_per_share: 50, maximum: 2}\n", ""),
        1,
        "loans: it is missing",
    ),
    "a price that opens in no phase": (
        changed("{price: 140, par: true, par_from: 6H}", "{price: 140, par: true, par_from: 7H}"),
        line("par_from: 6H"),
        "chart, par_from: '7H' is not on the board",
    ),
    "a bank without end": (changed("bank: 12000", f"bank: {10**30}"), line("bank: 12000"), "bank: a number"),
    "a board of another title": (changed("title: 18GL\n", 'title: "1851"\n'), line("title: 18GL"), "title: "),
    "a colour of nonsense": (changed('"#7a1f3d"', "nonsense"), line("{id: WAB"), "at colour"),
    "a token circle without end": (
        changed("values: {first: 40, second: 60, third: 90}, exits: [3, 4], group: St. Louis, slots: 1,\n"
                "     basis: printed, recon: [values, exits]}\n  # column C",
                "values: {first: 40, second: 60, third: 90}, exits: [3, 4], group: St. Louis, slots: 9999,\n"
                "     basis: printed, recon: [values, exits]}\n  # column C"),
        line("  B18:"),
        "at slots",
    ),
    "a name that no drawing holds": (
        changed("name: Peoria", 'name: "\\0"'),
        line("  B14:"),
        "cannot be drawn",
    ),
    "a ferry line that goes nowhere": (
        changed("ferry: [[0, 3]], row: 82", "ferry: [[0, 0]], row: 82"),
        line('"FER-S"'),
        "goes nowhere",
    ),
    "a ferry without a lake": (
        changed("path: [L10, L12, L14]", "path: [L10, L13, L14]"),
        line("{id: london_cleveland"),
        "'L13' is not on the board",
    ),
    "a gift of nobody's": (
        changed("gives: {corporation: PRR", "gives: {corporation: XXX"),
        line("{id: c_and_a"),
        "'XXX' is not on the board",
    ),
    "less money than a private costs": (
        changed("6: {cash: 400", "6: {cash: 130"),
        line("  6: {cash"),
        "the dearest private costs 140",
    ),
    "revenue below nothing": (
        changed("cost: 20, revenue: 5", "cost: 20, revenue: -1"),
        line("c_and_e, name"),
        "a number is from 0",
    ),
    "a bonus of no private": (
        changed("by: mine", "by: nobody"),
        line("  mine: {value"),
        "'nobody' is not on the board",
    ),
    "privates for sale": (
        changed("sellable: false", "sellable: true"),
        line("private_rules"),
        "the rules of the title",
    ),
    "no YAML": ("{[}", 1, "it cannot be read: "),
    "a word": ("hello", 1, "the board: it must be keys with values, not 'hello'"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_is_said_with_its_line(fault: str, tmp_path: Path, capsys: Any) -> None:
    text, number, why = FAULTS[fault]
    path, save = tmp_path / "mine.yaml", tmp_path / "game.json"
    path.write_text(text)
    command = ["play", "18GL", "--players", "3", "--bots", "all", "--board", str(path), "--save", str(save)]
    assert main(command) == 2
    out, said = capsys.readouterr()
    assert (out, said.startswith(f"mine.yaml, line {number}: "), why in said, said.count("\n")) == (
        "",
        True,
        True,
        1,
    ), said
    assert not save.exists()


def test_ten_megabytes_are_too_many(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(PRINTED + "# and so on\n" * 900_000)
    assert main(["map", "18GL", "--board", str(path), "-o", str(tmp_path / "map.svg")]) == 2
    assert capsys.readouterr().err == "mine.yaml is larger than 1 MB.\n"
    assert not (tmp_path / "map.svg").exists()


def test_a_game_keeps_its_board() -> None:
    game = trunkline.new("18GL", NAMES, seed=2, board=RICHER)
    assert (game.board.bank, boards()["18GL"]().bank) == (9000, 12000)
    play_out(game, RandomPlayer(1), 60)
    again = trunkline.Game.from_bytes(game.to_bytes())
    assert (again.digest(), again.board.hash) == (game.digest(), game.board.hash)
    text = trunkline.Game.from_bytes(game.to_text().encode())
    assert (text.digest(), text.board) == (game.digest(), game.board)
    assert game.board.hash != boards()["18GL"]().hash


def test_a_title_whose_board_is_printed_has_no_other() -> None:
    with pytest.raises(UsageError, match="1856 is played on its own board only"):
        trunkline.new("1856", NAMES, board=RICHER)


def test_a_board_can_be_written_anew_from_its_data() -> None:
    board = yaml.safe_dump(yaml.safe_load(PRINTED), allow_unicode=True)
    assert trunkline.new("18GL", NAMES, board=board).board.hash == boards()["18GL"]().hash
