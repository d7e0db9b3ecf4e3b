"""Whether the table is well, for whoever watches over it: a proxy, a supervisor, an operator."""

from __future__ import annotations

from litestar import Controller, get

from trunkline.facts.answers import Health
from trunkline.server.answering import Here, Who
from trunkline.server.responses import PRINTED, READY


class Wellbeing(Controller):
    """Asked every few seconds, so it costs next to nothing."""

    path = "/api"
    tags = ("operation",)

    @get("/health", sync_to_thread=False, responses=PRINTED)
    def health(self) -> Health:
        """This process answers."""
        return Health()

    @get("/ready", responses=READY)
    async def ready(self, desk: Here, who: Who) -> Health:
        """This process can do its work: the store can be read. 503 where it cannot."""
        await desk.look(who, desk.tables.store.check)
        return Health()
