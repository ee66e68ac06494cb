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
page = (here.parents[1] / "docs/compose-client.md").read_text()
jars = ":".join(f"/usr/share/java/{name}.jar" for name in
                ("kotlin-stdlib", "kotlinx-coroutines-core", "atomicfu", "com.android.json"))
# The scenarios that the client is not skipped in.
PASSED = 20


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
        server = subprocess.Popen(
            [binary, "conformance", "--listen", "127.0.0.1:0", "--once", "--patience", "600",
             "--time-limit", "3600"], stdout=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline().split()[-1]
            subprocess.run(["java", "-cp", f"{folder}:{jars}", "HarnessKt", url], check=True, timeout=3600)
            lines, _ = server.communicate(timeout=3600)
        finally:
            server.kill()
            server.wait()
    print(lines, flush=True)
    if server.returncode != 0 or f"{PASSED} passed" not in lines:
        sys.exit("The client does not pass.")


if len(sys.argv) != 2:
    sys.exit(__doc__)
run(sys.argv[1])
