"""Time to list games when very many are stored, page after page.

PYTHONPATH=src:tests:tests/support python bench/lobby.py                         # SQLite
PYTHONPATH=src:tests:tests/support python bench/lobby.py --games 100000
PYTHONPATH=src:tests:tests/support python bench/lobby.py --store postgresql://...   # an empty database
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import get_args

from sqlalchemy import create_engine

from table import HEAD, line
from trunkline.web.schemas.lists import Asking, Shelf, Wanted
from trunkline.web.storage.urls import Place, opened, parse_url, url_of
from web.storage.test_lists import ANN, NOBODY, fill

TIMES = 50


def timed(do: Callable[[], object]) -> list[float]:
    """Return the seconds of repeated calls."""
    found = []
    for _ in range(TIMES):
        start = time.perf_counter()
        do()
        found.append(time.perf_counter() - start)
    return found


def main() -> None:
    """Fill a store and time its lists."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--store", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept: Place = parse_url(options.store) if options.store else Path(folder) / "table.sqlite"
        with contextlib.closing(opened(kept)) as store:
            engine = create_engine(url_of(kept))
            with engine.begin() as link:
                fill(link, options.games)
            print(HEAD)
            for name, asking in (("Ann", ANN), ("nobody", NOBODY), ("one screen", Asking())):
                for shelf in get_args(Shelf):
                    wanted = Wanted(shelf)
                    print(line(f"{shelf}, {name}", timed(partial(store.page, asking, wanted))))
                print(line(f"waiting, {name}", timed(partial(store.waiting, asking))))
            engine.dispose()


if __name__ == "__main__":
    main()
