"""Fixtures: a server for each test, in a separate folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.http.api import Api, table_at
from web.http.house import House


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The path of the game store."""
    return tmp_path / "table.sqlite"


@pytest.fixture
def api(store: Path) -> Iterator[Api]:
    """A server without games."""
    found = Api(table_at(store).__enter__())
    yield found
    found.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with accounts."""
    with House(tmp_path / "table.sqlite") as found:
        yield found
