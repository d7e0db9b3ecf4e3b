"""Announcements of higher earnings in the terminal."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline.cli.command_line import main
from trunkline.cli.commands.play import PlaySettings, _new
from trunkline.cli.terminal import menu
from trunkline.cli.terminal.session import PlaySession
from trunkline.game import Game
from trunkline.players.random_player import RandomPlayer


def asked() -> Scene:
    """Return a scene in which IC runs for $40 and P1 is asked for better runs. $60 is possible."""
    scene = Scene(runs="announced").phase("3").tiles("A5:57:1 A7:9:1 A9:8:5 B10:57:2")
    scene.floated("IC", "P3", {"P3": 5})
    scene.state.trains = {**scene.state.trains, "2-0": "IC"}
    scene.turn("IC", "run")
    scene.play(scene.run("IC", ("2", "A5.0 A7 A9 B10.0")))
    return scene


def typed(game: Game, *lines: str) -> str:
    """Return the session's output for these lines, typed at P1's seat."""
    said: list[str] = []
    waiting = iter(lines)

    def read(prompt: str) -> str:
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    with pytest.raises(EOFError):
        PlaySession(game, set(game.players), RandomPlayer(1), read=read, write=said.append, width=120).run()
    return "\n".join(said)


def test_the_menu_of_who_is_asked() -> None:
    scene = asked()
    assert list(menu.lines(menu.menu(scene.game, scene.game.legal()))) == [
        "Announce higher earnings",
        "   1  IC: announce higher earnings (the best: $60, proved)",
        "      2-train: St. Louis 40, East St. Louis 20 = 60",
        "         A3.0 A5.0",
        "Do not ask again",
        "   2  announce no more, and do not ask again",
        "Pass",
        "   3  let $40 stand",
    ]


@pytest.mark.parametrize("answer", ["b", "r", "2: A3 A5"])
def test_runs_are_announced(answer: str) -> None:
    scene = asked()
    said = typed(scene.game, "1", answer)
    assert "P1: announce higher earnings or let these stand." in said
    assert "IC could run 2-train St. Louis, East St. Louis for $60" in said
    assert "P1 announces $60 for IC" in said
    assert scene.corp("IC").revenue == 60


def test_runs_that_earn_no_more_are_refused() -> None:
    scene = asked()
    said = typed(scene.game, "1", "2: A5 B10", "why")
    assert "these runs earn $40 and $40 stand already [1851.run.best-announced]" in said
    assert scene.game.to_act == {"P1"}


def test_never_again() -> None:
    scene = asked()
    typed(scene.game, "2", "3")
    assert [player.unasked for player in scene.state.players.values()] == [True, False, False]
    assert scene.corp("IC").revenue == 40


@pytest.mark.parametrize(
    ("bots", "terminal", "wish", "runs"),
    [
        ("none", True, None, "announced"),
        ("Cy", True, None, "announced"),
        (None, True, None, "best"),
        ("all", False, None, "best"),
        ("none", True, "free", "free"),
    ],
)
def test_several_people_at_one_keyboard_announce(
    bots: str | None, terminal: bool, wish: str | None, runs: str
) -> None:
    assert _new(PlaySettings("1851", bots=bots, runs=wish), 1, terminal).options.runs == runs


def test_an_unknown_setting_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "1851", "--bots", "all", "--runs", "most"]) == 2
    assert "There is no setting of runs 'most'; there are best, announced, free." in capsys.readouterr().err
