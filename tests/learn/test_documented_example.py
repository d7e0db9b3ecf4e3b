"""The first example in ``docs/how-to/lessons.md``, and its translation, are checked as a reader would."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.terminal import call
from trunkline.learn.library import lessons

PAGE = Path(__file__).parents[2] / "docs/how-to/lessons.md"


def test_the_example_of_the_how_to_page_gives_the_output_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGE.read_text()
    code, lesson, shown = (_block(page, language) for language in ("python", "yaml", "console"))
    translation = _block(page.partition("## Translate a lesson")[2], "yaml")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "lessons.md", "exec"), {})
    Path("my-lessons/auction.yaml").write_text(lesson)
    Path("my-lessons/de").mkdir()
    Path("my-lessons/de/auction.yaml").write_text(translation)
    command, _, output = shown.partition("\n")
    done = call(*command.removeprefix("$ trunkline ").split())
    assert (done.returncode, done.stdout) == (0, output)
    assert lessons(Path("my-lessons").absolute(), "de")["auction"].lesson.language == "de"


def _block(page: str, language: str) -> str:
    found, *_ = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    return str(found)
