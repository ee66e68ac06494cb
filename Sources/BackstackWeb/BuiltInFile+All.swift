// swift-format-ignore-file
// Written by `make web` from the files in Assets. Change those.

extension BuiltInFile {
  static var all: [BuiltInFile] {
    [.appAppCss, .appAppJs, .appCountersJs, .appIconSvg, .appIndexHtml, .appInventoryJs, .appPollsJs, .appQrJs, .appStageJs, .appStandupsJs, .appTextJs, .appToolsJs, .appUiJs, .clientBackstackDTs, .clientBackstackJs, .clientCasesDTs, .clientCasesJs, .clientDialogsDTs, .clientDialogsJs, .clientHandoverDTs, .clientHandoverJs, .clientLevelsDTs, .clientLevelsJs, .clientPatchDTs, .clientPatchJs, .clientSimulateDTs, .clientSimulateJs, .clientTextDTs, .clientTextJs, .inspectorApiJs, .inspectorDiffJs, .inspectorEffectsJs, .inspectorFormJs, .inspectorHistoryJs, .inspectorIconSvg, .inspectorIndexHtml, .inspectorInspectorCss, .inspectorInspectorJs, .inspectorListJs, .inspectorSchemaJs, .inspectorSessionJs, .inspectorTimelineJs, .inspectorTreeJs]
  }

  static let build = "18a744a745c8"
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
dialog, [popover], .panel { background: var(--ground); border: 0; border-radius: 1.2rem; box-shadow: 0 1rem 4rem #0006; color: inherit; max-height: 90dvh; overflow: auto; padding: 0; width: min(34rem, 94vw); }
dialog::backdrop { background: #0008; }
[role=alertdialog], .panel[data-style=alert] { max-width: 20rem; padding: 1.4rem; text-align: center; }
[role=alertdialog] > *, .panel[data-style=alert] > * { margin: 0 0 .7rem; width: 100%; }
.panel { left: 3%; margin: auto; position: absolute; right: 3%; top: 15%; width: 94%; z-index: 3; }
.sheet .bar { background: var(--ground); gap: .5rem; justify-content: space-between; padding: .6rem 1rem; position: sticky; top: 0; z-index: 1; }
.sheet .bar h2 { font-size: 1.05rem; margin: 0; text-align: center; }
.sheet .bar button { background: none; border: 0; padding: .3rem .5rem; }
.sheet .bar .done { font-weight: 700; }
.sheet .body { padding: .5rem 1.25rem 1.5rem; }
@media (max-width: 40rem) {
  dialog:not([role=alertdialog]) { border-radius: 1.2rem 1.2rem 0 0; margin: auto 0 0; max-width: none; width: 100%; }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open], .panel { animation: rise .35s cubic-bezier(.32,.72,0,1); }
  [role=alertdialog][open], .panel[role=alertdialog] { animation: grow .2s ease-out; }
  dialog, [popover], dialog::backdrop, .panel {
    transition: transform .25s ease-in, opacity .25s, display .25s allow-discrete, overlay .25s allow-discrete;
  }
  dialog:not([open]), .panel[inert] { transform: translateY(100%); }
  dialog[role=alertdialog]:not([open]), .panel[role=alertdialog][inert], [popover]:not(:popover-open) {
    opacity: 0; transform: none;
  }
  dialog:not([open])::backdrop { opacity: 0; }
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
    gzip: "H4sIAAAAAAACA3RU55qrNhD9v0+h9G0iBnf4ch8kXUiDmSxIfJLcbnn3jBAE47tx98zRmTNNuTXGs08PjEnTGMudrKGFnDV4qD1Twr4V5ONcSAnaD3Ye7I/freRqozav7DuxF+uqeopIo98FV1VFyHSdLjMYkAdrjlrdwVb03BFyoRYqzQakFFa9S1emZTaCPFzuYqYbeirCVUt67gacM9Udbi3WYhOCiq3YliOuQQ1znJJKwopwy/AYE1ZCH8DOkeUy3WZliFzt5H7VIysTapIuFj/8nCarNXNX56HlR3xlTmjHHVisArAU8m2szUnYx7FSgSW2KdpjylHFGco39L2BO/wIXKh/jm6IVzx8eXhmn1hpLsGJ+pDTb6vAcjIV7MvDbzUqBfoPAil0XSOuOdNGA/sG285YL7QPsNKoK0FaYQ+oc7YoWIua10CZx1DqVBfMnMBWjTnzsxVdzoS+nmuwcOO45Ew22AXK704IZ3cbt2qANAX1WF25pKr1wxRGCmzBDoEzs9AWPXIIQp89XeK8OADRdcahR0MqLTTC4+kmfowez5NsemaLnrAVxIfK1zlb7sgyz0+KRj7GJBlnq2RNiKcIGQ4togRpATT79P+NnPOipvIgFbgTSvXNWbA0yQJ9TDSQNlh5ULPEROlMc/RQEIMDT8foKY7eFOwjR63gMipqQJyImH2aHFlw1CmZaC7jzJAxSft4YfSntibpmkzgPVjuOiF7iTxZZAE6zkLUOym/rcQHVqd5hdZ5Lmts1H8jxL3pqNTJeKDO5nqIy94GyWKIZDPil3f4GZq2LOInfpJh5NG9sjqLv+i8OfqQbxz4XnYc82kiDxZVHLwYoTdwWl5ye+CSutBql4em0gQ9Ll5ZWtmnieoDe562ZmqJemVJjdrTlwIvsCHQbL3DTRVpAmyearKPpek3XjR40NOKhLjCEr63cySlbvLOF202icupd+XRe6NJmjVn+gyjTF90EGmyh9tsGt257nj/k/L7BYg3OTni7UPl7C6MhhjV4A6N6C+0COBWKDw6yvbrbcySbdA6bU1s89AhebQuCOoMhqyJMlZKgTRWxP2J/fbmKGuSHG2t0Ngdmx5BPiv0uG0mTL6/MtoG9xo9lbFt/794GAuWB6ITxLoNf9in8TBp3BTT2Zw5KRp4TPa7dejzyKHQibIB9e48TLkpqMSx8cXETiWZ0YcMJ97fhEXBy6O7/uLtEeiyn8pkzcGCc8XXVaLmgQ19Ycp4Dyrwxd3hJ3RIOm93aDlv6DQKA4KbqnIQ2tdd+kHtLNJiXP/t1DrTXTVi6FZ43f5iHNxLerKI9IJBfua7uDzgtvQ95G82kiwnK4mGA9ZcDXBLmp9hRtJopKMjOQotdRwhGpqDzH4K9oEXyJbrKlzmAfIuppwPX13St3FYhH52TOkj6/n32u+o8MhEY6UyFl6GjSiKALeUDNHwgVYSpkAlPJVkTA6le5CTjXlbKV+vN8S3a7x+ro3P//vzn+fe+97z5x/chc+VA+dinzENoD2cALsBTUjy7jM24o4cZpMeo4tS1rvLhIpOWdBpcIGTJk1yA4dXx4Jy/gw54Dj8iGH6qViikQTwUGlsAXm47aEoX12siL40QG5O4ufFbXouLFLdP9C1gNd6H/MW7z3+D2+GzaiOLcfibYwwLRjf7W7EtmC3KgjiAjtolwBXp+Yw38pYBggQ2GZl23odbtkYFaf/1nHqIpuK3VlH7PpVupTa1yA9Rq2xLHdu1aVoRVIY3HIgAhSwVreivU0awZHL/WGaH6HG9ZyqSkHpNFQwb9LGWyEROO39ogrdSN3FGAIhy6YEZ951HRbRjuU8LjdmwSsYVweNUEDwAlyzfBddJZICoD/apBx936uUfTEajXi917j+kpzl4+V8GkctGt4aWulq2K7i2axFSUaxsyGej5eTVYuO611SuGZx39mi4JZSjhJ3wzgaTxB0jCTFbXNNl8sdC4tpJXcQdLI45RCBZUpEwjS/qUt0eXVLhdwmlMYPI49uJCMFpnIEp48zHQT5GyquiQ6Wwo/NG459OwD5bXI4XXJJyCmlyBQSVPdmKtDVcLmZYPfryxn/bSYKi4D/dlMD5dqFTukgkXuKFVv95HjsMlgIVegkaT4p03whiZYgqZszdO7IDyRfzx0TOGByuArZBaCBUm9aSQ/TQ+Z5+xZe1Fj484JOJ+puQh7a7Sv8QxeIp5YqQc9uWFOZAP9KBzRv6IBFueVULAWXOF7q/ixKw/2ph2xmpjC94i4KAwOsujIXwZ+Hyz3HSrT2inDDfUdmHuQqMxdB4PbkNomwQ2g8HEe7Vug4hUnWxnoWsy7ak9GJwqJnSq2/TYpBzYNMGQIV6leMj3LTOehOfjJrh5wGvtdUd7Gwm03qzL2X8NwPUdoSTfkaZ03dHEkOg069o/nBcAccB/9hni4BOz3d6KxvHBFZrSwMMaw/P9sBXDiZHpBqXABLsvqNZtC12N3ff3mgd6VcjuSNQYAHBDxIWeb0Vp10hY8ufljyl+aYgdj7/axBzBprvtIubnRnXuZoiESTUE4TDYL8ooV1zx9UM6VEzKXQap0fs4arc7UYmQVxEqbHt9z2no4n46rvzUQnPFDaPatsz62KR2CwvAvj4/WZ75YU4EUQBHOdf4pj350ZI84b8ZZvoDeZlmizYjjty4nWa2N9nB1P6iBG/7Ise2WPH6aUFdhyPnpJ4dCo4b2ph3bdDuzig6FiOzVz9ZjhX7suPRrkv1GQNFic7wlDhckrgX84rCnnM7jYLEYrOXtVC2YXvrLGxBMU0h1RgUzpDAjpc54Yq2Isb44ubiv7AsuikbbInQ0HsAB+aBlKaCngCN0lRHMwHFVLGsa8CyapSi3rMEh2JpTDMT7Pcj/dE4eL17Pibmrirl+OWqsgPxyLnhtfvKQ5K+uPwJ43SP0QVTi+DjgxiovClrLczyi+jCj298d6fOrjFR0isi399niig40t4YFnfNiUJTmVlYdHj5sk4jj5OaGsN5yMB8PFeBAMRiavWZR70rti3fd3Fb0105HhOPcozMnn6SPENkCgxhAxnNd7NtLbU9/xDKI5XgcyG+angxrZsSY0XaHPj6KMChqUQNfykofUYiPuG2funw+dHIBQYklllOFqX/fM5fXtg7peahTr+hqKxE/Yt66++WZ/Hw6S6XOgZ88dJ7Ih25IA2z+9oNttFu4pR7xwkmXH/b2nVnsRAtirlDgTeAaTJURYgc8LON7RFXFaYZiPU7dWUm4h+ZRJRPBX2alLinI5qdtPnLSaIww8sJSBJ6SQ//wO5EmsqH7VhXMflqX4bkzgQmMHs/59F6eH9ZpjyxyhZaDKDxlX2Z2mIzBPBkxyrnp5uCU/zCj0SxLrY1VfD+2hxqZgHWNwFJ+JjMBQEtHlAdWELsyFLrgTeMy+p01laZvcUPxBY7x91fNZVV9oCausip9VvlYfiDMRBXYdCKy3HSXJblpVjx5dZhlr/MJ80wRLTxnGHeNDNqM4HtPcJiFgFO6P4er36e45lUiuJ+1uR8RrOGzV75rLsa7qmhuWkznf8AxezwL8eoiKhNHzurZZjub7do2UcjitS38JKo8eqeIwzv9ogMtBkE7BaZdLJsJ9MQOetZno1J0WKd+AexCHIztcl3hstbsa65J244FX/3Gif6z+H74gJNolJAAA",
    tag: "105cdc7709d25e88")

  static let appAppJs = BuiltInFile(
    folder: "app", name: "app.js",
    text: ##"""
// The demo app: which feature is shown, for which session, and what the user is told.
import { Session } from "../client/backstack.js";
import { button, field, h, home } from "./ui.js";

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
  return fetch(home + path, { headers: key ? { Authorization: `Bearer ${key}` } : {}, cache: "no-store" });
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
  const [, name, rest] = /^#\/([\w-]+)(\/.*)?$/.exec(location.hash) ?? [];
  leave();
  tell("");
  const slow = setTimeout(() => tell("Connecting…"), 1000);
  try {
    const isHandedOver = location.hash.startsWith("#session=");
    const handed = isHandedOver && (await import("../client/handover.js")).handedOver();
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
  const { visit = Date.now(), session: earlier } = history.state ?? {};
  const id = handed || (visit === visited ? undefined : earlier);
  const key = tab.read("backstack:key") ?? undefined;
  const sent = new EventTarget();
  sent.fetch = fetch;
  if (tab.read("backstack:simulate")) {
    const { simulated } = await import("../client/simulate.js");
    if (mine !== turn) return;
    sent.fetch = simulated(fetch);
  }
  const options = {
    feature: name, link, id, key, server: home,
    fetch(url, init) {
      if (init.method === "POST") sent.last = { url, ...init };
      sent.dispatchEvent(new Event("sent"));
      const { fetch } = sent;
      return fetch(url, init);
    },
  };
  // On its way while the modules are.
  const opening = Session.open(options);
  let isShown = false;
  try {
    isShown = await present({ name, link, visit, key, sent, opening, mine });
  } finally {
    if (!isShown) opening.then((session) => session.close(), () => {});
  }
}

/** Shows a session as soon as it is open; returns whether it does. */
async function present({ name, link, visit, key, sent, opening, mine }) {
  opening.catch(() => {}); // thrown below, if the server has the feature at all
  const [{ features }, { show }, module] = await Promise.all([
    read("/features"), import("./stage.js"), import(`./${name}.js`),
    // These are imported by the stage.
    import("../client/levels.js"), import("../client/dialogs.js"),
  ]);
  if (mine !== turn) return false;
  const feature = features.find((one) => one.name === name);
  if (!feature) {
    return page("No such feature", h("p", { class: "lead" }, `This server does not host “${name}”.`),
      h("a", { class: "plain", href: "#/" }, "All features"));
  }
  if (!feature.navigation) {
    return page("An older server", h("p", { class: "lead" }, "This server does not say which of "
      + "its states are screens: it is older than this page. Update the server."));
  }
  const session = await opening;
  if (mine !== turn) return false;
  stage.replaceChildren();
  visited = visit;
  const remember = () => {
    if (history.state?.session === session.id) return;
    history.replaceState({ ...history.state, visit, session: session.id }, "");
  };
  remember();
  const { end, depth } = show(stage, session, feature, module, { failed });
  const follow = () => {
    document.title = `${[...stage.querySelectorAll("h1")].at(-1)?.textContent} · Backstack`;
    const hash = `#${session.snapshot.link ?? link ?? `/${name}`}`;
    if (location.hash !== hash) history.replaceState(history.state, "", hash);
  };
  follow();
  shown = { name, visit, session, feature, module, sent, key, end, depth, follow };
  let present = session.id;
  session.addEventListener("change", () => {
    follow();
    if (session.id === present) return;
    present = session.id;
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
  return true;
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
    gzip: "H4sIAAAAAAACA3xUZ5LrNgz+71NglCbt6Mn57U3vvfdOS7DFPIpQCGjL7PgcOVAuFhB0SX1bbJLA96FjvYYvRoQBJwI3zxu4HX0/wg6dLAnBM/BIt7GFHaWjjJHZkz65OOiTExBlWBhTVhcKQ7fy00xJ4AE+L8pwgF2iCaquW/fBY5T11vWPWfSj+5Wr6wtiu4hQNugxDC2M+kcTXgjWiy+Ilfr+eRZtE90yJs4+bv0ALJTcHjfZrwgOEgZyQ5buUbhb9RRZQNwWXoSHFajcDXV0EzZ2BZB0fzxloSwpnoL+vFB3SvSu4FRQ16Z6gN6JpufhoNdDqx+3yQuaSgs3Liz/yf8PYr4Qn1D/w3/QDJRI3JYWOcbS0xIFE2/g++r147lqoXoVLNdAO+A+IUZuAZ3S3XoZwYH4CVP1Y3bbxxuMQuk+c7x7umSSz0dEUaCDmWa6wWQt4CK4gEmgvEDwLIWJReXLbM58ns+P9JKJ3qI0KU/CntLg456NaECcFR0fc4HPFIJhP8kHcwDVhAswI80BwUegiDAH16NCLinJlvcIL8JA/TJhlO63BdP95xiwF0p19ZQpVJraoh9JfP9EgGkYIqCUobgG7UAZ8TQtLXjhU0Ev04FxYJPceLw1tHXUi/C8EVjFGBItgrxRGFAYMFlkonibQfEhQCCXkwV7f4MMy7w6Di9GSV5faKeA8zg8xzB6zqUrNFsMpGChPapWUkuWa33f+6jg/MidEebRGB1n/kyAg/GeAitmGK9B/m68UCjyBrPIK52Fe+PZi5K8eHKoY3GCL3cmKIP84aufvb+Br/9rm6xWuyX2kk0LhlAL3kkLrtePtMQyU/X/1W3wLtB+M9HgQtXAyy9fKryl4b7p3DxjHGorbxm1cuwSWl+9PvowJIx113VmGl6G78e64tnFqtVpbCG/Nj+CduqPjTH4HdTqX3OkOtkom602z+sGXnwJaguoqhoLpW6agsfAaCTG/N8s1R+/VyeaC8sDVC559yg4LXe1ger1QGzVgAmZc8/DIRs5aNavruAz225cGtXBzvmwpKzroq3TczFs29vt1t0DxQ6u1iu8s519Lo/eg/OxxpQolcKU8XqAXPGFW5gTbQNOeVsd4KBfpnt91nR7JdDn76sP/mzVurYbR47or/RgNgAeCpTGmXNkbQ7HkzYHrfYQIsARRhDAJcDVylr47IfYr/4Fv/tT5kt8bxeqgRah4PAkEeiurq5wKwHWLj/dPYtqkfCgWBA9jI5U2pZK9zhSzD6Up93FJwYatPTcLmHK7O/vm9/u/t78/LOZdrFjGsMZm7DjNm4uVlmk6K3UA7oKREPUWyTlm0AFWn5nwWcVjUwgIc3rU3MGuR1nEFZRxOYpfIWufJ7UZnGSlC+yNDZBFxIemMA6wkW1MTw57SEADpbNGD9EMkTAhGG5yOLAXqsdu9qvozGmSfV4U0Oba7zGhnUDloAAPnW5CMlvk/7N7t446aQ+FftJSosK5jS7iIng75cNX/O3qpWL/5xdDLQ5/WFTNcm4DvS0+TfVRqBmzTiWpRbPzvImNq9d6p40a2DR7Xycd18seQ/dApVEH1Pj9gQK65P2Bu8QL3FYmZ0TowOGMfw/fsRvaFTDJ3u7akbjR+PfF6A6g90Qghk8spQaoqWkgDUA6a1stCOsPHx4lZVdx4q4nggLvudLj5g5VG2ap0QkAPAiWzU2tsTBowGdvH62WeMMM8UuySHLCh5SZz+XlcbKaS7alTOIek4kSuCgM6kVQ7mij9oX6FZL8LJc4oiyMXhI+dWUjfNzQrIcMCKWa2CiN0JViVNDZ5De8uhmdereu+lMaZTJj/mLpMEpVfk4LzOIYhtsjp3lx+YmuIgFVhAL6DEiuGUBqrdsI8MKBQ6CJU2xrtpqrsWgYaO7SIbLHPRXAKa8XFZh8I6m+zPQ8kXI6zOEMcT6IYSB6tEg/tMUwiZvCkFzOuYwzJxkkiAh0QiDkz2GZ+YyH0MBP83Mzp5hsOZuHik54laYZ2jP7Gl2+6JI6hqyk6Q5AAU9Bf8wvfjRW0aOuMhxJwHd5Rz2dPAnf+mGvWACqFmez8z8tUv7b2v+9U/jVsxBS4+Pl6BZh5fw1owp+meLNbJkxoZNZloKrpebImxef7UGsInIigzgGUYu9BKSRXJ5udo0uJYYNm0DN1vhgufI1vE82TTVojpbAYz4BuZkLfmHTY5UUTiYINz99DgrXzQnMyDNH383oYn3hzE2nMlp/M+T4SLBKabtKsAwAOd4D+4iK3LJf7wdq3V+lqxF8MGHlcFrkTtpx0mavk8JPUbyCXdbQ8GbYwQK2rQVnbNYY+zvuBPpe9ky2RSNyMgwV39beCL0JPbGwANxR16rgeFqHo0dAiP3pt8f3tv569GD1zr4YCSUuk4RSNVDwclZtNpYysfg2DmOxEy3X5aqRz5SAYuTBG9zIfItqLkG0nAppbfyBIeXIurOMswVqK8yYjdMo6zOTUNg4+nm3ZMMpWRutWiOiwQV24QxapDA4ErISyrWa0xt6wF4D/OCWLfMjACnS024Sus8qVHl7I8bQzYYejYl0Mri18JluRQcE2Fq3kqDm8RVxCdcrfG55LKKYqpNwNgqaU7UJjzfIHE2C64qhQepLpcZivSQLQuIgZQob/osi3JL5wAP3t40J9U6/4tNZ+Hu72QA5jUyFyxo56Y1M1tZLIjvEE1Z7TAxtcm7QGJSX5SLPvMmV8J3zzSTuhX+Id4k50nu7igLNc7pqrg6dQbpnr2sq3KIES59V4r+wti2KMKuuLm0lcYd0ov5MHMs63OICqJwtCVetzHhD0pewxafHb8ESMew4vxFGTKevs+AoenExFUcs57FqyXIFZBUQKQAxXNtka8y4dn2QcwiLOp/dqE+tjY4eIGbbhB4loi0KR9e21loqqqogyg+ydM04zbigMeapAnhULeHE8MW0RHTrO/vfzcND7873zl6EE0RQbNF6ColJCAntuw9POoA0YS9SVdLlSR+1aHfi3KpDYVBN7IlQv0VnHHoAEFk3niD1CgYeTufvXZJ7to5aPhE4T9n6BPZHhchvUt9tDOg4RjdIrbOUCsB0elfDucoGC08fSeQFZ6UzvKS1v/ggWrQE97Elj1bIgy/m8a/ig5eu1GUXvzU+rs/oS5gpPu4e/M5GmvgKxxW6u9WZZktWG29+uUfRKu93d1d7pbOoJdLf5QwfXxG19g3Hi+ePu53Yt4XLlxGZHebfY8Q9RWK/0rXNRy0ZbmDjTz2WCMYpdsVeoS1QbyvRxwoSQtFc82e6+lrl7KCxhDrtplVwCNnXlZR95AO4a3ncvK62xZ1qFOhEaLPRIm80hxHdQ9bix5NO5907E2sKcgNpL0ilNirDN0rOaxrt7D3AkU1EIon6V55kI+neu3Quv7HXa8n6fB4Xa3JwTtVBYsrw2tjUOTp59DvktHI/dTar9gesxO470R5iMp1wprxCNn7otikWe0xKbsl0+g2H0gAl54i8wpmDuesJAIJ7knjSkfkkaeSktySlAhlv1wwM2m46X7JBx0brsqSNozVHDmAJOi7IyWNqEl1IXQi39Ugmvn9qYKaXN5ZUgj5grTATxRG+rodT1GjwcUTP40thK2TdbbEz/tTSWjfLgp1tzpQLft2hyCTFIWDDkhwrbhDJOpQtt1KG5z5+806Pc20LtCLyU31DQ++2bTVDpk6lpMuLaYZHkp9sEwgu6P4LFmFkDkVQd7d0fEyLxqATnhpkcK0XKHBCip5dl6Gdu4hUB5Zt8nrYcLBzjSzNo8EpV7k0rjd1gBSC5X/UOGmFZ1p23e4hbZYU1Hjb1nE2beW2UMbsw93j9QIRjdJErO1a+8IPj7I8F1ZeGt2HzyVhgJULrOAwk4Q+MslXrH51HZPJ+g/GUILM3qLnpzreLl9UzHpRnZ+wk4V/6ebXRjr7fZnwv5Bd0f2za0RxIWtB7v++abweKUlauEsq2kZVoWR9tZ7emJNPsGTh51WA+I0xKaDLkO2wM22gNCC5aGqCxTdQphn+5YnRha/rICfbIxE7UzGeyaR/lS1FJnQ2GVOOqx45jxBxWefCVcUWclCSgKMFDo7O+fZsfng2eP33v+USmD/3Sw26yIO+inDtjNLVJS8hiDsh75BWnudE231ssTMnlYiSDcQyOs7YPecwUBEwx5Y6RN59cvfOt969cvfWdNpd1xGX7BRMc1tua0pEb6TQJNDZixcaW3/C6C2PfrJuAq48R5S0BimGEYTTWJnBsha5GCxvTrNYgS4bHv0yVOXG7HxGgpVopSOww76+sA4wuTmbjUnD3QEBplnVpJ5lkS26/F5wqm3RCW+i22BihX2r6L42Cl1frYpcLNA7cJJSN+kGiBGM0ldZTPJO6V6Hn/ukNA+8dUEY6fN1zL17uPGzAwdIE8n0gUR05kZluViu1Kmw6mwqswbuaGyyCdIN4AiqfTonj/77PMgEv5gWw2PNdxMNOJqYzXv7pDmAHUcYDUQOl2EAd+6GO4EKtxQmHa7vhXRbLEqr4lacio6Gs8IIjXbGTIM6iZQ6abIagvGA7llpW2R6pcZsYWNTpyRFDbMCD+TGlbitF+a6EtV/Qp+xNtdDoUvZq7y5yhMzxZAMu1Y7iII1R0Q6Y4Y1ylDLU8tHl+pul0u11HV+SbpQAL9UL42dSV/c97SnvDIrN0Y1M7G+Y69Lzvk9FH2v74s76cPXZtEWYYOpbEhs6fzCeXQxw9C6PBDAya3kFmfZA1TNgIgGxD8T0zgyGnq+bo6y+ssxubwkPLezusmvSdPpUP+cvh0HmtWhOfzLiTLdwh1RlOThcSG4wvLsxDhuhGMKNAgLGo9Yuu1TO/lPY86ujntVGPdLlIHaWWZhiHyFit7/I15Gevl/MfRv9ftuDYkbvqvpILJbYFwq6F6UoE9PwrO/x+FQeuzz9tp5jd6k7f1axNh8MabBKM3qQVzII1qOUwSiUcMjAJAGv1n4nZenNdEITZfrFJsGCalW+FZHVks2uHZHc1ifOTDI1xU7uJzb0RoWGVnx2y/ePUiT7vyOYvjDecrPuWpF+LG+1yXDCMeMYcoLvHoCZpWemKK/8rgsE97yanjxKRok0tcISKE9vqO5kSNR3ECWtdhnj+qKQBJ/vW3JlpMng9xC3uE3+KEmdppXHQUJ024sxcdDHsrIxMuPdhV3q9d6u3rMlnhKk1M2GUGpH/nrlhjfa4K8ot42gX/iUa14GuTIp7IaidoEYTf4tUw4NQ1LlqNCgwQA9VMVLitBF4XS83QgvhOf20Ps+TzEb+b4bEqoujJ0T71HM84rz3ctzHXfpCmTj/qTrtRt7FAkdf9pDvuzDW6+SrSXOJVLrtxAcYgINS13FjL5PU7G878+X+N3lQmw2Qm5O0V7+yXRle/5hT23+Yo4Cd+zeQ+bDrNstVwVvVmLSPB2pbEMjHX79xE8O4TWQE/N/+CZTb0DKaw60emlA9+uLoA9seaEbcDdt01I59PXetahYAa/xMG8dqRzl6d4W/KNPkJZj4xWlQMf31lY3ZEipGZuia020wvxc6xrxE+zRZeD3vs84JgYCpAB1JDX1Y5+pN5uAtKc4NgqrSq0laHblFr6nhO0kHrf6ugI8B47uzKs3J17DRSS736/WJes7K6i9HCTD/nhCa8bYAznAJuj3AcGewjFbHJ7oeb/bhQpW+2gpV+/kdidBVJT4e+rxGAodGuGqvSppbpvjRzqx2DE/3yW4yLy/yWJub9WTP4nHBq3kV5JQV+kduZMA5hda9fciK5xcusTwu1VXK2kW9woZNTfU1HrJZunr6NFqtqRTfwoa8f3LHqHvvelGFAria/nRP1g3QZ9ZMFcuC4BRhgF29lklLai9Kx4YovPn2MxTrX5vfUTHq304TYFdhm3zFig0EYRd3PHr1p2Y6vfwNWLf6rrC8AAA==",
    tag: "ef66d3cfc60ba8fb")

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
<link rel="icon" type="image/svg+xml" href="/app/assets/18a744a745c8/app/icon.svg">
<link rel="stylesheet" href="/app/assets/18a744a745c8/app/app.css">
<link rel="modulepreload" href="/app/assets/18a744a745c8/app/ui.js">
<link rel="modulepreload" href="/app/assets/18a744a745c8/client/backstack.js">
<link rel="modulepreload" href="/app/assets/18a744a745c8/app/stage.js">
<script type="module" src="/app/assets/18a744a745c8/app/app.js"></script>
</head>
<body>
<main id="views"><div class="stage" id="stage"></div></main>
<aside id="tools" aria-label="Tools" hidden></aside>
<div id="notice" role="status"></div>
<noscript><p class="plain">The app needs JavaScript. The service also answers curl: see /openapi.yaml.</p></noscript>
</body>
</html>

"""#,
    gzip: "H4sIAAAAAAACA6WTwY7bIBCG732KKddujFbaqlFl59Bjr90XmMAkngYDgonTvH0HJ1a7e4q0BwDP/P83MML9Z5+cXDPBKFPYferbAgHjcTAUTQsQel0mEgQ3YqkkgznLYbM1azjiRIOZmS45FTHgUhSKKruwl3HwNLOjzfLxBBxZGMOmOgw0PD/B6tscWAaXZirvwC6FVFQ/0kT/wQMfRwGP5dT0whJo9wPdqYpOvV0CmggcT1AoDIbVaqBdVvcTHsnW+fjlzxQMjIUOg7GYs8VaSap93uK3lxcdX912iTd3pwbzhlnlGqiORPIQREfnan3LmJI/B8q6T+gfwpy5+/0hiAtMUex+bdcHcS2unCPdOdUVzrK0ekUZqMU90J0G6O0NoCR7f3775K+6TMgR2N8eW1N6nsEFBQ5mOYDR7LpVjqZ1bi41Y2VPS15SCtUAFsZNwH278OstNLL3FNWziNWkhMUSk7BTfEmBlgJyrvcKqorpfuI+r8fJQaua3etIoPeCSOQr/MQZfy3KDlqmUpkVCxhqAoz1QqWCO5fwXVMENmWKmLm74hS63mYtGNO/5ty7Ym//7l9p/cfBzAMAAA==",
    tag: "00634c06582e2d59")

  static let appInventoryJs = BuiltInFile(
    folder: "app", name: "inventory.js",
    text: #"""
// The inventory: one list, and at most one form or alert over it.
import { textField } from "./text.js";
import { button, field, h, keyed, row, select } from "./ui.js";

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
    gzip: "H4sIAAAAAAACA6VXZ3vjOA7+nl+B4zV5Vqdp3zSPt/feewktwhEvMqkjqWT8eP3fjyBkSkq7slMiiQBRX5Q8fgxftwjaXKEJ1u1rsAah0z6UII0CGWBnfUinW+t2YB3IDl08uUIHOlRnetfb+H2AgC/Duxo7BUfYOrsDUT2ms+qfXryY2DZDCNaUsCXWEtoSLnGP8c3Z6xI8dtiEmYRB8/2zxhofoLGddR7W8JMQJYhNJ5tLfhmQnhcO0dCLQ0WP61aHRNhj19lr8cuLkyDZ6yC7KKkgI1ewfpXf4LXkyU9PfqmC/abv0b0lPRYreCWdV77TDRZPV1CD+NSyQWJ1EuuDbS5J6AG0+Yo+SrBD+Gyb3uFIes7gRIu6zv9yGD+qfw3SBB32x0hmQeeRFaCeSai0/8y8GZ3+zCl08b74bAhgt+BHXQY2kQqWyALqJZ3iiC9TIraDaYKO7M7aEK31aBSZd4gq2RVCAayhLcTQiRIO0HTS+yiRCCLyvsisuOvDnnmVvlowJ1LkLskVYugX5I2+ICKFMrTaXJADoUXwLXZbsVreIr43lEoMW+18AB1wV4MOEOQlepBg5A5LkJwWhjCc4lqJ1cxm39prWDP4CkY8JU1xjlIcTqwHwA53aELJt46wJrQWhWbcUOziXTLmzYTur2XEjaqB5ZF/OrDurP1ahqblkPlemkVQmEiolU7Lf7RaKTQiEoIb8BR5OBlV9Q57soCvLdQ0tqe8cM0V4u2hj+iVqSJuGK9OpP/WA4c7e4Vz4djhnZLp/CGx5RhsyAFQ6KOrTdBXKBgCx4XuoVcyYCozzjjnuwQfZBj8IoWQclYQG/z+O4hvDL0qUXJJFHzl5BuMmamiAukxVAykNfDztddAGGtQjNwpwFXkeyMEp2MksOCcdXKDVDXnOeTwl0O2YRhtOJ5ntRzOB0VxgB+Uc+SHwzA4M+G2Jph1mmsog/mucpWdt1SQybFytGq1KseQswJOBisZoxx06DDe/+A0Sca8baza1/ATO8l9ouT5wkcZPVTX0qQaugkhIZWaw0cwamZW907vpKM2M3aMX/jBRo+lSbBYYiKdJl+ycRUXG6z5StWhuQgtvApPmI36GAXheHaWOygNxiIFoARlDbKWMTyFb2gk3e4pybcSeunQhNRSmHPRJTAQyDfaqNgbSzoNznbz6hppcJyocwkn+PJcLdhVPvXVTvZFKowk8Kexkngw8vkvYzwBiivZDZGcExOKA8upgUgJkGbourt6hfYf8IzjhqdNP4QEu7DvCTVNi83lxr4U5awHauqBNwp/Of3+oDCufAowucR+smMjqZ4Mr5JUVPAa5MlewyHPlhqeUj8bhQAQbZzazLk0vV5+ZulHbopZLds7M0Mq9Q5V2MfaBzToiuiuNBcoTr2PbyzF/7e3OC7ZJ1hPO10hvhhPRTkCNSODy4ubbnqtWGg1xgn+9re05iwpy5XnPEvL29gE7hpyRu6L/icytFVwsSSLV1hChOMTjmfuCjCBxAy7DbrkP/YpeYsQ2BFfW/b9s8VWVS6ju7gY9A7dbCje6mWJ4XY3YyHLnjp21dH21Frq9JMCyvs2f8ddtYTeYcR61sZ9pUjkp79w3R5PohppGuxuCxNvJYJ4UNqzhbRbPR7uGiuNdEpMNwBgDq1P5Q4nWN0FKG5N3JNuY4OOU5pXcwVj7t5KC/q4IWSOh8083f3AjHvzvCTLDLuSATHJ5PRPn1VVpZjBa/DTLxBjdGv/bbUJvAC/Z6M3DLNLxN7DdSsD7O0AXKuqElM75gF3a8SVEHRz6T/GbZiGXW74FffpNYd0WmjyMgN39Ls1CM1HArSZl3e+leMxDc8/3RKUuTlmE+sDnHf3yPWix0xN9rVqwU+ubWXn8cUyOxUB7y1rApoA61nAXoPztzrr0ZOffzlkwhF8BVFDfw41iMRCHM/BY2ON8jl8xzLvYGlFyL9rcWtgeHtYp7xIpT6IbtS8PYhP8fq0+/xEu1B8inhtq93uDea80TME1/BdREZJXujnat6i3wfsNm9abPFNjXlnvV/v/SysHZUOc8X0LiIlxuXs8aNH8B2BW6Y2gybItEfRTubrxZmHVl4hGAtakd2hRe3AXpsKHj1ehvcSaWCldZ57RHqryM2IDHVC+r8BjdntCfIQAAA=",
    tag: "4ea606b834318ee5")

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
import { moveAway, openAlert, openDialog } from "../client/dialogs.js";
import { Navigation } from "../client/levels.js";
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
    return withEnds(screen, (action) => current().action(action));
  };
  // `wrap` makes an action of the root; `ends` are for what has to end with the screen.
  const withEnds = (screen, wrap) => Object.assign(screen, { session, wrap, ends: [] });

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
      const panel = document.querySelector("dialog:modal h2") ?? element.querySelector(".panel:not([inert]) h2");
      (panel ?? screens.at(-1)?.title)?.focus({ preventScroll: true });
    }
  };

  const home = isSecond ? "" : h("a", { class: "back", href: "#/" }, "Features");
  withEnds(root, (action) => action);
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
      moveAway(panel);
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
      panel.append(...all.map(({ label, role, action }) =>
        button(label, (it) => action ? try_(navigation.send(level, action, { control: it }))
          : navigation.close(level), role ? { "data-role": role } : {})));
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
    for (const dialog of isSecond ? [] : document.querySelectorAll("dialog, body > [popover]")) {
      dialog.remove();
    }
  };
  return { end, depth: () => navigation.levels.length };
}

/** What a second view has for the browser, whose history and focus it leaves alone. */
export const noHistory = () => ({
  Date,
  document: {},
  history: { state: null, replaceState() {}, pushState() {}, go() {} },
  addEventListener() {},
  scrollTo() {},
});

"""##,
    gzip: "H4sIAAAAAAACA81a6XbrNu7/nqdA1U1qFd3lv45y3HTf973NyRkzFh2pVxE9Ih3fjOtz+iAzL9cnGRAQeMXIrm+/daZtJBIEQeCHjfKDB/BurzYWFFhtbWO6EhpnwS56rTsLptNgbnUPrsYH/E+f03zVqNZc2xxUV9HcRt1ZuNJug8v8wE1x0tysTO9gCzfI4S0kyMGsdPdWq3vHj+8SF9jBsjc3kBTFg0Xb6M49GNgXv9jk7Bmfz9Vtc60cCrlnSatvdXt/xdXaOdPlUD9b8GDdMNHJwnTWQWO/cU3bwgxulFvUn2ncO03SVa+Xurenva7WC12d3hhHyuH3LMnOTlrtoFM32uLah8jvwWuvncBr8E1tUJ/zQZ1zaDqY61bfoJDzM1zv1n2H87qr0mxO+ptXeuVqfMsB16Ic3R3wcUD1I/33xrjCbzFfqqbVVar73vTIxOm2tUSytrr3JA9O9FPSwXLdLUhjFlmngxy5GDuHpVYokM7RSNW6xb9bYOY5rFrllqa/yb2ONGqrghlOtlbDLoPtCQBrULAyg4vLszDq+ru/41C6QrU3VmcwewOG52LhNZ3yPllYQueDGXEGuNbI2Smn02wYgUF5InxB02c0t8vpj0WtlpAqOnLu2bretLS3lycNK5EuUG2FDo+VeT475MnKXqH+O5SJ3mgV2hkAveaHWjlQw9nRZHdQmTOYk9nQ5hZlVRWoTm9yUJZ8hvezZHISHRa16q518UxnxrTWK22x7nuyUxcgT4cgRURqF30d0FjQ2cAxzcZaC3o7rjkRRJQX+OVwQI/MlzU45csCymnIV3WL4N/hgQLvs0DULCF9gSgyOVEwyYR5WCake09A3A5IH6uHARG4bRpXv9dVNmUL5KI1r6yRnnlQ5ogl8UHwzDe9Ws0RNU+0h8MgA5hlcPMzChB2TgEAnRA2Hm+1suAM4AwJQdQsRMCQSEcwEgH9diTdF1e/6IUrlLXNdRemt+JRTJmD37pEb0ZVEN5DEFl3Tzqz6dItxyeJA0E1YlXXuFaXkLwF6AC6H4RMBBRXprpD/sFMdZqsEjJBi6LhularKkHtw/zburEIomsNldEWOuPAizA6Ovz+279e2pI8u99/+3fJU7r3URPXzsMuAK9DwvI4dDxPR5wL+Mmse9GBX2PVUhdJwDAMeSRNPjWqCutAXasGDwUp6bY1C0ZXr1skS7PxgVZ9c6P6OzxT4Ho5wtbuROxHoPC285kl5yNOfZ+sADOxJ+LiC7QKh/CC19icklMWQZfXnUNMeeEJL1PZq7xv5pI4wU4wHGStsHTwst42GOY49oxERa8LgPAUxXpVIcV5kTLlELmBsgEMySysGFJcjFi0Hrzn6dLk22DlVy1vDQ3jwztJQA2mQVzvA3AByckICHtMWSRsM7W2ugSSJwe2ZomnWXsViNT3NFEjYJvu2ivDqescnH7qSBU1v2/BqauPuko/LeH0UQ4NcpyTl5y+tH39dSojdnPYDStjr2PDfLEc9NzyXkiq/IZJ/SjJInQQX5iJUCwBWYBm6AgUh0iHlNlpGhou+Hp97bdVFhTGHYNAGTFvFQZOZB5qgnPY7qDEEyaqb9QpzaPlru6SkiUpmopRHjKX5nPNvOMPL5H7S7iAoiiIX8hTfoU/lu6jBVeqR9cKqsly3jn35FVzG9OayvshMSel+IEs9pOtyDgwEi8dW0V16NJOo3Z7zLw51ZdIbnKoUIlsEU5cQ4lZUIGpLfz6K5Is1r4SK+qmqnQnSY2WooNkY3VpZRlayWJ91SxOr/Q/G92nxX89zov/e5w/zB9lyZgey22mZ8kKEfRCJLz06qjWveKS9r/+52Eum7CPw8CjMN2y6RpbI7MwslDdghDAYU8kFgURrjixSYA2aye5bUk5d1PrXkPji+8crMEZ5fwrsqZmARR2C8VY2W2zdGmwirdev+5i1KOLmZWvH4SqwMO/bdadR8Q71CR8jROxbrkCg5lnJzOynADzaWNRg1WVJl4EXSX3iJpO9w5mFB7iGevuEPtephnMX9r6h1MYCvBDonny3erpPAIjyzgF4Gpt65DDG/sZGSjWCddUMynRC+XS00d8gjA2YsMzQUi1WumuGuYKPpfQTAuy0XgQRo5wa5oKuOISPgPyB9UxVzYzkUlWDWEGnQYFMW37rUkRrw/FYwXdsZQUcXvVWd/AoNPTc4t0P6aPHj58OaMAEJN0CGQcjuDhcQizw7xOH/8P8vLNrFo0Dmuah8V/wy4SLD713k1H6x+hXLSrnF/S4QHdxYaFF2YzppQCturNiiXgc0kSH+dwQujYuXjjA77Qa++hx9yB2sTD/pAkJEWc5oizGDLG8UbZb81qet7ZTIZiTNtV2yx0Kq+NT7xfLIV1Do8iK4+OLluM0cybC5aFVhQhnI76G2GbJ+4Zlwr8NAreZhksHmLZWwQofLFplkk85mgsUhzECdnjMCiORD6t/F5JdhTYz+8kktCP+8O9Xf/IkWB33O9lYzbBxJrDbv9Y67X+rMGA45R9kj7RevU+pmwbpTkaoapT+2ajNdTCS1E56uvDcpgFywd4hQj3yiuhLKDm8Va/x4GYYC5TXK4MDGSDlep0CyMilL+/+0a3eDpfLPN9Wollv2qhfpxkcH7OYX5KWxCzsjMuvSB3vsxoiaAnpXnPIEb5OVeX+Hfpj4oBZdWjXjr3DYVtqaAPFdDmRsdVZZJA6es3da/SWzzBgbrXS3x78QHZPHmfb7EsSxkadN9Jx+358BjunLjunUlD5BfQKqKgzLj1dWJcgZOwGZfUfCDqhHgyvp2iyVb7Sudrraq7sSsKIfrYe15P3uF0p9EEnPGlszzMPBspkC5g5TKIJKfeLb5C4lmSSG4qcA0RinnjyyW+kkpZjn23UvEy0SbWf7w9xicrbSwTHwuWjKLCt0HvmM7hfvEqDwCYSUce1QoiFkUwY7VcUmV5ODjcB9KoaUlKmL/tuTsDL22J824u0UJwO259vX72wYNPTiKQ62Kdp7GO1oJqOkPAj/AVKwuDEYCCSWnXXMBEcxJHhjEfRUJIyVhMVunzuOX0JgeAu/YS2KD3AZneg1E2iJ0/W9/dmHXnokvJKOX56yyzlIssfLOZHxtf/4EUB3Se0YREc1YjvdNfDnh/eRcYMEIfQ770YXUqcT4E3KhgONTpJxio41Y/LCAmhcUywrm+QffR6aRhz0PDfmQhIkcjNeeVUBiMKyquS7gXprLKC3WfrA23JkwO5+LX/E5RIIfhBXFrbTbCRCnUyTtej8nRODCR0/WqaVkCzDTMLUo3FdcjXEeV8AIfh491TuL5RJhMNeDrD+bqnyKettba4Uhnvldtw85FTihgfv6LDrnnCAfJYhZ/6vJD/PJmT0ay66ubxgudUuy4B0YAGi2GyPKuXqp162IHZo2RDVORduzI9xEn3acXSOaOR8nAJq6tskOV0fxFuYQbruBC+fJXD4iM7DB0pGg9Fi9Vq3t3KFxO41VaY0+0Md/jiVFTcM7rKYJB+ewrbzblOFGrqKMcnDcdDpYfPk42kj6uIkdiwWx6g3CwPi4skSTcQXfrtpXvfF8swW0MRS+bg1aLGmr+nscwxcfONpX2I7pdlqCAq2wOjbAx67aCq+Er7pVxdXSv9YeBf9m0bTZuFSKtS0M6+pJ+kAmpK+4V9kUHmpI7EPHDSqH6teP+XVDNb2Oyacx4ou8qs6EPJFvAF75Y8E9UFSXv2YVa6QQrlmnEZtd5dlP9Vtv6YE+9VS2xb1M3aA5yXJqggHa0G5eONcYAbpAmpV2gMuENKDDO5jB69WGTpIkcdaV6F1r1jF4nF4KT6zRSF/Mi40QDbNKoSXzeHeMeX35zEXHfd4sdHPeg90tOl1yD6rbqWudD9rWU3kfBOLpAaxFqQnhetLq7djWch6UlXGz5kwLC74tPEHuXkSL+bGEUf6OIyyKpiI6XNaSUqLZ57gKKXqSAmiQzms3D985dUOZQRexfhbla0eeDVYqeNPDwsuagRld2979WDoRpQ+laSM/3fw1n9U6/hpfQOGQfl10H3JWFgnNcnfiocUr6LHmUvhEho0MJmqSV3HvgrtKs/J6hzfWhpPTBhWDHSpBOHqfCh0ZWLmc+yjXHE11j32rZqy4YDR4WOLVser6D44CbXKL3Ldp1pW06iovhjKE1j+Mmxz/f0SVwLg9l2BSHeE8oQ4kdp03q9i/wP5d7jhLnRla0/JYnEx0WMoKSyWO4FRlxw+lOb0Y/vUonPx0SlrSxtKESACd2Tve1+9lzNKehNoov0cZglCJpbznlr3WmxZQE516jFhb6nbppq153UzaS0M1yfEl1cQllXFXEGYUX5eATCCaSi5VZ+ULgMskC4gbGcgMZ34+N6iQUOgf6pVg57XMIBVbiKy7c0e/R5GdK44+8tbL+WJQxr3qzsbr3qdQXdnVjUfA7UEhLBoGGmrRbbQFl7HQx+mXZgBTzIS8KVkn9ud5VTiMAg2q87+O77ICv7LQlFVs5DOr/hn++5InpwmP8fm3ogYE9qTYy3iB8IxoGPHT+A/vWphHkKAAA",
    tag: "f328c00e62982d47")

  static let appStandupsJs = BuiltInFile(
    folder: "app", name: "standups.js",
    text: #"""
// The stand-ups: a list, screens that are pushed from it, and forms and alerts over them.
import { textField } from "./text.js";
import { button, h, keyed, minutes, row } from "./ui.js";

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
    gzip: "H4sIAAAAAAACA51Y6ZqjOg79X0+hj9nIDE1ts6a/3L77vi9/Zo0TqwrfBsNgU8uXy3PMA82LjWULSIBkOrfXYMtHsnR0UOXyEr7PEIwVWr5oKrMEAbkyNgGzrRG1AZsJC6JGqBqToYS7uixAOQOh3UNZF8Z/EjnW1kD5gLU7gkV6oYqqrC3swOKT/VBhLqENp6P0ktbSH030cjDbNNaWOoEsgdf4jDKBQunGokmgLh/3zjYqnLzYltpYkMIirEDjI3yibZ6+756/VwV+6GITNm60xDulCW/nbb+zzzkuISpQqqaIErCq6BdN5oKJoF28ZPQKyyon/HhbNtouYPUWf4TVagXX8Aqia2dVm1JHsIT1L3d+t+WTa4d0gU/+jneN3lpVanef0sY7MKilcwW7C4DgjVLvfGVx1OQRBbzNhTEuLtrwYfWmWFT2OdhK9XBg7LecdeKMgQyqg+2NuqdNiL4sh8JHi6S3pL13pKQ6wp2qnbNSYxot9rybzJVkFQoVB8K4Cym6DmWIbtSZ7gBzLFDbJJxqYUUFjWMVsklZiHchkqb6XlQVyiUEMApTWXI84DUVV9wdssrmmICw1oEgUcWgs5ImxOFPgXcbe1P46SeIftD+s4wSqlYoU9xDpDnqe5stnOdf7piBMaMuWuLkmsOp0Ta1Hu63pATmijPIi4ukC7ilU1TB4aSHoWCIet/1pQh125TyeQl/88VMQlNyj8S+OqIvnvN4kMxISPldSOe7/kBIauRzmbBb6PlQ1aoQ9TO7bRf/8B847KEyhqk6pLTb4HxA4GSaKSlRw6o/yCmFt+AqWBIzKR/txUXfEyQlMddTlhqDL85UHNRohlt04QQqUaO2nlrBkglzuqn6mneddQ67e2MtCmJjr3Jx9KVbiToFTdgYYEgl4/BTOnDPCZWMY7o97VPXKel1RsnFq5Q87cHRI9kRcAdBrt/LhL7veijx8VEncRf1cddYOLWGVU+q//5nTKQdG73D6MymEy0606QcAKEyXGrQOshaOc/o2For8SIXG8ypI7/1Jq736Jjv10bTRxm13Hj/t/V8ntjXqP+6Dhz1ILCS8APxb8lvrqV/+tvVPxzLaiTecIqYdLHfvnbbtNx2EFuht5gPINF7fiE6iXIzRmEN4CeYE/utqCVrPf/ap+L3dK2Bi8c5eHB/Jhit9QzbKC2Vvqcb0TpT6ojb74JennBM0tv5ZnVt1yP/BDjjns2X8IWwWWprpyDx77wt0eXaB3aARCE/V6Sxuik2WEd+tFjCtftfPC3h9o9XV8NlOM/Zbf8q7GViwTrc2x3ose67cE6QO5SpIvd+WXg76V1Ok8ayO5INBiCCs6rywMFqxpPcypN9eDcsg+ZGX+Lj8CoJUH9zN6LoIodwp+rinWMvlCjw/Mj+P3xkKJXtfH3gPkeJw3+/1Ejnife06Go7D02bE1CHKtEKlY+mqJEmT0affzdo6G0zFvw7sbVm7kCOQo6NTw9p579Kzh6VCkTK13k6XGocKESL6V0YkGlwppmZLFLacISE9TD70PLs/PPzJiAYJUiXerZUmdK2H1P5xpAJAxtEDRnmEp7RptG8nI+HquiIovK7wtd/0tZ0urad80lTG9r9ImzOzlmTCQvakcbcdBrDMF5iKCMsNKeEvxKqHgk/x81dNgqX2nBWfKbn38cc7VTFpF8+fVWJxiny1qoHpOse07ZDZdsdlCMlLX+v1Ba1HabIdGaAZx4etD218XSwKkR1OFeR6SL9sVQ6Jq3pKQ2BC6MY9tqBsQ9bIkwrBn79a1jDo7IZ8Eq7btc99KF8M63M4NpXfjw+94bTMRqg3Vd+L4tsfEQXqW3O0UX2eEIYT3Yfs3rcfBRFwthJT7r38tJMObel1RnaTvnEN0/miUU+R0WdFUFGYSHsS8PRTmlxgp0HP0Ey7khJj9exdna1PFJGU6F4jfU5lbRq/o3ov6wYG28EY5tK6ANztzNBrsX29fwXEX7LrYQRPxA78usNknSRo9MM+tangTk0K+Cci8TfMAnRHFHyeQU/U7rPV+Mv8akv2SQEjU9vqsofaHn0XYRannoT7aHBrFTv+3sT1e6/aPkgF5VBmXQX/ERLfGK+TrR5Tpr/tn/wH+GH3Jfj6o76zmO9ovajT22wMmtY+mGhh44GHCLHCKTrTP9TRCGe4qsERuIOL0bX3FME4m5q6GvD9FFJmwU5iK+vruC341NwCb2X64mXRfurY0Lg/v8fBP/mHKIVAAA=",
    tag: "c6007699235b46a7")

  static let appTextJs = BuiltInFile(
    folder: "app", name: "text.js",
    text: #"""
// Text fields of a session.
import { bindText } from "../client/text.js";
import { field, h } from "./ui.js";

/** Makes a text field that stays like the state, and says at the field what the server refuses. */
export function textField(label, screen, value, action, properties = {}) {
  const input = h("input", { autocomplete: "off", ...properties });
  const problem = h("small", { class: "problem", role: "alert" });
  screen.ends.push(bindText(screen.session, input, {
    value: () => value(screen.state),
    action: (text) => screen.wrap(action(text)),
    refused(error) {
      const isBroken = error && input.value.isWellFormed?.() === false;
      const why = isBroken ? "A character of this text is broken." : error?.message;
      problem.textContent = error ? `${why} What you typed is still here.` : "";
      input.setAttribute("aria-invalid", error ? "true" : "false");
    },
  }));
  return h("div", {}, field(label, input), problem);
}

"""#,
    gzip: "H4sIAAAAAAACA1VSx5KcPBC+z1N06f9twxYW5815bz45XVcDjZFHSJS62cy7W4HB68sMdPgSXdfwDZ8YOo2mJXAdKCAk0s7KjR5G5xleYattm8Zm6LwbQEhZN0aj5ZpDWf4mcbxOZ6wK+r/T9aTzzKY+OIAvaocECnglBu4VA7F6JjB6h+Ed4ytjBcq2QLGhOJXzwmO/vBL6B/TgsZsIScJBvcGnJKSbbMPBR+K5i1uFUVs0FVDjEW0FD8pMkSGNVTB6N6JnjQSn8DqX8LoBaJwlBm3HiUO1L0R6FFXwqSZ2jRtGg4xHIFzXhbKU8h3OXB6vGKG8NThkFBqUMQmlMYoorC/tUPPORDxlAohYILJkibYlOU7UF/tPUiyd5aNVWWqVtEN2eARFCadn+WWdj+mWVZrKAYSxmFQaXYYevRqL3M29ZSGn3RbovfPlwrVmRVfe7dAGo6kPHz9mUTIJkJp+ojF3zg/Ynsso7fQUOmUIj//BeeyfA8SKdg7iEppe+aAHfbxU7jXlIwr/2zQlBRxl1nM5IJH6tYIu+cq4cO0so+VV4Tnc//8a+Gb4Ge/q2U3AzyO2EZhYGwM9epT3AVyIPWD2RMiXzF5vJ8ZCKK/VZ22DUd2KakUX7CcUcTv5FGXGmGOac5nePPLkbTyNVj/Ew5gr6N4dbaYrq72PsDRv/gCyPIeKvgMAAA==",
    tag: "4ff2fbdceb988470")

  static let appToolsJs = BuiltInFile(
    folder: "app", name: "tools.js",
    text: ##"""
// Tools around a session: a second view, a slow network, the last request, another device.
import { Session } from "../client/backstack.js";
import { handOverLink } from "../client/handover.js";
import { simulate, simulated, simulatedFaults } from "../client/simulate.js";
import { noHistory, show } from "./stage.js";
import { button, curlLine, field, h, home, select } from "./ui.js";

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
        feature: name, key, storage: null, id: session.id, server: home,
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
    (value) => simulate({ latency: +value }));
  latency.value = simulatedFaults().latency;
  sent.fetch = simulated(fetch);

  const link = h("div", { class: "body", hidden: true });
  const over = button("Go on with another device", async () => {
    link.hidden = !link.hidden;
    over.setAttribute("aria-expanded", `${!link.hidden}`);
    if (link.hidden) return;
    const url = handOverLink(session);
    const { qrImage } = await import("./qr.js");
    link.replaceChildren(qrImage(url),
      h("p", { class: "hint" }, "Whoever has this link has the session."),
      h("pre", { tabIndex: 0, "aria-label": "The link" }, url));
  }, { "aria-expanded": "false" });

  const { end } = shown;
  shown.end = () => {
    closeSecond();
    end();
  };
  element.replaceChildren(h("div", { class: "card" },
    h("h2", {}, "Tools"), twice, field("Delay of requests", latency), over, link,
    h("h3", {}, "The last action"), line, copy));
  twice.focus();
}

"""##,
    gzip: "H4sIAAAAAAACA41XTW/bOBO+51dM+b4HqauV0+3Nhbcosl8Fit1DCuyhKBBaHEfcUKJLUnaNwP99h0OZkVWjGyMQqCHn45nhPJosFvDRWuNBOjv0CiR49F7bfsnLxpJsp3FfxVdj99Bj2Fv3UEFoEYz0ARx+GdAHOtFbEjpQuNMN1le621oX4BFuk0k4wsbZDkRdLxqjsQ+LtWwefKBH/Y8Xb540Wtmrv3boPuj+4YJa3La0PdPyuhuMDFjllZosf5ODCf6CtdOJmbXe/qF9sO5ANlpCnhUXFPH9/PR6CMH2FTSDMxQ1xbDRaMh/S3+2izGhwSZMzAw62bhavHwJt+TCc1ID12NjHexbGUB7dt+/AamUp1244/cae3WXjtCKVbsaXi6u8CuHtBn6JsSs2y32XOMCDXYEuEoGKUKpDaoSHq8AqNKec5hqVUEvuwgCZRgcLTqrBsMoooEHPBCQ1RhZVjcEnKRtIbYORUXmgly/7xV+XcJ1BUI6LX80co1GLEF8PN0gmQKVHiTnj6x1HZVYwLHMxum5PcBqTHQhbuiVXEh/6BsoSlj9zDgAgjuMKwC5lzoQlJ2+l8G6miq+XVvpVL13OuBH/BqKGHQdaHVj+0Do2CX92OF0g5xHrxqVSEeO0MjQtNnbPYZbNMhoirJOBX9nzE2rjXLYs6vvmk/qTw7oOU3BxprYg6szvPP4YcVFqjm1b/OFLLKwBEr+n/aU9gMGcvcdwIfpttJerg0q2nuRLcb9Y3ywRCr1644WH7QnK+gKEcWiGsNnPGlZ0JpeDIaRaybVNtbjLQtneNPJt/H+k34W8TmiMNwQWJXkYa8bnCOKnXZObmJ62mN4F4LTdM+wSDeWOkqSYUUQxEYaj4L9HnO0SXVyOS/4uHRV9QaKdKYEh9Ro/QR3RscuuI2Rc5HRPgLnAB6PfEvmlz/pJU5epVY4UXEdrRWng3Bq8yV3Pbd3BZH75H2UDcZUoNUS/KitI6+iIwZeJnJLhnIUU2TwYrVKwWeQKaaaoTLISbjMrYlDlN4xhzRGer8EkbaSVZF95d5wshsVfWrBM2XeFt9w0O2kQnCskvtsWdlmiIxZ0xfOHVJzWleI/8XzXpS13G5jCdj4LB4uTibJgg1XCfkFWp2Ugkm5gq2RYWNdt3z6EBVlBdqnkJcQ3HAh8SnTNc7bhn+5Zfh3uQyQMlk77OxuIj+Oi8tNdRONANm70FfP7KyIR5TnzFqgc9aVGcKsO6YZG49OiDOWf+ZmeWpgzlhuXyMJRxO/Lomzi0+frqvIkT2KzxV8en0dX+kJnWfBq2uWvAI/7qcD8fVzqkmxk2bAmP88gRSPJ0dL+IG3KQoOeBTXSbiazyxFWY8nMsdukNIzPVmw5AwUzU6XG2lt1YEErVYK+3SRzj4zcbSakNnvFmwPex3a2Yh3idPYbZ1Mx2/E5JVLw8b/4yrc/f9xqne849gSqUzkJzqZsmScHlZn42MxklaykZvzi3vfRTo5ZmpMo1xBg9kXHiyTQsLjkNqxwfwhH7ULcleOPchTz1maW90HJhXxd2sx5rSVcU7Tno2Ob5hZVWRTzx+g2BI7iaFwyM+/9zOO4kTyYk4flzsPx2WihnG4/CZVF+5fI10k8ISW9tuf4nZMFM+plIfEGOMMXYhf0MgD2M3pfw0vqlPPlBXfqIoT8WTx9WhxPmSKkk9ixdNMSlhipw1xvY94jlf/AqKS1HwVDQAA",
    tag: "a37412e4d8f69004")

  static let appUiJs = BuiltInFile(
    folder: "app", name: "ui.js",
    text: #"""
// What the screens are made of. Texts become text nodes: no markup of a state is ever read.

/** The URL of the server, which may be below a path of a proxy: this file is at /app/ or in a build's folder. */
export const home = import.meta.url.replace(/(\/app\/assets\/\w+)?\/app\/ui\.js.*/, "");

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

const escaped = (character) => Array.from({ length: character.length },
  (_, index) => "\\u" + character.charCodeAt(index).toString(16).padStart(4, "0")).join("");

/**
 * Returns JSON as a word of a shell's command. Escapes of JSON are in place of the characters that a
 * terminal obeys and does not show; between values, such as a tab, they mean nothing.
 */
export const shellWord = (json) => `'${json.replace(/[\t\r]/g, " ")
  .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped).replaceAll("'", "'\\''")}'`;

/** Returns a request as a line for a shell. */
export function curlLine({ url, headers, body }) {
  const names = ["If-Match"].filter((name) => name in headers);
  const fields = names.map((name) => ` -H ${shellWord(`${name}: ${headers[name]}`)}`);
  // The key stays out of what is shown and copied.
  if (headers.Authorization) fields.push(' -H "Authorization: Bearer $BACKSTACK_KEY"');
  return `curl --json ${shellWord(body)}${fields.join("")} ${shellWord(url)}`;
}

"""#,
    gzip: "H4sIAAAAAAACA41WZ3PrOg797l+Bq8mOpTxF3l6S8eaWeb33EmeeaRGOmEiklqRS1k//fUFQtuWU2XeLbZHAAXAOQGo2gx8r4cFXCK60iNqBsAiNkAhmXcB3eO8drLA0DYKnB9BGojulLzKyN11LZiDAeeERlAO8RQsWhSwmk9nxMXxHyN9/8xlZxSBoySCHu0qVFSE8EDb9q80dgbTCVxGuteb+4ZQ8CHGtakamNGeibWdgLChNRqtO1XJKBqaWaAs4nk3wvjXWQ2m081CFnOegmrBWNOhF0dm6sNjWosR0li4CHn04h94tZou797LzYa1Ti+LaFcezHJIkO4u1fC5ukPLQgDU2qP1ZyLNF6xUt3ylKXoAUrsrJRsLSmhqXOfMpvLdq1Xl04zTXnS69MhqqVIsG8zHcHDZ9DkVRlBVVaVFnsJnAUNkQn4ykKbvwsyDxhMf34wbDUdZA3FhIo9PFDT7kcCvqDi8Dy1+urrH0BZlbCpjuY2cxFIBaQ0pOMJ/PISlr4inJtrELfv5CMMUMGsIBbTs8dAw0JPDbb0ArhdJl3UkKl5wk2R7MoX+zpSjd55mNMAfTUMXlOGQ/gR0MSYdapmPWgolF39m9apP+QE6goN7oM1i2Fp1L42O2BNtpkrVCDcqHBuRtlM8qGJ3SMCF5NByr+bx2VZpEtySHDfiHFk9hv0JFjNqhz3n6qJxRtVK+f0s/PlPOo0abkkaqvCHfNIP5vyGWM1hnv4eJWtAo1ihDqp50ezpTa4W1pNyHSgc7DkflsD9Xw91B5bB9EtKnbdcKrnVbzN7/cMDAoQ8dWlZGlehIGfplHKYs+oEyRvPZQPsOdQHfcH0OlI8j6Cpzt/V6VjeHNZY+NW14Is1ioBf1iubJk9HiELEqnq0BL3vcmQQRt5gk9tpJ+/+0rYS+wp24AyNb+yGB3yP2G6gJdOrAmjvw4fQ3lJsDZxr0ldJXzxJFxik31Jgbr3yNMB9ru1Oe90h5TiWaS/RC1S/Yx83o8JT7Yb6SZJiusSelNrg9pftpnMC1447kDPMhq2wUNnTNvscbY0ONScK888kYXYuw/85oH1MMTwEDBsTDbYbh82okzWabcB5j9juRPkVsHV+JFnUQa3ugkXg3CII1pMFoaGJS5bEJUzE0/3IE27VS+MEC+udngE5UlGmMlENAzMNaYGADSkLPhSsZla/Rh2ZwtK3xjka2TcfdxqHciKpIqSYuHnscjFBwC5MzuJM93wrhMojZ5xy1uBqvZXB+DnsKnqJeKJnvWYY+DCfjZHxHveIwlXCpkqPbyGJjbnFIMmZUEOj7oqxSjpSD0hLvd1Xu63xCPfQwj9UcZh6xYbA6L+Ly2QGYr5BbL0qzu9MuOPjlYMuFRMtX8/nuBNg6Ke3Q+rdI+WO6yy3aE3m6q+shaj98D46VkhI1RX8VCahRX/mKTfb6x47ntj28JxqlO4/BKHVIS5JbgmyXR5vPha+KdW2M3e7BDP7+x6w/Pdp86y2dQLv1P4T1ohXyWy+sT/+cQ/LHJOuXdF/EOOhK0SLfSGUlrCg9WpbljbXioVhb01ATx9xPYWcyVAN9Timlv471TBaLLoH3Rrbh1zsj8Y1Po1nhzZDnn/4+yu6vMbusuDZKp7vXxgkc7+6lT7798gsQYbDvjJXDq3OFdR0m3DSN0LKA97kmR7uDvUXKD/itdXiP3mfn4hEuQhR6JN5FDWaFD45vQGkISJt4pp3BCv0doo43j8vBdWUV8/FixW3xAA0KTS7xKpg8eQPgdH80ljm/dkYza8vp0SY87N+uLxZ+YS9nV0QKJBnRvN9Kz19dLPSi+/Mf/1jyp7zMLhbt5l3Zh891+Pyl5s+2J4gu3+qcbUHe1HWaTBMCny4W0yn1xHTJdO+5FmDxP1SljwXWSiMfDQPjzx6FZWfrz8iQeoZ+5VChkGiJqJWRD9CP7z4tGu7vi+Tj9Qm1dFkll8Va1R5tmoZN5oV+sHgDEI/Y6E2KACJQ0Yh25LaEk4/gaLPjOqWxCZv9Ka0OWBdh4bJf0jgw7GwG31XIJ7fzgvQ3Hb9F3YX+UI47QHNTlKZVKItJPDsGuOJN5ytj1X9FYCIb8ivazlXpNKSTHBicwlsUFi0cvX3z7tNvv6OPXz99/+dkOr4MloFPODkJnXFQTqAz6482MchuYPoDI/LlUe8n/wMSyMN/pw4AAA==",
    tag: "5ecd663215eaf32c")

  static let clientBackstackDTs = BuiltInFile(
    folder: "client", name: "backstack.d.ts",
    text: #"""
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

/** Returns `fresh` with the parts of `old` that are equal. Changes `fresh`. */
export function reuse<Value>(old: unknown, fresh: Value): Value;

/** Returns a function that takes the text of an event stream in parts, whatever they are. */
export function eventParser(
  receive: (event: { readonly [field: string]: string }) => void,
): (text: string) => void;

/** What a session shows. Renderers may compare parts of states with `===`. */
export interface Snapshot<State> {
  readonly id: string;
  readonly feature: string;
  /** How many actions were processed. */
  readonly version: number;
  readonly state: State;
  /** How many effects were in flight when the version was first told. */
  readonly effects: number;
  readonly expiresAt: string;
  /** The path that leads here, where the feature has one. */
  readonly link?: string;
}

export interface SessionOptions<State> {
  /**
   * The URL of the server, without a slash at its end: the page's origin by default. Below a path of a
   * proxy, it is such as `/shop`.
   */
  server?: string;
  feature: string;
  /** The session to open: the tab's by default. Where it is gone, another is created. */
  id?: string;
  /** A path from which the feature makes the state; not together with `state`. */
  link?: string;
  state?: State;
  /** How many seconds the session lives without a request. */
  ttl?: number;
  /** The key of the server's host, for servers that ask for one. */
  key?: string;
  /** Keeps the session's id: the tab's storage by default, so that a reload keeps the session. */
  storage?: Pick<Storage, "getItem" | "setItem"> | null;
  /** Sends the requests: the page's `fetch` by default. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** What tests have in place of the page's `globalThis`. */
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
  /** What was typed has to be sent now. */
  flush: undefined;
}

/**
 * A session of a server: follows it, and sends it actions. A reload of the page goes on with the
 * tab's session. A session that has ended is replaced by another, from its last link.
 */
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

  /**
   * Tells, with the event `flush`, what holds changes back that they have to be sent now. `send`
   * does so before an action without a `field`, which may be about them, and a page that is left.
   */
  flush(): void;

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
    gzip: "H4sIAAAAAAACA6VY957bOs79f54C37dtJj9tyvZ1Ms7tvfd+RUuQxR2K9BKQHd/y7kuCoiVZztZbEjUSBwcHhX5w7x580iLsvNsY7KB2Vd+hZXANKPDY9KQMXH/02svw1z/88c839+Hegyt8tnOeQVtG36gK4YNh9Y9XAB5V7aw5Ah93+HQFxF7b7ePZG83mOa+IFfcU3tm+26CfvauRlTazdRH+i/DWx++/Bx84wQPsgFsM4PbK6BrCn328k4eVs4yWkz9/+uvDR+LP1MYu7XIZXLggZy+/26Mn7ewE+c9XVwmex7/3SBwQKBYYhD58ntjFekppZRRRpvNV750HfMZoa4J09+OSrGwx8/Fqt+Mj6EZMeaSds4RwUATWMTiL4JoJjN/QgoNkfpVxnFz5CLn3lqBsPFJbwkFzKzvtlGeK25bO1GVyVHmE4Lgy9+HlVtktntZNHW56W7F2Fjz2hE8+i9FaX4ddVtDbO+sOtgBZtQJ5dzP8/XiOSI0bJZbVHZJAY3yWxGwB92g5xg5VB9om1AUcwoLwysfPjxH2RXyy+APlCf21kFWh3uMKruXFCn4c+fu60WjqrJJv8wX8fAO3a9g7XRdXN2FlhJZfnl4Njn0uFAIhUbROrTvQ/eCurdGjJ+jUESrXBRdG9kUPSCks5e3tbXk5Wz+2ahc25Ccfx+/Xc03p+qK8G1SBaTzPvTfcIUCxgTZhKdhGL8WkQsrSXibJxewW8CsQTIvtsWmwYtlekrkxettyCB1KYueNReWN9jHZnDk3n3e5aD6wpD3Si3zuolRHxW0SlgnfE7ToMQoHPUbzmR1oFcUEO7drtL07VQ3JpmVMUqDf3wmNY2QEQ/gTEpBPP3pnnr2FRNv1IhajqAXFoJkAbb0acnOLvyFwXm+1hU0so43qDd+Hl9AEfpV4JykidmL0nh0L0AyagPoqbElQPqDW7cr78klwTsyf1cnLGhHcWcfswO3QJmSsNgHYFNHnwmiyvHUWC1DWcXgYH1QeFZ80pesLjUA8abzrQmx01c5i051KAonEpBqy26Lsn3JG3pTJwnnUIK17+jyJElYu1mmeuGv0HmmMUO4EgwFmM2t0maw7PJ6XaGgdcQGN88MjGoos3cnDUXRh8YKYtxF3M2BhQ11Pg0DsfNDJJBgFkBMbAts4VcPd+TbJZF4czH6gq7ugXbkt4P8Dt28ydv8PP8H/03C9Dje2NyZj+xgzaQM5NJNt2SBXbTkCy+TJ82Dyuvcm+1uAtppX8FHa6c1wI3U19LFOEz75aGiG62xcqixHo9CqPUpTMKqSDjkFsTVuo8wnraYsjvAZB+K7gMBt/oYVPy+tbb3M6TPHU+2EVH6jYU1R7+x7lOCeNCvxmC7pEDm3722vfB0JmRZScX/jnEFls9PvqS6K8mwrwsB89PugNAcuc0UXBJoFnXxvFKXKgDbHQvrd01PHzoZeRyYoldfqt5uejmVMSoPAKckJrDuNJ0XK2r88hI4gC0vGNe9MFtarBuNoWoiYXmT2etMziro8dm6P47P1c8NxuevR0BJX581xkpfCiOQOK79FDkylKrWCWKQCZ1L/Kxl2Fr2HWMWZV6I63VTClvqWMoSLZXd6t8M6L/xnvePVOIgsZPbiUEBzh9Qkw4RdgWLoHDHwwUXhK2i86rCQIKceqmydQ55DnbybjTs7j3vtelpy92/wCz9PyUizmdC4QbRgHLEI8BFQAeHv3z8cLnT4QlV3j6EkbSss4wMFrDuUMfQVxXg/aDGna56UIyvTYYdedtZixVivpmkyZKjrMMXVpSnjoI7TIihgpYMxJjirWfXfOWMkO8+NvtQ3DXqJajY6/0R8mraGXK6OE8tQKfsbho0M+X0XXVDzo4NulscNAs1LTBi/D3BkXTT486Xu3SqZK6K4s6w8SsGMuxbQW4Mk5AyztiZRB9qxb8v6rJ/zifP8qDWOzpOKLYknp8taELGLHFC0FyKeS5LpqY0VqcZGW6zzGeYKQkpkh2ToGehZQeOMcQfxRJRPUqA150oYnM6dcNIeYOswlqzTYShaSE01d8nRoBTwkUbQlAmsg4rysDMUQ80kmSeDyP2r81NiTvuUSHA7npdeFLzjk/V4hoyh+ESql6TCzuu9YjkXE/u+Yuevbx5fTafO93doaZwUptRNpivJyTSgpQk4LX6BWx8o/TdUWeRJM/H4h4eP8tgkH3sZ98NskzbOKa0rGSf/DQquRe8uteLV5XG7CN/crE7TwozfvOV6LfRcEu+/3U8uH3mW+ZbbvRZKs1IWx/WsoKf/S1ZJYVkmehGjZR0skv0chHw9GTxHCeVJR9k8aqiG5bTtCGGDjZOR/zGordJjGgGpTkbhiEDNfseQtvCfKiznNeRPZnNIJW1A0AUMfwH2GmmiteDBdUK/GoRQZDEFp5dT3lRG48yxnvPyCRpDRfY418xSSlcZnkutcKbOM0XqMVkVeJSZdVH+ygi2TBZqhwTkMstjCMYjSSnDm5iLJ6ZOHeN2ajNkXpdqoUq1TkxrAoMNj+wI4Ovgcvr9Is+37HY0FNUgifvwyeJgNA56xhHOdlB1LcXqHU2MFv2TT0K9z3UsysI1F+eelOjSHVYQ1xRyb4Ztxt9rXu6JXSdrn1za6Ou4+Nv1+JPNtICMjTsMny+eQR2UEBdkjy44NOLMSXOOdL6pn9/KmWM4Sv1v0H6++gf0/4vSBBYAAA==",
    tag: "ffc348e2f570665a")

  static let clientBackstackJs = BuiltInFile(
    folder: "client", name: "backstack.js",
    text: #"""
// Follows one session of a server, and sends it actions: see backstack.d.ts.

export class ProblemError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    Object.assign(this, { status, problem });
  }
}

export class Session extends EventTarget {
  static open(options) {
    return run(new Session(), options);
  }
}

export function reuse(old, fresh) {
  const isObject = (value) => Object(value) === value;
  if (old === fresh || !isObject(old) || !isObject(fresh)) return fresh;
  if (Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  let isSame = Object.keys(old).length === Object.keys(fresh).length;
  for (const key in fresh) {
    const before = Object.hasOwn(old, key) ? old[key] : undefined;
    fresh[key] = reuse(before, fresh[key]);
    isSame &&= before === fresh[key];
  }
  return isSame ? old : fresh;
}

export function eventParser(receive) {
  let rest = "";
  let event = {};
  return (text) => {
    // A carriage return at the end may be half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      const [, name, value] = /([^:]*):? ?([^]*)/.exec(line);
      if (name) {
        event[name] = name === "data" && "data" in event ? `${event.data}\n${value}` : value;
      } else if (!line) {
        if (Object.keys(event).length) receive(event);
        event = {};
      }
    }
  };
}

const second = 1000;
const isGone = ({ status }) => status === 404 || status === 410;

async function run(session, { platform = globalThis, ...options }) {
  const { AbortSignal, Date, clearTimeout, document, setTimeout } = platform;
  const { feature, key: apiKey, fetch = platform.fetch, server = platform.origin } = options;
  const end = new AbortController();
  let life = new AbortController(); // of the present session
  const isClosed = () => end.signal.aborted;
  const over = () => new Error(`the session ${isClosed() ? "was closed" : "has ended"}`);
  const tell = (type, detail) =>
    session.dispatchEvent(new CustomEvent(type, { cancelable: true, detail }));

  const timers = {};
  function timer(name, milliseconds, run) {
    clearTimeout(timers[name]);
    if (run && !isClosed()) timers[name] = setTimeout(run, milliseconds);
  }

  const pauses = new Set();
  const wake = () => pauses.forEach((done) => done());
  const pause = (milliseconds) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timeout);
        pauses.delete(done);
        resolve();
      };
      const timeout = setTimeout(done, milliseconds);
      isClosed() ? done() : pauses.add(done);
    });

  // MARK: Requests

  async function respond(path, signal, headers, body) {
    const response = await fetch(server + path, {
      signal: AbortSignal.any([signal, life.signal]),
      cache: "no-store",
      // Arrives although the page has gone.
      ...(body && { method: "POST", body, keepalive: document.hidden }),
      headers: {
        Accept: "application/json",
        ...(body && { "Content-Type": "application/json" }),
        ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
        ...headers,
      },
    });
    if (response.ok || response.status === 304) return response;
    const problem = (await response.json().catch(() => {})) ?? {};
    const error = new ProblemError(response.status, problem);
    if (isGone(error) && path.startsWith(`/sessions/${session.id}`)) finish(problem.reason);
    throw Object.assign(error, { wait: Number(response.headers.get("Retry-After")) });
  }

  async function request(path, headers, body) {
    const { signal } = life;
    for (let tries = 1; ; tries++) {
      try {
        const response = await respond(path, AbortSignal.timeout(45 * second), headers, body);
        const { ok } = response;
        const snapshot = ok ? await response.json() : session.snapshot; // not modified
        if (!(snapshot.version >= 0)) throw new Error("not the server's response");
        for (const { message, location } of snapshot.issues ?? []) {
          console.warn("Backstack: %s (%s)", message, location);
        }
        keepAlive(ok && snapshot.expiresAt, response.headers.get("Date"));
        return snapshot;
      } catch (error) {
        if (signal.aborted && !isGone(error)) throw over();
        const { status, problem, wait } = error;
        const isBusy = /request-in-progress$/.test(problem?.type);
        const mayPass = isBusy || [undefined, 429, 502, 503, 504].includes(status);
        if (!mayPass || tries === 8) throw error;
        const longer = Math.min(30, 2 ** (tries - 2)) * (0.5 + platform.Math.random() / 2);
        await pause((wait || longer) * second);
      }
    }
  }

  async function read(query = "") {
    const { id, version } = session.snapshot;
    show(await request(`/sessions/${id}${query}`, { "If-None-Match": `"${version}"` }));
  }

  // An open stream does not keep a session alive.
  let lifetime = 3600 * second;
  let readAt;
  function keepAlive(expiresAt, date) {
    const now = Date.now();
    if (expiresAt) lifetime = Date.parse(expiresAt) - (Date.parse(date) || now);
    const half = Math.max(lifetime / 2, second);
    readAt = now + half - 100; // timers may be early
    timer("life", half, stayAlive);
  }

  function stayAlive() {
    if (document.hidden || session.ended || Date.now() < readAt) return;
    keepAlive();
    read().catch(() => {});
  }

  // MARK: What is shown

  let copy; // what the stream has sent: its patches apply to nothing else
  let told; // the snapshot of the last `change`
  let hasFrame;

  function show(fresh) {
    const old = session.snapshot;
    const isFirst = fresh.id !== old?.id;
    if (!isFirst && fresh.version <= old.version) return;
    const snapshot = reuse(old, fresh);
    const { id, state, link: last = link } = snapshot;
    Object.assign(session, { snapshot, id, state });
    if (isFirst) copy = snapshot;
    if (isFirst || last !== kept.last) keep({ id, first: id === kept.id ? kept.first : link, last });
    told ??= snapshot;
    tellChange();
  }

  // Tells the first change of a frame, and the last.
  function tellChange() {
    const { snapshot } = session;
    if (hasFrame || isClosed() || told === snapshot) return;
    const previous = told;
    told = snapshot;
    hasFrame = true;
    const next = () => {
      hasFrame = false;
      tellChange();
    };
    // Hidden pages have no frames.
    (document.hidden ? setTimeout : platform.requestAnimationFrame)(next, 50);
    tell("change", { previous, snapshot });
  }

  // MARK: Actions

  const fields = new Map(); // of the actions that wait
  let turn = Promise.resolve();
  let sending = 0;

  // One after the other: parallel connections would not keep the order.
  session.send = (action, { guard, field, control } = {}) => {
    if (!field) {
      session.flush();
      // An action between two changes of a field may be about the first.
      fields.clear();
    }
    const same = fields.get(field);
    if (same) {
      same.action = action;
      return same.sent;
    }
    const { id } = session;
    const busy = control && setTimeout(() => control.setAttribute("aria-busy", "true"), 80);
    const item = { action };
    const send = () => {
      if (fields.get(field) === item) fields.delete(field);
      return sendNow(id, JSON.stringify(item.action), guard);
    };
    fields.set(field, item);
    // At once, if it can be: the page may be about to go.
    item.sent = (sending++ ? turn.then(send) : send()).finally(() => {
      sending--;
      clearTimeout(busy);
      control?.removeAttribute("aria-busy");
    });
    turn = item.sent.catch(() => {});
    return item.sent;
  };

  session.flush = () => tell("flush");

  async function sendNow(id, body, guard, tries = 1) {
    const { snapshot } = session;
    if (session.ended || id !== session.id) throw over();
    if (guard && !guard(session.state)) return { snapshot, skipped: true };
    const match = guard && { "If-Match": `"${snapshot.version}"` };
    try {
      const headers = { "Idempotency-Key": newKey(), ...match };
      show(await request(`/sessions/${id}/actions`, headers, body));
      return { snapshot: session.snapshot };
    } catch (error) {
      const { status, problem } = error;
      if (status === 412 && problem.snapshot && tries < 5) {
        show(problem.snapshot);
        return sendNow(id, body, guard, tries + 1);
      }
      if (!/stale-element$/.test(problem?.type)) throw error;
      await read();
      return { snapshot: session.snapshot, stale: true };
    }
  }

  // MARK: The stream

  let isAsleep = true; // hidden for long
  let stream; // aborts it
  let retry = 2 * second;
  let failures = 0;
  let pollUntil = 0;
  let patching;
  let imports = 0;

  function pageChanged() {
    isAsleep &&= document.hidden;
    timer("sleep", 30 * second, document.hidden && sleep);
    // A page that is left is hidden first.
    if (document.hidden) session.flush();
    else wake();
    stayAlive();
  }

  function sleep() {
    isAsleep = true;
    stream?.abort();
    showConnected(true);
  }

  async function keepFollowing() {
    while (!isClosed()) {
      const wait = isAsleep || session.ended ? 2 ** 31 - 1 : await follow();
      if (wait) await pause(wait);
    }
  }

  async function follow() {
    const began = Date.now();
    try {
      const wait = await take(began < pollUntil ? 4 : 0);
      if (wait !== undefined) return wait;
    } catch (error) {
      failure = error;
    }
    showConnected(isAsleep);
    // A stream that has lasted is resumed at once.
    failures = Date.now() - began < 5 * second ? failures + 1 : 0;
    const longer = failures && Math.min(retry * 2 ** (failures - 1), 30 * second);
    return Math.max(longer, (failure?.wait || 0) * second);
  }

  // Browsers have six connections to a host over HTTP/1.1: their tabs share four streams.
  function take(number) {
    const { locks } = platform.navigator;
    if (number === 4) return poll();
    if (!locks) return readStream();
    return locks.request(`backstack:${server}:${number}`, { ifAvailable: true }, (lock) =>
      lock ? readStream() : take(number + 1));
  }

  async function poll() {
    const since = Date.now();
    const isBuffered = since < pollUntil;
    const isFirst = isBuffered && !isConnected;
    const { snapshot } = session;
    await read(isBuffered && !isFirst ? "?wait=25" : "");
    showConnected(true);
    if (isFirst) tell("status", { isConnected, isBuffered, since });
    return isBuffered && snapshot !== session.snapshot ? 0 : 2 * second;
  }

  async function readStream() {
    if (isAsleep) return;
    const { signal } = (stream = new AbortController());
    timer("silence", 5 * second, () => {
      // Something on the way keeps the bytes.
      pollUntil = Date.now() + 300 * second;
      stream.abort();
    });
    try {
      if (copy?.version < session.snapshot.version) copy = session.snapshot;
      const headers = { Accept: "text/event-stream" };
      if (copy) headers["Last-Event-ID"] = `${copy.version}`;
      const { body } = await respond(`/sessions/${session.id}/events`, signal, headers);
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let received = Promise.resolve();
      const parse = eventParser((event) => {
        received = received.then(() => receive(event));
      });
      for (let part; !(part = await reader.read()).done; ) {
        // The server sends a comment every 15 s.
        timer("silence", 40 * second, () => stream.abort());
        showConnected(true);
        parse(part.value);
        await received;
      }
    } finally {
      timer("silence");
      stream.abort();
    }
  }

  async function receive({ event, data, id, base, retry: time }) {
    if (time > 0) retry = +time;
    if (event === "end") finish(JSON.parse(data).reason);
    if (event !== "snapshot" && event !== "patch") return;
    const before = copy;
    // The next stream begins with a snapshot, unless this event can be used.
    copy = undefined;
    // The response to an action may save the import.
    const mayWait = event === "patch" && sending && !patching;
    if (mayWait) await Promise.race([turn, pause(100)]);
    let next = session.snapshot;
    if (event === "snapshot") next = JSON.parse(data);
    else if (+id !== next.version) {
      // Firefox remembers a failed import.
      patching ??= await Promise.race([import(`./patch.js?${imports++}`), pause(5 * second)]);
      if (+(base ?? before?.version) !== before?.version) throw new Error("missed a patch");
      next = { ...patching.applyPatch(before, JSON.parse(data)), version: +id };
    }
    show(next);
    // Of one version there is one copy, so that its parts stay identical.
    copy = next.version === session.snapshot.version ? session.snapshot : next;
  }

  let isConnected = true;
  let lostAt;
  let failure; // of the stream

  function showConnected(is) {
    if (is === isConnected) return;
    isConnected = is;
    const since = Date.now();
    const tellStatus = () => tell("status", { isConnected, since, error: failure });
    for (const time of [1, 30]) timer(time, time * second, !is && tellStatus);
    if (!is) lostAt = since;
    else {
      failure = undefined;
      wake();
      if (since - lostAt >= second) tellStatus();
    }
  }

  // MARK: The session's beginning and end

  const inStorage = (use) => {
    try {
      const { storage = platform.sessionStorage } = options;
      return use(storage, `backstack:${server}:${feature}`);
    } catch {} // full or forbidden: then a reload makes another session
  };
  let kept = inStorage((storage, name) => JSON.parse(storage.getItem(name))) ?? {};

  function keep(values) {
    kept = values;
    inStorage((storage, name) => storage.setItem(name, JSON.stringify(kept)));
  }

  // Not `randomUUID`, which http:// pages of other hosts than localhost lack.
  const newKey = () => `"${platform.crypto.getRandomValues(new Uint32Array(5)).join("-")}"`;

  async function create(from) {
    const { state, ttl } = options;
    const body = JSON.stringify({ feature, ttl, ...(from ? { link: from } : { state }) });
    const old = kept;
    const key = old.body === body ? old.key : newKey();
    // Kept before it is sent: a reload meanwhile makes no second session.
    keep({ key, body });
    try {
      show(await request("/sessions", { "Idempotency-Key": key }, body));
    } catch (error) {
      // The key's session has ended, or the last link leads nowhere any more.
      const isOld = key === old.key || from !== link;
      if (!isOld || ![404, 410, 422].includes(error.status)) throw error;
      keep({});
      await create(link);
    }
  }

  let replacedAt;
  async function finish(reason = "unknown") {
    if (session.ended || isClosed()) return;
    const { id, link: last = link } = session.snapshot;
    session.ended = reason;
    life.abort();
    life = new AbortController();
    timer("life");
    wake(); // so that nothing of it is shown later
    keep({});
    // Not again and again where sessions end at once.
    const isEarly = Date.now() - replacedAt < 10 * second;
    if (!tell("ended", { id, reason }) || isEarly) return;
    replacedAt = Date.now();
    try {
      await create(last);
      session.replaced = { id, reason };
      session.ended = undefined;
      pageChanged();
    } catch {}
  }

  session.close = () => {
    end.abort();
    life.abort();
    for (const name in timers) timer(name);
    wake();
  };

  if ((options.id ?? kept.id) !== kept.id) kept = {};
  const { link = kept.first } = options;
  // Another link is one that the user followed.
  const same = [kept.first, kept.last].includes(link) ? kept : {};
  const { id = same.id } = options;
  try {
    if (id) show(await request(`/sessions/${encodeURIComponent(id)}`));
  } catch (error) {
    if (!isGone(error)) throw error;
    session.replaced = { id, reason: error.problem.reason ?? "unknown" };
  }
  if (!session.id) await create(same.last ?? link);
  for (const type of ["visibilitychange", "pageshow", "online"]) {
    platform.addEventListener(type, pageChanged, { signal: end.signal });
  }
  pageChanged();
  keepFollowing();
  return session;
}

"""#,
    gzip: "H4sIAAAAAAACA3RW13bbOBB991eMtQ3aMHTaE320Tu89fkqHyJHEBAK4AOiyiv59ZzDEEZ1egMHg3uGdAh8cwH1njDsN4CxCwBBaZ8EtQNPGn6AvQNuG1rYJ0EbQdSSHUJEFYa7rryHSP2VTxlDu7eFZ53yE2ugQ4KV3c4Pre947D3gWE4TsNnsANcFE39fReUUgsQ8FdHJlmhwAQt+hV4OxbDDq1sDREWRLbKNBNnx+eHz8En7fCM728/Qw3X8x/4J1LCmYdmlVXLVEsYHvyGCbvLd72+/ifyNi7EI/QRuPtV9iTPExTluD69Aq1yVZcuAeY+8t+N4qi6cZSU0LyI7fUy56m5Slq31A5UxTwMJjWE13YkEb5ItgBupEmx6nMPsHxKayYTaDtGSGdgEMxUZBg2/fYD/D8NH0okUop/kD0jYD3fJen5dtSP/L3X3CvWD+JYBBDv+NXiPMcl6+4nlIOKVBu4wrDnN8JmD5lFEWzoMSLcgBWjvWKKs0R3Ib0ax0eHFqRVK6NYUjoPU7Wn6ACnrb4KK12DA+CJ6czYZcCF4xOpLyyt/z55+zzJl1FjfJca6G7J7YocrS/KQEkAvtpfYBvfJYY3uC8oUsIt3i/E8mWVX2Zstme7jjUpGqNlWHKEN9fgtq7X2rl5iddIS4QkDbwFqfwxxhpc1Cmt+QJH8FPitH0rI1cPWlKC5BYilDZ9qoDt779/Yb//HqaP/36YGolANOV8vOdUrsOZcZlmjFJyczc74rwJJuhVQ1p+VAvftYffh7Wh3BES1pdVDiGdaK7w/oUrJ8cYcHotU7thIOw0rKJo2OekKJzKt2SALQaPl9k5Yln2zf2983KY7tZ6gkosy3BTQBE+0+BzLmZeO4sBNiLuwpDEkezBkQxqnNJHv5320qHZEoIP3fkOPVK1euHA7GNjxwFjlZeeTBlisib/jDb1y5wf0/tlwlgD0dzm2dC1Lm2PA08ADtjI6UvTVhL42ba3OcJmtZlsN0g+14am3g1tz5+IZmsDYF3NURC6gNan/crtH1sYDG1f0aLa0CxsEKW8LPVIcjtAVStB5TM1egu/YJnhdkjfVqdKNMhmJ4xcYHzrfL1ib4Id4dOiYZaWZLzHecjd4Zg15Nc7+ZdoG/9OFGc4vUVp3HwOkbhBsN8TvGBWQelfLBPRaSOKVmQGx28TiJXRyJUt5P9ZkIMjA9exlS8WybnOoAddpPoILJSqc2pl16FzNyRGMYOZ53WIC8rczCBZahy6YNnSYZ09OnmP9OH6Jby16ubqDWtkaj5wYriL7HDEdlQIQ7RsqrD7mcd9WV7Ep6fN0a00o5h4LrLnfRuF6UIEkfE0PuMHLnHt7fyTGFsSvMRuXF3hf55E3exdvpPqRpJ094VCP1TvVXzHkZHEsqrnu6XinVOIvpgBeKNRhDpntj3qx64nnp3ZoOFE9YZ04E5+JAJNTMnY9+qpDrR7MkB9mgwYgS4u5wIFPZxNNlTDnAXRSQMX6iIP8aF+SgAlQ5BN00Y/6t1Ag1zrNbr59U8Br/7THEwMbv5xCGjnhUpyN39jBQVqgb9KGAuWvOL/4oIBeS5PpUt1GmhBpmwiUQoKyhAFbjcVVqe67eZSZu/VI2H6ZFVohyjtRn1l0O0XmcyIG8ud7TXA+gTVy5frmSwcBPMHflkkQoxZmHp+L4uYA3sEbybwj05Ys3xxP5Mp532GlDgBXkgVmu2qZBC9scTlajGlXGrbrGLhKa7jrT1pq1PPgSnJVQf8I/4aFG8JePqcUnP7s5YpTLMofl+q2ewvftf8m/gs+3UXv0NKjE6f/KrXO7bRxY/89TwNxGxhTdknv2yvHqpG7vvZuO6AjXFKkj0vHq+Ojd73wzxAggmfbHpihgAEyfD6PteX+2E6HTPnnYerbtJJnVV4hY+tELXSeH91zeqd+f7pRB830yHVEGJYITxUlG54P5il2R70JlIb5KwwO8r3iEoLzZba9XXHgnkHgcM4kEfILyYfy6bX617SI+P+jcbnPw/q3zwHZOXjsxlKHaZqGl0LrIacsd8Xaxrm/CWkdWgW/GQafmm+vlRbHbpeN3RqVMHP1QtOvN5OFlW6yjJNFyaMz82DLZ/F5rdredKXGMhdF4GR9CaLu27FiPTs2pfNjf36VLtBt9fpUhh64gsNjOV8X37pu7XWaU9Hernk83XF9hs7pOf0BT5atmUZMHxMiZGVUgM9XA6cZzQlDRvGU9t5e2mAcp4V7sxmXkjziYf3JmDpNEZOoFfPIukqyL6/qo0bUjPUyQUsOHNA15GvJatRiu2SI10RVt05A0oeN//q3M1yPXZZHd5Osqjh65In9qPmhM/EGTROmQuLeLrT7BYT2Ew4rrK2i8rk0Vj6UDPGxTM66TSBKjRIlqXaN81aSbjdY4swpT7jCr4tzAt0LlM7KseEQpesacsjWxnvD8/gTbPLpuNihQOkuZ2GpCc1/QGZv3D7KWjUdozTJkT/01UYd9B+zhzBEjX/enlqipuXf8v6m5f3iMPyf4c+/vzFbPy+t50XQoiqPpdMyRJEowNfGVH7ujjx6krKsXnHd+DRe1tFV8cpiaY3P3romFxsQcE/fo42F23+zvcmuesCbEqF6SPRzQKKUtNiNJQBzjGVuSpZKdqQ4rnXFXlM9j4vF6w7Vw3/1YYpWzKIhrYJY8mp5uNBSwwEIfTL73/VteZHsOXxp9fjn5hrRn8jV0LqLAFlE1KMtsIwQ1dZ0c/CvGhkiLaLdLCtlFA1fAVmFyTd85omdecdFaBklO/ufwUNniig+c+2Hrp8+ekXlWNSf7CZlSkbDPuPjK6DH2ApNOS3R5N3IFEMIfMDGx9wWvAikSxcSPk8ARVH3y/2KlSxqRhpKWE9FgbHBfZk5QyLLrlPTdwROURpQbniU1QwS6UcqTUljrhhmhUlAm7b6LiSt68l4WRSdRTeGKCS92HDMPus26LIMP4PHfO9Ewm9A9aaL76yKHz2A1rO6IgIl/qw2f/GYh8IxTHySMqCenxraN4aqM9Al52ca0NRRrYasXjEF0pFrCmUAKVNRxuuq0zElM588XOZnfuUzAEs/WVCidhqyDlYzAbER91LJ8f/jMrhn84emUywAwxMQZPe8UcM8NJActI53tPuDR7mPA90FgHiKnpwOfAA+JoGUrimZl7oApjv1Kaogd++iHDkt3FINMtTtMwqIMyYYjoF28BzDlijL0DJ8SVqhY9ntJ4yBx4rQbQ88zeeIvzZQPkDIl3QdET5G9vzhq/scs8jjQx5/ofcNqITRFLQQIvIRG8CWA6k3mqUdAM/TCurjvgndccNoGNnj1IsKUg6wdgRHBA155aWuk/jzeO3f/1LrQGaMTPpGK8MuwlA7HX+al5oJ97mmVDA5+Jg4EpV1DBF4WZJDCuoYrvKGvmflQ13QXQbtI9LCyS06seCtJjJ0i3ic7ScaRyCkirVR2pB7XR3zOQ7m+2YEclJOWcwdyfJ2vQgwrl+H0nLec/DjXglzszIEVWQAf4HtcF8EbUTLrivtvKyKHGoMJ1/RnDURgnRNyVmIzVdEtdlNfl3ONlDJ8TakhGKnuRoC6WDYIBry4ztfzVM6Tgh5AOWgenK+KV/wND9JkUYleltfNwsnWhXBZgaJPe1OQ2NqbujOPRuwDtBQ/zy8gTTUkV9wLkzNGaFR3fCfG2uaGIQHmR8+pNAGQjU+ZbIymyQOP1URZhiBeBKupK+ybpN6dcAKr7EPOrloqscx9R8Tbhy1lgxfXbRFH+drmE8wmbYxgZlGSmo8PAx9sW66+bx1Pg9LaSVRl5Y4+4ApcA9NKhGMKasnXISOY7jcUweBOv/jx228yiqekmvZyE4NGx8YkFQUKDNuRb9zSqSyrVk95S03QZ4p9WnKbOfRkqiBPTytqAnxEI0CFhYMDd7ayv29mbFcZTa/4rRSUFXBMcvYVWcomDvnTzZ1MsKUBCAhxOHY4sc3IWJdU74yKzp1e/jsr192OpTTKZx3FTgdWH9qVylZcF7/DgoPcPpAYA1/OthU2eLdAM0jpujxkB7H06kCdiXWlbOQnpcRBXy85g5ygubKrVTEXIDzU8GUuNxRKlSuKoJjQAtmvKpiGoiJKz0Ea5owJzYvlqm6L6vlmQhBbNIVDp4c44YsZWZtJvWXlc9D5/vM+dqIaNTj9EP5wKw7L9NcW2mGJrXL0b6mOiYFuuC6Hd6IkD8x9t4qetz96BF14vebtm6OgPNV4ckBbK4sJeSFE+PFKf7TgdiJAwfAObE0NLxgq2XYQ7H/S6uGO3sA/bEoKqi4VwljJR4AdcTEuI7t5PIDhk8Zo8KcNctl9PKhOL3NbXq/ZRg/du1Vdlj9XrS2Dl9AGclzus13iBpznhcUH3KjkXHNNL/UQuHjvpVWnfnXIo6KUgGHdadqfAJXhcZ5XF+fdduVZWVzyfxmvgX28hEzGkwlUZXxn5F549eiwWOX9DI4bpK8inplAW0qUtPyxJFLELgweg3IVNJDGH5KCLnWzsGVh4uACLTRV1tcz3dOwYp4JTHRyhCLeTN21Cy8VB3fz+CIJQCF+c/o63EcJ9Ro+XuTVENwYuEzdvizaQh4y94GnpjNzj/Z9ONgrxwyF4tT546vXOjlnFaFL245ITLgaqqIImpURhQnXX8RmywDw9ZIec0lCWCXVAgNukCjcMRUTh6R08D5EBdMbQoA6CIaicKC4gLsdJKhDSORJYG5hiqBwkBBPdeYsc3DgYYgEqkN7RK6ToO+utmrsf37FgNQqN4va3ZejGezgKDviTMyuSdAXQFnydUH6c73ueNqEZSyUoeJrkn52UdYEgAfdCFmVv7Qv8tYJEyoicyU6qXJAq/yEYo9p6ddw/D/yZuKQUzws09B8oRD8+7dyAbClJ1lRoEl7+fBlbr07eLMl9oKM3i4bpmpmwapm6p+cI9wrfQYfJmROY0nzepYX4uGXl8UavQ4y1De0UaRI5yhcr+Zx+jYpXxhTB8RklZmJZhh0dnyfOySi1/jPIawj+askI1x6e3tMvf2n3ZHDPDk8oB4jSEj15cwcmmkQZ8clE0hU61z1J2PwSXBFF4tFvKqrJQmjKsUIOleUes4kDes2WOyP9bIQSBLWtUD423DYafjTxaZ10IjZ6UTotvbNSQ8C34W+MPJthx6fOQAIbrZDEwccdl8pWDcOZ45l3Hqpjh64A+7UmsjWIs2zdQ+Jm/pn9BU58MlTHv75k4h6UtBhhjGa85+Hi95yKmq2g6vPV90Xy2aa80GHRBIShtawiwf9bGVXxU+LNboUuNHnJzrWE2I8DXGqlaAI/4FnOca7jJD71+ZjkFC4Jt8bmLOgxTHmD2E3i0dSH6UwFkULO+Z0EacHetfMK7anZi/Gf2WhHD3DPxwL3Sinxi8YAIrqbWvX/ZzTGZbI9bB7UrSj+0Y1eMQ67h0OzCNUXd3ruOfRL5lnvP+MGw77V2rKoN7VmRHMQC2iv8XktRY17mqU8bciQr5pygUKv8ibIpXqYMprma3vjfjNJxThtYDYxyv1sCJL6cckfkfa9MCojV445Yl2P/Rm7mGmM1zu5vTec8URqSccaxeGEeILlT6jw8IcJFAW2KRtFyb36v3rqiwauDTb8HIOBTKU0GrrLLsWTR2DNbSxATmMoo0AjhpkOnCVUhwJLb0l/lUyWcczPSEdW9FXxDyttJRZMllTbzXY/HkR/wnmpF06TndwiWuvgyWBHeMucihAFUPipvWl6BVGmLsvoAyPVq/sxxOKviSo/4hhywK5CuwR6WMxDxhktLbE/cfoGWV4fJ4d8FBq3pi9fysvqQ+F2m0cA3bxTflgZLMxdJ0W6JRnpjvGGQYvh90ctJsGqbtsVi3R8eoWkI07R8Z3fN/hk7ai95mZ6HX31ICT236REYPyrq749hI/93BzoGVkAbbhl1DX1DS11Bxy2Uic4ZKV7JxEbJ/nZaDavtAg/1fGWTMbJjlTnq6pDTTNy6i06pVvqCwl1LmHN+iNRYB3qMvqF1lhioT9+guGLiLciW1O3zr5RZr4IyeJiny+PnNkcqnUiFMtGrfDbnl4TRz3zyPUWn8nnV/H35SfvbizZ1G4eZvxixGwQhjq8nPPKHvV69CBmQDQEJLCkomj+smZsx9vB27GKF7l1OOjRjxuBUPG3SO5tN2lla1+pNqLQBqwlixVc4cwA9RMVwdrASfLKJmgFzyA4eAHuvmpeUUh1jWkk+cIgYDbLc52eV2Wpl5DgheMEXFZSq6elijrHHdHV7jJr/hOzGsX3zo1x20vbVBPHeuO8BMGOb16BN0ukrXPCZSPecyum7HfOyI/HHJW4RaTl3ye1y/sVmu81QY3LSCahN0x35Dpn0un0M8/f/7kPAX6RExbtO1qSt/zVSrUXNiC6p7vIbk4zkt8NiV+eqZaIYC3WhvwdJX38/Vm1dacv/KSv/DxONH92VbtybH8euk+JYP/V9sqjiZRQuD72PXEc3IwuGyimNJDClx7QduWoUbpGEnlz/rs0d808FwG7Jm+IYl1zQr8cWumbhWzdZ2aYT8GOO2/vQJH8F3GS8PZ8cOM3+FbvSnYhYcvi5XmRRbuWDpPPJUt8krAQlHequ4MXd07SLlOBlpF8PRhnTZ+FxFpZROl45cb2Pg2vJAYhd800cKMjxptutIfRaQwTW2IAa/J5PI5jnTDUTGvNmZJjJATeb/E69jNPFVmEoTFkkIaAGK+c9zjSRiy9yf98CbFb23Q0XfstfDx3rsm4pErA+WpMFJLAKeUWDJwrwrZr8hWCrSODRTapdmSVaOd7rq6otNX2lU3fommGPE4vGDno302r0wgwwXOjGxHvkObV1ievPZHOIMOMX6l8Yo0wqU32jZFfsbumrFMScxc3+mzW/1W/iK3FYcleWJNcSeAYoWorOrMU/Sv9aBZTzYEUBz5eIcqjiQOzJko7XjbiWuLjhlHOpCET/i12HioQpAWj/GF4kgRoXD1cKBKb5grBBc5vTDpVFWp8K+XwmYAMHWoAvqmnyMhChlbiRY0LkXC21AX9K4afHa/4uUeq5lrt+KcXj/gQX+Sp8rOun3mt2WF/p+xfAnwPNbl2q00+XG1uO4uN7hsDBtD/twRTnedYp7bYLs3smUzDTfH3WNMCecK96VqIAzA+d50NVxUwIR+/uHzxzX55IriAqZtz9kND52w0h7tvFbX9mZdm8rYLPwJBOSk/krUEdrEC3r3+6GKMy/AQcxWl+ln2JuVZNjRS9vYC1vadqO9VhFUGVzCc13R/CLSBnpNOPL5nEG+r2xDcYt0DzRT3wxSxWCn3k8AtWtraDL9Szvv574KgG/v/D/PtUIG0j8AAA==",
    tag: "d533b210c96d758b")

  static let clientCasesDTs = BuiltInFile(
    folder: "client", name: "cases.d.ts",
    text: #"""
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

"""#,
    gzip: "H4sIAAAAAAACA41SVZvbMBB896+YMrfvwTIzc6uzN41J8qdVOPnvXcu6+PjuxbZmRxqw3KIivFYlce+zKiY0QB/+AzR3pBMGO5vqfxgGuHNgPNG5NjMt85wWZrRlaZqS7Ub+/LdqURiVNAo3a7kjdFawpBKjiwV+vECqPQ2Xg/6vjkAjsniLTQRRexvhoBe/Q+B6vKpZaH1Ed65fxwNVFAw3JowmOnap0bJQDilDy9YEqpnGigmSRWmQnpQdkIrHDTquKUZeU2Fouo3rdyKaV8a69sxSuXjcO7LFNcxORrG7iffEk8INrkbAtGaGLDcjeCHuYIUfvoJU7/9BbSW4WjXNdo6s+Br6g6CDzc3oWicsQhsfJanyjn1WsFNx3hQiMKPGte8hlRUVVJJ2fGTiMOzd80sfKhVT0t0OWYkUdDpoCN7LandX/dmyuwe42GDTPc2vpdJMiaG2VuQzkZlhgtqRmWQ40nllqqutuLcl0GNryv22jrdRWWIRVB7Z194s3K3AoOQoB+10297+AmpPLWkXPbsbf/32p4+NZock5TJl7uB8+Drfjf4DATLkrQ8EAAA=",
    tag: "033889e900799aa7")

  static let clientCasesJs = BuiltInFile(
    folder: "client", name: "cases.js",
    text: #"""
// The enums of a feature's states and actions, in which a case is its name as the only key.

export function match(value, cases) {
  const name = typeof value === "string" ? value : Object.keys(value)[0];
  if (!Object.hasOwn(cases, name)) throw new TypeError(`no such case: ${name}`);
  return cases[name](name === value ? {} : value[name]);
}

// What acts on stacks and presentations: `{ path: pop(3) }`, `{ destination: dismiss }`.
export const element = (id, action) => ({ element: { id, action } });
export const pop = (id) => ({ popFrom: { id } });
export const presented = (action) => ({ presented: action });
export const dismiss = "dismiss";

"""#,
    gzip: "H4sIAAAAAAACA21RR5OeMAy98yteOsxs3xvbTskxvXfH6ItpNmOZbQz/PTJe0ulIesXPu7t4aQhkx57hNlDYkAqjpwcMDioQQ9kKSofaWd5CbXFham2goBUTakYdGFb1BMUIhuBsd4WWrnayjC4H5wM2o13w6FXQJj9X3UhbC54LTBmghTskkhOEq4HESZyS35MT3Obga/v9Ns6QiiWefGtIhx1R4URXfNj7dJQB9Qb5rZuuUfzkwuaLztbCXhTi0LsLWLrAS9F56L3z+VfrwKM2iKMl7k5xdv5aREJPkoZNZj/E+qdcnslYcnOGaUaZftKEAOcsk2jfGBVidhKtjXHqNsU5eGKyQS2hlvg6YVDBlBjckB8WmL9uxVpFHGq7DJWoau5rZuntrLGm1KijXrhwgryutpB2qsDJKfJpbZaY8KuJGbNY/INFlBPDipTCI+/6hPwvIq2Bqoj7Q/VXq0Rq/ItelyO7e/N5+yj7AQ1mjiaNAgAA",
    tag: "287d9802f013784e")

  static let clientDialogsDTs = BuiltInFile(
    folder: "client", name: "dialogs.d.ts",
    text: #"""
import type { Level, Navigation } from "./levels.js";

/**
 * Shows a presentation as its style says, with what `fill` puts in. Returns its removal: the dialog
 * closes, and leaves the page after the transitions that the page's style has for that.
 */
export function openDialog(
  level: Level,
  navigation: Navigation,
  fill: (element: HTMLElement) => void,
): () => void;

/** Shows an alert or a confirmation dialog; returns its removal. */
export function openAlert(level: Level, navigation: Navigation): () => void;

/** Makes an element inert, and removes it after the transitions that the page's style has for that. */
export function moveAway(element: Element & { inert: boolean }): void;

"""#,
    gzip: "H4sIAAAAAAACA52QVXrrMBBG372K/zI777fMzF1Apsk4VitL/iSFk71XUOb2TRo8c0RVa+PghjVjjF3usfyLfeqJDjmhFaYojK7wOW/IkLP5uf08k2WN378z/MZJqfsWhNqwZeVSC1kIZ2HdUDIsDe1f9IUr0S/JoVkIKZuou85XqRzH7LpGpQ7Dle6R/A9XMtqCpO6EJS2pLfshpNqQTD22saCmDoMKxyZ+nSFlRQAIaXI3NT+uUUoPVmgTs7kf3Mh4EI8vuqoVyXXNajXu/ZkB8eD/V078X91Y+X/HUMiEm/7jJ0uuvIX/2Dzd211Ln1+Ym0dPi/bf7Jcvufkmh9cCFUiyJ/F0hJZWhTBVkpk0zMA89pQ/d8JSmPXzHv4z8E8h7dEFR6SrcyCUH5f0x80cKD5s/knqMHWpT8NbhVf68B3jBPAfZ1pL9lxTT514LwGn65wnvQIAAA==",
    tag: "399d5652c4640226")

  static let clientDialogsJs = BuiltInFile(
    folder: "client", name: "dialogs.js",
    text: #"""
// What a session presents, as dialogs of the browser.

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
    if (isPopover) element.hidePopover();
    else element.close();
    moveAway(element);
  };
}

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

"""#,
    gzip: "H4sIAAAAAAACA9LXBxRanc2R4kD0u39Fry5BLebiJ1yXc845alAz6KyRKKnHs1NT/PdVQEYOZW8Edfd7HR4tw68jJ+Dg0DlpNEwWHWpyDXAHQnJltg7MADQibKw5OLTt2Rk+m4wlGPa6pxBlJtQfRedK4RWqBjS/klsejA0MUqkaTmcAvdGOQLpfpUB4G3ac+vFr9DQVq3ZSnx+koLGDt16zuKtZ3UYHdBdF6HdmMldofXRkah0dlcd6+21gUzIxePnlzOGf1mOp4bOfvv7qY4U71NRO1pCh44QrPCaTBxem30ev3iInXGKqlf9dYEJeMeiApTaxOuDgAi44cYeU0yuTLei08CaNB3h/Yyx9aDRZoxTaql6dTuDkVnMFM7wdIlZLr4wL2FUNb79TdLyNhjSJALQWszHi2PJp8jDVkml0CBO6cSAHWGtNs1trm65HwPieDAsBOScy261CEbI6hcp+JE4Ic8owv8ZpxSRFHFZ8TDWvLFyIj6/8w1fSEWq0FUvYrMkkTdGbW8FuNIcl+4Q7e5PDpRAv+49dzycErgW8r4U1UrziYIuO9tafussLOIwYHrPqU5IOuFLxY3B8hw38F0//829HB860RSd6rntUSy8wVBKb4B+T+OL/H+HA94qquslNeLQLCZc1K0HZh0fDIw1b6B7p4NdGcLX0z/+16Lujk9yyJLRoedBu8rojnIw2SoE35gFpHtl+QwE77/b+gR9vKHK+OJvvLp47rjGvjCo12vAxk92vX12Mcf40e22R3tdyxwOgq8LSmSov3kFq6UYUi3jza0zmO2t20mHLlfoRiRSKKqLWLY2oq9ShjG/R29JkfQUKCbhCSyGF1y7u36XvB4e7q7Rcoicg6Ykb2KFzfOsfNnsib4K5WDec8CJP7rE1nXtYjDdRcRE1rKPiCZ9RA5P1WJYkusL7usE8bvdvN/9jTy13QWHV/Qs1gtYl3qIBiCitZ4trMS3l8JbNS7J5mwXvHJrLDWfpaC5XlAzV/Lfh/aUj/895nMb5i6enT9Nc5v9ufQleH0RW+v5ixayJK4hF33LzQ+hTxcY3WJNHcwIZ5PMQHLeSnyu+iR/y5uhjpSg+pWW4afDXHBPLY19IOvjvxZMU8/ly+l9mfZhXoOv9QSK+DbEAzPHfwViosvBiug1YE2rkSbUzmCEr8N1Wod7SCO/mE+jgzyWuA/btlwzmv+tbqkmu8HYqMb2xJpOdINzUHayGcPUMXlSuC5nkSyUtx6X83MVgrxeC65s5BcXY7Js87l2asr/0nOXqKwTl3k9NeDt344nPZa8FDlKj8Ddcea73SmXClN6TDFBn5T5wl5fEA5f5frHW2JhcsBiF7YFbXbEPsso70IbAoabO1xHd2yyuFbbg9a4i0eYZhyH06UeULk9rrtueUz9WKZVrqLlQzxwX33NUc57wawoAAA==",
    tag: "01a74a2e54b699a1")

  static let clientHandoverDTs = BuiltInFile(
    folder: "client", name: "handover.d.ts",
    text: #"""
/** Returns a URL that opens a session on another device, with a page that calls `handedOver`. */
export function handOverLink(session: { readonly id: string }, page?: Location | URL): string;

/**
 * Returns the id of a session that the page's URL hands over, for `Session.open({ id, … })`, and
 * takes it out of the URL.
 */
export function handedOver(): string | undefined;

"""#,
    gzip: "H4sIAAAAAAACA3WQRX7EIByF95zircZlXT9A3fbhF/6ZjASC1e00PVhPgoytGsH5+B7TwQB35LyRFhyPdxdwNXdQLeUBS9bOlUT8uFSuJgNBT/OSRnieuxocLZ/Rek/JVyuLouZSkLh+IlNMMJgyemmVcai8LF1Cpfk0ezGXy96Gf4h3GOJCydUr5uIQ1pm5nOFzlPlnh7hQJc/bP5Jkf7viiLGYgGEfIjpGAlS1t896aSLDujYRsoaFiiIjVMqguF8vnqTovffIGOHv5xef/WKEuDad4fiSLOYOyse/SsjEmrD/cq7vobfTjfY+jlZzSeKIBV2vJc98AQAA",
    tag: "45ad9088aeb53fc8")

  static let clientHandoverJs = BuiltInFile(
    folder: "client", name: "handover.js",
    text: #"""
// Hands a session over to another device: by a fragment, which browsers send to no server.

export const handOverLink = ({ id }, page = location) =>
  `${page.origin}${page.pathname}${page.search}#session=${id}`;

export function handedOver() {
  const id = /^#session=([\w-]+)$/.exec(location.hash)?.[1];
  // Who sees the URL could use the session.
  if (id) history.replaceState(history.state, "", location.pathname + location.search);
  return id;
}

"""#,
    gzip: "H4sIAAAAAAACAz1QxZrrIBTe8xT/9aSSfHc5vhx396FwWqhAPqDevvuQ2u7ob3mOI26kB4cn77U1sANyCBbc2KDIQdJAC9pGYwyOpuOtHplQw1BpodBwdujJ+fhtZPllLGIfITLGaFRYFyCs8QEq0lzG+Zk2HewhmUJLzGsoeIti37WCh0ifYm+fAV+/p+Uis063tJmvuoIHZXiP1r0n7oSa/1pJ3/s91XL+tbNhbvaNKEEX5LSgT1JMGVaatIzM+cfmP3l9G9bfq+nvPKMRiWQtKlPcq/Qge/3/vsOAPMejKn2SR4wI9zdnEbDfleh7KifrLDMG6CYSLVMo7YN148xR0eWCbgMPlKyHvuxq+PmztgliYxbVzWxlOC1FOAp9Z6KFHTZn3x0Itb7HAQAA",
    tag: "6a8247772bcd1681")

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
  readonly isStacked: boolean;
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
      /** What tests have in place of the page's `globalThis`. */
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

"""#,
    gzip: "H4sIAAAAAAACA41W13LjOgx9z1dgthdN8q7s7b333kxLUMy1TGoIyl6n/PsFAdFmNNt3E9aDA+AAlN0MPkSI+wHhCn5C1343ROsdVWkS008insMNdMFv4M7p2dI0a4r84/Q53Tk/OTl78gR+W2FAMMDrEWFliMdyBnzg4RCQGM0k5FN4cnaCL8SsdRFDZxqE7/v08+oEIMF9AF/+9N238L2XA+mYh7hChT+HxZNFGrqWoGN8NM0KsMcNmwDfZdNiCCCgab3r9zAoWs27wbqL83JvbV1bwx25dweu4U7JWBZMjyHKqPGus2EjWx9b0/uLOwlrCgPTZI8biSEEoWZjLewbQ8j8ZDwEPzDg/iGBMxv2KYYRYbmHFjsz9nFOXhHfq2HpfY/GZYs/T7iUgdGNGx6YCJYgkcEKdjau0tgGoLjvkdjcyh/JdGjiGF5nXkyw9avj0l+Jdw7mP3kAN5nZBzngED3smJDIQrLIF8E6x1tDSjtVmrWAzRjIbg+E5ix6u8b3jvm7ydpj7MVnn/wMZ9M9OrtK5G4WbGpPLxfcp5PPV6UBZ7b2wkyRzquqzb/+uSWYUh8/cUzfOjqZ9QfuJZKt3rZcvsYt9ody+TkH1RD0ns1Mge7llD1GfR7QNe4P4Zynu9jIRnJeHpLqSKovK5vLchhptZDFyTUCLlJY0Aox6oZPkqTXKE2AX0pKir9mxH1JSQtDFd/0nrBwnSmNju1Yh+0CbMcHrLBqjHs4t6y3axjd2vmdu2Xa0k8pPdi+tP7EljKIZi0ELIF3qIVnI8sfHdhMcG54ib3fvVdrUjPwj8iRdupM8D4+pMlVCaNxeea7o78KPO08kgo7+PP4MBIJzk3IfZIeL/OljzENvcyiH0oddqNT43rrkWYm41dZJnUusseTb1xDr7S8k4aUApTqJGdSFoWUcWA5ly/Au5dRyTcfKVxRvZPlSq/XwP1xiWFOSbtIG8yOwCinl1ferxZ3Unjj0JqI76nBCY1Rt962OYefYSx85Az2hqLoOFfi6DZ+dPHlKDlPXyEOKUDa0+UCtpWUlqQq+B1hYHiWXfRhX0mjBAOkbzfvaFRKjxrmQvDtoeGJT413FMPYMMojnkJGqPNnwDPjGJ5/vFvJ/jzTuur1E6IWTP6jnGu45WVVdNu6IPIY3nlXo3x9CCaABJRPbVAjMeuSQCsOAjOjW8vyKno3Pb0rs0VwHmyr0Zc/3ALfmzETBtqASuOikIgUSZGs0+fr8KSbi9QZFxe9X5r+Z07GorDDRyNX7oaN+eVzbKJC36SIPWYNztoJaT8xAcU1N+8ZeqgUsQJ8JIWTJawakSIyS584R9GNYE59aolMC7XPIA3eURanFOFcmd9zMVrCZyk172az8uFIRVeKPlOoUt+1olyKtu/1m0Q7Yjz2bxOC3R5aIzHcTCx6rmgyk8jeq8uv1qTPdwuWvBVlTaiW32jFx2pRo/oWsyaUiMZp3t/KZ/Nx8SLkWEQ/EHS+567OJwR8qqNcs7lSJyvJ26Lo/wdqcuUplAsAAA==",
    tag: "72042cea0dad7ace")

  static let clientLevelsJs = BuiltInFile(
    folder: "client", name: "levels.js",
    text: #"""
// What a session shows above its root, and the history that follows it: see levels.d.ts.

const unescape = (name) => name.replaceAll("~1", "/").replaceAll("~0", "~");
const own = (value, name) => (Object.hasOwn(value ?? {}, name) ? value[name] : undefined);
const usual = { stack: "push", presentation: "sheet" };

export function levels(state, { navigation = [], presentationStyles: styles = {} }) {
  const found = [];
  // `wrap` makes the root's action of the part's.
  const visit = (part, pattern, wrap, presenter) => {
    const places = navigation
      .filter(({ pointer }) => pointer.startsWith(`${pattern}/`))
      .filter(({ pointer }, _, all) => !all.some((one) => pointer.startsWith(`${one.pointer}/`)))
      // What is presented is over the stack.
      .sort((a, b) => (b.kind === "stack") - (a.kind === "stack"));
    for (const { pointer, kind, action: isOpen = true, cases = styles, like } of places) {
      const names = pointer.slice(pattern.length + 1).split("/").map(unescape);
      const value = names.reduce(own, part);
      if (!value) continue;
      const isStacked = kind === "stack";
      const act = (action) => wrap(names.reduceRight((inner, name) => ({ [name]: inner }), action));
      const elements = isStacked ? value : [{ id: "", state: value }];
      let below = presenter;
      for (const { id, state } of elements) {
        const enclose = (action) =>
          act(isStacked ? { element: { id, action } } : { presented: action });
        // The state of an enum has its case as the only key.
        const [first, ...others] = Object.keys(state);
        const isEnum = kind in usual && !others.length && Object.hasOwn(cases, first);
        const name = isEnum ? first : names.at(-1);
        const level = {
          key: `${presenter?.key ?? ""}${pointer}/${id}/${name}`,
          case: name,
          style: own(isEnum ? cases : styles, name) ?? usual[kind] ?? kind,
          state: isEnum ? state[name] : state,
          isStacked,
          below,
          close: isOpen ? act(isStacked ? { popFrom: { id } } : "dismiss") : undefined,
          action: (action) => enclose(isEnum ? { [name]: action } : action),
        };
        found.push((below = level));
        // Only the top of a stack shows what it presents.
        if (id !== elements.at(-1).id) continue;
        visit(state, like ?? (isStacked ? `${pointer}/*/state` : pointer), enclose, level);
      }
    }
  };
  visit(state, "", (action) => action);
  return found;
}

export function closing(levels, index) {
  const closed = new Set(levels.slice(index));
  return [...closed].filter(({ below }) => !closed.has(below)).reverse();
}

export class Navigation {
  constructor(session, feature, { mount, key: keyOf = () => "", platform = globalThis }) {
    const { Date, history } = platform;
    const end = new AbortController();
    const leaving = new Set(); // keys of levels that the server has not closed yet
    let mounted = new Map(); // by key: the level, its view, and what uncovers what is below
    let depth = history.state?.backstack ?? 0; // of the present history entry
    let isTouched = false;
    let wentAt; // the time of our own `history.go`, until its `popstate`

    const all = (state) => {
      const found = levels(state, feature);
      for (const level of found) if (!level.isStacked) level.key += `/${keyOf(level)}`;
      return found;
    };

    const current = () => {
      const hidden = new Set();
      return all(session.state).filter((level) => {
        const isHidden = leaving.has(level.key) || hidden.has(level.below);
        if (isHidden) hidden.add(level);
        return !isHidden;
      });
    };

    const render = () => {
      if (end.signal.aborted) return;
      const old = mounted;
      mounted = new Map((this.levels = current()).map((level) => [level.key, { level }]));
      let uncover;
      for (const [key, { level, view, restore }] of [...old].reverse()) {
        if (mounted.has(key)) continue;
        view.unmount?.(level);
        uncover = restore;
      }
      uncover?.();
      for (const [key, now] of mounted) {
        const { level } = now;
        const { level: before = level, restore = remember(), view = mount(level, this) ?? {} } =
          old.get(key) ?? {};
        if (before.state !== level.state) view.update?.(level);
        Object.assign(now, { view, restore });
      }
      sync();
    };

    const remember = () => {
      const { document: { activeElement }, scrollX, scrollY } = platform;
      return () => {
        platform.scrollTo(scrollX, scrollY);
        activeElement?.focus({ preventScroll: true });
      };
    };

    this.shows = (state, key) => all(state).some((level) => level.key === key);

    this.send = ({ key, action, isStacked }, inner, options) => {
      const guard = isStacked ? undefined : (state) => this.shows(state, key);
      return session.send(action(inner), { guard, ...options });
    };

    this.close = async ({ key }) => {
      const shown = current();
      const index = shown.findIndex((level) => level.key === key);
      const lowest = closing(shown, index);
      const actions = lowest.map(({ close }) => close);
      if (index < 0 || actions.includes(undefined)) return render();
      // A presentation may be another by now.
      const presented = lowest.filter(({ isStacked }) => !isStacked);
      const guard = (state) => presented.every(({ key }) => this.shows(state, key));
      // Fields end with their level.
      session.flush();
      const keys = shown.slice(index).map(({ key }) => key);
      keys.forEach((key) => leaving.add(key));
      render();
      try {
        const action = actions.length > 1 ? actions : actions[0];
        await session.send(action, presented.length ? { guard } : {});
      } catch (error) {
        if (!end.signal.aborted) console.warn("Backstack: not closed:", error.message);
      }
      keys.forEach((key) => leaving.delete(key));
      render();
    };

    this.end = () => end.abort();

    // Browsers skip entries that are made before the user has touched the page.
    const sync = () => {
      // Two steps at once would go too far.
      if (wentAt !== undefined) return;
      // Browsers refuse many entries at once: Safari more than 100 in half a minute.
      const wanted = Math.min(mounted.size, 50);
      if (wanted < depth) {
        wentAt = Date.now();
        history.go(wanted - depth);
      }
      while (isTouched && depth < wanted) {
        history.pushState({ ...history.state, backstack: ++depth }, "");
      }
    };

    const touched = () => {
      isTouched = true;
      // Some steps never come.
      if (Date.now() >= wentAt + 500) wentAt = undefined;
      sync();
    };

    const popped = () => {
      const { backstack } = history.state ?? {};
      if (backstack === undefined) return; // another's entry
      const steps = wentAt === undefined ? depth - backstack : 0;
      wentAt = undefined;
      depth = backstack;
      isTouched = false;
      const shown = steps > 0 ? current() : [];
      if (shown.length) this.close(shown.at(-steps) ?? shown[0]);
      else sync();
    };

    history.scrollRestoration = "manual";
    history.replaceState({ ...history.state, backstack: depth }, "");
    const { signal } = end;
    const on = (target, type, run, capture) =>
      target.addEventListener(type, run, { signal, capture });
    on(session, "change", render);
    on(platform, "popstate", popped);
    on(platform, "pointerdown", touched, true);
    on(platform, "keydown", touched, true);
    render();
  }
}

"""#,
    gzip: "H4sIAAAAAAACA41Zd3fjNhL/359iVmnkLZfrvX5ytLree3r8/M4QOZJwS4F8BGjFpyif/TDAAAK0ipOtJDCY+psC+uVL+GwrDAjQqLXsFehtv9cgVv0DgjQaxr43FQjVgtkibKU2/fgIhg6t+64jYmnm9jhChw/Y6bqtja6vrppeaQOTQt2IAWEBhRI7LGHxGuihHnHoRIO/6rpi9s2rWQWzl7MyX72m1W9m5Q0z6/eK+DyIbsIKIrviH6v/YmPqrdD/2Cu/DcslHI6BaAlu8Zbe7mButWpxLRW2kfWkJ9FZ5gfQRjRv5jAbJr218ocRNSojjHWOXdVbRDOD483VFX419KP1wqQa2mTzC21psbKMlHiQGzpHSt/e5aw+Mo8daus39z8JPsKxhMMVgFdo3Vsl3cEbu2bjdL8fxXAPO/EGtYsFReYDDcJL79ducRCjXawjmweppSGn0UZlt43BUVVAzKJGOJIfnfBwjqJAeiVWuF2Aei07e6IoDjD0kg7DkY6Ht1obK0p/Js22uH/3wBKPL+/L8gkOFfynAtF1jtMz+1DrfodF0St8grndrXmHBEQJAdZSRxNberGgHslNPsh10EfbOBaFqGDl8bSq30hy/mIBM0c5K+EFFOLt5fLG8Vj3IxTecdGmCoi64vjMrfh/DEhQMCOhtxGa/MsAqKCTbxCOFEbveo+FGBAHZKKPjuhkgwV7t+5QbcwWnsOrstZDJ03hsmknhiJkIKsa+PksWXi+9YjtZNnZBKschCKxXEPxzNGWdNBINWHOSOqPyBdIYD33T04pGodE7xDytENhkWrwb7nZ2lBIpXBMM/wAPnfnQFuEuODY8swu7HCHypCromYh/2EOtweQrc1jm9kuUee8c7wLbDo0sEJb2GBxyg/ezAMtW8+E48aSOXKZTqrpeo258ZEGyJIiVfYQeM1ZCuf40f6mpYjpedxhLzD4P96i14z0EgpQTTvYCk0V3SEPhK8hveoe4Q0+1mca367lqE0FdV33lm7Ud1Z5LrOWnKscC02x8DuSxECQisvq++/DM8+GgUoredF26VCBE5uzZezDInBfeiqYM3aFKV68Oj/jqzEsklgAGToHqkkhrEsyhlrFbHa0y6GSvHuQLf1L/I/3VcKB1PRyk1Wfw3NqT0XQkfM7FPjYiJbeJbfkoDt6pYeUF6My8qH32Lj8W0oeYZMsevimCw5+sQQtLwBu6Iffj/3OA46BNmul3kmtZ2XaMlO+XNtSWAewnzxxyt0I4/BYnpgdYwB966up/xYFZ6IPZ5mj/B8EXkKx6QcHdF/WeYTZuwZgQrK4nniqadbIZ4tFzFkGUS3bt8sc+CbqIe8LNQUuc+B9gp4fvHSU99ZKXiur4JWKDQm8j1f8L9mfC6IalTmWH4luRDONyjvq5ur49ixCwqTaFH4mqcCCDL9KxwsicCVb4R4+QsOU3FY8eSrqtq5rf+Yuad8+OkfftP02JbSPWknTnG24GosyVbLphNbw9zhXnLQap8b0Y8GjqK0GKKxwN0ztrKmmchlM//xjTcWU5JKbqGUaW5qp8my6fiW6j7dSh3kKIBTs35Jf4wx7hEU8eJPQoQp++dXK6vsbC4ex7zocyYy0wFgL1ObkQrtNqKTySGj0DvWTshs5cLTOcFVY9TEAj2iuuOt4G2NQ/iYG5rh69HYTF8e1cnX8QeLeT+YO6jb0NN4E4GsfnMi8xcFsYRGsrx3IlvXKIthlDUH6msSFSZLzJrrLPo+PkZ3UH/dTs3XarkWn8SZu7S3lrwyx8skpd0g8+2l0A/x90GDT31dgLZadM+feliCfOFeJl0VHRdynRDKknk/J+ezNuCkvdG1HSOq4k6Wfb9xiHfO59FSuNzxfwL3tBA5yhc/d433gm6chV7FE+WYaR3JhgGqu+1a2LaoUPzlfsj3kQu0dEFKPNYk8sxb8x8CXEeoyMlpUwtdfs+hkwyfsTV4imVMZyEXbFnn5iqo+C8SxsJWXHGK90eKY+4Ol2Z1ay40SXS0o7SgMnnk+3/UdxZtThbcuZE5hLMxqzsFFiERR+pk48d9t9AyVGQ+P492p03QYU+sCnG7TcxWn5IgEcJopCWhUOa3Sd6diyGUpms7au3BQhC63INzXk3Kky/o8DEFDWATheYOJBPZo+a1mqH5PGgdvvj3HRv/AgohvLm/PYYWWN4a0jA5x2u1wt6JS6p0VQlkwJUWt9Hd3khIFAMW93qAhBzFBjlYv0+cJtXYvm/OG3Te09uWC93gUFZoAWFjLKKRnsSzPPaofVVNcRjkbeTnvLeu2b6Yw3lNXf8Df+TmE7sG6oW7zeXj44kKfimmXs4dIVvuzH/fFObfE6kzysl5bpTRdyQmnynzk6Od0W82szw12WebnrVClXZP2A0vXceHmy3zMuqTA0m2RDmQMfQsuDrQTbj/VadYlN/EVsR9oT19w82YSY3t2C4xDLMyTnpJYkZpw5utQiUk5Hsv8PbUktDhp/r7kNYo+y1wV7oGC0MMGwvGC9qSNSgtXVgX9PAcLT1av7eufaOVpF+csbMFH+98izoqOVxgVz2/u3qYFn/JF9OCHGK+/f86+G3glP4RrajnMopaq6aYWdRFjUYZCz+2BbI0z/q+yr2awE4+wQhDKXSdpMrLZWme6xstx1DYZWCMYwtAaF6LQDD0pSiLjmgr5YxGi9wSEUkt+L7FrtZsu99JsaTaSI0eJqQLE1h3dfXKNiJ+OEU/H9BCMqEwWbDpmc3v8nWi2RcGpGUcDaumZouchsDNfRGaOBljwQ7zUv4ZXsIxYmYen2+u7pOjshTSXcqlK/Mv8liGv/GePpAhBI0yzhQLHsR/P2+mzS6MEad53WO/FqIrZr8PUO09m8fmsAsew3ln1xAZP8r6XL1vs0OBT7sxKAdc4vjO3XlWivGLA/Hq0aKKBXr+Rgxu/JfJ9QowIO9Fi6LQ0Z0+abxfGD+Z+iLdm1ElrorKTtyX+YLTvQRscNFjuvWoQ9v3UtbDpLbse1mKsk8T2E77rsjGL82ktN2DE9aRJY/UY7WA5c/hIWO4Sdt4OoeDV9TVIZU3p6Eq/k2oymKf4XnB+/02YbW0p4gil5f+wgp9cZ3WIyT/0d6AULmzIwt0Ma1tKiqQ/nu4pgcML5nCOi/1WdgjF6U70/vue0sr0R1loxpc+cHxEtaI4UN8Iy1w+VieIPn/umR3pm0AuPJ88YujPIxw148/PSZA+6nfIoVdU16CxC2mwT66B14vgsefWx9dleEtgcPOd09HQDwO23zobRbvheH5bjWNf1O1EvLiIRTKQe8UHOt5gozi2O1qVMYElx/BFotMcrln+E7aHq3Y8FjYuX5rPez5r9RquYXnq//Tt+i613VFzqSyT6YI36IMWMfLjtFuzhTiiB630i0Fij/ME+W+kN8H1fmYzeBLd7Caj5B/ZfS8o50BO4+4LNgWdqmG650QXRowbNBWYx8GyHCdVQSMGuuYnH9M9EXW139EM+1erByoci+RQkBSPx0GtV6cvT7PGVqINziqu4CeSMGJbGv5gQVQe1Bep+BtgawNgCTlDK5eGF+lt/3iCNm0oR/tR7f8++3RVwR0AAA==",
    tag: "6cf42d5c69e9f214")

  static let clientPatchDTs = BuiltInFile(
    folder: "client", name: "patch.d.ts",
    text: #"""
/** An operation of a JSON Patch (RFC 6902), as the service sends them. */
export type Operation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** A patch that does not fit its document. */
export class PatchError extends Error {}

/**
 * Returns the patched document. Changes nothing it is given; unchanged parts stay identical.
 * @throws PatchError
 */
export function applyPatch<Document>(document: Document, patch: readonly Operation[]): Document;

"""#,
    gzip: "H4sIAAAAAAACA3RQRZLsMAzd5xSvsvkwzMzMdAJVrECD7bKVNN99AsOwMQgezf3/jwMNY9mRZKZ8xSBcPt3d4p4kSvH38fQIqxvzi/+mQR6SMjy7IouqW6u60p3F/7mA+9Y4gQws4+4NbycAxhjBMSmjO4OSahMhKRWW5dCx7VDE4dZ735Kkm/DiMp18KBfUyXkTuW5r09OY/AjruGuKX9Ew2QqC2jBs7U1SEijDHtoI4kyQiS8LUd5lLR9NRR3yvknkxDnjwH2p3Te/0aQGDvAfjyy5001QNQurD4hHKemk4UsrRRWlR5IVrLdKb1HdVrDkSiFeaIBMlYtZRJ3ZCn1fUmd6H5UEH1TGJUIdOlnbGdQz28cv3Lt/X1Vs4rU23SjcfI/refB4i47VRKiz5gIA5nIXtScCAAA=",
    tag: "d40112fe390341ae")

  static let clientPatchJs = BuiltInFile(
    folder: "client", name: "patch.js",
    text: #"""
// Applies JSON Patches (RFC 6902), as the service sends them.

export class PatchError extends Error {}

export function applyPatch(document, patch) {
  const root = { "": document }; // the first key of each path is empty
  const copies = new Set([root]); // what may be changed
  for (const { op, path, value } of patch) {
    const misfit = () => new PatchError(`${op} ${path} does not fit the document`);
    const keys = `${path}`.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop();
    let target = root;
    for (const key of keys) {
      const part = Object.hasOwn(target, key) ? target[key] : undefined;
      if (part === null || typeof part !== "object") throw misfit();
      const copy = copies.has(part) ? part : Array.isArray(part) ? [...part] : { ...part };
      copies.add(copy);
      target = target[key] = copy;
    }
    const isRoot = target === root;
    const isArray = Array.isArray(target);
    const isThere = Object.hasOwn(target, last) && !(isArray && last === "length");
    const isEnd = isArray && ["-", `${target.length}`].includes(last);
    const adds = op === "add" && !isRoot;
    const fits = isThere || (adds && (isEnd || !isArray));
    const isKnown =
      op === "remove" ? !isRoot : ["add", "replace"].includes(op) && value !== undefined;
    if (!fits || !isKnown) throw misfit();
    if (op === "remove") isArray ? target.splice(last, 1) : delete target[last];
    else if (adds && isArray) target.splice(isEnd ? target.length : last, 0, value);
    // An assignment to `__proto__` would set the prototype.
    else Object.defineProperty(target, last, { ...field, value });
  }
  return root[""];
}

const field = { writable: true, enumerable: true, configurable: true };

"""#,
    gzip: "H4sIAAAAAAACA9LXB9RVZUuO4kDwvb8im71EBMve933f9z7NaTUUhl1ZUkiiPQ4P8+1LSYjAHTtPtoqqzKykSuALa9VAHj/+9duv+F2Gpp8P4s9vv8K7H7z+ZllBeoSe4MndDg3/6jZGDvXVFT2xxgU0Snqfir9xzjjQkxDT0uk8rZndqJswGA05055ihWhNMx5IhwqWzyXOV0BjtA9wxgR8gjOK4kPkPEwfYRbOorrBzVn/0gmmA8mmZ4gegwcdbDitOI2x3OMn0HTEXxTEfUZ+WEagYy8DDvKEG0LTS72ndi7sjINI1WcYW0XkCrdSjYSJ+TZqM89h8N3AikWJTz5lto0rYvfi2dgJL54ZakJryEObAC7hbnKDu/KjjJm6Y+W7pWxXe6uGIIrXirI+SCvEnMBsnFg7sko29IVSonj2RlGB0y6jr3P0WVFekCjpWTZz1dZYsTxUFBCk2xM/ZMs4vPUme8+F2YqMaaXjst9u/qEm1L30vx21SGgVoujPFvD78+khPsSoW+oGTW2iAYYOIsF88gn0qBSePkU4WTJdgr+e44WJDEWJ0DtzXF5CbmEzAid8skwCq4nArCECfYgvnJOnevDxd314v65r/s/yzlgOmFbsBCfbVjDByplN2zaY2E8pZdqYP/g/05znqk+y2ZucpAuf3NGZSsrL1L97cvRc6/ldl3j5ZVyLBYUPHI3MhSK9D31xB/Mb3c6Im4L7xatFxWOZcOtUNu0e1oNu1NiSF4x5ATP7xLNsbGKaj0UUkhzYZPJOcObSC792wcWcLaIYDl0vcso7Wn/S5qjxSYxhZXN0MLdU4LPMhw9xnzXwQiwrUmzUG8supY3nQduOZx7Oa9aZpCTW/x9CTr0jo8xerlsQF7uh6FqFN8pZXkuKAuUh4gcPEyApT4y6mpKduMRKVmWG/I5m4MTx+nKfLSr5a6AhvR/2Ol60wWD3+LF1JpjHj3c4mlG18JRuqxjmXaxXRXngkk2/O2PJhdPF4FVpi7qBVLveppGfN8JRGJ2Ow3+/KOZep6urZR64IH4Kjm4I8kbRhwhupAqkxwO5bWSu6Ib9uInxwv4HKrVvOewGAAA=",
    tag: "678bec3510747ac5")

  static let clientSimulateDTs = BuiltInFile(
    folder: "client", name: "simulate.d.ts",
    text: #"""
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Makes requests slow, by milliseconds, and loses a part of them, 0 to 1, or of their responses, for
 * the time of the tab. Called without faults, requests are as fast as they are.
 */
export function simulate(faults?: { latency?: number; loss?: number }): void;

/** Returns the faults of this tab. */
export function simulatedFaults(): { latency: number; loss: number };

/** Returns a `fetch` that has the faults: `Session.open({ fetch: simulated(fetch), … })`. */
export function simulated(fetch: Fetch, platform?: object): Fetch;

"""#,
    gzip: "H4sIAAAAAAACA31SxYHdMBC9u4p3+0zXMDOnAdM4ViJrHM0oDFvNFraVrAzLcDEMPJL0Z0t4QlrUuI1p8PYGRL1xn5YwzugNfKCvgUSfx58Zbt/BO8+NEbr1gaRlJ3TnZpJs5vMEc7zOvpDADwsCsfx9ifwnGmNtXCnYlbJE5kpYFhJkaDOv4ApaU7PEFsrYLcF+rBkPP9LExYp9xxLrUNPQOAPN8jUeZtZSie9Gaw6KKgtWZXmiJfOETGJdNL67vZ9dbR0BNwn9aNnHpeAKNewgpgk2U5oOMHdv4De6f1f8jN8uNDn5m50HOf7F39kNfGNTDmngA2nwricaxQxyjQx6r2Etn/Tz09kp2rOsJ6Tn2DKkVXeUaWTKFHV2WsANpB9JJFKtuSU3/Y1+9sYJ8bQvzJY42NuPhtLrZQ7TN4bLs0QbixX7JkbC+WcqdDa2biaHVOaqmGQCAAA=",
    tag: "b654fc90b99a050d")

  static let clientSimulateJs = BuiltInFile(
    folder: "client", name: "simulate.js",
    text: #"""
// Makes the requests of a page slow and lossy, to see what it does then; the page gives its session
// `simulated(fetch)`. Then also in the console, for the time of the tab:
// `(await import("/client/simulate.js")).simulate({ latency: 300 })`.

const stored = "backstack:simulate";
let last = {};

// Read each time, as this module may be there twice: the page's own, and the console's. Some browsers
// forbid storage: then each has its own, and a reload forgets.
function faults() {
  let text;
  try {
    text = sessionStorage.getItem(stored);
  } catch {
    return last;
  }
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const browser = {
  random: () => Math.random(),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

export function simulate({ latency = 0, loss = 0 } = {}) {
  last = { latency, loss };
  try {
    if (latency || loss) sessionStorage.setItem(stored, JSON.stringify(last));
    else sessionStorage.removeItem(stored);
  } catch {}
}

export const simulatedFaults = () => ({ latency: 0, loss: 0, ...faults() });

export function simulated(fetch, { random, wait } = browser) {
  const lose = () => {
    if (random() < simulatedFaults().loss / 2) throw new TypeError("lost, as simulate asks");
  };
  return async (...request) => {
    const { latency } = simulatedFaults();
    if (latency) await wait(latency);
    lose();
    const response = await fetch(...request);
    lose(); // the response alone: the server has done what it was asked
    return response;
  };
}

"""#,
    gzip: "H4sIAAAAAAACA3VUx3LjOBC98ytebSSrWJRr9+R82TA5f4AhsiVhTAIaNJRK5r8P0ATpVL4wdH7vNTCb4b26JYZfERz92BB7hl1AYa2WBG7tDso0aC3zoYS3YCLsVspDezR2SDXn8TmkLPWWODgZTMzamiw0uWHdbVrlqckX5OtVcVPhW8iDatlCG0mvrWHbUomFdWLwuqM4jHyr+ZlUytVOhda6W1vn819mdavJ+NnYoPrOvxRFNf7mR8SXqQ9n+PvkBH3onGWxkwd766jBJX6Zq/qWfXicjXm/nGct+ZDLPgQc+/MsNv9CqgGpeiWjlVARvWZ0ttm0hE4dMKc4rgvPna7pbOLlT4bdmTKS+QBsMFf4ajvC3Nkdk+PYJuCf60bmC5lSwwxtV2qgdiql4Ki1qok5S/JcZYuNqX2gHQu1aT3nBY4ZEMF42vvz8O3dQWwQCy5Hob4O/apQ57WnLh/4KWJKj1oF2VKaI79xRsgRZ6r5yPnm68cP1Vo5pjx2KXB9LTS+UCu5sj6JM/KBS4lzAavtzhDQXF6FlfWrajDlRRnccSOCs9Ntq5lCgYYl0NAOn5ztgjHPG2tIrEz+W5DPbrzYSjzKCwWj2rSP+4WJzecLhUuclHIw4hd62ZPEdlqbMTSF9Y/Z1wvkY627OwkpnmrBj7QoB1rZO22WenHIY6NCFAKoZXqa7qizW3pRTeE7IR1on87pf7I9uEyUPzxHCbV8VFU17VlfvMzbePBLHJOYpagmtCWthbs0R2hAY/MHdI2i4+LppHlRCccz/FXAr0JFUf/bYU3/Omdd/ktwezmyY2b4vuVfBkbiI62i4oOpkQdk6UKcZhiHm7iQ6Z8Ncv5U3QJKsMbHZJMowZkyUnFHvLYmok9ZwtuDcR5nYjZLl3dKU6016d5hcltycmnERZ+u7Z3iiJ2ahydwLJDo6LOfBB3+gRwGAAA=",
    tag: "ed9bb9b7bc3d2ecc")

  static let clientTextDTs = BuiltInFile(
    folder: "client", name: "text.d.ts",
    text: #"""
import type { ProblemError, Session } from "./backstack.js";

/**
 * Keeps a text control and the state alike: what was typed is sent after 150 ms or when the control
 * is left, stays while there is no connection, and is not overwritten before the server has it.
 * Returns a function that ends this.
 */
export function bindText<State, Action>(
  session: Session<State, Action>,
  input: HTMLInputElement | HTMLTextAreaElement,
  binding: {
    /** The text to show; `undefined` where the state has none. */
    value: (state: State) => string | undefined;
    action: (text: string) => Action;
    /** Says why the server refuses a text, which stays; nothing when it took one. */
    refused?: (error?: ProblemError) => void;
    /** Names what the action sets, where several controls set the same. */
    field?: unknown;
    /** What the control needs of the browser, for tests. */
    platform?: object;
  },
): () => void;

"""#,
    gzip: "H4sIAAAAAAACA8rMLQB0SVVbbgMx9D1fcc++lFzmxTIzvq5BrmfjzOSMFCr8e6Ux1KfhiC5IIQpktyT8wocYipYWT2MMMcNnYnbB4w/qGBbYu3K1yMs5i35cOeO9g9ns6sWLM1zEa6IlI4fQVlAGLzG0yH0FaQhaL4S8dXPax6bJBZucE2AFx2DygrwWirh++xoWjBC1jLw1D8MMRGtbqiWzgTvWEteS1USylA9W66kUZZwl8BQVhDXFTXQi5FFQHSJ1tChqAo1ycXLFAD6RrKI3HfXKpzkQo0u+Yv3l2KquzmibHBtrCuerLyr88LMJzfAwhY/PzwDuDNwfnPyvJNMS55cr2ceLL2/fvLSfT9V+c+R3Ctnch5HyPmoNBuf8j3380j+AbgBfGuqslwBuwuYApytfUe08VafmZaTJJkyxD56umBgbsc7bFe3jfErvI3G8gKNjrY+KpFTGaQepIU/0tcNA9/uy1NEJOxiZfe42tZs6HqleMQ3nktkiy6Zb6oEtrDHMdADOFIU5pmS77upE0cmuVH9MjzaxWAdX/ePwLl8Qp8NLLDryYBLOem+YlFfeDsfGluwYa+uIXDtqDXfl5z5sJiK/96OHfniiihHqFCxi2DDFDHWIEGLhceKyzUWjCx0aijMqxWb+yWYXVNxEyF/Ma2fAowMAAA==",
    tag: "c0b625a228153501")

  static let clientTextJs = BuiltInFile(
    folder: "client", name: "text.js",
    text: #"""
// Text controls that stay like a session's state.

export function bindText(session, input, binding) {
  const { value, action, refused, field = {}, platform = globalThis } = binding;
  const { clearTimeout, setTimeout } = platform;
  const end = new AbortController();
  const { signal } = end;
  let typed = 0; // counts changes
  let tried = 0; // the change that was sent last
  let confirmed = 0;
  let isComposing = false;
  let timer;
  const show = () => {
    const text = value(session.state);
    if (typed === confirmed && text !== undefined && text !== input.value) input.value = text;
  };
  const send = async () => {
    clearTimeout(timer);
    if (typed === confirmed || isComposing || signal.aborted) return;
    const sent = (tried = typed);
    try {
      await session.send(action(input.value), { field });
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
    clearTimeout(timer);
    if (!isComposing) timer = setTimeout(send, 150);
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
  on(session, "change", show);
  on(session, "flush", () => typed !== tried && send());
  on(session, "status", ({ detail }) => detail.isConnected && send());
  show();
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}

"""#,
    gzip: "H4sIAAAAAAACA41UwW7DNgy95yvYHDobFdzusMuKbBiK3rZbgR2GHRSbjoUqciDRTYM0/z5RlBOlxdZd2pgiHx/JR97fwwu+E7SjIz/aADRogkD6ANa8ImgIGIIZ3Q+BrYTNYoHvu9ET9JNrKb7A2riOQarsqsC43UQqPRi3qeG4AM4QCI7wpu2ECnSKVeCxnwJ2CnqDtoMVHE8KdlZTP/pt/NzYca3ty2ACnOJnhnwsAFuL2r+YLY6cMyDl3+x/RroEoOMsDvfw2zqW8SSFW/RVXaIGs3HaMgZH8ItFAjrskMMfHiF2rh0nRwHaQbsNhtnFm8KFBszv0tm9DhDQEVgdSCI4ZW/8NkdlowlP43Y3hlhsNPfaBjyTiPX5C9cwjPvoUtWw+iV1en4gHuxKGj7PpklDTJUCmB6qXNFqVdC4vZXYm2idXIe9cddWGXCTkOvyA1bJh+FPBUPpuQ4H117zLEZXpbK+YfbxUTaGP2VOjeZZYleDR5q8E5RzduL+zINJuDkP+UOmAqD32hDMfWLOlYi0KqtVcMxSPWWME7Sa2gEq9H709YzH0/8zj1xyprUKP8Pe0MD61EzQoSyR4ZEL1/2AjoXjkU2j421xHZs9sv2CH9C/oc87FCKGSoKLHz6ScrDlxhtqcoTpM8mkginU8/b92og9VwRXXTzx38IzO5Wq/UPT0Gz1e3U2qlSKuCaFSlghCqsJ/bVupU13d4/fi+OmkEEN6RVWxfJXPD8FP/708Dnv6JIYtN8gqZRRgZ9cYiHWRnfd81uk/7sJhA59dfZSxWVIwLM6FCzT/6WSwtIjH9cB4dlxpa94mC+FzDNM662hkCbGJ0oVwljbycepsR0q4c0cYOzhryU/xjxLQVv+XRcshCkX/5leK+0iw2jaM1NpfXV9ashHlf9HcISeQ2Vq/3aqQDqRBz8j5v260FdJHl+fezuFYc4kykinh7yRY5Q2tP4aKNrmyCN0SNrwrBhDPppIV9buE0ypU9H//7tVMV7Oz1nip8U/ZVDh/1cHAAA=",
    tag: "859c4ebf81a4508f")

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
        // The number of effects changes without the version, and so without the ETag.
        cache: "no-store",
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
    gzip: "H4sIAAAAAAACA41U14KkNhB8n68o4wRrDpxeLuBxztnjF0c00Cy6YyVOEpv5dysNy6zTPY1G3VSXqqu7LPEjPZ9IGw0jYXoCF3qkxkj1urZnQ6pjDRWbTXlygg+gQrbNZAYd4wO1j1Frw8yka3CNN8E7j6NJnZNCI6ehhZAGe4Ii1vTUFjgpN3Q5SmXQDEzrA4lPlJIKdGlItBrh380GFkRooybHKg21coxK7gc6y3wCoKeRVBovi5aM5YbtFocbw81A7qLe3ZFjQl+QohYX3PQIyHjlJhzmos4ee2zTc13EaBXTVpFYwobiycXmzbzZeN7o5NCSsuGkXMQt2cjL5HGQ1TFapA5cGJ7RlVU26p2OzPQ5bnBGppdt7hQxJEyOjtPQ6hyanwo2YM5qKDKTEhrMnvRoKdBa8G4SjeFSOAhhuaS2UHan8tLhCkxfiQYvXhoVbuYM1Xse7YDXE2tJaRfEB5OFUPyaOQKPUH9ITJGyilsOc52jKIoAijnoyzuksR5eqipMoqWOC2qzA+6vyUch/mB3NVLyu5OZjePAG1+kfKqlSALYQGZRJLZPXUWuWCLu4ReMG3Rkmj6NzXsDUYaYjSjHo/jrnLUwrdZMsUXy2Se7BI+QfP/dT7skyw/cc+xle/VoUTQqmS81ytJ7Q0xne1KQHajrqDEaTc/EKWnvFTkZP3DW0Nq+OAcTLbQ8in2yY6fFAtu4KbR0hHygjVSUHCrO0fCzTbGPR0puBIM7QjviVSHYGfl3Jh/spQqDm2S2lpIX8CkBCfFK0MXRkKdvOkuFMbVMVjPZMPH60bJI7mgtnliMLZ/h9nbpXRxST+ydN9/N4iisu774Ms7q0u4FwzkmzQqvQJp6P6fW15bDfzznmMFqPfld8Hg1Xay9P1pydE7VoVIkE7DvJWSRm4OLL7s5pOYB2paaw1L5cdkCDsS7wVthZIpZz5LSYYn37JzAcM6G6Z/3hPvyh4nUVWCzAlivjecuA5VX5ucfv/6JmGr6712qTr1w3+2fUmMKEkZx0ukKxc78YA9p+mseaPzupAjH46nHa6+trpMkW0kRGBSaXxO2qF+5cWzn7Ss3/n6u8cgL4fT5C6fSwNv2BgAA",
    tag: "ad31e2440f361fd1")

  static let inspectorDiffJs = BuiltInFile(
    folder: "inspector", name: "diff.js",
    text: #"""
// Changes of a state in words.
import { applyPatch } from "../client/patch.js";

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

/**
 * Returns whether a change is one of what the words name, of a part of it, or of something around it:
 * `path[0] › counter.count`.
 */
export function concerns({ where }, words) {
  const isWithin = (inner, outer) =>
    inner.startsWith(outer) && /^(\.|\[| › |$)/.test(inner.slice(outer.length));
  return where === "the state" || isWithin(where, words) || isWithin(words, where);
}

/** Returns a change as a line of text. */
export function line({ where, before, after }) {
  if (before === undefined) return `${where}: added ${short(after)}`;
  if (after === undefined) return `${where}: removed ${short(before)}`;
  return `${where}: ${short(before)} → ${short(after)}`;
}

"""#,
    gzip: "H4sIAAAAAAACA4RVV3LjOBD91yl6WBNImwbt/ZRrc845OhQxJGRiigJYBDRJ4tScZg+xx/FJttHNoFQ1PxLZ8eGh+zHL4NNKmjvlwC5AgvPSK9AGXti2dGKml41tPaxBNk396ifpiwo6WLR2CZEQWVFrZXzWBLt45qLL2aywxnkwcokl34e4sdp41Sbw/gczgP5NuKbWPo6yKBGu1oWKLxKxlE0ch7wQSwVEq5paFurjuo6jNxdRCpSxYz0P1jdRkmDr7OQEflF+1RoHLyrVKpDwza8//gA/cVuolSzdHPIAuMouMjptVthV8PJ/DtpBHvxXFzdw//Y/6N2C3QJOspl6SawsVqbw2hogPNNR1zPAVh68eumRgwhpYYNTjWylt+1oZbZkXaOFOBuroDfYxcK2n8uiYmpS0KZULwND1GUooN3XwY5Fstv4ujzdnCUPM+GV85RGxQD0AuIh8vFjgpcwyNP3Ib96uA6x3U3O0ap2ilKCFd5/HyETXxHmYhvsMrRAmFeEC84ASfvwQ4jwQqClq4B459REaZRMLUYAMT1g7TE+gVMihYN3yghir6M6fR9K32wg8pXiOcaYbhjI57JeqTCQpS1WSxzaFLZGc7wybBGubAgK5fECIJ6mOuzJ7k3xhTO9nI9cmVVdBzT+VaMwg+wPAof26TNV+Cj4HvxIz6KS7scXhnJTqj2Rt0JaF9qokjng8vR3FQJviIWRA3Lgofd2QdLpaa2tQW6qMLw1Vj06zOSOKSNFTsydr7DlxXvnfE5mgkebtks432pzpxevOCmhATDWV2iN9i5I9AU/GCp/CPnDNXlYCM6Hnkl3//bfHOaUhmfaX2/pQQIJDxS9gmmDpul+pQMmG8M1tspJE/IU8qdqYfEJpCkhlwu8xON73ReeZoYbMhF8KraweNlGtTIkHuznGmxDyUE934cx8HIrhkGRl7dNlmXYNUoTypTuTzwFiuZZhBRPkwFzvt5dlFW/YoMR3t+S8K3QqxHLDWbsKopTrVflEUQft618JbSj//hY90Gk4+w6u7rNbk4eZimpAjUZyWOOgNV6DpxC6NOej/k2kt1Tc0Dal6BrnI9QW7W0z1W0mzIRLwg053aDlPCMzWDnK+IRGsh+FBAMrZBd8ASik7+UwOqMdslLik/ao6ENT84uFa0DyNYiHnTNQxv+zpwf/c7Mjg6kNYVCYPGaKYMu5f7bu6lpULQJaqeNUS3CWE3fYAAy4toiTp4pdrOux9dic321IUibh0kv8ZzCK0rRot/SbQUmSEz/qMEkdAOimCIGyDseMqVcIjlY95F/GZ5rzVdAsnGEJgoYKEqHOeEJgY6oIrEmBwMeh2RUXpQlyu/mgGOvSni4ZmWkMkmXX/ZVuOw7i/BATmW4Odc5DD8Ig/v/1zYJixNquQCsFTTywgkAAA==",
    tag: "ad749e02f9fea3a9")

  static let inspectorEffectsJs = BuiltInFile(
    folder: "inspector", name: "effects.js",
    text: #"""
// The effects of a session that are in flight, with their age.
import { outline } from "./history.js";
import { span } from "./list.js";
import { h } from "../app/ui.js";

const shown = 20;

/**
 * Returns where an effect is, in words, with the case that is there in a state: `path[3] › counter`. The
 * action is the one that dismisses the feature; without one the effect is the root's. `cases` are the
 * names that cases of screens have.
 */
export function where({ action, elementIDs = [] }, state, cases) {
  const words = [];
  let value = state;
  let part = action;
  const element = (id) => {
    words.push(`${words.pop() ?? ""}[${id}]`);
    value = Array.isArray(value) ? value.find((one) => one?.id === id)?.state : undefined;
  };
  while (part !== null && typeof part === "object") {
    const name = Object.keys(part)[0];
    const inner = part[name];
    if (name === "dismiss" || name === undefined) break;
    if (name === "popFrom") {
      element(inner?.id);
      break;
    }
    if (name === "element" && inner && Object.hasOwn(inner, "action")) {
      element(inner.id);
      part = inner.action;
    } else {
      if (name !== "presented") {
        words.push(name);
        value = value?.[name];
      }
      part = inner;
    }
  }
  const [first, ...others] = words.length ? Object.keys(value ?? {}) : [];
  if (cases.has(first) && !others.length) words.push(first);
  return [...(words.length ? words : ["the root"]), ...elementIDs.map((id) => `#${id}`)].join(" › ");
}

/** Returns the names that cases of a feature's screens have. */
export function casesOf({ presentationStyles = {}, navigation = [] }) {
  const all = [presentationStyles, ...navigation.map(({ cases }) => cases ?? {})];
  return new Set(all.flatMap((one) => Object.keys(one)));
}

/**
 * Returns until when an effect sleeps, in words: `asleep until 12:03:07 (in 4.0 s)`; nothing if it does not.
 * Times are in milliseconds since 1970.
 */
export function sleep({ sleepsUntil }, time) {
  if (sleepsUntil === undefined) return "";
  const until = new Date(sleepsUntil);
  const left = (until - time) / 1000;
  // It may have woken since it was asked for.
  if (left < 0) return "";
  const clock = until.toLocaleTimeString("en-GB");
  return `asleep until ${left < 43200 ? clock : sleepsUntil.slice(0, 10)} (in ${span(left)})`;
}

/** Makes the list. Returns `{ element, draw(answer, state, entries), tick(time) }`. */
export function makeEffects(cases) {
  const list = h("ul", { class: "effects" });
  const about = h("p", { class: "hint" });
  let ages = [];
  const element = h("section", { class: "card", hidden: true, "aria-labelledby": "effects" },
    h("h2", { id: "effects" }, "Effects in flight"), list, about);

  const row = (effect, state, entries) => {
    const age = h("span", { class: "when" });
    const asleep = h("div", { class: "hint" });
    ages.push({ age, asleep, effect, since: Date.parse(effect.startedAt) });
    const entry = entries.find(({ version }) => version === effect.version);
    const started = entry?.action === undefined ? `since version ${effect.version}`
      : `started by version ${effect.version}, ${outline(entry.action)}`;
    const names = [...(effect.task === undefined ? [] : [effect.task]), ...effect.cancelIDs];
    return h("li", {}, h("div", { class: "effect" },
      h("strong", {}, where(effect, state, cases)), age),
    h("div", { class: "hint" }, [...new Set(names), effect.source, started].join(" · ")), asleep);
  };

  return {
    element,
    /** Shows an answer of the interface, with the present state and the history's entries. */
    draw(answer, state, entries) {
      ages = [];
      const rows = answer.effects.slice(0, shown).map((effect) => row(effect, state, entries));
      list.replaceChildren(...rows);
      const rest = answer.count - rows.length;
      about.textContent = rest > 0 ? `${rest} more, which started later.` : "";
      about.hidden = rest <= 0;
      element.hidden = !answer.count;
    },
    /** Shows how old the effects are at a time of the server, in milliseconds since 1970. */
    tick(time) {
      for (const { age, asleep, effect, since } of ages) {
        age.textContent = `for ${span(Math.max(0, time - since) / 1000)}`;
        asleep.textContent = sleep(effect, time);
        asleep.hidden = !asleep.textContent;
      }
    },
  };
}

"""#,
    gzip: "H4sIAAAAAAACA31X53LruA7+n6fA0TbpjCKn3Oqst/def2UyY0aCIp7IlIek4+PxauY+1W0/76PcJ1kQhGXZ69MLiPLhAwhQkwn80iBgXWPpHXQ1KHDonO4M+EZ5UBZBG6hb/dD4HNbaN3SA2oJ6wOJML5ad9bCFbuVbbRB6qG23gKSYNNr5zm6KFy652eu5pTIjpZaUjjSa/XExUcvlZKWjxlnZGefBNd3awAyuLkg0ef78DJ7DT+hX1jhYN2gRlJGEQLs8oF93tnJ78FAqhzE97YIg5qjAeeVxCvOl8s3t9R38/x//hbJbGY92XgSiQixVemJHLKEz4qnSbqGdwyiuUREivOGYxI3o7ZjeWduu8++4AuYBkZsz2z6GMWqBjl0zXK6NKy2icdCoJyxIaXKGL5m1emUYVSQg3QrIHLDFBRr/5ScOZnB7B30ek8yj0wy2ZwCRVyaJtW5I1qKHJ9WuEGbRYidcKoo3kwA3g7UEopNUVxnM3mPPEL0Wy5Vr0vmbW/lft0wzeP99SJL+9s2trvq7eRZcwRDyQ2vVptCO/05ZShbxuKi1qdKUGOU49Pf7ha5gNpsBhX6/YLgwhZWpkFSxCq778Me60S1Cyik8I3Wzalt4+23wmyV2taRG8qS7f0FVSiI9kiJXhKB9z2fFI24ce8puL5ixnZo2Bi3M2NttsJFTXUPKLjiCtEsCv/0Gg3RAnMG9RfV4ypDI+4xux4ANdtSnHDhQIVzC2El/wpUYJoECNg7/kPQa5b5fm+gzhySWO8leEXUcVBokyqOdQCAbh+JghOUZp2XRkTusRomNu4dVJca4Ufjv94s90RzpBJQ9Df3QtLe1ts7nUBRFF8aAu4OZxGzRPPgG3j8oNwcLjbvtM5jKTQl58GUKnKXsMQtEPosuxVM2ykWUgrHlwQW3hCA9DBz1Q5RkNymSu4yx7i91sVDLdHfh5m/wXZpnd8WLTps04fmVUJyeB+UwJcnfyfGidmPrHXc4ak5NGrb6vk63IKVTQfyz37TkbEYM5RTjST+wWIbPeNyotg3SPxpzinvTmOJWUPacKf9b6nA3otHgGn5Gn5Lvom6V/zaYypwYF5JlmRBzuEFo2Os2jFEzWiOuRVyOVgmtCMUyUb+8ml5cTy/+Cilp/Km4AJfNb8BQA2jzEBpEe6g6dEFUhGi/6MC+7NaFblvtkGipHDhtSoTLv//14vSA57DpViD9yuGJak8OmV1ux9Hh8VwRppJkP7pXUY/Z+0R5HJtne7UWax7vUf1cQk7g8uLiImhNJvClh4XacM8QUY9oJB3tYa0cKPeIFdSdLQQnu3wXLk7CKtuufIRZhFf47puuVC0G5n72lnhNEzTnn3+UjO/RYVne3EqAP11fXVzA++JyOiavcK0uMb3IKY+sDwUks/BIYXBZn82H6/OtepTtzq+WoWXm290wzKGyap0q49Zoh01LB1ajy0KVysc08tbPT96qBcX4ND7G0uMNzWFhBk2arNokhy3lo5ybQoLRIoF+VC91361EfXmgTU3pWVU2unpA2ftH21ysHTK2Ax+lshUJGl1VaKbg7QrDlrBanbfqHtsWq/tNcgAt5wFM/pordqWrw2NIJPH9ezPJck46j8kQ4gGh7dahGaP9MdX79wdrc4qSy1IdJhJuupAxaEsTsUGln15JHgS/MtK34d+5mOYguGL/T/laFUtlHQriggBbj9WHPjsMzilsKLakIo+dLTyhDa9ymYDyP77d4lFEB84kirjbvC/7+HAowPswZ5yD1ze3hz77uSxUGnw7l/ebV6vnJJIPgpQDS9ysn4/QyQ6axe0nLjwNiWN41JphD440ZBGKpFQEvqV1yB08DAOqXqtD8fr8VCWjsTSmtKbztjMPYsNvacF19GzO8lDujC1f0yU5p7bbSpwuWQpq161sSR6F0GFp/+9fkHAAbqVMHq/DjJO+lhsaEYTp9HPTrV3YWXH6QFfzqCIgaGtV4ujzR3ZuTIn0K5bK99o7btd6PKAA4LVDTeDA4RQBGN1TEgsoKZjbD13+mMt4xwvT3N5k9aqrnYn/OIQtLltK7uNGt5VFkxLdIWJ2BAKd34PgLzo4Z2jy3BL1OGYKjy/9x53xPAGj8XsQ9gd9wYT/9bDobCC00WUz3LFWeXI+Byp/cugvTsmdq3dnwPtyX8WRxrMxRnmyHteY/oCurUafk/EpoTwo3sq72ju0dCPz170xpMTjzSQFDXsa0sjf64Yb9BSOq7835W44onEe/Mlq/Vb5hmr+MnQAAz5nX8NzQuaEuOKoR95YNrQIAz+2GJH6RxfjLwWhuA+L/ndbMtNfEBEAAA==",
    tag: "fb45e95043fb97b2")

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
import { applyPatch } from "../client/patch.js";
import { changes, concerns, line, short } from "./diff.js";
import { span } from "./list.js";
import { button, field, h, select } from "../app/ui.js";

const size = 50;
// What is looked through for the changes of one place.
const traced = 500;

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

  const patchOf = async (from, to) => {
    const patch = await api.read(`${path}/history/${to}?from=${from}`);
    // A patch changes a whole snapshot, of which only the state differs in a history.
    return patch.map((one) => ({ ...one, path: one.path.slice("/state".length) }));
  };
  const difference = async (from, to) => {
    const [before, patch] = await Promise.all([snapshot(from), patchOf(from, to)]);
    return changes(before, patch);
  };

  /** Returns the changes of one place in the versions that are loaded, the oldest first. */
  const trace = async (words, isWanted) => {
    const known = entries.filter((one) => one.snapshot).map((one) => one.version).reverse()
      .slice(-traced);
    const found = [];
    let state = known.length ? await snapshot(known[0]) : undefined;
    for (let index = 1; index < known.length && isWanted(); index += 1) {
      const patch = await patchOf(known[index - 1], known[index]);
      const lines = changes(state, patch).filter((one) => concerns(one, words)).map(line);
      if (lines.length) found.push({ version: known[index], lines });
      state = applyPatch(state, patch);
    }
    return { found, first: known[0], last: known.at(-1) };
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

  const words = h("input", { autocomplete: "off", placeholder: "path[0] › counter.count" });
  const traces = h("ul", { class: "changes", "aria-live": "polite" });
  let traceCount = 0;
  const tracing = h("form", { class: "filters" }, field("Which versions changed", words),
    h("button", { type: "submit" }, "Find"));
  tracing.addEventListener("submit", async (event) => {
    event.preventDefault();
    traceCount += 1;
    const number = traceCount;
    const wanted = words.value.trim().replaceAll(/\s*[›>]\s*/g, " › ");
    if (!wanted) return traces.replaceChildren();
    traces.replaceChildren(h("li", { class: "hint" }, "Looking…"));
    try {
      const { found, first, last } = await trace(wanted, () => number === traceCount);
      if (number !== traceCount) return;
      const range = first === undefined ? "No version has a state."
        : `${found.length || "None"} of the versions from ${first} to ${last} that are loaded.`;
      traces.replaceChildren(h("li", { class: "hint" }, range), ...found.slice(-200).map(
        ({ version, lines }) => h("li", {}, button(`${version}`, () => look(version)), ` ${lines.join("; ")}`)));
    } catch (error) {
      if (number === traceCount) traces.replaceChildren(h("li", { class: "problem" }, error.message));
    }
  });

  const element = h("section", { class: "card", "aria-labelledby": "history" },
    h("h2", { id: "history" }, "History"),
    h("div", { class: "filters" }, field("Cause", causes), field("Action contains", text)),
    rows, about, earlier, compare, result, tracing, traces);
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
    gzip: "H4sIAAAAAAACA7U66XLbONL//RQdzkUmDK3Md64dxZWd+75Pr6sEi5DJMUWoACgaraOqeZp9iH2ceZJFoxsCISmaeyaJSKC70Rf6AHh6Cl82EprWWKXXoGYgwEhjWtWfwaoRFhqxWMhe1iWIvqYhKaYNGCsXMG1EfyPr6qSdL5S2cAer1jafLaWjtYGZVnPIqlOxaKsfTHYeoRzNbv2psNMmglWn066VvT1d4HiKwAuZEqaqn0rdu6eu7WUJpkGAuFbdzmY7uGYh+gFE52TdgbheWqv6Emat7JygjSMrOzkd0EUhFqdLluPEcWEsmPafEsbwP6PzE6fHb1A1rYFOqVtZg220Wt40MFPaPcsgAapY9RIWnZjKiglZ7V5qT2rkqJ/evw+fS7t0YhKqMITo5BBT2yKrammlniuHPGu1sWcwcWpr4Oef/g0vjfzPVC17B+Of236q5Vy693pSwf3TE/mjF3227D09JIf6zIl8AXcnAMTbSunaONYur87dWCctLITDHDMnOLhq2k5C7sfvjcew7Gs5c9RqePVV2I72y64jwgDtDHK7Xkg1Y2puPjNWt/1NFmCAlq4WS9N42sU5j19rKW7pZbNPjpfL1PUPzoQZPH8OT7UW66o1/pdoFZEK4dNiwuYPHxXEj+y8yjKU4hNPrGqE+WTVewolZG2dFS+cJPVkxY44l7ROJ/sb28BDeHQFY5i89PIdolVtvZkEKVnNfpyI8Qwaxrb9UkYVBGPdyjXaihnCN5I2ioljvLpX0yPmb3+6GOrfbzMW7X9HxYtNEXE8rcvRFcKm4lzyzFVkK/ES1OkLzbk3Fz0n4XhCKt1McH3PnPZbimF+UG2fZ35zZA5i43fdCdyHLxq1MjEKvmZCcKxggls7fyY1ThQTMAzKI+cwEYt2gnGSduMEOilqsMrv4kDmBOLuntwBe1kJM9V1arUlD5sJgu5v1bm4le8SrRwjaVsCLlb6wOPIiLbDaO1o6laaNyhCw4bs3EnLM7ynwUWuj+VKhkBS+giulhZuxMJUjKK6GiHGMApBoBOWRh4+Ot/GCq1WSLbJM9VlJYbtThhzBhnL7sa0RAFlfQZWL6VjK2KLa1zWoy92sHEXRlBktbNS41oOSiyNdFAOxcofLT7B5vwkwkqXTj4VNxiqczFzeJg75q0tYPzEOyDmJy1FnW+TF3mPbTanzPkE+fHIZ/QDj2EEF4NQx+NM23E7YNf0TpeN8lHTrPspBCsjC46plWht5GJ37dOX7xjcOXNRGSus9PLt5oleCo1GYWgDQivHIIje23ztArUyEjwBnJRw26tV7xNCYJVRximLdzHGEA6MgxtVZIs8V730sO63CgIX1Vws0qlA9jySxB0yJrqHqMGTMQQsCtAJss/QEb2vU+THkK7IUeDO45W49MZNJB7jC5BPZtFaATTVRYBEuF+0oFWbCyQzfvkOfzgsAW6/p0wmVAgC7dTJrdeUoGaYYx2I6rs1mppsCFjs4DZoexAxvkQpiXBqAxczqqpybxQ2zrxR8KkyXTuVeXbqaWchCwRP3kR3pmVlP5W/QkWX13KmtCyJl6utsj51CK2Rlei6/DKI6skUZbBApHqVWo9VlSe0mc39nXG4+EKt4Ry7BwIK63dFp0Qt6xJnOfJRbEw2itUiys/lQwmt+UZglfVX7ZqK42decAJmqz2kEjLdGLSTuXKjsE1+w7sl1AEXbJKtFfwspm44ixGOiGA5myOl1o3/6Cg9OufHxwlRzNNBGXkRYB4kBcehPcSWZxYIC6ukEgYj5A2RBJaumAyCW3gpg1fsqTq0EDhQUjlQkMqRDpOmsgQHYj3kFUrVxV1wm7OEr5JZ2QQqW4XHjiflLtZOMTTRQmWo7NkaSFxs3zkQpsGLczBGbx/w3SLOX1q1NHv+WEsr2o6ybd0+S/LttRb9tKGMGzG4UCEUQjeItilxwCznc6HXNMCy4/BC9AltVlsGDs2FSc9mFdPbMVSf6D0iYfn3oxjYre4iUG2vJQZLmTEywAVMmAsIXDGMK8nhbNsg0RS3Sb+wuEQxow2Gaz14+Q4R8vxNYTH8ahNI23YuC+fyg4lAgOYKOIVHo9Go8HxlmeOCrcnmYkNVoq7feuYePmyNlb3UeWbVzU0nszIELfaK6O/3Aq5ayB47JyJcTZu2q9+iuTewryzYWZN9mCRVGHMtkSc23tu5hj1qmVaMvJXZCSMG9+rmsOfyJGMFsYiDGF4DjcofbdQ5vebZh66ABmHBNq2B4Kglq8nX/qkoRcoad8QwZncLr0lHfOHCsTPbJRa5Wnrmrbh+D6PHGYxgu3cA3v/ik48r6mza2TpxvNK3SSW8XhRXKQvodEdKaIcoV+haibdVVn2opqKTX/jV8i23jsKWnVpYN7/usNSey7pdzt0CiL47yBibqB12ItY2slh6w5dQVUGiYJPEbuhNqf7QJ61Kx4rIpScbFnJK6FqOUNmXMdMDVQ3QGnC/N8paZEhpHOiV5fQPa2mrLAoBOx6/GfBple9DE+9ATpH//RnMZ0d5Pmy5ydtILdDgMhKV4YvLswmymrLm1ozLBB/tOs61wzouFlqBBmd6QqLNCGqG6FxxjEqMQkXxQpX7cEmYvFOiwpAM1wlPPJlfrYSX7wa4DxF3A3OlZRQ/hLII96upZx8r615uWOB6aP8NTH2hkkutlf719ltodd3JuafvUau5NEbcyF17bdISd6hKjsoIkLa2rTXbZE/V/T1ujSnZoRPu5r4EwJeRWKtFRGyiEe9I/IGLC8gyihsrqd8QWJBWbT/tlrU0+ZBSUQz4nYva8eBj0EdikQ865FoLX7bs1SmmOVg3o+RJdXIrF5ZJfyFt7tFeXEYjauriPIM+jlzS2VlRkCshcTzey7f4BFTLTloZRg9VS2iefV7SnOtJIfWEw72dG6qAqIzLoBRffH4yI/IPXLUct4InbqQdEi+xSMSBWJukzhjdkPBvUnyGDQ5LdwhIk3soY8WaGik5w4jjUOlYCVZ8Ru7LCzwnm6np0siae7F5NSxgnLGVfku4ijnnkZLaiD0V4tJUo2gZSnGKu7xxkDlUk5Ha/t1H/0jyEDI6OKbYVNJw0J1gxDgW2OYRXhRr9jcQttJyrp7JPHWTvo725Jr+IugZuRgRtBS6a6WumraufYZHxMdjbk8Jxp+f+U33huotler3TJM0ei7CUUDwsaMK9e9ZSg8DAj898cdck69Dk8y58+U7mt+gnWMaragkZZ6TE8icX/eCGIvmmA112Fs0crBORRxux/cUF/RGy6OQu53mjQzJLx4L5p4Y5hJ46K90Sv9v2BDx7BPRq6jwKCKfOFdV5UGOtfjBso9JhNjPxw2IoRCd5EjS4UNeHo0t5AYTD7nI4HyVT2yxrMHcNt4evWhpVMceySpaLrDOO3xOGa9utlKM+Rw4aQeYVGveEQtHKVY9BAtPvH4Z9JhhiMJFpOAR4YwJlcAAYfj10QhFOWKzeGYoTYPTv9ZeT4Kg0WCJk8M4MEO0scR3/uCffZnLcPHKg6TjRDLtpNBMklcahPnRVRISopdHb0kO6Pgq4fAhbnQDfqpsI/uc9hiZP6a5yrtfTu6W1ieMvbubsapAdfANan55iQfz2dOu46nsqoTLjK56cYaeaFTOZnKKo/SEo7ikm2mUwXH6JQpaCksNWnz2M8YKjcD0QGNamuVc4iA9RcrU5dMUP145lPyZ6JbDZJ3WVWPw83s2GGwlDMTUirX9Ymmp1VsvsFUyUuhpg/FtadVUzRedtDiuZjNuXRF7v4OPpPIDnNGChOm5S+uzQ7ye7AbUhFv/9JGqkbXeKU230/Qaxkj3W/9mNDRBd7ztxwtU3YqHXftMZlhFq661MiWDihNaEp2Z0vOEEmvFofC9fp69wQixtacgTK7AQFinZCWLVpRIm/JSYsDl9bzlnoGpcqvATO2bjnFiUpM4PTCjf68W2v++KWfC6Sgv9nPZ0T7uAUrE5i/hAUlBr0wKWP2Vlv4Y/A2uYzB9Dfuyi7TXw9ia1rB7vR5OFAUvAhgBdztwqgpF197KKiuuiiNZ7gijv6PH2kR/T75qSBz30G4swa/dYArRuJKwjYvHww8sKv9LrplcDpg/4OGdZCJ42kYXrwlxjOC/2u+/wbujeM/BzW3GZ9/s/r/o52+3fc1Ozhz82U4e5cV7gmG+dmHk2peIEWY4vfLXDDAmgULw0+08L4L3uASUn/7D3L90lnty5R5Ob0qI9//bZoxIhXqGDbnngoxxePboCQOeMTrV/fzTv7LihZs7vQGgc3/YhP1Oy+bEaUgFQUPjoY6SwzSGuBcgjpzjanQQGNPy6WEb9xChHGmEAUGXHFUWtz6e03gRQjR5/hzRepltQM2Sazc6JHPguBafZ6G8m937uGrCTP52tZNAhS/EiC2+NdtGtS3r8WYn3uXsRjvuUyaDe/nhKXEsn0qYoDRIhj84OYes2EyK45Ev2mvfoiz8XxEU0xseI/GoZ/cGRtcxcIlr2XWyvl5n8QsPXC2Ek+Z1KgfqdBqyd/mFI088xz+avP3tT8lVZLEdf+rZRAmsaHvDX4EUTBtb8JI64zJ0mmVI0iVnmDIENHrgHpUjwN4XOuX2nhQL3036uR6mZcuHHNqhoQllnXxXWSZ3yhgp/Zx2XgP0rY+B1g6+0uNYGj4Aoq8DWId5/P6H/Tb5eC/51Ock3t7Styrn9LN/wh6+cAmdBpI83K39tm9n+OMY36k51xvG3aQTo6CRfKJ3rNNmOiwMxKn9k4H0UzAG8lb8D5OT8+4KKwAA",
    tag: "56fdb9f8c5e6877f")

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
.cards, .history, .changes, .effects { list-style: none; margin: 0; padding: 0; }
.cards > li { border: 1px solid var(--line); border-radius: .6rem; margin: 0 0 .5rem; padding: .6rem .8rem; }
.effects > li + li { border-top: 1px solid var(--line); padding-top: .5rem; }
.effects .hint { margin-bottom: .5rem; }
.effect { display: flex; gap: .8rem; justify-content: space-between; }
.effect .when { flex: none; }
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
.lane { fill: var(--soft); font-size: 16px; }
.rule { stroke: var(--line); }
circle { fill: var(--accent); }
circle.effect { fill: var(--good); }
circle.restore { fill: var(--danger); }
.running { fill: var(--good); opacity: .4; }
.running.asleep { opacity: .18; }
.bar { fill: var(--text); font-size: 16px; }
.flight { fill: var(--good); opacity: .55; }
dialog { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; color: inherit; max-width: min(30rem, 92vw); padding: 1.3rem; }
dialog::backdrop { background: #0008; }
dialog .buttons { justify-content: end; margin: 0; }
#notice:not(:empty) { align-items: center; background: var(--text); border-radius: .9rem; bottom: 1rem; color: var(--ground); display: flex; gap: .8rem; left: 50%; max-width: min(40rem, 94vw); padding: .5rem .6rem .5rem 1rem; position: fixed; transform: translateX(-50%); width: max-content; }
#notice button { background: none; border-color: currentColor; color: inherit; flex: none; }
@media (forced-colors: active) { circle, .flight, .running { forced-color-adjust: none; } #notice:not(:empty), .banner { background: Canvas; border: 1px solid; color: CanvasText; } }

"""#,
    gzip: "H4sIAAAAAAACA61Y556rvtH+fq5C75t2inHAbb1sei4hvUdGg1EWJH6ScPmXe8+IsQzWmuxpW0E8mhk9U3FutHbs2zeMFbrWJrFFBQ3krJb7yjHBzfMTPksSXhSg3GU98etvf7AqVhuxmbEf8Ee+Lst3hNTqLrgsS0Rm62y5gAtyb3SnRARb4fcWkalIRba4IAtuxF1xu2y3CCAHp0hntsFvgbhyid/bC87qMsKt+ZpvvFL+wB92AVdLBbc4UYgCVohb+q9wYMHVHswtcrfMHhY7r7ncFo+rcGCto2Ok5Wa35Ih7KCHlpLnUnrvH1Y9+ms1Xa2bP1kGTdHLGLFc2sWBk6XE7XjwHCg/cvA2EeiHkTVonZnD1+zfv2bdsp0+Jld9Itc/x2ggwCS49se/f/K2SQoD6B4KEtG3NzzlTWgH7P9m02jiunIfttDgjpOFmL1XO0iemD2DKWh+To+Ftzrg6Hysw4MENl2oMZrxz+gnvT8lRClfhQVMDzRNruRC9TRnesmy+WPv//o8XU2UoxBPjTQcEzR/6JzU4Bxi1LS/6zck8Xfj1oG++RBhqnQ+C8lIXnUVxunPexXTG/tkiVpKZsbAUv0kvgjliRySHDHnXCwKOtCKAo69VItF/FsnmFrzCp4HdsgZk3v+9UOf/PrG9v0x7JnrCO+e0mjGp2s7NGEqBAv97r3ID3pA4FChj0BZyMB6lPTGrayluom+7xu/SR1+K33DFJ4YL2aHJRFs4p1ToVemeKEKH20aqpAKUi4uLwJlUwcHpyLnk1sBiOJo/ASm+YRTJQpsmWC46Y/1yq6VyYAZhObLLdzWI2EGY9+ONAkre1X1Ez1sj0cnniMlIY2RiZM54VavrA4qn44WdTZqO9Y1NjRWH4380M5TkXroA60xXOHmAmAOqVT2M8iA5SCvRhHE+LEOwRIcMiESXpQXv7PbUK6zQBRNsj9Jp/rh4mU4bv0SUaDSjmTJ4yOhVn9HjPTk0rTvHVatH0JO7pg1B2dcICltPYtJnbc4KCIE1L2WNl3bG5hRjNs5tUOIj03q+iUkg1aQGajE+x95IccvhdovgIGoRNh6lq143KWxb32wLWnsIVor+SVFB8RxJDIRMC41KAa4Mwqh6ocgxBN0YLrOLBCoa11uKvYmkC5TZmLNbrhGmwDoQQ52Rqg9k67jxlkYB75+NQ86bcg3WEDeRjPn2Vtd0UJLJgFzE5Tk2IK7GpH/6pENURQUYtYZuMWOtgUufC/FEg0Ynk0Yr7XspzNj1cnBJmv7IS6L909PHRBOJE9jPAEOs0BAQBomcxoRA9fV8x0o6SHqzcn+OPr0oxrgRrzbCj2f6cSJJJ9oaPQxmtAb5o0tq2XQTGjfdTbXviEuUye3zVHxvb8zM1oeqJ+7CbrB0cU0DXEDfDfPaKRCN8eEb0VdnkFaH+Sx9EU2uwklmlJk77ZxuJtUMEbGiSWL7om73CRnFitIhUlw13aniKnuvdzuT19xiRapkLe5aTr1Jdc0OTBgoUZPk+B9XwcgiZ0h3V3PjF+zYfKrbXo9gPOwueSPrcz6doQMry6E7dsoCKH/aWrZJyz3rEtfc23X6o3dD5UWmx5lHLwEoU1vppEaL+A4d0TmY4DQ49DIMFIht1FRJDonklxIHDQJQ4mVP7vMLA/dtOmOL0rwb3S5Lmlp+1YCQnL0dhffG1453qG9Q/br4jOR5g3dcKTATzW5yIJwK+elJ8MvGg8HFD8O4Mlg/MUg7wxW6y6AF1/rkx5hKWqfN2deiyk9Yfg3KEgrn2avxaWLduQ4vR4M9I0PSQSL7Be75nH4WnZV6RVz3h94abCR9H8ZKE6fb16oGYVBHJC0MsGRJSOQYiIjYh+Mq/J/OOlmekXnlwPfWPk2SHbgjgBqLmR8rUGHguo4FtmvoHSR+taGuE81Jw4bI+uCXneGqwFo3Ma5k82sE1cDLaVxAKd7AROXEpwded/DR5Sp+KSAN1hnUH+vYa019MMQs+f4j+8V4X+Br+rV8usVO1JNlP4KzVf8vqi5hhIkbVjhvbFee49/nvhBdQ+j//5/YBWOlVjOKnI/sKcM+3BA3GMrczkKQ+TE9MTY8jjFfE+h8RBvzk95E0V6Goh3TMF28F/PVJMvfD3LoXPHgfQt5JTlCiqHpoT5izH1eeEf1LLv2Z3vYj43c1bp4vhkwl0RfNC/Na676TJN1Pe2tbHPpxqarPdo6o58hj3OjkKaoY2nUsEbPQ90iWJyYAWTAkxuExe/vZItSyMJ9OdqPiO7s82QMnnNbA7S4ZwBk20vnM5EojPIpHkr6QPsV1eu1BwvJa73/erNwdvdDtFEyoNPf9gkxY4+Lw3E85mb9RDdYlefeKGF0G9n3gzRNtwNu9ElF3JmoAty2ix8o7WQBOf57S2+u7z5+IELap8chqs8RCdFLzv/oqjWUaDAOrC8IW10IW90QRrlLcwNdk+bROFvKE4gnGo1KbZqcLn2x+fPbhGbjoIefAmsjlkbD1sAFVZlo/MJObnDvb/3diwiI+n8okmhSAYIkII28/xzPe4PybMYusYwXQ0KNNyVceI8Pde+Oc3EzDY7RIX7L1YHbOwF+tZ4Qv0eXU4H8L7k6GTZBGgAA",
    tag: "70670a45b1d52d31")

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
import { casesOf, makeEffects, where } from "./effects.js";
import { form } from "./form.js";
import { makeHistory, wholeHistory } from "./history.js";
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

"""##,
    gzip: "H4sIAAAAAAACA6RX3W7bNhS+z1OcCUEntYbsdtiNDS0I0hULUKzFnKEXRYEw4pHFRSY1kk5quAb2NHuwPcl4SNGSXLfYz01i6fx/5zuH1HQKbySCQWOEknN4rJkFYcHU6tFMwmPN2hYl8gkwycOrkkm4IzNpwSpnkJ+Jdau0hZ2TOW9vqgms2T3+WFVYWu8JNcIeKq3WkORTDIL8N5MsettK6fVAiR6PNMjpT8JYpbfkVDXxaWBWhzdHlg0+YGN6tXxaNgKlnQbBkfbd1qJL27RMDjw3zvORIiutQ25Z1rhmA03jX5xI/kassRFyiIXtXh1pW40jLfd4nOTGWiUnUAlsXHtql2+NTfNOaT6s0/VvuhHB9qxU0oT+ytcBkQJezBZnjgldswCpzcLWamOBwQNq4obzrcDWuAWmEZi5R07tArZiQhIzwq+8C9D191pa1A+scUG+n81cmLPp06ewJHYBi7SjPhoEwR2nVkIaH9yFWyNwsRLWLECj3WhJNtVGesRdLsxSqoboB0+nZ/iRYOkVqMZliJC2bIWTztvEIWdQu7omwFrh4GOiIXob5liUwe4MIBTRIHsQcgUFSHyEyzvn/kpJq1XToE6zhVMkx7nGtmElXtWi4RplWqdJm1CYsmHGzCHBdWu3CewnkLxWjDuff/3xZ5J5D6p1FlleMlvWaYpaK51B8YNPA0BUkH7T5ZEbsZKsyRklgjzrEu9syNee/nZgQerdRFtvRDk7BWa2suyBChn4gLHyXewNDUwB7JEJS2C5UhlPb6PwQvDifIeyVBx//eX6SjlmSpQ2DUhn+yeNWAtbPL91gWM5X6ompN3rxSB5g3Jl66jg+3rpMn/Ag8r72Ydc8EGM0N+c9gCakeWSXvE0VOTl/PplmnW2UtlXaiN5GuA8AVY0iYDREFBNFlhlUS9gEQURy983qLdQBDkURQEuAFZCIocLSBKYw+0TLzyNpRdl+9vFyCuT5hH1id6EBC8C8C9ms/OdT2AfWxAdVFQnFJ2j/IC2S4yn6Y7Gce8ZJLjDkWlr3glbx856ZxHt4OrTp+hL4kc7LjS2IES9cM3q7CMqQ9Mg2scGROj75kSETw7fHSvv02wCNfpBS5OfFZhNWUdGJ9mkC/21Mb2mc8+vQtoMStPq67YGCajrK2UtSto+YZJjQh7uJTZYWqXTpH6eZHmlyo35Cql6YjoaD0Zf8NM4HhE19tSwB+Rf5MT0fCf4/l+OYqQbDRyzCEV36qTJZXwlbDIJFXU7J/Lf6u3hN4ySchgZO85rGkPcUkvWaGvFXU/evlneJLTYxn6GW0Dwg3QPfo9C3KN99PGujOqBaUMOtFqsmd7GkP+QZLfnO499XiFz0OEezndhUhzex3wjft3UwkRGgjDdWqFzlFoLQsIa13SJgddK3bsQEC5mXKHxGqxHfwEuDiSHUp9B4icw3G+8Sd6zPs/zuB7XiqPnV1JtmiaBC3gf3X6AObz/MEzdoOfqaGBKpjnNC8nrF11tt0tLeakqXh0ggtM9d5BEjiCmQWzIzmHj/HyX/c+RGvNjfLi1zNZQwOEU6+YixKNNbiRrnb39fJLIdDRxXb9PzFwnMdOTSz2GiITJ/uNcCvPKtc6FP93SvqbG0Qj5AqZTuIyNCXcoYToh0INzioxT92jjta4A4pCSmEdXzuAt2xi/aCrWGFycDQFhdIUsPl+utZC0J7Rq0D1RrzcmTlk0vmNSog7WXDyM7IPMvaoF5yjnYPUGj+yJj11w1XzGVEPhkWpHftLcE3AU/YT8RtgmKPWUTzzlk7EySu4vj7FHF/7+vwyv067vE8/G7iJq2DaDeb/th+7iRwIUo8+I9Kh+g67++A0Wg4x09EbKkNfgAy31FllPF5RWC/LltsBiNDvuTzH8DEvjjnUlxGqIT4d7dfR1VTO5IuTTSqOpRycFDAJ6ab/uuWaPMct+cYcFQu3pUw5KUFDb1UbaOcwm8S1tM9j39THa3E515ifi5nC4f2scZVR5D3dYKY1gaU8riRO/kkXTCIMOCW7yHpRhilCMz8AId046KcbP4Tj+ceeF6mMDeisr3Dnz0qnkUj06x89C4lHvwIrOffByKDqP/9esTVMl0WfWNSyaz6m8cMNDfmnpJG8Q26WQZZTRs/EvJiAZmfzdvHWuN67j0FfhaJv0raLpW3yLb++992slVma040T+LGeyU/xc+3+fbA+OQBqipHhvv79iSSQIkCgHIMJ0XigORaEmBQe/yxAlJwXY9RQT78MuHsYTXsih60UwFjXc+SIDAUXnSmeu71otsAg6QXbXJdxE6jdQNipzR0aSAwqqQMSwq2qm2MedKqZkpFZ/LA6g1RoM/m4a8OnpDfcLnox5RWrVMnfHzfKR2TXrPzaME1uflKd2d0OyGbz7n//sri0RZM+gVkXndDNSt2bYs4nwPo5fy+WrD0HlnRrBBU48TRjRklzP9wTjN4ErcprtNSQytIGFmYoGvmkom8+DYpIQESBPEvstSTzYEQzwWYAofnhAKe6//3ELA6oWZozqxc4N3zH63pTMrnsh+V2i35KduJHTVX3v/naEPItO6Vsfv/8ejGmDDaxPH6V9+8p8Nkz2UPKo4S1BNCYlhas0NZocyOicF7d9fc7cdXcTJZpsZyntp8HLPIBQC1kW5O3r3UJETKL8shRYolW3lKfjPUQ/KtnYLWfLGeJul9W/ec4ItKtaA63g0K3YhT5zcCEux0BKGQTxh+jDCToF95wFbh6tKsGiHQblS4tByYF71t2G2DcdgkkWcbxt1uJ8Vpi1qk+q9MhU1bJCkUaa0fuKdIMEfIXkskcB8WqCiJ9KHDNIR4DpwUyUkwt1ry1qLNbZttuQy4nH7I3fufYEe3LeIgyumks40NhVOFIQ3YIhvbqq6CSULdYJwJKSZPDh7pKGSOAP2cq6311fx7ISswa9TI0ukIEsSuXUh8mOquQT84eKkbx/vnpEl7xpGjrgTmmT/RpUjsHmU3s41mrPrWgaYaP1PsZXjaZM/GhyJjfzMFPpeoQ5Ly7WS7xP1dbigKzmFnnUKF8iL6kulk1EXOUXAMtUhWWRmYZgQYeFX39PbXcwPdfMZipLt5oLb2WKEC8hEYch2mQlhJUh4xZa6yfNOTTAYYjkBf3gbuIdf1krYt5u+Hm9ccfKUr2VIq8yIxNO683ZR92MNBs4g80DQ+a96jJUB1jHF7wVaBGsvYbXKQXTzJkkrUixosbOc/Flc8GtQeJnFM9rXGHT9CTUIU4I41mEuC8xHsRwJDnrCiHT+Vp3JiojuC79JLv+ioHFC7ELhDGhykuADv36WYY2UYnmuiiYMNnEcrJ9upbuQnywIVc15xoPbU+ktA8g0nxWV5cpLlgkFZhJOaUUgWwdCjKbEgS1dMys4mM3qOUH19nr5aCebrEzjg0kTEl8XuhrQUM37IRw3JgQ457+uGVdrpp7mhPzN71nUm7q8mhVIjzAXo8fJdgk4loQSGIzkYyqrTxuU5IFX4Yj0LfGTzO5ljK0Jc0Ibmxs0l3OVXnjwtsChd1joNWzqh2qPADPzV0R7sGa0xAGt/ej8pv4e6kOFwReBjCFLRcUpg87538adNi9EBSACNsSJeoYfQewuDVVwsIu5GT4e42gcU+hN5jqmWRmD8YqKnQ2LTfVO56XS2R5Ujrh8WR57NjiSq/hKTrQKHxMF4F9tqYuY5GbKUq5i5gzF0HjEIZmrn/80MA8osE70nYmuvvm6dG7EoagtItk7++ShS8rxDDkcBg5HEo0ZJeP0gRpoC39UpfLLc/PC1Qomo72TQO9fjsQU6fL3jaoTpe/s9g2h2kcjzyEJR22QeH6oY1wIYkUdfUW3g2OlxCzerdZlqsrvaoJgAwlU3hFvQ/MamuuRdKhDibeayaqfAcVT0HVzMWFXEVEVgNlL3H73pzbg0NkKUWWArdJrEb/AYViZbWol/uE4B/IyH7C9cbUFqoqaSlOCdnKN79I5EjHauBc44eUq+OQS6K25hN/IpbsfFsaxyijHKYyedFaJMYqRowFbe06VDp0XVKIIXoYP3fiAiUEzZzStlvgiVHqFuo+L4IKm7Jq961Xsm3WjwzXL+ORYLZe/oBLtXPs/70S3hNRtV4fN0h5istNjawDwuj9WOyB6iWEk+VrKJz7/H5T+btNEDwrH+Hnw4qs+ACUTFe3SNbew1nJPZRAhrRqSib5UkVE3v1oXXV9QpTwoLRK6GIjlYVPP3qn6Ozl/eN/QYHwnEqbxkur5jj9mvtC0mn2LYyaa4khPmMjYsl4eH9Tnc6Eah54nLHOifHYUCnBmmlYR9Ly5oFZF3N/4hWk3Sgu/ZytN4VrxaP9tWJ072tV/1V2wvDstBcqCaKxPCor7OiSEG0TeGQISW90Xd4l6rnsgUQeUH2CbcBKTf1/YK/IEQDec3eTUcWUUFiGiBkv3ceX9Wn3dZTzVj4L62Ks15Hl1ONMp1fADSG+yDLaexqxhQBlucKTsQOb1T35OcDyD4fAZMnivXkyBnfZx9DqPXArXXt/2bp74sUKqUVvKs24LstHRCFF8hMA4xi4tyjMbucVKNJN5AdDdzANKamEtonglVffefWTV+1eT4Xh5A/X1a8fxlfTVh1jrBhlLcHl5oK3078fpDXNIEb8gFaI2G3F3RBdIZ6acVjNGJNzRsmcbq4rNAwrAMz+xaZNtSGqSWAzfI0gV6x+BRcnzerijFyM2cQu/0E9EUlX5IR9dfXILA9XfFVXPLWWcoCyKSjqb4pshdbSoEgtP806fgcmhAoXip4t4jD/9IO6Mizim8B7Pwjt8b4rjRpLc0uyN1AuM9ReDl6nqoJLdeo18jBzVQmb95d1wmI7emVXcN4ljKG6olHziUGKASiq5IJZPkAqU8PbpfeaLm4RJ0pIxwtKNYWFMHCNHzJ0OtbN5ctzt+4ytZ5Kid/DbW4vL46OQRPkiYvUPK7dB3k9h0XX8uGuoQBy+8YdFvLivdCkhA9BNE2dDgOs6VyEzYkcXhBcsUGG/byvysvEpirTXl1X4DuVhpTuQBrSj9/fvDH+/sbN4YLTyoAbW+n2QKkUb3CxAL02m2F6JXfa3c1YHsptMO/zUs07wryMdsQTL8JDhhwY1JWQ+nShJTBJ6YmlE1KXx2/KHdnMHd0UKhyiLd7vAnm3XVW+JBQtu46YVhvmoXYl2/19p1HXMA9coGBL8GY3TXF8yyZvn7/+X700ppWbDQsdMmvpsZjM6EcGtPGuo3PYUSVe1wwXfeRowk9Uhrst3TSXmHEHS68B9CCOlI5ZdM4tBIR1Sf6l+wAcRFH7K5wwxSGQ21TRXt84QK3kbBA6OyvPI87Xm+YYnnysPUs/7Tu0ylW1CRXvVaUXuogd/plXXv7hrFyyD8zcxr9MISzEI2fxDTy5PTripsLp+H9gSOVFAQ9/UWXAD6qc11V7NPtRpiOSCRHczmxn13kUM8NvvDTrLmG/ppJ0a7ojd7PX+NS9fY6CzjkmgFPllN/jPKkjP9eL6o77tJMKgVh/zOfKswsbR9pWhjVC108RQA0MA+1/rHjTUc70Ql3lElExXifCX4u9pt5Q45nJix6x6HYrFRrX2I11SvpAKPI3gic6VymZzaCEY/iYI5Oc+8ThPJXhwPp8fYGkMmx0ZrW2n/eJe4kzlYNq50ilWNZtiTHLUAWOA/h0tA46TvPUCqRRMhNh4eTI5lZrM9PBUZWoqc/Zbq9BSQWZF/qBNCYFTHWU3G28uIWx6vNu5rQDxP1VCZ/BXAERlad4W2zr6GT92R6MKgdmXQWN89FMW9YNIN4m1eab41kj9qhxCE4nOkKprMFwah3eUYdznkXuNymnZIH8stoCOrQmR7g4o0SaCLwYe2isxefM/O+OHlsvNZCo+kmIqrRTkGr3/5MFSPsMvzGsAm88ahWYCnjlBL5lICXJXt9ArCsPQHbcq8wLfOPR2jbkesNSjvZhPTe8JDHVrTZ0BsXdIfwl9FExh3alyTfn+7KjbSmyxVcl+ZyuHoMrZYkrh3kUauyKvFkH7aLIiLjUEN8ZkmRMQWP2bcuSTa2G5DgMlkLMBKPf9zDtXEcKphUG7bJFFjULKIWwhad4JjgY3Ujui2xoX3KNV+Hk5kpN+2ac4dNutQ4XXJsK8Wv2oBEjQtcUMCp98b68QBcOkPo/HhgfEXQ6AAA=",
    tag: "6405b4abab48f436")

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
const barHeight = 26;
const left = 70;

const shownEffects = 8;

/**
 * Makes the drawing. Returns `{ element, draw(entries, effects, now) }`, with the newest entry first. The
 * effects are those in flight, each with its name, the time of its start and the one at which it fell asleep, if
 * it sleeps; the oldest first.
 */
export function makeTimeline() {
  let entries = [];
  let effects = [];
  let now = 0;
  let zoom = 1;
  const holder = h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Drawing of the timeline" });
  const about = h("p", { class: "hint" });

  const paint = () => {
    section.hidden = entries.length < (effects.length ? 1 : 2);
    if (section.hidden) return;
    const times = entries.map((one) => Date.parse(one.time) / 1000);
    // What is in flight goes on until now.
    const end = effects.length ? Math.max(times[0], now) : times[0];
    const length = Math.max(0.001, (end - times.at(-1)) / zoom);
    const begin = end - length;
    const used = lanes.filter((lane) =>
      entries.some(({ cause }) => (names[cause] ?? cause) === lane));
    const running = effects.slice(0, shownEffects);
    const top = used.length * rowHeight;
    const height = top + running.length * barHeight + 22;
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
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const until = index > 0 ? times[index - 1] : end;
      const isOver = index === 0 && !effects.length;
      if (!entries[index].effects || isOver || until < begin) continue;
      const from = x(Math.max(begin, times[index]));
      drawing.append(svg("rect", {
        x: from, y: bar, width: Math.max(1, x(until) - from), height: 8, class: "flight",
      }, svg("title", {}, `${entries[index].effects} effects in flight`)));
    }
    holder.replaceChildren(drawing);
    running.forEach(({ name, since, asleepSince }, index) => {
      const from = x(Math.max(begin, since));
      const y = top + index * barHeight;
      const label = `${name}, for ${span(end - since)}`;
      // Before the bar where there is no room in it.
      const isNarrow = width - 20 - from < label.length * 9;
      const piece = (start, end, name, title) => {
        drawing.append(svg("rect", {
          x: start, y, width: Math.max(2, end - start), height: barHeight - 4, rx: 3, class: name,
        }, svg("title", {}, title)));
      };
      const until = asleepSince === undefined ? x(end) : Math.max(from, x(Math.min(end, asleepSince)));
      if (until > from) piece(from, until, "running", label);
      if (asleepSince !== undefined) piece(until, x(end), "running asleep", `${label}, asleep`);
      drawing.append(svg("text", {
        x: isNarrow ? from - 6 : from + 6, y: y + barHeight - 9, class: "bar",
        "text-anchor": isNarrow ? "end" : "start",
      }, label));
    });
    const hasEffects = entries.some(({ effects }) => effects);
    about.textContent = `The last ${span(length)}.`
      + (running.length ? " The bars show which effects are in flight now, and since when;"
        + " the light part of one, that it sleeps." : "")
      + (hasEffects ? " The line below shows when effects were in flight." : "");
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
    draw(fresh, inFlight, time) {
      entries = fresh;
      const seconds = (date) => date === undefined ? undefined : Date.parse(date) / 1000;
      effects = inFlight.map(({ name, time, asleepSince }) => ({
        name, since: seconds(time), asleepSince: seconds(asleepSince),
      }));
      now = time / 1000;
      paint();
    },
  };
}

"""#,
    gzip: "H4sIAAAAAAACA41Yd3fiuhL/P59i1q/ZG2MIm9vM8nrvveccFCNi3TU2RzIBXi7f/Y1mPEhOcstfYHnKT9M90yn8o1Y91Gq3061ew6HWbQ5rqw5tCQoa1WrYdBa0qmqo1N7pHI+3yn4Ix4/aOtO1xZXZ7jrbwxO4nWrhDBvbbSEppo1xffG5SxaB4n7f9x1qqgNZMUUQ071hyquqa11PABws4T9J1Rjd9kkOid5sdEX/6s7Rr9Wu76xO7hYDW6u2xPYEldWqR3Tlhdr1yvbhEXn3Wy3PcBYR7vEBBaReUg6q761BzNrlUBRFVZtmbXWbwfL78HQFwCy60VvEiGzrrtr7vwWp1z/jF7//S5rUfb8rp9PD4VAc3hWdfZjOZ7PZFLUlOcHOFldAtk1Z6H8+6FMOj6rZ6zvoNvCH+8/x9gWKs0a7NCDLMgFQON3/SM7TwE+ihYY8vk6j29Brq/u9bYVqcXWxx8Gs+xqWcINw5cx2h19q81D7K7+7ldN7ZS+n84/ltNEbf/AJMouF6+7Q/oyc6X31Kb6Yvn17BW/hd+qDdtDXmiLRtA8F/JlwOVg9CTYO03QwRA6aJaEVu0MG51WOkPuapLT6oFGhJz3BxlgMR/hrrVGVcIGyGkk7p8G0sGk8/JzDm6QYJKFQIHm92Wr0BZ1SOIFq1/SmazUoNFZtKs8EG900oFyj9S4Hs0GN/pSe3YI5mrXHxqjw/fRKHylJNvu28pELW7TGX1FjY1qdZhRvjebbGE6Ou4WciTXDmTcHPs/k8X9dt/VuXFzCtvYQLJ7VabI2j0nu06ZRzmFSoNc1HvTq/lftWh9LmOVgu8bni9UPiM6nn7JGTRp1r5sEz3/KLkP7iK0IOaZWFnSq+27fs8rdSGFt2p5JL7Q7ZSip0ku6AThNtilqs17rFpZijaLR7QP66z2kgy3k5AdwAyXMCQOgKyAdy8iG0Kf3rJmwu0j4Vu3SFF1MQH6qel3slHXaHxWeNoMp5cegRKqrcSGo4KFDkV0L+7Y3jXdOESnEjER1z5FjPvQ1Kj+mBOg/s7shyEuQgxj1wLYMbLNiNrvJIfXiJ8xTqD6d3GSImCIiiwXco2fJpkTO4uL3e6cRJtfmYmOaXts0bRTbhejgYjLXbXWaPnHvgLOnoKKKqOnoDn7wA3rpmZcsNBuhsfu29fEU7OIaU+l0lo8qyIin73awJJxixLehWMWEtRQqz3EtugJTqGXXMJ/HnEdkIn/Qlai6XUNKJzBhE3rjsqQMRaVcQSdMO4H5LIYslQ6WvvOkCTeEJ3g0+vDjDhNvNYMZfPuJhJzxDyM/ry75aLYPmDg525+F9KZvtBdzzmH17adxjpylcfvoRIG+ab8WIeeV+IPsuensz7AsssNzML4sRIkp1znBkt/Flofr6P8UBnuC3F16EmPXx54swEXnVMIJ2W/zS6Xw+v2FOWTo3uHmVHGI+6Ykg+dwnJcgLrjxEvHNCX/m9CNS7b7xUuXK55DKfxdr9T6nN6ppoGup4O8aVWnqIPhEwxHNTh16szZ+MjmhUZzvIB1sO2o0qgXlw9f2nicqAcTuYOl7FibwLiUAIZ/E/JJSuXjx0gDh/NwrUvC4WNC7O3gvMRqXPYAwdkkCEf0fNl+StItIPnG9h9nrMquu2W9bKUu226OnjyNMPl9uRWJkDliyVYoH3acYx17PefrtJ5Z4Xo1AeMrscm0gzoK6KyzFVovx2wqxYGwOTZHcDrpxOpZC+t3r+n2ccTbwSQ6krwyuadTokRSWcBP5LLuojuIuHgRf18GiB4kIu9sMUGngc2mWPctLKgmwZAaquDfwA1gN0MBfzmFVgfJy5vCQdJ2h7y4EX5W6lbEV1Z1gv+pYSgC8pSQ+lXSdr6oOOdhy6GGmTW/w+Rau+aDpHuYpXcFX1nmU/ZzHFLn/8Qru5NU5f1kT6X92yXXJdBwNxTHxNKgcKN8QACNXWxpu+PPkUGurH/nIciFQ7SlKauJaSrPB8nMbebfRPefryykGKRfDu+8vYSb/J+i0537lcWIp1DBDr0a55UXdQelb+ji/jPsDIhdGCogZfPe78GY8hMQZ9oZRStYWYqovvhBp+I/whCJTdfjc7vVY+cbSLHpML5MKkecwqgrZV8WaRdWjSDuWJJY6Bpo955pfwkXFTY4KCV4GE6LN8sE1JXwaOgG7Pfmq+JGe+sIW55fxs3oWZzx1F1ZT9/jJ8A2WDndkUplH4qrPXyHOtJXOhy+Lv/iHZ2X/m9mZxAiu0LplHCJ58RQ0JqSRH5beDB4VAkCc40mCFUi5oOz6sd5wD9ReLifPkDmGWqTtuq23m+mLZ6H6e2Utfc1IH5/PBhfCe0YTJrfPxlh3RlcaOVP6Xst9IvD3tlQBsdo3DzUOtkHe6WWgzXNgIxBJCLJgTpj4WmhRyjuJO8ZEKr5J1SKaxauVII4NTGuqWhvjlzw/gKN3TwYRWM4ZiRBD/ovjSxRKEWAt3+f8YeuyDNafQzLEbpKzZ0bcMbY3MTYRxUIGnEHYACih1COxZwG5yr7BNBmXiRBPP+AQmsDHUPLfa/hYRs6Rtz4L5QGPk+AnUjBRbVV3NhmJThBDAshAURCXE8IfD5rRZ4lyYTHy/FMqzAwYs/LE7PxdXXgwP+nanpdRK+xnNCZIag7fJOdiNYC5hnT85eNxw185Qx19ZvFKY7QukdJGK4acViCU7rREXCQsm6QnlO1Mu0Mr+DGla3VOo3RYiBRkpyQLqCI7CCI/2QMarjsQLkfaLrgOOgYmAr1tzmH54DStE2hECnkvm5Ewcczmt/mobxCHeOxgfP1eG6fuG/oeZv6ljJG8t0ifK6+azlHD5RVomvyEDpKc9xseXOol0VyTBT5SF7H9wz+/5Joil59HBVcJvd3rePciuxPevgwPox1MpewaD3gvwgJGWx4Ue39KkDDa7XBco8B6TrLM+tl7SP4qTwiQu1/O8Sq8L7ZPfFdH7Gy3nO2QxbtK8p5sBUu5HgulFeHGalf77vhzigoeL8IAFRZpRDiupk7j79q/TNeq53DBPy9LavhfRqshYpK1kEgOWzqBRJslae4Eb1R7ZW8iiCGeAkrByNuIiDF+F1fySw0KJZ2WhKQ4xhoHMRctjuXz1f8BQ5AuqjkYAAA=",
    tag: "7e858b80c583844f")

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
