"""A drawing of one hex in layers, so that a map can lay each of them over all its hexes: runs then lie on
track and under circles, and no neighbour's ground covers a text."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.art.room import PlacedItem, Room

LAYERS = ("ground", "track", "circles", "texts", "number")
"""From the lowest to the highest. The number of a tile is a layer of its own: pages show it when asked."""
NUMBER = "number"


class Drawn(NamedTuple):
    """A drawing of one hex, and where its texts and figures stand."""

    ground: str
    track: str
    circles: str
    boxes: tuple[PlacedItem, ...]
    left: Room
    """The room that is left."""

    @property
    def texts(self) -> str:
        """All that is written, each text as a group that says how wide and high it is."""
        return "".join(box.svg() for box in self.boxes if box.item.kind != NUMBER)

    @property
    def number(self) -> str:
        """The number of the tile."""
        return "".join(box.svg() for box in self.boxes if box.item.kind == NUMBER)

    @property
    def layers(self) -> dict[str, str]:
        """Each layer by its name, without those that hold nothing."""
        found = zip(LAYERS, (self.ground, self.track, self.circles, self.texts, self.number), strict=True)
        return {name: svg for name, svg in found if svg}

    @property
    def svg(self) -> str:
        """All layers of this hex alone."""
        return "".join(self.layers.values())
