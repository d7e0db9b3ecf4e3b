"""The part of the state machine of people at tables about studies and comments, and its requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from web.http.house import SEATS, Browser
from web.http.tables_model import Does, Model, request_of

NAMES = "Ann", "Bob", "Cyd", "Dee"
MOST = 4
"""The most tables in a story."""
OWNER = "the owner"
people = st.sampled_from((*NAMES, OWNER))
numbers = st.integers(0, 99)


class StudiesAtTables(RuleBasedStateMachine):
    """Studies and comments of people at tables."""

    told: ClassVar[set[tuple[Does, int]]] = set()
    """Operations in all stories and the statuses of their answers."""
    who: dict[str, Browser]
    away: set[str]
    tables: dict[str, Model]

    def look_round(self, name: str) -> None:
        """Check the lists that a person sees."""
        raise NotImplementedError

    def _all_is_well(self, game: str, table: Model) -> None:
        raise NotImplementedError

    @precondition(lambda self: len(self.tables) < MOST)
    @rule(name=people, number=numbers)
    def begin_study(self, name: str, number: int) -> None:
        """Try to begin a study of a game."""
        game, table, name = self._asked(number, name)
        made = self._do(Does.BEGIN_STUDY, name, game)
        if made is not None:
            self.tables[made["id"]] = table.branched(name)
            self.tables[made["id"]].study = "Our opening"
            self._all_is_well(made["id"], self.tables[made["id"]])
            self.look_round(name)

    @rule(name=people, number=numbers)
    def rename_study(self, name: str, number: int) -> None:
        """Try to rename a study. Only the owner may."""
        game, table, name = self._asked(number, name)
        if self._do(Does.RENAME_STUDY, name, game) is not None:
            table.study = "Renamed"

    @rule(name=people, number=numbers)
    def annotate(self, name: str, number: int) -> None:
        """Try to comment on a moment."""
        game, table, name = self._asked(number, name)
        made = self._do(Does.ANNOTATE, name, game)
        if made is not None:
            table.comments[made["key"]] = name
        self._comments_are_well(game, table)

    @rule(name=people, number=numbers, which=numbers)
    def change_comment(self, name: str, number: int, which: int) -> None:
        """Try to change a comment. Only its author may."""
        game, table, name = self._asked(number, name)
        self._do(Does.CHANGE_COMMENT, name, game, _nth(table.comments, which))

    @rule(name=people, number=numbers, which=numbers)
    def erase(self, name: str, number: int, which: int) -> None:
        """Try to delete a comment. Its author and the owner of the table may."""
        game, table, name = self._asked(number, name)
        key = _nth(table.comments, which)
        if self._do(Does.ERASE, name, game, key) is not None:
            del table.comments[key]
        self._comments_are_well(game, table)

    def _comments_are_well(self, game: str, table: Model) -> None:
        """Check that everyone who may look reads the comments, and may change only theirs."""
        for name in NAMES:
            found = self._do(Does.READ_COMMENTS, name, game)
            if found is not None:
                writes = name not in self.away and table.near(name)
                assert (found["name"], found["can_comment"]) == (table.study, writes and table.takes_comments)
                shown = [(each["key"], each["author"], each["mine"]) for each in found["comments"]]
                assert shown == [
                    (key, author, writes and author == name) for key, author in table.comments.items()
                ]

    # -- requests

    def _do(self, does: Does, name: str, game: str, seat: str = SEATS[0], *, body: object = None) -> Any:
        """Send a request, check the status against the model and return the answer, or None if refused."""
        table = self.tables[game]
        status = table.door(does, name, seat, away=name in self.away)
        method, path, usual = request_of(does, seat, len(table.log))
        sent = usual if body is None else body
        found = self.who[name].ask(method, f"/api/games/{game}/{path}", status, sent)
        self.told.add((does, status))
        return None if status >= 400 else found if found is not None else {}

    def _asked(self, number: int, name: str) -> tuple[str, Model, str]:
        """Return a table, and the person who sends the request there."""
        game, table = self._table(number)
        return game, table, name if name != OWNER else table.owner or NAMES[0]

    def _table(self, number: int) -> tuple[str, Model]:
        return list(self.tables.items())[number % len(self.tables)]


def _nth(comments: Mapping[str, str], which: int) -> str:
    """Return the key of a comment. Without comments, return a key that does not exist."""
    keys = list(comments) or ["none"]
    return keys[which % len(keys)]
