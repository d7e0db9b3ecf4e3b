"""Tests of two actions at the same instant on two workers: one succeeds, and the other gets a 409."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from trunkline.client import Failed, GameThere, Table
from trunkline.engine.kernel.action import Action
from trunkline.players.random_player import RandomPlayer
from trunkline.web.schemas.requests import NewGame, SeatWish
from web.storage.serving import serving

ROUNDS = 10
LINES = 4
"""Connections for each of the two people. The system chooses the worker of each connection."""


def test_of_two_in_the_same_instant_one_wins_many_times(database: str, tmp_path: Path) -> None:
    with serving(database, 2, tmp_path / "errors") as served, ThreadPoolExecutor(2) as both:
        assert len(served.workers()) == 2
        tables = [Table(f"http://{served.host}:{served.port}") for _ in range(2 * LINES)]
        made = tables[0].create(NewGame("1856", [SeatWish(name) for name in ("Ann", "Bob", "Cy")], seed=4))
        games = [table.game(made.id) for table in tables]
        kinds: list[str] = []
        for number in range(ROUNDS):
            one, other = games[number % LINES], games[LINES + number % LINES]
            _acted(one, number)
            kinds.append("action")
            now = other.position()
            action = RandomPlayer(number).choose(now.game, now.to_act[0])
            start = threading.Barrier(2)

            # One person undoes the action while the other plays the next one.
            def acts(there: GameThere = one, action: Action = action, version: int = now.version) -> int:
                return there.act(version, action)

            def undoes(there: GameThere = other, version: int = now.version) -> int:
                return there.undo(version)

            answers = dict(both.map(lambda each: _tried(*each), [(acts, start), (undoes, start)]))
            (won,) = (name for name, answer in answers.items() if answer == now.version + 1)
            (lost,) = (answer for answer in answers.values() if isinstance(answer, Failed))
            kinds.append("action" if won == "acts" else "undo")
            assert lost.stale
            assert [(entry.number, entry.kind) for entry in lost.missed] == [(now.version + 1, kinds[-1])]
            # Both requests are sent again and both are out of date.
            for again in (acts, undoes):
                with pytest.raises(Failed) as late:
                    again()
                assert (late.value.stale, late.value.version) == (True, now.version + 1)
        for game in games:
            log = game.log()
            assert [(entry.number, entry.kind) for entry in log] == list(enumerate(kinds, 1))
        for table in tables:
            table.close()


def _acted(game: GameThere, seed: int) -> None:
    """Play an action, so that the next undo has one."""
    now = game.position()
    game.act(now.version, RandomPlayer(seed).choose(now.game, now.to_act[0]))


def _tried(do: Callable[[], int], start: threading.Barrier) -> tuple[str, int | Failed]:
    """Run a request at the same instant as another. Return its name and its answer."""
    start.wait()
    try:
        return do.__name__, do()
    except Failed as error:
        return do.__name__, error
