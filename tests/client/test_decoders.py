"""Decoders used by threads are created before the threads start."""

from __future__ import annotations

import ast
from pathlib import Path

import trunkline

PACKAGES = "client", "web"
ALONE = {
    "type=WorkerConfig": "a process reads it before its threads begin",
    "type=data.annotation": "read on the loop alone",
    "type=list[str]": "nothing is learnt of it",
}


def test_no_type_is_learnt_while_threads_run() -> None:
    """msgspec learns a type at its first use. If two threads cause that at once, the program crashes."""
    home = Path(trunkline.__file__).parent
    found = [
        f"{path.relative_to(home)}:{call.lineno}: {ast.unparse(keyword)}"
        for package in PACKAGES
        for path in sorted((home / package).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "decode"
        for keyword in call.keywords
        if keyword.arg == "type" and ast.unparse(keyword) not in ALONE
    ]
    assert all((home / package).is_dir() for package in PACKAGES)
    assert found == []
