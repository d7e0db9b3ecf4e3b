"""The table's API as the tests talk to it."""

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
    """A table in this process, and one client at it."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client

    def restart(self, store: Place, **more: Any) -> None:
        """Close the table and open another one over the store."""
        self.close()
        self.client = table_at(store, **more)
        self.client.__enter__()

    def close(self) -> None:
        """Close the table."""
        self.client.__exit__(None, None, None)

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        """What a GET is answered with."""
        answer = self.client.get(path, params=params)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, status: int, body: object) -> Any:
        """What a POST is answered with."""
        answer = self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def new(
        self, title: str = "1856", people: tuple[str, ...] = PEOPLE, bots: tuple[str, ...] = (), **more: Any
    ) -> Table:
        """A new game; seed 4 unless said otherwise."""
        seats = [{"name": name} for name in people] + [{"name": name, "kind": "random"} for name in bots]
        body = {"title": title, "seats": seats, "seed": 4, **more}
        return Table(self, self.post("/api/games", 201, body)["id"])

    def taken_in(self, data: bytes) -> Table:
        """The game made of a file."""
        answer = self.client.post("/api/import", content=data)
        assert answer.status_code == 201, answer.text
        table = Table(self, answer.json()["id"])
        table.version = answer.json()["version"]
        return table


class Table:
    """One game at it."""

    def __init__(self, api: Api, id: str) -> None:
        self.api = api
        self.id = id
        self.path = f"/api/games/{id}"
        self.version = 0

    def act(self, action: A.Action, status: int = 200, version: int | None = None) -> Any:
        """Send an action at the version last heard of, or at the one given."""
        body = {"version": self.version if version is None else version, "action": A.encode(action)}
        return self._heard(self.api.post(f"{self.path}/actions", status, body), status)

    def undo(self, to: int | None = None, status: int = 200) -> Any:
        """Take back."""
        body = {"version": self.version, "to": to}
        return self._heard(self.api.post(f"{self.path}/undo", status, body), status)

    def redo(self, branch: int | None = None, status: int = 200) -> Any:
        """Do again."""
        body = {"version": self.version, "branch": branch}
        return self._heard(self.api.post(f"{self.path}/redo", status, body), status)

    def view(self, at: int | None = None) -> dict[str, Any]:
        """A moment as it is drawn."""
        params = {} if at is None else {"at": at}
        found: dict[str, Any] = self.api.get(self.path, **params)
        return found

    def log(self, after: int = 0) -> list[dict[str, Any]]:
        """The entries after a number."""
        found: list[dict[str, Any]] = self.api.get(f"{self.path}/log", after=after)
        return found

    def seeds(self) -> dict[str, int]:
        """What the programs in the seats draw their chances from, which the table tells nobody."""
        row = self.api.client.app.state.backend.store.game(self.id)
        return {seat.name: seat.seed for seat in row.seats}

    def game(self) -> Game:
        """The line in play, from the file that the table hands out."""
        return Game.from_bytes(self.api.client.get(f"{self.path}/export").content)

    def _heard(self, answer: Any, status: int) -> Any:
        if status == 200:
            self.version = answer["version"]
        return answer


def table_at(store: Place, **more: Any) -> TestClient[Litestar]:
    """A table over a store, to be entered."""
    return TestClient(create(store, hosts=None, **more))
