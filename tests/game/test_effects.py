"""Tests of the effects of an action, tried on a copy, and of past effects as a table."""

from __future__ import annotations

import pytest

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel.events import MoneyMoved, OfferAnswered, SharesMoved
from trunkline.engine.kernel.state import State
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

PLAYERS = ("Ann", "Bob", "Cy")


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_effects_are_what_playing_brings(title: str) -> None:
    game = trunkline.new(title, PLAYERS, seed=4)
    kinds = set()
    for _ in play_turns(game, RandomPlayer(4)):
        if game.over or len(game.actions) > 250:
            break
        if len(game.actions) % 5:
            continue
        here = game.digest()
        for action in [choice for choice in game.legal() if isinstance(choice, A.Action)][:6]:
            led_to = game.effects(action)
            trial = game.copy()
            happened = trial.play(action)
            if led_to.asked:
                assert led_to.of(OfferAnswered)[0].accepted
                happened += trial.play(A.Answer(led_to.asked, accept=True))
            kinds.add(type(action))
            assert list(led_to.events) == happened
            assert led_to.after.digest() == trial.digest()
            assert {name: new for name, (_, new) in led_to.worth.items()} == {
                name: trial.worth(name) for name in PLAYERS if trial.worth(name) != game.worth(name)
            }
            for name in PLAYERS:
                assert led_to.worth_of(name) == (game.worth(name), trial.worth(name))
            assert {corp: new for corp, (_, new) in led_to.prices.items()} == {
                corp: trial.price(corp)
                for corp in game.state.corporations
                if trial.price(corp) != game.price(corp)
            }
        assert game.digest() == here
    assert len(kinds) > 5


def test_an_offer_is_taken_as_accepted() -> None:
    game = trunkline.new("1856", PLAYERS, seed=4)
    offers = []
    for _ in play_turns(game, RandomPlayer(4)):
        ranges = [choice for choice in game.legal() if isinstance(choice, trunkline.Amounts)]
        offers = [each.at(each.high) for each in ranges if isinstance(each.action, A.BuyPrivate)]
        if offers and game.effects(offers[0]).asked:
            break
    offer = offers[0]
    assert isinstance(offer, A.BuyPrivate)
    led_to = game.effects(offer)
    owner = game.state.privates[offer.private].player
    assert led_to.asked == owner != offer.player
    assert led_to.before.privates[offer.private].player == owner
    assert led_to.after.privates[offer.private].player == ("" if offer.corp else offer.player)
    assert led_to.cash[owner] == (led_to.before.players[owner].cash, led_to.after.players[owner].cash)
    assert led_to.cash[owner][1] - led_to.cash[owner][0] == offer.price


def test_what_is_refused_has_no_effects() -> None:
    game = trunkline.new("1856", PLAYERS)
    with pytest.raises(trunkline.Refusal):
        game.effects(A.Pass("Bob"))
    with pytest.raises(trunkline.UsageError):
        game.effects("pass")  # type: ignore[arg-type]
    with pytest.raises(trunkline.UsageError, match="There is no corporation 'XX'"):
        game.price("XX")
    with pytest.raises(trunkline.UsageError, match="'Zoe' does not play"):
        game.worth("Zoe")


def holdings(state: State) -> dict[tuple[str, str], int]:
    """Return the shares in players' hands."""
    return {
        (name, corp.id): n for corp in state.corporations.values() for name, n in corp.shares.items() if n
    }


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_money_and_shares_that_moved_add_up_to_the_state(title: str) -> None:
    game = trunkline.new(title, PLAYERS, seed=9)
    start = game.state
    for _ in play_turns(game, RandomPlayer(9)):
        if len(game.actions) > 400:
            break
    cash = {name: player.cash for name, player in start.players.items()}
    shares = dict.fromkeys(holdings(start), 0) | holdings(start)
    for event in game.log:
        if isinstance(event, MoneyMoved):
            for name, amount in ((event.payer, -event.amount), (event.payee, event.amount)):
                cash[name] = cash.get(name, 0) + amount
        if isinstance(event, SharesMoved):
            for name, count in ((event.source, -event.count), (event.target, event.count)):
                shares[name, event.corp] = shares.get((name, event.corp), 0) + count
    assert {name: cash[name] for name in PLAYERS} == {
        name: player.cash for name, player in game.state.players.items()
    }
    for id, corp in game.state.corporations.items():
        assert cash.get(id, 0) == corp.cash
        if id != "CGR" and not corp.closed:
            assert {name: shares.get((name, id), 0) for name in PLAYERS} == {
                name: corp.shares.get(name, 0) for name in PLAYERS
            }


def test_the_history_is_a_table() -> None:
    game = trunkline.new("1856", PLAYERS, seed=9)
    for _ in play_turns(game, RandomPlayer(9)):
        if game.state.round.kind == "operating" and len(game.actions) > 120:
            break
    table = game.history()
    assert len(table) == len(game.log)
    assert [row.number for row in table] == sorted(row.number for row in table)
    assert table[0].round == "Opening"
    assert {"SR 1", "OR 1.1"} <= {row.round for row in table}
    spent = [row for row in table if row.kind == "money_moved" and row.why == "train" and row.target == ""]
    assert spent
    assert all(row.amount and row.source in game.state.corporations for row in spent)
    laid = next(row for row in table if row.kind == "tile_laid")
    assert laid.hex in game.board.hexes
    assert laid.tile in game.board.tiles
    assert laid.corporation in game.state.corporations
