"""Answers of ``trunkline.game.routes`` about games and states."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import trunkline
from made_up import random_board
from scenes import Scene, lps_about_to_run
from trunkline import UsageError, routes
from trunkline.engine.kernel import state as states
from trunkline.game.routes import Run

# The rulebook's example: Maudaumin connects to Sarnia twice, to Glencoe, and by a small city to Goderich.
THREE = Run("3-0", ("B13.0", "C14.0", "D15", "D17.0"))
FOUR = Run("4-0", ("F9.0", "F11", "F13.1", "E14", "D13", "C14.0", "B15", "B13.0"))

ANY: Any = routes
"""The same module for programs without strict types."""


@pytest.fixture
def scene() -> Scene:
    """Return LPS with a 3 and a 4, about to run. No other player holds a share."""
    return lps_about_to_run()


def test_the_best_runs_of_a_game_and_of_its_state(scene: Scene) -> None:
    plan = routes.best(scene.game, "LPS")
    assert (plan.total, plan.proof) == (180, "optimal")
    assert routes.check(scene.game, "LPS", plan.runs) == []
    alone = states.decode(states.encode(scene.state), scene.game.title.state)
    assert routes.best(alone, "LPS") == plan
    scene.corp("LPS").rights = ("tunnel",)
    assert routes.best(scene.state, "LPS").total == 200


def test_a_state_of_a_variant_keeps_its_trains() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], variants=["type8"])
    given = game.state
    given.trains = {**given.trains, "8-0": "LPS"}
    state = states.decode(states.encode(given), game.title.state)
    assert routes.context(state, "LPS").trains["8-0"].reach == 8


def test_a_budget_leaves_a_bound(scene: Scene) -> None:
    tiles, tokens = random_board(scene.game.title.tables, random.Random(0), 250)
    scene.state.tiles = tiles
    scene.state.tokens = {
        hex: tuple(token._replace(corp="LPS") for token in here) for hex, here in tokens.items()
    }
    scene.state.trains = {"D-0": "LPS", "D-1": "LPS", "D-2": "LPS", "6-0": "LPS"}
    full = routes.best(scene.game, "LPS")
    cut = routes.best(scene.game, "LPS", budget=0)
    assert cut.total <= full.total <= cut.bound
    assert full.optimal
    assert cut.proof == f"at most {cut.bound}"


def test_every_broken_rule_is_named(scene: Scene) -> None:
    long = Run("3-0", FOUR.path)
    apart = Run("4-0", ("C14.0", "F9.0"))
    found = [refusal.rule for refusal in routes.check(scene.game, "LPS", [long, apart])]
    assert found == ["1856.run.length", "1856.glossary.legal-run"]
    assert routes.check(scene.game, "LPS", iter([THREE, FOUR])) == []
    assert routes.check(scene.game, "LPS", [Run("3-0", list(THREE.path))]) == []  # type: ignore[arg-type]
    scene.corp("LPS").shares = {"P1": 2, "P2": 1}
    (refusal,) = routes.check(scene.game, "LPS", [THREE])
    assert refusal.rule == "1856.run.shareholder-objection"
    assert "$180" in str(refusal)


def test_a_few_stops_are_completed(scene: Scene) -> None:
    found = routes.complete(scene.game, "LPS", "4", ["F9", "B13.0"])
    assert found is not None
    assert found.run.train == "4-0"
    assert set(found.run.path) >= {"F9.0", "B13.0", "C14.0"}
    assert found.earned.total == 100
    assert "D17.0" not in found.more
    beside = routes.complete(scene.game, "LPS", "3-0", ["B13"], beside=[found.run])
    assert beside is not None
    assert routes.check(scene.game, "LPS", [found.run, beside.run]) == []
    assert routes.complete(scene.game, "LPS", "3", ["F9", "D17"]) is None
    only = routes.complete(scene.game, "LPS", "3", ["C14", "D17"], only=True)
    assert only is not None
    assert only.run.stops == ("C14.0", "D17.0")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda game: ANY.best(game, "XYZ"), "no company 'XYZ'"),
        (lambda game: ANY.best(game, ["LPS"]), "no company"),
        (lambda game: ANY.best("LPS", game), "game or a state"),
        (lambda game: ANY.best(game, "LPS", budget=-1), "search steps"),
        (lambda game: ANY.best(game, "LPS", budget=True), "search steps"),
        (lambda game: ANY.best(game, "LPS", budget=1.5), "search steps"),
        (lambda game: ANY.check(game, "LPS", THREE), "list"),
        (lambda game: ANY.check(game, "LPS", None), "list"),
        (lambda game: ANY.check(game, "LPS", ["B13.0 C14.0"]), "names a train and a path"),
        (lambda game: ANY.check(game, "LPS", [ANY.Run("3-0", "B13.0")]), "names a train and a path"),
        (lambda game: ANY.check(game, "LPS", [ANY.Run(3, ("B13.0",))]), "names a train and a path"),
        (lambda game: ANY.check(game, "LPS", [ANY.Run("3-0", ("B13.0", None))]), "names a train and a path"),
        (lambda game: ANY.complete(game, "LPS", "5", ["C14"]), "no train '5'"),
        (lambda game: ANY.complete(game, "LPS", 3, ["C14"]), "no train 3"),
        (lambda game: ANY.complete(game, "LPS", "3-0", ["C14"], beside=[THREE]), "no train '3-0' left"),
        (lambda game: ANY.complete(game, "LPS", "3", "C14"), "list"),
        (lambda game: ANY.complete(game, "LPS", "3", ["Z9"]), "no stop 'Z9'"),
        (lambda game: ANY.complete(game, "LPS", "3", ["D15"]), "no stop on D15"),
        (lambda game: ANY.complete(game, "LPS", "3", ["F13"]), "F13.0 or F13.1"),
        (lambda game: ANY.complete(game, "LPS", "3", ["C14.7"]), "write C14.0"),
        (lambda game: ANY.complete(game, "LPS", "3", ["C14." + "9" * 5000]), "write C14.0"),
        (lambda game: ANY.complete(game, "LPS", "3", [None]), "no stop None"),
        (
            lambda game: ANY.complete(game, "LPS", "3", ["C14"], beside=[ANY.Run("4-0", ("C14.0", "F9.0"))]),
            "cannot be made together with",
        ),
    ],
)
def test_nonsense_gets_a_sentence(scene: Scene, ask: Callable[[object], object], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        ask(scene.game)
    text = str(caught.value)
    assert said in text
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 250


def test_a_state_of_an_unknown_title_is_refused(scene: Scene) -> None:
    scene.state.title = "1899"
    with pytest.raises(UsageError, match="no title '1899'"):
        routes.best(scene.state, "LPS")
