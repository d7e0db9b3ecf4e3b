"""Tests that the predicted outcome of an action matches the next moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trunkline
from browser.positions import positions
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.game import Game
from trunkline.game.actions import validated
from trunkline.game.position import Position
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.web.presenters import decisions, effects
from web.http.api import Api, Table, table_at
from web.http.recorded import recorded

EVERY = 40
"""Number of moments between two checks of a recorded game."""
RARE = (A.TakeLoan, A.BuyTrain, A.StartCorporation, A.SellShares, A.BuyPrivate, A.Answer)


def sampled(game: Game) -> Iterator[int]:
    """Yield moments of a game, more of them before rare actions, and all before a new phase."""
    rare = 0
    phases = [game.at(number).state.phase for number in range(len(game.actions) + 1)]
    for number, action in enumerate(game.actions):
        rare += isinstance(action, RARE)
        often = isinstance(action, RARE) and rare % 4 == 0
        if number % EVERY == 0 or often or phases[number] != phases[number + 1]:
            yield number


def plain(facts: object) -> Any:
    """Return facts as the client receives them."""
    return msgspec.json.decode(msgspec.json.encode(facts))


def brief(table: Table, number: int) -> dict[str, Any]:
    """Return the view of a moment without its legal and forbidden actions."""
    found: dict[str, Any] = table.api.get(table.path, at=number, brief=True)
    return found


def made(choice: Choice) -> A.Action:
    """Return an action of a choice: the best one or the lowest amount."""
    if isinstance(choice, Open):
        return validated(choice.best())
    return validated(choice.at(choice.low) if isinstance(choice, Amounts) else choice)


def by(found: list[dict[str, Any]], key: str) -> dict[str, dict[str, Any]]:
    return {each[key]: each for each in found}


def differences(kept: dict[str, Any], then: dict[str, Any], field: str) -> dict[str, tuple[Any, Any]]:
    """Return the values of a field that differ between two moments, by player or corporation."""
    return {
        name: (kept[name][field], then[name][field])
        for name in kept
        if kept[name][field] != then[name][field]
    }


def holdings(view: dict[str, Any]) -> dict[tuple[str, str], int]:
    return {
        (corp["id"], each["place"]): each["percent"]
        for corp in view["corporations"]
        for each in corp["holdings"]
    }


def boxes(view: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {corp: (stack["row"], stack["column"]) for stack in view["chart"] for corp in stack["tokens"]}


def compare(outcome: dict[str, Any], view: dict[str, Any], then: dict[str, Any]) -> set[str]:
    """Check an outcome against the moments before and after the action.

    Returns:
        The names of its non-empty parts.
    """
    players = by(view["players"], "name"), by(then["players"], "name")
    corps = by(view["corporations"], "id"), by(then["corporations"], "id")

    def told(part: str) -> dict[str, tuple[Any, Any]]:
        return {each["name"]: (each["before"], each["after"]) for each in outcome[part]}

    assert told("cash") == differences(*players, "cash") | differences(*corps, "cash")
    assert told("worth") == differences(*players, "worth")
    counted = {each["player"]: each for each in outcome["certificates"]}
    changed = differences(*players, "certificates")
    assert {
        name: (each["before"], each["after"]) for name, each in counted.items() if name in changed
    } == changed
    assert set(counted) == {*changed, *differences(*players, "limit")}
    assert all(each["limit"] == players[1][name]["limit"] for name, each in counted.items())
    held, holds = holdings(view), holdings(then)
    assert {
        (each["corp"], each["place"]): (each["before"], each["after"]) for each in outcome["holdings"]
    } == {
        key: (held.get(key, 0), holds.get(key, 0))
        for key in {*held, *holds}
        if held.get(key) != holds.get(key)
    }
    assert {each["corp"]: (each["before"], each["after"]) for each in outcome["presidents"]} == differences(
        *corps, "president"
    )
    stood, stands = boxes(view), boxes(then)
    moved = {corp for corp in {*stood, *stands} if stood.get(corp) != stands.get(corp)}
    assert moved <= {each["corp"] for each in outcome["prices"]}
    for each in outcome["prices"]:
        corp = each["corp"]
        for box, where, price in ((each["from"], stood, view), (each["to"], stands, then)):
            if box is None or corp not in where:
                assert corp not in where or price["corporations"] == []
                continue
            assert (box["row"], box["column"]) == where[corp]
            assert box["price"] == by(price["corporations"], "id")[corp]["price"]
        assert each["path"][-1:] == ([each["to"]] if each["to"] else [])
    assert sorted(told("loans").items()) == sorted(
        (name, (old["count"], new["count"]))
        for name, (old, new) in differences(*corps, "loans").items()
        if old and new and old["count"] != new["count"]
    )
    for name, (old, new) in differences(*corps, "trains").items():
        came = [each["type"] for each in outcome["trains"] if each["to"] == name]
        went = [each["type"] for each in outcome["trains"] if each["from"] == name]
        assert sorted([*old, *came]) == sorted([*new, *went])
    privates = by(view["privates"], "id"), by(then["privates"], "id")
    assert {each["private"] for each in outcome["privates"]} >= set(differences(*privates, "owner"))
    phases = view["phase"]["name"], then["phase"]["name"]
    assert outcome["phase"] == ({"before": phases[0], "after": phases[1]} if phases[0] != phases[1] else None)
    if then["over"]:
        assert outcome["next"] is None
    else:
        asked = then["decision"]
        assert outcome["next"] == {
            "seats": asked["seats"],
            # In a turn the prompt names the first possible step. The test below checks it.
            "step": outcome["next"]["step"] if asked["corp"] else asked["text"],
            "corp": asked["corp"],
            "about": asked["about"],
        }
    return {part for part, found in outcome.items() if found}


def test_what_is_asked_next_in_a_turn_is_foretold_in_the_words_of_the_question() -> None:
    name = "1856-5p-buy_trains-1856-18xx.games-free-5p-4-684"
    game = next(each for each in positions() if each.name == name).game()
    ends = next(each for each in game.legal() if isinstance(each, A.Pass))
    foretold = effects.tried(game, ends).outcome.next
    game.play(ends)
    asked = decisions.decision(game, live=True)
    assert asked is not None
    assert foretold is not None
    assert (asked.text, foretold.step) == ("redeem loans", "repay loans")
    assert foretold.step == asked.groups[0].heading.lower()


@pytest.mark.parametrize("title", trunkline.catalogue(teaching=False))
def test_what_is_told_of_an_action_is_what_the_next_moment_shows(title: str, store: Path) -> None:
    game = recorded(title)
    actions = game.actions
    told: set[str] = set()
    with table_at(store) as client:
        table = Api(client).taken_in(game.to_bytes())
        for number in sampled(game):
            outcome = plain(effects.tried(game.at(number), actions[number]).outcome)
            later = number + 1
            if outcome["asked"]:
                answer = actions[later] if later < len(actions) else None
                if not (isinstance(answer, A.Answer) and answer.accept):
                    continue
                later += 1
            told |= compare(outcome, *(brief(table, moment) for moment in (number, later)))
    missing = {
        "cash",
        "worth",
        "certificates",
        "prices",
        "holdings",
        "presidents",
        "trains",
        "phase",
        "next",
    } - told
    assert not missing


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_what_is_barred_was_legal_and_what_is_opened_was_not(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=7)
    barred, opened = 0, 0
    for _ in play_turns(game, RandomPlayer(7)):
        if game.over or len(game.actions) > 260:
            break
        if len(game.actions) % 6:
            continue
        for action in [choice for choice in game.legal() if isinstance(choice, A.Action)][:4]:
            outcome = effects.tried(game, action).outcome
            trial = game.copy()
            trial.play(action)
            if outcome.asked:
                continue
            lost = {(tagged(each), refusal.rule) for each in every(game) if (refusal := trial.check(each))}
            won = {tagged(each) for each in every(trial) if game.check(each)}
            assert {(bar.kind, bar.rule) for bar in outcome.bars} <= lost
            assert {come.kind for come in outcome.opens} <= {*won, "run"}
            assert all(game.title.rules[bar.rule].section == bar.section for bar in outcome.bars)
            barred += sum(bar.count for bar in outcome.bars)
            opened += sum(come.count for come in outcome.opens)
    assert barred
    assert opened


def tagged(action: A.Action) -> str:
    return A.tag(type(action))


def every(game: Game) -> list[A.Action]:
    """Return the legal actions. Ranges give their lowest and highest amounts."""
    found = [
        (each.at(each.low), each.at(each.high))
        for each in game.legal()
        if isinstance(each, trunkline.Amounts)
    ]
    return [
        *(each for ends in found for each in ends),
        *(each for each in game.legal() if isinstance(each, A.Action)),
    ]


def test_who_sells_shares_may_not_buy_there_again() -> None:
    scene = Scene()
    scene.started("GT", par=75, shares={"P1": 3, "P2": 4}, operated=True)
    scene.started("CA", par=75, shares={"P1": 4, "P2": 3}, operated=True)
    scene.stock("P2")
    outcome = effects.tried(scene.game, A.SellShares("P2", "CA", 1)).outcome
    (bar,) = [bar for bar in outcome.bars if bar.kind == "buy_share" and "CA" in bar.corps]
    assert "GT" not in bar.corps
    assert bar.rule == "1856.stock.buy.no-rebuy-after-sale"
    assert bar.section
    assert bar.why


def test_a_purchase_does_not_warn_of_the_other_purchases_of_the_turn() -> None:
    scene = Scene()
    scene.started("GT", par=75, shares={"P1": 3, "P2": 2}, operated=True)
    scene.stock("P2")
    outcome = effects.tried(scene.game, A.BuyShare("P2", "GT", "offering")).outcome
    starts = [bar for bar in outcome.bars if bar.kind == "start"]
    assert [(bar.rule, bar.forfeited) for bar in starts] == [("1856.sequence.one-purchase", False)]


def test_what_an_action_gives_up_is_what_a_program_is_told() -> None:
    found: set[str] = set()
    kinds = {"lay track", "place a station token", "buy, sell or pass"}
    for kept in [each for each in positions() if each.kind in kinds][::4]:
        game = kept.game()
        here = Position.of(game)
        for choice in game.legal()[:40]:
            action = made(choice)
            outcome = effects.tried(game, action).outcome
            if outcome.asked:
                continue
            told = {str(bar.kind) for bar in outcome.bars if bar.forfeited}
            assert told <= {A.tag(kind) for kind in here.forfeits(action)}
            if isinstance(choice, Open):
                assert told == {A.tag(kind) for kind in here.forfeits(action)} - {"pass"}
            found |= told
    assert {"lay_tile", "place_token"} <= found


def test_several_actions_are_answered_in_their_order_and_a_refusal_stands_in_its_place(api: Api) -> None:
    table = api.new()
    actions = [A.BuyOffered("Ann", "flos"), A.BuyOffered("Bob", "flos"), A.Bid("Ann", "ws", 45)]
    body = {"version": 0, "action": [A.encode(action) for action in actions]}
    bought, refused, bid = api.post(f"{table.path}/try", 200, body)
    assert bought["outcome"]["cash"] == [{"name": "Ann", "before": 500, "after": 480}]
    assert bought["outcome"]["privates"] == [
        {
            "private": "flos",
            "name": bought["outcome"]["privates"][0]["name"],
            "before": "",
            "after": "Ann",
            "closed": False,
        }
    ]
    assert bought["outcome"]["next"]["seats"] == ["Bob"]
    assert refused["rule"] == "1856.initial.options"
    assert refused["error"].endswith(f"{refused['why']}.")
    assert refused["section"]
    assert bid["outcome"]["next"]["seats"] == ["Bob"]
    alone = {"version": 0, "action": A.encode(actions[0])}
    assert api.post(f"{table.path}/try", 200, alone) == bought
    assert api.post(f"{table.path}/try", 400, {"version": 0, "action": []})["error"]
    assert table.log() == []


def test_what_was_asked_of_a_moment_is_answered_of_it_when_the_game_has_moved_on(api: Api) -> None:
    table = api.new()
    bought = A.encode(A.BuyOffered("Ann", "flos"))
    body = {"version": 0, "action": bought}
    before = api.post(f"{table.path}/try", 200, body)
    api.post(f"{table.path}/actions", 200, body)
    assert api.post(f"{table.path}/try", 200, body) == before
    # The current moment refuses the same action.
    assert api.post(f"{table.path}/try", 422, {"version": 1, "action": bought})["rule"]
    assert api.post(f"{table.path}/try", 404, {"version": 2, "action": bought})["error"]


def test_an_offer_is_told_as_accepted_and_names_who_is_asked() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    for _ in play_turns(game, RandomPlayer(4)):
        ranges = [choice for choice in game.legal() if isinstance(choice, trunkline.Amounts)]
        offers = [each.at(each.high) for each in ranges if isinstance(each.action, A.BuyPrivate)]
        asked = [offer for offer in offers if game.effects(offer).asked]
        if asked:
            break
    offer = asked[0]
    assert isinstance(offer, A.BuyPrivate)
    facts = effects.tried(game, offer)
    assert facts.outcome.asked == game.state.privates[offer.private].player
    assert facts.cash == ()
    (sold,) = facts.outcome.privates
    assert (sold.private, sold.before, sold.after) == (
        offer.private,
        facts.outcome.asked,
        offer.corp or offer.player,
    )
    assert facts.outcome.asked in {change.name for change in facts.outcome.cash}
