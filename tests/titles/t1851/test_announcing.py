"""Announcements of higher earnings by other players."""

from __future__ import annotations

import random

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel.choice import Open

# St. Louis (A3), East St. Louis (A5, home of IC), A7, A9, Evansville (B10).
NORTH = "A5:57:1 A7:9:1 A9:8:5 B10:57:2"
LESS, BEST = ("2", "A5.0 A7 A9 B10.0"), ("2", "A3.0 A5.0")


def about_to_run(train: str = "2", **options: object) -> Scene:
    """Return IC, owned by P2 of four players, with a train."""
    scene = Scene(4, **{"runs": "announced", **options}).phase("3").tiles(NORTH)
    scene.floated("IC", "P2", {"P2": 5})
    scene.state.trains = {**scene.state.trains, f"{train}-0": "IC"}
    return scene.turn("IC", "run")


def announced(scene: Scene, player: str, *routes: tuple[str, str]) -> A.AnnounceRuns:
    """Return the announcement of these runs by a player."""
    return A.AnnounceRuns(player, "IC", scene.run("IC", *routes).runs)


@pytest.mark.rule("1851.run.best-announced")
def test_lower_runs_stand_where_nobody_announces_more() -> None:
    scene = about_to_run()
    scene.play(scene.run("IC", LESS))
    for player in ("P3", "P4", "P1"):  # from the president's left
        assert scene.game.to_act == {player}
        assert scene.corp("IC").revenue == 0
        scene.play(A.Pass(player))
    assert scene.corp("IC").revenue == 40
    assert scene.game.to_act == {"P2"}
    scene.play(A.Dividend("P2", "IC", "withhold"))
    assert scene.cash("IC") == 40


@pytest.mark.rule("1851.run.best-announced")
def test_the_highest_announced_earnings_are_declared() -> None:
    scene = about_to_run()
    scene.play(scene.run("IC", LESS), A.Pass("P3"))
    entries = scene.told(scene.play(announced(scene, "P4", BEST)))
    assert entries[0] == "P4 announces $60 for IC"
    assert entries[-1] == "IC earns $60"
    assert scene.corp("IC").revenue == 60
    assert scene.game.to_act == {"P2"}  # nothing more is possible: P1 is not asked
    assert not scene.state.pending


@pytest.mark.rule("1851.run.best-announced")
def test_the_best_runs_are_put_before_nobody() -> None:
    scene = about_to_run()
    scene.play(scene.run("IC", BEST))
    assert scene.corp("IC").revenue == 60
    assert scene.game.to_act == {"P2"}


@pytest.mark.rule("1851.run.best-announced")
def test_what_is_announced_is_legal_and_earns_more() -> None:
    scene = about_to_run()
    scene.play(scene.run("IC", LESS))
    scene.refused(announced(scene, "P3", LESS), "run.best-announced")
    scene.refused(announced(scene, "P3"), "run.earnings")
    scene.refused(announced(scene, "P3", ("2", "A3.0 A5.0 A7 A9 B10.0")), "run.length")
    other = A.AnnounceRuns("P3", "L&N", scene.run("IC", BEST).runs)
    scene.refused(other, "run.best-announced")
    for early in (announced(scene, "P4", BEST), A.Pass("P4"), A.AskNoMore("P1"), A.Pass("P2")):
        scene.refused(early, "run.best-announced")
    scene.refused(scene.run("IC", BEST), "run.best-announced")
    scene.refused(A.Dividend("P2", "IC", "pay"), "run.best-announced")


@pytest.mark.rule("1851.run.best-announced")
def test_out_of_its_time_nothing_is_announced() -> None:
    scene = about_to_run()
    scene.refused(announced(scene, "P3", BEST), "run.best-announced")
    scene.refused(A.AskNoMore("P3"), "run.best-announced")
    for runs in ("best", "free"):
        other = about_to_run(runs=runs)
        other.refused(announced(other, "P3", BEST), "run.best-announced")
        assert not any(kind in other.game.title.kinds for kind in (A.AnnounceRuns, A.AskNoMore))


def test_an_announcement_is_offered() -> None:
    scene = about_to_run()
    scene.play(scene.run("IC", LESS))
    choices = scene.game.legal("P3")
    offer = next(choice for choice in choices if isinstance(choice, Open))
    assert [choice for choice in choices if choice is not offer] == [A.Pass("P3"), A.AskNoMore("P3")]
    assert (offer.kind, offer.player, offer.corp) == (A.AnnounceRuns, "P3", "IC")
    assert offer.best() == announced(scene, "P3", BEST)
    for seed in range(5):
        scene.accepted(offer.propose(random.Random(seed)))
    assert offer.check(announced(scene, "P3", LESS)) is not None
    assert not scene.game.legal("P4")


@pytest.mark.rule("1851.run.best-announced")
def test_between_two_announcements_the_higher_one_stands() -> None:
    low, middle, high = (("3", path) for path in (LESS[1], BEST[1], "A3.0 A5.0 A7 A9 B10.0"))
    scene = about_to_run("3")
    scene.play(scene.run("IC", low), announced(scene, "P3", middle))
    assert scene.game.to_act == {"P4"}
    scene.refused(announced(scene, "P4", middle), "run.best-announced")
    entries = scene.told(scene.play(announced(scene, "P4", high)))
    assert entries == [
        "P4 announces $80 for IC",
        "IC runs a 3-train: St. Louis 40, East St. Louis 20, Evansville 20 = 80",
        "IC earns $80",
    ]
    scene.play(A.Dividend("P2", "IC", "withhold"))
    assert scene.cash("IC") == 80


def test_who_says_so_is_never_asked_again() -> None:
    scene = about_to_run()
    scene.play(scene.run("IC", LESS), A.AskNoMore("P3"), A.AskNoMore("P4"), A.Pass("P1"))
    assert scene.corp("IC").revenue == 40
    scene.turn("IC", "run", index=2)
    scene.play(scene.run("IC", LESS))
    assert scene.game.to_act == {"P1"}
    scene.play(A.AskNoMore("P1"))
    scene.turn("IC", "run", index=3)
    scene.play(scene.run("IC", LESS))
    assert scene.corp("IC").revenue == 40
    assert not scene.state.pending


def test_the_president_of_rails_declares_and_nobody_is_asked() -> None:
    scene = about_to_run(rules="rails")
    scene.play(scene.run("IC", LESS))
    assert scene.corp("IC").revenue == 40
