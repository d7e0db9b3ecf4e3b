"""Readings of the rules of 18GL: named choices, each with its row of ``rulings.md``."""

from __future__ import annotations

import msgspec

from trunkline.engine.kernel.readings import RulingFix
from trunkline.util.messages import gettext_noop


class Reading(msgspec.Struct, frozen=True):
    """A reading of the rules of 18GL. The defaults are the printed rules as the rulings settle them."""

    loan_before_sale: bool = True
    """A corporation that must buy a train takes its bonds and loans before its president sells anything."""


READINGS = {"printed": Reading()}
NOTES = {"printed": gettext_noop("the printed rules, with rulings where they leave something open")}
"""A few words on each reading, for the page and the list of titles."""

RULINGS = 2
RULINGS_KEPT = 1
RULING_FIXES = (RulingFix(2, "printed", "loan_before_sale", before=False),)

ROWS = {"loan_before_sale": "Loan or sale first, for a train"}
"""The row of ``rulings.md`` behind each choice."""
