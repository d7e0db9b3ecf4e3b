"""Tests of training: samples from a data set, and a network that learns from them."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import msgspec
import numpy as np
import pytest

import trunkline
from cli.terminal import call
from trunkline import Position
from trunkline.lab.dataset import storage
from trunkline.lab.dataset.making import make
from trunkline.lab.dataset.plan import Part, Plan
from trunkline.lab.dataset.schema import POSITIONS, RESULTS
from trunkline.lab.training import samples
from trunkline.lab.training.explorer import Explorer
from trunkline.lab.training.samples import SEATS, Samples
from trunkline.players.evaluation import final_worth
from trunkline.players.registry import load_player
from trunkline.players.scholar import features
from trunkline.players.scholar.value import read_model
from trunkline.util.errors import UsageError

JAX = importlib.util.find_spec("optax") is not None
REQUIRED = os.environ.get("TRUNKLINE_JAX") == "required"
"""If true, the tests fail without JAX instead of being skipped."""
needs_jax = pytest.mark.skipif(
    not JAX and not REQUIRED, reason="JAX is not installed (350 MB): pip install 'trunkline[training]'"
)
PLAN = Plan((Part(("clerk",), 5),), ("1851",), players=(3,), shard=3, every=80)


@pytest.fixture(scope="module", name="data")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set of five games of three clerks."""
    folder = tmp_path_factory.mktemp("training") / "games"
    make(folder, PLAN, 1, lambda done, total: None)
    return folder


def test_a_sample_has_the_figures_of_a_position_and_the_end_of_its_game(data: Path) -> None:
    found = samples.read([data], "1851")
    manifest = storage.read_manifest(data)
    rows = list(storage.read_rows(data, manifest, POSITIONS))
    results = list(storage.read_rows(data, manifest, RESULTS))
    lines = [row for row in rows if not Position.from_line(row["line"]).over]
    assert len(found.rows) == len(lines) > 20
    assert found.rows.shape[1:] == (SEATS, features.WIDTH)
    for number in (0, len(lines) // 2, len(lines) - 1):
        now = Position.from_line(lines[number]["line"])
        worth = {row["player"]: row["worth"] for row in results if row["game"] == lines[number]["game"]}
        for seat, name in enumerate(now.state.players):
            assert found.shares[number, seat] == pytest.approx(worth[name] / sum(worth.values()), abs=1e-6)
            assert found.worth[number, seat] == pytest.approx(np.log(final_worth(now)[name]), abs=1e-4)
            assert found.rows[number, seat] == pytest.approx(figures_of(now, name), abs=1e-4)
        assert np.all(np.isneginf(found.worth[number, 3:]))
        assert found.shares[number].sum() == pytest.approx(1.0, abs=1e-6)
    assert sorted(set(found.games)) == list(range(5))


def figures_of(position: Position, name: str) -> tuple[float, ...]:
    """Return the row of a player."""
    return features.figures(position).rows[name]


def test_games_of_two_data_sets_have_different_numbers(data: Path) -> None:
    once, twice = samples.read([data], "1851"), samples.read([data, data], "1851", jobs=2)
    assert len(twice.rows) == 2 * len(once.rows)
    assert np.array_equal(twice.rows[: len(once.rows)], once.rows)
    assert sorted(set(twice.games)) == list(range(10))


def test_data_without_a_finished_game_of_the_title_are_refused(data: Path) -> None:
    with pytest.raises(UsageError, match="The data sets have no finished game of 18GL"):
        samples.read([data], "18GL")


def made_up(games: int, seats: int = 3) -> Samples:
    """Return samples in which money alone decides the end, and the expected worth says nothing."""
    draw = np.random.default_rng(2)
    rows = draw.normal(size=(8 * games, SEATS, features.WIDTH)).astype(np.float32)
    worth = np.full(rows.shape[:2], -np.inf, np.float32)
    worth[:, :seats] = 0.1 * draw.normal(size=(len(rows), seats))
    odds = np.exp(0.3 * rows[..., features.OWN.index("money")])
    odds[:, seats:] = 0.0
    shares = odds / odds.sum(axis=1, keepdims=True)
    return Samples(rows, worth, shares.astype(np.float32), np.repeat(np.arange(games, dtype=np.int32), 8))


@needs_jax
def test_the_network_learns_what_the_expected_worth_does_not_say() -> None:
    from trunkline.lab.training.fitting import CurvePoint, Settings, fit

    shown: list[CurvePoint] = []
    settings = Settings(hidden=(8,), epochs=15, rate=0.01)
    trained = fit("1851", made_up(200), settings, shown.append)
    assert [point.epoch for point in shown] == list(range(1, 16))
    assert tuple(shown) == trained.curve
    best = trained.curve[trained.best - 1].held_out
    assert best == min(point.held_out for point in trained.curve)
    # Equal shares are better than the made-up worth, and the network is much better than both.
    assert best < 0.25 * trained.uniform < trained.uniform < trained.hand_written
    assert trained == fit("1851", made_up(200), settings, lambda point: None)


@needs_jax
def test_the_network_in_plain_python_is_the_trained_one() -> None:
    from trunkline.lab.training import fitting

    data = made_up(10)
    trained = fitting.fit("1851", data, fitting.Settings(hidden=(8, 4), epochs=3), lambda point: None)
    held = data.only(data.games % fitting.HELD_OUT == fitting.HELD_OUT - 1)
    model, total = trained.model, 0.0
    for rows, worth, shares in zip(held.rows, held.worth, held.shares, strict=True):
        scores = [
            model.scale * worth[seat] + model.network.apply([*((rows[seat] - model.mean) / model.spread)])
            for seat in range(3)
        ]
        expected = np.exp(scores) / np.exp(scores).sum()
        total += float((shares[:3] * (np.log(shares[:3]) - np.log(expected))).sum())
    assert 1_000 * total / len(held.rows) == pytest.approx(trained.curve[trained.best - 1].held_out, rel=1e-3)


@needs_jax
def test_a_command_trains_a_bot(data: Path, tmp_path: Path) -> None:
    weights, curve = tmp_path / "weights.json", tmp_path / "curve.json"
    done = call("train", "1851", data, "-o", weights, "--curve", curve, "--epochs", "4", "--hidden", "4")
    assert done.returncode == 0, done.stderr
    assert f"The weights are in {weights}." in done.stdout
    assert [point["epoch"] for point in json.loads(curve.read_text())] == [1, 2, 3, 4]
    assert len(read_model(weights).network.layers) == 2
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=1)
    player = min(game.to_act)
    assert game.check(load_player(f"scholar:1:{weights}")(1).choose(game.copy(), player)) is None


@needs_jax
def test_too_few_games_and_damaged_data_are_refused(data: Path, tmp_path: Path) -> None:
    small = tmp_path / "small"
    make(small, msgspec.structs.replace(PLAN, parts=(Part(("clerk",), 2),)), 1, lambda done, total: None)
    done = call("train", "1851", small, "-o", tmp_path / "weights.json")
    assert (done.returncode, done.stderr) == (2, "Training needs at least 5 finished games of 1851.\n")
    next((small / "positions").iterdir()).write_bytes(b"x")
    done = call("train", "1851", small, "-o", tmp_path / "weights.json")
    assert done.returncode == 2
    assert "is cut off" in done.stderr
    assert not (tmp_path / "weights.json").exists()


def test_explorers_differ_and_repeat_themselves() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=1)
    player = min(game.to_act)
    chosen = [Explorer(seed).choose(game.copy(), player) for seed in range(8)]
    assert chosen == [Explorer(seed).choose(game.copy(), player) for seed in range(8)]
    assert len({str(action) for action in chosen}) > 1
