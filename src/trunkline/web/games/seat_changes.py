"""The players of the seats, and changes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from trunkline.players.descriptions import player_name
from trunkline.util.messages import gettext
from trunkline.web.errors import NotPossible
from trunkline.web.games.game_tree import ACTION, SEAT, GameTree, Moment, SeatChange
from trunkline.web.games.log import Log
from trunkline.web.games.log_entries import LogEntry
from trunkline.web.schemas.log import PERSON, Seat, SeatKind


def change_player(
    seats: Sequence[Seat], name: str, kind: SeatKind, *, agreed: bool = False
) -> tuple[tuple[Seat, ...], bytes]:
    """Return the seats after a change of player, and the data of its log entry. Raises ``NotPossible``."""
    was = next((seat.kind for seat in seats if seat.name == name), None)
    if was is None:
        raise NotPossible(gettext("No player called {name} is at this table.", name=name))
    if was == kind:
        raise NotPossible(gettext("{sentence} already.", sentence=player_name(name, kind)))
    # A seat that a program has played keeps its name.
    given = {"kind": kind, "open": False, "provisional": ""}
    changed = (msgspec.structs.replace(seat, **given) if seat.name == name else seat for seat in seats)
    return tuple(changed), msgspec.json.encode(SeatChange(name, kind, was, agreed))


def seat_at(seats: Sequence[Seat], log: Log, name: str, number: int) -> Seat:
    """Return a seat with its player at the time of an entry."""
    seat = next(seat for seat in seats if seat.name == name)
    for entry in reversed(log.non_actions):
        if entry.kind == SEAT and entry.number > number:
            found = _taken.decode(entry.data)
            if found.seat == name:
                seat = msgspec.structs.replace(seat, kind=found.was)
    return seat


def changed_since(log: Log, number: int) -> bool:
    """Return whether a seat has changed its player after a number of entries."""
    return any(entry.kind == SEAT and entry.number > number for entry in log.non_actions)


def people_ever(seats: Sequence[Seat], log: Log) -> frozenset[str]:
    """Return the seats that people play or have played."""
    given = (_taken.decode(entry.data) for entry in log.non_actions if entry.kind == SEAT)
    had = {found.seat for found in given if found.was == PERSON}
    return frozenset(had.union(seat.name for seat in seats if seat.kind == PERSON))


def actions_of_people(seats: Sequence[Seat], log: Sequence[LogEntry]) -> Iterator[LogEntry]:
    """Yield the actions that people made, newest first.

    Handing a seat to a bot does not change who made its earlier actions.
    """
    kinds = {seat.name: seat.kind for seat in seats}
    for entry in reversed(log):
        if entry.kind == SEAT:
            found = _taken.decode(entry.data)
            kinds[found.seat] = found.was
        elif entry.kind == ACTION and kinds.get(entry.seat) == PERSON:
            yield entry


def makers(seats: Sequence[Seat], log: Log, tree: GameTree, moments: Sequence[Moment]) -> frozenset[str]:
    """Return the seats of people that made these moments: those played by people now, or at that time."""
    numbers = {moment.number for moment in moments}
    people = {seat.name for seat in seats if seat.kind == PERSON}
    found = {moment.action().player for moment in moments} & people
    first = min(numbers, default=0)
    for entry in actions_of_people(seats, log):
        # No moment comes before the entry that first led to it.
        if entry.number < first:
            break
        if tree.after(entry.number).number in numbers:
            found.add(entry.seat)
    return frozenset(found)


_taken = msgspec.json.Decoder(SeatChange)
