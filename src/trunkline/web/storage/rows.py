"""Conversion of games and entries to and from rows of the store's tables."""

from __future__ import annotations

import secrets
import string
from collections.abc import Iterator, Sequence
from sys import intern
from typing import Any, cast

import msgspec
from sqlalchemy import Connection, Insert, Integer, Text, bindparam, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from trunkline.engine.kernel.options import Options
from trunkline.game import saves
from trunkline.web.database.game_tables import entries, games, states
from trunkline.web.games.log_entries import LogEntry, Snapshot
from trunkline.web.games.repository import GameRow, LessonStart, PuzzleStart, Start
from trunkline.web.schemas.log import EntryKind, EntryOutcome, Origin, Seat, Wishes
from trunkline.web.storage import seat_rows

LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 10
UNFINISHED = -1
"""Version of a game whose first entries are still being written. Such games are invisible."""


def add_game(
    link: Connection,
    options: Options,
    seats: Sequence[Seat],
    origin: Origin | None,
    wishes: Wishes,
    created: str,
    rematch_of: str | None = None,
    *,
    imported: bool = False,
    start: Start | None = None,
) -> str:
    id = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
    link.execute(
        insert(games).values(
            id=id,
            title=options.title,
            options=text(options),
            seats=text(list(seats)),
            created=created,
            moved=created,
            program=saves.PROGRAM_VERSION,
            rules_version=options.rulings,
            version=UNFINISHED,
            round="",
            to_act="[]",
            over=False,
            branched_from=origin.game if origin else None,
            branched_at=origin.at if origin else None,
            rematch_of=rematch_of,
            imported=imported,
            **(start._asdict() if start else {}),
            **wishes._asdict(),
        )
    )
    seat_rows.set_out(link, id, seats)
    return id


def standing(version: int, told: EntryOutcome, over: bool, at: str) -> dict[str, object]:
    """Return the columns of the list of games after an entry."""
    return {
        "version": version,
        "round": told.next_round,
        "to_act": text(told.to_act),
        "over": over,
        "winners": text(told.winners),
        "moved": at,
        "ending": told.ending.reason if told.ending else None,
    }


def keep_state(link: Connection, id: str, snapshot: Snapshot) -> None:
    link.execute(_KEPT_STATE[link.dialect.name], {"game_id": id, **snapshot._asdict()})


def in_a_row(numbers: Sequence[int], first: int) -> Iterator[tuple[int, int, int]]:
    """Yield runs of consecutive entries: the first, the last, and the shift of their numbers."""
    begin = 0
    for place in range(1, len(numbers) + 1):
        if place == len(numbers) or numbers[place] != numbers[place - 1] + 1:
            yield numbers[begin], numbers[place - 1], first + begin - numbers[begin]
            begin = place


def entry_row(id: str, entry: LogEntry) -> dict[str, object]:
    return {"game_id": id, **dict(zip(_NAMES, entry, strict=True))}


def log_entry(row: Any) -> LogEntry:
    """Return a stored entry. Kinds and seats repeat in thousands of entries, so each text is interned."""
    number, kind, data, seat, at, told = row
    return LogEntry(number, cast("EntryKind", intern(kind)), data, intern(seat), at, told)


def text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def game_row(row: Any) -> GameRow:
    return GameRow(
        row["id"],
        msgspec.structs.replace(_options.decode(row["options"]), rulings=row["rules_version"]),
        tuple(_seats.decode(row["seats"])),
        row["created"],
        row["version"],
        row["round"],
        tuple(msgspec.json.decode(row["to_act"], type=list[str])),
        row["over"],
        None if row["branched_from"] is None else Origin(row["branched_from"], row["branched_at"]),
        row["put_away"],
        Wishes(row["others_shown"], row["reasons"], row["hints"], row["auto_pass"]),
        tuple(msgspec.json.decode(row["winners"], type=list[str])),
        row["moved"],
        row["ending"],
        None if row["lesson"] is None else LessonStart(row["lesson"], row["lesson_step"], row["learner"]),
        None if row["puzzle"] is None else PuzzleStart(row["puzzle"], row["position"], row["learner"]),
    )


def _upsert(insert: postgresql.Insert | sqlite.Insert) -> Insert:
    changed = {name: insert.excluded[name] for name in Snapshot._fields}
    return insert.on_conflict_do_update(index_elements=["game_id"], set_=changed)


COLUMNS = (entries.c.number, entries.c.kind, entries.c.data, entries.c.seat, entries.c.at, entries.c.told)
# Copy entries ``first`` to ``last`` of the game ``source`` to another game, with shifted numbers.
COPIED = insert(entries).from_select(
    [entries.c.game_id, *COLUMNS],
    select(
        bindparam("game", type_=Text),
        entries.c.number + bindparam("shift", type_=Integer),
        entries.c.kind,
        entries.c.data,
        entries.c.seat,
        bindparam("now", type_=Text),
        entries.c.told,
    ).where(
        entries.c.game_id == bindparam("source"),
        entries.c.number.between(bindparam("first"), bindparam("last")),
    ),
)
# Both databases use the same SQL here, but each needs its own statement object.
_KEPT_STATE = {
    "postgresql": _upsert(postgresql.insert(states)),
    "sqlite": _upsert(sqlite.insert(states)),
}
_NAMES = [column.name for column in COLUMNS]
_options = msgspec.json.Decoder(Options)
_seats = msgspec.json.Decoder(list[Seat])
