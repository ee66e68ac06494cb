// Draws nodes and levels: see nodes.d.ts.
import { badge, button, drawn, h, icon, inside, later, longWord, own, plain, words } from "./elements.js";

export function substitute(template, mark, value) {
  if (Object(template) !== template) return template;
  if (Array.isArray(template)) return template.map((part) => substitute(part, mark, value));
  const names = Object.keys(template);
  if (names.length === 1 && names[0] === mark) return typeof value === "function" ? value(template[mark]) : value;
  return Object.fromEntries(names.map((name) => [name, substitute(template[name], mark, value)]));
}

export function actionOf({ wrap: levels }, { send, wrap = levels }, value, mark = "$value") {
  const whole = (action) => {
    const filled = substitute(action, mark, value);
    return wrap ? substitute(wrap, "$action", filled) : filled;
  };
  return Array.isArray(send) ? send.map(whole) : whole(send);
}

const indexes = new WeakMap(); // the nodes of a level by their ids
// What is sent has no nodes.
const data = /^(send|wrap|properties|tap|submit|focus|delete|move|increment|decrement|appear|refresh)$/;

export function nodeIn({ levels }, { screen }, node) {
  const level = levels.find(({ id }) => id === screen.id);
  if (!level || node.id === undefined) return level && node;
  if (!indexes.has(level)) {
    const nodes = new Map();
    const add = (part) => {
      if (Object(part) !== part) return;
      if (part.kind && !nodes.has(part.id)) nodes.set(part.id, part);
      for (const name in part) if (!data.test(name)) add(part[name]);
    };
    add(level);
    indexes.set(level, nodes);
  }
  return indexes.get(level).get(node.id);
}

export const actionLater = (at, node, sendOf, value, mark) => (state) => {
  const fresh = nodeIn(state, at, node) ?? {};
  // Whether it still can be sent is for the server to say.
  const now = sendOf(fresh) === undefined ? node : fresh;
  return actionOf(at.screen, { ...now, send: sendOf(now) }, mark ? value : value?.(now), mark);
};

const isOff = ({ disabled, send }) => disabled || send === undefined;
const box = (node, at, ...children) => h(at.isInline ? "span" : "div", {}, children);

/** Makes a button that opens what it holds. */
const menu = (node, at, props, content, items) => {
  const id = at.name(node, "menu");
  return h("span", { class: "bs-menu" },
    h("button", { type: "button", class: "bs-button", popovertarget: id, ...props }, content),
    h("div", {
      popover: "auto", id, class: "bs-items",
      onclick: ({ target, currentTarget }) => target.closest("button, a") && currentTarget.hidePopover?.(),
    }, drawn(items, inside(at, { isInMenu: true, isRow: false, isInline: false }))));
};

/** Draws what a list has: rows that follow each other share a box. */
function rows(nodes, at) {
  const groups = [];
  for (const node of nodes ?? []) {
    if (node.kind === "section") groups.push(later(drawNode, node, at));
    else if (Array.isArray(groups.at(-1))) groups.at(-1).push(node);
    else groups.push([node]);
  }
  return groups.map((group) => {
    if (!Array.isArray(group)) return group;
    const choice = group.some(({ selected }) => selected) && { selected: false };
    return h(at.isForm ? "div" : "ul", { class: "bs-rows", "data-long": group.length > 200 },
      // A row that moves depends on where it is, one of a choice on the others.
      group.map((node, index) => later(drawRow, choice || node.move ? { ...choice, ...node, of: node } : node,
        inside(at, { group, index }))));
  });
}

function drawRow(node, at, tag = at.isForm ? "div" : "li", name = "bs-item") {
  const { tap, wrap, swipe = [], menu: more = [], move, delete: deletion, of = node } = node;
  // Fields of several rows have one label.
  const label = [plain(node), node.value].filter((one) => one && typeof one === "string").join(", ") || node.prompt;
  const extra = (id, icon, send, more) =>
    send === undefined ? [] : [{ kind: "button", id, text: at.words[id], icon, send, wrap, ...more }];
  // The position is the one before which the row moves, as in SwiftUI.
  const moved = (id, icon, to) => (move && to >= 0 && to <= at.group.length
    ? extra(id, icon, substitute(move, "$value", to)) : []);
  const items = [
    ...more, ...swipe, ...moved("up", "arrow.up", at.index - 1), ...moved("down", "arrow.down", at.index + 2),
    ...extra("delete", "trash", deletion, { role: "destructive", of, member: "delete" }),
  ];
  const row = inside(at, { isRow: true, isInline: false, owner: node });
  const pressed = (element) => at.act(element, node, "tap");
  // A button can't have others in it: then it stands beside them.
  const isMixed = tap !== undefined
    && /"(send|tap)":/.test(JSON.stringify(of.children ?? { ...of, tap: undefined, swipe: [], menu: [] }));
  const content = tap === undefined || isMixed ? later(drawNode, node, row)
    : button({ class: "bs-button" }, pressed, later(drawNode, node, inside(row, { isInline: true })));
  const beside = isMixed
    && button({ class: "bs-button bs-alone", "aria-label": label }, pressed, icon("chevron.forward"));
  const alone = items.length === 1 && items[0].icon;
  return h(tag, {
    class: name, ".row": node.id,
    oncontextmenu: items.length > 1 && ((event) => {
      event.preventDefault();
      event.currentTarget.querySelector(":scope > .bs-menu > [popover]").showPopover?.();
    }),
  }, content, beside, alone ? drawn([{ ...items[0], aloneFor: label }], at)
    : items.length > 0 && menu(node, row, { "aria-label": `${at.words.actions}: ${label}` }, icon("ellipsis"), items));
}

export const kinds = {
  text(node, at) {
    const { text = "", style } = node;
    const isInline = at.isInline || at.isRow;
    const isTitle = /title/i.test(style) && !isInline && /\p{L}/u.test(text);
    // A hyphen is no minus.
    return h(isTitle ? `h${at.rank + 1}` : isInline ? "span" : "p", { class: longWord(node) }, `${text}`.replace(/^-(?=\d)/, "−"));
  },
  label: (node, at) => box(node, at, words(node, at)),
  icon: (node) => h("span", { role: node.description && "img", "aria-label": node.description }, icon(node.icon)),
  row: (node, at) => box(node, at, drawn(node.children, at)),
  spacer: () => h("span"),
  divider: () => h("hr"),
  list: (node, at) => h("div", {}, rows(node.children, inside(at, { isForm: false }))),
  form: (node, at) => h("form", { novalidate: true, onsubmit: (event) => event.preventDefault() },
    rows(node.children, inside(at, { isForm: true }))),
  section(node, at) {
    const { header, footer } = node;
    if (at.isInMenu) return h("div", { role: "group" }, drawn(header, at), drawn(node.children, at));
    const [tag, name] = at.isForm && header ? ["fieldset", "legend"] : ["section", `h${at.rank + 1}`];
    return h(tag, {}, header && h(name, { class: "bs-header" }, drawn(header, inside(at, { isInline: true }))),
      rows(node.children, at), footer && h("div", { class: "bs-footer" }, drawn(footer, at)));
  },
  labeled: (node, at) => box(node, at, h("span", { class: "bs-name" }, words(node, at)),
    h("span", { class: "bs-value" }, drawn(node.children, inside(at, { isInline: true })))),
  empty: (node, at) => h("div", {}, icon(node.icon), h(`h${at.rank + 1}`, { dir: "auto" }, node.text),
    drawn(node.description, at), node.actions && h("div", { class: "bs-actions" }, drawn(node.actions, at))),
  button(node, at) {
    const { role, shortcut = "", placement, selected, aloneFor, navigates } = node;
    // A choice of an alert that sends nothing closes it.
    const closesAlert = at.isAlert && !node.disabled && node.send === undefined;
    const isAlone = aloneFor !== undefined;
    return button({
      class: isAlone && "bs-alone", title: isAlone && node.text,
      "aria-label": isAlone ? `${node.text}: ${aloneFor}` : undefined, "data-role": role,
      "data-default": shortcut === "defaultAction" || placement === "confirmationAction",
      "data-cancel": shortcut === "cancelAction" || placement === "cancellationAction",
      "data-shortcut": shortcut.length === 1 && shortcut,
      "aria-pressed": selected, "aria-disabled": (isOff(node) && !closesAlert) || undefined,
      autofocus: node.isMain,
    }, (element) => {
      if (closesAlert) at.close();
      else if (!isOff(node)) at.act(element, node);
    }, isAlone ? icon(node.icon) : words(node, at), badge(node),
    navigates && h("span", { class: "bs-chevron" }, icon("chevron.forward")));
  },
  menu: (node, at) => at.isInMenu
    ? h("div", { role: "group", "aria-label": plain(node) }, drawn(node.children, at))
    : menu(node, at, {}, words(node, at), node.children),
};
kinds.column = kinds.layers = kinds.row;

const flags = ["bold", "italic", "mono", "strikethrough"];
const attributes = {
  style: "data-style", color: "data-color", align: "data-align", tint: "data-tint", help: "title",
};

export function drawNode(node, at) {
  const { kind, format, markdown, accessibility: { label, hint, value, id } = {} } = node;
  // What can be tapped elsewhere than in a list.
  if ((node.tap !== undefined || node.swipe || node.menu) && at.owner !== node && !at.isInline) return drawRow(node, at, "div", "bs-part");
  const draw = own(kinds, format || markdown ? "richText" : kind);
  if (!draw) at.need();
  const made = draw?.(node, at) ?? own(at.custom, node.name)?.(node.properties, at)
    ?? h("div", { class: "bs-group" }, drawn(node.fallback ?? node.children, at));
  const { props, target = made, tag } = made;
  props.class = [`bs-${kind}`, props.class, kind === "text" && node.style && `bs-${node.style}`,
    ...flags.filter((flag) => node[flag]).map((flag) => `bs-${flag}`)].filter(Boolean).join(" ");
  for (const name in attributes) if (node[name] !== undefined) props[attributes[name]] ??= node[name];
  if (kind === "text") props.dir = "auto";
  if (node.hidden || node.redacted) props["aria-hidden"] = true;
  if (node.redacted) props["data-redacted"] = true;
  if (/^#[\da-f]{6}$/i.test(node.color)) props[".style"] = `color: ${node.color}`;
  if (id !== undefined) props["data-id"] = id;
  if (hint) target.props["aria-description"] = hint;
  if (value && target.props.type === "range") target.props["aria-valuetext"] = value;
  const read = [label, value].filter(Boolean).join(", ");
  // A text has no name: what is read in its place stands beside it.
  if (read && /^(p|span|h\d)$/.test(tag) && !props.role) {
    made.children = [h("span", { "aria-hidden": true }, made.children), h("span", { class: "bs-hidden" }, read)];
  } else if (label) target.props["aria-label"] = target === made ? read : label;
  if (!/button|tabs/.test(kind) && node.badge !== undefined) made.children.push(badge(node));
  return made;
}

// The choice that can't be undone comes last, and never stands out.
function drawChoices(at, body = []) {
  const order = ({ role }) => ["cancel", undefined, "destructive"].indexOf(role);
  const all = body.length ? [...body].sort((a, b) => order(a) - order(b))
    : [{ kind: "button", id: "ok", text: at.words.ok }];
  const isGrave = all.at(-1).role === "destructive";
  const main = all.find(({ shortcut }) => shortcut === "defaultAction")
    ?? all.findLast(({ role }) => role === (isGrave ? "cancel" : undefined)) ?? (isGrave ? undefined : all[0]);
  const nodes = all.map((one) => (one === main ? { ...one, style: "borderedProminent", isMain: true, of: one } : one));
  return h("div", { class: "bs-actions" }, drawn(nodes, at));
}

export function drawLevel(at) {
  const { screen, level, isAlert, rank, words: text } = at;
  const { toolbar = [], body, search, refresh, message, back } = screen;
  const { snapshot } = at.session;
  const id = at.name({ id: "title" });
  const title = h(`h${rank}`, {
    class: screen.title ? "bs-heading" : "bs-heading bs-hidden", tabindex: -1, id, dir: "auto", title: rank > 1 && screen.title,
  }, screen.title ?? at.session.state.title ?? snapshot.feature);
  const live = h("p", { class: "bs-live bs-hidden", role: "status" });
  if (isAlert) {
    return [title, message && h("div", { class: "bs-message", id: at.name({ id: "message" }) }, drawn(message, at)),
      drawChoices(at, body), live];
  }
  const placed = (...names) =>
    drawn(toolbar.filter(({ placement = "automatic" }) => names.includes(placement)), at);
  const isDialog = rank > 1;
  const leading = placed("cancellationAction", "navigation");
  if (!level && at.home) {
    leading.unshift(h("a", { class: "bs-back", href: at.home.url }, icon("chevron.backward"),
      h("span", {}, at.home.text)));
  } else if (level?.close !== undefined && !isDialog) {
    const name = back?.text ?? text.back;
    leading.unshift(button({ class: "bs-back", "aria-label": `${text.back}: ${name}` }, at.close,
      icon("chevron.backward"), h("span", { dir: "auto" }, name)));
  } else if (level?.close !== undefined && !leading.length) {
    leading.push(button({ class: "bs-button", "aria-label": text.close }, at.close, icon("xmark")));
  }
  const trailing = placed("automatic", "destructiveAction", "primaryAction", "confirmationAction");
  if (refresh !== undefined) {
    trailing.unshift(button({ class: "bs-button", "aria-label": text.refresh },
      (element) => at.act(element, { wrap: null, send: refresh }), icon("arrow.clockwise")));
  }
  const bottom = placed("bottomBar");
  return [
    h("header", { class: "bs-bar" }, h("div", { class: "bs-leading" }, leading),
      isDialog ? title : h("div", { class: "bs-principal" }, placed("principal")),
      h("div", { class: "bs-trailing" }, trailing)),
    !isDialog && title,
    search && h("search", { class: "bs-search" }, icon("magnifyingglass"), later(drawNode,
      { ...search, kind: "textField", text: undefined, label: undefined, prompt: search.prompt || plain(search) || text.search, of: search },
      inside(at, { isSearch: true }))),
    h("div", { class: "bs-content" }, drawn(body, at)),
    bottom.length > 0 && h("footer", { class: "bs-bottom" }, bottom), live,
  ];
}
