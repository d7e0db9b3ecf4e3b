"""Legal runs of trains, their earnings, and the best set of runs."""

from trunkline.runs.best import best_runs, owed_runs
from trunkline.runs.check import check_runs, earnings
from trunkline.runs.complete import Completion, complete_run
from trunkline.runs.context import Bonus, RouteContext, Toll, TrainRange, train_range
from trunkline.runs.run import Earnings, Problem, Run, RunPlan
from trunkline.runs.some import some_runs

__all__ = [
    "Bonus",
    "Completion",
    "Earnings",
    "Problem",
    "RouteContext",
    "Run",
    "RunPlan",
    "Toll",
    "TrainRange",
    "best_runs",
    "check_runs",
    "complete_run",
    "earnings",
    "owed_runs",
    "some_runs",
    "train_range",
]
