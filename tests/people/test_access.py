"""The table of who may do what, read as a table."""

from __future__ import annotations

import pytest

from trunkline.people.access import (
    AT_TABLES,
    CELLS,
    NOBODY,
    Kind,
    Operation,
    Place,
    Visitor,
    check,
    kinds,
    may,
    own_seat,
    turn_matters,
)
from trunkline.people.errors import Denied, Hidden, SignIn

WRITES = AT_TABLES - {Operation.LOOK, Operation.HEAR, Operation.ASK, Operation.EXPORT}


def test_the_table_has_every_operation_and_every_kind() -> None:
    assert set(CELLS) == set(Operation)
    assert all(list(row) == list(Kind) for row in CELLS.values())
    assert {Operation.ACT, Operation.LOOK, Operation.INVITE} <= AT_TABLES
    assert not AT_TABLES & {Operation.CREATE, Operation.ACCOUNT, Operation.LIST}


@pytest.mark.parametrize("operation", sorted(WRITES))
def test_who_is_not_signed_in_changes_nothing(operation: Operation) -> None:
    assert CELLS[operation][Kind.NOBODY] == "-"


@pytest.mark.parametrize("operation", sorted(AT_TABLES))
def test_a_private_table_is_not_there_for_strangers(operation: Operation) -> None:
    private = Place(True)
    for visitor in (NOBODY, Visitor("ann")):
        with pytest.raises(Hidden, match="There is no such game"):
            check(operation, visitor, private)
        with pytest.raises(Hidden, match="There is no such game"):
            check(operation, visitor, None)


def test_only_who_sits_acts_and_only_for_his_seat() -> None:
    actors = {kind for kind in Kind if CELLS[Operation.ACT][kind] != "-"}
    assert actors == {Kind.SEATED, Kind.TO_ACT}
    seated = Place(False, seats=frozenset({"East"}))
    own_seat(seated, "East")
    for seat in ("West", ""):
        with pytest.raises(Denied):
            own_seat(seated, seat)


def test_what_is_said_fits_who_asks() -> None:
    public = Place(False)
    with pytest.raises(SignIn, match="Sign in"):
        check(Operation.JOIN, NOBODY, public)
    with pytest.raises(Denied, match="Only the owner"):
        check(Operation.INVITE, Visitor("ann"), public)
    with pytest.raises(Denied, match="sits"):
        check(Operation.ACT, Visitor("ann"), public)
    with pytest.raises(Denied, match="must decide"):
        check(Operation.HINT, Visitor("ann"), Place(False, seats=frozenset({"East"})))
    with pytest.raises(Denied, match="signed in"):
        check(Operation.SIGN_UP, Visitor("ann"), None)
    check(Operation.HINT, Visitor("ann"), Place(False, seats=frozenset({"East"})), to_act=True)


def test_a_token_never_touches_the_account() -> None:
    check(Operation.ACCOUNT, Visitor("ann"), None)
    with pytest.raises(Denied, match="token"):
        check(Operation.ACCOUNT, Visitor("ann", by_hand=False), None)
    check(Operation.ACT, Visitor("ann", by_hand=False), Place(True, seats=frozenset({"East"})))


def test_who_runs_the_place_looks_and_does_not_play() -> None:
    alone = {operation for operation in AT_TABLES if may(operation, [Kind.OPERATOR], private=True)}
    assert alone == {
        Operation.LOOK,
        Operation.HEAR,
        Operation.ASK,
        Operation.EXPORT,
        Operation.PUT_AWAY,
    }
    check(Operation.LOOK, Visitor("op", operator=True), None)


def test_one_is_all_that_one_is() -> None:
    place = Place(True, owner=True, guest=True, seats=frozenset({"East"}))
    assert kinds(Visitor("ann", operator=True), place) == {
        Kind.OWNER,
        Kind.SEATED,
        Kind.OPERATOR,
        Kind.STRANGER,
    }
    assert Kind.WATCHER in kinds(Visitor("ann"), Place(True, guest=True))
    assert [operation for operation in Operation if turn_matters(operation)] == [Operation.HINT]
