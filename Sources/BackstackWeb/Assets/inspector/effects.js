// The effects of a session that are in flight, with their age.
import { named } from "./diff.js";
import { span } from "./list.js";
import { outline } from "./versions.js";
import { h } from "../app/ui.js";
import { keyed } from "./keyed.js";

const shown = 20;

/**
 * Returns where an effect is, in words, with the case that is there in a state: `path[#3] › counter`. The
 * action is the one that dismisses the feature; without one the effect is the root's. `cases` are the
 * names that cases of screens have.
 */
export function where({ action, elementIDs = [] }, state, cases) {
  const words = [];
  let value = state;
  let part = action;
  const element = (id) => {
    words.push(`${words.pop() ?? ""}[${named(id)}]`);
    value = Array.isArray(value) ? value.find((one) => one?.id === id)?.state : undefined;
  };
  while (part !== null && typeof part === "object" && !(part instanceof Number)) {
    const name = Object.keys(part)[0];
    const inner = part[name];
    if (name === "dismiss" || name === undefined) break;
    if (name === "popFrom") {
      element(inner?.id);
      break;
    }
    if (name === "element" && inner && Object.hasOwn(inner, "action")) {
      element(inner.id);
      part = inner.action;
    } else {
      if (name !== "presented") {
        words.push(name);
        value = value?.[name];
      }
      part = inner;
    }
  }
  const [first, ...others] = words.length ? Object.keys(value ?? {}) : [];
  if (cases.has(first) && !others.length) words.push(first);
  return [...(words.length ? words : ["the root"]), ...elementIDs.map(named)].join(" › ");
}

/** Returns the names that cases of a feature's screens have. */
export function casesOf({ presentationStyles = {}, navigation = [] }) {
  const all = [presentationStyles, ...navigation.map(({ cases }) => cases ?? {})];
  return new Set(all.flatMap((one) => Object.keys(one)));
}

/**
 * Returns until when an effect sleeps, in words: `asleep until 12:03:07 (in 4.0 s)`; nothing if it does not.
 * Times are in milliseconds since 1970.
 */
export function sleep({ sleepsUntil }, time) {
  if (sleepsUntil === undefined) return "";
  const until = new Date(sleepsUntil);
  const left = (until - time) / 1000;
  // It may have woken since it was asked for.
  if (left < 0) return "";
  const clock = until.toLocaleTimeString("en-GB");
  return `asleep until ${left < 43200 ? clock : sleepsUntil.slice(0, 10)} (in ${span(left)})`;
}

/** Makes the list. Returns `{ element, draw(answer, state, versions), tick(time) }`. */
export function makeEffects(cases) {
  const list = h("ul", { class: "effects" });
  const about = h("p", { class: "hint" });
  let rows = [];
  let context = {};
  const put = keyed(list, makeRow, ({ key }) => key);
  const element = h("section", { class: "card", hidden: true, "aria-labelledby": "effects" },
    h("h2", { id: "effects" }, "Effects in flight"), list, about);

  function makeRow() {
    const parts = Object.fromEntries(["place", "age", "origin", "asleep"].map((name) => [name, h("div")]));
    Object.assign(parts.age, { className: "when" });
    for (const one of [parts.origin, parts.asleep]) one.className = "hint";
    const update = ({ effect }) => {
      const { state, versions } = context;
      const action = outline(versions.find(effect.version)?.action);
      const started = `started by version ${effect.version}${action && `, ${action}`}`;
      const names = [...(effect.task === undefined ? [] : [effect.task]), ...effect.cancelIDs];
      parts.place.textContent = where(effect, state, cases);
      parts.origin.textContent = [...new Set(names), effect.source, started].join(" · ");
      rows.push({ ...parts, effect, since: Date.parse(effect.startedAt) });
    };
    const head = h("div", { class: "effect" }, parts.place, parts.age);
    return { element: h("li", {}, head, parts.origin, parts.asleep), update };
  }

  return {
    element,
    /** Shows an answer of the interface, with the present state and the versions that are loaded. */
    draw(answer, state, versions) {
      context = { state, versions };
      rows = [];
      const counts = {};
      put(answer.effects.slice(0, shown).map((effect) => {
        const key = `${effect.source} ${effect.startedAt}`;
        counts[key] = (counts[key] ?? 0) + 1;
        return { effect, key: `${key} ${counts[key]}` };
      }));
      const rest = answer.count - rows.length;
      about.textContent = rest > 0 ? `${rest} more, which started later.` : "";
      about.hidden = rest <= 0;
      element.hidden = !answer.count;
    },
    /** Shows how old the effects are at a time of the server, in milliseconds since 1970. */
    tick(time) {
      for (const { age, asleep, effect, since } of rows) {
        age.textContent = `for ${span(Math.max(0, time - since) / 1000)}`;
        asleep.textContent = sleep(effect, time);
        asleep.hidden = !asleep.textContent;
      }
    },
  };
}
