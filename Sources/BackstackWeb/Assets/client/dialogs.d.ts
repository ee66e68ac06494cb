import type { Level, Navigation } from "./levels.js";

/**
 * Shows a presentation as its style says, with what `fill` puts in. Returns its removal: the dialog
 * closes, and leaves the page after the transitions that the page's style has for that.
 */
export function openDialog(
  level: Level,
  navigation: Navigation,
  fill: (element: HTMLElement) => void,
): () => void;

/** Shows an alert or a confirmation dialog; returns its removal. */
export function openAlert(level: Level, navigation: Navigation): () => void;

/** Whether the page shows a menu, or a dialog of its own, over what the session presents. */
export function isCovered(): boolean;

/** Makes an element inert, and removes it after the transitions that the page's style has for that. */
export function moveAway(element: Element & { inert: boolean }): void;
