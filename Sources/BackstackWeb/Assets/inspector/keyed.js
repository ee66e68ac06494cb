// Lists whose elements stay.

/** Keeps a parent's children like a list; `make(item)` returns `{ element, update(item) }`. */
export function keyed(parent, make, key = ({ id }) => id) {
  let rows = new Map();
  return (items) => {
    const next = new Map();
    for (const item of items) next.set(key(item), rows.get(key(item)) ?? make(item));
    let near; // the focus stays near a row that goes
    for (const [id, { element }] of rows) {
      if (next.has(id)) continue;
      if (element.contains(document.activeElement)) near = [...parent.children].indexOf(element);
      element.remove();
    }
    items.forEach((item, index) => {
      const { element, update } = next.get(key(item));
      update?.(item);
      const there = parent.children[index];
      if (there !== element) parent.insertBefore(element, there ?? null);
    });
    parent.hidden = !items.length;
    rows = next;
    const last = parent.children.length - 1;
    if (near !== undefined && last >= 0) parent.children[Math.min(near, last)].querySelector("input, button")?.focus();
  };
}
