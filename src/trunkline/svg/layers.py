"""Drawing of one hex in layers.

A map can lay each layer over all its hexes. Runs are then above track and below circles, and the ground of a
neighbour never covers a text.
"""

from __future__ import annotations

from typing import NamedTuple

from trunkline.svg.placement import HexSpace, PlacedItem

LAYERS = ("ground", "track", "circles", "texts", "number")
"""Layer names from lowest to highest. The tile number has a separate layer, which pages show on request."""
NUMBER = "number"


class HexDrawing(NamedTuple):
    """A drawing of one hex, with the positions of its texts and figures."""

    ground: str
    track: str
    circles: str
    boxes: tuple[PlacedItem, ...]
    left: HexSpace
    """The space that is left."""

    @property
    def texts(self) -> str:
        """All texts except the tile number. Each is a group with its width and height."""
        return "".join(box.svg() for box in self.boxes if box.item.kind != NUMBER)

    @property
    def number(self) -> str:
        """The number of the tile."""
        return "".join(box.svg() for box in self.boxes if box.item.kind == NUMBER)

    @property
    def layers(self) -> dict[str, str]:
        """The layers by name, without empty ones."""
        found = zip(LAYERS, (self.ground, self.track, self.circles, self.texts, self.number), strict=True)
        return {name: svg for name, svg in found if svg}

    @property
    def svg(self) -> str:
        """All layers of this hex as one text."""
        return "".join(self.layers.values())
