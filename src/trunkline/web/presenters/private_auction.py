"""The sale of the privates: bids, cash, and upcoming results.

The rules simulate all results on copies of the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from trunkline.engine.board import Board, BoardPrivate
from trunkline.engine.kernel import events, private_events, referee
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import Opening, Private, State
from trunkline.engine.powers.ferry import ActivateFerries
from trunkline.engine.powers.player_powers import AssignRight
from trunkline.engine.powers.with_powers import WithPowers
from trunkline.engine.steps.private_auction import PrivateAuctionRound, unsold
from trunkline.game import Game
from trunkline.game.actions import BuyOffered, Pass
from trunkline.game.wording.events import sentence
from trunkline.titles import power_text
from trunkline.web.schemas.private_auction import BidFacts, ChainLink, OpeningFacts, OpeningPrivate, Purse

NO_POWER = "none"
"""The board's text for a private without a power."""


def opening(game: Game, paid: Mapping[str, int]) -> OpeningFacts | None:
    """Return the sale of the privates, or None before and after it. ``paid`` has the prices of sold ones."""
    t = Context(game.title, game.shared_state)
    step = game.title.rounds.get("opening")
    left = [private.id for private in unsold(t)]
    # After the last sale, the opening lasts until the par of a corporation that came with a private is
    # chosen.
    if t.state.opening is None or t.state.over or not left or not isinstance(step, PrivateAuctionRound):
        return None
    links = _chain(game.title, t.state)
    sold = {link.private for link in links}
    return OpeningFacts(
        tuple(_private(t, step, private, left, paid) for private in t.state.privates.values()),
        tuple(_purse(t, step, name) for name in t.state.seats),
        step.multiple,
        links,
        next((private for private in left if private not in sold), ""),
        _all_pass(game.title, t.state),
    )


def _private(
    ctx: Context, step: PrivateAuctionRound, private: Private, left: Sequence[str], paid: Mapping[str, int]
) -> OpeningPrivate:
    now = ctx.state.opening
    assert now is not None
    facts = ctx.title.board.private[private.id]
    bids = now.bids.get(private.id, {}) if not private.player else {}
    leader = max(bids, key=lambda name: bids[name]) if bids else ""
    auction = now.auction == private.id
    for_sale = private.id in left
    first = for_sale and private.id == left[0]
    return OpeningPrivate(
        id=private.id,
        name=facts.name,
        price=private.cost,
        face=facts.cost,
        revenue=facts.revenue,
        power=power(facts),
        owner=private.player,
        paid=paid.get(private.id, private.cost) if private.player else None,
        on_offer=first and not now.auction,
        auction=auction,
        bidders=tuple(now.bidders) if auction else (),
        bids=tuple(BidFacts(name, bids[name], name == leader) for name in ctx.state.seats if name in bids),
        leader=leader,
        least=step.lowest(ctx, private) if for_sale and (auction or not first) else None,
        hexes=power_hexes(ctx, private.id),
    )


def _purse(ctx: Context, step: PrivateAuctionRound, name: str) -> Purse:
    cash, free = ctx.state.players[name].cash, step.free_cash(ctx, name)
    return Purse(name, cash, cash - free, free)


def _chain(title: Title, state: State) -> tuple[ChainLink, ...]:
    """Return the sales that follow at once if the private on offer is bought now.

    In an auction, they follow if the leading bidder wins.
    """
    now = state.opening
    assert now is not None
    links: list[ChainLink] = []
    if now.auction:
        bidders = tuple(now.bidders)
    else:
        first = unsold(Context(title, state))[0]
        try:
            state, happened = referee.play(title, state, BuyOffered(now.turn, first.id))
        except Refusal:
            return ()
        bidders = _linked(links, happened, ())
    while (now := _auction(state)) is not None:
        state, happened = referee.play(title, state, Pass(now.bidder))
        bidders = _linked(links, happened, bidders)
    return tuple(links)


def _auction(state: State) -> Opening | None:
    """Return the opening while an auction is pending in it, or None."""
    now = state.opening
    return now if now is not None and now.auction and not state.pending else None


def _linked(links: list[ChainLink], happened: Iterable[Event], bidders: tuple[str, ...]) -> tuple[str, ...]:
    """Add the sales, and return the bidders of the auction that has begun or continues."""
    for event in happened:
        if isinstance(event, private_events.AuctionBegan):
            bidders = event.players
        elif isinstance(event, private_events.PrivateBought):
            links.append(ChainLink(event.private, event.buyer, event.amount, bidders))
            bidders = ()
    return bidders


def _all_pass(title: Title, state: State) -> tuple[str, ...]:
    """Return the results if all players pass from now on."""
    now = state.opening
    if now is None or now.auction:
        return ()
    for _ in state.seats:
        (player,) = referee.to_act(title, state)
        state, happened = referee.play(title, state, Pass(player))
        told = [event for event in happened if not isinstance(event, events.Passed)]
        if told:
            return tuple(text for event in told if (text := sentence(title, event)))
    return ()


def power(private: BoardPrivate) -> str:
    """Return the power of a private, or empty text."""
    return "" if private.power == NO_POWER else power_text(private)


def power_hexes(ctx: Context, private: str) -> tuple[str, ...]:
    """Return the hexes of a private or of its power. Empty if it has none or works everywhere."""
    board = ctx.title.board
    found = [*board.private[private].hexes]
    found += [hex for bonus in board.bonuses.values() if bonus.by == private for hex in bonus.hexes]
    for each in _powers(ctx.title):
        if each.private == private:
            found += _ferry_hexes(board) if isinstance(each, ActivateFerries) else _cheaper(ctx, private)
    return tuple(dict.fromkeys(found))


def _powers(title: Title) -> Iterator[ActivateFerries | AssignRight]:
    for step in title.turn_steps:
        for each in step.powers if isinstance(step, WithPowers) else ():
            if isinstance(each, ActivateFerries | AssignRight):
                yield each


def _ferry_hexes(board: Board) -> Iterator[str]:
    return (hex for ferry in board.ferries for segment in ferry.segments for hex in segment.path)


def _cheaper(ctx: Context, right: str) -> Iterator[str]:
    """Yield the hexes whose terrain cost is lower for a corporation with this right."""
    corp = next(iter(ctx.state.copy().corporations.values()))
    before, terrain = corp.rights, ctx.title.policies.terrain
    for hex, facts in ctx.title.board.hexes.items():
        corp.rights = before
        cost = terrain(ctx, corp, hex, facts.cost)
        corp.rights = (*before, right)
        if terrain(ctx, corp, hex, facts.cost) < cost:
            yield hex
