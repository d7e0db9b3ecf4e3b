"""A database of people for each test, with passwords that are hashed fast and a clock that is set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from people.world import World
from trunkline.stores.sqlite import SqliteStore

FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Nobody is there yet."""
    path = tmp_path / "table.sqlite"
    SqliteStore(path).close()
    found = World(f"sqlite:///{path}", FAST)
    yield found
    found.database.close()
