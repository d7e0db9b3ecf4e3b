"""A program that takes the README's picture of the table.

Run it with ``make picture``. It needs Chromium and a built client.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

import trunkline
from browser.conftest import QUIET, browser_path
from browser.screen import PEOPLE, Screen, brought
from trunkline import actions as A
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Open
from trunkline.engine.routing import TrainRange, best_runs
from trunkline.game import Game
from trunkline.game.routes import context
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer, RandomWeights
from web.http.process import running

PICTURE = Path(__file__).parents[2] / "docs" / "table.png"
SEED = 2
BEGIN = 620
"""Least number of actions before the scene, which is the first run of at least ``TRAINS`` trains after that.
"""
TRAINS = 2
LOOKED_FOR = {"short": TrainRange(3), "long": TrainRange(6)}
"""Trains for the choice of track. A corporation will have them later."""


class Builder(RandomPlayer):
    """A random player that lays the track with the highest earnings, so that the map looks like people's."""

    def choose(self, game: Game, player: str) -> Action:
        """Return such a tile lay if there is one, or else a random action."""
        return _lay(game, player) or super().choose(game, player)


def scene() -> Game:
    """Return a game in its middle, with trains about to run."""
    game = trunkline.new("1856", PEOPLE, seed=SEED)
    for _ in play_turns(game, Builder(SEED, RandomWeights(best_run=1.0, withhold=0.05))):
        if len(game.actions) >= BEGIN and _shows_runs(game):
            break
    return game


def _shows_runs(game: Game) -> bool:
    plans = [choice.best() for choice in game.legal() if isinstance(choice, Open)]
    return any(isinstance(plan, A.RunTrains) and len(plan.runs) >= TRAINS for plan in plans)


def _lay(game: Game, player: str) -> Action | None:
    """Return the tile lay with the highest earnings for its corporation, or None."""
    found, most = None, 0
    for choice in game.legal(player):
        if isinstance(choice, A.LayTile) and choice.corp:
            after = Game.at_state(game.options, game.state)
            after.play(choice)
            total = best_runs(replace(context(after, choice.corp), trains=LOOKED_FOR)).total
            if total > most:
                found, most = choice, total
    return found


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
