"""The page of the documentation that uses the runtime, saved and served as the documentation says."""
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
            equal([item["name"] for item in state()["items"] if item["name"] == "Lamp"], [])
            server.request("POST", f"/sessions/{id}/actions", "addButtonTapped")
            field = await_that(lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] input"), "another form")[0]
            field.send_keys("Lamp")
            driver.find_element(By.CSS_SELECTOR, "dialog[open] button").click()
            await_that(lambda: any(item["name"] == "Lamp" for item in state()["items"]), "the item")
            equal(browser.complaints(), [])
            print("dialogs, levels and texts: ok", flush=True)
        finally:
            driver.quit()
            server.kill()


def run(binary):
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
            await_that(lambda: driver.execute_script("return !!document.getElementById('add').onclick"), "an open session")
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
