"""Names of privates: every text of the referee uses them."""

from __future__ import annotations

import re

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel.private_events import AuctionBegan
from trunkline.game.wording.events import sentences
from trunkline.players.random_player import RandomPlayer

PAID = re.compile(r"\w+ receives \$\d+ from (.+)")


def test_the_opening_names_privates_as_their_certificates_do() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1)
    game.play(A.Bid("Ann", "tunnel", 105))
    assert sentences(game.title, game.log)[-1] == "Ann bids $105 on St. Clair Frontier Tunnel Company"
    refusal = game.check(A.BuyOffered("Bob", "tunnel"))
    assert refusal is not None
    assert (refusal.what, refusal.why) == (
        "Buying St. Clair Frontier Tunnel Company",
        "Flos Tramway is on offer",
    )
    game.play(A.BuyOffered("Bob", "flos"))
    assert "Bob buys Flos Tramway for $20" in sentences(game.title, game.log)


def test_a_title_with_nicknames_uses_them() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=2)
    chooser = RandomPlayer(2)
    paid: list[str] = []
    while not paid:
        game.play(chooser.choose(game, next(name for name in game.players if name in game.to_act)))
        paid = [found[1] for text in sentences(game.title, game.log) if (found := PAID.fullmatch(text))]
    assert set(paid) <= {private.short for private in game.title.board.privates}


def test_names_with_braces_are_only_names() -> None:
    game = trunkline.new("1856", ["A{b}", "{}", "Cy"], seed=1)
    auction = AuctionBegan("tunnel", ("A{b}", "{}"))
    assert sentences(game.title, [auction]) == [
        "A{b} and {} bid for St. Clair Frontier Tunnel Company in an auction"
    ]
    assert sentences(game.title, game.play(A.Pass("A{b}"))) == ["A{b} passes"]
