"""Tests of invitation links to the server."""

from __future__ import annotations

import contextlib
import threading

import pytest

from trunkline.web.accounts.audit_log import entries
from trunkline.web.accounts.server_invitations import ServerInvitations, SignUpPolicy
from trunkline.web.errors import AlreadyTaken, Denied, Invalid, NotFound
from web.accounts.world import PASSWORD, World

INVITED = SignUpPolicy.INVITED


def invitations(world: World) -> ServerInvitations:
    """Return the invitations of a world."""
    return ServerInvitations(world.database, lambda: world.now)


def sign_up(world: World, name: str, secret: str | None, policy: SignUpPolicy = INVITED) -> str:
    """Create an account with an invitation, as the server does."""
    links = invitations(world)
    links.check(policy, secret)
    return world.accounts.sign_up(name, PASSWORD, None, lambda link: links.use(link, policy, secret)).id


def test_a_link_creates_as_many_accounts_as_it_says(world: World) -> None:
    olga = world.person("Olga")
    made, secret = invitations(world).new(olga, 2, 7, "two friends")
    assert (made.name, made.uses, made.expires) == ("Olga", 2, int(world.now) + 7 * 24 * 3600)
    with world.database.reading() as link:
        assert secret not in str(link.exec_driver_sql("SELECT * FROM server_invitations").all())
    sign_up(world, "Ann", secret)
    # A name that is taken uses up no invitation.
    with pytest.raises(AlreadyTaken):
        sign_up(world, "ann", secret)
    sign_up(world, "Bob", secret)
    with pytest.raises(NotFound, match="used up"):
        sign_up(world, "Cy", secret)
    assert invitations(world).open() == []


def test_two_people_cannot_share_the_last_use(world: World) -> None:
    _, secret = invitations(world).new("", 1, 7, "one friend")
    gate, made = threading.Barrier(4), []

    def run(name: str) -> None:
        gate.wait()
        with contextlib.suppress(NotFound):
            made.append(sign_up(world, name, secret))

    threads = [threading.Thread(target=run, args=(name,)) for name in ("Ann", "Bob", "Cy", "Dee")]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(made) == len(world.accounts.everybody()) == 1


def test_links_expire_and_close_and_policies_differ(world: World) -> None:
    olga = world.person("Olga")
    links = invitations(world)
    made, secret = links.new(olga, 5, 1, "a club")
    with pytest.raises(Denied, match="by invitation only"):
        sign_up(world, "Ann", None)
    with pytest.raises(Denied, match="takes no new accounts"):
        sign_up(world, "Ann", secret, SignUpPolicy.CLOSED)
    for wrong in ("", "made up"):
        with pytest.raises(NotFound, match="is not valid"):
            sign_up(world, "Ann", wrong)
    # An open server uses no invitation.
    sign_up(world, "Ann", secret, SignUpPolicy.OPEN)
    assert [each.uses for each in links.open()] == [5]
    links.end(made.id, olga, "the club has joined")
    with pytest.raises(NotFound):
        sign_up(world, "Bob", secret)
    with pytest.raises(NotFound, match="no such invitation"):
        links.end(made.id, olga, "again")
    _, late = links.new(olga, 5, 1, "a club")
    world.now += 24 * 3600
    with pytest.raises(NotFound):
        sign_up(world, "Bob", late)
    with world.database.reading() as link:
        log = [(each.operator, each.action, each.reason) for each in entries(link, 10)]
    assert log == [
        ("Olga", "invite", "a club"),
        ("Olga", "close invitation", "the club has joined"),
        ("Olga", "invite", "a club"),
    ]


def test_impossible_invitations_are_refused_and_leave_nothing(world: World) -> None:
    links = invitations(world)
    for uses, days, reason in ((0, 7, "x"), (1001, 7, "x"), (1, 0, "x"), (1, 366, "x"), (1, 7, "  ")):
        with pytest.raises(Invalid):
            links.new("", uses, days, reason)
    assert links.open() == []
