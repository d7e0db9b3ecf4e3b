"""Contradictions in title files that can be read, each refused with its line, its key and valid values."""

from __future__ import annotations

import pytest

from titles.declared.conftest import PRINTED, Add, IsleScene, changed
from trunkline import UsageError
from trunkline.engine.kernel import shares
from trunkline.titles import rules_of
from trunkline.titles.declared.title_file import title_from

BANK = "bank: 2400"
END = "ending: {"
PHASE = ', off_board: early}\n  - {name: "4"'
SWITCH = "  must_own_train: with a route"
FIRST = 'range: 2, rusts_on: ["4"]'
SECOND = 'range: 3, rusts_on: ["5"]'
NORTH = 'tokens: [0, 40, 60], colour: "#1f6f43"'
ROW = "{price: 90}"
PAR = "{price: 60, par: true}"
HEX = "D2: {kind: clear}"
LIGHTHOUSE = "cost: 20, revenue: 5"
SHARES = 'colour: "#1f6f43", text_colour: white,\n     shares: [20, 10, 10, 10, 10, 10, 10, 10, 10]'


def phase(more: str) -> tuple[str, str]:
    """Return the change that gives phase 3 another key."""
    return PHASE, PHASE.replace("early}", f"early, {more}}}", 1)


def key(more: str) -> tuple[str, str]:
    """Return the change that gives the board another key."""
    return BANK, f"{BANK}\n{more}"


def switch(more: str) -> tuple[str, str]:
    """Return the change that gives the file another switch."""
    return SWITCH, f"{SWITCH}\n  {more}"


def section(start: str, end: str, new: str) -> tuple[str, str]:
    """Return the change of a whole section of the file."""
    return PRINTED[PRINTED.index(start) : PRINTED.index(end)], new


def with_loans(terms: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the changes that give the file loans."""
    return key(f"loans: {{{terms}}}"), phase("loans: true")


def par(price: int, late: str = "") -> tuple[str, str]:
    """Return the change that opens a par price from phase 4."""
    return f"{{price: {price}, par: true}}", f'{{price: {price}, par: true, par_from: "4"}}'


NOT_YET = "a title in one file cannot have this yet"
REFUSED: dict[str, tuple[tuple[tuple[str, str], ...], str, str]] = {
    "a par price in two boxes": (
        ((ROW, "{price: 80, par: true}"),),
        "{price: 80, par: true}, {price: 80",
        "chart: two boxes have the par price $80; leave par: true in the one where a corporation starts",
    ),
    "an unknown zone": (
        (("chart:\n", "chart:\n  zones: {pink: a text}\n"),),
        "pink",
        "chart.zones: 'pink' is no zone; there are yellow, orange, brown and closed",
    ),
    "a start in the closed zone": (
        ((PAR, "{price: 60, par: true, zone: closed}"),),
        "zone: closed",
        "chart: $60 is a par price in the closed zone; leave out par or zone",
    ),
    "a phase of a box without a start": (
        ((ROW, '{price: 90, par_from: "4"}'),),
        "par_from",
        "chart: par_from: the box needs par: true, too",
    ),
    "no start in the first phase": (
        (par(60), par(70), par(80)),
        "chart:",
        "chart: no par price is open in the first phase, so no corporation can start",
    ),
    "a loan above the bank": (
        with_loans("value: 5000, interest: 10"),
        "loans: {",
        "loans.value: $5,000 is above the bank, $2,400",
    ),
    "more loans in a turn than in all": (
        with_loans("value: 100, interest: 10, per_turn: 5, maximum: 3"),
        "loans: {",
        "loans.per_turn: 5 is above the maximum of a corporation; give at most 3, or leave it out",
    ),
    "loans for interest that does not exist": (
        (*with_loans("value: 100, interest: 0"), switch("interest_short: loan")),
        "interest_short",
        "interest_short: loans cost no interest; leave this key out",
    ),
    "prices of privates for no corporation": (
        (switch("private_price_to: 100"),),
        "private_price_to",
        "private_price_to: no phase has buy_privates: true; leave this key out",
    ),
    "no corporations": (
        (section("corporations:\n", "# Full cap", "corporations: []\n"),),
        "corporations:",
        "corporations: the title has none; give it at least one",
    ),
    "no home token": (
        ((NORTH, NORTH.replace("[0, 40, 60]", "[]")),),
        "id: NW",
        "NW: it needs a token for its home, such as tokens: [0]",
    ),
    "a home without tokens": (
        (key("station_tokens: {none_on: [A3]}"),),
        "none_on",
        "station_tokens.none_on: A3 is the home of NW",
    ),
    "tokens barred from an unknown hex": (
        (key("station_tokens: {none_on: [Z9]}"),),
        "none_on",
        "station_tokens.none_on: 'Z9' is not on the board; the closest name is C9",
    ),
    "certificates of unequal shares": (
        ((SHARES, SHARES[: SHARES.index("[20")] + "[34, 33, 33]"),),
        "[34, 33, 33]",
        "NW: its smallest certificate is a share of 33%; the others, and 100%, must be a multiple of it",
    ),
    "a president with a small certificate": (
        ((SHARES, SHARES.replace("[20, 10,", "[10, 20,")),),
        "[10, 20,",
        "NW: the president's certificate, 10%, is the first one; no other may be larger",
    ),
    "a city on a plain hex": (
        ((HEX, "D2: {kind: clear, cities: 1}"),),
        "D2:",
        "hex D2: it has cities, but its kind is clear; give kind: city",
    ),
    "a train without end that rusts": (
        ((FIRST, f"permanent: true, {FIRST}"),),
        '{name: "2", price',
        "train 2: it is permanent, but it leaves the game with 4; leave one of them out",
    ),
    "a train that rusts twice": (
        ((FIRST, f'obsolete_on: ["4"], {FIRST}'),),
        '{name: "2", price',
        "train 2: 4 is in rusts_on and in obsolete_on; leave it out of one of them",
    ),
    "a train on sale with a later one": (
        ((FIRST, f'available_on: "3", {FIRST}'),),
        '{name: "2", price',
        "train 2: its available_on, 3, must be a type before it in the list",
    ),
    "a train that never runs": (
        ((FIRST, FIRST.replace("2", "1", 1)),),
        '{name: "2", price',
        "trains.2.range: it must be at least 2, not 1",
    ),
    "a discount of nothing": (
        ((SECOND, f'discount: {{"2": 0}}, {SECOND}'),),
        "discount",
        "trains.3.discount.2: it must be at least 1, not 0",
    ),
    "no trains in a phase": (
        (("tiles: [yellow], train_limit: 3", "tiles: [yellow], train_limit: 0"),),
        "train_limit: 0",
        "phases.2.train_limit: it must be at least 1, not 0",
    ),
    "a corporation that can never own a train": (
        (phase("train_limit_of: {NW: 0}"),),
        "train_limit_of",
        "phases.3.train_limit_of.NW: it must be at least 1, not 0",
    ),
    "a train limit of an unknown corporation": (
        (phase("train_limit_of: {XX: 2}"),),
        "train_limit_of",
        "phase 3, train_limit_of: 'XX' is not on the board; there are NW, GH, SM, WB",
    ),
    "no operating rounds": (
        (("train_limit: 3, operating_rounds: 1", "train_limit: 3, operating_rounds: 0"),),
        "operating_rounds: 0",
        "phases.2.operating_rounds: it must be from 1 to 20, not 0",
    ),
    "no lays": (
        (phase("tile_lays: {yellow: 1, upgrades: 1, lays: 0}"),),
        "lays: 0",
        "phases.3.tile_lays.lays: it must be at least 1, not 0",
    ),
    "no certificates": (
        (("2: {cash: 500, certificates: 14", "2: {cash: 500, certificates: 0"),),
        "certificates: 0",
        "players.2.certificates: it must be at least 1, not 0",
    ),
    "a share limit without presidents": (
        (("share_limit: 60", "share_limit: 10"),),
        "share_limit",
        "share_limit: 10% is below the president's certificate of NW, 20%",
    ),
    "a pool of more than all shares": (
        (("pool_limit: 50", "pool_limit: 110"),),
        "pool_limit",
        "pool_limit: it must be from 0 to 100, not 110",
    ),
    "bids without an increment": (
        (("bid_increment: 5", "bid_increment: 0"),),
        "bid_increment",
        "bid_increment: it must be at least 1, not 0",
    ),
    "no token on a hex": (
        (key("station_tokens: {per_hex: 0}"),),
        "per_hex",
        "station_tokens.per_hex: it must be at least 1, not 0",
    ),
    "no payouts": (
        (key("dividends: {choices: []}"),),
        "choices: []",
        "dividends.choices: it is empty; list at least one of pay, half and withhold",
    ),
    "half rounded to nothing": (
        (key("dividends: {half_rounds_up_to: 0}"),),
        "half_rounds",
        "dividends.half_rounds_up_to: it must be at least 1, not 0",
    ),
    "an end at no price": (
        ((END, f"{END}share_price: 0, "),),
        END,
        "ending.share_price: it must be at least 1, not 0",
    ),
    "an end without players": (
        ((END, f"{END}players_left: 0, "),),
        END,
        "ending.players_left: it must be at least 1, not 0",
    ),
    "two kinds of capital": (
        (("price_multiple: 10, unsold", "capital: incremental, price_multiple: 10, unsold"),),
        "price_multiple",
        "floating: it has capital: incremental and a price_multiple; leave one of them out",
    ),
    "a fee above the capital": (
        (("price_multiple: 10, unsold", "price_multiple: 10, fee: 601, unsold"),),
        "price_multiple",
        "floating.fee: $601 is more than the lowest capital, $600",
    ),
    "a private that earns nothing more": (
        ((LIGHTHOUSE, f"{LIGHTHOUSE}, powers: [{{kind: revenue, hexes: [A3], by: player, value: 0}}]"),),
        "kind: revenue",
        "lighthouse, revenue, value: it must be at least $1",
    ),
    "a limit of the treasury": ((key("treasury_limit: 40"),), "treasury_limit", f"treasury_limit: {NOT_YET}"),
    "a draw of privates": ((key("setup: {draw_one_of: [quay]}"),), "setup", f"setup: {NOT_YET}"),
    "a train of a variant": (
        ((SECOND, f"variant: long, {SECOND}"),),
        "variant",
        f"trains.3.variant: {NOT_YET}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_a_contradiction_is_refused_with_its_line_and_key(fault: str) -> None:
    changes, where, said = REFUSED[fault]
    text = changed(*changes)
    with pytest.raises(UsageError) as refused:
        title_from(text, "title.yaml")
    line = next(number for number, row in enumerate(text.splitlines(), 1) if where in row)
    found = str(refused.value)
    assert found.endswith(f": {said}.")
    at = int(found.partition("line ")[2].partition(":")[0])
    assert abs(at - line) <= 1, found


@pytest.mark.parametrize("counts", [True, False])
def test_privates_count_as_certificates_unless_the_file_says_otherwise(add: Add, counts: bool) -> None:
    other = 'close_on_phase: "5", counts_as_certificate: false'
    rule = rules_of(add(*(() if counts else [('close_on_phase: "5"', other)])))[
        "18isle.buy.certificate-limit"
    ]
    assert rule.rule.endswith("9 with 4 players." if counts else "9 with 4 players. Privates do not count.")
    here = IsleScene().opened()
    here.state.privates["quay"].player, here.state.privates["quay"].closed = "P1", False
    assert shares.certificates(here.table, "P1") == (2 if counts else 0)


def test_the_rules_say_that_loans_cost_no_interest(add: Add) -> None:
    rules = rules_of(add(*with_loans("value: 100, interest: 0")))
    assert rules["18isle.interest.rate"].rule == "Loans cost no interest."
    assert "18isle.interest.then-president" not in rules
