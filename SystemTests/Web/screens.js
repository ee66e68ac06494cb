// The page of the renderer's tests: shows a screen of screens.mjs for a session without a server.
import { showScreens } from "/client/screen.js";
import "/client/fields.js";
import { fixtures } from "/screens.mjs";

class FakeSession extends EventTarget {
  id = "fixture";
  sent = [];
  pressed = new Map(); // controls that wait, which take no second press
  show(screen) {
    this.snapshot = this.state = screen;
    this.dispatchEvent(new Event("change"));
  }
  flush() {
    this.dispatchEvent(new Event("flush"));
  }
  send(made, { base, guard, ...options } = {}) {
    if (!options.field) this.flush();
    const { control, field } = options;
    if (!field && this.pressed.has(control)) return this.pressed.get(control);
    const action = typeof made === "function" ? made(this.state, base) : made;
    const settled = new Promise((resolve, reject) => this.sent.push({ action, ...options, resolve, reject }))
      .finally(() => this.pressed.delete(control));
    if (control) this.pressed.set(control, settled);
    return settled;
  }
}

const query = new URLSearchParams(location.search);
if (query.has("rtl")) document.documentElement.dir = "rtl";
export { fixtures };
export const session = new FakeSession();
session.show(fixtures[query.get("screen") ?? "standups"]());
export const screens = showScreens(document.querySelector("main"), session, {});
document.title = "ready";
