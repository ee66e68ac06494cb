"""The memory of a page while a timer ticks 3,600 times, as often as in an hour: after a collection of garbage, the heap,
the nodes of the document and the listeners are those of 600 ticks, with the stage and without it. With TIMER in the
environment, the ticks are those of the counter's own timer, and take the hour; else another client sends them."""
import contextlib
import http.client
import json
import os
import tempfile
import time

from browser import Server, await_that
from drawn import App

TICKS = (0, 600, 3600)
# What may be there more, in bytes and numbers. A browser goes on to compile code for some time.
LIMITS = {"heap": 250_000, "nodes": 40, "listeners": 5}


class Counting:
    """A page with a counter, and what makes it count."""

    def __init__(self, binary, stage, life):
        self.stage, self.count = stage, -TICKS[-1] - 100
        server = Server(binary, life.enter_context(tempfile.TemporaryDirectory()), stage=stage)
        life.callback(server.kill)
        self.app = App(server, server.url)
        life.callback(self.app.driver.quit)
        self.app.fresh("#/counters")
        self.path = f"/sessions/{self.app.session()}/actions"
        self.connection = http.client.HTTPConnection(server.url.split("//")[1])
        self.send({"path": {"push": {"state": {"counter": {"count": self.count}}}}})
        self.app.await_count(self.count)

    def send(self, action):
        self.connection.request("POST", self.path, json.dumps(action), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        content = response.read()
        assert response.status == 200, content

    def shown(self):
        return int(self.app.count().replace("\u2212", "-"))

    def go_on(self, ticks):
        """Makes the page show a number of ticks."""
        goal = self.count + ticks
        if "TIMER" in os.environ:
            # Seldom, as a driver leaves something in the page with each question.
            while (left := goal - self.shown()) > 0:
                time.sleep(left)
        else:
            for _ in range(ticks):
                self.send({"path": {"element": {"id": 0, "action": {"counter": "incrementButtonTapped"}}}})
            await_that(lambda: self.shown() == goal, f"a count of {goal}")
        self.count = goal

    def measure(self):
        self.app.settle()
        for _ in range(3):
            self.app.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        counters = self.app.driver.execute_cdp_cmd("Memory.getDOMCounters", {})
        return {"heap": int(self.app.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]),
                "nodes": counters["nodes"], "listeners": counters["jsEventListeners"]}


def run(binary):
    with contextlib.ExitStack() as life:
        pages = [Counting(binary, stage, life) for stage in ("off", "on")]
        found = {page.stage: [] for page in pages}
        if "TIMER" in os.environ:
            for page in pages:
                page.app.press("Start the timer")
        for before, now in zip((0, *TICKS), TICKS):
            for page in pages:
                page.go_on(now - before)
                found[page.stage].append(page.measure())
                print(f"stage {page.stage}, {now} ticks: {found[page.stage][-1]}", flush=True)
    failed = [f"stage {stage}: {more} {name} more" for stage, (_, earlier, last) in found.items()
              for name, limit in LIMITS.items() if (more := last[name] - earlier[name]) > limit]
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")
