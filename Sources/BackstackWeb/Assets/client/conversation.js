// A conversation with a server about one session, as a value: see conversation.d.ts.
import { ProblemError, Requests, eventParser, waitOf } from "./requests.js";
export { ProblemError, eventParser };

export function reuse(old, fresh) {
  const isObject = (value) => Object(value) === value;
  if (old === fresh || !isObject(old) || !isObject(fresh)) return fresh;
  if (Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  let isSame = Object.keys(old).length === Object.keys(fresh).length;
  for (const key in fresh) {
    const before = Object.hasOwn(old, key) ? old[key] : undefined;
    fresh[key] = reuse(before, fresh[key]);
    isSame &&= before === fresh[key];
  }
  return isSame ? old : fresh;
}

const second = 1000;
// A browser encodes what a feature may have as it is.
const hash = (link) => new URL(`#${link}`, "http://x").hash;
const isGone = ({ status }) => status === 404 || status === 410;

// What an item sends at a snapshot, if it still makes sense there.
function actionAt({ screen, state = screen } = {}, { action, base, guard }) {
  if (guard && !guard(state)) return undefined;
  return typeof action === "function" ? action(state, base) : action;
}

// What is on its way stays as it is.
function actionNow(shown, item) {
  try {
    return item.sent ?? actionAt(shown, item);
  } catch {}
}

export class Conversation extends Requests {
  constructor({ kept = {}, ...options }) {
    super(options);
    this.part = options.view ? `/${options.view}` : "";
    this.kept = kept;
  }

  path(rest = "") {
    return `/sessions/${encodeURIComponent(this.shown.id)}${rest}`;
  }

  *request(...call) {
    try {
      const { snapshot, date, isDone, isPushed } = yield* this.attempts(...call);
      for (const issue of snapshot?.issues ?? []) this.step("warn", issue);
      // Patches do not tell when the session expires.
      this.keepAlive(isPushed ? undefined : snapshot?.expiresAt, date);
      // What can be reached has a stream, too.
      if (!this.isConnected) this.wake(this.reconnect);
      else if (this.isTold) this.tell();
      if (isDone) yield* this.quietly(this.read());
      return snapshot ?? this.shown; // not modified
    } catch (error) {
      if (isGone(error) && this.shown && call[0].startsWith(this.path())) this.end(error.problem.reason);
      throw error;
    }
  }

  *read(query = "") {
    const headers = { "If-None-Match": `"${this.shown.version}"` };
    this.show(yield* this.request(this.path(this.part + query), headers));
  }

  // MARK: Beginning and end

  open() {
    this.run(this.opening());
  }

  *opening() {
    let { kept, options } = this;
    if ((options.id ?? kept.id) !== kept.id) kept = this.kept = {};
    const { link = kept.first } = options;
    // Another link is one that the user followed.
    const same = [kept.first, kept.last].some((one) => hash(one) === hash(link)) ? kept : {};
    const { id = same.id } = options;
    this.link = link;
    try {
      try {
        if (id === kept.id) this.queue = (yield* this.parsed(kept.actions ?? "[]")).map((item) => ({ ...item, numbers: [], sent: item.action }));
        if (id) this.show(yield* this.request(`/sessions/${encodeURIComponent(id)}${this.part}`));
      } catch (error) {
        if (!isGone(error)) throw error;
        this.replaced = { id, reason: error.problem.reason ?? "unknown" };
      }
      if (!this.shown) yield* this.create(same.last ?? link);
    } catch (error) {
      return this.step("failedToOpen", error);
    }
    this.step("opened", this.replaced);
    this.run(this.sending());
    this.run(this.following());
  }

  *create(from) {
    const { feature, state, ttl, newKey } = this.options;
    const body = JSON.stringify({ feature, ttl, ...(from ? { link: from } : { state }) });
    const old = this.kept;
    const key = old.body === body ? old.key : newKey();
    this.queue = [];
    // Kept before it is sent: a reload meanwhile makes no second session.
    this.keep({ key, body });
    try {
      this.show(yield* this.request("/sessions", { "Idempotency-Key": key }, body));
    } catch (error) {
      // The key's session has ended, or the last link leads nowhere any more.
      const isOld = key === old.key || from !== this.link;
      if (!isOld || ![404, 410, 422].includes(error.status)) throw error;
      this.keep({});
      yield* this.create(this.link);
    }
  }

  get unsent() {
    const { options, queue, shown } = this;
    const from = queue.findIndex(({ isAll }) => isAll);
    return queue.slice(Math.max(from, 0)).flatMap((item) => {
      item.key ??= options.newKey();
      const action = item.isSecret ? undefined : actionNow(shown, item);
      return action === undefined ? [] : [{ action, key: item.key }];
    });
  }

  keep(values = this.kept) {
    const { unsent } = this;
    this.kept = values;
    this.isKept = unsent.length > 0;
    this.step("keep", this.isKept ? { ...values, actions: JSON.stringify(unsent) } : values);
  }

  end(reason = "unknown") {
    if (this.ended) return;
    this.ended = reason;
    this.lives++;
    this.held.clear();
    this.step("stop", "life");
    for (const number of [...this.flows.keys()]) this.cancel(number);
    this.keep({});
    this.step("ended", { id: this.shown.id, reason });
  }

  renew() {
    this.run(this.quietly(this.renewing()));
  }

  // Not again and again where sessions end at once.
  *renewing() {
    const { now, ended: reason, shown: { id, link = this.link } } = this;
    if (now - this.renewedAt < 10 * second) return;
    this.renewedAt = now;
    yield* this.create(link);
    this.replaced = { id, reason };
    this.ended = undefined;
    this.step("opened", this.replaced);
  }

  // MARK: What is shown

  show(fresh) {
    const { shown: old, kept, link } = this;
    const isFirst = fresh.id !== old?.id;
    if (!isFirst && fresh.version <= old.version) return;
    const shown = (this.shown = reuse(old, fresh));
    const { id, link: last = link } = shown;
    if (isFirst) this.copy = shown;
    if (isFirst || last !== kept.last) this.keep({ id, first: id === kept.id ? kept.first : link, last });
    this.step("show", shown);
  }

  // An open stream does not keep a session alive.
  lifetime = 3600 * second;

  keepAlive(expiresAt, date) {
    const { now } = this;
    if (expiresAt) this.lifetime = Date.parse(expiresAt) - (Date.parse(date) || now);
    const half = Math.max(this.lifetime / 2, second);
    this.readAt = now + half - 100; // timers may be early
    if (!this.isClosed) this.step("start", "life", half);
  }

  life() {
    if (this.isHidden || this.ended || this.now < this.readAt) return;
    this.keepAlive();
    this.run(this.quietly(this.read()));
  }

  // MARK: Actions

  queue = []; // the first is on its way
  held = new Map(); // why the change of a field was not taken

  send(number, outgoing) {
    const { queue } = this;
    const item = { ...outgoing, numbers: [number] };
    if (this.ended || this.isClosed) return this.settle(item, { error: this.over() });
    if (this.isHeld(item)) return;
    // An action between two changes of a field may be about the first.
    for (let index = queue.length; --index > 0 && queue[index].field;) {
      const same = queue[index];
      if (same.field !== item.field) continue;
      item.numbers.unshift(...same.numbers);
      item.base = same.base;
      return void (queue[index] = item);
    }
    queue.push(item);
    if (this.shown && !this.isSending) this.run(this.sending());
  }

  *sending() {
    this.isSending = true;
    while (this.queue.length) {
      const [item] = this.queue;
      let result;
      try {
        result = yield* this.sendNow(item);
      } catch (error) {
        result = { error };
      }
      this.queue = this.queue.filter((one) => one !== item);
      this.settle(item, result);
    }
    this.isSending = false;
    if (this.isKept) this.keep();
    if (this.isClosed) this.step("closed");
  }

  *sendNow(item, tries = 1) {
    const { shown } = this;
    if (this.ended) throw this.over();
    const action = actionAt(shown, item);
    if (action === undefined) return { skipped: true };
    item.sent = action;
    item.key ??= this.options.newKey();
    const headers = { "Idempotency-Key": item.key };
    // A change of a field must not come after a later one.
    if (item.guard || (action !== item.action && !item.isAnyVersion) || (item.field && tries < 5)) headers["If-Match"] = `"${shown.version}"`;
    try {
      this.show(yield* this.request(this.path("/actions"), headers, JSON.stringify(action)));
      return {};
    } catch (error) {
      const { status, problem } = error;
      if (status === 412 && problem.snapshot && tries < 5) {
        item.key = item.sent = undefined;
        if (this.part) yield* this.read();
        else this.show(problem.snapshot);
        // What left with the page has it, too.
        const all = this.queue.find(({ isAll }) => isAll) ?? item;
        if (all !== item) {
          all.numbers.unshift(...item.numbers.splice(0));
          return {};
        }
        return yield* this.sendNow(item, tries + 1);
      }
      if (!/stale-element$/.test(problem?.type)) throw error;
      yield* this.read();
      return { stale: true };
    }
  }

  settle({ field, numbers }, result) {
    const { error } = result;
    for (const number of numbers) this.step("settle", number, result);
    if (error && !numbers.length) this.step("lost", error);
    if (field) this.hold(field, error);
    this.wake(this.patchPause);
  }

  hold(field, error) {
    this.held.delete(field);
    if (!error || this.ended) return;
    this.held.set(field, error);
    this.queue = this.queue.filter((item, index, all) => !this.isHeld(item, all.slice(0, index)));
  }

  // What follows a change that was not taken waits for the person.
  isHeld(item, before = this.queue) {
    const [found] = [...this.held].filter(([field]) => !before.some((one) => one.field === field));
    if (item.field || item.discards || !found) return false;
    const [field, cause] = found;
    this.step("held", field);
    this.settle(item, { error: Object.assign(new Error("What you typed was not taken."), { cause, field }) });
    return true;
  }

  // MARK: The page

  isHidden = true;
  isAsleep = true; // hidden for long

  hidden() {
    this.isHidden = true;
    this.step("start", "sleep", 30 * second);
    if (this.queue.length) this.keep();
  }

  visible() {
    this.isHidden = this.isAsleep = false;
    this.failures = 0;
    this.isRefused = false;
    this.step("stop", "sleep");
    this.life();
    this.tryAgain();
  }

  sleep() {
    this.isAsleep = true;
    this.cancel(this.stream);
    this.showConnected(true);
  }

  offline() {
    this.cancel(this.stream);
    if (!this.isConnected) this.status();
  }

  // What waits goes at once, as one action, and from the next page again. To set a field twice is to
  // set it, so what is on its way can go along; a press can't.
  leave() {
    const { isSending, options, queue, shown } = this;
    const rest = queue.slice(+isSending);
    if (shown && rest.length && !rest.some(({ sent }) => sent !== undefined) && (!isSending || queue[0].field)) {
      const action = queue.flatMap((item) => actionNow(shown, item) ?? []);
      const all = { action, key: options.newKey(), numbers: rest.flatMap(({ numbers }) => numbers), isAll: true, isSecret: queue.some(({ isSecret }) => isSecret) };
      queue.splice(+isSending, rest.length, all);
      this.run(this.quietly(this.sendNow(all)));
    }
    if (queue.length) this.keep();
  }

  get isAtRisk() {
    const { isConnected, isSending, queue } = this;
    const isStuck = isSending && queue.length > 1 && !queue[0].field;
    return queue.length > 0 && (!isConnected || isStuck || new Blob([JSON.stringify(this.unsent)]).size > 60_000);
  }

  close() {
    this.isClosed = true;
    this.cancel(this.stream);
    this.tryAgain();
    for (const name of ["life", "sleep", "status", "silence"]) this.step("stop", name);
    if (!this.isSending) this.step("closed");
    else this.keep();
  }

  // MARK: The stream

  failures = 0; // in a row
  retry = 2 * second;
  pollUntil = 0;
  isRefused = false; // whether sockets are, but not streams

  *following() {
    while (!this.isClosed) {
      const wait = this.isAsleep || this.ended ? Infinity : yield* this.follow();
      if (!wait) continue;
      this.reconnect = this.last + 1;
      yield* this.pause(wait);
    }
  }

  *follow() {
    const { now: began, lives } = this;
    try {
      // What can't be sent would end each stream.
      if (this.failure?.status === 500) yield* this.read();
      return yield* began < this.pollUntil ? this.poll() : this.readStream();
    } catch (error) {
      this.failure = error;
    }
    if (lives !== this.lives) return 0;
    this.showConnected(this.isAsleep);
    // A stream that has lasted is resumed at once.
    this.failures = this.now - began < 5 * second ? this.failures + 1 : 0;
    const { failure, failures } = this;
    const most = ([undefined, 502, 503, 504].includes(failure?.status) ? 4 : 30) * second;
    const longer = failures && Math.min(this.retry * 2 ** (failures - 1), most);
    return Math.max(longer, failure?.wait || 0);
  }

  *poll() {
    const { now: since, shown } = this;
    const isBuffered = since < this.pollUntil;
    const isFirst = isBuffered && !this.isConnected;
    yield* this.read(isBuffered && !isFirst ? "?wait=25" : "");
    this.showConnected(true);
    if (isFirst) this.step("tell", { isConnected: true, isBuffered, since });
    return isBuffered && shown !== this.shown ? 0 : 2 * second;
  }

  received(number, part) {
    if (!number || number !== this.stream) return;
    this.parts.push(part);
    this.wake(number);
  }

  silence() {
    // Something on the way keeps the bytes.
    if (!this.hasContent && !this.isSocket) this.pollUntil = this.now + 300 * second;
    this.cancel(this.stream);
  }

  *readStream() {
    const { lives, options: { hasSockets, view }, shown } = this;
    const isSocket = (this.isSocket = hasSockets && !this.isRefused);
    if (this.copy?.version < shown.version) this.copy = shown;
    const headers = { Accept: "text/event-stream" };
    if (this.copy) headers["Last-Event-ID"] = `${this.copy.version}`;
    const number = (this.stream = ++this.last);
    this.parts = [];
    this.hasContent = false;
    const path = this.path(`/events${view ? `?view=${view}` : ""}`);
    this.step("call", number, { path, headers, isStream: true, isSocket });
    this.step("start", "silence", 5 * second);
    const events = [];
    const parse = eventParser((event) => events.push(event));
    try {
      // No response makes its patches needless.
      if (isSocket) yield* this.module("patch");
      while (lives === this.lives) {
        if (!this.parts.length) {
          yield number;
          continue;
        }
        const part = this.parts.shift();
        if (part.isBusy) return yield* this.poll();
        if (part.status >= 400) {
          const error = Object.assign(yield* this.problem(part), { wait: waitOf(part) });
          if (isGone(error)) this.end(error.problem.reason);
          throw error;
        }
        if (typeof part !== "string") {
          // The next visit tries a socket again, as does what follows if no stream comes.
          if (!this.hasContent) this.isRefused = isSocket;
          if (this.isRefused && isSocket) return 0;
          throw new Error("the stream has ended");
        }
        this.hasContent = true;
        // The server sends a comment every 15 s.
        this.step("start", "silence", 40 * second);
        this.showConnected(true);
        parse(part);
        while (events.length) yield* this.take(events.shift());
      }
    } finally {
      this.stream = undefined;
      this.step("stop", "silence");
      this.step("cancel", number);
    }
  }

  *take({ event, data, id, base, retry }) {
    const { copy, lives } = this;
    let value;
    if (retry > 0) this.retry = +retry;
    if (!event && data) {
      value = yield* this.parsed(data);
      if ("id" in value) return this.answered(value);
      event = ["snapshot", "patch", "end"].find((name) => name in value);
      ({ base, version: id, [event]: value } = value);
    }
    if (event === "end") {
      const { reason } = value ?? JSON.parse(data);
      // Not the session: its content can't be sent now.
      if (/-not-/.test(reason)) return yield* this.read();
      this.end(reason);
    }
    if (event !== "snapshot" && event !== "patch") return;
    // The next stream begins with a snapshot, unless this event can be used.
    this.copy = undefined;
    // The response to an action may save the import.
    if (event === "patch" && !value && this.isSending && !this.modules.patch) {
      this.patchPause = this.last + 1;
      yield* this.pause(100);
    }
    let next;
    if (event === "snapshot") {
      next = value ?? (yield* this.parsed(data));
      if (!(next.version >= 0)) throw new Error("not a snapshot");
    } else if (+id !== this.shown.version) {
      const { applyPatch } = yield* this.module("patch");
      const patch = value ?? (yield* this.parsed(data));
      if (+(base ?? copy?.version) !== copy?.version) throw new Error("missed a patch");
      // The response may have come meanwhile.
      if (+id !== this.shown.version) next = { ...applyPatch(copy, patch), version: +id };
    }
    if (lives !== this.lives) return;
    next ??= this.shown;
    this.show(next);
    // Parts of one version stay identical.
    this.copy = next.version === this.shown.version ? this.shown : next;
  }

  // The answer to a message comes after the change that it leads to.
  answered({ id, issues, problem, retryAfter }) {
    this.step("cancel", id);
    this.finished(id, { status: problem?.status ?? 200, retryAfter, content: problem ?? { ...this.shown, issues } });
  }
}
