"""The inspector in headless Chromium: the list, a session's levels and history, what it sends, and how it
looks; also with 20,000 versions and a state of a megabyte."""
import json
import pathlib
import re
import tempfile
import time
import urllib.request

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

    def row(self, version):
        """Opens the row of a version in the history."""
        find = ("return [...document.querySelectorAll('.history summary')].find((one) =>"
                " one.querySelector('.version').textContent === arguments[0])")
        row = await_that(lambda: self.driver.execute_script(find, f"{version}"), f"row {version}")
        row.click()
        return row.find_element(By.XPATH, "..")


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


def counter(count=3):
    return {"path": {"element": {"id": 0, "action": {"counter": "incrementButtonTapped"}}}}


def key_is_asked(app, server):
    app.open("")
    app.await_text("The server has printed its key")
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


def session_is_shown(app, server):
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/2/3"})
    session = act(server, session, counter())
    expires = session["expiresAt"]
    app.session(session)
    equal(app.driver.execute_script("return document.querySelectorAll('.cards > li').length"), 2)
    first = app.row(1)
    await_that(lambda: "path[0] › counter.count: 2 → 3" in first.text, "the change in words")
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
    row = app.row(2)
    await_that(lambda: row.find_elements(By.TAG_NAME, "button"), "a button")[0].click()
    app.await_text("You look at version 2")
    app.press("Back to the present")
    first.find_element(By.TAG_NAME, "button").click()
    app.await_text("You look at version 1")
    app.press("Go back to it…")
    app.await_text("Go back to version 1?", "dialog")
    app.look("inspector-restore")
    app.press("Go back")
    app.await_text("restore", ".history")
    state = server.request("GET", f"/sessions/{session['id']}")
    equal((state["version"], state["state"]["path"][0]["state"]["counter"]["count"]), (3, 3))
    fields = app.driver.find_elements(By.CSS_SELECTOR, "form input")
    fields[0].send_keys("0")
    fields[1].send_keys("2", Keys.ENTER)
    app.await_text("path[0] › counter.count: 2 → 4")
    # Which versions changed one place.
    words = app.driver.find_element(By.CSS_SELECTOR, "input[placeholder]")
    words.send_keys("path[0] > counter.count", Keys.ENTER)
    app.await_text("3 of the versions from 0 to 3 that are loaded.", ".history ~ .changes:last-child")
    app.await_text("3 path[0] › counter.count: 4 → 3", ".history ~ .changes:last-child")


def long_numbers(app, server):
    """The digits of an integer that a number of the browser rounds are shown, and a session begun with them."""
    number = 9007199254740993
    session = server.request("POST", "/sessions", {"feature": "inventory"})
    status = {"status": {"inStock": {"quantity": number}}}
    for action in ("addButtonTapped", {"destination": {"presented": {"addItem": {"binding": status}}}},
                   "confirmAddItemButtonTapped"):
        session = act(server, session, action)
    app.session(session)
    row = app.row(3)
    await_that(lambda: row.find_elements(By.TAG_NAME, "button"), "a button")[0].click()
    app.await_text("You look at version 3")
    before = app.driver.current_url
    app.press("New session from here")
    await_that(lambda: app.driver.current_url != before, "another session")
    digits = app.driver.current_url.rsplit("/", 1)[1]
    _, found = api(app.pages, f"sessions?id={digits}&limit=1")
    created = server.request("GET", f"/sessions/{found['sessions'][0]['id']}")
    equal(created["state"]["items"][0]["status"], status["status"])


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
    app.await_text("path[1] › counter", shown)
    timer("start", 0)
    app.await_text("path[0] › counter", shown)
    app.await_text("started by version 1, path › #1 › counter › startTimerButtonTapped", shown)
    app.await_text("timer · BackstackDemo/Counter.swift", shown)
    await_that(lambda: re.search(r"for [1-9]\.\d s", app.text(shown)), "an age that grows")
    await_that(lambda: re.search(r"asleep until \d\d:\d\d:\d\d \(in 0\.\d s\)", app.text(shown)),
               "the time at which a timer ticks")
    await_that(lambda: len(app.driver.find_elements(By.CSS_SELECTOR, "svg text.bar")) == 2, "two bars")
    await_that(lambda: len(app.driver.find_elements(By.CSS_SELECTOR, "svg .asleep")) == 2, "two that sleep")
    app.look("inspector-effects")
    timer("stop", 0)
    await_that(lambda: "path[0]" not in app.text(shown), "one effect")
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
    area = app.driver.find_element(By.TAG_NAME, "textarea")
    area.clear()
    area.send_keys('{"itemButtonTapped": {"id": 5}}')
    app.press("Send")
    app.await_text("/itemButtonTapped/id", ".problem")
    app.complaints()


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
    toggle = {"path": {"element": {"id": 0, "action": {"counter": "decrementButtonTapped"}}}}
    for _ in range(20):
        server.request("POST", f"/sessions/{session['id']}/actions", [toggle] * 1000)
    app.session(session)
    app.row(20_000)
    few = app.elements()
    assert few < 5_000, few
    app.press("Earlier")
    app.row(19_950)
    items = [{"id": f"{number:08X}-0000-4000-8000-000000000000", "name": "x" * 150,
              "status": {"inStock": {"quantity": 1}}} for number in range(4_000)]
    session = server.request(
        "POST", "/sessions", {"feature": "inventory", "state": {"items": items}})
    begin = time.monotonic()
    app.session(session)
    app.await_text("more", "details")
    assert app.elements() < 5_000, app.elements()
    return f"{few} elements; the large state was there after {time.monotonic() - begin:.1f} s"


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


TESTS = [key_is_asked, list_follows, session_is_shown, long_numbers, effects_are_shown, actions_are_sent,
         every_action_has_a_form, large_sessions, hostile_requests]


def run(binary, screenshots=None):
    Inspector.screenshots = screenshots
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder, options=OPTIONS)
        log = pathlib.Path(f"{folder}/server.log").read_text()
        page = re.search(r"reports its state at (\S+)", log)[1]
        app = None
        try:
            app = Inspector(server, page)
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
