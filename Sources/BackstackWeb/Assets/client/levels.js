// What a session shows above its root: its levels, their dialogs, and the browser's history.

/**
 * Returns the levels from the bottom to the top: the stack's elements, what the top one presents,
 * what the root presents. `navigation` of the feature says where the state has them; `*` in a
 * pointer stands for each element of a stack, and `like` leads to a part with the same inner places.
 */
export function levels(state, { navigation = [], presentationStyles: styles = {} }) {
  const found = [];
  const add = (level) => (found.push(level), level);
  const visit = (part, pattern, wrap, presenter) => {
    const inside = ({ pointer }) => pointer.startsWith(`${pattern}/`);
    const places = navigation.filter(inside).filter(
      ({ pointer }, _, all) => !all.some((other) => pointer.startsWith(`${other.pointer}/`)),
    );
    places.sort((a, b) => (b.kind === "stack") - (a.kind === "stack"));
    for (const { pointer, kind, action: isOpen, cases = styles, like } of places) {
      const names = pointer.slice(pattern.length + 1).split("/").map(unescape);
      const value = names.reduce((value, name) => own(value, name), part);
      if (value === undefined || value === null) continue;
      const act = (action) => wrap(names.reduceRight((inner, name) => ({ [name]: inner }), action));
      const level = (state, style, id = "") => {
        // The state of an enum has its case as the only key.
        const keys = kind === "alert" || kind === "confirmationDialog" ? [] : Object.keys(state);
        const isEnum = keys.length === 1 && Object.hasOwn(cases, keys[0]);
        const name = isEnum ? keys[0] : names.at(-1);
        const content = (action) => (isEnum ? { [name]: action } : action);
        const key = `${presenter?.key ?? ""}${pointer}/${id}/${name}`;
        const payload = isEnum ? state[name] : state;
        style = own(isEnum ? cases : styles, name) ?? style;
        return { key, case: name, style, state: payload, content };
      };
      if (kind === "stack") {
        let below = presenter;
        for (const { id, state } of value) {
          const inner = (action) => act({ element: { id, action } });
          const { content, ...rest } = level(state, "push", id);
          const close = isOpen === false ? undefined : act({ popFrom: { id } });
          const action = (one) => inner(content(one));
          below = add({ ...rest, below, close, isStacked: true, action });
          if (id === value.at(-1).id) visit(state, like ?? `${pointer}/*/state`, inner, below);
        }
      } else {
        const inner = (action) => act({ presented: action });
        const { content, ...rest } = level(value, kind === "presentation" ? "sheet" : kind);
        const close = isOpen === false ? undefined : act("dismiss");
        const action = (one) => inner(content(one));
        visit(value, like ?? pointer, inner, add({ ...rest, below: presenter, close, action }));
      }
    }
  };
  visit(state, "", (action) => action);
  return found;
}

const unescape = (name) => name.replaceAll("~1", "/").replaceAll("~0", "~");
const own = (value, name) => (Object.hasOwn(value ?? {}, name) ? value[name] : undefined);

/** Returns the actions that close the levels from an index on: what is above a level goes with it. */
export function closing(levels, index) {
  const closed = new Set(levels.slice(index));
  return [...closed].filter(({ below }) => !closed.has(below)).reverse();
}

const browser = {
  history: globalThis.history,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  listen(popped, touched, signal) {
    addEventListener("popstate", popped, { signal });
    const options = { signal, capture: true };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, touched, options);
  },
  /** Returns what brings back the scroll position and the focus of now. */
  remember() {
    const [focused, x, y] = [document.activeElement, scrollX, scrollY];
    return () => {
      scrollTo(x, y);
      if (focused?.isConnected) focused.focus({ preventScroll: true });
    };
  },
};

/**
 * Keeps what is mounted, and the browser's history, like a session's levels. `mount(level)` draws a
 * level and returns `{ update(level), unmount(level) }`; `key(level)` names what presentations of
 * one case show, as they have no id.
 */
export class Navigation {
  #session;
  #feature;
  #mount;
  #key;
  #platform;
  #mounted = [];
  #closing = new Set(); // keys of levels that the server has not closed yet
  #depth; // of the present history entry
  #isTouched = false;
  #going; // cancels the wait for our own `history.go`
  #late; // the depth that it leads to, if it takes long
  #end = new AbortController();

  constructor(session, feature, { mount, key = () => "", platform }) {
    this.#session = session;
    this.#feature = feature;
    this.#mount = mount;
    this.#key = key;
    this.#platform = { ...browser, ...platform };
    const { history } = this.#platform;
    history.scrollRestoration = "manual";
    this.#depth = history.state?.backstack ?? 0;
    history.replaceState({ ...history.state, backstack: this.#depth }, "");
    const { signal } = this.#end;
    this.#platform.listen(() => this.#popped(), () => this.#touched(), signal);
    session.addEventListener("change", () => this.#render(), { signal });
    this.#render();
  }

  /** The levels that are shown: without those that are about to close. */
  get levels() {
    const hidden = new Set();
    return this.#levels(this.#session.state).filter((level) => {
      const isHidden = this.#closing.has(level.key) || hidden.has(level.below);
      if (isHidden) hidden.add(level);
      return !isHidden;
    });
  }

  #levels(state) {
    const all = levels(state, this.#feature);
    for (const level of all) if (!level.isStacked) level.key += `/${this.#key(level)}`;
    return all;
  }

  /** Whether a state shows a level: the guard of what is sent to a presentation. */
  shows(state, key) {
    return this.#levels(state).some((level) => level.key === key);
  }

  /** Sends an action to a level, if it is still there when the action arrives. */
  send({ key, action, isStacked }, inner, options) {
    const guard = isStacked ? undefined : (state) => this.shows(state, key);
    return this.#session.send(action(inner), { guard, ...options });
  }

  /** Closes a level and those above it, with one request; shows this before the response. */
  async close({ key }) {
    const shown = this.levels;
    const index = shown.findIndex((level) => level.key === key);
    const lowest = index < 0 ? [] : closing(shown, index);
    const actions = lowest.map(({ close }) => close);
    if (!lowest.length || actions.includes(undefined)) return this.#render();
    // Ids of elements are never given again; a presentation may be another by now.
    const presentations = lowest.filter(({ isStacked }) => !isStacked);
    const isThere = (state) => presentations.every(({ key }) => this.shows(state, key));
    const keys = shown.slice(index).map(({ key }) => key);
    // What was typed goes first: the fields end with their level.
    this.#session.flush();
    for (const key of keys) this.#closing.add(key);
    this.#render();
    try {
      await this.#session.send(actions.length > 1 ? actions : actions[0], {
        guard: presentations.length ? isThere : undefined,
      });
    } catch (error) {
      console.warn("Backstack: not closed:", error.message);
    }
    for (const key of keys) this.#closing.delete(key);
    this.#render();
  }

  /** Stops following the session and the history. */
  end() {
    this.#end.abort();
    this.#going?.();
  }

  #render() {
    if (this.#end.signal.aborted) return;
    const shown = this.levels;
    const keys = new Set(shown.map(({ key }) => key));
    let restore;
    for (const mounted of this.#mounted.toReversed()) {
      if (keys.has(mounted.level.key)) continue;
      mounted.view.unmount?.(mounted.level);
      restore = mounted.restore;
    }
    restore?.();
    const old = new Map(this.#mounted.map((mounted) => [mounted.level.key, mounted]));
    this.#mounted = [];
    for (const level of shown) {
      const mounted = old.get(level.key);
      const restore = mounted?.restore ?? this.#platform.remember();
      const view = mounted?.view ?? this.#mount(level, this) ?? {};
      if (mounted && mounted.level.state !== level.state) view.update?.(level);
      this.#mounted.push({ level, view, restore });
    }
    this.#sync();
  }

  // Makes the history as deep as the levels. Entries are made once the user has touched the page
  // since it was opened or went back: browsers skip those that are made earlier.
  #sync() {
    if (this.#going) return;
    const { history } = this.#platform;
    // Browsers refuse many entries at once: Safari more than 100 in half a minute.
    const wanted = Math.min(this.#mounted.length, 50);
    // Two steps at once would go too far.
    if (wanted < this.#depth) return wanted === this.#late || this.#go(wanted - this.#depth);
    while (this.#isTouched && this.#depth < wanted) {
      history.pushState({ ...history.state, backstack: ++this.#depth }, "");
    }
  }

  // Comes later as `popstate`, or never.
  #go(steps) {
    const { after, history } = this.#platform;
    const target = this.#depth + steps;
    const cancel = after(500, () => {
      this.#late = target;
      this.#popped();
    });
    this.#going = () => {
      cancel();
      this.#going = undefined;
    };
    history.go(steps);
  }

  #touched() {
    this.#isTouched = true;
    this.#late = undefined;
    this.#sync();
  }

  #popped() {
    const depth = this.#platform.history.state?.backstack;
    if (depth === undefined) return; // another's entry
    const steps = this.#depth - depth;
    const isOurs = this.#going || depth === this.#late;
    this.#going?.();
    if (depth === this.#late) this.#late = undefined;
    this.#depth = depth;
    this.#isTouched = false;
    const shown = this.levels;
    if (isOurs || steps <= 0 || !shown.length) this.#sync();
    else this.close(shown[Math.max(0, shown.length - steps)]);
  }
}

/** Shows a presentation as its style says, filled by `fill(element)`; returns its removal. */
export function openDialog(level, navigation, fill) {
  const isWide = matchMedia("(min-width: 40rem)").matches;
  const isPopover = level.style === "popover" && isWide && "popover" in HTMLElement.prototype;
  const element = document.createElement(isPopover ? "div" : "dialog");
  element.dataset.style = level.style;
  const end = new AbortController();
  const { signal } = end;
  const close = () => navigation.close(level);
  document.body.append(element);
  fill(element);
  if (isPopover) {
    element.popover = "auto";
    const toggled = ({ newState }) => newState === "closed" && close();
    element.addEventListener("toggle", toggled, { signal });
    element.showPopover();
  } else {
    // Escape and Android's gesture ask; where a browser closes all the same, `close` says so.
    const cancelled = (event) => (event.preventDefault(), close());
    element.addEventListener("cancel", cancelled, { signal });
    element.addEventListener("close", close, { signal });
    element.showModal();
  }
  return () => {
    end.abort();
    element.remove();
  };
}

let alerts = 0;

/** Shows an alert or a confirmation dialog with its buttons; returns its removal. */
export function openAlert(level, navigation) {
  const { title, message, buttons } = level.state;
  return openDialog(level, navigation, (element) => {
    const add = (name, text, properties) => {
      const made = Object.assign(document.createElement(name), properties);
      made.textContent = text;
      element.append(made);
      return made;
    };
    const id = `backstack-alert-${++alerts}`;
    element.setAttribute("role", "alertdialog");
    add("h2", title, { id });
    element.setAttribute("aria-labelledby", id);
    if (message) {
      add("p", message, { id: `${id}-message` });
      element.setAttribute("aria-describedby", `${id}-message`);
    }
    for (const { label, role, action } of buttons?.length ? buttons : [{ label: "OK" }]) {
      const button = add("button", label, { type: "button", autofocus: role === "cancel" });
      if (role) button.dataset.role = role;
      button.addEventListener("click", () => {
        const isAction = action !== undefined && action !== null;
        if (!isAction) return navigation.close(level);
        const failed = (error) => console.warn("Backstack: not sent:", error.message);
        navigation.send(level, action, { control: button }).catch(failed);
      });
    }
  });
}
