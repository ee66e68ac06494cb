// Runs the script of the page over a socket in docs/thin-client.md, with a document and a server that have
// only what the page uses.
//
// usage: node socket.mjs SCRIPT
import assert from "node:assert/strict";

const script = process.argv[2].replace(/^import .*$/m, "");
const elements = {};
const document = { getElementById: (id) => (elements[id] ??= { replaceChildren() {} }) };
const fetch = async () => ({ json: async () => ({ id: "a", version: 0, state: { path: [] } }) });
const timers = [];

class WebSocket {
  static OPEN = 1;
  static current = null;
  readyState = 0;
  sent = [];

  constructor() { WebSocket.current = this; }
  send(message) { this.sent.push(JSON.parse(message).id); }

  open() {
    this.readyState = WebSocket.OPEN;
    this.onopen();
  }
  answer(id) { this.onmessage({ data: JSON.stringify({ id, version: 1 }) }); }
  lose() {
    this.readyState = 3;
    this.onclose({ code: 1006 });
    timers.pop()();
  }
}

const ids = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const AsyncFunction = (async () => {}).constructor;
await new AsyncFunction(
  "document", "location", "fetch", "WebSocket", "setTimeout", "clearTimeout", script
)(document, "http://localhost/", fetch, WebSocket, (action) => timers.push(action), () => {});

const add = (count) => { for (let tap = 0; tap < count; tap += 1) elements.add.onclick(); };
const first = WebSocket.current;
add(38);
assert.deepEqual(first.sent, []);
first.open();
assert.deepEqual(first.sent, ids(1, 32));
add(2);
assert.deepEqual(first.sent, ids(1, 32));
first.answer(1);
first.answer(2);
first.answer(undefined);
assert.deepEqual(first.sent, ids(1, 34));

first.lose();
const second = WebSocket.current;
second.open();
assert.deepEqual(second.sent, ids(3, 34));
for (const id of ids(3, 40)) second.answer(id);
assert.deepEqual(second.sent, ids(3, 40));
add(1);
assert.deepEqual(second.sent, ids(3, 41));
console.log("The page works.");
