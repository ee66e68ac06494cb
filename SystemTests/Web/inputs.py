"""Hostile texts in the fields of the app."""
import os
import tempfile

from browser import Server, await_that, equal

# JavaScript, as drivers can't pass a lone surrogate on.
TEXTS = r"""[
  "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "javascript:alert(1)",
  "\u202eright to left\u2066\u200f", "a\0b", "\ud800 alone", "\udc00\ud800 swapped",
  "x".repeat(10000), "👩‍👩‍👧‍👦🏳️‍🌈".repeat(50), "__proto__", "constructor", "{{7*7}} ${7*7}",
  "two\nlines\r\nand a third", "\"'`<!--", "%00%2e%2e/", "\u0300".repeat(300), " "]"""

def add(app):
    app.press("Add an item")


def copy(app):
    app.press("Add an item", "Add")
    app.choose("Unnamed", "Copy")


def edit(app):
    app.press("Add an item", "Add")
    app.open_row("Unnamed")


def add_standup(app):
    app.press("Add a stand-up", "Add an attendee")


def edit_standup(app):
    app.open_row("Navigation")
    app.press("Edit")


# The ways to forms with text fields.
FORMS = [("inventory", add), ("inventory", copy), ("inventory", edit), ("standups", add_standup),
         ("standups", edit_standup)]

WATCH = """
globalThis.noted = [];
addEventListener("securitypolicyviolation", (event) =>
  noted.push(`${event.violatedDirective} ${event.blockedURI}`), true);
for (const name of ["alert", "confirm", "prompt"])
  globalThis[name] = (text) => noted.push(`${name} ${text}`);
"""

# Types each text, and a harmless one after it. Tells which the server took, and what the app says
# of the others.
TYPE = """
const [field, harmless, done] = arguments;
const id = JSON.parse(Object.entries(sessionStorage).find(([name]) =>
  name.startsWith("backstack:http"))[1]).id;
const problem = field.closest("label").nextElementSibling;
const leaves = (value) => value !== null && typeof value === "object"
  ? Object.values(value).flatMap(leaves) : [`${value}`];
const sent = async (text, mayFail) => {
  field.focus();
  field.value = text;
  const typed = field.value;
  field.dispatchEvent(new Event("input"));
  field.dispatchEvent(new Event("change"));
  const deadline = performance.now() + 10000;
  while (performance.now() < deadline) {
    const { state } = await (await fetch(`/sessions/${id}`)).json();
    if (mayFail && field.getAttribute("aria-invalid") === "true" && problem.textContent) {
      if (field.value !== typed) throw new Error(`${typed} has become ${field.value}`);
      return `refused: ${problem.textContent}`;
    }
    if (leaves(state).includes(field.value) && field.value === typed && !problem.textContent) {
      return "taken";
    }
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`neither taken nor refused: ${text.slice(0, 99)}, shown: ${field.value.slice(0, 99)}`);
};
(async () => {
  const results = [];
  for (const text of texts) {
    results.push(await sent(text, true));
    await sent(harmless, false);
  }
  return { results };
})().then(done, (error) => done({ error: `${error}` }));
"""


def fresh(app, fragment):
    app.fresh(fragment)
    app.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    app.driver.refresh()
    app.await_heading()
    equal(app.driver.execute_script("return noted"), [])


def is_harmless(app):
    equal(app.driver.execute_script(
        "return [...noted, ...document.querySelectorAll('#views :is(img, script), dialog img')]"), [])
    wide = app.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} px too wide"
    equal(app.complaints(), [])


def hostile_texts_are_typed(app, server):
    """Each field takes a text as it was typed, or says why not, and then takes another."""
    taken, refused = 0, set()
    for feature, way in FORMS:
        fresh(app, f"#/{feature}")
        way(app)
        app.settle()
        for field in await_that(lambda: app.in_top("input[autocomplete]"), "fields"):
            found = app.driver.execute_async_script(
                f"const texts = {TEXTS};" + TYPE, field, "harmless")
            assert "results" in found, f"{way.__name__}: {found.get('error')}"
            taken += found["results"].count("taken")
            refused |= {one for one in found["results"] if one != "taken"}
        is_harmless(app)
    # Halves of a character: in words for a person.
    assert refused and not any("JSON" in text for text in refused), refused
    return f"{taken} taken"


def hostile_texts_are_shown(app, server):
    """Lists, labels and alerts show texts as they are."""
    fresh(app, "#/inventory")
    count = app.driver.execute_async_script("const texts = " + TEXTS + """;
        const [done] = arguments;
        const id = JSON.parse(Object.values(sessionStorage)[0]).id;
        const send = async (action) => (await fetch(`/sessions/${id}/actions`, {
          method: "POST", body: JSON.stringify(action),
          headers: { "Content-Type": "application/json" } })).ok;
        (async () => {
          globalThis.names = [];
          for (const name of texts) {
            await send("addButtonTapped");
            const binding = { name };
            if (await send({ destination: { presented: { addItem: { binding } } } })) names.push(name);
            await send(names.at(-1) === name ? "confirmAddItemButtonTapped"
              : "cancelAddItemButtonTapped");
          }
          return names.length;
        })().then(done);""")
    menus = lambda: app.all(".bs-item > .bs-menu > button")
    await_that(lambda: len(menus()) == count, f"{count} items")
    equal(app.driver.execute_script(
        "return [...document.querySelectorAll('#stage .bs-item')].filter((one, index) =>"
        " one.querySelector('[dir=auto]').textContent !== names[index]).length"), 0)
    is_harmless(app)
    for index in range(count):
        menus()[index].click()
        app.find(".bs-items:popover-open [data-role=destructive]").click()
        await_that(lambda: app.driver.execute_script(
            "return document.querySelector('dialog h2')?.textContent"
            " === `Delete ${names[arguments[0]]}?`", index), f"the alert of item {index}")
        is_harmless(app)
        app.press("Cancel")
        await_that(lambda: not app.all("dialog"), "no alert")
    return f"{count} names"


LINKS = ["%", "%ud800", "%ed%a0%80", "%00", "..", "../sessions", "%2e%2e/%2e%2e", "-1/1e300", "1.5",
         "99999999999999999999", "x" * 10_000, "<img src=x onerror=alert(1)>", "?a=b#c", "\u202e", "__proto__"]


def hostile_links(app, server):
    """A link that leads nowhere says so, and the way on works; an unknown feature has no screens."""
    for link in LINKS:
        fresh(app, "#/counters")
        app.driver.execute_script("location.hash = `#/counters/${arguments[0]}`", link)
        app.await_heading("This link leads nowhere")
        is_harmless(app)
        app.press("Start from the beginning")
        app.await_heading("Counters")
    for name in ["constructor", "__proto__", "x" * 10_000]:
        fresh(app, "")
        app.driver.execute_script("location.hash = `#/${arguments[0]}`", name)
        app.await_heading("No such feature")
        is_harmless(app)
    for id in ["0" * 32, "none", "x" * 10_000]:
        fresh(app, "")
        app.driver.execute_script("location.hash = `#session=${arguments[0]}`", id)
        app.await_heading("That did not work")
        is_harmless(app)
        app.press("All features")
        app.await_heading("Backstack")
    return f"{len(LINKS)} links"


def hostile_numbers_to_begin_at(app, server):
    """A counter begins at a number of a link that is within the limits; another leads nowhere."""
    for number, is_taken in [("1e300", False), ("1.5", False), ("1000000001", False), ("1e3", False),
                             ("-1000000000", True), ("-0", True), ("4", True)]:
        fresh(app, "#/counters")
        app.driver.execute_script("location.hash = `#/counters/${arguments[0]}`", number)
        if is_taken:
            app.await_count(int(number))
            app.press("Back: Counters")
            app.await_titles("Counters")
        else:
            app.await_heading("This link leads nowhere")
        is_harmless(app)


def hostile_keys(app, server):
    """A wrong key is asked for again, whatever it consists of."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["API_KEYS"] = "me=0123456789abcdef0123456789abcdef"
        other = Server(server.binary, folder)
        del os.environ["API_KEYS"]
        app.pages = other.url
        try:
            fresh(app, "#/counters")
            texts = app.driver.execute_script(f"return ({TEXTS}).map((one) => one.toWellFormed())")
            for text in texts:
                app.await_heading("Enter your key")
                app.driver.execute_script("""
                  const field = document.querySelector("input[type=password]");
                  field.dataset.old = "";
                  field.value = arguments[0];
                  field.form.requestSubmit();""", text)
                await_that(lambda: app.driver.execute_script(
                    "return !document.querySelector('[data-old]')"), f"an answer to {text!r}")
                app.await_heading("Enter your key")
                assert "does not know this key" in app.find("#stage").text
            is_harmless(app)
        finally:
            app.pages = server.url
            other.kill()
    return f"{len(texts)} keys"


TESTS = [hostile_texts_are_typed, hostile_texts_are_shown, hostile_links, hostile_numbers_to_begin_at,
         hostile_keys]
