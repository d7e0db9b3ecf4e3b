"""A player who has left one auto-action, in a scene."""

from __future__ import annotations

from table_scene import TableScene
from trunkline.game import auto_actions as auto
from trunkline.game.actions import Action
from trunkline.game.auto_actions import AutoAction, Stop


class Left:
    """One auto-action in a game. It acts before the test plays for the other players."""

    def __init__(self, scene: TableScene, instruction: AutoAction) -> None:
        self.scene = scene
        self.instruction = instruction
        assert auto.check(scene.game, instruction) == ""
        self.stop: Stop | None = None

    def act(self) -> Action | Stop | None:
        """Play the action that it takes now, if any, and return its decision."""
        found = auto.decide(self.scene.game, self.instruction)
        if isinstance(found, Stop):
            self.stop = found
        elif found is not None:
            self.play(found)
        return found

    def play(self, *actions: Action) -> Stop | None:
        """Play actions by hand, and return the stop that they cause, if any."""
        for action in actions:
            before = self.scene.game.copy()
            self.scene.play(action)
            if self.stop is None:
                self.stop = auto.advance(self.instruction, before, action, self.scene.game)
        return self.stop
