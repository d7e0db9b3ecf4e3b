"""The environments of PettingZoo and Gymnasium, checked by the tests of these libraries too."""

from __future__ import annotations

import builtins
import copy
import random
import warnings
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from lab.environments.play import digest, drawn
from trunkline.game import Game
from trunkline.lab import environments
from trunkline.lab.environments import aec, gym, vector
from trunkline.lab.environments.rewards import REWARDS, Shaping, share
from trunkline.util.errors import UsageError

CLERKS = ("clerk", "clerk")
WEIGHTS_1851 = files("trunkline.players.scholar") / "weights/1851.json"
untyped_aec: Any = aec
untyped_gym: Any = gym
untyped_vector: Any = partial(vector, "1856", CLERKS)
LEAST = {"1856": 3, "1851": 3, "18GL": 2}


@pytest.mark.parametrize("title", LEAST)
def test_an_environment_passes_the_tests_of_pettingzoo(
    title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of an observation that has a mask, which api_test does not expect
        api_test(aec(title, LEAST[title], seed=1, max_actions=60), num_cycles=80)
        seed_test(lambda: aec(title, 4, max_actions=40), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("flat", [False, True])
def test_an_environment_of_one_agent_passes_the_test_of_gymnasium(flat: bool) -> None:
    class Masked(type(gym("18GL", ["random"]))):  # type: ignore[misc]
        """An environment whose actions are drawn among the legal ones, as ``check_env`` cannot mask."""

        def step(self, action: Any) -> Any:
            return super().step(next(iter(self.legal)) if self.legal else 0)

    env = gym("18GL", ["random"], flat=flat, max_actions=40)
    env.__class__ = Masked
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of bounds without limits, and of the missing entry in the registry
        check_env(env, skip_render_check=True)


def _game(env: Any, seed: int, steps: int) -> tuple[list[str], list[float]]:
    observed, info = env.reset(seed=seed)
    chance, found, rewards = random.Random(1), [info["agent"]], []
    for _ in range(steps):
        found.append(digest({**observed["observation"], "mask": observed["action_mask"]}))
        observed, reward, over, truncated, _ = env.step(drawn(observed, env.setup, chance))
        rewards.append(reward)
        if over or truncated:
            assert observed["action_mask"].sum() == 0
            break
    return found, rewards


def test_the_seed_decides_seat_deal_and_opponents() -> None:
    env = gym("1851", ["random", "clerk"], max_actions=150)
    first, rewards = _game(env, 3, 200)
    assert _game(env, 3, 200)[0] == first
    assert _game(env, 4, 200)[0] != first
    assert rewards[-1] != 0
    assert not any(rewards[:-1])
    assert {env.reset(seed=seed)[1]["agent"] for seed in range(12)} == set(env.setup.names)
    fixed = gym("1851", ["random", "clerk"], seat=2)
    assert {fixed.reset(seed=seed)[1]["agent"] for seed in range(4)} == {"player_2"}


def test_a_vector_plays_in_processes() -> None:
    envs = vector("18GL", ["random"], processes=2, max_actions=30, flat=True)
    try:
        observed, _ = envs.reset(seed=[5, 6])
        alone = gym("18GL", ["random"], flat=True, max_actions=30)
        own, _ = alone.reset(seed=6)
        assert np.array_equal(observed[1], own)
        size = len(alone.setup.actions)
        for _ in range(3):
            numbers = [int(np.flatnonzero(row[-size:])[0]) for row in observed]
            observed, _, over, _, _ = envs.step(np.array(numbers))
            own, *_ = alone.step(numbers[1])
            assert np.array_equal(observed[1], own)
            assert not over.any()
        masked = [int(np.flatnonzero(row[-size:] == 0)[0]) for row in observed]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Gymnasium also prints the errors of its processes.
            with pytest.raises(UsageError, match="is not legal for player_"):
                envs.step(np.array(masked))
    finally:
        envs.close()


def test_shaping_telescopes_to_the_reward_of_the_end() -> None:
    plain, shaped = (gym("1851", CLERKS, seat=1, max_actions=60, shaping=each) for each in (None, 0.9))
    shaped.reset(seed=8)
    assert shaped.game is not None
    potential = share(shaped.game)["player_1"]
    rewards, at_end = _game(shaped, 8, 100)[1], _game(plain, 8, 100)[1]
    assert sum(map(bool, rewards)) > 5

    def discounted(each: list[float]) -> float:
        return sum(0.9**step * reward for step, reward in enumerate(each))

    assert discounted(rewards) == pytest.approx(discounted(at_end) - potential)


def test_shaping_for_all_seats_telescopes_for_each() -> None:
    env = aec("18GL", seed=3, shaping=1.0, max_actions=150)
    totals, decisions = dict.fromkeys(env.possible_agents, 0.0), 0
    potentials: dict[str, float] = {}
    chance = random.Random(2)
    for agent in env.agent_iter():
        observed, reward, over, truncated, _ = env.last()
        totals[agent] += reward
        if over or truncated:
            env.step(None)
            continue
        decisions += bool(reward)
        potentials.setdefault(agent, share(env.game)[agent])
        env.step(drawn(observed, env.setup, chance))
    assert decisions > 20
    ended = share(env.game)
    assert totals == pytest.approx({agent: ended[agent] - potentials[agent] for agent in totals})


class _Standing:
    def __init__(self, player: str, worth: int, place: int) -> None:
        self.player, self.worth, self.place = player, worth, place


class _Ended:
    """A game with given standings."""

    def __init__(self, worth: Mapping[str, int], places: Sequence[int]) -> None:
        self._rows = [_Standing(*each, place) for each, place in zip(worth.items(), places, strict=True)]

    def standings(self) -> list[_Standing]:
        """Return the players by worth."""
        return self._rows


@pytest.mark.parametrize(
    ("worth", "places", "rank", "share", "difference"),
    [
        ((600, 300, 100), (1, 2, 3), (1, 0, -1), (0.4, -0.05, -0.35), (0.5, -0.5, -5 / 6)),
        ((500, 500, 0), (1, 1, 3), (0.5, 0.5, -1), (0.25, 0.25, -0.5), (0, 0, -1)),
        ((400, 200, 200), (1, 2, 2), (1, -0.5, -0.5), (0.25, -0.125, -0.125), (0.5, -0.5, -0.5)),
        ((0, 0, 0), (1, 1, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)),
    ],
)
def test_rewards_and_ties(
    worth: tuple[int, ...],
    places: tuple[int, ...],
    rank: tuple[float, ...],
    share: tuple[float, ...],
    difference: tuple[float, ...],
) -> None:
    ended: Any = _Ended(dict(zip("abc", worth, strict=True)), places)
    for reward, expected in (("rank", rank), ("share", share), ("difference", difference)):
        found = REWARDS[reward](ended)
        assert tuple(found.values()) == pytest.approx(expected)
        if reward != "difference":
            assert sum(found.values()) == pytest.approx(0)
    shaping = Shaping(0.5)
    assert [shaping.at_decision(ended, name) for name in "abc"] == [0, 0, 0]
    assert [shaping.at_decision(ended, name) for name in "abc"] == pytest.approx([-0.5 * x for x in share])
    assert [shaping.at_end(name) for name in "abc"] == pytest.approx([-x for x in share])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: aec("1830"), "1830"),
        (lambda: aec("1856", 9), "players"),
        (lambda: aec("1856", reward="gold"), "There is no reward 'gold'; there are rank, share, difference."),
        (lambda: aec("1856", max_actions=0), "The option max_actions is a whole number from 1 on, not 0."),
        (lambda: untyped_aec("1856", "4"), "The option players is a whole number from 1 on, not '4'."),
        (lambda: aec("1856", board="hexes"), "board"),
        (lambda: untyped_aec("1856", shaping="yes"), "The discount of shaping is from 0 to 1, not 'yes'."),
        (lambda: untyped_gym("1856", CLERKS, seat="east"), "there is no seat 'east'."),
        (lambda: aec("1856", shaping=2.0), "The discount of shaping is from 0 to 1, not 2.0."),
        (
            lambda: aec("1856", colour="red"),
            "There is no option 'colour' of an environment; there",
        ),
        (lambda: aec("1856", render_mode="human"), "There is no render mode 'human'; there are ansi, svg."),
        (lambda: gym("1856", "clerk"), "The opponents must be a list of names, not 'clerk'."),
        (lambda: gym("1856", ["wizard", "clerk"]), "There is no player 'wizard'"),
        (lambda: gym("1856", CLERKS, seat=3), "The seats are 0 to 2, so there is no seat 3."),
        (lambda: gym("1856", CLERKS).step(0), "There is no game in progress: call reset before step."),
        (
            lambda: gym("1856", CLERKS).action_masks(),
            "There is no game in progress: call reset before action_masks.",
        ),
        (lambda: gym("1856", (f"scholar:9:{WEIGHTS_1851}", "clerk")), "for 1851 and not for 1856."),
        (lambda: vector("1856", CLERKS, processes=0), "A vector needs at least one process, not 0."),
        (lambda: untyped_vector(processes="2"), "A vector needs at least one process, not '2'."),
    ],
)
def test_bad_input_is_refused_with_one_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(UsageError) as refused:
        make()
    assert sentence in str(refused.value)


def test_a_wrong_action_changes_nothing() -> None:
    env = aec("1856", 3, seed=2)
    before = env.game.digest()
    masked = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    for wrong in (masked, -1, None):
        with pytest.raises(UsageError):
            env.step(wrong)
    assert env.game.digest() == before
    assert not env.observe("player_1")["action_mask"].any()


def test_a_copy_has_its_own_future_and_shares_the_setup() -> None:
    env = aec("1851", seed=6, shaping=0.9)
    chance = random.Random(3)
    for _ in range(25):
        env.step(drawn(env.observe(env.agent_selection), env.setup, chance))
    copied, before = copy.deepcopy(env), env.game.digest()
    number = list(env.legal)[-1]
    copied.step(number)
    assert copied.setup is env.setup
    assert env.game.digest() == before != copied.game.digest()
    env.step(number)
    assert env.game.digest() == copied.game.digest()
    assert env.rewards == copied.rewards


def test_a_missing_library_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("trunkline.lab.environments.") or name == "gymnasium.vector":
            raise ModuleNotFoundError(f"No module named {'gymnasium'!r}", name="gymnasium")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    for make in (lambda: aec("1856"), lambda: gym("1856"), lambda: vector("1856", processes=1)):
        with pytest.raises(UsageError) as refused:
            make()
        assert str(refused.value) == (
            "An environment needs the package gymnasium: pip install 'trunkline[env]'."
        )
    assert environments.__doc__


def test_pictures_and_texts() -> None:
    text = aec("1856", 3, seed=1, render_mode="ansi")
    text.step(next(iter(text.legal)))
    assert "player_0 $" in str(text.render())
    assert "<svg" in str(aec("1856", 3, seed=1, render_mode="svg").render())
    assert isinstance(text.game, Game)
