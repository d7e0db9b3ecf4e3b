"""What only 18GL remembers: CONRAIL, the ferry, and what an operating turn has seen."""

from __future__ import annotations

from typing import Self

import msgspec

from trunkline.kernel.decisions import SharedDecision
from trunkline.kernel.record import Record
from trunkline.kernel.state import State
from trunkline.titles.t18gl.decisions import Decision18GL


class Conrail(Record):
    """What has become of CONRAIL."""

    formed: bool = False
    phase: str = ""
    """The phase that it formed in."""
    merged: tuple[str, ...] = ()
    """Out of which corporations it formed, in operating order."""
    acting: bool = False
    """Whether it formed under a president without the certificate."""


class Turn(Record):
    """What the operating turn in progress has seen, beyond what every title remembers of one."""

    bonds_from: str = ""
    """Whom CONRAIL has redeemed bonds from: the pool or a player; empty where it has not."""


class State18GL(State):
    """The whole table of 18GL."""

    pending: list[SharedDecision | Decision18GL] = []  # type: ignore[assignment]
    conrail: Conrail = msgspec.field(default_factory=Conrail)
    alco: str = ""
    """The train with the ALCO token, by id; empty where none has it."""
    turn: Turn = msgspec.field(default_factory=Turn)
    """Of the operating turn in progress; afresh outside of one."""

    def copy(self) -> Self:
        """An independent copy."""
        new = super().copy()
        new.conrail = self.conrail.__copy__()
        new.turn = self.turn.__copy__()
        return new


def own(state: State) -> State18GL:
    """The state as 18GL knows it."""
    assert isinstance(state, State18GL)
    return state
