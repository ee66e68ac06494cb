"""The page follows what is shown: its title, the focus, the URL, the scroll position, and another device."""
import os
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Server, await_that, equal
from lossless import ID, state


def title_follows(app, server):
    """The title is that of the screen below as soon as one is left, while it still moves."""
    for page in ("", "screens.html"):
        app.fresh(f"{page}#/standups")
        below = app.driver.title
        app.press_first(".bs-item .bs-button" if page else ".list .row")
        await_that(lambda: app.driver.title != below, "another title")
        app.settle()
        still_there = app.driver.execute_async_script("""
            const [below, done] = arguments;
            history.back();
            const look = () => document.title === below
              ? done(document.querySelectorAll("#stage :is(.leaving, .bs-level[inert])").length) : requestAnimationFrame(look);
            look();""", below)
        equal(still_there, 1)
        app.settle()


def has_focus(app):
    return app.driver.execute_script("return document.activeElement !== document.body && !document.activeElement.closest('[inert]')")


def focus_stays(app, server):
    """What had the focus goes, and it never falls to the page."""
    app.fresh("#/inventory")
    for name in ("Lamp", "Desk"):
        app.press("Add an item")
        await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "dialog input"), "a form")[0].send_keys(name)
        app.press("Add")
        app.button(f"Delete {name}")
    for name in ("Lamp", "Desk"):
        app.press(f"Delete {name}")
        app.press("Delete")
        await_that(lambda: f"Delete {name}" not in app.driver.page_source, f"no {name}")
        app.settle()
        await_that(lambda: has_focus(app), f"focus after {name} is deleted")
    app.fresh("#/standups")
    app.press("Add a stand-up")
    app.press("Add an attendee")
    count = lambda: len(app.driver.find_elements(By.CSS_SELECTOR, ".attendees li"))
    await_that(lambda: count() == 2, "two attendees")
    for left in (1, 0):
        app.driver.execute_script(
            "const it = [...document.querySelectorAll('.attendees button')].at(-1); it.focus(); it.click()")
        await_that(lambda: count() == left, f"{left} attendees")
        await_that(lambda: has_focus(app), f"focus with {left} attendees")
    app.fresh("#/counters/1/4")
    await_that(lambda: app.screens() == 3, "two counters")
    app.driver.find_element(By.CSS_SELECTOR, ".screen:last-child .count")
    app.driver.refresh()
    app.await_heading("Counter")
    await_that(lambda: app.screens() == 3, "two counters")
    # To 5, at which a counter leaves.
    app.driver.execute_script(
        "const it = document.querySelector('.screen:last-child [aria-label=\"One more\"]'); it.focus(); it.click()")
    await_that(lambda: app.screens() == 2, "one counter")
    app.settle()
    await_that(lambda: has_focus(app), "focus after a screen has left")
    app.press("Back to Counters")
    app.await_heading("Counters")
    app.settle()
    await_that(lambda: has_focus(app), "focus after Back")


def url_follows(app, server):
    """A link stays in the URL as long as it is what is shown; a reload then goes on with the session."""
    app.fresh("#/counters/1/2/3")
    await_that(lambda: app.screens() == 4, "three counters")
    fragment = lambda: app.driver.execute_script("return location.hash")
    equal(fragment(), "#/counters/1/2/3")
    app.press("Back to Counter")
    await_that(lambda: app.screens() == 3, "two counters")
    await_that(lambda: fragment() == "#/counters", f"no link, not {fragment()}")
    id = app.driver.execute_script(ID)
    app.driver.refresh()
    await_that(lambda: app.screens() == 3, "two counters after a reload")
    equal(app.driver.execute_script(ID), id)


def start_over(app, server):
    """Each feature's page begins another session from its start."""
    app.fresh("#/counters/1/2")
    await_that(lambda: app.screens() == 3, "two counters")
    id = app.driver.execute_script(ID)
    app.press("Start over")
    app.await_heading("Counters")
    await_that(lambda: app.screens() == 1, "the start")
    equal([app.driver.execute_script(ID) != id, app.driver.execute_script("return location.hash")], [True, "#/counters"])
    app.fresh("screens.html#/polls/lunch")
    id = app.driver.execute_script(ID)
    app.press("Start over")
    await_that(lambda: app.driver.execute_script(ID) != id, "another session")


def scroll_position(app, server):
    """Back goes to where the list was, also after a reload."""
    app.fresh("#/inventory")
    id = app.driver.execute_script(ID)
    for number in range(30):
        for action in ("addButtonTapped",
                       {"destination": {"presented": {"addItem": {"binding": {"name": f"Item {number}"}}}}},
                       "confirmAddItemButtonTapped"):
            server.request("POST", f"/sessions/{id}/actions", action)
    await_that(lambda: len(app.driver.find_elements(By.CSS_SELECTOR, ".list li")) == 30, "30 items")
    app.settle()
    app.driver.find_element(By.TAG_NAME, "h1").click()
    row = app.driver.find_elements(By.CSS_SELECTOR, ".list .row")[25]
    app.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", row)
    before = app.driver.execute_script("return scrollY")
    assert before > 500, before
    row.click()
    app.await_heading("Item")
    app.settle()
    equal(app.driver.execute_script("return scrollY"), 0)
    app.driver.refresh()
    app.await_heading("Item")
    app.driver.execute_script("history.back()")
    app.await_heading("Inventory")
    app.settle()
    await_that(lambda: app.driver.execute_script("return scrollY") == before, f"{before} px")


def hand_over_with_keys(app, server):
    """A link from another device leads to its session after the key is given, also by way of a reload."""
    with tempfile.TemporaryDirectory() as folder:
        key = "0123456789abcdef0123456789abcdef"
        os.environ["API_KEYS"] = f"me={key}"
        other = Server(server.binary, folder)
        del os.environ["API_KEYS"]
        app.pages = other.url

        def give_key():
            app.await_heading("A key, please")
            app.driver.find_element(By.CSS_SELECTOR, "input[type=password]").send_keys(key, Keys.ENTER)

        try:
            app.fresh("#/counters/7")
            give_key()
            app.await_heading("Counter")
            app.press("Tools")
            app.press("Go on with another device")
            link = await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "#tools .body pre"), "a link")[0].text
            # A phone can't reach this computer by 127.0.0.1.
            assert "--host 0.0.0.0" in app.driver.find_element(By.ID, "tools").text
            id = app.driver.execute_script(ID)
            app.fresh(link[link.index("#"):])
            app.await_heading("A key, please")
            app.driver.refresh()
            give_key()
            app.await_heading("Counter")
            equal([app.driver.execute_script(ID), id in app.driver.current_url], [id, False])
        finally:
            app.pages = server.url
            other.kill()


def handed_over_too_late(app, server):
    """A session that is gone by now: "Begin a new one" begins one of its feature."""
    app.fresh("#/counters/7")
    app.press("Tools")
    app.press("Go on with another device")
    link = await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "#tools .body pre"), "a link")[0].text
    server.request("DELETE", f"/sessions/{app.driver.execute_script(ID)}")
    app.fresh(link[link.index("#"):])
    app.await_heading("That did not work")
    app.press("Begin a new one")
    app.await_heading("Counters")
    equal(state(app, server), {"path": []})


TESTS = [title_follows, focus_stays, url_follows, start_over, scroll_position, hand_over_with_keys, handed_over_too_late]
