"""State of titles with loans: the loans of a turn, and the decisions about them."""

from __future__ import annotations

from typing import Self

import msgspec

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Decision, SharedDecision
from trunkline.engine.kernel.state import Corporation, State
from trunkline.engine.kernel.structs import StateStruct


class LoanTurn(StateStruct):
    """The loans of the current operating turn."""

    early: int = 0
    """Loans taken before interest was settled."""
    late: int = 0
    """Loans taken after interest was settled."""
    redeeming: bool = False
    """True once the turn has reached the redemption of loans."""
    redeemed: int = 0
    """Loans redeemed."""

    @property
    def loans(self) -> int:
        """Loans taken in this turn."""
        return self.early + self.late


class LoanChoice(Decision, tag="loan before interest"):
    """A decision whether to take a loan, because the treasury cannot pay the interest."""

    player: str
    """The president."""
    corp: str


class Debt(Decision, tag="interest"):
    """A debt of a president who must raise what a corporation cannot pay."""

    player: str
    corp: str
    amount: int = 0
    """The amount due in dollars."""
    sold: tuple[str, ...] = ()
    """Corporations whose shares were sold for it since the debt last grew."""
    cause: str = ""
    """The cause of the debt. Empty means interest."""


class StateWithLoans(State):
    """The whole state of a game with loans, for titles without other state."""

    pending: list[SharedDecision | LoanChoice | Debt] = []  # type: ignore[assignment]
    turn: LoanTurn = msgspec.field(default_factory=LoanTurn)
    """The loans of the operating turn in progress; empty outside a turn."""

    def copy(self) -> Self:
        """Return an independent copy."""
        new = super().copy()
        new.turn = self.turn.__copy__()
        return new


def loan_turn(state: State) -> LoanTurn:
    """Return the loans of the current turn. The state must have them as ``turn``."""
    found = getattr(state, "turn", None)
    assert isinstance(found, LoanTurn)
    return found


def forget_turn(ctx: Context, corp: Corporation) -> None:
    """Clear the loans of the operating turn that has ended."""
    assert loan_turn(ctx.state) is not None
    ctx.state.turn = LoanTurn()  # type: ignore[attr-defined]


def wait_for(ctx: Context, decision: LoanChoice | Debt) -> None:
    """Add a decision to those that wait."""
    pending: list[Decision] = ctx.state.pending  # type: ignore[assignment]
    pending.append(decision)
