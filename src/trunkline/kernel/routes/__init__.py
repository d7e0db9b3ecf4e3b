"""What trains may run, what they earn, and the best set of runs."""

from trunkline.kernel.routes.best import best_runs, plan_value, some_runs
from trunkline.kernel.routes.check import check_runs, earnings, explain, revenue
from trunkline.kernel.routes.run import Bonus, Earnings, Problem, RoutePolicy, Run, RunPlan, TrainRange

__all__ = [
    "Bonus",
    "Earnings",
    "Problem",
    "RoutePolicy",
    "Run",
    "RunPlan",
    "TrainRange",
    "best_runs",
    "check_runs",
    "earnings",
    "explain",
    "plan_value",
    "revenue",
    "some_runs",
]
