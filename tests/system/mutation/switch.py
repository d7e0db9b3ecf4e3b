"""A switch that turns one rule of a title off while tests run and records all refusals.

A rule that is off refuses nothing. ``Context.refuse`` returns instead of raising, so the step continues as if
the check did not exist. A problem of a run is removed from the list of problems. An action at the wrong
moment counts as legal. Other rules refuse as usual: if another rule's refusal satisfies a test, the test does
not prove the rule that is off.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.kernel.step import Step
from trunkline.engine.routing import Run
from trunkline.engine.steps import running
from trunkline.util.messages import Message

RUNS = "runs"
MOMENT = "moment"


class Switch:
    """A recorder of refusals, as pairs of rule id and place, that suppresses those of the rule ``off``.

    A place is a line of the source such as ``stock.py:152``, ``runs`` for a problem of a run, or ``moment``
    for an action at the wrong moment. With ``place`` only the refusals made there are suppressed.
    """

    def __init__(self, off: str = "", place: str = "") -> None:
        self.off = off
        self.place = place
        self.seen: set[tuple[str, str]] = set()
        self._out_of_place: Refusal | None = None

    def holds(self, rule: str, place: str) -> bool:
        """Record a refusal. Return whether it is suppressed."""
        self.seen.add((rule, place))
        return rule == self.off and self.place in ("", place)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Intercept the refusals of the rules while the patch lasts."""
        self._watch_refuse(patch)
        self._watch_runs(patch)
        self._watch_moment(patch)

    def _watch_refuse(self, patch: pytest.MonkeyPatch) -> None:
        refuse = Context.refuse

        def watched(
            ctx: Context, rule: str, what: Message | str, why: Message | str, *, lasting: bool = False
        ) -> None:
            caller = sys._getframe(1)
            place = f"{Path(caller.f_code.co_filename).name}:{caller.f_lineno}"
            if not self.holds(ctx.title.rule_id(rule), place):
                refuse(ctx, rule, what, why)

        patch.setattr(Context, "refuse", watched)

    def _watch_runs(self, patch: pytest.MonkeyPatch) -> None:
        broken = running.run_refusals

        def watched(ctx: Context, corp: Corporation, runs: Sequence[Run]) -> list[Refusal]:
            return [refusal for refusal in broken(ctx, corp, runs) if not self.holds(refusal.rule, RUNS)]

        patch.setattr(running, "run_refusals", watched)

    def _watch_moment(self, patch: pytest.MonkeyPatch) -> None:
        not_now, check = referee._not_now, referee._check

        def watched_reason(ctx: Context, step: Step, kind: type[Action]) -> Refusal:
            self._out_of_place = not_now(ctx, step, kind)
            return self._out_of_place

        def watched(ctx: Context, step: Step | None, action: Action) -> None:
            try:
                check(ctx, step, action)
            except Refusal as refusal:
                if refusal is not self._out_of_place or not self.holds(refusal.rule, MOMENT):
                    raise

        patch.setattr(referee, "_not_now", watched_reason)
        patch.setattr(referee, "_check", watched)
