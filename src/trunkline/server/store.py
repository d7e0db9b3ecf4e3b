"""Everything that is kept, in one SQLite file.

Whatever a call here has written when it returns is on the disk: WAL with ``synchronous=FULL``. Entries are
only ever added; (game, number) is their key, so that two writers can never both have the same number.
"""

from __future__ import annotations

import secrets
import string
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from trunkline import saves
from trunkline.kernel.errors import UsageError
from trunkline.kernel.options import Options
from trunkline.server.records import EntryKind, Origin, Seat, Told
from trunkline.server.schema import entries, games, states

LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 10
WRITES = "writes"


class Kept(NamedTuple):
    """A game as it stands in the store, without its entries."""

    id: str
    options: Options
    seats: tuple[Seat, ...]
    created: str
    version: int
    round: str
    to_act: tuple[str, ...]
    over: bool
    origin: Origin | None
    put_away: bool


class Entry(NamedTuple):
    """One line of the append-only log of a game."""

    number: int
    kind: EntryKind
    data: bytes
    seat: str
    at: str
    told: Told


class Snapshot(NamedTuple):
    """The state after the last entry, and what it can be trusted by."""

    number: int
    state: bytes
    digest: str
    bound_by: str


class Taken(Exception):
    """Another writer has added an entry with this number."""


class Full(Exception):
    """The store cannot be written now: the disk is full, or the file is locked; the message says why."""


def now() -> str:
    """The time as it is kept: UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def bound_by(title: str, board: str) -> str:
    """What a stored state depends on; one that was stored under anything else is not trusted."""
    return f"{saves.PROGRAM} {saves.RULES_VERSION.get(title, 1)} {board}"


class Store:
    """One file of games."""

    def __init__(self, path: Path) -> None:
        self._engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10})
        event.listen(self._engine, "connect", _configure)
        event.listen(self._engine, "begin", _begin)
        try:
            self._migrate()
        except SQLAlchemyError as error:
            raise UsageError(f"{path} cannot be used as a store of games: {_cause(error)}.") from error

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    # -- reading

    def games(self) -> list[Kept]:
        """Every game, the newest first."""
        with self._engine.connect() as link:
            rows = link.execute(select(games).order_by(games.c.created.desc(), games.c.id)).mappings()
            return [_kept(row) for row in rows]

    def game(self, id: str) -> Kept | None:
        """One game; None where there is none."""
        with self._engine.connect() as link:
            row = link.execute(select(games).where(games.c.id == id)).mappings().first()
            return None if row is None else _kept(row)

    def entries(self, id: str) -> list[Entry]:
        """The log of a game."""
        columns = (
            entries.c.number,
            entries.c.kind,
            entries.c.data,
            entries.c.seat,
            entries.c.at,
            entries.c.told,
        )
        wanted = select(*columns).where(entries.c.game_id == id).order_by(entries.c.number)
        with self._engine.connect() as link:
            return [
                Entry(number, kind, data, seat, at, _told.decode(told))
                for number, kind, data, seat, at, told in link.execute(wanted)
            ]

    def snapshot(self, id: str) -> Snapshot | None:
        """The last state of a game; None where none was kept."""
        columns = (states.c.number, states.c.state, states.c.digest, states.c.bound_by)
        with self._engine.connect() as link:
            row = link.execute(select(*columns).where(states.c.game_id == id)).first()
            return None if row is None else Snapshot(*row)

    # -- writing

    def create(
        self,
        options: Options,
        seats: Sequence[Seat],
        log: Sequence[Entry],
        last: Told,
        over: bool,
        origin: Origin | None = None,
    ) -> str:
        """A new game with the entries it begins with; returns its id."""
        id = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
        with self._writing() as link:
            link.execute(
                insert(games).values(
                    id=id,
                    title=options.title,
                    options=_text(options),
                    seats=_text(list(seats)),
                    created=now(),
                    program=saves.PROGRAM,
                    rules_version=saves.RULES_VERSION.get(options.title, 1),
                    version=len(log),
                    round=last.next_round,
                    to_act=_text(last.to_act),
                    over=over,
                    branched_from=origin.game if origin else None,
                    branched_at=origin.at if origin else None,
                )
            )
            if log:
                link.execute(insert(entries), [_row(id, entry) for entry in log])
        return id

    def append(self, id: str, entry: Entry, snapshot: Snapshot, over: bool) -> None:
        """Add one entry; once this returns it is on the disk. Raises ``Taken``."""
        try:
            with self._writing() as link:
                link.execute(insert(entries).values(_row(id, entry)))
                link.execute(
                    update(games)
                    .where(games.c.id == id)
                    .values(
                        version=entry.number,
                        round=entry.told.next_round,
                        to_act=_text(entry.told.to_act),
                        over=over,
                    )
                )
                kept = upsert(states).values(game_id=id, **snapshot._asdict())
                link.execute(kept.on_conflict_do_update(index_elements=["game_id"], set_=snapshot._asdict()))
        except IntegrityError as error:
            raise Taken(f"{id} has an entry {entry.number}") from error

    def put_away(self, id: str, away: bool) -> bool:
        """Lay a game aside, or take it out again; False where there is none."""
        with self._writing() as link:
            done = link.execute(update(games).where(games.c.id == id).values(put_away=away))
            return done.rowcount > 0

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it or nothing, one at a time."""
        try:
            with self._engine.connect().execution_options(**{WRITES: True}) as link, link.begin():
                yield link
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise Full(f"The store cannot be written: {_cause(error)}.") from error

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", "trunkline.server:migrations")
        newest = ScriptDirectory.from_config(config).get_current_head()
        with self._engine.connect() as link:
            if MigrationContext.configure(link).get_current_revision() == newest:
                return
        with self._engine.connect().execution_options(**{WRITES: True}) as link:
            config.attributes["connection"] = link
            command.upgrade(config, "head")
            link.commit()


def _configure(connection: Any, record: object) -> None:
    # SQLite's own driver begins transactions late and by itself; we say when they begin.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that will write must not begin as one that reads: another writer could get in between.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _cause(error: SQLAlchemyError) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def _row(id: str, entry: Entry) -> dict[str, object]:
    return {**entry._asdict(), "game_id": id, "told": msgspec.json.encode(entry.told)}


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _kept(row: Any) -> Kept:
    return Kept(
        row["id"],
        _options.decode(row["options"]),
        tuple(_seats.decode(row["seats"])),
        row["created"],
        row["version"],
        row["round"],
        tuple(msgspec.json.decode(row["to_act"], type=list[str])),
        row["over"],
        None if row["branched_from"] is None else Origin(row["branched_from"], row["branched_at"]),
        row["put_away"],
    )


_told = msgspec.json.Decoder(Told)
_options = msgspec.json.Decoder(Options)
_seats = msgspec.json.Decoder(list[Seat])
