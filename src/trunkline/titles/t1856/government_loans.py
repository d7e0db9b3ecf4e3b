"""The phases and corporations that have government loans in 1856."""

from __future__ import annotations

from functools import partial

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.loans import borrowing
from trunkline.titles.t1856.decisions import CGR
from trunkline.util.messages import gettext_lazy


def given(ctx: Context, corp: Corporation) -> bool:
    """Return whether the corporation may have loans in this phase. The CGR never has any."""
    return corp.id != CGR and borrowing.in_phase(ctx, corp)


def limit(ctx: Context, corp: Corporation) -> int:
    """Return the loan limit of the corporation: one per share in players' hands, in the phases with loans."""
    return borrowing.player_shares(corp) if given(ctx, corp) else 0


Borrow = partial(borrowing.Borrow, given=given, when=gettext_lazy("loans are given in phases one to four"))
"""The power to take government loans."""
