"""The set-up of a game for an environment: options, numbers of actions and arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
from gymnasium import spaces

import trunkline
from trunkline.game import Game
from trunkline.game.wording.events import sentences
from trunkline.lab.environments.encoding import ActionSpace, LegalActions, action_space
from trunkline.lab.environments.observation import Observation, ObservationSpace, observation_space
from trunkline.util.errors import UsageError

MOST_ACTIONS: Final = 5_000
"""Actions after which an environment truncates a game. Games of reasonable players have 300 to 1,500."""
MOST_SEED: Final = 2**31
"""Seeds of games are below this number."""
RENDER_MODES: Final = ("ansi", "svg")
SHOWN: Final = 5
"""The latest events in a rendered text."""


@dataclass(frozen=True)
class GameSetup:
    """The options of the games of an environment. ``trunkline.new`` explains them."""

    title: str
    players: int
    rules: str = "printed"
    runs: str = "best"
    variants: tuple[str, ...] = ()
    board: str = ""
    """The text of a board file."""
    max_actions: int = MOST_ACTIONS
    """Actions after which a game is truncated."""

    def __post_init__(self) -> None:
        for field in ("players", "max_actions"):
            number = getattr(self, field)
            if type(number) is not int or number < 1:
                raise UsageError(f"The option {field} is a whole number from 1 on, not {number!r}.")
        self.new(0)

    def __deepcopy__(self, memo: object) -> GameSetup:
        """Return this setup: copies of an environment share it."""
        return self

    @staticmethod
    def of(game: Game) -> GameSetup:
        """Return the setup of any game, so that a policy can play in it. The result is cached."""
        options = game.options
        return _cached(
            options.title, len(game.players), options.rules, options.runs, options.variants, options.board
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, which are the names of the agents."""
        return tuple(f"player_{seat}" for seat in range(self.players))

    def new(self, seed: int) -> Game:
        """Return a new game. Raises ``UsageError`` if an option is not valid."""
        return trunkline.new(
            self.title,
            self.names,
            seed=seed,
            rules=self.rules,
            runs=self.runs,
            variants=self.variants,
            board=self.board,
        )

    @cached_property
    def actions(self) -> ActionSpace:
        """The numbers of the actions."""
        return action_space(self.new(0).title)

    @cached_property
    def arrays(self) -> ObservationSpace:
        """The arrays of an observation."""
        return observation_space(self.new(0).title, self.players)

    @property
    def action_space(self) -> spaces.Discrete[Any]:
        """The Gymnasium space of the actions."""
        return spaces.Discrete(len(self.actions))

    @property
    def observation_space(self) -> spaces.Dict:
        """The Gymnasium space of an observation with its mask."""
        arrays: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(-np.inf, np.inf, array.shape, np.float32)
            for name, array in self.arrays.arrays.items()
        }
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        return spaces.Dict({"observation": spaces.Dict(arrays), "action_mask": mask})

    def observe(self, game: Game, viewer: str, legal: LegalActions | None) -> dict[str, Any]:
        """Return an observation with its mask. Without legal actions the mask has only zeros."""
        observation: Observation = self.arrays.observe(game, viewer)
        mask = np.zeros(len(self.actions), np.int8) if legal is None else legal.mask()
        return {"observation": observation, "action_mask": mask}


@lru_cache(maxsize=8)
def _cached(
    title: str, players: int, rules: str, runs: str, variants: tuple[str, ...], board: str
) -> GameSetup:
    return GameSetup(title, players, rules, runs, variants, board)


def setup_with(title: str, players: int, options: Mapping[str, Any]) -> GameSetup:
    """Return a setup. Raises ``UsageError`` if there is no such option, or a value is not valid."""
    known = [field.name for field in fields(GameSetup)][2:]
    for option in options:
        if option not in known:
            raise UsageError(
                f"There is no option {option!r} of an environment; there are {', '.join(known)}."
            )
    return GameSetup(title, players, **options)


def checked_mode(mode: str | None) -> str | None:
    """Return a render mode. Raises ``UsageError`` if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise UsageError(f"There is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}.")
    return mode


def rendered(game: Game, mode: str | None) -> str | None:
    """Return a game as text (``ansi``) or as a picture (``svg``), or None without a mode."""
    if mode == "svg":
        return game.svg()
    if mode != "ansi":
        return None
    standings = (f"{each.place}. {each.player} ${each.worth}" for each in game.standings())
    return "\n".join([*sentences(game.title, game.log)[-SHOWN:], *standings])
