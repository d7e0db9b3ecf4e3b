"""Makes the README's picture of the table: ``make picture``, which needs Chromium and the built client."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

import trunkline
from browser.conftest import QUIET, browser_path
from browser.screen import PEOPLE, Screen, brought
from server.process import running
from trunkline import actions as A
from trunkline.game import Game
from trunkline.kernel.engine import kind_of
from trunkline.players.random_player import RandomPlayer, Temperament

PICTURE = Path(__file__).parents[2] / "docs" / "table.png"
SEED = 11
BEGIN = 500
"""The scene is the first run after so many actions."""


def scene() -> Game:
    """A game in its middle, with trains about to run."""
    game = trunkline.new("1856", PEOPLE, seed=SEED)
    chooser = RandomPlayer(SEED, Temperament(best_run=1.0))
    while len(game.actions) < BEGIN or A.RunTrains not in {kind_of(choice) for choice in game.legal()}:
        game.play(chooser.choose(game, next(name for name in game.players if name in game.to_act)))
    return game


def main() -> None:
    """Open the scene in a browser and take the picture."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder, "table.sqlite")) as table,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=browser_path(driver), args=QUIET)
        page = browser.new_page(viewport=ViewportSize(width=1440, height=900))
        screen = Screen(page, table)
        screen.open(f"/g/{brought(table, scene())}")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
