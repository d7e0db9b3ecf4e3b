"""Rules of a title file on par prices, sales, half dividends and train limits of single corporations."""

from __future__ import annotations

import pytest

from titles.declared.conftest import Add
from trunkline.titles import rules_of

SWITCH = "must_own_train: with a route"
BOX = "{price: 80, par: true}"
PHASE = "tiles: [yellow], train_limit: 3"
HALF = "dividends: {choices: [pay, half, withhold], half_rounds_up_to: 10}"


@pytest.mark.parametrize(
    ("change", "name", "said"),
    [
        (
            ("sales_in_first_round: false", "sales_in_first_round: true"),
            "opening.no-selling",
            "Players may sell shares in the first stock round.",
        ),
        (
            (SWITCH, f"{SWITCH}\n  sell_before_operating: true"),
            "sell.not-operated",
            "Shares of a corporation may be sold before it has operated.",
        ),
        (
            (SWITCH, f"{SWITCH}\n  ipo_price: share price"),
            "buy.price",
            "Each share costs the share price, also in the IPO.",
        ),
        (
            (BOX, BOX.replace("}", ', par_from: "3"}')),
            "start.par-phase",
            "A corporation can start at $80 only from phase 3.",
        ),
        (
            ("bank: 2400", f"bank: 2400\n{HALF}"),
            "dividend.choices",
            "half, withhold. With half, half of the earnings is paid, rounded up to a multiple of $10.",
        ),
        (
            (PHASE, f"{PHASE}, train_limit_of: {{NW: 1}}"),
            "train.limit",
            "2 in phase D. The limit of NW is 1 in phase 2.",
        ),
        ((PHASE, f"{PHASE}, train_limit_of: {{NW: 1}}"), "phase.2.span", "Train limit: 3 (NW: 1)."),
    ],
)
def test_a_rule_follows_the_file(add: Add, change: tuple[str, str], name: str, said: str) -> None:
    for changes, follows in ((), False), ((change,), True):
        found = rules_of(add(*changes)).get(f"18isle.{name}")
        assert (found is not None and said in found.rule) is follows
