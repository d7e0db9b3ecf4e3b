"""An environment for one agent against computer players (Gymnasium)."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.lab.environments.encoding import LegalActions
from trunkline.lab.environments.episode import Episode
from trunkline.lab.environments.game_setup import MOST_SEED, RENDER_MODES, GameSetup, checked_mode, rendered
from trunkline.lab.environments.rewards import Shaping, reward_named
from trunkline.players import Chooser, first_to_act
from trunkline.players.registry import load_player
from trunkline.util.errors import UsageError


class SingleEnv(gymnasium.Env[Any, Any]):
    """A game of one agent. The opponents play until the agent must decide, or the game ends.

    Observations have the keys ``observation`` and ``action_mask``, or are one vector that ends with the mask.
    An action that the mask forbids raises ``UsageError`` and changes nothing.
    """

    metadata = {"render_modes": [*RENDER_MODES]}

    def __init__(
        self,
        setup: GameSetup,
        opponents: tuple[str, ...],
        *,
        seat: int | None = None,
        flat: bool = False,
        reward: str = "share",
        shaping: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``opponents`` sit in this order after the agent. ``seat`` is None to draw it for each game."""
        if seat is not None and seat not in range(setup.players):
            raise UsageError(f"The seats are 0 to {setup.players - 1}, so there is no seat {seat!r}.")
        self.setup = setup
        self.render_mode = checked_mode(render_mode)
        self._makers = [load_player(name, setup.title) for name in opponents]
        self._seat = seat
        self._flat = flat
        self._reward = reward_named(reward)
        self._shaping = None if shaping is None else Shaping(shaping)
        self._episode: Episode | None = None
        self.legal: LegalActions | None = None
        """The legal actions of the agent; None before ``reset`` and after the end."""
        self.action_space = setup.action_space
        self.observation_space: spaces.Space[Any] = setup.observation_space
        if flat:
            size = setup.arrays.size + len(setup.actions)
            self.observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)

    @property
    def game(self) -> Game | None:
        """The game, for reading; None before ``reset``."""
        return None if self._episode is None else self._episode.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game. The same ``seed`` gives the same seat, deal and opponents."""
        super().reset(seed=seed)
        count = self.setup.players
        game_seed, *seeds = (int(each) for each in self.np_random.integers(MOST_SEED, size=count))
        drawn = int(self.np_random.integers(count))
        seat = drawn if self._seat is None else self._seat
        names = self.setup.names
        self.agent = names[seat]
        """The name of the agent's seat."""
        self._opponents: dict[str, Chooser] = {
            names[(seat + place) % count]: make(own)
            for place, (make, own) in enumerate(zip(self._makers, seeds, strict=True), 1)
        }
        self._episode = episode = Episode(self.setup, game_seed)
        self._play_opponents(episode)
        if self._shaping is not None:
            self._shaping.restart()
            self._shaping.at_decision(episode.game, self.agent)
        return self._observation(episode.game), {"agent": self.agent}

    def step(self, action: int | np.integer[Any] | Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the action of a number, or an action record. Raises ``UsageError``."""
        episode = self._episode
        if episode is None or self.legal is None:
            raise UsageError("There is no game in progress: call reset before step.")
        episode.play(self.legal.action(action))
        self._play_opponents(episode)
        game, ended = episode.game, episode.ended
        reward = self._reward(game)[self.agent] if ended else 0.0
        if (shaping := self._shaping) is not None:
            reward += shaping.at_end(self.agent) if ended else shaping.at_decision(game, self.agent)
        return self._observation(game), reward, game.over, episode.truncated, {"agent": self.agent}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the legal actions, as the libraries with masked policies ask for it.

        After the end it has only zeros. Raises ``UsageError`` before ``reset``.
        """
        if self._episode is None:
            raise UsageError("There is no game in progress: call reset before action_masks.")
        mask = np.zeros(len(self.setup.actions), np.bool_)
        if self.legal is not None:
            mask[list(self.legal)] = True
        return mask

    def render(self) -> str | None:
        """Return the map as SVG, or the last events and the standings as text, by the render mode."""
        return None if self.game is None else rendered(self.game, self.render_mode)

    def _play_opponents(self, episode: Episode) -> None:
        """Let the opponents act until the agent must decide, and find the legal actions of the agent."""
        self.legal = None
        game = episode.game
        while not episode.ended:
            player = first_to_act(game)
            if player == self.agent:
                self.legal = self.setup.actions.legal(game, player)
                return
            episode.play(self._opponents[player].choose(game, player))

    def _observation(self, game: Game) -> Any:
        found = self.setup.observe(game, self.agent, self.legal)
        if not self._flat:
            return found
        values = self.setup.arrays.flat(found["observation"])
        return np.concatenate([values, found["action_mask"].astype(np.float32)])


def made(title: str, opponents: tuple[str, ...], options: dict[str, Any]) -> SingleEnv:
    """Return an environment in a process of a vector."""
    from trunkline.lab.environments import gym

    return gym(title, opponents, **options)
