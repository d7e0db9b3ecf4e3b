"""The end of a game of 1851: bankruptcy, and a bank that cannot pay."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import Result
from trunkline import actions as A

ID = "GM&O"


def bank_of(scene: Scene, dollars: int) -> Scene:
    """Leave so many dollars in the bank and give the rest to P3."""
    scene.set_cash("P3", scene.cash("P3") + scene.state.bank - dollars)
    return scene


def paying(dollars: int, phase: str = "5", *, index: int = 1, rules: str = "printed") -> Scene:
    """Return a scene in which GM&O is about to pay $100, $60 of it to P1 and $40 to P2.

    The bank holds so many dollars.
    """
    scene = Scene(rules=rules).phase(phase)
    scene.floated(ID, "P1", {"P1": 6, "P2": 4}, cell=(2, 4), treasury=0)
    scene.turn(ID, "dividend", revenue=100, index=index)
    return bank_of(scene, dollars)


def pay(scene: Scene) -> Scene:
    """Pay the dividend."""
    scene.play(A.Dividend("P1", ID, "pay"))
    return scene


def rounds(scene: Scene) -> list[tuple[str, int]]:
    """Pass to the end of the game. Return the rounds that began, each with its index in its set."""
    found = []
    for _ in range(200):
        found.append((scene.state.round.kind, scene.state.round.index))
        if scene.game.over:
            return list(dict.fromkeys(found))
        scene.pass_()
    raise AssertionError("the game does not end")


def result_of(scene: Scene) -> Result:
    """Return the result of a game that is over."""
    result = scene.game.result
    assert result is not None
    return result


def bankrupt() -> Scene:
    """Return a scene in the first of three operating rounds, in which P1 cannot find the $500 of a train.

    IC has yet to act.
    """
    scene = Scene().phase("5")
    scene.floated(ID, "P1", {"P1": 2}, cell=(2, 4))
    scene.floated("IC", "P2", cell=(2, 3))
    scene.tiles("G7:57:2 F6:57:2")
    scene.set_cash("P1", 450)
    return scene.turn(ID, "trains")


@pytest.mark.rule("1851.end.bankruptcy", "1851.train.bankruptcy")
def test_a_bankruptcy_ends_the_game_at_once() -> None:
    scene = bankrupt()
    assert (scene.state.round.index, scene.state.round.of) == (1, 3)
    bank = scene.state.bank
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.game.over
    assert (scene.game.to_act, scene.game.legal()) == (set(), [])
    for player in scene.game.players:
        scene.refused(A.Pass(player), "end.bankruptcy")
    scene.refused(scene.buy("IC", "5"), "end.bankruptcy")
    assert result_of(scene).reason == "bankruptcy"
    assert (scene.cash("P1"), scene.state.bank) == (450, bank), "his wealth counts as it stands"


@pytest.mark.rule("1851.end.bankruptcy")
def test_who_went_bankrupt_may_win() -> None:
    scene = bankrupt()
    scene.set_cash("P2", 100)
    scene.set_cash("P3", 100)
    scene.play(A.DeclareBankruptcy("P1"))
    # $450, two GM&O and two L&N at $100, and the L&O.
    assert result_of(scene).standings[0] == ("P1", 450 + 200 + 200 + 200, 1)
    assert result_of(scene).winners == ("P1",)


@pytest.mark.rule("1851.end.bank-broken")
@pytest.mark.parametrize("index", [1, 2, 3])
def test_a_bank_that_cannot_pay_ends_the_game_after_the_operating_round(index: int) -> None:
    scene = pay(paying(99, index=index))
    assert scene.state.bank_broken
    assert not scene.game.over
    assert rounds(scene) == [("operating", index)]
    assert result_of(scene).reason == "bank"
    scene.refused(A.Pass("P1"), "end.bank-broken")


@pytest.mark.rule("1851.end.bank-broken")
def test_other_corporations_still_have_their_turns() -> None:
    scene = paying(99)
    scene.floated("IC", "P2", cell=(2, 3), cash=500)
    pay(bank_of(scene, 99))
    scene.pass_turn()
    assert scene.acting() == "IC"
    while not scene.legal(A.BuyTrain):
        scene.pass_()
    scene.play(scene.buy("IC", "5"))
    assert not scene.game.over
    scene.pass_turn()
    assert scene.game.over


@pytest.mark.rule("1851.end.bank-broken")
def test_a_bank_that_can_just_pay_is_not_broken() -> None:
    scene = pay(paying(100))
    assert scene.state.bank == 0
    assert not scene.state.bank_broken
    scene.set_cash("P3", scene.cash("P3") - 500)
    scene.pass_turn()
    assert (scene.state.round.kind, scene.state.round.index) == ("operating", 2)
    public = pay(paying(100, rules="rails"))
    assert public.state.bank_broken


@pytest.mark.rule("1851.end.bank-broken")
def test_a_bank_broken_in_a_stock_round_ends_the_game_after_one_operating_round() -> None:
    scene = Scene().phase("5")
    scene.floated(ID, "P1", {"P1": 5})
    scene.stock("P1", 4)
    bank_of(scene, 150)
    scene.play(A.SellShares("P1", ID, 2))
    assert (scene.state.bank_broken, scene.game.over) == (True, False)
    scene.pass_()
    scene.accepted(A.BuyShare("P2", ID, "pool"))  # the stock round is played to its end
    assert rounds(scene) == [("stock", 0), ("operating", 1)]
    assert scene.state.round.of == 3


@pytest.mark.rule("1851.end.bank-broken")
def test_income_of_privates_can_break_the_bank() -> None:
    scene = Scene(5).phase("4")
    scene.floated(ID, "P1")
    scene.turn(ID, "shares", index=1)
    bank_of(scene, 74)  # the five privates pay $75
    scene.pass_turn()
    assert (scene.state.round.index, scene.state.bank, scene.state.bank_broken) == (2, -1, True)
    assert rounds(scene) == [("operating", 2)]


@pytest.mark.rule("1851.end.bank-broken")
def test_the_players_cannot_end_the_game() -> None:
    scene = paying(5000)
    scene.refused(A.EndGame("P1"), "end.bank-broken")


@pytest.mark.rule("1851.end.no-reprieve")
def test_a_bank_with_money_again_is_no_reprieve() -> None:
    scene = paying(99)
    scene.floated("IC", "P2", cell=(2, 3), cash=500)
    pay(bank_of(scene, 99))
    assert scene.state.bank == -1
    scene.pass_turn()
    while not scene.legal(A.BuyTrain):
        scene.pass_()
    scene.play(scene.buy("IC", "5"))
    assert scene.state.bank == 499
    assert rounds(scene) == [("operating", 1)]
    assert result_of(scene).reason == "bank"


@pytest.mark.rule("1851.end.no-reprieve")
def test_nor_is_money_that_comes_in_the_same_stock_round() -> None:
    scene = Scene().phase("5")
    scene.floated(ID, "P1", {"P1": 5}, cell=(2, 4))
    scene.stock("P1", 4)
    bank_of(scene, 190)
    scene.play(A.SellShares("P1", ID, 2), A.Pass("P1"))
    assert scene.state.bank == -10
    scene.play(A.BuyShare("P2", ID, "pool"))
    assert scene.state.bank == 72
    assert rounds(scene) == [("stock", 0), ("operating", 1)]


@pytest.mark.rule("1851.end.bank-keeps-paying")
def test_a_broken_bank_pays_in_full() -> None:
    scene = paying(10)
    before = {name: scene.cash(name) for name in ("P1", "P2")}
    pay(scene)
    assert {name: scene.cash(name) - before[name] for name in before} == {"P1": 60, "P2": 40}
    assert scene.state.bank == -90
    scene.turn(ID, "dividend", revenue=1000, index=2)
    pay(scene)
    assert {name: scene.cash(name) - before[name] for name in before} == {"P1": 660, "P2": 440}
    assert scene.state.bank == -1090
    assert scene.state.total_money() == 8040


@pytest.mark.rule("1851.end.bank-keeps-paying")
def test_a_broken_bank_buys_shares_and_pays_for_issued_ones() -> None:
    scene = Scene()
    scene.floated(ID, "P1", {"P1": 4}, cell=(2, 4))
    bank_of(scene, 0)
    scene.turn(ID, "shares")
    scene.play(A.IssueShares("P1", ID, 2))
    assert (scene.cash(ID), scene.state.bank) == (200, -200)
    scene.stock("P1")
    cash = scene.cash("P1")
    scene.play(A.SellShares("P1", ID, 1))
    assert (scene.cash("P1"), scene.state.bank) == (cash + 82, -282)
