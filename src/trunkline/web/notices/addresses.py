"""Network addresses that the server may send notices to: public ones, and those that the operator allows."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext, gettext_noop

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], Sequence[str]]
"""A function that returns the IP addresses of a host. It raises ``OSError`` for an unknown host."""
TRANSLATED = tuple(
    map(ipaddress.IPv6Network, ("2002::/16", "2001::/32", "64:ff9b::/96", "64:ff9b:1::/48", "::/96"))
)
"""IPv6 networks whose addresses contain an IPv4 address, which may be a private one."""

NOT_PUBLIC = gettext_noop(
    "The server does not send notices to {host}: it has no public address on the internet."
)


class AddressRefused(Exception):
    """An address that the server may not send to. The message is one sentence for the person."""


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the IP addresses of a host, as the system finds them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def is_public(address: Address) -> bool:
    """Return whether an address belongs to the public internet and to one machine."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.is_site_local or any(address in network for network in TRANSLATED):
            return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    )


class AllowList:
    """The hosts and networks that an operator allows in addition to public addresses."""

    def __init__(self, entries: Iterable[str] = ()) -> None:
        """Read host names, IP addresses and networks. Raises ``UsageError``."""
        self._hosts: set[str] = set()
        self._networks: list[IPv4Network | IPv6Network] = []
        for entry in entries:
            try:
                self._networks.append(ipaddress.ip_network(entry, strict=False))
            except ValueError:
                if "/" in entry or not entry.isascii() or any(letter.isspace() for letter in entry):
                    raise UsageError(
                        f"{entry!r} is no host or network that notices may be sent to, such as "
                        "ntfy.example.org or 10.0.0.0/8."
                    ) from None
                self._hosts.add(entry.lower().rstrip("."))

    def has_host(self, host: str) -> bool:
        """Return whether a host is allowed by its name or as an address."""
        if host.lower().rstrip(".") in self._hosts:
            return True
        try:
            return self._has_address(ipaddress.ip_address(host.strip("[]")))
        except ValueError:
            return False

    def _has_address(self, address: Address) -> bool:
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address.version == each.version and address in each for each in self._networks)

    def usable(self, host: str, found: Sequence[str]) -> list[str]:
        """Return the addresses of a host that the server may connect to.

        Raises ``AddressRefused`` if one of them is not public and not allowed. A host with public and
        private addresses is refused as a whole: the next lookup could return them in another order.
        """
        known = self.has_host(host)
        for text in found:
            address = ipaddress.ip_address(text.partition("%")[0])
            if not (known or is_public(address) or self._has_address(address)):
                raise AddressRefused(gettext(NOT_PUBLIC, host=host))
        if not found:
            raise AddressRefused(gettext("The server cannot find the host {host}.", host=host))
        return list(found)
