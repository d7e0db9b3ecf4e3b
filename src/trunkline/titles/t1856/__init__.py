"""1856, by Bill Dixon: undercapitalised railways, and a government that lends until it takes over."""

from trunkline.engine.kernel.registration import TitlePackage
from trunkline.titles.t1856.reading import ROWS
from trunkline.titles.t1856.title import ABOUT, board, build

PACKAGE = TitlePackage(ABOUT, board, build, ROWS)
