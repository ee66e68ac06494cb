// The history of a session: what happened, why, and what each step changed. It holds still under the
// pointer, and while a row is open: what is newer waits until it is asked for.
import { withQuery } from "./api.js";
import { differences, line } from "./diff.js";
import { span } from "./list.js";
import { author, outline } from "./versions.js";
import { button, field, h, select } from "../app/ui.js";
import { keyed } from "./keyed.js";

const size = 50;
const largest = 200;
const shownChanges = 100;

const linesOf = (changes, empty) => [
  ...changes.slice(0, shownChanges).map((one) => h("li", {}, line(one))),
  ...(changes.length > shownChanges ? [h("li", { class: "hint" }, `${changes.length - shownChanges} more`)] : []),
  ...(changes.length ? [] : [h("li", { class: "hint" }, empty)]),
];

/** Makes a menu of the causes of versions. */
const makeCauses = (choose) => select([["", "All causes"],
  ...["client", "effect", "shared", "host", "creation", "start", "resume", "restore", "proposal", "refusal"].map((one) => [one, one])], choose);

/**
 * The list of a session's versions. Its parts are `api`; `path`, which leads to the session; `versions`;
 * `link(version)`, the URL of a version; `changed()`, which is told when there are more; `failed(error)`.
 */
export class History {
  #filter = { cause: "", text: "", isNavigation: false };
  #wanted = size;
  #newest = -1; // the latest version that is shown
  #chosen = []; // the versions that are compared
  #search = 0;
  #loading = Promise.resolve();

  constructor(parts) {
    Object.assign(this, parts);
    this.rows = h("ol", { class: "history", reversed: true });
    this.put = keyed(this.rows, (entry) => this.#makeRow(entry), ({ version }) => version);
    for (const kind of ["pointerleave", "focusout"]) {
      this.rows.addEventListener(kind, () => requestAnimationFrame(() => this.draw()));
    }
    this.about = h("p", { class: "hint", role: "status" });
    this.newer = button("", () => this.#show(), { class: "newer" });
    this.earlier = button("Earlier", () => {
      this.#wanted += size;
      this.#fill();
    });
    this.result = h("section", { class: "compared", hidden: true, "aria-live": "polite" });
    this.element = h("section", { class: "card", "aria-labelledby": "history" },
      h("div", { class: "with" }, h("h2", { id: "history" }, "History"), this.newer),
      this.#makeFilters(), this.rows, this.about, this.earlier, this.result);
  }

  // MARK: Loading

  #read(query) {
    return this.api.read(withQuery(`${this.path}/changes`, query));
  }

  /** Loads what is newer than what is known, up to a version. */
  follow(version) {
    const load = async () => {
      const { latest, base } = this.versions;
      if (version <= latest) return;
      const isGap = version - latest > largest || latest < 0;
      this.versions.add(await this.#read(isGap ? { after: after(version - size), limit: size }
        : { after: latest, from: base, limit: largest }));
      this.draw();
      this.changed();
    };
    this.#loading = this.#loading.then(load).catch(this.failed);
    return this.#loading;
  }

  /** Loads the versions before those that are known, as many as one request gives. */
  loadEarlier() {
    const load = async () => {
      if (!this.versions.hasOlder) return;
      await this.#older(largest);
      this.draw();
    };
    this.#loading = this.#loading.then(load).catch(this.failed);
    return this.#loading;
  }

  async #older(count) {
    const end = this.versions.first;
    this.versions.add(await this.#read({ after: after(end - 1 - count), limit: Math.min(count, end) }));
    this.changed();
  }

  /** Loads earlier versions until enough of them fit, or none is left. */
  async #fill() {
    const mine = ++this.#search;
    const { cause, text, isNavigation } = this.#filter;
    const count = cause || text || isNavigation ? largest : size;
    try {
      this.#show();
      while (mine === this.#search && this.versions.hasOlder && this.#fitting().length < this.#wanted) {
        await this.#older(count);
        this.#show();
      }
    } catch (error) {
      this.failed(error);
    }
  }

  /** Returns the state of a version; `undefined` if it is forgotten. */
  async state(version) {
    const known = this.versions.find(version)?.state;
    if (known !== undefined) return known;
    const { entries } = await this.#read({ after: after(version - 1), limit: 1 });
    return entries[0]?.version === version ? entries[0].state : undefined;
  }

  // MARK: Drawing

  #fitting() {
    return this.versions.all.filter((one) => one.version <= this.#newest && this.versions.fits(one, this.#filter));
  }

  /** Whether a person is at the rows. */
  get #isHeld() {
    return this.#chosen.length > 0 || this.rows.matches(":hover, :focus-within")
      || this.rows.querySelector("details[open]") !== null || this.rows.getBoundingClientRect().top < 0;
  }

  #show() {
    this.#newest = this.versions.latest;
    this.draw();
  }

  draw() {
    // Those that were shown may all be forgotten meanwhile.
    if (this.#newest < this.versions.first || !this.#isHeld) this.#newest = this.versions.latest;
    const waiting = this.versions.latest - this.#newest;
    this.newer.textContent = `${waiting} newer`;
    this.newer.style.visibility = waiting > 0 ? "" : "hidden";
    const fitting = this.#fitting();
    this.put(fitting.slice(0, this.#wanted));
    const { hasOlder, first, oldest } = this.versions;
    this.earlier.hidden = !hasOlder && fitting.length <= this.#wanted;
    const end = hasOlder ? `Searched back to version ${first}.`
      : oldest > 0 ? `Versions before ${oldest} are forgotten.` : "";
    const about = fitting.length ? (hasOlder ? "" : end) : `No version fits. ${end}`;
    // Set again, it would be read out again.
    if (this.about.textContent !== about) this.about.textContent = about;
  }

  #makeFilters() {
    const set = (part) => {
      Object.assign(this.#filter, part);
      this.#wanted = size;
      this.#fill();
    };
    const text = h("input", { type: "search", autocomplete: "off", placeholder: "path[#0] › counter.count" });
    const words = () => text.value.trim().toLowerCase().replaceAll(/\s*[›>]\s*/g, " › ");
    text.addEventListener("input", () => set({ text: words() }));
    const navigation = h("input", { type: "checkbox" });
    navigation.addEventListener("change", () => set({ isNavigation: navigation.checked }));
    return h("div", { class: "filters" }, field("Cause", makeCauses((cause) => set({ cause }))),
      field("Action or change contains", text), h("label", { class: "check" }, navigation, "Navigation only"));
  }

  #makeRow(entry) {
    const { version, cause, causedBy } = entry;
    const by = author(entry);
    const box = h("input", { type: "checkbox", "aria-label": `Compare version ${version}` });
    box.disabled = entry.state === undefined;
    box.addEventListener("change", () => this.#choose(version, box.checked));
    const moves = h("span", { class: "moves" });
    const when = h("span", { class: "when" });
    const detail = h("div", { class: "branch" });
    const details = h("details", {}, h("summary", {},
      h("span", { class: "cause" }, causedBy !== undefined ? `${cause} of ${causedBy}` : by ? `${cause}: ${by}` : cause),
      h("span", { class: "what" }, cause === "restore" ? `version ${entry.restored}` : entry.proposal?.control ?? outline(entry.action), moves),
      when), detail);
    details.addEventListener("toggle", () => (details.open ? this.#open(entry, detail) : this.draw()));
    const update = () => {
      const previous = this.versions.find(version - 1);
      const { text } = this.#filter;
      const hint = this.versions.consequence(entry) || (text && this.versions.mentions(entry, text)[0]) || "";
      if (moves.textContent !== hint) moves.textContent = hint;
      when.textContent = previous ? `+${span((Date.parse(entry.time) - Date.parse(previous.time)) / 1000)}` : "";
      box.checked = this.#chosen.includes(version);
    };
    const number = h("a", { class: "version", href: this.link(version) }, `${version}`);
    return { element: h("li", {}, box, number, details), update };
  }

  async #open(entry, detail) {
    if (detail.childElementCount) return;
    const changes = h("ul", { class: "changes" });
    const when = new Date(entry.time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
    detail.append(h("p", { class: "hint" }, when), ...this.#why(entry), changes,
      ...(entry.action === undefined ? [] : [h("pre", { tabIndex: 0 }, JSON.stringify(entry.action, null, 2))]));
    try {
      if (!this.versions.before(entry) && this.versions.hasOlder) await this.#older(size);
    } catch (error) {
      this.failed(error);
    }
    const found = this.versions.changes(entry);
    const hint = !found ? "The state of this version, or of the one before, is forgotten."
      : found.from !== entry.version - 1 ? `Since version ${found.from}:` : undefined;
    if (hint) changes.append(h("li", { class: "hint" }, hint));
    if (found) changes.append(...linesOf(found.all, "Nothing changed."));
  }

  /** What led to a version, with links. */
  #why(entry) {
    const steps = this.versions.why(entry);
    if (!steps.length) return [];
    const took = this.versions.consequence(entry);
    const parts = steps.flatMap(({ version, text }, index) => [
      index ? " → " : "", h("a", { href: this.link(version) }, `${version}`), text && h("code", {}, ` ${text}`)]);
    return [h("p", { class: "why" }, ...parts, took ? `, which ${took}` : "")];
  }

  // MARK: Comparing

  #choose(version, isChosen) {
    const others = this.#chosen.filter((one) => one !== version);
    this.#chosen = isChosen ? [...others.slice(-1), version] : others;
    const [from, to] = this.#chosen.toSorted((one, other) => one - other);
    this.result.hidden = !this.#chosen.length;
    const end = button("Close", () => {
      this.#chosen = [];
      this.result.hidden = true;
      this.draw();
      this.rows.querySelector("input")?.focus();
    });
    const title = to === undefined ? `Choose a version to compare ${from} with.` : `From version ${from} to ${to}`;
    const [before, after] = [from, to].map((one) => this.versions.find(one)?.state);
    const lines = to === undefined ? [] : linesOf(differences(before, after), "They are alike.");
    this.result.replaceChildren(h("div", { class: "with" }, h("strong", {}, title), end),
      ...(lines.length ? [h("ul", { class: "changes" }, ...lines)] : []));
    this.draw();
  }
}

/** Versions begin at 0; nothing precedes that. */
const after = (version) => (version < 0 ? undefined : version);

/** Returns all that is remembered of a session, oldest first, as a server exports it. */
export async function wholeHistory(api, path, version) {
  const entries = [];
  for (let after; after === undefined || after < version;) {
    const page = await api.read(withQuery(`${path}/history`, { after, limit: 200 }));
    if (!page.entries.length) break;
    entries.push(...page.entries);
    after = page.entries.at(-1).version;
  }
  return entries;
}
