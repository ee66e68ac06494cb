// The list of sessions.
import { withQuery } from "./api.js";
import { button, field, h, select } from "../app/ui.js";

const units = ["B", "KB", "MB", "GB"];

/** Returns a number of bytes for people. */
export function bytes(count) {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(count, 1)) / 10));
  const value = count / 1024 ** power;
  return `${power && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** Returns how long a time is, for people. */
export function span(seconds) {
  if (seconds < 0.0995) return `${Math.max(0, Math.round(seconds * 1000))} ms`;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

const until = (date) => (Date.parse(date) - Date.now()) / 1000;

const inMemory = [
  ["Session", (one) => link(one)], ["Feature", (one) => one.feature],
  ["Version", (one) => one.version, "number"], ["Screens", (one) => one.depth ?? "–", "number"],
  ["On top", (one) => one.top ?? "–"], ["Effects", (one) => one.effects, "number"],
  ["Readers", (one) => one.readers, "number"], ["State", (one) => bytes(one.bytes), "number"],
  ["Owner", (one) => one.principal ?? "–"],
  ["Last used", (one) => `${span(Math.max(0, -until(one.usedAt)))} ago`, "number"],
];
const stored = [
  ["Session", (one) => link(one)], ["Feature", (one) => one.feature],
  ["Version", (one) => one.version, "number"],
  ["Where", (one) => (one.quarantined ? "quarantined" : one.active ? "in memory" : "only stored")],
  ["Owner", (one) => one.principal ?? "–"],
  ["Expires", (one) => (until(one.expiresAt) < 0 ? "expired" : `in ${span(until(one.expiresAt))}`),
    "number"],
];

const link = (one) => h("a", { href: `#/${one.id.slice(0, 8)}` }, one.id.slice(0, 8));

/** Shows the list in an element; returns a function that ends it. */
export function showList(page, { server, api, failed }) {
  let columns = inMemory;
  let next;
  let isPaused = false;
  let pages = 1;
  const head = h("tr");
  const rows = h("tbody");
  const count = h("p", { class: "hint", role: "status" });
  const empty = h("p", { class: "empty" });
  const filters = { feature: "", id: "" };

  const draw = (sessions) => {
    head.replaceChildren(...columns.map(([name, , kind]) =>
      h("th", { scope: "col", class: kind ?? "" }, name)));
    const focused = rows.contains(document.activeElement) && document.activeElement.hash;
    rows.replaceChildren(...sessions.map((one) => h("tr", {}, ...columns.map(([, cell, kind]) =>
      h("td", { class: kind ?? "" }, cell(one))))));
    if (focused) rows.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
    table.hidden = !sessions.length;
    empty.hidden = !!sessions.length;
    empty.textContent = filters.id || filters.feature
      ? "No session fits." : "No sessions yet. They appear here when clients create them.";
    more.hidden = next === undefined;
  };

  let current = 0;
  const load = async () => {
    const mine = ++current;
    try {
      const found = [];
      let from;
      const isStored = columns === stored;
      for (let index = 0; index < pages; index += 1) {
        const answer = await api.read(isStored
          ? withQuery("stored", { after: from })
          : withQuery("sessions", { ...filters, before: from }));
        if (mine !== current) return;
        found.push(...answer.sessions);
        from = answer.next;
        if (!isStored) count.textContent = `${answer.count} in memory`;
        if (from === undefined) break;
      }
      if (isStored) count.textContent = "";
      next = from;
      draw(found);
    } catch (error) {
      if (mine === current) failed(error);
    }
  };
  const restart = () => {
    pages = 1;
    load();
  };

  const places = select([["memory", "In memory"], ["stored", "Stored"]], (value) => {
    columns = value === "stored" ? stored : inMemory;
    for (const one of [features, id]) one.disabled = columns === stored;
    restart();
  });
  const features = select(
    [["", "All features"], ...server.features.map((name) => [name, name])], (value) => {
      filters.feature = value;
      restart();
    });
  const id = h("input", { type: "search", autocomplete: "off", spellcheck: false });
  id.addEventListener("input", () => {
    filters.id = id.value.trim().toLowerCase();
    restart();
  });
  const pause = button("Pause", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Go on" : "Pause";
    if (!isPaused) load();
  });
  const more = button("More", () => {
    pages += 1;
    load();
  }, { hidden: true });
  const table = h("table", { hidden: true },
    h("caption", { class: "unseen" }, "Sessions, those used last at the top"),
    h("thead", {}, head), rows);

  page.replaceChildren(
    h("header", {}, h("h1", { tabIndex: -1 }, "Sessions"), count),
    h("div", { class: "filters" }, ...(server.stores ? [field("Where", places)] : []),
      field("Feature", features), field("Id begins with", id), pause),
    h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Sessions" }, table),
    empty, more);
  load();
  const timer = setInterval(() => {
    if (!isPaused && !document.hidden) load();
  }, 2000);
  return () => {
    current = -1;
    clearInterval(timer);
  };
}
