// Texts of Swift as a page shows them.
import { h } from "../app/ui.js";

const tokens = /(\/\/.*)|("(?:[^"\\]|\\.)*")|(@\w+)|\b(case|var|let|func|struct|enum|extension|return|switch|for|in|if|else|guard|await|async|try|import|private|fileprivate|static|some|self|nil|true|false|default|where|init)\b/g;

/** Shows a text of Swift; the line that speaks of an action is marked. */
export function listing(text, action) {
  const isMarked = new RegExp(`\\.${action}\\b`);
  let isFound = false;
  return h("pre", { class: "listing", tabIndex: 0, role: "group", "aria-label": "Swift" }, ...text.split("\n").flatMap((line) => {
    const parts = [];
    let position = 0;
    for (const found of line.matchAll(tokens)) {
      const kind = ["comment", "string", "macro", "keyword"][found.slice(1).findIndex((one) => one !== undefined)];
      parts.push(line.slice(position, found.index), h("span", { class: kind }, found[0]));
      position = found.index + found[0].length;
    }
    parts.push(line.slice(position), "\n");
    if (isFound || !action || !isMarked.test(line)) return parts;
    isFound = true;
    return [h("mark", {}, ...parts)];
  }));
}
