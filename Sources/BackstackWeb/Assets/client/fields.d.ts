import type { At, Drawn } from "./elements.js";

/** Returns a date as its format says: `date`, `time`, `timer`, `relative` or `offset` (from `now`). */
export function timeText(node: { readonly format: string; readonly value: string }, now?: number): string;

/** Draws the kinds of nodes that many screens lack: `showScreens` loads this once it has drawn a screen. */
export const fields: { readonly [kind: string]: (node: any, at: At) => Drawn };

/** What these kinds say, by the names of `words`. */
export const usual: { readonly [name: string]: string };
