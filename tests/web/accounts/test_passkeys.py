"""Tests of passkeys, on either database."""

from __future__ import annotations

import contextlib
import threading

import pytest

from authenticator import Authenticator
from trunkline.web.accounts.audit_log import entries
from trunkline.web.accounts.cleanup import run_cleanup
from trunkline.web.accounts.data_export import export_person
from trunkline.web.accounts.passkeys import Passkeys
from trunkline.web.accounts.relying_party import RelyingParty
from trunkline.web.errors import AlreadyTaken, Invalid, NotFound
from web.accounts.world import World

PARTY = RelyingParty("games.example.org", "https://games.example.org")


def test_a_challenge_and_a_counter_work_once_and_all_goes_with_the_account(world: World) -> None:
    ann, olga = world.person("Ann"), world.person("Olga")
    # Two workers of a server share only the database.
    here, there = (Passkeys(world.database, lambda: world.now) for _ in range(2))
    device = Authenticator(PARTY.origin)
    made = there.add(PARTY, ann, "s", "Laptop", device.create(here.begin(PARTY, ann, "s")))
    with pytest.raises(AlreadyTaken, match="registered already"):
        here.add(PARTY, olga, "t", "Mine", device.create(here.begin(PARTY, olga, "t")))

    device.user = here.begin(PARTY, ann, "s")["user"]["id"]
    options, secret = here.begin_sign_in(PARTY)
    answer, gate, done = device.get(options), threading.Barrier(2), []

    def run(worker: Passkeys) -> None:
        gate.wait()
        with contextlib.suppress(Invalid, NotFound):
            done.append(worker.sign_in(PARTY, secret, answer))

    threads = [threading.Thread(target=run, args=(each,)) for each in (here, there)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert done == [ann]
    assert [each.seen for each in here.listed(ann)] == [int(world.now)]
    options, secret = here.begin_sign_in(PARTY)
    device.counter = 0
    with pytest.raises(Invalid, match="copied"):
        there.sign_in(PARTY, secret, device.get(options))

    exported = export_person(world.database, ann)
    assert [each["name"] for each in exported["passkeys"]] == ["Laptop"]
    assert set(exported["passkeys"][0]) == {"id", "counter", "name", "created", "seen"}
    with pytest.raises(Invalid, match="reason"):
        here.remove_by_operator(olga, ann, " ")
    assert here.listed(ann) == [made._replace(seen=int(world.now))]
    here.remove_by_operator(olga, ann, "Her laptop was stolen")
    with world.database.reading() as link:
        (entry,) = entries(link, 10)
    assert (entry.operator, entry.action, entry.subject) == ("Olga", "remove passkeys", "Ann")
    with pytest.raises(Invalid, match="no passkeys"):
        here.remove_by_operator(olga, ann, "Again")

    there.add(PARTY, ann, "s", "Laptop", device.create(here.begin(PARTY, ann, "s")))
    here.begin(PARTY, ann, "s")
    here.begin(PARTY, olga, "t")
    world.accounts.delete(ann)
    with world.database.reading() as link:
        assert link.exec_driver_sql("SELECT * FROM passkeys").all() == []
        (kept,) = link.exec_driver_sql("SELECT person FROM passkey_challenges").all()
    assert kept == (olga,)
    run_cleanup(world.database, world.now + 301)
    with world.database.reading() as link:
        assert link.exec_driver_sql("SELECT * FROM passkey_challenges").all() == []
