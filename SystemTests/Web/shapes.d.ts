/**
 * The states and actions of the feature "shapes".
 *
 * Made by `client --language typescript` of the server's program: don't edit it.
 * Integers are numbers, which lose digits above 2^53.
 */

/** A UUID as a text. */
export type UUID = `${string}-${string}-${string}-${string}-${string}`;

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
  readonly feature: "shapes";
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
export type SessionCreation = { readonly feature: "shapes"; readonly link?: string; readonly ttl?: number };

export interface State {
  readonly integers?: Integers | null;
  readonly guest?: Guest | null;
  readonly plain?: unknown;
  readonly level: "low" | "high";
  readonly size: Size;
  readonly name?: string | null;
  readonly synthesized: Synthesized;
  readonly wire: Wire;
  readonly collections?: Collections | null;
  readonly foundations?: Foundations | null;
  readonly page?: PagePageInt | null;
  /**
   * Ends *​/ here.
   *
   * Or there.
   */
  readonly row: Row;
  readonly path: readonly StackElement<Wire>[];
  readonly notice?: AlertState<never> | null;
  readonly named?: AlertState<string> | null;
  readonly question?: ConfirmationDialogState<Wire> | null;
}

export interface Integers {
  readonly int: number;
  readonly int8: number;
  readonly int16: number;
  readonly int32: number;
  readonly int64: number;
  readonly int128: number;
  readonly uint: number;
  readonly uint8: number;
  readonly uint16: number;
  readonly uint32: number;
  readonly uint64: number;
  readonly uint128: number;
  readonly bool: boolean;
}

/**
 * Someone who signed.
 *
 * A second `Paragraph`.
 */
export interface Guest {
  /** What they "wrote". */
  readonly "full-name": string;
  /** Once each. */
  readonly languages: readonly string[];
  readonly age?: number | null;
  readonly visits: number;
  readonly first: string;
  readonly "last/name": string;
}

export type Size = 1 | 5;

export type Synthesized =
  | { readonly nothing: {} }
  | { readonly count: { readonly _0: number } }
  | {
    readonly both: {
      readonly _0?: number | null;
      readonly name?: string | null;
    };
  }
  | {
    readonly nested: {
      readonly _0: Synthesized;
      readonly level: "low" | "high";
    };
  };

export type Wire =
  /** Nothing more. */
  | { readonly close: {} }
  | { readonly count: number }
  | { readonly maybe: number | null }
  | {
    readonly open: {
      readonly id?: number | null;
      readonly title?: string;
      readonly tags: readonly string[];
    };
  }
  | { readonly default: "low" | "high" }
  | { readonly inner: Wire }
  | { readonly loaded: readonly number[] };

export interface Collections {
  readonly optionals: readonly (number | null)[];
  readonly sets: readonly number[];
  readonly byName: { readonly [name: string]: boolean };
  readonly byNumber: { readonly [name: string]: boolean };
  readonly byLevel: { readonly [name: string]: number };
  readonly byPoint: readonly (unknown | boolean)[];
  readonly list: readonly Row[];
}

export interface Row {
  readonly id: number;
  readonly title?: string | null;
}

export interface Foundations {
  readonly id: UUID;
  readonly date: string;
  readonly url: string;
  readonly data: string;
  readonly decimal: number;
  readonly double: number;
  readonly float: number;
}

export interface PagePageInt {
  readonly items: readonly PageInt[];
  readonly next: PageInt;
}

export interface PageInt {
  readonly items: readonly number[];
  readonly next: number;
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

/** A dialog that asks which of several actions to take. */
export interface ConfirmationDialogState<Action> {
  readonly title: string;
  /** Whether to show the title. */
  readonly titleVisibility?: "automatic" | "hidden" | "visible" | null;
  readonly message?: string | null;
  readonly buttons?: readonly ButtonState<Action>[] | null;
}

export type Action = OneCase<
  | "closed"
  /** Asks for it. */
  | { readonly asked: WireSent }
  | { readonly closed: {} }
  | {
    readonly moved: {
      readonly x: number;
      readonly y?: number | null;
    };
  }
  | {
    readonly path: OneCase<{
      readonly element: {
        readonly id: number;
        readonly action: WireSent;
      };
    } | { readonly popFrom: { readonly id: number } }>;
  }
>;

export type WireSent = OneCase<
  | "close"
  /** Nothing more. */
  | { readonly close: {} }
  | { readonly count: number }
  | { readonly maybe: number | null }
  | {
    readonly open: {
      readonly id?: number | null;
      readonly title?: string;
      readonly tags: readonly string[];
    };
  }
  | { readonly default: "low" | "high" }
  | { readonly inner: WireSent }
>;
