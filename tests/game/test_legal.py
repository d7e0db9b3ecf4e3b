"""Tests of the list of legal actions: it contains every action that the checks accept."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import msgspec
import pytest

import trunkline
from trunkline import actions
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import Context, cached
from trunkline.game import Game
from trunkline.game.position import Position
from trunkline.players.random_player import RandomPlayer


def moments(title: str, seed: int, every: int) -> Iterator[Game]:
    """Yield random moments of a random game."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=seed)
    player, rng = RandomPlayer(seed), random.Random(seed)
    for _ in range(1200):
        if game.over:
            return
        if rng.randrange(every) == 0:
            yield game
        game.play(player.choose(game, min(game.to_act)))


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_the_close_candidates_miss_nothing_of_the_wide_ones(title: str) -> None:
    kinds = set()
    for game in moments(title, seed=7, every=6):
        player = min(game.to_act)
        wide = Context(game.title, game.state, include_illegal=True)
        step = referee.current(wide.title, wide.state)
        assert step is not None
        passing = {
            choice
            for choice in step.candidates(wide, player)
            if isinstance(choice, Action) and game.check(choice) is None
        }
        listed = [choice for choice in game.legal(player) if isinstance(choice, Action)]
        assert set(listed) == passing
        assert len(listed) == len(passing)
        kinds |= {type(choice) for choice in listed}
    assert {actions.LayTile, actions.PlaceToken, actions.BuyShare} <= kinds


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_in_goes_by_the_check_of_the_rules(title: str) -> None:
    """The list contains entries, ends of ranges and the best of open entries, and no refused action."""
    opened = 0
    for game in moments(title, seed=3, every=15):
        player = min(game.to_act)
        legal, position = game.legal(player), Position.of(game)
        assert len(legal) == len(list(legal)) == len(game.legal(player))
        for choice in legal:
            assert choice in legal
            if isinstance(choice, trunkline.Amounts):
                assert choice.at(choice.low) in legal
                assert choice.at(choice.high) in legal
                over = msgspec.structs.replace(choice.action, **{choice.field: choice.high + 1})
                assert (over in legal) == (game.check(over) is None)
            elif isinstance(choice, trunkline.Open):
                opened += 1
                assert choice.best() in legal
                assert choice.propose(random.Random(1)) in legal
        for candidate, _ in game.forbidden(player):
            if isinstance(candidate, Action):
                assert candidate not in legal
                assert candidate not in position.legal
        (first, *_) = position.to_act
        assert len(position.legal) == len(game.legal(first))
    assert opened > 0


def test_a_bid_within_a_range_is_legal() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    legal, position = game.legal(), Position.of(game)
    for listed in (legal, position.legal):
        assert actions.Bid("Ann", "ws", 50) in listed
        assert actions.Bid("Ann", "ws", 44) not in listed
        assert actions.Bid("Bob", "ws", 50) not in listed
        for slip in (None, 1, "pass", actions.Bid("Ann", "ws", 50.5), actions.Pass(7)):  # type: ignore[arg-type]
            assert slip not in listed
        assert len(listed) == 7
    assert actions.Bid("Ann", "ws", 50) not in game.legal("Bob")
    game.play(actions.BuyOffered("Ann", "flos"))
    assert actions.Bid("Ann", "ws", 50) in legal  # the list belongs to the earlier moment
    assert actions.Bid("Ann", "ws", 50) not in game.legal()
    assert pickle.loads(pickle.dumps(legal)) == list(legal)
    assert game.legal("Cy") == []


def test_a_still_table_is_asked_once_and_a_changing_one_each_time() -> None:
    asked: list[str] = []

    @cached
    def cash(ctx: Context, player: str) -> int:
        asked.append(player)
        return ctx.state.players[player].cash

    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    still = Context(game.title, game.state, read_only=True)
    assert [cash(still, "Ann"), cash(still, "Ann"), cash(still, "Bob")] == [500, 500, 500]
    assert asked == ["Ann", "Bob"]
    changing = Context(game.title, game.state)
    before = cash(changing, "Ann")
    changing.state.players["Ann"].cash -= 20
    assert (before, cash(changing, "Ann")) == (500, 480)


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_no_refused_choice_names_a_private_that_is_not_in_the_game(title: str) -> None:
    players = range(trunkline.catalogue()[title].players[0])
    game, bot = trunkline.new(title, [f"P{number}" for number in players], seed=1), RandomPlayer(1)
    named = 0
    for number in range(250):
        if number % 5 == 0:
            for choice, _ in game.forbidden():
                action = choice.action if isinstance(choice, trunkline.Amounts) else choice
                private = getattr(action, "private", "") or getattr(action, "power", "")
                assert not private or private in game.shared_state.privates
                named += bool(private)
        game.play(bot.choose(game, min(game.to_act)))
    assert named or title == "1851"  # whose privates have no powers
