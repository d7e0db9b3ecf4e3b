"""Tests of four people and their operations at tables, in any order.

A model gives the expected answers and the expected contents of the log, the lists and the tables. A story
begins with a table of some sort. Everyone tries everything that they may not do. There is one fixed story for
each sort. In generated stories, random operations follow. ``defects`` shows which faults the stories notice.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from web.http.house import House
from web.http.tables_machine import SORTS, Tables
from web.http.tables_model import ALL_LOOK, Does

RUNS = int(os.environ.get("TRUNKLINE_STATEFUL_RUNS", "4"))
"""Number of generated stories. Thousands find faults that a few do not."""
STEPS = 20


def tell(*, shrink: bool = True) -> None:
    """Run the stories. With ``shrink``, a failed story is reduced to the shortest one that fails."""
    bounds = settings(
        max_examples=RUNS,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate, *([Phase.shrink] if shrink else [])],
        suppress_health_check=list(HealthCheck),
    )
    with tempfile.TemporaryDirectory() as folder:
        Tables.store = Path(folder) / "table.sqlite"
        with House(Tables.store):
            pass
        for sort, ways in SORTS.items():
            for private in ways:
                told = Tables()
                try:
                    told.begin(sort, private, 2)
                finally:
                    told.teardown()
        run_state_machine_as_test(Tables, settings=bounds)


@pytest.mark.slow
def test_the_tables_are_as_the_model_says_whatever_people_do() -> None:
    tell()
    # The stories prove something only if operations succeed and are refused.
    done = {does for does, status in Tables.told if status < 400}
    refused = {does for does, status in Tables.told if status in (403, 409, 422)}
    assert done == set(Does) - {Does.HAND_OVER, Does.FLAG}
    never = {Does.EXPORT, Does.BRANCH, Does.BEGIN_STUDY, Does.VISIT}
    assert refused == set(Does) - ALL_LOOK - never
