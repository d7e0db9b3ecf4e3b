"""Events worth counting in games of 1856, and their expected frequency."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.engine.kernel.action import Action, TakeLoan
from trunkline.engine.kernel.context import Milestone
from trunkline.engine.kernel.state import State
from trunkline.titles.t1856.cgr import PHASE
from trunkline.titles.t1856.state import CgrStatus, state_1856


def _loans(played: Sequence[Action], last: State) -> int:
    return sum(isinstance(action, TakeLoan) for action in played)


def _merged(played: Sequence[Action], last: State) -> int:
    return len(state_1856(last).cgr.absorbed)


def _closed(played: Sequence[Action], last: State) -> int:
    """Return the number of corporations closed by their share price.

    Absorbed corporations are also closed, so they are deducted.
    """
    return sum(corp.closed for corp in last.corporations.values()) - len(state_1856(last).cgr.absorbed)


def _forms(played: Sequence[Action], last: State) -> int:
    return int(state_1856(last).cgr.status is CgrStatus.FORMED)


def _never_forms(played: Sequence[Action], last: State) -> int:
    return int(state_1856(last).cgr.status is CgrStatus.NEVER)


MILESTONES = (
    Milestone("loans taken", _loans),
    Milestone("companies merged", _merged),
    Milestone("companies closed", _closed),
    Milestone("the CGR forms", _forms, aim=25, of_phase=PHASE),
    Milestone("the CGR never forms", _never_forms, aim=10, of_phase=PHASE),
)
