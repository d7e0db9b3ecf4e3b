"""Auto-actions: instructions of a player to act for them in stated cases, with guards that stop them.

An auto-action is an immutable record and knows no server and no title. It has no memory: whether an action
stops it follows from the positions before and after that action.
"""

from trunkline.game.auto_actions.common import account
from trunkline.game.auto_actions.kinds import (
    AnswerOffers,
    AutoAction,
    BidUpTo,
    BuyShares,
    OperateAsBefore,
    PassUntil,
    Preview,
    Stop,
)
from trunkline.game.auto_actions.obvious import Obvious, Why, obvious
from trunkline.game.auto_actions.queries import (
    advance,
    check,
    decide,
    idle_guards,
    offers,
    only_pass,
    preview,
    rehearse,
    slot,
    text,
)

__all__ = [
    "AnswerOffers",
    "AutoAction",
    "BidUpTo",
    "BuyShares",
    "Obvious",
    "OperateAsBefore",
    "PassUntil",
    "Preview",
    "Stop",
    "Why",
    "account",
    "advance",
    "check",
    "decide",
    "idle_guards",
    "obvious",
    "offers",
    "only_pass",
    "preview",
    "rehearse",
    "slot",
    "text",
]
