"""Bidding on a private up to a limit."""

from __future__ import annotations

from game.auto_actions.leaving import Left
from scenes import Scene
from trunkline import actions as A
from trunkline.game import auto_actions as auto
from trunkline.game.auto_actions import BidUpTo, Stop

BRIDGE = "Niagara Falls Suspension Bridge Company"


def test_it_raises_by_the_minimum_when_another_player_leads() -> None:
    left = Left(Scene(), BidUpTo("P1", "bridge", 118))
    assert left.act() == A.Bid("P1", "bridge", 105)
    left.play(A.Pass("P2"), A.Pass("P3"))
    assert left.act() == A.Pass("P1"), "it leads already"
    left.play(A.Bid("P2", "bridge", 110), A.Pass("P3"))
    assert left.act() == A.Bid("P1", "bridge", 115)
    left.play(A.Bid("P2", "bridge", 120), A.Pass("P3"))
    assert left.act() == A.Pass("P1"), "$125 is above the limit"
    assert left.stop is None


def test_it_can_stop_instead_of_passing() -> None:
    left = Left(Scene(), BidUpTo("P1", "bridge", 110, "stop"))
    left.act()
    assert left.play(A.Bid("P2", "bridge", 130)) == Stop(
        f"The lowest bid on {BRIDGE} is now $135, above your limit of $110."
    )
    assert auto.decide(Scene().game, BidUpTo("P1", "bridge", 100, "stop")) == Stop(
        f"The lowest bid on {BRIDGE} is now $105, above your limit of $100."
    )


def test_in_the_auction_it_bids_and_then_leaves() -> None:
    scene = Scene()
    left = Left(scene, BidUpTo("P1", "ws", 55))
    left.act()
    left.play(A.Bid("P2", "ws", 50), A.BuyOffered("P3", "flos"))
    assert scene.game.to_act == {"P1"}
    assert left.act() == A.Bid("P1", "ws", 55)
    left.play(A.Bid("P2", "ws", 60))
    assert left.act() == A.Pass("P1")
    assert left.stop == Stop("P2 bought Waterloo & Saugeen Railway Co.", done=True)


def test_it_buys_a_private_that_comes_on_offer_within_the_limit() -> None:
    left = Left(Scene(), BidUpTo("P1", "flos", 20))
    assert left.act() == A.BuyOffered("P1", "flos")
    assert left.stop == Stop("You bought Flos Tramway.", done=True)


def test_it_wins_a_private_with_the_only_bid() -> None:
    left = Left(Scene(), BidUpTo("P1", "ws", 45))
    left.act()
    left.play(A.BuyOffered("P2", "flos"))
    assert left.stop == Stop("You bought Waterloo & Saugeen Railway Co.", done=True)


def test_an_auction_of_another_private_is_left_to_its_owner() -> None:
    scene = Scene()
    left = Left(scene, BidUpTo("P1", "bridge", 130))
    left.play(A.Bid("P1", "ws", 45), A.Bid("P2", "ws", 50), A.BuyOffered("P3", "flos"))
    assert scene.game.to_act == {"P1"}
    assert left.act() is None


def test_a_higher_bid_by_hand_or_leaving_the_auction_ends_it() -> None:
    left = Left(Scene(), BidUpTo("P1", "bridge", 110))
    assert left.play(A.Bid("P1", "bridge", 110)) is None
    left = Left(Scene(), BidUpTo("P1", "bridge", 110))
    assert left.play(A.Bid("P1", "bridge", 115)) == Stop("You bid $115, above its limit.")
    scene = Scene(4)
    left = Left(scene, BidUpTo("P1", "ws", 100))
    left.play(A.Bid("P1", "ws", 45), A.Bid("P2", "ws", 50), A.Bid("P3", "ws", 55), A.BuyOffered("P4", "flos"))
    assert left.play(A.Pass("P1")) == Stop(
        "You left the auction of Waterloo & Saugeen Railway Co.", done=True
    )


def test_an_auction_without_its_owner_ends_it() -> None:
    left = Left(Scene(4), BidUpTo("P1", "ws", 100))
    left.play(A.Pass("P1"), A.Bid("P2", "ws", 45), A.Bid("P3", "ws", 50))
    assert left.stop is None
    assert left.play(A.BuyOffered("P4", "flos")) == Stop(
        "Waterloo & Saugeen Railway Co. is in auction without you.", done=True
    )


def test_it_stops_if_its_money_is_bound() -> None:
    scene = Scene()
    scene.set_cash("P1", 200)
    left = Left(scene, BidUpTo("P1", "tunnel", 200))
    left.play(A.Bid("P1", "bridge", 120), A.Pass("P2"), A.Pass("P3"))
    stop = left.act()
    assert isinstance(stop, Stop)
    assert stop.reason.startswith("It could not bid $105 on St. Clair Frontier Tunnel Company: ")


def test_faults_are_named() -> None:
    scene = Scene()
    game = scene.game
    assert auto.check(game, BidUpTo("P1", "bridge", 100)) == (
        f"The lowest bid is $105, above your limit of $100 for {BRIDGE}. Raise the limit."
    )
    assert auto.check(game, BidUpTo("P1", "flos", 10)).startswith("It costs $20, above your limit of $10")
    assert auto.check(game, BidUpTo("P1", "xx", 100)).startswith("There is no private xx")
    assert auto.check(game, BidUpTo("P1", "bridge", 9999)).endswith(
        "less than your limit of $9,999. Lower the limit."
    )
    scene.play(A.BuyOffered("P1", "flos"))
    assert auto.check(scene.game, BidUpTo("P1", "flos", 30)) == (
        "Flos Tramway is not for sale in the opening any more."
    )
    scene.play(A.Bid("P2", "canada", 55), A.Bid("P3", "canada", 60), A.BuyOffered("P1", "ws"))
    assert (
        auto.check(scene.game, BidUpTo("P1", "canada", 100))
        == "The Canada Company is in auction without you."
    )


def test_its_preview_says_what_happens_when_outbid() -> None:
    found = auto.preview(Scene().game, BidUpTo("P2", "bridge", 120, "stop"))
    assert found.text == f"Bid on {BRIDGE} up to $120, then stop and tell you."
    assert found.now == f"On its turn, if nothing changes, it would: bid $105 on {BRIDGE}."
    assert f"the lowest bid on {BRIDGE} exceeds $120" in found.guards
