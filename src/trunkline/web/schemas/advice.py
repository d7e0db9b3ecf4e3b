"""The advice of a bot and its reasons."""

from __future__ import annotations

from msgspec import Struct

from trunkline.game.actions import AnyAction
from trunkline.web.schemas.log import SeatKind


class TermFacts(Struct, frozen=True):
    """One reason for or against an action.

    ``dollars`` is its contribution to the estimate and may be negative.
    """

    what: str
    text: str
    """The reason as readable text."""
    dollars: int


class EstimateFacts(Struct, frozen=True):
    """A bot's estimate of an action, relative to doing nothing or to the second-best action."""

    action: AnyAction
    text: str
    total: int
    low: int | None
    """The lower limit of the 95% confidence interval of the total, in dollars. Null for the action that the
    others are compared with."""
    high: int | None
    """The upper limit of that interval, in dollars. Null in the same case."""
    never: bool
    """True if the bot rules the action out, regardless of the dollars."""
    terms: tuple[TermFacts, ...]
    """The reasons that add up to the total, most important first. The last one sums up all remaining
    reasons."""


class AdviceFacts(Struct, frozen=True):
    """The action that a bot recommends for a player, the alternatives it considered, and its reasons."""

    player: str
    program: SeatKind
    label: str
    """The display name of the kind of bot."""
    text: str
    """The recommended action, or the action that the bot has taken, as text."""
    because: str
    """The explanation in words, in one to three sentences. The terms of ``estimates`` have the dollars."""
    decisive: TermFacts | None
    """The reason that decides the choice, or null if no single reason does. ``dollars`` is its advantage over
    the action that would be best without this reason."""
    estimates: tuple[EstimateFacts, ...]
    """The estimated actions, best first."""
    beside_second: bool
    """True if the totals are relative to the second-best action, false if they are relative to doing
    nothing."""
    sure: bool | None
    """True if the lead of the best action over the second exceeds the error of the estimates. Null if there
    is nothing to compare it with."""
