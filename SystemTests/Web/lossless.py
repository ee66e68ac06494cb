"""Nothing that a person does in the app is lost, overtaken or done twice."""
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import await_that, equal
from faults import Proxy

ID = "return JSON.parse(Object.entries(sessionStorage).find(([name]) => name.startsWith('backstack:http'))[1]).id"


def state(app, server):
    """The session's state, as the server has it."""
    return server.request("GET", f"/sessions/{app.driver.execute_script(ID)}")["state"]


def items(app, server):
    return [(one["name"], one["status"]) for one in state(app, server)["items"]]


def field(app, label):
    """The control with a label on the topmost screen or panel."""
    find = ("return [...document.querySelectorAll('label.field')].findLast((one) =>"
            " one.checkVisibility() && !one.closest('[inert]') && one.firstChild.textContent === arguments[0])?.control")
    app.settle()
    return await_that(lambda: app.driver.execute_script(find, label), label)


def type_text(control, text):
    control.send_keys(Keys.CONTROL, "a", Keys.NULL, text)


def notice(app):
    return app.driver.find_element(By.ID, "notice").text


def slow(app, milliseconds):
    app.driver.execute_cdp_cmd("Network.enable", {})
    app.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {
        "offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1})


def still(app, is_still):
    app.media(**({"prefers_reduced_motion": "reduce"} if is_still else {}))


def refused_text_waits(app, server):
    """What the server or the page does not take holds Add and Back, until the person mends or leaves it."""
    broken = "\\ud800 alone"
    for label, text in (("Quantity", "99999999999999999999"), ("Quantity", ""), ("Name", broken),
                        ("Name", "x" * 1_100_000)):
        app.fresh("#/inventory")
        app.press("Add an item")
        control = field(app, label)
        # At once: the text is not sent yet.
        app.driver.execute_script(
            "const [field, text] = arguments; field.focus(); field.value = JSON.parse(`\"${text}\"`);"
            "field.dispatchEvent(new Event('input', { bubbles: true }));"
            "[...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Add').click()",
            control, text)
        problem = ("return arguments[0].closest('.field').nextElementSibling.textContent")
        await_that(lambda: app.driver.execute_script(problem, control), f"a reason at {label}")
        equal([items(app, server), bool(app.driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))], [[], True])
        equal(app.driver.switch_to.active_element, control)
        app.driver.execute_script("arguments[0].value = ''", control)
        type_text(control, "7")
        app.press("Add")
        await_that(lambda: items(app, server), "the item")
    # In an item, Back waits once, and then leaves.
    app.press_first(".list .row")
    app.await_heading("Item")
    type_text(field(app, "Quantity"), "99999999999999999999")
    app.press("Back to Inventory")
    await_that(lambda: "correct it first" in notice(app), "the reason")
    equal(app.heading(), "Item")
    app.press("Back to Inventory")
    app.await_heading("Inventory")
    # Cancel leaves it at once.
    app.press("Add an item")
    type_text(field(app, "Quantity"), "99999999999999999999")
    app.press("Cancel")
    await_that(lambda: not app.driver.find_elements(By.CSS_SELECTOR, "dialog"), "no form")
    equal(len(items(app, server)), 1)


def refused_text_waits_on_screens(app, server):
    """The same where the server draws the screens."""
    app.fresh("screens.html#/inventory")
    app.press("Add an item")
    control = await_that(lambda: app.driver.execute_script("return document.querySelector('dialog input')"), "a field")
    app.driver.execute_script(
        "const [field] = arguments; field.focus(); field.value = 'x'.repeat(1100000);"
        "field.dispatchEvent(new Event('input', { bubbles: true }));", control)
    app.press("Add")
    await_that(lambda: control.get_attribute("aria-invalid") == "true", "a reason")
    equal([items(app, server), app.driver.switch_to.active_element], [[], control])
    app.press("Cancel")
    await_that(lambda: not app.driver.find_elements(By.CSS_SELECTOR, "dialog"), "no form")
    equal(items(app, server), [])


def an_item(app, server, name="Lamp"):
    app.fresh("#/inventory")
    app.press("Add an item")
    type_text(field(app, "Name"), name)
    app.press("Add")
    app.button(f"Delete {name}")
    app.press_first(".list .row")
    app.await_heading("Item")
    app.settle()


def back_twice(app, server):
    """Back from a form that was just changed, and back again to the list of features."""
    an_item(app, server)
    id = app.driver.execute_script(ID)
    slow(app, 300)
    app.driver.execute_script(
        "const [field] = arguments; field.value = 'Chair'; field.dispatchEvent(new Event('input'));"
        "history.back(); setTimeout(() => location.hash = '#/', 20)", field(app, "Name"))
    app.await_heading("Backstack")
    slow(app, 0)
    await_that(lambda: [one["name"] for one in server.request("GET", f"/sessions/{id}")["state"]["items"]] == ["Chair"],
               "the new name")
    await_that(lambda: not server.request("GET", f"/sessions/{id}")["state"].get("destination"), "no form")


def another_route(app, server):
    """Text that was typed within 150 ms of leaving for another feature."""
    an_item(app, server)
    id = app.driver.execute_script(ID)
    app.driver.execute_script(
        "const [field] = arguments; field.value = 'Chair'; field.dispatchEvent(new Event('input'));"
        "location.hash = '#/counters'", field(app, "Name"))
    app.await_heading("Counters")
    name = lambda: server.request("GET", f"/sessions/{id}")["state"]["destination"]["editItem"]["item"]["name"]
    await_that(lambda: name() == "Chair", "the new name")


def reload_amid_changes(app, server):
    """Two fields, and then a reload."""
    app.fresh("#/standups")
    app.press("Add a stand-up")
    title, seconds = field(app, "Title"), field(app, "Seconds")
    slow(app, 300)
    app.driver.execute_script(
        "const [title, seconds] = arguments; for (const [field, text] of [[title, 'Weekly'], [seconds, '77']]) {"
        "field.value = text; field.dispatchEvent(new Event('input')); } location.reload()", title, seconds)
    slow(app, 0)
    await_that(lambda: app.driver.execute_script(
        "return document.querySelector('dialog input')?.value === 'Weekly'"), "the title after the reload")
    standup = lambda: state(app, server)["destination"]["addStandup"]["standup"]
    await_that(lambda: (standup()["title"], standup()["seconds"]) == ("Weekly", 77), "both fields")


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
        # The tab has a copy of what the first one stores.
        id = app.driver.execute_script(ID.replace("'backstack:http')", "'backstack:http') && name.endsWith(':inventory')"))
        control = field(app, "Name")
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
        "hide(true)", field(app, "Name"))
    read = lambda: len(state(app, server)["destination"]["addItem"]["item"]["name"])
    await_that(lambda: read() == 22_000, "the text")


def unfinished_input(app, server):
    """What is being typed is not overwritten by what the server makes of its beginning."""
    app.fresh("#/standups")
    app.press("Add a stand-up")
    seconds = field(app, "Seconds")
    for first, rest, whole in ((Keys.BACKSPACE, "90", 90), ("1e", "3", 1000)):
        seconds.send_keys(Keys.CONTROL, "a", Keys.NULL, first)
        time.sleep(0.7)  # as a person pauses
        seconds.send_keys(rest)
        read = lambda: state(app, server)["destination"]["addStandup"]["standup"]["seconds"]
        await_that(lambda: read() == whole, f"{whole}, not {read()}")
    app.fresh("#/inventory")
    app.press("Add an item")
    quantity = field(app, "Quantity")
    type_text(quantity, "7")
    read = lambda: state(app, server)["destination"]["addItem"]["item"]
    await_that(lambda: read()["status"] == {"inStock": {"quantity": 7}}, "7 in stock")
    slow(app, 1200)
    switch, color = field(app, "In stock"), field(app, "Color")
    # Off and on within one request: the quantity is as before.
    seen = app.driver.execute_async_script(
        "const [box, menu, done] = arguments; const seen = new Set();"
        "box.click(); box.click(); menu.value = 'red'; menu.dispatchEvent(new Event('change'));"
        "const look = setInterval(() => seen.add(`${box.checked} ${menu.value}`), 20);"
        "setTimeout(() => { clearInterval(look); done([...seen]); }, 3500);", switch, color)
    equal(seen, ["true red"])
    slow(app, 0)
    await_that(lambda: (read()["status"], read()["color"]) == ({"inStock": {"quantity": 7}}, "red"), "7 red ones")


def double_clicks(app, server):
    """A double click presses once, and two presses that are meant press twice."""
    for is_still in (False, True):
        for pause in (0, 60, 300):
            app.fresh("#/counters")
            still(app, is_still)
            button = app.button("Add a counter")
            box = app.driver.execute_script("const { x, y, width, height } = arguments[0].getBoundingClientRect();"
                                            "return [x + width / 2, y + height / 2]", button)
            press_twice(app, box, pause)
            app.await_heading("Counter")
            app.settle()
            equal(len(state(app, server)["path"]), 1)
    # Two levels: a double click on Back closes one, and two clicks close both.
    for pause, left in ((60, 1), (800, 0)):
        app.fresh("#/counters/1/2")
        still(app, False)
        await_that(lambda: app.screens() == 3, "two counters")
        app.settle()
        box = app.driver.execute_script(
            "const { x, y, width, height } = document.querySelector('.screen:last-child .back').getBoundingClientRect();"
            "return [x + width / 2, y + height / 2]")
        press_twice(app, box, pause)
        await_that(lambda: app.screens() == 1 + left, f"{left} counters")
        await_that(lambda: len(state(app, server)["path"]) == left, f"{left} counters")
    # A slow network: the button waits, and takes no second press.
    app.fresh("#/counters")
    slow(app, 800)
    app.driver.execute_script("arguments[0].click(); arguments[0].click()", app.button("Add a counter"))
    app.await_heading("Counter")
    slow(app, 0)
    equal(len(state(app, server)["path"]), 1)
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
    id = app.driver.execute_script(ID)
    control = field(app, "Name")
    control.send_keys("12345")
    name = lambda: state(app, server)["destination"]["addItem"]["item"]["name"]
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
        assert "still here" not in app.driver.find_element(By.ID, "stage").text
        proxy.mend()
        app.await_heading("Stand-ups")
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
    await_that(lambda: notice(app) == "", "no message")


def long_numbers(app, server):
    """The digits of an integer that a number of the browser rounds are shown, and written back."""
    number = 9007199254740993
    app.fresh("#/inventory")
    app.press("Add an item")
    id = app.driver.execute_script(ID)
    status = {"inStock": {"quantity": number}}
    server.request("POST", f"/sessions/{id}/actions",
                   {"destination": {"presented": {"addItem": {"binding": {"status": status}}}}})
    quantity = field(app, "Quantity")
    await_that(lambda: quantity.get_property("value") == str(number), "all digits")
    read = lambda: state(app, server)["destination"]["addItem"]["item"]["status"]
    app.driver.execute_script("arguments[0].click()", field(app, "In stock"))
    await_that(lambda: "outOfStock" in read(), "no stock")
    app.driver.execute_script("arguments[0].click()", field(app, "In stock"))
    await_that(lambda: read() == status, f"the same digits, not {read()}")
    # One more is one more of the digits, or nothing.
    app.driver.execute_script("arguments[0].value = '9007199254740995'; arguments[0].dispatchEvent(new Event('input'));",
                              quantity)
    app.press("Add")
    await_that(lambda: "not as large" in app.driver.find_element(By.CSS_SELECTOR, "dialog").text, "a reason")
    equal(read(), status)


def presses_that_meet(app, server):
    """The features take no second press of what is open: an older copy would come back."""
    app.fresh("#/standups")
    id = app.driver.execute_script(ID)
    send = lambda action: server.request("POST", f"/sessions/{id}/actions", action)["state"]["path"]
    tap = {"standupTapped": {"id": state(app, server)["standups"][0]["id"]}}
    [level] = send([tap, tap])
    start = {"path": {"element": {"id": level["id"], "action": {"detail": "startMeetingButtonTapped"}}}}
    equal(len(send([start, start])), 2)
    app.fresh("#/polls")
    id = app.driver.execute_script(ID)
    tap = {"pollTapped": {"id": state(app, server)["polls"][0]["id"]}}
    equal(len(send([tap, tap])), 1)


TESTS = [refused_text_waits, refused_text_waits_on_screens, back_twice, another_route, reload_amid_changes, closed_tab,
         long_text_of_a_hidden_page, unfinished_input, double_clicks, two_people, recovers_by_itself, offline_is_told, long_numbers,
         presses_that_meet]
