"""Limits of a title file that contradict each other, or that could never matter."""

from __future__ import annotations

import pytest

from titles.declared.conftest import Add
from trunkline import UsageError

BANK = "bank: 2400\n"
PHASE_3 = "tiles: [yellow, green], train_limit: 3, operating_rounds: 2, off_board: early"
NAME = "name: Northwich and Western"
END = "bank_empty: finish the set of operating rounds"
CLOSED = ("{price: 30}", "{price: 30, zone: closed}")


def late(text: str) -> tuple[str, str]:
    """Return the change that adds certificate limits after closings."""
    return (BANK, f"{BANK}certificates_late: {text}\n")


def lays(text: str) -> tuple[str, str]:
    """Return the change of the lays of a corporation."""
    return (NAME, f"{NAME}, tile_lays: {{{text}}}")


def dividends(text: str) -> tuple[str, str]:
    """Return the change of the dividends."""
    return (BANK, f"{BANK}dividends: {{{text}}}\n")


def ending(text: str) -> tuple[str, str]:
    """Return the change that adds an end of the game."""
    return (END, f"{END}, {text}")


FAULTS = {
    "limits after closings for more players": (
        [late("{3: {2: 8, 3: 6, 4: 5, 5: 4}}"), CLOSED],
        "certificates_late.3: the title is not for 5 players; it is for 2 to 4.",
    ),
    "limits after closings with a gap": (
        [late("{3: {2: 8, 3: 6, 4: 5}, 1: {2: 8, 3: 6, 4: 5}}"), CLOSED],
        "certificates_late: the row for 2 corporations is missing; list each number from 3 to 1.",
    ),
    "limits after the second closing only": (
        [late("{2: {2: 8, 3: 6, 4: 5}}"), CLOSED],
        "certificates_late: the row for 3 corporations is missing; list each number from 3 to 2.",
    ),
    "a limit of no certificates": (
        [late("{3: {2: 8, 3: 0, 4: 5}}"), CLOSED],
        "certificates_late.3.3: a limit is at least 1, not 0.",
    ),
    "limits after closings without closings": (
        [late("{3: {2: 8, 3: 6, 4: 5}}")],
        "certificates_late: no corporation can close; give the chart a box with zone: closed, or leave",
    ),
    "more yellow tiles than lays": (
        [lays("yellow: 2, upgrades: 1, lays: 1")],
        "NW, tile_lays: yellow is 2, but a turn has lays: 1; give at most 1.",
    ),
    "more upgrades than lays": (
        [(PHASE_3, f"{PHASE_3}, tile_lays: {{yellow: 1, upgrades: 3, lays: 2}}")],
        "phase 3, tile_lays: upgrades is 3, but a turn has lays: 2; give at most 2.",
    ),
    "more lays than tiles": (
        [lays("yellow: 1, upgrades: 1, lays: 3")],
        "NW, tile_lays: lays is 3, but yellow and upgrades are only 2 together.",
    ),
    "a price of a second lay that no turn has": (
        [lays("yellow: 1, upgrades: 1, next_cost: 20")],
        "NW, tile_lays: next_cost needs a second lay; raise yellow, or give lays: 2, or leave it out.",
    ),
    "a payout that is listed twice": (
        [dividends("choices: [pay, half, pay]")],
        "dividends.choices: pay is listed twice.",
    ),
    "a unit of half dividends without half": (
        [dividends("half_rounds_up_to: 10")],
        "dividends.half_rounds_up_to: it needs the choice half; add it, or leave this key out.",
    ),
    "a text for a zone without boxes": (
        [("chart:\n", "chart:\n  zones: {brown: no limits}\n")],
        "chart.zones: no box of the chart is in the zone brown; leave its text out.",
    ),
    "a home that is listed twice": (
        [("home: [A7]", "home: [A7, A7]")],
        "GH: its home is listed twice; list each hex once.",
    ),
    "two homes in one slot": (
        [("home: [A7]", "home: [A3]")],
        "GH: its home A3 has no slot left, because NW has its home there; give another hex",
    ),
    "privates that close in the first phase": (
        [('close_on_phase: "5"', 'close_on_phase: "2"')],
        "private_rules.close_on_phase: 2 is the first phase, in force from the start; give a later one.",
    ),
    "a train that rusts with an earlier one": (
        [('rusts_on: ["4"]', 'rusts_on: ["2"]')],
        "train 2, rusts_on: 2 is not a later type; give one that follows in the list.",
    ),
    "bids that no player can pay": (
        [("bid_increment: 5\n", "bid_increment: 501\n")],
        "bid_increment: $501 is more than a player has; give at most $500.",
    ),
    "an end with as many players as begin": (
        [ending("players_left: 2")],
        "ending.players_left: it is 2; give at least 1, and fewer than the 2 players of the smallest game.",
    ),
    "an end at a par price": (
        [ending("share_price: 80")],
        "ending.share_price: it is $80; give more than the highest par price, $80, and at most $300,",
    ),
    "an end at a price above the chart": (
        [ending("share_price: 301")],
        "ending.share_price: it is $301; give more than the highest par price, $80, and at most $300,",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_limit_that_contradicts_or_never_matters_is_refused(add: Add, fault: str) -> None:
    changes, said = FAULTS[fault]
    with pytest.raises(UsageError, match=r"^title\.yaml, line \d+: ") as refused:
        add(*changes)
    assert said in str(refused.value)


def test_limits_that_fit_are_accepted(add: Add) -> None:
    rows = "{3: {2: 8, 3: 6, 4: 5}, 2: {2: 5, 3: 4, 4: 3}}"
    assert add(
        late(rows),
        CLOSED,
        lays("yellow: 2, upgrades: 1, lays: 2, next_cost: 20"),
        ending("share_price: 300, players_left: 1"),
    )
