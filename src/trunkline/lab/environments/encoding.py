"""A fixed number for every action of a title, and the numbers that are legal at a moment.

A number stands for a key (``action_keys``). Amounts use a ladder of steps, and runs a short list. The
parametric form (``parametric``) also reaches the actions without a number.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import index
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from trunkline.engine.kernel.action import ON_RECORD, Action, encode, tag
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game
from trunkline.lab.environments.action_keys import COUNTS, LADDER, RUNS, TOP, Key, key_of, keys
from trunkline.lab.environments.seats import seats_from
from trunkline.lab.environments.vocabulary import Vocabulary, vocabulary
from trunkline.util.errors import UsageError

VERSION: Final = 1
"""The version of the numbers. It changes if a number of any title changes its meaning."""
DRAWS: Final = 8
"""Random sets of runs from which those with a number come. Their seeds are fixed."""
Pending = Action | tuple[Amounts, int] | Open
"""An action, or a range and one of its amounts, or the best runs: made into an action when it is chosen."""


class ActionSpace:
    """The numbers of all actions of a title."""

    def __init__(self, names: Vocabulary, kinds: Sequence[type[Action]]) -> None:
        """Number the actions of these kinds, in the order of the kinds and of the board."""
        self.names = names
        self.kinds = tuple(kinds)
        self.keys: tuple[Key, ...] = tuple(keys(kinds, names))
        """The key of each number."""
        self.index: Mapping[Key, int] = {key: number for number, key in enumerate(self.keys)}

    def __len__(self) -> int:
        return len(self.keys)

    def __deepcopy__(self, memo: object) -> ActionSpace:
        """Return this space: it never changes."""
        return self

    def legal(self, game: Game, player: str) -> LegalActions:
        """Return the legal actions of a player. Raises ``UsageError`` for an unknown player."""
        return LegalActions(self, game, player)

    def text(self, number: int) -> str:
        """Return the key of a number as text, such as ``lay_tile B10 8 3``."""
        return " ".join(str(part) for part in self.keys[number] if part != "")


class LegalActions:
    """The legal actions of one player at one moment, by number."""

    def __init__(self, space: ActionSpace, game: Game, player: str) -> None:
        self.space = space
        self.choices: tuple[Choice, ...] = tuple(
            choice for choice in game.legal(player) if kind_of(choice) not in ON_RECORD
        )
        """The choices of ``Game.legal``, without those of recorded games."""
        self.seats: tuple[str, ...] = tuple(seats_from(game.players, player))
        """The players in seat order, from this one on."""
        self._game = game.copy()
        self._best_only = game.options.runs == "best"
        self._actions: dict[int, Pending] = {}
        for choice in self.choices:
            if isinstance(choice, Action):
                # Trains of a kind at one place are equal, so the first stands for all.
                self._actions.setdefault(space.index[key_of(choice, self.seats)], choice)
            else:
                for key, pending in self._several(choice):
                    self._actions.setdefault(space.index[key], pending)

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._actions))

    def __contains__(self, number: object) -> bool:
        return number in self._actions

    def mask(self) -> NDArray[np.int8]:
        """Return an array with 1 for each legal number and 0 for the others."""
        mask = np.zeros(len(self.space), np.int8)
        mask[list(self._actions)] = 1
        return mask

    def action(self, number: int | np.integer[Any] | Action) -> Action:
        """Return the action of a number. An action stays as it is. Raises ``UsageError`` if it is illegal."""
        if isinstance(number, Action):
            return self._allowed(number)
        if isinstance(number, bool):  # Python counts True as 1.
            raise UsageError(self._why_not(number))
        try:
            number = index(number)
            pending = self._actions[number]
        except (KeyError, TypeError):
            raise UsageError(self._why_not(number)) from None
        if isinstance(pending, Action):
            return pending
        action = pending.best() if isinstance(pending, Open) else pending[0].at(pending[1])
        self._actions[number] = action
        return action

    def _why_not(self, number: object) -> str:
        size = len(self.space)
        if isinstance(number, bool) or not isinstance(number, int | np.integer):
            return f"An action is a number from 0 to {size - 1}, not {number!r}."
        if not 0 <= number < size:
            return f"Actions have the numbers 0 to {size - 1}, so there is no action {number}."
        return (
            f"Action {number} ({self.space.text(int(number))}) is not legal for {self.seats[0]} now. "
            "Choose one with a 1 in the mask."
        )

    def _allowed(self, action: Action) -> Action:
        """Return an action. Raises ``UsageError`` if this player may not play it now."""
        refusal = self._game.check(action)
        if refusal is not None:
            raise UsageError(f"{action} is not legal now: {refusal}.")
        if action.player != self.seats[0] or isinstance(action, ON_RECORD):
            raise UsageError(f"{action} is not an action of {self.seats[0]}, who acts now.")
        return action

    def number(self, action: Action) -> int:
        """Return the number of a legal action. Raises ``UsageError`` if it has none."""
        key = key_of(action, self.seats)
        number = self.space.index.get(key, -1)
        kind = tag(type(action))
        alike = [each for each in self._actions if self.space.keys[each][0] == kind]
        equal = next((each for each in alike if self.action(each) == action), None)
        if equal is not None:
            return equal
        if number in self._actions and _without_trains(action) == _without_trains(self.action(number)):
            return number
        raise UsageError(
            f"{action} has no number here: it is not legal, or its amount or its runs are not in the list."
        )

    def _several(self, choice: Amounts | Open) -> Iterator[tuple[Key, Pending]]:
        """Yield the keys of a range or of an open choice."""
        if isinstance(choice, Amounts):
            *key, _ = key_of(choice.action, self.seats)
            for last, amount in _rungs(choice):
                yield (*key, last), (choice, amount)
            return
        kind = tag(choice.kind)
        yield (kind, 0), choice
        if not self._best_only:
            yield from (((kind, place), runs) for place, runs in enumerate(drawn_runs(choice), 1))


def _without_trains(action: Action) -> dict[str, object]:
    """Return the fields of an action that do not say which of several equal trains it names."""
    return {name: value for name, value in encode(action).items() if name not in ("train", "trade_in")}


def action_space(title: Title) -> ActionSpace:
    """Return the numbers of the actions of a title."""
    return _space(vocabulary(title), title.kinds)


@lru_cache(maxsize=8)
def _space(names: Vocabulary, kinds: tuple[type[Action], ...]) -> ActionSpace:
    return ActionSpace(names, kinds)


def drawn_runs(choice: Open) -> list[Action]:
    """Return some different sets of runs of an open choice, always the same ones at the same position."""
    drawn = dict.fromkeys(choice.propose(random.Random(seed)) for seed in range(DRAWS))
    return list(drawn)[: RUNS - 1]


def _rungs(choice: Amounts) -> list[tuple[int, int]]:
    """Return the last part of the key of each amount that has a number, and the amount."""
    low, high, step = choice.low, choice.high, choice.step
    if choice.field == "count":
        return [(amount, amount) for amount in range(low, high + 1, step) if amount in COUNTS]
    most = (high - low) // step
    found = [(rung, low + step * steps) for rung, steps in enumerate(LADDER) if steps <= most]
    if LADDER[found[-1][0]] != most:
        found.append((TOP, low + step * most))
    return found
