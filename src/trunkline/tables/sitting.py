"""Who plays which seat, and since when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from trunkline.tables.entries import LogEntry
from trunkline.tables.errors import Impossible
from trunkline.tables.history import ACTION, SEAT, Taken
from trunkline.tables.log import Log
from trunkline.tables.records import PERSON, Seat, SeatKind
from trunkline.wording.programs import taken_by


def taken(seats: Sequence[Seat], name: str, kind: SeatKind) -> tuple[tuple[Seat, ...], bytes]:
    """The seats once somebody else plays one, and what the log holds of that. Raises ``Impossible``."""
    was = next((seat.kind for seat in seats if seat.name == name), None)
    if was is None:
        raise Impossible(f"Nobody called {name} sits at this table.")
    if was == kind:
        raise Impossible(f"{taken_by(name, kind)} already.")
    # A seat that a program has played keeps its name.
    given = {"kind": kind, "open": False, "provisional": ""}
    changed = (msgspec.structs.replace(seat, **given) if seat.name == name else seat for seat in seats)
    return tuple(changed), msgspec.json.encode(Taken(name, kind, was))


def seat_at(seats: Sequence[Seat], log: Log, name: str, number: int) -> Seat:
    """A seat as it was played when an entry was made, by the seats after all of the log."""
    seat = next(seat for seat in seats if seat.name == name)
    for entry in reversed(log.besides):
        if entry.kind == SEAT and entry.number > number:
            found = _taken.decode(entry.data)
            if found.seat == name:
                seat = msgspec.structs.replace(seat, kind=found.was)
    return seat


def changed_since(log: Log, number: int) -> bool:
    """Whether a seat has changed hands after so many entries."""
    return any(entry.kind == SEAT and entry.number > number for entry in log.besides)


def people_ever(seats: Sequence[Seat], log: Log) -> frozenset[str]:
    """The seats that people play or have played, by the seats after all of the log."""
    given = (_taken.decode(entry.data) for entry in log.besides if entry.kind == SEAT)
    had = {found.seat for found in given if found.was == PERSON}
    return frozenset(had.union(seat.name for seat in seats if seat.kind == PERSON))


def by_people(seats: Sequence[Seat], log: Sequence[LogEntry]) -> Iterator[LogEntry]:
    """The actions that people have made, the newest first, whoever plays their seats by now: who lets a
    program play for another does not make that other's actions a program's."""
    kinds = {seat.name: seat.kind for seat in seats}
    for entry in reversed(log):
        if entry.kind == SEAT:
            found = _taken.decode(entry.data)
            kinds[found.seat] = found.was
        elif entry.kind == ACTION and kinds.get(entry.seat) == PERSON:
            yield entry


_taken = msgspec.json.Decoder(Taken)
