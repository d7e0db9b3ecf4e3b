"""Tests of a first visit: the number of bytes, and the number of answers that a lesson waits for."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Route, expect

import trunkline
from browser.screen import Screen, brought
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import boards
from web.http.process import Process

MOST = 300_000
"""Most bytes of a first visit: the first page and a new game of another title, or the first lesson."""
MARGIN = 5_000
"""Bytes that must be free, so that the next change does not cross the limit."""
QUIET = 0.7
"""Seconds without an open request after which a page has loaded all that it needs."""
ACTIONS = 300
"""Actions of the game in the list: its map has tiles and tokens."""


class Network:
    """The requests of a page and the bytes of their answers, headers included."""

    def __init__(self, page: Page, lines: CDPSession, base: str) -> None:
        self._page, self._base = page, base
        self._paths: dict[str, str] = {}
        self._sizes: dict[str, int] = {}
        self._failed: set[str] = set()
        lines.on("Network.requestWillBeSent", self._sent)
        lines.on(
            "Network.loadingFinished", lambda e: self._sizes.update({e["requestId"]: e["encodedDataLength"]})
        )
        lines.on("Network.loadingFailed", lambda e: self._failed.add(e["requestId"]))
        lines.send("Network.enable")

    def _sent(self, event: dict[str, dict[str, str]]) -> None:
        self._paths[str(event["requestId"])] = event["request"]["url"].removeprefix(self._base)

    @property
    def paths(self) -> list[str]:
        """The paths of all requests."""
        return [*self._paths.values()]

    def _open(self) -> list[str]:
        """Return the paths of open requests. An event stream never ends."""
        done = self._sizes.keys() | self._failed
        return [path for id, path in self._paths.items() if id not in done and "/events" not in path]

    def wait(self) -> None:
        """Wait until all requests have ended, and no new one follows."""
        known, since = -1, time.monotonic()
        while time.monotonic() - since < QUIET:
            self._page.wait_for_timeout(50)
            if self._open() or len(self._paths) != known:
                known, since = len(self._paths), time.monotonic()

    def check(self) -> str:
        """Check the sum of the answers, and return their list."""
        costs = sorted(((size, self._paths[id]) for id, size in self._sizes.items()), reverse=True)
        listed = "\n".join(f"{size:8} {path}" for size, path in costs)
        assert sum(size for size, _ in costs) < MOST - MARGIN, listed
        return listed


@contextmanager
def first_visit(chromium: Browser, table: Process, language: str = "en") -> Iterator[tuple[Screen, Network]]:
    """Yield a page of a new browser in a language, and its requests."""
    with chromium.new_context(locale=language) as context:
        page = context.new_page()
        screen = Screen(page, table)
        yield screen, Network(page, context.new_cdp_session(page), screen.base)


def play_another_title(screen: Screen) -> None:
    """Choose the title with the largest map on the first page, and start a game."""
    page = screen.open().page
    play = page.get_by_role("region", name="Play now")
    expect(play.locator(".map g").first).to_be_attached()
    play.get_by_role("combobox", name="Title").select_option("18GL")
    expect(play.locator(".layer-ground > g")).to_have_count(len(boards()["18GL"]().hexes))
    play.get_by_role("button", name=re.compile("Play now against .*: 18GL")).click()
    expect(screen.decision).to_be_visible()


def start_lesson(screen: Screen) -> None:
    """Start the first lesson from the first page."""
    screen.open().page.locator("#learn ~ .actions a.main").click()
    expect(screen.page.locator(".coach h2")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "visit", "wanted"),
    [
        ("en", play_another_title, ("/api/titles/1856/map.svg", "/api/titles/18GL/map.svg", "/api/glossary")),
        ("de-DE", start_lesson, ("/api/titles/1856/symbols.svg", "page.de.compiled", "/api/glossary")),
    ],
)
def test_first_visit_takes_less_than_300_kilobytes(
    chromium: Browser,
    table: Process,
    language: str,
    visit: Callable[[Screen], None],
    wanted: tuple[str, ...],
) -> None:
    with first_visit(chromium, table, language) as (screen, network):
        visit(screen)
        network.wait()
    listed = network.check()
    for path in wanted:
        assert path in listed


def test_a_list_of_games_loads_small_pictures_of_their_maps(chromium: Browser, table: Process) -> None:
    game = trunkline.new("18GL", ["Ann", "Bob", "Cy"], seed=3)
    play_out(game, RandomPlayer(3), ACTIONS)
    id = brought(table, game)
    with first_visit(chromium, table) as (screen, network):
        page = screen.open().page
        card = page.locator(f'a[href="/g/{id}"] .map')
        expect(card.locator(".layer-ground > g")).to_have_count(len(game.board.hexes))
        assert card.locator(".layer-ground .yellow, .layer-ground .green").count() > 10
        start_lesson(screen)
        network.wait()
    listed = network.check()
    assert f"/api/games/{id}/map.svg" in listed
    assert f"/api/games/{id}/symbols.svg" not in listed


def test_a_lesson_by_its_address_is_loaded_with_the_first_scripts(chromium: Browser, table: Process) -> None:
    """The page creates the game while it asks who the visitor is, and nothing else delays it.

    Two answers are held: that about the visitor, then the moment of the game. All other requests must be
    sent, and answered, meanwhile.
    """
    held: dict[str, Route] = {}
    with first_visit(chromium, table) as (screen, network):
        page = screen.page
        page.add_init_script("navigator.serviceWorker.register = async () => { window.registered = true; }")
        page.route("**/api/me", lambda route: held.update(me=route))
        page.route("**/api/games/*?brief=true", lambda route: held.update(moment=route))
        with (
            page.expect_request_finished(lambda each: "/assets/Coach-" in each.url),
            page.expect_request_finished(lambda each: each.url.endswith("/api/lessons/goal/games")),
            page.expect_request_finished(lambda each: "/symbols.svg" in each.url),
        ):
            document = page.goto(f"{screen.base}/learn/goal")
        assert document
        assert "/assets/GamePage-" in document.text()
        with (
            page.expect_request_finished(lambda each: each.url.endswith("/board")),
            page.expect_request_finished(lambda each: "/log?" in each.url),
        ):
            held["me"].continue_()
        # The service worker loads all files of the client, so it waits.
        assert not page.evaluate("window.registered")
        held["moment"].continue_()
        expect(page.locator(".coach h2")).to_be_visible()
        page.unroute_all(behavior="ignoreErrors")
    assert sum(path.endswith("/games") for path in network.paths) == 1


def test_a_lesson_waits_for_two_answers_after_the_click(chromium: Browser, table: Process) -> None:
    """The page sends a request when it can, not when the answer to another one arrives.

    The test holds the answers of which each step consists. All other requests must be sent, and answered,
    meanwhile. It depends on no time.
    """
    held: dict[str, Route] = {}
    with first_visit(chromium, table) as (screen, network):
        page = screen.open().page
        network.wait()
        # First answer: the game is created. Meanwhile the scripts, the lesson and the drawings are loaded.
        page.route("**/api/lessons/*/games", lambda route: held.update(game=route))
        # Second answer: the moment of the game. Meanwhile the board and the log are loaded.
        page.route("**/api/games/*?brief=true", lambda route: held.update(moment=route))
        with (
            page.expect_request_finished(lambda each: "/assets/GamePage-" in each.url),
            page.expect_request_finished(lambda each: "/assets/Coach-" in each.url),
            page.expect_request_finished(lambda each: each.url.endswith("/api/lessons/goal")),
            page.expect_request_finished(lambda each: "/symbols.svg" in each.url),
        ):
            page.locator("#learn ~ .actions a.main").click()
        assert held.keys() == {"game"}
        with (
            page.expect_request_finished(lambda each: each.url.endswith("/board")),
            page.expect_request_finished(lambda each: "/log?" in each.url),
        ):
            held["game"].continue_()
        assert held.keys() == {"game", "moment"}
        # No other answer is needed.
        page.route("**/*", lambda route: held.update(more=route))
        page.route("**/api/games/*?brief=true", lambda route: route.fallback())
        held["moment"].continue_()
        expect(page.locator(".coach h2")).to_be_visible()
        page.unroute_all(behavior="ignoreErrors")
