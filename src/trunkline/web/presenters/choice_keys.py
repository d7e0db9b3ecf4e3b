"""Subject of a choice or a refusal as fields, which locate its chart cell, hex or slot."""

from __future__ import annotations

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.choice import Amounts, Candidate, Open, Unavailable
from trunkline.engine.kernel.state import BANK, OFFERING, POOL, TREASURY
from trunkline.game import Game, actions
from trunkline.game.actions import Action
from trunkline.web.schemas.choice_keys import Key


def key(game: Game, choice: Candidate) -> Key:
    """Return the subject of a choice. Empty for a kind of action that is not available now."""
    if isinstance(choice, Unavailable):
        return Key()
    if isinstance(choice, Open):
        return Key(corp=choice.corp)
    if isinstance(choice, Amounts):
        return _key(game, choice.action)
    return _key(game, choice)


def _key(game: Game, action: Action) -> Key:
    match action:
        case actions.StartCorporation():
            return _start(game, action)
        case actions.BuyShare():
            seller = action.corp if action.source == TREASURY else ""
            percent = _percent(game, action.corp) * (2 if action.president else 1)
            return Key(
                action.corp,
                source=action.source,
                seller=seller,
                percent=percent,
                president=action.president,
            )
        case actions.SellShares():
            percent = _percent(game, action.corp) * action.count
            return Key(action.corp, seller=action.player, percent=percent, amount=action.count)
        case actions.IssueShares() | actions.RedeemShares():
            issued = isinstance(action, actions.IssueShares)
            percent = _percent(game, action.corp) * action.count
            return Key(
                action.corp,
                source=TREASURY if issued else POOL,
                seller=action.corp if issued else "",
                percent=percent,
                amount=action.count,
            )
        case actions.BuyPrivate():
            owner = game.shared_state.privates.get(action.private)
            seller = owner.player if owner else ""
            return Key(action.corp, private=action.private, seller=seller, amount=action.price)
        case actions.BuyOffered():
            return Key(private=action.private, source=BANK)
        case actions.Bid():
            return Key(private=action.private, source=BANK, amount=action.amount)
        case actions.BuyTrain():
            seller = "" if action.source in (BANK, POOL) else action.source
            train = depot.train_name(action.train)
            return Key(action.corp, source=action.source, seller=seller, train=train, amount=action.price)
        case actions.DiscardTrain():
            return Key(action.corp, seller=action.corp, train=depot.train_name(action.train))
        case actions.BuyBond():
            return Key(source=POOL)
        case actions.SellBonds():
            return Key(seller=action.player, amount=action.count)
        case actions.RedeemBonds():
            seller = "" if action.source == POOL else action.source
            return Key(action.corp, source=action.source, seller=seller, amount=action.count)
        case actions.LayTile():
            return Key(action.corp, private=action.power, hex=action.hex, tile=action.tile)
        case actions.PlaceToken():
            return Key(action.corp, private=action.power, hex=action.hex, stop=action.stop)
        case actions.RemoveToken():
            return Key(action.corp, hex=action.hex, stop=action.stop)
        case actions.PlacePrivateToken():
            return Key(action.corp, private=action.private, hex=action.hex)
        case actions.AssignPower():
            train = depot.train_name(action.train) if action.train else ""
            return Key(action.corp, private=action.private, train=train)
    return Key(getattr(action, "corp", ""))


def _start(game: Game, action: actions.StartCorporation) -> Key:
    corp, facts = game.shared_state.corporations.get(action.corp), game.board.corporation.get(action.corp)
    if corp is None or facts is None:
        return Key(action.corp, amount=action.par)
    if corp.president:  # the certificate came with a private
        return Key(corp.id, president=True, amount=action.par)
    return Key(corp.id, source=OFFERING, percent=facts.shares[0], president=True, amount=action.par)


def _percent(game: Game, corp: str) -> int:
    found = game.shared_state.corporations.get(corp)
    return found.percent if found else 0
