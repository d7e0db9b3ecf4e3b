"""A turn as a row of parts: finished, current and later ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from trunkline.engine.kernel.action import Action, Pass, SellBonds, SellShares
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.steps.operating import OperatingRound, takes
from trunkline.util.messages import gettext, gettext_noop, ngettext

State = Literal["done", "now", "open", "skipped", "later"]
# Translators: parts of a turn.
SELL, BUY = gettext_noop("Sell"), gettext_noop("Buy")


class Part(NamedTuple):
    """A part of a turn."""

    label: str
    state: State
    """State of the part.

    ``now`` is the current step. An ``open`` part may be done as well. A ``skipped`` part ended without an
    action.
    """
    must: bool
    """True if it cannot be passed."""
    text: str
    """Two or three words for what was done or is to be done."""
    choices: tuple[int, ...]
    """Indexes of its choices among all legal choices."""


def parts(ctx: Context, legal: Sequence[Choice], made: Sequence[Action]) -> list[Part]:
    """Return the parts of the current turn, after the actions in ``made``. Empty outside of a turn.

    While a decision interrupts the turn, none of the ``legal`` choices belongs to the turn itself.
    """
    mine = () if ctx.state.pending else legal
    turn = ctx.state.operating.turn if ctx.state.operating else None
    if turn is not None:
        round = ctx.title.rounds["operating"]
        assert isinstance(round, OperatingRound)
        return list(_of_operating(ctx, round, turn, mine, made))
    return list(_of_stock(mine, made)) if ctx.state.stock is not None and not ctx.state.over else []


def _of_operating(
    ctx: Context, round: OperatingRound, turn: OperatingTurn, legal: Sequence[Choice], made: Sequence[Action]
) -> Iterator[Part]:
    def label_of(action: Action | Open) -> str:
        if isinstance(action, Pass):
            return ""
        still = (*round.steps[turn.step :], *round.anytime, *reversed(round.steps[: turn.step]))
        return next((step.label for step in still if _takes(step, action)), "")

    listed = _by_label(legal, label_of)
    acted = _by_label(made, label_of)
    labels = dict.fromkeys(step.label for step in (*round.steps, *round.anytime))
    for label in filter(None, labels):
        places = [place for place, step in enumerate(round.steps) if step.label == label]
        choices, actions = listed.get(label, []), [made[place] for place in acted.get(label, [])]
        if not places and not choices and not actions:
            continue
        step = round.steps[places[0]] if places else next(p for p in round.anytime if p.label == label)
        done, text = step.standing(ctx, turn, [legal[place] for place in choices], actions)
        state = _state(turn.step, places, done=done, any_left=bool(choices))
        if state == "now":
            must = bool(legal) and not _may_pass(legal)
        else:
            # For later parts, show only that a normally optional one is mandatory now.
            ahead = [round.steps[place] for place in places if place > turn.step]
            must = any(
                (step.optional or state == "open") and not passes(step.check_leave, ctx, turn)
                for step in ahead
            )
        yield Part(label, state, must, text, tuple(choices))


def _may_pass(legal: Sequence[Choice]) -> bool:
    return any(isinstance(choice, Pass) for choice in legal)


def _takes(step: TurnStep, action: Action | Open) -> bool:
    return action.kind in step.kinds if isinstance(action, Open) else takes(step, action)


def _state(now: int, places: Sequence[int], *, done: bool, any_left: bool) -> State:
    if now in places:
        return "now"
    if any_left:
        return "open"
    if any(place > now for place in places):
        return "later"
    return "done" if done else "skipped"


def _of_stock(legal: Sequence[Choice], made: Sequence[Action]) -> Iterator[Part]:
    def label_of(action: Action | Open) -> str:
        if isinstance(action, Open | Pass):
            return ""
        return SELL if isinstance(action, SellShares | SellBonds) else BUY

    listed, acted = _by_label(legal, label_of), _by_label(made, label_of)
    must = bool(legal) and not _may_pass(legal)
    for label in (SELL, BUY):
        choices = listed.get(label, [])
        traded = ", ".join(dict.fromkeys(_traded(made[place]) for place in acted.get(label, [])))
        state: State = "open" if choices else "done" if traded else "skipped"
        about = {_traded(_action(legal[place])) for place in choices}
        text = traded or (
            ngettext("{count} choice", "{count} choices", len(about)) if about else gettext("none")
        )
        yield Part(label, state, must and bool(choices), text, tuple(choices))


def _traded(action: Action | Open) -> str:
    """Return the subject of a trade: a corporation, a private, or else bonds."""
    return str(getattr(action, "corp", "") or getattr(action, "private", "") or gettext("bonds"))


def _by_label(found: Sequence[Choice], label_of: Callable[[Action | Open], str]) -> dict[str, list[int]]:
    """Return the indexes of the choices or actions of each label."""
    places: dict[str, list[int]] = {}
    for place, choice in enumerate(found):
        places.setdefault(label_of(_action(choice)), []).append(place)
    return places


def _action(choice: Choice) -> Action | Open:
    return choice.action if isinstance(choice, Amounts) else choice
