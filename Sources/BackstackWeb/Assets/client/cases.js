// The enums of a feature's states and actions, in which a case is its name as the only key.

export function match(value, cases, other) {
  const [name, payload] = typeof value === "string" ? [value, {}] : Object.entries(value)[0];
  if (Object.hasOwn(cases, name)) return cases[name](payload);
  if (!other) throw new TypeError(`no such case: ${name}`);
  return other(name, payload);
}

// What acts on stacks and presentations: `{ path: pop(3) }`, `{ destination: dismiss }`.
export const element = (id, action) => ({ element: { id, action } });
export const pop = (id) => ({ popFrom: { id } });
export const presented = (action) => ({ presented: action });
export const dismiss = "dismiss";
