"""Trains on sale, and the phases that their sales start."""

from __future__ import annotations

from trunkline.board import Phase, Train
from trunkline.kernel import chart, events, private_events
from trunkline.kernel.decisions import Discard
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import BANK, OUT, Corporation
from trunkline.kernel.table import Table, once


def train_name(train: str) -> str:
    """Return the type of a train from its id, which has the form type-copy."""
    return train.rpartition("-")[0]


def a_train(train: str) -> str:
    """Return a train with its article, from its id: ``a 3-train``, ``an 8-train``, ``an E-train``."""
    name = train_name(train)
    return f"{'an' if name.startswith(('8', '11', '18', 'E')) else 'a'} {name}-train"


def train_type(t: Table, train: str) -> Train:
    """Return the printed data of a train."""
    return t.title.board.train[train_name(train)]


def first_trains(types: tuple[Train, ...]) -> dict[str, str]:
    """Return all trains at the start, in the bank. An unlimited type has one train at a time."""
    return {
        f"{kind.name}-{copy}": BANK
        for kind in types
        for copy in range(1 if kind.count is None else kind.count)
    }


@once
def on_sale(t: Table) -> list[str]:
    """Return the trains the bank sells now: the next of the lowest type, and of types on sale early."""
    found: list[str] = []
    seen: set[str] = set()
    for train in t.state.trains_at(BANK):
        name = train_name(train)
        if name in seen:
            continue
        early = t.title.board.train[name].available_on
        if not seen or (early and _was_bought(t, early)):
            found.append(train)
        seen.add(name)
    return found


def _was_bought(t: Table, name: str) -> bool:
    """Return whether a train of this type has left the bank."""
    return any(train_name(train) == name for train, place in t.state.trains.items() if place != BANK)


def next_type(t: Table) -> str:
    """Return the type that is on sale in the ordinary order, or an empty string if the bank has no trains
    left."""
    sale = on_sale(t)
    return train_name(sale[0]) if sale else ""


def phase(t: Table) -> Phase:
    """Return the current phase."""
    return t.title.board.phases[t.state.phase]


def has_come(t: Table, event: str) -> bool:
    """Return whether a phase that brings this event has begun. The board names the event."""
    return any(event in begun.events for begun in t.title.board.phases[: t.state.phase + 1])


@once
def one_each(t: Table, place: str) -> list[str]:
    """Return one train of each type at a place, the last types first. Equal trains are interchangeable, but a
    train with a mark is not equal to others of its type."""
    mark = t.title.policies.train_mark
    trains = reversed(_at_places(t).get(place, ()))
    return list({(train_name(train), mark(t, train)): train for train in trains}.values())


@once
def _at_places(t: Table) -> dict[str, list[str]]:
    """Return the trains by place, in the order in which they came there."""
    found: dict[str, list[str]] = {}
    for train, place in t.state.trains.items():
        found.setdefault(place, []).append(train)
    return found


def move_train(t: Table, train: str, place: str) -> None:
    """Move a train to another place, after the trains already there. If the type is unlimited, the next train
    of the type replaces it in the bank."""
    trains = {other: where for other, where in t.state.trains.items() if other != train}
    trains[train] = place
    kind = train_type(t, train)
    if kind.count is None and t.state.trains[train] == BANK:
        trains[f"{kind.name}-{int(train.rpartition('-')[2]) + 1}"] = BANK
    t.state.trains = trains


def sold_by_bank(t: Table, corp: Corporation, train: str) -> None:
    """Start the phase, if any, that the first sale of this type starts, with all its effects."""
    name = train_name(train)
    for index, later in enumerate(t.title.board.phases):
        if index > t.state.phase and name in later.on_train:
            _begin(t, index, name)
            break


def limit_supply(t: Table, name: str, most: int) -> None:
    """Remove trains of a type from the bank until at most ``most`` of the type remain in the game."""
    copies = [train for train in t.state.trains if train_name(train) == name]
    unsold = [train for train in copies if t.state.trains[train] == BANK]
    gone = unsold[len(unsold) - min(len(unsold), max(0, len(copies) - most)) :]
    t.state.trains = {train: OUT if train in gone else place for train, place in t.state.trains.items()}


def discard_excess(t: Table, below: int = 0) -> None:
    """Add a discard decision for each corporation over its train limit, in the title's order. Insert them
    below the last ``below`` pending decisions."""
    over = [
        corp
        for corp in chart.order(t)
        if len(t.state.trains_at(corp.id)) > t.title.policies.train_limit(t, corp)
    ]
    discards = [Discard(corp.president, corp.id) for corp in t.title.policies.discards_first(t, over)]
    place = len(t.state.pending) - below
    t.state.pending[place:place] = reversed(discards)


def _begin(t: Table, index: int, train: str) -> None:
    t.state.phase = index
    began = phase(t)
    t.note(events.PhaseBegan(began.name, train), f"phase.{began.name}.span")
    _rust(t, train)
    if t.title.board.private_rules.close_on_phase == began.name:
        close_privates(t)
    waiting = len(t.state.pending)
    for react in t.title.reactions.phase_began:
        react(t)
    discard_excess(t, below=len(t.state.pending) - waiting)


def _rust(t: Table, bought: str) -> None:
    trains = dict(t.state.trains)
    gone: dict[str, list[str]] = {}
    for train, place in t.state.trains.items():
        kind = train_type(t, train)
        if bought not in kind.rusts_on or place == OUT:
            continue
        trains[train] = OUT
        gone.setdefault(kind.name, []).append(place)
        if kind.salvage and place in t.state.corporations:
            pay(t, None, t.state.corporations[place], kind.salvage, "salvage")
    t.state.trains = trains
    for name in sorted(gone):
        t.note(events.TrainsRusted(name, tuple(place for place in gone[name] if place != BANK)))


def close_privates(t: Table) -> None:
    """Close every private that is still open."""
    for private in t.state.privates.values():
        if not private.closed:
            private.closed = True
    t.note(private_events.PrivatesClosed(), "private.close")
