// What a person does at controls arrives once and in order, or waits for the person.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bindChoice, bindText, merge, number } from "../../Sources/BackstackWeb/Assets/client/text.js";
import { World, details, json, problem, settle } from "./fakes.mjs";

class Control extends EventTarget {
  value = "";
  checked = false;
  dataset = {};
  ownerDocument = { activeElement: null };
  selectionStart = 0;
  selectionEnd = 0;
  focus() {
    this.ownerDocument.activeElement = this;
  }
  tell(...types) {
    for (const type of types) this.dispatchEvent(new Event(type));
  }
  type(text) {
    this.focus();
    this.value = text;
    this.selectionStart = this.selectionEnd = text.length;
    this.tell("input");
  }
  leave() {
    this.ownerDocument.activeElement = null;
    this.tell("change", "blur");
  }
  choose(isOn) {
    this.checked = isOn;
    this.tell("change");
  }
  setSelectionRange(start, end) {
    Object.assign(this, { selectionStart: start, selectionEnd: end });
  }
}

/** Sessions of a form: `{ set: { name: value } }` sets fields, and other actions are noted. */
async function form(fields, count = 1) {
  const world = new World();
  const { server } = world;
  const state = { ...fields };
  let version = 0;
  let id;
  const snapshot = () => ({ id, feature: "counter", version, state: { ...state, done: [...done] } });
  const done = [];
  const refuses = () => false;
  const made = { world, done, state, refuses, answers: [] };
  const create = server.create.bind(server);
  server.create = () => {
    const session = create();
    id = session.id;
    return Object.assign(session, { state: snapshot().state });
  };
  made.take = (action, match) => {
    if (match && match !== `"${version}"`) return problem(412, "version-mismatch", { snapshot: snapshot() });
    if (made.refuses(action)) return problem(422, "invalid-value", { detail: "Too large." });
    for (const one of [action].flat()) {
      if (one.set) Object.assign(state, one.set);
      else done.push(one);
    }
    version++;
    Object.assign(server.sessions.get(id), { version, state: snapshot().state });
    return json(snapshot());
  };
  made.tell = () => server.write(`event: snapshot\nid: ${version}\ndata: ${JSON.stringify(snapshot())}\n\n`);
  server.respond = async (request) => {
    const { path, action, headers } = request;
    if (!path.endsWith("/actions")) return undefined;
    if (made.waits) await new Promise((go) => made.answers.push(go));
    return made.take(action, headers["If-Match"]);
  };
  made.session = await world.open();
  if (count > 1) made.other = await world.open({ id, storage: null });
  made.bind = (name, { session = made.session, ...more } = {}, kind = bindText) => {
    const control = new Control();
    const told = [];
    if (kind === bindChoice) control.type = "checkbox";
    const action = (value) => ({ set: { [name]: value } });
    const end = kind(session, control, {
      value: (state) => state[name], action, refused: (error) => told.push(error?.message), platform: world.clock.globals, ...more,
    });
    return Object.assign(control, { told, end });
  };
  return made;
}

for (const [title, act] of [
  ["An action after a refused change is not sent until the field is mended", async ({ world }) => world.clock.advance(150)],
  ["An action at once after typing waits for what the server says of the text", async () => {}],
]) {
  test(title, async () => {
    const made = await form({ quantity: "1" });
    const { session, done, world } = made;
    const field = made.bind("quantity");
    made.refuses = ({ set }) => set?.quantity.length > 3;
    field.type("9999");
    await act(made);
    await assert.rejects(session.send("add"), (error) => error.field !== undefined && error.cause.status === 422);
    await settle();
    assert.deepEqual([done, field.value, field.told.at(-1)], [[], "9999", "Too large."]);
    // The person is led to the field.
    assert.equal(field.ownerDocument.activeElement, field);
    field.type("12");
    await session.send("add");
    assert.deepEqual([done, made.state.quantity], [["add"], "12"]);
    session.close();
  });
}

test("What cancels a form does not wait for a refused change, and a field that is gone holds nothing", async () => {
  const made = await form({ quantity: "1" });
  const { session, done } = made;
  const field = made.bind("quantity");
  made.refuses = ({ set }) => set !== undefined;
  field.type("9999");
  await made.world.clock.advance(150);
  await session.send("cancel", { discards: true });
  await assert.rejects(session.send("add"));
  field.end();
  await session.send("other");
  assert.deepEqual(done, ["cancel", "other"]);
  session.close();
});

test("A change that can't be sent for want of a connection holds what follows, too", async () => {
  const made = await form({ name: "" });
  const { session, world } = made;
  const field = made.bind("name");
  const { respond } = world.server;
  world.server.respond = () => { throw new TypeError("no network"); };
  field.type("Lamp");
  const refused = assert.rejects(session.send("add"), /not taken/);
  await world.clock.advance(600_000);
  await refused;
  world.server.respond = respond;
  await world.clock.advance(30_000);
  assert.deepEqual([made.done, made.state.name], [[], "Lamp"]);
  session.close();
});

test("A field that was emptied and left is sent again when there is a connection", async () => {
  const made = await form({ count: "60" });
  const { session, world } = made;
  const field = made.bind("count", { isNumber: true, action(text, isDone) {
    if (!text && !isDone) throw new Error("Unfinished.");
    return { set: { count: text } };
  } });
  const { respond } = world.server;
  world.server.respond = () => { throw new TypeError("No connection."); };
  field.type("");
  field.leave();
  await world.clock.advance(60_000);
  world.server.respond = respond;
  await world.clock.advance(60_000);
  assert.equal(made.state.count, "");
  session.close();
});

test("What is no number is not sent: while it may be unfinished nothing is said, then it holds what follows", async () => {
  const made = await form({ count: "60" });
  const { session, world } = made;
  const field = made.bind("count", { isNumber: true, action: (text) => ({ set: { count: `${number(text, true)}` } }) });
  for (const [unfinished, whole] of [["", "90"], ["-", "-7"], ["1e", "1e3"]]) {
    field.type(unfinished);
    await world.clock.advance(700);
    made.tell();
    world.frame();
    assert.deepEqual([field.value, field.told.filter(Boolean)], [unfinished, []]);
    field.type(whole);
    await world.clock.advance(700);
    world.frame();
    assert.deepEqual([field.value, made.state.count], [whole, `${Number(whole)}`]);
  }
  // What the server makes of it is shown once the field is left.
  field.leave();
  assert.equal(field.value, "1000");
  field.type("");
  await assert.rejects(session.send("add"), (error) => error.cause.message === "Enter a whole number.");
  assert.deepEqual([made.done, field.told.at(-1)], [[], "Enter a whole number."]);
  session.close();
});

test("A number of which browsers would change digits is not sent", () => {
  assert.throws(() => number("9007199254740993", true), /not as large/);
  assert.throws(() => number("99999999999999999999", true), /not as large/);
  assert.equal(number("9007199254740991", true), 9007199254740991);
  assert.throws(() => number("1.5", true), /whole number/);
  assert.equal(number("12,5"), 12.5);
});

test("A check box shows what a person has chosen until the server has it, and a refusal turns it back", async () => {
  const made = await form({ isOn: true, ticks: 0 });
  const { session, world } = made;
  const box = made.bind("isOn", {}, bindChoice);
  assert.equal(box.checked, true);
  made.waits = true;
  box.choose(false);
  await settle();
  made.take({ set: { ticks: 1 } });
  made.tell();
  await settle();
  world.frame();
  assert.equal(box.checked, false);
  box.choose(true);
  box.choose(false);
  made.waits = false;
  made.answers[0]();
  await settle();
  world.frame();
  assert.deepEqual([box.checked, made.state.isOn], [false, false]);
  // Of what was chosen meanwhile, only the last was sent; the first met another version.
  assert.deepEqual(world.server.actions.map(({ set }) => set.isOn), [false, false, false]);
  made.refuses = () => true;
  box.choose(true);
  await settle();
  assert.deepEqual([box.checked, box.told.at(-1)], [false, "Too large."]);
  session.close();
});

test("Composed text is sent when the form is, and when the page hides", async () => {
  for (const act of [({ session }) => session.send("add"), ({ world }) => world.hide()]) {
    const made = await form({ name: "" });
    const field = made.bind("name");
    field.tell("compositionstart");
    field.type("にほ");
    await made.world.clock.advance(1000);
    assert.equal(made.world.server.actions.length, 0);
    await act(made);
    await settle();
    assert.equal(made.state.name, "にほ");
    made.session.close();
  }
});

test("Two people type into one text, and both texts are in it, whoever is first", async () => {
  const made = await form({ name: "" }, 2);
  const { session, other, world } = made;
  const [mine, theirs] = [made.bind("name"), made.bind("name", { session: other })];
  mine.type("12345");
  theirs.type("abc");
  await world.clock.advance(150);
  await settle();
  made.tell();
  await settle();
  world.frame();
  assert.deepEqual([made.state.name, mine.value, theirs.value], ["12345abc", "12345abc", "12345abc"]);
  // Meanwhile typed text is merged at once, and the caret stays where it is.
  mine.type("12345abc!");
  made.take({ set: { name: "-> 12345abc" } });
  made.tell();
  await settle();
  world.frame();
  assert.deepEqual([mine.value, mine.selectionStart], ["-> 12345abc!", 12]);
  await world.clock.advance(150);
  assert.equal(made.state.name, "-> 12345abc!");
  for (const one of [session, other]) one.close();
});

test("What is typed in several steps while one is on its way is sent as it is, also beside another person's text", async () => {
  for (const theirs of ["", "-> "]) {
    const made = await form({ name: "" });
    const field = made.bind("name");
    made.waits = true;
    for (const text of ["abc", "abcd", "abcde"]) {
      field.type(text);
      await made.world.clock.advance(150);
    }
    made.waits = false;
    made.answers.shift()();
    const { take } = made;
    made.take = (...action) => {
      // Another person's text comes between the two.
      if (theirs && made.state.name === "abc") take({ set: { name: `${theirs}abc` } });
      return take(...action);
    };
    await settle();
    await made.world.clock.advance(1000);
    assert.equal(made.state.name, `${theirs}abcde`);
    made.session.close();
  }
});

for (const [title, after] of [["at once", 0], ["after it was sent", 150]]) {
  test(`A change is sent once where the control is left ${title}, and another person's text is not sent back`, async () => {
    const made = await form({ name: "" });
    const { session, world } = made;
    const field = made.bind("name");
    made.waits = true;
    field.type("mine");
    await world.clock.advance(after);
    field.leave();
    session.dispatchEvent(new CustomEvent("status", { detail: { isConnected: true } }));
    session.flush();
    await settle();
    made.waits = false;
    const { take } = made;
    made.take = (...action) => {
      const answer = take(...action);
      if (made.state.name === "mine") take({ set: { name: "theirs" } });
      return answer;
    };
    made.answers.shift()();
    await world.clock.advance(1000);
    made.tell();
    await settle();
    world.frame();
    assert.deepEqual(world.server.actions, [{ set: { name: "mine" } }]);
    assert.deepEqual([made.state.name, field.value, "unsaved" in field.dataset], ["theirs", "theirs", false]);
    session.close();
  });
}

test("The Enter key shows what the server has made of a text that was on its way", async () => {
  const made = await form({ name: "" });
  const { session, world } = made;
  const field = made.bind("name");
  const { take } = made;
  made.take = ({ set: { name } }, match) => take({ set: { name: name.trim() } }, match);
  made.waits = true;
  field.type("a ");
  await world.clock.advance(150);
  field.tell("change");
  made.answers.shift()();
  await settle();
  assert.deepEqual([field.value, world.server.actions.length], ["a", 1]);
  session.close();
});

test("Text of a control whose state is gone is dropped, and holds nothing", async () => {
  const made = await form({ quantity: "7" });
  const { session, world } = made;
  const field = made.bind("quantity");
  made.refuses = ({ set }) => set?.quantity === "bad";
  field.type("bad");
  await world.clock.advance(150);
  made.take({ set: { quantity: undefined } });
  made.tell();
  await settle();
  world.frame();
  await session.send("add");
  assert.deepEqual([made.done, "unsaved" in field.dataset], [["add"], false]);
  session.close();
});

test("A control that waits takes no second press", async () => {
  const world = new World();
  const session = await world.open();
  const control = { setAttribute() {}, removeAttribute() {} };
  const [first, second] = [session.send("increment", { control }), session.send("increment", { control })];
  assert.equal(first, second);
  await first;
  assert.equal(session.state.count, 1);
  await session.send("increment", { control });
  assert.equal(session.state.count, 2);
  session.close();
});

test("An integer that a number would round keeps its digits in texts and JSON, where browsers can", async () => {
  const { parse } = await import("../../Sources/BackstackWeb/Assets/client/exact.js");
  const { n, small, decimal } = parse('{"n":-9007199254740993,"small":7,"decimal":1.2345678901234567}');
  assert.deepEqual([small, decimal], [7, 1.2345678901234567]);
  const isSupported = "rawJSON" in JSON;
  assert.equal(`${n}`, isSupported ? "-9007199254740993" : "-9007199254740992");
  assert.equal(JSON.stringify({ n }), `{"n":${n}}`);
});

// MARK: Leaving

test("A page that goes amid a request sends what waits at once, and the next page knows what is missing", async () => {
  const made = await form({ name: "" });
  const { session, world } = made;
  const field = made.bind("name");
  made.waits = true;
  field.type("abc");
  await world.clock.advance(150);
  field.type("abcdef");
  world.tell("pagehide");
  await settle();
  const [, last] = world.server.requests.filter(({ path }) => path.endsWith("/actions"));
  assert.deepEqual(last.action, [{ set: { name: "abc" } }, { set: { name: "abcdef" } }]);
  assert.equal(last.keepalive, true);
  // Nothing of it arrives: the tab's next page sends it again, with its key.
  made.waits = false;
  const next = await world.open();
  await settle();
  const again = world.server.requests.findLast(({ path }) => path.endsWith("/actions"));
  assert.deepEqual([next.id, made.state.name], [session.id, "abcdef"]);
  assert.equal(again.headers["Idempotency-Key"], last.headers["Idempotency-Key"]);
  await next.send("add");
  assert.equal(JSON.parse([...world.storage.items.values()][0]).actions, undefined);
});

test("A page that goes once the stream has shown its change sends it as it was first sent", async () => {
  for (const [theirs, more] of [["", ""], ["", "!"], ["-> ", ""], ["-> ", "!"]]) {
    const made = await form({ name: "Lamp" });
    const { session, world } = made;
    const field = made.bind("name");
    made.waits = true;
    field.type("Chair");
    await world.clock.advance(150);
    made.take({ set: { name: `${theirs}Chair` } });
    made.tell();
    await settle();
    world.frame();
    if (more) field.type(`Chair${more}`);
    world.tell("pagehide");
    await settle();
    const sent = () => world.server.requests.filter(({ path }) => path.endsWith("/actions"));
    const [first, last = first] = sent();
    assert.deepEqual([last.action].flat().map(({ set }) => set.name), more ? ["Chair", `${theirs}Chair!`] : ["Chair"]);
    // The next page sends the same under the same key, which the server would refuse for another action.
    made.waits = false;
    await world.open();
    await settle();
    const again = sent().at(-1);
    assert.deepEqual([again.body, again.headers["Idempotency-Key"]], [last.body, last.headers["Idempotency-Key"]]);
    session.close();
  }
  assert.equal(merge("Lamp", "Chair", "Chair"), "Chair");
});

test("An earlier choice that arrives after the page has gone with a later one changes nothing", async () => {
  const made = await form({ isOn: false, color: "" });
  const { session, world } = made;
  const [box, menu] = [made.bind("isOn", {}, bindChoice), made.bind("color", { isChoice: true })];
  for (const choose of [(is) => box.choose(is === "Red"), (color) => ((menu.value = color), menu.tell("change"))]) {
    made.waits = true;
    choose("Red");
    await settle();
    choose("Blue");
    world.tell("pagehide");
    await settle();
    const [first, all] = made.answers.splice(0);
    all();
    await settle();
    first();
    await settle();
    const { isOn, color } = made.state;
    assert.ok(!isOn && color !== "Red", `${isOn} ${color}`);
    // A page that comes back does not send it again, either.
    assert.ok(Array.isArray(world.server.actions.at(-1)));
    made.waits = false;
    made.answers.splice(0).forEach((go) => go());
    await settle();
  }
  assert.equal(made.state.color, "Blue");
  session.close();
});

test("An integer that a number would round is the same on the next page", async () => {
  const { parse } = await import("../../Sources/BackstackWeb/Assets/client/exact.js");
  const made = await form({ name: "" });
  const { session, world } = made;
  made.waits = true;
  const n = parse("9007199254740993");
  session.send({ n }).catch(() => {});
  await settle();
  world.tell("pagehide");
  made.waits = false;
  const next = await world.open();
  await settle();
  const [first, again] = world.server.requests.filter(({ path }) => path.endsWith("/actions"));
  assert.deepEqual([first.body, again.body], [`{"n":${n}}`, `{"n":${n}}`]);
  for (const one of [session, next]) one.close();
});

test("The response to an earlier change does not take back what is wrong with a later one", async () => {
  const made = await form({ quantity: "1" });
  const { session, world } = made;
  made.waits = true;
  const action = (text) => ({ set: { quantity: number(text, true) } });
  const field = made.bind("quantity", { action, isNumber: true });
  field.type("12");
  await world.clock.advance(150);
  field.type("1e300");
  field.leave();
  const problem = field.told.at(-1);
  assert.match(problem, /not as large/);
  made.answers[0]();
  await settle();
  assert.deepEqual([made.state.quantity, field.value, field.told.at(-1)], [12, "1e300", problem]);
  session.close();
});

test("What is typed into the field of a password is in no storage", async () => {
  const made = await form({ name: "", code: "" });
  const { world } = made;
  made.waits = true;
  const [name, code] = [made.bind("name"), made.bind("code")];
  name.type("Ada");
  code.type("hunter2");
  code.type = "password";
  await world.clock.advance(150);
  for (const leave of [() => world.hide(), () => world.tell("pagehide")]) {
    leave();
    await settle();
    assert.doesNotMatch([...world.storage.items.values()].join(), /hunter2/);
  }
});

test("A password on its way is in no storage beside what waits behind it", async () => {
  const made = await form({ name: "", code: "" });
  const { world } = made;
  made.waits = true;
  const [name, code] = [made.bind("name"), made.bind("code")];
  code.type = "password";
  code.value = "hunter2";
  code.tell("input", "change");
  name.type("Ada");
  world.tell("pagehide");
  await settle();
  assert.match(JSON.stringify(world.server.actions.at(-1)), /hunter2.*Ada/);
  assert.doesNotMatch([...world.storage.items.values()].join(), /hunter2/);
});

test("What an earlier page could not send, and is refused now, is told", async () => {
  const made = await form({ name: "" });
  const { session, world } = made;
  made.waits = true;
  session.send("first");
  session.send("second");
  await settle();
  world.tell("pagehide");
  made.waits = false;
  made.refuses = (action) => action === "second";
  const next = await world.open();
  await settle();
  assert.deepEqual([made.done, next.lost.message], [["first"], "Too large."]);
});

test("A browser asks before a tab goes only where something would be lost", async () => {
  const made = await form({ name: "" });
  const { session, world } = made;
  const asks = () => world.tell("beforeunload").defaultPrevented;
  const field = made.bind("name");
  assert.equal(asks(), false);
  field.type("abc");
  // It is on its way, and small enough.
  made.waits = true;
  assert.equal(asks(), false);
  // Browsers count bytes: this is too large to outlive the page.
  field.type("漢".repeat(22_000));
  assert.equal(asks(), true);
  made.waits = false;
  made.answers.splice(0).forEach((go) => go());
  await settle();
  world.server.respond = () => { throw new TypeError("no network"); };
  await world.clock.advance(6000);
  world.server.cut();
  await world.clock.advance(1000);
  field.type("abcd");
  assert.equal(asks(), true);
  session.close();
});

test("A hidden page sends a long text by a request that need not outlive it", async () => {
  const made = await form({ name: "" });
  const { world } = made;
  const field = made.bind("name");
  for (const [text, keepalive] of [["x", true], ["x".repeat(66_000), false], ["漢".repeat(22_000), false]]) {
    world.hide(false);
    field.type(text);
    world.hide();
    await settle();
    assert.deepEqual([world.server.requests.at(-1).keepalive, made.state.name], [keepalive, text]);
  }
  made.session.close();
});

test("A closed session sends what was typed in the last moment", async () => {
  const made = await form({ name: "" });
  made.waits = true;
  const field = made.bind("name");
  field.type("a");
  made.session.send("tap").catch(() => {});
  field.type("ab");
  made.session.close();
  made.waits = false;
  await settle();
  made.answers[0]();
  await settle();
  assert.deepEqual([made.state.name, made.done], ["ab", ["tap"]]);
  // It tells no more.
  assert.deepEqual(details(made.session, "change"), []);
});

test("A session that is opened again while an earlier one still sends keeps what it stores", async () => {
  const made = await form({ name: "" });
  const { world } = made;
  made.waits = true;
  made.session.send("first");
  await settle();
  made.session.close();
  made.waits = false;
  const again = await world.open();
  await settle();
  const stored = [...world.storage.items.values()][0];
  made.answers[0]();
  await settle();
  assert.deepEqual([[...world.storage.items.values()][0], JSON.parse(stored).actions], [stored, undefined]);
  again.close();
});
