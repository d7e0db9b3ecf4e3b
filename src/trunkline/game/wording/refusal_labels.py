"""Short words for the obstacle to a choice, to show in the small space of the choice."""

from __future__ import annotations

from trunkline.engine.kernel.choice import Candidate, Unavailable
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.rule_names import SHARED_RULES
from trunkline.util.messages import gettext_noop, translated

LOCKS: dict[str, str] = {
    "buy.certificate-limit": gettext_noop("hand full"),
    "buy.not-after-selling": gettext_noop("sold"),
    "buy.one-certificate": gettext_noop("next turn"),
    "buy.only-channels": gettext_noop("not sold"),
    "buy.president-first": gettext_noop("not started"),
    "buy.price": gettext_noop("low cash"),
    "buy.sources": gettext_noop("none"),
    "bond.holding": gettext_noop("none"),
    "bond.trade": gettext_noop("no trade"),
    "corporation.closed": gettext_noop("closed"),
    "emergency.keeps-presidency": gettext_noop("president"),
    "limit.corporation": gettext_noop("limit"),
    "limit.excess": gettext_noop("sell first"),
    "limit.excess-in-part": gettext_noop("sell first"),
    "opening.auction": gettext_noop("auction"),
    "opening.bid-money": gettext_noop("low cash"),
    "opening.bid-steps": gettext_noop("too low"),
    "opening.choices": gettext_noop("buy it"),
    "opening.no-selling": gettext_noop("no sales"),
    "opening.order": gettext_noop("later"),
    "president.decides": gettext_noop("president"),
    "private.corporation-buys": gettext_noop("not now"),
    "private.corporation-price": gettext_noop("price"),
    "private.trade": gettext_noop("no trade"),
    "sell.holding": gettext_noop("none"),
    "sell.last-share": gettext_noop("last share"),
    "sell.not-just-bought": gettext_noop("just bought"),
    "sell.not-operated": gettext_noop("not run yet"),
    "sell.one-sale": gettext_noop("sold"),
    "sell.pool-limit": gettext_noop("pool full"),
    "sell.president-certificate": gettext_noop("president"),
    "sell.private": gettext_noop("no trade"),
    "sr.turn-order": gettext_noop("turn"),
    "sr.turn-shape": gettext_noop("too late"),
    "start.opening-price": gettext_noop("not now"),
    "start.par": gettext_noop("no par"),
    "start.par-phase": gettext_noop("later phase"),
    "token.barred": gettext_noop("barred"),
    "token.home-reserved": gettext_noop("reserved"),
    "token.none-left": gettext_noop("none left"),
    "token.one-per-hex": gettext_noop("is there"),
    "token.one-per-space": gettext_noop("full"),
    "token.one-per-turn": gettext_noop("placed"),
    "token.price": gettext_noop("low cash"),
    "token.route": gettext_noop("no route"),
    "tiles.supply": gettext_noop("none left"),
    "track.colours": gettext_noop("later phase"),
    "track.one-per-turn": gettext_noop("laid"),
    "track.route": gettext_noop("no route"),
    "track.terrain-cost": gettext_noop("low cash"),
    "train.bound-by-sales": gettext_noop("sold for"),
    "train.compulsory-cheapest": gettext_noop("cheapest"),
    "train.emergency-sale": gettext_noop("no need"),
    "train.emergency-sale-presidency": gettext_noop("president"),
    "train.limit": gettext_noop("limit"),
    "train.order": gettext_noop("later"),
    "train.own-money": gettext_noop("low cash"),
    "train.president-adds": gettext_noop("low cash"),
}
"""By the names in ``trunkline.engine.kernel.rule_names``, for rules that bar one choice while another stays
open."""

LOCKED = gettext_noop("not now")
"""The word for a rule without its own word, and for kinds of action that are not possible now."""


def short_reason(title: Title, choice: Candidate, refusal: Refusal) -> str:
    """Return the word to show next to the lock of a refused choice."""
    if isinstance(choice, Unavailable):
        # The rule is about the current step, so its word would describe other actions.
        return translated(LOCKED)
    if refusal.name in SHARED_RULES:
        return translated(LOCKS.get(refusal.name, LOCKED))
    # A title may refuse by its own id, which can match several shared names.
    words = {word for name, word in LOCKS.items() if title.rule_id(name) == refusal.rule}
    return translated(words.pop() if len(words) == 1 else LOCKED)
