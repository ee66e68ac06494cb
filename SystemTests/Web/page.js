// The page of the browser's tests: shows each level as JSON, with a button that closes it.
import { Session } from "/client/backstack.js";
import { openAlert, openDialog } from "/client/dialogs.js";
import { handedOver } from "/client/handover.js";
import { Navigation } from "/client/levels.js";
import { simulate, simulated } from "/client/simulate.js";
import { bindText } from "/client/text.js";

export { bindText, simulate };

const query = new URLSearchParams(location.search);
const [server, feature, link, key] = ["server", "feature", "link", "key"].map((name) => query.get(name) ?? undefined);
export const session = await Session.open({
  // With a fetch of its own the page has no socket.
  server, feature, link, key, id: handedOver(), fetch: query.has("socket") ? undefined : simulated(fetch),
});

const description = await (await fetch(`${server}/features/${feature}`)).json();

function fill(element, level, navigation) {
  element.dataset.level = level.key;
  const text = document.createElement("p");
  const button = document.createElement("button");
  const input = document.createElement("input");
  button.textContent = "Close";
  button.addEventListener("click", () => navigation.close(level));
  element.append(text, button, input);
  const show = ({ state }) => (text.textContent = JSON.stringify(state));
  show(level);
  if (level.case === "addItem") {
    bindText(session, input, {
      value: ({ destination }) => destination?.addItem?.item.name,
      action: (name) => level.action({ binding: { name } }),
    });
  }
  return show;
}

export const navigation = new Navigation(session, description, {
  key: ({ state }) => state.item?.id ?? "",
  mount(level, navigation) {
    if (level.style === "alert") return { unmount: openAlert(level, navigation) };
    let update;
    if (level.style === "push") {
      const element = document.createElement("section");
      update = fill(element, level, navigation);
      document.querySelector("main").append(element);
      return { update, unmount: () => element.remove() };
    }
    const unmount = openDialog(level, navigation, (element) => (update = fill(element, level, navigation)));
    return { update, unmount };
  },
});
const show = () => (document.title = `v${session.snapshot.version}`);
session.addEventListener("change", show);
show();
