"""Styles of drawings: equal on a page and alone, and clear for colour-blind readers."""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path

import pytest

import trunkline
from trunkline.svg import STYLE, era_of, symbols
from trunkline.svg.symbols import contrast, luminance, token
from trunkline.titles import boards

SHEET = Path(__file__).resolve().parents[2] / "web" / "src" / "styles" / "art.css"
GROUNDS = ("land", "yellow", "green", "brown", "gray", "red", "lake")
SEEN = {
    "by all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Matrices of linear colours for each kind of colour vision (Machado and others, 2009)."""
FAR = 15.0
"""The least distance of two colours. Readers see differences from about 10 at a glance."""


def schemes() -> dict[str, dict[str, str]]:
    """Return the colours of the page's style sheet, light and dark."""
    (text,) = re.findall(r":root \{(.*?)\}", SHEET.read_text(), re.DOTALL)
    fixed = dict(re.findall(r"--([\w-]+): (#\w{6})", text))
    both = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", text)
    return {
        "light": fixed | {name: light for name, light, _ in both},
        "dark": fixed | {name: dark for name, _, dark in both},
    }


def lab(colour: str, eyes: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """Return a colour in CIELAB, for this kind of colour vision."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    plain = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    r, g, b = (max(0.0, sum(part * c for part, c in zip(row, plain, strict=True))) for row in eyes)
    axes = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in axes)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_grounds_are_told_apart_by_everybody(scheme: str, eyes: str) -> None:
    colours = schemes()[scheme]
    for one, other in itertools.combinations(GROUNDS, 2):
        far = math.dist(lab(colours[one], SEEN[eyes]), lab(colours[other], SEEN[eyes]))
        assert far > FAR, (one, other, far)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_track_and_names_can_be_read_on_every_ground(scheme: str) -> None:
    colours = schemes()[scheme]
    page = (SHEET.parent / "app.css").read_text()
    (both,) = re.findall(r"--print: light-dark\((#\w{6}), (#\w{6})\)", page)
    prints = dict(zip(("light", "dark"), both, strict=True))
    for ground in (*GROUNDS, "void"):
        for ink in (colours["rail"], prints[scheme]):
            assert contrast(luminance(colours[ground]), luminance(ink)) > 4.5, ground


def test_a_page_and_a_drawing_that_stands_alone_have_the_same_sizes() -> None:
    """The widths of lines are in both style sheets. The colours of the page are only in its sheet."""
    page = re.sub(r"/\*.*?\*/", "", SHEET.read_text(), flags=re.DOTALL)
    for kind in ("bed", "rail", "slot", "dot", "ferry", "blocked", "wave", "mark", "sign", "token"):
        widths = [re.search(rf"\.{kind} ?\{{[^}}]*stroke-width: ?([\d.]+)", text) for text in (page, STYLE)]
        assert all(widths), kind
        assert len({found[1] for found in widths if found}) == 1, kind


def test_every_class_of_the_symbols_has_a_style_in_both() -> None:
    classes: set[str] = set()
    for make in boards().values():
        for names in re.findall(r'class="([^"]+)"', symbols(make())):
            classes.update(names.split())
    # Letters take the colour of their token.
    for kind in classes - {"letters"}:
        for text in (SHEET.read_text(), STYLE):
            assert re.search(rf"\.{kind}\b", text), kind


def test_letters_of_tokens_can_be_read_on_their_colour() -> None:
    for make in boards().values():
        for corp in make().corporations:
            ink = re.search(r'class="token-name" fill="([^"]+)"', token(corp))
            assert ink is not None
            assert contrast(luminance(ink[1]), luminance(corp.colour)) >= 4.5, corp.id


def test_the_values_in_force_follow_the_phase() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    board = game.title.board
    assert [era_of(board, phase) for phase in range(len(board.phases))] == [0, 0, 0, 1, 1, 2]
    assert 'data-era="0"' in game.svg()
    sheet = symbols(board)
    detroit = sheet[sheet.index('id="hex-A20"') : sheet.index('id="hex-B13"')]
    shown = re.findall(r'class="worth ([^"]+)".*?>(\d+)</text>', detroit)
    assert shown == [("worth-0", "30"), ("worth-1", "50"), ("worth-2", "60")]
    sarnia = sheet[sheet.index('id="hex-B13"') : sheet.index('id="hex-B15"')]
    assert re.findall(r'class="worth ([^"]+)".*?>(\d+)</text>', sarnia) == [
        ("worth-0", "30"),
        ("worth-1 worth-2", "50"),
    ]
