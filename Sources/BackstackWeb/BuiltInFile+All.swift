// swift-format-ignore-file
// Written by `make web` from the files in Assets. Change those.

extension BuiltInFile {
  static var all: [BuiltInFile] {
    [.appAppCss, .appAppJs, .appCountersJs, .appIconSvg, .appIndexHtml, .appInventoryJs, .appPollsJs, .appQrJs, .appStageJs, .appStandupsJs, .appToolsJs, .appUiJs, .clientBackstackDTs, .clientBackstackJs, .clientLevelsDTs, .clientLevelsJs, .inspectorApiJs, .inspectorDiffJs, .inspectorFormJs, .inspectorHistoryJs, .inspectorIconSvg, .inspectorIndexHtml, .inspectorInspectorCss, .inspectorInspectorJs, .inspectorListJs, .inspectorSchemaJs, .inspectorSessionJs, .inspectorTimelineJs, .inspectorTreeJs]
  }
}

extension BuiltInFile {
  static let appAppCss = BuiltInFile(
    folder: "app", name: "app.css",
    text: #"""
:root {
  color-scheme: light dark;
  --accent: light-dark(#4c46d6, #a9a5ff);
  --on-accent: light-dark(#fff, #15132e);
  --ground: light-dark(#f4f4f8, #0d0d12);
  --card: light-dark(#fff, #1b1b22);
  --text: light-dark(#16161d, #f3f3f8);
  --soft: light-dark(#5a5a68, #a7a7b8);
  --line: light-dark(#dcdce4, #33333f);
  --danger: light-dark(#b3172b, #ff8c94);
  font: 100%/1.45 system-ui, sans-serif;
  background: var(--ground);
  color: var(--text);
  -webkit-text-size-adjust: 100%;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; min-height: 100dvh; overflow-wrap: anywhere; overflow-x: clip; }
#views { display: flex; justify-content: center; gap: 2rem; flex-wrap: wrap; }
.stage { position: relative; overflow: clip; flex: 1 1 20rem; max-width: 38rem; min-height: calc(100dvh - 4.5rem); min-width: 0; }
.screen { background: var(--ground); min-height: inherit; padding: 0 1.25rem 2rem; }
.lifted { position: absolute; inset: 0 0 auto; z-index: 0; }
.leaving { z-index: 2; }
h1 { font-size: 2.1rem; line-height: 1.15; letter-spacing: -.02em; margin: .25rem 0 1.25rem; }
.screen > h1:first-child { margin-top: 3.5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .5rem; }
h1:focus, h2:focus { outline: none; }
.body { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.body > * { margin: 0; }
.lead, .hint, .detail { color: var(--soft); }
.hint { font-size: .92rem; text-align: center; }
.bar { align-items: center; display: flex; min-height: 3.25rem; }
button, .row, .back, .plain {
  font: inherit; color: var(--accent); background: var(--card); border: 1px solid var(--line);
  border-radius: .8rem; min-height: 2.75rem; padding: .5rem 1rem; cursor: pointer;
  text-decoration: none; touch-action: manipulation; transition: opacity .15s, transform .15s;
}
button:active, .row:active { opacity: .6; transform: scale(.985); }
button:disabled { color: var(--soft); cursor: default; opacity: .75; transform: none; }
button[aria-busy=true] { cursor: progress; text-decoration: underline dotted; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.destructive, [data-role=destructive] { color: var(--danger); }
.back { background: none; border: 0; margin-left: -.6rem; padding: .4rem .6rem; display: inline-flex; align-items: center; }
.back::before { content: "‹" / ""; font-size: 1.9rem; line-height: 0; margin: -.25rem .35rem 0 0; }
.plain { background: none; border: 0; text-align: center; display: block; }
.quiet { background: none; border: 0; }
.card, .list, .votes, .attendees { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.card { display: grid; gap: .9rem; grid-template-columns: minmax(0, 1fr); padding: 1rem; }
ul { list-style: none; padding: 0; margin: 0; }
.list > li + li { border-top: 1px solid var(--line); }
.row { align-items: center; background: none; border: 0; color: inherit; display: flex; gap: .9rem; padding: .85rem 1rem; text-align: start; width: 100%; }
.row::after { content: "›" / ""; color: var(--soft); font-size: 1.5rem; line-height: 0; margin-inline-start: auto; }
.texts { display: grid; min-width: 0; }
.title { font-weight: 600; max-height: 9em; overflow: hidden; }
.also { display: flex; gap: .5rem; padding: 0 1rem .8rem 3rem; flex-wrap: wrap; }
.also button { min-height: 2.1rem; padding: .2rem .8rem; font-size: .9rem; }
.swatch { border: 1px solid var(--line); border-radius: 50%; flex: none; height: 1.25rem; width: 1.25rem; }
.swatch[data-color=black] { background: #111; } .swatch[data-color=blue] { background: #2864dc; }
.swatch[data-color=green] { background: #1f9d55; } .swatch[data-color=red] { background: #d62839; }
.swatch[data-color=white] { background: #fff; } .swatch[data-color=yellow] { background: #f2c230; }
.empty { color: var(--soft); padding: 2.5rem 1rem; text-align: center; }
.empty p { margin: .3rem; }
.big { color: var(--text); font-size: 1.2rem; font-weight: 600; }
.field { align-items: center; display: flex; flex-wrap: wrap; gap: .4rem 1rem; justify-content: space-between; }
.field > span { flex: none; }
input, select { accent-color: var(--accent); background: var(--ground); border: 1px solid light-dark(#85858f, #70707e); border-radius: .6rem; color: inherit; flex: 1 1 9rem; font: inherit; max-width: 22rem; min-height: 2.6rem; min-width: 0; padding: .3rem .7rem; }
.switch { flex: none; height: 1.6rem; min-height: 0; width: 1.6rem; }
[aria-invalid=true] { border-color: var(--danger); }
.problem { color: var(--danger); display: block; }
.stepper { align-items: center; display: flex; justify-content: center; gap: 1rem; padding: 2rem 0 1rem; }
.stepper button { border-radius: 50%; flex: none; font-size: 1.7rem; height: 3.6rem; line-height: 1; padding: 0; width: 3.6rem; }
.count { font-size: clamp(2.5rem, 14vw, 5rem); font-variant-numeric: tabular-nums; font-weight: 700; line-height: 1.1; margin: 0; min-width: 2.2ch; text-align: center; }
.pair { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); }
.question { font-size: 1.35rem; font-weight: 600; }
.votes, .attendees { overflow: hidden; }
.vote { background: none; border: 0; border-radius: 0; color: inherit; display: flex; justify-content: space-between; overflow: hidden; padding: 1rem; position: relative; text-align: start; width: 100%; }
.vote .bar { background: var(--accent); inset: auto auto 0 0; height: 4px; min-height: 0; position: absolute; transition: width .35s; }
.vote[aria-pressed=true] .title::before { color: var(--accent); content: "✓ " / ""; }
.number { font-variant-numeric: tabular-nums; }
.track { background: var(--line); border-radius: 4px; height: 8px; overflow: hidden; }
.track .bar { background: var(--accent); display: block; height: 100%; min-height: 0; transition: width .3s linear; }
.attendees li { align-items: end; display: flex; gap: .6rem; justify-content: space-between; padding: .6rem 1rem; }
.attendees li > div { flex: 1; }
dialog, [popover], .panel, .picture { background: var(--ground); border: 0; border-radius: 1.2rem; box-shadow: 0 1rem 4rem #0006; color: inherit; max-height: 90dvh; overflow: auto; padding: 0; width: min(34rem, 94vw); }
dialog::backdrop { background: #0008; }
[role=alertdialog], .panel[data-style=alert] { max-width: 20rem; padding: 1.4rem; text-align: center; }
[role=alertdialog] > *, .panel[data-style=alert] > * { margin: 0 0 .7rem; width: 100%; }
.panel { left: 3%; position: absolute; top: 15%; width: 94%; z-index: 3; }
.picture { overflow: hidden; pointer-events: none; position: fixed; z-index: 4; }
.picture[data-style=alert], .picture[data-style=confirmationDialog] { padding: 1.4rem; text-align: center; }
.picture[data-style=alert] > *, .picture[data-style=confirmationDialog] > * { margin: 0 0 .7rem; width: 100%; }
.sheet .bar { background: var(--ground); gap: .5rem; justify-content: space-between; padding: .6rem 1rem; position: sticky; top: 0; z-index: 1; }
.sheet .bar h2 { font-size: 1.05rem; margin: 0; text-align: center; }
.sheet .bar button { background: none; border: 0; padding: .3rem .5rem; }
.sheet .bar .done { font-weight: 700; }
.sheet .body { padding: .5rem 1.25rem 1.5rem; }
@media (max-width: 40rem) {
  dialog:not([role=alertdialog]) { border-radius: 1.2rem 1.2rem 0 0; margin: auto 0 0; max-width: none; width: 100%; }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: rise .35s cubic-bezier(.32,.72,0,1); }
  [role=alertdialog][open] { animation: grow .2s ease-out; }
  @keyframes rise { from { transform: translateY(100%); } }
  @keyframes grow { from { opacity: 0; transform: scale(1.08); } }
}
@media (forced-colors: active) {
  dialog, [popover], .panel, #notice:not(:empty) { border: 2px solid; }
  .swatch, .track, .vote .bar, .qr { forced-color-adjust: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
#notice { background: var(--text); border-radius: 1rem; bottom: max(1rem, env(safe-area-inset-bottom)); color: var(--ground); display: flex; align-items: center; gap: .3rem .8rem; left: 50%; max-width: min(36rem, 94vw); padding: .4rem .5rem .4rem 1rem; position: fixed; transform: translateX(-50%); width: max-content; z-index: 9; }
#notice:empty { padding: 0; }
#notice button { background: none; flex: none; border-color: currentColor; color: inherit; min-height: 2.2rem; padding: .2rem .8rem; }
#tools { margin: 0 auto; max-width: 38rem; padding: 0 1.25rem 1rem; text-align: center; }
#tools .card { text-align: start; }
pre { font-size: .82rem; margin: 0; overflow: auto; white-space: pre-wrap; }
.qr { background: #fff; border-radius: .6rem; display: block; margin: auto; width: 14rem; }
.frame { border: 1px solid var(--line); border-radius: 2rem; flex: 1 1 20rem; height: min(44rem, 88dvh); margin: 1rem; max-width: 24rem; min-width: 0; overflow: auto; }
.second { max-width: none; min-height: 100%; }
#tools h2, #tools h3 { margin: 0; }

"""#,
    gzip: "H4sIAAAAAAACA5xWd57rJhD+f0/B6xU9S+7S7+1B0pEYWWRloQBySb9WcpycJINArNmWssVl+Jj6zWfnSkpDfroipJKtVFRXDewhJ63YNYZwpm4KPKOUVRV0xtuptb99sagWK776SF6wLVvW9TuHlN2D4LquEZku03kGHrlTcuj4HdgCfzeInPEZTzOPrJjiD7or0zKbQAZOd2KmK/zliKvn+LvxOC3rO7glW7KVDcrWbF1OuFZ0EON4xStYIG5uf6aCOet2oGJkOU/XWWkj15tquxiRtbQ9SWezV5/SZLEk+qwN7OkgPhLNOk01KFFbYMmqm6k3B6beTp1CL35Mzu5KdlkcobwRZjRQLX4Eyvj3g/bxiqtfrt6Tn0gpT/ZQdLscXysOiqKpIL9cfdkIzqH7GkFc6L5l55x0sgPyTOx7qQzrjIWVkp8RsmdqJ7qczAqyFx1tACt3ofihKYg8gKpbeaRHxfqcsO58bEDBxcEpJ1UreuvyxUHAUV/GrVvAnGz2oj7TCrs2kslSClRBdtZnpmBfjEgfBB9Hd4k2bAforpdaGCExSwUtM+JwEd9Fd/cxbfzNZqPDPUN/gpsmJ/MNWuL6KtZWb12RhJJFskTEOwfxl2YuhUoBdOSnJwYZ+RUdtkdgg3vG+TicGUmTzLr3haLTVtQGeFQYK7VsBwMFetBg8Br+ssHIgvxIRcfhNGXUAjugY7wdDjJ70KRoQl46zqAxScd4lvq3Y03SJZrAGFBU96waU6TJLENo4ILPN2R+2Ylr0qR5LZQ2tGpEywOFqJE9tjqZLjRZnA/6UpdBMhciWU34+R18hMYt8/jgH9OQ1aA/kiZzr/C+HIyt1xF+TNvTPDBypwR3xPMRrIHi8uKxAVrhFPadzu1QkUFvZx9JWqt3wRXW/z7eGjcSVKakEZ3BJw6GiRZB0XpbpXJuLCwuNdm61owbz1B7umlFXFymED/aqcBMdTiNFy1m4vx2duVgjOwwNSWP+GipjE94USCzg5oF6kZ5O/3HzO8ugFNyPHDqg+3sTwRJLLg/toOwguYBVDEuBo3V3t/GLFm7XKetcWP2E6oGpW1CvRS2anTpOsWhkoq5/XHzNnKoGkzZ2fasE/3Qjgg8U6ybtk1a5pszwW3QH91JLdV+fF9cTQ3LraMDuL75N+Sn6TLmuCpu7+ZEV6yFt8l2s8SmBB84IVa2wB/mQ6iNQ82G1hS33rElkXtX4eT3S6YEo+Wgz5+NGsCKfWiTkjsFWhf3u4TDA2XnQrg0Brj153aHHoQWmOflDs3jgQYqTAgq63rUqqw/jUTtlcDFON9Vy/iyZ8PDJIussgsHbluOni6rmds7DhqL90P6kjPDqJItfL6wfx333X/CTwuNWcbJui4HSmMYL24t1MYK5SqmqVMlbw3LKLqxPW4nH9xbHzzPS8Dp2q6Hz8bnf/3+x3PyiTx/XsTyub0v5yE/TM2LdjL32u1a5Jb8yRof1p1QTNnK6mb09cMgwDzta8RVTFk5bIU2+HSQBjQ+M4P1cQCU6f+rJbGSOAEPER8R+WT7H1Q+DDa4HqyQ20qoNucWXMEBF03AFW+x5BqvkA/24acpZyP7R8vCa6gwj2n8k+323A7aHX8ghBbEpN0EcY1nrw1T6MN9AXLfNn1uec5qTOYOT//0PH1Q2SLuLp/gLvXrMkbP/+7MOrfeNILoq7hbOkfoIFBNb++QXhCMLI5pAb4WP0b+5mEzy9VqNzusDk5iW22ZWWan3HsB6FFu1c46eaoCovV5r/qWaBGAgNrdgUobNAIjD9cnRVfDjYycM5XCIWiYYM9iH26FRfTpZx+cQbdyziKCQdiyIcEVdz0kfXpmOx9XG5vwNTank8ZAQOACHLP5bHyhkw5n+vmx4Oz71SnZl6vVitc/G11/R2J5tN+us9Tj4Z2CldLD6ZBtNh4nLWXigmwb7eODx8fDOe/ltph3ehw8UcFZIi+I0ihG0nEn6Z/GZ7o53MigGC+4g6HGwpTLWB/HMWeYP8YSJa72TMhTTkU2DTzKTEYJrM0tCB6nGAQFR+ofiCrL4RfqF859OwH517xq7ngkdFRQqgYJprsHCvgJ10gl2Hx9v+H/laKwC/l/WRoY17J1GgaJ2nNQscUno0giWBh1upMp83go850ptBxFPV6hW2E/tOpVMyZgwLy6TzgEgIFm3nhBD8NDxnmlBxeNDv6up6ahqSTkNtt3+h9YIL61XJnuebutOZWA+BoGtB1hwJZzE1QsBZao71x+lhZJ2cxQzYwU1vfMoiAYYNW9Ogh+re5KavP0k2d9cmTe0aovOqcyd2EoObkNIuwUipZReva2jibJWx/qAZ/ywZ6WGkr6mRq1wSnvFxoHqTEEKDS/ID7qFHNwmXy88bacUbwn5q5eeBtNOpU7BfDcblESAQjIJ7WmKRgJNwOmfoP8QNwBxsE/jNNNwq6bR7fqxyQim8piIwr1d9d9oC80igOS7gtASYZveEi+he7++fsZ4N1glzP5qDrAhIQHKGslt/LDFdz6NQ57/iBOypidEGe3iVmy5ms3xKPh7IYaTVBoJpWL3G2C/IMHdW8nzUwzIrZm0Lo+v2AP99dpsVILsjwp6ndMe5u6UaH6VSk6SUWFes3T/q6lm6qlv8o0ooDEfE6y+uGKfAcw8DIMw61biQ7a/q96jIwf7bx8FrN4PfSdAzfWubk3TlbefdbWjXMjyv9+GIAD208Kantccg0CwNxA2fC7moz2BA/tMQR50Q/SpB8lA/p9uSIh/4/R5LYNGOClkBfi1+P1Du64ea2v50i9tnThGKb0ocvK0cpZQPd8Tx36rO3qlD9SZllc2xbl/S2ejf3GGc66cJkok99dwvRhWoj9zhDMyQ6nR747E/Wyk7hlYnjg/61lE2W+OH3/dDnO0Ar3yt2R1M7DjSWH+0Qbx4rBUP4RKzGqcuRaWmZ8FRuSSMasg9AuFNxlhNer3a9K4iJ6NrOqcR0qMDVI0ZfSr+p+JquOl4z3Kv0S2nqMma/GFW7fTQazqaalE7Vd0FJ2l1IWlLWWlwP8RFVK9k5/rhuw16Ri7ROL27yjYSKzJHvMU86Pv3JqZ8s4Wix30SJcrFSXYxPyDsfMvVPa0DLqnlHSUcDaKy7+6j09ndqkpA4O+XTaWsF6oxnjrYJ+P87UvSq3zrWwjmttbTsckbY5C/cwYUWMF3CgQDf4PKCSmwh5RtTLigOb0nDOnwwUeG4pHJHmdbjTC0FfPMP459cr2uL3fwKVmF3ox6U460nHi89qC6p72HhAPjhlg9i9O18NQfcplceaC5LDqaD2ahh5VN3PuuREQdJSEgzoMMCquauGw42Nbbz6su5asdGWMGFAn1AOZvpuzfQV0jaq2IgAcmqM5tsPs4BdzXWlKZe6a1p97/CpCSaywG4gofXrrV5msUGH/KZ3bcsev1WfXLzi0vfIr8upbfR1XXT2ZAGikU+Z5YNfvwBkWdYStqQavIbT1nlguI/cceBCrUHyGh7x8no2EGh1EgXjCmE+kcQF0nZzNX10rWfG0FQ+WqvEzYgn+DgcJOkaEHG/Z1w5N9tAZG1gt5YyjBMbDC3idOSAu7MBl9p0wTqkc7R4pt/G7lPgfwH//kL8fiMAAA==",
    tag: "dec0aa0430e2aae2")

  static let appAppJs = BuiltInFile(
    folder: "app", name: "app.js",
    text: ##"""
// The demo app: which feature is shown, for which session, and what the user is told.
import { button, field, h } from "./ui.js";

// Some browsers forbid storage: then a reload forgets.
const tab = {
  read(name) {
    try {
      return sessionStorage.getItem(name);
    } catch {}
  },
  write(name, value) {
    try {
      sessionStorage.setItem(name, value);
    } catch {}
  },
};

const about = {
  counters: ["Counters", "A stack of screens, each with a timer"],
  inventory: ["Inventory", "Sheets, a popover and an alert over a list"],
  standups: ["Stand-ups", "Forms, recordings and deep links"],
  polls: ["Polls", "Several people in one place"],
};

const stage = document.querySelector("#stage");
const notice = document.querySelector("#notice");
let shown; // the feature, its session and what ends its view
let turn = 0; // counts routes: an older one that is still loading gives up
// The entries of the browser's history that belong together: a link begins others. The tab has
// stored the session of these; the entries of others have theirs.
let visited = history.state?.visit;

// MARK: What the user is told

function tell(text, act, run) {
  (document.querySelector("dialog:modal") ?? document.body).append(notice);
  notice.replaceChildren(...(text ? [h("span", {}, text)] : []));
  if (act) notice.append(button(act, () => (tell(""), run())));
  else if (text) notice.append(button("×", () => tell(""), { "aria-label": "Close the message" }));
}

/** Returns what a failure means for the user, and the way on. */
export function explain(error) {
  const { status, problem = {} } = error;
  const again = ["Load again", () => location.reload()];
  if (error.reload) return [error.message, ...again];
  if (status === 507 || /storage/.test(problem.type)) {
    return ["The server can't save at the moment, its disk may be full. Nothing was changed. "
      + "What you typed is still here: try again in a while."];
  }
  if (status === 503) return ["The server is busy or restarting. Try again in a moment."];
  if (status === 401) return ["The server asks for another key.", "Enter a key", () => askKey()];
  if (/quota/.test(problem.type)) return [`You have reached a limit. ${problem.detail}`];
  if (status === 403) return ["This session belongs to somebody else.", "Begin a new one", renew];
  if (status === 404 || status === 410) {
    return ["This session is gone: it has ended or was deleted.", "Begin a new one", renew];
  }
  if (status === 422 || status === 400) {
    const detail = problem.detail ?? "The server did not accept that.";
    const isOurs = /There is no case|no feature/i.test(detail);
    return isOurs ? ["The page and the server are of different versions.", ...again] : [detail];
  }
  if (status) return [error.message];
  if (/session has ended/.test(error.message)) {
    return ["This session has ended.", "Begin a new one", renew];
  }
  return [navigator.onLine ? "The server can't be reached. What you typed is still here."
    : "You are offline. What you typed is still here.", "Try again", () => route()];
}

const failed = (error) => {
  console.info("Backstack:", error.message);
  tell(...explain(error));
};

function page(title, ...body) {
  const heading = h("h1", { tabIndex: -1 }, title);
  stage.replaceChildren(h("section", { class: "screen" }, heading, h("div", { class: "body" }, ...body)));
  document.title = title === "Backstack" ? title : `${title} · Backstack`;
  heading.focus({ preventScroll: true });
}

function askKey(isWrong) {
  leave();
  const key = h("input", {
    type: "password", autocomplete: "off", required: true, maxLength: 4096,
  });
  const form = h("form", { class: "card" }, field("Key", key), h("button", { class: "primary" }, "Go on"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // A field of a request can't contain others.
    if (!/^[!-~]+$/.test(key.value)) return askKey(true);
    tab.write("backstack:key", key.value);
    route();
  });
  page("A key, please",
    h("p", { class: "lead" }, isWrong ? "The server does not know this key. Check it for blanks, or "
      + "ask whoever runs the server for another."
      : "This server is for people with a key. It is kept until you close the tab."), form);
  key.focus();
}

// MARK: The way

const request = (path) => {
  const key = tab.read("backstack:key");
  return fetch(path, { headers: key ? { Authorization: `Bearer ${key}` } : {}, cache: "no-store" });
};

async function read(path) {
  const response = await request(path);
  if (response.ok) return response.json();
  const problem = await response.json().catch(() => ({}));
  const detail = problem.detail ?? `The server answers ${response.status}.`;
  throw Object.assign(new Error(detail), { status: response.status, problem });
}

function leave() {
  if (!shown) return;
  shown.end();
  shown.session.close();
  shown = undefined;
  document.querySelector("#tools").hidden = true;
}

function renew() {
  const [, name] = /^#\/([\w-]+)/.exec(location.hash) ?? [];
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith("backstack:") && key.endsWith(`:${name}`)) sessionStorage.removeItem(key);
  }
  history.replaceState(null, "");
  route();
}

export async function route() {
  const mine = ++turn;
  const handed = /^#session=([\w-]+)$/.exec(location.hash)?.[1];
  if (handed) history.replaceState(null, "", location.pathname);
  const [, name, rest] = /^#\/([\w-]+)(\/.*)?$/.exec(location.hash) ?? [];
  leave();
  tell("");
  const slow = setTimeout(() => tell("Connecting…"), 1000);
  try {
    const feature = handed ? (await read(`/sessions/${handed}`)).feature : name;
    if (mine !== turn) return;
    if (feature) await open(feature, rest && `/${feature}${rest}`, handed, mine);
    else await list(mine);
    if (notice.textContent.startsWith("Connecting")) tell("");
  } catch (error) {
    if (mine !== turn) return;
    if (error.status === 401) return askKey(Boolean(tab.read("backstack:key")));
    const [text, act, run] = explain(error);
    const isLink = rest && [404, 422].includes(error.status);
    page(isLink ? "This link leads nowhere" : "That did not work",
      h("p", { class: "lead" }, isLink ? error.message : text),
      button(isLink ? "Begin at the start" : act ?? "Try again", () => {
        if (isLink) location.hash = `#/${name}`;
        else (run ?? route)();
      }, { class: "primary" }),
      h("a", { class: "plain", href: "#/" }, "All features"));
    tell("");
  } finally {
    clearTimeout(slow);
  }
}

async function list(mine) {
  const { features } = await read("/features");
  if (mine !== turn) return;
  const [known, others] = [true, false].map((is) =>
    features.filter(({ name }) => Object.hasOwn(about, name) === is));
  const entry = ({ name }) => h("li", {}, h("a", { class: "row", href: `#/${name}` },
    h("span", { class: "texts" }, h("span", { class: "title" }, about[name][0]),
      h("span", { class: "detail" }, about[name][1]))));
  page("Backstack",
    h("p", { class: "lead" }, "Navigation that lives on the server. Reload, go back, or hand over "
      + "to your phone: you stay where you are."),
    ...(known.length ? [h("ul", { class: "list" }, ...known.map(entry))] : []),
    ...(others.length ? [h("h2", {}, "Without screens here"), h("p", { class: "hint" },
      `${others.map(({ name }) => name).join(", ")}: write a page of your own, which the server `
        + "serves here when it starts with --web FOLDER, or use curl.")] : []));
}

async function open(name, link, handed, mine) {
  if (!Object.hasOwn(about, name)) {
    return page("No screens for this",
      h("p", { class: "lead" }, `This page has no screens for “${name}”. It may be older than the `
        + "server, or the link is wrong."), h("a", { class: "plain", href: "#/" }, "All features"));
  }
  const sent = new EventTarget();
  const platform = {
    fetch(url, init) {
      if (init.method === "POST") sent.last = { url, ...init };
      sent.dispatchEvent(new Event("sent"));
      return fetch(url, init);
    },
  };
  const { visit = Date.now(), session: earlier } = history.state ?? {};
  const known = handed ?? (visit === visited ? undefined : earlier);
  if (known) platform.handedOver = () => known;
  const key = tab.read("backstack:key") ?? undefined;
  // All at once: the session is opened while the modules that draw it are loaded.
  const opening = import("../client/backstack.js").then(({ Session }) =>
    Session.open({ feature: name, link, key, platform }));
  const giveUp = () => opening.then((session) => session.close(), () => {});
  opening.catch(() => {}); // told below
  const [{ show }, module, { features }] = await Promise.all([
    import("./stage.js"), import(`./${name}.js`), read("/features"), import("../client/levels.js"),
  ]).catch((error) => (giveUp(), Promise.reject(error)));
  if (mine !== turn) return giveUp();
  const feature = features.find((one) => one.name === name);
  if (!feature) {
    giveUp();
    return page("No such feature", h("p", { class: "lead" }, `This server does not host “${name}”.`),
      h("a", { class: "plain", href: "#/" }, "All features"));
  }
  if (!feature.navigation) {
    giveUp();
    return page("An older server", h("p", { class: "lead" }, "This server does not say which of "
      + "its states are screens: it is older than this page. Update the server."));
  }
  const session = await opening;
  if (mine !== turn) return session.close();
  stage.replaceChildren();
  visited = visit;
  const remember = () => history.replaceState({ ...history.state, visit, session: session.id }, "");
  remember();
  const { end, depth } = show(stage, session, feature, module, { failed });
  const follow = () => {
    document.title = `${[...stage.querySelectorAll("h1")].at(-1)?.textContent} · Backstack`;
    const hash = `#${session.snapshot.link ?? link ?? `/${name}`}`;
    if (location.hash !== hash) history.replaceState(history.state, "", hash);
  };
  follow();
  shown = { name, visit, session, feature, module, sent, key, end, depth, follow };
  let { id } = session;
  session.addEventListener("change", () => {
    follow();
    if (session.id === id) return;
    id = session.id;
    remember();
    tell("That session had ended. This is a new one.");
  });
  session.addEventListener("status", ({ detail: { isConnected, isBuffered, since, error } }) => {
    if (isBuffered) {
      return tell("A proxy on the way keeps the server's events back. What others change is shown "
        + "a little later; nothing is lost.");
    }
    if (isConnected) return tell("");
    if (error?.status) return failed(error);
    const seconds = Math.round((Date.now() - since) / 1000);
    const text = navigator.onLine ? "Reconnecting…" : "You are offline.";
    tell(`${text}${seconds > 20 ? ` No connection for ${seconds} s.` : ""} What you type is kept.`);
  });
  if (session.replaced) tell("The session of this tab had ended. This is a new one.");
  addTools(document.querySelector("#tools"));
}

function addTools(element) {
  element.hidden = false;
  element.replaceChildren(button("Tools", async () => {
    const { openTools } = await import("./tools.js");
    openTools(element, shown, failed);
  }, { class: "quiet" }));
}

// Comes for links, too. It is told before the stage, which must not take the steps of others.
addEventListener("popstate", () => {
  if (!shown || history.state?.visit !== shown.visit) return route();
  // A step of the stage's own, to an entry with the URL of another time.
  if (history.state.backstack === shown.depth()) shown.follow();
});
route();

"""##,
    gzip: "H4sIAAAAAAACA4xXV5rjuBF+1ynKdKLGHGpzUH9yO+e8OS9ElES4QYADgNLo69E5fBS/2xdzFUqkWjva9k4kQv2V/0IvFvB+i6Cx86D6fgn71jQtbFClISCYCLH1e1fBxofTWcQYjact5TRtqQSJEIaIga8nb3U9M13vQ4J7WA8peRY3aHUFLRxhE3wHRb0YTP3PWNzMZmTDe75DWAe/J5TIutZGQ0w+qC0uGd+BgoDWK82nW0yxnjXeRVKu1rCC+xnQudKlUx3O8xIghcPpiw/JITca/55A1wT0+4SdSN3kq0doVCI374+0PFb0zz6YhPlKBTtlh6v43wCOAnwhdR3/SBEQT9TaD+nkS+MHlzDEJXxW/PL0XVRQ/BxiUs0d+A3EJiC6WAEqgtub1IKCZDoMxRdstnE7dGTOgTF+Py4Y5L0WMZGggt73fochp1I5UBZDAtkBa2ISpJjofOizMe/x91NaMNBvfOgIJ2DjgzZuGzOQRuxJ2t1FEe+9tVn2b/yRDUBSoSz06HuLZCl4h9Bb1SCLTCFhzVukkGjfDB26VD8bMBzeQ4sNOVMW388XCgqt3Hc+meZRAbnBEhaTFPcNLBZcY2PVV2BSHBN6rnJ0OuaTncF9ls4VtYJXGEAyFiFQDjEuOZreagzZs8Ty3EvJWAvWKw4WbM0OIwz97NSE6FIwGDm3qZ3a4ccRWhM5dQKzRutJOPkt0q1AmnKsaX9rHAnzZqwZMLdGqyLjMwBqxp0cEzURbyBdKhcIktwhHxmCy+7uTDSJQFajQXVMKuFtnQ+kkf/883/8cQkfXWOF2WwzuCax6oTWlgmfpwpUQ/+EwUlPld+WN22U9dtl57WyxRxub88ZXnt9mNdEXuh0KenNrSafdcBcV79sjdUBXVnXdVYNt/BZWxaxV66oqBsr4N35F0CV+sU8I5gNlGTf/AQ16hBOK7Pl5RxWP4UyO1QU8+xKOZ+LPNqIGSQjX0cp/vuvYoQ5o9xDoYJRT62idBdLKH5pfcQc0g5j5JqHIys5UtSfPIF/ZHaLUqgKNsrYIfBd5TKdTskQ1ubVXh3AuxqeLGb4PLP1lB5aW2VciSH4IImR9roHzvgQK+iDX1vsmK2OcKT/8t2b6abaEgBtf1b8ySsty8lP6xvFimph9HL+xRjtjHLano+c/ZnsnhyvgDKY8SYpMQpWqxW8+crb8OIFLE6zY1EnjKk8WVunQ4/zkb1H9IJbJWJg1muU+3GCyJWvkoTbc5EJJWgT76CjuK2RgmVtDX/xqeVW3qsITavcFnUNxWkk/ASK3AgHPwBr1mcKaDHgMs8PCRT9UTxeLdZFdut4zbXX51eNJtT1ECmbgY5JICQyiRjgEl0cYfiXod945dXr0CreSf0ol1kB7vBQM4P/2iU+5vWYVr78Rzw8yObi2eCTup6DUdvXn/hBqCbwHEOd+awzqYYf3I8yGpMy9vj1ddsvw2LO1C1UyewDkbxnosg9mT34BW5zXBzumaNpKyB9X1fxBhfVw51XXxnL6Lpq+twS6hJMYgrm4YEafMiVotFiQv1/zTheMeW1175pyiuTKdJ6EixYwWX0mDMfplYbzYwEqmmwT3m21MXNAxwT/zoE0gELkpK3oPPQqIgvnB9n5cJIdkUHs94UkhHg9lRSvdriyD5TfQXkiaPNZoPkdwLa5PjFujj3eaZkUXAlLN9CE+ciHFMypeFUkBfX54+nc5T9bjkbMZzama1KpMW7PxmHFIqXyWY9VX4Nj9FFLbSyhII7RgK3sYT6uFg2mKjgkoLlmZJb9Ti+tXho5OkukeFrE/V7i7VxG18Wv6DXZ36CLgnrMoTkvowwStzlCOFBdXOe/7kUymSSFTbnxnw4ZlqUB9IKaEC3r/J45rfM753G50t4+irwsCZpUclPwJfHPElGzNqyeGNVjBQ7eTQXhDBqqViJNruLa2wRX5qsk4E+vTmydliJFbkNz4Ep4Pa0v4Svf3CfP4/wn3/DdONrwhrV1xvCjOU99AH5if5eE7y1PBsGhCMH7hy3kWFN/CgQsUnILKodZXIavUzJEjnj+iEVlRR2rg3yrCcH9z5o2ldD8o3veouJT6icciU/G0xALRZU0Knnf0K3Te2SmObdtyou8bMyng2daOOvixg2KmiOofzsVxZkOZ2TdfMccnn/XEj0wXQqSOCL33qgY4k7Y9dK619zhP5kYkKHgRI8rDvDHpY5dFPFAuR1fQrpr3CjBpskRsBv9Z+LTUw9KnuMMUk7sltJGTe+o0lCaOR7/2vVypLbRpLoVdBsRQ8whopyf0peet/3vZtmB2GRGsKCAAZBhRcGJnyQmd85mE8y+R4yi1UQTWuWL4lAVVZW7vkS4z8nbx3/fXrnSMMHMiH7OktmXj0QnJ4lVuvYPsp9veP0OVP321LzyDMvYDrJ6H0slHpL1NxKpMFSSG8VCU5e9qJWy0gGob5ZtIz1l3XzNNkgsOH05MPlQlrJklpMHleFdGw5clRQwMiVpC5p0K+htG3D4B3UBc62nCYWOLU0wSrt86xH5dmfsyG6ROqRvqmsGL/Orcql4FAIQ/OQBjapq8Angl7jp76W1Shm2kQYWxWbpdlE6BskDrBgqBQcZLq8WEiTThIQNJwV3TgJPJQH719vls26fME6Vvz8g4VE5LWULLKgmyVdcsqW4hyBXWRSN8fswERJGguL9nl9viu5wY4y7LlFNbeSfxBoiqdF6S/XL7QEZ6tcc+kt0T970jZ1EBysJjCKw4WO2ESqXc2WLcYt6opZWDLW7VMRlYjC0+4TdecY9zZL6WuTbx8/kejsxHzLv9UpEunHyBRWR+S+1TjdsTjsPQbR0SIhBUiXZXdvMsHZfODQfWW7n5rjHY0veCE3vZaMcyEpdo6Hr4UUNk0jsEbmluV8vsA2BICYNdYHaajbSZ4AG5qivvrz7UfjdPLo6fH0TjaW1Lk4T32LJJXHkv3uZKqRMEl3ttxcmCTlV5vGIJTVNBQG/Ie9QfureGFo+dJOv/MOqEEw/dvZ6dEW3HUzoRESZaK9EoCI4BZiudU8CglYHhaYCJiZNEkSyulYFuAgGOs4YyewFYGUrsoa1n/njmlQC4SC5TRFp+zdNwEe7ZXgQze560vCfnt2mOd816bC3QwhjNWXs+O6ocT00dj9NXt4dFiZQeq21j84oa2ap0JXgMSfBNMTyaQhSPBhU9eLczR6r17+C4Hy7snJCXcbKGl0DMq9b1J7mKTq+4g5M6uP2/HRtl8BrTvbdsp7nnk7okbekoJH3ga+Za91W6bhpRGoQ5+prGBrMzlKH3YME5tulit7OXXOmyiAQkpEI1N7pYcpoAJ0ReSxgW8GJh7ISMqISMKGwXqE45bX055hf+ds6f+DphHF1unrsozWkt6SYhwMthQXz3FP9hWwvvtelBPpTXN0hVOpz8+r6/mijZjU3awldPNDTdFEDVE5oDZ4il5h1KfvYuObQ6kUL1l0HC47jHLcEAg1Al+2XxEvW2x9lAIt1JxwAEnARW42Laom1YXSyZLIu0Q0s7fHFr36y3tLSkW+IM04k6WZve72F6FZcPEiLlSrnq3lenEhP98e9yXr+1Vl7taOTMux3Uk2KarKe6hIcG3uDYfXcNoN64PA/CM4zk4jBBd49Whsb3DwYdM2O0RxWOda+MIMJ30HcFGI7KbuqlilInMogrzbAe6irDZSjadbRoqkwwrNSlDJt0/rlJONnO8zuk3ZhpUFsGfUZREJSL0qFZq9oQGpIUz+ocKTrteZAbvhFthiC0Xtf4s2jW/J7ITJeXIyNSPYu6mvVoa7JNMYAgy/C3rmN9bvo28IGVDlRPsrzgj4yyosl/xAfDQXhClBaEHNzujJyU1YvW8alNVSfy+BReF/uNnzhN7OnwUQAr0jkHEagavY8SlCfl1FvMISrTXmaloGVZgpeh7Q660pJrh8V7U6QpwWsdkoi4CFcHNTQAKy4lDVBdpqJYyzY7OhkbknjcRPQB9Zd9oP8JKC2kDJRJnQ2DnRDHuaGU4w8fFZzxVEVqNV6hNM38ocHz9dPE4++farjz7+AUoAwp6cX68rNwrmCDedmVmR5QODcJz6gvr19U4Uo1VqZt80KkiD/Mv2FrF7hmRACkS56pjIq5f/UN969fKf6NoM/+ZwCzZK09wjtzUkwndMNKXIDK0prO1/CajdrkACXnifIBxxgZ8KzIWjZqcqNgpQUFza1ImCJGXV5cak2IsbTyR1iUXOe0Tnu29//GmU8RwnfHI0m2AzLBurk84yCNfMy3aFsoLcpJ6vdIS3yn6gtCEzfE0bJ12L8Ry74eyPpDp14nBplltNfppI/qhKUUQ3nMohz20DOnTVoAiUKpCEeVX+h6e7jifxtH0CIYnMS9X1pL6F29zXDM0lZ7dtt8FF2GIRmqkqVARNfd4P/gNEHX4Dzjgn0eHM/LpatH2onK+Lp/BQQKOIjwKoGiPc2SOK/ZcJ6ci58XlVimLGnin3BF2c0K0RUn7UczvLePbE0X0t9wqXgScbWKN2F/bPHPf+vDJRGUt6nt6SbwYNqa9+OhKzfdap2ysID2NWTj2e7tL6lt2s2JVKK4/KhqmvG75bN1eldNlSnqQT3teLakyIleLJ7enMWdKV57Msv1l35HtkXQmQVLWkBDufGuAQQM5pLyfc21haLxAHDUs+XNComC0MxB1QULMIBpBKUuSR8tfhKvQFbfQ0BOsOixSe+P7oe737dGaUvzHmDtG5ZdNuBgF39v+oQbvBZVzti4xb3Ot9/ZBB2T14r9Hee7XFc020zUVYnWCkyljVwmct7XBkVrZRgrEM5ZKfV3PZEFZDw7xg7mOGbQ5z2GpinzswV+Ari5caOc8CxO5qcfU4CIh7IYYtEkgUrfOeUBDYjSFpxDqDUDz50Lq3GEzlyVyQ1CXTANw9JfOeXG4mEQQBm/fEaH5F1CHqt4ZDD1RfE7kAj4jBMDE+DmyyqSs26fHd7GHYnO8ZgtjBvnU72trF27pYyVU2DoEVmcL+zny1bw0e1Bp3gdAv/nkNxhPLnmAPV59p7lVBxGAgq0zT1CHRIt1rJtipJjfhkn61gOLKORRmlPBc/90z6+i/Lohb4YBNE0NgNuyz5jGGgceBafFhbFXWsRIHCOafc51/JnTxst2NP532ttnhC/R4BC6wVSj5FCJoFaVB+Vu2H1xjEIz/21IqAJ0wJl2fhQOcZrc0G3zip+y/D5j4GT5xsa9dRCOLVTjA+Evbz4ladlE6RtWPnyju3fePGrZsKCK2uIEvVGI+67Ok1q9AAKpIDHcjq+UCdu2aXiEhMBCiSw9dPNdWP90DBrUL+TvHhP5rASidoBpIarsyMTnupZglY8KD0Wb4pezcN6L+AXQDdHHfzHkUmIrEA1ATKM84epC8eyKUZokkRaPV1Gwo/KIuad0MpEddPMC2uZCbBXYV2La58jwzSx1+1Fa2qDlvY7Ripj8BvU/fBO4PB7G2TxZiW2+E+mM3CCB0cha8GWYT+wiMxEa5AuKhi1uQRxbDqgDqCQo0comySnXsVxuDuX7Hq9aEZTHsJVPfxSb4qGycfNgIjkedVSUng3KIze200JSXmouRC6ydvrruv8QUJVzaa3ie6MamqjfDw6pZwe7DCBdOcfDRy76vDhnpuaL/bV5jswTrKsgCOPDcivdTIJsmKWqFoNDVc8XPP3yFxTrd5Fe1TvmJuHC+eUjue0YY79Ms05+7IA1T9nz9G6GZy1B6LQAA",
    tag: "d611dfbf53d2108c")

  static let appCountersJs = BuiltInFile(
    folder: "app", name: "counters.js",
    text: #"""
// The counters: a list that grows by one screen at a time. A screen is a function of what it may
// do (`send` an action) that returns its title, its elements, and how they follow the state.
import { button, field, h } from "./ui.js";

/** What lies under the stack. */
export function root({ send }) {
  const start = h("input", { type: "number", value: 3, min: -1e9, max: 1e9, required: true });
  const push = h("form", { class: "card" },
    field("Begin at", start),
    h("button", {}, "Push"));
  push.addEventListener("submit", (event) => {
    event.preventDefault();
    const state = { counter: { count: start.valueAsNumber } };
    send({ path: { push: { state } } }, push);
  });
  return {
    title: "Counters",
    body: [
      h("p", { class: "lead" }, "Each counter is a screen. Push as many as you like, and go back."),
      button("Add a counter", (it) => send("addCounterButtonTapped", it), { class: "primary" }),
      push,
    ],
  };
}

/** The screens of the stack, by the names of their cases. */
export const screens = {
  counter({ send }) {
    const count = h("p", { class: "count" });
    const tap = (text, action, properties) =>
      button(text, (it) => send(action, it), properties);
    return {
      title: "Counter",
      body: [
        h("div", { class: "stepper" },
          tap("−", "decrementButtonTapped", { "aria-label": "One less" }),
          count,
          tap("+", "incrementButtonTapped", { "aria-label": "One more" })),
        h("p", { class: "hint" }, "At 5 a counter leaves by itself."),
        tap("Next counter", "nextButtonTapped", { class: "primary" }),
        h("div", { class: "pair" },
          tap("Start timer", "startTimerButtonTapped"),
          tap("Stop timer", "stopTimerButtonTapped")),
      ],
      update: (state) => (count.textContent = state.count),
    };
  },
};

"""#,
    gzip: "H4sIAAAAAAACA5VUx5bkNgy891fg8aQeazXOQZvTyTnnwJagEb0USZPQ5L777E/0lxgkrNmWszsyAIVCscTjY/hkROj87AhjakGDNYmARk1wEv1Zgt0FeIeQuojogJc1kJmwgYfLmkmgYZhdR8Y78AOc5WxDMOmLDVfoPVQ/JHT9D6AZoYRtpUREmqNLHJwYlSzWZYgWJ3SUak7oYfRnHI0XMHhrZQyJNGGzMVPwkeAKdjORdzUMBm1fwwh7GKKfQDXHs2l+TOr2ZnN8dASf56rWYILZ9RgXrO5ZA0fHGzwvcDe9RO+puoLMHfZbuNoAS+US5RSOuwtjpYwLM6maOdBFwBaUm6cdRl451XbmhVdqmIxr4dZL+BYP9XkLZRTxp9lE7FugOCPj376BD3MaBX3wcSrgndUpMXqnY69gX3MsSLeVeoQnxoFmFkJsK7ucLrJkgH0N6gOGVdtcp1RodN8/PUVH75hE6DBWKs27yWScCvPGFu7eK10DlHkTYvl/goOeLVUF6kATQmZ9tdipXYat0GqKIA/Te0Ug2MNe0rO8rHLQNHJKplb+BW+f33VZLNVEJvGNUBPjsDSPpWxS0v7O9xctfJ3HIkZYCWlRFyFBPdXduHAWM4uxG8iCgU4waXeR/y/8DNY8Q/HliYdddo4SvfklclfqYd+DXiCzmkakLJ0qlv13qo9K/Cc6BOw5jKMOGYZoJh0vmORSoMgg42/zHwu4F1/np1hYJ/DDc1vXsLsoM6cnXLZMhE4nTIeelzNcIO6K14Xl+glYzlt24e6flS0bzHrlDtKBYyvCc6pB7oAaQvQBIxlMWZ6ViBK5Vm5J47VVrtRZeeJPrhBTrG2xGKM3p6sGEmFgbHnMllfuoFK//vwLh6oeu1iuqPUJMobS0ehbVu/QKoZ63yFYTOnmEOUl4v0J/YWMbdz/wJ58xIwt4H/t9NE4Eqc/JHjtuTHBoj7FcsMbSmiH4uQVoffwnA58rBzP17T+0a9/LW/Q5i+1/bhcqmQmqZXy9JM8W1Xc/kWeD4dpPvxF1k3at8tgDr0mbKEqF01xWVVabbL1HntHWPxdtpuyIyBybzF//v8N8pPI9kEHAAA=",
    tag: "9cb50f529fa65f42")

  static let appIconSvg = BuiltInFile(
    folder: "app", name: "icon.svg",
    text: ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#4c46d6"/><g fill="#fff"><rect x="20" y="12" width="24" height="10" rx="4" opacity=".45"/><rect x="15" y="22" width="34" height="13" rx="5" opacity=".7"/><rect x="10" y="33" width="44" height="19" rx="6"/></g></svg>

"""##,
    gzip: "H4sIAAAAAAACA1RPZXYEIQy+Sl76G7e6nWQdWBdW5vbN6zhO5JP3yy3CY7fdXz4wlXJ8FeJ+v/O74YdzFFpKKagC4ZaX99/D4wMlSPCWFn6+n5fzAve8KOkDKQBpmWMq9ftMtcohrPJ2+4FPdm79wqP4fI9taLVatRhUqyVCRS0aW0Q9QFSyRqTQ4Tid50Kl3DoULUBNRlHdA5ghgKkB3BAgjPprAcZ0/XbY/1L3/1sQkfbfgMFixwUAR2ubVT8BAAA=",
    tag: "6b94c04edc4a4d9d")

  static let appIndexHtml = BuiltInFile(
    folder: "app", name: "index.html",
    text: #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Backstack</title>
<link rel="icon" type="image/svg+xml" href="/app/icon.svg">
<link rel="stylesheet" href="/app/app.css">
<link rel="modulepreload" href="/app/ui.js">
<script type="module" src="/app/app.js"></script>
</head>
<body>
<main id="views"><div class="stage" id="stage"></div></main>
<aside id="tools" aria-label="Tools" hidden></aside>
<div id="notice" role="status"></div>
<noscript><p class="plain">The app needs JavaScript. The service also answers curl: see /openapi.yaml.</p></noscript>
</body>
</html>

"""#,
    gzip: "H4sIAAAAAAACA12SwZKbMAyG730K1dcuML11OrCHHnvtvoDWVoIaY3ssQZq3r0zCdNMDttH//ZIsGD+H7PVWCGZd4uunsW0QMZ0nR8m1AGGwbSFF8DNWIZ3cqqfumzvCCRea3MZ0LbmqA5+TUjLsykHnKdDGnrr95QU4sTLGTjxGmr6+wOHrTqyTzxvV/xL7HHM1fqaFPiSPfJ4VAtZL45U10usP9BdRW8ZhD5gQOV2gUpwcm9VBu6ydFzzTINv5y58lOpgrnSY3YClDo3oT3JNX9BZJZiJ9gu3pvcgzu+SwRip2zhie8JX73zssvnLRvZeDdyDVf0jbwHG4g+YYHt/hPYebbQtyAg73qTcy8AY+okjr1e7mTD2OlsdkW5vLzCgcaNc15ygOsDJ2Ed9b92/30MwhUDLPDpupFWiWlJU9Oag50l5AV3lUMCrlR8djOdop0aq617eZwO4FiSgI/MQNf+1kD00Rqht7I6JkwCRXqgJ+rfG7SQRDLpSwcH/DJfbjUKxgyv+G85jKcP+J/wKZTIwH1QIAAA==",
    tag: "7f5cbc34c04b9acd")

  static let appInventoryJs = BuiltInFile(
    folder: "app", name: "inventory.js",
    text: #"""
// The inventory: one list, and at most one form or alert over it.
import { button, field, h, keyed, row, select, textField } from "./ui.js";

const colors = ["", "black", "blue", "green", "red", "white", "yellow"];
const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "No color");
const stock = ({ inStock, outOfStock }) =>
  inStock ? `${inStock.quantity} in stock`
    : outOfStock.isOnBackOrder ? "Out of stock, on back order" : "Out of stock";

export function root({ send }) {
  const list = h("ul", { class: "list" });
  const empty = h("div", { class: "empty" },
    h("p", { class: "big" }, "Nothing on the shelf"),
    h("p", {}, "Add the first item: it takes a name, a color and a quantity."));
  const show = keyed(list, ({ id }) => {
    const { element, show } = row((it) => send({ itemButtonTapped: { id } }, it));
    const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    element.prepend(swatch);
    const copy = button("Duplicate", (it) => send({ duplicateButtonTapped: { id } }, it));
    const remove = button("Delete", (it) => send({ deleteButtonTapped: { id } }, it), {
      class: "destructive",
    });
    const update = ({ name, color, status }) => {
      show(name || "Unnamed", stock(status));
      swatch.dataset.color = color ?? "none";
      copy.setAttribute("aria-label", `Duplicate ${name || "unnamed"}`);
      remove.setAttribute("aria-label", `Delete ${name || "unnamed"}`);
    };
    return { element: h("li", {}, element, h("div", { class: "also" }, copy, remove)), update };
  });
  return {
    title: "Inventory",
    body: [
      empty, list,
      button("Add an item", (it) => send("addButtonTapped", it), { class: "primary" }),
    ],
    update({ items }) {
      show(items);
      empty.hidden = items.length > 0;
    },
  };
}

function form(title, done) {
  return (screen) => {
    const { send, parent } = screen;
    const set = (binding, control) => send({ binding }, control);
    const color = select(
      colors.map((name) => [name, capital(name)]),
      (value, it) => set({ color: value || null }, it));
    const isInStock = h("input", { type: "checkbox", class: "switch" });
    const isOnBackOrder = h("input", { type: "checkbox", class: "switch" });
    const status = () =>
      set({ status: isInStock.checked ? { inStock: { quantity: 1 } }
        : { outOfStock: { isOnBackOrder: isOnBackOrder.checked } } }, isInStock);
    isInStock.addEventListener("change", status);
    isOnBackOrder.addEventListener("change", status);
    const quantity = textField("Quantity", screen,
      ({ item }) => item.status.inStock && `${item.status.inStock.quantity}`,
      (text) => ({ binding: { status: { inStock: { quantity: Math.trunc(+text) || 0 } } } }),
      { type: "number", step: 1 });
    const order = field("On back order", isOnBackOrder);
    const timer = button("", (it) => send("timerButtonTapped", it));
    return {
      title,
      done: done && { text: done[0], press: (it) => parent(done[1], it) },
      cancel: done && { text: "Cancel", press: (it) => parent(done[2], it) },
      body: [
        h("div", { class: "card" },
          textField("Name", screen, ({ item }) => item.name, (name) => ({ binding: { name } })),
          field("Color", color)),
        h("div", { class: "card" }, field("In stock", isInStock), quantity, order),
        timer,
        ...(done ? [] : [h("p", { class: "hint" }, "Going back keeps what you changed.")]),
      ],
      update({ item, ticksLeft }) {
        color.value = item.color ?? "";
        isInStock.checked = "inStock" in item.status;
        quantity.hidden = !isInStock.checked;
        order.hidden = isInStock.checked;
        isOnBackOrder.checked = item.status.outOfStock?.isOnBackOrder ?? false;
        timer.textContent = ticksLeft ? `Closes in ${ticksLeft} s. Stop` : "Close in 3 seconds";
      },
    };
  };
}

export const screens = {
  addItem: form("New item", ["Add", "confirmAddItemButtonTapped", "cancelAddItemButtonTapped"]),
  duplicateItem: form("Copy of an item",
    ["Add", "confirmDuplicateItemButtonTapped", "cancelDuplicateItemButtonTapped"]),
  editItem: form("Item"),
};

/** What a presentation shows: presentations have no id of their own. */
export const key = (state) => state.item?.id ?? "";

"""#,
    gzip: "H4sIAAAAAAACA6VXZ3vjOA7+nl+B4zV5Vqdp3zSPt/feewktwhEvMqkjqWTyeP3fjyBkSoq9fUokESDqi5KHD+HzFkGbGzTBursarEHotA8lSKNABthZH9Lp1rodWAeyQxdPbtCBDtWF3vU2fu9hM4RgTQlbjZ0qoS3hGu8wvjl7W4LHDpsoNeDz8CZxwAG2zu5AVA8HXf3Xi2cXF401PkBjO+s8rOE7IUoQm0421/wyID2vHKKhF4eKHretDolwh11nb8UPz46CZK+D7KKkgtSuYP0iv8FLyY7vHv1QBftF36N7TXosVvBCOq98pxssHq+gBvGhZYPE6ijWB9tck9A9aPMZfZRgh/DRNr3DgfRcwJEWdV3+Yz9+VP8bpAk63B0imQVdRlaAeiah0v4j82p0+iOn0MX74qMhgN2CH3UZ2EQqWCILqJd0iiM+TznZDqYJOrI7a0O01qNRZN4+qmRXKNOwhrYQQydK2EPTSe+jRCKIyPsss+KuD3fMq/TNgjmRIndJrhBDvyBv9BURKZSh1eaKHAgtgm+x24rV8hbxvaJUYthq5wPogLsadIAgr9GDBCN3WILktDBM4RjXSqxmNvvW3sKacVgwqilpinOU4nBk3QN2uEMTSr51gDUBtyg044ZiV+yTMa8moH8uI25UDSyP/NOBdWfttzI0LYfM99IsgsJEQq10Wv6n1UqhEZEQ3IDHyMPRqKp32JMFfG2hprE95YXLrxCvD31Er0wVcc94dST9Xg8c7mKdz4Vjh2cl0/mviS3HYEMOgEIfXW2CvkHBEDgsdA+9kgFTmXHGOd8l+CDD4BcphJSzgtjg559BfGHoVYmSS6LgK0ffYMxMFRVIj6FiIK2Bny+9BMJYg2LkTgGuIt8rITgdI4EF56yTG6Squcwhh3/ssw3DaMPhMqvlcP6qKA7wr8o58MNhGJyZcFsTzDrNNZTBfK5cZedtKkhyrBytWq3KMeRJAScjK0kagw4dxvvvHKfFmLeNVXc1fMdOcp8oeYbwUUYP1bU0qYbuQ0hIpebwEYyamdW90zvpqM2MHeMHfrDRY2kSLJaYSKfJl2xcxcUGa75SdWiuQgsvwiNmoz5GQThcXOQOSsOvSAEoQVmDpCWHp/ANjaTTnpJ8K6GXDk1ILYU5F10CA4F8o42KvbGk0+BsN6+ukQaHiTqXcIQvj9iCXeVTX+1kX6TCSAK/40oaByOf/zDGE6C4kd0QyTkxodiznBqIlABphq471yu0f4dnHDc8bfohJNiFu55Q07TYXG/sc1HOeqCmHniv8JfT7y8K48qnAJNL7Cc7NpLqyfAqSUUFL0Ge7DXs82yp4TH1s1EIANHy1CbOpen18jNLP3BTzGrZ3pkZUqk3qMLe1z6gQVdEd6W5QnHsfXxjKf733uK4ZJ9gPW1khfhkPBXlCNSMDC4vbrrptWKh1Rgn+Ne/0pqzpCxXnsssLW9jE7hryBn5peh/IENbBRdLsniBJUQ4PuJ45q4AE0jMsNugS/5jn5K3CIEd8bVl3z9abFXlMrqLi0Hv0M2G4kkvSwyn3YyFLHvq2FVH21NrqdNPCug+5Ya/465aQu8wYj1r475SJPLjH7huD0dRjTQNdqfCxGuJIH5V2pOFtJMeD+fGSiOdEtMNAJhD60O5wwlW5wDFrYl70ik26DileTVXMObutbSgjxtC5vh1M4933zHj3jwvyTLDrmRATDI5/dNnVVUpZvASfPcDxBid7L+tNoEX4Lds9IZhdo3Ye7htZYA7OwDXqqrE1I55wJ2MuBKCbq79+7gN07DLDb/iPr3mkE4LTV5m4Ey/W4PQfCRAm3l551s5HtPw/NuJoMzNMZtYf4XzfI9cL3rM1GRfqhb85NpWdh6fLbNTEfBesyagCbCeBewluHytsx49+fmPfSYcwFcQNfSXUINILMTxFDw21iifw3co8w6WVoT8uxa3Boa3h3XKi1TqnehGzduD+BBvj7vPd7QLxaeI17ba7V5hzns9Q3ANnyMySvJCP1fzGv0+YLd500oWn2jMO+sv6z1lWWpHpcNcMb2LSIlxuXj44AF8ReCWqc2gCTLtUbST+Xpx5qGVNwjGglZkd2hRO7C3poIHD5fhvUYaWGmd5x6R3ipyMyJDHZH+f7BBsKPWEAAA",
    tag: "1e1498a3d1325efe")

  static let appPollsJs = BuiltInFile(
    folder: "app", name: "polls.js",
    text: #"""
// The polls: each session that has one open shows a vote at once.
import { button, h, keyed, row } from "./ui.js";

export function root({ send }) {
  const list = h("ul", { class: "list" });
  const show = keyed(list, ({ id }) => {
    const { element, show } = row((it) => send({ pollTapped: { id } }, it));
    const update = ({ question, options }) => show(question, `${options.length} options`);
    return { element: h("li", {}, element), update };
  });
  return {
    title: "Polls",
    body: [h("p", { class: "lead" }, "Open one in two windows, and vote in both."), list],
    update: ({ polls }) => show(polls),
  };
}

export const screens = {
  poll({ send }) {
    const question = h("p", { class: "question" });
    const list = h("ul", { class: "votes" });
    const summary = h("p", { class: "hint" });
    const withdraw = button("Withdraw my vote", (it) => send("withdrawButtonTapped", it));
    let total = 0;
    let choice;
    const show = keyed(list, ({ id, title }) => {
      const element = button("", (it) => send({ optionTapped: { id } }, it), { class: "vote" });
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      const votes = h("span", { class: "number" });
      element.append(bar, h("span", { class: "title" }, title), votes);
      const update = (option) => {
        element.setAttribute("aria-pressed", `${choice === id}`);
        votes.textContent = `${option.votes}`;
        bar.style.width = `${total ? (100 * option.votes) / total : 0}%`;
      };
      return { element: h("li", {}, element), update };
    });
    return {
      title: "Poll",
      body: [question, list, summary, withdraw],
      update(state) {
        question.textContent = state.question;
        total = state.options.reduce((sum, { votes }) => sum + votes, 0);
        choice = state.choice;
        show(state.options);
        summary.textContent = total === 1 ? "1 vote" : `${total} votes`;
        withdraw.disabled = !choice;
      },
    };
  },
};

"""#,
    gzip: "H4sIAAAAAAACA5xU15bjNgx9n69AlCYnjMur92x/T++dlrARE5lUSGhsHx/9e0DSGJX0nT5oF7i4xGYDnzcInWvbsAfUVQMBQzDOAjWaoNEBnEVwHVoIjTsF0HDvCEETOypc35lj5zzBFQ49kbMKGgW/4QVrBd6dYIBX3h2hWG96s/41FI/u7vCcMl71tqKI5J2j8srAtoZhBdc7gMrZQNAa/vEYmrLo20IxRNXqwH0W0VFw7CMJTb3B4wxcRrcCLmlSwcdPUk0JvQK2eERLKmcN8Dh2WpaGYmzqg3MjJ5/rrsN6D7kSDAo4JqFKsb6rNSE8jmi/9xjiQIrpir9DBk8o5ej8+a3rzb9u0f5CzSDxP99Ke6Te27HRfaSgNZGCQYlxpQR8iFmZDMlMZchQi8zWx3G7hUq2g6sve/iO63VzRlHXRRyw+IhXnXZuLNDJwcnYmveuQNs6r54dB0fNuliptKIfcunczR5u3M2mT4YVx8VmB5GA7K7yiMzW49h3yl2oQcgWDjnyTwOIT2TxrxqKo4RldOiPR+0vfwXQGEvL8JOhpvY6Ki+rvyy+EtPxktjiGjNhFZLzIiVkhRVTYbVIQI50y1W3o6lqnKlQ0P9J8ypvfip9yRHxTBpeNni9qfEvtb8kUAgZAQ7aZ/ZCp+2MQPbw/4X2Rn/QmLpGW7CVfP8XVdJy/qaO7Y8H9JMcGWodO+YJGEj9ZWaihRNvBK1Uxllgj086EzFjcQQLSM+JvGEescxTdR5DSNvkN573BY8fP2YCh58fQCCDrgnP9NJZStsYj8I6eYefx3AeZx3o0uL6ZGpqcnAWyFMod9stvAfT3BVsILv3sB3elkr5TLzueQGhe35i5kcm35jxyow3L6lTXpd6eDc/SEKGKgPxz9WEbKmwYCvFrcU5UpXHFr9cWY91X2FZMjyPmOiX48QmeD9bFGwnO7ptT0rlf0d3OmozlDFXxpz3LL2xHHa8t2KXrwPsH7Y55D4mmxea1rUJ+tBizWXemLcyZAb/GDCOwGwgDQBmW/UP0wcAAA==",
    tag: "9bf6dc0a8a8d063f")

  static let appQrJs = BuiltInFile(
    folder: "app", name: "qr.js",
    text: ##"""
// A QR code (ISO/IEC 18004) of a text of up to 271 bytes: byte mode, error correction L.

// For each version: bytes of data, bytes of correction in a block, blocks.
const sizes = [
  [19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2], [156, 20, 2],
  [194, 24, 2], [232, 30, 2], [274, 18, 4],
];

// The product in GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1.
function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((b >> bit) & 1) * a;
  }
  return result;
}

// The remainder of Reed and Solomon's code.
function correction(data, count) {
  let divisor = [...Array(count - 1).fill(0), 1];
  let root = 1;
  for (let n = 0; n < count; n++) {
    divisor = divisor.map((one, i) => product(one, root) ^ (divisor[i + 1] ?? 0));
    root = product(root, 2);
  }
  const result = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ result.shift();
    result.push(0);
    divisor.forEach((one, i) => (result[i] ^= product(one, factor)));
  }
  return result;
}

/** Returns the code's rows of booleans: whether a module is dark. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const lengthBits = (version) => (version < 10 ? 8 : 16);
  const index = sizes.findIndex(
    ([data], i) => 4 + lengthBits(i + 1) + bytes.length * 8 <= data * 8);
  if (index < 0) throw new RangeError("The text is too long for a QR code.");
  const version = index + 1;
  const [capacity, parity, count] = sizes[index];

  const bits = [];
  const add = (value, length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  add(4, 4);
  add(bytes.length, lengthBits(version));
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, capacity * 8 - bits.length));
  add(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < capacity * 8; pad ^= 0xfd) add(pad, 8);
  const data = Array.from({ length: capacity }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0));

  // The later blocks have a byte more, where the bytes can't be shared out evenly.
  const blocks = [];
  const short = Math.floor(capacity / count);
  for (let n = 0, at = 0; n < count; n++) {
    const length = short + (n >= count - (capacity % count) ? 1 : 0);
    blocks.push(data.slice(at, (at += length)));
  }
  const corrections = blocks.map((block) => correction(block, parity));
  const all = [];
  for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.length) all.push(block[i]);
  for (let i = 0; i < parity; i++) for (const block of corrections) all.push(block[i]);

  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array(size).fill(undefined));
  const set = (x, y, value) => {
    if (grid[y]?.[x] !== undefined || x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y][x] = Boolean(value);
  };
  // Finders, with the light frame around each.
  for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let y = -4; y <= 4; y++) {
      for (let x = -4; x <= 4; x++) {
        const distance = Math.max(Math.abs(x), Math.abs(y));
        set(left + x, top + y, distance !== 2 && distance !== 4);
      }
    }
  }
  // Alignment patterns.
  if (version > 1) {
    const end = size - 7;
    const centers = version < 7 ? [6, end] : [6, (6 + end) / 2, end];
    for (const cy of centers) {
      for (const cx of centers) {
        // Three corners have finders.
        if ((cx === 6 && (cy === 6 || cy === end)) || (cy === 6 && cx === end)) continue;
        for (let y = -2; y <= 2; y++) {
          for (let x = -2; x <= 2; x++) {
            set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
          }
        }
      }
    }
  }
  // Timing.
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  // The format: level L and mask 0, with its own correction: always these 15 bits.
  const format = 0b111011111000100;
  const bit = (i) => (format >> i) & 1;
  for (let i = 0; i <= 5; i++) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
  // The version, with its own correction.
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const value = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, (value >> i) & 1);
      set(b, a, (value >> i) & 1);
    }
  }
  // The bytes, in pairs of columns from the right, up and down in turn; mask 0.
  const isFree = grid.map((row) => row.map((one) => one === undefined));
  let next = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n++) {
      const y = isUp ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        if (!isFree[y][x]) continue;
        const value = (all[next >> 3] >> (7 - (next & 7))) & 1;
        next++;
        grid[y][x] = Boolean(value) !== ((x + y) % 2 === 0);
      }
    }
  }
  return grid;
}

/** Draws a code with its light margin. */
export function qrImage(text) {
  const grid = qrCode(text);
  const make = (name, properties) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
    return element;
  };
  const side = grid.length + 8;
  const image = make("svg", {
    viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "shape-rendering": "crispEdges",
    "aria-label": "QR code of the link that hands this session over",
  });
  const d = grid.flatMap((row, y) => row.map((is, x) => (is ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  image.append(make("rect", { width: side, height: side, fill: "#fff" }),
    make("path", { d: d.join(""), fill: "#000" }));
  return image;
}

"""##,
    gzip: "H4sIAAAAAAACA4UY53riSPK/n6ImS0bICJMWjL055/CLj7lpQwNaC4ltCQOb95Eu3+97lHuSq6quRmIYZiegDpWzdHEBb8FXX8Mkm2rwPvrmi4uP3nsHol6j0fIhm4GCQm8LWq1XUGTQ7EZwuyt03ucHLBEvAG1MZpCGMXpSxFkKn4ZnZ0j6fTzVarKAe21yPLdIOZGbqkIF5baCG6eg4DbJJneBfeTh2SRL8wLy+EeEHsLoDGAUvRFAN4BoHMDosoWLhmzabVy0ZdPD06a7iRo93HXc7pJWdMK7docgeWfJt3DdktvmZTOAy4bbdVsWs4Ww4wGr+u1Cw8pk0/WkIA0+eN9r/u+P//hkoHWSwRY3UKPHP+jx37/z79/wNwrPZuvUqi4EPLKMDz+hHIkuwOh8nRSod2OAJzO0qUfHtzGddQe8uKZbWtXrFhFKNE9WV1cQ+fAcPHdwfQ1dH86hsY2iqT+oYj1HNO8WIYimD08hIkBFML+cEVSxNqkAD85+2ZvA6KWK06k25NSvtZ6CSqfwTZZkyyx9lnOclQpX3O5xQODBOi1K1afxfZxnhnwehuFbxqidxyBQR4nCWZwkXsMnhw6csbKMdI4OTJWy8fBxZRngslYTO1V4yCpcqpXnZakOIPZheO3cwkfMgK0o0KOYnDiGmxto+GJEEcLh0RZDx3fW42gu/VNRa6/SXnwLy7kmWSNyC5WZmhQsPIM8F6phvohnhXfg03C1zhdCGva6IpP3MEOr+rqAGcVjioOq9sLO9/3XRML5OXzNpzkUC80uR8+bbMOZfptliVYpFpDNQuO9AWWTREOco4LmLoTzizO9XWWmgH2k/GDeQToeVSNrgNIwVBJSvYFv8e69lNgZzw81rQRhsIdPdDovFm/HBSF5Upas0rIBzJIG3EAP+hB1KqgU1lsY2ioUznD7EZ14bE5vRK4ZOwu2oFZh5XGI+PjD4ob2Bs6Rx9WQfUprZhXPwLOMrjCc0H5oNlbua5XO9XtUZ72HlGikFxmsyDJIsnTO0aJcKQ8fVgR3ig1FBZSlvBxN1EpN4mIXwEoZfEoOjp2mI0bC/Cptbq03GpdU1HTK9lTJWgeiORlCQvWwZsk9pfBx8WLqNlQtuWoNslFHP8jQwyLc8t2matmganvn41MpxYj+nkYgjqA91vvPVLEIl3FKzJyl2HF1K6ioWkWpVy5Q6K5/UIpWiizV2OrJAKqAVwfkBwz3nABnUyscHohsYnOOG6ke4cxkS+8n0btf0volAO8vEpXsCuaZJ/FEezFxCoAfUEPaodHTNV6IIRCUfUg7hGlCjY4CW+aQmJT8RBXaSKeGhbrXoNxsYHRAWW40FQLJ1YlKn6H1NeQLhfwgWxeg73Wa7EKnmhA7jDGEp4IwtC6ZJRlmwl7NC2kcx1U/AFW8rvpXywIMhUkNvJSi0rWaktETYQQ3EEEfpJpagSVsyS9iYYXWwh+ouZgvC6cwLhsgqStkuP/wmu1fwthDl6l+JRhUkoi5KgaIreIxXIliuCbNGaBiaUwDYe1zAUIEu3fhTeStcnyMjcE/wUhEO82oqvGr6TqduPxQK++iP1pw7upYqfTcxNNTGcDIFP1kQmmxdCYddo1FDUu4nlaNmGsel7YBYBXk4lPWMDYMMRztxjfhaDuGB8Mh7MnAzz8D12xa7NxiS0FEXO2pbHxpmjZ0hCZRHMLbtjnayldWOxqlearKMZ/iYsHplMTzRQEzo5YalMlQFJ61w8MyN0r0rAigyFZjsv5odBnAJQ2xLFYdWrLFY3cyHvsv1+0dylZvDUizIdCzTKAK1FagtgK1rULty1acFyqdaJfJS7X1eKFuc2/rB7DfcIALLvnGI1VobmZ1cLELSmrkjSY8fXp40hIKnHLyS//ptQftly51SiW5KLRJ81D6r+uX1xAdVgmdUriJmbqDys0E6SAW3pZTRBduYNQJCGsMfV56HajR3ocLaNqbQWloIbUjPwlBx/8QYvtKCCnIRmvKsVQbqcYzGzmhgFkdPSQyRAN1yGQe8uQNhamsSUof93IpkIwll6R6EadrLSY+ipemxEvzpXg5jpmmxAw9q5Cl65ExOZ6kY7//eeiw/6MygsT7sjoVFd/G2Ozn4YniRq7HlYgooqFfY/yHraHJxpGewHd40Tm+c7wWmrgsVdGHBFtgAp/y29JS5XfQkEynWSvbVN+U+qCSjdrxcJ1riNq2p7sqJiRJ6Nsoihr4H38bDfy/r3Qyh3ky7gsGDloxj1knm0hblCfVeqQ2EUIqrJUcdu1h5+CwZw+75WF3f9jzj5vJG9beUZVh1II6seyVXE+4qVfBkmyN/hS3d8ySJHf4bagd6VsFwFVhpGaLb6UUnHTkUb0ZQtcFlrz3k5cqbe/V6kZNEVkQPHoevu2zc6NIXvZnzbZfrV7cbSrvQ4zbxOxniq9h3KskQ0lupNBO1M1GzngRTVSUBZd+UJ3fYrjAI6mB1qKEG8ibRBmRfhUE79VJkGouu5kzgDiFlYqNfGpK1ss0BxoYuJEaaqQBrFecfVN0EsFzh5ZcLJMrzt+nAjvktm0HNZNtOI3wuf9ywAf45KR/adbg0VRvjz/osBxlg4kC5PbdCg8osAZyfQ0Nt6xjwdzDPKCnX5lVhBpVbn9Pui3OPP4wIrUtPXYn1XJmcgOVZEqhD+nguDlxbxqJSflBCPuJwkn3wBrSDj7HreQoMlWSjMho5O/LMf16XRrM+YxesnwOghKfLmo12b9+zOJO4Xlb6iz+Yak+bhIyuzG9/eeOd43a5KD41Xuf7TKgLZWZx+mJbxofLdX8+KOGzLXVTx5l6V6qO7ZIqpY6oI8zK22KWOflqCqAOtE83gwxpCdrWoYTo1Wh37MXn3/jPVwUxap/cbHZbMLNZZiZ+UUTW8VFfj9/GABx8I/mk9GddtMxT5Rf3H6P5SxEggal8CoC+U6EELP2rQLvb9eF9kp8IS4WFWAZesuXgKlLN3kboVfV8j4mC8KQzeI9ZMHFCvex3rydbfvwogENePwTUfrFPV8EMElUnvfh4Q8GUQwGBK7jJeE/zBdqpetG0+CE48BDvJmYOF+9N53r/GHA5B8qE6t6om51QvfuG3o2k+E8vcOFKmCBRSXHZZxDrnMurxnWWabyS/V13mk5S1TxmRSWAHaHtSXOA9jyES7hBl589vgnCtwWabbjxSK6jxb16McXgGI9lDdONlOoVivUybO2oi5ExsKAndo3JvqUv9AUtW5H70pI5dFsNnuI0lrNLfoKyzijT/swDb/P4tRDbiUKxhGhMHfxMAtBSfN//3fCNnYYAAA=",
    tag: "6264a02bfc7a2ce7")

  static let appStageJs = BuiltInFile(
    folder: "app", name: "stage.js",
    text: ##"""
// Draws a session: its screens one over the other, its dialogs, and the ways between them.
import { Navigation, openAlert, openDialog } from "../client/levels.js";
import { button, h } from "./ui.js";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
let names = 0;

/**
 * Shows `session` in `element`; returns `end()` and `depth()`, how many levels are over the root.
 * `failed(error)` tells the user.
 */
export function show(element, session, feature, module, { failed, platform, isSecond = false }) {
  const screens = [];
  const try_ = (promise) => promise.catch(failed);
  const root = {
    get state() {
      return session.state;
    },
    send: (action, control) => try_(session.send(action, { control })),
  };
  root.parent = root.send;

  // What a screen may do; `level` is read anew, as its actions and state change.
  const tools = (current, navigation) => {
    const screen = {
      get state() {
        return current().state;
      },
      send: (action, control) => try_(navigation.send(current(), action, { control })),
      parent(action, control) {
        const { below } = current();
        if (!below) return root.send(action, control);
        return try_(navigation.send(below, action, { control }));
      },
    };
    return withText(screen, (action) => current().action(action));
  };
  const withText = (screen, wrap) => {
    const ends = [];
    screen.ends = ends;
    screen.bind = (input, value, action, refused) =>
      ends.push(session.bindText(input, {
        value: () => value(screen.state), action: (text) => wrap(action(text)), refused,
      }));
    return screen;
  };

  function unknown({ level }) {
    return {
      title: "A newer screen",
      body: [
        h("p", { class: "lead" }, `This page does not know the screen “${level}”: the server is `
          + "newer than the page. Your session is safe."),
        button("Load the page again", () => location.reload(), { class: "primary" }),
      ],
    };
  }

  const make = (name, screen) => {
    const known = Object.hasOwn(module.screens, name);
    return known ? module.screens[name](screen) : unknown({ level: name });
  };

  const draw = (view, state) => {
    try {
      view.update?.(state);
    } catch (error) {
      failed(Object.assign(new Error("The server's state is not as this page expects it. "
        + "Load the page again."), { cause: error, reload: true }));
    }
  };

  const heading = (tag, text) => h(tag, { tabIndex: -1, id: `title-${++names}` }, text);

  function screenOf(view, leading, tag = "h1") {
    const title = heading(tag, view.title);
    // The second view is one region as a whole.
    const label = isSecond ? {} : { "aria-labelledby": title.id };
    const section = h("section", { class: "screen", ...label },
      h("header", { class: "bar" }, leading), title, h("div", { class: "body" }, ...view.body));
    return { section, title };
  }

  function animate(target, from, to, done) {
    if (isStill.matches || document.hidden) return done?.();
    const easing = "cubic-bezier(.32,.72,0,1)";
    const moving = target.animate([from, to], { duration: 350, easing });
    moving.onfinish = moving.oncancel = () => done?.();
  }

  // Takes a screen out of the flow, where it is, so that it can move away.
  function lift({ section }, run) {
    const { top } = section.getBoundingClientRect();
    const change = run();
    section.classList.add("lifted");
    section.inert = true;
    section.style.top = `${top - element.getBoundingClientRect().top}px`;
    return change;
  }

  // Shows how a dialog goes. It is gone at once, so that nothing waits for it: what moves is a picture.
  function fade(panel) {
    if (!panel?.isConnected || isStill.matches || document.hidden) return;
    const { left, top, width, height } = panel.getBoundingClientRect();
    const picture = h("div", { class: "picture", inert: true });
    picture.setAttribute("aria-hidden", "true");
    const copy = panel.cloneNode(true);
    const fields = copy.querySelectorAll("input, select");
    panel.querySelectorAll("input, select").forEach(({ value, checked }, index) =>
      Object.assign(fields[index], fields[index].type === "checkbox" ? { checked } : { value }));
    picture.append(...copy.childNodes);
    for (const named of picture.querySelectorAll("[id]")) named.removeAttribute("id");
    picture.dataset.style = panel.dataset.style;
    const { style } = picture;
    [style.left, style.top, style.width, style.height] = [left, top, width, height].map((n) => `${n}px`);
    document.body.append(picture);
    const isAlert = panel.getAttribute("role") === "alertdialog";
    const away = isAlert ? { opacity: 0, transform: "scale(.96)" }
      : { transform: `translateY(${innerHeight - top}px)` };
    animate(picture, { transform: "none" }, away, () => picture.remove());
  }

  function push(screen, isMoving) {
    const below = screens.at(-1);
    screens.push(screen);
    element.append(screen.section);
    if (!below) return;
    if (!isMoving) return void (below.section.hidden = true);
    lift(below, () => isSecond || scrollTo(0, 0));
    animate(screen.section, { transform: "translateX(100%)" }, { transform: "none" });
    const away = { transform: "translateX(-25%)", opacity: 0.4 };
    animate(below.section, { transform: "none", opacity: 1 }, away, () => {
      below.section.hidden = screens.at(-1) !== below;
      drop(below);
    });
  }

  const drop = ({ section }) => {
    section.classList.remove("lifted");
    section.inert = false;
    section.style.top = "";
  };

  function remove(screen) {
    const wasTop = screens.at(-1) === screen;
    screens.splice(screens.indexOf(screen), 1);
    const { section } = screen;
    if (!wasTop) return section.remove();
    const below = screens.at(-1);
    lift(screen, () => {
      for (const moving of below.section.getAnimations()) moving.cancel();
      below.section.hidden = false;
      drop(below);
    });
    section.classList.add("leaving");
    animate(below.section, { transform: "translateX(-25%)", opacity: 0.4 },
      { transform: "none", opacity: 1 });
    animate(section, { transform: "none" }, { transform: "translateX(100%)" },
      () => section.remove());
    queueMicrotask(keepFocus);
  }

  // Focus is never lost to the page.
  const keepFocus = () => {
    if (!isSecond && document.activeElement === document.body) {
      const panel = document.querySelector("dialog:modal h2") ?? element.querySelector(".panel h2");
      (panel ?? screens.at(-1)?.title)?.focus({ preventScroll: true });
    }
  };

  const home = isSecond ? "" : h("a", { class: "back", href: "#/" }, "Features");
  withText(root, (action) => action);
  const view = module.root(root);
  push({ ...screenOf(view, home), view });
  draw(view, session.state);
  let isReady = false;
  session.addEventListener("change", () => draw(view, session.state));

  const ways = {
    push(level, navigation) {
      let current = level;
      const screen = tools(() => current, navigation);
      const view = make(level.case, screen);
      const below = screens.at(-1).title.textContent;
      const back = button(below, () => navigation.close(current), {
        class: "back", "aria-label": `Back to ${below}`,
      });
      const drawn = { ...screenOf(view, level.close === undefined ? "" : back), view };
      draw(view, level.state);
      push(drawn, isReady);
      if (isReady && !isSecond) drawn.title.focus({ preventScroll: true });
      return {
        update: (level) => draw(view, (current = level).state),
        unmount() {
          for (const end of screen.ends) end();
          remove(drawn);
        },
      };
    },

    dialog(level, navigation) {
      let current = level;
      const screen = tools(() => current, navigation);
      const view = make(level.case, screen);
      let shown;
      const close = openPanel(level, navigation, (panel) => {
        shown = panel;
        const title = heading("h2", view.title);
        panel.setAttribute("aria-labelledby", title.id);
        panel.setAttribute("role", "dialog");
        const { cancel, done } = view;
        const leading = cancel ? button(cancel.text, cancel.press)
          : button("Close", () => navigation.close(current));
        const trailing = h("button", { class: "done", hidden: !done }, done?.text ?? "");
        const form = h("form", { class: "sheet", noValidate: true },
          h("header", { class: "bar" }, leading, title, trailing),
          h("div", { class: "body" }, ...view.body));
        form.addEventListener("submit", (event) => {
          event.preventDefault();
          done?.press(trailing);
        });
        panel.append(form);
        draw(view, level.state);
      });
      if (!isSecond) document.querySelector(`#title-${names}`)?.focus();
      return {
        update: (level) => draw(view, (current = level).state),
        unmount() {
          for (const end of screen.ends) end();
          fade(shown);
          close();
          queueMicrotask(keepFocus);
        },
      };
    },

    alert(level, navigation) {
      const close = (hasTwoViews() ? alertPanel : openAlert)(level, navigation);
      const shown = [...document.querySelectorAll("[role=alertdialog]")].at(-1);
      return { unmount: () => (fade(shown), close(), queueMicrotask(keepFocus)) };
    },
  };

  const hasTwoViews = () => isSecond || document.querySelector(".second") !== null;

  // Of two views, each has its panels inside itself: a modal dialog would be over both.
  function openPanel(level, navigation, fill) {
    if (!hasTwoViews()) return openDialog(level, navigation, fill);
    const panel = h("div", { class: "panel" });
    panel.dataset.style = level.style;
    panel.addEventListener("keydown", ({ key }) => key === "Escape" && navigation.close(level));
    // All but the heading, which names the view.
    const below = screens.at(-1).section.querySelectorAll(":scope > .bar, :scope > .body");
    for (const part of below) part.inert = true;
    element.append(panel);
    fill(panel);
    return () => {
      for (const part of below) part.inert = false;
      panel.remove();
    };
  }

  function alertPanel(level, navigation) {
    const { title, message, buttons } = level.state;
    const all = buttons?.length ? buttons : [{ label: "OK" }];
    return openPanel(level, navigation, (panel) => {
      const label = heading("h2", title);
      panel.setAttribute("role", "alertdialog");
      panel.setAttribute("aria-labelledby", label.id);
      panel.append(label, h("p", {}, message ?? ""));
      panel.append(...all.map(({ label, action }) =>
        button(label, (it) => action ? try_(navigation.send(level, action, { control: it }))
          : navigation.close(level))));
      if (!isSecond) label.focus();
    });
  }

  const options = {
    key: ({ state }) => module.key?.(state) ?? "",
    mount(level, navigation) {
      const isAlert = ["alert", "confirmationDialog"].includes(level.style);
      const way = level.style === "push" ? "push" : isAlert ? "alert" : "dialog";
      return ways[way](level, navigation);
    },
  };
  if (platform) options.platform = platform;
  const navigation = new Navigation(session, feature, options);
  isReady = true;
  if (!isSecond) (screens.at(-1).title).focus({ preventScroll: true });
  const end = () => {
    navigation.end();
    for (const end of root.ends) end();
    element.replaceChildren();
    for (const dialog of isSecond ? [] : document.querySelectorAll("dialog, body > [popover], .picture")) {
      dialog.remove();
    }
  };
  return { end, depth: () => navigation.levels.length };
}

/** The history of a second view, which leaves the browser's alone. */
export const noHistory = () => ({
  history: { state: null, replaceState() {}, pushState() {}, go() {} },
  listen() {},
  remember: () => () => {},
});

"""##,
    gzip: "H4sIAAAAAAACA4xX55brKBL+309Ro03yXDU3bXRvzjnnPn3WWJQs5mKhBdRur8fnzIPsvtw8yVYBxlbfHAVUfVR9XxXQT5/Cj53ceZDg0XtthyXo4MG3DnHwYAcEe48OQk8f9I9r4rrS0tiNb0AOKq7t5N7DGsOO3HhiK670drQuwAF+K+/1RgYCb8COOPzAoAvp88cRB47QObuFSoinrdE4hKcG79F48Ymvbs5A6ykEBunPDk8nnYyuWjv4ANr/KWhj4DuwlaHtf4MUaV3Vo8MOnb92qKYW1fXWhphrGi+qxc2VwQCD3KIn32eE9/Tjj6/gY/hTb4meVWZnBXqAFRrcUpCrG/IPkxtoHQdVL1aRjpXCMfQ0aoB8KY5hDykdkO6CTmdtELzFqpPaoKrROesIJKAxPppMHh2bPL3Ch8hBNw0tRw6eoOscR3PSroEOJQWEDWytmgw2RFoCb2A0MnTWbRvmCIktBd+hReMRjgs4XAEkBrP0tHh7d1Nmg9v/i6bqkWjXHhfwne9C/hYtM12nfRbFJeZHLowMsEFCDjJgvcgzkMk7BS/iMrsDHJv4nydWl1DLmHLDsMFZE/fmeOriSXbF6nCyo7QWjHMkzET2SPwPFFMasRfpDEBN8LdeBpA5d5JsD8rewCrKRpp7cCgVyAF3DUgfWyDt51nylBm0vRw2KM6cWWs8k9ZOzkWdhtIJnEQiYkZ75uttjBXOMmK9OLNWePsQ5nIghbyC18BbeeRficHHuCXAkg31Khoq/iMlVLBvipHuoP4oWixOGRVJXgMvbtn0zRlEtLdEP6cnFURB2+nQ/xkfQp0UaJi1otCZ5zSZ1xLksdR6AaF0C87OyfE1mSnUc2tBVl2k2bg4m1/r2KW1HsYpNHAvzYTnHB12k0fFe+QEGUCMk+9LazBCzC5DFKESGNUIu6dBjjyVVKkEMgkEwGYxpUxBmlyUKHKFMN0zehNmpov+LSfYNLwa7G6oD+lwzIdQcSyRBh0MxVn9AKj70GXA6rTf2qr9Em5LWn1djVXU30jvyc+gVBVJD6s/99rDKDcIyqKHwQbgEPikzajw+Wf//eIhxnP8/LP/LdMSOj6yyXdVdgF4AlWKJ1DXRztGFvAPOznI7LOPlx2KqjQQ5Eusrn5tpSp+IDdSU1JZDmPbVNoODZnVi8uERqe30u0pp4J6d1HYx6tSlVv5Crl8+FprcoqvVWRUgax+t/4E2yB66X9HqqT7QyQf3wBDzIVNft+DueUtG97Vp72Wj2VeRiQ4nhqoxKqc3HGs95rP2FSCJVRu+VIQbCGmUZHF90SdLPO1AfEqgnyTFo98v+YMiUW9GWpSD37CdnX156LyV3zaGnSqD+khlKqhO5j8+fQXUF2dC+FNUooqaSYnj0uI8TSQ1KSqchOeG+X4iIkepdLDhskIctNA6b4+jQ8Q5PoXg8KHJVw/b0AT4ip2yfUXD0+eML/+uIJj9px3XRLmd13m2aS9yFTyhlX/vFrMqiPi0koOKkUQFeCVTDzfoIlDclJxGXR6PDrc8LbSg4Rdbw2KC3Aj12gIvDxIvgeHIywpw0o6La/jOim33lfLFInQirk6Q3hMeX2HGz8PZu1/Oi5ACBHxyiXJHpwWupnDWjpqrULNokk7N2yu9P3c1iruwwgeSeGJRwfg4RRjBspdOlNFDtTSAYldt8HQxMctmdsGFJGYFEm3Zn7fivi6RQ+ffkom7cTPQNFrpXAoNyq5coMsLulC6VNpVe201u31Gv+j0dXi5YtGfONF86x5vqgu7bf2PtmnyMQp0NtThHdMh5qcTFfFy689a/ImucchYwg7dHrQviewMtPKoeUKSMdeibgQxHVFZ5g/P83sFMB2sdm6eOHvenQIOoD2DXhLKzLwkKB5HwS5k3txSbbRXaiLKqyem4Z51VOL2TE+XrKVoOR/aKeBK+JH8SeUP9LCnNv0/CMfgssrxT0WzK+1JwaVqisOAVX1yEgP6AJz7Sacr/iwNygoJlpdffHAH9eQX/9vC43Nj+PDalaMKcZLftPPN/QPyPxTHWwsegG/YErpe0CQAUgrLPzy0dizxDupg4fOOmJ8CTteYs49e0oYdUub4oz8TiqsRzmguazqj+LM94T2P7LDQOGj4sr+8GK/mYlnsAsNS0jloVXoG+hRb/oQFY1bfYieOXxyeUPn50Wai6qVMz0ClMw9hh+E4DTd+VinMy3FTX4Ve1TzCrLjvkTYGqL+t5boYsOZXafRxAcjO4h/T+j2f0JDCVj3A2PqKr/1fJzLWyTU9xsLUvMnsu3r+nB6bxL37StU3Cmar52LB+f8Sk1x3UYjOhhmQxH2I3H5HT56GG9tHyo+78/osIS0JfP4iEg5jvzIF0LElNteG8Xc+GzHJVgncvj+U2C74vt6yrda3VWLRTIVDrlmL3TSqnq0vZJBegypD4tCs9l5BSZDLrcMkZZvUyOn+ixNffrMtZoGqWLvCOH2beX8/2atQ8ltHIb+CqNr4ozi600zvt577ykudKxZreSxvNnUfz8AT9ASKtHs1FxJLBaQRMcjb5FhHNIUKR25hYrNvd252olEJGUf9mJ1qWgEjokNI2IFFVCkoxDbisfBRZgYwQ7WLZWQyLQ+rDbFifLy12jfx1XVMPAgwZiIpIv33/EUNaFCLPV4zF35XVKQ+Tt98XFRkXV9BeO96eDR/F1NAdpopOfKLKWkIgOS6Mw71NRaRQqpp94Po7EUUFrFFc33Eq1sgEB1u1SwZLE6pTdfb/mqbREZ9KjHVnGgbwEnr2OGpXHUrpvRLne/poQIta/SaT1jG0dAFTFPhikfNOdip0obqcvytzolcb3mvWWu3WWfx520/kpff+21l1iuE2LwQ52ZpnXzjbeJVhYp0uKtntTtqUcXjea/3tcDrQ0meGcF624slxipUML2WB+wA83ivS2+ZAQRijMNLDyRGEAhZ3IDAHbTyUGSjFTaoKyqaPT4ctX8xhPteWHwaLI63RzKYhNS/RTX/uNOSWfudSPl6Oi6RKzNWFx1WccqI0Bp3t6g2+gwwjVhQTPZemclLv6OFYo/GnIHmpwiNcUupvUE8phWipk0MKx4rcRfQ7HnjESrm3l76K2q60050Xm7x8IQwUCa7WoUjC/C9wU5HIqdZ+lZCIcvKFQ1JueXFinBAyMvZS1gqlbYEcLaTdcSIs4pOw/38stdOBQY7374HI6Y1dxGSrUOXUBioosGmWQiTRAOc8JAVqXbv5F49+GHcPPDsQsQ41GqMMiEeY5V7A9RXdPfOz4d+ZDDMdwnmr+Kp9ZscwpAqM+DraqTxOWcxa56le7mjBr2hODR1wuvipiTL3CF0GCXHTrK+KzFRvEzAvyl7l8qIEQTMItHIKY+5jrZIhCyWQ9IAQcSJAid9mpAOsvAKcsvVJs/jK1PB5JZfc58YhsLVSCuo+JRZG2auI8YyJdZisRj54JdWfwevbIjhYlpjgxU8VpkH/cBKfYxdiWAaZabguFheXJJjcJ4GDznH6FFC4aBqK460Xp2FisATQIiadKDaFtciDRBbwh8DCFbRYpBm4QSuU+olc32xcdC+endDiK2mxeZMH9G1AP8xBbEWqlkC4QjBNVqOUOnP0pXpawEIgXqRCqrZqpM6FOQBW3sODov4rHNlqXzZjmCZDsH1DJ3EGhfIdOeGnlF4q/mV+dUtJ7MjZCJcqHi0ie+VvDchjCm/8AlgwFRhzpwsFG+5W/4uOfWBLA834dWdnarNHLP/BP72eERstYDm6TBgZhWRCA6jYgm5NBHINGu5LYgwADYzDpgc2ailGKZa0OOxpA42ULKAsxQMi7eVH9YqehyO9x9qPaPb/EWmWs/SL+bxke6k+vo5FNmbzLrLwb7pMyhKLEDikigZsLSFqkKUqzc3cBxcKwPZXscMJMhBzg1AVX+ZVHgfQgnaqnqP1ZlASOEsULprwEIKx7cHcQbEtcDidV+z0ciV3OxPi9406n4mJ6OOieti9YDfRZ2q4vyZAwdHIMMU91tbPB9jdPClDeEvllvasiYtMtPJU13X9DLivaqoktznnPHCfBSnINphsKbpsk0d97dCswy5W2H3i3dUxV1Wf9BjCAGug8xX/ydy6+e23ilOOls1en9S2pqJWexM/ZDywgLIiTtFvKNgfiU7XrLnEYMzJRt2TSzfMQbm+JGh3bLIaIxma8vGhmSoKKvLspSX4D8uHOny1pcZsNXGJu92+OlB2yDflZNsQ3cEkpKmFdOsn4FzS/ri3Lr1u37njUB5Ab3fmYQ2hWlhcONTLVAjh5MTRIBu2ztMuKSpKvDZMbgTDUlfMXDho7qLDzckkjZUz129AGgg38BOPycYL9DSCidGoYJ2OvVNSLpGEcYrvU0wvIdT0HiEG/BHQi2s+iAVtAjSpw3G2Km+8AtyLlnLvpkX20xZbDyeOqgAy+f5rZmFN5DZoEuFo5pgEiHcMX8igZzUKFYzGR4wxh5hUnXonmExjfidkPVdtZG/IZTijgAGDyPn9zpwA8XZajunfbuw25q7v59jOte0r4fvyXVu2X4cN0czd4f21RMs7DZVMog2mbCfNImH5q0DQKo9GbdW5SnHTPbzGV8Fjle4iNA/ZZb+ggHJtV7Q6LLpIUkBzr0w/EHUmDs8IEUP/gk8ibJm7RTPxXrwQ+E8SlEtD4wwa6yZgeRs8sQbcIJFTygru5tB3iGaIkoPqnBw0uNfyFkljZ17YojkD640eQW2dSmvNiGJo28XS8wAqqO+uHVuIhM3If6I48uQLAmt2m2biOjAAz/0h+3JqOyRjwwWt9ueuXhQltoZ/qzA2IiatRdhcvoBW46eCqqJGVhrXzVrQ3knI4hDH62Ho6ev1moLtY0zbdGMzNGkkxeZlzuMRAXNuFTvhekTHCEDARBlGJc7N9bJKNnJDuYlMkjMwoP/x7qA4f3W5TL6wWwv9I9jO77YpWjJkW8/czJG+F8WDzhobA6UJr4VF4iy/OafdHQxh7yGVbxWxsNkAwntxFyfawvG3nOtOJr5EX0hLhVkfqrlpqKI6Vj6BK5a60ylxwpcy1/f8V7VPForPbx971afkBzS0kO0CNnPw/n63DUA+NP7mPl+B8FPx2IhS4AAA==",
    tag: "c05852197e001fb6")

  static let appStandupsJs = BuiltInFile(
    folder: "app", name: "standups.js",
    text: #"""
// The stand-ups: a list, screens that are pushed from it, and forms and alerts over them.
import { button, h, keyed, minutes, row, textField } from "./ui.js";

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const people = (count) => (count === 1 ? "1 person" : `${count} people`);

export function root({ send }) {
  const list = h("ul", { class: "list" });
  const empty = h("div", { class: "empty" },
    h("p", { class: "big" }, "No stand-ups"), h("p", {}, "Add the first one."));
  const show = keyed(list, ({ id }) => {
    const { element, show } = row((it) => send({ standupTapped: { id } }, it));
    const update = ({ title, attendees, seconds }) =>
      show(title || "Untitled", `${people(attendees.length)}, ${minutes(seconds)} min`);
    return { element: h("li", {}, element), update };
  });
  return {
    title: "Stand-ups",
    body: [empty, list, button("Add a stand-up", (it) => send("addStandupButtonTapped", it), {
      class: "primary",
    })],
    update({ standups }) {
      show(standups);
      empty.hidden = standups.length > 0;
    },
  };
}

function form(title, done) {
  return (screen) => {
    const { send, parent } = screen;
    const list = h("ul", { class: "attendees" });
    const show = keyed(list, ({ id }) => {
      const name = textField("Name", screen,
        ({ standup }) => standup.attendees.find((one) => one.id === id)?.name,
        (name) => ({ attendeeNameChanged: { id, name } }));
      const remove = button("×", (it) => send({ removeAttendeeButtonTapped: { id } }, it));
      const update = ({ name }) => remove.setAttribute("aria-label", `Remove ${name || "unnamed"}`);
      return { element: h("li", {}, name, remove), update };
    });
    return {
      title,
      done: { text: done[0], press: (it) => parent(done[1], it) },
      cancel: { text: "Cancel", press: (it) => parent(done[2], it) },
      body: [
        h("div", { class: "card" },
          textField("Title", screen, ({ standup }) => standup.title,
            (title) => ({ binding: { title } })),
          textField("Seconds", screen, ({ standup }) => `${standup.seconds}`,
            (text) => ({ binding: { seconds: Math.trunc(+text) || 1 } }),
            { type: "number", min: 1, max: 3600 })),
        h("h3", {}, "Attendees"), list,
        button("Add an attendee", (it) => send("addAttendeeButtonTapped", it)),
      ],
      update: ({ standup }) => show(standup.attendees),
    };
  };
}

export const screens = {
  addStandup: form("New stand-up",
    ["Add", "confirmAddStandupButtonTapped", "cancelAddStandupButtonTapped"]),
  edit: form("Edit", ["Done", "doneEditingButtonTapped", "cancelEditButtonTapped"]),

  detail({ send }) {
    const name = h("p", { class: "question" });
    const facts = h("p", { class: "lead" });
    const list = h("ul", { class: "list" });
    const show = keyed(list, ({ id }) => {
      const { element, show } = row((it) => send({ meetingTapped: { id } }, it));
      const update = (one) => show(date.format(new Date(one.date)), `${minutes(one.seconds)} min`);
      return { element: h("li", {}, element), update };
    });
    const none = h("p", { class: "hint" }, "No meeting has been held yet.");
    return {
      title: "Stand-up",
      body: [
        name, facts,
        button("Start meeting", (it) => send("startMeetingButtonTapped", it), { class: "primary" }),
        h("h2", {}, "Meetings"), none, list,
        h("div", { class: "pair" },
          button("Edit", (it) => send("editButtonTapped", it)),
          button("Delete", (it) => send("deleteButtonTapped", it), { class: "destructive" })),
      ],
      update({ standup }) {
        name.textContent = standup.title || "Untitled";
        const names = standup.attendees.map((one) => one.name).join(", ");
        facts.textContent = `${minutes(standup.seconds)} min${names && ` with ${names}`}`;
        show(standup.meetings);
        none.hidden = standup.meetings.length > 0;
      },
    };
  },

  meeting({ send }) {
    const held = h("p", { class: "question" });
    const length = h("p", { class: "lead" });
    return {
      title: "Meeting",
      body: [held, length, button("Close", (it) => send("closeButtonTapped", it))],
      update({ meeting, standup }) {
        held.textContent = date.format(new Date(meeting.date));
        length.textContent = `${standup.title || "Untitled"}, ${minutes(meeting.seconds)} min`;
      },
    };
  },

  record({ send }) {
    const speaker = h("p", { class: "question" });
    const time = h("p", { class: "count" });
    const bar = h("span", { class: "bar" });
    const track = h("div", { class: "track", "aria-hidden": "true" }, bar);
    return {
      title: "Recording",
      body: [
        speaker, time, track,
        button("Start", (it) => send("startButtonTapped", it), { class: "primary" }),
        h("div", { class: "pair" },
          button("Next speaker", (it) => send("nextButtonTapped", it)),
          button("End meeting", (it) => send("endMeetingButtonTapped", it), {
            class: "destructive",
          })),
      ],
      update({ standup, secondsElapsed, speakerIndex }) {
        const name = standup.attendees[speakerIndex]?.name;
        speaker.textContent = name ? `${name} speaks` : "No attendees";
        time.textContent = minutes(Math.max(0, standup.seconds - secondsElapsed));
        bar.style.width = `${(100 * secondsElapsed) / Math.max(1, standup.seconds)}%`;
      },
    };
  },
};

"""#,
    gzip: "H4sIAAAAAAACA51Y55bjvA39P0+BozQ50Wpaqvf426/3tu1PqmkTM+KuRCkiNeV49Rx5oLxYCAqibUn2rrNVJsELELi4wvj8HF5lCMYKLZ80lZmDgFwZm4BZ14jagM2EBVEjVI3JUMJNXRagnIHQ7kNZF8Y/iRxra6C8w9odwSI9U0VV1hY2sGqsLXUCWQJv8RFlAoXSjUWTQF3eJ2DxwX6pMJfQduhRet6o9I2Jnp6drUttLEhhERag8R6+0TZPP3efX6kCv3T+hY0bLfFGaYLeeNuX9jHHOUQFStUUkfOhirBoMhdXBO3sKaNXWFY54cfrstF2BouP+BEWiwVcwjOILp1VbUodwRyWv9z43ZZPLh3SGT746940em1Vqd3VShtvwKCWzhVszgC8N59e5yuLoyaPKOB1LoxxcdGGDyuYYlHZx85Wqrs9Y7/lrBNnDGRQ7W2v1C1tQvRjuS1uNEuCJe19IiXVCm5U7ZyVGtNotuPd5ekeFl3N4o4U7kKKrkMZohv1phvAHAvUNulOtbCg2sax8tn0WXBnfSRN9UpUFco5dGAUprLeccBrKq64O2SVzTEBYa0DQWKNQWclTReHPwXebexN4d07iF5r/yyjhKrVlSkOEGmO+tZmM+f5lxsmY8yos5boueRwarRNrbf3m1MCc8UZ5MVZ0gfc0ilfwXDSw1AwRL2XoRRd3ValfJzD33wxE268rl1iXx0Riuc87iUzElK+7NL5qT/QJTXyuUzYLQQ+VLUqRP3IbtvZP/wDh72tjGGqblPab3A+oONkmikpUcMiHOSUwkdw4S09Mykf7dlZ6AmSi5jrKUuN5CtkKu4UZ8wtf+EEKlGjtp5anSX5eW9ThZr3nXUKu4OxFgWxMShVHP3oVqJeJRM2BtimknH4U7rlnhMqGcd0e9qnrlPS64ySs2cpedqBo49kR8A9BLn+LBP6tu+hxMdHncRdFOKusXCKDItAqv/+Z0ikDRt9wujMpoMtOtmkHAChMlxq0DrIWjnP6NhaK/EkFyuk6ixfeBPXe3TM92uj6VFGLTfee1vP54l9Dfqv78BBD3IXcnI9/+h+VNO5//S3i38kUNVIvOEUMeliv33ptmm57SHWQq8x34JEn/mF6CjK1RCFNSDUfELs16KWrPX8a5eKr+haWy4e5uDe/ZlgtBYYtlJaKn1LN6J1ptQBty87vTzimKS3983q2i4H/glwwj2bz+EHYbPU1k5B4t95W6LLpQ9sD4lCfqxIY3VTrLCO/JQxh0v3v3iYw/UfLy74Mts8Z9fhVRhkYsY6HOz29FiHLpwS5B5lrMjBLwtvL73zcdJYdgeywQBEcFZVHjhYzXhaW3iyb98N805zox/xfvsq6aD+Rjdy0UUO4UbVxSeHXihRx/MD+//wkaFUtvf1hXuOEof/eamRzhPvadHVdhqaNkegDlWiFSofTFEDTR6NPv9u0NDbZij4N2JtzdSBHIUMxqcMaSe8Sk4elQpEytdpOlxq3FKIFtObbkCmwZlmZrJIacMREpZh9vHLE/PP/zsBwSBButSTpcqUtmFM5RtDJgysEDVkmEt4RJtG03I+HKqiA4rK7wpf/1Fb0+na9s5HTW1o94duc3LOGk1Y0A405qrXGIbxEkMZYaE5JvyVUDUL/yBu7rJBuNSG0+IzOv855mjHKib98vGrSjROkddW3SFd95C27SvbZq8cKWn5Z6W2qO12ikwnBnjm4V7bUxuPB6tCVPtzlR+e0jel0jFpzSxAdVwYxLDTDoy93xLdtGLg17+GJdwrmwGvtMt2GaD35ZtpZbaufeWH43MwHI/RAO2u8ntZZONpXfRtc4oussfjwni4+5jVw+ajKBLGTgLpPstLM+bcmlYnaDvmE988mSYW+RwUdVIEGYWFMJSGox3T4gg7936CZNyBkh6uY+3sanmgjKZC8RbrUypp1fQb0X9ZMTReCcY2ldB75m5nhFyL9dvpLyL8llvpRvyO2JFfb5CkixwdZ9ALnwbm0KSAcy4Sf8Oki+aAkk8r+InSfboa/4gPoWSjEDQ+fKgqf6HlwXcRannsTbSDBpNSvePvg1Q7fNHyRS4qgzLpL/iNlvjAfB1p85Q0/2334D+6H3KfDqs76DuP9QyWnci2nZVZwtwPCwE6CjieHAOQvjP9TxGFeIgvEhiIOzwZXHNHEYi7qaGvDdN7JW3WyUF8eXEBvx2egnMIXi5HXmbtrw4Jgfv/f8wk49aGFQAA",
    tag: "999321d2be7f080c")

  static let appToolsJs = BuiltInFile(
    folder: "app", name: "tools.js",
    text: ##"""
// Tools around a session: a second view, a slow network, the last request, another device.
import { Session } from "../client/backstack.js";
import { noHistory, show } from "./stage.js";
import { button, field, h, select } from "./ui.js";

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a request as a line for a shell. */
export function curlLine({ url, headers, body }) {
  const names = ["If-Match"].filter((name) => name in headers);
  const fields = names.map((name) => ` -H ${quoted(`${name}: ${headers[name]}`)}`);
  // The key stays out of what is shown and copied.
  if (headers.Authorization) fields.push(' -H "Authorization: Bearer $BACKSTACK_KEY"');
  return `curl --json ${quoted(body)}${fields.join("")} ${quoted(url)}`;
}

/** Shows the tools for what is shown; adds to `shown.end` what ends them. */
export function openTools(element, shown, failed) {
  const { session, name, feature, module, sent, key } = shown;
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
        feature: name, key, storage: null, platform: { handedOver: () => session.id },
      });
      if (second !== opened) return other.close();
      const stage = h("div", { class: "stage second" });
      const frame = h("section", { class: "frame", "aria-label": "Second view" }, stage);
      document.querySelector("#views").append(frame);
      const { end } = show(stage, other, feature, module, {
        failed, platform: noHistory(), isSecond: true,
      });
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
    (value) => session.simulate({ latency: +value }));

  const link = h("div", { class: "body", hidden: true });
  const over = button("Go on with another device", async () => {
    link.hidden = !link.hidden;
    over.setAttribute("aria-expanded", `${!link.hidden}`);
    if (link.hidden) return;
    const url = `${location.origin}${location.pathname}#session=${session.id}`;
    const { qrImage } = await import("./qr.js");
    link.replaceChildren(qrImage(url),
      h("p", { class: "hint" }, "Whoever has this link has the session."),
      h("pre", { tabIndex: 0, "aria-label": "The link" }, url));
  }, { "aria-expanded": "false" });

  const { end } = shown;
  shown.end = () => {
    closeSecond();
    session.simulate();
    end();
  };
  element.replaceChildren(h("div", { class: "card" },
    h("h2", {}, "Tools"), twice, field("Delay of requests", latency), over, link,
    h("h3", {}, "The last action"), line, copy));
  twice.focus();
}

"""##,
    gzip: "H4sIAAAAAAACA41XZ3PbOBP+7l+xx/OMyLw0feWbMtd7Se9dMLkyEYOEDIBS9Gr4328XgCgqUnoBltvLg/X5OTzUWlkQRndtBQIsWit1O/XHUhNtKXGV81XpFbToVtpc5eBqBCWsA4PXHVpHHK0mooEKl7LE4kQ2C20cbOBBUAk9zI1uICmK81JJbN35hSivrKN/irc2ubmTaPWf0jpt1jnYmqwOkufEfYnvcV90zuk2h7lEVeVQkxAqLN1IrJNB5oQiIp+vO+2wgu8gdfjOZfDd9zCbnG74UhhcKFHiT0qlySTJIZm8fDmZJFk/mZH8+Y0bcB9dZ1oLYhs7CL4o2SLMteFU1ahUATfOT/Cdd3LetaXjHJSdUf8SY7oBOpGzKCo0NocLXa2hz2BzAhCcbEWDlnx8kfw1P7slXFknr4q5VA5NmvJH7zcfQLZbRdnNQd6ngxQERUUjFiOxGZz9CaebkIh0drrhL/2USFHRCya86mcZ/WGd3Ck1whWugWqwtqA7B3oOq1o4kNbXqQXRVmR9IbEqSEbOIY3qip86V2sj/y84DVl0rlh0tk4n7EuyxzCFn1EYNHD680+//PPgIf3z5p/fniUT74vxBYAZJxPOzt5a3e5i4URm/ekmWnirZZsmVL4dB0llPRWzD+V8QJ5b38+OR4FLuB/VTRBVRRwaZv5eYFvNAgudvGhztNh6ga0frxQVNti60M7cqkIqrMbV3mwnL/f1IhYUFCUdGl11CknUK+AC9PBd9GwQ5+Yjap0mC4NJTuqcuPirrfDdFL7KIRFGijMlLlAlU0gebodXBEd9//pslrppqIgJ9KNOooqu4bs4Z2nyC13JhLDrtoSU28nHAeDMOp4AxEpI7uGlvBROm4ImfnGhhamKlZEOH9Kopex0wUP3i24dRccm+Zc3OP5AxtmqxCoJLD2UPBCDtUt0D1ChjybNijD/NMK/1FJVBltv6qPqg/jOAP07TsFcK4a/7/biZaX7enyRCp/aH3azPhAzoOTf1tu0r9GRuY8EvB5/rqQVF8rD1heDRv7e8z+eQn3625IO/0pLWtCkCZOTPLrP8cRjSme6KHQR5kfVVtriA0/cjzdy/sD9z/KRFPi6tsI5BVsFulvJEg9yTD27/64kY26L7ifnjKQ+wzR0LE2UIMUV4/BcKItJFiOO3gbRUXMe2jjaqgxNgSeLcDKOO0YXTfAYh9diiHYDPgew6blLDpo/yIXn8Ls4CvEVLFhbumWE7ZhPw9TzeOfAT5+4ZFqnVA4LJRyBUjMls7VPx50lmmmMx0a9soI+D2qjT/txwhfffRdCGUIOHhY+cA557Dw/tBFRKrn0iFIqYS01cPgUtCYjW3FSjGiioA0DuSfsPycHiPRgVC+KI5gfNFe67BpucHpuzTqMqqbu/pL5bZIVYrHggnjl+/6EUg2QmXrFeYj8CMgOhYkQPc7+sJWkWQ7SBpen4EyHh4kPmS7wYIj4VxygeDteBgiZLAw2ejmi9/FwfMR+YSVA+g6n7HPnjONJsn2cTdEYbbIhhMNZGTIWWUcwyuV/z8w0jnNon90rJiiOkt+agODpixdf5YyYLSavcnjx7Vd8pX+hsZ7w9Vee8jXY+D0w8PVVqEm6FKrDvUmxsunYUrrZGpzC/zwbebPnjmyvjo8ALxlEqGVVYRtaYO+5oIqZESj9oUG3sJKufm9LPopNbLYIqhnrR9eQVFb+iSLSQjeWiztcgIMRfQsEY7TjLeA7VqA01d4jlpGXsu1HlIVwtV8Yv4w5/e50s8Mh3q3G83dt/moYMfoBC8PqntJifm14MQ/ehcDj/j283FHab21xzPyas1ePWrbO40bypNbIya8FL2bSeqXxhkMLJGNVn7sxsSZvhF1hlz+7tQ9giDMeDkcQ4nC4Dls30jGwRFSIW+ZBCo80cClMxbGcxBzU3/BnTqBfWCk/ASziT1Vp8isqsQY93/7MY4k/Tg/xckvmPkE7jd8GjQfbJulmTsz9WhMSGYBpTjBvOZ7+5D8EroonmQ4AAA==",
    tag: "18d8db41d763a68f")

  static let appUiJs = BuiltInFile(
    folder: "app", name: "ui.js",
    text: #"""
// What the screens are made of. Texts become text nodes: no markup of a state is ever read.

/** Makes an element; properties with a dash, and `role`, are attributes. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") element.className = value;
    else if (key === "role" || key.includes("-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
}

/** Makes a button; `press(button)` runs when it is pressed. */
export function button(text, press, properties) {
  const element = h("button", { type: "button", ...properties }, text);
  element.addEventListener("click", () => press(element));
  return element;
}

/** Makes a labelled control. */
export const field = (text, control) => h("label", { class: "field" }, h("span", {}, text), control);

/** Makes a set of choices; `choose(value)` runs when one is chosen. Returns it and `show(value)`. */
export function select(options, choose) {
  const element = h("select");
  for (const [value, text] of options) element.append(h("option", { value }, text));
  element.addEventListener("change", () => choose(element.value, element));
  return element;
}

/** Makes a text field that stays like the state, and says at the field what the server refuses. */
export function textField(label, screen, value, action, properties = {}) {
  const input = h("input", { autocomplete: "off", ...properties });
  const problem = h("small", { class: "problem", role: "alert" });
  screen.bind(input, value, action, (error) => {
    const isBroken = error && input.value.isWellFormed?.() === false;
    const why = isBroken ? "A character of this text is broken." : error?.message;
    problem.textContent = error ? `${why} What you typed is still here.` : "";
    input.setAttribute("aria-invalid", error ? "true" : "false");
  });
  return h("div", {}, field(label, input), problem);
}

/** A list's row that opens something. */
export function row(press) {
  const title = h("span", { class: "title" });
  const detail = h("span", { class: "detail" });
  const element = button("", press, { class: "row" });
  element.append(h("span", { class: "texts" }, title, detail));
  const show = (text, more = "") => {
    title.textContent = text;
    detail.textContent = more;
  };
  return { element, show };
}

/** Keeps a parent's children like a list; `make(item)` returns `{ element, update(item) }`. */
export function keyed(parent, make, key = ({ id }) => id) {
  let rows = new Map();
  return (items) => {
    const next = new Map();
    for (const item of items) next.set(key(item), rows.get(key(item)) ?? make(item));
    for (const [id, { element }] of rows) if (!next.has(id)) element.remove();
    items.forEach((item, index) => {
      const { element, update } = next.get(key(item));
      update?.(item);
      const there = parent.children[index];
      if (there !== element) parent.insertBefore(element, there ?? null);
    });
    parent.hidden = !items.length;
    rows = next;
  };
}

export const minutes = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

"""#,
    gzip: "H4sIAAAAAAACA5VW55ajOBP976eo4Uswh6G/zcHH25tzznkto3KjtSxxJNHheHj3LakA43HPhj8O0q2ke3Xh4gK+a0SA0CD42iEaD8Ih7IVEsNsKvsbb4GGDtd0jBPoDxkr0r9IXgdyuawkGAnwQAUF5wGt04FDIarG4ePgQPhE7pJwGUOMeTVhC62yLLihavlGhoWApfFMSRsLaWY3rMvUgQnBq0wX0FTy8WOBta12AbWfqoKyBJjdij+U83QoOfQlVVdWN0tKhKeCwAKit8WGsTyBp6y7+rGhgEfAd3kjpiiXht9ZBzkE/7fCuhGuhO/wlDvrZ5nesQ0VwRwXzY+2CSwGoLeQUBKvVCrJaC++zYqxdpf+fUh1YcdJlikHt8TQwHkMGjx8DrVTK1LqTVC57lBXHZB7DG+MR5cc+i1nOARqn+GVesl/AlEa0LRqZz08tQhyGzh1ZW/QndAIVDdYsYd069D7nv8UaXGeI1gYNqBDlkLZR3ssgB+VRVSUD52zez12TZxyWlXCAcNfiq3BcoSFmcujLpNhiOZ9Wyneu6cfHygc06HLiSNU7is0LWL0GPM6ALv7OSWixQa1RxlYD8TYflbvfKtSSeudJR1wqR+Ok+DRNUgeNk/BZbJ+2fSvSrOMwx/jlaR8eQ1Ro3VhVoydm6Jf1mCfST5ixJt1U2vdoKvgyzedBBb6CvrE3Y9S9vHnUWIfctvEfccaFnsoXw7Ozq5VK8FTpbg35iieVSSnSFlOeoiZq/4rbRpgrnMgdTmTEDw38A7JT0YHPEH3TB3HnQasd0n9kF2Qn83FjcFYOuJmMFh2b5Lbz95tbqvNujMqTPMrBnEsYehYJdmZ+cw6UabuBgfQznZ7ogiUrbzWGeHHsdnt+a4rllIOWN3QSA497oU+FOmzTGukx5hOakmRDCm652ijiMHVw1n2OzlkXqUl9T537N53doaGyCQD//S9Pw4xVyn+HWr9r3R7lZZUXyTK3QntczrLcNOSlx1yXkL0BpAdHxdFFvYVGeSaUvjcJVWXwKte8rPbovbgaUg6TVhH+ljUhiZuRlHn97wNV6/lReme75EsypvVBaQ0NOqzWlDrLOB1Pc2LgmXBKPFKGRlQyK6fcWXAdZjE2TcjXqJ9rlaiR6nrwiO1MNFymKMfui0nOb4BWPvzPE283LGSi33jwdo90LObqXlESOE/+OJdZUEEjrCarmusj7WUnipIYhNJPwfMmB5xbyfC4yLLhYTGPpNaGsHP3OK8TWfTJYFOH5dBVMSsbTfBo2Xvr4oxZdtQqhz4hiPiPGeaMp9spTaJvxt5hbLjkmv1E0keIbfScVjg0kazx+cx+IxKH5PN7scNcBeJ3PST1sJ6l7VopwoCA/n5L3+EdypwrlRAzlnEtnsABlIQ+Da4kM68xRDF42jZ4Q+bY5nNBplL+7FobOosnI06eCDEsXkwOj/h0R3JqhLsvU9Xqar5WwOUlHI/gPOtPSpbHU4Y+PWtiniK9cj1IZRrhcyVnL1cO9/Yahya5o4qSviPqJk+V4u2SeDubcpzz7OihhxVPc9o554YBdVnx8vIkWWgwSY+pmV7RfkrFfxmwaRBGPlitxvLFGKSMRxfeROof86k3xtPhmU7roWrP32Ngo6RMNvyAD0CjuQoNQ0b+WfEs29PXnr0yXcAIyj3SkkySICzZ5SciNNVWW+vGPbiAF/9f9K/++/BVcORA0/p/4nrVCvlVEC7kz5aQ/T8r+vVy8QdzL0kDvQwAAA==",
    tag: "a5b85f20ea83198d")

  static let clientBackstackDTs = BuiltInFile(
    folder: "client", name: "backstack.d.ts",
    text: #"""
/** An operation of a JSON Patch (RFC 6902), as the service sends them. */
export type Operation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** A patch that does not fit its document. */
export class PatchError extends Error {}

/** The problem document of a refusal (RFC 9457). */
export interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  /** A JSON Pointer to the invalid value in the content (RFC 6901). */
  readonly pointer?: string;
  readonly reason?: string;
  readonly version?: number;
}

/** A request that the server refused. */
export class ProblemError extends Error {
  readonly status: number;
  /** Empty if the response was not one of the server's. */
  readonly problem: Problem;
}

/**
 * Returns the patched document. Changes nothing it is given; unchanged parts stay identical.
 * @throws PatchError
 */
export function applyPatch<Document>(document: Document, patch: readonly Operation[]): Document;

/** Returns `fresh` with the parts of `old` that are equal. Changes `fresh`. */
export function reuse<Value>(old: unknown, fresh: Value): Value;

/** Returns a function that takes the text of an event stream in parts, whatever they are. */
export function eventParser(
  receive: (event: { readonly [field: string]: string }) => void,
): (text: string) => void;

/** The action of a stack that acts on one of its elements. */
export function element<Action>(
  id: number,
  action: Action,
): { element: { id: number; action: Action } };
/** The action of a stack that removes an element and those above it. */
export function pop(id: number): { popFrom: { id: number } };
/** The action of a presentation that acts on what is presented. */
export function presented<Action>(action: Action): { presented: Action };
/** The action of a presentation that ends it. */
export const dismiss: "dismiss";

type Names<Value> = Value extends string ? Value : Value extends unknown ? keyof Value : never;
type Payload<Value, Name> = Value extends { readonly [K in Name & string]: infer P }
  ? P
  : Value extends Name
    ? {}
    : never;

/** Calls the function that is named as the case of an enum: each case has to have one. */
export function match<Value extends string | object, Result>(
  value: Value,
  cases: { [Name in Names<Value> & string]: (payload: Payload<Value, Name>) => Result },
): Result;

/** What a session shows. Renderers may compare parts of states with `===`. */
export interface Snapshot<State> {
  readonly id: string;
  readonly feature: string;
  /** How many actions were processed. */
  readonly version: number;
  readonly state: State;
  readonly effects: number;
  readonly expiresAt: string;
  /** The path that leads here, where the feature has one. */
  readonly link?: string;
}

export interface SessionOptions<State> {
  /** The origin of the server: the page's by default. */
  server?: string;
  feature: string;
  /** A path from which the feature makes the state; not together with `state`. */
  link?: string;
  state?: State;
  /** How many seconds the session lives without a request. */
  ttl?: number;
  /** The key of the server's host, for servers that ask for one. */
  key?: string;
  /** Keeps the session's id: the tab's storage by default, so that a reload keeps the session. */
  storage?: Pick<Storage, "getItem" | "setItem"> | null;
  /** What a session needs of the browser, for tests. */
  platform?: object;
}

export interface SendOptions<State> {
  /** Sends the action only if this is true for the state that the action meets. */
  guard?: (state: State) => boolean;
  /** Names what the action sets: of waiting actions for it only the last is sent. */
  field?: unknown;
  /** Gets `aria-busy` while there is no response, from 80 ms on. */
  control?: Pick<Element, "setAttribute" | "removeAttribute">;
}

export interface Sent<State> {
  readonly snapshot: Snapshot<State>;
  /** The action's target was gone: nothing has changed. */
  readonly stale?: true;
  /** The guard was false. */
  readonly skipped?: true;
}

export interface SessionEvents<State> {
  /** Another version is shown: at most two in a frame, the first and the last. */
  change: { readonly previous: Snapshot<State>; readonly snapshot: Snapshot<State> };
  /** The stream has been lost for 1 s, or 30 s, or is back; `since` is a time of `Date.now`. */
  status: {
    readonly isConnected: boolean;
    /** Something on the way keeps the stream's bytes back: the session polls. */
    readonly isBuffered?: boolean;
    readonly since: number;
    /** Why the stream can't be resumed: a ProblemError if the server refuses it. */
    readonly error?: Error;
  };
  /** The session has ended. Another replaces it, unless the event is prevented. */
  ended: { readonly id: string; readonly reason: string };
}

/** A session of a server: follows it, and sends it actions. */
export class Session<State = unknown, Action = unknown> extends EventTarget {
  private constructor();

  /**
   * Opens the tab's session of the feature, or creates one.
   * @throws ProblemError if the server refuses, such as with 401 without the right key.
   */
  static open<State = unknown, Action = unknown>(
    options: SessionOptions<State>,
  ): Promise<Session<State, Action>>;

  readonly id: string;
  readonly snapshot: Snapshot<State>;
  readonly state: State;
  /** The session that this one replaces. */
  readonly replaced?: { readonly id: string; readonly reason: string };
  /** Why the session has ended, if no other replaces it. */
  readonly ended?: string;

  /**
   * Sends an action after those before it; again with the same key if a response was lost.
   * @throws ProblemError if the server refuses it, an Error if there is no connection in 8 tries.
   */
  send(action: Action, options?: SendOptions<State>): Promise<Sent<State>>;

  /** Sends what was typed and not sent yet; `send` does so first. */
  flush(): void;

  /** Makes this tab's requests slow (milliseconds) and lossy (0 to 1). */
  simulate(faults?: { latency?: number; loss?: number }): void;

  /** Keeps a text control and the state alike. Returns a function that ends this. */
  bindText(
    input: HTMLInputElement | HTMLTextAreaElement,
    binding: {
      /** The text to show; `undefined` where the state has none. */
      value: (state: State) => string | undefined;
      action: (text: string) => Action;
      /** Says why the server refuses a text, which stays; nothing when it took one. */
      refused?: (error?: ProblemError) => void;
      field?: unknown;
    },
  ): () => void;

  /** Stops following. The session lives on. */
  close(): void;

  addEventListener<Type extends keyof SessionEvents<State>>(
    type: Type,
    listener: (event: CustomEvent<SessionEvents<State>[Type]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

"""#,
    gzip: "H4sIAAAAAAACA6VYZ5PjOA797l+B2uie8uasTjc5h9q5HE1LUJvXEqkjqPa4Zvq/HwmKoiSrN36yxfgIPACP/OzWLbitQDdohJXa/StBwJPXL1/AK2HzLSx/fHAXvv3h8y+PViAI7BaB0FzJ3P+qglvqT+HWZwt802hjwe4bhJf9eqcLgHfwFgyKQqtq77bK4D1RFO+55vcMNpXI8b3j1N8Iu82ArJHqYtB8JaoWM2jVpdI7Bdezyxqs9dWNq8H18WLBB4aGz2a3wkKhkUBpC6W0IC25hrytUdnhofJKEAWL3DdGG8A3lk8fvt5eh4X/uEVojN5UWPfLBIsaLFsSVTDnD19/893RcHmpLJpS5AivutlvF9Afgk163ttk1CNtdUMXWWFbcn2qrTdoRn0FWiGr0bxgl+B4zXjAana3VM72smAP+C9uzLUbomxPjy/CeWBg+bDKPDj3h7Sa77tCQ5I7I/Lr6DaD/2uRbHBcpCKaYF0sZjwWzDnrs0NjxR2jPe7Xjd2DLHkrg9RoRQg7EfiiFXrfJhgf04ENwvZZxBGPsoBb8CPa1iiOn0BHLAbUu7sV6iIQc+up67lJcCGvUB1Dq3LuLtxEY8mjdzALN1HmovrUr/4HuzV6N6TsYmCc0q3A0SmaptrzmJN73d5ny4gig9i2Cgiz/mQpwP/xr6M0juMrHW1dGqTtGnbSbvmcAa4uYa2rYh3cKAyCc6uo0qG7eZ/OITbYEp782XPxbOlW6VPCCnhWBtx31P1OEIm0UOCQuMTgAotvQqgqQGdk65mJogapAuoV7NwE12X88L2HPYuPJ78ShtAsmQo5OqdlsOSObJiy/lFKrIoYA/9KaeoITs/gSstitThyMz202Nl3HaeMI/KUucmK/LIzbO5trSJPpfvCCr2baB556Dy5zZ9nHr0sYkisFtDtk0EYwNjexln+bxp9PBkL1y73/hzekLwJRA/F/S1cnyYEsXF9IO0s8kY3y7Q5w3JND4yux7BuhtEYJFSWGT2yHnsdJMURWMwjiL299cYGCJjioNj6y9Fw3hqfPteKLBSSaknkal/37z1HDC7BL0SN1AUKnAL/iSkwMu28a87G3TGkXP8l7nXZj1Ke/8dh/VdiX2lRhB1WvN3BPiO2PwWpeBh8lCgvVYkGXnE9P4dXC5hi4Rmu2Xe/9aMg4WDj3RVVxSE8CW1JoNzUIqqWXBDGAHd0yABFvg2tWz9Eu58rBK3m47rmJDlrxXegN//F3K5cmqG2shw6nV4J1lkAb0SeBf9gE0g1ctDQJMsmWDabNTEngLAPXHMMho/OGn9h7gIhkUdNW72jT90QVaBBQ1CLPeS6boRJ2ZirH1JI0+vT09P1vDZ5rUTjFrQnr/34s3EFlcVsMS9R2NbgVGk80jsHRe072ru90bB0ypFiIT+UBLNahsFnwJhGHViWmFuaneTOJg3SbTsF9sdQjTttWLnxBFs06NK//2EmhTMF2miFU7CVVJcDZXO9mLFkcM/Lhg+f7JkwaCMvpBrri6yroRf4McHGq7hSOM+H/XnMWG7dZPzb4YSl0bU7lcy3o1PVfUkkNilrHasv0DWZjiPcE1gC0/NCmHceXTL1OGGuu3tDT9NKXnX8060FEXVet4G1VRKDyUY+N00FGGw12RWU2nRN1GVzuuTG5C43+UD/PkVsRsDcgrIIZrdi477IauPsP7D+CkjzHgzbhytcTpcJW8bJbttXMr90XufPFbznbPvYYs03Iur+n7kP1VZVxDYJbIVYUDz9xks9NOHcFslGIdpUwrq22m0ZUtRNdFTFPBe5K5wlFihVdZJYEkjXZVoM+0bGsDWGU2rEHtFFK0zh4CyHYcs5baN1hULF83J2hN1kKUJLmT/2TkjrPBfzByOQltHx+EoQlwBCFWnEaus86sV+o4doCdbCSPHJpqX92odExYFukIuI7qX/KsTM959DTRDdylcho6vo1vtBu6zYlbetNXLTWmTfBoWT2s5udMd8jqUuAWfTVJyigi0VmGuFccTi68qFVpjFuwTnLb5AHCZasoLvk96rw0XZbbxUKSrCg2mXsmmwiBN/Kufd9zL4gGa3PTY0MdGDJC5dKgNhodZkwe40SOUFvBE1rkLKkoaiSAwuD8C6043EdmPwSuqWDm33C+wL10NjhJsBm3GDqKDSZJmAXwCtwP1+9Xn3R7oRTt8ew5qkynHtGwRYWSNfgu4Ji586LsZM2t1C2SrD0kp3tVKYs3IchEkXobrG4FcdruY7sU8pqAPLBcNigJONcm+jq4qjc7rpnbYs0bBX46bjIXymYWKOmWo/2BlyoT62sOELdFv7I4jxtVyWh1f5IHanmNCPd3B4nt8wuSUdiP2CqvDkjrQKz0y86gpaVSGxccJlLah7/hsDIsxn/szom+kzRrq4paeKgCYK+li/S2drvWMYTFvqdH1MYwcPGDFqAg/hNF12ww0itZz1qpQj7I8c/MykxsgrP5kvDKbNrTbLo+NFsJw38C1/m1eUytwQ/EAaMKVz4z4wCB+eHJ8afoFTV0BtvgXRSc2vP/8i1nwebOTF1vrCHBaOESFz0A3+EhMsmS46VLJsXmV5LX7EDzK1JDwZ2TcueeYS6s3a9pel41l9OkPXWC0lm7Rn6iTDxvbi/LeQchKX0zhZeW8pDQexMgXBo5NqGlEoCAWhYqUWpUXTXd43WGqDIO0xiAshVXoQIlGzjvMIxOiJjbPqr2VYjCyIQ0ZlPA9ZlOuLgu/BGok04BqqYnJtX0UynWczImlEo1iymTtJOwUJwwfyt+aCw15py8IE9mh9bXDj1uEdmnQoalGyVC1tl24ffvGJ6z7vFLqkEK5RLhOQyy6wrGVVyU5mH/GGlSbaw/JzsBr6l1qSdVsJi0vWscTM8t8q3ye5zVP7T7geY4mSWfDzWVRCvGWSg6KSl/jpjU9wncCUkfIbqYo/utVCMEvVtDaDR398/uyx/9upK3jHTX7cbYOia/WxHRZw9IxlNEUcY7SalYUze6sKLKXCYh3vdhEyh4ZKdwWAeJ8/1K3pEaBf77ibErg094AX2BXHMVfE3lNlP8fpYN1Vd1cj64YeRzHnoSuQ/lz6EsaQw3xW27FyDiMoPSXy+FmBDHDdJcxlPzzx2+qGuprmoHwKfzy40iWRXGnCEZNFUXCleibJokJz8sd9k55W+N1pVjOGLM/RlIGfE7xedcukl9a7LVld89yTuYX+4Sf/6yw9tg6rRxI9zrO3J1C7NOAnxBPNHCjhjL6fIh0vasaffF/rLoG/D9r14v/jQb0p5hsAAA==",
    tag: "05c85d12eb27deaa")

  static let clientBackstackJs = BuiltInFile(
    folder: "client", name: "backstack.js",
    text: #"""
// Follows one session of a Backstack server, and sends it actions. No build step, no global, no
// dependency: docs/http.md describes the requests.

/** A patch that does not fit its document. */
export class PatchError extends Error {}

/** A refused request; `problem` is the server's problem document (RFC 9457). */
export class ProblemError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    Object.assign(this, { status, problem });
  }
}

/** Returns the patched document. Changes nothing it is given; unchanged parts stay identical. */
export function applyPatch(document, patch) {
  const copies = new Set();
  const copy = (value) => {
    if (copies.has(value)) return value;
    const made = Array.isArray(value) ? value.slice() : { ...value };
    copies.add(made);
    return made;
  };
  const edit = (target, keys, depth, { op, path, value }) => {
    if (depth === keys.length) return value;
    const key = keys[depth];
    const isLast = depth === keys.length - 1;
    const adds = isLast && op === "add";
    const isArray = Array.isArray(target);
    const index = adds && key === "-" ? target.length : /^(0|[1-9]\d*)$/.test(key) ? +key : NaN;
    const fits = isArray
      ? index < target.length + (adds ? 1 : 0)
      : isContainer(target) && (adds || Object.hasOwn(target, key));
    if (!fits) throw new PatchError(`${path} does not fit the document`);
    const result = copy(target);
    if (isArray && isLast && op !== "replace") {
      result.splice(index, adds ? 0 : 1, ...(adds ? [value] : []));
    } else if (isLast && op === "remove") {
      delete result[key];
    } else {
      const next = isLast ? value : edit(target[key], keys, depth + 1, { op, path, value });
      put(result, key, next);
    }
    return result;
  };
  for (const operation of patch) {
    const { op, path } = operation;
    const isKnown =
      op === "remove" ? path !== "" : ["add", "replace"].includes(op) && "value" in operation;
    if (!isKnown || !/^(\/|$)/.test(path)) throw new PatchError(`no such operation: ${op} ${path}`);
    const keys = path.split("/").slice(1);
    const unescaped = keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    document = edit(document, unescaped, 0, operation);
  }
  return document;
}

// An assignment to `__proto__` would set the prototype.
function put(object, key, value) {
  const rights = { enumerable: true, configurable: true, writable: true };
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, ...rights });
}

const isContainer = (value) => value !== null && typeof value === "object";

/** Returns `fresh` with the parts of `old` that are equal, so that renderers can skip them. */
export function reuse(old, fresh) {
  if (old === fresh || !isContainer(old) || !isContainer(fresh)) return fresh;
  if (Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  let isSame = Object.keys(fresh).length === Object.keys(old).length;
  for (const key in fresh) {
    const before = Object.hasOwn(old, key) ? old[key] : undefined;
    const part = reuse(before, fresh[key]);
    if (part !== fresh[key]) put(fresh, key, part);
    isSame &&= part === before;
  }
  return isSame ? old : fresh;
}

/** Returns a function that takes the text of an event stream in parts (WHATWG HTML §9.2.6). */
export function eventParser(receive) {
  let rest = "";
  let event = {};
  return (text) => {
    rest += text;
    if (!/[\r\n]/.test(text)) return;
    // A carriage return at the end may be half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === "") {
        if (Object.keys(event).length) receive(event);
        event = {};
        continue;
      }
      const [, name, value] = /^([^:]*)(?:: ?)?([^]*)$/.exec(line);
      if (name === "data" && "data" in event) event.data += `\n${value}`;
      else if (name) put(event, name, value);
    }
  };
}

// What acts on stacks and presentations: `{ path: pop(3) }`, `{ destination: dismiss }`.
export const element = (id, action) => ({ element: { id, action } });
export const pop = (id) => ({ popFrom: { id } });
export const presented = (action) => ({ presented: action });
export const dismiss = "dismiss";

/** Calls the function that is named as the case of an enum, with the case's payload. */
export function match(value, cases) {
  const name = typeof value === "string" ? value : Object.keys(value)[0];
  if (!Object.hasOwn(cases, name)) throw new TypeError(`no such case: ${name}`);
  return cases[name](name === value ? {} : value[name]);
}

/** What a session needs of a browser; tests replace it. */
const browser = {
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
  // Hidden pages have no animation frames.
  frame: (run) => (document.hidden ? setTimeout(run, 50) : requestAnimationFrame(run)),
  random: () => Math.random(),
  // Not `randomUUID`, which http:// pages of other hosts than localhost lack.
  key: () => crypto.getRandomValues(new Uint32Array(5)).join("-"),
  locks: globalThis.navigator?.locks,
  // Not there where the user has forbidden it.
  get storage() {
    try {
      return sessionStorage;
    } catch {
      return undefined;
    }
  },
  isHidden: () => document.hidden,
  listen(changed, signal) {
    document.addEventListener("visibilitychange", changed, { signal });
    for (const type of ["pageshow", "online"]) addEventListener(type, changed, { signal });
  },
  /** Takes `#session=…`, a session that another device hands over, out of the page's URL. */
  handedOver() {
    const id = /^#session=([\w-]+)$/.exec(location.hash)?.[1];
    if (id) history.replaceState(history.state, "", location.pathname + location.search);
    return id;
  },
};

const seconds = 1000;

// A proxy's page is neither a problem nor a snapshot.
function refusal(status, text) {
  let problem = {};
  try {
    problem = JSON.parse(text);
  } catch {}
  return new ProblemError(status, problem);
}

const isGone = (error) => [404, 410].includes(error.status);

/** A session; it tells of its life with the events `change`, `status` and `ended`. */
export class Session extends EventTarget {
  #options;
  #platform;
  #newest; // the snapshot that is shown
  #announced; // the snapshot of the last `change`
  #copy; // what the stream has sent: its patches apply to nothing else
  #hasFrame = false;
  #queue = [];
  #isSending = false;
  #isFollowing = false;
  #isAsleep = false; // hidden for long
  #isConnected = true;
  #stream; // aborts it
  #failure; // of the latest stream
  #pauses = new Set();
  #texts = new Set(); // send what was typed
  #timers = {};
  #end = new AbortController(); // of following
  #life = new AbortController(); // of requests to the present session
  #retry = 2 * seconds;
  #pollUntil = 0;
  #replacedAt = -Infinity;
  #lifetime = 3600 * seconds;
  #isOverdue = false;
  #hasTold = false;

  /** The session that this one replaces, `{ id, reason }`: the user sees another state. */
  replaced;
  /** Why the session has ended, if no other replaces it. */
  ended;

  constructor({ platform, ...options }) {
    super();
    this.#platform = { ...browser, ...platform };
    const { storage } = this.#platform;
    this.#options = { server: globalThis.location?.origin, storage, ...options };
  }

  /** Opens the tab's session of the feature, or creates one. */
  static async open(options) {
    const session = new Session(options);
    await session.#begin();
    return session;
  }

  get id() {
    return this.#newest.id;
  }

  get snapshot() {
    return this.#newest;
  }

  get state() {
    return this.#newest.state;
  }

  async #begin() {
    const { feature, link } = this.#options;
    const handed = this.#platform.handedOver();
    const stored = this.#stored;
    // A link that is not the stored session's is one that the user followed.
    const isSame = link === undefined || stored.links?.includes(link);
    const id = handed ?? (isSame ? stored.id : undefined);
    if (id) {
      try {
        const json = await this.#request("GET", `/sessions/${encodeURIComponent(id)}`);
        if (json.feature !== (feature ?? json.feature)) {
          throw new Error(`the session is one of ${json.feature}`);
        }
        const links = id === stored.id ? stored.links : [link];
        this.#store({ id, links: json.link ? [links[0], json.link] : links });
        this.#adopt(json);
      } catch (error) {
        if (!isGone(error)) throw error;
        this.replaced = { id, reason: error.problem.reason ?? "unknown" };
      }
    }
    if (!this.#newest) await this.#create((isSame ? stored.links?.at(-1) : undefined) ?? link);
    this.#platform.listen(() => this.#pageChanged(), this.#end.signal);
    this.#pageChanged();
  }

  async #create(link, isFirst = true) {
    const { feature, state, ttl } = this.#options;
    const body = JSON.stringify({ feature, ttl, ...(link === undefined ? { state } : { link }) });
    const stored = this.#stored;
    const key = stored.body === body ? stored.key : this.#platform.key();
    // Stored before it is sent: a reload meanwhile makes no second session.
    this.#store({ key, body });
    try {
      const json = await this.#request("POST", "/sessions", { body, key });
      this.#store({ id: json.id, links: [this.#options.link, json.link ?? link] });
      this.#adopt(json);
    } catch (error) {
      if (![404, 410, 422].includes(error.status)) throw error;
      this.#store();
      // The stored key's session has ended, or the last link leads nowhere any more.
      const isOld = key === stored.key;
      if (!isFirst || !(isOld || link !== this.#options.link)) throw error;
      await this.#create(isOld ? link : this.#options.link, false);
    }
  }

  // Storage can be full or forbidden: then a reload makes another session.
  #load(name) {
    try {
      return JSON.parse(this.#options.storage?.getItem(name)) ?? {};
    } catch {
      return {};
    }
  }

  #save(name, value) {
    try {
      this.#options.storage?.setItem(name, JSON.stringify(value));
    } catch {}
  }

  get #stored() {
    return this.#load(this.#name);
  }

  #store(value = {}) {
    this.#save(this.#name, value);
  }

  get #name() {
    return `backstack:${this.#options.server}:${this.#options.feature}`;
  }

  // MARK: Requests

  /** Sends a request until it has a response that another try would not change. */
  async #request(method, path, { body, key, version, condition = "If-None-Match" } = {}) {
    const headers = { Accept: "application/json" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (key) headers["Idempotency-Key"] = `"${key}"`;
    if (version !== undefined) headers[condition] = `"${version}"`;
    const life = this.#life.signal;
    for (let tries = 1; ; tries++) {
      let failure;
      let wait = Math.min(30, 0.5 * 2 ** (tries - 1)) * (0.5 + this.#platform.random() / 2);
      const stop = new AbortController();
      const cancel = this.#platform.after(45 * seconds, () => stop.abort());
      try {
        const init = { method, body, headers, signal: stop.signal };
        const response = await this.#fetch(path, init, life);
        const { status } = response;
        const text = await response.text();
        if (status < 300 || status === 304) {
          const json = status === 304 ? undefined : JSON.parse(text);
          if (status !== 304 && !("version" in json)) throw new TypeError("no snapshot");
          this.#warn(json);
          this.#keepAlive(json, response.headers.get("Date"));
          return json;
        }
        failure = refusal(status, text);
        wait = Number(response.headers.get("Retry-After")) || wait;
      } catch (error) {
        failure = error;
      } finally {
        cancel();
      }
      if (life.aborted) throw new Error(`the session ${this.ended ? "has ended" : "was closed"}`);
      const { status, problem } = failure;
      const isBusy = status === 409 && /request-in-progress$/.test(problem.type);
      const mayPass = !status || isBusy || [429, 502, 503, 504].includes(status);
      if (!mayPass || tries === 8) throw failure;
      await this.#pause(wait * seconds);
    }
  }

  /** Fetches with the key of the host, and with what `simulate` asks for. */
  async #fetch(path, { headers, signal, ...rest }, life = this.#life.signal) {
    const { server, key } = this.#options;
    if (key) headers.Authorization = `Bearer ${key}`;
    const { latency = 0, loss = 0 } = this.#load("backstack:simulate");
    const lose = () => {
      if (this.#platform.random() < loss / 2) throw new TypeError("lost, as simulate asks");
    };
    if (latency) await new Promise((resolve) => this.#platform.after(latency, resolve));
    lose();
    const all = AbortSignal.any([signal, life]);
    // What a page sends when it is left, arrives although the page is gone.
    const keepalive = rest.method === "POST" && this.#platform.isHidden();
    const request = { ...rest, headers, signal: all, cache: "no-store", keepalive };
    const response = await this.#platform.fetch(server + path, request);
    lose();
    return response;
  }

  /** Makes this tab's requests slow (milliseconds) and lossy (0 to 1). */
  simulate({ latency = 0, loss = 0 } = {}) {
    this.#save("backstack:simulate", { latency, loss });
  }

  /** Waits; a page that is shown again or comes online waits no longer. */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        this.#pauses.delete(done);
        resolve();
      };
      const cancel = this.#platform.after(milliseconds, done);
      this.#pauses.add(done);
    });
  }

  #wake() {
    for (const done of [...this.#pauses]) done();
  }

  #timer(name, milliseconds, run) {
    this.#timers[name]?.();
    const isClosed = this.#end.signal.aborted;
    this.#timers[name] = isClosed ? undefined : run && this.#platform.after(milliseconds, run);
  }

  #warn({ issues = [] } = {}) {
    for (const { message, location } of issues) {
      console.warn("Backstack: %s (%s)", message, location);
    }
  }

  // MARK: What is shown

  /** Begins with the first snapshot of a session. */
  #adopt(snapshot) {
    this.#newest = this.#copy = snapshot;
    this.#announced ??= snapshot;
    if (!this.#hasFrame) this.#announce();
  }

  /** Shows a snapshot, unless a later version or another session is shown already. */
  #accept({ id, version, state, link, ...rest }, isShared = false) {
    const old = this.#newest;
    if (id !== old.id || version <= old.version) return;
    if (!isShared) state = reuse(old.state, state);
    this.#newest = { id, version, state, link, ...rest };
    if (link !== old.link) this.#store({ id, links: [this.#options.link, link] });
    if (!this.#hasFrame) this.#announce();
  }

  // The first change of a frame is told at once; of the others in the frame, the last.
  #announce() {
    if (this.#end.signal.aborted || this.#announced === this.#newest) return;
    const detail = { previous: this.#announced, snapshot: this.#newest };
    this.#announced = this.#newest;
    this.#hasFrame = true;
    this.#platform.frame(() => {
      this.#hasFrame = false;
      this.#announce();
    });
    this.#tell("change", detail);
  }

  #tell(type, detail) {
    return this.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { detail }));
  }

  // MARK: Actions

  /**
   * Sends an action after those before it. With a `guard`, only if it is true for the state that
   * the action meets. Of waiting actions of one `field`, only the last is sent. `control` gets
   * `aria-busy` while it takes long.
   */
  send(action, { guard, field, control } = {}) {
    if (this.ended) return Promise.reject(new Error(`the session has ended: ${this.ended}`));
    if (!field) this.flush();
    const waiting = this.#queue.slice(this.#isSending ? 1 : 0);
    const same = field && waiting.findLast((item) => item.field === field);
    if (same && waiting.slice(waiting.indexOf(same)).every((item) => item.field)) {
      same.action = action;
      return same.promise;
    }
    const item = { action, guard, field };
    const mark = () => control.setAttribute("aria-busy", "true");
    const cancel = control && this.#platform.after(80, mark);
    const settled = new Promise((resolve, reject) => Object.assign(item, { resolve, reject }));
    item.promise = settled.finally(() => {
      cancel?.();
      control?.removeAttribute("aria-busy");
    });
    this.#queue.push(item);
    this.#sendNext();
    return item.promise;
  }

  async #sendNext() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#queue.length) {
      const item = this.#queue[0];
      const { id } = this;
      try {
        item.resolve(await this.#sendOne(item, id));
      } catch (error) {
        item.reject(error);
        await this.#lose(id, error);
      }
      if (this.#queue[0] === item) this.#queue.shift();
    }
    this.#isSending = false;
  }

  async #sendOne({ action, guard }, id) {
    for (let tries = 1; ; tries++) {
      const { version, state } = this.#newest;
      if (id !== this.id) throw new Error("the session has ended");
      if (guard && !guard(state)) return { snapshot: this.#newest, skipped: true };
      try {
        const json = await this.#request("POST", `/sessions/${id}/actions`, {
          body: JSON.stringify(action),
          key: this.#platform.key(),
          version: guard && version,
          condition: "If-Match",
        });
        this.#accept(json);
        return { snapshot: this.#newest };
      } catch (error) {
        const { status, problem } = error;
        if (status === 412 && guard && tries < 5) {
          this.#accept(problem.snapshot);
        } else if (status === 409 && /stale-element$/.test(problem.type)) {
          await this.#read();
          return { snapshot: this.#newest, stale: true };
        } else {
          throw error;
        }
      }
    }
  }

  /** Reads the snapshot if there is another version, or comes within `wait` seconds. */
  async #read(wait) {
    const { id, version } = this.#newest;
    const path = `/sessions/${id}${wait ? `?wait=${wait}` : ""}`;
    const json = await this.#request("GET", path, { version });
    if (json) this.#accept(json);
    return json !== undefined;
  }

  // Half-way to its expiry, a session that is shown is read: an open stream does not keep it alive.
  #keepAlive(snapshot, date) {
    const now = Date.parse(date) || this.#platform.now();
    if (snapshot?.expiresAt) this.#lifetime = Date.parse(snapshot.expiresAt) - now;
    const half = Math.max(this.#lifetime / 2, seconds);
    this.#timer("life", half, () => {
      this.#isOverdue = true;
      if (!this.#platform.isHidden()) this.#stayAlive();
    });
  }

  async #stayAlive() {
    this.#isOverdue = false;
    const { id } = this;
    await this.#read().catch((error) => {
      this.#keepAlive();
      return this.#lose(id, error);
    });
  }

  // MARK: The stream

  #pageChanged() {
    if (this.#platform.isHidden()) {
      // A page that is left is hidden first.
      this.flush();
      this.#timer("sleep", 30 * seconds, () => {
        this.#isAsleep = true;
        this.#stream?.abort();
        this.#showConnected(true);
      });
    } else {
      this.#timer("sleep");
      this.#isAsleep = false;
      if (this.#isOverdue) this.#stayAlive();
      this.#wake();
      this.#follow();
    }
  }

  get #follows() {
    return !this.#isAsleep && !this.ended && !this.#end.signal.aborted;
  }

  async #follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    for (let failures = 0; this.#follows; ) {
      const began = this.#platform.now();
      const { id } = this;
      const free = await this.#takeStream();
      let wait = 2 * seconds;
      try {
        // The page may have been hidden meanwhile.
        if (free && this.#follows) await this.#readStream();
        else if (!free && (await this.#poll())) wait = 0;
      } catch (error) {
        this.#failure = error;
        this.#showConnected(this.#isAsleep);
        await this.#lose(id, error);
      } finally {
        free?.();
      }
      if (free) {
        // A stream that has lasted is resumed at once.
        failures = this.#platform.now() - began > 5 * seconds ? 0 : failures + 1;
        const isBuffered = this.#platform.now() < this.#pollUntil;
        wait = isBuffered ? 0 : failures && Math.min(this.#retry * 2 ** (failures - 1), 30 * seconds);
      }
      if (wait && this.#follows) await this.#pause(wait);
    }
    this.#isFollowing = false;
  }

  /**
   * Browsers allow six connections to a host over HTTP/1.1, so that four tabs have streams: takes
   * the place of one, and returns what frees it.
   */
  async #takeStream() {
    if (this.#platform.now() < this.#pollUntil) return;
    const { locks } = this.#platform;
    if (!locks) return () => {};
    for (let place = 0; place < 4; place++) {
      const free = await new Promise((taken, failed) => {
        const hold = (lock) => lock ? new Promise((free) => taken(free)) : taken();
        const name = `backstack:${this.#options.server}:${place}`;
        locks.request(name, { ifAvailable: true }, hold).catch(failed);
      });
      if (free) return free;
    }
  }

  async #poll() {
    const since = this.#platform.now();
    const isBuffered = since < this.#pollUntil;
    // The first one shows whether the server can be reached at all.
    const isFirst = !this.#isConnected;
    const hasChanged = await this.#read(isBuffered && !isFirst ? 25 : 0);
    this.#showConnected(true);
    if (isBuffered && isFirst) this.#tell("status", { isConnected: true, isBuffered, since });
    return isBuffered && hasChanged;
  }

  async #readStream() {
    const stop = (this.#stream = new AbortController());
    const { after, now } = this.#platform;
    let cancel = after(5 * seconds, () => {
      // Something on the way keeps the stream's bytes.
      this.#pollUntil = now() + 300 * seconds;
      stop.abort();
    });
    try {
      if (this.#copy && this.#copy.version < this.#newest.version) this.#copy = this.#newest;
      const headers = { Accept: "text/event-stream" };
      if (this.#copy) headers["Last-Event-ID"] = `${this.#copy.version}`;
      const path = `/sessions/${this.id}/events`;
      const response = await this.#fetch(path, { headers, signal: stop.signal });
      if (!response.ok) throw refusal(response.status, await response.text());
      const parse = eventParser((event) => {
        try {
          this.#receive(event);
        } catch (error) {
          // The next stream begins with a snapshot then.
          this.#copy = undefined;
          throw error;
        }
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || stop.signal.aborted) break;
        cancel();
        // Comments come every 15 s: a silent connection is a dead one.
        cancel = after(40 * seconds, () => stop.abort());
        this.#showConnected(true);
        parse(decoder.decode(value, { stream: true }));
      }
    } finally {
      cancel();
      stop.abort();
      if (!this.#isAsleep) this.#showConnected(false);
    }
  }

  #receive({ event, data, id, base, retry }) {
    if (/^\d+$/.test(retry)) this.#retry = +retry;
    if (event === "end") return this.#finish(JSON.parse(data).reason);
    let isShared = false;
    if (event === "snapshot") this.#copy = JSON.parse(data);
    if (event === "patch") {
      const version = +id;
      // The same version is the same state, and sharing one copy keeps its parts identical.
      if (version === this.#newest.version) return void (this.#copy = this.#newest);
      const { version: ours } = this.#copy ?? {};
      isShared = this.#copy === this.#newest;
      if (+(base ?? ours) !== ours) throw new PatchError("missed a patch");
      this.#copy = { ...applyPatch(this.#copy, JSON.parse(data)), version };
    }
    if (!event) return;
    this.#accept(this.#copy, isShared);
    if (this.#newest.version === this.#copy.version) this.#copy = this.#newest;
  }

  // Tells of a lost stream after a second, and again after half a minute.
  #showConnected(isConnected) {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    const since = this.#platform.now();
    const tell = () => {
      this.#hasTold = !isConnected;
      this.#tell("status", { isConnected, since, error: isConnected ? undefined : this.#failure });
    };
    this.#timer("status");
    if (isConnected) {
      this.#wake();
      return this.#hasTold && tell();
    }
    this.#timer("status", seconds, () => {
      tell();
      this.#timer("status", 29 * seconds, tell);
    });
  }

  // MARK: The end

  // What was on its way when a session ended says nothing of the one that replaces it.
  async #lose(id, error) {
    if (isGone(error) && id === this.id) await this.#finish(error.problem.reason);
  }

  /** The session has ended: another replaces it, unless the app prevents that. */
  async #finish(reason = "unknown") {
    if (this.ended || this.#end.signal.aborted) return;
    const { id, link } = this.#newest;
    this.ended = reason;
    this.#life.abort();
    this.#life = new AbortController();
    this.#wake();
    this.#rejectAll(`the session has ended: ${reason}`);
    this.#store();
    // A feature whose sessions end at once is not asked again and again.
    const isEarly = this.#platform.now() - this.#replacedAt < 10 * seconds;
    if (!this.#tell("ended", { id, reason }) || isEarly) return this.#timer("life");
    try {
      this.#replacedAt = this.#platform.now();
      await this.#create(link ?? this.#options.link);
      this.replaced = { id, reason };
      this.ended = undefined;
      this.#pageChanged();
    } catch {
      this.#timer("life");
    }
  }

  /** Stops following. The session lives on, and the tab opens it again. */
  close() {
    this.#end.abort();
    this.#life.abort();
    for (const name of Object.keys(this.#timers)) this.#timer(name);
    this.#wake();
    this.#rejectAll("the session was closed");
  }

  #rejectAll(why) {
    for (const item of this.#queue.splice(0)) item.reject(new Error(why));
  }

  // MARK: Text

  /**
   * Keeps a text control and the state alike: shows `value(state)`, unless what was typed is not
   * confirmed yet, and sends `action(text)`. `refused(error)` says why the server does not take a
   * text, which stays in the control; without an error, that it took one. Returns a function that
   * ends this.
   */
  bindText(input, { value, action, refused, field = {} }) {
    const end = new AbortController();
    const { signal } = end;
    let typed = 0; // counts changes
    let tried = 0;
    let confirmed = 0;
    let isComposing = false;
    let cancel;
    const show = () => {
      const text = value(this.state);
      if (typed === confirmed && text !== undefined && text !== input.value) input.value = text;
    };
    const send = async () => {
      cancel?.();
      if (typed === confirmed || isComposing || signal.aborted) return;
      const sent = (tried = typed);
      try {
        await this.send(action(input.value), { field });
      } catch (error) {
        // What was typed stays: without a connection it is sent when there is one, and where the
        // server refuses it, the user can mend it.
        if (error.status) refused?.(error);
        return;
      }
      refused?.();
      confirmed = Math.max(confirmed, sent);
      show();
    };
    const later = () => {
      typed++;
      cancel?.();
      if (!isComposing) cancel = this.#platform.after(150, send);
    };
    const on = (target, type, run) => target.addEventListener(type, run, { signal });
    on(input, "input", later);
    // The Enter key changes, and submits the form, without a blur.
    for (const type of ["blur", "change"]) on(input, type, send);
    on(input, "compositionstart", () => (isComposing = true));
    on(input, "compositionend", () => {
      isComposing = false;
      later();
    });
    const flush = () => typed !== tried && send();
    this.#texts.add(flush);
    on(this, "change", show);
    on(this, "status", ({ detail }) => detail.isConnected && send());
    show();
    return () => {
      cancel?.();
      this.#texts.delete(flush);
      end.abort();
    };
  }

  /** Sends what was typed and not sent yet, as `send` does before an action, which may be about it. */
  flush() {
    for (const flush of this.#texts) flush();
  }
}

"""#,
    gzip: "H4sIAAAAAAACA4w6aXLbOJf/cwpESX1NJjJt91otj0fl3vcly2yOvxZMQhY6FKgBIDsqR1/NaWbuMUeZk8xb8GhQclK92STwdrwNjz48VN90bdvdBNU5o4IJwXZOdXOl1Re6fh0i/IBlf238WGnXwLNrgrJR6ToCaKjUL526XNsWtqJZjZXr1FXbXeoWHx8Ag8asAMe4ejNRTVeHw0WMq2rZwEaovb00QcWFUd7859qEGKoHDw6fPFFnaqVjvYAtHQHNBKAW1RwY2xiQznppXKzUk8MH5s2q81HVrQ5B/YZYX3vfeWXeRBKW3263Qtib+TqYRjieqNnKd5etWc6UZVlY4Q+CShs9P1U8++ZL9fnHn3xW3sOage9l/kCpGqwV/bqOnS/ArnEdxkK/JAClwnplfJEWq8ZEbVs1nSpZiTa2Bhdm37148Zt6fMt0trPyhPB/vfzT1LECYeyVK+LCAotbtcNMbQl6+yAZ5JmJa+9YcbK5aTL7frnQ7oqtv7DuSuEBBHVlr407UWtX03YDiD4G5LRRtgFEW+s2t9B87chflF6t2g0dUiFMxsy2vLMS/FxZYHqqnLlRz00sSOR+bwM7xbVu16ZUp/+cjGfnqmC8aqFD2i6VJ/UUvSIRIbPUjQEyZ97rTWUD/RaaUwavQmtrU5RqAlasqooW1VaoECvdNAWS4hMQbrhCRr4T2zQ2othR+ysDOr82mzDG4IgLPKRuhWbA58RlRzMCVKenp4RYtcZdxcU7tUMgxaDnhHmRb9rwkw4ozL1E1YE6zqFBQzgJQfrb30BUQhnBxmhIloy4Z1TWuByAusa8UadEG0kCe6Z5MALjM4KIM1GHfy+O3p4fH3x+8ap5Uj4+rKIJsQAcPKmniDtRv+hfMgaYKFhoEoE2FAAz33/a4fBUFSTIVB0DpaMygU8A/cvORW2d8aIFSsvQb99KvIG7/Xrj8pMtWVs6uYcoSwnh5bsb9OcsRRWzx7d46NthhsNIlOCYDezmTVi3eHIYBIlhxiqpizIOjushmtabVatrM5JkoxK1KqzIzck2Y5UscQTqH4/R68U25+RkF7B+fiH6bZVpgyHe+/7hzbK7zvk1pjXRJLbnYKaLARUGE1UdZNDe7SQi1YTiiDVnEnkk4VEe3x9NJ4n4ah0LFoAQx8RHtMlDmIH6IJ53XhUsWbcyXkeuk1nqEskz9qDZ6R34MFZ+dN2NU6cs1q7N1JTx6eBGaHKKtvHdKV5U1tXtujGh6FbklSNSdaSsG7AULxSO4LYPIaBeHb59XKZIQlbluzzUdSqs68UdzQnUnW61Vcl1hw6KZ6FOSXjyq1iMDkdlSqTHA9C1M6HWK9OolH6WelVgVGPmw5Uq6XrWtsXoH8eoPdIarB7h6j9G4o99nT4lP8lKTM9trI7Gd8qkUtifuiCcUHU8VGdOcTUlqrFTsz/+gDoauz/+mKmbbo1tj+GIpeW4WZnqgVQ78rYOk4R4G51RXum8vVpQqrpVxgFrr6FGT1T0azNGkLm9Wg/WbryN8i7VCA8YyLO79AJC5DFvihNgIVWCwk2SV2Pm1pnfPJokbobS3jIKpYEk6LYk05DweX4cVmR6InHcum3RO9Ew3Zw32NWZ0+hk2IXM5t6EBdjWxgWZlTsLQJ11bTPjflB7o6B5wx4zdLzkscf0xgdVa6fCa7tC7OW9PYg362AKIDdWxA3Pg4yIayQcLVOoZCribrm3yBSkEjOmnMmwDiI62WS4/C4CrUEDP9dLsJccFsZJQpDiheJmu8hF9nbyFnqIZQY7GevSABizyQsaWSiVWXhmN5pAKLHPNHk04zEBATYt00vWJbSsSCEkmiHfpUChd/Y8Iic4ZAPwoVNaJYWZwTB2BZBkVRMx5E6Xq3s3YL+J+nW6gEQsOHjzccpcY7SH6I1eosnYB4t//e7sxb9+q7578fNP6n//5/Pqw+rT8l4HI/zftA/GF97Uxl6nmG8N1fCoMK3LIRM0ZgCMZVGmQHGyHpCwnp6SlFlWPzx/5V+5C07kjCOexFCYw1Stvbf6yghxzRnLuEYt9QasqRa6nZPyqrXOfBBwr8qOF1cxS6EYKbEfIue3+J8vpg+hmPB5iX6EUa26VcHr4olCDbkRDFtGNKItyg8j2ZCt3MvJZmXWBpOR0/KJoO2Ytm8vonXSLkvVF0XPx8qBF6VMjVkTiuX53ycXT8piOpmoaTmF1wtqQ80bU5PAxFHERHTWoNFRj8Bx5ckmzyj5V4WreKazV+7xLfHbzoQSpWghx/FBSAPxsr5lKxXrXylB1pgznaL7e6CL+8qbAPhU9cJEzW6pSE8UntBHpdrOxrjWmADGSXW+sWFpQ4C9SlycjWRak6psYZtxGgWQsxa3sol3prtNtaXKkVNBzkxBMGHhG98tGfMeDNHBNIg35NpvTYTjHraogyfDj1J8vtRty0lgmBxsIGs3SvNurYPhFEHFeixVindwXqA3baebe5PCki69XFAJPuR9AHvNPWUyRG/d1SjrgPM4YDc4P6JOmjLCMIUTH/aZQYf3AvjsNHgIir0dwnJXJ+mCiJzj+kXv3UmaKYSWmvALQ5SScpMn9kMlZ0wTOMdcghjB+BOFWSuo1NEpy/McMojAYPBiGTNgvIkqsBHhsQ0dPC3ni2OAhTYXIGn/Kx1NBe8Fbeh5NL5Y2ra1wQCXBizj125YC6NdEtdg4gt47CDwAGasfsaWdmndDv6HCjT96BgvzeVwBsAS1K3RXggRbW45UR6I1u9s0xgsMDhjWehrA9Ir7eySLxhzDyYNmIjpaaJQFnb5fkSzYBLTPYk/OcLJRbLMmdD8BgkRGbKJ167plmIvUpKXijKJ+EsX1YzXXr78/qsZeP3Cgr/gGG8C+yQ7nmsHgeDVogsxYPg41Xa1bvFdtZCGUAvwWWFV+80qdtWVic+I9r+gC4UCnfOldfGjD7k7+qQsqz87MDuMBlAiJPo6TNKM8cXChsrpa3ulY+enFW1mcqNERt3QTwzTdUAJdcBidMl2sxEFAzFUABKgSyH+EP0mPcmZii8/Z0i5vdYY2bugO13SVg7dBj5zscPOOZKKNkTjijRbGyu8f+hWxOoRdNN8jSXhJwI3vhhd22AvbWvjhnFHY9UTuU1k1Ha/HmPWwRM8H9FhLrobvFZ1DmvbCLqzPU6I8G7apCdmgBfUXM0eJbOd/t9//fdsnKUEbuYdO05jrm1tFNDENEEDZ3BlFIuvAVeYYF8++4lyhCI40/wKcMUwgG1DRbtnWpy/ujm4eHpXsLuaAgFT5KKcVufHF9JQcTFaWPSE/vr5POpoClkM+AbGAQP1hLCQUl58ercWjPb1YpgRbJOssz2RG1TKIyDx8dHR0QnfOfEq+WYD2qLSVISMJRPpfobrOnwLTq/gtGJ246Thtm77CTO3kdJ7Crp0RL2LZzs/PP/1F1DJB1MQMsksPp612xip+ch7d6g9vCh+2zmDVdsgKDn++cdHH4/Vx8dH2SiDdismBPg8sBd3OVE4GzNtS9kGB3ytnZu+BnNTBe7Gbon9DBOaUf8zM+gvs/2x/XOmfjexRzIvaMBEtnnUrahnOsFn8IgIgbOkF7AAfT84PCT+chp974CB5BBQO9fBAZlmD1bcGySJveSIggM+gr5BYoRC1xHKXgH7K7IAD+wDj9VV7GROT/0j0gFwzPho+7mGNRIcKsIaV84v6NWG56A5YgkQr/Knof31s9Aas5JFkpKTF+WUtnNXBIeXZGdqbteiXzM6q0FI+rLDe5WNuD7Xtl17ptYbBfuDpDhZX6/D/meBR+imw1UkEkAntt6NDpTiGgSmGhz6CHiEUIx6huLgxd6D3phWRJa52AHhyefejyA1F7h2qIg0p+LISMYbjL1T7B8kCbCDAamXLtoW9o5oJaWh5izC0sH3DooKJPgTkSVaOtyPPj062iFlA2bHZp2fPTnECxpzyJrk6oUZ5mXwI/4qmAQIEFDc0nujAzbYs8ldUQ3GhD6VU5JMeVrER+bcFYKfZrzQnyk0x5iAXaeYhDCVplAhEFLZ+ZJ2qyQkaUqVYlVth5/UOA+TSpXEMGVBxEmdJuH3e9t8uHErvQENdIdUcsrCHQnzN8RBoyLFYVp13l5ZNxayQ9Ep4cqx/LoyLs0n9OUHQcwmITI3GpIxEOi8qj28GDwzsT2eg62VDhtXqw4oFYnJsGIKTYkgehPQZDp9o20PWT26NCC/mHXYHIn41FPZRqqzQLGlOHVWthlAS1Z8H06OwI72Xg4EITjJEiL9ztS+t2Vr3evspLP8L8DcfOz5QpU3JTk8nnMGz6/ZgIY49ldOblwFKZkVzp7jkeEk8FJyMoNpjYwNiS7d1vpuFOeXTLjCzTC9K774TlLnnZSoOp2qQgZsQsA2+TSwzLsose2wixbCfwbyNvYpNklKmcXo269fjCDTHCa1w+HjW+PqrjEvn33/ZbdcgQVcRA79lwfhilQrPkSePRfyAsLnm2U+WVLZrTjdiPP0xDbHcHt8m9MYcN/u6EeWBQUtTZMzc00HtsfvOvhw0VPK/aPgZEuQE5afjnPKSAEu/eO7ZRzMMtFtuUtON+DCZB7ZkoZO+rGdSdtD7tfSpswN6G2HtmR3UDavDRMGruQPF3gVz2G0dq/xO9SI8pxYT34y9zyAy4GXcIordj1RXFnH4uC4HDgl8swceyde002LbmKyB/n4S77YFOU4LeI0lK84QmcfdifJiKzIfKygmbI+xNQIvTPzpNtFjO37889l12ykVecBkZ1vCiHEFPjj7X4GwJkNM1I4urlN6a5U27+asrI/MZADQIGIDT3054Iwkx2j42JR9snvOUHKJwgblZX+VitvcJqmlkY7mDm0Ri3pQum61Of09ejBfuwAlzFJI3pJJvqLeei3X59jIhr1iQhebongGGkT1ftjNgVrFrzng4Mkb81CV1z0Qmi+O3DvDVsJm/5CBT8+/PBdt6p7ozlXgVnx4bzoyxDq/EG4r2vr/N0NhtRpjW7wkHjsot1GLYFCNbA89KZt+vCbp0h4PclVkrDBj24F4eAjcqEEv2/W+9XbTyGJGBteXHR4QNwfi+EluMljqWmjD42XODJuWzRCP1JCasZl7otOK71x7rKPcJsmqu8eOeXX8aGQqXec4gjt+2iWTIgS3u32vaMp2s6VehT0tSmyDwv3yfMO7iHjPt7NSEys3JFmm7dw7HX3t4lsIH4k7STHJiymT3c5QSdg0ifDE60GvSPt7LKdXcpfPU4e3w415oZ+u7feNwQnmY/8fPbsx4l6lu6B0szjNTuQY9C6WtNFz2I/ycthBRTNcC6GZ8B/aQALaebG/b1UGslZSxMXXSN/+ZIlK9DfePS6scK0aSN3+6Pv5we/dM4c/IznAhVZLJl3ukY36b6szurarOJEjXDaYPkuc4jZSYo5BS1yxejMirBQOR/hbdm4eIDfH0YXQHWf1h0lkDxD/b4x0P0Bdr05+NFsCHs2enwLUNvR/3d2HcxtI0n3r4z5JeATBAXbFyjzVPLlnHMitAJtlGhxi7DWq3Pxv990v0ZzHjSQWJd2CWDy9HR8PVrua9lUp4bgCzDUt/LeBuZtZj62Wh5M/ie+U3GoRUpv1Xt3ES7wcHS0Z8tSYvBrJK+UGy32EYWXkWOf1q/D/yOaUKBRjSiE+CifjkZC1J304SScO8d2yf3llIeCSgoH+6JdPzZjECh5JSPyQAd0JGm7Vr9NgWM9peKLk0KJxojSiNF2YfBpz9EgHoSIuBE/ECyjEfUBlUs/le5WOartyFeha29qVAhRf2veC9XythiZF9bYm/Dy9FSkEJ5FesU3r7DpWTOHC4bLRBWbZ72tmV5foLIEk18UMyNZiShrJxOhvdndxk3qGbWMdfzUbO8S7YK+3UYP39VaYupSoNovje2gSJ1iJvE1B1+RjJFaOQPJjkNY5D3VXmU4JL+4/3AdaTHf/W/EiXZ8JdQaRyGbIrWetnF4EPppXyHuSgwFEzXrESlKL0NYhVWLwyAM5kkz0oRGC1s6zFx/EnDfTByUX6w3fXzcLfmM5vDbYUFcJVGq3t73D0xxr06/LURzYjLiuLs7ju28i+vZG5DW8ebiIuXOBR3yq0ZD5i/QpqwxupFff311/m2JM57LP17KP14laqcpnKTQWYNSGVxOxvgtWzyaFattcP0W+sKZEutmELE/aOEQ96iAaJhwlmloElkM8hW+4WXffbgXR/MyNP2tBgZJuBKz+TzmX0DGiSjfVZMigwSqewZhReSsvIz0q6/uIxfddv9qTHQv37bNtt0GiL8lOyvXjUpJ8SBLlEr379S6cq1qttd0hiWYkQEo9BgW4PtkaExJojfoSwRSnh2tsf59GDrUJbdeUxXCJmC2/xBp+tBFChBOsFl/BZhhVmxZ5SoMJdG+zoe9cvGohwVk5G91p+porBR/xa5hPwfgmgNrEJNDFswnUfNhsa7blUxtu40cs48Nx926f6cE6EG8d+KXTXoXDtsIhx1gVZCUeiJgfcrBHU1xiB7zRHC4IW+NIDOiNk5XgCfxeMxDFA3HqkLPqmQg2IJp4UtDwcEAMYcjUzptJJklh1zwVsnJ/XOxkLR983J7AKVfRzIiyEUpB1gp7SGqRhJhOStxYp2siukjkDcVsoehCt6MNbEradR/jIvSXxhJcNAvNO+a7k6d8psPcWoIpat0EstYY2TtwGjA22iSbJVMHwB2Z9xYjNU/5UVYSFlqXwOVX0jlpIj1kgi+A1XHDMaGmqa+JXsm+ZoscFRObmGdub7tkwRWIRJ62tbfS/1UWBMe6jPDNIv68fGgqGGcLuth1o5yVtmMyZI3cJD+FxNNhYXXZr1PRpA53hMIJVqW7Z14mfo+HhAN4RJV01KJ8t33El9yXELYydqhdknks1m3tTY+e+tnIfxPH4r/6ctZ9bilRPiy0ftHin7bWXkrEZdEKq/ErUNRcEeF2Kkw59dQhLcLvmHfEKSEeXPJbnjoXSIYVIKczR4mL7laQk4w4OOc+gR4IXkF67aXV8IqtmZny8kfO3wS3rDeRtb84PNUq9q8/VbfPcHiiSIlI3q+30fJ7/FbVi40sEtrlAZlxIqQInUnbjQf6xu8tEeCD2OJhj5LjMph3lIL48SH8iK3RQdNbN+bfPCBykM5HRTJ+lXdlfqf7DFcnqBOuFqUNgG/0/RQWeImrnSseDEolrrRvVhj8qRlK3eKisxP+kpy+qa4iWwOD1G0At5X3ibsviWMLoLCYb/qNvf9fNxQ5bQ7543a5U9Njpp4OR3ckYmv6FIUJJC4NmETHvdfuGAgDttK7o9D3DDt/Sbiu1gz/i3jW7zpegXPKNyn4MxZkbd4j1Y+m7hL825KeY3m40P52Pl3hQRpYx3SvzsA7wyjDERqHI+o2h4BqcMfhU02YfnuvtneLCtRHx6EYqBrav8ruN31OEH5QA/yzhr/0LYf+zr8cqV6h8B48EHhUyJFl6uuXXv7Rq8egKkjHgmeo6X4S3u0v2y2XXN8HQ3AZUBMprMkClVqhNjB10RFLtChrJROpQraYxWsYRZdfiZgJg8UPmg+kVPIHhUTFrZb1HMytndLzsWU/o0BrNb3/XsS9b5QRvUClPI0YLxxrJRni1LQDBStvYh4t/bqKPVvJI+xKLroK9fjID9qFFwsrEoyUmkpbQFjGJ40V/OXKy1VlnUbuetDtu0k1C1layONhZHCBQUGUORLLLeLd5+ctKrMxXaV9jTsOLl6e+uaqG22RAquPkar//o+qpszpyMJsglJu/XJ+qXVnlSWvnVaaXe8D20MgAr3yqrOVQAp6ej45MschVxHJYcTHrC0tkRhMXRUm+OIWZ1NYq9PBptNfIVEz+x6MM8jSvxSKFaGQN/kqP3CPZa+m+lQx8Fpr8JnjyicRczoI3F9MIIiGaln5qB1JqF0SpK6QEWQ+2GFsh5mTGwwUNw2tYX45V2LXYztlNN4B24Mu4yPXocdUGrLiu5BhcgfyNPSY40jSczkfbfyndrlltZFIu+Zz250AEUrBODm8MiErzWrZWGXkfesP+Jzl/F3zrLceEb+PwxYnNj6q4DaWHpgckI5qTShMwI4B+GbpYvDg/qELupudicmGJcVefElZDEfhzRRtKy8HLIaciAHKmQrPQ++BvYmLeTBqbkG5xCX8wI5aA+MB3biP7ecYffssZh2PpPT3Dc29TifncvsfJogxDfhNZrPjd9d0MN4fS50xUDGrR1frdtjSznLOrS5V6aKxmA7B66bnhLKvKYxUkdZyNSOmAb5rX8joAmChsuUkb/SOXrAacZdS2pSd3dhKRNbDp5xcmFjovKdjUUyzPJH35N7JdH40bH578+6mpdheSk/FnjeLSWkMYNT+lDEnwetfTyJAQfyzlM8R5w46Jvq5D9q1qvjT41i5MUJF1MAuu0DJaOQAy/+kGWbi7IuyFlDoftFHeo1Fd1XPaei9iYhs717IKZ4sokuuJiwQGIawn4oIiYfcRCkrfkaeJuXtQ697a8+2pI4DJza9Qpp+WPpnoGs65WHopuvC25QfPkVRVvIyVXMpOCs0laqkDHzCIPu+gKb5Rnf9t7kbx6woqQTkVD0IuwhyoDfJ3WMPGOolTUWxhp5ahwhLVmNfkph2GUMxd95coe8ZlAha2f51UIhxxKTN1riEvJv5GfAsVGjdMYIGu2upnnE7X2ZZBbwNnsVzwrxfebPmN/lAB0Yf5Yz59kihTSAIr5izGPzA+VJjPNUiPRGNJKjN2oLzmh+B+D18JYxTfjWj9FFL3hkqgglcWF/zHqYme7RQ4ZAPG0no8DzZ98q0hstBttr/glNtb8IYwUyAukb4euTrCt/5PjTatuOg0ziUPitkgzaYeQMJ82wJkjQRTkKEsNGZu11294NB8EhpTWpMTIU2QaadvmIOfDQKF3/xdAEGSaS1RMPajlM4PR5BQwVM0iF6XPD1HW4HTOFfZCpXNZ57IN8K3nFr4yLgfmIBSDupPYGsrSPSavuOfVVd3KbIKJwbDT2neBoJL+fyuseDTeWMRZitWrhKc+2/MZee8bVGHuStsEdyv46egutaD6XI7i8oIC4mIFmV1M7nKY7BkBkbcdsrt6OnI9vkefUh0aKhr77WtbqroXtI4pRoxAJTb4NcsPgyVl9tr9iZ7W530p81hLVsdn9HN6/vfcRufxwMQJtAS7UA3AhhNNb1nWqpdKZJ652yN7l3OGfkSs+lbOF46pFhtqDbNsxT8SUwBDx8014ZT/dqM6zM3I/yQzvKqWi9oakqKtjCOAUMiotID/CJTcjHehHbQ+PZZjbo9MX3yxxGLJVp7RbehNYweF2BYRShZWvrr5qOnKHVzr2QWnCFFmGM+tIrjtyVyNLOPBMTlTrIu+YFDf5w49K+dPOAR8hWNX+FdkB7K1fBmpobzEK9IbMRuEjlHTlKR4u5p01s8rdm3oHKmG104cOdWBo9DKcv3Zv8zNaE1aZG7J2SoqgwJ5WoEMyVuxolSxiZWu4Y4OLe/BpjVUVnRcfbAaqFqmKOAVcLelkI3BSiTUzebzXbeJFhq/49ZQeC1x/tKeRPL1BIE/MRdHy+yT/OoJTrh+il4GUaMraBYc6UpjoWE0h/CzeUXYKqage2RbB4E+1h23JXPfwbVI0Z9E/DewWDOaJ5tEfY7pAdmcGlQCzJbBx/H2t9OPvAZYNDsMDBlt52qlgzsUdxtB7jYPhwJ+fQRgzGtFRpZtb82c6KtU/mQMsjxAux1Payujo/q9CH4jWaLMTKsrfYpVXElnTxW2ZdoKu91iLBKqgSSk19el0Qj6TQ31Yo7nftJKkubXz+7s4nu/hTcEFhYOinK+l+Fn1Ipi28fIufy8ucm5Jgfr45Z5OD2i6Zsce9loqALXt1LCH7l7HGrcXWcCUr3LMPRUfY69ut6ARt3D2OvRzWeNuHT8l2pS67MJNHIcIFV/1MT96dfocwv5wOzmA+grbhxr/Hu6b+mzE4dFrVkNZ/c8tAo2LvThsdWRHmk2lcnr/rAcG3rKmUq/kddPHUUOppvjwyT/+dnM0OHr1u3uLhisVjvSHS0IcJ8Aqo109K9lNI9cpRA9IgsOXUZSWslq6LHmEvMl2sIfb8/kaN5+trHiE2VifNPYpE+tuODdPA7ZeQKAB9g7hHLuxPY4aQq0NMhqINHGC4l7D5MLuZFu918UiL2f86ulNd0PSiss/cgN4HCRaE6abe900dy34gnMRHhCHqI4KoRtpRRrHZZv4lb3bdiZ3wIkuF2zlrS3qDpDa5Nry/cfq0baWiT/9YpzWrDvNhgq5tJOGfe4JodAu0PZ4vQOVAIc6DXfpNIJvdfkBUEpjjEmJCHhWfIHPuAnR9r3/CM83H/ZEl0xObvo6GXbyNrc0VClkNerDzQLRegkf6/0kt6K8eNRJeFZpdhXZvCrz5NMY+Ml+HfduZpzr1hPp9Lyykx5KLCTPTdVImcLQ5WSP1YSSTNWnqp5/O5VpUuNp17eEie3dH4fLeoSZfexF/wbGfh+kgaO0bx78LxI4Bs9uxqCbY9wIGbm9mC6Tuw7UVkros7thL4xJi9ztBowU/V0WmuRxvGSQjiGVWUQ+I9g91X51OhzJs+7RYVjsb1PIQ6hE4ZlyKGc9Jg6unAgHJk0vAkZhHzxulOgI9H46I5GJmN8AmCF3fU+DvTAOJE5lc9nhnLQ83UhRm95bkmbcK2mXr0hWSussb2B+bOp/v9muHyZ9lj54v7npTThja5C1J7AWACaqwLcsaWzQeiTdhaNwGTNyPIqJ8T6RJW/XE2TS473W9DUgLgSZcDLGRv42jUwC++S0d4TSjqpqv7+1q6bDKOEd4TCQa3axkoZ45TBir3HokJLnPgs/SFMU7u8Zh28euM2KLm5NcwXKkiYmxQ8+FoS6SfII99woKfzp/QOnCTgoS4ZHKCX8TYjTstTPj7GX0lSGoYvdR07nn6qy2Wh2p2P5sPKmpUoE/badm+dtqQaLAYOWzhv5Hjc7qNoDLsnfSnDhof2Y/pGiJaA6yKtd1mFpf/jHWP0SYiROJHXzeXxfvKmhQRfSwnDtqcQIHeptE7pQY3tzL0n7EDAVZJGcp83mVo3AqSvI0YWMGDvgfvHriPKU9Sy6u3j98/42fod/YT6OwBQobRil7z91ux0x/sFBEhZSx60erDdc3ycnsfS9msB6Svt9oW1nhfyV7wq/7nq9w6mnQAV769JxCU2QxjZO3MaS4DSBZshdhcEvFj4c0YJQlZAi9FaXu9aGy/QhpLev72iYWGYI6WkI6JMDA5f31ZHHaYFNXcsyFLYF2K9sZj4x+ASdXaTzFSozPO+z2EnS2dAxTsd8fxzIJ+LQcmh1Dm7yQJFf1Jv2gIMJYofC5JefqVP+gyw+dD1fYL7yZjgol/UY4elLyr4tL++7RvTsaBl/Wem0vLCQLaoyoSBJaEzQWLqjo4snSeZFQhzlM+l3Z69PdUQ3uTFs7tI/Q4UEh+FWaX2buVnYS2XuER4oqAoz/feswjRLirB8/05mLinPxjyMU99ff+g+QveVCVQJ6VxHC6mevqpYPgt2HO3JNcU+EszKV4AH+QVWUVWZOF8ZL7ajYOak3rUnq4s3aWQiTTO4gFVxsiD+qygcpwsZvYFttx2Yk0yFVQBhRUig1Mr7gcrn/bJUSoyPvrq5ViRJLNI3HurUfvXu0QpRN8dN8wTMQ7Z8Uxp1CKRWOcnu+OIcVgKUfu42YIEm+/uwlKEuIcYto8bTbUyED3/zorkWOvP7RXVAmYxTfICC5LMorbj/Kb1/A3q/q9tKcQAA",
    tag: "d92a103cd343e90a")

  static let clientLevelsDTs = BuiltInFile(
    folder: "client", name: "levels.d.ts",
    text: #"""
import type { SendOptions, Sent, Session } from "./backstack.js";

/** Where a state has a stack or a presentation. */
export interface Place {
  /** A JSON Pointer into the state; `*` stands for each element of a stack. */
  readonly pointer: string;
  readonly kind: "stack" | "presentation" | "alert" | "confirmationDialog";
  /** Whether actions reach it: the case of the property's name; true by default. */
  readonly action?: boolean;
  /** The cases of the enum that is there, with their styles; those of the feature by default. */
  readonly cases?: { readonly [name: string]: string };
  /** A pointer to what has the same inner places, of a recursive feature. */
  readonly like?: string;
}

/** What `GET /features/{name}` says. */
export interface Feature {
  readonly navigation?: readonly Place[];
  readonly presentationStyles?: { readonly [name: string]: string };
}

/** An element of a stack, or a presentation. */
export interface Level {
  /** The same as long as the level is the same. */
  readonly key: string;
  readonly case: string;
  /** The feature's style for the case; `push` for elements and `sheet` for others by default. */
  readonly style: string;
  readonly state: any;
  /** The action that closes the level; `undefined` if clients can't. */
  readonly close: unknown;
  readonly isStacked?: true;
  /** The level that takes this one with it when it closes. */
  readonly below?: Level;
  /** Returns the root's action for an action of the level. */
  action(inner: unknown): unknown;
}

/** Returns the levels from the bottom to the top. */
export function levels(state: unknown, feature: Feature): Level[];

/** Returns the levels whose closing closes those from an index on. */
export function closing(levels: readonly Level[], index: number): Level[];

/** What draws a level. */
export interface View {
  update?(level: Level): void;
  /** Gets the level's last state. */
  unmount?(level: Level): void;
}

/** Keeps what is mounted, and the browser's history, like a session's levels. */
export class Navigation {
  constructor(
    session: Session<any, any>,
    feature: Feature,
    options: {
      mount: (level: Level, navigation: Navigation) => View | void;
      /** Names what a presentation shows, as presentations of one case have no id. */
      key?: (level: Level) => string;
      platform?: object;
    },
  );

  /** The levels that are shown. */
  readonly levels: Level[];

  /** Closes a level and those above it, and shows this before the response. */
  close(level: Level): Promise<void>;

  /** Sends an action to a level, if it is still there when the action arrives. */
  send(level: Level, action: unknown, options?: SendOptions<any>): Promise<Sent<any>>;

  /** Whether a state has the level of a key. */
  shows(state: unknown, key: string): boolean;

  /** Stops following the session and the history. */
  end(): void;
}

/** Shows a presentation as its style says, with what `fill` puts in; returns its removal. */
export function openDialog(
  level: Level,
  navigation: Navigation,
  fill: (element: HTMLElement) => void,
): () => void;

/** Shows an alert or a confirmation dialog; returns its removal. */
export function openAlert(level: Level, navigation: Navigation): () => void;

"""#,
    gzip: "H4sIAAAAAAACA4xW13LjOgx991dgtjujSd7l23vvvZqW4JhrmtSQlL1O+fcFCNGhNWnaTcJ6cFAJvemcjxD3HcIl/Iy2/b6L2tlQ8STy7xBoDtew9G4DT07PFqpZh0i/Tl+HJ7PJ5OzkBH5foUdQQOsRYaUCj/kMOE/DzmMgNMXIp3ByNsE3Say2Ef1SNQg/GP59OQFguA/hq5+//w5+cOkAH3MQVyjwM5ifzHlo2wBLwkfVrAANbkgEuGUWnQQBeFSts2YPnaDVtOu1PZ+Ve2tt2xqepHtP4AqelIzTgjLoYxo1zi6136StT7Qy7vwJYw1mIJqkcZNsCD5R07FO7BsVkPnxuPOuI8D9ywBWbUin6HuExR5aXKrexDF5QXy/hoVzBpXNEn8ZcEMGRttvaKAi6MALHivY6bjisfYQ4t5gmNHM3ZBZooq9v0e8iCDplzdLfzPvbMx/8wCuZ9mH2eAQHeyYEIWFeJEugraWtjp2e6jEax6b3ge9PRAaszB6je/f+O86xx5hzz//9Bc4G+6Fs0smdz0nUftwe8B9Nuh8WQqwaqvP1WDpvCqx+fe/RwFTxsfPZNNHWyez/tDeErLVY9PlG9yiOaTLL9moKoBxJGYwtEmn9I3VxwZd4/5gzrG7i40sJPvlZZA44uzLkc1p2fVhNefFrFoASlKYhxVilA3HIRnuibQEfBspSf6aEPclJUkMifjGuICF6kSptyRHW2znoJd0QCdWjbIvx5Lldg29XVu3s0eidfiZ3YPt+3VK1IKASBL5Ua2TeB3AWZS005GCHy3oTG8sdoHG7Qg3uTQD/4RkZyuqeOfiy5AVZSMqm2eSwMJBgIedVym/DtpMD6McgKUIuR+kwvN84WLkoVTd6LoyCpe9FeFy65X4JeNXOUjqnGLTQTfKoDsl71I5YgNxlmQ/8qKQUhY0efINOHsblXzzlcAVuTtIruR6DVQdF+jHlKSGtF7tAijhdHve/aZxl9Ku71rS+n0ROKAR6tbpNvvwc4yFjuRBo0KUKB5c1duN6228HSX76WvEjg0kFT1dwLbixBJXebcL6Amewi46v69SmeSKIi837YhVSo0a4hLgu0O5Szo1zgaK7oZQXtEUMkKdm4B3lCV4+vVelfbHnpZVJw1EzZj8CecajrSsilpbF0Sm8O57YuWrbEz+2KB0aoNiiVGNhLAiIxCzcLSc3kRnh4d3pbYI1oFuxfr8cQF8f8SMGRTlh7/OqEh5t6GjbvEamygb16zvdDYZF4Mg1UB5TMTsOOPlUBmCAvCxhP0QgOLhlAJq4Yi7juJ1xhyqzAKJFkqVwNCRyijCJIXGcfUDpZIO+A4b9r0sNjV9oagp0WUKFddMneIuRG2M9BNSz2iYLyjv9fZQ2ALBjVwt54oSMYTI+3XZcXJ0vVewpK2Y1oRq0V8VjWaRYfKOkkeFiNhpXJ3KJ29adFPZFtF13FQaqsl0gsFzFuSMG/IsS2Ftxyn7M0sexyhR1TE/nNyXSF8m8Txfknnn0PWRTtkZeCmR6YbHjdsqc2vdcx0OPShn7JHVaX57ivEOi6O4H57pGr745dtvPpVJin9Wp5pM6chhOjvSzUJqiKVfKTtiaBOdtyPNC44gs4gqH9CcBACXMgOqvwwAAA==",
    tag: "c78c1b2fea23a6fd")

  static let clientLevelsJs = BuiltInFile(
    folder: "client", name: "levels.js",
    text: #"""
// What a session shows above its root: its levels, their dialogs, and the browser's history.

/**
 * Returns the levels from the bottom to the top: the stack's elements, what the top one presents,
 * what the root presents. `navigation` of the feature says where the state has them; `*` in a
 * pointer stands for each element of a stack, and `like` leads to a part with the same inner places.
 */
export function levels(state, { navigation = [], presentationStyles: styles = {} }) {
  const found = [];
  const add = (level) => (found.push(level), level);
  const visit = (part, pattern, wrap, presenter) => {
    const inside = ({ pointer }) => pointer.startsWith(`${pattern}/`);
    const places = navigation.filter(inside).filter(
      ({ pointer }, _, all) => !all.some((other) => pointer.startsWith(`${other.pointer}/`)),
    );
    places.sort((a, b) => (b.kind === "stack") - (a.kind === "stack"));
    for (const { pointer, kind, action: isOpen, cases = styles, like } of places) {
      const names = pointer.slice(pattern.length + 1).split("/").map(unescape);
      const value = names.reduce((value, name) => own(value, name), part);
      if (value === undefined || value === null) continue;
      const act = (action) => wrap(names.reduceRight((inner, name) => ({ [name]: inner }), action));
      const level = (state, style, id = "") => {
        // The state of an enum has its case as the only key.
        const keys = kind === "alert" || kind === "confirmationDialog" ? [] : Object.keys(state);
        const isEnum = keys.length === 1 && Object.hasOwn(cases, keys[0]);
        const name = isEnum ? keys[0] : names.at(-1);
        const content = (action) => (isEnum ? { [name]: action } : action);
        const key = `${presenter?.key ?? ""}${pointer}/${id}/${name}`;
        const payload = isEnum ? state[name] : state;
        style = own(isEnum ? cases : styles, name) ?? style;
        return { key, case: name, style, state: payload, content };
      };
      if (kind === "stack") {
        let below = presenter;
        for (const { id, state } of value) {
          const inner = (action) => act({ element: { id, action } });
          const { content, ...rest } = level(state, "push", id);
          const close = isOpen === false ? undefined : act({ popFrom: { id } });
          const action = (one) => inner(content(one));
          below = add({ ...rest, below, close, isStacked: true, action });
          if (id === value.at(-1).id) visit(state, like ?? `${pointer}/*/state`, inner, below);
        }
      } else {
        const inner = (action) => act({ presented: action });
        const { content, ...rest } = level(value, kind === "presentation" ? "sheet" : kind);
        const close = isOpen === false ? undefined : act("dismiss");
        const action = (one) => inner(content(one));
        visit(value, like ?? pointer, inner, add({ ...rest, below: presenter, close, action }));
      }
    }
  };
  visit(state, "", (action) => action);
  return found;
}

const unescape = (name) => name.replaceAll("~1", "/").replaceAll("~0", "~");
const own = (value, name) => (Object.hasOwn(value ?? {}, name) ? value[name] : undefined);

/** Returns the actions that close the levels from an index on: what is above a level goes with it. */
export function closing(levels, index) {
  const closed = new Set(levels.slice(index));
  return [...closed].filter(({ below }) => !closed.has(below)).reverse();
}

const browser = {
  history: globalThis.history,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  listen(popped, touched, signal) {
    addEventListener("popstate", popped, { signal });
    const options = { signal, capture: true };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, touched, options);
  },
  /** Returns what brings back the scroll position and the focus of now. */
  remember() {
    const [focused, x, y] = [document.activeElement, scrollX, scrollY];
    return () => {
      scrollTo(x, y);
      if (focused?.isConnected) focused.focus({ preventScroll: true });
    };
  },
};

/**
 * Keeps what is mounted, and the browser's history, like a session's levels. `mount(level)` draws a
 * level and returns `{ update(level), unmount(level) }`; `key(level)` names what presentations of
 * one case show, as they have no id.
 */
export class Navigation {
  #session;
  #feature;
  #mount;
  #key;
  #platform;
  #mounted = [];
  #closing = new Set(); // keys of levels that the server has not closed yet
  #depth; // of the present history entry
  #isTouched = false;
  #going; // cancels the wait for our own `history.go`
  #late; // the depth that it leads to, if it takes long
  #end = new AbortController();

  constructor(session, feature, { mount, key = () => "", platform }) {
    this.#session = session;
    this.#feature = feature;
    this.#mount = mount;
    this.#key = key;
    this.#platform = { ...browser, ...platform };
    const { history } = this.#platform;
    history.scrollRestoration = "manual";
    this.#depth = history.state?.backstack ?? 0;
    history.replaceState({ ...history.state, backstack: this.#depth }, "");
    const { signal } = this.#end;
    this.#platform.listen(() => this.#popped(), () => this.#touched(), signal);
    session.addEventListener("change", () => this.#render(), { signal });
    this.#render();
  }

  /** The levels that are shown: without those that are about to close. */
  get levels() {
    const hidden = new Set();
    return this.#levels(this.#session.state).filter((level) => {
      const isHidden = this.#closing.has(level.key) || hidden.has(level.below);
      if (isHidden) hidden.add(level);
      return !isHidden;
    });
  }

  #levels(state) {
    const all = levels(state, this.#feature);
    for (const level of all) if (!level.isStacked) level.key += `/${this.#key(level)}`;
    return all;
  }

  /** Whether a state shows a level: the guard of what is sent to a presentation. */
  shows(state, key) {
    return this.#levels(state).some((level) => level.key === key);
  }

  /** Sends an action to a level, if it is still there when the action arrives. */
  send({ key, action, isStacked }, inner, options) {
    const guard = isStacked ? undefined : (state) => this.shows(state, key);
    return this.#session.send(action(inner), { guard, ...options });
  }

  /** Closes a level and those above it, with one request; shows this before the response. */
  async close({ key }) {
    const shown = this.levels;
    const index = shown.findIndex((level) => level.key === key);
    const lowest = index < 0 ? [] : closing(shown, index);
    const actions = lowest.map(({ close }) => close);
    if (!lowest.length || actions.includes(undefined)) return this.#render();
    // Ids of elements are never given again; a presentation may be another by now.
    const presentations = lowest.filter(({ isStacked }) => !isStacked);
    const isThere = (state) => presentations.every(({ key }) => this.shows(state, key));
    const keys = shown.slice(index).map(({ key }) => key);
    // What was typed goes first: the fields end with their level.
    this.#session.flush();
    for (const key of keys) this.#closing.add(key);
    this.#render();
    try {
      await this.#session.send(actions.length > 1 ? actions : actions[0], {
        guard: presentations.length ? isThere : undefined,
      });
    } catch (error) {
      console.warn("Backstack: not closed:", error.message);
    }
    for (const key of keys) this.#closing.delete(key);
    this.#render();
  }

  /** Stops following the session and the history. */
  end() {
    this.#end.abort();
    this.#going?.();
  }

  #render() {
    if (this.#end.signal.aborted) return;
    const shown = this.levels;
    const keys = new Set(shown.map(({ key }) => key));
    let restore;
    for (const mounted of this.#mounted.toReversed()) {
      if (keys.has(mounted.level.key)) continue;
      mounted.view.unmount?.(mounted.level);
      restore = mounted.restore;
    }
    restore?.();
    const old = new Map(this.#mounted.map((mounted) => [mounted.level.key, mounted]));
    this.#mounted = [];
    for (const level of shown) {
      const mounted = old.get(level.key);
      const restore = mounted?.restore ?? this.#platform.remember();
      const view = mounted?.view ?? this.#mount(level, this) ?? {};
      if (mounted && mounted.level.state !== level.state) view.update?.(level);
      this.#mounted.push({ level, view, restore });
    }
    this.#sync();
  }

  // Makes the history as deep as the levels. Entries are made once the user has touched the page
  // since it was opened or went back: browsers skip those that are made earlier.
  #sync() {
    if (this.#going) return;
    const { history } = this.#platform;
    // Browsers refuse many entries at once: Safari more than 100 in half a minute.
    const wanted = Math.min(this.#mounted.length, 50);
    // Two steps at once would go too far.
    if (wanted < this.#depth) return wanted === this.#late || this.#go(wanted - this.#depth);
    while (this.#isTouched && this.#depth < wanted) {
      history.pushState({ ...history.state, backstack: ++this.#depth }, "");
    }
  }

  // Comes later as `popstate`, or never.
  #go(steps) {
    const { after, history } = this.#platform;
    const target = this.#depth + steps;
    const cancel = after(500, () => {
      this.#late = target;
      this.#popped();
    });
    this.#going = () => {
      cancel();
      this.#going = undefined;
    };
    history.go(steps);
  }

  #touched() {
    this.#isTouched = true;
    this.#late = undefined;
    this.#sync();
  }

  #popped() {
    const depth = this.#platform.history.state?.backstack;
    if (depth === undefined) return; // another's entry
    const steps = this.#depth - depth;
    const isOurs = this.#going || depth === this.#late;
    this.#going?.();
    if (depth === this.#late) this.#late = undefined;
    this.#depth = depth;
    this.#isTouched = false;
    const shown = this.levels;
    if (isOurs || steps <= 0 || !shown.length) this.#sync();
    else this.close(shown[Math.max(0, shown.length - steps)]);
  }
}

/** Shows a presentation as its style says, filled by `fill(element)`; returns its removal. */
export function openDialog(level, navigation, fill) {
  const isWide = matchMedia("(min-width: 40rem)").matches;
  const isPopover = level.style === "popover" && isWide && "popover" in HTMLElement.prototype;
  const element = document.createElement(isPopover ? "div" : "dialog");
  element.dataset.style = level.style;
  const end = new AbortController();
  const { signal } = end;
  const close = () => navigation.close(level);
  document.body.append(element);
  fill(element);
  if (isPopover) {
    element.popover = "auto";
    const toggled = ({ newState }) => newState === "closed" && close();
    element.addEventListener("toggle", toggled, { signal });
    element.showPopover();
  } else {
    // Escape and Android's gesture ask; where a browser closes all the same, `close` says so.
    const cancelled = (event) => (event.preventDefault(), close());
    element.addEventListener("cancel", cancelled, { signal });
    element.addEventListener("close", close, { signal });
    element.showModal();
  }
  return () => {
    end.abort();
    element.remove();
  };
}

let alerts = 0;

/** Shows an alert or a confirmation dialog with its buttons; returns its removal. */
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

"""#,
    gzip: "H4sIAAAAAAACA0RQ15biMAx95yvudjrPW/9he9+NhoiJzwQ7xxId/n1kQ5IX19t0Fwt8r0hBEBZxwUOqsBPQXdgynApiCPomn2reci1TaMUuonRUh3u7ki/TE+6iETm+ElRONMTDfDBYjMcDjPGJdRO9ZNhVBasY1ldaUE3HkG8amjf5IErLB9Pimtfs1Xx2lrPFIHhGE1nyl1l0vzlv9zVH4Wnr7klttAJhlSErJsvDEDqIETlya6mMinLO9VsU4wLOg5J8E5xXjgnjS0sfIpiWVRsvKdM187WQonYPXKBmMrQGEBqKip3T6upFazZxb5JNTUuWubksBrxvgsFWG79MiW9lDXOyKU7oh8F7/P47bQfNT5/1ULO8geTdAKcLLiOcBsAyeDHZsPFlJr7t3qhML8NsNML7Dxhm1LzZSHV7neK696StE6eJloayEKTK0U+xi9R0mTgmvWzf8pwXV3IinrpGLxl1u81FTVG+W03D4vnpJnxZFGbeydwaM5m+jvnK1QYdPlZq3d2NKkv+//kUPWxCO5jn2bzyZfXeuznn6OOzaom2zA4CLaDx+OjqfvZXVb8uNW3sCTfMIOjKuQAUZvpTgExELjP/SyaqIexTusj7duvStCWzdK/hRZ7n/hlzNMsEOzhTK/ZkvjS1mVlBmav8RcU6LwqTiHskM3NmUju9DTziWSnEPDGdGT5NXItTUDD2X+8cqXtte1EDDJ4Z9jlzZF8EN7B90Ftjt3w+CFhXa5d6Jee1azbknc/M81ne7+pqSJM/JbN8a3fpvnH92u6c5/HkBrbekzWBN+9cuSd0qdzN5KbooL1tonuZhMIJVXVt8Fi0Qa7nrqvGleb330243ezZYER1qJq9i7mwa3FFKEcoshumY6a+qzY3ZBaJt8AZu8Ul/7ia+1A8zlTJs1hURACTQShC5ZmpOHiSRB3d/0NJ9QfNJ5IZGuOa/VZSCydStptBmjFtU9+ZF+4uV2gQ5FtsquAmtnbdkLBawj06el11W4mADyQfJ2ZB4W3m5uvV/7n1kDMa8KwChWDsP2SmCiGl1me0z80//qPCE8tfk/3E0zI5eXl+FaFSxzKFYlzoOWIDVrBDevZ8AsXmdM1946UnLME6eGyORi+BK1YX4eGUoclnkfO9xYLMc6TbGrd/f6hK/pMxH5f30ezsXd3aciQLrAhGzBy/ApS4gSnExxXCh6XmYfW3xQI3AnAnVdEcmHkEM/Sl3gVic2UqOynsqDiO4yCaJprgkbUbzMrV7a0pQnoG8CTpVCUoI5UgCIEr1hVCJjYeXaYHLYpzIAvWO8JsEZaDSpWZPM+JtYEOFog3DbaEi1HC0fYAgnXd9mwCJEVRwLWt6dYiJBP4jVSB3UfUeICzRzgCuyxY20iegKSp51PuRmCqWCql6UGlyHA7A38Zsfc9W8WVczN0e6daiTiAHSuxIvTuIycnyVF0oRKkenap5ci1//lP8nCZgWHPwQj/Ud3GOFaQmvTNBlWXKecx229rSM3/wUXHfQvnrKS/cW5IzFzOBOTvbuSkrPpt1fdJjOSdDQt9K+eqb69sVfGDNp+HEFPzB7WBAIyBPxHFkXWTJIutoElPkwZauYsnxydPIJtWaJbuVN/4ghiTZuAvdZ0mfzwnxFzV47vnfPcPVhiQtbespUkhT6OagMesk8PxlOPgtZotg20INc8C0SAAofjaegNP5gPbmIpQvDLU9aDDr3Q0sThoNq3r0VZXQ/5QC82Yq2aTAm8GhKEr9qQ55Tfu1nzvBn/Sd0c4Plb9JVkbMFfaZqYHnwSO6CrxmBWVIgZJ4YS06106C0bTickUzI1OTXOzqduVrX+g37m/x52mvWZK26quq94RfEmydPtmFjXYQ7UVfL0bfqDLdj+kdCYzYzB4oEqTCsfr2tlOIQSJnDoyYQIcXJNS6ty5MjNDu1/f8EVfbRpbK30KhA9fks9/IaeJ04QAxJ3JuRT24IFO6cP72w6eUJwOcDnc8YyGbGmOk+Z4uNtJb3WZ+JAsyWvZj6mYyuXVbMoTAwUJlG4QdeSicLdVR67TmxVlboxt666ta5KnrxhUZ19ibL3vmZ2mvRUvZP1u3XZFRGMLXcpRpv4qM3dXPI2VdIfrZc4R8dJ9iOqZeWK/6MWvV1PDaQ73R35oU8Ya9dae3iKv+vfbpqEApnA0/m4ufyPDs6a+FzSqdI/n6PVDf+tA/7lzu/4Ukdt2z8XhNasAJNCwZaAnPsrMUqD9qLk0ZWdve8zccktwdt4my4PZ70o7uNNkum/G4IY6OrMkD1B0kpfAaDQqs62YRNs4dOO89ch8T35nbixlmKY1VRmN5eva9r35KszgrP2/8yJd8LXfLMi1MCZXxJD8TSl3IBfehscujON/5xNVSESUK3iUIGhmVxPjoIsOUjClFBkqmvaUxu7cwMhKtxtuBBw7D5VeDWLourvjk1X/A+LBoKaC+U1LrAj82jZr0HXm1laDBGG776RKLHXVs2mXDEYCOoHi08ID+CUwXYVk7JX0e7AvyDJ122wY0DWagf+yIlWTpw7sia7jhKmputuviVjqFZ7pHofzimgzwxiA0JAiqho3R43CgdOq2ozOBuvpQzWiKZTA+KEQMgUIjh+AtDe13lT69ES6BB8YGV8H3sa58KAWku4pxoJzqnKE/HeOf+lKKNnaZm/rZMwDzFAEOE7Ki5xzmgwKXMLPI9TaHXzPJ9HeRMCZOQHPIyJHbl2i1B4yvkrDpn5IRbmvMzAenqFupBTn47uSv3EbyEFRTZlPS9H6xjYbl8RoOmKE/WtaluIDKA9PUB54sI8i0XZIHs1cupB2z8FJkRie2pXcbBGhvjps3ODRxPWBTFCWrhkngSjrgzMPGfmymCZsvsJGj9FHY/8nSkLgNe9wtwIgHpxnvGgAL6MHOlCE6qLYZnqYlI/Dekw5f6pHfVEJalVxIECkDVvXpoi3oHGQTrZmOExZDzs+5vEpmD9NYDNzEtM8K8yStgHAGQrHcRlpnVBFTvDzjeNtoLEYlHVnDrzYX2/2tiuZDS2SnH1lExwVIrgDEKiAov7DxOqxmrC1DFYOMsl0xDgilr93vLe2jU4iQ6v8IiGDx6EihbNojvfiDV8qgO06ak56ZZjQpX5zgQOjEdccdT7SFiu2KnRTjADiMQ4ihlCdaCcyThwFwhg4wr6P4xsUJetqr3mM1fM+xyZMqE0HwlhfhGQYMrhh6Nz/710/XMBqQt+sHLkgBhiy7o4oaKTb/q5ZI/ahMHOMtcFYTtEIG48zKAagAsfya/r5Kd95s+kVAYUsD+OFx/SeOdcdoY5GgjrD8whUR7TCI5FlcHqANBh2cA0oRBuO6kKR0ojHklfNut6Xrk/DWDhTI04yLtaon5bS+uhLIMmnDU9SZkPO2Bi7sVVzcS+mzNbekUHIiK1E6epO2vIgV3Q6SBemueCZOtGF5BHZpv9BYqUYuWyMPGdm71K1/Gt8OkLMPZ/aPBpE1QIBWzC3vsu7tb2MRyWGY9oQ94MkJbp0NWmUtAxvxps8uM+0O8qva34JFKVY5Y6twkzO4iIi6T9w9JBVqe08VSTLDeXjAdyrE/2PeW4W6kenJTCvmLOwxUKQz2P9K4aF2mq8lcgAGgYds7bD+sakruvaLn570tYuv7VdkyZ/Db1P6LvnSWYEKt+SHHbjFOU76K50tRvca9UX0vlA0zXhrcl1CVasCw2GoVR7NuQhVmvcBNOd3HK3nUb0pPVf5COCygLAEeYBBXonYHKlRvTFW2c4dXZteOT0xM81RnSb3Unf6ya+qWMV6Rgs+hv50H6HFQypQQWBKExfmhw9Grqg6TsnPfOycre5nz4XeQyqrY8yaYoTmLIdnEMPEZJ4KVLrRPQlqSKWhZWjJEU5lxPWMyV5NYusG4+dj/ROsFjQUqzagnnLN24I7WL8tmwq90IF52HjXt8fFiUxEtbwGAP/DuCjsR8t4QyryHFz6kH5dVasH3RtT4vCjH7PDGzKCwa2RmzKSHt4O37Q/onhMhU6ZJOR1rkHCAHFmfpLHn/HYcrLh9K5nb4Y1P3Ih83QVQ6lb2tLfmO4RqOx7zH+60ILcz7lHlDoKz5YoR60O9dwVHTmlvvQFacvXdP0pn9R7aKxRWk529WV67g4QIYoBYR0oVH/TpMsM/lXZaFz1/ueqTZ3xqnIgwg7N9/ba9tVZosWyzbm+fm5qRoSvubvLrYUoIMLBZ5FhqeSmoebnJ7HAeSrQmb+/TzUzh9uW9MPbneia27bfc1FlBTcGuIgP4nu8b83nn5VByfihUrNWxFuhFRhCn4WgYOR25uqdqpb3c2wC4/PEmGgCCGqyZ49863m9mfPHpvcjyM3fb/l/RkL0LFjLnWpu8zIl9CKsVZYKNFd3NoesLXOXusJ4fhgO56Li0jUZzDK+BxWUqYA9vTfz8+zeB061nvh0WogR5sFlXhaAAkuRgmigJicDT2FRxjvU1Q7IQPoEiMuydEybui06gRpYkqP5hcVL7aG6HNigPyxvVBo6T1gEYiHMs9Ogkab1726VVSSiKfYoGdgJO6jv953ek6VSgETCAcVPNqqKK9TkNlbaNDDBd70wXQ/+vrOJrACqVgOqOG9wpzzr6cC5XPQbGJBg7ezchtjo5y/RCqzr1Ly9oBBFArnuvIOQC4gLSKWEvFohC9Q8IGBfP+WGZp6alfylLTky9QPW7PlhbcxQKhMty9t/eA7Nq4u+P5EK3L4MgsE4Ilq7Z/xFdiWu+0vXVnZNEkpSZ/dVuVwMzf/dk7EZskslwNOVKqg37S7luc/Ld2QBO+U8SjhZAkafBVuV4355Icvv/DvV/Jd1w4tz0kBvRed3UDfyaw7ZwfnYdJAf2GSsnqZmDn/zZIjezqPvLSD7d0A9mJmA7nXLr0f3KBidxq9FNc8FTQOrwn9SxBm1ZZ3ud3tCI2aWQ6o3fUG3Fdl1SziVHEnEyR2P7RJlMLbzaaWWEkPLBmXIt0U6E9YC3OTGEsuIXOgMt3iAneSKZF4cRsBc3x47oFXP3nQYv8h3pbzqPSXpuzaqqTstXG9LP5t/+LCfxdqtUkCk71sJPUDzsws5e4SX5L2bT4pUl4XjiURJeAy9+/bPnDXdl8P6SxTJbxRC8CbZEpgqofXgzOZxJN7gwa/bEtba1l58MXjZIRUcMkWzsPKK28e2uQbNs7z5xdRjmrwhFsKa8YftRnElr7g781qPwyk3ndLTX9h5NPMBL/WKBuqoSaF+PE9U0rmaKIp4SIo4vVZT+MpaCv+4hZfeg3u1cBfzBKubqhcP13YoxEv9IM827PB0kfyEyOdRfi0XWEsOVPjLIMcx7/0sWdWkwOfvr/A53uhuwm1m6VZnrqGM7Hk2d8fnj2DtY/Le47lhr8MQ1eRfl2adK1EdCJnx4nUsJ7S5OZfkkxNg2+2Zq9DZ7vKntV2JXGxutNvxrQi625GNQwau0TN7onMzVI+Ezzzd5dK9fV0S9ev6QYI30fx2D7oYITdzLAmRt/KtdfqgYuww1KfnJtLDzc3ydefJ+Z4dX9Yx1FTQET8SjIldpAF4dyEB5zJ5WOAOXOCHK25RsX3WuTnM0/gVOgAJLB6FicezEEVfZ8Y9+zjZvAvUEKh2ngaOk+MQnrffxnsCeoCWhFoj/qa0hgRvrYV0jX2f8zc61d/3FZNFn8BrdLVrSbIqo3ZCGtU/Lla6zjLZQOZghVFFa0U+Pr45G9Dh9sluDEAAA==",
    tag: "5f7753ba66e8e825")

  static let inspectorApiJs = BuiltInFile(
    folder: "inspector", name: "api.js",
    text: #"""
// Requests to the inspector's interface.

/** A request that failed; `status` is 0 if the server could not be reached. */
export class RequestError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `The server answered with status ${status}.`);
    this.status = status;
    this.problem = problem;
  }
}

const folder = "/inspector/api/";

/** The interface with a key; `request(path, { method, content, fields, signal })` returns a response. */
export function connect(key) {
  const request = async (path, { method, content, fields, signal } = {}) => {
    const headers = { Authorization: `Bearer ${key}`, ...fields };
    if (content !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(folder + path, {
        method: method ?? (content === undefined ? "GET" : "POST"), headers, body: content, signal,
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new RequestError(0, { detail: "The server can't be reached." });
    }
    if (response.ok || response.status === 304) return response;
    const problem = await response.json().catch(() => ({}));
    throw new RequestError(response.status, problem);
  };
  const read = async (path, options) => (await request(path, options)).json();
  return { request, read };
}

/** Returns a path with the parameters that have a value. */
export function withQuery(path, parameters) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ""));
  return query.size ? `${path}?${query}` : path;
}

"""#,
    gzip: "H4sIAAAAAAACA41Ux4KsNhC8z1eUcRJrzKzD5QU8zjmHiyMaaIzeYyVWEhuHf7fSMDi/06rDVhfVXbPd4lu6nMhYA6tge4KQZqTGKv2ycW9LuuMNlZvN9uwM70DHbtfJLTouBmofoTaW28nUEAbnEF3AMaSvSKNR09BCKos9QRNvempLnG03dDMqbdEM3JgjiQ+0Vhp0Y0m2BjG638CBSGP15FmxOKvAqNV+oIs8NABmGkmzlCxbso4bdjscM1bYgXyi/v5EjktzTZpaXAvbIyLjhfv4mMs6fxSwbS9MmapValtV0ghXSi9fmzfzZhN4o1NDS9qVs+0i7paPYps9irJ6RovUkQvHU7p1yia92chtX+AeF2R71RZeEUvSFugEDa0pYMTvkg+Y8xqa7KSlAXcvMzoKtBa8m2RjhZIeQjouzA3KTyovG67Aza1s8OyjUeF+zlG9FdCOeD3xlrTxRbwzOQgt7rgn8BD1u8Q1aae44zDXBcqyjKCYo76iA0vz8FxVYZItdUJSmx9xf8rei/VXv78dKfvFy8zHcRBNGLJ9YpTMIthAdlEkrU/fJq5YKv7Dr7mw6Mg2PUvLewVJhtSNJMfD9Ndf1sK0WjPFDtlHH3yf4SGyr7/67vssL47cC+xVe/twUTQpWaQZczq/GQ13VMDIGyLuKokTU6XkFxSmZu/slY42ynLYXqtrhJaIhJSSdP0ny7Fzv+BoGkdz5ZCGy5f/ZN3sRGvZ0HJm6ikOh0XJZJlA7I3zN/N0mOsdLFeSnLOIv2D4/bG8DAowFq6LuStLHP75c06E/vpjEZz5aHXrvP3roavR342JkxKZiP2Xhjxx83Dpy+6PrUWEdqPmaPFvF096kOhx25OLtNudJW3iT2rPrwgcV3yY/tm1/j+/mUjfJjYngLWJL30HqqDMD99+/h1x3fRf+1bDgnBf7Z9QY0uSVgsybIXiHDi4B2M/FZHGL16K+PyzB/HSS6t0luUrKSKD0og7wg71C/ee7bx74T7k5xoPgxBenz8AkZb2u4QGAAA=",
    tag: "8f0551df1215b3e3")

  static let inspectorDiffJs = BuiltInFile(
    folder: "inspector", name: "diff.js",
    text: #"""
// Changes of a state in words.
import { applyPatch } from "../client/backstack.js";

const names = (pointer) =>
  pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns where a JSON Pointer leads: `/path/1/state/counter/count` is `path[1] › counter.count`. */
export function place(pointer) {
  let text = "";
  let separator = "";
  const all = names(pointer);
  all.forEach((name, index) => {
    const isIndex = /^(\d+|-)$/.test(name);
    if (isIndex && text) text += `[${name}]`;
    else if (name === "state" && /^\d+$/.test(all[index - 1] ?? "")) return (separator = " › ");
    else text += (text && separator) + name;
    separator = ".";
  });
  return text || "the state";
}

const value = (document, pointer) => {
  let part = document;
  for (const name of names(pointer)) {
    if (part === null || typeof part !== "object" || !Object.hasOwn(part, name)) return undefined;
    part = part[name];
  }
  return part;
};

/** Returns a value in one short line. */
export function short(value, length = 120) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Returns what a patch changes in a document, as objects with `where`, `before` and `after`. */
export function changes(document, patch) {
  return patch.map((operation) => {
    const { op, path } = operation;
    const before = op === "add" && path.endsWith("/-") ? undefined : value(document, path);
    document = applyPatch(document, [operation]);
    const isInserted = op === "add" && Array.isArray(value(document, path.replace(/\/[^/]*$/, "")));
    return {
      where: place(path), before: isInserted ? undefined : before,
      after: op === "remove" ? undefined : operation.value,
    };
  });
}

/** Returns a change as a line of text. */
export function line({ where, before, after }) {
  if (before === undefined) return `${where}: added ${short(after)}`;
  if (after === undefined) return `${where}: removed ${short(before)}`;
  return `${where}: ${short(before)} → ${short(after)}`;
}

"""#,
    gzip: "H4sIAAAAAAACA4RU13bjNhB911fcZRpp06CVR/lond57T1wOYRI0uaEAHgLaJnPPfk0+Ip/jLwkws6RkZYsrBMzcuXOnZBk+rqW+VhamgoR10ik0Go9MX1oxa1ad6R02kF3XPvlBuqLGgKo3K0RCZEXbKO2yK1n8bZ3/Ix7Y6GQ2K4y2DlquPOwScWca7VSfYHl/Brz4JGzXNi6OsigRtm0KFc8TsZJdHAe/YEsAolddKwv1YdvG0bN5lII87tweh9tnUZL40NnBAX5Sbt1ri0e16hUkvvr5++/wA4dFq2RpF8izTro6m2eUcVaYdXjl/zkaizy8n80vcPv8X7x4FvwscJDN1GNSplrrwjVGg/hsU93M4EM5OPXYYYnIy8IXVnWyl8700y2rJdsWS9ZsQvGv4V5Upv9UFjVLk6LRpXocFKIoI0Bjvwz3HiS7jM/Lw5uj5O1MOGUduREY0FSIR8t33yV6CZM8XCI/e3sTbIeLnK1VaxW5hFssl54y6RV5Xx/GRxlDeJpnxAtH8KKdniLyBUFPpUB8J2uSNEq2ISYCMR089mSf4JBEYeM7MILUGwiH4zDOzQ0iVyvuZW8zjA35ULZrBR+lNMV6pbRLsdOaU8l8iFCy0SjAVz5ivO1qmGqvUlxwlpf9vVZ63baBjXvSKVMx7r2gobl6oAoXhbd739NZ1NJ+/0iTb0rYW/HWXtaq0apkDRie/p0FwwtSYdKAHnzSe7MgKXsabaMVbB2at/WoL2tmfo7JI0Wr9LWrfcj5+8ecJyvBrU3TJazrG33dVE/YKaEG0MbV/jbaK5BgQNwfkU+Rv72hF14Ex2PMZLh9/k+OBbn5nPbHWzpIdLSUCt5iIT+JbX2lBYvtzRsfKqedkKfIr1Rl/AlSl8hl5VT/0rkegbc9wwFZCM6Kb3h5mU71Mjj+bz43MB05hw26xGR4smPDpOiVp02WZZg1chNKl/Z3n0UcZUeRl3jbGVhwee+yrBPGHi+x3FnjO6ZnE5cL9tjZKFb1TpUvYfRh38snorH0P35Z9HFJx9l5dnaZXRy8naW0FTjIKB5rBN7WC7ALsU/Beix2mOxlzQYpQ4DKuJio9mplHqpoz2VKVhBp9h3GVTLsjw3XH9KfaV5gKu7ilzQLGcQbTmVknzItDNQytCH4gUhOzKZx97NA/sMCXmtP+e0NjyPBJEN+wij8+c0grMIWhoMzzkvM981w+9/aJmFxQi0XAM3PhuU7CAAA",
    tag: "5195346230440100")

  static let inspectorFormJs = BuiltInFile(
    folder: "inspector", name: "form.js",
    text: #"""
// A form for a value of a JSON Schema: cases, fields, lists. Parts are made when they are needed, so
// that recursive types have a form, too.
import { cases, isOptional, present } from "./schema.js";
import { button, field, h } from "../app/ui.js";

const uuid = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-").toUpperCase();
};

/**
 * Makes the form's controls for a schema. Returns `{ element, value() }`; `changed()` is called when
 * the value has changed.
 */
export function form(schema, root, label, changed) {
  if (isOptional(schema, root)) return optional(schema, root, label, changed);
  const resolved = present(schema, root);
  const found = cases(resolved, root);
  if (found) return choice(found, root, label, changed);
  if (Array.isArray(resolved.enum)) return options(resolved.enum, label, changed);
  if (resolved.type === "object" && resolved.properties) {
    return fields(resolved, root, label, changed);
  }
  if (resolved.type === "array" && resolved.items) return list(resolved, root, label, changed);
  return simple(resolved, label, changed);
}

function optional(schema, root, label, changed) {
  const box = h("input", { type: "checkbox" });
  const place = h("div", { class: "nested", hidden: true });
  let inner;
  box.addEventListener("change", () => {
    if (box.checked && !inner) {
      inner = form(present(schema, root), root, label, changed);
      place.append(inner.element);
    }
    place.hidden = !box.checked;
    changed();
  });
  const element = h("div", {}, h("label", { class: "check" }, box, `${label} is there`), place);
  return { element, value: () => (box.checked ? inner.value() : null) };
}

function options(values, label, changed) {
  const element = h("select");
  values.forEach((value, index) => element.append(h("option", { value: index }, String(value))));
  element.addEventListener("change", changed);
  return { element: field(label, element), value: () => values[element.value] };
}

function choice(found, root, label, changed) {
  const all = [...found.values()];
  const menu = h("select");
  const place = h("div", { class: "nested" });
  const about = h("p", { class: "hint" });
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": `Search ${label}` });
  let inner;
  const pick = () => {
    const one = found.get(menu.value);
    inner = one?.payload && form(one.payload, root, one.name, changed);
    place.replaceChildren(...(inner ? [inner.element] : []));
    about.textContent = one?.description ?? "";
    about.hidden = !one?.description;
  };
  const fill = () => {
    const text = search.value.toLowerCase();
    const kept = menu.value;
    const shown = all.filter(({ name }) => name.toLowerCase().includes(text));
    menu.replaceChildren(...shown.map(({ name }) => h("option", { value: name }, name)));
    if (shown.some(({ name }) => name === kept)) menu.value = kept;
    else pick();
  };
  search.addEventListener("input", () => {
    fill();
    changed();
  });
  menu.addEventListener("change", () => {
    pick();
    changed();
  });
  fill();
  pick();
  const element = h("div", { class: "fields" },
    ...(all.length > 12 ? [search] : []), field(label, menu), about, place);
  return {
    element,
    value() {
      const one = found.get(menu.value);
      if (!one) return undefined;
      if (!one.payload) return one.isText ? one.name : { [one.name]: {} };
      return { [one.name]: inner.value() };
    },
  };
}

function fields(schema, root, label, changed) {
  const names = Object.keys(schema.properties);
  const required = new Set(schema.required ?? []);
  // Something has to be there, where an object may not be empty.
  if (schema.minProperties && !required.size) required.add(names[0]);
  const parts = names.map((name) => {
    const inner = schema.properties[name];
    const isNeeded = required.has(name);
    const part = isNeeded || isOptional(inner, root)
      ? form(inner, root, name, changed) : optional(inner, root, name, changed);
    return { name, part, isNeeded };
  });
  const element = h("fieldset", {}, h("legend", {}, label), ...parts.map(({ part }) => part.element));
  return {
    element,
    value: () => Object.fromEntries(
      parts.map(({ name, part, isNeeded }) => [name, part.value(), isNeeded])
        .filter(([, value, isNeeded]) => isNeeded || value !== null)
        .map(([name, value]) => [name, value])),
  };
}

function list(schema, root, label, changed) {
  const parts = new Set();
  const rows = h("div", { class: "fields" });
  const add = button(`Add to ${label}`, () => {
    const part = form(schema.items, root, `${label}[${parts.size}]`, changed);
    const row = h("div", { class: "fields" }, part.element, button("Remove", () => {
      parts.delete(part);
      row.remove();
      changed();
    }));
    parts.add(part);
    rows.append(row);
    changed();
  });
  const element = h("fieldset", {}, h("legend", {}, label), rows, add);
  return { element, value: () => [...parts].map((part) => part.value()) };
}

function simple(schema, label, changed) {
  const isNumber = schema.type === "integer" || schema.type === "number";
  if (schema.type === "boolean") {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", changed);
    return { element: h("label", { class: "check" }, box, label), value: () => box.checked };
  }
  const input = h("input", { autocomplete: "off", spellcheck: false });
  const isFree = !isNumber && schema.type !== "string";
  if (isNumber) Object.assign(input, { inputMode: "decimal", value: "0" });
  if (schema.format === "uuid") input.value = uuid();
  if (schema.format === "date-time") input.value = new Date().toISOString();
  if (isFree) input.value = "null";
  input.addEventListener("input", changed);
  const value = () => {
    if (!isNumber && !isFree) return input.value;
    try {
      return JSON.parse(input.value);
    } catch {
      // The server says what is wrong with it.
      return input.value;
    }
  };
  const more = schema.format === "uuid" ? [button("Another", () => {
    input.value = uuid();
    changed();
  })] : [];
  const kind = isFree ? "JSON" : schema.format ?? schema.type;
  return { element: h("div", { class: "with" }, field(`${label} (${kind})`, input), ...more), value };
}

"""#,
    gzip: "H4sIAAAAAAACA6VY6XLbOBL+76fosGYmZIqmch9KaTz3fd8zKlUJJlsmYhLQEpAdraN3XzRaMAnL8mprc9gk0Bc+fN1ocDSCj2Ghu5Z+gIAL0awQ9MI9fvPrjz/Ar2WNrRhDKQyaHBYSm8r9bqSxpoCfRGcNiA6hFRXCZY0KbI1rP6QQK6xyMPrIebG1sNBhueqMvECw6yUaqIV7FN5/Dlbr4ki2S91ZuAoOpflxaaVWoslh2aFBZWEDi063kBQj46Mr3pjkda95urJWq22sOdS9fDESy+VoJVnhqNTKWFitZAUTSDOYfAhXRwA8fLq2aNx42a2XVhdnaH8RqtLtHwSQSRVewu9S2Zcfd51Yp4+eZ9nrI2Ct6fMZGbx+/gAePcvgHTx/2ou8HIi8JJHnT0jk0eOXJMMhVPJMWophWhSFF50VrVimXs2HSw+F1b/aTqozCqJYiupXKzqbPs4heZhkWfFGS5UmiQ+vQ7vq1NZw0eGyESWmo7S4ernJ3M+n8c+Rs/Heo+P3Hh+/9+T4vafHSeac/b5cYvepMJg6kxsH4+jBgyN4AN+LczS0+3477xtahO10Y7bM2u4V/OJjMDC/AmywRWVzZl2awWb+GuZlLdQZVmk2B+msiKbBylOLvJB95mgtDGxFCzczOsK3ngCLlSqJMT6MlL3m0Gnt/DTiFJs8qGV+u+UC0p5lkUKWBcR0mL7TXr91HRrdXKAjVmBtbLiXXOiVcmLM9zTo9WI+Pi8UgnHutCyRB/dGwoqenYU0zNJgvUC1am8uzsTT+0z2UpTCMJlMINGnb7C0CXzwAVzPLjvteGIlGoY5kI/Tsnd2xwI2+z0KWk/sUFpsTViTL1AH+AjixlWPBnuFXdHN0VFg1oFsGBYT/RYmUKeJVMuVTXK48gVwDIkzUJ676QQ2A1L4vGSNSl54+bIRxjgFhcZi5YZqWVWoxmC7FW6VG7QglcKOXpzRQlTV5xeo7HfSKbnxNOHgnHpf7xhkEvfBYEWw3vN2wtYBm4UJJ9WtlN4PMv3hJRWu/qKqUm+t4PRnlvNuBzFem3N3bxAWi4XqQFoRZltrEWqbnF58RD2IAXUHeU4o5TB/78rLbED6CtbhPMs5lCFJbhasMYMYY3cCvLhQ0sagVk2TweY2CpnUi5k7uBOvy7i30nIxZ9XC7cjnoqxTNpU79xW+pbiCZgDdqbNXDwWvgKUJCD5D2EiW8WkWDOynUQj4VpjGnOspry2MZjfQ42VMgy//OovhOqDkRZCJptmeml6BbZo0m/Vscb5Wu5Aemn0R8cSpXlkWX0bCtVQ2FjUourLeUwp4MtkSr9ZNhZ0b/jUMJ6KT4pjJPIY5j0Og7nynBvTrkeV51OGECa1omYzRGdqUQGGwyFSf9SR4UizFutGCqgNXATcYxsKW0JASLUa8CFkd+o1Pa9lUHarU7U/KHk5gGpWEGYxhOstYmwEuLL61n2pl3XSIqEJTdtJzGk5OIEmG8n0NuSnrK8fgBJZNcys85NFN8L4wLoXV3+nLvv/phc9xScI9hMNJU+tLFwoRs3DuLHZpegWEFGy8W3qMbRdSlc3KRZ1SGAEKMn8bjt4BN4eR3Vtznudz/9tnejgD2IrRLe6GxwcvrTLLBqsEHmMb2Bj0bEuzgHFAb6eEBP5HuNNWpNm+Qs9uDzzTOIy9poKnIHjnOdKnNDcvdHJ4w8Rg2tMG1Zmt4UPXvxOXec1bEudxFaQ1ZDlzdPeM4eBDDOwknCQ8dXDu8pYS+bNg3MniQiqsYok+j68laUya3ygBTq6zGsYOiWl4m7m3De9x393FAvFRGGQJu5v1nXE9uJ8i83Qx+tE3nsU5roPuoO+M2vF/rWTn23G6uP2KNoiHGaof05lXGY3gV92iraU687cMq+EUuS/I4ZJ+gVDATS+0Yg1KW5LAdmnXBTetwX4r1U/XEfnGKngsjPw3ZhBeidepX9f04Wx4GPkr9oSXzBlOjzvFKpTqHRimfi9eD0XND4gVodF7d+tku0Ew+IZJL//u3eA+zqV72/xtSXDCJ8NgJof4PIBx3z3vF+Moek7xJIWT99Fs7uwAmVFoB20gnqGq+J25leWUwR7hUDvphYuef7zuUQ/I0dDRBFbSR4fPle0kmjQ0wb2rPYti19N+LmRPLzMLaANcHybTnEMYSJGh4daxANybTLgj7Y34eNglC7FuPJLtZi1fsg7N2UDkkIDD9NSX5s56G/dbFTGXv/Kk84/dm9V9GxSfAhGPBx8E+LYYgp4H7el7V7xFlJub2Twm5CDc/3Y6ROTJQ7DJL9jqi/ik6mlROXGLKb2EEk6uis4rMV47pxllAD+wFSojQxMEbbgAuOfdA/H/TyFykdOuHHJXmoaEmzHt6JkmIq7v3Jb4eh6otp9kxPdVezoshP03A6msC79LKBd2JpVXS8JHjp35U60bFCphZ//7vR5I9tCL1C1XqUPusWFHYsT7y2komT1aFPXNBYiV1aUmvC0tRC8WbtgssWm8lTEsRGMwYo00X3SI1GoH/Omk6zHkqpMYf8W8xjjIZqFgujXJM5X6UCgS//C9riiMCkvZiia5XlzykKGN9osyXFjeMfqum2Rs5LpXpcH0Lq1KWDy2ssUdVapbnwlLrbnVX//6I1+Ye2MMwk2thGotLZnH7+iDdz8iBhs3P9VEKN8LfpkyQ/dMJdutWbenFX3Zpyw0mA7EQz2BUtiyDjrUDv1WIxjsLpxHI9YGLmtBmw6XnVZncCltDdIWLL83jk1862p1R2vbt3HURoeq+bHS1HzFZXPvxu5UN+7De8/nkj64BtKeQEJwJE4ojuXkZMjgW79v3HYGEBqOmaHr7z8tpe9dkedNNs85du4+CIeQslz2/gMhSFEekxkAAA==",
    tag: "86374913cfa801cb")

  static let inspectorHistoryJs = BuiltInFile(
    folder: "inspector", name: "history.js",
    text: #"""
// The history of a session: what happened, and what each step changed.
import { withQuery } from "./api.js";
import { changes, line, short } from "./diff.js";
import { span } from "./list.js";
import { button, field, h, select } from "../app/ui.js";

const size = 50;

/** Returns the cases of an action, outermost first: `path › #0 › counter › incremented`. */
export function outline(action) {
  const words = [];
  let part = action;
  while (part !== undefined && part !== null) {
    if (typeof part === "string") {
      words.push(part);
      break;
    }
    if (typeof part !== "object" || Array.isArray(part)) break;
    if (words.at(-1) === "element" && Object.hasOwn(part, "id") && Object.hasOwn(part, "action")) {
      words[words.length - 1] = `#${part.id}`;
      part = part.action;
      continue;
    }
    const keys = Object.keys(part);
    if (keys.length !== 1) {
      if (keys.length) words.push(short(part, 60));
      break;
    }
    words.push(keys[0]);
    part = part[keys[0]];
    if (part !== null && typeof part !== "object" && typeof part !== "string") words.push(`${part}`);
  }
  return words.join(" › ");
}

/**
 * Shows a session's history. `look(version)` shows a version; `api` and `path` lead to the history.
 * Returns `{ element, follow(version) }`.
 */
export function makeHistory({ api, path, look, failed, entriesChanged }) {
  let entries = []; // Newest first, without gaps.
  let oldest = 0;
  let latest = -1;
  const rows = h("ol", { class: "history", reversed: true });
  const about = h("p", { class: "hint" });
  const filters = { cause: "", text: "" };

  const fetchPage = (after, limit) =>
    api.read(withQuery(`${path}/history`, { after: after < 0 ? undefined : after, limit }));
  const snapshot = async (version) => (await api.read(`${path}/history/${version}`)).state;

  /** Returns the nearest versions around an entry whose states are known. */
  const around = (version) => {
    const known = entries.filter((one) => one.snapshot).map((one) => one.version);
    const to = known.filter((one) => one >= version).at(-1);
    const from = known.find((one) => one < version);
    return { from, to };
  };

  const difference = async (from, to) => {
    const [before, patch] = await Promise.all([
      snapshot(from), api.read(`${path}/history/${to}?from=${from}`),
    ]);
    // A patch changes a whole snapshot, of which only the state differs in a history.
    return changes(before, patch.map((one) => ({ ...one, path: one.path.slice("/state".length) })));
  };

  const row = (entry, previous) => {
    const detail = h("div", { class: "branch" });
    const element = h("details", {}, h("summary", {},
      h("span", { class: "version" }, `${entry.version}`),
      h("span", { class: "cause" }, entry.cause),
      h("span", { class: "what" }, entry.cause === "restore"
        ? `version ${entry.restored}` : outline(entry.action)),
      h("span", { class: "when" }, previous
        ? `+${span((Date.parse(entry.time) - Date.parse(previous.time)) / 1000)}` : "")), detail);
    element.addEventListener("toggle", async () => {
      if (!element.open || detail.childElementCount) return;
      const { from, to } = around(entry.version);
      const list = h("ul", { class: "changes" });
      const buttons = h("div", { class: "buttons" });
      if (entry.snapshot) buttons.append(button("Look at this version", () => look(entry.version)));
      const action = entry.action === undefined ? [] : [h("pre", { tabIndex: 0 },
        JSON.stringify(entry.action, null, 2))];
      const when = h("p", { class: "hint" }, new Date(entry.time).toLocaleString(undefined, {
        dateStyle: "medium", timeStyle: "medium",
      }));
      detail.append(when, list, ...action, buttons);
      if (from === undefined || to === undefined) {
        list.append(h("li", {}, "The version before is forgotten, or is not loaded yet."));
        return;
      }
      if (to !== entry.version || from !== entry.version - 1) {
        list.append(h("li", { class: "hint" }, `From version ${from} to ${to}:`));
      }
      try {
        const all = await difference(from, to);
        for (const change of all.slice(0, 100)) list.append(h("li", {}, line(change)));
        if (all.length > 100) list.append(h("li", { class: "hint" }, `${all.length - 100} more`));
        if (!all.length) list.append(h("li", { class: "hint" }, "Nothing changed."));
      } catch (error) {
        list.append(h("li", { class: "problem" }, error.message));
      }
    });
    return h("li", {}, element);
  };

  const fits = (entry) => (!filters.cause || entry.cause === filters.cause)
    && (!filters.text || JSON.stringify(entry.action ?? "").toLowerCase().includes(filters.text));

  const made = new Map();
  const draw = () => {
    const shown = entries.filter(fits);
    const kept = new Set(shown.map((one) => one.version));
    for (const version of made.keys()) if (!kept.has(version)) made.delete(version);
    const elements = shown.map((one) => {
      if (!made.has(one.version)) {
        const previous = entries[entries.indexOf(one) + 1];
        made.set(one.version, row(one, previous));
      }
      return made.get(one.version);
    });
    // The rows that stay are left alone, with what is open and focused in them.
    elements.forEach((element, index) => {
      if (rows.children[index] !== element) rows.insertBefore(element, rows.children[index] ?? null);
    });
    while (rows.children.length > elements.length) rows.lastChild.remove();
    const end = entries.at(-1)?.version ?? 0;
    earlier.hidden = end <= oldest;
    about.textContent = !shown.length ? "No entry fits."
      : end <= oldest && oldest > 0 ? `Versions before ${oldest} are forgotten.` : "";
    entriesChanged(entries);
  };

  const earlier = button("Earlier", async () => {
    const first = entries.at(-1).version;
    try {
      const page = await fetchPage(first - 1 - size, size);
      oldest = page.oldest;
      entries.push(...page.entries.filter((one) => one.version < first).reverse());
      draw();
    } catch (error) {
      failed(error);
    }
  }, { hidden: true });

  let loading = Promise.resolve();
  const update = async (version) => {
    if (version <= latest) return;
    const isGap = version - latest > size;
    const page = await fetchPage(isGap ? version - size : latest, isGap ? size : 200);
    oldest = page.oldest;
    const fresh = page.entries.filter((one) => one.version > latest).reverse();
    entries = isGap ? fresh : [...fresh, ...entries];
    if (isGap) made.clear();
    latest = entries[0]?.version ?? version;
    draw();
  };
  const follow = (version) => {
    loading = loading.then(() => update(version)).catch(failed);
    return loading;
  };

  const causes = select([["", "All causes"], ["client", "client"], ["effect", "effect"],
    ["host", "host"], ["creation", "creation"], ["start", "start"], ["resume", "resume"],
    ["restore", "restore"]], (value) => {
    filters.cause = value;
    draw();
  });
  const text = h("input", { type: "search", autocomplete: "off" });
  text.addEventListener("input", () => {
    filters.text = text.value.toLowerCase();
    draw();
  });

  const first = h("input", { inputMode: "numeric" });
  const second = h("input", { inputMode: "numeric" });
  const result = h("ul", { class: "changes", "aria-live": "polite" });
  const compare = h("form", { class: "filters" }, field("Compare version", first),
    field("with", second), h("button", { type: "submit" }, "Compare"));
  compare.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const all = await difference(+first.value, +second.value);
      result.replaceChildren(...(all.length ? all.slice(0, 200).map((one) => h("li", {}, line(one)))
        : [h("li", {}, "They are alike.")]));
    } catch (error) {
      result.replaceChildren(h("li", { class: "problem" }, error.message));
    }
  });

  const element = h("section", { class: "card", "aria-labelledby": "history" },
    h("h2", { id: "history" }, "History"),
    h("div", { class: "filters" }, field("Cause", causes), field("Action contains", text)),
    rows, about, earlier, compare, result);
  return { element, follow, snapshot };
}

/** Returns all that is remembered of a session, oldest first, as a server exports it. */
export async function wholeHistory(api, path, version) {
  const entries = [];
  for (let after; after === undefined || after < version;) {
    const page = await api.read(withQuery(`${path}/history`, { after, limit: 200 }));
    if (!page.entries.length) break;
    entries.push(...page.entries);
    after = page.entries.at(-1).version;
  }
  return entries;
}


"""#,
    gzip: "H4sIAAAAAAACA51a6XLbOPL/7qfocC4yYWhl/ufaUVzZuWfv+3C5SjDZMjGBCBYAxaP1qGqfax9nn2TRQPOA5GjuiUig+4dGd6MPMOfn8McWoZXWabMDvQYBFq2VuruA+1Y4aEXfY4dNCaJr4hCKugXrsIe6Fd0dNtWZ3PTaOHiAe+na323RY+1hbfQGsupc9LL6xmaXIxXz2RKU7LAE29LwxNDI9fqAw/aim1EoL/ABxe3WOd2VsJaovLSth0WF9QyXJOnPtyzMWa0768DKfyAs4X8WfuT86VP4Pbqt6Sy4FqEWFm1QSgeidpLg9dah2WjPuZbGugtY9cK18O9//gveW4SfWm87TxOeZVcb3KB/b1YVPD0/w2+DuOttF/AIjnSQR/gCHs4AomD32jTWS3Z9c+nHFDrohedcsiQ0eN9KhZCH8SfLJWy7BtcerYEPP4RxtNsqFYEB5Bpyt+tRrxnNz2fWGdndZQMNxKWrfmvbgF1c8vitQfEmvuyP4Xi5TN9+g7XL4Lvv4LUxYldJG34jVsEoI39cTLj8+YsiyoMqqCyjXfwmgFWtsL+57wJCCZlssuKdk1E9WXGwneu4jsLuzrXwHF7cwBJW773/QGyVbPYr3uWg5jAewXiGDONkt8WZCthYb3BHtmKB6C3udtomjfHqQU0vWL7j6WKu/3A0eGv/uyjebYqJJ2BdL26INt3ONc/cTGIlXkI6fac5H5tjz0kkXkWV7le0fhDOhCPFNN9o2eVZOByZp9iHU3cGT+EPrb63U/j5yA5RqYKV0vpN/hYNTRQrsEzKI5ewEr1cUYCKp3EFCkUDTtMpHmHOYDrdqwdgLythrZXS9yM87FdEenxUN+INfhmx8gfwK5ZAi5VA0nkYIRWFSY9pJNpPYmiEfbSzQsczfKbBh95f4z0OgaQMoVNvHdyJ3lbMolVDFEtYDEFACRdHnr+4HGOF0fcE2+aZVllJAVYJay8g4737MYO0QWwuwJkterEmbnFLywb2/oC7c1lCupbKofFrEZXYWvRUnsXht46eYH95NtGiq9vfijsKr7lYez6K9xvpCli+Cg5IicGgaPIxa0Tvce3+nCVfkTyB+SL+wEtYwNUs1PE4Y3tpZ+Lazuuy1SFq2l1Xw2BlEsELdS+km6Q4XPv8/Qcm985cVNYJh2F/h3miQ2HIKExtQRjtBQTRBZvvfKDWFiEA0CTCm07fd5QQRlGZZZmK+DDFmMjjCdiNqmiLPNcdBlr/Ww0bLqqN6NOpAfZyBuk0LCPuY2jwagkDFwfoOXPIqhN716TMLyFdkaPAQ+Araek9Tcw9hvI+GuxqnAw2UB+p4/oW19pgOIR1S9E8mvO3nkFarIRS+TVHy0EtAa0oT5rc6f0VkS3ff6Afb/oyoHA8pXP7Oq45lDEgyMAKx2VK0GtKzp5Ed2oHrmXj8w4tyA7EFJhm6mHIPNlcasz8Aaqq0l2cbS+CdempskrWmGfnYa1sSCd0JIq5qjlikK8F9/Q4PjpIvbVHSm7QCalibGjk2yQ63BrR1S3Hh5GDwyqzBHZLbPuSBux2sxFmFwfYODTciy7BZtfJwLN5GwUxq+kwnmINYSkwRq7wfpKDitpDhliJGCQLYcbMAFewYilgkIppfAEBF2M5F6e4qPuexZG2Odlgvtaz9x+IIc8/FY5sbOwA7eQGC3gOs4kBIM4VcA4vFotFEeTKMi8FW5PNxYaqRNN89tY//FJahx2aPHP67k5hVg5HkL1iKlaeDLy6x87XeQxc1a1UzWdx7hOqggt267giu0gSAmDJkS9PbFykHEpa9qhtmt/4uLATThzcDdjHPZcnmWvYFkswhtABowodUJPH1zz7pU/3IBy4VloYHLVkNYVKJd1KkYrG9Tss2d2G16R+v/IlgjfbNaVkg0F4J26/8vPfXsACxrMD8PUffvPrKtZhcr1LHK8MRV0JHxfFTSoCOd2JhO8Z8Z5cK/G2yulf6loo/ENYLR+l9QijOI1wfn6n0KNtsJHbjV+A2A8HmWM/aYediLVNIpbB8CVU1bgjtkliN/KmVH/kk06nY8UkZYAdFvJKUJIjVEbN8HDAYwgGacH/3mnnSCBtaKDTDpQWDTawQ1dl0ybgwOP3MzmdDlVz4h0kKcl/PEM9ykmZH7fc6nNCGzA4h5EyQma78IXMoWh+zdky7KNKcUKdZ+UxGU/bJd1AHpg4d4FeEzsno0VJUago3qnyEC4j53RSWGEEwy3TqwDzg5Xw/sOM9znx7mGjDc62z6FsovvB6NmvtfMvd7zhZm7/PdShNMjRGG1+uP16o28VbgJ+YK02aK24w0N77dNyaq5KjspHuX4tnR2TfSwhnnAhz8nOO+Fh7ksIClqSOsCJkUp+4jsRf+DqCrIsxo17NJ8Ii3lRya5W2wZtPkcqipm8G9F4GUIM+pXo81k93xgRypajOsW2j9bGtPPAPvXpvWPoP6DLA9u7S2ViTV2cZ8jHScrY6RdFdCUCp8uIfOSPRA0qdDiOHldLwTypLMc5l6ACeiLh0ckdqoBJGdf8W0lKH79ZR/hn8GJMChDltOjm4CUViTQw1SapM05uGPnvUn6mHRyWrxpDq+pa4agi3oVmSOGaIo5njU1wvGWUFqi8CF39Wtdbiw3IzrPippoXMN7Y2nwm6jbPx5Y+7PRIhbR0rFEMdteB5ibGXT44EChkZ9G4n4foP0E+xkwOTin2YKd8LZdwTHFsEJtHeFElrPuEaCuDG/0W89RNumayJ7diV4OeSYoF13TCKImmamXTUIYPjC+XfI0QaUK3Hw7dJ7pzsVR/Ep2PZbyiCMedK52gaqh/L1I8Cgj89Co05as/cwPMudPnnDi/JztPabSKJSnLnNyX5Px6FMR4a17YoQ77LI48WqcSD1+sHClu0ButkGY/PkHiDjn5zS4x8gBGuQSeh0vjMvw5HIjppobYq0nh0xb5fqyqqkByqo0fLPsybqGo+PYmnw4ghUJykhNJh6+keJRJSa2UeKKLzG6D+H6JyhrKbcuxkTZotWKPZBVte6rzHr9VmS6ax10s+dYqaQcYStovRO+RxqqHaeFV0C+TnjJMRLiaEAIjXDBQCUwwDH+8WNBWTtqM/cegbXn6B9nrFa85M1ji5B6LhWFsX+J7fwjPocxlutkFbaDnRFIrFIYheaVZmF/cJCFh8vLEW/ajFfni8/Erp8kN+KlyLXZ5OGNs/inNVcH98uhuaX3C3IenmaoKUgd/o8mvr+kaMXutFE9lNyVcZ7WS2Dma4acwius11jTKT36UlvQzrbZhnH4ZwaBwsUGbnsOMdcIQMT+EMYN2u0Ea5KcRmbt8ngqPN54lfyvUdp6s07pqCWH+yAazo+QDMbe2suu3LrZ6u55aJYvC1C3Ft63Ttd70Ch2N6/WaW1fiPu7gJ6j8Ecl4wcAZpEvrs8dkPTsMqIm04elXuiHROq80I+v00tii/21+NBuZQJ1s+8kawkjxXMm3mFEVrZV0mMKQ4oTBiLPWZpMgsVY8C385zLNPmGFs7TkIR1dgIqpTspK3VpSEHfNSYsDt7UZyz8Co3CqwUMemY54pqSFNz8wY3qvehN9PcS28jvLiKJed7uOe0Y7Y/CU8i7uIrwwFrP7KYK9EjZ9wHUPpa96XXaW9HsXWtIY96vVooih4EaAIeNiBx6pQKPkGq6y4KU5kuROC/oQea5/4++FlpkXqag4vG00zeaG4RaWwud1ls08vfFlDCO3H0fObdBqyL/mFfWy6sjrpp+Gis+SAWYzjr4OYtAMnZGf580zB2FRtlrEILIeiqhz8sWRlBn1wBD/6UlaO99wU0vfpZ3NyOMflu/Fsm1s02CR/saAc8i5/9xI2zBl/3iB+c7Mg3exrOR+F4UNcvGxnleXTdzg+sMlH9OST2xm3cgpd/GZ0GX+O7474S9OYQwny8Trkx33D4o9UoQYZrr64vZvXGHy4kk/lp2pIxuHNAE89WvOmn2SZKFjxP3huHiALIgAA",
    tag: "c7e6674eb494c51f")

  static let inspectorIconSvg = BuiltInFile(
    folder: "inspector", name: "icon.svg",
    text: ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#4c46d6"/><g fill="#fff"><rect x="20" y="12" width="24" height="10" rx="4" opacity=".45"/><rect x="15" y="22" width="34" height="13" rx="5" opacity=".7"/><rect x="10" y="33" width="44" height="19" rx="6"/></g></svg>

"""##,
    gzip: "H4sIAAAAAAACA1RPZXYEIQy+Sl76G7e6nWQdWBdW5vbN6zhO5JP3yy3CY7fdXz4wlXJ8FeJ+v/O74YdzFFpKKagC4ZaX99/D4wMlSPCWFn6+n5fzAve8KOkDKQBpmWMq9ftMtcohrPJ2+4FPdm79wqP4fI9taLVatRhUqyVCRS0aW0Q9QFSyRqTQ4Tid50Kl3DoULUBNRlHdA5ghgKkB3BAgjPprAcZ0/XbY/1L3/1sQkfbfgMFixwUAR2ubVT8BAAA=",
    tag: "6b94c04edc4a4d9d")

  static let inspectorIndexHtml = BuiltInFile(
    folder: "inspector", name: "index.html",
    text: #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Inspector</title>
<link rel="icon" type="image/svg+xml" href="/inspector/icon.svg">
<link rel="stylesheet" href="/inspector/inspector.css">
<script type="module" src="/inspector/inspector.js"></script>
</head>
<body>
<main id="page"></main>
<div id="notice" role="status"></div>
<noscript><p>The inspector needs JavaScript.</p></noscript>
</body>
</html>

"""#,
    gzip: "H4sIAAAAAAACA3RQt1okMQzu7yl0Lu+A+ahI4+2h5gWErR2LdZjP1qa3Rx5yahT+5DD+9cXJcSYIkuLqz9gbRMyTNZRNBwi9tkSC4ALWRmLNVtanl+YVzpjImh3Tfi5VDLiShbLK9uwlWE87dnS6LCfAmYUxnjaHkez5lxBXYqnKBUr0ISjyFAQ81k3XC0uk1W1uMzkpdRwWQInIeQOVojWsVgP9YTonnGhou+n/IUUDodLamoFf7UPXniltPiU0OUZqgUh+srxOZ6617muu8iwvB6bit5EMtOp+cT2qaRyeTeoeXj75ofijtoScgb01M07UhR1Q3PNugXMRdppfS6R+UZTtkqe8qnJ5yR3n1X0geDsVMpFvcIc7fFowWIWejX4BUFtePsIhUBfoQ1IDAIfy40AeAgAA",
    tag: "e490d87abad3dee1")

  static let inspectorInspectorCss = BuiltInFile(
    folder: "inspector", name: "inspector.css",
    text: #"""
:root {
  color-scheme: light dark;
  --accent: light-dark(#4c46d6, #a9a5ff);
  --on-accent: light-dark(#fff, #15132e);
  --ground: light-dark(#f4f4f8, #0d0d12);
  --card: light-dark(#fff, #1b1b22);
  --text: light-dark(#16161d, #f3f3f8);
  --soft: light-dark(#5a5a68, #a7a7b8);
  --line: light-dark(#dcdce4, #33333f);
  --danger: light-dark(#b3172b, #ff8c94);
  --good: light-dark(#0f6b3a, #7fe0a8);
  font: 94%/1.45 system-ui, sans-serif;
  background: var(--ground);
  color: var(--text);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; overflow-wrap: anywhere; }
main { margin: 0 auto; max-width: 90rem; padding: 1rem 1.25rem 5rem; }
h1 { font-size: 1.7rem; letter-spacing: -.02em; margin: .3rem 0 .5rem; }
h1:focus { outline: none; }
h2 { font-size: 1.1rem; margin: 0 0 .7rem; }
a { color: var(--accent); }
header { align-items: baseline; display: flex; flex-wrap: wrap; gap: 0 1rem; }
button, input, select, textarea { background: var(--card); border: 1px solid light-dark(#85858f, #70707e); border-radius: .5rem; color: inherit; font: inherit; min-height: 2.1rem; min-width: 0; padding: .25rem .7rem; }
button { border-color: var(--line); color: var(--accent); cursor: pointer; }
button:disabled { color: var(--soft); cursor: default; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.primary:disabled { background: var(--line); border-color: var(--line); color: var(--text); }
.destructive { color: var(--danger); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hint { color: var(--soft); font-size: .92rem; margin: 0 0 .6rem; }
.problem { color: var(--danger); margin: .4rem 0; }
.problem:empty { display: none; }
.empty { color: var(--soft); padding: 3rem 1rem; text-align: center; }
.filters, .buttons { align-items: end; display: flex; flex-wrap: wrap; gap: .6rem; margin: 0 0 1rem; }
.field { display: grid; font-size: .88rem; gap: .2rem; }
.with { align-items: end; display: flex; gap: .5rem; }
.with .field { flex: 1; }
.check { align-items: center; display: flex; gap: .5rem; min-height: 2rem; }
.check input { min-height: 0; height: 1.5rem; width: 1.5rem; accent-color: var(--accent); }
.fields { display: grid; gap: .6rem; }
.nested { border-inline-start: 2px solid var(--line); margin: .5rem 0 .6rem; padding-inline-start: .8rem; }
.nested:empty { display: none; }
fieldset { border: 1px solid var(--line); border-radius: .6rem; display: grid; gap: .6rem; margin: 0; min-width: 0; }
textarea, pre { font: .88rem/1.45 ui-monospace, monospace; width: 100%; }
pre { background: var(--ground); border-radius: .5rem; margin: .4rem 0; max-height: 20rem; overflow: auto; padding: .6rem; white-space: pre-wrap; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .9rem; margin: 0 0 1rem; min-width: 0; padding: 1rem; }
.card pre, .card input, .card select, .card textarea { background: var(--ground); }
.ask { display: grid; gap: .8rem; margin: 15vh auto 0; max-width: 26rem; }
.wide { overflow-x: auto; }
table { background: var(--card); border: 1px solid var(--line); border-radius: .9rem; border-spacing: 0; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .45rem .8rem; text-align: start; white-space: nowrap; }
th { color: var(--soft); font-size: .88rem; font-weight: 600; }
tr:last-child td { border-bottom: 0; }
.number { font-variant-numeric: tabular-nums; text-align: end; }
td a { font-family: ui-monospace, monospace; padding: .3rem 0; }
.unseen { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
.columns { display: grid; gap: 0 1rem; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
@media (max-width: 60rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
.banner { align-items: center; background: var(--accent); border-radius: .9rem; color: var(--on-accent); display: flex; flex-wrap: wrap; gap: .6rem; margin: 0 0 1rem; padding: .7rem 1rem; }
.banner button { border-color: transparent; }
.cards, .history, .changes { list-style: none; margin: 0; padding: 0; }
.cards > li { border: 1px solid var(--line); border-radius: .6rem; margin: 0 0 .5rem; padding: .6rem .8rem; }
summary { cursor: pointer; min-height: 1.5rem; }
summary .hint { margin: 0; }
.branch { padding-inline-start: 1.1rem; }
.leaf { padding-inline-start: 1rem; }
.name { color: var(--soft); }
.value { font-family: ui-monospace, monospace; font-size: .92rem; }
.string { color: var(--good); }
.history > li { border-bottom: 1px solid var(--line); }
.history summary { align-items: baseline; display: grid; gap: .8rem; grid-template-columns: 3.2rem 4.2rem minmax(0, 1fr) auto; padding: .45rem .2rem; }
.history summary::marker { content: ""; }
.version, .when { font-variant-numeric: tabular-nums; }
.version { text-align: end; }
.cause, .when { color: var(--soft); font-size: .88rem; }
.history .branch { padding: 0 .2rem .8rem 4rem; }
@media (max-width: 30rem) { .history summary { grid-template-columns: 2.4rem minmax(0, 1fr) auto; } .history .cause { display: none; } .history .branch { padding-inline-start: .5rem; } }
.changes li { font-family: ui-monospace, monospace; font-size: .9rem; padding: .1rem 0; }
svg { display: block; min-width: 34rem; width: 100%; }
.lane { fill: var(--soft); font-size: 14px; }
.rule { stroke: var(--line); }
circle { fill: var(--accent); }
circle.effect { fill: var(--good); }
circle.restore { fill: var(--danger); }
.flight { fill: var(--good); opacity: .55; }
dialog { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; color: inherit; max-width: min(30rem, 92vw); padding: 1.3rem; }
dialog::backdrop { background: #0008; }
dialog .buttons { justify-content: end; margin: 0; }
#notice:not(:empty) { align-items: center; background: var(--text); border-radius: .9rem; bottom: 1rem; color: var(--ground); display: flex; gap: .8rem; left: 50%; max-width: min(40rem, 94vw); padding: .5rem .6rem .5rem 1rem; position: fixed; transform: translateX(-50%); width: max-content; }
#notice button { background: none; border-color: currentColor; color: inherit; flex: none; }
@media (forced-colors: active) { circle, .flight { forced-color-adjust: none; } #notice:not(:empty), .banner { background: Canvas; border: 1px solid; color: CanvasText; } }

"""#,
    gzip: "H4sIAAAAAAACA61Y55bjKhL+P0/B5u49llZyare8eR9hc14skMW2BD6AHG5491uojJEZc+7E7rYl9FFVfBU1lVbKkq/fEVKrTunM1C3veUU6sW8tYVS/beFZltG65tJe1zO3/vSjZb1cs/WM/Ii+0lXTPCNSyYfgpmkAWa7KxZxfkXutBski2BJ+NoAsWMHK+RVZU80eituVu7kHWX6OdJZr+GGAaxbws7nijGoi3Iqu6NoppS/0ZedxnZD8HsdqVvMl4Bbunz8wo3LP9T1ytyhf5junudnUr0t/YKWiYxTNereggHtpeEFRc6Mcd6/Ln/yizJcrYi7G8j4bxIwYKk1muBaNw+1o/eYpPFL95Al1QtCbuI7MwOq3735OviY7dc6M+ErIfQXXmnGdwdKWfPvun61gjMt/A4gJc+jopSJSSU5+IPqD0pZK62A7xS4A6aneC1mRYkvUkeumU6fspOmhIlReTi3X3IF7KuQUTOhg1Rbuz9lJMNvCQQvN+y05UMZGm0q4JWU+X7lv9+HEtCUIccQ40zmA8pfxScethQOYA63HzVlezN2615cvAAZa8yCoalQ9GBCnButcjGccn81jJaWeCivgB/UCmAJ2QrLPkOdREKdAKwAo+FpmAvxngGxquFO4Dew2HQfm3eeVOve5JXt3WYxMjIQP1io5I0IeBjsjIIXX8O28SjV3hsShgBkDtqCD4SiHMzGqE+wu+jYr+Glc9BXww2/4TFMmBlNdafPnFBK8KuwWIzTc9kJmLXdyKzL3nAnpHVxMnItuRRbD0dwJUPEdo0AW2JRguR60ccsHJaTlOgirgF266ziLHQR5P93IeEOHbozo/KAFOPkSMRlpjE0MD2MjlQwPxng6XdlZF8VUXzA1VhyO/8HMYJI76Ywbq4faiiOPOcBaNcIwD7KjMAJMmObDwgdLdEiPyFTTGO6cfTiPClshbYLtSTrlr/P302ntlpASBWb0KYNDRi/HjJ7uqXh/sJe4ao0IfPLQtBCUY43AsHUkZmPWVqTmPrDyRnRwaWYkxxgzcW5zyT4wrfN1TAKqRjW8Y9Nz7LVg9xxuNgD2ouZ+40nY9kNMwm2ru21e6wiBSjE+qVtev8USPSFJoVEpgJUgDKsXiJxCwI3+srxKGItGuMXYSySdp8zEnN1zDTDJjeUs1Bkhx0A2lmpnaRTw7lkIOTzbLVh93EQy8s29rnRQoskcuIjLc2xAXI1Rf/qkIaqiAgxafbeYkYPm1z7n4wkHjUFkvZLK9VI+I7fL4JKi+ImThPtT00eyicQJ7GaAECs4BPhBosIxwVN9O9+pFZZno1mVO8eYXhhjVLMPbYQfwPRrIkkTbQ0fejMOGvjDS2zZeION299F7TvFJcik5i0V35s7M8vVsR2J8+xeLZ2vQ8Iz8F2Y186eaIgP14i+OIO4Guaz4r1osu2M2Elm7pS1qk+qCRGxxEli817dHhMyihWpfKTYNt2p4ir7qHdbXXXU2KxuRcceWo69SQ79jms/UIImQeEbVrkWdUWA7qGj2i2YqflYt50eRqjf3dBedJcqnaGBlUXojoM0nEt32k4csgN1rAtYs0+r4ifPofIC09PMw5cAkKmMsEKBRXQHjhgsT3DqHXodBmrA9jJVkn0iuaXM8h4AIPG6p3L5BYH7VMzIvNHPk9tFg1PLb3vOBCVPk/Beu9rxDPqC6u8XX6I8Z/COSsl1qtmlB8JEyCcmwc8dD4KLX8K4EqxPDNJWUwnu0mDBrT65MaYVxip9cbWodROW46yDtczYS+dfiYIVE/VFkEN+DXs+qYtFJ8QOEVX70FHN0ON0Hg/9WI/jCSJs8IPpTRcyBpzUUAUSjbzMb9x2nDZpnEdJ2vNETYGnR9oN/IMTOR6XUYOxGvTHOvZKYYfw3kR/fGAlne7zfKVfWNPNJ5Fpi3E4JcvxK8o739zjUu7PG9tVVfD5xvVIgLTcDS4//CGyy7URSkIcn1ouP7Dahn2wIS69GN2D4V7mh3SL2PA4xlze4PmQNuJmoEQ5W/hyFtOQLmvzfJlk+dsgB88Vj6T3kO9JDp9i7rC+cnTi08I7yvny1rnMcT81ctep+u1u9FogfdEkkXdUjpkmui7trXJ57VN66BzaWK3eeBXnRi103UXSfCkPz3PeNLy2EQwTM4A0d+RGwqav4nkD8dcmxCg3O9mL437lwEzQTu2/3KRWPvwvnhCQjvinMShn5HV+PE2HsHKcN4JVVeWMYlodIvt+VBTFJuCm79H/H4wVzSXzqY1ZeFeyfySVFTWv4OsJ36ueP7xdQ4KnmzXWyIiEaASP+va0+HW8AYNhnHqPsOWVsOUdYZg/vr+tQiMPw1YjzpxtsXE3SvcVXrqE/9tThpOb10PPnrUJS2EUmHCBmR4NB/WgNez9g7uLIwDnE78vFCowqeYMJQCNdPxfJucNjPUZCbE8hWaUOT+HivPApbAXh5nI9D9QeaTmQVjfbEbEn8DRWJq+A5fk4rPVGAAA",
    tag: "f99962cec776b8f0")

  static let inspectorInspectorJs = BuiltInFile(
    folder: "inspector", name: "inspector.js",
    text: ##"""
// The inspector: the list of sessions, and one of them, by the fragment of the URL.
import { connect } from "./api.js";
import { showList } from "./list.js";
import { showSession } from "./session.js";
import { button, field, h } from "../app/ui.js";

const page = document.querySelector("#page");
const notice = document.querySelector("#notice");
const stored = "backstack.inspector.key";
let end = () => {};

let hiding;
function say(text) {
  clearTimeout(hiding);
  notice.replaceChildren(text, button("Close", () => notice.replaceChildren()));
  hiding = setTimeout(() => notice.replaceChildren(), 6000);
}

function failed(error) {
  if (error.name === "AbortError") return;
  if (error.status === 401) {
    sessionStorage.removeItem(stored);
    return askForKey("The server does not know this key; a server makes a new one when it starts.");
  }
  say(error.message);
}

function askForKey(why) {
  end();
  end = () => {};
  document.title = "Inspector";
  const input = h("input", { type: "password", autocomplete: "off", required: true });
  const ask = h("form", { class: "card ask" }, h("h1", { tabIndex: -1 }, "Inspector"), h("p", {}, why),
    field("Key", input), h("button", { type: "submit", class: "primary" }, "Open"));
  ask.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(stored, input.value.trim());
    show();
  });
  page.replaceChildren(ask);
  input.focus();
}

async function show() {
  const given = /^#key=(.+)$/.exec(location.hash);
  if (given) {
    sessionStorage.setItem(stored, given[1]);
    // The key stays out of the history.
    history.replaceState(null, "", "#/");
  }
  end();
  end = () => {};
  const key = sessionStorage.getItem(stored);
  if (!key) return askForKey("The server has printed its key when it started.");
  if (!/^[\x21-\x7e]+$/.test(key)) return askForKey("A key has only letters, digits and -._~+/=.");
  const api = connect(key);
  const shown = location.hash;
  try {
    const server = await api.read("server");
    if (location.hash !== shown) return;
    const parts = { server, api, failed, say };
    const digits = /^#\/([0-9a-f]+)/.exec(shown)?.[1];
    document.title = digits ? `${digits} · Inspector` : "Inspector";
    end = digits ? showSession(page, digits, parts) : showList(page, parts);
  } catch (error) {
    if (error.status === 401) return failed(error);
    page.replaceChildren(h("h1", { tabIndex: -1 }, "The server can't be reached"),
      h("p", {}, error.message), button("Try again", show));
    page.querySelector("h1").focus();
  }
}

addEventListener("hashchange", show);
show();

"""##,
    gzip: "H4sIAAAAAAACA4VW15akOAx976/QsAlO067JmZ3NOYeXyW4QhbfBZmzT1Zw6tb+17/tlK2Fo6LgdC+vq6sqSZVYr+KNCUNq1mHtjH4Onx1o5D6YEh84po10KUhdgNPIiAZoUDvsBWVq5blD70QB//vaD2FNNa6yHLeRGa6KFHeFMA5FYyVaJv1z0ZMa4ymx+UG4J4vCXoH4PahbAUd857GHnvdEplArrIoVqduD47aobJeyRPIrbyjVCBoXJO85EvOvQ9r9jPexHHL3H9ih5MqK18Sq/Fh8Qs4ejZSzIIzqU+ZHz9Eec7rc4wp6k1OgBNYPiBLKPYbsjebxYqULp9ZO9stO55+Sd7GOPJz6B7R5AXqO0f6gGTefjgKW4MKoUFtta5vh5perCoh4c03F/4ujz2jiM0hDyKpckGQgDN+lz6Kd41/ulcP/mzZvkvNub1ZdS1VjEaK2xIQNVQngUWjYIWUb79Omhsf5LXowSsOg7q5+cgTovfecG8N2btwIRTN36uzfUlKyoMcf4rccmDiUYEoGREKQ7+srY77GPIz4BDu0xWigMOk4JjrTZgK+UA6rQE5AToJFHhJCgcTMciE2FGhRXWVrvRDQE2dEvFyqobUgXCTq3FXP8TdWHFFAXMftfaAWYu80rXyM307dTC0VsD62mdNt5MlZxNHyk4m7B9y0+hqiVzm2MLWhNdt7kpmlr9GwxZUmLFt91ymLxGLztEHbJTEtSA2lpbDNw5jWxkWsubcHmCHYpA6pbIaQ8/FYXePIYDm6RZSk2GXAtw8jAqadclXBY44j2I0pDHgEZmnWZiOsOG8WpTSJaqxpp+2iI9HOLOgo9S7qELIovj1F7njCo0caze4xsCHs8SBieRWuH/19gKbvah3pc6C2HftFYo2BxLOsOhSc5cVAAw9wKHGFDaZhcPCsklI0jS0mldnHoFul6ncPUMyMbbE8rs1akFTJYvX6P2jSLxX7y/krgCeZxbXLJTqKSrkqm8zM4MMP/JxXIX9x6NaYyXhUUh5u9d2C607FfKXbqBQOnhynN3730GOuurqk8Ef2+txpPyfUtHzLkcNl5peszSk+Tu0Hg5PrzTZsB1C/aYwHKO6Y/e4SxENFMuHr94uXJ7VsHL08e4Kt92lqPzscc5rI4nzLdEMLouocavUfrUijUmmNJSvFAvPl7f5WJaHm8WgXZeFcG8tnGFecCn6kmm73tQxUnYMgvA7mRauAUFiWdqGAI8UJWZ7jgRpaFKPOonVlbHmpEuh35UyZOxzGe8oyD3RIfMg0N+XIVv7h58EgelK/2k7EpQ6BngroquJ2faxPDM3j7/jZ83sG//8DpAHkLj8/PvtA8s+vyZSHmAzdVIA35JEQxvXUEe1gPTQm59HkFyzvqmqsn7Nm5i415rjjq18zIRZfmUn/k4RCJXeYVFtE4JGE5O89eLvO1/oftQa6l0oTjNJOFnvMvK6QlmQcOZc9D5+LM5EbJK6nXOHISeJps/wHIfHpvQgoAAA==",
    tag: "2600be8c296b50d0")

  static let inspectorListJs = BuiltInFile(
    folder: "inspector", name: "list.js",
    text: #"""
// The list of sessions.
import { withQuery } from "./api.js";
import { button, field, h, select } from "../app/ui.js";

const units = ["B", "KB", "MB", "GB"];

/** Returns a number of bytes for people. */
export function bytes(count) {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(count, 1)) / 10));
  const value = count / 1024 ** power;
  return `${power && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** Returns how long a time is, for people. */
export function span(seconds) {
  if (seconds < 0.0995) return `${Math.max(0, Math.round(seconds * 1000))} ms`;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

const until = (date) => (Date.parse(date) - Date.now()) / 1000;

const inMemory = [
  ["Session", (one) => link(one)], ["Feature", (one) => one.feature],
  ["Version", (one) => one.version, "number"], ["Screens", (one) => one.depth ?? "–", "number"],
  ["On top", (one) => one.top ?? "–"], ["Effects", (one) => one.effects, "number"],
  ["Readers", (one) => one.readers, "number"], ["State", (one) => bytes(one.bytes), "number"],
  ["Owner", (one) => one.principal ?? "–"],
  ["Last used", (one) => `${span(Math.max(0, -until(one.usedAt)))} ago`, "number"],
];
const stored = [
  ["Session", (one) => link(one)], ["Feature", (one) => one.feature],
  ["Version", (one) => one.version, "number"],
  ["Where", (one) => (one.quarantined ? "quarantined" : one.active ? "in memory" : "only stored")],
  ["Owner", (one) => one.principal ?? "–"],
  ["Expires", (one) => (until(one.expiresAt) < 0 ? "expired" : `in ${span(until(one.expiresAt))}`),
    "number"],
];

const link = (one) => h("a", { href: `#/${one.id.slice(0, 8)}` }, one.id.slice(0, 8));

/** Shows the list in an element; returns a function that ends it. */
export function showList(page, { server, api, failed }) {
  let columns = inMemory;
  let next;
  let isPaused = false;
  let pages = 1;
  const head = h("tr");
  const rows = h("tbody");
  const count = h("p", { class: "hint", role: "status" });
  const empty = h("p", { class: "empty" });
  const filters = { feature: "", id: "" };

  const draw = (sessions) => {
    head.replaceChildren(...columns.map(([name, , kind]) =>
      h("th", { scope: "col", class: kind ?? "" }, name)));
    const focused = rows.contains(document.activeElement) && document.activeElement.hash;
    rows.replaceChildren(...sessions.map((one) => h("tr", {}, ...columns.map(([, cell, kind]) =>
      h("td", { class: kind ?? "" }, cell(one))))));
    if (focused) rows.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
    table.hidden = !sessions.length;
    empty.hidden = !!sessions.length;
    empty.textContent = filters.id || filters.feature
      ? "No session fits." : "No sessions yet. They appear here when clients create them.";
    more.hidden = next === undefined;
  };

  let current = 0;
  const load = async () => {
    const mine = ++current;
    try {
      const found = [];
      let from;
      const isStored = columns === stored;
      for (let index = 0; index < pages; index += 1) {
        const answer = await api.read(isStored
          ? withQuery("stored", { after: from })
          : withQuery("sessions", { ...filters, before: from }));
        if (mine !== current) return;
        found.push(...answer.sessions);
        from = answer.next;
        if (!isStored) count.textContent = `${answer.count} in memory`;
        if (from === undefined) break;
      }
      if (isStored) count.textContent = "";
      next = from;
      draw(found);
    } catch (error) {
      if (mine === current) failed(error);
    }
  };
  const restart = () => {
    pages = 1;
    load();
  };

  const places = select([["memory", "In memory"], ["stored", "Stored"]], (value) => {
    columns = value === "stored" ? stored : inMemory;
    for (const one of [features, id]) one.disabled = columns === stored;
    restart();
  });
  const features = select(
    [["", "All features"], ...server.features.map((name) => [name, name])], (value) => {
      filters.feature = value;
      restart();
    });
  const id = h("input", { type: "search", autocomplete: "off", spellcheck: false });
  id.addEventListener("input", () => {
    filters.id = id.value.trim().toLowerCase();
    restart();
  });
  const pause = button("Pause", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Go on" : "Pause";
    if (!isPaused) load();
  });
  const more = button("More", () => {
    pages += 1;
    load();
  }, { hidden: true });
  const table = h("table", { hidden: true },
    h("caption", { class: "unseen" }, "Sessions, those used last at the top"),
    h("thead", {}, head), rows);

  page.replaceChildren(
    h("header", {}, h("h1", { tabIndex: -1 }, "Sessions"), count),
    h("div", { class: "filters" }, ...(server.stores ? [field("Where", places)] : []),
      field("Feature", features), field("Id begins with", id), pause),
    h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Sessions" }, table),
    empty, more);
  load();
  const timer = setInterval(() => {
    if (!isPaused && !document.hidden) load();
  }, 2000);
  return () => {
    current = -1;
    clearInterval(timer);
  };
}

"""#,
    gzip: "H4sIAAAAAAACA8VY53LjOBL+76fo4SVyRqbl2SyvNue8e/lcqjJMtkzckAAXAB3Kq6p7h3vDe5JrNEAatHQ5bJohG91fB3SiTk7gVw1CK60DvQWL1kqtbHkku14bB/dwI13z7YDmDnawNbqDrDwRvSz/aLOzB67LwTmtFrCV2NYLaBYE1WLlHoS8VH8yRMGjirQ4GJR0FtZwnr2XLSD7nP/8kv/8+L1sQ3wnT5/Cd+gGoywIUEN3icZbennn0MJWG+hR9y2W8PTkCG/ZnO2gKkduBKa80oNyBdwfAQStvb5BQ1q/FK4pO6lyNqNsUV25Bo7hdBGOtq3WJufHVl89zwO/uA2ICzgtCjiB02VRnE3Y16IdkLCZhU+fvwzkA+v0bIadgYuf3gczfv7zKPMm8cLb4aV0+iN5i3V+WsAqGGMIsM75tNjBT+/Z5nPG2Owuzo5281g1+gZara5AgJMdgrSLfxQt2wuVWyQ/ahvCJbcwEsi8Zbl8441XisSDKSDLRWLkJPKUPFpSdHbQWbLwMd6ryxRroocwxNe/GYh4TtiHoF95eTkDP2DcCen3lknF8pE3seL5G68uyZK/Kf4SHRNAcwGrv8nz+qsvM1PNFzQlvZMtrCGvhcMC1m9B/gE9lb0wFiPxGJik9E0ek2y5nKpGqi+x0+bOFw6Zfp79MpQtlU2uVYBspXrBL5sFMXyEgtzDlIH+LreBvFkwym/QRJQZ03UgU0mG6ssY8ZeVQVT2MXONvWvg7bch+8uf/pylMqziawVO94+FiDSJMPiH2y1Wbg8cA3kP9TsUNZo9dhPIjw13wqWBiE3CC/BTsW/0jULzGLw3UlWyF+1keeT+QvgrtlinEpQfXF1pwRxzHrBiz/6uK3yliCt9MbNgcxZv3TptsP7R7pzZf9vgHJHN/34QRpAzisyjYCSvGawYT1ROXqM/lAo6Tl5/lGnV3kXHsuLfCveHt700aGc2PQQWwynF1vcvrz9Q2LALsiXeyyGJYndReB0wv41YhBxsWD9obfJMkBX30BjcEvhPTn567wFlXdpWVuiv/HXChN0C9ulFHHW/pL5twY0jmSwUCrDFDpU7AzMNwqlpu0Y4QN9tpDvc1QnxC8LKe3GF3j6Lhq53AaKXNBKEbLGGXej3LTqodDt0pGM9tZmzeKLw1o3P0n4jBsvpuBWtxZHulXjZ04eJ2KAgNh8fZ7JkUhryNNIvdX2XHMXhyWc9x7RqhbWUL41UjghGt0hv1lEq2wx2iSh2vbs7JMoHc96tbB0aMoLYYlkQI0nJmv4mXrqUkbc24sZf97gh8Z37mAE7WBrsW1Hh+41sa4MqL8syRpLqvc/zcyU6Cv8CXkhVb7w0ywL737ClttK9N4Dk6D3Yzeyc85lPHA9ShHVjckJX4SI4oCURnZDK5jXRfdbE2vsw5FDh943DR2UjbMPIjHTIo+h8dCnJfGe8B2TgntvkCLbtYbdrL3TQURZiBUUR/Q0jPnpbBBO/93vpL3nR1Ca/EOe+9tbZT+/f/+UvS7SV6HGS2GWbi+Ltkl/ziOjEZYtlI+saFQXwyeRfWAWZKWRUwvT3uByVyPtaOeT0jflFpQ4//DC9xUyLcSCHv9IQIYnH2TKDVUq0cIeu9Gv6HYi+R2HAd2G4aVBR8CTpslAZQkXfOLoyCxZR6Sa++eKF9XoNg6px63szcXGGx7IfjAlWLx8KpNVcusLeqQryJOXDcUcwdPzsWRSOQTV3zJWm6KB4cG0CB2vk74KzGZ+0vxxnXEwittgyMbLyEptzCyJHbtne+Phm6D7j6zPqQqGtpTqEsmH5FzdC0msveU/IR92RPVzN9O2TZ2xESFixdWhWbD/sikRgNROIt8ciVBbx+hdwieQCTvIxFccE55g+Ia9jTMctduIK0Sz7wTa+JIM/U2UmaIy/hsjg73+u6cnochH67Tx5/coSRfl0B9PkvpjjBD1pZhVwaVC8GNl2Rw/Mf19nlkWZmK5pjnAHztn56OQOKuGqBnI0Rpt41WkY10kY46SLvBEgVMA0kNA6YUhtmurziQZcEjnLp9OBOyVxxa/e/Pw8C7HyK/CnY+DCAjplUvbL8LQhcvywm9QmY5hP2JdRlDIzPMFqNqRjcQSTtELQWziP7cb6qbYpwpIuLTW+v1tnMRbR03RmMlzqK/OTw96jd9t24vDeUoKGdaOM1DgWlOiCs3Es+j83xaE4wOO+OUaE7Xxs6dxWGfcOqfrBcR26O56wFoWpGqKIwelKd32LztP1dktE22PbVg1WL1ZhuYmgsi5FXX94jcr5hQoVmgk7TZm076+9VPykN7LLi9LpL/w3+/vCYl78g2D3fseCdfx1Jc9455orSzexJ+NzgGXpeYVF7rCnf6xBKx42Afdhyk5ABef7vmGUcaldX2rDZu2VzbNDdeMvIsylFTgzYIocRnK4Nn7M9rnDUk4Mlej9ijtb8wZlERXvEOMnEqW+a7RFYMeJz4FwREL+Fi0mOKKIOu4x/rFY8JbhV/Pgz95KNEp6bjRBlN9P/bP35VM/ilZwfDoziJSG/vegvJbXMz9iDmUQlqo8lhHXqKXbO+df2vLpiyx0oGIDKxqzERYgMk2fglNxkgHx7NMaLvFKKsvDi5dfOuTc+dvW3cia0BIHl9NSbgiM7yQTRorjVlxim60S32HHgm2ED5vTglOKQp1mSswI2fHAtug+VQ4NVVMeM20/Yf16+2Tab0PeFPPke+5/k0p+8kmwki3oOOZt1aIwk162Zez+u6O/Apwo8H4+FQAA",
    tag: "93ab11d2debf85dd")

  static let inspectorSchemaJs = BuiltInFile(
    folder: "inspector", name: "schema.js",
    text: #"""
// Reading JSON Schemas as the service makes them: which cases and fields a value can have.

/** Returns a schema without references; `root` is the document. */
export function resolve(schema, root) {
  while (schema?.$ref) {
    schema = schema.$ref.slice(2).split("/").reduce((part, name) => part?.[name], root);
  }
  return schema ?? {};
}

const alternatives = (schema) => schema.oneOf ?? schema.anyOf;

/** Whether a schema allows `null`. */
export function isOptional(schema, root) {
  return (alternatives(resolve(schema, root)) ?? []).some((one) => resolve(one, root).type === "null");
}

/** Returns the schema of a value that is there, of a schema that may allow `null`. */
export function present(schema, root) {
  const resolved = resolve(schema, root);
  if (!isOptional(schema, root)) return resolved;
  const rest = alternatives(resolved).filter((one) => resolve(one, root).type !== "null");
  return rest.length === 1 ? resolve(rest[0], root) : { ...resolved, oneOf: rest, anyOf: undefined };
}

/**
 * Returns the cases of an enum by name, each with the schema of its payload, `undefined` for none;
 * or `undefined` if the schema is not that of an enum with payloads.
 */
export function cases(schema, root) {
  const all = alternatives(present(schema, root));
  if (!all) return undefined;
  const found = new Map();
  for (const one of all.map((one) => resolve(one, root))) {
    for (const name of one.enum ?? (typeof one.const === "string" ? [one.const] : [])) {
      if (!found.has(name)) found.set(name, { name, isText: true, description: one.description });
    }
    const [name, ...others] = Object.keys(one.properties ?? {});
    if (name === undefined || others.length) continue;
    const payload = resolve(one.properties[name], root);
    const isEmpty = payload.type === "object" && !Object.keys(payload.properties ?? {}).length;
    if (isEmpty && found.has(name)) continue;
    const description = one.description ?? found.get(name)?.description;
    found.set(name, { name, payload: isEmpty ? undefined : one.properties[name], description });
  }
  return found.size ? found : undefined;
}

/** Returns the schema of a part of a value, which a key leads to. */
export function part(schema, key, root) {
  const resolved = present(schema, root);
  if (resolved.properties?.[key]) return resolved.properties[key];
  for (const one of alternatives(resolved) ?? []) {
    const found = resolve(one, root).properties?.[key];
    if (found) return found;
  }
  return Array.isArray(resolved.prefixItems) ? resolved.prefixItems[key] : resolved.items;
}

const hole = "\u{0}hole";

/** Returns the schema of a level's actions, from that of the root's. */
export function actionSchema(root, level) {
  const walk = (schema, value) => {
    if (value === hole) return schema;
    for (const [key, inner] of Object.entries(typeof value === "object" && value ? value : {})) {
      const next = part(schema, key, root);
      const found = next && walk(next, inner);
      if (found) return found;
    }
    return undefined;
  };
  return walk(root, level ? level.action(hole) : hole);
}

"""#,
    gzip: "H4sIAAAAAAACA4VWwW7jNhC9+ysmRrErBQaz7VGGavTQQwu0AboFekgNmGuPIjYUKZCUE9frf18OSSuErWRPNjnkm5n3Zoa6u4O/kO+EeoTfP9//CZ+3LXbcArfgWgSLZi+2CB1/wrDTVfDcim0LW279Dlc7aATKnQUOey4H9AYFLd8jm83ubm89uhuMIrMN0PAsXKsHBwYbNKi2aJewMVq7DYjodKe3Q4fKMbi9m+FLr42DZlBbJ7QCg1bLPRYRbQF0s4TjDCguiZAMK/aDdxANcHZdpz/Bxqz0mRU/lcz2UrhifjcvmcHd4DeLnhu3AMU7LKH+GWi5Yg+0XieXSw98mgGYkN/Zw2oFx9NydprNtlpZB1w6NIo7sUcL9Tm4gJlC0QrvG7qX1lwd7ptl5O6fFj0f5pU7LqV+trBRg5SbSXqEve/pD5cTDKVYizyqYpLQkiJ6WHtudOfp0CrykM7SOh1k7tAj1HUNcwpqXlLymfBR0RS+bsYqcS13SW+Di2iJp6Kp44eY7XvJ9j4eVG4i08h+CncH9XTZkIaigeLmLdbKRNmItMyxncedonJXskbQ/veJu8mJg8ybYxLVo2sDtT/CakQg28OncxVCBUdgjJ09LyDUUxUgFhCKqYJB7bARCndwOsszg1whTO1MMihANXTw5RDKfwHIt21o2gslhbPQ84PU3HvdjC420GgDyoexJB/a5DZiO0MR1h90UfDMdXCWoC2bTSgfw31Tdy7lpTSTpfJaAP7GqHUKNxe70X7TQyp8hj94X9DFkGcR7T7bkICUrOP9e7KXMc78NvFM1wmFEQHUewWVR9qLp0KPWWf8qJ6Db87RsoaKWvUMnDIKIbOW24LgvTVuWHRF1PWY9BX2b3xxFTgz+NUO7daI0AxVcJ5twCnkHefemZqHiMIY09TLdg013H/5D7eOPeHBFoTRG92jcQJtHJAJhuKk25RaVqNfv0KESi1Qkicn1IDLzG+sj6y1LzxdDevzRWF/7Xp3gPoMkY0wHQKfw4cPcJMnkU5eJ5JCfM0noRPClQJTaeT01leEr1YJ5THJVq5yewR6S9gUdDVmvMpIrmCariu580cueRL/I6TAIBsu35389Ipmb8AifUlw8ByDRL7zV/T0oOdmbF06/e6oT60+PerTuVxK/7B7yPXVrM+OhAPTPT/5AKTnMwZ4OUSuh8J1MK8FFW6VkCtwocovxvADEzb85gl6WV5+c9hZHw5M7QdXUL3aBO1mny+tlgi+L/4djp9OtJgv35dY4h7lRws86GYX0BjdjQOeTlPCH+2UyulS/AIt6Nwi4uU6P3P5BDWM4lIlxVl7HCmjvdjQFPLIXbyyvJy+RMIChFJo1hRk6ntUzgi0aQ5HP1dDIu6u0m/lJ0I2htNw98MV6rcqmKK5rhC6Q/CUbEGLFF86/m5hpOk8+Zidsm8Mws5JhlX8ZVGFIlJXRQqpJL4BGVPnkioMAAA=",
    tag: "13e5ecb29976cc94")

  static let inspectorSessionJs = BuiltInFile(
    folder: "inspector", name: "session.js",
    text: ##"""
// One session: what it shows, what happened, and what can be sent to it.
import { form } from "./form.js";
import { makeHistory, wholeHistory } from "./history.js";
import { levels } from "../client/levels.js";
import { bytes, span } from "./list.js";
import { actionSchema } from "./schema.js";
import { makeTimeline } from "./timeline.js";
import { tree } from "./tree.js";
import { button, field, h } from "../app/ui.js";

const shownLevels = 20;

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
    const past = makeHistory({ api, path, look, failed, entriesChanged: timeline.draw });

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
        h("div", {}, h("section", { class: "card" }, h("h2", {}, "Levels"), cards),
          h("section", { class: "card" }, stateTitle, state),
          ...(sending ? [sending.element] : [])),
        h("div", {}, timeline.element, past.element)));
    page.querySelector("h1").focus();
    draw();
    await past.follow(snapshot.version);

    // Follow: each request waits for the next version.
    while (!leaving.signal.aborted) {
      if (isPaused) await new Promise((go) => (resume = go));
      try {
        const response = await api.request(`${path}?wait=25`, {
          fields: { "If-None-Match": `"${snapshot.version}"` }, signal: leaving.signal,
        });
        if (response.status !== 304 && !isPaused) await update(await response.json());
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
    const text = json.value.replaceAll("'", "'\\''");
    curl.textContent = `curl --json '${text}' $session/actions`;
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

"""##,
    gzip: "H4sIAAAAAAACA81a6ZLjOHL+30+Rze2YJnfVrKq9V2VZUX3Z7Tljqn3OJZQIlbBNETIBVY2iVhF+Gr+C//tR/CTOTCApiGJrTh9zdItEIpE3PiR4dgafNhqcds7YZgz3S+XBeHBLe+9G4XGp1mvd6GoEqqnCq7lq4IamNR68xQnlI7Na29bDAyxsu4IdLFq7gqw8o8fyzy673FOs1Dv9t8Z5225pCVvLUzJtGd70Ztb6TtduT1aezWuDQpyFgR71zdZrVMKtVZNwrpFzj1DNPWp/PV/qlUooHb8YEP6tWenaNDqh9fFVj9q3OqWix76QG+9tM4KF0TWaeJkqh4Y/25gw4dHcNi44pvkomGECvz7HgbNf/hKuyV+gxJFkVafBVOilW9M4uDd+Cc6uNFTm1nh3Ca32m7ahOYtNw/qDJ9fqpnLkUPjl2SP9LQspBLz4dVghX6tbPYrcRqiH0+2dbjFG1gaVUaamgHEKfVrAwyOAIH6t1Z1pblH0Rt/D1Q2yf2Eb39q61m1eXCIhMS5bva7VXL9YmrpqdZMv82yd0TLzWjk3hkyv1n6bwW4E2UdWVcjzv/7t37OCOdg1zijKufLzZZ7rtrVtAZO/ZjEAzALyx1GO0pnbRtWlIkF0VUTBwxzmteM/g7EgZzYylyeRzEig3LaZd4aKEvCCovmD+IbCdwLqXhlPxkJVVZXPZHBqqsmTB93MbaX//vM3LyzGSaMbnwdLF7sParMyfnIxw4VFnfdpE8Te08kiZa2bW78UAvbrFUp+pzuSL86/Kk2VrBH8W1JWancw85peVXnQyPHDm5d5Eec21r+2m6bKgzkHjCVTxGBUQUgnD2rhdXsJlzIgtvzXjcZiMQnjMJlMABfQC9PoCqaQZTCG2Qc8OGxLHip2s8sDrqpx97od8g0LOA2G//X5+ZMHFmAnLhAGC9ITJpFR2VkbBavy/IHScccRZCq0o2q9+0dMS/EsMxNrB1Z/+YvwavS3/lDRzgVMOkVnxflilXRqGNqJA8T0nXPE9MPJd6Pm7/ICa5PmRMuzTyy4zXwpEZ0Vo7j0qTR9QzuJo/pClcG24Jc6Vg0eQK/fWu91Q9UnZLIIxOa+1rWeoyfybHmRFeXCzjfuRFDtAxPDOEl9Uw3bsReo4lOn7nT13pg4e/Jgqt0PTEUJN0o45TVM4h6QZ1fyyvhsFDXKk9IF4Ntt9xsOhEIbOX8o15ksMSOXrLRf2gp98tmn12+zUNhSPmkVMFU3ugOuoyB1tFu9VyuFPERaGgPr1qxUu+Ulv3+QzZ48sO3LhVZoOr2DJw8hU3azo3ij+Hq7NK7b/+gnW4IxC7oWTIMWWBGkgI+sfUebUIA6ldWOKdTe+peA60DWqforyDgDGW2EKeU+6suylPK4spXm+MoWm7rOYApfCNuvYAxffJWK7jTH6kHCzFVbcb7g+PLXUbfZtSe57AJwDdZPjBOfE5MAY448DDuah7ZBPr8pfnpKpfGRbm7I0i9hAt0uFvMirEeV3DVqjfP9cSbR1IOMi/4eyLk44s4Gi7osIQFT/Mi8NO41ug6XH3bpXqcaw0hXl4AY+kocEzCUcXGQQwyZovjoPa5461YzbEahy46VcZ+pjeNCs1C105ePUoNgBDmYHBfXpWmoTrS21vhEvt44yTKZfKOaRrdhdmXuDuaHMXy1NFWlmzH4dqN78yke4+K2PopUR8tr0l1Xg9M5AA9WHxh/a3zNREnIZxzy2SGxbioGj+KjKaPx6/A6j34fcTQyEGUAWsB4X+1TdgLZkV8K6g/r/1o5CtrkyJI/EGtZhfy8x7vo2NZo92Kpmlu2iJwKqlbds2kS1vxu0ivwCcqHiUTRdNolkNRZDorS628ZP+O6lH7/0FUHIe8KBPznf8AsqWezhEYvFhq57eD4HQf+BYGq8AKhlfx02Y6K6qI2t0s/wJ5PX/nfXX/6Sel8iw4yi+0+SdnxhQBRFg9PG6bVjpj2WNEJLs9f4oxyrVqn92zinCtfwDNggsbeI/aEM7g4Pz8vdimn/TT0yTtUaobLitLyejcjFbMetFNcEcIpM2fvSG2NUZfQS9qQb3nGCFWq9LfsZ4zx2oQYp99oGdvcxmcmLufK6aSaIxGpf5z4QBsDSh9mOb+tNW0Dofzzy7T8swTwV/AbVPsCNTwvehJ7u6aSW+Os2sx1/iw5aRZlTPK8KFdqnZN2R9i3rnR1wOF8BMNMZGooLkdIoCxLFKYHh4m7RAsnS7p4q53fwygMmAP6Hbh5q3Xj4EbX9n42SlJO/iEOFFu68a9qvcK/RCyG6ChSYMnqB+sSD9ZAnJzqureuHCFTjbmhUuVJLLAARQ9FxbMqWVQ0H55/HBjZp0295f2mtZY3pBC02X4NDo4j43P0MG0aPb9Op0nF7lUfqVWDaIUHE7gCY6nwwjcW92m5WVfKxwh2acFI003k2XFF7UMVliWPixXD4FnkncCDyDkKyo0ZeITSX8r6e26770bGAVScAsgSuVitEvz/HDEweJvihCyN1p7gya4mY2FLL8OGDhPekrtR3nEk+5K4TLLItul55G8s3ESRjKf+igiDExamXX0eZuTFUTFo3yVsPtH3AsxDb2upW93x4pPwa3ydB8WCp5llqlI/UPvFc/bPdsOmAeWTwJOIK1OEnHVHgDnv1Iz/lwQPsxG5ZMSQvgMZXwTL9BE8BOTH4nKDzW48nxsoLxwY4hr6bw2xllkp7w8+gMcRZra6YpyHy5H54lpihb5jBSamfu2Rujl11d403v6D0feIWm5qO383ppOMIoWSIyDpnKJ/gN1gWvXdzkH5I1tcpjpqZQkfItctoc6kGzUt5TWiofPDCeLuCfRxzyFdZVRtbwWO0m+unplqjXpWK9weal3dbDM0Eh+n6XB2lCbz2jotuC2yLPll5wJ5K3VacC2YKmXNO3iSY+8tl1MJ3t6Zd/bGY4DN7Uq745BHwHOxK+FVBHJ20W2Dftk7+VK9B5S0FOAlgKkzOaGw+LAD+Zmgw/CCUADusI5RotCEd9kOfHJAL9OFgMg/sTe22gqHA2IOz6xIbTBwmOFi49ioUnheqGauayRj9xSjfmEbbrLwPz2HHm8fw/0XNBOdC3ZnsWTMRumUwDnsmGPoQeNuGxrDofsxAkc9HnxZ4MYUu28Wzz6mbQiDdpbt6102g53M6pf709vI6a0kpXBqm2PbRaddF45l5dl/olAZ0HTfbnGjl7FTe+qJjlO6qZ7oPBVHuVlVr+7QDx8Z5zUqmmfsctmWhKzVK3un82Q6lknGhxSukuGBuL8EpdXHtlL1yaqabIBh5xvGK1J9Wq180pHMj2Mwk6qZJcF3KvAEVI2h30OJiCiNQLIl3kjZJnVcbdFt5OmlctwI+gX2aKKopan2B4I/4onsp3QWh00oobRotUuOB0nTiUdo58iH2k+8xg/pFPW23BQwhgKW9zeiJAKS3sLGpXCLe0B9wJf2hh7Lb1mXOfRweEc/BapztuFqHHinegozVs1hTE/LLk6LrssVxw5aQna9TaR+gY+MWE31A5rWDRr5Vnnb4tZp1jdWtVV53xqv36Iy0n/ulRlToXK0vMGogn9cWi13B8hwpbb4806zKLLLZEdt7IeUbbrOLtVc8IK9b2qr+CTfqJUegd+u9Yi7QazhaW33jDZtjTz+/vOPypAUn978Wc89Pud0Dfq8tjf5F2wXZp0XX2Hm8lqUbZfptqd401u2ejEmrqNOxjGghERPBp2/S7KT1231nX2XrItzf2KLPzUULz1Jm0pd2/7Zvm3fv1dJgugV3zSz7+LNf7ZXjXZVWmHHdQe31AzLbm1CyTmjd5mUp8Qh/TIX7Jt+bpAnfbyjfB1Bs6nRvheydUifRDt/LLiC63uzCKODkjsaJtEpWc/WtTLDQucnMAUxnxUF53veE0s3VSpVU6V5kB7dHn5GRPwDcC6LlIK6aTaMabM33oV7FvpbNU893FIVK+EtHRvjsepebRlqlNlPQIVDCD5hB6k5T0BFGD4E9FHjSdzIQZhe0r189dGrt69SW79vr81+cZYJzel8PpnVaW4PQKkKpWw3fPvz/wNOnRYQKX7QVaOk//BtY+i2S2ScDrOwJ494lxxxmQvdhONjPh/xKaeTlkKv8YDGkEbAKALyE1LMbb1ZsRRDObEb/aA7xyx0MjG/QtMxTYzvYpQ0CePvdDbrKHc5qGT8WerQeO0UHtZBrlSEfMSwS55+wCVniuK+N4Z7FNs+r5liDFphnsUkBmLA3zFw7eULYzkB8bx7DEB94uOjhwSddeAsykU44bPWrozTeX5rw14RsBlMsEKK3sP4AwnX+ANJT5xZpzQy+fXv5Mw6eNb8xDb64MCZGCk5eULQbQyHuo6GmuKsr0hYhmtMeDyZwG/Of8sdsp4tBO2HB5kYzySnQc1pkM8f3DB5yYCGL32vaOgVvcySM8DJSsor8DvRhjj9FrVh/v33F+fD788vjhY8EQxOe7rBtBuPb7BjT7dfR2cn+n8nnxJSGZQ+FuVYoyTHejiTdhjew6/qGrrDJXFnRlJHiRdBE+G3vGAeXt28ocunMTy7IC5MEj9b/BjRrgvtbsXwT4VbXhc/ycSwU/xBqdyeh08y+UtUemaMF6ZF7Oz4w0U5GH6f++H088R7hhiMhhyXDTpAyCBvIsM36Y12XlPpS8gpHgM1aaxaHUza2nuc8Vtceq3rGtWhnix3c0cp7MLs4jOPCnoox6oerjDnYwWDp1b3bH3+HdxUmD23q5VqepKvW3tT69XQJwdxaP/Vgap162V6reNNKRZweea7JHlYqUqj69Nr7hesRAKrZJCsBhM2Y3mn6k23j2MU5tnTDBV8+uWXT5/KGY/06V+Is47PnrErnj55oNHdU3gSY/gsBlk4mIjaPR4Zg6tdYvVwuT8oM19ahUvQLziWguTwDC7YIEIX3k7YHlOmEdwo+vJ4/wgT2E/DMmWQPmda+sgh/phOo8zQ2Zd5pzqs8YT4kxQIeUiEyafTkmFRslHgFvRiVWEiE7GsU1rnks/9mdmVoIto7siFA2Doxjhn/ogm6O8+lOC5wikxBms4BF2ZMhuxnZicvXJMaJr1xiOdGLpIg/vwSHatBw8Rp8MOmEtZGaeQpkq7sOk+f6oRLTHOWSwdwCTIOHOlIcJiem6bnNhDJYisafhL07h3RUWmZRwQvsMK5jJ9CrMrj3A7Pu/GEL/AgF9FxivtHMK5KNOgWeQ67H3939QxMThgchLGjgYPwbRuh697510ZA/Y1qCYmB0FoBlHYxbJIzlGH7ziGR+yLkRhpxJp17CvtlaldAt83K9JIMPpVv5DjWvxcpJ+ts9tE7cCbNt+3svmGPEVW/LQF1Wq6crnkMd59nVdbF/Gr8S5M4Le83zLLg3v7fqy8Q7bDVWVa4hi7Nv0Cz7TUZZHvoCZHlxRp48l1X+b0v87gX8QfO9bWYBJ+2ew7guknPWlfNLKcxNV7GExECivLS1Zq6IrarrvoYpVxY+YIkS8zsoJPh33x00+GOuw3yI7J6KqP2GLS778h2kFghanVEe2KWdG/rOfBvQkX+MwYYtCQbBcy6KHmsl+J56bCLXy3AomcqamFHOFvTswfp46mPUK+WkIoy7V4f/IPJXz36L8BKJOoIME0AAA=",
    tag: "9a7b8ee1323e5398")

  static let inspectorTimelineJs = BuiltInFile(
    folder: "inspector", name: "timeline.js",
    text: #"""
// What happened when, drawn: a lane for each cause, a mark for each version.
import { span } from "./list.js";
import { button, h } from "../app/ui.js";

const lanes = ["client", "effect", "host", "restore"];
const names = { creation: "host", start: "host", resume: "host" };
const svg = (name, attributes, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const width = 1000;
const rowHeight = 34;
const left = 70;

/** Makes the drawing. Returns `{ element, draw(entries) }`, with the newest entry first. */
export function makeTimeline() {
  let entries = [];
  let zoom = 1;
  const holder = h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Drawing of the timeline" });
  const about = h("p", { class: "hint" });

  const paint = () => {
    section.hidden = entries.length < 2;
    if (section.hidden) return;
    const times = entries.map((one) => Date.parse(one.time) / 1000);
    const end = times[0];
    const length = Math.max(0.001, (end - times.at(-1)) / zoom);
    const begin = end - length;
    const used = lanes.filter((lane) =>
      entries.some(({ cause }) => (names[cause] ?? cause) === lane));
    const height = used.length * rowHeight + 22;
    const x = (time) => left + ((time - begin) / length) * (width - left - 20);
    const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" },
      svg("title", {}, `${entries.length} versions in ${span(end - times.at(-1))}`));
    used.forEach((lane, index) => {
      const y = index * rowHeight + rowHeight / 2;
      drawing.append(svg("text", { x: 0, y: y + 4, class: "lane" }, lane),
        svg("line", { x1: left, x2: width - 10, y1: y, y2: y, class: "rule" }));
    });
    // Versions that fall on one place are one mark: a long history costs no more than a short one.
    const marks = new Map();
    entries.forEach(({ cause, version, effects }, index) => {
      if (times[index] < begin) return;
      const lane = used.indexOf(names[cause] ?? cause);
      if (lane < 0) return;
      const column = Math.round(x(times[index]) / 4);
      const mark = marks.get(`${lane}/${column}`);
      if (mark) {
        mark.first = version;
        mark.count += 1;
      } else {
        marks.set(`${lane}/${column}`, { lane, column, first: version, last: version, count: 1, effects });
      }
    });
    for (const { lane, column, first, last, count } of marks.values()) {
      const title = count === 1 ? `version ${last}` : `versions ${first} to ${last}`;
      drawing.append(svg("circle", {
        cx: column * 4, cy: lane * rowHeight + rowHeight / 2, r: Math.min(12, 4 + Math.log2(count) * 2),
        class: used[lane],
      }, svg("title", {}, title)));
    }
    // The effects in flight, as a bar under the lanes wherever there are any.
    const bar = height - 14;
    for (let index = entries.length - 1; index > 0; index -= 1) {
      if (!entries[index].effects || times[index - 1] < begin) continue;
      const from = x(Math.max(begin, times[index]));
      drawing.append(svg("rect", {
        x: from, y: bar, width: Math.max(1, x(times[index - 1]) - from), height: 8, class: "flight",
      }, svg("title", {}, `${entries[index].effects} effects in flight`)));
    }
    holder.replaceChildren(drawing);
    const hasEffects = entries.some(({ effects }) => effects);
    about.textContent = `The last ${span(length)}.`
      + (hasEffects ? " The bar below shows when effects were in flight." : "");
  };
  const set = (value) => {
    zoom = Math.min(1024, Math.max(1, value));
    wider.disabled = zoom === 1;
    paint();
  };
  const closer = button("Closer", () => set(zoom * 2));
  const wider = button("Wider", () => set(zoom / 2), { disabled: true });
  const section = h("section", { class: "card", hidden: true, "aria-labelledby": "timeline" },
    h("h2", { id: "timeline" }, "Timeline"), holder, about,
    h("div", { class: "buttons" }, closer, wider));
  return {
    element: section,
    draw(fresh) {
      entries = fresh;
      paint();
    },
  };
}

"""#,
    gzip: "H4sIAAAAAAACA31X+b+iSA7//f0VWfaCtzxQZ09sp/e+73t3LkuMUtMIfqrKp67D/76phELo4810t5BKvrlTIc/hX5VyUKnjERvcwrnCJoWtUeemAAW1ahB2rQFUZQWlOllMiXxQ5s2d/IzG6rbJHvTh2BoHN7BH1UAHO9MeIMryWluXfWmj5Z1jc3KuJU3VnS3LyYj8pIXzoWwb69gACyv4JCprjY2LUohwt8OSn6rW8q9B61qD0WfLXqxRBxa7QWlQObKuGLitU8bdX0n2dMDwDl2AsM97AogJybvsnNFkM9oUsiwrK11vDTYJrD6G2wOAiGCNB7KRxLZtefKPGavHX8jBH/8WR5VzxyLPz+dzdv4oa80+X8xms5y0RSmbnSwfgGMbC+gnb/CawrOqT/gZtDv40+ZL8j4jOKPRxnfLkiQYkFl0Pwn0eJAX6MDDGd/GI2/42KA7mSZwLR+GeJz11lXk2pzMDTTTnn+Nel95lz/6bqDWuPOEHxDbQ/74CH9Qb9CCq5DrSjf7DP7KWiysb0GTFF3cu5VAt05JpatYrsEzErA/vMJOGyoneMwf8MLVtDs1pU8xHEjR3/UBa91gnHBiahQxLVVEBSK0/7XtwTuzHJJXtfUWDdGqONrq5yj1xVMra6k0yHckglOb3zRbvBQwS8n32leNwT2p9kWojFZPtdpgHRH95+IqZYw9cL1ZVGDJXafatCcnKo8ThZVunLAOvEelubTioegALLLjWaW3W2xgFVzNamz2roJXsFgyo95BPGVO+kzLOatgI+0I5aCOcdw2yBp/rhxmR2UselLmeRPIuRySMQgVFawE6pPZZ+OT3qgVFYSrCPwSz7LZbJ5C7GWeRCZTLn6aJwTNOZpAbyjW7CWzC9z4/GSRdMvMyHa6dmjiuFbiAPPB4JttDxjHN5lp0HkOaXb7CZM+g9ev5ZCOVgKaTKypQuV7tSHij6Oe+A4sFmOBi88eOcnmcJcQS8wUeBLnvNuClBBULD33JLxPsJhEOnQTrPysiiMZITd41nj+aUtFup7BDL5xY5COHsTgbj3Urj7sqchSiYyAOO1q9DBdCutv3Kb11IVRb0E3BOjH/Pty161DpDg0NMx+ocpKUpGC9i00KuLgzhVWcjYN4ug5D+UMwfcwxcR2vDiOgDTotYAriX83HbrK6/cOSzLF78Fz7k6Wnhcc8BQuiwJCCuYekU6u9LPgn4BqTrVHDS53/W+ewz9DtJy/Y3eqrqFt6A/CsVYlgjLo3/g65du2pWxW2t9lVwqKdRaaFg6tQY/QEIet/MDz/XevAxb3bdvgmVrrGPcGhNyF8IdiT0MWU5Cb1EL3blZkZkgb89ln8EpqdDo5AO4XdegF5v/T7gPttBzhs9QrmL0fs2zr06EJA8O0J8r0ZWKT75fvMuI0HLCSqGR7dDHVsdfT5d+4CWK3nhjhOZPBbWDJjG8ZWIVYLaenJdlCtdlfIJx2wNriGIX12/fr93Um3SCUFFhfcU9NrSavrLCA+ShnyaB6Unf31eH9OgS6R4QO2l1vKq8INk6St/qSRwKsRIBn4Rxew7o3DbxzlqYKFAPNEpF1deDageGl1i21KWXuDPErL0UogEdu4mvB7rw0HVIwRX+76Cae0/t3iYUJdbtfxOyCn6yLUfdLH3PlfuIVfBaOuvTdmcjPydDrodP/XuGQGN3ArvYWpaAsKNgoA1S5aHgRkIX2XKHBZyEZGQSquY6amqVW4Y6h8fPdUXZrdNKv7974xLnszz6GWXh8opwlk8b+msiFPsqC8V99BaP+8nCjvifLnG5OOO03Xt9XcImHa53ZU5g0avJS+g3pniT/UjAsD3GKRCpjuIBBxTwlhW9bmsATiyVpH7gCfnif05KU6KXsUqe+Py7du9ldT6ug3x8zgzzbf9bv1HHv7nRzUPYXPdzqnYUkKOKVJLyJuOyLmb/nfkapkE+NNdUet3S4kPv9ocvW4qlfMkYaX0MEJMIFtsG6PftL5cwl2QzKz2jw7moWAcUvYiO6+/ZqkfdRnhujm0NW61EbzhbfTSeZE4nep7P2YdtqqzY1r28ivwqzVRbf+G3lZd1aXtflSzKOfsaEKO0XZD94Gck3ezLIsbqx2L/8+7tSOUn5IR3sKsCZE46X97B8y/rev0yW+FKZLRFk3xaAyWcCwW6uETGOPg6kOgmwWjCW3r51DtHfw1uS9kWXSmEE2Xc+X8RXy+ISt1TikIw/+Th74XOsCO4xqHyb7Qzaahgjo88qPvBI03Rxk0nWuof/A8yb9AhqEAAA",
    tag: "a763fc4a6e6d4f29")

  static let inspectorTreeJs = BuiltInFile(
    folder: "inspector", name: "tree.js",
    text: #"""
// A JSON value as a tree. A part is made when it is opened, and long lists in portions, so that a
// state of a megabyte opens at once.
import { short } from "./diff.js";
import { button, h } from "../app/ui.js";

const portion = 100;

/** Returns an element that shows a value; `opened` is how many levels are open at first. */
export function tree(value, name = "", opened = 1) {
  const label = name === "" ? [] : [h("span", { class: "name" }, name), ": "];
  if (value === null || typeof value !== "object") {
    const text = typeof value === "string" && value.length > 2000
      ? `${JSON.stringify(value.slice(0, 2000))}… ${value.length} characters` : JSON.stringify(value);
    return h("div", { class: "leaf" }, ...label, h("span", { class: `value ${typeof value}` }, text));
  }
  const isList = Array.isArray(value);
  const count = isList ? value.length : Object.keys(value).length;
  const size = isList ? `${count} ${count === 1 ? "element" : "elements"}` : "";
  const brief = h("span", { class: "hint" }, size || short(value, 60));
  const content = h("div", { class: "branch" });
  const element = h("details", {}, h("summary", {}, ...label, brief), content);
  let shown = 0;
  const more = () => {
    const entries = isList
      ? value.slice(shown, shown + portion).map((one, index) => [shown + index, one])
      : Object.entries(value).slice(shown, shown + portion);
    content.append(...entries.map(([key, one]) => tree(one, `${key}`, opened - 1)));
    shown += entries.length;
    if (shown >= count) return;
    const rest = button(`${count - shown} more`, () => {
      rest.remove();
      more();
    });
    content.append(rest);
  };
  element.addEventListener("toggle", () => {
    if (element.open && !shown && count) more();
  });
  if (opened > 0 && count) {
    element.open = true;
    more();
  }
  return element;
}

"""#,
    gzip: "H4sIAAAAAAACA31U2ZKrNhB991f0JRtMiEz2xeW52fc9b1ktQ2N0A4KSxOxU5WvyYfmStFpojKtcd1aQTp9z+qit9Ro+gq9/+eF7uJLtiCAtSHAGUdD6II0DZaGTFcJ1gxoUv/cDaqxykLqCttcHaJV1FpSGoTdO9drmYHtwjXQgVyRhnXQIfU3cHR7k/tYhk1ggRK9LFCvV+Vq4B9v4/xPUpu8gEetK1bV4ZpPNEbIfnet1Ds0RJtZyGNajCshVSR5cdANbeL0oaHV9cQE/oxuNF9aALXaoXfBJste0GmLYwC70uPPt0g5FoG+hxStsCWSCe2++VsY6ARfrFd6wu3rUpRflEFNmy0HLDslFkuQQeL2lDO5XAMFpK/fYwnYGbj0UnsJvf8AH8FuTJnaQmmrvoWyltR9A4nEJTIE5yyGhtT82RKdqCKLMose2hYcHcLcDUvph44mn7/fPsHRJ8BBdOLxxsD1FsxnrjNKHBF5+OayKFvXBNXAJbxRFwQxAfncv3vtREgGu6ts0oG2rSkyLnNFZNv33z7/w4v2SaYKykUaWDo3dUdPnaLINCxk+QKBUKnV1EkqLsuZQhBAcaA5nstsxGekv25x2VMf9ZywzPZ6Mst8q61P5yBh5K5Tl/9FRhNHfURMqwp+e5vQB/MB5i7/x1s61896Rwqo7PDJwmsw6wfzAZ/E67STz5CZEHJ9tMu38a3Ik3BuFNTGeG6BGacdZsSqNCH/s4ry+U2QnvWmHXv5c6HsjddkQ1aIgWIoF6KRqrS+awoGMXSfNLS8sz4rtZnmUY74WwydTE1dxFOh646NKM9henkww1RGLfYzxcTSXg8iE+cz7arwlMtHJIU17jTkoXeENk/8WUbyUA23/kQXW46kG1Xiwz1fhIY49CjkMqKtUiMgRTPxGcxK02ARfJWyMZoK2pt3jPfIavJ5lgTRKbWMKiwkLF0MAXG7DtGbzR2mzyM8gz3q4YNM4gaTCpRMHT+LL4IGLhMGuv8J0tgKMjG/T+a59He9M9CcOjZBV9dkVPfjjQ40mTVx/OLSYLGVDP7HEZ+Hvpifskp5ig9FEsBCK5uAuoVgAA+cJ3xacGZGNL3lW8QaK6M1qWv0Pja/IqkYHAAA=",
    tag: "0bdd51885006f543")
}
