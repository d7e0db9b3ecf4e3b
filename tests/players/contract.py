"""Checks of the referee's contract at a moment of a game."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec import structs

from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.routing.run import Run
from trunkline.game import Game
from trunkline.game.actions import KINDS, Action, Correction


def check_moment(game: Game, rng: random.Random) -> None:
    """Check that all legal actions can be played and undone, and that all refused actions are refused."""
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


def check_made_up(game: Game, rng: random.Random, count: int = 40) -> None:
    """Check that invented actions are refused by a rule or played, and raise no other error."""
    before, money = game.digest(), game.state.total_money()
    for _ in range(count):
        action = _made_up(game, rng)
        refusal = game.check(action)
        if refusal is not None:
            assert refusal.rule in game.title.rules, action
            assert str(refusal)
        else:
            game.play(action)
            assert game.state.total_money() == money
            game.undo()
        assert game.digest() == before


def check_saved(game: Game) -> None:
    """Check that a saved game loads as the same game, replayed or trusted."""
    data = game.to_bytes()
    for verify in (True, False):
        loaded = Game.from_bytes(data, verify=verify)
        assert loaded.digest() == game.digest()
        assert loaded.actions == game.actions
        assert loaded.to_bytes() == data


def samples(choice: Choice, rng: random.Random) -> Iterator[Action]:
    """Yield actions of a choice: itself, or the ends of a range and one between, or a proposal."""
    if isinstance(choice, Amounts):
        between = rng.randrange(choice.low, choice.high + 1, choice.step)
        yield from (choice.at(amount) for amount in sorted({choice.low, between, choice.high}))
    elif isinstance(choice, Open):
        yield choice.propose(rng)
    else:
        yield choice


def _made_up(game: Game, rng: random.Random) -> Action:
    """Return an action of any kind, with existing and invented names and numbers."""
    board, state = game.title.board, game.state
    names: dict[str, list[str]] = {
        "player": [*game.players, "Zoe"],
        "corp": [*board.corporation, "XX", ""],
        "private": [*board.private, "XX"],
        "hex": [*board.hexes, "Z99"],
        "tile": [*board.tiles, "999"],
        "train": [*state.trains, "9-1", "2", ""],
        "trade_in": ["", *state.trains, "9-1"],
        "source": ["bank", "pool", "offering", "treasury", *board.corporation, ""],
        "payout": ["pay", "half", "withhold", ""],
        "right": ["bridge", "tunnel", "port", ""],
        "power": ["", *board.private, "XX"],
        "ferry": [*(ferry.id for ferry in board.ferries), "XX"],
    }
    fields: dict[str, object] = {}
    kind = rng.choice([kind for kind in KINDS if not issubclass(kind, Correction)])
    for field in structs.fields(kind):
        if field.name == "runs":
            steps = [f"{hex}{rng.choice(['.0', '.1', '', '.x'])}" for hex in rng.sample([*board.hexes], 4)]
            fields[field.name] = (Run(rng.choice([*state.trains, "x"]), tuple(steps)),)
        elif field.name in names:
            fields[field.name] = rng.choice(names[field.name])
        elif field.type is bool:
            fields[field.name] = rng.random() < 0.5
        else:
            fields[field.name] = rng.choice([-1, 0, 1, 2, 70, 9999])
    # The referee checks the player first. Most actions therefore have the right player, and often the
    # company.
    if rng.random() < 0.8:
        fields["player"] = next(iter(game.to_act))
    turn = state.operating.turn if state.operating else None
    if turn is not None and "corp" in fields and rng.random() < 0.6:
        fields["corp"] = turn.corp
    return kind(**fields)  # type: ignore[arg-type]


def _check_range(game: Game, choice: Amounts) -> None:
    """Check that a range is complete: one step beyond either end is refused."""
    for amount in (choice.low - choice.step, choice.high + choice.step):
        beyond = structs.replace(choice.action, **{choice.field: amount})
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
