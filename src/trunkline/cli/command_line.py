"""The ``trunkline`` command: its options and its exit codes."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from trunkline.cli import commands
from trunkline.cli.exit_codes import BAD_INPUT, INTERRUPTED, OK
from trunkline.cli.options import read_title_files
from trunkline.game.saves import PROGRAM_VERSION
from trunkline.util.errors import DamagedError, UsageError, one_line
from trunkline.util.garbage import collect_rarely


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return its exit code: 0 success, 1 failed check, 2 bad input, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Escape characters of names that the terminal cannot show, instead of failing.
            stream.reconfigure(errors="backslashreplace")
    collect_rarely()
    try:
        options = parser().parse_args(argv)
        read_title_files(options)
        code: int | None = options.run(options)
        sys.stdout.flush()
    except (UsageError, DamagedError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has closed it. Prevent Python's error message at exit.
        _discard_output()
        return OK
    except OSError as error:
        _discard_output()
        print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
        return BAD_INPUT
    return code or OK


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    whole = _Parser(
        prog="trunkline", description="A referee for 18XX railway board games.", allow_abbrev=False
    )
    whole.add_argument("--version", action="version", version=f"trunkline {PROGRAM_VERSION}")
    add = whole.add_subparsers(dest="command", required=True, metavar="COMMAND").add_parser
    for name, command in commands.ALL.items():
        part = add(name, help=command.HELP)
        command.add_options(part)
        part.set_defaults(run=command.run)
    return whole


class _Parser(argparse.ArgumentParser):
    """A parser that reports each error in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
