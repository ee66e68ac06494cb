// swift-format-ignore-file
// Written by `make web` from the files in Assets. Change those.

extension BuiltInFile {
  /// Every file; none without the trait `Web`.
  static var all: [BuiltInFile] {
    #if Web
      [.appAppCss, .appAppJs, .appCountersJs, .appIconSvg, .appIndexHtml, .appInventoryJs, .appPollsJs, .appQrJs, .appStageJs, .appStandupsJs, .appToolsJs, .appUiJs, .clientBackstackDTs, .clientBackstackJs, .clientLevelsDTs, .clientLevelsJs]
    #else
      []
    #endif
  }
}

#if Web
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
dialog, [popover], .panel { background: var(--ground); border: 0; border-radius: 1.2rem; box-shadow: 0 1rem 4rem #0006; color: inherit; max-height: 90dvh; overflow: auto; padding: 0; width: min(34rem, 94vw); }
dialog::backdrop { background: #0008; }
[role=alertdialog], .panel[data-style=alert] { max-width: 20rem; padding: 1.4rem; text-align: center; }
[role=alertdialog] > *, .panel[data-style=alert] > * { margin: 0 0 .7rem; width: 100%; }
.panel { left: 3%; position: absolute; top: 15%; width: 94%; z-index: 3; }
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
    gzip: "H4sIAAAAAAACA51Z627juhH+n6dgdxHA3kY6knyJY2MXB+hLtFjsD0qkbDayqKUoJ97FAn2H87cv0j5On6QzJHWXnLQxkDjicDicyzcX7ZWUmvy8IySRmVRemZz4me9JJo4nTRhVzwdY8zyaJDzX7rmHzxcf18l6y7YP5CN9ops0XVpKmU8Sp2kKlOEmXEXcUR6VrHI2IFvDZweUAQtYGDnKhCo2yS4O46gm0vx1cGa4hQ8DunQFn52jK2U6oNvQDd3iofSRPsY1XSZy3qdjCUv4GuhW+FNfmNH8yFWfMl6Fj1GMJ6e75GltKFOJOgmD4P630F9vSHktNT97lXggJc1Lr+RKpEgY0+S51s2FqkWtKcPFmKl+jle2Urzw+Flo88ArxQ/uUfb3qnTnHe5+3X0iP0ksX3FR5Mc9fFeMKw8eHcivu68nwRjPvwERE2WR0eue5DLn5E/iXEilaa6RLJbsCiRnqo4i35PgQM4i904cb26OYpfTgcgLV2kmX7wXRYs9ofn15cQV7yy87kmSiQJZfrwI/lJ2z00zDjKh9CK9eglozTgTuhRXB3JEnpHi54OhdIfgb2Tnl5oeObArZCm0kCCl4hnV4tI5vz4d94PY8IkCw/BMgZ9g+rQnq5190rlfQrNkYS9JPLL2N0CxtCRuU2BFSBTnOep71pA9viIH9QhQcEEZM8YJSOhHyN5dFJhmItWc9S5G41JmlYaLibzkGrcFhFZaHsgPT+QML2clyji9AGPY3SxEuHAK4RH6pfEZeOiH5jx0/dasfriBR1yD+r2yoIkR0fODyKrM+oKTt5G8q4kv5BTuU6FK7SUnkbHGhTwtwXYrv95wivryAC/VPSSyR/jbmn41oO9RQ5Q5+oY/iCGTqnwgp8h+g/2y0jbU0eGN2M7NG488KsGc49kT8AHE2hmWNQcXzapzXu7RqOBBi+CBhKlatqy+kE/9qLEmAWTyTyLX8IdxTUUGRL3wRqSybJCsf1X/yarGRDwF7MnbEMFzqQJ689wTIGnZrg4CreuJq9Z2caW1zEE0JV/gN7oy/IGNIjfpwqJZ47o9uS3+g+TjAEAkxwWDPqDO4pWAEwvmltEQBtAcPCnKRAWy++NojPxHK2sTNcbMzkJJpUoUqJDC3BpYGk0xnkhFbfxYe2tZJScQ2T4701wUVWYoYE0BMLtok+j5+kogGsB/zEoq1dn8jwBrFbZHRhdu9eb+QR+zm0HG7aHduyclYApf+E+7zbJV+h4sROPMRPuUP9R3YzylVQbKb7k/bnrsa4+2fL9SJagXV+X1s1YVR7Bv1KTkUfGyPIy1BMbjCu1CmAQIYMjPxo53EaUAObsxtBoYtHEFR+HJNDVYFRUm8fiFEhAY10m0bP3IesO0k/WeNtUHLJhoeXHusg1s3DFewuWdkb4yqqmnZMY/d55/G+rdZngX0CDlQFir5dqlgxqAvIxjoeE5tGrd1KCSe9oEo8iNemxMTsatO3y/jzlYlxshXW788J9//OsD+Y18+HDow+fTGM6DFiA9B9r+ymG3VZEL8tt3nMKd5jJxJpNnw+t7Jbh+ixfQIS5A0GSiRDi8SM0hyHwKDgfux8tJ93gXlgyRJKxzE+6eAXmntneifGPYmnWFQI438Up9zZrE0mb3wzAXAC0kiUyQP+Ovn7XMJjvOXAu2AcLMYfxNdTvfbrB7kBC6KmiddtcB167tod5SwMMVQKbadLLt9xRKFjXw03/XfjqFbD3f3dzwXc+Fizl974oeOBYlK8dWHZVoWmiDW2OIwBKwPu4JBWiLRlsjm/00K+W4ZrWaG2SlwCjNZjCymq1bDUeL01gr9BJdOLBF1DA89EuCpu56oTo5NY703tjYoPFsUWydpi0BXV1Qm7lb45mzLJIam36OM/C+b4OQ/RiGIdCTSXqbjHrk0W67ZsnMCUcsK8cnpE9ss5k5RHE22sC20W71NHPGywliarQF+s6ZA648Ay8Zb4iSaGWdDpBEX2dyemPcyJ8JtE4asIyKTk3pr2pzxOI4PMJ2iVN19WSGTAU3Jfp7iseRJ9sQWLdXGPVx2EFwL+b6hbtgsgd+wRX0/a4D/roTeVFBSih5xhNMJDa7e++tN5uGaxwJ3X59t4EPThQeA/hMhIZL10PobDvIp0ahneVOPxlFExXstnnWolMb5isT5o9toAkb1NMRuh3xDzrxWndMtgYU+QWsy5oycKq+6hY9UB5CnXeerYsmEn+peVHw9zYht7v9Af65LrDJ5PVRDXq+BWu9SLD6bTug7UQH3E/e9YSgUaqfgJMN+rMko+diYaMZKoX1BbooNzAwVBc0BPzNqzP4SrInmsbQdyh8UA4i8xEjc9iTH4ZjmNrR/Cg5zUJHQYWaq3pcPzVT9ihecKoXmGq9VEBIujpoZy8IpdDSVXxQSQtjh56eV5t5yJmq9ybzLhK+VU0OrP92wfMWRI0lGZR8U7Omd9RI5jKuU7/R/LjhDire/jJ1eu0J6+J1FPVTI6JuK2sEwaq/bOSwuFBgD8hrXLBVUq/fmO6/murun3+QurwDvuDJsUGA9zg8FmVq3FvdKlfM1etr7/CfSZ+xbN/W8xDEOmPN+5GKp9RZmhilNtBaVzYVfQ8EYWGm6t6+K2e2KWLbJtrhmV/ghEuTLbD2umOCZvIIbW8hC1TVN5zo0Jxnt2eV87FV1xFmsHyiDDXv6l1TAnwMgmA7jr9ejd2fGde1/ATeggUWq7VBmyeA02V7I3BRkJ4pWQyrLzh/Z9Ke6fFpxpW2W5qr2xLONGp2/Zspq9q8HfSTjx0qzuHr+Bwc/t04azAaxGHlY6/SrsGitpMdKqzuZ6LcdIyb+2b/0/q+Mw1e2Xx54tCTzwZEY/duO/N/uWQrIWxOnq9OvqAjUTiUaDwCDja9qW4wm9s6XNpS4FamGJZabU/TcvIZvgb5OZGQO3R2XjwcRLrpStjw/f3MwSvIouNea3SvpZmoOl/OpV6M3Wg5Lmts8NV/gu5YoU0TnaPs9Qd+1QoF2J9yVXrQKFUJZ95Z1lNSzy7xPOFdSb/KwjZhNBdnNyxUouQmsZCkikUC/vFDcLXwV9GD/xg9BA+hCVtCxjecYnfEEYcflYTTknuy0nbz78/8mip6BqAzB4J1lMTqtDP6NF+xgvkbvrK5x2OHe492gOL2NkPUYGJCC164cyxajQEBKsqgG9jDDnu7GppAWmgxwMAi4cbOe9PJLTuNelS3J/amrs+E3SaLudGY8Uz4/t0m11aK5q1f3T29bV77P4rwqVagaMfj/fd/+LrOSj8JHK7PnBy4xRIC8ozz9ddFaDCc55dFSVPuUcWxI4Eix7NUy+FQt0GkQc6c7Cwsaq06IxILmaYL6ISDSSfbbjoZTmjtbHQ9hWepeMVJ+JS//XXhbYy/1efAkQ41O7hnpg61K9SDgW7Sa1V9A8u6TU2/h0sqBQGr/4L/TSTgXhca3RgvgRhayqzsJSmboscvSyfeX96aYzjO9SR2omL+dVcoPnjvtYuG6WBYO5jJjXlTyfHNBveaIdt3NTnPme71h/VgF1xbHF3XOcOAyv88cmtfZPdeRNfGQSdd25pnt4NCadl5uzl8Yx2tJ6YJQ91g0uLgjqxf5VgXGrzMv+8Y6RQBcrmvq+HLzP8CnVweMUUiAAA=",
    tag: "8092e1cb85b75200")

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
  const key = h("input", { type: "password", autocomplete: "off", required: true });
  const form = h("form", { class: "card" }, field("Key", key), h("button", { class: "primary" }, "Go on"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
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
  const { name } = shown ?? {};
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith("backstack:") && key.endsWith(`:${name}`)) sessionStorage.removeItem(key);
  }
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
  const [{ Session }, { show }, module, feature] = await Promise.all([
    import("../client/backstack.js"), import("./stage.js"), import(`./${name}.js`),
    read(`/features/${name}`),
  ]);
  if (mine !== turn) return;
  if (!feature.navigation) {
    return page("An older server", h("p", { class: "lead" }, "This server does not say which of "
      + "its states are screens: it is older than this page. Update the server."));
  }
  const sent = new EventTarget();
  const platform = {
    fetch(url, init) {
      if (init.method === "POST") sent.last = { url, ...init };
      sent.dispatchEvent(new Event("sent"));
      return fetch(url, init);
    },
  };
  if (handed) platform.handedOver = () => handed;
  const key = tab.read("backstack:key") ?? undefined;
  const session = await Session.open({ feature: name, link, key, platform });
  if (mine !== turn) return session.close();
  stage.replaceChildren();
  // The entries of the browser's history that belong together: a link begins others.
  const visit = history.state?.visit ?? Date.now();
  history.replaceState({ ...history.state, visit }, "");
  const end = show(stage, session, feature, module, { failed });
  shown = { name, visit, session, feature, module, sent, key, end };
  const follow = () => {
    document.title = `${[...stage.querySelectorAll("h1")].at(-1)?.textContent} · Backstack`;
    const hash = `#${session.snapshot.link ?? link ?? `/${name}`}`;
    if (location.hash !== hash) history.replaceState(history.state, "", hash);
  };
  follow();
  let { id } = session;
  session.addEventListener("change", () => {
    follow();
    if (session.id !== id) tell("That session had ended. This is a new one.");
    id = session.id;
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
  if (!shown || history.state?.visit !== shown.visit) route();
});
route();

"""##,
    gzip: "H4sIAAAAAAACA51a3W7cxhW+11NMaKMh7dWs5KYosIIi2I5TGHHiwFIRFIqK5S5ntYy4nA2H1FrdEMhb9Ka97Sv0vn2TPEm/c+aH5GotGwUSa5ecOTNzfr7znTM7HouLpRKZWmmRrtcTsVnm86VYqLRuKiVyI8xSb8qRWOjKvTPKmFzjUVpmeJTWooaExqiKhte6yORBvlrrqhZbMWvqmsYuclVkI7EUrVhUeiUiOW5y+ZOJTg4OxmNxrldKzCq9gRRDa83yTJhaV+m1mpD8UqSiUoVOM3p7rWojD+a6NFg8nYlTsT0QeJ9mcZmuVMJfhairO/eJXuJApd/8uRUtIeh1rVZ21gkPbcU8rXHMbYuv7Qj/bKq8VjxkJG7Totkrf0ew6Qn2s/bLb6EBe5J0ppvanWWum7KGLibiMnrpPkcjET2HVtL5jdALYeaVUqUZCZVC3Cavl9BRna9UFV3RtvPyVpXYzh3JeO2/kJDzpYICYUCx1mt9C8ORKVPouFCwmn0iitzUVhKWLLNmzZs5p8+H+EKCvtbVCnIqNddVlpfXhgVlSq0xu7wxdvpaFwXP/Z4+8AYUlkgLsVZ6XcDLSqFLJdZFOlc0pVMJVr5WUEmm580KB5A/N6q6O1eFmuMwcfSIB0RQrR1f6jqfPzjBjqAZhaqtc58IeCD5sPP6kchr4w3aebkqM8NvbnO14dnsUafiiAWwxYyoYEOF00KbiAQokk5W03yKpTovCkFeDGWJ6/xWGdGsOQK+ff7um4n4YV84HRwsmnJe02ZqVRRxrd7XMN4c/1RNaZ0x/tCBszwt9PVkpbO0iBJxdtapZqazu0Qi6nGy2OqFfdR+lJVig7xc5kVWqTKWUvLS4kxcLuPIrNMStty2I0FPkysBE18lLCFfiBj7S7wot4YFg5h3Hifi9EsR84GiKOGjxEli56vCKBbCkvdLif7798iL6aRsRZRWeXpYpDNVRBMRvSy0UazSFQxKziJaWqSF1p88Ee8YFoy1cCoWaV4Q7q1UWjIOBWNYuKNvm/QORpXiyfhAvWeYC+bB9yLNy1hVla4SF8jkl1vy5LpBrKwrPSvUisK8BRacCh57Ekam1xCAx5fRGwI7/hrOWWhgBxaSFgrj5Mprm6W4x4kHu0v71B18JGBBlhdm2U2J09NT8YejP4pffhFjB7pjCS+uY7dbWd+tVeJhz0uPKHNANQQX87T8HOGU3irhPHilyclsLGW5uREr6G2GIGuKQorvdL2kGNikRsyXaXmtMikih6VPRcSBcKcbQStnXewsVUUJAcBrFZVTYkBeKpSM+FjtvqP9Ptm7aUidNQbWrPAaE6oaW5LiYijdHsSJ3xH9xdHxftGpubH+k8J5sWlxo+4kQd8rgnJIxfdgVgz+Rt31rDlYYbj5vEMmeLgmzK21MNgjhTNHDq/zQl3z7ku1IQiKCKXxef8SX5Dp+0+Oj/YYu7c0Pl5D6gTWFUuYEHEJKxFFwJcM4FPDnh/bxh5TffHs2e5WjsJWbIBkqkaQIkK8b7oHQLa+ATIQCKgeMDlX65oRWEYnPTm5eduAa5yK8QU5FR2p1PBjo37BX5cKxrmNA7uGy+BOJU7AmTP8mjKVxwjvBZCLTJ3liwWWKGuBh6Q/Q7oJ0UjAaRfYo5YPBHOw49ibJJjBhe5gePKwOcPcT7KZl1Gmt/l1CryQunyTI80NLWAhARFfEUGh+H4oqKUNfiD2XzDAKm4BEqE+Ng0bDgEbIoqzMAdU66kEQTtmnwqPzhjmAVoDPvJyoePoBcgVM6wJZA1VSMfnRAPDDYGe0slJL0uTK8R1XhcWcznP9pLBUtn8fyqQRpfHlESJxb6GAd5PxOGxoJRKs3lJZjj3kjElYMWr8fR5kRqQjshywogkuFVGtEiW3w6G0Y54kN+dTbuBGfDq2J/7izDsFBPBzPb5REwfb/ljK/7zbxFGTEmWW14uINPEW0SrIgZ6Pq9AAgnBG4VEzPYJenM4mJsfKgCbVVmhkFPipEuQAE6rubxcN7VVHvwCp1rjcBsQUTxLm1rP9WpNQIQ3cCX24p+bvFJZb3UvFEi9slLp00BX8xQSSVdcwsTRNwzc2EXCqrVsZDBjXeWrtLIKjv6kEUOR1S/JlmmWvSJNvAG9RliBoplmtsrpJDGrKHgmeBB9l051X6lF2hR17FAIHiNtZRLNgtPe+M3JfsnhooHjl/9lB0UtgYFgJFCxQZTzUJxoPTgMXtrjO6vsBHmmlWGcvSn1BtCH4KTVxculQpWSs2bFrEhRDIwoP/RSPKyNzK2pFCDyZ/rA2cuc0k+ZCA9aPnnTKFdCuPKH137NXPuGYB+UHKmBsGMeeCApjqgiWYO1QZOsmzpe6Nn4hWV7HkHIf4CsBCHrtF4OEMT7JQnnOnTHKLyQA86FQv3HIkjRFChc6JGAMzx43tRLXeV/Y6aHGHuhgIaVeLzFgHYKzjhh0j0nUIVOSn1InI15rcWh1NyV846U8nbshrvdgu+s8YGCPN2keTicHeiTix8l9U3IQ+HZTwYsvBdDHbP1EgcDJZe9seP92zbpTX0gp0/7pKo0G+oPPN4G2TZJtpIxp15WcMK3s5+AjBLum1+XMSWxV4TSPoePAhmfiB0xHTvfRSaHQqxAUsxnXDh6nTBM0wNJ9UnSfXX5VbLz9V7gpA3QfoH0lg2Ad7darbVGxZzIZZ5liqYRcg23xrk5HhYb1HXg4sKuBjVuWwdAIu7cFdTEKQvfTDxsYQTKQOelEGGCbH5AoPWdGzXl737HIUT1Mb+dTh5vaQftFDJ2+iKVWulbxa0RgtBAKTxC4WSuqNr1Yjuid8wVUY5T8fSpN4HLrilzUfC6vz5yi5/Glz9uDq+eJo/HyNxqHoc6CsRnmZzJy+PAp+z0RABpqF3iE+85HETFJWoXYDoAMkigeAndI7uDy5GwbR8qKq7sTn4c+z3EP47lk+Rs/1bIVJe8l17e89Vtt4Ip4Oewrqov8pWCZuJ+HfxSlyVxg/L6t1//RUh3fAQSzZJCw8qlPdfmO/VaO0Pd7oIXoDH15NKMH2/tCLKp9NMmfM6T4CVskc/AFsgi/eCwr920xOGDRjUfh5YL6Yo8aYql3MOW47xupyO3vRHb3CU17hFYSdSpinuvaDHXM6AGAvRRU3D1HbjTEXLzQMO+P9cv4j/peJYtfqA4dNTmBeJZpWX8wTSRJP0a5XLY6iFfGjLPYUEDEn6DIV6VlyjsRlRSXYHczosmU2awSTebyYCbfOZyLHXvyAUzSu4bItqRzb9g4r6yAtW6cazhYd7gJA/YNKRxb8fPd02dbhuuCLG9BLYc7QCasIXePcbv+7DWFlZOIgbRBdVMH409Np2ECexJMfRLohlnEk+yqEO7l9klvYOnQ/ZX2G0tK7XA10djywOfo2Bxfm0ib+Wh3yEdpEURIhQarHx4U8A7sGzvJfjO/QdJwK/GiaAX1dG424dHvQ+6tvNDYnclCBwRMkNueEmJCBwqhe6u5Cpdx9A5GYL37heQi7yoQXFjn5LYVC7nwCRvN2XMXW+LmAmHDeT0oA6BWxGxGoqA1ovcdR/vWQAkIOi/Z3DbzGeL+d5lmEK+aGzZtO8t1Tj8ljd7SfKuLo+u+k5wb5KlG/dmHV/5Jqcl4V1d9TECHn1n623uA1MgFtw/5m+eIknxjluAI3GtBUELk25CT9vV79HvWhMvBoFeciOHODL2cSc42vlrSuW1OyM1f9kJZKHKa3Bt2wRuiuFe6crA1ZV2NHkGmzDxDeJOnvWmocDlM2fViHCa7kPcNQdX+5GtuYYKWuYlL+qOhprUCWavHLgNO5n8SQM/qW+QtBN7uUM3IQRKIESsE3Z2e9vVK0qmATGgPn5md0UqK6nWsQnG1iKHhxs1E1+/ffPVq3dshAYgM2+qAirtWuX3g5mzoqUPBMI7qa8joB8Oop1Wj3Wz73RQpO1q5+YTsHvKyYBVQy2icijkt1//4WLrt1//yWWXa/Haiw/4qHXN+3qrWCP0jhMN1thQbSmdff9fQG07wNqKc9fbYgAnHkyfVjprqCvjJl4FZPy+0qschQAAOL60KZ2vMONIyvG8yOHD45Cq6d4SOw0jxrZHM3g6lR548HzqvN6xKr/tAE38+urjaMyWd7NlGeBgr8Wf+wsoq/Fo9BC09AvrUNIbRgMKAsRFDzn4doz4sOE+nXMJ7gVDysD4znuk+PM6w4Q+Ut2zmaEG6Sl3HblBcpHSPe+gwizS2nVqti7PUEmJoILay7xOAgtgDoAnoBtAkcy2sL5/e34RJbyOhAb4qlXwZKARjRbtSbjNxZgsB6hjAd5NHPZFnTcgThIowqCs7zbjrnvJtO1udeFPIu2Dt6T3U8dk7KOTT20sEGkZFJNem9b9vYO7cJCML4EcTEQfalw7yCm5fdgfxb7idm+vkl+N7Q8NKBfklLUW7Avuyv9z4+stm9nszYaoNRwACDvh22gAxYxIoXE0RIaz3uYmJ2v6mo2d80zax1DPV/gqkY7sTvZWdlvygcH8kRNL4RENCEnmCuuYjzvqfhARihkPM1vfdW4Htf/WaZ0XeGi+4Rs0Ngst2/YbloWtAfvs917/FrnwEueyZhn0Fp4T8VweIxfJtI4Pj1EE90qlPf3crrx2RPrx1juAKdM1joagYu5+JvzfaQA4T7fJm4acnNzKlr577bJjEiq9efSJjyqrCGtZupPfCpQn3Pqwu2O9u43eb73aq8edIqIv0l3FOAEQTfvNM18yckHU3aJk7hZFMJ7iv3CJIiMvLuv2BnldT/bDm7TVGm1y6zplEzqmcTUskYPcvGj4jgmfDYo95S4voIm2dzJbGvmhye6PY+yZnlMX7P2dJ5Z03X2j1Lrfn0W8ckvaMMd0NzQ2Kt1tbvjlUEgctucL36jJNwEyqjqhNMPXwFRyalMHLbW97YZjJsN9RslO7X0md67MbPDtKZWNwt+MLv++TeulRM1XZnHcwYQ4tFpMxLhrnvjJ/BsI5Kk9t1/vSG6v97LvOivqlX50fwJpLcWS3dGX4tkRJE0FCJuXBUMQ3QqDWmHklERH7fBuzLe95bTX6+/7rwutnvuq4L2MyPSLk3T2KZ4MN72g5mT8sd7l7h2Pn4eBK77t2PIPPvhL1+fkwvKk92Y3qfhfgbAwuvFhGt0PY18HU8bjUb1CuKNuvEumbtYuYbTf4Cj8Ao69yWq2z6J+bnJV935VMhYv9UpZisy/ghohkWl/LUE/6EEew0vlWxuUQyzPWjX2N0wwwo1/TZEH2/icdx8e1nrN6DhAsa5JTffpexMjIZltU/P3pNeExf/hy/8Am1kK5yIoAAA=",
    tag: "86069ca7976928ee")

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
    gzip: "H4sIAAAAAAACA5VVwW4TMRC95ytGPm3KdiOEOLBVkdLSGypIVOKAKtXJTrqmu7axvW2jKHfOfCJfwni8GzZNhIRysNeeeX5+8zyZzeCmRliaTgd0vgQJjfIBQi0D3Dvz5GGxBqMR/NIhaqBlCUG1WMB8WFOe1ladXgZlNJgVPMVsFaCV68lsBpWB7M6jru5AEgKHTdMRDkPntKdgT6ihwZyn2GCLOvicEiqozRNF4xpWpmnSHHyQAYuJaq1xATaw6EIwOoeVwqbKoYYtrJxpQRSzThXfvTibTGYnJ/A1ntoo9NDpCt2AtXwo4GQ2wWeG293FGROyDUTusJ3CZgIklSZ9KIXizqHOhNK2CyInDmFtsQShu3aBjlYeZdPRwpscWqVLOH2N72gqn0vgmcMfnXJYlRBch4R/toO3na8T+sq4lsGXjfRUH7GUrhKwzSkW0m0zcYH3KpaGApnYNO1SepIlAmxzEJ8JVkz5nHhCIavq6pF0/kglR40uE75btCriZBg3pnD+nm8NwN+FdTx+wJXsmpAx1EiTgMR6M9ipHKZlolWwIHN/zQJRhbYpPcpLKlsZ6pgSqcUx4W3jL+dFPi3JlHzTU2PjkDSXvYtFuv7CVOsSvvGcxbB7QjYoWUgQV3JZD5yTmZOxC4iCgfRUNL2O49p0ZJ4HTL68N7CIzhG93tC7MBPzqiKUHjKqqZKUfFNBsvdULzj+RlqLlYjWn44ZWqda6dZEcndAlCHNb+NAAm6Tr+MrTqx9fIE7W+fx/cYvLVsctpSDpfTox57va9hDnPdeZ5YvXsBQb95NLt1XljdEX6khOkhLsVnA55D3PYCq6oxFF+g5Rnn2RUyRe8oNaazTKDeds+eJA1eIXY32bMHGqNTj3gXoNVBF3O6Z9YDSZuL3z18UKiokoWKLelHBDQjplDxt5AIbQVCfqHU26P24iEkUYnWA/ipiK/0f2K1xGLFH4Af1qBWXg6DnAd7+NSYRk4/IHZ6aLjarkZN7QtdUhJGPhabvA1r/8OtRea1UR7X9wk01/rnwWdwzbuLX3onTI3nGjtOMPZK1S7sdJp2tqMGUkHGjYZdlfNUiWu/S0J3Z3+mvhnd6EO5bxJ/GP/KTyPZBBwAA",
    tag: "9cb50f529fa65f42")

  static let appIconSvg = BuiltInFile(
    folder: "app", name: "icon.svg",
    text: ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#4c46d6"/><g fill="#fff"><rect x="20" y="12" width="24" height="10" rx="4" opacity=".45"/><rect x="15" y="22" width="34" height="13" rx="5" opacity=".7"/><rect x="10" y="33" width="44" height="19" rx="6"/></g></svg>

"""##,
    gzip: "H4sIAAAAAAACA1WQXQ+CIBSG7/sV7HQvCGiriRf9k2bysVk6ZWL/vmOMog029u59ngM0y2rI9hieiwLr/XShNIRQBFGMs6GcMUaxAWR1fbiOmwJGGKklLmibue88Ce7urQIMiO2dsT6eZ+yWFRDthkHBUXayvtdA28akSGudHNjlDMgLEQ7JyDNjyaIRo3G6dc5jtZDV7kuCfRim/CcQuUBEQZULTn98vIAQX17m/DnynydQgxu/pT28AUdrm1U/AQAA",
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
    gzip: "H4sIAAAAAAACA12SsXLbMAyGdz8FyrWxdNl6PclDxq7NCyAkbKGmSB4By/HbF5TsXtxBJAR8PwCCHL6F7PVWCCad42E3tA0iptPoKLnmIAy2zaQIfsIqpKO76HH/wz3cCWca3cJ0LbmqA5+TUjLsykGnMdDCnvbrzwtwYmWMe/EYaXx9gYduf2QdfV6o/pfY55ir8RPN9CV55NOkELCeG6+skQ5v6M+itgz95tgNkdMZKsXRsUkdtMOaPeOJellO3z/n6GCqdBxdj6X0jeos4J60ordIMhHpE2xf50We2TmHS6RidsbwhF+4+7PC4isXvfey8Q6k+i9pGzj0G2iK/n4PHznc2niQE3DYpt7IwAv4iCKtVzubW6ObaXksbGtTmRiFA61xzTmKA6yM+4gfrfv3zTVxCJRMs8ImagWaJGW123RQs11fK6AXeVTYDSnfOx7Ko50Srao7vE8Edi5IREHgFy74eyU7aBGh2h4JYJQMmORKVcBfavxpIYI+F0pYuLvhHLuhL1bwXykbzn0q/faI/wKZTIwH1QIAAA==",
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
    gzip: "H4sIAAAAAAACA6VXbW/bNhD+nl9xE4pCbjWl3b45SIM23YYAbYNhLfYhMBBaomMuMqlRVNzA9X/fvVBviRsU2BdbEo93x7vnnjseH8PntQZj77QNzt/PwVkNlWlCBsqWoAJsXBP468r5DTgPqtIev9xpDybkR2ZTO3zfwbINwdkMVkZXZQbrDG71vcYn77YZNLrSBWoN+mv4nSRgDyvvNpDkx63J/2mSk6Ojwlk0VrjK+QZO4SpJMkiWlSpu5aHV9H/jtbb04HVJf9u1Cbxwr6vKbZPFSadI1SaoCjWlZHYGp2/kCc7Yj6tXizy4L3Wt/blqdDqDl/w9bypT6PT1DOaQfHLiUDLr1DbBFbekdIeB+4teMnBtuFzxM+zJzhF0a2jr+tkuvuT/tsoGE+73uCyKrlEU0NCgITfNpX2Hh770JQb5DJLLFgO+Enm0ZWGJq5gLXE7Ix/E6xVF/5ZysWlsEg+LeuYDeNhpTiu7t0KQchTKNJ1mnSVthBHdQVKppUCMtJCh70ovqTR3uRbY0dxNhXkLpjI+CAvVkeWluaJFCGdbG3tABAqKuWetqlcymu0jubVmywMp4NIzJ3czxF4K61Q0osGqjEZ6SFoEpdHHNk9nI52bttugy4zAVVFPSSskRx6ET3QECdINVkMmuPe5D4KapEdxQ7GgvOvOOgf5ZIW7KOYg+Oh9Ksu3e+laFYi0ha2plJ0GRRUKt8kb9vDZliaDGheAR5THy0DmV117X5IFsm5gpXE15kfJLk/dtjehVXBEPnC+7pR89gdcbrPOxcvTnoGb+/oTaLAYb+gCUusGjIj7vUB+v7Se227pET6XMJOOcb0xPUKFtJikEzllKYvDtGyRfLD0SOXBJpLKlOxvEzORoAMs+5AKk0wioMyw4i4SXdNIU4Bzl3obgDUZCp5KzSi01Vc11H3J4tut9aKMP++verITzaVUcyCf17OXP69B6O+B2TjCrTKyhHswHylVVjeOCpINl0asZpiiGnA1IMjojbBHrq9K4/6LrFjFvS1di47iKh2QyyKSHxE8deqiuleUaegihRJXlGD5Jh5re69qbjfJEM5ExFvInTsfSbDp66zHBX/sMsHO5FBsmnBfzStubsIY38CoGmBRjEPZHRz2DUvNLOQAZlAgOsRLDkzYFtaQDnEJny6BWHgPGlCKSE5bQxMDp0tgSuZGSYoN31bi64pqkTFanBCDwlRab9qilLppvVJ1yYbDCq1hJ0hjl+2LW5Sm9U9hiOfJinZoG65kDLxEgbVtVh7jCNBex4THhGVu3gWEX7mtCTbHWxe3SfcVvAwca4sAHhT/tfv9TWSQLDHDsygwMPpgszQfHc9aqS+y4fWcnGut6yxxeE59FJdSzd6OuzYQ3dn0+fe217yMpdmajv4MbWAq/UYV9wBLSVvsUj6vsjU467ut3jNX/6C6JS3cmjEw/kaXJn/Er7WGg9siQ8oqkS4+5KM27Kef5cx5zHq8MI891r22YxnpwU/i6jHwn+h9VWOfYM2yRvhQNCMdXEs+eFWAAiW03SxyQ6Py65uRNQuAivlZy9svJVJVNozvZGMyGN3a09ojLWOAxm82mxB3dFVKJL0Qtc/6lgO44N/KOsyoSideE9c6a8ErKy68XUrf7TlWhbKGrx8qSc15IntT2y0NtU46HQ22lUL5Mhh18tgFan5BqBlgdApRQ08BVU2xwP6Q0z8YGYu7OeUCPE8JY4gk3u70XcQ5PxiWZ9bDLBBAjnZzd4TXPc44ZssbVAjnh6tH8izNvkAH4D0c0zjC71bpuYLvGG9a9a0FqtcTxdaDjRfcwaXF4hTLFbfNBr8K42UXCz4WnpbXlw0DTDzNwgO9OIYkFl9C1ZFTEw65+wO6b50+PFA3SHLNRn/2+5GGOPJ1wzECyZw/vRmewwnFGn0yzkxPwzrFVUts9HQUM72LnlWvwGoHnfLbrF/bQ5IAW6mu6TrEISfyKBY01XzZ9+CK8ZUTiESHetWK7YXhTv6G8ICVf8OWFp4fkk952s88VzUI0/OM2vOVs3orkA85IpIYPLQpK+oF+bOac7gN4G+wnLfb4ocX3462H7X5fRKzr0oSxYXqm6xzG5ej4xQv4m8CtmGYwD4rnKJrJsCbG3xpYK7xkWEf3BfQbb37Gg9vaHF4cT8OLFzlq5QQL4Qh+yumYiIyyQ/p/sEGwo9YQAAA=",
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
    gzip: "H4sIAAAAAAACA51V247TMBB971cMFkgphLT72lVBwAfAw0o8IKS6ySwxpHawHbpVlX9nfMtNXSHRhzT1XM7MmePpZgMPNUKrmsbsAHlZg0FjhJJga26h5gaURFAtSjC1Ohvg8EdZBDIqWWKxEqdWaQtXOHbWKplDncMvvGCVg1Zn6OFRqxOwYtOJ4qdh96sVPvmIx06W1iFppWx2JWBZQb+G6wqgVNJYaAQ99lBnrGtYThBlww3VyZyBke/94OpqI1cPnDlzDpRS+IT7dz5ncr0CNnhCSS4+qqc4qjTLhPW+rg6KdZw88LbFagchE/Q5kI9HTcm6tuLExt6h/e7QuIZyost9mwjuULLReHh5jfaiQfnD1n3yP8TUGm2n5VjozlHQCEcBlRAP13kC711UICNF+jRW2AaJrS9uuiz3Z0dVXXbwjfK1c0aRV8w1yD67UbuZC9LAWcFZyIrmngOn8fjRk+GobF0wKsFR/T2kDtXsIHI3694frJ0fFdsPEoizKzUisbX3dTvXhRoS2YnDoIl5A8mWZPFPDblWzNLbdKcT15dbALWQdul+FrauNHfKC+rP2Nd0dLp4tijHTFgsxXz0AUFhbCqsBi1YZXlDWbfjUVkrUeKs2Gc0n4fJz6SfYqJ4JgUvC7xGNd7U/pLAkZAEcOQ6sGdaLmcEkoV+M64Ff1uLqkLJ6NTq7kYWP5xn8sjudEQ9jYlNFa5i6oCA8puRnhavcv9G3XicBfZ4pQMRMxZHMIP2g7VaEI+Yha5aTbvTT5PueJgX7Pd7IrA/DCAQQAuLT/aTkjZMY1gKhbf2h9Gd2imMvTRYnEVl6+AcBPIesrvtFl7DNHYNm6ifHWz7V0OmPr38z3qBge7Zipkvmbhjhi0z7rygzni78uHefE8BASozlp7rCdkpw4It71ck40hVujbBnrasxqorMcsI3qkhaCsup+4Eb8JJDtvJjNL0Yqrp5XMfv9RmKJPY2Oai5lgbyeGO5sbuwnagGaVp9qGOyeQTTUUlDD82WFGaF/NS+sBg+AvIV/T9F2Zb9Q/TBwAA",
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
    gzip: "H4sIAAAAAAACA4VY3XLbxhW+11Os2cQBJBIkKEpkRFMaO5E7nombqe1eceh6RSzJjUCAAUCRjKOLvlLbi173Ufok/c7ZXQAUJUUzIvb37Pn9ztltt8Vr8dcPYppGSnjvPv7cfnf9gwgHnU7PF+lMSFGobUGt9UoUqej2Q3GzK1R+wR+xxL6mUFmWZqCRZWpa6DQRPwVHR+22eItRJacLcaeyHONmU07kIlnIZtWt7dUJTr2J0+lt03zy4GiaJnkhcv0bVo/E+EiIcfh9U/SbIpw0xfi0h0bHds7O0DiznQFGu24m7AzQO3e9U2rRCPfOzs1K9Ax50Oz27Gz3tNsUpx3X6/fMzh7WToYs6qeFEqssjdbTgiT481uv+79//McnBa3jVGzRESf0+Td9/vsv/v0nfsPgaLZOjOiWgEea8cVX8BGrQmQqX8cF5O4MMTKDTj0avtE01h9y45JmqdVqmY2i2ubZ1qtXIvTFZ+G5gctL0ffFsehswzDyh/Vdn7HNu6EVoOmLl7TzWEhac39Eq4p1ltjFw6P7UgWZWkqdRCojo35QKhIyicTHNE6XafJdzn5WE7gyu2ccYpquk6ISPdJ3OofAsHkQBK+zTO48XiJa4CiY6Tj2Oj4ZdOiUlaYkc7inqoSVh88rcwCaJydOT9UZthUs5crz0gSOrX0xuizNwkN0AGvRrh5rMuJEXF2Jju+UaJhw+6gL1/Gd9ow3l/apiVWKVLJv1nKs2ahxfJuZmZwWzDwv+WypBvlCzwpvz6bBap0vLOlS6gCHXCNC9+S1/jHWE/KDPenNcb7vP+MJx8ewPI3mooBLkMlh+SzdcKTfpGmsZAIA2SwU5jNEOweJEjqHgNltII7bR2q7SjOI5zzl1+wH0PEIjYwCKsUQJCRqIz5h7jqh4zLPDxS3zIZhuT5WybxYvNEFbfIsLBmhbQc+EnbElRiICxGe17aSW2+xi1EIdkqidzTisTq9MZlm4jTYg09UR3nsIj5+mN3AzCCeBuLViG1KbT5Kz4RnDnoFd4L+oDYW7oNM5uqacNZrUKAxLENhRZqKOE3m7C3SQXnQqDHuBBtZEU5MdJjJ8VSu5FQXu6ZYyYy/7IkTJ+mYNxHKlTo32htPKioyilifMl7DSYx8rAjjqg8wy8qPEH4EvIi6cVVDbg+D2OvoBwd6AOGe7zp1zTbrunc2fiqkeKNf0mhaQ1AfeP9eFotgqRM6zGmKDdcyjFpR61tatQkw3ff3oGglSVOdrZoO6xQImWrkh7zuMy2cRYY5DDjejADsNxY9glmWLr2vVu6LitZ9U3h/t17JpuAz81hPFbwSJ2GO5TkB7SBTiHTlWUWw1mFD1tSx6JL/agAZwxyIWciPZYEgNplaLOSdovRtaoMMVBDlmWIgMLE6lcl30L4S+ULiPJGuC6HuVBLvgsrDDLF9H8sXBAgjY5JZnCISSjHbNnEcon5TyOI59K/DArk8H3IivIS80qWa6qBvXYa6EiEAwqGprVPYbckuVsMS2sKPOHE+XwNOc3CVAElcS4bzD7dZ/7UkacsiE6l+zRlkHJfqKhWgjeCaUIYFQ5skr0cBEeQw4KN9A0DQFPedexN5IxwPIzH4TxxkWXvmoJrEj9OtDA74oVTehz16cEAbyZXQ80xHT0UAbybvZxWaFEtjNsOuAWqAcBXVlZgrLpe2TQEUZPCpYRgphg4c7yZXwXg7ES9GI1GSEb//LhizqbFzjS05EXPCo7bj26RpXMfSJIoj8cYkR4N8FdpRKc1VVY540nBUCqdYzxdIkJlcIuIyeGXEtXawD3PjWM3ghUW6mpD2x+NTFLJUxDJbLdGzXQy7kcnEf4jbO/DW6g1JspGgbxVAtVVbu2prV23rq0rY0nkhk6lykbyUW48b8ib3tr6FXOrsXDlFf7CNR6JQ3czioAErldTIGl3x8uX+SK+kcH/kfu+NQl9Df8lSJQTJBRAsyQObf12+vKScXUcJlUQ2K0JN/WFtZgo62IXZqoroAyPGuFRg1wRQQU3vHFyj7wOwumZmWCnaktpxlBiCD5RsV2wfXWEBOVNUcmUJscNoPDOeE5TLSEYPREZQ0DmpzMOZpgM3tW3i0qd+NYmVdpeZBDeFTtaqMtK+v3Stv3Qf+Muhz3Stz3QPfMaZfro1hgczbPc/dh22f1jzIOcD9daBV3zSSPbz4AlwI9NbaDMsEmuwq6Ys+i38j5TjcgLNYeL8cO6+Sp44ZSmLC8DWnYrFT3xbWsr8lhIXRzrVWummflO6AGpu5I6L61zhqmtyeolihiQxfROGYSekv06ng/9hvYQjpLPlvt2BQktzmfVkEjmzwpNoAxYbhECFpbKDfTN4vjc4MIP9arBfDg78w2TyvdF3WD8w7CHqdLlN+0/moEFtl43W8A/3Dh45clCCIrR88ri8dgFaRWYx29rWQsGThjzAmxFdx41j2Xt/USHKcB+Ra+KGXcuy3eDxd++2z8YNQ3vZn3XP/Dp6mTp7VLsCEVFEP1N85uDBXjCUVwp6vqBs5nJMGFJFRVFw6oLU1G8aOHjqT1yMkkZpb1NUpb+uCn+3BPPyySX3+/HFNWeTXmRWUmf2qSleL1FuUcHAiTSjRNqkBy6KvoiMhPWcoW0sVsGl87cEsCNO26ZQww2Nwwjf8uWAB/DloH9Qa3BpSre3hw86zEeVYEKwnf9thQFyrKGdviTlm2ZrREnErnlBX79Wq1hqhNx+SfrsgTFrDyMG25JDcxKW8yFXohZMCVJaMjxMTpybxlallk8RTuqYTty9MIo0hc9jqeSBZ6JQHLPSYO/TCf16fSrMeYwuWX6JXOaPJk5Oqv4zZRZnCs+jDLPzD2D8YZKwDx5Er3zu+DGTmxzXHn5FLaPdFGhLmc118sSbxrulnB8+ati6tv7kUUH3Ut6yRhLUfU16nFmprNB0hS1LVVutxIrLmxFcerqmZjDNFC5r12biLx+9xqIoVhft9mazCTanQZrN212kinZ+N280BZ3gH9Qn41vlqmOuKH+++QVwFoBgBi68GkO+YyFA1L4uMH+zLpRX7S+fp1ijdnFZ9LpLQFSGm72l4apae5UhDWIBqcVrGMaNFu602rxJtxfiSwfV+DdfidK9+35BKRHLPL8QjV+zBr3qxQptvaT9DVxNV6qVKSqcUA40MDPNdL66juYqbzSZfAMXHdmK5Y2Kad69oUMjpjhPbtFAVl0AVChX6xzglTO8psBZpnJfv847KWe4UL+3wNIkj6xjiwaYbU3WBsEr8eX9N1/JcXsk2Y4bi/AuXLTC374gQhsNe+NkNQVytYJMntEVZSFSFhw2MjcmespfKPJa16O7Eqj8aTabNcCtkdxsR9W84O3RhYiCX1KdeDit2gI/oi18urUwM0FB83//d8I2dhgAAA==",
    tag: "6264a02bfc7a2ce7")

  static let appStageJs = BuiltInFile(
    folder: "app", name: "stage.js",
    text: ##"""
// Draws a session: its screens one over the other, its dialogs, and the ways between them.
import { Navigation, openAlert, openDialog } from "../client/levels.js";
import { button, h } from "./ui.js";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
let names = 0;

/** Shows `session` in `element`; returns what ends this. `failed(error)` tells the user. */
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
      const close = openPanel(level, navigation, (panel) => {
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
          close();
          queueMicrotask(keepFocus);
        },
      };
    },

    alert(level, navigation) {
      const close = (hasTwoViews() ? alertPanel : openAlert)(level, navigation);
      return { unmount: () => (close(), queueMicrotask(keepFocus)) };
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
  return () => {
    navigation.end();
    for (const end of root.ends) end();
    element.replaceChildren();
    for (const dialog of isSecond ? [] : document.querySelectorAll("dialog, body > [popover]")) {
      dialog.remove();
    }
  };
}

/** The history of a second view, which leaves the browser's alone. */
export const noHistory = () => ({
  history: { state: null, replaceState() {}, pushState() {}, go() {} },
  listen() {},
  remember: () => () => {},
});

"""##,
    gzip: "H4sIAAAAAAACA81a3XLcthW+91PAjJuSCUVJTjOdWY2icWxn2mlSd2JP2o5G08WSWJExl9wSpNbqZmfyIO3L5Ul6fgAQ4O5Kzl18YS0J4ODg/H7ngKen4lUnN1pIoZXWVdvMRNVrofNOqUaLtlGivVOd6Ev4Af91KY0XlazbW50K2RQ0tpH3WixUv4Fl+GKVPalW67brxVb8Vd5Vt7IH4qlo16p5Uauu55+viI7YiWXXrkSUZad5XammP63Vnap19qOOLkZCi6HvkUg5LjgdKp70JG8b3YtKv+2ruhaXYiX7vPxOAadxFK87tVSdPulUMeSqOFm1PZ2Vn5MouXhSq140cqU0rD0DeqeffSbeli3IZm5EMxdVI+aqVivgcH4Bi/uhAyFtStkL1RQaDl7pTMyXsqpVEauua7tkLnpV15qkNGjVZeKz0yfqAx1pOTQ5MiI0bBQbyqlVRSqWSsIWKhWrthhq+LsVTDsV61r2y7ZbpXhkBYcvgO+lrLUSu0RsnwjBArGavBTXNxfubd/d/wtegVzaVaVVIi6/EuZ3lqPgYt4nGZd0bdvDEqQsxC0IS/eyV3Fi3ggjDst8RsMXNLZL6Y8GGc1ELHM2BSDbd21NeyM/sVsJ89ysrZ0Hx0qQzg5pIjPZWnYgLuCJnnAVqE2I01Pxd9SINGcHS7gXRXsh5mRUoEUNvMoCbFdtwII1WTTvp8mgiXWRl7K5Vdkos7atUY5xPnQd6alxhk2HYEH4YnfyOiwxJzNDMU58qTm5PS65kREWnqOXiqNyxH8swX26I4N8GnA9VbcbcLvLkdcLN6laivgpzUjsiZxK9ohfTA9/8ARE7Qj3E/Hs+NlQ21R9+U596GPWQGqlRsIa5cwv7RiR3I22bomgti2dTSfXe2omr7euJYzWM/MW/wTvFxV5aVw16wHM507WgxrPCCEK4kOBe5gDIoFsPejSuQZSoNMZEqOiiBjYCLFID4ZzNilnCTClBwI0DY9kRMAvE8eFtRAnbuvdRNOIC/53EWxo3jftpom3grzMBiG30HLaV30NfEYvBHgfJBYmGNn9Fm1xPxPX7lhlHK0j0n8ttYZ1NXhuBKoX83cQbMGCbxU4N0TtBsITskCB1rjfLz//99mW+Nn98vP/ZjykOkxosHbudhHicxExPz14Pc1Dypn4Zzt0NqThGi2XKoucAwmTk+Lo21YWbp2Qt7KCQxl11G3Opt2BVcsC3XI80LqrVrK7hzM5qjeeYe+eOKtcyfcKzQezVGqOuGeRpAWY9Wbxo8r7rJT6DWiF80dmkkFKiS5ULK+7EuHMa5x4E9u9ZlM1z4gSsD5aBLNRAKpAXu8qjLFsgiOr4PLOIHBGNqwLmHGVxTzTpA1BqUiYROpWmPRqTghSrG6bGLQnXuO8OHrntPx7bWJ5xfYhOUWzjiAHw3qM/pmInniGcECVqHLUmQTfmAniB10FtQlW1Q1qdJTdRBIlGGzV3KIwenmbCud9JT9vRS8Xf24K9WEmTs4hnQPFOXnJybPt558TJNnN0eJpZeh1rJg3SyPnmveCqRI3jMrzKAmsg+jCiGGKOSAN0Ig5AmRQliHBChxGASIW7NQtbisRMG7Ktqb0aInXEqI2EHeA5Epsd2AzWxHJrpInNA6aW9xHM+Ykqwobvk3aVHyuS3R88xC4vw0XIssy3s8lSViBx1JdsGAhOwoXRjSgRto5xelFdRfOheBDk4E4CQVfTALg1vJoCHle6rQiG3BpyPS97CDtp4RVYXqbQqRqlNUIZk0DVzMCqxDEfvoJpuQDwsCsrIoCnc5sjEvBQRJfXEpqNq0oHxZVfrJQ/6lUF2dfPE+zPz5Pz9LzJPLnr9o7ns+cZZbRa8vhDYqjGDrJqeKLL89Su8nO7Mw0srZZVk2lS0Ta9k0um5wsgMOez/HOILN3EMP0CM3aoRftkpxtSQl/AyUGuCsCeQgbLYbjHh+BNO4D7giVRuYLu66Wfey0gtrrhia0enCxdk3gxczK4PBft0ODFvGSCo7vYSCULcM/RJdDY0fscjKYbysNEiyKOEIWVBFNJlUNlDkoawgP4Yju78H2kadLMX+2xR8nwqD/Y6zh9N36wzwwRuZx3wAZMxjgUunvSEGhTBjQXdr6IJN9fHKe+HDFQg+O/TximZTrNaI0izD4XGbOPhr03o/MmCPctRADGO5ZOsbyjegMVVKzQYVsXi7MgNMAI21dv2tjsNcz67HWukMuKeJ2stFYPYHT028optQ/4vOzs98lFADCKQ0YcuQcgOWHdojw/hitk+dfAi2scmVe9YBpzrI/2FhnGQtOfXBTb/058oW72vPbdHhEdqFixdPLS55p0XPRtWvmwCauZII3cAY6s+dc3sb7vtAp9NDH3IFq1OP+EEUHwKWhbGGIb8cbqd/Rwsl5Ly8vPbA62rRe11VuSWngChIv5E9DOhXngZa9o4uQHlkzb56MpW9uYB6xG1B6yN/Itl29EigXjAEKTj94Q7gMNQ4B4wUZFNavcZLYeMzReKzTjtiJp4+jRnE88imJe0XJrzDsR53EJvRH/WHq5w840r5TH/J7szGrYKpNs9u/BzWo7yoIOL3U7+P3Sq2/gZStgzRHbwh1Kiw26pb6B2Nd4XzMLXdZc+sHSxPhPv10hAVYr92p1xyIyczdEMEVZzq8wVo2lJLdJOC/u38LgTzvESxzJ28GsF/WonwOePHqyoX5ydyMieEsazAxv4I1oWFfGUB5lS3xdBBD1h2IounfUqR2oPkIZm5XKgSSUQRAEiCbnIC7/D28KKFohadPTknN0TfcNdPMpWsIYEsibAfIMW3xvgR1L20NhAtoFc2gZLhFaDgB3chswijaHAiLH1v5+N0wGsQ+Y6W/Bzh673ufnQhu9RrlhD6mIGTGESd5V0weJZ54AqR2rG0+EedUroUtK2soyJHpjMAamngR2JBrZlELLI79XkpAMlxmpQmQj7eHkKTHyjWcfDg+shVlWPm8bBsQSD9ZBQYAi0wRHsADr6OUg/8p2xRL/K7JxJC8OgVKlPnXSB3c9tmWKO/mY1ckZAN1Qs2+A+ZhTo4skLcCtFMAnZWzatzb2c8YiJ2WmYBfGBuV0q6pNSY3xnUFGxgEDhdFEmbTiPRj3HKveSMEF+ozwQqdGmQ8MaPENp/G9c0KwG0fNEGDLAewElOc10lL8J3fbhQWD9B5vAEXwHeu70x/Ocb95l3A2AhdjPwNw+o+x6kJuAFGOFbcRxCoD1T33Pht0KYAOfR9V4H7AGyb1uipq9EfWQiWg+HJpJLIm21BFEMRLn8JSSFT02m1a5SYOvLK+jU/UxRIzWAGdqt14tnEzLXiXqIco0fjwB6fgAiqmjmATMPUgnRTMARh6DQTT/k4qSl0kT1MhNG+BBByMFX8FTY0SqV6eNO0P8i6YudiJ0y9w31Ub8O1NuxBkgmJX9XvMH65OpCR9LBYVch0TLFjYoxQJeLbzESWV2oph7oPHZglRjqMHbeeI+9ZnCk4kSFv7JEouQtioh8ID4Oh+Se272a6bg6+/NYDIlt28OpBnPpwvJR4QftQuAzjVVxCGbRpf4ATg6TAbWk9RTDwSnfjmxygOBWrFYe9yIjNwdLjx0k87icocmTLoWu/aXAMEmfc+Iy4aG6Gurb3im+Wot+0FL00NsbyEjeh+0MyU/jZ6KrABpZWNWBSKRhYc2gUm3aoC4A6fKe+aPsyaGU9GPiXVV37rcOngdRdDTreqh8l4peltjw4EB1oaGx7sB+CsUMC67lkt1bNT/60/ZjxXt0X7YbuRLZQ9dybXgL+QlQUvda5XEOdBohlL2Kz64zN6Rd1jcGeyqnSxr5NWYE6+AYfByigPVqAu3o4sAHYII5mOgdhiq9EBnE2Fd4jhk3Djeeoa9n1rjpP6PFAD3DSQeNsbmiBcoIXRqVHOwIP7RiU9ayUsC1xqG/t/Pa487uOKqcakLaGgjY1yVdTdvdicdAyo+8yzMSrrFbNbV+6LK8hVlxv+RIBrO/NX8D0bgI5/FpcFN5KhKgoBEQPoRoSyhTafBx+ogcfPwW5jEZTd8O5c8I0IOLwKkjVki4M1nFspGWvdtmlpjeTZkpc9V7NC1I/eO1uBLt37Y5fBeEVV4C3jvlpciztsjyCjLrXdGzX/B2GLV4hQMyoBUn3eBw0TH0OQ+7GkGWWmhsKTKiPpq9KU1rC63tWMmo7x3uNjptpHEajG/CpvB4KpWMv2k2wO3eDvXGOalinRVjo8Y+Z2/TKGBa+s8B5kgyxhr+G/26O5s2d+x4GBW2/CEqsDDP7BjizP8dex0gNhvH2dPxMK97/AMmQpI3H7oUNaxM9x4eK+OQjSs4DAc8zMg/17OMj+uBkDx3ZaNspEECuXpZVXQAeO0DGZGig5HWdrm9APYdhAqUIXpTSVwuQGa7X7Roz+w04rzM2njMNvqy4HX9mhpetJWTKtrtHBqR/82oTG3ZaTWZbdO1G0+U2UG6U/0GZUW37J0PNwp4YuTFb4IUsOc2MsA3eY5Nw3tqvkyASobn6z7ct/WCLqymp8wgpbaVWC9U5zMbagzFU6v8BeYA4ymIoAAA=",
    tag: "4a2dddbbef3e5777")

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
    gzip: "H4sIAAAAAAACA51YzW7bOBC+5ykGRLeQd1UlaYE9OHCLbtoCe2gOTfYUBDBtMrFaidKKVJPA1XPsA+2L7Qx/JOvH3qSXRCbnjzPffBzp+BiuNhK04Uq8qks9Bw5Zqk0Mel1JqTSYDTfAKwllrTdSwG1V5JCiAGrAbVHl2j7xTFZGQ/FdVqgi8+QozcuiMrCFVW1MoWLYxPBNPkoRQ56q2kgdQ1Xcx2Dkg/mUykxA46yz5LhOk6+anR0drQulDQhuJCxAyXv4U5ks+YC/r9JcfkL/3ES1EvI2VWR6a2UvzWMm58ByKdI6Z+gDhcOi3mBcDJrZmbdeyqLMyH60LmplZrB46x9hsVjAKbwDdopSlS4UgzksX2ztbuM1l2jpSD7Y497Wam3SQuHRChNtQUtMTjOD7RGA80bpRV+biNUZo4DXGdeYeEYbLqwgKvPSPDpZkX7vCdstlI5RGEig7G2v0jvaBHZRdMVls7iVpL33QlCt4Dat0FmhZMJmO94xT/fo3NYscqDAA6X2OJihrfXsRLcgM5lLRbghrQb1sLZRlLpsUhYoGRRJXV7xspRiDs4YhYli1nGwV5e+4qhkUpNJhJsxaEQSarREKaFdHFYLrNvIisKPH8D+UvZZ4FGxWq5MUWsiyaS6M5sZen6x9WCMvNVZQ/Bc+nAqaepKdeebUwKz1GfQL2JafcANabkKBk1rxgaDZblsS+HqtirE4xyubTFj33iuXSJbHd4WDz32ksm4EJcunX9YBZdUZnMZe7fQ4qGs0pxXj95tM7txDy7srjI6QLVNadjw+QCHyWSTCiEVFijs+5TCWzhxkhaZmI/m6KjtCaKLyNdTIN6cL5+pyDHOBLbowDGUSELYkQQtJ7kLmL1N1dY8dNaz0B2EFc8JjS1TRewCV1hgydgLA3Sp9Hb8r6TDHhKViCJ7etynrkOnxDOpmL1LyNOOOfrp+GjbdgC5Pt9wdRd6KHbxYSfN2jK5uCuZIyNj5AFU//4zBNLWC7331nfRNN2iU03qArBWnblES4MmqxQ9S0RrlfJXGV9Jqs7yiwvrxdaqUb/Wih4Fa5atk8OtZ/PkfQ36D9pK93rQd2FILuGPzkc1ndtf1yc3iLJKEm5CihzoIrt9emOzEDgX08DVWmadEXZuF9hBK6+HVjwHtDWfIPs1rwTrNOxZOihe0bE6LO7HYO/8HmB2LSBshdBM1Z09kaVSC6k9bi8dXx5yjNQbfHt2bZZD/2hwwr0Xn8NnbjaJqZBBot+cLMLl1AbWt4QhP5bEsarOV7JidsqYwyn+5w9zePP7yUn/MJjnzZv2KmxpYuZ5uJXr8bFqu3CKkKd6yDFy6/cmPDjEzieqtUO7HW14A+6CsazqBw7PZn5aW1iwd3fD3HEuu8DJqbtKrKlrOhFGx9ACTgD5+30XCnM437N/YyPDOcsEXx/xGdWu2QfEO+kT7mkRazttmjZHRtGqkIan2WCKGnDyaPT5u5aabpsh4d/ytdFTCpnkYij8pCHtp66SJ45KuZSUr+fxcLhULIRoMbl1AzINzjQzk0RCGwhI6s4w+9Dy5PzzcxMQDBKk0P5U5jepMu2Y6k8MG65hhWCGDb0SPEqDU+l+Ot8Zqtg+RnV3ha3/uK1RG7vIOx81tabdz25zcs4aTVg9YiKOeR04xpuxFEMZGRLNBPGXPK0GxB/i9l3WD1cOG6lPPrv6H7B0Zsxiwi4fPqrABqtqHOm+S7bLqQNu6zPbtleOhLj8vFCGRrpF/4bqD/BnrV7X9npHpRuscl725yo7PCVfixSPi/mfdaYsFgYx7LTD4NJyLeGmFQ0vX8IS7lOcdf1Ks2yWnekefXtY6R3XVPnR+NwKjsZoCNV3zG9p0Qvv4UXbNs/gRe/xf4lxT/d9Dp3Tbz6KIva2u3ea86zQY8ytaXUCtmM8+ZPH08Ain4OiTpKgt+KJsCuNi3YMiwPo7L1BBrt9Jt1fxwrlKrGnjLqU/JusnlNJ+sgxJW8/VgyFV9zb1iVX/W8HvBpZrvj62/SHCLtF7WVHfAdsZtdrabkdzR1G0BebhgkMdT3lcuE+48Qumj1MPs3gP0fdz2DjC8RMCHMUgsLNJ7LyRwTCvrsI/xy6iXrT8BRV7/p7Cmu3H1o+ZrzU9HHNH/BP5NuHfuv1RrIRNV/vKt64l9yzYXUHfWdtvaP2o6fGSeklzO2w0L3Wd3YIHAMjoTPtWwS+B0QnLXWELoVXg2PuMgJiN9H02TC5T4UlSYwnOsVXiV+HWnAMrZfTkZdZ88s+IsD//wHMJOPWhhUAAA==",
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
      const end = show(stage, other, feature, module, {
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
    gzip: "H4sIAAAAAAACA41XbW/bNhD+nl9xVQNY6hy5Xb858Io0K9aiXQcsAYYhDWZGoiM2suiQlF3P0H/f3ZGSJcfbGgQKX473+txLJhO41rq0IIyuqxwEWGmt0tWUl5nGs7WSmzFtS72BSrqNNg9jcIWEUlgHRj7W0jqkqDQeGsjlWmUyPVHLlTYOdnDlWUIDC6OXEKXpJCuVrNzkTmQP1uEn/Wqj8/2LSr9X1mmzHYMtUGr3coLU9/KA+q52TldjWChZ5mMo8JEsZeZ6z2rl35ygRajzY62dzGEGsZPfXAKzn2A+Ot3RJjVyVYpMXpRlHI2iMUSjL19GoyhpRnN8P3nxAn6XrjYV+qy1HQRtSlVJWGhDripkWabwYnIiv7GSi7rKHPkgq035CQnjHeAKlZUil8aO4U7nW2gS2J0AeCUrsZQWdbyJPizOfhUuK6LbdKFKJ00c0yXrTQtQVcsoOe/eszuIATNKl2LVezaHs/dwuvOOiOenO7pppngUGN3QwW0zT/CXeE4QKRjyB7kFjMHWgq4d6AVsCuFAWY5ThRjIUfpKyTzFN2oBcWCXXtSu0Eb9LcgNSVAuXdW2iEekSzQgmMJbKQyC6fTtxeXHq2v8/PXx3Z/RiHUxHACYkzPh7OyrRcd2tpAjk+Z0FyR81aqKIwzfngJfoVXnJ40P5xVqbhnPjlOBQjiw6hxEjo50Gua8T2WVzz0Jrvjp8miw9UpWnF4x4nGJgPdwJqgKVcq8H+1dm3ljjheSSIFW4mKp87qUBGpiQAFoMKhes+45g28GRRytjETU7sCJuw9VLr9N4SWCWBglzkpxJ8toCtF1m7zCK8r4ZW9mernEIEYIxT1zjOgWmfs8i6NL3KIIYbdVBjHDiewAcGYbVgBiIxRheK3uBWZyihm/utPC5OnGKCevMdViUjqlpLvUlUPrWCT9kMD+BQonqQiryJM0kFFCdNLupbvinEdr4iT1+Y8pfFmoMjeyYlH/yd4/3wvAb98FC11S+ZsN7D3Un8KCf1J27Zt9rneHCaDzP+vW7Vvpgrh/MXjbv86VFXcll61nHUe6b+jDJ4jTd2tcfMLqKSusExEdY6y8+myPX8a4xk0pXSjzvWiX2sorX/uH9nrKN4T/ODjTtnTYPeQCjc39udtQDzj0MdXyQV+J+tRWugvnjEKcydgjFjMK0YhRQQgvRGlllHQWe235aQ+cR2QcgyqVJk+TtOWkZ3drnRdBaey7RWftDtgHsGsCSobgD++4Hc5CKoQumBK3uCWENs2nIesxvTHTMWGwzeFZXWKPwH7ksCgtpyi2YHf8tpZmGuwJZSNVOTTjwLbpoL63E57NZsGUzmTWMGXD4152kPLcaH1FydWaK0qGgLMIYH/luUY9WSFTDHUkfmh9Qg4e83X0pCJd9eKFdnjxHedcZzXVzxTbrdn6VNWI7udEb6MkFasVBYSZH+gjOWBULmNmOvZWHymwvaBwee57vptI4mSMjcGrO8Wg1/Kp072XU/kkgeinlzxMeywE4L2Is8hSr3vnTbs4ml6XxIQb2dMM+84cI3uiZFhjY2mMNske3E/zpPVYIO2VUAr9gZhpm8rssX0HE2hHtuUaSvGNb26ocX3WlYxux3Dz+iVt8QtLywevXvLJK7DtPRPQ9tbHJF6LspaDLLFqWZMknL+CwCn8wGSozUAdVT0chz8NGHhQqDyXlYfAoFVgxEyvIP2iAUv9RrniYEI+WpdIbOpZU53vbb1Tifn/BBGHuf67ML/5UtA7b4tAv9LRBDAjBqXOeA5LcSK7V1XTO1kJV/Cw+Dz4dHa629cgmqv2/HbwaD4sqVo0XR30Y3uMQ/mjoaE8aMeahdm769rhNU9sbZrRiDOIR6GwxRHSoj8KLcn5haChDMc3DqLfyQ4C0YDV905LyImFkCq+B30/tLlbDKe2bpA8qBBHkusJdMN5V0i4KoQJ84kLjwA4wyksapsF3hc/0jU5kIdV9I8vFuE/qjj6WZZiS8N++H/HIn3IHqQlSI7ZQXuOrzuOw0mTeNPUNOaRxjvSF6YFlnhL9jQn/wBAruqtlQ4AAA==",
    tag: "6a6ef48785918726")

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
    gzip: "H4sIAAAAAAACA5VXXW/bNhR996+4EbpOKlSl2MMeYnhBO6QvWztgHdCHoIBp8TriIpMCScUNXP/3XV5SH45TbHuKRd7vc3jIXF7C50Z48A2Cqy2idiAswk5IBLOt4C/86h1ssDY7BE8foI1Ed0V/yMje9x2ZgQDnhUdQDvABLVgUslosLl+9gg/iHimmBmxxh9ovobOmQ+sVLe+Vb8hZCteUZCNhbU2L65JrEN5btek9ugpeXS7wa2esh22va6+MhibXYoflPNwKDscSqqqqG9VKi7qAwwKgNtr5IT8ZSVP34WdFDVPVN3GDwxVLst8aC3l0ur3HxxIeRNvjl9DoH5u/sfYVmVtKmE+5i5gKQG0hJydYrVaQ1a1wLiuG3BV/f6Q8VAUHXbIPtg5PHcMYMvj2DWilUrpuexp6nr3OiimYQ/92GFE+1VnMYibT0MWXecrjAsYwoutQy3w+tWBi0fd2Qm1xPIETKKk3egnrzqJzefws1mB7YtC+QQ3KBzrwNspnEYxOeWBVGQ3naD6PXZNn0S0r4QD+scMrmFaoiRkdiAshNrczdivlzQP9+F05jxptThip+p588wJWv8Qy8mRd/JdJtGKDbYsylOoJt3mrsfqtwlZS7anTZMfpqB32526YHdQO22ehfNp2neBeh2Ym/+VpHUSHwNC6MapGR8jQL+Mwj6SYI2M0n1Tad6gr+JP7cwEwPoKuMfvB61ncHI2i9rnpwhdhFhN9F69onp0dLU4Ru+KzleIVT5lJIeIWD4m9Rmj/DdtG6DscwU0TGexTAf8HbFbAiKcPukmy9+igVfcYJTSoYFQyFzaSskaH/Si0aKNIbnv3HXELed4Hr5zpUSZxTkecMrDZmfjNMVC66xMC/JOnJ3pvSMq7Fn04OGa7PT81PIcYg5Y3NImE4060p0RN27QW9IoWREtBshQillxtFGHIFZxVn6O1xjI0UTxT5e6dNfdE1BWwAbx8GbuJiFXKfaYT997YHcrrKkBLkrkVJHjLWZR9Q1o6xbqG7C0RQFhKTsMnvvmGDgEDSn83bFVlcBVzXlc7EgJxl0KmTqtg/iudv0juWN01rF8cKNsxXqWPpmddkiGs86ptoUGL1ZpCZ1kMF7s5EfBMWCVeK00tKkkTHWJn3vYYysq4w3iMjnOuEjRSPSSN2M5Jw2mKcqi+GOn8lijr/I+OcNtHIhP8JAGObnkai757lpRknLM+zmnmlW8xESRJ1cgP3stOGCXRC9V+xz5unjpMUpKuiywbL4vJk0ob3M7V47yu8KhhgeUKy1RVMUsbRHCS7J2xoccsm3GVXZ8QInxFhGPEJ9shDMM3Q+8wFFzGnMcRpN8Qu6A5HT2GdABruJ+j3gjGkHR+R9qUK0/4rlNQB+tZ2L6TpErRAo7PSzo9EFDmMRO1SxFL4McI5AdQkkYbGlcyIk/qEcgQNEfjnsSxy+eE5FTu7FjrcNSeeJzcCMEtHMzkHuzDGQlvm1h9yVmru/laAdfXMI3gPOqtkuU0ZTjyXRPiFPzkuuA0jXA5dTfdPRZ35gGHIrmiioLeiLrJOVM4XRK/zroc+jwbPRy5bUpzWvkyuUUrUjJeXp4E80E7yD1CMz7Rbjn5l8E2NBItL0gKhwttcFKabhz/Dqn+8fIrU2Qanu7bNmU9pr/JsVFSsgxfxAG0qO98E01G/CPjI21Pnj07pcPjPXDI0f8PWjIlyJbk8oPwTbVtjbHDHlzCz2+K49WLwyeSRH03rv8Q1qtOyE9eWJ//VEL2JiuO6+XiH3MvSQO9DAAA",
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
  /** Gets `aria-busy` while there is no response, from 100 ms on. */
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
    gzip: "H4sIAAAAAAACA6VY23IbuRF911eg9BBTLkaWk80mS0pUFK03e7fKViUPLlcRnAFFRDODCQBSy9Lq33O6AcyNo7W3suVacXDty+nu03j18qW4qoSplZVeG/xaCym+f//2Z3EjfbYRk3ffXIsvvzr708lUSCf8Rgmn7E5n9LfKeaQ8FS9fHalfamO98PtaibfNeRdHQvwqHoVVMjdVscdVM3Es8/wYw8dW1YXM1PG8na+l38yE81ZXd53hnSy2aia21X1lHirxNHqsVaXZPXuaeJofHb0ihWkYuvmN9CI3yonKeLHWXmjvMJBtS1X5rlJZIZ0LFnljrbFC/eJZ+/D1+BQOvoV1amtWhSqbY4JFrVpvnSyCOb/64i9/Pekeryuv7BqGEDdx9yP0a5Qgk142NunNaF88M+W89FuHuWpbrpTtzeXKS1309gW7BMcblkd4w+7WFWyv8+ABfPFgZrAEyiV4vA76dO6owynjwuGHM9X43E5Zp3kySf6U3GbVf7fK+eC4BEVIytZV+YjHgjlHfXZorK6t6MI3Ze33Qq/5KqtcbSqnxIMMeDGVIt+2YrxwBzYI18+SHEmVI/FSvFN+a6sQUQxHlXegd72R1V0A5oagS9h04k7vVDVHEGQ8nWOjBWIhPcTMsVFnsjil0//uN9Y8dCF71DHOGidwdMq6Lva85vzrePdikqSYiTQ2DRLOWs2aAP/w8aRdF+MrqbZcw2ibpXjQfhP1JHFhtKUp8mVwo7RKwK2Qu1E67jsdk9gqePr8X4TFxQSnNClhKnjXTPDcSfw7kEi2BwUMyXsVXOCBDg7VSqgdIRvIVLIkvLPUU/GADYrQhuV7EntUPt58Iy0gMWEoZApOm4kJT8y6KevDWitSIMTAxzZNnYiLhdgZnU+PoMeEREuTzdS8zTgyazM3oJDdR8NmZOsq4ZRSmwIGIYUblzxMnl/x54Kk13kKiSm+wj0zERawbI9pF/1sV88Ha8UT5d5PyBuSt2MPhEPxM8ecQdDJFeagw6jktakn7eUsFoa+sabsi/W8GDWggwtli4xkPfI6hV5c0U8yrQRptrFe3wBBprSoNcvnSsN5q689MjAyYa5dqR0y13H8dQxgcAn+WZbKxUARFyEamhQYkXYZh2eD6VRlL8W92kOktKoi/M/D+TdyXxiZhxumfN3hPV20/0CxRMvEH1rI62oNv9xwPb8UN/j/UBbagWGafnziH40cbLxrWRQhhPuhDZ9V2Jon1pJJp1KAAw4zoSQoAI9uaInBH0AM0TLq4ZKT5KgVfxVm9R+VIUu+U25beA6dyFeCdfBNFzlCwQc2QTRF46COSSZ1sOxs1MScAMI94oljMHxEa/ybsYuC5KiGCrdBETjFkipXFnUVauyBnLKmrNtkY6p+CDxO08uLi4vlODd5X8kaB/rz97R+0a+gOh8t5muFwmrVkGl8ax4gSrWPsMfdyjJ1yiB4jLFDSjDKZVj4mWCZehNqvYZT3Ogm6KYRZFd+KNhtqMaRGxZY78QGslH6JxEZZ0Enhk2CS+fsQlf3HWaDin9oyeCetzUr37VnksFYfaerPr+YxRp6p144sSIWt5bwfLw/rOlRqmeMfxU0XCM/QiudbXpalU1JZMvOmet4c6cwZCNGeGYZLx7oK8K+y45Leh53CpkrT51EgGmhdxF/ZuuZLTPPixd4X1wOqRnZCLlpSMAEigXicA1+F4ZczObungdbd2HzAf/9Qam6JxgOJFwzP5CrFxTxxsL+HetPhTPxDohN4YqjB8ckD4XNuPZGZ/fwOn9OxTFs+51XJXdELv5e4KPaFkWSbRDYlVK5S9qviOqhRrOKiGSfiCiaK4+xEleGFPUcHKv8GSy+Tz1eU6A42OleJFj88xYJke9NiGnZedxSKtVIdLeVNoc4k27Yck5bGYNwq5K+nB1D9e0cBesgoKH2g9Secm/KHySB9kE6Wg/2zyXApUYO0UBs67Lhi+mif+JIsZRWyz+utm6/pJAoONARDFRETEP9pyFmXp+diZJCPx5MvZA1RfLrm0BepuzLKw+ErbZexXaXKE47tnjWH+NJ1sUMPBvm4m5YBJMArF5aIIv7lTsAf9Y0E5S4YgcxTF5wCzeU5Nbuoew3PmotC3eQ89y9rmuVNxt/I+m9IR58gLMrkg35JWZ6dh1qF1I+AFAa6vkeDFVNMHgLaExDztLWJZYYfJ5cwtr12DZI1U4bavKGtvsM+xJTa40RWwMy40oppC+SjxD4WqBPwN8/n8UfUGMFgjtHytRVppY0ING1l0xFll/j7FOAcdlkiNCGPjLPaWuruzZVhfAl6tiJkxiiplTBryb05g+o8Z0cxMJyxaAiT+LMesm3NiBQUYDepf/YooJa9mrv0tZcpFM3M6dUte/cDOZTvfAwFIURukSoIPt9uV4f9vIN2+1dqGg9xOF9dGHfLVEh8gsRHoA7wSq+M9GpUySAAiv5ztDqBXq/a+m9CPt7+OkQnOE7RveBqXmrSNKENicW8DVsTW05iUGwdZHYpzx2+IIRoybgEPy66XZjC9GMLNr3DdLkNgQ/Iam2ekebuWOw2wx1Z3ICvsiWIwO/pHY+PkXEOtcK3+EGDOkMOhOQqJSGzc1bwyedimK5Bd2QkWt+cfa6Kfr8xKLvNp4qczg4RYTO6H3yc0wwYbiYUMpm4zSLyPgJv8igXVLnPfumIxcLNs+nyO1vpuNnCeoQrrFcajZpg9Rhho3jFIy/H5SDuBzGyZS8hTp3ECtDIXh1hzZ1IRSYArqrWKrlmt8QuXtfKWRHat/nQt5JZPHmRchRM0RETodX0s4bG2XV342wGFmiu6Sp41nIolxfKvE31CoNQ7dYgwaDvn2awER09oAl9WDUlOxFsov4KVJpokkcVpHXIr6QBcSk1EWhIx8+4XwAnd1eTM6oHW2eVJ0utyByasKE0zEC6LvK9i0v5q2X7UsHZIvPRF1uK8M7V2QsTeUMvE0W+l6dPvtWFpmgTtBc6Sq/xWkh6HRVbxEI397+9ON39DOyILAeGqJ1V4BR4ka8hQ4AjFK5ayODZYQFiAGgdG6BurWuVL7sNGFB5A2/xTaknv6LjfchwWy69ea8edySfH740hZQMO/I917uiZbux7AXrDuNTRW9yrp5Q7ogekWZ3htzL/oix+drosWpwnWR3nnzC+tHmKygxwBObJPuE2GU2ZvaxdoDUU576Sf0Xi2ZBY7UpIsemedcUX7UDphT9vyWnn9SsQkPRGPcLmZjeiyaCdoTvF7EY9on0estOqOS956PHfSBNn9cdF5FO1m+JSfw7NVA1Biu0TLJhEOFunIG3w8l7R9q+5/cWMVu7f8T7enofxQJ3t6PGwAA",
    tag: "5b5958603fe78326")

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

// A proxy's error is not JSON.
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
        const { json } = await this.#request("GET", `/sessions/${encodeURIComponent(id)}`);
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
      const { json } = await this.#request("POST", "/sessions", { body, key });
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
          const json = text ? JSON.parse(text) : undefined;
          if (status !== 304) this.#warn(json);
          this.#keepAlive(json, response.headers.get("Date"));
          return { status, json };
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
    const request = { ...rest, headers, signal: all, cache: "no-store" };
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
    const waiting = this.#queue.slice(this.#isSending ? 1 : 0);
    const same = field && waiting.findLast((item) => item.field === field);
    if (same && waiting.slice(waiting.indexOf(same)).every((item) => item.field)) {
      same.action = action;
      return same.promise;
    }
    const item = { action, guard, field };
    const mark = () => control.setAttribute("aria-busy", "true");
    const cancel = control && this.#platform.after(100, mark);
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
        const { json } = await this.#request("POST", `/sessions/${id}/actions`, {
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
    const { json } = await this.#request("GET", path, { version });
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
      const parse = eventParser((event) => this.#receive(event));
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
    } catch (error) {
      // The next stream begins with a snapshot then.
      if (error instanceof PatchError) this.#copy = undefined;
      throw error;
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
      const sent = typed;
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
    on(this, "change", show);
    on(this, "status", ({ detail }) => detail.isConnected && send());
    show();
    return () => {
      cancel?.();
      end.abort();
    };
  }
}

"""#,
    gzip: "H4sIAAAAAAACA5097XbbNpb/8xSwkumQtUzb+ZjdSvHouGk77bZNehJ3+8P1VLQIWRxTpIak4mhdzdmn2X2PfZR9kr1fAAF+OJk9pycVSeACuLjf9wI+PlbfFFlW3FWqyLWqdFWlRa6KpYrVl/HitqrhH3hdvtflWMV5Ar/zpFJpreJFDU2rSL0u1PU2zeBTrTdjlRfqJiuu4wx/Pjo+VoneQB+dL3YTlRSL6nhV15toncCHalGm17pS9UqrUv99q6u6ih49Ov78c3WuNnG9WMGnuIZu0CgvarWEgdO6Qjjbtc7rSH1+/Eh/2BRlrRZZXFXqJ+z1dVkWpdIfaposP93vDeBSL7eVTsyIUzXflMV1ptdzlfJceMF/rJR8sOOp4O03r9QXz1/8S9gzNDfuHfyRUgvAVl1uF3VRBoDXeluNDfyQGihVbTe6DORllOg6TjM1m5lmUZ3WmcYX828vLn5ST+4Zzn4eTqn/m+u/6UUdwWTSmzyoVykMca9ag6k9td4/EoS81fW2zHnhhHNATYPfV6s4v2Hsr9L8BncekHSTvtf5VG3zBX1OoGMJ2wIj7VQKe12nizhzMbSEpkgvKt5ssh1tUmAGGfOwYYMl+HeTwqBnKtd36p2uA5qy/baDL8H7ONvqUJ39WZCXLlXA/aJVXMnnEHYZl6fokbHEYNZxogHMeVnGuyit6P8G5oybR1WWLnQQqglgMYoieqn2BgoNFSdJgKBkB2Q0fENIbqatE0AdTLuOyxsNa77VO9gTYI56hZtUbAgN8FtGaa2MGqqzszPqGGU6v6lXw6uDRoqbXlLPK/djWv0QVziZXqDqSJ26rWGFuBPS6bPPYKrUZQQfRj5YQmIHqbzi0GsKAuEDNCTYAJKmizCPRoB87mCmM1HHfw1Ofr88Pfri6tfk8/DJcVQD2wbQB3fqEPtO1Ov4tTvAEqXEmZkSfVDQmMd92RrhUAU0kZk6BUgnoTSfQPdXRQ5MmANXyipwttz6998NvwG5vbnL3Z0NZbW4cwc4lxDYqyzuiJ4bERXMn9zjpu99CYecaJhj7uGt1NU2w51DJvARi0OZHYA5ett1gKgt9SaLF3pkhI0SaFG1ITIn3IyVYOIEln86Rqo3uLkkIruC95dXZn17pbNKy9ht+ij1unjvjpfoTNdahr0ENF15UEwzXmoOErQhO+FIGBz5SFZOIDxOgq087eemqQDfbOuAJ0AdxzSOWY3LwtzIMvESpHjAMytASMe16ElHdJmZN8PDys6a5j6vfJ8Xd7k6k2m1cAbrpf60cSNEOXHbuNnFqyjNF9kWdGhQbIgqR7TUEdB4e0iiQjMikO0BMNSvx78/CYWTcKhwiEJBn1dbUMQW5gT0TrHZKyFdn0BxL2DN+IXoqg5Gx6NQBOmp13Sbg/6PN6A8RPys403AXA2SD/4fyVrPsywY/eMUV4+wvLcn+PYfI0OPVk+fMZ00KsaONlYn42YxogrtrpsOU9KOx+ocNBZpU4JaF2r+22+gR+vit9/m6q7YotmjmWPpdb3b6OiR1XZIbQUJCaE2UTCNpivTmxWJqnulcxi6jEFHTxQYCnqMTZbpzdZ7d1emdfPMxIkbjGKQyMVOEDiPxyY+gSGsliB2E+GV6CXIN7BdACX1zp/tPXchMSATRU4C1BgqtvLR18jMdTidfJtlSJ2IGGAX/kCkziOBBvGskPkSGG8FuE3rlZgkaFlA13mRJXO2B+NSKzDe0MasCn5Voo1Z6rJSizhX1W26wd7rXhuk1GD/BQBurGg03g9EIryjydFrYhVXBcDXsPOSIVhNTI9mT3w9SN0RJ/7rIQAgKwHB7+I1mimyWcgn0sEoL5yu+xVHkW8tuYUUkubukg0RXmto5gwjCo0wJGoWfjMZTYCVmGYSl5txmwAAo5bhCXapm6OkqOWBQTJ/JUahZ6E8bGT6MA4+++xMBoGuPECLd6UhzRWmKYhsWblxQwZEN3V8Kw5IjQoHPZ9c6ffI7WCt63iNKGMaDH759vzil7+oby9+/EH9z39/ET2N/hT2Ehj1/ykuwY8AZbPQYC0zwnFPYVqIqdHIbDKPBhKAeFkWE+B0HBuQeh2e0SwdqX58+Wv5a34lgpz6GEriVijDgCXKMo1vtAEes8QClgFLdQfYVKs4W7Lbl8HOgucD3yJne/FtRftb1SLYj3Hk3/G/MpgdgDKxJjCtj3pEm2ITyHuHEvEbjkZtGvsAV0SfSD44hgN/cqmccBY6ZjAhWV5PbTcftda8qNPcmMtG65uFXoJFAFQkkhqlJijLy79Orj4Pg9lkombhDB6vyAzVH/SCJmxHxGnmxLG4giSu4xGpZv6VCmWE/L8I3+Kezn/Nn9zTePu5gWTtKgTH/EGdvOk5dsveaKxfSEAuUGbmivz3ihz3DewL9CetV03U/J6U9EThDj0L1X4+xndgTwByRM8nabVOwbHdzyPr6bIvA24kIzZIQURwKICINbg3H9Fnaj6CJYSaw4OyQaMHIZie8OKbslhzz94evAYyGQJ/VPtpYkds9zbLwZ3hn0b5vIqzjIWALxzA00VsJ2AD0NdFXGkjIkBZjxsthV8wXhDvsiJOeoXCmpxeUajYvnLtAKaaHjUJUgj87pFjAbt8wGRweXJlVM6BL8JpHKYZz8K7gHFaBh42RdsO24pVJ+KCgFzi+6uGunk2M2AtmBI9cIvQilymRBtUyrVOKpYx1zANkI1ThVKrUmLRqZTjOaKTuA0yL6oxDcibqAANEQ7b0MbTa/flGNqCmQst6ftXca0jeA7oQ7ysQSCv0yxLKw2jJICZcpv7urBO1zQqmHUX8LNAf2Gbj9WPaNKu07zV/6mClT47Rac59GMAPINFpuPSACLYbHLifIBbv02TRKOCwRjLKn6vMX4W5+maHYxlCSitUBDTL1gWzRdJ3oZoVgxi1pnxixOMXAhmzg3MbxAQgSGclCAbkOV4trRIfsUogym+Bq90zu9+/vm7r0BO3K1SoBcM403gO88d9rUARijVqsAtBfbJVVYs4gyfFWzvLa4CaNYMtSh3m7qIwI17S7D/HUmoCpA4f07z+tlTto5ehGH0twLQPjoa0YwA6C3IL44xXqzSKsrj9+lNXBflLKKPzrxxRhrmi/8im26RooA1UBldM96A6KA9TAOEZVHCWgJDD3W5c1xl2lOh5Xfc0nivC4pUtpq2rKS92fS04j03eGjtIy0xrWoNvMuxNbBxwf+IMzMt2wE8wq9RJfxAzYGyR+/TKr1OQTnvuC84RxbIvYCxvrCjj1Hq4A5ejmgzV8UdulVFjrptBNZZZyTsMAybiRv44oKMq/ljQdvZ//7nfwH5NCKBjfmcCSfR78FJhN3BsGlBAWcgZZwWuwE3KGB/fvsDyQhF7XTyBtoFPgOnCSltO2hw+evd0dVho7CBKpERUESuwll0eXrlRFBAGQFNwf5a9/Md6EwdmJcYTIWljwBBFhAqUpKLh827Cth+sfIlQpoIdkBZi5QTOQIzPj05OZmyz4mu5IcdGmEUPE45MvRv7968dlxLimLHmQ0ls71ojEwT6zWmT0PLzRcCuEErlQ1HmpwhZseupoiAE9vuRK89j/AvmEgA9UxzJwq/fH7yfKyen544MQv6GjGgcGoi87JlU4wy1xp1Muw+RvKydKkbZUuGENAV0x8aLgxoTobOHD3BZN6Nz78TqrOheQRzQZEkws3jYkPGEeLhMWx9DRyypgfAACUKYHMoPZDHG2CS2hoJyDE5NozzvIANAqbvtBU6zjCaZWaOXTCSR63vVmKWi9+BYqoiQwoxwJH5iuPnGIgwAXk0FBEONCfRDrhfxvCOJg6iH+0IdUkk/hg8JFg59nIbpRXngLrvz6tM6419ibMUbYPCIyvyG24H3nAORgfZZRiVoO68DOoUXxfoQKU1vl/GabYtGZpFChoCsnDCfgySuhP/f0z6s7JE/RgdGG5zjiOgU17CUlAkGPBLszRsT2T0kQ4mD4U45rAOGZaGNhEM8EWJYW7Q/YaBmWYA1M/gXGTw7WTKLUmEJOdoKx99l4NCAOE8NXPB9cCHZ386OWmBSiuUbMnW307Y4wsKUZh3Rs6utC9TMfVDGT2ZQEXGPZrjgOEKjeP5pFGIlUbCEjFMAk5krJn+VMb5ZbWT/BiPhSRK3DZG4QmWC4MwgxqDTnEjmq6bBQOrXbiMIkzCfpj6cNNhIkNxSZFlSwqYQR+xEqm//bafetFY0esUjPWhuJDN6AiY83+ekWEE+ywqyvQmBfNKwPpT55CEoOvNRkterY6v/1i56VXyNTQILQyTAC8tYF9qTXsmKMN9SBfgeezyBcYr80AG8bWdgWlYhZ5sU15gfBentmX0+FrD/ANfNRnJa6aPMjFNrGaVVowploaRaDPT2gi6h/r4HUivPjQCtbB9GBNm9q2Iu8UlmCy3zk47It00ZsOhQwuRa1C47XGfnfb86ARXaETrLhZGhlMnQSvsvfBjbYQ8MR4LJ+1FWmzIj+Cip2UtSYw9MuAIP1azRp/is59hwxnLUmczTM9IcEwApIkbyQt9C8iYsq4F3OD6byRAMHtHdMVoEbEZjP7y9QXYRvNjWXp1/ORe54si0T+//e5Vsd4AFvIaR7GZAzMywo1kIylAGJgHWID7MXQjQ8rxasWjdUWU4B1Y7sm9C8Mbfd9aI2EXk08cDW5QNvPwj3kZ/HHVQHJoJGCBSy0nPH/a0hl3qsBpHzevMbDKQPdhG1ycABkTeuwnY6cZM8uPlB2wGSYfjd9PTy3YRsKT2Gv0w4QbR6bwQLQG7MNom99iHmmk9n4Abd8EJV0mDj0qYTEXdKhRyDmug6PT0CNMHNMh7hbPiqfEnpR8A5nMRQsgvsbyEqOZ4kV5cNy2bUEjc8XBQb1V36QlxTXRvhmUPuId1HX2sAy6LpKdscA5wJMud4EDCCBw8rVHCsykpgM1GsbKWOSFlnA+KrbcEgHZAJ4QRtbxh90Xzq23kA4vjYQEAfiOx5EUApeHsNkaAzFhNEytdZzfrdJMqzU5hBhxIlvH6qRHXd6hNADNxqzLlUafJot+evPugtKGRhiN0FdFoJRmcFitzbfCsA4DX3qbGTFZOFzNZHrVgdlh3iHWJdaxvhL88/TpkMPUy9HuEuwcYIMuGnUEa3bMEMd6AwvEOie0nEzHCW4Uh07ifKfWACHysA82aibJW1dMwqMbDj8wrIOJs4D7wE8aBYV8F639y+sRIwyMEW/J1N8gspPdMPmjR5Zq0SbEZOE1hn2zDJFgw0JkHecOCRPhWhu5IdvH+FmC9INhI9fT9iYpNuQMw2Df1XodSKB2NrMpi4Hwkv1sFvW4it/rwE0O9MxnYPTKGX3clkpSSNWazd415US69BtzhCBRCbi6aTNjolWJdQNIO2OmZFxP089NeTQD45f2sPNrU7k4eXLfWjEZ9vvOe2sUTB0a+fH87fcT9Vb8QWPUv6PYQWz8RJDL6PClNbETvq7AxKm0H9vCPeBqATQQ2fsXO1+0jZFZa12visRUrzjCCtYPvi/MlsoCkrRmq3/03fLoNej6ox9xX0YkCxtMisULzCx+szpfLPQGhPMIAwkp+zTHKJ2sQkemJbl74Gqd0EC5HKHXDAL+CHMII8yQdWE1kCh9bLt+l2iwAGssBj36Xu+o93z05B5a7UfzppcsdWgKFgGmv7S3MIwZR+6+kCE8iA3gxD8xVgaUTrGG06ma8sPhYSOWsYUJWTivSBqdNVmBZyCxT6IX4MZTRiBgoJQVgHcBfjpsK1ITaFfH6qmV2FZ7bwYjFV5LkGALnXXdGU52PH/RBBbGEnFG2BGFZIKwUVY9pj4GK4hoDFEyMcoumLj0hAGaCPC0BcQyhK+jOXPDVI7jjGm3wmnH22CVR3RtQLUb1VwqxuBNowjfBi0XQ4C9VM9OTtibomfUXs9OnvtuBcMmA4PT7qBp2iHTbjVEZ6wDA5vXfReXuW/KNxLvVuvNeYZ5bGwwbpYiGEctEYwwpzUKve5GJ9hSXzaL+hwcIWXCZk8AuekiBP56u76mKoa+qbzFQNjROVIazAgRir0+7qM0k/BU/F4BIuMs8yiRyLvZx71XKwAsTYSMwuFBN1AEvmZ/WI2s7YPFdaM7eFpkRQWPjl/oU6BTP03xN08iGIPoy23FRrUlq+cnX2AFwLHI96M0PwI4N4DPyhSy2upukKetwdfx7qeYUtYHAhNwLMPAr8vnT7/APN9T/OcZ/vPcMRltdN0xxgxA6CxiD+b4rwZ5rVW5/EoR2YBeWIHSsatA8H2jOU5tg/VoHUrAC1OBfIqAvlLAe16l6y3Gf+egCW8pMecrRldQ3LdlD1emoRrejwfFfdtbM8cZyAPo99Lamis634IELNP/iEXtzr/UcQmKnVXX3A844nJAw2EUGLNEtH8nzlBkEY0aK8WgYOQ5cEiPmEhxioB4YkNa5CWPhcqkN9M/yhj/4AHIgIRyM6qj/mUBxneXBNA6BQpASVBk77XrcfsqRzqT+KKWAh/X40fWgNWxWBwZ+B3tVASORnBptha38KpV/sw2lwR/ceN71BGAxQILIENg7bw4IjNz5EeFB7SSXQpTHVMKKG4mP1Nk0F1PUzNsFZTliB+lwgzPllAY2GYYqgz2yKsnCIk7cBt3YDNgCuI0NPFg2bPgIfrqtaH7KG3ckKmA2IferH8BpFRTMGgxRuInulR8E2ORcQm4XFPMmoq2EI3k22NeSBsuFsHhL9Iz1wepy/f1E8krep+6+kG58qqKuOQ8wM5OExnF0Sr/jE3lF4B4oL2x8WiI89VBMFgBt43b4iTiE4lVXgJ1u7CuQvrkBKk4FyYe22BJC8PgtBmX58winwfT6hUpPrvYJlRmVOt0ABRV50vvmROfmuAMqOb349jDubpoAePoHqBWW7LIL69aVO2gCq3SqqIEjMnNQGPMF1Pv0COfItMRAR/ZU20T9YdKBX+oQuCFDqSeiAF7g794GV/hlS8xJeGovCXFO9zMry15MFzBUSHTxN8uDpzaDZHzTqatuxs23axms3YLJxJrUsNhq1vgs/y7FZ4DjC0cLJrPYNpYFAqiojQOKHJ+KxLiyIasBHm8s+skd1NC4daBlTAph2gcDZ5W71YxRy05cONpbs58tvNJJmtBhjY0wTA9WDdmri/5pTz6tbESnuIxQ4mpnjXl4abYg/7nBY7tFn3SwhzFaqJeCJ1iXcMZg96Aox9j/Cf3mGOBTJ0cg2DapNoyOvuIKAYCL6Dj1FhttNEVFq8SbZckcUy0MHKrHqxEa6yUrjQh07NFvWdn/r762ySikU9DIso3pX6fFttq0gY0trQ78Tdq3881fdTko9MpaOgkHwgVga+QOr1t8r47fuApBithNR5ssfVbvGxX7uN3rr+Sbz1BtyStqGCESlwC/1goeUj0nqHci7pzD5WE+Fowvg/DblTsnE//iujA8W1kLDcFuCTvYT5ox9r0QKR+QTEZq/nNNi6T+RjNhx1SDKcOaPylxKOZI9H44BHwnQBfa11XkXqzJLsDS1fkQDJVIoIWnS9TnVn4Nrot2YlIzRccUpljILFi+PO4TOOja/Cu5ooTFqk5IYBGDYW/2RiDpUoBMmKKljJWNCKF5xBwS3VZniC30x73EMsHJAXuUTDgvlp3deJ5suCsesrcoMLQNZX/yOErftNUAJnDjl7OSGgW14EKXOBFoNcTPIYXBGmNp5WB4PFHxA3pwAz+cqRSxUc2LASeg3mio4ZvltQqDCMN8nPXC9vJ9GLbSDb/TDZ72qrOxCYbRqh7ok8snZrr4ZTZN3fXfO9gHZe31taU7cQg+XkNTvP1FgzKkaUUzC8h0frOm7UgDTEMmUOnJ2DD43j+Rui6zrQpbmpbx+iJILXQ9HzmxkUiRbZaGiZWjFvBEVc540CRBF5a0oxX0ZiMyixnFvFBxV6E9Io1JsXNtlrxPrvfkJteO9E6Uy7pTLWdnG26dFSOJXFfi7Tp3xXszOuBO1NzssR3QoSGnIZSeu+6/3R2gRv1R1dpYcYHcd1PXNUbMPN5F9Mk/JR8PwMj6cEfGz/HhU3uKpoXfqN9J7BglkV8zTzpSZNVurQ7tR9ArdV67T3D1bU4kAy/xLPwPx6VN7j2LS8nxuKqdM9EpM9pT7xw1CtwR178jCcMvHxAvwK2DEMnANtrf4zpQOIGxXdzaPP/W2AjSW2vwiZN9sei/0DjuVFsDNlP2ik9OTozdtpRZX5fot9tJNieKIsHg38/bs7JmQklpzgv1TToKW9hH6EVFP8ISp3yk0HWeCiA2yqGcQL2FLU9fYqrs8tkYnypXrQrj5z5mzCudeqc8HtznKsnNAyvMn0kx6Z6g8L+qD5VxEkwkAsYIkUcrk2InUP4TWFVC1P7TtWPdSDfUtGAV/WcLuUMRtpkzy3P2ggSes7gX8xxYXMTXW7nR2Gh+L0dzXX8rwH2NwdU8bBsh22e3BM2Z2o+wx9n/LyfY1pg1A7sfkrlm4lU2zk5VhGR+CDVy87RIF7i0zW/v42z5dFdTCXgGG/THzZpuescqrD+eIrxxhhPxdG1ALmpLrcXTmDSie7zwcQTuXNNGqqJBCQo5zzM50AaZ3zAihNi3MR6d1aK0PErxzIUmLOIpq6r8zp0YvZSEu3ANR3c9kc4vF/UmS1tOjb+ELQAHqun41bWwolnBSNsCHuHUMaqz6Nz67Ebu8HzwO2CzQmfIGy8+3jHGO3GAo1ybJp4waDeQvAHbI2ucIhIPAbOgQx/ac12hy17+gHDYd/jE17YswuPOPDrFNd1rLRebPkTk72hMwiwOc9Ouqns+5YqcY4suLvUFEfh7GYm+d35DBxjjzIEVOhnlUzYe1VJz0RbseDOIYqOvWV3eJBalM0d33becQlx0A5YUnEMf6va9TEHrZmhOeNkR+3jQCjYpVozeo8Rbs+U9Jvh7pGTZqus9SeZSMpsTL2lVlPVNgOv9U2cd6P1juB50DiXG4NK3c4Goef/jkimgePUfrSOf3TtOQm4UQYFz9nT+c5rDUJYTtHYwsjIM0RoKtZhlGWHHdZuT805NH5gQHjuBZ5PATYLzQJOPm5CyRT68/UDfONR1z/pjfRUAOBSXBfU9VjwW+hj/NxoONKDaMdj3AfomjRhtaXj3BzijNoFCdUAEYG+YRr7s3LqaeSWJNv30Nyb5VcELJe67DtvwJBfOntDZ4c6FRgOjNaAsL+2/siQBVKgqUGyDbEMyRegvdikAR+mu6YMoNcD7D1ItveihF/yiZ0K07RgQlTpB8QV0g5F78CsialQgI6AKrzn7vg0Om0uelkW2xITqXJcmjcbQ8EYpmvChHyinGOBXHNQyg0gVHaAhFPJ2V/PznR5flhpDexdX9z6nk8sD54+InalJqF/ctxUeFqZyEsigcg/X6rn8rPrGnvizAsi4QrzMVGRTtrZVDamONOCJ2VvqQH+AOLzwDDrYREAwuNHrIfix04hl9xv8Em1mbSk5ioMOfNtzvhLzhNE+fL8PSzCjVuPae7G5JEltnW4KzqaS3d0S4MKPbDM9I9cpflCP6huepifOw1wu5eZoYs4KRV3t9JcPWqvpDT1ykCfdE9jTEUU/vEhc1DBqnkrmn2DuRLjrOPOgNHoTB3NAQN0pp6+cILGH7Ga+FY4F5DACb1UB3vEVJHgzNVcd9UAGAsO960ooTdCs6y2qeJqTH87udQycE3EodLL0OdsCuGOyRUaYm9kXBsM5pDvi2E7FivTC6y2RBFacMYNnT200SvncPAfK3W9q/lmCCcz5Zw/ZQl1SIWOHTPFrQBtBWsdA6aRe5SCtooBnyKbX/WP7Nk8q5e77gvJPVCajJWIx3TI+4iX6xw28ifllBZjfuKI8lpH333FhcVGwrgTbsTKcFhAQoR7nkPV6vEJBa33H6mR9WvybG1lcWuikqY2034yIazeGtewvaSSZufeQiU3IzVFW/6NSS0IicYDe6VwwQUM8hW/advTJS3TKc2lg0R0qQd9adqTFptO+8JzCalouajRqeNFAFE7wEV3oaKI5LOQm5aDEqpr6HE7faA+CHjsVbFe0xUCGH5SlH5Spy9UhWeWKtAZee3YJBS6ApTECZ3ObUG2XP385BMrrT/B21RKQiqM9Yj/b+4OuhchYJO1LWNuyJoXLUMXa4qYu3YqV2L3XgOdRw6Jyj0UsF24ZjCqmgsiW5zeqYbuxBC7Jn57i7rSyYuzWM+iF4+9B34std8ruUQLr94aU+zwOq4oTYaSz0vWHv/11+TQhGPpu43nmAsADulHo+3kujG8tgl851HoB1Lw8H+1CpwacpxFKIcrw0ZftMtgegcwmzVq7UAbfG9nKg4YtW1GI9NhYWnSPkGG9ptpYK7JxndS8kJ3g8OsWXFpvqWZ1RZfX0EXQNiroZ1ttaO2ikDaNTvqfQHOezCoWDquvs1WgMfg2t/U1zlhpVyEu+DPhpNJhwHSDUJB4HytI//qvUV1hLeNob2mBPN+EEdWQ0WtzgXZzcdxZ1tDJ+o9bR/AFWHfjbtI0NkFbOufpi1nx98FBxuuOv2Iord1R+YylxiLTa344QqRWMQmExEXl/IXiurGCvzbbc2xaZ/ZHXvR5VzvQhI7ba9xX0jKvcVkwGr+VNMfLdtOsaqtDZI7PA46g6hPMIzFDJbIycT91KrC9GM3e7/M249c8kie3d7BbH8U0pNwZm1oKuISemIE/ojjIUPY7T7U9ekXrsbFHh8JToNMlndUxomnPlCYgWBCG/uOD3yaNAoHQ6t419x9bwrizD0O7j0njaPRCm15dOmcyid/yKFPTEl79iRri75z+H7Z5kV/nZDJtjmTtAWdVEe12VAhHdlBuJzWsQseXg7+nzXn/vvrmZq8Tzdo3B8VMZWOA0k7B/SZXErgEm5z9Me/H+bBG34e9ROx0elYQoG3Sg9XXvE87BGhnhPXFIA011bcUembcSzoulWJPJqrQuLqVluRZ4Sf785/HZfZbjguaSZv7xl6qU47Hp9jPbFo4dKGsfLvBAr5dBGN2LJd3DxZj6vYmcXDwfies9zmEH3PcXBPCgxcWOGUVLiE02OO9t770D1mPbhsL+P9DkzVqrljKvKYEVM4KGFYr8k1QJSE5T+gQnvNTLfgwyRe5g8ZaYDC/fdOUTxF2UBMuVeEuoX71oJtTg98Mlt49THOiTmnNrVpfLfa9dTsU/kUSVGnnoj/+sAJTM0tZWrqchBUn0AHN8YLLH9PxmbMRzVN2Z3BPJcHxVl6qycSXZuTOyUlPHMrG++MasDKi0QYlUeg69hLTCDsdO3+OZw5F9TwmdB5pObyJ2ZE1M9ZjdzZ27MolGcz8BgxVbGErgGCuWAT84C27loWNCVfDe9FxDtoEfpYEv54O31xyxdIDVx2zUPQjGkHbOz7Os0TxGeQ5ptt7dz7bgq1ZD2mWBLrWlXrkPlDd7H5x+8kCIIRijxpvB7GN4W3YZMXxZYcdP7zM00ozW6BTV+xx0RXC1WtzIMbfvPMuBUVLwQ9x4zkLDHTBmHJrf4XtcczPTtzpkMmz4faL9zw3hJuI7mawXlQ7qXee78KlHDKGvljlZlDEyOR3mAHwyYPaGdn6FquI076k5uODHeqoQN3lUhIUl37CYWMrlnGCyEGmDQU7wVlbCk3G262ysjme+ytr+4IwntMz2wT2du4MLa+RpRLWsgPf5i7VwwvAO7b5ZY+IvfWQjbtXQ/VUrEtWbEvx7SsJhyycvL73gFROpTT8TIQdYeH0wcJ5cAhifAjx91OX5zQjJK+OZBtaP/yDR8oMFcUyx/ZGbg8lq4o7lxKayhorEb0f7xmFZcZeomSr3NcOZ7fFfkgwnh7vU5rucibbhVsSOcanKBo+N5b/IyV3HLu4ip0ZsLzdTDgTHLBWCRrBdaL8+XtCHyRROG9B7tjwKjtBQ2KNcVYaUfvC/NHv5rzI0g9na/WhQqcUx50GTE9RK5PCSKM+NvM3iVHP185SHEdS2Zv/gDZ/wFSQ2+pgG4AAA==",
    tag: "55b94f20408c9766")

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
    gzip: "H4sIAAAAAAACA5VWUW/bNhB+z684+KVJICTvcpcg2LoOW5cGS7A9FAVMS+eYtUwKJBXXSP3fe3ekZFpxi8wPCSWKd9/dfd/x9Lq1LkDYtgjPcI+m/tgGbY0v+CHwX+/pGXawcHYNk4vLuapWPtCfiy9+Mj05uTw/h/+W6BAU0PuAsFQ+rqsVWEfL1qEna4otX8D55Ql+FbfaBHQLVSHcNfz3+QSAzd3An/cfb+HOygf8mYWwxGh+CrPzGS9N7WFB9lFVS8AG1+QC7KJ3LY4AHKrammYLbbRW0q7T5nGa7620qUuYyLkJfINJjlheqAZdkFVlzUK7tWz9plVjHyfThJvSQDAp4kpyyPYJmg6loK+UR8bH69bZlgxu33gwak0xBdchzLdQ40J1TRiDjxavS5hb26AyvceHZNf3htF0a1ooSq7nFw4L2Oiw5LV2FPu2QU/ulnYPZoEqdO5n7sUFeX/ev/rEuPtkfu4XsJsONUwJByrehgExLaSKdJBqamir5bIT16RqDqvOef00ABqjaPQKr/f12/XcI9uz9+8e4DKd85fPDG5HLFFbf5xwv6eYn3MHRj3pR5UyPbwVbn76fECYnB/3ktPXZiehvjFHKFu8Vi4f8AmbQS4PfVIpwY0lNynRjXyl91kfJ3SF26Ny4HLnG72TlF8irfBI1Nczm2TZdn45i5KMoVEbMDXM/BIxxA3LlPQ/YZoYPgpKxF+SxW0OKQojMr5qLCthCJ0gdYb8aIP1DPSCPtCCqlLmzUuO8+kSOrMydmMOXGt/z+XBmorMQs0BxCSL/6BW4p4ybg1G2elA5EfD/yO8sds5NnZDdqWkveF/kPJsYijO2kAZT4FyEpXpn5KABUMyHHdORV9DNGdZXImAuQs572OH5+e5DYGXsesG2+YsXHQmOo+nTlNdkv2iJ0nZS+wsxcYK+pHnjbQjThCrZKgjvxRQFDF1aPwKh4IYoKSTp9Fcpt3kuYjHS6DuOEf3ApL0kNqpDV9c+2y+0N2/Gjciu66tKerr6DBZI6tPVtd9Dd9jyGKkCjbKh8jiVKrOrG1nwg+spDr9hdj62ECJV3IA60KEJaVyduPRkXmiXbBuW0ib5I4Sb252LFnJI6oIi4fbod1JTHSxkey6iqyc0iP0Fsp+CHhL2mPP26tC9seVjm9tHCBKsck/wVzCQZRF1mvLDMgZ/HIVs/xtSCb/OBO31MFSJg57JPglJaHgtpe/ljuRhSgX71LRxWIs6Dpln3/UAK9HyATBvv3wj26pQLpb06d2/gWrEDd2HO8ZMWjUDHzsBopuFwZmXlxjiaR7CkYDv0baJwKmCrME1NwSdh1i1SXY2GXmSLAwdgn0LYXcU0skNObVHUlJe3zLib0a3PLQ57OeQqpPEArumVp454NumjhPxH4W9r1XOUeXdt/YKP31qNTxu6xFJIpcl/nEyey6ylDy/Cnv9lCH+SobNPcXndyjVNEeCOfpRXfKrryzbJrqc0G9jofKhnoydyK5ONME3Csu6Sx54WjHkr2XCo04SlB16C9OnkvSXCZ8ni0ovTNoO/pCmylVM7ZIPuFwbZ9Uc7Tv0RCZZlBW7EHW6fm4xHiH3RHv0zVdwh8Pf394Fx+E/xxOcUJxnQ6P04PYKB4eiOO8kk/EUAuc/xfCDdt6XX84hPQdlzIDqr8MAAA=",
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
    // A field sends what was typed when it loses focus: before its level closes.
    globalThis.document?.activeElement?.blur();
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
    gzip: "H4sIAAAAAAACA5Ua227byPXdXzHhLrZUQtNO0b7IqxrpNkWLbppibWBbGEY1EscSG4pUScqKoVW/vec6nJFkJ5uHmBrOnPudc3Fhfl7a3ljTua4rm9p0y2bbGTtrHp0p+860TdOP6alyj67qMtMvXdmaorRVs4Cfti5wycxaOOja33RmWXZ90z7lZ2cXr1+fmdfmJ9dv2rqjbQzFPLTNio81fY+PDf3qm/WYHrrezj8BLFe5lat7wLNFOmWPaWpn1q3r6BWi8G+RXv8qN9PaPpYL2wNrU9M80JYHZ4EewGGfOjjo4FFQ9s4sLdG5ujLT11NT1sYi+HVT1r1rcU9dAPVNa5ydL5U8hGyZZhbItCo/uSkwa2E38GbN2ra92Zb9knHZFYi3rgHkurJz1+WA5eLMfV43sO1hU8+RYhFWSpRlZmcGZszE3N1nyigt3fRPlevGQAb+hQ27vdmPzO7MmHlTdwC22QBpePDKr9kCV1JCNDKTP5iUduXrTbeU1YzJGA2HHsuu7PEYMgVE2B5kU4OKWrv2NLmW4CF6PVfWXVk4PLjzEt3TLvmVA6dt3/0MYkqn3+4E8P5iSsgVDEsMwAziyB/KCramjGGkP+mQidBl5t+gooqZfQUPedesXJo2oJb2BVrofS7vkKJRRtCFMtFiB+pLU5uZGQtzln8qUeaTiUnIPJKROTepPV4WOGhZKbPpic4M7gaqySjAGbuPawfintuOxMAKBzWBzZk92iJTMxLhq9xqMDrc7xmsyrlLRch55eoFWOcb83aUd+uq7NPkIhnlK7tON7Xr5nbthEZvBrbaOFIDwM1bV2wAXEqrGS2SDJptHa1l5AoeVPlgUgEE0gDTcw9l7Qrzyy9mWK43qDDA2pf1xsVUgFTQolg4hBHNMA2J+qlcLEEt5G8BZWAWd/jjfiyuuB+pkEcHrJIHIBpxRRJ5Zkp0niQJDB3/XVyYWx9PMDLUxtWbFYUWDKSoN8NhBgJZ9WQ+OQiWepoRwhKqajATW7m2T1AswxpsfSjbFXnAnygeJ+Ya3NuMzcfZf9y8zxEM0+wZ8s7YvUeiJoRKtY9g35rvvtPzQPJH0B9ZWkY77y7vj0ChEAGQQLzWfUAGa8H26fnbo1OoToydsfJSD2XQDr8G09bHI1iAEeBgyNDgc428m+trUM8eltVvv92VBf6PkPfTQzBr+1Q1tgh5IeExIWbMv4ZTZAawG23cn2C3HHu3ZHu7vuaF4XBLWRHYBELZmVle3roI2ViJyrzA9gpjHzrRcaAZLLJyvZm5qtmi96uEBkqioFMWgplDCTlhCGsI5ugysfLgEZxKkuJYgHnt7QO1KZSdcpWZPAd3haU9ACV/U2dLMBkl6G0nAMyrpmPjw6BIAniwFSxdB8FkLJStm/WfofBgyp6hSMgFxqDIIK6I01TopNXomAoWUimgEC4yXs6YPqC9u0GtuALKmxZjoUolAoV6LFmLJHfxnBw456SrIqFQDyY1DUz79QW9nGZGAh1REMDfq9mAhkBAu7OvVaiaTDE+RfZXKFLi/2CiYd2CMSvpls5BeBvTnuNQ8fVKToqyW5VdlxwB+ZWKZXkL5Spvn5FFxKd0Ph5czKvfi80jYGXg/+TFkXYTMPYDLWjQk6BBRdrV2f7sjHnTDI3c+fyGD0AYFQPvqipN/vcWAFNWj1YvcfV/KDAGBtEM4Rwm8jTOCZydQSa7vY9xbLU+WnrdAGjsBaJGgJnCZ6sKPuwPIHGCNbjPBqseqvBLbU2spORFA7GWyuqyz0+V0Ai5rBepdi8EMKyKCTWG/NptzY3rZadUR7w9FP0daJvP3GuZCSbAQYCL2Vf8GgWVsg+iwB9d27l0FChNOias1AG8dE1js6iama1u4Xcua1hp2gfEtCqrquwcnC+Al3ZTj6ICuy9XBK9z/S08Nps+hT2ZCY+JBQo3KVE8h0al1RMEhHbtETEcBPdIIXSuHUTzvtnMl/jQlYvaVoofHOH9I9j8j7QbKE3gAJkzGJee3ckhHz7E3tZsCRO/AdPhGns0jpaa6II81T+tqba6S8QlC7BatGNIpvR4PzqmCQ8FHAjegdXQRMncZi2YTmdmELm5bZu3TVUBP+CsaFza+z40802H5NTNlqwQ5btyqxkgjTV0R1sR++fMPN1jN1bACubLHD3i0b3n7JkJsn/qw7/uTyhOYzhvuW1ShBrV1oLvOi+7HxoIWnMI4yMjqzn95QiPkrohMCp0gbMX+eyvfEP/N+fWnffIFQSjHll6dhQgAdRPGX6j0wRo0Om0tJpTU7QWxw+IhB0cYbaik+nObNYF2JTvTDd1eNxARWemYAEeHLc8RGiYclBXiALHCFSN49Qjk5r8CQp1iDB1AzVC1JbPK9t15u9DD47S/0ZYQiF9I5MFeibC6AkIor8Qcnsw4dXw2g3t+DcSqIJANLrCVoI6ATAtCYy9DjpAwBBSqKmoGx/GnlyPwAq37pd0XGYewr0qBBqSvn3CnWV3y/5gJKcSMQtwqgWdn9t6znid2dqyJydsNi1liamOehbNFI9VWB3jKdxNNDC9Ze9HIRlaJfzu7SfQTNXUCzzoao3A72YgarDUHi0R3QesTpyn3cwBWSoCz3SOg3GFpJlJG8CugUlUJa5zEAPkQFhVnVGk9NrTlzoemphAnfqSEMErr119wahF1bro8WNog7whjkEl0kBbGAt3XkNYPcVQeJ+KnF3+J4e/dCSUrGy9sVUS0sBqmAznMChf5xjTqFHAFH4Zg5bq4AZ3cnkTHc6MPzyOkOyxdBnF7GjE99w4LFyORZRLnmHlyTvKGyn4ebgq8RuXJQcxPFFlfpyK5ktbLzARhWBaIATt60RaijdQ+DuT9HA7lChk2bbl4IEFClQhkD9hnWsZeQv1Ci427KGSHRau1+FenB+WZVFghRsEgTDqM2VyMrJlVo2ffAUTvXgIVHZ/URR8XuIOVSt0CBvnEQ4amJbgRdxQULMi0Ea6GQviYVwYUP5Kt0pSGcT6TTjljKVhq0p7CD8FjZz0eGrGWQOnLjgyQhpfMfG+AxsZz6Z5MzHTi2933oWFdp0MCO0AKjKCn5cOp4E88u2dzswZLs+vFxvbFkiGJkmKvjwJDhKRmAMBUAZJ/LtntS565qnloOWBJ+yOEEZE8o3DuTUU1NKJECV0RgMy0thDnYjkg9lul64O6nQw5RaKk04JBnCpTC54Q9DiYhyQ/khLrEirLJtJcCBu49QS1FWPpHPCJbwXIGFMEc/7yL8JI0VdrTX3sXh+QN/0KpRCBt1YP4Rk3GRgwdC6/24g6l6J2hE/lP9ggtzAgHbXgEE93XZP9Zx9nwU25CKWBkUP9UbW8VU0M8cGaMLbwLvr4q+48mXV+9Fls8VmfCKQvjeXOiPU1ohAa2cUHtUWbSJAaBgMXHC3tpfWAZ7lFHsbb5WBIoQRgZKX9bzaFK5Lh7ZwFCsxjLg0Rv1rQaWPfgSieFpjJ2UWYIxglAtb1lcHPmVW9gkUAkqkmb2ZPVFZHn5AiEpBz93QzQWmzB3dEDwi3XS35CuT0GQj4DkS+5QOmn/WpiPAMv1lnYeNqGpggDaoG+T1zjyUrirIPaXs3WJRC31PwR6NlRiZOlX+YzVc/32P9dmxtIJOVJuU67hLgTqi2niNBWEYCQTNISOjg0SDKWKg+pTmoTT1WctS0fmsk/vJ9R/MW7BrtVgdVOEYOgsmXRQIxgc6EgjXXp/B5CLTcY02Q1AQ9/OlSV3bNm38haWpXL61bZ0mfxzqo6E2H0MBQqdy6Ek6u1Cv2f8K2RXgClCTvSS+IeT30IED3ArMGxsLbhq48NVOTes6jlUo1rhQhpXcYkWeRvioPbjOA4SeBDmOoWAAwfUVQ8IEzF5/9fVRUBxCiyJ2jJO+IHTixLul2tgd2aa2XtQa+aIeuuG++YnHNCCGQbU0XMdvJFgI6dahUjr+LqV7Hku3zaVDBWFFR4PyiIjUlgLeR2Tvz4JNKnE/OKm0a/oAooh5IeHIDxLO3RHpmaK8H42OepygNT1dX5EODj8xDkeBtnyh07R8MFjdecT3tTKODclBbzAMUw6+QIKEQwj02x8PRgNcNo54XBkWsErwd9+ZWD5c2b2aSPkp5bVhndIQArQRqzJWAH1B32mNhecyz/Q+cn0JblAnhB58AUrFFjlwUxxQFM6t9eOhzlDeQ7dcOk6PK1vgV8U5FyObTkYE0jTxLABiD2OAmDLH4E9Zolk7rL9A1VusVWcUvqRjhdrwU7k+bG0Il7NtVbo2p1kI8XAUAihcnPL6L3e7QOQflYTWPQA/gLXm+QWx3BOzY3NjH2xbghKpDINC9+3lJV7fWNoK72aswEF7FxYBWyuW+sH2yxzeHzgQZ4XM/P5yyK+32waKZJx9CV6zbTbghIsGBNwYoCD3rAv878MO2dc7inyiXOPkBIslFZgeP4+OMyHbZVk5le0wvwETDpvx7wXJ4KIa7NEyv6q3f/Pmue5+H5jpDw3O2JCBFg1zqoPfaYa2ROVazjOllGQXl787nmxnX7QEmfvaFnvnScTqG1ZKuI/HVvhVjubmv7+8zA5GpoHcJwI2dmSdPoQNa5QA/ajJx0BCmh4EBN3ra4pgrDooxUtnSKl+0BGl5HBgh3PakCzh5gDTyfji2Yu0ocOig/j73OxoKPvlYHiFwzs8GokU43ijSyaPPvOTP8UKPWdC4lr746Yd9rFQwWEGxIMIni1VDmkdjoy+QoIqnIC2Y5X4GeoXKxuenxBXwAeL4fsJtGfw6xVXOByDRkcaNPwFl5a5taT9dxzK7OcUrD2EAAJl47oXA9jz97gbGVxE7ZPcUuG7DXhHLoOuoqqAO+ikpviYSkM2ml752TzdFXSr5hHqvFPf4TC78B0VzcjD7S1GEH6UK7uf+abYCqvtD64obZqkEKTPt2XRL8fmd5eAbET3k2CD666Co/9o1s0jfQfT1E23NOi7M79KMFgKDngaliFh/OX2w4/S3eTrtukb7J4G8HrjD8xAv9vMWwdWI2fSAf+1SYryET9qJ3xbkqOnQMihhrCd65W8kNgA3UuD8ZNTVpmvxh/OU/kg7O/LsdUM9YtnZtYUT7mF0AC9gKoZN0R6xwU2X+FVo4jytvYqSOymb5IohDeLRUW+AvkHOLvhyyZMof7k+03UN5GymF5v/IzleNLLsJNMkZwY7uph9A+hXsJieC0CQtZ7/qKOrdK7umibsoDotYAKDj8O2O7Tldwdtf5D7lymSDxEo0uemZnS6pRvm3ZNfpSkRBb0AY4/tNNjLt/k/uQe7KbqcVAtQviiFBhukg0IXpDDieOIJvF3F16U4IemsJWmlZMfJ49aSD1O0UJ0uqfP4ti00T03jPOXV1GMqvkNlhTWhBff5CayXgLozGzT9yDeXxea3iHw48gUxqSd6cse72VJ+54ppuGiS+7vh4kgXo563p8OL8rKrVy+Dda7z3jJtgVYbV/itc6joT4V4hO9tGc7VFj6THzSS5gDPN+3ApQcsf3gb+bhL33tDYaDA+4+HPLjWlTdSEhGbqa+ajgnTZ5/u3vzhrWt43ZvWK5/10N9D/J1aQLxDq2Rb0CGgZRuHaTJ8rfo76wavtc1egkcdAn2vLIz8ovZU3ivjBpCmc0MAyjEsU4CtSOSMV69Kov9uaxOgytRL+AtXDeHBUF8AOK5eRA0kUgutI9NFdwlwiZcLPB6mGGpTY7NnZyD9PPxb4nZ3x8267xVbq4l/AuoEmQ7GhvCYf8CI7mMDZESidEcawL2UYr4fiQIfKLjQ3RW98qOUzGonH9KDmv2Ice/08tcIo1X0eVhSBjBOt4eHu510ZBaAfiG7IXUGCJ+sKWGa57/4QT8pdEfllXPDf7wX4CXppoSJfSbCt+qA4mNVVv7UU4TyJRJGe6ThZ0Z3TL6P9835JDcMQAA",
    tag: "a94c284dbedf9419")
}
#endif
