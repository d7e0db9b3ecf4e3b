"""The table on the web: games kept in one SQLite file, played by people around one screen.

``app.create`` makes the application, ``command`` is ``trunkline table``. Nothing here knows a title.
"""

from pathlib import Path

STORE = Path("trunkline-table.sqlite")
"""Where games are kept unless it is said otherwise."""
