"""Rule ids of 1856 for the shared rules (``trunkline.engine.kernel.rule_names``), and for tile upgrades."""

from __future__ import annotations

from trunkline.engine.kernel.context import Context

RULE_IDS = {
    "bankruptcy.declared": "bankrupt.declared",
    "bankruptcy.not-voluntary": "end.no-voluntary-bankruptcy",
    "buy.certificate-limit": "stock.buy.limits",
    "buy.not-after-selling": "stock.buy.no-rebuy-after-sale",
    "buy.one-certificate": "sequence.one-purchase",
    "buy.only-channels": "market.only-channel",
    "buy.president-first": "stock.buy.offering-order",
    "buy.price": "stock.buy.sources",
    "buy.sources": "stock.buy.sources",
    "capital.escrow": "capital.pre5.escrow",
    "capital.full": "capital.type6-full",
    "capital.released": "capital.pre5.release",
    "corporation.closed": "market.closed.removal",
    "dividend.choices": "dividend.pay-or-withhold",
    "emergency.keeps-presidency": "bankrupt.sales",
    "emergency.none-due": "bankrupt.three-causes",
    "end.agreed": "end.two-ways",
    "end.bank": "end.two-ways",
    "end.bankruptcy": "end.two-ways",
    "float.home-token": "start.home-marker",
    "loan.per-turn": "loan.one-per-round",
    "limit.corporation": "limit.sixty-percent",
    "limit.excess": "limit.forced-reduction",
    "limit.excess-in-part": "limit.forced-reduction",
    "offer.consent": "buy-train.deal-terms",
    "opening.auction": "initial.auction",
    "opening.bid-money": "initial.bid-money-locked",
    "opening.bid-steps": "initial.bid-steps",
    "opening.cheaper": "initial.flos-reduction",
    "opening.choices": "initial.options",
    "opening.no-selling": "initial.no-selling",
    "opening.order": "initial.strict-order",
    "or.order": "order.value",
    "or.step-order": "sequence.company-steps",
    "presidency.by-purchase": "presidency.larger-holding",
    "presidency.by-sale": "presidency.larger-holding",
    "president.decides": "overview.president-decides",
    "private.blocks-hex": "private.hex-control",
    "private.close": "private.close-phase-four",
    "private.corporation-buys": "buy-private.when",
    "private.corporation-price": "buy-private.price",
    "private.trade": "stock.buy.private-instead",
    "run.best-binds": "run.shareholder-objection",
    "run.blocked_city": "marker.blocked-city",
    "run.offboard_end": "run.offboard-ends",
    "run.own_token": "run.own-marker-and-two",
    "run.repeat_stop": "run.no-repeat-stop",
    "run.repeat_track": "run.no-repeat-track",
    "run.reversal": "run.no-reversal",
    "run.shared_track": "run.several-trains",
    "run.stop_skipped": "run.own-marker-and-two",
    "run.train": "run.several-trains",
    "run.two_stops": "run.own-marker-and-two",
    "run.unknown_track": "glossary.legal-run",
    "sell.holding": "stock.sell.holding",
    "sell.not-just-bought": "stock.sell.not-just-bought",
    "sell.one-sale": "stock.sell.price",
    "sell.pool-limit": "stock.sell.pool-limit",
    "sell.president-certificate": "stock.sell.president-cert",
    "sell.price-drop": "price.down-per-10",
    "sell.private": "company.counts",
    "setup.companies": "company.counts",
    "sr-end.sold-out": "price.up-all-sold",
    "sr.turn-order": "glossary.priority-card",
    "sr.turn-shape": "sequence.sr-turn-shapes",
    "start.par": "start.par-values",
    "tiles.supply": "tiles.total",
    "token.barred": "marker.one-per-dot",
    "token.home-reserved": "marker.home-reserved",
    "token.none-left": "marker.one-per-round",
    "token.one-per-hex": "marker.one-per-dot",
    "token.one-per-space": "marker.one-per-dot",
    "token.one-per-turn": "marker.one-per-round",
    "token.price": "start.marker-costs",
    "token.route": "marker.route-needed",
    "track.blocked-edge": "track.no-dead-end",
    "track.brown-where": "track.brown-gray-where",
    "track.change-phase": "track.small-city-change",
    "track.colours": "phase.track-colours",
    "track.first-exits": "track.preserve-segments",
    "track.keeps-track": "track.preserve-segments",
    "track.on-grid": "track.preserve-segments",
    "track.route": "track.connectivity",
    "track.yellow-where": "track.yellow-on-light-green",
    "train.bound-by-sales": "buy-train.forced-cheapest",
    "train.buyers-turn": "buy-train.deal-terms",
    "train.compulsory": "buy-train.must-own",
    "train.compulsory-cheapest": "buy-train.forced-cheapest",
    "train.discard-excess": "buy-train.phase-excess",
    "train.discard-order": "buy-train.phase-excess",
    "train.emergency-sale": "buy-train.forced-sale",
    "train.emergency-sale-presidency": "buy-train.forced-sale-presidencies",
    "train.from-bank-or-pool": "buy-train.sources",
    "train.from-other-president": "buy-train.between-companies",
    "train.from-own-corporation": "buy-train.between-companies",
    "train.help-between": "buy-train.forced-cheapest",
    "train.limit": "phase.train-limit",
    "train.order": "train.numeric-order",
    "train.own-money": "buy-train.president-adds",
    "train.president-adds": "buy-train.president-adds",
    "train.trade-in": "train.diesel-trade-in",
}

_BY_OLD = {
    **dict.fromkeys(("5", "6", "57"), "upgrade.yellow-cities"),
    **dict.fromkeys(("7", "8", "9"), "upgrade.yellow-plain"),
    "69": "upgrade.yellow-69",
    **dict.fromkeys(("14", "15"), "upgrade.green-cities"),
    **dict.fromkeys(("16", "17", "18", "19", "20"), "upgrade.green-16-20"),
    **dict.fromkeys(("23", "24", "25", "26", "27", "28", "29"), "upgrade.green-23-29"),
    "59": "upgrade.green-59",
    **dict.fromkeys(("120", "121"), "upgrade.green-120-121"),
    **dict.fromkeys(("64", "65", "66", "67", "68", "122"), "upgrade.gray"),
    **dict.fromkeys(("1", "2", "55", "56"), "upgrade.small-double"),
    **dict.fromkeys(("3", "4", "58"), "upgrade.small-single"),
}


def upgrade_rule(ctx: Context, old: str, hex: str, new: str) -> str:
    """Return the rule that refuses ``new`` on ``hex`` over ``old``. An empty ``old`` means the printed
    hex."""
    if new in ("63", "125") and old in ("14", "15"):
        return "track.l-tile"
    if old in ("3", "4", "58") and new in ("7", "8", "9"):
        return "upgrade.small-downgrade"
    if old:
        return _BY_OLD.get(old, "track.brown-gray-where")
    spot = ctx.title.board.hexes[hex]
    if spot.kind == "town":
        return "track.small-city-match"
    if spot.kind == "city" and spot.cities == 1:
        return "track.large-city-match"
    if spot.kind in ("city", "preprinted"):
        return "upgrade.printed-cities"
    return "track.yellow-on-light-green"
