"""The effects of the first sale of a train type now, found by selling it on a copy of the state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Discard
from trunkline.engine.kernel.events import Event, TrainsRusted
from trunkline.engine.kernel.merger_preview import MergerCandidate, MergerStep
from trunkline.engine.kernel.private_events import PrivatesClosed
from trunkline.engine.kernel.state import BANK, Corporation, Operating, OperatingTurn

IN, PERHAPS = ("joined", "certain"), ("decide", "open")
"""Fates of corporations that merge into another one, and of those that may merge."""


class MergerTrigger(NamedTuple):
    """A corporation that would form out of others."""

    corp: str
    joins: tuple[str, ...]
    """Corporations that would merge into it."""
    may_join: tuple[str, ...]
    """Corporations whose presidents could choose."""


class PhaseChangePreview(NamedTuple):
    """The effects of the first sale of a type. The buyer's money is not counted."""

    buyer: str
    """The assumed buyer: the corporation whose turn it is, or else the first in order."""
    phase: str
    scraps: tuple[tuple[str, tuple[str, ...]], ...]
    """Types that rust, with the owner of each train."""
    loans_due: tuple[MergerCandidate, ...]
    """Corporations whose loans would be due, with their fates."""
    forms: MergerTrigger | None
    discards: tuple[str, ...]
    """Corporations that would exceed the train limit."""
    closes_privates: bool


def first_sale(now: Context, name: str) -> PhaseChangePreview | None:
    """Return the effects of the first sale of this type now.

    Return None if the type starts no phase, or none of its trains are left. Earlier phases that have not
    started start with it.
    """
    title, state = now.title, now.state
    phases = title.board.phases
    place = next((at for at, each in enumerate(phases) if at > state.phase and name in each.on_train), None)
    train = next((each for each in state.trains_at(BANK) if depot.train_name(each) == name), None)
    if place is None or train is None:
        return None
    corp = _buyer(now)
    if corp is None:
        return PhaseChangePreview("", phases[place].name, (), (), None, (), False)
    ctx = Context(title, state.copy())
    ctx.state.pending = []
    corp = ctx.state.corporations[corp.id]
    if ctx.state.operating is None or ctx.state.operating.turn is None:
        ctx.state.operating = Operating(turn=OperatingTurn(corp.id))
    for phase in phases[state.phase + 1 : place]:
        if phase.on_train:
            depot.sold_by_bank(ctx, f"{phase.on_train[0]}-0")
    ctx.state.pending, began = [], len(ctx.events)
    stage = title.formation.stage(ctx) if title.formation else ""
    depot.move_train(ctx, train, corp.id)
    depot.sold_by_bank(ctx, train)
    for bought in title.reactions.train_bought:
        bought(ctx, corp, train)
    discards = tuple(each.corp for each in ctx.state.pending if isinstance(each, Discard))
    for ended in title.reactions.turn_ended:
        ended(ctx, corp)
    happened = ctx.events[began:]
    concerned = _concerned(now, ctx, happened) if stage == "ahead" else []
    return PhaseChangePreview(
        corp.id,
        phases[place].name,
        tuple((event.type, event.owners) for event in happened if isinstance(event, TrainsRusted)),
        tuple(each for each in concerned if each.repaid is not None),
        _forms(ctx, concerned),
        discards,
        any(isinstance(event, PrivatesClosed) for event in happened),
    )


def _buyer(ctx: Context) -> Corporation | None:
    turn = ctx.state.operating.turn if ctx.state.operating else None
    if turn is not None:
        return ctx.state.corporations[turn.corp]
    return next((corp for corp in chart.order(ctx) if corp.president), None)


def _concerned(now: Context, ctx: Context, happened: Sequence[Event]) -> list[MergerCandidate]:
    """Return the corporations that a formation started by this sale is about."""
    formation = ctx.title.formation
    if formation is None or formation.stage(ctx) not in ("forming", "formed"):
        return []
    return formation.candidates([MergerStep(now.state, None, happened)], ctx)


def _forms(ctx: Context, concerned: Sequence[MergerCandidate]) -> MergerTrigger | None:
    joins = tuple(each.corp for each in concerned if each.fate in IN)
    may_join = tuple(each.corp for each in concerned if each.fate in PERHAPS)
    formation = ctx.title.formation
    return (
        MergerTrigger(formation.corp, joins, may_join)
        if formation is not None and (joins or may_join)
        else None
    )
