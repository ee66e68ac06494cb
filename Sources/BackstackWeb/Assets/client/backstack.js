// Follows one session of a Backstack server, and sends it actions. backstack.d.ts says what each
// export promises, and docs/http.md what the requests are.

export class PatchError extends Error {}

export class ProblemError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    Object.assign(this, { status, problem });
  }
}

const isContainer = (value) => value !== null && typeof value === "object";

// An assignment to `__proto__` would set the prototype.
function put(object, key, value) {
  const rights = { enumerable: true, configurable: true, writable: true };
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, ...rights });
}

export function applyPatch(document, patch) {
  const root = { "": document }; // the first key of each path is empty
  const copies = new Set([root]); // what may be changed
  for (const { op, path, value } of patch) {
    const misfit = () => new PatchError(`${op} ${path} does not fit the document`);
    const keys = `${path}`.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop();
    let target = root;
    for (const key of keys) {
      const part = Object.hasOwn(target, key) ? target[key] : undefined;
      if (!isContainer(part)) throw misfit();
      const copy = copies.has(part) ? part : Array.isArray(part) ? [...part] : { ...part };
      put(target, key, copy);
      copies.add(copy);
      target = copy;
    }
    const isRoot = target === root;
    const isArray = Array.isArray(target);
    const isThere = Object.hasOwn(target, last) && !(isArray && last === "length");
    const isEnd = isArray && ["-", `${target.length}`].includes(last);
    const adds = op === "add" && !isRoot;
    const fits = isThere || (adds && (isEnd || !isArray));
    const isKnown =
      op === "remove" ? !isRoot : ["add", "replace"].includes(op) && value !== undefined;
    if (!fits || !isKnown) throw misfit();
    if (op === "remove") isArray ? target.splice(last, 1) : delete target[last];
    else if (adds && isArray) target.splice(isEnd ? target.length : last, 0, value);
    else put(target, last, value);
  }
  return root[""];
}

export function reuse(old, fresh) {
  if (old === fresh || !isContainer(old) || !isContainer(fresh)) return fresh;
  if (Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  let isSame = Object.keys(fresh).length === Object.keys(old).length;
  for (const key in fresh) {
    const before = Object.hasOwn(old, key) ? old[key] : undefined;
    const part = reuse(before, fresh[key]);
    if (part !== fresh[key]) put(fresh, key, part);
    isSame &&= part === before;
  }
  return isSame ? old : fresh;
}

/** Reads an event stream (WHATWG HTML §9.2.6). */
export function eventParser(receive) {
  let rest = "";
  let event = {};
  return (text) => {
    rest += text;
    if (!/[\r\n]/.test(text)) return;
    // A carriage return at the end may be half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      const [, name, value] = /^([^:]*)(?:: ?)?([^]*)$/.exec(line);
      if (line === "") {
        if (Object.keys(event).length) receive(event);
        event = {};
      } else if (name) {
        const before = name === "data" && "data" in event ? `${event.data}\n` : "";
        event = { ...event, [name]: before + value };
      }
    }
  };
}

const browser = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
  // Hidden pages have no animation frames.
  frame: (run) => (document.hidden ? setTimeout(run, 50) : requestAnimationFrame(run)),
  random: () => Math.random(),
  // Not `randomUUID`, which http:// pages of other hosts than localhost lack.
  key: () => crypto.getRandomValues(new Uint32Array(5)).join("-"),
  locks: globalThis.navigator?.locks,
  isHidden: () => document.hidden,
  listen(changed, signal) {
    document.addEventListener("visibilitychange", changed, { signal });
    for (const type of ["pageshow", "online"]) addEventListener(type, changed, { signal });
  },
};

const seconds = 1000;
const quoted = (text) => `"${text}"`;
const isGone = ({ status }) => [404, 410].includes(status);

function refusal(status, text) {
  let problem;
  try {
    problem = JSON.parse(text);
  } catch {} // a proxy's page
  return new ProblemError(status, problem ?? {});
}

export class Session extends EventTarget {
  #options;
  #platform;
  #newest; // the snapshot that is shown
  #announced; // the snapshot of the last `change`
  #copy; // what the stream has sent: its patches apply to nothing else
  #hasFrame = false;
  #queue = [];
  #isSending = false;
  #isFollowing = false;
  #isAsleep = false; // hidden for long
  #isConnected = true;
  #hasTold = false; // that it is not
  #stream; // aborts it
  #failure; // of the latest stream
  #retry = 2 * seconds;
  #pollUntil = 0;
  #pauses = new Set();
  #timers = {};
  #lifetime = 3600 * seconds;
  #readAt = Infinity; // to keep the session alive
  #replacedAt = -Infinity;
  #end = new AbortController(); // of following
  #life = new AbortController(); // of requests to the present session
  replaced;
  ended;

  constructor({ platform, ...options }) {
    super();
    this.#platform = { ...browser, ...platform };
    const { fetch, location } = globalThis;
    this.#options = { fetch, ...options, server: options.server ?? location?.origin };
  }

  static async open(options) {
    const session = new Session(options);
    await session.#begin();
    return session;
  }

  get id() {
    return this.#newest.id;
  }

  get snapshot() {
    return this.#newest;
  }

  get state() {
    return this.#newest.state;
  }

  async #begin() {
    const { feature, link, id: given } = this.#options;
    const stored = this.#stored;
    // A link that is not the stored session's is one that the user followed.
    const isSame = link === undefined || stored.links?.includes(link);
    const id = given ?? (isSame ? stored.id : undefined);
    if (id) {
      try {
        const snapshot = await this.#request(`/sessions/${encodeURIComponent(id)}`);
        if (feature && snapshot.feature !== feature) {
          throw new Error(`the session is one of ${snapshot.feature}`);
        }
        const links = id === stored.id ? stored.links : [link];
        this.#stored = { id, links: snapshot.link ? [links[0], snapshot.link] : links };
        this.#adopt(snapshot);
      } catch (error) {
        if (!isGone(error)) throw error;
        this.replaced = { id, reason: error.problem.reason ?? "unknown" };
      }
    }
    if (!this.#newest) await this.#create((isSame ? stored.links?.at(-1) : undefined) ?? link);
    this.#platform.listen(() => this.#pageChanged(), this.#end.signal);
    this.#pageChanged();
  }

  async #create(link, isFirst = true) {
    const { feature, state, ttl } = this.#options;
    const body = JSON.stringify({ feature, ttl, ...(link === undefined ? { state } : { link }) });
    const stored = this.#stored;
    const key = stored.body === body ? stored.key : this.#platform.key();
    // Stored before it is sent: a reload meanwhile makes no second session.
    this.#stored = { key, body };
    try {
      const snapshot = await this.#request("/sessions", { "Idempotency-Key": quoted(key) }, body);
      this.#stored = { id: snapshot.id, links: [this.#options.link, snapshot.link ?? link] };
      this.#adopt(snapshot);
    } catch (error) {
      if (!isGone(error) && error.status !== 422) throw error;
      this.#stored = {};
      // The stored key's session has ended, or the last link leads nowhere any more.
      const isOld = key === stored.key;
      if (!isFirst || !(isOld || link !== this.#options.link)) throw error;
      await this.#create(isOld ? link : this.#options.link, false);
    }
  }

  // Storage can be full or forbidden: then a reload makes another session.
  #inStorage(run) {
    const { server, feature } = this.#options;
    try {
      const { storage = sessionStorage } = this.#options;
      return run(storage, `backstack:${server}:${feature}`);
    } catch {}
  }

  get #stored() {
    return this.#inStorage((storage, name) => JSON.parse(storage.getItem(name))) ?? {};
  }

  set #stored(value) {
    this.#inStorage((storage, name) => storage.setItem(name, JSON.stringify(value)));
  }

  // MARK: Requests

  /**
   * Sends a request until it has a response that another try would not change. Returns the snapshot
   * of the response; nothing if the request names its version.
   */
  async #request(path, headers, body) {
    const life = this.#life.signal;
    const { after, random } = this.#platform;
    for (let tries = 1; ; tries++) {
      let wait = Math.min(30, 2 ** (tries - 2)) * (0.5 + random() / 2);
      const stop = new AbortController();
      const cancel = after(45 * seconds, () => stop.abort());
      try {
        const signal = AbortSignal.any([stop.signal, life]);
        const response = await this.#fetch(path, signal, headers, body);
        const { ok, status } = response;
        wait = Number(response.headers.get("Retry-After")) || wait;
        const text = await response.text();
        if (!ok && status !== 304) throw refusal(status, text);
        const snapshot = ok ? JSON.parse(text) : undefined;
        // What is no snapshot is not of the server: its response was lost on the way.
        if (ok && !(snapshot?.version >= 0)) throw new Error("The response has no snapshot.");
        for (const { message, location } of snapshot?.issues ?? []) {
          console.warn("Backstack: %s (%s)", message, location);
        }
        this.#keepAlive(snapshot?.expiresAt, response.headers.get("Date"));
        return snapshot;
      } catch (error) {
        if (life.aborted) throw this.#over;
        const { status, problem } = error;
        const isBusy = status === 409 && /request-in-progress$/.test(problem.type);
        const mayPass = !status || isBusy || [429, 502, 503, 504].includes(status);
        if (!mayPass || tries === 8) throw error;
      } finally {
        cancel();
      }
      await this.#pause(wait * seconds);
    }
  }

  #fetch(path, signal, headers, body) {
    const { server, key, fetch } = this.#options;
    const method = body === undefined ? "GET" : "POST";
    return fetch(server + path, {
      method, body, signal,
      cache: "no-store",
      // What a page sends when it is left, arrives although the page is gone.
      keepalive: method === "POST" && this.#platform.isHidden(),
      headers: {
        Accept: "application/json",
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(key && { Authorization: `Bearer ${key}` }),
        ...headers,
      },
    });
  }

  /** Waits; a page that is shown again or comes online waits no longer. */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        this.#pauses.delete(done);
        resolve();
      };
      const cancel = this.#platform.after(milliseconds, done);
      this.#pauses.add(done);
    });
  }

  #wake() {
    for (const done of [...this.#pauses]) done();
  }

  #timer(name, milliseconds, run) {
    this.#timers[name]?.();
    const isClosed = this.#end.signal.aborted;
    this.#timers[name] = isClosed ? undefined : run && this.#platform.after(milliseconds, run);
  }

  // MARK: What is shown

  /** Begins with the first snapshot of a session. */
  #adopt(snapshot) {
    this.#newest = this.#copy = snapshot;
    this.#announced ??= snapshot;
    if (!this.#hasFrame) this.#announce();
  }

  /** Shows a snapshot, unless a later version or another session is shown already. */
  #accept(snapshot) {
    const { id, version, link } = this.#newest;
    if (snapshot.id !== id || snapshot.version <= version) return;
    this.#newest = snapshot;
    if (snapshot.link !== link) this.#stored = { id, links: [this.#options.link, snapshot.link] };
    if (!this.#hasFrame) this.#announce();
  }

  // The first change of a frame is told at once; of the others in the frame, the last.
  #announce() {
    if (this.#end.signal.aborted || this.#announced === this.#newest) return;
    const detail = { previous: this.#announced, snapshot: this.#newest };
    this.#announced = this.#newest;
    this.#hasFrame = true;
    this.#platform.frame(() => {
      this.#hasFrame = false;
      this.#announce();
    });
    this.#tell("change", detail);
  }

  #tell(type, detail) {
    return this.dispatchEvent(new CustomEvent(type, { cancelable: true, detail }));
  }

  // MARK: Actions

  send(action, { guard, field, control } = {}) {
    if (this.ended) return Promise.reject(this.#over);
    if (!field) this.flush();
    // An action between two changes of a field may be about the first.
    const changes = this.#queue.slice(this.#queue.findLastIndex((item) => !item.field) + 1);
    const same = field && changes.find((item) => item.field === field);
    if (same) {
      same.action = action;
      return same.promise;
    }
    const mark = () => control.setAttribute("aria-busy", "true");
    const cancel = control && this.#platform.after(80, mark);
    const item = { action, guard, field, id: this.id };
    const settled = new Promise((resolve, reject) => Object.assign(item, { resolve, reject }));
    item.promise = settled.finally(() => {
      cancel?.();
      control?.removeAttribute("aria-busy");
    });
    this.#queue.push(item);
    this.#sendAll();
    return item.promise;
  }

  flush() {
    this.#tell("flush");
  }

  // One after the other: parallel connections would not keep the order.
  async #sendAll() {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let item; (item = this.#queue.shift()); ) {
      try {
        item.resolve(await this.#sendOne(item));
      } catch (error) {
        item.reject(error);
        this.#lose(item.id, error);
      }
    }
    this.#isSending = false;
  }

  async #sendOne({ action, guard, id }) {
    const body = JSON.stringify(action);
    for (let tries = 1; ; tries++) {
      if (this.ended || id !== this.id) throw this.#over;
      const { version, state } = this.#newest;
      if (guard && !guard(state)) return { snapshot: this.#newest, skipped: true };
      const headers = { "Idempotency-Key": quoted(this.#platform.key()) };
      if (guard) headers["If-Match"] = quoted(version);
      try {
        const snapshot = await this.#request(`/sessions/${id}/actions`, headers, body);
        this.#accept(reuse(this.#newest, snapshot));
        return { snapshot: this.#newest };
      } catch (error) {
        const { status, problem } = error;
        if (status === 412 && problem.snapshot && tries < 5) {
          this.#accept(reuse(this.#newest, problem.snapshot));
        } else if (status === 409 && /stale-element$/.test(problem.type)) {
          await this.#read();
          return { snapshot: this.#newest, stale: true };
        } else {
          throw error;
        }
      }
    }
  }

  /** Reads the snapshot if there is another version, or comes within `wait` seconds. */
  async #read(wait) {
    const { id, version } = this.#newest;
    const path = `/sessions/${id}${wait ? `?wait=${wait}` : ""}`;
    const snapshot = await this.#request(path, { "If-None-Match": quoted(version) });
    if (snapshot) this.#accept(reuse(this.#newest, snapshot));
    return snapshot !== undefined;
  }

  // Half-way to its expiry, a session that is shown is read: an open stream does not keep it alive.
  #keepAlive(expiresAt, date) {
    const now = this.#platform.now();
    if (expiresAt) this.#lifetime = Date.parse(expiresAt) - (Date.parse(date) || now);
    const half = Math.max(this.#lifetime / 2, seconds);
    this.#readAt = now + half;
    this.#timer("life", half, () => this.#stayAlive());
  }

  async #stayAlive() {
    if (this.#platform.isHidden() || this.#platform.now() < this.#readAt) return;
    this.#readAt = Infinity;
    const { id } = this;
    await this.#read().catch((error) => {
      this.#keepAlive();
      this.#lose(id, error);
    });
  }

  // MARK: The stream

  #pageChanged() {
    if (this.#platform.isHidden()) {
      // A page that is left is hidden first.
      this.flush();
      this.#timer("sleep", 30 * seconds, () => {
        this.#isAsleep = true;
        this.#stream?.abort();
        this.#showConnected(true);
      });
    } else {
      this.#timer("sleep");
      this.#isAsleep = false;
      this.#stayAlive();
      this.#wake();
      this.#follow();
    }
  }

  get #follows() {
    return !this.#isAsleep && !this.ended && !this.#end.signal.aborted;
  }

  get #isBuffered() {
    return this.#platform.now() < this.#pollUntil;
  }

  async #follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    for (let failures = 0; this.#follows; ) {
      const began = this.#platform.now();
      const { id } = this;
      const free = await this.#takeStream();
      let wait = 2 * seconds;
      let asked = 0; // by Retry-After
      try {
        // The page may have been hidden meanwhile.
        if (free && this.#follows) await this.#readStream();
        else if (!free && (await this.#poll())) wait = 0;
      } catch (error) {
        asked = error.wait || 0;
        this.#failure = error;
        this.#showConnected(this.#isAsleep);
        this.#lose(id, error);
      } finally {
        free?.();
      }
      if (free) {
        // A stream that has lasted is resumed at once.
        failures = this.#platform.now() - began > 5 * seconds ? 0 : failures + 1;
        const longer = failures && Math.min(this.#retry * 2 ** (failures - 1), 30 * seconds);
        wait = this.#isBuffered ? 0 : Math.max(longer, asked);
      }
      if (wait && this.#follows) await this.#pause(wait);
    }
    this.#isFollowing = false;
  }

  /**
   * Takes one of the four streams that the tabs of a browser share, as it has six connections to a
   * host over HTTP/1.1. Returns what frees it; nothing if the session has to be polled.
   */
  async #takeStream() {
    const { locks } = this.#platform;
    if (this.#isBuffered) return;
    if (!locks) return () => {};
    for (let number = 0; number < 4; number++) {
      const free = await new Promise((taken, failed) => {
        const hold = (lock) => lock ? new Promise((free) => taken(free)) : taken();
        const name = `backstack:${this.#options.server}:${number}`;
        locks.request(name, { ifAvailable: true }, hold).catch(failed);
      });
      if (free) return free;
    }
  }

  async #poll() {
    const since = this.#platform.now();
    const isBuffered = this.#isBuffered;
    // The first one shows whether the server can be reached at all.
    const isFirst = !this.#isConnected;
    const hasChanged = await this.#read(isBuffered && !isFirst ? 25 : 0);
    this.#showConnected(true);
    if (isBuffered && isFirst) this.#tell("status", { isConnected: true, isBuffered, since });
    return isBuffered && hasChanged;
  }

  async #readStream() {
    const stop = (this.#stream = new AbortController());
    const { after, now } = this.#platform;
    let cancel = after(5 * seconds, () => {
      // Something on the way keeps the stream's bytes.
      this.#pollUntil = now() + 300 * seconds;
      stop.abort();
    });
    try {
      if (this.#copy?.version < this.#newest.version) this.#copy = this.#newest;
      const signal = AbortSignal.any([stop.signal, this.#life.signal]);
      const headers = { Accept: "text/event-stream" };
      if (this.#copy) headers["Last-Event-ID"] = `${this.#copy.version}`;
      const response = await this.#fetch(`/sessions/${this.id}/events`, signal, headers);
      if (!response.ok) {
        const wait = Number(response.headers.get("Retry-After")) * seconds;
        throw Object.assign(refusal(response.status, await response.text()), { wait });
      }
      const parse = eventParser((event) => this.#receive(event));
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || stop.signal.aborted) break;
        cancel();
        // Comments come every 15 s: a silent connection is a dead one.
        cancel = after(40 * seconds, () => stop.abort());
        this.#showConnected(true);
        parse(decoder.decode(value, { stream: true }));
      }
    } finally {
      cancel();
      stop.abort();
      if (!this.#isAsleep) this.#showConnected(false);
    }
  }

  #receive({ event, data, id, base, retry }) {
    if (/^\d+$/.test(retry)) this.#retry = +retry;
    if (event === "end") return this.#finish(JSON.parse(data).reason);
    if (!["snapshot", "patch"].includes(event)) return;
    const newest = this.#newest;
    const copy = this.#copy;
    // The next stream begins with a snapshot, unless this event can be used.
    this.#copy = undefined;
    let next = newest;
    if (event === "snapshot") {
      next = reuse(newest, JSON.parse(data));
    } else if (+id !== newest.version) {
      if (!copy || +(base ?? copy.version) !== copy.version) throw new PatchError("missed a patch");
      next = { ...applyPatch(copy, JSON.parse(data)), version: +id };
      if (copy !== newest) next = reuse(newest, next);
    }
    this.#accept(next);
    // The same version is the same state, and sharing one copy keeps its parts identical.
    this.#copy = next.version === this.#newest.version ? this.#newest : next;
  }

  // Tells of a lost stream after a second, and again after half a minute.
  #showConnected(isConnected) {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    const since = this.#platform.now();
    const tell = () => {
      this.#hasTold = !isConnected;
      this.#tell("status", { isConnected, since, error: isConnected ? undefined : this.#failure });
    };
    this.#timer("status");
    if (isConnected) {
      this.#wake();
      if (this.#hasTold) tell();
    } else {
      this.#timer("status", seconds, () => {
        tell();
        this.#timer("status", 29 * seconds, tell);
      });
    }
  }

  // MARK: The end

  get #over() {
    return new Error(`the session ${this.#end.signal.aborted ? "was closed" : "has ended"}`);
  }

  // What was on its way when a session ended says nothing of the one that replaces it.
  #lose(id, error) {
    if (isGone(error) && id === this.id) this.#finish(error.problem.reason);
  }

  /** The session has ended: another replaces it, unless the app prevents that. */
  async #finish(reason = "unknown") {
    if (this.ended || this.#end.signal.aborted) return;
    const { id, link } = this.#newest;
    this.ended = reason;
    this.#life.abort();
    this.#life = new AbortController();
    this.#wake();
    this.#stored = {};
    // A feature whose sessions end at once is not asked again and again.
    const isEarly = this.#platform.now() - this.#replacedAt < 10 * seconds;
    if (!this.#tell("ended", { id, reason }) || isEarly) return this.#timer("life");
    try {
      this.#replacedAt = this.#platform.now();
      await this.#create(link ?? this.#options.link);
      this.replaced = { id, reason };
      this.ended = undefined;
      this.#pageChanged();
    } catch {
      this.#timer("life");
    }
  }

  close() {
    this.#end.abort();
    this.#life.abort();
    for (const name of Object.keys(this.#timers)) this.#timer(name);
    this.#wake();
  }
}
