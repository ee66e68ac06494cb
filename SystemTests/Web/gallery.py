"""Draws every screen of the demo, and of a package that `backstack init` has made, wide and narrow, light and dark, as one
page of pictures. The package is built first, which takes minutes the first time."""
import html
import pathlib
import shutil
import subprocess
import tempfile
import time

from drawn import App
from browser import Server, await_that, click

root = pathlib.Path(__file__).resolve().parents[2]
LOOKS = [(width, height, scheme) for width, height in ((1280, 800), (390, 844))
         for scheme in ("light", "dark")]

# What leads to each screen: a link, and the names of buttons, selectors, or what is typed into a field.
ROW = "#stage .bs-level[data-above='0'] .bs-item > button"
SCREENS = {
    "Counters": ("#/counters", []),
    "A counter": ("#/counters/3", []),
    "A deep stack": ("#/counters/1/2/3", ["Start the timer"]),
    "Inventory, empty": ("#/inventory", []),
    "A new item": ("#/inventory", ["Add an item"]),
    "Inventory": ("#/inventory", ["Add an item", "Add"]),
    "An item": ("#/inventory", ["Add an item", "Add", ROW]),
    "Deleting an item": ("#/inventory", ["Add an item", "Add", ".bs-item .bs-menu > button", "Delete"]),
    "Stand-ups": ("#/standups", []),
    "A new stand-up": ("#/standups", ["Add a stand-up"]),
    "A stand-up": ("#/standups", [ROW]),
    "Editing a stand-up": ("#/standups", [ROW, "Edit"]),
    "Deleting a stand-up": ("#/standups", [ROW, "Delete"]),
    "A meeting": ("#/standups", [ROW, "Start the meeting", "Start"]),
    "Ending a meeting": ("#/standups", [ROW, "Start the meeting", "End the meeting"]),
    "Another theme": ("#/standups", [ROW]),
    "Polls": ("#/polls", []),
    "A poll": ("#/polls", [ROW, ROW]),
}
STAGED = {"The first page": ("", []), "Behind the screens": ("#/counters", ["Add a counter", "Increment"]),
          "The source": ("#/counters", ["Add a counter", "Increment", "Source"])}
PACKAGE = {
    "A new package": ("", []),
    "A new book": ("", ["Add a book"]),
    "Its books": ("", ["Add a book", "Title=Dune", "Save", "Add a book", "Title=The Dispossessed", "Save"]),
    "A book": ("", ["Add a book", "Title=Dune", "Save", ROW]),
}
THEME = """
for (const [name, value] of Object.entries({
  accent: "#0f7b6c", ground: "#f7f3ea", card: "#fffdf7", panel: "#f7f3ea", "panel-card": "#fffdf7", line: "#e4dccb",
  radius: "0.2rem", font: "Georgia, serif", density: "0.7" })) document.documentElement.style.setProperty(`--bs-${name}`, value);
"""

# The pictures of the documentation.
DOCUMENTED = {"stage": "behind-the-screens-1440-light", "standups": "a-stand-up-1280-dark",
              "theme": "another-theme-1280-light"}


class Gallery(App):
    def lead_to(self, fragment, steps, width=App.wide):
        """Opens a screen by its link, and goes on by names of buttons, or by selectors."""
        self.fresh(fragment, width)
        for step in steps:
            if step.startswith(("#", ".")):
                self.settle()
                click(lambda step=step: await_that(lambda: self.all(step), step)[0], step)
            elif "=" in step:
                self.type(*step.split("="))
                await_that(lambda: not self.all("[data-unsaved], [data-default][aria-disabled=true]"), "what was typed")
            else:
                self.press(step)
        self.await_response()

    def await_response(self):
        time.sleep(.3)  # a request may be under way
        self.settle()
        await_that(lambda: self.driver.execute_script(
            "return !document.querySelector('[aria-busy=true]')"), "the response")

    def draw(self, screens, looks, folder):
        """Draws screens in looks; returns the names of the pictures of each."""
        drawn = {}
        for name, (fragment, steps) in screens.items():
            files = drawn[name] = []
            self.lead_to(fragment, steps)
            for width, height, scheme in looks:
                self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": height, "deviceScaleFactor": 2, "mobile": False})
                self.media(prefers_color_scheme=scheme)
                self.await_response()
                if name == "Another theme":
                    self.driver.execute_script(THEME)
                file = f"{name.lower().replace(' ', '-').replace(',', '')}-{width}-{scheme}.png"
                self.driver.save_screenshot(str(folder / file))
                files.append(file)
        return drawn


def page(drawn):
    rows = "".join(
        f"<section><h2>{html.escape(name)}</h2><div>"
        + "".join(f'<a href="{file}"><img src="{file}" loading="lazy" alt="{html.escape(file)}"></a>'
                  for file in files) + "</div></section>" for name, files in drawn.items())
    return ("<!doctype html><meta charset=utf-8><title>Gallery</title><style>"
            "body { font: 1rem system-ui; margin: 2rem } div { display: flex; gap: 1rem; align-items: start }"
            " img { height: 22rem; border: 1px solid #8888; border-radius: .6rem }</style>" + rows)


def package(binary):
    """Makes a package, and returns its program."""
    folder = root / ".build/package"
    shutil.rmtree(folder / "shop", ignore_errors=True)
    subprocess.run([binary, "init", "shop", "--path", folder / "shop", "--backstack", root], check=True)
    build = ["swift", "build", "--package-path", folder / "shop", "--scratch-path", folder / "build"]
    subprocess.run([*build, "--product", "shop"], check=True)
    path = subprocess.run([*build, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return f"{path}/shop"


def run(binary):
    folder = root / ".build/gallery"
    folder.mkdir(parents=True, exist_ok=True)
    drawn = {}
    for program, stage, screens, looks in (
            (binary, "on", STAGED, [(1440, 900, "light"), (1440, 900, "dark")]),
            (binary, "off", SCREENS, LOOKS), (package(binary), None, PACKAGE, LOOKS)):
        with tempfile.TemporaryDirectory() as data:
            server = Server(program, data, stage=stage)
            gallery = Gallery(server, server.url)
            try:
                drawn |= gallery.draw(screens, looks, folder)
            finally:
                gallery.driver.quit()
                server.kill()
    (folder / "index.html").write_text(page(drawn))
    for image, name in DOCUMENTED.items():
        (root / f"docs/images/{image}.png").write_bytes((folder / f"{name}.png").read_bytes())
    print(f"{sum(map(len, drawn.values()))} pictures in {folder}/index.html", flush=True)
