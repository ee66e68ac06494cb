// Integers that JSON can say and browsers' numbers can't: see exact.d.ts.

export class ExactNumber extends Number {
  constructor(source) {
    super(source);
    this.source = source;
  }
  toString() {
    return this.source;
  }
  toJSON() {
    return JSON.rawJSON(this.source);
  }
}

const isSupported = "rawJSON" in JSON;

export const parse = (text) => !isSupported ? JSON.parse(text) : JSON.parse(text, (_, value, { source } = {}) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? new ExactNumber(source) : value);
