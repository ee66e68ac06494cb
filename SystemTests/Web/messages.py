"""What the app says when something is wrong, and the ways on that it offers."""
import json
import os
import tempfile

from selenium.webdriver.common.keys import Keys

from browser import Server, await_that, equal
from faults import Proxy

# `fault(path, init)` of a test returns the response instead of the server's, or nothing. Each
# `Retry-After` is short, so that the last try comes soon. Faults are those of requests.
FETCH = """
delete globalThis.WebSocket;
const real = globalThis.fetch;
const refusal = (status, type, detail) => new Response(
  JSON.stringify({ type: `/problems/${type}`, status, title: type, detail }),
  { status, headers: { "Content-Type": "application/problem+json", "Retry-After": "0.01" } });
globalThis.fault = FAULT;
globalThis.fetch = async (url, init = {}) =>
  (await fault?.(new URL(url, location).pathname, init)) ?? real(url, init);
"""
OFF = "globalThis.fault = undefined"


class Script:
    """A script that runs before those of each page."""

    def __init__(self, app, fault):
        self.app = app
        self.id = app.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": "{" + FETCH.replace("FAULT", fault) + "}"})["identifier"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.app.driver.execute_cdp_cmd(
            "Page.removeScriptToEvaluateOnNewDocument", {"identifier": self.id})


def start(app, fragment, fault):
    """Opens the app in a new tab, and then again with a fault."""
    app.fresh(fragment)
    script = Script(app, fault)
    app.driver.refresh()
    app.await_heading()
    return script


def await_notice(app, text):
    await_that(lambda: text in app.notice(),
               f"{text!r} in the message")


def actions(status, type, detail="No."):
    """The fault of a server that refuses all actions, once it is switched on."""
    return ("(path) => globalThis.isOn && path.endsWith('/actions')"
            f" ? refusal({status}, {json.dumps(type)}, {json.dumps(detail)}) : undefined")


def switch(app, is_on):
    app.driver.execute_script("globalThis.isOn = arguments[0]", is_on)


def refused_button(app, status, type, text):
    with start(app, "#/counters", actions(status, type)):
        switch(app, True)
        app.press("Add a counter")
        await_notice(app, text)
        switch(app, False)


def busy(app, server):
    """The person is told why an action waits, and it is done without another press."""
    fault = """(path) => globalThis.isOn && path.endsWith("/actions")
      ? new Response('{"type": "/problems/overloaded"}', { status: 503, headers: { "Retry-After": "1" } }) : undefined"""
    with start(app, "#/counters", fault):
        switch(app, True)
        app.press("Add a counter")
        await_notice(app, "The server is busy or restarting")
        switch(app, False)
        app.await_titles("Counters", "Counter")
        await_that(lambda: app.notice() == "", "no message")


def full_disk(app, server):
    refused_button(app, 507, "storage-full", "its disk may be full")
    # Nothing was typed.
    assert "still here" not in app.notice()
    app.press("Add a counter")
    app.await_titles("Counters", "Counter")


def full_disk_while_typing(app, server):
    """What waits for the disk says so, and not that the connection is lost; then it is done."""
    fault = """(path) => globalThis.isOn && path.endsWith("/actions") ? new Response(
      '{"type": "/problems/storage-unavailable"}', { status: 503, headers: { "Retry-After": "1" } }) : undefined"""
    with start(app, "#/inventory", fault):
        app.press("Add an item")
        field = app.field("Name")
        switch(app, True)
        field.send_keys("Table")
        await_notice(app, "its disk may be full")
        await_notice(app, "What you typed is still here.")
        switch(app, False)
        await_that(lambda: app.notice() == "", "no message")
        app.press("Add")
        app.await_rows("Table")


def full_disk_keeps_text(app, server):
    detail = "The storage of sessions is full."
    with start(app, "#/inventory", actions(507, "storage-full", detail)):
        app.press("Add an item")
        field = app.field("Name")
        switch(app, True)
        field.send_keys("Table")
        problem = app.find("dialog .bs-error")
        await_that(lambda: detail in problem.text and "still here" in problem.text, "a message")
        equal(field.get_property("value"), "Table")
        switch(app, False)
        # The focus goes on, and the text is sent again.
        app.press("Add")
        app.await_rows("Table")


def not_permitted(app, server):
    """A refusal that the page does not know is told in the server's words."""
    refused_button(app, 403, "forbidden", "The server does not permit this: No.")
    old = app.session()
    app.press("Start a new one")
    await_that(lambda: (app.session() or old) != old, "another session")
    app.press("Add a counter")
    app.await_titles("Counters", "Counter")


def keys_of_limited_rights(app, server):
    """A key that may not do everything is told so, and another one can be used in its place."""
    keys = {name: f"{name}-0123456789abcdef" for name in ("reader", "robot", "full")}
    os.environ["API_KEYS"] = ",".join(f"{name}={key}" for name, key in keys.items())
    with tempfile.TemporaryDirectory() as folder:
        other = Server(server.binary, folder, options=["--key-rights", "reader=read,robot=safe:standups,full=on:counters+polls"])
        del os.environ["API_KEYS"]
        app.pages = other.url
        enter = lambda name: app.find("input[type=password]").send_keys(keys[name], Keys.ENTER)
        try:
            for name, fragment, text in (
                    ("reader", "#/counters", "Your key does not permit this: it is only for reading, or for agents."),
                    ("robot", "#/standups", "Your key does not permit this: it is only for reading, or for agents."),
                    ("full", "#/standups", "Your key is not for this feature."),
                    ("full", "#/standups/1", "Your key is not for this feature.")):
                app.fresh(fragment)
                app.await_heading("Enter your key")
                enter(name)
                app.await_heading("That did not work")
                equal(app.find(".lead").text, text)
            app.driver.execute_script("location.hash = '#/counters'")
            app.await_heading("Counters")
            # Another one takes its place.
            app.driver.execute_script("location.hash = '#/standups'")
            app.await_heading("That did not work")
            app.press("Use another key")
            app.await_heading("Enter your key")
        finally:
            app.pages = server.url
            other.kill()


def of_another_at_the_start(app, server):
    """The tab has a session that it may not read any more: a new one takes its place."""
    begins_anew_at_the_start(app, 403, "forbidden")


def unreadable_at_the_start(app, server):
    """The tab has a session that the program can't resume: its state had another type."""
    begins_anew_at_the_start(app, 500, "unreadable-session")


def begins_anew_at_the_start(app, status, problem):
    fault = ("(path, init) => /sessions\\/\\w+\\/screen$/.test(path) && (init.method ?? 'GET') === 'GET'"
             " && path.split('/')[2] === (globalThis.sessionOfAnother ??= path.split('/')[2])"
             f" ? refusal({status}, '{problem}', 'No.') : undefined")
    app.fresh("#/counters")
    app.press("Add a counter")
    app.await_titles("Counters", "Counter")
    with Script(app, fault):
        app.driver.refresh()
        app.await_heading("That did not work")
        app.press("Start a new one")
        app.await_titles("Counters")
    app.driver.execute_script(OFF)


def beyond_a_quota(app, server):
    refused_button(app, 403, "quota-exceeded", "You have reached a limit")
    app.press("Add a counter")
    app.await_titles("Counters", "Counter")


def key_is_changed(app, server):
    refused_button(app, 401, "unauthorized", "The server asks for another key")
    app.press("Enter a key")
    app.await_heading("Enter your key")


def session_gone(app, server):
    """The session was deleted while the page was away."""
    app.fresh("#/counters")
    app.press("Add a counter")
    app.await_titles("Counters", "Counter")
    id = app.session()
    app.driver.get(f"{server.url}/app/#/")
    app.await_heading("Backstack")
    server.request("DELETE", f"/sessions/{id}")
    app.driver.execute_script("location.hash = '#/counters'")
    app.await_heading("Counters")
    await_notice(app, "This is a new one")


def screen_not_available(app, server):
    """A screen that has become too large: the session is kept, and shown again once another client has made it smaller."""
    app.fresh("#/standups")
    app.press("Add a stand-up")
    app.type("Title", "Mine")
    await_that(lambda: app.state()["destination"]["addStandup"]["standup"]["title"] == "Mine", "the title")
    id = app.session()
    add = {"destination": {"presented": {"addStandup": "addAttendeeButtonTapped"}}}
    act = lambda action: server.request("POST", f"/sessions/{id}/actions", action)
    for _ in range(3):
        act([add] * 1000)
    await_notice(app, "can't be shown at the moment, and is kept: The screen is larger than")
    equal([app.session(), app.state()["destination"]["addStandup"]["standup"]["title"]], [id, "Mine"])
    # So it is after the page was loaded again.
    app.driver.refresh()
    app.await_heading("That did not work")
    assert "is kept" in app.find("#stage").text
    act("cancelAddStandupButtonTapped")
    app.await_heading("Daily stand-ups")
    equal([app.session(), app.notice()], [id, ""])


def older_server(app, server):
    """The server knows nothing of screens, and answers with the session's state."""
    fault = """(path, { headers, ...init }) => path === "/sessions"
      ? real(path, { ...init, headers: { ...headers, Accept: "application/json" } }) : undefined"""
    with start(app, "", fault):
        app.driver.execute_script("location.hash = '#/counters'")
        app.await_heading("An older server")
        assert "Update the server" in app.find("#stage").text


def missing_feature(app, server):
    """The server does not host a feature that the page has screens for."""
    fault = """(path) => path === "/features"
      ? new Response(JSON.stringify({ features: [] })) : undefined"""
    with start(app, "#/counters", fault):
        app.await_heading("No such feature")
        app.driver.execute_script(OFF)
        app.press("All features")
        app.await_heading("Backstack")


def offline(app, server):
    """Without a network the page says so, and what was typed is sent when there is one."""
    proxy = Proxy(server.port)
    app.pages = proxy.url
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    try:
        app.fresh("#/inventory")
        app.press("Add an item")
        field = app.field("Name")
        app.driver.execute_cdp_cmd("Network.enable", {})
        app.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **network})
        proxy.cut()
        field.send_keys("Table")
        await_notice(app, "You are offline. What you type is kept.")
        equal(field.get_property("value"), "Table")
        proxy.mend()
        app.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **network})
        await_that(lambda: app.notice() == "", "no message")
        app.press("Add")
        app.await_rows("Table")
    finally:
        app.pages = server.url
        proxy.close()


def buffering_proxy(app, server):
    """Where no event arrives, the page says why others' changes come later, and shows them."""
    silent = "(path, { signal }) => path.endsWith('/events') ? new Promise((_, fail) =>" \
        " signal.addEventListener('abort', () => fail(signal.reason))) : undefined"
    with start(app, "#/counters", silent):
        await_notice(app, "A proxy on the way keeps the server's events back")
        server.request("POST", f"/sessions/{app.session()}/actions", "addCounterButtonTapped")
        app.await_titles("Counters", "Counter")
        app.press("Close the message")
        await_that(lambda: app.notice() == "", "no message")
        app.press("Increment")
        app.await_count(1)


TESTS = [busy, full_disk, full_disk_while_typing, full_disk_keeps_text, not_permitted, keys_of_limited_rights, of_another_at_the_start,
         unreadable_at_the_start, beyond_a_quota,
         key_is_changed, session_gone, screen_not_available, older_server, missing_feature, offline,
         buffering_proxy]
