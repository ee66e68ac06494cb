import type { Level, Navigation } from "./levels.js";

/** Shows a presentation as its style says, with what `fill` puts in; returns its removal. */
export function openDialog(
  level: Level,
  navigation: Navigation,
  fill: (element: HTMLElement) => void,
): () => void;

/** Shows an alert or a confirmation dialog; returns its removal. */
export function openAlert(level: Level, navigation: Navigation): () => void;
