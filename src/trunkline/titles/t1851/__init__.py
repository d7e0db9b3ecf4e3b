"""1851, by Chris Lawson from an idea by Mark Derrick: the railroads come to Tennessee."""

from trunkline.engine.kernel.registration import TitlePackage
from trunkline.titles.t1851.opening import board, hands
from trunkline.titles.t1851.reading import ROWS
from trunkline.titles.t1851.title import ABOUT, build

PACKAGE = TitlePackage(ABOUT, board, build, ROWS, hands)
