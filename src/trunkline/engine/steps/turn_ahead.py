"""The operating turn of a corporation that is not in turn: the obstacle to it, and its steps as of now.

The steps are asked in a copy of the position in which the turn begins. So the choices and refusals are those
of the checks that the turn itself will use, with the money, the trains and the track of this moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from trunkline.engine.kernel import chart, referee
from trunkline.engine.kernel.action import Dividend
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.refusal import Refusal, refusal_by
from trunkline.engine.kernel.refusal_texts import listed
from trunkline.engine.kernel.state import Corporation, Operating, State
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.steps import floating
from trunkline.engine.steps.operating import OperatingRound, begin_turn, round_order
from trunkline.util.messages import Message, gettext_lazy, ngettext_lazy


class StepAhead(NamedTuple):
    """A step of a turn that has not begun, with the position at it and the choices there."""

    step: TurnStep
    state: State
    label: str
    text: str
    """Two or three words for what there is to do, as in the bar of a turn; may be empty."""
    legal: tuple[Choice, ...]
    refused: tuple[tuple[Choice, Refusal], ...]


def obstacle(ctx: Context, corp: Corporation) -> Refusal | None:
    """Return why a corporation has no turn at this moment, or None if it is its turn."""
    return refusal_by(_check_turn, ctx, corp)


def _check_turn(ctx: Context, corp: Corporation) -> None:
    what = gettext_lazy("A turn of {corp}", corp=corp.id)
    if ctx.state.over:
        ctx.refuse(f"end.{ctx.state.reason}", what, gettext_lazy("the game is over"))
    if corp.closed:
        ctx.refuse("corporation.closed", what, gettext_lazy("{corp} is closed", corp=corp.id))
    if not corp.started:
        ctx.refuse("float.condition", what, _not_started(ctx, corp))
    operating = ctx.state.operating
    turn = operating.turn if operating else None
    if turn is not None and turn.corp == corp.id:
        return
    if not ctx.title.policies.operates(ctx, corp):
        ctx.refuse("float.condition", what, _not_floated(ctx, corp))
    if operating is not None and corp.id in operating.done:
        ctx.refuse("or.order", what, gettext_lazy("{corp} has operated in this round", corp=corp.id))
    order = chart.order(ctx) if operating is None else round_order(ctx)
    done = operating.done if operating else ()
    ids = [each.id for each in order if each.id not in done and ctx.title.policies.operates(ctx, each)]
    before = ids[: ids.index(corp.id)] if corp.id in ids else []
    if before:
        why = ngettext_lazy(
            "{corps} operates before it", "{corps} operate before it", len(before), corps=listed(before)
        )
    elif operating is None:
        why = gettext_lazy("the operating round has not begun; {corp} operates first", corp=corp.id)
    else:
        why = gettext_lazy("{corp} operates next", corp=corp.id)
    ctx.refuse("or.order", what, why)


def _not_started(ctx: Context, corp: Corporation) -> Message:
    needed = floating.needed(ctx, corp)
    if not needed:
        return gettext_lazy("{corp} has not started", corp=corp.id)
    return gettext_lazy(
        "{corp} has not started: first a player must buy its president's certificate in a stock round, and "
        "it floats when {needed} of its shares are sold",
        corp=corp.id,
        needed=needed,
    )


def _not_floated(ctx: Context, corp: Corporation) -> Message:
    needed = floating.needed(ctx, corp)
    if needed <= corp.sold:
        return gettext_lazy("{corp} has not floated", corp=corp.id)
    missing = needed - corp.sold
    return ngettext_lazy(
        "{sold} of the {needed} shares needed to float are sold: players must buy {missing} more share in "
        "stock rounds",
        "{sold} of the {needed} shares needed to float are sold: players must buy {missing} more shares in "
        "stock rounds",
        missing,
        sold=corp.sold,
        needed=needed,
        missing=missing,
    )


def steps_ahead(title: Title, state: State, corp: str) -> Iterator[StepAhead]:
    """Yield the steps of a turn that the corporation would begin now, as if those before it were passed.

    The dividend is left out, because it depends on a run that has not been made.
    """
    operating_round = title.rounds["operating"]
    assert isinstance(operating_round, OperatingRound)
    begun = Context(title, state.copy())
    begun.state.pending = []
    begun.state.opening = begun.state.stock = None
    begun.state.operating = Operating()
    begin_turn(begun, begun.state.corporations[corp], operating_round.steps)
    begun.state.pending = []
    for place, step in enumerate((*operating_round.steps, *operating_round.anytime)):
        if Dividend in step.kinds or not step.kinds:
            continue
        then = begun.state.copy()
        assert then.operating is not None
        assert then.operating.turn is not None
        then.operating.turn.step = place if place < len(operating_round.steps) else 0
        yield _asked(title, then.seal(), step)


def _asked(title: Title, state: State, step: TurnStep) -> StepAhead:
    ctx = Context(title, state, include_illegal=True, read_only=True)
    assert state.operating is not None
    turn = state.operating.turn
    assert turn is not None
    judged = [(choice, referee.refusal_of(ctx, choice)) for choice in step.candidates(ctx, turn)]
    legal = tuple(choice for choice, refusal in judged if refusal is None)
    refused = tuple((choice, refusal) for choice, refusal in judged if refusal is not None)
    return StepAhead(step, state, step.label, step.standing(ctx, turn, legal, ()).text, legal, refused)
