"""Extra lays of track, in addition to the ordinary one, at any time of an operating turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel.action import Action, LayTile
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.steps.track import LayTrack
from trunkline.engine.steps.turn_step_bases import AnytimePower
from trunkline.util.messages import gettext_lazy, gettext_noop


@dataclass(frozen=True)
class ExtraLays(AnytimePower):
    """The extra lays of the powers, at any time of a turn in which actions are still possible."""

    track: LayTrack
    name: str = gettext_noop("lay an extra tile")
    label = "Track"
    kinds: tuple[type[Action], ...] = (LayTile,)

    def takes(self, action: Action) -> bool:
        """Return whether the lay is an extra one."""
        extra = (power.private for power in self.track.powers if power.extra)
        return isinstance(action, LayTile) and action.power in extra

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the lays of the powers that the corporation owns."""
        return (lay for lay in self.track.powered(ctx, turn) if self.takes(lay))

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check as the track step does."""
        ctx.title.policies.may_still_act(ctx, turn, gettext_lazy("An extra lay"))
        self.track.check(ctx, turn, action)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile."""
        self.track.apply(ctx, turn, action)
