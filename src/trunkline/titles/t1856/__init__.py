"""1856, by Bill Dixon: undercapitalised railways, and a government that lends until it takes over."""

from trunkline.kernel.package import Package
from trunkline.titles.t1856.reading import ROWS
from trunkline.titles.t1856.title import ABOUT, board, build

PACKAGE = Package(ABOUT, board, build, ROWS)
