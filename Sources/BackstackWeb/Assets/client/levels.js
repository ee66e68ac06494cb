// What a session shows above its root, and the browser's history, which follows it. levels.d.ts
// says what each export promises.

const unescape = (name) => name.replaceAll("~1", "/").replaceAll("~0", "~");
const own = (value, name) => (Object.hasOwn(value ?? {}, name) ? value[name] : undefined);

export function levels(state, { navigation = [], presentationStyles: styles = {} }) {
  const found = [];
  /** Adds what is above a part of the state; `wrap` makes the root's action of the part's. */
  const visit = (part, pattern, wrap, presenter) => {
    const inside = navigation.filter(({ pointer }) => pointer.startsWith(`${pattern}/`));
    const places = inside.filter(
      ({ pointer }) => !inside.some((other) => pointer.startsWith(`${other.pointer}/`)),
    );
    // What is presented is over the stack.
    places.sort((a, b) => (b.kind === "stack") - (a.kind === "stack"));
    for (const { pointer, kind, action: isOpen = true, cases = styles, like } of places) {
      const names = pointer.slice(pattern.length + 1).split("/").map(unescape);
      const value = names.reduce(own, part) ?? undefined;
      if (value === undefined) continue;
      const act = (action) => wrap(names.reduceRight((inner, name) => ({ [name]: inner }), action));
      const isStacked = kind === "stack";
      const isAlert = kind === "alert" || kind === "confirmationDialog";
      const usual = isStacked ? "push" : isAlert ? kind : "sheet";
      let below = presenter;
      let inner;
      const elements = isStacked ? value : [{ id: "", state: value }];
      for (const { id, state } of elements) {
        const enclose = (action) =>
          act(isStacked ? { element: { id, action } } : { presented: action });
        // The state of an enum has its case as the only key.
        const [first, ...others] = isAlert ? [] : Object.keys(state);
        const isEnum = first !== undefined && !others.length && Object.hasOwn(cases, first);
        const name = isEnum ? first : names.at(-1);
        below = {
          key: `${presenter?.key ?? ""}${pointer}/${id}/${name}`,
          case: name,
          style: own(isEnum ? cases : styles, name) ?? usual,
          state: isEnum ? state[name] : state,
          isStacked,
          below,
          close: isOpen ? act(isStacked ? { popFrom: { id } } : "dismiss") : undefined,
          action: (action) => enclose(isEnum ? { [name]: action } : action),
        };
        found.push(below);
        inner = [state, like ?? (isStacked ? `${pointer}/*/state` : pointer), enclose, below];
      }
      // Only the top of a stack shows what it presents.
      if (inner) visit(...inner);
    }
  };
  visit(state, "", (action) => action);
  return found;
}

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
    this.#depth = history.state?.backstack;
    if (this.#depth === undefined) {
      this.#depth = 0;
      history.replaceState({ ...history.state, backstack: 0 }, "");
    }
    const { signal } = this.#end;
    this.#platform.listen(() => this.#popped(), () => this.#touched(), signal);
    session.addEventListener("change", () => this.#render(), { signal });
    this.#render();
  }

  // Without those that are about to close.
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

  shows(state, key) {
    return this.#levels(state).some((level) => level.key === key);
  }

  send({ key, action, isStacked }, inner, options) {
    const guard = isStacked ? undefined : (state) => this.shows(state, key);
    return this.#session.send(action(inner), { guard, ...options });
  }

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
      // What has ended here is of no interest any more.
      if (!this.#end.signal.aborted) console.warn("Backstack: not closed:", error.message);
    }
    for (const key of keys) this.#closing.delete(key);
    this.#render();
  }

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
