"""The command line: every command of ``trunkline``, and the game in the terminal.

It may import every package. Start with ``command_line.py``. ``commands`` has a module for each command;
``optional`` holds their parts that need optional libraries, which are imported only when a command runs.
``terminal`` is the game by typing.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command of ``trunkline`` and return its exit code."""
    from trunkline.cli import command_line

    return command_line.main(argv)
