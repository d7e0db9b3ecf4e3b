"""Sentences for players about rules without an example: the table never offers what they forbid."""

from __future__ import annotations

from trunkline.util.messages import gettext_noop, translated

_TOKENS_STAY = gettext_noop("No action moves or removes a placed token, so the table never offers one.")
_RAISED = gettext_noop(
    "The turn waits until the president has raised the money by sales, or is bankrupt. "
    "A pass is never offered."
)
NOTES = {
    "1851.corporations.certificates": gettext_noop(
        "The panel Companies lists the six corporations with their shares. The table offers no others."
    ),
    "1851.marker.permanent": _TOKENS_STAY,
    "1851.sr.sell-then-buy": gettext_noop(
        "Your purchase ends your turn, so no sale can follow it. You may also only sell, or only buy."
    ),
    "1856.buy-train.no-voluntary-discard": gettext_noop(
        "A company chooses a train to discard only if a new phase lowers its limit. "
        "In its own turn the table never offers that."
    ),
    "1856.company.counts": gettext_noop(
        "The panel Companies lists all companies of the game. The table offers no others."
    ),
    "1856.loan.before-interest": gettext_noop(
        "The table asks whether the company takes the loan. It offers nothing else until you take it or pass."
    ),
    "1856.marker.permanent": gettext_noop(
        "No action moves or removes a placed token. Only the formation of the CGR replaces tokens."
    ),
    "1856.sequence.sr-turn-shapes": gettext_noop(
        "If you sell first, your purchase ends your turn. "
        "If you buy first, you may sell afterwards, and then you cannot buy."
    ),
    "18gl.bond-interest.shortfall": _RAISED,
    "18gl.interest.emergency": _RAISED,
    "18gl.isr.privates-before-corporations": gettext_noop(
        "While privates are for sale, the table offers no share and no start of a corporation."
    ),
}
"""The sentences by rule id. A refusal by one of these rules says only that it is not the moment."""


def note(rule: str) -> str:
    """Return the sentence about a rule, or empty text."""
    return translated(NOTES[rule]) if rule in NOTES else ""
