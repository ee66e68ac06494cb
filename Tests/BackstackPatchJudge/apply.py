"""Applies JSON patches (RFC 6902): reads [[old, patch, new], …] from standard input, writes a list of
what is wrong with each, null where the patch makes the new document of the old one."""

import json
import sys

import jsonpatch


def text(document):
    # Python takes 1, 1.0 and true for the same; as texts they differ.
    return json.dumps(document, sort_keys=True)


def judge(old, patch, new):
    try:
        result = jsonpatch.apply_patch(old, patch)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None if text(result) == text(new) else f"gives {text(result)}"


json.dump([judge(*case) for case in json.load(sys.stdin)], sys.stdout)
