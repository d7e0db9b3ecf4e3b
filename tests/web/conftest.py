"""Fixtures of all tests of the server: its routes, a PostgreSQL server, and empty databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pooled_routes import PooledRoutes
from trunkline.web.http import app
from trunkline.web.storage.urls import Place, parse_url
from web.storage.cluster import Cluster, cluster


@pytest.fixture(scope="session", autouse=True)
def pooled_routes() -> Iterator[None]:
    """Build the routes of an application once, and use them again when a test has closed it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "routes", PooledRoutes())
        yield


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
