"""A self-test: starts a temporary server and plays or imports a whole game through its HTTP API."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from trunkline.game import saves
from trunkline.game.actions import KINDS, tag
from trunkline.players.random_player import WEIGHTS
from trunkline.util.errors import UsageError
from trunkline.web.http.serving import running

NAMES = ("Ann", "Bob", "Cy")
SEED = 2
"""The random game of 1856 with this seed is short."""
PATIENCE = 60
"""The seconds to wait for a response."""
LIKELY = {tag(kind): WEIGHTS.get(kind, 1.0) for kind in KINDS}


class Caller:
    """One HTTP connection to a server."""

    def __init__(self, address: str) -> None:
        self._where = urlsplit(address)
        self._link = self._connection()

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Send a request and return the response. Raises ``UsageError`` for an error status."""
        data = None if body is None else json.dumps(body).encode()
        return self._request(method, path, data, "application/json")

    def import_game(self, data: bytes) -> Any:
        """Import a game and return the response. Raises ``UsageError``."""
        return self._request("POST", "/api/import", data, "application/octet-stream")

    def _request(self, method: str, path: str, data: bytes | None, kind: str) -> Any:
        self._link.request(method, path, data, {"content-type": kind} if data else {})
        answer = self._link.getresponse()
        text = answer.read().decode()
        if answer.status >= 300:
            raise UsageError(_why(text) or f"{method} {path} was answered with {answer.status}: {text}")
        return json.loads(text)

    def events(self, game: str, after: int) -> Iterator[dict[str, Any]]:
        """Yield the events of a game after a version, without end."""
        link = self._connection()
        link.request("GET", f"/api/games/{game}/events?after={after}")
        answer = link.getresponse()
        try:
            while line := answer.readline():
                if line.startswith(b"data:"):
                    yield json.loads(line.partition(b":")[2])
        finally:
            link.close()

    def close(self) -> None:
        """Close the connection."""
        self._link.close()

    def _connection(self) -> http.client.HTTPConnection:
        assert self._where.hostname is not None
        return http.client.HTTPConnection(self._where.hostname, self._where.port, timeout=PATIENCE)


def self_test(title: str, say: Callable[[str], None] = print) -> None:
    """Start a server, play a random game on it, and print the standings. Raises ``UsageError``."""
    with _table() as (address, caller):
        say(f"The table is open at {address}/; a random game of {title} is played at it.")
        _report(play(caller, title), say)


def open_test(file: Path, say: Callable[[str], None] = print) -> None:
    """Start a server, import a recorded game, and print the standings. Raises ``UsageError``."""
    data = saves.read(file)
    with _table() as (address, caller):
        made = caller.import_game(data)
        game = made["id"]
        if note := made.get("note"):
            print(note, file=sys.stderr)
        say(f"The table is open at {address}/g/{game}; {file.name} has been taken in.")
        _report(caller.request("GET", f"/api/games/{game}?brief=true"), say)


@contextlib.contextmanager
def _table() -> Iterator[tuple[str, Caller]]:
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        running(Path(folder, "table.sqlite")) as address,
        contextlib.closing(Caller(address)) as caller,
    ):
        yield address, caller


def _why(text: str) -> str:
    """Return the error message of a response, or an empty text."""
    with contextlib.suppress(ValueError, TypeError, KeyError):
        return str(json.loads(text)["error"])
    return ""


def _report(view: dict[str, Any], say: Callable[[str], None]) -> None:
    result = view["result"]
    if not view["over"]:
        say(f"{view['name']}: {view['version']} entries. Not finished.")
    else:
        why = result["reason"] if result else "it came to nothing any more"
        say(f"{view['name']}: {view['version']} entries. Finished: {why}.")
    if result:
        for place in result["standings"]:
            say(f"{place['place']:>3}  {place['player']:<16} ${place['worth']:,}")
    else:
        for seat in sorted(view["players"], key=lambda seat: -seat["worth"]):
            say(f"     {seat['name']:<16} ${seat['worth']:,}")


def play(caller: Caller, title: str) -> dict[str, Any]:
    """Play a game to its end and return its last view."""
    me, *others = NAMES
    seats = [{"name": me}, *({"name": name, "kind": "random"} for name in others)]
    made = caller.request("POST", "/api/games", {"title": title, "seats": seats, "seed": SEED})
    game = f"/api/games/{made['id']}"
    rng = random.Random(SEED)
    version = 0
    view: dict[str, Any] = caller.request("GET", f"{game}?brief=true")
    if me not in view["decision"]["seats"]:
        version = _wait(caller, made["id"], version, me)
        view = caller.request("GET", f"{game}?brief=true")
    while not view["over"]:
        action = _action(caller, game, view, rng)
        done = caller.request("POST", f"{game}/actions", {"version": view["version"], "action": action})
        version = _wait(caller, made["id"], done["version"] - 1, me)
        view = caller.request("GET", f"{game}?brief=true")
    return view


def _wait(caller: Caller, game: str, version: int, me: str) -> int:
    """Follow the events until it is this player's turn or the game is over. Return the version."""
    for event in caller.events(game, version):
        if event["over"] or event["to_act"][:1] == [me]:
            return int(event["version"])
    raise UsageError("The table has hung up.")


def _action(caller: Caller, game: str, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a random choice, with the weights of random players."""
    groups = view["decision"]["groups"]
    (group,) = rng.choices(groups, [LIKELY[group["kind"]] for group in groups])
    choice = rng.choice(group["choices"])
    if choice["open"]:
        wish = {"version": view["version"], "choice": choice["id"]}
        return dict(caller.request("POST", f"{game}/propose", wish)["action"])
    action = dict(choice["action"])
    amounts = choice["amounts"]
    if amounts:
        steps = (amounts["high"] - amounts["low"]) // amounts["step"]
        action[amounts["field"]] = amounts["low"] + amounts["step"] * int(steps * rng.random() ** 4)
    return action
