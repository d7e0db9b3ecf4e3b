"""What only 1856 remembers: how corporations are funded, the CGR, and what a turn has seen of loans."""

from __future__ import annotations

from enum import Enum
from typing import Self

import msgspec

from trunkline.kernel.decisions import SharedDecision
from trunkline.kernel.record import Record, sealed
from trunkline.kernel.state import State
from trunkline.kernel.table import Funding
from trunkline.titles.t1856.decisions import Decision1856

WS_TILE = "ws tile"
WS_TOKEN = "ws token"
"""Powers used in the operating round in play, at whose end the private closes."""
WS_SPENT = "ws spent"
"""Its free token, used up by an ordinary one."""


class CgrStatus(Enum):
    """What has become of the CGR."""

    AHEAD = "ahead"
    """The first 6 is still to be sold."""
    DUE = "due"
    """It is sold, and its buyer's turn goes on."""
    FORMING = "forming"
    FORMED = "formed"
    NEVER = "never"


class Cgr(Record):
    """The CGR: how it has formed, and what it still owes."""

    status: CgrStatus = CgrStatus.AHEAD
    six_buyer: str = ""
    """The president of the corporation that bought the first 6, who leads the pay-off and the exchange."""
    absorbed: tuple[str, ...] = ()
    """Corporations it took over, in order."""
    homes: tuple[tuple[str, int], ...] = ()
    """Where it took over home tokens: hex and stop."""
    duty: str = ""
    """The one-share president who owes the purchase of a second share."""
    permanent: bool = False
    """Whether it has had a permanent train."""
    borrowed: str = ""
    """The type of train it has borrowed and still owes for."""
    closed_late: bool = False
    """Whether a corporation has closed since it was decided that the CGR forms or never will."""

    @property
    def decided(self) -> bool:
        """Whether it has formed or never will."""
        return self.status in (CgrStatus.FORMED, CgrStatus.NEVER)

    @property
    def frozen(self) -> bool:
        """Whether it has yet to own its first permanent train."""
        return not self.permanent


class Turn(Record):
    """What the operating turn in progress has seen, beyond what every title remembers of one."""

    early: int = 0
    """Loans taken before interest was settled."""
    late: int = 0
    """Loans taken after that."""
    redeeming: bool = False
    """Whether the turn has come to the redemption of loans."""
    redeemed: int = 0
    """Loans redeemed."""
    borrowed: str = ""
    """The train that runs without being owned."""
    odd: dict[str, int] = {}
    """Corporations to the percent of them sold beyond the last full 10%. Never changed in place."""

    @property
    def loans(self) -> int:
        """Loans taken."""
        return self.early + self.late


class State1856(State):
    """The whole table of 1856."""

    pending: list[SharedDecision | Decision1856] = []  # type: ignore[assignment]
    funding: dict[str, Funding] = {}
    """By corporation; those not yet started have none. Never changed in place."""
    cgr: Cgr = msgspec.field(default_factory=Cgr)
    turn: Turn = msgspec.field(default_factory=Turn)
    """Of the operating turn in progress; afresh outside of one."""
    over_limits: dict[str, int] = {}
    """Where what comes in a stock round waits for the next: players to the halves of a certificate by which
    they were over their limits as it began, less what they have sold since and what fallen prices had settled
    when they ended a turn. Never changed in place."""

    def copy(self) -> Self:
        """An independent copy."""
        new = super().copy()
        new.funding = self.funding or {}
        new.cgr = self.cgr.__copy__()
        new.turn = self.turn.__copy__()
        new.turn.odd = self.turn.odd or {}
        new.over_limits = self.over_limits or {}
        return new

    def seal(self) -> Self:
        """This state, with the mappings that its copies share closed to changes."""
        self.funding = sealed(self.funding)
        self.turn.odd = sealed(self.turn.odd)
        self.over_limits = sealed(self.over_limits)
        super().seal()
        return self

    def funds(self, corp: str) -> Funding:
        """How a corporation is funded."""
        return self.funding.get(corp, UNFUNDED)

    def fund(self, corp: str, funding: Funding) -> None:
        """Fund a corporation otherwise."""
        self.funding = {**self.funding, corp: funding}


UNFUNDED = Funding()


def own(state: State) -> State1856:
    """The state as 1856 knows it."""
    assert isinstance(state, State1856)
    return state
