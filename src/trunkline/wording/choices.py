"""Actions and moments in plain words."""

from __future__ import annotations

from trunkline.game import Game
from trunkline.kernel import action as actions
from trunkline.kernel import depot, engine
from trunkline.kernel.action import Action, tag
from trunkline.kernel.choice import Amounts, Candidate, Open, Unavailable
from trunkline.kernel.effects import Effects
from trunkline.kernel.events import (
    DividendPaid,
    DividendReceived,
    PriceMoved,
    RevenueWithheld,
    SharesIssued,
    SharesRedeemed,
    SharesSold,
)
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.shares import plural
from trunkline.kernel.state import TREASURY, State
from trunkline.kernel.table import Table
from trunkline.steps import stock
from trunkline.steps.dividend import HALF, PAY
from trunkline.steps.running import ANNOUNCE
from trunkline.track.tables import STOP, Piece

EDGES = {"flat": ("S", "SW", "NW", "N", "NE", "SE"), "pointy": ("SW", "W", "NW", "NE", "E", "SE")}
"""Names of edges 0 to 5, by how the hexes lie."""

HEADINGS: dict[type[Action], str] = {
    actions.Answer: "Answer the offer",
    actions.BuyOffered: "Buy the private on offer",
    actions.Bid: "Bid",
    actions.StartCorporation: "Start a corporation",
    actions.BuyShare: "Buy a share",
    actions.SellShares: "Sell shares",
    actions.BuyPrivate: "Offer to buy a private",
    actions.LayTile: "Lay or upgrade track",
    actions.PlaceToken: "Place a station token",
    actions.RemoveToken: "Give up a station token",
    actions.PlacePrivateToken: "Use a private's token",
    actions.BuyRight: "Buy a right",
    actions.RunTrains: "Run trains",
    actions.AnnounceRuns: "Announce higher earnings",
    actions.AskNoMore: "Never ask again",
    actions.DeclareRevenue: "Declare a revenue",
    actions.Dividend: "Settle the dividend",
    actions.BuyTrain: "Buy a train",
    actions.DiscardTrain: "Discard a train",
    actions.BorrowTrain: "Borrow a train",
    actions.TakeLoan: "Take a loan",
    actions.RedeemLoans: "Pay back loans",
    actions.IssueShares: "Issue its own shares",
    actions.RedeemShares: "Redeem its own shares",
    actions.SettleDebt: "Settle the debt",
    actions.DeclareBankruptcy: "Declare bankruptcy",
    actions.Pass: "Pass",
}


def heading(kind: type[Action]) -> str:
    """What a kind of action is called in a menu."""
    return HEADINGS.get(kind) or tag(kind).replace("_", " ").capitalize()


def words(game: Game, choice: Candidate) -> str:
    """A choice in plain words, with the figures it involves."""
    if isinstance(choice, Unavailable):
        return heading(choice.kind).lower()
    if isinstance(choice, Open):
        return (
            f"{choice.corp}: {heading(choice.kind).lower()}" if choice.corp else heading(choice.kind).lower()
        )
    if isinstance(choice, Amounts):
        return _amounts(game, choice)
    return _action(game, choice)


def _amounts(game: Game, choice: Amounts) -> str:
    unit = "$" if choice.field in ("amount", "price") else ""
    text = f"{unit}{choice.low:,} to {unit}{choice.high:,}"
    if choice.step != 1:
        text += f" in steps of {unit}{choice.step:,}"
    action = choice.action
    match action:
        case actions.Bid():
            return f"bid on {private_name(game, action.private)}: {text}"
        case actions.SellShares():
            return f"sell {text} shares of {action.corp}{_at(_price_each(game, action), ' each')}"
        case actions.IssueShares() | actions.RedeemShares():
            return f"{_own_shares(action, text + ' shares')}{_at(_price_each(game, action), ' each')}"
        case actions.BuyPrivate():
            return f"offer {text} for {private_name(game, action.private)}{_buyer(action)}"
        case actions.BuyTrain():
            train = depot.a_train(action.train)
            if _asked(game, action):
                return f"offer {action.source} {text} for {train}"
            return f"{action.corp} buys {train} from {action.source} for {text}"
        case actions.RedeemLoans():
            return f"pay back {text} loans of {action.corp}"
    return f"{heading(type(action)).lower()}: {text}"


def _action(game: Game, action: Action) -> str:
    t = Table(game.title, game.state)
    match action:
        case actions.Pass():
            return _pass(game)
        case actions.Answer():
            return _answer(game, action)
        case actions.BuyOffered():
            cost = game.state.privates[action.private].cost
            return f"buy {private_name(game, action.private)} for ${cost:,}"
        case actions.Bid():
            return f"bid ${action.amount:,} on {private_name(game, action.private)}"
        case actions.StartCorporation():
            return _start(game, action)
        case actions.BuyShare():
            corp = game.state.corporations[action.corp]
            place = stock.PLACES.get(action.source, action.source)
            price = f"${stock.price_of(t, corp, action.source):,}"
            paid = f", paid to {corp.id}" if action.source == TREASURY else ""
            return f"buy {corp.percent}% of {corp.id} from {place} for {price}{paid}"
        case actions.SellShares():
            each = _price_each(game, action)
            return f"sell {plural(action.count, 'share')} of {action.corp}{_at(each)}"
        case actions.IssueShares() | actions.RedeemShares():
            each = _price_each(game, action)
            text = _own_shares(action, plural(action.count, "share"))
            return text if each is None else f"{text} for ${action.count * each:,}"
        case actions.BuyPrivate():
            return f"offer ${action.price:,} for {private_name(game, action.private)}{_buyer(action)}"
        case actions.LayTile():
            return _lay(game, action)
        case actions.PlaceToken():
            return _token(game, action)
        case actions.RemoveToken():
            return f"take {action.corp}'s token off {place_name(game, action.hex, action.stop)}"
        case actions.PlacePrivateToken():
            return f"put the token of {private_name(game, action.private)} on {place_name(game, action.hex)}"
        case actions.BuyRight():
            return f"buy the right to the {action.right}"
        case actions.RunTrains():
            routes = [f"{depot.train_name(run.train)}-train {' '.join(run.path)}" for run in action.runs]
            runs = "could run" if isinstance(action, actions.AnnounceRuns) else "runs"
            return f"{action.corp} {runs} {'; '.join(routes) or 'nothing'}"
        case actions.AskNoMore():
            return "announce no more, and never be asked again"
        case actions.Dividend():
            return _dividend(game, action)
        case actions.BuyTrain():
            return _train(game, action)
        case actions.DiscardTrain() | actions.BorrowTrain():
            verb = "discard" if isinstance(action, actions.DiscardTrain) else "borrow"
            return f"{action.corp} {verb}s {depot.a_train(action.train)}"
        case actions.TakeLoan():
            return f"{action.corp} takes a loan"
        case actions.RedeemLoans():
            return f"{action.corp} pays back {plural(action.count, 'loan')}"
        case actions.SettleDebt():
            who = f"{action.player} pays what the treasury lacks" if action.pay else "leave the debt unpaid"
            return f"{action.corp}: {who}"
        case actions.DeclareBankruptcy():
            return "declare bankruptcy"
    return " ".join([tag(type(action)).replace("_", " "), getattr(action, "corp", "")]).strip()


def moment(game: Game) -> str:
    """Which round it is, whose turn, and what has to be decided."""
    state = game.state
    if state.over:
        return "The game is over."
    what, corp = engine.task(game.title, state)
    if corp:
        what = f"{corp}'s turn, {what}"
    return f"{round_name(state)}. {' and '.join(sorted(game.to_act))}: {what}."


def round_name(state: State) -> str:
    """The round in play, such as ``Operating round 2.1``."""
    now = state.round
    if now.kind == "operating":
        return f"Operating round {now.number}.{now.index}"
    return f"Stock round {now.number}" if now.kind == "stock" else now.kind.capitalize()


def private_name(game: Game, private: str) -> str:
    """A private's full name."""
    facts = game.title.board.private.get(private)
    return facts.name if facts else private


def place_name(game: Game, hex: str, stop: int | None = None) -> str:
    """A hex with its printed name, and which of its stops where there are several."""
    spot = game.title.board.hexes.get(hex)
    text = f"{hex} ({spot.name})" if spot is not None and spot.name else hex
    if stop is not None and spot is not None and len(piece_on(game, hex).stops) > 1:
        text += f", stop {stop}{edges_of_stop(game, hex, stop)}"
    return text


def piece_on(game: Game, hex: str) -> Piece:
    """The track on a hex: its tile, or what is printed there."""
    tables = game.title.tables
    placed = game.state.tiles.get(hex)
    return tables.piece(*placed) if placed else tables.printed[tables.index[hex]]


def track(game: Game, piece: Piece) -> str:
    """Where the track of a hex leads, such as ``city N S, SE-NW``."""
    names = EDGES[game.title.board.layout.orientation]
    parts = [
        " ".join([stop.kind, *(names[e] for e in range(STOP) if piece.stop_edges[s] >> e & 1)])
        for s, stop in enumerate(piece.stops)
    ]
    parts += [f"{names[a]}-{names[b]}" for a, b in piece.segments if b < STOP]
    parts += [f"stop {a - STOP} joined to stop {b - STOP}" for a, b in piece.segments if a >= STOP]
    return ", ".join(parts)


def _pass(game: Game) -> str:
    waiting = game.state.pending[-1] if game.state.pending else None
    if waiting is not None and waiting.kind == ANNOUNCE:
        return f"announce no more than ${waiting.amount:,}"
    turn = game.state.operating.turn if game.state.operating else None
    player = next(iter(game.to_act), "")
    led_to = _effects(game, actions.Pass(player)) if turn is not None and waiting is None else None
    if turn is None or led_to is None:
        return "pass"
    if any(isinstance(event, DividendPaid | RevenueWithheld) for event in led_to.events):
        return f"pay out nothing, {turn.corp} keeps ${turn.revenue:,}"
    after = led_to.after.operating.turn if led_to.after.operating else None
    return "go on" if after is not None and after.corp == turn.corp else f"end {turn.corp}'s turn"


def _lay(game: Game, action: actions.LayTile) -> str:
    facts = game.title.board.tiles.get(action.tile)
    if facts is None or action.hex not in game.title.board.hexes:
        return f"tile {action.tile} on {action.hex}"
    piece = game.title.tables.piece(action.tile, action.rotation)
    text = f"{facts.colour} tile {action.tile} on {place_name(game, action.hex)}: {track(game, piece)}"
    cost = game.title.board.hexes[action.hex].cost
    if cost and action.hex not in game.state.tiles:
        text += f" (${cost:,} for the terrain)"
    return text + (f", by {private_name(game, action.power)}" if action.power else "")


def _token(game: Game, action: actions.PlaceToken) -> str:
    where = place_name(game, action.hex, action.stop)
    if action.power:
        return f"{action.corp} on {where}, by {private_name(game, action.power)}"
    prices = game.state.corporations[action.corp].tokens
    return f"{action.corp} on {where}" + (f" for ${prices[0]:,}" if prices and prices[0] else "")


def _train(game: Game, action: actions.BuyTrain) -> str:
    source = {"bank": "the bank", "pool": "the pool"}.get(action.source, action.source)
    text = f"{action.corp} buys {depot.a_train(action.train)} from {source} for ${action.price:,}"
    if action.trade_in:
        text += f" and its {depot.train_name(action.trade_in)}-train"
    asked = _asked(game, action)
    return text + (f", if {asked} agrees" if asked else "")


def _effects(game: Game, action: Action) -> Effects | None:
    """What the action leads to; None where it is refused."""
    try:
        return game.effects(action)
    except Refusal:
        return None


def _asked(game: Game, action: actions.BuyTrain) -> str:
    """The player whose consent the purchase of a train needs; empty where it needs none."""
    led_to = _effects(game, action)
    return led_to.asked if led_to else ""


def _start(game: Game, action: actions.StartCorporation) -> str:
    corp = game.state.corporations.get(action.corp)
    text = f"${action.par:,} a share"
    if corp is None:
        return f"start {action.corp} at {text}"
    if corp.president:
        return f"open {corp.id} at {text}"
    percent = game.title.board.corporation[corp.id].shares[0]
    return f"start {corp.id} at {text}: {percent}% for ${action.par * percent // corp.percent:,}"


def _answer(game: Game, action: actions.Answer) -> str:
    word = "accept" if action.accept else "decline"
    offer = game.state.pending[-1].offer if game.state.pending else None
    match offer:
        case actions.BuyTrain():
            train = depot.train_name(offer.train)
            return f"{word} ${offer.price:,} from {offer.corp} for {offer.source}'s {train}-train"
        case actions.BuyPrivate():
            buyer = offer.corp or offer.player
            return f"{word} ${offer.price:,} from {buyer} for {private_name(game, offer.private)}"
    return word


def _own_shares(action: actions.IssueShares | actions.RedeemShares, count: str) -> str:
    if isinstance(action, actions.IssueShares):
        return f"sell {count} of {action.corp} from its treasury to the pool"
    return f"buy {count} of {action.corp} from the pool for its treasury"


def _dividend(game: Game, action: actions.Dividend) -> str:
    """A payout with what is paid and kept, and what that does to the share price."""
    text = {PAY: "pay it out", HALF: "pay half of it out"}.get(action.payout, "withhold it")
    led_to = _effects(game, action)
    if led_to is None:
        return text
    paid = sum(event.amount for event in led_to.of(DividendPaid))
    own = sum(event.amount for event in led_to.of(DividendReceived) if event.place)
    kept = sum(event.amount for event in led_to.of(RevenueWithheld))
    sums = (
        [f"${paid:,} paid" + (f" (${own:,} of it to {action.corp}'s own shares)" if own else "")]
        if paid
        else []
    )
    sums += [f"${kept:,} kept"] if kept else []
    old = game.price(action.corp)
    moved = next((event for event in led_to.of(PriceMoved) if event.corp == action.corp), None)
    change = f"the price goes from ${old:,} to ${moved.price:,}" if moved else f"the price stays at ${old:,}"
    return f"{text}: {', '.join(sums) or 'nothing to pay'}; {change}"


def _buyer(action: actions.BuyPrivate) -> str:
    return f" from {action.corp}'s treasury" if action.corp else ""


def _price_each(game: Game, action: Action) -> int | None:
    """Dollars that each share costs or brings; None where the action is refused."""
    led_to = _effects(game, action)
    traded = SharesSold | SharesIssued | SharesRedeemed
    done = next((event for event in led_to.events if isinstance(event, traded)), None) if led_to else None
    return done.amount // done.count if done else None


def _at(price: int | None, each: str = "") -> str:
    return "" if price is None else f" at ${price:,}{each}"


def edges_of_stop(game: Game, hex: str, stop: int) -> str:
    """The edges that a stop's track leads to, such as `` (N SE)``; empty where there is none."""
    piece = piece_on(game, hex)
    if stop >= len(piece.stops):
        return ""
    names = EDGES[game.title.board.layout.orientation]
    edges = [names[e] for e in range(STOP) if piece.stop_edges[stop] >> e & 1]
    return f" ({' '.join(edges)})" if edges else ""
