import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { end, h, later, put } from "../../Sources/BackstackWeb/Assets/client/elements.js";
import { timeText } from "../../Sources/BackstackWeb/Assets/client/fields.js";
import { screenLevels, showScreens } from "../../Sources/BackstackWeb/Assets/client/screen.js";
import { page } from "./dom.mjs";
import { FakeSession, open } from "./drawn.mjs";
import { Clock, settle } from "./fakes.mjs";
import { countersDeep, fixtures, inventory, inventoryForm, standupDelete, standupDetail, standupEdit, standups } from "./screens.mjs";

const client = new URL("../../Sources/BackstackWeb/Assets/client/", import.meta.url);

// MARK: Elements

const keyed = (...keys) => keys.map((key) => ({ ...h("li", {}, key), key }));

test("Elements stay the same when others come, go and change their order, and few are moved", () => {
  const { main } = page();
  let old = put(main, [], keyed("a", "b", "c", "d"));
  const [a, b, c, d] = main.childNodes;
  const expect = (children, moves, ...keys) => {
    const before = main.moves;
    old = put(main, old, keyed(...keys));
    assert.deepEqual(main.childNodes.map(({ textContent }) => textContent), keys);
    for (const [key, element] of Object.entries(children)) {
      assert.equal(main.childNodes[keys.indexOf(key)], element, key);
    }
    assert.equal(main.moves - before, moves, keys.join());
  };
  expect({ a, b, c, d }, 1, "x", "a", "b", "c", "d");
  expect({ a, b, c, d }, 0, "a", "b", "c", "d");
  expect({ a, b, c, d }, 1, "d", "a", "b", "c");
  expect({ a, b, c, d }, 1, "a", "b", "c", "d");
  expect({ b, d }, 0, "b", "d");
  const keys = [..."abcdefgh"];
  for (let seed = 1; seed < 200; seed++) {
    const some = keys.filter((_, index) => (seed >> (index % 5)) % 3).sort((a, b) => (a.charCodeAt() * seed) % 11 - (b.charCodeAt() * seed) % 11);
    const known = new Map(main.childNodes.map((one) => [one.textContent, one]));
    old = put(main, old, keyed(...some));
    assert.deepEqual(main.childNodes.map(({ textContent }) => textContent), some);
    for (const one of main.childNodes) if (known.has(one.textContent)) assert.equal(one, known.get(one.textContent));
  }
});

test("Without a key, elements of a kind stay in their order; two of one key are both there", () => {
  const { main } = page();
  let old = put(main, [], [h("p", {}, "1"), h("b", {}, "2"), h("p", {}, "3")]);
  const [one, , three] = main.childNodes;
  old = put(main, old, [h("p", {}, "1"), false, h("p", {}, "3")]);
  assert.deepEqual(main.childNodes, [one, three]);
  old = put(main, old, keyed("a", "a"));
  assert.deepEqual(main.childNodes.map(({ textContent }) => textContent), ["a", "a"]);
  put(main, old, []);
  assert.deepEqual(main.childNodes, []);
});

test("Of a node that is the same object nothing is drawn again, and what goes is told", () => {
  const { main } = page();
  const log = [];
  const draw = (node) => {
    log.push(node.id);
    return h("p", { use: () => () => log.push(`end ${node.id}`) }, node.text);
  };
  const [a, b] = [{ kind: "text", id: "a", text: "1" }, { kind: "text", id: "b", text: "2" }];
  let old = put(main, [], [later(draw, a), later(draw, b)]);
  old = put(main, old, [later(draw, a), later(draw, { ...b, text: "3" })]);
  assert.deepEqual([log.splice(0), main.textContent], [["a", "b", "b"], "13"]);
  old = put(main, old, [later(draw, a)]);
  assert.deepEqual(log.splice(0), ["end b"]);
  old.forEach(end);
  assert.deepEqual(log, ["end a"]);
});

// MARK: Screens

// The first one: the module comes once.
test("What is in a module that comes later is drawn then, and the rest stays", async () => {
  const { main } = page();
  const session = new FakeSession(inventory());
  const platform = { ...new Clock().globals, history: { replaceState() {} }, scrollTo() {}, addEventListener() {} };
  showScreens(main, session, { platform });
  const [row] = main.querySelectorAll(".bs-item");
  assert.equal(main.querySelectorAll("input[type=search]").length, 0);
  await settle();
  assert.equal(main.querySelectorAll("input[type=search]").length, 1);
  assert.equal(main.querySelectorAll(".bs-item")[0], row);
});

test("All that the fixtures have can be drawn, and each of their controls sends something", async () => {
  for (const [name, fixture] of Object.entries(fixtures)) {
    const { session, all, end } = await open(fixture(), { failed: (error) => assert.fail(error) });
    const top = session.state.levels.at(-1);
    assert.ok(all(".bs-heading").some(({ textContent }) => textContent === top.title), name);
    const controls = all("button").filter((one) => one.getAttribute("aria-disabled") !== "true" && one.onclick
      && !/Share|Close/.test(one.textContent));
    for (const control of controls) {
      // An earlier one has closed its level.
      if (control.closest("[inert]")) continue;
      session.take();
      control.click();
      const isChosen = control.getAttribute("aria-selected") === "true";
      assert.equal(session.sent.length, isChosen ? 0 : 1, `${name}: ${control.textContent}`);
      assert.doesNotMatch(JSON.stringify(session.take()), /\$action|\$value/);
    }
    end();
    await settle();
    assert.equal(globalThis.document.body.querySelectorAll("section, dialog").length, 0, name);
  }
});

test("A screen's levels have what they are below and how they are closed", () => {
  const [push, sheet] = screenLevels(standupEdit());
  assert.deepEqual([push.key, push.isStacked, push.below, push.close], ["path/0", true, undefined, { path: { popFrom: { id: 0 } } }]);
  assert.deepEqual([sheet.style, sheet.isStacked, sheet.below], ["sheet", false, push]);
  const [root, ...others] = standupEdit().levels;
  const [, held] = screenLevels({ levels: [root, others[0], { ...others[1], dismissDisabled: true, style: "carousel" }] });
  assert.deepEqual([held.close, held.style], [undefined, "sheet"]);
});

test("An unknown kind is drawn as its fallback, else as its children, else not at all; a custom one as the host does", async () => {
  const map = { kind: "custom", name: "map", properties: { city: "Bern" }, fallback: [{ kind: "text", text: "no map" }] };
  const body = [map, { kind: "hologram", children: [{ kind: "text", text: "children" }] }, { kind: "void" }, { kind: "constructor" }];
  const screen = { levels: [{ id: "root", style: "root", title: "T", body }] };
  const plain = await open(screen);
  assert.equal(plain.all(".bs-content")[0].textContent, "no mapchildren");
  const own = await open(screen, { custom: { map: ({ city }) => h("figure", {}, city) } });
  assert.equal(own.all("figure")[0].textContent, "Bern");
});

test("Every kind that the documentation names is drawn, and a swatch has its color", async () => {
  const text = await readFile(new URL("../../docs/screens.md", import.meta.url), "utf8");
  const [, table] = text.split("| kind | members |");
  const lines = table.split("\n\n")[0].split("\n").slice(2);
  const names = lines.flatMap((line) => [...line.split(" | ")[0].matchAll(/`(\w+)`/g)].map(([, name]) => name));
  assert.ok(names.length > 30, `${names}`);
  // These are drawn by what they are in, or by the host.
  const kinds = names.filter((name) => !/^(gridRow|tab|custom)$/.test(name));
  const body = kinds.map((kind) => ({ kind, id: kind, value: "", url: "/", color: kind === "swatch" ? "#a0b1c2" : "red" }));
  const { all } = await open({ levels: [{ id: "root", style: "root", title: "T", body }] });
  assert.deepEqual(all(".bs-group").map(({ className }) => className), []);
  const [swatch] = all(".bs-swatch");
  assert.deepEqual([swatch.style, swatch.getAttribute("data-color")], ["color: #a0b1c2", "#a0b1c2"]);
});

test("A text that is no text is drawn, and a hyphen before digits is a minus", async () => {
  const body = [12, true, "-3", "-x"].map((text) => ({ kind: "text", text }));
  const { all } = await open({ levels: [{ id: "root", style: "root", title: "T", body }] });
  assert.deepEqual(all(".bs-text").map(({ textContent }) => textContent), ["12", "true", "\u22123", "-x"]);
});

test("A change keeps the elements of all that is as before, and the focus", async () => {
  const { session, all, document } = await open(countersDeep(1));
  const [before] = all("section").slice(-1);
  const [minus] = before.querySelectorAll("button[aria-label=\"One less\"]");
  minus.focus();
  const old = session.state;
  const next = structuredClone(countersDeep(2).levels.at(-1));
  await session.show({ ...old, levels: [...old.levels.slice(0, -1), next] });
  const [after] = all("section").slice(-1);
  assert.equal(after, before);
  assert.equal(after.querySelector("button[aria-label=\"One less\"]"), minus);
  assert.equal(document.activeElement, minus);
  assert.match(after.textContent, /2/);
});

test("What is being typed is not overwritten by what the server has", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { session, all } = await open(standupEdit());
  const [title] = all("input");
  assert.equal(title.value, "Design");
  title.value = "Design an";
  title.dispatchEvent(new Event("input"));
  await session.show(structuredClone(session.state));
  assert.equal(title.value, "Design an");
  t.mock.timers.tick(150);
  await settle();
  assert.deepEqual(session.sent[0].action.path.element.action.detail.destination.presented.edit, { binding: { title: "Design an" } });
  title.value = "Design and";
  title.dispatchEvent(new Event("input"));
  session.sent[0].resolve({});
  const echo = structuredClone(session.state);
  echo.levels[2].body[0].children[0].children[0].value = "Design an";
  await session.show(echo);
  assert.equal(title.value, "Design and");
  t.mock.timers.tick(150);
  await settle();
  session.sent[1].resolve({});
  echo.levels[2].body[0].children[0].children[0].value = "Design and code";
  await session.show(structuredClone(echo));
  assert.equal(title.value, "Design and code");
});

const formOf = (...children) =>
  ({ levels: [{ id: "root", style: "root", title: "T", body: [{ kind: "form", children }] }] });
const errorOf = (input) => input.closest("label").nextElementSibling.textContent;

test("A number is sent as one, what is none is told at the field and stays there, and so is what the server refuses", async () => {
  const field = (id) => ({ kind: "textField", id, type: id, value: 7, send: { set: { $value: id } } });
  const { session, all } = await open(formOf(field("integer"), field("number")));
  const hostile = ["-1", "1e300", "99999999999999999999", "1.5", "1,5", "0", "", "-0", "12a", "Infinity", "0x10",
    "1,000", "1,234", "1.000", "1 000", "+7"];
  const [whole, any] = ["Enter a whole number.", "Enter a number."];
  const large = "Enter a whole number that is not as large.";
  const expected = {
    integer: [-1, large, large, whole, whole, 0, null, -0, ...Array(7).fill(whole), 7],
    number: [-1, 1e300, 1e20, 1.5, 1.5, 0, null, -0, ...Array(5).fill(any), 1, any, 7],
  };
  for (const input of all("input")) {
    const results = [];
    for (const text of hostile) {
      input.enter("value", text);
      const [made] = session.sent.splice(0);
      results.push(made ? made.action.set : errorOf(input));
      assert.equal(input.value, text);
      made?.resolve({});
      await settle();
      assert.equal(input.getAttribute("aria-invalid"), `${!made}`);
    }
    assert.deepEqual(results, expected[input.node.id]);
    input.enter("value", "8");
    session.sent.shift().reject(Object.assign(new Error("Too large."), { status: 422, problem: {} }));
    await settle();
    assert.deepEqual([input.value, errorOf(input)], ["8", "Too large. What you typed is still here."]);
    // Only the server knows whether there may be no number.
    input.enter("value", " ");
    assert.deepEqual(session.sent[0].action, { set: null });
    session.sent.shift().reject(Object.assign(new Error("No null."), { status: 422, problem: {} }));
    await settle();
    assert.equal(errorOf(input), input.node.id === "integer" ? whole : any);
  }
});

test("A field that is being emptied sends nothing before it is left", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { session, all } = await open(formOf({ kind: "textField", id: "n", type: "integer", value: 60, send: { set: { $value: "integer" } } }));
  const [input] = all("input");
  input.focus();
  input.value = "";
  input.dispatchEvent(new Event("input"));
  t.mock.timers.tick(1000);
  assert.deepEqual([session.take(), errorOf(input)], [[], ""]);
});

test("A value of any type is shown and typed as JSON", async () => {
  const field = (id, value) => ({ kind: "textField", id, type: "json", value, send: { set: { $value: "json" } } });
  const { session, all } = await open(formOf(field("a", ["a", "b"]), field("b", null), field("c"), field("d", { x: 1 })));
  const inputs = all("input");
  assert.deepEqual(inputs.map(({ value }) => value), ['["a","b"]', "null", "", '{"x":1}']);
  assert.deepEqual(inputs.map((one) => one.getAttribute("inputmode")), Array(4).fill(null));
  inputs[0].enter("value", '["a"');
  assert.deepEqual([session.take(), errorOf(inputs[0])], [[], "Enter a JSON value."]);
  inputs[1].enter("value", '{"name": [1, "two"]}');
  assert.deepEqual(session.take(), [{ set: { name: [1, "two"] } }]);
});

test("What may be missing is shown empty, and can be emptied", async () => {
  const date = { kind: "date", id: "d", text: "Date", value: null, send: { set: { $value: "date" } } };
  const prompt = { kind: "prompt", id: "p", text: "Rename", send: { rename: { $field: "name" } }, fields: [{ id: "name", text: "Name" }] };
  const { session, all, button } = await open(formOf(date, prompt));
  const [input, name] = all("input");
  assert.deepEqual([input.value, name.value], ["", ""]);
  input.enter("value", "2026-05-10T09:30");
  assert.equal(session.take().length, 1);
  input.enter("value", "");
  assert.deepEqual(session.take(), [{ set: null }]);
  button("Rename").click();
  assert.deepEqual(session.take(), [{ rename: "" }]);
});

test("A field tells that it has got the focus, unless it is known, and says what is to be typed", async () => {
  const field = (id, more) => ({ kind: "textField", id, text: id, value: "", focus: { focus: id }, send: { [id]: { $value: "string" } }, ...more });
  const failures = [];
  const { session, all } = await open(formOf(field("a", { focused: true }),
    field("b", { required: true, capitalization: "never", autocorrection: false }), field("c", { capitalization: "words" })),
  { failed: (error) => failures.push(error) });
  const [a, b, c] = all("input");
  for (const one of [a, b]) one.onfocus({ currentTarget: one });
  // Nothing that the field sends waits for that, and nobody is told that it was refused.
  assert.deepEqual(session.sent.map(({ action, control, discards }) => [action, control, discards]), [[{ focus: "b" }, undefined, true]]);
  session.sent.shift().reject(Object.assign(new Error("Read only."), { status: 403 }));
  await settle();
  assert.deepEqual(failures, []);
  const attributes = (one) => ["aria-required", "autocapitalize", "autocorrect", "spellcheck"].map((name) => one.getAttribute(name));
  assert.deepEqual([a, b, c].map(attributes),
    [[null, null, null, null], ["true", "none", "off", "false"], [null, "words", null, null]]);
});

test("A row that can be tapped is a button, also where it has a menu", async () => {
  const row = { kind: "text", id: "r", text: "Row", tap: "tapped", swipe: [{ kind: "button", id: "s", text: "Delete", icon: "trash", send: "deleted" }] };
  const { session, all } = await open({ levels: [{ id: "root", style: "root", title: "T", body: [{ kind: "list", children: [row] }] }] });
  const [text] = all(".bs-text");
  text.closest("button").click();
  assert.deepEqual(session.take(), ["tapped"]);
});

test("Steps of tenths make no other digits, and those of large numbers are exact", async () => {
  const steps = [[0.2, 0.1, 0.3], [4_700_000_000, 1, 4_700_000_001], [1e-10, 1e-10, 2e-10], [0.5, 0.5, 2 / 3, 2 / 3]];
  for (const [value, step, next, max] of steps) {
    const { session, button } = await open(formOf({ kind: "stepper", id: "s", text: "Dose", value, step, max, send: { set: { $value: "number" } } }));
    button("Dose: more").click();
    assert.deepEqual(session.take(), [{ set: next }]);
  }
});

test("The focus that the server wants is where a person has not gone on since, and no answer takes it back", async () => {
  const field = (id, focused) => ({ kind: "textField", id, text: id, value: "", focused, focus: { focus: id }, send: { [id]: { $value: "string" } } });
  const save = { kind: "button", id: "save", text: "Save", send: "save", shortcut: "defaultAction" };
  const form = (focused, ...ids) => formOf(...ids.map((id) => field(id, id === focused || undefined)), save);
  const { session, all, button, document } = await open(form("a", "a", "b", "c"));
  const [a, b, c] = all("input");
  const enter = (one) => (one.focus(), one.onfocus({ currentTarget: one }));
  // By two quick steps of the Tab key.
  enter(b);
  enter(c);
  const [first, second] = session.sent.splice(0);
  await session.show(form("b", "a", "b", "c"));
  first.resolve({});
  await settle();
  assert.equal(document.activeElement, c);
  await session.show(form("c", "a", "b", "c"));
  second.resolve({});
  await settle();
  assert.equal(document.activeElement, c);
  // What is pressed from within a field may move the focus.
  button("Save").click();
  await session.show(form("a", "a", "b", "c"));
  assert.equal(document.activeElement, a);
  // So may what was typed.
  a.enter("value", "1234");
  await session.show(form("b", "a", "b", "c"));
  assert.equal(document.activeElement, b);
});

test("Who has gone on from what was pressed keeps the focus, and who has deleted a row is at the next one", async () => {
  const field = (id) => ({ kind: "textField", id, text: id, value: "", send: { [id]: { $value: "string" } } });
  const add = { kind: "button", id: "add", text: "Add", send: "add" };
  const { session, all, button, document } = await open(formOf(field("title"), add));
  button("Add").focus();
  button("Add").click();
  all("input")[0].focus();
  await session.show(formOf(field("title"), add, field("attendee")));
  assert.equal(document.activeElement.node.id, "title");
  const list = (...ids) => ({ levels: [{ id: "root", style: "root", title: "T", body: [{ kind: "list",
    children: ids.map((id) => ({ kind: "button", id, text: id, send: id })) }] }] });
  await session.show(list("a", "b", "c"));
  button("b").focus();
  button("b").click();
  for (const [rest, next] of [[["a", "c"], "c"], [["a"], "a"]]) {
    await session.show(list(...rest));
    assert.equal(document.activeElement.textContent, next);
  }
  session.sent.forEach(({ resolve }) => resolve({}));
  await settle();
  // Another person has deleted it: what is typed is for no other control.
  await session.show(list("x", "y"));
  button("x").focus();
  await session.show(list("y"));
  assert.notEqual(document.activeElement.textContent, "y");
});

test("A field that a press has led to gets the focus, also if it is drawn in the frame after the answer", async () => {
  const field = (id) => ({ kind: "textField", id, text: id, value: "", send: { [id]: { $value: "string" } } });
  const add = { kind: "button", id: "add", text: "Add", send: "add" };
  const { session, button, document } = await open(formOf(field("title"), add));
  button("Add").focus();
  button("Add").click();
  session.state = session.snapshot = formOf(field("title"), add, field("attendee"));
  session.sent[0].resolve({});
  await settle();
  await session.show(session.state);
  assert.equal(document.activeElement.node?.id, "attendee");
});

test("A level that closes gives the focus back only if a person was in it", async () => {
  const field = { kind: "textField", id: "title", text: "Title", value: "", send: { title: { $value: "string" } } };
  const root = { id: "root", style: "root", title: "T", body: [{ kind: "button", id: "open", text: "Open", send: "open" }] };
  const screen = { id: "path/0", style: "push", below: "root", title: "S", body: [{ kind: "form", children: [field] }], back: { text: "T", send: "back" } };
  for (const isInside of [true, false]) {
    const { session, button, document, all } = await open({ levels: [root] });
    button("Open").focus();
    await session.show({ levels: [root, screen] });
    const elsewhere = document.createElement("input");
    document.body.append(elsewhere);
    (isInside ? all("input")[0] : elsewhere).focus();
    await session.show({ levels: [root] });
    assert.equal(document.activeElement === elsewhere, !isInside);
  }
});

test("What can be tapped is a button outside of lists, too, and beside others in a row", async () => {
  const text = (text, more) => ({ kind: "text", id: text, text, ...more });
  const more = [{ kind: "button", id: "more", text: "More", send: "more" }];
  const { session, button, all } = await open({ levels: [{ id: "root", style: "root", title: "T", body: [
    { kind: "scroll", children: [text("tapped", { tap: "tap" }), text("held", { menu: more })] },
    { kind: "button", id: "whole", send: "whole", label: [text("label", { tap: "no", menu: more })] },
    { kind: "list", children: [{ kind: "row", id: "row", tap: "row", children: [text("inner", { tap: "inner" }), text("plain")] }] },
  ] }] });
  for (const name of ["tapped", "More", "label", "inner", "inner, plain"]) button(name).click();
  assert.deepEqual(session.take(), ["tap", "more", "whole", "inner", "row"]);
  assert.ok(all("button").every((one) => !one.parentNode.closest("button")));
});

test("A key that ends a composition of text presses nothing", async () => {
  const { session, all } = await open(standupEdit());
  const [dialog] = all("dialog");
  const [input] = all("input");
  for (const more of [{ key: "Escape", isComposing: true }, { key: "Enter", keyCode: 229 }]) {
    const event = Object.assign(new Event("keydown"), more);
    Object.defineProperty(event, "target", { value: input });
    dialog.dispatchEvent(event);
  }
  assert.deepEqual(session.take(), []);
});

test("Markdown has marks only around what they belong to", async () => {
  const read = async (text) => {
    const { all } = await open({ levels: [{ id: "root", style: "root", title: "T", body: [{ kind: "text", markdown: true, text }] }] });
    const html = (one) => (one.localName === "#text" ? one.data : `<${one.localName}>${one.childNodes.map(html).join("")}</${one.localName}>`);
    return [all("p")[0].childNodes.map(html).join(""), all("a")[0]?.getAttribute("href")];
  };
  assert.deepEqual(await read("2 * 3 * 4 = 24, ** no **"), ["2 * 3 * 4 = 24, ** no **", undefined]);
  assert.deepEqual(await read("_it_ and __bold__, not snake_case_name, *so* and **so**"),
    ["<em>it</em> and <strong>bold</strong>, not snake_case_name, <em>so</em> and <strong>so</strong>", undefined]);
  assert.deepEqual(await read("\\*no\\* and `a\\*b`"), ["*no* and <code>a\\*b</code>", undefined]);
  assert.deepEqual(await read("[wiki](https://example.org/Foo_(bar)) end"), ["<a>wiki</a> end", "https://example.org/Foo_(bar)"]);
});

test("A number that is being typed stays, though the server makes another of its beginning, until its field is left", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const form = (value) => formOf({ kind: "textField", id: "n", type: "integer", value, send: { set: { $value: "integer" } } });
  const { session, all, document } = await open(form(60));
  const [input] = all("input");
  input.focus();
  const type = (text) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
    t.mock.timers.tick(150);
    return session.sent.shift();
  };
  const { action, resolve } = type("1");
  assert.deepEqual(action, { set: 1 });
  await session.show(form(60));
  resolve({});
  await settle();
  await session.show(form(60));
  assert.equal(input.value, "1");
  type("1200").resolve({});
  await session.show(form(600));
  assert.equal(input.value, "1200");
  document.activeElement = document.body;
  input.dispatchEvent(new Event("blur"));
  assert.equal(input.value, "600");
});

test("A text with half of a character is not sent, and said to be broken when its field is left", async () => {
  const { session, all } = await open(inventoryForm());
  const [name] = all("input");
  name.enter("value", "\ud800 alone");
  assert.deepEqual([session.take(), name.value, errorOf(name)], [[], "\ud800 alone", "A character of this text is broken."]);
  name.enter("value", "whole");
  session.sent[0].resolve({});
  await settle();
  assert.equal(errorOf(name), "");
});

test("A date out of its limits is told at the field and stays there, and holds what else is sent", async () => {
  const iso = (text) => new Date(text).toISOString().replace(".000", "");
  const field = { kind: "date", value: iso("2026-05-10T09:30"), min: iso("2026-05-10T09:00"), max: iso("2026-05-20T18:00") };
  const dates = [["both", undefined], ["day", ["date"]], ["time", ["time"]]]
    .map(([id, parts]) => ({ ...field, id, text: id, parts, send: { [id]: { $value: "date" } } }));
  const { session, all, document } = await open(formOf(...dates));
  const held = new Map();
  session.hold = (input, error) => (error ? held.set(input, error.message) : held.delete(input));
  const [both, day, time] = all("input");
  const refused = [[both, "2026-05-10T08:59", /^The earliest is /], [both, "2026-05-20T18:01", /^The latest is /],
    [day, "2026-05-09", /^The earliest is /], [day, "2026-05-21", /^The latest is /], [time, "08:00", /^The earliest is /],
    ...[both, day, time].map((input) => [input, "soon", /^Enter a date\.$/])];
  for (const [input, value, message] of refused) {
    input.enter("value", value);
    assert.match(errorOf(input), message);
    assert.equal(input.getAttribute("aria-invalid"), "true");
    await session.show(structuredClone(session.state));
    assert.equal(input.value, value);
    assert.equal(held.get(input), errorOf(input));
    session.dispatchEvent(Object.assign(new Event("held"), { detail: { field: input } }));
    assert.deepEqual([session.take(), document.activeElement], [[], input]);
  }
  const taken = [[both, "2026-05-20T18:00"], [day, "2026-05-10"], [time, "19:00"]];
  const sent = [];
  for (const [input, value] of taken) {
    input.enter("value", value);
    const [{ action, resolve }] = session.sent.splice(0);
    sent.push(action);
    resolve({});
    await settle();
    assert.deepEqual([errorOf(input), input.getAttribute("aria-invalid")], ["", "false"]);
  }
  assert.deepEqual(sent, [{ both: iso("2026-05-20T18:00") }, { day: iso("2026-05-10T00:00") }, { time: iso("2026-05-10T19:00") }]);
  assert.equal(held.size, 0);
  // The limits are those of the screen that is shown.
  await session.show(formOf(...dates.map((date) => ({ ...date, min: iso("2026-05-01T09:00") }))));
  both.enter("value", "2026-05-02T10:00");
  assert.deepEqual(session.take(), [{ both: iso("2026-05-02T10:00") }]);
  day.enter("value", "2026-04-09");
  await session.show(formOf());
  // What is gone holds nothing.
  assert.equal(held.size, 0);
});

test("A search has one text in the field, which is its name, too", async () => {
  const search = { id: "search", value: "", send: { searched: { $value: "string" } } };
  for (const [more, name] of [[{ text: "Tool or borrower" }, "Tool or borrower"], [{ prompt: "Items" }, "Items"], [{}, "Search"]]) {
    const { all } = await open({ levels: [{ id: "root", style: "root", title: "T", search: { ...search, ...more } }] });
    const [field] = all("search");
    const [input] = field.querySelectorAll("input");
    assert.deepEqual(["placeholder", "aria-label"].map((one) => input.getAttribute(one)), [name, name]);
    assert.equal(field.textContent, "");
  }
});

test("A slider and a gauge show their value, unless their name has it", async () => {
  const slider = { kind: "slider", id: "s", text: "Deposit", value: 20, min: 0, max: 100, send: { s: { $value: "number" } } };
  const gauge = { kind: "gauge", text: "Used", value: 0.3 };
  const body = [slider, gauge, { ...gauge, value: 62, max: 100 }, { ...slider, text: "Deposit: 20" }, { ...gauge, text: "3 of 10" }, { ...gauge, children: [{ kind: "text", text: "a third" }] }];
  const { all } = await open({ levels: [{ id: "root", style: "root", title: "T", body }] });
  assert.deepEqual(all(".bs-content")[0].children.map(({ textContent }) => textContent),
    ["Deposit20", "Used30%", "Used62", "Deposit: 20", "3 of 10", "Useda third"]);
  assert.equal(all("label")[0].querySelector(".bs-mono").getAttribute("aria-hidden"), "true");
});

test("A level's appearance is sent once for a session, with a key", async () => {
  const [root] = standups().levels;
  const { session } = await open({ levels: [{ ...root, appear: "appeared" }] });
  assert.deepEqual(session.sent.map(({ action, key }) => [action, key]), [["appeared", "appear-root"]]);
  await session.show({ levels: [{ ...root, appear: "appeared", title: "Another" }] });
  assert.equal(session.sent.length, 1);
  session.id = "another";
  await session.show({ levels: [{ ...root, appear: "appeared" }] });
  assert.equal(session.sent.length, 2);
});

test("What is presented anew has another id, and appears anew", async () => {
  const [root] = standups().levels;
  const note = { id: "note@3", style: "sheet", below: "root", appear: "appeared", body: [] };
  const { session } = await open({ levels: [root, note] });
  await session.show({ levels: [root, { ...note, title: "Another" }] });
  await session.show({ levels: [root, { ...note, id: "note@5" }] });
  assert.deepEqual(session.sent.map(({ key }) => key), ["appear-note@3", "appear-note@5"]);
});

test("A row of a level that stands beside the top one closes what is over it, in one batch", async () => {
  const { session, all } = await open(standupDetail());
  const row = all("button").find(({ textContent }) => /Engineering/.test(textContent));
  row.click();
  assert.deepEqual(session.take(), [[{ path: { popFrom: { id: 0 } } }, { standupTapped: { id: "2" } }]]);
  assert.equal(all("section")[0].getAttribute("data-above"), "1");
  assert.equal(row.closest(".bs-item").getAttribute("aria-current"), null);
  await session.show(structuredClone(session.state));
  assert.equal(row.closest(".bs-item").getAttribute("aria-current"), "true");
});

test("The row that has opened what stands beside it is marked after a reload, in its session alone", async () => {
  const marked = ({ all }) => all("[aria-current]").map(({ textContent }) => /Engineering/.test(textContent));
  let leave;
  const storage = {};
  const first = await open(standupDetail(), { storage, leaving: (listener) => (leave = listener) });
  first.all("button").find(({ textContent }) => /Engineering/.test(textContent)).click();
  leave();
  assert.deepEqual(marked(await open(standupDetail(), { storage })), [true]);
  // Else it is the one with the name of what is shown.
  const [[name, value]] = Object.entries(storage);
  const other = { [name.replace("session", "another")]: value };
  assert.deepEqual(marked(await open(standupDetail(), { storage: other })), [false]);
  assert.deepEqual(marked(await open(standupDetail(), { storage: { [name]: "{" } })), [false]);
});

test("Where a link has opened a level, the one row with its name is marked", async () => {
  const marked = ({ all }) => all("[aria-current]").map(({ textContent }) => /Design/.test(textContent));
  assert.deepEqual(marked(await open(standupDetail())), [true]);
  const others = standupDetail();
  others.levels[1].title = "None of these";
  assert.deepEqual(marked(await open(others)), []);
});

test("A press beside the top level closes what is over its own; a value that is chosen there does not", async () => {
  const [root, detail] = standupDetail().levels;
  const child = { kind: "row", id: "r", children: [{ kind: "button", id: "plus", text: "+", send: "plus" }] };
  const stepper = { kind: "stepper", id: "s", text: "Seats", value: 1, send: { seats: { $value: "integer" } } };
  const body = [{ kind: "list", children: [child] }, stepper];
  const { session, button, all } = await open({ levels: [{ ...root, body }, detail] });
  button("+").click();
  assert.deepEqual(session.take(), [[{ path: { popFrom: { id: 0 } } }, "plus"]]);
  button("Seats: more").click();
  assert.deepEqual(session.take(), [{ seats: 2 }]);
});

test("No level stands beside one that only its own controls leave", async () => {
  const [root, detail] = standupDetail().levels;
  const { back, ...alone } = detail;
  const { session, main } = await open({ levels: [root, alone] });
  const depth = () => main.querySelector(".bs-levels").getAttribute("data-depth");
  assert.equal(depth(), "1");
  await session.show({ levels: [root, alone, { ...detail, id: "path/1", below: "path/0" }] });
  assert.equal(depth(), "2");
  await session.show({ levels: [root, { ...alone, back }] });
  assert.equal(depth(), "2");
});

test("Of a choice among buttons, one is pressed and the others are not", async () => {
  const option = (id, more) => ({ kind: "button", id, text: id, send: id, ...more });
  const screen = (...children) => ({ levels: [{ id: "", style: "root", title: "Poll", body: [{ kind: "form", children }] }] });
  const { session, all } = await open(screen(option("a"), option("b")));
  const pressed = () => all("button").map((one) => one.getAttribute("aria-pressed"));
  assert.deepEqual(pressed(), [null, null]);
  const { state: { levels: [{ body: [{ children: [a, b] }] }] } } = session;
  await session.show(screen({ ...a, selected: true }, b));
  assert.deepEqual(pressed(), ["true", "false"]);
  await session.show(screen(a, { ...b, selected: true }));
  assert.deepEqual(pressed(), ["false", "true"]);
});

test("A row that can be tapped is a button, or has one beside its controls", async () => {
  const text = { kind: "text", text: "Tap" };
  const body = [{ kind: "list", children: [{ kind: "row", id: "a", children: [text], tap: "a" },
    { kind: "row", id: "b", children: [text, { kind: "button", id: "c", text: "Other", send: "c" }], tap: "b" }] }];
  const { session, all } = await open({ levels: [{ id: "root", style: "root", title: "T", body }] });
  for (const button of all("button")) button.click();
  assert.deepEqual(session.take(), ["a", "c", "b"]);
  assert.ok(all("button").every((one) => one.querySelectorAll("button").length === 0));
});

test("An alert's destructive choice is last and not the one that stands out", async () => {
  const { session, all } = await open(standupDelete());
  const buttons = all("dialog")[0].querySelectorAll("button");
  assert.deepEqual(buttons.map(({ textContent, dataset }) => [textContent, dataset.style]),
    [["Nevermind", "borderedProminent"], ["Yes", undefined]]);
  buttons[1].click();
  assert.deepEqual(session.take(), ["confirmDeletion"]);
});

test("What an agent proposes is an alert, which its action confirms, and an empty batch or Escape refuses", async () => {
  const remove = { path: { element: { id: 0, action: "delete" } } };
  const asking = (version) => ({ levels: [{ id: "root", style: "root", title: "T", body: [] }, {
    id: `$proposal@${version}`, style: "alert", below: "root", title: "An agent asks", message: [{ kind: "text", text: "Delete" }],
    body: [{ kind: "button", id: "allow", text: "Allow", role: "destructive", send: remove },
      { kind: "button", id: "refuse", text: "Refuse", role: "cancel", send: [] }],
    close: { send: [] } }] });
  for (const [answer, sent] of [["Allow", remove], ["Refuse", []], [undefined, []]]) {
    const { session, all, button } = await open(asking(3));
    const [dialog] = all("dialog");
    assert.match(dialog.textContent, /Delete/);
    if (answer) button(answer).click();
    else dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    await settle();
    assert.deepEqual(session.take(), [sent]);
    // Another proposal is another alert.
    await session.show(asking(4));
    assert.notEqual(all("dialog")[0], dialog);
  }
});

test("A row that moves up or down says before which position", async () => {
  const items = ["a", "b", "c"].map((id) => ({ kind: "text", id, text: id, move: { moved: { [id]: { $value: "integer" } } } }));
  const screen = (items) => ({ levels: [{ id: "root", style: "root", title: "T", body: [{ kind: "list", children: items }] }] });
  const { session, all } = await open(screen(items));
  const moves = () => all(".bs-items").map((menu) => menu.children.map(({ textContent }) => textContent));
  assert.deepEqual(moves(), [["Move up", "Move down"]]);
  const press = (row, name) => {
    const found = row.querySelectorAll("button").find((one) => [one.textContent, one.getAttribute("title")].includes(name));
    found.click();
    return session.take();
  };
  const [a, b, c] = all(".bs-item");
  assert.deepEqual(press(a, "Move down"), [{ moved: { a: 2 } }]);
  assert.deepEqual(press(b, "Move up"), [{ moved: { b: 0 } }]);
  assert.deepEqual(press(b, "Move down"), [{ moved: { b: 3 } }]);
  assert.deepEqual(press(c, "Move up"), [{ moved: { c: 1 } }]);
  await session.show(screen([items[1], items[0], items[2]]));
  assert.deepEqual(press(a, "Move up"), [{ moved: { a: 0 } }]);
});

test("A prompt sends an action of the values of its fields", async () => {
  const field = (id, rest) => ({ kind: "textField", id, text: id, ...rest });
  const fields = [field("name", { value: "" }), field("count", { value: 0, type: "integer" }),
    field("isNew", { kind: "toggle", value: false }), field("note", { value: null, type: "json" })];
  const send = { add: { name: { $field: "name" }, count: { $field: "count" }, isNew: { $field: "isNew" },
    note: { $field: "note" }, other: [{ $field: "unknown" }, 1] } };
  const body = [{ kind: "prompt", id: "add", text: "Add", fields, send }];
  const { session, all } = await open({ levels: [{ id: "root", style: "root", title: "T", body }] });
  const [name, count, isNew, note] = all("input");
  [name.value, count.value, isNew.checked, note.value] = ["Ada", "x", true, "[1"];
  const [press] = all("details")[0].querySelectorAll("button");
  press.click();
  assert.deepEqual(session.take(), []);
  assert.equal(press.nextSibling.textContent, "Enter a whole number.");
  count.value = "7";
  press.click();
  assert.deepEqual(JSON.stringify(session.take()),
    JSON.stringify([{ add: { name: "Ada", count: 7, isNew: true, note: "[1", other: [undefined, 1] } }]));
});

test("What is read in place of a text or control stands for it", async () => {
  const accessibility = { label: "Temperature", value: "19 degrees", hint: "In the hall" };
  const body = [{ kind: "text", text: "19°", accessibility }, { kind: "button", id: "b", text: "19°", send: "b", accessibility },
    { kind: "slider", id: "s", text: "Heat", value: 19, min: 5, max: 30, send: { $value: "number" }, accessibility }];
  const { all } = await open({ levels: [{ id: "root", style: "root", title: "T", body }] });
  const [text] = all("p").filter((one) => one.closest(".bs-content"));
  assert.deepEqual(text.children.map((one) => [one.textContent, one.getAttribute("aria-hidden")]),
    [["19°", "true"], ["Temperature, 19 degrees", null]]);
  const [slider] = all("input");
  assert.deepEqual(["aria-label", "aria-valuetext", "aria-description"].map((name) => slider.getAttribute(name)),
    ["Temperature", "19 degrees", "In the hall"]);
  assert.equal(all("button")[0].getAttribute("aria-label"), "Temperature, 19 degrees");
});

test("The commonest icons are drawn, and one that nobody knows is an element without anything in it", async () => {
  const names = ["hammer", "gearshape", "gearshape.2.fill", "wrench.and.screwdriver", "arrow.uturn.left", "paperplane.fill", "building.2"];
  const body = [...names, "no.such.thing"].map((icon) => ({ kind: "icon", icon }));
  const { all } = await open({ levels: [{ id: "root", style: "root", title: "T", body }] });
  assert.deepEqual(all(".bs-icon").map((one) => one.querySelectorAll("path").length), [...names.map(() => 1), 0]);
  assert.equal(all(".bs-icon").at(-1).firstChild, null);
});

test("Hostile links are none", async () => {
  const body = ["javascript:alert(1)", "data:text/html,x", "https://example.com"].map((url, id) => ({ kind: "link", id: `${id}`, text: "x", url }));
  const { all } = await open({ levels: [{ id: "root", style: "root", title: "T", body: [...body,
    { kind: "text", markdown: true, text: "[a](javascript:alert) **[b](https://b.example)**" }] }] });
  assert.deepEqual(all("a").map((one) => one.getAttribute("href")), [null, null, "https://example.com", null, "https://b.example"]);
});

test("Times are told as their format says", () => {
  const at = (format, seconds) => timeText({ format, value: new Date(seconds * 1000).toISOString() }, 0);
  assert.deepEqual([at("timer", 65), at("timer", -5), at("timer", 3725)], ["1:05", "0:05", "1:02:05"]);
  assert.deepEqual([at("offset", 7200), at("offset", -60)], ["+2 hours", "−1 minute"]);
  assert.deepEqual([at("relative", -86400 * 2), at("relative", 0)], ["2 days ago", "now"]);
  assert.deepEqual([at("relative", 86400 * 3 - 5), at("relative", 86395), at("relative", 3600 * 13), at("offset", 3599)],
    ["in 3 days", "tomorrow", "in 13 hours", "+1 hour"]);
  assert.equal(timeText({ format: "timer", value: "soon" }), "soon");
});

test("screen.js and nodes.js are at most 10.5 KB when they are compressed, and no file has more", async () => {
  for (const names of [["screen.js", "nodes.js"], ["elements.js"], ["fields.js"], ["icons.js"]]) {
    const all = await Promise.all(names.map((name) => readFile(new URL(name, client))));
    const length = all.reduce((sum, one) => sum + gzipSync(one, { level: 9 }).length, 0);
    assert.ok(length <= 10.5 * 1024, `${names}: ${length} bytes`);
  }
});
