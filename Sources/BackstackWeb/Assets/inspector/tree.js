// A JSON value as a tree. A part is made when it is opened, and long lists in portions, so that a
// state of a megabyte opens at once.
import { short } from "./diff.js";
import { button, h } from "../app/ui.js";

const portion = 100;

/** Returns an element that shows a value; `opened` is how many levels are open at first. */
export function tree(value, name = "", opened = 1) {
  const label = name === "" ? [] : [h("span", { class: "name" }, name), ": "];
  if (value === null || typeof value !== "object" || value instanceof Number) {
    const text = typeof value === "string" && value.length > 2000
      ? `${JSON.stringify(value.slice(0, 2000))}… ${value.length} characters` : JSON.stringify(value);
    return h("div", { class: "leaf" }, ...label, h("span", { class: `value ${value instanceof Number ? "number" : typeof value}` }, text));
  }
  const isList = Array.isArray(value);
  const count = isList ? value.length : Object.keys(value).length;
  const size = isList ? `${count} ${count === 1 ? "element" : "elements"}` : "";
  const brief = h("span", { class: "hint" }, size || short(value, 60));
  const content = h("div", { class: "branch" });
  const element = h("details", {}, h("summary", {}, ...label, brief), content);
  let shown = 0;
  const more = () => {
    const entries = isList
      ? value.slice(shown, shown + portion).map((one, index) => [shown + index, one])
      : Object.entries(value).slice(shown, shown + portion);
    content.append(...entries.map(([key, one]) => tree(one, `${key}`, opened - 1)));
    shown += entries.length;
    if (shown >= count) return;
    const rest = button(`${count - shown} more`, () => {
      rest.remove();
      more();
    });
    content.append(rest);
  };
  element.addEventListener("toggle", () => {
    if (element.open && !shown && count) more();
  });
  if (opened > 0 && count) {
    element.open = true;
    more();
  }
  return element;
}
