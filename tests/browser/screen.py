"""The page as a person uses it: by names of buttons, and by what can be read."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable
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
"""The panels beside the stage."""
PLACES = "[aria-label=Decision], .stage > :is(.market, .opening, .raising, .offer, .discard)"
"""Where choices have controls of their own; on the map they have their hexes."""


class Screen:
    """A page of the table."""

    def __init__(self, page: Page, table: Process) -> None:
        self.page = page
        self.table = table
        self.base = f"http://{table.host}:{table.port}"
        # Found by its attributes: a search by role computes the role of every element of the map.
        self.decision = page.locator("section[aria-label=Decision]")
        self.heading = page.get_by_test_id("moment")
        self.confirm = self.decision.locator("[data-confirm]")
        self.hint = self.decision.get_by_role("button", name="Hint")

    def open(self, path: str = "/") -> Screen:
        """Go to a page and wait until it can be used."""
        self.page.goto(self.base + path)
        expect(self.page.locator("[data-ready]")).to_be_visible()
        return self

    def new(self, title: str = "1856", seed: int = 4) -> Screen:
        """A new game of three people, opened."""
        seats = [{"name": name} for name in PEOPLE]
        _, made = self.table.ask("POST", "/api/games", {"title": title, "seats": seats, "seed": seed})
        return self.open(f"/g/{made['id']}")

    def bring(self, game: Game) -> Screen:
        """Take a game in and open it."""
        return self.open(f"/g/{brought(self.table, game)}")

    @property
    def game(self) -> str:
        """The id of the game shown."""
        found = re.search(r"/g/(\w+)", self.page.url)
        assert found
        return found[1]

    @property
    def at(self) -> int:
        """The moment shown."""
        return int(self.decision.get_attribute("data-at") or "-1")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A choice, in the dock or on a stage that has a control for each."""
        return self.page.locator(PLACES).get_by_role("button", name=name)

    def step(self, kind: str) -> None:
        """Show the choices of a kind where the dock shows one step at a time."""
        button = self.decision.locator(f'[data-kinds~="{kind}"][aria-pressed="false"]')
        if button.count():
            button.click()

    def choose(self, name: str | re.Pattern[str]) -> None:
        """Choose the first of this name, confirm it and wait until it is done."""
        button = self.button(name).first
        # What alone is left is chosen already.
        if button.get_attribute("data-confirm") is None:
            button.click()
        self.take()

    def take(self) -> None:
        """Confirm what is chosen and wait until it is done."""
        at = self.at
        self.confirm.click()
        self.shows(at + 1)

    def shows(self, at: int) -> None:
        """Wait for a moment."""
        expect(self.decision).to_have_attribute("data-at", str(at))

    def tab(self, name: str) -> None:
        """Look at something else."""
        self.page.get_by_role("navigation", name="View").get_by_role("button", name=name).click()

    def hex(self, name: str) -> Locator:
        """A hex of the map."""
        return self.page.locator(f'[data-hex="{name}"]')

    def tiles(self, name: str) -> Locator:
        """The track of the tile that lies on a hex of the map, or of the one that is tried there."""
        found = re.search(r"translate\((\S+) (\S+)\)", self.hex(name).get_attribute("transform") or "")
        assert found
        return self.page.locator(f'.map use[href*="-tile-"][href$="-track"][x="{found[1]}"][y="{found[2]}"]')

    def view(self) -> dict[str, Any]:
        """What the table says of the newest moment."""
        status, found = self.table.ask("GET", f"/api/games/{self.game}?brief=true")
        assert status == 200
        view: dict[str, Any] = found
        return view

    def fits(self) -> bool:
        """Whether nothing has to be scrolled sideways."""
        width: bool = self.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
        return width


def brought(table: Process, game: Game) -> str:
    """The id of a game that a table takes in."""
    with contextlib.closing(table.connect()) as link:
        link.request("POST", "/api/import", game.to_bytes(), {"content-type": "application/octet-stream"})
        answer = link.getresponse()
        made = json.loads(answer.read())
        assert answer.status == 201, made
    return str(made["id"])


def played(title: str, seed: int, until: Iterable[type[Action]] = (), people: Iterable[str] = PEOPLE) -> Game:
    """A random game up to the first moment with these kinds of choices, or else to its end."""
    game = trunkline.new(title, list(people), seed=seed)
    wanted = set(until)
    for _ in play_turns(game, RandomPlayer(seed)):
        if wanted and wanted <= {kind_of(choice) for choice in game.legal()}:
            break
    return game
