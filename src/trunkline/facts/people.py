"""What the table and its pages send each other of people: requests first, then answers.

Times are whole seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from trunkline.facts.requests import Name, Request

Secret = Annotated[str, Meta(min_length=1, max_length=100)]
PersonName = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=1000)]
Email = Annotated[str, Meta(max_length=300)]


class SignUp(Request, frozen=True):
    """An account that somebody wants."""

    name: PersonName
    password: Password
    email: Email | None = None


class SignIn(Request, frozen=True):
    """Who comes in."""

    name: PersonName
    password: Password


class NewPassword(Request, frozen=True):
    """Another password in place of one's own."""

    old: Password
    new: Password


class NewEmail(Request, frozen=True):
    """Where one's mail goes; null: nowhere."""

    password: Password
    email: Email | None


class Farewell(Request, frozen=True):
    """That all that is kept of one be forgotten."""

    password: Password


class Forgotten(Request, frozen=True):
    """Whose password is forgotten."""

    name: PersonName


class Reset(Request, frozen=True):
    """A new password by a way that was sent."""

    secret: Secret
    password: Password


class NewToken(Request, frozen=True):
    """What a token is for."""

    name: PersonName


class TakeSeat(Request, frozen=True):
    """A seat to take, or to free."""

    seat: Name


class GiveUp(Request, frozen=True):
    """A seat to give up; null: all of them, and the look at the table."""

    seat: Name | None = None


class Accept(Request, frozen=True):
    """The secret of a link to a table."""

    secret: Secret


class Privacy(Request, frozen=True):
    """Whether a table is private."""

    private: bool


class MeFacts(Struct, frozen=True):
    """Whether there are accounts, and as whom one is signed in."""

    accounts: bool
    name: str | None = None
    operator: bool = False
    email: str | None = None
    mail: bool = False
    """Whether letters can be sent, as to who has forgotten the password."""


class SessionFacts(Struct, frozen=True):
    """A browser in which one is signed in."""

    id: str
    agent: str
    created: int
    seen: int
    expires: int
    here: bool


class TokenFacts(Struct, frozen=True):
    """A token; its secret is said once, when it is made."""

    id: str
    name: str
    created: int
    seen: int | None
    secret: str | None = None


class Sent(Struct, frozen=True):
    """What is said whether or not somebody of that name is there."""

    text: str


class Link(Struct, frozen=True):
    """A link to a table: what stands behind ``/join#``."""

    secret: str
    expires: int


class Arrived(Struct, frozen=True):
    """The table that a link led to."""

    id: str


class SeatPerson(Struct, frozen=True):
    """A seat that people play, and who has it."""

    seat: str
    person: str | None
    free: bool
    """Whether one may take it."""
    mine: bool
    held: str | None = None
    """For whom it is held while nobody has it; only they may take it."""
    open: bool = False
    """Whether the account of the person who takes it names the seat."""


class ListedPeople(Struct, frozen=True):
    """Who is at a table, in the list of tables."""

    private: bool
    owner: str | None
    seats: tuple[SeatPerson, ...]
    owned: bool
    """Whether it is one's own."""


class TablePeople(ListedPeople, frozen=True):
    """Who is at a table, and what one is there oneself."""

    begun: bool
    """Whether somebody has acted: nobody leaves then."""
    hands_over: tuple[str, ...]
    """The seats that one may hand over to a program, or have back from one."""
    asks_for: tuple[str, ...] = ()
    """Those of them for which the others must be asked: another person sits there, and the game has begun."""
    away_hours: int = 72
    """Hours that the game waits for a person until its owner may let a program play without asking."""
