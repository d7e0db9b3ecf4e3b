"""Positions of 18GL in which players own privates."""

from __future__ import annotations

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot

OWN = "P1"
OTHER = "P2"
FIFTY = {"bridge": 0, "tunnel": 1, "terminal": 2}


def scene_with(fifty: str = "bridge", phase: str = "4H", tiles: str = "", **owners: str) -> Scene:
    """Return the Illinois Central, at home in Chicago (D14) under P1, with privates of players.

    ``fifty`` names the one of the three privates at $50 that is in the game.
    """
    deal = (fifty, *(name for name in FIFTY if name != fifty))
    scene = Scene(deal=deal).opened(**owners).tiles(tiles).phase(phase)
    scene.floated("IC", OWN, cash=300)
    return scene


def enter(scene: Scene, phase: str) -> None:
    """Begin a phase by the purchase of its first train."""
    scene.sell_out("2H", "4H", "6H", "10H", "E")
    names = [each.name for each in scene.game.title.board.phases]
    scene.state.phase = names.index(phase) - 1
    depot.sold_by_bank(scene.table, f"{phase}-0")


def ask(scene: Scene, action: A.Action) -> None:
    """Propose an action that needs P2's consent."""
    scene.play(action)
    assert scene.game.to_act == {OTHER}


YES, NO = A.Answer(OTHER, True), A.Answer(OTHER, False)
