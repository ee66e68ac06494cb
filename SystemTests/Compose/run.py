#!/usr/bin/env python3
"""Compiles the Kotlin code of docs/compose-client.md but the part that needs Android, and lets it be judged
by `backstack conformance`.

usage: SystemTests/Compose/run.py BINARY

Nothing but the loopback interface is used. Needs what `make test-compose` installs.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
cases = here.parents[1] / "Clients/wire-cases.json"
page = (here.parents[1] / "docs/compose-client.md").read_text()
jars = ":".join(f"/usr/share/java/{name}.jar" for name in
                ("kotlin-stdlib", "kotlinx-coroutines-core", "atomicfu", "com.android.json"))
# The scenarios that are not about streams.
PASSED = 21


def compile_page(folder):
    """Compiles each code of the page that does not need Compose, as a file of its own, with the harness."""
    codes = [code for code in re.findall(r"```kotlin\n(.*?)```", page, re.DOTALL) if "@Composable" not in code]
    files = []
    for number, code in enumerate(codes):
        file = folder / f"Code{number}.kt"
        file.write_text(code)
        files.append(file)
    subprocess.run(["kotlinc", "-nowarn", "-cp", jars, "-d", folder, *files, here / "Harness.kt"], check=True)


def run(binary):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        compile_page(folder)
        judge, judged = start(binary, "conformance", "--listen", "127.0.0.1:0", "--once", "--patience", "600",
                              "--time-limit", "3600")
        demo, served = start(binary, "serve", "--port", "0", "--storage", "memory")
        try:
            subprocess.run(["java", "-cp", f"{folder}:{jars}", "HarnessKt", judged, served, cases], check=True,
                           timeout=3600)
            lines, _ = judge.communicate(timeout=3600)
        finally:
            for server in (judge, demo):
                server.kill()
                server.wait()
    print(lines, flush=True)
    if judge.returncode != 0 or f"{PASSED} passed" not in lines:
        sys.exit("The client does not pass.")


def start(*command):
    """Starts a server, and returns it with its URL, which the first line of its output ends with."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().split()[-1]


if len(sys.argv) != 2:
    sys.exit(__doc__)
run(sys.argv[1])
