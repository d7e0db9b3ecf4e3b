"""Legal runs of trains, their earnings, and the best set of runs."""

from trunkline.engine.routing.best import best_runs, binding_runs
from trunkline.engine.routing.check import check_runs, earnings
from trunkline.engine.routing.completion import Completion, complete_run
from trunkline.engine.routing.context import Bonus, RouteContext, Toll, TrainRange, train_range
from trunkline.engine.routing.random_runs import random_runs
from trunkline.engine.routing.run import Earnings, Run, RunFault, RunPlan

__all__ = [
    "Bonus",
    "Completion",
    "Earnings",
    "RouteContext",
    "Run",
    "RunFault",
    "RunPlan",
    "Toll",
    "TrainRange",
    "best_runs",
    "binding_runs",
    "check_runs",
    "complete_run",
    "earnings",
    "random_runs",
    "train_range",
]
