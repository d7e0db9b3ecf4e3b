"""Pages of lists of games, with their cursors."""

from __future__ import annotations

import base64

import msgspec

from trunkline.game.wording.endings import why_ended
from trunkline.util.messages import gettext
from trunkline.web.database.stored_time import stored_time
from trunkline.web.errors import NotPossible
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.request_context import RequestContext
from trunkline.web.http.services import game_lists
from trunkline.web.schemas.lists import Asking, Mark, Wanted
from trunkline.web.schemas.places import LobbyGame, LobbyPage


def viewer_of(context: RequestContext) -> Asking:
    """Return the person who requests a list."""
    everyone = not isinstance(context.auth, AccountAuth)
    return Asking(everyone, context.person, context.caller.visitor.operator)


def lobby_page(context: RequestContext, wanted: Wanted, asking: Asking | None = None) -> LobbyPage:
    """Return a page of a list of games, as the caller may see it."""
    auth = context.auth
    found = context.games.store.page(asking or viewer_of(context), wanted)
    ids = [entry.game.id for entry in found.entries]
    members, seats, clocks = {}, {}, {}
    deadlines: dict[str, str] = {}
    if isinstance(auth, AccountAuth):
        members = auth.membership.many(ids)
        seats = auth.membership.seats(ids, context.person)
        clocks = auth.clocks.descriptions(ids)
        if context.person and clocks:
            due = auth.clocks.deadlines(list(clocks), context.person)
            deadlines = {id: stored_time(at) for id, at in due.items()}
    games = []
    for entry in found.entries:
        id = entry.game.id
        listed = game_lists.list_entry(
            entry.game, members.get(id), seats.get(id, frozenset()), context.caller
        )
        fields = msgspec.structs.asdict(listed)
        ending = entry.game.ending
        why = None if ending is None else why_ended(ending)
        games.append(
            LobbyGame(
                **fields,
                since=entry.since,
                deadline=deadlines.get(id),
                clock=clocks.get(id, ""),
                ending=why,
                standings=entry.standings,
            )
        )
    return LobbyPage(tuple(games), None if found.next is None else encode_cursor(found.next))


def encode_cursor(cursor: Mark) -> str:
    """Return a cursor as the text that clients send back."""
    return base64.urlsafe_b64encode(msgspec.json.encode(cursor)).decode()


def decode_cursor(text: str) -> Mark:
    """Return the cursor of a text. Raises ``NotPossible``."""
    try:
        return _cursor_decoder.decode(base64.urlsafe_b64decode(text))
    except (ValueError, msgspec.MsgspecError) as error:
        raise NotPossible(gettext("That is no page of this list.")) from error


_cursor_decoder = msgspec.json.Decoder(Mark)
