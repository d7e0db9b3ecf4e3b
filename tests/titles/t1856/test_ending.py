"""The end of a game, and the winner."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import Result
from trunkline import actions as A
from trunkline.titles.t1856.state import CgrStatus

DECLARE = A.DeclareBankruptcy("P1")


def _paying(scene: Scene, bank: int, *, index: int = 1, cell: tuple[int, int] = (1, 6)) -> Scene:
    """Return a scene in which GT is about to pay $180, of which P1 gets $72 and P2 $36.

    The bank holds so many dollars.
    """
    scene.started("GT", "P1", {"P1": 4, "P2": 2}, cell=cell)
    scene.turn("GT", "dividend", revenue=180, index=index)
    scene.set_cash("P3", scene.cash("P3") + scene.state.bank - bank)
    return scene


def _result(scene: Scene) -> Result:
    result = scene.game.result
    assert result is not None
    return result


def _worth(scene: Scene, player: str) -> int:
    return {standing.player: standing.worth for standing in scene.game.standings()}[player]


def _rounds(scene: Scene) -> list[tuple[str, int, int]]:
    """Pass to the end of the game. Return the rounds that began, with the set and the index."""
    found = []
    for _ in range(200):
        now = scene.state.round
        found.append((now.kind, now.number, now.index))
        if scene.game.over:
            return list(dict.fromkeys(found))
        scene.pass_()
    raise AssertionError("the game does not end")


@pytest.mark.rule("1856.end.bank-in-operating-round")
def test_a_bank_broken_in_an_operating_round_ends_the_game_after_the_set() -> None:
    scene = _paying(Scene().phase(4), 50)
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert scene.state.bank_broken
    assert not scene.game.over
    assert _rounds(scene) == [("operating", 1, 1), ("operating", 1, 2), ("operating", 1, 3)]
    result = _result(scene)
    assert result.reason == "bank"
    assert result.winners == ("P3",)


@pytest.mark.rule("1856.end.bank-in-operating-round")
def test_a_bank_with_nothing_left_is_not_broken_yet() -> None:
    scene = _paying(Scene(), 108)
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert scene.state.bank == 0
    assert not scene.state.bank_broken
    scene.pass_until("stock")
    assert not scene.game.over


@pytest.mark.rule("1856.end.bank-in-stock-round")
def test_a_bank_broken_in_a_stock_round_ends_the_game_after_the_next_set() -> None:
    scene = Scene().phase(5)
    scene.started("GT", "P1", {"P1": 4})
    scene.stock("P1", 7)
    scene.set_cash("P3", scene.cash("P3") + scene.state.bank - 150)
    scene.play(A.SellShares("P1", "GT", 2), A.Pass("P1"))
    assert scene.state.bank_broken
    assert scene.state.bank == -50
    scene.accepted(A.BuyShare("P2", "GT", "pool"))  # the stock round is played to its end
    assert _rounds(scene) == [("stock", 7, 0), *(("operating", 7, index) for index in (1, 2, 3))]


@pytest.mark.rule("1856.end.bank-extra-money")
def test_payments_go_on_in_full_after_the_break() -> None:
    scene = _paying(Scene().phase(4), 10)
    before = {name: scene.cash(name) for name in ("P1", "P2")}
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert {name: scene.cash(name) - before[name] for name in before} == {"P1": 72, "P2": 36}
    assert scene.state.bank == 10 - 108
    scene.turn("GT", "dividend", revenue=1000, index=2)
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert {name: scene.cash(name) - before[name] for name in before} == {"P1": 472, "P2": 236}
    assert scene.state.total_money() == 12000


@pytest.mark.rule("1856.end.two-ways")
def test_neither_price_nor_diesel_nor_rounds_end_the_game() -> None:
    scene = _paying(Scene().phase(5), 5000, cell=(0, 18))
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert scene.price("GT") == 450
    assert not scene.game.over
    scene.set_cash("GT", 1200)
    scene.play(scene.buy("GT", "D"))
    assert scene.state.phase == 5
    assert not scene.game.over
    scene.stock("P1", 99)
    scene.pass_until("operating")
    scene.pass_until("stock")
    assert scene.state.round.number == 100
    assert not scene.game.over
    scene.refused(A.EndGame("P1"), "end.two-ways")


@pytest.mark.rule("1856.end.two-ways")
def test_a_president_who_cannot_pay_the_second_cgr_share_ends_the_game() -> None:
    scene = Scene().phase(5)
    scene.own.cgr.status, scene.own.cgr.duty = CgrStatus.FORMED, "P1"
    cgr = scene.started("CGR", "P1", {"P1": 1, "P2": 1}, home=False)
    cgr.double = 1
    scene.set_cash("P1", 99)
    scene.stock("P1")
    scene.play(DECLARE)
    result = _result(scene)
    assert result.reason == "bankruptcy"
    assert scene.cash("P1") == 0
    assert scene.game.to_act == set()
    assert scene.game.legal() == []
    scene.refused(A.Pass("P2"), "end.two-ways")


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_nobody_goes_bankrupt_at_will(rules: str) -> None:
    rule = "end.no-voluntary-bankruptcy"
    scene = Scene(rules=rules)
    scene.refused(DECLARE, rule)
    scene.started("GT", "P1", cash=0)
    scene.tile("P9", "57", 1)
    scene.set_cash("P1", 0)
    scene.stock("P1")
    scene.refused(DECLARE, rule)
    for step in ("track", "run", "dividend", "redeem"):
        scene.turn("GT", step, revenue=50)
        scene.refused(DECLARE, rule)
    scene.set_cash("P1", 100)
    scene.turn("GT", "trains")
    scene.refused(DECLARE, rule)  # he has the $100 of the train that GT must buy
    scene.give_trains("GT", "2")
    scene.refused(DECLARE, rule)
    assert scene.legal(A.DeclareBankruptcy) == []


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_bankruptcy_comes_only_when_nothing_is_left_to_sell(rules: str) -> None:
    scene = Scene(rules=rules)
    scene.started("GT", "P1", cash=0, loans=2)
    scene.started("CPR", "P2", {"P2": 2, "P1": 1}, price=60)
    scene.tile("P9", "57", 1)
    scene.set_cash("P1", 0)
    scene.turn("GT", "trains")
    scene.refused(DECLARE, "bankrupt.declared")
    scene.play(A.SellShares("P1", "CPR", 1))
    scene.play(DECLARE)
    assert scene.game.over


@pytest.mark.rule("1856.win.total")
def test_cash_shares_and_privates_make_the_total() -> None:
    scene = Scene().opened(flos="P1", bridge="GT")
    scene.state.privates["flos"].cost = 5  # bought cheaply: the printed cost counts anyway
    scene.started("GT", "P2", {"P2": 2, "P1": 3}, price=90, cash=777)
    scene.set_cash("P1", 400)
    scene.set_cash("P2", 510)
    scene.set_cash("P3", 690)
    assert scene.game.standings() == [("P1", 690, 1), ("P2", 690, 1), ("P3", 690, 1)]
    scene.state.privates["flos"].closed = True
    assert scene.game.standings()[-1] == ("P1", 670, 3)


@pytest.mark.rule("1856.win.total")
def test_the_richest_wins_and_a_tie_is_shared() -> None:
    for extra, winners in ((0, ("P1", "P2")), (1, ("P1",))):
        scene = _paying(Scene(), 50)
        scene.play(A.Dividend("P1", "GT", "pay"))
        scene.set_cash("P1", 5000 + extra)
        scene.set_cash("P2", 5000)
        scene.set_cash("P3", 3)
        gt = scene.corp("GT")
        gt.shares = {"P1": 3, "P2": 3}
        _rounds(scene)
        result = _result(scene)
        assert result.winners == winners
        assert [standing.player for standing in result.standings if standing.place == 1] == list(winners)


@pytest.mark.rule("1856.win.loan-deduction")
def test_each_loan_takes_ten_dollars_off_every_share() -> None:
    scene = Scene().opened()
    scene.set_cash("P1", 0)
    scene.started("GT", "P2", {"P2": 2, "P1": 3}, price=90, loans=2)
    assert _worth(scene, "P1") == 210
    scene.started("CPR", "P2", {"P2": 2, "P1": 2}, price=30, loans=4)
    assert _worth(scene, "P1") == 210 - 20  # below zero


@pytest.mark.rule("1856.win.loan-deduction")
def test_once_the_loans_have_fallen_due_none_is_left_to_deduct() -> None:
    scene = Scene().opened().phase(4)
    scene.sell_out("5")
    scene.started("GT", "P1", cash=900, price=90, loans=1)
    scene.started("CPR", "P2", {"P2": 2, "P3": 2}, price=100, loans=2)
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "6"))
    scene.set_cash("P3", 0)
    assert _worth(scene, "P3") == 2 * 80
    scene.pass_turn()
    scene.play(A.SettleDebt("P2", "CPR", False))
    assert all(corp.loans == 0 for corp in scene.state.corporations.values())
    assert _worth(scene, "P3") == scene.corp("CGR").shares["P3"] * scene.price("CGR") == 100


@pytest.mark.rule("1856.win.bankrupt-may-win")
def test_a_bankrupt_can_win() -> None:
    scene = Scene().phase(5)
    scene.tile("P9", "57", 1)
    scene.started("GT", "P1", {"P1": 2}, cell=(3, 4))  # $75
    scene.started("BB", "P1", {"P1": 5}, in_pool=5, cell=(1, 7))  # $125
    scene.started("GW", "P2", {"P2": 4, "P1": 1}, in_pool=5, cell=(0, 3))  # $90
    scene.set_cash("P1", 50)
    scene.set_cash("P2", 440)
    scene.set_cash("P3", 799)
    scene.turn("GT", "trains")
    assert {type(choice) for choice in scene.choices()} == {A.DeclareBankruptcy}
    scene.play(DECLARE)
    result = _result(scene)
    assert result.standings == (("P1", 865, 1), ("P2", 800, 2), ("P3", 799, 3))
    assert result.winners == ("P1",)
