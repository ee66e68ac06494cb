// Runs the script of the page in docs/thin-client.md against a server, in a document that has only what
// the page uses.
//
// usage: node run.mjs SCRIPT-FILE PORT
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

const [file, port] = process.argv.slice(2);
const server = `http://127.0.0.1:${port}`;
const script = readFileSync(file, "utf8").replace("http://127.0.0.1:8080", server);

// Everything that the page changes wakes those that wait for a condition.
let waiting = [];
function changed() {
  const woken = waiting;
  waiting = [];
  for (const wake of woken) wake();
}
async function until(condition) {
  while (!condition()) await new Promise((resolve) => waiting.push(resolve));
}

class Element {
  children = [];
  get textContent() {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }
  set textContent(text) {
    this.children = [String(text)];
    changed();
  }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) {
    this.children = children;
    changed();
  }
}

// The event stream as browsers read it, but it never connects again by itself.
class EventSource extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;
  static current = null;
  readyState = EventSource.CONNECTING;
  #aborter = new AbortController();

  constructor(url) {
    super();
    EventSource.current = this;
    this.#read(url);
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.#aborter.abort();
  }

  /// Fails as a connection does that breaks.
  break(readyState) {
    this.#aborter.abort();
    this.readyState = readyState;
    this.onerror?.();
  }

  async #read(url) {
    try {
      const response = await fetch(url, { signal: this.#aborter.signal });
      assert.equal(response.headers.get("content-type"), "text/event-stream");
      this.readyState = EventSource.OPEN;
      this.onopen?.();
      let text = "";
      for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
        text += bytes;
        const blocks = text.split("\n\n");
        text = blocks.pop();
        for (const block of blocks) {
          const fields = Object.fromEntries(
            block.split("\n").filter((line) => !line.startsWith(":"))
              .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
          if (!fields.event) continue;
          this.dispatchEvent(Object.assign(new Event(fields.event), { data: fields.data }));
        }
      }
    } catch (error) {
      if (!this.#aborter.signal.aborted) throw error;
    }
  }
}

const elements = {};
const document = {
  getElementById: (id) => (elements[id] ??= new Element()),
  createElement: () => new Element(),
};
const location = { hash: "" };
let timers = [];
function setTimeout(action) {
  timers.push(action);
  changed();
  return timers.length;
}
function clearTimeout() {}
const load = (navigator) => new Function(
  "document", "location", "navigator", "EventSource", "setTimeout", "clearTimeout", script
)(document, location, navigator, EventSource, setTimeout, clearTimeout);
load({});

const stack = () => elements.stack?.children.map((item) => item.children[0].trim()) ?? [];
const tap = (id) => elements[id].onclick();
const shows = (...counters) => until(() => JSON.stringify(stack()) === JSON.stringify(counters));
const tells = (text) => until(() => elements.status?.textContent.includes(text));
async function other(path, content) {
  const response = await fetch(server + path, content === undefined ? { method: "DELETE" } : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content),
  });
  assert.ok(response.ok);
}

// The page pushes, increments and pops.
await until(() => EventSource.current);
tap("add");
await shows("Counter 0: 0");
elements.stack.children[0].children[1].onclick();
await shows("Counter 0: 1");
tap("add");
await shows("Counter 0: 1", "Counter 1: 0");
tap("back");
await shows("Counter 0: 1");

// Another client's push arrives by the stream.
const first = `/sessions/${location.hash}`;
await other(`${first}/actions`, { path: { push: { state: { counter: { count: 4 } } } } });
await shows("Counter 0: 1", "Counter 2: 4");

// A stream that is lost altogether is followed again.
const lost = EventSource.current;
lost.break(EventSource.CLOSED);
await tells("The connection was lost");
await until(() => timers.length === 1);
timers.shift()();
await until(() => EventSource.current !== lost);
await other(`${first}/actions`, { path: { popFrom: { id: 2 } } });
await shows("Counter 0: 1");

// The session ends, and the page offers another.
await other(first);
await tells("A client ended the session.");
await shows();
assert.equal(location.hash, "");
tap("new");
await until(() => location.hash !== "");
tap("add");
await shows("Counter 0: 0");

// A bookmark of a session that the server does not know is told, too.
EventSource.current.close();
location.hash = "#" + "0".repeat(32);
load({});
await tells("There is no session with this id.");
await shows();
assert.equal(location.hash, "");

// A tab beyond those that have streams polls.
const last = EventSource.current;
timers = [];
load({ locks: { request: async (name, options, hold) => hold(null) } });
await until(() => location.hash !== "" && timers.length === 1);
await other(`/sessions/${location.hash}/actions`, { path: { push: { state: { counter: { count: 4 } } } } });
timers.shift()();
await shows("Counter 0: 4");
assert.equal(EventSource.current, last);
console.log("The page works.");
process.exit(0);
