"""``trunkline lessons``: list and check lessons."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from trunkline.cli.exit_codes import FINDINGS, OK
from trunkline.learn.checking import check
from trunkline.learn.library import OWN, lessons
from trunkline.util.errors import UsageError

HELP = "list the lessons, or check that each can be solved"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("operation", choices=["list", "check"])
    parser.add_argument("lesson", nargs="*", help="ids of lessons; all without")
    parser.add_argument("--folder", type=Path, default=OWN, help="a folder with other lessons")


def run(options: argparse.Namespace) -> int:
    """List the lessons, or check them. Return the exit code. Raises ``UsageError``."""
    known = lessons(options.folder)
    unknown = [id for id in options.lesson if id not in known]
    if unknown:
        raise UsageError(f"There is no lesson {unknown[0]}. There are {', '.join(known)}.")
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
    if faults:
        print("One fault was found." if faults == 1 else f"{faults} faults were found.", file=sys.stderr)
    return FINDINGS if faults else OK
