"""Buying shares in a stock round of 1851."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY


def _scene(*, players: int = 4) -> Scene:
    """Return a stock round in which P2 is to act and GM&O has floated.

    P1 has three shares of it, three are in the treasury, four in the pool.
    """
    scene = Scene(players).opened(par=70)
    scene.floated("GM&O", "P1", {"P1": 3}, treasury=3, cell=(3, 4), cash=50)
    return scene.stock("P2")


@pytest.mark.rule("1851.buy.one-certificate")
@pytest.mark.parametrize(("id", "source"), [("L&N", OFFERING), ("GM&O", POOL), ("GM&O", TREASURY)])
def test_one_certificate_a_turn_from_one_of_three_places(id: str, source: str) -> None:
    scene = _scene()
    buys = scene.legal(A.BuyShare)
    assert {(buy.corp, buy.source) for buy in buys} == {
        *(("L&N", OFFERING), ("GM&O", POOL), ("GM&O", TREASURY))
    }
    held = scene.certificates("P2")
    scene.play(A.BuyShare("P2", id, source))
    assert scene.certificates("P2") == held + 1
    assert scene.game.to_act == {"P3"}  # the purchase was his last act of the turn
    for buy in buys:
        scene.refused(buy, "sr.turn-order")


@pytest.mark.rule("1851.buy.one-certificate")
def test_a_place_without_a_share_sells_none() -> None:
    scene = _scene()
    for id, source in (("GM&O", OFFERING), ("L&N", POOL), ("L&N", TREASURY)):
        scene.refused(A.BuyShare("P2", id, source), "buy.one-certificate")
    scene.corp("GM&O").treasury, scene.corp("GM&O").pool = 0, 7
    scene.refused(A.BuyShare("P2", "GM&O", TREASURY), "buy.one-certificate")
    scene.accepted(A.BuyShare("P2", "GM&O", POOL))


@pytest.mark.rule("1851.buy.top-of-pile")
def test_only_the_certificate_on_top_is_for_sale() -> None:
    scene = _scene()
    for source in (OFFERING, POOL, TREASURY):
        scene.refused(A.BuyShare("P2", "IC", source), "buy.top-of-pile")
    assert not any(buy.corp == "IC" for buy in scene.legal(A.BuyShare))
    scene.play(A.StartCorporation("P2", "IC", 70))
    corp = scene.corp("IC")
    assert (corp.president, corp.shares, corp.offering) == ("P2", {"P2": 2}, 8)
    # The president's certificate is no longer in its pile, and neither is that of the L&N.
    scene.refused(A.StartCorporation("P3", "IC", 70), "buy.top-of-pile")
    scene.refused(A.StartCorporation("P3", "L&N", 70), "buy.top-of-pile")
    scene.play(A.BuyShare("P3", "IC", OFFERING))
    assert scene.corp("IC").shares == {"P2": 2, "P3": 1}


@pytest.mark.rule("1851.buy.pay-bank", "1851.buy.price")
@pytest.mark.parametrize(("id", "source", "price"), [("L&N", OFFERING, 70), ("GM&O", POOL, 90)])
def test_the_bank_is_paid_for_shares_of_offering_and_pool(id: str, source: str, price: int) -> None:
    scene = _scene()
    cash, bank, treasury = scene.cash("P2"), scene.state.bank, scene.cash(id)
    cell = scene.corp(id).cell
    scene.play(A.BuyShare("P2", id, source))
    assert (cash - scene.cash("P2"), scene.state.bank - bank) == (price, price)
    assert scene.cash(id) == treasury
    assert scene.corp(id).cell == cell


@pytest.mark.rule("1851.buy.pay-treasury", "1851.buy.price")
def test_the_corporation_is_paid_for_its_own_shares_and_nobody_is_asked() -> None:
    scene = _scene()
    cash, bank = scene.cash("P2"), scene.state.bank
    scene.play(scene.of_treasury("P2", "GM&O"))
    assert (cash - scene.cash("P2"), scene.cash("GM&O"), scene.state.bank) == (90, 50 + 90, bank)
    corp = scene.corp("GM&O")
    assert (corp.treasury, corp.pool, corp.shares) == (2, 4, {"P1": 3, "P2": 1})
    assert (corp.cell, scene.state.pending) == ((3, 4), [])
    assert scene.game.to_act == {"P3"}


@pytest.mark.rule("1851.buy.price")
def test_the_price_is_that_of_the_chart_and_twice_that_for_the_presidents_certificate() -> None:
    scene = _scene()
    scene.corp("GM&O").par = 70  # the starting price does not matter
    scene.set_cash("P2", 89)
    scene.refused(A.BuyShare("P2", "GM&O", POOL), "buy.price")
    scene.refused(scene.of_treasury("P2", "GM&O"), "buy.price")
    scene.set_cash("P2", 90)
    scene.accepted(A.BuyShare("P2", "GM&O", POOL))
    scene.set_cash("P2", 163)
    scene.refused(A.StartCorporation("P2", "SR", 82), "buy.price")
    assert {start.par for start in scene.legal(A.StartCorporation)} == {70, 75}
    scene.set_cash("P2", 164)
    bank = scene.state.bank
    scene.play(A.StartCorporation("P2", "SR", 82))
    assert (scene.cash("P2"), scene.state.bank - bank, scene.cash("SR")) == (0, 164, 0)
    assert (scene.price("SR"), scene.corp("SR").cell) == (82, (3, 3))


@pytest.mark.rule("1851.buy.president-sets-price", "1851.market.starting-spaces")
def test_the_buyer_of_a_presidents_certificate_places_the_token() -> None:
    scene = _scene()
    for par in (69, 95, 110):
        scene.refused(A.StartCorporation("P2", "IC", par), "market.starting-spaces")
    scene.set_cash("P2", 1000)
    scene.set_cash("P3", 1000)
    scene.play(A.StartCorporation("P2", "SR", 90), A.StartCorporation("P3", "IC", 90))
    assert scene.corp("SR").cell == scene.corp("IC").cell == (3, 4)
    # GM&O was there before them.
    assert [corp.id for corp in chart.order(scene.table)] == ["GM&O", "SR", "IC", "L&N"]


@pytest.mark.rule("1851.buy.presidency-gained")
@pytest.mark.parametrize("source", [POOL, TREASURY])
def test_a_buyer_who_passes_the_president_takes_his_place(source: str) -> None:
    scene = _scene()
    scene.corp("GM&O").shares["P2"] = 2
    scene.corp("GM&O").pool = 2
    held = {name: scene.certificates(name) for name in ("P1", "P2")}
    scene.play(A.BuyShare("P2", "GM&O", source))
    assert scene.corp("GM&O").president == "P1"  # three shares against three
    assert scene.certificates("P2") == held["P2"] + 1
    scene.stock("P2")
    scene.play(A.BuyShare("P2", "GM&O", source))
    corp = scene.corp("GM&O")
    assert (corp.president, corp.shares) == ("P2", {"P1": 3, "P2": 4})
    # Two certificates of 10% go to the old president, who had one of 20% and one of 10%.
    assert scene.certificates("P1") == held["P1"] + 1
    assert scene.certificates("P2") == held["P2"] + 1


@pytest.mark.rule("1851.buy.presidency-gained")
def test_the_ln_presidency_can_be_bought_from_the_offering() -> None:
    scene = Scene(5).opened(par=70).stock("P5", 1)
    assert scene.corp("L&N").shares == {"P1": 2, "P4": 1, "P5": 1}
    scene.play(A.BuyShare("P5", "L&N", OFFERING))
    assert scene.corp("L&N").president == "P1"
    scene.stock("P5", 1)
    scene.play(scene.of_treasury("P5", "L&N"))  # the first purchase has floated it
    assert scene.corp("L&N").president == "P5"
    assert scene.certificates("P1") == 3


@pytest.mark.rule("1851.buy.not-after-selling")
def test_a_seller_buys_no_share_of_it_in_that_stock_round() -> None:
    scene = Scene(3)
    scene.floated("GM&O", "P1", {"P1": 5}, price=70)
    scene.floated("IC", "P2", price=75)
    scene.stock("P1")
    scene.play(A.SellShares("P1", "GM&O", 1))
    for source in (POOL, TREASURY):
        scene.refused(A.BuyShare("P1", "GM&O", source), "buy.not-after-selling")
    scene.play(scene.of_treasury("P1", "IC"))
    scene.play(scene.of_treasury("P2", "GM&O"), A.Pass("P3"))  # the ban is his alone
    for source in (POOL, TREASURY):
        scene.refused(A.BuyShare("P1", "GM&O", source), "buy.not-after-selling")
    assert {buy.corp for buy in scene.legal(A.BuyShare)} == {"IC", "L&N"}
    for _ in range(3):
        scene.pass_()
    scene.pass_until("stock")
    scene.stock("P1", scene.state.round.number)
    scene.accepted(A.BuyShare("P1", "GM&O", POOL))


@pytest.mark.rule("1851.buy.sixty-percent")
def test_nobody_holds_more_than_sixty_percent() -> None:
    scene = Scene(3)
    scene.floated("GM&O", "P1", {"P1": 6}, treasury=2, price=70)
    scene.floated("IC", "P2", {"P2": 6}, treasury=2, price=70)
    scene.corp("IC").shares = {"P2": 5, "P1": 1}
    scene.stock("P1")
    for source in (POOL, TREASURY):
        refusal = scene.refused(A.BuyShare("P1", "GM&O", source), "buy.sixty-percent")
        assert "70%" in refusal.why
        assert "60%" in refusal.why
    scene.stock("P2")
    scene.play(A.BuyShare("P2", "IC", POOL))
    assert scene.corp("IC").shares["P2"] == 6
    scene.stock("P2")
    scene.refused(A.BuyShare("P2", "IC", POOL), "buy.sixty-percent")


@pytest.mark.rule("1851.buy.sixty-percent")
def test_sixty_percent_binds_in_the_offering_too() -> None:
    scene = Scene(3).stock("P1")
    scene.started("IC", "P1", {"P1": 6}, par=70, home=False)
    scene.refused(A.BuyShare("P1", "IC", OFFERING), "buy.sixty-percent")


# -- the certificate limit


def _holding(players: int, count: int) -> Scene:
    """Return a stock round in which P1 holds so many certificates, including his private and the L&N.

    P2 is president of IC, whose shares are on sale. No corporation has operated.
    """
    scene = Scene(players).opened(par=70)
    left = count - 2
    for id in ("GM&O", "Dixie", "TC"):
        part = min(left, 5)
        if part:
            scene.floated(id, "P1", {"P1": part + 1}, operated=False)
        left -= part
    scene.floated("IC", "P2", {"P2": 2}, price=70, operated=False)
    assert scene.certificates("P1") == count
    return scene.stock("P1")


@pytest.mark.rule("1851.buy.certificate-limit", "1851.setup.certificate-limit")
@pytest.mark.parametrize(("players", "limit"), [(3, 15), (4, 12), (5, 10)])
def test_nobody_buys_beyond_the_certificate_limit(players: int, limit: int) -> None:
    scene = _holding(players, limit - 1)
    scene.accepted(A.StartCorporation("P1", "SR", 70))
    scene.play(A.BuyShare("P1", "IC", POOL))
    assert scene.certificates("P1") == limit
    scene.set_cash("P1", 1000)
    scene.stock("P1")
    refusal = scene.refused(A.BuyShare("P1", "IC", POOL), "buy.certificate-limit")
    assert f"{limit} certificates" in refusal.why
    for buy in (A.BuyShare("P1", "IC", TREASURY), A.BuyShare("P1", "L&N", OFFERING)):
        scene.refused(buy, "buy.certificate-limit")
    scene.refused(A.StartCorporation("P1", "SR", 70), "buy.certificate-limit")
    assert not scene.legal(A.BuyShare)
    assert not scene.legal(A.StartCorporation)
    scene.accepted(A.Pass("P1"))


@pytest.mark.rule("1851.buy.certificate-limit")
def test_a_presidency_that_would_bring_him_back_to_the_limit_does_not_help() -> None:
    scene = _holding(3, 13)
    scene.floated("SR", "P2", {"P2": 2, "P1": 2}, price=70, operated=False)
    assert scene.certificates("P1") == 15
    # A third share would make him president of SR: three shares as two certificates, still 15 in all.
    scene.refused(A.BuyShare("P1", "SR", POOL), "buy.certificate-limit")
    scene.refused(scene.of_treasury("P1", "SR"), "buy.certificate-limit")
    scene = _holding(3, 12)
    scene.floated("SR", "P2", {"P2": 2, "P1": 2}, price=70, operated=False)
    scene.play(A.BuyShare("P1", "SR", POOL))
    assert (scene.corp("SR").president, scene.certificates("P1")) == ("P1", 14)


@pytest.mark.rule("1851.buy.certificate-limit", "1851.privates.count-as-certificates")
def test_a_private_counts_until_it_closes() -> None:
    scene = _holding(4, 12)
    scene.refused(A.BuyShare("P1", "IC", POOL), "buy.certificate-limit")
    scene.state.privates["lo"].closed = True
    assert scene.certificates("P1") == 11
    scene.play(A.BuyShare("P1", "IC", POOL))
    assert scene.certificates("P1") == 12


@pytest.mark.rule("1851.buy.certificate-limit")
def test_a_sale_in_the_same_turn_makes_room() -> None:
    scene = _holding(4, 12)
    scene.corp("GM&O").operated = True
    scene.refused(A.BuyShare("P1", "IC", POOL), "buy.certificate-limit")
    scene.play(A.SellShares("P1", "GM&O", 1), A.BuyShare("P1", "IC", POOL))
    assert scene.certificates("P1") == 12
