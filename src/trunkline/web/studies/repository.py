"""The database of studies and comments."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from trunkline.util.messages import gettext, gettext_noop
from trunkline.util.visible_text import shows
from trunkline.web.accounts.bans import check_chat
from trunkline.web.accounts.blocklist import muted
from trunkline.web.accounts.secret_keys import BYTES
from trunkline.web.chat.text import plain
from trunkline.web.database.community_tables import reports
from trunkline.web.database.people_tables import owned, people
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_game
from trunkline.web.database.study_links import end_link
from trunkline.web.database.study_tables import studies, study_comments
from trunkline.web.database.visible_tables import may_look
from trunkline.web.errors import GameNotFound, Invalid
from trunkline.web.schemas.lists import Asking
from trunkline.web.schemas.studies import BoardMark

MOST = 500
"""The maximum number of comments on a game."""
GONE = gettext_noop("There is no such comment. It may have been deleted: load the page again.")
NO_STUDY = gettext_noop("This game is not a study.")
NO_LINK = gettext_noop(
    "This link is not valid. The owner of the study may have ended it, or may have made a new one."
)
REMOVED = gettext_noop("An operator removed this comment.")
REMOVED_MARKS = "null"
"""The stored marks of a comment that an operator has removed."""
REPORT_KIND = "comment"
"""The kind of a report of a comment."""
_marks = msgspec.json.Decoder(tuple[BoardMark, ...] | None)


class NewComment(NamedTuple):
    """A comment to store."""

    moment: int
    text: str
    marks: tuple[BoardMark, ...] = ()


class StoredComment(NamedTuple):
    """A stored comment. ``person`` is None and ``author`` is empty on a server without accounts."""

    key: str
    number: int
    """Its number among the comments of the game, by which it is reported."""
    moment: int
    person: str | None
    author: str
    text: str
    marks: tuple[BoardMark, ...]
    at: int
    changed: int | None
    removed: bool
    """True if an operator has removed its content."""


class ListedStudy(NamedTuple):
    """A study in a list. ``owner`` is the id of its owner."""

    game: str
    name: str
    created: int
    owner: str | None
    private: bool
    by_link: bool
    """True if anyone with its link may read it."""
    comments: int


class Studies:
    """The studies and comments of a server. An empty ``person`` stands for the people without accounts.

    ``tell`` notifies other processes of a change in a game's comments, in the transaction of the change.
    ``changed`` is called with the game after it.
    """

    def __init__(
        self,
        database: Database,
        tell: Callable[[Connection, str], None] = lambda link, game: None,
        changed: Callable[[str], None] = lambda game: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self.tell = tell
        self.changed = changed
        self._clock = clock

    @contextmanager
    def _changing(self, game: str) -> Iterator[Connection]:
        with self._database.writing() as link:
            yield link
            self.tell(link, game)
        self.changed(game)

    # -- studies

    def name(self, game: str) -> str:
        """Return the name of a study. Empty for other games."""
        with self._database.reading() as link:
            return link.execute(select(studies.c.name).where(studies.c.game_id == game)).scalar() or ""

    def begin(self, game: str, name: str, person: str, comments: list[NewComment]) -> None:
        """Make a game a study, with its first comments. Raises ``Invalid``."""
        with self._database.writing() as link:
            row = {"game_id": game, "name": study_name(name), "created": int(self._clock())}
            link.execute(insert(studies).values(row))
            for comment in comments:
                self._add(link, game, person, comment)

    def rename(self, game: str, name: str) -> None:
        """Rename a study. Raises ``Invalid``, and ``GameNotFound`` for other games."""
        with self._changing(game) as link:
            here = update(studies).where(studies.c.game_id == game).values(name=study_name(name))
            if not link.execute(here).rowcount:
                raise GameNotFound(gettext(NO_STUDY))

    def page(self, asking: Asking, limit: int, skip: int) -> list[ListedStudy]:
        """Return studies that the user may view, the newest first."""
        count = (
            select(func.count())
            .where(study_comments.c.game_id == studies.c.game_id)
            .correlate(studies)
            .scalar_subquery()
        )
        found = select(
            *(studies.c.game_id, studies.c.name, studies.c.created),
            *(owned.c.person, owned.c.private, studies.c.link.is_not(None), count),
        ).outerjoin(owned, owned.c.game_id == studies.c.game_id)
        if not asking.one_screen:
            found = found.where(may_look(asking))
        found = found.order_by(studies.c.created.desc(), studies.c.game_id).limit(limit).offset(skip)
        with self._database.reading() as link:
            return [
                ListedStudy(game, name, created, owner, bool(private), bool(by_link), comments)
                for game, name, created, owner, private, by_link, comments in link.execute(found)
            ]

    # -- links

    def link(self, game: str) -> str | None:
        """Return the secret of the link to a study, or None if it has no link."""
        with self._database.reading() as link:
            return link.execute(select(studies.c.link).where(studies.c.game_id == game)).scalar()

    def share(self, game: str) -> str:
        """Make a study private, with a new link by which anyone may read it. An older link ends.

        Raises ``GameNotFound`` for other games.
        """
        secret = secrets.token_urlsafe(BYTES)
        with self._database.writing() as link:
            here = update(studies).where(studies.c.game_id == game).values(link=secret)
            if not link.execute(here).rowcount:
                raise GameNotFound(gettext(NO_STUDY))
            link.execute(update(owned).where(owned.c.game_id == game).values(private=True))
        return secret

    def end_link(self, game: str) -> None:
        """End the link to a study, if it has one."""
        with self._database.writing() as link:
            end_link(link, game)

    def of_link(self, secret: str) -> str:
        """Return the study of a link. Raises ``GameNotFound``."""
        wanted = select(studies.c.game_id).join(owned, owned.c.game_id == studies.c.game_id)
        with self._database.reading() as link:
            found = link.execute(wanted.where(studies.c.link == secret, ~owned.c.hidden)).scalar()
        if found is None:
            raise GameNotFound(gettext(NO_LINK))
        return str(found)

    # -- comments

    def comments(self, game: str, person: str) -> list[StoredComment]:
        """Return the comments of a game in the order of moments, without those of people you have muted."""
        wanted = (
            select(study_comments, people.c.name)
            .outerjoin(people, people.c.id == study_comments.c.person)
            .where(study_comments.c.game_id == game)
            .order_by(study_comments.c.moment, study_comments.c.number)
        )
        if person:
            heard = study_comments.c.person.not_in(muted(person))
            wanted = wanted.where(study_comments.c.person.is_(None) | heard)
        with self._database.reading() as link:
            return [
                StoredComment(
                    row.key,
                    row.number,
                    row.moment,
                    row.person,
                    row.name or "",
                    gettext(REMOVED) if row.marks == REMOVED_MARKS else row.text,
                    stored_marks(row.marks),
                    row.at,
                    row.changed,
                    row.marks == REMOVED_MARKS,
                )
                for row in link.execute(wanted)
            ]

    def add(self, game: str, person: str, comment: NewComment) -> str:
        """Add a comment, and return its key. Raises ``Invalid``, and ``Denied`` for muted people."""
        with self._changing(game) as link:
            if person:
                check_chat(link, person, int(self._clock()))
            # Two simultaneous requests cannot both reach the limit.
            lock_game(link, game)
            return self._add(link, game, person, comment)

    def change(self, game: str, person: str, key: str, text: str, marks: tuple[BoardMark, ...]) -> None:
        """Change a comment of a person, unless an operator has removed it.

        Raises ``Invalid``, ``Denied`` and ``GameNotFound``.
        """
        values = {**_content(text, marks), "changed": int(self._clock())}
        with self._changing(game) as link:
            if person:
                check_chat(link, person, int(self._clock()))
            mine = study_comments.c.person == (person or None)
            here = _comment(game, key), mine, study_comments.c.marks != REMOVED_MARKS
            if not link.execute(update(study_comments).where(*here).values(values)).rowcount:
                raise GameNotFound(gettext(GONE))

    def delete(self, game: str, key: str, person: str | None) -> None:
        """Delete a comment of a person, or with None that of any person. Raises ``GameNotFound``."""
        here = [_comment(game, key)]
        if person is not None:
            here.append(study_comments.c.person == (person or None))
        with self._changing(game) as link:
            if not link.execute(delete(study_comments).where(*here)).rowcount:
                raise GameNotFound(gettext(GONE))

    def _add(self, link: Connection, game: str, person: str, comment: NewComment) -> str:
        of_game = select(func.count(), func.max(study_comments.c.number))
        count, last = link.execute(of_game.where(study_comments.c.game_id == game)).one()
        if count >= MOST:
            raise Invalid(
                gettext("This game has {most} comments, and no game takes more. Delete one first.", most=MOST)
            )
        # A report stays about its comment: the number of a deleted comment is not given to another.
        reported = select(func.max(reports.c.number)).where(
            reports.c.game_id == game, reports.c.kind == REPORT_KIND
        )
        key = secrets.token_urlsafe(9)
        row = {
            "key": key,
            "number": max(last or 0, link.execute(reported).scalar() or 0) + 1,
            "game_id": game,
            "moment": comment.moment,
            "person": person or None,
            "at": int(self._clock()),
            **_content(comment.text, comment.marks),
        }
        link.execute(insert(study_comments).values(row))
        return key


def stored_marks(text: str) -> tuple[BoardMark, ...]:
    """Return the marks of a stored comment."""
    return _marks.decode(text) or ()


def _comment(game: str, key: str) -> ColumnElement[bool]:
    return (study_comments.c.game_id == game) & (study_comments.c.key == key)


def _content(text: str, marks: tuple[BoardMark, ...]) -> dict[str, str]:
    kept = plain(text).strip()
    if not shows(kept):
        kept = ""
    if not kept and not marks:
        raise Invalid(gettext("A comment needs a text or a mark."))
    return {"text": kept, "marks": msgspec.json.encode(marks).decode()}


def study_name(name: str) -> str:
    """Return the name of a study to store. Raises ``Invalid``."""
    kept = " ".join(plain(name).split())
    if not shows(kept):
        raise Invalid(gettext("The name of a study has nothing that can be seen."))
    return kept
