"""Compares the lines of patches.mjs with what the PyPI package jsonpatch makes of them."""
import json
import sys

import jsonpatch

lines = refused = 0
for line in sys.stdin:
    entry = json.loads(line)
    lines += 1
    try:
        expected = jsonpatch.apply_patch(entry["document"], entry["patch"])
    except (jsonpatch.JsonPatchException, jsonpatch.JsonPointerException, TypeError):
        refused += 1
        if "error" not in entry:
            sys.exit(f"should be refused: {line}")
        continue
    # Compared as text, as 1 == True in Python.
    if json.dumps(entry.get("result"), sort_keys=True) != json.dumps(expected, sort_keys=True):
        sys.exit(f"expected {json.dumps(expected)}: {line}")
if lines != 10_000:
    sys.exit(f"only {lines} lines")
print(f"{lines} patches, {refused} of them refused by both")
