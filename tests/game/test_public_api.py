"""Tests of the public functions with bad values: an answer, a ``UsageError`` or a ``Refusal``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import GeneratorType
from typing import Any

import pytest
from msgspec import structs

import trunkline
from trunkline import actions, interop, notation, routes
from trunkline.game import Game
from trunkline.game.position import Position
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer

BAD: list[Any] = [None, 1, -1, 1.5, True, 10**30, "", "foo", "\ud800", b"x", (), [], {}, ["foo"], {"a": 1}]
CALLBACKS = {"progress"}
"""Parameters that take a function. A wrong one may raise any error."""
MODULES = (trunkline, interop, notation, routes)
TRUSTED = {"at_state"}
"""Methods for stores, which pass trusted values."""


@pytest.fixture(scope="module", params=[0, 250], ids=["opening", "operating"])
def game(request: pytest.FixtureRequest) -> Game:
    """A game before its first action, and one in an operating round."""
    found = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1)
    play_out(found, RandomPlayer(1), max_actions=request.param)
    return found


def functions(game: Game) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield every public function and method with its name."""
    for thing in (game, Position.of(game)):
        for name, member in inspect.getmembers(thing, callable):
            if not name.startswith("_") and name not in TRUSTED:
                yield f"{type(thing).__name__}.{name}", member
    for module in MODULES:
        for name in module.__all__:
            if inspect.isfunction(member := getattr(module, name)):
                yield f"{module.__name__}.{name}", member
    for member in (actions.validated, actions.decode, actions.encode, actions.tag, Position.of):
        yield f"actions.{member.__name__}", member
    for choice in game.legal():
        if isinstance(choice, trunkline.Amounts):
            yield "Amounts.at", choice.at
        if isinstance(choice, trunkline.Open):
            yield "Open.check", choice.check


def right(game: Game, folder: Path) -> dict[str, Any]:
    """Return values that fit the parameters of these names."""
    corp = next(iter(game.state.corporations))
    file = folder / "none.json"
    return {
        "action": game.legal()[0],
        "actions": [],
        "amount": 1,
        "company": corp,
        "corp": corp,
        "game": game,
        "line": game.to_line(),
        "number": 0,
        "path": file,
        "player": "Ann",
        "players": game.players,
        "position": game,
        "routes": [],
        "source": file,
        "stops": [],
        "text": "buys flos",
        "title": "1856",
        "train": "2",
        "trains": ["2"],
    }


def test_bad_values_get_a_sentence(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some values are valid file names
    found: list[str] = []
    before = game.digest()
    for name, function in functions(game):
        parameters = [
            each
            for each in inspect.signature(function).parameters.values()
            if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) and each.name not in CALLBACKS
        ]
        needed = [each.name for each in parameters if each.default is each.empty]
        for parameter in parameters:
            for value in BAD:
                given = {**{key: right(game, tmp_path).get(key) for key in needed}, parameter.name: value}
                how = [given.pop(each.name) for each in parameters if each.kind is each.POSITIONAL_ONLY]
                try:
                    answer = function(*how, **given)
                    if isinstance(answer, GeneratorType):
                        list(answer)
                except (trunkline.UsageError, trunkline.Refusal):
                    continue
                except Exception as error:
                    found.append(f"{name}({parameter.name}={value!r}): {error!r}")
    assert found == []
    assert game.digest() == before


def test_a_comment_stands_behind_an_action_that_there_is() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    game.play(actions.Pass("Ann"))
    assert "{why}" in game.to_text({1: "why"})
    for comments in ({2: "x"}, {-1: "x"}, {1: 7}, {"1": "x"}, [(1, "x")]):
        with pytest.raises(trunkline.UsageError, match=r"[Cc]omment"):
            game.to_text(comments)  # type: ignore[arg-type]


FIELDS = {"private": "private", "power": "private", "corp": "corporation"}
"""The words of refusals, by the field that names a thing."""
TRUE_WORDS = ("it is not the moment for it", "there is no such ")
"""Other true reasons for the refusal of a thing that does not exist."""


@pytest.mark.slow
@pytest.mark.parametrize("title", trunkline.catalogue())
def test_an_unknown_private_or_corporation_is_refused_in_true_words(title: str) -> None:
    seen: set[tuple[str, str]] = set()
    game, bot = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=2), RandomPlayer(2)
    while not game.over and len(game.actions) < 600:
        for choice in game.legal() if len(game.actions) % 3 == 0 else ():
            action = (
                choice.best()
                if isinstance(choice, trunkline.Open)
                else choice.action
                if isinstance(choice, trunkline.Amounts)
                else choice
            )
            for field in structs.fields(type(action)):
                if field.name in FIELDS:
                    what = FIELDS[field.name]
                    refusal = game.check(structs.replace(action, **{field.name: "foo"}))
                    assert refusal is not None
                    true = refusal.why.startswith(f"there is no {what} 'foo'")
                    assert true or refusal.why.startswith(TRUE_WORDS), str(refusal)
                    seen.add((type(action).__name__, field.name))
        game.play(bot.choose(game, min(game.to_act)))
    assert {("LayTile", "corp"), ("LayTile", "power"), ("BuyShare", "corp"), ("BuyTrain", "corp")} <= seen


def test_buying_a_private_that_does_not_exist_says_so() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    refusal = game.check(actions.BuyOffered("Ann", "foo"))
    assert refusal is not None
    assert refusal.why == (
        "there is no private 'foo' in this game; there are flos, ws, canada, lakes, bridge, tunnel"
    )
    with pytest.raises(trunkline.Refusal, match="there is no private 'foo'"):
        notation.parse("buys foo", game)
    known = game.check(actions.BuyOffered("Ann", "canada"))
    assert known is not None
    assert known.why == "Flos Tramway is on offer"
