"""Prometheus metrics: requests, queues and refusals.

They are served at a separate address (``TRUNKLINE_METRICS``) that no proxy exposes. With several worker
processes, each stores its metrics in a shared folder, and the main process adds them up.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from trunkline.game.saves import os_error_text
from trunkline.util.errors import UsageError

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that enables the multi-process mode of the Prometheus library, read at import."""
LIVE: Final = "livesum"
"""The mode of gauges that count live processes only."""

REQUESTS = Counter("trunkline_requests", "Requests, by what they do and how they ended.", ["does", "status"])
SECONDS = Histogram(
    "trunkline_request_seconds",
    "Seconds until an answer began.",
    ["does"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120),
)
ACKNOWLEDGED = Counter("trunkline_actions_acknowledged", "Actions, undos and redos that are on the disk.")
REFUSED = Counter("trunkline_refusals", "Requests that were turned away, by why.", ["why"])
TROUBLE = Counter("trunkline_database_trouble", "Requests that failed for the database's sake.")
NOTICES = Counter(
    "trunkline_notice_attempts", "Attempts to deliver notices, by channel and result.", ["channel", "result"]
)
STREAMS = Gauge("trunkline_streams_open", "Watchers of games.", multiprocess_mode=LIVE)
WAITING = Gauge(
    "trunkline_waiting", "Requests that are worked on or wait, by lane.", ["lane"], multiprocess_mode=LIVE
)
THINKING = Gauge("trunkline_programs_thinking", "Programs that think of a decision.", multiprocess_mode=LIVE)
GAMES = Gauge("trunkline_games_in_memory", "Games that are held in memory.", multiprocess_mode=LIVE)

WHY = {429: "too many of one", 503: "too much in all or no database"}


def record_request(operation_label: str, status: int, seconds: float, *, acknowledged: bool) -> None:
    """Record an answered request."""
    REQUESTS.labels(operation_label, str(status)).inc()
    SECONDS.labels(operation_label).observe(seconds)
    if status in WHY:
        REFUSED.labels(WHY[status]).inc()
    if acknowledged and status < 300:
        ACKNOWLEDGED.inc()


def record_notice(channel: str, result: str) -> None:
    """Record an attempt to deliver a notice."""
    NOTICES.labels(channel, result).inc()


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Create a folder for the metrics of several processes. Set ``FOLDER`` to it in their environment."""
    with TemporaryDirectory(prefix="trunkline-figures-") as folder:
        yield Path(folder)


def mark_dead(folder: Path, process: int) -> None:
    """Remove the live metrics of a process that has ended."""
    mark_process_dead(process, str(folder))  # type: ignore[no-untyped-call]


@contextmanager
def serve_metrics(where: str, folder: Path | None = None) -> Iterator[None]:
    """Serve the metrics at ``HOST:PORT``, if it is set. Raises ``UsageError``."""
    if not where:
        yield
        return
    host, port = parse_host_port(where)
    registry = REGISTRY
    if folder is not None:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
    try:
        server, thread = start_http_server(port, host, registry)
    except (OSError, OverflowError) as error:
        why = os_error_text(error) if isinstance(error, OSError) else "there is no such port"
        raise UsageError(f"Figures cannot be handed out at {where}: {why}.") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def parse_host_port(where: str) -> tuple[str, int]:
    """Return the host and port of an address. Raises ``UsageError``."""
    host, _, port = where.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise UsageError(f"{where} is no address for figures such as 127.0.0.1:9464.")
    return host.strip("[]"), int(port)
