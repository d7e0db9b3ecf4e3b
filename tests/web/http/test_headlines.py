"""Tests that the page and the terminal put creations, closings and bankruptcies first."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cgr_scene import CgrScene
from conrail_scene import ConrailScene
from scenes import Scene
from trunkline import actions as A
from trunkline.cli.terminal import menu
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.game.wording.headlines import CHANGES, ENDS
from trunkline.titles import build, catalogue
from trunkline.web.presenters import decisions, effects
from trunkline.web.schemas.moment import ChoiceFacts

NAMED = re.compile("Forms|Closed|Bankrupt|Merged|Absorbed|Floated|Ended|EndAgreed|Broke|EndPrice|Rusted|Due")
"""Names of event kinds that create, close or bankrupt a company, or end the game."""


def shown(game: Game, action: A.Action) -> ChoiceFacts:
    """Return the choice of an action as the page shows it."""
    (found,) = [each for group in decisions.groups(game) for each in group.choices if each.action == action]
    return found


def in_terminal(game: Game, action: A.Action) -> list[str]:
    """Return the lines below a choice in the terminal menu."""
    items = menu.numbered(menu.menu(game, game.legal()))
    leaves = [leaf for item in items for leaf in (item.items or [item])]
    (found,) = [leaf for leaf in leaves if leaf.choice == action]
    return found.notes


def told(game: Game, action: A.Action) -> tuple[str, ...]:
    """Return the headlines of an action, and check that the page and the terminal show them."""
    found = effects.tried(game, action).outcome.headlines
    assert shown(game, action).headline == "; ".join(found)
    assert in_terminal(game, action) == (["; ".join(found)] if found else [])
    return found


def events_of(kind: type[Event]) -> Iterator[type[Event]]:
    """Yield all event kinds."""
    for each in kind.__subclasses__():
        yield each
        yield from events_of(each)


def test_the_purchase_that_forms_conrail_says_so_first() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P2": 5, "P1": 1}, cash=120)
    scene.old("NYC", {"P3": 5})
    scene.turn("DT&I", "trains")
    buys = scene.buy("DT&I", "10H")
    found = told(scene.game, buys)
    assert found[0] == "CONRAIL forms out of 2 corporations, each share 10% of it"
    assert found[1:3] == (
        "PRR has no train and is merged into CR",
        "NYC has no train and is merged into CR",
    )
    choice = shown(scene.game, buys)
    assert choice.headline not in choice.effect
    assert "merged" not in choice.effect


def test_the_train_that_makes_loans_fall_due_says_so_first() -> None:
    scene = CgrScene()
    scene.debtor("CA", {"P2": 4}, loans=2)
    scene.turn("GW", "trains")
    found = told(scene.game, scene.buy("GW", "6"))
    due, forms = found[0].split("; ")
    assert due == "After this turn the loans of CA fall due"
    assert forms == "the CGR forms out of the corporations that cannot clear them"
    scene.play(scene.buy("GW", "6"))
    assert told(scene.game, A.Pass("P1")) == ("All government loans fall due",)


def test_a_sale_that_closes_a_company_says_so_first() -> None:
    scene = Scene().opened().stock()
    scene.started("GT", "P2", price=30, shares={"P2": 4, "P1": 1})
    sale = A.SellShares("P1", "GT", 1)
    assert told(scene.game, sale) == ("GT closes; its shares are worthless",)


@pytest.mark.parametrize("title", catalogue())
def test_every_event_that_creates_closes_or_bankrupts_is_a_headline(title: str) -> None:
    built = build(Options(title, ("Ann", "Bob", "Cy")))
    listed = {*ENDS, *CHANGES, *built.turning_points, *built.headlines}
    own = f"trunkline.titles.t{title.lower()}."
    for kind in events_of(Event):
        here = kind.__module__.startswith(("trunkline.engine.kernel.", own))
        if here and NAMED.search(kind.__name__):
            assert kind in listed, kind
