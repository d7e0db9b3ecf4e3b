"""Fixtures: an account database for each test. Passwords hash quickly and tests set the clock."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from trunkline.web.storage.urls import Place, opened, parse_url, url_of
from web.accounts.world import World
from web.storage.cluster import Cluster, cluster

FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server."""
    with cluster() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """A world without accounts, on either database."""
    with contextlib.ExitStack() as stack:
        kept: Place = tmp_path / "table.sqlite"
        if request.param == "postgresql":
            kept = parse_url(stack.enter_context(request.getfixturevalue("postgresql").lent()))
        yield stack.enter_context(made(kept))


@pytest.fixture
def filed(tmp_path: Path) -> Iterator[World]:
    """A world without accounts, in an SQLite file."""
    with made(tmp_path / "table.sqlite") as found:
        yield found


@contextlib.contextmanager
def made(kept: Place) -> Iterator[World]:
    """Account services over a database with the current schema."""
    opened(kept).close()
    found = World(url_of(kept), FAST)
    yield found
    found.database.close()
