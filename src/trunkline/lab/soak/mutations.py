"""Made-up actions: legal ones with a field changed, ones of earlier moments, and random ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import structs

from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.depot import train_name
from trunkline.engine.routing.run import Run
from trunkline.engine.track.map_index import STOP
from trunkline.game import Game
from trunkline.game.actions import KINDS, Action, Correction, LayTile

REMEMBERED = 200
"""Number of earlier actions that are kept to be tried again."""
NUMBERS = (-1, 0, 1, 2, 3, 5, 10, 70, 100, 9999)
PROBED = tuple(kind for kind in KINDS if not issubclass(kind, Correction))
"""The kinds to make up. Corrections may lead to positions that fail the checks."""
STRANGER = "Zoe"
"""The name of a player who is not in the game."""


class ActionMutator:
    """A generator of made-up actions. The same seed, game and calls give the same actions."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._rng = rng
        board = game.title.board
        self._names: dict[str, list[str]] = {
            "player": [*game.players, STRANGER],
            "corp": [*board.corporation, "XX"],
            "private": [*board.private, "XX"],
            "hex": [*board.hexes, "Z99"],
            "tile": [*board.tiles, "999"],
            "source": ["bank", "pool", "offering", "treasury", *board.corporation],
            "payout": ["pay", "half", "withhold", ""],
            "right": [*board.bonuses, "XX"],
            "power": ["", *board.private],
        }
        self._kinds = game.title.kinds
        self._earlier: list[Action] = []

    def remember(self, choices: Sequence[Choice]) -> None:
        """Keep one of these choices for later moments."""
        action = listed(self._rng.choice(choices), self._rng) if choices else None
        if action is None:
            return
        if len(self._earlier) < REMEMBERED:
            self._earlier.append(action)
        else:
            self._earlier[self._rng.randrange(REMEMBERED)] = action

    def probe(self, game: Game, offered: Sequence[Choice]) -> Action:
        """Return an action to try now. It may be legal."""
        draw = self._rng.random()
        if draw < 0.25 and self._earlier:
            return self._taken_over(game, self._rng.choice(self._earlier))
        if draw < 0.75 and offered:
            action = listed(self._rng.choice(offered), self._rng)
            if action is not None:
                return self._changed(game, action)
        return self._fancy(game)

    def _changed(self, game: Game, action: Action) -> Action:
        """Return the action with one field changed, or sometimes unchanged."""
        if self._rng.random() < 0.1:
            return action
        names = _fields(type(action))
        name = self._rng.choice([name for name in names if name != "player"] or names)
        if self._rng.random() < 0.1:
            name = "player"
        value: object = getattr(action, name)
        if isinstance(value, bool):
            value = not value
        elif isinstance(value, int):
            value = self._rng.choice((value - 1, value + 1, value + 5, value * 2, *NUMBERS))
        else:
            value = self._value(game, name)
        return structs.replace(action, **{name: value})

    def _taken_over(self, game: Game, action: Action) -> Action:
        """Return the action, or the same action for the corporation in turn, such as a second lay."""
        turn = game.state.operating.turn if game.state.operating else None
        if turn is None or "corp" not in _fields(type(action)) or self._rng.random() < 0.4:
            return action
        president = game.state.corporations[turn.corp].president
        return structs.replace(action, player=president, corp=turn.corp)

    def _fancy(self, game: Game) -> Action:
        kind = self._rng.choice(self._kinds if self._rng.random() < 0.9 else PROBED)
        fields: dict[str, Any] = {name: self._value(game, name) for name in _fields(kind)}
        # Out of turn only the name matters. So the right player usually acts, for the right company.
        if self._rng.random() < 0.8 and game.to_act:
            fields["player"] = min(game.to_act)
        turn = game.state.operating.turn if game.state.operating else None
        if turn is not None and "corp" in fields and self._rng.random() < 0.6:
            fields["corp"] = turn.corp
        return kind(**fields)

    def _value(self, game: Game, field: str) -> object:
        if field == "runs":
            stops = [f"{hex}.{self._rng.choice('01x')}" for hex in self._rng.sample(self._names["hex"], 3)]
            return (Run(self._rng.choice([*game.state.trains]), tuple(stops)),)
        if field in ("train", "trade_in"):
            return self._rng.choice([*game.state.trains, "9-1", ""])
        if field == "ferry":
            return self._rng.choice([*(ferry.id for ferry in game.board.ferries), "none"])
        if field in self._names:
            return self._rng.choice(self._names[field])
        if field in ("accept", "pay", "president"):
            return self._rng.random() < 0.5
        return self._rng.randrange(6) if field == "rotation" else self._rng.choice(NUMBERS)


def listed(choice: Choice, rng: random.Random) -> Action | None:
    """Return an action that a choice includes, or None if it would need a search."""
    if isinstance(choice, Amounts):
        between = rng.randrange(choice.low, choice.high + 1, choice.step)
        return choice.at(rng.choice((choice.low, between, choice.high)))
    return None if isinstance(choice, Open) else choice


def offers(game: Game, offered: Sequence[Choice], action: Action) -> bool:
    """Return whether the action, or an equivalent one, is on the list.

    Copies of a train are equivalent, as are rotations of a tile with the same track.
    """
    return any(_stands_for(game, choice, action) for choice in offered)


def named(offered: Sequence[Choice], action: Action) -> bool:
    """Return whether the list contains this exact action, which must then be legal."""
    for choice in offered:
        if isinstance(choice, Amounts):
            amount = getattr(action, choice.field, choice.low - 1)
            if amount in choice and choice.at(amount) == action:
                return True
        elif choice == action:
            return True
    return False


@cache
def _fields(kind: type[Action]) -> tuple[str, ...]:
    """Return the names of an action's fields."""
    return tuple(field.name for field in structs.fields(kind))


def plain(action: Action) -> str:
    """Return the action as one line of JSON."""
    return msgspec.json.encode(action).decode()


def _stands_for(game: Game, choice: Choice, action: Action) -> bool:
    if isinstance(choice, Open):
        return (choice.kind, choice.player) == (type(action), action.player)
    if isinstance(choice, Amounts):
        amount = getattr(action, choice.field, choice.low - 1)
        return amount in choice and _bare(game, choice.at(amount)) == _bare(game, action)
    return type(choice) is type(action) and _bare(game, choice) == _bare(game, action)


def _bare(game: Game, action: Action) -> Action:
    """Return the action with types of trains instead of copies, and the lowest of equal rotations."""
    if isinstance(action, LayTile):
        shown = _track(game, action.tile, action.rotation)
        lowest = next(turn for turn in range(6) if _track(game, action.tile, turn) == shown)
        return structs.replace(action, rotation=lowest)
    types = {
        name: train_name(train) for name in ("train", "trade_in") if (train := getattr(action, name, ""))
    }
    return structs.replace(action, **types) if types else action


def _track(game: Game, tile: str, rotation: int) -> object:
    piece = game.title.tables.piece(tile, rotation)
    return {ends for ends in piece.segments if max(ends) < STOP}, sorted(piece.stop_edges)
