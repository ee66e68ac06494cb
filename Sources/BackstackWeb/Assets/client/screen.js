// Draws the screens of a session: see screen.d.ts.
import { moveAway, openDialog } from "./dialogs.js";
import {
  badge, button, changes, drawn, end, h, icon, inside, later, own, plain, put, showValue, words,
} from "./elements.js";
import { Navigation, closing } from "./levels.js";

// MARK: Actions

export function substitute(template, mark, value) {
  if (Object(template) !== template) return template;
  if (Array.isArray(template)) return template.map((part) => substitute(part, mark, value));
  const names = Object.keys(template);
  if (names.length === 1 && names[0] === mark) return typeof value === "function" ? value(template[mark]) : value;
  return Object.fromEntries(names.map((name) => [name, substitute(template[name], mark, value)]));
}

export function actionOf({ wrap: levels }, { send, wrap = levels }, value) {
  const whole = (action) => {
    const filled = substitute(action, "$value", value);
    return wrap ? substitute(wrap, "$action", filled) : filled;
  };
  return Array.isArray(send) ? send.map(whole) : whole(send);
}

// MARK: Nodes

const isOff = ({ disabled, send }) => disabled || send === undefined;
const box = (node, at, ...children) => h(at.isInline ? "span" : "div", {}, children);

/** Makes a button that opens what it holds. */
const menu = (node, at, props, content, items) => {
  const id = at.name(node, "menu");
  return h("span", { class: "bs-menu" },
    h("button", { type: "button", class: "bs-button", popovertarget: id, ...props }, content),
    h("div", {
      popover: "auto", id, class: "bs-items",
      onclick: ({ target, currentTarget }) => target.closest("button, a") && currentTarget.hidePopover(),
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
  return groups.map((group) => !Array.isArray(group) ? group
    : h(at.isForm ? "div" : "ul", { class: "bs-rows", "data-long": group.length > 200 },
      // A row that moves depends on where it is.
      group.map((node, index) => later(drawRow, node.move ? { ...node } : node, inside(at, { group, index })))));
}

function drawRow(node, at) {
  const { tap, wrap, swipe = [], menu: more = [] } = node;
  const { move, delete: deletion } = node;
  const name = plain(node) || node.value || node.prompt;
  const extra = (id, icon, send, role) =>
    send === undefined ? [] : [{ kind: "button", id, text: at.words[id], icon, send, role, wrap }];
  // The position is the one before which the row moves, as in SwiftUI.
  const moved = (id, icon, to) => (move && to >= 0 && to <= at.group.length
    ? extra(id, icon, substitute(move, "$value", to)) : []);
  const items = [
    ...more, ...swipe, ...moved("up", "arrow.up", at.index - 1), ...moved("down", "arrow.down", at.index + 2),
    ...extra("delete", "trash", deletion, "destructive"),
  ];
  const row = inside(at, { isRow: true, rowNode: node, isInline: false });
  const pressed = (element) => at.act(element, node, tap, { closes: true });
  // A button can't have others in it: then it stands beside them.
  const isMixed = tap !== undefined && JSON.stringify(node.children ?? node).includes('"send":');
  const content = tap === undefined || isMixed ? later(drawNode, node, row)
    : button({ class: "bs-button" }, pressed, later(drawNode, node, inside(row, { isInline: true })));
  const beside = isMixed
    && button({ class: "bs-button bs-alone", "aria-label": name }, pressed, icon("chevron.right"));
  const alone = items.length === 1 && items[0].icon;
  return h(at.isForm ? "div" : "li", {
    class: "bs-item", ".row": node.id,
    oncontextmenu: items.length > 1 && ((event) => {
      event.preventDefault();
      event.currentTarget.querySelector(":scope > .bs-menu > [popover]").showPopover();
    }),
  }, content, beside, alone ? drawn([{ ...items[0], aloneFor: name }], at)
    : items.length > 0 && menu(node, row, { "aria-label": `${at.words.actions}: ${name}` }, icon("ellipsis"), items));
}

const kinds = {
  text(node, at) {
    const { text = "", style } = node;
    const isInline = at.isInline || at.isRow;
    const isTitle = /title/i.test(style) && !isInline && /\p{L}/u.test(text);
    return h(isTitle ? `h${at.rank + 1}` : isInline ? "span" : "p", {}, text);
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
  progress(node, at) {
    const { value, total = 1, style } = node;
    const kind = style === "circular" || value === undefined ? "bs-spinner" : "bs-track";
    return box(node, at, words(node, at),
      h("progress", { max: total, value, class: kind, "aria-label": plain(node) || at.words.busy }));
  },
  button(node, at) {
    const { role, shortcut = "", placement, selected, aloneFor, navigates } = node;
    // A choice of an alert that sends nothing closes it.
    const closesAlert = at.isAlert && !node.disabled && node.send === undefined;
    const isAlone = aloneFor !== undefined;
    return button({
      class: isAlone && "bs-alone", title: isAlone ? node.text : undefined,
      "aria-label": isAlone ? `${node.text}: ${aloneFor}` : undefined, "data-role": role,
      "data-default": shortcut === "defaultAction" || placement === "confirmationAction",
      "data-cancel": shortcut === "cancelAction" || placement === "cancellationAction",
      "data-shortcut": shortcut.length === 1 && shortcut,
      "aria-pressed": selected, "aria-disabled": (isOff(node) && !closesAlert) || undefined,
      autofocus: node.isMain,
    }, (element) => {
      if (closesAlert) at.close();
      else if (!isOff(node)) at.act(element, node, node.send, { closes: node === at.rowNode || navigates });
    }, isAlone ? icon(node.icon) : words(node, at), badge(node),
    navigates && h("span", { class: "bs-chevron" }, icon("chevron.right")));
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

function drawNode(node, at) {
  const { kind, format, markdown, accessibility: { label, hint, value, id } = {} } = node;
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

// MARK: Levels

const isStack = ({ style }) => style === "push";
const styles = /^(push|fullScreenCover|popover|alert|confirmationDialog)$/;

export function screenLevels({ levels }) {
  const found = new Map();
  for (const screen of levels.slice(1)) {
    const { id, style, below, back, close = back, dismissDisabled } = screen;
    found.set(id, {
      key: id, case: id, style: styles.test(style) ? style : "sheet", state: screen,
      isStacked: isStack(screen), below: found.get(below),
      close: dismissDisabled ? undefined : close?.send, action: (action) => action,
    });
  }
  return [...found.values()];
}

// The choice that can't be undone comes last, and never stands out.
function drawChoices(at, body = []) {
  const order = ({ role }) => ["cancel", undefined, "destructive"].indexOf(role);
  const all = body.length ? [...body].sort((a, b) => order(a) - order(b))
    : [{ kind: "button", id: "ok", text: at.words.ok }];
  const isGrave = all.at(-1).role === "destructive";
  const main = all.find(({ shortcut }) => shortcut === "defaultAction")
    ?? all.findLast(({ role }) => role === (isGrave ? "cancel" : undefined)) ?? (isGrave ? undefined : all[0]);
  const nodes = all.map((one) => (one === main ? { ...one, style: "borderedProminent", isMain: true } : one));
  return h("div", { class: "bs-actions" }, drawn(nodes, at));
}

function drawLevel(at) {
  const { screen, level, isAlert, rank, words: text } = at;
  const { toolbar = [], body, search, refresh, message, back } = screen;
  const { snapshot } = at.session;
  const id = at.name({ id: "title" });
  const title = h(`h${rank}`, {
    class: screen.title ? "bs-heading" : "bs-heading bs-hidden", tabindex: -1, id, dir: "auto",
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
    leading.unshift(h("a", { class: "bs-back", href: at.home.url }, icon("chevron.left"),
      h("span", {}, at.home.text)));
  } else if (level?.close !== undefined && !isDialog) {
    const name = back?.text ?? text.back;
    leading.unshift(button({ class: "bs-back", "aria-label": `${text.back}: ${name}` }, at.close,
      icon("chevron.left"), h("span", { dir: "auto" }, name)));
  } else if (level?.close !== undefined && !leading.length) {
    leading.push(button({ class: "bs-button", "aria-label": text.close }, at.close, icon("xmark")));
  }
  const trailing = placed("automatic", "destructiveAction", "primaryAction", "confirmationAction");
  if (refresh !== undefined) {
    trailing.unshift(button({ class: "bs-button", "aria-label": text.refresh },
      (element) => at.act(element, { wrap: null }, refresh), icon("arrow.clockwise")));
  }
  const bottom = placed("bottomBar");
  return [
    h("header", { class: "bs-bar" }, h("div", { class: "bs-leading" }, leading),
      isDialog ? title : h("div", { class: "bs-principal" }, placed("principal")),
      h("div", { class: "bs-trailing" }, trailing)),
    !isDialog && title,
    search && h("search", { class: "bs-search" }, icon("magnifyingglass"), later(drawNode,
      { ...search, kind: "textField", text: undefined, label: undefined, prompt: search.prompt || plain(search) || text.search },
      inside(at, { isSearch: true }))),
    h("div", { class: "bs-content" }, drawn(body, at)),
    bottom.length > 0 && h("footer", { class: "bs-bottom" }, bottom), live,
  ];
}

// MARK: A session's screens

const usualWords = {
  actions: "Actions", back: "Back", busy: "Busy", close: "Close", delete: "Delete", down: "Move down",
  less: "less", more: "more", ok: "OK", refresh: "Refresh", search: "Search", text: "Text", up: "Move up",
  value: "Value",
};
// Older browsers have no popovers, and know no selector of them.
const openMenu = () => "popover" in HTMLElement.prototype && document.querySelector(".bs-items:popover-open");

let views = 0;
let loading; // of the kinds that many screens lack
let loads = 0; // Firefox remembers a failed import

export function showScreens(element, session, options = {}) {
  const { custom, home, isInside = () => false, platform = globalThis } = options;
  const { failed = (error) => console.warn("Backstack:", error.message) } = options;
  const view = ++views;
  const mounted = new Map(); // what is drawn, by the keys of levels
  const names = new WeakMap(); // of nodes without an id
  let nameless = 0;
  const life = new AbortController();
  const { signal } = life;
  let navigation;
  let sending = 0;
  let opened, closed; // since the screens have settled
  let isSettling = false;
  let hasFocus = !isInside(); // or else it is elsewhere in the page
  let isIncomplete = false;
  let anchor; // what was pressed last: a popover stands there
  const wrapper = document.createElement("div");
  wrapper.className = "bs-levels";
  element.classList.add("bs-screen");
  element.append(wrapper);

  const load = () => {
    loading ??= import(`./fields.js${loads ? `?${loads}` : ""}`).then(({ fields }) => Object.assign(kinds, fields));
    loading.then(() => {
      if (!isIncomplete || signal.aborted) return;
      isIncomplete = false;
      changes.round++;
      for (const at of [root, ...mounted.values()]) redraw(at);
    }, (error) => {
      loading = undefined;
      loads++;
      if (isIncomplete) failed(error);
    });
  };

  const base = {
    session, custom, draw: drawNode, words: { ...usualWords, ...options.words },
    need() {
      if (Object.hasOwn(kinds, "richText")) return;
      isIncomplete = true;
      // Again, if it has failed.
      if (loads && !loading) load();
    },
    name(node, part = "") {
      if (node.id === undefined && !names.has(node)) names.set(node, `${++nameless}`);
      return `bs${view} ${this.screen.id} ${node.id ?? names.get(node)} ${part}`.replace(/\s/g, "_");
    },
    async act(control, node, send, { value, isField, closes } = {}) {
      if (send === undefined || (!isField && "held" in control.dataset)) return;
      const { level } = this;
      const action = actionOf(this.screen, { ...node, send }, value);
      const above = closes ? closings(level) : [];
      const actions = above.length ? [...above, action].flat() : action;
      const isCancel = [node.role, node.placement, node.shortcut].some((one) => /^cancel/.test(one));
      const options = { control, field: isField && control, ...(isCancel && { discards: true }) };
      if (anchor) anchor.style.anchorName = "";
      // What a menu has is gone with it.
      anchor = control.closest(".bs-menu")?.firstChild ?? control;
      anchor.style.anchorName = "--bs-anchor";
      if (closes) keepRow(this.self, control.closest(".bs-item"));
      control.waiting = (control.waiting ?? 0) + 1;
      control.dataset.held = "";
      sending++;
      try {
        await (level ? navigation.send(level, actions, options) : session.send(actions, options));
      } catch (error) {
        failed(error);
        // It shows the server's value again, and so holds nothing.
        if (isField) session.hold?.(control);
      }
      sending--;
      if (--control.waiting) return;
      delete control.dataset.held;
      for (const one of [control, ...control.querySelectorAll("input")]) showValue(one);
    },
  };

  // The row that has opened what stands over a screen is marked after a reload, too.
  const keyOfRow = ({ screen }) => `backstack-row:${screen.id}`;
  const valueOfRow = (row) => `${session.id} ${row?.row}`;
  const stored = (method, ...values) => {
    try {
      return platform.sessionStorage[method](...values);
    } catch {
      // A browser may refuse to store anything.
    }
  };
  function keepRow(at, row) {
    at.row = row;
    stored("setItem", keyOfRow(at), valueOfRow(row));
  }
  function findRow(at) {
    const kept = stored("getItem", keyOfRow(at));
    if (kept?.startsWith(session.id)) {
      return rowsOf(at).find((row) => valueOfRow(row) === kept);
    }
  }
  const rowsOf = ({ element }) => [...element.querySelectorAll(".bs-item")];
  // Where a link has opened it, nobody has pressed a row: it is the one with the name of what it opens.
  function rowNamed(at, title) {
    const named = rowsOf(at).filter((row) => (row.querySelector(".bs-text") ?? row).textContent === title);
    return named.length === 1 ? named[0] : undefined;
  }

  // What closes the levels over one, where they stand side by side: another row replaces them.
  function closings(level) {
    const { levels } = navigation;
    const actions = closing(levels, levels.findIndex(({ key }) => key === level?.key) + 1).map(({ close }) => close);
    return actions.includes(undefined) ? [] : actions;
  }

  function open(level, panel) {
    const at = Object.assign(Object.create(base), { level, element: panel, tree: [] });
    at.self = at;
    at.rank = level && !isStack(level) ? 2 : 1;
    at.isAlert = /^(alert|confirmationDialog)$/.test(level?.style);
    if (!level) at.home = home;
    at.close = () => navigation.close(at.level);
    panel.classList.add("bs-level");
    panel.dataset.style = level?.style ?? "root";
    panel.addEventListener("keydown", (event) => {
      const { target: { localName, node }, target, key, isComposing } = event;
      // A dialog tells this itself.
      if (key === "Escape" && panel.localName === "section" && at.rank > 1) at.close();
      if (key !== "Enter" || isComposing || localName !== "input" || !node) return;
      event.preventDefault();
      if (node.submit !== undefined) at.act(target, node, node.submit);
      else at.element.querySelector("[data-default]")?.click();
    });
    return at;
  }

  function draw(at, screen) {
    if (at.screen === screen) return;
    const { activeElement: focused } = document;
    at.screen = screen;
    const isFirst = !at.tree.length;
    at.tree = put(at.element, at.tree, drawLevel(at));
    if (isFirst) at.row = findRow(at);
    // What was moved may have lost the focus.
    if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
    if (screen.appear !== undefined && at.appeared !== session.id) {
      at.appeared = session.id;
      session.send(screen.appear, { key: `appear-${screen.id}`, discards: true }).catch(() => {});
    }
    settleSoon();
  }

  function redraw(at) {
    const { screen } = at;
    // It was opened just now.
    if (document.activeElement === titleOf(at)) opened = at;
    at.screen = undefined;
    draw(at, screen);
  }

  function section(level) {
    const at = open(level, document.createElement("section"));
    wrapper.append(at.element);
    return at;
  }

  function present(at) {
    const { element: panel, level } = at;
    const { message, detents = [] } = level.state;
    panel.classList.add("bs-dialog");
    panel.dataset.detent = detents[0] ?? "";
    if (anchor?.checkVisibility?.()) panel.dataset.anchored = "";
    panel.setAttribute("role", at.isAlert ? "alertdialog" : "dialog");
    if (level.close === undefined) panel.setAttribute("closedby", "none");
    draw(at, level.state);
    panel.setAttribute("aria-labelledby", at.name({ id: "title" }));
    if (message) panel.setAttribute("aria-describedby", at.name({ id: "message" }));
  }

  function mount(level, mine) {
    navigation = mine;
    for (const at of [root, ...mounted.values()]) at.scroll = at.element.scrollTop;
    let at;
    let close = () => moveAway(at.element);
    if (isStack(level)) {
      at = section(level);
      draw(at, level.state);
      platform.scrollTo(0, 0);
    } else if (isInside()) {
      present((at = section(level)));
    } else {
      close = openDialog(level, mine, (panel) => present((at = open(level, panel))));
    }
    mounted.set(level.key, at);
    opened = at;
    return {
      update: (fresh) => draw(at, (at.level = fresh).state),
      unmount() {
        mounted.delete(level.key);
        at.tree.forEach(end);
        at.top = at.element.getBoundingClientRect().top;
        closed = at;
        close();
        // What had the focus below can have it again once it is shown.
        arrange();
        settleSoon();
      },
    };
  }

  function settleSoon() {
    if (!isSettling) queueMicrotask(settle);
    isSettling = true;
  }

  const top = () => [root, ...navigation.levels.map(({ key }) => mounted.get(key))].at(-1);
  const titleOf = (at) => at.element.querySelector(".bs-heading");

  // Says which levels stand side by side, and which are covered.
  function arrange() {
    const all = [root, ...navigation.levels.map(({ key }) => mounted.get(key)).filter(Boolean)];
    const stack = all.filter(({ rank }) => rank === 1);
    wrapper.dataset.depth = stack.length;
    stack.forEach((at, index) => {
      const { element, scroll, row } = at;
      const above = stack.length - 1 - index;
      element.dataset.above = above;
      if (above) element.removeAttribute("aria-labelledby");
      else element.setAttribute("aria-labelledby", titleOf(at).id);
      if (scroll && !element.scrollTop) element.scrollTop = scroll;
      at.current?.removeAttribute("aria-current");
      at.current = above ? row ?? rowNamed(at, stack[index + 1].screen.title) : undefined;
      at.current?.setAttribute("aria-current", true);
    });
    const now = all.at(-1);
    const isCovered = now.rank > 1 && now.element.localName === "section";
    for (const at of all) for (const child of at.element.children) child.inert = isCovered && at !== now;
  }

  // After each change: where the focus is, and what is read out.
  function settle() {
    isSettling = false;
    if (signal.aborted) return;
    arrange();
    // It leaves from where it was, wherever the page is scrolled to now.
    if (closed?.top) closed.element.style.top = `${closed.top - wrapper.getBoundingClientRect().top}px`;
    const now = top();
    // A level that the user closes is in the state until the response.
    const isOwn = sending > 0 || (closed && session.state.levels.some(({ id }) => id === closed.level.key));
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.checkVisibility?.() === false
      || activeElement.closest("body, [inert]") !== document.body;
    const isNew = opened === now;
    const field = changes.fields.find((one) => now.element.contains(one) && !one.disabled);
    const mayType = field && (!isNew || (now.rank > 1 && !matchMedia("(pointer: coarse)").matches));
    if (!hasFocus); // another view has it
    else if (changes.focus?.isConnected) changes.focus.focus();
    else if (mayType && (isNew || isOwn)) field.focus();
    else if (isLost || (isNew && !now.isAlert && (isOwn || now.rank > 1))) titleOf(now).focus({ preventScroll: true });
    // What gets the focus is read out anyway.
    const isRead = isOwn || (isNew && now.rank > 1) || document.activeElement === titleOf(now);
    const said = opened || closed ? !isRead && titleOf(now).textContent
      : isOwn && changes.texts.slice(0, 3).join(", ");
    if (said) now.element.querySelector(".bs-live").textContent = said;
    opened = closed = undefined;
    Object.assign(changes, { texts: [], fields: [], focus: undefined });
  }

  const root = section();
  const drawRoot = () => draw(root, session.state.levels[0]);
  session.addEventListener("change", drawRoot, { signal });
  // Texts do this themselves.
  session.addEventListener("held", ({ detail }) => detail.field.focus?.(), { signal });
  document.addEventListener("focusin", ({ target }) => {
    hasFocus = element.contains(target) || target.closest("dialog, [popover]") !== null;
  }, { signal });
  drawRoot();
  navigation = new Navigation(session, {}, { mount, levels: screenLevels, platform });
  platform.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, defaultPrevented } = event;
    const isEscape = key === "Escape";
    const isShortcut = isEscape ? !openMenu()
      : (ctrlKey || metaKey) && /^\w$/.test(key);
    const control = isShortcut && !defaultPrevented
      && top().element.querySelector(isEscape ? "[data-cancel]" : `[data-shortcut="${key}"]`);
    if (!control) return;
    event.preventDefault();
    control.click();
  }, { signal });
  settle();
  load();
  return {
    navigation,
    depth: () => navigation.levels.length,
    end() {
      life.abort();
      navigation.end();
      for (const at of [root, ...mounted.values()]) {
        at.tree.forEach(end);
        at.element.remove();
      }
      wrapper.remove();
      element.classList.remove("bs-screen");
    },
  };
}
