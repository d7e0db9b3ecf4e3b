"""Fixtures of all tests of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pooled_routes import PooledRoutes
from trunkline.web.http import app


@pytest.fixture(scope="session", autouse=True)
def pooled_routes() -> Iterator[None]:
    """Build the routes of an application once, and use them again when a test has closed it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "routes", PooledRoutes())
        yield
