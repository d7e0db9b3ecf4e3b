"""Tests of the worker that runs the bots. If it stops or loses the database, another one takes over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from patience import until
from trunkline import actions as A
from trunkline.web.storage.urls import parse_url
from web.http.api import Api, Table, table_at
from web.storage.test_migrations import engine_of
from web.storage.test_two_workers import tables


@pytest.fixture(name="workers")
def three_workers(database: str) -> Iterator[list[Api]]:
    """Three workers on one database. The first runs the bots.

    A test that closes a worker removes it from the list.
    """
    found = [Api(table_at(parse_url(database)).__enter__())]
    until(lambda: tables(found[0]).store.is_elected)
    found += [Api(table_at(parse_url(database)).__enter__()) for _ in range(2)]
    yield found
    for api in found:
        api.close()


def on_duty(workers: list[Api]) -> list[Api]:
    """Return the workers that run the bots."""
    return [api for api in workers if tables(api).store.is_elected]


def test_another_worker_goes_on_where_one_ends(workers: list[Api]) -> None:
    first = workers.pop(0)
    made = first.new(people=("Ann", "Bob"), bots=("Dot",))
    first.close()
    # At this moment hardly any worker runs the bots.
    for version, name in enumerate(("Ann", "Bob")):
        Table(workers[0], made.id).act(A.Pass(name), version=version)
    here = Table(workers[0], made.id)
    until(lambda: len(here.log()) == 3)
    assert here.log()[2]["seat"] == "Dot"
    assert len(on_duty(workers)) == 1


def test_who_has_lost_the_database_has_lost_the_duty_and_misses_nothing(
    workers: list[Api], database: str
) -> None:
    one, other = workers[0].new(people=("Ann", "Bob"), bots=("Dot",)), workers[1].new()
    held = tables(workers[0])[other.id]
    engine = engine_of(parse_url(database))
    with engine.connect() as link:
        listening = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        duty = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
        assert link.execute(text(duty)).all()
        link.execute(text(listening))
    engine.dispose()
    # When the listener reconnects, the worker finds the entries it missed, without a request.
    other.act(A.Pass("Ann"))
    until(lambda: held.version == 1)
    for version, name in enumerate(("Ann", "Bob")):
        Table(workers[2], one.id).act(A.Pass(name), version=version)
    until(lambda: len(one.log()) == 3)
    until(lambda: len(on_duty(workers)) == 1)
    assert [entry["seat"] for entry in one.log()] == ["Ann", "Bob", "Dot"]
