"""Positions of 18GL."""

from __future__ import annotations

from table_scene import AuctionScene, FloatingScene
from trunkline.titles.t18gl.state import State18GL, state_18gl


class Scene(AuctionScene, FloatingScene):
    """A game of 18GL in a position that the test sets."""

    TITLE = "18GL"
    STEPS = (
        "track",
        "token",
        "run",
        "interest",
        "bond interest",
        "dividend",
        "trains",
        "loans",
        "bonds",
        "shares",
    )

    @property
    def own(self) -> State18GL:
        """The state with the fields of 18GL. A test may change it before the game continues."""
        return state_18gl(self.state)
