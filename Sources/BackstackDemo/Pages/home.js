// The demo's first page: what this is, and how little it takes.
import { featureList, h, home, listing } from "./ui.js";

const about = {
  counters: ["Counters", "A stack of screens, each with a timer"],
  inventory: ["Inventory", "Sheets, a popover and an alert over a list"],
  standups: ["Stand-ups", "Forms, recordings and deep links"],
  polls: ["Polls", "Several people in one place"],
};

// Lines of Counter.swift and CountersView.swift.
const logic = `Reduce { state, action in
  switch action {
  case .incrementButtonTapped, .timerTicked:
    state.count = min(state.count, Self.largestCount - 1) + 1
    guard state.count >= Self.limit else { return .none }
    return .run { [dismiss] _ in await dismiss() }`;
const face = `VStack {
  Text("\\(store.count)").font(.largeTitle).monospacedDigit()
  HStack {
    Button("Decrement", systemImage: "minus") { store.send(.decrementButtonTapped) }
    Button("Increment", systemImage: "plus") { store.send(.incrementButtonTapped) }
  }`;

/** Returns what is on the page: where the demo has a stage, also what this is. */
export function contents(features) {
  const list = featureList(features, about);
  if (!document.documentElement.hasAttribute("data-stage")) return [list];
  const link = (text, path) => h("a", { href: `${home}${path}` }, text);
  return [
    h("p", { class: "lead" }, "Write an app's screens once, in Swift, as in The Composable Architecture. A server keeps "
      + "each person's session, and any client draws it."),
    h("img", { class: "picture", src: new URL("home.svg", import.meta.url).href, width: 760, height: 250,
      alt: "Browser, phone, terminal and curl send actions to one session on a server, and get screens and patches back; "
        + "a journal keeps the session." }),
    list,
    h("p", { class: "lead" }, "Open one, and look behind its screens while you use it. A counter counts, and closes itself at 5, by this:"),
    h("div", { class: "twelve" }, listing(logic), listing(face)),
    h("p", { class: "links" }, link("The contract", "/openapi.yaml"), link("A page made by hand", "/app/own.html"),
      link("All features as data", "/features")),
  ];
}
