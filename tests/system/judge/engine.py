"""The engine of 18xx.games, where it lies beside the checkout: it says whether a file would be accepted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[3] / "../shared/judge"
RUBY = shutil.which("ruby")


@dataclass(frozen=True)
class Verdict:
    """What the engine makes of a file."""

    accepted: bool
    at: int
    """The first refused entry, from 1."""
    why: str
    """Why it is refused, and where the engine stood; empty where it is not."""
    states: list[dict[str, Any]]
    """Its state before the first entry and after each."""


def missing() -> str:
    """Why the engine cannot be asked, as a sentence; empty where it can."""
    if not (FOLDER / "judge.rb").is_file():
        return "needs the engine of 18xx.games in ../shared/judge, which is not part of this project"
    if RUBY is None:
        return "needs Ruby for the engine of 18xx.games in ../shared/judge: on Debian 'sudo apt install ruby'"
    return ""


def judged(file: Path, seconds: float) -> Verdict | None:
    """Let the engine play a file entry by entry, strictly; its traces are written beside the file.

    None where it is not done in that time: on a crowded map it walks every way there is.
    """
    out, trace = file.with_suffix(".verdict"), file.with_suffix(".rb.jsonl")
    out.unlink(missing_ok=True)
    try:
        _ruby("judge.rb", [out, file], seconds, TRACE=str(file.parent))
    except subprocess.TimeoutExpired:
        return None
    found = json.loads(out.read_text().splitlines()[-1])
    states = [json.loads(line) for line in trace.read_text().splitlines()]
    why = ""
    if not found["accepted"]:
        step = f"{found.get('round')}, {found.get('waiting')} of {found.get('waiting_entity')}"
        why = f"{found['error']} ({step})"
    return Verdict(found["accepted"], found.get("at") or 0, why, states)


def loads(files: Sequence[Path]) -> str:
    """Whether all files load as they stand; empty, or what the engine says."""
    said = _ruby("plain.rb", files, None).strip()
    return "" if said.startswith(f"{len(files)} of {len(files)} load") else said


@cache
def _compiling() -> tuple[str, ...]:
    """Ruby compiles what runs often, where it can: a long game is judged in three quarters of the time."""
    assert RUBY is not None
    can = subprocess.run([RUBY, "--yjit", "-e", ""], capture_output=True, check=False).returncode == 0
    return ("--yjit",) if can else ()


def _ruby(script: str, arguments: Sequence[Path], seconds: float | None, **environment: str) -> str:
    assert RUBY is not None
    command = [RUBY, *_compiling(), str(FOLDER / script), *map(str, arguments)]
    done = subprocess.run(
        command,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )
    if done.returncode:
        raise RuntimeError(f"{script} fails: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout
