"""Tests of the server as a process: killed during requests, watched by several clients, stopped."""

from __future__ import annotations

import contextlib
import re
import threading
from pathlib import Path

import pytest

import trunkline
from trunkline import actions as A
from trunkline.game import Game
from trunkline.players.random_player import RandomPlayer
from web.http.process import Process, Watcher, ask, post, running

SEATS = [{"name": name} for name in ("Ann", "Bob", "Cy")]


BURSTS = (7, 13, 11, 17)
"""Actions between two kills. They are too few to end the game on a fast machine."""


def sent(action: A.Action, version: int) -> dict[str, object]:
    """Return the body of a request with an action."""
    return {"version": version, "action": A.encode(action)}


def chosen(game: Game, chooser: RandomPlayer) -> A.Action:
    """Return a random action of the first player who must decide."""
    return chooser.choose(game, next(name for name in game.players if name in game.to_act))


def begun(table: Process, **more: object) -> str:
    """Create a game of three people and return its path."""
    status, made = table.ask("POST", "/api/games", {"title": "1856", "seats": SEATS, "seed": 4, **more})
    assert status == 201
    return f"/api/games/{made['id']}"


@pytest.mark.slow
def test_what_was_acknowledged_is_there_after_a_kill(store: Path) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    chooser = RandomPlayer(4)
    path = ""
    acknowledged: list[A.Action] = []
    unanswered: list[A.Action] = []
    for burst in BURSTS:
        with running(store) as table:
            path = path or begun(table)
            _, log = table.ask("GET", f"{path}/log")
            # One entry may be stored although its answer was lost.
            assert len(acknowledged) <= len(log) <= len(acknowledged) + len(unanswered)
            assert [entry["seat"] for entry in log][: len(acknowledged)] == [a.player for a in acknowledged]
            if len(log) > len(acknowledged):
                acknowledged += unanswered
                game.play(unanswered[0])
            end = len(acknowledged) + burst
            with contextlib.closing(table.connect()) as link:
                while len(acknowledged) < end:
                    action = chosen(game, chooser)
                    assert ask(link, "POST", f"{path}/actions", sent(action, len(acknowledged))) == (
                        200,
                        {"version": len(acknowledged) + 1},
                    )
                    acknowledged.append(action)
                    game.play(action)
                unanswered = [chosen(game, chooser)]
                post(link, f"{path}/actions", sent(unanswered[0], len(acknowledged)))
                table.kill()
    with running(store) as table:
        _, log = table.ask("GET", f"{path}/log")
        assert len(acknowledged) <= len(log) <= len(acknowledged) + 1
        _, saved = table.ask("GET", f"{path}/export?at={len(acknowledged)}")
        assert saved["digest"] == game.digest()


def test_two_watchers_see_the_same_entries_in_order(store: Path) -> None:
    with running(store) as table:
        path = begun(table)
        watchers = [Watcher(table, path, 9) for _ in range(2)]
        for version in range(9):
            player = ("Ann", "Bob", "Cy")[version % 3]
            body = {"version": version, "action": A.encode(A.Pass(player))}
            assert table.ask("POST", f"{path}/actions", body)[0] == 200
        for watcher in watchers:
            watcher.join(timeout=120)
        assert [number for number, _ in watchers[0].seen] == list(range(1, 10))
        assert watchers[0].seen == watchers[1].seen
        _, event = watchers[0].seen[3]
        assert (event["version"], event["kind"], event["seat"], event["to_act"]) == (
            4,
            "action",
            "Ann",
            ["Bob"],
        )
        late = Watcher(table, path, 3, last=6)
        late.join(timeout=120)
        assert late.seen == watchers[0].seen[6:]


def test_who_knows_more_than_there_is_hears_what_comes_next(store: Path) -> None:
    with running(store) as table:
        path = begun(table)
        watcher = Watcher(table, path, 1, last=500)
        version = 0
        while watcher.is_alive():  # the stream omits actions from before it opened
            action = A.Pass(("Ann", "Bob", "Cy")[version % 3])
            assert table.ask("POST", f"{path}/actions", sent(action, version))[0] == 200
            version += 1
            watcher.join(timeout=0.3)
        (heard,) = watcher.seen
        assert heard[0] <= version


def test_many_at_once_get_one_entry_a_version(store: Path) -> None:
    with running(store) as table:
        path = begun(table)
        answers: list[int] = []

        def send() -> None:
            body = {"version": 0, "action": A.encode(A.Pass("Ann"))}
            answers.append(table.ask("POST", f"{path}/actions", body)[0])

        threads = [threading.Thread(target=send) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200] + [409] * 7
        assert len(table.ask("GET", f"{path}/log")[1]) == 1


def test_it_stops_although_somebody_watches(store: Path) -> None:
    with running(store) as table:
        path = begun(table)
        watcher = Watcher(table, path, 1)
        assert table.ask("GET", path)[0] == 200
        assert table.stop() == 0
        watcher.join(timeout=120)
        assert not watcher.is_alive()


def test_a_file_can_be_opened_with_it(store: Path, tmp_path: Path) -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=1)
    game.save(tmp_path / "game.json")
    with running(store, "--open", str(tmp_path / "game.json")) as table:
        assert table.page.startswith("g/")
        status, view = table.ask("GET", f"/api/games/{table.page[2:]}")
        assert (status, view["title"]) == (200, "1851")


def test_a_table_for_others_says_what_that_means_and_answers_to_the_names_it_is_given(
    store: Path, tmp_path: Path
) -> None:
    access = tmp_path / "access.log"
    with running(store, "--public-url", "https://games.example.org/", "--access-log", str(access)) as table:
        for host, status in (("games.example.org", 200), ("evil.example", 403)):
            with contextlib.closing(table.connect()) as link:
                link.request("GET", "/api/titles", headers={"host": host})
                assert link.getresponse().status == status
        assert table.stop() == 0
        assert table.said[1:] == [
            "Others find it at https://games.example.org/",
            "Warning: no accounts or passwords. Anyone who can reach this server can do everything.",
        ]
    assert re.search(r" 127\.0\.0\.1 GET /api/titles 200 [0-9.]+ ms", access.read_text())


def test_a_table_for_this_machine_says_nothing_of_others(store: Path) -> None:
    with running(store) as table:
        assert table.ask("GET", "/api/games") == (200, [])
        assert table.stop() == 0
        assert table.said == [f"Its games are kept in {store}. Ctrl-C closes it."]
