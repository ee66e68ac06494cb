// Follows one session of a Backstack server, and sends it actions. No build step, no global, no
// dependency: docs/http.md describes the requests.

/** A patch that does not fit its document. */
export class PatchError extends Error {}

/** A refused request; `problem` is the server's problem document (RFC 9457). */
export class ProblemError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    Object.assign(this, { status, problem });
  }
}

/** Returns the patched document. Changes nothing it is given; unchanged parts stay identical. */
export function applyPatch(document, patch) {
  const copies = new Set();
  const copy = (value) => {
    if (copies.has(value)) return value;
    const made = Array.isArray(value) ? value.slice() : { ...value };
    copies.add(made);
    return made;
  };
  const edit = (target, keys, depth, { op, path, value }) => {
    if (depth === keys.length) return value;
    const key = keys[depth];
    const isLast = depth === keys.length - 1;
    const adds = isLast && op === "add";
    const isArray = Array.isArray(target);
    const index = adds && key === "-" ? target.length : /^(0|[1-9]\d*)$/.test(key) ? +key : NaN;
    const fits = isArray
      ? index < target.length + (adds ? 1 : 0)
      : isContainer(target) && (adds || Object.hasOwn(target, key));
    if (!fits) throw new PatchError(`${path} does not fit the document`);
    const result = copy(target);
    if (isArray && isLast && op !== "replace") {
      result.splice(index, adds ? 0 : 1, ...(adds ? [value] : []));
    } else if (isLast && op === "remove") {
      delete result[key];
    } else {
      const next = isLast ? value : edit(target[key], keys, depth + 1, { op, path, value });
      put(result, key, next);
    }
    return result;
  };
  for (const operation of patch) {
    const { op, path } = operation;
    const isKnown =
      op === "remove" ? path !== "" : ["add", "replace"].includes(op) && "value" in operation;
    if (!isKnown || !/^(\/|$)/.test(path)) throw new PatchError(`no such operation: ${op} ${path}`);
    const keys = path.split("/").slice(1);
    const unescaped = keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    document = edit(document, unescaped, 0, operation);
  }
  return document;
}

// An assignment to `__proto__` would set the prototype.
function put(object, key, value) {
  const rights = { enumerable: true, configurable: true, writable: true };
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, ...rights });
}

const isContainer = (value) => value !== null && typeof value === "object";

/** Returns `fresh` with the parts of `old` that are equal, so that renderers can skip them. */
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

/** Returns a function that takes the text of an event stream in parts (WHATWG HTML §9.2.6). */
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
      if (line === "") {
        if (Object.keys(event).length) receive(event);
        event = {};
        continue;
      }
      const [, name, value] = /^([^:]*)(?:: ?)?([^]*)$/.exec(line);
      if (name === "data" && "data" in event) event.data += `\n${value}`;
      else if (name) put(event, name, value);
    }
  };
}

// What acts on stacks and presentations: `{ path: pop(3) }`, `{ destination: dismiss }`.
export const element = (id, action) => ({ element: { id, action } });
export const pop = (id) => ({ popFrom: { id } });
export const presented = (action) => ({ presented: action });
export const dismiss = "dismiss";

/** Calls the function that is named as the case of an enum, with the case's payload. */
export function match(value, cases) {
  const name = typeof value === "string" ? value : Object.keys(value)[0];
  if (!Object.hasOwn(cases, name)) throw new TypeError(`no such case: ${name}`);
  return cases[name](name === value ? {} : value[name]);
}

/** What a session needs of a browser; tests replace it. */
const browser = {
  fetch: (...request) => fetch(...request),
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
  // Not there where the user has forbidden it.
  get storage() {
    try {
      return sessionStorage;
    } catch {
      return undefined;
    }
  },
  isHidden: () => document.hidden,
  listen(changed, signal) {
    document.addEventListener("visibilitychange", changed, { signal });
    for (const type of ["pageshow", "online"]) addEventListener(type, changed, { signal });
  },
  /** Takes `#session=…`, a session that another device hands over, out of the page's URL. */
  handedOver() {
    const id = /^#session=([\w-]+)$/.exec(location.hash)?.[1];
    if (id) history.replaceState(history.state, "", location.pathname + location.search);
    return id;
  },
};

const seconds = 1000;

// A proxy's page is neither a problem nor a snapshot.
function refusal(status, text) {
  let problem = {};
  try {
    problem = JSON.parse(text);
  } catch {}
  return new ProblemError(status, problem);
}

const isGone = (error) => [404, 410].includes(error.status);

/** A session; it tells of its life with the events `change`, `status` and `ended`. */
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
  #stream; // aborts it
  #failure; // of the latest stream
  #pauses = new Set();
  #texts = new Set(); // send what was typed
  #timers = {};
  #end = new AbortController(); // of following
  #life = new AbortController(); // of requests to the present session
  #retry = 2 * seconds;
  #pollUntil = 0;
  #replacedAt = -Infinity;
  #lifetime = 3600 * seconds;
  #isOverdue = false;
  #hasTold = false;

  /** The session that this one replaces, `{ id, reason }`: the user sees another state. */
  replaced;
  /** Why the session has ended, if no other replaces it. */
  ended;

  constructor({ platform, ...options }) {
    super();
    this.#platform = { ...browser, ...platform };
    const { storage } = this.#platform;
    this.#options = { server: globalThis.location?.origin, storage, ...options };
  }

  /** Opens the tab's session of the feature, or creates one. */
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
    const { feature, link } = this.#options;
    const handed = this.#platform.handedOver();
    const stored = this.#stored;
    // A link that is not the stored session's is one that the user followed.
    const isSame = link === undefined || stored.links?.includes(link);
    const id = handed ?? (isSame ? stored.id : undefined);
    if (id) {
      try {
        const json = await this.#request("GET", `/sessions/${encodeURIComponent(id)}`);
        if (json.feature !== (feature ?? json.feature)) {
          throw new Error(`the session is one of ${json.feature}`);
        }
        const links = id === stored.id ? stored.links : [link];
        this.#store({ id, links: json.link ? [links[0], json.link] : links });
        this.#adopt(json);
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
    this.#store({ key, body });
    try {
      const json = await this.#request("POST", "/sessions", { body, key });
      this.#store({ id: json.id, links: [this.#options.link, json.link ?? link] });
      this.#adopt(json);
    } catch (error) {
      if (![404, 410, 422].includes(error.status)) throw error;
      this.#store();
      // The stored key's session has ended, or the last link leads nowhere any more.
      const isOld = key === stored.key;
      if (!isFirst || !(isOld || link !== this.#options.link)) throw error;
      await this.#create(isOld ? link : this.#options.link, false);
    }
  }

  // Storage can be full or forbidden: then a reload makes another session.
  #load(name) {
    try {
      return JSON.parse(this.#options.storage?.getItem(name)) ?? {};
    } catch {
      return {};
    }
  }

  #save(name, value) {
    try {
      this.#options.storage?.setItem(name, JSON.stringify(value));
    } catch {}
  }

  get #stored() {
    return this.#load(this.#name);
  }

  #store(value = {}) {
    this.#save(this.#name, value);
  }

  get #name() {
    return `backstack:${this.#options.server}:${this.#options.feature}`;
  }

  // MARK: Requests

  /** Sends a request until it has a response that another try would not change. */
  async #request(method, path, { body, key, version, condition = "If-None-Match" } = {}) {
    const headers = { Accept: "application/json" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (key) headers["Idempotency-Key"] = `"${key}"`;
    if (version !== undefined) headers[condition] = `"${version}"`;
    const life = this.#life.signal;
    for (let tries = 1; ; tries++) {
      let failure;
      let wait = Math.min(30, 0.5 * 2 ** (tries - 1)) * (0.5 + this.#platform.random() / 2);
      const stop = new AbortController();
      const cancel = this.#platform.after(45 * seconds, () => stop.abort());
      try {
        const init = { method, body, headers, signal: stop.signal };
        const response = await this.#fetch(path, init, life);
        const { status } = response;
        const text = await response.text();
        if (status < 300 || status === 304) {
          const json = status === 304 ? undefined : JSON.parse(text);
          if (status !== 304 && !("version" in json)) throw new TypeError("no snapshot");
          this.#warn(json);
          this.#keepAlive(json, response.headers.get("Date"));
          return json;
        }
        failure = refusal(status, text);
        wait = Number(response.headers.get("Retry-After")) || wait;
      } catch (error) {
        failure = error;
      } finally {
        cancel();
      }
      if (life.aborted) throw new Error(`the session ${this.ended ? "has ended" : "was closed"}`);
      const { status, problem } = failure;
      const isBusy = status === 409 && /request-in-progress$/.test(problem.type);
      const mayPass = !status || isBusy || [429, 502, 503, 504].includes(status);
      if (!mayPass || tries === 8) throw failure;
      await this.#pause(wait * seconds);
    }
  }

  /** Fetches with the key of the host, and with what `simulate` asks for. */
  async #fetch(path, { headers, signal, ...rest }, life = this.#life.signal) {
    const { server, key } = this.#options;
    if (key) headers.Authorization = `Bearer ${key}`;
    const { latency = 0, loss = 0 } = this.#load("backstack:simulate");
    const lose = () => {
      if (this.#platform.random() < loss / 2) throw new TypeError("lost, as simulate asks");
    };
    if (latency) await new Promise((resolve) => this.#platform.after(latency, resolve));
    lose();
    const all = AbortSignal.any([signal, life]);
    // What a page sends when it is left, arrives although the page is gone.
    const keepalive = rest.method === "POST" && this.#platform.isHidden();
    const request = { ...rest, headers, signal: all, cache: "no-store", keepalive };
    const response = await this.#platform.fetch(server + path, request);
    lose();
    return response;
  }

  /** Makes this tab's requests slow (milliseconds) and lossy (0 to 1). */
  simulate({ latency = 0, loss = 0 } = {}) {
    this.#save("backstack:simulate", { latency, loss });
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

  #warn({ issues = [] } = {}) {
    for (const { message, location } of issues) {
      console.warn("Backstack: %s (%s)", message, location);
    }
  }

  // MARK: What is shown

  /** Begins with the first snapshot of a session. */
  #adopt(snapshot) {
    this.#newest = this.#copy = snapshot;
    this.#announced ??= snapshot;
    if (!this.#hasFrame) this.#announce();
  }

  /** Shows a snapshot, unless a later version or another session is shown already. */
  #accept({ id, version, state, link, ...rest }, isShared = false) {
    const old = this.#newest;
    if (id !== old.id || version <= old.version) return;
    if (!isShared) state = reuse(old.state, state);
    this.#newest = { id, version, state, link, ...rest };
    if (link !== old.link) this.#store({ id, links: [this.#options.link, link] });
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
    return this.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { detail }));
  }

  // MARK: Actions

  /**
   * Sends an action after those before it. With a `guard`, only if it is true for the state that
   * the action meets. Of waiting actions of one `field`, only the last is sent. `control` gets
   * `aria-busy` while it takes long.
   */
  send(action, { guard, field, control } = {}) {
    if (this.ended) return Promise.reject(new Error(`the session has ended: ${this.ended}`));
    if (!field) this.flush();
    const waiting = this.#queue.slice(this.#isSending ? 1 : 0);
    const same = field && waiting.findLast((item) => item.field === field);
    if (same && waiting.slice(waiting.indexOf(same)).every((item) => item.field)) {
      same.action = action;
      return same.promise;
    }
    const item = { action, guard, field };
    const mark = () => control.setAttribute("aria-busy", "true");
    const cancel = control && this.#platform.after(80, mark);
    const settled = new Promise((resolve, reject) => Object.assign(item, { resolve, reject }));
    item.promise = settled.finally(() => {
      cancel?.();
      control?.removeAttribute("aria-busy");
    });
    this.#queue.push(item);
    this.#sendNext();
    return item.promise;
  }

  async #sendNext() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#queue.length) {
      const item = this.#queue[0];
      const { id } = this;
      try {
        item.resolve(await this.#sendOne(item, id));
      } catch (error) {
        item.reject(error);
        await this.#lose(id, error);
      }
      if (this.#queue[0] === item) this.#queue.shift();
    }
    this.#isSending = false;
  }

  async #sendOne({ action, guard }, id) {
    for (let tries = 1; ; tries++) {
      const { version, state } = this.#newest;
      if (id !== this.id) throw new Error("the session has ended");
      if (guard && !guard(state)) return { snapshot: this.#newest, skipped: true };
      try {
        const json = await this.#request("POST", `/sessions/${id}/actions`, {
          body: JSON.stringify(action),
          key: this.#platform.key(),
          version: guard && version,
          condition: "If-Match",
        });
        this.#accept(json);
        return { snapshot: this.#newest };
      } catch (error) {
        const { status, problem } = error;
        if (status === 412 && guard && tries < 5) {
          this.#accept(problem.snapshot);
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
    const json = await this.#request("GET", path, { version });
    if (json) this.#accept(json);
    return json !== undefined;
  }

  // Half-way to its expiry, a session that is shown is read: an open stream does not keep it alive.
  #keepAlive(snapshot, date) {
    const now = Date.parse(date) || this.#platform.now();
    if (snapshot?.expiresAt) this.#lifetime = Date.parse(snapshot.expiresAt) - now;
    const half = Math.max(this.#lifetime / 2, seconds);
    this.#timer("life", half, () => {
      this.#isOverdue = true;
      if (!this.#platform.isHidden()) this.#stayAlive();
    });
  }

  async #stayAlive() {
    this.#isOverdue = false;
    const { id } = this;
    await this.#read().catch((error) => {
      this.#keepAlive();
      return this.#lose(id, error);
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
      if (this.#isOverdue) this.#stayAlive();
      this.#wake();
      this.#follow();
    }
  }

  get #follows() {
    return !this.#isAsleep && !this.ended && !this.#end.signal.aborted;
  }

  async #follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    for (let failures = 0; this.#follows; ) {
      const began = this.#platform.now();
      const { id } = this;
      const free = await this.#takeStream();
      let wait = 2 * seconds;
      try {
        // The page may have been hidden meanwhile.
        if (free && this.#follows) await this.#readStream();
        else if (!free && (await this.#poll())) wait = 0;
      } catch (error) {
        this.#failure = error;
        this.#showConnected(this.#isAsleep);
        await this.#lose(id, error);
      } finally {
        free?.();
      }
      if (free) {
        // A stream that has lasted is resumed at once.
        failures = this.#platform.now() - began > 5 * seconds ? 0 : failures + 1;
        const isBuffered = this.#platform.now() < this.#pollUntil;
        wait = isBuffered ? 0 : failures && Math.min(this.#retry * 2 ** (failures - 1), 30 * seconds);
      }
      if (wait && this.#follows) await this.#pause(wait);
    }
    this.#isFollowing = false;
  }

  /**
   * Browsers allow six connections to a host over HTTP/1.1, so that four tabs have streams: takes
   * the place of one, and returns what frees it.
   */
  async #takeStream() {
    if (this.#platform.now() < this.#pollUntil) return;
    const { locks } = this.#platform;
    if (!locks) return () => {};
    for (let place = 0; place < 4; place++) {
      const free = await new Promise((taken, failed) => {
        const hold = (lock) => lock ? new Promise((free) => taken(free)) : taken();
        const name = `backstack:${this.#options.server}:${place}`;
        locks.request(name, { ifAvailable: true }, hold).catch(failed);
      });
      if (free) return free;
    }
  }

  async #poll() {
    const since = this.#platform.now();
    const isBuffered = since < this.#pollUntil;
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
      if (this.#copy && this.#copy.version < this.#newest.version) this.#copy = this.#newest;
      const headers = { Accept: "text/event-stream" };
      if (this.#copy) headers["Last-Event-ID"] = `${this.#copy.version}`;
      const path = `/sessions/${this.id}/events`;
      const response = await this.#fetch(path, { headers, signal: stop.signal });
      if (!response.ok) throw refusal(response.status, await response.text());
      const parse = eventParser((event) => {
        try {
          this.#receive(event);
        } catch (error) {
          // The next stream begins with a snapshot then.
          this.#copy = undefined;
          throw error;
        }
      });
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
    let isShared = false;
    if (event === "snapshot") this.#copy = JSON.parse(data);
    if (event === "patch") {
      const version = +id;
      // The same version is the same state, and sharing one copy keeps its parts identical.
      if (version === this.#newest.version) return void (this.#copy = this.#newest);
      const { version: ours } = this.#copy ?? {};
      isShared = this.#copy === this.#newest;
      if (+(base ?? ours) !== ours) throw new PatchError("missed a patch");
      this.#copy = { ...applyPatch(this.#copy, JSON.parse(data)), version };
    }
    if (!event) return;
    this.#accept(this.#copy, isShared);
    if (this.#newest.version === this.#copy.version) this.#copy = this.#newest;
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
      return this.#hasTold && tell();
    }
    this.#timer("status", seconds, () => {
      tell();
      this.#timer("status", 29 * seconds, tell);
    });
  }

  // MARK: The end

  // What was on its way when a session ended says nothing of the one that replaces it.
  async #lose(id, error) {
    if (isGone(error) && id === this.id) await this.#finish(error.problem.reason);
  }

  /** The session has ended: another replaces it, unless the app prevents that. */
  async #finish(reason = "unknown") {
    if (this.ended || this.#end.signal.aborted) return;
    const { id, link } = this.#newest;
    this.ended = reason;
    this.#life.abort();
    this.#life = new AbortController();
    this.#wake();
    this.#rejectAll(`the session has ended: ${reason}`);
    this.#store();
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

  /** Stops following. The session lives on, and the tab opens it again. */
  close() {
    this.#end.abort();
    this.#life.abort();
    for (const name of Object.keys(this.#timers)) this.#timer(name);
    this.#wake();
    this.#rejectAll("the session was closed");
  }

  #rejectAll(why) {
    for (const item of this.#queue.splice(0)) item.reject(new Error(why));
  }

  // MARK: Text

  /**
   * Keeps a text control and the state alike: shows `value(state)`, unless what was typed is not
   * confirmed yet, and sends `action(text)`. `refused(error)` says why the server does not take a
   * text, which stays in the control; without an error, that it took one. Returns a function that
   * ends this.
   */
  bindText(input, { value, action, refused, field = {} }) {
    const end = new AbortController();
    const { signal } = end;
    let typed = 0; // counts changes
    let tried = 0;
    let confirmed = 0;
    let isComposing = false;
    let cancel;
    const show = () => {
      const text = value(this.state);
      if (typed === confirmed && text !== undefined && text !== input.value) input.value = text;
    };
    const send = async () => {
      cancel?.();
      if (typed === confirmed || isComposing || signal.aborted) return;
      const sent = (tried = typed);
      try {
        await this.send(action(input.value), { field });
      } catch (error) {
        // What was typed stays: without a connection it is sent when there is one, and where the
        // server refuses it, the user can mend it.
        if (error.status) refused?.(error);
        return;
      }
      refused?.();
      confirmed = Math.max(confirmed, sent);
      show();
    };
    const later = () => {
      typed++;
      cancel?.();
      if (!isComposing) cancel = this.#platform.after(150, send);
    };
    const on = (target, type, run) => target.addEventListener(type, run, { signal });
    on(input, "input", later);
    // The Enter key changes, and submits the form, without a blur.
    for (const type of ["blur", "change"]) on(input, type, send);
    on(input, "compositionstart", () => (isComposing = true));
    on(input, "compositionend", () => {
      isComposing = false;
      later();
    });
    const flush = () => typed !== tried && send();
    this.#texts.add(flush);
    on(this, "change", show);
    on(this, "status", ({ detail }) => detail.isConnected && send());
    show();
    return () => {
      cancel?.();
      this.#texts.delete(flush);
      end.abort();
    };
  }

  /** Sends what was typed and not sent yet, as `send` does before an action, which may be about it. */
  flush() {
    for (const flush of this.#texts) flush();
  }
}
