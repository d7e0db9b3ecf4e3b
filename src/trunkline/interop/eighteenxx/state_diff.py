"""Comparison of two positions as far as the site's rules are concerned.

Our game and its shadow may differ in details without consequence. One is the step of a turn that is about to
end. Another is the choice between two bare dots for a token before any track is there. The third is a
destination that counts as reached before it matters.
"""

from __future__ import annotations

from typing import Any

import msgspec

from trunkline.engine.capital.schemes import ESCROW
from trunkline.engine.capital.state import UNFUNDED
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.state import State
from trunkline.engine.steps.round_sequence import OPENING
from trunkline.engine.track.map_index import Token
from trunkline.engine.track.track_state import piece_at
from trunkline.titles.t1856.state import Turn, state_1856


def difference(title: Title, ours: State, theirs: State) -> str:
    """Return the first difference between two positions as text, or empty text if they are equal."""
    left, right = plain(title, ours), plain(title, theirs)
    return next(_differences(left, right, ""), "")


def plain(title: Title, state: State) -> dict[str, Any]:
    """Return a position as plain data, without details that have no consequence."""
    state = state_1856(state).copy()
    funds = {
        id: funding._replace(reached=funding.reached and funding.way == ESCROW)
        for id, funding in state.funding.items()
    }
    state.funding = {id: funding for id, funding in funds.items() if funding != UNFUNDED}
    if state.over:
        state.pending = []
    turn = state.operating.turn if state.operating else None
    if turn is not None:
        turn.step = 0
        turn.sold = {}
        state.turn.redeeming = False
        state.turn.early, state.turn.late = min(state.turn.loans, 1), 0
        if state.over:
            state.operating = None
            state.turn = Turn()
    if state.round.kind != OPENING and state.stock is not None:
        state.stock.sold_before = False
    state.tokens = {hex: _placed(title, state, hex) for hex, tokens in state.tokens.items() if tokens}
    data: dict[str, Any] = msgspec.to_builtins(state)
    return data


def _placed(title: Title, state: State, hex: str) -> tuple[Token, ...]:
    """Return the tokens of a hex. On a hex without track their order is ignored."""
    tokens = state.tokens[hex]
    if piece_at(title.tables, state.tiles, hex).edges:
        return tuple(sorted(tokens, key=lambda m: (m.stop, m.slot)))
    return tuple(Token(0, corp, 0) for corp in sorted(m.corp for m in tokens))


def _differences(ours: Any, theirs: Any, where: str) -> Any:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in dict.fromkeys([*ours, *theirs]):
            yield from _differences(ours.get(key), theirs.get(key), f"{where} {key}".strip())
    elif ours != theirs:
        yield f"{where} is {_short(theirs)} there and {_short(ours)} here"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
