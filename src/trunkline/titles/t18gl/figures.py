"""Figures that only 18GL has: the status of CONRAIL, the ALCO token, and redeemed bonds."""

from __future__ import annotations

from trunkline.engine.kernel.figures import Figure, Figures
from trunkline.titles.t18gl.state import state_18gl

FIGURES = Figures(
    game=(
        Figure("CONRAIL has formed", lambda state, id: state_18gl(state).conrail.formed),
        Figure(
            "CONRAIL's president lacks the certificate", lambda state, id: state_18gl(state).conrail.acting
        ),
        Figure("bonds were redeemed this turn", lambda state, id: bool(state_18gl(state).turn.bonds_from)),
    ),
    corporation=(
        Figure("was merged into CONRAIL", lambda state, id: id in state_18gl(state).conrail.merged),
        Figure(
            "owns the train with the ALCO token",
            lambda state, id: state.trains.get(state_18gl(state).alco) == id,
        ),
    ),
)
