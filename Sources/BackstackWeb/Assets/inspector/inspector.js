// The inspector: the list of sessions, and one of them, by the fragment of the URL.
import { connect } from "./api.js";
import { showList } from "./list.js";
import { showSession } from "./session.js";
import { button, field, h } from "../app/ui.js";

const page = document.querySelector("#page");
const notice = document.querySelector("#notice");
const stored = "backstack.inspector.key";
let view = { end() {} };

let hiding;
function say(text) {
  clearTimeout(hiding);
  notice.replaceChildren(text, button("Close", () => notice.replaceChildren()));
  hiding = setTimeout(() => notice.replaceChildren(), 6000);
}

function failed(error) {
  if (error.name === "AbortError") return;
  if (error.status === 401) {
    sessionStorage.removeItem(stored);
    return askForKey("The server does not know this key; a server makes a new one when it starts.");
  }
  say(error.message);
}

/** Ends what is shown. */
function close() {
  view.end();
  view = { end() {} };
}

function askForKey(why) {
  close();
  document.title = "Inspector";
  const input = h("input", { type: "password", autocomplete: "off", required: true });
  const ask = h("form", { class: "card ask" }, h("h1", { tabIndex: -1 }, "Inspector"), h("p", {}, why),
    field("Key", input), h("button", { type: "submit", class: "primary" }, "Open"));
  ask.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(stored, input.value.trim());
    show();
  });
  page.replaceChildren(ask);
  input.focus();
}

async function show() {
  const given = /^#key=(.+)$/.exec(location.hash);
  if (given) {
    sessionStorage.setItem(stored, given[1]);
    // The key stays out of the history.
    history.replaceState(null, "", "#/");
  }
  const digits = /^#\/([0-9a-f]+)/.exec(location.hash)?.[1];
  const version = /^#\/[0-9a-f]+\/(\d+)$/.exec(location.hash)?.[1];
  // Another version of the session that is shown.
  const last = view.digits;
  if (digits && last === digits) return view.look(version && +version);
  close();
  const key = sessionStorage.getItem(stored);
  if (!key) return askForKey("The server printed its key when it started.");
  if (!/^[\x21-\x7e]+$/.test(key)) return askForKey("A key has only letters, digits and -._~+/=.");
  const api = connect(key);
  const shown = location.hash;
  try {
    const server = await api.read("server");
    if (location.hash !== shown) return;
    const parts = { server, api, failed, say };
    document.title = digits ? `${digits} · Inspector` : "Inspector";
    view = digits ? { digits, ...showSession(page, { digits, version: version && +version }, parts) }
      : { end: showList(page, parts, last) };
  } catch (error) {
    if (error.status === 401) return failed(error);
    page.replaceChildren(h("h1", { tabIndex: -1 }, "The server can't be reached"),
      h("p", {}, error.message), button("Try again", show));
    page.querySelector("h1").focus();
  }
}

addEventListener("hashchange", show);
show();
