"""The engine of 18xx.games, if it is next to the checkout. It decides whether a file is accepted."""

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
    """The engine's result for a file."""

    accepted: bool
    at: int
    """The first refused entry, from 1."""
    why: str
    """The reason for a refusal and the engine's position, or an empty string."""
    states: list[dict[str, Any]]
    """Its state before the first entry and after each."""


def missing() -> str:
    """Return why the engine is unavailable, as a sentence, or an empty string."""
    if not (FOLDER / "judge.rb").is_file():
        return "needs the engine of 18xx.games in ../shared/judge, which is not part of this project"
    if RUBY is None:
        return "needs Ruby for the engine of 18xx.games in ../shared/judge: on Debian 'sudo apt install ruby'"
    return ""


def judged(file: Path, seconds: float) -> Verdict | None:
    """Let the engine play a file entry by entry, strictly. It writes its traces next to the file.

    The result is None if the time runs out: on a crowded map the engine tries every route.
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
    """Return an empty string if all files load unchanged, or the engine's message."""
    said = _ruby("plain.rb", files, None).strip()
    return "" if said.startswith(f"{len(files)} of {len(files)} load") else said


@cache
def _compiling() -> tuple[str, ...]:
    """Return the option for Ruby's compiler, if available. It saves a quarter of the time of a long game."""
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
