"""1851, by Chris Lawson from an idea by Mark Derrick: the railroads come to Tennessee."""

from trunkline.titles.t1851.opening import hands
from trunkline.titles.t1851.reading import ROWS
from trunkline.titles.t1851.title import DESIGNERS, NAME, PLAYERS, RULES, VARIANTS, build

__all__ = ["DESIGNERS", "NAME", "PLAYERS", "ROWS", "RULES", "VARIANTS", "build", "hands"]
