"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rule_coverage import SHARED_FIXTURE, RuleCoverage

ROOT = Path(__file__).resolve().parents[1]


def pytest_configure(config: pytest.Config) -> None:
    """Watch which rules the tests cover."""
    config.pluginmanager.register(RuleCoverage(config), "rule-coverage")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first: begun last, one worker would have it while the others stand idle."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: tests of the page and of servers wait for half of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", name=SHARED_FIXTURE)
def shared_games() -> Path:
    """The folder of recorded games beside the checkout; a test that uses it never counts for a rule."""
    folder = ROOT.parent / "shared" / "games"
    if not folder.is_dir():
        pytest.skip("needs the recorded games in ../shared/games, which are not part of this project")
    return folder
