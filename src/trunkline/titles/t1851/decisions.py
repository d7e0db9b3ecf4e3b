"""The decision that only 1851 has: the opening price of the L&N."""

from __future__ import annotations

from trunkline.kernel.decisions import Decision


class PriceChoice(Decision, tag="opening price"):
    """A president's certificate has come with a private, and the corporation has no price yet."""

    player: str
    """The president."""
    corp: str
