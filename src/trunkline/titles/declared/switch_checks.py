"""Checks of the switches of a title file against its board."""

from __future__ import annotations

from typing import Final

from trunkline.engine.board import Board, BoardError, Loans
from trunkline.titles.declared.switches import Switches
from trunkline.util.messages import gettext

SECTION = "switches"
LOANS: Final[dict[str, str | bool]] = {
    "train_money": "loans first",
    "interest_short": "loan",
    "loans_redeemed": "never",
    "loans_move_price": True,
}
"""The switches that need loans, with the values that do."""


def check(board: Board, switches: Switches) -> None:
    """Raise ``BoardError`` if a switch contradicts another one, or needs what the board lacks."""
    if switches.private_price_from > switches.private_price_to:
        text = gettext(
            "private_price_from: {lowest}% is above private_price_to, {highest}%, so no price is possible",
            lowest=switches.private_price_from,
            highest=switches.private_price_to,
        )
        raise BoardError(text, (SECTION, "private_price_from"))
    _check_loans(board, switches)
    _check_privates(board, switches)


def _check_privates(board: Board, switches: Switches) -> None:
    """Raise ``BoardError`` if a switch is about privates or purchases that the title does not have."""
    for key, wanted in (
        ("first_private_falls", switches.first_private_falls > 0),
        ("privates_at_end", switches.privates_at_end != "cost"),
    ):
        if wanted and not board.privates:
            text = gettext("{key}: the title has no privates; leave this key out", key=key)
            raise BoardError(text, (SECTION, key))
    if any(phase.buy_privates for phase in board.phases):
        return
    for key in ("private_price_from", "private_price_to"):
        if getattr(switches, key) != getattr(Switches(), key):
            text = gettext("{key}: no phase has buy_privates: true; leave this key out", key=key)
            raise BoardError(text, (SECTION, key))


def _check_loans(board: Board, switches: Switches) -> None:
    """Raise ``BoardError`` if loans are half described, or if a switch needs loans or trains."""
    with_loans = [place for place, phase in enumerate(board.phases) if phase.loans]
    if board.loans is None:
        if with_loans:
            name = board.phases[with_loans[0]].name
            text = gettext("phase {phase}: loans: true needs the key loans of the file", phase=name)
            raise BoardError(text, ("phases", with_loans[0], "loans"))
        for key, value in LOANS.items():
            if getattr(switches, key) == value:
                text = gettext(
                    "{key}: it is {value}, but the file has no loans", key=key, value=_written(value)
                )
                raise BoardError(text, (SECTION, key))
    elif not with_loans:
        text = gettext("loans: no phase has loans: true, so no corporation can take one")
        raise BoardError(text, ("loans",))
    else:
        _check_terms(board, board.loans)
        if switches.interest_short == "loan" and not board.loans.interest:
            text = gettext("interest_short: loans cost no interest; leave this key out")
            raise BoardError(text, (SECTION, "interest_short"))
    if switches.must_own_train == "never" and switches.train_money != "president":
        text = gettext("train_money: with must_own_train: never, no corporation must buy a train")
        raise BoardError(text, (SECTION, "train_money"))
    if switches.train_money == "cash only" and board.loans is None and board.ending.players_left:
        text = gettext("ending.players_left: with train_money: cash only, no player goes bankrupt")
        raise BoardError(text, ("ending", "players_left"))


def _check_terms(board: Board, loans: Loans) -> None:
    """Raise ``BoardError`` if a loan costs more than it brings, or if its figures contradict each other."""
    for key, dollars in (("interest", loans.interest), ("late_value", loans.late_value)):
        if dollars is not None and dollars > loans.value:
            text = gettext(
                "loans.{key}: ${dollars} is above the value of a loan, ${value}",
                key=key,
                dollars=dollars,
                value=loans.value,
            )
            raise BoardError(text, ("loans", key))
    if loans.value > board.bank:
        text = gettext("loans.value: ${value} is above the bank, ${bank}", value=loans.value, bank=board.bank)
        raise BoardError(text, ("loans", "value"))
    if loans.per_turn is not None and loans.maximum is not None and loans.per_turn > loans.maximum:
        text = gettext(
            "loans.per_turn: {count} is above the maximum of a corporation; give at most {maximum}, or leave "
            "it out",
            count=loans.per_turn,
            maximum=loans.maximum,
        )
        raise BoardError(text, ("loans", "per_turn"))


def _written(value: str | bool) -> str:
    """Return a value as the file has it."""
    return str(value).lower() if isinstance(value, bool) else value
