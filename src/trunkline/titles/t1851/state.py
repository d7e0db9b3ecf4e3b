"""The state of 1851, which remembers nothing beside what all titles do."""

from __future__ import annotations

from trunkline.kernel.decisions import SharedDecision
from trunkline.kernel.state import State
from trunkline.titles.t1851.decisions import PriceChoice


class State1851(State):
    """The whole table of 1851."""

    pending: list[SharedDecision | PriceChoice] = []  # type: ignore[assignment]
