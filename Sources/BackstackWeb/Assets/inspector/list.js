// The list of sessions, what the server does, and what happens in them.
import { withQuery } from "./api.js";
import { makeTail } from "./tail.js";
import { rates, totals } from "./totals.js";
import { button, field, h, select } from "../app/ui.js";
import { keyed } from "./keyed.js";

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

const sortedPages = 5; // as many pages as a sorted list begins with

const until = (date) => (Date.parse(date) - Date.now()) / 1000;

// The name of a column, its cell, whether it has numbers, and what it is sorted by, if not by the cell.
const inMemory = [
  ["Session", (one) => link(one), "", (one) => one.id], ["Feature", (one) => one.feature],
  ["Version", (one) => one.version, "number"],
  ["Screens", (one) => one.depth ?? "–", "number", (one) => one.depth ?? -1],
  ["On top", (one) => one.top ?? "–"], ["Effects", (one) => one.effects, "number"],
  ["Readers", (one) => one.readers, "number"], ["State", (one) => bytes(one.bytes), "number", (one) => one.bytes],
  ["Owner", (one) => one.principal ?? "–"],
  ["Last used", (one) => `${span(Math.max(0, -until(one.usedAt)))} ago`, "number", (one) => one.usedAt],
];
const stored = [
  ["Session", (one) => link(one), "", (one) => one.id], ["Feature", (one) => one.feature],
  ["Version", (one) => one.version, "number"],
  ["Where", (one) => (one.quarantined ? "quarantined" : one.active ? "in memory" : "only stored")],
  ["Owner", (one) => one.principal ?? "–"],
  ["Expires", (one) => (until(one.expiresAt) < 0 ? "expired" : `in ${span(until(one.expiresAt))}`),
    "number", (one) => one.expiresAt],
];

const link = (one) => h("a", { href: `#/${one.id.slice(0, 8)}` }, one.id.slice(0, 8));

/**
 * Returns the rows while a person is at them: each stays where it is, with what is new of its session; one
 * whose session is gone says so, and what is new waits.
 */
export function held(shown, sessions) {
  const fresh = new Map(sessions.map((one) => [one.id, one]));
  return shown.map((one) => fresh.get(one.id) ?? { ...one, isGone: true });
}

/** Returns rows in the order of what a function returns; those that are equal stay in order. */
export function sorted(rows, by, isDescending) {
  const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
  return rows.toSorted((one, other) => compare(by(one), by(other)) * (isDescending ? -1 : 1));
}

/** The link to the list, with what it was filtered by. */
export let listLink = "#/";

/** Shows the list in an element, with the focus on the link to the `opened` session; returns a function that ends it. */
export function showList(page, parts, opened) {
  const list = new List(page, { ...parts, opened });
  const timer = setInterval(() => {
    // Many pages may take longer than this; what has no response is asked again.
    const isLate = performance.now() - list.loadingSince > 10_000;
    if (!list.isPaused && isLate && !document.hidden) list.load();
  }, 2000);
  return () => {
    list.current = -1;
    clearInterval(timer);
  };
}

class List {
  columns = inMemory;
  shown = [];
  filters = { feature: "", id: "", owner: "", state: "" };
  order = {}; // the name of a column, and whether it is descending
  pages = 1;
  isPaused = false;
  current = 0; // the number of the last request
  loadingSince = -Infinity;

  constructor(page, parts) {
    Object.assign(this, parts);
    const { server } = parts;
    const query = new URLSearchParams(location.hash.split("?")[1]);
    for (const name in this.filters) this.filters[name] = query.get(name) ?? "";
    // Where texts are hidden, they can't be looked for either.
    if (server.redacts) this.filters.state = "";
    this.head = h("tr");
    this.rows = h("tbody");
    this.facts = h("p", { class: "hint" });
    this.empty = h("p", { class: "empty" });
    this.tail = makeTail(parts.api);
    this.more = button("More", () => {
      this.pages = (this.order.name === undefined ? this.pages : Math.max(this.pages, sortedPages)) + 1;
      this.load();
    }, { hidden: true });
    this.part = h("p", { class: "hint", hidden: true });
    this.caption = h("caption", { class: "unseen" });
    this.table = h("table", { hidden: true }, this.caption, h("thead", {}, this.head), this.rows);
    this.search = this.#makeSearch();
    const places = select([["memory", "In memory"], ["stored", "Stored"]], (value) => this.#choose(value));
    const pause = button("Pause", () => {
      this.isPaused = !this.isPaused;
      pause.textContent = this.isPaused ? "Resume" : "Pause";
      if (!this.isPaused) this.load();
    });
    places.value = server.stores && query.get("where") || "memory";
    this.#choose(places.value);
    page.replaceChildren(h("header", {}, h("h1", { tabIndex: -1 }, "Sessions"), this.facts),
      h("div", { class: "filters" }, ...(server.stores ? [field("Where", places)] : []), ...this.search, pause),
      h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Sessions" }, this.table),
      this.empty, this.part, this.more, this.tail.element);
  }

  #makeSearch() {
    const set = (part) => {
      Object.assign(this.filters, part);
      this.#keep();
      this.pages = 1;
      this.load();
    };
    const features = select([["", "All features"], ...this.server.features.map((name) => [name, name])],
      (feature) => set({ feature }));
    features.value = this.filters.feature;
    const text = (name, label) => {
      const input = h("input", { type: "search", autocomplete: "off", spellcheck: false, value: this.filters[name] });
      input.addEventListener("input", () => set({ [name]: input.value.trim() }));
      return field(label, input);
    };
    return [field("Feature", features), text("id", "Id begins with"), text("owner", "Owner contains"),
      ...(this.server.redacts ? [] : [text("state", "State contains")])];
  }

  /** Keeps the filters in the address: the way back to the list leads to the same rows. */
  #keep() {
    const where = this.columns === stored ? "stored" : "";
    const given = Object.entries({ ...this.filters, where }).filter(([, value]) => value);
    listLink = given.length ? `#/?${new URLSearchParams(given)}` : "#/";
    history.replaceState(null, "", listLink);
  }

  #choose(place) {
    this.columns = place === "stored" ? stored : inMemory;
    this.#keep();
    for (const one of this.search) one.hidden = this.columns === stored;
    this.shown = [];
    this.order = {};
    this.caption.textContent = place === "stored" ? "Stored sessions" : "Sessions, those used last at the top";
    this.rows.replaceChildren();
    this.put = keyed(this.rows, () => this.#makeRow());
    this.head.replaceChildren(...this.columns.map(([name, , kind]) => h("th", { scope: "col", class: kind ?? "" },
      button(name, () => this.#sort(name)))));
    this.pages = 1;
    this.load();
  }

  #sort(name) {
    const isDescending = this.order.name === name ? !this.order.isDescending : false;
    this.order = { name, isDescending };
    this.caption.textContent = `Sessions, by “${name}”, ${isDescending ? "descending" : "ascending"}`;
    [...this.head.children].forEach((cell, index) => {
      if (this.columns[index][0] === name) cell.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
    this.shown = [];
    this.load();
  }

  #makeRow() {
    const cells = this.columns.map(([, , kind]) => h("td", { class: kind ?? "" }));
    const element = h("tr", {}, ...cells);
    const update = (one) => this.columns.forEach(([, cell], index) => {
      const content = cell(one);
      const there = cells[index];
      const isSame = content instanceof Node ? there.childElementCount : there.textContent === `${content}`;
      if (!isSame) there.replaceChildren(content);
      element.classList.toggle("gone", one.isGone === true);
    });
    return { element, update };
  }

  async load() {
    const mine = ++this.current;
    this.loadingSince = performance.now();
    const isStored = this.columns === stored;
    const isSorted = this.order.name !== undefined;
    const pages = isSorted ? Math.max(this.pages, sortedPages) : this.pages;
    const found = [];
    let from;
    let count;
    try {
      for (let index = 0; index < pages; index += 1) {
        const limit = isSorted ? 200 : 50;
        const id = this.filters.id.toLowerCase();
        const answer = await this.api.read(isStored ? withQuery("stored", { after: from, limit })
          : withQuery("sessions", { ...this.filters, id, before: from, limit }));
        if (mine !== this.current) return;
        found.push(...answer.sessions);
        ({ next: from, count } = answer);
        if (from === undefined) break;
      }
      this.more.hidden = from === undefined;
      this.part.hidden = this.more.hidden || !isSorted;
      this.part.textContent = `Sorted among the ${found.length} that were loaded.`;
      this.#draw(found);
      if (!isStored) await this.#follow(count);
    } catch (error) {
      if (mine === this.current) this.failed(error);
    } finally {
      if (mine === this.current) this.loadingSince = -Infinity;
    }
  }

  #draw(sessions) {
    const column = this.columns.find(([name]) => name === this.order.name);
    const rows = column ? sorted(sessions, column[3] ?? column[1], this.order.isDescending) : sessions;
    this.shown = this.shown.length && this.rows.matches(":hover, :focus-within") ? held(this.shown, rows) : rows;
    this.put(this.shown);
    this.table.hidden = !this.shown.length;
    if (this.opened) this.rows.querySelector(`[href="#/${this.opened}"]`)?.focus();
    this.opened = undefined;
    this.empty.hidden = !this.table.hidden;
    this.empty.textContent = Object.values(this.filters).some(Boolean)
      ? "No session fits." : "No sessions yet. They appear here when clients create them.";
  }

  /** Shows what the server does, and what has happened in the sessions. */
  async #follow(count) {
    const response = await fetch("/metrics", { cache: "no-store" });
    const fresh = totals(await response.text(), performance.now() / 1000);
    const memory = `${bytes(fresh.memory)} of memory`;
    this.facts.textContent = [`${count} in memory`, ...rates(this.last, fresh), memory].join(" · ");
    this.last = fresh;
    await this.tail.follow();
  }
}
