// A form for a value of a JSON Schema: cases, fields, lists. Parts are made when they are needed, so
// that recursive types have a form, too.
import { parse } from "../client/exact.js";
import { cases, isOptional, present } from "./schema.js";
import { button, field, h } from "../app/ui.js";

const uuid = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-").toUpperCase();
};

/**
 * Makes the form's controls for a schema. Returns `{ element, value() }`; `changed()` is called when
 * the value has changed.
 */
export function form(schema, root, label, changed) {
  if (isOptional(schema, root)) return optional(schema, root, label, changed);
  const resolved = present(schema, root);
  const found = cases(resolved, root);
  if (found) return choice(found, root, label, changed);
  if (Array.isArray(resolved.enum)) return options(resolved.enum, label, changed);
  if (resolved.type === "object" && resolved.properties) {
    return fields(resolved, root, label, changed);
  }
  if (resolved.type === "array" && resolved.items) return list(resolved, root, label, changed);
  return simple(resolved, label, changed);
}

function optional(schema, root, label, changed) {
  const box = h("input", { type: "checkbox" });
  const place = h("div", { class: "nested", hidden: true });
  let inner;
  box.addEventListener("change", () => {
    if (box.checked && !inner) {
      inner = form(present(schema, root), root, label, changed);
      place.append(inner.element);
    }
    place.hidden = !box.checked;
    changed();
  });
  const element = h("div", {}, h("label", { class: "check" }, box, `${label} is there`), place);
  return { element, value: () => (box.checked ? inner.value() : null) };
}

function options(values, label, changed) {
  const element = h("select");
  values.forEach((value, index) => element.append(h("option", { value: index }, String(value))));
  element.addEventListener("change", changed);
  return { element: field(label, element), value: () => values[element.value] };
}

function choice(found, root, label, changed) {
  const all = [...found.values()];
  const menu = h("select");
  const place = h("div", { class: "nested" });
  const about = h("p", { class: "hint" });
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": `Search ${label}` });
  let inner;
  const pick = () => {
    const one = found.get(menu.value);
    inner = one?.payload && form(one.payload, root, one.name, changed);
    place.replaceChildren(...(inner ? [inner.element] : []));
    about.textContent = one?.description ?? "";
    about.hidden = !one?.description;
  };
  const fill = () => {
    const text = search.value.toLowerCase();
    const kept = menu.value;
    const shown = all.filter(({ name }) => name.toLowerCase().includes(text));
    menu.replaceChildren(...shown.map(({ name }) => h("option", { value: name }, name)));
    if (shown.some(({ name }) => name === kept)) menu.value = kept;
    else pick();
  };
  search.addEventListener("input", () => {
    fill();
    changed();
  });
  menu.addEventListener("change", () => {
    pick();
    changed();
  });
  fill();
  pick();
  const element = h("div", { class: "fields" },
    ...(all.length > 12 ? [search] : []), field(label, menu), about, place);
  return {
    element,
    value() {
      const one = found.get(menu.value);
      if (!one) return undefined;
      if (!one.payload) return one.isText ? one.name : { [one.name]: {} };
      return { [one.name]: inner.value() };
    },
  };
}

function fields(schema, root, label, changed) {
  const names = Object.keys(schema.properties);
  const required = new Set(schema.required ?? []);
  // Something has to be there, where an object may not be empty.
  if (schema.minProperties && !required.size) required.add(names[0]);
  const parts = names.map((name) => {
    const inner = schema.properties[name];
    const isNeeded = required.has(name);
    const part = isNeeded || isOptional(inner, root)
      ? form(inner, root, name, changed) : optional(inner, root, name, changed);
    return { name, part, isNeeded };
  });
  const element = h("fieldset", {}, h("legend", {}, label), ...parts.map(({ part }) => part.element));
  return {
    element,
    value: () => Object.fromEntries(
      parts.map(({ name, part, isNeeded }) => [name, part.value(), isNeeded])
        .filter(([, value, isNeeded]) => isNeeded || value !== null)
        .map(([name, value]) => [name, value])),
  };
}

function list(schema, root, label, changed) {
  const parts = new Set();
  const rows = h("div", { class: "fields" });
  const add = button(`Add to ${label}`, () => {
    const part = form(schema.items, root, `${label}[${parts.size}]`, changed);
    const row = h("div", { class: "fields" }, part.element, button("Remove", () => {
      parts.delete(part);
      row.remove();
      changed();
    }));
    parts.add(part);
    rows.append(row);
    changed();
  });
  const element = h("fieldset", {}, h("legend", {}, label), rows, add);
  return { element, value: () => [...parts].map((part) => part.value()) };
}

function simple(schema, label, changed) {
  const isNumber = schema.type === "integer" || schema.type === "number";
  if (schema.type === "boolean") {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", changed);
    return { element: h("label", { class: "check" }, box, label), value: () => box.checked };
  }
  const input = h("input", { autocomplete: "off", spellcheck: false });
  const isFree = !isNumber && schema.type !== "string";
  if (isNumber) Object.assign(input, { inputMode: "decimal", value: "0" });
  if (schema.format === "uuid") input.value = uuid();
  if (schema.format === "date-time") input.value = new Date().toISOString();
  if (isFree) input.value = "null";
  input.addEventListener("input", changed);
  const value = () => {
    if (!isNumber && !isFree) return input.value;
    try {
      return parse(input.value);
    } catch {
      // The server says what is wrong with it.
      return input.value;
    }
  };
  const more = schema.format === "uuid" ? [button("Another", () => {
    input.value = uuid();
    changed();
  })] : [];
  const kind = isFree ? "JSON" : schema.format ?? schema.type;
  return { element: h("div", { class: "with" }, field(`${label} (${kind})`, input), ...more), value };
}
