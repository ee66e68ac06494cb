import type { ProblemError, Session } from "./backstack.js";

/**
 * Keeps a text control and the state alike: what was typed is sent after 150 ms or when the control
 * is left, stays while there is no connection, and is not overwritten before the server has it.
 * Returns a function that ends this.
 */
export function bindText<State, Action>(
  session: Session<State, Action>,
  input: HTMLInputElement | HTMLTextAreaElement,
  binding: {
    /** The text to show; `undefined` where the state has none. */
    value: (state: State) => string | undefined;
    action: (text: string) => Action;
    /** Says why the server refuses a text, which stays; nothing when it took one. */
    refused?: (error?: ProblemError) => void;
    /** Names what the action sets, where several controls set the same. */
    field?: unknown;
    /** What the control needs of the browser, for tests. */
    platform?: object;
  },
): () => void;
