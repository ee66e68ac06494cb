import { ProblemError, Requests, eventParser } from "./requests.js";
import type { Problem } from "./requests.js";

export { ProblemError, eventParser };
export type { Problem };

/** Returns `fresh` with the parts of `old` that are equal. Changes `fresh`. */
export function reuse<Value>(old: unknown, fresh: Value): Value;

/** A request before the transport has added the server and its key; a POST if it has a body. */
export interface Call {
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** Its response is given in parts, for hours. */
  readonly isStream?: boolean;
  /**
   * The stream comes by a socket: each message as an event that has nothing but `data`. Actions may go by it
   * then, with the numbers of their calls as ids, and are answered by such events.
   */
  readonly isSocket?: boolean;
}

/** A response, or the end of a call that has none: then it has no status. */
export interface Response {
  readonly status?: number;
  readonly text?: string;
  /** What the text says, where that was parsed. */
  readonly content?: unknown;
  /** The field `Date`. */
  readonly date?: string | null;
  /** The field `Retry-After`. */
  readonly retryAfter?: string | null;
  /** The field `ETag`. */
  readonly etag?: string | null;
  /** No stream is free: the session is polled. */
  readonly isBusy?: boolean;
}

/** Carries calls to the server, such as `fetch` or a socket. A promise that fails is a lost response. */
export type Transport = (
  call: Call,
  options: {
    /** The call's number, larger than those before. */
    readonly number: number;
    readonly signal: AbortSignal;
    /** The call outlives the page. */
    readonly keepalive: boolean;
    /** Gets the parts of a stream. */
    readonly receive?: (text: string) => void;
  },
) => Promise<Response | void>;

/** Actions that the program wants to send. */
export interface Outgoing {
  /** An action, or a function that makes it of the state that it meets; `undefined` for none. */
  readonly action: unknown;
  /** Given to the function; of waiting actions of a field it is that of the first. */
  readonly base?: unknown;
  readonly guard?: (state: any) => boolean;
  readonly field?: unknown;
  readonly key?: string;
  readonly discards?: boolean;
  readonly isAnyVersion?: boolean;
  readonly isSecret?: boolean;
}

/** A number for what waits for one call or pause, or the name of what the conversation does then. */
export type Timer = number | "life" | "sleep" | "silence" | "status";

/** What happens to a conversation: a name, and its values. */
export type ConversationEvent =
  | ["open"]
  | ["send", number, Outgoing]
  | ["hold", unknown, Error?]
  | ["received", number, string]
  | ["finished", number, Response]
  | ["fired", Timer]
  /** A module is there, or could not be loaded. */
  | ["loaded", number, object?]
  | ["visible"]
  | ["hidden"]
  | ["offline"]
  /** The page goes, and may come back. */
  | ["leave"]
  /** Another session is to replace the one that has ended. */
  | ["renew"]
  | ["close"];

/** What the shell has to do next: a name, and its values. */
export type Step =
  | ["call", number, Call]
  | ["cancel", number]
  /** In milliseconds; starts a timer again if it runs already. */
  | ["start", Timer, number]
  | ["stop", Timer]
  /** Import the module `patch` or `exact`. */
  | ["load", number, string]
  | ["keep", object]
  | ["show", any]
  | ["tell", { isConnected: boolean; isBuffered?: boolean; since: number; error?: Error }]
  | ["opened", { id: string; reason: string }?]
  | ["failedToOpen", Error]
  | ["settle", number, { error?: Error; stale?: true; skipped?: true }]
  | ["held", unknown]
  | ["lost", Error]
  | ["warn", { message: string; location: string }]
  | ["ended", { id: string; reason: string }]
  | ["closed"];

/**
 * The conversation with a server about one session: it takes what happens, and returns what to do
 * next. It does no I/O and has no clock. Actions go one after the other, with a key each, so that
 * none takes effect twice; beside them, a stream brings what others change.
 */
export class Conversation extends Requests {
  constructor(options: {
    feature: string;
    id?: string;
    link?: string;
    state?: unknown;
    ttl?: number;
    view?: "screen";
    /** Whether the shell can open sockets. Where none opens, the session is followed by requests. */
    hasSockets?: boolean;
    /** What the last `keep` of the tab had. */
    kept?: object;
    /** Returns a number from 0 to 1, which spreads the retries of many clients. */
    random: () => number;
    /** Returns a text that no other request has. */
    newKey: () => string;
  });

  /** Takes an event at a time in milliseconds, and returns the next steps in order. */
  receive(event: ConversationEvent, now: number): Step[];

  /** The snapshot that is shown. */
  readonly shown?: any;
  /** Whether something that was sent would be lost with the tab. */
  readonly isAtRisk: boolean;
}
