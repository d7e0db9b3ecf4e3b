"""State that only 18GL has: CONRAIL, the ferry, and records of an operating turn."""

from __future__ import annotations

from typing import Self

import msgspec

from trunkline.engine.kernel.decisions import SharedDecision
from trunkline.engine.kernel.state import State
from trunkline.engine.kernel.structs import StateStruct
from trunkline.titles.t18gl.decisions import Decision18GL


class Conrail(StateStruct):
    """The status of CONRAIL."""

    formed: bool = False
    phase: str = ""
    """The phase in which it formed."""
    merged: tuple[str, ...] = ()
    """The corporations out of which it formed, in operating order."""
    acting: bool = False
    """True if it formed under a president without the certificate."""


class Turn(StateStruct):
    """Records of the current operating turn that only 18GL needs."""

    bonds_from: str = ""
    """The source of bonds that CONRAIL has redeemed: the pool or a player. Empty if it has redeemed none."""


class State18GL(State):
    """The whole state of a game of 18GL."""

    pending: list[SharedDecision | Decision18GL] = []  # type: ignore[assignment]
    conrail: Conrail = msgspec.field(default_factory=Conrail)
    alco: str = ""
    """The id of the train with the ALCO token. Empty if no train has it."""
    turn: Turn = msgspec.field(default_factory=Turn)
    """Records of the operating turn in progress; empty outside a turn."""

    def copy(self) -> Self:
        """Return an independent copy."""
        new = super().copy()
        new.conrail = self.conrail.__copy__()
        new.turn = self.turn.__copy__()
        return new


def state_18gl(state: State) -> State18GL:
    """Return the state as a ``State18GL``."""
    assert isinstance(state, State18GL)
    return state
