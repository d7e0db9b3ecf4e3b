"""Better runs that shareholders announce, under the setting that asks them."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.decisions import Announcement

# Maudaumin (C14) connected to Sarnia (B13) and to Glencoe (D17).
TRACK = "C14:15:5 B15:7:3 C16:8:3 D17:57:2"
THREE = ("3", "B13.0 C14.0 C16 D17.0")
LOW = ("3", "C14.0 C16 D17.0")


def about_to_run(shares: dict[str, int], runs: str = "announced", **held: object) -> Scene:
    """Return LPS of P1 with a 3-train that can earn at most $80."""
    scene = Scene(runs=runs).phase(2).tiles(TRACK).opened()
    scene.started("LPS", shares=shares, **held)  # type: ignore[arg-type]
    scene.state.trains = {**scene.state.trains, "3-0": "LPS"}
    return scene.turn("LPS", "run")


def announced(scene: Scene, player: str, *routes: tuple[str, str]) -> A.AnnounceRuns:
    """Return the announcement of these runs by a player."""
    return A.AnnounceRuns(player, "LPS", scene.run("LPS", *routes).runs)


@pytest.mark.rule("1856.run.shareholder-objection")
def test_shareholders_are_asked_in_their_seats() -> None:
    scene = about_to_run({"P1": 3, "P2": 1, "P3": 2})
    scene.play(scene.run("LPS", LOW))
    assert scene.game.to_act == {"P2"}
    scene.refused(announced(scene, "P3", THREE), "run.shareholder-objection")
    scene.refused(announced(scene, "P2", LOW), "run.shareholder-objection")
    scene.play(A.Pass("P2"), announced(scene, "P3", THREE))
    assert scene.corp("LPS").revenue == 80
    assert scene.game.to_act == {"P1"}


@pytest.mark.rule("1856.run.shareholder-objection")
def test_who_holds_no_share_is_not_asked() -> None:
    scene = about_to_run({"P1": 3, "P3": 1})
    scene.play(scene.run("LPS", LOW))
    assert scene.game.to_act == {"P3"}
    scene.play(A.Pass("P3"))
    assert scene.corp("LPS").revenue == 50
    alone = about_to_run({"P1": 3})
    alone.play(alone.run("LPS", LOW))
    assert alone.corp("LPS").revenue == 50


@pytest.mark.rule("1856.run.shareholder-objection")
def test_interest_waits_for_the_runs_that_stand() -> None:
    scene = about_to_run({"P1": 3, "P2": 1}, loans=2, cash=20)
    scene.play(scene.run("LPS", LOW))
    assert [type(decision) for decision in scene.own.pending] == [Announcement]
    assert scene.cash("LPS") == 20
    scene.play(announced(scene, "P2", THREE))
    assert (scene.cash("LPS"), scene.corp("LPS").revenue) == (0, 80)
    scene.play(A.Dividend("P1", "LPS", "withhold"))
    assert scene.cash("LPS") == 80


@pytest.mark.rule("1856.run.shareholder-objection")
@pytest.mark.parametrize("runs", ["best", "free"])
def test_elsewhere_nobody_is_asked(runs: str) -> None:
    scene = about_to_run({"P1": 3, "P2": 1}, runs)
    scene.play(scene.run("LPS", THREE))
    assert scene.corp("LPS").revenue == 80
    scene.refused(A.AskNoMore("P2"), "run.shareholder-objection")
    assert A.AnnounceRuns not in scene.game.title.kinds
