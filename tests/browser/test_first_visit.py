"""Tests of the number of bytes in a first visit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.screen import Screen
from web.http.process import running

MOST = 300_000
"""Most bytes of a first visit: the first page and a new game of another title, or the first lesson."""


@contextmanager
def first_visit(chromium: Browser, tmp_path: Path) -> Iterator[tuple[Screen, list[tuple[int, str]]]]:
    """Yield a page of a new browser. At its end, the list has the bytes and the path of each answer."""
    with running(tmp_path / "table.sqlite") as table, chromium.new_context() as context:
        page = context.new_page()
        screen = Screen(page, table)
        visited: dict[str, str] = {}
        sent: dict[str, int] = {}
        costs: list[tuple[int, str]] = []
        lines = context.new_cdp_session(page)
        lines.on("Network.requestWillBeSent", lambda e: visited.update({e["requestId"]: e["request"]["url"]}))
        lines.on("Network.loadingFinished", lambda e: sent.update({e["requestId"]: e["encodedDataLength"]}))
        lines.send("Network.enable")
        yield screen, costs
        found = ((size, visited[id].removeprefix(screen.base)) for id, size in sent.items())
        costs += sorted(found, reverse=True)


def check(costs: list[tuple[int, str]]) -> str:
    """Check the sum of a first visit, and return the list of its answers."""
    listed = "\n".join(f"{size:8} {path}" for size, path in costs)
    assert sum(size for size, _ in costs) < MOST, listed
    return listed


def test_first_visit_takes_less_than_300_kilobytes(chromium: Browser, tmp_path: Path) -> None:
    with first_visit(chromium, tmp_path) as (screen, costs):
        page = screen.open().page
        play = page.get_by_role("region", name="Play now")
        # The page loads the map of the chosen title only. That of 18GL is the largest.
        expect(play.locator("svg use").first).to_be_attached()
        play.get_by_role("combobox", name="Title").select_option("18GL")
        expect(play.locator("svg use").first).to_be_attached()
        play.get_by_role("button", name=re.compile("Play now against .*: 18GL")).click()
        expect(screen.decision).to_be_visible()
    listed = check(costs)
    for title in ("1856", "18GL"):
        assert f"/api/titles/{title}/symbols.svg" in listed


def test_first_visit_to_a_lesson_takes_less_than_300_kilobytes(chromium: Browser, tmp_path: Path) -> None:
    with first_visit(chromium, tmp_path) as (screen, costs):
        screen.open().page.get_by_role("link", name="Start the first lesson").click()
        expect(screen.page.get_by_role("region", name="Coach").get_by_role("heading")).to_be_visible()
    assert "/lesson" in check(costs)
