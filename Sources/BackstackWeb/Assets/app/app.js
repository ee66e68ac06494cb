// The app: which feature is shown, for which session, and what the user is told.
import { button, field, h, home } from "./ui.js";

// Some browsers forbid storage: then a reload forgets.
const tab = {
  read(name) {
    try {
      return sessionStorage.getItem(name);
    } catch {}
  },
  write(name, value) {
    try {
      if (value === undefined) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, value);
    } catch {}
  },
};

// What each session needs, all on its way at the same time; and what the screens of many need, which comes beside the session.
const needed = ["backstack", "screen", "conversation", "requests", "levels", "dialogs", "elements", "nodes", "icons"];
const usual = ["fields", "text"];
const load = (names = needed) => Promise.all(names.map((name) => import(`../client/${name}.js`)));
// The list of features needs none.
if (location.hash.length > 2) load();

// People who look how it works see what is behind the screens, beside them where there is room.
const isStaged = document.documentElement.hasAttribute("data-stage");
const isWide = matchMedia("(min-width: 64rem)");

const stage = document.querySelector("#stage");
const notice = document.querySelector("#notice");
let shown; // the feature, its session and what ends its view
let handed; // the session that another device has handed over, and its feature, until it is shown
let retrying; // the timer of a page that says that something did not work
let turn = 0; // counts routes: an older one that is still loading gives up
// The entries of the browser's history that belong together: a link begins others. The tab has
// stored the session of these; the entries of others have theirs.
let visited = history.state?.visit;

// MARK: What the user is told

const place = () => (document.querySelector("dialog[open]:not([inert])") ?? document.body).append(notice);
// It stays when the dialog goes in which it stood.
new MutationObserver(() => notice.isConnected || place()).observe(document.body, { childList: true });

function tell(text, act, run) {
  place();
  notice.replaceChildren(...(text ? [h("span", {}, text)] : []));
  if (act) notice.append(button(act, () => (tell(""), run())));
  else if (text) notice.append(button("×", () => tell(""), { "aria-label": "Close the message" }));
}

// Another action may lead to what the server can send again.
const isUnsendable = ({ problem }) => /(screen-not-available|state-not-encodable)$/.test(problem?.type);

// The server has a feature that it lists, though not for each key.
const isWithoutRight = ({ problem }) => /unknown-feature$/.test(problem?.type) && tab.read("backstack:key");

/** Returns what a failure means for the user, and the way on. */
export function explain(error) {
  const { status, problem = {} } = error;
  const again = ["Load again", () => location.reload()];
  const otherKey = ["Use another key", () => askKey()];
  const typed = document.querySelector("[data-unsaved]") ? " What you typed is still here." : "";
  if (error.reload) return [error.message, ...again];
  if (error.isLost) return [error.message];
  if (error.field) {
    return ["What you typed was not taken: correct it first. To leave it, go back once more, or cancel."];
  }
  if (status === 507 || /storage/.test(problem.type)) {
    return [`The server can't save at the moment, its disk may be full. It is tried again.${typed}`];
  }
  if (status === 503) return ["The server is busy or restarting. Try again in a moment."];
  if (status === 401) return ["The server asks for another key.", "Enter a key", () => askKey()];
  if (/quota/.test(problem.type)) return [`You have reached a limit. ${problem.detail}`];
  if (/not-permitted$/.test(problem.type)) {
    return ["Your key does not permit this: it is only for reading, or for agents.", ...otherKey];
  }
  if (isWithoutRight(error)) return ["Your key is not for this feature.", ...otherKey];
  if (status === 403) return [`The server does not permit this: ${error.message}`, "Start a new one", () => renew()];
  if (status === 404 || status === 410) {
    return ["This session is gone: it has ended or was deleted.", "Start a new one", () => renew()];
  }
  if (status === 422 || status === 400) {
    const detail = problem.detail ?? "The server did not accept that.";
    const isOurs = /There is no case|no feature/i.test(detail);
    return isOurs ? ["The page and the server are of different versions.", ...again] : [detail];
  }
  if (/unreadable-session$/.test(problem.type)) {
    return [problem.detail ?? error.message, "Start a new one", () => renew()];
  }
  if (isUnsendable(error)) {
    return [`This session can't be shown at the moment, and is kept: ${error.message} It appears as soon as it can.${typed}`];
  }
  if (status) return [error.message];
  if (/session has ended/.test(error.message)) {
    return ["This session has ended.", "Start a new one", () => renew()];
  }
  const text = navigator.onLine ? "The server can't be reached." : "You are offline.";
  return [text + typed, "Try again", () => route()];
}

const failed = (error) => {
  console.info("Backstack:", error.message);
  tell(...explain(error));
};

function page(title, ...body) {
  const heading = h("h1", { tabIndex: -1 }, title);
  stage.replaceChildren(h("section", { class: "page" }, heading, ...body));
  document.title = title === "Backstack" ? title : `${title} · Backstack`;
  heading.focus({ preventScroll: true });
}

function askKey(isWrong) {
  leave();
  const key = h("input", {
    type: "password", autocomplete: "off", required: true, maxLength: 4096,
  });
  const form = h("form", { class: "card" }, field("Key", key), h("button", { class: "button primary" }, "Continue"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // A field of a request can't contain others.
    if (!/^[!-~]+$/.test(key.value)) return askKey(true);
    tab.write("backstack:key", key.value);
    route();
  });
  page("Enter your key",
    h("p", { class: "lead" }, isWrong ? "The server does not know this key. Check it for blanks, or "
      + "ask whoever runs the server for another."
      : "This server is for people with a key. It is kept until you close the tab."), form);
  key.focus();
}

// MARK: The way

const request = (path) => {
  const key = tab.read("backstack:key");
  return fetch(home + path, { headers: key ? { Authorization: `Bearer ${key}` } : {}, cache: "no-store" });
};

async function read(path) {
  const response = await request(path);
  if (response.ok) return response.json();
  const problem = await response.json().catch(() => ({}));
  const detail = problem.detail ?? `The server answers ${response.status}.`;
  throw Object.assign(new Error(detail), { status: response.status, problem });
}

function leave() {
  if (!shown) return;
  // Fields end with their view: what was typed is sent before.
  shown.session.flush();
  shown.end();
  shown.session.close();
  shown = undefined;
  document.querySelector("#tools").hidden = true;
  delete document.body.dataset.session;
}

/** Begins another session, from the link that the URL has, or `link`. */
function renew(link) {
  if (handed || link) history.replaceState(null, "", `#${link ?? `/${handed.feature ?? ""}`}`);
  keepHanded();
  const [, name] = /^#\/([\w-]+)/.exec(location.hash) ?? [];
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith("backstack:") && key.endsWith(`:${name}`)) sessionStorage.removeItem(key);
  }
  history.replaceState(null, "");
  return route();
}

// It stays until it is shown: the server may ask for a key first, and the page may be loaded again.
function keepHanded(found) {
  handed = found;
  tab.write("backstack:handed", found && JSON.stringify(found));
}

async function handOver() {
  const [, feature] = /&feature=([\w-]+)$/.exec(location.hash) ?? [];
  const { handedOver } = await import("../client/handover.js");
  keepHanded({ id: handedOver(), feature });
}

export async function route(isAgain) {
  const mine = ++turn;
  clearTimeout(retrying);
  const [, name, rest] = /^#\/([\w-]+)(\/.*)?$/.exec(location.hash) ?? [];
  leave();
  tell("");
  const slow = setTimeout(() => tell("Connecting…"), 1000);
  const wait = () => mine === turn && stage.replaceChildren(h("div", { class: "waiting" }));
  const blank = name && !isAgain && setTimeout(wait, 300);
  try {
    if (location.hash.startsWith("#session=")) await handOver();
    else if (location.hash) keepHanded();
    else handed ??= JSON.parse(tab.read("backstack:handed") || "null") ?? undefined;
    if (handed) handed.feature = (await read(`/sessions/${handed.id}`)).feature;
    if (mine !== turn) return;
    const features = handed || name ? [] : (await read("/features")).features;
    if (mine !== turn) return;
    // A list of one is no choice.
    const feature = handed?.feature ?? name ?? (features.length === 1 ? features[0].name : undefined);
    if (feature) await open(feature, rest && `/${feature}${rest}`, handed?.id, mine);
    else await list(features, mine);
    if (notice.textContent.startsWith("Connecting")) tell("");
  } catch (error) {
    if (mine !== turn) return;
    if (error.status === 401) return askKey(Boolean(tab.read("backstack:key")));
    const [text, act, run] = explain(error);
    const isLink = rest && [404, 422].includes(error.status) && !isWithoutRight(error);
    if (!error.status || error.status > 501 || isUnsendable(error)) retrying = setTimeout(() => route(true), 2000);
    tell("");
    // Drawn again, it would take the focus.
    if (isAgain && stage.querySelector(".lead")?.textContent === text) return;
    page(isLink ? "This link leads nowhere" : "That did not work",
      h("p", { class: "lead" }, isLink ? error.message : text),
      button(isLink ? "Start from the beginning" : act ?? "Try again", () => {
        if (isLink) location.hash = `#/${name}`;
        else (run ?? route)();
      }, { class: "button primary" }),
      h("a", { class: "plain", href: "#/" }, "All features"));
  } finally {
    clearTimeout(slow);
    clearTimeout(blank);
  }
}

async function list(features, mine) {
  const { contents } = await import("./home.js");
  const all = await contents(features);
  if (mine === turn) page("Backstack", ...all);
}

async function open(name, link, handed, mine) {
  const { visit = Date.now(), session: earlier } = history.state ?? {};
  const id = handed || (visit === visited ? undefined : earlier);
  const key = tab.read("backstack:key") ?? undefined;
  const { wire, fetch } = isStaged ? (await import("../stage/record.js")).recorded() : {};
  if (mine !== turn) return;
  const options = { feature: name, link, id, key, server: home, view: "screen", fetch };
  // On its way before the other modules are there: browsers have six connections to a host over HTTP/1.1.
  const opening = import("../client/backstack.js").then(({ Session }) => {
    const session = Session.open(options);
    load(usual).catch(() => {}); // the screens tell it
    return session;
  });
  let isShown = false;
  try {
    isShown = await present({ name, link, visit, key, wire, opening, mine });
  } finally {
    if (!isShown) opening.then((session) => session.close(), () => {});
  }
}

/** Shows a session as soon as it is open; returns whether it does. */
async function present({ name, link, visit, key, wire, opening, mine }) {
  opening.catch(() => {}); // thrown below, if the server has the feature at all
  const [{ features }, [, { showScreens }]] = await Promise.all([read("/features"), load()]);
  if (mine !== turn) return false;
  if (!features.some((one) => one.name === name)) {
    return page("No such feature", h("p", { class: "lead" }, `This server does not host “${name}”.`),
      h("a", { class: "plain", href: "#/" }, "All features"));
  }
  const session = await opening;
  if (mine !== turn) return false;
  if (!session.state.levels) {
    return page("An older server", h("p", { class: "lead" }, "This server has no screens: it is older than this "
      + "page. Update the server."));
  }
  stage.replaceChildren();
  visited = visit;
  const remember = () => {
    if (history.state?.session === session.id) return;
    history.replaceState({ ...history.state, visit, session: session.id }, "");
  };
  remember();
  const follow = () => followScreens(session, link ?? `/${name}`, name);
  const drawn = showScreens(stage, session, {
    failed, home: features.length > 1 ? { url: "#/", text: "Features" } : undefined,
    isInside: () => isStaged && (isWide.matches || document.querySelector(".second")),
  });
  follow();
  const headings = new MutationObserver(follow);
  headings.observe(stage, { childList: true, subtree: true, attributeFilter: ["inert"] });
  shown = {
    name, visit, session, wire, key, follow, showScreens,
    async startOver() {
      if (!confirm("Start over? This page leaves the session, with all that is in it.")) return;
      await renew(`/${name}`);
      stage.querySelector("h1")?.focus();
    },
    end() {
      headings.disconnect();
      drawn.end();
    },
  };
  keepHanded();
  tellOf(session, () => {
    follow();
    remember();
  });
  // What else there is comes after the screens.
  showTools(document.querySelector("#tools")).catch(failed);
  return true;
}

/** Makes the title and the URL those of what is shown; a link is the URL's until something has happened. */
function followScreens(session, link, name) {
  // A level that leaves is inert, and still there; in one below a sheet, what it has is.
  const headings = [...stage.querySelectorAll("h1")].filter((one) => !one.closest(".bs-levels > [inert]"));
  document.title = `${headings.at(-1)?.textContent ?? name} · Backstack`;
  const { snapshot } = session;
  const hash = `#${snapshot.link ?? (snapshot.version ? `/${name}` : link)}`;
  if (new URL(hash, location).hash !== location.hash) history.replaceState(history.state, "", hash);
}

/** Tells what happens to a session; `changed()` runs at each version. */
function tellOf(session, changed) {
  let present = session.id;
  session.addEventListener("change", () => {
    changed();
    if (session.id === present) return;
    present = session.id;
    tell("That session had ended. This is a new one.");
  });
  session.addEventListener("status", ({ detail: { isConnected, isBuffered, since, error } }) => {
    if (isBuffered) {
      return tell("A proxy on the way keeps the server's events back. What others change is shown "
        + "a little later; nothing is lost.");
    }
    if (error?.status) return failed(error);
    if (isConnected) return tell("");
    const seconds = Math.round((Date.now() - since) / 1000);
    const text = navigator.onLine ? "Reconnecting…" : "You are offline.";
    tell(`${text}${seconds > 20 ? ` No connection for ${seconds} s.` : ""} What you type is kept.`);
  });
  session.addEventListener("held", () => tell(...explain({ field: true })));
  const lost = () => session.lost
    && tell(`The last thing you did before the page was left was refused: ${explain(session.lost)[0]}`);
  session.addEventListener("lost", lost);
  if (session.replaced) tell("The session of this tab had ended. This is a new one.");
  lost();
}

async function showTools(element) {
  const mine = shown;
  const { handOver, openStage } = await import(isStaged ? "../stage/stage.js" : "./tools.js");
  if (shown !== mine) return;
  element.hidden = false;
  document.body.dataset.session = "";
  if (isStaged) openStage(element, shown, { failed });
  else element.replaceChildren(handOver(shown.session), button("Start over", () => shown.startOver(), { class: "button quiet" }));
}

// Comes for links, too. It is told before the screens, which must not take the steps of others.
addEventListener("popstate", () => {
  if (!shown || history.state?.visit !== shown.visit) return route();
  // The entry has the URL of another time.
  shown.follow();
});
addEventListener("online", () => !shown && retrying && route());
route();
