"""The permission table: the rights of each kind of visitor, on a server with accounts.

A row is an operation, and every address of the API has exactly one. A column is a kind of visitor. A person
can be of several kinds at a table, for example its owner with a seat, and has the rights of all of them. The
cells have these values.

- ``yes``: allowed at every table.
- ``public``: allowed at a public table; a private table is answered as not found.
- ``own``: allowed for your own seat or your own data.
- ``asked``: allowed for your own seat or a free one. Another person's seat needs consent once the game has
  started: that person agrees, most other people agree, or the game has waited longer than the table's
  setting.
- ``-``: not allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, NamedTuple

from trunkline.util.messages import gettext
from trunkline.web.errors import Denied, NotVisible, Unauthenticated

Cell = Literal["yes", "public", "own", "asked", "-"]


class Role(StrEnum):
    """A kind of visitor, at a table or elsewhere."""

    NOBODY = "nobody"
    """A visitor who is not signed in."""
    LEARNER = "learner"
    """A visitor at the table of a lesson or a puzzle, signed in or not. Only the visitor knows its id."""
    READER = "reader"
    """A visitor with the link of a private study, signed in or not."""
    STRANGER = "stranger"
    """A person who is signed in and has no relation to the table, or any person if there is no table."""
    WATCHER = "watcher"
    """A person without a seat who was invited, or is a member of the league of a private table."""
    SEATED = "seated"
    """A person with a seat while other players must decide."""
    TO_ACT = "to-act"
    """A person with a seat that must decide."""
    OWNER = "owner"
    """The owner of the table: the person who created it or took it over."""
    OPERATOR = "operator"
    """An operator of the server."""


class Operation(StrEnum):
    """An operation: the purpose of a request."""

    PAGE = "page"
    PRINTED = "printed"
    ME = "me"
    SIGN_UP = "sign-up"
    SIGN_IN = "sign-in"
    FORGET = "forget"
    NOTICE_LINK = "notice-link"
    CONFIRM = "confirm"
    ACCOUNT = "account"
    CALENDAR = "calendar"
    REPORT = "report"
    OPERATE = "operate"
    LEARN = "learn"
    LIST = "list"
    CREATE = "create"
    TAKE_IN = "import"
    ACCEPT = "accept"
    READ = "read"
    LEAGUE = "league"
    ORGANISE = "organise"
    LOOK = "look"
    FLAG = "flag"
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
    VISIT = "visit"
    FOLLOW = "follow"
    ANNOTATE = "annotate"
    ERASE = "erase"
    STUDY = "study"
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
            nobody learner reader stranger watcher seated to-act owner operator

# anywhere
page        yes    -       -      yes      yes     yes    yes    yes   yes      the client's files, health
printed     yes    -       -      yes      yes     yes    yes    yes   yes      titles, boards, programs, API
me          yes    -       -      yes      yes     yes    yes    yes   yes      the account that is signed in

sign-up     yes    -       -      -        -       -      -      -     -
sign-in     yes    -       -      yes      yes     yes    yes    yes   yes
forget      yes    -       -      yes      yes     yes    yes    yes   yes      a password, and get another
notice-link yes    -       -      yes      yes     yes    yes    yes   yes      confirm, unsubscribe
confirm     yes    -       -      yes      yes     yes    yes    yes   yes      an email address, by a link
account     -      -       -      own      own     own    own    own   own      your own account
calendar    yes    -       -      yes      yes     yes    yes    yes   yes      the list of what waits for you
report      -      -       -      yes      yes     yes    yes    yes   yes      a person, and all of flag
operate     -      -       -      -        -       -      -      -     yes      the operators' page

learn       yes    -       -      yes      yes     yes    yes    yes   yes      begin a lesson or a puzzle
list        yes    -       -      yes      yes     yes    yes    yes   yes      the games that you may view
create      -      -       -      yes      yes     yes    yes    yes   yes
import      -      -       -      yes      yes     yes    yes    yes   yes
accept      -      -       -      yes      yes     yes    yes    yes   yes      an invitation
read        yes    -       -      yes      yes     yes    yes    yes   yes      a study, by its link
league      -      -       -      yes      yes     yes    yes    yes   yes      make, join or leave a league
organise    -      -       -      own      own     own    own    own   yes      the leagues that you organise

# at tables
look        public yes     yes    public   yes     yes    yes    yes   yes      moments, log, events, people
flag        public -       yes    public   yes     yes    yes    yes   yes      a message, a comment, the game
ask         public yes     yes    public   yes     yes    yes    yes   yes      best runs, what-if, sheets
export      -      yes     yes    public   yes     yes    yes    yes   yes      the game as a file or a page
branch      -      -       -      public   yes     yes    yes    yes   -        your own private sandbox
hint        -      yes     -      -        -       -      yes    -     -        what a program would do
act         -      own     -      -        -       own    own    -     -
undo        -      own     -      -        -       own    own    -     -        and redo, your own actions
hand-over   -      -       -      -        -       own    own    asked -        a seat to a program, and back

hear        public -       -      public   yes     yes    yes    yes   yes      messages, people present
say         -      -       -      -        yes     yes    yes    yes   -
note        -      -       -      -        own     own    own    own   -        note, notices, messages read
visit       -      -       -      public   own     own    own    own   -        the newest moment that you saw
follow      -      -       -      public   yes     yes    yes    yes   yes      a game without a seat
annotate    -      -       -      -        own     own    own    own   -        your comments, once it is over
erase       -      -       -      -        own     own    own    yes   yes      comments
study       -      -       -      -        -       -      -      yes   -        the name and link of a study
move        -      -       -      -        -       own    own    asked -        ask to undo, to end, for a bot

join        -      -       -      public   yes     yes    yes    yes   -        take a free seat
leave       -      -       -      -        own     own    own    -     -        before the game begins
replace     -      -       -      -        -       -      -      yes   -        free a seat, before it begins
invite      -      -       -      -        -       -      -      yes   -        make links, close them
settle      -      -       -      -        -       -      -      yes   -        private or public
put-away    -      -       -      -        -       -      -      yes   yes
rematch     -      -       -      -        -       yes    yes    yes   -        once it is over
"""
"""The permission table. The text after a row describes operations with unclear names."""


def _read(text: str) -> tuple[dict[Operation, dict[Role, Cell]], frozenset[Operation]]:
    """Return the cells, and the operations in the section for tables."""
    head, *lines = (line for line in text.splitlines() if line.strip())
    cells: dict[Operation, dict[Role, Cell]] = {}
    at_tables: set[Operation] = set()
    tables = False
    for line in lines:
        if line.startswith("#"):
            tables = line == TABLES
            continue
        name, *row = line.split()[: len(Role) + 1]
        cells[Operation(name)] = dict(zip(map(Role, head.split()), map(_cell, row), strict=True))
        if tables:
            at_tables.add(Operation(name))
    return cells, frozenset(at_tables)


def _cell(text: str) -> Cell:
    found: dict[str, Cell] = {"yes": "yes", "public": "public", "own": "own", "asked": "asked", "-": "-"}
    return found[text]


CELLS, AT_TABLES = _read(TABLE)
HANDS = frozenset({Operation.ACCOUNT, Operation.VISIT, Operation.OPERATE})
"""The operations that need a session of a browser. A leaked token must not give control of the account or the
server, and a program that polls a game does not see it for the person."""


class TableRole(NamedTuple):
    """The relation of one person to one table."""

    private: bool
    owner: bool = False
    guest: bool = False
    seats: frozenset[str] = frozenset()
    hidden: bool = False
    """True if an operator took the game down. Only operators see it then."""
    lesson: bool = False
    reader: bool = False
    """True if the visitor has the link of the study."""


class Visitor(NamedTuple):
    """The sender of a request."""

    person: str = ""
    """The id of the person. Empty if not signed in."""
    operator: bool = False
    by_hand: bool = True
    """True for a session of a browser, false for a token."""


NOBODY = Visitor()


def kinds(visitor: Visitor, place: TableRole | None = None, *, to_act: bool = False) -> frozenset[Role]:
    """Return the kinds of a visitor, at a table or elsewhere."""
    if place is not None and place.lesson:
        return frozenset({Role.LEARNER})
    found = {Role.READER} if place is not None and place.reader else set()
    if not visitor.person:
        return frozenset(found | {Role.NOBODY})
    if visitor.operator:
        found.add(Role.OPERATOR)
    if place is not None:
        if place.owner:
            found.add(Role.OWNER)
        if place.seats:
            found.add(Role.TO_ACT if to_act else Role.SEATED)
        if place.guest and not place.seats:
            found.add(Role.WATCHER)
    # An operator counts as a stranger too, and may take a seat at a public table.
    return frozenset(found | {Role.STRANGER})


def turn_matters(operation: Operation) -> bool:
    """Return whether the permission depends on the player to act."""
    return CELLS[operation][Role.SEATED] != CELLS[operation][Role.TO_ACT]


def allowed(operation: Operation, who: Iterable[Role], *, private: bool) -> bool:
    """Return whether a visitor of these kinds has permission.

    For ``own`` and ``asked``, the operation itself checks the seat.
    """
    cells = {CELLS[operation][kind] for kind in who}
    return bool(cells & {"yes", "own", "asked"}) or ("public" in cells and not private)


def require(operation: Operation, visitor: Visitor, place: TableRole | None, *, to_act: bool = False) -> None:
    """Check a permission. Raises ``NotVisible``, ``Unauthenticated`` or ``Denied``.

    ``place`` is None if the table does not exist or has no owner.
    """
    if operation not in AT_TABLES:
        who, private = kinds(visitor), False
    else:
        who, private = kinds(visitor, place, to_act=to_act), place is None or place.private
        hidden = place is not None and place.hidden and not visitor.operator
        if hidden or not allowed(Operation.LOOK, who, private=private):
            raise NotVisible
    if not allowed(operation, who, private=private):
        raise Unauthenticated if not visitor.person else Denied(_why(operation))
    if operation in HANDS and not visitor.by_hand:
        raise Denied(gettext("A token cannot do that: sign in with a browser."))


def own_seat(place: TableRole, seat: str) -> None:
    """Raise ``Denied`` unless the person has the seat."""
    if seat not in place.seats:
        raise Denied(
            gettext("You do not play for {seat}.", seat=seat)
            if seat
            else gettext("You have no seat at this table.")
        )


def _why(operation: Operation) -> str:
    cells = CELLS[operation]
    if operation == Operation.OPERATE:
        return gettext("Only an operator of this server may do that.")
    if cells[Role.OWNER] == "yes" and cells[Role.SEATED] == "-":
        return gettext("Only the owner of the table may do that.")
    if operation == Operation.SIGN_UP:
        return gettext("You are signed in: sign out first.")
    if cells[Role.TO_ACT] == "yes" and cells[Role.SEATED] == "-":
        return gettext("Only who must decide may do that.")
    return gettext("Only who sits at this table may do that.")
