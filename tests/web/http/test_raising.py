"""Tests of money that a president must raise: the amount due, proceeds of sales and unsellable shares."""

from __future__ import annotations

import pytest

from browser.positions import positions
from cgr_scene import CgrScene
from money_18gl import in_need
from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.events import SharesSold
from trunkline.web.presenters import decisions, emergency
from trunkline.web.schemas.emergency import RaisingFacts


def owing(*, cash: int = 50) -> Scene:
    """Return a scene in which P1's DT&I has no train, $100 and no credit. P1 holds shares of two others."""
    scene = Scene().opened()
    scene.phase("10H")
    scene.floated("DT&I", "P1", cash=100)
    scene.corp("DT&I").loans = 2
    scene.floated("PRR", "P2", {"P2": 5, "P1": 3}, price=100)
    scene.floated("MON", "P1", {"P1": 3, "P2": 2}, price=80)
    scene.set_cash("P1", cash)
    scene.turn("DT&I", "trains")
    return scene


def told(scene: Scene | CgrScene) -> RaisingFacts:
    """Return the facts of the current payment."""
    found = emergency.raising(scene.game)
    assert found is not None
    return found


def test_what_is_due_and_what_there_is() -> None:
    found = told(owing())
    assert (found.player, found.corp, found.what) == ("P1", "DT&I", "the cheapest train")
    assert found.whole == found.corp_has + found.due
    assert found.lacking == found.due - found.has > 0
    assert found.enough == (found.brings >= found.lacking)


def test_each_lot_says_what_then_happens() -> None:
    scene = owing()
    found = told(scene)
    assert found.sales
    for sale in found.sales:
        for lot in sale.lots:
            assert sale.corp is not None
            then = scene.game.copy()
            events = then.play(A.SellShares("P1", sale.corp, lot.count))
            (sold,) = [event for event in events if isinstance(event, SharesSold)]
            assert lot.raises == sold.amount
            assert lot.price_after == then.price(sale.corp)
            assert lot.president_after == then.state.corporations[sale.corp].president
            assert lot.lacking_after == max(0, found.lacking - sold.amount)


def test_sale_says_the_price_after_the_loan_that_comes_first() -> None:
    scene = in_need(phase="E", treasury=25, loans=1, cash=80)
    found = told(scene)
    (sale,) = [sale for sale in found.sales if sale.corp == "IC"]
    assert scene.price("IC") == 100
    assert (sale.price, [lot.raises for lot in sale.lots]) == (90, [90, 180, 270])


def test_what_may_not_be_sold_says_why() -> None:
    scene = owing()
    found = told(scene)
    listed = {sale.corp for sale in found.sales} | {kept.corp for kept in found.kept}
    held = {id for id, corp in scene.state.corporations.items() if corp.shares.get("P1")}
    assert listed == held
    assert all(kept.why and kept.rule.startswith("18gl.") for kept in found.kept)


def test_bankruptcy_is_no_choice_while_something_can_be_sold() -> None:
    found = told(owing())
    assert found.bankruptcy is None
    assert found.bankruptcy_why.endswith("can be sold")


def test_bankruptcy_is_a_choice_once_nothing_is_left() -> None:
    scene = owing(cash=0)
    scene.corp("PRR").shares = {"P2": 8}
    scene.corp("MON").president, scene.corp("MON").shares = "P2", {"P2": 5}
    scene.corp("DT&I").pool, scene.corp("DT&I").treasury = 5, 0  # the pool is full
    found = told(scene)
    assert (found.sales, found.brings, found.enough) == ((), 0, False)
    assert found.bankruptcy is not None
    assert isinstance(scene.game.legal()[found.bankruptcy], A.DeclareBankruptcy)


@pytest.mark.parametrize("cash", [5000])
def test_who_has_the_money_need_not_raise_any(cash: int) -> None:
    assert emergency.raising(owing(cash=cash).game) is None


def test_a_loan_is_a_way_out_and_the_warning_says_so() -> None:
    name = "1856-4p-emergency_money-1856-18xx.games-best-4p-5-403"
    game = next(each for each in positions() if each.name == name).game()
    found = emergency.raising(game)
    assert found is not None
    loan, *trains = found.ways
    assert isinstance(game.legal()[loan.choice], A.TakeLoan)
    assert (loan.amount, loan.lacking_after, loan.asked) == (None, 0, "")
    assert {referee.kind_of(game.legal()[way.choice]) for way in trains} == {A.BuyTrain}
    assert all(way.asked and way.lacking_after == 0 for way in trains)
    (warning,) = decisions.warnings(game)
    assert warning.endswith("$61 would have to come from sales or loans.")
    game.play(A.TakeLoan("Ann", "THB"))
    assert emergency.raising(game) is None


def test_what_is_listed_beside_the_sales_leaves_less_to_be_raised() -> None:
    """Playing the loan leaves the predicted amount to be raised."""
    name = "1856-5p-emergency_money-1856-18xx.games-free-5p-4-1026"
    game = next(each for each in positions() if each.name == name).game()
    found = emergency.raising(game)
    assert found is not None
    loan = found.ways[0]
    assert 0 < loan.lacking_after < found.lacking
    game.play(A.TakeLoan(found.player, found.corp))
    after = emergency.raising(game)
    assert after is not None
    assert after.lacking == loan.lacking_after


def test_shares_issued_are_counted_at_the_number_that_helps_most() -> None:
    name = "1851-4p-emergency_money-1851-rails-best-4p-3-485"
    game = next(each for each in positions() if each.name == name).game()
    found = emergency.raising(game)
    assert found is not None
    kinds = {referee.kind_of(game.legal()[way.choice]) for way in found.ways}
    assert kinds == {A.IssueShares, A.BuyTrain}
    issue = next(way for way in found.ways if referee.kind_of(game.legal()[way.choice]) is A.IssueShares)
    assert issue.lacking_after == 0
