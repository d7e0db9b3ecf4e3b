"""The token of the American Locomotive Company (ALCO), which lengthens one H train by two hexes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import depot, private_events
from trunkline.engine.kernel.action import Action, AssignPower, BuyTrain
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Use
from trunkline.engine.kernel.state import OUT, POOL, Corporation, OperatingTurn
from trunkline.engine.mechanisms import permission
from trunkline.engine.powers.player_powers import PlayersPower
from trunkline.titles.t18gl.state import state_18gl

ALCO = "alco"
HEXES = 2
"""Hexes by which the token lengthens a train."""


@dataclass(frozen=True)
class AssignAlco(PlayersPower):
    """A power to assign the token to one of the corporation's H trains before its trains run."""

    name: str = "assign the ALCO token"
    kinds: tuple[type[Action], ...] = (AssignPower,)

    def uses(self, ctx: Context, turn: OperatingTurn) -> Iterable[Use]:
        """Return one use for a train of each type."""
        president = ctx.state.corporations[turn.corp].president
        trains = depot.one_of_each_type(ctx, turn.corp)
        return [AssignPower(president, turn.corp, self.private, train) for train in trains]

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a second use, a use after the run, and a train that is not the corporation's own H train
        with a limit."""
        assert isinstance(action, AssignPower)
        what = f"Assigning the token of {ctx.private_name(self.private)}"
        self.check_open(ctx, what)
        if turn.ran:
            ctx.refuse("run.alco-before", what, "the trains have run")
        if ctx.state.trains.get(action.train) != turn.corp:
            ctx.refuse(self.rule, what, f"{turn.corp} does not own such a train")
        kind = depot.train_type(ctx, action.train)
        if kind.unit != "hexes" or kind.range is None:
            ctx.refuse(self.rule, what, f"{depot.train_phrase(action.train)} is not lengthened")
        permission.check(ctx, turn, action, what)

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lengthen the train from now on."""
        assert isinstance(action, AssignPower)
        state_18gl(ctx.state).alco = action.train
        self.spend(ctx)
        ctx.note(private_events.PowerAssigned(turn.corp, self.private, action.train), self.rule)


def longer(ctx: Context, train: str) -> int:
    """Return the number of hexes by which a train is lengthened."""
    return HEXES if fixed(ctx, train) else 0


def fixed(ctx: Context, train: str) -> bool:
    """Return whether a train has the token. Such a train is neither bought nor sold."""
    return bool(train) and state_18gl(ctx.state).alco == train


def mark(ctx: Context, train: str) -> str:
    """Return the text that marks the lengthened train, or an empty string."""
    return f"with the token of {ctx.private_name(ALCO)}" if fixed(ctx, train) else ""


def not_sold(ctx: Context, corp: Corporation, action: BuyTrain) -> None:
    """Refuse the purchase of the lengthened train."""
    if fixed(ctx, action.train):
        what = f"Buying {action.train} from {action.source}"
        ctx.refuse("privates.alco.fixed", what, f"it has the token of {ctx.private_name(ALCO)}")


def lost(ctx: Context, train: str) -> None:
    """Remove the token from a train that went to the pool."""
    if fixed(ctx, train):
        state_18gl(ctx.state).alco = ""
        ctx.note(private_events.PrivateTokenRemoved(ALCO), "privates.alco.discard")


def closed(ctx: Context, corp: Corporation) -> None:
    """Remove the token from a train that went to the pool because its corporation closed."""
    if ctx.state.trains.get(state_18gl(ctx.state).alco) == POOL:
        lost(ctx, state_18gl(ctx.state).alco)


def phase_began(ctx: Context) -> None:
    """Remove the token from a train that has rusted, and close the private."""
    train = state_18gl(ctx.state).alco
    if not train or ctx.state.trains[train] != OUT:
        return
    state_18gl(ctx.state).alco = ""
    ctx.note(private_events.PrivateTokenRemoved(ALCO), "privates.alco.end")
    private = ctx.state.privates[ALCO]
    if not private.closed:
        private.closed = True
        ctx.note(private_events.PrivateClosed(ALCO), "privates.alco.end")
