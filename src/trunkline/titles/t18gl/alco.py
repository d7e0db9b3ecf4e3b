"""The token of the American Locomotive Company (ALCO), which lengthens one H train by two hexes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import depot, private_events
from trunkline.engine.kernel.action import Action, AssignPower, BuyTrain
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Use
from trunkline.engine.kernel.refusal_texts import buying_train
from trunkline.engine.kernel.state import OUT, POOL, Corporation, OperatingTurn
from trunkline.engine.mechanisms import permission
from trunkline.engine.powers.player_powers import PlayersPower
from trunkline.titles.t18gl.state import state_18gl
from trunkline.util.messages import gettext, gettext_lazy, gettext_noop

ALCO = "alco"
HEXES = 2
"""Hexes by which the token lengthens a train."""


@dataclass(frozen=True)
class AssignAlco(PlayersPower):
    """A power to assign the token to one of the corporation's H trains before its trains run."""

    name: str = gettext_noop("assign the ALCO token")
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
        what = gettext_lazy("Assigning the token of {private}", private=ctx.private_name(self.private))
        self.check_open(ctx, what)
        if turn.ran:
            ctx.refuse("run.alco-before", what, gettext_lazy("the trains have run"))
        if ctx.state.trains.get(action.train) != turn.corp:
            ctx.refuse(self.rule, what, gettext_lazy("{corp} does not own such a train", corp=turn.corp))
        kind = depot.train_type(ctx, action.train)
        if kind.unit != "hexes" or kind.range is None:
            a = gettext_noop("a {type}-train is not lengthened")
            an = gettext_noop("an {type}-train is not lengthened")
            type = depot.train_name(action.train)
            ctx.refuse(self.rule, what, gettext_lazy(depot.by_article(action.train, a, an), type=type))
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
    if not fixed(ctx, train):
        return ""
    return gettext("with the token of {private}", private=ctx.private_name(ALCO))


def not_sold(ctx: Context, corp: Corporation, action: BuyTrain) -> None:
    """Refuse the purchase of the lengthened train."""
    if fixed(ctx, action.train):
        what = buying_train(action.train, action.source)
        why = gettext_lazy("it has the token of {private}", private=ctx.private_name(ALCO))
        ctx.refuse("privates.alco.fixed", what, why)


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
