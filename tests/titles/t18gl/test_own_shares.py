"""Sales of a corporation's treasury shares to the pool, and purchases from it."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A


def owning(treasury: int = 4, pool: int = 1, *, id: str = "IC", operated: bool = True) -> Scene:
    """Return IC (P1) at the end of its turn, at $100 in the top row.

    It has so many shares in treasury and pool.
    """
    scene = Scene()
    held = scene.corp(id).total - treasury - pool
    first = min(held, 5)
    scene.floated(id, "P1", {"P1": first, "P2": held - first}, treasury=treasury, operated=operated)
    scene.give_trains(id, "2H")
    return scene.turn(id, "shares")


def issue(count: int = 1, id: str = "IC") -> A.IssueShares:
    """Return the sale of so many shares."""
    return A.IssueShares("P1", id, count)


def redeem(count: int = 1, id: str = "IC") -> A.RedeemShares:
    """Return the purchase of so many shares."""
    return A.RedeemShares("P1", id, count)


@pytest.mark.rule("18gl.treasury-stock.sell", "18gl.price.sale-down")
def test_shares_are_sold_at_the_price_which_falls_a_row_each() -> None:
    scene = owning()
    bank = scene.state.bank
    scene.play(issue(2))
    corp = scene.corp("IC")
    assert (corp.treasury, corp.pool, corp.cash, corp.cell) == (2, 3, 200, (2, 3))
    assert scene.state.bank == bank - 200


@pytest.mark.rule("18gl.treasury-stock.sell", "18gl.limits.open-market-half")
def test_the_pool_takes_half_of_them_at_most() -> None:
    scene = owning(5, 4)
    scene.refused(issue(2), "treasury-stock.sell")
    scene.accepted(issue(1))
    scene.refused(issue(0), "treasury-stock.sell")
    scene = owning(1, 1)
    scene.refused(issue(2), "treasury-stock.sell")


@pytest.mark.rule("18gl.treasury-stock.sell", "18gl.price.sale-down")
def test_of_5_percent_shares_too_each_moves_the_price_a_row() -> None:
    scene = Scene()
    scene.corp("CR").total = scene.corp("CR").offering = 20
    scene.floated("CR", "P1", {"P1": 5, "P2": 3}, treasury=6, price=100)
    scene.turn("CR", "shares").play(issue(3, "CR"))
    assert scene.corp("CR").cell == (3, 3)


@pytest.mark.rule("18gl.treasury-stock.buy", "18gl.limits.treasury-unlimited")
def test_shares_are_bought_at_the_price_which_stays() -> None:
    scene = owning(5, 3)
    scene.set_cash("IC", 250)
    bank = scene.state.bank
    scene.refused(redeem(3), "treasury-stock.buy")
    scene.refused(redeem(0), "treasury-stock.buy")
    scene.play(redeem(2))
    corp = scene.corp("IC")
    assert (corp.treasury, corp.pool, corp.cash, scene.price("IC")) == (7, 1, 50, 100)
    assert scene.state.bank == bank + 200
    scene = owning(5, 1)
    scene.set_cash("IC", 900)
    scene.refused(redeem(2), "treasury-stock.buy")


@pytest.mark.rule("18gl.treasury-stock.one-direction")
def test_a_turn_sells_or_buys() -> None:
    scene = owning(3, 2)
    scene.set_cash("IC", 500)
    scene.play(issue())
    scene.refused(redeem(), "treasury-stock.one-direction")
    scene.accepted(issue())
    scene = owning(3, 2)
    scene.set_cash("IC", 500)
    scene.play(redeem())
    scene.refused(issue(), "treasury-stock.one-direction")
    scene.accepted(redeem())


@pytest.mark.rule("18gl.treasury-stock.not-first-round")
def test_neither_is_allowed_in_the_first_operating_round() -> None:
    scene = owning(3, 2, operated=False)
    scene.state.operating.turn.step = scene.STEPS.index("shares")  # type: ignore[union-attr]
    scene.set_cash("IC", 500)
    scene.refused(issue(), "treasury-stock.not-first-round")
    scene.refused(redeem(), "treasury-stock.not-first-round")
