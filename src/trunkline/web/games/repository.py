"""The interface of a store of games. ``trunkline.web.storage`` has two implementations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Engine

from trunkline.engine.kernel.options import Options
from trunkline.web.games.log_entries import ImportedGame, LogEntry, Snapshot
from trunkline.web.games.naming import SeatRename
from trunkline.web.schemas.lists import Asking, LostSeat, Mark, Waiting, Wanted
from trunkline.web.schemas.log import Ending, EntryOutcome, Origin, Placed, Seat, Wishes
from trunkline.web.schemas.scores import Scores

NO_WISHES = Wishes()


class StorageUnavailable(Exception):
    """A failure of the store: the disk is full, the file is missing or the database is unavailable.

    The message is for clients, and ``why`` has details for the operator. A failed write may still have been
    stored.
    """

    def __init__(self, text: str, why: str = "") -> None:
        super().__init__(text)
        self.why = why


class WriteConflict(Exception):
    """A write that failed because another process has already written an entry with this number."""


class ExpiryTimes(NamedTuple):
    """Times since which games of each kind must have had no entry to be deleted. Empty deletes none."""

    sandboxes: str = ""
    unfinished: str = ""
    """The time for all other games that are not over."""
    unstarted: str = ""
    """The time for games of people whose seats are not all taken yet."""
    lessons: str = ""
    """The time for games of lessons and puzzles."""


class LessonStart(NamedTuple):
    """The lesson of a game, the step at which the game starts, and the learner's seat."""

    lesson: str
    lesson_step: int
    learner: str


class PuzzleStart(NamedTuple):
    """The puzzle of a game, the position at which the game starts as a line, and the solver's seat."""

    puzzle: str
    position: str
    learner: str


Start = LessonStart | PuzzleStart
"""The start of a game that is for learning. Its fields are columns of the table of games."""


class GameRow(NamedTuple):
    """The stored row of a game, without its entries."""

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
    wishes: Wishes = NO_WISHES
    winners: tuple[str, ...] = ()
    last_entry_at: str = ""
    """The time of the last entry, or of the creation if there are none."""
    ending: str | None = None
    """The reason why the game ended. None while it is in progress, or if the result is not stored yet."""
    lesson: LessonStart | None = None
    puzzle: PuzzleStart | None = None

    @property
    def learns(self) -> bool:
        """True for a game of a lesson or a puzzle, which belongs to one learner."""
        return self.lesson is not None or self.puzzle is not None


class ListedGame(NamedTuple):
    """A game in a list."""

    game: GameRow
    since: str | None
    """The time since which the game has waited for the caller, or None."""
    standings: tuple[Placed, ...]
    """The final ranking, best player first. Empty while the game is in progress."""


class Page(NamedTuple):
    """A page of a list, and the cursor of the next page."""

    entries: tuple[ListedGame, ...]
    next: Mark | None


class StoredGame(NamedTuple):
    """A game with its log after some number, read consistently."""

    game: GameRow
    entries: list[LogEntry]
    snapshot: Snapshot | None
    """The last state, if it is stored."""


class StoredReview(NamedTuple):
    """The stored review of a finished game."""

    status: str
    """One of ``UNDER_WAY``, ``DONE``, ``FAILED``."""
    last_sign_of_life: int
    """The time of the last sign of life from the process that works on it, in seconds since 1970."""
    response_json: bytes
    """The response about it as JSON. Empty before there are results."""


class StoredPiece(NamedTuple):
    """The result of one piece of a review."""

    place: int
    """Its place among the pieces of the review, from 0."""
    found: bytes


UNDER_WAY, DONE, FAILED = "under way", "done", "failed"


@dataclass(frozen=True)
class StoreListener:
    """The callbacks for notifications from a store that several processes share.

    They run on a separate thread.
    """

    entry_added: Callable[[str, int], None]
    """Called when another process has brought a game to a version."""
    reconnected: Callable[[], None]
    """Called when the connection is restored. Earlier notifications may be lost."""
    elected: Callable[[], None]
    """Called when this process is elected to run the bots."""
    notified: Callable[[str, str, str], None] = lambda process, game, what: None
    """Called for other notifications about a game from another process."""


class GameRepository(Protocol):
    """A store of games. A write is on disk when the call returns. Every method may raise
    ``StorageUnavailable``."""

    @property
    def engine(self) -> Engine:
        """The connections of the store, which the tables about people share."""

    @property
    def is_only_process(self) -> bool:
        """True if no other process writes to the store."""

    @property
    def is_elected(self) -> bool:
        """True if this process is elected to run the bots."""

    def subscribe(self, listener: StoreListener) -> None:
        """Start to report changes by other processes and the result of the election."""

    def notify(self, game: str, what: str, link: Any = None) -> None:
        """Notify other processes about a game, immediately or when the transaction of ``link`` commits."""

    def check(self) -> None:
        """Check that the store can be used."""

    def close(self) -> None:
        """Close the store."""

    def games(self) -> list[GameRow]:
        """Return every readable game, newest first."""

    def game(self, id: str) -> GameRow | None:
        """Return a game, or None if it does not exist. Raises ``NotPossible`` if it cannot be read."""

    def page(self, asking: Asking, wanted: Wanted) -> Page:
        """Return a page of a list, in the order of the list."""

    def waiting(self, asking: Asking) -> Waiting:
        """Return the number of games that wait for a person, and the one that has waited longest."""

    def lost_seats(self, person: str) -> dict[str, LostSeat]:
        """Return the seats that bots have taken from a person in games in progress, by game."""

    def scores(self, asking: Asking, name: str) -> Scores:
        """Return the results of a player's finished games that the caller may view."""

    def version(self, id: str) -> int:
        """Return the number of the last entry of a game, or 0 if it does not exist."""

    def load(self, id: str, after: int = 0) -> StoredGame | None:
        """Return a game and its entries after a number, or None if it does not exist.

        Raises ``NotPossible``.
        """

    def create(
        self,
        options: Options,
        seats: Sequence[Seat],
        first: EntryOutcome,
        over: bool,
        wishes: Wishes = NO_WISHES,
        rematch_of: str | None = None,
        also: Callable[[Any, str], None] | None = None,
        start: Start | None = None,
    ) -> str:
        """Create a game and return its id.

        A game has at most one rematch. A second call returns the id of the first. ``also`` writes more in the
        transaction, with its connection and the id. If it raises, the game is not created.
        """

    def rematch(self, id: str) -> str | None:
        """Return the id of the rematch of a game, or None."""

    def import_game(self, imported: ImportedGame, seats: Sequence[Seat], start: Start | None = None) -> str:
        """Create a game from imported actions, or that of a lesson or a puzzle, and return its id."""

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
        """Create a game from these entries of another, and return its id."""

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
        """Add one entry in one transaction.

        Args:
            id: The game.
            entry: The entry.
            outcome: The outcome of the entry.
            snapshot: The state after the entry.
            over: True if the game is over after the entry.
            seats: The people and bots in the seats, if the entry changes them.
            renamed: The new name of a seat, if the entry changes it. All stored data gets the new name.

        Raises ``WriteConflict`` without a change if another process was faster.
        """

    def rank(self, id: str, version: int, ending: Ending) -> None:
        """Store the result of a game that has none. Do nothing if the game is not at this version."""

    def unranked(self, after: str) -> str | None:
        """Return the next finished game, by id, that has no stored result. None if there are no more."""

    def put_away(self, id: str, away: bool) -> bool:
        """Archive or restore a game. Return whether the game exists."""

    def told_topics(self, id: str) -> dict[str, int]:
        """Return the topics told in a guided game, each with the version of the game at that time."""

    def tell_topic(self, id: str, topic: str, version: int) -> None:
        """Store that the learner of a guided game has read a topic. The first time counts."""

    def expire(self, before: ExpiryTimes) -> list[str]:
        """Permanently delete some games without entries since these times. Return their ids."""

    def review(self, id: str, number: int, bound_by: str) -> StoredReview | None:
        """Return the stored review of a game that ended at a moment, for these versions, or None."""

    def claim_review(self, id: str, number: int, bound_by: str, worker: str, now: int, stale: int) -> bool:
        """Assign a review to a process, and return whether this succeeded.

        It succeeds if the review does not exist, has failed, has other versions, or had no sign of life since
        ``stale``.
        """

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
        """Store the progress of a review, or with ``response_json`` None only a sign of life.

        ``piece`` is a new result. The pieces are deleted once the review is done.

        Returns False if the review is no longer assigned to this process.
        """

    def review_pieces(self, id: str, number: int, bound_by: str) -> dict[int, bytes]:
        """Return the results of the finished pieces of a review in progress, by place."""

    def reviews_under_way(self, stale: int) -> int:
        """Return the number of reviews that are in progress or waiting."""
