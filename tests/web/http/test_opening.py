"""Tests of the facts about the auction of privates: bids, money and the effects of a purchase."""

from __future__ import annotations

import pytest

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel import private_events
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.web.presenters import private_auction
from trunkline.web.schemas.private_auction import ChainLink, OpeningFacts, OpeningPrivate
from web.http.api import Api


def told(game: Game) -> OpeningFacts:
    """Return the facts of the auction."""
    found = private_auction.opening(game, {})
    assert found is not None
    return found


def private(facts: OpeningFacts, id: str) -> OpeningPrivate:
    """Return a private of the auction by id."""
    return next(each for each in facts.privates if each.id == id)


def bid() -> Game:
    """Return a game with two bids on the second private and one on the third."""
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1)
    game.play(A.Bid("Ann", "ws", 45))
    game.play(A.Bid("Bob", "ws", 50))
    game.play(A.Bid("Cy", "canada", 55))
    return game


def test_privates_stand_in_selling_order_with_bids_leader_and_least() -> None:
    facts = told(bid())
    assert [each.id for each in facts.privates] == ["flos", "ws", "canada", "lakes", "bridge", "tunnel"]
    flos, ws = facts.privates[:2]
    assert (flos.on_offer, flos.price, flos.least) == (True, 20, None)
    assert [(each.player, each.amount, each.leads) for each in ws.bids] == [
        ("Ann", 45, False),
        ("Bob", 50, True),
    ]
    assert (ws.leader, ws.least, ws.on_offer) == ("Bob", 55, False)


def test_bids_bind_money() -> None:
    game = bid()
    for purse in told(game).purses:
        assert purse.cash == game.state.players[purse.player].cash
        assert purse.cash == purse.bound + purse.free
    assert [purse.bound for purse in told(game).purses] == [45, 50, 55]


def test_a_bid_that_was_topped_binds_nothing_where_the_title_says_so() -> None:
    game = trunkline.new("18GL", ["Ann", "Bob"], seed=1)
    game.play(A.Bid("Ann", "ej_and_e", 45))
    game.play(A.Bid("Bob", "ej_and_e", 50))
    assert [purse.bound for purse in told(game).purses] == [0, 50]
    assert told(game).step == 5


def test_what_happens_in_a_chain_is_what_then_happens() -> None:
    game = bid()
    facts = told(game)
    assert facts.chain == (
        ChainLink("flos", "Ann", 20, ()),
        ChainLink("ws", "Bob", 50, ("Ann", "Bob")),
        ChainLink("canada", "Cy", 55, ()),
    )
    assert facts.then == "lakes"
    game.play(A.BuyOffered("Ann", "flos"))
    auction = told(game)
    assert private(auction, "ws").auction
    assert private(auction, "ws").bidders == ("Ann", "Bob")
    assert auction.chain == facts.chain[1:]
    game.play(A.Pass("Ann"))
    assert {each: game.state.privates[each].player for each in ("flos", "ws", "canada")} == {
        "flos": "Ann",
        "ws": "Bob",
        "canada": "Cy",
    }
    assert private(told(game), "lakes").on_offer


def test_who_cannot_pay_sets_off_nothing() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1)
    game.play(A.Bid("Ann", "tunnel", 490))
    game.play(A.Pass("Bob"))
    game.play(A.Pass("Cy"))
    assert told(game).chain == ()


@pytest.mark.parametrize(
    ("title", "said"), [("1856", "Flos Tramway now costs $15"), ("18GL", "Ann must buy C&E")]
)
def test_what_follows_if_all_pass_is_told(title: str, said: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=1)
    assert any(said in line for line in told(game).all_pass)


def test_where_a_power_works_is_shown_on_the_map() -> None:
    facts = told(trunkline.new("18GL", ["Ann", "Bob"], seed=1))
    board = trunkline.new("18GL", ["Ann", "Bob"], seed=1).board
    dealt = next(each for each in facts.privates if each.id in ("bridge", "tunnel", "terminal"))
    terrain = {"bridge": "river", "tunnel": "hill"}.get(dealt.id)
    if terrain:
        assert {board.hexes[hex].terrain for hex in dealt.hexes} == {terrain}
    assert set(private(facts, "ferry").hexes) >= {"D10", "L14"}
    assert private(facts, "railworks").hexes == ()


@pytest.mark.parametrize("title", ["1856", "18GL"])
@pytest.mark.parametrize("seed", range(3))
def test_the_chain_foretells_what_one_purchase_sells(title: str, seed: int) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=seed)
    tried = 0
    for _ in play_turns(game, RandomPlayer(seed)):
        if game.state.opening is None or game.state.pending:
            break
        facts = told(game)
        first = facts.privates[0]
        assert sum(each.on_offer or each.auction for each in facts.privates) == 1, first
        if not facts.chain or game.state.opening.auction:
            continue
        tried += 1
        copy = game.copy()
        (player,) = copy.to_act
        happened = copy.play(A.BuyOffered(player, facts.chain[0].private))
        sold = [event for event in happened if isinstance(event, private_events.PrivateBought)]
        assert [(event.private, event.buyer, event.amount) for event in sold] == [
            (link.private, link.buyer, link.amount) for link in facts.chain[: len(sold)]
        ]
    assert tried


def test_a_view_tells_of_the_sale_and_what_was_paid(api: Api) -> None:
    table = api.new("1856")
    table.act(A.Bid("Ann", "ws", 60))
    table.act(A.BuyOffered("Bob", "flos"))
    opening = table.view()["opening"]
    assert [(each["owner"], each["paid"]) for each in opening["privates"][:2]] == [("Bob", 20), ("Ann", 60)]
    assert api.new("1851").view()["opening"] is None
