"""Tests of a player's worth on the page, the sum of its parts and the holders of bonds."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline.engine.kernel.state import POOL, TREASURY
from trunkline.titles.t18gl.decisions import CONRAIL
from trunkline.web.presenters import money


@pytest.mark.rule("18gl.end.net-worth", "18gl.end.bond-deduction")
def test_the_parts_of_a_worth_with_bonds_and_privates() -> None:
    scene = Scene().opened(c_and_e="P1")
    scene.floated(CONRAIL, "P1", {"P1": 5, "P2": 3}, price=110, cash=100)
    scene.corp(CONRAIL).loans = 1
    scene.state.bonds = {TREASURY: 4, POOL: 3, "P1": 2, "P2": 1}
    scene.set_cash("P1", 70)
    items = money.worth_items(scene.table, "P1")
    assert [(item.what, item.amount) for item in items] == [
        ("cash", 70),
        ("50% of CR, 5 x $110", 550),
        ("2 bonds at $100", 200),
        ("1 loan of CR, 5 x $50 off", -250),
        ("6 bonds of CR, 5 x $60 off", -300),
    ]
    assert money.total(items) == scene.game.worth("P1")
