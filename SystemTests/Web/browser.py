"""The runtime in headless Chromium: a page of another origin than the server, with a strict CSP."""
import functools
import http.server
import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import threading
import time
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import (
    ElementNotInteractableException, ElementClickInterceptedException,
    StaleElementReferenceException)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

here = pathlib.Path(__file__).resolve().parent
assets = here.parents[1] / "Sources/BackstackWeb/Assets"
DEADLINE = 30


def await_that(condition, text):
    """Waits until a condition is true, and returns its value."""
    deadline = time.monotonic() + DEADLINE
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {DEADLINE} s: {text}")
        time.sleep(0.02)


def click(find, text):
    """Clicks the element that `find` returns, once that can be clicked.

    A screen may come, go or move between the search and the click. The browser then refuses the
    click, and nothing is pressed.
    """
    def is_clicked():
        try:
            find().click()
            return True
        except (ElementNotInteractableException, ElementClickInterceptedException,
                StaleElementReferenceException):
            return False

    await_that(is_clicked, f"click on {text}")


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r} is not {expected!r}")


class Pages(http.server.SimpleHTTPRequestHandler):
    """Serves the test page and the runtime, with the Content-Security-Policy of an app."""

    server_address = None
    refused = silent = None  # the path of a module that can't be had
    waiting = None  # the path that is asked for, and silent
    goes_on = threading.Event()

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == self.silent:
            Pages.waiting = path
            self.goes_on.wait(DEADLINE)
            Pages.waiting = None
        if path in (self.refused, self.silent):
            return self.send_error(503)
        super().do_GET()

    def translate_path(self, path):
        name = path.split("?")[0]
        return str(assets / name[1:] if name.startswith("/client/") else here / name[1:])

    def end_headers(self):
        self.send_header(
            "Content-Security-Policy",
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {Pages.server_address} {Pages.server_address.replace('http', 'ws', 1)}; require-trusted-types-for 'script'; "
            "trusted-types 'none'")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        pass


class Server:
    """A Backstack server with a file of its own, which can be killed and started again."""

    def __init__(self, binary, folder, origin=None, options=(), stage="off"):
        self.binary, self.folder = binary, folder
        self.options = [*(["--stage", stage] if stage else []), *(["--cors-origins", origin] if origin else []), *options]
        self.port = 0
        self.start()

    def start(self):
        log = open(f"{self.folder}/server.log", "a+")
        log.seek(0, os.SEEK_END)
        begin = log.tell()
        self.process = subprocess.Popen(
            [self.binary, "serve", "--port", str(self.port), "--storage",
             f"sqlite:{self.folder}/sessions.sqlite", *self.options],
            stdout=log, stderr=log)

        def address():
            if self.process.poll() is not None:
                raise AssertionError(pathlib.Path(log.name).read_text())
            text = pathlib.Path(log.name).read_text()[begin:]
            return text.split("Backstack serves ")[1].split()[0] if "\n" in text else None

        self.url = await_that(address, "the server's address")
        self.port = int(self.url.rsplit(":", 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def request(self, method, path, content=None):
        request = urllib.request.Request(
            self.url + path, method=method, data=content and json.dumps(content).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=DEADLINE) as response:
            return json.loads(response.read() or "null")


class Browser:
    def __init__(self, server, pages, query=""):
        self.server, self.pages, self.query = server, pages, query
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         "--disable-gpu", "--disable-background-networking"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService("/usr/bin/chromedriver")
        self.driver = webdriver.Chrome(options, service)
        self.driver.set_script_timeout(DEADLINE)

    def open(self, feature, link=None):
        self.driver.get("about:blank")
        query = f"?server={self.server.url}&feature={feature}{self.query}" + (f"&link={link}" if link else "")
        self.driver.get(f"{self.pages}/page.html{query}")
        self.ready()

    def fresh(self, feature, link=None):
        """Opens a page of a tab that has no session."""
        old = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        new = self.driver.current_window_handle
        self.driver.switch_to.window(old)
        self.driver.close()
        self.driver.switch_to.window(new)
        self.open(feature, link)

    def ready(self):
        await_that(lambda: self.driver.title.startswith("v"), "the page's first snapshot")

    def script(self, code, *arguments):
        """Runs code that has what the page exports, and returns its result."""
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "const given = [...arguments].slice(0, -1);"
            "import('/page.js').then(async ({ session, navigation, bindText, simulate }) => {" + code + "})"
            ".then((value) => done({ value }), (error) => done({ error: `${error.stack}` }));",
            *arguments)
        if "error" in result:
            raise AssertionError(result["error"])
        return result.get("value")

    def send(self, action):
        return self.script("return (await session.send(given[0])).snapshot.state", action)

    @property
    def id(self):
        return self.script("return session.id")

    def levels(self):
        """The states of the mounted levels."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('[data-level] p')]"
            ".map(({ textContent }) => JSON.parse(textContent))")

    def await_levels(self, expected):
        await_that(lambda: self.levels() == expected, f"levels {expected}, not {self.levels()}")

    def depth(self):
        return self.driver.execute_script("return history.state.backstack")

    def await_depth(self, expected):
        await_that(lambda: self.depth() == expected, f"depth {expected}, not {self.depth()}")

    def touch(self):
        self.driver.find_element(By.TAG_NAME, "h1").click()

    def back(self):
        self.driver.execute_script("history.back()")

    def complaints(self):
        """What is wrong, as the browser's console says: refused requests are not the page's fault,
        and what is of level INFO is a note."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["source"] != "network" and entry["level"] != "INFO"]


def counts(*numbers):
    return [{"count": number} for number in numbers]


def add(count):
    return {"path": {"push": {"state": {"counter": {"count": count}}}}}


def opens_sends_follows(browser, server):
    browser.fresh("counters")
    equal(browser.send(add(1))["path"][0]["state"], {"counter": {"count": 1}})
    browser.await_levels(counts(1))
    server.request("POST", f"/sessions/{browser.id}/actions", add(2))
    browser.await_levels(counts(1, 2))


def back_pops(browser, server):
    browser.fresh("counters", "/counters/1/2/3")
    browser.await_levels(counts(1, 2, 3))
    equal(browser.depth(), 0)
    browser.touch()
    browser.await_depth(3)
    browser.back()
    browser.await_levels(counts(1, 2))
    browser.await_depth(2)
    path = f"/sessions/{browser.id}/path"
    await_that(lambda: len(server.request("GET", path)) == 2, "the server's pop")
    browser.driver.execute_script("history.forward()")
    browser.await_depth(2)
    equal(len(server.request("GET", path)), 2)
    browser.touch()
    server.request("POST", f"/sessions/{browser.id}/actions", {"path": {"popFrom": {"id": 0}}})
    browser.await_levels([])
    browser.await_depth(0)


def reload_keeps(browser, server):
    browser.fresh("counters", "/counters/1/2")
    browser.touch()
    browser.await_depth(2)
    before = browser.id
    browser.driver.refresh()
    browser.ready()
    browser.await_levels(counts(1, 2))
    equal([browser.id, browser.depth()], [before, 2])
    browser.back()
    browser.await_levels(counts(1))


def dialogs(browser, server):
    browser.fresh("inventory")
    browser.touch()
    browser.send("addButtonTapped")
    dialog = browser.driver.find_element(By.CSS_SELECTOR, "dialog[open]")
    browser.await_depth(1)
    dialog.find_element(By.TAG_NAME, "input").send_keys(Keys.ESCAPE)
    await_that(lambda: browser.levels() == [], "the dialog's end")
    browser.await_depth(0)
    await_that(lambda: browser.script("return session.state.destination") is None, "its dismissal")
    browser.touch()
    browser.send("addButtonTapped")
    browser.await_depth(1)
    browser.back()
    await_that(lambda: browser.levels() == [], "the dialog's end")
    await_that(lambda: browser.script("return session.state.destination") is None, "its dismissal")
    browser.touch()
    browser.send("addButtonTapped")
    browser.send("confirmAddItemButtonTapped")
    await_that(lambda: browser.levels() == [], "the dialog's end")
    [item] = browser.script("return session.state.items")
    browser.send({"deleteButtonTapped": {"id": item["id"]}})
    alert = browser.driver.find_element(By.CSS_SELECTOR, "dialog[role=alertdialog]")
    buttons = alert.find_elements(By.TAG_NAME, "button")
    focused = browser.driver.switch_to.active_element
    equal(focused.get_attribute("data-role"), "cancel")
    [button] = [b for b in buttons if b.get_attribute("data-role") == "destructive"]
    button.click()
    await_that(lambda: browser.script("return session.state.items") == [], "the deletion")
    equal(browser.driver.find_elements(By.TAG_NAME, "dialog"), [])


def hostile_texts(browser, server):
    browser.fresh("inventory")
    browser.send("addButtonTapped")
    for text in ("<img src=x onerror=document.title='hit'>", "<script>document.title='hit'</script>",
                 "javascript:document.title='hit'", "\u202e\u2066right to left", "x" * 200_000):
        binding = {"binding": {"name": text}}
        state = server.request("POST", f"/sessions/{browser.id}/actions",
                               {"destination": {"presented": {"addItem": binding}}})["state"]
        equal(state["destination"]["addItem"]["item"]["name"], text)
        await_that(lambda: browser.script(
            "return session.state.destination.addItem.item.name === given[0]", text), "the text")
        shown = browser.driver.execute_script(
            "return JSON.parse(document.querySelector('[data-level] p').textContent).item.name")
        equal(shown, text)
        equal(browser.driver.find_elements(By.CSS_SELECTOR, "dialog img, dialog script"), [])
    assert browser.driver.title.startswith("v")


def two_tabs(browser, server):
    browser.fresh("counters")
    first = browser.driver.current_window_handle
    browser.driver.execute_script("window.open(location.href)")  # takes the session with it
    [second] = [h for h in browser.driver.window_handles if h != first]
    browser.driver.switch_to.window(second)
    browser.ready()
    identifier = browser.id
    browser.send(add(4))
    browser.driver.close()
    browser.driver.switch_to.window(first)
    equal(browser.id, identifier)
    browser.await_levels(counts(4))


def survives_kills(browser, server):
    browser.fresh("counters")
    browser.script(
        "globalThis.sent = Promise.all("
        "[...Array(40).keys()].map((n) => session.send({ path: { push: { state: "
        "{ counter: { count: -n } } } } })));")
    for least in (5, 15):
        await_that(lambda: len(browser.levels()) >= least, f"{least} levels")
        server.kill()
        server.start()
    browser.script("await globalThis.sent;")
    expected = counts(*(-n for n in range(40)))
    browser.await_levels(expected)
    path = server.request("GET", f"/sessions/{browser.id}/path")
    equal([element["state"]["counter"] for element in path], expected)
    # The stream has come back, too.
    server.request("POST", f"/sessions/{browser.id}/actions", {"path": {"popFrom": {"id": 0}}})
    browser.await_levels([])


def another_session(browser, server):
    browser.fresh("counters", "/counters/1")
    before = browser.id
    server.request("DELETE", f"/sessions/{before}")
    await_that(lambda: browser.id != before, "another session")
    browser.await_levels(counts(1))
    equal(browser.script("return session.replaced"), {"id": before, "reason": "deleted"})


def typed_text(browser, server):
    browser.fresh("inventory")
    browser.send("addButtonTapped")
    name = lambda: browser.script("return session.state.destination.addItem.item.name")
    field = browser.driver.find_element(By.CSS_SELECTOR, "dialog input")
    field.send_keys("Chair")
    await_that(lambda: name() == "Chair", "the text")
    server.kill()
    field.send_keys(" and table")
    server.start()
    await_that(lambda: name() == "Chair and table", "the text that was typed meanwhile")
    equal(field.get_attribute("value"), "Chair and table")
    server.request("POST", f"/sessions/{browser.id}/actions",
                   {"destination": {"presented": {"addItem": {"binding": {"name": "Sofa"}}}}})
    await_that(lambda: field.get_attribute("value") == "Sofa", "the text of another client")


def losses(browser, server):
    browser.fresh("counters")
    browser.script("simulate({ latency: 2, loss: 0.3 })")
    browser.script(
        "await Promise.all([...Array(12).keys()].map((n) => session.send({ path: { push: { state: "
        "{ counter: { count: -n } } } } })));")
    browser.script("simulate()")
    browser.await_levels(counts(*(-n for n in range(12))))
    equal(len(server.request("GET", f"/sessions/{browser.id}/path")), 12)


def random_steps(browser, server):
    """After any steps, the history's depth, the levels and the mounted levels agree."""
    browser.fresh("counters")
    choice = random.Random(1)
    path = f"/sessions/{browser.id}"
    for _ in range(4):
        for _ in range(8):
            stack = server.request("GET", f"{path}/path")
            step = choice.randrange(6)
            if step < 2:
                browser.touch()
                browser.send(add(-len(stack)))
            elif step == 2 and stack:
                top = choice.choice(stack)["id"]
                server.request("POST", f"{path}/actions", {"path": {"popFrom": {"id": top}}})
            elif step == 3 and (depth := browser.depth()):
                browser.driver.execute_script(f"history.go(-{choice.randint(1, depth)})")
            elif step == 4:
                browser.driver.execute_script("history.forward()")
            elif step == 5:
                browser.driver.refresh()
                browser.ready()
        browser.touch()

        def agree():
            count = len(server.request("GET", f"{path}/path"))
            return browser.depth() == count == len(browser.levels()) == browser.script(
                "return navigation.levels.length")

        await_that(agree, "depth, levels and mounted levels that agree")


def closed_sessions(browser, server):
    """Sessions that were opened and closed leave no memory behind."""
    browser.fresh("counters")
    many = (
        "const { Session } = await import('/client/backstack.js');"
        "for (let n = 0; n < given[0]; n++) {"
        "  const one = await Session.open({ server: given[1], feature: 'counters', storage: null });"
        "  one.close();"
        "}")

    def heap():
        browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        return browser.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]

    browser.script(many, 50, server.url)
    before = heap()
    browser.script(many, 500, server.url)
    grown = heap() - before
    assert grown < 500_000, f"{grown} bytes more after 500 sessions"
    return f"{grown} bytes more after 500 sessions"


def round_trips(browser, server):
    browser.fresh("counters")
    times = browser.script(
        "const times = [];"
        "await session.send({ path: { push: { state: { counter: { count: -1000 } } } } });"
        "const { id } = session.state.path[0];"
        "for (let n = 0; n < 300; n++) {"
        "  const begin = performance.now();"
        "  await session.send({ path: { element: { id, action: { counter: 'incrementButtonTapped' } } } });"
        "  times.push(performance.now() - begin);"
        "} return times;")
    times.sort()
    return ", ".join(f"p{part} {times[len(times) * part // 100]:.1f} ms" for part in (50, 95, 99))


TESTS = [opens_sends_follows, back_pops, reload_keeps, dialogs, hostile_texts, two_tabs,
         survives_kills, another_session, typed_text, losses, random_steps, closed_sessions,
         round_trips]


def run(binary):
    pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages))
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{pages.server_port}"
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder, origin)
        Pages.server_address = server.url
        browser = None
        try:
            browser = Browser(server, origin)
            for test in TESTS:
                begin = time.monotonic()
                try:
                    note = test(browser, server)
                    equal(browser.complaints(), [])
                    result = f"ok, {note}" if note else "ok"
                except Exception as error:
                    failed.append(test.__name__)
                    result = f"failed: {error}\n{browser.complaints()}"
                print(f"{test.__name__}: {result} ({time.monotonic() - begin:.1f} s)", flush=True)
        finally:
            if browser:
                browser.driver.quit()
            server.kill()
            pages.shutdown()
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")
