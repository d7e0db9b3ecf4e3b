"""What clients send: checked on the way in, and a field that is not known is refused."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from trunkline.engine.board.loading import MOST_LETTERS
from trunkline.engine.routing import Run
from trunkline.game.actions import AnyAction
from trunkline.web.schemas.log import PERSON, SeatKind

Whole = Annotated[int, Meta(ge=0, le=2**31)]
"""A version, a number of entries or a seed; more than any game has."""
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Short = Annotated[str, Meta(max_length=80)]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends; a field that is not known is refused."""


class SeatWish(Request, frozen=True):
    """A seat of a new game.

    Without a name the seat takes that of the account of the person who sits down there.
    """

    name: Name | None = None
    kind: SeatKind = PERSON


class NewGame(Request, frozen=True):
    """A new game; without a seed one is drawn. By one that is named programs draw their chances too, where no
    more than one person plays. Without ``runs`` several people announce higher earnings, and otherwise the
    best runs bind."""

    title: Short
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=12)]
    seed: Whole | None = None
    variants: Annotated[list[Short], Meta(max_length=20)] = field(default_factory=list)
    rules: Short = "printed"
    runs: Short | None = None
    seating: Short = "given"
    board: Annotated[str, Meta(max_length=MOST_LETTERS)] = ""
    """The text of a board file of the players' own, where the title allows one."""
    others_shown: bool = True
    """Whether the table says what a lay or a token does to the best runs of other corporations."""

    reasons: bool | None = None
    """Whether the table says why programs act; without a wish it does where no more than one seat has ever
    been a person's. In a sandbox it does in any case."""
    hints: bool | None = None
    """Whether it says what a program would do; likewise, for hints need the leave of all."""

    private: bool = True
    """Whether only those who are invited see it; where there are no accounts it means nothing."""
    away_hours: Annotated[int, Meta(ge=1, le=8760)] = 72
    """Hours that the game waits for a person until its owner may let a program play for them; likewise."""
    seat: Name | None = None
    """The seat that one takes oneself, without a wish the first that people play; likewise."""


class Act(Request, frozen=True):
    """An action at the moment it was chosen at."""

    version: Whole
    action: AnyAction


class Try(Request, frozen=True):
    """An action that might be chosen at a moment, or several that might be instead of each other."""

    version: Whole
    action: AnyAction | Annotated[list[AnyAction], Meta(min_length=1, max_length=20)]


class Undo(Request, frozen=True):
    """Back to an earlier moment: the one after entry ``to``, or else the last at which a person decides."""

    version: Whole
    to: Whole | None = None


class Redo(Request, frozen=True):
    """Forward along a branch that begins with entry ``branch``, or else along the one played last."""

    version: Whole
    branch: Whole | None = None


class Sit(Request, frozen=True):
    """Who plays a seat from now on: a program, or a person again.

    The version may be an earlier one if no seat has changed hands since: actions matter to no seat.
    """

    version: Whole
    seat: Name
    kind: SeatKind


class Wish(Request, frozen=True):
    """Which action an open choice should become: the best one known, or any legal one."""

    version: Whole
    choice: Whole
    how: Literal["best", "any"] = "best"


class Through(Request, frozen=True):
    """A train and stops that its route must go through, beside other runs."""

    train: Short
    stops: Annotated[list[Short], Meta(max_length=30)]
    beside: Annotated[list[Run], Meta(max_length=12)] = field(default_factory=list)
    only: bool = False


class Runs(Request, frozen=True):
    """Runs that might be made together."""

    runs: Annotated[list[Run], Meta(max_length=12)]


class BranchAt(Request, frozen=True):
    """Where a copy of the game should begin: after so many entries."""

    at: Whole


class PutAway(Request, frozen=True):
    """Whether a game lies aside."""

    away: bool
