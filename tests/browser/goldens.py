"""Golden pictures of typical positions.

``make goldens`` takes them, and ``test_goldens.py`` compares with them. They have 256 colours, which halves
their size without a visible difference.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image, ImageChops
from playwright.sync_api import Playwright, sync_playwright

from browser.conftest import QUIET, SECONDS, launched
from browser.positions import Position, positions
from browser.visits import DESK, PHONE, Size, Visits
from web.http.process import Process, running

FOLDER = Path(__file__).with_name("goldens")
ALIKE = [*QUIET, "--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"]
"""Browser arguments that give the same letters and colours on every machine."""
STANDS_OUT = 48
"""Difference in brightness, of 255, above which a part of a picture counts as different."""
TOLERATED = 0.0005
"""The share of a picture that may differ."""
END = 1_000_000
"""A moment number after the end of every game."""


class Scene(NamedTuple):
    """The settings of a picture."""

    name: str
    title: str
    kind: str
    """The kind of decision. ``place`` chooses one of the stored positions of this kind."""
    place: int = 0
    size: Size = DESK
    scheme: Literal["light", "dark"] = "light"
    hex: bool = False
    """True if the first marked hex is selected."""
    over: bool = False
    """True if the game is played to its end."""

    @property
    def position(self) -> Position:
        """The position of the picture."""
        alike = [one for one in positions() if (one.title, one.kind) == (self.title, self.kind)]
        found = alike[self.place]
        return found._replace(at=END) if self.over else found

    @property
    def file(self) -> Path:
        """The file of the picture."""
        return FOLDER / f"{self.name}.png"


SCENES = (
    Scene("1856-opening", "1856", "bid, buy or pass"),
    Scene("1856-stock-round", "1856", "buy, sell or pass", 1),
    Scene("1856-stock-round-phone", "1856", "buy, sell or pass", 1, PHONE),
    Scene("1856-track", "1856", "lay track", 1),
    Scene("1856-tile-chooser", "1856", "lay track", 2, hex=True),
    Scene("1856-tile-chooser-phone", "1856", "lay track", 2, PHONE, hex=True),
    Scene("1856-token", "1856", "place a station token", 2),
    Scene("1856-runs", "1856", "run its trains", 2),
    Scene("1856-dividend", "1856", "settle the dividend", 2),
    Scene("1856-trains", "1856", "buy trains", 2),
    Scene("1856-emergency-money", "1856", "emergency money", 1),
    Scene("1856-discard", "1856", "Discard", 1),
    Scene("1856-ledger", "1856", "DebtsDue"),
    Scene("1856-debt", "1856", "Debt", scheme="dark"),
    Scene("1851-opening", "1851", "PriceChoice", 1),
    Scene("1851-stock-round-dark", "1851", "buy, sell or pass", 2, scheme="dark"),
    Scene("1851-announcement", "1851", "Announcement", 1),
    Scene("1851-runs-dark", "1851", "run its trains", 2, scheme="dark"),
    Scene("1851-result", "1851", "buy trains", over=True),
    Scene("18gl-opening-dark", "18GL", "bid, buy or pass", scheme="dark"),
    Scene("18gl-stock-round", "18GL", "buy, sell or pass", 1, (1920, 1080)),
    Scene("18gl-conrail", "18GL", "ConrailTokens"),
    Scene("18gl-track", "18GL", "lay track", 1),
    Scene("18gl-trains-phone-dark", "18GL", "buy trains", 1, PHONE, "dark"),
)


class Camera:
    """A camera that takes the pictures one after another."""

    def __init__(self, visits: Visits) -> None:
        self._visits = visits

    def take(self, scene: Scene) -> Image.Image:
        """Take the picture of a scene on the current page."""
        visits = self._visits
        visits.page.emulate_media(color_scheme=scene.scheme)
        visits.open(scene.position, scene.size)
        if scene.hex:
            assert visits.choose_hex(), f"{scene.name}: no hex is marked"
        visits.settle()
        # Figures appear a moment after their elements. The second wait gives the final page.
        visits.settle()
        taken = visits.page.screenshot(animations="disabled", caret="hide")
        visits.stands = True
        return few_colours(Image.open(io.BytesIO(taken)))


@contextmanager
def camera(driver: Playwright, table: Process) -> Iterator[Camera]:
    """A camera with a separate browser."""
    with (
        launched(driver, ALIKE) as browser,
        browser.new_context(device_scale_factor=1, locale="en-GB", timezone_id="UTC") as context,
    ):
        context.set_default_timeout(SECONDS * 1000)
        yield Camera(Visits(context, table))


def few_colours(picture: Image.Image) -> Image.Image:
    """Return a picture with the stored number of colours."""
    return picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)


def difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a mask that is white where two pictures differ.

    It has half their size, so differences at the edges of letters do not count.
    """
    parts = ImageChops.difference(one.convert("RGB").reduce(2), other.convert("RGB").reduce(2)).split()
    most = ImageChops.lighter(ImageChops.lighter(parts[0], parts[1]), parts[2])
    return most.point([255 if value > STANDS_OUT else 0 for value in range(256)])


def share(differs: Image.Image) -> float:
    """Return the white share of a picture."""
    return differs.histogram()[255] / (differs.width * differs.height)


def main() -> None:
    """Take and store all pictures, or those named on the command line."""
    FOLDER.mkdir(exist_ok=True)
    for file in set(FOLDER.glob("*.png")) - {scene.file for scene in SCENES}:
        file.unlink()
    wanted = sys.argv[1:] or [scene.name for scene in SCENES]
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder, "table.sqlite")) as table,
        sync_playwright() as driver,
        camera(driver, table) as taking,
    ):
        for scene in SCENES:
            if scene.name in wanted:
                taking.take(scene).save(scene.file, optimize=True)


if __name__ == "__main__":
    main()
