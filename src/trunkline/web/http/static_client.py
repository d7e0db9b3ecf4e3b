"""The built browser client: its page and its files."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from litestar import Request, Response

from trunkline.util.messages import gettext
from trunkline.web.errors import GameNotFound

AnyRequest = Request[Any, Any, Any]
FOLDER = Path(__file__).with_name("static")
INDEX = "index.html"
GAME = "game.html"
"""The same page with links to the scripts and styles of a game, which load with the first ones."""
NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Trunkline</title></head>
<body><h1>The table is running</h1>
<p>Its pages have not been built yet. They are made by <code>npm ci &amp;&amp; npm run build</code> in
the folder <code>web</code>, which needs Node.js.</p>
<p>Until then there is the <a href="/api/openapi.json">HTTP API</a>.</p>
</body></html>
"""
FOREVER = "public, max-age=31536000, immutable"
ASSETS = "assets"
"""The build folder for files that have a content hash in their name."""
KINDS = mimetypes.MimeTypes()
"""File types by ending, independent of the machine's configuration."""
for _kind, _ending in (
    ("text/javascript", ".js"),
    ("font/woff2", ".woff2"),
    ("application/manifest+json", ".webmanifest"),
):
    KINDS.add_type(_kind, _ending)
BROTLI = ".br"
"""The ending of files that the build compressed with Brotli."""
COMPRESSED = ("text/", "application/json", "image/svg+xml")
"""The content types worth compressing."""


@dataclass(frozen=True, eq=False)
class File:
    """A file of the client, as it is sent."""

    name: str
    body: bytes
    brotli: bytes | None = None
    """The body as the build compressed it, if it did."""

    @cached_property
    def kind(self) -> str:
        """The content type."""
        return KINDS.guess_type(self.name)[0] or "application/octet-stream"

    @cached_property
    def encodings(self) -> dict[str, bytes]:
        """The compressed bodies by name of the encoding, smallest first, without those that save nothing.

        They are computed at the first request, so that a server starts fast.
        """
        found = {"br": self.brotli} if self.brotli else {}
        if self.kind.startswith(COMPRESSED):
            found["gzip"] = gzip.compress(self.body, mtime=0)
        return {encoding: data for encoding, data in found.items() if len(data) < len(self.body)}

    @property
    def cache(self) -> str:
        """The header ``Cache-Control``."""
        return FOREVER if self.name.startswith(f"{ASSETS}/") else "no-cache"

    @cached_property
    def tag(self) -> str:
        """The entity tag."""
        return f'"{hashlib.blake2b(self.body, digest_size=8).hexdigest()}"'


class StaticClient:
    """The built client. Its files are read once, and then served from memory."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        brotli = {name: found.pop(name).read_bytes() for name in [*found] if name.endswith(BROTLI)}
        self._files = {
            name: File(name, path.read_bytes(), brotli.get(name + BROTLI)) for name, path in found.items()
        }
        self._page = self._files.get(INDEX) or File(INDEX, NOT_BUILT.encode())
        self._game_page = self._files.get(GAME, self._page)

    def page(self, request: AnyRequest, *, status: int = 200) -> Response[bytes]:
        """Return the client's page, or a page that explains how to build the client."""
        return _response(request, self._page, status)

    def game_page(self, request: AnyRequest) -> Response[bytes]:
        """Return the client's page for an address that shows a game."""
        return _response(request, self._game_page)

    def file(self, request: AnyRequest, path: str) -> Response[bytes]:
        """Return a file of the client. Raises ``GameNotFound``."""
        found = self._files.get(path.lstrip("/"))
        if found is None:
            raise GameNotFound(gettext("There is no such page."))
        return _response(request, found)


def _response(request: AnyRequest, file: File, status: int = 200) -> Response[bytes]:
    headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
    known = request.headers.get("if-none-match", "").split(",")
    if status == 200 and file.tag in (tag.strip().removeprefix("W/") for tag in known):
        return Response(b"", status_code=304, headers=headers)
    body = file.body
    accepted = request.headers.get("accept-encoding", "").split(",")
    encodings = {each.partition(";")[0].strip() for each in accepted if not each.endswith("q=0")}
    encoding = next((each for each in file.encodings if each in encodings), None)
    if encoding:
        body = file.encodings[encoding]
        headers["content-encoding"] = encoding
    return Response(body, media_type=file.kind, headers=headers, status_code=status)
