"""Tests of the formation of tables, against a search of all possibilities."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trunkline.web.errors import Invalid
from trunkline.web.leagues.pairing import Limits, Met, pair, repeats, table_sizes

LIMITS = [
    Limits(wanted, low, high) for low in (2, 3) for high in (4, 5, 6) for wanted in range(low, high + 1)
]


def all_partitions(players: list[int], sizes: list[int]) -> Iterator[list[list[int]]]:
    """Yield every way to seat the players at tables of these sizes."""
    if not players:
        yield []
        return
    first, others = players[0], players[1:]
    for size in set(sizes):
        left = sizes.copy()
        left.remove(size)
        for companions in combinations(others, size - 1):
            rest = [each for each in others if each not in companions]
            for tables in all_partitions(rest, left):
                yield [[first, *companions], *tables]


@st.composite
def rounds(draw: st.DrawFn, most: int) -> tuple[list[int], list[int], Met]:
    """Draw the ranking of players, the sizes of tables, and the pairs that have met."""
    limits = draw(st.sampled_from(LIMITS))
    count = draw(st.integers(2, most).filter(lambda count: _fits(count, limits)))
    players = list(range(count))
    pairs = [frozenset(two) for two in combinations(players, 2)]
    met = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 3)))
    return draw(st.permutations(players)), table_sizes(count, limits), met


def _fits(count: int, limits: Limits) -> bool:
    try:
        table_sizes(count, limits)
    except Invalid:
        return False
    return True


@given(rounds(9))
@settings(max_examples=60, deadline=None)
def test_as_few_players_as_possible_meet_again(drawn: tuple[list[int], list[int], Met]) -> None:
    ranked, sizes, met = drawn
    tables = pair(ranked, sizes, met)
    assert sorted(player for table in tables for player in table) == sorted(ranked)
    assert sorted(map(len, tables)) == sorted(sizes)
    assert repeats(tables, met) == min(repeats(each, met) for each in all_partitions(ranked, sizes))


@given(rounds(60))
@settings(max_examples=10, deadline=None)
def test_everyone_sits_once_in_a_large_league(drawn: tuple[list[int], list[int], Met]) -> None:
    ranked, sizes, met = drawn
    tables = pair(ranked, sizes, met)
    assert sorted(player for table in tables for player in table) == sorted(ranked)
    assert sorted(map(len, tables)) == sorted(sizes)


def test_without_former_tables_the_strongest_sit_together() -> None:
    assert pair([5, 3, 1, 2, 4, 6], [3, 3], {}) == [[5, 3, 1], [2, 4, 6]]
    # After that round, each table has two who met at most.
    met = {frozenset(two): 1 for table in ([5, 3, 1], [2, 4, 6]) for two in combinations(table, 2)}
    assert repeats(pair([5, 3, 1, 2, 4, 6], [3, 3], met), met) == 2


def test_tables_have_legal_sizes_near_the_wanted_one() -> None:
    for count, limits in product(range(1, 40), LIMITS):
        possible = [
            tables
            for tables in range(1, count + 1)
            if limits.fewest <= count // tables and -(-count // tables) <= limits.most
        ]
        if not possible:
            with pytest.raises(Invalid, match="the league needs more or fewer members"):
                table_sizes(count, limits)
            continue
        sizes = table_sizes(count, limits)
        assert sum(sizes) == count
        assert limits.fewest <= min(sizes) <= max(sizes) <= min(limits.most, min(sizes) + 1)
        if count % limits.wanted == 0:
            assert set(sizes) == {limits.wanted}
