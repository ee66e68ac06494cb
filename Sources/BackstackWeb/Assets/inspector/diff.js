// Changes of a state in words.
import { applyPatch } from "../client/patch.js";

const names = (pointer) =>
  pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns where a JSON Pointer leads: `/path/1/state/counter/count` is `path[1] › counter.count`. */
export function place(pointer) {
  let text = "";
  let separator = "";
  const all = names(pointer);
  all.forEach((name, index) => {
    const isIndex = /^(\d+|-)$/.test(name);
    if (isIndex && text) text += `[${name}]`;
    else if (name === "state" && /^\d+$/.test(all[index - 1] ?? "")) return (separator = " › ");
    else text += (text && separator) + name;
    separator = ".";
  });
  return text || "the state";
}

const value = (document, pointer) => {
  let part = document;
  for (const name of names(pointer)) {
    if (part === null || typeof part !== "object" || !Object.hasOwn(part, name)) return undefined;
    part = part[name];
  }
  return part;
};

/** Returns a value in one short line. */
export function short(value, length = 120) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Returns what a patch changes in a document, as objects with `where`, `before` and `after`. */
export function changes(document, patch) {
  return patch.map((operation) => {
    const { op, path } = operation;
    const before = op === "add" && path.endsWith("/-") ? undefined : value(document, path);
    document = applyPatch(document, [operation]);
    const isInserted = op === "add" && Array.isArray(value(document, path.replace(/\/[^/]*$/, "")));
    return {
      where: place(path), before: isInserted ? undefined : before,
      after: op === "remove" ? undefined : operation.value,
    };
  });
}

/**
 * Returns whether a change is one of what the words name, of a part of it, or of something around it:
 * `path[0] › counter.count`.
 */
export function concerns({ where }, words) {
  const isWithin = (inner, outer) =>
    inner.startsWith(outer) && /^(\.|\[| › |$)/.test(inner.slice(outer.length));
  return where === "the state" || isWithin(where, words) || isWithin(words, where);
}

/** Returns a change as a line of text. */
export function line({ where, before, after }) {
  if (before === undefined) return `${where}: added ${short(after)}`;
  if (after === undefined) return `${where}: removed ${short(before)}`;
  return `${where}: ${short(before)} → ${short(after)}`;
}
