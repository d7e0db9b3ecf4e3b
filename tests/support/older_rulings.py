"""Games that started under earlier rulings, and rulings that do not exist yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from trunkline import titles
from trunkline.engine.kernel.readings import RulingFix
from trunkline.game import Game
from trunkline.titles import registry, t1856
from trunkline.titles.t1856.reading import RULING_FIXES, RULINGS

TODAY = RULINGS
"""The version of 1856's rulings for games that start now."""


def begun_under(game: Game, rulings: int) -> Game:
    """Return a new game with the same options under this version of its title's rulings."""
    options = msgspec.structs.replace(game.options, rulings=rulings)
    return Game(titles.build(options), options)


@contextmanager
def mended(mend: RulingFix) -> Iterator[None]:
    """Run the program as if 1856 had this ruling fix as well."""
    about = t1856.PACKAGE.about._replace(rulings=mend.since)
    later = t1856.PACKAGE._replace(about=about)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trunkline.titles.t1856.title.RULING_FIXES", (*RULING_FIXES, mend))
        patch.setitem(registry.OWN, about.id, later)
        registry.packages.cache_clear()
        titles._build.cache_clear()
        try:
            yield
        finally:
            registry.packages.cache_clear()
            titles._build.cache_clear()
