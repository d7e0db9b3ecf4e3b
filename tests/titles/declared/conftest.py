"""Title files of the tests, each added to the list of titles for one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from table_scene import AuctionScene, FloatingScene
from trunkline.titles import add_file, registry

ISLE = Path(__file__).resolve().parents[3] / "examples" / "18isle"
PRINTED = (ISLE / "title.yaml").read_text(encoding="utf-8")
"""The file of the example."""


class IsleScene(AuctionScene, FloatingScene):
    """A position of the example, with the changes of a test."""

    TITLE = "18Isle"
    STEPS: tuple[str, ...] = ("track", "token", "run", "dividend", "trains")


Add = Callable[..., str]


def changed(*changes: tuple[str, str]) -> str:
    """Return the file of the example with some texts replaced."""
    text = PRINTED
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Return the function that adds the example with changes, and returns its id."""
    monkeypatch.setenv(registry.VARIABLE, "")
    registry.packages.cache_clear()

    def added(*changes: tuple[str, str]) -> str:
        path = tmp_path / "title.yaml"
        path.write_text(changed(*changes), encoding="utf-8")
        return add_file(path)

    yield added
    monkeypatch.undo()
    registry.packages.cache_clear()
