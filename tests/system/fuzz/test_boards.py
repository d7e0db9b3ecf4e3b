"""A board file with a nonsense value: it is refused with a line number, or all pages of a table work.

``TRUNKLINE_BOARD_CHANGES=500`` tries so many changes of each title, and ``all`` tries all of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from system.fuzz.boards import Change, changes, of_colours, sampled
from trunkline import titles
from trunkline.engine.board.loading import own_board
from trunkline.svg.board_map import board_map
from trunkline.svg.chart import chart
from trunkline.svg.symbols import symbols
from trunkline.titles import boards
from trunkline.util.errors import UsageError
from trunkline.web.presenters.maps import board_facts
from web.http.api import Api, table_at

WANTED = os.environ.get("TRUNKLINE_BOARD_CHANGES", "")
SEATS = [{"name": name} for name in ("Ann", "Bob", "Cy")]
PAGES = (
    *("", "/board", "/log", "/moments", "/sheet", "/sheet.csv", "/position", "/answers", "/people", "/map"),
    *("/figures", "/formation", "/announcement", "/export", "/export?format=text", "/replay.html"),
)
"""The pages of a new game that a client can request."""


def text_of(title: str) -> str:
    """Return the board file of a title."""
    return (Path(titles.__file__).parent / f"t{title.lower()}" / "board.yaml").read_text()


def wanted(title: str, usual: int) -> list[Change]:
    """Return the changes to try."""
    text = text_of(title)
    return [*changes(text)] if WANTED == "all" else sampled(text, int(WANTED or usual))


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """Yield a server."""
    with table_at(tmp_path_factory.mktemp("boards") / "table.sqlite") as client:
        yield Api(client)


def test_changed_board_is_refused_or_makes_a_table_that_works(api: Api) -> None:
    text, refused, begun = text_of("18GL"), 0, 0
    for change in wanted("18GL", 30):
        body = {"title": "18GL", "seats": SEATS, "seed": 1, "board": change.made(text)}
        answer = api.client.post("/api/games", json=body)
        if answer.status_code == 422:
            assert re.match(r"The board file(, line [0-9]+: | cannot be read: )", answer.json()["error"]), (
                change
            )
            refused += 1
            continue
        assert answer.status_code == 201, (change, answer.text)
        begun += 1
        game = f"/api/games/{answer.json()['id']}"
        for page in PAGES:
            got = api.client.get(game + page)
            assert got.status_code < 500, (change, page, got.text)
        drawn = api.client.get(f"{game}/symbols.svg")
        assert drawn.status_code == 200, (change, drawn.text)
        ElementTree.fromstring(drawn.content)
        for hex in ("D12", "I11"):
            assert api.client.get(f"{game}/hexes/{hex}").status_code < 500, change
        passes = {"version": 0, "action": {"type": "pass", "player": "Ann"}}
        assert api.client.post(f"{game}/actions", json=passes).status_code < 500, change
    assert refused > 5 * begun > 0


@pytest.mark.parametrize("title", ["1856", "1851"])
def test_changed_printed_board_is_refused_or_can_be_drawn(title: str) -> None:
    text, printed, drawn = text_of(title), boards()[title](), 0
    for change in wanted(title, 24):
        try:
            board = own_board(printed, change.made(text))
        except UsageError:
            continue
        drawn += 1
        for svg in (symbols(board), board_map(board, {}, {}), chart(board)):
            ElementTree.fromstring(svg)
        board_facts(board)
    assert drawn


def test_every_nonsense_colour_is_refused_with_its_line() -> None:
    text, printed = text_of("18GL"), boards()["18GL"]()
    kinds = set()
    for change in of_colours(text):
        kinds.add(change.kind)
        if change.kind[0] == "hexes" and change.value == '""':
            # A hex without a colour has no printed track.
            symbols(own_board(printed, change.made(text)))
            continue
        with pytest.raises(UsageError, match=r"line [0-9]+: "):
            own_board(printed, change.made(text))
    assert {kind[0] for kind in kinds} == {"corporations", "hexes", "tiles"}
