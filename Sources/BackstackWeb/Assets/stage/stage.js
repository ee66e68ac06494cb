// What is beside a session for people who look how it works: the wire, the stack, the source, and what one may try.
import { Session } from "../client/backstack.js";
import { parse } from "../client/exact.js";
import { simulate, simulatedFaults } from "../client/simulate.js";
import { copyButton, handOver } from "../app/tools.js";
import { button, curlLine, field, h, home, listing, select } from "../app/ui.js";
import { codes, names, summary, tidy } from "./wire.js";

/** Shows the stage for what is shown; adds to `shown.end` what ends it. */
export function openStage(element, shown, { failed }) {
  const { session, wire } = shown;
  const life = new AbortController();
  const parts = [stackOf, timeOf, toolsOf].map((make) => make(shown, life.signal, failed));
  const panels = [["Wire", wireOf], ["Source", sourceOf], ["Send it yourself", codeOf]];
  const body = h("div", { class: "panel" });
  const tabs = panels.map(([name, make], index) => {
    const tab = h("button", { type: "button", role: "tab", id: `stage-${index}` }, name);
    tab.addEventListener("click", () => choose(index));
    return { tab, panel: h("div", { role: "tabpanel", "aria-labelledby": `stage-${index}` }, make(shown, life.signal)) };
  });
  const choose = (chosen) => {
    tabs.forEach(({ tab }, index) => {
      tab.setAttribute("aria-selected", `${index === chosen}`);
      tab.tabIndex = index === chosen ? 0 : -1;
    });
    body.replaceChildren(tabs[chosen].panel);
    body.querySelector("mark")?.scrollIntoView({ block: "center" });
  };
  const list = h("div", { class: "tabs", role: "tablist" }, ...tabs.map(({ tab }) => tab));
  list.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key] * (list.closest("[dir=rtl]") ? -1 : 1);
    if (!step) return;
    const next = (tabs.findIndex(({ tab }) => tab === document.activeElement) + step + tabs.length) % tabs.length;
    choose(next);
    tabs[next].tab.focus();
  });
  element.replaceChildren(h("h2", {}, "Behind the screens"), ...parts, list, body);
  choose(0);
  const { end } = shown;
  shown.end = () => {
    life.abort();
    end();
  };
  const id = h("code");
  element.firstChild.append(id);
  follow(session, life.signal, () => (id.textContent = `/sessions/${session.id.slice(0, 8)}…`));
  wire.dispatchEvent(new Event("entry"));
}

/** Calls now and at each change of a session. */
function follow(session, signal, show) {
  session.addEventListener("change", show, { signal });
  show();
}

// MARK: The stack

function stackOf({ session }, signal) {
  const list = h("ol", { class: "stack", "aria-label": "The levels on screen" });
  follow(session, signal, () => {
    const levels = session.state.levels.map(({ id, style, title }) => ({ id, style, title: title ?? style }));
    [...list.children].slice(levels.length).forEach((card) => card.remove());
    levels.forEach(({ id, style, title }, index) => {
      let card = list.children[index];
      if (card?.dataset.id !== id) {
        card?.remove();
        card = h("li", {}, h("b"), h("small"));
        card.dataset.id = id;
        list.insertBefore(card, list.children[index] ?? null);
      }
      card.dataset.style = style;
      card.firstChild.textContent = title;
      card.lastChild.textContent = style;
    });
  });
  return list;
}

// MARK: Time

function timeOf({ session, key }, signal, failed) {
  const slider = h("input", { type: "range", min: 0, step: 1 });
  const label = h("span", { class: "hint" });
  let isHeld = false;
  let isGoing = false;
  let copied; // the version that a restoration has made: the thumb stays at the one that it is a copy of
  const tell = () => {
    const { version } = session.snapshot;
    const { value } = slider;
    slider.setAttribute("aria-valuetext", `Version ${value}`);
    label.textContent = +value === version ? `version ${version}`
      : version === copied ? `version ${version}, a copy of ${value}` : `back to version ${value} of ${version}`;
  };
  const show = () => {
    const { version } = session.snapshot;
    if (isHeld || isGoing || version < copied) return;
    slider.max = version;
    if (version !== copied) slider.value = version;
    slider.disabled = version === 0;
    tell();
  };
  follow(session, signal, show);
  slider.addEventListener("input", () => {
    isHeld = true;
    tell();
  });
  slider.addEventListener("change", async () => {
    isHeld = false;
    if (isGoing) return;
    isGoing = true;
    try {
      // Another key may have moved it meanwhile.
      for (let wanted; wanted !== slider.valueAsNumber;) {
        wanted = slider.valueAsNumber;
        copied = await restore(session, wanted, key);
      }
    } catch (error) {
      copied = undefined;
      failed(error);
    }
    isGoing = false;
    show();
  });
  return h("div", { class: "time" }, h("label", {}, h("span", {}, "Travel in time"), slider), label);
}

const json = { "Content-Type": "application/json" };

/** Restores a session to a version, or to the one before it that has a snapshot; returns the version that this makes. */
async function restore({ id, snapshot }, version, key) {
  if (version === snapshot.version) return version;
  const headers = { ...json, ...(key && { Authorization: `Bearer ${key}` }) };
  const ask = async (path, init) => {
    const response = await fetch(`${home}/sessions/${id}/${path}`, { ...init, headers });
    const answer = await response.json();
    if (response.ok) return answer;
    throw Object.assign(new Error(answer.detail), { status: response.status, problem: answer });
  };
  const { entries } = await ask(`history?after=${Math.max(0, version - 50)}&limit=50`);
  const found = entries.findLast((one) => one.snapshot && one.version <= version)?.version ?? 0;
  return (await ask("restore", { method: "POST", body: JSON.stringify({ version: found }) })).version;
}

// MARK: What one may try

function toolsOf(shown, signal, failed) {
  const { session, wire, startOver } = shown;
  const cut = button("Cut the connection", () => {
    wire.cut(!wire.isCut);
    cut.textContent = wire.isCut ? "Connect again" : "Cut the connection";
    if (!wire.isCut) dispatchEvent(new Event("online"));
  });
  const latency = select([[0, "None"], [300, "300 ms"], [1000, "1 s"], [3000, "3 s"]],
    (value) => simulate({ latency: +value }));
  latency.value = simulatedFaults().latency;
  const device = second(shown, signal, failed, "Second device", session);
  const person = second(shown, signal, failed, "Another person", {});
  const kill = button("Kill the server", async () => {
    wire.say("kill -9", "All that the server had in memory is gone. Another one reads it from the journal.");
    await fetch(`${home}/stage/kill`, { method: "POST", headers: json, body: "{}" }).catch(() => {});
  });
  const kills = document.documentElement.dataset.stage === "kill";
  return h("div", { class: "tools" }, device, person, cut, ...(kills ? [kill] : []), handOver(session),
    button("Start over", startOver), field("Delay", latency));
}

/** Returns a button that shows a session beside the first: the same, or another of the feature. */
function second({ name, key, showScreens }, signal, failed, title, of) {
  let opened;
  const close = () => {
    opened?.end();
    opened = undefined;
    toggle.setAttribute("aria-pressed", "false");
  };
  const toggle = button(title, async () => {
    if (opened) return close();
    const mine = (opened = { end() {} });
    toggle.setAttribute("aria-pressed", "true");
    try {
      const other = await Session.open({ feature: name, key, storage: null, id: of.id, server: home, view: "screen" });
      if (opened !== mine) return other.close();
      const stage = h("div", { class: "stage second" });
      const frame = h("section", { class: "frame", "aria-label": title }, stage, h("p", { class: "hint" }, title));
      document.querySelector("#views").append(frame);
      const { end } = showScreens(stage, other, { failed, platform: noHistory(), isInside: () => true });
      mine.end = () => {
        end();
        other.close();
        frame.remove();
      };
    } catch (error) {
      close();
      failed(error);
    }
  }, { "aria-pressed": "false" });
  signal.addEventListener("abort", close);
  return toggle;
}

/** What a second view has for the browser, whose history and focus it leaves alone. */
const noHistory = () => ({
  Date,
  document: {},
  history: { state: null, replaceState() {}, pushState() {}, go() {} },
  addEventListener() {},
  scrollTo() {},
});

// MARK: The wire

function wireOf({ wire }, signal) {
  const list = h("ol", { class: "wire", "aria-label": "Requests and events, the last first" });
  const rows = new Map();
  const show = (entry) => {
    if (!rows.has(entry.number)) {
      const row = h("li", {}, h("details", {}, h("summary"), h("div")));
      rows.set(entry.number, row);
      list.prepend(row);
      if (rows.size > 100) {
        list.lastChild.remove();
        rows.delete(rows.keys().next().value);
      }
    }
    fill(rows.get(entry.number).firstChild, entry);
  };
  wire.entries.forEach(show);
  wire.addEventListener("entry", ({ entry }) => entry && show(entry), { signal });
  return list;
}

function fill(details, entry) {
  const { kind, url, init, status, took, failure, size } = entry;
  const { text, lines = [], version } = summary(entry);
  const path = url && url.replace(home, "").replace(/[0-9a-f]{24,}/, (id) => `${id.slice(0, 4)}…`);
  const action = /actions$/.test(path) && names(JSON.parse(init.body)).join(" › ");
  const [head, body] = details.children;
  details.dataset.kind = kind;
  head.replaceChildren(
    h("b", {}, kind), h("span", { class: "what" }, action || path || text),
    h("span", { class: failure ? "bad" : status >= 400 ? "bad" : "" },
      [failure ?? status, took && `${Math.round(took)} ms`, version !== undefined && `v${version}`, size && `${size} B`]
        .filter(Boolean).join(" · ")));
  body.replaceChildren(
    ...(path ? [h("pre", { tabIndex: 0 }, `${kind} ${path}${init.body ? `\n\n${init.body}` : ""}`)] : []),
    ...(lines.length ? [h("pre", { class: "patch", tabIndex: 0 }, ...lines.slice(0, 40).map(({ op, text }) => {
      const line = h("span", {}, `${text}\n`);
      line.dataset.op = op;
      return line;
    }))] : text && !path ? [] : text ? [h("p", { class: "hint" }, text)] : []));
  // The change itself is the news.
  if (lines.length && lines.length <= 12 && !("open" in details.dataset)) {
    details.dataset.open = "";
    details.open = true;
  }
}

// MARK: The source

let sources; // the texts of files, by their names, once they are there

const readSources = () => (sources ??= fetch(new URL("sources.json", import.meta.url)).then((response) => response.json()));

/** Returns a declaration with what is in it. */
function declaration(text, beginning) {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line.includes(beginning));
  if (from < 0) return;
  const to = lines.findIndex((line, index) => index > from && line.startsWith("}"));
  return lines.slice(from, to + 1).join("\n");
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Returns the names of the types on the way to a level, from the feature's: a case has the type of its screen. */
function typesOf(name, level, texts) {
  const all = texts.join("\n");
  const types = names(level.wrap).map((one) => new RegExp(`case ${one}\\((\\w+)\\)`).exec(all)?.[1]).filter(Boolean);
  return [capital(name), ...types];
}

function sourceOf({ session, name, wire }, signal) {
  const code = h("div", { class: "source", tabIndex: 0, role: "region", "aria-label": "The source" });
  let shownAs;
  const show = async () => {
    const files = await readSources().catch(() => ({}));
    if (signal.aborted) return;
    const texts = Object.values(files);
    if (!texts.length) return code.replaceChildren(h("p", { class: "hint" }, "This server has no sources to show."));
    const level = session.state.levels.at(-1);
    const types = typesOf(name, level, texts).filter((type) => `${type}.swift` in files);
    const last = wire.entries.findLast(({ init }) => init?.body)?.init.body ?? "null";
    const [action] = names(JSON.parse(last)).reverse()
      .filter((one) => /^\w+$/.test(one) && texts.some((text) => text.includes(`.${one}`)));
    const type = types.at(-1);
    const key = `${type} ${action}`;
    if (key === shownAs || !type) return;
    shownAs = key;
    const view = texts.map((text) => declaration(text, `struct ${type}View: View`)).find(Boolean);
    const handler = [...types].reverse().find((one) => new RegExp(`case .*\\.${action}\\b`).test(files[`${one}.swift`]));
    const reducer = handler ?? type;
    code.replaceChildren(
      h("h3", {}, `${reducer}.swift`), listing(files[`${reducer}.swift`], handler && action),
      ...(view ? [h("h3", {}, `${type}View`), listing(view, action)] : []));
    code.querySelector("mark")?.scrollIntoView({ block: "center" });
  };
  follow(session, signal, show);
  wire.addEventListener("entry", show, { signal });
  return code;
}

// MARK: The same in other languages

function codeOf({ wire }, signal) {
  const list = h("div", { class: "codes" });
  let shownFor;
  const show = () => {
    const last = wire.entries.findLast(({ kind, url }) => kind === "POST" && url.endsWith("/actions"));
    if (last === shownFor && last) return;
    shownFor = last;
    if (!last) return list.replaceChildren(h("p", { class: "hint" }, "Press something in the app: how any client sends it is shown here."));
    const { url, init } = last;
    const body = JSON.stringify(tidy(parse(init.body)));
    const texts = { curl: curlLine({ url, ...init, body }), ...codes(body) };
    list.replaceChildren(...Object.entries(texts).map(([language, text]) => {
      const code = h("pre", { tabIndex: 0, "aria-label": `In ${language}` }, text);
      return h("section", {}, h("h3", {}, language, copyButton(code, language)), code);
    }));
  };
  wire.addEventListener("entry", show, { signal });
  show();
  return list;
}
