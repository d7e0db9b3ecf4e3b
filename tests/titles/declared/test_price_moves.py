"""Moves of share prices, the worth of privates, and certificate limits after closings in a title file."""

from __future__ import annotations

import pytest

from titles.declared.conftest import Add, IsleScene
from trunkline import UsageError
from trunkline import actions as A
from trunkline.engine.kernel import shares
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import rules_of

SWITCHES = "  must_own_train: with a route\n"
CLOSED = ("{price: 30}", "{price: 30, zone: closed}")
LATE = "certificates_late: {3: {2: 8, 3: 6, 4: 5}, 2: {2: 5, 3: 4, 4: 3}}\n"


def switch(*lines: str) -> tuple[str, str]:
    """Return the change that adds lines to the switches."""
    return (SWITCHES, SWITCHES + "".join(f"  {line}\n" for line in lines))


def late(text: str) -> tuple[str, str]:
    """Return the change that adds certificate limits after closings."""
    return ("bank: 2400\n", f"bank: 2400\n{text}")


@pytest.mark.parametrize(
    ("line", "revenue", "price"),
    [
        ("price_rises: any dividend", 10, 100),
        ("price_rises: dividend of the share price", 80, 90),
        ("price_rises: dividend of the share price", 90, 100),
        ("price_rises: dividend of the share price", 200, 100),
        ("price_rises: twice for double", 90, 100),
        ("price_rises: twice for double", 170, 100),
        ("price_rises: twice for double", 180, 115),
        ("price_rises: twice for double", 0, 80),
        ("falls_without_dividend: true", 0, 80),
        ("falls_without_dividend: false", 0, 90),
        ("falls_without_dividend: false", 10, 100),
    ],
)
def test_a_dividend_or_its_lack_moves_the_price(add: Add, line: str, revenue: int, price: int) -> None:
    add(switch(line))
    here = IsleScene().opened()
    here.floated("NW", "P1", price=90)
    here.turn("NW", "dividend", revenue=revenue or 100)
    here.play(A.Dividend("P1", "NW", "pay" if revenue else "withhold"))
    assert here.price("NW") == price


@pytest.mark.parametrize(("line", "price"), [("sold_out_rises: true", 100), ("sold_out_rises: false", 90)])
def test_a_sold_out_price_rises_or_stays(add: Add, line: str, price: int) -> None:
    add(switch(line))
    here = IsleScene().opened()
    here.floated("NW", "P1", {"P1": 6, "P2": 4}, price=90)
    here.stock("P1").play(A.Pass("P1"), A.Pass("P2"), A.Pass("P3"))
    assert here.price("NW") == price
    assert ("18isle.sr-end.sold-out" in rules_of("18Isle")) is (price == 100)


@pytest.mark.parametrize(
    ("line", "dollars"), [("privates_at_end: cost", 20), ("privates_at_end: nothing", 0)]
)
def test_a_private_counts_at_the_end_or_not(add: Add, line: str, dollars: int) -> None:
    add(switch(line))
    here = IsleScene().opened(lighthouse="P1")
    assert shares.worth(here.table, "P1") - here.cash("P1") == dollars
    rule = rules_of("18Isle")["18isle.end.worth"].rule
    assert ("Privates are worth nothing." in rule) is (dollars == 0)


def test_the_certificate_limit_falls_when_a_corporation_closes(add: Add) -> None:
    add(late(LATE), CLOSED)
    here = IsleScene().opened()
    here.floated("NW", "P1", {"P1": 6}, price=90)
    here.floated("GH", "P2", {"P2": 2, "P1": 4}, price=80)
    limit = here.game.title.policies.certificate_limit
    assert limit(here.table) == 11
    here.corp("SM").closed = True
    assert limit(here.table) == 6
    here.corp("GH").closed = True
    assert limit(here.table) == 4
    # The last row also holds for fewer corporations.
    here.corp("NW").closed = True
    assert limit(here.table) == 4
    rule = rules_of("18Isle")["18isle.buy.certificate-limit"].rule
    assert "9 with 4 players. With 3 corporations left: 8 with 2 players, 6 with 3 players" in rule


@pytest.mark.parametrize(
    ("text", "revenue", "received", "kept", "price"),
    [
        # Half of $90 is $45. Half of that is $23, rounded up.
        ("choices: [pay, half, withhold]", 90, 23, 45, 100),
        ("choices: [half, withhold]", 90, 23, 45, 100),
        ("choices: [half]", 90, 23, 45, 100),
        ("choices: [pay, half], half_rounds_up_to: 20", 90, 30, 30, 100),
        # Half of $90 is $45, rounded up to $200. The corporation pays no more than it has earned.
        ("choices: [pay, half], half_rounds_up_to: 200", 90, 45, 0, 100),
    ],
)
def test_half_dividends(add: Add, text: str, revenue: int, received: int, kept: int, price: int) -> None:
    add(("bank: 2400\n", f"bank: 2400\ndividends: {{{text}}}\n"))
    here = IsleScene().opened()
    here.floated("NW", "P1", {"P1": 5, "P2": 5}, price=90, cash=7)
    cash = here.cash("P2")
    here.turn("NW", "dividend", revenue=revenue)
    turn = here.state.operating.turn if here.state.operating else None
    assert turn is not None
    # The step asks the president.
    here.operating_round.steps[turn.step].enter(here.table, turn)
    here.play(A.Dividend("P1", "NW", "half"))
    assert (here.cash("P2") - cash, here.cash("NW"), here.price("NW")) == (received, 7 + kept, price)


def test_a_par_price_of_a_later_phase(add: Add) -> None:
    box = "{price: 80, par: true}"
    add((box, box.replace("}", ', par_from: "3"}')))
    here = IsleScene().opened()
    start = A.StartCorporation("P1", "NW", 80)
    here.stock("P1").refused(start, "start.par-phase")
    here.phase("3").stock("P1").accepted(start)


def test_a_train_limit_of_one_corporation(add: Add) -> None:
    limit = "tiles: [yellow], train_limit: 3"
    add((limit, f"{limit}, train_limit_of: {{NW: 1}}"))
    here = IsleScene().opened()
    for corp, president in (("NW", "P1"), ("GH", "P2")):
        here.floated(corp, president, price=90, cash=500)
        here.give_trains(corp, "2")
    here.turn("NW", "trains").refused(here.buy("NW", "2"), "train.limit")
    here.turn("GH", "trains").accepted(here.buy("GH", "2"))


def test_a_limit_that_never_applies_is_refused(add: Add) -> None:
    with pytest.raises(UsageError, match="4 corporations are never left after a closing; give 1 to 3"):
        add(late("certificates_late: {4: {2: 8, 3: 6, 4: 5}}\n"))
    with pytest.raises(UsageError, match=r"certificates_late\.2: the limit with 3 players is missing"):
        add(late("certificates_late: {2: {2: 8, 4: 5}}\n"))


def test_random_games_with_other_price_moves_pass_all_checks(add: Add) -> None:
    lines = switch(
        "price_rises: twice for double",
        "falls_without_dividend: false",
        "sold_out_rises: false",
        "privates_at_end: nothing",
    )
    outcomes = list(play_all(Plan(add(lines, late(LATE), CLOSED), 2, (2, 3), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None] * 2
