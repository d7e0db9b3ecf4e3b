"""Dividends: paid out or withheld as a whole, and the payments."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A


def earning(shares: dict[str, int], in_pool: int = 0) -> Scene:
    """Return a scene in which GT has earned $180. Players hold these shares and have no cash."""
    scene = Scene()
    scene.started("GT", "P1", shares, in_pool=in_pool)
    for name in scene.game.players:
        scene.set_cash(name, 0)
    return scene.turn("GT", "dividend", revenue=180)


@pytest.mark.rule("1856.dividend.pay-or-withhold")
def test_earnings_are_withheld_as_a_whole() -> None:
    scene = earning({"P1": 2})
    bank = scene.state.bank
    scene.play(A.Dividend("P1", "GT", "withhold"))
    assert (scene.cash("GT"), scene.cash("P1"), scene.state.bank) == (180, 0, bank - 180)


@pytest.mark.rule("1856.dividend.pay-or-withhold")
def test_or_paid_out_as_a_whole() -> None:
    scene = earning({"P1": 2, "P2": 1})
    assert scene.legal(A.Dividend) == [A.Dividend("P1", "GT", "pay"), A.Dividend("P1", "GT", "withhold")]
    scene.refused(A.Dividend("P1", "GT", "half"), "dividend.pay-or-withhold")
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert (scene.cash("P1"), scene.cash("P2"), scene.cash("GT")) == (36, 18, 0)


@pytest.mark.rule("1856.dividend.pay-or-withhold", "1856.sequence.company-steps")
def test_the_president_decides_before_anything_else() -> None:
    scene = earning({"P1": 3, "P2": 2})
    scene.refused(A.Dividend("P2", "GT", "pay"), "overview.president-decides")
    scene.refused(A.Pass("P1"), "sequence.company-steps")
    scene.refused(scene.buy("GT", "2"), "sequence.company-steps")


@pytest.mark.rule("1856.dividend.pay-or-withhold")
def test_where_nothing_is_earned_nothing_is_paid_out() -> None:
    scene = Scene()
    scene.started("GT", "P1")
    scene.turn("GT", "dividend", revenue=0)
    scene.refused(A.Dividend("P1", "GT", "pay"), "dividend.pay-or-withhold")
    scene.accepted(A.Dividend("P1", "GT", "withhold"))


@pytest.mark.rule("1856.dividend.per-share")
def test_each_share_gets_a_tenth() -> None:
    scene = earning({"P1": 5, "P2": 3, "P3": 2})
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert [scene.cash(name) for name in ("P1", "P2", "P3", "GT")] == [90, 54, 36, 0]


@pytest.mark.rule("1856.dividend.unowned-shares")
def test_pool_shares_pay_the_company_and_unsold_ones_the_bank() -> None:
    scene = earning({"P1": 3, "P2": 2}, in_pool=2)
    assert scene.corp("GT").offering == 3
    bank = scene.state.bank
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert (scene.cash("GT"), scene.cash("P1") + scene.cash("P2")) == (36, 90)
    assert scene.state.bank == bank - 180 + 54
