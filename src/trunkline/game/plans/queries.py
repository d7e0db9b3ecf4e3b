"""Questions about plans: their steps, the moves to hand in now, and the state of each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from trunkline.engine.kernel.refusal import Refusal
from trunkline.game.actions import Action, AnyAction, validated
from trunkline.game.auto_actions.common import full_stop
from trunkline.game.auto_actions.kinds import Stop
from trunkline.game.game import Game
from trunkline.game.plans.figures import differences, figures
from trunkline.game.plans.progress import Mark, Progress
from trunkline.game.plans.records import Mode, Plan, PlanStep
from trunkline.game.wording.choices import words
from trunkline.util.enumeration import all_of
from trunkline.util.messages import gettext


class StepState(StrEnum):
    """The state of a step in the present position."""

    DONE = "done"
    OTHERWISE = "otherwise"
    """Another player has moved otherwise than assumed."""
    READY = "ready"
    """The owner can make this move now, after the ready moves before it."""
    CHANGED = "changed"
    """It is legal, but would not do what it did in the sandbox."""
    REFUSED = "refused"
    """A rule refuses it now."""
    WAITS = "waits"


class StepView(NamedTuple):
    """The state of a step, with a reason in words. The reason may be empty."""

    state: StepState
    note: str = ""


def make(base: Game, player: str, actions: Sequence[Action]) -> Plan:
    """Return the plan of a player from the moves of a sandbox that began at ``base``.

    Moves after the player's last one are left out. Raises ``Refusal`` if a move is not legal.
    """
    last = max((at for at, action in enumerate(actions) if action.player == player), default=-1)
    steps: list[PlanStep] = []
    now = base.copy()
    for action in actions[: last + 1]:
        before = now.copy()
        happened = now.play(action)
        changes = figures(before, now, happened, player) if action.player == player else {}
        steps.append(PlanStep(validated(action), words(before, action), changes))
    return Plan(player, tuple(steps))


def decide(game: Game, plan: Plan, now: Progress, mode: Mode) -> AnyAction | Stop | None:
    """Return the move to hand in now, the stop if the plan cannot continue, or None if it must wait.

    All moves until another player is assumed to act are checked before the first of them is handed in.
    """
    if mode is Mode.OFF or now.next is None or game.over or plan.player not in game.to_act:
        return None
    if mode is Mode.EXACT and Mark.OPEN in now.marks[: now.next]:
        return None
    for index, view in _run(game, plan, now.next):
        if view.state is not StepState.READY:
            step = plan.steps[index].text
            return Stop(gettext('Your next step is "{step}". {note}', step=step, note=view.note))
    return plan.steps[now.next].action


def sendable(game: Game, plan: Plan, now: Progress) -> list[AnyAction]:
    """Return the moves that a hand-in makes now: the next ones of the owner that are legal."""
    if now.next is None or game.over or plan.player not in game.to_act:
        return []
    return [
        plan.steps[index].action
        for index, view in _run(game, plan, now.next)
        if view.state is not StepState.REFUSED
    ]


def outlook(game: Game, plan: Plan, now: Progress) -> list[StepView]:
    """Return the state of each step in the present position."""
    run: dict[int, StepView] = {}
    if now.next is not None and not game.over and plan.player in game.to_act:
        run = dict(_run(game, plan, now.next))
    return [_view(game, plan, now, index, run) for index in range(len(plan.steps))]


def _view(game: Game, plan: Plan, now: Progress, index: int, run: dict[int, StepView]) -> StepView:
    mark = now.marks[index]
    if mark is Mark.DONE:
        return StepView(StepState.DONE)
    if mark is Mark.OTHERWISE:
        return StepView(StepState.OTHERWISE, gettext("It was assumed, and another move was made."))
    if index in run:
        return run[index]
    if not plan.is_mine(index):
        return StepView(StepState.WAITS, gettext("It is assumed."))
    if index == now.next:
        if not game.to_act:
            return StepView(StepState.WAITS, gettext("It waits for the end of the game."))
        return StepView(
            StepState.WAITS, gettext("It waits for {players}.", players=all_of(sorted(game.to_act)))
        )
    return StepView(StepState.WAITS, gettext("It waits for the steps before it."))


def _run(game: Game, plan: Plan, first: int) -> Iterator[tuple[int, StepView]]:
    """Try the owner's moves in a row on a copy of the game. End with the first one that is refused."""
    now = game.copy()
    for index in plan.run(first):
        step, before = plan.steps[index], now.copy()
        try:
            happened = now.play(step.action)
        except Refusal as refusal:
            yield (
                index,
                StepView(
                    StepState.REFUSED, full_stop(gettext("It is not legal now: {why}", why=refusal.why))
                ),
            )
            return
        changed = differences(step.figures, figures(before, now, happened, plan.player))
        if changed:
            note = full_stop(
                gettext("It would not do what it did in the sandbox: {changes}", changes=changed)
            )
            yield index, StepView(StepState.CHANGED, note)
        else:
            yield index, StepView(StepState.READY)
