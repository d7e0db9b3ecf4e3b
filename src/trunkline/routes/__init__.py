"""The best runs of a company, for games in play and for positions written down.

>>> import trunkline
>>> game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
>>> trunkline.routes.best(game, "LPS").total
0
"""

from trunkline.kernel.refusal import Refusal
from trunkline.routes.positions import EXAMPLES, Listed, read
from trunkline.routes.questions import best, check, complete, service
from trunkline.track.routes import Completion, Earnings, Run, RunPlan, Service

__all__ = [
    "EXAMPLES",
    "Completion",
    "Earnings",
    "Listed",
    "Refusal",
    "Run",
    "RunPlan",
    "Service",
    "best",
    "check",
    "complete",
    "read",
    "service",
]
