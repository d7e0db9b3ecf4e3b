"""Requests and answers about studies, and comments on moments. Times are whole seconds since 1970."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from trunkline.web.schemas.requests import Request, Whole

Colour = Literal["green", "red", "blue", "yellow"]
Coordinate = Annotated[str, Meta(min_length=1, max_length=100)]
StudyName = Annotated[str, Meta(min_length=1, max_length=80)]
CommentText = Annotated[str, Meta(max_length=4000)]


class BoardMark(Struct, frozen=True, forbid_unknown_fields=True):
    """A mark on the map, the price chart or the market: a ring on one place, or an arrow to another.

    ``at`` and ``to`` are the coordinate of a hex, or the row and the column of a box with a point between
    them, each from 0. On the market they are a corporation, or its shares in one place: its id, a
    point, and a player, "offering" or "pool". A ring has no ``to``.
    """

    board: Literal["map", "chart", "market"]
    at: Coordinate
    to: Coordinate | None = None
    colour: Colour = "green"


Marks = Annotated[list[BoardMark], Meta(max_length=40)]


class WriteComment(Request, frozen=True):
    """A comment on the moment that the game showed after ``at`` entries. Text or marks may be empty."""

    at: Whole
    text: CommentText = ""
    marks: Marks = field(default_factory=list)


class ChangeComment(Request, frozen=True):
    """The new text and marks of a comment."""

    text: CommentText = ""
    marks: Marks = field(default_factory=list)


class Comment(Struct, frozen=True):
    """A comment on a moment of a game."""

    key: str
    number: int
    """Its number among the comments of the game, by which you report it."""
    moment: int
    """The number of the moment. The game shows it ``at`` this number of entries."""
    heading: str
    """The last action before the moment, as text; empty at the start."""
    author: str
    """The name of the author. Empty on a server without accounts."""
    mine: bool
    """True if you may change it."""
    text: str
    marks: tuple[BoardMark, ...]
    at: int
    changed: int | None


class Comments(Struct, frozen=True):
    """The comments of a game, in the order of its moments."""

    name: str
    """The name of the study. Empty for other games."""
    can_comment: bool
    """True if you may write comments now."""
    owned: bool
    """True if you own the study: you may name it and decide who reads it."""
    comments: tuple[Comment, ...]


class NameStudy(Request, frozen=True):
    """The name of a study."""

    name: StudyName


class StudyLink(Struct, frozen=True):
    """The link of a study, by which anyone may read it. ``secret`` is the part of its address after
    ``/read#``; null without a link."""

    secret: str | None


class ReadStudy(Request, frozen=True):
    """A request to read the study of a link."""

    secret: Annotated[str, Meta(min_length=1, max_length=100)]


class BeginStudy(Request, frozen=True):
    """A request for a study of a game up to the moment ``at``.

    With ``review``, the study gets a comment on each decision that the review of the game criticises, and
    the better action with the actions after it as another line of play. ``at`` is then the end of the game.
    """

    name: StudyName
    at: Whole
    review: bool = False


class Study(Struct, frozen=True):
    """A study in the list."""

    game: str
    name: str
    title: str
    players: tuple[str, ...]
    comments: int
    mine: bool
    """True if you own it."""
    private: bool
    by_link: bool
    """True if anyone with its link may read it, although it is private."""
    created: int


class StudyList(Struct, frozen=True):
    """A page of studies, the newest first. ``more`` is true if there are older ones."""

    studies: tuple[Study, ...]
    more: bool
