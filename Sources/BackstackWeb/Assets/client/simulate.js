// Makes the requests of a page slow and lossy, to see what it does then; the page gives its session
// `simulated(fetch)`. Then also in the console, for the time of the tab:
// `(await import("/client/simulate.js")).simulate({ latency: 300 })`.

const stored = "backstack:simulate";
let last = {};

// Read each time, as this module may be there twice: the page's own, and the console's. Some browsers
// forbid storage: then each has its own, and a reload forgets.
function faults() {
  let text;
  try {
    text = sessionStorage.getItem(stored);
  } catch {
    return last;
  }
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const browser = {
  random: () => Math.random(),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

export function simulate({ latency = 0, loss = 0 } = {}) {
  last = { latency, loss };
  try {
    if (latency || loss) sessionStorage.setItem(stored, JSON.stringify(last));
    else sessionStorage.removeItem(stored);
  } catch {}
}

export const simulatedFaults = () => ({ latency: 0, loss: 0, ...faults() });

export function simulated(fetch, { random, wait } = browser) {
  const lose = () => {
    if (random() < simulatedFaults().loss / 2) throw new TypeError("lost, as simulate asks");
  };
  return async (...request) => {
    const { latency } = simulatedFaults();
    if (latency) await wait(latency);
    lose();
    const response = await fetch(...request);
    lose(); // the response alone: the server has done what it was asked
    return response;
  };
}
