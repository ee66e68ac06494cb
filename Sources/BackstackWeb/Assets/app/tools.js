// How another device goes on with a session.
import { handOverLink } from "../client/handover.js";
import { button, h } from "./ui.js";

/** Returns a button that copies what an element shows; where the browser forbids this, it selects it. */
export function copyButton(element, name) {
  const say = (word) => {
    copy.textContent = word;
    copy.setAttribute("aria-label", `${word}: ${name}`);
  };
  const copy = button("", () => navigator.clipboard.writeText(element.textContent).then(() => say("Copied"), () => {
    getSelection().selectAllChildren(element);
    say("Selected");
  }));
  say("Copy");
  return copy;
}

/** Returns a button that shows how another device goes on with a session. */
export function handOver(session) {
  const title = "Continue on a phone";
  return button(title, async (open) => {
    const url = handOverLink(session);
    const link = h("pre", { tabIndex: 0, "aria-label": "The link" }, url);
    // Only this computer knows itself by such a name.
    const isOwn = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
    const way = isOwn ? h("p", { class: "hint" }, `Another device can't reach ${location.hostname}. Start the server with `
      + "--host 0.0.0.0, and open this page by this computer's address in your network.")
      : (await import("./qr.js")).qrImage(url);
    const card = h("dialog", { class: "card", "aria-label": title, onclose: () => card.remove() }, h("h2", {}, title), way,
      h("p", { class: "hint" }, "Whoever has this link has the session."), link,
      h("div", { class: "links" }, copyButton(link, "the link"), button("Close", () => card.close(), { autofocus: true })));
    open.after(card);
    card.showModal();
  });
}
