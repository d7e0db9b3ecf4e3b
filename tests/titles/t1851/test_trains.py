"""Voluntary train purchases in 1851: limits, sources, prices and consent."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A

ID = "GM&O"
LINE = "G7:57:2 F6:57:2"  # Jackson to Dyersburg


def buying(
    phase: str = "2", *, cash: int = 0, line: bool = False, rules: str = "printed", **trains: str
) -> Scene:
    """Return GM&O (P1) in its train step, with SR (P1) and IC (P2) in play.

    ``trains`` gives the trains of each place.
    """
    scene = Scene(rules=rules).phase(phase)
    scene.floated(ID, "P1", cell=(2, 4), cash=cash)
    scene.floated("IC", "P2", cell=(2, 3))
    scene.floated("SR", "P1", cell=(2, 2))
    for place, names in trains.items():
        scene.give_trains(ID if place == "mine" else place, *names.split())
    if line:
        scene.tiles(LINE)
    return scene.turn(ID, "trains")


@pytest.mark.rule("1851.train.need-room", "1851.phase.3.effects")
def test_a_corporation_at_its_limit_buys_nothing_even_if_that_made_room() -> None:
    scene = buying("3", cash=1000, mine="2 2 2 2", pool="3")
    scene.sell_out("3")
    scene.refused(scene.buy(ID, "4"), "train.need-room")
    scene.refused(scene.buy(ID, "3", "pool"), "train.need-room")
    assert not scene.legal(A.BuyTrain)
    below = buying("3", cash=1000, mine="2 2 2")
    below.sell_out("3")
    below.play(below.buy(ID, "4"))
    assert below.trains(ID) == ["4"], "the 2-trains are obsolete"


@pytest.mark.rule("1851.train.from-own-corporation")
def test_between_corporations_of_one_president_any_price_is_right() -> None:
    scene = buying(cash=250, SR="2")
    for price in (0, 251):
        train = A.BuyTrain("P1", ID, scene.first_train("2", "SR"), "SR", price)
        scene.refused(train, "train.from-own-corporation")
    prices = [offer.price for offer in scene.legal(A.BuyTrain) if offer.source == "SR"]
    assert (min(prices), max(prices), len(prices)) == (1, 250, 250)
    scene.play(scene.buy(ID, "2", "SR", 1))
    assert (scene.cash(ID), scene.cash("SR"), scene.trains(ID)) == (249, 1, ["2"])
    assert scene.game.to_act == {"P1"}, "nobody is asked"
    dear = buying(cash=250, SR="2")
    dear.play(dear.buy(ID, "2", "SR", 250))
    assert (dear.cash(ID), dear.cash("SR")) == (0, 250)


@pytest.mark.rule("1851.train.from-own-corporation")
def test_a_train_of_its_own_presidents_costs_no_presidents_money() -> None:
    scene = buying(cash=50, line=True, SR="2")
    scene.set_cash("P1", 500)
    scene.refused(scene.buy(ID, "2", "SR", 51), "train.from-own-corporation")
    scene.accepted(scene.buy(ID, "2", "SR", 50))
    free = buying(cash=50, line=True, SR="2", rules="rails")
    free.set_cash("P1", 500)
    free.play(free.buy(ID, "2", "SR", 60))
    assert (free.cash(ID), free.cash("P1"), free.cash("SR")) == (0, 490, 60)


@pytest.mark.rule("1851.train.from-other-president")
def test_another_presidents_train_costs_its_face_value() -> None:
    scene = buying(cash=500, IC="2")
    for price in (0, 1, 99, 101):
        train = A.BuyTrain("P1", ID, scene.first_train("2", "IC"), "IC", price)
        scene.refused(train, "train.from-other-president")
    prices = [offer.price for offer in scene.legal(A.BuyTrain) if offer.source == "IC"]
    assert prices == [100]


@pytest.mark.rule("1851.train.from-other-president")
def test_another_president_is_asked() -> None:
    scene = buying(cash=500, IC="2")
    offer = scene.buy(ID, "2", "IC")
    scene.play(offer)
    assert scene.game.to_act == {"P2"}
    assert (scene.trains(ID), scene.cash(ID)) == ([], 500)
    scene.refused(A.Answer("P1", True), "train.from-other-president")
    scene.refused(A.Pass("P2"), "train.from-other-president")
    scene.play(A.Answer("P2", False))
    assert (scene.trains("IC"), scene.cash(ID), scene.game.to_act) == (["2"], 500, {"P1"})
    scene.play(offer, A.Answer("P2", True))
    assert (scene.trains(ID), scene.cash(ID), scene.cash("IC")) == (["2"], 400, 100)


@pytest.mark.rule("1851.train.from-other-president", "1851.train.several")
def test_what_the_treasury_cannot_pay_is_not_offered_to_another_president() -> None:
    scene = buying(cash=99, IC="2")
    scene.refused(scene.buy(ID, "2", "IC"), "train.several")


@pytest.mark.rule("1851.train.from-other-president")
def test_public_play_asks_nobody() -> None:
    scene = buying(cash=500, IC="2", rules="rails")
    scene.refused(scene.buy(ID, "2", "IC", 99), "train.from-other-president")
    scene.play(scene.buy(ID, "2", "IC"))
    assert scene.trains(ID) == ["2"]


@pytest.mark.rule("1851.train.from-bank-or-pool")
def test_the_bank_sells_the_cheapest_type_and_the_pool_any() -> None:
    scene = buying("4", cash=2000, pool="3 4")
    scene.refused(scene.buy(ID, "5"), "train.from-bank-or-pool")
    scene.refused(scene.buy(ID, "8"), "train.from-bank-or-pool")
    for source in ("bank", "pool"):
        for price in (299, 301):
            scene.refused(scene.buy(ID, "4", source, price), "train.from-bank-or-pool")
    offered = {(offer.source, offer.train[0], offer.price) for offer in scene.legal(A.BuyTrain)}
    assert offered == {("bank", "4", 300), ("pool", "3", 200), ("pool", "4", 300)}
    bank = scene.state.bank
    scene.play(scene.buy(ID, "3", "pool"), scene.buy(ID, "4"))
    assert (scene.trains(ID), scene.cash(ID), scene.state.bank) == (["3", "4"], 1500, bank + 500)


@pytest.mark.rule("1851.train.from-bank-or-pool")
def test_a_train_is_bought_where_it_is() -> None:
    scene = buying(cash=2000, mine="2", IC="2")
    mine, theirs = scene.first_train("2", ID), scene.first_train("2", "IC")
    for train, source in ((mine, ID), (theirs, "bank"), (theirs, "pool"), (theirs, "SR"), ("9-0", "bank")):
        scene.refused(A.BuyTrain("P1", ID, train, source, 100), "train.from-bank-or-pool")


@pytest.mark.rule("1851.train.from-bank-or-pool")
def test_the_bank_has_so_many_trains_of_each_type() -> None:
    scene = buying()
    trains = scene.trains("bank")
    assert {name: trains.count(name) for name in "234568"} == {"2": 5, "3": 4, "4": 3, "5": 2, "6": 2, "8": 4}
    prices = [train.price for train in scene.game.title.board.trains]
    assert prices == [100, 200, 300, 500, 600, 800]


@pytest.mark.rule("1851.train.from-bank-or-pool")
def test_no_train_is_taken_in_payment() -> None:
    scene = buying("8", cash=2000, mine="6")
    scene.refused(scene.buy(ID, "8", trade_in="6"), "train.from-bank-or-pool")


@pytest.mark.rule("1851.train.several")
def test_several_trains_are_bought_while_room_and_money_last() -> None:
    scene = buying(cash=450)
    for _ in range(4):
        scene.play(scene.buy(ID, "2"))
    assert (scene.trains(ID), scene.cash(ID)) == (["2"] * 4, 50)
    scene.refused(scene.buy(ID, "2"), "train.need-room")
    poor = buying(cash=150)
    poor.play(poor.buy(ID, "2"))
    poor.refused(poor.buy(ID, "2"), "train.several")


@pytest.mark.rule("1851.train.several", "1851.phase.3.trigger")
def test_each_purchase_takes_effect_before_the_next() -> None:
    scene = buying(cash=1000, IC="2 2 2 2")
    scene.refused(scene.buy(ID, "3"), "train.from-bank-or-pool")
    scene.play(scene.buy(ID, "2"))
    assert scene.table.phase.name == "2"
    scene.play(scene.buy(ID, "3"))
    assert scene.table.phase.name == "3"
    scene.play(scene.buy(ID, "3"))
    assert scene.trains(ID) == ["2", "3", "3"]


@pytest.mark.rule("1851.train.several", "1851.train.need-room")
def test_a_limit_that_fell_with_a_purchase_bars_the_next() -> None:
    scene = buying("4", cash=2000, mine="4", SR="4 4")
    scene.play(scene.buy(ID, "5"))
    assert scene.table.phase.name == "5"
    scene.refused(scene.buy(ID, "5"), "train.need-room")


@pytest.mark.rule("1851.train.over-limit-by-own-purchase", "1851.train.discard-excess")
def test_its_own_purchase_may_put_the_buyer_over_the_new_limit() -> None:
    scene = buying("3", cash=300, mine="3 3 3")
    scene.sell_out("3")
    scene.play(scene.buy(ID, "4"))
    assert scene.table.phase.name == "4"
    assert scene.trains(ID) == ["3", "3", "3", "4"]
    assert {choice.corp for choice in scene.legal(A.DiscardTrain)} == {ID}
    scene.refused(A.Pass("P1"), "train.discard-excess")
    scene.play(A.DiscardTrain("P1", ID, scene.first_train("3", ID)))
    assert (scene.trains(ID), scene.trains("pool")) == (["3", "3", "4"], ["3"])
    assert scene.acting() == ID


@pytest.mark.rule("1851.train.over-limit-by-own-purchase")
def test_trains_made_obsolete_by_the_purchase_are_not_over_the_limit() -> None:
    scene = buying("3", cash=300, mine="2 3 3")
    scene.sell_out("3")
    scene.play(scene.buy(ID, "4"))
    assert scene.trains(ID) == ["3", "3", "4"]
    assert not scene.state.pending
