"""A table in a process of its own and a browser, where there are any; each test has fresh pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import trunkline.server
from server.process import Process, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.screen import Screen

CLIENT = Path(trunkline.server.__file__).parent / "static" / "index.html"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS = 15
"""How long a page may take for anything; far more than it does."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser."""
    if not CLIENT.exists():
        pytest.skip("the client is not built: cd web && npm install && npx vite build")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    sync_api.expect.set_options(timeout=SECONDS * 1000)
    with sync_api.sync_playwright() as driver:
        path = next(
            (found for name in NAMES if (found := shutil.which(name))), driver.chromium.executable_path
        )
        if not Path(path).exists():
            pytest.skip("there is no Chromium on this machine")
        browser: Browser = driver.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A table with nobody at it yet."""
    with running(tmp_path_factory.mktemp("table") / "table.sqlite") as process:
        yield process


@pytest.fixture
def screen(chromium: Browser, table: Process) -> Iterator[Screen]:
    """A page at the table; that nothing goes wrong in it is part of every test."""
    from browser.screen import Screen

    with chromium.new_context(viewport={"width": 1500, "height": 950}) as context:
        context.set_default_timeout(SECONDS * 1000)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield Screen(page, table)
        assert errors == []
