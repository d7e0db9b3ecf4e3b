"""Checks of the kinds of capital of a title file, and of the destinations of its corporations."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.board import Board, BoardCorporation, BoardError, Capitalisation
from trunkline.engine.board.errors import Where, check_names
from trunkline.engine.capital.schemes import ESCROW, FULL, row_of
from trunkline.engine.steps.floating import OFFERING_STAYS, shares_to_float
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext

TABLE = "capitalisation"


def check(board: Board) -> None:
    """Raise ``BoardError`` if a kind of capital contradicts the file, or if a destination has no effect."""
    for place, row in enumerate(board.capitalisation):
        _check_row(board, place, row)
    if board.capitalisation:
        _check_cover(board)
        _check_floating(board)
    escrow = row_of(board, ESCROW)
    for place, corporation in enumerate(board.corporations):
        if corporation.destination is not None:
            if escrow is None:
                text = gettext(
                    "{id}.destination: it has no effect, because no row of capitalisation has kind: escrow",
                    id=corporation.id,
                )
                raise BoardError(text, ("corporations", place, "destination"))
            _check_destination(board, corporation, ("corporations", place, "destination"))
    if escrow is not None:
        _check_escrow(board, escrow)


def _check_row(board: Board, place: int, row: Capitalisation) -> None:
    """Raise ``BoardError`` if a row contradicts itself or a row before it."""
    here: Where = (TABLE, place)
    check_names(f"{TABLE}, train_on_sale", row.train_on_sale, board.train, (*here, "train_on_sale"))
    check_names(f"{TABLE}, phases", row.phases, board.phase, (*here, "phases"))
    before = board.capitalisation[:place]
    if any(each.kind == row.kind for each in before):
        text = gettext("capitalisation: two rows have kind: {kind}; make one row of them", kind=row.kind)
        raise BoardError(text, (*here, "kind"))
    if row.phases and any(each.train_on_sale for each in (*before, row)):
        text = gettext("capitalisation: use train_on_sale or phases in all rows, not both")
        raise BoardError(text, (*here, "phases"))
    if row.train_on_sale and any(each.phases for each in before):
        text = gettext("capitalisation: use train_on_sale or phases in all rows, not both")
        raise BoardError(text, (*here, "train_on_sale"))
    if row.holds_always and place + 1 < len(board.capitalisation):
        text = gettext(
            "capitalisation: only the last row may leave out train_on_sale and phases; move this row down"
        )
        raise BoardError(text, here)
    if row.paid_at_once is not None and row.kind != ESCROW:
        text = gettext("capitalisation: paid_at_once is only for kind: escrow, not {kind}", kind=row.kind)
        raise BoardError(text, (*here, "paid_at_once"))
    for name in _names(row):
        for other in before:
            if name in _names(other):
                text = gettext(
                    "capitalisation: {name} has two kinds, {first} and {second}; keep one",
                    name=name,
                    first=other.kind,
                    second=row.kind,
                )
                raise BoardError(text, here)


def _check_cover(board: Board) -> None:
    """Raise ``BoardError`` if a train or a phase has no row."""
    rows = board.capitalisation
    if any(row.holds_always for row in rows):
        return
    known = board.phase if any(row.phases for row in rows) else board.train
    named = {name for row in rows for name in _names(row)}
    if missing := [name for name in known if name not in named]:
        text = gettext(
            "capitalisation: no row has {names}; add a row for it, or a last row with only a kind",
            names=enumerated(missing),
        )
        raise BoardError(text, (TABLE,))


def _check_floating(board: Board) -> None:
    """Raise ``BoardError`` if the keys of ``floating`` do not fit the kinds."""
    floating = board.floating
    assert floating is not None
    if floating.capital:
        text = gettext(
            "floating.capital: {capital} contradicts the rows of capitalisation; leave one of them out",
            capital=floating.capital,
        )
        raise BoardError(text, ("floating", "capital"))
    if row_of(board, FULL) is not None and not floating.price_multiple:
        text = gettext("floating.price_multiple: kind: full needs it, such as price_multiple: 10")
        raise BoardError(text, ("floating",))
    least = min(_least_shares(board)) * min(board.par_values)
    if floating.fee > least:
        text = gettext(
            "floating.fee: ${fee} is more than the lowest capital, ${least}", fee=floating.fee, least=least
        )
        raise BoardError(text, ("floating", "fee"))


def _least_shares(board: Board) -> Iterator[int]:
    """Yield the shares of each kind whose par price a corporation gets at least when it floats."""
    floating = board.floating
    assert floating is not None
    needed = [shares_to_float(floating, each) for each in board.corporations]
    fewest = min(needed, default=0)
    for row in board.capitalisation:
        shares = floating.price_multiple if row.kind == FULL else fewest
        yield min(shares, row.shares_at_once) if row.kind == ESCROW else shares


def _check_escrow(board: Board, row: Capitalisation) -> None:
    """Raise ``BoardError`` if no corporation could ever have money in escrow."""
    here: Where = (TABLE, board.capitalisation.index(row))
    going = [each for each in board.corporations if each.destination is not None]
    if not going:
        text = gettext("capitalisation: kind: escrow needs a corporation with a destination")
        raise BoardError(text, (*here, "kind"))
    if board.floating is not None and board.floating.unsold != OFFERING_STAYS:
        text = gettext(
            "floating.unsold: with kind: escrow the other shares stay in the IPO; write unsold: ipo"
        )
        raise BoardError(text, ("floating", "unsold"))
    if row.shares_at_once >= max(each.share_count for each in going):
        text = gettext(
            "capitalisation: with paid_at_once: {count} nothing is held, because a corporation has {shares} "
            "shares",
            count=row.shares_at_once,
            shares=max(each.share_count for each in going),
        )
        raise BoardError(text, (*here, "paid_at_once"))


def _check_destination(board: Board, corporation: BoardCorporation, where: Where) -> None:
    """Raise ``BoardError`` if no route could ever join a destination, or if every route does."""
    goal = corporation.destination
    assert goal is not None
    starts = (goal.start,) if goal.start else corporation.home
    if not goal.hexes:
        text = gettext("{id}.destination: it has no hexes; list one or more", id=corporation.id)
        raise BoardError(text, (*where, "hexes"))
    for hex in (*goal.hexes, *starts):
        spot = board.hexes[hex]
        if not (spot.cities or spot.towns or spot.stops or spot.kind == "offboard"):
            text = gettext(
                "{id}.destination: {hex} has no city, no town and no place off the board; choose another hex",
                id=corporation.id,
                hex=hex,
            )
            raise BoardError(text, where)
        if hex in goal.hexes and hex in starts:
            text = gettext(
                "{id}.destination: its route begins on {hex}; choose another hex", id=corporation.id, hex=hex
            )
            raise BoardError(text, where)


def _names(row: Capitalisation) -> tuple[str, ...]:
    return row.train_on_sale or row.phases
