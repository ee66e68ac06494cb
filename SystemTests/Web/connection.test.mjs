// What a session does about slow, busy and absent servers, and about browsers of some years ago.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { eventParser } from "../../Sources/BackstackWeb/Assets/client/backstack.js";
import { World, details, json, problem, settle } from "./fakes.mjs";

test("However long the server asks to wait, a clock can wait for it; a date is a time, too", async () => {
  for (const [field, wait] of [["2592000", 3600e3], ["Fri, 20 Nov 2026 12:00:30 GMT", 30e3], ["soon", 375]]) {
    const world = new World();
    const session = await world.open();
    let isRefused = false;
    world.server.respond = ({ path }) => {
      if (!path.endsWith("/actions") || isRefused) return undefined;
      isRefused = true;
      return json({}, 503, { "Retry-After": field, Date: "Fri, 20 Nov 2026 12:00:00 GMT" });
    };
    session.send("increment");
    world.hide(); // so that no silence of the stream wakes it
    const due = () => [...world.clock.timers].map(({ due }) => due);
    await settle();
    assert.ok(due().includes(wait), `${field}: ${due()}`);
    assert.ok(due().every((time) => time < 2 ** 31));
    session.close();
  }
});

test("A server that was gone for 15 s is noticed within 4 s, and after quick restarts, too", async () => {
  for (const gone of [[15_000], [3000, 1000, 1000, 1000, 1000]]) {
    const world = new World();
    const session = await world.open();
    await world.clock.advance(6000);
    for (const time of gone) {
      world.server.respond = () => { throw new TypeError("no server"); };
      world.server.cut();
      await world.clock.advance(time);
      world.server.respond = () => undefined;
      if (time !== gone.at(-1)) await world.clock.advance(1000);
    }
    world.server.cut();
    world.server.increment(session.id, false);
    await world.clock.advance(4000);
    assert.deepEqual([session.state.count, world.server.streams.length], [1, 1]);
    session.close();
  }
});

test("A proxy whose server was gone for a minute is asked again within 4 s", async () => {
  for (const status of [502, 503, 504]) {
    const world = new World();
    const session = await world.open();
    await world.clock.advance(6000);
    world.server.respond = () => problem(status, "proxy");
    world.server.cut();
    await world.clock.advance(60_000);
    world.server.respond = () => undefined;
    await world.clock.advance(4000);
    assert.equal(world.server.streams.length, 1, `${status}`);
    session.close();
  }
});

test("An action that succeeds wakes the stream", async () => {
  const world = new World();
  const session = await world.open();
  await world.clock.advance(6000);
  world.server.respond = ({ path }) => path.endsWith("/events") ? problem(500, "internal") : undefined;
  world.server.cut();
  await world.clock.advance(20_000);
  world.server.respond = () => undefined;
  await session.send("increment");
  await settle();
  assert.equal(world.server.streams.length, 1);
  session.close();
});

test("A session needs no more of a network than a transport", async () => {
  const world = new World();
  const calls = [];
  let tell;
  const session = await world.open({
    fetch: undefined,
    async transport({ path, body, isStream }, { receive, signal }) {
      calls.push(path);
      if (isStream) {
        tell = receive;
        return new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
      }
      const count = path.endsWith("/actions") ? JSON.parse(body) : 0;
      return { status: 200, text: JSON.stringify({ id: "s", feature: "counter", version: count, state: { count } }) };
    },
  });
  await session.send(3);
  assert.deepEqual([session.state.count, calls], [3, ["/sessions", "/sessions/s/events", "/sessions/s/actions"]]);
  tell('event: snapshot\nid: 4\ndata: {"id":"s","feature":"counter","version":4,"state":{"count":9}}\n\n');
  await settle();
  assert.equal(session.state.count, 9);
  session.close();
});

test("A browser that is offline is told of at once", async () => {
  const world = new World();
  const session = await world.open();
  world.server.respond = () => { throw new TypeError("no network"); };
  world.tell("offline");
  await settle();
  assert.deepEqual(details(session, "status").map(({ isConnected }) => isConnected), [false]);
  world.server.respond = () => undefined;
  world.tell("online");
  await settle();
  assert.deepEqual(details(session, "status").map(({ isConnected }) => isConnected), [false, true]);
  session.close();
});

test("What can't be sent ends the stream, and not the session: it is read until it can be, and the app is told why", async () => {
  for (const reason of ["screen-not-available", "state-not-encodable"]) {
    const world = new World();
    const session = await world.open();
    await world.clock.advance(6000);
    const { id } = session;
    const streams = () => world.server.count("GET", "/events");
    const refusal = () => problem(500, reason, { detail: "It is too large." });
    world.server.respond = ({ path }) => path.endsWith(id) ? refusal() : undefined;
    world.server.write(`event: end\ndata: {"reason":"${reason}"}\n\n`);
    world.server.cut();
    await world.clock.advance(20_000);
    assert.deepEqual([session.id, session.ended, details(session, "ended"), streams()], [id, undefined, [], 1]);
    assert.deepEqual(details(session, "status").map(({ isConnected, error }) => [isConnected, error?.message]), [[false, "It is too large."]]);
    // Another client's action mends it.
    world.server.respond = () => undefined;
    world.server.increment(id, false);
    await world.clock.advance(30_000);
    assert.deepEqual([session.state.count, streams(), details(session, "status").at(-1).isConnected], [1, 2, true]);
    session.close();
  }
});

test("The app is told why an action waits, and once it no longer does", async () => {
  const world = new World();
  const session = await world.open();
  world.server.respond = ({ path }) => path.endsWith("/actions") ? problem(503, "storage-unavailable") : undefined;
  const sent = session.send("increment");
  await settle();
  const told = () => details(session, "status").map(({ isConnected, error }) => [isConnected, error?.problem.type]);
  assert.deepEqual(told(), [[true, "/problems/storage-unavailable"]]);
  world.server.respond = () => undefined;
  await world.clock.advance(1000);
  await sent;
  assert.deepEqual(told().at(-1), [true, undefined]);
  session.close();
});

test("Each character of a stream is read a few times, however small its parts are", (context) => {
  let read = 0;
  const { split } = String.prototype;
  context.mock.method(String.prototype, "split", function (...all) {
    read += this.length;
    return split.apply(this, all);
  });
  const events = [];
  const parse = eventParser((event) => events.push(event));
  const data = "x".repeat(1_000_000);
  const text = `event: snapshot\ndata: ${data}\n\n`;
  for (let at = 0; at < text.length; at += 1400) parse(text.slice(at, at + 1400));
  assert.equal(events[0].data, data);
  assert.ok(read < 2 * text.length, `${read} of ${text.length}`);
});

test("The modules need nothing that browsers of 2022 lack", async () => {
  const assets = new URL("../../Sources/BackstackWeb/Assets/", import.meta.url);
  const folders = ["client", "app", "stage"];
  const files = await Promise.all(folders.map(async (folder) => (await readdir(new URL(folder, assets))).map((name) => `${folder}/${name}`)));
  for (const name of files.flat().filter((name) => name.endsWith(".js"))) {
    const text = await readFile(new URL(name, assets), "utf8");
    // A module that asks whether there are popovers may use them.
    if (!text.includes('"popover" in')) assert.doesNotMatch(text, /Popover\(/, name);
    const recent = /:modal|AbortSignal\.|TextDecoderStream|withResolvers|\.to(Sorted|Reversed|Spliced)\(|groupBy|fromAsync|new Set\(.*\)\.(union|difference)/;
    assert.doesNotMatch(text, recent, name);
  }
});
