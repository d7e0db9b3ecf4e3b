"""Tests of muted and blocked people, on either database."""

from __future__ import annotations

import pytest

from trunkline.web.accounts.blocklist import BlockedPerson, Blocklist, check_seat
from trunkline.web.chat.messages import Chat
from trunkline.web.errors import Denied, Invalid
from web.accounts.world import World


def block(world: World, person: str, name: str, *, mute: bool = False, block: bool = False) -> None:
    """Mute or block a person by name."""
    Blocklist(world.database).put(person, world.accounts.named(name), mute=mute, block=block)


def sit(world: World, game: str, person: str, seat: str, *, begun: bool = False) -> None:
    """Take a seat, as the server does."""
    with world.database.writing() as link:
        check_seat(link, game, person, begun=begun)
        world.seating.join_in(link, game, person, seat)


def test_the_list_is_changed_and_emptied(world: World) -> None:
    ann = world.person("Ann")
    world.person("Bob")
    block(world, ann, "bob", mute=True)
    block(world, ann, "Bob", mute=True, block=True)
    assert Blocklist(world.database).of(ann) == [BlockedPerson("Bob", True, True)]
    block(world, ann, "Bob")
    assert Blocklist(world.database).of(ann) == []
    with pytest.raises(Invalid, match="yourself"):
        block(world, ann, "Ann", mute=True)


def test_a_muted_person_writes_unseen(world: World) -> None:
    ann, bob, cy = world.person("Ann"), world.person("Bob"), world.person("Cy")
    chat = Chat(world.database, clock=lambda: world.now)
    world.seating.found("g1", ann, ["East"], private=False)
    chat.say("g1", bob, "first")
    chat.say("g1", cy, "second")
    chat.say("g1", bob, "third")
    assert chat.unread("g1", ann) == (0, 3)
    block(world, ann, "Bob", mute=True)
    assert [each.text for each in chat.before("g1", None, 10, ann)] == ["second"]
    assert chat.unread("g1", ann) == (0, 1)
    # The others, and visitors without an account, see everything.
    for other in (bob, cy, ""):
        assert len(chat.before("g1", None, 10, other)) == 3
    assert chat.muted_by({"Bob", "Cy"}) == {ann: frozenset({"Bob"})}


def test_a_blocked_person_cannot_join_the_table_of_its_owner(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    world.seating.found("g1", ann, ["East"], private=False)
    secret, _ = world.seating.invite("g1")
    block(world, ann, "Bob", block=True)
    for begun in (False, True):
        with pytest.raises(Denied, match="The owner of this table has blocked you"):
            sit(world, "g1", bob, "West", begun=begun)
    with pytest.raises(Denied, match="The owner of this table has blocked you"):
        world.seating.accept(secret, bob)
    assert world.seating.sitting("g1") == {"East": ann}
    block(world, ann, "Bob", mute=True)
    world.seating.accept(secret, bob)
    sit(world, "g1", bob, "West")


def test_a_blocked_person_takes_no_seat_beside_one_before_the_game_begins(world: World) -> None:
    ann, bob, cy = world.person("Ann"), world.person("Bob"), world.person("Cy")
    world.seating.found("g1", cy, ["North"], private=False)
    sit(world, "g1", ann, "East")
    block(world, ann, "Bob", block=True)
    with pytest.raises(Denied, match="A player at this table has blocked you"):
        sit(world, "g1", bob, "West")
    sit(world, "g1", bob, "West", begun=True)


def test_a_blocked_person_invites_neither_by_link_nor_to_a_rematch(world: World) -> None:
    ann, bob, cy = world.person("Ann"), world.person("Bob"), world.person("Cy")
    world.seating.found("g1", bob, ["West"], private=True)
    secret, _ = world.seating.invite("g1")
    sit(world, "g1", ann, "East")
    sit(world, "g1", cy, "North")
    block(world, ann, "Bob", block=True)
    with pytest.raises(Denied, match="You have blocked Bob, who owns this table"):
        world.seating.accept(secret, ann)
    world.seating.create_rematch("g2", bob, ["West"], "g1")
    around = world.seating.around("g2")
    assert [(each.seat, each.name) for each in around.held] == [("North", "Cy")]
    place = world.seating.place("g2", ann)
    assert place is not None
    assert not place.guest


def test_an_account_that_goes_takes_its_blocks_along(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    block(world, ann, "Bob", block=True)
    block(world, bob, "Ann", block=True)
    world.accounts.delete(bob)
    with world.database.reading() as link:
        assert link.exec_driver_sql("SELECT * FROM blocklist").all() == []
