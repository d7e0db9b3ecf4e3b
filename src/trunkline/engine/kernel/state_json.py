"""A position as plain data, for people and programs that do not use Trunkline's state."""

from __future__ import annotations

from typing import Any

from trunkline.engine.board import Board
from trunkline.engine.kernel import chart, depot, referee, shares
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.state import Corporation, State


def state_view(title: Title, state: State) -> dict[str, Any]:
    """Return a position: holdings, corporations, bank, map, round and the players who must act.

    Shares are in percent, money in dollars. Closed or absorbed corporations and closed privates are left out.
    The view includes bonds by place, if there are any.
    """
    ctx = Context(title, state)
    waiting = referee.to_act(title, state)
    return {
        "players": {name: _player(ctx, name) for name in state.players},
        "corporations": {
            id: _corporation(ctx, corp) for id, corp in state.corporations.items() if not corp.closed
        },
        "bank": state.bank,
        **({"bonds": dict(state.bonds)} if state.bonds else {}),
        "phase": _number(depot.phase(ctx).name),
        "priority": state.priority,
        "tiles": {hex: [placed.tile, placed.rotation] for hex, placed in state.tiles.items()},
        "round": _round(state),
        "to_act": [name for name in state.players if name in waiting],
    }


def _player(ctx: Context, name: str) -> dict[str, Any]:
    state = ctx.state
    return {
        "cash": state.players[name].cash,
        "shares": {
            id: corp.shares[name] * corp.percent
            for id, corp in state.corporations.items()
            if name in corp.shares
        },
        "certificates": _halves(shares.certificates(ctx, name)),
        "privates": [
            id for id, private in state.privates.items() if private.player == name and not private.closed
        ],
    }


def _corporation(ctx: Context, corp: Corporation) -> dict[str, Any]:
    state = ctx.state
    funding = ctx.title.policies.funding(ctx, corp)
    return {
        "president": corp.president or None,
        "cash": corp.cash,
        "price": chart.price(ctx, corp) if corp.cell else None,
        "cell": list(corp.cell) if corp.cell else None,
        "par": corp.par or None,
        "offering": _offered(corp) * corp.percent,
        "market": corp.pool * corp.percent,
        **({"treasury": corp.treasury * corp.percent} if has_treasury_shares(ctx.title.board) else {}),
        "loans": corp.loans,
        "escrow": funding.escrow,
        "revenue": corp.revenue,
        "trains": [depot.train_name(train) for train in _trains(ctx, corp)],
        "markers": [hex for hex, _ in state.tokens_of(corp.id)],
        "privates": [
            id for id, private in state.privates.items() if private.corp == corp.id and not private.closed
        ],
        "rights": list(corp.rights),
        "operated": corp.operated or _paid(state, corp),
        "destination_reached": funding.reached,
    }


def has_treasury_shares(board: Board) -> bool:
    """Return whether corporations of this title hold their own shares."""
    return board.floating is not None


def _paid(state: State, corp: Corporation) -> bool:
    """Return whether the corporation has settled this turn's dividend. Other programs then count it as
    operated."""
    turn = state.operating.turn if state.operating else None
    return turn is not None and turn.corp == corp.id and turn.paid


def _trains(ctx: Context, corp: Corporation) -> list[str]:
    """Return a corporation's trains, including a train borrowed for its turn."""
    return [*ctx.state.trains_at(corp.id), *ctx.title.policies.extra_trains(ctx, corp)]


def _offered(corp: Corporation) -> int:
    """Return the shares on sale, without the half of a president's certificate that is not paid for yet."""
    return corp.offering - (1 if corp.president and corp.double == 1 else 0)


def _halves(count: int) -> int | float:
    return count / 2 if count % 2 else count // 2


def _number(name: str) -> int | str:
    return int(name) if name.isdecimal() else name


def _round(state: State) -> dict[str, Any]:
    """Return the kind of round and the number of its set. An operating round also has its number in the
    set."""
    now = state.round
    view: dict[str, Any] = {"kind": now.kind, "number": now.number}
    if now.index:
        view |= {"index": now.index, "of": now.of}
    return view
