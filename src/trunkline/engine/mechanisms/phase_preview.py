"""The effects of the first sale of a train type now, found by selling it on a copy of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Discard
from trunkline.engine.kernel.events import Event, TrainsRusted
from trunkline.engine.kernel.merger_preview import Candidate, MergerStep
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
    loans_due: tuple[Candidate, ...]
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
    t = Context(title, state.copy())
    t.state.pending = []
    corp = t.state.corporations[corp.id]
    if t.state.operating is None or t.state.operating.turn is None:
        t.state.operating = Operating(turn=OperatingTurn(corp.id))
    for phase in phases[state.phase + 1 : place]:
        if phase.on_train:
            depot.sold_by_bank(t, corp, f"{phase.on_train[0]}-0")
    t.state.pending, began = [], len(t.events)
    stage = title.formation.stage(t) if title.formation else ""
    depot.move_train(t, train, corp.id)
    depot.sold_by_bank(t, corp, train)
    for bought in title.reactions.train_bought:
        bought(t, corp, train)
    discards = tuple(each.corp for each in t.state.pending if isinstance(each, Discard))
    for ended in title.reactions.turn_ended:
        ended(t, corp)
    happened = t.events[began:]
    concerned = _concerned(now, t, happened) if stage == "ahead" else []
    return PhaseChangePreview(
        corp.id,
        phases[place].name,
        tuple((event.type, event.owners) for event in happened if isinstance(event, TrainsRusted)),
        tuple(each for each in concerned if each.repaid is not None),
        _forms(t, concerned),
        discards,
        any(isinstance(event, PrivatesClosed) for event in happened),
    )


def _buyer(ctx: Context) -> Corporation | None:
    turn = ctx.state.operating.turn if ctx.state.operating else None
    if turn is not None:
        return ctx.state.corporations[turn.corp]
    return next((corp for corp in chart.order(ctx) if corp.president), None)


def _concerned(now: Context, ctx: Context, happened: Sequence[Event]) -> list[Candidate]:
    """Return the corporations that a formation started by this sale is about."""
    room = ctx.title.formation
    if room is None or room.stage(ctx) not in ("forming", "formed"):
        return []
    return room.candidates([MergerStep(now.state, None, happened)], ctx)


def _forms(ctx: Context, concerned: Sequence[Candidate]) -> MergerTrigger | None:
    joins = tuple(each.corp for each in concerned if each.fate in IN)
    may_join = tuple(each.corp for each in concerned if each.fate in PERHAPS)
    room = ctx.title.formation
    return MergerTrigger(room.corp, joins, may_join) if room is not None and (joins or may_join) else None
