"""The best runs of corporations after a lay or a token, for many actions together.

Each action is tried alone: the board has changed and the cost is paid, and nothing else has happened. Tokens
that must be placed again go where that serves the corporation best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from trunkline.engine.kernel.action import LayTile, PlaceToken, shortened
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import TokenPlaced
from trunkline.engine.kernel.state import State
from trunkline.engine.routing import RunPlan
from trunkline.engine.routing.best import BUDGET
from trunkline.engine.routing.what_if import BoardVariant, WhatIfSearch
from trunkline.engine.steps import running
from trunkline.engine.steps.tokens import cities
from trunkline.engine.steps.track import board_after, lay_cost
from trunkline.engine.track.track_state import Tiles, Tokens, free_slots, position, slots, with_token
from trunkline.game.effects import effects
from trunkline.game.game import Game
from trunkline.game.routes.queries import check_budget, clipped, several, table_of
from trunkline.util.errors import UsageError

Change = LayTile | PlaceToken
"""An action that changes a board."""
NOBODY = ""
"""The owner of the tokens that fill a city in a hypothetical position."""


class After(NamedTuple):
    """The best runs of corporations after a lay or a token. Money is in whole dollars."""

    action: Change
    cost: int
    """Dollars that the acting corporation pays for it."""
    tiles: Tiles
    """The tiles on the map after the action."""
    plans: Mapping[str, RunPlan]
    """The best runs by corporation."""
    full: RunPlan | None = None
    """For a token: the best runs of its corporation without it, after other tokens fill all slots of the
    city."""


class _Asked(NamedTuple):
    """A lay or a token, and the boards that it can lead to."""

    action: Change
    cost: int
    purse: int
    """Dollars that its corporation has left."""
    boards: list[BoardVariant]
    """One board, or one for each way to place tokens again."""
    full: BoardVariant | None


class Prospects:
    """The best runs of corporations in one position, and after possible actions."""

    def __init__(
        self,
        position: Game | State | Context,
        companies: Iterable[str] | None = None,
        *,
        budget: int = BUDGET,
    ) -> None:
        """Use all corporations with a train and a token on the map if ``companies`` is None. Raises
        ``UsageError``."""
        check_budget(budget)
        self._t = t = table_of(position)
        known = t.state.corporations
        stand = {token.corp for here in t.state.tokens.values() for token in here}
        names = [id for id in known if id in stand] if companies is None else several(companies, "companies")
        for name in names:
            if not isinstance(name, str) or name not in known:
                raise UsageError(f"There is no company {clipped(name)}; there are {', '.join(known)}.")
        contexts = {name: running.context(t, known[name]) for name in names}
        self._outlooks = {
            name: WhatIfSearch(context, budget=budget)
            for name, context in contexts.items()
            if companies is not None or context.trains
        }

    @property
    def now(self) -> dict[str, RunPlan]:
        """The best runs on the current board."""
        return {name: outlook.plan for name, outlook in self._outlooks.items()}

    @property
    def steps(self) -> int:
        """Search steps taken so far. Cached results took none."""
        return sum(outlook.steps for outlook in self._outlooks.values())

    def after(self, actions: Iterable[Change]) -> list[After]:
        """Return the best runs after each of these actions, which must be legal. Raises ``UsageError``.

        The actions share their searches. For first answers sooner, ask for one hex after another.
        """
        asked = [self._thought_of(each) for each in several(actions, "actions")]
        plans: list[list[dict[str, RunPlan]]] = [[{} for _ in each.boards] for each in asked]
        for name, outlook in self._outlooks.items():
            purses = [each.purse if name == each.action.corp else None for each in asked]
            found = iter(
                outlook.after(
                    [
                        (board, purse)
                        for each, purse in zip(asked, purses, strict=True)
                        for board in each.boards
                    ]
                )
            )
            for ways in plans:
                for way in ways:
                    way[name] = next(found)
        return [self._found(each, ways) for each, ways in zip(asked, plans, strict=True)]

    def _found(self, asked: _Asked, ways: list[dict[str, RunPlan]]) -> After:
        own = asked.action.corp
        best = max(ways, key=lambda plans: plans[own].total if own in plans else 0)
        outlook = self._outlooks.get(own)
        full = outlook.after([(asked.full, None)])[0] if outlook and asked.full else None
        return After(asked.action, asked.cost, asked.boards[0].position.tiles, best, full)

    def _thought_of(self, action: object) -> _Asked:
        if isinstance(action, LayTile):
            return self._laid(action)
        if isinstance(action, PlaceToken):
            return self._placed(action)
        raise UsageError(f"A lay or a token is expected, not {shortened(action)}.")

    def _laid(self, action: LayTile) -> _Asked:
        t = self._t
        laid = board_after(t, action)
        afresh = [token.corp for token in laid.choice]
        boards = [
            self._board(action.hex, laid.tiles, tokens)
            for tokens in _placed_afresh(t, laid.tiles, laid.tokens, action.hex, afresh)
        ]
        return self._asked(action, lay_cost(t, action), boards)

    def _placed(self, action: PlaceToken) -> _Asked:
        t = self._t
        state = t.state
        led_to = effects(t.title, state, action)
        cost = sum(event.amount for event in led_to.of(TokenPlaced)[:1])
        spot = (action.hex, action.stop)
        tokens = with_token(t.title.tables, state.tiles, state.tokens, *spot, action.corp)
        others: Tokens = state.tokens
        for _ in free_slots(others, *spot, slots(t.title.tables, state.tiles, *spot)):
            others = with_token(t.title.tables, state.tiles, others, *spot, NOBODY)
        full = self._board(action.hex, state.tiles, others)
        return self._asked(action, cost, [self._board(action.hex, state.tiles, tokens)], full)

    def _asked(
        self, action: Change, cost: int, boards: list[BoardVariant], full: BoardVariant | None = None
    ) -> _Asked:
        return _Asked(action, cost, self._t.state.corporations[action.corp].cash - cost, boards, full)

    def _board(self, hex: str, tiles: Tiles, tokens: Tokens) -> BoardVariant:
        t = self._t
        now = position(t.title.tables, t.state.tiles, t.closed_hexes())
        return BoardVariant(now, hex, tiles, tokens)


def after(
    position: Game | State,
    actions: Iterable[Change],
    companies: Iterable[str] | None = None,
    *,
    budget: int = BUDGET,
) -> list[After]:
    """Return the best runs of corporations after each of some legal lays and tokens, each tried alone.

    If ``companies`` is None, use all with a train and a token on the map. ``budget`` is that of each search,
    as in ``best``. Raises ``UsageError``.
    """
    return Prospects(position, companies, budget=budget).after(actions)


def _placed_afresh(
    ctx: Context, tiles: Tiles, tokens: Tokens, hex: str, corps: list[str]
) -> Iterator[Tokens]:
    """Yield every way to place the tokens of a hex whose place its tile leaves open."""
    if not corps:
        yield tokens
        return
    tables = ctx.title.tables
    state = ctx.state.copy()
    state.tiles = dict(tiles)
    for stop in cities(Context(ctx.title, state), hex):
        if free_slots(tokens, hex, stop, slots(tables, tiles, hex, stop)):
            placed = with_token(tables, tiles, tokens, hex, stop, corps[0])
            yield from _placed_afresh(ctx, tiles, placed, hex, corps[1:])
