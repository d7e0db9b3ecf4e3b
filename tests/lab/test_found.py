"""Defects that soaked games have found, each in the smallest position that shows it."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.kernel.state import Decision
from trunkline.titles.t1856 import cgr_forming


@pytest.mark.rule("1856.cgr.trains-kept")
def test_trains_are_discarded_in_the_name_of_the_cgr_alone() -> None:
    scene = Scene().opened()
    scene.give_trains("CGR", "4", "4")
    scene.state.pending.append(Decision(cgr_forming.TRAINS, player="P1", corp="CGR"))
    train = scene.state.trains_at("CGR")[0]
    scene.refused(A.DiscardTrain("P1", "GT", train), "cgr.trains-kept")
    scene.play(A.DiscardTrain("P1", "CGR", train))
    assert scene.state.trains[train] == "market"
