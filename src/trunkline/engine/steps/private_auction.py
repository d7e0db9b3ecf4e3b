"""The opening: players buy the privates in order, bid on later ones, and settle bids in auctions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import events, private_events
from trunkline.engine.kernel.action import Action, Bid, BuyOffered, Pass
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import ACTING_NOW, buying_private, turn_of
from trunkline.engine.kernel.state import Opening, Private
from trunkline.util.messages import gettext_lazy, gettext_noop


@dataclass(frozen=True)
class PrivateAuctionRound:
    """The round that sells the privates in the order of the board.

    ``raise_by`` is the minimum in dollars by which a bid must exceed the cost or the highest bid. Every bid
    is a multiple of ``multiple``. ``next_bidder`` picks the player asked after a given player in an auction;
    at its start that is the highest bidder. ``all_passed`` runs when every player passes in a row,
    ``sold_out`` after the last sale, and ``bought`` after each sale. With ``compelled``, if all pass before
    any sale, the priority holder must buy the first private.
    """

    raise_by: int
    next_bidder: Callable[[Context, Opening, str], str]
    all_passed: Callable[[Context], None]
    sold_out: Callable[[Context, str], None]
    multiple: int = 1
    outbid_free: bool = False
    """True if only the highest bid on a private binds its bidder's money; else every bid does."""
    bought: Callable[[Context, Private], None] = lambda ctx, private: None
    compelled: bool = False
    bids_move_priority: bool = True
    """True if the priority deal moves left after a bid too, not only after a purchase."""
    name: str = gettext_noop("bid, buy or pass")
    rule: str = "opening.choices"
    kinds: tuple[type[Action], ...] = (Pass, BuyOffered, Bid)

    def name_now(self, ctx: Context) -> str:
        """Return the current task. During an auction no private can be bought."""
        return gettext_noop("bid or pass") if _opening(ctx).auction else self.name

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the player whose turn it is, or the next bidder in an auction."""
        opening = _opening(ctx)
        return (opening.bidder if opening.auction else opening.turn,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return the private on offer, bids on the others, and a pass."""
        opening = _opening(ctx)
        yield Pass(player)
        if opening.auction:
            low = self.lowest(ctx, ctx.state.privates[opening.auction])
            yield self._bids(player, opening.auction, low, self.free_cash(ctx, player, opening.auction))
            return
        for private in unsold(ctx):
            yield BuyOffered(player, private.id)
            low = self.lowest(ctx, private)
            yield self._bids(player, private.id, low, self.free_cash(ctx, player, private.id))

    def check(self, ctx: Context, action: Action) -> None:
        """Check the turn, the order of sale, the size of the bid, and the free money."""
        opening = _opening(ctx)
        player = action.player
        if player not in self.deciders(ctx):
            self._refuse_turn(ctx, action)
        if isinstance(action, BuyOffered):
            self._check_purchase(ctx, opening, action)
        elif isinstance(action, Bid):
            self._check_bid(ctx, opening, action)

    def apply(self, ctx: Context, action: Action) -> None:
        """Buy, bid or pass."""
        opening = _opening(ctx)
        if opening.auction:
            self._act_in_auction(ctx, opening, action)
            return
        player = action.player
        if isinstance(action, Pass):
            opening.passes += 1
            ctx.note(events.Passed(player))
            opening.turn = ctx.state.left_of(player)
            return
        opening.passes = 0
        opening.turn = ctx.state.left_of(player)
        if self.bids_move_priority or not isinstance(action, Bid):
            ctx.state.priority = opening.turn
        if isinstance(action, Bid):
            self._bid(ctx, opening, action)
        elif isinstance(action, BuyOffered):
            self._sell(
                ctx, ctx.state.privates[action.private], player, ctx.state.privates[action.private].cost
            )

    def advance(self, ctx: Context) -> bool:
        """Settle privates with bids when their turn comes, and handle a round in which all passed."""
        opening = ctx.state.opening
        if opening is None or opening.auction:
            return False
        left = unsold(ctx)
        if not left:
            ctx.state.opening = None
            self.sold_out(ctx, opening.turn)
            return True
        bids = opening.bids.get(left[0].id, {})
        if len(bids) == 1:
            ((bidder, amount),) = bids.items()
            self._sell(ctx, left[0], bidder, amount)
            return True
        if bids:
            opening.auction = left[0].id
            opening.bidders = [name for name in ctx.state.seats if name in bids]
            opening.bidder = self.next_bidder(ctx, opening, highest_bidder(opening))
            ctx.note(private_events.AuctionBegan(left[0].id, tuple(opening.bidders)), "opening.auction")
            return True
        if opening.passes >= len(ctx.state.seats):
            opening.passes = 0
            if self.compelled and len(left) == len(ctx.state.privates):
                self._compel(ctx, opening, left[0])
            else:
                self.all_passed(ctx)
            return True
        return False

    def lowest(self, ctx: Context, private: Private) -> int:
        """Return the lowest bid now allowed on a private, in dollars."""
        low = max(private.cost, high_bid(_opening(ctx), private.id)) + self.raise_by
        return low + -low % self.multiple

    def free_cash(self, ctx: Context, player: str, private: str = "") -> int:
        """Return a player's dollars that no bid on another private binds."""
        return free_cash(ctx, player, private, outbid_free=self.outbid_free)

    def _refuse_turn(self, ctx: Context, action: Action) -> None:
        opening = _opening(ctx)
        if opening.auction:
            ctx.refuse(
                "opening.auction",
                gettext_lazy("Bidding"),
                gettext_lazy(
                    "the auction of {private} waits for {bidder}",
                    private=ctx.private_name(opening.auction),
                    bidder=opening.bidder,
                ),
            )
        ctx.refuse("opening.choices", ACTING_NOW, turn_of(opening.turn))

    def _check_purchase(self, ctx: Context, opening: Opening, action: BuyOffered) -> None:
        what = buying_private(ctx.private_name(action.private))
        first = unsold(ctx)[0]
        if opening.auction:
            why = gettext_lazy("{private} is in auction", private=ctx.private_name(opening.auction))
            ctx.refuse("opening.auction", what, why)
        if action.private != first.id:
            why = gettext_lazy("{private} is on offer", private=ctx.private_name(first.id))
            ctx.refuse("opening.order", what, why)
        free = self.free_cash(ctx, action.player)
        if free < first.cost:
            ctx.refuse(
                "opening.bid-money",
                what,
                gettext_lazy(
                    "it costs ${price} and {player} has ${cash} free",
                    price=first.cost,
                    player=action.player,
                    cash=free,
                ),
            )

    def _check_bid(self, ctx: Context, opening: Opening, action: Bid) -> None:
        what = gettext_lazy(
            "Bidding ${amount} on {private}", amount=action.amount, private=ctx.private_name(action.private)
        )
        left = {private.id: private for private in unsold(ctx)}
        if opening.auction and action.private != opening.auction:
            why = gettext_lazy("{private} is in auction", private=ctx.private_name(opening.auction))
            ctx.refuse("opening.auction", what, why)
        private = left.get(action.private)
        if private is None:
            ctx.refuse("opening.choices", what, gettext_lazy("it is not for sale"))
        if not opening.auction and private.id == next(iter(left)):
            why = gettext_lazy("it is on offer at ${cost} and can only be bought", cost=private.cost)
            ctx.refuse("opening.choices", what, why)
        low = self.lowest(ctx, private)
        if action.amount < low:
            ctx.refuse("opening.bid-steps", what, gettext_lazy("the lowest bid is ${low}", low=low))
        if action.amount % self.multiple:
            why = gettext_lazy("bids are multiples of ${step}", step=self.multiple)
            ctx.refuse("opening.bid-steps", what, why)
        have = self.free_cash(ctx, action.player, private.id)
        if action.amount > have:
            why = gettext_lazy("{player} has ${cash} free for it", player=action.player, cash=have)
            ctx.refuse("opening.bid-money", what, why)

    def _bid(self, ctx: Context, opening: Opening, action: Bid) -> None:
        opening.bids.setdefault(action.private, {})[action.player] = action.amount
        ctx.note(private_events.BidMade(action.player, action.private, action.amount))

    def _act_in_auction(self, ctx: Context, opening: Opening, action: Action) -> None:
        player = action.player
        if isinstance(action, Bid):
            self._bid(ctx, opening, action)
        else:
            ctx.note(private_events.AuctionLeft(player, opening.auction))
            opening.bidders.remove(player)
        if len(opening.bidders) == 1:
            private = ctx.state.privates[opening.auction]
            winner = opening.bidders[0]
            opening.auction, opening.bidders, opening.bidder = "", [], ""
            self._sell(ctx, private, winner, opening.bids[private.id][winner])
            return
        opening.bidder = self.next_bidder(ctx, opening, player)

    def _compel(self, ctx: Context, opening: Opening, private: Private) -> None:
        """Sell the first private to the priority holder; the next player has the turn."""
        player = ctx.state.priority
        ctx.note(private_events.Compelled(player, private.id), "opening.compelled")
        self._release(ctx, opening, player, private.cost)
        opening.turn = ctx.state.priority = ctx.state.left_of(player)
        self._sell(ctx, private, player, private.cost)

    def _release(self, ctx: Context, opening: Opening, player: str, amount: int) -> None:
        """Cancel bids of a player, on the last privates first, until ``amount`` dollars are free. Also cancel
        a bid that becomes the highest by this, if its bidder has spent the money."""
        for bids in reversed([opening.bids.get(private, {}) for private in ctx.state.privates]):
            if self.free_cash(ctx, player) >= amount:
                return
            if player in bids and (bids[player] == max(bids.values()) or not self.outbid_free):
                del bids[player]
                if bids:
                    self._release(ctx, opening, max(bids, key=lambda name: bids[name]), 0)

    def _bids(self, player: str, private: str, low: int, high: int) -> Choice:
        high -= high % self.multiple
        bid = Bid(player, private, low)
        return Amounts(bid, "amount", low, high, self.multiple) if high > low else bid

    def _sell(self, ctx: Context, private: Private, player: str, price: int) -> None:
        pay(ctx, ctx.state.players[player], None, price, "private")
        private.player = player
        if ctx.state.opening is not None:
            ctx.state.opening.bids.pop(private.id, None)
        ctx.note(private_events.PrivateBought(player, private.id, price))
        self.bought(ctx, private)


def clockwise(ctx: Context, opening: Opening, last: str) -> str:
    """Return the next participant to the left of ``last``. Bidding ends before it returns to the highest."""
    return next(name for name in ctx.state.seats_from(last)[1:] if name in opening.bidders)


def lowest_first(ctx: Context, opening: Opening, last: str) -> str:
    """Return the participant with the lowest bid."""
    bids = opening.bids[opening.auction]
    return min(opening.bidders, key=lambda name: bids[name])


def highest_bidder(opening: Opening) -> str:
    """Return the player with the highest bid in the auction."""
    bids = opening.bids[opening.auction]
    return max(bids, key=lambda name: bids[name])


@cached
def unsold(ctx: Context) -> tuple[Private, ...]:
    """Return the privates still for sale, in order."""
    privates = ctx.state.privates.values()
    return tuple(private for private in privates if not private.player and not private.closed)


def high_bid(opening: Opening, private: str) -> int:
    """Return the highest bid on a private in dollars, or 0 if it has no bid."""
    return max(opening.bids.get(private, {}).values(), default=0)


def free_cash(ctx: Context, player: str, beside: str = "", *, outbid_free: bool = False) -> int:
    """Return a player's dollars that no bid binds, ignoring bids on the private ``beside``. With
    ``outbid_free`` a bid that is not the highest binds no money."""
    return _free_cash(ctx, player, beside, outbid_free)


@cached
def _free_cash(ctx: Context, player: str, beside: str, outbid_free: bool) -> int:
    bids = ctx.state.opening.bids if ctx.state.opening else {}
    bound = sum(
        made.get(player, 0)
        for private, made in bids.items()
        if private != beside and not (outbid_free and made.get(player, 0) < max(made.values(), default=0))
    )
    return ctx.state.players[player].cash - bound


def _opening(ctx: Context) -> Opening:
    assert ctx.state.opening is not None
    return ctx.state.opening
