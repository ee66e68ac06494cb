// What the screens are made of. Texts become text nodes: no markup of a state is ever read.

/** The URL of the server, which may be below a path of a proxy: this file is at /app/ or in a build's folder. */
export const home = import.meta.url.replace(/(\/app\/assets\/\w+)?\/app\/ui\.js.*/, "");

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

/** Makes a menu; `choose(value)`, if any, runs when a person chooses. */
export function select(options, choose) {
  const element = h("select");
  for (const [value, text] of options) element.append(h("option", { value }, text));
  element.addEventListener("change", () => choose?.(element.value));
  return element;
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

export const minutes = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const escaped = (character) => Array.from({ length: character.length },
  (_, index) => "\\u" + character.charCodeAt(index).toString(16).padStart(4, "0")).join("");

/**
 * Returns JSON as a word of a shell's command. Escapes of JSON are in place of the characters that a
 * terminal obeys and does not show; between values, such as a tab, they mean nothing.
 */
export const shellWord = (json) => `'${json.replace(/[\t\r]/g, " ")
  .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped).replaceAll("'", "'\\''")}'`;

/** Returns a request as a line for a shell. */
export function curlLine({ url, headers, body }) {
  const names = ["If-Match"].filter((name) => name in headers);
  const fields = names.map((name) => ` -H ${shellWord(`${name}: ${headers[name]}`)}`);
  // The key stays out of what is shown and copied.
  if (headers.Authorization) fields.push(' -H "Authorization: Bearer $BACKSTACK_KEY"');
  return `curl --json ${shellWord(body)}${fields.join("")} ${shellWord(url)}`;
}
