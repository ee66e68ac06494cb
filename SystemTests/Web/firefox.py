"""The app in headless Firefox, driven by WebDriver BiDi, as Debian has no geckodriver."""
import json
import re
import subprocess
import tempfile

import websocket

from browser import DEADLINE, Server, await_that, equal


class Firefox:
    """A tab of a browser with a profile of its own."""

    def __init__(self, folder):
        self.log = open(f"{folder}/firefox.log", "w+")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", folder,
             "--remote-debugging-port", "0", "about:blank"],
            stdout=self.log, stderr=self.log)
        self.number = 0
        self.complaints = []
        try:
            address = await_that(self.address, "Firefox's address")
            self.socket = websocket.create_connection(
                f"{address}/session", timeout=DEADLINE, suppress_origin=True)
            self.command("session.new", capabilities={})
            self.command("session.subscribe", events=["log.entryAdded"])
            self.open_tab()
        except BaseException:
            self.end()
            raise

    def address(self):
        if self.process.poll() is not None:
            raise AssertionError(f"Firefox has ended with {self.process.returncode}")
        self.log.seek(0)
        found = re.search(r"BiDi listening on (ws://\S+)", self.log.read())
        return found and found[1]

    def command(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message["type"] == "event":
                entry = message["params"]
                if entry.get("level") in ("error", "warn"):
                    self.complaints.append(entry["text"])
            elif message["id"] == self.number:
                if message["type"] == "error":
                    raise AssertionError(f"{method}: {message['message']}")
                return message["result"]

    def open_tab(self):
        """Opens a tab, in which everything happens from now on."""
        self.tab = self.command("browsingContext.create", type="tab")["context"]

    def open(self, url):
        self.command("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def reload(self):
        self.command("browsingContext.reload", context=self.tab, wait="complete")

    def back(self):
        self.command("browsingContext.traverseHistory", context=self.tab, delta=-1)

    def value(self, expression):
        """Returns what an expression of JavaScript is, as JSON has it."""
        result = self.command(
            "script.evaluate", expression=f"JSON.stringify({expression})", awaitPromise=False,
            target={"context": self.tab})
        if result["type"] != "success":
            raise AssertionError(result["exceptionDetails"]["text"])
        return json.loads(result["result"].get("value", "null"))

    def press(self, text, where=""):
        """Presses a button."""
        self.click(f"{where} button", f"[one.textContent, one.ariaLabel].includes({json.dumps(text)})")

    def type(self, selector, text):
        """Types into a field."""
        self.click(selector, "true")
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.command("input.performActions", context=self.tab, actions=[
            {"type": "key", "id": "keys", "actions": keys}])

    def click(self, selector, condition):
        """Clicks on a visible element, `one`, with the mouse."""
        element = (f"[...document.querySelectorAll({json.dumps(selector)})].find((one) =>"
                   f" one.checkVisibility() && !one.closest('[inert]') && {condition})")
        # The middle of the element, once it has come to rest and nothing is above it.
        middle = (f"((one) => {{ if (!one || document.getAnimations().length > 0) return null;"
                  " const box = one.getBoundingClientRect();"
                  " const middle = [box.x + box.width / 2, box.y + box.height / 2];"
                  " return one.contains(document.elementFromPoint(...middle)) ? middle : null;"
                  f" }})({element})")
        x, y = await_that(lambda: self.value(middle), f"{selector} with {condition}")
        self.command("input.performActions", context=self.tab, actions=[{
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": round(x), "y": round(y)},
                {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def shows(self, selector, texts):
        found = (f"[...document.querySelectorAll({json.dumps(selector)})]"
                 ".filter((one) => one.checkVisibility()).map((one) => one.textContent)")
        await_that(lambda: self.value(found) == texts, f"{texts} in {selector}")

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=DEADLINE)
        self.log.close()


COUNT = ".bs-level:not([inert]) .bs-largeTitle"


def counters(firefox, url):
    """A link, actions, the browser's history, a reload."""
    firefox.open(f"{url}/app/#/counters/3")
    firefox.shows(COUNT, ["3"])
    firefox.press("Increment")
    firefox.shows(COUNT, ["4"])
    firefox.press("Next counter")
    # Side by side.
    firefox.shows(COUNT, ["4", "4"])
    firefox.press("Decrement", "[data-above='0']")
    firefox.shows(COUNT, ["4", "3"])
    firefox.back()
    firefox.shows(COUNT, ["4"])
    id = firefox.value("history.state.session")
    firefox.reload()
    firefox.shows(COUNT, ["4"])
    equal(firefox.value("history.state.session"), id)


def inventory(firefox, url):
    """A form in a sheet, and an alert."""
    firefox.open(f"{url}/app/#/inventory")
    firefox.press("Add an item")
    firefox.shows("dialog h2.bs-heading", ["New item"])
    firefox.type("dialog input", "Lamp")
    firefox.press("Add")
    firefox.shows("#stage .bs-headline", ["Lamp"])
    firefox.press("Actions: Lamp, 1 in stock")
    firefox.press("Delete", ".bs-items")
    firefox.shows("[role=alertdialog] h2", ["Delete Lamp?"])
    firefox.press("Delete", "[role=alertdialog]")
    firefox.shows("#stage .bs-headline", [])


def run(binary):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as profile:
        server = Server(binary, folder)
        try:
            firefox = Firefox(profile)
            try:
                for test in (counters, inventory):
                    # Firefox complains of a page that is left while its socket is being opened.
                    firefox.open_tab()
                    test(firefox, server.url)
                    equal(firefox.complaints, [])
                    print(f"{test.__name__}: ok", flush=True)
            finally:
                firefox.end()
        finally:
            server.kill()
