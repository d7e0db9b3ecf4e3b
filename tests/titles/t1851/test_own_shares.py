"""A corporation of 1851 issues or redeems its own shares."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart

ID = "GM&O"


def owning(
    treasury: int = 4,
    pool: int = 1,
    *,
    cash: int = 0,
    cell: tuple[int, int] = (2, 4),
    operated: bool = True,
) -> Scene:
    """Return GM&O (P1) at the end of its turn, with so many shares in its treasury and in the pool."""
    scene = Scene()
    players = 10 - treasury - pool
    shares = {"P1": min(players, 5), "P2": max(0, players - 5)}
    scene.floated(ID, "P1", shares, treasury=treasury, cell=cell, cash=cash, operated=operated)
    assert scene.corp(ID).pool == pool
    return scene.turn(ID, "shares")


def issue(count: int = 1) -> A.IssueShares:
    """Return the issue of so many shares."""
    return A.IssueShares("P1", ID, count)


def redeem(count: int = 1) -> A.RedeemShares:
    """Return the redemption of so many shares."""
    return A.RedeemShares("P1", ID, count)


def places(scene: Scene) -> tuple[int, int]:
    """Return the numbers of shares in the treasury and in the pool."""
    return scene.corp(ID).treasury, scene.corp(ID).pool


@pytest.mark.rule("1851.issue.proceeds")
def test_issued_shares_go_to_the_pool_and_the_bank_pays() -> None:
    scene = owning(cash=30)
    bank = scene.state.bank
    scene.play(issue(2))
    assert places(scene) == (2, 3)
    assert (scene.cash(ID), scene.state.bank) == (230, bank - 200)


@pytest.mark.rule("1851.issue.proceeds")
def test_only_what_the_treasury_holds_can_be_issued() -> None:
    scene = owning(2, 1)
    scene.refused(issue(3), "issue.proceeds")
    assert "at least one" in scene.refused(issue(0), "issue.proceeds").why
    assert [action.count for action in scene.legal(A.IssueShares)] == [1, 2]
    scene.refused(A.IssueShares("P2", ID, 1), "or.president-decides")


@pytest.mark.rule("1851.issue.proceeds", "1851.issue.price-drop")
def test_all_issues_of_a_turn_bring_the_price_before_the_drop() -> None:
    scene = owning()
    scene.play(issue(1))
    assert (scene.cash(ID), scene.price(ID)) == (100, 82 + 8)
    scene.play(issue(2))
    assert scene.cash(ID) == 300
    assert scene.corp(ID).cell == (5, 4)


@pytest.mark.rule("1851.issue.proceeds")
def test_the_next_turn_starts_from_the_price_as_it_then_is() -> None:
    scene = owning()
    scene.play(issue(1))
    scene.turn(ID, "shares")
    scene.play(issue(1))
    assert scene.cash(ID) == 190


@pytest.mark.rule("1851.issue.proceeds")
def test_shares_that_its_president_sold_for_a_train_do_not_set_the_issue_price() -> None:
    scene = owning(cash=0)
    scene.tiles("G7:57:2 F6:57:2")
    scene.set_cash("P1", 0)
    scene.turn(ID, "trains")
    scene.play(A.SellShares("P1", ID, 1), scene.buy(ID, "2"))
    assert scene.price(ID) == 90
    scene.play(issue(1))
    assert scene.cash(ID) == 90


@pytest.mark.rule("1851.issue.or-redeem-not-both")
def test_a_corporation_that_issued_does_not_redeem() -> None:
    scene = owning(cash=500)
    scene.accepted(redeem())
    scene.play(issue())
    scene.refused(redeem(), "issue.or-redeem-not-both")
    scene.accepted(issue())
    assert not scene.legal(A.RedeemShares)


@pytest.mark.rule("1851.issue.or-redeem-not-both")
def test_a_corporation_that_redeemed_does_not_issue() -> None:
    scene = owning(3, 2, cash=500)
    scene.accepted(issue())
    scene.play(redeem())
    scene.refused(issue(), "issue.or-redeem-not-both")
    scene.accepted(redeem())
    scene.turn(ID, "shares", index=2)
    scene.accepted(issue())


@pytest.mark.rule("1851.issue.pool-limit")
def test_the_pool_takes_no_more_than_half_from_an_issue() -> None:
    scene = owning(3, 4)
    scene.refused(issue(2), "issue.pool-limit")
    scene.play(issue(1))
    assert places(scene) == (2, 5)
    owning(3, 5).refused(issue(1), "issue.pool-limit")


@pytest.mark.rule("1851.issue.pool-limit")
def test_issues_of_a_turn_count_together_against_the_limit() -> None:
    scene = owning(4, 3, cash=0)
    scene.refused(issue(3), "issue.pool-limit")
    scene.play(issue(1), issue(1))
    assert places(scene) == (2, 5)
    assert scene.acting() != ID, "nothing is left to do"


@pytest.mark.rule("1851.issue.not-first-turn")
def test_nothing_is_issued_in_the_first_turn() -> None:
    scene = owning(4, 1, cash=500, operated=False)
    scene.refused(issue(), "issue.not-first-turn")
    scene.accepted(redeem())
    later = owning(4, 1)
    later.accepted(issue())


@pytest.mark.rule("1851.issue.not-first-turn")
def test_a_corporation_just_floated_issues_in_its_second_turn() -> None:
    scene = Scene()
    scene.floated(ID, "P1", cash=1000, operated=False)
    scene.turn(ID, "trains")
    scene.refused(issue(), "issue.not-first-turn")
    assert scene.pass_turn() == ID
    scene.turn(ID, "shares", index=2)
    scene.accepted(issue())


@pytest.mark.rule("1851.issue.price-drop")
@pytest.mark.parametrize(
    ("cell", "count", "after"),
    [
        ((2, 4), 1, (3, 4)),
        ((2, 4), 3, (5, 4)),
        ((4, 4), 2, (5, 4)),  # one row below only
        ((0, 14), 3, (0, 14)),  # on the ledge
        ((6, 0), 2, (6, 0)),
    ],
)
def test_the_token_drops_a_row_a_share(cell: tuple[int, int], count: int, after: tuple[int, int]) -> None:
    scene = owning(cell=cell)
    price = scene.price(ID)
    scene.play(issue(count))
    assert scene.corp(ID).cell == after
    assert scene.cash(ID) == count * price


@pytest.mark.rule("1851.issue.price-drop")
def test_the_token_drops_under_the_pile_and_on_the_ledge_keeps_its_place() -> None:
    scene = owning(cell=(4, 4))
    chart.place(scene.table, scene.corp("L&N"), (5, 4))
    scene.play(issue(2))
    assert scene.corp("L&N").arrived < scene.corp(ID).arrived
    ledge = owning(cell=(5, 4))
    chart.place(ledge.table, ledge.corp("L&N"), (5, 4))
    ledge.play(issue(2))
    assert ledge.corp(ID).arrived < ledge.corp("L&N").arrived


@pytest.mark.rule("1851.redeem.cost")
def test_redeemed_shares_are_paid_to_the_bank_at_the_price() -> None:
    scene = owning(2, 3, cash=250)
    bank = scene.state.bank
    scene.refused(redeem(3), "redeem.cost")  # $300
    scene.play(redeem(2))
    assert places(scene) == (4, 1)
    assert (scene.cash(ID), scene.state.bank) == (50, bank + 200)
    assert scene.corp(ID).cell == (2, 4)


@pytest.mark.rule("1851.redeem.cost")
def test_only_what_lies_in_the_pool_can_be_redeemed() -> None:
    scene = owning(2, 1, cash=900)
    scene.refused(redeem(2), "redeem.cost")
    scene.refused(redeem(0), "redeem.cost")
    owning(2, 0, cash=900).refused(redeem(1), "redeem.cost")


@pytest.mark.rule("1851.redeem.several")
def test_several_shares_are_redeemed_in_a_turn() -> None:
    scene = owning(1, 4, cash=400)
    scene.play(redeem(1), redeem(2))
    assert places(scene) == (4, 1)
    assert scene.cash(ID) == 100
    at_once = owning(1, 4, cash=400)
    at_once.play(redeem(3))
    assert places(at_once) == (4, 1)


@pytest.mark.rule("1851.redeem.treasury-limit")
def test_redeeming_fills_the_treasury_to_half_at_most() -> None:
    owning(5, 1, cash=500).refused(redeem(), "redeem.treasury-limit")
    scene = owning(4, 2, cash=500)
    scene.refused(redeem(2), "redeem.treasury-limit")
    scene.play(redeem(1))
    assert places(scene) == (5, 1)


@pytest.mark.rule("1851.issue.proceeds", "1851.redeem.cost")
def test_both_come_after_the_trains() -> None:
    scene = owning(2, 2, cash=300)
    scene.turn(ID, "trains")
    scene.accepted(issue())
    scene.play(redeem())
    scene.refused(scene.buy(ID, "2"), "or.step-order")
