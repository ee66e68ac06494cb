import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { curlLine, shellWord } from "../../Sources/BackstackWeb/Assets/app/ui.js";

const hostile = [
  "a'b", "'; exit 7; '", "$(exit 7)", "`exit 7`", "\\", "\\'", '"', '\\"', "!!", "${HOME}", "\n", "a\nb", "\t", "\r",
  "\0", "\x1b[2J", "\x7f", "\x9b2J", "\u00ad", "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff", "\u{e0041}", "@file",
  "\\#(exit(7))", "👩‍👩‍👧", "日本語", "'\\''", "-", "#", "*", "~", ";", "&", "|", "\ud800",
];

/** Lets a shell make words of a line, in which `curl` prints them. */
const words = (line) => {
  const { stdout, status } = spawnSync(
    "bash", ["-c", `curl() { printf '%s\\0' "$@"; }; BACKSTACK_KEY=key; ${line}`], { encoding: "utf8" });
  assert.equal(status, 0, line);
  return stdout.split("\0").slice(0, -1);
};

test("a shell reads the JSON of any text as one word, which means the same", () => {
  for (const text of hostile) {
    const json = JSON.stringify({ "add": { [text]: text } });
    const line = curlLine({
      url: "http://localhost/sessions/a/actions", headers: { "If-Match": '"3"', "Authorization": "x" }, body: json,
    });
    const all = words(line);
    assert.deepEqual(
      [all[0], ...all.slice(2)],
      ["--json", "-H", 'If-Match: "3"', "-H", "Authorization: Bearer key",
        "http://localhost/sessions/a/actions"]);
    assert.deepEqual(JSON.parse(all[1]), JSON.parse(json), line);
    assert.doesNotMatch(line, /[\x00-\x1f\x7f-\x9f\u00ad\u2028-\u202e\u2066-\u2069\ufeff\u{e0041}]/u, line);
  }
});

test("what was typed between values stays what it is", () => {
  assert.equal(shellWord('{\n\t"a": 1\n}'), "'{\n \"a\": 1\n}'");
});
