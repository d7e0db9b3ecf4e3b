"""What the table wants of whatever keeps its games; ``trunkline.stores`` has two that do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from trunkline.kernel.options import Options
from trunkline.tables.entries import Begun, LogEntry, Snapshot
from trunkline.tables.listing import Asking, Mark, Waiting, Wanted
from trunkline.tables.naming import Renamed
from trunkline.tables.records import Ending, EntryOutcome, Origin, Placed, Seat, Wishes
from trunkline.tables.scores import Scores

NO_WISHES = Wishes()


class Full(Exception):
    """Nothing can be read or written now: the disk is full, the file gone, the server away; the message
    says so to whoever asks, ``why`` says more to the operator. What was to be written may have been written
    all the same."""

    def __init__(self, text: str, why: str = "") -> None:
        super().__init__(text)
        self.why = why


class Overtaken(Exception):
    """Another process has written the entry of this number before."""


class GameRow(NamedTuple):
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
    wishes: Wishes = NO_WISHES
    winners: tuple[str, ...] = ()
    moved: str = ""
    """When the last entry was made, or the game itself where it has none."""
    ending: str | None = None
    """Why it ended; None while it goes on, and where nobody has found that out yet."""


class Entry(NamedTuple):
    """A game in a list."""

    game: GameRow
    since: str | None
    """Since when it has waited for who asks."""
    standings: tuple[Placed, ...]
    """Who stood where, once it is over, the best first."""


class Page(NamedTuple):
    """Some games of a list, and where it goes on."""

    entries: tuple[Entry, ...]
    next: Mark | None


class Opened(NamedTuple):
    """A game with its log from some number on, all of one moment."""

    game: GameRow
    entries: list[LogEntry]
    snapshot: Snapshot | None
    """The last state, where one is kept."""


class KeptReview(NamedTuple):
    """A review of a finished game, as it is kept."""

    stands: str
    """One of ``UNDER_WAY``, ``DONE``, ``FAILED``."""
    seen: int
    """When the process that works on it last said so, in seconds since 1970."""
    said: bytes
    """What is answered about it, as JSON; empty before anything is known."""


UNDER_WAY, DONE, FAILED = "under way", "done", "failed"


@dataclass(frozen=True)
class Ears:
    """What a store that several processes write to tells this one, from a thread of its own."""

    moved: Callable[[str, int], None]
    """Another process has brought a game to this version."""
    missed: Callable[[], None]
    """From now on everything is heard; what was said before may have been missed."""
    duty: Callable[[], None]
    """From now on this process is the one that plays for programs."""
    told: Callable[[str, str, str], None] = lambda process, game, what: None
    """Another process says something else about a game."""


class Store(Protocol):
    """Keeps games. Whatever a call has written when it returns is on the disk; each may raise ``Full``."""

    @property
    def alone(self) -> bool:
        """Whether no other process writes to it."""

    @property
    def on_duty(self) -> bool:
        """Whether this process is the one that plays for programs."""

    def follow(self, ears: Ears) -> None:
        """Begin to say what other processes do, and whose turn it is to play for programs."""

    def tell(self, game: str, what: str, link: Any = None) -> None:
        """Say something about a game to the other processes, at once or with a transaction of ours."""

    def check(self) -> None:
        """Return where the store can be used."""

    def close(self) -> None:
        """Let go of it."""

    def games(self) -> list[GameRow]:
        """Every game that can be read, the newest first."""

    def game(self, id: str) -> GameRow | None:
        """One game; None where there is none. Raises ``Impossible`` where it cannot be read."""

    def page(self, asking: Asking, wanted: Wanted) -> Page:
        """Some games of a list, in its order."""

    def waiting(self, asking: Asking) -> Waiting:
        """How many games wait for somebody, and which of them has waited for longest."""

    def scores(self, asking: Asking, name: str) -> Scores:
        """What became of somebody's finished games, as far as who asks may look at them."""

    def version(self, id: str) -> int:
        """The number of the last entry of a game; 0 where there is none."""

    def opened(self, id: str, after: int = 0) -> Opened | None:
        """A game and its entries after a number; None where there is none. Raises ``Impossible``."""

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

    def rematch(self, id: str) -> str | None:
        """The game in which a finished one is played once more."""

    def bring(self, begun: Begun, seats: Sequence[Seat]) -> str:
        """A new game that begins with actions played elsewhere; returns its id."""

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

    def append(
        self,
        id: str,
        entry: LogEntry,
        told: EntryOutcome,
        snapshot: Snapshot,
        over: bool,
        seats: Sequence[Seat] | None = None,
        renamed: Renamed | None = None,
    ) -> None:
        """Add one entry, who plays the seats if that changes, and a seat's other name in all that is kept.

        Raises ``Overtaken``, and has changed nothing then.
        """

    def rank(self, id: str, version: int, ending: Ending) -> None:
        """Keep how a game ended of which that was not kept; nothing where it is not at this version."""

    def unranked(self, after: str) -> str | None:
        """The next finished game, by ids, of which it is not kept how it ended; None where there is none."""

    def put_away(self, id: str, away: bool) -> bool:
        """Lay a game aside, or take it out again; False where there is none."""

    def expire(self, sandboxes: str, unfinished: str) -> list[str]:
        """Take away for good some of the sandboxes, and of the other unfinished games, that were last touched
        before these times, an empty one being never; returns their ids."""

    def review(self, id: str, number: int, bound_by: str) -> KeptReview | None:
        """What is known of the review of a game that ended at a moment, bound by this; None where none is."""

    def take_review(self, id: str, number: int, bound_by: str, worker: str, now: int, stale: int) -> bool:
        """Make a review the work of a process, where there is none, it failed, is bound by something else, or
        nobody has said since ``stale`` that they work on it; False where it is another's."""

    def keep_review(
        self, id: str, number: int, worker: str, now: int, stands: str, said: bytes | None
    ) -> bool:
        """Keep how far a review has come, or with ``said`` None only that it goes on; False where it is no
        longer this process's."""

    def reviews_under_way(self, stale: int) -> int:
        """How many are being worked on, or wait for it."""
