"""Tests of the cache of search results by board: cached results equal new ones."""

from __future__ import annotations

import pytest

import trunkline
from players.test_position import TITLES
from trunkline import Position
from trunkline.players import board_cache
from trunkline.players.director import Director


@pytest.mark.parametrize("title", TITLES)
def test_who_has_seen_a_board_finds_the_same_as_who_has_not(title: str) -> None:
    director = Director(3)
    now = Position.of(trunkline.new(title, ["Ann", "Bob", "Cy"], seed=8))
    way, advice = [], []
    for _ in range(160):
        way.append(now)
        advice.append(director.advise(now))
        now = now.play(advice[-1].action)
    for position, told in list(zip(way, advice, strict=True))[40::3]:
        again = Position(position.title, position.state.copy())
        assert Director(3).advise(again) == told
        board_cache.clear()
        assert Director(3).advise(Position(position.title, position.state.copy())) == told


def test_only_the_latest_boards_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    board_cache.clear()
    monkeypatch.setattr(board_cache, "MOST_BOARDS", 2)
    table = Position.of(trunkline.new("1851", ["Ann", "Bob", "Cy"])).table
    found = board_cache.cache_for(table, "AR", "runs")
    found["key"] = 1
    assert board_cache.cache_for(table, "AR", "runs") is found
    assert board_cache.cache_for(table, "AR", "reach") == {}
    assert board_cache.cache_for(table, "L&N", "runs") == {}
    assert board_cache.cache_for(table, "AR", "runs") == {}
