"""A client of the API for tests."""

from __future__ import annotations

from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from trunkline import actions as A
from trunkline.game import Game
from trunkline.web.http.app import create
from trunkline.web.storage.urls import Place

PEOPLE = ("Ann", "Bob", "Cy")


class Api:
    """A server in this process and one client."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client

    def restart(self, store: Place, **more: Any) -> None:
        """Close the server and open another one with the same store."""
        self.close()
        self.client = table_at(store, **more)
        self.client.__enter__()

    def close(self) -> None:
        """Close the server."""
        self.client.__exit__(None, None, None)

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        """Send a GET request, check its status and return the JSON answer."""
        answer = self.client.get(path, params=params)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, status: int, body: object) -> Any:
        """Send a POST request, check its status and return the JSON answer."""
        answer = self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def new(
        self, title: str = "1856", people: tuple[str, ...] = PEOPLE, bots: tuple[str, ...] = (), **more: Any
    ) -> Table:
        """Create a game. The seed is 4 by default."""
        seats = [{"name": name} for name in people] + [{"name": name, "kind": "random"} for name in bots]
        body = {"title": title, "seats": seats, "seed": 4, **more}
        return Table(self, self.post("/api/games", 201, body)["id"])

    def taken_in(self, data: bytes) -> Table:
        """Import a file and return the game."""
        answer = self.client.post("/api/import", content=data)
        assert answer.status_code == 201, answer.text
        table = Table(self, answer.json()["id"])
        table.version = answer.json()["version"]
        return table


class Table:
    """One game on the server."""

    def __init__(self, api: Api, id: str) -> None:
        self.api = api
        self.id = id
        self.path = f"/api/games/{id}"
        self.version = 0

    def act(self, action: A.Action, status: int = 200, version: int | None = None, **more: bool) -> Any:
        """Send an action at the last known version, or at the given one."""
        body = {"version": self.version if version is None else version, "action": A.encode(action), **more}
        return self._heard(self.api.post(f"{self.path}/actions", status, body), status)

    def undo(self, to: int | None = None, status: int = 200) -> Any:
        """Undo to the given moment."""
        body = {"version": self.version, "to": to}
        return self._heard(self.api.post(f"{self.path}/undo", status, body), status)

    def redo(self, branch: int | None = None, status: int = 200) -> Any:
        """Redo the given branch."""
        body = {"version": self.version, "branch": branch}
        return self._heard(self.api.post(f"{self.path}/redo", status, body), status)

    def view(self, at: int | None = None) -> dict[str, Any]:
        """Return the view of a moment."""
        params = {} if at is None else {"at": at}
        found: dict[str, Any] = self.api.get(self.path, **params)
        return found

    def log(self, after: int = 0) -> list[dict[str, Any]]:
        """Return the log entries after the given number."""
        found: list[dict[str, Any]] = self.api.get(f"{self.path}/log", after=after)
        return found

    def seeds(self) -> dict[str, int]:
        """Return the random seeds of the bots by seat. The API does not show them."""
        row = self.api.client.app.state.backend.store.game(self.id)
        return {seat.name: seat.seed for seat in row.seats}

    def game(self) -> Game:
        """Return the current line of the game, from the exported file."""
        return Game.from_bytes(self.api.client.get(f"{self.path}/export").content)

    def _heard(self, answer: Any, status: int) -> Any:
        if status == 200:
            self.version = answer["version"]
        return answer


def table_at(store: Place, **more: Any) -> TestClient[Litestar]:
    """Return a client of a server over a store. The caller enters it."""
    return TestClient(create(store, hosts=None, **more))
