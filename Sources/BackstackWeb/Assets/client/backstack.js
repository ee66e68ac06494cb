// Follows one session of a server, and sends it actions: see backstack.d.ts.

export class ProblemError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    Object.assign(this, { status, problem });
  }
}

export class Session extends EventTarget {
  static open(options) {
    return run(new Session(), options);
  }
}

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

export function eventParser(receive) {
  let rest = "";
  let event = {};
  return (text) => {
    // A carriage return at the end may be half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
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
const isGone = ({ status }) => status === 404 || status === 410;

async function run(session, { platform = globalThis, ...options }) {
  const { AbortSignal, Date, clearTimeout, document, setTimeout } = platform;
  const { feature, key: apiKey, fetch = platform.fetch, server = platform.origin, view } = options;
  const part = view ? `/${view}` : "";
  const accept = view ? `application/vnd.backstack.${view}+json, ` : "";
  const end = new AbortController();
  let life = new AbortController(); // of the present session
  const isClosed = () => end.signal.aborted;
  const over = () => new Error(`the session ${isClosed() ? "was closed" : "has ended"}`);
  const tell = (type, detail) =>
    session.dispatchEvent(new CustomEvent(type, { cancelable: true, detail }));

  const timers = {};
  function timer(name, milliseconds, run) {
    clearTimeout(timers[name]);
    if (run && !isClosed()) timers[name] = setTimeout(run, milliseconds);
  }

  const pauses = new Set();
  const wake = () => pauses.forEach((done) => done());
  const pause = (milliseconds) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timeout);
        pauses.delete(done);
        resolve();
      };
      const timeout = setTimeout(done, milliseconds);
      isClosed() ? done() : pauses.add(done);
    });

  // MARK: Requests

  async function respond(path, signal, headers, body) {
    const response = await fetch(server + path, {
      signal: AbortSignal.any([signal, life.signal]),
      cache: "no-store",
      // Arrives although the page has gone.
      ...(body && { method: "POST", body, keepalive: document.hidden }),
      headers: {
        Accept: `${accept}application/json`,
        ...(body && { "Content-Type": "application/json" }),
        ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
        ...headers,
      },
    });
    if (response.ok || response.status === 304) return response;
    const problem = (await response.json().catch(() => {})) ?? {};
    const error = new ProblemError(response.status, problem);
    if (isGone(error) && path.startsWith(`/sessions/${session.id}`)) finish(problem.reason);
    throw Object.assign(error, { wait: Number(response.headers.get("Retry-After")) });
  }

  async function request(path, headers, body) {
    const { signal } = life;
    for (let tries = 1; ; tries++) {
      try {
        const response = await respond(path, AbortSignal.timeout(45 * second), headers, body);
        const { ok } = response;
        const snapshot = ok ? await response.json() : session.snapshot; // not modified
        if (!(snapshot.version >= 0)) throw new Error("not the server's response");
        for (const { message, location } of snapshot.issues ?? []) {
          console.warn("Backstack: %s (%s)", message, location);
        }
        keepAlive(ok && snapshot.expiresAt, response.headers.get("Date"));
        return snapshot;
      } catch (error) {
        if (signal.aborted && !isGone(error)) throw over();
        const { status, problem, wait } = error;
        const isBusy = /request-in-progress$/.test(problem?.type);
        const mayPass = isBusy || [undefined, 429, 502, 503, 504].includes(status);
        if (!mayPass || tries === 8) throw error;
        const longer = Math.min(30, 2 ** (tries - 2)) * (0.5 + platform.Math.random() / 2);
        await pause((wait || longer) * second);
      }
    }
  }

  async function read(query = "") {
    const { id, version } = session.snapshot;
    show(await request(`/sessions/${id}${part}${query}`, { "If-None-Match": `"${version}"` }));
  }

  // An open stream does not keep a session alive.
  let lifetime = 3600 * second;
  let readAt;
  function keepAlive(expiresAt, date) {
    const now = Date.now();
    if (expiresAt) lifetime = Date.parse(expiresAt) - (Date.parse(date) || now);
    const half = Math.max(lifetime / 2, second);
    readAt = now + half - 100; // timers may be early
    timer("life", half, stayAlive);
  }

  function stayAlive() {
    if (document.hidden || session.ended || Date.now() < readAt) return;
    keepAlive();
    read().catch(() => {});
  }

  // MARK: What is shown

  let copy; // what the stream has sent: its patches apply to nothing else
  let told; // the snapshot of the last `change`
  let hasFrame;

  function show(fresh) {
    const old = session.snapshot;
    const isFirst = fresh.id !== old?.id;
    if (!isFirst && fresh.version <= old.version) return;
    const snapshot = reuse(old, fresh);
    const { id, screen, state = screen, link: last = link } = snapshot;
    Object.assign(session, { snapshot, id, state });
    if (isFirst) copy = snapshot;
    if (isFirst || last !== kept.last) keep({ id, first: id === kept.id ? kept.first : link, last });
    told ??= snapshot;
    tellChange();
  }

  // Tells the first change of a frame, and the last.
  function tellChange() {
    const { snapshot } = session;
    if (hasFrame || isClosed() || told === snapshot) return;
    const previous = told;
    told = snapshot;
    hasFrame = true;
    const next = () => {
      hasFrame = false;
      tellChange();
    };
    // Hidden pages have no frames.
    (document.hidden ? setTimeout : platform.requestAnimationFrame)(next, 50);
    tell("change", { previous, snapshot });
  }

  // MARK: Actions

  const fields = new Map(); // of the actions that wait
  let turn = Promise.resolve();
  let sending = 0;

  // One after the other: parallel connections would not keep the order.
  session.send = (action, { guard, field, control, key } = {}) => {
    if (!field) {
      session.flush();
      // An action between two changes of a field may be about the first.
      fields.clear();
    }
    const same = fields.get(field);
    if (same) {
      same.action = action;
      return same.sent;
    }
    const { id } = session;
    const busy = control && setTimeout(() => control.setAttribute("aria-busy", "true"), 80);
    const item = { action };
    const send = () => {
      if (fields.get(field) === item) fields.delete(field);
      return sendNow(id, JSON.stringify(item.action), guard, key && `"${key}"`);
    };
    fields.set(field, item);
    // At once, if it can be: the page may be about to go.
    item.sent = (sending++ ? turn.then(send) : send()).finally(() => {
      sending--;
      clearTimeout(busy);
      control?.removeAttribute("aria-busy");
    });
    turn = item.sent.catch(() => {});
    return item.sent;
  };

  session.flush = () => tell("flush");

  async function sendNow(id, body, guard, key, tries = 1) {
    const { snapshot } = session;
    if (session.ended || id !== session.id) throw over();
    if (guard && !guard(session.state)) return { snapshot, skipped: true };
    const match = guard && { "If-Match": `"${snapshot.version}"` };
    try {
      const headers = { "Idempotency-Key": key ?? newKey(), ...match };
      show(await request(`/sessions/${id}/actions`, headers, body));
      return { snapshot: session.snapshot };
    } catch (error) {
      const { status, problem } = error;
      if (status === 412 && problem.snapshot && tries < 5) {
        await (part ? read() : show(problem.snapshot));
        return sendNow(id, body, guard, key, tries + 1);
      }
      if (!/stale-element$/.test(problem?.type)) throw error;
      await read();
      return { snapshot: session.snapshot, stale: true };
    }
  }

  // MARK: The stream

  let isAsleep = true; // hidden for long
  let stream; // aborts it
  let retry = 2 * second;
  let failures = 0;
  let pollUntil = 0;
  let patching;
  let imports = 0;

  function pageChanged() {
    isAsleep &&= document.hidden;
    timer("sleep", 30 * second, document.hidden && sleep);
    // A page that is left is hidden first.
    if (document.hidden) session.flush();
    else wake();
    stayAlive();
  }

  function sleep() {
    isAsleep = true;
    stream?.abort();
    showConnected(true);
  }

  async function keepFollowing() {
    while (!isClosed()) {
      const wait = isAsleep || session.ended ? 2 ** 31 - 1 : await follow();
      if (wait) await pause(wait);
    }
  }

  async function follow() {
    const began = Date.now();
    try {
      const wait = await take(began < pollUntil ? 4 : 0);
      if (wait !== undefined) return wait;
    } catch (error) {
      failure = error;
    }
    showConnected(isAsleep);
    // A stream that has lasted is resumed at once.
    failures = Date.now() - began < 5 * second ? failures + 1 : 0;
    const longer = failures && Math.min(retry * 2 ** (failures - 1), 30 * second);
    return Math.max(longer, (failure?.wait || 0) * second);
  }

  // Browsers have six connections to a host over HTTP/1.1: their tabs share four streams.
  function take(number) {
    const { locks } = platform.navigator;
    if (number === 4) return poll();
    if (!locks) return readStream();
    return locks.request(`backstack:${server}:${number}`, { ifAvailable: true }, (lock) =>
      lock ? readStream() : take(number + 1));
  }

  async function poll() {
    const since = Date.now();
    const isBuffered = since < pollUntil;
    const isFirst = isBuffered && !isConnected;
    const { snapshot } = session;
    await read(isBuffered && !isFirst ? "?wait=25" : "");
    showConnected(true);
    if (isFirst) tell("status", { isConnected, isBuffered, since });
    return isBuffered && snapshot !== session.snapshot ? 0 : 2 * second;
  }

  async function readStream() {
    if (isAsleep) return;
    const { signal } = (stream = new AbortController());
    timer("silence", 5 * second, () => {
      // Something on the way keeps the bytes.
      pollUntil = Date.now() + 300 * second;
      stream.abort();
    });
    try {
      if (copy?.version < session.snapshot.version) copy = session.snapshot;
      const headers = { Accept: "text/event-stream" };
      if (copy) headers["Last-Event-ID"] = `${copy.version}`;
      const { body } = await respond(`/sessions/${session.id}/events${view ? `?view=${view}` : ""}`, signal, headers);
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let received = Promise.resolve();
      const parse = eventParser((event) => {
        received = received.then(() => receive(event));
      });
      for (let part; !(part = await reader.read()).done; ) {
        // The server sends a comment every 15 s.
        timer("silence", 40 * second, () => stream.abort());
        showConnected(true);
        parse(part.value);
        await received;
      }
    } finally {
      timer("silence");
      stream.abort();
    }
  }

  async function receive({ event, data, id, base, retry: time }) {
    if (time > 0) retry = +time;
    if (event === "end") finish(JSON.parse(data).reason);
    if (event !== "snapshot" && event !== "patch") return;
    const before = copy;
    // The next stream begins with a snapshot, unless this event can be used.
    copy = undefined;
    // The response to an action may save the import.
    const mayWait = event === "patch" && sending && !patching;
    if (mayWait) await Promise.race([turn, pause(100)]);
    let next = session.snapshot;
    if (event === "snapshot") next = JSON.parse(data);
    else if (+id !== next.version) {
      // Firefox remembers a failed import.
      patching ??= await Promise.race([import(`./patch.js?${imports++}`), pause(5 * second)]);
      if (+(base ?? before?.version) !== before?.version) throw new Error("missed a patch");
      next = { ...patching.applyPatch(before, JSON.parse(data)), version: +id };
    }
    show(next);
    // Of one version there is one copy, so that its parts stay identical.
    copy = next.version === session.snapshot.version ? session.snapshot : next;
  }

  let isConnected = true;
  let lostAt;
  let failure; // of the stream

  function showConnected(is) {
    if (is === isConnected) return;
    isConnected = is;
    const since = Date.now();
    const tellStatus = () => tell("status", { isConnected, since, error: failure });
    for (const time of [1, 30]) timer(time, time * second, !is && tellStatus);
    if (!is) lostAt = since;
    else {
      failure = undefined;
      wake();
      if (since - lostAt >= second) tellStatus();
    }
  }

  // MARK: The session's beginning and end

  const inStorage = (use) => {
    try {
      const { storage = platform.sessionStorage } = options;
      return use(storage, `backstack:${server}:${feature}`);
    } catch {} // full or forbidden: then a reload makes another session
  };
  let kept = inStorage((storage, name) => JSON.parse(storage.getItem(name))) ?? {};

  function keep(values) {
    kept = values;
    inStorage((storage, name) => storage.setItem(name, JSON.stringify(kept)));
  }

  // Not `randomUUID`, which http:// pages of other hosts than localhost lack.
  const newKey = () => `"${platform.crypto.getRandomValues(new Uint32Array(5)).join("-")}"`;

  async function create(from) {
    const { state, ttl } = options;
    const body = JSON.stringify({ feature, ttl, ...(from ? { link: from } : { state }) });
    const old = kept;
    const key = old.body === body ? old.key : newKey();
    // Kept before it is sent: a reload meanwhile makes no second session.
    keep({ key, body });
    try {
      show(await request("/sessions", { "Idempotency-Key": key }, body));
    } catch (error) {
      // The key's session has ended, or the last link leads nowhere any more.
      const isOld = key === old.key || from !== link;
      if (!isOld || ![404, 410, 422].includes(error.status)) throw error;
      keep({});
      await create(link);
    }
  }

  let replacedAt;
  async function finish(reason = "unknown") {
    if (session.ended || isClosed()) return;
    const { id, link: last = link } = session.snapshot;
    session.ended = reason;
    life.abort();
    life = new AbortController();
    timer("life");
    wake(); // so that nothing of it is shown later
    keep({});
    // Not again and again where sessions end at once.
    const isEarly = Date.now() - replacedAt < 10 * second;
    if (!tell("ended", { id, reason }) || isEarly) return;
    replacedAt = Date.now();
    try {
      await create(last);
      session.replaced = { id, reason };
      session.ended = undefined;
      pageChanged();
    } catch {}
  }

  session.close = () => {
    end.abort();
    life.abort();
    for (const name in timers) timer(name);
    wake();
  };

  if ((options.id ?? kept.id) !== kept.id) kept = {};
  const { link = kept.first } = options;
  // Another link is one that the user followed.
  const same = [kept.first, kept.last].includes(link) ? kept : {};
  const { id = same.id } = options;
  try {
    if (id) show(await request(`/sessions/${encodeURIComponent(id)}${part}`));
  } catch (error) {
    if (!isGone(error)) throw error;
    session.replaced = { id, reason: error.problem.reason ?? "unknown" };
  }
  if (!session.id) await create(same.last ?? link);
  for (const type of ["visibilitychange", "pageshow", "online"]) {
    platform.addEventListener(type, pageChanged, { signal: end.signal });
  }
  pageChanged();
  keepFollowing();
  return session;
}
