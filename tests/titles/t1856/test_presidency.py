"""The president of a corporation, and changes of the presidency."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import OFFERING, POOL


@pytest.mark.rule("1856.presidency.larger-holding")
def test_a_larger_holding_takes_the_presidency() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 3, "P2": 2}, in_pool=2)
    scene.stock("P2")
    scene.play(A.BuyShare("P2", "GT", OFFERING))
    assert scene.corp("GT").president == "P1"  # 30% against 30%
    scene.stock("P2")
    scene.play(A.BuyShare("P2", "GT", POOL))
    assert scene.corp("GT").president == "P2"  # 40% against 30%


@pytest.mark.rule("1856.presidency.larger-holding")
def test_the_presidents_own_sales_can_cost_him_the_post() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4, "P2": 3})
    scene.stock("P1")
    scene.play(A.SellShares("P1", "GT", 1), A.Pass("P1"))
    assert scene.corp("GT").president == "P1"
    scene.stock("P1", 3)
    scene.play(A.SellShares("P1", "GT", 1))
    assert scene.corp("GT").president == "P2"


@pytest.mark.rule("1856.presidency.dump-conditions")
def test_a_president_sells_out_only_if_another_holds_two() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4, "P2": 1, "P3": 1})
    scene.stock("P1")
    scene.accepted(A.SellShares("P1", "GT", 2))
    scene.refused(A.SellShares("P1", "GT", 3), "stock.sell.president-cert")
    scene.refused(A.SellShares("P1", "GT", 4), "stock.sell.president-cert")


@pytest.mark.rule("1856.presidency.dump-conditions")
def test_a_president_sells_no_more_than_the_pool_takes() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 5, "P2": 2}, in_pool=2)
    scene.stock("P1")
    scene.refused(A.SellShares("P1", "GT", 4), "stock.sell.pool-limit")
    assert scene.legal(A.SellShares) == [A.SellShares("P1", "GT", count) for count in (1, 2, 3)]
    # After a sale of three shares both have two and he stays president. A fourth sale would change that.
    scene.play(A.SellShares("P1", "GT", 3))
    assert scene.corp("GT").president == "P1"

    scene = Scene()
    scene.started("GT", "P1", {"P1": 5, "P2": 2}, in_pool=1)
    scene.stock("P1")
    scene.play(A.SellShares("P1", "GT", 4))
    assert (scene.corp("GT").president, scene.corp("GT").pool) == ("P2", 5)


@pytest.mark.rule("1856.presidency.tie-left")
@pytest.mark.parametrize(("seller", "heir"), [("P1", "P2"), ("P2", "P4"), ("P3", "P4")])
def test_the_nearest_on_the_left_takes_over(seller: str, heir: str) -> None:
    holders = {name: 2 for name in ("P2", "P4", "P1") if name != seller}
    scene = Scene(4)
    scene.started("GT", seller, {seller: 3, **holders})
    scene.stock(seller)
    scene.play(A.SellShares(seller, "GT", 3))
    assert scene.corp("GT").president == heir


@pytest.mark.rule("1856.presidency.swap")
def test_the_certificates_are_swapped_before_the_sale_and_the_charter_follows() -> None:
    scene = Scene().opened(ws="GT")
    scene.started("GT", "P1", {"P1": 4, "P2": 4}, cash=250, loans=3)
    scene.give_trains("GT", "2", "3")
    scene.stock("P1")
    assert (scene.certificates("P1"), scene.certificates("P2")) == (3, 4)
    cash = scene.cash("P1")
    scene.play(A.SellShares("P1", "GT", 1))
    gt = scene.corp("GT")
    assert gt.president == "P2"
    assert gt.shares == {"P1": 3, "P2": 4}  # the swap leaves percentages alone, one share is sold
    assert (scene.certificates("P1"), scene.certificates("P2")) == (3, 3)
    assert scene.cash("P1") - cash == 100
    assert (gt.cash, gt.loans, scene.trains("GT")) == (250, 3, ["2", "3"])
    assert scene.state.privates["ws"].corp == "GT"
    scene.turn("GT")
    assert scene.game.to_act == {"P2"}
    scene.refused(A.Pass("P1"), "overview.president-decides")
