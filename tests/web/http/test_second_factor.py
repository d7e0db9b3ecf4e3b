"""Tests of sign-in with a second factor, over HTTP."""

from __future__ import annotations

import time
from pathlib import Path

import pyotp

from trunkline.web.accounts.rate_limits import Rate
from web.http.house import MANY, PASSWORD, Browser, House

ANN = {"name": "Ann", "password": PASSWORD}


def test_sign_in_takes_two_steps(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", rates={**MANY, Rate.SIGN_IN_CODE: "5/hour"}) as house:
        ann, olga = house.person("Ann"), house.person("Olga", operator=True)
        ann.post("/api/me/second-factor", 422, {"password": "not my password"})
        made = ann.post("/api/me/second-factor", 201, {"password": PASSWORD})
        code = pyotp.TOTP(made["key"]).at(int(time.time()))
        codes = ann.post("/api/me/second-factor/enable", 200, {"code": code})["codes"]
        assert ann.get("/api/me")["second_factor"]
        # The password alone signs nobody in, and sets no cookie.
        there = Browser(house)
        first = there.post("/api/sessions", 200, ANN)
        assert (first["name"], there.cookies) == (None, {})
        assert there.get("/api/me")["name"] is None
        refused = there.post("/api/sessions/code", 422, {"step": first["step"], "code": code})
        assert "used already" in refused["error"], "the code of the first use is not accepted again"
        done = there.post("/api/sessions/code", 200, {"step": first["step"], "code": codes[0]})
        assert (done["name"], done["second_factor"]) == ("Ann", True)
        assert there.get("/api/me")["name"] == "Ann"
        there.post("/api/sessions/code", 404, {"step": first["step"], "code": codes[1]})
        # A new password by a reset link needs the second factor too.
        begun = house.porter.accounts.begin_reset("Ann")
        assert begun is not None
        again = Browser(house)
        reset = again.post("/api/resets/use", 200, {"secret": begun[1], "password": PASSWORD + "!"})
        assert (reset["name"], again.cookies) == (None, {})
        for status in (422, 422, 429):
            again.post("/api/sessions/code", status, {"step": reset["step"], "code": "000 000"})
        body = {"action": "remove-second-factor", "reason": "She lost her phone"}
        olga.post(f"/api/operator/people/{ann.id}", 200, body)
        assert again.post("/api/sessions", 200, {**ANN, "password": PASSWORD + "!"})["name"] == "Ann"
