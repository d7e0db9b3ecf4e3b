"""The name and the origin under which browsers keep the passkeys of a server."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

LOOPBACK = "localhost"
"""The only name for which browsers allow passkeys without HTTPS."""


class RelyingParty(NamedTuple):
    """A server for which browsers keep passkeys."""

    id: str
    """The host name. A key works only under the name for which it was made."""
    origin: str
    """The origin of the server's pages."""


def relying_party(origin: str, host: str) -> RelyingParty | None:
    """Return the relying party of a server, or None if its address cannot have passkeys.

    Browsers allow passkeys for a name with HTTPS, and for ``localhost``. They do not allow them for an IP
    address.

    Args:
        origin: The public origin of the server, or an empty text if it has none.
        host: The ``Host`` of the request. Without a public origin, it counts if it is ``localhost``.
    """
    try:
        found = urlsplit(origin or f"http://{host.lower()}")
        name, port = found.hostname or "", found.port
    except ValueError:
        return None
    if name == LOOPBACK:
        return RelyingParty(name, origin or f"http://{name}" + ("" if port in (None, 80) else f":{port}"))
    if not origin or found.scheme != "https" or not name or _is_address(name):
        return None
    return RelyingParty(name, origin)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
