"""Tests of the number of bytes in a first visit."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.screen import Screen
from web.http.process import running

MOST = 300_000
"""Most bytes of a first visit: the first page with the boards of all titles, and a new game."""


def test_first_visit_takes_less_than_300_kilobytes(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "table.sqlite") as table, chromium.new_context() as context:
        page = context.new_page()
        visited: dict[str, str] = {}
        sent: dict[str, int] = {}
        lines = context.new_cdp_session(page)
        lines.on("Network.requestWillBeSent", lambda e: visited.update({e["requestId"]: e["request"]["url"]}))
        lines.on("Network.loadingFinished", lambda e: sent.update({e["requestId"]: e["encodedDataLength"]}))
        lines.send("Network.enable")
        screen = Screen(page, table).open()
        cards = page.get_by_role("region", name="Play now").get_by_role("article")
        for title in ("1856", "1851", "18GL"):
            cards.filter(has_text=title).first.scroll_into_view_if_needed()
            expect(cards.filter(has_text=title).first.locator("svg use").first).to_be_attached()
        page.get_by_role("button", name=re.compile("Play now against .*: 18GL")).click()
        expect(screen.decision).to_be_visible()
        costs = sorted(
            ((size, visited[id].removeprefix(screen.base)) for id, size in sent.items()), reverse=True
        )
        listed = "\n".join(f"{size:8} {path}" for size, path in costs)
        for title in ("1856", "1851", "18GL"):
            assert f"/api/titles/{title}/symbols.svg" in listed
        assert sum(size for size, _ in costs) < MOST, listed
