"""Store operations that are common to both databases.

Entries are only ever added, under their key (game, number).
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import ClassVar

from sqlalchemy import Connection, Engine, Insert, RowMapping, bindparam, insert, select, update

from trunkline.engine.kernel.options import Options
from trunkline.game import saves
from trunkline.util.messages import gettext
from trunkline.web.database.game_tables import entries, games, states
from trunkline.web.database.one_of import one_of
from trunkline.web.errors import NotPossible
from trunkline.web.games.log_entries import BATCH, ImportedGame, LogEntry, Snapshot, now, unpack
from trunkline.web.games.naming import SeatRename
from trunkline.web.games.repository import (
    NO_WISHES,
    ExpiryTimes,
    GameRow,
    ListedGame,
    Page,
    Start,
    StoredGame,
    StoredPiece,
    StoredReview,
    WriteConflict,
)
from trunkline.web.schemas.lists import Asking, LostSeat, Waiting, Wanted
from trunkline.web.schemas.log import Ending, EntryOutcome, Origin, Seat, Wishes
from trunkline.web.schemas.scores import Scores
from trunkline.web.storage import (
    expiry,
    game_list_queries,
    lost_seats,
    naming,
    player_stats,
    reviews,
    seat_rows,
    told_topics,
)
from trunkline.web.storage.rows import (
    COLUMNS,
    COPIED,
    UNFINISHED,
    add_game,
    entry_row,
    game_row,
    in_a_row,
    keep_state,
    log_entry,
    standing,
    text,
)

log = logging.getLogger(__name__)
Part = list[tuple[Insert, list[dict[str, object]]]]
"""Statements with rows, written together as one part of a large game."""


class SqlStore(ABC):
    """The games in SQL tables. Subclasses provide the transactions of their database."""

    is_only_process: ClassVar[bool]
    engine: Engine
    """The connections, which the tables about people share."""

    def __init__(self) -> None:
        self._unreadable: set[str] = set()
        """Games with unreadable rows that have already been logged."""

    @abstractmethod
    def _reading(self, *, still: bool = False) -> AbstractContextManager[Connection]:
        """Return a read connection. With ``still`` all statements see the same data. Raises
        ``StorageUnavailable``."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Connection]:
        """Return a write transaction, which is atomic. Raises ``StorageUnavailable``."""

    @abstractmethod
    def _write_parts(
        self,
        begin: Callable[[Connection], str],
        parts: Callable[[str], Iterable[Part]],
        end: Callable[[Connection, str], None],
    ) -> str:
        """Create a game with many entries, invisible until it is complete. Return its id."""

    def notify(self, game: str, what: str, link: Connection | None = None) -> None:
        """Do nothing: this process is the only one. ``PostgresStore`` notifies the others."""
        return

    # -- reading

    def check(self) -> None:
        """Return if the store is usable, and raise otherwise."""
        with self._reading() as link:
            link.execute(select(1)).scalar()

    def games(self) -> list[GameRow]:
        """Return every readable game, the newest first, without those of lessons and puzzles."""
        wanted = select(games).where(games.c.version != UNFINISHED, games.c.learner.is_(None))
        with self._reading() as link:
            rows = link.execute(wanted.order_by(games.c.created.desc(), games.c.id)).mappings().all()
        return [kept for kept in map(self._readable, rows) if kept is not None]

    def game(self, id: str) -> GameRow | None:
        """Return a game, or None if it does not exist."""
        with self._reading() as link:
            row = _row(link, id)
        return None if row is None else self._certain(row)

    def page(self, asking: Asking, wanted: Wanted) -> Page:
        """Return a page of a list of games in its order, without unreadable games."""
        with self._reading(still=True) as link:
            listed, last = game_list_queries.page(link, asking, wanted)
            ids = [id for id, _ in listed]
            rows = link.execute(_ROWS, {"games": ids}).mappings().all()
            ranks = game_list_queries.standings(link, [row["id"] for row in rows if row["over"]])
        found = {row.id: row for row in map(self._readable, rows) if row is not None}
        entries = (ListedGame(found[id], since, ranks.get(id, ())) for id, since in listed if id in found)
        return Page(tuple(entries), last)

    def waiting(self, asking: Asking) -> Waiting:
        """Return the number of games that wait for the user, and the longest waiting one."""
        with self._reading() as link:
            return Waiting(*game_list_queries.waiting(link, asking))

    def lost_seats(self, person: str) -> dict[str, LostSeat]:
        """Return the seats that bots have taken from a person in games in progress, by game."""
        with self._reading() as link:
            return lost_seats.lost_seats(link, person)

    def scores(self, asking: Asking, name: str) -> Scores:
        """Return the scores of a person in the finished games that the user may see."""
        with self._reading(still=True) as link:
            return player_stats.scores(link, asking, name)

    def rematch(self, id: str) -> str | None:
        """Return the rematch of a finished game, or None."""
        with self._reading() as link:
            return link.execute(select(games.c.id).where(games.c.rematch_of == id)).scalar()

    def version(self, id: str) -> int:
        """Return the number of the last entry of a game, or 0 if the game does not exist."""
        with self._reading() as link:
            found = link.execute(_VERSION, {"game": id}).scalar()
        return max(found or 0, 0)

    def load(self, id: str, after: int = 0) -> StoredGame | None:
        """Return a game and its entries after a number, or None if it does not exist."""
        wanted = select(*COLUMNS).where(entries.c.game_id == id, entries.c.number > after)
        kept = select(states.c.number, states.c.state, states.c.digest, states.c.bound_by)
        with self._reading(still=True) as link:
            row = _row(link, id)
            if row is None:
                return None
            # Read a long log in parts, so that other threads can run.
            log_of = wanted.order_by(entries.c.number)
            many = log_of if after else log_of.execution_options(yield_per=BATCH)
            found = [log_entry(each) for each in link.execute(many)]
            last = link.execute(kept.where(states.c.game_id == id)).first()
        return StoredGame(self._certain(row), found, None if last is None else Snapshot(*last))

    def _certain(self, row: RowMapping) -> GameRow:
        kept = self._readable(row)
        if kept is None:
            raise NotPossible(gettext("This game cannot be read: what the store holds of it is damaged."))
        return kept

    def _readable(self, row: RowMapping) -> GameRow | None:
        try:
            return game_row(row)
        except saves.UNREADABLE as error:
            if row["id"] not in self._unreadable:
                self._unreadable.add(row["id"])
                log.error("Game %s cannot be read and is left out: %s", row["id"], error)
            return None

    # -- writing

    def create(
        self,
        options: Options,
        seats: Sequence[Seat],
        first: EntryOutcome,
        over: bool,
        wishes: Wishes = NO_WISHES,
        rematch_of: str | None = None,
        also: Callable[[Connection, str], None] | None = None,
        start: Start | None = None,
    ) -> str:
        """Create a game and return its id.

        A finished game has at most one rematch. A second call returns the id of the existing one. ``also``
        writes more in the same transaction. If it raises, the game is not created.
        """
        with self._writing() as link:
            if rematch_of is not None:
                # A second caller waits here for the first.
                held = select(games.c.id).where(games.c.id == rematch_of).with_for_update()
                link.execute(held)
                known = link.execute(select(games.c.id).where(games.c.rematch_of == rematch_of)).scalar()
                if known is not None:
                    return str(known)
            at = now()
            id = add_game(link, options, seats, None, wishes, at, rematch_of, start=start)
            link.execute(update(games).where(games.c.id == id).values(standing(0, first, over, at)))
            seat_rows.follow(link, id, first, at)
            if also is not None:
                also(link, id)
            self.notify(id, "0", link)
        return id

    def import_game(self, imported: ImportedGame, seats: Sequence[Seat], start: Start | None = None) -> str:
        """Create a game from imported actions, or that of a lesson or a puzzle, and return its id."""

        def parts(id: str) -> Iterator[Part]:
            for batch in imported.batches:
                rows = [entry_row(id, entry) for entry in unpack(batch)]
                if rows:
                    yield [(insert(entries), rows)]

        return self._in_parts(
            imported.options,
            seats,
            None,
            parts,
            imported.last,
            imported.snapshot,
            imported.over,
            imported=True,
            start=start,
        )

    def branch(
        self,
        source: GameRow,
        numbers: Sequence[int],
        seats: Sequence[Seat],
        origin: Origin,
        last: EntryOutcome,
        snapshot: Snapshot,
        over: bool,
    ) -> str:
        """Create a game that starts with these entries of another, and return its id."""
        at = now()

        def parts(id: str) -> Iterator[Part]:
            for begin in range(0, len(numbers), BATCH):
                runs = in_a_row(numbers[begin : begin + BATCH], begin + 1)
                rows = [dict(zip(("first", "last", "shift"), run, strict=True)) for run in runs]
                here = {"source": source.id, "game": id, "now": at}
                yield [(COPIED, [{**here, **row} for row in rows])]

        return self._in_parts(source.options, seats, origin, parts, last, snapshot, over, source.wishes)

    def append(
        self,
        id: str,
        entry: LogEntry,
        outcome: EntryOutcome,
        snapshot: Snapshot,
        over: bool,
        seats: Sequence[Seat] | None = None,
        renamed: SeatRename | None = None,
    ) -> None:
        """Add one entry, and notify the other processes with its transaction.

        Args:
            seats: The people and bots in the seats, if the entry changes them.
            renamed: The new name of a seat, if the entry changes it; everything stored takes it.

        All of it is on the disk once this returns.
        """
        changed = standing(entry.number, outcome, over, entry.at)
        if seats is not None:
            changed["seats"] = text(list(seats))
        # A second caller waits here for the first, and then fails because the game has changed.
        before = {"game": id, "before": entry.number - 1}
        with self._writing() as link:
            if link.execute(_MOVED, {**before, **changed}).rowcount != 1:
                raise WriteConflict
            if renamed is not None:
                naming.rename(link, id, renamed)
            link.execute(_ENTERED, entry_row(id, entry))
            keep_state(link, id, snapshot)
            seat_rows.follow(link, id, outcome, entry.at, entry.seat, seats, version=entry.number)
            self.notify(id, str(entry.number), link)

    def rank(self, id: str, version: int, ending: Ending) -> None:
        """Store the ending of a game that has none yet. Do nothing if the game is not at this version."""
        here = games.c.id == id, games.c.version == version, games.c.over, games.c.ending.is_(None)
        with self._writing() as link:
            if link.execute(update(games).where(*here).values(ending=ending.reason)).rowcount:
                seat_rows.rank(link, id, ending)

    def unranked(self, after: str) -> str | None:
        """Return the next finished game by id without a stored ending, or None."""
        wanted = select(games.c.id).where(games.c.over, games.c.ending.is_(None), games.c.id > after)
        with self._reading() as link:
            return link.execute(wanted.order_by(games.c.id).limit(1)).scalar()

    def put_away(self, id: str, away: bool) -> bool:
        """Archive or restore a game. Return False if it does not exist."""
        with self._writing() as link:
            done = link.execute(update(games).where(games.c.id == id).values(put_away=away))
            return done.rowcount > 0

    def expire(self, before: ExpiryTimes) -> list[str]:
        """Delete some expired games and return their ids."""
        with self._writing() as link:
            return expiry.expired(link, before)

    def told_topics(self, id: str) -> dict[str, int]:
        """Return the topics told in a guided game, with versions."""
        with self._reading() as link:
            return told_topics.told(link, id)

    def tell_topic(self, id: str, topic: str, version: int) -> None:
        """Store that the learner has read a topic of a guided game."""
        with self._writing() as link:
            told_topics.tell(link, id, topic, version)

    # -- reviews

    def review(self, id: str, number: int, bound_by: str) -> StoredReview | None:
        """Return the stored review of a game, or None."""
        with self._reading() as link:
            return reviews.kept(link, id, number, bound_by)

    def claim_review(self, id: str, number: int, bound_by: str, worker: str, now: int, stale: int) -> bool:
        """Assign a review to a process. Return False if it belongs to another process."""
        with self._writing() as link:
            return reviews.taken(link, id, number, bound_by, worker, now, stale)

    def store_review(
        self,
        id: str,
        number: int,
        worker: str,
        now: int,
        status: str,
        response_json: bytes | None,
        piece: StoredPiece | None = None,
    ) -> bool:
        """Store the progress of a review. Return False if it no longer belongs to this process."""
        with self._writing() as link:
            return reviews.went_on(link, id, number, worker, now, status, response_json, piece)

    def review_pieces(self, id: str, number: int, bound_by: str) -> dict[int, bytes]:
        """Return the results of the finished pieces of a review in progress, by place."""
        with self._reading() as link:
            return reviews.pieces(link, id, number, bound_by)

    def reviews_under_way(self, stale: int) -> int:
        """Return the number of reviews in progress."""
        with self._reading() as link:
            return reviews.under_way(link, stale)

    def _in_parts(
        self,
        options: Options,
        seats: Sequence[Seat],
        origin: Origin | None,
        parts: Callable[[str], Iterable[Part]],
        last: EntryOutcome,
        snapshot: Snapshot,
        over: bool,
        wishes: Wishes = NO_WISHES,
        *,
        imported: bool = False,
        start: Start | None = None,
    ) -> str:
        def begin(link: Connection) -> str:
            return add_game(link, options, seats, origin, wishes, now(), imported=imported, start=start)

        def end(link: Connection, id: str) -> None:
            last_one = (entries.c.game_id == id) & (entries.c.number == snapshot.number)
            at = link.execute(select(entries.c.at).where(last_one)).scalar() or now()
            whole = standing(snapshot.number, last, over, at)
            link.execute(update(games).where(games.c.id == id).values(whole))
            seat_rows.follow(link, id, last, at)
            keep_state(link, id, snapshot)
            self.notify(id, str(snapshot.number), link)

        return self._write_parts(begin, parts, end)


def _row(link: Connection, id: str) -> RowMapping | None:
    return link.execute(_ROW, {"game": id}).mappings().first()


# Build these statements once: every entry or request uses them, and building takes longer than executing.
_here = games.c.id == bindparam("game")
_MOVED = update(games).where(_here, games.c.version == bindparam("before"))
_ENTERED = insert(entries)
_VERSION = select(games.c.version).where(_here)
_ROWS = select(games).where(one_of(games.c.id, "games"))
_ROW = select(games).where(_here, games.c.version != UNFINISHED)
