"""What a store does, whichever database it is on.

Entries are only ever added, under their key (game, number).
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import ClassVar

from sqlalchemy import Connection, Insert, RowMapping, bindparam, insert, select, update

from trunkline import saves
from trunkline.kernel.options import Options
from trunkline.stores import chairs, expiring, lists, reviews, scores
from trunkline.stores.rows import (
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
from trunkline.stores.schema import entries, games, states
from trunkline.tables.entries import BATCH, Begun, LogEntry, Snapshot, now, unpacked
from trunkline.tables.errors import Impossible
from trunkline.tables.keeping import NO_WISHES, Entry, GameRow, KeptReview, Opened, Overtaken, Page
from trunkline.tables.listing import Asking, Waiting, Wanted
from trunkline.tables.records import Ending, EntryOutcome, Origin, Seat, Wishes
from trunkline.tables.scores import Scores

log = logging.getLogger(__name__)
Part = list[tuple[Insert, list[dict[str, object]]]]
"""What is written at a time of a game that has many entries."""


class SqlStore(ABC):
    """Games in tables; how a transaction is made is the database's own."""

    alone: ClassVar[bool]

    def __init__(self) -> None:
        self._unreadable: set[str] = set()
        """Games whose rows cannot be read, and have been complained about."""

    @abstractmethod
    def _reading(self, *, still: bool = False) -> AbstractContextManager[Connection]:
        """A look at what is stored; ``still`` where all statements must see the same. Raises ``Full``."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Connection]:
        """A transaction that writes: all of it or nothing. Raises ``Full``."""

    @abstractmethod
    def _write_parts(
        self,
        begin: Callable[[Connection], str],
        parts: Callable[[str], Iterable[Part]],
        end: Callable[[Connection, str], None],
    ) -> str:
        """A new game with many entries, which nobody sees before it is whole; returns its id."""

    def tell(self, game: str, what: str, link: Connection | None = None) -> None:
        """Say something about a game to the other processes: with the transaction of ``link``, or at once."""
        return

    # -- reading

    def check(self) -> None:
        """Return where the store can be used."""
        with self._reading() as link:
            link.execute(select(1)).scalar()

    def games(self) -> list[GameRow]:
        """Every game that can be read, the newest first."""
        wanted = select(games).where(games.c.version != UNFINISHED)
        with self._reading() as link:
            rows = link.execute(wanted.order_by(games.c.created.desc(), games.c.id)).mappings().all()
        return [kept for kept in map(self._readable, rows) if kept is not None]

    def game(self, id: str) -> GameRow | None:
        """One game; None where there is none."""
        with self._reading() as link:
            row = _row(link, id)
        return None if row is None else self._certain(row)

    def page(self, asking: Asking, wanted: Wanted) -> Page:
        """Some games of a list, in its order; one that cannot be read is left out."""
        with self._reading(still=True) as link:
            listed, last = lists.page(link, asking, wanted)
            ids = [id for id, _ in listed]
            rows = link.execute(_ROWS, {"games": ids}).mappings().all()
            ranks = lists.standings(link, ids)
        found = {row.id: row for row in map(self._readable, rows) if row is not None}
        entries = (Entry(found[id], since, ranks.get(id, ())) for id, since in listed if id in found)
        return Page(tuple(entries), last)

    def waiting(self, asking: Asking) -> Waiting:
        """How many games wait for somebody, and which of them has waited for longest."""
        with self._reading() as link:
            return Waiting(*lists.waiting(link, asking))

    def scores(self, asking: Asking, name: str) -> Scores:
        """What became of somebody's finished games, as far as who asks may look at them."""
        with self._reading(still=True) as link:
            return scores.scores(link, asking, name)

    def rematch(self, id: str) -> str | None:
        """The game in which a finished one is played once more."""
        with self._reading() as link:
            return link.execute(select(games.c.id).where(games.c.rematch_of == id)).scalar()

    def version(self, id: str) -> int:
        """The number of the last entry of a game; 0 where there is none."""
        with self._reading() as link:
            found = link.execute(_VERSION, {"game": id}).scalar()
        return max(found or 0, 0)

    def opened(self, id: str, after: int = 0) -> Opened | None:
        """A game and its entries after a number; None where there is none."""
        wanted = select(*COLUMNS).where(entries.c.game_id == id, entries.c.number > after)
        kept = select(states.c.number, states.c.state, states.c.digest, states.c.bound_by)
        with self._reading(still=True) as link:
            row = _row(link, id)
            if row is None:
                return None
            # A long log comes in parts, so that other threads have their turn.
            log_of = wanted.order_by(entries.c.number)
            many = log_of if after else log_of.execution_options(yield_per=BATCH)
            found = [log_entry(each) for each in link.execute(many)]
            last = link.execute(kept.where(states.c.game_id == id)).first()
        return Opened(self._certain(row), found, None if last is None else Snapshot(*last))

    def _certain(self, row: RowMapping) -> GameRow:
        kept = self._readable(row)
        if kept is None:
            raise Impossible("This game cannot be read: what the store holds of it is damaged.")
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
    ) -> str:
        """A new game; returns its id. Of two that are the rematch of one game only the first is made: the
        other call returns that one's id."""
        with self._writing() as link:
            if rematch_of is not None:
                # Who comes second waits here for the first.
                held = select(games.c.id).where(games.c.id == rematch_of).with_for_update()
                link.execute(held)
                known = link.execute(select(games.c.id).where(games.c.rematch_of == rematch_of)).scalar()
                if known is not None:
                    return str(known)
            at = now()
            id = add_game(link, options, seats, None, wishes, at, rematch_of)
            link.execute(update(games).where(games.c.id == id).values(standing(0, first, over, at)))
            chairs.follow(link, id, first, at)
            self.tell(id, "0", link)
        return id

    def bring(self, begun: Begun, seats: Sequence[Seat]) -> str:
        """A new game that begins with actions played elsewhere; returns its id."""

        def parts(id: str) -> Iterator[Part]:
            for batch in begun.batches:
                rows = [entry_row(id, entry) for entry in unpacked(batch)]
                if rows:
                    yield [(insert(entries), rows)]

        return self._in_parts(begun.options, seats, None, parts, begun.last, begun.snapshot, begun.over)

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
        """A new game that begins with these entries of another; returns its id."""
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
        told: EntryOutcome,
        snapshot: Snapshot,
        over: bool,
        seats: Sequence[Seat] | None = None,
    ) -> None:
        """Add one entry, and who plays the seats where that changes; once this returns it is on the disk."""
        changed = standing(entry.number, told, over, entry.at)
        if seats is not None:
            changed["seats"] = text(list(seats))
        # Who comes second waits here for the first, and then finds the game no longer as it was.
        before = {"game": id, "before": entry.number - 1}
        with self._writing() as link:
            if link.execute(_MOVED, {**before, **changed}).rowcount != 1:
                raise Overtaken
            link.execute(_ENTERED, entry_row(id, entry))
            keep_state(link, id, snapshot)
            chairs.follow(link, id, told, entry.at, entry.seat, seats)
            self.tell(id, str(entry.number), link)

    def rank(self, id: str, version: int, ending: Ending) -> None:
        """Keep how a game ended of which that was not kept; nothing where it is not at this version."""
        here = games.c.id == id, games.c.version == version, games.c.over, games.c.ending.is_(None)
        with self._writing() as link:
            if link.execute(update(games).where(*here).values(ending=ending.reason)).rowcount:
                chairs.rank(link, id, ending)

    def unranked(self, after: str) -> str | None:
        """The next finished game, by ids, of which it is not kept how it ended; None where there is none."""
        wanted = select(games.c.id).where(games.c.over, games.c.ending.is_(None), games.c.id > after)
        with self._reading() as link:
            return link.execute(wanted.order_by(games.c.id).limit(1)).scalar()

    def put_away(self, id: str, away: bool) -> bool:
        """Lay a game aside, or take it out again; False where there is none."""
        with self._writing() as link:
            done = link.execute(update(games).where(games.c.id == id).values(put_away=away))
            return done.rowcount > 0

    def expire(self, sandboxes: str, unfinished: str) -> list[str]:
        """Take away some games that nobody has touched for long."""
        with self._writing() as link:
            return expiring.expired(link, sandboxes, unfinished)

    # -- reviews

    def review(self, id: str, number: int, bound_by: str) -> KeptReview | None:
        """What is known of the review of a game; None where there is none."""
        with self._reading() as link:
            return reviews.kept(link, id, number, bound_by)

    def take_review(self, id: str, number: int, bound_by: str, worker: str, now: int, stale: int) -> bool:
        """Make a review the work of a process; False where it is another's."""
        with self._writing() as link:
            return reviews.taken(link, id, number, bound_by, worker, now, stale)

    def keep_review(
        self, id: str, number: int, worker: str, now: int, stands: str, said: bytes | None
    ) -> bool:
        """Keep how far a review has come; False where it is no longer this process's."""
        with self._writing() as link:
            return reviews.went_on(link, id, number, worker, now, stands, said)

    def reviews_under_way(self, stale: int) -> int:
        """How many are being worked on."""
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
    ) -> str:
        def begin(link: Connection) -> str:
            return add_game(link, options, seats, origin, wishes, now())

        def end(link: Connection, id: str) -> None:
            last_one = (entries.c.game_id == id) & (entries.c.number == snapshot.number)
            at = link.execute(select(entries.c.at).where(last_one)).scalar() or now()
            whole = standing(snapshot.number, last, over, at)
            link.execute(update(games).where(games.c.id == id).values(whole))
            chairs.follow(link, id, last, at)
            keep_state(link, id, snapshot)
            self.tell(id, str(snapshot.number), link)

        return self._write_parts(begin, parts, end)


def _row(link: Connection, id: str) -> RowMapping | None:
    return link.execute(_ROW, {"game": id}).mappings().first()


# Every entry or every request says these: building a statement takes longer than carrying it out.
_here = games.c.id == bindparam("game")
_MOVED = update(games).where(_here, games.c.version == bindparam("before"))
_ENTERED = insert(entries)
_VERSION = select(games.c.version).where(_here)
_ROWS = select(games).where(games.c.id.in_(bindparam("games", expanding=True)))
_ROW = select(games).where(_here, games.c.version != UNFINISHED)
