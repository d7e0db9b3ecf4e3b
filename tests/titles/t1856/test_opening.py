"""The initial stock round: the six privates are bought in order, bid on ahead, and auctioned."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.steps.private_auction import free_cash

PRIVATES = ["flos", "ws", "canada", "lakes", "bridge", "tunnel"]


def owners(scene: Scene) -> dict[str, str]:
    """Return the owners of the privates sold, by private."""
    return {private.id: private.player for private in scene.state.privates.values() if private.player}


def free(scene: Scene, *names: str) -> list[int]:
    """Return the dollars of the players that are not committed to bids."""
    return [free_cash(scene.table, name) for name in names]


def example() -> Scene:
    """Return the rulebook's example for five players, up to the second move of the first."""
    scene = Scene(5)
    scene.play(
        A.BuyOffered("P1", "flos"),
        A.Bid("P2", "bridge", 105),
        A.Bid("P3", "canada", 55),
        A.Bid("P4", "lakes", 75),
        A.Bid("P5", "lakes", 80),
        A.BuyOffered("P1", "ws"),
    )
    return scene


def sold_out(players: int = 3) -> Scene:
    """Return a scene in which the players have bought all privates in turn at their prices.

    The last goes to the third or sixth player.
    """
    scene = Scene(players)
    for id in PRIVATES:
        scene.play(A.BuyOffered(next(iter(scene.game.to_act)), id))
    return scene


# -- the worked example


@pytest.mark.rule("1856.initial.example-moves")
def test_example_moves() -> None:
    scene = example()
    assert scene.cash("P1") == 240
    assert free(scene, "P2", "P3", "P4", "P5") == [195, 245, 225, 220]


@pytest.mark.rule("1856.initial.example-resolution")
def test_example_resolution() -> None:
    scene = example()
    assert owners(scene) == {"flos": "P1", "ws": "P1", "canada": "P3"}
    assert scene.cash("P3") == 245
    assert scene.game.to_act == {"P4"}
    scene.refused(A.Bid("P4", "lakes", 84), "initial.bid-steps")
    scene.accepted(A.Bid("P4", "lakes", 85))
    scene.play(A.Pass("P4"))
    assert owners(scene)["lakes"] == "P5"
    assert scene.cash("P5") == 220


@pytest.mark.rule("1856.initial.example-end")
def test_example_end() -> None:
    scene = example()
    scene.play(A.Pass("P4"))
    assert owners(scene)["bridge"] == "P2"
    assert scene.cash("P2") == 195
    assert scene.game.to_act == {"P2"}
    assert scene.legal(A.BuyOffered) == [A.BuyOffered("P2", "tunnel")]
    scene.play(A.BuyOffered("P2", "tunnel"))
    assert scene.cash("P2") == 95


# -- order and options


@pytest.mark.rule("1856.initial.strict-order")
def test_privates_sell_in_order() -> None:
    scene = Scene()
    scene.refused(A.BuyOffered("P1", "canada"), "initial.strict-order")
    scene.play(A.BuyOffered("P1", "flos"))
    scene.refused(A.BuyOffered("P2", "canada"), "initial.strict-order")
    scene.play(A.BuyOffered("P2", "ws"), A.BuyOffered("P3", "canada"))
    assert owners(scene) == {"flos": "P1", "ws": "P2", "canada": "P3"}


@pytest.mark.rule("1856.initial.options")
def test_buy_bid_or_pass() -> None:
    scene = Scene()
    assert scene.game.to_act == {"P1"}
    assert scene.legal(A.BuyOffered) == [A.BuyOffered("P1", "flos")]
    assert {bid.private for bid in scene.legal(A.Bid)} == set(PRIVATES[1:])
    assert scene.legal(A.Pass) == [A.Pass("P1")]
    scene.refused(A.Bid("P1", "flos", 25), "initial.options")
    scene.refused(A.Bid("P1", "seventh", 25), "initial.options")
    scene.refused(A.BuyOffered("P2", "flos"), "initial.options")
    scene.refused(A.StartCorporation("P1", "GT", 100), "initial.options")
    for move in (A.BuyOffered("P1", "flos"), A.Bid("P1", "ws", 45), A.Pass("P1")):
        scene.play(move)
        assert scene.game.to_act == {"P2"}
        scene.game.undo()
    scene.play(A.Bid("P1", "ws", 45))
    assert scene.state.priority == "P2"


# -- bids


@pytest.mark.rule("1856.initial.bid-steps")
def test_bids_rise_by_five_or_more() -> None:
    scene = Scene()
    scene.refused(A.Bid("P1", "bridge", 104), "initial.bid-steps")
    scene.accepted(A.Bid("P1", "bridge", 105))
    scene.play(A.Bid("P1", "lakes", 75))
    scene.refused(A.Bid("P2", "lakes", 79), "initial.bid-steps")
    scene.accepted(A.Bid("P2", "lakes", 80))
    scene.accepted(A.Bid("P2", "lakes", 83))
    bids = [bid.amount for bid in scene.legal(A.Bid) if bid.private == "lakes"]
    assert bids == list(range(80, 501))


@pytest.mark.rule("1856.initial.bid-money-locked")
def test_bid_money_is_set_aside() -> None:
    scene = Scene(5)
    scene.play(A.Bid("P1", "bridge", 105))
    assert scene.cash("P1") == 300
    assert free(scene, "P1") == [195]
    for seat in ("P2", "P3", "P4", "P5"):
        scene.pass_(seat)
    scene.accepted(A.Bid("P1", "tunnel", 195))
    scene.refused(A.Bid("P1", "tunnel", 196), "initial.bid-money-locked")
    scene.play(A.Bid("P1", "tunnel", 190))
    assert free(scene, "P1") == [5]
    for seat in ("P2", "P3", "P4", "P5"):
        scene.pass_(seat)
    scene.refused(A.BuyOffered("P1", "flos"), "initial.bid-money-locked")


@pytest.mark.rule("1856.initial.bid-money-locked")
def test_losing_bids_are_released() -> None:
    scene = example()
    scene.play(A.Bid("P4", "lakes", 100))
    assert free(scene, "P4", "P5") == [200, 220]
    scene.play(A.Pass("P5"))
    assert owners(scene)["lakes"] == "P4"
    assert free(scene, "P4", "P5") == [200, 300]


@pytest.mark.rule("1856.initial.bid-top-up")
def test_a_bidder_may_add_the_difference_later() -> None:
    scene = Scene()
    scene.play(A.Bid("P1", "lakes", 75), A.Bid("P2", "lakes", 80), A.Pass("P3"))
    assert free(scene, "P1") == [425]
    scene.play(A.Bid("P1", "lakes", 85))
    assert free(scene, "P1") == [415]
    scene.play(A.Pass("P2"), A.Pass("P3"), A.Bid("P1", "lakes", 90))
    assert free(scene, "P1") == [410]


@pytest.mark.rule("1856.initial.bid-top-up")
def test_the_first_bid_keeps_its_place_in_the_auction() -> None:
    scene = Scene()
    scene.play(A.Bid("P1", "ws", 45), A.Bid("P2", "ws", 50), A.BuyOffered("P3", "flos"))
    assert scene.state.opening is not None
    assert scene.state.opening.auction == "ws"
    assert scene.game.to_act == {"P1"}


# -- sales that follow


@pytest.mark.rule("1856.initial.single-bid-sale")
def test_a_lone_bid_buys() -> None:
    scene = Scene()
    scene.play(A.BuyOffered("P1", "flos"), A.Bid("P2", "canada", 55))
    assert scene.cash("P2") == 500
    scene.play(A.BuyOffered("P3", "ws"))
    assert owners(scene)["canada"] == "P2"
    assert scene.cash("P2") == 445


def three_bidders(rules: str) -> Scene:
    """Return a scene in which P2, P3 and P4 have bid on the lakes, and P5 starts the auction.

    The bids are $80, $95 and $85.
    """
    scene = Scene(5, rules=rules)
    scene.play(
        A.BuyOffered("P1", "flos"),
        A.Bid("P2", "lakes", 75),
        A.Bid("P3", "lakes", 80),
        A.Bid("P4", "lakes", 85),
        A.BuyOffered("P5", "ws"),
        A.Pass("P1"),
        A.Pass("P2"),
        A.Bid("P3", "lakes", 95),
        A.Pass("P4"),
        A.BuyOffered("P5", "canada"),
    )
    return scene


@pytest.mark.rule("1856.initial.auction")
def test_auction_goes_around_from_the_left_of_the_high_bidder() -> None:
    scene = three_bidders("printed")
    assert scene.game.to_act == {"P4"}
    scene.refused(A.Bid("P5", "lakes", 100), "initial.auction")
    scene.refused(A.Pass("P1"), "initial.auction")
    scene.refused(A.Bid("P4", "bridge", 105), "initial.auction")
    scene.refused(A.BuyOffered("P4", "lakes"), "initial.auction")
    scene.play(A.Bid("P4", "lakes", 100))
    assert scene.game.to_act == {"P2"}
    scene.play(A.Bid("P2", "lakes", 110))
    assert scene.game.to_act == {"P3"}
    scene.play(A.Pass("P3"))
    assert scene.game.to_act == {"P4"}
    scene.play(A.Pass("P4"))
    assert owners(scene)["lakes"] == "P2"
    assert scene.cash("P2") == 190
    assert scene.cash("P3") == 300


@pytest.mark.rule("1856.initial.auction")
def test_auction_as_played_elsewhere_asks_the_lowest_bidder() -> None:
    scene = three_bidders("18xx.games")
    assert scene.game.to_act == {"P2"}
    scene.play(A.Bid("P2", "lakes", 100))
    assert scene.game.to_act == {"P4"}
    scene.play(A.Pass("P4"))
    assert scene.game.to_act == {"P3"}
    scene.play(A.Pass("P3"))
    assert owners(scene)["lakes"] == "P2"
    assert scene.cash("P2") == 200


@pytest.mark.rule("1856.initial.chain-and-resume")
def test_chain_of_sales_then_the_left_neighbour() -> None:
    scene = Scene(5)
    scene.play(
        A.BuyOffered("P1", "flos"),
        A.Bid("P2", "canada", 55),
        A.Bid("P3", "lakes", 75),
        A.Bid("P4", "lakes", 80),
        A.Bid("P5", "bridge", 105),
        A.BuyOffered("P1", "ws"),
    )
    assert owners(scene) == {"flos": "P1", "ws": "P1", "canada": "P2"}
    scene.play(A.Pass("P3"))
    assert owners(scene) == {
        "flos": "P1",
        "ws": "P1",
        "canada": "P2",
        "lakes": "P4",
        "bridge": "P5",
    }
    assert scene.game.to_act == {"P2"}
    assert scene.state.priority == "P2"


# -- all pass


@pytest.mark.rule("1856.initial.all-pass-operating-round")
def test_all_pass_and_only_the_privates_pay() -> None:
    scene = Scene()
    scene.play(A.BuyOffered("P1", "flos"), A.BuyOffered("P2", "ws"), A.Bid("P3", "bridge", 105))
    cash = [scene.cash(name) for name in ("P1", "P2", "P3")]
    scene.play(A.Pass("P1"), A.Pass("P2"))
    assert [scene.cash(name) for name in ("P1", "P2", "P3")] == cash
    scene.play(A.Pass("P3"))
    assert [scene.cash(name) for name in ("P1", "P2", "P3")] == [485, 470, 500]
    assert scene.game.to_act == {"P1"}
    assert scene.legal(A.BuyOffered) == [A.BuyOffered("P1", "canada")]
    assert free(scene, "P3") == [395]
    assert scene.state.privates["canada"].cost == 50


@pytest.mark.rule("1856.initial.all-pass-operating-round")
def test_passes_count_only_in_a_row() -> None:
    scene = Scene()
    scene.play(A.Pass("P1"), A.Pass("P2"), A.Bid("P3", "ws", 45), A.Pass("P1"), A.Pass("P2"))
    assert scene.state.privates["flos"].cost == 20
    scene.play(A.Pass("P3"))
    assert scene.state.privates["flos"].cost == 15
    assert scene.game.to_act == {"P1"}


@pytest.mark.rule("1856.initial.flos-reduction")
def test_unsold_flos_gets_cheaper() -> None:
    scene = Scene()
    scene.play(A.Bid("P1", "ws", 45))
    for price in (15, 10, 5):
        for seat in ("P2", "P3", "P1"):
            scene.pass_(seat)
        assert scene.state.privates["flos"].cost == price
        assert scene.game.to_act == {"P2"}
    scene.play(A.BuyOffered("P2", "flos"))
    assert scene.cash("P2") == 495
    assert owners(scene)["ws"] == "P1"
    assert scene.state.privates["flos"].cost == 5
    assert scene.game.title.board.private["flos"].cost == 20


@pytest.mark.rule("1856.initial.flos-reduction")
def test_flos_is_free_at_last() -> None:
    scene = Scene()
    scene.play(A.Bid("P1", "canada", 55))
    for _ in range(4):
        assert not owners(scene)
        for seat in ("P2", "P3", "P1"):
            scene.pass_(seat)
    assert owners(scene) == {"flos": "P2"}
    assert scene.cash("P2") == 500
    assert scene.game.to_act == {"P3"}
    assert scene.legal(A.BuyOffered) == [A.BuyOffered("P3", "ws")]


# -- after the last private


@pytest.mark.rule("1856.initial.no-selling")
def test_shares_are_bought_but_nothing_is_sold() -> None:
    scene = sold_out()
    assert scene.game.to_act == {"P1"}
    scene.play(A.StartCorporation("P1", "GT", 65))
    scene.play(A.BuyShare("P2", "GT", "offering"))
    assert scene.game.to_act == {"P3"}
    scene.play(A.Pass("P3"))
    for _ in range(2):
        seat = next(iter(scene.game.to_act))
        assert not scene.legal(A.SellShares)
        assert not scene.legal(A.BuyPrivate)
        scene.refused(A.SellShares(seat, "GT", 1), "initial.no-selling")
        scene.refused(A.BuyPrivate(seat, "tunnel", 100), "initial.no-selling")
        scene.pass_()
    scene.pass_()
    assert scene.state.round.kind == "operating"
    assert not scene.legal(A.SellShares)
    scene.pass_until("stock")
    while scene.game.to_act != {"P1"}:
        scene.pass_()
    scene.play(A.StartCorporation("P1", "BB", 65))
    scene.accepted(A.BuyPrivate("P2", "tunnel", 20))


@pytest.mark.rule("1856.initial.no-selling")
def test_a_bid_may_sell_the_last_private() -> None:
    scene = Scene()
    scene.play(A.Bid("P1", "tunnel", 105))
    for id, seat in zip(PRIVATES, ("P2", "P3", "P1", "P2", "P3"), strict=False):
        scene.play(A.BuyOffered(seat, id))
    assert owners(scene)["tunnel"] == "P1"
    assert scene.game.to_act == {"P1"}
    scene.accepted(A.StartCorporation("P1", "GT", 65))
