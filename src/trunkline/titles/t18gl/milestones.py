"""What is worth counting in games of 18GL, and how often it should happen."""

from __future__ import annotations

from trunkline.kernel.table import Milestone

MILESTONES: tuple[Milestone, ...] = ()
