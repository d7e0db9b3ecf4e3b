"""The scenes: their positions match those of a played game."""

from __future__ import annotations

from scenes import Scene
from trunkline import actions as A


def test_a_scene_keeps_the_books() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4, "P2": 2}, cash=113, in_pool=2)
    scene.set_cash("P1", 37)
    scene.stock("P2")
    assert scene.state.total_money() == 12000
    scene.refused(A.Pass("P1"), "glossary.priority-card")
    scene.play(A.SellShares("P2", "GT", 1))
    assert scene.price("GT") == 90


def test_a_scene_plays_a_turn() -> None:
    scene = Scene()
    scene.started("GT", "P1", cash=500)
    scene.turn("GT")
    scene.play(A.LayTile("P1", "GT", "P9", "57", 1))
    scene.play(A.Pass("P1"))
    assert scene.legal(A.BuyTrain)[0].price == 100
