"""The demo app in headless Chromium: its screens, by mouse and by keyboard, and their accessibility."""
import os
import shutil
import subprocess
import tempfile
import time

from selenium.webdriver.common.keys import Keys

import motion
from browser import Server, await_that, equal
from drawn import App


def list_of_features(app, server):
    app.fresh()
    app.look("features")
    count, size = app.driver.execute_script(
        "const all = [...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')];"
        "return [all.length, all.reduce((sum, one) => sum + one.encodedBodySize, 0)]")
    # A screen loads its modules when it is shown first.
    assert 1 < count <= 8 and 1_000 < size <= 20_500, (count, size)
    return f"{count} requests, {size} bytes"


def kept_files(app, server):
    """A second visit asks the server for no file that the browser has."""
    app.fresh("#/counters")
    app.settle()
    app.driver.get("about:blank")
    app.fresh("#/counters")
    app.settle()
    files = app.driver.execute_script(
        "return performance.getEntriesByType('resource').map((one) =>"
        " [new URL(one.name).pathname, one.transferSize])")
    kept = [(path, size) for path, size in files if path.startswith("/app/assets/")]
    assert len(kept) >= 14 and all(size == 0 for _, size in kept), files
    # Besides, it asks for what may differ.
    others = {path.split("/")[1] for path, _ in files} - {"app"}
    assert others <= {"", "features", "sessions"}, others
    return f"{len(kept)} files"


def counters(app, server):
    for width in (App.narrow, App.wide):
        app.fresh("#/counters", width)
        app.look("counters")
        app.press("Add a counter")
        app.await_titles("Counters", "Counter")
        app.press("Increment")
        app.await_count(1)
        app.press("Next counter")
        app.await_titles("Counters", "Counter", "Counter")
        app.look("counters-two-deep")
        app.driver.execute_script("history.back()")
        app.await_titles("Counters", "Counter")
        app.press("Back: Counters")
        app.await_titles("Counters")
        app.fresh("#/counters/3/4", width)
        app.await_titles("Counters", "Counter", "Counter")
        app.press("Increment")  # to 5, at which a counter leaves
        app.await_titles("Counters", "Counter")


def inventory(app, server):
    app.fresh("#/inventory")
    app.look("inventory-empty")
    app.press("Add an item")
    app.look("inventory-form")
    app.field("Name").send_keys("Chair", Keys.ENTER)
    app.row("Chair")
    app.look("inventory")
    app.choose("Chair", "Copy")
    app.button("Add the copy")
    app.size(390)
    app.settle()
    equal(app.button("Add the copy").rect["height"], app.button("Cancel").rect["height"])
    app.size(app.wide)
    app.look("inventory-copy")
    app.press("Add the copy")
    app.await_rows("Chair", "Chair")
    app.choose("Chair", "Delete")
    app.button("Delete")
    app.look("inventory-alert")
    app.press("Delete")
    app.await_rows("Chair")
    app.open_row("Chair")
    app.await_titles("Inventory", "Chair")
    app.look("inventory-item")
    app.press("Back: Inventory")
    app.await_titles("Inventory")


def standups(app, server):
    app.fresh("#/standups")
    app.look("standups")
    app.open_row("Navigation")
    app.await_titles("Daily stand-ups", "Navigation")
    app.look("standup")
    app.press("Edit")
    app.field("Title")
    app.look("standup-form")
    app.press("Done", "Start the meeting")
    app.await_titles("Daily stand-ups", "Navigation", "Navigation")
    app.look("recording")
    app.press("End the meeting")
    app.button("Resume")
    app.look("recording-alert")
    app.press("Discard")
    app.await_titles("Daily stand-ups", "Navigation")


def beside_the_top(app, server):
    """A press beside the top level shows what it opens; nothing stands beside a meeting, which Back asks to end."""
    visible = ("return [...document.querySelectorAll('.bs-level:not([inert])')].filter((one) => one.checkVisibility())"
               ".map((one) => one.querySelector('.bs-heading').textContent)")
    app.fresh("#/counters")
    app.press("Add a counter")
    app.await_titles("Counters", "Counter")
    # Nobody means to close what has just come.
    app.driver.execute_script("const { now } = Date; Date.now = () => now() + 1000")
    app.press("Add a counter")
    app.await_titles("Counters", "Counter")
    app.fresh("#/standups/00000000-0000-0000-0000-000000000001/record")
    title = app.titles()[1]
    app.await_titles("Daily stand-ups", title, title)
    equal(app.driver.execute_script(visible), [title])
    app.think()
    app.settle()
    app.find("[data-above='0'] .bs-heading").click()
    await_that(lambda: app.driver.execute_script("return history.state.backstack") == 2, "entries")
    app.driver.execute_script("history.back()")
    app.button("Resume")
    app.press("Resume")
    app.await_titles("Daily stand-ups", title, title)
    app.press("End the meeting", "Discard")
    app.await_titles("Daily stand-ups", title)
    app.driver.execute_script("const { now } = Date; Date.now = () => now() + 1000")
    app.press("Delete")
    app.button("Cancel")


def polls(app, server):
    app.fresh("#/polls/lunch")
    app.button("Back: Polls")
    _, option, *_ = options = app.in_top(".bs-item > button")
    option.click()
    await_that(lambda: option.get_attribute("aria-pressed") == "true", "the vote")
    equal({one.get_attribute("aria-pressed") for one in options if one != option} - {None}, {"false"})
    app.look("poll")


def own_page(app, server):
    """The page that draws polls by itself: a vote, its withdrawal, and another's votes."""
    app.fresh()
    app.driver.get(f"{app.pages}/app/own.html")
    question = "What is for lunch?"
    heading = lambda: app.driver.execute_script(
        "return [...document.querySelectorAll('h1')].at(-1)?.textContent")
    # Each version has other buttons.
    votes = lambda: app.driver.execute_script(
        "return [...document.querySelectorAll('[aria-pressed]')]"
        ".map((one) => +one.textContent.split(': ').at(-1))")
    await_that(lambda: heading() == "Polls", "the polls")
    app.press(question)
    await_that(lambda: heading() == question and app.driver.title == question, "the poll")
    before = votes()
    app.look("own-page")
    first = app.driver.current_window_handle
    app.driver.switch_to.new_window("tab")
    app.driver.get(f"{app.pages}/app/own.html")
    app.press(question)
    await_that(lambda: votes() == before, "the same votes in another tab")
    app.all("[aria-pressed]")[1].click()
    after = [count + (index == 1) for index, count in enumerate(before)]
    await_that(lambda: votes() == after, "the vote")
    second = app.driver.current_window_handle
    app.driver.switch_to.window(first)
    await_that(lambda: votes() == after, "another's vote")
    equal([one.get_attribute("aria-pressed") for one in app.all("[aria-pressed]")],
          ["false"] * len(after))
    app.driver.switch_to.window(second)
    # The app has the tab's session, too.
    app.press("The same session, drawn from its views in Swift")
    app.await_titles("Polls", question)
    equal(len(app.in_top("[aria-pressed=true]")), 1)
    app.driver.execute_script("history.back()")
    await_that(lambda: votes() == after and heading() == question, "the page again")
    app.press("Withdraw my vote")
    app.button("Withdraw")
    app.look("own-page-alert")
    app.press("Keep it")
    await_that(lambda: not app.all("dialog") and votes() == after, "the vote, still")
    app.press("Withdraw my vote", "Withdraw")
    await_that(lambda: votes() == before, "no vote")
    app.driver.execute_script("history.back()")
    await_that(lambda: heading() == "Polls", "the polls again")
    app.driver.close()
    app.driver.switch_to.window(first)
    await_that(lambda: votes() == before, "another's withdrawal")
    app.press("‹ Polls")
    await_that(lambda: heading() == "Polls", "the polls again")
    equal([app.driver.title, app.driver.switch_to.active_element.text], ["Polls", "Polls"])


def keyboard(app, server):
    app.fresh(width=App.narrow)
    app.tab_to("CountersA stack of screens, each with a timer").send_keys(Keys.ENTER)
    app.await_titles("Counters")
    app.tab_to("Add a counter").send_keys(Keys.ENTER)
    app.await_titles("Counters", "Counter")
    equal(app.focused(), "Counter")
    app.tab_to("Back: Counters").send_keys(Keys.ENTER)
    app.await_titles("Counters")
    await_that(lambda: app.focused() == "Add a counter", "the focus on what opened the screen")


def back_keeps_what_was_typed(app, server):
    """Back closes a form before the pause after which typed text is sent; the text comes first."""
    app.fresh("#/inventory")
    app.press("Add an item", "Add")
    app.open_row("Unnamed")
    app.await_titles("Inventory", "Unnamed")
    app.driver.execute_script(
        "arguments[0].focus(); arguments[0].value = 'Lamp';"
        "arguments[0].dispatchEvent(new Event('input')); history.back()", app.field("Name"))
    app.await_titles("Inventory")
    app.await_rows("Lamp")


def back_from_a_link(app, server):
    """A link begins entries of its own in the browser's history: back leads to the screens before."""
    app.fresh("#/counters")
    app.press("Add a counter", "Next counter")
    app.await_titles("Counters", "Counter", "Counter")
    app.settle()
    app.driver.execute_script("location.hash = '#/standups'")
    app.await_heading("Daily stand-ups")
    app.driver.execute_script("history.back()")
    app.await_titles("Counters", "Counter", "Counter")
    equal(app.driver.execute_script("return history.state.backstack"), 2)
    count = app.count()
    app.driver.execute_script("location.hash = '#/counters/7'")
    app.await_count(7)
    app.driver.execute_script("history.back()")
    app.await_titles("Counters", "Counter", "Counter")
    equal(app.count(), count)
    app.driver.execute_script("history.forward()")
    app.await_count(7)


def handed_over(app, server):
    app.fresh("#/counters")
    app.press("Add a counter", "Increment")
    app.await_count(1)
    app.press("Continue on a phone")
    await_that(lambda: app.focused() == "Close", "the focus in the card")
    assert "Another device can't reach 127.0.0.1" in app.find("dialog[open]").text
    equal(app.all(".qr"), [])
    app.look("handed-over-here")
    app.press("Copy: the link")
    await_that(lambda: app.focused() in ("Copied", "Selected"), "the copy")
    app.press("Close")
    await_that(lambda: app.focused() == "Continue on a phone", "the focus where it was")
    # A name that is not this computer's alone, as far as the page can see.
    app.pages = server.url.replace("127.0.0.1", "phone.localhost")
    app.fresh("#/counters")
    app.press("Add a counter", "Increment")
    app.await_count(1)
    app.press("Continue on a phone")
    code = await_that(lambda: app.all(".qr"), "a QR code")[0]
    link = app.find("#tools [aria-label='The link']").text
    app.look("handed-over")
    if shutil.which("zbarimg"):
        with tempfile.TemporaryDirectory() as folder:
            code.screenshot(f"{folder}/code.png")
            read = subprocess.run(["zbarimg", "--quiet", "--raw", f"{folder}/code.png"],
                                  check=True, stdout=subprocess.PIPE, text=True).stdout
        equal(read.strip(), link)
    app.fresh(link[link.index("#"):])
    app.await_titles("Counters", "Counter")
    assert "session" not in app.driver.current_url
    app.await_count(1)
    app.pages = server.url


def hostile_texts(app, server):
    app.fresh("#/inventory")
    app.press("Add an item")
    text = "<img src=x onerror=document.title='hit'>\u202e" + "x" * 2000
    app.driver.execute_script(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))",
        app.field("Name"), text)
    app.press("Add")
    app.await_rows(text)
    equal(app.all("img"), [])
    app.look("long-text")


def long_titles(app, server):
    """A title leaves room for all controls of its sheet, and is whole where it is pointed at."""
    hidden = """
      const at = (one) => {
        one.scrollIntoView({ block: "nearest" });
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      };
      return [...document.querySelectorAll("dialog :is(button, input)")].filter((one) => !one.contains(at(one))).map((one) => one.outerHTML);"""
    heights = """
      const { clientHeight, scrollHeight, textContent, title } = document.querySelector("dialog .bs-heading");
      return [clientHeight, scrollHeight, title === textContent];"""
    for width in (390, 1000):
        for count in (1, 160):
            app.fresh("#/standups", width)
            act = lambda action: server.request("POST", f"/sessions/{app.session()}/actions", action)
            act("addStandupButtonTapped")
            act({"destination": {"presented": {"addStandup": {"binding": {"title": "A title of many words " * count}}}}})
            act("confirmAddStandupButtonTapped")
            act({"standupTapped": {"id": app.state()["standups"][-1]["id"]}})
            app.press("Edit")
            await_that(lambda: app.all("dialog[open] .bs-heading"), "the sheet")
            app.settle()
            equal(app.driver.execute_script(hidden), [])
            shown, whole, has_all = app.driver.execute_script(heights)
            assert shown < 110 and (whole > shown) == (count > 1) and has_all, (shown, whole, has_all)


def session_ends(app, server):
    app.fresh("#/counters/1")
    app.await_titles("Counters", "Counter")
    server.request("DELETE", f"/sessions/{app.session()}")
    await_that(lambda: "new one" in app.notice(), "what the app says")
    app.await_titles("Counters", "Counter")
    app.look("ended")


def server_restarts(app, server):
    """A form stays open, with what was typed, while the server is away."""
    app.fresh("#/inventory")
    app.press("Add an item")
    name = app.field("Name")
    server.kill()
    name.send_keys("Table")
    await_that(lambda: "Reconnecting" in app.notice(), "what the app says")
    app.look("reconnecting")
    server.start()
    await_that(lambda: app.notice() == "", "the connection")
    app.press("Add")
    app.await_rows("Table")


def asks_for_a_key(app, server):
    os.environ["API_KEYS"] = "me=0123456789abcdef0123456789abcdef"
    with tempfile.TemporaryDirectory() as folder:
        other = Server(server.binary, folder)
        del os.environ["API_KEYS"]
        app.pages = other.url
        try:
            app.fresh("#/counters")
            app.await_heading("Enter your key")
            app.look("key")
            for text, heading in (("wrong", "Enter your key"), ("0123456789abcdef" * 2, "Counters")):
                field = app.find("input[type=password]")
                app.driver.execute_script("arguments[0].dataset.old = ''", field)
                field.send_keys(text, Keys.ENTER)
                await_that(lambda: app.driver.execute_script(
                    "return !document.querySelector('[data-old]')"), "the next screen")
                app.await_heading(heading)
        finally:
            app.pages = server.url
            other.kill()


def dead_ends(app, server):
    app.fresh("#/counters/none")
    app.await_heading("This link leads nowhere")
    app.look("dead-link")
    app.fresh("#/unknown")
    app.await_heading("No such feature")
    # A heading that gets the focus by itself has no outline, also after a key.
    app.tab_to("All features").send_keys(Keys.ENTER)
    app.await_heading("Backstack")
    outline = "return [document.activeElement.localName, getComputedStyle(document.activeElement).outlineStyle]"
    equal(app.driver.execute_script(outline), ["h1", "none"])


TESTS = [list_of_features, kept_files, counters, inventory, standups, beside_the_top, polls, own_page, keyboard,
         back_keeps_what_was_typed, back_from_a_link, handed_over,
         *motion.TESTS, hostile_texts, long_titles, session_ends, server_restarts,
         asks_for_a_key, dead_ends]


def run(binary, screenshots=None, tests=TESTS, stage="off", make=App):
    App.screenshots = screenshots
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder, stage=stage)
        app = None
        try:
            app = make(server, server.url)
            for test in tests:
                begin = time.monotonic()
                try:
                    note = test(app, server)
                    equal(app.complaints(), [])
                    result = f"ok, {note}" if note else "ok"
                except Exception as error:
                    failed.append(test.__name__)
                    result = f"failed: {error}\n{app.complaints()}"
                print(f"{test.__name__}: {result} ({time.monotonic() - begin:.1f} s)", flush=True)
        finally:
            if app:
                app.driver.quit()
            server.kill()
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")
