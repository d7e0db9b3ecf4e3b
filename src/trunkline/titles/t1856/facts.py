"""What only 1856 remembers in ``State.facts``, by name."""

from __future__ import annotations

from trunkline.kernel.state import State

CGR = "CGR"

CGR_STATUS = "cgr"
"""Empty, or one of the four below."""
DUE = "due"
FORMING = "forming"
FORMED = "formed"
NEVER = "never"

SIX_BUYER = "six buyer"
"""The president of the corporation that bought the first 6, who leads the pay-off and the exchange."""
ABSORBED = "absorbed"
"""Corporations the CGR took over, separated by spaces."""
CGR_PERMANENT = "cgr permanent"
"""Set once the CGR has had a permanent train."""
CGR_BORROWED = "cgr borrowed"
"""The type of train the CGR has borrowed and still owes for."""
CGR_DUTY = "cgr duty"
"""The one-share president who owes the purchase of a second share."""
CGR_HOMES = "cgr homes"
"""Where the CGR took over home tokens, as HEX.stop separated by spaces."""
WS_TILE = "ws tile"
WS_TOKEN = "ws token"
"""Set in the operating round in which the power is used, at whose end the private closes."""
WS_SPENT = "ws spent"
"""Set once its free token has been used up by an ordinary one."""
CLOSED_LATE = "closed late"
"""Set once a corporation has closed after the CGR was decided."""


def absorbed(state: State) -> list[str]:
    """The corporations the CGR took over."""
    return state.facts.get(ABSORBED, "").split()


def cgr_frozen(state: State) -> bool:
    """Whether the CGR has yet to own its first permanent train."""
    return CGR_PERMANENT not in state.facts
