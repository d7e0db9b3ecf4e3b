"""A table for each test, in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.http.api import Api, table_at


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Where the table keeps its games."""
    return tmp_path / "table.sqlite"


@pytest.fixture
def api(store: Path) -> Iterator[Api]:
    """A table with nobody at it yet."""
    found = Api(table_at(store).__enter__())
    yield found
    found.close()
