"""The share chart of an imported game."""

from __future__ import annotations

import re
from typing import Any, Final

from trunkline.titles.declared.maker.game_file import Game, Part, whole
from trunkline.util.messages import gettext

ZONES: Final = ("yellow", "orange", "brown")
"""The zones of a chart. Boxes with a legend of the same colour are in them."""
SEVERAL: Final = re.compile("several|multiple|any number", re.IGNORECASE)
"""Marks a brown zone in which a player may buy several certificates in a turn."""
CLOSED: Final = re.compile("clos", re.IGNORECASE)
"""Marks a box without a price that closes a corporation."""
RISES: Final = ("up", "down")
"""The arrows of a board. Those to the left and right are the usual moves."""
HEXES: Final = re.compile("hex", re.IGNORECASE)
"""Marks a type of chart whose rows are those of a chart of hexes."""
ZIGZAG: Final = "1Diag"
"""The type of a chart of one row that is drawn as two rows."""
FLAT: Final = ("1D", ZIGZAG)
"""The types of charts of one row."""
Rows = list[list[dict[str, Any] | None]]


def chart(game: Game) -> dict[str, Any]:
    """Return the share chart, with its par boxes and its zones."""
    stock = game.part("stock", game.get("stock"))
    rows = stock.get("market")
    if not isinstance(rows, list) or not rows:
        raise stock.fault("market", gettext("a list"), rows)
    # A row of one box may be the box alone.
    flat = stock.get("type") in FLAT or not any(isinstance(row, list) for row in rows)
    rows = [rows] if flat else [row if isinstance(row, list) else [row] for row in rows]
    hexes = bool(HEXES.search(stock.text("type")))
    if (offset := _offset(rows)) is not None:
        hexes, rows = True, [_joined(row, place, offset) for place, row in enumerate(rows)]
    _explain_shape(game, stock, hexes)
    pars = _par_prices(stock)
    boxes = [
        [_box(game, stock, cell, (row, column)) for column, cell in enumerate(cells)]
        for row, cells in enumerate(rows)
    ]
    marked = [box["price"] for row in boxes for box in row if box and "par" in box]
    if not marked:
        _mark_pars(game, boxes, pars)
    elif len(marked) > len(set(marked)):
        _unmark_pars(game, boxes)
    _explain_zones(game, stock, boxes)
    if stock.get("ledges"):
        game.points.left_out("chart", "Its ledges are left out. They are lines on the drawing only.")
    used = {box.get("zone") for row in boxes for box in row if box}
    texts = {part.text("color"): part.text("description") for part in stock.parts("legend")}
    zones = {zone: text for zone, text in texts.items() if zone in used and text}
    shape = {"shape": "hexes"} if hexes else {}
    return {**shape, "rows": boxes, **({"zones": zones} if zones else {})}


def _offset(rows: list[list[Any]]) -> int | None:
    """Return the first column of the first row, 0 or 1, if each row has a box in every second column, and the
    rows take turns. Two such columns are the width of a box, so this is a chart of hexes. Otherwise return
    None."""
    places = [[column for column, cell in enumerate(row) if cell not in (None, "")] for row in rows]
    if len(rows) < 2 or not places[0] or max(map(len, places)) < 2:
        return None
    offset = places[0][0] % 2
    regular = all((column - row) % 2 == offset for row, columns in enumerate(places) for column in columns)
    return offset if regular else None


def _joined(row: list[Any], place: int, offset: int) -> list[Any]:
    """Return the boxes of a row of hexes without the empty columns between them."""
    boxes = row[(place + offset) % 2 :: 2]
    # Even rows of a board begin at the left edge. If the first row does not, it moves right by a box.
    return [None, *boxes] if offset and place % 2 == 0 else boxes


def _explain_shape(game: Game, stock: Part, hexes: bool) -> None:
    if hexes:
        text = "Assumed: a chart of hexes, with every second row half a box further right."
        game.points.assumed("chart.shape", text)
    elif stock.get("type") == ZIGZAG:
        text = "The game draws its chart as two rows in zigzag. Assumed: one row, from the lowest price up."
        game.points.assumed("chart.shape", text)


def _box(game: Game, stock: Part, cell: Any, at: tuple[int, int]) -> dict[str, Any] | None:
    if cell is None or cell == "":
        return None
    data = cell if isinstance(cell, dict) else {"label": cell}
    price = whole(data.get("value"))
    price = whole(data.get("label")) if price is None else price
    if price is None:
        if CLOSED.search(str(data.get("label"))):
            return {"price": 0, "zone": "closed"}
        text = f"The box in row {at[0] + 1}, column {at[1] + 1} has no price, so it is left out."
        game.points.left_out("chart", text)
        return None
    box: dict[str, Any] = {"price": price}
    if data.get("par") is True:
        box["par"] = True
    zone = _legend(stock, data.get("legend")).get("color")
    if zone in ZONES:
        box["zone"] = zone
    arrows = data.get("arrow")
    arrow = next((each for each in (arrows if isinstance(arrows, list) else [arrows]) if each in RISES), None)
    if arrow:
        box["arrow"] = arrow
    return box


def _legend(stock: Part, number: Any) -> dict[str, Any]:
    entries = [*stock.parts("legend")]
    return entries[number].data if isinstance(number, int) and 0 <= number < len(entries) else {}


def _explain_zones(game: Game, stock: Part, boxes: Rows) -> None:
    for part in stock.parts("legend"):
        zone = part.text("color")
        meaning = f'"{part.text("description")}" ({zone})'
        if zone not in ZONES:
            game.points.left_out("chart", f"Boxes with the legend {meaning} have no zone here.")
        elif any(box and box.get("zone") == zone for row in boxes for box in row):
            text = (
                f"Boxes with the legend {meaning} have the zone {zone}. Remove or change it if that is wrong."
            )
            game.points.assumed("chart", text)


def _par_prices(stock: Part) -> list[int]:
    par = stock.part("par", stock.get("par") or {})
    cells: list[Any] = []
    for each in par.list("values"):
        cells += each if isinstance(each, list) else [each]
    found = (
        whole(cell.get("value", cell.get("label")) if isinstance(cell, dict) else cell) for cell in cells
    )
    return [price for price in found if price is not None]


def _mark_pars(game: Game, rows: Rows, prices: list[int]) -> None:
    """Mark the boxes of the par prices. If a price has several, choose that of the usual column."""
    at: dict[int, list[int]] = {price: [] for price in prices}
    for row in rows:
        for column, box in enumerate(row):
            if box and box["price"] in at:
                at[box["price"]].append(column)
    columns = [column for places in at.values() for column in set(places)]
    usual = max(columns, key=columns.count, default=None)
    for row in rows:
        for column, box in enumerate(row):
            if box and (places := at.get(box["price"])):
                wanted = usual if usual in places else places[0]
                if column == wanted:
                    box["par"] = True
    lost = [str(price) for price, places in at.items() if not places]
    if lost:
        game.points.left_out("chart", f"The chart has no box for the par prices {', '.join(lost)}.")
    if not columns:
        game.points.missing(
            "chart", "No box is a par price. Mark those where a corporation may start: par: true."
        )
    elif len(columns) > len(prices):
        text = f"No box is marked as a par price. Assumed: the boxes of column {(usual or 0) + 1}."
        game.points.assumed("chart", text)


def _unmark_pars(game: Game, rows: Rows) -> None:
    """Leave one box of each par price marked. If a price has several, choose that of the usual column."""
    marked = [
        (column, box) for row in rows for column, box in enumerate(row) if box is not None and "par" in box
    ]
    columns = [column for column, _ in marked]
    usual = max(columns, key=columns.count)
    for price in dict.fromkeys(box["price"] for _, box in marked):
        same = [(column, box) for column, box in marked if box["price"] == price]
        _, kept = next((each for each in same if each[0] == usual), same[0])
        for _, box in same:
            if box is not kept:
                del box["par"]
    text = "Several boxes are marked with one par price. Assumed: the one in the column of most par prices."
    game.points.assumed("chart", text)


def several_in_brown(game: Game) -> bool:
    """Return whether the legend of the chart says that a player may buy several certificates in a turn."""
    stock = game.part("stock", game.get("stock"))
    legend = (each for each in stock.parts("legend") if each.text("color") == "brown")
    found = any(SEVERAL.search(each.text("description")) for each in legend)
    if found:
        text = "Assumed: in the brown zone a player may buy several certificates in a turn."
        game.points.assumed("switches", text)
    return found
