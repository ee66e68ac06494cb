// The inspector: the list of sessions, and one of them, by the fragment of the URL.
import { connect } from "./api.js";
import { showList } from "./list.js";
import { showSession } from "./session.js";
import { button, field, h } from "../app/ui.js";

const page = document.querySelector("#page");
const notice = document.querySelector("#notice");
const stored = "backstack.inspector.key";
let end = () => {};

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

function askForKey(why) {
  end();
  end = () => {};
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
  end();
  end = () => {};
  const key = sessionStorage.getItem(stored);
  if (!key) return askForKey("The server has printed its key when it started.");
  if (!/^[\x21-\x7e]+$/.test(key)) return askForKey("A key has only letters, digits and -._~+/=.");
  const api = connect(key);
  const shown = location.hash;
  try {
    const server = await api.read("server");
    if (location.hash !== shown) return;
    const parts = { server, api, failed, say };
    const digits = /^#\/([0-9a-f]+)/.exec(shown)?.[1];
    document.title = digits ? `${digits} · Inspector` : "Inspector";
    end = digits ? showSession(page, digits, parts) : showList(page, parts);
  } catch (error) {
    if (error.status === 401) return failed(error);
    page.replaceChildren(h("h1", { tabIndex: -1 }, "The server can't be reached"),
      h("p", {}, error.message), button("Try again", show));
    page.querySelector("h1").focus();
  }
}

addEventListener("hashchange", show);
show();
