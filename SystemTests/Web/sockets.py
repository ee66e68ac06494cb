"""Sessions over sockets in headless Chromium: several tabs, lost connections, and proxies that refuse or swallow them."""
import contextlib
import tempfile
import urllib.request

from browser import Browser, Pages, Server, add, await_that, counts, equal
from faults import Proxy, play

KEY = "0123456789abcdef0123456789abcdef"


def metric(server, name):
    with urllib.request.urlopen(f"{server.url}/metrics") as response:
        lines = response.read().decode().splitlines()
    return sum(int(line.split()[-1]) for line in lines if line.split(" ")[0].split("{")[0] == name)


def connections(server):
    """How many sockets, and how many streams of events, are open."""
    sockets = metric(server, "backstack_sockets")
    return sockets, metric(server, "backstack_event_readers") - sockets


def await_connections(server, sockets, streams=0):
    await_that(lambda: connections(server) == (sockets, streams), f"{sockets} sockets and {streams} streams")


def requested(browser, part):
    """How many requests of the page with a part in their paths have responses."""
    return browser.driver.execute_script(
        "return performance.getEntriesByType('resource').filter(({ name }) => name.includes(arguments[0])).length",
        part)


def actions_go_by_the_socket(browser, server, proxy):
    """The page acts and follows by one socket, without a stream or a request for an action."""
    browser.fresh("counters")
    await_connections(server, 1)
    equal(len(browser.send(add(1))["path"]), 1)
    browser.await_levels(counts(1))
    server.request("POST", f"/sessions/{browser.id}/actions", add(2))
    browser.await_levels(counts(1, 2))
    equal([connections(server), requested(browser, "/actions")], [(1, 0), 0])


def seven_tabs(browser, server, proxy):
    """Seven tabs of one session act and follow at once."""
    browser.fresh("counters")
    first = browser.driver.current_window_handle
    for _ in range(6):
        # In windows of their own, all of them are shown.
        browser.driver.execute_script("window.open(location.href, '', 'popup')")
    await_connections(server, 7)
    tabs = browser.driver.window_handles
    for count, tab in enumerate(tabs):
        browser.driver.switch_to.window(tab)
        browser.ready()
        browser.send(add(count))
    expected = counts(*range(7))
    for tab in tabs:
        browser.driver.switch_to.window(tab)
        browser.await_levels(expected)
        equal(requested(browser, "/actions"), 0)
        if tab != first:
            browser.driver.close()
    browser.driver.switch_to.window(first)
    await_connections(server, 1)


def cut_in_the_middle(browser, server, proxy):
    """Connections that break while actions are sent lose none and repeat none."""
    browser.fresh("counters")
    await_connections(server, 1)
    browser.script(
        "globalThis.sent = Promise.all([...Array(60).keys()].map((count) =>"
        " session.send({ path: { push: { state: { counter: { count } } } } })));")
    for least in (5, 20, 35):
        await_that(lambda: len(browser.levels()) >= least, f"{least} levels")
        proxy.cut()
        proxy.mend()
    browser.script("await globalThis.sent;")
    browser.await_levels(counts(*range(60)))
    path = server.request("GET", f"/sessions/{browser.id}/path")
    equal([element["state"]["counter"]["count"] for element in path], list(range(60)))
    await_connections(server, 1)


def server_that_is_killed(browser, server, proxy):
    """A server that is killed and started again has its sockets back."""
    browser.fresh("counters")
    await_connections(server, 1)
    browser.send(add(1))
    server.kill()
    browser.script("globalThis.sent = session.send(given[0]);", add(2))
    server.start()
    browser.script("await globalThis.sent;")
    browser.await_levels(counts(1, 2))
    await_connections(server, 1)


def refused_upgrade(browser, server, proxy):
    """Behind a proxy that passes no upgrades the page has its stream; the next visit has a socket again."""
    proxy.change_request = lambda data: data.replace(b"Upgrade: websocket\r\n", b"")
    browser.fresh("counters")
    await_connections(server, 0, 1)
    equal(len(browser.send(add(1))["path"]), 1)
    server.request("POST", f"/sessions/{browser.id}/actions", add(2))
    browser.await_levels(counts(1, 2))
    equal(connections(server), (0, 1))
    proxy.mend()
    browser.driver.refresh()
    browser.ready()
    await_connections(server, 1)
    browser.send(add(3))
    browser.await_levels(counts(1, 2, 3))
    equal([connections(server), requested(browser, "/actions")], [(1, 0), 0])


def swallowed_messages(browser, server, proxy):
    """Behind a proxy that takes the upgrade and passes no message, the page has its stream within seconds."""
    proxy.change = lambda data: data[:data.find(b"\r\n\r\n") + 4] if data.startswith(b"HTTP/1.1 101") else (
        b"" if data[:1] in b"\x81\x88\x89" else data)
    browser.fresh("counters")
    await_that(lambda: connections(server)[1] == 1, "the stream")
    browser.send(add(1))
    server.request("POST", f"/sessions/{browser.id}/actions", add(2))
    browser.await_levels(counts(1, 2))


def withdrawn_socket(browser, server, proxy):
    """What waits for its answer when messages stop coming is sent again, and done once."""
    browser.fresh("counters")
    await_connections(server, 1)
    proxy.change = lambda data: b"" if data[:1] == b"\x81" else data
    browser.script("globalThis.sent = session.send(given[0]);", add(1))
    await_that(lambda: server.request("GET", f"/sessions/{browser.id}")["version"] == 1, "the action")
    proxy.cut()
    proxy.mend()
    browser.script("await globalThis.sent;")
    browser.await_levels(counts(1))
    equal(server.request("GET", f"/sessions/{browser.id}")["version"], 1)


TESTS = [actions_go_by_the_socket, seven_tabs, cut_in_the_middle, server_that_is_killed, refused_upgrade,
         swallowed_messages, withdrawn_socket]


def keys(origin, binary):
    """With a key, each socket has a ticket, also after the connection was lost."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = Server(binary, folder, origin, options=["--api-keys", f"ada={KEY}"])
        stack.callback(server.kill)
        proxy = Proxy(server.port)
        stack.callback(proxy.close)
        Pages.server_address = proxy.url
        browser = Browser(proxy, origin, f"&socket&key={KEY}")
        stack.callback(browser.driver.quit)
        browser.fresh("counters")
        for count in (1, 2):
            await_that(lambda: requested(browser, "/tickets") == count, f"ticket {count}")
            browser.send(add(count))
            browser.await_levels(counts(*range(1, count + 1)))
            proxy.cut()
            proxy.mend()
        equal([requested(browser, "/actions"), browser.complaints()], [0, []])
        print("keys: ok", flush=True)


def run(binary):
    play(binary, TESTS, "&socket", before=lambda origin: keys(origin, binary))
