"""The demo app in headless Chromium: its screens, by mouse and by keyboard, and their accessibility."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from browser import Browser, Server, await_that, click, equal

axe_file = pathlib.Path(
    importlib.util.find_spec("axe_playwright_python").origin).with_name("axe.min.js")


class App(Browser):
    """A browser with the app in it."""

    screenshots = None

    def fresh(self, fragment=""):
        """Opens a page of a tab that has no session."""
        old = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        new = self.driver.current_window_handle
        self.driver.switch_to.window(old)
        self.driver.close()
        self.driver.switch_to.window(new)
        self.driver.get(f"{self.pages}/app/{fragment}")
        self.await_heading()

    def heading(self):
        return self.driver.execute_script(
            "const all = [...document.querySelectorAll('h1')].filter((one) =>"
            " !one.closest('[hidden], [inert]')); return all.at(-1)?.textContent")

    def await_heading(self, text=None):
        await_that(lambda: self.heading() == text if text else self.heading(), f"heading {text}")

    def screens(self):
        """How many screens are there, with those below others."""
        return len(self.driver.find_elements(By.CSS_SELECTOR, "#stage .screen:not(.leaving)"))

    def count(self):
        """The number of the counter that is shown."""
        return self.driver.execute_script(
            "return document.querySelector('#stage .screen:last-child .count')?.textContent")

    def settle(self):
        """Waits until nothing moves."""
        await_that(lambda: self.driver.execute_script(
            "return document.getAnimations().every(({ playState, effect }) =>"
            " playState !== 'running' || effect.getTiming().iterations === Infinity)"),
            "the end of the animations")

    def button(self, text):
        """The button of a text, once there is one that can be pressed."""
        find = ("const all = [...document.querySelectorAll('button, a')].filter((one) =>"
                " (one.ariaLabel ?? one.textContent) === arguments[0] && one.checkVisibility()"
                " && !one.closest('[inert]')"
                " && (one.closest('dialog') || !document.querySelector('dialog:modal')));"
                " return all.at(-1)")
        self.settle()
        found = await_that(lambda: self.driver.execute_script(find, text), f"button {text}")
        # It may have come just now, and move.
        self.settle()
        return found

    def press(self, text):
        self.think()
        click(lambda: self.button(text), text)

    def think(self):
        """Makes the next click one that is meant, however soon after another at the same place it
        comes: after a key, no click is the second of a double click."""
        ActionChains(self.driver).key_down(Keys.SHIFT).key_up(Keys.SHIFT).perform()

    def press_first(self, selector):
        """Presses the first element that a selector finds, once there is one."""
        def find():
            self.settle()
            return await_that(
                lambda: self.driver.find_elements(By.CSS_SELECTOR, selector), selector)[0]

        self.think()
        click(find, selector)

    def focused(self):
        return self.driver.execute_script("return document.activeElement.textContent")

    def tab_to(self, text):
        """Reaches a control with the Tab key alone, and returns it."""
        target = self.button(text)
        for _ in range(60):
            active = self.driver.switch_to.active_element
            if active == target:
                return active
            active.send_keys(Keys.TAB)
        raise AssertionError(f"{text} can't be reached with the Tab key")

    def media(self, **features):
        """What the user prefers, by the names of media features."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name.replace("_", "-"), "value": value}
                         for name, value in features.items()]})

    def look(self, name):
        """Checks the accessibility of what is shown, in all sizes and colors."""
        looks = [(width, height, {"prefers-color-scheme": scheme})
                 for width, height in ((1280, 800), (360, 740)) for scheme in ("light", "dark")]
        # 1280 by 1024 pixels at 400 %.
        looks.append((320, 256, {"forced-colors": "active", "prefers-reduced-motion": "reduce"}))
        for width, height, features in looks:
            scheme = features.get("prefers-color-scheme", "forced")
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
            self.media(**features)
            self.settle()
            if self.screenshots:
                file = self.screenshots / f"{name}-{width}-{scheme}.png"
                self.driver.save_screenshot(str(file))
            wide = self.driver.execute_script(
                "return Math.max(...[document.documentElement,"
                " ...document.querySelectorAll('dialog, .panel')].map((one) =>"
                " one === document.documentElement ? one.scrollWidth - innerWidth"
                " : one.scrollWidth - one.clientWidth))")
            assert wide <= 0, f"{name}: {wide} px too wide at {width}"
            self.driver.execute_script(
                "if (!globalThis.axe) {" + axe_file.read_text() + "}")
            found = self.driver.execute_async_script(
                "axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>"
                " arguments[0](violations.map(({ id, nodes }) =>"
                " `${id}: ${nodes.map(({ html, failureSummary }) =>"
                " html + failureSummary).join()}`)))")
            equal((name, width, scheme, found), (name, width, scheme, []))
        self.media()
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def list_of_features(app, server):
    app.fresh()
    app.look("features")
    count, size = app.driver.execute_script(
        "const all = [...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')];"
        "return [all.length, all.reduce((sum, one) => sum + one.encodedBodySize, 0)]")
    # A screen loads its modules when it is shown first.
    assert 1 < count <= 8 and 1_000 < size <= 25_000, (count, size)
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
    assert len(kept) >= 8 and all(size == 0 for _, size in kept), files
    # Besides, it asks for what may differ.
    others = {path.split("/")[1] for path, _ in files} - {"app"}
    assert others <= {"features", "sessions"}, others
    return f"{len(kept)} files"


def counters(app, server):
    app.fresh("#/counters")
    app.look("counters")
    app.press("Add a counter")
    app.await_heading("Counter")
    app.press("One more")
    await_that(lambda: app.driver.find_element(By.CLASS_NAME, "count").text == "1", "a count of 1")
    app.press("Next counter")
    await_that(lambda: len(app.driver.find_elements(By.CLASS_NAME, "screen")) == 3, "two screens")
    app.look("counters-two-deep")
    app.driver.execute_script("history.back()")
    await_that(lambda: len(app.driver.find_elements(By.CLASS_NAME, "screen")) == 2, "one screen")
    app.press("Back to Counters")
    app.await_heading("Counters")
    app.fresh("#/counters/3/4")
    app.await_heading("Counter")
    app.press("One more")  # to 5, at which a counter leaves
    await_that(lambda: len(app.driver.find_elements(By.CLASS_NAME, "screen")) == 2, "one screen")


def inventory(app, server):
    app.fresh("#/inventory")
    app.look("inventory-empty")
    app.press("Add an item")
    name = await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "dialog input"), "a form")[0]
    app.look("inventory-form")
    name.send_keys("Chair", Keys.ENTER)
    app.button("Delete Chair")
    app.look("inventory")
    app.press("Duplicate Chair")
    app.press("Add")
    await_that(lambda: len(app.driver.find_elements(By.CSS_SELECTOR, ".list li")) == 2, "a copy")
    app.press("Delete Chair")
    app.button("Delete")
    app.look("inventory-alert")
    app.press("Delete")
    await_that(lambda: len(app.driver.find_elements(By.CSS_SELECTOR, ".list li")) == 1, "one item")
    app.press_first(".list .row")
    app.await_heading("Item")
    app.look("inventory-item")
    app.press("Back to Inventory")
    app.await_heading("Inventory")


def standups(app, server):
    app.fresh("#/standups")
    app.look("standups")
    app.press_first(".list .row")
    app.await_heading("Stand-up")
    app.look("standup")
    app.press("Edit")
    await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "dialog[open] input"), "a form")
    app.look("standup-form")
    app.press("Done")
    app.press("Start meeting")
    app.await_heading("Recording")
    app.look("recording")
    app.press("End meeting")
    app.button("Resume")
    app.look("recording-alert")
    app.press("Discard")
    app.await_heading("Stand-up")


def polls(app, server):
    app.fresh("#/polls/lunch")
    app.await_heading("Poll")
    option = app.driver.find_elements(By.CLASS_NAME, "vote")[1]
    option.click()
    await_that(lambda: option.get_attribute("aria-pressed") == "true", "the vote")
    app.look("poll")


def keyboard(app, server):
    app.fresh()
    app.tab_to("CountersA stack of screens, each with a timer").send_keys(Keys.ENTER)
    app.await_heading("Counters")
    app.tab_to("Add a counter").send_keys(Keys.ENTER)
    app.await_heading("Counter")
    equal(app.focused(), "Counter")
    app.tab_to("Back to Counters").send_keys(Keys.ENTER)
    app.await_heading("Counters")
    await_that(lambda: app.focused() == "Add a counter", "the focus on what opened the screen")


def back_keeps_what_was_typed(app, server):
    """Back closes a form before the pause after which typed text is sent; the text comes first."""
    app.fresh("#/inventory")
    app.press("Add an item")
    app.press("Add")
    app.press("Delete unnamed")
    app.press("Cancel")
    app.press_first(".list .row")
    app.await_heading("Item")
    field = app.driver.execute_script(
        "return document.querySelector('.screen:last-child input[autocomplete]')")
    app.settle()
    app.driver.execute_script(
        "arguments[0].focus(); arguments[0].value = 'Lamp';"
        "arguments[0].dispatchEvent(new Event('input')); history.back()", field)
    app.button("Delete Lamp")


def back_from_a_link(app, server):
    """A link begins entries of its own in the browser's history: back leads to the screens before."""
    app.fresh("#/counters")
    app.press("Add a counter")
    app.press("Next counter")
    await_that(lambda: app.screens() == 3, "two counters")
    app.settle()
    app.driver.execute_script("location.hash = '#/standups'")
    app.await_heading("Stand-ups")
    app.driver.execute_script("history.back()")
    await_that(lambda: (app.screens(), app.heading()) == (3, "Counter"), "two counters again")
    equal(app.driver.execute_script("return history.state.backstack"), 2)
    count = app.count()
    app.driver.execute_script("location.hash = '#/counters/7'")
    await_that(lambda: app.count() == "7", "the link's counter")
    app.driver.execute_script("history.back()")
    await_that(lambda: app.screens() == 3, "two counters of the earlier session")
    equal(app.count(), count)
    app.driver.execute_script("history.forward()")
    await_that(lambda: app.count() == "7", "the link's session again")


def tools(app, server):
    app.fresh("#/counters")
    app.press("Add a counter")
    app.await_heading("Counter")
    app.press("Tools")
    app.press("Show a second view")
    await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, ".second .count"), "a second view")
    app.press_first("#stage [aria-label='One more']")
    await_that(lambda: [one.text for one in app.driver.find_elements(By.CLASS_NAME, "count")]
               == ["1", "1"], "the same count twice")
    line = app.driver.find_element(By.CSS_SELECTOR, "#tools pre").text
    assert line.startswith("curl --json ") and "incrementButtonTapped" in line, line
    app.look("second-view")
    app.press("Go on with another device")
    code = await_that(lambda: app.driver.find_elements(By.CLASS_NAME, "qr"), "a QR code")[0]
    link = app.driver.find_element(By.CSS_SELECTOR, "#tools .body pre").text
    app.look("tools")
    if shutil.which("zbarimg"):
        with tempfile.TemporaryDirectory() as folder:
            code.screenshot(f"{folder}/code.png")
            read = subprocess.run(["zbarimg", "--quiet", "--raw", f"{folder}/code.png"],
                                  check=True, stdout=subprocess.PIPE, text=True).stdout
        equal(read.strip(), link)
    app.fresh(link[link.index("#"):])
    app.await_heading("Counter")
    assert "session" not in app.driver.current_url
    equal(app.driver.find_element(By.CLASS_NAME, "count").text, "1")


def a_slow_network_stays(app, server):
    """The delay of requests lasts for the time of the tab, through a reload and other sessions."""
    app.fresh("#/counters")
    app.press("Tools")

    def delay():
        find = (By.XPATH, "//label[contains(., 'Delay of requests')]//select")
        return Select(await_that(lambda: app.driver.find_elements(*find), "the delay")[0])

    delay().select_by_visible_text("300 ms")
    app.driver.refresh()
    app.await_heading("Counters")
    app.press("Tools")
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
    app.fresh("#/inventory")
    app.press("Tools")
    app.press("Show a second view")
    await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, ".second h1"), "a second view")
    panels = lambda: len(app.driver.find_elements(By.CLASS_NAME, "panel"))

    def within(view, text):
        """Presses a button of a view with the mouse, which nothing may cover."""
        app.settle()
        find = ("return [...document.querySelectorAll(`${arguments[0]} button`)].findLast((one) =>"
                " (one.ariaLabel ?? one.textContent) === arguments[1] && !one.closest('[inert]'))")
        await_that(lambda: app.driver.execute_script(find, view, text), f"{text} in {view}").click()

    within("#stage", "Add an item")
    await_that(lambda: panels() == 2, "a form in each view")
    equal(app.focused(), "New item")
    app.look("two-forms")
    app.driver.find_element(By.CSS_SELECTOR, ".second .panel input").send_keys("Chair")
    within(".second", "Add")
    await_that(lambda: panels() == 0, "no form")
    assert app.driver.execute_script("return document.activeElement !== document.body"), "lost focus"
    for view, other in (("#stage", ".second"), (".second", "#stage")):
        within(view, "Delete Chair")
        await_that(lambda: panels() == 2, "an alert in each view")
        destructive = ("return [...document.querySelectorAll('.panel [data-role=destructive]')]"
                       ".map(({ textContent }) => textContent)")
        equal(app.driver.execute_script(destructive), ["Delete", "Delete"])
        within(other, "Cancel")
        await_that(lambda: panels() == 0, "no alert")
    within("#stage", "Delete Chair")
    await_that(lambda: panels() == 2, "an alert in each view")
    app.look("two-alerts")
    app.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    await_that(lambda: panels() == 0, "no alert")
    app.press("Close the second view")
    within("#stage", "Delete Chair")
    await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "dialog:modal"), "a modal dialog")


def forced_colors(app, server):
    """Dialogs have an edge, and the colors of items stay."""
    app.fresh("#/inventory")
    app.press("Add an item")
    color = await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "dialog select"), "a form")
    color[0].send_keys("Red")
    app.media(forced_colors="active")
    edge = ("return parseFloat(getComputedStyle(document.querySelector(arguments[0]))"
            ".borderTopWidth)")
    assert app.driver.execute_script(edge, "dialog") >= 2
    app.press("Add")
    app.button("Delete unnamed")
    await_that(lambda: app.driver.execute_script(
        "return getComputedStyle(document.querySelector('.swatch')).backgroundColor")
        == "rgb(214, 40, 57)", "a red item")
    app.media()


def dialogs_move_away(app, server):
    """A sheet and an alert move away when they close, take no input meanwhile, and are gone then;
    at once for those who asked that nothing moves."""
    closing = """
        const [text, done] = arguments, dialog = document.querySelector("dialog[open]");
        // The animations stay where they are at half of their time, to be looked at.
        new MutationObserver(() => {
          const moving = document.getAnimations().filter(({ effect }) => effect.target === dialog);
          for (const one of moving) one.pause();
          for (const one of moving) one.currentTime = 125;
          done([dialog.isConnected, dialog.inert, moving.length > 0]);
        }).observe(dialog, { attributes: true, attributeFilter: ["open"] });
        [...dialog.querySelectorAll("button")].find((one) => one.textContent === text).click();"""
    for value, moves in (("no-preference", True), ("reduce", False)):
        app.fresh("#/inventory")
        app.media(**{"prefers-reduced-motion": value})
        for opening, button, name in (("Add an item", "Add", "form"),
                                      ("Delete Chair", "Cancel", "alert")):
            app.press(opening)
            app.button(button)
            if name == "form":
                app.driver.find_element(By.CSS_SELECTOR, "dialog input").send_keys("Chair")
            equal(app.driver.execute_async_script(closing, button), [True, True, moves])
            if moves and app.screenshots:
                file = app.screenshots / f"inventory-{name}-moves-away.png"
                app.driver.save_screenshot(str(file))
            app.driver.execute_script("for (const one of document.getAnimations()) one.play()")
            await_that(lambda: not app.driver.find_elements(By.TAG_NAME, "dialog"), "no dialog")
    app.media()


def panels_move_away(app, server):
    """So do the panels of two views, each in its own."""
    closing = """
        const [text, done] = arguments, panels = [...document.querySelectorAll(".panel")], seen = [];
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
        app.fresh("#/inventory")
        app.media(**{"prefers-reduced-motion": value})
        app.press("Tools")
        app.press("Show a second view")
        await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, ".second h1"), "a second view")
        for opening, button, name in (("Add an item", "Add", "form"),
                                      ("Delete unnamed", "Cancel", "alert")):
            app.press(opening)
            await_that(lambda: len(app.driver.find_elements(By.CLASS_NAME, "panel")) == 2, "panels")
            app.settle()
            equal(app.driver.execute_script(
                "return [...document.querySelectorAll('.panel')].map((one) =>"
                " getComputedStyle(one).opacity)"), ["1", "1"])
            equal(app.driver.execute_async_script(closing, button), [[True, True, moves]] * 2)
            if moves and app.screenshots:
                file = app.screenshots / f"inventory-{name}-panels-move-away.png"
                app.driver.save_screenshot(str(file))
            app.driver.execute_script("for (const one of document.getAnimations()) one.play()")
            await_that(lambda: not app.driver.find_elements(By.CLASS_NAME, "panel"), "no panel")
    app.media()


def reduced_motion(app, server):
    """Nothing moves for those who asked for it."""
    for value, moves in (("no-preference", True), ("reduce", False)):
        app.fresh("#/counters")
        app.media(**{"prefers-reduced-motion": value})
        app.driver.execute_script("""
            globalThis.moves = [];
            const { animate } = Element.prototype;
            Element.prototype.animate = function (...all) {
              moves.push("animate");
              return animate.apply(this, all);
            };
            for (const type of ["animationstart", "transitionrun"])
              addEventListener(type, () => moves.push(type), true);""")
        app.press("Add a counter")
        app.await_heading("Counter")
        app.press("Back to Counters")
        app.await_heading("Counters")
        app.driver.execute_script("location.hash = '#/inventory'")
        app.press("Add an item")
        app.press("Cancel")
        await_that(lambda: not app.driver.find_elements(By.TAG_NAME, "dialog"), "no form")
        equal(bool(app.driver.execute_script("return moves.length")), moves)
    app.media()


def what_happens_by_itself_is_announced_once(app, server):
    """Focus tells of what opens and closes; a count that changes says nothing."""
    app.fresh("#/counters")
    app.press("Add a counter")
    app.await_heading("Counter")
    id = app.driver.execute_script("return JSON.parse(Object.values(sessionStorage)[0]).id")
    app.driver.execute_script("""
        globalThis.spoken = [];
        const tell = (changes) => changes.forEach(({ target }) => {
          const region = (target.closest ? target : target.parentElement)
            ?.closest("[aria-live], [role=status], [role=alert], [role=log], [role=timer]");
          if (region) spoken.push(region.textContent);
        });
        new MutationObserver(tell).observe(document, {
          subtree: true, childList: true, characterData: true });
        addEventListener("focusin", ({ target }) => spoken.push(target.textContent));""")
    one_more = {"path": {"element": {"id": 0, "action": {"counter": "incrementButtonTapped"}}}}
    for count in range(1, 5):
        server.request("POST", f"/sessions/{id}/actions", one_more)
        await_that(lambda: app.driver.find_element(By.CLASS_NAME, "count").text == str(count), count)
    equal(app.driver.execute_script("return spoken"), [])
    server.request("POST", f"/sessions/{id}/actions", one_more)
    await_that(lambda: app.screens() == 1, "the list")
    await_that(lambda: app.driver.execute_script("return spoken") == ["Add a counter"],
               "the control that opened it")
    server.request("POST", f"/sessions/{id}/actions", "addCounterButtonTapped")
    await_that(lambda: app.driver.execute_script("return spoken") == ["Add a counter", "Counter"],
               "the heading of what opened")


def hostile_texts(app, server):
    app.fresh("#/inventory")
    app.press("Add an item")
    name = await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "dialog input"), "a form")[0]
    text = "<img src=x onerror=document.title='hit'>\u202e" + "x" * 2000
    app.driver.execute_script(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))",
        name, text)
    app.press("Add")
    app.await_heading("Inventory")
    await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, ".list .row"), "the item")
    equal(app.driver.execute_script("return document.querySelector('.row .title').textContent"), text)
    equal(app.driver.find_elements(By.TAG_NAME, "img"), [])
    app.look("long-text")


def session_ends(app, server):
    app.fresh("#/counters/1")
    app.await_heading("Counter")
    line = app.driver.execute_script(
        "return Object.entries(sessionStorage).map(([, value]) => JSON.parse(value).id)[0]")
    server.request("DELETE", f"/sessions/{line}")
    notice = app.driver.find_element(By.ID, "notice")
    await_that(lambda: "new one" in notice.text, "what the app says")
    app.await_heading("Counter")
    app.look("ended")


def server_restarts(app, server):
    """A form stays open, with what was typed, while the server is away."""
    app.fresh("#/inventory")
    app.press("Add an item")
    name = await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, "dialog input"), "a form")[0]
    server.kill()
    name.send_keys("Table")
    notice = app.driver.find_element(By.ID, "notice")
    await_that(lambda: "Reconnecting" in notice.text, "what the app says")
    app.look("reconnecting")
    server.start()
    await_that(lambda: notice.text == "", "the connection")
    app.press("Add")
    app.button("Delete Table")


def asks_for_a_key(app, server):
    os.environ["API_KEYS"] = "me=0123456789abcdef0123456789abcdef"
    with tempfile.TemporaryDirectory() as folder:
        other = Server(server.binary, folder)
        del os.environ["API_KEYS"]
        app.pages = other.url
        try:
            app.fresh("#/counters")
            app.await_heading("A key, please")
            app.look("key")
            for text, heading in (("wrong", "A key, please"), ("0123456789abcdef" * 2, "Counters")):
                field = app.driver.find_element(By.CSS_SELECTOR, "input[type=password]")
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


TESTS = [list_of_features, kept_files, counters, inventory, standups, polls, keyboard,
         back_keeps_what_was_typed, back_from_a_link, tools, a_slow_network_stays,
         panels_of_two_views, forced_colors, dialogs_move_away,
         panels_move_away, reduced_motion,
         what_happens_by_itself_is_announced_once, hostile_texts, session_ends, server_restarts,
         asks_for_a_key, dead_ends]


def run(binary, screenshots=None, tests=TESTS, stage="off"):
    App.screenshots = screenshots
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder, stage=stage)
        app = None
        try:
            app = App(server, server.url)
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
