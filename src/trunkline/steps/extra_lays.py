"""Extra lays of track, in addition to the ordinary one, at any time of an operating turn."""

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
    """The extra lays of the powers, at any time of a turn in which actions are still possible."""

    track: LayTrack
    name: str = "lay an extra tile"
    label = "Track"
    kinds: tuple[type[Action], ...] = (LayTile,)

    def takes(self, action: Action) -> bool:
        """Return whether the lay is an extra one."""
        extra = (power.private for power in self.track.powers if power.extra)
        return isinstance(action, LayTile) and action.power in extra

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the lays of the powers that the corporation owns."""
        return (lay for lay in self.track.powered(t, turn) if self.takes(lay))

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Check as the track step does."""
        t.title.policies.may_still_act(t, turn, "An extra lay")
        self.track.check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile."""
        self.track.apply(t, turn, action)
