"""Who has what, as text: players, corporations, trains and the share-price chart."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.game import Game
from trunkline.kernel import depot, market, shares
from trunkline.kernel.state import BANK, MARKET, Corporation
from trunkline.kernel.table import Table
from trunkline.terminal.wording import round_name


def holdings_lines(game: Game) -> list[str]:
    """Everything but the map: the state of play, players, corporations, trains and the chart."""
    parts = [_head(game), players_lines(game), corporation_lines(game), train_lines(game), chart_lines(game)]
    return [line for part in parts for line in (*part, "")][:-1]


def standings_lines(game: Game) -> list[str]:
    """The players by worth."""
    return [f"{place:>3}  {player:<16} ${worth}" for player, worth, place in game.standings()]


def players_lines(game: Game) -> list[str]:
    """A line a player: cash, worth, certificates and what he owns; P marks a presidency."""
    t = Table(game.title, game.state)
    state = game.state
    worth = {standing.player: standing.worth for standing in game.standings()}
    corps = [corp for corp in state.corporations.values() if corp.shares]
    limit = game.title.policies.certificate_limit(t)
    rows = [["player", "cash", "worth", f"certs/{limit}", *(corp.id for corp in corps), "privates"]]
    for name, player in state.players.items():
        mark = "*" if name == state.priority else ""
        rows.append(
            [
                name + mark,
                f"${player.cash}",
                f"${worth[name]}",
                f"{shares.certificates(t, name) / 2:g}",
                *(_share(corp, name) for corp in corps),
                " ".join(p.id for p in state.privates.values() if p.player == name and not p.closed) or "-",
            ]
        )
    return [*table(rows, "<>>>" + ">" * len(corps) + "<"), "* has the priority, P is president"]


def corporation_lines(game: Game) -> list[str]:
    """A line for each corporation that has started."""
    t = Table(game.title, game.state)
    heads = "corp price par cash escrow loans offer market run trains markers more"
    rows = [heads.split()]
    for corp in sorted(game.state.corporations.values(), key=lambda corp: -market.price(t, corp)):
        if not corp.started or corp.closed:
            continue
        trains = " ".join(depot.train_name(train) for train in game.state.trains_at(corp.id))
        rows.append(
            [
                corp.id,
                f"${market.price(t, corp)}",
                f"${corp.par}",
                f"${corp.cash}",
                f"${corp.escrow}" if corp.escrow else "-",
                str(corp.loans or "-"),
                f"{corp.offering * corp.percent}%",
                f"{corp.market * corp.percent}%",
                f"${corp.revenue}",
                trains or "-",
                " ".join(hex for hex, _ in game.state.markers_of(corp.id)) or "-",
                _more(game, corp),
            ]
        )
    return table(rows, "<>>>>>>>><<<") if len(rows) > 1 else ["No corporation has started."]


def train_lines(game: Game) -> list[str]:
    """Trains on sale and still to come."""
    t = Table(game.title, game.state)
    kinds = []
    for kind in game.title.board.trains:
        left = sum(depot.train_name(train) == kind.name for train in game.state.trains_at(BANK))
        if left:
            count = "any number" if kind.count is None else str(left)
            kinds.append(f"{kind.name} at ${kind.price} ({count})")
    lines = ["Trains in the bank: " + ", ".join(kinds)]
    used = [
        f"{depot.train_name(train)} at ${depot.train_type(t, train).price}"
        for train in game.state.trains_at(MARKET)
    ]
    return [*lines, "In the open market: " + ", ".join(used)] if used else lines


def chart_lines(game: Game) -> list[str]:
    """The share-price chart; corporations stand under their price, the first to act on top."""
    t = Table(game.title, game.state)
    here: dict[tuple[int, int], list[str]] = {}
    for corp in market.order(t):
        if corp.cell is not None:
            here.setdefault((corp.cell[0], corp.cell[1]), []).append(corp.id)
    marks = {"yellow": "y", "brown": "b", "closed": "x"}
    lines: list[str] = []
    for row, boxes in enumerate(game.title.board.market.rows):
        cells = [
            "" if box is None else f"{box.price}{'p' if box.par else marks.get(box.zone, '')}"
            for box in boxes
        ]
        lines.append("".join(f"{cell:<5}" for cell in cells).rstrip())
        stacks = [here.get((row, column), []) for column in range(len(boxes))]
        lines += [
            "".join(f"{stack[level][:4] if level < len(stack) else '':<5}" for stack in stacks).rstrip()
            for level in range(max(map(len, stacks)))
        ]
    zones = game.title.board.market.zones
    lines.append(
        "p par" + "".join(f"; {marks[zone]} {text}" for zone, text in zones.items() if zone in marks)
    )
    return lines


def table(rows: Sequence[Sequence[str]], alignment: str) -> list[str]:
    """Rows in columns, each as wide as it must be; ``<`` and ``>`` say how a column is aligned."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(alignment))]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, alignment, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def _head(game: Game) -> list[str]:
    state = game.state
    phase = depot.phase(Table(game.title, state))
    text = f"{game.title.name}. {round_name(state)}, phase {phase.name}"
    bank = f"the bank has ${state.bank}" if state.bank >= 0 else f"the bank is ${-state.bank} short"
    return [f"{text}; {bank}{' and is broken' if state.bank_broken else ''}."]


def _share(corp: Corporation, player: str) -> str:
    held = corp.shares.get(player, 0)
    if not held:
        return "-"
    return f"{held * corp.percent}%{'P' if corp.president == player else ''}"


def _more(game: Game, corp: Corporation) -> str:
    parts = [p.id for p in game.state.privates.values() if p.corp == corp.id and not p.closed]
    parts += [f"right to the {right}" for right in corp.rights if right not in parts]
    if corp.reached:
        parts.append("at its destination")
    if not corp.operated:
        parts.append("new")
    return ", ".join(parts) or "-"
