#!/usr/bin/env python3
"""Tests the browser runtime: its logic in Node, its types with TypeScript, its patches against the
PyPI package jsonpatch, and all of it, with the demo app, in headless Chromium against a server.

usage: SystemTests/Web/run.py BINARY [logic | types | patches | conformance | browser | faults | gorilla | sockets | app |
                                      controls | inputs | messages | lossless | follows | looks | screens | stage | walks |
                                      documentation | inspector | firefox | memory | gallery] ...

`conformance` lets the runtime be judged by `backstack conformance`.
`controls` finds a control for each action of the contract.
`documentation` opens the pages, and runs the program, that docs/thin-client.md has; `firefox` uses the app in Firefox.
`lossless` does what people do while networks are slow, servers refuse, and pages go.
`gorilla` uses sockets through gorilla/websocket, a package for Go.
`looks` mirrors and prints all screens of the demo.
`memory` lets a timer tick as often as in an hour, and measures the page; TIMER in the environment takes the hour.
`sockets` follows sessions over WebSockets, several at once and behind proxies.
`screens` draws the screens of screens.mjs, and needs no server.
`stage` looks behind the screens of the demo.
`walks` goes through the app as the numbers of SEEDS in the environment say; others than the usual
find more: SEEDS="$RANDOM $RANDOM".
`gallery` makes pictures of all screens of the demo and of a package of `backstack init`, as a page in .build/gallery,
and those of the documentation in docs/images.

Without a name, all run but `memory` and `gallery`.

Nothing but the loopback interface is used. Needs what `make test-web` installs.
"""
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))


def run(*command, **options):
    subprocess.run(command, check=True, **{"cwd": here, "timeout": 300, **options})


def logic(_):
    run("node", "--test", *sorted(str(path) for path in here.glob("*.test.mjs")))


def compile_types(file):
    run("tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node",
        "--lib", "es2022,dom", str(file))


def types(binary):
    compile_types(here / "types.ts")
    with tempfile.TemporaryDirectory() as folder:
        for name, code in (("samples", sample_values(binary)), ("documented", documented_types())):
            file = pathlib.Path(folder) / f"{name}.ts"
            file.write_text(code)
            compile_types(file)


def documented_types():
    """Returns the TypeScript of docs/thin-client.md, which imports the modules and types of this repository."""
    code = (here.parents[1] / "docs/thin-client.md").read_text().split("```ts\n")[1].split("```")[0]
    return code.replace("./client/", f"{here.parents[1]}/Sources/BackstackWeb/Assets/client/").replace(
        "./counters.js", f"{here.parents[1]}/Clients/TypeScript/counters.js")


def sample_values(binary):
    """Returns TypeScript with values of each alternative of the demo's states and actions."""
    sys.path.insert(0, str(here.parent / "Contract"))
    from samples import samples

    import browser

    with tempfile.TemporaryDirectory() as folder:
        server = browser.Server(binary, folder)
        try:
            schemas = server.request("GET", "/openapi.json")["components"]["schemas"]
        finally:
            server.kill()
    lines = []
    # The service sends no case as its name alone.
    received = {name: {**schema, "oneOf": [one for one in schema["oneOf"] if not
                                           one.get("$ref", "").endswith(".CaseName")]}
                if "oneOf" in schema else schema for name, schema in schemas.items()}
    features = sorted(name[:-len(".State")] for name in schemas
                      if name.endswith(".State") and name.count(".") == 1)
    for feature in features:
        types = here.parents[1] / f"Clients/TypeScript/{feature}.js"
        lines.append(f"import type * as {feature} from {json.dumps(str(types))};")
        for part, known in (("State", received), ("Action", schemas)):
            values = samples(known, known[f"{feature}.{part}"])
            lines += [f"export const {feature}{part}{index}: {feature}.{part} = {json.dumps(value)};"
                      for index, value in enumerate(values)]
    print(f"{len(lines) - len(features)} values of {len(features)} features", flush=True)
    return "\n".join(lines)


def patches(_):
    lines = subprocess.run(
        ["node", "patches.mjs"], check=True, cwd=here, timeout=300, stdout=subprocess.PIPE)
    run(sys.executable, "judge.py", input=lines.stdout)


def node_sockets():
    """Returns the options with which Node has WebSockets; versions before 20.10 have none."""
    script = "console.log(process.allowedNodeEnvironmentFlags.has('--experimental-websocket'), 'WebSocket' in globalThis)"
    has_option, has_sockets = subprocess.check_output(["node", "-e", script], text=True).split()
    if has_sockets == "true":
        return []
    return ["--experimental-websocket"] if has_option == "true" else None


def conformance(binary):
    """Fails unless the runtime passes each scenario of the conformance server, with the harness that
    docs/conformance.md has."""
    page = (here.parents[1] / "docs/conformance.md").read_text()
    harness = (here / "conformance.mjs").read_text()
    for line in page.split("```js\n")[1].split("```")[0].splitlines():
        if line.strip() not in harness:
            sys.exit(f"conformance.mjs lacks a line of docs/conformance.md: {line}")
    server = subprocess.Popen(
        [binary, "conformance", "--listen", "127.0.0.1:0", "--once", "--slow", "--patience", "600", "--time-limit", "3600"],
        stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().split()[-1]
        sockets = node_sockets()
        run("node", *(sockets or []), "conformance.mjs", url)
        lines, _ = server.communicate(timeout=3600)
        print(lines.splitlines()[-1], flush=True)
        skipped = [line for line in lines.splitlines() if line.startswith("skipped ")]
        if sockets is None:
            skipped = [line for line in skipped if " socket" not in line]
        if server.returncode != 0 or skipped:
            sys.exit(lines)
    finally:
        server.kill()
        server.wait()


def browser(binary):
    import browser

    browser.run(binary)


def faults(binary):
    import faults

    faults.run(binary)


def gorilla(binary):
    """Fails unless a client in Go sees what one in Python sees, which SocketStoryTests has."""
    from browser import Server

    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder)
        try:
            program = str(pathlib.Path(folder) / "story")
            run("go", "build", "-o", program, ".", cwd=here / "gorilla", env={
                **os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": f"{folder}/cache"})
            python = here.parents[1] / "Tests/BackstackServerTests/Sockets/story.py"
            stories = [
                subprocess.run(command, check=True, timeout=300, stdout=subprocess.PIPE, text=True)
                for command in ([sys.executable, "-B", str(python), str(server.port), "websockets"],
                                [program, str(server.port)])]
        finally:
            server.kill()
    if not stories[0].stdout or stories[0].stdout != stories[1].stdout:
        sys.exit("\n".join(["They see different things:", *(story.stdout for story in stories)]))
    print("gorilla: ok", flush=True)


def sockets(binary):
    import sockets

    sockets.run(binary)


def app(binary):
    import app

    app.run(binary)


def controls(binary):
    import app
    import controls

    app.run(binary, tests=controls.TESTS)


def inputs(binary):
    import app
    import inputs

    app.run(binary, tests=inputs.TESTS)


def messages(binary):
    import app
    import messages

    app.run(binary, tests=messages.TESTS)


def lossless(binary):
    import app
    import lossless

    app.run(binary, tests=lossless.TESTS)


def follows(binary):
    import app
    import follows

    app.run(binary, tests=follows.TESTS)


def looks(binary):
    import looks

    looks.run(binary)


def memory(binary):
    import memory

    memory.run(binary)


def screens(_):
    import screens

    screens.run()


def stage(binary):
    import stage

    stage.run(binary)


def walks(binary):
    import walks

    walks.run(binary)


def documentation(binary):
    import documentation

    documentation.run(binary)


def inspector(binary):
    import inspector

    inspector.run(binary)


def firefox(binary):
    import firefox

    firefox.run(binary)


def gallery(binary):
    import gallery

    gallery.run(binary)


parts = {part.__name__: part
         for part in (logic, types, patches, conformance, browser, faults, gorilla, sockets, app, controls, inputs,
                      messages, lossless, follows, looks, screens, stage, walks, documentation, inspector, firefox,
                      memory, gallery)}
if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(parts):
    sys.exit(__doc__)
needed = {"node": "nodejs", "tsc": "node-typescript", "chromium": "chromium",
          "chromedriver": "chromium-driver", "firefox-esr": "firefox-esr", "go": "golang-go"}
missing = [package for name, package in needed.items() if not shutil.which(name)]
missing += [f"{name} (PyPI)" for name in ("selenium", "jsonpatch", "axe_playwright_python",
                                               "websocket", "websockets")
            if not importlib.util.find_spec(name)]
if missing:
    sys.exit(f"Missing: {', '.join(missing)}. `make packages-web` installs them.")
binary = str(pathlib.Path(sys.argv[1]).resolve())
names = sys.argv[2:] or [name for name in parts if name not in ("memory", "gallery")]
if len(names) == 1:
    print(f"# {names[0]}", flush=True)
    sys.exit(parts[names[0]](binary))


def run_alone(name):
    """Runs a part in a process of its own.

    Returns its name and the end of what it printed if it fails."""
    done = subprocess.run([sys.executable, __file__, binary, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    print(done.stdout, end="", flush=True)
    return (name, done.stdout[-3_000:]) if done.returncode else None


# A browser waits most of the time: for frames, for the server, for a page.
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    failed = [one for one in pool.map(run_alone, names) if one]
for name, output in failed:
    print(f"# {name} failed:\n{output}", flush=True)
if failed:
    sys.exit(f"Failed: {' '.join(name for name, _ in failed)}")
