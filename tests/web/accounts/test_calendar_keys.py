"""Tests of the secret keys of calendars."""

from __future__ import annotations

from trunkline.web.accounts.calendar_keys import CalendarKeys
from web.accounts.world import World


def test_a_person_has_one_key_at_most(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    keys = CalendarKeys(world.database, lambda: 7.0)
    assert keys.created(ann) is None
    old, other = keys.renew(ann), keys.renew(bob)
    assert (keys.person(old), keys.person(other), keys.created(ann)) == (ann, bob, 7)
    new = keys.renew(ann)
    assert (keys.person(old), keys.person(new), keys.person("")) == (None, ann, None)
    keys.remove(ann)
    keys.remove(ann)
    assert (keys.person(new), keys.person(other)) == (None, bob)
