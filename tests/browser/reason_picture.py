"""A program that takes the README's picture of a move with its reason.

``browser.picture`` takes the other picture.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize, expect, sync_playwright

from browser.conftest import QUIET, browser_path
from browser.screen import PEOPLE, Screen
from web.http.process import Process, running

PICTURE = Path(__file__).parents[2] / "docs" / "reason.png"
SEED = 102
BEGIN = 150
"""Least number of actions before the scene, which is the first withheld dividend after that."""


def withheld(table: Process) -> tuple[str, int]:
    """Create a game of directors. Return its path and the number of the entry that withholds a dividend."""
    seats = [{"name": name, "kind": "director"} for name in PEOPLE]
    _, made = table.ask("POST", "/api/games", {"title": "1856", "seats": seats, "seed": SEED})
    path = f"/api/games/{made['id']}"
    known = BEGIN
    while True:
        _, log = table.ask("GET", f"{path}/log?after={known}")
        for entry in log:
            known = entry["number"]
            if _withholds(entry):
                return str(made["id"]), known
        time.sleep(0.5)


def _withholds(entry: dict[str, Any]) -> bool:
    return entry["kind"] == "action" and "withholds" in entry["headline"]


def main() -> None:
    """Open the moment in a browser with its reasons and take the picture."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder, "table.sqlite")) as table,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=browser_path(driver), args=QUIET)
        page = browser.new_page(viewport=ViewportSize(width=1440, height=900))
        game, number = withheld(table)
        Screen(page, table).open(f"/g/{game}/at/{number}")
        page.get_by_role("region", name="Reasons of a bot").get_by_role("button", name="More").click()
        expect(page.get_by_role("region", name="Why", exact=True)).to_be_visible()
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
