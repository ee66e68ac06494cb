// Tools around a session: a second view, a slow network, the last request, another device.
import { Session } from "../client/backstack.js";
import { handOverLink } from "../client/handover.js";
import { simulate, simulated, simulatedFaults } from "../client/simulate.js";
import { button, curlLine, field, h, home, select } from "./ui.js";

/** Shows the tools for what is shown; adds to `shown.end` what ends them. */
export function openTools(element, shown, failed) {
  const { session, name, sent, key, showScreens, startOver } = shown;
  const line = h("pre", { tabIndex: 0, "aria-label": "The last action as a curl command" });
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(line.textContent);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(line);
      copy.textContent = "Selected";
    }
  });
  const follow = () => {
    line.textContent = sent.last ? curlLine(sent.last) : "No action yet";
    copy.textContent = "Copy";
    copy.disabled = !sent.last;
  };
  sent.addEventListener("sent", follow);
  follow();

  let second;
  const closeSecond = () => {
    second?.end();
    second = undefined;
    twice.textContent = "Show a second view";
    twice.setAttribute("aria-expanded", "false");
  };
  const twice = button("Show a second view", async () => {
    if (second) return closeSecond();
    const opened = (second = { end() {} });
    try {
      const other = await Session.open({
        feature: name, key, storage: null, id: session.id, server: home, view: "screen",
      });
      if (second !== opened) return other.close();
      const stage = h("div", { class: "stage second" });
      const frame = h("section", { class: "frame", "aria-label": "Second view" }, stage);
      document.querySelector("#views").append(frame);
      const { end } = showScreens(stage, other, { failed, platform: noHistory(), isInside: () => true });
      opened.end = () => {
        end();
        other.close();
        frame.remove();
      };
      twice.textContent = "Close the second view";
      twice.setAttribute("aria-expanded", "true");
    } catch (error) {
      closeSecond();
      failed(error);
    }
  }, { "aria-expanded": "false" });

  const latency = select([[0, "None"], [300, "300 ms"], [1000, "1 s"], [3000, "3 s"]],
    (value) => simulate({ latency: +value }));
  latency.value = simulatedFaults().latency;
  sent.fetch = simulated(fetch);

  const link = h("div", { hidden: true });
  const over = button("Go on with another device", async () => {
    link.hidden = !link.hidden;
    over.setAttribute("aria-expanded", `${!link.hidden}`);
    if (link.hidden) return;
    const url = handOverLink(session);
    const { qrImage } = await import("./qr.js");
    // Only this computer knows itself by such a name.
    const isOwn = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
    link.replaceChildren(qrImage(url),
      h("p", { class: "hint" }, isOwn ? `Another device can't reach ${location.hostname}. Start the server with `
        + "--host 0.0.0.0, and open this page by this computer's address in your network." : ""),
      h("p", { class: "hint" }, "Whoever has this link has the session."),
      h("pre", { tabIndex: 0, "aria-label": "The link" }, url));
  }, { "aria-expanded": "false" });

  const { end } = shown;
  shown.end = () => {
    closeSecond();
    end();
  };
  element.replaceChildren(h("div", { class: "card" },
    h("h2", {}, "Tools"), twice, field("Delay of requests", latency), over, link, button("Start over", startOver),
    h("h3", {}, "The last action"), line, copy));
  twice.focus();
}

/** What a second view has for the browser, whose history and focus it leaves alone. */
const noHistory = () => ({
  Date,
  document: {},
  history: { state: null, replaceState() {}, pushState() {}, go() {} },
  addEventListener() {},
  scrollTo() {},
});
