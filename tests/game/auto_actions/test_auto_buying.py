"""Buying shares up to a holding or a price, and then passing."""

from __future__ import annotations

import pytest

from game.auto_actions.leaving import Left
from scenes import Scene
from trunkline import actions as A
from trunkline.game import auto_actions as auto
from trunkline.game.auto_actions import BuyShares, Stop


def stock(pool: int = 3) -> Scene:
    """Return a stock round in which P2 presides over GT, with shares in the pool."""
    scene = Scene().opened()
    scene.started("GT", "P2", {"P1": 1, "P2": 3}, in_pool=pool, cash=100)
    return scene.stock("P1")


def test_it_buys_each_turn_until_it_has_enough_and_then_passes() -> None:
    left = Left(stock(), BuyShares("P1", "GT", "pool", 30))
    for _ in range(2):
        assert left.act() == A.BuyShare("P1", "GT", "pool")
        assert left.act() == A.Pass("P1"), "P1 could sell after the purchase, so the turn has to end"
        left.play(A.Pass("P2"), A.Pass("P3"))
    assert left.act() == A.Pass("P1"), "it owns 30%"
    assert left.stop == Stop("Stock round 2 is over.", done=True), "for all have passed"
    assert left.scene.corp("GT").shares["P1"] == 3


def test_above_the_limit_it_passes() -> None:
    left = Left(stock(), BuyShares("P1", "GT", "pool", 50, limit=100))
    scene = left.scene
    scene.state.corporations["GT"].cell = scene._cell(110, par=False)
    assert scene.price("GT") == 110
    assert left.act() == A.Pass("P1")


def test_purchases_of_others_count_only_once_it_has_finished_buying() -> None:
    left = Left(stock(), BuyShares("P1", "GT", "pool", 30))
    left.act(), left.act()
    assert left.play(A.BuyShare("P2", "GT", "pool"), A.Pass("P2"), A.Pass("P3")) is None
    left.act(), left.act()
    assert left.play(A.BuyShare("P2", "GT", "offering")) == Stop(
        "P2 buys a 10% share of GT from the IPO for $100."
    )


@pytest.mark.parametrize(
    ("action", "guard"),
    [(A.SellShares("P2", "GT", 1), "sells"), (A.StartCorporation("P2", "LPS", 65), "starts")],
)
def test_sales_and_starts_stop_it_while_it_buys(action: A.Action, guard: str) -> None:
    for on in (True, False):
        left = Left(stock(), BuyShares("P1", "GT", "pool", 40, **{guard: on}))
        left.act(), left.act()
        assert (left.play(action) is not None) == on


def test_it_stops_if_it_cannot_buy() -> None:
    left = Left(stock(pool=1), BuyShares("P1", "GT", "pool", 40))
    left.act(), left.act()
    left.play(A.Pass("P2"), A.Pass("P3"))
    assert left.act() == Stop("It could not buy a share of GT from the pool: there is none.")


def test_faults_are_named() -> None:
    scene = stock()

    def fault(**changes: object) -> str:
        values = {"corp": "GT", "source": "pool", "percent": 30, **changes}
        return auto.check(scene.game, BuyShares("P1", **values))  # type: ignore[arg-type]

    assert fault() == ""
    assert fault(corp="XX") == "There is no corporation XX in this game. Choose one of the list."
    assert fault(source="bank") == "Shares come from offering, pool or treasury, not from 'bank'."
    assert fault(corp="LPS") == "LPS has no shares for sale: it has not started."
    assert fault(percent=110) == "No player can own 110% of GT. Choose at most 100%."
    assert fault(percent=10) == "You own 10% of GT already. Choose more than that."
    assert fault(limit=90) == "A share of GT costs $100 now, more than your limit of $90. Raise the limit."
    assert fault(source="treasury").startswith("You could not buy GT from its treasury: ")
    scene.turn("GT")
    assert fault() == "Shares are bought in a stock round. Set this when the next one has begun."


def test_offers_list_the_shares_that_can_be_bought() -> None:
    scene = stock()
    found = [each for each in auto.offers(scene.game, "P1") if isinstance(each, BuyShares)]
    assert found == [
        BuyShares("P1", "GT", "offering", 20, 100),
        BuyShares("P1", "GT", "pool", 20, 100),
    ]
    assert len([each for each in auto.offers(scene.game, "P3") if isinstance(each, BuyShares)]) == 2


def test_its_preview_shows_the_whole_turn() -> None:
    found = auto.preview(stock().game, BuyShares("P1", "GT", "pool", 30, 110))
    assert found.text == (
        "Buy GT from the pool each turn until you own 30% or a share costs more than $110, then pass."
    )
    assert found.now == "Now it would: buy 10% of GT from the pool for $100; pass."
    assert found.guards[0] == "another player buys or bids after it has finished buying"
