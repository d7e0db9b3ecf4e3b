"""Tests of the formation of a corporation: its ledger, the outcomes of each choice and a forecast."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

import trunkline
from browser.positions import positions
from cgr_scene import CgrScene
from conrail_scene import CR, ConrailScene
from trunkline import actions as A
from trunkline.engine.kernel.choice import Amounts, Open
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.web.errors import GameNotFound
from trunkline.web.presenters import merger
from trunkline.web.schemas.merger import FormationFacts, FutureFacts

from .api import Api


def back(game: Game) -> Iterator[tuple[State, A.Action]]:
    """Yield the states and actions of a game, from the newest to the first."""
    actions = game.actions
    for number in range(len(actions) - 1, -1, -1):
        yield game.at(number).state, actions[number]


def told(game: Game) -> FormationFacts:
    """Return the facts of the current formation."""
    found = merger.formation(game, back(game))
    assert found is not None
    return found


def debts(*, tgb_saved_by: int = 50, **settings: str) -> CgrScene:
    """Return a scene in which four presidents must decide. P2 can save TGB; the others can save nothing."""
    scene = CgrScene(4, **settings)  # type: ignore[arg-type]
    scene.debtor("CVR", {"P1": 5}, loans=3, cash=314, price=90)
    scene.debtor("THB", {"P2": 6, "P3": 1}, loans=7, cash=91, price=90)
    scene.debtor("TGB", {"P2": 5, "P3": 1, "P4": 2}, loans=2, cash=150, price=90)
    scene.debtor("LPS", {"P3": 6, "P4": 1}, loans=5, cash=314, price=175, in_pool=2)
    scene.debtor("WR", {"P4": 6}, loans=2, cash=28, price=65, in_pool=2)
    for player, cash in {"P1": 78, "P2": tgb_saved_by, "P3": 140, "P4": 118}.items():
        scene.set_cash(player, cash)
    return scene


def receives(future: FutureFacts) -> dict[str, tuple[int, bool, bool]]:
    """Return the percentage by holder, with whether a share was odd and whether the holder is president."""
    return {each.holder: (each.percent, each.odd, each.president) for each in future.receives if each.percent}


def test_the_ledger_tells_who_lacks_what() -> None:
    scene = debts(tgb_saved_by=120)
    scene.first_six()
    found = told(scene.game)
    ledger = {
        each.corp: (each.repaid, each.treasury, each.lacking, each.has, each.short, each.outcome)
        for each in found.debts
    }
    assert ledger == {
        "CVR": (3, 314, 0, None, None, "cleared"),
        "THB": (0, 91, 700, 120, 580, "certain"),
        "TGB": (1, 150, 100, 120, 0, "decide"),
        "LPS": (3, 314, 200, 140, 60, "certain"),
        "WR": (0, 28, 200, 118, 82, "certain"),
    }
    assert found.text == "P2 must settle the government loans."
    assert [(step.name, step.state) for step in found.steps][:2] == [
        ("Loans fall due", "done"),
        ("Debts are settled", "now"),
    ]


def test_what_was_settled_stays_in_the_ledger() -> None:
    scene = debts(tgb_saved_by=120)
    scene.first_six()
    scene.play(A.SettleDebt("P2", "TGB", True))
    found = {each.corp: each for each in told(scene.game).debts}
    assert (found["TGB"].outcome, found["TGB"].has, found["TGB"].short) == ("paid", 120, 0)
    scene.play(A.SettleDebt("P2", "THB", False))
    found = {each.corp: each for each in told(scene.game).debts}
    assert (found["THB"].outcome, found["THB"].treasury, found["THB"].has) == ("joined", 91, 20)


def test_both_futures_of_a_choice_side_by_side() -> None:
    scene = debts(tgb_saved_by=120)
    scene.first_six()
    saved, lost = (
        next(each for each in told(scene.game).futures if each.name.startswith("TGB") and part in each.name)
        for part in ("pays", "unpaid")
    )
    assert (saved.price, saved.price_made) == (125, "(90+175)/2, without the lowest")
    assert (lost.price, lost.price_made) == (110, "(90+90+175)/3, without the lowest")
    assert (saved.joined, saved.treasury, lost.treasury) == (("THB", "LPS", "WR"), 133, 183)
    assert saved.says == "TGB continues with no train and $50. P2 is left with $20."
    assert lost.says.startswith("TGB goes into the CGR, two shares for one, with 1 token and $50.")
    assert receives(lost)["P2"] == (25, True, True)
    assert receives(saved)["P2"] == (15, False, True)
    worth = {each.holder: (each.worth, each.change) for each in lost.receives if each.worth is not None}
    assert worth["P4"] == (558, -145)
    assert saved.assumed == ()


def test_a_later_president_who_could_pay_is_taken_to_pay_and_that_is_said() -> None:
    scene = debts(tgb_saved_by=120)
    scene.set_cash("P4", 300)
    scene.first_six()
    future = told(scene.game).futures[0]
    assert future.assumed == ("Everyone who can still pay does.",)
    assert "WR" not in future.joined


def played_on(game: Game, choice: int) -> Game:
    """Return the game after a choice and the formation that follows. It repays debts if possible."""
    game = game.copy()
    picked = game.legal()[choice]
    assert not isinstance(picked, Open)
    game.play(picked.at(picked.high) if isinstance(picked, Amounts) else picked)
    while merger.formation(game, back(game)) is not None:
        choices = [each for each in game.legal() if isinstance(each, A.Action)]
        pays = [each for each in choices if isinstance(each, A.Pass) or getattr(each, "pay", False)]
        game.play((pays or choices)[0])
    return game


@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_a_future_of_the_cgr_is_what_then_happens(rules: str) -> None:
    scene = debts(tgb_saved_by=120, rules=rules)
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"))
    if not scene.debts():
        scene.play(A.Pass("P1"))
    while (found := merger.formation(scene.game, back(scene.game))) is not None:
        for future in found.futures:
            assert future.choice is not None
            then = played_on(scene.game, future.choice)
            corp = then.state.corporations["CGR"]
            assert (future.price, future.president) == (then.price("CGR"), corp.president)
            assert future.treasury == corp.cash
            held = {name: count * corp.percent for name, count in corp.shares.items()}
            assert {name: percent for name, (percent, *_) in receives(future).items() if name in held} == held
            assert [train.train for train in future.trains] == then.state.trains_at("CGR")
            assert {(each.hex, each.stop) for each in future.tokens} == {
                (hex, token.stop) for hex, token in then.state.tokens_of("CGR")
            }
            for each in future.receives:
                assert each.worth in (None, then.worth(each.holder) if each.worth is not None else None)
        action = scene.game.legal()[-1]
        assert isinstance(action, A.Action)
        scene.play(action)


def conrail() -> ConrailScene:
    """Return three corporations about to become CONRAIL. One has two tokens next to its home."""
    scene = ConrailScene()
    scene.old("PRR", {"P1": 5, "P2": 1}, treasury=2, price=100, cash=40)
    scene.old("NYC", {"P2": 5, "P1": 1}, treasury=2, price=125, loans=2)
    scene.old("GT", {"P3": 5, "P1": 2}, treasury=1, price=90)
    return scene


def add_tokens(scene: ConrailScene, corp: str, *hexes: str) -> None:
    """Place tokens of a corporation in cities."""
    for hex in hexes:
        scene.tile(hex, "57")
        scene.corp(corp).tokens = (*scene.corp(corp).tokens, 20)
        scene.token(corp, hex)


def test_conrail_tells_what_it_was_made_of_while_its_tokens_are_chosen() -> None:
    scene = conrail()
    add_tokens(scene, "PRR", "I11", "G11", "I13")
    scene.begins()
    found = told(scene.game)
    assert [step.state for step in found.steps] == ["done"] * 5 + ["now"]
    assert found.joining == ("NYC", "PRR", "GT") or set(found.joining) == {"NYC", "PRR", "GT"}
    assert all(each.outcome == "joined" and each.lacking is None for each in found.debts)
    future = found.futures[0]
    assert future.price == scene.game.price(CR)
    assert future.price_made == "(125+100)/2, 2 to the left for 2 loans"
    gives = {each.holder: {part.corp: part.percent for part in each.gives} for each in found.exchange}
    assert gives["P1"] == {"PRR": 50, "NYC": 10, "GT": 20}
    held = {name: count * scene.corp(CR).percent for name, count in scene.corp(CR).shares.items()}
    assert {each.holder: each.percent for each in future.receives if each.holder in held} == held


def test_a_future_of_conrail_is_what_then_happens() -> None:
    scene = conrail()
    add_tokens(scene, "PRR", "I11", "G11", "I13")
    scene.begins()
    for future in told(scene.game).futures:
        assert future.choice is not None
        then = played_on(scene.game, future.choice)
        assert {(each.hex, each.stop) for each in future.tokens} == {
            (hex, token.stop) for hex, token in then.state.tokens_of(CR)
        }
        assert [each.worth for each in future.receives if each.worth is not None] == [
            then.worth(name) for name in then.players
        ]


def test_the_forecast_of_the_cgr_changes_nothing_and_says_what_it_takes_for_granted() -> None:
    scene = debts(tgb_saved_by=120)
    scene.turn("GW", "trains")
    before = scene.game.digest()
    found = merger.forecast(scene.game)
    assert scene.game.digest() == before
    assert found.imagined == "As if P1 bought the first 6-train now for GW, ignoring its price."
    paid, unpaid = found.futures
    assert (paid.name, unpaid.name) == ("Everyone who can pay does", "Nobody pays")
    assert "TGB" not in paid.joined
    assert "TGB" in unpaid.joined
    assert {step.state for step in found.steps} == {"ahead"}
    assert next(each for each in found.debts if each.corp == "TGB").outcome == "open"
    scene.first_six()
    real = next(
        each for each in told(scene.game).futures if each.name.startswith("TGB") and "pays" in each.name
    )
    assert (paid.price, paid.joined, paid.treasury) == (real.price, real.joined, real.treasury)
    assert receives(paid) == receives(real)


def test_a_forecast_may_suppose_who_pays() -> None:
    scene = debts(tgb_saved_by=120)
    scene.turn("GW", "trains")
    paid, unpaid = merger.forecast(scene.game).futures
    (supposed, other) = merger.forecast(scene.game, {"TGB": True}).futures
    assert (supposed.name, other.name) == ("as you suppose", paid.name)
    assert set(supposed.joined) == set(unpaid.joined)
    assert supposed.assumed[0] == "TGB goes into the CGR, as is supposed."
    assert receives(supposed) == receives(unpaid)
    # The forecast ignores an impossible choice: no player can save WR.
    (supposed, other) = merger.forecast(scene.game, {"WR": False}).futures
    assert "WR" in supposed.joined


def test_of_a_choice_that_waits_the_later_ones_may_be_supposed(api: Api) -> None:
    scene = debts(tgb_saved_by=120)
    scene.set_cash("P4", 400)
    scene.first_six()
    found = told(scene.game)
    later = next(each.corp for each in found.debts if each.outcome == "open")
    for goes in (True, False):
        futures = merger.formation(scene.game, back(scene.game), {later: goes})
        assert futures is not None
        assert [each.choice for each in futures.futures] == [each.choice for each in found.futures]
        assert {later in each.joined for each in futures.futures} == {goes}


def test_what_is_supposed_is_asked_for_by_names(api: Api) -> None:
    table = api.new("1856")
    path = f"{table.path}/formation"
    assert api.get(path, joins="WR", stays="CA")["futures"][0]["name"] == "as you suppose"
    assert "no corporation XY" in api.get(path, 404, joins="XY")["error"]


def test_the_forecast_of_conrail_is_what_the_next_train_brings() -> None:
    scene = conrail()
    scene.turn("DT&I", "trains")
    (found,) = merger.forecast(scene.game).futures
    scene.begins()
    corp = scene.corp(CR)
    assert (found.price, found.president, found.treasury) == (scene.game.price(CR), corp.president, corp.cash)
    assert {
        each.holder: each.percent for each in found.receives if each.percent and each.worth is not None
    } == {name: count * corp.percent for name, count in corp.shares.items()}


def test_a_forecast_where_nobody_owes_anything() -> None:
    scene = CgrScene()
    found = merger.forecast(scene.game)
    assert found.text == "The CGR would not form now."
    assert not found.futures[0].forms
    scene.first_six()
    assert merger.forecast(scene.game).stage == "never"


def test_a_game_without_such_a_corporation_has_no_forecast(api: Api) -> None:
    table = api.new("1851")
    assert table.view()["forms"] is None
    assert "form" in api.get(f"{table.path}/formation", 404)["error"]


def test_the_forecast_is_served_at_any_moment(api: Api) -> None:
    table = api.new("1856")
    assert table.view()["forms"] == {"corp": "CGR", "name": "the CGR", "stage": "ahead"}
    found = msgspec.convert(api.get(f"{table.path}/formation", at=0), FormationFacts)
    assert found.imagined == "No corporation has started, so none could buy the first 6-train."
    assert not any(future.forms for future in found.futures)


def test_unknown_is_said_in_words() -> None:
    with pytest.raises(GameNotFound, match="No corporation of this game is formed from others"):
        merger.forecast(trunkline.new("1851", ["Ann", "Bob", "Cy"]))


def test_a_price_at_the_floor_and_a_president_say_why() -> None:
    name = "1856-4p-buy_trains-1856-printed-announced-4p-3-840"
    found = merger.forecast(next(each for each in positions() if each.name == name).game())
    formed = [future for future in found.futures if future.forms]
    assert formed
    for future in formed:
        assert future.president_rule.startswith("1856.cgr.president-")
        assert future.president_made
        assert (future.price == 100) == ("at least $100" in future.price_made)
