// What the screens are made of. Texts become text nodes: no markup of a state is ever read.

/** Makes an element; properties with a dash, and `role`, are attributes. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") element.className = value;
    else if (key === "role" || key.includes("-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
}

/** Makes a button; `press(button)` runs when it is pressed. */
export function button(text, press, properties) {
  const element = h("button", { type: "button", ...properties }, text);
  element.addEventListener("click", () => press(element));
  return element;
}

/** Makes a labelled control. */
export const field = (text, control) => h("label", { class: "field" }, h("span", {}, text), control);

/** Makes a set of choices; `choose(value)` runs when one is chosen. Returns it and `show(value)`. */
export function select(options, choose) {
  const element = h("select");
  for (const [value, text] of options) element.append(h("option", { value }, text));
  element.addEventListener("change", () => choose(element.value, element));
  return element;
}

/** Makes a text field that stays like the state, and says at the field what the server refuses. */
export function textField(label, screen, value, action, properties = {}) {
  const input = h("input", { autocomplete: "off", ...properties });
  const problem = h("small", { class: "problem", role: "alert" });
  screen.bind(input, value, action, (error) => {
    const isBroken = error && input.value.isWellFormed?.() === false;
    const why = isBroken ? "A character of this text is broken." : error?.message;
    problem.textContent = error ? `${why} What you typed is still here.` : "";
    input.setAttribute("aria-invalid", error ? "true" : "false");
  });
  return h("div", {}, field(label, input), problem);
}

/** A list's row that opens something. */
export function row(press) {
  const title = h("span", { class: "title" });
  const detail = h("span", { class: "detail" });
  const element = button("", press, { class: "row" });
  element.append(h("span", { class: "texts" }, title, detail));
  const show = (text, more = "") => {
    title.textContent = text;
    detail.textContent = more;
  };
  return { element, show };
}

/** Keeps a parent's children like a list; `make(item)` returns `{ element, update(item) }`. */
export function keyed(parent, make, key = ({ id }) => id) {
  let rows = new Map();
  return (items) => {
    const next = new Map();
    for (const item of items) next.set(key(item), rows.get(key(item)) ?? make(item));
    for (const [id, { element }] of rows) if (!next.has(id)) element.remove();
    items.forEach((item, index) => {
      const { element, update } = next.get(key(item));
      update?.(item);
      const there = parent.children[index];
      if (there !== element) parent.insertBefore(element, there ?? null);
    });
    parent.hidden = !items.length;
    rows = next;
  };
}

export const minutes = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
