"""Properties of all auto-actions in random games of every title."""

from __future__ import annotations

from collections import Counter

import pytest

import trunkline
from auto_play import NAMES, AutoPlay
from trunkline.game import Game
from trunkline.game import auto_actions as auto
from trunkline.game.actions import Action, Bid, BuyShare, Pass
from trunkline.game.auto_actions import AutoAction, Stop
from trunkline.game.wording.choices import words as words_of
from trunkline.players.random_player import RandomPlayer

TITLES = ("1856", "1851", "18GL")
SEEDS = (1, 2)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", TITLES)
def test_each_choice_is_legal_and_within_its_limit(title: str, seed: int) -> None:
    kinds: Counter[str] = Counter()

    def look(game: Game, each: AutoAction, found: Action | Stop | None) -> None:
        assert found is None or each.player in game.to_act
        if not isinstance(found, Action):
            return
        kinds[type(each).__name__] += 1
        assert found.player == each.player
        assert found in game.legal(each.player)
        if isinstance(found, Bid) and isinstance(each, auto.BidUpTo):
            assert found.amount <= each.limit
        if isinstance(found, BuyShare) and isinstance(each, auto.BuyShares):
            corp = game.shared_state.corporations[found.corp]
            assert corp.shares.get(each.player, 0) * corp.percent < each.percent
            assert each.limit is None or game.effects(found).cash[each.player][1] >= (
                game.shared_state.players[each.player].cash - each.limit
            )

    play = AutoPlay(title, seed, look, runs="announced" if seed == 2 else "best")
    play.run(600)
    assert {"PassUntil", "OperateAsBefore"} <= {*kinds}, "else this test shows nothing"


@pytest.mark.parametrize("title", ["1856", "18GL"])
def test_bids_never_exceed_the_limit_in_many_openings(title: str) -> None:
    bids = 0

    def look(game: Game, each: AutoAction, found: Action | Stop | None) -> None:
        nonlocal bids
        if isinstance(found, Bid) and isinstance(each, auto.BidUpTo):
            bids += 1
            assert found.amount <= each.limit
            assert game.check(found) is None

    for seed in range(12):
        play = AutoPlay(title, seed, look, every=0.8)
        while play.game.shared_state.opening is not None and len(play.game.actions) < 60:
            play.set(play.rng.choice(play.game.players))
            play.step()
    assert bids > 10


@pytest.mark.parametrize("title", TITLES)
def test_its_preview_is_what_it_then_does(title: str) -> None:
    """The player whose turn it is sets an auto-action, and it acts until its turn is over."""
    game, hand, compared = trunkline.new(title, NAMES, seed=3), RandomPlayer(3), 0
    while not game.over and len(game.actions) < 400:
        player = min(game.to_act)
        for each in auto.offers(game, player) if len(game.actions) % 7 == 0 else ():
            made, stop = auto.rehearse(game, each)
            then: Game = game.copy()
            done: list[Action] = []
            while len(done) < len(made):
                found = auto.decide(then, each)
                assert isinstance(found, Action)
                then.play(found)
                done.append(found)
            assert done == [action for _, action in made]
            shown = auto.preview(game, each)
            if made and player in game.to_act and auto.decide(game, each) is not None:
                assert shown.now.startswith("Now it would: ")
                compared += 1
            assert stop is None or stop.reason
            assert shown.guards
        game.play(hand.choose(game, player))
    assert compared > 10


@pytest.mark.parametrize("title", TITLES)
def test_its_preview_holds_if_the_others_only_pass(title: str) -> None:
    """A player sets an auto-action during another player's turn, and the others pass until it acts."""
    game, hand, compared = trunkline.new(title, NAMES, seed=5), RandomPlayer(5), 0
    while not game.over and len(game.actions) < 500:
        for player in game.players:
            if player in game.to_act or len(game.actions) % 5:
                continue
            for each in auto.offers(game, player):
                if isinstance(each, auto.AnswerOffers):
                    continue
                shown, done = auto.preview(game, each), _first_after_passes(game, each)
                if done is not None:
                    words = words_of(*done)
                    assert shown.now.startswith(f"On its turn, if nothing changes, it would: {words}")
                    compared += 1
        game.play(hand.choose(game, min(game.to_act)))
    assert compared > 10


def _first_after_passes(game: Game, each: AutoAction) -> tuple[Game, Action] | None:
    """Return the first action of an auto-action after passes of the others, with the position before it."""
    then = game.copy()
    for _ in range(30):
        if then.over or then.shared_state.pending:
            return None
        found = auto.decide(then, each)
        if isinstance(found, Action):
            return then, found
        if found is not None:
            return None
        (player,) = then.to_act
        before, passed = then.copy(), Pass(player)
        if player == each.player or then.check(passed) is not None:
            return None
        then.play(passed)
        if auto.advance(each, before, passed, then) is not None:
            return None
    return None


@pytest.mark.parametrize("title", TITLES)
def test_who_can_only_pass_has_no_other_legal_action(title: str) -> None:
    game, hand, found = trunkline.new(title, NAMES, seed=4), RandomPlayer(4), Counter[bool]()
    while not game.over and len(game.actions) < 500:
        player = min(game.to_act)
        only = auto.only_pass(game, player)
        assert only == (list(game.legal(player)) == [Pass(player)])
        found[only] += 1
        game.play(hand.choose(game, player))
    assert found[False] > 100
    assert found[True]
