"""Games of OpenSpiel, checked by its own random simulation too."""

from __future__ import annotations

import importlib.util
import os
import random
from typing import Any

import numpy as np
import pytest

from trunkline.lab.environments import openspiel
from trunkline.util.errors import UsageError

FOUND = importlib.util.find_spec("pyspiel") is not None
REQUIRED = os.environ.get("TRUNKLINE_OPENSPIEL") == "required"
"""If true, the tests fail without OpenSpiel instead of being skipped."""
needs_openspiel = pytest.mark.skipif(
    not FOUND and not REQUIRED, reason="open_spiel is not installed: pip install 'trunkline[openspiel]'"
)


@needs_openspiel
def test_a_game_passes_the_simulation_of_openspiel() -> None:
    import pyspiel

    pyspiel.random_sim_test(openspiel("18GL", 2, 3, max_actions=60), 1, False, False)


@needs_openspiel
@pytest.mark.parametrize(("reward", "sum_"), [("share", 0.0), ("rank", 0.0), ("difference", None)])
def test_a_clone_has_its_own_future_and_the_returns_are_the_rewards(reward: str, sum_: float | None) -> None:
    game: Any = openspiel("1851", 3, 5, reward=reward, max_actions=40)
    assert game.utility_sum() == sum_
    state = game.new_initial_state()
    chance = random.Random(2)
    while not state.is_terminal():
        before, number = str(state), chance.choice(state.legal_actions())
        clone = state.clone()
        clone.apply_action(number)
        assert str(state) == before != str(clone)
        state.apply_action(number)
        assert str(state) == str(clone)
    rewards = game.reward(state.game)
    assert state.returns() == [rewards[name] for name in game.setup.names]
    assert state.returns() == clone.returns()
    assert any(state.returns())


@needs_openspiel
def test_an_observer_writes_the_arrays() -> None:
    game: Any = openspiel("1856", 3, 1)
    state, observer = game.new_initial_state(), game.make_py_observer()
    observer.set_from(state, 1)
    arrays = game.setup.arrays.observe(state.game, "player_1")
    assert np.array_equal(observer.tensor, game.setup.arrays.flat(arrays))
    with pytest.raises(UsageError, match="so there is no action -1"):
        state._apply_action(-1)


@pytest.mark.skipif(FOUND, reason="OpenSpiel is installed")
def test_a_missing_openspiel_is_named_with_its_extra() -> None:
    with pytest.raises(UsageError, match=r"needs the package pyspiel: pip install 'trunkline\[openspiel\]'"):
        openspiel("1856")
