"""Lists of games: all games without accounts, or pages of visible games with accounts."""

from __future__ import annotations

from trunkline.game.wording.rounds import stored_round
from trunkline.web.accounts.membership import TableMembers
from trunkline.web.errors import NotPossible
from trunkline.web.games.repository import GameRepository, GameRow
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.http.services.seats import seats_of
from trunkline.web.schemas.answers import ListedGame, ListedSeat
from trunkline.web.schemas.people import ListedPeople


def list_visible(
    store: GameRepository, auth: AccountAuth, caller: RequestUser, *, mine: bool, limit: int, before: str
) -> list[ListedGame]:
    """Return the newest games that a caller may view, or takes part in with ``mine``.

    ``before`` is the id of a game: only older games are returned.
    """
    last = auth.membership.made(before) if before else None
    page = auth.membership.visible(caller.visitor, mine=mine, limit=limit, before=last)
    members = auth.membership.many([id for id, _ in page])
    seats = auth.membership.seats([id for id, _ in page], caller.visitor.person)
    found = []
    for id, _ in page:
        try:
            row = store.game(id)
        except NotPossible:
            continue
        if row is not None:
            found.append(list_entry(row, members.get(id), seats.get(id, frozenset()), caller))
    return found


def list_entry(
    row: GameRow,
    members: TableMembers | None = None,
    mine: frozenset[str] = frozenset(),
    caller: RequestUser | None = None,
) -> ListedGame:
    """Return the list entry of a game."""
    people = None
    if members is not None:
        person = caller.visitor.person if caller is not None else ""
        owned = caller is not None and caller.person is not None and members.owner == caller.person.name
        people = ListedPeople(
            members.private, members.owner, seats_of(members, row.seats, mine, person), owned
        )
    return ListedGame(
        row.id,
        row.options.title,
        tuple(ListedSeat(seat.name, seat.kind) for seat in row.seats),
        stored_round(row.round),
        row.over,
        row.to_act,
        row.created,
        row.version,
        row.put_away,
        row.origin,
        row.winners,
        row.last_entry_at,
        people,
    )
