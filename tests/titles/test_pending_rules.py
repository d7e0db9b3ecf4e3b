"""The rule that refuses other actions while a decision is pending.

``EXPECTED`` has a row for every kind of decision of every title, and for every kind of offer.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest
from msgspec.structs import replace

import trunkline
from browser.positions import Position, played_to, positions
from cgr_scene import CgrScene
from scenes import Scene as Scene1856
from scenes_18gl import Scene as Scene18GL
from scenes_1851 import Scene as Scene1851
from table_scene import TableScene
from trunkline import actions as A
from trunkline.engine.kernel import decisions as D
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Decision
from trunkline.engine.kernel.state import BANK
from trunkline.engine.loans import state as loan_state
from trunkline.engine.steps.offers import OfferStep
from trunkline.game import Game
from trunkline.titles.t18gl import decisions as D18GL
from trunkline.titles.t1856 import decisions as D1856

TILE = A.LayTile("P1", "", "", "", 0)
TRAIN = A.BuyTrain("P1", "", "", "", 1)
POWER = "privates.power-for-any-corporation"


class Row(NamedTuple):
    """A decision, and the rule (without the title's id) that refuses other kinds of action."""

    decision: Decision
    rule: str


EXPECTED: dict[str, tuple[Row, ...]] = {
    "1856": (
        Row(D.Offer("P1", TRAIN), "buy-train.deal-terms"),
        Row(D.Offer("P1", A.BuyPrivate("P2", "flos", 20, "GT")), "buy-private.when"),
        Row(D.Offer("P1", A.BuyPrivate("P2", "flos", 20)), "stock.buy.private-instead"),
        Row(D.Discard("P1", "GT"), "buy-train.phase-excess"),
        Row(D.Announcement("P2", "GT", ("P1",), 0, A.RunTrains("P2", "GT")), "run.shareholder-objection"),
        Row(D.HomeChoice("P1", "THB", "L15"), "start.home-marker"),
        Row(D.PlaceTokensAgain("P1", "L15", ("THB",)), "track.tokens-keep-place"),
        Row(loan_state.LoanChoice("P1", "GT"), "loan.before-interest"),
        Row(loan_state.Debt("P1", "GT", 20), "interest.then-president"),
        Row(loan_state.Debt("P1", "GT", 100, cause="the loans"), "redeem.president-adds"),
        Row(D1856.DebtsDue(("GT",)), "cgr.payoff-order"),
        Row(D1856.TokensToLose("P1"), "cgr.token-count"),
        Row(D1856.TrainsToKeep("P1"), "cgr.trains-kept"),
        Row(D1856.OverfullPool(("P1",)), "cgr.market-excess-purchase"),
        Row(D1856.SecondShareDue("P1"), "cgr.president-must-buy"),
    ),
    "1851": (
        Row(D.Offer("P1", TRAIN), "train.from-other-president"),
        Row(D.Discard("P1", "L&N"), "train.discard-excess"),
        Row(D.Announcement("P2", "L&N", ("P1",), 0, A.RunTrains("P2", "L&N")), "run.best-announced"),
        Row(D.PriceChoice("P1", "L&N"), "setup.ln-initial-price"),
    ),
    "18GL": (
        Row(D.Offer("P1", TRAIN), "buy-train.between-corporations"),
        Row(D.Offer("P1", TILE), POWER),
        Row(D.Offer("P1", A.PlacePrivateToken("P2", "IC", "port", "C7")), POWER),
        Row(D.Offer("P1", A.AssignPower("P2", "IC", "bridge")), POWER),
        Row(D.Offer("P1", A.ActivateFerry("P2", "IC", "alpena")), POWER),
        Row(D.Discard("P1", "IC"), "buy-train.discard"),
        Row(D.Announcement("P2", "IC", ("P1",), 0, A.RunTrains("P2", "IC")), "run.maximum"),
        Row(D.HomeChoice("P1", "WAB", "B18"), "corp.home-token"),
        Row(D.PriceChoice("P1", "PRR"), "privates.ca.presidency"),
        Row(D.FerryEnd("P1", "IC", ("F4",)), "privates.ferry.tiles"),
        Row(D18GL.ConrailTokens("P1"), "conrail.tokens.additional"),
        Row(D18GL.Shortfall("P1", "IC", "interest", {BANK: 50}), "interest.emergency"),
        Row(D18GL.Shortfall("P1", "CR", "bond interest", {BANK: 10}), "bond-interest.shortfall"),
    ),
}

KEPT_OUT: dict[str, dict[type[A.Action], str]] = {
    "1856": {
        A.AnnounceRuns: "run.shareholder-objection",
        A.AskNoMore: "run.shareholder-objection",
        A.RemoveToken: "marker.permanent",
        A.DeclareBankruptcy: "end.no-voluntary-bankruptcy",
        A.DiscardTrain: "buy-train.no-voluntary-discard",
    },
    "1851": {
        A.AnnounceRuns: "run.best-announced",
        A.AskNoMore: "run.best-announced",
        A.BuyPrivate: "privates.no-other-disposal",
        A.RemoveToken: "marker.permanent",
        A.DeclareBankruptcy: "train.bankruptcy",
        A.DiscardTrain: "train.discard-excess",
    },
    "18GL": {
        A.AnnounceRuns: "run.maximum",
        A.AskNoMore: "run.maximum",
        A.BuyPrivate: "privates.stay-with-buyer",
        A.TakeLoan: "emergency.not-voluntary",
        A.DeclareBankruptcy: "bankruptcy.when",
        A.DiscardTrain: "buy-train.discard",
    },
}
"""Kinds of action that a separate rule refuses at the wrong moment, with that rule."""

SALES_WHILE_LOANS_FALL_DUE = "cgr.payoff-president-cash"
SCENES: dict[str, type[TableScene]] = {"1856": Scene1856, "1851": Scene1851, "18GL": Scene18GL}


def waiting(title: str, decision: Decision) -> Game:
    """Return a game of the title in which this decision is pending."""
    scene = SCENES[title](3, runs="announced").opened().stock("P1")
    scene.state.pending.append(decision)  # type: ignore[arg-type]
    return scene.game


def cited(game: Game) -> dict[type[A.Action], str]:
    """Return the rule, without the title's id, that refuses each kind of action at the wrong moment."""
    t = Context(game.title, game.state)
    step = referee.current(game.title, game.state)
    assert step is not None
    kinds = [kind for kind in game.title.kinds if kind not in step.kinds]
    return {kind: referee._not_now(t, step, kind).rule.partition(".")[2] for kind in kinds}


def expected(title: str, decision: Decision, rule: str, kind: type[A.Action]) -> str:
    """Return the rule that refuses this kind of action while the decision is pending."""
    if isinstance(decision, D1856.DebtsDue) and kind is A.SellShares:
        return SALES_WHILE_LOANS_FALL_DUE
    return KEPT_OUT[title].get(kind, rule)


ROWS = [
    pytest.param(title, *row, id=f"{title} {row.rule}") for title, rows in EXPECTED.items() for row in rows
]


@pytest.mark.parametrize(("title", "decision", "rule"), ROWS)
def test_another_kind_of_action_is_refused_by_the_rule_of_the_decision(
    title: str, decision: Decision, rule: str
) -> None:
    found = cited(waiting(title, decision))
    assert len(found) > 8
    assert found == {kind: expected(title, decision, rule, kind) for kind in found}


@pytest.mark.parametrize("title", EXPECTED)
def test_every_kind_of_decision_and_of_offer_has_a_row(title: str) -> None:
    rows = EXPECTED[title]
    names = ["P1", "P2", "P3"]
    known = trunkline.new(title, names, runs="announced").title.decisions
    assert {type(row.decision) for row in rows} == set(known)
    answered = known[D.Offer]
    assert isinstance(answered, OfferStep)
    offered = {type(row.decision.offer) for row in rows if isinstance(row.decision, D.Offer)}
    assert offered == set(answered.carry_out)


def row_of(title: str, decision: Decision) -> str | None:
    """Return the rule of the row for such a decision, or None if several rows differ."""
    rows = [row for row in EXPECTED[title] if alike(row.decision, decision)]
    return rows[0].rule if len({row.rule for row in rows}) == 1 else None


def alike(one: Decision, other: Decision) -> bool:
    """Return whether two decisions are of one kind, and about the same kind of offer."""
    if isinstance(one, D.Offer) and isinstance(other, D.Offer):
        return type(one.offer) is type(other.offer)
    return type(one) is type(other)


@cache
def asked_in_games() -> tuple[tuple[Position, Game], ...]:
    """Return the recorded positions in which a decision interrupts a turn. Each game is played once."""
    kinds = {type(row.decision).__name__ for rows in EXPECTED.values() for row in rows}
    found: list[tuple[Position, Game]] = []
    game: Game | None = None
    source = ""
    for position in sorted(positions(), key=lambda each: (each.source, each.at)):
        if position.kind in kinds:
            game = played_to(position, game if position.source == source else None)
            source = position.source
            found.append((position, game.copy()))
    return tuple(found)


def test_in_positions_of_whole_games_the_same_rules_are_cited() -> None:
    met: set[tuple[str, str]] = set()
    for position, game in asked_in_games():
        decision = game.state.pending[-1]
        if rule := row_of(position.title, decision):
            met.add((position.title, rule))
            for kind, found in cited(game).items():
                assert found == expected(position.title, decision, rule, kind), f"{kind} in {position.name}"
    assert len(met) >= 16


def test_others_are_refused_by_a_rule_of_who_decides() -> None:
    mine = {"overview.president-decides", "or.president-decides", "presidency.assets-follow"}
    met: Counter[str] = Counter()
    for position, game in asked_in_games():
        rule = row_of(position.title, game.state.pending[-1])
        other = next(name for name in game.players if name not in game.to_act)
        for action in map(first, game.legal()[:2]):
            if rule and action:
                refusal = game.check(replace(action, player=other))
                assert refusal is not None
                assert refusal.rule.partition(".")[2] in {*mine, rule}, f"{action} in {position.name}"
                met[position.title] += 1
    assert min(met[title] for title in EXPECTED) > 10


def first(choice: Choice) -> A.Action | None:
    """Return an action that a choice represents, or None if it is open."""
    if isinstance(choice, Amounts):
        return choice.action
    return choice if isinstance(choice, A.Action) else None


def test_cgr_tokens_on_one_hex_are_refused_by_their_own_rule() -> None:
    scene = CgrScene()
    scene.started("CGR", "P1", home=False)
    scene.token("CGR", "L15", 0)
    scene.token("CGR", "L15", 1)
    scene.stock("P1")
    scene.state.pending.append(D1856.TokensToLose("P1"))  # type: ignore[arg-type]
    assert cited(scene.game)[A.Pass] == "cgr.token-one-per-tile"
