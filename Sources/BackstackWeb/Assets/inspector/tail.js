// What happens in the sessions that are listed, as it happens.
import { outline } from "./versions.js";
import { h } from "../app/ui.js";
import { keyed } from "./keyed.js";

const shown = 30;
// Requests at a time, and versions of one session.
const most = 20;
const perSession = 5;

/** Returns the sessions that have other versions than before, with these; none the first time. */
export const changed = (known, sessions) => sessions.flatMap((one) => {
  const from = known?.get(one.id) ?? 0;
  return known && from < one.version ? [{ ...one, from }] : [];
});

/** Makes the list. Returns `{ element, follow(sessions) }`. */
export function makeTail(api) {
  const list = h("ol", { class: "tail" });
  const element = h("section", { class: "card", "aria-labelledby": "tail", hidden: true },
    h("h2", { id: "tail" }, "What happens"), list);
  const put = keyed(list, makeRow, ({ id, version }) => `${id}/${version}`);
  let known;
  let entries = [];

  const read = async ({ id, feature, from, version }) => {
    const after = Math.max(from, version - perSession);
    const page = await api.read(`sessions/${id}/history?after=${after}&limit=${perSession}`)
      // It may be gone meanwhile.
      .catch(() => ({ entries: [] }));
    return page.entries.map((entry) => ({ ...entry, id, feature }));
  };

  return {
    element,
    /** Shows the versions that sessions have reached since the last time. */
    async follow() {
      // Whatever the list shows, and wherever it ends.
      const { sessions } = await api.read("sessions?limit=200");
      const pages = await Promise.all(changed(known, sessions).slice(0, most).map(read));
      known = new Map([...(known ?? []), ...sessions.map(({ id, version }) => [id, version])].slice(-10_000));
      const fresh = pages.flat().sort((one, other) => (one.time < other.time ? 1 : -1));
      entries = [...fresh, ...entries].slice(0, 10 * shown);
      element.hidden = !entries.length;
      // What is under the pointer stays there.
      if (!list.matches(":hover, :focus-within")) put(entries.slice(0, shown));
    },
  };
}

function makeRow({ id, feature, version, time, cause, action }) {
  const digits = id.slice(0, 8);
  const clock = new Date(time).toLocaleTimeString("en-GB");
  return {
    element: h("li", {}, h("span", { class: "when" }, clock),
      h("a", { href: `#/${digits}/${version}` }, `${digits} ${version}`), h("span", { class: "cause" }, `${feature} · ${cause}`), h("span", {}, outline(action))),
  };
}
