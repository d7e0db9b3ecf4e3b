"""The initial stock round: privates are bought in order, bid on ahead of time, and auctioned."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.steps.private_auction import PrivateAuctionRound

LATER = ("railworks", "mine", "alco", "port", "ferry", "c_and_a")


def owners(scene: Scene) -> dict[str, str]:
    """Return the owners of the privates sold, by private."""
    return {private.id: private.player for private in scene.state.privates.values() if private.player}


def free_cash(scene: Scene, player: str) -> int:
    """Return the dollars of a player that are not committed to bids."""
    round = scene.game.title.rounds["opening"]
    assert isinstance(round, PrivateAuctionRound)
    return round.free_cash(scene.table, player)


def order(scene: Scene) -> list[str]:
    """Return the privates of the game in the order of their sale."""
    return list(scene.state.privates)


def buy_up_to(scene: Scene, last: str) -> None:
    """Let the players buy the privates in turn, up to this one."""
    for private in order(scene)[: order(scene).index(last) + 1]:
        scene.play(A.BuyOffered(next(iter(scene.game.to_act)), private))


def sold_out(players: int = 4) -> Scene:
    """Return a scene in which all privates are sold and PRR's price is not set yet."""
    scene = Scene(players)
    buy_up_to(scene, "c_and_a")
    return scene


# -- turns


@pytest.mark.rule("18gl.setup.seating-and-priority", "18gl.isr.turn-choice")
def test_the_priority_holder_begins_and_turns_go_left() -> None:
    scene = Scene(3)
    assert (scene.state.round.kind, scene.state.priority) == ("opening", "P1")
    scene.refused(A.BuyOffered("P2", "c_and_e"), "isr.turn-choice")
    scene.play(A.BuyOffered("P1", "c_and_e"))
    assert scene.game.to_act == {"P2"}
    scene.pass_("P2")
    assert scene.game.to_act == {"P3"}


@pytest.mark.rule("18gl.setup.seating-and-priority")
def test_the_seats_are_drawn_by_the_seed() -> None:
    scenes = [Scene(4, seating="random", seed=seed) for seed in range(8)]
    assert len({tuple(scene.game.players) for scene in scenes}) > 1
    for scene in scenes:
        assert {scene.state.seats[0]} == scene.game.to_act == {scene.state.priority}


@pytest.mark.rule("18gl.isr.turn-choice", "18gl.setup.privates-order")
def test_the_lowest_is_bought_and_the_others_are_bid_on() -> None:
    scene = Scene(4)
    scene.refused(A.Bid("P1", "c_and_e", 25), "isr.turn-choice")
    scene.refused(A.BuyOffered("P1", "ej_and_e"), "isr.turn-choice")
    scene.refused(A.Bid("P1", "nothing", 25), "isr.turn-choice")
    assert [action.private for action in scene.legal(A.BuyOffered)] == ["c_and_e"]
    assert {action.private for action in scene.legal(A.Bid)} == set(order(scene)[1:])
    scene.play(A.BuyOffered("P1", "c_and_e"))
    assert (owners(scene), scene.cash("P1")) == ({"c_and_e": "P1"}, 580)
    scene.refused(A.Bid("P2", "ej_and_e", 45), "isr.turn-choice")


@pytest.mark.rule("18gl.isr.privates-before-corporations", "18gl.setup.president-on-top")
def test_no_stock_is_bought_before_the_last_private_is_sold() -> None:
    scene = Scene(4)
    buy_up_to(scene, "ferry")
    (player,) = scene.game.to_act
    scene.refused(A.StartCorporation(player, "IC", 60), "isr.privates-before-corporations")
    scene.refused(A.BuyShare(player, "IC", "offering"), "isr.privates-before-corporations")


# -- bids


@pytest.mark.rule("18gl.isr.bid-increments")
def test_bids_are_multiples_of_5_and_at_least_5_higher() -> None:
    scene = Scene(4)
    for low in (60, 63, 64):
        scene.refused(A.Bid("P1", "railworks", low), "isr.bid-increments")
    scene.refused(A.Bid("P1", "railworks", 67), "isr.bid-increments")
    bids = next(c for c in scene.choices() if isinstance(c, Amounts) and c.action.private == "railworks")  # type: ignore[attr-defined]
    assert (bids.low, bids.high, bids.step) == (65, 600, 5)
    scene.play(A.Bid("P1", "railworks", 65))
    scene.refused(A.Bid("P2", "railworks", 65), "isr.bid-increments")
    scene.play(A.Bid("P2", "railworks", 70))


@pytest.mark.rule("18gl.isr.bid-increments")
def test_the_amounts_of_a_bid_keep_to_what_a_player_has() -> None:
    scene = Scene(4)
    scene.set_cash("P1", 402)
    bids = next(c for c in scene.choices() if isinstance(c, Amounts) and c.action.private == "railworks")  # type: ignore[attr-defined]
    assert (bids.low, bids.high) == (65, 400)


@pytest.mark.rule("18gl.isr.bid-money-set-aside")
def test_money_that_is_bid_is_set_aside() -> None:
    scene = Scene(6)
    scene.play(A.Bid("P1", "mine", 100))
    for name in ("P2", "P3", "P4", "P5", "P6"):
        scene.pass_(name)
    scene.refused(A.Bid("P1", "port", 305), "isr.bid-money-set-aside")
    scene.accepted(A.Bid("P1", "port", 300))
    scene.accepted(A.Bid("P1", "mine", 400))
    scene.set_cash("P1", 115)
    scene.refused(A.BuyOffered("P1", "c_and_e"), "isr.bid-money-set-aside")


@pytest.mark.rule("18gl.isr.outbid-money-free")
def test_who_is_outbid_can_use_the_money_again() -> None:
    scene = Scene(6)
    scene.play(A.Bid("P1", "mine", 100))
    assert free_cash(scene, "P1") == 300
    scene.play(A.Bid("P2", "mine", 105))
    assert [free_cash(scene, name) for name in ("P1", "P2")] == [400, 295]
    scene.play(*(A.Pass(name) for name in ("P3", "P4", "P5", "P6")))
    scene.accepted(A.Bid("P1", "port", 400))


# -- sales


@pytest.mark.rule("18gl.isr.single-bidder")
def test_a_single_bidder_gets_the_private_when_all_below_are_sold() -> None:
    scene = Scene(3)
    scene.play(A.BuyOffered("P1", "c_and_e"), A.Bid("P2", order(scene)[2], 65))
    scene.play(A.BuyOffered("P3", "ej_and_e"))
    assert owners(scene)[order(scene)[2]] == "P2"
    assert scene.cash("P2") == 800 - 65
    assert scene.game.to_act == {"P1"}, "left of whose purchase began it"


def auction() -> Scene:
    """Return a scene in which P3's purchase has started the auction of EJ&E.

    P4, P1 and P2 of four have bid on it, P2 the most.
    """
    scene = Scene(4)
    scene.play(A.Pass("P1"), A.Pass("P2"), A.Pass("P3"))
    scene.play(A.Bid("P4", "ej_and_e", 45), A.Bid("P1", "ej_and_e", 50), A.Bid("P2", "ej_and_e", 80))
    scene.play(A.BuyOffered("P3", "c_and_e"))
    return scene


@pytest.mark.rule("18gl.isr.auction")
def test_an_auction_begins_left_of_the_highest_bidder() -> None:
    scene = auction()
    assert scene.game.to_act == {"P4"}
    scene.refused(A.Bid("P1", "ej_and_e", 85), "isr.auction")
    scene.refused(A.Bid("P4", "mine", 85), "isr.auction")
    scene.refused(A.BuyOffered("P4", "ej_and_e"), "isr.auction")


@pytest.mark.rule("18gl.isr.auction-bidding")
def test_an_auction_goes_on_till_all_but_one_have_passed() -> None:
    scene = auction()
    scene.refused(A.Bid("P4", "ej_and_e", 82), "isr.bid-increments")
    scene.refused(A.Bid("P4", "ej_and_e", 87), "isr.bid-increments")
    scene.play(A.Bid("P4", "ej_and_e", 85), A.Pass("P1"))
    assert scene.game.to_act == {"P2"}
    scene.play(A.Bid("P2", "ej_and_e", 90))
    assert scene.game.to_act == {"P4"}, "P1 has passed and is out of it"
    scene.pass_("P4")
    assert owners(scene)["ej_and_e"] == "P2"
    assert scene.cash("P2") == 600 - 90
    assert scene.game.to_act == {"P4"}, "left of P3, whose purchase began it"


@pytest.mark.rule("18gl.isr.auction-cash")
def test_an_auction_bid_may_use_what_is_set_aside_for_it_and_nothing_else() -> None:
    scene = auction()
    scene.set_cash("P4", 400)
    bids = scene.state.opening.bids  # type: ignore[union-attr]
    bids["ej_and_e"]["P4"], bids["port"] = 70, {"P4": 105}
    scene.refused(A.Bid("P4", "ej_and_e", 300), "isr.bid-money-set-aside")
    scene.accepted(A.Bid("P4", "ej_and_e", 295))


# -- all pass


@pytest.mark.rule("18gl.isr.all-pass-forced-purchase")
def test_the_priority_holder_must_buy_the_first_where_all_pass() -> None:
    scene = Scene(3)
    for name in ("P1", "P2"):
        scene.pass_(name)
    told = scene.told(scene.play(A.Pass("P3")))
    assert "All pass: P1 must buy C&E" in told
    assert (owners(scene), scene.cash("P1")) == ({"c_and_e": "P1"}, 780)
    assert (scene.game.to_act, scene.state.priority) == ({"P2"}, "P2")
    assert scene.state.round.kind == "opening"
    assert [action.private for action in scene.legal(A.BuyOffered)] == ["ej_and_e"]


@pytest.mark.rule("18gl.isr.all-pass-forced-purchase")
def test_a_bid_leaves_the_priority_and_its_private_follows_the_forced_purchase() -> None:
    scene = Scene(3)
    scene.play(A.Pass("P1"), A.Bid("P2", "ej_and_e", 45), A.Pass("P3"), A.Pass("P1"))
    assert scene.state.priority == "P1"
    assert not owners(scene)
    scene.pass_("P2")
    assert owners(scene) == {"c_and_e": "P1", "ej_and_e": "P2"}
    assert scene.game.to_act == {"P2"}


@pytest.mark.rule("18gl.isr.all-pass-forced-purchase")
def test_bids_give_way_where_their_money_must_buy_the_first() -> None:
    scene = Scene(3)
    scene.play(A.Bid("P1", "port", 100), A.Bid("P2", "ferry", 600), A.Pass("P3"))
    scene.play(A.Bid("P1", "ferry", 700), A.Bid("P2", "mine", 300), A.Pass("P3"), A.Pass("P1"), A.Pass("P2"))
    assert scene.state.opening is not None
    assert scene.state.opening.bids == {"port": {"P1": 100}, "ferry": {}, "mine": {"P2": 300}}
    assert (owners(scene), scene.cash("P1")) == ({"c_and_e": "P1"}, 780)
    assert (free_cash(scene, "P1"), free_cash(scene, "P2")) == (680, 500)


@pytest.mark.rule("18gl.isr.unsold-privates")
def test_all_pass_with_some_sold_pays_them_and_begins_another_initial_round() -> None:
    scene = Scene(3)
    scene.play(A.BuyOffered("P1", "c_and_e"), A.BuyOffered("P2", "ej_and_e"), A.Bid("P3", "port", 85))
    for name in ("P1", "P2"):
        scene.pass_(name)
    told = scene.told(scene.play(A.Pass("P3")))
    assert "Operating round 1.1" in told
    assert [scene.cash(name) for name in ("P1", "P2", "P3")] == [785, 770, 800]
    assert (scene.state.round.kind, scene.state.round.number) == ("opening", 2)
    assert scene.game.to_act == {"P3"}, "who has the priority"
    assert free_cash(scene, "P3") == 715, "the bid stands"


@pytest.mark.rule("18gl.isr.unsold-privates", "18gl.end.bank")
def test_a_bank_that_the_privates_break_ends_the_game() -> None:
    scene = Scene(2)
    scene.play(A.BuyOffered("P1", "c_and_e"))
    scene.set_cash("P2", scene.cash("P2") + scene.state.bank - 5)
    scene.play(A.Pass("P2"), A.Pass("P1"))
    assert scene.game.over


# -- the last private and the next round


@pytest.mark.rule("18gl.privates.ca.presidency", "18gl.par.initial-values")
def test_the_last_private_brings_prr_whose_price_its_buyer_sets_at_once() -> None:
    scene = sold_out()
    prr = scene.corp("PRR")
    assert owners(scene)["c_and_a"] == "P1"
    assert (prr.president, prr.shares, prr.offering) == ("P1", {"P1": 2}, 8)
    assert scene.game.to_act == {"P1"}
    assert [action.par for action in scene.legal(A.StartCorporation)] == [60, 70, 75, 80, 90, 100]
    cash = scene.cash("P1")
    scene.refused(A.StartCorporation("P1", "IC", 60), "privates.ca.presidency")
    scene.refused(A.StartCorporation("P2", "PRR", 60), "privates.ca.presidency")
    scene.refused(A.StartCorporation("P1", "PRR", 65), "par.initial-values")
    scene.refused(A.StartCorporation("P1", "PRR", 140), "phase.top-par")
    scene.refused(A.Pass("P1"), "privates.ca.presidency")
    scene.play(A.StartCorporation("P1", "PRR", 90))
    assert (scene.price("PRR"), scene.corp("PRR").par, scene.corp("PRR").cash) == (90, 90, 0)
    assert scene.cash("P1") == cash, "it came with the private"


@pytest.mark.rule("18gl.isr.then-stock", "18gl.buy.president-first")
def test_with_the_last_sale_the_round_goes_on_with_stock() -> None:
    scene = sold_out()
    scene.play(A.StartCorporation("P1", "PRR", 100))
    assert (scene.state.round.kind, scene.state.round.number) == ("stock", 1)
    assert scene.game.to_act == {"P2"} == {scene.state.priority}
    scene.refused(A.BuyShare("P2", "IC", "offering"), "buy.president-first")
    scene.play(A.StartCorporation("P2", "IC", 60))
    scene.play(A.BuyShare("P3", "PRR", "offering"))
    assert scene.corp("PRR").sold == 3


@pytest.mark.rule("18gl.privates.ca.presidency", "18gl.corp.float", "18gl.corp.float-capital")
def test_the_shares_that_came_with_the_private_count_as_bought() -> None:
    scene = sold_out()
    scene.play(A.StartCorporation("P1", "PRR", 100))
    scene.subscribe("PRR", 2)
    assert scene.corp("PRR").offering == 6
    scene.subscribe("PRR", 1)
    assert (scene.cash("PRR"), scene.corp("PRR").treasury, scene.corp("PRR").offering) == (500, 5, 0)


@pytest.mark.rule("18gl.privates.ca.closes")
def test_it_closes_with_prrs_first_train() -> None:
    scene = Scene().opened(c_and_a="P2", ferry="P2")
    scene.floated("PRR", cash=500)
    scene.floated("IC", cash=500)
    scene.turn("IC", "trains").play(scene.buy("IC", "2H"))
    assert [id for id, private in scene.state.privates.items() if not private.closed] == ["ferry", "c_and_a"]
    scene.turn("PRR", "trains")
    told = scene.told(scene.play(scene.buy("PRR", "2H")))
    assert "C&A closes" in told
    assert [id for id, private in scene.state.privates.items() if not private.closed] == ["ferry"]
    before = scene.cash("P2")
    scene.stock("P1")
    for name in ("P1", "P2", "P3"):
        scene.pass_(name)
    assert scene.cash("P2") == before + 20


@pytest.mark.rule("18gl.privates.stay-with-buyer")
def test_a_private_is_never_traded() -> None:
    scene = Scene().opened(ferry="P2")
    scene.floated("IC", cash=500)
    offer = A.BuyPrivate("P1", "ferry", 100)
    scene.stock("P1").refused(offer, "privates.stay-with-buyer")
    assert not scene.legal(A.BuyPrivate)
    scene.refused(A.SellShares("P1", "ferry", 1), "privates.stay-with-buyer")
    for step in scene.STEPS:
        scene.turn("IC", step)
        scene.refused(A.BuyPrivate("P1", "ferry", 100, "IC"), "privates.stay-with-buyer")


@pytest.mark.rule("18gl.privates.table")
@pytest.mark.parametrize(
    ("id", "cost", "revenue"),
    [
        ("c_and_e", 20, 5),
        ("ej_and_e", 40, 10),
        ("bridge", 50, 10),
        ("tunnel", 50, 10),
        ("terminal", 50, 10),
        ("railworks", 60, 10),
        ("mine", 70, 15),
        ("alco", 75, 15),
        ("port", 80, 20),
        ("ferry", 100, 20),
        ("c_and_a", 140, 25),
    ],
)
def test_the_privates(id: str, cost: int, revenue: int) -> None:
    scene = next(scene for seed in range(20) if id in (scene := Scene(seed=seed)).state.privates)
    assert scene.state.privates[id].cost == cost
    scene.opened(**{id: "P1"})
    before = scene.cash("P1")
    scene.stock("P1")
    for name in ("P1", "P2", "P3"):
        scene.pass_(name)
    assert scene.cash("P1") == before + revenue
