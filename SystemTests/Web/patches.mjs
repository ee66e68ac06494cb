// Prints random documents and patches, a JSON object a line, with what `applyPatch` makes of them:
// `SystemTests/Web/run.py` compares it with the PyPI package jsonpatch.
import { PatchError, applyPatch } from "../../Sources/BackstackWeb/Assets/client/patch.js";

let seed = Number(process.argv[2]) || 1;
const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
const names = ["a", "b", "x/y", "~", "", "__proto__", "0", "é"];

function value(depth) {
  switch (random(depth > 2 ? 4 : 7)) {
  case 0: return random(10);
  case 1: return null;
  case 2: return names[random(names.length)];
  case 3: return random(2) === 0;
  case 4: return Array.from({ length: random(4) }, () => value(depth + 1));
  default: return Object.fromEntries(Array.from({ length: random(4) }, () => [names[random(names.length)], value(depth + 1)]));
  }
}

/** A path that mostly leads somewhere. */
function path(target) {
  let result = "";
  for (let depth = 0; depth < 4; depth++) {
    const isContainer = target !== null && typeof target === "object";
    if (!isContainer || (depth > 0 && random(3) === 0)) break;
    const keys = Object.keys(target);
    const other = Array.isArray(target) ? ["-", `${keys.length}`, "9"][random(3)] : names[random(names.length)];
    const key = keys.length && random(4) ? keys[random(keys.length)] : other;
    result += `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    target = Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return result;
}

for (let line = 0; line < 10_000; line++) {
  const document = value(0);
  let patched = document;
  const patch = [];
  for (let count = random(4); count >= 0; count--) {
    const op = ["add", "remove", "replace"][random(3)];
    const place = path(patched);
    if (place === "") continue; // jsonpatch removes a whole document, and makes it null
    patch.push(op === "remove" ? { op, path: place } : { op, path: place, value: value(1) });
    try {
      patched = applyPatch(patched, patch.slice(-1));
    } catch {}
  }
  const before = JSON.stringify(document);
  let result;
  try {
    result = { result: applyPatch(document, patch) };
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    result = { error: error.message };
  }
  if (JSON.stringify(document) !== before) throw new Error(`changed ${before}`);
  console.log(JSON.stringify({ document: JSON.parse(before), patch, ...result }));
}
