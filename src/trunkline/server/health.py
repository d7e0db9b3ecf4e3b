"""Health endpoints for proxies, supervisors and operators."""

from __future__ import annotations

from litestar import Controller, get

from trunkline.facts.answers import Health
from trunkline.server.answering import Here, Who
from trunkline.server.responses import PRINTED, READY


class Wellbeing(Controller):
    """Health checks. They are cheap, because monitors request them every few seconds."""

    path = "/api"
    tags = ("operation",)

    @get("/health", sync_to_thread=False, responses=PRINTED)
    def health(self) -> Health:
        """Return whether this process answers."""
        return Health()

    @get("/ready", responses=READY)
    async def ready(self, desk: Here, who: Who) -> Health:
        """Return whether this process can read the database of games. Answers 503 if it cannot."""
        await desk.look(who, desk.tables.store.check)
        return Health()
