/**
 * The states and actions of the feature "counters".
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
  readonly feature: "counters";
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
export type SessionCreation =
  | { readonly feature: "counters"; readonly state?: InitialState; readonly link?: undefined; readonly ttl?: number }
  | { readonly feature: "counters"; readonly state?: undefined; readonly link: string; readonly ttl?: number };

export interface State { readonly path: readonly StackElement<CountersPathState>[] }

export type CountersPathState =
  | { readonly counter: CounterState };

export interface CounterState {
  readonly count: number;
  /** Whether the timer is on; absent while it is off. */
  readonly isTimerOn?: boolean | null;
}

export interface InitialState {
  readonly path: readonly ({
    readonly id: number;
    readonly state: CountersPathState;
  } | CountersPathState)[];
}

export type Action = OneCase<
  | "addCounterButtonTapped"
  | { readonly addCounterButtonTapped: {} }
  | {
    readonly path: OneCase<{
      readonly element: {
        readonly id: number;
        readonly action: CountersPathAction;
      };
    } | { readonly popFrom: { readonly id: number } } | { readonly push: { readonly state: CountersPathState } }>;
  }
>;

export type CountersPathAction =
  | { readonly counter: CounterAction };

export type CounterAction = OneCase<
  | "decrementButtonTapped" | "incrementButtonTapped" | "nextButtonTapped" | "startTimerButtonTapped" | "stopTimerButtonTapped"
  | { readonly decrementButtonTapped: {} }
  | { readonly incrementButtonTapped: {} }
  /** Observed by the parent, which pushes another counter that starts with this one's count. */
  | { readonly nextButtonTapped: {} }
  | { readonly startTimerButtonTapped: {} }
  | { readonly stopTimerButtonTapped: {} }
>;
