"""Two Ray nodes with one processor each, on the loopback address only, until standard input ends.

The program prints the address of the cluster. It is a separate process, because Ray's threads and signal
handlers would stay in the process that runs the tests.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

NODE: Final = "TRUNKLINE_TEST_NODE"
"""The environment variable that names a node to its tasks."""
FIRST, SECOND = "first", "second"
"""The node that a driver connects to, and the other one."""
OPTIONS: Final[dict[str, Any]] = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "include_dashboard": False}
LOOPBACK: Final = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""The environment of all programs that use the cluster.

Without it, Ray replaces 127.0.0.1 by an address of the network.
"""
# Ray detects a lost node after some seconds instead of half a minute.
SYSTEM: Final = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500}


@contextlib.contextmanager
def two_nodes() -> Iterator[str]:
    """Run this program. Yield the address of its cluster."""
    nodes = subprocess.Popen(
        [sys.executable, Path(__file__)],
        env={**os.environ, **LOOPBACK},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert nodes.stdout is not None
    address = nodes.stdout.readline().strip()
    try:
        if address:
            yield address
    finally:
        _, errors = nodes.communicate(timeout=120)
    assert address, errors


def main() -> None:
    """Start the nodes, wait, and end them."""
    from ray.cluster_utils import Cluster

    os.environ[NODE] = FIRST
    cluster = Cluster(initialize_head=True, head_node_args={**OPTIONS, "_system_config": SYSTEM})
    os.environ[NODE] = SECOND
    cluster.add_node(**OPTIONS)
    print(cluster.address, flush=True)
    sys.stdin.read()
    cluster.shutdown()


if __name__ == "__main__":
    main()
