// swift-format-ignore-file
// Written by `make web` from the files in Assets. Change those.

extension BuiltInFile {
  /// Every file; none without the trait `Web`.
  static var all: [BuiltInFile] {
    #if Web
      [.clientBackstackDTs, .clientBackstackJs, .clientLevelsDTs, .clientLevelsJs]
    #else
      []
    #endif
  }
}

#if Web
extension BuiltInFile {
  static let clientBackstackDTs = BuiltInFile(
    folder: "client", name: "backstack.d.ts",
    text: #"""
/** An operation of a JSON Patch (RFC 6902), as the service sends them. */
export type Operation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** A patch that does not fit its document. */
export class PatchError extends Error {}

/** The problem document of a refusal (RFC 9457). */
export interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  /** A JSON Pointer to the invalid value in the content (RFC 6901). */
  readonly pointer?: string;
  readonly reason?: string;
  readonly version?: number;
}

/** A request that the server refused. */
export class ProblemError extends Error {
  readonly status: number;
  /** Empty if the response was not one of the server's. */
  readonly problem: Problem;
}

/**
 * Returns the patched document. Changes nothing it is given; unchanged parts stay identical.
 * @throws PatchError
 */
export function applyPatch<Document>(document: Document, patch: readonly Operation[]): Document;

/** Returns `fresh` with the parts of `old` that are equal. Changes `fresh`. */
export function reuse<Value>(old: unknown, fresh: Value): Value;

/** Returns a function that takes the text of an event stream in parts, whatever they are. */
export function eventParser(
  receive: (event: { readonly [field: string]: string }) => void,
): (text: string) => void;

/** The action of a stack that acts on one of its elements. */
export function element<Action>(
  id: number,
  action: Action,
): { element: { id: number; action: Action } };
/** The action of a stack that removes an element and those above it. */
export function pop(id: number): { popFrom: { id: number } };
/** The action of a presentation that acts on what is presented. */
export function presented<Action>(action: Action): { presented: Action };
/** The action of a presentation that ends it. */
export const dismiss: "dismiss";

type Names<Value> = Value extends string ? Value : Value extends unknown ? keyof Value : never;
type Payload<Value, Name> = Value extends { readonly [K in Name & string]: infer P }
  ? P
  : Value extends Name
    ? {}
    : never;

/** Calls the function that is named as the case of an enum: each case has to have one. */
export function match<Value extends string | object, Result>(
  value: Value,
  cases: { [Name in Names<Value> & string]: (payload: Payload<Value, Name>) => Result },
): Result;

/** What a session shows. Renderers may compare parts of states with `===`. */
export interface Snapshot<State> {
  readonly id: string;
  readonly feature: string;
  /** How many actions were processed. */
  readonly version: number;
  readonly state: State;
  readonly effects: number;
  readonly expiresAt: string;
  /** The path that leads here, where the feature has one. */
  readonly link?: string;
}

export interface SessionOptions<State> {
  /** The origin of the server: the page's by default. */
  server?: string;
  feature: string;
  /** A path from which the feature makes the state; not together with `state`. */
  link?: string;
  state?: State;
  /** How many seconds the session lives without a request. */
  ttl?: number;
  /** The key of the server's host, for servers that ask for one. */
  key?: string;
  /** Keeps the session's id: the tab's storage by default, so that a reload keeps the session. */
  storage?: Pick<Storage, "getItem" | "setItem"> | null;
  /** What a session needs of the browser, for tests. */
  platform?: object;
}

export interface SendOptions<State> {
  /** Sends the action only if this is true for the state that the action meets. */
  guard?: (state: State) => boolean;
  /** Names what the action sets: of waiting actions for it only the last is sent. */
  field?: unknown;
  /** Gets `aria-busy` while there is no response, from 100 ms on. */
  control?: Pick<Element, "setAttribute" | "removeAttribute">;
}

export interface Sent<State> {
  readonly snapshot: Snapshot<State>;
  /** The action's target was gone: nothing has changed. */
  readonly stale?: true;
  /** The guard was false. */
  readonly skipped?: true;
}

export interface SessionEvents<State> {
  /** Another version is shown: at most two in a frame, the first and the last. */
  change: { readonly previous: Snapshot<State>; readonly snapshot: Snapshot<State> };
  /** The stream has been lost for 1 s, or 30 s, or is back; `since` is a time of `Date.now`. */
  status: {
    readonly isConnected: boolean;
    readonly since: number;
    /** Why the stream can't be resumed: a ProblemError if the server refuses it. */
    readonly error?: Error;
  };
  /** The session has ended. Another replaces it, unless the event is prevented. */
  ended: { readonly id: string; readonly reason: string };
}

/** A session of a server: follows it, and sends it actions. */
export class Session<State = unknown, Action = unknown> extends EventTarget {
  private constructor();

  /**
   * Opens the tab's session of the feature, or creates one.
   * @throws ProblemError if the server refuses, such as with 401 without the right key.
   */
  static open<State = unknown, Action = unknown>(
    options: SessionOptions<State>,
  ): Promise<Session<State, Action>>;

  readonly id: string;
  readonly snapshot: Snapshot<State>;
  readonly state: State;
  /** The session that this one replaces. */
  readonly replaced?: { readonly id: string; readonly reason: string };
  /** Why the session has ended, if no other replaces it. */
  readonly ended?: string;

  /**
   * Sends an action after those before it; again with the same key if a response was lost.
   * @throws ProblemError if the server refuses it, an Error if there is no connection in 8 tries.
   */
  send(action: Action, options?: SendOptions<State>): Promise<Sent<State>>;

  /** Makes this tab's requests slow (milliseconds) and lossy (0 to 1). */
  simulate(faults?: { latency?: number; loss?: number }): void;

  /** Keeps a text control and the state alike. Returns a function that ends this. */
  bindText(
    input: HTMLInputElement | HTMLTextAreaElement,
    binding: {
      /** The text to show; `undefined` where the state has none. */
      value: (state: State) => string | undefined;
      action: (text: string) => Action;
      field?: unknown;
    },
  ): () => void;

  /** Stops following. The session lives on. */
  close(): void;

  addEventListener<Type extends keyof SessionEvents<State>>(
    type: Type,
    listener: (event: CustomEvent<SessionEvents<State>[Type]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

"""#,
    gzip: "H4sIAAAAAAACA6VYa3MbtxX9rl+B0Yea0rCy3CRtQ0lUNY7TvK2xNe0Hj2cI7oIkql1guwCpcBT99557AeyLq9iZZjwRF8/7OPfec/Hy9FTcGGErVUuvLX6thBQ/vH/7i7iVPtuIybtvX4u/fn3+l5OpkE74jRJO1Tud0V+T80h5Jk5fHqlfK1t74feVEm+b866OhPhNPIpaydyaYo+rZuJY5vkxho9rVRUyU8cX7Xwl/WYmnK+1WXeGd7LYqpnYmntjH4x4Gj22VqXdPXuaeLo4OnpJCtMwdPMb6UVulRPGerHSXmjvMJBtS2V8V6mskM4Fi7ypa1sL9atn7cPX41M4+A7WqWq7LFTZHBMsWqvV1skimPPrL7/620n3eG28qlcwhLiNux+hX6MEmfS6sUlvRvvimSnnpd86zJltuVR1by5XXuqity/YJTjesjzCW3a3NrC9zoMH8MWDmcUSKJfg8Sro07mjCqeMC4cfzprxuZ2qnebJJPlTclut/rtVzgfHJShCUrauykc8Fsw56rNDY3VtRRe+KSu/F3rFV9XKVdY4JR5kwIs1inzbivHCHdggXD9LciRVjsSpeKf8tjYhohiOKu9A7/VGmnUA5oagS9h0Yq13ylwgCDKezrGxBmIhPcTMsVFnsjij0//hN7V96EL2qGOcFU7g6JRVVex5zeU38e75JEkxE2lsGiSctZo1Af7h40m7LsZXUm2xgtE2C/Gg/SbqSeLCaAtb5IvgRlkrAbdC7kbpuO9sTOJawdOX/yIszic4pUkJU8G7ZoLnTuLfgUSyPShgSN6r4AIPdHCoGqF2hGwgU8mS8M5ST8UDNihCG5bvSexR+XjzrawBiQlDIVNw2kxMeGLWTVkfVlqRAiEGPrZp6kRczcXO6nx6BD0mJFqabKYu2owjszZzAwrZfTRsRrY2CaeU2hQwCCncuORh8vKGP+ckvc5TSEzxFe6ZibCAZXtMu+hnu/pisFY8Ue79hLwheTv2QDgUP3PMWQSdXGIOOoxKXtlq0l7OYmHo29qWfbGeF6MCdHChbJGRrEdep9CLK/pJppUgzTbW6xsgyJQWtWb5XGk4b/W1RwZGJsy1K7VD5jqOv44BDC7Bv8hSuRgo4ipEQ5MCI9Ku4/BsMJ2q7LW4V3uIlFYZwv9FOP9W7gsr83DDlK87vKeL9h8plmiZ+FMLeW1W8Mst1/NrcYv/D2WhHRim6ccn/tHIwcZ7LYsihHA/tOEzg615Yi2ZdCoFOOAwE0qCAvDohpZY/AHEEC2jHi45SY5a8Tdhl/9RGbLkO+W2hefQiXwlWAffdJEjFHxgE0RTNA7qmGRSBcvORk3MCSDcI544BsNHtMa/GbsoSI5qqHAbFIEzLDG5qlFXocYeyCkryrpNNqbqh8DjNL24urpajHOT90ZWONBfvqf1834F1floMV8pFNZaDZnGd/YBoph9hD3uVjVTpwyCxxg7pASjXIaFnwmWqTehVis4xY1ugm4aQXbjh4LdhWocuWGB9U5sIBulfxKRcRZ0YtgkuHTOLrS57zAbVPxDSwb3vK1Y+a49kwy21mtt+vxiFmvoWr1wYkksbiXh+Xh/WNOjVM8Y/yZouEJ+hFY62/S0KpuSyJa9YK7j7VphqI4Y4ZlFvHigrwj7rjsu6XncKWSuPHUSAaaF3kX82a1ntsw8L17gfXE9pGZkI+SmIQETKBaIwxX4XRhyMZu7ex5s3YXNB/z3R6WqnmA4kHDN/EAuX1DE2xr271h/KpyNd0BsClccPTgmeShsxrW3OruH1/lzKo5h2++9KrkjcvH3HB9mWxRJtkFgG6Vyl7RfEtVDjWYVEck+EVE0Vx5jJa4MKeo5OJr8GSy+Tz1eU6A42OleJFj88zUSIt+bENOy87ilVKqRaL2VdQ5xJt2w5Zy2tBbhZpK+nB1D9e0cBesgoKH2g9Secm/KHySB9kE6Wg/2zyXApUYO0UBs67rhi+mif+JIsZC1ln9ebt1+QSFRcKAjGKiI2Ib6T0PMvDo/FyWFfjyYeqHaFsmvbwJ5mbIvbzwQttx6Fdtdojjt2PxZf4wnWRcz8GyYi7thEUwCsHpZA1ncr6wB/FnTTFDiih3EMHnBLdxQklu7h7Lf+KiVLNxBznP3uqpU3mz8naT3hnjwAc5uSDbkl5jp2XWoXUj5AEBpqed7sFQ1weBrQGMacpauXWKJwefJJaxdj22DVO20pSZvaLvPsC8xtdYYsTUgMy6VQvoi+QiBrwT6BPz94jz+gBpLENwLpExtMrWgAYmuvWQqsvgGZ58BjIsmQ4Q29JF5Tltb3WtrDMKXqGMnTroOoOO7STJljX0MTJY4k+aFh8yEaDRsOE32W2S9OmyrG+LZu1DRevib99GFfQvFNEUmIu4BnCUPxycfOnWKWCywku8MXVdg2ruWaYuwv+fKDtcYPil033qaZ4MkTeg4Yi1d2aKgDpnEIAS5yLFTSjl8TIgADpAA1W0az8jmm5F5+9RAmtyFOCSnVrXe0WYm7/U2QwmYnIC6seXIwKfUWcdXgVhyWuE7ZZrRlUFnIm5U1cLmpu3/pFNRt7ao/DLSvi/PXzX1l1879HrjqUiGgxM4dUZPhZ9jggnDxYaqMhtnPMSLT/hxBJ2LuuzZNx05n7N5PsUzfzczPssVh3CNlUuzSRukDpNdHKds98dBOYjLYZxMyVsoOQexMhSCV3cYTBdCoWij0YlVU674OY8b6aVCoqJOGj36WiKhNo8zjvoS4lQ6PFh2nrsowf1hhMXIEt0lTUnNQkLjVG/E31E2NAzdYg0aDFroaQITMcsDwtKDUVM958ku4ufIaomxcFhFion4QhYQk1IXhY7U9ITzAXR2ezE5p86wed10utyCU6kJcz/HCKBvk+1bispbr9tHB8gWX2y6NFOGJ6dIHpoiFiiULPS9Onv22SqSMp2gudQmv8NpIei0qbYIhO/ufv7pe/oZCQkICA3RuhvAKNEU3kIHAEap8rSRwTLCAlSMUcW2QN1KG5UvOv1QEHnDz6INv6b/Yg98yPWaxrk57yJuST4/fPQKKEjrRsicoH6YE8qk+0oWeay3lYs5Hyee9cI+tB8tn4P/1KTrNZnnnMl/0g6+VvXlHb2ApCQf3kjG6E3MgvReMhO0J1i7iMe0r4Kvt2gOSt57OXbQB9r8cd55GOxk1+uGFMCiNwNRY5hEywSNDhXqyhlsPpS0f2jd/+TeIjYs/59oT0f/A3cPcDOSGgAA",
    tag: "8be9ce2a237a5170")

  static let clientBackstackJs = BuiltInFile(
    folder: "client", name: "backstack.js",
    text: #"""
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

// A proxy's error is not JSON.
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
        const { json } = await this.#request("GET", `/sessions/${encodeURIComponent(id)}`);
        if (json.feature !== (feature ?? json.feature)) {
          throw new Error(`the session is one of ${json.feature}`);
        }
        this.#store({ id, links: id === stored.id ? stored.links : [link] });
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
      const { json } = await this.#request("POST", "/sessions", { body, key });
      this.#store({ id: json.id, links: [this.#options.link, link] });
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
          const json = text ? JSON.parse(text) : undefined;
          if (status !== 304) this.#warn(json);
          this.#keepAlive(json, response.headers.get("Date"));
          return { status, json };
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
    const request = { ...rest, headers, signal: all, cache: "no-store" };
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
    const waiting = this.#queue.slice(this.#isSending ? 1 : 0);
    const same = field && waiting.findLast((item) => item.field === field);
    if (same && waiting.slice(waiting.indexOf(same)).every((item) => item.field)) {
      same.action = action;
      return same.promise;
    }
    const item = { action, guard, field };
    const mark = () => control.setAttribute("aria-busy", "true");
    const cancel = control && this.#platform.after(100, mark);
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
        const { json } = await this.#request("POST", `/sessions/${id}/actions`, {
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
    const { json } = await this.#request("GET", path, { version });
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
        wait = failures && Math.min(this.#retry * 2 ** (failures - 1), 30 * seconds);
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
    const isLong = this.#platform.now() < this.#pollUntil;
    const hasChanged = await this.#read(isLong ? 25 : 0);
    this.#showConnected(true);
    return isLong && hasChanged;
  }

  async #readStream() {
    const stop = (this.#stream = new AbortController());
    const { after, now } = this.#platform;
    let cancel = after(5 * seconds, () => {
      // Something on the way keeps the stream's bytes.
      this.#pollUntil = now() + 300 * seconds;
      console.info("Backstack: no stream within 5 s; polling");
      stop.abort();
    });
    try {
      if (this.#copy && this.#copy.version < this.#newest.version) this.#copy = this.#newest;
      const headers = { Accept: "text/event-stream" };
      if (this.#copy) headers["Last-Event-ID"] = `${this.#copy.version}`;
      const path = `/sessions/${this.id}/events`;
      const response = await this.#fetch(path, { headers, signal: stop.signal });
      if (!response.ok) throw refusal(response.status, await response.text());
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
    } catch (error) {
      // The next stream begins with a snapshot then.
      if (error instanceof PatchError) this.#copy = undefined;
      throw error;
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
   * confirmed yet, and sends `action(text)`. Returns a function that ends this.
   */
  bindText(input, { value, action, field = {} }) {
    const end = new AbortController();
    const { signal } = end;
    let typed = 0; // counts changes
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
      const sent = typed;
      try {
        await this.send(action(input.value), { field });
      } catch (error) {
        // Without a connection it stays, and is sent when there is one.
        if (!error.status) return;
      }
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
    on(input, "blur", send);
    on(input, "compositionstart", () => (isComposing = true));
    on(input, "compositionend", () => {
      isComposing = false;
      later();
    });
    on(this, "change", show);
    on(this, "status", ({ detail }) => detail.isConnected && send());
    show();
    return () => {
      cancel?.();
      end.abort();
    };
  }
}

"""#,
    gzip: "H4sIAAAAAAACA5097XbbNpb/8xSwkumQtUzb+ZjdSvHouGk7zbZNemJ388P1VLQIWRxTpIak7Ghdzdmn2X2PfZR9kr1fAAGSsjN7Tk8qksAFcHG/7wV8eKi+K7KsuKtUkWtV6apKi1wVcxWrr+PZTVXDP/C6vNXlUMV5Ar/zpFJpreJZDU2rSL0r1NU6zeBTrVdDlRfqOiuu4gx/Pjk8VIleQR+dzzYjlRSz6nBR16tomcCHalamV7pS9UKrUv99rau6ip48OfzyS3WqVnE9W8CnuIZu0CgvajWHgdO6Qjjrpc7rSH15+ER/WhVlrWZZXFXqZ+z1bVkWpdKfaposP91vDeBSz9eVTsyIYzVdlcVVppdTlfJceMF/rJR8sOOp4MN3b9RXL1/9S9gzNDfuHfyJUjPAVl2uZ3VRBoDXel0NDfyQGihVrVe6DORllOg6TjM1mZhmUZ3WmcYX0+/Pz39Wz+4ZznYajqn/+6u/6VkdwWTS6zyoFykMca9ag6kttd4+EYR80PW6zHnhhHNATYPfN4s4v2bsL9L8GncekHSd3up8rNb5jD4n0LGEbYGRNiqFva7TWZy5GJpDU6QXFa9W2YY2KTCDDHnYsMES/LtKYdATles7dabrgKZsv23gS3AbZ2sdqpM/C/LSuQq4X7SIK/kcwi7j8hQ9MpYYzDJONIA5Lct4E6UV/d/AnHDzqMrSmQ5CNQIsRlFEL9XWQKGh4iQJEJTsgIyGbwjJzbR1AqiDaddxea1hzTd6A3sCzFEvcJOKFaEBfssorZVRQ3VyckIdo0zn1/Vi9+qgkeKmF9Tz0v2YVj/GFU6mF6g6UMdua1gh7oR0+uILmCp1GcCHgQ+WkNhBKq849JqCQPgEDQk2gKTpIsyDASCfO5jpjNThX4Oj3y+OD766/DX5Mnx2GNXAtgH0wZ3ax74j9S5+5w4wRylxYqZEHxQ05nFft0bYVwFNZKKOAdJRKM1H0P1NkQMT5sCVsgqcLbf+/XfDb0Bu7+9yd2dDWS3u3B7OJQT2Kos7oudGRAXTZ/e46VtfwiEnGuaYengrdbXOcOeQCXzE4lBmB2CO3nbtIWpLvcrimR4YYaMEWlStiMwJN0MlmDiC5R8PkeoNbi6IyC7h/cWlWd9W6azSMnabPkq9LG7d8RKd6VrLsBeApksPimnGS81BgjZkJxwJgyMfycoJhMdJsJXH/dw0FuCrdR3wBKjjkMYxq3FZmBtZJp6DFA94ZgUI6bgWPemILjPzZnhY2UnT3OeVH/LiLlcnMq0WzmC91J82boAoJ24bNrt4GaX5LFuDDg2KFVHlgJY6ABpvD0lUaEYEst0Dhvr18PdnoXASDhXuolDQ59UaFLGFOQK9U6y2SkjXJ1DcC1gzfiG6qoPB4SAUQXrsNV3noP/jFSgPET/LeBUwV4Pkg/9HstbTLAsG/zjG1SMs7+0Rvv3HwNCj1dMnTCeNirGjDdXRsFmMqEK766bDmLTjoToFjUXalKDWhZr+9hvo0br47bepuivWaPZo5lh6XW9WOnpitR1SW0FCQqhNFEyj6cr0ekGi6l7pHIYuY9DRIwWGgh5ik3l6vfbe3ZVp3TwzceIGoxgkcrETBM7jsYlPYAirJYjdRHgleg7yDWwXQEm98Wd7z11IDMhEkZMANYaKrXz0NTJzHU4nX2cZUiciBtiFPxCp80igQTwrZDoHxlsAbtN6ISYJWhbQdVpkyZTtwbjUCow3tDGrgl+VaGOWuqzULM5VdZOusPey1wYpNdh/AYAbKhqN9wORCO9ocvSaWMVVAfA17LxkCFYT06PZE18PUnfEif96FwCQlYDgs3iJZopsFvKJdDDKC6frfsVR5FtLbiGFpLm7ZEOEVxqaOcOIQiMMiZqF30xGI2AlppnE5WbcJgDAqGV4gl3q5igparlnkMxfiVHoWSgPG5k+jIMvvjiRQaArD9DiXWlIc4VpCiJbVm7ckAHRTR3fiANSo8JBzydX+ha5Hax1HS8RZUyDwcfvT88//kV9f/7Tj+p//vur6Hn0p7CXwKj/z3EJfgQom5kGa5kRjnsK00JMDQZmk3k0kADEy7KYAKfj2IDUa/+EZulI9cOLX8tf80sR5NTHUBK3QhkGLFGWaXytDfCYJRawDFiqG8CmWsTZnN2+DHYWPB/4Fjnbi28r2t+qFsF+iCP/jv+VwWQPlIk1gWl91CNaFatA3juUiN9wNGrT2Ae4IvpE8sExHPiTS+WEs9AxgwnJ8npsu/moteZFnebGXDZa3yz0AiwCoCKR1Cg1QVle/HV0+WUYTEYjNQkn8HhJZqj+pGc0YTsiTjMnjsUVJHEdD0g1869UKCPk/0X4Fvd0+mv+7J7G204NJGtXITjmD+rkTc+xW7ZGY30kATlDmZkr8t8rctxXsC/Qn7ReNVLTe1LSI4U79CJU2+kQ34E9AcgRPZ+k1TIFx3Y7jayny74MuJGM2CAFEcGhACLW4N58RJ+p+QiWEGoOD8oKjR6EYHrCi+/KYsk9e3vwGshkCPxR7aeRHbHd2ywHd4Z/GuXzJs4yFgK+cABPF7GdgA1AX2dxpY2IAGU9bLQUfsF4QbzJijjpFQpLcnpFoWL7yrUDmGp61CRIIfC7B44F7PIBk8HF0aVROXu+CKdxmGY8C+8cxmkZeNgUbTtsK1adiAsCcoHvLxvq5tlMgLVgSvTALUIrcpkSbVAp1zqpWMZcwTRANo4VSq1KiUWnUo7niE7iNsi8qMY0IG+kAjREOGxDG0+v3ZdDaAtmLrSk79/EtY7gOaAP8bwGgbxMsyytNIySAGbKde7rwjpd0qhg1p3DzwL9hXU+VD+hSbtM81b/5wpW+uIYnebQjwHwDGaZjksDiGCzyYnzAW79Pk0SjQoGYyyL+FZj/CzO0yU7GPMSUFqhIKZfsCyaL5K8DdEsGMSkM+NXRxi5EMycGpjfISACQzgpQTYgy/FsaZH8ilEGU3wHXumU3/3yy9tvQE7cLVKgFwzjjeA7zx32tQBGKNWiwC0F9slVVsziDJ8VbO8NrgJo1gw1KzeruojAjftAsP8dSagKkDh/SfP6xXO2jl6FYfS3AtA+OBjQjADoDcgvjjGeL9IqyuPb9Dqui3IS0Udn3jgjDfPFf5FN10hRwBqojK4Yb0B00B6mAcKyKGEtgaGHutw4rjLtqdDyGbc03uuMIpWtpi0raWs2Pa14zw0eWvtIS0yrWgPvcmwNbFzwP+LMTMt2AI/wW1QJP1JzoOzBbVqlVyko5w33BefIArkXMNYXdvQxSh3cwYsBbeaiuEO3qshRtw3AOuuMhB12w2biBr44J+Nq+lTQdvK///lfQD6NSGBjPmfCSfQtOImwOxg2LSjgDKSM02I34BoF7C8ffiQZoaidTt5Du8Bn4DQhpW0HDS5+vTu43G8UNlAlMgKKyEU4iS6OL50ICigjoCnYX+t+noHO1IF5icFUWPoAEGQBoSIlubjfvKuA7WcLXyKkiWAHlLVIOZEjMOPjo6OjMfuc6Ep+2qARRsHjlCND/3b2/p3jWlIUO85sKJntRWNkmlivMX0aWm6+EMAVWqlsONLkDDE7djVFBJzYdid67XmEf8FEAqhnmjtR+MXLo5dD9fL4yIlZ0NeIAYVjE5mXLRtjlLnWqJNh9zGSl6Vz3ShbMoSArpj+0HBhQFMydKboCSbTbnz+TKjOhuYRzDlFkgg3T4sVGUeIh6ew9TVwyJIeAAOUKIDNofRAHq+ASWprJCDH5NgwzvMCNgiYvtNW6DjDaJaZOXbBSB61vluIWS5+B4qpigwpxABH5iuOn2MgwgTk0VBEONCcRDvgfh7DO5o4iH60I9QFkfhT8JBg5djLbZRWnAPqvj+tMq1X9iXOUrQNCo+syK+5HXjDORgdZJdhVIK68zKoU3xVoAOV1vh+HqfZumRoFiloCMjCCfsxSOpO/P8p6c/KEvVTdGC4zSmOgE55CUtBkWDAz83SsD2R0SMdTB4KccxhHTIsDW0iGOCLEsPcoPsNAzPNAKhfwLnI4NvRmFuSCElO0VY+eJuDQgDhPDZzwfXAhxd/OjpqgUorlGzJ2t9O2ONzClGYd0bOLrQvUzH1Qxk9mUBFxj2a44DhCo3j6ahRiJVGwhIxTAJOZKyZ/ljG+bjYSH6Mx0ISJW4bovAEy4VBmEGNQae4EU3XzYKB1S5cRhEmYT9MfbjpMJGhuKTIsiUFzKCPWInU337bjr1orOh1Csb6UFzIZnQEzPk/z8gwgn0SFWV6nYJ5JWD9qXNIQtD1fqUlr1bHV3+s3PQq+RoahBaGSYCXZrAvtaY9E5ThPqQz8Dw2+QzjlXkgg/jazsA0rEJPtikvML6LU9syenqlYf6Br5qM5DXTR5mYJlazSivGFEvDSLSZaW0E3UN9/A6kVx8agVrYPowJM/tWxN3iEkyWG2enHZFuGrPh0KGFyDUo3Pa4z057fnSCKzSidRcLI8Opk6AV9l74sTZCnhiPhZP2Ii025Edw0dOyliTGHhlwhB+rSaNP8dnPsOGMZamTCaZnJDgmANLEjeSFvgVkTFnXAm5w/TcSIJi9I7pitIjYDAZ/+fYcbKPpoSy9Onx2r/NZkehfPrx9UyxXgIW8xlFs5sCMjHAj2UgKEAbmARbgfgzdyJByvFrxaF0RJXgHlnt278LwRt8+aWDZPQ5YYBKmR4RPmFKDvYm3FZiiwR+XTqrJQIsToEJanf1kzCxjJfmBrj22ouSjcdvpqQXbCGiSWo14H3HjyNQNiNAHNA7W+Q2mgQZq68e/tk1M0eXB0NtkllJBh5iEGuM6ODgOPbrCMR3abLGcODrsCMk3EKlccwDSZygvMRgpTpAHx23blhMyVxwctFP1XVpSWBLNk53CQ4z7us4eFiFXRbIxBjTHZ9L5JnAAAQTOnfYw8URKMlAhYaiLJVZoCedRqeNm+GUDeEIYGMcfdl84Nd5COrw0Ag7k1xmPIxkAru5gqzMGYsJgllrqOAeXP9NqSf4cBozIVLEq5UmXdSiKT7Mx63KFyeeJkp/fn51T1s/IkgG6mgiUsgQOq7XZdsTywuHfC28zIyaLNsfu4Ndd3ErcYr0b+Of5810uTi8Tu7O2c4A9OW8UCCzTMRwcewtsButOEAVlOk5wbzjYEecbtQQIkYdwsCozSbe60gwe3QD2nuEWTHUF3Ad+0igolruY7F9ej+RgYCwSLGX6e0KWrRvYfvLEEipacZjeu8JAbZYhEmwgh+zZ3KFaolVr1TaU+hQ/S1h9Z6DH9Y29SYrVN8HA1dtaLwMJrU4mNsmwIyBkP5tFPa3iWx244fye+ewYvXJGH7YFkZQ+tWazdY0vESj95hchSLQArm7czJhoVaLTANLOmCkZ19P0c5MUzcD4pT3s9MrUGo6e3bdWTKb4tvPeqvGxQyM/nX74YaQ+iAdnzPAz8vZj49mBKEYXLa2JnfB1BUZJpf1oFO4B5/fRpGN/XSxzUTBGTC11vSgSU2/iyCdYP3irMFtK5CdpzXb64O384B2o94OfcF8GJP4aTIqNCswsnq46nc30CuTxAF3/lL2QQ5ROVocj05Ko3XMVTWigXAzQzwWZfoBR/wHmtLqwGkiU8LVd3yYabLYayzcPftAb6j0dPLuHVtvBtOklS901BYsA01/aWxgmMUgOupAhPIjadyKWGN0CSqfowPFYjflhf78Ry9jCBBmcVySNTpo4/guQ2EfRK3C8KYYfMFCK48O7AD/tt3WnCY2rQ/XcSmyrsFc7YwteS5BgM511HRBOT7x81YQChhIjRtgRBVGCsFFWPcY5hheIaAxRMjHKLphI8ogBmpjtuAXEMoSvljnXwlSO4wxpt8Jxxz9glUd0bUC1G9Vc3MXgTaMI3wYtp0CAvVYvjo7Y/6Fn1F4vjl76jgDDJpuCE+WgadpBzm79QmesPQOb130Xl7lvvTcS70br1WmGmWdsMGyWIhhHLREMMAs1CL3uRifY4ly2hPpcEiFlwmZPyLfpIgT+br28orqDvql8wNDVwSlSGswIEYq9HndLmkl4Kn6rAJFxlnmUSOTd7OPWy+4DSxMho3B40HETga/Zg1UDa/tgOdzgDp5mWVHBo+PJ+RToVDxTxMyTCMYg+npdsR1tyerl0VeYsz8U+X6Q5gcA5xrwWZnSU1uPDfK0Nfgy3vwcU5J5T2ACjmUY+HXx8vlXmJl7jv+8wH9eOiajjYc7xpgBCJ1F7MEc/9Ugr7Uql18phhrQCytQOnYVCL7vNEeWbXgdrUMJUWHyjuv+6SuFqKdVulxjxHYKmvCGUmm+YnQFxX1b9nAtGarh7XCnuG87aOYAAhn9/Y5ZW3NFp2uQgGX6H7Go3enXOi5BsbPqmvohQlwOaDiM22Jeh/bvyBmKLKJBY6UYFAw8nw3pEVMfTtkOT2yXFnnNY6Ey6c3NDzLGP3gAMiCh3IzqqH9ZgHHXJWWzTIECUBIU2a12nWxf5UhnEl/UUuDjevxYGLA6lncjA5/RTkXgaAQXZmtxCy9bBctsc0m4Fje+Rx0BWCyJADIE1s6LAzIzB34cd4dWskthqmNKAcXN5GfKArrraap8rYKyHPGT1IThaRAK3NqcQJXBHnkVACFxB27jBmwGTBochyaCK3sWPERfvTZ0H6UNGzIVENvQm/VHQEo1BoMWwyJ+akrF1zGWBZeAyyVFmanMCtFI7jxmcrThYhEc/iI9c30ndfnufSKZQO9TVz8oV15VEReJB9jZaSKjOFrln7Gp/JIND7Q3Nh7mcL46CAYr4KZxW5zUeSLRxQugbhfWZUifnLgUZ6/EY9tZhMIwONHFBTWTyOfBtHpDis8utomOGdU63gGK6uml98QJSY1wBlSl+zj2cK4uWsA4ugeo1Zos8ovLFlU7qEKrtKooZWKyKdAYM7zUO/TIp8h0RMAH9hzaSP2hUsEfqhB4oQOpJ2LA3uBHL0crvPI1JhEclTeneIebq7VFCoYrOCpkmvjbxbFSuyFyQsm0dXfDJojVZNJu4QRfTTI3bHULfJY/W+DJvdjCwTL3DKaNZZwgKkrjgCLntyIhjmzISpDHG7tOcjcl+G0dWImMcojG0eBpdbaIOVDJgRtPc3Ousp0BMnkGMrShCUbTwboxc33NL+XRr2aV8BSPGUoY9aQp6DblGfQ/L1Zst+izFuYoVhP1QugU69qdI/iMGOM/ucccC2Tq5BgE0yZVg9FpRUQxEHgBHcfGaqONrrDclGi7JIljooWRW6dgJVpjpXSlCZmeLeo9OfH31d8mEY18fhFRvir1bVqsq1Eb0NDS7sjfqG0/1/RRk49OpwShk28gVAS+Qur0tun27viBpxishNV4FMVWXPGyXbmP37liSr71BN2StKISDypKCfyDnOQh0XuGci/qzj0GEuJrwfg2DLtRsVM+ryuiA8e3kbHclMySvIf5oB1rMwKR+ohiMlbT63VcJtMhmg8bpBjOFtD4c4lHM0ei8cEj4DsBvtS6riL1fk52BxabyBFiqh0ELTqdpzqz8G10WxISkZrOOKQyxUBixfCncZnGB1fgXU0V5yhSU9OPRg2Fv9kYg6VKyTBiipYyVDQihecQcEt1WZ4gt9Me0BDLByQF7lGww3217urI82TBWfWUuUGFoWsq2JHjUvymqdkxxxO9NJHQLK4DFbjAi0CvJ3hwLgjSGs8XA8Hjj4gb0hEX/OVIpYoPWVgIPAfzRIcD38+pVRhGGuTnphe2k5vFtpFs/ols9rhVT4lNVoxQ9wyeWDo1V7Aps2/urvnewTIub6ytKduJQfLTGpzmqzUYlANLKZhSQqL1nTdrQRpi2GUOHR+BDY/j+Ruh6zrTphypbR2jJ4LUQtPzmRsXiRTZammYWDFuBUdcl4wDRRJ4aUkzXkVjMiqznEnERwt7EdIr1pgUV+tqwfvsfkNueudE60yBozPVdj626dJROZbEfS3Spn9XsDOvB+5MzVkQ3wkRGnIaSrG86/7TaQNu1B9dpYUZH8R1P3FV78HM511Mk/BzUvwMjKQHf2z8HBc2uatoXviNtp3AglkW8TXzpCdNFunc7tR2B2qt1mvvGa6uxYFk+CWehf94VN7g2re8nBiLq9I9E5E+pz3xwkGvwB148TOeMPDyHv0K2DIMnQBsr/0xpCOEKxTfzTHL/29JjOSxvZqYNNkeiv4DjedGsTFkP2qn9OSwy9BpR7X0fbl9t5Fge6QsHgz+/bg5J2dGlJzivFTToKeihX2EVlD8EZQ6FSc7WeOhAG6r/sUJ2FPU9vg5rs4uk4nxtXrVrhVy5m/CuNapc8LvzQGsntAwvMr0gRx06g0K+6P6VBEnwY5cwC5SxOHahNg5Nt+UQrUwte0U+lgH8gMVDXh1yulcTk2kTfbc8qyNIKHnDP7FFBc2NdHldn4UForf29Fcx//awf7mSCkeb+2wzbN7wuZETSf444Sft1NMCwzagd3PqVUzkWo7J8cqIhLfSfWyczSIl/h0ze/v42x+cBdT0TbG2/SnVVpuOscgrD+eYrwxxnNsdJA/N/Xg9ooITDrRDTyYeCJ3rklDNZGABOWch/kcSOOEj0RxQoybWO/OShE6MOVYhgJzEtHUdXVah07MXoqYHbimg9v+AIf3yzCzuU3Hxp+CFsBD9XzYylo48axggA1h7xDKUPV5dG4FdWM3eB64XbA5kxOEjXcfbxij3VigUY5NEy8Y1Fu6/YCt0RUOEYnHwDlC4S+t2e6wZU8/YDhse3zCc3va4AkHfp16uo6V1ostf2KyN3RqADbnxVE3lX3fUiXOIQN3l5riKJzdxCS/O5+BY+zhg4Bq+6ySCXsvF+mZaCsW3Dn20LG37A7vpBZlc8c3nXdc9Bu0A5ZUHMPfqnZ9zF5rZmjOONlR+7gjFOxSrRm9xwi3p0D6zXD3kEizVdb6k0wkZTbG3lKrsWqbgVf6Os670XpH8DxonMsdP6VuZ4PQ8z8jkmngOLUfrQMbXXtOAm6UQcGT8XQi80qDEJZzL7YWMvIMEZqKdRhl2WGHtdtTc4557xkQnnuBJ0qAzUKzgKPHTSiZQn++fgffeNT1T3ojPRUAuBTXBXU9FvwW+hg/NRqO9CDa8Rj3AbomTVit6QA2hzijdkFCtYOIQN8wjf1ZOfU0cq+R7btvbrpyyifsR9gLWytkthCpxdQL2YZYMuQLu96VE/yHaaRJ2fd6a73HtLZeRO9rPg9TYUoV1H2VfkJmwX2mSBuYIDEl9emApcJb5A6Po+PmGpV5sS4x6SmHkXljMGyLIbUmpMfntTlux/UBpdyvQSUCuMmVnKz1bEKXP3crGN7B1w4P0KmqvhjzPZ8H3nm2h1iLmoT+uWxTjWnlFy+JhBf/fK1eys+uG+uJHi/ggyvMh0RFOmlnPtnw4awInkO9oQb4AyjTA8Nsggl7hMePWLvEj52iK7k94LPqKGlJzUUTcqLanKCX/CSI3fnpLSzCjTEPae7GPJEltvWty+bNlTa6pe2EHli++cd3qx8LJyD6GFH4JmUl5kvH4AezSgBP1PNXThj1ETvCXi1DfYF7mzHamtUV8P4RLa4MDFyLZlelYOgTN0Uch2S576JwpF0bu+QI5avdZhcWUhdYHIhSpOAEEfomaFJWzunTP1bqalPz1QNOIsU54Mj7sU91eR2tajK4aT4vvAwunh1gBIgH+UqBeYBw8ZILS0JuwWMrNuno60Z0UMbVylZ8imw60T9TZtOKXqq2LwL1QCUuFt4d0inkA16Nc5zGn5RTSYvh+ANK4xy8/YbraA2TuhNuOHO3FywRsS3PoWr1+Iz6zftHSkL9EjRbSljcmCCcKUW0n0zEprekM2wvqaTZudckydU9TY2Sf6VPC0Ki8URZKVx0DoN8w2/a5mNJy3QqUemoDN06QV+a9qQIxuO+aFRCWk5uEnTKVhFA1I7n0GWdmM7iw3qrlj0eqivocTN+oBwGePRNsVzSGXeMtijKtqhjYBU8lVOB2M1rR61TpAZQEid0fLQF2UqFl0efWVj8Gc6VUhJBYKxH/H9zuc298LjNTbbsoV3Gq1jfdPOjSIkrp1Ajdg/e6zxySFQuSoDtwjWDXdLcYNji9E7xbydk1rVo21vUlU5eWMEa0r147D3fYqn9XsktT3g31JBCZVdxRVkhlHxebvLwr78m+yb6SN9t+MKcUN+nH40pJPdh4b1C4CoOQj9ugKfTq0XglEzjLEI5Phg2+qZd9dE7gNmsQWsH2uB7O1MufNA2u4xMh4WlSfvAFJpApoG5xxnfSYUHXV4Ns2bFp/kaYVZ7fL8C3VBg7y52ttWO2qp5aJeoqNsCfNVgp2LpeLY2OA9Gt2vCUl/nQJFyEe6CP9mdO9kPkG4QCgLnewf5V+81nwO8Dgv9LCWY92MWshqq4XRucG4+DjvbGjpB3nH7iKkI+26YQWKsLmBb7jNu+Qv+LjjYcNXpI4reltmY20ZirK204ocLImIRm0xEXEvJXyiIGStwEdc1h2J9ZneuxnA517sxw07ba9wXgXGv2XCevDR0ms/0g4EVcwCDKnl3lMLIJRN7nUH8khfW+VSZ6rQc8iQkUDByP7WKDv1QxdavavYDdTySd9VxB7P9QTdPwpm1oamIS+hxs/0Rh7sMabf7rq7Pv3I1LvZ4JBYLMlneUdUiHnJAYQaCCW30Oz7faLIGHPur4k1zObup/zIXDbgXcTSOSiuS49Glc+6cbpF26BMzsJ49ydqi76S5X6V43l8WY5JLziRt/SKVDa1WVDdGdhAup3XKgIeXo+0nzcn2/vKdJs3RjZH2BxZMYd+OHJUD+kSO3buE25x08S8wefAKmif9RGx0OlYM4LXHuwuNeB72REzPAWOKt5l7Fe6o0ss4FnQfqATazF0WcXWjrcgzws+/ruLbuMw2u8NwZvL2IpzX6rjjMTrWE4sWzuQPlX9pTciHaWjElu3ipoV6XMXOLB6OPfccXSZSAHXac/rZkwI7rmRwKghcwukxR3tvNuieKt65bC/BewamatVcghR5zIgZC5QwrNfknhrKOfJf+KC9Zqab8dkJL9GFjLSDwv33Tg04BapATLl3WLp16taCbYrlP5stvHIQ54CYU4rZNL5bbHpK1KlaiKSoUz7D1+MfwdTcyp2mDAVB9Ql0cGO82OwPZGzGfDLRVJkZzHM1TJylN3pEieBKTcmdkoqVqZWNd0Y1YKFBIozKI9B94SXGyze6dv9ey5TrR/gI5DTaeRsyNabF28jtVZonuJQgzVfr2rkT3JQESUkhXgTaOsX80PVc/vkuCTtgTCBPGj+DV0gxWUDrrFiTS8x/kaQJftlF2/wI+yh020zVCpe7ATPPcFpQdjzoOccih1V5Nwg5bnm5KBqe6cmJMx0yMj7VfmWA95ZQGsnZf+dBufc8b/0yQ8Ip68DHSv92TYyEaIMdDFQ8oA+doWu5oTbpz545UtMptw3cVSL9SPnmZ1TKoSEEnj9eAxl7AQ+6PQr/6gOSuBQIs31ka1e8UAg7He6FHK0lOpdAW2KypQn25ZAGauIACyeP6x0EpMMXHfMaMbe/P35wv/acnQkfOdZ0/OqIZpT0zYGMIvs3Sbhw3FweK3/+ZMe1nnR5bOe6ULORQzWg/+MFmLjM7ucrMOcH3sScjzNeHGlPmAaCYSwFPsNSuOnB7hjAaFvlO5le8WTb0eTC/JWkpnwfN7Xz1Zr0gVNkT7e30kPk+jjA4ET9ZvYulfgpqJ2E0NGsW/MXm/4PcGa3jLFrAAA=",
    tag: "37a1609a1a88bcbf")

  static let clientLevelsDTs = BuiltInFile(
    folder: "client", name: "levels.d.ts",
    text: #"""
import type { SendOptions, Sent, Session } from "./backstack.js";

/** Where a state has a stack or a presentation. */
export interface Place {
  /** A JSON Pointer into the state; `*` stands for each element of a stack. */
  readonly pointer: string;
  readonly kind: "stack" | "presentation" | "alert" | "confirmationDialog";
  /** Whether actions reach it: the case of the property's name; true by default. */
  readonly action?: boolean;
  /** The cases of the enum that is there, as keys; the cases that have styles by default. */
  readonly cases?: { readonly [name: string]: unknown };
}

/** What `GET /features/{name}` says. */
export interface Feature {
  readonly navigation?: readonly Place[];
  readonly presentationStyles?: { readonly [name: string]: string };
}

/** An element of a stack, or a presentation. */
export interface Level {
  /** The same as long as the level is the same. */
  readonly key: string;
  readonly case: string;
  /** The feature's style for the case; `push` for elements and `sheet` for others by default. */
  readonly style: string;
  readonly state: any;
  /** The action that closes the level; `undefined` if clients can't. */
  readonly close: unknown;
  readonly isStacked?: true;
  /** The level that takes this one with it when it closes. */
  readonly below?: Level;
  /** Returns the root's action for an action of the level. */
  action(inner: unknown): unknown;
}

/** Returns the levels from the bottom to the top. */
export function levels(state: unknown, feature: Feature): Level[];

/** Returns the levels whose closing closes those from an index on. */
export function closing(levels: readonly Level[], index: number): Level[];

/** What draws a level. */
export interface View {
  update?(level: Level): void;
  /** Gets the level's last state. */
  unmount?(level: Level): void;
}

/** Keeps what is mounted, and the browser's history, like a session's levels. */
export class Navigation {
  constructor(
    session: Session<any, any>,
    feature: Feature,
    options: {
      mount: (level: Level, navigation: Navigation) => View | void;
      /** Names what a presentation shows, as presentations of one case have no id. */
      key?: (level: Level) => string;
      platform?: object;
    },
  );

  /** The levels that are shown. */
  readonly levels: Level[];

  /** Closes a level and those above it, and shows this before the response. */
  close(level: Level): Promise<void>;

  /** Sends an action to a level, if it is still there when the action arrives. */
  send(level: Level, action: unknown, options?: SendOptions<any>): Promise<Sent<any>>;

  /** Whether a state has the level of a key. */
  shows(state: unknown, key: string): boolean;

  /** Stops following the session and the history. */
  end(): void;
}

/** Shows a presentation as its style says, with what `fill` puts in; returns its removal. */
export function openDialog(
  level: Level,
  navigation: Navigation,
  fill: (element: HTMLElement) => void,
): () => void;

/** Shows an alert or a confirmation dialog; returns its removal. */
export function openAlert(level: Level, navigation: Navigation): () => void;

"""#,
    gzip: "H4sIAAAAAAACA5VW328bNwx+919B+KVJcEjez12CYOs6bF0azMH2UBSwfEfHqs/SQdLZNdL87yUp3Vl2nKK7B1s/yY/kR1J63VoXIOxahCeYoqk/tkFb4wueBP71nubwDAtn1zC+vJqrauUD/Vx+8ePJaHR1cQH/LdEhKKD1gLBUPo6rFVhHw9ahJ2mKJV/CxdUIv4pabQK6haoQ7hv+fRoBsLhb+HP68Q7urRzgYxbCEqP4CcwuZjw0tYcFyUdVLQEbXJMKsItetSgCcKhqa5odtFFaSbtOm8dJvrfSpi5hLPfG8A3GOWJZUA26IKPKmoV2a9n6TavGPo4nCTe5gWCSxZX4kOUTNB1KQV8pj4yPx62zLQncvfFg1JpsCq5DmO+gxoXqmnAMPkq8KWFubYPK9BofklzfC0bTrWmgyLmeFxwWQOFY4c5PBhQ+nliqDft019DC66rlAml+2i99Ysy9Iz+X0JmVsVsiyWT03BOC5M/ev3uAqwWq0JE7r5741jOFTu38aRb8Ho8KDwZlRm30o0rmD6tCmE+fD6KYB20qZv0YdhxkqG/NCR4VP8vhD7jBZuAwR8aTPvZ+Y0mNknhAI6dicOTAsb8pVCc5ynHIN3olyb/EJAmlpEQfaMqVtvPLWcyTaBrlpqlh5peIIW5Y5smPKCCCT4KSjCxJ4i6HFNkaSVY1NhIumU6QOkN6tMF6BnpBB7SgqpR585J8fHsg2IFq7accHqwpyJw9OYDoZNEf1ErUk8etQdjqwBkJ2yUa/o/wjtXOsbFbkish7QX/g+RnE01x1gbyeDKUnahMP0uZKBiS4Lhzpo3hApSsOc/sSgTMVch9H8suz+c2BB7GUhhsm7Nw0ZmoPN46S3FJ8oueJGWfYufJNs6g1zRvl+QacRBnyRBHXhRQZDGVTfwKhwkxQEk3z6K4LHeT5iJeL4FK1hzdC0hSQ2qnttxN9t58kXf/atxK2nVtTVbfRIVJGkndWF33MXyPIbORItgoHyKLU6g6s7adCa9ISXH6C7FlB8UyKxewLiSxJFTObj06Ek+0C9btCmj0ShpkbKesWLySW1QRFg93Q7kTm6jbUNp1FUk5oyn0Esq+M7+l3GPNu+tC9o8jHVdt7OqlyORPMJdwYGWR1doyA3IOv1xHL38bnMkfe+KOKljyxGGNBL8kJ0jzyZelUXEiSjeUDmQs6Dp5nz8qgDdHyATBvvzw1zYqUN6t6aidf8EqxI1ntvecGHRUDFLLU9RdGJg5zviepHsKRgG/RtonAqYIcwqouSXsOsSoi7GxysyRYGGsEuhbMrmnlqTQMa/uKZW0x7fs2OtBLb/EfFZTKOsThIJrphbe+aCbJjb5WM/CvvYq5/RmKGzk/voo1PFcViISRW7K/BnI7LrOUPKjUNb2UIdHT/b62zc66aMU0R4I++lFdcpa3nn2xOl9QbWOX3oN1WSuRNI407O0z7iUZ0kLW3ucslOJ0BFHCaoOfePkd0kRG4TwebYg986g7eiENhOKZiyRfMPh2m5Uc7Lu0csuPQw5Yw+8TvPTKcY7rI54n9p0CX88/P3hXZwI/9mcYkR2nQ3TyYFtZA+/UuN7JX+mQi1w/p8Jtyzr5+rDIaTv/KYCjlQMAAA=",
    tag: "37fc2255c295808e")

  static let clientLevelsJs = BuiltInFile(
    folder: "client", name: "levels.js",
    text: #"""
// What a session shows above its root: its levels, their dialogs, and the browser's history.

/**
 * Returns the levels from the bottom to the top: the stack's elements, what the top one presents,
 * what the root presents. `navigation` of the feature says where the state has them; `*` in a
 * pointer stands for each element of a stack.
 */
export function levels(state, { navigation = [], presentationStyles: styles = {} }) {
  const found = [];
  const add = (level) => (found.push(level), level);
  const visit = (part, pattern, wrap, presenter) => {
    const inside = ({ pointer }) => pointer.startsWith(`${pattern}/`);
    const places = navigation.filter(inside).filter(
      ({ pointer }, _, all) => !all.some((other) => pointer.startsWith(`${other.pointer}/`)),
    );
    places.sort((a, b) => (b.kind === "stack") - (a.kind === "stack"));
    for (const { pointer, kind, action: isOpen, cases = styles } of places) {
      const names = pointer.slice(pattern.length + 1).split("/");
      const value = names.reduce((value, name) => own(value, name), part);
      if (value === undefined || value === null) continue;
      const act = (action) => wrap(names.reduceRight((inner, name) => ({ [name]: inner }), action));
      const level = (state, style, id = "") => {
        // The state of an enum has its case as the only key.
        const keys = kind === "alert" || kind === "confirmationDialog" ? [] : Object.keys(state);
        const isEnum = keys.length === 1 && Object.hasOwn(cases, keys[0]);
        const name = isEnum ? keys[0] : names.at(-1);
        const content = (action) => (isEnum ? { [name]: action } : action);
        const key = `${presenter?.key ?? ""}${pointer}/${id}/${name}`;
        const payload = isEnum ? state[name] : state;
        style = own(styles, name) ?? style;
        return { key, case: name, style, state: payload, content };
      };
      if (kind === "stack") {
        let below = presenter;
        for (const { id, state } of value) {
          const inner = (action) => act({ element: { id, action } });
          const { content, ...rest } = level(state, "push", id);
          const close = isOpen === false ? undefined : act({ popFrom: { id } });
          const action = (one) => inner(content(one));
          below = add({ ...rest, below, close, isStacked: true, action });
          if (id === value.at(-1).id) visit(state, `${pointer}/*/state`, inner, below);
        }
      } else {
        const inner = (action) => act({ presented: action });
        const { content, ...rest } = level(value, kind === "presentation" ? "sheet" : kind);
        const close = isOpen === false ? undefined : act("dismiss");
        const action = (one) => inner(content(one));
        visit(value, pointer, inner, add({ ...rest, below: presenter, close, action }));
      }
    }
  };
  visit(state, "", (action) => action);
  return found;
}

const own = (value, name) => (Object.hasOwn(value ?? {}, name) ? value[name] : undefined);

/** Returns the actions that close the levels from an index on: what is above a level goes with it. */
export function closing(levels, index) {
  const closed = new Set(levels.slice(index));
  return [...closed].filter(({ below }) => !closed.has(below)).reverse();
}

const browser = {
  history: globalThis.history,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  listen(popped, touched, signal) {
    addEventListener("popstate", popped, { signal });
    const options = { signal, capture: true };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, touched, options);
  },
  /** Returns what brings back the scroll position and the focus of now. */
  remember() {
    const [focused, x, y] = [document.activeElement, scrollX, scrollY];
    return () => {
      scrollTo(x, y);
      if (focused?.isConnected) focused.focus({ preventScroll: true });
    };
  },
};

/**
 * Keeps what is mounted, and the browser's history, like a session's levels. `mount(level)` draws a
 * level and returns `{ update(level), unmount(level) }`; `key(level)` names what presentations of
 * one case show, as they have no id.
 */
export class Navigation {
  #session;
  #feature;
  #mount;
  #key;
  #platform;
  #mounted = [];
  #closing = new Set(); // keys of levels that the server has not closed yet
  #depth; // of the present history entry
  #isTouched = false;
  #going; // cancels the wait for our own `history.go`
  #late; // the depth that it leads to, if it takes long
  #end = new AbortController();

  constructor(session, feature, { mount, key = () => "", platform }) {
    this.#session = session;
    this.#feature = feature;
    this.#mount = mount;
    this.#key = key;
    this.#platform = { ...browser, ...platform };
    const { history } = this.#platform;
    history.scrollRestoration = "manual";
    this.#depth = history.state?.backstack ?? 0;
    history.replaceState({ ...history.state, backstack: this.#depth }, "");
    const { signal } = this.#end;
    this.#platform.listen(() => this.#popped(), () => this.#touched(), signal);
    session.addEventListener("change", () => this.#render(), { signal });
    this.#render();
  }

  /** The levels that are shown: without those that are about to close. */
  get levels() {
    const hidden = new Set();
    return this.#levels(this.#session.state).filter((level) => {
      const isHidden = this.#closing.has(level.key) || hidden.has(level.below);
      if (isHidden) hidden.add(level);
      return !isHidden;
    });
  }

  #levels(state) {
    const all = levels(state, this.#feature);
    for (const level of all) if (!level.isStacked) level.key += `/${this.#key(level)}`;
    return all;
  }

  /** Whether a state shows a level: the guard of what is sent to a presentation. */
  shows(state, key) {
    return this.#levels(state).some((level) => level.key === key);
  }

  /** Sends an action to a level, if it is still there when the action arrives. */
  send({ key, action, isStacked }, inner, options) {
    const guard = isStacked ? undefined : (state) => this.shows(state, key);
    return this.#session.send(action(inner), { guard, ...options });
  }

  /** Closes a level and those above it, with one request; shows this before the response. */
  async close({ key }) {
    const shown = this.levels;
    const index = shown.findIndex((level) => level.key === key);
    const lowest = index < 0 ? [] : closing(shown, index);
    const actions = lowest.map(({ close }) => close);
    if (!lowest.length || actions.includes(undefined)) return this.#render();
    // Ids of elements are never given again; a presentation may be another by now.
    const presentations = lowest.filter(({ isStacked }) => !isStacked);
    const isThere = (state) => presentations.every(({ key }) => this.shows(state, key));
    const keys = shown.slice(index).map(({ key }) => key);
    for (const key of keys) this.#closing.add(key);
    this.#render();
    try {
      await this.#session.send(actions.length > 1 ? actions : actions[0], {
        guard: presentations.length ? isThere : undefined,
      });
    } catch (error) {
      console.warn("Backstack: not closed:", error.message);
    }
    for (const key of keys) this.#closing.delete(key);
    this.#render();
  }

  /** Stops following the session and the history. */
  end() {
    this.#end.abort();
    this.#going?.();
  }

  #render() {
    if (this.#end.signal.aborted) return;
    const shown = this.levels;
    const keys = new Set(shown.map(({ key }) => key));
    let restore;
    for (const mounted of this.#mounted.toReversed()) {
      if (keys.has(mounted.level.key)) continue;
      mounted.view.unmount?.(mounted.level);
      restore = mounted.restore;
    }
    restore?.();
    const old = new Map(this.#mounted.map((mounted) => [mounted.level.key, mounted]));
    this.#mounted = [];
    for (const level of shown) {
      const mounted = old.get(level.key);
      const restore = mounted?.restore ?? this.#platform.remember();
      const view = mounted?.view ?? this.#mount(level, this) ?? {};
      if (mounted && mounted.level.state !== level.state) view.update?.(level);
      this.#mounted.push({ level, view, restore });
    }
    this.#sync();
  }

  // Makes the history as deep as the levels. Entries are made once the user has touched the page
  // since it was opened or went back: browsers skip those that are made earlier.
  #sync() {
    if (this.#going) return;
    const { history } = this.#platform;
    // Browsers refuse many entries at once: Safari more than 100 in half a minute.
    const wanted = Math.min(this.#mounted.length, 50);
    // Two steps at once would go too far.
    if (wanted < this.#depth) return wanted === this.#late || this.#go(wanted - this.#depth);
    while (this.#isTouched && this.#depth < wanted) {
      history.pushState({ ...history.state, backstack: ++this.#depth }, "");
    }
  }

  // Comes later as `popstate`, or never.
  #go(steps) {
    const { after, history } = this.#platform;
    const target = this.#depth + steps;
    const cancel = after(500, () => {
      this.#late = target;
      this.#popped();
    });
    this.#going = () => {
      cancel();
      this.#going = undefined;
    };
    history.go(steps);
  }

  #touched() {
    this.#isTouched = true;
    this.#late = undefined;
    this.#sync();
  }

  #popped() {
    const depth = this.#platform.history.state?.backstack;
    if (depth === undefined) return; // another's entry
    const steps = this.#depth - depth;
    const isOurs = this.#going || depth === this.#late;
    this.#going?.();
    if (depth === this.#late) this.#late = undefined;
    this.#depth = depth;
    this.#isTouched = false;
    const shown = this.levels;
    if (isOurs || steps <= 0 || !shown.length) this.#sync();
    else this.close(shown[Math.max(0, shown.length - steps)]);
  }
}

/** Shows a presentation as its style says, filled by `fill(element)`; returns its removal. */
export function openDialog(level, navigation, fill) {
  const isWide = matchMedia("(min-width: 40rem)").matches;
  const isPopover = level.style === "popover" && isWide && "popover" in HTMLElement.prototype;
  const element = document.createElement(isPopover ? "div" : "dialog");
  element.dataset.style = level.style;
  const end = new AbortController();
  const { signal } = end;
  const close = () => navigation.close(level);
  document.body.append(element);
  fill(element);
  if (isPopover) {
    element.popover = "auto";
    const toggled = ({ newState }) => newState === "closed" && close();
    element.addEventListener("toggle", toggled, { signal });
    element.showPopover();
  } else {
    // Escape and Android's gesture ask; where a browser closes all the same, `close` says so.
    const cancelled = (event) => (event.preventDefault(), close());
    element.addEventListener("cancel", cancelled, { signal });
    element.addEventListener("close", close, { signal });
    element.showModal();
  }
  return () => {
    end.abort();
    element.remove();
  };
}

let alerts = 0;

/** Shows an alert or a confirmation dialog with its buttons; returns its removal. */
export function openAlert(level, navigation) {
  const { title, message, buttons } = level.state;
  return openDialog(level, navigation, (element) => {
    const add = (name, text, properties) => {
      const made = Object.assign(document.createElement(name), properties);
      made.textContent = text;
      element.append(made);
      return made;
    };
    const id = `backstack-alert-${++alerts}`;
    element.setAttribute("role", "alertdialog");
    add("h2", title, { id });
    element.setAttribute("aria-labelledby", id);
    if (message) {
      add("p", message, { id: `${id}-message` });
      element.setAttribute("aria-describedby", `${id}-message`);
    }
    for (const { label, role, action } of buttons?.length ? buttons : [{ label: "OK" }]) {
      const button = add("button", label, { type: "button", autofocus: role === "cancel" });
      if (role) button.dataset.role = role;
      button.addEventListener("click", () => {
        const isAction = action !== undefined && action !== null;
        if (!isAction) return navigation.close(level);
        const failed = (error) => console.warn("Backstack: not sent:", error.message);
        navigation.send(level, action, { control: button }).catch(failed);
      });
    }
  });
}

"""#,
    gzip: "H4sIAAAAAAACA5Ua227byPXdXzHhLrZUQtNO0X2RVzXSbYot2jTF2sC2MIxqJI4lNhSpkiMrhlb/3nMdDiXZyeYhpoZzLnPu53AuLswvS+uNNZ3rurKpTbdstp2xs+bRmdJ3pm0aP6anyj26qsuMX7qyNUVpq2YBP21d4JKZtQDo2t91Zll2vmmf8rOzi9evz8xr87Pzm7buaBtjMQ9ts2Kwxnt8bOiXb9Zjeui8nX8CXK5yK1d7oLNFPmWPaWpn1q3r6BWSCG+R3/AqN9PaPpYL6+FoU9M80JYHZ4EfoGGfOgB08CgkvTNLS3yursz09dSUtbGIft2UtXct7qkL4L5pjbPzpbKHmC3znMP2izP3ed203jxs6jmSllOnRCIzO9NzZSbm7j5Tjmnpxj9VrhsDPvwLG3Z7sx+Z3Zkx86buAG2zAaEj4FVYswWupERoZCZ/NCntytebbimrGbMx6oEey670CLa2rQcmrIdD1iDr1q4DT64lfEhe4cq6KwuHgLsgmj3tkl85nLT13S+lX6bTb3eCeH8xJeKKZl3ZOR2wF0f+UFawNWUKI/1JQGZALjP/AeOr+LCv4CHvmpVL0wa0177AC73P5R1yNMoIu3DGPAGu1qepzcyMhTnLP5Uo88nEJKTnZGTOTWqPlwUPmkjKxwxMZwZ3A9dkFOBV3ce1A3HPbUdiEIXv0ZyYj5GIXSVW2xXtDEeryrlLRbx55eqFX5o35u0o79ZV6dPkIhF+gspttXEkcsCUt67YAIKUVjNapPM223qwhrbR+oCqfDCpIIKTg5m5h7J2hfn1V9Mv1xtUDlD1Zb1xQy5AAmg9LAiiiCaXxkz9XC6WoIKyrlFwgTMwgTv8cQ/iw1dgdyrQ0cFRydqRjLgdiTczJTpKkkRGjf8uLsxtCALozrVx9WZF8QCjH+rIcGyA6FM9mU8OIpxCM0FYQuX0JmEr1/oExdKvwdaHsl2Rtf+ZgmhirsGVzdh8nP3XzX2OaJjncKDgeN17ZGpCpFTfiPat+e47hQeWP4L+yKoy2nl3eX+ECoUIiATjte4DNlgL1qfnb4+gUJ0Y8IbKSwOWXjv8GoxZH49wAUXAg+FBA801nt1cX4N69rCsPvrtrizwf8S8nx6iWdunqrFFfBYSHjNixvyrhyIzgN1o4+xxal7X1/yy39tS5oJTAV/spyyeYEyEe6w8ZEE+e8Wxj33mOIb0Blg5b2auarbo3iqQnpNBPCkLocyxgnwuxtXHafSQoa7gEXxIEtdYkAVl7SMtKZadniozeQ7eCUt7QErupb6VYJ5J0LlOIJhXTce2hvGOBPBgK1i6jmLHWDhbN+u/QHHAnD3DkbALB4NCgE5FJ02FT1odgKlgIUsCCTlFxssZ8we8dzeoFVdACdJi6FOpDFChHkvWIsldHCWHk3M+VZFMIwt+fUGL08xIPCPKEd69mgtoBgSzO/taRaqpFONT7H6FAiXM96YZlyIYmpJu6RxEsTHtOY4IX6/cpCi7Vdl1yRGS36hQlrNwHpKriPaUjse9SwV1B3EFxKwE/J+8dqDNBIz7QPoa0yRIUL11dbY/O+MzQXzBAx2m1nQYpTlfQuTZ7UMYYsMK8SuIEahhST2op5kPfLaqi8MyG1IZKM59NlhzUKFcaoVvJUkuGigrtlAhQa7LTxWwiLmsF6k2AYQwrkmJNAbh2m3NjfOyUyoU3h5L6w4UxDD3WuSB1thPuZR8xa9RUCm7ywhU+ujazqWjSM7SeGCdDOil+RibRdXMbHULv3NZwzrPPiClVVlVZecAvoCztJt6NChvfbkifJ3zt/DYbHwKezITg4nRyGlS4nheOdsqBCGhXXskDIBgySlEt7WDgOubzXyJD125qG2l9MF23z+Cmf6ddgOnCQCQBSZo6Ay7E6Dg6WJva7aESdiAGWuNrQ4HNM1FUSrxT2uqdu4S8aICrBZIJZDv6PF+dMwTAkUnELr9UWMTJXObtWA6nZlBcOVOa942VQXnAf9C49IW8qGZbzpkp262ZIUo35VbzYDoUEN3tBWpf87M0z32QgWsYErL0SMe3XtOcJkQ+5c+/Pv+hOI03PKW2yZFrINqV+hd52X3YwNxZg4Rd2RkNae/HIxRUjeERoUuePYin/1V6Iv/5ty6Cx65gvjh8UjPdtTQwJWfXN+s/06bcuhzCVoavakpWotdPBJhB0ecrehkujObdQE2FfrCTR2DG6ixzBQsIKDjtoMYjbMD6gpJYDdO9TEODzKpkp+gdIYIUzeQxgdN8byyXWf+0XfAKP1v5EgopG+kQadnYoyegCH6C52RBxNe9a9d3wx/I4EqCkSjKyzuqTYH05LA6HVeAAKGkEJlft2EMPbkPCIr3NovCVxGB3J6VQi0CL59wp1ld8v+YCT9ETMLcKoFwc9tPWe6zmxt6ckJm01LWWKqE5NFM0WwCutVhMLdxAPzW2JPYwvA0mRolfDb20+gmaqpFwjoao3A72YgarBUj5aI7gNWJ87TbuZALBWBZzoOwbhC0sykMGfXwLynEtcphAF2IKyqzihSBu3pS52yTEykTn1JhOBV0K6+YNKial0M9DG0Qd4Qx6BqpuctjoW7oCEsdIZYeJ+KnF3+Z4e/dCCTrGy9sVUS88BqmPRwGJSvc4xpVMtjCr8com4dNfE3uJMrkgFwZgLweEBkj9XGaHgcjfjhNA5rjWMR5ZJnWHnyjvJGCn4er0r8xmXJQYxPVJkfp6L50tYLTEQxmhYYQfs6kZaGGyj8nUl6uO1LFLJs23LwwAIFqhDIn7DOtYy8hXoFFxv2UMkOC+d1tDbMD8uyKLAYjYJAHPWZM4Ec2DKrJsydonnacBBTdj8pCYaXuEPVCgFhKzvC1p95iV4Ma3/qJwTbSDdjDdsP6yLOX+lWSSq9WL+JZ4xDadiq0nI/zCAHTno8s+KsgXMQHOIgj6+Y+dAkjUw4pnkDbTz058GFhXft1YV3QDUwgl+WDmdxPDn1TkfPjJfHwIuNbQtkQ5MkRV+wAjtIRGIOhEAPSOLfPat10TPPDHst92fCRgZxDFi+cTj+hYJamgfihGA0ICOPHupEZB/Mdrt0dVSngym3UJx0yjCgS2W4wBuiLhTjgLQ0WmINtMqymUQAw45LLUFd9Ug6J1wieAEyxhzxBI78myhS1NVacz8Uz4/om0GFUsigG+v3hIybDCwYWve/DUTdK1E70ofyH0yQGxjQ7hooqKfb7qmes++zwPpcxNKg6KHeyDq+GkyssQGa8Dbw7rr4K658WfVhmNhssW+eCKYfzKVO7bQ1ItTaGcWg2qJNBEm+smtsdrhb20vrAM8Cxd7GW2XEB2FEsORlPa82hevSvi0cDZUYR1wabP61oNJHv6VQPK2xkzILMEYwyoUt66sDnzIr+wQKASXSxNzMnqgsj8f3g1IwnK7v5iJT5o6uDx4D3XS35CuT2GQHyHNk9intNf+sTQ8QyzyWdR43oqqBHluv7igI4muQG6IZHYR5DNA9zCm5Q2EYcoalku9ZFwuT3D+at2BVai860cGxbBaNhMgNxwcSEgzXQZrR3CDT+Ya2IlCO+vnSpK5tm3b4jaGpXL61bZ0mf+qrk74yHkP6J6gcOoLOLtRm979BdgUYIlREL4mvD7ge+l/AW4FxYVnPJTuXndonaVXFkQLFOixTYSW3WA+nA3pUnF/nEcHAgoCjI/YouLphTJj+2Oeuvj4GiTlqScJmedIShU8cCbdUmboj29TGhxqTUFJDL+qbn3lIAmLoVUvTZ/xmgGWIbu3rlOPvNLrnsXTbXPpDENYANCpOiEkt6OH9gO39WbRJJR7GFpX2LB9AFMOzkHDkBwnn7oj1TEnej0ZHHUbUGJ6ubkgHhx/ZelDgLV/oLCvvDVZ3Hp37Wg+O7cBBZd6PMg6+yIGEYwz0O4BHjTkXbSMeFsblozL83XdmKB+uq15NpPiT4tawTmkEANoYqnKoAPp6vNMKB+GycOj9wPUluEGWjj34ApSKDWrkpjgeKJxb68c0nWC8h161dJycVrbAr2xzLgU2nTTo0rJwJw6xhylATJljbQF9NaS5tcPqB1S9xUpxRuFL+kWozD6V68PGgmg521ala3OaRNAZjkIAhYtTXv/lXhOY/JOy0LoHOA9QrXl6QEf2dNixubEPti1BiVQEQZn59vIS7yAsbYUXDFbgoN7FKXhrxVI/WL/M4f2BA3FWyMz3l301cLttoETFyZPQNdtmA064aEDAjQEO8nB0wf9D3J+GakOJT/TUOLfAUkUFpuDnA3BmZLssK6ey7acnYMJxK/yDEOldVIM9WuZXddZv3jzXW+8jM/2xwQkXHqBFw5zq2HWaoS1RsZTzRCcl2Q2Lzx3PlbMvWoJMXW2LnetkcNQ3rJR4Hw+N8LMVTa2/v7zMDgaWkdwngnboyNr7x+3iIAGGQU+IgUQ0PQgIujfUFNFQs1dKkE6fUsOYYZCS43EZTkljtuQ0B5ROxpdwvIE2dFRzEH+fm9z0RbcAxlcagsOjkUgpjNeSZO4XMj/501Ch58zIsNL9uGn7fSxUcJiecC+CZ0uVQ157kNFXSFCFE/F2rJIwwfxiZcPTCzoVnIPF8MMEmiP49YorHI5BoyMNGv7UScvc2NH+Ow5l9nMK1h5jAIGycd2LAez5a9iNjA0GzYvc2uBv/XjRKzPQl1RwOuhjpviYSjs0ml6FyThdeHOr5hHqvFNfwTC78J0Nzcj9zSUmEH8SK7tf+JbUCqvtD64obZqkEKTPt2Xhl2Pzh0sgNkqwHYENrruKQP/ZrJtH+gqlqZtuLdAHWn6VYLAUGvDUL0PC+On2w9/lC0i+bhvf4DebHr1eWwMz0K8m89aB1QhM2tO/NklRPuLX34Sv/HH0FAw51BC2c17Zi5mNyL00lj4545Tp5vALM8ep6K4YW01fv4TDzJriKbcQGqAXUDXjhoHecYHNV86qUUTPtg4qSOzGN8kghDeLRUW+AvkHTnbDtzGYQ/3J932obyJlMb/B+JnK8ZyVcSeZEjkxWlVg9A/hXsJifH8AQtb7bm7Xjlqld3XRNmUB0WsBFRyO5m336UouQNrwGXUuMxweYYHv4G2XKa1O+cpk1+RHSUpkQZ+/+DM3PebyRezP7sFuKo9jYhHCF6XAeJOsJ/CCHE6AI5kkfOx/UYIfmsJWmlZOfho8aiEVnKKF6HRPH6WxaaN7XxjnL68GMarmN1hSWBNfBJPrtPoJvjOzjfcg3t8Wmt4h8uPIFMeknfGlx4tL0r5nSqm/EZKH+1IiiJejXvCnw0uiciOVr0t59xkvmLaAq/UlXmw8GqlTIT7RS2y2Q4Wlz8QnvZTY4wt9K2DJkdqP4aYa/tLXwWA4OODuwxE7rg2qGwnJeJppqBrOSZPn3+7evGFt67A7GJbz7zzU9yBflyYQ79Aa+UZgHEjpm3+aLH+P/s6q4YtPo5fQQZdgzys7I7+YPcUXr6ghlNlMP4BCGuskUjsSGeMdpbLYn8vqNLo79ALdwnVzWBDCByiemwdBE4nsQvvYVNHlG2zCxQKv+xmW2uTY3AkcpJ+Pf0vM/v6wWeetcrUr4V/AlRDb0Q0HAA4vMJLT5/oxcSIxmmNNdHyUIr4fCYGQ6BiIYHWv7DgVg8r5p+SwZu9z/Du99STSeDW4TAsJI1rH27T9BSgaESuC0JC9kBpjwg+21HDN8z+cP780+sOy6rnBH/6L6NJUU6KEftHg62cgsbFqaz/KaQKZMiv9Bay4M6M7Pv8HlRWz7KEwAAA=",
    tag: "c44ca33d3d43fdea")
}
#endif
