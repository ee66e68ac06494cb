"""Hostile texts in the fields of the app."""
from selenium.webdriver.common.by import By

from browser import await_that, equal

# JavaScript, as drivers can't pass a lone surrogate on.
TEXTS = r"""[
  "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "javascript:alert(1)",
  "\u202eright to left\u2066\u200f", "a\0b", "\ud800 alone", "\udc00\ud800 swapped",
  "x".repeat(10000), "👩‍👩‍👧‍👦🏳️‍🌈".repeat(50), "__proto__", "constructor", "{{7*7}} ${7*7}",
  "two\nlines\r\nand a third", "\"'`<!--", "%00%2e%2e/", "\u0300".repeat(300), " "]"""
NUMBERS = """["-1", "1e300", "99999999999999999999", "1.5", "0", "", "-0"]"""

# The ways to forms with text fields.
FORMS = [("inventory", ["Add an item"]), ("inventory", ["Add an item", "Add", "Duplicate unnamed"]),
         ("inventory", ["Add an item", "Add", ".list .row"]), ("standups", ["Add a stand-up"]),
         ("standups", [".list .row", "Edit"])]

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
const problem = field.closest(".field").nextElementSibling;
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
    const isNumber = field.type === "number";
    if (mayFail && field.getAttribute("aria-invalid") === "true" && problem.textContent) {
      if (field.value !== typed) throw new Error(`${typed} has become ${field.value}`);
      return `refused: ${problem.textContent}`;
    }
    if (leaves(state).includes(field.value) && (isNumber || field.value === typed)
        && !problem.textContent) return "taken";
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
        for step in way:
            if step.startswith("."):
                await_that(lambda: app.driver.find_elements(By.CSS_SELECTOR, step), step)[0].click()
            else:
                app.press(step)
        app.settle()
        fields = await_that(lambda: app.driver.execute_script(
            "return [...document.querySelectorAll('input[autocomplete]')]"
            ".filter((one) => one.checkVisibility() && !one.closest('[inert]'))"), "fields")
        for field in fields:
            is_number = field.get_attribute("type") == "number"
            texts = f"const texts = {NUMBERS if is_number else TEXTS};"
            found = app.driver.execute_async_script(
                texts + TYPE, field, "7" if is_number else "harmless")
            assert "results" in found, f"{feature} {way}: {found.get('error')}"
            taken += found["results"].count("taken")
            refused |= {one for one in found["results"] if one != "taken"}
        is_harmless(app)
    # Numbers that are too large, and halves of a character: in words for a person.
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
    rows = lambda: app.driver.find_elements(By.CSS_SELECTOR, ".list .destructive")
    await_that(lambda: len(rows()) == count, f"{count} items")
    equal(app.driver.execute_script(
        "return [...document.querySelectorAll('.row .title')]"
        ".filter((one, index) => one.textContent !== names[index]).length"), 0)
    is_harmless(app)
    for index in range(count):
        rows()[index].click()
        await_that(lambda: app.driver.execute_script(
            "return document.querySelector('dialog h2')?.textContent"
            " === `Delete ${names[arguments[0]]}?`", index), f"the alert of item {index}")
        is_harmless(app)
        app.press("Cancel")
        await_that(lambda: not app.driver.find_elements(By.TAG_NAME, "dialog"), "no alert")
    return f"{count} names"


TESTS = [hostile_texts_are_typed, hostile_texts_are_shown]
