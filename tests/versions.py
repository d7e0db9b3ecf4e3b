"""Runs the tests on other Pythons, and with the oldest libraries that pyproject.toml admits.

    python tests/versions.py --python python3.12 --python python3.13 --oldest [-- PYTEST ARGUMENTS]

Each gets an environment of its own under build/versions. A Python that is not there is left out and named.
The libraries of the tests themselves are the newest everywhere.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "versions"
QUIET = ("--quiet", "--disable-pip-version-check")


def project() -> dict[str, Any]:
    """What pyproject.toml says of the project."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return found


def oldest(requirements: list[str]) -> Iterator[str]:
    """Each requirement at its lower bound: ``litestar>=2.23,<3`` becomes ``litestar==2.23``."""
    for requirement in requirements:
        name, bound, rest = requirement.partition(">=")
        if not bound:
            raise SystemExit(f"{requirement} in pyproject.toml has no lower bound.")
        yield f"{name}=={rest.partition(',')[0]}"


def works(python: str) -> bool:
    """Whether there is such an interpreter, and not just a file that promises one."""
    path = shutil.which(python)
    return path is not None and subprocess.run([path, "-c", ""], capture_output=True).returncode == 0


def run(python: str, *, at_oldest: bool, arguments: list[str]) -> bool:
    """Set up an environment and run the tests in it; whether they pass."""
    name = Path(python).name + ("-oldest" if at_oldest else "")
    folder = FOLDER / name
    bin = folder / "bin"
    print(f"{name}: setting up", flush=True)
    if not (bin / "pip").exists():
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    facts = project()
    extras = facts["optional-dependencies"]
    pinned = [*oldest([*facts["dependencies"], *extras["table"]])] if at_oldest else []
    subprocess.run([bin / "pip", "install", *QUIET, "-e", ".[dev,table]", *pinned], cwd=ROOT, check=True)
    print(f"{name}: running the tests", flush=True)
    # Warnings of old libraries about what came after them are not ours to mend, and the API's document is
    # written down as the newest framework words it.
    lenient = ["-W", "default", "--ignore=tests/server/test_document.py"] if at_oldest else []
    quiet = ["-q", "-p", "no:cacheprovider", "--ignore=tests/browser"]
    tests = [str(bin / "pytest"), *quiet, *lenient, *arguments]
    return subprocess.run(tests, cwd=ROOT).returncode == 0


def main() -> None:
    """Run what was asked for; the exit code is 1 where tests fail."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--python", action="append", default=[], help="an interpreter; several may be named")
    parser.add_argument("--oldest", action="store_true", help="also this Python with the oldest libraries")
    parser.add_argument("tests", nargs="*", help="what pytest is given, such as tests/t1856")
    wanted = parser.parse_args()
    passed: list[bool] = []
    for name in wanted.python:
        if works(name):
            passed.append(run(name, at_oldest=False, arguments=wanted.tests))
        else:
            print(f"{name}: not there, left out")
    if wanted.oldest:
        passed.append(run(sys.executable, at_oldest=True, arguments=wanted.tests))
    sys.exit(not all(passed))


if __name__ == "__main__":
    main()
