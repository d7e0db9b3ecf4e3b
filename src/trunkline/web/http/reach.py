"""The addresses at which other devices, such as phones, can open the server."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from trunkline.web.http.csrf import LOCAL

ANY = ("", "0.0.0.0", "::")
"""Addresses to listen on that mean every network of the machine."""
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Documentation addresses (RFC 5737 and 3849). The system looks up its route to them, and sends nothing."""
HOMES: Final = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "172.16.0.0/12", "10.0.0.0/8")))
"""The networks of homes and offices. Wi-Fi at home mostly has the first."""
TUNNELS: Final = ("tun", "tap", "wg", "ppp", "tailscale", "zt", "utun")
"""The names of interfaces of a VPN begin so."""
INSIDE: Final = ("lo", "docker", "br-", "veth", "virbr")
"""The names of interfaces begin so if only programs of this machine use them."""
SIOCGIFADDR: Final = 0x8915
"""The request of Linux for the address of an interface."""


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
    """Return the addresses of this machine in its networks, the most likely one for phones first.

    A machine with a VPN or several networks has several, and only people know the network of the phones.
    """
    found = {**dict.fromkeys(_by_route(), ""), **dict.fromkeys(_by_name(), ""), **_by_interface()}
    usable = [host for host in found if not is_local(host) and not host.startswith("fe80")]
    return tuple(sorted(usable, key=lambda host: _unlikely(host, found[host])))


def _unlikely(host: str, interface: str) -> tuple[bool, int]:
    """Return a key that sorts addresses of home networks first, and those of a VPN last."""
    address = ipaddress.ip_address(host)
    nets = (number for number, net in enumerate(HOMES) if address in net)
    return interface.startswith(TUNNELS), next(nets, len(HOMES))


def _by_route() -> Iterator[str]:
    """Yield the addresses from which this machine reaches other networks. With a VPN, this may be its own."""
    for family, elsewhere in ELSEWHERE.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                yield str(probe.getsockname()[0])
        except OSError:
            # The machine has no route of this family.
            continue


def _by_name() -> tuple[str, ...]:
    """Return the IPv4 addresses of the machine's own name. Some systems list all networks there."""
    try:
        return tuple(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return ()


def _by_interface() -> dict[str, str]:
    """Return the IPv4 addresses of the network interfaces by address, on Linux. Empty on other systems."""
    found: dict[str, str] = {}
    if sys.platform != "linux":
        return found
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(INSIDE):
                continue
            try:
                answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                # The interface has no IPv4 address.
                continue
            found[socket.inet_ntoa(answer[20:24])] = name
    return found
