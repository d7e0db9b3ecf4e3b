"""Trains of the bank: types, prices, numbers, and the order of sale."""

from __future__ import annotations

import pytest

from older_rulings import TODAY, begun_under
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.state import BANK, POOL


def buyer(cash: int, phase: int = 1, rulings: int = TODAY) -> Scene:
    """Return GT, rich and without trains or routes, in its train step."""
    scene = Scene()
    scene.game = begun_under(scene.game, rulings)
    scene.started("GT", "P1", cash=cash)
    scene.phase(phase)
    return scene.turn("GT", "trains")


def offers(scene: Scene) -> set[tuple[str, int]]:
    """Return types and prices of the trains that GT may buy from the bank without trading in."""
    found = [buy for buy in scene.legal(A.BuyTrain) if buy.source == BANK and not buy.trade_in]
    return {(depot.train_name(buy.train), buy.price) for buy in found}


@pytest.mark.rule("1856.train.roster")
def test_types_prices_and_numbers() -> None:
    scene = buyer(9000)
    listed = [("2", 100, 6), ("3", 225, 5), ("4", 350, 4), ("5", 550, 3), ("6", 700, 2)]
    counted = {kind.name: (kind.price, kind.count) for kind in scene.game.title.board.trains}
    assert [(name, *counted[name]) for name, _, _ in listed] == listed
    for name, price, count in listed:
        assert scene.trains(BANK).count(name) == count
        for _ in range(count):
            assert (name, price) in offers(scene)
            cash = scene.cash("GT")
            scene.refused(scene.buy("GT", name, price=price - 1), "buy-train.sources")
            scene.play(scene.buy("GT", name))
            assert scene.cash("GT") == cash - price
            scene.give_away("GT")
        assert scene.trains(BANK).count(name) == 0
    assert offers(scene) == {("D", 1100)}


@pytest.mark.rule("1856.train.numeric-order")
def test_the_next_type_waits_for_the_last_train_of_the_lower_one() -> None:
    scene = buyer(9000)
    three = scene.buy("GT", "3")
    for left in range(6, 0, -1):
        assert scene.trains(BANK).count("2") == left
        assert offers(scene) == {("2", 100)}
        scene.refused(three, "train.numeric-order")
        scene.play(scene.buy("GT", "2"))
        scene.give_away("GT")
    assert offers(scene) == {("3", 225)}
    scene.refused(scene.buy("GT", "4"), "train.numeric-order")
    scene.play(three)


@pytest.mark.rule("1856.train.diesel-after-first-6")
def test_diesels_are_sold_beside_the_second_6() -> None:
    scene = buyer(9000, phase=4)
    scene.sell_out("5")
    assert offers(scene) == {("6", 700)}
    scene.refused(scene.buy("GT", "D"), "train.numeric-order")
    scene.play(scene.buy("GT", "6"))
    assert offers(scene) == {("6", 700), ("D", 1100)}
    scene.play(scene.buy("GT", "D"))
    scene.give_away("GT")
    assert offers(scene) == {("6", 700), ("D", 1100)}


@pytest.mark.rule("1856.train.diesel")
def test_diesels_never_run_out() -> None:
    scene = buyer(9000, phase=5)
    for _ in range(6):
        scene.play(scene.buy("GT", "D"))
        scene.give_away("GT")
    cash = scene.cash("GT")
    scene.play(scene.buy("GT", "D"))
    assert scene.cash("GT") == cash - 1100
    assert offers(scene) == {("D", 1100)}


@pytest.mark.rule("1856.train.diesel-trade-in", "1856.train.diesel")
@pytest.mark.parametrize("old", ["4", "5", "6"])
def test_a_4_5_or_6_lowers_the_price_of_a_diesel(old: str) -> None:
    scene = buyer(750)
    scene.give_trains("GT", old)
    scene.phase(5)
    trade = scene.buy("GT", "D", trade_in=old)
    assert trade.price == 750
    assert trade in scene.legal(A.BuyTrain)
    scene.play(trade)
    assert scene.cash("GT") == 0
    assert scene.trains("GT") == ["D"]
    assert scene.trains(POOL) == ([] if old == "4" else [old])


@pytest.mark.rule("1856.train.diesel-trade-in", "1856.buy-train.trade-in")
@pytest.mark.parametrize("rulings", [5, TODAY])
def test_a_diesel_of_the_open_market_takes_a_trade_in_too(rulings: int) -> None:
    scene = buyer(750, rulings=rulings)
    scene.give_trains("GT", "5")
    scene.phase(5)
    scene.state.phase = 5
    diesel = scene.first_train("D")
    depot.move_train(scene.table, diesel, POOL)
    if rulings == 5:
        scene.refused(scene.buy("GT", "D", POOL, trade_in="5"), "train.diesel-trade-in")
        return
    trade = scene.buy("GT", "D", POOL, trade_in="5")
    assert (trade.price, trade.train) == (750, diesel)
    assert trade in scene.legal(A.BuyTrain)
    scene.refused(scene.buy("GT", "D", POOL, 749, trade_in="5"), "buy-train.sources")
    scene.refused(A.BuyTrain("P1", "GT", diesel, POOL, 750), "buy-train.sources")
    scene.play(trade)
    assert (scene.cash("GT"), scene.trains("GT"), scene.trains(POOL)) == (0, ["D"], ["5"])


@pytest.mark.rule("1856.train.diesel-trade-in")
def test_no_other_company_takes_a_train_in_payment() -> None:
    scene = buyer(1100, phase=5)
    scene.give_trains("GT", "5")
    scene.started("WR", "P1")
    diesel = scene.first_train("D")
    depot.move_train(scene.table, diesel, "WR")
    scene.accepted(A.BuyTrain("P1", "GT", diesel, "WR", 750))
    own = scene.first_train("5", "GT")
    scene.refused(A.BuyTrain("P1", "GT", diesel, "WR", 750, own), "train.diesel-trade-in")
    assert not [buy for buy in scene.legal(A.BuyTrain) if buy.source == "WR" and buy.trade_in]


@pytest.mark.rule("1856.train.diesel-trade-in")
def test_other_trains_are_not_traded_in() -> None:
    scene = buyer(2000, phase=5)
    scene.state.trains = {**scene.state.trains, "3-0": "GT"}
    scene.refused(scene.buy("GT", "D", price=750, trade_in="3"), "train.diesel-trade-in")
    scene.give_trains("GT", "D")
    scene.refused(scene.buy("GT", "D", price=750, trade_in="D"), "train.diesel-trade-in")
    scene.refused(scene.buy("GT", "D", price=750), "buy-train.sources")


@pytest.mark.rule("1856.train.diesel-trade-in")
def test_only_a_train_of_its_own_is_traded_in() -> None:
    scene = buyer(2000, phase=5)
    trade = A.BuyTrain("P1", "GT", scene.first_train("D"), BANK, 750, trade_in="5-0")
    scene.refused(trade, "train.diesel-trade-in")
    scene.state.trains = {**scene.state.trains, "5-0": "GT"}
    scene.accepted(trade)


@pytest.mark.rule("1856.train.type-8-not-in-base")
def test_no_type_8_without_the_variant() -> None:
    scene = buyer(9000, phase=5)
    assert "8" not in {depot.train_name(train) for train in scene.state.trains}
    assert offers(scene) == {("D", 1100)}
    scene.refused(A.BuyTrain("P1", "GT", "8-0", BANK, 1000), "buy-train.sources")
