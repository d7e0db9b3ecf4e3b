"""Forced sales that do not raise enough for a train: they are binding, and the program warns first."""

from __future__ import annotations

import pytest

from cli.test_second_title import typed
from money_18gl import in_need as in_need_18gl
from scenes_1851 import Scene
from titles.t1851.test_forced_purchase import ID, in_need, sell
from trunkline import actions as A
from trunkline.web.presenters import decisions
from trunkline.web.presenters.last_sales import last_sales

WARNING = (
    "Sales bring $634 of the $750 that P1 must raise: a sale leads to bankruptcy, which ends the game. "
    "After it GM&O can no longer buy a 6-train of SR."
)


def hopeless(cash: int = 0) -> Scene:
    """Return a scene in which GM&O has $50 and must buy an 8-train for $800.

    P1 cannot raise the rest by sales. SR, another corporation of P1's, has a train that GM&O could buy for a
    dollar.
    """
    scene = in_need("8", treasury=50, cash=cash, SR="6")
    scene.accepted(scene.buy(ID, "6", "SR", price=1))
    return scene


@pytest.mark.rule("1851.train.compulsory-cheapest", "1851.train.bankruptcy", "1851.end.bankruptcy")
def test_the_first_sale_binds_the_corporation_to_a_train_of_bank_or_pool() -> None:
    scene = hopeless()
    scene.play(sell("SR"))
    refusal = scene.refused(scene.buy(ID, "6", "SR", price=1), "train.compulsory-cheapest")
    assert refusal.why == "shares were sold for a train from the bank or pool"
    while sales := scene.legal(A.SellShares):
        scene.play(sales[-1])
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.game.over
    assert scene.game.result is not None
    assert scene.game.result.reason == "bankruptcy"


def test_before_such_a_sale_the_page_and_the_terminal_warn() -> None:
    scene = hopeless()
    assert list(last_sales(scene.game)) == [WARNING]
    assert WARNING in decisions.warnings(scene.game)
    assert WARNING in typed(scene.game)


def test_there_is_no_warning_if_nothing_is_given_up_or_the_sales_suffice() -> None:
    scene = hopeless()
    scene.play(sell("SR"))
    assert not list(last_sales(scene.game)), "the way out is barred already"
    assert not list(last_sales(hopeless(300).game)), "sales bring the rest"
    assert not list(last_sales(hopeless(800).game)), "nobody must sell"
    assert not list(last_sales(in_need("8", treasury=50).game)), "there is no other train"
    assert not list(last_sales(Scene().game)), "no train is due"


def test_in_18gl_the_player_leaves_the_game() -> None:
    scene = in_need_18gl(phase="D", treasury=30, loans=2)
    scene.floated("DT&I", "P2", price=80)
    scene.give_trains("DT&I", "10H")
    (said,) = last_sales(scene.game)
    assert said.startswith("Sales bring $570 of the $970 that P1 must raise")
    assert "and P1 leaves the game. After it IC can no longer buy a 10H-train of DT&I." in said
