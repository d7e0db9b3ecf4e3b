"""The best runs of a corporation, for games in play and for positions from files.

>>> import trunkline
>>> game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
>>> trunkline.routes.best(game, "LPS").total
0
"""

from trunkline.kernel.refusal import Refusal
from trunkline.routes.positions import EXAMPLES, Listed, read
from trunkline.routes.prospects import After, Prospects, after
from trunkline.routes.questions import best, check, complete, context
from trunkline.runs import Completion, Earnings, RouteContext, Run, RunPlan

__all__ = [
    "EXAMPLES",
    "After",
    "Completion",
    "Earnings",
    "Listed",
    "Prospects",
    "Refusal",
    "RouteContext",
    "Run",
    "RunPlan",
    "after",
    "best",
    "check",
    "complete",
    "context",
    "read",
]
