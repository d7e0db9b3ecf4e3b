"""Tests of the permission table."""

from __future__ import annotations

import pytest

from trunkline.web.accounts.permissions import (
    AT_TABLES,
    CELLS,
    NOBODY,
    Operation,
    Role,
    TableRole,
    Visitor,
    allowed,
    kinds,
    own_seat,
    require,
    turn_matters,
)
from trunkline.web.errors import Denied, NotVisible, Unauthenticated

WRITES = AT_TABLES - {Operation.LOOK, Operation.HEAR, Operation.ASK, Operation.EXPORT, Operation.FLAG}
"""Operations that change a game. A report changes nothing at the table."""


def test_the_table_has_every_operation_and_every_kind() -> None:
    assert set(CELLS) == set(Operation)
    assert all(list(row) == list(Role) for row in CELLS.values())
    assert {Operation.ACT, Operation.LOOK, Operation.INVITE} <= AT_TABLES
    assert not AT_TABLES & {Operation.CREATE, Operation.ACCOUNT, Operation.LIST}


@pytest.mark.parametrize("operation", sorted(WRITES))
def test_who_is_not_signed_in_changes_nothing(operation: Operation) -> None:
    assert CELLS[operation][Role.NOBODY] == "-"


@pytest.mark.parametrize("operation", sorted(AT_TABLES))
def test_a_private_table_is_not_there_for_strangers(operation: Operation) -> None:
    private = TableRole(True)
    for visitor in (NOBODY, Visitor("ann")):
        with pytest.raises(NotVisible, match="There is no such game"):
            require(operation, visitor, private)
        with pytest.raises(NotVisible, match="There is no such game"):
            require(operation, visitor, None)


def test_only_who_sits_acts_and_only_for_his_seat() -> None:
    actors = {kind for kind in Role if CELLS[Operation.ACT][kind] != "-"}
    assert actors == {Role.LEARNER, Role.SEATED, Role.TO_ACT}
    seated = TableRole(False, seats=frozenset({"East"}))
    own_seat(seated, "East")
    for seat in ("West", ""):
        with pytest.raises(Denied):
            own_seat(seated, seat)


def test_what_is_said_fits_who_asks() -> None:
    public = TableRole(False)
    with pytest.raises(Unauthenticated, match="Sign in"):
        require(Operation.JOIN, NOBODY, public)
    with pytest.raises(Denied, match="Only the owner"):
        require(Operation.INVITE, Visitor("ann"), public)
    with pytest.raises(Denied, match="sits"):
        require(Operation.ACT, Visitor("ann"), public)
    with pytest.raises(Denied, match="must decide"):
        require(Operation.HINT, Visitor("ann"), TableRole(False, seats=frozenset({"East"})))
    with pytest.raises(Denied, match="signed in"):
        require(Operation.SIGN_UP, Visitor("ann"), None)
    require(Operation.HINT, Visitor("ann"), TableRole(False, seats=frozenset({"East"})), to_act=True)


def test_a_token_never_touches_the_account() -> None:
    require(Operation.ACCOUNT, Visitor("ann"), None)
    with pytest.raises(Denied, match="token"):
        require(Operation.ACCOUNT, Visitor("ann", by_hand=False), None)
    require(Operation.ACT, Visitor("ann", by_hand=False), TableRole(True, seats=frozenset({"East"})))


def test_who_runs_the_place_looks_and_does_not_play() -> None:
    alone = {operation for operation in AT_TABLES if allowed(operation, [Role.OPERATOR], private=True)}
    assert alone == {
        Operation.LOOK,
        Operation.HEAR,
        Operation.ASK,
        Operation.EXPORT,
        Operation.FLAG,
        Operation.FOLLOW,
        Operation.ERASE,
        Operation.PUT_AWAY,
    }
    require(Operation.LOOK, Visitor("op", operator=True), None)


def test_one_is_all_that_one_is() -> None:
    place = TableRole(True, owner=True, guest=True, seats=frozenset({"East"}))
    assert kinds(Visitor("ann", operator=True), place) == {
        Role.OWNER,
        Role.SEATED,
        Role.OPERATOR,
        Role.STRANGER,
    }
    assert Role.WATCHER in kinds(Visitor("ann"), TableRole(True, guest=True))
    assert [operation for operation in Operation if turn_matters(operation)] == [Operation.HINT]
