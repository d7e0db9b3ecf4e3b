"""Referee behaviour for recorded games only, which follows the site where it differs from the rules."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.decisions import HomeChoice

RECORDED = ("recorded",)


def recorded(players: int = 3) -> Scene:
    return Scene(players, rules="18xx.games", variants=RECORDED)


def owing(cash: int, *, other: int = 3) -> Scene:
    """Return a scene in which GT owes $30 of interest with an empty treasury.

    P1 has this cash and shares of WR at $90.
    """
    scene = recorded()
    scene.started("GT", "P1", {"P1": 3}, loans=3)
    scene.started("WR", "P2", {"P2": 4, "P1": other}, price=90)
    scene.set_cash("P1", cash)
    return scene.turn("GT", "interest")


def test_a_president_who_cannot_pay_interest_owes_it_at_once() -> None:
    scene = owing(10)
    assert scene.cash("P1") == -20
    scene.refused(A.SellShares("P1", "WR", 2), "interest.then-president")
    scene.play(A.SellShares("P1", "WR", 1))
    assert scene.cash("P1") == 70
    assert not scene.state.pending


def test_a_president_who_can_pay_interest_is_not_asked() -> None:
    scene = owing(30)
    assert (scene.cash("P1"), scene.state.pending) == (0, [])


def test_the_bank_never_sees_what_a_bankrupt_owes_it() -> None:
    scene = owing(10, other=0)
    bank = scene.state.bank
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.game.over
    assert (scene.cash("P1"), scene.state.bank) == (0, bank - 20)


def test_a_bankrupt_sells_first_what_he_still_could() -> None:
    scene = owing(10)
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.corp("GT").shares == {"P1": 2}, "in operating order, and no more than he lacks"
    assert scene.corp("WR").shares == {"P2": 4, "P1": 3}
    assert (scene.price("GT"), scene.cash("P1")) == (90, 0)


def test_loans_above_the_shares_are_redeemed_on_credit() -> None:
    scene = recorded()
    scene.started("GT", "P1", {"P1": 2}, loans=4, cash=50)
    scene.started("WR", "P2", {"P2": 4, "P1": 3}, price=90)
    scene.set_cash("P1", 20)
    scene.turn("GT", "redeem")
    scene.play(A.RedeemLoans("P1", "GT", 2))
    assert (scene.cash("GT"), scene.cash("P1"), scene.corp("GT").loans) == (0, -130, 2)
    scene.play(A.SellShares("P1", "WR", 2))
    assert scene.cash("P1") == 50
    assert scene.game.to_act == {"P1"}


def test_a_turn_ends_with_a_pass_and_a_late_loan_may_come_before_it() -> None:
    scene = recorded()
    scene.started("GT", "P1", {"P1": 3}, loans=1, cash=150)
    scene.turn("GT", "trains")
    scene.play(A.Pass("P1"))
    scene.accepted(A.TakeLoan("P1", "GT"))
    scene.play(A.RedeemLoans("P1", "GT", 1))
    scene.refused(A.TakeLoan("P1", "GT"), "redeem.last-action")
    assert scene.acting() == "GT"
    scene.play(A.Pass("P1"), A.Pass("P1"))
    assert scene.acting() == ""


def test_destinations_count_when_they_are_credited() -> None:
    scene = recorded().tiles("P9:57:1 O10:9:1")
    scene.started("CPR", "P1", {"P1": 2}, capital="escrow", par=65)
    scene.escrow("CPR", 65)
    scene.started("GT", "P2", {"P2": 2}, cash=100)
    scene.tiles("M4:121:0 N9:58:0 M8:8:0").turn("GT")
    scene.play(A.CreditDestination("P1", "CPR"))
    assert (scene.cash("CPR"), scene.funds("CPR").reached) == (65, True)


def test_joined_destinations_are_due_until_they_are_credited() -> None:
    scene = recorded().tiles("P9:57:1")
    title = scene.game.title
    for id in ("GT", "LPS"):
        assert not title.destination_due(scene.table, scene.corp(id))
    scene.tiles("C14:57:0 C16:9:0 C18:8:3 D17:57:1 E16:9:1 F15:121:0 F17:57:0")
    joined = {id for id, corp in scene.state.corporations.items() if title.destination_due(scene.table, corp)}
    for id in joined:
        scene.game.play(A.CreditDestination("P1", id))
        assert not title.destination_due(scene.table, scene.corp(id))


def test_several_corporations_discard_in_any_order() -> None:
    scene = recorded().opened().phase(3)
    for id, president in (("GT", "P1"), ("WR", "P2")):
        scene.started(id, president)
        scene.give_trains(id, "3", "3", "4") if id == "GT" else scene.give_trains(id, "3", "3", "3")
    scene.started("GW", "P3", cash=550)
    scene.sell_out("4")
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "5"))
    assert not scene.state.pending, "a loan could still be taken, and discards wait for that"
    scene.play(A.Pass("P3"), A.Pass("P3"))
    first, second = (scene.state.pending[-1].corp, scene.state.pending[-2].corp)
    assert {first, second} == {"GT", "WR"}
    presidents = {"GT": "P1", "WR": "P2"}
    scene.play(A.DiscardTrain(presidents[second], second, scene.state.trains_at(second)[0]))
    scene.play(A.DiscardTrain(presidents[first], first, scene.state.trains_at(first)[0]))
    assert not scene.state.pending


def test_a_home_of_two_cities_is_always_asked_for() -> None:
    scene = recorded().tiles("L15:59:0")
    scene.started("GT", "P2")
    scene.token("GT", "L15", 0)
    scene.started("THB", "P1", operated=False, home=False)
    scene.turn("THB")
    assert scene.state.pending[-1].corp == "THB"
    scene.play(A.PlaceToken("P1", "THB", "L15", 1))
    assert scene.acting() == "THB"
    assert not scene.state.pending


@pytest.mark.parametrize("tiles", ["", "L15:59:0", "L15:123:0"])
def test_the_home_of_thb_is_asked_for_on_whatever_tile(tiles: str) -> None:
    scene = recorded().tiles(tiles)
    scene.started("THB", "P1", operated=False, home=False)
    scene.turn("THB")
    assert [type(decision) for decision in scene.own.pending] == [HomeChoice]
    plain = Scene(rules="18xx.games").tiles("L15:123:0")
    plain.started("THB", "P1", operated=False, home=False)
    plain.turn("THB")
    assert not plain.state.pending, "in a game of ours there is nothing to choose"


def single_president(cash: int) -> CgrScene:
    """Return a scene in which the CGR has formed with a share for each player.

    P1, its president, owes the second share.
    """
    scene = CgrScene(rules="18xx.games", variants=RECORDED)
    scene.debtor("GT", {"P1": 2})
    scene.debtor("TGB", {"P2": 2})
    scene.debtor("BB", {"P3": 2})
    scene.poor()
    scene.turn("GW", "trains").play(scene.buy("GW", "6"))
    scene.settle()
    scene.set_cash("P1", cash)
    return scene


@pytest.mark.parametrize("cash", [0, 60])
def test_a_president_who_cannot_pay_for_the_second_share_ends_the_game(cash: int) -> None:
    scene = single_president(cash)
    scene.corp("GW").shares = {"P2": 2}
    scene.corp("CGR").pool, scene.corp("CGR").offering = 5, 2
    scene.stock("P1")
    assert scene.game.over
    assert (scene.state.reason, scene.cash("P1")) == ("bankruptcy", cash)


def test_he_sells_even_the_share_he_has_and_owes_the_second_one_still() -> None:
    scene = single_president(0)
    scene.corp("GW").shares = {"P2": 2}
    scene.stock("P1")
    (sale,) = scene.legal(A.SellShares)
    assert scene.legal(A.Pass) == []
    scene.play(sale)
    cgr = scene.corp("CGR")
    assert (sale.corp, cgr.president, cgr.double, cgr.shares) == ("CGR", "P2", 1, {"P2": 1, "P3": 1})
    assert scene.cash("P1") == 100
    assert scene.game.to_act == {"P2"}, "he can do nothing more, and has the money for a share"
    scene.play(A.Pass("P2"), A.Pass("P3"))
    assert scene.state.stock is None, "he may not buy back what he has sold in this round"
    scene.stock("P1", 4)
    assert {type(action) for action in scene.choices("P1")} == {A.BuyShare}


@pytest.mark.rule("1856.cgr.president-must-buy")
def test_he_buys_nothing_else_before() -> None:
    scene = single_president(500)
    scene.started("WR", "P2", {"P2": 4}, price=90)
    scene.stock("P1")
    scene.refused(A.BuyShare("P1", "WR", "offering"), "cgr.president-must-buy")
    assert {a.corp for a in scene.legal(A.BuyShare)} == {"CGR"}


def test_he_buys_only_where_his_limits_leave_room() -> None:
    scene = single_president(500)
    for id in scene.hold("P1", 20):
        scene.corp(id).pool = 0
    scene.stock("P1")
    scene.refused(scene.buy_share("P1"), "stock.buy.limits")


def test_he_may_sell_more_than_he_needs() -> None:
    scene = single_president(30)
    scene.started("WR", "P2", {"P2": 4, "P1": 3}, price=90)
    scene.stock("P1")
    scene.play(A.SellShares("P1", "WR", 3))
    assert scene.state.priority == "P2"
    scene.play(scene.buy_share("P1"))
    assert scene.corp("CGR").shares["P1"] == 2


@pytest.mark.parametrize(("offering", "after"), [(5, (2, 4)), (0, (1, 0))], ids=["waits", "given out"])
def test_whatever_he_pays_for_he_gets_the_half_that_waits(offering: int, after: tuple[int, int]) -> None:
    scene = single_president(250)
    scene.corp("CGR").pool, scene.corp("CGR").offering = 2, offering
    scene.stock("P1")
    scene.play(scene.buy_from_pool("P1"))
    assert scene.split() == ({"P1": 2, "P2": 1, "P3": 1}, *after)


def test_the_half_that_waits_in_the_offering_is_sold_to_nobody() -> None:
    scene = single_president(0)
    scene.corp("GW").shares = {"P3": 2}
    scene.corp("CGR").pool, scene.corp("CGR").offering = 1, 1
    scene.stock("P1")
    (sale,) = scene.legal(A.SellShares)
    scene.play(sale)
    cgr = scene.corp("CGR")
    assert (cgr.president, cgr.double, cgr.offering) == ("P2", 1, 1)
    scene.set_cash("P2", 500)
    scene.stock("P2", 4)
    assert [share.source for share in scene.legal(A.BuyShare) if share.corp == "CGR"] == ["pool"]
    scene.refused(scene.buy_share("P2"), "stock.buy.sources")
    scene.play(scene.buy_from_pool("P2"))
    assert scene.split() == ({"P2": 2, "P3": 1}, 1, 1)
