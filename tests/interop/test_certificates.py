"""Certificates, which the site identifies and the referee only counts."""

from __future__ import annotations

import pytest

import trunkline
from trunkline.engine.kernel.state import OFFERING, POOL, Corporation
from trunkline.interop.eighteenxx.certificates import Certificates


def corp(president: str, total: int = 10, double: int = 2, pool: int = 0, **shares: int) -> Corporation:
    return Corporation(
        "GT",
        (),
        offering=total - pool - sum(shares.values()),
        total=total,
        pool=pool,
        president=president,
        double=double,
        shares=dict(shares),
    )


def held(ann: list[int], bob: list[int], pool: list[int] | None = None) -> Certificates:
    """Return GT's certificates of Ann and Bob and in the pool. The rest is in the offering."""
    certificates = Certificates(["GT"])
    for holder, numbers in (("Ann", ann), ("Bob", bob), (POOL, pool or [])):
        for number in numbers:
            certificates._move("GT", number, holder)
    return certificates


def where(certificates: Certificates) -> tuple[tuple[int, ...], ...]:
    return tuple(certificates.held_by("GT", holder) for holder in ("Ann", "Bob", POOL))


def test_all_lie_in_the_offering_at_first() -> None:
    certificates = Certificates(["GT", "GW"])
    assert certificates.held_by("GT", OFFERING) == tuple(range(9))
    assert certificates.place_of("GT", 8) == OFFERING
    assert certificates.place_of("GT", 9) == certificates.place_of("XX", 0) == ""


def test_the_presidents_certificate_starts_the_corporation() -> None:
    certificates = Certificates(["GT"])
    certificates.started("GT", "Ann")
    certificates.bought("GT", 1, "Bob", corp("Ann", Ann=2), corp("Ann", Ann=2, Bob=1))
    assert where(certificates) == ((0,), (1,), ())


def test_a_new_president_hands_over_what_he_got_first() -> None:
    certificates = held([1, 2], [0])
    certificates.bought("GT", 3, "Ann", corp("Bob", Ann=2, Bob=2), corp("Ann", Ann=3, Bob=2))
    assert where(certificates) == ((3, 0), (1, 2), ())


def test_a_sale_moves_the_named_certificates() -> None:
    certificates = held([0, 3, 5], [4], [7])
    certificates.sold("GT", [5, 3], "Ann", corp("Ann", Ann=4, Bob=1), corp("Ann", Ann=2, Bob=1))
    assert where(certificates) == ((0,), (4,), (7, 5, 3))


def test_a_president_who_sells_out_leaves_the_heirs_certificates_in_the_pool() -> None:
    certificates = held([0], [1, 2])
    certificates.sold("GT", [0], "Ann", corp("Ann", Ann=2, Bob=2), corp("Bob", Bob=2))
    assert where(certificates) == ((), (0,), (1, 2))


def test_half_of_the_presidents_certificate_is_sold() -> None:
    certificates = held([0, 1, 2, 3, 4], [5, 6, 7])
    certificates.sold("GT", [1, 2, 3, 4, 0], "Ann", corp("Ann", Ann=6, Bob=3), corp("Bob", Ann=1, Bob=3))
    assert where(certificates) == ((1,), (7, 0), (2, 3, 4, 5, 6))


def test_a_president_who_keeps_two_shares_swaps_with_the_heir() -> None:
    certificates = held([0, 1, 2], [3, 4, 5])
    certificates.sold("GT", [2, 1], "Ann", corp("Ann", Ann=4, Bob=3), corp("Bob", Ann=2, Bob=3))
    assert where(certificates) == ((3, 4), (5, 0), (2, 1))


def test_ten_new_shares_go_out_from_the_last_one_on() -> None:
    certificates = Certificates(["GT"])
    certificates.exchanged(corp("Ann", pool=2, Ann=3, Bob=1), ["Bob", "Ann"])
    assert where(certificates) == ((0, 7), (8,), (5, 6))
    assert certificates.held_by("GT", OFFERING) == (1, 2, 3, 4)


def test_a_second_issue_has_numbers_from_twenty() -> None:
    certificates = Certificates(["GT"])
    certificates.exchanged(corp("Ann", total=20, pool=5, Ann=5, Bob=8), ["Ann", "Bob"])
    assert where(certificates) == ((0, 29, 28, 27), (26, 25, 24, 23, 22, 21, 20, 8), (3, 4, 5, 6, 7))
    assert certificates.held_by("GT", OFFERING) == (1, 2)


@pytest.mark.parametrize("place", [OFFERING, POOL])
def test_the_missing_half_of_a_presidents_certificate_leaves_the_named_share_where_it_is(place: str) -> None:
    certificates = Certificates(["GT"])
    certificates.exchanged(corp("Ann", double=1, pool=1, Ann=1, Bob=1), ["Ann", "Bob"])
    number = certificates.held_by("GT", place)[0]
    before = corp("Ann", double=1, pool=1, Ann=1, Bob=1)
    certificates.bought("GT", number, "Ann", before, corp("Ann", pool=1, Ann=2, Bob=1))
    assert certificates.held_by("GT", "Ann") == (0,)
    assert certificates.place_of("GT", number) == place


def test_another_single_holder_takes_over_the_half_filled_certificate() -> None:
    certificates = Certificates(["GT"])
    certificates.exchanged(corp("Ann", double=1, Ann=1, Bob=1), ["Ann", "Bob"])
    certificates.bought("GT", 1, "Bob", corp("Ann", double=1, Ann=1, Bob=1), corp("Bob", Ann=1, Bob=2))
    assert where(certificates) == ((8,), (0,), ())


def test_those_of_a_closed_corporation_are_gone() -> None:
    state = trunkline.new("1856", ["Ann", "Bob", "Cy"]).state.copy()
    state.corporations["GT"].closed = True
    certificates = Certificates(["GT", "GW"])
    certificates.forget_closed(state)
    assert certificates.place_of("GT", 0) == ""
    assert certificates.place_of("GW", 0) == OFFERING
