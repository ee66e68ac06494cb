// What the app asks before it opens a session that the stage shows.
import { addStyle } from "../app/ui.js";
import { simulated } from "../client/simulate.js";
import { Wire } from "./wire.js";

/** Returns a `fetch` that records what goes over the wire, and is as slow as the tab asks for. */
export function recorded() {
  addStyle(new URL("stage.css", import.meta.url));
  const wire = new Wire();
  return { wire, fetch: wire.record(simulated((...request) => fetch(...request))) };
}
