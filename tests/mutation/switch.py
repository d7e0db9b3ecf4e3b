"""A switch that turns one rule of a title off while tests run, and notes which rules refuse meanwhile.

A rule that is off refuses nothing: ``Table.refuse`` comes back silently where it would have raised, so that
the step goes on behind the check as if the check were not written; a problem of a run is dropped from the
list of problems; and an action that has no place in the moment passes for legal. Other rules refuse as ever:
a test that a neighbouring rule's refusal satisfies does not prove the rule that is off.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from trunkline.kernel import engine
from trunkline.kernel.action import Action
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Step, Table
from trunkline.runs import Run
from trunkline.steps import running

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
        refuse = Table.refuse

        def watched(t: Table, rule: str, what: str, why: str) -> None:
            caller = sys._getframe(1)
            place = f"{Path(caller.f_code.co_filename).name}:{caller.f_lineno}"
            if not self.holds(t.title.rule_id(rule), place):
                refuse(t, rule, what, why)

        patch.setattr(Table, "refuse", watched)

    def _watch_runs(self, patch: pytest.MonkeyPatch) -> None:
        broken = running.broken

        def watched(t: Table, corp: Corporation, runs: Sequence[Run]) -> list[Refusal]:
            return [refusal for refusal in broken(t, corp, runs) if not self.holds(refusal.rule, RUNS)]

        patch.setattr(running, "broken", watched)

    def _watch_moment(self, patch: pytest.MonkeyPatch) -> None:
        not_now, check = engine._not_now, engine._check

        def watched_reason(t: Table, step: Step, kind: type[Action]) -> Refusal:
            self._out_of_place = not_now(t, step, kind)
            return self._out_of_place

        def watched(t: Table, action: Action) -> None:
            try:
                check(t, action)
            except Refusal as refusal:
                if refusal is not self._out_of_place or not self.holds(refusal.rule, MOMENT):
                    raise

        patch.setattr(engine, "_not_now", watched_reason)
        patch.setattr(engine, "_check", watched)
