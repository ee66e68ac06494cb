// What a session presents, as dialogs of the browser.

const open = []; // functions that show what is open, if a browser has hidden it, from the lowest to the top-most
const showAll = () => open.forEach((show) => show());

export function openDialog(level, navigation, fill) {
  const isWide = matchMedia("(min-width: 40rem)").matches;
  const isPopover = level.style === "popover" && isWide && "popover" in HTMLElement.prototype;
  const element = document.createElement(isPopover ? "div" : "dialog");
  element.dataset.style = level.style;
  const end = new AbortController();
  const { signal } = end;
  const show = () => {
    // A popover would cover what is over it.
    if (!element.isConnected || (isPopover ? open.at(-1) !== show || element.matches(":popover-open") : element.open)) return;
    if (isPopover) element.showPopover();
    else element.showModal();
  };
  const close = () => navigation.close(level).then(showAll);
  // A browser may hide several at once, which are not closed by that: only the top-most is meant.
  const hidden = () => (navigation.isTop(level) ? close() : setTimeout(showAll));
  document.body.append(element);
  fill(element);
  if (isPopover) {
    // What can't be closed stays when a person presses beside it.
    element.popover = level.close === undefined ? "manual" : "auto";
    const toggled = ({ newState }) => newState === "closed" && hidden();
    element.addEventListener("toggle", toggled, { signal });
  } else {
    // Escape and Android's gesture ask; where a browser closes all the same, `close` says so.
    const cancelled = (event) => event.cancelable && (event.preventDefault(), close());
    element.addEventListener("cancel", cancelled, { signal });
    element.addEventListener("close", hidden, { signal });
  }
  open.push(show);
  show();
  return () => {
    end.abort();
    open.splice(open.indexOf(show), 1);
    if (isPopover) element.hidePopover();
    else element.close();
    moveAway(element);
    showAll();
  };
}

// In older browsers, `:is` leaves out what they don't know.
export const isCovered = () => document.querySelector(":is(dialog[open], :popover-open):not(.bs-dialog)") !== null;

export function moveAway(element) {
  element.inert = true;
  const moves = element.getAnimations().map(({ finished }) => finished);
  Promise.allSettled(moves).then(() => element.remove());
}

let alerts = 0;

export function openAlert(level, navigation) {
  const { title, message, buttons } = level.state;
  return openDialog(level, navigation, (element) => {
    const add = (name, text, properties) => {
      const made = Object.assign(document.createElement(name), properties);
      made.textContent = text;
      element.append(made);
      return made;
    };
    const id = `backstack-alert-${++alerts}`;
    element.setAttribute("role", "alertdialog");
    add("h2", title, { id });
    element.setAttribute("aria-labelledby", id);
    if (message) {
      add("p", message, { id: `${id}-message` });
      element.setAttribute("aria-describedby", `${id}-message`);
    }
    for (const { label, role, action } of buttons?.length ? buttons : [{ label: "OK" }]) {
      const button = add("button", label, { type: "button", autofocus: role === "cancel" });
      if (role) button.dataset.role = role;
      button.addEventListener("click", () => {
        const isAction = action !== undefined && action !== null;
        if (!isAction) return navigation.close(level);
        const failed = (error) => console.warn("Backstack: not sent:", error.message);
        navigation.send(level, action, { control: button }).catch(failed);
      });
    }
  });
}
