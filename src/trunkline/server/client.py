"""The built client: its page for every address of the table, and its files."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import Response

from trunkline.server.errors import Unknown

FOLDER = Path(__file__).with_name("static")
INDEX = "index.html"
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
"""Where the build puts files that have a hash of their contents in their name."""


def page(folder: Path = FOLDER, *, status: int = 200) -> Response[bytes]:
    """The client's page, or one that says how to build it."""
    index = folder / INDEX
    try:
        body = index.read_bytes()
    except OSError:
        body = NOT_BUILT.encode()
    return Response(body, media_type="text/html", headers={"cache-control": "no-cache"}, status_code=status)


def file(path: str, folder: Path = FOLDER) -> Response[bytes]:
    """A file of the client. Raises ``Unknown``."""
    parts = [part for part in path.split("/") if part]
    # A name that leads out of the folder, or that no file system takes, is no file of ours.
    if not parts or any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        raise Unknown("There is no such page.")
    wanted = folder.joinpath(*parts)
    try:
        body = wanted.read_bytes()
    except (OSError, ValueError) as error:
        raise Unknown("There is no such page.") from error
    kind = mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
    cache = FOREVER if parts[0] == ASSETS else "no-cache"
    return Response(body, media_type=kind, headers={"cache-control": cache})
