"""Tests of the frame of a moment: the rounds of the set, the order of turns and the steps of the turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import trunkline
from scenes import Scene
from scenes_18gl import Scene as Scene18gl
from scenes_1851 import Scene as Scene1851
from trunkline import actions as A
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game
from trunkline.players import play_out, play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.web.games.turn_keys import turn_key
from trunkline.web.presenters import round
from trunkline.web.schemas.round import StepFacts
from web.http.api import Api, table_at

PLAYERS = ["Ann", "Bob", "Cy", "Dee"]


def rail(game: Game, *made: A.Action) -> dict[str, StepFacts]:
    """Return the steps of the current turn by id."""
    return {step.id: step for step in round.steps(game, game.legal(), made)}


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_every_choice_of_a_turn_belongs_to_one_step_of_it(title: str) -> None:
    game = trunkline.new(title, PLAYERS, seed=11)
    seen: set[tuple[str, str]] = set()
    made: list[A.Action] = []
    turn = ""
    for _ in play_turns(game, RandomPlayer(11)):
        turn, made = turn_key(game.state), [*made, game.actions[-1]] if turn_key(game.state) == turn else []
        legal = game.legal()
        steps = round.steps(game, legal, made)
        listed = sorted(id for step in steps for id in step.choices)
        mine = [id for id, choice in enumerate(legal) if kind_of(choice) is not A.Pass]
        assert listed == (mine if steps and not game.state.pending else [])
        for step in steps:
            assert step.count == len(step.choices)
            # The label names the things: "Shares 2", and not "Shares 2 shares".
            assert step.name.lower().rstrip("s") not in step.summary.lower()
            assert not step.count or step.state in ("now", "open")
            seen.add((step.id, step.state))
        at = [step for step in steps if step.state == "now"]
        assert len(at) == (steps != () and game.state.operating is not None)
        assert not any(step.must and len(mine) < len(legal) for step in at)
        if len(game.actions) > 300:
            break
    assert {("track", "now"), ("token", "open"), ("run", "done"), ("trains", "now"), ("sell", "open")} <= seen


def test_an_operating_turn_shows_what_is_done_and_what_is_left() -> None:
    scene = Scene().opened().gt_line()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.place_home("GT")
    scene.give_trains("GT", "2")
    scene.turn("GT")
    steps = rail(scene.game)
    assert [step.state for step in steps.values()][:5] == ["now", "open", "open", "later", "later"]
    assert steps["track"].summary == f"{steps['track'].count} ways"
    assert steps["token"].summary in ("1 slot", f"{steps['token'].count} slots", "")
    assert (steps["run"].summary, steps["run"].must) == ("1 train", True)
    assert steps["trains"].summary == "1 of 4"
    lay = scene.legal(A.LayTile)[0]
    scene.play(lay)
    run = scene.runs().best()
    scene.play(run)
    steps = rail(scene.game, lay, run)
    assert (steps["track"].state, steps["track"].summary) == ("done", lay.hex)
    assert steps["token"].state == "skipped"
    assert (steps["run"].state, steps["run"].summary) == ("done", f"${scene.corp('GT').revenue}")
    assert (steps["dividend"].state, steps["dividend"].must) == ("now", True)
    pay = A.Dividend("P1", "GT", "pay")
    scene.play(pay)
    steps = rail(scene.game, lay, run, pay)
    assert (steps["dividend"].state, steps["dividend"].summary) == ("done", "pay")
    assert (steps["trains"].state, steps["trains"].must) == ("now", False)


@pytest.mark.parametrize(
    ("scene", "corp", "step", "field"),
    [
        (Scene, "GT", "loans", "loans"),
        (Scene1851, "L&N", "shares", "treasury"),
        (Scene18gl, "NYC", "loans", "loans"),
        (Scene18gl, "NYC", "shares", "treasury"),
    ],
)
def test_the_number_of_loans_or_shares_does_not_repeat_the_word(
    scene: type[Scene | Scene1851 | Scene18gl], corp: str, step: str, field: str
) -> None:
    made = scene().opened()
    made.started(corp, shares={"P1": 5}, cash=500)
    made.place_home(corp)
    made.turn(corp)
    for held, said in ((0, "none"), (1, "1"), (2, "2")):
        setattr(made.corp(corp), field, held)
        assert rail(made.game)[step].summary == said


def test_a_train_that_must_be_bought_is_marked_before_its_step_comes() -> None:
    scene = Scene().opened().gt_line()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.place_home("GT")
    scene.turn("GT")
    assert rail(scene.game)["trains"].must


def test_a_stock_turn_tells_what_was_sold_and_what_may_be_bought() -> None:
    scene = Scene().stock("P2")
    scene.started("GT", shares={"P1": 3, "P2": 4}, operated=True)
    scene.started("CA", shares={"P1": 4, "P2": 3}, operated=True)
    sell, buy = round.steps(scene.game, scene.game.legal(), ())
    assert (sell.id, sell.state, sell.summary) == ("sell", "open", "2 choices")
    assert (buy.id, buy.state, buy.must) == ("buy", "open", False)
    sale = A.SellShares("P2", "CA", 1)
    scene.play(sale)
    sell, buy = round.steps(scene.game, scene.game.legal(), [sale])
    assert sell.summary == "CA"
    corps = {getattr(scene.game.legal()[id], "corp", "") for id in buy.choices}
    assert "CA" not in corps


def test_the_rounds_of_a_set_and_the_order_of_turns() -> None:
    scene = Scene().stock("P2", number=3)
    scene.started("GT", shares={"P1": 5}, par=90)
    scene.started("CA", "P2", shares={"P2": 5}, par=100)
    told = round.round_facts(scene.table)
    assert [(each.label, each.state) for each in told.path] == [("SR 3", "now"), ("OR 3.1", "later")]
    assert [(each.player, each.state) for each in told.order] == [
        ("P2", "now"),
        ("P3", "next"),
        ("P1", "next"),
    ]
    scene.play(A.Pass("P2"))
    told = round.round_facts(scene.table)
    assert [(each.player, each.state) for each in told.order] == [
        ("P3", "now"),
        ("P1", "next"),
        ("P2", "done"),
    ]
    scene.corp("CA").operated = True
    scene.turn("GT", done=("CA",))
    told = round.round_facts(scene.table)
    assert [(each.label, each.state) for each in told.path] == [("SR 3", "done"), ("OR 3.1", "now")]
    assert [(each.corp, each.player, each.state) for each in told.order] == [
        ("CA", "P2", "done"),
        ("GT", "P1", "now"),
    ]


def test_a_view_tells_the_steps_made_in_the_turn(store: Path) -> None:
    game = trunkline.new("1856", PLAYERS, seed=3)
    turn = None
    for _ in play_turns(game, RandomPlayer(3)):
        turn = game.state.operating.turn if game.state.operating else None
        if turn and turn.laid and turn.step == 1:
            break
    with table_at(store) as client:
        view = Api(client).taken_in(game.to_bytes()).view()
    assert view["turn"]["steps"] >= 1
    track = view["decision"]["steps"][0]
    assert turn is not None
    assert (track["id"], track["state"], track["summary"]) == (
        "track",
        "done",
        turn.laid[-1],
    )
    assert [each["state"] for each in view["round"]["order"]].count("now") == 1


def test_a_game_that_is_over_has_no_steps() -> None:
    game = trunkline.new("1851", PLAYERS, seed=2)
    play_out(game, RandomPlayer(2))
    assert game.over
    assert round.steps(game, game.legal(), ()) == ()
    assert {each.state for each in round.round_facts(Context(game.title, game.state)).path} == {"done"}
