"""Tests of refusals whose reason lasts to the end of the game, and of the lists that leave them out."""

from __future__ import annotations

import msgspec
import pytest

import trunkline
from scenes import Scene
from trunkline import actions as A
from trunkline.cli.terminal.reasons import reasons
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.choice import Amounts, Candidate
from trunkline.engine.steps.turn_ahead import steps_ahead
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.web.presenters import decisions
from trunkline.web.presenters.turn_ahead import turn_ahead

RULES = {
    "1856": {
        "1856.cgr.borrow",
        "1856.cgr.not-startable",
        "1856.loan.phases",
        "1856.private.bridge.buy-right",
        "1856.private.tunnel.buy-right",
    },
    "1851": set[str](),
    "18GL": {"18gl.corp.shares", "18gl.privates.alco.fixed", "18gl.privates.close-at-10h"},
}
"""Rules with a reason that lasts, as a game of random players shows them."""


def _key(choice: Candidate) -> str:
    """Return a choice as text, without the player, who may change."""
    if isinstance(choice, Amounts):
        choice = choice.action
    return str(msgspec.structs.replace(choice, player="")) if isinstance(choice, A.Action) else ""


@pytest.mark.parametrize("title", RULES)
def test_an_action_with_a_reason_that_lasts_never_becomes_legal(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=4)
    never: dict[str, str] = {}
    turn, turns = "", 0
    for _ in play_turns(game, RandomPlayer(3)):
        state = game.shared_state
        legal = {_key(choice) for choice in game.legal()}
        assert not legal & never.keys()
        operating = state.operating
        now = f"{state.round} {operating.turn.corp if operating and operating.turn else ''}"
        if now == turn or game.over:
            continue
        turn, turns = now, turns + 1
        # A list of all refusals takes long, and they last.
        if turns % 4:
            continue
        refused = list(referee.forbidden(game.title, state))
        if state.stock is not None:
            for corp, each in state.corporations.items():
                if each.operated and not each.closed:
                    for step in steps_ahead(game.title, state, corp):
                        refused += step.refused
        never |= {_key(choice): str(refusal) for choice, refusal in refused if refusal.lasting}
    assert {text.rpartition("[")[2].rstrip("]") for text in never.values()} >= RULES[title]


def test_a_general_list_leaves_out_what_a_corporation_can_never_do() -> None:
    scene = Scene().opened().gt_line()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.place_home("GT")
    scene.give_trains("GT", "2")
    scene.turn("GT", "run")
    rules = {each.rule for each in decisions.forbidden(scene.game)}
    general = {each.rule for each in decisions.forbidden(scene.game, lasting=False)}
    assert rules - general == {"1856.cgr.borrow"}
    # A question about it is answered.
    asked = decisions.forbidden(scene.game, "borrow")
    assert "only the CGR borrows trains" in {each.why for each in asked}
    assert "1856.cgr.borrow" not in {each.rule for each in reasons(scene.game, None)}
    assert "1856.cgr.borrow" in {each.rule for each in reasons(scene.game, None, "borrow")}


def test_a_turn_ahead_names_no_loan_in_a_phase_after_those_with_loans() -> None:
    scene = Scene().opened().gt_line()
    scene.started("GT", shares={"P1": 5}, cash=500, operated=True)
    scene.place_home("GT")
    scene.give_trains("GT", "2")
    scene.stock("P1")
    for phase, offered in ((2, ["GT takes a loan"]), (5, [])):
        scene.phase(phase)
        steps = {step.label: step for step in turn_ahead(scene.game, "GT").steps}
        assert list(steps["Loans"].choices) == offered
        assert "take_loan" not in {each.kind for each in steps["Loans"].refused}
        assert steps["Run"].refused == ()
