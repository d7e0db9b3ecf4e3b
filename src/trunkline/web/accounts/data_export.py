"""Export of all data about one person."""

from __future__ import annotations

from sqlalchemy import LargeBinary, select

from trunkline.web.database.people_tables import metadata, people
from trunkline.web.database.pool import Database

SECRETS = frozenset({"key", "password", "folded", "looks", "looks_small", "secret"})
"""Columns without information for the person: a hash, forms of the name, and keys of channels."""
OWNERS = "person", "player", "organiser"
"""The columns with the id of the person that a row is about."""

Rows = dict[str, list[dict[str, object]]]


def export_person(database: Database, person: str) -> Rows:
    """Return the rows that refer to a person, by table.

    Hashes of secrets are omitted, and so are games, which have a separate export.
    """
    found: Rows = {}
    with database.reading() as link:
        for table in metadata.sorted_tables:
            named = [table.c[column] for column in OWNERS if column in table.c]
            whose = people.c.id if table is people else next(iter(named), None)
            if whose is None:
                continue
            shown = [
                each
                for each in table.c
                if each is not whose and not isinstance(each.type, LargeBinary) and each.name not in SECRETS
            ]
            if not shown:
                # The table has only secrets.
                continue
            rows = link.execute(select(*shown).where(whose == person).order_by(*shown))
            if some := [dict(row) for row in rows.mappings()]:
                found[table.name] = some
    return found
