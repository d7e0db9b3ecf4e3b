"""Text tables of players, corporations, trains and the share-price chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trunkline.engine.board import Box
from trunkline.engine.capital.schemes import ESCROW
from trunkline.engine.kernel import chart, depot, shares
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import BANK, POOL, Corporation
from trunkline.engine.kernel.state_json import has_treasury_shares
from trunkline.game import Game
from trunkline.game.wording.rounds import round_name

OVER = "!"
ZONE_MARKS = {"yellow": "y", "orange": "o", "brown": "b", "closed": "x"}
LEFT = ("corp", "trains", "markers", "more")
"""Heads of the columns that are aligned to the left."""


def holdings_lines(game: Game) -> list[str]:
    """Return everything except the map: the state of play, players, corporations, trains and the chart."""
    parts = [
        _head(game),
        players_lines(game),
        private_lines(game),
        corporation_lines(game),
        train_lines(game),
        chart_lines(game),
    ]
    return [line for part in parts if part for line in (*part, "")][:-1]


def standings_lines(game: Game) -> list[str]:
    """Return the players by worth."""
    return [f"{place:>3}  {player:<16} ${worth:,}" for player, worth, place in game.standings()]


def players_lines(game: Game) -> list[str]:
    """Return one line for each player: cash, worth, certificates and possessions.

    P marks a presidency. ! marks anything over a limit.
    """
    t = Context(game.title, game.shared_state)
    state = game.shared_state
    worth = {standing.player: standing.worth for standing in game.standings()}
    corps = [corp for corp in state.corporations.values() if corp.shares]
    limit = game.title.policies.certificate_limit(t)
    bonds = ["bonds"] if state.bonds else []
    rows = [["player", "cash", "worth", f"certs/{limit}", *(corp.id for corp in corps), *bonds, "privates"]]
    for name, player in state.players.items():
        mark = "*" if name == state.priority else ""
        rows.append(
            [
                name + mark,
                f"${player.cash:,}",
                f"${worth[name]:,}",
                f"{shares.certificates(t, name) / 2:g}" + _over(shares.over_certificates(t, name) > 0),
                *(_share(t, corp, name) for corp in corps),
                *(str(state.bonds.get(name, "-")) for _ in bonds),
                " ".join(p.id for p in state.privates.values() if p.player == name and not p.closed) or "-",
            ]
        )
    lines = table(rows, "<>>>" + ">" * (len(corps) + len(bonds)) + "<")
    over = any(OVER in line for line in lines[1:])
    return [*lines, "* has the priority, P is president" + (f", {OVER} is over a limit" if over else "")]


def private_lines(game: Game) -> list[str]:
    """Return a line for each private that is open."""
    facts = [game.title.board.private[p.id] for p in game.shared_state.privates.values() if not p.closed]
    rows = [[private.id, private.name, f"${private.cost:,}", f"${private.revenue:,}"] for private in facts]
    return table([["private", "", "cost", "pays"], *rows], "<<>>") if rows else []


def corporation_lines(game: Game) -> list[str]:
    """Return a line for each corporation that has started, in operating order."""
    t = Context(game.title, game.shared_state)
    corps = [corp for corp in game.shared_state.corporations.values() if corp.started and not corp.closed]
    if not corps:
        return ["No corporation has started."]
    order = {corp.id: place for place, corp in enumerate(chart.order(t))}
    corps.sort(key=lambda corp: order.get(corp.id, len(order)))
    columns = _columns(game)
    rows = [list(columns), *([text(corp) for text in columns.values()] for corp in corps)]
    return table(rows, "".join("<" if head in LEFT else ">" for head in columns))


def _columns(game: Game) -> dict[str, Callable[[Corporation], str]]:
    """Return the columns of the corporations by head, without those that the title does not use."""
    t = Context(game.title, game.shared_state)
    state, board = game.shared_state, game.title.board
    columns: dict[str, Callable[[Corporation], str]] = {
        "corp": lambda corp: corp.id,
        "price": lambda corp: f"${chart.price(t, corp):,}",
        "par": lambda corp: f"${corp.par:,}",
        "cash": lambda corp: f"${corp.cash:,}",
    }
    if any(way.kind == ESCROW for way in board.capitalisation):
        columns["escrow"] = lambda corp: _escrow(t, corp)
    if board.loans is not None:
        columns["loans"] = lambda corp: str(corp.loans or "-")
    columns["offer"] = lambda corp: f"{corp.offering * corp.percent}%"
    columns["pool"] = lambda corp: f"{corp.pool * corp.percent}%"
    if has_treasury_shares(board):
        columns["treasury"] = lambda corp: f"{corp.treasury * corp.percent}%"
    columns["run"] = lambda corp: f"${corp.revenue:,}"
    columns["trains"] = lambda corp: _trains(t, corp)
    columns["markers"] = lambda corp: " ".join(hex for hex, _ in state.tokens_of(corp.id)) or "-"
    columns["more"] = lambda corp: _more(game, corp)
    return columns


def _escrow(ctx: Context, corp: Corporation) -> str:
    escrow = ctx.title.policies.funding(ctx, corp).escrow
    return f"${escrow:,}" if escrow else "-"


def _trains(ctx: Context, corp: Corporation) -> str:
    trains = ctx.state.trains_at(corp.id)
    over = len(trains) > ctx.title.policies.train_limit(ctx, corp)
    return (" ".join(map(depot.train_name, trains)) or "-") + _over(over)


def train_lines(game: Game) -> list[str]:
    """Return the trains on sale and still to come."""
    t = Context(game.title, game.shared_state)
    kinds = []
    for kind in game.title.board.trains:
        left = sum(depot.train_name(train) == kind.name for train in game.shared_state.trains_at(BANK))
        if left:
            count = "any number" if kind.count is None else str(left)
            kinds.append(f"{kind.name} at ${kind.price:,} ({count})")
    lines = ["Trains in the bank: " + (", ".join(kinds) or "none")]
    used = [
        f"{depot.train_name(train)} at ${depot.train_type(t, train).price:,}"
        for train in game.shared_state.trains_at(POOL)
    ]
    return [*lines, "In the pool: " + ", ".join(used)] if used else lines


def chart_lines(game: Game) -> list[str]:
    """Return the share-price chart. Corporations are under their price, first to act at the top."""
    t = Context(game.title, game.shared_state)
    here: dict[tuple[int, int], list[str]] = {}
    for corp in chart.order(t):
        if corp.cell is not None:
            here.setdefault((corp.cell[0], corp.cell[1]), []).append(corp.id)
    open_pars = game.title.board.open_pars[t.state.phase]
    wide = 1 + max(4, *(len(corp.id) for corp in game.title.board.corporations))
    lines: list[str] = []
    for row, boxes in enumerate(game.title.board.chart.rows):
        cells = ["" if box is None else f"{box.price}{_box_mark(box, open_pars)}" for box in boxes]
        shift = " " * (wide // 2) if game.title.board.chart.has_offset_rows and row % 2 else ""
        lines.append((shift + "".join(f"{cell:<{wide}}" for cell in cells)).rstrip())
        stacks = [here.get((row, column), []) for column in range(len(boxes))]
        lines += [
            (
                shift + "".join(f"{stack[level] if level < len(stack) else '':<{wide}}" for stack in stacks)
            ).rstrip()
            for level in range(max(map(len, stacks)))
        ]
    legend = ["p par"]
    if len(open_pars) < len(game.title.board.par_values):
        legend.append("P par from a later phase")
    zones = game.title.board.chart.zones
    legend += [f"{ZONE_MARKS[zone]} {text}" for zone, text in zones.items() if zone in ZONE_MARKS]
    lines.append("; ".join(legend))
    return lines


def _box_mark(box: Box, open_pars: Sequence[int]) -> str:
    """Return the letter of a box of the chart: that of its par price, or else that of its zone."""
    if box.par:
        return "p" if box.price in open_pars else "P"
    return ZONE_MARKS.get(box.zone, "")


def table(rows: Sequence[Sequence[str]], alignment: str) -> list[str]:
    """Return rows in columns of the necessary width. ``<`` and ``>`` set the alignment of a column."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(alignment))]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, alignment, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def _head(game: Game) -> list[str]:
    state = game.shared_state
    phase = depot.phase(Context(game.title, state))
    text = f"{game.title.name}. {round_name(state)}, phase {phase.name}"
    bank = f"the bank has ${state.bank:,}" if state.bank >= 0 else f"the bank is ${-state.bank:,} short"
    return [f"{text}; {bank}{' and is broken' if state.bank_broken else ''}."]


def _over(is_over: bool) -> str:
    return OVER if is_over else ""


def _share(ctx: Context, corp: Corporation, player: str) -> str:
    held = corp.shares.get(player, 0)
    if not held:
        return "-"
    mark = "P" if corp.president == player else ""
    return f"{held * corp.percent}%{mark}{_over(held > shares.share_cap(ctx, corp))}"


def _more(game: Game, corp: Corporation) -> str:
    parts = [p.id for p in game.shared_state.privates.values() if p.corp == corp.id and not p.closed]
    parts += [f"right to the {right}" for right in corp.rights if right not in parts]
    t = Context(game.title, game.shared_state)
    marked = ((train, t.title.policies.train_mark(t, train)) for train in t.state.trains_at(corp.id))
    parts += [f"{depot.train_phrase(train)} {mark}" for train, mark in marked if mark]
    funding, goal = game.title.policies.funding(t, corp), game.title.policies.destination(t, corp)
    if funding.reached:
        parts.append("at its destination")
    elif funding.way == ESCROW and goal is not None:
        parts.append(f"to {goal.name} ({', '.join(goal.hexes)})")
    if not game.title.policies.operates(t, corp):
        parts.append("not floated")
    elif not corp.operated:
        parts.append("new")
    return ", ".join(parts) or "-"
