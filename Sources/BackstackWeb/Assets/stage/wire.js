// What goes over the wire for a session, as data: requests, responses, and the events of streams.
import { eventParser } from "../client/conversation.js";
import { parse } from "../client/exact.js";

const longest = 32_000; // characters of a content that is kept

/** Keeps the last entries; tells of each, and of each change of an entry, with the event `entry`. */
export class Wire extends EventTarget {
  entries = [];
  isCut = false;
  #open = new Set(); // what ends the requests under way
  #number = 0;

  /** Returns a `fetch` whose requests are recorded, and fail while the connection is cut. */
  record(fetch) {
    return async (url, init = {}) => {
      const begin = performance.now();
      const entry = this.#add({ kind: init.method ?? "GET", url, init });
      const end = new AbortController();
      init.signal?.addEventListener("abort", () => end.abort(init.signal.reason));
      this.#open.add(end);
      try {
        if (this.isCut) throw new TypeError("the connection is cut");
        const response = await fetch(url, { ...init, signal: end.signal });
        this.#note(entry, { status: response.status, took: performance.now() - begin });
        this.#read(entry, response.clone()).finally(() => this.#open.delete(end));
        return response;
      } catch (error) {
        this.#open.delete(end);
        this.#note(entry, { failure: init.signal?.aborted ? "ended" : "no connection" });
        throw error;
      }
    };
  }

  /** Lets all requests fail, or lets them through again. */
  cut(isCut) {
    this.isCut = isCut;
    if (isCut) for (const end of this.#open) end.abort(new TypeError("the connection is cut"));
  }

  /** Adds something that happened beside the requests. */
  say(kind, text) {
    this.#add({ kind, text });
  }

  #add(entry) {
    this.entries = [...this.entries.slice(-199), entry];
    return this.#note(Object.assign(entry, { number: ++this.#number }), {});
  }

  #note(entry, more) {
    Object.assign(entry, more);
    this.dispatchEvent(Object.assign(new Event("entry"), { entry }));
    return entry;
  }

  async #read(entry, response) {
    try {
      if (!/event-stream/.test(response.headers.get("Content-Type"))) {
        const text = await response.text();
        return this.#note(entry, { size: text.length, content: text.slice(0, longest) });
      }
      const parse = eventParser(({ event, id, data }) =>
        event && this.#add({ kind: "event", type: event, version: id, size: data.length, content: data.slice(0, longest) }));
      const decoder = new TextDecoder();
      for await (const part of response.body) parse(decoder.decode(part, { stream: true }));
    } catch {
      // The stream has ended, or the page has left it.
    }
  }
}

/** Returns what a response or an event says, as lines of a patch, or in a few words. */
export function summary({ content = "", text, type, version }) {
  let value;
  try {
    value = parse(content);
  } catch {
    return { text: text ?? type ?? "" };
  }
  const patch = Array.isArray(value) ? value : value?.patch;
  if (Array.isArray(patch)) return { text: type ?? "patch", version: version ?? value.version, lines: patch.flatMap(linesOf) };
  if (value?.detail) return { text: value.detail };
  return { text: type ?? (value?.screen ? "screen" : value?.state ? "snapshot" : ""), version: version ?? value?.version };
}

const short = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

const marks = { add: "+", remove: "−", replace: "±", move: "→", copy: "+", test: "=" };
const linesOf = ({ op, path, from, value }) =>
  ({ op, text: `${marks[op]} ${path}${from ? ` from ${from}` : ""}${value === undefined ? "" : `: ${short(value)}`}` });

/** Returns the names on the way to what an action says, and its text if it has one: `path`, `counter`, `incrementButtonTapped`. */
export function names(action) {
  if (Array.isArray(action)) return names(action.at(-1));
  if (typeof action === "string") return [action];
  if (Object(action) !== action) return [];
  if ("action" in action) return names(action.action);
  const [name, ...others] = Object.keys(action);
  if (name === undefined || others.length) return [];
  return [...(/^(element|presented)$/.test(name) ? [] : [name]), ...names(action[name])];
}

// An exact number is an object, too.
const isObject = (value) => Object(value) === value && !(value instanceof Number);

const swift = (value) =>
  Array.isArray(value) ? `[${value.map(swift).join(", ")}]`
    : isObject(value)
      ? `[${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${swift(one)}`).join(", ") || ":"}]`
      : value === null ? "nil" : JSON.stringify(value).replace(/\\u([0-9a-f]{4})/g, "\\u{$1}");

/** Returns an action in its shortest form: a case without a payload is its name. */
export function tidy(action) {
  if (!isObject(action)) return action;
  if (Array.isArray(action)) return action.map(tidy);
  const all = Object.entries(action);
  const [[name, inner] = []] = all;
  if (all.length === 1 && Object(inner) === inner && !Array.isArray(inner) && !Object.keys(inner).length) return name;
  return Object.fromEntries(all.map(([name, inner]) => [name, tidy(inner)]));
}

/** Returns how clients in several languages send an action, as JSON. */
export const codes = (json) => ({
  JavaScript: `await session.send(${json});`,
  Swift: `try await session.send(${swift(parse(json))})`,
  Kotlin: `service.send(session, """${json.replaceAll("$", () => "${'$'}")}""")`,
});
