import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { eventParser, reuse } from "../../Sources/BackstackWeb/Assets/client/backstack.js";
import { dismiss, element, match, pop, presented } from "../../Sources/BackstackWeb/Assets/client/cases.js";
import { handOverLink, handedOver } from "../../Sources/BackstackWeb/Assets/client/handover.js";
import { PatchError, applyPatch } from "../../Sources/BackstackWeb/Assets/client/patch.js";
import { simulate, simulated } from "../../Sources/BackstackWeb/Assets/client/simulate.js";
import { bindText } from "../../Sources/BackstackWeb/Assets/client/text.js";
import { World, counts, details, json, problem, settle } from "./fakes.mjs";

test("A patch changes nothing it is given, and unchanged parts stay identical", () => {
  const before = Object.freeze({ a: Object.freeze({ b: 1 }), list: Object.freeze([Object.freeze({ c: 1 }), 2]) });
  const after = applyPatch(before, [
    { op: "replace", path: "/list/0/c", value: 3 }, { op: "add", path: "/list/-", value: 4 },
    { op: "remove", path: "/list/1" }, { op: "add", path: "/x~1y~0z", value: null }]);
  assert.deepEqual(after, { a: { b: 1 }, list: [{ c: 3 }, 4], "x/y~z": null });
  assert.deepEqual(before, { a: { b: 1 }, list: [{ c: 1 }, 2] });
  assert.equal(after.a, before.a);
});

test("A patch does not change the values that an earlier operation of it has added", () => {
  const value = { a: 1 };
  const after = applyPatch({}, [{ op: "add", path: "/v", value }, { op: "replace", path: "/v/a", value: 2 }]);
  assert.deepEqual([after, value], [{ v: { a: 2 } }, { a: 1 }]);
});

test("__proto__ is data", () => {
  const after = applyPatch(JSON.parse('{"a": {"__proto__": {"x": 1}}}'), [
    { op: "add", path: "/__proto__", value: { polluted: true } },
    { op: "replace", path: "/a/__proto__/x", value: 2 }]);
  assert.equal(JSON.stringify(after), '{"a":{"__proto__":{"x":2}},"__proto__":{"polluted":true}}');
  assert.equal(after.polluted, undefined);
  assert.throws(() => applyPatch({}, [{ op: "replace", path: "/__proto__/x", value: 1 }]), PatchError);
  assert.equal({}.x, undefined);
});

const misfits = [
  [{ op: "replace", path: "/a", value: 1 }], [{ op: "remove", path: "/a" }],
  [{ op: "add", path: "/list/3", value: 1 }], [{ op: "replace", path: "/list/2", value: 1 }],
  [{ op: "add", path: "/list/01", value: 1 }], [{ op: "remove", path: "/list/-" }],
  [{ op: "add", path: "/list/length", value: 1 }], [{ op: "add", path: "/n/x", value: 1 }],
  [{ op: "add", path: "/null/x", value: 1 }], [{ op: "add", path: "/x" }],
  [{ op: "remove", path: "" }], [{ op: "move", path: "/n", from: "/list" }],
  [{ op: "add", path: "n", value: 1 }], [{ op: "replace", path: "/toString", value: 1 }],
  [{ op: "replace", path: "/text/0", value: 1 }],
];
for (const patch of misfits) {
  test(`A patch that does not fit is an error: ${JSON.stringify(patch[0])}`, () => {
    const document = { list: [1, 2], n: 1, null: null, text: "abc" };
    assert.throws(() => applyPatch(document, patch), PatchError);
  });
}

test("The parts of a snapshot that are as before are the same objects", () => {
  const old = { list: [{ a: 1 }, { a: 2 }], x: { y: 1 } };
  const fresh = reuse(old, { list: [{ a: 1 }, { a: 3 }, 4], x: { y: 1 } });
  assert.deepEqual(fresh, { list: [{ a: 1 }, { a: 3 }, 4], x: { y: 1 } });
  assert.ok(fresh.list[0] === old.list[0] && fresh.x === old.x && fresh.list[1] !== old.list[1]);
  assert.equal(reuse(old, structuredClone(old)), old);
  assert.deepEqual(reuse([], {}), {});
});

test("Events are the same in whatever parts they come", () => {
  const text = ": hi\nretry: 5\r\n\r\nevent: patch\rid: 7\rbase: 6\rdata:a\rdata:  b\r\rdata\nevent: x:y\n\nevent: cut";
  const expected = [{ retry: "5" }, { event: "patch", id: "7", base: "6", data: "a\n b" }, { data: "", event: "x:y" }];
  for (let first = 0; first <= text.length; first++) {
    for (let second = first; second <= text.length; second++) {
      const events = [];
      const parse = eventParser((event) => events.push(event));
      for (const part of [text.slice(0, first), text.slice(first, second), text.slice(second)]) parse(part);
      assert.deepEqual(events, expected);
    }
  }
});

test("match calls the case's function, and refuses what is not a case", () => {
  const cases = { a: (payload) => payload.n, b: () => "b" };
  assert.equal(match({ a: { n: 1 } }, cases), 1);
  assert.equal(match("b", cases), "b");
  assert.throws(() => match("toString", cases), TypeError);
});

test("match gives the cases of a newer server to its third argument", () => {
  const cases = { a: () => "a" };
  const other = (...values) => values;
  assert.equal(match({ a: {} }, cases, other), "a");
  assert.deepEqual(match({ later: { n: 1 } }, cases, other), ["later", { n: 1 }]);
  assert.deepEqual(match("later", cases, other), ["later", {}]);
});

test("match gives a case without payload an empty one, also if strings have a member of its name", () => {
  for (const name of ["search", "length", "link"]) {
    assert.deepEqual(match(name, { [name]: (payload) => payload }), {});
  }
});

test("A page whose storage is forbidden opens a session", async () => {
  const forbid = { configurable: true, get() { throw new Error("forbidden"); } };
  const before = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage");
  Object.defineProperty(globalThis, "sessionStorage", forbid);
  try {
    const session = await new World().open({ storage: undefined });
    assert.equal(session.snapshot.version, 0);
    session.close();
  } finally {
    if (before) Object.defineProperty(globalThis, "sessionStorage", before);
    else delete globalThis.sessionStorage;
  }
});

test("The helpers make actions", () => {
  const action = { path: element(3, { detail: { destination: presented("x") } }) };
  assert.deepEqual(action, { path: { element: { id: 3, action: { detail: { destination: { presented: "x" } } } } } });
  assert.deepEqual([{ path: pop(3) }, dismiss], [{ path: { popFrom: { id: 3 } } }, "dismiss"]);
});

test("A session is created, follows its stream from the creation's snapshot, and sends", async () => {
  const world = new World();
  const session = await world.open();
  assert.deepEqual(session.state, { count: 0 });
  assert.equal(world.server.requests[1].headers["Last-Event-ID"], "0");
  const { snapshot } = await session.send("increment");
  assert.equal(snapshot.version, 1);
  world.frame();
  world.server.increment(session.id);
  await settle();
  assert.deepEqual(counts(session), [1, 2]);
  session.close();
});

test("A patch of the stream is never applied to an answer", async () => {
  const world = new World();
  const session = await world.open();
  const { server } = world;
  server.sessions.get(session.id).state.list = [0];
  server.cut();
  await world.clock.advance(2000);
  server.write(`event: snapshot\nid: 5\ndata: ${JSON.stringify({ ...session.snapshot, version: 5, state: { list: [0] } })}\n\n`);
  await settle();
  server.respond = ({ path }) => path.endsWith("/actions")
    ? json({ ...session.snapshot, version: 6, state: { list: [1, 0] } }) : undefined;
  await session.send("insert");
  const patch = [{ op: "add", path: "/state/list/0", value: 1 }, { op: "add", path: "/state/list/0", value: 2 }];
  server.write(`event: patch\nid: 7\ndata: ${JSON.stringify(patch)}\n\n`);
  await settle();
  assert.deepEqual([session.snapshot.version, session.state], [7, { list: [2, 1, 0] }]);
  session.close();
});

test("The first patch waits for the response to an action, for 100 ms at most", async () => {
  const world = new World();
  const session = await world.open();
  let respond;
  world.server.respond = ({ path }) => path.endsWith("/actions") ? new Promise((go) => (respond = go)) : undefined;
  const sent = session.send("increment");
  await settle();
  world.server.write('event: patch\nid: 1\nbase: 0\ndata: [{"op":"remove","path":"/nothing"}]\n\n');
  await settle();
  respond(json({ ...session.snapshot, version: 1, state: { count: 1 } }));
  await sent;
  session.send("increment");
  await settle();
  world.server.patch(1, 2, 2);
  await world.clock.advance(99);
  assert.equal(session.state.count, 1);
  await world.clock.advance(1);
  world.server.patch(2, 3, 3);
  await settle();
  assert.deepEqual([session.state.count, world.server.count("GET", "/events")], [3, 1]);
  session.close();
});

test("Versions that are shown never go back, and a frame has one change beside its first", async () => {
  const world = new World();
  const session = await world.open();
  const { server } = world;
  for (let n = 0; n < 4; n++) server.increment(session.id);
  await settle();
  world.frame();
  await settle();
  assert.deepEqual(counts(session), [1, 4]);
  const [first, second] = details(session, "change");
  assert.equal(second.previous, first.snapshot);
  server.write(`event: snapshot\nid: 2\ndata: ${JSON.stringify({ ...session.snapshot, version: 2 })}\n\n`);
  await settle();
  world.frame();
  assert.equal(session.snapshot.version, 4);
  session.close();
});

test("An event that can't be used leads to a snapshot", async () => {
  for (const text of [
    "event: patch\nid: 3\nbase: 0\ndata: <html>\n\n",
    "event: patch\nid: 3\nbase: 0\ndata: null\n\n",
    "event: patch\nid: 3\nbase: 0\ndata: [null]\n\n",
    "event: snapshot\nid: 3\ndata: {\n\n",
    "event: snapshot\nid: 3\ndata: null\n\n",
    'event: patch\nid: 3\nbase: 2\ndata: [{"op":"replace","path":"/state/count","value":9}]\n\n',
    'event: patch\nid: 3\ndata: [{"op":"remove","path":"/nothing"}]\n\n',
  ]) {
    const world = new World();
    const session = await world.open();
    for (let n = 0; n < 3; n++) world.server.increment(session.id, false);
    world.server.write(text);
    await world.clock.advance(2000);
    assert.equal(session.state.count, 3);
    assert.equal(world.server.requests.at(-1).headers["Last-Event-ID"], undefined);
    session.close();
  }
});

test("A lost stream resumes at once if it has lasted, from the last version", async () => {
  const world = new World();
  const session = await world.open();
  await world.clock.advance(6000);
  world.server.increment(session.id);
  await settle();
  world.server.cut();
  world.server.increment(session.id, false);
  await settle();
  const last = world.server.requests.at(-1);
  assert.equal(last.headers["Last-Event-ID"], "1");
  assert.equal(session.state.count, 2);
  assert.deepEqual(details(session, "status"), []);
  session.close();
});

test("A stream without a byte for 40 s is broken off and resumed", async () => {
  const world = new World();
  const session = await world.open();
  await world.clock.advance(39_000);
  world.server.write(": beat\n\n");
  await world.clock.advance(39_999);
  assert.equal(world.server.count("GET", "/events"), 1);
  await world.clock.advance(1);
  assert.equal(world.server.count("GET", "/events"), 2);
  session.close();
});

test("The app is told of a lost stream after 1 s and 30 s, and of its return", async () => {
  const world = new World();
  const session = await world.open();
  world.server.respond = () => { throw new TypeError("no network"); };
  await world.clock.advance(6000);
  world.server.cut();
  await world.clock.advance(999);
  assert.deepEqual(details(session, "status"), []);
  await world.clock.advance(29_001);
  assert.deepEqual(details(session, "status").map(({ isConnected, since }) => [isConnected, since]),
    [[false, 6000], [false, 6000]]);
  world.server.respond = () => undefined;
  await world.clock.advance(30_000);
  assert.equal(details(session, "status").at(-1).isConnected, true);
  session.close();
});

test("The app is told why the stream can't be resumed", async () => {
  const world = new World();
  const session = await world.open();
  world.server.respond = () => problem(401, "unauthorized");
  world.server.cut();
  await world.clock.advance(4000);
  await world.clock.advance(30_000);
  assert.deepEqual(details(session, "status").map(({ error }) => error.status), [undefined, 401]);
  world.server.respond = () => undefined;
  await world.clock.advance(30_000);
  assert.equal(details(session, "status").at(-1).error, undefined);
  session.close();
});

test("A refused connection, 503 and 429 are tried again with the same key, after Retry-After", async () => {
  const world = new World();
  const session = await world.open();
  const failures = [
    () => { throw new TypeError("no network"); },
    () => json({}, 503, { "Retry-After": "7" }),
    () => problem(429, "too-many-requests"),
    () => problem(409, "request-in-progress"),
  ];
  const times = [];
  world.server.respond = ({ path }) => {
    if (!path.endsWith("/actions")) return undefined;
    times.push(world.clock.time);
    return failures.shift()?.();
  };
  const sent = session.send("increment");
  await world.clock.advance(20_000);
  assert.equal((await sent).snapshot.state.count, 1);
  const keys = world.server.requests.filter(({ path }) => path.endsWith("/actions"));
  assert.equal(new Set(keys.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  assert.deepEqual(times, [0, 375, 7375, 8875, 11875]);
  session.close();
});

test("A lost response takes effect once", async () => {
  const world = new World();
  const session = await world.open();
  let isLost = false;
  world.server.respond = (request) => {
    if (!request.path.endsWith("/actions") || isLost) return undefined;
    isLost = true;
    world.server.answer(request);
    throw new TypeError("cut");
  };
  const sent = session.send("increment");
  await world.clock.advance(1000);
  assert.equal((await sent).snapshot.state.count, 1);
  session.close();
});

test("A response without a snapshot is a lost one", async () => {
  for (const body of [null, "", "null", "{}", "[]", "<html>", '"text"']) {
    const world = new World();
    const session = await world.open();
    let isLost = false;
    world.server.respond = (request) => {
      if (!request.path.endsWith("/actions") || isLost) return undefined;
      isLost = true;
      world.server.answer(request);
      return new Response(body);
    };
    const sent = session.send("increment");
    await world.clock.advance(1000);
    assert.equal((await sent).snapshot.state.count, 1);
    const keys = world.server.requests.map(({ headers }) => headers["Idempotency-Key"]).slice(-2);
    assert.deepEqual([world.server.actions.length, new Set(keys).size], [2, 1]);
    session.close();
  }
});

test("After 8 tries the promise fails, and nothing else breaks", async () => {
  const world = new World();
  const session = await world.open();
  world.server.respond = ({ path }) => path.endsWith("/actions") ? problem(503, "over-capacity") : undefined;
  const sent = session.send("increment");
  const failed = assert.rejects(sent, { status: 503 });
  await world.clock.advance(120_000);
  await failed;
  assert.equal(world.server.actions.length, 8);
  world.server.respond = () => undefined;
  assert.equal((await session.send("increment")).snapshot.state.count, 1);
  session.close();
});

test("A silent server is asked again", async () => {
  const world = new World();
  const session = await world.open();
  world.server.respond = ({ path }) => path.endsWith("/actions") ? new Promise(() => {}) : undefined;
  const sent = session.send("increment");
  await world.clock.advance(40_000);
  world.server.respond = () => undefined;
  await world.clock.advance(6000);
  assert.equal((await sent).snapshot.state.count, 1);
  session.close();
});

test("Actions are sent one after the other, and waiting texts of a field merge to the last", async () => {
  const world = new World();
  const session = await world.open();
  let release;
  world.server.respond = ({ action }) => action === "first" ? new Promise((go) => (release = go)) : undefined;
  session.send("first");
  session.send("a1", { field: "a" });
  session.send("b1", { field: "b" });
  session.send("a2", { field: "a" });
  session.send("press");
  const last = session.send("a3", { field: "a" });
  await settle();
  assert.deepEqual(world.server.actions, ["first"]);
  release();
  await last;
  assert.deepEqual(world.server.actions, ["first", "a2", "b1", "press", "a3"]);
  session.close();
});

test("A guard is asked again at 412, gives up quietly, and 5 times at most", async () => {
  const world = new World();
  const session = await world.open();
  const { server } = world;
  server.increment(session.id, false);
  const seen = [];
  const guard = ({ count }) => (seen.push(count), true);
  await session.send("answer", { guard });
  assert.deepEqual([seen, session.state.count], [[0, 1], 2]);
  server.increment(session.id, false);
  const result = await session.send("answer", { guard: ({ count }) => count < 3 });
  assert.deepEqual([result.skipped, session.state.count], [true, 3]);
  server.respond = ({ path }) => path.endsWith("/actions") ? void server.increment(session.id, false) : undefined;
  const before = server.actions.length;
  await assert.rejects(session.send("answer", { guard: () => true }), { status: 412 });
  assert.equal(server.actions.length - before, 5);
  session.close();
});

test("A 412 that is not the server's is an error", async () => {
  const world = new World();
  const session = await world.open();
  world.server.respond = ({ path }) => path.endsWith("/actions") ? new Response("<html>", { status: 412 }) : undefined;
  await assert.rejects(session.send("answer", { guard: () => true }), { status: 412 });
  session.close();
});

test("A stale element is no error: the snapshot is shown", async () => {
  const world = new World();
  const session = await world.open();
  world.server.increment(session.id, false);
  const { stale, snapshot } = await session.send("late");
  assert.deepEqual([stale, snapshot.state.count], [true, 1]);
  session.close();
});

test("An action that is refused fails alone", async () => {
  const world = new World();
  const session = await world.open();
  world.server.respond = ({ action }) => action === "bad" ? problem(422, "invalid-value", { detail: "no such case" }) : undefined;
  const bad = assert.rejects(session.send("bad"), { status: 422, message: "no such case" });
  const good = session.send("increment");
  await bad;
  assert.equal((await good).snapshot.state.count, 1);
  session.close();
});

test("A page hidden for 30 s closes its stream, and resumes it when shown", async () => {
  const world = new World();
  const session = await world.open();
  world.hide();
  await world.clock.advance(29_999);
  assert.equal(world.server.streams.length, 1);
  await world.clock.advance(1);
  assert.equal(world.server.streams.length, 0);
  await world.clock.advance(3600_000 / 4);
  assert.equal(world.server.count("GET", "/events"), 1);
  world.server.increment(session.id);
  world.hide(false);
  await settle();
  assert.equal(session.state.count, 1);
  assert.deepEqual(details(session, "status"), []);
  session.close();
});

test("A page that is opened hidden follows once it is shown", async () => {
  const world = new World();
  world.isHidden = true;
  const session = await world.open();
  await world.clock.advance(60_000);
  assert.equal(world.server.count("GET", "/events"), 0);
  world.hide(false);
  await settle();
  assert.equal(world.server.streams.length, 1);
  session.close();
});

test("A shown session is read half-way to its expiry, a hidden one when it is shown", async () => {
  const world = new World();
  const session = await world.open();
  const reads = () => world.server.count("GET", session.id);
  const beat = async (minutes) => {
    for (let n = 0; n < minutes * 2; n++) {
      world.server.write(": beat\n\n");
      await world.clock.advance(30_000);
    }
  };
  await beat(29);
  assert.equal(reads(), 0);
  await beat(2);
  assert.equal(reads(), 1);
  world.hide();
  await world.clock.advance(3600_000);
  assert.equal(reads(), 1);
  world.hide(false);
  await settle();
  assert.equal(reads(), 2);
  session.close();
});

test("The fifth tab polls every 2 s until a stream is free", async () => {
  const world = new World();
  const held = new Map();
  world.locks = {
    async request(name, { ifAvailable }, hold) {
      assert.ok(ifAvailable);
      if (held.has(name)) return hold(null);
      held.set(name, true);
      try {
        return await hold({ name });
      } finally {
        held.delete(name);
      }
    },
  };
  const sessions = [];
  for (let n = 0; n < 5; n++) sessions.push(await world.open({ storage: null }));
  const last = sessions[4];
  assert.equal(world.server.streams.length, 4);
  world.server.increment(last.id, false);
  await world.clock.advance(2000);
  assert.equal(last.state.count, 1);
  sessions[0].close();
  await world.clock.advance(2000);
  assert.equal(world.server.streams.length, 4);
  assert.equal(world.server.requests.at(-1).path, `/sessions/${last.id}/events`);
  for (const session of sessions) session.close();
});

test("A page that was hidden while it waited for its turn opens no stream", async () => {
  const world = new World();
  const turns = [];
  world.locks = { request: (name, _, hold) => new Promise((go) => turns.push(go)).then(() => hold({ name })) };
  const session = await world.open();
  world.hide();
  await world.clock.advance(30_000);
  turns[0]();
  await settle();
  assert.deepEqual([world.server.streams.length, turns.length], [0, 1]);
  session.close();
});

test("Storage that the user has forbidden is no error", async () => {
  const world = new World();
  const forbidden = { getItem() { throw new Error("denied"); }, setItem() { throw new Error("full"); } };
  const session = await world.open({ storage: forbidden });
  assert.equal((await session.send("increment")).snapshot.version, 1);
  session.close();
});

test("The declarations have what the modules export", async () => {
  const folder = new URL("../../Sources/BackstackWeb/Assets/client/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".d.ts"));
  for (const name of names.map((name) => name.slice(0, -".d.ts".length))) {
    const text = await readFile(new URL(`${name}.d.ts`, folder), "utf8");
    const declared = [...text.matchAll(/^export (?:(?:class|function|const) (\w+)|\{ (.*) \})/gm)]
      .flatMap(([, name, names]) => name ?? names.split(", "));
    const module = await import(new URL(`${name}.js`, folder));
    assert.deepEqual(declared.sort(), Object.keys(module).sort());
  }
});

test("The app finds its server, at the root and below a path of a proxy", async () => {
  const file = new URL("../../Sources/BackstackWeb/Assets/app/ui.js", import.meta.url);
  const root = await mkdtemp(`${tmpdir()}/backstack-`);
  await writeFile(`${root}/package.json`, '{ "type": "module" }');
  for (const base of ["", "/shop", "/a/b"]) {
    for (const place of ["/app", "/app/assets/0a1b2c3d4e5f/app"]) {
      const folder = root + base + place;
      await mkdir(folder, { recursive: true });
      await cp(file, `${folder}/ui.js`);
      const { home } = await import(pathToFileURL(`${folder}/ui.js`));
      assert.equal(home, pathToFileURL(root + base).href);
    }
  }
  await rm(root, { recursive: true });
});

test("What every page imports is small when it is compressed", async () => {
  const folder = new URL("../../Sources/BackstackWeb/Assets/client/", import.meta.url);
  const names = ["requests.js", "conversation.js", "backstack.js", "levels.js"];
  const files = await Promise.all(names.map((name) => readFile(new URL(name, folder))));
  for (const text of files) {
    for (const [, name] of `${text}`.matchAll(/^import .*"(.*)"/gm)) assert.ok(names.includes(name.slice(2)), name);
  }
  const { length } = gzipSync(Buffer.concat(files), { level: 9 });
  assert.ok(length <= 13_600, `${length} bytes`);
});

test("Where the stream's bytes are kept back, it polls with wait", async () => {
  const world = new World();
  world.server.respond = ({ path }) =>
    path.endsWith("/events") ? new Promise(() => {})
      : path.includes("?wait=25") && !release ? new Promise((go) => (release = go)) : undefined;
  let release;
  const session = await world.open();
  const told = [];
  session.addEventListener("status", ({ detail }) => told.push(detail));
  await world.clock.advance(5000);
  // The first poll waits for nothing, and the page is told once that it can be reached.
  assert.deepEqual(told, [{ isConnected: true, isBuffered: true, since: 5000 }]);
  assert.equal(world.server.requests.at(-1).path, `/sessions/${session.id}`);
  await world.clock.advance(2000);
  world.server.increment(session.id, false);
  release();
  await settle();
  assert.equal(session.state.count, 1);
  session.close();
});

test("A reload keeps the session, and one amid the creation makes no second", async () => {
  const world = new World();
  const session = await world.open();
  session.close();
  const again = await world.open();
  assert.deepEqual([again.id, world.server.created, again.replaced], [session.id, 1, undefined]);
  again.close();

  const other = new World();
  other.server.respond = (request) => {
    other.server.answer(request);
    return new Promise(() => {});
  };
  other.open();
  await settle();
  other.server.respond = () => undefined;
  const opened = await other.open();
  assert.deepEqual([other.server.created, opened.id], [1, "session-1"]);
  opened.close();
});

test("A followed link opens its own session", async () => {
  const world = new World();
  const first = await world.open({ link: "/1" });
  const same = await world.open({ link: "/1" });
  const other = await world.open({ link: "/2" });
  assert.ok(first.id === same.id && first.id !== other.id);
  for (const session of [first, same, other]) session.close();
});

test("A link of a session is the same when a browser has encoded it", async () => {
  const world = new World();
  const session = await world.open({ link: "/cart" });
  world.server.write(`event: snapshot\nid: 3\ndata: ${JSON.stringify({ ...session.snapshot, version: 3, link: "/cart/grüner Tee" })}\n\n`);
  await settle();
  world.frame();
  session.close();
  const again = await world.open({ link: new URL("#/cart/grüner Tee", "http://server").hash.slice(1) });
  assert.deepEqual([again.id, world.server.created], [session.id, 1]);
  again.close();
});

test("A session that is given is opened and kept, whatever the tab's is", async () => {
  const world = new World();
  const { id } = world.server.create();
  const session = await world.open({ id });
  const again = await world.open();
  assert.deepEqual([session.id, again.id, world.server.created], [id, id, 1]);
  const other = await world.open({ id: world.server.create().id });
  assert.equal(other.id, "session-2");
  for (const opened of [session, again, other]) opened.close();
});

test("A link hands a session over, and its id leaves the page's URL", (context) => {
  const page = new URL("http://server/app/?a=b#/counters");
  const link = handOverLink({ id: "s-1" }, page);
  assert.equal(link, "http://server/app/?a=b#session=s-1");
  const shown = [];
  globalThis.history = { state: { x: 1 }, replaceState: (...all) => shown.push(all) };
  context.after(() => {
    delete globalThis.history;
    delete globalThis.location;
  });
  globalThis.location = new URL(link);
  assert.equal(handedOver(), "s-1");
  assert.deepEqual(shown, [[{ x: 1 }, "", "/app/?a=b"]]);
  globalThis.location = page;
  assert.deepEqual([handedOver(), shown.length], [undefined, 1]);
});

test("A session that has ended is replaced from its last link, and the app is told", async () => {
  const world = new World();
  const session = await world.open({ link: "/1" });
  const { id } = session;
  world.server.write(`event: snapshot\nid: 3\ndata: ${JSON.stringify({ ...session.snapshot, version: 3, link: "/1/2" })}\n\n`);
  await settle();
  world.frame();
  world.server.write('event: end\ndata: {"reason":"deleted"}\n\n');
  await settle();
  assert.deepEqual(details(session, "ended"), [{ id, reason: "deleted" }]);
  assert.deepEqual([session.replaced, session.ended, session.id], [{ id, reason: "deleted" }, undefined, "session-2"]);
  const creations = world.server.requests.filter(({ path }) => path === "/sessions");
  assert.deepEqual(creations.map(({ action }) => action.link), ["/1", "/1/2"]);
  assert.equal((await session.send("increment")).snapshot.state.count, 1);
  world.server.increment(session.id);
  await settle();
  assert.equal(session.state.count, 2);
  session.close();
});

test("A session stays ended if the app prevents another, or if another ended at once", async () => {
  const world = new World();
  const session = await world.open();
  session.addEventListener("ended", (event) => event.preventDefault());
  world.server.sessions.clear();
  await assert.rejects(session.send("increment"), { status: 404 });
  await settle();
  assert.deepEqual([session.ended, world.server.created], ["unknown", 1]);
  await assert.rejects(session.send("increment"), /has ended/);

  const busy = new World();
  const early = await busy.open();
  for (let n = 0; n < 3; n++) {
    busy.server.write('event: end\ndata: {"reason":"too-many-effects"}\n\n');
    await settle();
  }
  assert.deepEqual([early.ended, busy.server.created], ["too-many-effects", 2]);
});

test("What was on its way to an ended session does not end the one that replaces it", async () => {
  const world = new World();
  const session = await world.open();
  world.server.increment(session.id);
  await settle();
  world.frame();
  const answers = [];
  world.server.respond = ({ path }) =>
    path.endsWith("/actions") && !answers.length ? new Promise((go) => answers.push(go)) : undefined;
  const refused = assert.rejects(session.send("increment", { guard: () => true }), /ended/);
  await settle();
  const old = session.snapshot;
  world.server.write('event: end\ndata: {"reason":"deleted"}\n\n');
  await settle();
  await refused;
  answers[0](problem(412, "version-mismatch", { snapshot: { ...old, version: 9 } }));
  await settle();
  assert.deepEqual([session.id, session.ended, session.state.count], ["session-2", undefined, 0]);
  assert.equal(world.server.actions.length, 1);

  world.server.respond = ({ path }) =>
    path.endsWith("/actions") && answers.length < 2 ? new Promise((go) => answers.push(go)) : undefined;
  await world.clock.advance(60_000);
  const late = assert.rejects(session.send("increment"), /ended/);
  await settle();
  world.server.write('event: end\ndata: {"reason":"deleted"}\n\n');
  await settle();
  await late;
  assert.equal((await session.send("increment")).snapshot.state.count, 1);
  answers[1](problem(410, "ended-session"));
  await settle();
  assert.deepEqual([session.id, session.ended], ["session-3", undefined]);
  session.close();
});

test("A patch of an ended session is not shown in the one that replaces it", async () => {
  const world = new World();
  const session = await world.open();
  let respond;
  world.server.respond = ({ path }) => path.endsWith("/actions") ? new Promise((go) => (respond = go)) : undefined;
  const lost = assert.rejects(session.send("increment"), { status: 410 });
  await settle();
  world.server.patch(0, 1, 7); // waits for the response
  await settle();
  respond(problem(410, "ended-session"));
  await lost;
  await settle();
  world.frame();
  assert.deepEqual([session.id, session.state.count], ["session-2", 0]);
  await world.clock.advance(2000);
  world.server.increment(session.id);
  await settle();
  assert.equal(session.state.count, 1);
  session.close();
});

test("A session that stays ended is not read when the page is shown", async () => {
  const world = new World();
  const session = await world.open();
  session.addEventListener("ended", (event) => event.preventDefault());
  world.server.write('event: end\ndata: {"reason":"deleted"}\n\n');
  await settle();
  const { length } = world.server.requests;
  world.hide();
  await world.clock.advance(3600_000);
  world.hide(false);
  await world.clock.advance(3600_000);
  assert.equal(world.server.requests.length, length);
  session.close();
});

test("A stored session that is gone is replaced when it is opened", async () => {
  const world = new World();
  const first = await world.open();
  first.close();
  world.server.sessions.clear();
  const session = await world.open();
  assert.deepEqual(session.replaced, { id: "session-1", reason: "unknown" });
  assert.equal(session.id, "session-2");
  session.close();
});

test("A session with a key sends it; one without is refused and stays usable", async () => {
  const world = new World();
  world.server.respond = ({ headers }) => headers.Authorization === "Bearer k" ? undefined : problem(401, "unauthorized");
  await assert.rejects(world.open(), { status: 401 });
  const session = await world.open({ key: "k" });
  assert.equal(session.id, "session-1");
  session.close();
});

test("Issues are warnings with their place in the program", async (context) => {
  const world = new World();
  const session = await world.open();
  const warn = context.mock.method(console, "warn", () => {});
  world.server.respond = ({ path }) => path.endsWith("/actions")
    ? json({ ...session.snapshot, version: 1, issues: [{ message: "100%s", location: "A.swift:3" }] }) : undefined;
  await session.send("x");
  assert.deepEqual(warn.mock.calls[0].arguments, ["Backstack: %s (%s)", "100%s", "A.swift:3"]);
  session.close();
});

test("simulate delays requests, and loses half of its part before the server and half after", async (context) => {
  context.after(() => simulate());
  const world = new World();
  const wait = (milliseconds) => new Promise((done) => world.clock.setTimeout(done, milliseconds));
  let numbers = [];
  const random = () => numbers.shift() ?? 1;
  const session = await world.open({ fetch: simulated(world.server.fetch, { random, wait }) });
  simulate({ latency: 300 });
  const before = world.server.requests.length;
  const sent = session.send("increment");
  await world.clock.advance(299);
  assert.equal(world.server.requests.length, before);
  await world.clock.advance(1);
  assert.equal((await sent).snapshot.state.count, 1);

  simulate({ loss: 0.5 });
  // The request of the first attempt is lost, then the response of the second.
  numbers = [0.24, 0.25, 0.24, 0.25, 0.25];
  const lossy = session.send("increment");
  await world.clock.advance(2000);
  assert.equal((await lossy).snapshot.state.count, 2);
  assert.deepEqual([numbers, world.server.actions.length], [[], 3]);
  session.close();
});

test("simulate lasts for the time of the tab, also after a reload", async (context) => {
  const stored = new Map();
  globalThis.sessionStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value),
    removeItem: (name) => stored.delete(name),
  };
  context.after(() => (simulate(), delete globalThis.sessionStorage));
  const path = "../../Sources/BackstackWeb/Assets/client/simulate.js";
  simulate({ latency: 300 });
  const reloaded = await import(`${path}?reloaded`);
  assert.deepEqual(reloaded.simulatedFaults(), { latency: 300, loss: 0 });
  // As in the console, whose module is another than the page's.
  reloaded.simulate({ latency: 20 });
  const waits = [];
  const platform = { random: () => 1, wait: async (milliseconds) => waits.push(milliseconds) };
  assert.equal(await simulated(async () => "a response", platform)(), "a response");
  reloaded.simulate();
  await simulated(async () => "a response", platform)();
  assert.deepEqual([waits, stored.size], [[20], 0]);
  stored.set("backstack:simulate", "{not JSON");
  const spoiled = await import(`${path}?spoiled`);
  assert.deepEqual(spoiled.simulatedFaults(), { latency: 0, loss: 0 });
});

test("A pressed control is busy while its action takes longer than 80 ms", async () => {
  const world = new World();
  const session = await world.open();
  const attributes = new Map();
  const control = { setAttribute: (name, value) => attributes.set(name, value), removeAttribute: (name) => attributes.delete(name) };
  let release;
  world.server.respond = ({ path }) => path.endsWith("/actions") ? new Promise((go) => (release = go)) : undefined;
  const sent = session.send("increment", { control });
  await world.clock.advance(79);
  assert.equal(attributes.size, 0);
  await world.clock.advance(1);
  assert.equal(attributes.get("aria-busy"), "true");
  release();
  await sent;
  await settle();
  assert.equal(attributes.size, 0);
  session.close();
});

class Input extends EventTarget {
  value = "";
  type(text, isComposing = false) {
    this.value = text;
    this.dispatchEvent(new Event("input"));
  }
}

/** A session whose action is the text of its state. */
async function textWorld() {
  const world = new World();
  const session = await world.open();
  let version = 0;
  world.answer = (text) => json({ ...session.snapshot, version: ++version, state: { text } });
  world.server.respond = ({ path, action }) => path.endsWith("/actions") ? world.answer(action) : undefined;
  const input = new Input();
  const platform = world.clock.globals;
  const end = bindText(session, input, { value: ({ text }) => text, action: (text) => text, platform });
  return { world, session, input, end };
}

test("Typed text is sent after 150 ms or on blur, and is not overwritten before it is confirmed", async () => {
  const { world, session, input, end } = await textWorld();
  input.type("a");
  await world.clock.advance(149);
  assert.deepEqual(world.server.actions, []);
  await world.clock.advance(1);
  assert.deepEqual(world.server.actions, ["a"]);
  let release;
  world.server.respond = ({ path, action }) => path.endsWith("/actions")
    ? new Promise((go) => (release = () => go(world.answer(action.toUpperCase())))) : undefined;
  input.type("ab");
  input.dispatchEvent(new Event("blur"));
  await settle();
  world.server.write(`event: snapshot\nid: 9\ndata: ${JSON.stringify({ ...session.snapshot, version: 9, state: { text: "other" } })}\n\n`);
  await settle();
  world.frame();
  assert.equal(input.value, "ab");
  release();
  await settle();
  assert.equal(input.value, "other");
  end();
  input.type("late");
  await world.clock.advance(1000);
  assert.deepEqual(world.server.actions, ["a", "ab"]);
  session.close();
});

test("Composed text is sent at its end", async () => {
  const { world, session, input } = await textWorld();
  input.dispatchEvent(new Event("compositionstart"));
  input.type("に");
  await world.clock.advance(1000);
  assert.deepEqual(world.server.actions, []);
  input.value = "日";
  input.dispatchEvent(new Event("compositionend"));
  await world.clock.advance(150);
  assert.deepEqual(world.server.actions, ["日"]);
  session.close();
});

test("What was typed is sent before another action, once", async () => {
  const { world, session, input, end } = await textWorld();
  const type = world.answer;
  world.answer = (action) => type(/^a/.test(action) && action !== "again" ? action : session.state.text);
  input.type("a");
  const sent = session.send("done");
  input.type("ab");
  session.send("more");
  session.send("again");
  await sent;
  await settle();
  assert.deepEqual(world.server.actions, ["a", "done", "ab", "more", "again"]);
  await world.clock.advance(150);
  assert.equal(world.server.actions.length, 5);
  input.type("abc");
  end();
  session.send("last");
  await settle();
  assert.deepEqual(world.server.actions.slice(5), ["last"]);
  session.close();
});

test("A page that is left sends what was typed at once, by a request that outlives it", async () => {
  const { world, session, input } = await textWorld();
  input.type("a");
  assert.deepEqual(world.server.actions, []);
  world.hide();
  await settle();
  assert.equal(world.server.requests.at(-1).keepalive, true);
  assert.deepEqual(world.server.actions, ["a"]);
  world.hide(false);
  await session.send("b");
  assert.equal(world.server.requests.findLast(({ action }) => action === "b").keepalive, false);
  session.close();
});

test("Text that the server refuses stays, until another is accepted", async () => {
  const { world, session } = await textWorld();
  const input = new Input();
  const told = [];
  const end = bindText(session, input, {
    platform: world.clock.globals,
    value: ({ text }) => text,
    action: (text) => text,
    refused: (error) => told.push(error?.status),
  });
  const answer = world.answer;
  world.answer = () => json({ type: "/problems/invalid-value", title: "No" }, 422);
  input.type("too long");
  await world.clock.advance(150);
  await settle();
  world.frame();
  assert.deepEqual([input.value, told], ["too long", [422]]);
  world.answer = answer;
  input.type("short");
  input.dispatchEvent(new Event("change"));
  await settle();
  assert.deepEqual([input.value, told, session.state.text], ["short", [422, undefined], "short"]);
  end();
});

test("Text typed offline stays, and is sent on return", async () => {
  const { world, session, input } = await textWorld();
  const { respond } = world.server;
  await world.clock.advance(6000);
  world.server.respond = () => { throw new TypeError("no network"); };
  world.server.cut();
  input.type("offline");
  await world.clock.advance(600_000);
  world.server.respond = respond;
  await world.clock.advance(30_000);
  assert.deepEqual([input.value, session.state.text], ["offline", "offline"]);
  session.close();
});

test("A closed session sends what waits, takes nothing more, and leaves nothing behind", async () => {
  const world = new World();
  for (let n = 0; n < 100; n++) {
    const session = await world.open({ storage: null });
    const answers = [];
    world.server.respond = ({ path }) => path.endsWith("/actions") ? new Promise((go) => answers.push(go)) : undefined;
    const sent = [session.send("a"), session.send("b")];
    await settle();
    session.close();
    await settle();
    assert.equal(world.server.streams.length, 0);
    await assert.rejects(session.send("c"), /closed/);
    for (const end of [0, 1]) {
      answers[end]();
      await settle();
    }
    assert.equal((await Promise.all(sent)).length, 2);
    assert.deepEqual(world.server.actions.splice(-2), ["a", "b"]);
    world.server.respond = () => undefined;
    world.frame();
  }
  await settle();
  assert.deepEqual([world.clock.timers.size, world.listeners.size, world.server.streams.length], [0, 0, 0]);
});

test("A session with a view follows the screens in place of the states", async () => {
  const world = new World();
  const screen = ({ state, ...snapshot }) => ({
    ...snapshot, screen: { levels: [{ id: "root", count: state.count }] },
  });
  const isScreen = ({ headers }) => headers.Accept.startsWith("application/vnd.backstack.screen+json");
  world.server.respond = async (request) => {
    const { path, method } = request;
    if (path.endsWith("/screen")) {
      const response = world.server.answer({ ...request, path: path.slice(0, -"/screen".length) });
      return response.status === 200 ? json(screen(await response.json())) : response;
    }
    const response = isScreen(request) && method === "POST" && !path.endsWith("/tickets") && world.server.answer(request);
    return response && response.ok ? json(screen(await response.json())) : response || undefined;
  };
  const session = await world.open({ view: "screen" });
  const count = () => session.state.levels[0].count;
  const paths = () => world.server.requests.splice(0).map(({ path }) => path);
  assert.deepEqual(paths(), ["/sessions", "/sessions/session-1/events?view=screen"]);
  assert.equal(session.state, session.snapshot.screen);
  await session.send("add");
  assert.equal(count(), 1);
  // What another client has done meanwhile: the guard is asked with the screen that it meets.
  world.server.increment(session.id, false);
  await session.send("add", { guard: ({ levels }) => levels[0].count < 3 });
  assert.equal(count(), 3);
  assert.ok(paths().includes("/sessions/session-1/screen"));
  session.close();
  const again = await world.open({ view: "screen" });
  assert.deepEqual(paths()[0], "/sessions/session-1/screen");
  assert.equal(again.state.levels[0].count, 3);
});

test("An action with a key is sent with that key", async () => {
  const world = new World();
  const session = await world.open();
  await session.send("add", { key: "appear-root" });
  await session.send("add", { key: "appear-root" });
  const keys = world.server.requests.filter(({ action }) => action === "add").map(({ headers }) => headers["Idempotency-Key"]);
  assert.deepEqual(keys, ['"appear-root"', '"appear-root"']);
  assert.equal(session.state.count, 1);
});
