"""What requests are answered with, but for moments of a game.

Money is in whole dollars, shares are in percent. What is null does not exist at that moment.
"""

from __future__ import annotations

from msgspec import Struct

from trunkline.facts.people import ListedPeople
from trunkline.tables.records import EntryKind, EventData, Line, Logged, Origin, RoundKey, SeatKind


class Version(Struct, frozen=True):
    """The number of the last entry."""

    version: int


class Health(Struct, frozen=True):
    """That all is well; what is not is answered as a failure."""

    status: str = "ok"


class Failure(Struct, frozen=True):
    """Why a request was not carried out."""

    error: str
    rule: str | None = None
    version: int | None = None
    missed: tuple[Logged, ...] | None = None
    """With 409: the entries since the version that the request was made at."""


class EntryNotice(Struct, frozen=True):
    """An entry, told to those who watch."""

    version: int
    kind: EntryKind
    seat: str
    to_act: tuple[str, ...]
    over: bool
    lines: tuple[Line, ...]
    events: tuple[EventData, ...] = ()


class TitleFacts(Struct, frozen=True):
    """A title that can be played. ``subtitle`` is its name without the id that the name begins with."""

    id: str
    name: str
    subtitle: str
    players: tuple[int, int]
    variants: tuple[str, ...]
    rules: tuple[str, ...]
    designers: str
    board_note: str
    """What players should know about its board; empty where it is as printed."""
    other_boards: bool
    """Whether a board of the players' own may take the place of its board."""
    variant_notes: dict[str, str]
    """The change that each variant makes, in a few words."""


class ProgramFacts(Struct, frozen=True):
    """A program that can play a seat. ``label`` is what one is called, ``about`` how they play; ``advises``
    says that it has reasons, and ``usual`` that it plays where nothing else is wished."""

    name: SeatKind
    label: str
    about: str
    advises: bool
    usual: bool


class ListedSeat(Struct, frozen=True):
    """Who plays for a name. What a program draws its chances from is told to nobody."""

    name: str
    kind: SeatKind


class ListedGame(Struct, frozen=True):
    """A game in the list of games."""

    id: str
    title: str
    seats: tuple[ListedSeat, ...]
    round: str
    over: bool
    to_act: tuple[str, ...]
    created: str
    version: int
    put_away: bool
    origin: Origin | None
    winners: tuple[str, ...]
    """Who has won; empty while it goes on, and of games that ended under older versions."""
    moved: str
    """When something was done in it last."""
    people: ListedPeople | None = None
    """Who is at it, where there are accounts."""


class RuleFacts(Struct, frozen=True):
    """A rule in words."""

    id: str
    section: str
    rule: str


class Amount(Struct, frozen=True):
    """One part of a sum of dollars."""

    what: str
    amount: int


class SheetRow(Struct, frozen=True):
    """A player at the end of a round. ``income`` came from dividends and privates in that round."""

    player: str
    cash: int
    liquidity: int
    income: int
    worth: int
    worth_items: tuple[Amount, ...]


class SheetRound(Struct, frozen=True):
    """A round of the line in play; ``number`` is the moment it ended at, or the newest one."""

    round: str
    round_key: RoundKey
    number: int
    players: tuple[SheetRow, ...]
