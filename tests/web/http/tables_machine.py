"""The state machine of ``test_people_at_tables``: four people and all their operations at tables."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from pathlib import Path
from typing import ClassVar

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
)

from trunkline import actions as A
from trunkline.client import Position
from trunkline.players.random_player import RandomPlayer
from trunkline.web.accounts.usernames import FORMER
from trunkline.web.schemas.position import PositionFacts
from web.http.house import PASSWORD, SEATS, Browser, House
from web.http.tables_model import OF_A_SEAT, Does, Model
from web.http.tables_studies import MOST, NAMES, OWNER, StudiesAtTables, numbers, people

SORTS = {"open": (True,), "full": (True,), "played": (False,), "undone": (True,), "over": (False, True)}
"""Kinds of tables that stories begin with. The values are the privacy settings in the fixed stories."""
SHELVES = "open", "mine", "watched", "finished", "away"
deeds = st.sampled_from(Does)
seats = st.sampled_from(SEATS)


class Tables(StudiesAtTables):
    """All operations of people at tables."""

    store: ClassVar[Path]
    """A database without accounts. Each story copies it."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        copy = Path(self.folder.name) / "table.sqlite"
        shutil.copy(self.store, copy)
        self.house = House(copy)
        self.house.__enter__()
        # The clock advances with each reading, so people who sit down later have sat for less time.
        began = self.house.porter.membership._clock()
        self.house.porter.membership._clock = itertools.count(int(began)).__next__
        self.operator = self.house.person("Opal", operator=True)
        self.who: dict[str, Browser] = {name: self.house.person(name) for name in NAMES}
        self.away: set[str] = set()
        self.tables: dict[str, Model] = {}

    def teardown(self) -> None:
        """Check all tables and lists against the model, then close the server."""
        try:
            for game, table in self.tables.items():
                self._all_is_well(game, table)
            for name in NAMES:
                self.look_round(name)
        finally:
            self.house.__exit__()
            self.folder.cleanup()

    @initialize(sort=st.sampled_from(sorted(SORTS)), private=st.booleans(), played=st.integers(1, 3))
    def begin(self, sort: str, private: bool, played: int) -> None:
        """Create the first table.

        It has a vacated seat, is full, is in play, has an undone action, or is over with a rematch.
        """
        ann, bob, cyd, dee = NAMES
        self._made(ann, private)
        for name, seat in zip((bob, cyd), SEATS[1:], strict=True):
            self.invite(ann, 0)
            self.accept(name, 0, 0, closed=False)
            self.join(name, 0, seat)
        if sort == "open":
            self.close_links(ann, 0)
            self.leave(cyd, 0)
        elif sort == "full":
            self.free(ann, 0, SEATS[2])
            self.accept(dee, 0, 0, closed=False)
            self.join(dee, 0, SEATS[2])
            self.keep_note(bob, 0)
            self.visit(bob, 0)
            self.say(dee, 0)
            self.settle(ann, 0, not private)
            self.forget(dee)
            self.join(cyd, 0, SEATS[2])
        else:
            if sort == "played":
                self.accept(dee, 0, 0, closed=False)
                self.follow(dee, 0)
            for number in range(played):
                self.act(ann, True, 0, number, 2)
        if sort == "undone":
            self.undo(ann, True, 0)
        if sort == "over":
            self.end(ann, 0, decline=False)
            self.rematch(NAMES[played - 1], 0)
            self.settle(OWNER, 1, not private)
            for name in (ann, bob, cyd):
                self.annotate(name, 0)
            self.change_comment(bob, 0, 1)
            self.change_comment(bob, 0, 2)
            self.erase(bob, 0, 2)
            self.erase(bob, 0, 1)
            self.erase(OWNER, 0, 1)
        for number in range(len(self.tables)):
            for does in Does:
                self.everybody_tries(number, does)
        if sort == "undone":
            self.begin_study(bob, 0)
            self.rename_study(bob, 1)
            self.annotate(bob, 1)
            self.look_round(ann)
            self.redo(ann, True, 0)
            self.export(bob, 0)
            self.branch(bob, 0)
        if sort == "open":
            self.put_away(OWNER, 0, True)
        if sort == "played":
            self.forget(ann)

    # -- people

    @rule(name=st.sampled_from(NAMES))
    def sign_out(self, name: str) -> None:
        """Sign a person out, perhaps a second time."""
        self.who[name].ask("DELETE", "/api/sessions", 204)
        self.who[name].cookies.clear()
        self.away.add(name)

    @precondition(lambda self: self.away)
    @rule()
    def sign_in(self) -> None:
        """Sign all people in again."""
        for name in sorted(self.away):
            self.who[name].post("/api/sessions", 200, {"name": name, "password": PASSWORD})
        self.away.clear()

    @rule(name=st.sampled_from(NAMES))
    def forget(self, name: str) -> None:
        """Delete an account, then create another account of the same name."""
        if name not in self.away:
            self.who[name].post("/api/me/delete", 204, {"password": PASSWORD})
            self.who[name] = self.house.person(name)
            for game, table in self.tables.items():
                table.forgotten(name)
                self._all_is_well(game, table)
                self._comments_are_well(game, table)

    @precondition(lambda self: len(self.tables) < MOST)
    @rule(name=st.sampled_from(NAMES), private=st.booleans())
    def create(self, name: str, private: bool) -> None:
        """Create a table."""
        self._made(name, private)

    @rule(name=people, number=numbers)
    def invite(self, name: str, number: int) -> None:
        """Try to create an invitation link."""
        game, table, name = self._asked(number, name)
        link = self._do(Does.INVITE, name, game)
        if link is not None:
            table.links.append(link["secret"])

    @rule(name=people, number=numbers)
    def close_links(self, name: str, number: int) -> None:
        """Try to revoke all invitation links."""
        game, table, name = self._asked(number, name)
        if self._do(Does.CLOSE_LINKS, name, game) is not None:
            table.closed += table.links
            table.links = []

    @precondition(lambda self: any(table.links or table.closed for table in self.tables.values()))
    @rule(name=people, number=numbers, which=numbers, closed=st.booleans())
    def accept(self, name: str, number: int, which: int, closed: bool) -> None:
        """Try to accept an invitation link, which may be revoked."""
        game, table, name = self._asked(number, name)
        links = table.closed if closed else table.links
        if links:
            status = 401 if name in self.away else 404 if closed else 200
            secret = links[which % len(links)]
            found = self.who[name].post("/api/invitations", status, {"secret": secret})
            if status == 200:
                assert found == {"id": game}
                table.guests.add(name)
                self._all_is_well(game, table)

    @rule(name=people, number=numbers, seat=seats)
    def join(self, name: str, number: int, seat: str) -> None:
        """Try to take a seat."""
        game, table, name = self._asked(number, name)
        if self._do(Does.JOIN, name, game, seat) is not None:
            table.joined(name, seat)
            self._all_is_well(game, table)

    @rule(name=people, number=numbers)
    def leave(self, name: str, number: int) -> None:
        """Try to leave a table."""
        game, table, name = self._asked(number, name)
        if self._do(Does.LEAVE, name, game) is not None:
            table.left(name)
            self._all_is_well(game, table)

    @rule(name=people, number=numbers, seat=seats)
    def free(self, name: str, number: int, seat: str) -> None:
        """Try to free a seat. Only the owner may."""
        game, table, name = self._asked(number, name)
        if self._do(Does.FREE, name, game, seat) is not None:
            table.freed(seat)
            self._all_is_well(game, table)

    @rule(name=people, number=numbers, private=st.booleans())
    def settle(self, name: str, number: int, private: bool) -> None:
        """Try to make a table private or public. Only the owner may."""
        game, table, name = self._asked(number, name)
        body = {"private": private}
        if self._do(Does.SETTLE, name, game, body=body) is not None:
            table.private = private
            self._all_is_well(game, table)

    @rule(name=people, number=numbers, aside=st.booleans())
    def put_away(self, name: str, number: int, aside: bool) -> None:
        """Try to archive or restore a table. Only the owner may."""
        game, table, name = self._asked(number, name)
        if self._do(Does.PUT_AWAY, name, game, body={"away": aside}) is not None:
            table.aside = aside
            self.look_round(name)

    # -- play

    @rule(name=people, own=st.booleans(), number=numbers, seed=numbers, times=st.integers(1, 2))
    def act(self, name: str, own: bool, number: int, seed: int, times: int) -> None:
        """Try to act for the seat that must decide, as its person or another, perhaps twice."""
        game, table, name = self._asked(number, name)
        if table.over:
            return
        now = self._position(game)
        seat = now.to_act[0]
        name = table.seats.get(seat, name) if own else name
        action = RandomPlayer(seed).choose(now.game, seat)
        body = {"version": now.version, "action": A.encode(action)}
        if self._do(Does.ACT, name, game, seat, body=body) is not None:
            for _ in range(times - 1):
                self.who[name].act(game, now.version, action, 409)
            table.acted(seat, str(A.encode(action)))
            self._all_is_well(game, table)

    @rule(name=people, own=st.booleans(), number=numbers)
    def undo(self, name: str, own: bool, number: int) -> None:
        """Try to undo the last action, as its player or as another person."""
        game, table, name = self._asked(number, name)
        name = table.seats.get(table.now.seat, name) if own else name
        if self._do(Does.UNDO, name, game) is not None:
            table.undone()
            self._all_is_well(game, table)

    @precondition(lambda self: any(table.now.branches for table in self.tables.values()))
    @rule(name=people, own=st.booleans(), number=numbers)
    def redo(self, name: str, own: bool, number: int) -> None:
        """Try to redo an undone action."""
        game, table, name = self._asked(number, name)
        ahead = table.now.branches
        name = table.seats.get(ahead[-1].seat, name) if own and ahead else name
        if self._do(Does.REDO, name, game) is not None:
            table.redone()
            self._all_is_well(game, table)

    @rule(name=people, number=numbers, decline=st.booleans())
    def end(self, name: str, number: int, decline: bool) -> None:
        """Ask to end the game. All other people there agree, or the last of them declines."""
        game, table, name = self._asked(number, name)
        others = sorted({*table.seats.values()} - {name})
        if not self.away.isdisjoint(others):
            return
        waits = self._do(Does.ASK_FOR_END, name, game)
        if waits is None:
            return
        path = f"/api/games/{game}/motions"
        self.who[name].post(path, 409, {"kind": "end", "version": len(table.log)})
        for other in others:
            assert not self.operator.get(f"/api/games/{game}")["over"]
            yes = not decline or other != others[-1]
            waits = self.who[other].post(f"{path}/answer", 200, {"kind": "end", "yes": yes})
        if not decline or not others:
            assert waits == []
            table.ended()
        self._all_is_well(game, table)

    @rule(name=people, number=numbers)
    def export(self, name: str, number: int) -> None:
        """Export a game and check that the file has the actions of the current line."""
        game, table, name = self._asked(number, name)
        found = self._do(Does.EXPORT, name, game)
        if found is not None:
            assert [action["player"] for action in found["actions"]] == list(table.now.line())

    @precondition(lambda self: len(self.tables) < MOST)
    @rule(name=people, number=numbers)
    def branch(self, name: str, number: int) -> None:
        """Try to create a private game that begins as this one did."""
        game, table, name = self._asked(number, name)
        made = self._do(Does.BRANCH, name, game)
        if made is not None:
            self.tables[made["id"]] = table.branched(name)
            self._all_is_well(made["id"], self.tables[made["id"]])

    @rule(name=people, number=numbers)
    def rematch(self, name: str, number: int) -> None:
        """Ask for a rematch. A game has one rematch, and the first person who asks owns it."""
        game, table, name = self._asked(number, name)
        if table.over and table.rematch is None and len(self.tables) >= MOST:
            return
        made = self._do(Does.REMATCH, name, game)
        if made is not None and table.rematch is None:
            table.rematch = made["id"]
            self.tables[made["id"]] = table.once_more(name)
        if made is not None:
            assert made["id"] == table.rematch
            self._all_is_well(made["id"], self.tables[made["id"]])

    # -- chat

    @rule(name=people, number=numbers)
    def say(self, name: str, number: int) -> None:
        """Try to send a message, and check that everyone who may read it does."""
        game, table, name = self._asked(number, name)
        if self._do(Does.SAY, name, game) is not None:
            table.spoken(name)
            for other in NAMES:
                heard = self._do(Does.HEAR, other, game)
                if heard is not None:
                    said = [(each["number"], each["name"]) for each in heard["messages"]]
                    assert said == table.said
                    assert heard["writes"] == (other not in self.away and table.near(other))

    @rule(name=people, number=numbers)
    def keep_note(self, name: str, number: int) -> None:
        """Try to save a note, and check the notes of all people."""
        game, table, name = self._asked(number, name)
        note = f"{name}'s {len(table.notes)}"
        if self._do(Does.KEEP_NOTE, name, game, body={"text": note}) is not None:
            table.notes[name] = note
            for other in NAMES:
                found = self._do(Does.NOTE, other, game)
                assert found in (None, {"text": table.notes.get(other, "")})

    @rule(name=people, number=numbers)
    def visit(self, name: str, number: int) -> None:
        """Try to report that a person has seen the newest moment."""
        game, _, name = self._asked(number, name)
        self._do(Does.VISIT, name, game)

    @rule(name=people, number=numbers)
    def follow(self, name: str, number: int) -> None:
        """Try to follow a game. Only people without a seat may."""
        game, _, name = self._asked(number, name)
        self._do(Does.FOLLOW, name, game)

    # -- views

    @rule(number=numbers, does=deeds)
    def everybody_tries(self, number: int, does: Does) -> None:
        """Check that everyone's forbidden requests are refused, and that revoked links do not work."""
        game, table = self._table(number)
        for name in NAMES:
            away = name in self.away
            for seat in SEATS if does in OF_A_SEAT and self._sees(name, table) else SEATS[:1]:
                if table.door(does, name, seat, away=away) >= 400:
                    self._do(does, name, game, seat)
            if does is Does.INVITE:
                for secret in table.closed[-1:]:
                    self.who[name].post("/api/invitations", 401 if away else 404, {"secret": secret})

    @rule(name=st.sampled_from(NAMES))
    def look_round(self, name: str) -> None:
        """Check the lists of the lobby and the rematches that a person sees."""
        browser, away = self.who[name], name in self.away
        seen = {game for game, table in self.tables.items() if self._sees(name, table)}
        assert {each["id"] for each in browser.get("/api/games")} == seen
        for shelf in SHELVES:
            wanted = set()
            for game, table in self.tables.items():
                # A visitor without a session has the same lists as an account without tables.
                if game in seen and shelf in table.shelf("" if away else name):
                    wanted.add(game)
            listed = browser.get("/api/lobby", shelf=shelf)["games"]
            assert {each["id"] for each in listed} == wanted, shelf
        studies = {each["game"] for each in browser.get("/api/studies", limit=50)["studies"]}
        assert studies == {game for game in seen if self.tables[game].study}
        for game in seen:
            again = self.tables[game].rematch
            told = self._do(Does.LOOK_FOR_REMATCH, name, game)
            assert told == {"id": again if again in seen else None}

    def _all_is_well(self, game: str, table: Model) -> None:
        """Check a table against the model.

        Each acknowledged entry is in the log once and in order. All people who may look see the table of the
        model.
        """
        log = self.operator.get(f"/api/games/{game}/log")
        found = [(entry["kind"], entry["seat"] if entry["kind"] == "action" else "") for entry in log]
        assert found == table.log
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        for name in NAMES:
            around = self._do(Does.LOOK, name, game)
            if around is None:
                continue
            near = "" if name in self.away else name
            assert (around["private"], around["owner"]) == (table.private, table.owner)
            assert (around["owned"], around["begun"]) == (near == table.owner, table.begun)
            for each in around["seats"]:
                seat = each["seat"]
                had, held = table.seats.get(seat), table.held.get(seat)
                shown = FORMER if seat in table.former else had
                assert (each["person"], each["held"], each["mine"]) == (shown, held, had == near)
                assert each["free"] == (had is None and held in (None, near))

    def _sees(self, name: str, table: Model) -> bool:
        return not table.private or (name not in self.away and table.near(name))

    # -- requests

    def _made(self, name: str, private: bool) -> None:
        body = {"title": "1856", "seats": [{"name": seat} for seat in SEATS], "seed": 4, "private": private}
        made = self.who[name].post("/api/games", 401 if name in self.away else 201, body)
        if name not in self.away:
            self.tables[made["id"]] = Model(name, private, {SEATS[0]: name})

    def _position(self, game: str) -> Position:
        answer = self.operator.ask("GET", f"/api/games/{game}/position")
        return Position(msgspec.json.decode(answer.content, type=PositionFacts))
