import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, concerns, line, place, short } from "../../Sources/BackstackWeb/Assets/inspector/diff.js";
import { casesOf, sleep, where } from "../../Sources/BackstackWeb/Assets/inspector/effects.js";
import { outline } from "../../Sources/BackstackWeb/Assets/inspector/history.js";
import { bytes, span } from "../../Sources/BackstackWeb/Assets/inspector/list.js";
import {
  actionSchema, cases, isOptional, part, present,
} from "../../Sources/BackstackWeb/Assets/inspector/schema.js";

test("places are words", () => {
  for (const [pointer, words] of [
    ["", "the state"], ["/count", "count"], ["/path/1/state/counter/count", "path[1] › counter.count"],
    ["/path/1", "path[1]"], ["/items/3/name", "items[3].name"], ["/state/count", "state.count"],
    ["/a~1b/c~0d", "a/b.c~d"], ["/path/0/state/path/2/state/name", "path[0] › path[2] › name"],
    ["/titles/-", "titles[-]"],
  ]) assert.equal(place(pointer), words);
});

test("changes have the values before and after, one after the other", () => {
  const document = { path: [{ id: 0, state: { count: 3 } }], names: ["a", "b"] };
  const patch = [
    { op: "replace", path: "/path/0/state/count", value: 4 },
    { op: "remove", path: "/names/0" }, { op: "replace", path: "/names/0", value: "c" },
    { op: "add", path: "/names/0", value: "d" }, { op: "add", path: "/form", value: null },
  ];
  assert.deepEqual(changes(document, patch).map(line), [
    "path[0] › count: 3 → 4", 'names[0]: removed "a"', 'names[0]: "b" → "c"',
    'names[0]: added "d"', "form: added null",
  ]);
  assert.deepEqual(document.names, ["a", "b"]);
  assert.deepEqual(changes({ a: 1 }, [{ op: "replace", path: "", value: [] }]).map(line),
    ['the state: {"a":1} → []']);
  assert.equal(short("x".repeat(500)).length, 121);
});

test("a change concerns what the words name, its parts, and what is around it", () => {
  const words = "path[1] › counter";
  for (const [where, isConcerned] of [
    ["path[1] › counter", true], ["path[1] › counter.count", true], ["path[1] › counter[0]", true],
    ["path[1]", true], ["path", true], ["the state", true], ["path[1] › counterpart", false],
    ["path[1] › other", false], ["path[10]", false], ["path[0] › counter.count", false],
  ]) assert.equal(concerns({ where }, words), isConcerned, where);
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
    [{ action: { path: { popFrom: { id: 3 } } } }, "path[3] › counter"],
    [{ action: inDetail({ destination: "dismiss" }), elementIDs: ["a", "b"] },
      "path[4] › detail › destination › edit › #a › #b"],
    [{ action: inDetail({ destination: { dismiss: {} } }) }, "path[4] › detail › destination › edit"],
    // Not a case, but a member; a screen that is gone meanwhile.
    [{ action: { sheet: "dismiss" } }, "sheet"],
    [{ action: { path: { popFrom: { id: 9 } } } }, "path[9]"],
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
    [{ path: { popFrom: { id: 3 } } }, "path › popFrom › id › 3"],
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
