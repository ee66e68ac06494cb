"""How the app moves, looks and speaks for those who have asked for less or need more."""
from selenium.webdriver.common.by import By

from browser import await_that, equal
from drawn import App


def forced_colors(app, server):
    """Dialogs have an edge, and the colors of items stay."""
    app.fresh("#/inventory")
    app.press("Add an item")
    app.field("Color").send_keys("Red")
    app.media(forced_colors="active")
    edge = "return parseFloat(getComputedStyle(document.querySelector('dialog')).borderTopWidth)"
    assert app.driver.execute_script(edge) >= 2
    app.press("Add")
    icon = app.row("Unnamed").find_element(By.CSS_SELECTOR, "[data-color=red]")
    equal(app.driver.execute_script("return getComputedStyle(arguments[0]).color", icon),
          "rgb(192, 24, 47)")
    app.media()


def dialogs_move_away(app, server):
    """A sheet and an alert move away when they close, take no input meanwhile, and are gone then;
    at once for those who asked that nothing moves."""
    closing = """
        const [text, done] = arguments, dialog = document.querySelector("dialog[open]");
        // The animations stay where they are at half of their time, to be looked at.
        new MutationObserver(() => {
          const moving = document.getAnimations().filter(({ effect }) => effect.target === dialog);
          for (const one of moving) one.pause();
          for (const one of moving) one.currentTime = 125;
          done([dialog.isConnected, dialog.inert, moving.length > 0]);
        }).observe(dialog, { attributes: true, attributeFilter: ["open"] });
        [...dialog.querySelectorAll("button")].find((one) => one.textContent === text).click();"""
    for value, moves in (("no-preference", True), ("reduce", False)):
        app.fresh("#/inventory")
        app.media(**{"prefers-reduced-motion": value})
        for button, name in (("Add", "form"), ("Cancel", "alert")):
            if name == "form":
                app.press("Add an item")
                app.field("Name").send_keys("Chair")
            else:
                app.choose("Chair", "Delete")
            app.button(button)
            equal(app.driver.execute_async_script(closing, button), [True, True, moves])
            if moves and app.screenshots:
                file = app.screenshots / f"inventory-{name}-moves-away.png"
                app.driver.save_screenshot(str(file))
            app.driver.execute_script("for (const one of document.getAnimations()) one.play()")
            await_that(lambda: not app.all("dialog"), "no dialog")
    app.media()


def reduced_motion(app, server):
    """Nothing moves for those who asked for it."""
    for value, moves in (("no-preference", True), ("reduce", False)):
        app.fresh("#/counters")
        app.media(**{"prefers-reduced-motion": value})
        app.driver.execute_script("""
            globalThis.moves = [];
            const { animate } = Element.prototype;
            Element.prototype.animate = function (...all) {
              moves.push("animate");
              return animate.apply(this, all);
            };
            for (const type of ["animationstart", "transitionrun"])
              addEventListener(type, ({ animationName }) => {
                // What waits for a slow response says so.
                if (animationName !== "bs-turn") moves.push(animationName ?? type);
              }, true);""")
        app.press("Add a counter", "Back: Counters")
        app.await_titles("Counters")
        app.driver.execute_script("location.hash = '#/inventory'")
        app.press("Add an item", "Cancel")
        await_that(lambda: not app.all("dialog"), "no form")
        equal(bool(app.driver.execute_script("return moves.length")), moves)
    app.media()


def what_happens_by_itself_is_announced_once(app, server):
    """Focus and live regions tell of what opens and closes; a count that changes says nothing."""
    app.fresh("#/counters", App.narrow)
    app.press("Add a counter")
    app.await_titles("Counters", "Counter")
    id = app.session()
    app.driver.execute_script("""
        globalThis.spoken = [];
        const tell = (changes) => changes.forEach(({ target }) => {
          const region = (target.closest ? target : target.parentElement)
            ?.closest("[aria-live], [role=status], [role=alert], [role=log], [role=timer]");
          if (region) spoken.push(region.textContent);
        });
        new MutationObserver(tell).observe(document, {
          subtree: true, childList: true, characterData: true });
        addEventListener("focusin", ({ target }) => spoken.push(target.textContent));""")
    one_more = {"path": {"element": {"id": 0, "action": {"counter": "incrementButtonTapped"}}}}
    spoken = lambda: app.driver.execute_script("return spoken.splice(0)")
    for count in range(1, 5):
        server.request("POST", f"/sessions/{id}/actions", one_more)
        app.await_count(count)
    equal(spoken(), [])
    server.request("POST", f"/sessions/{id}/actions", one_more)
    app.await_titles("Counters")
    app.settle()
    # The control that opened it, and what that is on.
    equal(spoken(), ["Add a counter", "Counters"])
    server.request("POST", f"/sessions/{id}/actions", "addCounterButtonTapped")
    app.await_titles("Counters", "Counter")
    app.settle()
    equal(spoken(), ["Counter"])


TESTS = [forced_colors, dialogs_move_away, reduced_motion,
         what_happens_by_itself_is_announced_once]
