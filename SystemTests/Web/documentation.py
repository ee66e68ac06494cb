"""The pages and the program of the documentation, saved, served and run as the documentation says."""
import pathlib
import re
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Browser, Server, await_that, equal

root = pathlib.Path(__file__).resolve().parents[2]


def save_page(folder):
    """Saves the first HTML and the first JavaScript below the heading "A page of your own"."""
    text = (root / "docs/thin-client.md").read_text().split("\n## A page of your own\n")[1]
    for language, name in (("html", "index.html"), ("js", "app.js")):
        code = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)[1]
        (pathlib.Path(folder) / name).write_text(code)


def over_a_socket():
    """Returns the HTML, the JavaScript and the Python below the heading "Over a socket"."""
    text = (root / "docs/thin-client.md").read_text().split("\n## Over a socket\n")[1]
    return [re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)[1] for language in ("html", "js", "python")]


def restart(server):
    server.kill()
    server.start()


def socket_page(binary):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        for name, code in zip(("index.html", "client.js"), over_a_socket()):
            (pathlib.Path(folder) / name).write_text(code)
        server = Server(binary, data, options=["--web", folder])
        browser = Browser(server, server.url)
        driver = browser.driver
        shown = lambda: driver.execute_script(
            "return [...document.querySelectorAll('#stack button')].map((one) => one.textContent)")
        press = lambda: driver.find_element(By.ID, "add").click()
        try:
            driver.get(f"{server.url}/app/")
            await_that(lambda: driver.execute_script("return document.getElementById('add').onclick !== null"), "the page")
            press()
            await_that(lambda: shown() == ["0"], "a counter")
            server.kill()
            # Without a connection, and over the next one.
            press()
            server.start()
            await_that(lambda: shown() == ["0", "0"], "another counter")
            driver.find_elements(By.CSS_SELECTOR, "#stack button")[1].click()
            await_that(lambda: shown() == ["0", "1"], "an increment")
            equal(browser.complaints(), [])
            print("a page over a socket: ok", flush=True)
        finally:
            driver.quit()
            server.kill()


def socket_program(binary):
    with tempfile.TemporaryDirectory() as data:
        server = Server(binary, data)
        names = {}
        exec(over_a_socket()[2], names)
        try:
            session = names["Session"](f"127.0.0.1:{server.port}", "counters")
            counts = lambda: [one["state"]["counter"]["count"] for one in session.send("addCounterButtonTapped")["path"]]
            equal(counts(), [0])
            restart(server)
            equal(counts(), [0, 0])
            increment = {"path": {"element": {"id": 1, "action": {"counter": "incrementButtonTapped"}}}}
            server.request("POST", f"/sessions/{session.shown['id']}/actions", increment)
            equal(counts(), [0, 1, 0])
            equal(session.shown["version"], 4)
            try:
                session.send("no such action")
                raise AssertionError("a refusal that is none")
            except ValueError:
                pass
            print("a program over a socket: ok", flush=True)
        finally:
            server.kill()


def save_dialogs(folder):
    """Saves the first JavaScript below the heading "Dialogs, levels and texts", with a page for it."""
    text = (root / "docs/thin-client.md").read_text().split("\n### Dialogs, levels and texts\n")[1]
    code = re.search(r"```js\n(.*?)```", text, re.DOTALL)[1]
    (pathlib.Path(folder) / "index.html").write_text(
        '<!doctype html><html lang="en"><title>Inventory</title><script type="module" src="/app/app.js"></script>')
    (pathlib.Path(folder) / "app.js").write_text(code)


def dialogs(binary):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        save_dialogs(folder)
        server = Server(binary, data, options=["--web", folder])
        browser = Browser(server, server.url)
        driver = browser.driver
        try:
            driver.get(f"{server.url}/app/")
            stored = "return Object.values(sessionStorage)[0]"
            await_that(lambda: "id" in (driver.execute_script(stored) or ""), "a session")
            id = driver.execute_script("return JSON.parse(Object.values(sessionStorage)[0]).id")
            state = lambda: server.request("GET", f"/sessions/{id}")["state"]
            server.request("POST", f"/sessions/{id}/actions", "addButtonTapped")
            field = await_that(lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] input"), "a form")[0]
            field.send_keys("Lamp")
            await_that(lambda: state()["destination"]["addItem"]["item"]["name"] == "Lamp", "the name")
            field.send_keys(Keys.ESCAPE)
            await_that(lambda: not state().get("destination"), "no form")
            equal(browser.complaints(), [])
            print("dialogs, levels and texts: ok", flush=True)
        finally:
            driver.quit()
            server.kill()


def run(binary):
    socket_program(binary)
    socket_page(binary)
    dialogs(binary)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        save_page(folder)
        server = Server(binary, data, options=["--web", folder])
        browser = Browser(server, server.url)
        driver = browser.driver

        def shown():
            return driver.execute_script(
                "return [...document.querySelectorAll('#stack li')].map((one) => one.textContent)")

        try:
            driver.get(f"{server.url}/app/")
            # A button that is pressed before does nothing.
            await_that(lambda: driver.execute_script("return document.getElementById('add').onclick !== null"), "the page")
            for count in (1, 2):
                driver.find_element(By.ID, "add").click()
                await_that(lambda: shown() == ["0"] * count, f"{count} counters")
            id = driver.execute_script("return JSON.parse(Object.values(sessionStorage)[0]).id")
            increment = {"counter": "incrementButtonTapped"}
            server.request("POST", f"/sessions/{id}/actions",
                           {"path": {"element": {"id": 1, "action": increment}}})
            await_that(lambda: shown() == ["0", "1"], "what another client did")
            driver.refresh()
            await_that(lambda: shown() == ["0", "1"], "the same session after a reload")
            equal(browser.complaints(), [])
            print("a page of your own: ok", flush=True)
        finally:
            driver.quit()
            server.kill()
