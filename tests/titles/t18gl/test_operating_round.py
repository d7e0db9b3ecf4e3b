"""The operating round: income, and the order of turns."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A


def placed(*cells: tuple[str, tuple[int, int]]) -> Scene:
    """Return a stock round with corporations on these boxes of the chart.

    Each has a train that has no run.
    """
    scene = Scene(2).opened(ferry="P2")
    for id, cell in cells:
        scene.floated(id, cell=cell)
        scene.give_trains(id, "2H")
    return scene.stock("P1")


def acting(scene: Scene) -> list[str]:
    """Pass to the end of the first operating round. Return the corporations in the order of their turns."""
    scene.pass_until("operating")
    found = []
    while scene.state.round.kind == "operating":
        found.append(scene.acting())
        scene.pass_turn()
    return found


@pytest.mark.rule("18gl.or.privates-first")
def test_privates_pay_before_the_first_corporation_acts() -> None:
    scene = placed(("LS&I", (0, 3)))
    before = scene.cash("P2")
    told = scene.told(scene.play(A.Pass("P1")) + scene.play(A.Pass("P2")))
    assert scene.cash("P2") == before + 20
    assert told.index("P2 receives $20 from Ferry") < told.index("P1 operates LS&I")


@pytest.mark.rule("18gl.or.order")
def test_the_highest_price_acts_first_then_the_one_furthest_right() -> None:
    scene = placed(("LS&I", (2, 4)), ("PRR", (0, 4)), ("MON", (1, 3)))
    assert [scene.price(id) for id in ("LS&I", "PRR", "MON")] == [90, 110, 90]
    assert acting(scene) == ["PRR", "LS&I", "MON"]


@pytest.mark.rule("18gl.or.order", "18gl.price.stack-order")
def test_in_one_box_the_token_on_top_acts_first() -> None:
    scene = placed(("MON", (1, 3)), ("LS&I", (1, 3)), ("PRR", (1, 3)))
    assert acting(scene) == ["MON", "LS&I", "PRR"]


@pytest.mark.rule("18gl.or.order-dynamic")
def test_the_next_is_found_anew_after_each_turn() -> None:
    scene = placed(("PRR", (0, 5)), ("LS&I", (0, 4)), ("MON", (0, 3)))
    scene.pass_until("operating")
    assert scene.acting() == "PRR"
    scene.corp("LS&I").cell = (0, 1)
    scene.pass_turn()
    assert scene.acting() == "MON"
    scene.corp("PRR").cell = (0, 8)
    scene.pass_turn()
    assert scene.acting() == "LS&I", "none acts twice"


@pytest.mark.rule("18gl.or.strict-order")
def test_a_turn_keeps_the_order_of_its_steps() -> None:
    scene = placed(("LS&I", (0, 3)))
    scene.pass_until("operating")
    assert list(scene.STEPS) == [
        "track",
        "token",
        "run",
        "interest",
        "bond interest",
        "dividend",
        "trains",
        "loans",
        "bonds",
        "shares",
    ]
    scene.refused(A.Dividend("P1", "LS&I", "withhold"), "or.strict-order")
    scene.turn("LS&I", "token")
    scene.refused(scene.lay("LS&I", "D2:57:0"), "or.strict-order")
    scene.turn("LS&I", "trains")
    scene.refused(A.Dividend("P1", "LS&I", "pay"), "or.strict-order")
    scene.turn("LS&I", "shares")
    scene.set_cash("LS&I", 500)
    scene.refused(scene.buy("LS&I", "2H"), "or.strict-order")


@pytest.mark.rule("18gl.price.unchanged")
def test_who_does_not_operate_keeps_the_price() -> None:
    scene = placed(("LS&I", (0, 3)))
    scene.started("NKP", "P1", {"P1": 2}, home=False, operated=False, cell=(1, 3))
    assert acting(scene) == ["LS&I"]
    assert scene.price("NKP") == 90
