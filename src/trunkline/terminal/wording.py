"""Actions and moments in plain words."""

from __future__ import annotations

from trunkline.game import Game
from trunkline.kernel import action as actions
from trunkline.kernel import depot, engine, market
from trunkline.kernel.action import Action, tag
from trunkline.kernel.choice import Amounts, Choice, Open, Unavailable
from trunkline.kernel.map.tables import STOP, Piece
from trunkline.kernel.rounds import stock
from trunkline.kernel.shares import plural
from trunkline.kernel.state import State
from trunkline.kernel.table import Table

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
    actions.PlaceMarker: "Place a station marker",
    actions.RemoveMarker: "Give up a station marker",
    actions.PlaceToken: "Use a private's token",
    actions.BuyRight: "Buy a right",
    actions.RunTrains: "Run trains",
    actions.Dividend: "Settle the dividend",
    actions.BuyTrain: "Buy a train",
    actions.DiscardTrain: "Discard a train",
    actions.BorrowTrain: "Borrow a train",
    actions.TakeLoan: "Take a loan",
    actions.RedeemLoans: "Pay back loans",
    actions.SettleDebt: "Settle the debt",
    actions.DeclareBankruptcy: "Declare bankruptcy",
    actions.Pass: "Pass",
}


def heading(kind: type[Action]) -> str:
    """What a kind of action is called in a menu."""
    return HEADINGS.get(kind) or tag(kind).replace("_", " ").capitalize()


def words(game: Game, choice: Choice) -> str:
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
    text = f"{unit}{choice.low} to {unit}{choice.high}"
    if choice.step != 1:
        text += f" in steps of {unit}{choice.step}"
    action = choice.action
    match action:
        case actions.Bid():
            return f"bid on {private_name(game, action.private)}: {text}"
        case actions.SellShares():
            return f"sell {text} shares of {action.corp} at ${_price(game, action.corp)} each"
        case actions.BuyPrivate():
            return f"offer {text} for {private_name(game, action.private)}{_buyer(action)}"
        case actions.BuyTrain():
            return f"offer {action.source} {text} for a {depot.train_name(action.train)}-train"
        case actions.RedeemLoans():
            return f"pay back {text} loans of {action.corp}"
    return f"{heading(type(action)).lower()}: {text}"


def _action(game: Game, action: Action) -> str:
    t = Table(game.title, game.state)
    match action:
        case actions.Pass():
            return _pass(game)
        case actions.Answer():
            return "accept" if action.accept else "decline"
        case actions.BuyOffered():
            cost = game.state.privates[action.private].cost
            return f"buy {private_name(game, action.private)} for ${cost}"
        case actions.Bid():
            return f"bid ${action.amount} on {private_name(game, action.private)}"
        case actions.StartCorporation():
            return f"start {action.corp} at ${action.par} a share"
        case actions.BuyShare():
            corp = game.state.corporations[action.corp]
            place = {"market": "the open market", "treasury": "its treasury"}.get(
                action.source, "the offering"
            )
            return (
                f"buy {corp.percent}% of {corp.id} from {place} for ${stock.price_of(t, corp, action.source)}"
            )
        case actions.SellShares():
            return f"sell {plural(action.count, 'share')} of {action.corp} at ${_price(game, action.corp)}"
        case actions.BuyPrivate():
            return f"offer ${action.price} for {private_name(game, action.private)}{_buyer(action)}"
        case actions.LayTile():
            return _lay(game, action)
        case actions.PlaceMarker():
            return _marker(game, action)
        case actions.RemoveMarker():
            return f"take {action.corp}'s marker off {place_name(game, action.hex, action.stop)}"
        case actions.PlaceToken():
            return f"put the token of {private_name(game, action.private)} on {place_name(game, action.hex)}"
        case actions.BuyRight():
            return f"buy the right to the {action.right}"
        case actions.RunTrains():
            routes = [f"{depot.train_name(run.train)}-train {' '.join(run.path)}" for run in action.runs]
            return f"{action.corp} runs {'; '.join(routes)}" if routes else f"{action.corp} runs nothing"
        case actions.Dividend():
            return {"pay": "pay it out", "half": "pay half of it out"}.get(action.payout, "withhold it")
        case actions.BuyTrain():
            return _train(action)
        case actions.DiscardTrain() | actions.BorrowTrain():
            verb = "discard" if isinstance(action, actions.DiscardTrain) else "borrow"
            return f"{action.corp} {verb}s a {depot.train_name(action.train)}-train"
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
    step = engine.current(game.title, state)
    what = "" if step is None else step.name
    turn = state.operating.turn if state.operating else None
    steps = getattr(step, "steps", ())
    if turn is not None and turn.step < len(steps):
        what = f"{turn.corp}'s turn, {steps[turn.step].name}"
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
        text += f", stop {stop}{_edges_of_stop(game, hex, stop)}"
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
    return ", ".join(parts)


def _pass(game: Game) -> str:
    turn = game.state.operating.turn if game.state.operating else None
    steps = getattr(engine.current(game.title, game.state), "steps", ())
    if turn is None or not steps:
        return "pass"
    return f"end {turn.corp}'s turn" if turn.step == len(steps) - 1 else "go on"


def _lay(game: Game, action: actions.LayTile) -> str:
    facts = game.title.board.tiles.get(action.tile)
    if facts is None or action.hex not in game.title.board.hexes:
        return f"tile {action.tile} on {action.hex}"
    piece = game.title.tables.piece(action.tile, action.rotation)
    text = f"{facts.colour} tile {action.tile} on {place_name(game, action.hex)}: {track(game, piece)}"
    cost = game.title.board.hexes[action.hex].cost
    if cost and action.hex not in game.state.tiles:
        text += f" (${cost} for the terrain)"
    return text + (f", by {private_name(game, action.power)}" if action.power else "")


def _marker(game: Game, action: actions.PlaceMarker) -> str:
    where = place_name(game, action.hex, action.stop)
    if action.power:
        return f"{action.corp} on {where}, by {private_name(game, action.power)}"
    prices = game.state.corporations[action.corp].markers
    return f"{action.corp} on {where}" + (f" for ${prices[0]}" if prices and prices[0] else "")


def _train(action: actions.BuyTrain) -> str:
    name = depot.train_name(action.train)
    source = {"bank": "the bank", "market": "the open market"}.get(action.source, action.source)
    text = f"{action.corp} buys a {name}-train from {source} for ${action.price}"
    return text + (f" and its {depot.train_name(action.trade_in)}-train" if action.trade_in else "")


def _buyer(action: actions.BuyPrivate) -> str:
    return f" from {action.corp}'s treasury" if action.corp else ""


def _price(game: Game, corp: str) -> int:
    return market.price(Table(game.title, game.state), game.state.corporations[corp])


def _edges_of_stop(game: Game, hex: str, stop: int) -> str:
    piece = piece_on(game, hex)
    if stop >= len(piece.stops):
        return ""
    names = EDGES[game.title.board.layout.orientation]
    edges = [names[e] for e in range(STOP) if piece.stop_edges[stop] >> e & 1]
    return f" ({' '.join(edges)})" if edges else ""
