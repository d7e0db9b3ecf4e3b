"""Tests of advice that leaves out offers which a known player would decline."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from players.test_director_offers import in_need
from trunkline import actions
from trunkline.game.position import Position
from trunkline.players.advice import Advice, Adviser, Estimate
from trunkline.players.answers import advise_with_known_answers, beside, play_declined_offer
from trunkline.players.director import Director
from trunkline.players.tycoon import Tycoon


@dataclass
class Answering:
    """A player that gives one answer to every offer."""

    accept: bool
    asked: list[actions.Action] = field(default_factory=list)

    def advise(self, position: Position) -> Advice:
        """Advise to accept or to decline."""
        waiting = position.state.pending[-1]
        self.asked.append(getattr(waiting, "offer"))  # noqa: B009
        return Advice((Estimate(actions.Answer(waiting.player, accept=self.accept)),))


def offers(advice: Advice) -> list[actions.Action]:
    """Return the advised purchases of P2's trains, without ruled-out ones."""
    found = (each for each in advice.estimates if each.total > 0)
    return [e.action for e in found if isinstance(e.action, actions.BuyTrain) and e.action.source == "CPR"]


@pytest.mark.parametrize("adviser", [Director(), Tycoon(steps=50)])
def test_an_offer_that_would_be_declined_is_not_advised(adviser: Adviser) -> None:
    now = in_need("3", "4")
    assert isinstance(Director().advise(now).action, actions.BuyTrain)
    assert (
        offers(advise_with_known_answers(now, adviser, {"P2": Answering(accept=True)}))
        == offers(adviser.advise(now))
        != []
    )
    refuser = Answering(accept=False)
    advice = advise_with_known_answers(now, adviser, {"P2": refuser})
    assert offers(advice) == []
    assert refuser.asked
    for each in advice.estimates:
        assert now.check(each.action) is None


def test_a_person_is_taken_to_accept() -> None:
    now = in_need("3", "4")
    assert advise_with_known_answers(now, Director(), {"P1": Answering(accept=False)}) == Director().advise(
        now
    )
    assert play_declined_offer(now, Director().advise(now).action, {}) is None


def test_an_offer_is_declined_by_the_answer_of_the_player_who_is_asked() -> None:
    now = in_need("3", "4")
    offer = Director().advise(now).action
    then = play_declined_offer(now, offer, {"P2": Answering(accept=False)})
    assert then is not None
    assert then.to_act == ("P1",)
    assert then.state.trains == now.state.trains


def test_the_old_name_still_works_and_says_what_to_use() -> None:
    now = in_need("3", "4")
    with pytest.warns(DeprecationWarning, match="use advise_with_known_answers"):
        assert beside(now, Director(), {}) == advise_with_known_answers(now, Director(), {})
