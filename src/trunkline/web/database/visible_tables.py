"""The tables that a user may see, and those where a person has a part, as parts of queries."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select, union

from trunkline.web.database.league_access import in_league_of
from trunkline.web.database.people_tables import guests, owned, seated
from trunkline.web.schemas.lists import Asking


def may_look(asking: Asking) -> ColumnElement[bool]:
    """Return the condition that the user may see a table of ``owned``."""
    public = owned.c.private.is_(False)
    if asking.operator:
        return owned.c.game_id.is_not(None)
    if not asking.person:
        return public & ~owned.c.hidden
    guest = select(guests.c.game_id).where(guests.c.person == asking.person)
    near = owned.c.game_id.in_(union(*own_tables(asking.person), guest))
    return ~owned.c.hidden & or_(public, near, in_league_of(owned.c.game_id, asking.person))


def tables_with_seat(person: str) -> Select[Any]:
    """Return the tables where a person has a seat."""
    return select(seated.c.game_id).where(seated.c.person == person)


def own_tables(person: str) -> tuple[Select[Any], Select[Any]]:
    """Return the tables where a person has a seat, and the tables that the person owns."""
    table = owned.alias()
    return tables_with_seat(person), select(table.c.game_id).where(table.c.person == person)
