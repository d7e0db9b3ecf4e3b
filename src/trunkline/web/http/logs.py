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
        fields: dict[str, object] = {"at": at.replace("+00:00", "Z"), "level": record.levelname.lower()}
        more = getattr(record, "told", None)
        if isinstance(more, dict):
            fields |= more
        else:
            fields |= {"from": record.name, "says": record.getMessage()}
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


class Lines(logging.Formatter):
    """A formatter for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line, followed by the traceback of an error."""
        fields = getattr(record, "told", None)
        if not isinstance(fields, dict):
            return super().format(record)
        at = self.formatTime(record)
        who = f" {fields['person']}" if "person" in fields else ""
        return plain(
            f"{at} {fields['request']} {fields['from']}{who} {fields['method']} {fields['path']} "
            f"{fields['status']} {fields['ms']} ms"
        )

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Return the line without the traceback."""
        return plain(super().formatMessage(record))


def plain(text: str) -> str:
    """Return a text as one printable line.

    Clients control parts of the text. Without this, they could add log lines or send terminal control codes.
    """
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def parse_format(value: str) -> str:
    """Return the log format. Raises ``UsageError``."""
    if value not in FORMS:
        raise UsageError(f"TRUNKLINE_LOG is {' or '.join(FORMS)}, not {value}.")
    return value


@contextlib.contextmanager
def configure_logging(access: Path | None, form: str = TEXT) -> Iterator[None]:
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
    handler: logging.Handler = errors
    if str(access) != "-":
        try:
            handler = RotatingFileHandler(access, maxBytes=ACCESS_BYTES, backupCount=ACCESS_FILES)
        except OSError as error:
            raise UsageError(f"{access} cannot be written: {os_error_text(error)}.") from error
        handler.setFormatter(lines)
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(logging.NOTSET)
        log.propagate = True
        if handler is not errors:
            handler.close()
