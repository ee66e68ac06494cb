// What a person chooses with a control of a screen stays until the server has it, or refuses it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./drawn.mjs";
import { settle } from "./fakes.mjs";
import { inventoryForm } from "./screens.mjs";

const refusal = (text) => Object.assign(new Error(text), { status: 422 });
const options = ["a", "b", "c"].map((text) => ({ text, value: { [text]: 1 } }));
const picker = { kind: "picker", value: { a: 1 }, options, send: { set: { $value: "any" } } };
const tell = (control, ...types) => types.forEach((type) => control.dispatchEvent(new Event(type)));

// How a person chooses with the control of a node, and the values of three choices as it shows and sends them.
const controls = {
  toggle: {
    node: { kind: "toggle", value: false, send: { set: { $value: "boolean" } } }, selector: "input",
    shown: (input) => input.checked, choose: (input, value) => ((input.checked = value), tell(input, "input", "change")),
    values: [false, true, false],
  },
  menu: {
    node: picker, selector: "select", shown: (menu) => menu.selectedIndex,
    choose: (menu, index) => ((menu.selectedIndex = index), tell(menu, "input", "change")),
    values: [0, 1, 2], sent: (index) => options[index].value,
  },
  "group of radio buttons": {
    node: { ...picker, style: "segmented" }, selector: "fieldset",
    shown: (group) => group.querySelectorAll("input").findIndex(({ checked }) => checked),
    choose(group, index) {
      group.querySelectorAll("input").forEach((input, at) => (input.checked = at === index));
      tell(group, "input", "change");
    },
    values: [0, 1, 2], sent: (index) => options[index].value,
  },
  slider: {
    node: { kind: "slider", value: 10, min: 0, max: 100, send: { set: { $value: "number" } } }, selector: "input",
    shown: (input) => input.value, choose: (input, value) => ((input.value = value), tell(input, "input", "change")),
    values: ["10", "20", "30"], sent: Number,
  },
  disclosure: {
    node: { kind: "disclosure", text: "More", children: [], send: { set: { $value: "boolean" } } }, selector: "details",
    shown: (details) => details.open, choose: (details, value) => ((details.open = value), tell(details, "toggle")),
    values: [false, true, false],
  },
};

for (const [name, { node, selector, shown, choose, values, sent = (value) => value }] of Object.entries(controls)) {
  const start = async () => {
    const failures = [];
    const body = [{ kind: "form", children: [{ id: "control", text: "Name", ...node }] }];
    const made = await open({ levels: [{ id: "root", style: "root", title: "T", body }] },
      { failed: (error) => failures.push(error.message) });
    const [control] = made.all(selector);
    const { session } = made;
    const another = () => session.show(structuredClone(session.state));
    const take = () => session.sent.splice(0).map(({ action, ...rest }) => ({ ...rest, value: action.set }));
    assert.equal(shown(control), values[0]);
    return { ...made, control, failures, another, take };
  };

  test(`A ${name} shows what a person has chosen until the server has it, or else the server's value`, async () => {
    const { control, failures, another, take, session } = await start();
    choose(control, values[1]);
    const [{ value, field, reject }, ...others] = take();
    assert.deepEqual([value, field, others], [sent(values[1]), control, []]);
    await another();
    assert.equal(shown(control), values[1]);
    reject(refusal("Not that."));
    await settle();
    assert.deepEqual([shown(control), failures], [values[0], ["Not that."]]);
    choose(control, values[1]);
    const [{ resolve }] = take();
    const [{ children: [there] }] = session.state.levels[0].body;
    const member = node.kind === "disclosure" ? "open" : "value";
    const next = structuredClone(session.state);
    next.levels[0].body[0].children[0] = { ...there, [member]: sent(values[1]) };
    await session.show(next);
    resolve({});
    await settle();
    assert.deepEqual([shown(control), failures.length, take()], [values[1], 1, []]);
    // Another has chosen.
    await session.show({ levels: [{ ...next.levels[0], body: [{ kind: "form", children: [there] }] }] });
    assert.equal(shown(control), values[0]);
  });

  test(`A ${name} keeps without a connection what a person has chosen, and sends it when there is one`, async () => {
    const { control, failures, another, take, session } = await start();
    choose(control, values[1]);
    take()[0].reject(new Error("no connection"));
    await settle();
    await another();
    assert.deepEqual([shown(control), failures, take()], [values[1], [], []]);
    session.dispatchEvent(Object.assign(new Event("status"), { detail: { isConnected: false } }));
    assert.deepEqual(take(), []);
    session.dispatchEvent(Object.assign(new Event("status"), { detail: { isConnected: true } }));
    assert.deepEqual(take().map(({ value }) => value), [sent(values[1])]);
  });

  test(`A ${name} of which an earlier choice is refused keeps a later one`, async () => {
    const { control, failures, another, take, session } = await start();
    choose(control, values[1]);
    choose(control, values[2]);
    const [first, second] = take();
    assert.deepEqual([first.value, second.value], [values[1], values[2]].map(sent));
    first.reject(refusal("Not that."));
    await settle();
    await another();
    assert.deepEqual([shown(control), failures], [values[2], ["Not that."]]);
    second.reject(new Error("no connection"));
    await settle();
    await another();
    assert.equal(shown(control), values[2]);
    session.dispatchEvent(Object.assign(new Event("status"), { detail: { isConnected: true } }));
    assert.deepEqual(take().map(({ value }) => value), [sent(values[2])]);
  });
}

test("A choice that is refused holds nothing; what cancels waits for no field", async () => {
  const { session, all, button } = await open(inventoryForm(), { failed() {} });
  const released = [];
  session.hold = (field) => released.push(field);
  const [select] = all("select");
  select.enter("selectedIndex", 2);
  assert.deepEqual(session.sent[0].action.destination.presented.addItem, { binding: { color: "green" } });
  session.sent.shift().reject(refusal("No."));
  await settle();
  assert.deepEqual([released, select.selectedIndex], [[select], 0]);
  button("Cancel").click();
  assert.deepEqual(session.sent.map(({ discards }) => discards), [true]);
});
