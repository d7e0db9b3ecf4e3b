"""Tests of the second factor, on either database."""

from __future__ import annotations

import contextlib
import threading

import pyotp
import pytest

from trunkline.web.accounts.audit_log import entries
from trunkline.web.accounts.data_export import export_person
from trunkline.web.accounts.second_factor import SecondFactor
from trunkline.web.errors import Invalid, NotFound
from web.accounts.world import World


class App:
    """The authenticator app of Ann, and her second factor."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ann = world.person("Ann")
        self.factor = SecondFactor(world.database, lambda: world.now)
        self.key, self.address = self.factor.begin(self.ann)

    def code(self) -> str:
        """Return the code that the app shows now."""
        return pyotp.TOTP(self.key).at(int(self.world.now))

    def enable(self) -> tuple[str, ...]:
        """Start to use the app, and wait until it shows another code."""
        codes = self.factor.enable(self.ann, self.code())
        self.world.now += 60
        return codes

    def sign_in(self, code: str) -> str:
        """Finish a sign-in."""
        return self.factor.end_step(self.factor.begin_step(self.ann), code)


@pytest.fixture
def app(world: World) -> App:
    """An app with a new key."""
    return App(world)


def test_a_key_is_used_only_after_its_first_code(app: App) -> None:
    assert app.address.startswith("otpauth://totp/Trunkline:Ann?secret=")
    assert not app.factor.enabled(app.ann)
    with pytest.raises(Invalid, match="That code is wrong"):
        app.factor.enable(app.ann, "000000" if app.code() != "000000" else "111111")
    codes = app.enable()
    assert len(set(codes)) == 10
    assert app.factor.enabled(app.ann)
    with pytest.raises(Invalid, match="already"):
        app.factor.begin(app.ann)


def test_each_code_works_once_and_soon(app: App) -> None:
    app.factor.enable(app.ann, app.code())
    with pytest.raises(Invalid, match="used already"):
        app.sign_in(app.code())
    app.world.now += 60
    code = app.code()
    assert app.sign_in(f" {code[:3]} {code[3:]} ") == app.ann
    for _ in range(2):
        with pytest.raises(Invalid):
            app.sign_in(code)
        app.world.now += 30
    # A clock that is 30 seconds late is accepted, one that is later is not.
    late, app.world.now = app.code(), app.world.now + 30
    app.sign_in(late)
    app.world.now += 60
    later, app.world.now = app.code(), app.world.now + 90
    with pytest.raises(Invalid):
        app.sign_in(later)


def test_two_requests_cannot_use_one_code(app: App) -> None:
    app.enable()
    steps = app.factor.begin_step(app.ann)
    gate, done = threading.Barrier(2), []

    def run() -> None:
        gate.wait()
        with contextlib.suppress(Invalid, NotFound):
            done.append(app.factor.end_step(steps, app.code()))

    threads = [threading.Thread(target=run) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert done == [app.ann]


def test_a_step_ends_and_is_used_once(app: App) -> None:
    app.enable()
    step = app.factor.begin_step(app.ann)
    assert app.factor.person_of_step(step) == app.ann
    app.factor.end_step(step, app.code())
    app.world.now += 60
    late = app.factor.begin_step(app.ann)
    app.world.now += 300
    for wrong in (step, late, "", "made up"):
        with pytest.raises(NotFound, match="took too long"):
            app.factor.end_step(wrong, app.code())


def test_recovery_codes_work_once_and_are_stored_as_hashes(app: App) -> None:
    codes = app.enable()
    with app.world.database.reading() as link:
        stored = str(link.exec_driver_sql("SELECT * FROM recovery_codes").all())
    assert not any(code in stored for code in codes)
    assert app.sign_in(codes[0].upper()) == app.ann
    with pytest.raises(Invalid):
        app.sign_in(codes[0])
    app.factor.remove(app.ann, codes[1])
    assert not app.factor.enabled(app.ann)
    with pytest.raises(Invalid):
        app.sign_in(codes[2])


def test_an_operator_removes_it_with_a_reason(app: App) -> None:
    olga = app.world.person("Olga")
    app.enable()
    with pytest.raises(Invalid, match="reason"):
        app.factor.remove_by_operator(olga, app.ann, " ")
    assert app.factor.enabled(app.ann)
    app.factor.remove_by_operator(olga, app.ann, "Lost her phone; I called her")
    assert not app.factor.enabled(app.ann)
    with app.world.database.reading() as link:
        (entry,) = entries(link, 10)
    assert (entry.operator, entry.action, entry.subject) == ("Olga", "remove second factor", "Ann")
    with pytest.raises(Invalid, match="no second factor"):
        app.factor.remove_by_operator(olga, app.ann, "Again")


def test_the_key_is_in_no_export_and_goes_with_the_account(app: App) -> None:
    app.enable()
    assert app.key not in str(export_person(app.world.database, app.ann))
    app.world.accounts.delete(app.ann)
    with app.world.database.reading() as link:
        for table in ("second_factors", "recovery_codes", "sign_in_steps"):
            assert link.exec_driver_sql(f"SELECT * FROM {table}").all() == []
