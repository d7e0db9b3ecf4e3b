"""Responses of the HTTP API, except moments of a game.

Money is in whole dollars and shares are in percent. A field is null if the thing does not exist at that
moment.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.web.schemas.corporations import Fact
from trunkline.web.schemas.log import EntryKind, EventData, Line, Logged, Origin, RoundKey, SeatKind
from trunkline.web.schemas.people import ListedPeople


class Version(Struct, frozen=True):
    """The version of a game: the number of its last entry."""

    version: int


class Health(Struct, frozen=True):
    """A successful health check. A failed check returns an error instead."""

    status: str = "ok"


class Addresses(Struct, frozen=True):
    """The addresses at which other devices can open the server, such as ``http://192.168.1.20:8056``.

    Empty if the server listens only to its own machine, or if the request comes from another device, which
    has an address already.
    """

    addresses: tuple[str, ...]


class Failure(Struct, frozen=True):
    """An error response: the reason why the request failed."""

    error: str
    rule: str | None = None
    version: int | None = None
    missed: tuple[Logged, ...] | None = None
    """The entries made since the version that the request named. Present only with status 409."""


class EntryNotice(Struct, frozen=True):
    """A new entry of a game, sent on its event stream."""

    version: int
    kind: EntryKind
    seat: str
    to_act: tuple[str, ...]
    over: bool
    lines: tuple[Line, ...]
    events: tuple[EventData, ...] = ()


class TitleFacts(Struct, frozen=True):
    """A title that can be played. ``subtitle`` is its name without the leading id."""

    id: str
    name: str
    subtitle: str
    players: tuple[int, int]
    variants: tuple[str, ...]
    rules: tuple[str, ...]
    designers: str
    board_note: str
    """A note for players about the title's board. Empty if the board matches the printed one."""
    other_boards: bool
    """True if players can replace the board with one they upload."""
    variant_notes: dict[str, str]
    """A short description of each variant's rule change."""
    reading_notes: dict[str, str]
    """A short description of each reading in ``rules``."""


class ProgramFacts(Struct, frozen=True):
    """A bot that can play a seat.

    ``label`` is its display name and ``about`` describes how it plays. ``advises`` is true if it gives
    reasons. ``usual`` is true for the default bot.
    """

    name: SeatKind
    label: str
    about: str
    advises: bool
    usual: bool


class ListedSeat(Struct, frozen=True):
    """A seat and the kind of player in it. A bot's random seed is never included."""

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
    """The winners. Empty while the game is in progress, and for games that ended under older versions."""
    moved: str
    """The time of the last action in the game."""
    people: ListedPeople | None = None
    """The people at the game. Null if the server has no accounts."""


class RuleFacts(Struct, frozen=True):
    """A rule and its text. ``section`` is a heading of the rulebook.

    ``example`` is true if there is a position at which the rule refuses an action. ``note`` is a sentence
    about a rule that the table never lets a player break, or empty text.
    """

    id: str
    section: str
    rule: str
    example: bool
    note: str = ""


class RuleExample(Struct, frozen=True):
    """A position at which a rule refuses an action.

    ``section`` and ``rule`` are the heading and the text of the rule. ``moment`` is the round and the
    decision, ``text`` the action of ``player``, and ``why`` the reason of the refusal. Without a player the
    rule refuses the turn of a corporation. ``facts`` are those of the player and the corporation. ``picture``
    is empty if the example needs none, and ``lay`` for the map before and after the refused lay.
    """

    section: str
    rule: str
    moment: str
    player: str
    text: str
    why: str
    facts: tuple[Fact, ...]
    picture: Literal["", "map", "lay", "runs", "tokens", "chart"]


class Amount(Struct, frozen=True):
    """One part of a sum, in dollars."""

    what: str
    amount: int


class SheetRow(Struct, frozen=True):
    """A player's finances at the end of a round.

    ``income`` is the dividends and private income of that round.
    """

    player: str
    cash: int
    liquidity: int
    income: int
    worth: int
    worth_items: tuple[Amount, ...]


class SheetRound(Struct, frozen=True):
    """A round of the current line of play.

    ``number`` is the moment at which it ended, or the newest moment.
    """

    round: str
    round_key: RoundKey
    number: int
    players: tuple[SheetRow, ...]
