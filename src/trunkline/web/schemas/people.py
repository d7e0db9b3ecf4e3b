"""Types for accounts and the people at a table: requests first, then responses.

Times are whole seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from trunkline.web.schemas.leagues import LeagueOfGame
from trunkline.web.schemas.requests import Name, Request, Whole

Secret = Annotated[str, Meta(min_length=1, max_length=100)]
PersonName = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=1000)]
Code = Annotated[str, Meta(min_length=1, max_length=40)]
Email = Annotated[str, Meta(max_length=300)]
Language = Annotated[str, Meta(max_length=40)]


class SignUp(Request, frozen=True):
    """A request to create an account."""

    name: PersonName
    password: Password
    email: Email | None = None
    invitation: Secret | None = None
    """The secret of an invitation link to the server, if the server takes new people by invitation."""


class SignIn(Request, frozen=True):
    """A request to sign in."""

    name: PersonName
    password: Password


class NewPassword(Request, frozen=True):
    """A request to change your password."""

    old: Password
    new: Password


class NewEmail(Request, frozen=True):
    """A request to change your email address. Null removes the address."""

    password: Password
    email: Email | None


class NewLanguage(Request, frozen=True):
    """A request to change the language of your emails and notices, such as ``de``. Null is English."""

    language: Language | None


class Farewell(Request, frozen=True):
    """A request to delete your account and its personal data."""

    password: Password


class SignInCode(Request, frozen=True):
    """The second step of a sign-in: the ``step`` of the first answer, and a code or a recovery code."""

    step: Secret
    code: Code


class PasswordAgain(Request, frozen=True):
    """Your password, to confirm a change."""

    password: Password


class NewCode(Request, frozen=True):
    """A code of the app. To remove a second factor, a recovery code works too."""

    code: Code


class PasskeyBegin(Request, frozen=True):
    """A request to add a passkey: your password, and a code if you have a second factor."""

    password: Password
    code: Code | None = None


class NewPasskey(Request, frozen=True):
    """A passkey that your authenticator made, as the JSON of the browser's ``PublicKeyCredential``."""

    name: PersonName
    credential: dict[str, Any]


class PasskeyName(Request, frozen=True):
    """A new name for a passkey."""

    name: PersonName


class PasskeySignIn(Request, frozen=True):
    """A sign-in with a passkey: the JSON of the browser's ``PublicKeyCredential``."""

    credential: dict[str, Any]


class Confirmation(Request, frozen=True):
    """A request to confirm an email address with the secret from the link in an email."""

    secret: Secret


class Forgotten(Request, frozen=True):
    """A request for a password reset email."""

    name: PersonName


class Reset(Request, frozen=True):
    """A request to set a new password with the secret from a password reset link."""

    secret: Secret
    password: Password


class NewToken(Request, frozen=True):
    """A request for an API token. ``name`` describes its purpose."""

    name: PersonName


class TakeSeat(Request, frozen=True):
    """A request to take or release a seat."""

    seat: Name


class GiveUp(Request, frozen=True):
    """A request to give up a seat. Null gives up all your seats and your access to the table."""

    seat: Name | None = None


class Accept(Request, frozen=True):
    """A request to join a table with the secret of an invitation link."""

    secret: Secret


class Privacy(Request, frozen=True):
    """A request to make a table private or public."""

    private: bool


class VersionSeen(Request, frozen=True):
    """The newest version of a game that you have seen."""

    version: Whole


class CalendarFacts(Struct, frozen=True):
    """The time at which the key of your calendar was made. Null if you have none."""

    created: int | None


class CalendarKey(Struct, frozen=True):
    """The new key of your calendar, for the address ``/api/me/calendar.ics?key=``."""

    key: str


class MeFacts(Struct, frozen=True):
    """The signed-in account, if any. ``accounts`` is true if the server has accounts."""

    accounts: bool
    name: str | None = None
    operator: bool = False
    email: str | None = None
    mail: bool = False
    """True if the server can send email, for example to reset a password."""
    step: str | None = None
    """The secret of a sign-in that waits for the second factor. You are not signed in yet."""
    second_factor: bool = False
    """True if you sign in with a second factor."""
    confirmed: bool = False
    """True if you have confirmed your email address. Other emails go to confirmed addresses only."""
    sign_up: Literal["open", "invited", "closed"] = "open"
    """The people who may create an account: all, those with an invitation link to the server, or none."""
    passkeys: bool = False
    """True if the address of the server can have passkeys."""
    language: str | None = None
    """The language of your emails and notices. Null is English, until you or your browser choose."""


class SecondFactorFacts(Struct, frozen=True):
    """A new key for an authenticator app. It is in use after you have entered a code."""

    key: str
    address: str
    """The ``otpauth`` address, which apps read from a link or a QR code."""


class RecoveryCodes(Struct, frozen=True):
    """Your recovery codes. Each works once in place of a code. Only this response contains them."""

    codes: tuple[str, ...]


class PasskeyOptions(Struct, frozen=True):
    """The options for the browser's ``navigator.credentials``, as JSON."""

    options: dict[str, Any]


class PasskeyFacts(Struct, frozen=True):
    """A passkey. ``seen`` is the time of the last sign-in with it, or null."""

    id: str
    name: str
    created: int
    seen: int | None


class SessionFacts(Struct, frozen=True):
    """A session: one browser in which you are signed in."""

    id: str
    agent: str
    created: int
    seen: int
    expires: int
    here: bool


class TokenFacts(Struct, frozen=True):
    """An API token. The response that creates it is the only one with its secret."""

    id: str
    name: str
    created: int
    seen: int | None
    secret: str | None = None


class Sent(Struct, frozen=True):
    """A confirmation that is the same whether or not the account exists."""

    text: str


class Link(Struct, frozen=True):
    """An invitation link to a table. ``secret`` is the part of the address after ``/join#``."""

    secret: str
    expires: int


class LeagueLink(Struct, frozen=True):
    """The invitation link to a league. ``secret`` is the part of its address after ``#``."""

    secret: str


class Arrived(Struct, frozen=True):
    """The table of an invitation link, or the study of a link for readers."""

    id: str


class SeatPerson(Struct, frozen=True):
    """A seat for a person, and the person in it."""

    seat: str
    person: str | None
    free: bool
    """True if you may take the seat."""
    mine: bool
    held: str | None = None
    """The person for whom a free seat is reserved."""
    open: bool = False
    """True if the account of the person who takes the seat names it."""


class ListedPeople(Struct, frozen=True):
    """The people at a table, in the list of tables."""

    private: bool
    owner: str | None
    seats: tuple[SeatPerson, ...]
    owned: bool
    """True if you own the table."""


class TablePeople(ListedPeople, frozen=True):
    """The people at a table, and your own rights there."""

    begun: bool
    """True if a player has acted. Players cannot leave the table after that."""
    hands_over: tuple[str, ...]
    """The seats that you may hand over to a bot or take back from one."""
    asks_for: tuple[str, ...] = ()
    """The seats among them that need the other players' consent: another person has the seat, and the game
    has started."""
    away_hours: int = 72
    """The hours that a game waits for a person. After that, its owner may hand the seat to a bot without
    consent."""
    auto_pass: bool = False
    """True if the server passes for people who can only pass."""
    own_seats: tuple[str, ...] = ()
    """Your seats. A bot may play them for you."""
    league: LeagueOfGame | None = None
    """The league that the game belongs to."""
    followed: bool = False
    """True if you follow the game without a seat."""
