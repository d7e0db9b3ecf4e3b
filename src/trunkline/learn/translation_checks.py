"""Checks of translations of lessons and of the guided game: their form, and the texts that they lack."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from trunkline.learn.records import Way, by_ids, read_data
from trunkline.learn.translating import Shape, laid_over, read_translated, translation_of
from trunkline.util.errors import UsageError
from trunkline.util.strict_yaml import line_of


class TranslationReport(NamedTuple):
    """The result of the checks of a translation.

    ``missing`` has a sentence for each text that it lacks. This is no fault: readers get the
    text of the original.
    """

    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def check_translation(original: Path, language: str, kind: type[Any], shape: Shape) -> TranslationReport:
    """Check the translation of a file. Raises ``UsageError`` if the original cannot be read."""
    data, path = read_data(original), translation_of(original, language)
    if not path.exists():
        return TranslationReport(missing=(f"{path} does not exist.",))
    try:
        read_translated(original, language, kind, shape)
        missing = laid_over(data, path, shape).missing
    except UsageError as error:
        return TranslationReport(faults=(str(error),))
    text = original.read_text()
    return TranslationReport(
        missing=tuple(
            f"{path} has no {_named(by_ids(way, data))} ({original.name}, line {line_of(text, way)})."
            for way in missing
        )
    )


def _named(way: Way) -> str:
    """Return a place in a file as text, such as ``exercises[0].steps[2].hints[1]``."""
    return "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in way).lstrip(".")
