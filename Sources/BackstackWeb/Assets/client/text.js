// Controls that stay like a session's state: see text.d.ts.

export function merge(base, mine, theirs) {
  if (mine === theirs) return theirs;
  // What a text has in place of a part of the base.
  const change = (text) => {
    const [before, after] = [[...base], [...text]];
    const most = Math.min(before.length, after.length);
    let from = 0;
    while (from < most && before[from] === after[from]) from++;
    let rest = 0;
    while (rest < most - from && before.at(-1 - rest) === after.at(-1 - rest)) rest++;
    return { from, to: before.length - rest, text: after.slice(from, after.length - rest) };
  };
  const all = [...base];
  const [one, other] = [change(theirs), change(mine)];
  const isBefore = (first, second) => first.to <= second.from && first.from < second.to;
  const both = (first, second) =>
    [...all.slice(0, first.from), ...first.text, ...all.slice(first.to, second.from), ...second.text, ...all.slice(second.to)];
  if (isBefore(other, one)) return both(other, one).join("");
  if (isBefore(one, other)) return both(one, other).join("");
  // Of what both have changed, theirs stays as it is, and what was typed stands behind it.
  const [from, to] = [Math.min(one.from, other.from), Math.max(one.to, other.to)];
  const part = [...all.slice(from, one.from), ...one.text, ...all.slice(one.to, to)];
  return [...all.slice(0, from), ...part, ...other.text, ...all.slice(to)].join("");
}

export const refusal = (text) => Object.assign(new Error(text), { status: 422 });

export function number(text, isInteger) {
  const typed = text.trim();
  // A comma before three digits is the decimal point only where numbers are written like that.
  const isPlain = isInteger ? /^[+-]?\d+(e\+?\d+)?$/i.test(typed)
    : /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i.test(typed)
      && (!/,\d{3}(?!\d)/.test(typed) || (0.5).toLocaleString().includes(","));
  const value = isPlain ? Number(typed.replace(",", ".")) : NaN;
  if (isInteger ? Number.isSafeInteger(value) : Number.isFinite(value)) return value;
  const size = isInteger && Number.isInteger(value) ? " that is not as large" : "";
  throw refusal(`Enter a ${isInteger ? "whole " : ""}number${size}.`);
}

class Binding {
  typed = 0; // counts changes
  tried = 0; // the change that was sent last
  confirmed = 0;
  underway = 0;
  isComposing = false;
  end = new AbortController();

  constructor(session, control, options) {
    const { field = {}, platform = globalThis } = options;
    const { property = control.type === "checkbox" ? "checked" : "value" } = options;
    Object.assign(this, { session, control, ...options, field, platform, property });
    this.mayMerge = !this.isNumber && !this.isChoice;
    // What the server has, as far as the person knows.
    this.base = this.now;
    this.listen();
    if (this.base !== undefined) this.write(this.base);
  }

  get now() {
    return this.value(this.session.state);
  }

  get isUnsaved() {
    return this.typed !== this.confirmed;
  }

  get isLeft() {
    const { control } = this;
    return control.ownerDocument?.activeElement !== control;
  }

  listen() {
    const { control, end: { signal }, session } = this;
    const on = (target, type, run) => target.addEventListener(type, run, { signal });
    // The Enter key changes, and submits the form, without a blur.
    on(control, this.property === "open" ? "toggle" : "change", () => {
      // A disclosure tells of what the server has opened, too.
      if (this.isChoice && control[this.property] !== (this.own ?? this.base)) this.changed();
      this.send(true);
    });
    if (!this.isChoice || control.type === "range") this.listenToTyping(on);
    on(control, "blur", () => (this.isUnsaved ? this.send(true) : this.show(true)));
    on(session, "change", () => this.show());
    // Composed text counts, too.
    on(session, "flush", () => this.typed !== this.tried && this.send(true));
    on(session, "held", ({ detail }) => detail.field === this.field && control.focus?.());
    on(session, "status", ({ detail }) => detail.isConnected && this.send());
  }

  listenToTyping(on) {
    const { control } = this;
    const typed = () => {
      this.changed();
      this.later();
    };
    on(control, "input", typed);
    on(control, "compositionstart", () => (this.isComposing = true));
    on(control, "compositionend", () => {
      this.isComposing = false;
      typed();
    });
  }

  changed() {
    this.typed++;
    this.mark();
  }

  mark() {
    const { control: { dataset }, isUnsaved } = this;
    if (dataset && isUnsaved) dataset.unsaved = "";
    else if (dataset) delete dataset.unsaved;
  }

  later(wait = 150) {
    const { clearTimeout, setTimeout } = this.platform;
    clearTimeout(this.timer);
    if (!this.isComposing) this.timer = setTimeout(() => this.send(), wait);
  }

  write(fresh) {
    const { control, property } = this;
    const { [property]: old, selectionStart: start, selectionEnd: end } = control;
    if (old === fresh) return;
    control[property] = fresh;
    if (!this.mayMerge || this.isLeft) return;
    // The caret stays where the person types.
    let same = 0;
    while (same < start && old[same] === fresh[same]) same++;
    const more = same < start ? fresh.length - old.length : 0;
    control.setSelectionRange?.(start + more, end + more);
  }

  show(mayTidy = this.isLeft) {
    const { base, control, now } = this;
    if (this.underway || this.isComposing || (now === undefined && base === undefined)) return;
    this.base = now;
    if (now === undefined) {
      // What had the value is gone, and with it what was typed.
      if (this.isUnsaved) this.settle(this.typed);
    } else if (this.isUnsaved) {
      if (this.mayMerge && now !== base) this.write(merge(base, control.value, now));
    } else if (now !== base || mayTidy || this.isChoice) {
      // What the server makes of unfinished input waits until the control is left.
      this.write(now);
    }
  }

  async send(isDone) {
    const { control, field, mayMerge, platform, property, session, typed } = this;
    platform.clearTimeout(this.timer);
    if (!this.isUnsaved || this.end.signal.aborted) return;
    // One change is sent once: a key, leaving the control and a new connection come while it is on its way.
    const isSent = this.underway > 0 && this.tried === typed;
    this.isDone = isDone || (isSent && this.isDone);
    if (isSent) return;
    const shown = control[property];
    let outgoing;
    try {
      if (shown.isWellFormed?.() === false) throw refusal("A character of this text is broken.");
      outgoing = this.action(shown, isDone || this.isLeft);
    } catch (error) {
      // It may be unfinished.
      if (isDone) this.refuse(error);
      return;
    }
    this.sent?.();
    if (mayMerge) outgoing = this.merged(shown);
    const base = this.own ?? this.base;
    this.tried = typed;
    this.own = shown;
    this.underway++;
    const failure = await session.send(outgoing, { base, field, isAnyVersion: !mayMerge, isSecret: control.type === "password" }).then(() => {}, (error) => error);
    if (!--this.underway) this.own = undefined;
    if (this.end.signal.aborted) return;
    if (failure) return this.fail(failure, typed);
    this.settle(typed);
    this.base = mayMerge ? shown : this.now;
    this.show(this.isDone || this.isLeft);
  }

  // The action for the text that the state has by then.
  merged(shown) {
    return (state, before) => {
      const now = this.value(state);
      // What had the text is gone.
      if (now === undefined && before !== undefined) return undefined;
      const action = this.action([this.base, before].includes(now) ? shown : merge(before, shown, now));
      return typeof action === "function" ? action(state) : action;
    };
  }

  settle(change) {
    this.confirmed = Math.max(this.confirmed, change);
    // What was typed since may be refused itself.
    if (!this.isUnsaved) this.refuse();
    this.mark();
  }

  // What was typed stays: without a connection it is sent when there is one, and where the server
  // refuses it, the person can mend it.
  fail(error, change) {
    if (error.status === 412) return this.later(0);
    if (!error.status) return;
    if (this.isChoice) this.confirmed = Math.max(this.confirmed, change);
    this.refuse(error);
    this.mark();
    this.show();
  }

  refuse(error) {
    this.session.hold?.(this.field, this.isChoice ? undefined : error);
    this.refused?.(error);
  }

  stop() {
    this.platform.clearTimeout(this.timer);
    this.end.abort();
    this.session.hold?.(this.field);
  }
}

function bind(...all) {
  const binding = new Binding(...all);
  return () => binding.stop();
}

export const bindText = (session, input, binding) => bind(session, input, binding);
export const bindChoice = (session, control, binding) => bind(session, control, { ...binding, isChoice: true });
