"""The opening: players buy the privates in order, bid on later ones, and settle bids in auctions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trunkline.kernel import events, private_events
from trunkline.kernel.action import Action, Bid, BuyOffered, Pass
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import Opening, Private
from trunkline.kernel.table import Table, once


@dataclass(frozen=True)
class OpeningRound:
    """The round that sells the privates in the order of the board.

    ``raise_by`` is the minimum in dollars by which a bid must exceed the cost or the highest bid. Every bid
    is a multiple of ``multiple``. ``next_bidder`` picks the player asked after a given player in an auction;
    at its start that is the highest bidder. ``all_passed`` runs when every player passes in a row,
    ``sold_out`` after the last sale, and ``bought`` after each sale. With ``compelled``, if all pass before
    any sale, the priority holder must buy the first private.
    """

    raise_by: int
    next_bidder: Callable[[Table, Opening, str], str]
    all_passed: Callable[[Table], None]
    sold_out: Callable[[Table, str], None]
    multiple: int = 1
    outbid_free: bool = False
    """True if only the highest bid on a private binds its bidder's money; else every bid does."""
    bought: Callable[[Table, Private], None] = lambda t, private: None
    compelled: bool = False
    bids_move_priority: bool = True
    """True if the priority deal moves left after a bid too, not only after a purchase."""
    name: str = "bid, buy or pass"
    rule: str = "opening.choices"
    kinds: tuple[type[Action], ...] = (Pass, BuyOffered, Bid)

    def name_now(self, t: Table) -> str:
        """Return the current task. During an auction no private can be bought."""
        return "bid or pass" if _opening(t).auction else self.name

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the player whose turn it is, or the next bidder in an auction."""
        opening = _opening(t)
        return (opening.bidder if opening.auction else opening.turn,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return the private on offer, bids on the others, and a pass."""
        opening = _opening(t)
        yield Pass(player)
        if opening.auction:
            low = self.lowest(t, t.state.privates[opening.auction])
            yield self._bids(player, opening.auction, low, self.free_cash(t, player, opening.auction))
            return
        for private in unsold(t):
            yield BuyOffered(player, private.id)
            low = self.lowest(t, private)
            yield self._bids(player, private.id, low, self.free_cash(t, player, private.id))

    def check(self, t: Table, action: Action) -> None:
        """Check the turn, the order of sale, the size of the bid, and the free money."""
        opening = _opening(t)
        player = action.player
        if player not in self.deciders(t):
            self._refuse_turn(t, action)
        if isinstance(action, BuyOffered):
            self._check_purchase(t, opening, action)
        elif isinstance(action, Bid):
            self._check_bid(t, opening, action)

    def apply(self, t: Table, action: Action) -> None:
        """Buy, bid or pass."""
        opening = _opening(t)
        if opening.auction:
            self._act_in_auction(t, opening, action)
            return
        player = action.player
        if isinstance(action, Pass):
            opening.passes += 1
            t.note(events.Passed(player))
            opening.turn = t.state.left_of(player)
            return
        opening.passes = 0
        opening.turn = t.state.left_of(player)
        if self.bids_move_priority or not isinstance(action, Bid):
            t.state.priority = opening.turn
        if isinstance(action, Bid):
            self._bid(t, opening, action)
        elif isinstance(action, BuyOffered):
            self._sell(t, t.state.privates[action.private], player, t.state.privates[action.private].cost)

    def advance(self, t: Table) -> bool:
        """Settle privates with bids when their turn comes, and handle a round in which all passed."""
        opening = t.state.opening
        if opening is None or opening.auction:
            return False
        left = unsold(t)
        if not left:
            t.state.opening = None
            self.sold_out(t, opening.turn)
            return True
        bids = opening.bids.get(left[0].id, {})
        if len(bids) == 1:
            ((bidder, amount),) = bids.items()
            self._sell(t, left[0], bidder, amount)
            return True
        if bids:
            opening.auction = left[0].id
            opening.bidders = [name for name in t.state.seats if name in bids]
            opening.bidder = self.next_bidder(t, opening, highest_bidder(opening))
            t.note(private_events.AuctionBegan(left[0].id, tuple(opening.bidders)), "opening.auction")
            return True
        if opening.passes >= len(t.state.seats):
            opening.passes = 0
            if self.compelled and len(left) == len(t.state.privates):
                self._compel(t, opening, left[0])
            else:
                self.all_passed(t)
            return True
        return False

    def lowest(self, t: Table, private: Private) -> int:
        """Return the lowest bid now allowed on a private, in dollars."""
        low = max(private.cost, high_bid(_opening(t), private.id)) + self.raise_by
        return low + -low % self.multiple

    def free_cash(self, t: Table, player: str, private: str = "") -> int:
        """Return a player's dollars that no bid on another private binds."""
        return free_cash(t, player, private, outbid_free=self.outbid_free)

    def _refuse_turn(self, t: Table, action: Action) -> None:
        opening = _opening(t)
        if opening.auction:
            t.refuse(
                "opening.auction",
                "Bidding",
                f"the auction of {t.private_name(opening.auction)} waits for {opening.bidder}",
            )
        t.refuse("opening.choices", "Acting now", f"it is {opening.turn}'s turn")

    def _check_purchase(self, t: Table, opening: Opening, action: BuyOffered) -> None:
        what = f"Buying {t.private_name(action.private)}"
        first = unsold(t)[0]
        if opening.auction:
            t.refuse("opening.auction", what, f"{t.private_name(opening.auction)} is in auction")
        if action.private != first.id:
            t.refuse("opening.order", what, f"{t.private_name(first.id)} is on offer")
        free = self.free_cash(t, action.player)
        if free < first.cost:
            t.refuse(
                "opening.bid-money",
                what,
                f"it costs ${first.cost:,} and {action.player} has ${free:,} free",
            )

    def _check_bid(self, t: Table, opening: Opening, action: Bid) -> None:
        what = f"Bidding ${action.amount:,} on {t.private_name(action.private)}"
        left = {private.id: private for private in unsold(t)}
        if opening.auction and action.private != opening.auction:
            t.refuse("opening.auction", what, f"{t.private_name(opening.auction)} is in auction")
        private = left.get(action.private)
        if private is None:
            t.refuse("opening.choices", what, "it is not for sale")
        if not opening.auction and private.id == next(iter(left)):
            t.refuse("opening.choices", what, f"it is on offer at ${private.cost:,} and can only be bought")
        low = self.lowest(t, private)
        if action.amount < low:
            t.refuse("opening.bid-steps", what, f"the lowest bid is ${low:,}")
        if action.amount % self.multiple:
            t.refuse("opening.bid-steps", what, f"bids are multiples of ${self.multiple}")
        have = self.free_cash(t, action.player, private.id)
        if action.amount > have:
            t.refuse("opening.bid-money", what, f"{action.player} has ${have:,} free for it")

    def _bid(self, t: Table, opening: Opening, action: Bid) -> None:
        opening.bids.setdefault(action.private, {})[action.player] = action.amount
        t.note(private_events.BidMade(action.player, action.private, action.amount))

    def _act_in_auction(self, t: Table, opening: Opening, action: Action) -> None:
        player = action.player
        if isinstance(action, Bid):
            self._bid(t, opening, action)
        else:
            t.note(private_events.AuctionLeft(player, opening.auction))
            opening.bidders.remove(player)
        if len(opening.bidders) == 1:
            private = t.state.privates[opening.auction]
            winner = opening.bidders[0]
            opening.auction, opening.bidders, opening.bidder = "", [], ""
            self._sell(t, private, winner, opening.bids[private.id][winner])
            return
        opening.bidder = self.next_bidder(t, opening, player)

    def _compel(self, t: Table, opening: Opening, private: Private) -> None:
        """Sell the first private to the priority holder; the next player has the turn."""
        player = t.state.priority
        t.note(private_events.Compelled(player, private.id), "opening.compelled")
        self._release(t, opening, player, private.cost)
        opening.turn = t.state.priority = t.state.left_of(player)
        self._sell(t, private, player, private.cost)

    def _release(self, t: Table, opening: Opening, player: str, amount: int) -> None:
        """Cancel bids of a player, on the last privates first, until ``amount`` dollars are free. Also cancel
        a bid that becomes the highest by this, if its bidder has spent the money."""
        for bids in reversed([opening.bids.get(private, {}) for private in t.state.privates]):
            if self.free_cash(t, player) >= amount:
                return
            if player in bids and (bids[player] == max(bids.values()) or not self.outbid_free):
                del bids[player]
                if bids:
                    self._release(t, opening, max(bids, key=lambda name: bids[name]), 0)

    def _bids(self, player: str, private: str, low: int, high: int) -> Choice:
        high -= high % self.multiple
        bid = Bid(player, private, low)
        return Amounts(bid, "amount", low, high, self.multiple) if high > low else bid

    def _sell(self, t: Table, private: Private, player: str, price: int) -> None:
        pay(t, t.state.players[player], None, price, "private")
        private.player = player
        if t.state.opening is not None:
            t.state.opening.bids.pop(private.id, None)
        t.note(private_events.PrivateBought(player, private.id, price))
        self.bought(t, private)


def clockwise(t: Table, opening: Opening, last: str) -> str:
    """Return the next participant to the left of ``last``. Bidding ends before it returns to the highest."""
    return next(name for name in t.state.seats_from(last)[1:] if name in opening.bidders)


def lowest_first(t: Table, opening: Opening, last: str) -> str:
    """Return the participant with the lowest bid."""
    bids = opening.bids[opening.auction]
    return min(opening.bidders, key=lambda name: bids[name])


def highest_bidder(opening: Opening) -> str:
    """Return the player with the highest bid in the auction."""
    bids = opening.bids[opening.auction]
    return max(bids, key=lambda name: bids[name])


@once
def unsold(t: Table) -> tuple[Private, ...]:
    """Return the privates still for sale, in order."""
    privates = t.state.privates.values()
    return tuple(private for private in privates if not private.player and not private.closed)


def high_bid(opening: Opening, private: str) -> int:
    """Return the highest bid on a private in dollars, or 0 if it has no bid."""
    return max(opening.bids.get(private, {}).values(), default=0)


def free_cash(t: Table, player: str, beside: str = "", *, outbid_free: bool = False) -> int:
    """Return a player's dollars that no bid binds, ignoring bids on the private ``beside``. With
    ``outbid_free`` a bid that is not the highest binds no money."""
    return _free_cash(t, player, beside, outbid_free)


@once
def _free_cash(t: Table, player: str, beside: str, outbid_free: bool) -> int:
    bids = t.state.opening.bids if t.state.opening else {}
    bound = sum(
        made.get(player, 0)
        for private, made in bids.items()
        if private != beside and not (outbid_free and made.get(player, 0) < max(made.values(), default=0))
    )
    return t.state.players[player].cash - bound


def _opening(t: Table) -> Opening:
    assert t.state.opening is not None
    return t.state.opening
