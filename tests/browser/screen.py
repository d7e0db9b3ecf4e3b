"""The page as a person uses it: through the names of buttons and visible text."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

import trunkline
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from web.http.process import Process

PEOPLE = ("Ann", "Bob", "Cy")
TABS = ("Players", "Companies", "Chart", "Supply", "Log", "Sheet")
"""The panels that take the place of the stage."""
PLACES = "section.decision, .stage > :is(.market, .opening, .raising, .offer, .discard)"
"""Places of controls for choices. On the map, hexes are the controls."""


class Screen:
    """A page of a server."""

    def __init__(self, page: Page, table: Process) -> None:
        self.page = page
        self.table = table
        self.base = f"http://{table.host}:{table.port}"
        # Attributes are faster than roles: a search by role computes the role of every element of the map.
        self.decision = page.locator("section.decision")
        self.heading = page.get_by_test_id("moment")
        self.confirm = self.decision.locator("[data-confirm]")
        self.hint = self.decision.get_by_role("button", name="Hint")

    def open(self, path: str = "/") -> Screen:
        """Go to a page and wait until it is ready."""
        self.page.goto(self.base + path)
        expect(self.page.locator("[data-ready]")).to_be_visible()
        return self

    def new(self, title: str = "1856", seed: int = 4, variants: Sequence[str] = ()) -> Screen:
        """Create a game of three people and open it."""
        seats = [{"name": name} for name in PEOPLE]
        wish = {"title": title, "seats": seats, "seed": seed, "variants": variants}
        _, made = self.table.ask("POST", "/api/games", wish)
        return self.open(f"/g/{made['id']}")

    def bring(self, game: Game) -> Screen:
        """Import a game and open it."""
        return self.open(f"/g/{brought(self.table, game)}")

    @property
    def game(self) -> str:
        """The id of the current game."""
        found = re.search(r"/g/(\w+)", self.page.url)
        assert found
        return found[1]

    @property
    def at(self) -> int:
        """The number of the current moment."""
        return int(self.decision.get_attribute("data-at") or "-1")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return the button of a choice, in the dock or on the stage."""
        return self.page.locator(PLACES).get_by_role("button", name=name)

    def step(self, kind: str) -> None:
        """Show the choices of a kind if the dock shows one step at a time."""
        button = self.decision.locator(f'[data-kinds~="{kind}"][aria-pressed="false"]')
        if button.count():
            button.click()

    def choose(self, name: str | re.Pattern[str]) -> None:
        """Select the first choice of this name, confirm it and wait until it is played."""
        button = self.button(name).first
        # The page selects a single choice automatically.
        if button.get_attribute("data-confirm") is None:
            button.click()
        self.take()

    def take(self) -> None:
        """Confirm the selection and wait until it is played."""
        at = self.at
        self.confirm.click()
        self.shows(at + 1)

    def shows(self, at: int) -> None:
        """Wait until the page shows a moment."""
        expect(self.decision).to_have_attribute("data-at", str(at))

    def tab(self, name: str) -> None:
        """Switch to another view."""
        self.page.get_by_role("navigation", name="View").get_by_role("button", name=name).click()

    def hex(self, name: str) -> Locator:
        """Return a hex of the map."""
        return self.page.locator(f'[data-hex="{name}"]')

    def tiles(self, name: str) -> Locator:
        """Return the track of the tile on a hex of the map, or of the previewed tile."""
        found = re.search(r"translate\((\S+) (\S+)\)", self.hex(name).get_attribute("transform") or "")
        assert found
        return self.page.locator(f'.map use[href*="-tile-"][href$="-track"][x="{found[1]}"][y="{found[2]}"]')

    def view(self) -> dict[str, Any]:
        """Return the server's view of the newest moment."""
        status, found = self.table.ask("GET", f"/api/games/{self.game}?brief=true")
        assert status == 200
        view: dict[str, Any] = found
        return view

    def fits(self) -> bool:
        """Return whether the page fits without horizontal scrolling."""
        width: bool = self.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
        return width


def brought(table: Process, game: Game) -> str:
    """Import a game to a server and return its id."""
    with contextlib.closing(table.connect()) as link:
        link.request("POST", "/api/import", game.to_bytes(), {"content-type": "application/octet-stream"})
        answer = link.getresponse()
        made = json.loads(answer.read())
        assert answer.status == 201, made
    return str(made["id"])


def played(title: str, seed: int, until: Iterable[type[Action]] = (), people: Iterable[str] = PEOPLE) -> Game:
    """Return a random game at the first moment with these kinds of choices, or at its end."""
    game = trunkline.new(title, list(people), seed=seed)
    wanted = set(until)
    for _ in play_turns(game, RandomPlayer(seed)):
        if wanted and wanted <= {kind_of(choice) for choice in game.legal()}:
            break
    return game
