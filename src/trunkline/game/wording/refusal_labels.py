"""Short words for the obstacle to a choice, to show in the small space of the choice."""

from __future__ import annotations

from trunkline.engine.kernel.choice import Candidate, Unavailable
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.rule_names import SHARED_RULES

LOCKS: dict[str, str] = {
    "buy.certificate-limit": "hand full",
    "buy.not-after-selling": "sold",
    "buy.one-certificate": "next turn",
    "buy.only-channels": "not sold",
    "buy.president-first": "not started",
    "buy.price": "low cash",
    "buy.sources": "none",
    "bond.holding": "none",
    "bond.trade": "no trade",
    "corporation.closed": "closed",
    "emergency.keeps-presidency": "president",
    "limit.corporation": "limit",
    "limit.excess": "sell first",
    "limit.excess-in-part": "sell first",
    "opening.auction": "auction",
    "opening.bid-money": "low cash",
    "opening.bid-steps": "too low",
    "opening.choices": "buy it",
    "opening.no-selling": "no sales",
    "opening.order": "later",
    "president.decides": "president",
    "private.corporation-buys": "not now",
    "private.corporation-price": "price",
    "private.trade": "no trade",
    "sell.holding": "none",
    "sell.last-share": "last share",
    "sell.not-just-bought": "just bought",
    "sell.not-operated": "not run yet",
    "sell.one-sale": "sold",
    "sell.pool-limit": "pool full",
    "sell.president-certificate": "president",
    "sell.private": "no trade",
    "sr.turn-order": "turn",
    "sr.turn-shape": "too late",
    "start.opening-price": "not now",
    "start.par": "no par",
    "start.par-phase": "later phase",
    "token.barred": "barred",
    "token.home-reserved": "reserved",
    "token.none-left": "none left",
    "token.one-per-hex": "is there",
    "token.one-per-space": "full",
    "token.one-per-turn": "placed",
    "token.price": "low cash",
    "token.route": "no route",
    "tiles.supply": "none left",
    "track.colours": "later phase",
    "track.one-per-turn": "laid",
    "track.route": "no route",
    "track.terrain-cost": "low cash",
    "train.bound-by-sales": "sold for",
    "train.compulsory-cheapest": "cheapest",
    "train.emergency-sale": "no need",
    "train.emergency-sale-presidency": "president",
    "train.limit": "limit",
    "train.order": "later",
    "train.own-money": "low cash",
    "train.president-adds": "low cash",
}
"""By the names in ``trunkline.engine.kernel.rule_names``, for rules that bar one choice while another stays
open."""

LOCKED = "not now"
"""The word for a rule without its own word, and for kinds of action that are not possible now."""


def short_reason(title: Title, choice: Candidate, refusal: Refusal) -> str:
    """Return the word to show next to the lock of a refused choice."""
    if isinstance(choice, Unavailable):
        # The rule is about the current step, so its word would describe other actions.
        return LOCKED
    if refusal.name in SHARED_RULES:
        return LOCKS.get(refusal.name, LOCKED)
    # A title may refuse by its own id, which can match several shared names.
    words = {word for name, word in LOCKS.items() if title.rule_id(name) == refusal.rule}
    return words.pop() if len(words) == 1 else LOCKED
