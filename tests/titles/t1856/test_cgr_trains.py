"""The trains of the CGR: inherited, borrowed, bought and sold."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene, cgr_turn
from trunkline import actions as A
from trunkline.engine.kernel import depot

PRINTED, PUBLIC = "printed", "18xx.games"


def borrow(scene: CgrScene, name: str) -> A.BorrowTrain:
    """Return the loan of a train of this type from the bank to the CGR."""
    return A.BorrowTrain("P2", "CGR", scene.first_train(name))


def inherit(*trains: str) -> CgrScene:
    """Return the CGR after it has formed from GT and TGB (P2) with these trains.

    Its president may now choose.
    """
    scene = CgrScene()
    scene.debtor("GT", {"P2": 4})
    scene.debtor("TGB", {"P2": 4})
    scene.give_trains("GT", *trains[:2])
    scene.give_trains("TGB", *trains[2:])
    scene.poor()
    scene.form()
    return scene


def discard(scene: CgrScene, name: str) -> A.DiscardTrain:
    """Return the discard of a train of this type by the president of the CGR."""
    return A.DiscardTrain("P2", "CGR", scene.first_train(name, "CGR"))


@pytest.mark.rule("1856.cgr.trains-kept")
def test_other_than_permanent_trains_may_be_kept_or_not() -> None:
    for keep in (2, 1, 0):
        scene = inherit("4", "4")
        for _ in range(2 - keep):
            scene.play(discard(scene, "4"))
        if keep:
            scene.play(A.Pass("P2"))
        assert scene.trains("CGR") == ["4"] * keep
        assert scene.trains("pool") == ["4"] * (2 - keep)
        assert not scene.state.pending
    scene.set_cash("GW", 350)
    scene.turn("GW", "trains")
    scene.accepted(scene.buy("GW", "4", "pool", 350))


@pytest.mark.rule("1856.cgr.trains-kept", "1856.overview.president-decides")
def test_permanent_trains_are_kept_up_to_three() -> None:
    two = inherit("5", "5", "4")
    two.refused(discard(two, "5"), "cgr.trains-kept")
    two.refused(A.DiscardTrain("P1", "CGR", two.first_train("4", "CGR")), "overview.president-decides")
    two.refused(A.DiscardTrain("P2", "CGR", two.first_train("6", "GW")), "cgr.trains-kept")
    two.play(discard(two, "4"))
    assert two.trains("CGR") == ["5", "5"]
    assert not two.state.pending
    assert not inherit("5", "5").state.pending
    four = inherit("5", "5", "5", "6")
    four.refused(A.Pass("P2"), "cgr.trains-kept")
    assert {choice.train.partition("-")[0] for choice in four.legal(A.DiscardTrain)} == {"5", "6"}
    four.play(discard(four, "5"))
    assert four.trains("CGR") == ["5", "5", "6"]
    assert not four.state.pending
    full = inherit("4", "5", "5", "5")
    full.refused(discard(full, "5"), "cgr.trains-kept")
    full.refused(A.Pass("P2"), "cgr.trains-kept")
    full.play(discard(full, "4"))
    assert full.trains("CGR") == ["5", "5", "5"]


@pytest.mark.rule("1856.cgr.borrow", "1856.run.must-run")
def test_a_cgr_without_trains_runs_a_borrowed_diesel() -> None:
    scene = cgr_turn()
    scene.play(borrow(scene, "D"))
    diesel = scene.first_train("D")
    assert scene.state.trains[diesel] == "bank"
    scene.refused(borrow(scene, "D"), "cgr.borrow")
    best = scene.runs().best()
    assert isinstance(best, A.RunTrains)
    assert [run.train for run in best.runs] == [diesel]
    scene.refused(A.Pass("P2"), "run.must-run")
    scene.play(best)
    assert scene.corp("CGR").revenue == 50
    assert scene.cash("CGR") == 50, "withheld"


@pytest.mark.rule("1856.cgr.borrow")
def test_a_cgr_with_a_train_borrows_none_and_nobody_else_does() -> None:
    scene = cgr_turn(trains="4")
    scene.refused(borrow(scene, "D"), "cgr.borrow")
    assert not scene.legal(A.BorrowTrain)
    scene = cgr_turn()
    scene.turn("GW")
    scene.refused(A.BorrowTrain("P1", "GW", scene.first_train("D")), "cgr.borrow")


@pytest.mark.rule("1856.cgr.borrow")
def test_it_may_discard_its_trains_and_borrow() -> None:
    scene = inherit("4")
    scene.gt_line()
    scene.play(discard(scene, "4"))
    scene.turn("CGR", "run")
    scene.accepted(borrow(scene, "D"))
    kept = inherit("4")
    kept.play(A.Pass("P2"))
    kept.gt_line()
    kept.turn("CGR", "run")
    kept.refused(borrow(kept, "D"), "cgr.borrow")


@pytest.mark.rule("1856.cgr.borrow")
@pytest.mark.parametrize(("rules", "types"), [(PRINTED, ["6", "D"]), (PUBLIC, ["D"])])
def test_what_may_be_borrowed(rules: str, types: list[str]) -> None:
    scene = cgr_turn(rules=rules)
    scene.state.trains = {**scene.state.trains, "6-1": "bank"}
    borrowed = [choice.train.partition("-")[0] for choice in scene.legal(A.BorrowTrain)]
    assert borrowed == types
    if rules == PUBLIC:
        scene.refused(borrow(scene, "6"), "cgr.borrow")
    scene.accepted(A.Pass("P2"))


@pytest.mark.rule("1856.cgr.borrow")
@pytest.mark.parametrize("rules", [PRINTED, PUBLIC])
@pytest.mark.parametrize("name", ["4", "5", "D"])
def test_no_train_of_the_open_market_is_lent(rules: str, name: str) -> None:
    scene = cgr_turn(rules=rules)
    train = scene.first_train(name) if name == "D" else f"{name}-0"
    depot.move_train(scene.table, train, "pool")
    scene.refused(A.BorrowTrain("P2", "CGR", train), "cgr.borrow")
    assert train not in {choice.train for choice in scene.legal(A.BorrowTrain)}
    scene.accepted(borrow(scene, "D"))


@pytest.mark.rule("1856.sequence.company-steps")
def test_whether_to_borrow_is_decided_before_later_steps() -> None:
    scene = cgr_turn()
    scene.refused(A.Dividend("P2", "CGR", "withhold"), "sequence.company-steps")
    scene.refused(scene.buy("CGR", "D"), "sequence.company-steps")
    scene.pass_()
    assert scene.acting() == "CGR"
    scene.refused(A.RunTrains("P2", "CGR", ()), "sequence.company-steps")


@pytest.mark.rule("1856.cgr.borrow-stays-on-sale")
def test_a_borrowed_train_stays_on_sale() -> None:
    scene = cgr_turn()
    scene.play(borrow(scene, "D"))
    diesel = scene.first_train("D")
    assert scene.state.phase == 4
    scene.play(scene.runs().best())
    scene.pass_()
    scene.turn("GW", "trains")
    scene.play(A.BuyTrain("P1", "GW", diesel, "bank", 1100))
    assert scene.state.trains[diesel] == "GW"
    assert scene.state.phase == 5
    scene.turn("CGR", "run")
    scene.accepted(borrow(scene, "D"))


@pytest.mark.rule("1856.cgr.borrow-withhold-and-pay")
def test_the_borrowed_train_is_paid_for_at_the_first_chance() -> None:
    scene = cgr_turn(cash=999)
    scene.play(borrow(scene, "D"))
    scene.play(scene.runs().best())
    assert scene.cash("CGR") == 1049, "no dividend was offered"
    scene.accepted(A.Pass("P2"))
    scene.turn("CGR", "dividend", revenue=50)
    scene.refused(A.Dividend("P2", "CGR", "pay"), "cgr.dividend-needs-permanent")
    scene.play(A.Dividend("P2", "CGR", "withhold"))
    assert scene.cash("CGR") == 1099
    scene.accepted(A.Pass("P2"))
    scene.set_cash("CGR", 1100)
    scene.refused(A.Pass("P2"), "cgr.borrow-withhold-and-pay")
    scene.play(scene.buy("CGR", "D"))
    assert (scene.cash("CGR"), scene.trains("CGR")) == (0, ["D"])
    scene.accepted(A.Pass("P2"))


@pytest.mark.rule("1856.cgr.borrow-withhold-and-pay")
def test_pay_out_is_refused_in_the_turn_of_the_borrowing() -> None:
    scene = cgr_turn(cash=3000)
    scene.play(borrow(scene, "D"))
    assert scene.state.operating is not None
    turn = scene.state.operating.turn
    assert turn is not None
    turn.step, turn.ran, turn.revenue = 4, True, 50
    scene.refused(A.Dividend("P2", "CGR", "pay"), "cgr.borrow-withhold-and-pay")
    assert scene.legal(A.Dividend) == [A.Dividend("P2", "CGR", "withhold")]


@pytest.mark.rule("1856.cgr.borrow-withhold-and-pay")
def test_another_permanent_train_ends_the_debt_too() -> None:
    scene = cgr_turn(cash=1100)
    scene.give_trains("pool", "5")
    scene.play(borrow(scene, "D"))
    scene.play(scene.runs().best())
    scene.refused(A.Pass("P2"), "cgr.borrow-withhold-and-pay")
    scene.play(scene.buy("CGR", "5", "pool"))
    scene.accepted(A.Pass("P2"))
    scene.set_cash("CGR", 1500)
    scene.accepted(A.Pass("P2"))


@pytest.mark.rule("1856.cgr.borrow-withhold-and-pay")
def test_nothing_is_due_from_the_president() -> None:
    poor = cgr_turn(cash=0)
    poor.set_cash("P2", 2000)
    poor.play(borrow(poor, "D"))
    poor.play(poor.runs().best())
    poor.accepted(A.Pass("P2"))
    poor.refused(poor.buy("CGR", "D"), "buy-train.president-adds")


@pytest.mark.rule("1856.cgr.must-own")
def test_a_cgr_that_borrows_nothing_buys_as_soon_as_it_can() -> None:
    scene = cgr_turn(cash=1099)
    scene.set_cash("P2", 2000)
    scene.accepted(A.Pass("P2"))
    scene.pass_()
    scene.accepted(A.Pass("P2"))
    scene.refused(scene.buy("CGR", "D"), "buy-train.president-adds")
    scene.set_cash("CGR", 1100)
    refusal = scene.refused(A.Pass("P2"), "cgr.must-own")
    assert refusal.why == "it has a run and $1,100, and a D-train costs $1,100"
    scene.play(scene.buy("CGR", "D"))
    assert (scene.cash("CGR"), scene.cash("P2"), scene.trains("CGR")) == (0, 2000, ["D"])


@pytest.mark.rule("1856.cgr.must-own")
def test_it_need_buy_only_a_permanent_train_the_cheapest_of_bank_and_pool() -> None:
    scene = cgr_turn("trains", cash=549)
    scene.give_trains("pool", "4", "5")
    scene.accepted(A.Pass("P2"))
    scene.set_cash("CGR", 550)
    scene.refused(A.Pass("P2"), "cgr.must-own")
    scene.play(scene.buy("CGR", "5", "pool"))
    scene.accepted(A.Pass("P2"))


@pytest.mark.rule("1856.cgr.must-own")
def test_without_a_run_or_with_a_train_it_need_not_buy() -> None:
    without = CgrScene()
    without.cgr({"P2": 4}, cash=3000, permanent=False)
    without.turn("CGR", "trains")
    without.accepted(A.Pass("P2"))
    cgr_turn("trains", cash=3000, trains="4").accepted(A.Pass("P2"))


@pytest.mark.rule("1856.cgr.must-own", "1856.cgr.borrow-withhold-and-pay")
def test_what_was_borrowed_counts_as_long_as_it_is_on_sale() -> None:
    scene = cgr_turn("trains", cash=1000)
    scene.give_trains("pool", "5")
    scene.own.cgr.borrowed = "D"
    scene.accepted(A.Pass("P2"))
    scene.own.cgr.borrowed = "6"
    scene.refused(A.Pass("P2"), "cgr.must-own")


@pytest.mark.rule("1856.cgr.borrow-withhold-and-pay")
@pytest.mark.parametrize("variants", [(), ("type8",)])
def test_public_play_asks_for_more_than_1100_or_750_with_a_trade_in(variants: tuple[str, ...]) -> None:
    scene = cgr_turn("trains", cash=1100, rules=PUBLIC, variants=variants)
    scene.accepted(A.Pass("P2"))
    scene.set_cash("CGR", 1101)
    scene.refused(A.Pass("P2"), "cgr.borrow-withhold-and-pay")
    trade = cgr_turn("trains", cash=750, trains="4", rules=PUBLIC, variants=variants)
    trade.accepted(A.Pass("P2"))
    trade.set_cash("CGR", 751)
    trade.refused(A.Pass("P2"), "cgr.borrow-withhold-and-pay")
    printed = cgr_turn("trains", cash=3000, trains="4", variants=variants)
    printed.accepted(A.Pass("P2"))


@pytest.mark.rule("1856.cgr.no-borrow-after-permanent")
def test_a_permanent_train_ends_borrowing_for_good() -> None:
    scene = cgr_turn("trains", cash=550)
    scene.give_trains("pool", "5")
    scene.play(scene.buy("CGR", "5", "pool"))
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "5", "CGR"), A.Answer("P2", True))
    assert scene.trains("CGR") == []
    scene.turn("CGR")
    scene.refused(borrow(scene, "D"), "cgr.no-borrow-after-permanent")
    assert not scene.legal(A.BorrowTrain)


@pytest.mark.rule("1856.cgr.no-borrow-after-permanent")
def test_an_inherited_permanent_train_ends_it_too() -> None:
    scene = inherit("5")
    scene.give_away("CGR")
    scene.turn("CGR")
    scene.refused(borrow(scene, "D"), "cgr.no-borrow-after-permanent")


@pytest.mark.rule("1856.cgr.train-deals", "1856.buy-train.sources")
def test_the_cgr_trades_at_printed_prices() -> None:
    scene = cgr_turn("trains", cash=3000, trains="5", permanent=True)
    scene.give_trains("pool", "4")
    scene.give_trains("GW", "5", "4")
    scene.refused(scene.buy("CGR", "4", "pool"), "cgr.train-deals")
    scene.refused(scene.buy("CGR", "4", "GW"), "cgr.train-deals")
    scene.refused(scene.buy("CGR", "5", "GW", 549), "cgr.train-deals")
    assert {(offer.source, offer.price) for offer in scene.legal(A.BuyTrain)} == {
        ("bank", 1100),
        ("bank", 750),
        ("GW", 550),
    }
    scene.play(scene.buy("CGR", "5", "GW"), A.Answer("P1", True))
    assert scene.cash("CGR") == 2450
    scene.turn("GW", "trains")
    for price in (1, 549, 551):
        scene.refused(scene.buy("GW", "5", "CGR", price), "cgr.train-deals")
    money = scene.cash("GW")
    scene.play(scene.buy("GW", "5", "CGR"), A.Answer("P2", True))
    assert (scene.cash("GW"), scene.cash("CGR")) == (money - 550, 3000)


@pytest.mark.rule("1856.cgr.train-deals", "1856.buy-train.forced-cheapest")
def test_a_cgr_in_need_buys_the_cheapest_permanent_train() -> None:
    scene = cgr_turn("trains", permanent=True)
    scene.give_trains("pool", "4", "5")
    scene.set_cash("P2", 600)
    scene.refused(A.Pass("P2"), "buy-train.must-own")
    scene.refused(scene.buy("CGR", "4", "pool"), "cgr.train-deals")
    scene.refused(scene.buy("CGR", "D"), "buy-train.forced-cheapest")
    scene.play(scene.buy("CGR", "5", "pool"))
    assert (scene.cash("P2"), scene.trains("CGR")) == (50, ["5"])
