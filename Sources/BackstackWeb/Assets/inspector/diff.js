// What differs between two states, in words.

const isObject = (value) => value !== null && typeof value === "object" && !(value instanceof Number);

/** Returns a value in one short line. */
export function short(value, length = 120) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Returns what an element is called: `#3`; of a UUID, its beginning. */
export const named = (id) => `#${`${id}`.replace(/^([0-9A-F]{8})(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i, "$1")}`;

/** Returns the ids of a list's elements as texts; nothing unless each element has one of its own. */
export function idsOf(list) {
  const ids = list.map((one) => (isObject(one) ? one.id : undefined));
  const isKnown = ids.every((id) => ["string", "number"].includes(typeof id) || id instanceof Number);
  return isKnown && new Set(ids.map(String)).size === ids.length ? ids.map(String) : undefined;
}

/** Whether both are structs, or the same case of an enum. */
const areAlike = (before, after) => {
  const [one, other] = [Object.keys(before), Object.keys(after)];
  return one.length !== 1 || other.length !== 1 || one[0] === other[0];
};

/**
 * Returns what differs, as objects with `where`, `before` and `after`; what came has no `before`, what went
 * no `after`. Elements of lists are compared by their ids, so that one that comes or goes changes no other.
 */
export function differences(before, after, where = "") {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) return inLists(before, after, where);
  const areObjects = [before, after].every((one) => isObject(one) && !Array.isArray(one));
  if (areObjects && areAlike(before, after)) return inObjects(before, after, where);
  if (before instanceof Number && `${before}` === `${after}`) return [];
  return [{ where: where.replace(/ › $/, "") || "the state", before, after }];
}

function inObjects(before, after, where) {
  const separator = where && !where.endsWith(" › ") ? "." : "";
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const part = where + separator + name;
    if (!Object.hasOwn(after, name)) return [{ where: part, before: before[name] }];
    if (!Object.hasOwn(before, name)) return [{ where: part, after: after[name] }];
    return differences(before[name], after[name], part);
  });
}

function inLists(before, after, where) {
  const [old, fresh] = [idsOf(before), idsOf(after)];
  if (!old || !fresh) return byPosition(before, after, where);
  const elements = new Map(old.map((id, index) => [id, before[index]]));
  const kept = new Set(fresh.filter((id) => elements.has(id)));
  const place = (id) => `${where}[${named(id)}]`;
  const gone = old.filter((id) => !kept.has(id)).map((id) => ({ where: place(id), before: elements.get(id) }));
  const others = fresh.flatMap((id, index) =>
    kept.has(id) ? inElements(elements.get(id), after[index], place(id)) : [{ where: place(id), after: after[index] }]);
  const [from, to] = [old, fresh].map((ids) => ids.filter((id) => kept.has(id)).map(named).join(", "));
  return [...gone, ...others, ...(from === to ? [] : [{ where, order: `${from} → ${to}` }])];
}

/** An element of a stack is its id and its state, which needs no word of its own. */
const inElements = (before, after, where) =>
  [before, after].every((one) => Object.keys(one).sort().join() === "id,state")
    ? differences(before.state, after.state, `${where} › `) : differences(before, after, where);

function byPosition(before, after, where) {
  const isSame = (one, other) => !differences(one, other).length;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < most - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const [old, fresh] = [before, after].map((list) => list.slice(start, list.length - end));
  return Array.from({ length: Math.max(old.length, fresh.length) }).flatMap((_, index) => {
    const place = `${where}[${start + index}]`;
    if (index >= fresh.length) return [{ where: place, before: old[index] }];
    if (index >= old.length) return [{ where: place, after: fresh[index] }];
    return differences(old[index], fresh[index], place);
  });
}

/** Returns a change as a line of text. */
export function line({ where, before, after, order }) {
  if (order !== undefined) return `${where}: order ${order}`;
  if (before === undefined) return `${where}: added ${short(after)}`;
  if (after === undefined) return `${where}: removed ${short(before)}`;
  return `${where}: ${short(before)} → ${short(after)}`;
}
