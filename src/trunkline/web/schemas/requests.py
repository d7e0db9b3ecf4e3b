"""Request bodies of the API. Unknown fields are rejected."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from trunkline.engine.board.loading import MOST_LETTERS
from trunkline.engine.routing import Run
from trunkline.game.actions import AnyAction
from trunkline.web.schemas.clocks import TableClock
from trunkline.web.schemas.log import PERSON, SeatKind

Whole = Annotated[int, Meta(ge=0, le=2**31)]
"""A version, a number of entries or a seed; more than any game has."""
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Short = Annotated[str, Meta(max_length=80)]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """A request body. Unknown fields are rejected."""


class SeatWish(Request, frozen=True):
    """A seat of a new game.

    Without a name the seat takes that of the account of the person who sits down there.
    """

    name: Name | None = None
    kind: SeatKind = PERSON


class NewGame(Request, frozen=True):
    """A new game.

    Without a seed, a random one is used. A given seed also decides the random choices of bots, if at most one
    person plays. Without ``runs``, several people announce higher earnings; otherwise the best runs are
    required.
    """

    title: Short
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=12)]
    seed: Whole | None = None
    variants: Annotated[list[Short], Meta(max_length=20)] = field(default_factory=list)
    rules: Short = "printed"
    runs: Short | None = None
    seating: Short = "given"
    board: Annotated[str, Meta(max_length=MOST_LETTERS)] = ""
    """The text of the players' own board file, if the title allows one."""
    others_shown: bool = True
    """True if previews show the effect of a lay or a token on the best runs of other corporations."""

    reasons: bool | None = None
    """True if the reasons of bots are shown. Default: only if at most one seat was ever a person's. A sandbox
    always shows them."""
    hints: bool | None = None
    """True if hints are allowed. Same default, because hints need the consent of all people."""

    auto_pass: bool = False
    """True if the server passes for people who can only pass. All players see this setting, because an
    automatic pass tells others something."""

    private: bool = True
    """True if only invited people can see the table. Ignored on a server without accounts."""
    away_hours: Annotated[int, Meta(ge=1, le=8760)] = 72
    """Hours that the game waits for a person before its owner may give the seat to a bot. Ignored on a server
    without accounts."""
    clock: TableClock | None = None
    """The clock of the table. Null: no clock. Only on a server with accounts."""
    seat: Name | None = None
    """The seat that you take. Default: the first seat of a person. Ignored on a server without accounts."""


class Act(Request, frozen=True):
    """An action at the moment it was chosen at."""

    version: Whole
    action: AnyAction
    automatic: bool = False
    """True if a setting of the player chose the action. It must be the one that needs no decision
    (``obvious``)."""


class Try(Request, frozen=True):
    """An action that might be chosen at a moment, or several that might be instead of each other."""

    version: Whole
    action: AnyAction | Annotated[list[AnyAction], Meta(min_length=1, max_length=20)]


class Undo(Request, frozen=True):
    """A request to undo: to the moment after entry ``to``, or to the last decision of a person."""

    version: Whole
    to: Whole | None = None


class Redo(Request, frozen=True):
    """A request to redo: the branch that begins with entry ``branch``, or the one played last."""

    version: Whole
    branch: Whole | None = None


class Sit(Request, frozen=True):
    """A request to give a seat to a bot, or back to a person.

    The version may be an earlier one if no seat has changed hands since: actions do not matter here.
    """

    version: Whole
    seat: Name
    kind: SeatKind


class Wish(Request, frozen=True):
    """A request for an action of an open choice: the best one known, or any legal one."""

    version: Whole
    choice: Whole
    how: Literal["best", "any"] = "best"


class Through(Request, frozen=True):
    """A train and the stops that its route must visit, together with other runs."""

    train: Short
    stops: Annotated[list[Short], Meta(max_length=30)]
    beside: Annotated[list[Run], Meta(max_length=12)] = field(default_factory=list)
    only: bool = False


class Runs(Request, frozen=True):
    """Runs that might be made together."""

    runs: Annotated[list[Run], Meta(max_length=12)]


class BranchAt(Request, frozen=True):
    """A request for a copy of the game after a number of entries."""

    at: Whole


class PutAway(Request, frozen=True):
    """A request to archive or restore a game."""

    away: bool
