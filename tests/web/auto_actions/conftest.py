"""Fixtures: a database of each kind, and a server with accounts on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from trunkline.web.storage.urls import Place, parse_url
from web.http.house import House
from web.storage.cluster import Cluster, cluster


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server."""
    with cluster() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield tmp_path / "table.sqlite"
        return
    with request.getfixturevalue("postgresql").lent() as address:
        yield parse_url(address)


@pytest.fixture
def house(place: Place) -> Iterator[House]:
    """A server on either database. Automatic actions have no pause."""
    with House(place) as found:
        yield found


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[House]:
    """A server whose automatic actions wait for an hour."""
    with House(tmp_path / "slow.sqlite", auto_pause=3600) as found:
        yield found
