"""What goes over the wire and into the store: seats, entries of the log, answers that are no moment.

Money is in whole dollars, shares are in percent. What is null does not exist at that moment.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from trunkline.kernel.action import KINDS, tag

Whole = Annotated[int, Meta(ge=0, le=2**31)]
"""A version, a number of entries or a seed; more than any game has."""
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Short = Annotated[str, Meta(max_length=80)]
PERSON, RANDOM = "person", "random"
EventData = dict[str, Any]
"""An event as ``trunkline.kernel.events`` has it: ``event`` is its kind, the other keys depend on that."""
Status = Literal["unstarted", "started", "floated", "closed"]
SeatKind = Literal["person", "random"]
EntryKind = Literal["action", "undo", "redo"]
ActionKind = StrEnum("ActionKind", [(tag(kind), tag(kind)) for kind in KINDS])  # type: ignore[misc]
ActionKind.__doc__ = "A kind of action."


class Seat(Struct, frozen=True):
    """Who plays for a name. ``seed`` is that of a random player."""

    name: str
    kind: SeatKind = "person"
    seed: int = 0


class Part(Struct, frozen=True, omit_defaults=True):
    """A piece of a line's text, and the corporation, the player or the hex that it names, if it names one."""

    text: str
    corp: str | None = None
    player: str | None = None
    hex: str | None = None


class Line(Struct, frozen=True):
    """One line of the log; ``rule`` is the id of the rule it came from, or empty.

    ``event`` is the index, among the events beside it, of the one that it tells; ``actor`` the player or the
    corporation that its text begins with. Both are null in what older versions kept, and of undo and redo.
    """

    text: str
    rule: str = ""
    event: int | None = None
    actor: str | None = None
    parts: tuple[Part, ...] = ()
    """The text cut where it names corporations, players and hexes; empty where it names none."""


class RoundKey(Struct, frozen=True):
    """A round by its numbers: its kind, such as ``stock`` or ``operating``, the set of rounds it belongs to,
    from 1, and which operating round of the set it is, 0 for other rounds."""

    kind: str
    number: int
    index: int


class Outcome(Struct, frozen=True):
    """What an entry did, in words and as data, and who had to decide after it."""

    lines: tuple[Line, ...] = ()
    events: tuple[EventData, ...] = ()
    round: str = ""
    """The round it was made in."""
    next_round: str = ""
    to_act: tuple[str, ...] = ()
    over: bool = False
    turn: str = ""
    """What tells the turn in progress after it from others; empty in what older versions kept."""
    round_key: RoundKey | None = None
    """The round it was made in; None in what older versions kept."""
    first: int | None = None
    """Of an undo the entry of the first action undone, of a redo that of the first one done again; None in
    what older versions kept."""


class Version(Struct, frozen=True):
    """The number of the last entry."""

    version: int


class Made(Struct, frozen=True):
    """A game that has been made."""

    id: str
    version: int


class Logged(Struct, frozen=True):
    """An entry of the log: an action of ``seat``, or an undo or a redo.

    ``corp`` is the corporation that the action is made for or concerns, ``round_key`` the round in numbers,
    which entries of older versions lack. ``passed`` says that somebody passed and nothing came of it. An undo
    or a redo leads ``to`` a moment, and ``first`` is the entry of the first action undone or done again.
    """

    number: int
    kind: EntryKind
    action: ActionKind | None
    seat: str
    corp: str | None
    round: str
    at: str
    lines: tuple[Line, ...]
    events: tuple[EventData, ...] = ()
    round_key: RoundKey | None = None
    passed: bool = False
    to: int | None = None
    first: int | None = None


class Problem(Struct, frozen=True):
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


class Origin(Struct, frozen=True):
    """The moment of another game that a sandbox began at."""

    game: str
    at: int


class Listed(Struct, frozen=True):
    """A game in the list of games."""

    id: str
    title: str
    seats: tuple[Seat, ...]
    round: str
    over: bool
    to_act: tuple[str, ...]
    created: str
    version: int
    put_away: bool
    origin: Origin | None


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
