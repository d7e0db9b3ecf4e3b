"""Random games recorded in the format of 18xx.games, entry by entry.

The generator adds one entry at a time to a replay. It picks the next entry from the legal actions of the step
that the site would be in. So it makes files of any length without a recorded game.
"""

from __future__ import annotations

import random
from typing import Any

from trunkline import actions as A
from trunkline.engine.kernel import chart, referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import OFFERING, POOL
from trunkline.engine.routing.run import Run
from trunkline.interop.eighteenxx import turn as turns
from trunkline.interop.eighteenxx.replay import Replay, read

KINDS: dict[str, tuple[type[Action], ...]] = {
    turns.TRACK: (A.LayTile,),
    turns.TOKEN: (A.PlaceToken,),
    turns.BORROW: (A.BorrowTrain,),
    turns.ROUTES: (A.RunTrains,),
    turns.DIVIDEND: (A.Dividend,),
    turns.TRAINS: (A.BuyTrain, A.SellShares, A.DeclareBankruptcy),
    turns.LOANS: (A.RedeemLoans,),
    turns.PRIVATES: (),
}
"""Kinds of action in each step of the site's operating turn."""
ANYTIME = (A.TakeLoan, A.BuyPrivate, A.BuyRight, A.PlacePrivateToken)
MUST = (turns.ROUTES, turns.DIVIDEND)
"""Steps that cannot be passed."""
RIGHTS = {"tunnel": "Tunnel Token", "bridge": "Bridge Token"}


WEIGHTS: dict[type[Action], float] = {A.SellShares: 0.05, A.Bid: 0.3, A.StartCorporation: 0.3, A.LayTile: 4.0}
"""Weights of some kinds of action. They keep enough money in the game for it to reach its end."""


class Generator:
    """A random player that records the file. ``chance`` is the probability of an optional action."""

    def __init__(self, players: int, seed: int, *, rules: tuple[str, ...] = (), chance: float = 0.6) -> None:
        self.rng = random.Random(seed)
        self.chance = chance
        self.data: dict[str, Any] = {
            "title": "1856",
            "players": [{"id": seat, "name": f"Player {seat + 1}"} for seat in range(players)],
            "settings": {"optional_rules": list(rules)},
            "actions": [],
        }
        self.replay = Replay(read(self.data, "generator"))
        self.digests: list[str] = []
        """Digests of the state after each entry."""

    def play(self, count: int) -> None:
        """Add this many entries, or fewer if the game ends."""
        while len(self.data["actions"]) < count and not self.replay.game.over:
            self.write(self.choose())

    def write(self, entry: dict[str, Any]) -> list[Action]:
        """Add an entry to the file and to the replay."""
        entry = {"id": len(self.data["actions"]) + 1, **entry}
        self.data["actions"].append(entry)
        (read_back,) = read({**self.data, "actions": [entry]}, "generator").entries
        done = self.replay.add(read_back)
        self.digests.append(self.replay.game.digest())
        return done

    # -- choice of actions

    def choose(self) -> dict[str, Any]:
        """Return the next entry."""
        game = self.replay.game
        state = game.state
        assert not state.over
        (player, *_) = sorted(game.to_act)
        legal: list[Choice] = game.legal(player)
        optional = True
        if state.operating is not None and not state.pending:
            step = self.replay.site.waits()
            legal = [c for c in legal if referee.kind_of(c) in (*KINDS[step], *ANYTIME)]
            optional = step not in MUST and game.check(A.Pass(player)) is None
            if step in (turns.TRACK, turns.TOKEN, turns.LOANS, turns.PRIVATES, turns.BORROW):
                optional = True
        else:
            optional = any(isinstance(choice, A.Pass) for choice in legal)
            legal = [choice for choice in legal if not isinstance(choice, A.Pass)]
        solvent = [choice for choice in legal if not isinstance(choice, A.DeclareBankruptcy)]
        legal = solvent or legal
        if not legal or (optional and self.rng.random() > self.chance):
            return self.passing(player)
        kinds = sorted({referee.kind_of(choice) for choice in legal}, key=lambda kind: kind.__name__)
        (kind,) = self.rng.choices(kinds, [WEIGHTS.get(kind, 1.0) for kind in kinds])
        return self.entry(self.single(self.rng.choice([c for c in legal if referee.kind_of(c) is kind])))

    def single(self, choice: Choice) -> Action:
        """Return one action of a choice."""
        if isinstance(choice, Open):
            return choice.best()
        if isinstance(choice, Amounts):
            if isinstance(choice.action, A.RedeemLoans):
                return A.RedeemLoans(choice.action.player, choice.action.corp, 1)
            high = min(choice.high, choice.low + 40)
            return choice.at(self.rng.choice([choice.low, self.rng.randint(choice.low, high)]))
        return choice

    # -- entries of actions

    def passing(self, player: str) -> dict[str, Any]:
        """Return the pass of the player or corporation that the site asks."""
        state = self.replay.game.state
        if state.pending:
            decision = state.pending[-1]
            corp = decision.corp or next(iter(getattr(decision, "corps", ())), "")
            if corp and state.stock is None:
                return self.by_corp("pass", corp)
        elif state.operating is not None and state.operating.turn is not None:
            return self.by_corp("pass", state.operating.turn.corp)
        return self.by_player("pass", player)

    def by_player(self, type: str, player: str, **fields: Any) -> dict[str, Any]:
        seat = self.replay.game.players.index(player)
        return {"type": type, "entity": seat, "entity_type": "player", **fields}

    def by_corp(self, type: str, corp: str, **fields: Any) -> dict[str, Any]:
        return {"type": type, "entity": self.public(corp), "entity_type": "corporation", **fields}

    def by_company(self, type: str, private: str, **fields: Any) -> dict[str, Any]:
        return {"type": type, "entity": self.company(private), "entity_type": "company", **fields}

    def public(self, corp: str) -> str:
        return self.replay.game.title.board.corporation[corp].public_id or corp

    def company(self, private: str) -> str:
        return self.replay.game.title.board.private[private].public_id

    def entry(self, action: Action) -> dict[str, Any]:
        """Return the entry for an action."""
        match action:
            case A.BuyOffered(player=player, private=private):
                cost = self.replay.game.state.privates[private].cost
                return self.by_player("bid", player, company=self.company(private), price=cost)
            case A.Bid(player=player, private=private, amount=amount):
                return self.by_player("bid", player, company=self.company(private), price=amount)
            case A.StartCorporation(player=player, corp=corp, par=par):
                row, column = chart.par_cell(Context(self.replay.game.title, self.replay.game.state), par)
                price = f"{par},{row},{column}"
                return self.by_player("par", player, corporation=self.public(corp), share_price=price)
            case A.BuyShare(player=player, corp=corp, source=source):
                assert source in (OFFERING, POOL)
                number = self.replay.ours.certificates.held_by(corp, source)[0]
                return self.by_player("buy_shares", player, shares=[f"{self.public(corp)}_{number}"])
            case A.SellShares():
                return self.sale(action)
            case A.Dividend(corp=corp, payout=payout):
                return self.by_corp("dividend", corp, kind={"pay": "payout"}.get(payout, payout))
            case A.TakeLoan(corp=corp):
                return self.by_corp("take_loan", corp, loan=0)
            case A.RedeemLoans(corp=corp):
                return self.by_corp("payoff_loan", corp, loan=0)
            case A.BuyPrivate(corp=corp, private=private, price=price):
                return self.by_corp("buy_company", corp, company=self.company(private), price=price)
            case A.BuyRight(corp=corp, right=right):
                return self.by_corp("special_buy", corp, description=RIGHTS[right], cost=50)
            case A.PlacePrivateToken(private=private, hex=hex):
                return self.by_company("assign", private, target=hex, target_type="hex")
            case A.SettleDebt(corp=corp, pay=pay):
                return (
                    self.by_corp("pass", corp)
                    if pay
                    else self.by_corp("merge", corp, corporation=self.public(corp))
                )
            case A.DeclareBankruptcy(player=player):
                return self.by_player("bankrupt", player)
            case _:
                return self.on_the_board(action)

    def on_the_board(self, action: Action) -> dict[str, Any]:
        """Return the entry for an action with tiles, tokens or trains."""
        match action:
            case A.LayTile(corp=corp, hex=hex, tile=tile, rotation=rotation, power=power):
                fields = {"hex": hex, "tile": self.copy_of(tile), "rotation": rotation}
                return (
                    self.by_company("lay_tile", power, **fields)
                    if power
                    else self.by_corp("lay_tile", corp, **fields)
                )
            case A.PlaceToken(corp=corp, hex=hex, stop=stop, power=power):
                fields = {"city": self.city(hex, stop), "slot": 0, "tokener": self.public(corp)}
                if power:
                    return self.by_company("place_token", power, **fields)
                turn = self.replay.game.state.operating and self.replay.game.state.operating.turn
                return self.by_corp("place_token", turn.corp if turn else corp, **fields)
            case A.RemoveToken(corp=corp, hex=hex, stop=stop):
                return self.by_corp("remove_token", corp, city=self.city(hex, stop), slot=0)
            case A.RunTrains(corp=corp, runs=runs):
                return self.by_corp("run_routes", corp, routes=[route(run) for run in runs])
            case A.BuyTrain(corp=corp, train=train, price=price, trade_in=trade_in):
                more = {"exchange": trade_in} if trade_in else {}
                return self.by_corp("buy_train", corp, train=train, price=price, **more)
            case A.DiscardTrain(corp=corp, train=train):
                return self.by_corp("discard_train", corp, train=train)
            case A.BorrowTrain(corp=corp, train=train):
                return self.by_corp("borrow_train", corp, train=train)
            case _:
                raise AssertionError(f"no entry stands for {action}")

    def sale(self, action: A.SellShares) -> dict[str, Any]:
        """Return the entry of a sale, with single shares first and the president's certificate last."""
        corp = self.replay.game.state.corporations[action.corp]
        held = sorted(self.replay.ours.certificates.held_by(action.corp, action.player), key=lambda n: n == 0)
        numbers = held[: action.count]
        shares = [f"{self.public(action.corp)}_{number}" for number in numbers]
        percent = action.count * corp.percent
        return self.by_player("sell_shares", action.player, shares=shares, percent=percent)

    def copy_of(self, tile: str) -> str:
        """Return the first copy of a tile that is not on the board."""
        laid = self.replay.ours.ids._tiles
        return next(id for id in (f"{tile}-{copy}" for copy in range(40)) if id not in laid)

    def city(self, hex: str, stop: int) -> str:
        """Return the site's name of a city: by the tile's copy, or by the printed hex."""
        copy = next((id for id, place in self.replay.ours.ids._tiles.items() if place == hex), f"{hex}-0")
        return f"{copy}-{stop}"


def route(run: Run) -> dict[str, Any]:
    """Return a run in the site's form: segments from stop to stop, and the stops."""
    segments: list[list[str]] = []
    for element in run.path:
        hex, _, stop = element.partition(".")
        if segments:
            segments[-1].append(hex)
        if stop:
            segments.append([hex])
    nodes = [element.replace(".", "-") for element in run.path if "." in element]
    return {"train": run.train, "connections": segments[:-1], "nodes": nodes}
