"""The runtime in headless Chromium when connections are lost, and at the edges of a page's life."""
import contextlib
import functools
import http.server
import re
import socket
import tempfile
import threading
import time

from selenium.webdriver.common.by import By

from browser import Browser, Pages, Server, add, await_that, counts, equal


class Proxy:
    """Passes bytes to the server; while it is cut, it has no connections and takes no others.
    What both send can be changed on the way."""

    def __init__(self, port):
        self.port = port
        self.is_cut = False
        self.change = self.change_request = lambda data: data
        self.sockets = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        # Ends when the listener is closed.
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                with self.lock:
                    if self.is_cut:
                        near.close()
                        continue
                    try:
                        far = socket.create_connection(("127.0.0.1", self.port))
                    except OSError:
                        near.close()
                        continue
                    self.sockets |= {near, far}
                for way in ((near, far, lambda data: self.change_request(data)),
                            (far, near, lambda data: self.change(data))):
                    threading.Thread(target=self.copy, args=way, daemon=True).start()

    @staticmethod
    def copy(source, target, change):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(change(data))
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self):
        with self.lock:
            self.is_cut = True
            for end in self.sockets:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self.sockets.clear()

    def mend(self):
        with self.lock:
            self.is_cut = False
            self.change = self.change_request = lambda data: data

    def close(self):
        self.cut()
        self.listener.close()


def note_events(browser):
    browser.script(
        "globalThis.noted = [];"
        "for (const type of ['change', 'status']) session.addEventListener(type, ({ detail }) =>"
        " globalThis.noted.push(detail.snapshot?.version ?? detail.isConnected));")


def noted(browser):
    return browser.script("return globalThis.noted")


def lost_stream_resumes(browser, server, proxy):
    """What the page has missed is shown in order, and the page is told of the loss and its end."""
    browser.fresh("counters")
    browser.send(add(1))
    note_events(browser)
    proxy.cut()
    for count in (2, 3):
        server.request("POST", f"/sessions/{browser.id}/actions", add(count))
    await_that(lambda: False in noted(browser), "the page is told of the loss")
    browser.await_levels(counts(1))
    proxy.mend()
    browser.await_levels(counts(1, 2, 3))
    await_that(lambda: True in noted(browser), "the page is told of the return")
    versions = [entry for entry in noted(browser) if not isinstance(entry, bool)]
    equal(versions, sorted(set(versions)))


def actions_wait_for_a_connection(browser, server, proxy):
    """Actions of a time without a connection are processed on return, once and in order."""
    browser.fresh("counters")
    browser.send(add(0))
    proxy.cut()
    browser.script(
        "globalThis.sent = Promise.all(given[0].map((action) => session.send(action)));",
        [add(count) for count in range(1, 6)])
    equal(len(server.request("GET", f"/sessions/{browser.id}/path")), 1)
    proxy.mend()
    browser.script("await globalThis.sent;")
    browser.await_levels(counts(0, 1, 2, 3, 4, 5))
    path = server.request("GET", f"/sessions/{browser.id}/path")
    equal([element["state"]["counter"]["count"] for element in path], [0, 1, 2, 3, 4, 5])


def lost_responses_are_asked_again(browser, server, proxy):
    """Each action is processed once, although its requests and responses get lost."""
    browser.fresh("counters")
    browser.script("simulate({ loss: 0.3 });")
    browser.script("await Promise.all(given[0].map((action) => session.send(action)));",
                   [add(count) for count in range(8)])
    browser.script("simulate();")
    path = server.request("GET", f"/sessions/{browser.id}/path")
    equal([element["state"]["counter"]["count"] for element in path], list(range(8)))
    equal([element["id"] for element in path], list(range(8)))


def empty_responses_are_asked_again(browser, server, proxy):
    """A success without content is a lost response: the action is sent again, and processed once."""
    browser.fresh("counters")
    emptied = []

    def empty(data):
        head, _, content = data.partition(b"\r\n\r\n")
        if emptied or b'"version":1,' not in content:
            return data
        emptied.append(head)
        return re.sub(rb"(?i)(content-length:) *\d+", rb"\1 0", head) + b"\r\n\r\n"

    # The response to the action alone: the stream has no such line in its first part.
    proxy.change = empty
    equal(len(browser.send(add(1))["path"]), 1)
    equal([len(emptied), server.request("GET", f"/sessions/{browser.id}")["version"]], [1, 1])


def patches_that_are_not_json(browser, server, proxy):
    """Where something on the way breaks each patch, the page shows snapshots."""
    browser.fresh("counters")
    broken = []

    def break_patches(data):
        broken.append(data.count(b'data: [{"op"'))
        return data.replace(b'data: [{"op"', b"data: <html>")

    proxy.change = break_patches
    for count in (1, 2):
        server.request("POST", f"/sessions/{browser.id}/actions", add(count))
        browser.await_levels(counts(*range(1, count + 1)))
    equal(sum(broken) > 0, True)


def modules_that_are_missed(browser, server, proxy):
    """Without the module that applies patches the page shows snapshots, until it can be had."""
    def push(count):
        server.request("POST", f"/sessions/{browser.id}/actions", add(count))
        browser.await_levels(counts(*range(1, count + 1)))

    for fault in ("refused", "silent"):
        browser.fresh("counters")
        Pages.goes_on.clear()
        setattr(Pages, fault, "/client/patch.js")
        try:
            push(1)
            push(2)
        finally:
            setattr(Pages, fault, None)
            Pages.goes_on.set()
        push(3)
        loaded = ("return performance.getEntriesByType('resource').filter((one) =>"
                  " one.name.includes('/client/patch.js') && one.responseStatus === 200).length")
        assert browser.driver.execute_script(loaded) > 0, "the module was not asked for again"


def module_that_comes_late(browser, server, proxy):
    """A patch that waited for its module while another session was opened is not shown."""
    browser.fresh("counters")
    before = browser.id
    Pages.goes_on.clear()
    Pages.silent = "/client/patch.js"
    try:
        server.request("POST", f"/sessions/{before}/actions", add(1))
        await_that(lambda: Pages.waiting, "the request of the module")
        server.request("DELETE", f"/sessions/{before}")
        browser.script("await session.send(given[0]).catch(() => {});", add(2))
        await_that(lambda: browser.id != before, "another session")
    finally:
        Pages.silent = None
        Pages.goes_on.set()
    loaded = ("return performance.getEntriesByType('resource').some((one) =>"
              " one.name.includes('/client/patch.js') && one.responseStatus === 200)")
    await_that(lambda: browser.driver.execute_script(loaded), "the module")
    server.request("POST", f"/sessions/{browser.id}/actions", add(3))
    browser.await_levels(counts(3))
    equal(browser.id != before, True)


def typed_text_arrives(browser, server, proxy):
    """A page's typing reaches the session after a lost connection, and is never overwritten."""
    browser.fresh("inventory")
    browser.send("addButtonTapped")
    browser.script(
        "const input = Object.assign(document.createElement('input'), { id: 'bound' });"
        "document.querySelector('dialog').append(input);"
        "bindText(session, input, { value: (state) => state.destination?.addItem?.item.name,"
        " action: (name) => ({ destination: { presented: { addItem: { binding: { name } } } } }) });")
    path = f"/sessions/{browser.id}"
    name = lambda: server.request("GET", path)["state"]["destination"]["addItem"]["item"]["name"]
    field = browser.driver.find_element(By.ID, "bound")
    field.send_keys("Keyboard")
    await_that(lambda: name() == "Keyboard", "the text in the session")
    proxy.cut()
    field.send_keys(" & mouse")
    equal(name(), "Keyboard")
    proxy.mend()
    await_that(lambda: name() == "Keyboard & mouse", "the rest of the text in the session")
    equal(field.get_property("value"), "Keyboard & mouse")
    other = {"destination": {"presented": {"addItem": {"binding": {"name": "Chair"}}}}}
    server.request("POST", f"{path}/actions", other)
    await_that(lambda: field.get_property("value") == "Chair", "another client's text")


def hand_over(browser, server, proxy):
    """A session in the fragment is opened, and its id leaves the URL."""
    session = server.request("POST", "/sessions", {"feature": "counters", "link": "/counters/2"})
    browser.driver.get("about:blank")
    query = f"?server={proxy.url}&feature=counters#session={session['id']}"
    browser.driver.get(f"{browser.pages}/page.html{query}")
    browser.ready()
    equal(browser.id, session["id"])
    browser.await_levels(counts(2))
    equal(session["id"] in browser.driver.current_url, False)


def closed_session_is_quiet(browser, server, proxy):
    """After `close` the page follows nothing, sends nothing, and has no connection."""
    browser.fresh("counters")
    path = f"/sessions/{browser.id}"
    note_events(browser)
    browser.script("session.close();")
    server.request("POST", f"{path}/actions", add(1))
    refused = browser.script(
        "return session.send(given[0]).then(() => false, () => true)", add(2))
    equal(refused, True)
    equal(server.request("GET", path)["version"], 1)
    equal([noted(browser), browser.levels()], [[], []])


def no_global_is_added(browser, server, proxy):
    """The modules define nothing outside of themselves."""
    browser.driver.get(f"{browser.pages}/client/backstack.js")
    added = browser.driver.execute_async_script(
        "const done = arguments[0]; const names = () => Object.getOwnPropertyNames(globalThis);"
        "const before = new Set(names());"
        "Promise.all(['backstack', 'cases', 'dialogs', 'handover', 'levels', 'patch', 'simulate', 'text']"
        ".map((name) => import(`/client/${name}.js`)))"
        ".then(() => done(names().filter((name) => !before.has(name))), (error) => done(`${error}`))")
    equal(added, [])


TESTS = [lost_stream_resumes, actions_wait_for_a_connection, lost_responses_are_asked_again,
         empty_responses_are_asked_again, patches_that_are_not_json, modules_that_are_missed,
         module_that_comes_late, typed_text_arrives, hand_over, closed_session_is_quiet, no_global_is_added]


def play(binary, tests, options="", before=lambda origin: None):
    """Runs tests of a page that knows the server by a proxy only; `before` runs first, with the page's origin."""
    pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages))
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{pages.server_port}"
    failed = []
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        stack.callback(pages.shutdown)
        before(origin)
        server = Server(binary, folder, origin)
        stack.callback(server.kill)
        proxy = Proxy(server.port)
        stack.callback(proxy.close)
        # The tests speak to the server itself.
        Pages.server_address = proxy.url
        browser = Browser(proxy, origin, options)
        stack.callback(browser.driver.quit)
        for test in tests:
            begin = time.monotonic()
            try:
                test(browser, server, proxy)
                equal(browser.complaints(), [])
                result = "ok"
            except Exception as error:
                failed.append(test.__name__)
                result = f"failed: {error}\n{browser.complaints()}"
            proxy.mend()
            print(f"{test.__name__}: {result} ({time.monotonic() - begin:.1f} s)", flush=True)
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")


def run(binary):
    play(binary, TESTS)
