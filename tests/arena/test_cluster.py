"""A match on a Ray cluster, which here is this machine alone."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import msgspec
import pytest

from cli.terminal import call
from trunkline.arena.match import Match, Played, play_all
from trunkline.errors import UsageError

RAY = importlib.util.find_spec("ray") is not None
THREE = ("random", "random", "random")
needs_ray = pytest.mark.skipif(
    not RAY, reason="ray is not installed (80 MB, 260 MB unpacked): pip install 'trunkline[ray]'"
)


@needs_ray
@pytest.mark.slow
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    said = call(
        "arena", "1851", *THREE, "--games", "3", "--seed", "3", "--ray", "local", "--out", out, "--json"
    )
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["games"] == 3
    match, *there = out.read_text().splitlines()
    assert msgspec.json.decode(match, type=Match) == Match("1851", THREE, seed=3)
    played = [msgspec.json.decode(line, type=Played) for line in there]
    here = list(play_all(Match("1851", THREE, seed=3), range(3)))
    assert [untimed(game) for game in played] == [untimed(game) for game in here]


@needs_ray
def test_a_cluster_that_is_not_there_is_one_sentence() -> None:
    said = call("arena", "1851", *THREE, "--games", "1", "--ray", "nowhere at all")
    assert said.returncode == 2
    assert "There is no Ray cluster at nowhere at all" in said.stderr
    assert "Traceback" not in said.stderr


def test_without_ray_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"pip install 'trunkline\[ray\]'"):
        list(play_all(Match("1851", THREE), range(1), ray="local"))


def untimed(game: Played) -> Played:
    return msgspec.structs.replace(game, seconds=(), processor=(), longest=())
