// Reading JSON Schemas as the service makes them: which cases and fields a value can have.

/** Returns a schema without references; `root` is the document. */
export function resolve(schema, root) {
  while (schema?.$ref) {
    schema = schema.$ref.slice(2).split("/").reduce((part, name) => part?.[name], root);
  }
  return schema ?? {};
}

const alternatives = (schema) => schema.oneOf ?? schema.anyOf;

/** Whether a schema allows `null`. */
export function isOptional(schema, root) {
  return (alternatives(resolve(schema, root)) ?? []).some((one) => resolve(one, root).type === "null");
}

/** Returns the schema of a value that is there, of a schema that may allow `null`. */
export function present(schema, root) {
  const resolved = resolve(schema, root);
  if (!isOptional(schema, root)) return resolved;
  const rest = alternatives(resolved).filter((one) => resolve(one, root).type !== "null");
  return rest.length === 1 ? resolve(rest[0], root) : { ...resolved, oneOf: rest, anyOf: undefined };
}

/**
 * Returns the cases of an enum by name, each with the schema of its payload, `undefined` for none;
 * or `undefined` if the schema is not that of an enum with payloads.
 */
export function cases(schema, root) {
  const all = alternatives(present(schema, root));
  if (!all) return undefined;
  const found = new Map();
  for (const one of all.map((one) => resolve(one, root))) {
    for (const name of one.enum ?? (typeof one.const === "string" ? [one.const] : [])) {
      if (!found.has(name)) found.set(name, { name, isText: true, description: one.description });
    }
    const [name, ...others] = Object.keys(one.properties ?? {});
    if (name === undefined || others.length) continue;
    const payload = resolve(one.properties[name], root);
    const isEmpty = payload.type === "object" && !Object.keys(payload.properties ?? {}).length;
    if (isEmpty && found.has(name)) continue;
    const description = one.description ?? found.get(name)?.description;
    found.set(name, { name, payload: isEmpty ? undefined : one.properties[name], description });
  }
  return found.size ? found : undefined;
}

/** Returns the schema of a part of a value, which a key leads to. */
export function part(schema, key, root) {
  const resolved = present(schema, root);
  if (resolved.properties?.[key]) return resolved.properties[key];
  for (const one of alternatives(resolved) ?? []) {
    const found = resolve(one, root).properties?.[key];
    if (found) return found;
  }
  return Array.isArray(resolved.prefixItems) ? resolved.prefixItems[key] : resolved.items;
}

const hole = "\u{0}hole";

/** Returns the schema of a level's actions, from that of the root's. */
export function actionSchema(root, level) {
  const walk = (schema, value) => {
    if (value === hole) return schema;
    for (const [key, inner] of Object.entries(typeof value === "object" && value ? value : {})) {
      const next = part(schema, key, root);
      const found = next && walk(next, inner);
      if (found) return found;
    }
    return undefined;
  };
  return walk(root, level ? level.action(hole) : hole);
}
