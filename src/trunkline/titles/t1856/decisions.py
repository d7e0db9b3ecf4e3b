"""Decisions of 1856 on loans that are due, and on the CGR's formation."""

from __future__ import annotations

from trunkline.engine.kernel.decisions import Decision
from trunkline.engine.loans.state import Debt, LoanChoice

CGR = "CGR"


class DebtsDue(Decision, tag="cgr debts"):
    """A decision on loans that are all due."""

    corps: tuple[str, ...]
    """Corporations still to be settled, in order."""


class CgrDecision(Decision):
    """The base of all decisions about the CGR."""

    @property
    def corp(self) -> str:
        """The id of the CGR."""
        return CGR


class TokensToLose(CgrDecision, tag="cgr tokens"):
    """A decision on the tokens that exceed what the CGR may keep."""

    player: str
    """The CGR's president."""


class TrainsToKeep(CgrDecision, tag="cgr trains"):
    """A decision on the trains that the CGR need not keep."""

    player: str
    """The CGR's president."""


class OverfullPool(CgrDecision, tag="cgr excess"):
    """A decision to buy CGR shares from a pool that holds too many of them."""

    players: tuple[str, ...]
    """The holders; the next buyer is first."""


class SecondShareDue(CgrDecision, tag="cgr second share"):
    """A duty of the CGR's one-share president to buy the other half of the certificate."""

    player: str
    sold: tuple[str, ...] = ()
    """Corporations whose shares were sold for it."""


Decision1856 = LoanChoice | Debt | DebtsDue | TokensToLose | TrainsToKeep | OverfullPool | SecondShareDue
