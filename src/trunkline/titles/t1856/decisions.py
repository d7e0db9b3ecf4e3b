"""Decisions that only 1856 has: about loans, and about the CGR as it forms."""

from __future__ import annotations

from trunkline.kernel.decisions import Decision

CGR = "CGR"


class LoanChoice(Decision, tag="loan before interest"):
    """The treasury cannot pay the interest, and a loan can still be taken."""

    player: str
    """The president."""
    corp: str


class Debt(Decision, tag="interest"):
    """A president must raise what a corporation cannot pay."""

    player: str
    corp: str
    amount: int = 0
    """Dollars that are due."""
    sold: tuple[str, ...] = ()
    """Corporations sold for it since it has last grown."""
    cause: str = ""
    """What it is for; empty: interest."""


class DebtsDue(Decision, tag="cgr debts"):
    """All loans fall due."""

    corps: tuple[str, ...]
    """Corporations still to be settled, in order."""


class CgrDecision(Decision):
    """What all that is asked about the CGR has."""

    @property
    def corp(self) -> str:
        """The CGR."""
        return CGR


class TokensToLose(CgrDecision, tag="cgr tokens"):
    """The CGR has taken over more tokens than it may keep."""

    player: str
    """Its president."""


class TrainsToKeep(CgrDecision, tag="cgr trains"):
    """The CGR has taken over trains that it need not keep."""

    player: str
    """Its president."""


class OverfullPool(CgrDecision, tag="cgr excess"):
    """The pool holds more of the CGR than it may, and holders buy it down."""

    players: tuple[str, ...]
    """The holders, the next one to buy first."""


class SecondShareDue(CgrDecision, tag="cgr second share"):
    """The CGR's one-share president owes the other half of the certificate."""

    player: str
    sold: tuple[str, ...] = ()
    """Corporations sold for it."""


Decision1856 = LoanChoice | Debt | DebtsDue | TokensToLose | TrainsToKeep | OverfullPool | SecondShareDue
