// Text controls that stay like a session's state.

export function bindText(session, input, binding) {
  const { value, action, refused, field = {}, platform = globalThis } = binding;
  const { clearTimeout, setTimeout } = platform;
  const end = new AbortController();
  const { signal } = end;
  let typed = 0; // counts changes
  let tried = 0; // the change that was sent last
  let confirmed = 0;
  let isComposing = false;
  let timer;
  const show = () => {
    const text = value(session.state);
    if (typed === confirmed && text !== undefined && text !== input.value) input.value = text;
  };
  const send = async () => {
    clearTimeout(timer);
    if (typed === confirmed || isComposing || signal.aborted) return;
    const sent = (tried = typed);
    try {
      await session.send(action(input.value), { field });
    } catch (error) {
      // What was typed stays: without a connection it is sent when there is one, and where the
      // server refuses it, the user can mend it.
      if (error.status) refused?.(error);
      return;
    }
    refused?.();
    confirmed = Math.max(confirmed, sent);
    show();
  };
  const later = () => {
    typed++;
    clearTimeout(timer);
    if (!isComposing) timer = setTimeout(send, 150);
  };
  const on = (target, type, run) => target.addEventListener(type, run, { signal });
  on(input, "input", later);
  // The Enter key changes, and submits the form, without a blur.
  for (const type of ["blur", "change"]) on(input, type, send);
  on(input, "compositionstart", () => (isComposing = true));
  on(input, "compositionend", () => {
    isComposing = false;
    later();
  });
  on(session, "change", show);
  on(session, "flush", () => typed !== tried && send());
  on(session, "status", ({ detail }) => detail.isConnected && send());
  show();
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}
