"""Three people at tables, whatever they do in whatever order: a model says who may do what, and what the log
must hold."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from server.house import PASSWORD, SEATS, Browser, House
from trunkline.client import Position
from trunkline.facts.position import PositionFacts
from trunkline.players.random_player import RandomPlayer

RUNS = int(os.environ.get("TRUNKLINE_STATEFUL_RUNS", "8"))
"""Stories that are told; thousands find what a few do not."""
NAMES = "Ann", "Bob", "Cyd"
people = st.sampled_from(NAMES)
numbers = st.integers(0, 99)


@dataclass
class Model:
    """What a table must be like."""

    owner: str
    private: bool
    seats: dict[str, str]
    """Who plays for whom."""
    guests: set[str] = field(default_factory=set)
    log: list[tuple[str, str]] = field(default_factory=list)
    """What was acknowledged: kinds of entries and seats."""
    line: list[str] = field(default_factory=list)
    """The seats that have acted in the line in play."""

    def near(self, name: str) -> bool:
        """Whether somebody has to do with it."""
        return name == self.owner or name in self.guests or name in self.seats.values()

    @property
    def begun(self) -> bool:
        """Whether somebody has acted."""
        return any(kind == "action" for kind, _ in self.log)


class Tables(RuleBasedStateMachine):
    """Everything that can be done."""

    told: set[tuple[str, int]] = set()
    """What was done in all stories, and how it was answered."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.house = House(Path(self.folder.name) / "table.sqlite")
        self.house.__enter__()
        self.operator = self.house.person("Opal", operator=True)
        self.who: dict[str, Browser] = {name: self.house.person(name) for name in NAMES}
        self.away: set[str] = set()
        self.tables: dict[str, Model] = {}

    def teardown(self) -> None:
        """Close the house."""
        self.house.__exit__()
        self.folder.cleanup()

    @initialize(private=st.booleans(), played=st.integers(1, 3), back=st.booleans())
    def begin(self, private: bool, played: int, back: bool) -> None:
        """There is a table from the beginning, at which everybody sits and has perhaps acted."""
        self._made(NAMES[0], private)
        ((game, table),) = self.tables.items()
        for name, seat in zip(NAMES[1:], SEATS[1:], strict=True):
            self.who[name].comes_by_link(self.who[NAMES[0]], game)
            self.who[name].join(game, seat)
            table.guests.add(name)
            table.seats[seat] = name
        for number in range(played - 1):
            self.act(NAMES[0], True, 0, number, 2)
        if back:
            self.undo(NAMES[0], True, 0)

    @rule(name=people)
    def sign_out(self, name: str) -> None:
        """Somebody signs out, once more perhaps."""
        self.who[name].ask("DELETE", "/api/sessions", 204)
        self.who[name].cookies.clear()
        self.away.add(name)

    @rule(name=people)
    def sign_in(self, name: str) -> None:
        """Somebody comes back."""
        self.who[name].post("/api/sessions", 200, {"name": name, "password": PASSWORD})
        self.away.discard(name)

    @precondition(lambda self: len(self.tables) < 3)
    @rule(name=people, private=st.booleans())
    def create(self, name: str, private: bool) -> None:
        """Somebody makes a table."""
        self._made(name, private)

    @rule(name=people, number=numbers, guest=people)
    def invite(self, name: str, number: int, guest: str) -> None:
        """Somebody makes a link, and somebody comes by it."""
        game, table = self._table(number)
        status = self._door(table, name, 201 if name == table.owner else 403)
        link = self.who[name].post(f"/api/games/{game}/links", status, None)
        if status == 201:
            body = {"secret": link["secret"]}
            self.who[guest].post("/api/invitations", 401 if guest in self.away else 200, body)
            if guest not in self.away and guest != table.owner:
                table.guests.add(guest)

    @rule(name=people, number=numbers, seat=st.sampled_from(SEATS))
    def join(self, name: str, number: int, seat: str) -> None:
        """Somebody wants a seat."""
        game, table = self._table(number)
        free = seat not in table.seats and (name == table.owner or name not in table.seats.values())
        answer = self.who[name].ask("POST", f"/api/games/{game}/people", body={"seat": seat})
        if table.seats.get(seat) == name:
            assert answer.status_code in (self._door(table, name, 200), 409, 422)
        elif free:
            assert answer.status_code == self._door(table, name, 200), answer.text
            if answer.status_code == 200:
                table.seats[seat] = name
        else:
            assert answer.status_code in {self._door(table, name, status) for status in (409, 422)}

    @rule(name=people, number=numbers)
    def leave(self, name: str, number: int) -> None:
        """Somebody wants to go."""
        game, table = self._table(number)
        sits = name in table.seats.values()
        here = 403 if not sits and name not in table.guests else 422 if sits and table.begun else 204
        status = self._door(table, name, here)
        self.who[name].post(f"/api/games/{game}/leave", status, {})
        self.told.add(("leave", status))
        if status == 204:
            table.guests.discard(name)
            table.seats = {seat: person for seat, person in table.seats.items() if person != name}

    @rule(name=people, number=numbers, private=st.booleans())
    def settle(self, name: str, number: int, private: bool) -> None:
        """Somebody wants the table private, or public."""
        game, table = self._table(number)
        status = self._door(table, name, 204 if name == table.owner else 403)
        self.who[name].post(f"/api/games/{game}/privacy", status, {"private": private})
        table.private = private if status == 204 else table.private

    @rule(name=people, own=st.booleans(), number=numbers, seed=numbers, times=st.integers(1, 2))
    def act(self, name: str, own: bool, number: int, seed: int, times: int) -> None:
        """Somebody acts for whoever must decide, in one's own seat or not, and perhaps sends it twice."""
        game, table = self._table(number)
        now = self._position(game)
        seat = now.to_act[0]
        name = table.seats.get(seat, name) if own else name
        full = table.begun or set(table.seats) == set(SEATS)
        here = 403 if table.seats.get(seat) != name else 200 if full else 422
        action = RandomPlayer(seed).choose(now.game, seat)
        for again in range(times):
            stale = again and here == 200
            status = self._door(table, name, 409 if stale else here)
            self.who[name].act(game, now.version, action, status)
            self.told.add(("act", status))
        if self._door(table, name, here) == 200:
            table.log.append(("action", seat))
            table.line.append(seat)

    @precondition(lambda self: any(table.log for table in self.tables.values()))
    @rule(name=people, own=st.booleans(), number=numbers)
    def undo(self, name: str, own: bool, number: int) -> None:
        """Somebody wants to take back what was played last, perhaps by oneself."""
        game, table = self._table(number)
        name = table.seats.get(table.line[-1], name) if own and table.line else name
        sits = name in table.seats.values()
        own = bool(table.line) and table.seats.get(table.line[-1]) == name
        here = 403 if not sits else 422 if not table.line else 200 if own else 403
        status = self._door(table, name, here)
        body = {"version": len(table.log), "to": None}
        self.who[name].post(f"/api/games/{game}/undo", status, body)
        self.told.add(("undo", status))
        if status == 200:
            table.log.append(("undo", ""))
            table.line.pop()

    @rule(name=people, number=numbers)
    def export(self, name: str, number: int) -> None:
        """Somebody takes a file along, and looks for it whether it is the line in play."""
        game, table = self._table(number)
        answer = self.who[name].ask("GET", f"/api/games/{game}/export")
        assert answer.status_code == self._door(table, name, 200)
        if answer.status_code == 200:
            assert [action["player"] for action in answer.json()["actions"]] == table.line

    @precondition(lambda self: len(self.tables) < 3)
    @rule(name=people, number=numbers)
    def branch(self, name: str, number: int) -> None:
        """Somebody wants a game of one's own that begins as this one did."""
        game, table = self._table(number)
        status = self._door(table, name, 201)
        made = self.who[name].post(f"/api/games/{game}/branch", status, {"at": len(table.log)})
        if status == 201:
            played = [("action", seat) for seat in table.line]
            self.tables[made["id"]] = Model(
                name, True, dict.fromkeys(SEATS, name), set(), played, [*table.line]
            )

    @invariant()
    def what_was_acknowledged_is_in_the_log_once_and_in_order(self) -> None:
        """And the version is how much there is."""
        for game, table in self.tables.items():
            log = self.operator.get(f"/api/games/{game}/log")
            found = [(entry["kind"], entry["seat"] if entry["kind"] == "action" else "") for entry in log]
            assert found == table.log
            assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))

    @invariant()
    def who_has_nothing_to_do_with_a_private_table_does_not_see_it(self) -> None:
        """Neither in lists nor by its address; all others do."""
        for name, browser in self.who.items():
            listed = {each["id"] for each in browser.get("/api/games")}
            for game, table in self.tables.items():
                seen = not table.private or (name not in self.away and table.near(name))
                assert (game in listed) == seen
                browser.get(f"/api/games/{game}/people", 200 if seen else 404)

    def _made(self, name: str, private: bool) -> None:
        seats = [{"name": seat} for seat in SEATS]
        body = {"title": "1856", "seats": seats, "seed": 4, "private": private}
        made = self.who[name].post("/api/games", 401 if name in self.away else 201, body)
        if name not in self.away:
            self.tables[made["id"]] = Model(name, private, {SEATS[0]: name})

    def _table(self, number: int) -> tuple[str, Model]:
        return list(self.tables.items())[number % len(self.tables)]

    def _position(self, game: str) -> Position:
        answer = self.operator.ask("GET", f"/api/games/{game}/position")
        return Position(msgspec.json.decode(answer.content, type=PositionFacts))

    def _door(self, table: Model, name: str, inside: int) -> int:
        """What somebody is told who may come in only to some tables, and is told otherwise inside."""
        if name in self.away:
            return 404 if table.private else 401
        return inside if not table.private or table.near(name) else 404


@pytest.mark.slow
def test_the_tables_are_as_the_model_says_whatever_people_do() -> None:
    bounds = settings(
        max_examples=RUNS,
        stateful_step_count=30,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Tables, settings=bounds)
    # Stories in which nothing succeeds, or nobody is refused, would prove nothing.
    assert {("act", 200), ("act", 409), ("undo", 200)} <= Tables.told
