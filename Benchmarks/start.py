#!/usr/bin/env python3
"""Measures the time from the start of the server's process to its first response, and prints a Markdown
table. The program's own help, which only loads it, shows how fast the machine is.

usage: Benchmarks/start.py PATH-OF-BINARY

STARTS (30) is the number of starts of each kind.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request


def start(binary, storage):
    """Returns the number of milliseconds until a server has responded."""
    begin = time.perf_counter()
    server = subprocess.Popen(
        [binary, "serve", "--port", "0", "--storage", storage],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        line = server.stdout.readline()
        if "Backstack serves " not in line:
            sys.exit(f"the server printed {line!r}")
        url = line.split("Backstack serves ")[1].split()[0]
        with urllib.request.urlopen(f"{url}/healthz", timeout=30) as response:
            response.read()
        return (time.perf_counter() - begin) * 1000
    finally:
        server.terminate()
        server.wait()


def load(binary):
    """Returns the number of milliseconds for the help."""
    begin = time.perf_counter()
    subprocess.run([binary, "--help"], stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begin) * 1000


if len(sys.argv) != 2:
    sys.exit(__doc__)
binary = str(pathlib.Path(sys.argv[1]).resolve())
starts = int(os.environ.get("STARTS", 30))
with tempfile.TemporaryDirectory() as folder:
    kinds = {
        "the help alone": lambda: load(binary),
        "memory": lambda: start(binary, "memory"),
        # The first start creates the file.
        "SQLite": lambda: start(binary, f"sqlite:{folder}/sessions.sqlite"),
    }
    times = {name: [] for name in kinds}
    for _ in range(starts):
        for name, measure in kinds.items():
            times[name].append(measure())
print("Time from the start of the process to the first response, the median of", starts, "starts:\n")
print("| storage | start | least |\n| --- | ---: | ---: |")
for name, measured in times.items():
    print(f"| {name} | {statistics.median(measured):.1f} ms | {min(measured):.1f} ms |")
