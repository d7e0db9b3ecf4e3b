"""The thread that handles the outbox and makes deliveries, in the elected process only."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.languages import speak_to
from trunkline.web.database.pool import Unavailable
from trunkline.web.errors import NotFound
from trunkline.web.games.repository import StorageUnavailable
from trunkline.web.notices.channels import Channels
from trunkline.web.notices.deliveries import NOT_NEEDED, Deliveries, Delivery
from trunkline.web.notices.planner import Planner
from trunkline.web.notices.senders import Result, Send
from trunkline.web.notices.settings import NoticeSettings

log = logging.getLogger(__name__)
THREADS = 8
"""The number of deliveries at the same time."""
CLEAN = 3600
"""The number of looks between two deletions of old rows."""
DELETED = gettext_noop("The channel has been deleted.")


class NoticeWorker:
    """The delivery of notices.

    Args:
        planner: Turns notices into deliveries.
        deliveries: The deliveries.
        channels: The channels of people.
        send: Makes one attempt.
        settings: The operator's settings.
        is_elected: Returns whether this process delivers notices.
    """

    def __init__(
        self,
        planner: Planner,
        deliveries: Deliveries,
        channels: Channels,
        send: Send,
        settings: NoticeSettings,
        is_elected: Callable[[], bool],
    ) -> None:
        self._planner = planner
        self._deliveries = deliveries
        self._channels = channels
        self._send = send
        self._settings = settings
        self._is_elected = is_elected
        self.on_attempt: Callable[[str, str], None] = lambda kind, result: None
        """The callback for an attempt, with the type of channel and the result."""
        self._stop = threading.Event()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="deliveries")
        self._running: set[Future[None]] = set()
        self._thread = threading.Thread(target=self._work, name="notices", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the attempts in progress and stop."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._pool.shutdown(wait=True)

    def _work(self) -> None:
        looks = 0
        while not self._stop.wait(self._settings.tick):
            if not self._is_elected():
                continue
            try:
                self.look()
                looks += 1
                if looks % CLEAN == 0:
                    self._deliveries.delete_old()
            except (StorageUnavailable, Unavailable):
                # The other parts of the server report it. The rows are still there at the next look.
                continue
            except Exception:
                log.exception("Notices cannot be handled")

    def look(self) -> None:
        """Handle the outbox once, and start the deliveries whose time has come."""
        self._planner.plan()
        self._running = {each for each in self._running if not each.done()}
        # Claim no more than can start at once, because the time of a lease runs.
        for delivery in self._deliveries.claim(THREADS - len(self._running)):
            self._running.add(self._pool.submit(self._deliver, delivery))

    def finish(self) -> None:
        """Wait until the attempts in progress are finished."""
        for each in list(self._running):
            each.result()

    def _deliver(self, delivery: Delivery) -> None:
        try:
            with speak_to(self._planner.language(delivery.person)):
                self._attempt(delivery)
        except (StorageUnavailable, Unavailable) as error:
            # Another attempt follows when the lease ends.
            log.error("The result of a delivery cannot be stored: %s", error)
        except Exception:
            log.exception("A delivery failed")
            with contextlib.suppress(Exception):
                self._deliveries.finish(delivery, Result(False, "The server could not make this attempt."))

    def _attempt(self, delivery: Delivery) -> None:
        try:
            channel = self._channels.get(delivery.channel)
        except NotFound:
            self._deliveries.cancel(delivery, gettext(DELETED))
            return
        if not channel.usable:
            self._deliveries.cancel(delivery, channel.stopped or gettext("The address is not confirmed."))
            return
        if delivery.attempt > 1 and not self._planner.is_needed(delivery):
            self._deliveries.cancel(delivery, gettext(NOT_NEEDED))
            return
        result = self._send(channel, delivery.message, delivery.id)
        state = self._deliveries.finish(delivery, result)
        self.on_attempt(channel.kind, "sent" if result.ok else "retry" if state == "waiting" else "failed")
        if result.gone:
            self._channels.stop(channel.id, result.gone)
