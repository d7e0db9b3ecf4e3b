"""Tests of the installed app: its manifest, the last position without a server, and an update."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import CLIENT
from browser.screen import Screen, brought, played
from patience import until
from trunkline import actions as A
from trunkline.web.http.app import create
from trunkline.web.http.serving import Server, open_listener
from web.http.process import Process, running

READY = "navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)"


@pytest.fixture
def page(whole_chromium: Browser) -> Iterator[Page]:
    """A page of a browser without stored data."""
    with whole_chromium.new_context(viewport={"width": 1440, "height": 900}) as context:
        context.set_default_timeout(90_000)
        yield context.new_page()


def test_the_app_can_be_installed(page: Page, table: Process) -> None:
    screen = Screen(page, table).open()
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{screen.base}/manifest.webmanifest"
    manifest = json.loads(found["data"])
    assert (manifest["start_url"], manifest["display"]) == ("/mine", "standalone")
    for icon in manifest["icons"]:
        answer = page.request.get(screen.base + icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert page.evaluate(READY) == f"{screen.base}/sw.js"
    errors = {
        each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    # Pages of tests are private windows, which never install an app.
    assert errors <= {"in-incognito"}


def test_without_a_server_the_last_position_is_shown_and_marked(page: Page, tmp_path: Path) -> None:
    with running(tmp_path / "table.sqlite") as table:
        screen = Screen(page, table)
        game = played("1856", 6, [A.RunTrains, A.LayTile])
        id = brought(table, game)
        screen.open(f"/g/{id}")
        page.evaluate(READY)
        version = len(game.actions)
        screen.shows(version)
        expect(page.get_by_text("Offline: last position from")).to_have_count(0)
        hexes = page.locator(".map [data-hex]").count()
    # The process has ended: nothing answers at this address.
    page.reload()
    expect(page.get_by_text("Offline: last position from")).to_be_visible()
    screen.shows(version)
    assert page.locator(".map [data-hex]").count() == hexes
    # It is only a look: an action is refused with a sentence, and nothing is sent later.
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Cannot reach the server").first).to_be_visible()
    screen.shows(version)
    # A game that this browser has not opened is not there.
    page.goto(f"{screen.base}/g/unknown")
    expect(page.get_by_text("Cannot reach the server").first).to_be_visible()


@contextlib.contextmanager
def serving(store: Path, pages: Path, port: int = 0) -> Iterator[int]:
    """Run a server with a folder of the client, and return its port."""
    app = create(store, pages=pages)
    with open_listener("127.0.0.1", port) as door:
        server = Server(app)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[door])), daemon=True)
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(timeout=30)


def test_an_update_replaces_the_old_client(page: Page, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        shutil.copytree(CLIENT.parent, folder)
    index = (new / "index.html").read_text()
    (new / "index.html").write_text(index.replace("<title>", '<meta name="build" content="new"><title>'))
    worker = (new / "sw.js").read_text()
    build = re.findall("client-([0-9a-f]{16})", worker)
    assert len(build) == 1
    (new / "sw.js").write_text(worker.replace(build[0], "0123456789abcdef"))
    names = "caches.keys().then((names) => names.filter((name) => name.startsWith('client-')))"
    with serving(tmp_path / "table.sqlite", old) as port:
        page.goto(f"http://127.0.0.1:{port}/")
        page.evaluate(READY)
        page.reload()
        expect(page.locator("[data-ready]")).to_be_visible()
        assert page.evaluate(names) == [f"client-{build[0]}"]
    with serving(tmp_path / "table.sqlite", new, port):
        page.reload()
        # The page itself is new at once, and the service worker and its files follow.
        assert page.evaluate("document.querySelector('meta[name=build]')?.content") == "new"
        until(lambda: page.evaluate(names) == ["client-0123456789abcdef"])
        expect(page.locator("[data-ready]")).to_be_visible()
    page.reload()
    assert page.evaluate("document.querySelector('meta[name=build]')?.content") == "new"
