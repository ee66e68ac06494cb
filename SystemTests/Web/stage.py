"""The demo's first page and its stage: what is behind the screens, and what a visitor may try."""
import pathlib
import re
import subprocess
import tempfile
import urllib.error
import urllib.request

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

import app as usual
from browser import Server, await_that, equal

root = pathlib.Path(__file__).resolve().parents[2]


def texts(app, selector):
    return app.driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", selector)


def fresh(app, fragment, width=1440):
    app.fresh(fragment, width)
    app.size(width, 900)
    if fragment:
        await_that(lambda: texts(app, "#tools h2"), "the stage")


def first_page(app, server):
    app.fresh("")
    app.look("first-page")
    ends = [one["x"] + one["width"] for one in (app.find(selector).rect for selector in (".picture", ".page > .list"))]
    equal(ends, ends[:1] * 2)
    count, size = app.driver.execute_script(
        "const all = [...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')];"
        "return [all.length, all.reduce((sum, one) => sum + one.encodedBodySize, 0)]")
    assert 1 < count <= 9 and 10_000 < size <= 28_000, (count, size)
    # The code is that of the demo, line by line.
    sources = {line.strip() for file in (root / "Sources/BackstackDemo/Counters").glob("*.swift")
               for line in file.read_text().splitlines()}
    lines = [line.strip() for text in texts(app, ".twelve pre") for line in text.splitlines()]
    assert len(lines) >= 12 and set(lines) <= sources | {""}, set(lines) - sources
    paths = app.driver.execute_script(
        "return Promise.all([...document.querySelectorAll('.page a:not(.row)')]"
        ".map(async ({ href }) => (await fetch(href)).status))")
    equal(paths, [200] * 3)
    return f"{count} requests, {size} bytes"


def wire(app, server):
    """Requests, events with the lines of their patches, and the levels, as they come."""
    fresh(app, "#/counters")
    equal(texts(app, ".stack li"), ["Countersroot"])
    app.press("Add a counter")
    await_that(lambda: texts(app, ".stack li") == ["Countersroot", "Counterpush"], "two cards")
    app.press("Increment")
    await_that(lambda: any("text: 1" in line for line in texts(app, ".patch [data-op=replace]")),
               "the line of the count")
    whats = texts(app, ".wire .what")
    assert {"path › counter › incrementButtonTapped", "addCounterButtonTapped", "/sessions"} <= set(whats), whats
    assert any(re.search(r"^200 · \d+ ms · v2 · \d+ B$", one) for one in texts(app, ".wire summary > :last-child"))
    app.size(390)
    figures = app.driver.execute_script(
        "return [...document.querySelectorAll('.wire summary > :last-child')].map((one) => one.offsetHeight)")
    assert max(figures) < 30, figures
    app.size(1440, 900)
    app.press("Back: Counters")
    await_that(lambda: texts(app, ".stack li") == ["Countersroot"], "one card")
    app.driver.execute_script("for (let n = 0; n < 150; n++) dispatchEvent(new Event('online'))")
    app.look("stage")


def source_and_code(app, server):
    fresh(app, "#/counters")
    app.press("Add a counter")
    app.press("Increment")
    app.driver.find_element(By.ID, "stage-0").send_keys(Keys.ARROW_RIGHT)
    await_that(lambda: [one.strip() for one in texts(app, ".source mark")][:1]
               == ["case .incrementButtonTapped, .timerTicked:"], "the line that counts")
    equal(texts(app, ".source h3"), ["Counter.swift", "CounterView"])
    await_that(lambda: app.driver.execute_script(
        "const box = document.querySelector('.source mark').getBoundingClientRect();"
        "return box.top > 0 && box.bottom < innerHeight"), "the line in view")
    app.look("stage-source")
    app.driver.find_element(By.ID, "stage-1").send_keys(Keys.ARROW_RIGHT)
    action = '{"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}'
    curl, *others = texts(app, ".codes pre")
    equal(others[0], f"await session.send({action});")
    equal(others[1], 'try await session.send(["path": ["element": ["id": 0, "action": '
                     '["counter": "incrementButtonTapped"]]]])')
    equal(others[2], f'service.send(session, """{action}""")')
    names = app.driver.execute_script("return [...document.querySelectorAll('.codes button')].map((one) => one.ariaLabel)")
    equal(names[0], "Copy: curl")
    equal(len(set(names)), len(names))
    app.look("stage-code")
    # What is shown can be pasted.
    subprocess.run(["bash", "-c", f"{curl} --fail --silent --show-error"], check=True, timeout=30,
                   stdout=subprocess.DEVNULL)
    await_that(lambda: texts(app, ".bs-largeTitle") == ["2"], "the count after curl")


def time(app, server):
    """The slider restores an earlier version."""
    fresh(app, "#/counters")
    app.press("Add a counter")
    app.press("Increment")
    app.press("Increment")
    app.press("Next counter")
    await_that(lambda: texts(app, ".time .hint") == ["version 4"], "version 4")
    slider = app.driver.find_element(By.CSS_SELECTOR, ".time input")
    slider.send_keys(Keys.HOME)
    await_that(lambda: texts(app, ".stack li") == ["Countersroot"], "the first version")
    await_that(lambda: texts(app, ".time .hint") == ["version 5, a copy of 0"], "the copy")


def time_by_keyboard(app, server):
    """The thumb stays at the version that is looked at, until something else happens."""
    fresh(app, "#/counters")
    app.press("Add a counter")
    for _ in range(3):
        app.press("Increment")
    await_that(lambda: texts(app, ".time .hint") == ["version 4"], "version 4")
    slider = app.find(".time input")
    for count, version in (("2", 3), ("1", 2), ("0", 1)):
        slider.send_keys(Keys.ARROW_LEFT)
        await_that(lambda: texts(app, ".time .hint") == [f"version {8 - version}, a copy of {version}"],
                   f"{version}, not {texts(app, '.time .hint')}")
        await_that(lambda: texts(app, ".bs-largeTitle") == [count], f"{count}")
        equal([slider.get_attribute("value"), slider.get_attribute("aria-valuetext")],
              [f"{version}", f"Version {version}"])
    # Faster than the server answers.
    slider.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    await_that(lambda: texts(app, ".bs-largeTitle") == ["2"], "2")
    app.press("Increment")
    await_that(lambda: re.fullmatch(r"version \d+", texts(app, ".time .hint")[0]), "the present")
    equal(slider.get_attribute("value"), slider.get_attribute("max"))


def replaced(app, server):
    """The stage is that of the session that is shown."""
    fresh(app, "#/counters")
    old = app.session()
    server.request("DELETE", f"/sessions/{old}")
    await_that(lambda: app.session() != old, "another session")
    await_that(lambda: texts(app, "#tools code") == [f"/sessions/{app.session()[:8]}…"], "its id")


def room(app, server):
    """Three devices and what is behind them are all in the page, and apart."""
    for width in (1024, 1280, 1440, 1920):
        fresh(app, "#/counters", width)
        app.press("Second device")
        app.press("Another person")
        await_that(lambda: len(app.all(".second h1")) == 2, "two more views")
        outside = app.driver.execute_script(
            "return [...document.querySelectorAll('#views, #tools, #tools :is(button, select, input), .stage')].filter((one) => {"
            " const { left, right } = one.getBoundingClientRect(); return left < 0 || right > innerWidth; })"
            ".map((one) => one.outerHTML.slice(0, 80))")
        equal((width, outside), (width, []))
        app.find("#tools select").location_once_scrolled_into_view
        app.press("Cut the connection", "Connect again")
        boxes = [one.rect for one in app.all(".stage")]
        apart = [two["x"] - one["x"] - one["width"] for one, two in zip(boxes, boxes[1:]) if one["y"] == two["y"]]
        assert all(gap >= 36 for gap in apart), apart
    fresh(app, "#/standups/00000000-0000-0000-0000-000000000001", 1280)
    lines = app.driver.execute_script(
        "return [...document.querySelectorAll('[data-above=\"0\"] time')].map((one) => one.getClientRects().length"
        " && one.offsetHeight / parseFloat(getComputedStyle(one).fontSize))")
    assert len(lines) == 2 and max(lines) < 2, lines


def escape(app, server):
    """Escape closes what is topmost, and means the app only where the app has the focus."""
    fresh(app, "#/standups/00000000-0000-0000-0000-000000000001/record")
    app.button("End the meeting")
    levels = len(texts(app, ".stack li"))
    app.press("Continue on a phone")
    await_that(lambda: app.all("dialog[open]"), "the card")
    app.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    await_that(lambda: not app.all("dialog[open]"), "no card")
    equal(app.focused(), "Continue on a phone")
    app.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    app.find("#stage [data-above='0'] h1").click()
    app.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    app.button("Resume")
    # One for the focus in the app, and none before.
    equal(len(texts(app, ".stack li")), levels + 1)
    app.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    await_that(lambda: len(texts(app, ".stack li")) == levels, "the meeting again")
    posted = [one for one in texts(app, ".wire .what") if "endMeeting" in one]
    equal(len(posted), 1)


def others(app, server):
    fresh(app, "#/polls")
    app.press("Another person")
    for view in (".second", "#stage"):
        app.press_in(view, "What is for lunch?")
    await_that(lambda: len(texts(app, ".bs-level[data-style=push]")) == 2, "two polls")
    app.press_in(".second", "Tomato soup, 0 votes")
    await_that(lambda: "1 vote" in "".join(texts(app, "#stage .bs-footer")), "the other's vote")
    app.look("stage-others")
    app.press("Another person")
    await_that(lambda: not texts(app, ".second"), "one view")
    fresh(app, "#/inventory")
    app.press("Second device")
    app.press_in(".second", "Add an item")
    await_that(lambda: len(texts(app, ".bs-dialog")) == 2, "a sheet on each device")
    await_that(lambda: texts(app, ".stack li")[-1] == "New itemsheet", "its card")
    equal(app.driver.title, "Inventory · Backstack")


def a_slow_network_stays(app, server):
    """The delay of requests lasts for the time of the tab, through a reload and other sessions."""
    fresh(app, "#/counters")

    def delay():
        find = (By.XPATH, "//label[contains(., 'Delay')]//select")
        return Select(await_that(lambda: app.driver.find_elements(*find), "the delay")[0])

    delay().select_by_visible_text("300 ms")
    app.driver.refresh()
    app.await_heading("Counters")
    equal(delay().first_selected_option.text, "300 ms")
    took = ("const done = arguments[0]; const start = performance.now();"
            "[...document.querySelectorAll('button')].find((one) =>"
            " one.textContent === 'Add a counter').click();"
            "new PerformanceObserver((list) => done(list.getEntries()[0].startTime - start))"
            ".observe({ type: 'resource' });")
    assert app.driver.execute_async_script(took) >= 290
    app.await_heading("Counter")
    delay().select_by_visible_text("None")
    app.driver.refresh()
    app.await_heading("Counter")
    equal(app.driver.execute_script("return sessionStorage.getItem('backstack:simulate')"), None)


def panels_of_two_views(app, server):
    """What one view presents leaves the other in use, and is closed in either."""
    fresh(app, "#/inventory")
    app.press("Second device")
    await_that(lambda: app.all(".second h1"), "a second view")
    panels = lambda: len(app.all(".bs-dialog:not([inert])"))

    def delete_in(view):
        app.press_in(view, "Actions: Chair, 1 in stock")
        app.press_in(view, "Delete")
        await_that(lambda: panels() == 2, "an alert in each view")
        app.settle()

    app.press_in("#stage", "Add an item")
    await_that(lambda: panels() == 2, "a form in each view")
    await_that(lambda: app.driver.switch_to.active_element == app.field("Name"), "the focus")
    app.look("two-forms")
    app.find(".second .bs-dialog input").send_keys("Chair")
    app.press_in(".second", "Add")
    await_that(lambda: panels() == 0, "no form")
    assert app.driver.execute_script("return document.activeElement !== document.body"), "lost focus"
    for view, other in (("#stage", ".second"), (".second", "#stage")):
        delete_in(view)
        equal([one.text for one in app.all(".bs-dialog [data-role=destructive]")], ["Delete"] * 2)
        app.press_in(other, "Cancel")
        await_that(lambda: panels() == 0, "no alert")
    delete_in("#stage")
    # Each view's heading of the first level is below its alert.
    app.look("two-alerts", "page-has-heading-one")
    app.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    await_that(lambda: panels() == 0, "no alert")


def panels_move_away(app, server):
    """So do the panels of two views, each in its own."""
    closing = """
        const [text, done] = arguments, seen = [];
        const panels = [...document.querySelectorAll(".bs-dialog")];
        new MutationObserver((changes) => {
          for (const { target } of changes.filter(({ target }) => panels.includes(target))) {
            const moving = document.getAnimations().filter(({ effect }) => effect.target === target);
            for (const one of moving) one.pause();
            for (const one of moving) one.currentTime = 125;
            seen.push([target.isConnected, target.inert, moving.length > 0]);
          }
          if (seen.length === panels.length) done(seen);
        }).observe(document, { subtree: true, attributes: true, attributeFilter: ["inert"] });
        [...panels[0].querySelectorAll("button")].find((one) => one.textContent === text).click();"""
    for value, moves in (("no-preference", True), ("reduce", False)):
        fresh(app, "#/inventory")
        app.media(**{"prefers-reduced-motion": value})
        app.press("Second device")
        await_that(lambda: app.all(".second h1"), "a second view")
        for button, name in (("Add", "form"), ("Cancel", "alert")):
            if name == "form":
                app.press("Add an item")
            else:
                app.choose("Unnamed", "Delete")
            await_that(lambda: len(app.all(".bs-dialog")) == 2, "panels")
            app.settle()
            equal(app.driver.execute_script(
                "return [...document.querySelectorAll('.bs-dialog')].map((one) =>"
                " getComputedStyle(one).opacity)"), ["1", "1"])
            equal(app.driver.execute_async_script(closing, button), [[True, True, moves]] * 2)
            app.driver.execute_script("for (const one of document.getAnimations()) one.play()")
            await_that(lambda: not app.all(".bs-dialog"), "no panel")
    app.media()


def connection(app, server):
    fresh(app, "#/counters")
    app.press("Add a counter")
    app.press("Cut the connection")
    notice = app.driver.find_element(By.ID, "notice")
    await_that(lambda: "Reconnecting" in notice.text, "what the app says")
    app.press("Increment")
    app.press("Connect again")
    await_that(lambda: texts(app, ".bs-largeTitle") == ["1"], "what was pressed meanwhile")
    await_that(lambda: notice.text == "", "no word")


def killed(app, server):
    """The server starts again by itself, and nothing is lost."""
    fresh(app, "#/counters")
    equal(app.driver.execute_script(
        "return [...document.querySelectorAll('button')].filter((one) => /Kill/.test(one.textContent)).length"), 0)
    # Only a server with a port of its own is there again, and only one that was asked to be killed offers it.
    server.kill()
    server.start()
    fresh(app, "#/counters")
    app.press("Add a counter")
    app.press("Increment")
    await_that(lambda: texts(app, ".bs-largeTitle") == ["1"], "1")
    before = app.driver.execute_script("return JSON.parse(Object.values(sessionStorage)[0]).id")
    log = pathlib.Path(f"{server.folder}/server.log")
    starts = log.read_text().count("Backstack serves")
    app.press("Kill the server")
    await_that(lambda: log.read_text().count("Backstack serves") == starts + 1, "another start")
    app.press("Increment")
    await_that(lambda: texts(app, ".bs-largeTitle") == ["2"], "2")
    equal(app.driver.execute_script("return JSON.parse(Object.values(sessionStorage)[0]).id"), before)
    assert any("kill" in one for one in texts(app, ".wire b"))
    # A page of another origin can send only this, unless the server lets it.
    request = urllib.request.Request(
        f"{server.url}/stage/kill", method="POST", data=b"{}", headers={"Content-Type": "text/plain"})
    try:
        urllib.request.urlopen(request, timeout=30)
        raise AssertionError("killed by a form")
    except urllib.error.HTTPError as error:
        equal(error.code, 404)


def narrow(app, server):
    """On a phone, the stage is below the app, whose sheets cover the page."""
    fresh(app, "#/inventory", width=390)
    app.press("Add an item")
    await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "dialog:modal"), "a modal sheet")
    app.press("Cancel")


def absent(app, server):
    """A host that does not ask has no stage, and no page speaks of it."""
    with tempfile.TemporaryDirectory() as folder:
        other = Server(server.binary, folder)
        app.pages = other.url
        try:
            app.fresh("#/counters")
            await_that(lambda: texts(app, "#tools button")[-1:] == ["Start over"], "the tools")
            equal(texts(app, "#tools h2"), [])
            loaded = app.driver.execute_script(
                "return performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))")
            equal({"stage.js", "stage.css", "wire.js", "record.js"} & set(loaded), set())
            app.fresh("")
            equal(texts(app, ".picture, .twelve"), [])
        finally:
            app.pages = server.url
            other.kill()


def right_to_left(app, server):
    """The stage is beside the screens, on the left; code is as it is."""
    app.fresh("")
    app.direct("rtl")
    app.look("first-page-rtl")
    fresh(app, "#/counters")
    app.press("Add a counter")
    app.direct("rtl")
    await_that(lambda: len(texts(app, ".stack li")) == 2, "two cards")
    stage, tools = (app.find(selector).rect for selector in ("#stage", "#tools"))
    assert tools["x"] + tools["width"] <= stage["x"], (stage, tools)
    first, second = (one.rect["x"] for one in app.all(".stack li"))
    assert second < first, (first, second)
    app.driver.find_element(By.ID, "stage-0").send_keys(Keys.ARROW_LEFT)
    equal({app.driver.execute_script("return getComputedStyle(arguments[0]).direction", one) for one in app.all("pre")}, {"ltr"})
    equal(app.find("[aria-selected=true]").text, "Source")
    app.look("stage-rtl")


TESTS = [first_page, wire, source_and_code, time, time_by_keyboard, replaced, room, escape, others, a_slow_network_stays, panels_of_two_views,
         panels_move_away, connection, killed, narrow,
         right_to_left, absent]


def run(binary):
    usual.run(binary, tests=TESTS, stage="kill")
