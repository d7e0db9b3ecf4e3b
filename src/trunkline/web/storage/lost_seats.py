"""Seats that a bot has taken from a person, and the entries of the log that say why."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select

from trunkline.players.descriptions import player_name
from trunkline.util.messages import speak
from trunkline.web.accounts.table_status import ON, PERSON
from trunkline.web.database.game_tables import entries
from trunkline.web.database.people_tables import chairs, owned, seated
from trunkline.web.errors import NotPossible
from trunkline.web.games.game_tree import SEAT, SeatChange
from trunkline.web.games.stored_texts import stored_text
from trunkline.web.schemas.lists import LostSeat
from trunkline.web.storage.rows import COLUMNS, log_entry


def lost_seats(link: Connection, person: str) -> dict[str, LostSeat]:
    """Return the seats of a person that a bot has taken in games in progress, by game.

    A seat that the person has given to a bot is not lost, alone or by agreeing to a request. The entry in the
    log then has no reason, or says that the person agreed.
    """
    sits = (seated.c.game_id == chairs.c.game_id) & (seated.c.seat == chairs.c.seat)
    wanted = (
        select(seated.c.game_id, seated.c.seat, chairs.c.kind)
        .join(chairs, sits)
        .join(owned, owned.c.game_id == seated.c.game_id)
        .where(seated.c.person == person, chairs.c.kind != PERSON, owned.c.stage == ON)
        .order_by(seated.c.game_id, chairs.c.number.desc())
    )
    found = {}
    for game, seat, kind in link.execute(wanted).all():
        text = _last_change(link, game, seat)
        with speak(None):
            given = player_name(seat, kind)
        if text not in ("", given):
            found[game] = LostSeat(seat, stored_text(text))
    return found


def _last_change(link: Connection, game: str, seat: str) -> str:
    """Return the text of the last entry that changed the player of a seat.

    Empty without one, or if the person agreed to it.
    """
    changes = select(*COLUMNS).where(entries.c.game_id == game, entries.c.kind == SEAT)
    for row in link.execute(changes.order_by(entries.c.number.desc())):
        entry = log_entry(row)
        try:
            change = _change.decode(entry.data)
            if change.seat == seat:
                return entry.outcome.lines[0].text if entry.outcome.lines and not change.agreed else ""
        except (NotPossible, msgspec.MsgspecError):
            # The log is damaged there. The page of the game says so.
            return ""
    return ""


_change = msgspec.json.Decoder(SeatChange)
