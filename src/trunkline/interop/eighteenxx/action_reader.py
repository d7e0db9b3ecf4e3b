"""Translation of 18xx.games file entries into Trunkline actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.decisions import PlaceTokensAgain
from trunkline.engine.kernel.state import State
from trunkline.engine.steps.private_auction import unsold
from trunkline.game.actions import (
    Action,
    Bid,
    BorrowTrain,
    BuyOffered,
    BuyPrivate,
    BuyRight,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    EndGame,
    LayTile,
    PlacePrivateToken,
    PlaceToken,
    RedeemLoans,
    RemoveToken,
    RunTrains,
    SellShares,
    SettleDebt,
    StartCorporation,
    TakeLoan,
)
from trunkline.interop.eighteenxx.certificates import PRESIDENTS, Certificates
from trunkline.interop.eighteenxx.file import COMPANY, CORPORATION, PLAYER, Entry
from trunkline.interop.eighteenxx.ids import Ids
from trunkline.interop.eighteenxx.routes import run_of
from trunkline.util.messages import gettext

RIGHTS = {"Tunnel Token": "tunnel", "Bridge Token": "bridge"}
PAYOUTS = {"payout": "pay", "withhold": "withhold"}


class ActionReader:
    """A translator of entries into actions, in the position before each entry.

    It raises ``ValueError`` for things that do not exist.
    """

    def __init__(
        self, title: Title, players: Mapping[str, str], ids: Ids, certificates: Certificates
    ) -> None:
        self._title = title
        self._players = players
        self._ids = ids
        self._certificates = certificates
        self._kinds: dict[str, Callable[[Entry, State], list[Action]]] = {
            "bid": self._bid,
            "par": self._par,
            "buy_shares": self._buy_shares,
            "sell_shares": self._sell_shares,
            "lay_tile": self._lay_tile,
            "place_token": self._place_token,
            "remove_token": self._remove_token,
            "buy_train": self._buy_train,
            "discard_train": self._discard_train,
            "borrow_train": self._borrow_train,
            "take_loan": self._take_loan,
            "payoff_loan": self._payoff_loan,
            "run_routes": self._run_routes,
            "dividend": self._dividend,
            "buy_company": self._buy_company,
            "special_buy": self._special_buy,
            "assign": self._assign,
            "merge": self._merge,
            "bankrupt": self._bankrupt,
            "end_game": self._end_game,
        }

    def actions(self, entry: Entry, state: State) -> list[Action]:
        """Return the actions for an entry. Do not call it for passes or for automatic entries of the site."""
        return self._kinds[entry.type](entry, state)

    def corp_of(self, entry: Entry, state: State) -> str:
        """Return the acting corporation: the entity itself, or the owner of the acting private.

        The result is empty for a player's entry.
        """
        if entry.entity_type == CORPORATION:
            return self._ids.corp(entry.entity)
        if entry.entity_type == COMPANY:
            private = self._ids.private(entry.entity)
            owner = state.privates[private].corp
            if not owner:
                raise ValueError(gettext("no corporation owns {entity}", entity=entry.entity))
            return owner
        return ""

    def named(self, id: str) -> str:
        """Return the corporation with the site's id."""
        return self._ids.corp(id)

    def player_of(self, entry: Entry, state: State) -> str:
        """Return the player who acts."""
        if entry.entity_type == PLAYER:
            return self._players[entry.entity]
        return self._president(self.corp_of(entry, state), state)

    def _president(self, corp: str, state: State) -> str:
        president = state.corporations[corp].president
        if not president:
            raise ValueError(gettext("{corp} has no president", corp=corp))
        return president

    def _acting(self, entry: Entry, state: State) -> tuple[str, str]:
        """Return the president and the corporation. Raises ``ValueError`` if no corporation acts."""
        corp = self.corp_of(entry, state)
        if not corp:
            raise ValueError(gettext("a corporation should do this, not a player"))
        return self._president(corp, state), corp

    # -- players' money

    def _bid(self, entry: Entry, state: State) -> list[Action]:
        player = self.player_of(entry, state)
        private = self._ids.private(entry.fields["company"])
        price = entry.fields["price"]
        opening = state.opening
        if opening is not None and not opening.auction:
            first = next(iter(unsold(Context(self._title, state))), None)
            if first is not None and first.id == private and first.cost == price:
                return [BuyOffered(player, private)]
        return [Bid(player, private, price)]

    def _par(self, entry: Entry, state: State) -> list[Action]:
        price = int(entry.fields["share_price"].partition(",")[0])
        corp = self._ids.corp(entry.fields["corporation"])
        return [StartCorporation(self.player_of(entry, state), corp, price)]

    def _buy_shares(self, entry: Entry, state: State) -> list[Action]:
        player = self.player_of(entry, state)
        found: list[Action] = []
        for share in entry.fields["shares"]:
            corp, number = self._ids.share(share)
            place = self._certificates.place_of(corp, number)
            if not place:
                raise ValueError(gettext("there is no certificate {share}", share=share))
            found.append(BuyShare(player, corp, place))
        return found

    def _sell_shares(self, entry: Entry, state: State) -> list[Action]:
        player = self.player_of(entry, state)
        shares = [self._ids.share(share) for share in entry.fields["shares"]]
        (corp, _), *others = shares
        if any(other != corp for other, _ in others):
            raise ValueError(gettext("it sells shares of several corporations at once"))
        for share, (_, number) in zip(entry.fields["shares"], shares, strict=True):
            if self._certificates.place_of(corp, number) != player:
                raise ValueError(gettext("{player} does not hold {share}", player=player, share=share))
        facts = state.corporations[corp]
        percent = entry.fields.get("percent")
        if percent is None:
            count = len(shares) + sum(facts.double - 1 for _, number in shares if number == PRESIDENTS)
        else:
            count = percent // facts.percent
        return [SellShares(player, corp, count)]

    # -- the board

    def _lay_tile(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        fields = entry.fields
        tile = fields["tile"].rpartition("-")[0]
        return [LayTile(president, corp, fields["hex"], tile, fields["rotation"], self._power(entry))]

    def _place_token(self, entry: Entry, state: State) -> list[Action]:
        hex, stop = self._ids.city(entry.fields["city"])
        if state.pending:
            decision = state.pending[-1]
            corp = decision.corps[0] if isinstance(decision, PlaceTokensAgain) else decision.corp
            return [PlaceToken(decision.player, corp, hex, stop)]
        president, corp = self._acting(entry, state)
        return [PlaceToken(president, corp, hex, stop, self._power(entry))]

    def _remove_token(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        hex, stop = self._ids.city(entry.fields["city"])
        return [RemoveToken(president, corp, hex, stop)]

    def _assign(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        return [PlacePrivateToken(president, corp, self._power(entry), entry.fields["target"])]

    def _power(self, entry: Entry) -> str:
        return self._ids.private(entry.entity) if entry.entity_type == COMPANY else ""

    # -- trains

    def _buy_train(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        train = self._ids.train(entry.fields["train"], state)
        traded = entry.fields.get("exchange")
        trade_in = self._ids.train(traded, state) if traded else ""
        source = state.trains[train]
        return [BuyTrain(president, corp, train, source, entry.fields["price"], trade_in)]

    def _discard_train(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        return [DiscardTrain(president, corp, self._ids.train(entry.fields["train"], state))]

    def _borrow_train(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        return [BorrowTrain(president, corp, self._ids.train(entry.fields["train"], state))]

    def _run_routes(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        tables, runs = self._title.tables, []
        for number, route in enumerate(entry.fields["routes"], 1):
            train = self._ids.train(route["train"], state)
            try:
                run = run_of(tables, state.tiles, state.tokens, corp, train, route)
            except ValueError as error:
                raise ValueError(
                    gettext("route {number} cannot be followed: {error}", number=str(number), error=error)
                ) from error
            if run is not None:
                runs.append(run)
        return [RunTrains(president, corp, tuple(runs))]

    def _dividend(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        payout = PAYOUTS[entry.fields["kind"]]
        turn = state.operating.turn if state.operating else None
        if turn is not None and not turn.revenue:
            payout = PAYOUTS["withhold"]  # the site does not pay out revenue of zero
        return [Dividend(president, corp, payout)]

    # -- corporations' money

    def _take_loan(self, entry: Entry, state: State) -> list[Action]:
        return [TakeLoan(*self._acting(entry, state))]

    def _payoff_loan(self, entry: Entry, state: State) -> list[Action]:
        president, corp = self._acting(entry, state)
        facts = state.corporations[corp]
        excess = facts.loans - sum(facts.shares.values())
        return [RedeemLoans(president, corp, max(1, excess))]  # the site redeems the rest of an excess itself

    def _buy_company(self, entry: Entry, state: State) -> list[Action]:
        private = self._ids.private(entry.fields["company"])
        corp = self.corp_of(entry, state)
        return [BuyPrivate(self.player_of(entry, state), private, entry.fields["price"], corp)]

    def _special_buy(self, entry: Entry, state: State) -> list[Action]:
        right = RIGHTS.get(entry.fields["description"])
        if right is None:
            raise ValueError(gettext("there is no {name} to buy", name=repr(entry.fields["description"])))
        return [BuyRight(*self._acting(entry, state), right)]

    def _merge(self, entry: Entry, state: State) -> list[Action]:
        corp = self._ids.corp(entry.fields["corporation"])
        return [SettleDebt(self._president(corp, state), corp, False)]

    # -- ends

    def _bankrupt(self, entry: Entry, state: State) -> list[Action]:
        return [DeclareBankruptcy(self.player_of(entry, state))]

    def _end_game(self, entry: Entry, state: State) -> list[Action]:
        return [EndGame(next(iter(state.players)))]
