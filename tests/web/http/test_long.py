"""Tests that long jobs run in other threads and processes and delay no request on any machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel import referee
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.web.games import files, game_tree, jobs
from trunkline.web.games.dispatcher import Dispatcher
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.game_tree import STRIDE
from trunkline.web.games.limits import Limits
from trunkline.web.games.subscriptions import PART, Subscriptions
from trunkline.web.schemas.log import Seat
from trunkline.web.storage.sqlite import SqliteStore
from web.http.api import Api, Table, table_at

LENGTH = 120
SMALL = Limits(short_replay=10, export=10, small_file=100, processes=1)
"""Limits that make almost every job long."""


def some_game(length: int = LENGTH) -> trunkline.Game:
    """Return a random game after its first actions."""
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5)
    play_out(game, RandomPlayer(5), length)
    return game


@pytest.fixture
def api(store: Path) -> Iterator[Api]:
    """A server on which almost every job is long."""
    found = Api(table_at(store, limits=SMALL).__enter__())
    yield found
    found.close()


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids of threads in this process that have replayed actions since a test cleared the list."""
    found: list[int] = []

    def noted(*args: Any) -> Any:
        found.append(threading.get_ident())
        return referee.play(*args)

    for module in (game_tree, files, jobs):
        monkeypatch.setattr(module, "referee", SimpleNamespace(play=noted, to_act=referee.to_act))
    return found


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """An event that lets long jobs start once it is set."""
    begin = threading.Event()
    elsewhere = Dispatcher._run_job

    async def waiting(self: Dispatcher, *args: Any) -> Any:
        while not begin.is_set():
            await anyio.sleep(0.01)
        return await elsewhere(self, *args)

    monkeypatch.setattr(Dispatcher, "_run_job", waiting)
    return begin


def test_what_is_long_is_not_done_by_the_table_itself(api: Api, store: Path, replayed: list[int]) -> None:
    game = some_game()
    whole = [game.at(number).digest() for number in range(LENGTH + 1)]
    replayed.clear()
    table = api.taken_in(game.to_bytes())
    assert replayed == [], "taking in"
    api.restart(store, limits=SMALL)
    assert table.view()["version"] == LENGTH
    assert replayed == [], "opening"
    assert table.view(LENGTH // 2)["players"]
    assert replayed == [], "a moment far back"
    assert table.view(LENGTH // 2 - 3)["players"]
    assert len(replayed) < STRIDE, "moments near it"
    replayed.clear()
    made = api.post(f"{table.path}/branch", 201, {"at": LENGTH - 15})
    sheet = api.get(f"{table.path}/sheet")
    saved = [table.game(), Table(api, made["id"]).game()]
    assert len(replayed) < STRIDE, "a sandbox, the sheet and two files"
    assert [each.digest() for each in saved] == [whole[LENGTH], whole[LENGTH - 15]]
    api.restart(store)
    assert api.get(f"{table.path}/sheet") == sheet, "as when it is done here"


def test_a_digest_and_a_list_of_games_replay_a_long_game_elsewhere(
    api: Api, store: Path, replayed: list[int]
) -> None:
    game = some_game()
    table = api.taken_in(game.to_bytes())
    api.restart(store, limits=SMALL)
    replayed.clear()
    digest = api.get(f"{table.path}/since", **{"from": 45})
    assert digest["lines"]
    (mine,) = api.get("/api/me/games")["games"]
    assert mine["game"]["id"] == table.id
    assert len(replayed) < STRIDE
    api.restart(store)
    assert api.get(f"{table.path}/since", **{"from": 45}) == digest, "as when it is done here"


def test_an_undo_that_leads_far_back_is_replayed_elsewhere_too(
    api: Api, store: Path, replayed: list[int]
) -> None:
    game = some_game()
    table = api.taken_in(game.to_bytes())
    api.restart(store, limits=SMALL)
    table.undo(to=40)
    assert table.view()["players"] == table.view(40)["players"]
    assert replayed == []
    table.undo()
    table.redo()
    assert len(replayed) < STRIDE
    assert table.game().digest() == game.at(40).digest()


def test_others_go_on_while_somebody_waits_for_something_long(api: Api, held: threading.Event) -> None:
    data = some_game().to_bytes()
    table = api.new()
    statuses: list[int] = []

    def bring() -> None:
        statuses.append(api.client.post("/api/import", content=data).status_code)

    waiting = [threading.Thread(target=bring) for _ in range(1 + SMALL.waiting_long)]
    for thread in waiting:
        thread.start()
    desk: Dispatcher = api.client.app.state.backend.dispatcher
    while desk.long_jobs.size < len(waiting):
        waiting[0].join(0.01)
    # The client has reached its limit of waiting jobs.
    answer = api.client.post("/api/import", content=data)
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "3"
    assert answer.json()["error"].startswith("You have 4 ")
    table.act(A.Pass("Ann"))
    assert table.view()["version"] == 1
    assert api.client.get("/").status_code == 200
    assert statuses == []
    held.set()
    for thread in waiting:
        thread.join()
    assert statuses == [201] * len(waiting)


def test_nothing_is_carried_out_on_the_event_loop(store: Path, replayed: list[int]) -> None:
    with table_at(store) as client:
        api = Api(client)
        table = api.taken_in(some_game(30).to_bytes())
        table.view(3)
        table.undo()
        api.post(f"{table.path}/branch", 201, {"at": 20})
        table.game()
        api.get(f"{table.path}/sheet")
        assert replayed
        assert client.blocking_portal.call(threading.get_ident) not in replayed


def test_events_of_a_long_game_let_others_have_their_turn(store: Path) -> None:
    kept = SqliteStore(store)
    tables = GameCache(kept)
    table = tables[tables.create(some_game(0).options, [Seat("Ann"), Seat("Bob"), Seat("Cy")]).id]
    for version in range(3 * PART):
        (player,) = table.view_at().game.to_act
        table.act(version, A.Pass(player))
    turns: list[int] = []

    async def main() -> None:
        async def other() -> None:
            while True:
                turns[-1] += 1
                await anyio.lowlevel.checkpoint()

        async with anyio.create_task_group() as tasks:
            told = Subscriptions().event_stream(table, 0)
            turns.append(0)
            tasks.start_soon(other)
            count = 0
            async for part in told:
                assert turns[-1] or not count, "somebody else has had his turn since the last part"
                turns.append(0)
                count += part.count(b"event: entry")
                if count == 3 * PART:
                    break
            tasks.cancel_scope.cancel()

    anyio.run(main)
    assert len(turns) == 4
    kept.close()


def test_a_game_takes_so_many_entries_and_no_more_and_goes_on_being_read(store: Path) -> None:
    with table_at(store, limits=Limits(max_entries=4)) as client:
        api = Api(client)
        table = api.new()
        table.act(A.Pass("Ann"))
        table.act(A.Pass("Bob"))
        table.undo()
        table.redo()
        for refused in (table.act(A.Pass("Cy"), 422), table.undo(status=422)):
            assert refused["error"] == (
                "This game has 4 entries, undone ones included, and no game takes more. "
                "It can still be read, and a sandbox be begun."
            )
        assert [entry["kind"] for entry in table.log()] == ["action", "action", "undo", "redo"]
        assert table.view()["players"]
        sandbox = Table(api, api.post(f"{table.path}/branch", 201, {"at": 4})["id"])
        sandbox.version = 2
        sandbox.act(A.Pass("Cy"))
