// What a session shows above its root, and the history that follows it: see levels.d.ts.

const unescape = (name) => name.replaceAll("~1", "/").replaceAll("~0", "~");
const own = (value, name) => (Object.hasOwn(value ?? {}, name) ? value[name] : undefined);
const usual = { stack: "push", presentation: "sheet" };

export function levels(state, { navigation = [], presentationStyles: styles = {} }) {
  const found = [];
  // `wrap` makes the root's action of the part's.
  const visit = (part, pattern, wrap, presenter) => {
    const places = navigation
      .filter(({ pointer }) => pointer.startsWith(`${pattern}/`))
      .filter(({ pointer }, _, all) => !all.some((one) => pointer.startsWith(`${one.pointer}/`)))
      // What is presented is over the stack.
      .sort((a, b) => (b.kind === "stack") - (a.kind === "stack"));
    for (const { pointer, kind, action: isOpen = true, cases = styles, like } of places) {
      const names = pointer.slice(pattern.length + 1).split("/").map(unescape);
      const value = names.reduce(own, part);
      if (!value) continue;
      const isStacked = kind === "stack";
      const act = (action) => wrap(names.reduceRight((inner, name) => ({ [name]: inner }), action));
      const elements = isStacked ? value : [{ id: "", state: value }];
      let below = presenter;
      for (const { id, state } of elements) {
        const enclose = (action) =>
          act(isStacked ? { element: { id, action } } : { presented: action });
        // The state of an enum has its case as the only key.
        const [first, ...others] = Object.keys(state);
        const isEnum = kind in usual && !others.length && Object.hasOwn(cases, first);
        const name = isEnum ? first : names.at(-1);
        const level = {
          key: `${presenter?.key ?? ""}${pointer}/${id}/${name}`,
          case: name,
          style: own(isEnum ? cases : styles, name) ?? usual[kind] ?? kind,
          state: isEnum ? state[name] : state,
          isStacked,
          below,
          close: isOpen ? act(isStacked ? { popFrom: { id } } : "dismiss") : undefined,
          action: (action) => enclose(isEnum ? { [name]: action } : action),
        };
        found.push((below = level));
        // Only the top of a stack shows what it presents.
        if (id !== elements.at(-1).id) continue;
        visit(state, like ?? (isStacked ? `${pointer}/*/state` : pointer), enclose, level);
      }
    }
  };
  visit(state, "", (action) => action);
  return found;
}

export function closing(levels, index) {
  const closed = new Set(levels.slice(index));
  return [...closed].filter(({ below }) => !closed.has(below)).reverse();
}

export class Navigation {
  constructor(session, feature, options) {
    const { mount, key: keyOf = () => "", platform = globalThis } = options;
    const { levels: find = (state) => levels(state, feature) } = options;
    const { Date, history } = platform;
    const end = new AbortController();
    const leaving = new Map(); // keys of levels that the server has not closed yet, and when they were left
    let mounted = new Map(); // by key: the level, its view, and what uncovers what is below
    let depth = history.state?.backstack ?? 0; // of the present history entry
    let scrolls = history.state?.scrolls ?? []; // of what each level covers
    let isReady = false;
    let changedAt; // when the levels became others
    let isTouched = false;
    let held; // the key of a level that stays open, as the server did not take what it has
    let wentAt; // the time of our own `history.go`, until its `popstate`

    const all = (state) => {
      const found = find(state);
      for (const level of found) if (!level.isStacked) level.key += `/${keyOf(level)}`;
      return found;
    };

    const current = () => {
      const hidden = new Set();
      return all(session.state).filter((level) => {
        const isShown = !leaving.has(level.key) && !hidden.has(level.below);
        return isShown || !hidden.add(level);
      });
    };

    const render = () => {
      if (end.signal.aborted) return;
      const old = mounted;
      mounted = new Map((this.levels = current()).map((level) => [level.key, { level }]));
      let uncover;
      if ([...mounted.keys()].join() !== [...old.keys()].join()) changedAt = Date.now();
      for (const [key, { level, view, restore }] of [...old].reverse()) {
        if (mounted.has(key)) continue;
        view.unmount?.(level);
        uncover = restore;
      }
      uncover?.();
      let index = 0;
      for (const [key, now] of mounted) {
        const { level } = now;
        const { level: before = level, restore = remember(index, isReady), view = mount(level, this) ?? {} } =
          old.get(key) ?? {};
        if (before.state !== level.state) view.update?.(level);
        Object.assign(now, { view, restore });
        index++;
      }
      isReady = true;
      sync();
    };

    // The positions are in the history, too, for a reload.
    const remember = (index, isReady) => {
      const { document, document: { activeElement }, scrollX, scrollY } = platform;
      if (isReady || !scrolls[index]) scrolls = [...scrolls.slice(0, index), [scrollX, scrollY]];
      const position = scrolls[index];
      return () => {
        platform.scrollTo(...position);
        // Unless a person is elsewhere.
        if (document.activeElement?.matches?.("body, [inert] *") !== false) activeElement?.focus({ preventScroll: true });
      };
    };

    this.find = (state, key) => all(state).find((level) => level.key === key);

    this.shows = (state, key) => this.find(state, key) !== undefined;

    this.send = ({ key, action, isStacked, style }, inner, options) => {
      const guard = isStacked ? undefined : (state) => this.shows(state, key);
      // Fields below an alert can't be reached.
      const discards = /^(alert|confirmationDialog)$/.test(style);
      return session.send(action(inner), { guard, discards, ...options });
    };

    this.close = async ({ key }) => {
      const shown = current();
      const index = shown.findIndex((level) => level.key === key);
      const lowest = closing(shown, index);
      const actions = lowest.map(({ close }) => close);
      if (index < 0 || actions.includes(undefined)) return render();
      // A presentation may be another by now.
      const presented = lowest.filter(({ isStacked }) => !isStacked);
      const guard = (state) => presented.every(({ key }) => this.shows(state, key));
      const action = actions.length > 1 ? actions.flat() : actions[0];
      const failed = (error) =>
        end.signal.aborted || error.field || console.warn("Backstack: not closed:", error.message);
      const send = (discards) =>
        session.send(action, { discards, ...(presented.length && { guard }) }).catch(failed);
      // Fields end with their level. One whose text was not taken stays open; closed again, it leaves that.
      const flushed = session.flush();
      const isAgain = held === key;
      let sent = isAgain && flushed ? undefined : send(false);
      const isHeld = flushed && (await flushed);
      held = isHeld && !isAgain ? key : undefined;
      if (held) return render();
      sent ??= send(isHeld);
      const keys = shown.slice(index).map(({ key }) => key);
      keys.forEach((key) => leaving.set(key, Date.now()));
      render();
      await sent;
      keys.forEach((key) => leaving.delete(key));
      render();
    };

    // What goes in one moment was left by one press.
    this.isTop = ({ key }) => {
      const isLeft = (one) => Date.now() - leaving.get(one.key) > 100;
      return all(session.state).findLast((one) => !isLeft(one))?.key === key;
    };

    this.end = () => end.abort();

    // Browsers skip entries that are made before the user has touched the page.
    const sync = () => {
      // Two steps at once would go too far.
      if (wentAt !== undefined) return;
      // Safari refuses 100 entries in half a minute.
      const wanted = Math.min(mounted.size, 50);
      if (wanted < depth) {
        wentAt = Date.now();
        history.go(wanted - depth);
      }
      while (isTouched && depth < wanted) {
        history.pushState({ ...history.state, backstack: ++depth, scrolls }, "");
      }
    };

    // The second press of a double click is for what the first has changed.
    const clicked = (event) => {
      if (event.detail < 2 || !(Date.now() - changedAt <= 500)) return;
      event.preventDefault();
      event.stopPropagation();
    };

    const touched = () => {
      isTouched = true;
      // Some steps never come.
      if (Date.now() >= wentAt + 500) wentAt = undefined;
      sync();
    };

    const popped = () => {
      const { backstack } = history.state ?? {};
      if (backstack === undefined) return; // another's entry
      const steps = wentAt === undefined ? depth - backstack : 0;
      wentAt = undefined;
      depth = backstack;
      isTouched = false;
      const left = steps > 0 ? current().slice(-steps) : [];
      if (!left.length) sync();
      else if (left.every(({ close }) => close)) this.close(left[0]);
      else mounted.get(left.pop().key).view.cancel?.();
    };

    history.scrollRestoration = "manual";
    history.replaceState({ ...history.state, backstack: depth }, "");
    const { signal } = end;
    const on = (target, type, run, capture) =>
      target.addEventListener(type, run, { signal, capture });
    on(session, "change", render);
    on(platform, "popstate", popped);
    on(platform, "click", clicked, true);
    on(platform, "pointerdown", touched, true);
    on(platform, "keydown", () => {
      changedAt = undefined; // a press after a key is meant
      touched();
    }, true);
    render();
  }
}
