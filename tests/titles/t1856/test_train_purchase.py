"""Train purchases: sources, prices, the duty to buy, and trains over the limit."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.depot import train_name


def buying(
    phase: int = 1, *, cash: int = 0, president_cash: int = 0, line: bool = True, **trains: str
) -> Scene:
    """Return GT (P1) in its train step, with a run from Oshawa to Toronto.

    ``trains`` gives the trains of each place.
    """
    scene = Scene().opened()
    for place, names in trains.items():
        scene.give_trains(place, *names.split())
    scene.phase(phase)
    scene.started("GT", "P1", {"P1": 4}, cash=cash)
    scene.started("WR", "P2", {"P2": 4}, price=90)
    if line:
        scene.gt_line()
    scene.set_cash("P1", president_cash)
    return scene.turn("GT", "trains")


@pytest.mark.rule("1856.buy-train.one-at-a-time")
def test_each_purchase_takes_effect_before_the_next() -> None:
    scene = buying(3, cash=2000, GT="4")
    scene.sell_out("4")
    assert scene.table.title.policies.train_limit(scene.table, scene.corp("GT")) == 3
    scene.play(scene.buy("GT", "5"))
    assert scene.state.phase == 3
    assert scene.trains("GT") == ["4", "5"]
    scene.refused(scene.buy("GT", "5"), "phase.train-limit")
    assert not scene.legal(A.BuyTrain)


@pytest.mark.rule("1856.buy-train.sources")
def test_trains_come_from_bank_pool_and_companies() -> None:
    scene = buying(4, cash=2000, WR="4", pool="5")
    scene.refused(scene.buy("GT", "5", "pool", 549), "buy-train.sources")
    scene.refused(scene.buy("GT", "5", "pool", 551), "buy-train.sources")
    scene.refused(scene.buy("GT", "5", "bank", 549), "buy-train.sources")
    mine, theirs = scene.first_train("5"), scene.first_train("4", "WR")
    for train, source in ((mine, "pool"), (theirs, "bank"), (theirs, "GT"), ("2-0", "out")):
        price = 550 if train == mine else 350
        scene.refused(A.BuyTrain("P1", "GT", train, source, price), "buy-train.sources")
    offers = {(offer.source, offer.train.partition("-")[0]) for offer in scene.legal(A.BuyTrain)}
    assert offers == {("bank", "5"), ("pool", "5"), ("WR", "4")}
    bank = scene.state.bank
    scene.play(scene.buy("GT", "5", "pool"))
    assert (scene.cash("GT"), scene.state.bank) == (1450, bank + 550)
    assert scene.trains("GT") == ["5"]
    assert not scene.trains("pool")


@pytest.mark.rule("1856.buy-train.between-companies")
def test_companies_agree_on_any_price_from_one_dollar() -> None:
    scene = buying(cash=500, WR="2")
    nothing = A.BuyTrain("P1", "GT", scene.first_train("2", "WR"), "WR", 0)
    scene.refused(nothing, "buy-train.between-companies")
    prices = {offer.price for offer in scene.legal(A.BuyTrain) if offer.source == "WR"}
    assert prices == set(range(1, 501))
    scene.play(scene.buy("GT", "2", "WR", 1), A.Answer("P2", True))
    assert (scene.cash("GT"), scene.cash("WR")) == (499, 1)
    assert scene.trains("GT") == ["2"]


@pytest.mark.rule("1856.buy-train.deal-terms")
def test_a_deal_belongs_to_the_buyers_turn_and_needs_consent() -> None:
    scene = buying(cash=500, WR="2")
    scene.play(scene.buy("GT", "2", "WR", 60))
    assert scene.game.to_act == {"P2"}
    scene.refused(A.Answer("P1", True), "buy-train.deal-terms")
    scene.play(A.Answer("P2", False))
    assert (scene.trains("WR"), scene.trains("GT")) == (["2"], [])
    scene.play(scene.buy("GT", "2"))
    assert scene.cash("GT") == 400
    entries = scene.play(scene.buy("GT", "2", "WR", 60), A.Answer("P2", True))
    assert "GT buys a 2-train from WR for $60" in scene.told(entries)


def test_of_what_was_declined_the_last_offer_of_this_turn_is_kept_in_mind() -> None:
    scene = buying(cash=500, WR="2")
    for price in (60, 80):
        scene.play(scene.buy("GT", "2", "WR", price), A.Answer("P2", False))
    turn = scene.state.operating.turn if scene.state.operating else None
    assert turn is not None
    assert turn.declined == (scene.buy("GT", "2", "WR", 80),)
    scene.accepted(scene.buy("GT", "2", "WR", 60))


@pytest.mark.rule("1856.buy-train.deal-terms")
def test_a_seller_cannot_push_a_train_on_another_company() -> None:
    scene = buying(cash=500, GT="2")
    scene.set_cash("WR", 500)
    train = scene.first_train("2", "GT")
    scene.refused(A.BuyTrain("P1", "WR", train, "GT", 100), "buy-train.deal-terms")
    scene.refused(A.BuyTrain("P2", "WR", train, "GT", 100), "overview.president-decides")
    assert all(offer.corp == "GT" for offer in scene.legal(A.BuyTrain))


@pytest.mark.rule("1856.sequence.company-steps")
def test_a_train_of_the_bank_is_bought_in_the_buyers_turn() -> None:
    scene = buying(cash=500)
    scene.refused(A.BuyTrain("P1", "WR", scene.first_train("2"), "bank", 100), "sequence.company-steps")


@pytest.mark.rule("1856.buy-train.deal-terms")
def test_interest_that_waits_in_public_play_waits_for_the_answer_too() -> None:
    scene = Scene(rules="18xx.games").opened()
    scene.give_trains("WR", "2")
    scene.started("GT", "P1", {"P1": 4}, cash=100, loans=1)
    scene.started("WR", "P2", {"P2": 4}, price=90)
    scene.turn("GT")
    while not any(offer.source == "WR" for offer in scene.legal(A.BuyTrain)):
        scene.pass_()
    scene.play(scene.buy("GT", "2", "WR", 100))
    assert scene.cash("GT") == 100
    scene.play(A.Answer("P2", True))
    assert (scene.trains("GT"), scene.cash("GT"), scene.cash("P1")) == (["2"], 0, 490)


@pytest.mark.rule("1856.buy-train.must-own")
def test_a_company_with_a_run_must_own_a_train() -> None:
    scene = buying(cash=500)
    scene.refused(A.Pass("P1"), "buy-train.must-own")
    scene.play(scene.buy("GT", "2"))
    scene.accepted(A.Pass("P1"))


@pytest.mark.rule("1856.buy-train.must-own")
def test_a_company_without_a_run_need_not() -> None:
    buying(cash=500, line=False).accepted(A.Pass("P1"))
    scene = buying(cash=10, president_cash=10, line=False)
    scene.refused(scene.buy("GT", "2"), "buy-train.president-adds")
    scene.pass_()
    assert scene.state.operating is not None
    assert "GT" in scene.state.operating.done


@pytest.mark.rule("1856.buy-train.president-adds")
def test_the_president_adds_what_is_lacking_and_no_more() -> None:
    scene = buying(cash=40, president_cash=300, WR="2")
    scene.play(scene.buy("GT", "2"))
    assert (scene.cash("GT"), scene.cash("P1")) == (0, 240)
    assert scene.trains("GT") == ["2"]
    scene.refused(scene.buy("GT", "2"), "buy-train.president-adds")
    scene.play(A.TakeLoan("P1", "GT"))
    scene.refused(scene.buy("GT", "2", "WR", 1), "buy-train.president-adds")
    scene.accepted(A.Pass("P1"))


@pytest.mark.rule("1856.buy-train.president-adds")
def test_the_president_helps_only_where_a_train_is_needed() -> None:
    scene = buying(cash=40, president_cash=59)
    scene.refused(scene.buy("GT", "2"), "buy-train.president-adds")
    scene = buying(cash=40, president_cash=300, GT="2")
    scene.refused(scene.buy("GT", "2"), "buy-train.president-adds")


@pytest.mark.rule("1856.buy-train.forced-cheapest")
def test_with_the_presidents_money_only_the_cheapest() -> None:
    scene = buying(4, cash=100, president_cash=1000, pool="4", WR="4")
    scene.refused(scene.buy("GT", "5"), "buy-train.forced-cheapest")
    scene.refused(scene.buy("GT", "4", "WR", 101), "buy-train.forced-cheapest")
    # Not even at the price of the cheapest.
    scene.refused(scene.buy("GT", "4", "WR", 350), "buy-train.forced-cheapest")
    scene.accepted(scene.buy("GT", "4", "WR", 100))
    scene.play(scene.buy("GT", "4", "pool"))
    assert (scene.cash("GT"), scene.cash("P1")) == (0, 750)


@pytest.mark.rule("1856.buy-train.forced-cheapest")
def test_the_companys_own_money_buys_what_it_likes() -> None:
    scene = buying(4, cash=550, pool="4")
    scene.play(scene.buy("GT", "5"))
    assert scene.trains("GT") == ["5"]


@pytest.mark.rule("1856.buy-train.no-voluntary-discard")
def test_no_train_is_thrown_away_to_make_room() -> None:
    scene = buying(4, cash=2000, GT="4 5")
    for train in scene.state.trains_at("GT"):
        scene.refused(A.DiscardTrain("P1", "GT", train), "buy-train.no-voluntary-discard")
    scene.refused(scene.buy("GT", "5"), "phase.train-limit")
    refused = {refusal.rule for choice, refusal in scene.game.forbidden() if "iscard" in refusal.what}
    assert refused == {"1856.buy-train.no-voluntary-discard"}


@pytest.mark.rule("1856.buy-train.phase-excess", "1856.overview.president-decides")
def test_excess_trains_go_to_the_pool_unpaid() -> None:
    scene = buying(3, cash=550, WR="4 4 4")
    scene.sell_out("4")
    scene.set_cash("WR", 20)
    scene.play(scene.buy("GT", "5"))
    assert scene.game.to_act == {"P2"}
    scene.refused(A.DiscardTrain("P1", "WR", scene.first_train("4", "WR")), "overview.president-decides")
    scene.refused(A.DiscardTrain("P2", "WR", scene.first_train("5", "GT")), "buy-train.phase-excess")
    scene.refused(A.Pass("P2"), "buy-train.phase-excess")
    scene.play(A.DiscardTrain("P2", "WR", scene.first_train("4", "WR")))
    assert (scene.trains("WR"), scene.trains("pool")) == (["4", "4"], ["4"])
    assert scene.cash("WR") == 20
    assert scene.game.to_act == {"P1"}


@pytest.mark.rule("1856.buy-train.phase-excess")
def test_discards_come_company_by_company_and_the_president_picks() -> None:
    scene = buying(3, cash=550, GT="4 3", WR="3 3 4")
    scene.sell_out("4")
    scene.play(scene.buy("GT", "5"))
    assert scene.game.to_act == {"P1"}, "GT stands higher on the chart"
    scene.play(A.DiscardTrain("P1", "GT", scene.first_train("4", "GT")))
    assert scene.game.to_act == {"P2"}
    listed = [choice.train for choice in scene.legal(A.DiscardTrain)]
    assert sorted(train_name(train) for train in listed) == ["3", "4"], "equal trains are listed once"
    scene.play(A.DiscardTrain("P2", "WR", scene.first_train("3", "WR")))
    assert sorted(scene.trains("pool")) == ["3", "4"]


@pytest.mark.rule("1856.buy-train.may-sell-last")
def test_a_company_may_sell_its_last_train() -> None:
    scene = buying(cash=500, line=False)
    scene.give_trains("GT", "2")
    scene.gt_line()
    scene.turn("WR", "trains")
    scene.set_cash("WR", 100)
    scene.play(scene.buy("WR", "2", "GT", 100), A.Answer("P1", True), A.Pass("P2"))
    assert scene.trains("GT") == []
    while scene.state.operating is not None and scene.state.operating.turn is not None:
        if scene.state.operating.turn.step == 5:
            break
        scene.pass_()
    assert scene.game.to_act == {"P1"}
    scene.refused(A.Pass("P1"), "buy-train.must-own")


@pytest.mark.rule("1856.buy-train.trade-in")
def test_an_older_train_is_taken_in_payment_for_a_diesel() -> None:
    scene = buying(cash=750, GT="6 5", WR="4")
    scene.phase(5)
    scene.play(scene.buy("GT", "D", trade_in="6"))
    assert scene.cash("GT") == 0
    assert sorted(scene.trains("GT")) == ["5", "D"]
    assert scene.trains("pool") == ["6"]
    scene.set_cash("WR", 700)
    scene.turn("WR", "trains")
    scene.refused(scene.buy("WR", "6", "pool", 699), "buy-train.sources")
    scene.accepted(scene.buy("WR", "6", "pool", 700))


@pytest.mark.rule("1856.buy-train.trade-in")
@pytest.mark.parametrize("old", ["4", "5", "6"])
def test_any_train_from_4_to_6_is_taken(old: str) -> None:
    scene = buying(cash=750, GT=old)
    scene.phase(5)
    scene.refused(scene.buy("GT", "D"), "buy-train.president-adds")
    scene.play(scene.buy("GT", "D", trade_in=old))
    assert scene.trains("GT") == ["D"]
    assert scene.trains("pool") == ([] if old == "4" else [old]), "the first Diesel scraps all 4-trains"


@pytest.mark.rule("1856.buy-train.trade-in")
def test_type_8_is_had_for_less_too() -> None:
    scene = Scene(variants=("type8",)).opened()
    scene.give_trains("GT", "5", "5")
    scene.phase(5)
    scene.started("GT", "P1", cash=650)
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "8", trade_in="5"))
    assert scene.cash("GT") == 0
    assert sorted(scene.trains("GT")) == ["5", "8"]
