"""Logging of errors to standard error, and of requests to size-limited files.

The format is either text lines for people or JSON lines for log collectors.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from trunkline.game.saves import os_error_text
from trunkline.util.errors import UsageError

ACCESS_BYTES, ACCESS_FILES = 5_000_000, 3
"""The size of a request log file in bytes, and the number of rotated files to keep."""
TEXT, JSON = "text", "json"
FORMS = TEXT, JSON
REQUESTS = "trunkline.requests"


class JsonLines(logging.Formatter):
    """A formatter with one JSON object per line. Request details are separate fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, object] = {"at": at.replace("+00:00", "Z"), "level": record.levelname.lower()}
        more = getattr(record, "told", None)
        if isinstance(more, dict):
            told |= more
        else:
            told |= {"from": record.name, "says": record.getMessage()}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class Lines(logging.Formatter):
    """A formatter for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line, followed by the traceback of an error."""
        told = getattr(record, "told", None)
        if not isinstance(told, dict):
            return super().format(record)
        at = self.formatTime(record)
        who = f" {told['person']}" if "person" in told else ""
        return plain(
            f"{at} {told['request']} {told['from']}{who} {told['method']} {told['path']} "
            f"{told['status']} {told['ms']} ms"
        )

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Return the line without the traceback."""
        return plain(super().formatMessage(record))


def plain(text: str) -> str:
    """Return a text as one printable line.

    Clients control parts of the text. Without this, they could add log lines or send terminal control codes.
    """
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def form_of(wanted: str) -> str:
    """Return the log format. Raises ``UsageError``."""
    if wanted not in FORMS:
        raise UsageError(f"TRUNKLINE_LOG is {' or '.join(FORMS)}, not {wanted}.")
    return wanted


@contextlib.contextmanager
def written_down(access: Path | None, form: str = TEXT) -> Iterator[None]:
    """Log errors to standard error, and requests to a file, or to standard error for ``-``.

    Raises ``UsageError``.
    """
    lines = JsonLines() if form == JSON else Lines("%(asctime)s %(levelname)s %(message)s")
    errors = logging.StreamHandler(sys.stderr)
    errors.setFormatter(lines)
    logging.basicConfig(level=logging.WARNING, handlers=[errors])
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    if access is None:
        yield
        return
    log = logging.getLogger(REQUESTS)
    kept: logging.Handler = errors
    if str(access) != "-":
        try:
            kept = RotatingFileHandler(access, maxBytes=ACCESS_BYTES, backupCount=ACCESS_FILES)
        except OSError as error:
            raise UsageError(f"{access} cannot be written: {os_error_text(error)}.") from error
        kept.setFormatter(lines)
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(kept)
    try:
        yield
    finally:
        log.removeHandler(kept)
        log.setLevel(logging.NOTSET)
        log.propagate = True
        if kept is not errors:
            kept.close()
