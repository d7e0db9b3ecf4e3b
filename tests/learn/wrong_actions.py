"""Wrong actions that a person may try: allowed ones with one thing changed, and earlier ones again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.routing.run import Run
from trunkline.game import Game
from trunkline.game.actions import Action, RunTrains
from trunkline.game.position import Position

BASES = 3
"""Number of allowed actions of each kind that are changed."""
VALUES = 10
"""Maximum number of other values of a field."""


class WrongActions:
    """Made-up actions at the moments of one game, in their order."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._rng = rng
        board = game.board
        self._values: dict[str, Sequence[Any]] = {
            "player": game.players,
            "corp": [*board.corporation],
            "private": [*board.private],
            "hex": [*board.hexes],
            "tile": [*board.tiles],
            "source": ["bank", "pool", "offering", "treasury", *board.corporation],
            "payout": ["pay", "half", "withhold"],
            "right": [*board.bonuses],
            "power": ["", *board.private],
            "rotation": range(6),
        }
        self._earlier: dict[type[Action], list[Action]] = {}

    def at(self, game: Game) -> Iterator[Action]:
        """Yield wrong actions of this moment, and perhaps some that are allowed."""
        listed: dict[type[Action], list[Action]] = {}
        for choice in game.legal():
            if action := _action(choice):
                listed.setdefault(type(action), []).append(action)
        yield from self._again(game)
        for kind, actions in listed.items():
            for action in self._rng.sample(actions, min(BASES, len(actions))):
                yield from self._changed(game, action)
            self._earlier[kind] = self._rng.sample(actions, min(BASES, len(actions)))

    def _again(self, game: Game) -> Iterator[Action]:
        """Yield actions of earlier moments, and the same for the corporation in turn."""
        turn = game.state.operating.turn if game.state.operating else None
        for actions in self._earlier.values():
            for action in actions:
                yield action
                yield structs.replace(action, player=min(game.to_act))
                if turn is not None and hasattr(action, "corp"):
                    president = game.state.corporations[turn.corp].president
                    yield structs.replace(action, player=president, corp=turn.corp)

    def _changed(self, game: Game, action: Action) -> Iterator[Action]:
        if isinstance(action, RunTrains):
            for runs in self._routes(game, action):
                yield structs.replace(action, runs=runs)
        for field in structs.fields(type(action)):
            now = getattr(action, field.name)
            for value in self._others(game, field.name, now):
                yield structs.replace(action, **{field.name: value})

    def _others(self, game: Game, field: str, now: Any) -> Sequence[Any]:
        if isinstance(now, bool):
            return (not now,)
        if field in ("train", "trade_in"):
            values: Sequence[Any] = [*{name.partition("-")[0]: name for name in game.state.trains}.values()]
        elif field in self._values:
            values = self._values[field]
        elif isinstance(now, int):
            values = [each for each in (now - 1, now + 1, now + 5, now * 2, now // 2) if each > 0]
        else:
            return ()
        return self._rng.sample(values, min(VALUES, len(values)))

    def _routes(self, game: Game, action: RunTrains) -> Iterator[tuple[Run, ...]]:
        """Yield routes with one fault each."""
        runs = action.runs
        if not runs:
            return
        first, *rest = runs
        train, path = first.train, first.path
        others = [
            *_runs_of(game, action.corp, -1),
            path[:-1],
            path[1:],
            path[:1],
            (*path, *reversed(path[:-1])),
            (*path, path[0]),
            *((*path[:at], path[at].partition(".")[0], *path[at + 1 :]) for at in range(1, len(path) - 1)),
            *(run.path for run in rest),
        ]
        for each in game.state.corporations.values():
            if each.id != action.corp and each.started and len(each.stations) > 0:
                others += _runs_of(game, each.id, 0)
        for other in others:
            yield (Run(train, tuple(other)), *rest)
        for second in game.state.trains_at(action.corp):
            if second != train:
                yield (first, Run(second, path))
        elsewhere = next((name for name, at in game.state.trains.items() if at != action.corp), "")
        yield (Run(elsewhere, path), *rest)


def _action(choice: Choice) -> Action | None:
    if isinstance(choice, Amounts):
        return choice.at(choice.high)
    return choice.best() if isinstance(choice, Open) else choice


def _runs_of(game: Game, corp: str, number: int) -> list[tuple[str, ...]]:
    """Return the best routes of a corporation with the first or the last type of train that is left."""
    types = [name.rpartition("-")[0] for name, at in game.state.trains.items() if at not in ("out", corp)]
    return [run.path for run in Position.of(game).best_runs(corp, [types[number]]).runs] if types else []
