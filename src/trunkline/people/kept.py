"""All that is kept of one person, for whoever asks for it."""

from __future__ import annotations

from sqlalchemy import LargeBinary, select

from trunkline.people.database import Database
from trunkline.people.schema import metadata, people

SECRETS = frozenset({"password", "folded", "looks", "looks_small"})
"""What stands in the row of a person and tells the person nothing: a hash, and forms of the name."""

Rows = dict[str, list[dict[str, object]]]


def kept(database: Database, person: str) -> Rows:
    """By tables, the rows that name the person. Hashes of secrets are left out, and so are games, which are
    exported at the table."""
    found: Rows = {}
    with database.reading() as link:
        for table in metadata.sorted_tables:
            whose = people.c.id if table is people else table.c.get("person")
            if whose is None:
                continue
            shown = [
                each
                for each in table.c
                if each is not whose and not isinstance(each.type, LargeBinary) and each.name not in SECRETS
            ]
            rows = link.execute(select(*shown).where(whose == person).order_by(*shown))
            if some := [dict(row) for row in rows.mappings()]:
                found[table.name] = some
    return found
