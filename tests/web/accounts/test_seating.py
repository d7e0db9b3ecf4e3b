"""Tests of seating: one person a seat, and no access for people who do not belong to the table."""

from __future__ import annotations

import threading

import pytest

from trunkline.web.accounts.permissions import Visitor
from trunkline.web.errors import AlreadyTaken, Invalid, NotFound
from web.accounts.world import World


def test_of_two_who_want_one_seat_one_has_it(world: World) -> None:
    owner = world.person("Owner One")
    two = [world.person(name) for name in ("Ann", "Bob")]
    for number in range(10):
        game = f"g{number}"
        world.seating.found(game, owner, [], private=False)
        gate = threading.Barrier(2)
        failed: list[str] = []

        def sit(
            person: str, game: str = game, gate: threading.Barrier = gate, failed: list[str] = failed
        ) -> None:
            gate.wait()
            try:
                world.seating.join(game, person, "East")
            except AlreadyTaken as error:
                failed.append(str(error))

        both = [threading.Thread(target=sit, args=(person,)) for person in two]
        for each in both:
            each.start()
        for each in both:
            each.join()
        assert failed == ["Another person has that seat."]
        assert len(world.seating.around(game).sitting) == 1


def test_a_person_has_one_seat_but_at_a_table_of_his_own(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    world.seating.found("g", ann, ["East"], private=False)
    world.seating.join("g", ann, "West", several=True)
    world.seating.join("g", bob, "North")
    with pytest.raises(Invalid, match="already"):
        world.seating.join("g", bob, "South")
    place = world.seating.place("g", ann)
    assert place is not None
    assert place.seats == {"East", "West"}


def test_a_seat_that_was_left_or_freed_can_be_taken(world: World) -> None:
    ann, bob, cy = (world.person(name) for name in ("Ann", "Bob", "Cyr"))
    world.seating.found("g", ann, ["East"], private=True)
    world.seating.join("g", bob, "West")
    world.seating.leave("g", bob, "West")
    with pytest.raises(Invalid):
        world.seating.leave("g", bob, "West")
    with pytest.raises(Invalid):
        world.seating.leave("g", bob, "East")
    world.seating.join("g", cy, "West")
    world.seating.free("g", "West")
    with pytest.raises(Invalid):
        world.seating.free("g", "West")
    world.accounts.delete(ann)
    world.seating.join("g", bob, "East")
    assert [(each.seat, each.name) for each in world.seating.around("g").sitting] == [("East", "Bob")]


def test_a_link_leads_to_its_table_until_it_is_closed_or_old(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    world.seating.found("g", ann, [], private=True)
    world.seating.found("other", ann, [], private=True)
    secret, until = world.seating.invite("g")
    assert secret not in world.rows()
    assert [world.seating.accept(secret, bob) for _ in range(2)] == ["g", "g"]
    place, other = world.seating.place("g", bob), world.seating.place("other", bob)
    assert place is not None
    assert other is not None
    assert (place.guest, other.guest) == (True, False)
    world.now = until
    with pytest.raises(NotFound):
        world.seating.accept(secret, bob)
    secret, _ = world.seating.invite("g")
    world.seating.close_links("other")
    assert world.seating.accept(secret, bob) == "g"
    world.seating.close_links("g")
    for closed in (secret, "", "made up"):
        with pytest.raises(NotFound):
            world.seating.accept(closed, bob)
    for _ in range(20):
        world.seating.invite("g")
    with pytest.raises(Invalid, match="20"):
        world.seating.invite("g")
    world.seating.leave("g", bob)
    place = world.seating.place("g", bob)
    assert place is not None
    assert not place.guest


def test_lists_hold_what_one_may_look_at(world: World) -> None:
    ann, bob, cy = (world.person(name) for name in ("Ann", "Bob", "Cyr"))
    for game, person, private in (("open", ann, False), ("hers", ann, True), ("his", bob, True)):
        world.now += 1
        world.seating.found(game, person, [], private=private)
    world.seating.join("his", cy, "West")
    secret, _ = world.seating.invite("hers")
    world.seating.accept(secret, cy)

    def seen(visitor: Visitor, *, mine: bool = False) -> list[str]:
        return [game for game, _ in world.seating.visible(visitor, mine=mine)]

    assert seen(Visitor()) == ["open"]
    assert seen(Visitor(ann)) == ["hers", "open"]
    assert seen(Visitor(bob)) == ["his", "open"]
    assert seen(Visitor(cy)) == ["his", "hers", "open"]
    assert seen(Visitor(cy), mine=True) == ["his", "hers"]
    assert seen(Visitor(bob, operator=True)) == ["his", "hers", "open"]
    assert seen(Visitor(bob, operator=True), mine=True) == ["his"]
    assert seen(Visitor(), mine=True) == ["open"]


def test_lists_come_in_pages(world: World) -> None:
    ann = world.person("Ann")
    for number in range(25):
        world.now += number % 2
        world.seating.found(f"g{number:02}", ann, [], private=False)
    found: list[str] = []
    last: tuple[int, str] | None = None
    while page := world.seating.visible(Visitor(), limit=10, before=last):
        found += [game for game, _ in page]
        last = (page[-1][1], page[-1][0])
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == len(found) == 25
    assert set(world.seating.many(found)) == set(found)
