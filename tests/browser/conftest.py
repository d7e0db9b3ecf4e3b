"""Fixtures: a browser for all tests of this folder, a server for each module and new pages for each test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, ViewportSize, expect, sync_playwright

import trunkline.web.http
from browser.screen import Screen
from web.http.process import Process, running

CLIENT = Path(trunkline.web.http.__file__).parent / "static" / "index.html"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SHELL = "chromium-headless-shell"
"""Chromium without its own windows. A new context costs a fifth of the processor time."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = ViewportSize(width=390, height=844)
SECONDS = 90
"""Seconds before a wait fails. One or two are enough unless the machine is busy."""


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    """The Playwright driver, one in a process. It ends before tests of other folders start event loops."""
    if not CLIENT.exists():
        without("the client is not built: make client")
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """A Chromium browser, without windows if the machine has that program.

    Its pages have no service worker. Requests that one handles cannot be changed by tests,
    and each new context would load all files of the client twice.
    """
    with launched(driver, QUIET, shutil.which(SHELL)) as browser, pytest.MonkeyPatch.context() as patch:
        patch.setattr(browser, "new_context", partial(browser.new_context, service_workers="block"))
        yield browser


@pytest.fixture(scope="package")
def whole_chromium(driver: Playwright) -> Iterator[Browser]:
    """A Chromium browser as people use it. It installs apps and receives push messages."""
    with launched(driver, QUIET) as browser:
        yield browser


@contextmanager
def launched(driver: Playwright, arguments: list[str], path: str | None = None) -> Iterator[Browser]:
    """Run the browser at a path, or the machine's own, with these arguments."""
    path = path or browser_path(driver)
    if not Path(path).exists():
        without("there is no Chromium on this machine: sudo apt install chromium")
    browser = driver.chromium.launch(executable_path=path, args=arguments)
    yield browser
    browser.close()


def browser_path(driver: Playwright) -> str:
    """Return the path of the machine's own browser, or of Playwright's."""
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path), driver.chromium.executable_path)


def without(reason: str) -> NoReturn:
    """Skip tests that need a missing program, or fail if TRUNKLINE_BROWSER requires them."""
    if os.environ.get("TRUNKLINE_BROWSER") == "required":
        pytest.fail(f"{reason} (and TRUNKLINE_BROWSER says that these tests must run)")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server without games."""
    with running(tmp_path_factory.mktemp("table") / "table.sqlite") as process:
        yield process


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Process]:
    """A server with accounts."""
    with running(tmp_path / "table.sqlite", command="serve") as process:
        yield process


@pytest.fixture
def screen(chromium: Browser, table: Process) -> Iterator[Screen]:
    """A page of the server without animation, so that tests do not wait for it."""
    with chromium.new_context(viewport={"width": 1500, "height": 950}, reduced_motion="reduce") as context:
        yield from watched(context, table)


@pytest.fixture
def phone(chromium: Browser, table: Process) -> Iterator[Screen]:
    """A page on a phone, without animation."""
    with chromium.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    ) as context:
        yield from watched(context, table)


def watched(context: BrowserContext, table: Process) -> Iterator[Screen]:
    """Yield a page, and check at the end that it had no JavaScript errors."""
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield Screen(page, table)
    assert errors == []
