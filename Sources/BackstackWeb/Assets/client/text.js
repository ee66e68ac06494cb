// Controls that stay like a session's state: see text.d.ts.

export function merge(base, mine, theirs) {
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

export function number(text, isInteger) {
  const value = text.trim() === "" ? NaN : Number(text.replace(",", "."));
  if (isInteger ? Number.isSafeInteger(value) : Number.isFinite(value)) return value;
  const size = isInteger && Number.isInteger(value) ? " that is not as large" : "";
  throw Object.assign(new Error(`Enter a ${isInteger ? "whole " : ""}number${size}.`), { status: 422 });
}

function bind(session, control, binding) {
  const { value, action, refused, field = {}, isNumber, isChoice, platform = globalThis } = binding;
  const { clearTimeout, setTimeout } = platform;
  const property = control.type === "checkbox" ? "checked" : "value";
  const mayMerge = !isNumber && !isChoice;
  const end = new AbortController();
  const { signal } = end;
  let base = value(session.state); // what the server has, as far as the person knows
  let typed = 0; // counts changes
  let tried = 0; // the change that was sent last
  let confirmed = 0;
  let underway = 0;
  let own; // what was sent last
  let isComposing = false;
  let timer;

  const isUnsaved = () => typed !== confirmed;
  const mark = () => {
    if (control.dataset && isUnsaved()) control.dataset.unsaved = "";
    else if (control.dataset) delete control.dataset.unsaved;
  };
  const isLeft = () => control.ownerDocument?.activeElement !== control;

  function write(fresh) {
    const { [property]: old, selectionStart: start, selectionEnd: end } = control;
    if (old === fresh) return;
    control[property] = fresh;
    if (!mayMerge || isLeft()) return;
    // The caret stays where the person types.
    let same = 0;
    while (same < start && old[same] === fresh[same]) same++;
    const more = same < start ? fresh.length - old.length : 0;
    control.setSelectionRange?.(start + more, end + more);
  }

  function show(mayTidy = isLeft()) {
    const now = value(session.state);
    if (underway || isComposing || (now === undefined && base === undefined)) return;
    if (now === undefined) {
      // What had the value is gone, and with it what was typed.
      base = now;
      if (isUnsaved()) settle(typed);
    } else if (isUnsaved()) {
      if (mayMerge && now !== base) write(merge(base, control.value, now));
      base = now;
    } else if (now !== base || mayTidy) {
      // What the server makes of unfinished input waits until the control is left.
      write((base = now));
    }
  }

  async function send(isDone) {
    clearTimeout(timer);
    if (!isUnsaved() || signal.aborted) return;
    const [sent, shown] = [typed, control[property]];
    const before = own ?? base;
    let outgoing;
    try {
      outgoing = action(shown);
    } catch (error) {
      // It may be unfinished.
      if (isDone) refuse(error);
      return;
    }
    tried = sent;
    underway++;
    own = shown;
    const merged = (state) => {
      const now = value(state);
      // What had the text is gone.
      if (now === undefined && before !== undefined) return undefined;
      return action([base, before].includes(now) ? shown : merge(before, shown, now));
    };
    let failure;
    try {
      await session.send(mayMerge ? merged : outgoing, { field });
    } catch (error) {
      failure = error;
    }
    if (!--underway) own = undefined;
    if (signal.aborted) return;
    if (failure) return fail(failure);
    settle(sent);
    base = mayMerge ? shown : value(session.state);
    show(isDone || isLeft());
  }

  function settle(change) {
    confirmed = Math.max(confirmed, change);
    refuse();
    mark();
  }

  // What was typed stays: without a connection it is sent when there is one, and where the server
  // refuses it, the person can mend it.
  function fail(error) {
    if (error.status === 412) return later(0);
    if (!error.status) return;
    if (isChoice) confirmed = typed;
    refuse(error);
    mark();
    show();
  }

  function refuse(error) {
    session.hold?.(field, isChoice ? undefined : error);
    refused?.(error);
  }

  function later(wait = 150) {
    clearTimeout(timer);
    if (!isComposing) timer = setTimeout(send, wait);
  }

  const on = (target, type, run) => target.addEventListener(type, run, { signal });
  const changed = () => {
    typed++;
    mark();
  };
  if (isChoice) on(control, "change", () => (changed(), send(true)));
  else {
    on(control, "input", () => (changed(), later()));
    // The Enter key changes, and submits the form, without a blur.
    on(control, "change", () => send(true));
    on(control, "compositionstart", () => (isComposing = true));
    on(control, "compositionend", () => {
      isComposing = false;
      changed();
      later();
    });
  }
  on(control, "blur", () => (isUnsaved() ? send(true) : show(true)));
  on(session, "change", () => show());
  on(session, "flush", () => {
    // Composed text counts, too.
    if (typed !== tried) send(true);
  });
  on(session, "held", ({ detail }) => detail.field === field && control.focus?.());
  on(session, "status", ({ detail }) => detail.isConnected && send());
  write(base ?? control[property]);
  return () => {
    clearTimeout(timer);
    end.abort();
    session.hold?.(field);
  };
}

export const bindText = (session, input, binding) => bind(session, input, binding);
export const bindChoice = (session, control, binding) => bind(session, control, { ...binding, isChoice: true });
