"""Lists of games: all games without accounts, or pages of visible games with accounts."""

from __future__ import annotations

from trunkline.facts.answers import ListedGame, ListedSeat
from trunkline.facts.people import ListedPeople
from trunkline.people.seating import Around
from trunkline.server.doors import Caller, Porter
from trunkline.server.seats import seats_of
from trunkline.tables.errors import Impossible
from trunkline.tables.keeping import GameRow, Store


def visible(
    store: Store, porter: Porter, caller: Caller, *, mine: bool, limit: int, before: str
) -> list[ListedGame]:
    """Return the newest games that a caller may view, or takes part in with ``mine``.

    ``before`` is the id of a game: only older games are returned.
    """
    last = porter.seating.made(before) if before else None
    page = porter.seating.visible(caller.visitor, mine=mine, limit=limit, before=last)
    around = porter.seating.many([id for id, _ in page])
    seats = porter.seating.seats([id for id, _ in page], caller.visitor.person)
    found = []
    for id, _ in page:
        try:
            row = store.game(id)
        except Impossible:
            continue
        if row is not None:
            found.append(listed(row, around.get(id), seats.get(id, frozenset()), caller))
    return found


def listed(
    row: GameRow,
    around: Around | None = None,
    mine: frozenset[str] = frozenset(),
    caller: Caller | None = None,
) -> ListedGame:
    """Return the list entry of a game."""
    people = None
    if around is not None:
        person = caller.visitor.person if caller is not None else ""
        owned = caller is not None and caller.person is not None and around.owner == caller.person.name
        people = ListedPeople(around.private, around.owner, seats_of(around, row.seats, mine, person), owned)
    return ListedGame(
        row.id,
        row.options.title,
        tuple(ListedSeat(seat.name, seat.kind) for seat in row.seats),
        row.round,
        row.over,
        row.to_act,
        row.created,
        row.version,
        row.put_away,
        row.origin,
        row.winners,
        row.moved,
        people,
    )
