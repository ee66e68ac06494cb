// What happened when, drawn: how many screens there were, a lane for each cause with a mark for each
// version, and the effects in flight. A person moves through the versions on it.
import { span } from "./list.js";
import { outline } from "./versions.js";
import { button, h } from "../app/ui.js";

const lanes = ["client", "effect", "host", "restore"];
const names = { creation: "host", start: "host", resume: "host", proposal: "client", refusal: "client" };
const laneOf = ({ cause }) => names[cause] ?? cause;
const width = 1000;
const rowHeight = 34;
const barHeight = 26;
const depthHeight = 60;
const left = 70;
const right = 20;
// Always as high, however many effects there are: what is below would move.
const shownEffects = 3;
const barsTop = depthHeight + lanes.length * rowHeight;
const height = barsTop + shownEffects * barHeight + 22;

const svg = (name, attributes, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const titled = (name, attributes, title) => svg(name, attributes, svg("title", {}, title));

/** Returns the entry whose time is nearest to one in seconds. */
export const nearest = (entries, time) => entries.reduce((best, one) =>
  Math.abs(one.seconds - time) < Math.abs(best.seconds - time) ? one : best);

const steps = {
  ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity,
};

/** Returns the version that a key leads to, of those with a known state, oldest first. */
export function moved(known, version, key) {
  if (!(key in steps) || !known.length) return undefined;
  const index = known.findLastIndex((one) => one <= version);
  return known[Math.max(0, Math.min(known.length - 1, index + steps[key]))];
}

/**
 * The drawing of a session's versions. Its parts are `versions`; `go(version)`, which is called when a
 * person moves to a version, without one for the present; and `earlier()`, which loads earlier versions.
 */
export class Timeline {
  #effects = [];
  #now = 0;
  #zoom = 1;
  #range = { begin: 0, end: 1 };
  #isPainted = false;
  #shown; // the version that is looked at

  constructor(parts) {
    Object.assign(this, parts);
    this.slider = h("div", { class: "slider", tabIndex: 0, role: "slider", "aria-label": "Version" });
    this.slider.addEventListener("keydown", (event) => this.#press(event));
    this.slider.addEventListener("pointerdown", (event) => this.#drag(event));
    this.slider.addEventListener("pointerleave", () => this.#paint());
    this.about = h("p", { class: "hint" });
    this.closer = button("Closer", () => this.#set(this.#zoom * 2));
    this.wider = button("Wider", () => this.#widen(), { disabled: true });
    this.element = h("section", { class: "card", "aria-labelledby": "timeline" },
      h("h2", { id: "timeline" }, "Timeline"), h("div", { class: "wide" }, this.slider), this.about,
      h("div", { class: "buttons" }, this.closer, this.wider));
  }

  /** Takes the effects in flight, each with its name and when it started and fell asleep; the oldest first. */
  draw(effects, time) {
    const seconds = (date) => date === undefined ? undefined : Date.parse(date) / 1000;
    this.#effects = effects.slice(0, shownEffects).map(({ name, time, asleepSince }) =>
      ({ name, since: seconds(time), asleepSince: seconds(asleepSince) }));
    this.#now = time / 1000;
    // What is under the pointer stays there.
    if (!this.slider.matches(":hover") && this.#shown === undefined) this.#paint();
  }

  /** Marks the version that is looked at; none in the present. */
  mark(version) {
    this.#shown = version;
    if (version === undefined) this.#paint();
    this.#tell();
  }

  #set(zoom) {
    this.#zoom = Math.min(1024, Math.max(1, zoom));
    this.#paint();
  }

  async #widen() {
    if (this.#zoom > 1) return this.#set(this.#zoom / 2);
    await this.earlier();
    this.#paint();
  }

  // MARK: Moving

  get #known() {
    return this.versions.all.filter((one) => one.state !== undefined);
  }

  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const known = this.#known.map(({ version }) => version).reverse();
    const isBack = event.key === "Escape" && this.#shown !== undefined;
    const version = isBack ? undefined : moved(known, this.#shown ?? this.versions.latest, event.key);
    if (version === undefined && !isBack) return;
    event.preventDefault();
    this.go(version);
  }

  /** Follows the pointer until it is released, wherever it is. */
  #drag(event) {
    if (event.button !== 0 || !this.#known.length) return;
    const released = new AbortController();
    const { signal } = released;
    const release = () => released.abort();
    for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, release, { signal });
    document.addEventListener("pointermove", (event) => this.#point(event), { signal });
    this.#point(event);
  }

  #point({ clientX }) {
    const box = this.slider.getBoundingClientRect();
    const part = ((clientX - box.left) / box.width * width - left) / (width - left - right);
    const { begin, end } = this.#range;
    this.go(nearest(this.#known, begin + part * (end - begin)).version);
  }

  /** Says where a person is, and shows it in the drawing. */
  #tell() {
    const entry = this.versions.find(this.#shown ?? this.versions.latest);
    if (!entry) return;
    const count = this.versions.screens(entry)?.size;
    const texts = [`version ${entry.version}`, entry.cause, outline(entry.action),
      count === undefined ? "" : `${count} ${count === 1 ? "screen" : "screens"}`];
    for (const [name, value] of [["valuemin", this.versions.first], ["valuemax", this.versions.latest],
      ["valuenow", entry.version], ["valuetext", texts.filter(Boolean).join(", ")]]) {
      this.slider.setAttribute(`aria-${name}`, value);
    }
    const x = this.#x(entry.seconds);
    for (const [name, value] of [["x1", x], ["x2", x]]) this.cursor?.setAttribute(name, value);
    this.cursor?.classList.toggle("present", this.#shown === undefined);
  }

  // MARK: Drawing

  #x(time) {
    const { begin, end } = this.#range;
    return left + ((Math.max(begin, time) - begin) / (end - begin)) * (width - left - right);
  }

  #paint() {
    const entries = this.versions.all;
    this.element.hidden = !entries.length;
    if (!entries.length) return;
    // What is in flight goes on until now.
    const end = this.#effects.length ? Math.max(entries[0].seconds, this.#now) : entries[0].seconds;
    const length = Math.max(0.001, (end - entries.at(-1).seconds) / this.#zoom);
    this.#range = { begin: end - length, end };
    this.cursor = svg("line", { y1: 0, y2: height, class: "cursor" });
    this.wider.disabled = this.#zoom === 1 && !this.versions.hasOlder;
    this.slider.replaceChildren(svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": true },
      ...this.#depth(entries), ...this.#lanes(), ...this.#marks(entries), ...this.#bars(), ...this.#flight(entries),
      this.cursor));
    // On a narrow window, the present is what shows first.
    if (!this.#isPainted) this.slider.parentElement.scrollLeft = width;
    this.#isPainted = true;
    this.about.textContent = `The last ${span(length)}: how many screens there were, what happened, and in green `
      + "what is in flight, lighter while it sleeps.";
    this.#tell();
  }

  /** How many screens there were. */
  #depth(entries) {
    const points = entries.filter((one) => one.state !== undefined)
      .map((one) => ({ x: this.#x(one.seconds), count: this.versions.screens(one).size })).reverse();
    if (!points.length) return [];
    const most = Math.max(1, ...points.map(({ count }) => count));
    const y = (count) => depthHeight - 6 - (count / most) * (depthHeight - 16);
    const changes = points.filter(({ count }, index) => count !== points[index - 1]?.count);
    const steps = changes.map(({ x, count }, index) => (index ? `H${x}V${y(count)}` : `M${x} ${y(count)}`));
    const line = `${steps.join("")}H${width - right}`;
    return [
      svg("text", { x: 0, y: depthHeight / 2 + 4, class: "lane" }, `≤ ${most}`),
      svg("path", { d: `${line}V${y(0)}H${points[0].x}Z`, class: "depth" }),
      titled("path", { d: line, class: "depth-line" }, `up to ${most} screens`),
    ];
  }

  #lanes() {
    return lanes.flatMap((lane, index) => {
      const y = this.#middle(index);
      return [svg("text", { x: 0, y: y + 4, class: "lane" }, lane),
        svg("line", { x1: left, x2: width - right, y1: y, y2: y, class: "rule" })];
    });
  }

  #middle(lane) {
    return depthHeight + lane * rowHeight + rowHeight / 2;
  }

  /** Versions that fall on one position are one mark: a long history costs no more than a short one. */
  #marks(entries) {
    const marks = new Map();
    for (const entry of entries) {
      if (entry.seconds < this.#range.begin) break;
      const column = Math.round(this.#x(entry.seconds) / 4);
      const key = `${laneOf(entry)}/${column}`;
      const mark = marks.get(key) ?? { lane: laneOf(entry), column, last: entry.version, count: 0 };
      marks.set(key, Object.assign(mark, { first: entry.version, count: mark.count + 1 }));
    }
    return [...marks.values()].map(({ lane, column, first, last, count }) => titled("circle", {
      cx: column * 4, cy: this.#middle(lanes.indexOf(lane)), r: Math.min(12, 4 + Math.log2(count) * 2), class: lane,
    }, count === 1 ? `version ${last}` : `versions ${first} to ${last}`));
  }

  /** Each effect in flight, since it began; lighter while it sleeps. */
  #bars() {
    const { end } = this.#range;
    return this.#effects.flatMap(({ name, since, asleepSince }, index) => {
      const y = barsTop + index * barHeight;
      const from = this.#x(since);
      const label = `${name}, for ${span(end - since)}`;
      const until = asleepSince === undefined ? this.#x(end) : Math.max(from, this.#x(Math.min(end, asleepSince)));
      const piece = (x, to, kind) => titled("rect",
        { x, y, width: Math.max(2, to - x), height: barHeight - 4, rx: 3, class: kind }, label);
      // Before the bar where there is no room in it.
      const isNarrow = width - right - from < label.length * 9;
      return [
        ...(until > from ? [piece(from, until, "running")] : []),
        ...(asleepSince === undefined ? [] : [piece(until, this.#x(end), "running asleep")]),
        svg("text", {
          x: isNarrow ? from - 6 : from + 6, y: y + barHeight - 9, class: "bar",
          "text-anchor": isNarrow ? "end" : "start",
        }, label)];
    });
  }

  /** When effects were in flight, as bars under the lanes. */
  #flight(entries) {
    const bars = [];
    // From the newest to the oldest: what is in flight after a version lasts until the next one.
    let until = this.#effects.length ? this.#range.end : entries[0].seconds;
    for (const { effects, seconds } of entries) {
      if (until < this.#range.begin) break;
      const [x, end] = [this.#x(seconds), this.#x(until)];
      if (effects && bars.at(-1)?.x === end) bars.at(-1).x = x;
      else if (effects && end > x) bars.push({ x, end });
      until = seconds;
    }
    return bars.map(({ x, end }) => titled("rect",
      { x, y: height - 14, width: Math.max(1, end - x), height: 8, class: "flight" }, "effects in flight"));
  }
}
