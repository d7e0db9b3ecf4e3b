"""Figures that only 1856 has: the formation and duties of the CGR, and the loans of a turn."""

from __future__ import annotations

from trunkline.engine.kernel.figures import Figure, Figures
from trunkline.titles.t1856.state import CgrStatus, state_1856


def _stage(status: CgrStatus) -> Figure:
    return Figure(f"the CGR is {status.value}", lambda state, id: state_1856(state).cgr.status is status)


FIGURES = Figures(
    game=(
        *map(_stage, CgrStatus),
        Figure("the CGR has owned a permanent train", lambda state, id: state_1856(state).cgr.permanent),
        Figure("the CGR owes for a borrowed train", lambda state, id: bool(state_1856(state).cgr.borrowed)),
        Figure("a borrowed train runs this turn", lambda state, id: bool(state_1856(state).turn.borrowed)),
        Figure("a corporation has closed since the CGR", lambda state, id: state_1856(state).cgr.closed_late),
        Figure("the turn has reached the redemption", lambda state, id: state_1856(state).turn.redeeming),
        Figure("loans before interest", lambda state, id: state_1856(state).turn.early, flag=False),
        Figure("loans after interest", lambda state, id: state_1856(state).turn.late, flag=False),
        Figure("loans redeemed", lambda state, id: state_1856(state).turn.redeemed, flag=False),
    ),
    player=(
        Figure("bought the first 6-train", lambda state, id: state_1856(state).cgr.six_buyer == id),
        Figure("must buy a second share of the CGR", lambda state, id: state_1856(state).cgr.duty == id),
        Figure(
            "excess kept, in halves of a certificate",
            lambda state, id: state_1856(state).over_limits.get(id, 0),
            flag=False,
        ),
    ),
    corporation=(
        Figure("was absorbed by the CGR", lambda state, id: id in state_1856(state).cgr.absorbed),
        Figure("percent sold this turn", lambda state, id: state_1856(state).turn.odd.get(id, 0), flag=False),
    ),
)
