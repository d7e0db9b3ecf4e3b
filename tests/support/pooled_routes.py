"""Applications that tests use again: building the routes takes longer than most tests of the server."""

from __future__ import annotations

from functools import partial

from litestar import Litestar
from litestar.types import ASGIApp

from trunkline.web.http import app as application

_build = application.routes


class PooledRoutes:
    """A stand-in for ``app.routes`` that returns an application which an earlier test has closed.

    ``app.create`` gives an application its backend and wraps its handler. Both are undone when the
    application shuts down. One that is never started is not used again.
    """

    def __init__(self) -> None:
        self._idle: dict[bool, list[tuple[Litestar, ASGIApp]]] = {False: [], True: []}

    def __call__(self, *, people: bool) -> Litestar:
        if self._idle[people]:
            app, handler = self._idle[people].pop()
            app.asgi_handler = handler
            return app
        app = _build(people=people)
        app.on_shutdown.append(partial(self._give_back, people, app, app.asgi_handler))
        return app

    def _give_back(self, people: bool, app: Litestar, handler: ASGIApp) -> None:
        del app.state.backend
        self._idle[people].append((app, handler))
