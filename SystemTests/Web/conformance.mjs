// The harness that `backstack conformance` judges the browser runtime with: node conformance.mjs URL
//
// Those without sockets run at once, then those of sockets. In the slow ones, the runtime's clock runs 20 times as fast.
import { Session } from "../../Sources/BackstackWeb/Assets/client/backstack.js";

const [server] = process.argv.slice(2);
const { WebSocket } = globalThis; // some versions of Node have none
const later = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

async function post(path, content) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" } };
  const response = await fetch(server + path, { ...options, body: JSON.stringify(content) });
  return response.json();
}

function platform(isSlow) {
  const speed = isSlow ? 20 : 1;
  const { any, timeout } = AbortSignal;
  return {
    AbortSignal: { any, timeout: (milliseconds) => timeout(milliseconds / speed) },
    Date: { now: () => performance.now() * speed, parse: Date.parse },
    Math, WebSocket, crypto, clearTimeout, fetch,
    addEventListener: () => {},
    document: { hidden: false },
    navigator: {},
    requestAnimationFrame: setImmediate,
    setTimeout: (run, milliseconds) => setTimeout(run, milliseconds / speed),
  };
}

async function play({ name, isSlow, key }) {
  const session = await Session.open({ server, feature: name, key, platform: platform(isSlow) });
  const reports = [];
  let last = 0;
  const show = ({ version, state: { count, list, notes, commands } }) => {
    reports.push({ version, count, list, notes });
    for (const { number, send, ifCountBelow: below } of commands) {
      if (number <= last) continue;
      last = number;
      const guard = below === undefined ? undefined : (state) => state.count < below;
      session.send(send, { guard }).catch(() => {}); // a refusal is the scenario's
    }
  };
  session.addEventListener("change", ({ detail }) => show(detail.snapshot));
  session.addEventListener("ended", (event) => {
    event.preventDefault(); // no other session
    reports.push({ ended: event.detail.reason });
  });
  show(session.snapshot);
  for (;;) {
    const { outcome } = await post(`/shown/${name}`, reports.splice(0));
    if (outcome !== "running") break;
    await new Promise((resolve) => later(50, resolve));
  }
  session.close();
}

const { scenarios } = await (await fetch(server)).json();
// Those of sockets afterwards: a client that gets no message within seconds gives its socket up.
const isOfSockets = ({ name }) => name.startsWith("socket");
const groups = [scenarios.filter((one) => !isOfSockets(one)), scenarios.filter(isOfSockets)];
for (const scenarios of groups) await Promise.all(scenarios.map(play));
