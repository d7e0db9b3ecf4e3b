"""Tests of the texts of puzzles over the API: the source, and the name of the player in the question."""

from __future__ import annotations

from msgspec import structs

from trunkline.game.position import Position
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.web.presenters.puzzles import summary
from web.http.api import Api


def of(theme: Theme) -> Puzzle:
    """Return the first puzzle of a theme."""
    return next(each for each in collection.own().values() if each.theme is theme)


def test_the_source_and_the_question_are_for_people_who_do_not_know_the_program(api: Api) -> None:
    puzzle = of(Theme.LAY)
    shown = api.get(f"/api/puzzles/{puzzle.id}")["source"]
    round = Position.of(puzzle.game).state.round
    players = len(puzzle.game.options.players)
    assert shown == f"{puzzle.title}, {players} players, game by computer players, set {round.number}"
    assert puzzle.source.endswith(", seed 1")
    asked = api.get(f"/api/puzzles/{of(Theme.DIVIDEND).id}")["question"]
    assert asked.endswith(f"which dividend makes player {of(Theme.DIVIDEND).player} richest?")
    named = structs.replace(puzzle, theme=Theme.SELL, player="Ann")
    assert named.question == f"Does Ann sell shares of {puzzle.corporation} now, or keep them?"
    for source, wanted in (
        ("your game, 1856, 4 players", f"1856, 4 players, your game, set {round.number}"),
        ("your game 2, 1856, Ann, Bob", f"1856, Ann, Bob, your game, set {round.number}"),
        ("The final of 2024", "The final of 2024"),
    ):
        assert summary(structs.replace(puzzle, source=source), None, None).source == wanted
