"""Time of the pages in a real browser: two pages on one game of 700 entries.

It needs Chromium and the built client.

    make bench-table
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

import trunkline
from browser.conftest import CLIENT, QUIET, browser_path
from browser.screen import Screen, brought
from table import ACTIONS, HEAD, PEOPLE, SEED, line
from trunkline import actions
from trunkline.game import Game
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from web.http.process import Process, running

TURNS = 40
"""Actions shown on the second page."""
STEPS = 60
"""Steps back by keyboard."""
LOADS = 5
LAYS = 12
"""Moments at which a tile is chosen."""

# Records when each moment is first shown, by the clock that all pages of this machine share.
NOTES = """
window.shown = {};
new MutationObserver(() => {
  const at = document.querySelector("[aria-label='Decision']")?.getAttribute("data-at");
  if (at && !(at in window.shown)) {
    window.shown[at] = null;
    requestAnimationFrame(() => setTimeout(() => (window.shown[at] = Date.now()), 0));
  }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


# Clicks the first selector and returns the time until the second one is drawn.
CLICK = """
([clicked, wanted]) => new Promise((done) => {
  const start = performance.now();
  document.querySelector(clicked).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  const look = () => {
    if (!document.querySelector(wanted)) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  };
  look();
})
"""
READY = "[data-confirm]:not(:disabled)"
"""The confirm button, active once the tile to try is on the map."""
LESSON = "/learn/goal"
COACH = ".coach h2"
# Records when the coach's first heading is drawn, in milliseconds since the address was requested.
HEADING = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector(".coach h2")) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.coached = performance.now())));
}).observe(document, { subtree: true, childList: true });
"""
SENT = """
() => performance.getEntriesByType("resource").filter(({ name }) => /\\.(js|css)$/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
"""


def played() -> tuple[Game, RandomPlayer]:
    """Return a long game and the player that continues it."""
    game = trunkline.new("1856", list(PEOPLE), seed=SEED)
    chooser = RandomPlayer(SEED)
    play_out(game, chooser, ACTIONS)
    return game, chooser


@contextmanager
def opened(browser: Browser, table: Process, id: str) -> Iterator[tuple[Page, float]]:
    """Yield a page that shows the game, and the seconds until it could be used."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(NOTES)
    start = time.perf_counter()
    Screen(page, table).open(f"/g/{id}")
    yield page, time.perf_counter() - start
    context.close()


def cold(browser: Browser, folder: Path, game: Game) -> list[float]:
    """Return the seconds until a page can be used, with a new process and a new browser profile."""
    times = []
    store = folder / "cold.sqlite"
    with running(store) as table:
        id = brought(table, game)
    for _ in range(LOADS):
        with running(store) as table, opened(browser, table, id) as (_, seconds):
            times.append(seconds)
    return times


def seen(browser: Browser, table: Process, id: str, game: Game, chooser: RandomPlayer) -> list[float]:
    """Return the seconds from the sending of an action to the drawn page of another player."""
    times = []
    with opened(browser, table, id) as (page, _):
        for _ in range(TURNS):
            action = chooser.choose(game, next(name for name in game.players if name in game.to_act))
            at = len(game.actions)
            start = time.time()
            table.ask("POST", f"/api/games/{id}/actions", {"version": at, "action": actions.encode(action)})
            game.play(action)
            page.wait_for_function("at => window.shown[at]", arg=str(at + 1))
            times.append(page.evaluate("at => window.shown[at]", str(at + 1)) / 1000 - start)
    return times


def steps(browser: Browser, table: Process, id: str, newest: int) -> list[float]:
    """Return the seconds from a key press to the drawn previous moment."""
    times = []
    with opened(browser, table, id) as (page, _):
        expect(page.get_by_role("region", name="Decision")).to_have_attribute("data-at", str(newest))
        for back in range(1, STEPS + 1):
            at = str(newest - back)
            start = time.time()
            page.keyboard.press("[")
            page.wait_for_function("at => window.shown[at]", arg=at)
            times.append(page.evaluate("at => window.shown[at]", at) / 1000 - start)
    return times


def lays(browser: Browser, table: Process, game: Game) -> tuple[list[float], list[float]]:
    """Return the seconds from clicks on hexes to revenues of tiles, and from clicks on tiles to previews."""
    figures, ghosts = [], []
    for moment in _before_lays(game):
        hex = next(choice.hex for choice in moment.legal() if isinstance(choice, actions.LayTile))
        with opened(browser, table, brought(table, moment)) as (page, _):
            figures.append(page.evaluate(CLICK, [f'[data-hex="{hex}"]', ".picker .tile .run"]) / 1000)
            tile = ".picker .tile"
            ghosts.append(page.evaluate(CLICK, [tile, READY]) / 1000)
    return figures, ghosts


def _before_lays(game: Game) -> Iterator[Game]:
    """Yield moments spread over a game at which a tile is laid."""
    found = [at for at, action in enumerate(game.actions) if isinstance(action, actions.LayTile)]
    for at in found[:: max(1, len(found) // LAYS)][:LAYS]:
        yield game.at(at)


def lessons(browser: Browser, table: Process, *, direct: bool) -> list[float]:
    """Return the seconds of first visits, each with a new browser profile, until the coach's first heading.

    They are counted from the click on the first page, or from the request of the lesson's address.
    """
    times = []
    for _ in range(LOADS):
        with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
            screen = Screen(context.new_page(), table)
            if direct:
                screen.page.add_init_script(HEADING)
                screen.page.goto(f"{screen.base}{LESSON}")
                screen.page.wait_for_function("() => window.coached")
                times.append(screen.page.evaluate("window.coached") / 1000)
            else:
                link = f'.actions a.main[href="{LESSON}"]'
                times.append(screen.open().page.evaluate(CLICK, [link, COACH]) / 1000)
    return times


def sent(browser: Browser, table: Process, id: str) -> int:
    """Return the bytes of script and style that the page of a game loads, as transferred."""
    with opened(browser, table, id) as (page, _):
        return int(page.evaluate(SENT))


def main() -> None:
    """Print the table."""
    if not CLIENT.exists():
        raise SystemExit("The pages cannot be timed: the client is not built (make client).")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        path = browser_path(driver)
        if not Path(path).exists():
            raise SystemExit("The pages cannot be timed: there is no Chromium (sudo apt install chromium).")
        browser = driver.chromium.launch(executable_path=path, args=QUIET)
        game, chooser = played()
        print(HEAD)
        print(line(f"a game of {ACTIONS} entries, cold, to a page of use", cold(browser, Path(name), game)))
        with running(Path(name, "table.sqlite")) as table:
            id = brought(table, game)
            print(
                line(
                    "an action sent, to a second page that shows it", seen(browser, table, id, game, chooser)
                )
            )
            print(line("a step back in time, key to picture", steps(browser, table, id, len(game.actions))))
            figures, ghosts = lays(browser, table, game)
            print(line("a click on a hex, to what its tiles would earn", figures))
            print(line("a click on a tile, to its ghost", ghosts))
            clicked = lessons(browser, table, direct=False)
            print(line("a first visit: click on the first lesson, to coach", clicked))
            addressed = lessons(browser, table, direct=True)
            print(line("a first visit to the address of a lesson, to coach", addressed))
            size = sent(browser, table, id)
        browser.close()
        print(f"load of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        print(f"script and style of the page of a game, as they are sent: {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
