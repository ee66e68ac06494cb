import type { Response } from "./conversation.js";

/** The problem document of a refusal (RFC 9457). */
export interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  /** A JSON Pointer to the invalid value in the content (RFC 6901). */
  readonly pointer?: string;
  readonly reason?: string;
  readonly version?: number;
}

/** A request that the server refused. */
export class ProblemError extends Error {
  constructor(status: number, problem: Problem);
  readonly status: number;
  /** Empty if the response was not one of the server's. */
  readonly problem: Problem;
}

/** Returns a function that takes the text of an event stream in parts, whatever they are. */
export function eventParser(
  receive: (event: { readonly [field: string]: string }) => void,
): (text: string) => void;

/** Returns how many milliseconds the server asks to wait before the next attempt, an hour at most. */
export function waitOf(response: Response): number;

/**
 * What a `Conversation` sends requests with: each one is sent up to eight times, until it has a response
 * that another attempt would not change.
 */
export class Requests {
  constructor(options: object);
}
