"""The figures of loans and of the money for a train, for the rules of a declared title."""

from __future__ import annotations

from typing import Final

from trunkline.engine.board import Board
from trunkline.titles.declared.loan_steps import NEVER
from trunkline.titles.declared.switches import Switches
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext, gettext_noop, ngettext

SECTION: Final = "Loans"
"""The heading of the rules that only titles with loans have."""
REDEEMED: Final = (
    "redeem.any-number",
    "redeem.excess-compulsory",
    "redeem.president-adds",
    "redeem.last-action",
)
"""The rules of loans that can be redeemed."""
SOLD: Final = ("train.emergency-sale-presidency", "train.bound-by-sales")
"""The rules of sales for a train."""
INSTEAD: Final = {
    ("loans first", "train.president-adds"): gettext_noop(
        "For a train that it must buy, a corporation first takes loans. The president pays the rest."
    ),
    ("cash only", "train.president-adds"): gettext_noop(
        "For a train that it must buy, the president pays from cash what the corporation lacks. If both have "
        "too little for the cheapest train, the corporation need not own a train."
    ),
    ("cash only", "train.emergency-sale"): gettext_noop("A president sells no shares for a train."),
}
"""The sentences of rules that differ, by the money for a train and the name of the rule."""

FREE: Final = gettext_noop("Loans cost no interest.")
"""The rule of interest of loans without interest."""


def instead(board: Board, switches: Switches, name: str) -> str:
    """Return the sentence of a rule that differs, in the language of the reader, or an empty text."""
    found = INSTEAD.get((switches.train_money, name))
    if name == "interest.rate" and board.loans is not None and not board.loans.interest:
        found = FREE
    return gettext(found) if found else ""


def is_left_out(board: Board, switches: Switches, name: str) -> bool:
    """Return whether a rule is about loans, interest or sales that the title does not have."""
    if name in SOLD:
        return switches.train_money == "cash only"
    if name == "interest.then-president":
        return board.loans is not None and not board.loans.interest
    return name in REDEEMED and switches.loans_redeemed == NEVER


def words(board: Board, switches: Switches) -> dict[str, str]:
    """Return the figures by blank, in the language of the reader."""
    found = {"less_loans": ""}
    loans = board.loans
    if loans is None:
        return found
    phases = enumerated(phase.name for phase in board.phases if phase.loans)
    found["loans"] = gettext(
        "Corporations may take loans in phase {phases}. A loan brings ${value}.",
        phases=phases,
        value=loans.value,
    )
    if loans.late_value is not None:
        late = gettext("After the interest of the turn it brings ${value}.", value=loans.late_value)
        found["loans"] += f" {late}"
    found["loans_of_a_turn"] = (
        gettext("A corporation may take any number of loans in its turn.")
        if loans.per_turn is None
        else ngettext(
            "A corporation may take {count} loan in its turn.",
            "A corporation may take {count} loans in its turn.",
            loans.per_turn,
        )
    )
    if switches.loans_move_price:
        moves = (
            gettext("A loan moves the price left.")
            if switches.loans_redeemed == NEVER
            else gettext("A loan moves the price left, and its redemption moves it right.")
        )
        found["loans_of_a_turn"] += f" {moves}"
    found["loan_limit"] = (
        gettext("A corporation may have as many loans as players hold shares of it.")
        if loans.maximum is None
        else ngettext(
            "A corporation may have {count} loan.", "A corporation may have {count} loans.", loans.maximum
        )
    )
    found["forced_loans"] = _forced(switches)
    found["interest"] = str(loans.interest)
    if loans.end_penalty_per_share:
        less = gettext(
            "Each loan takes ${amount} off each share of its corporation.", amount=loans.end_penalty_per_share
        )
        found["less_loans"] = f" {less}"
    return found


def _forced(switches: Switches) -> str:
    """Return the sentences on loans that a corporation must take, or an empty text."""
    found = []
    if switches.interest_short == "loan":
        found.append(
            gettext("A corporation that cannot pay all interest takes loans for it, up to its limits.")
        )
    if switches.train_money == "loans first":
        found.append(gettext("A corporation that must buy a train takes the loans that it needs for it."))
    return " ".join(found)
