type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Makes requests slow, by milliseconds, and loses a part of them, 0 to 1, or of their responses, for
 * the time of the tab. Called without faults, requests are as fast as they are.
 */
export function simulate(faults?: { latency?: number; loss?: number }): void;

/** Returns the faults of this tab. */
export function simulatedFaults(): { latency: number; loss: number };

/** Returns a `fetch` that has the faults: `Session.open({ fetch: simulated(fetch), … })`. */
export function simulated(fetch: Fetch, platform?: object): Fetch;
