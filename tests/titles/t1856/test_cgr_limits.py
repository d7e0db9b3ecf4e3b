"""Limits of the CGR: half certificates, twenty shares, and a pool over its limit."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene
from trunkline import actions as A
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.shares import certificates, certificates_of
from trunkline.titles.t1856.decisions import OverfullPool

PRINTED, PUBLIC = "printed", "18xx.games"


@pytest.mark.rule("1856.cgr.half-certificates")
@pytest.mark.parametrize(("total", "one"), [(10, 2), (20, 1)])
def test_a_share_of_twenty_counts_half_a_certificate(total: int, one: int) -> None:
    scene = CgrScene(4)
    cgr = scene.cgr({"P2": 4, "P1": 1, "P3": 3}, total=total)
    assert certificates_of(scene.table, "P1", cgr) == one
    assert certificates_of(scene.table, "P3", cgr) == 3 * one
    assert certificates_of(scene.table, "P2", cgr) == 2 + 2 * one, "the president's certificate counts one"
    cgr.shares = {**cgr.shares, "P2": 2}
    assert certificates_of(scene.table, "P2", cgr) == 2


@pytest.mark.rule("1856.cgr.twenty-share-limits")
def test_a_player_may_hold_twelve_of_twenty_shares() -> None:
    scene = CgrScene()
    scene.cgr({"P1": 11}, total=20)
    scene.set_cash("P1", 500)
    scene.stock("P1")
    scene.play(scene.buy_share("P1"))
    assert scene.corp("CGR").shares["P1"] == 12
    scene.stock("P1", 3)
    scene.refused(scene.buy_share("P1"), "cgr.twenty-share-limits")


@pytest.mark.rule("1856.cgr.twenty-share-limits")
def test_the_pool_may_hold_ten_of_twenty_shares() -> None:
    scene = CgrScene()
    scene.cgr({"P1": 4, "P2": 3}, total=20, in_pool=8)
    scene.stock("P2")
    scene.refused(A.SellShares("P2", "CGR", 3), "cgr.twenty-share-limits")
    scene.play(A.SellShares("P2", "CGR", 2))
    assert scene.corp("CGR").pool == 10
    ten = CgrScene()
    ten.cgr({"P1": 4, "P2": 1}, in_pool=5)
    ten.stock("P2")
    ten.refused(A.SellShares("P2", "CGR", 1), "stock.sell.pool-limit")


def near_limit(cgr_purchases: int, *, rules: str = PRINTED) -> CgrScene:
    """Return a scene with a limit of 16 (four players, eight companies).

    P1 has 15 certificates and so many of 20 CGR shares.
    """
    scene = CgrScene(4, buyer="P2", rules=rules)
    for id in ("LPS", "TGB", "BB", "CA"):
        scene.corp(id).closed = True
    scene.cgr({"P2": 6, "P1": cgr_purchases}, total=20)
    for id in ("GT", "WR", "CVR"):
        scene.started(id, "P2", {"P2": 5, "P1": 5})
    scene.set_cash("P1", 1000)
    scene.stock("P1")
    assert scene.table.title.policies.certificate_limit(scene.table) == 16
    assert certificates(scene.table, "P1") == 30 + cgr_purchases
    return scene


@pytest.mark.rule("1856.cgr.half-over-limit")
def test_from_half_below_the_limit_a_whole_certificate_may_be_bought() -> None:
    scene = near_limit(1)
    scene.accepted(scene.buy_share("P1"))
    scene.play(scene.buy_share("P1", "GW"), A.Pass("P1"))
    assert certificates(scene.table, "P1") == 33
    scene.stock("P1", 3)
    scene.accepted(A.Pass("P1"))
    scene.refused(scene.buy_share("P1", "GW"), "stock.buy.limits")
    scene.refused(scene.buy_share("P1"), "cgr.half-over-limit")


@pytest.mark.rule("1856.cgr.half-over-limit")
def test_at_the_limit_no_half_may_be_bought() -> None:
    scene = near_limit(2)
    scene.refused(scene.buy_share("P1"), "cgr.half-over-limit")
    scene.refused(scene.buy_share("P1", "GW"), "stock.buy.limits")


@pytest.mark.rule("1856.cgr.half-over-limit", "1856.limit.forced-reduction")
def test_half_a_certificate_over_forces_no_sale_and_a_whole_does() -> None:
    near_limit(3).accepted(A.Pass("P1"))
    near_limit(4).refused(A.Pass("P1"), "limit.forced-reduction")


@pytest.mark.rule("1856.cgr.half-over-limit")
def test_public_play_knows_no_half_over() -> None:
    purchase = A.BuyShare("P1", "GW", "offering")
    near_limit(1, rules=PUBLIC).refused(purchase, "stock.buy.limits")
    near_limit(0, rules=PUBLIC).accepted(purchase)
    near_limit(3, rules=PUBLIC).refused(A.Pass("P1"), "limit.forced-reduction")


def over_full(*, priority: str = "P2", rules: str = PRINTED, **cash: int) -> CgrScene:
    """Return the CGR at its formation with 7 of its 10 shares in the pool, one with P1 and two with P2."""
    scene = CgrScene(rules=rules)
    scene.debtor("GT", {"P1": 2, "P2": 1}, in_pool=7)
    scene.debtor("TGB", {"P2": 3}, in_pool=7)
    scene.started("WR", "P3", {"P3": 4, "P2": 2}, price=90)
    scene.state.priority = priority
    scene.turn("GW", "trains").play(scene.buy("GW", "6"))
    if rules == PRINTED:
        scene.pass_()
    for name in scene.game.players:
        scene.set_cash(name, 0)
    scene.settle_with(**cash)
    return scene


@pytest.mark.rule("1856.cgr.market-excess-purchase")
def test_holders_buy_the_excess_from_the_priority_on() -> None:
    scene = over_full(P1=150, P2=150, P3=500)
    assert scene.split() == ({"P1": 1, "P2": 2}, 7, 0)
    assert scene.game.to_act == {"P2"}
    scene.refused(scene.buy_from_pool("P1"), "cgr.market-excess-purchase")
    scene.refused(scene.buy_share("P2"), "cgr.market-excess-purchase")
    scene.refused(A.Pass("P2"), "cgr.market-excess-purchase")
    scene.play(scene.buy_from_pool("P2"))
    assert scene.game.to_act == {"P1"}
    scene.play(scene.buy_from_pool("P1"))
    assert scene.split() == ({"P1": 2, "P2": 3}, 5, 0)
    assert (scene.cash("P1"), scene.cash("P2")) == (50, 50)
    assert scene.state.operating is not None
    assert scene.state.operating.turn is not None
    assert scene.state.operating.turn.corp == "CGR", "the round goes on"


@pytest.mark.rule("1856.cgr.market-excess-purchase", "1856.bankrupt.three-causes")
def test_other_shares_are_sold_for_it() -> None:
    scene = over_full(P1=150, P2=20)
    scene.refused(scene.buy_from_pool("P2"), "cgr.market-excess-purchase")
    scene.refused(A.SellShares("P2", "CGR", 1), "cgr.market-excess-purchase")
    scene.refused(A.SellShares("P2", "WR", 2), "cgr.market-excess-purchase")
    scene.play(A.SellShares("P2", "WR", 1), scene.buy_from_pool("P2"))
    assert (scene.cash("P2"), scene.corp("CGR").shares["P2"]) == (10, 3)
    assert scene.game.to_act == {"P1"}


@pytest.mark.rule("1856.cgr.market-excess-purchase")
def test_who_cannot_raise_the_price_is_passed_over() -> None:
    scene = over_full(priority="P1", P1=10, P2=250)
    assert scene.game.to_act == {"P2"}
    scene.play(scene.buy_from_pool("P2"))
    assert scene.game.to_act == {"P2"}
    scene.play(scene.buy_from_pool("P2"))
    assert scene.split() == ({"P1": 1, "P2": 4}, 5, 0)
    nobody = CgrScene()
    nobody.debtor("GT", {"P1": 2}, in_pool=8)
    nobody.debtor("TGB", {"P2": 2}, in_pool=6)
    nobody.started("WR", "P3", {"P3": 4, "P2": 1}, price=75)
    nobody.poor()
    nobody.form()
    assert nobody.split() == ({"P1": 1, "P2": 1}, 7, 1), "a share at $75 does not bring $100"
    assert nobody.corp("WR").shares["P2"] == 1
    assert not nobody.state.pending


def at_the_limit(
    *, cash: int = 100, wr: int = 4, gt: int = 6, price: int = 90, total: int = 10, president: str = "P1"
) -> CgrScene:
    """Return a scene in which four companies are left, so that the limit is 10.

    P2 has one CGR share, GT's presidency and shares of WR, and must buy another CGR share at $100.
    """
    scene = CgrScene(3)
    for id in ("LPS", "TGB", "BB", "CA", "CPR", "CVR", "WGB", "THB"):
        scene.corp(id).closed = True
    others = {"P1": 3} if president == "P1" else {}
    scene.cgr({**others, "P2": 1}, total=total, in_pool=total // 2 + 1)
    scene.started("WR", "P1", {"P1": 5, "P2": wr}, price=price)
    scene.started("GT", "P2", {"P2": gt})
    scene.set_cash("P2", cash)
    scene.turn("GW", "trains")
    return scene


def buying_down(scene: CgrScene, *players: str) -> CgrScene:
    """Make these holders buy shares of the CGR from the pool, in this order."""
    scene.own.pending.append(OverfullPool(players or ("P2", "P1")))
    referee.advance(scene.table)
    return scene


@pytest.mark.rule("1856.cgr.market-excess-purchase", "1856.stock.buy.limits")
def test_a_holder_at_the_certificate_limit_sells_to_make_room() -> None:
    scene = buying_down(at_the_limit())
    assert (scene.game.to_act, certificates(scene.table, "P2")) == ({"P2"}, 20)
    refusal = scene.refused(scene.buy_from_pool("P2"), "stock.buy.limits")
    assert "10 certificates" in refusal.why
    scene.refused(A.SellShares("P2", "WR", 2), "cgr.market-excess-purchase")
    assert {(sale.corp, sale.count) for sale in scene.legal(A.SellShares)} == {("WR", 1), ("GT", 1)}
    scene.play(A.SellShares("P2", "WR", 1))
    scene.refused(A.SellShares("P2", "WR", 1), "cgr.market-excess-purchase")
    scene.play(scene.buy_from_pool("P2"))
    assert (scene.corp("CGR").shares["P2"], scene.corp("CGR").pool) == (2, 5)
    assert (scene.cash("P2"), scene.state.pending) == (90, [])


@pytest.mark.rule("1856.cgr.market-excess-purchase", "1856.cgr.half-over-limit")
def test_a_half_certificate_needs_room_for_a_half() -> None:
    scene = buying_down(at_the_limit(total=20, wr=5))
    assert certificates(scene.table, "P2") == 21
    scene.refused(scene.buy_from_pool("P2"), "cgr.half-over-limit")
    scene.play(A.SellShares("P2", "WR", 1), scene.buy_from_pool("P2"))
    assert certificates(scene.table, "P2") == 20


@pytest.mark.rule("1856.cgr.market-excess-purchase")
def test_sales_go_on_until_there_are_money_and_room() -> None:
    scene = buying_down(at_the_limit(cash=0))
    scene.refused(A.SellShares("P2", "WR", 3), "cgr.market-excess-purchase")
    assert max(sale.count for sale in scene.legal(A.SellShares) if sale.corp == "WR") == 2
    scene.play(A.SellShares("P2", "WR", 2), scene.buy_from_pool("P2"))
    assert (scene.cash("P2"), certificates(scene.table, "P2")) == (80, 18)
    over = buying_down(at_the_limit(wr=5))
    over.refused(A.SellShares("P2", "WR", 3), "cgr.market-excess-purchase")
    over.accepted(A.SellShares("P2", "WR", 2))


@pytest.mark.rule("1856.cgr.market-excess-purchase")
def test_shares_that_do_not_count_make_no_room() -> None:
    scene = at_the_limit(price=40)
    scene.corp("GW").shares = {"P1": 5, "P2": 4}
    buying_down(scene)
    assert certificates(scene.table, "P2") == 20, "WR's shares do not count"
    scene.refused(A.SellShares("P2", "WR", 1), "cgr.market-excess-purchase")
    scene.accepted(A.SellShares("P2", "GW", 1))
    scene.set_cash("P2", 0)
    scene.accepted(A.SellShares("P2", "WR", 1))


@pytest.mark.rule("1856.cgr.market-excess-purchase")
def test_who_can_make_no_room_is_passed_over() -> None:
    scene = at_the_limit(gt=5)
    for id in ("GT", "WR", "GW"):
        scene.corp(id).pool, scene.corp(id).offering = 5, 0
    scene.corp("WR").shares = {"P2": 4, "P1": 1}
    scene.corp("GW").shares = {"P1": 4, "P2": 1}
    assert certificates(scene.table, "P2") == 20
    scene.set_cash("P1", 100)
    buying_down(scene)
    assert scene.game.to_act == {"P1"}


@pytest.mark.rule("1856.cgr.market-excess-purchase", "1856.cgr.president-must-buy")
def test_the_missing_half_of_a_presidents_certificate_needs_no_room() -> None:
    scene = at_the_limit(president="P2", wr=5, gt=5)
    scene.corp("CGR").double = 1
    assert certificates(scene.table, "P2") == 20
    buying_down(scene, "P2")
    scene.play(scene.buy_from_pool("P2"))
    assert (scene.corp("CGR").double, certificates(scene.table, "P2")) == (2, 20)


@pytest.mark.rule("1856.cgr.market-excess-purchase", "1856.cgr.president-must-buy")
def test_a_second_share_bought_so_fulfils_the_one_share_presidents_duty() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P1": 2}, in_pool=8)
    scene.debtor("TGB", {"P2": 2}, in_pool=6)
    scene.poor()
    scene.first_six()
    scene.settle_with(P1=500, P2=500)
    assert (scene.corp("CGR").president, scene.corp("CGR").double) == ("P1", 1)
    scene.play(scene.buy_from_pool("P1"), scene.buy_from_pool("P2"))
    assert scene.split() == ({"P1": 2, "P2": 2}, 5, 1)
    assert certificates_of(scene.table, "P1", scene.corp("CGR")) == 2
    scene.stock("P1")
    scene.accepted(A.Pass("P1"))


@pytest.mark.rule("1856.cgr.market-excess-purchase")
def test_ten_of_twenty_are_no_excess() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P1": 2}, in_pool=8)
    scene.debtor("TGB", {"P2": 2}, in_pool=8)
    scene.debtor("BB", {"P3": 4}, in_pool=4)
    scene.first_six()
    scene.settle_with(P1=500, P2=500, P3=500)
    assert scene.split() == ({"P1": 1, "P2": 1, "P3": 2}, 10, 6)
    assert not scene.state.pending


@pytest.mark.rule("1856.cgr.market-excess-purchase")
def test_public_play_closes_the_offering_meanwhile() -> None:
    scene = over_full(rules=PUBLIC, P1=500, P2=500)
    assert scene.split()[1] == 7
    assert scene.state.pending == []
    scene.corp("CGR").pool, scene.corp("CGR").offering = 6, 1
    scene.stock("P1")
    scene.refused(scene.buy_share("P1"), "cgr.market-excess-purchase")
    scene.play(scene.buy_from_pool("P1"))
    scene.stock("P2", 3)
    scene.accepted(scene.buy_share("P2"))
    printed = CgrScene()
    printed.cgr({"P1": 3}, in_pool=6)
    printed.stock("P2")
    printed.accepted(printed.buy_share("P2"))
