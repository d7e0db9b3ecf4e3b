"""Tests of the pages for groups at a real table: phones follow a game, and the moderator's sheet prints."""

from __future__ import annotations

from playwright.sync_api import Route, expect

import trunkline
from browser.axe import findings
from browser.conftest import PHONE
from browser.screen import Screen, brought
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer

PEOPLE = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
ACTIONS = 250
"""Actions of the game: companies operate, and players hold shares and privates."""
ADDRESS = "http://192.168.1.20:8056"
OTHER = "http://10.8.0.2:8056"
"""The address of the same machine in another network."""


def money(amount: int) -> str:
    """Return an amount as the pages write it."""
    return f"${amount:,}"


def test_phones_follow_with_the_figures_of_the_game_and_the_sheet_prints_them(screen: Screen) -> None:
    game = trunkline.new("1856", list(PEOPLE), seed=5, variants=["real_table"])
    play_out(game, RandomPlayer(5), ACTIONS)
    page, id = screen.page, brought(screen.table, game)

    # A phone chooses a player. The page has figures and no buttons.
    page.set_viewport_size(PHONE)
    screen.open(f"/g/{id}/follow")
    view = screen.view()
    player = max(view["players"], key=lambda each: len(each["shares"]))
    page.get_by_role("link", name=player["name"]).click()
    page.wait_for_url(f"**/follow/{player['name']}")
    main = page.locator("main")
    for figure in (player["cash"], player["worth"]):
        expect(main.locator(".figures")).to_contain_text(money(figure))
    rows = main.get_by_role("region", name="Shares").locator("tbody tr")
    expect(rows).to_have_count(len(player["shares"]))
    corps = {corp["id"]: corp for corp in view["corporations"]}
    for share in player["shares"]:
        row = rows.filter(has=page.get_by_role("rowheader", name=share["corp"]))
        price = corps[share["corp"]]["price"]
        expect(row).to_contain_text(
            f"{share['percent']}%{money(price)}{money(price * share['percent'] // 10)}"
        )
    presidencies = [corp for corp in corps.values() if corp["president"] == player["name"]]
    expect(main.locator(".company")).to_have_count(len(presidencies))
    for corp in presidencies:
        card = main.get_by_role("region", name=f"{corp['id']}, president")
        expect(card).to_contain_text(f"Treasury {money(corp['cash'])}")
    assert not main.get_by_role("button").count()
    assert screen.fits()
    assert findings(screen) == []

    # It follows: a correction at the table changes the cash.
    correction = {
        "kind": "correct_cash",
        "player": "",
        "reason": "x",
        "owner": player["name"],
        "amount": 4321,
    }
    body = {"version": view["version"], "action": correction}
    assert screen.table.ask("POST", f"/api/games/{id}/actions", body)[0] == 200
    expect(main.locator(".cash")).to_contain_text("$4,321")
    expect(main.get_by_role("region", name="Last moves")).to_contain_text("x")

    screen.open(f"/g/{id}/follow/Zed")
    names = ", ".join(PEOPLE[:-1]) + " and " + PEOPLE[-1]
    expect(page.get_by_role("alert")).to_have_text(
        f"There is no player Zed in this game. Its players are {names}."
    )
    screen.open("/g/none/follow")
    expect(page.get_by_role("alert")).to_have_text("There is no such game.")

    # The menu of the game shows the address. A server for this machine only has none.
    page.set_viewport_size({"width": 1500, "height": 950})
    screen.open(f"/g/{id}")
    menu = page.get_by_label("This moment")
    dialog = page.get_by_role("dialog", name="Follow on a phone")
    menu.click()
    page.get_by_role("button", name="Follow on a phone").click()
    expect(dialog).to_contain_text("--host 0.0.0.0")
    expect(dialog.get_by_role("img")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()

    def answer(route: Route) -> None:
        route.fulfill(json={"addresses": [ADDRESS, OTHER]})

    page.route("**/api/addresses", answer)
    menu.click()
    page.get_by_role("button", name="Follow on a phone").click()
    expect(dialog.get_by_role("textbox", name="Address")).to_have_value(f"{ADDRESS}/g/{id}/follow")
    expect(dialog.get_by_role("img", name="QR code")).to_be_visible()
    dialog.get_by_role("combobox").select_option(OTHER)
    expect(dialog.get_by_role("textbox", name="Address")).to_have_value(f"{OTHER}/g/{id}/follow")
    page.keyboard.press("Escape")

    # The sheet has all players and companies on paper, and nothing to press.
    menu.click()
    page.get_by_role("link", name="Print a moderator's sheet").click()
    expect(page.locator("main[data-ready]")).to_be_visible()
    assert findings(screen) == []
    page.emulate_media(media="print")
    expect(page.get_by_role("button")).to_have_count(0)
    view = screen.view()
    for each in view["players"]:
        row = page.locator(f"[data-player='{each['name']}']")
        expect(row).to_contain_text(f"{money(each['cash'])}{each['certificates']:g}/{each['limit']}")
        held = "".join(
            f"{share['percent']}%{'★,president' if share['president'] else ''}"
            for corp in page.locator("[data-corp]").evaluate_all(
                "rows => rows.map((row) => row.dataset.corp)"
            )
            for share in each["shares"]
            if share["corp"] == corp
        )
        assert held in (row.text_content() or "").replace(" ", "")
    for corp in view["corporations"]:
        if corp["price"] is None or corp["status"] == "closed":
            continue
        row = page.locator(f"[data-corp='{corp['id']}']")
        expect(row).to_contain_text(f"{corp['president']}{money(corp['price'])}")
        expect(row).to_contain_text(f"{money(corp['cash'])}{', '.join(corp['trains']) or '–'}")
