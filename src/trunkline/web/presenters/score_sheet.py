"""Table of the players round by round: cash, liquidity, income and worth."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.game.actions import Dividend
from trunkline.game.wording.rounds import round_name
from trunkline.titles import build
from trunkline.web.games.game_tree import ReachedMoment
from trunkline.web.games.turn_keys import round_key
from trunkline.web.presenters import money
from trunkline.web.schemas.answers import SheetRound, SheetRow


class End(NamedTuple):
    """The end of a round, or the newest moment of the current round."""

    played: State
    """A moment of the round."""
    state: State
    """The state at the end of the round, before privates pay for the next round."""
    number: int
    income: dict[str, int]
    """Income from dividends and privates in the round, by player."""


def rounds(options: Options, line: Iterable[ReachedMoment]) -> list[SheetRound]:
    """Return a block for each round of a line of play. The last round may still be in progress."""
    return [_block(options, end) for end in ends(options, line)]


def ends(options: Options, line: Iterable[ReachedMoment]) -> Iterator[End]:
    """Yield the ends of the rounds of a line of play from its start."""
    steps = iter(line)
    number, _, before = next(steps)
    title = build(options)
    income = dict.fromkeys(before.players, 0)
    for number, action, after in steps:
        ended = round_key(after) != round_key(before)
        revenue = _private_revenue(title, after) if ended else {}
        if isinstance(action, Dividend):
            for name in income:
                gain = after.players[name].cash - before.players[name].cash - revenue.get(name, 0)
                income[name] += max(0, gain)
        if ended:
            yield End(before, _without(after, revenue), number, income)
            income = {name: revenue.get(name, 0) for name in income}
        before = after
    yield End(before, before, number, income)


def round_end(title: Title, before: State, after: State) -> State | None:
    """Return the position at the end of the round that an action ended, or None if the round continues."""
    if round_key(after) == round_key(before):
        return None
    return _without(after, _private_revenue(title, after))


def as_csv(blocks: list[SheetRound]) -> str:
    """Return the same table as CSV for a spreadsheet."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["round", "entry", "player", "cash", "liquidity", "income", "worth"])
    for block in blocks:
        for row in block.players:
            rows.writerow(
                [
                    block.round,
                    block.number,
                    _plain(row.player),
                    row.cash,
                    row.liquidity,
                    row.income,
                    row.worth,
                ]
            )
    return out.getvalue()


def _plain(name: str) -> str:
    """Return a name that a spreadsheet does not treat as a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name


def _block(options: Options, end: End) -> SheetRound:
    """Return the players at the end of a round."""
    game = Game.at_state(options, end.state)
    t = Context(game.title, end.state)
    rows = []
    for player in game.players:
        worth = money.worth_items(t, player)
        liquid = money.total(money.liquidity_items(game, player))
        cash = end.state.players[player].cash
        rows.append(SheetRow(player, cash, liquid, end.income[player], money.total(worth), tuple(worth)))
    return SheetRound(round_name(end.played), round_key(end.played), end.number, tuple(rows))


def _private_revenue(title: Title, state: State) -> dict[str, int]:
    """Return the payments of privates to players at the start of a round. Only operating rounds have them.

    ``state`` is the first position of that round.
    """
    found: dict[str, int] = {}
    if state.round.kind != "operating":
        return found
    for private in state.privates.values():
        if private.player and not private.closed:
            revenue = title.board.private[private.id].revenue
            found[private.player] = found.get(private.player, 0) + revenue
    return found


def _without(state: State, revenue: dict[str, int]) -> State:
    """Return the position before the privates paid for the next round, which is the end of the last one."""
    if not revenue:
        return state
    copy = state.copy()
    for name, dollars in revenue.items():
        copy.players[name].cash -= dollars
    return copy
