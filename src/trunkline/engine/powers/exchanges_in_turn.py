"""The exchange of a private for a share in an operating turn of a corporation that its owner runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel.action import Action, AssignPower
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.steps import share_exchange
from trunkline.engine.steps.turn_step_bases import AnytimePower
from trunkline.util.messages import gettext_noop


@dataclass(frozen=True)
class ExchangesInTurn(AnytimePower):
    """A power of the president whose corporation has the turn: these exchanges of the president's privates.

    The share may be of any corporation.
    """

    exchanges: share_exchange.Exchanges
    any_corporation: bool = True
    name: str = gettext_noop("exchange a private for a share")
    kinds: tuple[type[Action], ...] = (AssignPower,)

    def takes(self, action: Action) -> bool:
        """Return whether the action names one of the privates."""
        return any(each.private == getattr(action, "private", "") for each in self.exchanges)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the exchanges of the president's privates."""
        return share_exchange.candidates(ctx, self.exchanges, ctx.state.corporations[turn.corp].president)

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse an exchange that would also be refused in a stock round."""
        assert isinstance(action, AssignPower)
        share_exchange.check(ctx, self.exchanges, action)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Give the share and close the private."""
        assert isinstance(action, AssignPower)
        share_exchange.apply(ctx, self.exchanges, action)
