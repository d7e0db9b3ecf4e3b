"""Games by correspondence with and without auto-actions, by simulation with a clock that moves.

Four people play each game to its end. Each comes once a day, at their own hour, with some jitter and another
hour on weekends. A computer player decides for them, the same one with and without auto-actions. With
auto-actions, they set them at the end of a visit (``correspondence_policy``), and the table has auto-pass.
The server's own code carries them out and plans the notices (``correspondence_world``). Figures are days for
each game, the share of automatic actions, and notices. The same seed gives the same figures.

    make bench-correspondence                                # 50 games; with --jobs 2 half an hour
    make bench-correspondence ARGS="--games 6 --comes daily --guards none all"
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

import msgspec

import trunkline
from correspondence_world import NAMES, Outcome, Setting, simulated
from trunkline.util.errors import UsageError
from trunkline.util.subprocesses import map_ordered

GAMES = 50
SEED = 1
NONE = "none"
MOST_LINES = 8
"""The most lines of a table of decisions."""
WAYS = {NONE: "without", "all": "all guards", "few": "few guards"}
HEAD = (
    f"{'title':6} {'people come':12} {'auto-actions':12} {'games':>5} {'days':>6} {'range':>9} "
    f"{'of without':>10} {'after opening':>13} {'actions':>8} {'automatic':>9} {'notices/day':>11} "
    f"{'/game':>5}"
)
"""The head of the table. Notices are those of one person in one game."""


def settings(options: argparse.Namespace) -> list[Setting]:
    """Return the games to simulate. The titles take turns."""
    titles = options.titles
    return [
        Setting(
            titles[number % len(titles)],
            number,
            options.seed,
            comes,
            None if guards == NONE else guards,
            options.player,
            tuple(options.ideal),
            options.days,
        )
        for number in range(options.games)
        for comes in options.comes
        for guards in options.guards
    ]


def after_opening(outcome: Outcome) -> float:
    """Return the days of a game without the opening, in which bots raise bids by the least amount."""
    return (
        outcome.days - sum(hours for what, hours in outcome.waits.items() if what.startswith("opening")) / 24
    )


def ratios(
    found: Sequence[Outcome], all_found: Sequence[Outcome], days: Callable[[Outcome], float]
) -> list[float]:
    """Return the days of each game as a part of its days without auto-actions."""
    without = {
        (each.setting.number, each.setting.comes): days(each)
        for each in all_found
        if each.setting.guards is None
    }
    keys = [(each.setting.number, each.setting.comes) for each in found]
    return [days(each) / without[key] for each, key in zip(found, keys, strict=True) if key in without]


def notices(found: Sequence[Outcome]) -> tuple[float, float]:
    """Return the notices of one person in one game: each day, and in all."""
    total = sum(sum(each.notices.values()) for each in found) / len(NAMES)
    return total / sum(each.days for each in found), total / len(found)


def row(title: str, found: Sequence[Outcome], all_found: Sequence[Outcome]) -> str:
    """Return a line of the table for games with the same setting."""
    days, setting = [each.days for each in found], found[0].setting
    way = WAYS[setting.guards or NONE]
    of_without, of_later = (
        f"{median(parts):.0%}" if parts else ""
        for parts in (ratios(found, all_found, each) for each in (lambda one: one.days, after_opening))
    )
    a_day, a_game = notices(found)
    automatic = sum(each.automatic for each in found) / sum(each.actions for each in found)
    return (
        f"{title:6} {setting.comes:12} {way:12} {len(found):>5} {median(days):>6.0f} "
        f"{f'{min(days):.0f}-{max(days):.0f}':>9} {of_without:>10} {of_later:>13} "
        f"{median(each.actions for each in found):>8.0f} {automatic:>9.0%} {a_day:>11.2f} {a_game:>5.0f}"
    )


def report(found: Sequence[Outcome]) -> Iterator[str]:
    """Yield the lines of the report."""
    yield HEAD
    groups: dict[tuple[str, str, str], list[Outcome]] = {}
    for each in found:
        for title in (each.setting.title, "all"):
            key = title, each.setting.comes, each.setting.guards or NONE
            groups.setdefault(key, []).append(each)
    for (title, *_), some in sorted(groups.items(), key=lambda item: (item[0][0] == "all", item[0][0])):
        yield row(title, some, found)
    for (title, comes, guards), some in groups.items():
        if title != "all":
            continue
        yield ""
        yield f"People come {comes}, auto-actions: {WAYS[guards]}."
        hours = _sum(each.waits for each in some)
        yield from _lines("Games waited for", hours, " of the time")
        yield from _lines("Notices", _sum(each.notices for each in some))
        yield from _lines("Auto-actions ended", _sum(each.ended for each in some))
        yield from _lines("Plans without an auto-action", _sum(each.missing for each in some))
        yield from _lines("Games ended", Counter(each.ending for each in some))


def _sum(counts: Iterable[Mapping[str, float]]) -> dict[str, float]:
    total: dict[str, float] = {}
    for each in counts:
        for name, count in each.items():
            total[name] = total.get(name, 0) + count
    return total


def _lines(what: str, counts: Mapping[str, float], unit: str = "") -> Iterator[str]:
    total = sum(counts.values())
    if not total:
        return
    yield f"  {what}:"
    for name, count in sorted(counts.items(), key=lambda item: -item[1])[:MOST_LINES]:
        yield f"    {count / total:>4.0%}{unit} {name}"


def kept(path: Path | None) -> dict[Setting, Outcome]:
    """Return the outcomes in a file, by setting. Its last line may be incomplete."""
    text = path.read_text(encoding="utf-8") if path is not None and path.exists() else ""
    lines = text.rpartition("\n")[0].splitlines()
    found = [msgspec.json.decode(line, type=Outcome) for line in lines]
    return {each.setting: each for each in found}


def run(wanted: Sequence[Setting], jobs: int, path: Path | None) -> list[Outcome]:
    """Return the outcomes of these games. Those in the file are not simulated again."""
    known = kept(path)
    left = [each for each in wanted if each not in known]
    for done, outcome in enumerate(map_ordered(simulated, left, jobs), 1):
        known[outcome.setting] = outcome
        if path is not None:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(outcome) + b"\n")
        print(f"\r{done} of {len(left)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [known[each] for each in wanted]


def main() -> None:
    """Simulate the games and print the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES, help=f"default: {GAMES}")
    parser.add_argument("--seed", type=int, default=SEED, help=f"default: {SEED}")
    titles = list(trunkline.catalogue(teaching=False))
    parser.add_argument("--titles", nargs="+", default=titles, metavar="TITLE")
    parser.add_argument("--player", default="clerk", help="decides for all people; default: clerk")
    parser.add_argument("--comes", nargs="+", choices=("daily", "notified"), default=["daily", "notified"])
    parser.add_argument("--guards", nargs="+", choices=tuple(WAYS), default=list(WAYS))
    parser.add_argument(
        "--ideal", nargs="+", default=[], metavar="DECISION", help="decisions taken at once, as stock:pass"
    )
    parser.add_argument("--days", type=int, default=1000, help="a game is stopped then; default: 1000")
    parser.add_argument("--jobs", type=int, default=1, help="processes; default: 1")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="adds the outcomes to FILE, and uses those in it"
    )
    options = parser.parse_args()
    try:
        for line in report(run(settings(options), options.jobs, options.keep)):
            print(line)
    except UsageError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
