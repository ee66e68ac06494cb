// How calls go over a socket, and which go by requests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { overSocket } from "../../Sources/BackstackWeb/Assets/client/socket.js";
import { World, json, settle } from "./fakes.mjs";

/** A transport with what it has asked for and opened; `answers` has the responses by path. */
function carrier({ answers = {}, server = "https://host", key, location } = {}) {
  const requests = [];
  const sockets = [];
  class WebSocket {
    sent = [];

    constructor(url) {
      this.url = `${url}`;
      sockets.push(this);
    }

    send(text) {
      this.sent.push(text);
    }

    close() {
      this.isClosed = true;
    }
  }
  const all = { "/": { socket: "/sessions/{id}/socket" }, ...answers };
  const request = async (call) => {
    requests.push(call.path);
    const content = all[call.path];
    return { status: content?.status ?? 200, text: JSON.stringify(content ?? {}) };
  };
  const transport = overSocket(request, { platform: { WebSocket, location }, server, key });
  let number = 0;
  const options = () => ({ number: ++number, signal: new AbortController().signal, keepalive: false });
  const received = [];
  const stream = (path = "/sessions/s/events", headers = {}) =>
    transport({ path, headers, isStream: true, isSocket: true }, { ...options(), receive: (text) => received.push(text) });
  const act = (body, headers = {}, more = {}) => transport({ path: "/sessions/s/actions", headers, body }, { ...options(), ...more });
  return { act, received, requests, sockets, stream };
}

test("The socket has the version and the view in its URL, on the page's server, or below its path", async () => {
  for (const [server, href, expected] of [
    ["https://host", undefined, "wss://host"], ["http://host:8080/shop", undefined, "ws://host:8080/shop"],
    ["/shop", "https://host/app/", "wss://host/shop"], ["", "http://host/app/", "ws://host"],
  ]) {
    const { sockets, stream } = carrier({ server, location: href && { href } });
    stream("/sessions/s/events?view=screen", { "Last-Event-ID": "7" });
    await settle();
    assert.deepEqual(sockets.map(({ url }) => url), [`${expected}/sessions/s/socket?view=screen&version=7`]);
  }
});

test("With a key, each socket has a ticket; a refusal of one is the response", async () => {
  const path = "/sessions/s/events/tickets";
  const one = carrier({ key: "k", answers: { [path]: { ticket: "t1" } } });
  one.stream("/sessions/s/events?view=screen");
  await settle();
  assert.deepEqual(one.requests, ["/", path]);
  assert.equal(one.sockets[0].url, "wss://host/sessions/s/socket?view=screen&ticket=t1");
  const other = carrier({ key: "k", answers: { [path]: { status: 401 } } });
  assert.equal((await other.stream()).status, 401);
  assert.equal(other.sockets.length, 0);
});

test("Actions go over a socket that has sent something; what is long, or outlives the page, is a request", async () => {
  const { act, received, requests, sockets, stream } = carrier();
  await act('"early"');
  stream();
  await settle();
  await act('"early"');
  const [socket] = sockets;
  socket.onmessage({ data: "{}" });
  assert.deepEqual(received, ["data: {}\n\n"]);
  act('{"n":12345678901234567890}', { "Idempotency-Key": '"k"', "If-Match": '"3"' });
  act("[]");
  assert.deepEqual(socket.sent, ['{"id":4,"send":{"n":12345678901234567890},"key":"k","if":3}', '{"id":5,"send":[]}']);
  await act(JSON.stringify("x".repeat(70_000)));
  await act('"last"', {}, { keepalive: true });
  assert.deepEqual(requests, ["/sessions/s/actions", "/", ...Array(3).fill("/sessions/s/actions")]);
  assert.equal(socket.sent.length, 2);
});

test("What has no answer at the end of its socket is a request, unless it is not waited for", async () => {
  const { act, requests, sockets, stream } = carrier();
  const following = stream();
  await settle();
  sockets[0].onmessage({ data: "{}" });
  const answered = new AbortController();
  const [, second] = [act('"answered"', {}, { signal: answered.signal }), act('"lost"')];
  answered.abort();
  sockets[0].onclose();
  assert.deepEqual([await following, (await second).status], [{}, 200]);
  assert.deepEqual(requests, ["/", "/sessions/s/actions"]);
  await act('"later"');
  assert.equal(requests.length, 3);
});

test("A server whose index can't be read has events, and keeps its sessions", async () => {
  const { requests, sockets, stream } = carrier({ answers: { "/": { status: 404 } } });
  assert.deepEqual([await stream(), await stream()], [{}, {}]);
  assert.deepEqual([requests, sockets], [["/"], []]);
});

test("An answer over a socket does not say when the session expires", async () => {
  const world = new World();
  world.clock.time = 86_400e3; // a day ahead of the server
  const sockets = [];
  const WebSocket = class {
    sent = [];
    constructor() {
      sockets.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {}
  };
  const snapshot = { id: "s", feature: "counter", version: 0, state: { count: 0 }, effects: 0, expiresAt: "1970-01-01T01:00:00Z" };
  world.server.respond = ({ method, path }) => (method === "POST" && path === "/sessions"
    ? json(snapshot, 201, { Date: new Date(1000).toUTCString() }) : undefined);
  const fetch = async (url, init) => (url.endsWith("server/") ? new Response('{"socket":""}') : world.server.fetch(url, init));
  const session = await world.open({ fetch: undefined, platform: { ...world.platform, fetch, WebSocket } });
  await settle();
  const [socket] = sockets;
  const tell = (message) => socket.onmessage({ data: JSON.stringify(message) });
  tell({});
  await settle();
  const sent = session.send("increment");
  await settle();
  tell({ base: 0, version: 1, patch: [{ op: "replace", path: "/state/count", value: 1 }], effects: 0 });
  tell({ id: socket.sent[0].id, version: 1, effects: 0 });
  await sent;
  assert.equal(session.state.count, 1);
  const asked = world.server.requests.length;
  await world.clock.advance(4000);
  assert.equal(world.server.requests.length, asked);
  session.close();
});

test("A socket takes no turn of the tabs' streams", async () => {
  const world = new World();
  const taken = [];
  world.locks = { request: (name, _, run) => (taken.push(name), run({})) };
  const sockets = [];
  const WebSocket = class {
    constructor() {
      sockets.push(this);
    }
  };
  const fetch = async (url, init) => (url.endsWith("server/") ? new Response('{"socket":""}') : world.server.fetch(url, init));
  const session = await world.open({ fetch: undefined, platform: { ...world.platform, fetch, WebSocket } });
  await settle();
  assert.deepEqual([sockets.length, taken], [1, []]);
  sockets[0].onclose();
  await settle();
  assert.deepEqual([sockets.length, taken], [1, ["backstack:http://server:0"]]);
  session.close();
});
