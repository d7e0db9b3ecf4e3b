"""An environment for several agents who act in turn (PettingZoo AEC)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.lab.environments.episode import Episode
from trunkline.lab.environments.game_setup import MOST_SEED, RENDER_MODES, GameSetup, checked_mode, rendered
from trunkline.lab.environments.rewards import Shaping, reward_named
from trunkline.players import first_to_act
from trunkline.util.errors import UsageError


class TurnsEnv(AECEnv):  # type: ignore[misc]
    """A game in which each seat is an agent. ``copy.deepcopy`` copies it at any moment.

    Observations have the keys ``observation`` and ``action_mask``.

    Rewards come at the end of the game. With ``shaping``, a discount, each decision also brings the change
    of the share of worth since the agent's last one.

    An action that the mask forbids raises ``UsageError`` and changes nothing.
    """

    metadata = {"name": "trunkline_v1", "render_modes": [*RENDER_MODES], "is_parallelizable": False}

    def __init__(
        self,
        setup: GameSetup,
        *,
        seed: int | None = None,
        reward: str = "share",
        shaping: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``seed`` is that of the first game; further games draw theirs from it."""
        super().__init__()
        self.setup = setup
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = list(setup.names)
        self._reward = reward_named(reward)
        self._shaping = None if shaping is None else Shaping(shaping)
        self._seeds, _ = seeding.np_random(seed)
        self._spaces = (setup.observation_space, setup.action_space)
        self._begin(int(self._seeds.integers(MOST_SEED)))

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of the observations, the same for each agent."""
        return self._spaces[0]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the space of the actions, the same for each agent."""
        return self._spaces[1]

    @property
    def game(self) -> Game:
        """The game, for reading."""
        return self._episode.game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. The same ``seed`` gives the same game."""
        if seed is not None:
            self._seeds, _ = seeding.np_random(seed)
        self._begin(int(self._seeds.integers(MOST_SEED)))

    def _begin(self, seed: int) -> None:
        self._episode = Episode(self.setup, seed)
        if self._shaping is not None:
            self._shaping.restart()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Find the agent who acts, and its shaping reward since its last decision."""
        self.agent_selection = first_to_act(self.game)
        if self._shaping is not None:
            self.rewards[self.agent_selection] += self._shaping.at_decision(self.game, self.agent_selection)
        self.legal = self.setup.actions.legal(self.game, self.agent_selection)
        """The legal actions of the agent who acts. ``LegalActions.action`` turns a number into an action."""

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent. The mask of an agent who does not act has only zeros."""
        acts = agent == self.agent_selection and not self._ended
        return self.setup.observe(self.game, agent, self.legal if acts else None)

    @property
    def _ended(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def step(self, action: int | Action | None) -> None:
        """Play the action of a number, or an action record; None after the end. Raises ``UsageError``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UsageError(f"{agent} must choose an action, and None is one only after the end of a game.")
        chosen = self.legal.action(action)
        self._episode.play(chosen)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._reward_step()
        self._accumulate_rewards()

    def _reward_step(self) -> None:
        if self._episode.ended:
            ends = self.truncations if self._episode.truncated else self.terminations
            ends.update(dict.fromkeys(self.agents, True))
            self.rewards.update(self._reward(self.game))
            if self._shaping is not None:
                for name in self.agents:
                    self.rewards[name] += self._shaping.at_end(name)
        else:
            self._select()

    def render(self) -> str | None:
        """Return the map as SVG, or the last events and the standings as text, by the render mode."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Release nothing: a game holds no resources."""
