"""A few random games for the engine of 18xx.games; eight with TRUNKLINE_JUDGE=required, as in CI.

``make judge`` plays more.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from system.judge import engine, trial
from system.judge.games import SOAK, Plot

REQUIRED = os.environ.get("TRUNKLINE_JUDGE") == "required"
GAMES = tuple(range(8, 16)) if REQUIRED else (9, 12, 32)
"""The games. CI has every set of variants once, every number of players twice, and both ways of runs."""


@pytest.mark.slow
@pytest.mark.parametrize("number", GAMES)
def test_the_site_takes_an_exported_game_and_goes_where_it_went(number: int, tmp_path: Path) -> None:
    if sentence := engine.missing():
        if REQUIRED and engine.FOLDER.is_dir():
            pytest.fail(sentence)
        pytest.skip(sentence)
    outcome = trial.tried(Plot(SOAK, 1, number), tmp_path)
    assert outcome.cause in trial.GOOD, outcome
