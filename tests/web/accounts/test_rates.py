"""Tests of rate limits."""

from __future__ import annotations

import contextlib
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from trunkline.util.errors import UsageError
from trunkline.web.accounts.rate_counters import LEASE, InDatabase
from trunkline.web.accounts.rate_limits import STREAMS, USUAL, Rate, RateLimiter, network, rates_by, rates_of
from trunkline.web.errors import RateLimited
from trunkline.web.storage.urls import parse_url
from web.accounts.conftest import made
from web.storage.cluster import Cluster


def test_each_is_counted_alone() -> None:
    rates = RateLimiter({Rate.SIGN_IN: "2/hour"})
    for _ in range(2):
        rates.count(Rate.SIGN_IN, "ann")
    with pytest.raises(
        RateLimited, match=r"Too many attempts to sign in: try again in \d+ minutes\."
    ) as found:
        rates.count(Rate.SIGN_IN, "ann")
    assert 3500 < found.value.seconds <= 3601
    rates.count(Rate.SIGN_IN, "bob")
    rates.count(Rate.SIGN_UP, "ann")


def test_everything_that_is_counted_has_a_limit() -> None:
    assert set(USUAL) == set(Rate) - {Rate.STREAMS}
    RateLimiter()


def test_limits_are_read_from_settings() -> None:
    assert rates_of("") == {}
    assert rates_of(" sign-up=50/hour, streams = 80 ,sign-in=100/5 minutes,") == {
        "sign-up": "50/hour",
        "streams": "80",
        "sign-in": "100/5 minutes",
    }
    wanted = rates_by(rates_of("sign-up=2/hour,streams=1"))
    assert wanted == {Rate.SIGN_UP: "2/hour", Rate.STREAMS: "1"}
    rates = RateLimiter(wanted)
    for _ in range(2):
        rates.count(Rate.SIGN_UP, "ann")
    with pytest.raises(RateLimited):
        rates.count(Rate.SIGN_UP, "ann")
    rates.opened("ann")
    with pytest.raises(RateLimited):
        rates.opened("ann")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("signup=1/hour", "There is no rate 'signup'. The rates are sign-in, sign-in-name, sign-up, "),
        ("sign-up", "'' is not a limit for sign-up. Write it as sign-up=10/hour."),
        ("sign-up=0/hour", "'0/hour' is not a limit for sign-up. Write it as sign-up=10/hour."),
        ("say=often", "'often' is not a limit for say. Write it as say=20/minute."),
        ("streams=1/hour", "'1/hour' is not a limit for streams. Write it as streams=40."),
    ],
)
def test_what_is_no_limit_is_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError) as found:
        rates_of(text)
    assert str(found.value).startswith(said)


def test_every_limit_stands_in_the_documentation() -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "how-to" / "operate.md").read_text()
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| ([0-9][^|]*?) \|", text, re.MULTILINE))
    assert listed == {**{rate.setting: limit for rate, limit in USUAL.items()}, "streams": str(STREAMS)}


def test_streams_are_counted_while_they_are_open() -> None:
    streams_end(RateLimiter(streams=2))


def streams_end(rates: RateLimiter) -> None:
    """Check that a person may open two streams at once. Streams of other people do not count."""
    first, _ = rates.opened("ann"), rates.opened("bob")
    second = rates.opened("ann")
    with pytest.raises(RateLimited, match="Too many open windows"):
        rates.opened("ann")
    rates.closed(first)
    third = rates.opened("ann")
    for each in (second, third):
        rates.closed(each)
    rates.opened("ann")


def test_processes_of_one_database_count_together(postgresql: Cluster) -> None:
    now = 1_800_000_000.0
    with made(parse_url(postgresql.database())) as world:
        wanted = {Rate.SIGN_IN: "4/hour"}
        one, other = (RateLimiter(wanted, 2, InDatabase(world.database, lambda: now)) for _ in range(2))
        for rates in (one, other, one, other):
            rates.count(Rate.SIGN_IN, "ann")
        for rates in (one, other):
            with pytest.raises(RateLimited) as found:
                rates.count(Rate.SIGN_IN, "ann")
            assert found.value.seconds in (900, 901)
        one.count(Rate.SIGN_IN, "bob")
        other.count(Rate.SIGN_UP, "ann")
        # After 15 minutes one of the four attempts no longer counts.
        now += 900
        other.count(Rate.SIGN_IN, "ann")
        with pytest.raises(RateLimited):
            one.count(Rate.SIGN_IN, "ann")


def test_of_many_at_once_so_many_are_admitted(postgresql: Cluster) -> None:
    with made(parse_url(postgresql.database())) as world:
        both = [RateLimiter({Rate.POST: "10/hour"}, 2, InDatabase(world.database)) for _ in range(2)]

        def one(number: int) -> bool:
            try:
                both[number % 2].count(Rate.POST, "ann")
            except RateLimited:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(one, range(40))) == 10


def test_what_is_asked_often_is_counted_in_parts_and_no_more_is_admitted(postgresql: Cluster) -> None:
    now = 1_800_000_000.0
    with made(parse_url(postgresql.database())) as world:
        both = [
            RateLimiter({Rate.POST: "48/minute"}, 2, InDatabase(world.database, lambda: now))
            for _ in range(2)
        ]

        def admitted() -> int:
            found = 0
            for number in range(80):
                with contextlib.suppress(RateLimited):
                    both[number % 2].count(Rate.POST, "ann")
                    found += 1
            return found

        assert admitted() == 48
        now += 30
        assert admitted() == 24


def test_streams_are_counted_in_a_database_and_not_for_ever(postgresql: Cluster) -> None:
    now = 1_800_000_000.0
    with made(parse_url(postgresql.database())) as world:
        counts = InDatabase(world.database, lambda: now)
        streams_end(RateLimiter(streams=2, counts=counts))
        rates = RateLimiter(streams=1, counts=counts)
        kept = rates.opened("cy")
        now += LEASE - 1
        rates.goes_on(kept)
        now += LEASE - 1
        with pytest.raises(RateLimited):
            rates.opened("cy")
        # Its process has ended and no longer renews the stream.
        now += 2
        rates.opened("cy")
        counts.tidy()
        with world.database.reading() as link:
            assert link.exec_driver_sql("SELECT count(*) FROM watching").scalar() == 1


def test_who_has_a_network_is_one_client() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::1") != network("2001:db8:1:2::1")
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("nonsense") == "nonsense"
