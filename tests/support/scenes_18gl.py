"""Positions of 18GL."""

from __future__ import annotations

from typing import Self

from table_scene import FloatingScene
from trunkline.titles.t18gl.state import State18GL, state_18gl


class Scene(FloatingScene):
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

    def waits_for_opening(self) -> bool:
        """Return whether privates are still for sale."""
        return self.state.opening is not None

    def opened(self, **owners: str) -> Self:
        """Skip the opening. Privates go to these players, and the others close."""
        self.state.opening = None
        for private in self.state.privates.values():
            private.player = owners.get(private.id, "")
            private.closed = not private.player
        return self

    @property
    def own(self) -> State18GL:
        """The state with the fields of 18GL. A test may change it before the game continues."""
        return state_18gl(self.state)
