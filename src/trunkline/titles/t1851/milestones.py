"""Events worth counting in games of 1851, and their expected frequency."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.engine.kernel.action import (
    Action,
    BuyShare,
    Dividend,
    IssueShares,
    LayTile,
    RedeemShares,
    RunTrains,
)
from trunkline.engine.kernel.context import Milestone
from trunkline.engine.kernel.state import TREASURY, State
from trunkline.engine.steps.dividend import HALF

LOUISVILLE = "B16"
BIRMINGHAM = "J12"


def _floated(played: Sequence[Action], last: State) -> int:
    return sum(corp.started and not corp.offering for corp in last.corporations.values())


def _issued(played: Sequence[Action], last: State) -> int:
    return sum(action.count for action in played if isinstance(action, IssueShares))


def _redeemed(played: Sequence[Action], last: State) -> int:
    return sum(action.count for action in played if isinstance(action, RedeemShares))


def _from_treasuries(played: Sequence[Action], last: State) -> int:
    return sum(isinstance(action, BuyShare) and action.source == TREASURY for action in played)


def _halves(played: Sequence[Action], last: State) -> int:
    return sum(isinstance(action, Dividend) and action.payout == HALF for action in played)


def _louisville(played: Sequence[Action], last: State) -> int:
    return sum(isinstance(action, LayTile) and action.hex == LOUISVILLE for action in played)


def _birmingham(played: Sequence[Action], last: State) -> int:
    runs = [run for action in played if isinstance(action, RunTrains) for run in action.runs]
    return sum(BIRMINGHAM in run.hexes for run in runs)


MILESTONES = (
    Milestone("corporations floated", _floated),
    Milestone("shares issued", _issued, aim=0),
    Milestone("shares redeemed", _redeemed, aim=0),
    Milestone("shares bought from treasuries", _from_treasuries, aim=0),
    Milestone("half dividends", _halves, aim=0),
    Milestone("upgrades of Louisville", _louisville, aim=0),
    Milestone("runs to Birmingham", _birmingham, aim=0),
)
