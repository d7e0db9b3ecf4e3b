"""The lengthened train among others of its type."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.kernel.decisions import Discard
from trunkline.wording.choices import words


def with_an_equal() -> tuple[Scene, str, str]:
    """The Illinois Central with two trains of a type, of which the first is lengthened."""
    scene = Scene().opened(alco="P1").phase("6H")
    scene.floated("IC", "P1", cash=300)
    scene.give_trains("IC", "4H", "4H")
    marked, plain = scene.state.trains_at("IC")
    scene.turn("IC", "run")
    scene.play(A.AssignPower("P1", "IC", "alco", marked))
    return scene, marked, plain


@pytest.mark.rule("18gl.privates.alco.fixed")
def test_its_equals_are_sold_all_the_same() -> None:
    scene, marked, plain = with_an_equal()
    scene.floated("MILW", "P1", cash=500)
    scene.turn("MILW", "trains")
    offered = {action.train for action in scene.legal(A.BuyTrain) if action.source == "IC"}
    assert offered == {plain}
    scene.refused(A.BuyTrain("P1", "MILW", marked, "IC", 200), "privates.alco.fixed")


@pytest.mark.rule("18gl.privates.alco.discard", "18gl.buy-train.discard")
def test_the_president_says_which_of_two_equals_is_discarded() -> None:
    scene, marked, plain = with_an_equal()
    scene.give_trains("IC", "6H", "6H")
    scene.state.pending.append(Discard("P1", "IC"))
    trains = [action.train for action in scene.legal(A.DiscardTrain)]
    assert sorted(trains) == sorted([marked, plain, scene.first_train("6H", "IC")])
    said = {words(scene.game, action) for action in scene.legal(A.DiscardTrain)}
    assert {"IC discards a 4H-train", "IC discards a 4H-train with the token of ALCO"} < said
    scene.play(A.DiscardTrain("P1", "IC", plain))
    assert scene.own.alco == marked
