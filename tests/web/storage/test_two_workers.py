"""Tests of two workers on one database: each knows the other's entries, and none is written twice."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, text

from patience import PATIENCE, until
from trunkline import actions as A
from trunkline.web.games.bots import BotRunner
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.repository import StorageUnavailable
from trunkline.web.storage.postgresql import PostgresStore
from trunkline.web.storage.urls import parse_url
from web.http.api import Api, Table, table_at
from web.storage.cluster import Cluster
from web.storage.test_migrations import engine_of


@pytest.fixture(scope="module", name="address")
def one_database(postgresql: Cluster) -> str:
    """The database of the tests in this module."""
    return postgresql.database()


@pytest.fixture(scope="module", name="workers")
def two_workers(address: str) -> Iterator[tuple[Api, Api]]:
    """Two workers on one database. The first runs the bots."""
    found: list[Api] = []
    for _ in range(2):
        found.append(Api(table_at(parse_url(address)).__enter__()))
        until(lambda: tables(found[0]).store.is_elected)
    yield found[0], found[1]
    for api in found:
        api.close()


def tables(api: Api) -> GameCache:
    """Return the games in a worker's memory."""
    found: GameCache = api.client.app.state.backend.games
    return found


def beside(table: Table, api: Api) -> Table:
    """Load a game at another worker, which then has it in memory."""
    found = Table(api, table.id)
    found.version = found.view()["version"]
    return found


def test_a_game_that_grows_while_it_is_looked_up_has_not_been_taken_away(
    workers: tuple[Api, Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = workers[0].new()
    beside(one, workers[1])
    there = tables(workers[1])
    asked, here = there.store.version, threading.current_thread()

    def overtaken(id: str) -> int:
        version = asked(id)
        if threading.current_thread() is not here:
            return version  # The listener thread may ask as well, when it has just connected.
        one.act(A.Pass("Ann"))
        until(lambda: there._alive[id].version > version)
        return version

    monkeypatch.setattr(there.store, "version", overtaken)
    assert there[one.id].version == 1


def test_what_one_has_written_the_other_shows_at_once(workers: tuple[Api, Api]) -> None:
    one = workers[0].new()
    other = beside(one, workers[1])
    for version, name in enumerate(("Ann", "Bob", "Cy") * 3):
        here, there = (one, other) if version % 2 else (other, one)
        here.act(A.Pass(name))
        view = there.view()
        assert (view["version"], view["at"]) == (version + 1, version + 1)
        there.version = view["version"]
    assert one.log() == other.log()


def test_who_watches_is_told_by_the_worker_that_heard_of_it(workers: tuple[Api, Api]) -> None:
    one = workers[0].new()
    other = beside(one, workers[1])
    held = tables(workers[1])[one.id]
    rung = threading.Event()
    hub = workers[1].client.app.state.backend.subscriptions
    wake = hub.wake

    def heard(game: str) -> None:
        wake(game)
        if game == one.id:
            rung.set()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub, "wake", heard)
        one.act(A.Pass("Ann"))
        assert rung.wait(PATIENCE)
    assert held.version == 1
    assert [entry.seat for entry in held.log] == ["Ann"]
    assert other.version == 0, "nobody has asked it"


def test_a_request_that_finds_an_entry_first_tells_of_it(
    workers: tuple[Api, Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = workers[0].new()
    other = beside(one, workers[1])
    held = tables(workers[1])[one.id]
    told: list[str] = []
    monkeypatch.setattr(GameCache, "catch_up_to", lambda self, id, version: True)
    monkeypatch.setattr(held, "_on_entry_added", told.append)
    one.act(A.Pass("Ann"))
    assert (held.version, told) == (0, [])
    assert (other.view()["version"], told) == (1, [one.id])
    assert (other.view()["version"], told) == (1, [one.id])


def test_of_two_in_the_same_instant_one_wins_and_the_other_is_told(workers: tuple[Api, Api]) -> None:
    made = workers[0].new()
    paths = [beside(made, api) for api in workers]
    for version, name in enumerate(("Ann", "Bob", "Cy") * 3):
        both = threading.Barrier(2)
        answers: list[Any] = []

        def post(table: Table, body: object, both: threading.Barrier, answers: list[Any]) -> None:
            both.wait()
            answers.append(table.api.client.post(f"{table.path}/actions", json=body))

        body = {"version": version, "action": A.encode(A.Pass(name))}
        threads = [threading.Thread(target=post, args=(each, body, both, answers)) for each in paths]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        won, lost = sorted(answers, key=lambda answer: answer.status_code)
        assert (won.status_code, won.json()) == (200, {"version": version + 1})
        assert (lost.status_code, lost.json()["version"]) == (409, version + 1)
        assert [entry["number"] for entry in lost.json()["missed"]] == [version + 1]
    assert [entry["number"] for entry in made.log()] == list(range(1, 10))


def test_a_worker_that_has_not_heard_yet_is_overtaken_and_says_so(
    workers: tuple[Api, Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = workers[0].new()
    other = beside(one, workers[1])
    held = tables(workers[1])[one.id]
    # The worker receives no notification, and requests do not check the version.
    monkeypatch.setattr(PostgresStore, "version", lambda self, id: 0)
    monkeypatch.setattr(GameCache, "catch_up_to", lambda self, id, version: True)
    one.act(A.Pass("Ann"))
    assert held.version == 0
    monkeypatch.setattr(PostgresStore, "append", overtaken(monkeypatch, PostgresStore.append))
    answer = other.act(A.Pass("Ann"), 409)
    assert (answer["version"], [entry["seat"] for entry in answer["missed"]]) == (1, ["Ann"])
    assert len(one.log()) == 1


def overtaken(patch: pytest.MonkeyPatch, append: Callable[..., None]) -> Callable[..., None]:
    """Wrap ``append``. It restores the check of the version, then appends as usual."""
    known = PostgresStore.__mro__[1].version  # type: ignore[attr-defined]

    def written(self: PostgresStore, *given: Any) -> None:
        patch.setattr(PostgresStore, "version", known)
        append(self, *given)

    return written


def test_sandboxes_and_undo_and_seats_are_known_to_both(workers: tuple[Api, Api]) -> None:
    one = workers[0].new()
    for name in ("Ann", "Bob", "Cy"):
        one.act(A.Pass(name))
    other = beside(one, workers[1])
    assert other.undo(1) == {"version": 4}
    assert one.view()["version"] == 4
    one.version = 4
    assert one.redo() == {"version": 5}
    made = other.api.post(f"{one.path}/branch", 201, {"at": 2})
    sandbox = Table(workers[0], made["id"])
    assert (sandbox.view()["version"], sandbox.api.get("/api/games")[0]["origin"]) == (
        2,
        {"game": one.id, "at": 2},
    )
    one.api.post(f"{one.path}/put-away", 200, {"away": True})
    (listed,) = (game for game in workers[1].get("/api/games") if game["id"] == one.id)
    assert listed["put_away"]


@pytest.mark.parametrize("asked", [0, 1])
def test_one_worker_alone_thinks_for_a_seat(
    workers: tuple[Api, Api], monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    decided: Counter[int] = Counter()
    choose = BotRunner._decide

    def counted(self: BotRunner, program: str, seen: Any, *rest: Any) -> Any:
        assert self._games is tables(workers[0])
        decided[seen.version] += 1
        return choose(self, program, seen, *rest)

    monkeypatch.setattr(BotRunner, "_decide", counted)
    made = workers[asked].new(people=("Ann", "Bob"), bots=("Dot",))
    for version, name in ((0, "Ann"), (1, "Bob")):
        Table(workers[asked], made.id).act(A.Pass(name), version=version)
    until(lambda: len(made.log()) == 3)
    assert made.log()[2]["seat"] == "Dot"
    # A person gives a seat to a bot on one worker. The worker that runs the bots plays it.
    body = {"version": 3, "seat": "Ann", "kind": "random"}
    workers[1 - asked].post(f"{made.path}/seats", 200, body)
    until(lambda: len(made.log()) >= 5)
    assert made.log()[4]["seat"] == "Ann"
    assert set(decided.values()) == {1}
    seats = {player["name"]: player["seat_kind"] for player in made.view()["players"]}
    assert seats == {"Ann": "random", "Bob": "person", "Dot": "random"}


def test_an_action_whose_connection_is_lost_can_be_sent_again(
    workers: tuple[Api, Api],
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = workers[0].new()
    notify = PostgresStore.notify
    engine = engine_of(parse_url(address))

    def cut(self: PostgresStore, game: str, what: str, link: Connection) -> None:
        notify(self, game, what, link)
        pid = link.execute(text("SELECT pg_backend_pid()")).scalar()
        with engine.connect() as knife:
            knife.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})

    monkeypatch.setattr(PostgresStore, "notify", cut)
    answer = table.act(A.Pass("Ann"), 503)
    assert answer["error"] == "The games cannot be written at the moment: try again soon."
    assert "terminating connection" in caplog.text, "the operator is told more"
    monkeypatch.undo()
    engine.dispose()
    assert table.view()["version"] == 0
    assert table.act(A.Pass("Ann")) == {"version": 1}
    assert [entry["seat"] for entry in table.log()] == ["Ann"]


def test_an_action_whose_acknowledgement_is_lost_is_not_done_twice(
    workers: tuple[Api, Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = workers[0].new()
    writing = PostgresStore._writing

    @contextmanager
    def lost(self: PostgresStore) -> Iterator[Connection]:
        with writing(self) as link:
            yield link
        raise StorageUnavailable("The games cannot be written at the moment: try again soon.")

    monkeypatch.setattr(PostgresStore, "_writing", lost)
    table.act(A.Pass("Ann"), 503)
    monkeypatch.undo()
    for api in workers:
        answer = Table(api, table.id).act(A.Pass("Ann"), 409, version=0)
        assert (answer["version"], [entry["seat"] for entry in answer["missed"]]) == (1, ["Ann"])
    assert [entry["seat"] for entry in table.log()] == ["Ann"]


def test_the_same_thing_said_by_two_workers_has_one_tag_where_they_serve_together(address: str) -> None:
    found: list[str] = []
    for _ in range(2):
        with table_at(parse_url(address), release_tag="same") as client:
            found.append(client.get("/api/titles/1856/board").headers["etag"])
    assert found[0] == found[1]


def test_a_table_says_whether_it_is_well(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with table_at(parse_url(address)) as client:
        assert Api(client).get("/api/health") == {"status": "ok"}
        assert Api(client).get("/api/ready") == {"status": "ok"}

        def away(self: PostgresStore) -> None:
            raise StorageUnavailable("The games cannot be read at the moment: try again soon.")

        monkeypatch.setattr(PostgresStore, "check", away)
        answer = client.get("/api/ready")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert Api(client).get("/api/health") == {"status": "ok"}
