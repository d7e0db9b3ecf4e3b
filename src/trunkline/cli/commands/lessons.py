"""``trunkline lessons``: list and check lessons."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from trunkline.cli.exit_codes import FINDINGS, OK
from trunkline.game.wording.glossary import glossary
from trunkline.learn.checking import check
from trunkline.learn.guided.checking import Walk, check_guide
from trunkline.learn.guided.guide import FILES, Guide, guided_game
from trunkline.learn.lesson import Lesson
from trunkline.learn.library import OWN, languages_of, lessons, stray_text, strays
from trunkline.learn.translating import GUIDE, LESSON, Shape
from trunkline.learn.translation_checks import check_translation
from trunkline.util.errors import UsageError

HELP = "list the lessons, or check the lessons or the guided first game"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("operation", choices=["list", "check", "check-guided"])
    parser.add_argument("lesson", nargs="*", help="ids of lessons; all without")
    parser.add_argument("--folder", type=Path, default=OWN, help="a folder with other lessons")


def run(options: argparse.Namespace) -> int:
    """List the lessons, or check them. Return the exit code. Raises ``UsageError``."""
    known = lessons(options.folder)
    unknown = [id for id in options.lesson if id not in known]
    if unknown:
        raise UsageError(f"There is no lesson {unknown[0]}. There are {', '.join(known)}.")
    if options.operation == "check-guided":
        return _check_guided(list(known))
    faults = 0
    for id in options.lesson or known:
        lesson, steps = known[id].lesson, len(known[id].places)
        if options.operation == "list":
            print(f"{id}: {lesson.name}. {lesson.title}, {steps} steps, {lesson.minutes} minutes")
            continue
        report = check(known[id])
        for fault in report.faults:
            print(f"{id}: {fault}")
        faults += len(report.faults)
        print(f"{id}: {steps} steps")
        for each in report.tried:
            bare = f"; {each.unanswered} others get no reply" if each.unanswered else ""
            print(f"  step {each.step + 1}: {each.right} of {each.legal} legal actions reach the goal{bare}")
        faults += _check_translations(known[id].file, Lesson, LESSON)
    if options.operation == "check" and not options.lesson:
        faults += _check_strays(options.folder, list(known))
    return _end(faults)


def _check_translations(original: Path, kind: type[Any], shape: Shape) -> int:
    """Check the translations of a file, and print their faults and the missing texts.

    Return the number of faults. A missing text does not count, because readers get the original.
    """
    faults = 0
    for language in languages_of(original.parent):
        report = check_translation(original, language, kind, shape)
        for text in (*report.faults, *report.missing):
            print(f"{original.stem} ({language}): {text}")
        faults += len(report.faults)
    return faults


def _check_strays(folder: Path, known: list[str]) -> int:
    """Print the translations without a lesson, and return their number."""
    found = [path for language in languages_of(folder) for path in strays(folder, language, known)]
    for path in found:
        print(stray_text(path))
    return len(found)


def _check_guided(known: list[str]) -> int:
    """Check the guided games. Return the exit code."""
    words = [word for section in glossary() for entry in section.entries for word in entry.words]
    faults = 0
    for id, path in FILES.items():
        guide = guided_game(id)
        print(f"{id}: {guide.title}")
        faults += _check_translations(path, Guide, GUIDE)
        report = check_guide(guide, known, words, report=_show)
        for fault in report.faults:
            print(fault)
        faults += len(report.faults)
    return _end(faults)


def _show(walk: Walk) -> None:
    print(
        f"{walk.level} (seed {walk.seed}): {len(walk.topics)} topics, {walk.until_stop} decisions until the "
        f"stop, {walk.decisions} in all"
    )


def _end(faults: int) -> int:
    """Print the number of faults, and return the exit code."""
    if faults:
        print("One fault was found." if faults == 1 else f"{faults} faults were found.", file=sys.stderr)
    return FINDINGS if faults else OK
