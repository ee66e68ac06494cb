// One session: what it shows, what happened, and what can be sent to it.
import { casesOf, makeEffects, where } from "./effects.js";
import { History, wholeHistory } from "./history.js";
import { parse } from "../client/exact.js";
import { levels } from "../client/levels.js";
import { bytes, listLink, span } from "./list.js";
import { makeSending } from "./send.js";
import { Timeline } from "./timeline.js";
import { makeTree } from "./tree.js";
import { Versions } from "./versions.js";
import { button, h } from "../app/ui.js";
import { keyed } from "./keyed.js";

const shownLevels = 20;
// Effects end without a version, so they are asked for again and again.
const effectsInterval = 5000;

/**
 * Shows a session whose id begins with some digits. Returns `{ end(), look(version) }`: what ends it, and
 * what shows a version in place of the present.
 */
export function showSession(page, { digits, version }, parts) {
  const shown = new SessionPage(page, digits, parts);
  page.replaceChildren(h("p", { class: "empty" }, "Loading…"));
  shown.open(version).catch((error) => {
    if (!shown.leaving.signal.aborted) parts.failed(error);
  });
  return { end: () => shown.leaving.abort(), look: (version) => shown.look(version) };
}

class SessionPage {
  leaving = new AbortController();
  looked; // a version that is looked at instead of the present one
  isPaused = false;
  isGone = false;
  effects = { count: 0, effects: [] };
  ahead = 0; // the server's clock before this one, in milliseconds

  constructor(page, digits, parts) {
    Object.assign(this, parts, { page, digits });
  }

  /** Finds the session, in memory or stored, and shows it. */
  async open(version) {
    this.wanted = version;
    const { sessions } = await this.api.read(`sessions?id=${encodeURIComponent(this.digits)}&limit=1`);
    const id = sessions[0]?.id ?? (this.server.stores ? await this.#storedID() : undefined);
    if (this.leaving.signal.aborted) return;
    if (id === undefined) return this.#notFound();
    this.isStored = !sessions.length;
    this.id = id;
    this.path = `${this.isStored ? "stored" : "sessions"}/${id}`;
    this.snapshot = await this.api.read(this.path);
    const feature = this.api.read(`features/${encodeURIComponent(this.snapshot.feature)}`);
    // The feature of a stored session may be of another program.
    this.feature = await (this.isStored ? feature.catch(() => ({})) : feature);
    if (this.leaving.signal.aborted) return;
    this.#build();
    this.draw();
    if (!this.isStored) await this.#readEffects();
    await this.past.follow(this.snapshot.version);
    this.#drawProposal();
    if (this.wanted !== undefined) await this.look(this.wanted);
    if (!this.isStored) await this.#follow();
  }

  async #storedID() {
    for (let after; ;) {
      const query = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
      const answer = await this.api.read(`stored?limit=200${query}`);
      const found = answer.sessions.find(({ id }) => id.startsWith(this.digits));
      if (found || answer.next === undefined) return found?.id;
      after = answer.next;
    }
  }

  #notFound() {
    this.page.replaceChildren(back(), heading("No such session"),
      h("p", { class: "empty" }, "It has ended, or the server has forgotten it."));
    this.page.querySelector("h1").focus();
  }

  link(version) {
    return `#/${this.digits}${version === undefined ? "" : `/${version}`}`;
  }

  // MARK: What the page is made of

  #build() {
    const { api, path, failed, say, server } = this;
    const isFull = server.mode === "full" && !this.isStored;
    const link = (version) => this.link(version);
    this.facts = h("p", { class: "hint" });
    this.gone = h("div", { class: "banner", role: "alert", hidden: true });
    this.asked = h("div", { class: "banner", role: "status", hidden: true });
    this.bar = h("div", { class: "banner looked", role: "status", hidden: true });
    this.cards = h("ol", { class: "cards", reversed: true });
    this.putCards = keyed(this.cards, (level) => makeCard(level), ({ key }) => key);
    this.none = h("p", { class: "hint" }, "Only the root is shown.");
    this.rest = button("", () => {
      this.limit = Infinity;
      this.draw();
    });
    this.limit = shownLevels;
    this.state = makeTree("", 2);
    this.stateTitle = h("h2", {}, "State");
    this.sending = isFull ? makeSending(this.feature, path, api, say) : undefined;
    this.versions = new Versions(this.feature);
    this.timeline = new Timeline({
      versions: this.versions, go: (version) => this.#go(version), earlier: () => this.past.loadEarlier(),
    });
    this.running = makeEffects(casesOf(this.feature));
    const changed = () => this.#drawEffects();
    this.past = new History({ api, path, versions: this.versions, link, changed, failed });
    const sending = this.sending ? [this.sending.element] : [];
    const buttons = h("div", { class: "buttons" }, ...this.#buttons(isFull));
    this.live = [buttons, ...sending, this.running.element]; // what a session that is gone has no more
    const card = (...children) => h("section", { class: "card" }, ...children);
    const title = heading(`${this.snapshot.feature} ${this.digits}`);
    this.page.replaceChildren(back(), title, this.facts, buttons, this.gone, this.asked, h("div", { class: "columns" },
      h("div", {}, card(h("h2", {}, "Levels"), this.cards, this.none, this.rest)),
      h("div", { class: "past" }, this.timeline.element, this.past.element),
      h("div", {}, card(this.stateTitle, this.state.element), ...sending, this.running.element)), this.bar);
    this.page.querySelector("h1").focus();
  }

  #buttons(isFull) {
    const name = `${this.snapshot.feature}-${this.digits}`;
    const save = (kind, type, make) => () => this.#try(async () => {
      const url = URL.createObjectURL(new Blob([await make()], { type }));
      h("a", { href: url, download: `${name}.${kind}` }).click();
      URL.revokeObjectURL(url);
    });
    const copy = button("Copy the id", () => navigator.clipboard.writeText(this.id).then(
      () => this.say("The id is copied. Whoever has it may have the session."), () => this.say(this.id)));
    if (this.isStored) {
      const activate = button("Activate it", () => this.#activate(), { class: "primary" });
      return this.server.mode === "full" ? [activate, copy] : [copy];
    }
    const pause = button("Pause", () => {
      this.isPaused = !this.isPaused;
      pause.textContent = this.isPaused ? "Resume" : "Pause";
      if (!this.isPaused) this.resume?.();
    });
    const history = async () =>
      JSON.stringify(await wholeHistory(this.api, this.path, this.snapshot.version), null, 1);
    const test = async () => (await this.api.request(`${this.path}/test`)).text();
    return [pause, copy, button("Export the history", save("json", "application/json", history)),
      ...(this.server.redacts ? [] : [button("Export a Swift test", save("swift", "text/plain", test))]),
      ...(isFull ? [button("End the session…", () => this.#askToEnd(), { class: "destructive" })] : [])];
  }

  async #try(body) {
    try {
      await body();
    } catch (error) {
      this.failed(error);
    }
  }

  // MARK: Drawing

  draw() {
    const { snapshot } = this;
    const shown = this.looked ?? snapshot;
    const { effects } = snapshot;
    this.facts.textContent = this.isGone ? `Version ${snapshot.version} was the last that this page has seen.` : [
      `Version ${snapshot.version}`,
      this.isStored ? "stored, and not in memory: looking at it does not activate it; its next client does"
        : `${effects} ${effects === 1 ? "effect" : "effects"} in flight`,
      bytes(JSON.stringify(snapshot.state).length),
      snapshot.expiresAt && `expires in ${span((Date.parse(snapshot.expiresAt) - Date.now()) / 1000)}`,
      snapshot.link].filter(Boolean).join(" · ");
    const all = levels(shown.state, this.feature);
    this.putCards(all.slice(-this.limit).reverse());
    this.rest.hidden = all.length <= this.limit;
    this.rest.textContent = `${all.length - this.limit} levels below`;
    this.none.hidden = all.length > 0;
    this.state.update(shown.state);
    this.stateTitle.textContent = this.looked ? `State of version ${shown.version}` : "State";
    this.sending?.update(levels(snapshot.state, this.feature));
  }

  #drawEffects() {
    const time = Date.now() + this.ahead;
    const cases = casesOf(this.feature);
    this.running.draw(this.effects, this.snapshot.state, this.versions);
    this.running.tick(time);
    this.timeline.draw(this.effects.effects.map((one) => ({
      time: one.startedAt, asleepSince: one.sleepsSince, name: where(one, this.snapshot.state, cases),
    })), time);
  }

  /** Asks for the decision on what an agent proposes in the present version. */
  #drawProposal() {
    const { version } = this.snapshot;
    const proposal = this.isGone ? undefined : this.versions.find(version)?.proposal;
    this.asked.hidden = !proposal;
    if (!proposal) return;
    const decide = (name, action, said, options) => button(name, () => this.#try(async () => {
      const fields = { "If-Match": `"${version}"` };
      await this.api.request(`${this.path}/actions`, { content: JSON.stringify(action), fields });
      this.say(said);
    }), options);
    const decisions = this.server.mode !== "full" || this.isStored ? [] : [
      // An action without its texts is another one.
      ...(this.server.redacts ? [] : [decide("Allow", proposal.send, "It is done.", { class: "destructive" })]),
      decide("Refuse", [], "It was refused. Nothing was done.")];
    this.asked.replaceChildren(h("strong", {}, "An agent asks to do this for a person:"), ` ${proposal.control} `, ...decisions);
  }

  // MARK: Looking at a version

  /** Shows a version, or the present, and makes the URL lead there. */
  #go(version) {
    history.replaceState(null, "", this.link(version));
    return this.look(version);
  }

  async look(version) {
    this.wanted = version;
    if (!this.past) return;
    let state;
    await this.#try(async () => {
      if (version !== undefined) state = await this.past.state(version);
    });
    if (this.wanted !== version) return;
    if (version !== undefined && state === undefined) {
      this.say(`The state of version ${version} is forgotten.`);
      return this.#go();
    }
    this.looked = version === undefined ? undefined : { version, state };
    this.timeline.mark(version);
    this.#drawBar();
    this.draw();
  }

  #drawBar() {
    const { looked, server } = this;
    this.bar.hidden = !looked;
    if (!looked) return;
    if (!this.bar.childElementCount) {
      const isFull = server.mode === "full" && !this.leaving.signal.aborted;
      this.bar.append(h("strong"), button("Back to the present", () => this.#go()),
        ...(isFull && !this.isStored ? [button("Go back to it…", () => this.#askToRestore())] : []),
        // A state without its texts is no beginning.
        ...(isFull && !server.redacts ? [button("New session from here", () => this.#fork())] : []));
    }
    this.bar.firstChild.textContent = `Version ${looked.version} is shown.`;
  }

  #askToRestore() {
    const { version } = this.looked;
    return this.#try(async () => {
      const { sessions } = await this.api.read(`sessions?id=${this.id}&limit=1`);
      const readers = sessions[0]?.readers ?? 0;
      const follow = readers === 1 ? "1 reader follows" : `${readers || "No"} readers follow`;
      ask(`Go back to version ${version}?`, "Its state becomes the next version; those between stay in the history. "
        + `Effects of screens that it does not show end. ${follow} this session now.`,
      button("Go back", () => this.#try(async () => {
        await this.api.request(`${this.path}/restore`, { content: JSON.stringify({ version }) });
        this.say(`The session is as it was at version ${version}.`);
        await this.#go();
      }), { class: "primary" }));
    });
  }

  #fork() {
    return this.#try(async () => {
      const { feature } = this.snapshot;
      const content = JSON.stringify({ feature, state: this.looked.state });
      const { id } = await (await this.api.request("sessions", { content })).json();
      location.hash = `#/${id.slice(0, 8)}`;
    });
  }

  #askToEnd() {
    const end = async () => {
      await this.api.request(this.path, { method: "DELETE" });
      location.hash = "#/";
    };
    ask("End this session?", "Its clients can't go on. There is no way back.",
      button("End", () => this.#try(end), { class: "destructive" }));
  }

  #activate() {
    return this.#try(async () => {
      await this.api.request(`${this.path}/activate`, { method: "POST" });
      await this.open(this.looked?.version);
    });
  }

  // MARK: Following

  async #readEffects() {
    try {
      this.effects = await this.api.read(`${this.path}/effects`, { signal: this.leaving.signal });
      this.ahead = Date.parse(this.effects.time) - Date.now();
      this.#drawEffects();
    } catch {
      // The request for the next version says what is wrong.
    }
  }

  #every(milliseconds, body) {
    const timer = setInterval(() => {
      if (!this.isPaused && !document.hidden) body();
    }, milliseconds);
    this.leaving.signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** Follows the session: each request waits for the next version. */
  async #follow() {
    const { signal } = this.leaving;
    this.#every(effectsInterval, () => this.#readEffects());
    this.#every(1000, () => this.running.tick(Date.now() + this.ahead));
    while (!signal.aborted) {
      if (this.isPaused) await new Promise((go) => (this.resume = go));
      try {
        const response = await this.api.request(`${this.path}?wait=25`, {
          fields: { "If-None-Match": `"${this.snapshot.version}"` }, signal,
        });
        if (response.status !== 304 && !this.isPaused) await this.#update(parse(await response.text()));
      } catch (error) {
        if (signal.aborted || error.name === "AbortError") return;
        if (error.status === 404 || error.status === 410) return this.#end(error);
        this.failed(error);
        if (error.status === 401) return;
        await new Promise((go) => setTimeout(go, 2000));
      }
    }
  }

  async #update(fresh) {
    this.snapshot = fresh;
    if (this.leaving.signal.aborted) return;
    this.draw();
    await this.#readEffects();
    await this.past.follow(fresh.version);
    this.#drawProposal();
  }

  /** Says that the session is gone, and stops asking for it; what the page has loaded stays. */
  #end(error) {
    this.leaving.abort();
    for (const element of this.live) element.hidden = true;
    this.bar.replaceChildren();
    this.#drawBar();
    // What follows in the API's explanation is for clients.
    const [why] = error.status === 410 ? error.message.split(/(?<=\.) /) : ["The server has it no longer in memory."];
    const stored = this.server.stores && error.status === 404
      ? [button("Look whether it is stored", () => location.reload())] : [];
    this.gone.replaceChildren(h("strong", {}, "This session is gone."),
      ` ${why} What this page has of it stays here.`, ...stored);
    this.gone.hidden = false;
    this.isGone = true;
    this.#drawProposal();
    this.draw();
  }
}

const back = () => h("nav", {}, h("a", { href: listLink }, "All sessions"));
const heading = (text) => h("h1", { tabIndex: -1 }, text);

/** Makes the card of a screen. */
function makeCard(level) {
  const { element, update } = makeTree("", 1);
  return {
    element: h("li", {}, h("strong", {}, level.case), h("span", { class: "hint" }, ` ${level.style}`), element),
    update: ({ state }) => update(state),
  };
}

/** Asks a question, before an action that a button does. */
function ask(title, text, act) {
  const dialog = h("dialog", { "aria-labelledby": "question" });
  dialog.append(h("h2", { id: "question" }, title), h("p", {}, text),
    h("div", { class: "buttons" }, button("Cancel", () => dialog.close()), act));
  act.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
