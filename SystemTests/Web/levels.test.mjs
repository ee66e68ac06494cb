import assert from "node:assert/strict";
import { test } from "node:test";
import { Navigation, closing, levels } from "../../Sources/BackstackWeb/Assets/client/levels.js";
import { Clock, settle } from "./fakes.mjs";

const standups = {
  presentationStyles: { detail: "push", meeting: "push", record: "push", edit: "sheet", alert: "alert", addStandup: "sheet" },
  navigation: [
    { pointer: "/destination", kind: "presentation", action: true },
    { pointer: "/path", kind: "stack", action: true },
    { pointer: "/path/*/state/detail/destination", kind: "presentation", action: true },
    { pointer: "/path/*/state/record/alert", kind: "alert", action: true },
  ],
};
const alert = { title: "Sure?" };
const detail = (id, destination = null) => ({ id, state: { detail: { standup: id, destination } } });
const shape = (state) => levels(state, standups).map((level) => [level.case, level.style, level.close]);

test("The levels are the elements, what the top one presents, what the root presents", () => {
  const state = { path: [detail(0, { edit: {} }), detail(4, { edit: { name: "x" } })], destination: { addStandup: {} } };
  const dismissal = { path: { element: { id: 4, action: { detail: { destination: "dismiss" } } } } };
  assert.deepEqual(shape(state), [
    ["detail", "push", { path: { popFrom: { id: 0 } } }],
    ["detail", "push", { path: { popFrom: { id: 4 } } }],
    ["edit", "sheet", dismissal],
    ["addStandup", "sheet", { destination: "dismiss" }],
  ]);
  const all = levels(state, standups);
  assert.deepEqual(all[2].state, { name: "x" });
  assert.deepEqual(all[2].action("save"),
    { path: { element: { id: 4, action: { detail: { destination: { presented: { edit: "save" } } } } } } });
  assert.deepEqual(all[0].action("x"), { path: { element: { id: 0, action: { detail: "x" } } } });
  assert.equal(new Set(all.map(({ key }) => key)).size, 4);
});

test("An alert that is a property has no case in its action", () => {
  const [, level] = levels({ path: [{ id: 1, state: { record: { alert } } }], destination: null }, standups);
  assert.deepEqual([level.case, level.style, level.state], ["alert", "alert", alert]);
  assert.deepEqual(level.action("confirm"),
    { path: { element: { id: 1, action: { record: { alert: { presented: "confirm" } } } } } });
});

test("An alert that is a case has it; a struct with one property is no enum", () => {
  const feature = { presentationStyles: { alert: "alert" }, navigation: [
    { pointer: "/destination", kind: "presentation" }, { pointer: "/form", kind: "presentation" },
    { pointer: "/form/alert", kind: "alert", action: false }] };
  const found = levels({ destination: { alert }, form: { name: "x", alert } }, feature);
  assert.deepEqual(found.map((level) => [level.case, level.style]), [["alert", "alert"], ["form", "sheet"], ["alert", "alert"]]);
  assert.deepEqual(found[0].action("yes"), { destination: { presented: { alert: "yes" } } });
  assert.deepEqual(found[1].action("yes"), { form: { presented: "yes" } });
  assert.deepEqual(found[2].action("yes"), { form: { presented: { alert: { presented: "yes" } } } });
  assert.equal(found[2].close, undefined);
  assert.equal(levels({ form: { name: "x" } }, feature)[0].case, "form");
});

test("Each place has the styles of its own cases, and names in pointers are unescaped", () => {
  const feature = { presentationStyles: { edit: "sheet" }, navigation: [
    { pointer: "/a~1b", kind: "presentation", action: true, cases: { edit: "popover" } },
    { pointer: "/form", kind: "presentation", action: true, cases: {} }] };
  const found = levels({ "a/b": { edit: {} }, form: { edit: {} } }, feature);
  assert.deepEqual(found.map((level) => [level.case, level.style]), [["edit", "popover"], ["form", "sheet"]]);
  assert.deepEqual(found[0].close, { "a/b": "dismiss" });
});

test("A recursive feature has the places of what it is like, at each depth", () => {
  const feature = { navigation: [
    { pointer: "/path", kind: "stack", action: true, cases: { folder: "push" } },
    { pointer: "/map", kind: "presentation", action: true, cases: {}, like: "" },
    { pointer: "/path/*/state/folder/path", kind: "stack", action: true, cases: { folder: "push" }, like: "/path/*/state" },
    { pointer: "/path/*/state/folder/map", kind: "presentation", action: true, cases: {}, like: "" },
  ] };
  const folder = (id, inner) => ({ id, state: { folder: { path: [], ...inner } } });
  const state = { path: [folder(0, { path: [folder(1, { path: [folder(2)] })] })], map: { path: [folder(3)], map: {} } };
  const found = levels(state, feature);
  assert.deepEqual(found.map((level) => level.case), ["folder", "folder", "folder", "map", "folder", "map"]);
  assert.equal(new Set(found.map(({ key }) => key)).size, 6);
  const inside = (id, action) => ({ path: { element: { id, action: { folder: action } } } });
  assert.deepEqual(found[2].close, inside(0, inside(1, { path: { popFrom: { id: 2 } } })));
  assert.deepEqual(found[4].action("x"), { map: { presented: { path: { element: { id: 3, action: { folder: "x" } } } } } });
});

test("Hostile names are no levels", () => {
  assert.deepEqual(levels({}, { navigation: [{ pointer: "/constructor", kind: "presentation" }] }), []);
  assert.deepEqual(levels(null, standups), []);
});

test("Closing takes one action for the lowest, and one for what the root presents over it", () => {
  const all = levels({ path: [detail(0), detail(1), detail(2, { edit: {} })], destination: { addStandup: {} } }, standups);
  const closes = (index) => closing(all, index).map(({ close }) => close);
  assert.deepEqual(closes(4), [{ destination: "dismiss" }]);
  assert.deepEqual(closes(1), [{ destination: "dismiss" }, { path: { popFrom: { id: 1 } } }]);
  const plain = levels({ path: [detail(0), detail(1, { edit: {} })] }, standups);
  assert.deepEqual(closing(plain, 0).map(({ close }) => close), [{ path: { popFrom: { id: 0 } } }]);
});

/** The history of a tab: `go` takes effect when the test says so. */
class History {
  entries;
  index = 0;
  pending = [];
  constructor(state = null) {
    this.entries = [state];
  }
  get state() { return structuredClone(this.entries[this.index]); }
  replaceState(state) { this.entries[this.index] = state; }
  pushState(state) { this.entries.splice(++this.index, Infinity, state); }
  go(steps) { this.pending.push(steps); }
  /** What the browser does when it gets to it, or when the user presses back or forward. */
  travel(steps = this.pending.shift()) {
    if (this.entries[this.index + steps] === undefined) return;
    this.index += steps;
    this.popped();
  }
  get depths() { return this.entries.map((entry) => entry?.backstack); }
}

class FakeSession extends EventTarget {
  sent = [];
  constructor(state) {
    super();
    this.state = state;
  }
  show(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
  flush() {}

  send(action, options) {
    return new Promise((resolve, reject) => this.sent.push({ action, options, resolve, reject }));
  }
  async answer(state) {
    const { resolve } = this.sent.at(-1);
    this.state = state;
    resolve({});
    await settle();
  }
}

function open(state, { history = new History(), key, feature = standups } = {}) {
  const session = new FakeSession(state);
  const clock = new Clock();
  const log = [];
  const listeners = {};
  let touch;
  const platform = {
    ...clock.globals, history, document: {}, scrollTo: () => log.push("restore"),
    addEventListener(type, run) {
      listeners[type] = run;
      type === "popstate" ? (history.popped = run) : (touch = run);
    },
  };
  const mount = (level) => {
    log.push(`mount ${level.case}`);
    return {
      update: () => log.push(`update ${level.case}`), unmount: (last) => log.push(`unmount ${last.case}`),
      cancel: () => log.push(`cancel ${level.case}`),
    };
  };
  const navigation = new Navigation(session, feature, { mount, key, platform });
  return { session, clock, history, log, touch, navigation, listeners, platform, take: () => log.splice(0) };
}

const path = (...ids) => ({ path: ids.map((id) => detail(id)), destination: null });

test("Levels that a link has opened get their entries at the first touch", () => {
  const { history, touch, session } = open(path(0, 1), { history: new History({ router: 7 }) });
  assert.deepEqual(history.depths, [0]);
  touch();
  assert.deepEqual(history.entries.map(({ scrolls, ...entry }) => entry), [0, 1, 2].map((backstack) => ({ router: 7, backstack })));
  session.show(path(0, 1, 2));
  assert.deepEqual(history.depths, [0, 1, 2, 3]);
});

test("Back closes the top level with one action, before the response", async () => {
  const { session, history, touch, take } = open(path(0, 1, 2));
  touch();
  take();
  history.travel(-2);
  assert.deepEqual(session.sent.map(({ action }) => action), [{ path: { popFrom: { id: 1 } } }]);
  assert.equal(session.sent[0].options.guard, undefined);
  assert.deepEqual(take(), ["unmount detail", "unmount detail", "restore"]);
  await session.answer({ ...session.state, path: session.state.path.slice(0, 1) });
  assert.deepEqual([take(), history.pending, history.index], [[], [], 1]);
});

test("Back through a presentation is guarded, and an array if the root presents", async () => {
  const { session, history, touch } = open({ path: [detail(0)], destination: { addStandup: {} } });
  touch();
  history.travel(-2);
  const { action, options } = session.sent[0];
  assert.deepEqual(action, [{ destination: "dismiss" }, { path: { popFrom: { id: 0 } } }]);
  assert.equal(options.guard({ path: [], destination: { addStandup: {} } }), true);
  assert.equal(options.guard({ path: [], destination: null }), false);
});

test("A step back from what only its own controls leave presses what cancels there, and takes nothing below", () => {
  const feature = { ...standups, navigation: standups.navigation.map((one) => ({ ...one, action: one.kind === "stack" })) };
  const { session, history, touch, take } = open({ path: [detail(0)], destination: { addStandup: {} } }, { feature });
  touch();
  take();
  history.travel(-1);
  assert.deepEqual([take(), session.sent, history.index], [["cancel addStandup"], [], 1]);
  touch();
  history.travel(-2);
  assert.deepEqual([take(), session.sent], [["cancel addStandup"], []]);
});

test("A refused close shows the level again, with an entry at the next touch", async () => {
  const { session, history, touch, take } = open(path(0), {});
  touch();
  history.travel(-1);
  take();
  await session.answer(path(0));
  assert.deepEqual([take(), history.index], [["mount detail"], 0]);
  touch();
  assert.deepEqual([history.index, history.depths], [1, [0, 1]]);
});

test("A close that fails shows the level again", async (context) => {
  context.mock.method(console, "warn", () => {});
  const { session, navigation, take } = open(path(0));
  take();
  navigation.close(navigation.levels[0]);
  session.sent[0].reject(new Error("no network"));
  await settle();
  assert.deepEqual(take(), ["unmount detail", "restore", "mount detail"]);
});

test("A level whose field has what was not taken stays, and closes once it is closed again", async (context) => {
  context.mock.method(console, "warn", () => {});
  const { session, navigation, take } = open(path(0));
  take();
  let isHeld = true;
  session.flush = () => Promise.resolve(isHeld);
  const close = async () => {
    navigation.close(navigation.levels[0]);
    await settle();
    return session.sent.at(-1);
  };
  const first = await close();
  first.reject(Object.assign(new Error("not taken"), { field: {} }));
  await settle();
  assert.deepEqual([take(), first.options.discards], [[], false]);
  const second = await close();
  assert.deepEqual([take(), second.options.discards], [["unmount detail", "restore"], true]);
  second.reject(new Error("no network"));
  await settle();
  take();
  // What was mended meanwhile is not left behind.
  (await close()).reject(Object.assign(new Error("not taken"), { field: {} }));
  await settle();
  isHeld = false;
  assert.equal((await close()).options.discards, false);
  assert.deepEqual(take(), ["unmount detail", "restore"]);
});

test("A level closes after what was typed in it has arrived, though the page goes meanwhile", async () => {
  const { session, navigation, take } = open(path(0));
  take();
  let arrived;
  session.flush = () => new Promise((done) => (arrived = done));
  navigation.close(navigation.levels[0]);
  // It waits in the session, behind the text.
  assert.deepEqual([session.sent.length, take()], [1, []]);
  arrived(false);
  await settle();
  assert.deepEqual(take(), ["unmount detail", "restore"]);
});

test("The second press of a double click is not for what the first has opened or closed", async () => {
  const { session, clock, listeners } = open(path());
  const press = (detail) => {
    const event = new Event("click", { cancelable: true });
    Object.defineProperty(event, "detail", { value: detail });
    listeners.click(event);
    return !event.defaultPrevented;
  };
  await clock.advance(1000);
  assert.ok(press(1) && press(2)); // nothing was opened
  session.show(path(0));
  await clock.advance(300);
  assert.deepEqual([press(2), press(1)], [false, true]);
  // A key was pressed between them.
  listeners.keydown();
  assert.ok(press(2));
  session.show(path());
  assert.ok(!press(2));
  await clock.advance(600);
  assert.ok(press(2));
});

test("The scroll position below a level comes back, also after a reload", () => {
  const history = new History(null);
  const first = open(path(), { history });
  first.platform.scrollX = 0;
  first.platform.scrollY = 700;
  first.session.show(path(0));
  first.touch();
  assert.deepEqual(history.state, { backstack: 1, scrolls: [[0, 700]] });
  const again = open(path(0), { history });
  const positions = [];
  again.platform.scrollTo = (...position) => positions.push(position);
  again.session.show(path());
  assert.deepEqual(positions, [[0, 700]]);
});

test("What the server closes is taken from history at once, and sends nothing", () => {
  const { session, history, touch } = open(path(0, 1, 2));
  touch();
  session.show(path(0));
  session.show(path());
  assert.deepEqual(history.pending, [-2]);
  history.travel();
  assert.deepEqual(history.pending, [-1]);
  history.travel();
  assert.deepEqual([history.index, session.sent], [0, []]);
});

test("Without a popstate within 500 ms the next touch corrects the depth", async () => {
  const { session, clock, history, touch } = open(path(0, 1));
  touch();
  session.show(path(0));
  history.pending.length = 0;
  await clock.advance(500);
  touch();
  assert.deepEqual(history.pending, [-1]);
  history.travel();
  assert.deepEqual([history.index, session.sent], [1, []]);
});

test("A popstate that comes after 500 ms pops nothing, and is not asked for twice", async () => {
  const { session, clock, history, touch } = open(path(0, 1, 2));
  touch();
  session.show(path(0, 1));
  await clock.advance(500);
  assert.deepEqual(history.pending, [-1]);
  history.travel();
  assert.deepEqual([history.index, session.sent], [2, []]);
});

test("More levels than browsers take entries for have 50", () => {
  const { history, touch, session } = open(path(...Array(120).keys()));
  touch();
  assert.equal(history.entries.length, 51);
  history.travel(-1);
  assert.deepEqual(session.sent[0].action, { path: { popFrom: { id: 119 } } });
});

test("Forward to what is closed is corrected back, and sends nothing", async () => {
  const { session, history, touch } = open(path(0));
  touch();
  history.travel(-1);
  await session.answer(path());
  history.travel(1);
  assert.deepEqual(history.pending, [-1]);
  history.travel();
  assert.deepEqual([history.index, session.sent.length], [0, 1]);
});

test("A close that fails is told, unless the navigation has ended", async (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  const { session, navigation } = open(path(0, 1));
  const [, second] = navigation.levels;
  const told = navigation.close(second);
  session.sent.at(-1).reject(new Error("no connection"));
  await told;
  assert.equal(warn.mock.callCount(), 1);
  const late = navigation.close(second);
  navigation.end();
  session.sent.at(-1).reject(new Error("the session was closed"));
  await late;
  assert.equal(warn.mock.callCount(), 1);
});

test("After a reload depth and levels agree, whichever is larger", () => {
  const deep = new History({ backstack: 0 });
  deep.pushState({ backstack: 1 });
  deep.pushState({ backstack: 2 });
  const less = open(path(0), { history: deep });
  assert.deepEqual(deep.pending, [-1]);
  deep.travel();
  assert.deepEqual([deep.index, less.session.sent], [1, []]);

  const flat = new History({ backstack: 0 });
  const more = open(path(0, 1), { history: flat });
  more.touch();
  assert.deepEqual(flat.depths, [0, 1, 2]);
});

test("An entry of somebody else's is left alone", () => {
  const { session, history, touch } = open(path(0));
  touch();
  history.pushState({ theirs: 1 });
  history.popped();
  history.travel(-1);
  assert.deepEqual([session.sent, history.pending, history.depths], [[], [], [0, 1, undefined]]);
});

test("A key that goes is unmounted once, and another key is another mount", () => {
  const key = ({ state }) => state.name ?? "";
  const { session, take } = open({ path: [detail(0, { edit: { name: "a" } })] }, { key });
  assert.deepEqual(take(), ["mount detail", "mount edit"]);
  session.show({ path: [detail(0, { edit: { name: "b" } })] });
  assert.deepEqual(take(), ["unmount edit", "restore", "update detail", "mount edit"]);
  session.show(session.state);
  assert.deepEqual(take(), []);
});

test("After random steps, the depth, the entries and the mounted levels agree", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    let value = seed;
    const random = (limit) => (value = (value * 48271) % 2147483647) % limit;
    const { session, clock, history, touch, navigation } = open(path());
    let next = 0;
    const catchUp = async () => {
      while (history.pending.length) history.travel();
      for (const { action, resolve } of session.sent.splice(0)) {
        const index = session.state.path.findIndex(({ id }) => id === action.path.popFrom.id);
        if (index >= 0) session.state = { ...session.state, path: session.state.path.slice(0, index) };
        resolve({});
        await settle();
      }
    };
    for (let step = 0; step < 25; step++) {
      const ids = session.state.path.map(({ id }) => id);
      switch (random(6)) {
      case 0: case 1: touch(); session.show(path(...ids, next++)); break;
      case 2: session.show(path(...ids.slice(0, random(ids.length + 1)))); break;
      case 3: if (history.index > 0) history.travel(-1 - random(history.index)); break;
      case 4: history.travel(1); break;
      default: await catchUp();
      }
    }
    for (let round = 0; round < 4; round++) await catchUp();
    touch();
    await catchUp();
    const depths = [history.state.backstack, history.index, navigation.levels.length, session.state.path.length];
    assert.deepEqual(depths, Array(4).fill(depths[3]), `seed ${seed}`);
    navigation.end();
    assert.equal(clock.timers.size, 0);
  }
});

test("What finds the levels can be another one, whose levels are closed by several actions", async () => {
  const session = new FakeSession(["a", "b"]);
  const levels = (names) => names.map((name) => ({ key: name, style: "push", isStacked: true, close: [`leave ${name}`, "rest"], action: (one) => one }));
  const log = [];
  const mount = ({ key }) => (log.push(key), { unmount: () => log.push(`end ${key}`) });
  const platform = { ...new Clock().globals, history: new History(), document: {}, scrollTo() {}, addEventListener() {} };
  const navigation = new Navigation(session, {}, { mount, levels, platform });
  assert.deepEqual(log.splice(0), ["a", "b"]);
  navigation.close(navigation.levels[0]);
  assert.deepEqual(log, ["end b", "end a"]);
  assert.deepEqual(session.sent[0].action, ["leave b", "rest", "leave a", "rest"]);
});
