"""The acting president of CONRAIL, who does not own its president's certificate."""

from __future__ import annotations

import pytest

from conrail_scene import CR, ConrailScene, Held, forming
from trunkline import actions as A
from trunkline.engine.kernel.state import POOL, TREASURY

SMALL: Held = {"PRR": {"P1": 2}, "NKP": {"P2": 3}}
"""Holdings in which no player has four shares."""


def acting(
    *players: str, at: str = POOL, treasury: int = 0, seats: int = 4, operated: bool = True, cash: int = 0
) -> ConrailScene:
    """Return CONRAIL in play at $125 with one share for each player given. The first is acting president."""
    scene = ConrailScene(seats, first="E")
    scene.conrail(
        dict.fromkeys(players, 1),
        total=20,
        treasury=treasury,
        certificate=at,
        operated=operated,
        cash=cash,
    )
    scene.corp(CR).pool = 8
    scene.corp(CR).treasury = 20 - 8 - len(players)
    return scene


@pytest.mark.rule("18gl.conrail.acting.appointment", "18gl.conrail.exchange.president-certificate")
def test_the_first_who_gets_a_share_acts_where_nobody_gets_two() -> None:
    scene = forming(SMALL, buyer="P3", treasury={"PRR": 5, "NKP": 5})
    corp = scene.corp(CR)
    assert scene.split() == ({"P1": 1, "P2": 1}, 5, 3)
    assert (corp.president, corp.double, corp.certificate) == ("P1", 0, TREASURY)
    assert scene.own.conrail.acting
    assert forming(SMALL, buyer="P2", treasury={"PRR": 5, "NKP": 5}).corp(CR).president == "P2"
    assert not forming({"PRR": {"P1": 4}, "NKP": {"P2": 3}}).own.conrail.acting


@pytest.mark.rule("18gl.conrail.acting.certificate-place")
@pytest.mark.parametrize(("shares", "place"), [(3, TREASURY), (2, TREASURY), (1, POOL), (0, POOL)])
def test_the_certificate_lies_in_a_treasury_with_two_shares_or_in_the_pool(shares: int, place: str) -> None:
    scene = forming(SMALL, treasury={"PRR": 2 * shares})
    assert scene.corp(CR).treasury == shares
    assert scene.corp(CR).certificate == place


@pytest.mark.rule("18gl.conrail.acting.certificate-place")
def test_undistributed_shares_do_not_bring_it_to_the_treasury() -> None:
    scene = forming({**SMALL, "MON": {"P3": 2}})
    assert (scene.corp(CR).total, scene.corp(CR).certificate) == (20, POOL)


@pytest.mark.rule("18gl.conrail.acting.certificate-purchase")
@pytest.mark.parametrize("place", [POOL, TREASURY])
def test_the_certificate_is_bought_like_one_share_of_twice_the_price(place: str) -> None:
    scene = acting("P1", "P2", at=place).stock("P3")
    before = {POOL: scene.corp(CR).pool, TREASURY: scene.corp(CR).treasury}
    cash, treasury = scene.cash("P3"), scene.cash(CR)
    scene.play(A.BuyShare("P3", CR, place, president=True))
    assert cash - scene.cash("P3") == 250
    assert scene.cash(CR) - treasury == (250 if place == TREASURY else 0)
    corp = scene.corp(CR)
    assert {POOL: corp.pool, TREASURY: corp.treasury} == {**before, place: before[place] - 2}
    assert (corp.president, corp.double, corp.certificate, corp.shares["P3"]) == ("P3", 2, "", 2)
    assert scene.certificates("P3") == 1
    assert scene.game.to_act == {"P4"}, "that was the purchase of the turn"


@pytest.mark.rule("18gl.conrail.acting.certificate-purchase")
def test_only_the_certificate_lies_there_as_two_shares() -> None:
    scene = acting("P1", "P2")
    scene.corp(CR).pool, scene.corp(CR).treasury = 2, 16
    scene.stock("P3")
    for purchase in (A.BuyShare("P3", CR, POOL), A.BuyShare("P3", CR, TREASURY, president=True)):
        refusal = scene.game.check(purchase)
        assert refusal is not None
        assert "there is none" in str(refusal)
    offered = [action for action in scene.legal(A.BuyShare) if action.corp == CR]
    assert offered == [A.BuyShare("P3", CR, TREASURY), A.BuyShare("P3", CR, POOL, president=True)]
    scene.set_cash("P3", 249)
    assert A.BuyShare("P3", CR, POOL, president=True) not in scene.legal(A.BuyShare)


def test_two_single_shares_take_the_certificate() -> None:
    scene = acting("P1", "P2").stock("P2")
    scene.play(A.BuyShare("P2", CR, TREASURY))
    corp = scene.corp(CR)
    assert (corp.president, corp.double, corp.certificate) == ("P2", 2, "")
    assert scene.certificates("P2") == 1
    alone = acting("P1", "P2").stock("P1")
    alone.play(A.BuyShare("P1", CR, POOL))
    corp = alone.corp(CR)
    assert (corp.president, corp.double, corp.certificate) == ("P1", 2, "")


@pytest.mark.rule("18gl.conrail.acting.sale")
def test_the_acting_president_sells_only_once_conrail_has_operated() -> None:
    scene = acting("P1", "P2", operated=False).stock("P1")
    scene.refused(A.SellShares("P1", CR, 1), "conrail.acting.sale")
    scene = acting("P1", "P2").stock("P1")
    scene.play(A.SellShares("P1", CR, 1))
    assert scene.corp(CR).president == "P2"


@pytest.mark.rule("18gl.conrail.acting.sale")
def test_the_acting_president_sells_only_into_a_pool_below_half() -> None:
    scene = acting("P1", "P2")
    scene.corp(CR).pool, scene.corp(CR).treasury = 10, 8
    scene.stock("P1")
    refusal = scene.game.check(A.SellShares("P1", CR, 1))
    assert refusal is not None
    assert "may hold no more than 50%" in str(refusal)


@pytest.mark.rule("18gl.conrail.acting.sale", "18gl.conrail.acting.duties")
def test_the_acting_president_may_sell_it_for_a_train_that_conrail_owes() -> None:
    scene = acting("P1", "P2", operated=False, cash=0)
    scene.state.bonds = {POOL: 10}
    scene.corp(CR).loans = 2
    scene.place_station()
    scene.set_cash("P1", 0)
    scene.turn(CR, "trains")
    assert scene.game.to_act == {"P1"}
    scene.play(A.SellShares("P1", CR, 1))
    assert scene.corp(CR).president == "P2"
    assert scene.game.to_act == {"P2"}, "the duty goes with it"
    scene.refused(A.SellShares("P2", CR, 1), "conrail.acting.last-share")


@pytest.mark.rule("18gl.conrail.acting.duties")
def test_the_acting_president_pays_for_a_train() -> None:
    scene = acting("P1", "P2", cash=0)
    scene.state.bonds = {POOL: 10}
    scene.corp(CR).loans = 2
    scene.place_station()
    scene.set_cash("P1", 900)
    scene.turn(CR, "trains")
    scene.sell_out("10H")
    scene.play(scene.buy(CR, "E"))
    assert scene.cash("P1") == 100
    assert scene.trains(CR) == ["E"]


def broke(*players: str, shares: int = 1, at: str = POOL) -> ConrailScene:
    """Bankrupt CONRAIL's president, who cannot pay for a train."""
    scene = acting(*players, at=at)
    if shares > 1:
        corp = scene.corp(CR)
        corp.shares = {**corp.shares, players[0]: shares}
        corp.double, corp.certificate = 2, ""
        corp.treasury -= shares - 1
    scene.corp("DT&I").president, scene.corp("DT&I").shares = "P3", {"P3": 5}
    scene.state.bonds = {POOL: 10}
    scene.corp(CR).loans = 2
    scene.corp(CR).pool, scene.corp(CR).treasury = 10, 10 - sum(scene.corp(CR).shares.values())
    scene.place_station()
    scene.set_cash(players[0], 0)
    scene.turn(CR, "trains")
    scene.play(A.DeclareBankruptcy(players[0]))
    return scene


@pytest.mark.rule("18gl.bankruptcy.conrail-successor")
@pytest.mark.parametrize("shares", [1, 2])
def test_after_a_bankruptcy_the_next_shareholder_acts(shares: int) -> None:
    scene = broke("P1", "P2", "P4", shares=shares)
    corp = scene.corp(CR)
    assert (corp.president, corp.double, corp.certificate) == ("P2", 0, POOL)
    assert scene.game.to_act == {"P2"}
    assert corp.shares == {"P2": 1, "P4": 1}


@pytest.mark.rule("18gl.bankruptcy.conrail-successor")
def test_without_a_shareholder_it_closes() -> None:
    scene = broke("P1")
    assert scene.corp(CR).closed
    assert not scene.corp(CR).certificate, "it lies nowhere"


@pytest.mark.rule("18gl.conrail.acting.succession")
def test_the_next_shareholder_clockwise_acts_after_a_sale() -> None:
    scene = acting("P2", "P1", "P4").stock("P2")
    scene.play(A.SellShares("P2", CR, 1))
    corp = scene.corp(CR)
    assert (corp.president, corp.double, corp.certificate) == ("P4", 0, POOL)


@pytest.mark.rule("18gl.conrail.acting.last-share")
def test_the_last_share_in_players_hands_is_never_sold() -> None:
    scene = acting("P2").stock("P2")
    scene.refused(A.SellShares("P2", CR, 1), "conrail.acting.last-share")
    assert not [action for action in scene.legal(A.SellShares) if action.corp == CR]


def test_conrail_trades_none_of_the_two_shares_of_its_certificate() -> None:
    scene = acting("P1", "P2", at=TREASURY, cash=3000)
    scene.give_trains(CR, "E")
    scene.corp(CR).pool, scene.corp(CR).treasury = 9, 3
    scene.turn(CR, "shares")
    assert scene.legal(A.IssueShares) == [A.IssueShares("P1", CR, 1)]
    scene.refused(A.IssueShares("P1", CR, 2), "treasury-stock.sell")
    scene = acting("P1", "P2", at=POOL, cash=3000)
    scene.give_trains(CR, "E")
    scene.turn(CR, "shares")
    assert len(scene.legal(A.RedeemShares)) == 6


@pytest.mark.rule("18gl.conrail.acting.sale", "18gl.emergency.president-sales")
def test_whoever_acts_next_sells_at_the_price_of_now() -> None:
    scene = acting("P1", "P2", "P3", operated=False)
    scene.state.bonds = {POOL: 10}
    scene.corp(CR).loans = 2
    scene.set_cash("P1", 0)
    scene.set_cash("P2", 0)
    scene.turn(CR, "trains")
    scene.play(A.SellShares("P1", CR, 1))
    price = scene.price(CR)
    assert price < 125
    scene.play(A.SellShares("P2", CR, 1))
    assert (scene.cash("P1"), scene.cash("P2")) == (125, price)
