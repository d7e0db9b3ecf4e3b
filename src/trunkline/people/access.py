"""**Who may do what**: the one table of it, which every request is held against.

A row is an operation; every address of the API has exactly one. A column is a kind of visitor. Somebody may
be of several kinds at a table (its owner who sits and is to act) and may do what any of them may. In a cell:

- ``yes``: may do it, at every table
- ``public``: at a public table only; a private one is not there for them, and is answered as one that is none
- ``own``: for a seat of one's own, or of what is one's own
- ``asked``: for a seat of one's own or a free one; for another person's seat once the game has begun only if
  that person agrees, or most of the other people do, or the game has waited for them longer than the table's
  setting
- ``-``: may not
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, NamedTuple

from trunkline.people.errors import Denied, Hidden, SignIn

Cell = Literal["yes", "public", "own", "asked", "-"]


class Kind(StrEnum):
    """What a visitor can be, at a table or before there is one."""

    NOBODY = "nobody"
    """Not signed in."""
    STRANGER = "stranger"
    """Signed in, and has nothing to do with the table; everybody where no table is meant."""
    WATCHER = "watcher"
    """Was invited, and has no seat."""
    SEATED = "seated"
    """Has a seat, and others must decide."""
    TO_ACT = "to-act"
    """Has a seat that must decide."""
    OWNER = "owner"
    """Made the table, or has taken it over."""
    OPERATOR = "operator"
    """Runs the place."""


class Operation(StrEnum):
    """What a request does."""

    PAGE = "page"
    PRINTED = "printed"
    ME = "me"
    SIGN_UP = "sign-up"
    SIGN_IN = "sign-in"
    FORGET = "forget"
    ACCOUNT = "account"
    LIST = "list"
    CREATE = "create"
    TAKE_IN = "import"
    ACCEPT = "accept"
    LOOK = "look"
    ASK = "ask"
    EXPORT = "export"
    BRANCH = "branch"
    HINT = "hint"
    ACT = "act"
    UNDO = "undo"
    HAND_OVER = "hand-over"
    HEAR = "hear"
    SAY = "say"
    NOTE = "note"
    MOVE = "move"
    JOIN = "join"
    LEAVE = "leave"
    REPLACE = "replace"
    INVITE = "invite"
    SETTLE = "settle"
    PUT_AWAY = "put-away"
    REMATCH = "rematch"


TABLES = "# at tables"
TABLE = """
                nobody  stranger watcher seated to-act owner operator

# anywhere
page            yes     yes      yes     yes    yes    yes   yes        the client's files, health
printed         yes     yes      yes     yes    yes    yes   yes        titles, boards, programs, API
me              yes     yes      yes     yes    yes    yes   yes        as whom one is signed in

sign-up         yes     -        -       -      -      -     -
sign-in         yes     yes      yes     yes    yes    yes   yes
forget          yes     yes      yes     yes    yes    yes   yes        a password, and get another
account         -       own      own     own    own    own   own        what is one's own

list            yes     yes      yes     yes    yes    yes   yes        of what one may look at
create          -       yes      yes     yes    yes    yes   yes
import          -       yes      yes     yes    yes    yes   yes
accept          -       yes      yes     yes    yes    yes   yes        an invitation

# at tables
look            public  public   yes     yes    yes    yes   yes        moments, log, events, people
ask             public  public   yes     yes    yes    yes   yes        best runs, what-if, sheets
export          -       public   yes     yes    yes    yes   yes        the game as a file or a page
branch          -       public   yes     yes    yes    yes   -          a private sandbox of one's own
hint            -       -        -       -      yes    -     -          what a program would do
act             -       -        -       own    own    -     -
undo            -       -        -       own    own    -     -          and redo, of one's own
hand-over       -       -        -       own    own    asked -          a seat to a program, and back

hear            public  public   yes     yes    yes    yes   yes        what is said, who is there
say             -       -        yes     yes    yes    yes   -
note            -       -        own     own    own    own   -          for oneself, and how far one has read
move            -       -        -       own    own    asked -          ask for an undo, the end, a program

join            -       public   yes     yes    yes    yes   -          take a free seat
leave           -       -        own     own    own    -     -          before the game begins
replace         -       -        -       -      -      yes   -          free a seat, likewise
invite          -       -        -       -      -      yes   -          make links, close them
settle          -       -        -       -      -      yes   -          private or public
put-away        -       -        -       -      -      yes   yes
rematch         -       -        -       yes    yes    yes   -          once it is over
"""
"""What stands behind a row says what it is about, where its name does not."""


def _read(text: str) -> tuple[dict[Operation, dict[Kind, Cell]], frozenset[Operation]]:
    """The cells, and the operations that are listed under tables."""
    head, *lines = (line for line in text.splitlines() if line.strip())
    cells: dict[Operation, dict[Kind, Cell]] = {}
    at_tables: set[Operation] = set()
    tables = False
    for line in lines:
        if line.startswith("#"):
            tables = line == TABLES
            continue
        name, *row = line.split()[: len(Kind) + 1]
        cells[Operation(name)] = dict(zip(map(Kind, head.split()), map(_cell, row), strict=True))
        if tables:
            at_tables.add(Operation(name))
    return cells, frozenset(at_tables)


def _cell(text: str) -> Cell:
    found: dict[str, Cell] = {"yes": "yes", "public": "public", "own": "own", "asked": "asked", "-": "-"}
    return found[text]


CELLS, AT_TABLES = _read(TABLE)
HANDS = frozenset({Operation.ACCOUNT})
"""What is done by hand alone, in a browser: a token that is lost must not cost the account."""


class Place(NamedTuple):
    """What one person has to do with one table."""

    private: bool
    owner: bool = False
    guest: bool = False
    seats: frozenset[str] = frozenset()


class Visitor(NamedTuple):
    """Who makes a request."""

    person: str = ""
    """The person's id; empty for nobody."""
    operator: bool = False
    by_hand: bool = True
    """Whether with a session of a browser, and not with a token."""


NOBODY = Visitor()


def kinds(visitor: Visitor, place: Place | None = None, *, to_act: bool = False) -> frozenset[Kind]:
    """What somebody is, at a table or where there is none."""
    if not visitor.person:
        return frozenset({Kind.NOBODY})
    found = {Kind.OPERATOR} if visitor.operator else set()
    if place is not None:
        if place.owner:
            found.add(Kind.OWNER)
        if place.seats:
            found.add(Kind.TO_ACT if to_act else Kind.SEATED)
        if place.guest and not place.seats:
            found.add(Kind.WATCHER)
    # Who runs the place is a stranger too, and may sit down at a public table as others do.
    return frozenset(found | {Kind.STRANGER})


def turn_matters(operation: Operation) -> bool:
    """Whether it matters for this who must decide."""
    return CELLS[operation][Kind.SEATED] != CELLS[operation][Kind.TO_ACT]


def may(operation: Operation, who: Iterable[Kind], *, private: bool) -> bool:
    """Whether somebody of these kinds may do it; whether something is one's own is seen where it is done."""
    cells = {CELLS[operation][kind] for kind in who}
    return bool(cells & {"yes", "own", "asked"}) or ("public" in cells and not private)


def check(operation: Operation, visitor: Visitor, place: Place | None, *, to_act: bool = False) -> None:
    """Raises ``Hidden``, ``SignIn`` or ``Denied`` where it may not be done.

    ``place`` is None where there is no such table, or one that belongs to nobody.
    """
    if operation not in AT_TABLES:
        who, private = kinds(visitor), False
    else:
        who, private = kinds(visitor, place, to_act=to_act), place is None or place.private
        if not may(Operation.LOOK, who, private=private):
            raise Hidden
    if not may(operation, who, private=private):
        raise SignIn if not visitor.person else Denied(_why(operation))
    if operation in HANDS and not visitor.by_hand:
        raise Denied("A token cannot do that: sign in with a browser.")


def own_seat(place: Place, seat: str) -> None:
    """Raises ``Denied`` where a seat is not one's own."""
    if seat not in place.seats:
        raise Denied(f"You do not play for {seat}." if seat else "You have no seat at this table.")


def _why(operation: Operation) -> str:
    cells = CELLS[operation]
    if cells[Kind.OWNER] == "yes" and cells[Kind.SEATED] == "-":
        return "Only the owner of the table may do that."
    if operation == Operation.SIGN_UP:
        return "You are signed in: sign out first."
    if cells[Kind.TO_ACT] == "yes" and cells[Kind.SEATED] == "-":
        return "Only who must decide may do that."
    return "Only who sits at this table may do that."
