// A page of one's own: it draws the polls by itself, from the session's state.
import { Session } from "../client/backstack.js";
import { openAlert } from "../client/dialogs.js";
import { Navigation } from "../client/levels.js";

const server = location.href.replace(/\/app\/.*/, "");
const notice = document.querySelector("#notice");
document.querySelector("#drawn").href = `${server}/app/#/polls`;
const failed = (error) => (notice.textContent = error.message);

function element(name, text, properties) {
  const made = Object.assign(document.createElement(name), properties);
  made.textContent = text;
  return made;
}

/** Makes a button that sends an action. */
function button(text, send) {
  const made = element("button", text, { type: "button" });
  made.addEventListener("click", () => send(made)?.catch?.(failed));
  return made;
}

/** Tells what is topmost now, to the window and to those who listen to the page. */
function enter(section) {
  const heading = section.querySelector("h1");
  document.title = heading.textContent;
  heading.focus();
}

/** Shows a screen; `fill(state)` returns what is in it, at each change. */
function screen(title, fill) {
  const section = document.createElement("section");
  const heading = element("h1", title, { tabIndex: -1 });
  const content = document.createElement("div");
  section.append(heading, content);
  document.querySelector("#levels").append(section);
  enter(section);
  let focused;
  const show = (state) => {
    // What had the focus is made again, at the same place.
    focused = [...content.children].indexOf(document.activeElement);
    content.replaceChildren(...fill(state));
    content.children[focused]?.focus();
  };
  return { section, show };
}

const session = await Session.open({ feature: "polls", server }).catch((error) => {
  failed(error);
  throw error;
});
const feature = await (await fetch(`${server}/features/polls`)).json();

const root = screen("Polls", ({ polls }) => polls.map(({ id, question }) =>
  button(question, (control) => session.send({ pollTapped: { id } }, { control }))));

function leave(section) {
  const isTop = section === section.parentElement.lastElementChild;
  section.remove();
  if (isTop) enter(document.querySelector("#levels").lastElementChild);
}

function poll(level, navigation) {
  const send = (action) => (control) => navigation.send(level, action, { control });
  const { section, show } = screen(level.state.question, ({ options, choice }) => [
    ...options.map(({ id, title, votes }) => {
      const option = button(`${title}: ${votes}`, send({ optionTapped: { id } }));
      option.setAttribute("aria-pressed", id === choice);
      return option;
    }),
    ...(choice ? [button("Withdraw my vote", send("withdrawButtonTapped"))] : []),
  ]);
  const back = button("‹ Polls", () => navigation.close(level));
  back.className = "back";
  section.prepend(back);
  show(level.state);
  return { update: ({ state }) => show(state), unmount: () => leave(section) };
}

const follow = () => root.show(session.state);
session.addEventListener("change", follow);
session.addEventListener("status", ({ detail: { isConnected } }) => (notice.textContent = isConnected ? "" : "Reconnecting…"));
follow();
new Navigation(session, feature, {
  mount: (level, navigation) =>
    level.style === "alert" ? { unmount: openAlert(level, navigation) } : poll(level, navigation),
});
