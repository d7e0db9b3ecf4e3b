"""The discards of a corporation with too many trains, one after another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import events
from trunkline.kernel.action import Action, DiscardTrain
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Discard
from trunkline.kernel.depot import move_train, one_each
from trunkline.kernel.state import POOL
from trunkline.kernel.table import Table


@dataclass(frozen=True)
class DiscardStep:
    """The step in which the president discards trains to the pool without payment. With ``any_order``,
    corporations over the limit discard in any order."""

    any_order: bool = False
    name: str = "discard a train"
    rule: str = "train.discard-excess"
    kinds: tuple[type[Action], ...] = (DiscardTrain,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president."""
        return (t.waiting(Discard).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return one train of each type that the corporation owns."""
        corp = t.waiting(Discard).corp
        return [DiscardTrain(player, corp, train) for train in reversed(one_each(t, corp))]

    def check(self, t: Table, action: Action) -> None:
        """Check that the train belongs to the corporation."""
        assert isinstance(action, DiscardTrain)
        decision = t.waiting(Discard)
        what = f"Discarding {action.train}"
        waiting = [other for other in reversed(t.state.pending) if isinstance(other, Discard)]
        if self.any_order:
            decision = next((other for other in waiting if other.corp == action.corp), decision)
        if action.corp != decision.corp and any(other.corp == action.corp for other in waiting):
            t.refuse("train.discard-order", what, f"{decision.corp} discards first")
        t.president_only(action, decision.player, decision.corp, what)
        if action.corp != decision.corp or t.state.trains.get(action.train) != decision.corp:
            t.refuse("train.discard-excess", what, f"{decision.corp} must discard one of its own trains")

    def apply(self, t: Table, action: Action) -> None:
        """Move the train to the pool."""
        assert isinstance(action, DiscardTrain)
        move_train(t, action.train, POOL)
        t.note(events.TrainDiscarded(action.corp, action.train), "train.discard-excess")
        for react in t.title.reactions.train_discarded:
            react(t, action.train)

    def advance(self, t: Table) -> bool:
        """Stop once the corporation is within its limit."""
        corp = t.state.corporations[t.waiting(Discard).corp]
        if len(t.state.trains_at(corp.id)) <= t.title.policies.train_limit(t, corp):
            t.state.pending.pop()
            return True
        return False
