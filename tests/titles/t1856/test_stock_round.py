"""The stock round: turns, sales, purchases, and the priority card."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import OFFERING, POOL
from trunkline.titles.t1856.state import CgrStatus


def _pool(**started: dict[str, int]) -> Scene:
    """Return a stock round with these corporations in which P1 is to act. Each president is named first."""
    scene = Scene(4)
    for id, shares in started.items():
        scene.started(id, next(iter(shares)), shares)
    return scene.stock("P1")


@pytest.mark.rule("1856.sequence.sr-turn-shapes")
def test_sales_come_before_or_after_the_purchase_but_not_both() -> None:
    scene = _pool(GT={"P1": 5}, CPR={"P1": 4}, WR={"P1": 3}, BB={"P2": 2})
    scene.play(A.SellShares("P1", "GT", 2), A.SellShares("P1", "CPR", 1))
    assert scene.game.to_act == {"P1"}
    scene.play(A.BuyShare("P1", "BB", OFFERING))
    assert scene.game.to_act == {"P2"}  # with the purchase after a sale his turn is over
    scene.refused(A.SellShares("P1", "WR", 1), "glossary.priority-card")

    scene = _pool(GT={"P1": 5}, CPR={"P1": 4}, WR={"P1": 3}, BB={"P2": 2})
    scene.play(A.BuyShare("P1", "BB", OFFERING), A.SellShares("P1", "GT", 2), A.SellShares("P1", "CPR", 1))
    assert scene.game.to_act == {"P1"}
    scene.play(A.Pass("P1"))
    scene.play(A.Pass("P2"))
    assert scene.state.stock is not None
    assert scene.state.stock.passes == 1


@pytest.mark.rule("1856.sequence.sr-turn-shapes")
def test_neither_part_of_a_turn_is_owed() -> None:
    scene = _pool(GT={"P1": 5}, BB={"P2": 2})
    scene.accepted(A.Pass("P1"))
    scene.refused(A.LayTile("P1", "GT", "P9", "57", 1), "sequence.sr-turn-shapes")
    scene.play(A.SellShares("P1", "GT", 1), A.Pass("P1"))
    scene.play(A.BuyShare("P2", "GT", POOL))
    assert scene.game.to_act == {"P3"}  # P2 has nothing that he could sell


@pytest.mark.rule("1856.sequence.one-purchase")
def test_one_purchase_a_turn_and_any_number_of_sales() -> None:
    scene = _pool(GT={"P1": 5}, CPR={"P1": 4}, WR={"P1": 3}, BB={"P2": 2})
    scene.opened()
    scene.state.privates["flos"].closed = False
    scene.state.privates["flos"].player = "P2"
    scene.play(A.BuyShare("P1", "BB", OFFERING))
    scene.refused(A.BuyShare("P1", "BB", OFFERING), "sequence.one-purchase")
    scene.refused(A.StartCorporation("P1", "LPS", 65), "sequence.one-purchase")
    scene.refused(A.BuyPrivate("P1", "flos", 20), "sequence.one-purchase")
    scene.play(*(A.SellShares("P1", id, count) for id, count in (("GT", 3), ("CPR", 2), ("WR", 1))))


@pytest.mark.rule("1856.stock.until-all-pass")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    scene = _pool(GT={"P1": 5}).stock("P3")
    assert scene.game.to_act == {"P3"}
    for player in ("P3", "P4", "P1"):
        scene.play(A.Pass(player))
    scene.play(A.StartCorporation("P2", "BB", 65))
    for player in ("P3", "P4", "P1"):
        scene.play(A.Pass(player))
        assert scene.state.round.kind == "stock"
    assert scene.game.to_act == {"P2"}  # another turn for the player who bought
    scene.play(A.Pass("P2"))
    assert scene.state.round.kind == "operating"


@pytest.mark.rule("1856.stock.until-all-pass")
def test_a_sale_alone_starts_the_count_again() -> None:
    scene = _pool(GT={"P1": 5}).stock("P3")
    scene.play(A.Pass("P3"), A.Pass("P4"), A.SellShares("P1", "GT", 1), A.Pass("P1"))
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
    assert (scene.state.round.kind, scene.game.to_act) == ("stock", {"P1"})
    scene.play(A.Pass("P1"))
    assert scene.state.round.kind == "operating"


@pytest.mark.rule("1856.stock.sell.price")
def test_the_seller_is_paid_the_price_before_the_drop() -> None:
    scene = _pool()
    scene.started("GT", "P1", {"P1": 5}, cell=(0, 3))
    assert scene.price("GT") == 90
    before = scene.cash("P1")
    scene.play(A.SellShares("P1", "GT", 2))
    assert (scene.cash("P1") - before, scene.price("GT")) == (180, 75)
    assert scene.corp("GT").pool == 2
    # One sale holds all of a company's shares: splitting it would only lose money.
    scene.refused(A.SellShares("P1", "GT", 1), "stock.sell.price")
    assert "no second sale of the company" in scene.game.title.rules["1856.stock.sell.price"].rule


def test_that_a_company_has_closed_comes_before_what_the_turn_bars() -> None:
    scene = _pool()
    scene.started("GT", "P1", {"P1": 5}, cell=(0, 3))
    scene.corp("WR").closed = True
    scene.play(A.BuyShare("P1", "GT", "offering"))
    for par in (65, 100):
        refusal = scene.game.check(A.StartCorporation("P1", "WR", par))
        assert refusal is not None
        assert refusal.why == "WR has closed permanently"
    bought = scene.game.check(A.StartCorporation("P1", "CA", 65))
    assert bought is not None
    assert bought.why == "GT was bought in this turn already"


@pytest.mark.rule("1856.stock.sell.holding")
@pytest.mark.parametrize("count", [-1, 0, 6])
def test_what_is_sold_comes_out_of_the_holding(count: int) -> None:
    scene = _pool()
    scene.started("GT", "P1", {"P1": 5}, cell=(0, 3))
    scene.refused(A.SellShares("P1", "GT", count), "stock.sell.holding")


@pytest.mark.rule("1856.stock.sell.not-just-bought")
def test_a_certificate_bought_this_turn_stays() -> None:
    scene = _pool(GT={"P2": 5, "P1": 1})
    scene.play(A.BuyShare("P1", "GT", OFFERING))
    scene.refused(A.SellShares("P1", "GT", 2), "stock.sell.not-just-bought")
    assert scene.legal(A.SellShares) == [A.SellShares("P1", "GT", 1)]
    scene.play(A.SellShares("P1", "GT", 1))
    assert scene.corp("GT").shares["P1"] == 1

    scene = _pool(GT={"P2": 5, "P1": 1})
    scene.play(A.BuyShare("P1", "GT", OFFERING), A.Pass("P1"))
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
    scene.play(A.SellShares("P1", "GT", 2))  # barred in the turn only, not in the round


@pytest.mark.rule("1856.stock.sell.pool-limit")
def test_the_open_pool_takes_half_a_company() -> None:
    scene = _pool()
    scene.started("GT", "P2", {"P2": 3, "P1": 3}, in_pool=4)
    refusal = scene.refused(A.SellShares("P1", "GT", 2), "stock.sell.pool-limit")
    assert "40%" in refusal.why
    assert "50%" in refusal.why
    scene.play(A.SellShares("P1", "GT", 1))
    assert scene.corp("GT").pool == 5
    scene.stock("P1")
    scene.refused(A.SellShares("P1", "GT", 1), "stock.sell.pool-limit")


@pytest.mark.rule("1856.stock.sell.president-cert")
def test_the_presidents_certificate_needs_a_taker() -> None:
    scene = _pool(GT={"P1": 2, "P2": 1, "P3": 1})
    for count in (1, 2):
        scene.refused(A.SellShares("P1", "GT", count), "stock.sell.president-cert")
    assert scene.legal(A.SellShares) == []
    scene = _pool(GT={"P1": 3, "P2": 1, "P3": 1})
    assert scene.legal(A.SellShares) == [A.SellShares("P1", "GT", 1)]
    scene = _pool(GT={"P1": 2, "P2": 2})
    scene.play(A.SellShares("P1", "GT", 2))
    assert (scene.corp("GT").president, scene.corp("GT").shares) == ("P2", {"P2": 2})


@pytest.mark.rule("1856.stock.buy.sources")
def test_par_in_the_offering_and_the_price_in_the_pool() -> None:
    scene = _pool()
    scene.started("GT", "P2", {"P2": 2}, par=75, price=90, in_pool=2)
    bank, cash = scene.state.bank, scene.cash("P1")
    scene.play(A.BuyShare("P1", "GT", OFFERING))
    assert cash - scene.cash("P1") == 75
    scene.stock("P1")
    scene.play(A.BuyShare("P1", "GT", POOL))
    assert cash - scene.cash("P1") == 75 + 90
    assert (scene.cash("GT"), scene.state.bank) == (75, bank + 90)  # a pool share pays the bank
    assert (scene.corp("GT").offering, scene.corp("GT").pool) == (5, 1)
    scene.set_cash("P1", 89)
    scene.stock("P1")
    scene.refused(A.BuyShare("P1", "GT", POOL), "stock.buy.sources")
    scene.accepted(A.BuyShare("P1", "GT", OFFERING))
    scene.corp("GT").pool = 0
    scene.corp("GT").shares = {**scene.corp("GT").shares, "P3": 1}
    scene.set_cash("P1", 500)
    scene.refused(A.BuyShare("P1", "GT", POOL), "stock.buy.sources")


@pytest.mark.rule("1856.stock.buy.offering-order")
def test_the_presidents_certificate_is_bought_first() -> None:
    scene = _pool()
    scene.refused(A.BuyShare("P1", "GT", OFFERING), "stock.buy.offering-order")
    cash = scene.cash("P1")
    scene.play(A.StartCorporation("P1", "GT", 90))
    assert cash - scene.cash("P1") == 180
    gt = scene.corp("GT")
    assert (gt.started, gt.president, gt.shares) == (True, "P1", {"P1": 2})
    scene.refused(A.StartCorporation("P2", "GT", 90), "stock.buy.offering-order")
    scene.play(A.BuyShare("P2", "GT", OFFERING))
    assert (gt := scene.corp("GT")).shares == {"P1": 2, "P2": 1}
    assert gt.president == "P1"


@pytest.mark.rule("1856.stock.buy.private-instead")
@pytest.mark.parametrize("price", [0, 1, 200])
def test_a_private_is_bought_from_a_player_at_any_price(price: int) -> None:
    scene = Scene(4).opened(flos="P3")
    scene.started("GT", "P1", {"P1": 4})
    scene.stock("P1")
    scene.state.priority = "P4"
    before = scene.cash("P3")
    scene.play(A.BuyPrivate("P1", "flos", price))
    assert scene.game.to_act == {"P3"}  # not without the owner's consent
    scene.play(A.Answer("P3", True))
    assert scene.state.privates["flos"].player == "P1"
    assert (scene.cash("P1"), scene.cash("P3")) == (375 - price, before + price)
    assert scene.state.priority == "P2"
    scene.refused(A.BuyShare("P1", "GT", OFFERING), "sequence.one-purchase")
    scene.play(A.Pass("P1"))
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
    assert scene.game.to_act == {"P1"}  # the purchase gave him another turn


@pytest.mark.rule("1856.stock.buy.private-instead")
def test_an_offer_for_a_private_may_be_declined() -> None:
    scene = Scene(4).opened(flos="P3", ws="P1")
    scene.stock("P1")
    scene.refused(A.BuyPrivate("P1", "flos", -5), "stock.buy.private-instead")
    scene.refused(A.BuyPrivate("P1", "ws", 40), "stock.buy.private-instead")  # it is his own
    scene.refused(A.BuyPrivate("P1", "flos", 376), "stock.buy.sources")
    scene.play(A.BuyPrivate("P1", "flos", 5), A.Answer("P3", False))
    assert (scene.state.privates["flos"].player, scene.cash("P1")) == ("P3", 375)
    scene.play(A.StartCorporation("P1", "GT", 65))  # the purchase of the turn is still available


@pytest.mark.rule("1856.stock.buy.private-instead")
@pytest.mark.parametrize("cash", [0, 5])
def test_every_price_from_nothing_to_all_his_cash_is_offered(cash: int) -> None:
    scene = Scene(4).opened(flos="P3")
    scene.set_cash("P1", cash)
    scene.stock("P1")
    assert [offer.price for offer in scene.legal(A.BuyPrivate)] == list(range(cash + 1))


@pytest.mark.rule("1856.stock.buy.private-instead")
def test_18xx_games_offers_no_privates_between_players() -> None:
    scene = Scene(4, rules="18xx.games").opened(flos="P3").stock("P1")
    scene.refused(A.BuyPrivate("P1", "flos", 20), "stock.buy.private-instead")
    assert scene.legal(A.BuyPrivate) == []


@pytest.mark.rule("1856.stock.buy.limits")
def test_no_purchase_passes_a_limit() -> None:
    scene = Scene(4).opened(flos="P3")
    scene.started("GT", "P2", {"P2": 3})
    scene.started("LPS", "P2", {"P2": 2, "P1": 6})
    scene.hold("P1", 10)
    scene.stock("P1")
    assert scene.certificates("P1") == 16
    scene.refused(A.BuyShare("P1", "LPS", OFFERING), "limit.sixty-percent")
    refusal = scene.refused(A.BuyShare("P1", "GT", OFFERING), "stock.buy.limits")
    assert "16 certificates" in refusal.why
    scene.refused(A.BuyPrivate("P1", "flos", 20), "stock.buy.limits")
    scene.play(A.SellShares("P1", "LPS", 1))
    scene.play(A.BuyShare("P1", "GT", OFFERING))
    assert scene.certificates("P1") == 16


@pytest.mark.rule("1856.stock.buy.no-rebuy-after-sale")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_a_seller_waits_for_the_next_operating_rounds(rules: str) -> None:
    scene = Scene(3, rules=rules)
    scene.started("GT", "P1", {"P1": 4})
    scene.stock("P1")
    scene.play(A.SellShares("P1", "GT", 1))
    scene.refused(A.BuyShare("P1", "GT", POOL), "stock.buy.no-rebuy-after-sale")
    scene.play(A.Pass("P1"), A.StartCorporation("P2", "CPR", 65))
    scene.pass_()
    scene.refused(A.BuyShare("P1", "GT", POOL), "stock.buy.no-rebuy-after-sale")
    scene.refused(A.BuyShare("P1", "GT", OFFERING), "stock.buy.no-rebuy-after-sale")
    scene.accepted(A.BuyShare("P1", "CPR", OFFERING))
    scene.pass_until("operating")
    scene.pass_until("stock")
    scene.accepted(A.BuyShare("P3", "GT", POOL))
    scene.stock("P1", number=scene.state.round.number)
    scene.accepted(A.BuyShare("P1", "GT", POOL))


@pytest.mark.rule("1856.stock.buy.no-rebuy-after-sale")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_a_sale_forced_in_an_operating_round_bars_the_next_stock_round(rules: str) -> None:
    scene = Scene(3, rules=rules)
    scene.tile("P9", "57", 1)
    scene.started("GT", "P1")
    scene.started("CPR", "P1", {"P1": 4}, price=90, operated=True)
    scene.set_cash("P1", 20)
    scene.turn("GT", "trains", done=("CPR",))
    scene.play(A.SellShares("P1", "CPR", 1), scene.buy("GT", "2"))
    scene.set_cash("P1", 300)
    scene.pass_until("stock")
    number = scene.state.round.number
    scene.stock("P1", number)
    again = A.BuyShare("P1", "CPR", POOL)
    if rules == "printed":
        scene.refused(again, "stock.buy.no-rebuy-after-sale")
    else:
        scene.accepted(again)
    scene.stock("P1", number + 1)
    scene.accepted(again)


@pytest.mark.rule("1856.stock.buy.no-rebuy-after-sale")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_a_sale_for_the_second_cgr_share_bars_as_any_other_of_its_round(rules: str) -> None:
    scene = Scene(3, rules=rules).phase(5)
    scene.own.cgr.status, scene.own.cgr.duty = CgrStatus.FORMED, "P1"
    scene.started("CGR", "P1", {"P1": 1, "P2": 1}, home=False).double = 1
    scene.started("BB", "P1", {"P1": 4})
    scene.set_cash("P1", 50)
    scene.stock("P1", 5)
    scene.play(A.SellShares("P1", "BB", 1), A.BuyShare("P1", "CGR", OFFERING))
    scene.set_cash("P1", 200)
    again = A.BuyShare("P1", "BB", POOL)
    scene.stock("P1", 5)
    scene.refused(again, "stock.buy.no-rebuy-after-sale")
    scene.stock("P1", 6)
    scene.accepted(again)


@pytest.mark.rule("1856.stock.end.priority")
def test_the_left_neighbour_of_the_last_to_act_has_the_priority() -> None:
    scene = _pool(GT={"P1": 4}, BB={"P3": 3})
    scene.play(A.SellShares("P1", "GT", 1), A.Pass("P1"))
    assert scene.state.priority == "P2"
    scene.play(A.BuyShare("P2", "GT", POOL))
    for player in ("P3", "P4", "P1", "P2"):
        scene.play(A.Pass(player))
    assert (scene.state.round.kind, scene.state.priority) == ("operating", "P3")
    scene.pass_until("stock")
    assert scene.game.to_act == {"P3"}


@pytest.mark.rule("1856.stock.end.priority")
def test_the_card_stays_where_it_is_when_all_only_pass() -> None:
    scene = Scene(4).stock("P2")
    for player in ("P2", "P3", "P4", "P1"):
        scene.play(A.Pass(player))
    assert (scene.state.round.kind, scene.state.round.number) == ("stock", 3)
    assert scene.game.to_act == {"P2"}
