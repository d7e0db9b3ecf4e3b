"""Lays of track beside the ordinary one, at any time of an operating turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel.action import Action, LayTile
from trunkline.kernel.choice import Choice
from trunkline.kernel.state import OperatingTurn
from trunkline.kernel.table import Table
from trunkline.steps.beside_steps import Anytime
from trunkline.steps.track import LayTrack


@dataclass(frozen=True)
class ExtraLays(Anytime):
    """The extra lays of the powers at any time of a turn, as long as anything may still be done in it."""

    track: LayTrack
    name: str = "lay an extra tile"
    label = "Track"
    kinds: tuple[type[Action], ...] = (LayTile,)

    def takes(self, action: Action) -> bool:
        """Only the lays that come beside the ordinary one."""
        extra = (power.private for power in self.track.powers if power.extra)
        return isinstance(action, LayTile) and action.power in extra

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Those of the powers that it owns."""
        return (lay for lay in self.track.powered(t, turn) if self.takes(lay))

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """As in the step for track."""
        t.title.policies.may_still_act(t, turn, "An extra lay")
        self.track.check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Lay it."""
        self.track.apply(t, turn, action)
