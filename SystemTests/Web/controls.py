"""Each action of the contract that a client may send has a control in the app."""
import json

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import await_that, click, equal

# The session's actions, as the pages of this browser send them.
RECORD = """
const real = globalThis.fetch;
globalThis.fetch = (url, init) => {
  if (init?.method === "POST" && String(url).endsWith("/actions")) {
    const sent = JSON.parse(localStorage.getItem("sent") ?? "[]");
    localStorage.setItem("sent", JSON.stringify([...sent, JSON.parse(init.body)]));
  }
  return real(url, init);
};
"""


def leaves(schema, definitions, path=(), seen=()):
    """The paths of the actions that a schema describes: the names of their cases, and the fields of
    bindings."""
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        return {path} if name in seen else leaves(
            definitions[name], definitions, path, (*seen, name))
    cases = schema.get("oneOf", schema.get("anyOf"))
    if cases:
        found = [leaves(case, definitions, path, seen) for case in cases if "enum" not in case]
        return set().union(*found)
    properties = schema.get("properties", {})
    if path and path[-1] == "binding":
        return {(*path, name) for name in properties}
    if {"id", "action"} <= set(properties):
        return leaves(properties["action"], definitions, path, seen)
    if schema.get("required") == list(properties) and len(properties) == 1 and (
            schema.get("additionalProperties") is False):
        [(name, payload)] = properties.items()
        return leaves(payload, definitions, (*path, name), seen)
    return {path}


def sent_leaves(action, known, path=()):
    """The paths of an action that was sent."""
    if path in known:
        return {path}
    if isinstance(action, list):
        return set().union(*(sent_leaves(one, known) for one in action))
    if isinstance(action, str):
        return {(*path, action)}
    if not action:
        return {path}
    return set().union(*(
        sent_leaves(value["action"] if name == "element" else value, known, (*path, name))
        for name, value in action.items()))


class Person:
    """Uses the controls of the app."""

    def __init__(self, app):
        self.app, self.driver = app, app.driver

    def press(self, *texts):
        for text in texts:
            self.app.press(text)

    def open_row(self, title):
        """Presses the row of a list that has a title."""
        find = ("return [...document.querySelectorAll('#stage .row')].find((one) =>"
                " one.checkVisibility() && one.querySelector('.title').textContent === arguments[0])")
        self.app.think()
        click(lambda: await_that(lambda: self.driver.execute_script(find, title), title), title)
        self.app.settle()

    def control(self, label):
        """The control with a label on the topmost screen or panel."""
        find = ("return [...document.querySelectorAll('label.field')].findLast((one) =>"
                " one.checkVisibility() && one.firstChild.textContent === arguments[0])?.control")
        self.app.settle()
        return await_that(lambda: self.driver.execute_script(find, label), label)

    def toggle(self, label):
        click(lambda: self.control(label), label)

    def type(self, label, text):
        self.control(label).send_keys(Keys.CONTROL, "a", Keys.NULL, text, Keys.TAB)

    def escape(self):
        self.app.settle()
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)

    def panel(self, is_open):
        await_that(lambda: bool(self.driver.find_elements(
            By.CSS_SELECTOR, "dialog[open], body > :popover-open")) == is_open, "the panel")


def counters(person):
    person.press("Push", "One less", "Start timer", "Stop timer", "Next counter", "One more",
                 "Back to Counter", "Back to Counters", "Add a counter")


def inventory(person):
    person.press("Add an item", "Cancel", "Add an item")
    person.type("Name", "Lamp")
    person.control("Color").send_keys("Red")
    person.toggle("In stock")
    person.press("Close in 3 seconds", "Add", "Duplicate Lamp", "Cancel", "Duplicate Lamp")
    person.type("Name", "Desk")
    person.control("Color").send_keys("Blue")
    person.toggle("In stock")
    person.press("Close in 3 seconds", "Add")
    person.open_row("Lamp")
    person.type("Name", "Chair")
    person.control("Color").send_keys("Green")
    person.toggle("In stock")
    person.press("Close in 3 seconds", "Back to Inventory", "Delete Chair", "Delete", "Add an item")
    person.panel(True)
    person.escape()
    person.panel(False)


def standups(person):
    person.press("Add a stand-up", "Cancel", "Add a stand-up")
    person.panel(True)
    person.escape()
    person.panel(False)
    for opening, closing in (("Add a stand-up", "Add"), ("Edit", "Done")):
        if opening == "Edit":
            person.open_row("Daily")
            person.press("Edit", "Cancel")
        person.press(opening)
        person.type("Title", "Daily")
        person.type("Seconds", "60")
        person.press("Add an attendee")
        person.type("Name", "Ada")
        person.press("Remove Ada", closing)
    person.press("Edit")
    person.panel(True)
    person.escape()
    person.panel(False)
    # After the last speaker, and there is none, the meeting ends.
    person.press("Start meeting", "Start", "Next speaker", "Resume", "End meeting", "Discard",
                 "Start meeting", "Start", "End meeting", "Save and end")
    person.app.await_heading("Stand-up")
    person.app.press_first("#stage .screen:last-child .list .row")
    person.app.await_heading("Meeting")
    person.press("Close", "Back to Stand-ups")
    person.open_row("Daily")
    person.press("Delete")
    person.panel(True)
    person.press("Delete")
    person.app.await_heading("Stand-ups")


def polls(person):
    person.app.press_first("#stage .row")
    person.app.await_heading("Poll")
    person.app.press_first("#stage .vote")
    person.press("Withdraw my vote")
    person.panel(True)
    person.escape()
    person.panel(False)
    person.press("Withdraw my vote", "Withdraw", "Back to Polls")


def every_action_has_a_control(app, server):
    app.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    total = 0
    for walk in (counters, inventory, standups, polls):
        feature = walk.__name__
        app.fresh("")
        app.driver.execute_script("localStorage.clear()")
        script = app.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": f"{{{RECORD}}}"})
        app.driver.get("about:blank")
        app.driver.get(f"{app.pages}/app/#/{feature}")
        app.await_heading()
        schema = server.request("GET", f"/features/{feature}")["action"]
        known = leaves(schema, schema.get("$defs", {}))
        walk(Person(app))
        app.settle()
        found = sent_leaves(
            json.loads(app.driver.execute_script("return localStorage.getItem('sent')")), known)
        equal([".".join(path) for path in sorted(known - found)], [])
        equal([".".join(path) for path in sorted(found - known)], [])
        total += len(known)
        app.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    app.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    return f"{total} actions"


TESTS = [every_action_has_a_control]
