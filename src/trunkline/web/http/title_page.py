"""The page of ``trunkline title watch``: the board of a title file, drawn again after each change.

The page asks each second for the version of the file, and loads itself again if it is new. The server answers
only this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn
from litestar import Litestar, Request, Response, get
from litestar.params import FromPath

from trunkline import svg
from trunkline.engine.board import Board
from trunkline.engine.board.loading import read_text
from trunkline.lab.title_check.check import sentence, still_findings
from trunkline.titles import read_title, title_path
from trunkline.util.errors import UsageError
from trunkline.web.http.csrf import LOCAL, OriginGuard
from trunkline.web.http.link_page import STYLE
from trunkline.web.http.serving import address, open_listener, server_config
from trunkline.web.http.settings import HOST

LOOK: Final = STYLE + "main { max-width: none; margin: 0; } img { width: 100%; max-height: 75vh; }"
SCRIPT: Final = """
setInterval(async () => {
  const answer = await fetch("/version").catch(() => null);
  if (answer?.ok && (await answer.text()) !== document.body.dataset.version) location.reload();
}, 1000);
"""
PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title><link rel="stylesheet" href="/assets/page.css">
<script src="/assets/page.js" defer></script></head>
<body data-version="{version}"><main><h1>{name}</h1>{error}{board}</main></body></html>
"""
BOARD: Final = """<ul>{findings}</ul>
<h2>Map</h2><img alt="The map" src="/assets/map.svg?{version}">
<h2>Chart</h2><img alt="The share-price chart" src="/assets/chart.svg?{version}">
"""


class Shown(NamedTuple):
    """The state of a title file as the page shows it."""

    version: str
    board: Board | None
    """The board of the file, or the last one that could be read."""
    findings: tuple[str, ...]
    error: str


class WatchedTitle:
    """A title file that is read again after each change."""

    def __init__(self, path: Path) -> None:
        self._path = title_path(path)
        self._stamp: tuple[int, int] | None = None
        self._shown = Shown("", None, (), "")

    def now(self) -> Shown:
        """Return the current state of the file."""
        try:
            facts = self._path.stat()
            stamp = facts.st_mtime_ns, facts.st_size
        except OSError:
            stamp = None
        if stamp is None or stamp != self._stamp:
            self._stamp = stamp
            self._shown = self._read()
        return self._shown

    def _read(self) -> Shown:
        last, text = self._shown, ""
        try:
            text = read_text(self._path)
            title = read_title(self._path)
        except UsageError as error:
            return Shown(_version(text + str(error)), last.board, (), str(error))
        board = title.board
        found = still_findings(board, title.switches)
        findings = tuple(sentence(self._path.name, text, board, each) for each in found)
        return Shown(_version(text), board, findings, "")


def _version(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def create(path: Path) -> Litestar:
    """Return the application that shows a title file."""
    app = Litestar(
        route_handlers=[page, version, asset],
        logging_config=None,
        openapi_config=None,
    )
    app.state.title = WatchedTitle(path)
    app.asgi_handler = OriginGuard(app.asgi_handler, LOCAL)
    return app


@get("/", sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[str]:
    """Serve the page."""
    now = _shown(request)
    findings = "".join(f"<li>{escape(each)}</li>" for each in now.findings)
    text = PAGE.format(
        name=escape(now.board.full_title if now.board else "A title"),
        version=now.version,
        error=f'<p role="alert">{escape(now.error)}</p>' if now.error else "",
        board=BOARD.format(findings=findings, version=now.version) if now.board else "",
    )
    return _response(text, "text/html")


@get("/version", sync_to_thread=False)
def version(request: Request[Any, Any, Any]) -> Response[str]:
    """Serve the version of the file."""
    return _response(_shown(request).version, "text/plain")


@get("/assets/{name:str}", sync_to_thread=False)
def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[str]:
    """Serve a picture, the style or the script."""
    board = _shown(request).board
    if name == "page.css":
        return _response(LOOK, "text/css")
    if name == "page.js":
        return _response(SCRIPT, "text/javascript")
    draw: dict[str, Callable[[Board], str]] = {"map.svg": svg.design_map, "chart.svg": svg.chart}
    if board is None or name not in draw:
        return _response("There is no such file.", "text/plain", 404)
    return _response(draw[name](board), "image/svg+xml")


def _shown(request: Request[Any, Any, Any]) -> Shown:
    title: WatchedTitle = request.app.state.title
    return title.now()


def _response(text: str, kind: str, status: int = 200) -> Response[str]:
    return Response(text, media_type=kind, status_code=status, headers={"cache-control": "no-store"})


def serve(path: Path, port: int, say: Callable[[str], None] = print) -> None:
    """Show a title file until the server is interrupted. Raises ``UsageError`` if it cannot start."""
    file = title_path(path)
    read_text(file)
    with open_listener(HOST, port) as listener:
        say(f"The board is at {address(listener)}/ and follows {file}. Ctrl-C closes it.")
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(uvicorn.Server(server_config(create(path))).serve(sockets=[listener]))
