// What the stage makes of what goes over the wire.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Wire, codes, names, summary, tidy } from "../../Sources/BackstackWeb/Assets/stage/wire.js";
import { parse } from "../../Sources/BackstackWeb/Assets/client/exact.js";
import { settle } from "./fakes.mjs";

test("An action is named by the way to it", () => {
  const cases = [
    ["add", ["add"]], [{ add: {} }, ["add"]], [[{ a: {} }, "b"], ["b"]], [{ itemTapped: { id: "1" } }, ["itemTapped", "id", "1"]],
    [{ path: { element: { id: 0, action: { counter: "plus" } } } }, ["path", "counter", "plus"]],
    [{ destination: { presented: { edit: { binding: { title: "x" } } } } }, ["destination", "edit", "binding", "title", "x"]],
    [{ setSize: { width: 1, height: 2 } }, ["setSize"]], [null, []], [3, []],
  ];
  for (const [action, expected] of cases) assert.deepEqual(names(action), expected);
});

test("A response says what has changed, in lines, or why nothing has", () => {
  const patch = JSON.stringify([{ op: "replace", path: "/state/count", value: 1 }, { op: "remove", path: "/state/path/0" }]);
  assert.deepEqual(summary({ type: "patch", version: "7", content: patch }), {
    text: "patch", version: "7",
    lines: [{ op: "replace", text: "± /state/count: 1" }, { op: "remove", text: "− /state/path/0" }],
  });
  assert.deepEqual(summary({ content: '{"version":3,"state":{}}' }), { text: "snapshot", version: 3 });
  assert.deepEqual(summary({ content: '{"version":3,"screen":{}}' }), { text: "screen", version: 3 });
  assert.deepEqual(summary({ content: '{"detail":"Gone.","status":410}' }), { text: "Gone." });
  for (const content of ["", "<html>", "null", "7"]) assert.equal(summary({ content }).lines, undefined);
  const long = summary({ content: JSON.stringify([{ op: "add", path: "/a", value: "x".repeat(1000) }]) });
  assert.ok(long.lines[0].text.length < 140);
});

test("An action is shown in its shortest form, in the words of each client", () => {
  const json = JSON.stringify(tidy({ path: { element: { id: 0, action: { counter: { plus: {} } } } } }));
  assert.equal(json, '{"path":{"element":{"id":0,"action":{"counter":"plus"}}}}');
  assert.deepEqual(tidy([{ a: {} }, { list: [] }, { text: "" }, { none: null }]), ["a", { list: [] }, { text: "" }, { none: null }]);
  assert.equal(codes('{"a":[1,null,{"b":"x"}]}').Swift, 'try await session.send(["a": [1, nil, ["b": "x"]]])');
  // Of a long integer, each digit.
  const long = '{"set":{"n":9007199254740993}}';
  const said = "rawJSON" in JSON ? long : JSON.stringify(JSON.parse(long));
  assert.equal(JSON.stringify(tidy(parse(long))), said);
  assert.equal(codes(long).Swift, `try await session.send(["set": ["n": ${said.match(/\d+/)}]])`);
  assert.equal(codes('"$it"').Kotlin, "service.send(session, \"\"\"\"${'$'}it\"\"\"\")");
});

/** A `fetch` whose responses a test gives. */
function network() {
  const asked = [];
  const fetch = (url, init) => new Promise((resolve, reject) => {
    init.signal.addEventListener("abort", () => reject(init.signal.reason));
    asked.push({ url, init, resolve });
  });
  return { asked, fetch };
}

test("Requests, responses and events are recorded as they come, and what the page gets is whole", async () => {
  const { asked, fetch } = network();
  const wire = new Wire();
  let told = 0;
  wire.addEventListener("entry", () => told++);
  const recorded = wire.record(fetch);
  const posted = recorded("/a", { method: "POST", body: '"x"' });
  assert.deepEqual(wire.entries.map(({ kind, url, status }) => [kind, url, status]), [["POST", "/a", undefined]]);
  asked[0].resolve(new Response('{"version":1}', { status: 200 }));
  assert.equal(await (await posted).text(), '{"version":1}');
  await settle();
  assert.deepEqual([wire.entries[0].status, wire.entries[0].content], [200, '{"version":1}']);
  const stream = recorded("/events");
  asked[1].resolve(new Response("event: patch\nid: 2\ndata: []\n\nretry: 5\n\n", { headers: { "Content-Type": "text/event-stream" } }));
  assert.match(await (await stream).text(), /^event: patch/);
  await settle();
  assert.deepEqual(wire.entries.slice(2).map(({ kind, type, version, content }) => [kind, type, version, content]), [["event", "patch", "2", "[]"]]);
  assert.ok(told >= 5);
  wire.say("kill -9", "gone");
  assert.equal(summary(wire.entries.at(-1)).text, "gone");
  const large = recorded("/large");
  asked[2].resolve(new Response(JSON.stringify({ state: "x".repeat(100_000) })));
  assert.equal((await (await large).text()).length, 100_012);
  await settle();
  assert.deepEqual([wire.entries.at(-1).size, wire.entries.at(-1).content.length], [100_012, 32_000]);
  for (let n = 0; n < 500; n++) wire.say("note", "");
  assert.equal(wire.entries.length, 200);
});

test("A cut connection ends what is under way, and lets nothing through until it is there again", async () => {
  const { asked, fetch } = network();
  const wire = new Wire();
  const recorded = wire.record(fetch);
  const open = recorded("/events");
  wire.cut(true);
  await assert.rejects(open, /cut/);
  await assert.rejects(recorded("/a"), /cut/);
  assert.deepEqual(wire.entries.map(({ failure }) => failure), ["no connection", "no connection"]);
  wire.cut(false);
  const leaving = new AbortController();
  const left = recorded("/b", { signal: leaving.signal });
  leaving.abort();
  await assert.rejects(left);
  assert.deepEqual([asked.length, wire.entries.at(-1).failure], [2, "ended"]);
});
