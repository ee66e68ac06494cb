/** An operation of a JSON Patch (RFC 6902), as the service sends them. */
export type Operation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** A patch that does not fit its document. */
export class PatchError extends Error {}

/**
 * Returns the patched document. Changes nothing it is given; unchanged parts stay identical.
 * @throws PatchError
 */
export function applyPatch<Document>(document: Document, patch: readonly Operation[]): Document;
