// How another device goes on with a session.
import { handOverLink } from "../client/handover.js";
import { button, h } from "./ui.js";

/** Returns a button that shows how another device goes on with a session. */
export function handOver(session) {
  const link = h("div", { class: "card", popover: "auto" });
  const open = button("Continue on a phone", async () => {
    const url = handOverLink(session);
    const { qrImage } = await import("./qr.js");
    // Only this computer knows itself by such a name.
    const isOwn = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
    link.replaceChildren(qrImage(url),
      h("p", { class: "hint" }, isOwn ? `Another device can't reach ${location.hostname}. Start the server with `
        + "--host 0.0.0.0, and open this page by this computer's address in your network." : ""),
      h("p", { class: "hint" }, "Whoever has this link has the session."),
      h("pre", { tabIndex: 0, "aria-label": "The link" }, url));
    link.togglePopover?.();
  });
  return h("span", {}, open, link);
}
