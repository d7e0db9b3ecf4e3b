"""What the rule list calls the rules that the kernel knows by finer names, and which rule of the upgrade
list limits what a tile becomes."""

from __future__ import annotations

from trunkline.kernel.table import Table

RULE_IDS = {
    **dict.fromkeys(("end.bank", "end.bankruptcy", "end.agreed"), "end.two-ways"),
    **dict.fromkeys(("presidency.by-sale", "presidency.by-purchase"), "presidency.larger-holding"),
    "stock.buy.cash": "stock.buy.sources",
    "stock.sell.private": "company.counts",
    "limit.forced-in-part": "limit.forced-reduction",
    "buy-train.buyers-turn": "buy-train.deal-terms",
    "buy-train.cash": "buy-train.president-adds",
    "buy-train.between-presidents": "buy-train.between-companies",
    "buy-train.discard-order": "buy-train.phase-excess",
    "track.on-grid": "track.preserve-segments",
    "track.first-exits": "track.preserve-segments",
    "track.blocked-edge": "track.no-dead-end",
    "marker.none-left": "marker.one-per-round",
    "marker.own-in-hex": "marker.one-per-dot",
    "marker.barred": "marker.one-per-dot",
    "run.train": "run.several-trains",
    "run.unknown_track": "glossary.legal-run",
    "run.stop_skipped": "run.own-marker-and-two",
    "run.reversal": "run.no-reversal",
    "run.two_stops": "run.own-marker-and-two",
    "run.own_token": "run.own-marker-and-two",
    "run.repeat_stop": "run.no-repeat-stop",
    "run.repeat_track": "run.no-repeat-track",
    "run.offboard_end": "run.offboard-ends",
    "run.blocked_city": "marker.blocked-city",
    "run.shared_track": "run.several-trains",
    "run.best-binds": "run.shareholder-objection",
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


def upgrade_rule(t: Table, old: str, hex: str, new: str) -> str:
    """The rule by which ``new`` is refused on ``hex`` over ``old`` (empty: the printed hex)."""
    if new in ("63", "125") and old in ("14", "15"):
        return "track.l-tile"
    if old in ("3", "4", "58") and new in ("7", "8", "9"):
        return "upgrade.small-downgrade"
    if old:
        return _BY_OLD.get(old, "track.brown-gray-where")
    spot = t.title.board.hexes[hex]
    if spot.kind == "town":
        return "track.small-city-match"
    if spot.kind == "city" and spot.cities == 1:
        return "track.large-city-match"
    if spot.kind in ("city", "preprinted"):
        return "upgrade.printed-cities"
    return "track.yellow-on-light-green"
