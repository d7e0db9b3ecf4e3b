"""The web server: an HTTP API for stored games, and the pages of the browser client.

``app.create`` makes the application. ``serving`` implements ``trunkline table`` and ``processes`` implements
``trunkline serve``. The package contains no code for a particular title.
"""

from pathlib import Path

STORE = Path("trunkline-table.sqlite")
"""The default file for games."""
