"""A switch that turns one rule of a title off while tests run, and notes which rules refuse meanwhile.

A rule that is off refuses nothing: ``Context.refuse`` comes back silently where it would have raised, so that
the step goes on behind the check as if the check were not written; a problem of a run is dropped from the
list of problems; and an action that has no place in the moment passes for legal. Other rules refuse as ever:
a test that a neighbouring rule's refusal satisfies does not prove the rule that is off.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import Context, Step
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.routing import Run
from trunkline.engine.steps import running

RUNS = "runs"
MOMENT = "moment"


class Switch:
    """Notes refusals as pairs of rule id and place, and holds back those of the rule ``off``.

    A place is a line of the source such as ``stock.py:152``, ``runs`` for a problem of a run, ``moment``
    for an action out of place. With ``place`` only the refusals made there are held back.
    """

    def __init__(self, off: str = "", place: str = "") -> None:
        self.off = off
        self.place = place
        self.seen: set[tuple[str, str]] = set()
        self._out_of_place: Refusal | None = None

    def holds(self, rule: str, place: str) -> bool:
        """Note a refusal; whether it is held back."""
        self.seen.add((rule, place))
        return rule == self.off and self.place in ("", place)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Stand between the rules and their refusals for as long as the patch lasts."""
        self._watch_refuse(patch)
        self._watch_runs(patch)
        self._watch_moment(patch)

    def _watch_refuse(self, patch: pytest.MonkeyPatch) -> None:
        refuse = Context.refuse

        def watched(ctx: Context, rule: str, what: str, why: str) -> None:
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

        def watched(ctx: Context, action: Action) -> None:
            try:
                check(ctx, action)
            except Refusal as refusal:
                if refusal is not self._out_of_place or not self.holds(refusal.rule, MOMENT):
                    raise

        patch.setattr(referee, "_not_now", watched_reason)
        patch.setattr(referee, "_check", watched)
