// The demo's first page: what this is, and how little it takes.
import { h, home, listing } from "./ui.js";

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

/** Returns what is above the list of features, and below it. */
export function introduction() {
  const link = (text, path) => h("a", { href: `${home}${path}` }, text);
  return [
    [h("p", { class: "lead" }, "Write an app's screens once, in Swift, as in The Composable Architecture. A server keeps "
      + "each person's session, and any client draws it."),
    h("img", { class: "picture", src: new URL("home.svg", import.meta.url).href, width: 760, height: 250,
      alt: "Browser, phone, terminal and curl send actions to one session on a server, and get screens and patches back; "
        + "a journal keeps the session." })],
    [h("p", { class: "lead" }, "Open one, and look behind its screens while you use it. A counter counts, and closes itself at 5, by this:"),
      h("div", { class: "twelve" }, listing(logic), listing(face)),
      h("p", { class: "links" }, link("The contract", "/openapi.yaml"), link("A page made by hand", "/app/own.html"),
        link("All features as data", "/features"))],
  ];
}
