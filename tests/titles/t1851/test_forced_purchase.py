"""Forced train purchases of 1851: the duty, the trains allowed, the money, and bankruptcy."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A

ID = "GM&O"
LINE = "G7:57:2 F6:57:2"  # Jackson to Dyersburg
RICH = 5000


def in_need(
    phase: str = "3",
    *,
    treasury: int = 0,
    cash: int = 0,
    shares: dict[str, int] | None = None,
    operated: bool = True,
    rules: str = "printed",
    **trains: str,
) -> Scene:
    """Return a scene in which GM&O (P1, $100) has a route and no train.

    P1 holds SR at $90, IC at $82 and the L&N, which has yet to operate. ``trains`` gives the trains of each
    place.
    """
    scene = Scene(rules=rules).phase(phase)
    held = shares or {"P1": 4, "P2": 2}
    scene.floated(ID, "P1", held, treasury=4, cell=(2, 4), cash=treasury, operated=operated)
    scene.floated("SR", "P1", {"P1": 3, "P2": 2}, cell=(2, 3))
    scene.floated("IC", "P2", {"P2": 3, "P1": 2}, cell=(2, 2))
    scene.tiles(LINE)
    for place, names in trains.items():
        scene.give_trains(place, *names.split())
    scene.set_cash("P1", cash)
    return scene.turn(ID, "trains")


def sell(corp: str, count: int = 1) -> A.SellShares:
    """A sale by P1."""
    return A.SellShares("P1", corp, count)


def sales(scene: Scene) -> dict[str, int]:
    """The most shares of each corporation that may be sold at once."""
    most: dict[str, int] = {}
    for sale in scene.legal(A.SellShares):
        most[sale.corp] = max(sale.count, most.get(sale.corp, 0))
    return most


@pytest.mark.rule("1851.train.compulsory")
def test_a_corporation_with_a_route_and_no_train_must_buy_one() -> None:
    for funds in (0, 200, 1000):
        scene = in_need(treasury=funds)
        scene.refused(A.Pass("P1"), "train.compulsory")
        assert not scene.legal(A.Pass)


@pytest.mark.rule("1851.train.compulsory")
def test_without_a_route_or_with_a_train_none_need_be_bought() -> None:
    bare = in_need()
    bare.state.tiles = {}
    bare.accepted(A.Pass("P1"))
    bare.refused(sell("SR"), "train.money-order")
    dead_end = in_need()
    dead_end.state.tiles = {}
    dead_end.tiles("G7:57:2")
    dead_end.accepted(A.Pass("P1"))
    owning = in_need()
    owning.give_trains(ID, "3")
    owning.accepted(A.Pass("P1"))
    owning.refused(sell("SR"), "train.money-order")


@pytest.mark.rule("1851.train.compulsory")
def test_a_route_may_end_at_an_off_board_hex() -> None:
    scene = Scene()
    scene.floated("IC", "P1")
    scene.tiles("A5:57:1")  # East St. Louis, next to St. Louis
    scene.turn("IC", "trains")
    scene.refused(A.Pass("P1"), "train.compulsory")


@pytest.mark.rule("1851.train.compulsory")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_two_cities_of_louisville_are_a_route_in_the_first_turn(players: int) -> None:
    scene = Scene(players).opened(par=70)
    for player in scene.game.players:
        scene.set_cash(player, 1000)
    scene.bought("L&N", 6 - players)
    scene.pass_until("operating")
    assert (scene.acting(), scene.cash("L&N")) == ("L&N", 250)
    while not scene.legal(A.BuyTrain):
        scene.pass_()
    scene.refused(A.Pass("P1"), "train.compulsory")
    scene.play(scene.buy("L&N", "2"))
    scene.accepted(A.Pass("P1"))


@pytest.mark.rule("1851.train.compulsory", "1851.phase.2-3.values", "1851.phase.4.effects")
def test_a_line_to_birmingham_is_a_route_from_phase_4() -> None:
    for phase in ("3", "4"):
        scene = Scene().phase(phase)
        scene.floated(ID, "P1")
        scene.tiles("I13:57:0")  # Huntsville, next to Birmingham
        scene.token(ID, "I13")
        scene.turn(ID, "trains")
        if phase == "3":
            scene.accepted(A.Pass("P1"))
        else:
            scene.refused(A.Pass("P1"), "train.compulsory")


@pytest.mark.rule("1851.train.compulsory")
def test_where_bank_and_pool_are_empty_none_need_be_bought() -> None:
    scene = in_need("8", SR="5")
    scene.sell_out("8")
    assert scene.trains("bank") == []
    scene.accepted(A.Pass("P1"))
    scene.refused(A.DeclareBankruptcy("P1"), "train.bankruptcy")
    scene.refused(sell("SR"), "train.money-order")
    scene.give_trains("pool", "6")
    scene.refused(A.Pass("P1"), "train.compulsory")


@pytest.mark.rule("1851.train.compulsory")
def test_public_play_leaves_it_to_the_president() -> None:
    scene = in_need(rules="rails")
    scene.accepted(A.Pass("P1"))
    scene.set_cash("P1", 200)
    scene.accepted(scene.buy(ID, "3"))


@pytest.mark.rule("1851.train.compulsory-choice")
def test_a_treasury_that_can_pay_chooses_where_to_buy() -> None:
    scene = in_need(treasury=200, pool="2", SR="3", IC="3")
    offered = {(offer.source, offer.train[0]) for offer in scene.legal(A.BuyTrain)}
    assert offered == {("bank", "3"), ("pool", "2"), ("SR", "3"), ("IC", "3")}
    for purchase in (scene.buy(ID, "3"), scene.buy(ID, "2", "pool"), scene.buy(ID, "3", "SR", 7)):
        scene.accepted(purchase)
    scene.play(scene.buy(ID, "3", "IC"), A.Answer("P2", False))
    scene.refused(A.Pass("P1"), "train.compulsory")
    scene.play(scene.buy(ID, "3"))
    assert (scene.cash(ID), scene.cash("P1")) == (0, 0)


@pytest.mark.rule("1851.train.compulsory-choice", "1851.train.compulsory-cheapest")
def test_a_treasury_that_can_pay_a_pool_train_has_no_help_for_a_dearer_one() -> None:
    scene = in_need(treasury=150, cash=RICH, pool="2", IC="3")
    scene.refused(scene.buy(ID, "3"), "train.compulsory-cheapest")
    scene.refused(scene.buy(ID, "3", "IC"), "train.compulsory-cheapest")
    scene.refused(sell("SR"), "train.money-order")
    scene.play(scene.buy(ID, "2", "pool"))
    assert (scene.cash(ID), scene.cash("P1")) == (50, RICH)
    free = in_need(treasury=150, cash=RICH, pool="2", rules="rails")
    free.play(free.buy(ID, "3"))
    assert (free.cash(ID), free.cash("P1")) == (0, RICH - 50)


@pytest.mark.rule("1851.train.compulsory-cheapest")
def test_the_president_adds_what_the_cheapest_train_lacks() -> None:
    scene = in_need(treasury=50, cash=160)
    scene.play(scene.buy(ID, "3"))
    assert (scene.cash(ID), scene.cash("P1"), scene.trains(ID)) == (0, 10, ["3"])


@pytest.mark.rule("1851.train.compulsory-cheapest")
def test_his_money_buys_nothing_but_the_cheapest_of_bank_and_pool() -> None:
    scene = in_need(treasury=50, cash=RICH, pool="2", IC="2", SR="2")
    scene.refused(scene.buy(ID, "3"), "train.compulsory-cheapest")
    scene.refused(scene.buy(ID, "2", "IC"), "train.compulsory-cheapest")
    scene.refused(scene.buy(ID, "2", "SR", 51), "train.from-own-corporation")
    scene.play(scene.buy(ID, "2", "pool"))
    assert (scene.cash(ID), scene.cash("P1"), scene.trains("pool")) == (0, RICH - 50, [])
    dear = in_need("8", treasury=50, cash=RICH, pool="6")
    dear.refused(dear.buy(ID, "8"), "train.compulsory-cheapest")
    dear.accepted(dear.buy(ID, "6", "pool"))
    cheap = in_need("3", treasury=50, cash=RICH, pool="4")
    cheap.refused(cheap.buy(ID, "4", "pool"), "train.compulsory-cheapest")
    cheap.accepted(cheap.buy(ID, "3"))


@pytest.mark.rule("1851.train.compulsory-cheapest")
def test_shares_sold_for_it_buy_no_train_of_a_corporation() -> None:
    scene = in_need(treasury=120, SR="2")
    scene.accepted(scene.buy(ID, "2", "SR", 120))
    scene.play(sell("SR"))
    scene.refused(scene.buy(ID, "2", "SR", 120), "train.compulsory-cheapest")
    scene.play(scene.buy(ID, "3"))
    assert (scene.cash(ID), scene.cash("P1")) == (0, 10)


@pytest.mark.rule("1851.train.not-forced-to-deal")
@pytest.mark.parametrize("treasury", [50, 200])
def test_nobody_has_to_buy_a_cheaper_train_of_another_corporation(treasury: int) -> None:
    scene = in_need(treasury=treasury, cash=200, SR="2", IC="2")
    scene.accepted(scene.buy(ID, "2", "SR", 1))
    scene.play(scene.buy(ID, "3"))
    assert scene.trains(ID) == ["3"]
    assert scene.cash("P1") == min(200, treasury)


@pytest.mark.rule("1851.train.money-order")
def test_treasury_then_cash_then_shares() -> None:
    scene = in_need(treasury=50, cash=30)
    refusal = scene.refused(scene.buy(ID, "3"), "train.money-order")
    assert "GM&O has $50 and P1 has $30" in refusal.why
    scene.play(sell("SR"))
    scene.refused(scene.buy(ID, "3"), "train.money-order")
    scene.play(sell("SR"))
    assert scene.cash("P1") == 210
    bank = scene.state.bank
    scene.play(scene.buy(ID, "3"))
    assert (scene.cash(ID), scene.cash("P1"), scene.state.bank) == (0, 60, bank + 200)


@pytest.mark.rule("1851.train.money-order", "1851.train.emergency-sale-stop")
def test_no_share_is_sold_while_cash_will_do() -> None:
    in_need(treasury=200).refused(sell("SR"), "train.money-order")
    in_need(treasury=50, cash=150).refused(sell("SR"), "train.emergency-sale-stop")
    in_need(treasury=50, cash=149).accepted(sell("SR"))


@pytest.mark.rule("1851.train.money-order", "1851.train.compulsory")
def test_treasury_shares_are_no_help() -> None:
    scene = in_need()
    assert scene.corp(ID).treasury == 4
    scene.refused(A.IssueShares("P1", ID, 2), "train.compulsory")
    assert not scene.legal(A.IssueShares)


@pytest.mark.rule("1851.train.emergency-sale-limits")
def test_the_active_presidency_stays_and_others_may_go() -> None:
    scene = in_need("5")
    assert sales(scene) == {ID: 2, "SR": 3, "IC": 2}
    refusal = scene.refused(sell(ID, 3), "train.emergency-sale-limits")
    assert "presidency" in refusal.why
    scene.play(sell(ID, 2), sell("SR", 3))
    assert (scene.corp(ID).president, scene.corp("SR").president) == ("P1", "P2")
    assert (scene.acting(), scene.game.to_act) == (ID, {"P1"})
    scene.refused(sell(ID), "train.emergency-sale-limits")


@pytest.mark.rule("1851.train.emergency-sale-limits")
def test_the_limits_of_other_sales_hold() -> None:
    scene = in_need("5")
    assert scene.corp("L&N").shares["P1"] == 2
    scene.refused(sell("L&N"), "sell.not-before-first-turn")
    sr = scene.corp("SR")
    sr.treasury, sr.pool = 1, 4
    scene.refused(sell("SR", 2), "sell.pool-limit")
    scene.accepted(sell("SR", 1))
    alone = in_need("5")
    alone.corp("SR").shares = {"P1": 3, "P2": 1, "P3": 1}
    alone.refused(sell("SR", 2), "sell.president-certificate-not-to-pool")
    alone.refused(sell("SR", 4), "sell.from-holding")
    assert sales(alone)["SR"] == 1


@pytest.mark.rule("1851.train.emergency-sale-limits")
def test_in_its_first_turn_the_corporations_own_shares_are_not_sold() -> None:
    scene = in_need(operated=False)
    scene.refused(sell(ID), "sell.not-before-first-turn")
    assert sales(scene) == {"SR": 3, "IC": 2}
    in_need(operated=True).accepted(sell(ID))


@pytest.mark.rule("1851.train.emergency-sale-stop")
def test_sales_stop_as_soon_as_the_money_is_there() -> None:
    scene = in_need("2")
    assert sales(scene) == {ID: 1, "SR": 2, "IC": 2}
    scene.refused(sell(ID, 2), "train.emergency-sale-stop")
    scene.play(sell(ID))
    assert scene.cash("P1") == 100
    scene.refused(sell("SR"), "train.emergency-sale-stop")
    assert not scene.legal(A.SellShares)
    scene.refused(A.Pass("P1"), "train.compulsory")
    scene.play(scene.buy(ID, "2"))
    assert (scene.cash("P1"), scene.trains(ID)) == (0, ["2"])


@pytest.mark.rule("1851.train.emergency-sale-stop")
def test_shares_are_sold_in_any_order() -> None:
    scene = in_need(treasury=20)
    scene.play(sell("IC"), sell("SR"))
    assert scene.cash("P1") == 172
    scene.play(sell("IC"))
    assert scene.cash("P1") == 254
    scene.play(scene.buy(ID, "3"))
    assert scene.cash("P1") == 74


@pytest.mark.rule("1851.train.emergency-sale-price")
def test_every_share_brings_the_price_before_the_first_sale() -> None:
    scene = in_need()
    scene.play(sell("SR"))
    assert (scene.cash("P1"), scene.price("SR")) == (90, 82)
    scene.play(sell("IC"), sell("SR"))
    assert scene.cash("P1") == 90 + 82 + 90
    assert scene.corp("SR").cell == (4, 3)
    at_once = in_need()
    at_once.play(sell("SR", 2))
    assert (at_once.cash("P1"), at_once.corp("SR").cell) == (180, (4, 3))


@pytest.mark.rule("1851.train.emergency-sale-price", "1851.train.emergency-sale-stop")
def test_the_last_share_needed_is_reckoned_at_that_price_too() -> None:
    scene = in_need(treasury=20)
    scene.play(sell("SR"))
    assert scene.price("SR") == 82
    scene.refused(sell("SR", 2), "train.emergency-sale-stop")  # $90 for the second is enough
    scene.play(sell("SR"), scene.buy(ID, "3"))
    assert scene.cash("P1") == 0


@pytest.mark.rule("1851.train.emergency-sale-price")
def test_the_next_payment_starts_from_the_price_as_it_then_is() -> None:
    scene = in_need()
    scene.play(sell("SR"))
    scene.turn(ID, "trains", index=2)
    scene.play(sell("SR"))
    assert scene.cash("P1") == 90 + 82


@pytest.mark.rule("1851.train.emergency-sale-limits")
def test_a_forced_sale_bars_no_purchase_in_the_stock_round() -> None:
    scene = in_need("2")
    scene.play(sell("SR", 2), scene.buy(ID, "2"))
    scene.set_cash("P1", 500)
    scene.stock("P1", scene.state.round.number + 1)
    scene.accepted(A.BuyShare("P1", "SR", "pool"))


@pytest.mark.rule("1851.train.bankruptcy", "1851.end.bankruptcy")
def test_who_cannot_raise_the_price_is_bankrupt_and_the_game_ends() -> None:
    scene = in_need("5", treasury=5)
    assert sales(scene) == {ID: 2, "SR": 3, "IC": 2}
    scene.set_cash("P1", 0)
    scene.corp("SR").shares = {"P1": 1, "P2": 4}
    scene.corp("SR").president = "P2"
    for corp, count in ((ID, 2), ("SR", 1), ("IC", 2)):
        scene.refused(A.DeclareBankruptcy("P1"), "train.bankruptcy")
        scene.play(sell(corp, count))
    assert scene.cash("P1") == 200 + 90 + 164
    scene.refused(scene.buy(ID, "5"), "train.money-order")
    scene.refused(A.Pass("P1"), "train.compulsory")
    assert scene.game.legal() == [A.DeclareBankruptcy("P1")]
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.game.over
    assert scene.game.to_act == set()
    result = scene.game.result
    assert result is not None
    assert result.reason == "bankruptcy"
    scene.refused(A.Pass("P2"), "end.bankruptcy")
    # The remaining holdings count unchanged: cash, two GM&O at $82, two L&N at $100, the L&O at $200.
    worth = {standing.player: standing.worth for standing in result.standings}
    assert (scene.cash("P1"), scene.cash(ID)) == (454, 5)
    assert scene.price(ID) == 82
    assert worth["P1"] == 454 + 2 * 82 + 2 * 100 + 200


@pytest.mark.rule("1851.train.bankruptcy")
def test_nobody_is_bankrupt_at_will() -> None:
    scene = in_need()
    scene.refused(A.DeclareBankruptcy("P1"), "train.bankruptcy")
    rich = in_need(cash=200)
    rich.refused(A.DeclareBankruptcy("P1"), "train.bankruptcy")
    scene.turn(ID, "track")
    scene.refused(A.DeclareBankruptcy("P1"), "train.bankruptcy")
    scene.stock("P1")
    scene.refused(A.DeclareBankruptcy("P1"), "train.bankruptcy")


@pytest.mark.rule("1851.train.bankruptcy")
def test_the_last_dollar_saves_him() -> None:
    saved = in_need("5", cash=0)
    for sale in (sell(ID, 2), sell("SR", 2), sell("IC", 1)):
        saved.play(sale)
    assert saved.cash("P1") == 462
    saved.play(sell("SR"))
    assert saved.cash("P1") == 552
    saved.play(saved.buy(ID, "5"))
    assert saved.cash("P1") == 52
    assert not saved.game.over
