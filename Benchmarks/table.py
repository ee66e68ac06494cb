#!/usr/bin/env python3
"""Prints one table of what the benchmarks have measured: ours, the peer's, their ratio, and the goal.

usage: Benchmarks/table.py [--check | --gate] FOLDER

FOLDER has what the benchmarks have printed, as NAME.md each: Benchmarks/keep.sh writes it. The figures are those of
Benchmarks/figures.json:

- `figure` names it.
- `ours` and `peer` say where it is: the file, the row and the column of a table. A row is named by its first
  cells, with ` | ` between them, and by `HEADING > ` before them where another table has such a row.
- `goal` is what we want to reach, and `committed` what was measured when the file was written: of the
  ratio; without a peer, of our figure.
- With `"more": true`, larger is better.
- `gate` is the factor by which our figure may be worse in each change.

With --check, exits with 1 if a figure is 15 % worse than the committed one, or was not measured. With --gate,
it prints only the figures with `gate`, and exits with 1 if such a figure is worse by more than that factor.
"""
import json
import pathlib
import re
import sys

TOLERANCE = 1.15
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1, "KB": 1e3, "MB": 1e6, "": 1}


class Missing(Exception):
    """A figure that no table has."""


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text):
    """Returns the rows of all tables: the heading before each, its cells, and the names of its columns."""
    rows, heading, columns = [], "", None
    for line in text.splitlines():
        if line.startswith("|"):
            if columns is None:
                columns = cells(line)
            elif not re.fullmatch(r"[|\s:-]+", line):
                rows.append((heading, cells(line), columns))
        else:
            columns = None
            if line.startswith("#"):
                heading = line.lstrip("#").strip()
    return rows


def value(text):
    """Returns the number in a cell, in seconds, bytes, or as it is."""
    match = re.fullmatch(r"([\d,]*\.?\d+)\s*(\S*)", text)
    if not match or match[2] not in UNITS:
        raise Missing(f'"{text}" is no figure')
    return float(match[1].replace(",", "")) * UNITS[match[2]]


def find(place, rows):
    """Returns the text of a figure."""
    file, name, column = place
    heading, _, labels = name.rpartition(" > ")
    labels = labels.split(" | ")
    # A row that is in two tables is one.
    found = {dict(zip(columns, row))[column] for title, row, columns in rows.get(file, [])
             if row[:len(labels)] == labels and column in columns and heading in ("", title)}
    if len(found) != 1:
        raise Missing(f"{file} has {len(found)} rows \"{name}\" with \"{column}\"")
    return found.pop()


def measure(figure, rows):
    """Returns the texts of our figure and of the peer's, and the number that the goal is for."""
    ours = find(figure["ours"], rows)
    if "peer" not in figure:
        return ours, "", value(ours)
    peer = find(figure["peer"], rows)
    return ours, peer, value(ours) / value(peer)


def is_reached(number, figure, limit, tolerance=1.0):
    if figure.get("more"):
        return number >= limit / tolerance
    return number <= limit * tolerance


def written(number, figure):
    return f"{number:.2f}" if "peer" in figure else f"{number:,.0f}"


def report(figures, rows, is_gate=False):
    """Returns the lines of the table, and what is worse than it was, in words."""
    lines = ["| | ours | peer | ratio | goal | reached | committed |",
             "| --- | ---: | ---: | ---: | ---: | :---: | ---: |"]
    worse = []
    for figure in figures:
        committed = figure["committed"]
        try:
            ours, peer, number = measure(figure, rows)
        except Missing as missing:
            worse.append(f"{figure['figure']}: not measured: {missing}")
            continue
        goal = figure.get("goal")
        lines.append("| " + " | ".join([
            figure["figure"], ours, peer, written(number, figure) if "peer" in figure else "",
            "" if goal is None else written(goal, figure),
            "" if goal is None else "yes" if is_reached(number, figure, goal) else "no",
            written(committed, figure)]) + " |")
        tolerance = figure["gate"] if is_gate else TOLERANCE
        if not is_reached(number, figure, committed, tolerance):
            worse.append(f"{figure['figure']}: {written(number, figure)}, was "
                         f"{written(committed, figure)}")
    return lines, worse


def main(arguments):
    is_gate = "--gate" in arguments
    checks = is_gate or "--check" in arguments
    folders = [argument for argument in arguments if argument not in ("--check", "--gate")]
    if len(folders) != 1:
        sys.exit(__doc__)
    here = pathlib.Path(__file__).resolve().parent
    figures = json.loads((here / "figures.json").read_text())
    rows = {}
    for path in pathlib.Path(folders[0]).glob("*.md"):
        rows[path.stem] = tables(path.read_text())
    if is_gate:
        figures = [figure for figure in figures if "gate" in figure]
    lines, worse = report(figures, rows, is_gate)
    print("\n".join(lines))
    if worse:
        print("\nWorse than committed, by more than 2 %, or not measured. Say in a commit of figures.json what it is for:"
              if is_gate else "\nWorse than committed, by more than 15 %, or not measured:")
        print("\n".join(f"- {line}" for line in worse))
    sys.exit(1 if checks and worse else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
