"""Tests that auto-actions and plans act exactly once while workers and the database are killed."""

from __future__ import annotations

import pytest

from web.auto_actions import auto_kills


@pytest.mark.slow
def test_each_auto_action_and_each_planned_move_acts_exactly_once() -> None:
    # One round for each kind of process.
    auto_kills.run(3, safe=False)
