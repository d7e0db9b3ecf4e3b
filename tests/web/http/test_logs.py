"""Tests that only the server writes to its log."""

from __future__ import annotations

import logging

from trunkline.web.http.logs import REQUESTS, Lines
from web.http.api import Api


def test_an_address_writes_no_line_of_its_own_into_the_log(api: Api) -> None:
    found: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = found.append  # type: ignore[method-assign, assignment]
    log = logging.getLogger(REQUESTS)
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        api.client.get("/api/games/%0A2026-11-24%20forged%1B%5B2J%E2%80%A8x")
    finally:
        log.removeHandler(handler)
        log.setLevel(logging.NOTSET)
    (line,) = map(Lines().format, found)
    assert r"/api/games/\n2026-11-24 forged\x1b[2J\u2028x 404" in line
    assert line.isprintable()


def test_what_led_to_a_failure_stands_below_it_and_what_was_sent_in_its_line() -> None:
    try:
        raise RuntimeError("the roof")
    except RuntimeError as error:
        traced = (RuntimeError, error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "%s failed", ("/a\nb",), traced)
    first, *below = Lines("%(message)s").format(record).splitlines()
    assert first == r"/a\nb failed"
    assert below[-1] == "RuntimeError: the roof"
