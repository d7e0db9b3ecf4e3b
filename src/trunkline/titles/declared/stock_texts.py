"""The sentences of a declared title on par prices, sales, half dividends and single train limits."""

from __future__ import annotations

from typing import Final

from trunkline.engine.board import Board, Phase
from trunkline.engine.steps.dividend import HALF
from trunkline.titles.declared.switches import Switches
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext, gettext_noop

FIRST_SALES: Final = {
    False: gettext_noop("Players may not sell shares in the first stock round."),
    True: gettext_noop("Players may sell shares in the first stock round."),
}
UNOPERATED: Final = {
    False: gettext_noop("Shares of a corporation that has not operated may not be sold."),
    True: gettext_noop("Shares of a corporation may be sold before it has operated."),
}
SHARE_COST: Final = {
    "par": gettext_noop("A share of the IPO costs its par price, and other shares cost the share price."),
    "share price": gettext_noop("Each share costs the share price, also in the IPO."),
}


def words(board: Board, switches: Switches) -> dict[str, str]:
    """Return the sentences by blank, in the language of the reader. One that does not apply is empty."""
    limits = "".join(f" {text}" for text in _train_limits(board))
    half = _half(board)
    return {
        "first_sales": gettext(FIRST_SALES[switches.sales_in_first_round]),
        "unoperated": gettext(UNOPERATED[switches.sell_before_operating]),
        "share_cost": gettext(SHARE_COST[switches.ipo_price]),
        "later_pars": " ".join(_later_pars(board)),
        "half_dividend": f" {half}" if half else "",
        "other_train_limits": limits,
    }


def train_limit(phase: Phase) -> str:
    """Return the train limit of a phase, with those of single corporations."""
    others = ", ".join(f"{corp}: {limit}" for corp, limit in phase.train_limit_of.items())
    return f"{phase.train_limit} ({others})" if others else str(phase.train_limit)


def _later_pars(board: Board) -> list[str]:
    """Return a sentence for each phase after the first one that opens par prices."""
    found, known = [], board.open_pars[0]
    for phase, pars in zip(board.phases[1:], board.open_pars[1:], strict=True):
        if more := [par for par in pars if par not in known]:
            text = gettext(
                "A corporation can start at {pars} only from phase {phase}.",
                pars=enumerated(gettext("${amount}", amount=par) for par in more),
                phase=phase.name,
            )
            found.append(text)
        known = pars
    return found


def _half(board: Board) -> str:
    if HALF not in board.dividends.choices:
        return ""
    return gettext(
        "With half, half of the earnings is paid, rounded up to a multiple of ${unit}. The corporation keeps "
        "the rest.",
        unit=board.dividends.half_rounds_up_to,
    )


def _train_limits(board: Board) -> list[str]:
    """Return a sentence for each corporation and limit that differs from that of a phase."""
    groups: dict[tuple[str, int], list[str]] = {}
    for phase in board.phases:
        for corp, limit in phase.train_limit_of.items():
            groups.setdefault((corp, limit), []).append(phase.name)
    return [
        gettext(
            "The limit of {corp} is {limit} in phase {phases}.",
            corp=corp,
            limit=limit,
            phases=enumerated(phases),
        )
        for (corp, limit), phases in groups.items()
    ]
