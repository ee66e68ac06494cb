// Follows one session of a server, and sends it actions: see backstack.d.ts.
import { Conversation } from "./conversation.js";
export { ProblemError, eventParser, reuse } from "./conversation.js";

export class Session extends EventTarget {
  static open({ platform = globalThis, ...options }) {
    return new Promise((resolve, failedToOpen) => new Page(new Session(), { ...options, platform, resolve, failedToOpen }));
  }
}

// Sends a call, gives a stream's texts as they come, and returns the response: see Transport.
const overFetch = ({ platform, fetch = platform.fetch, server, key }) =>
  async ({ path, headers, body }, { signal, keepalive, receive }) => {
    const response = await fetch(server + path, {
      signal, cache: "no-store", headers: { ...headers, ...(key && { Authorization: `Bearer ${key}` }) },
      ...(body && { method: "POST", body, keepalive }),
    });
    const { status, ok, headers: fields } = response;
    if (!receive || !ok) {
      const [date, retryAfter, etag] = ["Date", "Retry-After", "ETag"].map((name) => fields.get(name));
      return { status, date, retryAfter, etag, text: await response.text() };
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (let part; !(part = await reader.read()).done;) receive(decoder.decode(part.value, { stream: true }));
  };

// Performs the steps of a session's conversation, which are its methods' names.
class Page {
  calls = new Map();
  timers = new Map();
  sent = new Map();
  pressed = new Map(); // controls that wait
  fields = new Set(); // changes of fields that wait
  events = [];
  last = 0;
  imports = 0;
  isLeft = false;

  constructor(session, options) {
    const { platform, feature, server = platform.origin, storage } = options;
    Object.assign(this, { ...options, session, server, end: new AbortController(), name: `backstack:${server}:${feature}` });
    // What a page gives to carry requests carries all of them.
    const hasSockets = !this.transport && !this.fetch && Boolean(platform.WebSocket);
    this.transport ??= overFetch(this);
    Object.assign(session, {
      send: (...all) => this.send(...all),
      hold: (...all) => this.take("hold", ...all),
      flush: () => this.flush(),
      close: () => (session.flush(), this.take("close")),
    });
    this.conversation = new Conversation({
      ...options, hasSockets, kept: this.inStorage((storage) => JSON.parse(storage.getItem(this.name))) ?? {},
      random: platform.Math.random,
      // Not `randomUUID`, which http:// pages of other hosts than localhost lack.
      newKey: () => `"${platform.crypto.getRandomValues(new Uint32Array(5)).join("-")}"`,
    });
    this.take("open");
  }

  take(...event) {
    const { conversation, events, platform } = this;
    // What a step causes is taken after the steps beside it.
    if (events.push(event) > 1) return;
    try {
      for (; events.length; events.shift()) {
        for (const [name, ...values] of conversation.receive(events[0], platform.Date.now())) this[name](...values);
      }
    } finally {
      events.length = 0;
    }
  }

  dispatch(type, detail) {
    // A closed session tells no more, though it still sends.
    return !this.conversation.isClosed && this.session.dispatchEvent(new CustomEvent(type, { cancelable: true, detail }));
  }

  call(number, call) {
    const { signal } = this.calls.set(number, new AbortController()).get(number);
    // A request that outlives its page; browsers take 64 KiB.
    const { body = "" } = call;
    const keepalive = (this.platform.document.hidden || this.isLeft) && new Blob([body]).size < 60_000;
    const receive = call.isStream && ((text) => this.calls.has(number) && this.take("received", number, text));
    const send = async () => (signal.aborted ? {} : this.carry(call, { number, signal, keepalive, receive }));
    const finish = (response = {}) => this.calls.delete(number) && this.take("finished", number, response);
    (receive && !call.isSocket ? this.inTurn(send) : send()).then(finish, () => finish());
  }

  async carry(call, options) {
    if (call.isSocket) this.socket ??= (await import("./socket.js")).overSocket(this.transport, this);
    return (this.socket ?? this.transport)(call, options);
  }

  // Browsers have six connections to a host over HTTP/1.1: their tabs share four streams.
  async inTurn(send, turn = 0) {
    const { locks } = this.platform.navigator;
    if (!locks) return send();
    if (turn === 4) return { isBusy: true };
    return locks.request(`backstack:${this.server}:${turn}`, { ifAvailable: true }, (lock) =>
      lock ? send() : this.inTurn(send, turn + 1));
  }

  cancel(number) {
    this.calls.get(number)?.abort();
    this.calls.delete(number);
  }

  start(timer, milliseconds) {
    this.stop(timer);
    const fire = () => (this.timers.delete(timer), this.take("fired", timer));
    this.timers.set(timer, this.platform.setTimeout(fire, Math.min(milliseconds, 2 ** 31 - 1)));
  }

  stop(timer) {
    this.platform.clearTimeout(this.timers.get(timer));
    this.timers.delete(timer);
  }

  async load(number, name) {
    // Firefox remembers a failed import.
    const module = await import(`./${name}.js?${this.imports++}`).catch(() => {});
    this.take("loaded", number, module);
  }

  inStorage(use) {
    try {
      const { storage = this.platform.sessionStorage } = this;
      return use(storage);
    } catch {} // full or forbidden: then a reload makes another session
  }

  keep(values) {
    this.inStorage((storage) => {
      // Another page's words stay.
      if (this.conversation.isClosed && storage.getItem(this.name) !== this.kept) return;
      storage.setItem(this.name, (this.kept = JSON.stringify(values)));
    });
  }

  opened(replaced) {
    const { end: { signal }, platform, resolve, session } = this;
    const change = () => {
      const { hidden } = platform.document;
      if (hidden) session.flush();
      this.take(hidden ? "hidden" : "visible");
    };
    Object.assign(session, { replaced, ended: undefined });
    change();
    if (this.isOpen) return;
    this.isOpen = true;
    const listeners = {
      visibilitychange: change, pageshow: change, online: change,
      offline: () => this.take("offline"),
      pagehide: () => {
        session.flush();
        this.isLeft = true;
        this.take("leave");
        this.isLeft = false;
      },
      beforeunload: (event) => {
        session.flush();
        if (this.conversation.isAtRisk) event.preventDefault();
      },
    };
    for (const type in listeners) platform.addEventListener(type, listeners[type], { signal });
    resolve(session);
  }

  ended(detail) {
    this.session.ended = detail.reason;
    if (this.dispatch("ended", detail)) this.take("renew");
  }

  closed() {
    this.end.abort();
    for (const timer of this.timers.keys()) this.stop(timer);
    for (const number of this.calls.keys()) this.cancel(number);
  }

  tell(detail) {
    this.dispatch("status", detail);
  }

  held(field) {
    this.dispatch("held", { field });
  }

  lost(error) {
    this.session.lost = error;
    this.dispatch("lost", { error });
  }

  warn({ message, location }) {
    console.warn("Backstack: %s (%s)", message, location);
  }

  show(snapshot) {
    const { id, screen, state = screen } = snapshot;
    Object.assign(this.session, { snapshot, id, state });
    this.told ??= snapshot;
    this.change();
  }

  // Tells the first change of a frame, and the last.
  change() {
    const { platform: { document, requestAnimationFrame, setTimeout }, session: { snapshot }, told: previous } = this;
    if (this.hasFrame || previous === snapshot) return;
    this.told = snapshot;
    this.hasFrame = true;
    const next = () => {
      this.hasFrame = false;
      this.change();
    };
    // Hidden pages have no frames.
    (document.hidden ? setTimeout : requestAnimationFrame)(next, 50);
    this.dispatch("change", { previous, snapshot });
  }

  flush() {
    this.dispatch("flush");
    const { conversation: { held }, fields, platform } = this;
    if (!fields.size && !held.size) return undefined;
    const late = new Promise((done) => platform.setTimeout(done, fields.size && 2000));
    return Promise.race([Promise.allSettled(fields), late]).then(() => held.size > 0);
  }

  send(action, { control, key, ...options } = {}) {
    const { fields, platform: { clearTimeout, setTimeout }, pressed, sent, session } = this;
    const { discards, field } = options;
    // A control that waits takes no second press.
    if (!field && pressed.has(control)) return pressed.get(control);
    if (!field && !discards) session.flush();
    const number = ++this.last;
    const busy = control && setTimeout(() => control.setAttribute("aria-busy", "true"), 80);
    const settled = new Promise((...both) => sent.set(number, both)).finally(() => {
      clearTimeout(busy);
      control?.removeAttribute("aria-busy");
      pressed.delete(control);
      fields.delete(settled);
    });
    if (field) fields.add(settled);
    else if (control) pressed.set(control, settled);
    this.take("send", number, { action, key: key && `"${key}"`, ...options });
    return settled;
  }

  settle(number, { error, ...result }) {
    const [resolve, reject] = this.sent.get(number);
    this.sent.delete(number);
    if (error) reject(error);
    else resolve({ snapshot: this.session.snapshot, ...result });
  }
}
