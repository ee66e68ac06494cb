"""The page follows what is shown: its title, the focus, the URL, the scroll position, and another device."""
import os
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Server, await_that, equal
from drawn import App


def title_follows(app, server):
    """The title is that of the screen below as soon as one is left, while it still moves."""
    app.fresh("#/standups", App.narrow)
    below = app.driver.title
    app.open_row("Navigation")
    await_that(lambda: app.driver.title != below, "another title")
    app.settle()
    still_there = app.driver.execute_async_script("""
        const [below, done] = arguments;
        history.back();
        const look = () => document.title === below
          ? done(document.querySelectorAll("#stage .bs-level[inert]").length) : requestAnimationFrame(look);
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
        app.type("Name", name)
        app.press("Add")
        app.row(name)
    for name, left in (("Lamp", ["Desk"]), ("Desk", [])):
        app.choose(name, "Delete")
        app.press("Delete")
        app.await_rows(*left)
        app.settle()
        await_that(lambda: has_focus(app), f"focus after {name} is deleted")
    app.fresh("#/standups")
    app.press("Add a stand-up", "Add an attendee")
    names = lambda: len(app.in_top("input[autocomplete]")) - 1
    await_that(lambda: names() == 2, "two attendees")
    for left in (1, 0):
        app.choose("Name", "Remove")
        await_that(lambda: names() == left, f"{left} attendees")
        await_that(lambda: has_focus(app), f"focus with {left} attendees")
    for width in (App.narrow, App.wide):
        app.fresh("#/counters/1/4", width)
        app.await_titles("Counters", "Counter", "Counter")
        app.driver.refresh()
        app.await_titles("Counters", "Counter", "Counter")
        # To 5, at which a counter leaves.
        app.driver.execute_script("arguments[0].focus(); arguments[0].click()", app.button("Increment"))
        app.await_titles("Counters", "Counter")
        app.settle()
        await_that(lambda: has_focus(app), "focus after a screen has left")
        app.press("Back: Counters")
        app.await_titles("Counters")
        app.settle()
        await_that(lambda: has_focus(app), "focus after Back")


def url_follows(app, server):
    """A link stays in the URL as long as it is what is shown; a reload then goes on with the session."""
    app.fresh("#/counters/1/2/3")
    app.await_titles("Counters", "Counter", "Counter", "Counter")
    fragment = lambda: app.driver.execute_script("return location.hash")
    equal(fragment(), "#/counters/1/2/3")
    app.press("Back: Counter")
    app.await_titles("Counters", "Counter", "Counter")
    await_that(lambda: fragment() == "#/counters", f"no link, not {fragment()}")
    id = app.session()
    app.driver.refresh()
    app.await_titles("Counters", "Counter", "Counter")
    equal(app.session(), id)


def start_over(app, server):
    """Each feature's page begins another session from its start."""
    app.fresh("#/counters/1/2")
    app.await_titles("Counters", "Counter", "Counter")
    id = app.session()
    app.press("Start over")
    app.driver.switch_to.alert.dismiss()
    equal(app.session(), id)
    app.press("Start over")
    app.driver.switch_to.alert.accept()
    app.await_titles("Counters")
    await_that(lambda: app.focused() == "Counters", "the focus of the heading")
    equal([app.session() != id, app.driver.execute_script("return location.hash")], [True, "#/counters"])
    app.fresh("#/polls/lunch")
    id = app.session()
    app.press("Start over")
    app.driver.switch_to.alert.accept()
    await_that(lambda: app.session() != id, "another session")


def scroll_position(app, server):
    """A list stays where it was: beside what it has opened, after Back, and after a reload."""
    for width in (App.narrow, App.wide):
        app.fresh("#/inventory", width)
        id = app.session()
        for number in range(30):
            for action in ("addButtonTapped",
                           {"destination": {"presented": {"addItem": {"binding": {"name": f"Item {number}"}}}}},
                           "confirmAddItemButtonTapped"):
                server.request("POST", f"/sessions/{id}/actions", action)
        app.await_rows(*(f"Item {number}" for number in range(30)))
        app.settle()
        app.find("h1").click()
        app.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", app.row("Item 20"))
        before = app.driver.execute_script("return scrollY")
        assert before > 500, before
        app.row("Item 20").find_element(By.CSS_SELECTOR, "button").click()
        app.await_titles("Inventory", "Item 20")
        app.settle()
        equal(app.driver.execute_script("return scrollY"), 0)
        if width == App.wide:
            equal(app.driver.execute_script("return document.querySelector('.bs-level').scrollTop"), before)
            # It is moved on beside what it has opened.
            app.driver.execute_script("document.querySelector('.bs-level').scrollTop = 200")
            before = 200
        app.driver.refresh()
        app.await_titles("Inventory", "Item 20")
        if width == App.wide:
            await_that(lambda: app.driver.execute_script(
                "return document.querySelector('.bs-level').scrollTop") == before, f"{before} px beside")
        app.driver.execute_script("history.back()")
        app.await_titles("Inventory")
        app.settle()
        await_that(lambda: app.driver.execute_script("return scrollY") == before, f"{before} px")
        app.driver.refresh()
        app.await_titles("Inventory")
        await_that(lambda: app.driver.execute_script("return scrollY") == before, f"{before} px again")
        # A change moves nothing, also at the top.
        app.driver.execute_script("scrollTo(0, 0)")
        server.request("POST", f"/sessions/{id}/actions", "addButtonTapped")
        app.field("Name")
        app.press("Cancel")
        app.await_titles("Inventory")
        equal(app.driver.execute_script("return scrollY"), 0)


def hand_over_with_keys(app, server):
    """A link from another device leads to its session after the key is given, also by way of a reload."""
    with tempfile.TemporaryDirectory() as folder:
        key = "0123456789abcdef0123456789abcdef"
        os.environ["API_KEYS"] = f"me={key}"
        other = Server(server.binary, folder)
        del os.environ["API_KEYS"]
        app.pages = other.url

        def give_key():
            app.await_heading("Enter your key")
            app.find("input[type=password]").send_keys(key, Keys.ENTER)

        try:
            app.fresh("#/counters/7")
            give_key()
            app.await_titles("Counters", "Counter")
            app.press("Continue on a phone")
            link = await_that(lambda: app.all("#tools [aria-label='The link']"), "a link")[0].text
            # A phone can't reach this computer by 127.0.0.1.
            assert "--host 0.0.0.0" in app.find("#tools").text
            id = app.session()
            app.fresh(link[link.index("#"):])
            app.await_heading("Enter your key")
            app.driver.refresh()
            give_key()
            app.await_titles("Counters", "Counter")
            equal([app.session(), id in app.driver.current_url], [id, False])
        finally:
            app.pages = server.url
            other.kill()


def handed_over_too_late(app, server):
    """A session that is gone by now: "Start a new one" begins one of its feature."""
    app.fresh("#/counters/7")
    app.press("Continue on a phone")
    link = await_that(lambda: app.all("#tools [aria-label='The link']"), "a link")[0].text
    server.request("DELETE", f"/sessions/{app.session()}")
    app.fresh(link[link.index("#"):])
    app.await_heading("That did not work")
    app.press("Start a new one")
    app.await_heading("Counters")
    equal(app.state(), {"path": []})


TESTS = [title_follows, focus_stays, url_follows, start_over, scroll_position, hand_over_with_keys, handed_over_too_late]
