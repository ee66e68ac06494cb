// Requests, each sent until another attempt would not change the response. Each flow is a generator,
// which yields the number of what it waits for: see conversation.d.ts.

export class ProblemError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    Object.assign(this, { status, problem });
  }
}

export function eventParser(receive) {
  let rest = "";
  let end = ""; // a carriage return, which may be half of a line's end
  let event = {};
  return (text) => {
    // The rest is not searched again: a line may come in thousands of parts.
    const fresh = end + text;
    end = fresh.endsWith("\r") ? "\r" : "";
    const lines = fresh.slice(0, fresh.length - end.length).split(/\r\n|\n|\r/);
    lines[0] = rest + lines[0];
    rest = lines.pop();
    for (const line of lines) {
      const [, name, value] = /([^:]*):? ?([^]*)/.exec(line);
      if (name) {
        event[name] = name === "data" && "data" in event ? `${event.data}\n${value}` : value;
      } else if (!line) {
        if (Object.keys(event).length) receive(event);
        event = {};
      }
    }
  };
}

const second = 1000;

// Seconds, or a date; a clock can't wait for any time.
export const waitOf = ({ retryAfter, date }) =>
  Math.min(3600, retryAfter > 0 ? retryAfter : (Date.parse(retryAfter) - Date.parse(date)) / second || 0) * second;

export class Requests {
  steps = [];
  flows = new Map(); // by what they wait for
  pauses = new Set();
  modules = {};
  last = 0;
  lives = 0; // counts sessions
  isClosed = false;

  constructor(options) {
    this.options = options;
  }

  receive([name, ...values], now) {
    this.now = now;
    this.steps = [];
    this[name](...values);
    return this.steps;
  }

  step(...step) {
    this.steps.push(step);
  }

  run(flow, value) {
    const { done, value: number } = flow.next(value);
    if (!done) this.flows.set(number, flow);
  }

  *quietly(flow) {
    try {
      yield* flow;
    } catch {}
  }

  wake(number, value) {
    const flow = this.flows.get(number);
    this.flows.delete(number);
    if (flow) this.run(flow, value);
  }

  cancel(number) {
    this.step("cancel", number);
    this.finished(number, {});
  }

  finished(number, response) {
    if (number === this.stream) this.received(number, response);
    else this.wake(number, response);
  }

  fired(timer) {
    if (typeof timer === "string") this[timer]();
    else this.cancel(timer);
  }

  *pause(milliseconds) {
    const number = ++this.last;
    this.pauses.add(number);
    this.step("start", number, milliseconds);
    yield number;
    this.step("stop", number);
    this.pauses.delete(number);
  }

  tryAgain() {
    for (const number of [...this.pauses]) this.wake(number);
  }

  over() {
    return new Error(`the session ${this.isClosed ? "was closed" : "has ended"}`);
  }

  *attempts(path, headers, body) {
    const { lives, options: { random, view } } = this;
    const accept = view ? `application/vnd.backstack.${view}+json, ` : "";
    const type = body && { "Content-Type": "application/json" };
    for (let tries = 1; ; tries++) {
      const number = ++this.last;
      this.step("call", number, { path, body, headers: { Accept: `${accept}application/json`, ...type, ...headers } });
      this.step("start", number, 45 * second);
      const response = yield number;
      this.step("stop", number);
      const { status, content, text, date, etag } = response;
      // What a socket had begun has an answer without content.
      const isDone = status === 204 && Boolean(etag);
      let error;
      try {
        if (status >= 400) throw yield* this.problem(response);
        if (isDone || status === 304) return { date, isDone };
        const snapshot = content ?? (yield* this.parsed(text));
        if (!(snapshot.version >= 0)) throw new Error("not the server's response");
        return { snapshot, date, isPushed: Boolean(content) };
      } catch (thrown) {
        error = thrown;
      }
      if (lives !== this.lives || (this.isClosed && !body)) throw this.over();
      const isBusy = /request-in-progress$/.test(error.problem?.type);
      const mayPass = isBusy || [undefined, 429, 502, 503, 504].includes(error.status);
      if (!mayPass || tries === 8) throw error;
      // The server is there, and says why it can't yet.
      if (body && !isBusy && error.status) this.tell(error);
      const longer = Math.min(30, 2 ** (tries - 2)) * (0.5 + random() / 2);
      yield* this.pause(waitOf(response) || longer * second);
      if (lives !== this.lives) throw this.over();
    }
  }

  *parsed(text) {
    const { parse = JSON.parse } = /\d{16}/.test(text) ? yield* this.module("exact") : {};
    return parse(text);
  }

  *problem({ status, content, text }) {
    let problem;
    try {
      problem = content ?? (yield* this.parsed(text));
    } catch {}
    return new ProblemError(status, problem ?? {});
  }

  // What many sessions don't need comes with the first use.
  *module(name) {
    const { modules } = this;
    if (!modules[name]) {
      const number = ++this.last;
      this.step("load", number, name);
      this.step("start", number, 5 * second);
      modules[name] = (yield number).module;
      this.step("stop", number);
    }
    return modules[name] ?? {};
  }

  loaded(number, module) {
    this.wake(number, { module });
  }

  // MARK: Whether the server can be reached

  isConnected = true;

  showConnected(is) {
    if (is === this.isConnected) return;
    this.isConnected = is;
    if (!is) {
      this.lostAt = this.now;
      return this.step("start", "status", second);
    }
    this.failure = undefined;
    this.step("stop", "status");
    this.tryAgain();
    if (this.isTold) this.tell();
  }

  status() {
    this.tell(this.failure);
    this.step("start", "status", 29 * second);
  }

  tell(error) {
    const { isConnected, now, lostAt } = this;
    this.isTold = !isConnected || error !== undefined;
    this.step("tell", { isConnected, since: isConnected ? now : lostAt, error });
  }
}
