"""Trains on sale, and the phases that their sales start."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from trunkline.engine.board import Phase, Train
from trunkline.engine.kernel import chart, events, private_events
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.decisions import Discard
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import BANK, OUT
from trunkline.util.messages import gettext, gettext_noop


@lru_cache(1024)
def train_name(train: str) -> str:
    """Return the name of a train's type, such as ``3``, from its id, which has the form type-copy."""
    return train.rpartition("-")[0]


def train_phrase(train: str) -> str:
    """Return a train with its article, from its id: ``a 3-train``, ``an 8-train``, ``an E-train``."""
    a, an = gettext_noop("a {type}-train"), gettext_noop("an {type}-train")
    return gettext(by_article(train, a, an), type=train_name(train))


def by_article(train: str, a: str, an: str) -> str:
    """Return one of two texts: that with ``a`` before the name of the train's type, or that with ``an``."""
    return an if train_name(train).startswith(("8", "11", "18", "E")) else a


def train_type(ctx: Context, train: str) -> Train:
    """Return the type of a train, as printed."""
    return ctx.title.board.train[train_name(train)]


def first_trains(types: tuple[Train, ...]) -> dict[str, str]:
    """Return all trains at the start, in the bank. An unlimited type has one train at a time."""
    return {
        f"{kind.name}-{copy}": BANK
        for kind in types
        for copy in range(1 if kind.count is None else kind.count)
    }


@cached
def on_sale(ctx: Context) -> list[str]:
    """Return the trains the bank sells now: the next of the lowest type, and of types on sale early."""
    found: list[str] = []
    seen: set[str] = set()
    for train in trains_at(ctx, BANK):
        name = train_name(train)
        if name in seen:
            continue
        early = ctx.title.board.train[name].available_on
        if not seen or (early and was_bought(ctx, early)):
            found.append(train)
        seen.add(name)
    return found


def was_bought(ctx: Context, name: str) -> bool:
    """Return whether a train of this type has left the bank."""
    return any(train_name(train) == name for train, place in ctx.state.trains.items() if place != BANK)


def next_type(ctx: Context) -> str:
    """Return the type that is on sale in the ordinary order, or an empty string if the bank has no trains
    left."""
    sale = on_sale(ctx)
    return train_name(sale[0]) if sale else ""


def phase(ctx: Context) -> Phase:
    """Return the current phase."""
    return ctx.title.board.phases[ctx.state.phase]


def later_phases(ctx: Context) -> tuple[Phase, ...]:
    """Return the phases that have not begun."""
    return tuple(ctx.title.board.phases[ctx.state.phase + 1 :])


def event_has_happened(ctx: Context, event: str) -> bool:
    """Return whether a phase that brings this event has begun. The board names the event."""
    return any(event in begun.events for begun in ctx.title.board.phases[: ctx.state.phase + 1])


@cached
def one_of_each_type(ctx: Context, place: str) -> list[str]:
    """Return one train of each type at a place, the last types first. Equal trains are interchangeable, but a
    train with a mark is not equal to others of its type."""
    mark = ctx.title.policies.train_mark
    trains = reversed(_at_places(ctx).get(place, ()))
    return list({(train_name(train), mark(ctx, train)): train for train in trains}.values())


def trains_at(ctx: Context, place: str) -> Sequence[str]:
    """Return the trains at a place, as ``State.trains_at``. Cached if the state of the context is fixed."""
    return ctx.state.trains_at(place) if ctx.cache is None else _at_places(ctx).get(place, ())


@cached
def _at_places(ctx: Context) -> dict[str, list[str]]:
    """Return the trains by place, in the order in which they came there."""
    found: dict[str, list[str]] = {}
    for train, place in ctx.state.trains.items():
        found.setdefault(place, []).append(train)
    return found


def move_train(ctx: Context, train: str, place: str) -> None:
    """Move a train to another place, after the trains already there. If the type is unlimited, the next train
    of the type replaces it in the bank."""
    trains = {other: where for other, where in ctx.state.trains.items() if other != train}
    trains[train] = place
    kind = train_type(ctx, train)
    if kind.count is None and ctx.state.trains[train] == BANK:
        trains[f"{kind.name}-{int(train.rpartition('-')[2]) + 1}"] = BANK
    ctx.state.trains = trains


def sold_by_bank(ctx: Context, train: str) -> None:
    """Start the phase, if any, that the first sale of this type starts, with all its effects."""
    name = train_name(train)
    for index, later in enumerate(ctx.title.board.phases):
        if index > ctx.state.phase and name in later.on_train:
            _begin(ctx, index, name)
            break


def limit_supply(ctx: Context, name: str, most: int) -> None:
    """Remove trains of a type from the bank until at most ``most`` of the type remain in the game."""
    copies = [train for train in ctx.state.trains if train_name(train) == name]
    unsold = [train for train in copies if ctx.state.trains[train] == BANK]
    gone = unsold[len(unsold) - min(len(unsold), max(0, len(copies) - most)) :]
    ctx.state.trains = {train: OUT if train in gone else place for train, place in ctx.state.trains.items()}


def discard_excess(ctx: Context, below: int = 0) -> None:
    """Add a discard decision for each corporation over its train limit, in the title's order. Insert them
    below the last ``below`` pending decisions."""
    over = [
        corp
        for corp in chart.order(ctx)
        if len(ctx.state.trains_at(corp.id)) > ctx.title.policies.train_limit(ctx, corp)
    ]
    discards = [Discard(corp.president, corp.id) for corp in ctx.title.policies.discards_first(ctx, over)]
    place = len(ctx.state.pending) - below
    ctx.state.pending[place:place] = reversed(discards)


def _begin(ctx: Context, index: int, train: str) -> None:
    ctx.state.phase = index
    began = phase(ctx)
    ctx.note(events.PhaseBegan(began.name, train), f"phase.{began.name}.span")
    _rust(ctx, train)
    if ctx.title.board.private_rules.close_on_phase == began.name:
        close_privates(ctx)
    waiting = len(ctx.state.pending)
    for react in ctx.title.reactions.phase_began:
        react(ctx)
    discard_excess(ctx, below=len(ctx.state.pending) - waiting)


def _rust(ctx: Context, bought: str) -> None:
    trains = dict(ctx.state.trains)
    gone: dict[str, list[str]] = {}
    for train, place in ctx.state.trains.items():
        kind = train_type(ctx, train)
        if bought not in kind.rusts_on or place == OUT:
            continue
        trains[train] = OUT
        gone.setdefault(kind.name, []).append(place)
        if kind.salvage and place in ctx.state.corporations:
            pay(ctx, None, ctx.state.corporations[place], kind.salvage, "salvage")
    ctx.state.trains = trains
    for name in sorted(gone):
        ctx.note(events.TrainsRusted(name, tuple(place for place in gone[name] if place != BANK)))


def close_privates(ctx: Context) -> None:
    """Close every private that is still open."""
    for private in ctx.state.privates.values():
        if not private.closed:
            private.closed = True
    ctx.note(private_events.PrivatesClosed(), "private.close")
