"""A browser with the app in it, in a person's words: buttons and fields by their names, rows and
levels by their titles."""
import importlib.util
import pathlib

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Browser, await_that, click, equal

axe_file = pathlib.Path(
    importlib.util.find_spec("axe_playwright_python").origin).with_name("axe.min.js")

# The levels of the first view, also those that others cover; what leaves is inert.
LEVELS = (":not(.second) > .bs-levels > .bs-level:not([inert]),"
          " body > .bs-dialog:not([inert])")


# Where the boxes and the lines of text are, which are as wide in either direction.
BOXES = """
  const all = [...document.querySelectorAll(".bs-level")].filter((one) => one.checkVisibility())
    .flatMap((one) => [one, ...one.querySelectorAll("*")]);
  const isShown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1
    && !one.closest(".bs-hidden, .bs-spinner, svg *, .bs-text *, option, textarea, [popover]:not(:popover-open)");
  const isBox = (one) => !/^(inline|contents)$/.test(getComputedStyle(one).display);
  const rectOf = (one) => {
    if (isBox(one) && one.firstChild?.nodeType !== Node.TEXT_NODE) return one.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  return all.filter(isShown).map((one) => {
    const { left, right, top, bottom } = rectOf(one);
    const name = `${one.localName}.${one.className.baseVal ?? one.className} ${one.textContent.slice(0, 20)}`;
    return { name, box: [left, right, top, bottom] };
  });
"""

# The heading and the texts of the topmost level, but those of what can be pressed.
TEXTS = """
  const level = [...document.querySelectorAll(".bs-level:not([inert])")].filter((one) => one.checkVisibility()).at(-1);
  return [...level.querySelectorAll(".bs-heading:not(.bs-hidden), .bs-header, .bs-text, .bs-name, .bs-value, .bs-item > .bs-button > .bs-text")]
    .filter((one) => one.checkVisibility() && !one.closest("menu, .bs-menu, .bs-search, .bs-actions, .bs-share, [role=tablist]")
      && !one.closest(".bs-button:not(.bs-item > :first-child:not([data-role=destructive], [data-style^=bordered]))"))
    .map((one) => one.textContent);
"""
# What is on paper and should not be.
WRONG_ON_PAPER = """
  const isLight = (color) => {
    const [red, green, blue, alpha = 1] = color.match(/[\\d.]+/g).map(Number);
    return alpha < 0.3 || Math.min(red, green, blue) > 220;
  };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().width > 1);
  const say = (what) => (one) => `${what}: ${one.outerHTML.slice(0, 120)}`;
  const grounds = shown("html, body, .bs-level, .bs-bar, .bs-rows, .bs-level input:not([type=checkbox], [type=range]), select, textarea");
  const texts = shown(".bs-heading, .bs-header, .bs-text, .bs-name");
  const levels = shown(".bs-level");
  const scrim = shown("dialog").filter((one) => getComputedStyle(one, "::backdrop").display !== "none");
  return [
    ...shown("#tools, #notice, .bs-back, .bs-bottom, .bs-menu, .bs-search, .bs-alone, .bs-chevron, [role=tab]").map(say("to press")),
    ...shown("button").filter((one) => !one.matches(".bs-item > :first-child")).map(say("to press")),
    ...grounds.filter((one) => !isLight(getComputedStyle(one).backgroundColor)).map(say("dark")),
    ...texts.filter((one) => isLight(getComputedStyle(one).color)).map(say("light")),
    ...levels.slice(1).map(say("another level")),
    ...levels.filter((one) => one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflowY !== "visible").map(say("cut")),
    ...scrim.map(say("scrim")),
  ];
"""


class App(Browser):
    """A browser with the app in it."""

    screenshots = None
    wide, narrow = 1280, 360  # where levels are side by side, and where they cover each other
    width = wide

    def fresh(self, fragment="", width=wide):
        """Opens a page of a tab that has no session."""
        old = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        new = self.driver.current_window_handle
        self.driver.switch_to.window(old)
        self.driver.close()
        self.driver.switch_to.window(new)
        self.size(width)
        self.driver.get(f"{self.pages}/app/{fragment}")
        self.await_heading()

    def size(self, width, height=800, is_touch=False):
        self.width = width
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_touch})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": is_touch})

    def titles(self):
        """The titles of the levels, from the root to the topmost, or that of the app's page."""
        return self.driver.execute_script(
            "const levels = [...document.querySelectorAll(arguments[0])];"
            "const found = levels.map((one) => one.querySelector('.bs-heading'));"
            "return (levels.length ? found : [...document.querySelectorAll('h1')])"
            ".map((one) => one?.textContent)", LEVELS)

    def await_titles(self, *titles):
        await_that(lambda: self.titles() == list(titles), f"{titles}, not {self.titles()}")

    def heading(self):
        """The title of what is topmost."""
        return (self.titles() or [None])[-1]

    def await_heading(self, text=None):
        await_that(lambda: self.heading() == text if text else self.heading(), f"heading {text}")

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def in_top(self, selector):
        """The elements that a selector finds in the topmost level."""
        return self.driver.execute_script(
            "return [...[...document.querySelectorAll(arguments[0])].at(-1)"
            "?.querySelectorAll(arguments[1]) ?? []]", LEVELS, selector)

    def count(self):
        """The number of the topmost counter."""
        return next((one.text for one in self.in_top(".bs-largeTitle")), None)

    def await_count(self, count):
        text = str(count).replace("-", "\u2212")
        await_that(lambda: self.count() == text, f"a count of {count}, not {self.count()}")

    def settle(self):
        """Waits until nothing moves that would ever come to rest."""
        await_that(lambda: self.driver.execute_script(
            "return document.getAnimations().every(({ playState, effect }) =>"
            " playState !== 'running' || effect.getTiming().iterations === Infinity)"),
            "the end of the animations")

    def button(self, text):
        """The button of a name, once there is one that can be pressed."""
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

    def press(self, *texts):
        for text in texts:
            self.think()
            click(lambda text=text: self.button(text), text)

    def press_in(self, view, text):
        """Presses a button of a view with the mouse, which nothing may cover."""
        self.settle()
        find = ("return [...document.querySelectorAll(`${arguments[0]} button`)].findLast((one) =>"
                " (one.ariaLabel ?? one.textContent) === arguments[1] && one.checkVisibility()"
                " && !one.closest('[inert]'))")
        await_that(
            lambda: self.driver.execute_script(find, view, text), f"{text} in {view}").click()

    def think(self):
        """Makes the next click one that is meant, however soon after another at the same place it
        comes: after a key, no click is the second of a double click."""
        ActionChains(self.driver).key_down(Keys.SHIFT).key_up(Keys.SHIFT).perform()

    def rows(self, where="#stage"):
        """The titles of the rows of lists."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll(`${arguments[0]} .bs-item`)].filter((one) =>"
            " !one.closest('[inert]')).map((one) => one.querySelector('[dir=auto]')?.textContent)",
            where)

    def await_rows(self, *titles):
        await_that(lambda: self.rows() == list(titles), f"{titles}, not {self.rows()}")

    def row(self, title):
        """The row of a title, once there is one that can be pressed."""
        find = ("return [...document.querySelectorAll('.bs-item')].findLast((one) =>"
                " one.checkVisibility() && !one.closest('[inert]')"
                " && one.querySelector('[dir=auto]')?.textContent === arguments[0])")
        self.settle()
        found = await_that(lambda: self.driver.execute_script(find, title), f"row {title}")
        self.settle()
        return found

    def open_row(self, title):
        self.think()
        click(lambda: self.row(title).find_element(By.CSS_SELECTOR, ":scope > button"), title)

    def choose(self, title, action):
        """Chooses an action from the menu of a row."""
        self.think()
        click(lambda: self.row(title).find_element(
            By.CSS_SELECTOR, ":scope > .bs-menu > button"), f"the actions of {title}")
        self.press(action)

    def field(self, label):
        """The control of a label in the topmost level, once there is one."""
        find = ("return [...[...document.querySelectorAll(arguments[0])].at(-1)"
                ".querySelectorAll('label')].find((one) => one.checkVisibility()"
                " && one.querySelector('.bs-name, .bs-button')?.textContent === arguments[1])"
                "?.control")
        self.settle()
        return await_that(lambda: self.driver.execute_script(find, LEVELS, label), label)

    def check(self, label):
        """Presses a check box or a radio button."""
        self.driver.execute_script("arguments[0].click()", self.field(label))

    def type(self, label, text):
        """Types into a field, in place of what it has."""
        self.field(label).send_keys(Keys.CONTROL, "a", Keys.NULL, text)

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

    def session(self):
        """The id of the session that is shown."""
        return self.driver.execute_script("return history.state?.session")

    def state(self):
        """The session's state, as the server has it."""
        return self.server.request("GET", f"/sessions/{self.session()}")["state"]

    def notice(self):
        return self.find("#notice").text

    def media(self, **features):
        """What the user prefers, by the names of media features."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name.replace("_", "-"), "value": value}
                         for name, value in features.items()]})

    def direct(self, direction):
        self.driver.execute_script("document.documentElement.dir = arguments[0]", direction)
        self.settle()

    def turn(self, name):
        """Checks that from right to left, what is shown is mirrored; returns the number of boxes."""
        self.settle()
        before = self.driver.execute_script(BOXES)
        self.direct("rtl")
        after = self.driver.execute_script(BOXES)
        if self.screenshots:
            self.driver.save_screenshot(str(self.screenshots / f"{name}-{self.width}-rtl.png"))
        # The mirror is in the middle.
        width = self.driver.execute_script(
            "const { left, right } = document.querySelector('.bs-levels').getBoundingClientRect(); return left + right")
        self.judge((name, "rtl"))
        self.direct("")
        other = []
        for there, here in zip(before, after, strict=True):
            left, right, top, bottom = there["box"]
            box = [width - right, width - left, top, bottom]
            if any(abs(one - two) > 2 for one, two in zip(box, here["box"])):
                other.append((there["name"], *[round(one) for one in box + here["box"]]))
        equal((name, self.width, other), (name, self.width, []))
        return len(before)

    def print(self, name):
        """Checks what of a screen is on paper: the texts of the topmost level, black on white, and nothing to press."""
        self.settle()
        before = self.driver.execute_script(TEXTS)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.settle()
        if self.screenshots:
            self.driver.save_screenshot(str(self.screenshots / f"{name}-print.png"))
        wrong = self.driver.execute_script(WRONG_ON_PAPER)
        texts = self.driver.execute_script(TEXTS)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        # A clock may have gone on.
        lacking = [] if len(texts) == len(before) else [text for text in before if text not in texts]
        equal((name, wrong, lacking), (name, [], []))
        return len(texts)

    def judge(self, name, *excused):
        """Checks the accessibility of what is shown."""
        self.driver.execute_script(
            "if (!globalThis.axe) {" + axe_file.read_text() + "}")
        found = self.driver.execute_async_script(
            "const [excused, done] = arguments;"
            "axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>"
            " done(violations.filter(({ id }) => !excused.includes(id)).map(({ id, nodes }) =>"
            " `${id}: ${nodes.map(({ html, failureSummary }) =>"
            " html + failureSummary).join()}`)))", excused)
        equal((name, found), (name, []))

    def look(self, name, *excused):
        """Checks the accessibility of what is shown, in all sizes and colors."""
        looks = [(width, height, {"prefers-color-scheme": scheme})
                 for width, height in ((1280, 800), (360, 740)) for scheme in ("light", "dark")]
        # 1280 by 1024 pixels at 400 %.
        looks.append((320, 256, {"forced-colors": "active", "prefers-reduced-motion": "reduce"}))
        before = self.width
        for width, height, features in looks:
            scheme = features.get("prefers-color-scheme", "forced")
            self.size(width, height)
            self.media(**features)
            self.settle()
            if self.screenshots:
                file = self.screenshots / f"{name}-{width}-{scheme}.png"
                self.driver.save_screenshot(str(file))
            wide = self.driver.execute_script(
                "return Math.max(...[document.documentElement,"
                " ...document.querySelectorAll('dialog, .bs-dialog')].map((one) =>"
                " one === document.documentElement ? one.scrollWidth - innerWidth"
                " : one.scrollWidth - one.clientWidth))")
            assert wide <= 0, f"{name}: {wide} px too wide at {width}"
            self.judge((name, width, scheme), *excused)
        self.media()
        self.size(before)
