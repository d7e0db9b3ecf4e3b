"""Passing until another player does something, and passing for players who can only pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from game.auto_actions.leaving import Left
from scenes import Scene
from trunkline import actions as A
from trunkline.game import auto_actions as auto
from trunkline.game.auto_actions import AutoAction, BidUpTo, BuyShares, OperateAsBefore, PassUntil, Stop


def stock() -> Scene:
    """Return a stock round in which P1 presides over GT, with a share in the pool, and P2 holds some."""
    scene = Scene().opened()
    scene.started("GT", "P1", {"P1": 4, "P2": 3}, in_pool=1, cash=100)
    return scene.stock("P1")


def test_it_passes_each_turn_until_another_player_buys() -> None:
    left = Left(stock(), PassUntil("P1"))
    assert left.act() == A.Pass("P1")
    assert left.play(A.Pass("P2"), A.Pass("P3")) == Stop("Stock round 2 is over.", done=True)

    left = Left(stock(), PassUntil("P1"))
    left.act()
    assert left.play(A.BuyShare("P2", "GT", "pool")) == Stop(
        "P2 buys a 10% share of GT from the pool for $100."
    )


@pytest.mark.parametrize(
    ("action", "guard", "reason"),
    [
        (A.BuyShare("P2", "GT", "pool"), "buys", "P2 buys a 10% share of GT from the pool for $100."),
        (A.SellShares("P2", "GT", 1), "sells", "P2 sells 1 share of GT for $100."),
        (A.StartCorporation("P2", "LPS", 65), "starts", "P2 starts LPS at $65."),
    ],
)
def test_each_guard_stops_it_and_can_be_switched_off(action: A.Action, guard: str, reason: str) -> None:
    alone = {name: name == guard for name in ("buys", "sells", "starts")}
    left = Left(stock(), PassUntil("P1", **alone))
    left.act()
    assert left.play(action) == Stop(reason)

    others = {name: name != guard for name in ("buys", "sells", "starts")}
    left = Left(stock(), PassUntil("P1", **others))
    left.act()
    assert left.play(action) is None


def all_started() -> Scene:
    """Return a stock round in which no corporation is left to start."""
    scene = stock()
    for corp in scene.game.shared_state.corporations.values():
        corp.started = True
    return scene


@pytest.mark.parametrize(
    ("scene", "made", "idle"),
    [
        (Scene, PassUntil("P1"), ("sells", "starts")),
        (Scene, BidUpTo("P1", "flos", 50), ()),
        (lambda: Scene().opened().stock("P1", selling=False), PassUntil("P1"), ("sells",)),
        (stock, PassUntil("P1"), ()),
        (stock, BuyShares("P1", "GT", "pool", 50), ()),
        (all_started, PassUntil("P1"), ("starts",)),
        (all_started, BuyShares("P1", "GT", "pool", 50), ("starts",)),
        (stock, OperateAsBefore("P1", "GT", "pay"), ()),
    ],
)
def test_a_form_omits_the_guards_that_are_refused(
    scene: Callable[[], Scene], made: AutoAction, idle: tuple[str, ...]
) -> None:
    game = scene().game
    assert auto.idle_guards(game, made) == idle
    if isinstance(made, PassUntil | BuyShares):
        for guard in ("buys", "sells", "starts"):
            only = {name: name == guard for name in ("buys", "sells", "starts")}
            refused = "can never stop it" in auto.check(game, replace(made, **only))
            assert refused == (guard in idle), guard


def test_a_purchase_of_its_owner_does_not_stop_it() -> None:
    left = Left(stock(), PassUntil("P1"))
    assert left.play(A.BuyShare("P1", "GT", "pool")) is None
    assert left.act() == A.Pass("P1"), "which ends the turn"


def test_an_action_before_it_was_set_does_not_count() -> None:
    scene = stock()
    scene.play(A.Pass("P1"), A.BuyShare("P2", "GT", "pool"), A.Pass("P2"))
    left = Left(scene, PassUntil("P1"))
    left.play(A.Pass("P3"))
    assert left.act() == A.Pass("P1")


def test_it_does_not_answer_for_its_owner() -> None:
    scene = Scene().opened(flos="P1")
    scene.started("GT", "P2", {"P2": 3})
    scene.stock("P2")
    left = Left(scene, PassUntil("P1", buys=False))
    left.play(A.BuyPrivate("P2", "flos", 10))
    assert scene.game.to_act == {"P1"}
    assert left.act() is None


def test_an_offer_for_a_private_counts_as_buying() -> None:
    scene = Scene().opened(flos="P1")
    left = Left(scene.stock("P2"), PassUntil("P1"))
    assert left.play(A.BuyPrivate("P2", "flos", 10)) == Stop("P2 offers P1 $10 for Flos Tramway.")


def test_in_the_opening_a_bid_stops_it_and_it_leaves_auctions_alone() -> None:
    scene = Scene()
    left = Left(scene, PassUntil("P1", sells=False, starts=False))
    assert left.act() == A.Pass("P1")
    assert left.play(A.Bid("P2", "bridge", 105)) == Stop(
        "P2 bids $105 on Niagara Falls Suspension Bridge Company."
    )

    scene = Scene()
    scene.play(A.Bid("P1", "ws", 45), A.Bid("P2", "ws", 50), A.BuyOffered("P3", "flos"))
    assert scene.game.to_act == {"P1"}
    assert Left(scene, PassUntil("P1", buys=False, sells=False, starts=False)).act() is None


def test_a_purchase_that_ends_the_opening_ends_it_as_done() -> None:
    scene = Scene()
    *others, last = scene.state.privates
    for private in others:
        scene.state.privates[private].player = "P3"
    left = Left(scene, PassUntil("P1", sells=False, starts=False))
    assert left.act() == A.Pass("P1")
    assert left.play(A.BuyOffered("P2", last)) == Stop("The opening is over.", done=True)


def test_it_stops_if_its_owner_must_sell() -> None:
    scene = Scene().opened()
    scene.hold("P1", 22)
    scene.stock("P1")
    assert auto.decide(scene.game, PassUntil("P1")) == Stop(
        "It could not pass: P1 has 22 certificates, the limit is 20, and must sell first."
    )


def test_guards_that_can_never_trip_are_refused() -> None:
    scene = stock()
    scene.state.stock.selling = False  # type: ignore[union-attr]
    assert auto.check(scene.game, PassUntil("P1")) == (
        'No player may sell in this round, so the guard "sells" can never stop it. Switch it off.'
    )
    scene = stock()
    for corp in scene.state.corporations.values():
        corp.closed = corp.closed or not corp.started
    assert auto.check(scene.game, PassUntil("P1")) == (
        'No corporation is left to start, so the guard "starts" can never stop it. Switch it off.'
    )
    assert auto.check(Scene().game, PassUntil("P1")).startswith("No player sells in the opening")
    assert auto.check(Scene().game, PassUntil("P1", sells=False)).startswith(
        "No corporation starts in the op"
    )
    assert auto.check(scene.turn("GT").game, PassUntil("P1")).startswith("You can pass ahead only in a stock")


def test_its_preview_names_its_guards() -> None:
    scene = stock()
    assert auto.preview(scene.game, PassUntil("P1", starts=False)) == auto.Preview(
        "Pass until the end of stock round 2.",
        "Now it would: pass.",
        ("another player buys or bids", "another player sells shares or bonds", "stock round 2 ends"),
    )
    assert auto.preview(scene.game, PassUntil("P2")).now == "On its turn, if nothing changes, it would: pass."


def test_only_a_player_without_another_choice_can_only_pass() -> None:
    scene = stock()
    assert not auto.only_pass(scene.game, "P1")
    assert not auto.only_pass(scene.game, "P2"), "it is not P2's turn"
    scene.play(A.Pass("P1"), A.Pass("P2"))
    scene.set_cash("P3", 0)
    assert auto.only_pass(scene.game, "P3")
    scene.set_cash("P3", 100)
    assert not auto.only_pass(scene.game, "P3")


def test_a_game_that_is_over_takes_no_auto_action() -> None:
    scene = stock()
    scene.state.over = True
    assert auto.check(scene.game, PassUntil("P1")) == "The game is over."
    assert auto.offers(scene.game, "P1") == []
    assert auto.decide(scene.game, PassUntil("P1")) is None
    assert auto.check(stock().game, PassUntil("P9")) == "P9 does not play in this game."


def test_after_a_purchase_a_player_can_only_sell_or_end_the_turn() -> None:
    game = stock().game
    game.play(A.BuyShare("P1", "GT", "pool"))
    assert auto.obvious(game) == (auto.Why.BOUGHT, A.Pass("P1"))
    # Before the purchase it is a decision, even if nothing is sold.
    assert auto.obvious(stock().game) is None


def test_an_only_choice_needs_no_decision() -> None:
    scene = stock()
    scene.set_cash("P3", 0)
    scene.stock("P3")
    assert auto.obvious(scene.game) == (auto.Why.ONLY, A.Pass("P3"))
    scene.set_cash("P3", 1000)
    assert auto.obvious(scene.game) is None
