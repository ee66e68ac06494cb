// Makes the requests of a page slow and lossy, to see what it does then; the page gives its session
// `simulated(fetch)`. Then also in the console, for the time of the tab:
// `(await import("/client/simulate.js")).simulate({ latency: 300 })`.

const stored = "backstack:simulate";
let faults = read();

// Some browsers forbid storage: then a reload forgets.
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(stored)) ?? {};
  } catch {
    return {};
  }
}

const browser = {
  random: () => Math.random(),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

export function simulate({ latency = 0, loss = 0 } = {}) {
  faults = { latency, loss };
  try {
    if (latency || loss) sessionStorage.setItem(stored, JSON.stringify(faults));
    else sessionStorage.removeItem(stored);
  } catch {}
}

export const simulatedFaults = () => ({ latency: 0, loss: 0, ...faults });

export function simulated(fetch, { random, wait } = browser) {
  const lose = () => {
    if (random() < faults.loss / 2) throw new TypeError("lost, as simulate asks");
  };
  return async (...request) => {
    if (faults.latency) await wait(faults.latency);
    lose();
    const response = await fetch(...request);
    lose(); // the response alone: the server has done what it was asked
    return response;
  };
}
