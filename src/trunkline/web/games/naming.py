"""Names of seats after the accounts of their players, and the changes of a game when a seat is renamed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import count
from typing import Any, NamedTuple

import msgspec

from trunkline.engine.kernel.options import Options
from trunkline.titles import board_for, checked
from trunkline.util.enumeration import all_of
from trunkline.util.errors import UsageError
from trunkline.util.messages import ngettext
from trunkline.web.accounts.usernames import looks
from trunkline.web.errors import NotPossible
from trunkline.web.games.game_tree import SEAT, SeatChange
from trunkline.web.games.log import Log
from trunkline.web.games.log_entries import LogEntry
from trunkline.web.games.names import check_new_names
from trunkline.web.schemas.log import PERSON, Seat

StoreOccupant = Callable[[Any, str], None]
"""A function that stores the person in a seat of this name, in a transaction of the store."""


class SeatRename(NamedTuple):
    """A new name of a seat, with all stored data of its game that changes."""

    old: str
    new: str
    options: Options
    seats: tuple[Seat, ...]
    entries: list[LogEntry]
    """The log so far."""
    store_occupant: StoreOccupant
    """Stores the person in the seat, in the same transaction."""
    text: str
    """The line of the log."""

    @property
    def data(self) -> bytes:
        """The entry of the log: the seat stays a person's."""
        return msgspec.json.encode(SeatChange(self.new, PERSON, PERSON))


def provisional_name(number: int, others: Collection[str]) -> str:
    """Return the provisional name of a seat, which no other name looks like."""
    taken = {looks(name) for name in others}
    return next(name for name in map("Seat {}".format, count(number)) if looks(name) not in taken)


def open_seats(seats: Iterable[Seat]) -> list[str]:
    """Return the seats that a person must take before the game can begin."""
    return [seat.name for seat in seats if seat.open]


def check_complete(seats: Iterable[Seat]) -> None:
    """Refuse to play while a seat is open. Raises ``NotPossible``."""
    names = open_seats(seats)
    if names:
        raise NotPossible(
            ngettext(
                "The game begins when everybody has joined: {seats} is still open.",
                "The game begins when everybody has joined: {seats} are still open.",
                len(names),
                # Translators: between the last two names of a list.
                seats=all_of(names),
            )
        )


def find_renamable(seats: Iterable[Seat], log: Log, name: str) -> Seat | None:
    """Return the seat of this name if an account may still name it, because no action has been played."""
    if len(log.non_actions) < len(log) or any(entry.kind != SEAT for entry in log.non_actions):
        return None
    return next((seat for seat in seats if seat.name == name and seat.provisional), None)


def name_fault(options: Options, old: str, new: str) -> str:
    """Return the reason why a seat cannot have another name. Empty if it can."""
    players = tuple(new if name == old else name for name in options.players)
    try:
        wanted = checked(msgspec.structs.replace(options, players=players))
        check_new_names(players, board_for(wanted).corporation)
    except UsageError as error:
        return str(error)
    return ""


def rename_seat(
    options: Options,
    seats: Sequence[Seat],
    log: Log,
    seat: Seat,
    wanted: str | None,
    store_occupant: StoreOccupant,
) -> SeatRename:
    """Return the changes of a game if a person of this name takes a seat, or with None leaves it."""
    old, new = seat.name, wanted or seat.provisional
    others = {looks(each.provisional) for each in seats if each is not seat and each.provisional}
    if looks(new) in others or name_fault(options, old, new):
        new = seat.provisional
    players = tuple(new if name == old else name for name in options.players)
    changed = msgspec.structs.replace(seat, name=new, open=wanted is None)
    return SeatRename(
        old,
        new,
        msgspec.structs.replace(options, players=players),
        tuple(changed if each is seat else each for each in seats),
        [_entry(entry, old, new) for entry in log],
        store_occupant,
        f"{wanted} takes {seat.provisional}." if wanted else f"{seat.provisional} is open again.",
    )


def _entry(entry: LogEntry, old: str, new: str) -> LogEntry:
    """Rename a seat in an entry that says who plays a seat."""
    taken = _taken.decode(entry.data)
    if taken.seat == old:
        taken = msgspec.structs.replace(taken, seat=new)
    outcome = entry.outcome
    to_act = tuple(new if name == old else name for name in outcome.to_act)
    outcome_json = msgspec.json.encode(msgspec.structs.replace(outcome, to_act=to_act))
    return entry._replace(data=msgspec.json.encode(taken), outcome_json=outcome_json)


_taken = msgspec.json.Decoder(SeatChange)
