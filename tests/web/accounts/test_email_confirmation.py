"""Tests of the confirmation of email addresses, on either database."""

from __future__ import annotations

import pytest

from trunkline.web.accounts.cleanup import run_cleanup
from trunkline.web.accounts.email_confirmation import EmailConfirmation
from trunkline.web.errors import NotFound
from web.accounts.world import World


@pytest.fixture
def links(world: World) -> EmailConfirmation:
    """The confirmation links of a world."""
    return EmailConfirmation(world.database, lambda: world.now)


def begin(links: EmailConfirmation, person: str) -> str:
    """Return the secret of a new link."""
    begun = links.begin(person)
    assert begun is not None
    return begun[2]


def test_a_link_confirms_an_address_once(world: World, links: EmailConfirmation) -> None:
    ann = world.person("Ann", "ann@example.org")
    assert not world.accounts.named("Ann").confirmed
    secret = begin(links, ann)
    with world.database.reading() as link:
        assert secret not in str(link.exec_driver_sql("SELECT * FROM confirmations").all())
    assert links.confirm(secret) == "Ann"
    assert world.accounts.named("Ann").confirmed
    known = world.keys.by_session(world.keys.begin(ann, ""))
    assert known is not None
    assert known.person.confirmed
    for wrong in (secret, "", "made up"):
        with pytest.raises(NotFound, match="is not valid"):
            links.confirm(wrong)
    assert links.begin(ann) is None
    assert links.begin(world.person("Bob")) is None


def test_a_link_expires_and_a_new_one_replaces_it(world: World, links: EmailConfirmation) -> None:
    ann = world.person("Ann", "ann@example.org")
    old = begin(links, ann)
    new = begin(links, ann)
    with pytest.raises(NotFound):
        links.confirm(old)
    world.now += 48 * 3600
    with pytest.raises(NotFound):
        links.confirm(new)
    run_cleanup(world.database, world.now)
    with world.database.reading() as link:
        assert link.exec_driver_sql("SELECT * FROM confirmations").all() == []


def test_a_link_does_not_confirm_another_address(world: World, links: EmailConfirmation) -> None:
    ann = world.person("Ann", "ann@example.org")
    secret = begin(links, ann)
    world.accounts.set_email(ann, "victim@example.org")
    with pytest.raises(NotFound):
        links.confirm(secret)
    assert not world.accounts.named("Ann").confirmed
    links.confirm(begin(links, ann))
    world.accounts.set_email(ann, "victim@example.org")
    assert world.accounts.named("Ann").confirmed
    world.accounts.set_email(ann, None)
    assert not world.accounts.named("Ann").confirmed
