"""Plans: moves of a sandbox that a player keeps for the game, checked against each new position.

A plan holds the moves of one player with the moves that the player assumes of others between them. It is an
immutable record and knows no server and no title. Its progress follows from the actions of the game.
"""

from trunkline.game.plans.progress import Mark, Progress, progress
from trunkline.game.plans.queries import StepState, StepView, decide, make, outlook, sendable
from trunkline.game.plans.records import LONGEST, Mode, Plan, PlanStep

__all__ = [
    "LONGEST",
    "Mark",
    "Mode",
    "Plan",
    "PlanStep",
    "Progress",
    "StepState",
    "StepView",
    "decide",
    "make",
    "outlook",
    "progress",
    "sendable",
]
