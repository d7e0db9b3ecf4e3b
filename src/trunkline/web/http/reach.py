"""The addresses at which other devices, such as phones, can open the server."""

from __future__ import annotations

import ipaddress
import socket
from typing import NamedTuple

from trunkline.web.http.csrf import LOCAL

ANY = ("", "0.0.0.0", "::")
"""Addresses to listen on that mean every network of the machine."""
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Documentation addresses (RFC 5737 and 3849). The system looks up its route to them, and sends nothing."""


class Reach(NamedTuple):
    """The address on which a server listens, and the names that it accepts."""

    host: str
    port: int
    hosts: tuple[str, ...] | None = None
    """The host names that the server accepts. None accepts any."""
    origin: str = ""
    """The public origin behind a proxy, if there is one."""

    def addresses(self) -> tuple[str, ...]:
        """Return the addresses for other devices, the best first. Empty if only this machine can connect."""
        if self.origin:
            return (self.origin,)
        if is_local(self.host):
            return ()
        own = network_addresses() if self.host in ANY else (self.host,)
        if self.host == "0.0.0.0":
            own = tuple(host for host in own if ":" not in host)
        if self.hosts is None:
            return tuple(self._address(host) for host in own)
        accepted = [host for host in self.hosts if host not in (*LOCAL, *ANY)]
        # A name is easier to type than an address, and stays the same.
        return tuple(self._address(host) for host in sorted(accepted, key=lambda host: host in own))

    def _address(self, host: str) -> str:
        port = "" if self.port == 80 else f":{self.port}"
        return f"http://{f'[{host}]' if ':' in host else host}{port}"


def listening(listener: socket.socket, hosts: tuple[str, ...] | None = None, origin: str = "") -> Reach:
    """Return the reach of a server with a listening socket."""
    host, port = listener.getsockname()[:2]
    return Reach(str(host), int(port), hosts, origin)


def is_local(host: str) -> bool:
    """Return whether only this machine can connect to an address or a name."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def network_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine in its networks, without those that lead nowhere else."""
    found: dict[str, None] = {}
    for family, elsewhere in ELSEWHERE.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                found[str(probe.getsockname()[0])] = None
        except OSError:
            # The machine has no route of this family.
            continue
    # Phones are in the same network, so an IPv4 address is enough if there is one.
    if not any("." in host for host in found):
        found |= dict.fromkeys(_by_name())
    return tuple(host for host in found if not is_local(host) and not host.startswith("fe80"))


def _by_name() -> tuple[str, ...]:
    """Return the IPv4 addresses of the machine's own name, for a network without a route to others."""
    try:
        return tuple(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return ()
