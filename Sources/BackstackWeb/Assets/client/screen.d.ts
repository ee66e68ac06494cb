import type { At, Drawn } from "./elements.js";
import type { Session } from "./backstack.js";
import type { Level, Navigation } from "./levels.js";

/** What a person sees and can do at a level: a node of a kind, such as a text, a list or a button. */
export interface ScreenNode {
  readonly kind: string;
  /** Unique within the level, and the same as long as the node is the same. */
  readonly id?: string;
  /** The action, to be put into the level's `wrap`; an array is a batch. */
  readonly send?: unknown;
  /** `null`: the action is a whole one. */
  readonly wrap?: unknown;
  readonly [property: string]: unknown;
}

/** A level of a screen: the root, an element of a stack, or what is presented. */
export interface ScreenLevel {
  readonly id: string;
  readonly style: string;
  readonly title?: string;
  readonly below?: string;
  /** Makes the root's action of the level's: it has `{ "$action": true }` in the position of that. */
  readonly wrap?: unknown;
  readonly body?: readonly ScreenNode[];
  readonly [property: string]: unknown;
}

/** What a session with `view: "screen"` has as its state. */
export interface Screen {
  readonly title?: string;
  /** From the bottom to the top; the first is the root. */
  readonly levels: readonly ScreenLevel[];
}

/** Returns the levels above the root, for `Navigation`. */
export function screenLevels(screen: Screen): Level[];

export interface ScreenOptions {
  /**
   * Draw the host's own kinds of nodes, by the names of custom nodes. A node whose name is not here
   * is drawn as its fallback.
   */
  custom?: { readonly [name: string]: (properties: any, at: At) => Drawn };
  /** The link at the start of the root. */
  home?: { readonly url: string; readonly text: string };
  /** Gets what the server refuses, and what can't be sent. */
  failed?: (error: Error) => void;
  /** Whether sheets and alerts are shown inside the element, such as where two views are side by side. */
  isInside?: () => boolean;
  /** Texts in place of the English ones, such as `back`, `close`, `delete` and `more`. */
  words?: { readonly [name: string]: string };
  /** What tests have in place of the page's `globalThis`. */
  platform?: object;
}

/**
 * Draws the screens of a session with `view: "screen"` in an element, with the styles of screen.css:
 * follows the session and the browser's history, and sends it what a person does. Fields come with
 * another module, fields.js: a page that imports that, too, has them in the first screen already.
 */
export function showScreens(
  element: HTMLElement,
  session: Session<any, any>,
  options?: ScreenOptions,
): {
  readonly navigation: Navigation;
  /** Stops following the session, and empties the element. */
  end(): void;
};
