"""The page of statistics of a data set, in Markdown or HTML, with plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from trunkline.lab.dataset import plots
from trunkline.lab.dataset.statistics import (
    CompanyFigures,
    GroupFigures,
    PrivateFigures,
    Spread,
    TitleFigures,
    figures,
)
from trunkline.lab.dataset.storage import Manifest
from trunkline.util.errors import UsageError


class Heading(NamedTuple):
    """A heading of level 1 to 3."""

    level: int
    text: str


class Paragraph(NamedTuple):
    """A paragraph of text."""

    text: str


class Table(NamedTuple):
    """A table. The first column has labels, the others have numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Plot(NamedTuple):
    """A plot as an SVG element."""

    svg: str


Block = Heading | Paragraph | Table | Plot
TITLE: Final = "Statistics of games between bots"


def blocks(folder: Path, manifest: Manifest, command: str = "trunkline dataset stats") -> Iterator[Block]:
    """Yield the contents of the page that a command writes.

    Raises ``UsageError`` if the data set is empty or damaged.
    """
    if not manifest.games:
        raise UsageError(f"{folder} has no games yet. Run 'trunkline dataset make' again.")
    found = figures(folder, manifest)
    yield Heading(1, TITLE)
    bots = ", ".join(dict.fromkeys(bot for title in found for bot in title.bots))
    seed = "" if manifest.plan.source else f"Seed {manifest.plan.seed}. "
    yield Paragraph(
        f"{manifest.games:,} games, played by: {bots}. {seed}Trunkline {manifest.program}. "
        f"Licence of the data: {manifest.licence}. `{command}` wrote this page."
    )
    yield Paragraph(
        "Intervals are exact 95% intervals (Clopper and Pearson), for the wins rounded down. A range such as "
        "7 – 9 – 10 has the lowest, the median and the highest value. The figures describe the habits of "
        "these bots, and people may play in other ways."
    )
    for title in found:
        yield from _title(title)


def _title(title: TitleFigures) -> Iterator[Block]:
    yield Heading(2, title.name)
    yield from _lengths(title.groups)
    yield from _seats(title.groups)
    yield from _privates(title)
    yield from _companies(title)


def _lengths(groups: Sequence[GroupFigures]) -> Iterator[Block]:
    yield Heading(3, "Length and results")
    yield Table(
        (
            "players",
            "games",
            "different games",
            "sets",
            "actions",
            "ended by",
            "winner's worth",
            "median lead",
        ),
        [
            (
                str(group.players),
                str(group.games),
                str(group.different),
                spread(group.sets),
                spread(group.actions),
                ", ".join(f"{reason} {count}" for reason, count in group.reasons.items()),
                spread(group.worth, "$"),
                f"${group.margin:,.0f}",
            )
            for group in groups
        ],
    )
    yield Plot(
        plots.bars(
            "Games by the number of sets of rounds",
            "sets",
            {
                f"{group.players} players": {
                    sets: count / group.games for sets, count in group.lengths.items()
                }
                for group in groups
            },
        )
    )


def _seats(groups: Sequence[GroupFigures]) -> Iterator[Block]:
    yield Heading(3, "Balance of the seats")
    yield Table(
        ("players", "seat", "wins", "95% interval", "fair", "share of worth"),
        [
            (
                str(group.players),
                str(number),
                f"{seat.wins:g} ({seat.rate:.0%})",
                _between(seat.interval),
                f"{1 / group.players:.0%}",
                f"{seat.share:.1%}",
            )
            for group in groups
            for number, seat in enumerate(group.seats, 1)
        ],
    )
    for group in groups:
        rows = [
            plots.Interval(f"seat {number}", seat.interval[0], seat.rate, seat.interval[1])
            for number, seat in enumerate(group.seats, 1)
        ]
        yield Plot(plots.intervals(f"Win rate by seat, {group.players} players", rows, 1 / group.players))


def _privates(title: TitleFigures) -> Iterator[Block]:
    yield Heading(3, "Opening prices of the privates")
    if not title.privates:
        yield Paragraph("Players receive their privates without an auction.")
        return
    counts = [group.players for group in title.groups]
    yield Paragraph("The prices of the first sale, and the wins of its buyers.")
    yield Table(
        (
            "private",
            "printed",
            *(f"{count} players" for count in counts),
            "sold",
            "buyer wins",
            "95% interval",
        ),
        [_private(each, counts) for each in title.privates],
    )


def _private(each: PrivateFigures, counts: Sequence[int]) -> tuple[str, ...]:
    prices = (spread(each.prices[count], "$") if count in each.prices else "" for count in counts)
    return each.name, f"${each.cost}", *prices, str(each.sold), f"{each.rate:.0%}", _between(each.interval)


def _companies(title: TitleFigures) -> Iterator[Block]:
    games = sum(group.games for group in title.groups)
    yield Heading(3, "Pars and companies")
    yield Plot(
        plots.bars(
            "Foundations by par price",
            "par price in dollars",
            {
                f"{count} players": {par: number / sum(pars.values()) for par, number in pars.items()}
                for count, pars in title.pars.items()
                if pars
            },
        )
    )
    yield Table(
        (
            "company",
            "started",
            "pars",
            "median set",
            "founder wins",
            "95% interval",
            "mean dividends",
            "mean last price",
        ),
        [_company(each, games) for each in title.companies],
    )


def _company(each: CompanyFigures, games: int) -> tuple[str, ...]:
    pars = sorted(each.pars.items(), key=lambda par: -par[1])
    return (
        each.name,
        f"{each.started / games:.0%}",
        ", ".join(f"${par}: {count / each.started:.0%}" for par, count in pars[:3]),
        f"{each.set:g}",
        f"{each.rate:.0%}",
        _between(each.interval),
        f"${each.dividends:,.0f}",
        f"${each.price:,.0f}",
    )


def spread(found: Spread, unit: str = "") -> str:
    """Return a spread as text, such as "7 – 9 – 10"."""
    if found.low == found.high:
        return f"{unit}{found.low:,g}"
    return f"{unit}{found.low:,.0f} – {unit}{found.median:,.0f} – {unit}{found.high:,.0f}"


def _between(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.0%} to {interval[1]:.0%}"


def markdown(folder: Path, manifest: Manifest) -> str:
    """Return the page in Markdown, with the plots as inline SVG. Raises ``UsageError``."""
    return _markdown(blocks(folder, manifest))


def _markdown(contents: Iterable[Block]) -> str:
    return "\n\n".join(map(_as_markdown, contents)) + "\n"


def _as_markdown(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {block.text}"
    if isinstance(block, Paragraph):
        return block.text
    if isinstance(block, Plot):
        # As a block of HTML, so that Markdown leaves it as it is.
        return f"<div>{block.svg}</div>"
    rows = [block.head, ["---"] * len(block.head), *block.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


_STYLE: Final = """
:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto}
body,div{padding:0 1rem}div{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0}
th,td{padding:.2rem .7rem;border-bottom:1px solid #8886;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}svg{display:block;margin:1rem 0}
"""


def html(folder: Path, manifest: Manifest) -> str:
    """Return the page as one HTML file. Raises ``UsageError``."""
    return _html(blocks(folder, manifest))


def _html(contents: Iterable[Block]) -> str:
    body = "\n".join(map(_as_html, contents))
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head += f"<title>{TITLE}</title><style>{_STYLE}</style>"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _as_html(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, Paragraph):
        first, *marked = escape(block.text).split("`")
        parts = (f"<code>{text}</code>" if number % 2 == 0 else text for number, text in enumerate(marked))
        return f"<p>{first}{''.join(parts)}</p>"
    if isinstance(block, Plot):
        return block.svg
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in block.head)
    rows = (f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in block.rows)
    return f"<div><table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"


FORMATS: Final[Mapping[str, Callable[[Path, Manifest], str]]] = {".html": html, ".md": markdown}
"""The functions that return the page, by the suffix of its file."""
RENDERED: Final[Mapping[str, Callable[[Iterable[Block]], str]]] = {".html": _html, ".md": _markdown}
"""The functions that return a page with given contents, by the suffix of its file."""
