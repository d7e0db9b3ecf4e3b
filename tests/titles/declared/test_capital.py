"""Capital by the train on sale or the phase, and destinations, by worked examples on the map of 18Isle."""

from __future__ import annotations

import re

import pytest

import trunkline
from titles.declared.conftest import Add, IsleScene
from trunkline import UsageError
from trunkline import actions as A
from trunkline.cli.terminal.holdings import corporation_lines
from trunkline.engine.capital.at_float import expected
from trunkline.engine.kernel.events import DestinationReached
from trunkline.engine.steps import elimination
from trunkline.game.wording.board_texts import capital_text
from trunkline.lab.soak.games import Plan, play_all
from trunkline.players import play_out
from trunkline.players.clerk import Clerk
from trunkline.players.director import Director
from trunkline.titles import rules_of
from trunkline.web.presenters.corporations import companies

FLOATING = "floating: {percent: 50, price_multiple: 10, unsold: ipo}"
GULLHAVEN = ("home: [A3],", "home: [A3], destination: {hexes: [A7]},")
"""The change that gives NW, whose home is A3, a destination."""
BY_TRAIN = (
    '{train_on_sale: ["2", "3"], kind: escrow, paid_at_once: 5}',
    '{train_on_sale: ["4"], kind: incremental}',
    "{kind: full}",
)


def table(*rows: str, floating: str = FLOATING) -> tuple[str, str]:
    """Return the change that adds kinds of capital."""
    return (FLOATING, "\n  - ".join((f"{floating}\ncapitalisation:", *rows)))


CAPITAL = (table(*BY_TRAIN), GULLHAVEN)


class CapitalScene(IsleScene):
    """A position of the example with rich players."""

    def start(self, id: str = "NW", par: int = 80, shares: int = 2) -> CapitalScene:
        """Let P1 start a corporation, and let the players buy shares of it."""
        for name in self.game.players:
            self.set_cash(name, 2000)
        self.stock("P1")
        self.play(A.StartCorporation("P1", id, par))
        self.subscribe(id, shares - 2)
        return self

    def money(self, id: str = "NW") -> tuple[int, int]:
        """Return the dollars in the treasury and in escrow."""
        return self.cash(id), self.game.title.policies.funding(self.table, self.corp(id)).escrow


def scene() -> CapitalScene:
    """Return the first stock round, without privates."""
    return CapitalScene().opened()


def test_the_worked_example_of_escrow(add: Add) -> None:
    add(*CAPITAL)
    here = scene().tiles("A3:57:1 A7:57:1").start(shares=4)
    assert here.money() == (0, 0)
    here.subscribe("NW", 1)
    assert here.money() == (400, 0)
    bank = here.state.bank
    here.subscribe("NW", 2)
    assert here.money() == (400, 160)
    assert here.state.bank == bank + 160
    # The track of any corporation counts.
    here.turn("NW").play(here.lay("NW", "A5:9:1"))
    assert here.money() == (560, 0)
    assert (here.game.log[-1].rule, here.state.bank) == ("18isle.capital.released", bank)
    here.stock("P1")
    here.subscribe("NW", 1)
    assert here.money() == (640, 0)


@pytest.mark.parametrize(
    ("phase", "at_five", "at_six"),
    [("2", (400, 0), (400, 80)), ("4", (400, 0), (480, 0)), ("5", (800, 0), (800, 0))],
)
def test_the_train_on_sale_at_the_start_decides(
    add: Add, phase: str, at_five: tuple[int, int], at_six: tuple[int, int]
) -> None:
    add(*CAPITAL)
    here = scene().phase(phase).start(shares=4)
    here.sell_out("2", "3", "4", "5")
    here.subscribe("NW", 1)
    assert here.money() == at_five
    here.subscribe("NW", 1)
    assert here.money() == at_six


def test_the_phase_at_the_start_may_decide(add: Add) -> None:
    # All 2-trains are sold, and phase 2 continues.
    add(table('{phases: ["2"], kind: incremental}', "{kind: full}"))
    here = scene()
    here.sell_out("2")
    assert here.start(shares=6).money() == (480, 0)
    assert scene().phase("3").start(shares=6).money() == (800, 0)


def test_shares_beyond_the_paid_ones_are_held_at_the_float(add: Add) -> None:
    floating = FLOATING.replace("50", "60").replace("unsold: ipo", "unsold: ipo, fee: 20")
    add(table("{kind: escrow, paid_at_once: 4}", floating=floating), GULLHAVEN)
    assert scene().start(shares=6).money() == (4 * 80 - 20, 2 * 80)


def test_a_corporation_joined_before_its_start_needs_no_escrow(add: Add) -> None:
    add(*CAPITAL)
    here = scene().tiles("A3:57:1 A5:9:1 A7:57:1").start(shares=7)
    assert here.money() == (560, 0)


def test_track_before_the_float_ends_the_escrow(add: Add) -> None:
    add(*CAPITAL)
    here = scene().tiles("A3:57:1 A7:57:1").start(shares=2)
    here.floated("GH", "P2", cash=100)
    here.turn("GH").play(here.lay("GH", "A5:9:1"))
    here.stock("P1")
    here.subscribe("NW", 5)
    assert here.money() == (560, 0)


def test_a_route_may_begin_elsewhere(add: Add) -> None:
    add(table("{kind: escrow}"), ("home: [A3],", "home: [A3], destination: {hexes: [A7], from: B6},"))
    # From the home to Gullhaven, and then from Millbrook.
    assert scene().tiles("A3:57:1 A5:9:1 A7:57:1").start(shares=7).money() == (400, 160)
    assert scene().tiles("B6:57:0 A7:57:0").start(shares=7).money() == (560, 0)


@pytest.mark.parametrize(("choice", "reached"), [("false", True), ("true", False)])
def test_one_hex_of_a_home_that_is_one_station_is_enough(add: Add, choice: str, reached: bool) -> None:
    home = f"home: [A3, E7], home_choice: {choice}, destination: {{hexes: [A7]}},"
    add(table("{kind: escrow}"), ("home: [A3],", home), ("home: [E7],", "home: [D4],"))
    here = scene().tiles("A3:57:1 A5:9:1 A7:57:1").start()
    assert here.game.title.policies.funding(here.table, here.corp("NW")).reached == reached


def test_a_corporation_without_a_destination_gets_all_money(add: Add) -> None:
    add(*CAPITAL)
    assert scene().start("GH", shares=7).money("GH") == (560, 0)


def test_a_corporation_that_closes_loses_its_escrow(add: Add) -> None:
    add(*CAPITAL)
    here = scene().start(shares=7)
    elimination.close(here.table, here.corp("NW"))
    assert here.money() == (0, 0)


def test_the_director_expects_the_capital_of_the_kind(add: Add) -> None:
    add(*CAPITAL)
    here = scene()
    nw, gh = here.corp("NW"), here.corp("GH")
    assert [expected(here.table, corp, 80, 7) for corp in (nw, gh)] == [400, 560]
    here.phase("5")
    assert expected(here.table, nw, 80, 5) == 800


def test_the_card_of_a_corporation_shows_its_destination(add: Add) -> None:
    add(*CAPITAL)
    here = scene().start(shares=7)
    nw = next(each for each in companies(here.table, []) if each.id == "NW")
    facts = {fact.label: fact.text for fact in nw.facts}
    assert facts["Destination"] == "Gullhaven (A7), not reached"
    assert facts["Escrow"] == "$160"
    assert facts["Capital"].startswith("the first 5 shares paid to the company, the rest held until")
    assert corporation_lines(here.game)[1].endswith("to Gullhaven (A7), new")
    rows = here.game.board.capitalisation
    assert [capital_text(here.game.board, row) for row in rows[1:]] == [
        "every initial share paid to the company",
        "10 x the share price when it floats, nothing after",
    ]


def test_rules_of_capital(add: Add) -> None:
    rules = {id.removeprefix("18isle."): rule.rule for id, rule in rules_of(add(*CAPITAL)).items()}
    assert rules["float.capital"].startswith("A corporation that floats gets the capital of its kind.")
    assert rules["capital.scheme"].startswith("The train on sale when a corporation starts decides")
    assert rules["capital.escrow"] == (
        "A corporation that starts with a 2 or 3-train on sale gets the money of the first 5 shares. "
        "The bank holds that of later shares in escrow."
    )
    assert rules["capital.incremental"].startswith("A corporation that starts with a 4-train on sale gets")
    assert rules["capital.full"].startswith("Every other corporation gets 10 times its share price")
    assert rules["capital.destinations"] == (
        "Destinations: Gullhaven (A7) for NW. A corporation without a destination gets the money of each "
        "share."
    )
    assert "joins the home token" in rules["capital.released"]
    assert not [id for id in rules_of(add()) if ".capital." in id and "float" not in id]


FAULTS = {
    "a train that is not in the list": (
        (table('{train_on_sale: ["2", "7"], kind: incremental}', "{kind: full}"),),
        "capitalisation, train_on_sale: '7' is not on the board; there are 2, 3, 4, 5, D.",
    ),
    "a phase that is not in the list": (
        (table('{phases: ["6"], kind: incremental}', "{kind: full}"),),
        "capitalisation, phases: '6' is not on the board; there are 2, 3, 4, 5, D.",
    ),
    "a train without a row": (
        (table('{train_on_sale: ["2", "3"], kind: incremental}', '{train_on_sale: ["5", D], kind: full}'),),
        "capitalisation: no row has 4; add a row for it, or a last row with only a kind.",
    ),
    "a train with two kinds": (
        (table('{train_on_sale: ["2", "3"], kind: incremental}', '{train_on_sale: ["3"], kind: full}'),),
        "capitalisation: 3 has two kinds, incremental and full; keep one.",
    ),
    "trains and phases": (
        (table('{train_on_sale: ["2"], kind: incremental}', '{phases: ["3"], kind: full}'),),
        "capitalisation: use train_on_sale or phases in all rows, not both.",
    ),
    "phases and trains": (
        (table('{phases: ["3"], kind: full}', '{train_on_sale: ["2"], kind: incremental}'),),
        "capitalisation: use train_on_sale or phases in all rows, not both.",
    ),
    "a kind in two rows": (
        (table('{train_on_sale: ["2"], kind: full}', "{kind: full}"),),
        "capitalisation: two rows have kind: full; make one row of them.",
    ),
    "a row for all that is not the last": (
        (table("{kind: full}", '{train_on_sale: ["2"], kind: incremental}'),),
        "capitalisation: only the last row may leave out train_on_sale and phases; move this row down.",
    ),
    "an unknown kind": (
        (table("{kind: half}"),),
        "capitalisation 0 at kind: it must be one of escrow, full, incremental, not 'half'.",
    ),
    "paid at once without escrow": (
        (table("{kind: full, paid_at_once: 3}"),),
        "capitalisation: paid_at_once is only for kind: escrow, not full.",
    ),
    "nothing held": (
        (table("{kind: escrow, paid_at_once: 10}"), GULLHAVEN),
        "capitalisation: with paid_at_once: 10 nothing is held, because a corporation has 10 shares.",
    ),
    "two kinds of capital": (
        (
            table(
                "{kind: incremental}", floating=FLOATING.replace("price_m", "capital: shares_sold, price_m")
            ),
        ),
        "floating.capital: shares_sold contradicts the rows of capitalisation; leave one of them out.",
    ),
    "full capital of nothing": (
        (table("{kind: full}", floating="floating: {percent: 50, unsold: ipo}"),),
        "floating.price_multiple: kind: full needs it, such as price_multiple: 10.",
    ),
    "a fee above the capital": (
        (table("{kind: incremental}", floating=FLOATING.replace("ipo}", "ipo, fee: 301}")),),
        "floating.fee: $301 is more than the lowest capital, $300.",
    ),
    "escrow of treasury shares": (
        (table("{kind: escrow}", floating=FLOATING.replace("ipo", "treasury")), GULLHAVEN),
        "floating.unsold: with kind: escrow the other shares stay in the IPO; write unsold: ipo.",
    ),
    "escrow without a destination": (
        (table("{kind: escrow}"),),
        "capitalisation: kind: escrow needs a corporation with a destination.",
    ),
    "a destination without escrow": (
        (table("{kind: full}"), GULLHAVEN),
        "NW.destination: it has no effect, because no row of capitalisation has kind: escrow.",
    ),
    "a destination without capital": (
        (GULLHAVEN,),
        "NW.destination: it has no effect, because no row of capitalisation has kind: escrow.",
    ),
    "a destination off the map": (
        (table("{kind: escrow}"), (GULLHAVEN[0], GULLHAVEN[1].replace("A7", "A9"))),
        "corporation NW, destination: 'A9' is not on the board; the closest name is C9.",
    ),
    "a destination without a stop": (
        (table("{kind: escrow}"), (GULLHAVEN[0], GULLHAVEN[1].replace("A7", "A5"))),
        "NW.destination: A5 has no city, no town and no place off the board; choose another hex.",
    ),
    "a destination at home": (
        (table("{kind: escrow}"), (GULLHAVEN[0], GULLHAVEN[1].replace("A7", "A3"))),
        "NW.destination: its route begins on A3; choose another hex.",
    ),
    "a destination without hexes": (
        (table("{kind: escrow}"), (GULLHAVEN[0], GULLHAVEN[1].replace("A7", ""))),
        "NW.destination: it has no hexes; list one or more.",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_capital_that_contradicts_the_file_is_refused(add: Add, fault: str) -> None:
    changes, said = FAULTS[fault]
    with pytest.raises(UsageError) as refused:
        add(*changes)
    place, text = str(refused.value).split(": ", 1)
    assert text == said
    assert re.fullmatch(r"title\.yaml, line (96|10\d)", place)


LOANS = ("bank: 2400", "bank: 2400\nloans: {value: 100, interest: 10}")
IN_PHASE_2 = ("operating_rounds: 1, off_board: early", "operating_rounds: 1, off_board: early, loans: true")


@pytest.mark.parametrize(
    ("changes", "seed"),
    [
        (CAPITAL, 1),
        (
            (
                table("{kind: escrow, paid_at_once: 0}"),
                GULLHAVEN,
                LOANS,
                IN_PHASE_2,
                ("ending: {", "ending: {players_left: 1, "),
            ),
            2,
        ),
    ],
)
def test_random_games_with_escrow_pass_all_checks(
    add: Add, changes: tuple[tuple[str, str], ...], seed: int
) -> None:
    outcomes = list(play_all(Plan(add(*changes), 2, (2, 3), seed=seed)))
    assert [outcome.finding for outcome in outcomes] == [None] * 2


def test_bots_join_a_destination(add: Add) -> None:
    goals = {"A7": "E7", "E3": "D4", "E7": "C5"}
    others = (
        (f"home: [{home}],", f"home: [{home}], destination: {{hexes: [{goal}]}},")
        for home, goal in goals.items()
    )
    game = trunkline.new(add(*CAPITAL, *others), ["Ann", "Bob", "Cy"])
    play_out(game, {"Ann": Director(1), "Bob": Clerk(), "Cy": Director(2)})
    assert game.over
    assert any(event.amount for event in game.log if isinstance(event, DestinationReached))
