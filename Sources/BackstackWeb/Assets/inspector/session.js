// One session: what it shows, what happened, and what can be sent to it.
import { casesOf, makeEffects, where } from "./effects.js";
import { form } from "./form.js";
import { makeHistory, wholeHistory } from "./history.js";
import { parse } from "../client/exact.js";
import { levels } from "../client/levels.js";
import { bytes, span } from "./list.js";
import { actionSchema } from "./schema.js";
import { makeTimeline } from "./timeline.js";
import { tree } from "./tree.js";
import { button, field, h, shellWord } from "../app/ui.js";

const shownLevels = 20;
// Effects end without a version, so they are asked for again and again.
const effectsInterval = 5000;

/** Shows a session whose id begins with some digits; returns a function that ends it. */
export function showSession(page, digits, { server, api, failed, say }) {
  const leaving = new AbortController();
  page.replaceChildren(h("p", { class: "empty" }, "Loading…"));
  open().catch((error) => {
    if (!leaving.signal.aborted) failed(error);
  });
  return () => leaving.abort();

  async function open() {
    const { sessions } = await api.read(`sessions?id=${encodeURIComponent(digits)}&limit=1`);
    if (leaving.signal.aborted) return;
    if (sessions.length) return showActive(sessions[0].id);
    if (server.stores) return showStored(await storedID());
    notFound();
  }

  async function storedID() {
    for (let after; ;) {
      const query = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
      const answer = await api.read(`stored?limit=200${query}`);
      const found = answer.sessions.find(({ id }) => id.startsWith(digits));
      if (found || answer.next === undefined) return found?.id;
      after = answer.next;
    }
  }

  function notFound() {
    page.replaceChildren(back(), heading("No such session"),
      h("p", { class: "empty" }, "It has ended, or the server has forgotten it."));
    page.querySelector("h1").focus();
  }

  async function showStored(id) {
    if (id === undefined) return notFound();
    const saved = await api.read(`stored/${id}`);
    if (leaving.signal.aborted) return;
    const activate = button("Activate it", async () => {
      try {
        await api.request(`stored/${id}/activate`, { method: "POST" });
        await showActive(id);
      } catch (error) {
        failed(error);
      }
    }, { class: "primary" });
    page.replaceChildren(back(), heading(`${saved.feature} ${digits}`),
      h("p", {}, "This session is stored and not in memory. Looking at it does not activate it; its "
        + "next client does."),
      ...(server.mode === "full" ? [activate] : []),
      h("section", { class: "card" }, h("h2", {}, `State of version ${saved.version}`),
        tree(saved.state, "", 3)));
    page.querySelector("h1").focus();
  }

  async function showActive(id) {
    const path = `sessions/${id}`;
    let snapshot = await api.read(path);
    const feature = await api.read(`features/${encodeURIComponent(snapshot.feature)}`);
    if (leaving.signal.aborted) return;
    const isFull = server.mode === "full";
    let looked; // A version that is looked at instead of the present one.
    let isPaused = false;

    const facts = h("p", { class: "hint", role: "status" });
    const banner = h("div", { class: "banner", hidden: true });
    const cards = h("ol", { class: "cards", reversed: true });
    const state = h("div", {});
    const stateTitle = h("h2", {}, "State");
    const sending = isFull ? makeSending(feature, path, api, say) : undefined;
    const timeline = makeTimeline();
    const cases = casesOf(feature);
    const running = makeEffects(cases);
    let entries = [];
    const past = makeHistory({
      api, path, look, failed, entriesChanged: (fresh) => {
        entries = fresh;
        drawEffects();
      },
    });

    let effects = { count: 0, effects: [] };
    let ahead = 0; // The server's clock before this one, in milliseconds.
    const drawEffects = () => {
      running.draw(effects, snapshot.state, entries);
      running.tick(Date.now() + ahead);
      timeline.draw(entries, effects.effects.map((one) => ({
        time: one.startedAt, asleepSince: one.sleepsSince, name: where(one, snapshot.state, cases),
      })), Date.now() + ahead);
    };
    const readEffects = async () => {
      try {
        effects = await api.read(`${path}/effects`, { signal: leaving.signal });
        ahead = Date.parse(effects.time) - Date.now();
        drawEffects();
      } catch {
        // The request for the next version says what is wrong.
      }
    };
    const every = (milliseconds, body) => {
      const timer = setInterval(() => {
        if (!isPaused && !document.hidden) body();
      }, milliseconds);
      leaving.signal.addEventListener("abort", () => clearInterval(timer));
    };

    const draw = () => {
      const shown = looked ?? snapshot;
      facts.textContent = `Version ${snapshot.version} · `
        + `${snapshot.effects} ${snapshot.effects === 1 ? "effect" : "effects"} in flight · `
        + `${bytes(JSON.stringify(snapshot.state).length)} · expires in `
        + `${span((Date.parse(snapshot.expiresAt) - Date.now()) / 1000)}`
        + (snapshot.link ? ` · ${snapshot.link}` : "");
      const all = levels(shown.state, feature);
      const card = (level, index) => h("li", {}, h("strong", {}, level.case),
        h("span", { class: "hint" }, ` ${level.style}`), tree(level.state, "", index < 3 ? 1 : 0));
      const top = all.slice(-shownLevels).reverse().map(card);
      const folded = all.slice(0, -shownLevels).reverse();
      cards.replaceChildren(...top);
      if (folded.length) {
        const rest = button(`${folded.length} screens below`, () => {
          rest.parentElement.replaceWith(...folded.map((level) => card(level, shownLevels)));
        });
        cards.append(h("li", {}, rest));
      }
      if (!all.length) cards.append(h("li", { class: "hint" }, "Only the root is shown."));
      state.replaceChildren(tree(shown.state, "", 2));
      stateTitle.textContent = looked ? `State of version ${looked.version}` : "State";
      sending?.update(levels(snapshot.state, feature));
    };

    async function look(version) {
      try {
        looked = { version, state: await past.snapshot(version) };
      } catch (error) {
        return failed(error);
      }
      const now = button("Back to the present", () => {
        looked = undefined;
        banner.hidden = true;
        draw();
      });
      const restore = button("Go back to it…", () => confirmRestore());
      const fork = button("New session from here", () => startFrom(looked.state));
      banner.replaceChildren(h("strong", {}, `You look at version ${version}.`),
        " Looking changes nothing.", now, ...(isFull ? [restore] : []),
        // A state without its texts is no beginning.
        ...(isFull && !server.redacts ? [fork] : []));
      banner.hidden = false;
      draw();
      banner.scrollIntoView({ block: "nearest" });
      now.focus();
    }

    async function confirmRestore() {
      const { sessions } = await api.read(`sessions?id=${id}&limit=1`);
      const readers = sessions[0]?.readers ?? 0;
      const version = snapshot.version;
      const dialog = h("dialog", { "aria-labelledby": "question" });
      const close = () => dialog.close();
      dialog.append(h("h2", { id: "question" }, `Go back to version ${looked.version}?`),
        h("p", {}, `It becomes version ${version + 1}. Effects of screens that it does not show end. `
          + (readers ? `${readers} ${readers === 1 ? "reader follows" : "readers follow"} this session.`
            : "Nobody follows this session now.")),
        h("div", { class: "buttons" }, button("Cancel", close), button("Go back", async () => {
          close();
          try {
            await api.request(`${path}/restore`, {
              content: JSON.stringify({ version: looked.version }),
              fields: { "If-Match": `"${version}"` },
            });
            looked = undefined;
            banner.hidden = true;
            say("The session is back at this version.");
            await update();
          } catch (error) {
            failed(error);
          }
        }, { class: "primary" })));
      dialog.addEventListener("close", () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
    }

    async function startFrom(state) {
      try {
        const created = await (await api.request("sessions", {
          content: JSON.stringify({ feature: snapshot.feature, state }),
        })).json();
        location.hash = `#/${created.id.slice(0, 8)}`;
      } catch (error) {
        failed(error);
      }
    }

    async function update(fresh) {
      snapshot = fresh ?? (await api.read(path));
      if (leaving.signal.aborted) return;
      draw();
      await readEffects();
      await past.follow(snapshot.version);
    }

    const pause = button("Pause", () => {
      isPaused = !isPaused;
      pause.textContent = isPaused ? "Go on" : "Pause";
      if (!isPaused) resume?.();
    });
    let resume;
    const copy = button("Copy the id", async () => {
      try {
        await navigator.clipboard.writeText(id);
        say("The id is copied. Whoever has it may have the session.");
      } catch {
        say(id);
      }
    });
    const download = (name, type, make) => async () => {
      try {
        const url = URL.createObjectURL(new Blob([await make()], { type }));
        h("a", { href: url, download: name }).click();
        URL.revokeObjectURL(url);
      } catch (error) {
        failed(error);
      }
    };
    const name = `${snapshot.feature}-${digits}`;
    const save = button("Export the history", download(`${name}.json`, "application/json",
      async () => JSON.stringify(await wholeHistory(api, path, snapshot.version), null, 1)));
    const test = button("Export a Swift test", download(`${name}.swift`, "text/plain",
      async () => (await api.request(`${path}/test`)).text()));
    const end = button("End the session…", () => {
      const dialog = h("dialog", { "aria-labelledby": "question" });
      dialog.append(h("h2", { id: "question" }, "End this session?"),
        h("p", {}, "Its clients can't go on. There is no way back."),
        h("div", { class: "buttons" }, button("Cancel", () => dialog.close()),
          button("End", async () => {
            dialog.close();
            try {
              await api.request(path, { method: "DELETE" });
              location.hash = "#/";
            } catch (error) {
              failed(error);
            }
          }, { class: "destructive" })));
      dialog.addEventListener("close", () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
    }, { class: "destructive" });

    page.replaceChildren(back(), heading(`${snapshot.feature} ${digits}`), facts,
      h("div", { class: "buttons" }, pause, copy, save, ...(server.redacts ? [] : [test]),
        ...(isFull ? [end] : [])), banner,
      h("div", { class: "columns" },
        h("div", {}, h("section", { class: "card" }, h("h2", {}, "Levels"), cards), running.element,
          h("section", { class: "card" }, stateTitle, state),
          ...(sending ? [sending.element] : [])),
        h("div", {}, timeline.element, past.element)));
    page.querySelector("h1").focus();
    draw();
    await readEffects();
    await past.follow(snapshot.version);
    every(effectsInterval, readEffects);
    every(1000, () => running.tick(Date.now() + ahead));

    // Follow: each request waits for the next version.
    while (!leaving.signal.aborted) {
      if (isPaused) await new Promise((go) => (resume = go));
      try {
        const response = await api.request(`${path}?wait=25`, {
          fields: { "If-None-Match": `"${snapshot.version}"` }, signal: leaving.signal,
        });
        if (response.status !== 304 && !isPaused) await update(parse(await response.text()));
      } catch (error) {
        if (leaving.signal.aborted || error.name === "AbortError") return;
        failed(error);
        if (error.status === 404 || error.status === 410 || error.status === 401) return;
        await new Promise((go) => setTimeout(go, 2000));
      }
    }
  }
}

const back = () => h("nav", {}, h("a", { href: "#/" }, "All sessions"));
const heading = (text) => h("h1", { tabIndex: -1 }, text);

/** Makes the part that sends actions: a form of the schema, and the JSON that it makes. */
function makeSending(feature, path, api, say) {
  const where = h("select");
  const place = h("div", { class: "nested" });
  const json = h("textarea", { rows: 4, spellcheck: false, "aria-label": "The action as JSON" });
  const curl = h("pre", { tabIndex: 0, "aria-label": "The action as a curl command" });
  const problem = h("p", { class: "problem", role: "alert" });
  let all = [];
  let shown;
  let made;

  const showCurl = () => {
    curl.textContent = `curl --json ${shellWord(json.value)} $session/actions`;
    problem.textContent = "";
  };
  const changed = () => {
    const level = all[where.value - 1];
    const value = made?.value();
    json.value = JSON.stringify(level ? level.action(value) : value) ?? "";
    showCurl();
  };
  const pick = () => {
    const level = all[where.value - 1];
    const schema = actionSchema(feature.action, level);
    made = schema && form(schema, feature.action, "Action", changed);
    place.replaceChildren(...(made ? [made.element] : []));
    changed();
  };
  where.addEventListener("change", pick);
  json.addEventListener("input", showCurl);

  const send = button("Send", async () => {
    problem.textContent = "";
    send.disabled = true;
    try {
      await api.request(`${path}/actions`, { content: json.value });
      say("Sent.");
    } catch (error) {
      const pointer = error.problem?.pointer;
      problem.textContent = (pointer ? `At ${pointer}: ` : "") + error.message;
    }
    send.disabled = false;
  }, { class: "primary" });

  const element = h("section", { class: "card", "aria-labelledby": "send" },
    h("h2", { id: "send" }, "Send an action"), field("To", where), place, json, problem, send,
    h("details", {}, h("summary", {}, "As a curl command"), curl));
  return {
    element,
    /** Takes the levels as they are now; the form stays while its level stays. */
    update(levels) {
      const key = all[where.value - 1]?.key;
      const isFirst = shown === undefined;
      const names = levels.map((level) => level.key).join("\n");
      all = levels;
      if (names === shown) return;
      shown = names;
      where.replaceChildren(h("option", { value: 0 }, "the root"), ...levels.map((level, index) =>
        h("option", { value: index + 1 }, `${level.case} (level ${index + 1})`)));
      const index = levels.findIndex((level) => level.key === key);
      where.value = isFirst ? levels.length : index + 1;
      if (isFirst || (key !== undefined && index < 0)) pick();
    },
  };
}
