"""A Firefox client for WebDriver BiDi, without a driver program."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

NAMES = ("firefox-esr", "firefox")
SECONDS = 90
"""Seconds before a wait fails. One or two are enough unless the machine is busy."""
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c"}


def path() -> str | None:
    """Return the path of Firefox on this machine, or None."""
    return next((found for found in map(shutil.which, NAMES) if found), None)


class Firefox:
    """One Firefox window."""

    def __init__(self, link: ClientConnection) -> None:
        self._link = link
        self._count = 0
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def goto(self, address: str) -> None:
        """Go to a page and wait until it is ready."""
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")
        self.until("document.querySelector('[data-ready]')")

    def tell(self, script: str) -> Any:
        """Return the value of a JavaScript expression through JSON."""
        found = self._send(
            "script.evaluate",
            expression=f"JSON.stringify({script})",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        value = found["result"].get("value")
        return None if value is None else json.loads(value)

    def until(self, script: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + SECONDS
        while not self.tell(f"Boolean({script})"):
            assert time.monotonic() < end, (
                f"never came true: {script}; {self.tell('document.body.innerText')}"
            )
            time.sleep(0.05)

    def click(self, script: str) -> None:
        """Click the middle of the element that an expression returns."""
        self.until(script)
        self.tell(f"void ({script}).scrollIntoView({{ block: 'center' }}) ?? 0")
        place = self.tell(f"({script}).getBoundingClientRect()")
        at = {axis: round(place[axis] + place[size] / 2) for axis, size in (("x", "width"), ("y", "height"))}
        parts = [{"type": "pointerMove", **at}]
        parts += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._act({"type": "pointer", "id": "mouse", "actions": parts})

    def press(self, key: str) -> None:
        """Press and release a key."""
        value = KEYS.get(key, key)
        parts = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": parts})

    def _act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._context, actions=[source])

    def _send(self, method: str, **params: Any) -> Any:
        self._count += 1
        self._link.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            answer = json.loads(self._link.recv(timeout=SECONDS))
            # Skip events, which were not requested.
            if answer.get("id") == self._count:
                assert answer["type"] == "success", answer
                return answer["result"]


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Run Firefox without a screen, with a new profile."""
    profile.mkdir()
    command = [program, "--headless", "--no-remote", "--profile", str(profile)]
    process = subprocess.Popen(
        [*command, "--remote-debugging-port", "0", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        address = next(
            found[1] for line in process.stderr if (found := re.search(r"BiDi listening on (ws://\S+)", line))
        )
        with connect(f"{address}/session", max_size=None, open_timeout=SECONDS) as link:
            yield Firefox(link)
    finally:
        process.terminate()
        process.wait(SECONDS)
        if process.stderr is not None:
            process.stderr.close()
