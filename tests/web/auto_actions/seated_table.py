"""A table with three people, in which tests set auto-actions."""

from __future__ import annotations

from typing import Any

from patience import until
from trunkline import actions as A
from web.http.house import SEATS, Browser, House

EAST, WEST, NORTH = SEATS


class SeatedTable:
    """A game of 1856 with Ann in the east, Bob in the west and Cy in the north."""

    def __init__(self, house: House, *, names: tuple[str, ...] = ("Ann", "Bob", "Cy"), **more: Any) -> None:
        self.house = house
        self.people = {seat: house.person(name) for seat, name in zip(SEATS, names, strict=True)}
        self.ann, self.bob, self.cy = self.people.values()
        self.game = self.ann.table(private=False, **more)
        self.bob.join(self.game, WEST)
        self.cy.join(self.game, NORTH)

    @property
    def path(self) -> str:
        """The address of the auto-actions."""
        return f"/api/games/{self.game}/auto-actions"

    @property
    def version(self) -> int:
        """The version of the game."""
        return int(self.bob.get(f"/api/games/{self.game}", brief=True)["version"])

    def set(self, browser: Browser, *wanted: dict[str, Any], status: int = 201) -> Any:
        """Set auto-actions at the current version and return the answer."""
        return browser.post(self.path, status, {"version": self.version, "auto_actions": list(wanted)})

    def mine(self, browser: Browser) -> Any:
        """Return the auto-actions of a person."""
        return browser.get(self.path)

    def act(self, *actions: A.Action) -> None:
        """Send actions of their players, one after the other."""
        for action in actions:
            self.people[action.player].act(self.game, self.version, action)

    def log(self) -> list[tuple[str, str]]:
        """Return the seat and the kind of each entry."""
        entries = self.bob.get(f"/api/games/{self.game}/log")
        return [(entry["seat"], entry["action"] or entry["kind"]) for entry in entries]

    def until(self, version: int) -> None:
        """Wait until the game has so many entries."""
        until(lambda: self.version >= version)

    def ended(self, browser: Browser) -> tuple[str, str]:
        """Wait until a person's auto-action has ended. Return its status and reason."""
        until(lambda: not self.mine(browser)["active"])
        last = self.mine(browser)["ended"][0]
        return last["status"], last["reason"]

    def idle(self) -> None:
        """Wait until the thread of auto-actions has looked at everything that has happened."""

        def looked() -> bool:
            active = self.house.app.state.backend.auto_actions.active(self.game)
            seen = min((row.seen for row in active), default=self.version)
            return seen == self.version

        until(looked)


def passing(seat: str, **more: bool) -> dict[str, Any]:
    """Return a pass in the opening, until another player buys or bids."""
    return {"kind": "pass", "player": seat, "sells": False, "starts": False, **more}


def bidding(seat: str, private: str, limit: int, **more: str) -> dict[str, Any]:
    """Return a bid up to a limit."""
    return {"kind": "bid", "player": seat, "private": private, "limit": limit, **more}
