"""What the table and its pages send each other of talk: requests first, then answers.

Times are whole seconds since 1970. All text is plain: it is shown as it is, and never read as HTML.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.facts.requests import Name, Request, Whole
from trunkline.tables.records import SeatKind

Words = Annotated[str, Meta(min_length=1, max_length=4000)]
NoteText = Annotated[str, Meta(max_length=40_000)]
Asking = Literal["undo", "end", "seat"]


class Say(Request, frozen=True):
    """Something to say."""

    text: Words


class Read(Request, frozen=True):
    """Up to which message one has read."""

    number: Whole


class KeepNote(Request, frozen=True):
    """What one notes for oneself in place of what was noted."""

    text: NoteText


class Move(Request, frozen=True):
    """Something that one asks of the others: to go back to the moment ``to`` (null: to the last at which a
    person decides), to end the game as it stands, or, as its owner, that a program plays another's seat."""

    kind: Asking
    version: Whole
    to: Whole | None = None
    seat: Name | None = None
    program: SeatKind | None = None


class Reply(Request, frozen=True):
    """An answer to what is asked; no from who asked withdraws it."""

    kind: Asking
    yes: bool


class Message(Struct, frozen=True):
    """Something that was said, by whom, and where that person sits now."""

    number: int
    name: str
    seats: tuple[str, ...]
    at: int
    text: str


class MotionFacts(Struct, frozen=True):
    """What somebody asks of the others. One to undo has lapsed once the game is past ``version``."""

    kind: Asking
    name: str
    version: int
    to: int | None
    waits: tuple[str, ...]
    """The seats that have not agreed yet."""
    agreed: tuple[str, ...]
    standing: Literal["open", "declined", "withdrawn"]
    answered: str
    """Who declined or withdrew it, by name."""
    seat: str | None = None
    """The seat that a program would play, and which one."""
    program: str = ""


class Present(Struct, frozen=True):
    """Who has the table open: those who sit there by their seats, and how many others."""

    seats: tuple[str, ...]
    watching: int


class Talk(Struct, frozen=True):
    """A page of what is said at a table, the oldest first, and what concerns who asks."""

    messages: tuple[Message, ...]
    last: int
    """The number of the newest message; from there on the stream goes on."""
    more: bool
    """Whether there are older ones than these."""
    read: int
    """Up to where one has read, and how many messages of others came since; 0 for who is not signed in."""
    unread: int
    writes: bool
    """Whether one may say something."""


class Noted(Struct, frozen=True):
    """What one has noted for oneself."""

    text: str


class SaidNotice(Struct, frozen=True):
    """Messages, told to those who watch."""

    messages: tuple[Message, ...]
