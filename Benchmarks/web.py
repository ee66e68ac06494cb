#!/usr/bin/env python3
"""Measures the browser runtime and the demo app in headless Chromium, against a server on loopback.

usage: Benchmarks/web.py BINARY [SECONDS]

SECONDS (default 60) is how long a timer ticks while the heap is watched. Needs what `make test-web`
installs.
"""
import os
import pathlib
import statistics
import sys
import tempfile
import time
import urllib.request

root = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(root / "SystemTests/Web"))

from browser import Server, await_that  # noqa: E402
from drawn import LEVELS, App  # noqa: E402

VISITS = 20
ACTIONS = 1000
ROWS = 10_000
PATCHES = 100

# Notes when the page first shows a screen of a session: after the frame that has it.
FIRST_SCREEN = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("#stage .bs-largeTitle")?.textContent) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (globalThis.firstScreen = performance.now())));
}).observe(document, { childList: true, subtree: true, characterData: true });
"""

ROUND_TRIPS = """
const [count, done] = arguments;
import("/client/backstack.js").then(async ({ Session }) => {
  const session = await Session.open({ feature: "counters", link: "/counters/0", storage: null });
  const times = [];
  for (let number = 0; number < count; number++) {
    const action = number % 2 ? "decrementButtonTapped" : "incrementButtonTapped";
    const begin = performance.now();
    await session.send({ path: { element: { id: 0, action: { counter: action } } } });
    times.push(performance.now() - begin);
  }
  session.close();
  done(times);
});
"""

PAGE = """<!doctype html>
<meta charset="utf-8"><title>Rows</title>
<style>li { content-visibility: auto; contain-intrinsic-size: auto 1.2em }</style>
<ul id="rows"></ul>
<script type="module" src="/app/rows.js"></script>
"""

# Another client changes a row; measured until the frame with the new text has been shown.
ROWS_PAGE = """
import { Session } from "/client/backstack.js";
const list = document.querySelector("#rows"), rows = new Map();
let session, shown = [], changed;
function show(path) {
  path.forEach((element, index) => {
    if (shown[index] === element) return;
    const row = rows.get(element.id) ?? list.appendChild(document.createElement("li"));
    rows.set(element.id, row);
    row.textContent = element.state.counter.count;
  });
  shown = path;
}
globalThis.open10000 = async (count) => {
  const path = Array.from({ length: count }, (_, id) => ({ id, state: { counter: { count: 0 } } }));
  session = await Session.open({ feature: "counters", state: { path }, storage: null });
  show(session.state.path);
  session.addEventListener("change", () => {
    const begin = performance.now();
    show(session.state.path);
    requestAnimationFrame(() => setTimeout(() => changed?.(performance.now() - begin)));
  });
};
globalThis.change = (row, isUp) => new Promise((resolve) => {
  const begin = performance.now();
  changed = (painting) => resolve([performance.now() - begin, painting]);
  const action = isUp ? "incrementButtonTapped" : "decrementButtonTapped";
  fetch(`/sessions/${session.id}/actions`, {
    method: "POST", headers: { "Content-Type": "application/json", Prefer: "return=minimal" },
    body: JSON.stringify({ path: { element: { id: row, action: { counter: action } } } }),
  });
});
"""


def median(values):
    return statistics.median(values)


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


class Bench:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.server = Server(binary, folder)
        self.app = App(self.server, self.server.url)
        self.driver = self.app.driver

    def end(self):
        self.driver.quit()
        self.server.kill()

    def row(self, what, value, goal=""):
        print(f"| {what} | {value} | {goal} |", flush=True)

    def heap(self):
        self.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        return self.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]

    def delay(self, milliseconds):
        """Delays each response."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": False, "latency": milliseconds,
            "downloadThroughput": -1, "uploadThroughput": -1})

    def size(self, path):
        """How many bytes the server sends of a file."""
        request = urllib.request.Request(
            self.server.url + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as response:
            return len(response.read())

    def sizes(self):
        def visit(fragment):
            self.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
            self.app.fresh(fragment)
            self.app.settle()
            return self.driver.execute_script(
                "return [...performance.getEntriesByType('navigation'),"
                " ...performance.getEntriesByType('resource')]"
                ".map((one) => [new URL(one.name).pathname, one.encodedBodySize])")

        def line(files):
            return f"{len(files)} requests, {sum(size for _, size in files) / 1000:.1f} KB"

        self.row("first visit, the first page", line(visit("")), "9, 28 KB")
        def modules(*names):
            return f"{sum(self.size(f'/client/{name}.js') for name in names) / 1000:.1f} KB"

        self.row("first visit, a counter by its link", line(visit("#/counters/3")))
        self.row("what each page of a session loads", modules("backstack", "conversation", "requests", "levels"), "8.2 KB")
        self.row("`patch.js`, at the first patch", modules("patch"))
        self.row("`dialogs.js`, `text.js`", modules("dialogs", "text"))
        self.row("`screen.js` with `elements.js`; `icons.js`; `fields.js`",
                 "; ".join((modules("screen", "elements"), modules("icons"), modules("fields"))), "9 KB")
        self.row("`cases.js`, `handover.js`, `simulate.js`", modules("cases", "handover", "simulate"))

    def first_screens(self):
        script = self.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": FIRST_SCREEN})
        for latency, where, goals in ((0, "", ("110 ms", "80 ms")),
                                      (100, "100 ms of latency: ", ("", ""))):
            self.delay(latency)
            cold, warm = self.visits()
            self.row(f"{where}first screen, nothing cached, p50 of {VISITS}",
                     f"{median(cold):.0f} ms", goals[0])
            self.row(f"{where}first screen again, p50 of {VISITS}",
                     f"{median(warm):.0f} ms", goals[1])
        self.delay(0)
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)

    def visits(self):
        cold, warm = [], []
        for _ in range(VISITS):
            self.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
            # A new tab has no session; the script belongs to a tab.
            self.driver.get(f"{self.server.url}/livez")
            self.driver.execute_script("sessionStorage.clear()")
            for times in (cold, warm):
                self.driver.get("about:blank")
                self.driver.get(f"{self.server.url}/app/#/counters/3")
                times.append(await_that(
                    lambda: self.driver.execute_script("return globalThis.firstScreen"), "a screen"))
        return cold, warm

    def round_trips(self):
        self.app.fresh("")
        times = self.driver.execute_async_script(ROUND_TRIPS, ACTIONS)[100:]
        self.row(f"an action's round trip, p50 of {len(times)}", f"{median(times):.1f} ms", "5 ms")
        self.row("p99", f"{percentile(times, 0.99):.1f} ms", "15 ms")

    def back(self):
        # Chromium does not delay what goes over a socket.
        script = self.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": "delete globalThis.WebSocket"})
        self.driver.get("about:blank")
        self.driver.get(f"{self.server.url}/app/#/counters/3")
        self.app.await_titles("Counters", "Counter")
        self.app.press("Next counter")
        self.app.await_titles("Counters", "Counter", "Counter")
        self.app.settle()
        self.delay(300)
        pressed = self.driver.execute_async_script("""
          const done = arguments[0], begin = performance.now();
          const button = [...document.querySelectorAll("#stage button")].findLast(
            (one) => one.textContent === "Increment");
          new MutationObserver(() => button.hasAttribute("aria-busy") && requestAnimationFrame(
            () => setTimeout(() => done(performance.now() - begin)))).observe(button, { attributes: true });
          button.click();
        """)
        self.app.await_count(4)
        back = self.driver.execute_async_script("""
          const [levels, done] = arguments, begin = performance.now();
          const look = () => {
            if (document.querySelectorAll(levels).length < 3) {
              return setTimeout(() => done(performance.now() - begin));
            }
            requestAnimationFrame(look);
          };
          history.back();
          requestAnimationFrame(look);
        """, LEVELS)
        self.delay(0)
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
        self.row("300 ms of latency: back is shown", f"{back:.0f} ms", "17 ms")
        self.row("300 ms of latency: a press is acknowledged", f"{pressed:.0f} ms", "100 ms")

    def restart(self):
        times = []
        for _ in range(5):
            self.app.fresh("#/counters/0")
            self.server.kill()
            notice = "return document.querySelector('#notice').textContent"
            await_that(lambda: "Reconnecting" in self.driver.execute_script(notice), "the loss")
            self.server.start()
            begin = time.monotonic()
            await_that(lambda: self.driver.execute_script(notice) == "", "the connection")
            times.append(time.monotonic() - begin)
        self.row("server up again until the page continues, longest of 5", f"{max(times):.1f} s", "3 s")

    def rows(self):
        with tempfile.TemporaryDirectory() as pages, tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(pages) / "index.html").write_text(PAGE)
            (pathlib.Path(pages) / "rows.js").write_text(ROWS_PAGE)
            server = Server(self.binary, folder, options=["--web", pages])
            try:
                self.driver.get(f"{server.url}/app/")
                await_that(lambda: self.driver.execute_script("return globalThis.change && true"), "it")
                self.driver.execute_async_script(
                    "open10000(arguments[0]).then(arguments[1])", ROWS)
                times = self.driver.execute_async_script("""
                  const [count, rows, done] = arguments;
                  (async () => {
                    const times = [];
                    for (let number = 0; number < count; number++) {
                      times.push(await change((number >> 1) * 97 % rows, number % 2 === 0));
                    }
                    done(times);
                  })();
                """, PATCHES, ROWS)
                paints = [paint for _, paint in times]
                alls = [all for all, _ in times]
                self.row(f"{ROWS:,} rows: a patch applied until it is painted, p50 of {PATCHES}",
                         f"{median(paints):.1f} ms", "17 ms")
                self.row("from another client's request until it is painted, p50",
                         f"{median(alls):.1f} ms")
                self.row(f"JavaScript heap with {ROWS:,} rows", f"{self.heap() / 1e6:.1f} MB", "30 MB")
            finally:
                server.kill()

    def number(self):
        """The number of the topmost counter, which has a real minus."""
        return int(self.app.count().replace("\u2212", "-").replace(",", ""))

    def ticking(self, seconds):
        self.app.fresh("#/counters/-1000000")
        self.app.press("Start the timer")
        time.sleep(5)
        before, count = self.heap(), self.number()
        time.sleep(seconds)
        ticks = self.number() - count
        self.row(f"heap after {ticks} ticks in {seconds} s",
                 f"{(self.heap() - before) / 1000:+.0f} KB", "± 1 MB in 24 h")


def main(binary, seconds=60):
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(pathlib.Path(binary).resolve()), folder)
        try:
            version = bench.driver.capabilities["browserVersion"]
            print(f"Chromium {version}, headless, with the server on {os.cpu_count()} cores.\n")
            print("| | measured | goal |\n| --- | ---: | ---: |")
            bench.sizes()
            bench.first_screens()
            bench.round_trips()
            bench.back()
            bench.restart()
            bench.rows()
            bench.ticking(int(seconds))
        finally:
            bench.end()


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
