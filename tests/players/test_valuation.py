"""Tests of the valuation of a position, and of the names that it had in version 1.0."""

from __future__ import annotations

from typing import Any

import pytest

import trunkline
from trunkline import Position
from trunkline.players.valuation import OLD_NAMES, PositionValuation


def valuation() -> Any:
    """Return a valuation of an opening. Its type is Any, because mypy does not know the old names."""
    return PositionValuation(Position.of(trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)), "Ann")


@pytest.mark.parametrize("old", OLD_NAMES)
def test_an_old_name_still_works_and_says_what_to_use(old: str) -> None:
    estimates = valuation()
    with pytest.warns(DeprecationWarning, match=f"{old} is deprecated: use {OLD_NAMES[old]}"):
        found = getattr(estimates, old)
    assert found == getattr(estimates, OLD_NAMES[old])


def test_any_other_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="'PositionValuation' object has no attribute 'outlook'"):
        _ = valuation().outlook
