"""Recorded whole games: each action still leads to the recorded digest of the position."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import trunkline
from system.golden.make import FOLDER, PERFT, PLANS, POSITIONS, retraced, seen
from system.golden.make import read as read_public
from trunkline import actions
from trunkline.game import Game, saves
from trunkline.titles import build

FILES = sorted(path for path in FOLDER.glob("*.json.gz") if path != POSITIONS)
OTHER_STATES = {"0.2.0"}
"""Versions of the program with another state at the end of a game, and so with other digests."""
RETRACED: dict[str, list[str]] = json.loads(gzip.decompress(POSITIONS.read_bytes()))


def read(path: Path) -> tuple[bytes, list[str]]:
    """Return the save and the digests."""
    data: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return json.dumps(data["save"]).encode(), data["seen"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".json")[0])
def test_a_game_of_old_says_the_same_at_every_action(path: Path) -> None:
    data, moments = read(path)
    save = saves.from_bytes(data, path.name)
    game = Game(build(save.options), save.options)
    assert len(save.actions) > 100
    assert [seen(game)] == moments[:1]
    for number, action in enumerate(save.actions, 1):
        game.play(actions.validated(action))
        assert seen(game) == moments[number], f"after action {number}"
    assert game.over
    if save.program not in OTHER_STATES:
        assert game.digest() == save.digest


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.public.gz")), ids=lambda path: path.name)
def test_an_exported_game_of_old_reads_the_same_at_every_entry(path: Path) -> None:
    data = json.loads(gzip.decompress(path.read_bytes()))
    assert len(data["seen"]) > 400
    assert read_public(data["file"]) == data["seen"]


@pytest.mark.parametrize("name", RETRACED)
def test_the_way_to_a_position_of_old_is_the_same(name: str) -> None:
    assert retraced(PERFT / name) == RETRACED[name]


def test_there_is_a_game_for_every_plan() -> None:
    assert {path.name for path in FILES} >= {f"{plan.name}.json.gz" for plan in PLANS}


def test_every_reading_of_every_title_has_a_game() -> None:
    for id, about in trunkline.catalogue(teaching=False).items():
        for rules in about.rules:
            assert any(f"{id}-{rules}-" in path.name for path in FILES), (id, rules)


def test_there_is_a_way_to_every_position() -> None:
    assert RETRACED.keys() == {path.name for path in PERFT.glob("*.json")}
