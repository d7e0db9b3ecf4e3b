"""Fixtures and pytest hooks of all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rule_coverage import SHARED_FIXTURE, RuleCoverage

ROOT = Path(__file__).resolve().parents[1]


def pytest_configure(config: pytest.Config) -> None:
    """Record which rules the tests cover."""
    config.pluginmanager.register(RuleCoverage(config), "rule-coverage")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run slow tests first. If they came last, one worker would still run them while the others are idle."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than processors: tests of the page and of servers wait half of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", name=SHARED_FIXTURE)
def shared_games() -> Path:
    """Return the folder of recorded games next to the checkout. A test that uses it covers no rule."""
    folder = ROOT.parent / "shared" / "games"
    if not folder.is_dir():
        pytest.skip("needs the recorded games in ../shared/games, which are not part of this project")
    return folder
