"""A model of tables without a server: their state and the statuses of answers.

The tests report each acknowledged operation to the model. ``answer`` gives the status for people who may see
the table, and ``door`` the status for any person.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from trunkline import actions as A
from web.http.house import SEATS


class Does(StrEnum):
    """An operation at a table."""

    LOOK = "look"
    HEAR = "hear"
    LOOK_FOR_REMATCH = "look-for-rematch"
    EXPORT = "export"
    BRANCH = "branch"
    JOIN = "join"
    LEAVE = "leave"
    FREE = "free"
    INVITE = "invite"
    CLOSE_LINKS = "close-links"
    SETTLE = "settle"
    PUT_AWAY = "put-away"
    ACT = "act"
    UNDO = "undo"
    REDO = "redo"
    HAND_OVER = "hand-over"
    SAY = "say"
    NOTE = "note"
    KEEP_NOTE = "keep-note"
    VISIT = "visit"
    FOLLOW = "follow"
    ASK_FOR_END = "ask-for-end"
    REMATCH = "rematch"
    READ_COMMENTS = "read-comments"
    ANNOTATE = "annotate"
    CHANGE_COMMENT = "change-comment"
    ERASE = "erase"
    BEGIN_STUDY = "begin-study"
    RENAME_STUDY = "rename-study"
    FLAG = "flag"
    """A report without the number of a comment, which is invalid for everyone who may look."""


ALL_LOOK = {Does.LOOK, Does.HEAR, Does.LOOK_FOR_REMATCH, Does.READ_COMMENTS}
"""Operations at public tables that need no sign-in."""
OWNERS = {
    Does.INVITE: 201,
    Does.CLOSE_LINKS: 204,
    Does.SETTLE: 204,
    Does.PUT_AWAY: 200,
}
"""Operations of the owner alone, with the statuses of their success."""
OF_A_SEAT = {Does.JOIN, Does.FREE, Does.ACT, Does.HAND_OVER}
"""Operations on one seat."""


@dataclass(eq=False)
class Moment:
    """A moment of a game and the moments that follow it, the latest last."""

    seat: str = ""
    """The seat that acted."""
    action: str = ""
    before: Moment | None = None
    branches: list[Moment] = field(default_factory=list)

    def played(self, seat: str, action: str) -> Moment:
        """Return the moment after an action. A repeated action leads to the same moment."""
        known = (each for each in self.branches if each.action == action)
        found = next(known, None) or Moment(seat, action, self)
        self.branches = [*(each for each in self.branches if each is not found), found]
        return found

    def line(self) -> Iterator[str]:
        """Yield the seats that acted before this moment, in order."""
        if self.before is not None:
            yield from self.before.line()
            yield self.seat


@dataclass
class Model:
    """The expected state of a table."""

    owner: str | None
    """The owner, or None if the owner's account is deleted and no person was seated."""
    private: bool
    seats: dict[str, str]
    """People by seat."""
    guests: set[str] = field(default_factory=set)
    held: dict[str, str] = field(default_factory=dict)
    """People by the free seat that is held for them."""
    former: set[str] = field(default_factory=set)
    """Free seats of deleted accounts."""
    log: list[tuple[str, str]] = field(default_factory=list)
    """Acknowledged entries of the log: their kinds and seats."""
    now: Moment = field(default_factory=Moment)
    """The current moment."""
    over: bool = False
    aside: bool = False
    rematch: str | None = None
    links: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    said: list[tuple[int, str]] = field(default_factory=list)
    """Messages: their numbers and authors."""
    last: int = 0
    """The highest number that a message has had."""
    notes: dict[str, str] = field(default_factory=dict)
    sandbox: bool = False
    study: str = ""
    """The name of the study. Empty for other games."""
    comments: dict[str, str] = field(default_factory=dict)
    """The authors of comments by their keys, in order."""

    # -- state

    def mine(self, name: str) -> list[str]:
        """Return the seats of a person."""
        return [seat for seat in SEATS if self.seats.get(seat) == name]

    def near(self, name: str) -> bool:
        """Return whether a person is the owner, a guest or seated."""
        return name == self.owner or name in self.guests or bool(self.mine(name))

    @property
    def takes_comments(self) -> bool:
        """True if it is a sandbox, or over."""
        return self.over or self.sandbox

    @property
    def begun(self) -> bool:
        """True if a player has acted."""
        return any(kind == "action" for kind, _ in self.log)

    def shelf(self, name: str) -> set[str]:
        """Return the lists of the lobby that show the table to a signed-in person."""
        sees, own = not self.private or self.near(name), name == self.owner or bool(self.mine(name))
        free = {seat for seat in SEATS if seat not in self.seats}
        if self.aside:
            return {"away"} if own else set()
        if self.over:
            return {"finished"} if sees else set()
        takes = any(self.held.get(seat, name) == name for seat in free)
        found = {"mine"} if own else set()
        if not free and sees and not own:
            found.add("watched")
        if takes and sees and not self.mine(name):
            found.add("open")
        return found

    # -- statuses

    def door(self, does: Does, name: str, seat: str, *, away: bool) -> int:
        """Return the status of an answer. ``away`` means that the person is not signed in."""
        if self.private and (away or not self.near(name)):
            return 404
        if away and does is not Does.FLAG:
            return 200 if does in ALL_LOOK else 401
        return self.answer(does, name, seat)

    def answer(self, does: Does, name: str, seat: str) -> int:
        """Return the status of an answer to a signed-in person who may see the table.

        ``seat`` is the key of a comment if the operation is about one.
        """
        if does in ALL_LOOK or does is Does.EXPORT:
            return 200
        if does is Does.FLAG:
            return 422
        if does in (Does.BRANCH, Does.BEGIN_STUDY):
            return 201
        if does is Does.VISIT:
            return 204
        owns, mine = name == self.owner, self.mine(name)
        if does is Does.RENAME_STUDY:
            return 403 if not owns else 200 if self.study else 404
        if does in (Does.ANNOTATE, Does.CHANGE_COMMENT, Does.ERASE):
            return self._about_comments(does, name, seat)
        if does is Does.FOLLOW:
            return 422 if mine else 204
        if does in OWNERS:
            return OWNERS[does] if owns else 403
        if does in (Does.SAY, Does.NOTE, Does.KEEP_NOTE):
            done = {Does.SAY: 201, Does.NOTE: 200, Does.KEEP_NOTE: 204}[does]
            return done if self.near(name) else 403
        if does in (Does.JOIN, Does.LEAVE, Does.FREE):
            return self._about_seats(does, name, seat)
        if does is Does.HAND_OVER:
            # The request names a person, but a person already has the seat.
            return 422 if owns or seat in mine else 403
        if does is Does.REMATCH:
            return 403 if not (owns or mine) else 201 if self.over else 422
        return self._in_play(does, mine, seat)

    def _about_comments(self, does: Does, name: str, key: str) -> int:
        if not self.near(name):
            return 403
        author = self.comments.get(key)
        if does is Does.ERASE:
            return 204 if author and name in (author, self.owner) else 404
        if not self.takes_comments:
            return 422
        return 201 if does is Does.ANNOTATE else 200 if author == name else 404

    def _about_seats(self, does: Does, name: str, seat: str) -> int:
        owns, mine = name == self.owner, self.mine(name)
        if does is Does.JOIN:
            taken = seat in self.seats or self.held.get(seat, name) != name
            return 422 if mine and not owns else 409 if taken else 200
        if does is Does.LEAVE:
            if mine:
                return 422 if self.begun else 204
            return 204 if name in self.guests else 403
        if not owns:
            return 403
        had = seat in self.seats or seat in self.held or seat in self.former
        return 204 if had and not self.begun else 422

    def _in_play(self, does: Does, mine: list[str], seat: str) -> int:
        if not mine:
            return 403
        if does is Does.ASK_FOR_END:
            return 422 if self.over else 200
        if does is Does.ACT:
            full = self.begun or set(self.seats) == set(SEATS)
            return 403 if seat not in mine else 200 if full and not self.over else 422
        moved = self.now if does is Does.UNDO else self.now.branches[-1] if self.now.branches else Moment()
        if not moved.seat:
            return 422
        return 403 if moved.seat not in mine else 422 if self.over else 200

    # -- operations

    def joined(self, name: str, seat: str) -> None:
        """Record that a person takes a seat."""
        self.seats = {**self.seats, seat: name}
        self.former.discard(seat)
        given_up = (seat,) if name == self.owner else [each for each, who in self.held.items() if who == name]
        for each in given_up:
            self.held.pop(each, None)

    def left(self, name: str) -> None:
        """Record that a person leaves."""
        self.guests.discard(name)
        self.seats = {seat: who for seat, who in self.seats.items() if who != name}
        self.held = {seat: who for seat, who in self.held.items() if who != name}

    def freed(self, seat: str) -> None:
        """Record that the owner frees a seat."""
        if self.held.pop(seat, None) is None:
            self.guests.discard(self.seats.pop(seat, ""))
            self.former.discard(seat)

    def spoken(self, name: str) -> None:
        """Record a message."""
        self.last += 1
        self.said.append((self.last, name))

    def forgotten(self, name: str) -> None:
        """Record the deletion of an account and its data. The longest-seated person becomes the owner."""
        mine = self.mine(name)
        self.left(name)
        self.former.update(mine)
        self.notes.pop(name, None)
        self.said = [each for each in self.said if each[1] != name]
        self.comments = {key: author for key, author in self.comments.items() if author != name}
        if self.owner == name:
            self.owner = next(iter(self.seats.values()), None)

    def acted(self, seat: str, action: str) -> None:
        """Record an action."""
        self.log.append(("action", seat))
        self.now = self.now.played(seat, action)

    def undone(self) -> None:
        """Record an undo."""
        self.log.append(("undo", ""))
        assert self.now.before is not None
        self.now = self.now.before

    def redone(self) -> None:
        """Record a redo."""
        self.log.append(("redo", ""))
        self.now = self.now.branches[-1]

    def ended(self) -> None:
        """Record that all players agreed to end the game."""
        self.log.append(("end", ""))
        self.over = True

    def branched(self, name: str) -> Model:
        """Return the model of a person's new game that begins as this one."""
        found = Model(name, True, dict.fromkeys(SEATS, name), sandbox=True)
        moment: Moment | None = self.now
        way = []
        while moment is not None and moment.before is not None:
            way.append(moment)
            moment = moment.before
        for each in reversed(way):
            found.acted(each.seat, each.action)
        return found

    def once_more(self, name: str) -> Model:
        """Return the model of the rematch that a person asked for first."""
        others = {seat: who for seat, who in self.seats.items() if who != name}
        mine = dict.fromkeys(self.mine(name), name)
        return Model(name, self.private, mine, set(others.values()), others)


def request_of(does: Does, seat: str, version: int) -> tuple[str, str, object]:
    """Return the method, the path at the table and the body of a request.

    ``seat`` is the key of a comment if the operation is about one.
    """
    gets = {
        Does.LOOK: "people",
        Does.HEAR: "talk",
        Does.LOOK_FOR_REMATCH: "rematch",
        Does.EXPORT: "export",
        Does.NOTE: "note",
        Does.READ_COMMENTS: "comments",
    }
    if does in gets:
        return "GET", gets[does], None
    if does is Does.CLOSE_LINKS:
        return "DELETE", "links", None
    if does is Does.KEEP_NOTE:
        return "PUT", "note", {"text": "noted"}
    if does is Does.FOLLOW:
        return "PUT", "follow", None
    if does is Does.RENAME_STUDY:
        return "PUT", "study", {"name": "Renamed"}
    if does is Does.CHANGE_COMMENT:
        return "PUT", f"comments/{seat}", {"text": "Changed"}
    if does is Does.ERASE:
        return "DELETE", f"comments/{seat}", None
    posts: dict[Does, tuple[str, object]] = {
        Does.BRANCH: ("branch", {"at": version}),
        Does.VISIT: ("seen", {"version": version}),
        Does.JOIN: ("people", {"seat": seat}),
        Does.LEAVE: ("leave", {}),
        Does.FREE: ("free", {"seat": seat}),
        Does.INVITE: ("links", None),
        Does.SETTLE: ("privacy", {"private": False}),
        Does.PUT_AWAY: ("put-away", {"away": True}),
        Does.ACT: ("actions", {"version": version, "action": A.encode(A.Pass(seat))}),
        Does.UNDO: ("undo", {"version": version}),
        Does.REDO: ("redo", {"version": version}),
        Does.HAND_OVER: ("seats", {"version": version, "seat": seat, "kind": "person"}),
        Does.SAY: ("talk", {"text": "Well played"}),
        Does.ASK_FOR_END: ("motions", {"kind": "end", "version": version}),
        Does.REMATCH: ("rematch", None),
        Does.ANNOTATE: ("comments", {"at": 0, "text": "Why this private?"}),
        Does.FLAG: ("reports", {"kind": "comment", "reason": "Rude"}),
        Does.BEGIN_STUDY: ("studies", {"name": "Our opening", "at": version}),
    }
    return "POST", *posts[does]
