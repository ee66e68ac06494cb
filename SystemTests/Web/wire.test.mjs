// The browser runtime does what Clients/wire-cases.json asks of every client.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Session, eventParser } from "../../Sources/BackstackWeb/Assets/client/backstack.js";
import { PatchError, applyPatch } from "../../Sources/BackstackWeb/Assets/client/patch.js";
import { actionOf } from "../../Sources/BackstackWeb/Assets/client/nodes.js";
import { merge } from "../../Sources/BackstackWeb/Assets/client/text.js";
import { World, settle } from "./fakes.mjs";

const file = new URL("../../Clients/wire-cases.json", import.meta.url);
const { screens, patches, merges, events, opening, sessions, socketOpening, sockets } = JSON.parse(await readFile(file));

test("Patches have their results, or do not fit", () => {
  for (const { document, patch, result, misfit } of patches) {
    if (misfit) assert.throws(() => applyPatch(document, patch), PatchError, JSON.stringify(patch));
    else assert.deepEqual(applyPatch(document, patch), result);
  }
});

test("Controls of screens have their actions", () => {
  for (const { level, node, member = "send", value, fields, action } of screens) {
    const before = JSON.stringify(node);
    const filled = fields ? [(name) => fields[name], "$field"] : [value];
    const found = actionOf(level, { ...node, send: node[member] }, ...filled);
    assert.equal(JSON.stringify(found), JSON.stringify(action));
    assert.equal(JSON.stringify(node), before);
  }
});

test("Two people's changes of a text are merged", () => {
  for (const { base, mine, theirs, both } of merges) assert.equal(merge(base, mine, theirs), both);
});

test("Events are the same in whatever parts they come", () => {
  for (const { text, events: expected } of events) {
    for (let end = 0; end <= text.length; end++) {
      const found = [];
      const parse = eventParser((event) => found.push(event));
      for (const part of [text.slice(0, end), text.slice(end)]) parse(part);
      assert.deepEqual(found, expected);
    }
  }
});

/** Requests that a script responds to. */
class Network {
  unexpected = [];
  sockets = []; // that the script does not know yet

  fetch = (url, { method = "GET", headers, body, signal }) =>
    new Promise((respond, fail) => {
      const call = { method, path: url.replace("http://server", ""), headers, body, respond, fail };
      signal.addEventListener("abort", () => {
        call.isCancelled = true;
        const error = new DOMException("aborted", "AbortError");
        fail(error);
        call.stream?.error(error);
      });
      this.unexpected.push(call);
    });
}

/** Returns the class of sockets that a script opens and serves. */
const socketsOf = (network) => class {
  constructor(url, protocol) {
    Object.assign(this, { url, protocol, sent: [] });
    network.sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.isClosed = true;
  }
};

class Script {
  world = new World();
  network = new Network();
  settled = {};

  async run(steps) {
    for (const step of steps) {
      await this.take(step);
      await settle();
      this.world.frame();
      await settle();
    }
  }

  open(options) {
    const { storage, platform } = this.world;
    const { fetch } = this.network;
    // A page with a fetch of its own has no sockets.
    const carrier = this.hasSockets ? { platform: { ...platform, fetch, WebSocket: socketsOf(this.network) } } : { fetch, platform };
    const all = { server: "http://server", feature: "counter", storage, ...carrier };
    const opened = Session.open({ ...all, ...options });
    opened.then((session) => {
      this.session = session;
      session.addEventListener("status", ({ detail }) => (this.isOnline = detail.isConnected));
      // By default, another session would replace the one that has ended.
      session.addEventListener("ended", (event) => event.preventDefault());
    }, (error) => (this.error = error));
  }

  async take(step) {
    const [name] = Object.keys(step);
    const value = step[name];
    const { request, stream, session } = this;
    const is = (actual, expected) => assert.deepEqual(actual, expected, JSON.stringify(step));
    switch (name) {
    case "open": return this.open(value);
    case "resume": return this.open({ id: value });
    case "opened": return assert.ok(session);
    case "send": return this.send(step);
    case "request": return this.expect(value, is);
    case "respond": {
      const { status, fields, content, text } = value;
      const body = text ?? (content === undefined ? null : JSON.stringify(content));
      return request.respond(new Response(body, { status, headers: fields }));
    }
    case "lose": return request.fail(new TypeError(value));
    case "stream":
      if (!stream.stream) {
        const body = new ReadableStream({ start: (controller) => void (stream.stream = controller) });
        stream.respond(new Response(body));
      }
      return stream.stream.enqueue(new TextEncoder().encode(value));
    case "cut": {
      const error = new TypeError(value);
      stream.fail(error);
      return stream.stream?.error(error);
    }
    case "socket":
      this.socket = this.network.sockets.shift();
      return is([`${this.socket?.url}`, this.socket?.protocol], [`ws://server${value}`, "backstack.v1"]);
    case "message": return this.socket.onmessage({ data: JSON.stringify(value) });
    case "sent": {
      const { id, ...message } = this.socket.sent.shift() ?? {};
      this.last = id;
      return is(message, value);
    }
    case "answer": return this.socket.onmessage({ data: JSON.stringify({ id: this.last, ...value }) });
    case "broken":
      is(Boolean(this.socket.isClosed), value === "client");
      return this.socket.onclose({});
    case "cancelled": return assert.ok(stream.isCancelled);
    case "advance": return this.world.clock.advance(value * 1000);
    case "hide": case "show": return this.world.hide(name === "hide");
    case "shown": return is({ version: session.snapshot.version, state: session.state }, value);
    case "link": return is(session.snapshot.link, value);
    case "status": return is(this.isOnline ?? true, value === "online");
    case "gone": return is(session.ended, value);
    case "settled": is(this.settled, value); this.settled = {}; return;
    case "quiet": return this.expectQuiet();
    default: throw new Error(`no such step: ${name}`);
    }
  }

  expect({ method, path, fields = {}, content }, is) {
    const call = this.network.unexpected.shift();
    assert.ok(call, `no request: ${method} ${path}`);
    is([call.method, call.path], [method, path]);
    for (const [name, value] of Object.entries(fields)) is(call.headers[name] ?? null, value);
    if (content !== undefined) is(JSON.parse(call.body), content);
    this.request = call;
    if (path.endsWith("/events")) this.stream = call;
  }

  expectQuiet() {
    assert.deepEqual(this.network.unexpected.map(({ method, path }) => `${method} ${path}`), []);
    assert.deepEqual([this.network.sockets.length, this.socket?.sent ?? []], [0, []]);
  }

  send({ send, as, field, wanted }) {
    const part = (state) => wanted.pointer.slice(1).split("/").reduce((value, key) => value[key], state);
    const guard = wanted && ((state) => part(state) < wanted.below);
    this.session.send(send, { field, guard }).then(
      ({ stale, skipped }) => (this.settled[as] = stale ? "stale" : skipped ? "skipped" : "sent"),
      ({ message, problem }) => {
        const kind = problem?.type?.split("/").at(-1);
        const gone = this.session.ended;
        this.settled[as] = gone ? { gone } : { refused: kind ?? message };
      });
  }
}

const all = [
  ...sessions.map(({ opening: isOpened = true, ...one }) => ({ ...one, first: isOpened ? opening : [] })),
  ...sockets.map((one) => ({ ...one, first: socketOpening, hasSockets: true })),
];
for (const { name, first, hasSockets, steps } of all) {
  test(name, async () => {
    const script = new Script();
    script.hasSockets = hasSockets;
    await script.run(first);
    await script.run(steps);
    script.expectQuiet();
    script.session?.close();
  });
}
