// Compiled by `Tests/Web/run types`: what is right compiles, and what is marked does not.
import { Session, applyPatch, dismiss, element, match, pop, presented } from "../../Sources/BackstackWeb/Assets/client/backstack.js";
import { Navigation, levels, openAlert } from "../../Sources/BackstackWeb/Assets/client/levels.js";

interface State {
  readonly path: readonly { readonly id: number; readonly state: Screen }[];
  readonly name: string;
}
type Screen = { counter: { count: number } } | { editor: { text: string } };
type Action =
  | "add"
  | { rename: string }
  | { path: { popFrom: { id: number } } | { element: { id: number; action: { counter: "increment" } } } };

export async function check(input: HTMLInputElement, screen: Screen, name: "a" | { b: { n: number } }) {
  const session = await Session.open<State, Action>({ feature: "counters", link: "/counters/3" });
  // @ts-expect-error A session needs a feature.
  await Session.open<State, Action>({ link: "/counters/3" });
  // @ts-expect-error Sessions are opened.
  new Session();

  const { snapshot, stale, skipped } = await session.send("add", { guard: ({ name }) => name === "x" });
  const version: number = snapshot.version;
  await session.send({ path: element(3, { counter: "increment" as const }) });
  await session.send({ path: pop(3) });
  // @ts-expect-error No such action.
  await session.send("remove");
  // @ts-expect-error An id is a number.
  await session.send({ path: pop("3") });
  // @ts-expect-error The guard gets the state.
  await session.send("add", { guard: (state) => state.names });
  // @ts-expect-error States are not written to.
  session.state.name = "x";

  session.addEventListener("change", ({ detail: { previous, snapshot } }) => previous.version - snapshot.version);
  session.addEventListener("ended", (event) => event.detail.reason.length && event.preventDefault());
  // @ts-expect-error A status has no reason.
  session.addEventListener("status", ({ detail }) => detail.reason);

  const text: string | number = match(screen, { counter: ({ count }) => count, editor: ({ text }) => text.length });
  // @ts-expect-error A case is left out.
  match(screen, { counter: ({ count }) => count });
  match(name, { a: () => 0, b: ({ n }) => n });
  // @ts-expect-error A case without payload is left out.
  match(name, { b: ({ n }) => n });

  const end: () => void = session.bindText(input, { value: ({ name }) => name, action: (rename) => ({ rename }) });
  // @ts-expect-error The action is one of the feature's.
  session.bindText(input, { value: ({ name }) => name, action: (text) => ({ text }) });

  const patched: State = applyPatch(session.state, [{ op: "add", path: "/name", value: "x" }]);
  // @ts-expect-error An addition has a value.
  applyPatch(session.state, [{ op: "add", path: "/name" }]);

  const feature = { navigation: [{ pointer: "/path", kind: "stack" as const }] };
  const [level] = levels(session.state, feature);
  const navigation: Navigation = new Navigation(session, feature, { mount: (level) => ({ unmount: openAlert(level, navigation) }) });
  await navigation.close(level!);
  // @ts-expect-error A place has a kind.
  levels(session.state, { navigation: [{ pointer: "/path" }] });
  session.simulate({ latency: 300, loss: 0.1 });
  session.close();
  return [version, stale, skipped, text, end, patched, dismiss, presented("x")];
}
