"""Tests of lines read with a game: obvious parts may be left out, and ambiguous lines are refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import trunkline
from players.contract import samples
from trunkline import Game, Refusal, UsageError
from trunkline import actions as A
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Open
from trunkline.game.notation import Ambiguous, notation, parse, short
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

GAMES = [
    ("1856", "printed", "announced"),
    ("1856", "18xx.games", "best"),
    ("1851", "printed", "best"),
    ("1851", "rails", "best"),
    ("18GL", "printed", "announced"),
]


def moments(title: str, rules: str, runs: str) -> Iterator[Game]:
    """Yield moments of a random game, some actions apart."""
    game = trunkline.new(title, ["Ann", "Bob Lee", "bank"], seed=4, rules=rules, runs=runs)
    for number, _ in enumerate(play_turns(game, RandomPlayer(4))):
        if number % 17 == 0:
            yield game


@pytest.mark.parametrize(("title", "rules", "runs"), GAMES)
def test_whatever_is_legal_has_a_line_of_its_own(title: str, rules: str, runs: str) -> None:
    rng = random.Random(7)
    kinds: set[type[Action]] = set()
    for game in moments(title, rules, runs):
        legal = [action for choice in game.legal() for action in samples(choice, rng)]
        written = {notation(action): action for action in legal}
        assert len(written) == len(set(legal))
        assert all(parse(line) == action for line, action in written.items())
        kinds |= {type(action) for action in legal}
        for action in rng.sample(legal, min(3, len(legal))):
            assert parse(notation(action), game) == action
            assert parse(short(action, game), game) == action
    assert len(kinds) >= 10


def test_a_whole_game_of_lines_leads_to_the_same_state() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=2)
    again = game.copy()
    said: list[str] = []
    for number, _ in enumerate(play_turns(game, RandomPlayer(2))):
        said.append(short(game.actions[-1], again))
        again.play(parse(said[-1], again))
        if number == 300:
            break
    assert again == game
    assert sum(": " not in line for line in said) > 250


def opening() -> Game:
    return trunkline.new("1856", ["Ann", "Bob", "Cy"])


def test_what_is_plain_may_be_left_out() -> None:
    game = operating()
    assert parse("PASSES", game) == A.Pass("Ann")
    lay = next(choice for choice in game.legal() if isinstance(choice, A.LayTile) and choice.tile == "5")
    assert parse(f"lays 5/{lay.rotation} on {lay.hex.lower()}", game) == lay


def operating() -> Game:
    """Return the first operating turn of a game of 1856, by a company with its home on C14."""
    game = opening()
    for line in (
        *("buys flos", "buys ws", "buys canada", "buys lakes", "buys bridge", "buys tunnel"),
        *("starts LPS at 65", "Bob: buys LPS", "buys LPS", "buys LPS", "passes", "passes", "passes"),
    ):
        game.play(parse(line, game))
    return game


def test_what_may_mean_several_actions_is_refused_with_their_lines() -> None:
    game = operating()
    with pytest.raises(Ambiguous) as refused:
        parse("lays 5 on C14", game)
    assert str(refused.value).startswith("'lays 5 on C14' may mean Ann: LPS lays 5/")


def test_a_whole_line_that_is_illegal_is_refused_by_its_rule() -> None:
    with pytest.raises(Refusal) as refused:
        parse("buys tunnel", opening())
    assert refused.value.rule.startswith("1856.")
    with pytest.raises(Refusal):
        parse("Bob: buys flos", opening())


@pytest.mark.parametrize("line", ["dances", "lays 57", "bids 105 on flos on ws", "Zoe: lays 5 on C14"])
def test_a_line_that_means_no_legal_action_is_refused(line: str) -> None:
    with pytest.raises(UsageError, match="No action that is legal now is written"):
        parse(line, operating())


def test_the_copy_of_a_train_need_not_be_said() -> None:
    game = operating()
    while not any(isinstance(choice, A.BuyTrain) for choice in game.legal()):
        game.play(parse("passes", game))
    bought = parse("buys 2 from bank", game)
    assert bought == A.BuyTrain("Ann", "LPS", "2-0", "bank", 100)
    with pytest.raises(UsageError, match="No action"):
        parse("LPS buys 3 from bank", game)


def test_an_amount_must_be_said_and_be_in_its_range() -> None:
    game = opening()
    assert parse("bids 105 on bridge", game) == A.Bid("Ann", "bridge", 105)
    with pytest.raises(Ambiguous):
        parse("bids 105", game)
    with pytest.raises(Refusal):
        parse("bids 1 on bridge", game)


def test_runs_are_read_whole() -> None:
    for game in moments("1856", "printed", "free"):
        for choice in game.legal():
            if isinstance(choice, Open) and choice.kind is A.RunTrains:
                action = choice.best()
                assert parse(notation(action, actor=False), game) == action
                return
    raise AssertionError("no train has run")
