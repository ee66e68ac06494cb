// Random schedules against a model: what was sent is in the session exactly once and in order, or the
// person was told. SEED=… repeats one, SEEDS=… runs more than the usual.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../Sources/BackstackWeb/Assets/client/conversation.js";
import { applyPatch } from "../../Sources/BackstackWeb/Assets/client/patch.js";

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomOf(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Simulation {
  time = 0;
  due = [];
  order = 0;

  constructor(random) {
    this.random = random;
  }

  /** Runs something later; what is due at the same time keeps its order. */
  after(milliseconds, run) {
    const event = { at: this.time + milliseconds, order: this.order++, run };
    this.due.push(event);
    return event;
  }

  advance(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      let next;
      for (const event of this.due) {
        if (event.at <= end && !(next?.at < event.at || (next?.at === event.at && next.order < event.order))) next = event;
      }
      if (!next) break;
      this.due.splice(this.due.indexOf(next), 1);
      this.time = Math.max(this.time, next.at);
      next.run();
    }
    this.time = end;
  }
}

/** A session whose state is the list of what was done in it. */
class Server {
  version = 0;
  log = [];
  answers = new Map();
  streams = new Set();

  get snapshot() {
    return { id: "s", feature: "f", version: this.version, state: { log: [...this.log] } };
  }

  post({ path, headers, body }, isBySocket = false) {
    const key = headers["Idempotency-Key"];
    if (!this.answers.has(key)) {
      const answer = path === "/sessions" ? this.answer() : this.act(headers, body);
      // What came by a socket is remembered without content.
      const isShort = isBySocket && answer.status === 200;
      this.answers.set(key, isShort ? { status: 204, etag: `"${this.version}"`, text: "" } : answer);
    }
    return this.answers.get(key);
  }

  /** The message that answers one of a socket. */
  message(id, call) {
    const { status, text, etag } = this.post(call, true);
    const content = text && JSON.parse(text);
    return status >= 400 ? { id, problem: content } : { id, version: content?.version ?? +etag.slice(1, -1) };
  }

  answer(status = 200, content = this.snapshot) {
    return { status, text: JSON.stringify(content) };
  }

  act(headers, body) {
    const match = headers["If-Match"];
    if (match && match !== `"${this.version}"`) {
      return this.answer(412, { type: "/problems/version-mismatch", status: 412, snapshot: this.snapshot });
    }
    const actions = [JSON.parse(body)].flat();
    if (actions.some(({ isBad }) => isBad)) return this.answer(422, { type: "/problems/invalid-value", status: 422 });
    const before = this.log.length;
    this.log.push(...actions);
    this.version++;
    const patch = actions.map((value, index) => ({ op: "add", path: `/state/log/${before + index}`, value }));
    for (const tell of this.streams) tell({ base: this.version - 1, version: this.version, patch });
    return this.answer();
  }

  get({ headers }) {
    return headers["If-None-Match"] === `"${this.version}"` ? { status: 304 } : this.answer();
  }

  stream({ headers }, tell) {
    this.streams.add(tell);
    const seen = headers["Last-Event-ID"];
    tell(seen === `${this.version}` ? {} : { snapshot: this.snapshot });
  }
}

/** A message of the server as an event of a stream. */
function eventOf({ base, version, patch, snapshot }) {
  if (patch) return `event: patch\nid: ${version}\nbase: ${base}\ndata: ${JSON.stringify(patch)}\n\n`;
  return snapshot ? `event: snapshot\nid: ${snapshot.version}\ndata: ${JSON.stringify(snapshot)}\n\n` : ": beat\n\n";
}

/** A socket as `socket.js` uses it: each way keeps its order, and what has no answer at its end goes by a request. */
class Socket {
  isOpen = true;
  isUsable = false;
  waiting = new Map();

  constructor(network, receive, respond) {
    Object.assign(this, { network, receive, respond, up: network.inOrder(), down: network.inOrder() });
  }

  tell = (message) =>
    this.down(() => {
      if (!this.isOpen) return;
      if (this.network.isLost()) return this.close();
      this.isUsable = true;
      this.receive(`data: ${JSON.stringify(message)}\n\n`);
    });

  send(id, call, respond) {
    this.waiting.set(id, () => this.network.post(call, respond));
    this.up(() => {
      // What had been sent may arrive after the connection is lost.
      if (this.network.isLost()) return this.close();
      const message = this.network.server.message(id, call);
      if (this.isOpen) this.tell(message);
    });
  }

  close() {
    if (!this.isOpen) return;
    this.isOpen = this.isUsable = false;
    this.network.server.streams.delete(this.tell);
    for (const again of this.waiting.values()) again();
    this.respond({});
  }
}

/** The network between tabs and the server; `loss`, `delay` and `refusals` of sockets may change. */
class Network {
  loss = 0;
  delay = 0;
  duplicates = 0;
  refusals = 0;

  constructor(simulation, server) {
    Object.assign(this, { simulation, server });
  }

  later(run) {
    const { random } = this.simulation;
    this.simulation.after(random() * this.delay, run);
  }

  post(call, respond) {
    const { random } = this.simulation;
    if (random() < this.loss) return this.later(() => respond({}));
    this.later(() => {
      const response = this.server.post(call);
      // A proxy may send a request again, whose response it has lost.
      if (random() < this.duplicates) this.later(() => this.server.post(call));
      this.later(() => respond(random() < this.loss ? {} : response));
    });
  }

  get(call, respond) {
    const { random } = this.simulation;
    this.later(() => respond(random() < this.loss ? {} : this.server.get(call)));
  }

  isLost = () => this.simulation.random() < this.loss;

  /** Returns a function that runs what it is given later: the parts of one connection keep their order. */
  inOrder() {
    let last = this.simulation.time;
    return (run) => {
      last = Math.max(last, this.simulation.time + this.simulation.random() * this.delay);
      this.simulation.after(last - this.simulation.time, run);
    };
  }

  socket(call, receive, respond) {
    const socket = new Socket(this, receive, respond);
    if (this.isLost() || this.simulation.random() < this.refusals) this.later(() => socket.close());
    else this.server.stream(call, socket.tell);
    return socket;
  }

  stream(call, receive, respond) {
    if (this.isLost()) return this.later(() => respond({}));
    const inOrder = this.inOrder();
    const tell = (message) => inOrder(() => receive(eventOf(message)));
    this.server.stream(call, tell);
    return () => {
      this.server.streams.delete(tell);
      respond({});
    };
  }
}

/** A tab: performs the steps of a conversation, and remembers what was sent in it. */
class Tab {
  bySocket = 0; // how many actions went by sockets
  sent = []; // what the person did, in order: { id, field, isTold }
  kept;
  keys = 0;

  constructor(name, world) {
    Object.assign(this, { name, ...world });
    this.begin();
  }

  begin() {
    this.page = {};
    this.calls = new Map();
    this.timers = new Map();
    const { random } = this.simulation;
    const newKey = () => `"${this.name}-${++this.keys}"`;
    const { hasSockets, kept } = this;
    this.conversation = new Conversation({ feature: "f", hasSockets, kept: kept && JSON.parse(kept), random, newKey });
    this.take("open");
  }

  take(...event) {
    for (const [name, ...values] of this.conversation.receive(event, this.simulation.time)) this[name]?.(...values);
  }

  /** What happens to this page, unless another has taken its place. */
  ofPage(run) {
    const { page } = this;
    return (...values) => page === this.page && run(...values);
  }

  call(number, call) {
    const finish = this.ofPage((response) => this.calls.delete(number) && this.take("finished", number, response));
    this.calls.set(number, undefined);
    const receive = this.ofPage((text) => this.calls.has(number) && this.take("received", number, text));
    if (call.isSocket) {
      this.socket = this.network.socket(call, receive, finish);
      this.calls.set(number, () => this.socket.close());
    } else if (this.socket?.isUsable && call.path.endsWith("/actions")) {
      this.bySocket++;
      this.calls.set(number, () => this.socket.waiting.delete(number));
      this.socket.send(number, call, finish);
    } else if (call.body) this.network.post(call, finish);
    else if (call.isStream) this.calls.set(number, this.network.stream(call, receive, finish));
    else this.network.get(call, finish);
  }

  cancel(number) {
    const end = this.calls.get(number);
    this.calls.delete(number);
    end?.();
  }

  start(timer, milliseconds) {
    const mine = {};
    this.timers.set(timer, mine);
    if (milliseconds < 1e9) {
      this.simulation.after(milliseconds, this.ofPage(() => this.timers.get(timer) === mine && this.take("fired", timer)));
    }
  }

  stop(timer) {
    this.timers.delete(timer);
  }

  keep(values) {
    this.kept = JSON.stringify(values);
  }

  opened() {
    this.take("visible");
  }

  load(number) {
    this.simulation.after(0, this.ofPage(() => this.take("loaded", number, { applyPatch })));
  }

  settle(number, { error }) {
    const item = this.sent.find(({ id }) => id === number);
    item.isSettled = true;
    item.isTold ||= Boolean(error);
    item.isHeld = error?.field !== undefined;
  }

  /** What earlier pages had left to send was refused. */
  lost() {
    for (const item of this.sent) item.isTold ||= !item.isSettled;
  }

  send(id, field, isBad) {
    const action = { id, tab: this.name, ...(field && { field }), ...(isBad && { isBad }) };
    this.sent.push({ id, field, isBad });
    this.take("send", id, { action, field });
  }

  reload() {
    this.take("leave");
    for (const number of [...this.calls.keys()]) this.cancel(number);
    this.begin();
  }
}

/** Fails if something that was sent is not there once, or not in order, and nobody was told. */
function judge({ name, sent }, log) {
  const mine = log.filter(({ tab }) => tab === name).map(({ id }) => id);
  const seen = new Set();
  for (const { id, field } of log.filter(({ tab }) => tab === name)) {
    // Setting a field again is setting it.
    assert.ok(field || !seen.has(id), `${name}: ${id} twice in ${mine}`);
    seen.add(id);
  }
  sent.forEach(({ id, field, isBad, isHeld, isTold }, index) => {
    assert.ok(!isHeld || !seen.has(id), `${name}: ${id} was done after a refused change`);
    if (seen.has(id) || isTold) return;
    // A later change of the field, before anything else but fields, is in its place.
    const later = sent.slice(index + 1);
    const press = later.findIndex((one) => !one.field && !one.isTold);
    const isReplaced = field && later.slice(0, press < 0 ? undefined : press).some((one) => one.field === field);
    assert.ok(isReplaced || !isBad, `${name}: ${id} was refused, and nobody was told`);
    assert.ok(isReplaced, `${name}: ${id} is lost: ${mine}`);
  });
  const firsts = [...seen].map((id) => sent.find((one) => one.id === id));
  firsts.forEach((late, index) => {
    for (const early of firsts.slice(0, index)) {
      // A change takes the place of an earlier one of its field, beside which are changes of others.
      const isBetween = ({ id, field }) => !field && id > late.id && id < early.id;
      const isBeside = early.field && late.field && early.field !== late.field && !firsts.some(isBetween);
      assert.ok(early.id < late.id || isBeside || late.isTold || early.isTold, `${name}: ${early.id} is before ${late.id}: ${mine}`);
    }
  });
  // The last change of a field is the one that stays.
  for (const field of new Set(sent.map(({ field }) => field))) {
    const last = sent.findLast((one) => one.field === field);
    if (!field || last.isTold || last.isBad) continue;
    const stays = log.findLast((one) => one.tab === name && one.field === field)?.id;
    assert.equal(stays, last.id, `${name}: ${stays} stays in ${field}, not ${last.id}: ${mine}`);
  }
}

/** Returns how many actions went by sockets. */
function run(seed, { hasRefusals, hasSockets, refusals = 0 }) {
  const random = randomOf(seed);
  const simulation = new Simulation(random);
  const server = new Server();
  const network = new Network(simulation, server);
  const world = { simulation, network, hasSockets };
  const tabs = [new Tab("a", world)];
  simulation.advance(100);
  // A tab that is duplicated has the storage of the first.
  const second = Object.assign(Object.create(Tab.prototype), { sent: [], bySocket: 0, keys: 0, name: "b", ...world, kept: tabs[0].kept });
  second.begin();
  tabs.push(second);
  simulation.advance(100);
  let id = 0;
  for (let step = 0; step < 60; step++) {
    const tab = tabs[Math.floor(random() * 2)];
    const dice = random();
    if (dice < 0.3) tab.send(++id);
    else if (dice < 0.6) tab.send(++id, `field ${Math.floor(random() * 2)}`, hasRefusals && random() < 0.1);
    else if (dice < 0.65) tab.take("hidden");
    else if (dice < 0.7) tab.take("visible");
    else if (dice < 0.75) tab.take("offline");
    else if (dice < 0.8) tab.reload();
    else if (dice < 0.82) tab.take("leave"); // and comes back
    else if (dice < 0.85) Object.assign(network, { loss: random() * 0.5, delay: random() * 3000, duplicates: 0.2, refusals });
    else simulation.advance(random() * 4000);
  }
  Object.assign(network, { loss: 0, delay: 10, duplicates: 0, refusals: 0 });
  for (const tab of tabs) tab.take("visible");
  for (let minutes = 0; minutes < 10; minutes++) {
    // The server sends a comment every 15 s.
    for (let quarter = 0; quarter < 4; quarter++) {
      simulation.advance(15_000);
      for (const tell of server.streams) tell({});
    }
  }
  for (const tab of tabs) {
    judge(tab, server.log);
    assert.deepEqual(tab.conversation.shown.state.log, server.log, `${tab.name} shows something else`);
    assert.equal(tab.conversation.isAtRisk, false);
  }
  return tabs[0].bySocket + tabs[1].bySocket;
}

const seeds = process.env.SEED ? [+process.env.SEED]
  : Array.from({ length: +(process.env.SEEDS ?? 300) }, (_, index) => index + 1);

for (const [title, options] of [
  ["What was sent is in the session once and in order, whatever the network, the page and another tab do", {}],
  ["What follows a refused change is not in the session, and the person is told", { hasRefusals: true }],
  ["Over sockets, the same holds", { hasRefusals: true, hasSockets: true }],
  ["Over sockets and requests by turns, the same holds", { hasRefusals: true, hasSockets: true, refusals: 0.5 }],
]) {
  test(title, () => {
    let bySocket = 0;
    for (const seed of seeds) {
      try {
        bySocket += run(seed, options);
      } catch (error) {
        error.message = `SEED=${seed}: ${error.message}`;
        throw error;
      }
    }
    assert.equal(bySocket > 0, Boolean(options.hasSockets));
  });
}
