"""18GL, by Gary Mroczka: railroading around the Great Lakes."""

from trunkline.engine.kernel.registration import TitlePackage
from trunkline.titles.t18gl.opening import board, hands
from trunkline.titles.t18gl.reading import ROWS
from trunkline.titles.t18gl.title import ABOUT, build

PACKAGE = TitlePackage(ABOUT, board, build, ROWS, hands)
