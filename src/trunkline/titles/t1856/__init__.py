"""1856, by Bill Dixon: undercapitalised railways and a government that lends until it takes over."""

from trunkline.titles.t1856.reading import ROWS
from trunkline.titles.t1856.title import DESIGNERS, NAME, PLAYERS, RULES, VARIANTS, build

__all__ = ["DESIGNERS", "NAME", "PLAYERS", "ROWS", "RULES", "VARIANTS", "build"]
