"""Corrections of a game on a printed board: the checks, the changes, and what no longer agrees."""

from trunkline.engine.corrections.corrector import CORRECTIONS, disagreements

__all__ = ["CORRECTIONS", "disagreements"]
