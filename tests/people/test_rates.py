"""So often and no more."""

from __future__ import annotations

import pytest

from trunkline.people.errors import TooOften
from trunkline.people.rates import USUAL, Rate, Rates, network


def test_each_is_counted_alone() -> None:
    rates = Rates({Rate.SIGN_IN: "2/hour"})
    for _ in range(2):
        rates.count(Rate.SIGN_IN, "ann")
    with pytest.raises(TooOften, match=r"Too many attempts to sign in: try again in \d+ minutes\.") as found:
        rates.count(Rate.SIGN_IN, "ann")
    assert 3500 < found.value.seconds <= 3601
    rates.count(Rate.SIGN_IN, "bob")
    rates.count(Rate.SIGN_UP, "ann")


def test_everything_that_is_counted_has_a_limit() -> None:
    assert set(USUAL) == set(Rate) - {Rate.STREAMS}
    Rates()


def test_streams_are_counted_while_they_are_open() -> None:
    rates = Rates(streams=2)
    with rates.stream("ann"), rates.stream("bob"):
        with rates.stream("ann"), pytest.raises(TooOften), rates.stream("ann"):
            pass
        with rates.stream("ann"):
            pass


def test_who_has_a_network_is_one_client() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::1") != network("2001:db8:1:2::1")
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("nonsense") == "nonsense"
