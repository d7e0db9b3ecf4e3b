"""The operating round: the order of turns, and the steps of a company's turn."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A


def _round(scene: Scene) -> list[str]:
    """Pass through the operating round. Return the corporations in the order of their turns."""
    index = scene.state.round.index
    found = []
    while scene.acting() and scene.state.round.index == index:
        found.append(scene.pass_turn())
    return found


@pytest.mark.rule("1856.order.value")
def test_the_highest_price_acts_first() -> None:
    scene = Scene()
    scene.started("BB", "P1", price=70)
    scene.started("CPR", "P2", price=100)
    scene.started("GT", "P3", price=90)
    scene.stock().pass_until("operating")
    assert _round(scene) == ["CPR", "GT", "BB"]


@pytest.mark.rule("1856.order.value")
def test_companies_still_to_act_are_sorted_anew_after_a_forced_sale() -> None:
    scene = Scene()
    scene.tile("P9", "57", 1)
    scene.started("GT", "P1", price=110)
    scene.started("CPR", "P1", {"P1": 4}, price=100)
    scene.started("BB", "P2", cell=(2, 5))  # $90
    scene.set_cash("P1", 0)
    scene.turn("GT", "trains")
    scene.play(A.SellShares("P1", "CPR", 1), scene.buy("GT", "2"))
    assert scene.price("CPR") == 90
    scene.pass_turn()
    assert _round(scene) == ["BB", "CPR"]  # equal now, and BB is further right


@pytest.mark.rule("1856.order.tie-right")
def test_of_equal_prices_the_right_hand_one_acts_first() -> None:
    scene = Scene()
    scene.started("BB", "P1", cell=(1, 4))
    scene.started("CPR", "P2", cell=(4, 7))
    scene.started("GT", "P3", cell=(2, 5))
    assert {scene.price(id) for id in ("BB", "CPR", "GT")} == {90}
    scene.stock().pass_until("operating")
    assert _round(scene) == ["CPR", "GT", "BB"]


@pytest.mark.rule("1856.order.tie-stack", "1856.start.price-token")
def test_in_one_box_the_upper_token_acts_first() -> None:
    scene = Scene().stock()
    scene.play(A.StartCorporation("P1", "WR", 80), A.StartCorporation("P2", "BB", 80))
    assert scene.corp("WR").cell == scene.corp("BB").cell == (2, 4)
    scene.pass_until("operating")
    assert _round(scene) == ["WR", "BB"]  # WR was started first, BB is below it


@pytest.mark.rule("1856.start.price-token")
def test_a_new_token_goes_under_one_that_came_later_by_its_own_moves() -> None:
    scene = Scene()
    scene.started("GT", "P1", cell=(2, 5))
    scene.turn("GT", "dividend", revenue=50)
    scene.play(A.Dividend("P1", "GT", "withhold"))
    scene.stock("P2")
    scene.play(A.StartCorporation("P2", "BB", 80))
    assert scene.corp("BB").cell == scene.corp("GT").cell == (2, 4)
    scene.pass_until("operating")
    assert _round(scene) == ["GT", "BB"]


@pytest.mark.rule("1856.sequence.privates-then-publics")
def test_privates_pay_once_at_the_start_of_each_round() -> None:
    scene = Scene().opened(flos="P1", bridge="P2", ws="GT").phase(2)
    scene.started("GT", "P1")
    scene.started("BB", "P3", price=90)
    scene.stock()
    cash = {name: scene.cash(name) for name in ("P1", "P2", "GT")}
    scene.pass_until("operating")
    income = {"P1": 5, "P2": 20, "GT": 10}
    assert {name: scene.cash(name) - cash[name] for name in cash} == income
    assert scene.acting() == "GT"
    scene.pass_turn()
    scene.pass_()
    assert (scene.acting(), scene.state.round.index) == ("BB", 1)
    assert {name: scene.cash(name) - cash[name] for name in cash} == income
    scene.pass_turn()
    assert (scene.acting(), scene.state.round.index) == ("GT", 2)
    assert {name: scene.cash(name) - cash[name] for name in cash} == {"P1": 10, "P2": 40, "GT": 20}


@pytest.mark.rule("1856.sequence.company-steps")
def test_the_steps_of_a_turn_come_in_their_order() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4}, cash=505, loans=2)
    scene.tiles("P9:57:1 O10:9:1")
    scene.give_trains("GT", "2")
    scene.state.phase = 1
    scene.turn("GT")
    tile = scene.lay("GT", "N11:120:1")
    token = scene.place("GT", "N11", 1)
    runs = scene.run("GT", ("2", "Q8.0 P9.0"))
    pay = A.Dividend("P1", "GT", "pay")
    train = scene.buy("GT", "2")
    redeem = A.RedeemLoans("P1", "GT", 1)
    rule = "sequence.company-steps"
    scene.accepted(tile)
    scene.refused(A.EndTurn("P1"), rule)
    scene.refused(A.LayTile("P1", "BB", "P9", "14", 1), rule)
    scene.accepted(runs)  # the tile and the token are optional
    for later in (pay, train, redeem):
        scene.refused(later, rule)
    scene.play(token)
    scene.refused(tile, rule)
    scene.refused(pay, rule)
    scene.play(runs)
    assert scene.cash("GT") == 505 - 40 - 20  # interest is paid automatically after the run
    for other in (tile, runs, train, redeem):
        scene.refused(other, rule)
    scene.play(pay)
    assert scene.price("GT") == 110  # the token moves with the dividend
    scene.refused(runs, rule)
    scene.play(train)
    scene.refused(tile, rule)
    scene.play(redeem)
    scene.refused(train, "redeem.last-action")
    scene.refused(A.SettleDebt("P1", "GT", True), rule)
    assert (scene.cash("GT"), scene.corp("GT").loans) == (245, 1)


@pytest.mark.rule("1856.sequence.round-advance")
def test_each_company_acts_once_and_then_the_next_round_begins() -> None:
    scene = Scene().phase(2)
    for id, player in (("GT", "P1"), ("BB", "P2"), ("WR", "P3")):
        scene.started(id, player)
    scene.stock().pass_until("operating")
    assert (scene.state.round.index, scene.state.round.of) == (1, 2)
    assert sorted(_round(scene)) == ["BB", "GT", "WR"]
    assert (scene.state.round.kind, scene.state.round.index) == ("operating", 2)
    assert sorted(_round(scene)) == ["BB", "GT", "WR"]
    assert scene.state.round.kind == "stock"
