"""Helpers for files from outside: byte-order marks, and formats recognised by their first bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from trunkline.util.messages import gettext_noop, translated

MARK: Final = b"\xef\xbb\xbf"
"""The byte-order mark that some editors and shells write before a text in UTF-8."""

_OTHERS: Final = (
    (
        b"\xac\xed",
        gettext_noop(
            "it is a save of Rails in Rails' own format (Java serialization). "
            "Decode it to JSON first: see docs/how-to/analysis.md"
        ),
    ),
    (b"\x1f\x8b", gettext_noop("it is compressed with gzip. Unpack it first")),
    (b"PK\x03\x04", gettext_noop("it is a zip archive. Unpack it first")),
    (b"\xff\xfe", gettext_noop("it is a text in UTF-16. Save it in UTF-8")),
    (b"\xfe\xff", gettext_noop("it is a text in UTF-16. Save it in UTF-8")),
)


def is_folder(path: Path) -> bool:
    """Return whether a path is that of a folder. A path that cannot exist, such as one too long, is not."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def unmarked(data: bytes) -> bytes:
    """Return the bytes without a byte-order mark of UTF-8."""
    return data.removeprefix(MARK)


def recognised(data: bytes) -> str:
    """Return the format of an unreadable file with advice, or an empty text if it is unknown."""
    return next((translated(what) for start, what in _OTHERS if data.startswith(start)), "")
