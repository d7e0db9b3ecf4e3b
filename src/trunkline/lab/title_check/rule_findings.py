"""Findings on switches, loans and limits: keys that change nothing because of the rest of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from trunkline.engine.board import Board
from trunkline.lab.title_check.finding import Finding
from trunkline.titles import Switches

SWITCHES: Final = "switches"


def rule_findings(board: Board, switches: Switches) -> Iterator[Finding]:
    """Yield the findings on the switches and on the other rules of a board."""
    yield from _switches(board, switches)
    yield from _first_private(board, switches)
    yield from _loans(board, switches)
    yield from _limits(board)


def _switches(board: Board, switches: Switches) -> Iterator[Finding]:
    """Yield the switches that have no effect."""
    if switches.sales_in_first_round and not switches.sell_before_operating:
        text = "It has no effect without sell_before_operating: no corporation has operated in that round."
        yield Finding((SWITCHES, "sales_in_first_round"), text)
    if switches.several_in_brown and all(box.zone != "brown" for box in board.boxes.values()):
        yield Finding((SWITCHES, "several_in_brown"), "It has no effect: no box is in the brown zone.")
    if switches.dividend_to == "treasury" and board.floating and board.floating.unsold == "ipo":
        text = "No share pays its corporation: with unsold: ipo, no share is ever in a treasury."
        yield Finding((SWITCHES, "dividend_to"), text)


def _first_private(board: Board, switches: Switches) -> Iterator[Finding]:
    """Yield a finding if the first private is free after its first fall."""
    falls = switches.first_private_falls
    for players, count in board.players.items():
        first = next((each for each in board.privates if each.id in (count.privates or board.private)), None)
        if first is not None and falls > first.cost:
            text = (
                f"It is above the cost of {first.id}, ${first.cost}, the first private of {players} players."
            )
            yield Finding((SWITCHES, "first_private_falls"), text)
            return


def _loans(board: Board, switches: Switches) -> Iterator[Finding]:
    """Yield a finding if loans are a gift, or take more off a share than it is worth."""
    loans = board.loans
    if loans is None:
        return
    highest = max(box.price for box in board.boxes.values())
    if loans.end_penalty_per_share > highest:
        text = f"It is above the highest price of a share, ${highest}."
        yield Finding(("loans", "end_penalty_per_share"), text)
    free = not (loans.interest or loans.end_penalty_per_share or switches.loans_move_price)
    if free and switches.loans_redeemed == "never":
        text = "A loan costs nothing: it has no interest and no penalty, and is never redeemed."
        yield Finding(("loans", "interest"), text)


def _limits(board: Board) -> Iterator[Finding]:
    """Yield the limits that bar all play."""
    for each in board.corporations:
        share = min(each.shares)
        if board.pool_limit < share:
            text = f"No share can be sold: one of {each.id} is {share}%, and the pool takes less."
            yield Finding(("pool_limit",), text)
            break
