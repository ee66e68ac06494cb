/**
 * The states and actions of the feature "polls".
 *
 * Made by `client --language typescript` of the server's program: don't edit it.
 * Integers are numbers, which lose digits above 2^53.
 */

/** A screen of a stack. Its id is never given to another one. */
export interface StackElement<State> {
  readonly id: number;
  readonly state: State;
}

/** An object with one of the cases, and no second one. */
type OneCase<Value, Name = Value extends object ? keyof Value : never> = Value extends object
  ? Value & { readonly [Other in Exclude<Name, keyof Value> & string]?: never }
  : Value;

/** The feature, as the type that `Session.open` takes. */
export interface Feature {
  readonly state: State;
  readonly action: Action;
  readonly creation: SessionCreation;
}

/** What a session shows. */
export interface Snapshot {
  readonly id: string;
  readonly feature: "polls";
  /** How many actions were processed. */
  readonly version: number;
  readonly state: State;
  /** How many effects were in flight when the version was first told. */
  readonly effects: number;
  readonly expiresAt: string;
  /** The path that leads to what is shown, where there is one. */
  readonly link?: string;
}

/** What creates a session. */
export type SessionCreation = { readonly feature: "polls"; readonly link?: string; readonly ttl?: number };

export interface State {
  /** The polls that one can open, with what the session has voted for. */
  readonly polls: readonly PollState[];
  readonly path: readonly StackElement<PollsPathState>[];
}

export interface PollState {
  readonly id: string;
  readonly question: string;
  readonly options: readonly PollOption[];
  /** The option that this session has voted for. */
  readonly choice?: string | null;
  /** The revision of the tally that `options` shows; 0 before one is read. */
  readonly revision: number;
  readonly alert?: AlertState<PollAlert> | null;
}

/** An answer that one can vote for. */
export interface PollOption {
  readonly id: string;
  readonly title: string;
  /** The number of votes of all people. */
  readonly votes: number;
}

/** An alert. */
export interface AlertState<Action> {
  readonly title: string;
  readonly message?: string | null;
  readonly buttons?: readonly ButtonState<Action>[] | null;
}

/** A button, and the action that pressing it sends. */
export interface ButtonState<Action> {
  readonly label: string;
  readonly role?: "cancel" | "destructive" | null;
  /** To be sent as `presented`; without one the button only closes. */
  readonly action?: Action | null;
}

/** The actions of the alerts' buttons. */
export type PollAlert =
  | { readonly confirmWithdrawal: {} };

export type PollsPathState =
  | { readonly poll: PollState };

export type Action = OneCase<
  | { readonly pollTapped: { readonly id: string } }
  | {
    readonly path: OneCase<{
      readonly element: {
        readonly id: number;
        readonly action: PollsPathAction;
      };
    } | { readonly popFrom: { readonly id: number } }>;
  }
>;

export type PollsPathAction =
  | { readonly poll: PollAction };

export type PollAction = OneCase<
  | "withdrawButtonTapped"
  | { readonly optionTapped: { readonly id: string } }
  | { readonly withdrawButtonTapped: {} }
  | { readonly alert: OneCase<"dismiss" | { readonly presented: PollAlert | "confirmWithdrawal" } | { readonly dismiss: {} }> }
>;
