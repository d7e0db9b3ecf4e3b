"""Faults in the text of a title file: in its YAML, in the sections of its keys, and in its ids."""

from __future__ import annotations

import pytest

from titles.declared.conftest import changed
from trunkline import UsageError
from trunkline.titles.declared.title_file import title_from

BANK = "bank: 2400"
SWITCH = "  must_own_train: with a route\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            (BANK, "bank: 02400"),
            "cannot be read: 02400 is not a plain whole number; write it without",
        ),
        ((BANK, "bank: 40:00"), "cannot be read: 40:00 is not a plain whole number;"),
        ((BANK, f"\t{BANK}"), "cannot be read: there is a tab or a special character; indent with spaces,"),
        ((SWITCH, SWITCH.replace("  ", "\t", 1)), "cannot be read: there is a tab; indent with spaces."),
        ((BANK, f"{BANK}\n---"), "cannot be read: a line --- or ... divides the file; remove it."),
        ((BANK, "bank: !dollars 2400"), "cannot be read: !dollars is not a type of value; remove the word"),
        ((BANK, "bank 2400"), "cannot be read: a key has no colon with a space after it."),
        ((BANK, "bank: *all"), "cannot be read: no value before it has this name with &."),
        (("id: NW,", "id: NW: 1,"), "cannot be read: a comma or a } is missing, or a text with : or #"),
        ((BANK, "bank:"), "bank: it must be a whole number, not null."),
        ((BANK, "bank: true"), "bank: it must be a whole number, not true."),
        ((BANK, "bank: 2026-11-30"), "bank: it must be a whole number, not 2026-11-30."),
        (
            (BANK, f"{BANK}\nsold_out_rises: false"),
            "sold_out_rises: this key belongs in the section switches.",
        ),
        (
            (SWITCH, f"{SWITCH}  pool_limit: 50\n"),
            "pool_limit: this key does not belong in switches; move it to the left margin of the file.",
        ),
        (("id: NW,", 'id: "",'), "corporations: the id '' must be one word without spaces, such as NW."),
        (("id: NW,", "id: N W,"), "corporations: the id 'N W' must be one word without spaces, such as NW."),
        (("id: NW,", "id: quay,"), "corporations: a private has the id quay, too."),
        (
            ("values: {early: 30, late: 50}", "values: {early: 30}"),
            "hex C1, values: late is missing; give a value for each off_board of the phases.",
        ),
        (
            ("{price: 80, par: true}", '{price: 80, par: true, par_from: "9"}'),
            "line 73: chart, par_from: '9' is not on the board; there are 2, 3, 4, 5, D.",
        ),
    ],
)
def test_a_fault_is_one_sentence_with_its_line(change: tuple[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=r"^title\.yaml, line \d+: [^\n]*\.$") as refused:
        title_from(changed(change), "title.yaml")
    assert said in str(refused.value)
