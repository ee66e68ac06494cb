// A screen that is drawn in a page of dom.mjs, for a session that a test answers.
import assert from "node:assert/strict";
import "../../Sources/BackstackWeb/Assets/client/fields.js"; // fields are there at once
import { showScreens } from "../../Sources/BackstackWeb/Assets/client/screen.js";
import { page } from "./dom.mjs";
import { Clock, settle } from "./fakes.mjs";

export class FakeSession extends EventTarget {
  id = "session";
  sent = [];
  constructor(screen) {
    super();
    this.snapshot = this.state = screen;
  }
  show(screen) {
    this.snapshot = this.state = screen;
    this.dispatchEvent(new Event("change"));
    return settle();
  }
  flush() {
    this.dispatchEvent(new Event("flush"));
  }
  send(made, { base, ...options } = {}) {
    const action = typeof made === "function" ? made(this.state, base) : made;
    return new Promise((resolve, reject) => this.sent.push({ action, ...options, resolve, reject }));
  }
  take() {
    return this.sent.splice(0).map(({ action }) => action);
  }
}

export async function open(screen, { session = new FakeSession(screen), storage, leaving = () => {}, ...options } = {}) {
  const { main, document } = page();
  const history = { state: null, pushState(state) { this.state = state; }, replaceState(state) { this.state = state; }, go() {} };
  const platform = {
    ...new Clock().globals, history, document, sessionStorage: storage, scrollTo() {},
    addEventListener(type, listener) {
      if (type === "pagehide") leaving(listener);
    },
  };
  const shown = showScreens(main, session, { platform, ...options });
  await settle();
  const all = (selectors) => document.body.querySelectorAll(selectors).filter((one) => !one.closest("[inert]"));
  const button = (name) => {
    const found = all("button").find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name);
    assert.ok(found, `${name} among ${all("button").map((one) => one.getAttribute("aria-label") ?? one.textContent)}`);
    return found;
  };
  return { main, document, session, ...shown, all, button };
}
