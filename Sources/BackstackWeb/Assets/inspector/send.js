// The part of a session's page that sends actions: a form of the schema, and the JSON that it makes.
import { form } from "./form.js";
import { actionSchema } from "./schema.js";
import { button, curlLine, field, h } from "../app/ui.js";

/** Makes the form. Returns `{ element, update(levels) }`. */
export function makeSending(feature, path, api, say) {
  const where = h("select");
  const place = h("div", { class: "nested" });
  const json = h("textarea", { rows: 4, spellcheck: false, "aria-label": "The action as JSON" });
  const curl = h("pre", { tabIndex: 0, "aria-label": "The action as a curl command" });
  const problem = h("p", { class: "problem", role: "alert" });
  let all = [];
  let shown;
  let made;
  let isTyped = false; // the JSON, which the form has not made

  const showCurl = () => {
    const headers = { Authorization: "Bearer …" };
    curl.textContent = curlLine({ url: api.url(`${path}/actions`), headers, body: json.value });
    problem.textContent = "";
  };
  const changed = () => {
    const level = all[where.value - 1];
    const value = made?.value();
    json.value = JSON.stringify(level ? level.action(value) : value) ?? "";
    isTyped = false;
    showCurl();
  };
  const drawForm = () => {
    const level = all[where.value - 1];
    const schema = actionSchema(feature.action, level);
    made = schema && form(schema, feature.action, "Action", changed);
    place.replaceChildren(...(made ? [made.element] : []));
  };
  where.addEventListener("change", () => {
    drawForm();
    changed();
  });
  json.addEventListener("input", () => {
    isTyped = true;
    showCurl();
  });

  const send = button("Send", async () => {
    // A button that is disabled loses the focus.
    if (send.ariaDisabled) return;
    problem.textContent = "";
    send.ariaDisabled = "true";
    try {
      await api.request(`${path}/actions`, { content: json.value });
      say("Sent.");
    } catch (error) {
      const pointer = error.problem?.pointer;
      problem.textContent = (pointer ? `At ${pointer}: ` : "") + error.message;
    }
    send.ariaDisabled = null;
  }, { class: "primary" });

  const element = h("section", { class: "card", "aria-labelledby": "send" },
    h("h2", { id: "send" }, "Send an action"), field("To", where), place, json, problem, send,
    h("details", {}, h("summary", {}, "As a curl command"), curl,
      h("p", { class: "hint" }, "BACKSTACK_KEY is the inspector's key; the line has the id of the session.")));
  return {
    element,
    /** Takes the levels as they are now; the form stays while its level stays, and JSON that was typed stays. */
    update(levels) {
      const key = all[where.value - 1]?.key;
      const isFirst = shown === undefined;
      const names = levels.map((level) => level.key).join("\n");
      all = levels;
      if (names === shown) return;
      shown = names;
      where.replaceChildren(h("option", { value: 0 }, "the root"), ...levels.map((level, index) =>
        h("option", { value: index + 1 }, `${level.case} (level ${index + 1})`)));
      const index = levels.findIndex((level) => level.key === key);
      where.value = isFirst ? levels.length : index + 1;
      if (!isFirst && (key === undefined || index >= 0)) return;
      drawForm();
      if (!isTyped) changed();
    },
  };
}
