// A clock, a storage, a page and a server for the tests of the browser runtime: nothing sleeps, and
// nothing is random.
import { Session } from "../../Sources/BackstackWeb/Assets/client/backstack.js";
// What a session imports at its first patch, or for its socket: then it waits for no file.
import "../../Sources/BackstackWeb/Assets/client/patch.js?0";
import "../../Sources/BackstackWeb/Assets/client/socket.js";

/** Lets everything run that waits for nothing but promises. */
export async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export class Clock {
  time = 0;
  timers = new Set();

  setTimeout = (run, milliseconds) => {
    const timer = { due: this.time + milliseconds, run };
    this.timers.add(timer);
    return timer;
  };
  clearTimeout = (timer) => void this.timers.delete(timer);

  /** What a page has of the time. */
  get globals() {
    const { setTimeout, clearTimeout } = this;
    return { setTimeout, clearTimeout, Date: { now: () => this.time, parse: Date.parse } };
  }

  /** Runs what is due in the next milliseconds, in order. */
  async advance(milliseconds) {
    const end = this.time + milliseconds;
    await settle();
    for (;;) {
      const [next] = [...this.timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.timers.delete(next);
      this.time = next.due;
      next.run();
      await settle();
    }
    this.time = end;
  }
}

export class Storage {
  items = new Map();
  getItem = (name) => this.items.get(name) ?? null;
  setItem = (name, value) => void this.items.set(name, value);
}

export const json = (value, status = 200, headers = {}) =>
  new Response(JSON.stringify(value), { status, headers });
export const problem = (status, type, more = {}) =>
  json({ type: `/problems/${type}`, title: type, status, ...more }, status);

/** A server with one counter for each session, which `respond` can replace for a test. */
export class Server {
  requests = [];
  sessions = new Map();
  streams = [];
  created = 0;
  answers = new Map();

  constructor(clock) {
    this.clock = clock;
  }

  /** Replaced by tests: what it returns is the response, `undefined` leaves it to the server. */
  respond = () => undefined;

  fetch = async (url, init) => {
    const path = url.replace("http://server", "");
    const request = { method: "GET", ...init, path, action: init.body && JSON.parse(init.body) };
    this.requests.push(request);
    if (init.signal.aborted) throw new DOMException("aborted", "AbortError");
    const response = await Promise.race([
      (async () => (await this.respond(request)) ?? this.answer(request))(),
      new Promise((_, fail) =>
        init.signal.addEventListener("abort", () => fail(new DOMException("aborted", "AbortError")))),
    ]);
    return response;
  };

  create() {
    const id = `session-${++this.created}`;
    const snapshot = { id, feature: "counter", version: 0, state: { count: 0 }, effects: 0 };
    this.sessions.set(id, { ...snapshot, expiresAt: new Date(this.clock.time + 3600e3).toISOString() });
    return this.sessions.get(id);
  }

  /** Adds one to the count of a session; `isTold` says whether its streams get the patch. */
  increment(id, isTold = true) {
    const before = this.sessions.get(id);
    const state = { ...before.state, count: before.state.count + 1 };
    const after = { ...before, version: before.version + 1, state };
    this.sessions.set(id, after);
    if (isTold) this.patch(before.version, after.version, state.count);
    return after;
  }

  patch(base, version, count) {
    const data = JSON.stringify([{ op: "replace", path: "/state/count", value: count }]);
    this.write(`event: patch\nid: ${version}\nbase: ${base}\ndata: ${data}\n\n`);
  }

  write(text) {
    for (const stream of this.streams) stream.enqueue(new TextEncoder().encode(text));
  }

  cut() {
    for (const stream of this.streams.splice(0)) stream.error(new TypeError("cut"));
  }

  answer({ method, path, headers, action, signal }) {
    const key = headers["Idempotency-Key"];
    if (key && this.answers.has(key)) return json(this.answers.get(key));
    const keep = (value) => (this.answers.set(key, value), json(value));
    if (method === "POST" && path === "/sessions") return keep(this.create());
    const [, id, rest] = /^\/sessions\/([^/?]+)(.*)$/.exec(path);
    const session = this.sessions.get(id);
    if (!session) return problem(404, "unknown-session");
    if (rest === "/actions") {
      const match = headers["If-Match"];
      if (match && match !== `"${session.version}"`) {
        return problem(412, "version-mismatch", { snapshot: session });
      }
      return action === "late" ? problem(409, "stale-element") : keep(this.increment(id));
    }
    if (rest === "/events") {
      let mine;
      const body = new ReadableStream({ start: (stream) => void this.streams.push((mine = stream)) });
      signal.addEventListener("abort", () => {
        const index = this.streams.indexOf(mine);
        if (index < 0) return;
        this.streams.splice(index, 1);
        mine.error(signal.reason);
      });
      const text = `retry: 2000\n\n`;
      mine.enqueue(new TextEncoder().encode(text));
      const seen = headers["Last-Event-ID"];
      if (seen === undefined) {
        const data = `event: snapshot\nid: ${session.version}\ndata: ${JSON.stringify(session)}\n\n`;
        mine.enqueue(new TextEncoder().encode(data));
      } else if (+seen < session.version) {
        const data = JSON.stringify([{ op: "replace", path: "/state/count", value: session.state.count }]);
        const patch = `event: patch\nid: ${session.version}\nbase: ${seen}\ndata: ${data}\n\n`;
        mine.enqueue(new TextEncoder().encode(patch));
      }
      return new Response(body);
    }
    const isKnown = headers["If-None-Match"] === `"${session.version}"`;
    return isKnown ? new Response(null, { status: 304 }) : json(session);
  }

  /** The requests to send actions, as the service got them. */
  get actions() {
    return this.requests.filter(({ path }) => path.endsWith("/actions")).map(({ action }) => action);
  }

  count(method, end) {
    return this.requests.filter((one) => one.method === method && one.path.endsWith(end)).length;
  }
}

/** Everything that a session needs, and a session made of it. */
export class World {
  clock = new Clock();
  server = new Server(this.clock);
  storage = new Storage();
  isHidden = false;
  frames = [];
  keys = 0;
  listeners = new Set();
  locks = undefined;

  /** What the session takes for the browser's global object. */
  get platform() {
    const world = this;
    return {
      ...this.clock.globals,
      Math: { random: () => 0.5 },
      crypto: { getRandomValues: () => [`key-${++this.keys}`] },
      document: {
        get hidden() {
          return world.isHidden;
        },
      },
      navigator: { locks: this.locks },
      requestAnimationFrame: (run) => void this.frames.push(run),
      addEventListener: (type, run, { signal }) => {
        const listener = { type, run };
        this.listeners.add(listener);
        signal.addEventListener("abort", () => this.listeners.delete(listener));
      },
    };
  }

  /** What the browser tells its pages, such as `pagehide`. */
  tell(name) {
    const event = new Event(name, { cancelable: true });
    for (const { type, run } of [...this.listeners]) if (type === name) run(event);
    return event;
  }

  hide(isHidden = true) {
    this.isHidden = isHidden;
    this.tell("visibilitychange");
  }

  frame() {
    for (const run of this.frames.splice(0)) run();
  }

  /** Opens a session, and notes its events in `events`. */
  async open(options = {}) {
    const { storage, platform } = this;
    const { fetch } = this.server;
    const all = { server: "http://server", feature: "counter", fetch, storage, platform, ...options };
    const session = await Session.open(all);
    session.events = [];
    for (const type of ["change", "status", "ended"]) {
      session.addEventListener(type, (event) => session.events.push(event));
    }
    await settle();
    return session;
  }
}

export const details = (session, type) =>
  session.events.filter((event) => event.type === type).map(({ detail }) => detail);
export const counts = (session) => details(session, "change").map(({ snapshot }) => snapshot.state.count);
