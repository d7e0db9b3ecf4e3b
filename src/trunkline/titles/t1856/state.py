"""State that only 1856 has: the CGR, and the records of a turn."""

from __future__ import annotations

from enum import Enum
from typing import Self

import msgspec

from trunkline.engine.capital.state import StateWithFunding
from trunkline.engine.kernel.decisions import SharedDecision
from trunkline.engine.kernel.state import State
from trunkline.engine.kernel.structs import StateStruct, sealed
from trunkline.engine.loans.state import LoanTurn
from trunkline.titles.t1856.decisions import Decision1856

WS_TILE = "ws tile"
WS_TOKEN = "ws token"
"""Powers used in the current operating round. The private closes at the end of that round."""
WS_SPENT = "ws spent"
"""The mark that an ordinary token has used up the private's free token."""


class CgrStatus(Enum):
    """The stages of the CGR."""

    AHEAD = "ahead"
    """The first 6-train is not yet sold."""
    DUE = "due"
    """The first 6-train is sold, and its buyer's turn continues."""
    FORMING = "forming"
    FORMED = "formed"
    NEVER = "never"


class Cgr(StateStruct):
    """The CGR: its formation, and its open duties."""

    status: CgrStatus = CgrStatus.AHEAD
    six_buyer: str = ""
    """The president of the corporation that bought the first 6-train. This player starts the pay-off and the
    exchange."""
    absorbed: tuple[str, ...] = ()
    """Absorbed corporations, in order."""
    homes: tuple[tuple[str, int], ...] = ()
    """Home tokens it took over: hex and stop of each."""
    duty: str = ""
    """The one-share president who must buy a second share. Empty if there is no such duty."""
    permanent: bool = False
    """True once it has owned a permanent train."""
    borrowed: str = ""
    """The type of the train it has borrowed and still owes for."""
    closed_late: bool = False
    """True if a corporation has closed since the CGR formed or was ruled out."""

    @property
    def decided(self) -> bool:
        """Return whether the CGR has formed or never will."""
        return self.status in (CgrStatus.FORMED, CgrStatus.NEVER)

    @property
    def frozen(self) -> bool:
        """Return whether the CGR has yet to own a permanent train."""
        return not self.permanent


class Turn(LoanTurn):
    """Records of the current operating turn: its loans, and what only 1856 needs."""

    borrowed: str = ""
    """The borrowed train that runs this turn. Empty if no train is borrowed."""
    odd: dict[str, int] = {}
    """Percent of each corporation sold beyond the last full 10%. Never changed in place."""


class State1856(StateWithFunding):
    """The whole state of a game of 1856."""

    pending: list[SharedDecision | Decision1856] = []  # type: ignore[assignment]
    cgr: Cgr = msgspec.field(default_factory=Cgr)
    turn: Turn = msgspec.field(default_factory=Turn)
    """Records of the operating turn in progress; empty outside a turn."""
    over_limits: dict[str, int] = {}
    """Excess of each player over the limits at the start of the stock round, in halves of a certificate.

    It falls with the player's sales, and with lower prices at the end of the player's turn. Used if excess
    that arises in a round waits for the next one. Never changed in place.
    """

    def copy(self) -> Self:
        """Return an independent copy."""
        new = super().copy()
        new.cgr = self.cgr.__copy__()
        new.turn = self.turn.__copy__()
        new.turn.odd = self.turn.odd or {}
        new.over_limits = self.over_limits or {}
        return new

    def seal(self) -> Self:
        """Make the mappings shared with copies read-only, and return this state."""
        self.turn.odd = sealed(self.turn.odd)
        self.over_limits = sealed(self.over_limits)
        super().seal()
        return self


def state_1856(state: State) -> State1856:
    """Return the state as a ``State1856``."""
    assert isinstance(state, State1856)
    return state
