import type { ProblemError, Session } from "./backstack.js";

interface Binding<State, Action, Value> {
  /** What to show; `undefined` where the state has none. */
  value: (state: State) => Value | undefined;
  /**
   * Returns the action, or a function that makes it of the state that it meets. Throws an error for a value
   * that the server can't take.
   */
  action: (value: Value) => Action | ((state: State) => Action);
  /** Is called when something is sent. */
  sent?: () => void;
  /** Says why a value is refused; nothing when the server took one. */
  refused?: (error?: ProblemError) => void;
  /** Names what the action sets, where several controls set the same. */
  field?: unknown;
  /** What the control needs of the browser, for tests. */
  platform?: object;
}

/**
 * Keeps a text control and the state alike: what was typed is sent after 150 ms or when the control
 * is left, and stays while there is no connection or the server refuses it. What another person has
 * changed meanwhile is merged with it. Returns a function that ends this.
 */
export function bindText<State, Action>(
  session: Session<State, Action>,
  input: HTMLInputElement | HTMLTextAreaElement,
  binding: Binding<State, Action, string> & {
    /**
     * The text is a number: it is not merged, and what the server makes of it is shown when the
     * control is left.
     */
    isNumber?: boolean;
  },
): () => void;

/**
 * Keeps a check box, a menu, a slider or a disclosure and the state alike: what a person has chosen is
 * shown until the server has it, or refuses it. Returns a function that ends this.
 */
export function bindChoice<State, Action, Value extends string | number | boolean>(
  session: Session<State, Action>,
  control: HTMLElement,
  binding: Binding<State, Action, Value> & {
    /** What a person changes: `checked` of check boxes by default, else `value`. */
    property?: string;
  },
): () => void;

/**
 * Returns the text that has two people's changes of another one; of the same place, both, `theirs` first.
 */
export function merge(base: string, mine: string, theirs: string): string;

/** Returns the number that a text has, with a comma or a point. @throws Error in a person's words. */
export function number(text: string, isInteger?: boolean): number;

/** Returns an error that says why what a person typed is not sent. */
export function refusal(text: string): Error & { status: number };
