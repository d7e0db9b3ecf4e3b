"""Tests of a game's log in memory: it acts as a list of entries and takes much less memory."""

from __future__ import annotations

import gc
import itertools
import tracemalloc
from pathlib import Path

import pytest

import trunkline
from trunkline import actions
from trunkline.game import saves
from trunkline.players.random_player import RandomPlayer
from trunkline.web.games import files
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.game_tree import ACTION, UNDO
from trunkline.web.games.log import PART, Log
from trunkline.web.games.log_entries import LogEntry
from trunkline.web.storage.sqlite import SqliteStore

LONG = 1000
MOST = 700
"""Bytes that an entry may take with its moment. The stored form takes about 1,400."""


def entries(count: int) -> list[LogEntry]:
    """Return different entries. Every seventh is an undo."""
    return [
        LogEntry(number, ACTION if number % 7 else UNDO, b"%d" % number, "Ann", "now", b"{}")
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("count", [0, 1, PART, 2 * PART - 1, 2 * PART, 2 * PART + 1, 5 * PART])
def test_it_is_read_as_a_list_is(count: int) -> None:
    plain = entries(count)
    log = Log(plain)
    assert len(log) == count
    assert list(log) == plain
    assert list(reversed(log)) == plain[::-1]
    assert [log[place] for place in range(-count, count)] == plain + plain
    assert log.non_actions == [entry for entry in plain if entry.kind == UNDO]
    edges = [None, 0, 1, PART - 1, PART, PART + 1, 3 * PART, -1, -PART, 1000]
    for first, last in itertools.product(edges, edges):
        assert log[first:last] == plain[first:last]
    for place in (count, -count - 1):
        with pytest.raises(IndexError):
            log[place]


def test_the_last_are_at_hand() -> None:
    """All listeners receive the same entry object, without a read from the store."""
    log = Log()
    for entry in entries(5 * PART):
        log.append(entry)
        assert log[-1] is entry
    assert all(map(lambda one, other: one is other, log[-PART:], log[-PART:]))


def test_a_long_game_takes_little_memory(tmp_path: Path) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1856)
    chooser, played = RandomPlayer(1856), []
    for _ in range(LONG):
        played.append(chooser.choose(game, next(name for name in game.players if name in game.to_act)))
        game.play(played[-1])
    data = saves.to_bytes(game.title.board.hash, game.options, played, game.state)
    store = SqliteStore(tmp_path / "table.sqlite")
    begun = files.import_game(data, LONG)
    # The first table fills caches that the second one uses.
    first, second = (GameCache(store).import_game(begun).id for _ in range(2))
    tables = GameCache(store)
    tables[first].view_at()
    gc.collect()
    tracemalloc.start()
    try:
        table = tables[second]
        table.view_at()
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    store.close()
    assert table.version == LONG
    assert actions.encode(table.path()[-1].action()) == actions.encode(played[-1])
    assert taken / LONG < MOST
