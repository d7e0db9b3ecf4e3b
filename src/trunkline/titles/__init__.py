"""The titles that can be played: the only place that lists them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from trunkline.kernel.errors import UsageError
from trunkline.kernel.options import Options
from trunkline.kernel.table import Title
from trunkline.titles import t1856


class About(NamedTuple):
    """What a title offers."""

    id: str
    name: str
    players: tuple[int, int]
    """Fewest and most."""
    variants: tuple[str, ...]
    rules: tuple[str, ...]
    """Readings of its rules, the default first."""
    designers: str


class _Entry(NamedTuple):
    about: About
    build: Callable[[tuple[str, ...], str, str], Title]


_TITLES = {
    "1856": _Entry(
        About("1856", t1856.NAME, t1856.PLAYERS, t1856.VARIANTS, t1856.RULES, t1856.DESIGNERS), t1856.build
    ),
}

RECORDED = "recorded"
RUNS = ("free",)
SEATINGS = ("given", "random")


def titles() -> dict[str, About]:
    """The playable titles by id."""
    return {id: entry.about for id, entry in _TITLES.items()}


def checked(options: Options) -> Options:
    """The options with the title's id as printed. Raises ``UsageError`` where something is wrong."""
    found = {id.lower(): entry for id, entry in _TITLES.items()}.get(str(options.title).lower())
    if found is None:
        raise UsageError(f"There is no title {options.title!r}; there are {', '.join(_TITLES)}.")
    about = found.about
    fewest, most = about.players
    if not fewest <= len(options.players) <= most:
        raise UsageError(f"{about.id} is for {fewest} to {most} players, not {len(options.players)}.")
    for name in options.players:
        if not name.strip():
            raise UsageError("Every player needs a name.")
    if len(set(options.players)) < len(options.players):
        raise UsageError("Players must have different names.")
    for variant in options.variants:
        if variant not in (*about.variants, RECORDED):
            raise UsageError(f"{about.id} has no variant {variant!r}; there are {', '.join(about.variants)}.")
    _one_of(options.rules, about.rules, "reading of the rules")
    _one_of(options.runs, RUNS, "setting of runs")
    _one_of(options.seating, SEATINGS, "seating")
    return Options(
        about.id,
        tuple(options.players),
        options.seed,
        tuple(sorted(set(options.variants))),
        options.rules,
        options.runs,
        options.seating,
    )


def build(options: Options) -> Title:
    """The title put together for these options."""
    return _build(options.title, options.variants, options.rules, options.runs)


@lru_cache(maxsize=32)
def _build(title: str, variants: tuple[str, ...], rules: str, runs: str) -> Title:
    return _TITLES[title].build(variants, rules, runs)


def _one_of(given: str, known: tuple[str, ...], what: str) -> None:
    if given not in known:
        raise UsageError(f"There is no {what} {given!r}; there are {', '.join(known)}.")
