"""The token that a private's power puts on the map for the corporation that owns the private."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.board import BoardBonus
from trunkline.engine.kernel import depot, private_events
from trunkline.engine.kernel.action import Action, PlacePrivateToken
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal_texts import all_of, owns_none
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.steps.turn_step_bases import AnytimePower
from trunkline.util.messages import gettext_lazy, gettext_noop

_PLACING = {"port": gettext_noop("Placing the port token on {hex}")}


@dataclass(frozen=True)
class PrivateTokenPower(AnytimePower):
    """A power to place the token of a bonus on one of its hexes, once. It closes the granting private.

    ``phases`` are the names of the phases in which it may be placed.
    """

    bonus: str
    phases: tuple[str, ...]
    placed_by: str
    """The rule by which it is placed."""
    removed_by: str
    """The rule by which it leaves the map."""
    private: str = ""
    """The private whose token it places, if a title has several such powers."""
    name: str = gettext_noop("place a private's token")
    label = gettext_noop("Privates")
    kinds: tuple[type[Action], ...] = (PlacePrivateToken,)

    def takes(self, action: Action) -> bool:
        """Return whether the action places the token of this private."""
        return not self.private or getattr(action, "private", "") == self.private

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return every hex of the bonus if the corporation owns the private."""
        facts = self._facts(ctx)
        private = ctx.state.privates[facts.by]
        if private.corp == turn.corp and not private.closed:
            president = ctx.state.corporations[turn.corp].president
            for hex in facts.hexes:
                yield PlacePrivateToken(president, turn.corp, private.id, hex)

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse another owner, a wrong phase or a wrong hex."""
        assert isinstance(action, PlacePrivateToken)
        facts = self._facts(ctx)
        other = gettext_noop("Placing the {bonus} token on {hex}")
        what = gettext_lazy(_PLACING.get(self.bonus, other), bonus=self.bonus, hex=action.hex)
        private = ctx.state.privates[facts.by]
        if action.private != private.id or private.closed or private.corp != turn.corp:
            ctx.refuse(self.placed_by, what, owns_none(turn.corp, ctx.private_name(private.id)))
        if depot.phase(ctx).name not in self.phases:
            why = gettext_lazy("it is placed in phases {phases}", phases=all_of(self.phases))
            ctx.refuse(self.placed_by, what, why)
        if action.hex not in facts.hexes:
            ctx.refuse(self.placed_by, what, gettext_lazy("it has no place there"))

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Place the token and close the private."""
        assert isinstance(action, PlacePrivateToken)
        ctx.state.privates[action.private].closed = True
        place_private_token(ctx, self.bonus, turn.corp, action.hex, self.placed_by)

    def phase_began(self, ctx: Context) -> None:
        """Remove the token with the phase that the board names."""
        remove_late(ctx, self.bonus, self.removed_by)

    def _facts(self, ctx: Context) -> BoardBonus:
        return ctx.title.board.bonuses[self.bonus]


def place_private_token(ctx: Context, bonus: str, corp: str, hex: str, rule: str) -> None:
    """Put the token of a bonus on the map for a corporation."""
    ctx.state.private_tokens = {**ctx.state.private_tokens, bonus: (hex, corp)}
    ctx.note(private_events.PrivateTokenPlaced(corp, bonus, hex), rule)


def remove_late(ctx: Context, bonus: str, rule: str) -> None:
    """Remove the token of a bonus from the map if the phase that the board names has started."""
    tokens = ctx.state.private_tokens
    if bonus in tokens and depot.phase(ctx).name == ctx.title.board.bonuses[bonus].removed_phase:
        ctx.state.private_tokens = {name: spot for name, spot in tokens.items() if name != bonus}
        ctx.note(private_events.PrivateTokenRemoved(bonus), rule)
