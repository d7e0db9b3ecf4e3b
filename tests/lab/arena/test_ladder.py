"""Matches in compact form, and the page of the ladder."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from cli.terminal import call
from trunkline.lab.arena import match_file
from trunkline.lab.arena.ladder import BEGIN, END, PlayedMatch, lines
from trunkline.lab.arena.match import GameResult, Match
from trunkline.util.errors import UsageError

MATCH = Match("1851", ("a", "b", "b"), seed=7)
ITSELF = Match("1851", ("b", "b", "b"))
ROOT = Path(__file__).resolve().parents[3]


def game(match: Match, number: int, worth: tuple[int, ...], ending: str = "bank") -> GameResult:
    """Return a game won by the richest player. A stalled game has no winner."""
    winners = () if ending == "stalled" else (worth.index(max(worth)),)
    seconds = (1.0, 0.1, 0.1)
    seats = match.seating(number)
    return GameResult(number, seats, worth, winners, ending, 9 + number, 300, (5, 5, 5), seconds, "")


PLAYED = [
    game(MATCH, 0, (600, 200, 200)),
    game(MATCH, 1, (500, 100, 400)),
    game(MATCH, 2, (300, 700, 0), "bankruptcy"),
    game(MATCH, 3, (500, 200, 300), "stalled"),
]


def test_a_page_says_who_won_how_often_how_sure_that_is_and_what_plays_it_again() -> None:
    mine = [game(ITSELF, number, (1, 2, 3)) for number in range(3)]
    text = list(lines([PlayedMatch(MATCH, PLAYED), PlayedMatch(ITSELF, mine)]))
    assert text[0] == "## 1851"
    rated = [line for line in text if line.startswith(("| `a` |", "| `b` |"))]
    assert [line.split("|")[1].strip() for line in rated[:2]] == ["`a`", "`b`"]
    assert rated[1].endswith("| 17 |")
    (row,) = [line for line in text if "| 2 × `b` |" in line]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[:6] == ["`a`", "2 × `b`", "4", "2 (50.0%)", "6.8% to 93.2%", "33%"]
    assert cells[6] == "53.3%"
    assert cells[8:12] == ["3 of 4", "1 (25%)", "9 to 12, median 11", "seat 1: 50%"]
    (alone,) = [line for line in text if "3 × `b`" in line]
    assert alone.startswith(
        "| 3 × `b` | itself | 3 |  |  |  |  |  | 3 of 3 | 0 (0%) | 9 to 11, median 10 | seat 3: 100% |"
    )
    assert "trunkline arena 1851 a b b --games 4 --seed 7" in text


def test_what_is_kept_is_the_same_match_in_the_same_bytes(tmp_path: Path) -> None:
    path = match_file.pack(MATCH, PLAYED, tmp_path / "new")
    assert path.name == "1851-a-b-b-7.jsonl.gz"
    assert match_file.read(path) == (MATCH, PLAYED)
    before = path.read_bytes()
    match_file.pack(MATCH, PLAYED, tmp_path / "new")
    assert path.read_bytes() == before
    with pytest.raises(UsageError, match="nothing is added"):
        match_file.kept(path, MATCH)


def test_the_command_keeps_matches_and_writes_all_of_them_between_the_marks(tmp_path: Path) -> None:
    written, page, folder = tmp_path / "games.jsonl", tmp_path / "page.md", tmp_path / "kept"
    match = msgspec.json.encode(MATCH).decode()
    written.write_text(match + "\n" + "".join(map(match_file.line, PLAYED)))
    page.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nAfter.\n")
    said = call("ladder", written, "--keep", folder, "--into", page)
    assert said.returncode == 0, said.stderr
    text = page.read_text()
    assert text.startswith(f"# Before\n\n{BEGIN}\n\n## 1851\n")
    assert text.endswith(f"```\n\n{END}\n\nAfter.\n")
    assert "old" not in text
    # The stored matches are enough to write the page, and it does not change.
    assert call("ladder", "--keep", folder, "--into", page).returncode == 0
    assert page.read_text() == text
    assert "## 1851" in call("ladder", *folder.iterdir()).stdout


def test_what_is_no_match_or_no_page_is_said_in_one_sentence(tmp_path: Path) -> None:
    good = match_file.pack(MATCH, PLAYED, tmp_path)
    page, cut, no = tmp_path / "page.md", tmp_path / "cut.jsonl.gz", tmp_path / "no.jsonl.gz"
    page.write_text("# No place\n")
    cut.write_bytes(good.read_bytes()[:-9])
    no.write_bytes(gzip.compress(b"{}\n"))
    for arguments, why in (
        ((good, "--into", page), "has no place for a ladder"),
        ((good, "--into", tmp_path / "none.md"), "cannot be written"),
        ((tmp_path / "none.jsonl",), "cannot be read"),
        ((cut,), "no games of an arena"),
        ((no,), "no games of an arena"),
    ):
        said = call("ladder", *arguments)
        assert said.returncode == 2, arguments
        assert why in said.stderr
        assert said.stderr.count("\n") == 1


def test_the_ladder_of_the_docs_is_what_the_kept_matches_say() -> None:
    found = [PlayedMatch(*match_file.read(path)) for path in sorted((ROOT / "bench" / "ladder").glob("*.gz"))]
    shown = (ROOT / "docs" / "ladder.md").read_text().partition(BEGIN)[2].partition(END)[0]
    assert found
    assert shown.strip("\n") == "\n".join(lines(found)).strip("\n")
