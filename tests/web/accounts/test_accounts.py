"""Tests of accounts: sign-in, expiry and deletion of personal data."""

from __future__ import annotations

import contextlib
import threading

import pytest

from trunkline.web.accounts.permissions import TableRole
from trunkline.web.errors import AlreadyTaken, Invalid, NotFound
from web.accounts.world import PASSWORD, World

OTHER = "another long password"


def test_one_comes_in_by_name_and_password_alone(world: World) -> None:
    ann = world.person("Ann")
    found = world.accounts.signed_in(" aNN ", PASSWORD)
    assert found is not None
    assert (found.id, found.name) == (ann, "Ann")
    for name, password in (
        ("Ann", PASSWORD + "r"),
        ("Ann", ""),
        ("Bob", PASSWORD),
        ("", ""),
    ):
        assert world.accounts.signed_in(name, password) is None


def test_who_does_not_exist_is_tried_as_long_as_who_does(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.person("Ann")
    tried: list[str] = []
    hasher = world.passwords._hasher
    verify = type(hasher).verify

    def counted(self: object, kept: str, password: str) -> bool:
        tried.append(kept.split("$")[3])
        return verify(hasher, kept, password)

    monkeypatch.setattr(type(hasher), "verify", counted)
    for name in ("Ann", "Bob"):
        assert world.accounts.signed_in(name, "something else") is None
    # One hash each, of the same cost.
    assert tried == [tried[0]] * 2


def test_of_a_password_nothing_can_be_read(world: World) -> None:
    world.person("Ann")
    world.person("Bob")
    rows = world.rows()
    assert PASSWORD not in rows
    kept = [part for part in rows.split("'") if part.startswith("$argon2id$")]
    assert len(set(kept)) == 2, "the same password is kept differently for each"


def test_of_two_who_want_one_name_one_has_it(world: World) -> None:
    gate = threading.Barrier(2)
    made: list[str] = []

    def sign_up(name: str) -> None:
        gate.wait()
        with contextlib.suppress(AlreadyTaken):
            made.append(world.person(name))

    both = [threading.Thread(target=sign_up, args=(name,)) for name in ("Paul", "paul")]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert len(made) == 1
    assert len(world.accounts.everybody()) == 1


@pytest.mark.parametrize(
    "email",
    [
        *("ann", "ann@", "@b.de", "a b@c.de", "a@b.de\nBcc: x@y.z", "a@b.de,x@y.z", "<a@b.de>"),
        *("a..b@c.de", ".a@c.de", "a[b]@c.de", "a@b..de", "a@b.de/../x", "=?utf-8?q?x?=@c.de"),
    ],
)
def test_what_is_no_address_gets_no_mail(world: World, email: str) -> None:
    with pytest.raises(Invalid):
        world.person("Ann", email)


def test_another_password_ends_every_other_session(world: World) -> None:
    ann = world.person("Ann")
    here, there = world.keys.begin(ann, "here"), world.keys.begin(ann, "there")
    known = world.keys.by_session(here)
    assert known is not None
    with pytest.raises(Invalid, match="not your password"):
        world.accounts.change_password(ann, OTHER, OTHER, known.session)
    assert world.keys.by_session(there)
    world.accounts.change_password(ann, PASSWORD, OTHER, known.session)
    assert world.keys.by_session(here)
    assert world.keys.by_session(there) is None
    assert world.accounts.signed_in("Ann", PASSWORD) is None
    assert world.accounts.signed_in("Ann", OTHER)


def test_a_forgotten_password_is_set_once_and_soon(world: World) -> None:
    ann = world.person("Ann", "ann@example.org")
    session = world.keys.begin(ann, "")
    _, token = world.keys.new_token(ann, "bot")
    begun = world.accounts.begin_reset("ANN")
    assert begun is not None
    person, way = begun
    assert person.email == "ann@example.org"
    assert way not in world.rows()
    with pytest.raises(Invalid):
        world.accounts.reset(way, "short")
    world.accounts.reset(way, OTHER)
    assert world.accounts.signed_in("Ann", OTHER)
    assert world.keys.by_session(session) is None
    assert world.keys.by_token(token) is None
    with pytest.raises(NotFound):
        world.accounts.reset(way, "and yet another one")


def test_ways_to_a_new_password_close(world: World) -> None:
    ann = world.person("Ann")

    def way() -> str:
        begun = world.accounts.begin_reset("Ann")
        assert begun is not None
        return begun[1]

    late = way()
    world.now += 3601
    old = way()
    new = way()
    for closed in (late, old, "", "made up"):
        with pytest.raises(NotFound):
            world.accounts.reset(closed, OTHER)
    world.accounts.set_email(ann, "new@example.org")
    with pytest.raises(NotFound):
        world.accounts.reset(new, OTHER)
    changed = way()
    world.accounts.change_password(ann, PASSWORD, OTHER)
    with pytest.raises(NotFound):
        world.accounts.reset(changed, PASSWORD)
    assert world.accounts.begin_reset("Nobody there") is None


def test_sessions_last_and_end(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    secret = world.keys.begin(ann, "Firefox\n on a phone" + "x" * 200)
    assert secret not in world.rows()
    (listed,) = world.keys.sessions(ann)
    assert listed.agent.startswith("Firefox on a phone")
    assert len(listed.agent) == 120
    with pytest.raises(NotFound):
        world.keys.end(bob, listed.id)
    assert world.keys.by_session(listed.id) is None, "the name of a session is no way in"
    for _ in range(3):
        world.now += 29 * 24 * 3600
        assert world.keys.by_session(secret)
    # A session lasts three months at most, however often it is used.
    world.now += 4 * 24 * 3600
    assert world.keys.by_session(secret) is None
    assert world.keys.sessions(ann) == []
    idle = world.keys.begin(ann, "")
    world.now += 31 * 24 * 3600
    assert world.keys.by_session(idle) is None
    gone = world.keys.begin(ann, "")
    (listed,) = world.keys.sessions(ann)
    world.keys.end(ann, listed.id)
    assert world.keys.by_session(gone) is None


def test_nobody_has_sessions_or_tokens_without_end(world: World) -> None:
    ann = world.person("Ann")
    first = world.keys.begin(ann, "")
    for _ in range(25):
        world.now += 1
        last = world.keys.begin(ann, "")
    assert len(world.keys.sessions(ann)) == 20
    assert world.keys.by_session(first) is None
    assert world.keys.by_session(last)
    for number in range(20):
        world.keys.new_token(ann, f"bot {number}")
    with pytest.raises(Invalid, match="20 tokens, the most allowed"):
        world.keys.new_token(ann, "one more")


def test_tokens_are_named_and_end(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    made, secret = world.keys.new_token(ann, " bot ")
    assert secret not in world.rows()
    known = world.keys.by_token(secret)
    assert known is not None
    assert (known.person.name, known.session) == ("Ann", "")
    (listed,) = world.keys.tokens(ann)
    assert (listed.name, listed.seen) == ("bot", int(world.now))
    assert world.keys.by_session(secret) is None
    with pytest.raises(NotFound):
        world.keys.end_token(bob, made.id)
    world.keys.end_token(ann, made.id)
    assert world.keys.by_token(secret) is None
    for name in ("", "x" * 41, "a\nb"):
        with pytest.raises(Invalid):
            world.keys.new_token(ann, name)


def test_who_goes_leaves_games_and_nothing_else(world: World) -> None:
    ann, bob = world.person("Ann", "ann@example.org"), world.person("Bob")
    world.keys.begin(ann, "her browser")
    world.keys.new_token(ann, "her bot")
    world.accounts.begin_reset("Ann")
    world.seating.found("g1", ann, ["East"], private=True)
    world.seating.join("g1", bob, "West")
    world.seating.found("g2", ann, ["North"], private=True)
    secret, _ = world.seating.invite("g1")
    world.seating.accept(secret, ann)
    world.accounts.delete(ann)
    rows = world.rows()
    for trace in (ann, "Ann", "ann", "her b", "example.org"):
        assert trace not in rows, trace
    around = world.seating.around("g1")
    assert around.owner == "Bob", "a table goes to who is left"
    assert [(each.seat, each.name, each.free) for each in around.sitting] == [
        ("East", "a former player", True),
        ("West", "Bob", False),
    ]
    assert world.seating.around("g2").owner is None
    # The name is free again. A new account of that name gets no other data of the old one.
    again = world.person("Ann")
    place = world.seating.place("g2", again)
    assert place is not None
    assert place == TableRole(private=True)
