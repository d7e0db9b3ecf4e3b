"""The sentences on kinds of capital and on destinations, for the rules of a declared title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from trunkline.engine.board import Board, BoardCorporation, Capitalisation
from trunkline.engine.capital.schemes import ESCROW, FULL, INCREMENTAL, row_of
from trunkline.util.enumeration import any_of, enumerated
from trunkline.util.messages import gettext, ngettext

BLANKS: Final = ("fixed", FULL, INCREMENTAL, ESCROW, "released", "destinations")
"""The blanks of the section on capital."""


def words(board: Board) -> dict[str, str]:
    """Return the sentences by blank, in the language of the reader. Those without use are empty."""
    found = dict(_sentences(board)) if board.capitalisation else {}
    return {f"capital_{name}": found.get(name, "") for name in BLANKS}


def at_float() -> str:
    """Return the sentence on a corporation that floats."""
    return gettext("A corporation that floats gets the capital of its kind.")


def _sentences(board: Board) -> Iterator[tuple[str, str]]:
    if any(row.train_on_sale for row in board.capitalisation):
        yield "fixed", gettext("The train on sale when a corporation starts decides the kind of its capital.")
    if any(row.phases for row in board.capitalisation):
        yield "fixed", gettext("The phase in which a corporation starts decides the kind of its capital.")
    for row in board.capitalisation:
        yield row.kind, _kind(board, row)
    if row_of(board, ESCROW) is not None:
        yield (
            "released",
            gettext(
                "When a route of any length joins the home token of a corporation to its destination, it "
                "gets its escrow, and later the money of each share. Track from before its start counts, and "
                "tokens do not block the route."
            ),
        )
        going = [each for each in board.corporations if each.destination is not None]
        text = gettext("Destinations: {list}.", list=enumerated(_goal(board, each) for each in going))
        if len(going) < len(board.corporations):
            text += " " + gettext("A corporation without a destination gets the money of each share.")
        yield "destinations", text


def _kind(board: Board, row: Capitalisation) -> str:
    """Return the sentence on a kind of capital."""
    subject = _subject(board, row)
    if row.kind == FULL:
        assert board.floating is not None
        return gettext(
            "{subject} gets {multiple} times its share price when it floats, and nothing for shares that are "
            "bought later.",
            subject=subject,
            multiple=board.floating.price_multiple,
        )
    if row.kind == INCREMENTAL:
        return gettext(
            "{subject} gets its par price for each share that was bought before it floats, and the price of "
            "each share that is bought from the IPO later.",
            subject=subject,
        )
    if not row.shares_at_once:
        return gettext(
            "{subject} gets no money when it floats. The bank holds that of all its shares in escrow.",
            subject=subject,
        )
    return ngettext(
        "{subject} gets the money of the first share. The bank holds that of later shares in escrow.",
        "{subject} gets the money of the first {count} shares. The bank holds that of later shares in "
        "escrow.",
        row.shares_at_once,
        subject=subject,
    )


def _subject(board: Board, row: Capitalisation) -> str:
    """Return the beginning of the sentence on a row."""
    if row.train_on_sale:
        return gettext(
            "A corporation that starts with a {trains}-train on sale", trains=any_of(row.train_on_sale)
        )
    if row.phases:
        return gettext("A corporation that starts in phase {phases}", phases=any_of(row.phases))
    return gettext("Every other corporation") if len(board.capitalisation) > 1 else gettext("A corporation")


def _goal(board: Board, corporation: BoardCorporation) -> str:
    """Return the destination of a corporation, such as "Carrow (C5) for NW"."""
    goal = corporation.destination
    assert goal is not None
    place = f"{goal.name} ({any_of(goal.hexes)})"
    if goal.start:
        return gettext(
            "{place}, joined to {start}, for {corp}",
            place=place,
            start=board.place_name(goal.start),
            corp=corporation.id,
        )
    return gettext("{place} for {corp}", place=place, corp=corporation.id)
