"""Fixtures: one PostgreSQL server for all tests of a process, and an empty database for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from trunkline.web.storage.urls import Place, parse_url
from web.storage.cluster import Cluster, cluster


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server."""
    with cluster() as found:
        yield found


@pytest.fixture
def database(postgresql: Cluster) -> Iterator[str]:
    """The address of an empty database."""
    with postgresql.lent() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def kept_in(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty store for games, on either database."""
    if request.param == "sqlite":
        return tmp_path / "table.sqlite"
    return parse_url(request.getfixturevalue("database"))
