// The history of a session: what happened, and what each step changed.
import { withQuery } from "./api.js";
import { applyPatch } from "../client/patch.js";
import { changes, concerns, line, short } from "./diff.js";
import { span } from "./list.js";
import { button, field, h, select } from "../app/ui.js";

const size = 50;
// What is looked through for the changes of one place.
const traced = 500;

/** Returns the cases of an action, outermost first: `path › #0 › counter › incremented`. */
export function outline(action) {
  const words = [];
  let part = action;
  while (part !== undefined && part !== null) {
    if (typeof part === "string") {
      words.push(part);
      break;
    }
    if (typeof part !== "object" || part instanceof Number || Array.isArray(part)) break;
    if (words.at(-1) === "element" && Object.hasOwn(part, "id") && Object.hasOwn(part, "action")) {
      words[words.length - 1] = `#${part.id}`;
      part = part.action;
      continue;
    }
    const keys = Object.keys(part);
    if (keys.length !== 1) {
      if (keys.length) words.push(short(part, 60));
      break;
    }
    words.push(keys[0]);
    part = part[keys[0]];
    if (part !== null && (typeof part !== "object" || part instanceof Number) && typeof part !== "string") words.push(`${part}`);
  }
  return words.join(" › ");
}

/**
 * Shows a session's history. `look(version)` shows a version; `api` and `path` lead to the history.
 * Returns `{ element, follow(version) }`.
 */
export function makeHistory({ api, path, look, failed, entriesChanged }) {
  let entries = []; // Newest first, without gaps.
  let oldest = 0;
  let latest = -1;
  const rows = h("ol", { class: "history", reversed: true });
  const about = h("p", { class: "hint" });
  const filters = { cause: "", text: "" };

  const fetchPage = (after, limit) =>
    api.read(withQuery(`${path}/history`, { after: after < 0 ? undefined : after, limit }));
  const snapshot = async (version) => (await api.read(`${path}/history/${version}`)).state;

  /** Returns the nearest versions around an entry whose states are known. */
  const around = (version) => {
    const known = entries.filter((one) => one.snapshot).map((one) => one.version);
    const to = known.filter((one) => one >= version).at(-1);
    const from = known.find((one) => one < version);
    return { from, to };
  };

  const patchOf = async (from, to) => {
    const patch = await api.read(`${path}/history/${to}?from=${from}`);
    // A patch changes a whole snapshot, of which only the state differs in a history.
    return patch.map((one) => ({ ...one, path: one.path.slice("/state".length) }));
  };
  const difference = async (from, to) => {
    const [before, patch] = await Promise.all([snapshot(from), patchOf(from, to)]);
    return changes(before, patch);
  };

  /** Returns the changes of one place in the versions that are loaded, the oldest first. */
  const trace = async (words, isWanted) => {
    const known = entries.filter((one) => one.snapshot).map((one) => one.version).reverse()
      .slice(-traced);
    const found = [];
    let state = known.length ? await snapshot(known[0]) : undefined;
    for (let index = 1; index < known.length && isWanted(); index += 1) {
      const patch = await patchOf(known[index - 1], known[index]);
      const lines = changes(state, patch).filter((one) => concerns(one, words)).map(line);
      if (lines.length) found.push({ version: known[index], lines });
      state = applyPatch(state, patch);
    }
    return { found, first: known[0], last: known.at(-1) };
  };

  const row = (entry, previous) => {
    const detail = h("div", { class: "branch" });
    const element = h("details", {}, h("summary", {},
      h("span", { class: "version" }, `${entry.version}`),
      h("span", { class: "cause" }, entry.cause),
      h("span", { class: "what" }, entry.cause === "restore"
        ? `version ${entry.restored}` : outline(entry.action)),
      h("span", { class: "when" }, previous
        ? `+${span((Date.parse(entry.time) - Date.parse(previous.time)) / 1000)}` : "")), detail);
    element.addEventListener("toggle", async () => {
      if (!element.open || detail.childElementCount) return;
      const { from, to } = around(entry.version);
      const list = h("ul", { class: "changes" });
      const buttons = h("div", { class: "buttons" });
      if (entry.snapshot) buttons.append(button("Look at this version", () => look(entry.version)));
      const action = entry.action === undefined ? [] : [h("pre", { tabIndex: 0 },
        JSON.stringify(entry.action, null, 2))];
      const when = h("p", { class: "hint" }, new Date(entry.time).toLocaleString(undefined, {
        dateStyle: "medium", timeStyle: "medium",
      }));
      detail.append(when, list, ...action, buttons);
      if (from === undefined || to === undefined) {
        list.append(h("li", {}, "The version before is forgotten, or is not loaded yet."));
        return;
      }
      if (to !== entry.version || from !== entry.version - 1) {
        list.append(h("li", { class: "hint" }, `From version ${from} to ${to}:`));
      }
      try {
        const all = await difference(from, to);
        for (const change of all.slice(0, 100)) list.append(h("li", {}, line(change)));
        if (all.length > 100) list.append(h("li", { class: "hint" }, `${all.length - 100} more`));
        if (!all.length) list.append(h("li", { class: "hint" }, "Nothing changed."));
      } catch (error) {
        list.append(h("li", { class: "problem" }, error.message));
      }
    });
    return h("li", {}, element);
  };

  const fits = (entry) => (!filters.cause || entry.cause === filters.cause)
    && (!filters.text || JSON.stringify(entry.action ?? "").toLowerCase().includes(filters.text));

  const made = new Map();
  const draw = () => {
    const shown = entries.filter(fits);
    const kept = new Set(shown.map((one) => one.version));
    for (const version of made.keys()) if (!kept.has(version)) made.delete(version);
    const elements = shown.map((one) => {
      if (!made.has(one.version)) {
        const previous = entries[entries.indexOf(one) + 1];
        made.set(one.version, row(one, previous));
      }
      return made.get(one.version);
    });
    // The rows that stay are left alone, with what is open and focused in them.
    elements.forEach((element, index) => {
      if (rows.children[index] !== element) rows.insertBefore(element, rows.children[index] ?? null);
    });
    while (rows.children.length > elements.length) rows.lastChild.remove();
    const end = entries.at(-1)?.version ?? 0;
    earlier.hidden = end <= oldest;
    about.textContent = !shown.length ? "No entry fits."
      : end <= oldest && oldest > 0 ? `Versions before ${oldest} are forgotten.` : "";
    entriesChanged(entries);
  };

  const earlier = button("Earlier", async () => {
    const first = entries.at(-1).version;
    try {
      const page = await fetchPage(first - 1 - size, size);
      oldest = page.oldest;
      entries.push(...page.entries.filter((one) => one.version < first).reverse());
      draw();
    } catch (error) {
      failed(error);
    }
  }, { hidden: true });

  let loading = Promise.resolve();
  const update = async (version) => {
    if (version <= latest) return;
    const isGap = version - latest > size;
    const page = await fetchPage(isGap ? version - size : latest, isGap ? size : 200);
    oldest = page.oldest;
    const fresh = page.entries.filter((one) => one.version > latest).reverse();
    entries = isGap ? fresh : [...fresh, ...entries];
    if (isGap) made.clear();
    latest = entries[0]?.version ?? version;
    draw();
  };
  const follow = (version) => {
    loading = loading.then(() => update(version)).catch(failed);
    return loading;
  };

  const causes = select([["", "All causes"], ["client", "client"], ["effect", "effect"],
    ["host", "host"], ["creation", "creation"], ["start", "start"], ["resume", "resume"],
    ["restore", "restore"]], (value) => {
    filters.cause = value;
    draw();
  });
  const text = h("input", { type: "search", autocomplete: "off" });
  text.addEventListener("input", () => {
    filters.text = text.value.toLowerCase();
    draw();
  });

  const first = h("input", { inputMode: "numeric" });
  const second = h("input", { inputMode: "numeric" });
  const result = h("ul", { class: "changes", "aria-live": "polite" });
  const compare = h("form", { class: "filters" }, field("Compare version", first),
    field("with", second), h("button", { type: "submit" }, "Compare"));
  compare.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const all = await difference(+first.value, +second.value);
      result.replaceChildren(...(all.length ? all.slice(0, 200).map((one) => h("li", {}, line(one)))
        : [h("li", {}, "They are alike.")]));
    } catch (error) {
      result.replaceChildren(h("li", { class: "problem" }, error.message));
    }
  });

  const words = h("input", { autocomplete: "off", placeholder: "path[0] › counter.count" });
  const traces = h("ul", { class: "changes", "aria-live": "polite" });
  let traceCount = 0;
  const tracing = h("form", { class: "filters" }, field("Which versions changed", words),
    h("button", { type: "submit" }, "Find"));
  tracing.addEventListener("submit", async (event) => {
    event.preventDefault();
    traceCount += 1;
    const number = traceCount;
    const wanted = words.value.trim().replaceAll(/\s*[›>]\s*/g, " › ");
    if (!wanted) return traces.replaceChildren();
    traces.replaceChildren(h("li", { class: "hint" }, "Looking…"));
    try {
      const { found, first, last } = await trace(wanted, () => number === traceCount);
      if (number !== traceCount) return;
      const range = first === undefined ? "No version has a state."
        : `${found.length || "None"} of the versions from ${first} to ${last} that are loaded.`;
      traces.replaceChildren(h("li", { class: "hint" }, range), ...found.slice(-200).map(
        ({ version, lines }) => h("li", {}, button(`${version}`, () => look(version)), ` ${lines.join("; ")}`)));
    } catch (error) {
      if (number === traceCount) traces.replaceChildren(h("li", { class: "problem" }, error.message));
    }
  });

  const element = h("section", { class: "card", "aria-labelledby": "history" },
    h("h2", { id: "history" }, "History"),
    h("div", { class: "filters" }, field("Cause", causes), field("Action contains", text)),
    rows, about, earlier, compare, result, tracing, traces);
  return { element, follow, snapshot };
}

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

