"""Tests that the predicted effects of the first train of a type match its purchase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

import trunkline
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Discard
from trunkline.engine.kernel.depot import train_name
from trunkline.engine.kernel.events import TrainsRusted
from trunkline.engine.kernel.private_events import PrivatesClosed
from trunkline.engine.kernel.state import BANK
from trunkline.game import Game
from trunkline.web.presenters import corporations as companies
from trunkline.web.presenters import merger
from trunkline.web.presenters import trains as depots
from trunkline.web.schemas.corporations import CorpFacts, FirstSaleFacts, TrainFacts
from web.http.recorded import recorded


def trains(game: Game) -> dict[str, TrainFacts]:
    """Return the train types by name."""
    return {train.type: train for train in depots.trains(Context(game.title, game.state))}


def corporations(game: Game) -> dict[str, CorpFacts]:
    """Return the corporations by id."""
    return {corp.id: corp for corp in companies.companies(Context(game.title, game.state), [])}


def first_sales(game: Game) -> Iterator[tuple[Game, A.BuyTrain, FirstSaleFacts]]:
    """Yield each purchase that started a phase, with the game before it and the predicted effects."""
    for number, action in enumerate(game.actions):
        if isinstance(action, A.BuyTrain) and action.source == BANK:
            here = game.at(number)
            foretold = trains(here)[train_name(action.train)].on_first_sale
            if here.state.phase != game.at(number + 1).state.phase:
                assert foretold is not None
                yield here, action, foretold
            else:
                assert foretold is None


@pytest.mark.parametrize("title", trunkline.catalogue(teaching=False))
def test_what_rusts_and_what_must_be_discarded_is_foretold(title: str) -> None:
    found = 0
    rusted = 0
    for game, action, foretold in first_sales(recorded(title)):
        led_to = game.effects(action)
        happened = led_to.of(TrainsRusted)
        scraps = [
            (each.type, Counter({owner.corp: owner.count for owner in each.owners}))
            for each in foretold.scraps
        ]
        if not action.trade_in:
            assert scraps == [(event.type, Counter(event.owners)) for event in happened]
        pending = [each.corp for each in led_to.after.pending if isinstance(each, Discard)]
        assert set(foretold.discards) == set(pending)
        assert foretold.closes_privates == bool(led_to.of(PrivatesClosed))
        assert foretold.phase == led_to.phase[1]
        assert foretold.buyer == action.corp
        found += 1
        rusted += sum(sum(count.values()) for _, count in scraps)
    assert found >= 3
    assert rusted >= 3


def test_conrail_would_form_out_of_those_that_it_forms_of() -> None:
    formed = 0
    for game, action, foretold in first_sales(recorded("18GL")):
        after = game.effects(action).after
        started = after.corporations["CR"].started and not game.state.corporations["CR"].started
        assert (foretold.forms is not None) == started
        if foretold.forms is not None:
            gone = {
                id
                for id, corp in after.corporations.items()
                if corp.closed and not game.state.corporations[id].closed
            }
            assert (foretold.forms.corp, set(foretold.forms.joins)) == ("CR", gone)
            formed += 1
    assert formed == 1


def test_who_goes_into_the_cgr_is_what_its_forecast_says() -> None:
    game = recorded("1856")
    forms = 0
    for number in range(100, len(game.actions), 40):
        here = game.at(number)
        foretold = trains(here)["6"].on_first_sale
        if foretold is None:
            continue
        forecast = merger.forecast(here)
        debts = {debt.corp: debt for debt in forecast.debts}
        assert {each.corp: (each.loans, each.repaid, each.lacking) for each in foretold.loans_due} == {
            id: (debt.loans, debt.repaid, debt.lacking) for id, debt in debts.items()
        }
        going = {id for id, debt in debts.items() if debt.outcome in ("certain", "joined")}
        asked = {id for id, debt in debts.items() if debt.outcome in ("open", "decide")}
        if foretold.forms is None:
            assert going | asked == set()
        else:
            assert (set(foretold.forms.joins), set(foretold.forms.may_join)) == (going, asked)
            forms += 1
    assert forms


def test_looking_ahead_changes_nothing() -> None:
    for title in trunkline.catalogue(teaching=False):
        game = recorded(title).at(150)
        before = game.digest()
        assert trains(game)
        assert game.digest() == before


def test_trains_name_their_owners() -> None:
    scene = Scene().opened().stock()
    scene.started("GT", shares={"P1": 5})
    scene.started("CA", "P2", shares={"P2": 5})
    scene.give_trains("GT", "2", "2", "3")
    scene.give_trains("CA", "2")
    scene.give_trains("pool", "2")
    found = {id: {each.corp: each.count for each in train.owners} for id, train in trains(scene.game).items()}
    assert (found["2"], found["3"], found["4"]) == ({"GT": 2, "CA": 1, "pool": 1}, {"GT": 1}, {})


def test_a_corporation_tells_where_it_is_bound_and_when_it_operates() -> None:
    scene = Scene().opened().stock()
    scene.started("GT", shares={"P1": 3}, loans=1, operated=False)
    scene.escrow("GT", 200)
    found = corporations(scene.game)["GT"]
    goal = scene.game.board.corporation["GT"].destination
    assert goal is not None
    assert found.destination is not None
    assert (found.destination.hexes, found.destination.reached) == (tuple(goal.hexes), False)
    assert (found.escrow, found.sold, found.operated) == (200, 30, False)
    assert found.loans is not None
    assert (found.loans.count, found.loans.limit) == (1, 3)
    assert corporations(trunkline.new("1851", ["Ann", "Bob", "Cy"]))["TC"].floats_at == 50


def test_the_loan_limit_is_where_loans_are_refused() -> None:
    scene = Scene().opened().gt_line()
    scene.started("GT", shares={"P1": 3}, loans=2, cash=100)
    scene.place_home("GT")
    scene.turn("GT", "trains")
    assert scene.game.check(A.TakeLoan("P1", "GT")) is None
    scene.corp("GT").loans = 3
    assert corporations(scene.game)["GT"].loans.limit == 3  # type: ignore[union-attr]
    scene.refused(A.TakeLoan("P1", "GT"), "loan.limit")


def test_facts_of_trains_and_corporations_can_be_read_back() -> None:
    game = recorded("1856").at(200)
    for facts in (*trains(game).values(), *corporations(game).values()):
        assert msgspec.json.decode(msgspec.json.encode(facts), type=type(facts)) == facts
