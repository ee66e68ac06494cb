// Text fields of a session.
import { bindText } from "../client/text.js";
import { field, h } from "./ui.js";

/** Makes a text field that stays like the state, and says at the field what the server refuses. */
export function textField(label, screen, value, action, properties = {}) {
  const input = h("input", { autocomplete: "off", ...properties });
  const problem = h("small", { class: "problem", role: "alert" });
  screen.ends.push(bindText(screen.session, input, {
    value: () => value(screen.state),
    action: (text) => screen.wrap(action(text)),
    refused(error) {
      const isBroken = error && input.value.isWellFormed?.() === false;
      const why = isBroken ? "A character of this text is broken." : error?.message;
      problem.textContent = error ? `${why} What you typed is still here.` : "";
      input.setAttribute("aria-invalid", error ? "true" : "false");
    },
  }));
  return h("div", {}, field(label, input), problem);
}
