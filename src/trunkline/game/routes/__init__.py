"""The best runs of a corporation, for games in play and for positions from files.

>>> import trunkline
>>> game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
>>> trunkline.routes.best(game, "LPS").total
0
"""

from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.routing import Completion, Earnings, RouteContext, Run, RunPlan
from trunkline.game.routes.position_entries import EntryFault, PositionEntry
from trunkline.game.routes.position_file import EXAMPLES, Listed, listed, read
from trunkline.game.routes.queries import best, check, complete, context
from trunkline.game.routes.what_if import After, Prospects, after

__all__ = [
    "EXAMPLES",
    "After",
    "Completion",
    "Earnings",
    "EntryFault",
    "Listed",
    "PositionEntry",
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
    "listed",
    "read",
]
