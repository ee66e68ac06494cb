// Draws the screens of a session: see screen.d.ts.
import { isCovered, moveAway, openDialog } from "./dialogs.js";
import { changes, end, plain, put } from "./elements.js";
import { Navigation, closing } from "./levels.js";
import { actionLater, drawLevel, drawNode, kinds, nodeIn } from "./nodes.js";

const isStack = ({ style }) => style === "push";
const look = (node) => JSON.stringify([plain(node), node.icon, node.role, node.accessibility]);
// Safari tells the Enter that ends a composition after it.
const isComposing = ({ isComposing, keyCode }) => isComposing || keyCode === 229;
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

const usualWords = {
  actions: "Actions", back: "Back", busy: "Busy", close: "Close", delete: "Delete", down: "Move down",
  ok: "OK", refresh: "Refresh",
  search: "Search", up: "Move up",
};

let views = 0;
let loading; // of the kinds that many screens lack
let loads = 0; // Firefox remembers a failed import

export function showScreens(element, session, options = {}) {
  const {
    custom, home, isInside = () => false, platform = globalThis,
    failed = (error) => console.warn("Backstack:", error.message),
  } = options;
  const view = ++views;
  const mounted = new Map(); // what is drawn, by the keys of levels
  const names = new WeakMap(); // of nodes without an id
  let nameless = 0;
  const life = new AbortController();
  const { signal } = life;
  let navigation;
  let opened, closed; // since the screens have settled
  let isSettling = false;
  // Or else it is elsewhere in the page.
  let hasFocus = !isInside() || document.activeElement === document.body;
  let drawn = session.state;
  let isIncomplete = false;
  let anchor; // what was pressed last: a popover stands there
  let sentFrom; // where the focus was when this view sent something last
  let told; // the field whose focus the server does not know yet
  const wrapper = document.createElement("div");
  wrapper.className = "bs-levels";
  element.classList.add("bs-screen");
  element.append(wrapper);

  const load = () => {
    loading ??= import(`./fields.js${loads ? `?${loads}` : ""}`).then(({ fields, usual }) => {
      Object.assign(kinds, fields);
      Object.assign(usualWords, usual);
    });
    loading.then(() => {
      if (!isIncomplete || signal.aborted) return;
      isIncomplete = false;
      changes.round++;
      allLevels().forEach(redraw);
    }, (error) => {
      loading = undefined;
      loads++;
      if (isIncomplete) failed(error);
    });
  };

  const base = {
    session, custom, failed, draw: drawNode, sending: 0,
    get words() {
      return { ...usualWords, ...options.words };
    },
    need() {
      if (Object.hasOwn(kinds, "richText")) return;
      isIncomplete = true;
      if (loads && !loading) load();
    },
    name(node, part = "") {
      if (node.id === undefined && !names.has(node)) names.set(node, `${++nameless}`);
      return `bs${view} ${this.screen.id} ${node.id ?? names.get(node)} ${part}`.replace(/\s/g, "_");
    },
    sent() {
      sentFrom = document.activeElement;
    },
    /** Tells where the focus is. Nobody waits for that, and it may be lost. */
    async tellFocus(field, node) {
      const { level } = this;
      const action = actionLater(this, node, ({ focus }) => focus);
      told = field;
      base.sent();
      const options = { discards: true, isAnyVersion: true };
      await (level ? navigation.send(level, action, options) : session.send(action, options)).catch(() => {});
      if (told === field) told = undefined;
    },
    async act(control, node, name = "send", { value, mark, repeats } = {}) {
      const { of = node, member = name, [name]: send } = node;
      if (send === undefined) return;
      const { level, self: { since } } = this;
      const isPress = value === undefined || mark;
      const isDrawn = nodeIn({ levels: [this.screen] }, this, of) === of;
      // A button that says something else by then is not the one that was pressed.
      const isSame = (now) => isDrawn && (!isPress || look(now) === look(of));
      const make = actionLater(this, of, (now) => (now === of ? send : isSame(now) ? now[member] : undefined), value, mark);
      // What has come to its end takes no further step.
      const action = (state) => (repeats && (nodeIn(state, this, of) ?? of)[member] === undefined ? undefined : make(state));
      const row = control.closest(".bs-item");
      const { levels } = navigation;
      // A level beside would cover what it opens, unless it has just come.
      const before = isPress && Date.now() - since >= (row ? 0 : 500)
        ? closing(levels, levels.findIndex(({ key }) => key === level?.key) + 1).map(({ close }) => close) : [];
      const actions = before.length ? (state) => [...before, action(state)].flat() : action;
      const isCancel = [node.role, node.placement, node.shortcut].some((one) => /^cancel/.test(one));
      const options = { control: repeats ? undefined : control, isAnyVersion: true, ...(isCancel && { discards: true }) };
      if (anchor) anchor.style.anchorName = "";
      // What a menu has is gone with it.
      anchor = control.closest(".bs-menu")?.firstChild ?? control;
      anchor.style.anchorName = "--bs-anchor";
      if (isPress) this.self.row = row;
      base.sent();
      base.sending++;
      await (level ? navigation.send(level, actions, options) : session.send(actions, options)).catch(failed);
      // What it has led to may be drawn in the next frame only.
      if (drawn !== session.state) await new Promise((done) => session.addEventListener("change", done, { once: true }));
      base.sending--;
    },
  };

  // What a reload keeps: scroll positions, and rows that have opened levels.
  const place = () => `backstack-levels:${session.id}`;
  let kept = {}; // until the screens are there
  try {
    kept = JSON.parse(platform.sessionStorage[place()]);
  } catch {}
  const allLevels = () => [root, ...navigation.levels.map(({ key }) => mounted.get(key)).filter(Boolean)];
  const shown = () => allLevels().filter(({ rank, element }) => rank === 1 && element.clientHeight);
  // A level that is alone is as long as the page.
  const isLong = ({ element }) => element.scrollHeight > element.clientHeight;
  const keepScroll = () => shown().forEach((at) => {
    if (at.scroll < 0) at.scroll = isLong(at) ? at.element.scrollTop : platform.scrollY;
  });
  const scrollBack = () => shown().forEach((at) => {
    if (at.scroll < 0) return;
    if (isLong(at)) at.element.scrollTop = at.scroll;
    else platform.scrollTo(0, at.scroll);
    if (!isIncomplete) at.scroll = -1;
  });

  const rowsOf = ({ element }) => [...element.querySelectorAll(".bs-item")];
  // A link has pressed no row: it is the one with the name of what is open.
  function rowNamed(at, title) {
    const named = rowsOf(at).filter((row) => (row.querySelector(".bs-text") ?? row).textContent === title);
    return named.length === 1 ? named[0] : undefined;
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
      const { target: { localName, node }, target, key } = event;
      if (isComposing(event)) return;
      // A dialog tells this itself.
      if (key === "Escape" && isHere(at) && at.rank > 1 && at.level.close && !isCovered()) {
        event.preventDefault();
        at.close();
      }
      if (key !== "Enter" || localName !== "input" || !node) return;
      event.preventDefault();
      if (node.submit !== undefined) at.act(target, node, "submit");
      else at.element.querySelector("[data-default]")?.click();
    });
    return at;
  }

  function draw(at, screen) {
    if (at.screen === screen) return;
    const { activeElement: focused } = document;
    const row = focused.closest(".bs-item");
    const index = row ? rowsOf(at).indexOf(row) : -1;
    at.screen = screen;
    const isFirst = !at.tree.length;
    at.tree = put(at.element, at.tree, drawLevel(at));
    if (isFirst) {
      const [scroll, row] = kept?.[screen.id] ?? [-1, ""];
      Object.assign(at, { scroll, row: rowsOf(at).find((one) => one.row === row) });
    }
    // What was moved may have lost the focus.
    if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
    // After the deletion of a row, a person goes on with the next one.
    if (index >= 0 && !row.isConnected && base.sending && !/^(input|textarea)$/.test(focused.localName)) {
      rowsOf(at).slice(0, index + 1).at(-1)?.querySelector("button, a, input")?.focus({ preventScroll: true });
    }
    if (screen.appear !== undefined && at.appeared !== session.id) {
      at.appeared = session.id;
      session.send(screen.appear, { key: `appear-${screen.id}`, discards: true }).catch(() => {});
    }
    settleSoon();
  }

  function redraw(at) {
    const { screen } = at;
    if (document.activeElement === titleOf(at)) opened = at;
    at.screen = undefined;
    draw(at, screen);
  }

  function add(level, tag = "section") {
    const at = open(level, document.createElement(tag));
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
    if (!kept) keepScroll();
    let at;
    let close = () => moveAway(at.element);
    if (isStack(level)) {
      at = add(level);
      draw(at, level.state);
      platform.scrollTo(0, 0);
    } else if (isInside()) {
      present((at = add(level, "div")));
    } else {
      close = openDialog(level, mine, (panel) => present((at = open(level, panel))));
    }
    mounted.set(level.key, Object.assign(at, { shut: close }));
    opened = at;
    return {
      update: (fresh) => draw(at, (at.level = fresh).state),
      cancel: () => at.element.querySelector("[data-cancel]")?.click(),
      unmount() {
        keepScroll();
        mounted.delete(level.key);
        at.tree.forEach(end);
        at.top = at.element.getBoundingClientRect().top;
        closed = at;
        close();
        // What had the focus below is shown first.
        arrange();
        settleSoon();
      },
    };
  }

  function settleSoon() {
    if (!isSettling) queueMicrotask(settle);
    isSettling = true;
  }

  const top = () => allLevels().at(-1);
  // Not in a dialog of the browser.
  const isHere = (at) => at.element.parentNode === wrapper;
  const titleOf = (at) => at.element.querySelector(".bs-heading");

  // Says which levels are side by side, or covered.
  function arrange() {
    const all = allLevels();
    const stack = all.filter(({ rank }) => rank === 1);
    // What only its own controls leave stands alone.
    wrapper.dataset.depth = stack.length - stack.findLastIndex(({ level }) => !level?.close);
    stack.forEach((at, index) => {
      const { element, row } = at;
      const above = stack.length - 1 - index;
      element.dataset.above = above;
      at.since = above === 1 ? at.since || Date.now() : NaN;
      at.current?.removeAttribute("aria-current");
      at.current = above ? row ?? rowNamed(at, stack[index + 1].screen.title) : undefined;
      at.current?.setAttribute("aria-current", true);
    });
    const now = all.at(-1);
    const isBelow = now.rank > 1 && isHere(now);
    for (const at of all) for (const child of at.element.children) child.inert = isBelow && at !== now;
  }

  // After each change: where the focus is, and what is read out.
  function settle() {
    isSettling = false;
    if (signal.aborted) return;
    arrange();
    scrollBack();
    kept = undefined;
    if (closed?.top) closed.element.style.top = `${closed.top - wrapper.getBoundingClientRect().top}px`;
    const now = top();
    // A level that the user closes is in the state until the response.
    const isOwn = base.sending > 0 || (closed && session.state.levels.some(({ id }) => id === closed.level.key));
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.checkVisibility?.() === false
      || activeElement.closest("body, [inert]") !== document.body;
    const isNew = opened === now;
    // Where the focus has moved since, a person may be typing.
    const isFree = isNew || isLost || activeElement === sentFrom;
    // What the server says of the focus may be older than the focus.
    if (told && told !== changes.focus) changes.focus = undefined;
    const field = changes.fields.find((one) => now.element.contains(one) && !one.disabled);
    const mayType = field && (!isNew || (now.rank > 1 && !matchMedia("(pointer: coarse)").matches));
    if (!hasFocus); // another view has it
    else if (isFree && changes.focus?.isConnected) changes.focus.focus();
    else if (isFree && mayType && (isNew || isOwn)) field.focus();
    else if (isLost || (isNew && !now.isAlert && (isOwn || now.rank > 1))) titleOf(now).focus({ preventScroll: true });
    const isRead = isOwn || (isNew && now.rank > 1) || document.activeElement === titleOf(now);
    const said = opened || closed ? !isRead && titleOf(now).textContent
      : isOwn && changes.texts.slice(0, 3).join(", ");
    if (said) now.element.querySelector(".bs-live").textContent = said;
    opened = closed = undefined;
    Object.assign(changes, { texts: [], fields: [], focus: undefined });
  }

  const isOurs = (one) => element.contains(one) || one.closest("body > .bs-dialog");
  const root = add();
  const drawRoot = () => draw(root, (drawn = session.state).levels[0]);
  session.addEventListener("change", drawRoot, { signal });
  document.addEventListener("focusin", ({ target }) => (hasFocus = isOurs(target)), { signal });
  drawRoot();
  navigation = new Navigation(session, {}, { mount, levels: screenLevels, platform });
  platform.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const name = key === "Escape" ? "cancel" : (ctrlKey || metaKey) && /^\w$/.test(key) && `shortcut="${key}"`;
    if (!name || isComposing(event) || event.defaultPrevented || isCovered() || !(target === document.body || isOurs(target))) return;
    const control = top().element.querySelector(`[data-${name}]`);
    if (control) event.preventDefault();
    control?.click();
  }, { signal });
  platform.addEventListener("pagehide", () => {
    keepScroll();
    const levels = {};
    for (const { screen, scroll, row } of allLevels()) levels[screen.id] = [scroll, row?.row ?? ""];
    platform.sessionStorage[place()] = JSON.stringify(levels);
  }, { signal });
  settle();
  load();
  return {
    navigation,
    end() {
      life.abort();
      navigation.end();
      for (const at of [root, ...mounted.values()]) {
        at.tree.forEach(end);
        at.shut?.();
        at.element.remove();
      }
      wrapper.remove();
      element.classList.remove("bs-screen");
    },
  };
}
