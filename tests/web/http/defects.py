"""A check that the stories of people at tables notice a broken line.

``python -m web.http.defects`` breaks one line after the other in a copy of the program, tells the stories of
``test_people_at_tables`` to it, and prints which defects they find. It takes minutes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import trunkline

SOURCE = Path(trunkline.__file__).parent
TOLD = "from web.http.test_people_at_tables import tell; tell(shrink=False)"
BOUND = 600.0
"""Seconds before a run is stopped. It has found no defect by then."""


class Defect(NamedTuple):
    """A line of the program and its faulty replacement."""

    what: str
    """Description of the fault."""
    path: str
    line: str
    instead: str


DEFECTS = (
    Defect(
        "who has begun may leave",
        "web/http/controllers/seats.py",
        'require_not_begun(hosted_game, gettext("A program can play for you."))',
        "pass",
    ),
    Defect(
        "one acts for another", "web/http/services/play.py", "caller.require_seat(data.action.player)", "pass"
    ),
    Defect(
        "a game begins with free seats",
        "web/http/services/play.py",
        "        require_full_table(auth, hosted_game)",
        "        pass",
    ),
    Defect(
        "one takes back another's turn",
        "web/http/services/play.py",
        "_check_own(caller, hosted_game.seats_undone(data.version, data.to))",
        "pass",
    ),
    Defect(
        "one does again what another has taken back",
        "web/http/services/play.py",
        "_check_own(caller, hosted_game.seats_redone(data.version, data.branch))",
        "pass",
    ),
    Defect(
        "one hands over another's seat",
        "web/http/services/play.py",
        "caller.require_seat_or_owner(data.seat)",
        "pass",
    ),
    Defect(
        "lists show private tables",
        "web/accounts/membership.py",
        "if mine or not visitor.operator:",
        "if mine:",
    ),
    Defect(
        "the lobby shows private tables",
        "web/storage/game_list_queries.py",
        "found = found.where(owned.c.stage == stage, may_look(asking))",
        "found = found.where(owned.c.stage == stage)",
    ),
    Defect(
        "a private table is there for everybody",
        "web/accounts/permissions.py",
        "if hidden or not allowed(Operation.LOOK, who, private=private):",
        "if hidden or not allowed(Operation.LOOK, who, private=False):",
    ),
    Defect(
        "a branch is public",
        "web/http/controllers/games.py",
        "await context.auth.record_owner(context.caller, made.id, people, private=True)",
        "await context.auth.record_owner(context.caller, made.id, people, private=False)",
    ),
    Defect(
        "a player follows a game of theirs",
        "web/accounts/followed_games.py",
        "if link.execute(seat).first() is not None:",
        "if False:",
    ),
    Defect(
        "held seats are anybody's",
        "web/accounts/membership.py",
        "if holder is not None and holder.person != person:",
        "if False:",
    ),
    Defect(
        "seats of a rematch are not held",
        "web/accounts/membership.py",
        "link.execute(insert(held).values(game_id=game, seat=seat, person=other))",
        "pass",
    ),
    Defect(
        "a rematch is as public as may be",
        "web/accounts/membership.py",
        '"private": before.private, "away"',
        '"private": False, "away"',
    ),
    Defect(
        "strangers are told of a private rematch",
        "web/http/controllers/rematches.py",
        "require(Operation.LOOK, context.caller.visitor, table_role)",
        "pass",
    ),
    Defect(
        "a closed link leads to the table",
        "web/accounts/membership.py",
        "link.execute(delete(invitations).where(invitations.c.game_id == game))",
        "pass",
    ),
    Defect(
        "one finds another's note",
        "web/chat/messages.py",
        "mine = select(notes.c.text).where(notes.c.game_id == game, notes.c.person == person)",
        "mine = select(notes.c.text).where(notes.c.game_id == game)",
    ),
    Defect(
        "a seat is taken twice",
        "web/accounts/membership.py",
        "seated.c.game_id == game, seated.c.seat == seat, seated.c.person.is_(None)",
        "seated.c.game_id == game, seated.c.seat == seat",
    ),
    Defect(
        "one takes several seats",
        "web/accounts/membership.py",
        "if not several and link.execute(mine).first() is not None:",
        "if False:",
    ),
    Defect(
        "who leaves looks on",
        "web/accounts/membership.py",
        "for table in (guests, held):",
        "for table in (held,):",
    ),
    Defect(
        "who is put out looks on",
        "web/accounts/membership.py",
        "link.execute(delete(guests).where(guests.c.game_id == game, guests.c.person == person))",
        "pass",
    ),
    Defect(
        "who has begun may be put out",
        "web/http/controllers/seats.py",
        'require_not_begun(hosted_game, gettext("A program can play for who is absent."))',
        "pass",
    ),
    Defect(
        "who sits may put others out",
        "web/accounts/permissions.py",
        "replace     -      -       -      -        -       -      -      yes   -",
        "replace     -      -       -      -        -       yes    yes    yes   -",
    ),
    Defect(
        "who looks may make a table public",
        "web/accounts/permissions.py",
        "settle      -      -       -      -        -       -      -      yes   -",
        "settle      -      -       -      -        yes     -      -      yes   -",
    ),
    Defect(
        "who sits may lay a table aside",
        "web/accounts/permissions.py",
        "put-away    -      -       -      -        -       -      -      yes   yes",
        "put-away    -      -       -      -        -       yes    yes    yes   yes",
    ),
    Defect(
        "strangers talk",
        "web/accounts/permissions.py",
        "say         -      -       -      -        yes     yes    yes    yes   -",
        "say         -      -       -      public   yes     yes    yes    yes   -",
    ),
    Defect(
        "a game ends before all have agreed",
        "web/http/controllers/chat.py",
        "if pending_seats(motion, feed.row(hosted_game.id), feed.people_in_seats(hosted_game.id)):",
        "if False:",
    ),
    Defect(
        "who joins becomes the owner",
        "web/accounts/membership.py",
        '                raise AlreadyTaken(gettext("Another person has that seat.")) from error\n'
        "        fill(",
        '                raise AlreadyTaken(gettext("Another person has that seat.")) from error\n'
        "        link.execute(update(owned).where(owned.c.game_id == game).values(person=person))\n"
        "        fill(",
    ),
    Defect(
        "a table goes to who sat down last",
        "web/accounts/accounts.py",
        "others.order_by(seated.c.since, func.lower(seated.c.seat))",
        "others.order_by(seated.c.since.desc(), func.lower(seated.c.seat))",
    ),
    Defect(
        "one changes another's comment",
        "web/studies/repository.py",
        "mine = study_comments.c.person == (person or None)",
        "mine = study_comments.c.person.is_not(None)",
    ),
    Defect(
        "one deletes another's comment",
        "web/http/controllers/studies.py",
        "every = owns or caller.visitor.operator",
        "every = True",
    ),
    Defect(
        "the owner of a table deletes no other comments",
        "web/http/controllers/studies.py",
        "every = owns or caller.visitor.operator",
        "every = caller.visitor.operator",
    ),
    Defect(
        "strangers comment",
        "web/accounts/permissions.py",
        "annotate    -      -       -      -        own     own    own    own   -",
        "annotate    -      -       -      public   own     own    own    own   -",
    ),
    Defect(
        "strangers delete comments",
        "web/accounts/permissions.py",
        "erase       -      -       -      -        own     own    own    yes   yes",
        "erase       -      -       -      public   own     own    own    yes   yes",
    ),
    Defect(
        "a reader without an account reports nothing",
        "web/accounts/permissions.py",
        "flag        public -       yes    public   yes",
        "flag        -      -       yes    public   yes",
    ),
    Defect(
        "a game in progress takes comments",
        "web/http/services/studies.py",
        "return not hosted_game.row.learns and (hosted_game.over or hosted_game.origin is not None)",
        "return not hosted_game.row.learns",
    ),
    Defect(
        "who sits renames a study",
        "web/accounts/permissions.py",
        "study       -      -       -      -        -       -      -      yes   -",
        "study       -      -       -      -        -       yes    yes    yes   -",
    ),
    Defect(
        "lists show private studies",
        "web/studies/repository.py",
        "found = found.where(may_look(asking))",
        "pass",
    ),
    Defect(
        "an old version is overtaken",
        "web/games/hosted_game.py",
        "if version != self.version:\n            raise self.stale(version)",
        "if version > self.version:\n            raise self.stale(version)",
    ),
)


def found(defect: Defect) -> tuple[bool, float]:
    """Return whether the stories find a defect, and the CPU seconds that the run took."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "trunkline"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("static", "__pycache__"))
        broken = copy / defect.path
        broken.write_text(mended(defect, broken.read_text()))
        paths = os.pathsep.join((folder, str(Path(__file__).resolve().parents[2])))
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", TOLD]
        before = spent()
        try:
            done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, timeout=BOUND)
        except subprocess.TimeoutExpired:
            return False, BOUND
    if done.returncode and b"AssertionError" not in done.stderr:
        # The program crashed instead of failing an assertion of the stories.
        print(done.stderr.decode())
    return done.returncode != 0, spent() - before


def spent() -> float:
    """Return the CPU seconds of all finished child processes."""
    now = os.times()
    return now.children_user + now.children_system


def mended(defect: Defect, text: str) -> str:
    """Return the text of a file with the defect.

    Raises:
        ValueError: The file does not contain the line exactly once.
    """
    if text.count(defect.line) != 1:
        raise ValueError(f"{defect.path} has not one {defect.line!r}.")
    return text.replace(defect.line, defect.instead)


def main() -> int:
    """Print each defect and whether the stories find it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("some", nargs="*", help="words of the defects to look at; none: all of them")
    some = parser.parse_args().some
    missed = 0
    for defect in DEFECTS:
        if some and not any(word in defect.what for word in some):
            continue
        caught, seconds = found(defect)
        missed += not caught
        print(f"{'found ' if caught else 'MISSED'}  {seconds:5.1f} s  {defect.what}", flush=True)
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
