import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, line, named, short } from "../../Sources/BackstackWeb/Assets/inspector/diff.js";
import { casesOf, sleep, where } from "../../Sources/BackstackWeb/Assets/inspector/effects.js";
import { bytes, held, sorted, span } from "../../Sources/BackstackWeb/Assets/inspector/list.js";
import {
  actionSchema, cases, isOptional, part, present,
} from "../../Sources/BackstackWeb/Assets/inspector/schema.js";
import { changed } from "../../Sources/BackstackWeb/Assets/inspector/tail.js";
import { moved, nearest } from "../../Sources/BackstackWeb/Assets/inspector/timeline.js";
import { rates, totals } from "../../Sources/BackstackWeb/Assets/inspector/totals.js";
import { author, outline, Versions } from "../../Sources/BackstackWeb/Assets/inspector/versions.js";
import { ExactNumber } from "../../Sources/BackstackWeb/Assets/client/exact.js";

const lines = (before, after) => differences(before, after).map(line);

test("differences are told where they are, with the values before and after", () => {
  assert.deepEqual(lines({ count: 3, name: "a" }, { count: 4, name: "a", form: null }),
    ["count: 3 → 4", "form: added null"]);
  assert.deepEqual(lines({ sheet: { name: "a" } }, {}), ['sheet: removed {"name":"a"}']);
  // Another case of an enum is another value.
  assert.deepEqual(lines({ at: { edit: { name: "a" } } }, { at: { alert: {} } }),
    ['at: {"edit":{"name":"a"}} → {"alert":{}}']);
  assert.deepEqual(lines({ at: { edit: { name: "a" } } }, { at: { edit: { name: "b" } } }), ['at.edit.name: "a" → "b"']);
  assert.deepEqual(lines({ a: 1 }, []), ['the state: {"a":1} → []']);
  const exact = (digits) => ({ count: new ExactNumber(digits) });
  assert.equal(differences(exact("9007199254740993"), exact("9007199254740992")).length, 1);
  assert.equal(differences(exact("9007199254740993"), exact("9007199254740993")).length, 0);
  assert.deepEqual(lines({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), []);
  assert.equal(short("x".repeat(500)).length, 121);
});

test("elements of lists are compared by their ids", () => {
  const item = (id, name) => ({ id, name });
  const [one, two] = ["11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"];
  assert.deepEqual(lines({ items: [item(one, "a"), item(two, "b")] }, { items: [item("0", "new"), item(two, "c")] }), [
    `items[#11111111]: removed {"id":"${one}","name":"a"}`, 'items[#0]: added {"id":"0","name":"new"}',
    'items[#22222222].name: "b" → "c"']);
  assert.deepEqual(lines({ items: [item(1, "a"), item(2, "b")] }, { items: [item(2, "b"), item(1, "z")] }),
    ['items[#1].name: "a" → "z"', "items: order #1, #2 → #2, #1"]);
  // Elements of a stack are their states.
  const path = (...counts) => ({ path: counts.map((count, id) => ({ id, state: { counter: { count } } })) });
  assert.deepEqual(lines(path(1, 2), path(1, 3)), ["path[#1] › counter.count: 2 → 3"]);
  assert.deepEqual(lines(path(1, 2), path(1)), ['path[#1]: removed {"id":1,"state":{"counter":{"count":2}}}']);
  assert.deepEqual(lines({ path: [{ id: 4, state: { a: {} } }] }, { path: [{ id: 4, state: { b: {} } }] }),
    ['path[#4]: {"a":{}} → {"b":{}}']);
  assert.equal(named("plain"), "#plain");
});

test("elements without ids are compared by their positions, from both ends", () => {
  assert.deepEqual(lines({ names: ["a", "b", "c"] }, { names: ["a", "c"] }), ['names[1]: removed "b"']);
  assert.deepEqual(lines({ names: ["a", "c"] }, { names: ["z", "a", "c"] }), ['names[0]: added "z"']);
  assert.deepEqual(lines([[1], [2]], [[1], [3]]), ["[1][0]: 2 → 3"]);
  // Two have the same id.
  assert.deepEqual(lines([{ id: 1, a: 1 }, { id: 1, a: 2 }], [{ id: 1, a: 1 }, { id: 1, a: 3 }]), ["[1].a: 2 → 3"]);
});

const feature = { navigation: [{ pointer: "/path", kind: "stack", cases: { counter: "push" } }] };
const stack = (...ids) => ({ path: ids.map((id) => ({ id, state: { counter: { count: 0 } } })) });
const popFrom = (id) => ({ path: { popFrom: { id } } });
const tapped = (name, id = 0) => ({ path: { element: { id, action: { counter: name } } } });

/** What a timer has done: a tick has popped two screens. */
function ticking() {
  const versions = new Versions(feature);
  versions.add({
    oldest: 3, entries: [
      { version: 4, time: "2027-01-15T08:00:00Z", cause: "client", action: tapped("startTimer"), state: stack(0, 1, 2) },
      { version: 5, time: "2027-01-15T08:00:01Z", cause: "client", action: tapped("rename"), from: 4, patch: [] },
      { version: 6, time: "2027-01-15T08:00:02Z", cause: "effect", causedBy: 4, action: tapped("timerTicked"), from: 5,
        patch: [{ op: "replace", path: "/path/0/state/counter/count", value: 5 }] },
      { version: 7, time: "2027-01-15T08:00:02Z", cause: "effect", causedBy: 6, action: popFrom(1), from: 6,
        patch: [{ op: "remove", path: "/path/2" }, { op: "remove", path: "/path/1" }] },
    ],
  });
  return versions;
}

test("a version names what led to it, and what it took", () => {
  const versions = ticking();
  assert.deepEqual(versions.why(versions.find(7)), [
    { version: 4, text: "startTimer" }, { version: 6, text: "timerTicked" }, { version: 7, text: "popFrom #1" }]);
  assert.equal(versions.consequence(versions.find(7)), "took counter #1 and counter #2");
  assert.deepEqual(versions.why(versions.find(5)), []);
  // A cause that is forgotten has its number alone; what an earlier release recorded has none.
  versions.add({ oldest: 3, entries: [
    { version: 8, time: "2027-01-15T08:00:03Z", cause: "effect", causedBy: 2, action: tapped("timerTicked") },
    { version: 9, time: "2027-01-15T08:00:03Z", cause: "effect", action: tapped("timerTicked") }] });
  assert.deepEqual(versions.why(versions.find(8)), [{ version: 2, text: "" }, { version: 8, text: "timerTicked" }]);
  assert.deepEqual(versions.why(versions.find(9)), []);
});

test("versions have their states by patches, across pages that come in any order", () => {
  const versions = ticking();
  assert.deepEqual(versions.all.map(({ version }) => version), [7, 6, 5, 4]);
  assert.equal(versions.find(6).state.path[0].state.counter.count, 5);
  assert.equal(versions.changes(versions.find(4)), undefined);
  assert.equal(versions.hasOlder, true);
  versions.add({ oldest: 3, entries: [{ version: 3, time: "2027-01-15T07:59:00Z", cause: "client", state: stack(0, 1) }] });
  assert.equal(versions.hasOlder, false);
  assert.equal(versions.consequence(versions.find(4)), "opened counter #2");
  assert.deepEqual(versions.changes(versions.find(6)).all.map(line), ["path[#0] › counter.count: 0 → 5"]);
  // A version without a state is skipped; what comes is told from the last one that has one.
  versions.add({ oldest: 3, entries: [
    { version: 8, time: "2027-01-15T08:00:03Z", cause: "client" },
    { version: 9, time: "2027-01-15T08:00:03Z", cause: "client", from: versions.base,
      patch: [{ op: "replace", path: "/path/0/state/counter/count", value: 6 }] }] });
  assert.equal(versions.base, 9);
  assert.deepEqual([versions.changes(versions.find(8)), versions.changes(versions.find(9)).from], [undefined, 7]);
  // What is known already changes nothing, and what is too new to follow replaces it.
  versions.add({ oldest: 3, entries: [{ version: 5, time: "2027-01-15T08:00:01Z", cause: "host" }] });
  assert.deepEqual([versions.all.length, versions.find(5).cause], [7, "client"]);
  versions.add({ oldest: 20, entries: [{ version: 30, time: "2027-01-15T09:00:00Z", cause: "client", state: stack() }] });
  assert.deepEqual([versions.latest, versions.first, versions.hasOlder], [30, 30, true]);
});

test("a version names its author, and a filter finds it", () => {
  const versions = ticking();
  versions.add({ oldest: 3, entries: [
    { version: 8, time: "2027-01-15T08:00:03Z", cause: "client", principal: "Ada", agent: true, action: "add" },
    { version: 9, time: "2027-01-15T08:00:03Z", cause: "client", principal: "bob", action: "add" }] });
  assert.deepEqual(versions.all.slice(0, 3).map(author), ["bob", "Ada's agent", ""]);
  assert.equal(author({ agent: true }), "an agent");
  assert.deepEqual(versions.all.filter((one) => versions.fits(one, { text: "ada's" })).map((one) => one.version), [8]);
});

test("filters find causes, words of actions and of changes, and navigation", () => {
  const versions = ticking();
  const found = (filter) => versions.all.filter((one) => versions.fits(one, filter)).map(({ version }) => version);
  assert.deepEqual(found({}), [7, 6, 5, 4]);
  assert.deepEqual(found({ cause: "effect" }), [7, 6]);
  assert.deepEqual(found({ text: "timerticked" }), [6]);
  assert.deepEqual(found({ text: "counter › starttimer" }), [4]);
  assert.deepEqual(found({ text: "path[#0] › counter.count" }), [6]);
  assert.deepEqual(found({ isNavigation: true }), [7]);
  assert.deepEqual(found({ isNavigation: true, cause: "client" }), []);
});

test("keys move through the versions whose states are known", () => {
  const known = [3, 4, 6, 9];
  for (const [version, key, to] of [[9, "ArrowLeft", 6], [6, "ArrowUp", 9], [9, "ArrowRight", 9], [5, "ArrowLeft", 3],
    [9, "Home", 3], [3, "End", 9], [9, "PageDown", 3], [3, "a", undefined]]) {
    assert.equal(moved(known, version, key), to, `${version} ${key}`);
  }
  assert.equal(moved([], 3, "Home"), undefined);
  assert.equal(nearest([{ seconds: 5 }, { seconds: 3 }, { seconds: 1 }], 1.9).seconds, 1);
});

test("rows of the list stay where they are while a person is at them", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, version: 1 }));
  assert.deepEqual(held([a, b], [c, { id: "b", version: 2 }]), [{ ...a, isGone: true }, { id: "b", version: 2 }]);
});

test("rows are sorted by numbers and texts, and those that are equal stay in order", () => {
  const rows = [{ id: "a", size: 10 }, { id: "b", size: 9 }, { id: "c", size: 10 }];
  assert.deepEqual(sorted(rows, ({ size }) => size, false).map(({ id }) => id), ["b", "a", "c"]);
  assert.deepEqual(sorted(rows, ({ size }) => size, true).map(({ id }) => id), ["a", "c", "b"]);
  assert.deepEqual(sorted(rows, ({ id }) => id, true).map(({ id }) => id), ["c", "b", "a"]);
});

test("metrics tell what happens in a second", () => {
  const metrics = (actions, failures) => `# HELP backstack_actions_total Actions.
backstack_actions_total{feature="a",cause="client"} ${actions}
backstack_actions_total{feature="b",cause="effect"} 2
http_requests_total{method="GET",route="/a",status="200"} 7
http_requests_total{method="GET",route="/a",status="503"} ${failures}
backstack_issues_total{feature="a"} 1
backstack_memory_bytes 5742592`;
  const before = totals(metrics(10, 0), 100);
  assert.deepEqual(before, { time: 100, actions: 12, requests: 7, errors: 1, memory: 5742592 });
  assert.deepEqual(rates(before, totals(metrics(40, 3), 102)), ["15 actions/s", "1.5 requests/s", "1.5 errors/s"]);
  assert.deepEqual(rates(undefined, before), []);
  // The server has begun again.
  assert.deepEqual(rates(before, totals(metrics(0, 0), 101)), ["0 actions/s", "0 requests/s", "0 errors/s"]);
});

test("what happens is read of the sessions that have other versions than before", () => {
  const known = new Map([["a", 1], ["b", 5]]);
  const sessions = [["a", 3], ["b", 5], ["c", 9]].map(([id, version]) => ({ id, version }));
  // One that was not there before has begun since, or was not among those used last.
  assert.deepEqual(changed(known, sessions), [{ id: "a", version: 3, from: 1 }, { id: "c", version: 9, from: 0 }]);
  assert.deepEqual(changed(undefined, sessions), []);
});

test("effects are where the action that dismisses their screen leads", () => {
  const state = {
    path: [
      { id: 3, state: { counter: { count: 1 } } },
      { id: 4, state: { detail: { destination: { edit: { name: "" } } } } },
    ],
    sheet: { item: { name: "" } },
  };
  const cases = casesOf({
    presentationStyles: { edit: "sheet" }, navigation: [{ cases: { counter: "push", detail: "push" } }, {}],
  });
  const inDetail = (action) => ({ path: { element: { id: 4, action: { detail: action } } } });
  for (const [effect, words] of [
    [{}, "the root"], [{ elementIDs: ["7"] }, "the root › #7"],
    [{ action: { path: { popFrom: { id: 3 } } } }, "path[#3] › counter"],
    [{ action: inDetail({ destination: "dismiss" }), elementIDs: ["a", "b"] },
      "path[#4] › detail › destination › edit › #a › #b"],
    [{ action: inDetail({ destination: { dismiss: {} } }) }, "path[#4] › detail › destination › edit"],
    // Not a case, but a member; a screen that is gone meanwhile.
    [{ action: { sheet: "dismiss" } }, "sheet"],
    [{ action: { path: { popFrom: { id: 9 } } } }, "path[#9]"],
    [{ action: { sheet: { presented: { inner: { dismiss: {} } } } } }, "sheet › inner"],
  ]) assert.equal(where(effect, state, cases), words);
});

test("effects are asleep until the clock wakes them", () => {
  const time = Date.parse("2027-01-15T08:00:00.000Z");
  const until = (sleepsUntil) => sleep({ sleepsUntil }, time);
  assert.equal(until(undefined), "");
  assert.match(until("2027-01-15T08:00:04.000Z"), /^asleep until \d\d:\d\d:04 \(in 4\.0 s\)$/);
  assert.equal(until("2027-01-25T08:00:00.000Z"), "asleep until 2027-01-25 (in 10 d)");
  // What was asked for before it woke.
  assert.equal(until("2027-01-15T07:59:59.000Z"), "");
});

test("actions are told by their cases", () => {
  for (const [action, text] of [
    ["addButtonTapped", "addButtonTapped"], [undefined, ""], [{}, ""],
    [{ path: { element: { id: 3, action: { counter: "incrementButtonTapped" } } } },
      "path › #3 › counter › incrementButtonTapped"],
    [{ path: { popFrom: { id: 3 } } }, "path › popFrom #3"],
    [{ form: { presented: { binding: { title: "A", isDone: true } } } },
      'form › presented › binding › {"title":"A","isDone":true}'],
    [[1, 2], ""],
  ]) assert.equal(outline(action), text);
});

test("sizes and times are short", () => {
  assert.deepEqual([0, 1023, 1024, 1536, 2 ** 20, 5e10].map(bytes),
    ["0 B", "1023 B", "1.0 KB", "1.5 KB", "1.0 MB", "47 GB"]);
  assert.deepEqual([-1, 0.0004, 0.05, 1.25, 59, 61, 7200, 200_000].map(span),
    ["0 ms", "0 ms", "50 ms", "1.3 s", "59 s", "1 min", "2 h", "2 d"]);
});

const schema = {
  $ref: "#/$defs/Action",
  $defs: {
    Action: {
      oneOf: [
        { type: "string", enum: ["close"] },
        { type: "object", properties: { close: { type: "object" } }, required: ["close"] },
        { type: "object", properties: { rename: { $ref: "#/$defs/Rename" } }, required: ["rename"] },
        { type: "object", properties: { path: { $ref: "#/$defs/Path" } }, required: ["path"] },
      ],
    },
    Rename: { type: "object", properties: { name: { $ref: "#/$defs/Name" } }, required: ["name"] },
    Name: { anyOf: [{ type: "string" }, { type: "null" }] },
    Path: {
      oneOf: [{
        type: "object",
        properties: {
          element: { type: "object", properties: { id: {}, action: { $ref: "#/$defs/Action" } } },
        },
      }],
    },
  },
};

test("cases, optionals and the actions of a level are found in a schema", () => {
  const found = cases(schema, schema);
  assert.deepEqual([...found.keys()], ["close", "rename", "path"]);
  assert.equal(found.get("close").payload, undefined);
  assert.equal(found.get("close").isText, true);
  assert.equal(isOptional({ $ref: "#/$defs/Name" }, schema), true);
  assert.deepEqual(present({ $ref: "#/$defs/Name" }, schema), { type: "string" });
  assert.equal(cases({ type: "object", properties: { a: {}, b: {} } }, schema), undefined);
  assert.deepEqual(part(schema, "rename", schema), { $ref: "#/$defs/Rename" });
  const level = { action: (action) => ({ path: { element: { id: 3, action } } }) };
  assert.deepEqual(actionSchema(schema, level), { $ref: "#/$defs/Action" });
  assert.equal(actionSchema(schema, undefined), schema);
  assert.equal(actionSchema(schema, { action: (action) => ({ gone: action }) }), undefined);
});
