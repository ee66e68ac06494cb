// The counters: a list that grows by one screen at a time. A screen is a function of what it may
// do (`send` an action) that returns its title, its elements, and how they follow the state.
import { button, field, h } from "./ui.js";

/** What lies under the stack. */
export function root({ send }) {
  const start = h("input", { type: "number", value: 3, min: -1e9, max: 1e9, required: true });
  const push = h("form", { class: "card" },
    field("Begin at", start),
    h("button", {}, "Push"));
  push.addEventListener("submit", (event) => {
    event.preventDefault();
    const state = { counter: { count: start.valueAsNumber } };
    send({ path: { push: { state } } }, push);
  });
  return {
    title: "Counters",
    body: [
      h("p", { class: "lead" }, "Each counter is a screen. Push as many as you like, and go back."),
      button("Add a counter", (it) => send("addCounterButtonTapped", it), { class: "primary" }),
      push,
    ],
  };
}

/** The screens of the stack, by the names of their cases. */
export const screens = {
  counter({ send }) {
    const count = h("p", { class: "count" });
    const tap = (text, action, properties) =>
      button(text, (it) => send(action, it), properties);
    return {
      title: "Counter",
      body: [
        h("div", { class: "stepper" },
          tap("−", "decrementButtonTapped", { "aria-label": "One less" }),
          count,
          tap("+", "incrementButtonTapped", { "aria-label": "One more" })),
        h("p", { class: "hint" }, "At 5 a counter leaves by itself."),
        tap("Next counter", "nextButtonTapped", { class: "primary" }),
        h("div", { class: "pair" },
          tap("Start timer", "startTimerButtonTapped"),
          tap("Stop timer", "stopTimerButtonTapped")),
      ],
      update: (state) => (count.textContent = state.count),
    };
  },
};
