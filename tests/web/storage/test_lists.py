"""Tests of the lists of games: their contents for each person, their pages and the indexes they use."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, create_engine, event, insert, text
from sqlalchemy.engine import Engine

import trunkline
from trunkline.web.accounts.table_status import place_all as put_in_place
from trunkline.web.database.game_tables import games
from trunkline.web.database.people_tables import chairs, follows, owned, people, seated
from trunkline.web.schemas.lists import Asking, Mark, MyState, Shelf, Wanted
from trunkline.web.schemas.scores import Scores
from trunkline.web.storage import rows
from trunkline.web.storage.store import SqlStore
from trunkline.web.storage.urls import Place, opened

MANY = 10_000
SEATS = "East", "West", "North"
ANN = Asking(False, "ann")
STRANGER = Asking(False, "zoe")
NOBODY = Asking(False)


class Filled(NamedTuple):
    """A store with many games, which are inserted without playing."""

    store: SqlStore
    engine: Engine


@pytest.fixture(scope="module", name="filled", params=["sqlite", "postgresql"])
def _filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    if request.param == "sqlite":
        kept: Place = tmp_path_factory.mktemp("lists") / "table.sqlite"
    else:
        from trunkline.web.storage.urls import parse_url

        kept = parse_url(request.getfixturevalue("postgresql").database())
    with contextlib.closing(opened(kept)) as store:
        engine = create_engine(f"sqlite:///{kept}" if isinstance(kept, Path) else kept)
        with engine.begin() as link:
            fill(link, MANY)
        if request.param == "postgresql":
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as link:
                link.execute(text("ANALYZE"))
        yield Filled(store, engine)  # type: ignore[arg-type]
        engine.dispose()


def fill(link: Connection, many: int) -> None:
    """Insert games: of every ten, three are open, four in play and three over. Every second game is private.

    Ann has the east seat of every hundredth game. She must decide in every second of those.
    """
    options = rows.text(trunkline.new("1856", list(SEATS), seed=3).options)
    seats = json.dumps([{"name": name, "kind": "person", "seed": 1} for name in SEATS])
    folk = "ann", "bob", "cy", "zoe"
    link.execute(
        insert(people),
        [
            {
                "id": id,
                "name": id.title(),
                "folded": id,
                "looks": id,
                "looks_small": id,
                "password": "",
                "created": 1,
            }
            for id in folk
        ],
    )
    all_games, all_chairs, all_owned, all_seated = [], [], [], []
    for number in range(many):
        id, at = f"game{number:06}", f"2026-01-{number // 1000 + 1:02}T00:00:00.{number % 1000:03}Z"
        kind = number % 10
        over, hers = kind >= 7, number % 100 in (5, 9)
        waits = "East" if number % 200 < 100 else "West"
        all_games.append(
            {
                "id": id,
                "title": "1856",
                "options": options,
                "seats": seats,
                "created": at,
                "moved": at,
                "program": "",
                "rules_version": 1,
                "version": number % 7 + 1,
                "round": "SR 1",
                "to_act": json.dumps([] if over else [waits]),
                "over": over,
            }
        )
        for index, seat in enumerate(SEATS):
            since = at if seat == waits and not over else None
            row = {"game_id": id, "seat": seat, "number": index, "kind": "person", "since": since}
            all_chairs.append(
                {**row, "worth": 100 - index if over else None, "place": index + 1 if over else None}
            )
            if kind >= 3 or index == 1:
                person = "ann" if hers and index == 0 else "bob" if index else "cy"
                all_seated.append({"game_id": id, "seat": seat, "person": person, "since": 1})
        all_owned.append({"game_id": id, "person": "bob", "private": number % 2 == 1, "created": number})
    for table, values in (
        (games, all_games),
        (chairs, all_chairs),
        (owned, all_owned),
        (seated, all_seated),
        # Ann follows five public games and five private ones, and two of her own.
        (follows, [{"game_id": f"game{n:06}", "person": "ann", "at": 1} for n in (*range(10, 20), 5, 9)]),
    ):
        link.execute(insert(table), values)
    put_in_place(link, owned.c.game_id.is_not(None))


def ids(filled: Filled, asking: Asking, shelf: Shelf, most: int = MANY, limit: int = 100) -> list[str]:
    """Return the ids of all pages of a list, or of the first games."""
    found: list[str] = []
    mark: Mark | None = None
    while len(found) < most:
        page = filled.store.page(asking, Wanted(shelf, limit, mark))
        found += [entry.game.id for entry in page.entries]
        mark = page.next
        if mark is None:
            break
    return found


def number(id: str) -> int:
    return int(id.removeprefix("game"))


def test_each_sees_what_may_be_looked_at(filled: Filled) -> None:
    for asking in (NOBODY, STRANGER):
        for shelf, kinds in (("open", (0, 1, 2)), ("watched", (3, 4, 5, 6)), ("finished", (7, 8, 9))):
            for id in ids(filled, asking, shelf, 300):  # type: ignore[arg-type]
                assert number(id) % 2 == 0, "a private table is shown"
                assert number(id) % 10 in kinds
        assert ids(filled, asking, "mine") == ids(filled, asking, "away") == []
    mine = ids(filled, ANN, "mine")
    assert len(mine) == len(set(mine)) == MANY // 100
    assert {number(id) % 100 for id in mine} == {5}
    # She sees private finished games of hers, and all public ones.
    over = ids(filled, ANN, "finished", 2000)
    assert {number(id) % 100 for id in over if number(id) % 2} == {9}
    assert over == sorted(over, reverse=True)


def test_the_games_that_wait_for_one_come_first(filled: Filled) -> None:
    page = filled.store.page(ANN, Wanted("mine", 100))
    waits = [entry.since is not None for entry in page.entries]
    assert waits == sorted(waits, reverse=True)
    assert sum(waits) == 50
    assert filled.store.waiting(ANN) == (50, "game000005")
    assert filled.store.waiting(STRANGER) == filled.store.waiting(NOBODY) == (0, None)


def own(filled: Filled, state: MyState, limit: int = 20) -> list[str]:
    """Return the ids of all pages of Ann's own games in a state."""
    shelf: Shelf = state if state in ("finished", "followed") else "mine"
    found: list[str] = []
    mark: Mark | None = None
    while True:
        page = filled.store.page(ANN, Wanted(shelf, limit, mark, state=state))
        found += [entry.game.id for entry in page.entries]
        mark = page.next
        if mark is None:
            return found


def test_own_games_are_listed_by_state_and_sandboxes_in_none(filled: Filled) -> None:
    waiting = own(filled, "waiting")
    assert [number(id) for id in waiting] == list(range(5, MANY, 200))
    assert [number(id) for id in own(filled, "others")] == list(range(105, MANY, 200))[::-1]
    assert {number(id) % 100 for id in own(filled, "finished")} == {9}
    assert [number(id) for id in own(filled, "followed", 2)] == [18, 16, 14, 12, 10]
    sandbox = "UPDATE games SET branched_from = {} WHERE id = 'game000005'"
    with filled.engine.begin() as link:
        link.execute(text(sandbox.format("'game000205'")))
    try:
        assert own(filled, "waiting") == waiting[1:]
        assert "game000005" not in own(filled, "others")
        assert filled.store.waiting(ANN) == (49, "game000205")
    finally:
        with filled.engine.begin() as link:
            link.execute(text(sandbox.format("NULL")))


def test_pages_follow_each_other_while_games_are_added(filled: Filled) -> None:
    whole = ids(filled, STRANGER, "finished", 40, 40)
    first = filled.store.page(STRANGER, Wanted("finished", 20))
    with filled.engine.begin() as link:
        link.execute(text("UPDATE games SET moved = '2027' WHERE id = 'game000008'"))
        put_in_place(link, owned.c.game_id == "game000008")
    second = filled.store.page(STRANGER, Wanted("finished", 20, first.next))
    assert [entry.game.id for entry in (*first.entries, *second.entries)] == whole[:40]
    assert ids(filled, STRANGER, "finished", 1, 1) == ["game000008"]
    assert [each.place for each in first.entries[0].standings] == [1, 2, 3]


def test_lists_are_narrowed_down(filled: Filled) -> None:
    def found(asking: Asking = ANN, **more: Any) -> int:
        return len(filled.store.page(asking, Wanted("mine", **more)).entries)

    assert found(title="1851") == 0 != found(title="1856")
    assert found(text="eas") == found() != 0 == found(text="south")
    assert found(text="%") == 0
    assert found(player="ANN") == found(player="east") == found() != 0 == found(player="zoe")
    assert len(filled.store.page(Asking(), Wanted("finished", text="North")).entries) == 50


def test_what_somebody_has_won_is_counted_by_the_database(filled: Filled) -> None:
    found = filled.store.scores(ANN, "ann")
    assert (found.name, found.games, found.wins, found.shared) == ("Ann", MANY // 100, MANY // 100, 0)
    # Bob has two seats in each of Ann's games, so he is no rival there. Her games are private.
    assert found.rivals == ()
    assert filled.store.scores(STRANGER, "ann") == Scores("ann")
    cy = filled.store.scores(STRANGER, "cy")
    assert [(each.title, each.games) for each in cy.titles] == [("1856", cy.games)]
    assert filled.store.scores(Asking(), "east").games == MANY * 3 // 10


QUESTIONS = [
    *((asking, shelf) for asking in (ANN, STRANGER, NOBODY) for shelf in ("open", "watched", "finished")),
    *((asking, shelf) for asking in (ANN, STRANGER) for shelf in ("mine", "away", "waiting", "scores")),
    *((ANN, f"own {state}") for state in ("waiting", "others", "finished", "followed")),
    (Asking(), "finished"),
    (Asking(), "mine"),
]


@pytest.mark.parametrize(("asking", "shelf"), QUESTIONS)
def test_lists_go_by_indexes_and_open_no_game(filled: Filled, asking: Asking, shelf: str) -> None:
    asked: list[tuple[str, Any]] = []

    def note(link: object, cursor: object, statement: str, parameters: Any, *more: object) -> None:
        asked.append((statement, parameters))

    event.listen(filled.store.engine, "before_cursor_execute", note)
    try:
        if shelf == "waiting":
            filled.store.waiting(asking)
        elif shelf.startswith("own "):
            own(filled, shelf.removeprefix("own "), 1000)  # type: ignore[arg-type]
        elif shelf == "scores":
            filled.store.scores(asking, "ann")
        else:
            filled.store.page(asking, Wanted(shelf))  # type: ignore[arg-type]
    finally:
        event.remove(filled.store.engine, "before_cursor_execute", note)
    asked = [each for each in asked if each[0].startswith(("SELECT", "WITH"))]
    # The number of statements does not depend on the number of games: the page, its rows and the standings.
    assert 1 <= len(asked) <= 4
    assert not any(re.search(r"\b(entries|states)\b", statement) for statement, _ in asked)
    sqlite = filled.engine.dialect.name == "sqlite"
    with filled.engine.connect() as link:
        if not sqlite:
            # PostgreSQL prefers to scan a small table. This setting shows whether an index can be used.
            link.execute(text("SET enable_seqscan = off"))
        for statement, parameters in asked:
            explain = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "
            plan = "\n".join(
                str(row[-1]) for row in link.exec_driver_sql(explain + statement, parameters).all()
            )
            scans = re.findall(r"SCAN (?:games|owned|seated|chairs)\b(?! USING)", plan)
            if shelf == "waiting" and asking.person:
                # A full scan of an index is allowed, except here.
                scans += re.findall(r"SCAN chairs\b", plan)
            scans += re.findall(r"Seq Scan on (?:games|owned|seated|chairs)\b", plan)
            # The check for a person's second seat must not read all seats of that person.
            scans += re.findall(r"SEARCH seated_\d+ USING INDEX seated_person \(person=\?\)", plan)
            assert not scans, f"{statement}\n{plan}"
