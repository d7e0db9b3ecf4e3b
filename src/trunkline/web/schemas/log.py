"""Stored records of games: seats, settings and log entries.

Money is in whole dollars. Null means that the thing does not exist at that moment.
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
"""The kind of player in a seat: a person, or a bot by its name."""
EntryKind = Literal["action", "undo", "redo", "seat", "end"]
ActionKind = StrEnum("ActionKind", [(tag(kind), tag(kind)) for kind in KINDS])  # type: ignore[misc]
ActionKind.__doc__ = "A kind of action."


class Seat(Struct, frozen=True):
    """A name in a game, and who plays for it. ``seed`` is that of a program, and sent to no client."""

    name: str
    kind: SeatKind = PERSON
    seed: int = 0
    open: bool = False
    """True if the seat waits for the person who names it. Play begins after that."""
    provisional: str = ""
    """The name without a person, if the account of the person who sits here names the seat; else empty."""


class Wishes(NamedTuple):
    """Settings of a table. The default of a missing one depends on the number of people who have played."""

    others_shown: bool = True
    """True if previews show the effect of a lay or a token on the runs of others."""
    reasons: bool | None = None
    """True if the reasons of bots are shown. None: if at most one seat was ever a person's."""
    hints: bool | None = None
    """True if hints are allowed. None: as for ``reasons``."""
    auto_pass: bool = False
    """True if the server passes for people who can only pass."""


class LinePart(Struct, frozen=True, omit_defaults=True):
    """A piece of a line's text, and the corporation, the player or the hex that it names, if it names one."""

    text: str
    corp: str | None = None
    player: str | None = None
    hex: str | None = None


class Line(Struct, frozen=True):
    """One line of the log. ``rule`` is the id of the rule behind it, or empty.

    ``event`` is the index of its event among the events of the entry. ``actor`` is the player or the
    corporation at the beginning of the text. Both are null for undo and redo, and in entries of older
    versions.
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
    """The end of a game: its reason and the standings, best first."""

    reason: str
    standings: tuple[Placed, ...]


class EntryOutcome(Struct, frozen=True):
    """The effects of an entry, as text and as data, and the players to act after it."""

    lines: tuple[Line, ...] = ()
    events: tuple[EventData, ...] = ()
    round: str = ""
    """The round it was made in."""
    next_round: str = ""
    to_act: tuple[str, ...] = ()
    over: bool = False
    turn: str = ""
    """A key of the turn in progress after it. Empty in entries of older versions."""
    round_key: RoundKey | None = None
    """The round it was made in; None in what older versions kept."""
    first: int | None = None
    """Of an undo the entry of the first action undone, of a redo that of the first one done again; None in
    what older versions kept."""
    winners: tuple[str, ...] = ()
    """The winners. Empty until the game is over."""
    ending: Ending | None = None
    """The end of the game. None until it is over, and in entries of older versions."""
    automatic: bool = False
    """True if a setting of the player chose the action, because it needed no decision."""


class Made(Struct, frozen=True, omit_defaults=True):
    """A game that has been made.

    ``note`` says which figures of an imported file the replay finds otherwise, if there are any.
    """

    id: str
    version: int
    note: str = ""


class Changed(Struct, frozen=True, omit_defaults=True):
    """The hexes, corporations and players that an entry changed."""

    hexes: tuple[str, ...] = ()
    corps: tuple[str, ...] = ()
    players: tuple[str, ...] = ()


class Logged(Struct, frozen=True):
    """An entry of the log.

    It is an action of ``seat``, an undo or a redo, a change of the player in a seat, or the agreed end of
    the game. ``corp`` is the corporation that acts or is concerned. ``round_key`` is the round in numbers;
    entries of older versions lack it. ``passed`` is true for a pass without effect. ``to`` is the target of
    an undo or a redo, and ``first`` the entry of the first action undone or done again. ``headline`` is the
    main event, ``because`` its cause and ``then`` its consequences. ``weight`` says how important the entry
    is; 0 is routine. ``undone_by`` is the entry that took an action back, if it is undone now.
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
