"""Stated reasons of refusals: figures and names in them are those of the table.

A claim is a pattern of a reason, with a check of the state. The reasons come from all refused actions in
recorded positions of whole games, and in random positions in which a train must be bought.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from browser.positions import played_to, positions
from money_18gl import POOL, conrail, in_need
from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot, shares
from trunkline.engine.kernel.choice import Amounts, Candidate
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import BANK, Corporation
from trunkline.engine.mechanisms import bonds
from trunkline.game import Game
from trunkline.web.presenters.emergency import payment_due


class Said(NamedTuple):
    """A refused action at a moment, with the words of the reason that a claim matches."""

    t: Context
    action: A.Action
    words: dict[str, str]

    def dollars(self, name: str = "sum") -> int:
        """Return a figure of the reason."""
        return int(self.words[name].replace(",", ""))

    @property
    def corp(self) -> Corporation:
        """The corporation named by the reason, or else by the action."""
        return self.t.state.corporations[self.words.get("corp") or str(getattr(self.action, "corp", ""))]

    @property
    def cash(self) -> int:
        """The cash of the player named by the reason."""
        return self.t.state.players[self.words["player"]].cash

    @property
    def price(self) -> int:
        """The price of the purchase that was refused."""
        return int(getattr(self.action, "price", 0))

    @property
    def due(self) -> int:
        """The total that the president needs, or 0 if no payment is pending."""
        found = payment_due(self.t.title, self.t.state)
        return max(0, found.payment.due) if found else 0

    @property
    def lacking(self) -> int:
        """The amount that the president lacks for the payment."""
        found = payment_due(self.t.title, self.t.state)
        return found.payment.lacking(self.t) if found else 0


def on_offer(ctx: Context) -> list[int]:
    """Return the prices of the trains of bank and pool."""
    return [depot.train_type(ctx, train).price for train in (*depot.on_sale(ctx), *ctx.state.trains_at(POOL))]


def owns(said: Said) -> int:
    """Return the number of trains that the corporation owns."""
    return len(said.t.state.trains_at(said.corp.id))


def pays_itself(said: Said) -> bool:
    """Return whether the figure is the corporation's money for a train that is not the bank's."""
    source = getattr(said.action, "source", BANK)
    has = said.corp.cash
    if source == POOL and said.corp.id == "CR" and said.t.state.bonds:
        has += bonds.held(said.t, "treasury") * 100
    return source != BANK and has == said.dollars() < said.price


CORP, PLAYER, SUM = r"(?P<corp>[^ ]+)", r"(?P<player>\w+)", r"\$(?P<sum>[\d,]+)"
CLAIMS: dict[str, Callable[[Said], bool]] = {
    rf"{CORP} has only {SUM}": lambda said: said.corp.cash == said.dollars() < said.price,
    rf"a train at {SUM} is the cheapest": lambda said: said.dollars() == min(on_offer(said.t)),
    rf"{PLAYER} has the {SUM} that are due": lambda said: 0 < said.dollars() == said.due <= said.cash,
    rf"nothing is due from {PLAYER}": lambda said: said.due == 0,
    r"no payment is due": lambda said: said.due == 0,
    rf"{CORP} has {SUM}; loans and its president's money pay only for a train of the bank": pays_itself,
    rf"{CORP} may own no more than (?P<sum>\d+) trains": lambda said: owns(said) >= said.dollars(),
    rf"{CORP} (has a run and )?must own a train": lambda said: owns(said) == 0,
    rf"fewer (shares|bonds) bring the {SUM} that are lacking": lambda said: said.dollars() == said.lacking,
    rf"{CORP} has {SUM}(, can raise \$(?P<more>[\d,]+))? and {PLAYER} has \$(?P<his>[\d,]+)": (
        lambda said: (
            (said.corp.cash, said.cash) == (said.dollars(), said.dollars("his"))
            and said.corp.cash + said.cash + (said.dollars("more") if said.words["more"] else 0) < said.price
        )
    ),
    rf"that costs \$[\d,]+ and it has {SUM}": lambda said: said.corp.cash == said.dollars(),
    r"its treasury holds (?P<sum>\d+) shares?": lambda said: said.corp.treasury == said.dollars(),
    r"the pool holds (?P<sum>\d+) shares?": lambda said: said.corp.pool == said.dollars(),
    r"the pool holds (?P<sum>\d+)% and may hold no more than 50%": (
        lambda said: said.corp.pool * said.corp.percent == said.dollars()
    ),
    rf"{PLAYER} has (?P<sum>\d+)(\.5)? certificates and the limit is (?P<limit>\d+)": (
        lambda said: shares.certificates(said.t, said.words["player"]) // 2 == said.dollars()
    ),
    rf"{PLAYER} holds (?P<sum>\d+) bonds": lambda said: (
        bonds.held(said.t, said.words["player"]) == said.dollars()
    ),
    r"with its president's money it buys from bank or pool": (
        lambda said: getattr(said.action, "source", BANK) not in (BANK, POOL)
    ),
    rf"shares of {CORP} can be sold": lambda said: said.action.player in said.corp.shares,
}


def checked(game: Game) -> Iterator[str]:
    """Check each refusal of the moment against the claims. Yield the patterns that matched."""
    t = Context(game.title, game.state)
    for player in sorted(game.to_act):
        for candidate, refusal in game.forbidden(player):
            for action in ends(candidate):
                why = refusal_of(game, action) or refusal.why
                for pattern, holds in CLAIMS.items():
                    if found := re.fullmatch(pattern, why):
                        assert holds(Said(t, action, found.groupdict())), f"{action}: {why}"
                        yield pattern


def ends(candidate: Candidate) -> Iterator[A.Action]:
    """Yield the actions of a refused candidate. For a range these are both ends."""
    if isinstance(candidate, Amounts):
        yield candidate.action
        yield candidate.at(candidate.high)
    elif isinstance(candidate, A.Action):
        yield candidate


def refusal_of(game: Game, action: A.Action) -> str:
    """Return the reason for the refusal of an action, or an empty string if it is legal."""
    refusal = game.check(action)
    return refusal.why if refusal else ""


@pytest.mark.parametrize("title", ["1851", "1856", "18GL"])
def test_reasons_in_whole_games_are_true(title: str) -> None:
    met: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    game, source = None, ""
    for position in sorted(positions(), key=lambda each: (each.source, each.at)):
        if position.title == title and seen[position.kind] < 3 and "track" not in position.kind:
            game = played_to(position, game if position.source == source else None)
            source = position.source
            seen[position.kind] += 1
            met.update(checked(game))
    assert len(met) >= 7


def must_buy(rng: random.Random) -> Scene:
    """Return a scene in which IC or CONRAIL must buy a train of 18GL, with random figures.

    They are cash, loans, bonds and the pool.
    """
    phase = rng.choice(("6H", "10H", "E", "D"))
    treasury, cash, loans = rng.choice(range(0, 1100, 50)), rng.choice((0, 40, 250, 900)), rng.randrange(3)
    scene = in_need(phase=phase, treasury=treasury, cash=cash, loans=loans)
    for name in rng.sample(("4H", "6H", "10H"), rng.randrange(3)):
        scene.give_trains(POOL, name)
    scene.floated("DT&I", rng.choice(("P1", "P2")), price=80)
    scene.give_trains("DT&I", "6H")
    if rng.random() < 0.3 and phase != "6H":
        conrail(scene, cash=treasury, bonds={"P1": rng.randrange(4), "P2": 6}).loans = loans
        scene.turn("CR", "trains")
    return scene


@pytest.mark.rule("18gl.emergency.loan-forced", "18gl.mandatory.cheaper-from-pool")
def test_reasons_in_random_purchases_of_18gl_are_true() -> None:
    rng = random.Random(36)
    met: Counter[str] = Counter()
    for _ in range(60):
        met.update(checked(must_buy(rng).game))
    assert {pattern for pattern in CLAIMS if "cheapest" in pattern or "loans and" in pattern} <= set(met)
    assert len(met) >= 8
