"""The checks and texts that several kinds of corrections share."""

from __future__ import annotations

from typing import Final

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.util.messages import gettext_lazy

CORRECTION: Final = gettext_lazy("This correction")
"""The attempt that a refusal names."""


def live(ctx: Context, id: str) -> Corporation:
    """Return a corporation that has started and is not closed. Refuse any other name."""
    corp = ctx.state.corporations.get(id)
    if corp is None:
        why = gettext_lazy("no player or corporation is called {name}", name=repr(id))
        ctx.refuse("setup.companies", CORRECTION, why)
    if corp.closed:
        ctx.refuse("setup.companies", CORRECTION, gettext_lazy("{corp} is closed", corp=id))
    if not corp.started or corp.cell is None:
        ctx.refuse("setup.companies", CORRECTION, gettext_lazy("{corp} has not started", corp=id))
    return corp
