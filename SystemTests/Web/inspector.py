"""The inspector in headless Chromium: the list, a session's levels and history, what it sends, and how it
looks; also with 20,000 versions and a state of a megabyte."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.request

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import DEADLINE, Server, await_that, equal
from drawn import App

KEY = "0123456789abcdef-key"
OPTIONS = ["--admin-listen", "127.0.0.1:0", "--inspector", "full", "--admin-key", KEY,
           "--history-entries", "25000", "--history-bytes", "50000000"]


class Inspector(App):
    """A browser with the inspector in it."""

    def open(self, fragment=f"key={KEY}"):
        self.driver.get("about:blank")
        self.driver.get(f"{self.pages}/inspector/#{fragment}")

    def look(self, name):
        super().look(name)
        self.plain()

    def plain(self):
        """Makes the window a usual one."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 1280, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
        self.media()

    def text(self, selector="#page"):
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def await_text(self, text, selector="#page"):
        await_that(lambda: self.driver.execute_script(
            "return document.querySelector(arguments[0])?.innerText.includes(arguments[1])",
            selector, text), f"{text} in {selector}")

    def elements(self):
        return self.driver.execute_script("return document.querySelectorAll('*').length")

    def session(self, session):
        """Opens a session."""
        self.open()
        self.await_heading("Sessions")
        self.driver.execute_script("location.hash = arguments[0]", f"#/{session['id'][:8]}")
        self.await_heading(f"{session['feature']} {session['id'][:8]}")

    def find_row(self, version):
        find = ("return [...document.querySelectorAll('.history > li')].find((one) =>"
                " one.querySelector('.version').textContent === arguments[0])")
        return await_that(lambda: self.driver.execute_script(find, f"{version}"), f"row {version}")

    def row(self, version):
        """Opens the row of a version in the history."""
        row = self.find_row(version)
        row.find_element(By.TAG_NAME, "summary").click()
        return row

    def look_at(self, version):
        """Follows the link of a version."""
        # Not by the pointer, where it was a moment ago: rows move as versions come.
        self.find_row(version).find_element(By.CSS_SELECTOR, "a.version").send_keys(Keys.ENTER)
        self.await_text(f"Version {version} is shown.")

    def filter(self, text):
        field = self.driver.find_element(By.CSS_SELECTOR, "input[placeholder]")
        field.send_keys(Keys.CONTROL, "a", Keys.DELETE)
        field.send_keys(text)

    def versions(self):
        """The versions in the history, as they are shown."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('.history a.version')].map((one) => +one.textContent)")

    def fact(self, text):
        self.await_text(text, "h1 + .hint")


def api(page, path, key=KEY, **fields):
    """Asks the inspector's interface; returns the status and the content."""
    request = urllib.request.Request(
        f"{page}/inspector/api/{path}", headers={"Authorization": f"Bearer {key}", **fields})
    try:
        with urllib.request.urlopen(request, timeout=DEADLINE) as response:
            return response.status, json.loads(response.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def act(server, session, *actions):
    for action in actions:
        session = {**session, **server.request("POST", f"/sessions/{session['id']}/actions", action)}
    return session


def counter_action(name):
    return {"path": {"element": {"id": 0, "action": {"counter": name}}}}


def counter():
    return counter_action("incrementButtonTapped")


def pages_of(server):
    """The address of the inspector's pages."""
    log = pathlib.Path(f"{server.folder}/server.log").read_text()
    return re.findall(r"reports its state at (\S+)", log)[-1]


def key_is_asked(app, server):
    app.open("")
    app.await_text("The server printed its key")
    app.look("inspector-key")
    field = app.driver.find_element(By.CSS_SELECTOR, "input")
    field.send_keys("wrong", Keys.ENTER)
    app.await_text("does not know this key")
    app.driver.find_element(By.CSS_SELECTOR, "input").send_keys(KEY, Keys.ENTER)
    app.await_heading("Sessions")
    app.await_text("No sessions yet")
    app.look("inspector-empty")
    app.open("key=%")
    app.await_text("does not know this key")
    # A link with the key leaves no key in the URL.
    app.driver.execute_script("sessionStorage.clear()")
    app.open()
    app.await_heading("Sessions")
    equal(app.driver.current_url, f"{app.pages}/inspector/#/")
    complaints = [text for text in app.complaints() if "401" not in text]
    equal(complaints, [])


def list_follows(app, server):
    app.open()
    app.await_heading("Sessions")
    for feature, link in (("counters", "/counters/3/4"), ("inventory", None), ("standups", None)):
        creation = {"feature": feature, **({"link": link} if link else {})}
        session = server.request("POST", "/sessions", creation)
        app.await_text(session["id"][:8])
    app.look("inspector-list")
    first = app.text("tbody tr")
    assert session["id"][:8] in first, first
    app.driver.execute_script(
        "const menu = document.querySelector('select[name=feature]') ??"
        " [...document.querySelectorAll('select')].at(-1);"
        "menu.value = 'counters'; menu.dispatchEvent(new Event('change'))")
    await_that(lambda: len(app.driver.find_elements(By.CSS_SELECTOR, "tbody tr")) == 1, "one row")
    app.await_text("counter", "tbody")


def list_is_searched(app, server):
    """The list is sorted and searched, holds still under the pointer, and tells what happens."""
    sessions = [server.request("POST", "/sessions", {"feature": "counters", "link": f"/counters/{count}"})
                for count in (41, 42, 43)]
    app.open()
    app.await_heading("Sessions")
    ids = [one["id"][:8] for one in sessions]
    shown = lambda: app.driver.execute_script("return [...document.querySelectorAll('tbody a')].map((one) => one.text)")
    app.await_text(ids[0], "tbody")
    state = app.driver.find_element(By.XPATH, "//label[contains(., 'State contains')]/input")
    state.send_keys('"count":42')
    await_that(lambda: shown() == [ids[1]], "the session with the state")
    state.send_keys(Keys.CONTROL, "a", Keys.DELETE)
    await_that(lambda: len(shown()) > 2, "all sessions")
    app.press("Session")
    await_that(lambda: shown() == sorted(shown()), "sorted by the id")
    app.press("Session")
    await_that(lambda: shown() == sorted(shown(), reverse=True), "sorted the other way")
    equal(app.driver.find_element(By.CSS_SELECTOR, "th[aria-sort]").get_attribute("aria-sort"), "descending")
    equal(app.driver.find_element(By.TAG_NAME, "caption").get_attribute("textContent"), "Sessions, by “Session”, descending")
    await_that(lambda: re.search(r"\d actions/s · [\d.]+ requests/s · [\d.]+ errors/s · \d+(\.\d)? MB of memory",
                                 app.text("header")), "the rates")
    # A row under the pointer stays, though its session is gone and another one comes.
    row = app.driver.find_element(By.XPATH, f"//tr[contains(., '{ids[2]}')]")
    ActionChains(app.driver).move_to_element(row).perform()
    place = row.rect["y"]
    before = shown()
    server.request("DELETE", f"/sessions/{sessions[2]['id']}")
    act(server, sessions[0], counter())
    await_that(lambda: "gone" in row.get_attribute("class"), "the session that is gone")
    equal((row.rect["y"], shown()), (place, before))
    # What happened is below.
    app.await_text(f"{ids[0]} 1", ".tail")
    app.await_text("path › #0 › counter › incrementButtonTapped", ".tail")
    app.look("inspector-search")


def filters_stay(app, server):
    """The way back from a session leads to the rows that were there, and to the one that was opened."""
    sessions = [server.request("POST", "/sessions", {"feature": "counters", "link": f"/counters/{count}"})
                for count in (51, 52)]
    ids = [one["id"][:8] for one in sessions]
    shown = lambda: app.driver.execute_script("return [...document.querySelectorAll('tbody a')].map((one) => one.text)")
    app.open()
    app.await_heading("Sessions")
    app.driver.find_element(By.XPATH, "//label[contains(., 'State contains')]/input").send_keys('"count":52')
    for back in (app.driver.back, lambda: app.driver.find_element(By.LINK_TEXT, "All sessions").click(), app.driver.refresh):
        await_that(lambda: shown() == [ids[1]], "the session with the state")
        if back != app.driver.refresh:
            app.driver.find_element(By.LINK_TEXT, ids[1]).click()
            app.await_heading(f"counters {ids[1]}")
        back()
        app.await_heading("Sessions")
        if back != app.driver.refresh:
            await_that(lambda: app.focused() == ids[1], "the focus on the row")
    await_that(lambda: shown() == [ids[1]], "the session after a reload")
    field = app.driver.find_element(By.XPATH, "//label[contains(., 'State contains')]/input")
    equal(field.get_attribute("value"), '"count":52')


def session_is_shown(app, server):
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/2/3"})
    session = act(server, session, counter())
    expires = session["expiresAt"]
    app.session(session)
    equal(app.driver.execute_script("return document.querySelectorAll('.cards > li').length"), 2)
    first = app.row(1)
    await_that(lambda: "path[#0] › counter.count: 2 → 3" in first.text, "the change in words")
    app.look("inspector-session")
    # The session becomes a test.
    app.driver.execute_script("""
        URL.createObjectURL = (blob) => { blob.text().then((text) => globalThis.exported = text);
                                          return "blob:none"; };
        HTMLAnchorElement.prototype.click = () => {};""")
    app.press("Export a Swift test")
    exported = await_that(lambda: app.driver.execute_script("return globalThis.exported"), "a test")
    assert "SessionHistory<Counters.Action>" in exported and "problems == []" in exported, exported
    # What clients do appears, and nothing of it lengthened the session's life.
    status, shown = api(app.pages, f"sessions/{session['id']}")
    equal((status, shown["expiresAt"]), (200, expires))
    session = act(server, session, counter())
    # A version can be looked at, and gone back to.
    app.press("1 newer")
    app.look_at(2)
    app.press("Back to the present")
    app.look_at(1)
    app.press("Go back to it…")
    app.await_text("Go back to version 1?", "dialog")
    app.look("inspector-restore")
    app.press("Go back")
    app.fact("Version 3")
    state = server.request("GET", f"/sessions/{session['id']}")
    equal((state["version"], state["state"]["path"][0]["state"]["counter"]["count"]), (3, 3))
    # Which versions changed one place.
    app.filter("path[#0] > counter.count: 4")
    await_that(lambda: app.versions() == [3], "the version that changed it")
    app.await_text("version 1path[#0] › counter.count: 4 → 3".replace("1p", "1\np"), ".history")


def rows_are_compared(app, server):
    """Two rows of the history are compared; elements of lists by their ids."""
    item = {"name": "Lamp", "status": {"inStock": {"quantity": 1}}}
    ids = [f"{digit * 8}-0000-4000-8000-000000000000" for digit in "12"]
    session = server.request("POST", "/sessions", {
        "feature": "inventory", "state": {"items": [{"id": one, **item} for one in ids]}})
    session = act(server, session, {"deleteButtonTapped": {"id": ids[0]}})
    confirmation = session["state"]["destination"]["alert"]["buttons"][0]["action"]
    session = act(server, session, {"destination": {"presented": {"alert": confirmation}}})
    app.session(session)
    for version in (0, 2):
        app.find_row(version).find_element(By.CSS_SELECTOR, "input").click()
        if version == 0:
            app.await_text("Choose a version to compare 0 with.", ".compared")
    app.await_text("From version 0 to 2", ".compared")
    lines = [one.text for one in app.driver.find_elements(By.CSS_SELECTOR, ".compared li")]
    assert len(lines) == 1 and lines[0].startswith('items[#11111111]: removed {"id":"11111111-'), lines
    app.look("inspector-compare")
    app.press("Close")
    assert not app.driver.find_element(By.CSS_SELECTOR, ".compared").is_displayed()


def ticking(server, count=-1000):
    """Creates a session whose timer ticks each second."""
    session = server.request("POST", "/sessions", {
        "feature": "counters", "state": {"path": [{"counter": {"count": count}}]}})
    return act(server, session, counter_action("startTimerButtonTapped"))


def holds_still(app, server):
    """What is open stays open, the focus stays, and nothing moves, while versions come."""
    session = ticking(server)
    for _ in range(8):
        session = act(server, session, counter_action("decrementButtonTapped"))
    app.session(session)
    app.find_row(9)
    # Parts of the state, a level, and a row are open; the focus is in the tree.
    app.driver.execute_script("""
        globalThis.parts = [...document.querySelectorAll(".cards details, .columns > div:last-child .card:first-child details")];
        for (const one of parts) one.open = true;""")
    await_that(lambda: app.driver.execute_script(
        "return document.querySelectorAll('.columns > div:last-child .card:first-child details').length > 2"),
        "parts of the tree")
    app.driver.execute_script("""
        const all = [...document.querySelectorAll(".columns > div:last-child .card:first-child details")];
        all.at(-1).open = true;
        all.at(-1).querySelector("summary").focus();
        globalThis.before = { focused: document.activeElement, open: [...document.querySelectorAll("details[open]")] };""")
    await_that(lambda: app.driver.execute_script(
        "return before.open.every((one) => one.querySelector('.branch').childElementCount > 0)"), "what is open")
    app.settle()
    # What was opened is painted: its shift is none of those that are counted.
    app.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    app.driver.execute_script("""
        globalThis.moved = [];
        new PerformanceObserver((list) => {
          for (const { hadRecentInput, sources } of list.getEntries()) {
            if (!hadRecentInput) moved.push(...sources.map(({ node }) => node?.outerHTML ?? node?.data));
          }
        }).observe({ type: "layout-shift" });""")
    row = app.find_row(7)
    ActionChains(app.driver).move_to_element(row).perform()
    place = row.rect["y"]
    for _ in range(3):
        session = act(server, session, counter_action("decrementButtonTapped"))
    await_that(lambda: int(re.search(r"Version (\d+)", app.text("h1 + .hint"))[1]) >= session["version"], "a version")
    # The timer has ticked, too.
    await_that(lambda: server.request("GET", f"/sessions/{session['id']}")["version"] > session["version"], "a tick")
    app.await_text("newer", ".newer")
    equal(app.driver.execute_script(
        "return [document.activeElement === before.focused, before.open.every((one) => one.open && one.isConnected), moved]"),
        [True, True, []])
    equal(row.rect["y"], place)
    app.driver.find_element(By.CSS_SELECTOR, ".newer").click()
    app.find_row(session["version"])
    app.look("inspector-ticking")


def restores_while_it_ticks(app, server):
    session = ticking(server)
    app.session(session)
    app.look_at(0)
    app.press("Go back to it…")
    app.await_text("Go back to version 0?", "dialog")
    # A version comes while the question is open.
    session = act(server, session, counter_action("decrementButtonTapped"))
    app.press("Go back")
    app.await_text("The session is as it was at version 0.", "#notice")
    history = server.request("GET", f"/sessions/{session['id']}/history")["entries"]
    equal([one["restored"] for one in history if one["cause"] == "restore"], [0])


def a_session_that_is_gone(app, server):
    """The page says so, keeps what it has, and asks for nothing more."""
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/2"})
    session = act(server, session, counter_action("incrementButtonTapped"))
    app.open()
    app.await_heading("Sessions")
    app.driver.execute_script("""
        globalThis.timers = new Set(); globalThis.asking = new Set();
        const { setInterval: set, clearInterval: clear, fetch } = globalThis;
        globalThis.setInterval = (...all) => { const timer = set(...all); timers.add(timer); return timer; };
        globalThis.clearInterval = (timer) => { timers.delete(timer); clear(timer); };
        globalThis.fetch = (...all) => { const call = fetch(...all); asking.add(call);
          const end = () => asking.delete(call); call.then(end, end); return call; };
        location.hash = arguments[0];""", f"#/{session['id'][:8]}")
    app.await_heading(f"counters {session['id'][:8]}")
    app.find_row(1)
    server.request("DELETE", f"/sessions/{session['id']}")
    app.await_text("A client ended the session.")
    await_that(lambda: app.driver.execute_script("return timers.size + asking.size") == 0, "no requests")
    equal([one.text for one in app.driver.find_elements(By.CSS_SELECTOR, "button") if one.text == "Pause"], [])
    # What it has is still there.
    app.look_at(0)
    row = app.row(1)
    await_that(lambda: "path[#0] › counter.count: 2 → 3" in row.text, "the change in words")
    app.look("inspector-gone")
    equal([text for text in app.complaints() if "410" not in text], [])


def it_says_why(app, server):
    """A version names the versions and effects that led to it, and what it took."""
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/4/1/7"})
    act(server, session, counter_action("incrementButtonTapped"))
    app.session(session)
    row = app.row(2)
    app.await_text("1 incrementButtonTapped → 2 popFrom #0, which took counter #0, counter #1 and counter #2", ".why")
    await_that(lambda: "effect of 1" in row.text and "path › popFrom #0" in row.text, "the cause")
    app.look("inspector-why")
    # Only what navigates.
    app.driver.find_element(By.XPATH, "//label[contains(., 'Navigation only')]").click()
    await_that(lambda: app.versions() == [2], "the version that navigates")
    row.find_element(By.CSS_SELECTOR, ".why a").click()
    app.await_text("Version 1 is shown.")


def timeline_is_scrubbed(app, server):
    """A person moves through the versions by keys and by the pointer, and sees how deep the stack was."""
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/3"})
    for action in ("addCounterButtonTapped", "addCounterButtonTapped", {"path": {"popFrom": {"id": 1}}}):
        session = act(server, session, action)
    app.session(session)
    app.find_row(3)
    slider = app.driver.find_element(By.CSS_SELECTOR, "[role=slider]")
    slider.send_keys(Keys.ARROW_LEFT)
    app.await_text("Version 2 is shown.")
    app.await_text("counter", ".cards > li:nth-child(3)")
    equal(slider.get_attribute("aria-valuetext"), "version 2, client, addCounterButtonTapped, 3 screens")
    slider.send_keys(Keys.HOME)
    app.await_text("Version 0 is shown.")
    assert app.driver.current_url.endswith("/0"), app.driver.current_url
    slider.send_keys(Keys.ESCAPE)
    await_that(lambda: not app.driver.find_element(By.CSS_SELECTOR, ".looked").is_displayed(), "the present")
    # From the left end to the right one, with the button pressed.
    width = slider.rect["width"]
    actions = ActionChains(app.driver).move_to_element_with_offset(slider, -int(width / 2) + 10, 0).click_and_hold()
    actions.perform()
    app.await_text("Version 0 is shown.")
    ActionChains(app.driver).move_to_element_with_offset(slider, int(width / 2) - 10, 0).release().perform()
    app.await_text("Version 3 is shown.")
    # Up by one, up by one, down by two: the line has three steps.
    line = app.driver.find_element(By.CSS_SELECTOR, "path.depth-line").get_attribute("d")
    heights = [float(one) for one in re.findall(r"(?:V|M\S+ )([\d.]+)", line)]
    assert heights[0] > heights[1] > heights[2] and heights[3] == heights[0], line
    app.look("inspector-timeline")


def versions_have_links(app, server):
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/2"})
    for _ in range(60):
        act(server, session, counter_action("decrementButtonTapped"))
    app.open()
    app.await_heading("Sessions")
    # One that is not among those that are loaded first.
    app.driver.execute_script("location.hash = arguments[0]", f"#/{session['id'][:8]}/1")
    app.await_text("Version 1 is shown.")
    app.await_text("State of version 1", "h2 ~ div, .columns")
    app.driver.execute_script("location.hash = arguments[0]", f"#/{session['id'][:8]}/99")
    app.await_text("The state of version 99 is forgotten.", "#notice")
    # The timeline has the versions that are loaded, and loads the others.
    slider = app.driver.find_element(By.CSS_SELECTOR, "[role=slider]")
    equal(slider.get_attribute("aria-valuemin"), "11")
    app.press("Wider")
    await_that(lambda: slider.get_attribute("aria-valuemin") == "0", "the first version")
    assert not app.button("Wider").is_enabled()


def on_a_phone(app, server):
    """The history comes before the state and the form."""
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/2"})
    app.session(session)
    app.find_row(0)
    app.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True})
    titles = ["Levels", "Timeline", "History", "State", "Send an action"]
    equal(app.driver.execute_script("""
        const top = (one) => one.getBoundingClientRect().top;
        return [...document.querySelectorAll("h2")].filter((one) => one.checkVisibility())
          .sort((one, other) => top(one) - top(other)).map((one) => one.textContent)"""), titles)
    app.size(390, 740)
    height = app.driver.execute_script(
        "return document.querySelector('.check').getBoundingClientRect().height")
    assert height < 40, height
    # What is said covers nothing that can be pressed.
    app.press("Copy the id")
    app.await_text("Whoever has it may have the session.", "#notice")
    under = app.driver.execute_script(
        "const { left, top, height } = document.querySelector('#notice').getBoundingClientRect();"
        "return document.elementFromPoint(left + 20, top + height / 2).closest('#notice') === null")
    equal(under, True)
    app.plain()


def stored_sessions_have_histories(app, server):
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/2/1"})
    session = act(server, session, counter_action("incrementButtonTapped"), {"path": {"popFrom": {"id": 1}}})
    server.kill()
    server.start()
    app.pages = pages_of(server)
    app.session(session)
    app.fact("stored, and not in memory")
    row = app.row(1)
    await_that(lambda: "path[#0] › counter.count: 2 → 3" in row.text, "the change in words")
    await_that(lambda: "took counter #1" in app.find_row(2).text, "what it took")
    app.look_at(0)
    app.look("inspector-stored")
    equal(api(app.pages, "sessions")[1]["count"], 0)
    app.press("Activate it")
    app.fact("0 effects in flight")
    equal([text for text in app.complaints() if "404" not in text], [])


def long_numbers(app, server):
    """The digits of an integer that a number of the browser rounds are shown, and a session begun with them."""
    number = 9007199254740993
    status = {"inStock": {"quantity": number}}
    item = {"id": "6F9619FF-8B86-4011-B42D-00CF4FC964FF", "name": "", "status": status}
    session = server.request("POST", "/sessions", {"feature": "inventory", "state": {"items": [item]}})
    session = act(server, session, "addButtonTapped")
    app.session(session)
    app.look_at(1)
    before = app.driver.current_url
    app.press("New session from here")
    await_that(lambda: app.driver.current_url != before, "another session")
    digits = app.driver.current_url.rsplit("/", 1)[1]
    _, found = api(app.pages, f"sessions?id={digits}&limit=1")
    created = server.request("GET", f"/sessions/{found['sessions'][0]['id']}")
    equal(created["state"]["items"][0]["status"], status)


def effects_are_shown(app, server):
    """What is in flight: where, since when, and how long; as a list and in the timeline."""
    # Counters tick, and close themselves at 5.
    state = {"path": [{"counter": {"count": -1000}}, {"counter": {"count": -1000}}]}
    session = server.request("POST", "/sessions", {"feature": "counters", "state": state})
    app.session(session)
    shown = ".card[aria-labelledby=effects]"
    assert not app.driver.find_element(By.CSS_SELECTOR, shown).is_displayed()

    def timer(name, count):
        act(server, session,
            {"path": {"element": {"id": count, "action": {"counter": f"{name}TimerButtonTapped"}}}})

    timer("start", 1)
    app.await_text("path[#1] › counter", shown)
    timer("start", 0)
    app.await_text("path[#0] › counter", shown)
    app.await_text("started by version 1, path › #1 › counter › startTimerButtonTapped", shown)
    app.await_text("timer · BackstackDemo/Counter.swift", shown)
    await_that(lambda: re.search(r"for [1-9]\.\d s", app.text(shown)), "an age that grows")
    await_that(lambda: re.search(r"asleep until \d\d:\d\d:\d\d \(in 0\.\d s\)", app.text(shown)),
               "the time at which a timer ticks")
    await_that(lambda: len(app.driver.find_elements(By.CSS_SELECTOR, "svg text.bar")) == 2, "two bars")
    await_that(lambda: len(app.driver.find_elements(By.CSS_SELECTOR, "svg .asleep")) == 2, "two that sleep")
    app.look("inspector-effects")
    timer("stop", 0)
    await_that(lambda: "path[#0]" not in app.text(shown), "one effect")
    timer("stop", 1)
    await_that(lambda: not app.driver.find_element(By.CSS_SELECTOR, shown).is_displayed(), "no effect")


def actions_are_sent(app, server):
    session = server.request("POST", "/sessions", {"feature": "inventory"})
    app.session(session)
    app.press("Send")
    app.await_text("addItem", ".cards")
    # The form goes on for the level on top of the screens.
    app.driver.execute_script(
        "const menu = document.querySelector('section[aria-labelledby=send] select');"
        "menu.value = menu.options.length - 1; menu.dispatchEvent(new Event('change'))")
    json_of = "return document.querySelector('textarea').value"
    sent = json.loads(app.driver.execute_script(json_of))
    equal(list(sent), ["destination"])
    app.look("inspector-send")
    # The line for a shell can be pasted.
    app.driver.find_element(By.XPATH, "//summary[contains(., 'curl')]").click()
    line = app.text("section[aria-labelledby=send] pre")
    sent = subprocess.run(["bash", "-c", f"{line} --silent --show-error --max-time {DEADLINE}"], check=True,
                          env={**os.environ, "BACKSTACK_KEY": KEY}, stdout=subprocess.PIPE)
    equal(json.loads(sent.stdout)["id"], session["id"])
    area = app.driver.find_element(By.TAG_NAME, "textarea")
    area.clear()
    # What is typed stays, though the level goes that the form is for.
    typed = '{"itemButtonTapped": {"id": 5}}'
    area.send_keys(typed)
    server.request("POST", f"/sessions/{session['id']}/actions", {"destination": "dismiss"})
    await_that(lambda: app.driver.execute_script(
        "return document.querySelector('section[aria-labelledby=send] select').options.length") == 1, "the root alone")
    equal(app.driver.execute_script(json_of), typed)
    app.press("Send")
    app.await_text("/itemButtonTapped/id", ".problem")
    app.complaints()


def proposals_are_decided(app, server):
    """A person allows or refuses what an agent proposes."""
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/2"})
    path = f"/sessions/{session['id']}"

    def propose():
        server.request("POST", f"{path}/proposals", {"control": "Increment", "send": counter()})
        for text in ("An agent asks to do this for a person:", "Increment"):
            app.await_text(text, ".banner[role=status]")

    def is_decided():
        return not app.driver.find_element(By.CSS_SELECTOR, ".banner[role=status]").is_displayed()

    app.session(session)
    assert is_decided()
    propose()
    app.look("inspector-proposal")
    app.press("Allow")
    await_that(is_decided, "the decision")
    equal(server.request("GET", path)["state"]["path"][0]["state"]["counter"]["count"], 3)
    propose()
    app.press("Refuse")
    await_that(is_decided, "the refusal")
    equal(server.request("GET", path)["state"]["path"][0]["state"]["counter"]["count"], 3)
    await_that(lambda: "refusal" in app.find_row(4).text, "the refusal in the history")


def every_action_has_a_form(app, server):
    """Makes each action that the forms can make, and sends it."""
    total = 0
    for feature in ("counters", "inventory", "polls", "standups"):
        session = server.request("POST", "/sessions", {"feature": feature})
        result = app.driver.execute_async_script("""
          const [feature, id, key, done] = arguments;
          (async () => {
            const { form } = await import("/inspector/form.js");
            const { connect } = await import("/inspector/api.js");
            const api = connect(key);
            const { action: schema } = await api.read(`features/${feature}`);
            const made = form(schema, schema, "Action", () => {});
            const values = [];
            const visit = (element, depth) => {
              const menu = element.querySelector("select");
              if (!menu || depth > 6) return values.push(made.value());
              for (const { value } of [...menu.options]) {
                menu.value = value;
                menu.dispatchEvent(new Event("change"));
                const place = menu.closest(".fields")?.querySelector(":scope > .nested");
                if (place) visit(place, depth + 1); else values.push(made.value());
              }
            };
            visit(made.element, 0);
            const refused = [];
            for (const value of values) {
              const content = JSON.stringify(value);
              try {
                await api.request(`sessions/${id}/actions`, { content });
              } catch (error) {
                if (error.status !== 409) refused.push(`${content}: ${error.status} ${error.message}`);
              }
            }
            return { count: values.length, refused };
          })().then(done, (error) => done({ count: 0, refused: [`${error.stack}`] }));
        """, feature, session["id"], KEY)
        equal(result["refused"], [])
        assert result["count"] > 3, result
        total += result["count"]
    # Refusals are in the browser's log, too.
    equal([text for text in app.complaints() if "409" not in text], [])
    return f"{total} actions"


def large_sessions(app, server):
    """20,000 versions, and a state of a megabyte."""
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/3"})
    session = act(server, session, counter())
    toggle = {"path": {"element": {"id": 0, "action": {"counter": "decrementButtonTapped"}}}}
    for _ in range(20):
        server.request("POST", f"/sessions/{session['id']}/actions", [toggle] * 1000)
    app.session(session)
    app.row(20_001)
    few = app.elements()
    assert few < 5_000, few
    app.press("Earlier")
    app.row(19_950)
    # The filter looks through all of them, and shows few.
    begin = time.monotonic()
    app.filter("incrementButtonTapped")
    app.row(1)
    searched = time.monotonic() - begin
    equal(app.versions(), [1])
    app.filter("")
    await_that(lambda: len(app.versions()) == 50, "a page of versions")
    items = [{"id": f"{number:08X}-0000-4000-8000-000000000000", "name": "x" * 150,
              "status": {"inStock": {"quantity": 1}}} for number in range(4_000)]
    session = server.request(
        "POST", "/sessions", {"feature": "inventory", "state": {"items": items}})
    begin = time.monotonic()
    app.session(session)
    app.await_text("more", ".columns > div:last-child")
    assert app.elements() < 5_000, app.elements()
    return (f"{few} elements; the filter has searched for {searched:.1f} s; "
            f"the large state was there after {time.monotonic() - begin:.1f} s")


def hostile_requests(app, server):
    equal(api(app.pages, "sessions", key="wrong")[0], 401)
    equal(api(app.pages, "sessions", Host="evil.example")[0], 421)
    equal(api(app.pages, "sessions", Origin="http://evil.example")[0], 403)
    equal(api(app.pages, "sessions?before=1")[0], 400)
    equal(api(app.pages, "sessions?feature=nothing")[0], 404)
    status, found = api(app.pages, "sessions?limit=1")
    equal((status, len(found["sessions"])), (200, 1))
    status, rest = api(app.pages, f"sessions?before={found['next']}&limit=200")
    assert found["sessions"][0]["id"] not in [one["id"] for one in rest["sessions"]]
    # The service's own address has none of it.
    for path in ("/inspector/", "/inspector/api/sessions"):
        try:
            urllib.request.urlopen(server.url + path, timeout=DEADLINE)
            raise AssertionError(path)
        except urllib.error.HTTPError as error:
            equal(error.code, 404)


TESTS = [key_is_asked, list_follows, list_is_searched, filters_stay, session_is_shown, rows_are_compared, holds_still, restores_while_it_ticks,
         a_session_that_is_gone, it_says_why, timeline_is_scrubbed, versions_have_links, on_a_phone,
         stored_sessions_have_histories, long_numbers, effects_are_shown, actions_are_sent,
         proposals_are_decided, every_action_has_a_form, large_sessions, hostile_requests]


def run(binary, screenshots=None):
    Inspector.screenshots = screenshots
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder, options=OPTIONS)
        app = None
        try:
            app = Inspector(server, pages_of(server))
            app.plain()
            for test in TESTS:
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
