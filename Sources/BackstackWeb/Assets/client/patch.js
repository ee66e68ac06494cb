// Applies JSON Patches (RFC 6902), as the service sends them.

export class PatchError extends Error {}

export function applyPatch(document, patch) {
  const root = { "": document }; // the first key of each path is empty
  const copies = new Set([root]); // what may be changed
  for (const { op, path, value } of patch) {
    const misfit = () => new PatchError(`${op} ${path} does not fit the document`);
    const keys = `${path}`.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop();
    let target = root;
    for (const key of keys) {
      const part = Object.hasOwn(target, key) ? target[key] : undefined;
      if (part === null || typeof part !== "object") throw misfit();
      const copy = copies.has(part) ? part : Array.isArray(part) ? [...part] : { ...part };
      copies.add(copy);
      target = target[key] = copy;
    }
    const isRoot = target === root;
    const isArray = Array.isArray(target);
    const isThere = Object.hasOwn(target, last) && !(isArray && last === "length");
    const isEnd = isArray && ["-", `${target.length}`].includes(last);
    const adds = op === "add" && !isRoot;
    const fits = isThere || (adds && (isEnd || !isArray));
    const isKnown =
      op === "remove" ? !isRoot : ["add", "replace"].includes(op) && value !== undefined;
    if (!fits || !isKnown) throw misfit();
    if (op === "remove") isArray ? target.splice(last, 1) : delete target[last];
    else if (adds && isArray) target.splice(isEnd ? target.length : last, 0, value);
    // An assignment to `__proto__` would set the prototype.
    else Object.defineProperty(target, last, { ...field, value });
  }
  return root[""];
}

const field = { writable: true, enumerable: true, configurable: true };
