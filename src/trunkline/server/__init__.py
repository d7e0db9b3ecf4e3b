"""The table on the web: an HTTP API around games that are kept, and the pages of the client.

``app.create`` makes the application, ``command`` is ``trunkline table``, ``workers`` is
``trunkline serve``. Nothing here knows a title.
"""

from pathlib import Path

STORE = Path("trunkline-table.sqlite")
"""Where games are kept unless it is said otherwise."""
