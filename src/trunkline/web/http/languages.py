"""The language of a request: that of its cookie, else one that it accepts."""

from __future__ import annotations

import re

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from trunkline.util.catalogues import catalogue, negotiated
from trunkline.util.messages import speak

COOKIE = "language"
"""The cookie in which the page keeps the language that a person has chosen."""
API = "/api/"
WEIGHT = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)", re.IGNORECASE)
WANTED = 20
"""The most languages of a request that are read."""


class Languages:
    """Middleware that answers each request in its language.

    The answers of the API name their language and vary with ``Accept-Language``. The page sends this header
    for the language of the cookie, so its browser does not show a stored answer in another language.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request in its language."""
        if scope["type"] != ScopeType.HTTP or not scope["path"].startswith(API):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        language = negotiated(
            [*_chosen(headers.get(b"cookie", "")), *accepted(headers.get(b"accept-language", ""))]
        )

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = ((b"content-language", language.encode()), (b"vary", b"accept-language"))
                message["headers"] = [*message["headers"], *more]
            await send(message)

        with speak(catalogue(language)):
            await self._app(scope, receive, send_with_language)


def accepted(header: str) -> list[str]:
    """Return the languages of an ``Accept-Language`` header, best first.

    Those with the weight 0, which the reader refuses, and those with an invalid weight are left out.
    """
    weighted = []
    for part in header.split(",")[:WANTED]:
        tag, *parameters = (each.strip() for each in part.split(";"))
        weight = min((_weight(each) for each in parameters), default=1.0)
        if tag and weight > 0:
            weighted.append((weight, tag))
    return [tag for _, tag in sorted(weighted, key=lambda each: -each[0])]


def _weight(parameter: str) -> float:
    """Return the weight in a parameter such as ``q=0.8``, from 0 to 1."""
    found = WEIGHT.fullmatch(parameter)
    return float(found[1]) if found else 0.0


def _chosen(header: str) -> list[str]:
    """Return the language of the cookie. Other cookies of the page's address may have any form."""
    pairs = (each.strip().partition("=") for each in header.split(";"))
    return [value for name, _, value in pairs if name == COOKIE][:1]
