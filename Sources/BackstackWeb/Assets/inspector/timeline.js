// What happened when, drawn: a lane for each cause, a mark for each version.
import { span } from "./list.js";
import { button, h } from "../app/ui.js";

const lanes = ["client", "effect", "host", "restore"];
const names = { creation: "host", start: "host", resume: "host" };
const svg = (name, attributes, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const width = 1000;
const rowHeight = 34;
const barHeight = 26;
const left = 70;

const shownEffects = 8;

/**
 * Makes the drawing. Returns `{ element, draw(entries, effects, now) }`, with the newest entry first. The
 * effects are those in flight, each with its name, the time of its start and the one at which it fell asleep, if
 * it sleeps; the oldest first.
 */
export function makeTimeline() {
  let entries = [];
  let effects = [];
  let now = 0;
  let zoom = 1;
  const holder = h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Drawing of the timeline" });
  const about = h("p", { class: "hint" });

  const paint = () => {
    section.hidden = entries.length < (effects.length ? 1 : 2);
    if (section.hidden) return;
    const times = entries.map((one) => Date.parse(one.time) / 1000);
    // What is in flight goes on until now.
    const end = effects.length ? Math.max(times[0], now) : times[0];
    const length = Math.max(0.001, (end - times.at(-1)) / zoom);
    const begin = end - length;
    const used = lanes.filter((lane) =>
      entries.some(({ cause }) => (names[cause] ?? cause) === lane));
    const running = effects.slice(0, shownEffects);
    const top = used.length * rowHeight;
    const height = top + running.length * barHeight + 22;
    const x = (time) => left + ((time - begin) / length) * (width - left - 20);
    const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" },
      svg("title", {}, `${entries.length} versions in ${span(end - times.at(-1))}`));
    used.forEach((lane, index) => {
      const y = index * rowHeight + rowHeight / 2;
      drawing.append(svg("text", { x: 0, y: y + 4, class: "lane" }, lane),
        svg("line", { x1: left, x2: width - 10, y1: y, y2: y, class: "rule" }));
    });
    // Versions that fall on one place are one mark: a long history costs no more than a short one.
    const marks = new Map();
    entries.forEach(({ cause, version, effects }, index) => {
      if (times[index] < begin) return;
      const lane = used.indexOf(names[cause] ?? cause);
      if (lane < 0) return;
      const column = Math.round(x(times[index]) / 4);
      const mark = marks.get(`${lane}/${column}`);
      if (mark) {
        mark.first = version;
        mark.count += 1;
      } else {
        marks.set(`${lane}/${column}`, { lane, column, first: version, last: version, count: 1, effects });
      }
    });
    for (const { lane, column, first, last, count } of marks.values()) {
      const title = count === 1 ? `version ${last}` : `versions ${first} to ${last}`;
      drawing.append(svg("circle", {
        cx: column * 4, cy: lane * rowHeight + rowHeight / 2, r: Math.min(12, 4 + Math.log2(count) * 2),
        class: used[lane],
      }, svg("title", {}, title)));
    }
    // The effects in flight, as a bar under the lanes wherever there are any.
    const bar = height - 14;
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const until = index > 0 ? times[index - 1] : end;
      const isOver = index === 0 && !effects.length;
      if (!entries[index].effects || isOver || until < begin) continue;
      const from = x(Math.max(begin, times[index]));
      drawing.append(svg("rect", {
        x: from, y: bar, width: Math.max(1, x(until) - from), height: 8, class: "flight",
      }, svg("title", {}, `${entries[index].effects} effects in flight`)));
    }
    holder.replaceChildren(drawing);
    running.forEach(({ name, since, asleepSince }, index) => {
      const from = x(Math.max(begin, since));
      const y = top + index * barHeight;
      const label = `${name}, for ${span(end - since)}`;
      // Before the bar where there is no room in it.
      const isNarrow = width - 20 - from < label.length * 9;
      const piece = (start, end, name, title) => {
        drawing.append(svg("rect", {
          x: start, y, width: Math.max(2, end - start), height: barHeight - 4, rx: 3, class: name,
        }, svg("title", {}, title)));
      };
      const until = asleepSince === undefined ? x(end) : Math.max(from, x(Math.min(end, asleepSince)));
      if (until > from) piece(from, until, "running", label);
      if (asleepSince !== undefined) piece(until, x(end), "running asleep", `${label}, asleep`);
      drawing.append(svg("text", {
        x: isNarrow ? from - 6 : from + 6, y: y + barHeight - 9, class: "bar",
        "text-anchor": isNarrow ? "end" : "start",
      }, label));
    });
    const hasEffects = entries.some(({ effects }) => effects);
    about.textContent = `The last ${span(length)}.`
      + (running.length ? " The bars show which effects are in flight now, and since when;"
        + " the light part of one, that it sleeps." : "")
      + (hasEffects ? " The line below shows when effects were in flight." : "");
  };
  const set = (value) => {
    zoom = Math.min(1024, Math.max(1, value));
    wider.disabled = zoom === 1;
    paint();
  };
  const closer = button("Closer", () => set(zoom * 2));
  const wider = button("Wider", () => set(zoom / 2), { disabled: true });
  const section = h("section", { class: "card", hidden: true, "aria-labelledby": "timeline" },
    h("h2", { id: "timeline" }, "Timeline"), holder, about,
    h("div", { class: "buttons" }, closer, wider));
  return {
    element: section,
    draw(fresh, inFlight, time) {
      entries = fresh;
      const seconds = (date) => date === undefined ? undefined : Date.parse(date) / 1000;
      effects = inFlight.map(({ name, time, asleepSince }) => ({
        name, since: seconds(time), asleepSince: seconds(asleepSince),
      }));
      now = time / 1000;
      paint();
    },
  };
}
