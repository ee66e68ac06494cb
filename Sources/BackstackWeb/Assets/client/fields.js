// The kinds of nodes that many screens lack, such as fields: see fields.d.ts.
import { badge, button, drawn, h, icon, inside, linkTo, own, plain, words } from "./elements.js";
import { actionLater, nodeIn } from "./nodes.js";
import { parse } from "./exact.js";
import { bindChoice, bindText, number, refusal } from "./text.js";

const two = (number) => `${Math.floor(number)}`.padStart(2, "0");
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const isOff = ({ disabled, send }) => disabled || send === undefined;

/** Makes a label with its control, which gets what the node says of both. */
const labelled = (node, at, control) => Object.assign(
  h("label", {}, h("span", { class: "bs-name" }, words(node, at)), control), { target: control });

// MARK: Rich texts

// What stands beside a mark is no blank, and a line below is a mark only around words.
const marks = new RegExp([
  "\\\\([!-/:-@[-`{-~])", "\\*\\*(?=\\S)(.*?\\S)\\*\\*", "\\b__(?=\\S)(.*?[^\\s_])__\\b", "\\*(?=\\S)(.*?[^\\s*])\\*",
  "\\b_(?=\\S)(.*?[^\\s_])_\\b", "~~(.+?)~~", "`(.+?)`", "\\[(.+?)\\]\\(((?:[^()]|\\([^()]*\\))+)\\)",
].join("|"), "g");
function markdown(text) {
  if (text.length > 10_000) return text;
  const parts = [];
  let position = 0;
  for (const found of text.matchAll(marks)) {
    const [all, escaped, bold1, bold2, italic1, italic2, struck, code, name, url] = found;
    const [bold, italic] = [bold1 ?? bold2, italic1 ?? italic2];
    parts.push(text.slice(position, found.index), escaped ?? (bold ? h("strong", {}, markdown(bold))
      : italic ? h("em", {}, markdown(italic)) : struck ? h("s", {}, markdown(struck))
      : code ? h("code", {}, code) : h("a", linkTo(url), markdown(name))));
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
function showRefusal(element, at, { message = "", problem } = {}) {
  const small = element.closest("label").nextElementSibling;
  small.lastChild.textContent = problem ? `${message} ${at.words.kept}` : message;
  if (element.node.error === undefined) element.setAttribute("aria-invalid", message !== "");
}

/** Makes a field with a place for the server's error, and for why it was not sent. */
function checked(node, at, tag, props) {
  const { error, kind, prompt = kind === "date" ? at.words.value : at.words.text } = node;
  const id = at.name(node, "error");
  const hasName = node.text !== undefined || node.label;
  const input = h(tag, {
    ".node": node, disabled: isOff(node), "aria-label": hasName ? undefined : prompt,
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

/** What `bindText` and `bindChoice` need to know of a control; `read(node)` returns what it shows. */
const binding = (at, element, { read, make = (value) => value, ...more }) => ({
  field: element,
  value(state) {
    const node = nodeIn(state, at, element.node);
    return node && read(node);
  },
  action(shown, isDone) {
    const value = make(shown, isDone);
    return actionLater(at, element.node, ({ send }) => send, () => value);
  },
  sent: at.sent,
  ...more,
});

/** Binds a text, and tells if the last of it may be lost, as another client has closed what it was in. */
function bindTyped(element, at, how) {
  const { session, session: { id } } = at;
  const { empty } = how;
  // What may be empty is known to the server only.
  const made = binding(at, element, {
    ...how, refused: (error) => showRefusal(element, at, error?.problem && !element.value.trim() && empty || error),
    make(text, isDone) {
      if (!empty || text.trim()) return how.make(text);
      if (isDone) return null;
      throw empty;
    },
  });
  const stop = bindText(session, element, made);
  return () => {
    const isGone = session.id === id && made.value(session.state) === undefined;
    // Where the message stands may go, too.
    if (isGone && !at.sending && "unsaved" in element.dataset) {
      queueMicrotask(() => at.failed(Object.assign(new Error(at.words.lost), { isLost: true })));
    }
    stop();
  };
}

const numberKinds = { integer: "whole number", number: "number", json: "JSON value" };
/** Returns the JSON value that a person typed. */
function json(text) {
  try {
    return parse(text);
  } catch {
    throw refusal("Enter a JSON value.");
  }
}
/** Returns how a value of a type is shown, and made of what is typed. */
const typing = (type) => (type === "json" ? { read: ({ value }) => (value === undefined ? "" : JSON.stringify(value)), make: json }
  : { read: ({ value }) => `${value ?? ""}`, make: (text) => (type ? number(text, type === "integer") : text) });

function textField(node, at, tag = node.multiline ? "textarea" : "input") {
  const { type, keyboard, content, prompt, secure, submitLabel, capitalization, autocorrection, required } = node;
  return checked(node, at, tag, {
    type: tag === "input" ? (secure ? "password" : at.isSearch ? "search" : "text") : undefined,
    inputmode: own(keyboards, keyboard) ?? own({ integer: "numeric", number: "decimal" }, type),
    autocapitalize: capitalization === "never" ? "none" : capitalization, "aria-required": required,
    ...(autocorrection === false && { autocorrect: "off", spellcheck: "false" }),
    onfocus: node.focus !== undefined && (({ currentTarget }) =>
      currentTarget.node.focused || at.tellFocus(currentTarget, currentTarget.node)),
    autocomplete: content ? own(contents, content) ?? dashed(content) : "off",
    enterkeyhint: /^(done|go|next|search|send)$/.test(submitLabel) && submitLabel,
    placeholder: prompt, dir: "auto", autofocus: node.focused, class: type && "bs-mono",
    use: (element) => bindTyped(element, at, {
      isNumber: type !== undefined, ...typing(type),
      empty: type && refusal(`Enter a ${own(numberKinds, type) ?? "value"}.`),
    }),
  });
}

// MARK: Choices

/** Returns what a control whose node has a value of a kind does: it shows that, and sends what a person makes of it. */
const chosen = (node, at, how) => ({
  ".node": node,
  use: (element) => bindChoice(at.session, element, binding(at, element, {
    refused: (error) => error && at.failed(error), ...how(element),
  })),
});

// What a person has chosen stays chosen when others come or go.
const keyed = (value, made) => Object.assign(made, { key: JSON.stringify(value) });

function picker(node, at) {
  const { options = [], style = "menu" } = node;
  const isMenu = !/segmented|inline|radio/i.test(style);
  const disabled = node.disabled || (node.send === undefined && !options.some(({ send }) => send !== undefined));
  const how = (element) => ({
    property: isMenu ? "selectedIndex" : "chosen",
    read: ({ options = [], value }) => options.findIndex((one) => same(one.value, value)),
    action(index) {
      const { node } = element;
      const { value } = node.options[index];
      const sendOf = ({ options = [], send }) => options.find((one) => same(one.value, value))?.send ?? send;
      return actionLater(at, node, sendOf, () => value);
    },
  });
  if (isMenu) {
    return labelled(node, at, h("select", { disabled, ...chosen(node, at, how) },
      options.map(({ text, value }) => keyed(value, h("option", {}, text)))));
  }
  const all = options.map((option) => keyed(option.value, h("label", { class: "bs-option" },
    h("input", { type: "radio", name: at.name(node), disabled }),
    h("span", { class: "bs-button" }, words(option, at)))));
  return h("fieldset", { "data-style": style, ...chosen(node, at, (element) => {
    const inputs = () => [...element.querySelectorAll("input")];
    Object.defineProperty(element, "chosen", {
      get: () => inputs().findIndex(({ checked }) => checked),
      set: (index) => inputs().forEach((input, at) => (input.checked = at === index)),
    });
    return how(element);
  }) }, h("legend", { class: "bs-name" }, words(node, at)), h("div", { class: "bs-options" }, all));
}

function stepper(node, at) {
  const { value, send } = node;
  const name = plain(node);
  const press = (sign, member) => {
    const after = ({ value, min = -Infinity, max = Infinity, step = 1 }) => {
      const sum = Number(value) + sign * step;
      // Tenths have no exact sum.
      const rounded = Number.isInteger(value) && Number.isInteger(step) ? sum : Number(sum.toPrecision(15));
      return Math.min(max, Math.max(min, rounded));
    };
    // Of an `ExactNumber`, a sum would be another than a person sees.
    const isEnd = node.disabled || value instanceof Number
      || (send === undefined ? node[member] === undefined : after(node) === value);
    return button({
      class: "bs-button", "aria-label": `${name}: ${sign < 0 ? at.words.less : at.words.more}`,
      "aria-disabled": isEnd || undefined,
    }, (element) => isEnd || at.act(element, node, send === undefined ? member : "send", { value: after, repeats: true }),
    icon(sign < 0 ? "minus" : "plus"));
  };
  return h("div", { role: "group", "aria-label": name }, h("span", { class: "bs-name" }, words(node, at)),
    value !== undefined && !hasValue(node) && h("output", { class: "bs-mono" }, value),
    h("span", { class: "bs-pair" }, press(-1, "decrement"), press(1, "increment")));
}

/** Whether a name such as "Length: 5 min" has the value. */
const hasValue = (node) => /\d/.test(plain(node));
const amount = (value, style) => new Intl.NumberFormat(undefined, { style, maximumFractionDigits: 2 }).format(value);

const localDate = (value, type) => {
  if (value === null) return "";
  const time = new Date(value);
  if (isNaN(time)) return "";
  const day = `${`${time.getFullYear()}`.padStart(4, "0")}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const hour = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return { date: day, time: hour }[type] ?? `${day}T${hour}`;
};

const typeOf = ({ parts = ["date", "time"] }) => (parts.length === 1 ? parts[0] : "datetime-local");

/** Returns the time that a date's field has; throws an error for one that the node does not allow. */
function timeOf(text, node) {
  const { min, max, value } = node;
  const type = typeOf(node);
  const day = type === "time" ? `${localDate(value, "date")}T` : "";
  const dayOrTime = type === "date" ? "date" : "";
  const isBefore = (a, b) => localDate(a, dayOrTime) < localDate(b, dayOrTime);
  const shown = (limit) => new Date(limit).toLocaleString(undefined, {
    dateStyle: type === "time" ? undefined : "long", timeStyle: type === "date" ? undefined : "short",
  });
  const time = new Date(type === "date" ? `${text}T00:00` : day + text);
  const message = isNaN(time) ? "Enter a date."
    : min && isBefore(time, min) ? `The earliest is ${shown(min)}.`
    : max && isBefore(max, time) ? `The latest is ${shown(max)}.` : undefined;
  if (message) throw refusal(message);
  return time.toISOString().replace(/\.\d+/, "");
}

function date(node, at) {
  const { min, max } = node;
  const type = typeOf(node);
  return checked(node, at, "input", {
    type, min: min && localDate(min, type), max: max && localDate(max, type),
    use: (element) => bindTyped(element, at, {
      isNumber: true, empty: refusal("Enter a date."),
      read: ({ value }) => localDate(value, type),
      make: (text) => timeOf(text, element.node),
    }),
  });
}

function slider(node, at) {
  const { value, min, max, step = "any" } = node;
  const made = labelled(node, at, h("input", {
    type: "range", min, max, step, disabled: isOff(node),
    ...chosen(node, at, () => ({ read: ({ value }) => `${value}`, make: Number })),
  }));
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
  const go = ({ key, target }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key] * (target.closest("[dir=rtl]") ? -1 : 1);
    const tabs = [...target.closest("[role=tablist]").children];
    if (step) tabs.at((tabs.indexOf(target) + step) % tabs.length).focus();
  };
  return h("div", {}, h("div", { class: "bs-tablist", role: "tablist", onkeydown: go }, all.map((tab) =>
    keyed(["tab", tab.id], button({ role: "tab", "aria-selected": tab === chosen, id: at.name(tab, "tab") },
      (element) => tab === chosen || at.act(element, node, "send", { value: () => tab.value }),
      words(tab, at), badge(tab))))),
  chosen && keyed(["panel", chosen.id], h("div", {
    class: "bs-panel", role: "tabpanel", "aria-labelledby": at.name(chosen, "tab"),
  }, drawn(chosen.children, at))));
}

const disclosure = (node, at) => h("details", {
  ...(node.send !== undefined && chosen(node, at, () => ({ property: "open", read: ({ open = false }) => open }))),
}, h("summary", {}, words(node, at), h("span", { class: "bs-chevron" }, icon("chevron.forward"))),
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
  if (type && !value.trim()) return null;
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
  const text = typeof value === "string" || value == null ? value : JSON.stringify(value);
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
    at.act(element, node, "send", { value: (name) => own(values, name), mark: "$field" });
  };
  return h("details", { class: "bs-disclosure" },
    h("summary", {}, words(node, at), h("span", { class: "bs-chevron" }, icon("chevron.forward"))),
    h("div", { class: "bs-rows" }, fields.map((field) => labelled(field, at, ask(field))),
    button({
      class: "bs-button", "data-style": "borderedProminent", "aria-disabled": isOff(node) || undefined,
    }, (element) => isOff(node) || send(element), words(node, at)), h("small", { class: "bs-error", role: "alert" })));
}

const share = (node, at) => button({ disabled: node.disabled }, async () => {
  const { url } = node;
  await (navigator.share ? navigator.share({ url }) : navigator.clipboard.writeText(url)).catch(() => {});
}, icon("square.and.arrow.up"), words(node, at));

function richText(node, at) {
  const { text = "", format, value } = node;
  if (!format) return h(at.isInline || at.isRow ? "span" : "p", {}, markdown(text));
  return h("time", { datetime: value, role: format === "timer" ? "timer" : undefined, ".node": node, use: tick },
    timeText(node));
}

export const usual = {
  kept: "What you typed is still here.", lost: "What you were typing in was closed elsewhere. The last of it may be lost.",
  less: "less", more: "more", text: "Text", value: "Value",
};

export const fields = {
  richText,
  textField: (node, at) => textField(node, at),
  textEditor: (node, at) => textField(node, at, "textarea"),
  toggle: (node, at) => labelled(node, at, h("input", {
    type: "checkbox", role: "switch", disabled: isOff(node),
    ...chosen(node, at, () => ({ read: ({ value = false }) => value })),
  })),
  slider, stepper, picker, date, tabs, disclosure, grid, gauge, prompt, share,
  link: (node, at) => h("a", node.disabled ? { "aria-disabled": true, role: "link" } : linkTo(node.url), words(node, at)),
  image: ({ url, description = "" }) => h("img", { src: linkTo(url).href, alt: description, loading: "lazy" }),
  swatch: () => h("span"),
  progress(node, at) {
    const { value, total = 1, style } = node;
    const kind = style === "circular" || value === undefined ? "bs-spinner" : "bs-track";
    return h(at.isInline ? "span" : "div", {}, words(node, at),
      h("progress", { max: total, value, class: kind, "aria-label": plain(node) || at.words.busy }));
  },
  scroll: (node, at) => h("div", { tabindex: 0, role: "group", "data-axis": node.axis ?? "vertical" },
    drawn(node.children, at)),
};
