"""Types for chat, notes and motions at a table: requests first, then responses.

Times are whole seconds since 1970. All text is plain text. Clients must not interpret it as HTML.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.web.schemas.log import SeatKind
from trunkline.web.schemas.requests import Name, Request, Whole

Words = Annotated[str, Meta(min_length=1, max_length=4000)]
NoteText = Annotated[str, Meta(max_length=40_000)]
Asking = Literal["undo", "end", "seat", "pause"]


class Say(Request, frozen=True):
    """A chat message to send."""

    text: Words


class Read(Request, frozen=True):
    """A request to mark messages as read, up to and including ``number``."""

    number: Whole


class KeepNote(Request, frozen=True):
    """A request to replace your private note."""

    text: NoteText


class Move(Request, frozen=True):
    """A motion that asks the other players for consent.

    ``undo`` goes back to the moment ``to``, or, if it is null, to the last moment at which a person decides.
    ``end`` ends the game in its current state, and ``pause`` stops the clock of the table. ``seat`` lets a
    bot play another player's seat, and only the owner of the table may propose it.
    """

    kind: Asking
    version: Whole
    to: Whole | None = None
    seat: Name | None = None
    program: SeatKind | None = None


class Reply(Request, frozen=True):
    """An answer to a motion. If you proposed the motion, ``false`` withdraws it."""

    kind: Asking
    yes: bool


class Message(Struct, frozen=True):
    """A chat message, its author, and the seats that the author has now."""

    number: int
    name: str
    seats: tuple[str, ...]
    at: int
    text: str


class MotionFacts(Struct, frozen=True):
    """A motion by a player. An undo motion lapses once the game is past ``version``."""

    kind: Asking
    name: str
    version: int
    to: int | None
    waits: tuple[str, ...]
    """The seats that have not agreed yet."""
    agreed: tuple[str, ...]
    standing: Literal["open", "declined", "withdrawn"]
    answered: str
    """The name of the person who declined or withdrew it."""
    seat: str | None = None
    """The seat that a bot would play. ``program`` is the bot."""
    program: str = ""
    timed_out: bool = False
    """True if the motion began because the time of ``seat`` is used up. It is in that player's name."""


class Present(Struct, frozen=True):
    """The people who have the table open: the seats of the players, and the number of spectators."""

    seats: tuple[str, ...]
    watching: int


class Talk(Struct, frozen=True):
    """A page of the chat at a table, oldest message first, and your own chat state."""

    messages: tuple[Message, ...]
    last: int
    """The number of the newest message. The event stream continues from there."""
    more: bool
    """True if there are older messages than these."""
    read: int
    """The number of the last message you have read. ``unread`` counts later messages by other people. Both
    are 0 if you are not signed in."""
    unread: int
    writes: bool
    """True if you may send messages."""


class Noted(Struct, frozen=True):
    """Your private note for a game."""

    text: str


class SaidNotice(Struct, frozen=True):
    """New chat messages, sent on the event stream."""

    messages: tuple[Message, ...]
