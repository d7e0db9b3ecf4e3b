"""The capital of a declared title that depends on the train on sale or on the phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Self

import msgspec

from trunkline.engine.board import Board, BoardCorporation
from trunkline.engine.capital import escrow
from trunkline.engine.capital.at_float import PaidAtFloat
from trunkline.engine.capital.escrow import Escrow
from trunkline.engine.capital.state import StateWithFunding, funds
from trunkline.engine.kernel.context import Hooks, Policies
from trunkline.engine.kernel.decisions import SharedDecision
from trunkline.engine.kernel.state import State
from trunkline.engine.loans.state import Debt, LoanChoice, LoanTurn
from trunkline.engine.steps import floating
from trunkline.titles.declared import loan_steps


class StateWithCapital(StateWithFunding):
    """The whole state of a declared title with kinds of capital, and perhaps with loans."""

    pending: list[SharedDecision | LoanChoice | Debt] = []  # type: ignore[assignment]
    turn: LoanTurn = msgspec.field(default_factory=LoanTurn)
    """The loans of the operating turn in progress; empty outside a turn."""

    def copy(self) -> Self:
        """Return an independent copy."""
        new = super().copy()
        new.turn = self.turn.__copy__()
        return new


def state(board: Board) -> type[State]:
    """Return the type of the state."""
    return StateWithCapital if board.capitalisation else loan_steps.state(board)


def with_policies(board: Board, policies: Policies) -> Policies:
    """Return the policies with the funding of corporations, if the file has kinds of capital."""
    return replace(policies, funding=funds) if board.capitalisation else policies


def with_reactions(board: Board, reactions: Hooks) -> Hooks:
    """Return the reactions with the float, and with those of escrow if the file has kinds of capital."""
    if not board.capitalisation:
        return replace(reactions, offering_sold=(floating.sold,))
    held = Escrow()
    sold: Callable[..., None] = partial(floating.sold, payment=PaidAtFloat())
    return replace(
        reactions,
        started=(held.started,),
        offering_sold=(sold,),
        tile_laid=(held.tile_laid,),
        home_placed=(held.home_placed,),
        closed=(*reactions.closed, escrow.forfeit),
    )


def completed(board: Board) -> Board:
    """Return the board with a name for each destination."""
    corporations = tuple(_with_name(board, each) for each in board.corporations)
    return msgspec.structs.replace(board, corporations=corporations)


def _with_name(board: Board, corporation: BoardCorporation) -> BoardCorporation:
    goal = corporation.destination
    if goal is None or goal.name:
        return corporation
    name = " / ".join(board.hexes[hex].name or hex for hex in goal.hexes)
    return msgspec.structs.replace(corporation, destination=msgspec.structs.replace(goal, name=name))
