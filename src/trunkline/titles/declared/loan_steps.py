"""The steps of loans in a declared title, with the choices of its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from trunkline.engine.board import Board
from trunkline.engine.kernel.context import Hooks, Policies
from trunkline.engine.kernel.decisions import Decision
from trunkline.engine.kernel.state import State
from trunkline.engine.kernel.step import Step, TurnStep
from trunkline.engine.loans import borrowing
from trunkline.engine.loans.borrowing import Borrow
from trunkline.engine.loans.debts import Debts
from trunkline.engine.loans.forced import ForcedLoans
from trunkline.engine.loans.interest import Interest
from trunkline.engine.loans.redemption import Redeem
from trunkline.engine.loans.shortfall import InterestShortfall
from trunkline.engine.loans.state import Debt, StateWithLoans, forget_turn
from trunkline.engine.mechanisms import loans
from trunkline.engine.mechanisms.funding import FundingSource
from trunkline.engine.steps.emergency_money import EmergencyMoney
from trunkline.engine.steps.operating import Power
from trunkline.titles.declared.switches import Switches

NEVER: Final = "never"


def state(board: Board) -> type[State]:
    """Return the type of the state."""
    return StateWithLoans if board.loans else State


def powers(board: Board, switches: Switches) -> tuple[Power, ...]:
    """Return the power to take loans, if the file has loans."""
    return (_borrow(switches),) if board.loans else ()


def before_dividend(board: Board, switches: Switches) -> tuple[TurnStep, ...]:
    """Return the step that pays interest, if the file has loans."""
    if not board.loans:
        return ()
    first = switches.interest_short == "loan"
    return (Interest(Debts(), False, _borrow(switches), means=_forced(switches) if first else ()),)


def at_end(board: Board, switches: Switches, emergency: EmergencyMoney) -> tuple[TurnStep, ...]:
    """Return the step that redeems loans at the end of a turn, if the file has one."""
    if not board.loans or switches.loans_redeemed == NEVER:
        return ()
    return (_redeem(switches, emergency),)


def for_trains(board: Board, switches: Switches) -> tuple[FundingSource, ...]:
    """Return the loans that pay for a required train before the president does."""
    return _forced(switches, late=True) if board.loans and switches.train_money == "loans first" else ()


def decisions(board: Board, switches: Switches, emergency: EmergencyMoney) -> dict[type[Decision], Step]:
    """Return the step of a president's debts, if the file has loans."""
    return {Debt: InterestShortfall(emergency, _redeem(switches, emergency))} if board.loans else {}


def with_policies(board: Board, policies: Policies) -> Policies:
    """Return the policies with those of loans, if the file has loans."""
    if not board.loans:
        return policies
    return replace(
        policies,
        worth=loans.worth,
        loan_limit=borrowing.limit,
        may_still_act=borrowing.may_still_act,
    )


def with_reactions(board: Board, reactions: Hooks) -> Hooks:
    """Return the reactions with those of loans, if the file has loans."""
    forget: tuple[Callable[..., None], ...] = (forget_turn,)
    return replace(reactions, turn_began=forget, turn_ended=forget) if board.loans else reactions


def _borrow(switches: Switches) -> Borrow:
    return Borrow(moves_price=switches.loans_move_price)


def _forced(switches: Switches, late: bool = False) -> tuple[FundingSource, ...]:
    return (ForcedLoans(moves_price=switches.loans_move_price, late=late),)


def _redeem(switches: Switches, emergency: EmergencyMoney) -> Redeem:
    return Redeem(emergency, Debts(), moves_price=switches.loans_move_price)
