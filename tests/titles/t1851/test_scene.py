"""The scenes of 1851 match positions that play reaches."""

from __future__ import annotations

from scenes_1851 import Scene
from trunkline import actions as A


def test_a_corporation_that_floats_in_play_looks_like_one_set_up() -> None:
    scene = Scene().opened(par=70)
    assert scene.state.priority == "P2"
    scene.set_cash("P2", 1000)
    scene.play(A.StartCorporation("P2", "GM&O", 100), A.Pass("P3"), A.Pass("P1"))
    for _ in range(3):
        scene.play(A.BuyShare("P2", "GM&O", "offering"), A.Pass("P3"), A.Pass("P1"))
    corp = scene.corp("GM&O")
    assert (corp.cash, corp.treasury, corp.offering, scene.price("GM&O")) == (400, 5, 0, 110)
    assert scene.state.tokens["G7"][0].corp == "GM&O"

    other = Scene().floated("GM&O", "P2", {"P2": 5}, cash=400)
    assert (other.treasury, other.offering, other.pool) == (5, 0, 0)


def test_an_operating_turn_comes_to_each_step() -> None:
    for step in Scene.STEPS:
        scene = Scene().phase("4")
        scene.floated("GM&O", cash=1000)
        scene.tiles("G7:57:1")
        scene.give_trains("GM&O", "4")
        scene.turn("GM&O", step, revenue=50)
        assert scene.acting() == "GM&O"
        assert scene.game.legal()
