import type { SendOptions, Sent, Session } from "./backstack.js";

/** Where a state has a stack or a presentation. */
export interface Place {
  /** A JSON Pointer into the state; `*` stands for each element of a stack. */
  readonly pointer: string;
  readonly kind: "stack" | "presentation" | "alert" | "confirmationDialog";
  /** Whether actions reach it: the case of the property's name; true by default. */
  readonly action?: boolean;
  /** The cases of the enum that is there, with their styles; those of the feature by default. */
  readonly cases?: { readonly [name: string]: string };
  /** A pointer to what has the same inner places, of a recursive feature. */
  readonly like?: string;
}

/** What `GET /features/{name}` says. */
export interface Feature {
  readonly navigation?: readonly Place[];
  readonly presentationStyles?: { readonly [name: string]: string };
}

/** An element of a stack, or a presentation. */
export interface Level {
  /** The same as long as the level is the same. */
  readonly key: string;
  readonly case: string;
  /** The feature's style for the case; `push` for elements and `sheet` for others by default. */
  readonly style: string;
  readonly state: any;
  /** The action that closes the level; `undefined` if clients can't. */
  readonly close: unknown;
  readonly isStacked: boolean;
  /** The level that takes this one with it when it closes. */
  readonly below?: Level;
  /** Returns the root's action for an action of the level. */
  action(inner: unknown): unknown;
}

/** Returns the levels from the bottom to the top. */
export function levels(state: unknown, feature: Feature): Level[];

/** Returns the levels whose closing closes those from an index on. */
export function closing(levels: readonly Level[], index: number): Level[];

/** What draws a level. */
export interface View {
  update?(level: Level): void;
  /** Presses what cancels a level that has no `close`: the browser's step back asks for it. */
  cancel?(): void;
  /** Gets the level's last state. */
  unmount?(level: Level): void;
}

/** Keeps what is mounted, and the browser's history, like a session's levels. */
export class Navigation {
  constructor(
    session: Session<any, any>,
    feature: Feature,
    options: {
      mount: (level: Level, navigation: Navigation) => View | void;
      /** Names what a presentation shows, as presentations of one case have no id. */
      key?: (level: Level) => string;
      /** Finds the levels of a state: those of the feature's description by default. */
      levels?: (state: any) => Level[];
      /** What tests have in place of the page's `globalThis`. */
      platform?: object;
    },
  );

  /** The levels that are shown. */
  readonly levels: Level[];

  /** Closes a level and those above it, and shows this before the response. */
  close(level: Level): Promise<void>;

  /** Sends an action to a level, if it is still there when the action arrives. */
  send(level: Level, action: unknown, options?: SendOptions<any>): Promise<Sent<any>>;

  /** Returns the level that a state has of a key. */
  find(state: unknown, key: string): Level | undefined;

  /** Whether a state has the level of a key. */
  shows(state: unknown, key: string): boolean;

  /** Whether a level is the top-most one of the session, also if it is closed before the response. */
  isTop(level: Level): boolean;

  /** Stops following the session and the history. */
  end(): void;
}
