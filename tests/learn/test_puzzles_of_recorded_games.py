"""Tests of puzzles from recorded games: the names of players, the formats, and bad files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

import trunkline
from trunkline.game.game import Game
from trunkline.interop import export
from trunkline.learn.puzzles.making import Varied, from_game, make
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.learn.puzzles.recorded import RecordedOrder, with_letters
from trunkline.learn.puzzles.repeats import without_repeats
from trunkline.learn.puzzles.search import prove, puzzles_in
from trunkline.players import play_turns
from trunkline.util.errors import UsageError

PLAYERS = "Ann Lee", "Zoë", "Cynthia"
LENGTH = 150
"""The number of actions of the recorded games."""


def played(
    players: tuple[str, ...] = PLAYERS, rules: str = "printed", title: str = "1851", length: int = LENGTH
) -> Game:
    """Return the first actions of a game of clerks that sometimes act at random."""
    game = trunkline.new(title, list(players), seed=7, rules=rules)
    for _ in islice(play_turns(game, Varied(7)), length):
        pass
    return game


def moments(game: Game) -> Iterator[Game]:
    """Yield a game at each of its moments."""
    return (game.at(number) for number in range(len(game.actions) + 1))


def of(data: bytes, **options: Any) -> list[Puzzle]:
    """Return the puzzles of a recorded game."""
    return from_game(RecordedOrder(data, "game.json")._replace(**options))


def figures(puzzles: list[Puzzle]) -> list[tuple[Theme, str, int, int]]:
    """Return the figures of puzzles, which do not depend on names."""
    return [(each.theme, each.corporation, each.best, each.next) for each in puzzles]


def test_a_saved_game_gives_the_puzzles_of_its_moments_without_the_names_of_its_players() -> None:
    game = played()
    found = of(game.to_bytes())
    lays = {each.best for at in moments(game) for each in puzzles_in(at, "", Theme.LAY)}
    assert {each.best for each in found if each.theme is Theme.LAY} == lays
    assert len(found) > len(lays) > 0
    assert {each.source for each in found} == {"your game, 1851, 3 players"}
    assert {each.player for each in found} <= set("ABC")
    for puzzle in found:
        parts = puzzle, puzzle.game.state, puzzle.game.options
        text = "".join(msgspec.json.encode(part).decode() for part in parts)
        assert not any(name in text for name in PLAYERS)
    assert [prove(each) for each in found] == [""] * len(found)


def test_names_are_kept_if_the_caller_asks_for_it() -> None:
    (puzzle, *_) = of(played().to_bytes(), names=True, theme=Theme.RUN, number=2)
    assert puzzle.source == "your game 2, 1851, Ann Lee, Zoë, Cynthia"
    assert puzzle.player in PLAYERS
    assert puzzle.game.players == list(PLAYERS)


def test_games_of_other_programs_and_texts_are_read_too() -> None:
    game = played(rules="18xx.games", title="1856", length=260)
    wanted = figures(of(game.to_bytes(), theme=Theme.LAY))
    assert wanted
    for data in (json.dumps(export(game)).encode(), game.to_text().encode()):
        assert figures(of(data, theme=Theme.LAY)) == wanted


def test_a_position_gives_the_puzzles_of_its_moment() -> None:
    puzzle = of(played().to_bytes(), theme=Theme.LAY)[0]
    assert [each.best for each in of(puzzle.position.encode(), theme=Theme.LAY)] == [puzzle.best]
    assert of(puzzle.position.encode(), title="1856") == []


def test_several_games_are_searched() -> None:
    data = played(length=90).to_bytes()
    wanted = [RecordedOrder(data, "game.json", number, Theme.LAY) for number in (1, 2)]
    first, second = map(from_game, wanted)
    assert figures(first) == figures(second)
    assert {each.source for each in second} == {"your game 2, 1851, 3 players"}
    # The second game repeats the first one.
    assert list(make(wanted)) == list(without_repeats([*first, *second]))


def test_the_names_are_replaced_at_every_moment() -> None:
    game = played()
    for number in range(0, LENGTH, 10):
        at = with_letters(game.at(number))
        assert at.players == ["A", "B", "C"]
        line = at.to_line()
        assert Game.from_line(line).to_line() == line
        names = dict(zip(PLAYERS, "ABC", strict=True))
        worth = {names[each.player]: each.worth for each in game.at(number).standings()}
        assert {each.player: each.worth for each in at.standings()} == worth


@pytest.mark.parametrize("name", ["SR", "cash", "F8"])
def test_a_player_who_is_called_like_a_word_of_the_game_must_keep_the_name(name: str) -> None:
    data = played(("Ann Lee", name, "Cy")).to_bytes()
    with pytest.raises(UsageError, match=rf"game.json: the player {name} is called like .* Use --names"):
        of(data, theme=Theme.LAY)
    assert of(data, theme=Theme.LAY, names=True)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "game.json cannot be read as a game"),
        (b"\x89PNG\r\n\x1a\n0000", "game.json"),
        (b'{"a": 1}', "game.json"),
        (b"trunkline1:1851:A:B:C", "game.json"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        of(data)


def test_a_game_with_an_illegal_action_is_refused_by_its_number() -> None:
    data = json.loads(played().to_bytes())
    data["actions"][40] = {"kind": "pass", "player": "Nobody"}
    with pytest.raises(UsageError, match=r"game\.json.*41"):
        of(json.dumps(data).encode())
