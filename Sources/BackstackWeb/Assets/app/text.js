// Controls of a session that stay like its state.
import { bindChoice, bindText, number } from "../client/text.js";
import { field, h } from "./ui.js";

/** Adds to a control where it says what the server refuses. */
function withProblem(label, control, bind) {
  const problem = h("small", { class: "problem", role: "alert" });
  bind((error) => {
    const isBroken = error && typeof control.value === "string" && control.value.isWellFormed?.() === false;
    const why = isBroken ? "A character of this text is broken." : error?.message;
    problem.textContent = error ? `${why} What you typed is still here.` : "";
    control.setAttribute("aria-invalid", error ? "true" : "false");
  });
  return h("div", {}, field(label, control), problem);
}

const valueAt = (screen, value) => (state) => {
  const mine = screen.at(state);
  return mine && value(mine);
};

/** Makes a text field that stays like the state, and says at the field what the server refuses. */
export function textField(label, screen, value, action, properties = {}) {
  const input = h("input", { autocomplete: "off", ...properties });
  const isNumber = properties.type === "number";
  return withProblem(label, input, (refused) => screen.ends.push(bindText(screen.session, input, {
    isNumber, refused,
    value: valueAt(screen, value),
    action: (text) => screen.wrap(action(isNumber ? number(text, true) : text)),
  })));
}

/** Makes a check box or a menu that stays like the state. */
export function choice(label, screen, control, { value, action }) {
  screen.ends.push(bindChoice(screen.session, control, {
    value: valueAt(screen, value),
    action: (chosen) => screen.wrap(action(chosen)),
    refused: (error) => error && screen.failed(error),
  }));
  return field(label, control);
}
