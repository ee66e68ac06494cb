/**
 * An integer beyond `Number.MAX_SAFE_INTEGER`, which keeps its digits as a text and in JSON; calculations
 * with it round. A session has it in its states where a browser can say such numbers (Chrome 114,
 * Firefox 135, Safari 18.4); elsewhere they are rounded.
 */
export class ExactNumber extends Number {
  constructor(source: string);
  /** The digits. */
  readonly source: string;
  toJSON(): unknown;
}

/** Parses JSON, with an `ExactNumber` for each integer that a number would round. */
export function parse(text: string): any;
