"""Sales in a stock round: of shares, and of bonds."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A


def holding(players: int = 4, *, cell: tuple[int, int] | None = None, operated: bool = True) -> Scene:
    """Return a stock round in which it is P1's turn.

    P1 holds five shares of IC and four of DT&I, both at $100 in the top row.
    """
    scene = Scene(players)
    for id, count in (("IC", 5), ("DT&I", 4)):
        scene.floated(id, "P1", {"P1": count, "P2": 2}, treasury=8 - count, cell=cell, operated=operated)
    return scene.stock("P1")


# -- legal sales


@pytest.mark.rule("18gl.sell.any-number", "18gl.sell.price-same-for-all", "18gl.price.sale-down")
def test_any_number_is_sold_at_the_price_before() -> None:
    scene = holding()
    before = scene.cash("P1")
    scene.play(A.SellShares("P1", "IC", 3))
    assert scene.cash("P1") == before + 300
    assert scene.corp("IC").cell == (3, 3), "three rows down"
    scene.play(A.SellShares("P1", "DT&I", 2))
    assert scene.corp("DT&I").cell == (2, 3)
    assert scene.corp("IC").pool == 3


@pytest.mark.rule("18gl.sell.any-number")
def test_corporations_are_sold_in_any_order() -> None:
    scene = holding()
    scene.play(A.SellShares("P1", "DT&I", 1), A.SellShares("P1", "IC", 2))
    assert (scene.corp("IC").pool, scene.corp("DT&I").pool) == (2, 1)


@pytest.mark.rule("18gl.sell.any-number")
def test_only_what_is_held_is_sold() -> None:
    scene = holding()
    scene.pass_("P1")
    scene.refused(A.SellShares("P2", "IC", 3), "sell.any-number")
    scene.refused(A.SellShares("P2", "IC", 0), "sell.any-number")
    scene.refused(A.SellShares("P2", "NKP", 1), "sell.any-number")
    scene.accepted(A.SellShares("P2", "IC", 2))


@pytest.mark.rule("18gl.sell.price-same-for-all", "18gl.price.sale-down")
def test_shares_of_5_percent_bring_the_full_price_and_a_row_each() -> None:
    scene = Scene()
    corp = scene.corp("CR")
    corp.total = corp.offering = 20
    scene.floated("CR", "P1", {"P1": 5, "P2": 3}, treasury=8, cell=(1, 5))
    scene.stock("P2")
    before = scene.cash("P2")
    scene.play(A.SellShares("P2", "CR", 3))
    assert scene.cash("P2") == before + 3 * 110
    assert scene.corp("CR").cell == (4, 5)


@pytest.mark.rule("18gl.price.column-ends", "18gl.price.sale-down")
def test_a_token_falls_to_the_bottom_of_its_column_and_stays_there() -> None:
    scene = holding(cell=(5, 3))
    scene.play(A.SellShares("P1", "IC", 3))
    assert scene.corp("IC").cell == (6, 3)
    arrived = scene.corp("IC").arrived
    scene.play(A.Pass("P1"), A.SellShares("P2", "IC", 1))
    assert (scene.corp("IC").cell, scene.corp("IC").arrived) == ((6, 3), arrived)


@pytest.mark.rule("18gl.sell.one-transaction")
def test_one_sale_a_turn_holds_all_shares_of_a_corporation() -> None:
    scene = holding()
    scene.play(A.SellShares("P1", "IC", 1))
    scene.refused(A.SellShares("P1", "IC", 1), "sell.one-transaction")
    scene.accepted(A.SellShares("P1", "DT&I", 1))


@pytest.mark.rule("18gl.sell.no-rebuy")
def test_what_was_sold_is_not_bought_again_in_the_round() -> None:
    scene = holding()
    scene.play(A.SellShares("P1", "IC", 1))
    scene.refused(A.BuyShare("P1", "IC", "pool"), "sell.no-rebuy")
    scene.play(A.Pass("P1"), A.Pass("P2"), A.Pass("P3"), A.Pass("P4"))
    scene.refused(A.BuyShare("P1", "IC", "treasury"), "sell.no-rebuy")
    scene.state.stock = None
    scene.stock("P1", 3).accepted(A.BuyShare("P1", "IC", "pool"))


@pytest.mark.rule("18gl.sell.not-before-operated")
def test_nothing_is_sold_of_what_has_not_operated() -> None:
    scene = holding(operated=False)
    scene.refused(A.SellShares("P1", "IC", 1), "sell.not-before-operated")
    assert not scene.legal(A.SellShares)
    scene.corp("IC").operated = True
    scene.accepted(A.SellShares("P1", "IC", 1))


@pytest.mark.rule("18gl.limits.open-market-half")
def test_the_pool_holds_half_of_a_corporation_at_most() -> None:
    scene = Scene()
    scene.floated("IC", "P1", {"P1": 4, "P2": 2}, treasury=0)
    scene.stock("P1")
    scene.refused(A.SellShares("P1", "IC", 2), "limits.open-market-half")
    scene.accepted(A.SellShares("P1", "IC", 1))
    assert [sale.count for sale in scene.legal(A.SellShares)] == [1]


@pytest.mark.rule("18gl.shares.president-certificate-not-sold")
def test_the_presidents_certificate_is_never_sold() -> None:
    scene = Scene()
    scene.floated("IC", "P1", {"P1": 2, "P2": 1, "P3": 1}, treasury=6)
    scene.stock("P1").refused(A.SellShares("P1", "IC", 1), "shares.president-certificate-not-sold")
    assert not scene.legal(A.SellShares)


@pytest.mark.rule("18gl.shares.president-certificate-not-sold", "18gl.presidency.exchange")
def test_a_president_overtaken_by_a_sale_hands_the_certificate_over() -> None:
    scene = holding()
    scene.play(A.SellShares("P1", "DT&I", 3))
    assert scene.corp("DT&I").president == "P2"
    assert scene.corp("DT&I").shares == {"P1": 1, "P2": 2}
    assert (scene.certificates("P2"), scene.corp("DT&I").pool) == (3, 3)


@pytest.mark.rule("18gl.buy.one-item")
def test_sales_come_before_the_purchase() -> None:
    scene = holding()
    scene.pass_("P1")
    scene.play(A.BuyShare("P2", "IC", "treasury"))
    assert scene.game.to_act == {"P3"}, "nothing is sold after a purchase"


# -- over a limit


@pytest.mark.rule("18gl.sell.excess-forced")
def test_whoever_holds_too_much_sells_first() -> None:
    scene = Scene()
    scene.floated("IC", "P1", {"P1": 7, "P2": 2}, treasury=1)
    scene.stock("P1")
    scene.refused(A.Pass("P1"), "sell.excess-forced")
    scene.refused(A.BuyShare("P1", "DT&I", "offering"), "buy.president-first")
    scene.refused(A.StartCorporation("P1", "DT&I", 60), "sell.excess-forced")
    scene.play(A.SellShares("P1", "IC", 1), A.StartCorporation("P1", "DT&I", 60))


@pytest.mark.rule("18gl.sell.excess-forced")
def test_one_sale_brings_the_player_below_the_limit() -> None:
    scene = Scene()
    scene.floated("IC", "P1", {"P1": 8, "P2": 2})
    scene.stock("P1").refused(A.SellShares("P1", "IC", 1), "sell.excess-forced")
    assert [sale.count for sale in scene.legal(A.SellShares)] == [2, 3, 4, 5]


@pytest.mark.rule("18gl.sell.excess-forced")
def test_too_many_certificates_are_sold_before_anything_else() -> None:
    scene = Scene(4).opened()
    held = scene.hold("P1", 17)
    scene.state.bonds = {"P1": 1, "pool": 9}
    scene.stock("P1")
    for action in (A.Pass("P1"), A.BuyBond("P1"), A.SellBonds("P1", 1)):
        scene.refused(action, "sell.excess-forced")
    scene.play(A.SellShares("P1", held[0], 1))
    scene.accepted(A.SellBonds("P1", 1))


@pytest.mark.rule("18gl.sell.excess-forced")
def test_what_cannot_be_sold_now_can_wait() -> None:
    scene = Scene()
    scene.floated("IC", "P1", {"P1": 7, "P2": 2}, treasury=1, operated=False)
    scene.stock("P1").accepted(A.Pass("P1"))


# -- bonds


def bonds(players: int = 4, **held: int) -> Scene:
    """Return a stock round in P1's turn with CONRAIL's ten bonds sold."""
    scene = holding(players)
    scene.state.bonds = held
    return scene


@pytest.mark.rule("18gl.bonds.trade-in-stock-round", "18gl.conrail.bonds.face-trade")
def test_one_bond_is_bought_from_the_pool_for_100() -> None:
    scene = bonds(pool=2, P2=8)
    before, bank = scene.cash("P1"), scene.state.bank
    told = scene.told(scene.play(A.BuyBond("P1")))
    assert told[0] == "P1 buys a bond for $100"
    assert scene.state.bonds == {"pool": 1, "P2": 8, "P1": 1}
    assert (scene.cash("P1"), scene.state.bank) == (before - 100, bank + 100)
    assert scene.game.to_act == {"P2"}, "it is the purchase of the turn"


@pytest.mark.rule("18gl.bonds.trade-in-stock-round", "18gl.buy.sources", "18gl.buy.one-item")
def test_a_bond_needs_the_pool_and_the_money_and_a_turn_without_purchase() -> None:
    scene = bonds(treasury=10)
    scene.refused(A.BuyBond("P1"), "bonds.trade-in-stock-round")
    assert not scene.legal(A.BuyBond)
    scene = bonds(pool=10)
    scene.set_cash("P1", 99)
    scene.refused(A.BuyBond("P1"), "bonds.trade-in-stock-round")
    scene.set_cash("P1", 100)
    scene.accepted(A.BuyBond("P1"))
    assert scene.state.stock is not None
    scene.state.stock.bought = "IC"
    scene.refused(A.BuyBond("P1"), "buy.one-item")
    scene.refused(A.SellBonds("P1", 1), "buy.one-item")


@pytest.mark.rule("18gl.bonds.trade-in-stock-round")
def test_any_number_of_bonds_is_sold_before_the_purchase() -> None:
    scene = bonds(P1=4, pool=1)
    assert [sale.count for sale in scene.legal(A.SellBonds)] == [1, 2, 3, 4]
    scene.refused(A.SellBonds("P1", 5), "bonds.trade-in-stock-round")
    scene.refused(A.SellBonds("P1", 0), "bonds.trade-in-stock-round")
    before = scene.cash("P1")
    told = scene.told(scene.play(A.SellBonds("P1", 3)))
    assert told == ["P1 sells 3 bonds for $300"]
    assert scene.cash("P1") == before + 300
    assert scene.state.bonds == {"P1": 1, "pool": 4}
    scene.refused(A.BuyBond("P1"), "bonds.trade-in-stock-round")
    scene.play(A.BuyShare("P1", "IC", "treasury"))
    assert scene.game.to_act == {"P2"}


@pytest.mark.rule("18gl.bonds.trade-in-stock-round")
def test_a_player_without_bonds_sells_none() -> None:
    scene = bonds(pool=10)
    scene.refused(A.SellBonds("P1", 1), "bonds.trade-in-stock-round")
    assert not scene.legal(A.SellBonds)


@pytest.mark.rule("18gl.bonds.keep-round-open", "18gl.sr.priority-next")
@pytest.mark.parametrize("trade", [A.SellBonds("P4", 1), A.BuyBond("P4")])
def test_a_bond_alone_keeps_the_round_open_and_moves_the_priority(trade: A.Action) -> None:
    scene = bonds(P4=1, pool=1)
    scene.play(A.Pass("P1"), A.Pass("P2"), A.Pass("P3"), trade)
    if "P4" in scene.game.to_act:
        scene.pass_("P4")
    assert scene.state.priority == "P1"
    for name in ("P1", "P2", "P3"):
        scene.pass_(name)
        assert scene.state.round.kind == "stock"
    scene.pass_("P4")
    assert scene.state.round.kind == "operating"
