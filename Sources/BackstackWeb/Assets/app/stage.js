// Draws a session: its screens one over the other, its dialogs, and the ways between them.
import { moveAway, openAlert, openDialog } from "../client/dialogs.js";
import { Navigation } from "../client/levels.js";
import { button, h } from "./ui.js";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
let names = 0;

/**
 * Shows `session` in `element`; returns `end()` and `depth()`, how many levels are over the root.
 * `failed(error)` tells the user.
 */
export function show(element, session, feature, module, { failed, platform, isSecond = false }) {
  const screens = [];
  const try_ = (promise) => promise.catch(failed);
  const root = {
    get state() {
      return session.state;
    },
    send: (action, control, options) => try_(session.send(action, { control, ...options })),
  };
  root.parent = root.send;
  root.at = (state) => state;

  // What a screen may do; `level` is read anew, as its actions and state change.
  const tools = (current, navigation) => {
    const screen = {
      get state() {
        return current().state;
      },
      send: (action, control) => try_(navigation.send(current(), action, { control })),
      at: (state) => navigation.find(state, current().key)?.state,
      parent(action, control, options) {
        const { below } = current();
        if (!below) return root.send(action, control, options);
        return try_(navigation.send(below, action, { control, ...options }));
      },
    };
    return withEnds(screen, (action) => current().action(action));
  };
  // `wrap` makes an action of the root; `ends` are for what has to end with the screen.
  const withEnds = (screen, wrap) => Object.assign(screen, { session, wrap, failed, ends: [] });

  function unknown({ level }) {
    return {
      title: "A newer screen",
      body: [
        h("p", { class: "lead" }, `This page does not know the screen “${level}”: the server is `
          + "newer than the page. Your session is safe."),
        button("Load the page again", () => location.reload(), { class: "primary" }),
      ],
    };
  }

  const make = (name, screen) => {
    const known = Object.hasOwn(module.screens, name);
    return known ? module.screens[name](screen) : unknown({ level: name });
  };

  const draw = (view, state) => {
    try {
      view.update?.(state);
    } catch (error) {
      failed(Object.assign(new Error("The server's state is not as this page expects it. "
        + "Load the page again."), { cause: error, reload: true }));
    }
  };

  const heading = (tag, text) => h(tag, { tabIndex: -1, id: `title-${++names}` }, text);

  function screenOf(view, leading, tag = "h1") {
    const title = heading(tag, view.title);
    // The second view is one region as a whole.
    const label = isSecond ? {} : { "aria-labelledby": title.id };
    const section = h("section", { class: "screen", ...label },
      h("header", { class: "bar" }, leading), title, h("div", { class: "body" }, ...view.body));
    return { section, title };
  }

  function animate(target, from, to, done) {
    if (isStill.matches || document.hidden) return done?.();
    const easing = "cubic-bezier(.32,.72,0,1)";
    const moving = target.animate([from, to], { duration: 350, easing });
    moving.onfinish = moving.oncancel = () => done?.();
  }

  // Takes a screen out of the flow, where it is, so that it can move away.
  function lift({ section }, run) {
    const { top } = section.getBoundingClientRect();
    const change = run();
    section.classList.add("lifted");
    section.inert = true;
    section.style.top = `${top - element.getBoundingClientRect().top}px`;
    return change;
  }

  function push(screen, isMoving) {
    const below = screens.at(-1);
    screens.push(screen);
    element.append(screen.section);
    if (!below) return;
    if (!isMoving) return void (below.section.hidden = true);
    lift(below, () => isSecond || scrollTo(0, 0));
    animate(screen.section, { transform: "translateX(100%)" }, { transform: "none" });
    const away = { transform: "translateX(-25%)", opacity: 0.4 };
    animate(below.section, { transform: "none", opacity: 1 }, away, () => {
      below.section.hidden = screens.at(-1) !== below;
      drop(below);
    });
  }

  const drop = ({ section }) => {
    section.classList.remove("lifted");
    section.inert = false;
    section.style.top = "";
  };

  function remove(screen) {
    const wasTop = screens.at(-1) === screen;
    screens.splice(screens.indexOf(screen), 1);
    const { section } = screen;
    if (!wasTop) return section.remove();
    const below = screens.at(-1);
    lift(screen, () => {
      for (const moving of below.section.getAnimations()) moving.cancel();
      below.section.hidden = false;
      drop(below);
    });
    section.classList.add("leaving");
    animate(below.section, { transform: "translateX(-25%)", opacity: 0.4 },
      { transform: "none", opacity: 1 });
    animate(section, { transform: "none" }, { transform: "translateX(100%)" },
      () => section.remove());
    queueMicrotask(keepFocus);
  }

  // Focus is never lost to the page: what had it may be gone, or leave.
  let focused;
  const noted = ({ target }) => (focused = target);
  const keepFocus = () => {
    const { activeElement: active, body } = document;
    const isGone = focused && (!focused.isConnected || focused.closest("[inert], [hidden]"));
    if (isSecond || (active === body ? !isGone : !active?.closest("[inert]"))) return;
    const panel = document.querySelector("dialog:modal h2") ?? element.querySelector(".panel:not([inert]) h2");
    (panel ?? screens.at(-1)?.title)?.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", noted);

  const home = isSecond ? "" : h("a", { class: "back", href: "#/" }, "Features");
  withEnds(root, (action) => action);
  const view = module.root(root);
  push({ ...screenOf(view, home), view });
  draw(view, session.state);
  let isReady = false;
  session.addEventListener("change", () => {
    draw(view, session.state);
    queueMicrotask(keepFocus);
  });

  const ways = {
    push(level, navigation) {
      let current = level;
      const screen = tools(() => current, navigation);
      const view = make(level.case, screen);
      const below = screens.at(-1).title.textContent;
      const back = button(below, () => navigation.close(current), {
        class: "back", "aria-label": `Back to ${below}`,
      });
      const drawn = { ...screenOf(view, level.close === undefined ? "" : back), view };
      draw(view, level.state);
      push(drawn, isReady);
      if (isReady && !isSecond) drawn.title.focus({ preventScroll: true });
      return {
        update: (level) => draw(view, (current = level).state),
        unmount() {
          for (const end of screen.ends) end();
          remove(drawn);
        },
      };
    },

    dialog(level, navigation) {
      let current = level;
      const screen = tools(() => current, navigation);
      const view = make(level.case, screen);
      const close = openPanel(level, navigation, (panel) => {
        const title = heading("h2", view.title);
        panel.setAttribute("aria-labelledby", title.id);
        panel.setAttribute("role", "dialog");
        const { cancel, done } = view;
        const leading = cancel ? button(cancel.text, cancel.press)
          : button("Close", () => navigation.close(current));
        const trailing = h("button", { class: "done", hidden: !done }, done?.text ?? "");
        const form = h("form", { class: "sheet", noValidate: true },
          h("header", { class: "bar" }, leading, title, trailing),
          h("div", { class: "body" }, ...view.body));
        form.addEventListener("submit", (event) => {
          event.preventDefault();
          done?.press(trailing);
        });
        panel.append(form);
        draw(view, level.state);
      });
      if (!isSecond) document.querySelector(`#title-${names}`)?.focus();
      return {
        update: (level) => draw(view, (current = level).state),
        unmount() {
          for (const end of screen.ends) end();
          close();
          queueMicrotask(keepFocus);
        },
      };
    },

    alert(level, navigation) {
      const close = (hasTwoViews() ? alertPanel : openAlert)(level, navigation);
      return { unmount: () => (close(), queueMicrotask(keepFocus)) };
    },
  };

  const hasTwoViews = () => isSecond || document.querySelector(".second") !== null;

  // Of two views, each has its panels inside itself: a modal dialog would be over both.
  function openPanel(level, navigation, fill) {
    if (!hasTwoViews()) return openDialog(level, navigation, fill);
    const panel = h("div", { class: "panel" });
    panel.dataset.style = level.style;
    panel.addEventListener("keydown", ({ key }) => key === "Escape" && navigation.close(level));
    // All but the heading, which names the view.
    const below = screens.at(-1).section.querySelectorAll(":scope > .bar, :scope > .body");
    for (const part of below) part.inert = true;
    element.append(panel);
    fill(panel);
    return () => {
      for (const part of below) part.inert = false;
      moveAway(panel);
    };
  }

  function alertPanel(level, navigation) {
    const { title, message, buttons } = level.state;
    const all = buttons?.length ? buttons : [{ label: "OK" }];
    return openPanel(level, navigation, (panel) => {
      const label = heading("h2", title);
      panel.setAttribute("role", "alertdialog");
      panel.setAttribute("aria-labelledby", label.id);
      panel.append(label, h("p", {}, message ?? ""));
      panel.append(...all.map(({ label, role, action }) =>
        button(label, (it) => action ? try_(navigation.send(level, action, { control: it }))
          : navigation.close(level), role ? { "data-role": role } : {})));
      if (!isSecond) label.focus();
    });
  }

  const options = {
    key: ({ state }) => module.key?.(state) ?? "",
    mount(level, navigation) {
      const isAlert = ["alert", "confirmationDialog"].includes(level.style);
      const way = level.style === "push" ? "push" : isAlert ? "alert" : "dialog";
      return ways[way](level, navigation);
    },
  };
  if (platform) options.platform = platform;
  const navigation = new Navigation(session, feature, options);
  isReady = true;
  if (!isSecond) (screens.at(-1).title).focus({ preventScroll: true });
  const end = () => {
    document.removeEventListener("focusin", noted);
    navigation.end();
    for (const end of root.ends) end();
    element.replaceChildren();
    for (const dialog of isSecond ? [] : document.querySelectorAll("dialog, body > [popover]")) {
      dialog.remove();
    }
  };
  return { end, depth: () => navigation.levels.length };
}

/** What a second view has for the browser, whose history and focus it leaves alone. */
export const noHistory = () => ({
  Date,
  document: {},
  history: { state: null, replaceState() {}, pushState() {}, go() {} },
  addEventListener() {},
  scrollTo() {},
});
