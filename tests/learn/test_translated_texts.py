"""The translations of Trunkline's lessons and of its guided games: each language has every text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from trunkline.learn.guided.guide import FILES as GUIDED
from trunkline.learn.guided.guide import Guide
from trunkline.learn.lesson import Lesson
from trunkline.learn.library import lessons, strays
from trunkline.learn.translating import GUIDE, LESSON, Shape, translation_of
from trunkline.learn.translation_checks import check_translation
from trunkline.util.catalogues import languages
from trunkline.util.messages import SOURCE

LANGUAGES = [language for language in languages() if language != SOURCE]
FILES: list[tuple[Path, type[Any], Shape]] = [
    *((stored.file, Lesson, LESSON) for stored in lessons().values()),
    *((path, Guide, GUIDE) for path in GUIDED.values()),
]
ENGLISH_FIGURE = re.compile(r"\$\{?\w|\d,\d{3}")
"""Money or a number as only English writes it."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("file", "kind", "shape"), FILES, ids=[file.stem for file, _, _ in FILES])
def test_every_text_is_translated(file: Path, kind: type[Any], shape: Shape, language: str) -> None:
    report = check_translation(file, language, kind, shape)
    assert "\n".join((*report.faults, *report.missing)) == ""
    text = translation_of(file, language).read_text()
    assert [line for line in text.splitlines() if language == "de" and ENGLISH_FIGURE.search(line)] == []
    assert strays(file.parent, language, [path.stem for path in file.parent.glob("*.yaml")]) == []
