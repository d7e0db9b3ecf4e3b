"""Browser tests of studies: comments, rings and arrows on the moments of a sandbox."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from browser.axe import findings
from browser.conftest import PHONE
from browser.screen import PEOPLE, Screen, brought, played
from browser.test_people import at_one_table
from browser.vocabulary import unexplained
from trunkline.game.actions import RunTrains
from web.http.process import Process


def begun(screen: Screen, game: str) -> str:
    """Begin a study at the newest moment and return its game."""
    screen.open(f"/g/{game}")
    screen.page.get_by_label("This moment", exact=True).click()
    screen.page.get_by_role("button", name="Begin a study").click()
    expect(screen.page).not_to_have_url(re.compile(game))
    return screen.game


def test_a_moment_gets_a_comment_with_marks_and_is_found_again(screen: Screen) -> None:
    page = screen.page
    game = played("1856", 4, [RunTrains])
    study = begun(screen, brought(screen.table, game))
    panel = page.get_by_role("region", name="Comments")
    expect(panel.get_by_role("heading", level=2)).to_have_text("1856: Ann, Bob, Cy")
    panel.get_by_label("Comment on this moment", exact=True).fill("Run to Toronto.")
    panel.get_by_role("button", name="Arrow").click()
    screen.hex("N11").click()
    expect(panel.get_by_role("status")).to_have_text("From N11: click the place where the arrow ends.")
    screen.hex("L13").click()
    panel.get_by_role("button", name="Ring").click()
    # The keyboard reaches every hex while a tool is selected, and draws with Enter.
    screen.hex("F15").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-arrow="N11 L13"]')).to_have_count(1)
    expect(page.locator('[data-drawn="F15"]')).to_have_count(1)
    screen.tab("Chart")
    page.get_by_role("button", name=re.compile("^Mark the box of 100, row 1")).first.click()
    screen.tab("Market")
    page.get_by_role("button", name="Mark WR, Ann").click()
    page.get_by_role("button", name="Mark CVR", exact=True).click()
    expect(page.locator('.market [data-drawn="WR.Ann"]')).to_have_count(1)
    panel.get_by_role("button", name="Add comment").click()
    comment = panel.get_by_role("article")
    expect(comment).to_contain_text("Run to Toronto.")
    expect(comment).to_contain_text(
        re.compile(r"Marks: N11 → L13, F15, 0\.\d+ \(chart\), WR.Ann \(market\), CVR \(market\)")
    )
    assert findings(screen) == []
    # Another open page of the study has it without a reload, and its marks as soon as they are drawn.
    other = Screen(page.context.new_page(), screen.table)
    other.open(f"/g/{study}")
    theirs = other.page.get_by_role("region", name="Comments").get_by_role("article")
    expect(theirs).to_have_count(1)
    panel.get_by_label("Comment on this moment", exact=True).fill("Or to the west.")
    panel.get_by_role("button", name="Add comment").click()
    expect(theirs).to_have_count(2)
    expect(theirs.nth(1)).to_contain_text("Or to the west.")
    comment.nth(1).get_by_role("button", name="Delete").click()
    expect(theirs).to_have_count(1)
    other.page.close()
    screen.tab("Map")
    # Another moment shows neither the comment nor its marks. The list leads back to them.
    at = int(screen.decision.get_attribute("data-at") or 0)
    page.get_by_role("button", name="The beginning").click()
    expect(comment).to_have_count(0)
    expect(page.locator("[data-drawn], [data-arrow]")).to_have_count(0)
    panel.get_by_role("navigation", name="Commented moments").get_by_role("button").click()
    expect(comment).to_have_count(1)
    expect(page.locator('[data-drawn="F15"]')).to_have_count(1)
    # It is changed and kept. A study opens with its comments.
    comment.get_by_role("button", name="Change").click()
    panel.get_by_label("Comment on this moment", exact=True).fill("Run to Toronto and back.")
    screen.hex("F15").click()
    expect(page.locator('[data-drawn="F15"]')).to_have_count(1)
    panel.get_by_role("button", name="Ring").click()
    screen.hex("F15").click()
    expect(page.locator('[data-drawn="F15"]')).to_have_count(0)
    panel.get_by_role("button", name="Save").click()
    expect(comment).to_contain_text("and back.")
    panel.get_by_role("button", name="Rename").click()
    panel.get_by_label("Name of the study").fill("Toronto")
    panel.get_by_role("button", name="Rename").click()
    expect(panel.get_by_role("heading", level=2)).to_have_text("Toronto")
    screen.open("/studies")
    expect(page.get_by_role("listitem")).to_contain_text("1856: Ann, Bob, Cy. 1 comment.")
    assert unexplained(screen) == []
    page.get_by_role("link", name="Toronto").click()
    expect(panel.get_by_role("article")).to_contain_text("and back.")
    assert (screen.game, screen.at) == (study, at)


def test_comments_on_a_phone_and_in_a_page_that_is_saved(phone: Screen) -> None:
    page = phone.page
    study = begun(phone, brought(phone.table, played("1851", 4, [RunTrains])))
    page.get_by_label("This moment", exact=True).click()
    page.get_by_role("button", name="Comments", exact=True).click()
    panel = page.get_by_role("region", name="Comments")
    panel.get_by_label("Comment on this moment", exact=True).fill("The first run.")
    panel.get_by_role("button", name="Ring").click()
    phone.hex("G3").click()
    panel.get_by_role("button", name="Add comment").click()
    expect(panel.get_by_role("article")).to_contain_text("Marks: G3")
    assert phone.fits()
    panel.get_by_role("button", name="Close comments").click()
    expect(page.locator("[data-drawn]")).to_have_count(0)
    # The saved page has the comment and its marks.
    saved = phone.page.request.get(f"{phone.base}/api/games/{study}/replay.html").body()
    page.route("**/saved.html", lambda route: route.fulfill(body=saved, content_type="text/html"))
    page.goto(f"{phone.base}/saved.html")
    page.get_by_role("slider").first.press("End")
    expect(page.get_by_role("region", name="Comments").get_by_role("article")).to_contain_text(
        "The first run."
    )
    expect(page.locator('[data-drawn="G3"]')).to_have_count(1)


def test_a_study_is_read_by_its_link_without_an_account_until_the_link_ends(
    chromium: Browser, house: Process
) -> None:
    with chromium.new_context() as hers, chromium.new_context(viewport=PHONE) as theirs:
        ann, reader = Screen(hers.new_page(), house), Screen(theirs.new_page(), house)
        at_one_table({ann: "Ann"}, {"title": "1856", "seats": [{"name": name} for name in PEOPLE], "seed": 4})
        ann.page.get_by_label("This moment", exact=True).click()
        ann.page.get_by_role("button", name="Begin a study").click()
        panel = ann.page.get_by_role("region", name="Comments")
        panel.get_by_label("Comment on this moment", exact=True).fill("Look at the bank.")
        panel.get_by_role("button", name="Add comment").click()
        expect(panel.get_by_role("article")).to_have_count(1)
        panel.get_by_role("button", name="Readers").click()
        access = panel.get_by_role("group", name="Who may read this study?")
        expect(access.get_by_label("Only you and people whom you invite")).to_be_checked()
        access.get_by_label("Anyone with the link").check()
        link = access.get_by_label("Link to read this study").input_value()
        assert findings(ann) == []
        study = ann.game

        reader.page.goto(link)
        expect(reader.page).to_have_url(re.compile(f"/g/{study}"))
        read = reader.page.get_by_role("region", name="Comments")
        expect(read.get_by_role("article")).to_contain_text("Look at the bank.")
        expect(read.get_by_role("button", name=re.compile("Rename|Readers|Add comment"))).to_have_count(0)
        # The browser keeps the link, also after the address has lost it.
        reader.open(f"/g/{study}")
        expect(read.get_by_role("article")).to_have_count(1)
        read.get_by_role("button", name="Options for the comment of Ann").click()
        options = read.get_by_role("group", name="Options for Ann")
        expect(options.get_by_role("button")).to_have_text(["Report this comment"])
        options.get_by_label("Reason").fill("An insult")
        options.get_by_role("button").click()
        expect(options.get_by_role("status")).to_contain_text("received your report")
        assert findings(reader) == []

        access.get_by_label("Only you and people whom you invite").check()
        expect(access.get_by_label("Link to read this study")).to_have_count(0)
        reader.page.goto(link)
        expect(reader.page.get_by_role("alert")).to_contain_text("This link is not valid.")
        reader.page.goto(f"{reader.base}/g/{study}")
        expect(reader.page.get_by_text("There is no such game")).to_be_visible()
