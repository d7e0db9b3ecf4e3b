"""Checks of the trains."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.board import Train
from trunkline.engine.invariants.owners import owners
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.state import BANK, OUT, POOL, State
from trunkline.util.messages import Message, gettext_lazy


def trains(title: Title, state: State) -> Iterator[Message]:
    """Check that each train is in one place, none is missing or duplicate, and rusted ones are out."""
    places = {BANK, POOL, OUT, *owners(title, state)}
    by_type: dict[str, list[str]] = {}
    for train, place in state.trains.items():
        by_type.setdefault(depot.train_name(train), []).append(train)
        if place not in places:
            yield gettext_lazy(
                "Train {train} is at {place}, which is not in play.", train=train, place=repr(place)
            )
    begun = {name for phase in title.board.phases[: state.phase + 1] for name in phase.on_train}
    for name, ids in by_type.items():
        kind = title.board.train.get(name)
        if kind is None:
            yield gettext_lazy("There are {type}-trains, and the game has no such type.", type=name)
            continue
        yield from _numbered(kind, ids, state)
        if begun.intersection(kind.rusts_on):
            left = [train for train in ids if state.trains[train] != OUT]
            yield from (
                gettext_lazy(
                    "Train {train} is scrapped, and it is at {place}.", train=train, place=state.trains[train]
                )
                for train in left
            )


def train_limits(title: Title, state: State) -> Iterator[Message]:
    """Check that no corporation owns more trains than its limit.

    It may exceed the limit while its president must discard trains, or will have to later in the turn.
    """
    t = Context(title, state)
    if state.pending or title.policies.discards_wait(t):
        return
    for corp in state.corporations.values():
        if corp.started:
            count, limit = len(state.trains_at(corp.id)), title.policies.train_limit(t, corp)
            if count > limit:
                yield gettext_lazy(
                    "{corp} owns {count} trains and may own {limit}.", corp=corp.id, count=count, limit=limit
                )


def _numbered(kind: Train, ids: list[str], state: State) -> Iterator[Message]:
    """Check that copies are numbered from 0. An unlimited type always has one more copy in the bank."""
    copies = {int(train.rpartition("-")[2]) for train in ids}
    if copies != set(range(len(ids))):
        yield gettext_lazy(
            "The {type}-trains are not numbered in a row: {trains}.", type=kind.name, trains=", ".join(ids)
        )
    if kind.count is not None and len(ids) != kind.count:
        yield gettext_lazy(
            "There are {count} {type}-trains and must be {printed}.",
            count=len(ids),
            type=kind.name,
            printed=kind.count,
        )
    in_bank = sum(state.trains[train] == BANK for train in ids)
    if kind.count is None and in_bank != 1:
        yield gettext_lazy(
            "The bank has {count} {type}-trains and must have the next one.", count=in_bank, type=kind.name
        )
