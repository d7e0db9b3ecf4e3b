"""18Lyonesse, the example of full size: its check, two games, and rules that 18Isle does not use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from table_scene import AuctionScene, FloatingScene
from trunkline import actions as A
from trunkline.engine.invariants.holdings import certificates
from trunkline.engine.kernel import chart
from trunkline.lab.soak.games import Plan, play_all
from trunkline.lab.title_check.check import still_findings
from trunkline.titles import add_file, boards, registry, rules_of

LYONESSE = Path(__file__).resolve().parents[3] / "examples" / "18lyonesse"


class LyonesseScene(AuctionScene, FloatingScene):
    """A position of the example."""

    TITLE = "18Lyonesse"
    STEPS = ("track", "token", "run", "dividend", "trains")


@pytest.fixture(autouse=True)
def title(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Add the example for one test."""
    monkeypatch.setenv(registry.VARIABLE, "")
    registry.packages.cache_clear()
    yield add_file(LYONESSE)
    monkeypatch.undo()
    registry.packages.cache_clear()


def test_its_board_has_no_findings(title: str) -> None:
    assert still_findings(boards()[title]()) == []


def test_two_random_games_end_and_pass_all_checks(title: str) -> None:
    outcomes = list(play_all(Plan(title, 2, (3, 5), seed=7)))
    assert [outcome.finding for outcome in outcomes] == [None, None]
    assert {outcome.ending for outcome in outcomes} <= {"bank", "bankruptcy"}


def test_a_token_without_track_is_placed_again_after_the_first_tile() -> None:
    scene = LyonesseScene().opened().phase("3")
    scene.floated("KM", "P1", price=74, cash=200)
    scene.turn("KM").play(scene.lay("KM", "C9:59:0"))
    assert scene.legal(A.PlaceToken) == [scene.place("KM", "C9", 0), scene.place("KM", "C9", 1)]
    scene.play(scene.place("KM", "C9", 1))
    assert [(token.corp, token.stop) for token in scene.state.tokens["C9"]] == [("KM", 1)]


@pytest.mark.parametrize("owner", ["P2", "CW", ""])
def test_a_given_share_counts_as_sold_after_its_private_is_sold_or_closed(owner: str) -> None:
    scene = LyonesseScene().opened(assay="P2")
    private, corp = scene.state.privates["assay"], scene.state.corporations["PN"]
    corp.offering, corp.shares = 9, {"P2": 1}
    private.player, private.corp, private.closed = owner * (owner == "P2"), owner * (owner == "CW"), not owner
    found = map(str, certificates(scene.game.title, scene.state))
    assert [text for text in found if "PN" in text] == []


def test_a_price_at_the_end_of_a_row_follows_the_arrow() -> None:
    scene = LyonesseScene().opened()
    scene.floated("KM", "P1", price=74, cash=200)
    corp = scene.corp("KM")
    corp.cell = (3, 10)
    chart.right(scene.table, corp)
    assert corp.cell == (2, 10)
    corp.cell = (3, 0)
    chart.left(scene.table, corp)
    assert corp.cell == (4, 0)


def test_its_rules_name_the_arrows(title: str) -> None:
    assert rules_of(title)["18lyonesse.dividend.price"].rule.endswith(
        "the price follows the arrow of its box."
    )
