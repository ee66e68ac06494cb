// What a control sends is made when its turn comes, of what the actions before it have led to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./drawn.mjs";
import { World, json, problem, settle } from "./fakes.mjs";

const set = (state, more) => ({ set: { ...state, ...more } });
// Controls of a struct: each sends the whole of it, as the server has it.
const bill = ({ title, isPaid, color, count }, state, options = ["red", "green", "blue"]) => [
  { kind: "textField", id: "title", text: "Title", value: title, send: set(state, { title: { $value: "string" } }) },
  { kind: "toggle", id: "paid", text: "Paid", value: isPaid, send: set(state, { isPaid: { $value: "boolean" } }) },
  { kind: "picker", id: "color", text: "Color", value: color, send: set(state, { color: { $value: "string" } }),
    options: options.map((value) => ({ value, text: value })) },
  { kind: "stepper", id: "count", text: "Count", value: count, send: set(state, { count: { $value: "integer" } }) },
  { kind: "button", id: "save", text: isPaid ? "Archive" : "Save", send: { save: state } },
];

/** A session of a server that keeps a struct, and answers an action when it is told to. */
async function start(draw = bill) {
  const world = new World();
  const server = { version: 0, state: { title: "", isPaid: false, color: "red", count: 1 }, actions: [], waiting: [] };
  const snapshot = () => ({
    id: "bill", version: server.version,
    screen: { levels: [{ id: "root", style: "root", body: [{ kind: "form", children: draw(server.state, server.state) }] }] },
  });
  server.change = (more) => {
    server.state = { ...server.state, ...more };
    server.version++;
  };
  world.server.respond = async ({ path, action, headers: { "If-Match": match } }) => {
    if (path.includes("/events")) return new Promise(() => {});
    if (path.endsWith("/actions")) {
      await new Promise((go) => server.waiting.push(go));
      server.actions.push([action, match]);
      if (match && match !== `"${server.version}"`) return problem(412, "version-mismatch", { snapshot: snapshot() });
      server.change(action.set);
    }
    return json(snapshot());
  };
  // One answer after the other.
  server.answer = async () => {
    await settle();
    server.waiting.shift()();
    await settle();
  };
  const session = await world.open({ feature: "bill", view: "screen" });
  const drawn = await open(undefined, { session });
  const [title, paid] = drawn.all("input");
  const [color] = drawn.all("select");
  const type = (text) => {
    title.value = text;
    title.dispatchEvent(new Event("input"));
  };
  return { ...drawn, session, server, world, title, paid, color, type };
}

test("A choice has what was typed before it", async () => {
  const { session, server, title, paid, color, button, type } = await start();
  type("Lunch");
  title.dispatchEvent(new Event("change"));
  paid.enter("checked", true);
  color.enter("selectedIndex", 2);
  button("Count: more").click();
  for (let turn = 0; turn < 4; turn++) await server.answer();
  assert.deepEqual(server.state, { title: "Lunch", isPaid: true, color: "blue", count: 2 });
  // Each was sent once, and a press at whatever version there is.
  assert.deepEqual(server.actions.map(([, match]) => match), ['"0"', '"1"', '"2"', undefined]);
  session.close();
});

test("Each press of a stepper counts, also while one is on its way", async () => {
  const { session, server, button } = await start();
  for (let turn = 0; turn < 3; turn++) button("Count: more").click();
  for (let turn = 0; turn < 3; turn++) await server.answer();
  assert.deepEqual(server.actions.map(([{ set }]) => set.count), [2, 3, 4]);
  session.close();
});

test("A button sends what was typed before it was pressed", async () => {
  const { session, server, button, type } = await start();
  type("Lunch");
  button("Save").click();
  await server.answer();
  await server.answer();
  assert.deepEqual(server.actions.at(-1), [{ save: { title: "Lunch", isPaid: false, color: "red", count: 1 } }, undefined]);
  session.close();
});

test("A button that has another text by then sends what it did when it was pressed", async () => {
  const { session, server, paid, button } = await start();
  paid.enter("checked", true);
  button("Save").click();
  await server.answer();
  await server.answer();
  assert.equal(server.actions.at(-1)[0].save.isPaid, false);
  session.close();
});

test("A row is deleted where it stands by then, and a row of a choice is tapped as it is by then", async () => {
  const draw = (_, { rows = ["a", "b", "c"] }) => [{ kind: "list", children: rows.map((text, index) => (
    { kind: "text", id: text, text, selected: index === 0, tap: { tapped: index }, delete: { set: { rows: rows.filter((one) => one !== text) }, index } })) }];
  const { session, server, all, button } = await start(draw);
  button("Delete: a").click();
  button("Delete: b").click();
  all("button").find(({ textContent }) => textContent === "c").click();
  for (let turn = 0; turn < 3; turn++) await server.answer();
  assert.deepEqual(server.actions.map(([{ index, tapped }]) => index ?? tapped), [0, 0, 0]);
  session.close();
});

test("A button that has another icon by then sends what it did; a step beyond the end is none", async () => {
  const draw = (_, { on, count }) => [
    { kind: "button", id: "play", icon: on ? "pause" : "play", accessibility: { label: on ? "Pause" : "Play" }, send: { set: { on: !on } } },
    { kind: "stepper", id: "n", text: "N", value: count, increment: count < 2 ? { set: { count: count + 1 } } : undefined },
  ];
  const { session, server, button } = await start(draw);
  const [play] = [button("Play")];
  play.click();
  button("N: more").click();
  button("N: more").click();
  for (let turn = 0; turn < 2; turn++) await server.answer();
  assert.equal(server.waiting.length, 0);
  server.change({ on: false });
  await session.flush();
  assert.deepEqual(server.actions.map(([{ set }]) => set), [{ on: true }, { count: 2 }]);
  session.close();
});

test("A search sends what its submission is by then, and a name of an action is no node", async () => {
  const body = (_, { query = "" }) => [{ kind: "button", id: "go", text: "Save", send: "Save" },
    { kind: "button", id: "other", text: "Other", send: { set: { kind: "x", id: "last" } } },
    { kind: "button", id: "last", text: "Last", send: { set: { last: query } } },
    { kind: "textField", id: "q", text: "Query", value: query, send: { set: { query: { $value: "string" } } }, submit: { set: { found: query } } }];
  const { session, server, button, all } = await start(body);
  const [field] = all("input");
  field.value = "soup";
  field.dispatchEvent(new Event("input"));
  const enter = Object.assign(new Event("keydown"), { key: "Enter" });
  Object.defineProperty(enter, "target", { value: field });
  all("section")[0].dispatchEvent(enter);
  button("Last").click();
  button("Save").click();
  for (let turn = 0; turn < 4; turn++) await server.answer();
  assert.deepEqual(server.actions.map(([action]) => action.set ?? action), [{ query: "soup" }, { found: "soup" }, { last: "soup" }, "Save"]);
  session.close();
});

test("An option is sent that was chosen, wherever it stands by then, or if it is gone", async () => {
  for (const options of [["blue", "red", "green"], ["red"]]) {
    const draw = (values, state) => bill(values, state, state.isPaid ? options : undefined);
    const { session, server, paid, color } = await start(draw);
    paid.enter("checked", true);
    color.enter("selectedIndex", 2);
    await server.answer();
    await server.answer();
    assert.deepEqual([server.state.color, server.state.isPaid], ["blue", true]);
    session.close();
  }
});

test("A choice keeps what another client has changed meanwhile", async () => {
  const { session, server, paid } = await start();
  paid.enter("checked", true);
  await settle();
  for (const title of ["a", "ab", "abc", "abcd"]) {
    server.change({ title });
    await server.answer();
  }
  // The fifth time it is sent at whatever version there is.
  server.change({ count: 9 });
  await server.answer();
  assert.deepEqual(server.actions.map(([, match]) => match), ['"0"', '"1"', '"2"', '"3"', undefined]);
  assert.deepEqual(server.state, { title: "abcd", isPaid: true, color: "red", count: 1 });
  session.close();
});

test("A control that is gone by then, or sends nothing any more, sends what it did", async () => {
  for (const left of [[], [{ kind: "toggle", id: "paid", text: "Paid", value: false }]]) {
    const draw = (values, state) => (state.title ? left : bill(values, state));
    const { session, server, title, paid, type } = await start(draw);
    type("Lunch");
    title.dispatchEvent(new Event("change"));
    paid.enter("checked", true);
    await server.answer();
    await server.answer();
    assert.deepEqual(server.actions.map(([{ set }]) => [set.title, set.isPaid]), [["Lunch", false], ["", true]]);
    session.close();
  }
});
