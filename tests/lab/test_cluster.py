"""Matches and data sets on a Ray cluster: one that the arena starts, and one of two nodes on this machine."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

import trunkline
from cli.terminal import call
from lab.two_nodes import FIRST, LOOPBACK, NODE, SECOND, two_nodes
from trunkline.lab import cluster
from trunkline.lab.arena.match import GameResult, Match, play_all
from trunkline.lab.dataset import storage
from trunkline.lab.dataset.making import make
from trunkline.lab.dataset.plan import Part, Plan
from trunkline.util.errors import UsageError

RAY = importlib.util.find_spec("ray") is not None
REQUIRED = os.environ.get("TRUNKLINE_RAY") == "required"
"""If true, the tests fail without Ray instead of being skipped."""
THREE = ("random", "random", "random")
GAMES = 3
PATIENCE = 120.0
"""Seconds before a task stops waiting for another one."""
needs_ray = pytest.mark.skipif(
    not RAY and not REQUIRED, reason="ray is not installed (260 MB): pip install 'trunkline[ray]'"
)


@pytest.fixture(scope="module", autouse=True)
def loopback_only() -> Iterator[None]:
    """Set the environment that Ray reads at its first import; see ``LOOPBACK``."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in LOOPBACK.items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="module", name="here")
def games_played_here() -> list[GameResult]:
    """Return the games of a match, played in this process."""
    return [untimed(game) for game in play_all(Match("1851", THREE, seed=3), range(GAMES))]


@pytest.fixture(scope="module", name="nodes")
def address_of_two_nodes() -> Iterator[str]:
    """Return the address of a cluster of two nodes with one processor each."""
    with two_nodes() as address:
        yield address


def test_ray_is_installed_if_it_is_required() -> None:
    assert RAY or not REQUIRED, "TRUNKLINE_RAY=required, and ray is missing: pip install 'trunkline[ray]'"


@needs_ray
@pytest.mark.slow
def test_a_local_cluster_plays_the_same_games(tmp_path: Path, here: list[GameResult]) -> None:
    assert played_by("local", tmp_path / "games.jsonl") == here


@needs_ray
@pytest.mark.slow
def test_two_nodes_play_the_same_games(tmp_path: Path, here: list[GameResult], nodes: str) -> None:
    assert nodes.startswith("127.0.0.1:")
    assert played_by(nodes, tmp_path / "games.jsonl") == here


@needs_ray
@pytest.mark.slow
def test_a_data_set_of_two_nodes_has_the_same_tables(tmp_path: Path, nodes: str) -> None:
    plan = Plan((Part(("random",), GAMES),), ("1851",), (3,), shard=2)
    here = make(tmp_path / "here", plan, 1, lambda done, total: None)
    # The first run stops after the first file.
    stopped = tmp_path / "there"
    with pytest.raises(KeyboardInterrupt):
        make(stopped, plan, 1, interrupt_at(2), ray=nodes)
    assert storage.read_manifest(stopped).games == 2
    there = make(stopped, plan, 1, lambda done, total: None, ray=nodes)
    assert [shard.files for shard in there.shards] == [shard.files for shard in here.shards]


@needs_ray
@pytest.mark.slow
def test_both_nodes_get_work(tmp_path: Path, nodes: str) -> None:
    def meet(number: int) -> str:
        """Wait for the other task. On a single processor that task would never start."""
        (tmp_path / str(number)).touch()
        until = time.monotonic() + PATIENCE
        while not (tmp_path / str(1 - number)).exists() and time.monotonic() < until:
            time.sleep(0.02)
        return os.environ[NODE]

    assert set(cluster.in_order(meet, range(2), nodes)) == {FIRST, SECOND}


@needs_ray
@pytest.mark.slow
def test_the_work_of_a_lost_node_is_done_by_the_other(tmp_path: Path) -> None:
    lost = tmp_path / "lost"

    def survive(number: int) -> tuple[int, str]:
        """End the second node at its first task. The first node waits for that."""
        node, until = os.environ[NODE], time.monotonic() + PATIENCE
        if node == SECOND and not lost.exists():
            lost.touch()
            for process in (os.getppid(), os.getpid()):  # Ray's own process of this node, and this task's
                os.kill(process, signal.SIGKILL)
        while not lost.exists() and time.monotonic() < until:
            time.sleep(0.02)
        return number, node

    with two_nodes() as address:
        done = list(cluster.in_order(survive, range(4), address))
    assert lost.exists()
    assert done == [(number, FIRST) for number in range(4)]


@needs_ray
@pytest.mark.slow
def test_a_task_that_fails_is_one_sentence(nodes: str) -> None:
    def fail(number: int) -> int:
        raise trunkline.UsageError(f"Item {number} is wrong.")

    with pytest.raises(UsageError) as caught:
        list(cluster.in_order(fail, range(2), nodes))
    assert str(caught.value) == f"The Ray cluster at {nodes} has failed: Item 0 is wrong."


@needs_ray
@pytest.mark.parametrize("address", ["nowhere at all", "127.0.0.1:99999"])
def test_an_address_that_is_none_is_one_sentence(address: str) -> None:
    said = call("arena", "1851", *THREE, "--games", "1", "--ray", address)
    assert said.returncode == 2
    assert f"There is no Ray cluster at {address}" in said.stderr
    assert "Traceback" not in said.stderr


@needs_ray
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_an_address_that_does_not_answer_is_one_sentence(host: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # bound, but not listening
        address = f"{host}:{unused.getsockname()[1]}"
        said = call("arena", "1851", *THREE, "--games", "1", "--ray", address)
    assert said.returncode == 2
    assert f"There is no Ray cluster at {address}: " in said.stderr
    assert "Traceback" not in said.stderr


def test_without_ray_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"pip install 'trunkline\[ray\]'"):
        list(play_all(Match("1851", THREE), range(1), ray="local"))


def interrupt_at(number: int) -> Callable[[int, int], None]:
    """Return a progress function that ends the run after so many games, as Ctrl-C does."""

    def show(done: int, total: int) -> None:
        if done == number:
            raise KeyboardInterrupt

    return show


def played_by(address: str, out: Path) -> list[GameResult]:
    """Return the games of the match as the command plays them on a cluster."""
    how = ("--games", str(GAMES), "--seed", "3", "--ray", address, "--out", out, "--json")
    said = call("arena", "1851", *THREE, *how)
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["games"] == GAMES
    match, *there = out.read_text().splitlines()
    assert msgspec.json.decode(match, type=Match) == Match("1851", THREE, seed=3)
    return [untimed(msgspec.json.decode(line, type=GameResult)) for line in there]


def untimed(game: GameResult) -> GameResult:
    return msgspec.structs.replace(game, seconds=(), processor=(), longest=())
