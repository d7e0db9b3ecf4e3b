"""What is kept of games, and told of them: seats, entries of the log and what they did.

Money is in whole dollars. What is null does not exist at that moment.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from trunkline.game.actions import KINDS, tag
from trunkline.players.registry import BUILT_IN

PERSON = "person"
EventData = dict[str, Any]
"""An event as ``trunkline.engine.kernel.events`` has it: ``event`` is its kind, the other keys depend on
that."""
NAMED = "[a-z][a-z0-9-]{0,19}"
SeatKind = Annotated[str, Meta(pattern=f"^{NAMED}$", examples=[PERSON, *BUILT_IN])]
"""Who plays a seat: a person, one of our programs, or one that this table offers, by its name."""
EntryKind = Literal["action", "undo", "redo", "seat", "end"]
ActionKind = StrEnum("ActionKind", [(tag(kind), tag(kind)) for kind in KINDS])  # type: ignore[misc]
ActionKind.__doc__ = "A kind of action."


class Seat(Struct, frozen=True):
    """A name in a game, and who plays for it. ``seed`` is that of a program, and sent to no client."""

    name: str
    kind: SeatKind = PERSON
    seed: int = 0
    open: bool = False
    """Whether the person who names the seat has not come yet. Nothing is played until then."""
    provisional: str = ""
    """The name without a person, if the account of the person who sits here names the seat; else empty."""


class Wishes(NamedTuple):
    """What the people at a table want of it.

    Where nothing is said it goes by how many seats have ever been people's.
    """

    others_shown: bool = True
    """Whether the table says what a lay or a token does to the runs of others."""
    reasons: bool | None = None
    """Whether it says why programs act; None: where one seat at the most has ever been a person's."""
    hints: bool | None = None
    """Whether it says what a program would do; likewise."""


class LinePart(Struct, frozen=True, omit_defaults=True):
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
    parts: tuple[LinePart, ...] = ()
    """The text cut where it names corporations, players and hexes; empty where it names none."""


class RoundKey(Struct, frozen=True):
    """A round by its numbers: its kind, such as ``stock`` or ``operating``, the set of rounds it belongs to,
    from 1, and which operating round of the set it is, 0 for other rounds."""

    kind: str
    number: int
    index: int


class Placed(Struct, frozen=True):
    """A seat at the end of a game: what it was worth in dollars, and its place, 1 being the best."""

    seat: str
    worth: int
    place: int


class Ending(Struct, frozen=True):
    """How a game ended: why, and who stood where, the best first."""

    reason: str
    standings: tuple[Placed, ...]


class EntryOutcome(Struct, frozen=True):
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
    winners: tuple[str, ...] = ()
    """Who has won, once the game is over."""
    ending: Ending | None = None
    """How it ended, once it is over; None in what older versions kept."""


class Made(Struct, frozen=True, omit_defaults=True):
    """A game that has been made.

    ``note`` says which figures of an imported file the replay finds otherwise, if there are any.
    """

    id: str
    version: int
    note: str = ""


class Changed(Struct, frozen=True, omit_defaults=True):
    """Whose things on the table an entry changed: hexes, corporations, players."""

    hexes: tuple[str, ...] = ()
    corps: tuple[str, ...] = ()
    players: tuple[str, ...] = ()


class Logged(Struct, frozen=True):
    """An entry of the log: an action of ``seat``, an undo or a redo, that somebody else plays a seat, or that
    the people agreed to end the game.

    ``corp`` is the corporation that the action is made for or concerns, ``round_key`` the round in numbers,
    which entries of older versions lack. ``passed`` says that somebody passed and nothing came of it. An undo
    or a redo leads ``to`` a moment, and ``first`` is the entry of the first action undone or done again.
    ``headline`` is what happened above all, ``because`` what led to it, ``then`` what followed; the more
    ``weight``, the more it tells of the game, and 0 is what happens all the time. Of an action
    that is undone as the game stands ``undone_by`` is the entry that took it back.
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
    headline: str = ""
    because: str = ""
    then: str = ""
    changed: Changed | None = None
    undone_by: int | None = None
    weight: int = 0


class Origin(Struct, frozen=True):
    """The moment of another game that a sandbox began at."""

    game: str
    at: int
