"""What the referee promises at every moment of every game, checked on one game at hand."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec.structs import replace

from trunkline.game import Game
from trunkline.kernel.action import Action
from trunkline.kernel.choice import Amounts, Choice, Open, Unavailable
from trunkline.kernel.refusal import Refusal


def check_moment(game: Game, rng: random.Random) -> None:
    """Everything listed as legal can be played and taken back, and everything refused is refused."""
    before = game.digest()
    listed = game.legal()
    assert listed, f"nobody has a legal action, and {game.to_act} must decide"
    for choice in listed:
        for action in samples(choice, rng):
            assert game.check(action) is None, action
            game.play(action)
            assert game.undo() == action
            assert game.digest() == before, action
        if isinstance(choice, Amounts):
            _check_range(game, choice)
        if isinstance(choice, Open):
            assert choice.check(choice.propose(rng)) is None
    _check_forbidden(game)
    for name in game.players:
        if name not in game.to_act:
            assert game.legal(name) == []
    assert game.digest() == before, "looking on has changed the game"


def check_saved(game: Game) -> None:
    """What is saved comes back as the same game, replayed or trusted."""
    data = game.to_bytes()
    for verify in (True, False):
        loaded = Game.from_bytes(data, verify=verify)
        assert loaded.digest() == game.digest()
        assert loaded.actions == game.actions
        assert loaded.to_bytes() == data


def samples(choice: Choice, rng: random.Random) -> Iterator[Action]:
    """Actions a choice stands for: all, or the ends of a range and one between, or a proposal."""
    if isinstance(choice, Amounts):
        between = rng.randrange(choice.low, choice.high + 1, choice.step)
        yield from (choice.at(amount) for amount in sorted({choice.low, between, choice.high}))
    elif isinstance(choice, Open):
        yield choice.propose(rng)
    else:
        assert not isinstance(choice, Unavailable)
        yield choice


def _check_range(game: Game, choice: Amounts) -> None:
    """A range leaves nothing legal out: one step beyond either end is refused."""
    for amount in (choice.low - choice.step, choice.high + choice.step):
        beyond = replace(choice.action, **{choice.field: amount})
        assert game.check(beyond) is not None, beyond


def _check_forbidden(game: Game) -> None:
    for choice, refusal in game.forbidden():
        assert isinstance(refusal, Refusal)
        assert refusal.rule in game.title.rules, refusal
        if isinstance(choice, Amounts):
            ends = [game.check(choice.at(choice.low)), game.check(choice.at(choice.high))]
            assert refusal in ends, choice
        elif isinstance(choice, Action):
            assert game.check(choice) == refusal, choice
