"""The web server: an HTTP API for stored games, and the pages of the browser client.

``app.create`` makes the application. ``command`` implements ``trunkline table`` and ``workers`` implements
``trunkline serve``. The package contains no code for a particular title.
"""

from pathlib import Path

STORE = Path("trunkline-table.sqlite")
"""The default file for games."""
