"""Counting of the answers to motions."""

from __future__ import annotations

from trunkline.web.chat.motions import Motion, MotionRequest
from trunkline.web.games.repository import GameRow
from trunkline.web.schemas.log import PERSON


def pending_seats(motion: Motion, row: GameRow | None, people: dict[str, str]) -> frozenset[str]:
    """Return the seats that must still agree, if a person is there to ask.

    Ending or pausing a game takes the consent of people only, because bots agree. An undo takes the consent
    of those whose actions are undone, even if bots play their seats now.
    """
    asked = motion.asked
    if motion.kind is MotionRequest.SEAT:
        seat, voters = _voters(motion, people)
        if vote(motion, people) is True:
            return frozenset()
        asked_people = voters | {people[seat]}
        asked = frozenset(each for each, person in people.items() if person in asked_people) - motion.declined
    if motion.kind in (MotionRequest.END, MotionRequest.PAUSE):
        asked = frozenset(seat.name for seat in (row.seats if row else ()) if seat.kind == PERSON)
    return (asked & people.keys()) - motion.agreed


def vote(motion: Motion, people: dict[str, str]) -> bool | None:
    """Return whether a bot may play a seat, or None while this is undecided.

    The person in the seat decides, or more than half of the other people. The person who asks does not count.
    """
    seat, voters = _voters(motion, people)
    person = people.get(seat)
    if person is None:
        return True
    yes, no = ({people.get(each) for each in seats} for seats in (motion.agreed, motion.declined))
    if person in yes or 2 * len(voters & yes) > len(voters):
        return True
    return False if person in no and 2 * len(voters & no) >= len(voters) else None


def _voters(motion: Motion, people: dict[str, str]) -> tuple[str, set[str]]:
    (seat,) = motion.asked
    return seat, set(people.values()) - {motion.person, people.get(seat, "")}


def seat_of(motion: Motion, people: dict[str, str]) -> tuple[str, str, bool]:
    """Return the seat of a motion, its bot, and true if the clock made the motion."""
    (seat,) = motion.asked
    return seat, motion.program, people.get(seat) == motion.person
