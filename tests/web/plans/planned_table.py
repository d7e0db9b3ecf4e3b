"""A table with three people, who try moves in sandboxes and keep them as plans."""

from __future__ import annotations

from typing import Any

from patience import until
from trunkline import actions as A
from web.auto_actions.seated_table import SeatedTable
from web.http.house import Browser


class PlannedTable(SeatedTable):
    """A game of 1856 with Ann in the east, Bob in the west and Cy in the north."""

    @property
    def plans(self) -> str:
        """The address of the plans."""
        return f"/api/games/{self.game}/plans"

    def sandbox(self, browser: Browser, *moves: A.Action, of: str = "", at: int | None = None) -> str:
        """Begin a sandbox at the current version, make moves in it, and return its id."""
        game = of or self.game
        begin = self.version if at is None else at
        made = browser.post(f"/api/games/{game}/branch", 201, {"at": begin})
        for number, move in enumerate(moves):
            browser.act(made["id"], made["version"] + number, move)
        return str(made["id"])

    def keep(self, browser: Browser, *moves: A.Action, mode: str = "off") -> dict[str, Any]:
        """Keep the moves of a new sandbox as a plan, and return it."""
        body = {"version": self.version, "sandbox": self.sandbox(browser, *moves), "mode": mode}
        return dict(browser.post(self.plans, 201, body))

    def planned(self, browser: Browser) -> Any:
        """Return the active plan of a person, or None."""
        return next(iter(browser.get(self.plans)["active"]), None)

    def states(self, browser: Browser) -> list[str]:
        """Return the states of the steps of a person's plan."""
        return [step["state"] for step in self.planned(browser)["steps"]]

    def hand_in(self, browser: Browser, version: int, status: int = 200) -> Any:
        """Hand in the next steps of a person's plan."""
        key = self.planned(browser)["key"]
        return browser.post(f"{self.plans}/{key}/hand-in", status, {"version": version})

    def stopped(self, browser: Browser) -> str:
        """Wait until a person's plan is not handed in by itself any more. Return the stored reason."""
        rows = self.house.app.state.backend.plans
        until(lambda: rows.active(self.game)[0].mode == "off")
        assert self.planned(browser)["mode"] == "off"
        return str(self.planned(browser)["reason"])

    def over(self, browser: Browser) -> tuple[str, str]:
        """Wait until a person's plan has ended. Return its stored status and reason."""
        rows = self.house.app.state.backend.plans
        until(lambda: not rows.active(self.game))
        last = browser.get(self.plans)["ended"][0]
        return last["status"], last["reason"]

    def quiet(self) -> None:
        """Wait until the thread has compared all plans with everything that has happened."""
        rows = self.house.app.state.backend.plans
        until(lambda: all(row.seen == self.version for row in rows.active(self.game)))
