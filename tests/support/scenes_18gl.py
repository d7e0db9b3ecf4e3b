"""Positions of 18GL."""

from __future__ import annotations

from typing import Self

from table_scene import FloatingScene
from trunkline.titles.t18gl.state import State18GL, state_18gl


class Scene(FloatingScene):
    """A game of 18GL in a position of the test's own making."""

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

    def waits_for_opening(self) -> bool:
        """Whether privates are still for sale."""
        return self.state.opening is not None

    def opened(self, **owners: str) -> Self:
        """Skip the opening: privates go to these players, the others close."""
        self.state.opening = None
        for private in self.state.privates.values():
            private.player = owners.get(private.id, "")
            private.closed = not private.player
        return self

    @property
    def own(self) -> State18GL:
        """The state as 18GL knows it; a test may change it before it plays on."""
        return state_18gl(self.state)
