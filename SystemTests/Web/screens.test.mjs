// What docs/screens.md says that controls send, in JavaScript and in Python, is what
// Clients/wire-cases.json has.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const { screens } = JSON.parse(await readFile(new URL("Clients/wire-cases.json", root)));
const page = `${await readFile(new URL("docs/screens.md", root))}`;
const code = (language) => page.split(`\`\`\`${language}\n`)[1].split("```")[0];
const expected = screens.map(({ action }) => action);

test("The JavaScript of the documentation makes the actions", () => {
  const action = new Function(`${code("js")}; return action;`)();
  const found = screens.map(({ level, node, value, fields, member }) => action(level, node, { value, fields, member }));
  assert.ok(expected.length >= 10);
  assert.deepEqual(found, expected);
});

test("The Python of the documentation makes the actions", () => {
  const script = `${code("python")}
import json, sys
cases = json.load(sys.stdin)
print(json.dumps([action(case["level"], case["node"], case.get("value"), case.get("fields"), case.get("member", "send"))
                  for case in cases]))`;
  const input = JSON.stringify(screens);
  assert.deepEqual(JSON.parse(execFileSync("python3", ["-c", script], { input })), expected);
});
