"""Tests of every address with every kind of visitor, against the permission table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from litestar import Litestar, get

from trunkline.web.accounts.permissions import AT_TABLES, CELLS, Operation, Role, Visitor, allowed, kinds
from trunkline.web.accounts.permissions import TableRole as At
from trunkline.web.http.declared_operations import check_declared, operation_of
from web.http.house import SEATS, Browser, House

FILLED = {
    "title": "1856",
    "key": "none",
    "hex": "P9",
    "corp": "GT",
    "number": "0",
    "rule": "1856.initial.options",
    "path": "none",
    "lesson": "track",
    "comment": "none",
    "puzzle": "b7ca9c627f",
    "topic": "opening",
    "name": "Ann",
}
NO_GAME = {"error": "There is no such game.", "rule": None, "version": None, "missed": None}


class Address(NamedTuple):
    """A method and a path of the server, with its operation."""

    method: str
    path: str
    operation: Operation

    def at(self, game: str) -> str:
        """Return the path for a game, with parameters that let no handler change anything."""
        path = self.path.replace("{id:str}", game)
        for name, value in FILLED.items():
            for kind in ("str", "int", "path"):
                path = path.replace(f"/{{{name}:{kind}}}", f"/{value}")
        assert "{" not in path, f"{path}: say in FILLED what stands there"
        if not path.startswith("/api/games/"):
            return path
        # No game has this moment, level or event number.
        return f"{path}?at=2000000000&level=none&after=-1&choice=0"


def addresses(house: House) -> list[Address]:
    """Return every method and path of the server."""
    found = []
    for route in house.app.routes:
        for handler in route.route_handlers:  # type: ignore[union-attr]
            operation = operation_of(handler)
            assert operation is not None, f"{route.path} of {handler} is let through for nobody"
            path = "/" + "/".join(
                part if isinstance(part, str) else f"{{{part.full}}}" for part in route.path_components
            )
            found += [Address(str(method), path, operation) for method in sorted(handler.http_methods)]
    return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for all tests of this module."""
    with House(tmp_path_factory.mktemp("access") / "table.sqlite") as found:
        yield found


UNKNOWN = (Role.NOBODY, Role.LEARNER, Role.READER)
"""The roles of visitors who are not signed in."""


class Visitors(NamedTuple):
    """A person of each role, and a table."""

    game: str
    lesson: str
    """The game of the learner, who has no account."""
    study: str
    """The private study whose link the reader has, who has no account."""
    private: bool
    all: dict[Role, Browser]


@pytest.fixture(scope="module", params=[False, True], ids=["public", "private"])
def visitors(house: House, request: pytest.FixtureRequest) -> Visitors:
    """A table with two seated people, a guest and an owner without a seat, and people who are not there."""
    private: bool = request.param
    word = "P" if private else "O"
    who: dict[Role, Browser] = {
        kind: house.person(f"{word} {kind}") for kind in Role if kind not in (*UNKNOWN, Role.OPERATOR)
    }
    who[Role.OPERATOR] = house.person(f"{word} runs it", operator=True)
    who |= {kind: Browser(house) for kind in UNKNOWN}
    lesson = who[Role.LEARNER].post("/api/lessons/track/games", 201, {"step": 0})["id"]
    study = begun_study(who[Role.OWNER])
    opened_link(who[Role.READER], who[Role.OWNER], study)
    game = who[Role.OWNER].table(private=private)
    who[Role.OWNER].post(f"/api/games/{game}/leave", 204, {})
    for kind, seat in ((Role.TO_ACT, SEATS[0]), (Role.SEATED, SEATS[1]), (Role.WATCHER, "")):
        who[kind].comes_by_link(who[Role.OWNER], game)
        if seat:
            who[kind].join(game, seat)
    assert who[Role.OWNER].get(f"/api/games/{game}")["decision"]["seats"] == [SEATS[0]]
    return Visitors(game, lesson, study, private, who)


def begun_study(owner: Browser) -> str:
    """Return a new private study."""
    return str(owner.post(f"/api/games/{owner.table()}/studies", 201, {"name": "A study", "at": 0})["id"])


def opened_link(reader: Browser, owner: Browser, study: str) -> None:
    """Make a link to a study and open it in another browser."""
    secret = owner.ask("PUT", f"/api/games/{study}/study/link", 200)["secret"]
    assert reader.post("/api/read", 200, {"secret": secret}) == {"id": study}


def test_every_address_has_one_operation_and_every_operation_an_address(house: House) -> None:
    found = addresses(house)
    assert len(found) > 70
    assert {address.operation for address in found} == set(Operation)


def test_a_handler_without_an_operation_is_refused_at_the_start() -> None:
    @get("/api/forgotten", sync_to_thread=False)
    def forgotten() -> None:
        """Answer a request that has no row in the table."""

    with pytest.raises(TypeError, match="/api/forgotten declares no operation"):
        check_declared(Litestar([forgotten], openapi_config=None))


def test_what_is_done_at_a_table_names_the_table(house: House) -> None:
    for address in addresses(house):
        if address.method == "OPTIONS":
            continue
        assert (address.operation in AT_TABLES) == ("{id:str}" in address.path and "/api/" in address.path), (
            address
        )


@pytest.mark.parametrize("kind", list(Role))
def test_each_cell_of_the_table_holds(house: House, visitors: Visitors, kind: Role) -> None:
    wrong = []
    for address in addresses(house):
        answer = asked(visitors, kind, address)
        wanted = expected(address.operation, kind, visitors.private)
        said = told(answer)
        if said != wanted:
            wrong.append(f"{address.method} {address.path} ({address.operation}): {said}, not {wanted}")
    assert wrong == []


def asked(visitors: Visitors, kind: Role, address: Address) -> Any:
    """Send a request of one role to an address. It changes nothing."""
    browser = visitors.all[kind]
    if address == ("DELETE", "/api/sessions", Operation.SIGN_IN) and browser.id:
        # Sign-out ends the session, so use a separate one.
        house = browser.house
        browser = Browser(house)
        browser.cookies[house.porter.cookie] = house.porter.credentials.begin(visitors.all[kind].id, "")
    game = {Role.LEARNER: visitors.lesson, Role.READER: visitors.study}.get(kind, visitors.game)
    return browser.ask(address.method, address.at(game))


def expected(operation: Operation, kind: Role, private: bool) -> str:
    """Return the answer that the cells of the permission table require."""
    if kind in (Role.LEARNER, Role.READER) and operation not in AT_TABLES:
        kind = Role.NOBODY
    cell = CELLS[operation][kind]
    # Anyone with an account also has the permissions of a stranger.
    cells = {cell} if kind in UNKNOWN else {cell, CELLS[operation][Role.STRANGER]}
    if operation not in AT_TABLES and kind not in (*UNKNOWN, Role.OPERATOR):
        cells = {CELLS[operation][Role.STRANGER]}
    if cells & {"yes", "own", "asked"} or ("public" in cells and not private):
        return "let through"
    if operation in AT_TABLES and private and kind in (Role.NOBODY, Role.STRANGER):
        return "not there"
    return "sign in" if kind in UNKNOWN else "may not"


def told(answer: Any) -> str:
    """Return the kind of an answer."""
    if answer.status_code == 401:
        return "sign in"
    if answer.status_code == 403:
        return "may not"
    is_json = answer.headers.get("content-type") == "application/json"
    if answer.status_code == 404 and is_json and answer.json() == NO_GAME:
        return "not there"
    assert answer.status_code < 500, answer.text
    return "let through"


def test_a_private_table_is_answered_as_one_that_is_none(house: House) -> None:
    owner, stranger = house.person("Owner of it"), house.person("Stranger to it")
    game = owner.table(private=True)
    for address in addresses(house):
        if address.operation not in AT_TABLES:
            continue
        for browser in (stranger, Browser(house)):
            there = browser.ask(address.method, address.at(game))
            none = browser.ask(address.method, address.at("0123456789"))
            assert (
                (there.status_code, there.content) == (none.status_code, none.content) == (404, there.content)
            )
            kept = [{k: v for k, v in one.headers.items() if k != "x-request-id"} for one in (there, none)]
            assert kept[0] == kept[1]


def test_this_test_reads_the_table_as_the_server_does() -> None:
    for operation in AT_TABLES:
        for private in (False, True):
            for kind, place in (
                (Role.STRANGER, At(private)),
                (Role.LEARNER, At(private, lesson=True)),
                *([(Role.READER, At(private, reader=True))] if private else []),
                (Role.WATCHER, At(private, guest=True)),
                (Role.SEATED, At(private, seats=frozenset({"East"}))),
                (Role.OWNER, At(private, owner=True)),
            ):
                through = allowed(operation, kinds(Visitor("ann"), place), private=private)
                assert through == (expected(operation, kind, private) == "let through")
