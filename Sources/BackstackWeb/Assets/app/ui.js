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
  const element = h("button", { type: "button", class: "button", ...properties }, text);
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

/** Makes a list of the features of a server; `about` has a title and a line for some of them, by their names. */
export const featureList = (features, about = {}) => h("ul", { class: "list" }, ...features.map(({ name }) => {
  const [title, detail = ""] = Object.hasOwn(about, name) ? about[name] : [name[0].toUpperCase() + name.slice(1)];
  return h("li", {}, h("a", { class: "row", href: `#/${name}` },
    h("span", { class: "texts" }, h("span", { class: "title" }, title), h("span", { class: "detail" }, detail))));
}));

/** Adds a style sheet, unless it is there, and waits for it. */
export const addStyle = ({ href }) => new Promise((resolve) => {
  if (document.querySelector(`link[href="${href}"]`)) return resolve();
  document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
});

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

const tokens = /(\/\/.*)|("(?:[^"\\]|\\.)*")|(@\w+)|\b(case|var|let|func|struct|enum|extension|return|switch|for|in|if|else|guard|await|async|try|import|private|fileprivate|static|some|self|nil|true|false|default|where|init)\b/g;

/** Shows a text of Swift; the line that speaks of an action is marked. */
export function listing(text, action) {
  const isMarked = new RegExp(`\\.${action}\\b`);
  let isFound = false;
  return h("pre", { class: "listing", tabIndex: 0, role: "group", "aria-label": "Swift" }, ...text.split("\n").flatMap((line) => {
    const parts = [];
    let position = 0;
    for (const found of line.matchAll(tokens)) {
      const kind = ["comment", "string", "macro", "keyword"][found.slice(1).findIndex((one) => one !== undefined)];
      parts.push(line.slice(position, found.index), h("span", { class: kind }, found[0]));
      position = found.index + found[0].length;
    }
    parts.push(line.slice(position), "\n");
    if (isFound || !action || !isMarked.test(line)) return parts;
    isFound = true;
    return [h("mark", {}, ...parts)];
  }));
}
