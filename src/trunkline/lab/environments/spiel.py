"""A game of OpenSpiel. It has no chance: the seed of the deal is an option of the game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from trunkline.game import Game
from trunkline.lab.environments.encoding import LegalActions
from trunkline.lab.environments.episode import Episode
from trunkline.lab.environments.game_setup import GameSetup
from trunkline.lab.environments.rewards import reward_named
from trunkline.players import first_to_act

ZERO_SUM = ("share", "rank")
"""Rewards whose sum over the players is 0."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A title with its options and a seed, as a game of perfect information."""

    def __init__(self, setup: GameSetup, seed: int, reward: str) -> None:
        """``seed`` decides the deal. ``reward`` names the returns at the end of a game."""
        self.setup = setup
        self.seed = seed
        self.reward = reward_named(reward)
        zero_sum = reward in ZERO_SUM
        utility = pyspiel.GameType.Utility
        kind = pyspiel.GameType(
            short_name=f"trunkline_{setup.title.lower()}",
            long_name=f"{setup.title} by Trunkline",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=setup.players,
            min_num_players=setup.players,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        size = pyspiel.GameInfo(
            num_distinct_actions=len(setup.actions),
            max_chance_outcomes=0,
            num_players=setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=setup.max_actions,
        )
        super().__init__(kind, size, {})

    def new_initial_state(self) -> SpielState:
        """Return the start of the game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SpielObserver:
        """Return an observer, whose tensor is the vector of all arrays."""
        return SpielObserver(self.setup)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. Players are numbered in seat order."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.setup = game.setup
        self._episode = Episode(game.setup, game.seed)
        self._reward = game.reward
        self._legal: LegalActions | None = None

    @property
    def game(self) -> Game:
        """The game of Trunkline, for reading."""
        return self._episode.game

    @property
    def legal(self) -> LegalActions:
        """The legal actions of the player who acts."""
        if self._legal is None:
            self._legal = self.setup.actions.legal(self.game, first_to_act(self.game))
        return self._legal

    def current_player(self) -> int:
        """Return the number of the player who acts, or that of the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.game.players.index(first_to_act(self.game))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.legal) if player == self.current_player() else []

    def _apply_action(self, number: int) -> None:
        self._episode.play(self.legal.action(number))
        self._legal = None

    def _action_to_string(self, player: int, number: int) -> str:
        return self.setup.actions.text(number)

    def is_terminal(self) -> bool:
        """Return whether the game has ended, or is cut off."""
        return self._episode.ended

    def returns(self) -> list[float]:
        """Return the reward of each player; zeros before the end."""
        if not self.is_terminal():
            return [0.0] * self.setup.players
        rewards = self._reward(self.game)
        return [rewards[name] for name in self.game.players]

    def __str__(self) -> str:
        """Return the hash of the position."""
        return self.game.digest()


class SpielObserver:
    """An observer with the vector of all arrays, and each array by name."""

    def __init__(self, setup: GameSetup) -> None:
        self._arrays = setup.arrays
        self.tensor = np.zeros(setup.arrays.size, np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, array in setup.arrays.arrays.items():
            rows, columns = array.shape
            self.dict[name] = self.tensor[start : start + rows * columns].reshape(rows, columns)
            start += rows * columns

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the arrays from the view of a player."""
        observed = self._arrays.observe(state.game, state.game.players[player])
        for name, values in observed.items():
            self.dict[name][:] = values

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the hash of the position. No information is hidden."""
        return str(state)
