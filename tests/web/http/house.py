"""A server with accounts in this process, and people with separate browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from trunkline import actions as A
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.games.limits import USUAL, Limits
from trunkline.web.http.app import create
from trunkline.web.http.auth import AccountAuth, PeopleSettings
from trunkline.web.storage.urls import Place

FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "correct horse battery"
HERE = "http://testserver.local"
SEATS = "East", "West", "North"
MANY: dict[Rate, str] = {rate: "100000/minute" for rate in Rate if rate is not Rate.STREAMS}


class House:
    """The server. It runs inside a ``with`` block."""

    def __init__(
        self,
        store: Place,
        limits: Limits = USUAL,
        *,
        auto_pause: float = 0.0,
        lessons: Path | None = None,
        **more: Any,
    ) -> None:
        settings = {"hasher": FAST, "rates": MANY, **more}
        self.app: Litestar = create(
            store,
            hosts=None,
            origin=settings.get("origin", ""),
            limits=limits,
            auto_pause=auto_pause,
            accounts=PeopleSettings(**settings),
            lessons=lessons,
        )
        self.porter: AccountAuth = self.app.state.backend.auth
        self._client = TestClient(self.app)

    def __enter__(self) -> House:
        self._client.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._client.__exit__(None, None, None)

    def person(self, name: str, *, operator: bool = False) -> Browser:
        """Create an account and return its signed-in browser."""
        person = self.porter.accounts.sign_up(name, PASSWORD)
        self.porter.accounts.set_operator(person.id, operator)
        browser = Browser(self)
        browser.id = person.id
        browser.cookies[self.porter.cookie] = self.porter.credentials.begin(person.id, "a test")
        return browser

    def request(self, method: str, path: str, headers: dict[str, str], **more: Any) -> Response:
        """Send one request. The client keeps no cookies of the answer."""
        self._client.cookies.clear()
        return self._client.request(method, path, headers=headers, **more)


class Browser:
    """The browser of a person, or a program with a token."""

    def __init__(self, house: House, token: str = "") -> None:
        self.house = house
        self.id = ""
        self.cookies: dict[str, str] = {}
        self.token = token
        self.origin: str | None = HERE

    def ask(self, method: str, path: str, status: int | None = None, body: object = None, **more: Any) -> Any:
        """Send a request and return the JSON answer of this status. Without a status, return the response."""
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if self.token:
            headers = {"authorization": f"Bearer {self.token}"}
        elif self.origin is not None:
            headers["origin"] = self.origin
        if body is not None:
            more["json"] = body
        answer = self.house.request(method, path, {**headers, **more.pop("headers", {})}, **more)
        for name, value in answer.cookies.items():
            self.cookies[name] = value
        if status is None:
            return answer
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        """Send a GET request, check its status and return the JSON answer."""
        return self.ask("GET", path, status, params=params)

    def post(self, path: str, status: int, body: object) -> Any:
        """Send a POST request, check its status and return the JSON answer."""
        return self.ask("POST", path, status, body)

    def table(self, **more: Any) -> str:
        """Create a table of three seats and return its id."""
        seats = [{"name": name} for name in SEATS]
        body = {"title": "1856", "seats": seats, "seed": 4, **more}
        return str(self.post("/api/games", 201, body)["id"])

    def join(self, game: str, seat: str, status: int = 200) -> Any:
        """Take a seat."""
        return self.post(f"/api/games/{game}/people", status, {"seat": seat})

    def act(self, game: str, version: int, action: A.Action, status: int = 200) -> Any:
        """Send an action."""
        return self.post(
            f"/api/games/{game}/actions", status, {"version": version, "action": A.encode(action)}
        )

    def comes_by_link(self, owner: Browser, game: str) -> None:
        """Accept an invitation from the owner of a table."""
        link = owner.post(f"/api/games/{game}/links", 201, None)
        self.post("/api/invitations", 200, {"secret": link["secret"]})
