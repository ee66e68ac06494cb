"""The renderer of screens in headless Chromium, and a part of it in Firefox: each screen of screens.mjs in all looks, and how a person
uses them by mouse, keyboard and touch. No server of sessions is needed."""
import contextlib
import http.server
import json
import tempfile
import threading

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Pages, assets, await_that, equal
from drawn import App
from firefox import Firefox


class Api(Pages):
    """Serves the app, and as much of a server as that asks for."""

    features = [{"name": "standups"}, {"name": "todos"}]
    screen = {}
    next = {}  # after an action
    posted = []
    ended = threading.Event()

    def translate_path(self, path):
        name = path.split("?")[0]
        if name.startswith(("/app/", "/client/")):
            return str(assets / name[1:])
        return super().translate_path(path)

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/features":
            return self.answer({"features": Api.features})
        if path == "/sessions/s/screen":
            return self.answer(Api.screen, "application/vnd.backstack.screen+json; v=1")
        if path == "/sessions/s/events":
            return self.follow()
        super().do_GET()

    def do_POST(self):
        content = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/sessions":
            return self.answer(Api.screen, "application/vnd.backstack.screen+json; v=1")
        Api.posted.append((content, self.headers["Accept"]))
        Api.screen = {**Api.next, "version": Api.screen["version"] + 1}
        self.answer(Api.screen)

    def follow(self):
        """Answers with a stream that has no event before the tests have ended."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b": hello\n\n")
        self.wfile.flush()
        Api.ended.wait()

    def answer(self, value, kind="application/json"):
        content = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Screens(App):
    """A browser that shows one of the screens."""

    def show(self, name, width=1280):
        self.size(width)
        self.driver.get(f"{self.pages}/screens.html?screen={name}")
        await_that(lambda: self.driver.title == "ready", f"the screen {name}")
        self.settle()

    def run(self, code, *arguments):
        """Runs code that has what the page exports, and returns its result."""
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "const given = [...arguments].slice(0, -1);"
            "import('/screens.js').then(async ({ session, fixtures, screens }) => {" + code + "})"
            ".then((value) => done({ value }), (error) => done({ error: `${error.stack}` }));",
            *arguments)
        if "error" in result:
            raise AssertionError(result["error"])
        return result.get("value")

    def sent(self):
        """The actions since the last call, which get their responses."""
        return self.run("return session.sent.splice(0).map(({ action, resolve }) => (resolve({}), action))")


def every_screen(screens):
    names = None
    screens.show("standups")
    names = screens.run("return Object.keys(fixtures)")
    for name in names:
        screens.show(name)
        screens.look(f"screen-{name}")
        for width in (1280, 360):
            screens.size(width)
            screens.turn(name)
            screens.print(f"{name} {width}")
        screens.size(360, 740, is_touch=True)
        small = screens.driver.execute_script(
            "return [...document.querySelectorAll('button, a, input, select, textarea, summary')]"
            ".map((one) => one.closest('label') ?? one).filter((one) => one.checkVisibility())"
            ".filter((one) => !one.closest('dialog ~ *')).map((one) => [one, one.getBoundingClientRect()])"
            ".filter(([, { width, height }]) => width && (width < 43.9 || height < 43.9))"
            ".map(([one, { width, height }]) => `${one.outerHTML.slice(0, 99)} ${width} ${height}`)")
        equal((name, small), (name, []))
        screens.size(1280)
    return f"{len(names)} screens"


visible = ("return [...document.querySelectorAll('section.bs-level')]"
           ".filter((one) => one.checkVisibility()).map((one) => one.querySelector('h1').textContent)")


def side_by_side(screens):
    screens.show("standupRecord", 1280)
    equal(screens.driver.execute_script(visible), ["Design", "Recording"])
    screens.size(1600)
    equal(screens.driver.execute_script(visible), ["Daily Stand-ups", "Design", "Recording"])
    screens.size(360)
    equal(screens.driver.execute_script(visible), ["Recording"])
    screens.show("standupDetail", 1280)
    [row] = [one for one in screens.all(".bs-item > button")
             if "Engineering" in one.text]
    row.click()
    equal(screens.sent(), [[{"path": {"popFrom": {"id": 0}}}, {"standupTapped": {"id": "2"}}]])


def below_tabs(screens):
    """What is pushed covers a root with tabs, or stands beside it and its tabs."""
    screens.show("tabsDetail", 360)
    equal(screens.driver.execute_script(visible), ["Middlemarch"])
    equal(screens.find("[data-above='0']").rect["y"], 0)
    screens.size(800)
    equal(screens.driver.execute_script(visible), ["Middlemarch"])
    screens.size(1280)
    equal(screens.driver.execute_script(visible), ["Library", "Middlemarch"])
    equal(screens.find(".bs-tablist").is_displayed(), True)


def rows_of_forms(screens):
    """Where the parts of rows stand."""
    def edges(selector):
        box = screens.find(f"[data-above='0'] {selector}").rect
        return round(box["x"]), round(box["x"] + box["width"])

    for width in (390, 1280):
        screens.show("tabsDetail", width)
        left, right = edges(".bs-rows")
        for style in ("borderedProminent", "bordered"):
            start, end = edges(f".bs-item > [data-style={style}]")
            assert left + 10 < start and end < right - 10, (width, style)
        # The value of a row that is a button is where that of another row is.
        equal(edges("button .bs-value")[1], edges(".bs-value")[1])
        equal(edges(".bs-row .bs-text")[0], edges(".bs-labeled .bs-name")[0])
        assert screens.find("input[type=datetime-local]").rect["width"] >= 240, width
        screens.find(".bs-item .bs-menu > button").click()
        [one, two] = [round(element.rect["x"]) for element in screens.driver.find_elements(
            By.CSS_SELECTOR, ".bs-items:popover-open .bs-button > span")]
        equal(one, two)
        icon = screens.find(".bs-items:popover-open .bs-symbol").rect
        assert one - edges(".bs-items:popover-open")[0] < 40 < icon["x"] - two, (one, two, icon)
        if screens.screenshots:
            screens.driver.save_screenshot(str(screens.screenshots / f"rows-of-forms-{width}.png"))


def back(screens):
    screens.show("standupDetail", 360)
    screens.find("[data-above='0'] .bs-heading").click()
    await_that(lambda: screens.driver.execute_script("return history.state.backstack") == 1, "an entry")
    screens.driver.execute_script("history.back()")
    await_that(lambda: screens.heading() == "Daily Stand-ups", "the level below")
    equal(screens.sent(), [{"path": {"popFrom": {"id": 0}}}])
    # The row that has opened a level has the focus again.
    screens.show("standups", 360)
    screens.open_row("Engineering")
    screens.run("session.show(fixtures.standupDetail())")
    await_that(lambda: screens.focused() == "Design", "the focus of the heading")
    screens.press("Back: Daily Stand-ups")
    await_that(lambda: screens.focused().startswith("Engineering"), "the focus of the row")


def keyboard(screens):
    screens.show("standupEdit")
    # Typed text is sent before what Enter presses.
    title = screens.driver.switch_to.active_element
    equal(title.get_attribute("value"), "Design")
    title.send_keys(" team", Keys.ENTER)
    edit = {"path": {"element": {"id": 0, "action": {"detail": {"destination": {"presented": {
        "edit": {"binding": {"title": "Design team"}}}}}}}}}
    equal(screens.sent(), [edit, "doneEditingButtonTapped"])
    screens.show("standupEdit")
    ActionChains(screens.driver).send_keys(Keys.ESCAPE).perform()
    equal(screens.sent(), ["cancelEditButtonTapped"])
    equal(len(screens.all("dialog[open]")), 1)
    screens.show("standupDelete")
    equal(screens.driver.switch_to.active_element.text, "Nevermind")
    screens.show("settings")
    ActionChains(screens.driver).key_down(Keys.CONTROL).send_keys("s").key_up(Keys.CONTROL).perform()
    equal(screens.sent(), ["save"])
    screens.tab_to("Sign out")


def menus(screens):
    screens.show("inventory")
    [more, *_] = screens.all(".bs-item .bs-menu > button")
    equal(more.get_attribute("aria-label"), "Actions: Headphones, In stock")
    more.click()
    items = screens.find(".bs-items:popover-open")
    box, anchor = items.rect, more.rect
    assert abs(box["x"] + box["width"] - anchor["x"] - anchor["width"]) < 2, (box, anchor)
    # A change of the screen leaves the menu open.
    screens.run("const next = structuredClone(session.state);"
                "next.levels[0].body[0].children.unshift({ ...next.levels[0].body[0].children[1], id: 'new' });"
                "session.show(next)")
    equal(screens.find(".bs-items:popover-open"), items)
    equal(len(screens.all(".bs-item")), 5)
    items.find_elements(By.TAG_NAME, "button")[1].click()
    equal(screens.sent(), [{"deleteButtonTapped": {"id": "1"}}])
    equal(screens.all(".bs-items:popover-open"), [])


def changes_keep(screens):
    """Focus, selection, scroll positions and what an input method composes stay over changes."""
    screens.show("settings", 360)
    about = screens.find("textarea")
    screens.driver.execute_script(
        "scrollTo(0, 120); arguments[0].focus(); arguments[0].setSelectionRange(2, 7)", about)
    screens.run("const next = structuredClone(session.state); const [form] = next.levels[0].body;"
                "form.children[0].children.unshift({ kind: 'text', id: 'first', text: 'New' });"
                "form.children[0].children.reverse(); session.show(next)")
    state = "const one = document.activeElement; return [one.localName, one.selectionStart, one.selectionEnd]"
    equal(screens.driver.execute_script(state), ["textarea", 2, 7])
    screens.show("settings")
    screens.driver.execute_script("document.querySelector('[autocomplete=name]').select()")
    screens.driver.execute_cdp_cmd("Input.imeSetComposition", {
        "text": "にほ", "selectionStart": 2, "selectionEnd": 2})
    screens.run("const next = structuredClone(session.state);"
                "next.levels[0].body[0].children[0].children[0].value = 'Grace'; session.show(next)")
    screens.driver.execute_cdp_cmd("Input.insertText", {"text": "日本"})
    equal(screens.find("[autocomplete=name]").get_attribute("value"), "日本")
    # What another has written meanwhile stays, too.
    await_that(lambda: screens.sent() == [{"binding": {"name": "Grace日本"}}], "the texts")


def focus_and_words(screens):
    """A row that one adds gets the focus; what changes by itself is read out."""
    screens.show("standupEdit")
    screens.press("New attendee")
    screens.run("const next = structuredClone(session.state); const rows = next.levels[2].body[0].children[1].children;"
                "rows.splice(3, 0, { ...rows[2], id: 'attendee3', value: '' }); session.show(next)")
    await_that(lambda: screens.driver.execute_script(
        "return document.activeElement.node?.id") == "attendee3", "the focus of the new field")
    said = "return [...document.querySelectorAll('.bs-live')].map((one) => one.textContent).join('')"
    screens.show("countersDeep", 360)
    equal(screens.driver.execute_script(said), "")
    screens.press("One more")
    screens.run("const next = fixtures.countersDeep(5); session.show(next)")
    await_that(lambda: screens.driver.execute_script(said) == "5", "the count that is read out")
    screens.sent()
    # The counter leaves by itself: the focus is on what is below.
    screens.run("session.show({ ...session.state, levels: session.state.levels.slice(0, -1) })")
    await_that(lambda: screens.driver.execute_script(
        "return document.activeElement.className") == "bs-heading", "the focus")


def busy(screens):
    screens.show("standups")
    screens.press("Add", "Add")
    equal(screens.sent(), ["addStandupButtonTapped"])
    screens.press("Add")
    equal(screens.sent(), ["addStandupButtonTapped"])


def disclosures(screens):
    """Browsers tell later of what is opened, also by the server: only a person's change is sent."""
    screens.show("settings")
    show = ("const node = { kind: 'disclosure', id: 'd', text: 'More', children: [], open: OPEN,"
            " send: { opened: { $value: 'boolean' } } };"
            "session.show({ levels: [{ id: 'root', style: 'root', title: 'T', body: [node] }] });")
    refuse = "session.sent.shift().reject(Object.assign(new Error('No.'), { status: 422 }));"
    told = ("const told = new Promise((done) => document.querySelector('details')"
            ".addEventListener('toggle', done, { once: true }));")
    is_open = lambda: screens.find("details").get_property("open")
    screens.run(show.replace("OPEN", "false"))
    screens.find("summary").click()
    await_that(lambda: screens.run("return session.sent.map(({ action }) => action)")
               == [{"opened": True}], "what a person has done")
    # A version on the way changes nothing.
    screens.run(show.replace("OPEN", "false"))
    equal(is_open(), True)
    screens.run(told + refuse + "await told")
    equal([is_open(), screens.sent()], [False, []])
    for value in (True, False):
        screens.run(told + show.replace("OPEN", str(value).lower()) + "await told")
        equal([is_open(), screens.sent()], [value, []])
    [refusal] = screens.complaints()
    assert "No." in refusal, refusal


def dialogs_that_stay(screens):
    """What the session presents is there, whatever a browser has hidden, and Escape is for the top-most alone."""
    button = '{ kind: "button", id: "done", text: "Done", send: "done" }'
    field = '{ kind: "textField", id: "x", text: "X", value: "", send: { x: { $value: "string" } } }'
    level = (f"const root = {{ id: 'root', style: 'root', title: 'Root', body: [] }};"
             f"const level = (id, style, more) => ({{ id, style, title: id, below: 'root', body: [{field}, {button}], ...more }});")
    is_open = ("return [...document.querySelectorAll('.bs-dialog:not([inert])')]"
               ".map((one) => one.open || one.matches(':popover-open'))")
    for leave in (lambda: ActionChains(screens.driver).send_keys(Keys.ESCAPE).perform(),
                  lambda: ActionChains(screens.driver).move_by_offset(40, 700).click().perform()):
        screens.show("standups")
        screens.run(f"{level} session.show({{ levels: [root, level('p', 'popover', {{ dismissDisabled: true }})] }})")
        leave()
        screens.settle()
        equal([screens.driver.execute_script(is_open), screens.sent()], [[True], []])
    # One that can be left stays while what is in it is held back, as after a refusal.
    screens.show("standups")
    screens.run(f"{level} session.show({{ levels: [root, level('p', 'popover', {{ close: {{ send: 'dismiss' }} }})] }});"
                "session.flush = async () => true")
    ActionChains(screens.driver).send_keys(Keys.ESCAPE).perform()
    await_that(lambda: screens.driver.execute_script(is_open) == [True], "the popover")
    # Chrome asks for all that was opened without a touch at once.
    screens.show("standups")
    screens.run(f"{level} const close = (id) => ({{ close: {{ send: id }} }}); session.show({{ levels: ["
                "root, level('s', 'sheet', close('s')), level('t', 'sheet', close('t')), level('a', 'alert', close('a'))] })")
    screens.settle()
    ActionChains(screens.driver).send_keys(Keys.ESCAPE).perform()
    screens.settle()
    equal([screens.driver.execute_script(is_open), screens.sent()], [[True, True], ["a"]])
    # A view that ends leaves nothing that others would show.
    screens.show("standups")
    screens.run(f"{level} session.show({{ levels: [root, level('p', 'popover', {{}}), level('q', 'popover', {{}})] }});"
                "screens.end(); const { openDialog } = await import('/client/dialogs.js');"
                "const close = openDialog({ style: 'sheet' }, {}, () => {}); close()")
    screens.settle()
    equal(screens.all(".bs-dialog"), [])


def choices_that_stay(screens):
    """What a person has chosen stays so when other choices come, and is what is sent again."""
    for style in ("menu", "segmented"):
        screens.show("standups")
        show = ("const show = (...names) => session.show({ levels: [{ id: 'root', style: 'root', title: 'T', body: [{"
                f" kind: 'picker', style: '{style}', id: 'p', text: 'P', value: 'a', send: {{ set: {{ $value: 'string' }} }},"
                " options: names.map((value) => ({ value, text: value })) }] }] });")
        screens.run(f"{show} show('a', 'b', 'c');"
                    "const [menu] = document.querySelectorAll('select'); const [group] = document.querySelectorAll('fieldset');"
                    "if (menu) menu.selectedIndex = 2; else group.querySelectorAll('input')[2].checked = true;"
                    "(menu ?? group).dispatchEvent(new Event('change'));"
                    "session.sent.shift().reject(new Error('no connection'))")
        screens.run(f"{show} show('z', 'a', 'b', 'c')")
        shown = screens.driver.execute_script(
            "return document.querySelector('select')?.selectedOptions[0].textContent"
            " ?? document.querySelector('input:checked').parentNode.textContent")
        screens.run("session.dispatchEvent(new CustomEvent('status', { detail: { isConnected: true } }))")
        equal((style, shown, screens.sent()), (style, "c", [{"set": "c"}]))


def on_a_small_phone(screens):
    """Nothing of a screen is beyond the edges of a narrow page, however long its words are."""
    address = "maximiliane.mustermann-schmidt@beispielfirma.example"
    screens.show("standups", 320)
    screens.run(
        f"const button = (id, text, more) => ({{ kind: 'button', id, text, send: id, ...more }}); const address = '{address}';"
        "const text = (text) => ({ kind: 'text', text });"
        "const option = (text, value) => ({ text, value });"
        "const rows = [button('a', address), { kind: 'row', children: [text(address), text('9:01')] },"
        "button('b', address, { navigates: true, swipe: [button('d', 'Delete', { role: 'destructive', icon: 'trash' })] }),"
        "{ kind: 'picker', style: 'segmented', id: 'p', text: 'Plan', value: 1, send: { $value: 'n' }, options:"
        " [option('Monatlich', 1), option('Vierteljährlich', 2), option('Jahresabonnement', 3)] }];"
        "const toolbar = [button('c', 'Abbrechen', { placement: 'cancellationAction' }), button('r', 'Zurücksetzen'),"
        " button('s', 'Speichern und schließen', { placement: 'confirmationAction' })];"
        "const body = [{ kind: 'list', children: rows }];"
        "const sheet = { id: 's', style: 'sheet', title: 'Rechtsschutzversicherungsgesellschaften', below: 'root', close: { send: 'x' } };"
        "window.levels = [{ id: 'root', style: 'root', title: 'Root', body }, { ...sheet, body: rows, toolbar }]")
    beyond = ("const shown = [...document.querySelectorAll(`${arguments[0]} *`)].filter((one) => one.checkVisibility())"
              ".filter((one) => !one.closest('.bs-hidden, input') && !/^(option|path|svg)$/.test(one.localName));"
              "return shown.filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < 0 || right > innerWidth; })"
              ".map((one) => one.outerHTML.slice(0, 120))")
    covered = ("const [row] = document.querySelectorAll('.bs-item:has(.bs-alone)');"
               "const box = (part) => row.querySelector(part).getBoundingClientRect();"
               "return box('.bs-long').right <= box('.bs-chevron').left && box('.bs-chevron').right <= box('.bs-alone').left")
    for count, place in ((1, ".bs-levels"), (2, ".bs-dialog")):
        screens.run(f"session.show({{ levels: window.levels.slice(0, {count}) }})")
        screens.settle()
        equal([screens.driver.execute_script(beyond, place), screens.driver.execute_script(covered)], [[], True])
    assert screens.find(".bs-dialog .bs-heading").rect["width"] > 40, "the title"


def of_the_app(screens):
    """The app opens any feature, and sends what is pressed."""
    def screen(name):
        return {"screen": screens.run(f"return fixtures.{name}()"), "id": "s", "feature": "todos", "version": 0}

    screens.show("standupDelete")
    Api.screen, Api.next = screen("standupDelete"), screen("standups")
    screens.driver.get("about:blank")
    screens.driver.get(f"{screens.pages}/app/")
    screens.await_heading("Backstack")
    screens.press("Todos")
    await_that(lambda: screens.all("dialog[open]"), "the alert")
    screens.press("Yes")
    await_that(lambda: screens.heading() == "Daily Stand-ups", "the root")
    [(action, accept)] = Api.posted
    equal(action, "confirmDeletion")
    assert accept.startswith("application/vnd.backstack.screen+json"), accept
    screens.press("Features")
    screens.await_heading("Backstack")


def only_feature(screens):
    """A server with one feature opens it, and lists nothing."""
    screens.show("standups")
    root = screens.run("return fixtures.standups()")
    several = Api.features
    Api.screen, Api.features = {"screen": root, "id": "s", "feature": "todos", "version": 0}, [{"name": "todos"}]
    screens.driver.get("about:blank")
    screens.driver.get(f"{screens.pages}/app/")
    screens.await_heading("Daily Stand-ups")
    equal([screens.driver.execute_script("return location.hash"), screens.all(".bs-back")], ["#/todos", []])
    Api.features = several


def notice_stays(screens):
    """What the app has told stays when the sheet goes in which it stood."""
    screens.show("standupEdit")
    edit, detail = screens.run("return [fixtures.standupEdit(), fixtures.standupDetail()]")
    Api.screen = {"screen": edit, "id": "s", "feature": "todos", "version": 0}
    Api.next = {"screen": detail, "id": "s", "feature": "todos", "version": 0}
    screens.driver.get("about:blank")
    screens.driver.get(f"{screens.pages}/app/")
    screens.await_heading("Backstack")
    screens.press("Todos")
    await_that(lambda: screens.all("dialog[open]"), "the sheet")
    screens.driver.execute_script(
        "const [notice] = document.querySelectorAll('#notice'); document.querySelector('dialog[open]').append(notice);"
        "notice.replaceChildren('A refusal')")
    screens.press("Cancel")
    await_that(lambda: not screens.all("dialog"), "the end of the sheet")
    await_that(lambda: screens.find("#notice").text == "A refusal", "the message")


def confirmation_waits(screens):
    """What confirms a form is not sent while a field has what can't be, and the field gets the focus."""
    screens.show("settings")
    root = screens.run("const [root] = fixtures.settings().levels;"
                       "Object.assign(root.body[0].children[0].children[5], { max: '1916-01-01T12:00:00Z' });"
                       "return { levels: [root] }")
    Api.screen = Api.next = {"screen": root, "id": "s", "feature": "todos", "version": 0}
    screens.driver.get("about:blank")
    screens.driver.get(f"{screens.pages}/app/")
    screens.await_heading("Backstack")
    screens.press("Todos")
    screens.await_heading("Settings")
    Api.posted.clear()

    def await_focus(field):
        await_that(lambda: screens.driver.switch_to.active_element == field, "the focus of the field")
        equal([content for content, _ in Api.posted], [])

    age = screens.find("input[inputmode=numeric]")
    age.clear()
    age.send_keys("many", Keys.ENTER)
    screens.press("Save")
    await_focus(age)
    age.clear()
    age.send_keys("37")
    screens.press("Save")
    await_that(lambda: Api.posted and Api.posted[-1][0] == "save", "what confirms, after the age")
    Api.posted.clear()
    born = screens.find("input[type=date]")
    screens.driver.execute_script(
        "arguments[0].value = '1920-02-03';"
        "for (const type of ['input', 'change']) arguments[0].dispatchEvent(new Event(type))", born)
    screens.press("Save")
    await_focus(born)


def in_firefox(screens):
    """Every screen can be drawn, a form filled in, and a menu used."""
    names = screens.run("return Object.keys(fixtures)")
    actions = "window.session.sent.map(({ action }) => action)"
    with tempfile.TemporaryDirectory() as profile:
        firefox = Firefox(profile)

        def show(name):
            firefox.open(f"{screens.pages}/screens.html?screen={name}")
            await_that(lambda: firefox.value("document.title") == "ready", f"the screen {name}")
            firefox.command(
                "script.evaluate", target={"context": firefox.tab}, awaitPromise=True,
                expression="import('/screens.js').then(({ session }) => { window.session = session })")

        try:
            for name in names:
                show(name)
            show("inventoryForm")
            firefox.type("[placeholder=Headphones]", "Lamp")
            name = {"destination": {"presented": {"addItem": {"binding": {"name": "Lamp"}}}}}
            await_that(lambda: firefox.value(actions) == [name], "the name")
            show("inventory")
            firefox.press("Actions: Headphones, In stock")
            firefox.press("Delete", ".bs-items")
            await_that(lambda: firefox.value(actions) == [{"deleteButtonTapped": {"id": "1"}}],
                       "the deletion")
            equal(firefox.complaints, [])
        finally:
            firefox.end()


def run(folder=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Api)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Pages.server_address = ""
    screens = Screens(None, f"http://127.0.0.1:{server.server_port}")
    screens.screenshots = folder
    with contextlib.closing(server.socket):
        try:
            for test in (every_screen, side_by_side, below_tabs, rows_of_forms, back, keyboard, menus, changes_keep,
                         focus_and_words, busy, disclosures, dialogs_that_stay, choices_that_stay, on_a_small_phone, of_the_app,
                         only_feature, notice_stays, confirmation_waits, in_firefox):
                note = test(screens)
                equal(screens.complaints(), [])
                print(f"{test.__name__}{f': {note}' if note else ''}", flush=True)
        finally:
            Api.ended.set()
            screens.driver.quit()
            server.shutdown()
