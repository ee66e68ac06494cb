"""Nothing that a person does in the app is lost, overtaken or done twice."""
import time

from browser import await_that, equal
from drawn import App
from faults import Proxy

def items(app):
    return [(one["name"], one["status"]) for one in app.state()["items"]]


def slow(app, milliseconds):
    app.driver.execute_cdp_cmd("Network.enable", {})
    app.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {
        "offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1})


def still(app, is_still):
    app.media(**({"prefers_reduced_motion": "reduce"} if is_still else {}))


# What is typed at once with what follows it: the text is not sent yet.
TYPE = ("const [field, text] = arguments; field.focus(); field.value = JSON.parse(`\"${text}\"`);"
        "field.dispatchEvent(new Event('input', { bubbles: true }));")


def refused_text_waits(app, server):
    """What the server or the page does not take holds Add and Back, until the person mends or leaves it."""
    broken = "\\ud800 alone"
    for text in (broken, "x" * 1_100_000):
        app.fresh("#/inventory")
        app.press("Add an item")
        control = app.field("Name")
        app.driver.execute_script(
            TYPE + "[...document.querySelectorAll('dialog button')]"
            ".find((one) => one.textContent === 'Add').click()", control, text)
        await_that(lambda: app.find("dialog .bs-error").text, "a reason")
        equal([items(app), bool(app.all("dialog[open]"))], [[], True])
        equal(app.driver.switch_to.active_element, control)
        app.driver.execute_script("arguments[0].value = ''", control)
        app.type("Name", "7")
        app.press("Add")
        await_that(lambda: items(app), "the item")
    # In an item, Back waits once, and then leaves.
    app.open_row("7")
    app.await_titles("Inventory", "7")
    app.driver.execute_script(TYPE, app.field("Name"), broken)
    app.press("Back: Inventory")
    await_that(lambda: "correct it first" in app.notice(), "the reason")
    equal(app.titles(), ["Inventory", "7"])
    app.press("Back: Inventory")
    app.await_titles("Inventory")
    # Cancel leaves it at once.
    app.press("Add an item")
    app.driver.execute_script(TYPE, app.field("Name"), broken)
    app.press("Cancel")
    await_that(lambda: not app.all("dialog"), "no form")
    equal([name for name, _ in items(app)], ["7"])


def an_item(app, name="Lamp"):
    app.fresh("#/inventory")
    app.press("Add an item")
    app.type("Name", name)
    app.press("Add")
    app.open_row(name)
    app.await_titles("Inventory", name)
    app.settle()


def closed_by_another(app, server):
    """What is typed into a form that another client closes is told, and what goes with the person's own Cancel is not."""
    app.fresh("#/inventory")
    for is_own in (True, False):
        app.press("Add an item")
        control = app.field("Name")
        slow(app, 500)
        cancel = "document.querySelector('dialog [data-cancel]').click();"
        app.driver.execute_script(TYPE + (cancel if is_own else ""), control, "Lamp")
        if not is_own:
            server.request("POST", f"/sessions/{app.session()}/actions", {"destination": "dismiss"})
        await_that(lambda: not app.all("dialog"), "no form")
        slow(app, 0)
        if is_own:
            app.settle()
            equal(app.notice(), "")
        else:
            await_that(lambda: "closed elsewhere" in app.notice(), "the message")
    equal(items(app), [])


def back_twice(app, server):
    """Back from a form that was just changed, and back again to the list of features."""
    an_item(app)
    id = app.session()
    slow(app, 300)
    app.driver.execute_script(
        "const [field] = arguments; field.value = 'Chair'; field.dispatchEvent(new Event('input'));"
        "history.back(); setTimeout(() => location.hash = '#/', 20)", app.field("Name"))
    app.await_heading("Backstack")
    slow(app, 0)
    await_that(lambda: [one["name"] for one in server.request("GET", f"/sessions/{id}")["state"]["items"]] == ["Chair"],
               "the new name")
    await_that(lambda: not server.request("GET", f"/sessions/{id}")["state"].get("destination"), "no form")


def another_route(app, server):
    """Text that was typed within 150 ms of leaving for another feature."""
    an_item(app)
    id = app.session()
    app.driver.execute_script(
        "const [field] = arguments; field.value = 'Chair'; field.dispatchEvent(new Event('input'));"
        "location.hash = '#/counters'", app.field("Name"))
    app.await_heading("Counters")
    name = lambda: server.request("GET", f"/sessions/{id}")["state"]["destination"]["editItem"]["item"]["name"]
    await_that(lambda: name() == "Chair", "the new name")


def reload_amid_changes(app, server):
    """Two fields, and then a reload."""
    app.fresh("#/standups")
    app.press("Add a stand-up")
    title, name = app.field("Title"), app.field("Name")
    slow(app, 300)
    app.driver.execute_script(
        "const [title, name] = arguments; for (const [field, text] of [[title, 'Weekly'], [name, 'Ada']]) {"
        "field.value = text; field.dispatchEvent(new Event('input')); } location.reload()", title, name)
    slow(app, 0)
    await_that(lambda: app.driver.execute_script(
        "return [...document.querySelectorAll('dialog input[autocomplete]')].map((one) => one.value)")
        == ["Weekly", "Ada"], "the texts after the reload")
    standup = lambda: app.state()["destination"]["addStandup"]["standup"]
    await_that(lambda: (standup()["title"], [one["name"] for one in standup()["attendees"]]) == ("Weekly", ["Ada"]),
               "both fields")


def closed_tab(app, server):
    """A tab that is closed amid a request, while more is typed."""
    proxy = Proxy(server.port)
    app.pages = proxy.url
    try:
        app.fresh("#/counters")
        first = app.driver.current_window_handle
        # A tab that a script has opened can be closed by one, without being hidden before.
        app.driver.execute_script("window.open('#/inventory')")
        second = await_that(lambda: [one for one in app.driver.window_handles if one != first], "a tab")[0]
        app.driver.switch_to.window(second)
        app.await_heading("Inventory")
        app.press("Add an item")
        id = app.session()
        control = app.field("Name")
        # Responses are late, so the second text waits for that to the first.
        proxy.change = lambda data: time.sleep(1) or data
        app.driver.execute_script(
            "const [field] = arguments; field.focus(); field.value = 'abc'; field.dispatchEvent(new Event('input'));"
            "setTimeout(() => { field.value = 'abcdef'; field.dispatchEvent(new Event('input')); close(); }, 300)", control)
        app.driver.switch_to.window(first)
        name = lambda: server.request("GET", f"/sessions/{id}")["state"]["destination"]["addItem"]["item"]["name"]
        await_that(lambda: name() == "abcdef", "all of the text")
    finally:
        app.pages = server.url
        proxy.close()


def long_text_of_a_hidden_page(app, server):
    """A text of more than 64 KiB, in a page that hides at once."""
    app.fresh("#/inventory")
    app.press("Add an item")
    app.driver.execute_script(
        "const [field] = arguments; field.value = '漢'.repeat(22000); field.dispatchEvent(new Event('input'));"
        "const hide = (is) => { Object.defineProperty(document, 'hidden', { value: is, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange', { bubbles: true })); };"
        "hide(true)", app.field("Name"))
    read = lambda: len(app.state()["destination"]["addItem"]["item"]["name"])
    await_that(lambda: read() == 22_000, "the text")


def quick_choices(app, server):
    """Choices that follow each other within one request are shown, and all sent."""
    app.fresh("#/inventory")
    app.press("Add an item", "Quantity: 1: more")
    read = lambda: app.state()["destination"]["addItem"]["item"]
    await_that(lambda: read()["status"] == {"inStock": {"quantity": 2}}, "2 in stock")
    slow(app, 1200)
    # Out of stock and in stock again: the quantity is as before.
    seen = app.driver.execute_async_script(
        "const [out, stock, menu, done] = arguments; const seen = new Set();"
        "out.click(); stock.click(); menu.value = 'Red'; menu.dispatchEvent(new Event('change'));"
        "const look = setInterval(() => seen.add(`${stock.checked} ${menu.value}`), 20);"
        "setTimeout(() => { clearInterval(look); done([...seen]); }, 3500);",
        app.field("Out of stock"), app.field("In stock"), app.field("Color"))
    equal(seen, ["true Red"])
    slow(app, 0)
    await_that(lambda: (read()["status"], read()["color"]) == ({"inStock": {"quantity": 2}}, "red"), "2 red ones")


def double_clicks(app, server):
    """A double click presses once, and two presses that are meant press twice."""
    for is_still in (False, True):
        for pause in (0, 60, 300):
            app.fresh("#/counters", App.narrow)
            still(app, is_still)
            button = app.button("Add a counter")
            box = app.driver.execute_script("const { x, y, width, height } = arguments[0].getBoundingClientRect();"
                                            "return [x + width / 2, y + height / 2]", button)
            press_twice(app, box, pause)
            app.await_titles("Counters", "Counter")
            app.settle()
            equal(len(app.state()["path"]), 1)
    # Two levels: a double click on Back closes one, and two clicks close both.
    for pause, left in ((60, 1), (800, 0)):
        app.fresh("#/counters/1/2", App.narrow)
        still(app, False)
        app.await_titles("Counters", "Counter", "Counter")
        # At its beginning, as the name of the second one is longer.
        box = app.driver.execute_script(
            "const { x, y, height } = arguments[0].getBoundingClientRect();"
            "return [x + 20, y + height / 2]", app.button("Back: Counter"))
        press_twice(app, box, pause)
        app.await_titles("Counters", *["Counter"] * left)
        await_that(lambda: len(app.state()["path"]) == left, f"{left} counters")
    # A slow network: the button waits, and takes no second press.
    app.fresh("#/counters")
    slow(app, 800)
    app.driver.execute_script("arguments[0].click(); arguments[0].click()", app.button("Add a counter"))
    app.await_titles("Counters", "Counter")
    slow(app, 0)
    equal(len(app.state()["path"]), 1)
    still(app, False)


def press_twice(app, box, pause):
    """The mouse, as the browser gets it from the system: the second press counts as a double click's."""
    x, y = box
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            app.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": kind, "x": x, "y": y, "button": "left", "clickCount": count if pause < 500 else 1})
        if count == 1:
            time.sleep(pause / 1000)


def two_people(app, server):
    """Two views of one session type into the same field: both texts are in it."""
    app.fresh("#/inventory")
    app.press("Add an item")
    app.settle()
    id = app.session()
    control = app.field("Name")
    control.send_keys("12345")
    name = lambda: app.state()["destination"]["addItem"]["item"]["name"]
    await_that(lambda: name() == "12345", "the first text")
    # What is typed now meets what another has written meanwhile.
    app.driver.execute_script(
        "const [field, id] = arguments; field.focus(); field.setSelectionRange(5, 5);"
        "document.execCommand('insertText', false, ' and more');"
        "fetch(`/sessions/${id}/actions`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body:"
        " JSON.stringify({ destination: { presented: { addItem: { binding: { name: 'abc 12345' } } } } }) });",
        control, id)
    await_that(lambda: name() == "abc 12345 and more", "both texts")
    await_that(lambda: control.get_property("value") == "abc 12345 and more", "both texts in the field")


def recovers_by_itself(app, server):
    """A page that says that the server can't be reached shows the feature once it can be."""
    proxy = Proxy(server.port)
    app.pages = proxy.url
    try:
        app.fresh("#/counters")
        proxy.cut()
        app.driver.execute_script("location.hash = '#/standups'")
        app.await_heading("That did not work")
        assert "still here" not in app.find("#stage").text
        # It is tried again every 2 s, and what has the focus keeps it.
        app.driver.execute_script(
            "const link = document.querySelector('#stage .plain'); link.focus(); link.dataset.old = '';"
            "const read = fetch; globalThis.tries = 0; globalThis.fetch = (...all) => (tries++, read(...all));")
        await_that(lambda: app.driver.execute_script("return tries") > 2, "another try")
        assert "old" in app.driver.switch_to.active_element.get_property("dataset")
        proxy.mend()
        app.await_heading("Daily stand-ups")
    finally:
        app.pages = server.url
        proxy.close()


def offline_is_told(app, server):
    """Within a second, though the connection is there."""
    app.fresh("#/counters")
    app.settle()
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    app.driver.execute_cdp_cmd("Network.enable", {})
    app.driver.execute_script(
        "globalThis.told = new Promise((done) => addEventListener('offline', () =>"
        " setTimeout(() => done(document.querySelector('#notice').textContent), 900)));")
    app.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **network})
    told = app.driver.execute_async_script("told.then(arguments[0])")
    app.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **network})
    assert "You are offline." in told, told
    await_that(lambda: app.notice() == "", "no message")


def long_numbers(app, server):
    """The digits of an integer that a number of the browser rounds are shown, and sent as they are."""
    number = 9007199254740993
    status = {"inStock": {"quantity": number}}
    item = {"id": "6F9619FF-8B86-4011-B42D-00CF4FC964FF", "name": "", "status": status}
    made = server.request("POST", "/sessions", {
        "feature": "inventory", "state": {"items": [], "destination": {"addItem": {"item": item}}}})
    app.fresh("#/inventory")
    app.driver.execute_script("location.hash = `#session=${arguments[0]}`", made["id"])
    await_that(lambda: app.all("dialog[open]"), "the form")
    # One more would be another number than a person sees.
    more = app.button(f"Quantity: {number}: more")
    equal(more.get_attribute("aria-disabled"), "true")
    more.click()
    slow(app, 500)
    app.driver.execute_script(
        "const [out, stock, menu] = arguments; out.click(); stock.click();"
        "menu.value = 'Red'; menu.dispatchEvent(new Event('change'))",
        app.field("Out of stock"), app.field("In stock"), app.field("Color"))
    slow(app, 0)
    color = lambda: app.state()["destination"]["addItem"]["item"].get("color")
    await_that(lambda: color() == "red", "the last choice")
    entries = server.request("GET", f"/sessions/{made['id']}/history")["entries"]
    sent = [one["action"]["destination"]["presented"]["addItem"]["binding"] for one in entries
            if "action" in one]
    equal(sent, [{"status": {"outOfStock": {"isOnBackOrder": False}}}, {"status": status}, {"color": "red"}])


def presses_that_meet(app, server):
    """The features take no second press of what is open: an older copy would come back."""
    app.fresh("#/standups")
    id = app.session()
    send = lambda action: server.request("POST", f"/sessions/{id}/actions", action)["state"]["path"]
    tap = {"standupTapped": {"id": app.state()["standups"][0]["id"]}}
    [level] = send([tap, tap])
    start = {"path": {"element": {"id": level["id"], "action": {"detail": "startMeetingButtonTapped"}}}}
    equal(len(send([start, start])), 2)
    app.fresh("#/polls")
    id = app.session()
    tap = {"pollTapped": {"id": app.state()["polls"][0]["id"]}}
    equal(len(send([tap, tap])), 1)


TESTS = [refused_text_waits, closed_by_another, back_twice, another_route, reload_amid_changes, closed_tab,
         long_text_of_a_hidden_page, quick_choices, double_clicks, two_people, recovers_by_itself, offline_is_told, long_numbers,
         presses_that_meet]
