// The kinds of nodes that many screens lack, such as fields: see fields.d.ts.
import { badge, button, drawn, h, icon, inside, linkTo, own, plain, words } from "./elements.js";
import { actionOf, substitute } from "./screen.js";
import { bindText, number } from "./text.js";

const two = (number) => `${Math.floor(number)}`.padStart(2, "0");
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const isOff = ({ disabled, send }) => disabled || send === undefined;

/** Makes a label with its control, which gets what the node says of both. */
const labelled = (node, at, control) => Object.assign(
  h("label", {}, h("span", { class: "bs-name" }, words(node, at)), control), { target: control });

// MARK: Rich texts

const marks = /\*\*(.+?)\*\*|\*(.+?)\*|~~(.+?)~~|`(.+?)`|\[(.+?)\]\((.+?)\)/g;
function markdown(text) {
  if (text.length > 10_000) return text;
  const parts = [];
  let position = 0;
  for (const found of text.matchAll(marks)) {
    const [all, bold, italic, struck, code, name, url] = found;
    parts.push(text.slice(position, found.index), bold ? h("strong", {}, markdown(bold))
      : italic ? h("em", {}, markdown(italic)) : struck ? h("s", {}, markdown(struck))
      : code ? h("code", {}, code) : h("a", linkTo(url), markdown(name)));
    position = found.index + all.length;
  }
  return [...parts, text.slice(position)];
}

const units = Object.entries({ year: 31557600, month: 2629800, day: 86400, hour: 3600, minute: 60, second: 1 });

export function timeText({ format, value }, now = Date.now()) {
  const time = new Date(value);
  const seconds = Math.round((time - now) / 1000);
  if (isNaN(seconds)) return `${value}`;
  if (format === "date") return time.toLocaleDateString(undefined, { dateStyle: "long" });
  if (format === "time") return time.toLocaleTimeString(undefined, { timeStyle: "short" });
  const all = Math.abs(seconds);
  if (format === "timer") {
    const minutes = `${all < 3600 ? Math.floor(all / 60) : two((all / 60) % 60)}:${two(all % 60)}`;
    return all < 3600 ? minutes : `${Math.floor(all / 3600)}:${minutes}`;
  }
  // To the nearest, of which 24 hours are a day.
  const [unit, size] = units.find(([, size], index) => {
    const [, finer] = units[index + 1] ?? [null, 1];
    return Math.round(all / finer) * finer >= size;
  }) ?? units.at(-1);
  const count = Math.round(all / size);
  if (format === "relative") {
    return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.sign(seconds) * count, unit);
  }
  const length = new Intl.NumberFormat(undefined, { style: "unit", unit, unitDisplay: "long" }).format(count);
  return `${seconds < 0 ? "−" : "+"}${length}`;
}

const clocks = new Set();
let ticking;
function tick(element) {
  clocks.add(element);
  ticking ??= setInterval(() => {
    for (const { firstChild, node } of clocks) {
      const text = timeText(node);
      if (firstChild && firstChild.data !== text) firstChild.data = text;
    }
  }, 1000);
  return () => {
    clocks.delete(element);
    if (!clocks.size) ticking = clearInterval(ticking);
  };
}

// MARK: Fields with errors

/** Shows why what is in a field was not sent, or that it was. */
function showRefusal(element, node, error) {
  element.closest("label").nextElementSibling.lastChild.textContent = error?.message ?? "";
  if (error) element.dataset.refused = "";
  else delete element.dataset.refused;
  if (node.error === undefined) element.setAttribute("aria-invalid", Boolean(error));
}

/** Makes a field with a place for the server's error, and for why it was not sent. */
function checked(node, at, tag, props) {
  const { error, kind, prompt = kind === "date" ? at.words.value : at.words.text } = node;
  const id = at.name(node, "error");
  const hasName = node.text !== undefined || node.label;
  const input = h(tag, {
    disabled: isOff(node), "aria-label": hasName ? undefined : prompt,
    "aria-invalid": error === undefined ? undefined : true, "aria-describedby": id, ...props,
  });
  return Object.assign(
    h("div", {}, h("label", {}, hasName && h("span", { class: "bs-name" }, words(node, at)), input),
      h("small", { class: "bs-error", id, role: "alert" }, h("span", {}, error), h("b"))),
    { target: input });
}

// MARK: Texts

const keyboards = {
  numberPad: "numeric", decimalPad: "decimal", numbersAndPunctuation: "decimal", phonePad: "tel",
  emailAddress: "email", URL: "url", webSearch: "search",
};
const contents = {
  emailAddress: "email", telephoneNumber: "tel", password: "current-password", URL: "url",
  fullStreetAddress: "street-address",
};
const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns what a screen has in place of a node, if anything. */
function nodeIn({ levels }, { screen }, id) {
  const find = (part) => {
    if (Object(part) !== part) return undefined;
    if (part.id === id) return part;
    for (const inner of Object.values(part)) {
      const found = find(inner);
      if (found) return found;
    }
    return undefined;
  };
  const level = levels.find((one) => one.id === screen.id);
  return level && find({ ...level, id: undefined });
}

function textField(node, at, tag = node.multiline ? "textarea" : "input") {
  const { type, keyboard, content, prompt, secure, submitLabel } = node;
  return checked(node, at, tag, {
    ".node": node,
    type: tag === "input" ? (secure ? "password" : at.isSearch ? "search" : "text") : undefined,
    inputmode: own(keyboards, keyboard) ?? (type === "integer" ? "numeric" : type && "decimal"),
    autocomplete: content ? own(contents, content) ?? dashed(content) : "off",
    enterkeyhint: /^(done|go|next|search|send)$/.test(submitLabel) && submitLabel,
    placeholder: prompt, dir: "auto", autofocus: node.focused, class: type && "bs-mono",
    use: (element) => bindText(at.session, element, {
      isNumber: type !== undefined,
      value(state) {
        const { node } = element;
        const found = node.id === undefined ? node : nodeIn(state, at, node.id);
        return found && `${found.value ?? ""}`;
      },
      action: (text) => actionOf(at.screen, element.node, type ? number(text, type === "integer") : text),
      refused: (error) => showRefusal(element, element.node, error),
    }),
  });
}

// MARK: Values

/** Makes a control whose changes are sent as values; `read(element)` returns the value. */
const valued = (node, at, read, { on = "onchange", ...props }) => labelled(node, at, h("input", {
  disabled: isOff(node),
  [on]: ({ currentTarget }) =>
    at.act(currentTarget, node, node.send, { value: read(currentTarget), isField: true }),
  ...props,
}));

function picker(node, at) {
  const { options = [], style = "menu" } = node;
  const chosen = options.findIndex(({ value }) => same(value, node.value));
  const choose = (control, index) => {
    const { value, send = node.send } = options[index];
    at.act(control, node, send, { value, isField: true });
  };
  const disabled = node.disabled || (node.send === undefined && !options.some(({ send }) => send !== undefined));
  if (!/segmented|inline|radio/i.test(style)) {
    return labelled(node, at, h("select", {
      disabled, server: ["selectedIndex", chosen],
      onchange: ({ currentTarget }) => choose(currentTarget, currentTarget.selectedIndex),
    }, options.map(({ text }) => h("option", {}, text))));
  }
  const all = options.map((option, index) => h("label", { class: "bs-option" }, h("input", {
    type: "radio", name: at.name(node), disabled, server: ["checked", index === chosen],
    onchange: ({ currentTarget }) => choose(currentTarget.closest("fieldset"), index),
  }), h("span", { class: "bs-button" }, words(option, at))));
  return h("fieldset", { "data-style": style }, h("legend", { class: "bs-name" }, words(node, at)),
    h("div", { class: "bs-options" }, all));
}

function stepper(node, at) {
  const { value, min = -Infinity, max = Infinity, step = 1, increment, decrement, send } = node;
  const name = plain(node);
  const press = (sign, action) => {
    const next = Math.min(max, Math.max(min, value + sign * step));
    // Of an `ExactNumber`, a sum would be another than a person sees.
    const isEnd = node.disabled || value instanceof Number
      || (send === undefined ? action === undefined : next === value);
    return button({
      class: "bs-button", "aria-label": `${name}: ${sign < 0 ? at.words.less : at.words.more}`,
      "aria-disabled": isEnd || undefined,
    }, (element) => isEnd || at.act(element, node, send ?? action, { value: next }),
    icon(sign < 0 ? "minus" : "plus"));
  };
  return h("div", { role: "group", "aria-label": name }, h("span", { class: "bs-name" }, words(node, at)),
    value !== undefined && !hasValue(node) && h("output", { class: "bs-mono" }, value),
    h("span", { class: "bs-pair" }, press(-1, decrement), press(1, increment)));
}

/** Whether a name such as "Length: 5 min" has the value. */
const hasValue = (node) => /\d/.test(plain(node));
const amount = (value, style) => new Intl.NumberFormat(undefined, { style, maximumFractionDigits: 2 }).format(value);

const localDate = (value, type) => {
  const time = new Date(value);
  if (isNaN(time)) return "";
  const day = `${`${time.getFullYear()}`.padStart(4, "0")}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const hour = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return { date: day, time: hour }[type] ?? `${day}T${hour}`;
};

function date(node, at) {
  const { parts = ["date", "time"], min, max, value } = node;
  const type = parts.length === 1 ? parts[0] : "datetime-local";
  const day = type === "time" ? `${localDate(value, "date")}T` : "";
  const dayOrTime = type === "date" ? "date" : "";
  const isBefore = (a, b) => localDate(a, dayOrTime) < localDate(b, dayOrTime);
  const shown = (limit) => new Date(limit).toLocaleString(undefined, {
    dateStyle: type === "time" ? undefined : "long", timeStyle: type === "date" ? undefined : "short",
  });
  const refusalOf = (time) => isNaN(time) ? "Enter a date."
    : min && isBefore(time, min) ? `The earliest is ${shown(min)}.`
    : max && isBefore(max, time) ? `The latest is ${shown(max)}.` : undefined;
  return checked(node, at, "input", {
    type, min: min && localDate(min, type), max: max && localDate(max, type),
    server: ["value", localDate(value, type)],
    use: (element) => () => at.session.hold?.(element),
    onchange({ currentTarget }) {
      const { value: text } = currentTarget;
      const time = new Date(type === "date" ? `${text}T00:00` : day + text);
      const message = refusalOf(time);
      const error = message && Object.assign(new Error(message), { status: 422 });
      at.session.hold?.(currentTarget, error);
      showRefusal(currentTarget, node, error);
      if (error) return;
      at.act(currentTarget, node, node.send, { value: time.toISOString().replace(/\.\d+/, ""), isField: true });
    },
  });
}

function slider(node, at) {
  const { value, min, max, step = "any" } = node;
  const made = valued(node, at, ({ value }) => Number(value), {
    on: "oninput", type: "range", min, max, step, server: ["value", `${value}`],
  });
  // It is the control's own value to screen readers.
  if (value !== undefined && !hasValue(node)) {
    made.children.splice(-1, 0, h("span", { class: "bs-mono", "aria-hidden": true }, amount(value)));
  }
  return made;
}

// MARK: Parts of screens

function tabs(node, at) {
  const all = node.children ?? [];
  const chosen = all.find(({ value }) => same(value, node.value));
  const keyed = (tab, part, made) => Object.assign(made, { key: `${part} ${tab.id}` });
  const go = ({ key, target }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const tabs = [...target.closest("[role=tablist]").children];
    if (step) tabs.at((tabs.indexOf(target) + step) % tabs.length).focus();
  };
  return h("div", {}, h("div", { class: "bs-tablist", role: "tablist", onkeydown: go }, all.map((tab) =>
    keyed(tab, "tab", button({ role: "tab", "aria-selected": tab === chosen, id: at.name(tab, "tab") },
      (element) => tab === chosen || at.act(element, node, node.send, { value: tab.value }),
      words(tab, at), badge(tab))))),
  chosen && keyed(chosen, "panel", h("div", {
    class: "bs-panel", role: "tabpanel", "aria-labelledby": at.name(chosen, "tab"),
  }, drawn(chosen.children, at))));
}

const disclosure = (node, at) => h("details", {
  server: node.send === undefined ? undefined : ["open", node.open ?? false],
  ontoggle: ({ currentTarget }) => {
    const { open } = currentTarget;
    if (open === (node.open ?? false)) return;
    at.act(currentTarget, node, node.send, { value: open, isField: true });
  },
}, h("summary", {}, words(node, at), h("span", { class: "bs-chevron" }, icon("chevron.right"))),
h("div", { class: "bs-rows" }, drawn(node.children, at)));

const grid = (node, at) => h("table", { role: "presentation" }, (node.children ?? []).map((row) =>
  h("tr", {}, row.kind === "gridRow" ? drawn(row.children, at).map((cell) => h("td", {}, cell))
    : h("td", { colspan: 99 }, drawn([row], at)))));

function gauge(node, at) {
  const { value, min = 0, max = 1, children } = node;
  const name = plain(node) || at.words.value;
  const style = min === 0 && max === 1 ? "percent" : "decimal";
  return h("div", {}, words(node, at), h("meter", { min, max, value, "aria-label": name }),
    children ? drawn(children, inside(at, { isInline: true }))
      : !hasValue(node) && h("span", { class: "bs-mono" }, amount(value, style)));
}

// MARK: Actions that ask for values

/** Returns what a field of a prompt has; a person may type what is no JSON, and the server says so. */
function typed({ type, kind, options }, { checked, value, selectedIndex }) {
  if (kind === "toggle") return checked;
  if (kind === "picker") return options[selectedIndex]?.value;
  if (kind === "date") return isNaN(new Date(value)) ? null : new Date(value).toISOString().replace(/\.\d+/, "");
  if (type === "integer" || type === "number") return number(value, type === "integer");
  if (type !== "json") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function ask({ kind, type, value, options = [] }) {
  if (kind === "picker") return h("select", {}, options.map(({ text }) => h("option", {}, text)));
  if (kind === "toggle") return h("input", { type: "checkbox", role: "switch", checked: value === true });
  const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
  return h("input", kind === "date" ? { type: "datetime-local" } : {
    type: "text", autocomplete: "off", dir: "auto", class: type && "bs-mono",
    inputmode: type === "integer" ? "numeric" : undefined, value: text,
  });
}

function prompt(node, at) {
  const { fields = [] } = node;
  const send = (element) => {
    const inputs = element.parentNode.querySelectorAll("input, select");
    const values = {};
    try {
      fields.forEach((field, index) => (values[field.id] = typed(field, inputs[index])));
    } catch (error) {
      element.nextSibling.textContent = error.message;
      return;
    }
    element.nextSibling.textContent = "";
    at.act(element, node, substitute(node.send, "$field", (name) => own(values, name)));
  };
  return h("details", { class: "bs-disclosure" },
    h("summary", {}, words(node, at), h("span", { class: "bs-chevron" }, icon("chevron.right"))),
    h("div", { class: "bs-rows" }, fields.map((field) => labelled(field, at, ask(field))),
    button({
      class: "bs-button", "data-style": "borderedProminent", "aria-disabled": isOff(node) || undefined,
    }, (element) => isOff(node) || send(element), words(node, at)), h("small", { class: "bs-error", role: "alert" })));
}

const share = (node, at) => button({}, async () => {
  const { url } = node;
  await (navigator.share ? navigator.share({ url }) : navigator.clipboard.writeText(url)).catch(() => {});
}, icon("square.and.arrow.up"), words(node, at));

function richText(node, at) {
  const { text = "", format, value } = node;
  if (!format) return h(at.isInline || at.isRow ? "span" : "p", {}, markdown(text));
  return h("time", { datetime: value, role: format === "timer" ? "timer" : undefined, ".node": node, use: tick },
    timeText(node));
}

export const fields = {
  richText,
  textField: (node, at) => textField(node, at),
  textEditor: (node, at) => textField(node, at, "textarea"),
  toggle: (node, at) => valued(node, at, ({ checked }) => checked, {
    type: "checkbox", role: "switch", server: ["checked", node.value ?? false],
  }),
  slider, stepper, picker, date, tabs, disclosure, grid, gauge, prompt, share,
  link: (node, at) => h("a", linkTo(node.url), words(node, at)),
  image: ({ url, description = "" }) => h("img", { src: linkTo(url).href, alt: description, loading: "lazy" }),
  scroll: (node, at) => h("div", { tabindex: 0, role: "group", "data-axis": node.axis ?? "vertical" },
    drawn(node.children, at)),
};
