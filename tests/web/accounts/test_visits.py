"""Tests of the newest moment of a game that a person has seen."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from trunkline.web.accounts.visits import Visit, Visits
from web.accounts.world import World


def test_a_version_never_becomes_smaller(world: World) -> None:
    ann = world.accounts.sign_up("Ann", "a dozen brass locks").id
    now = [100.0]
    visits = Visits(world.database, lambda: now[0])
    assert visits.last("g", ann) is None
    visits.record("g", ann, 7)
    now[0] = 200.0
    for smaller in (3, 7):
        visits.record("g", ann, smaller)
        assert visits.last("g", ann) == Visit(7, 100)
    visits.record("g", ann, 8)
    assert visits.last("g", ann) == Visit(8, 200)


def test_each_person_and_each_game_has_a_visit_of_its_own(world: World) -> None:
    ann, bob = (world.accounts.sign_up(name, "a dozen brass locks").id for name in ("Ann", "Bob"))
    visits = Visits(world.database, lambda: 5.0)
    visits.record("g", ann, 1)
    visits.record("h", ann, 2)
    visits.record("g", bob, 3)
    assert visits.many(["g", "h", "none"], ann) == {"g": Visit(1, 5), "h": Visit(2, 5)}
    assert visits.many(["g", "h"], bob) == {"g": Visit(3, 5)}
    assert visits.many(["g"], "") == {}


def test_of_windows_that_report_at_once_the_newest_version_remains(world: World) -> None:
    ann = world.accounts.sign_up("Ann", "a dozen brass locks").id
    visits = Visits(world.database, lambda: 5.0)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda version: visits.record("g", ann, version), (3, 9, 1, 12, 5, 8, 2, 4)))
    assert visits.last("g", ann) == Visit(12, 5)
