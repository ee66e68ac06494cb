// The polls: each session that has one open shows a vote at once.
import { button, h, keyed, row } from "./ui.js";

export function root({ send }) {
  const list = h("ul", { class: "list" });
  const show = keyed(list, ({ id }) => {
    const { element, show } = row((it) => send({ pollTapped: { id } }, it));
    const update = ({ question, options }) => show(question, `${options.length} options`);
    return { element: h("li", {}, element), update };
  });
  return {
    title: "Polls",
    body: [h("p", { class: "lead" }, "Open one in two windows, and vote in both."), list],
    update: ({ polls }) => show(polls),
  };
}

export const screens = {
  poll({ send }) {
    const question = h("p", { class: "question" });
    const list = h("ul", { class: "votes" });
    const summary = h("p", { class: "hint" });
    const withdraw = button("Withdraw my vote", (it) => send("withdrawButtonTapped", it));
    let total = 0;
    let choice;
    const show = keyed(list, ({ id, title }) => {
      const element = button("", (it) => send({ optionTapped: { id } }, it), { class: "vote" });
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      const votes = h("span", { class: "number" });
      element.append(bar, h("span", { class: "title" }, title), votes);
      const update = (option) => {
        element.setAttribute("aria-pressed", `${choice === id}`);
        votes.textContent = `${option.votes}`;
        bar.style.width = `${total ? (100 * option.votes) / total : 0}%`;
      };
      return { element: h("li", {}, element), update };
    });
    return {
      title: "Poll",
      body: [question, list, summary, withdraw],
      update(state) {
        question.textContent = state.question;
        total = state.options.reduce((sum, { votes }) => sum + votes, 0);
        choice = state.choice;
        show(state.options);
        summary.textContent = total === 1 ? "1 vote" : `${total} votes`;
        withdraw.disabled = !choice;
      },
    };
  },
};
