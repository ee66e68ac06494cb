#!/usr/bin/env python3
"""Measures how the code of Sources and Tools reads, and prints a Markdown table: how long files and functions
are, how many parameters have no label, how often the compiler's checks are off, and how many stored
properties of the largest types are private.

    .ci/house.py [FOLDER …]

It knows Swift's brackets, comments and texts, but not its grammar: compare its figures with its own.
"""
import pathlib
import re
import statistics
import sys

# Why a figure is worse than that of libraries that we measured in the same way.
COUNTS = "each says why it is sound; without it, each action or request would count references, or look up types"
REASONS = {
    "`@unchecked Sendable` for 10,000 lines": "each says which lock or thread guards it; `Mutex` can't guard what two objects share",
    "`unsafeBitCast` for 10,000 lines": COUNTS,
    "`Unmanaged` for 10,000 lines": COUNTS,
    "private stored properties of the largest types":
        "`SessionDirectory` puts immutable parts together, and options are for everybody to set",
}
CLOSING = {"(": ")", "[": "]", "{": "}"}


def code(text):
    """The text with comments and the contents of string literals blanked out, so that brackets count."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    literals = r'#*"""[\s\S]*?"""#*|#+"[^\n]*?"#+|"(?:\\.|[^"\\\n])*"'
    return re.sub(rf"//[^\n]*|/\*[\s\S]*?\*/|{literals}", blank, text)


def end_of(text, start):
    """The index after the bracket that closes the one at an index."""
    depth = 0
    for index in range(start, len(text)):
        if text[index] in CLOSING:
            depth += 1
        elif text[index] in CLOSING.values():
            depth -= 1
            if depth == 0:
                return index + 1
    return len(text)


def parameters(text):
    """The parameters of a list, split at its own commas."""
    parts, depth, part = [], 0, ""
    for before, character in zip(" " + text, text):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or character == ">" and before != "-":
            depth -= 1
        if character == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += character
    return parts + [part] if part.strip() else parts


def functions(text):
    """For each function and initializer: its number of lines, and of parameters without a label."""
    for match in re.finditer(r"\b(?:func [^\s(<]+|init[?!]?)\s*(?:<[^>(]*>)?\s*\(", text):
        end = end_of(text, match.end() - 1)
        listed = parameters(text[match.end():end - 1])
        unlabelled = sum(bool(re.match(r"\s*(?:@\w+(?:\([^)]*\))?\s*)*_ ", part)) for part in listed)
        body = text.find("{", end)
        between = text[end:body] if body >= 0 else ""
        # A requirement of a protocol has no body.
        has_body = body >= 0 and not re.search(r"\n\s*\n|\}|\b(?:func|var|let|init|case)\b", between)
        lines = text.count("\n", match.start(), end_of(text, body)) + 1 if has_body else 1
        yield lines, unlabelled


def types(text):
    """For each class and struct: its name, and its stored properties as (all, private)."""
    for match in re.finditer(r"\b(?:class|struct) (\w+)[^{;]*?\{", text):
        start = match.end() - 1
        body = text[start + 1:end_of(text, start) - 1]
        depth, count, private = 0, 0, 0
        for line in body.split("\n"):
            declared = re.match(r"\s*((?:@\S+\s+|[\w()]+\s+)*)(?:let|var)\s+\w+", line)
            is_computed = re.search(r"\{\s*(?!didSet|willSet)", line) and "=" not in line
            if depth == 0 and declared and "static" not in declared[1] and not is_computed:
                count += 1
                private += bool(re.search(r"\b(?:file)?private\b(?!\(set)", declared[1]))
            depth += sum(line.count(o) - line.count(c) for o, c in CLOSING.items())
        yield match[1], count, private


def main():
    roots = sys.argv[1:] or ["Sources", "Tools"]
    paths = sorted(path for root in roots for path in pathlib.Path(root).rglob("*.swift"))
    files = {path: path.read_text() for path in paths}
    if not files:
        sys.exit(f"There are no Swift files in {' and '.join(roots)}.")
    texts = {path: code(text) for path, text in files.items()}
    lengths = sorted(text.count("\n") for text in files.values())
    found = [function for text in texts.values() for function in functions(text)]
    lines = sum(lengths)

    def share(part, whole):
        return f"{100 * part / whole:.1f} %"

    def rate(pattern):
        return f"{10_000 * sum(len(re.findall(pattern, text)) for text in texts.values()) / lines:.1f}"

    rows = [
        ("lines", f"{lines:,}"),
        ("files: median and 90th percentile of lines",
         f"{statistics.median(lengths):.0f}, {lengths[int(0.9 * len(lengths))]}"),
        ("files under 40 lines", share(sum(length < 40 for length in lengths), len(lengths))),
        ("files named `X+Y`", share(sum("+" in path.name for path in files), len(files))),
        ("functions over 40 lines", share(sum(lines > 40 for lines, _ in found), len(found))),
        ("functions with four or more unlabelled parameters",
         sum(unlabelled > 3 for _, unlabelled in found)),
        ("`@unchecked Sendable` for 10,000 lines", rate(r"@unchecked Sendable")),
        ("`unsafeBitCast` for 10,000 lines", rate(r"\bunsafeBitCast\b")),
        ("`Unmanaged` for 10,000 lines", rate(r"\bUnmanaged\b")),
    ]
    largest = sorted(
        (entry for text in texts.values() for entry in types(text)), key=lambda entry: -entry[1])[:8]
    rows.append(("private stored properties of the largest types",
                 ", ".join(f"{name} {private} of {count}" for name, count, private in largest)))
    print("| | | why not less |\n| --- | --- | --- |")
    for name, value in rows:
        print(f"| {name} | {value} | {REASONS.get(name, '')} |")


main()
