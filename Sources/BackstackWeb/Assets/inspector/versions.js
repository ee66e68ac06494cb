// The versions of a session that a page has loaded: what each has changed, and why it happened.
import { applyPatch } from "../client/patch.js";
import { levels } from "../client/levels.js";
import { differences, line, named, short } from "./diff.js";

/** Returns who made a version, if that is known: `ada`, `ada's agent` or `an agent`. */
export function author({ principal, agent }) {
  if (!agent) return principal ?? "";
  return principal === undefined ? "an agent" : `${principal}'s agent`;
}

/** Returns the cases of an action, outermost first: `path › #0 › counter › incremented`. */
export function outline(action) {
  const words = [];
  let part = action;
  while (part !== undefined && part !== null) {
    if (typeof part !== "object" || part instanceof Number) {
      words.push(`${part}`);
      break;
    }
    if (Array.isArray(part)) break;
    if (words.at(-1) === "element" && Object.hasOwn(part, "id") && Object.hasOwn(part, "action")) {
      words[words.length - 1] = named(part.id);
      part = part.action;
      continue;
    }
    const keys = Object.keys(part);
    if (keys.length !== 1) {
      if (keys.length) words.push(short(part, 60));
      break;
    }
    if (keys[0] === "popFrom") return [...words, `popFrom ${named(part.popFrom?.id)}`].join(" › ");
    words.push(keys[0]);
    part = part[keys[0]];
  }
  return words.join(" › ");
}

/** Returns names as a phrase: `#1, #2 and #3`. */
const phrase = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export class Versions {
  /** Newest first, without gaps. */
  all = [];
  /** The oldest version that the server remembers. */
  oldest = 0;
  #feature;

  constructor(feature) {
    this.#feature = feature;
  }

  get latest() {
    return this.all[0]?.version ?? -1;
  }
  get first() {
    return this.all.at(-1)?.version ?? 0;
  }
  get hasOlder() {
    return this.all.length > 0 && this.first > this.oldest;
  }
  /** The latest version whose state is known; it is what the next page may be told from. */
  get base() {
    return this.all.find((one) => one.state !== undefined)?.version;
  }

  find(version) {
    return this.all[this.latest - version];
  }

  /** Takes a page of the history, which follows or precedes the others; one that does neither replaces them. */
  add({ oldest, entries }) {
    this.oldest = oldest;
    let last;
    for (const entry of entries) {
      const base = last?.version === entry.from ? last : this.find(entry.from);
      if (entry.patch && base?.state !== undefined) entry.state = applyPatch(base.state, entry.patch);
      delete entry.patch;
      entry.seconds = Date.parse(entry.time) / 1000;
      if (entry.state !== undefined) last = entry;
    }
    const fresh = entries.filter(({ version }) => version > this.latest).reverse();
    const older = entries.filter(({ version }) => version < this.first).reverse();
    if (fresh.length && fresh.at(-1).version > this.latest + 1) this.all = fresh;
    else this.all = [...fresh, ...this.all];
    if (older[0]?.version === this.first - 1) this.all.push(...older);
  }

  /** The version before with a known state, if it is loaded. */
  before({ version }) {
    let index = this.latest - version + 1;
    while (index < this.all.length && this.all[index].state === undefined) index += 1;
    return this.all[index];
  }

  /** What a version has changed since the one before whose state is known; `undefined` if that is not loaded. */
  changes(entry) {
    const before = entry.state === undefined ? undefined : this.before(entry);
    if (entry.changes?.from !== before?.version) entry.changes = undefined;
    if (!before) return undefined;
    entry.changes ??= { from: before.version, all: differences(before.state, entry.state) };
    return entry.changes;
  }

  /** The screens of a version, as names by keys; `undefined` if its state is not known. */
  screens(entry) {
    if (entry?.state === undefined) return undefined;
    entry.screens ??= new Map(levels(entry.state, this.#feature).map((level) =>
      [level.key, level.isStacked ? `${level.case} ${named(level.key.split("/").at(-2))}` : level.case]));
    return entry.screens;
  }

  /** The names of the screens that a version has opened and closed. */
  moves(entry) {
    const after = this.screens(entry);
    const before = after && this.screens(this.before(entry));
    if (!before) return { opened: [], closed: [] };
    const missing = (from, other) => [...from].filter(([key]) => !other.has(key)).map(([, name]) => name);
    return { opened: missing(after, before), closed: missing(before, after) };
  }

  /** Whether a version is among those that a filter wants; `text` is in lower case. */
  fits(entry, { cause = "", text = "", isNavigation = false }) {
    if (cause && entry.cause !== cause) return false;
    if (isNavigation && !this.consequence(entry)) return false;
    return !text || this.#words(entry).includes(text);
  }

  /** All that a filter's text is looked for in, in lower case. */
  #words(entry) {
    const changes = this.changes(entry);
    if (entry.words?.changes !== changes) entry.words = undefined;
    const texts = () => [author(entry), outline(entry.action), JSON.stringify(entry.action ?? ""), ...(changes?.all ?? []).map(line)];
    entry.words ??= { changes, text: texts().join("\n").toLowerCase() };
    return entry.words.text;
  }

  /** The changes of a version that mention a text, as lines. */
  mentions(entry, text) {
    return (this.changes(entry)?.all ?? []).map(line).filter((one) => one.toLowerCase().includes(text));
  }

  /** The versions that led to one, and it itself, the first one first: each has a version and a text. */
  why(entry) {
    const steps = [];
    for (let one = entry; one && steps.length < 20; one = this.find(one.causedBy)) {
      const action = outline(one.action);
      const text = one.cause === "restore" ? `restored ${one.restored}` : action.split(" › ").at(-1) || one.cause;
      steps.unshift({ version: one.version, text });
      if (one.causedBy === undefined) return steps.length > 1 ? steps : [];
      if (!this.find(one.causedBy)) return [{ version: one.causedBy, text: "" }, ...steps];
    }
    return steps;
  }

  /** What a version has opened and closed, in words: `took counter #1 and counter #2`. */
  consequence(entry) {
    const { opened, closed } = this.moves(entry);
    return [opened.length && `opened ${phrase(opened)}`, closed.length && `took ${phrase(closed)}`]
      .filter(Boolean).join(", and ");
  }
}
