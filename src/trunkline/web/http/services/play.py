"""Actions, undos, redos and seat changes, with a check of the caller's seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from trunkline.web.errors import Denied
from trunkline.web.games import seat_changes
from trunkline.web.games.game_tree import Moment
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.http.auth import AccountAuth, AuthPolicy, RequestUser
from trunkline.web.http.chat_feed import SilentFeed
from trunkline.web.http.services.seats import begun, complete
from trunkline.web.schemas.log import PERSON
from trunkline.web.schemas.requests import Act, Redo, Sit, Undo

OVERDUE = "the game has waited longer than the table allows"
"""The reason in the log if a bot plays the seat of a person who is away."""


def act(door: AuthPolicy, caller: RequestUser, table: HostedGame, data: Act) -> int:
    """Carry out an action for a seat of the caller, and return the new version."""
    caller.plays(data.action.player)
    if isinstance(door, AccountAuth):
        complete(door, table)
    return table.act(data.version, data.action)


def undo(caller: RequestUser, table: HostedGame, data: Undo) -> int:
    """Undo the caller's own last actions and later actions of bots. Return the new version."""
    with table.lock:
        if data.version == table.version and not table.broken:
            target = table.undo_target(data.to)
            path = table.history.path(table.history.now)[target.depth + 1 :]
            _own(caller, doers(table, path))
        return table.undo(data.version, data.to)


def redo(caller: RequestUser, table: HostedGame, data: Redo) -> int:
    """Redo actions that the caller has undone. Return the new version."""
    with table.lock:
        if data.version == table.version:
            target = table.history.redo_target(data.branch, table.people_at)
            path = table.history.path(target)[table.history.now.depth + 1 :]
            _own(caller, doers(table, path))
        return table.redo(data.version, data.branch)


def sit(floor: SilentFeed, caller: RequestUser, table: HostedGame, data: Sit, *, away: bool) -> int:
    """Hand a seat to a bot, or back to a person, and return the new version.

    ``away`` is true if the game has waited for the person in the seat longer than the table allows. Raises
    ``Denied`` if the other players must consent first.
    """
    caller.plays_or_owns(data.seat)
    if data.kind == PERSON:
        return table.seat(data.version, data.seat, data.kind)
    others = floor.asks_for(table.id, caller.visitor.person) if begun(table) else frozenset()
    if data.seat in others and not away:
        raise Denied(
            f"Somebody else sits as {data.seat}: ask the table. A program plays there if that person or most "
            f"of the others agree, or after {floor.away_hours(table.id)} hours without an action."
        )
    said = OVERDUE if data.seat in others else ""
    return table.seat(data.version, data.seat, data.kind, said)


def doers(table: HostedGame, way: Sequence[Moment]) -> frozenset[str]:
    """Return the seats that people play and that made these moments, and those that people played then."""
    numbers = {moment.number for moment in way}
    found = {moment.action().player for moment in way} & table.people
    first = min(numbers, default=0)
    for entry in seat_changes.by_people(table.seats, table.log):
        # No moment comes before the entry that first led to it.
        if entry.number < first:
            break
        if table.history.after(entry.number).number in numbers:
            found.add(entry.seat)
    return frozenset(found)


def _own(caller: RequestUser, seats: Collection[str]) -> None:
    others = caller.others(seats)
    if others:
        raise Denied(f"That would take back what {' and '.join(others)} did: only one's own last actions go.")
