// Compiled by `SystemTests/Web/run.py types`: what is right compiles, and what is marked does not.
import { Session } from "../../Sources/BackstackWeb/Assets/client/backstack.js";
import { dismiss, element, match, pop, presented } from "../../Sources/BackstackWeb/Assets/client/cases.js";
import { openAlert } from "../../Sources/BackstackWeb/Assets/client/dialogs.js";
import { handOverLink, handedOver } from "../../Sources/BackstackWeb/Assets/client/handover.js";
import { Navigation, levels } from "../../Sources/BackstackWeb/Assets/client/levels.js";
import { applyPatch } from "../../Sources/BackstackWeb/Assets/client/patch.js";
import { actionOf } from "../../Sources/BackstackWeb/Assets/client/nodes.js";
import { showScreens } from "../../Sources/BackstackWeb/Assets/client/screen.js";
import type { Screen as AppScreen } from "../../Sources/BackstackWeb/Assets/client/screen.js";
import { h } from "../../Sources/BackstackWeb/Assets/client/elements.js";
import { simulate, simulated } from "../../Sources/BackstackWeb/Assets/client/simulate.js";
import { Conversation } from "../../Sources/BackstackWeb/Assets/client/conversation.js";
import type { Transport } from "../../Sources/BackstackWeb/Assets/client/conversation.js";
import { bindChoice, bindText, number } from "../../Sources/BackstackWeb/Assets/client/text.js";
import type * as Counters from "../../Clients/TypeScript/counters.js";
import type * as Inventory from "../../Clients/TypeScript/inventory.js";
import type * as Polls from "../../Clients/TypeScript/polls.js";
import type * as Standups from "../../Clients/TypeScript/standups.js";
import type * as Shapes from "./shapes.js";

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
  const session = await Session.open<State, Action>({
    feature: "counters", link: "/counters/3", id: handedOver(), fetch: simulated(fetch),
  });
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
  const later: string = match(screen, { counter: () => "", editor: () => "" }, (name, payload) => name + JSON.stringify(payload));
  // @ts-expect-error What is for a newer server's cases is not for a case that is left out.
  match(screen, { counter: () => "" }, (name) => name);

  await session.send(["add", { rename: "x" }]);
  // @ts-expect-error No such action in a batch.
  await session.send(["add", "remove"]);
  await session.send(({ name }) => (name ? ["add", { rename: "" }] : undefined));

  const end: () => void = bindText(session, input, { value: ({ name }) => name, action: (rename) => ({ rename }) });
  // @ts-expect-error The action is one of the feature's.
  bindText(session, input, { value: ({ name }) => name, action: (text) => ({ text }) });

  bindText(session, input, { isNumber: true, value: ({ name }) => name, action: (text) => ({ rename: `${number(text, true)}` }) });
  const box: () => void = bindChoice(session, input, { value: ({ name }) => name !== "", action: (isOn) => ({ rename: isOn ? "x" : "" }) });
  // @ts-expect-error The value is a boolean.
  bindChoice(session, input, { value: ({ name }) => name !== "", action: (rename) => ({ rename }) });
  await session.send(({ name }) => (name ? { rename: "" } : undefined), { discards: true });
  // @ts-expect-error No such action.
  await session.send(() => "remove");
  session.hold(input, new Error("no number"));
  session.addEventListener("held", ({ detail }) => detail.field === input);
  const isHeld: boolean | undefined = await session.flush();
  const conversation = new Conversation({ feature: "x", random: Math.random, newKey: () => "key" });
  for (const [name, ...values] of conversation.receive(["send", 1, { action: "add" }], 0)) void [name, values];
  // @ts-expect-error No such event.
  conversation.receive(["sent", 1], 0);
  const transport: Transport = async ({ path }) => ({ status: 200, text: path });

  const patched: State = applyPatch(session.state, [{ op: "add", path: "/name", value: "x" }]);
  // @ts-expect-error An addition has a value.
  applyPatch(session.state, [{ op: "add", path: "/name" }]);

  const feature = { navigation: [{ pointer: "/path", kind: "stack" as const }] };
  const [level] = levels(session.state, feature);
  const navigation: Navigation = new Navigation(session, feature, { mount: (level) => ({ unmount: openAlert(level, navigation) }) });
  await navigation.close(level!);
  // @ts-expect-error A place has a kind.
  levels(session.state, { navigation: [{ pointer: "/path" }] });
  simulate({ latency: 300, loss: 0.1 });
  const page: string = handOverLink(session);
  session.close();
  return [box, isHeld, transport, page, version, stale, skipped, text, end, patched, dismiss, presented("x"), later];
}

export async function screens(element: HTMLElement) {
  const session = await Session.open<AppScreen, Action>({ feature: "counters", view: "screen" });
  const { navigation, end } = showScreens(element, session, {
    custom: { map: ({ city }, { name }) => h("figure", { id: name({ id: "map" }) }, city) },
    home: { url: "/", text: "Home" }, failed: ({ message }) => message, words: { back: "Zurück" },
  });
  // @ts-expect-error A link has a text.
  showScreens(element, session, { home: { url: "/" } });
  // @ts-expect-error There is no such view.
  await Session.open({ feature: "counters", view: "states" });
  const [root] = session.state.levels;
  return [navigation.levels.length, end, actionOf(root!, { send: "add" }, 3), root!.title];
}

export async function generated(standup: Standups.UUID) {
  const creation: Counters.SessionCreation = { feature: "counters", link: "/counters/3" };
  // @ts-expect-error A state and a link contradict each other.
  const both: Counters.SessionCreation = { feature: "counters", link: "/counters/3", state: { path: [] } };
  // @ts-expect-error The inventory has no links.
  const link: Inventory.SessionCreation = { feature: "inventory", link: "/inventory" };
  // @ts-expect-error The polls' clients choose no state.
  const state: Polls.SessionCreation = { feature: "polls", state: { polls: [], path: [] } };

  const counters = await Session.open<Counters.Feature>(creation);
  // @ts-expect-error No such feature.
  await Session.open<Counters.Feature>({ feature: "counter", link: "/counters/3" });
  // @ts-expect-error The types are those of one feature.
  await Session.open<Counters.Feature>({ feature: "standups" });
  const initial: Counters.InitialState = { path: [{ counter: { count: 3 } }, { id: 7, state: { counter: { count: 4 } } }] };
  await Session.open<Counters.Feature>({ feature: "counters", state: initial, ttl: 60, key: "secret" });
  // @ts-expect-error A screen of another feature.
  await Session.open<Counters.Feature>({ feature: "counters", state: { path: [{ poll: {} }] } });
  await counters.send("addCounterButtonTapped");
  await counters.send({ addCounterButtonTapped: {} });
  await counters.send({ path: element(0, { counter: "incrementButtonTapped" as const }) });
  await counters.send({ path: pop(0) });
  await counters.send(["addCounterButtonTapped", { path: pop(0) }]);
  // @ts-expect-error One case, not two.
  await counters.send({ addCounterButtonTapped: {}, path: pop(0) });
  // @ts-expect-error One case, not two, of what is inside.
  await counters.send({ path: { ...pop(0), ...element(0, { counter: "incrementButtonTapped" as const }) } });
  // @ts-expect-error The action of a screen is one case, too.
  await counters.send({ path: element(0, { counter: { incrementButtonTapped: {}, nextButtonTapped: {} } }) });
  // @ts-expect-error An effect sends this, never a client.
  await counters.send({ path: element(0, { counter: { factResponse: "" } }) });
  for (const { id, state } of counters.state.path) {
    const count: number = match(state, { counter: ({ count }) => count + id });
    if ("counter" in state) state.counter.count.toFixed();
  }

  const standups = await Session.open<Standups.Feature>({ feature: "standups" });
  await standups.send({ standupTapped: { id: standup } });
  await standups.send({ standupTapped: { id: "deadbeef-0000-4000-8000-000000000001" } });
  // @ts-expect-error Not a UUID.
  await standups.send({ standupTapped: { id: "first" } });
  const top = standups.state.path[0]!.state;
  const title: string = match(top, {
    detail: ({ standup }) => standup.title,
    meeting: ({ meeting }) => meeting.date,
    record: ({ standup }) => standup.id,
  });
  // @ts-expect-error A screen is left out.
  match(top, { detail: ({ standup }) => standup.title, record: ({ standup }) => standup.id });
  const form = standups.state.destination;
  if (form) match(form, { addStandup: ({ standup }) => standup.attendees.map(({ name }) => name.length) });

  const inventory = await Session.open<Inventory.Feature>({ feature: "inventory" });
  await inventory.send({ destination: presented({ addItem: { binding: { name: "Lamp" } } }) });
  await inventory.send({ destination: presented({ addItem: { binding: { color: null, name: "Lamp" } } }) });
  // @ts-expect-error No field is set.
  await inventory.send({ destination: presented({ addItem: { binding: {} } }) });
  await inventory.send({ destination: dismiss });
  return [both, link, state, title];
}

// One function for the alerts of a feature, whatever their actions.
function alertOf<Action>({ title, buttons }: Standups.AlertState<Action>): readonly (Action | null | undefined)[] {
  return title ? (buttons ?? []).map(({ action }) => action) : [];
}

export async function alerts(session: Session<Standups.State, Standups.Action>, detail: Standups.StandupDetailState, record: Standups.RecordMeetingState) {
  const recorded: readonly (Standups.RecordMeetingAlert | null | undefined)[] = record.alert ? alertOf(record.alert) : [];
  for (const action of recorded) {
    // What the server has sent can be sent back.
    if (action) await session.send({ path: element(1, { record: { alert: presented(action) } }) });
  }
  const { destination } = detail;
  return destination && match(destination, { alert: alertOf, edit: () => [] });
}

export function shapes(state: Shapes.State): Shapes.Action {
  // The names alone of cases are only in actions.
  const wire: "close" extends Shapes.State["wire"] ? never : Shapes.State["wire"] = state.wire;
  const name: string | undefined = state.guest?.["full-name"];
  const texts: readonly string[] = state.named ? alertOf(state.named).map((action) => action ?? "") : [];
  const asked: "low" | "high" | undefined = match(state.question?.buttons?.[0]?.action ?? wire, {
    close: () => undefined, count: () => undefined, maybe: () => undefined, open: () => undefined,
    default: (level) => level, inner: () => undefined, loaded: () => undefined,
  });
  const none: null | undefined = state.notice?.buttons?.[0]?.action;
  // @ts-expect-error The server's own action.
  const told: Shapes.Action = { told: "x" };
  // @ts-expect-error A coordinate is left out.
  const moved: Shapes.Action = { moved: { y: 1 } };
  if (texts.length || asked || none) return "closed";
  return name === undefined || told === moved ? "closed" : { asked: "close" in wire ? "close" : { count: 1 } };
}
