import type { Transport } from "./conversation.js";

export { ProblemError, eventParser, reuse } from "./conversation.js";
export type { Problem, Transport } from "./conversation.js";

/** What a session shows. Renderers may compare parts of states with `===`. */
export interface Snapshot<State> {
  readonly id: string;
  readonly feature: string;
  /** How many actions were processed. */
  readonly version: number;
  readonly state: State;
  /** How many effects were in flight when the version was first told. */
  readonly effects: number;
  readonly expiresAt: string;
  /** The path that leads here, where the feature has one. */
  readonly link?: string;
}

/** What a session begins with. */
export interface Creation<State> {
  readonly feature: string;
  /** A path from which the feature makes the state; not together with `state`. */
  readonly link?: string;
  readonly state?: State;
  /** How many seconds the session lives without a request. */
  readonly ttl?: number;
}

/** Where a session is, and how it is followed. */
export interface SessionOptions {
  /**
   * The URL of the server, without a slash at its end: the page's origin by default. Below a path of a
   * proxy, it is such as `/shop`.
   */
  server?: string;
  /** The session to open: the tab's by default. Where it is gone, another is created. */
  id?: string;
  /**
   * What the session follows in place of its snapshots: the server's screens, which `state` and
   * `snapshot` then are.
   */
  view?: "screen";
  /** The key of the server's host, for servers that ask for one. */
  key?: string;
  /** Keeps the session's id: the tab's storage by default, so that a reload keeps the session. */
  storage?: Pick<Storage, "getItem" | "setItem"> | null;
  /**
   * Sends the requests, and what would go over a socket: by default the page's `fetch`, beside a socket if the
   * server has them.
   */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Carries all calls in place of `fetch` and a socket. */
  transport?: Transport;
  /** What tests have in place of the page's `globalThis`. */
  platform?: object;
}

/** The types of a feature, as `backstack client` writes them. */
export interface FeatureTypes {
  readonly state: unknown;
  readonly action: unknown;
  readonly creation: Creation<unknown>;
}

export interface SendOptions<State> {
  /** Sends the action only if this is true for the state that the action meets. */
  guard?: (state: State) => boolean;
  /** Names what the action sets: of waiting actions for it only the last is sent. */
  field?: unknown;
  /**
   * What the action was made of, for a function that makes it. Where the action takes the place of one that
   * waited, it gets that one's.
   */
  base?: any;
  /** Sends the action that a function makes even if the state has become another one on its way. */
  isAnyVersion?: boolean;
  /** Sends the action although a field has what the server did not take, such as to cancel a form. */
  discards?: boolean;
  /** Keeps the action out of the tab's storage, where the next page would find what waits. */
  isSecret?: boolean;
  /**
   * Gets `aria-busy` while there is no response, from 80 ms on. A press of it meanwhile, which is a
   * `send` without a field, is the same press.
   */
  control?: Pick<Element, "setAttribute" | "removeAttribute">;
  /** The idempotency key, for an action that several clients send and that takes effect once. */
  key?: string;
}

export interface Sent<State> {
  readonly snapshot: Snapshot<State>;
  /** The action's target was gone: nothing has changed. */
  readonly stale?: true;
  /** The guard was false. */
  readonly skipped?: true;
}

export interface SessionEvents<State> {
  /** Another version is shown: at most two in a frame, the first and the last. */
  change: { readonly previous: Snapshot<State>; readonly snapshot: Snapshot<State> };
  /**
   * The stream has been lost for 1 s, or 30 s, or is back; or an action waits, as the server says that
   * it can't process it yet, or was processed then. `since` is a time of `Date.now`.
   */
  status: {
    readonly isConnected: boolean;
    /** Something on the way keeps the stream's bytes back: the session polls. */
    readonly isBuffered?: boolean;
    readonly since: number;
    /** Why the stream can't be resumed, or an action waits: a ProblemError if the server says so. */
    readonly error?: Error;
  };
  /** The session has ended. Another replaces it, unless the event is prevented. */
  ended: { readonly id: string; readonly reason: string };
  /** What was typed has to be sent now. */
  flush: undefined;
  /** An action was not sent, as the server did not take what the field has. */
  held: { readonly field: unknown };
  /** The server refused what an earlier page of the tab had left to send. */
  lost: { readonly error: Error };
}

/**
 * A session of a server: follows it, and sends it actions. A reload of the page goes on with the
 * tab's session. A session that has ended is replaced by another, from its last link.
 */
export class Session<State = unknown, Action = unknown> extends EventTarget {
  private constructor();

  /**
   * Opens the tab's session of a feature that has generated types, or creates one.
   * @throws ProblemError if the server refuses, such as with 401 without the right key.
   */
  static open<Feature extends FeatureTypes>(
    options: Feature["creation"] & SessionOptions,
  ): Promise<Session<Feature["state"], Feature["action"]>>;
  /** Does the same with types that are written by hand. */
  static open<State, Action>(
    options: Creation<State> & SessionOptions,
  ): Promise<Session<State, Action>>;

  readonly id: string;
  readonly snapshot: Snapshot<State>;
  readonly state: State;
  /** The session that this one replaces. */
  readonly replaced?: { readonly id: string; readonly reason: string };
  /** Why the server refused what an earlier page of the tab had left to send. */
  readonly lost?: Error;
  /** Why the session has ended, if no other replaces it. */
  readonly ended?: string;

  /**
   * Sends an action, or a batch of which all take effect or none, after those before it; again with
   * the same key if a response was lost.
   * @throws ProblemError if the server refuses it, an Error if there is no connection in 8 tries.
   */
  send(
    /** A function makes the action of the state that it meets; `undefined` for none. */
    action:
      | Action
      | readonly Action[]
      | ((state: State, base?: any) => Action | readonly Action[] | undefined),
    options?: SendOptions<State>,
  ): Promise<Sent<State>>;

  /**
   * Tells, with the event `flush`, what holds changes back that they have to be sent now. `send`
   * does so before an action without a `field`, which may be about them, and a page that is left.
   * Where changes of fields wait, or were not taken, returns a promise that is kept in 2 s at most:
   * whether one is not taken.
   */
  flush(): Promise<boolean> | undefined;

  /**
   * Says why the server can't take what a field has, or takes it back. Meanwhile other actions fail
   * with an error that has this one as its `cause`; a field whose change was refused is held anyway.
   */
  hold(field: unknown, error?: Error): void;

  /** Stops following, and tells no more. The session lives on; what was sent or typed before still arrives. */
  close(): void;

  addEventListener<Type extends keyof SessionEvents<State>>(
    type: Type,
    listener: (event: CustomEvent<SessionEvents<State>[Type]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}
