import type { At, Drawn } from "./elements.js";
import type { Screen, ScreenLevel, ScreenNode } from "./screen.js";

/**
 * Returns a template with a value in place of each object whose only name is the mark. A function
 * returns the value for what the object has under that name.
 */
export function substitute(template: unknown, mark: "$action" | "$field" | "$value", value: unknown): unknown;

/**
 * Returns the action, or the batch, that a node of a level sends. `value` stands for the mark; that
 * of a prompt is `$field`, and its value a function of a field's id.
 */
export function actionOf(
  level: Pick<ScreenLevel, "wrap">,
  node: { readonly send?: unknown; readonly wrap?: unknown },
  value?: unknown,
  mark?: "$field" | "$value",
): unknown;

/** Returns what a screen has in place of a node of a level; nothing if that is gone. */
export function nodeIn(screen: Screen, at: Pick<At, "screen">, node: ScreenNode): ScreenNode | undefined;

/**
 * Returns what makes the action of a node when its turn comes: an action that was sent before may have
 * changed what the node sends.
 *
 * `sendOf` finds that in the node, or in the one that has taken its place, as `value` makes the value for the
 * mark; that of a prompt is a function of a field's id.
 */
export function actionLater(
  at: Pick<At, "screen">,
  node: ScreenNode,
  sendOf: (node: ScreenNode) => unknown,
  value?: (node: any) => unknown,
  mark?: "$field" | "$value",
): (screen: Screen) => unknown;

/** Draws a node. What this module has no kind for, fields.js may have: `at.need()` asks for that. */
export function drawNode(node: ScreenNode, at: At): Drawn;
/** Draws what a level has. */
export function drawLevel(at: At): (Drawn | string | false | undefined)[];
/** Draw nodes, by their kinds. */
export const kinds: { [kind: string]: (node: any, at: At) => Drawn };
