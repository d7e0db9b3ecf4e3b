"""The discards of a corporation with too many trains, one after another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import events
from trunkline.engine.kernel.action import Action, DiscardTrain
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Discard
from trunkline.engine.kernel.depot import move_train, one_of_each_type
from trunkline.engine.kernel.state import POOL
from trunkline.util.messages import gettext_lazy, gettext_noop


@dataclass(frozen=True)
class DiscardStep:
    """The step in which the president discards trains to the pool without payment. With ``any_order``,
    corporations over the limit discard in any order."""

    any_order: bool = False
    name: str = gettext_noop("discard a train")
    rule: str = "train.discard-excess"
    kinds: tuple[type[Action], ...] = (DiscardTrain,)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president."""
        return (ctx.waiting(Discard).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return one train of each type that the corporation owns."""
        corp = ctx.waiting(Discard).corp
        return [DiscardTrain(player, corp, train) for train in reversed(one_of_each_type(ctx, corp))]

    def check(self, ctx: Context, action: Action) -> None:
        """Check that the train belongs to the corporation."""
        assert isinstance(action, DiscardTrain)
        decision = ctx.waiting(Discard)
        what = gettext_lazy("Discarding {train}", train=action.train)
        waiting = [other for other in reversed(ctx.state.pending) if isinstance(other, Discard)]
        if self.any_order:
            decision = next((other for other in waiting if other.corp == action.corp), decision)
        if action.corp != decision.corp and any(other.corp == action.corp for other in waiting):
            ctx.refuse("train.discard-order", what, gettext_lazy("{corp} discards first", corp=decision.corp))
        ctx.president_only(action, decision.player, decision.corp, what)
        if action.corp != decision.corp or ctx.state.trains.get(action.train) != decision.corp:
            why = gettext_lazy("{corp} must discard one of its trains", corp=decision.corp)
            ctx.refuse("train.discard-excess", what, why)

    def apply(self, ctx: Context, action: Action) -> None:
        """Move the train to the pool."""
        assert isinstance(action, DiscardTrain)
        move_train(ctx, action.train, POOL)
        ctx.note(events.TrainDiscarded(action.corp, action.train), "train.discard-excess")
        for react in ctx.title.reactions.train_discarded:
            react(ctx, action.train)

    def advance(self, ctx: Context) -> bool:
        """Stop once the corporation is within its limit."""
        corp = ctx.state.corporations[ctx.waiting(Discard).corp]
        if len(ctx.state.trains_at(corp.id)) <= ctx.title.policies.train_limit(ctx, corp):
            ctx.state.pending.pop()
            return True
        return False
