"""Each action of the contract that a client may send has a control in the app."""
import json

from selenium.webdriver.common.keys import Keys

from browser import equal

# The session's actions, as the pages of this browser send them.
RECORD = """
const note = (action) => {
  const sent = JSON.parse(localStorage.getItem("sent") ?? "[]");
  localStorage.setItem("sent", JSON.stringify([...sent, action]));
};
const { fetch } = globalThis;
globalThis.fetch = (url, init) => {
  if (init?.method === "POST" && String(url).endsWith("/actions")) note(JSON.parse(init.body));
  return fetch(url, init);
};
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  note(JSON.parse(text).send);
  send.call(this, text);
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


def counters(app):
    app.press("Begin at 3", "Decrement", "Start the timer", "Stop the timer", "Next counter",
              "Increment", "Back: Counter", "Back: Counters", "Add a counter")


def fill_in(app, name, color, closing):
    """Fills in a form, and closes it before its timer does."""
    app.type("Name", name + Keys.TAB)
    app.field("Color").send_keys(color)
    app.press("Quantity: 1: more")
    app.check("Out of stock")
    app.driver.execute_script("for (const one of arguments) one.click()",
                              app.button("Close in 3 seconds"), app.button(closing))


def inventory(app):
    app.press("Add an item", "Cancel", "Add an item")
    fill_in(app, "Lamp", "Red", "Add")
    app.choose("Lamp", "Copy")
    app.press("Cancel")
    app.choose("Lamp", "Copy")
    app.check("In stock")
    fill_in(app, "Desk", "Blue", "Add the copy")
    app.open_row("Lamp")
    app.check("In stock")
    fill_in(app, "Chair", "Green", "Back: Inventory")
    app.choose("Chair", "Delete")
    app.press("Delete")


def standups(app):
    app.press("Add a stand-up", "Cancel", "Add a stand-up")
    app.field("Title")
    # Cancel is what Escape presses; the browser's Back dismisses.
    app.driver.execute_script("history.back()")
    app.await_titles("Daily stand-ups")
    for opening, closing, minutes in (("Add a stand-up", "Add", 5), ("Edit", "Done", 4)):
        if opening == "Edit":
            app.open_row("Daily")
            app.press("Edit", "Cancel")
        app.press(opening)
        app.type("Title", "Daily" + Keys.TAB)
        app.press(f"Length: {minutes} min: less", "Add an attendee")
        app.type("Name", "Ada" + Keys.TAB)
        app.press("Actions: Name, Ada", "Remove", closing)
    app.press("Edit")
    app.field("Title")
    app.driver.execute_script("history.back()")
    app.await_titles("Daily stand-ups", "Daily")
    # After the last speaker, and there is none, the meeting ends.
    app.press("Start the meeting", "Start", "Pause", "Resume", "Finish", "Resume", "End the meeting", "Discard",
              "Start the meeting", "Start", "End the meeting", "Save and end")
    app.await_titles("Daily stand-ups", "Daily")
    [meeting] = app.in_top(".bs-section:nth-child(2) .bs-item > button")
    meeting.click()
    app.await_titles("Daily stand-ups", "Daily", "Meeting")
    app.press("Close", "Back: Daily stand-ups")
    app.open_row("Daily")
    app.press("Delete")
    app.await_heading("Delete “Daily”?")
    app.press("Delete")
    app.await_titles("Daily stand-ups")


def polls(app):
    app.open_row("What is for lunch?")
    app.await_titles("Polls", "What is for lunch?")
    app.in_top(".bs-item > button")[0].click()
    app.press("Withdraw my vote", "Keep it", "Withdraw my vote", "Withdraw", "Back: Polls")


def every_action_has_a_control(app, server):
    app.media(prefers_reduced_motion="reduce")
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
        walk(app)
        app.settle()
        found = sent_leaves(
            json.loads(app.driver.execute_script("return localStorage.getItem('sent')")), known)
        equal([".".join(path) for path in sorted(known - found)], [])
        equal([".".join(path) for path in sorted(found - known)], [])
        total += len(known)
        app.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    app.media()
    return f"{total} actions"


TESTS = [every_action_has_a_control]
