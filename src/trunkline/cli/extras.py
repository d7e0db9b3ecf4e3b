"""Optional libraries of the commands, which ``pip install 'trunkline[...]'`` installs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from trunkline.util.errors import UsageError


@contextmanager
def needed(subject: str, extra: str) -> Iterator[None]:
    """Report a library that is not installed as a ``UsageError`` that names the extra."""
    try:
        yield
    except ImportError as error:
        raise UsageError(
            f"{subject} needs {error.name}, which is not there: pip install 'trunkline[{extra}]'."
        ) from error
