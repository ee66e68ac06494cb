"""Random walks through the app: after each step the page, the URL, the browser's history and the
session are what a model of them says."""
import os
import random
import tempfile
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Server, await_that, equal
from drawn import App

STEPS = 120
ROOTS = {"counters": "Counters", "inventory": "Inventory", "standups": "Daily stand-ups"}


class Session:
    """A session of the server. A level is its name, or the count of a counter."""

    def __init__(self, levels):
        self.levels = levels
        self.items = []
        self.item = None  # that the form or the alert is about


class Entry:
    """An entry of the browser's history; those of one visit differ in depth alone."""

    def __init__(self, feature, visit=None, depth=0, link=None, session=None):
        self.feature, self.visit, self.depth, self.link = feature, visit, depth, link
        self.session = session


class Model:
    """What a tab shows."""

    def __init__(self):
        self.entries = [Entry(None)]
        self.position = 0
        self.visits = 0
        self.visited = None  # the visit of which the tab has stored the session
        self.is_touched = False
        self.stored = {name: (None, ()) for name in ROOTS}  # the session, and links that lead to it

    @property
    def entry(self):
        return self.entries[self.position]

    @property
    def session(self):
        return self.entry.session

    @property
    def shown(self):
        return self.session.levels

    def push(self, entry):
        del self.entries[self.position + 1:]
        self.entries.append(entry)
        self.position += 1

    def sync(self):
        """Makes the history as deep as the levels are, as far as a browser lets a page do this."""
        if self.entry.feature is None:
            return
        surplus = self.entry.depth - len(self.shown)
        if surplus > 0:
            self.position -= surplus
            self.is_touched = False
        while self.is_touched and self.entry.depth < len(self.shown):
            old = self.entry
            self.push(Entry(old.feature, old.visit, old.depth + 1, old.link, old.session))

    def touch(self):
        self.is_touched = True
        self.sync()

    def open(self):
        """Opens the page of the present entry."""
        self.is_touched = False
        entry = self.entry
        if entry.feature:
            stored, links = self.stored[entry.feature]
            if not entry.session or entry.visit == self.visited:
                is_same = stored and (entry.link is None or entry.link in links)
                entry.session = stored if is_same else Session(of_link(entry.feature, entry.link))
            if entry.session is not stored:
                self.stored[entry.feature] = (entry.session, (entry.link,))
            self.visited = entry.visit
        self.sync()

    def reload(self):
        self.visited = self.entry.visit
        self.open()

    def follow(self, feature, link=None):
        self.visits += 1
        self.push(Entry(feature, self.visits, 0, link))
        self.open()

    def go(self, steps):
        old = self.entry
        self.position += steps
        if (old.feature, old.visit) != (self.entry.feature, self.entry.visit):
            return self.open()
        self.is_touched = False
        if old.depth > self.entry.depth and self.shown:
            index = max(0, len(self.shown) - old.depth + self.entry.depth)
            # A meeting is ended, not left.
            if "Recording" not in self.shown[index:]:
                self.close(index)
            elif self.shown[-1] == "Recording":
                self.shown.append("End the meeting?")
        self.sync()

    def close(self, index):
        """Closes the level of an index, and those above it."""
        if self.entry.feature == "inventory" and self.shown == ["Item"]:
            self.session.items[self.session.item[0]] = self.session.item[1]
        del self.shown[index:]

    def titles(self):
        if self.entry.feature is None:
            return ["Backstack"]
        return [ROOTS[self.entry.feature], *(self.title(level) for level in self.shown)]

    def title(self, level):
        if isinstance(level, int):
            return "Counter"
        if level == "Item":
            return self.session.item[1] or "Unnamed"
        return "Navigation" if level in ("Stand-up", "Edit", "Recording") else level


def of_link(feature, link):
    parts = (link or "").split("/")[2:]
    if feature == "counters":
        return [int(part) for part in parts]
    if not parts:
        return []
    if parts == ["add"]:
        return ["New stand-up"]
    return ["Stand-up", *({"edit": "Edit", "record": "Recording"}[part] for part in parts[1:])][
        :len(parts)]


def of_state(feature, state):
    """The levels of a session's state."""
    levels = []
    for element in state.get("path", []):
        [(case, screen)] = element["state"].items()
        if case == "counter":
            levels.append(screen["count"])
            continue
        levels.append({"detail": "Stand-up", "record": "Recording"}[case])
        shown = screen.get("alert") or (screen.get("destination") or {})
        levels += of_presentation(shown)
    return levels + of_presentation(state.get("destination") or {})


def of_presentation(shown):
    if "title" in shown:
        return [shown["title"]]
    titles = {"addItem": "New item", "duplicateItem": "Copy of an item", "editItem": "Item",
              "edit": "Edit", "addStandup": "New stand-up"}
    return [shown[case]["title"] if case == "alert" else titles[case] for case in shown]


class Walk:
    def __init__(self, app, server, seed):
        self.app, self.server = app, server
        self.random = random.Random(seed)
        self.model = Model()
        self.steps = []

    def run(self):
        self.app.fresh(width=self.random.choice([App.narrow, App.wide]))
        self.check()
        for _ in range(STEPS):
            name, step = self.random.choice(self.choices())
            self.steps.append(name)
            try:
                step()
                self.check()
                equal(self.app.complaints(), [])
            except Exception as error:
                raise AssertionError(f"after {', '.join(self.steps[-12:])}:\n{error}") from error

    # MARK: What may be done next

    def choices(self):
        model = self.model
        feature = model.entry.feature
        found = []
        if model.position > 0:
            found += [("back", lambda: self.go(-1))] * 2
        if model.position + 1 < len(model.entries):
            found.append(("forward", lambda: self.go(1)))
        if model.position > 1:
            found.append(("back twice", lambda: self.go(-2)))
        found.append(("reload", self.reload))
        for other in ROOTS:
            if other != feature:
                found.append((f"link to {other}", lambda other=other: self.follow(other)))
        if feature is None:
            return found
        link = f"/counters/{self.random.randrange(4)}/{self.random.randrange(4)}"
        if link != model.entry.link:
            found.append((f"link {link}", lambda: self.follow("counters", link)))
        return found + getattr(self, feature)() * 3

    def counters(self):
        levels = self.model.shown
        found = [("another client adds one",
                  self.other("addCounterButtonTapped", lambda: levels.append(0)))]
        if not levels:
            return found + [self.press("Add a counter", lambda: levels.append(0))]
        last = len(levels) - 1

        def count(by):
            levels[-1] += by
            if levels[-1] == 5:
                levels.pop()

        def pop(index):
            self.send({"path": {"popFrom": {"id": self.state()["path"][index]["id"]}}})
            del levels[index:]
            self.model.sync()

        index = self.random.randrange(len(levels))
        below = "Counter" if last else "Counters"
        return found + [
            self.press("Increment", lambda: count(1)), self.press("Decrement", lambda: count(-1)),
            self.press("Next counter", lambda: levels.append(levels[-1])),
            self.press(f"Back: {below}", lambda: self.model.close(last)),
            (f"another client pops {index}", lambda: pop(index))]

    def inventory(self):
        model, session = self.model, self.model.session
        levels = session.levels
        if levels in (["New item"], ["Copy of an item"]):
            def done():
                session.items.append(session.item[1])
                levels.clear()

            add = "Add" if levels == ["New item"] else "Add the copy"
            return [self.press(add, done), self.press("Cancel", levels.clear),
                    self.type(), self.escape(),
                    ("another client closes", self.close_elsewhere(levels.clear))]
        if levels == ["Item"]:
            return [self.press("Back: Inventory", lambda: model.close(0)), self.type()]
        if levels:
            def delete():
                del session.items[session.item[0]]
                levels.clear()

            return [self.press("Delete", delete), self.press("Cancel", levels.clear), self.escape()]

        def show(title, index=None, name=""):
            session.item = (index, name)
            levels.append(title)

        found = [self.press("Add an item", lambda: show("New item"))]
        if session.items:
            index = self.random.randrange(len(session.items))
            name = session.items[index]
            found += [
                self.act_on(index, None, lambda: show("Item", index, name)),
                self.act_on(index, "Copy", lambda: show("Copy of an item", index, name)),
                self.act_on(index, "Delete", lambda: show(f"Delete {name or 'the unnamed item'}?", index, name))]
        return found

    def standups(self):
        levels = self.model.shown
        top = levels[-1] if levels else None
        if top is None:
            return [self.act_on(0, None, lambda: levels.append("Stand-up")),
                    self.press("Add a stand-up", lambda: levels.append("New stand-up"))]
        if top == "New stand-up":
            return [self.press("Cancel", levels.pop), self.escape()]
        if top == "Edit":
            return [self.press("Cancel", levels.pop), self.press("Done", levels.pop), self.escape()]
        if top == "Stand-up":
            return [self.press("Edit", lambda: levels.append("Edit")),
                    self.press("Delete", lambda: levels.append("Delete “Navigation”?")),
                    self.press("Start the meeting", lambda: levels.append("Recording")),
                    self.press("Back: Daily stand-ups", levels.pop)]
        if top == "Delete “Navigation”?":
            return [self.press("Cancel", levels.pop), self.escape()]
        if top == "Recording":
            return [self.press("End the meeting", lambda: levels.append("End the meeting?"))]
        return [self.press("Resume", levels.pop), self.escape(),
                self.press("Discard", lambda: levels.__delitem__(slice(-2, None)))]

    # MARK: Steps

    def press(self, text, change):
        def step():
            self.app.press(text)
            self.model.touch()
            change()
            self.model.sync()
        return text, step

    def act_on(self, index, action, change):
        """Presses a row of the root, or chooses an action from its menu."""
        def step():
            self.app.settle()
            row = self.app.all("#stage [data-style=root] .bs-item")[index]
            if action:
                row.find_element(By.CSS_SELECTOR, ":scope > .bs-menu > button").click()
                self.app.press(action)
            else:
                row.find_element(By.CSS_SELECTOR, ":scope > button").click()
            self.model.touch()
            change()
            self.model.sync()
        return f"{action or 'Open'} {index}", step

    def escape(self):
        def step():
            self.app.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
            self.model.touch()
            self.model.close(len(self.model.shown) - 1)
            self.model.sync()
        return "Escape", step

    def type(self):
        """Types, and goes on at once: the next step may close the form."""
        def step():
            self.app.field("Name").send_keys("x")
            self.model.touch()
            index, name = self.model.session.item
            self.model.session.item = (index, name + "x")
        return "type", step

    def other(self, action, change):
        def step():
            self.send(action)
            change()
            self.model.sync()
        return step

    def close_elsewhere(self, change):
        """Closes a form once all that was typed is saved: what is not may be lost, and the page says so."""
        close = self.other({"destination": "dismiss"}, change)

        def step():
            await_that(lambda: not self.app.all("dialog [data-unsaved]"), "the typed text to be saved")
            close()
        return step

    def go(self, steps):
        self.app.driver.execute_script("history.go(arguments[0])", steps)
        self.model.go(steps)

    def reload(self):
        self.app.driver.refresh()
        self.model.reload()

    def follow(self, feature, link=None):
        self.app.driver.execute_script(
            "location.hash = arguments[0]", f"#{link or f'/{feature}'}")
        self.model.follow(feature, link)

    # MARK: What is there

    def session(self):
        return self.app.driver.execute_script(
            "const name = Object.keys(sessionStorage).find((one) => one.endsWith(arguments[0]));"
            "return name && JSON.parse(sessionStorage[name]).id", f":{self.model.entry.feature}")

    def snapshot(self):
        id = self.session()
        return self.server.request("GET", f"/sessions/{id}") if id else {}

    def state(self):
        return self.snapshot()["state"]

    def send(self, action):
        self.server.request("POST", f"/sessions/{self.session()}/actions", action)

    def page(self):
        found = self.app.driver.execute_script(
            "const texts = (selector) => [...document.querySelectorAll(`#stage .bs-level:not([inert]) ${selector}`)]"
            ".map((one) => one.textContent);"
            "return {"
            " counts: texts('.bs-largeTitle').filter((one) => /\\d/.test(one)),"
            " items: texts('.bs-item:has(> .bs-menu) .bs-headline'),"
            " hash: location.hash, depth: history.state?.backstack ?? null,"
            " notice: document.querySelector('#notice').textContent }")
        return {"titles": self.app.titles(), **found}

    def expected(self, link):
        model = self.model
        feature = model.entry.feature
        levels = model.shown if feature else []
        return {
            "titles": model.titles(),
            "counts": [str(level).replace("-", "\u2212") for level in levels if isinstance(level, int)],
            "items": [name or "Unnamed" for name in model.session.items]
            if feature == "inventory" else [],
            "hash": f"#{link or f'/{feature}'}" if feature else self.app.driver.execute_script(
                "return location.hash && '#/'"),
            "depth": model.entry.depth if feature else None, "notice": ""}

    def check(self):
        """Waits until page, model and session agree."""
        feature = self.model.entry.feature
        found = {}

        def agree():
            snapshot = self.snapshot() if feature else {}
            # A link that was followed is the URL's as long as nothing has happened.
            link = snapshot.get("link") or (None if snapshot.get("version") else self.model.entry.link)
            found.update(page=self.page(), model=self.expected(link))
            if feature:
                found["session"] = of_state(feature, snapshot["state"]) if snapshot else None
                if found["session"] != self.model.shown:
                    return False
            if found["page"] != found["model"]:
                return False
            if feature and not link:
                self.model.entry.link = None
            if feature == "standups":
                self.model.entry.link = None if link == "/standups" else link
                first = self.model.stored[feature][1][:1]
                self.model.stored[feature] = (self.model.session, (*first, self.model.entry.link))
            return True
        try:
            await_that(agree, "agreement")
        except AssertionError:
            entries = [(one.feature, one.visit, one.depth) for one in self.model.entries]
            found["entries"] = f"{entries}, at {self.model.position}"
            raise AssertionError(
                "\n".join(f"{key}: {value}" for key, value in found.items())) from None


def run(binary):
    # The same walks each time, so that a failure is one of the change that is tested.
    seeds = os.environ.get("SEEDS", "1 2 3").split()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder)
        app = App(server, server.url)
        try:
            for seed in seeds:
                begin = time.monotonic()
                # Nothing moves, so that a walk takes less time.
                app.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                    "features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
                try:
                    Walk(app, server, seed).run()
                    result = "ok"
                except Exception as error:
                    failed.append(seed)
                    result = f"failed: {error}"
                print(f"{STEPS} steps, SEEDS={seed}: {result} ({time.monotonic() - begin:.1f} s)",
                      flush=True)
        finally:
            app.driver.quit()
            server.kill()
    if failed:
        raise SystemExit(f"failed: SEEDS='{' '.join(failed)}'")
