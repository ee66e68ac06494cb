// A JSON value as a tree. A part is made when it is opened, and long lists in portions, so that a
// state of a megabyte opens at once. Another value leaves open what is open.
import { idsOf, named, short } from "./diff.js";
import { button, h } from "../app/ui.js";
import { keyed } from "./keyed.js";

const portion = 100;
const isBranch = (value) => value !== null && typeof value === "object" && !(value instanceof Number);

/** The parts of a value with their names; elements with ids have these for names. */
function partsOf(value) {
  if (!Array.isArray(value)) return Object.entries(value);
  const ids = idsOf(value);
  return value.map((one, index) => [ids ? named(ids[index]) : `${index}`, one]);
}

/** Makes a tree. Returns `{ element, update(value) }`; `opened` is how many levels are open at first. */
export function makeTree(name = "", opened = 1) {
  const element = h("div");
  let part;
  return {
    element,
    update(value) {
      const make = isBranch(value) ? makeBranch : makeLeaf;
      if (part?.make !== make) {
        part = { make, ...make(name, opened) };
        element.replaceChildren(part.element);
      }
      part.update(value);
    },
  };
}

const label = (name) => (name === "" ? [] : [h("span", { class: "name" }, name), ": "]);

function makeLeaf(name) {
  const text = h("span");
  return {
    element: h("div", { class: "leaf" }, ...label(name), text),
    update(value) {
      text.className = `value ${value instanceof Number ? "number" : typeof value}`;
      const rest = typeof value === "string" && value.length > 2000 ? `… ${value.length} characters` : "";
      text.textContent = JSON.stringify(rest ? value.slice(0, 2000) : value) + rest;
    },
  };
}

function makeBranch(name, opened) {
  const brief = h("span", { class: "hint" });
  const content = h("div", { class: "branch" });
  const put = keyed(content, ([key]) => makePart(key, opened - 1), ([key]) => key);
  let limit = portion;
  let shown;
  const more = button("", () => {
    limit += portion;
    draw();
  });
  const element = h("details", { open: opened > 0 }, h("summary", {}, ...label(name), brief), content, more);
  const draw = () => {
    const parts = element.open ? partsOf(shown) : [];
    put(parts.slice(0, limit));
    more.hidden = parts.length <= limit;
    more.textContent = `${parts.length - limit} more`;
  };
  element.addEventListener("toggle", draw);
  return {
    element,
    update(value) {
      if (value === shown) return;
      shown = value;
      const count = Array.isArray(value) && value.length;
      brief.textContent = count === false ? short(value, 48) : `${count} ${count === 1 ? "element" : "elements"}`;
      draw();
    },
  };
}

function makePart(key, opened) {
  const { element, update } = makeTree(key, opened);
  return { element, update: ([, value]) => update(value) };
}
