#!/usr/bin/env python3
"""Runs clients against a cluster of three nodes and PostgreSQL on this machine while nodes, connections
and the database fail, and compares what the clients saw with what the cluster promises.

usage: SystemTests/Cluster/run.py BINARY [checker | demo | story | partitions | database | failover | mixed |
                                          namespaces | relay | asynchronous] ...

- `checker` tests the checker itself, with histories that it must refuse.
- `demo` serves the demo as `make cluster` does, and uses it.
- `story` kills, stops and ends nodes, and starts them again, in random order.
- `partitions` has a proxy on each connection between nodes and to the database, which drops, delays,
  resets and halves connections, and loses responses after commits.
- `database` stops PostgreSQL as a crash does, and lets it stand still.
- `failover` makes a synchronous standby the primary, and in half of the runs wakes the old one beside it.
- `mixed` does what `story`, `partitions` and `database` do, all at once, and `namespaces` drops packets
  between nodes that have a network namespace each, which needs root. Both run if they are named, and
  in a soak test.
- `relay` drops all packets between two nodes, and asks each for the other's session, which a third one
  passes on; it needs root, too.
- `asynchronous`, which runs only if it is named, does so with a standby that lacks the last commits, and
  prints what is lost.

SEED repeats the random choices of a run, though not its timing. SECONDS_OF_PART is the time in which
each part makes things fail, 30 unless it is set. With SOAK_MINUTES, the parts are repeated for so long,
with other seeds each time and two minutes each. The server has to be built with the package trait
PostgreSQL. What a failed run leaves behind is in .build/cluster.
"""
import faulthandler
import json
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import checker
import cluster as clusters
import networks
import processes
from clients import Connections, Lost, NotSent, World, Client

SOAK_MINUTES = float(os.environ.get("SOAK_MINUTES") or 0)
SECONDS = float(os.environ.get("SECONDS_OF_PART") or (120 if SOAK_MINUTES else 30))
# What clients should have to wait at most after a fault, in seconds, and what is asserted: a debug build
# shares two cores with its clients and the database.
ASKED = {"kill": 2, "stop": 2, "short stop": 2, "drain": 1, "start": 1, "none": 1}
ASSERTED = 12
# How long after a fault readers may still notice it, in seconds.
QUIET = 4


def finals(cluster, world):
    """Reads all sessions at each node, and their journals from the database and the service."""
    client = Client(world, 9999)
    found = {}
    epochs = {}
    for id, version, epoch in cluster.database.query(
            "SELECT id, version, epoch FROM backstack.entry ORDER BY id, version"):
        epochs.setdefault(id, []).append((int(version), int(epoch)))
    for session in world.sessions:
        if session.deleted is not None:
            continue
        path = f"/sessions/{session.id}"
        for node in list(cluster.nodes.values()):
            world.nodes, start = (lambda node=node: [node]), time.monotonic()
            response, _ = client.request("read", "GET", path)
            if response is None:
                world.unexpected.append(f"{node.name} does not read {session.id}")
                continue
            clients_read(world, session, start, response)
        if response is None or response.status != 200:
            continue
        marks, after = {}, 0
        while True:
            page, _ = client.request("read", "GET", f"{path}/history?after={after}&limit=100")
            entries = page.json["entries"] if page is not None and page.status == 200 else []
            for entry in entries:
                after = entry["version"]
                push = entry["action"].get("path", {}).get("push")
                marks[after] = push["state"]["counter"]["count"] if push else None
            if not entries:
                break
        found[session.id] = {
            "version": response.version, "marks": checker.marks_of(response.json),
            "journal": [[version, epoch, marks.get(version)]
                        for version, epoch in epochs.get(session.id, [])]}
    return found


def clients_read(world, session, start, response):
    if response.status in (404, 410):
        world.absences.append({"session": session.id, "start": start, "end": time.monotonic()})
    elif response.status == 200:
        world.reads.append({
            "session": session.id, "start": start, "end": time.monotonic(),
            "version": response.version, "marks": checker.marks_of(response.json)})
    else:
        world.unexpected.append(f"{response.status} {response.content[:300]!r}")


def print_waits(cluster, world):
    """Prints how long clients waited after each kind of fault. Returns what was too long."""
    waits, after = {}, {}
    for ended, seconds, kind in world.waits:
        if kind == "long poll":
            continue
        begun = ended - seconds
        # Whatever happened shortly before the request, or while it waited.
        faults = [fault for fault in cluster.faults
                  if fault[0] <= ended and begun - 2 < fault[0] + fault[2]]
        # Of several faults at a time, the others may be the reason as well.
        cause = faults[-1][1] if faults else "none"
        duration = max((fault[2] for fault in faults), default=0)
        waits.setdefault(cause, []).append((seconds, duration, len(faults)))
        if faults and faults[-1][2] and begun < faults[-1][0] + faults[-1][2]:
            after[cause] = max(after.get(cause, 0), ended - faults[-1][0] - faults[-1][2])
    problems = []
    for cause in sorted(waits):
        times = sorted(wait[0] for wait in waits[cause])
        alone = [wait[0] for wait in waits[cause] if wait[2] <= 1]
        line = (f"    {cause}: {len(times)} requests, median {statistics.median(times) * 1000:.0f} ms, "
                f"p99 {times[len(times) * 99 // 100] * 1000:.0f} ms, longest {times[-1]:.2f} s")
        if alone and max(alone) < times[-1]:
            line += f", {max(alone):.2f} s without another fault"
        if cause in after:
            line += f", until at most {after[cause]:.2f} s after its end"
        if cause in ASKED:
            line += f" (asked: {ASKED[cause]} s)"
        print(line)
        # The time of a fault comes on top, where it stops everything.
        late = [wait for wait in waits[cause] if wait[0] - wait[1] * 1.1 > ASSERTED * max(wait[2], 1)]
        if late:
            problems.append(f"a client waited {max(late)[0]:.1f} s ({cause})")
    return problems


def print_streams(world, cluster, found):
    """Prints what readers got, and how late. Returns what was too late."""
    events = [event for stream in world.streams for event in stream["events"]]
    opened = sum(event[0] == "open" for event in events)
    snapshots = sum(event[0] == "snapshot" for event in events) - len(
        [stream for stream in world.streams if len(stream["events"]) > 1])
    print(f"    streams: {opened} connections of {len(world.streams)} readers, "
          f"{sum(event[0] == 'patch' for event in events)} patches, {max(0, snapshots)} snapshots in "
          "place of patches")
    lags, quiet = [], [(0, "")]
    for stream in world.streams:
        final, begun, version = found.get(stream["session"]), None, 0
        if not final:
            continue
        for event in stream["events"]:
            if event[0] == "open":
                # What happened while it was connected again and again counts.
                begun = begun or event[1]
            elif event[0] != "end":
                for mark in final["marks"][version:event[2]]:
                    told = world.told.get(mark)
                    if told is None or told < begun:
                        continue
                    lags.append(event[1] - told)
                    if not any(start <= event[1] and told < start + seconds + QUIET
                               for start, _, seconds in cluster.faults):
                        quiet.append((event[1] - told, stream["session"]))
                version = event[2]
    if not lags:
        return ["no reader saw a change"]
    lags.sort()
    print(f"    a change reached a reader after its response: median {lags[len(lags) // 2] * 1000:.0f} ms, "
          f"p99 {lags[len(lags) * 99 // 100] * 1000:.0f} ms, longest {lags[-1]:.2f} s; "
          f"{max(quiet)[0]:.2f} s in {len(quiet) - 1} cases without a fault")
    lag, session = max(quiet)
    return [f"a reader of {session} got a change after {lag:.1f} s"] if lag > ASSERTED / 2 else []


def run_part(name, seed, binary, perform, network, database, workers=10, readers=8, judge=None,
             asserts_waits=True):
    """Runs clients while `perform` makes things fail. Returns what was wrong.

    `judge` is asked about the checker's violations, if they don't all count."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"backstack-{name}-"))
    cluster = clusters.Cluster(binary, folder, network)
    cluster.database = database
    world = World(seed, cluster.entries)
    start = time.monotonic()
    problems, history = [], None
    try:
        cluster.start()
        world.start(workers, readers)
        perform(cluster, world)
        cluster.mend()
        # What a fault has left behind shows when there are none any more.
        time.sleep(QUIET + 2)
        world.end_workers()
        found = finals(cluster, world)
        world.nodes = cluster.entries
        world.end_readers({id: final["version"] for id, final in found.items()})
        history = world.history(found)
        violations = checker.check(history)
        problems += judge(violations, world) if judge else [str(one) for one in violations]
        problems += [f"unexpected: {text}" for text in cluster.unexpected + world.unexpected]
        acknowledged = sum(action["outcome"] == "acknowledged" for action in world.actions)
        print(f"  {name}, seed {seed}: {time.monotonic() - start:.0f} s, {len(cluster.faults)} faults, "
              f"{len(world.sessions)} sessions, {len(world.actions)} actions of which {acknowledged} "
              f"acknowledged, {len(world.reads)} reads")
        if acknowledged < 10 * len(world.sessions) / 8 or not world.reads:
            problems.append("hardly anything was acknowledged")
        late = print_waits(cluster, world)
        problems += late if asserts_waits else []
        world.told = {action["mark"]: action["end"] for action in world.actions if action["versions"]}
        late = print_streams(world, cluster, found)
        problems += late if asserts_waits else []
        if cluster.drains:
            print("    drains, until the process ended: "
                  + ", ".join(f"{seconds:.1f} s{' (cut off)' if code else ''}"
                              for seconds, code in cluster.drains))
        for text, count in sorted(world.counts.items()):
            print(f"    {text}: {count}")
            if asserts_waits and text.startswith("given up") and "creation" not in text:
                problems.append(f"{text}: {count}")
        for problem in list(dict.fromkeys(problems))[:20]:
            print(f"    WRONG {problem}")
    except Exception as error:
        problems.append(f"{type(error).__name__}: {error}")
        print(f"  {name}, seed {seed}: {problems[-1]}")
        problems += cluster.unexpected
        for node in cluster.nodes.values():
            print(node.report())
    finally:
        world.is_over.set()
        world.is_read.set()
        cluster.close()
        network.close()
        if problems:
            keep(name, seed, folder, history, problems, cluster.faults)
        shutil.rmtree(folder, ignore_errors=True)
    return problems


def keep(name, seed, folder, history, problems, faults):
    kept = here.parents[1] / f".build/cluster/{name}-{seed}"
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(folder, kept)
    (kept / "problems").write_text("\n".join(problems))
    (kept / "faults.json").write_text(json.dumps(faults))
    if history:
        (kept / "history.json").write_text(json.dumps(history))
    print(f"    logs and history: {kept}")


def test_checker(binary, seed):
    result = subprocess.run([sys.executable, "-m", "unittest", "-q", "test_checker"], cwd=here,
                            capture_output=True, text=True, timeout=120)
    print("  " + result.stderr.strip().replace("\n", "\n  "))
    return result.returncode


def test_demo(binary, seed):
    """Uses the demo through its balancer while a node is killed. Nothing may be left behind."""
    folder = tempfile.mkdtemp(prefix="backstack-demo-")
    demo = processes.run_command(
        here / "serve.py", binary, stdout=subprocess.PIPE, text=True,
        env=dict(os.environ, PORT="0", TMPDIR=folder))
    problems, lines = [], []
    try:
        for line in demo.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        text = "".join(lines)
        port = int(re.search(r"serves http://127.0.0.1:(\d+)/", text)[1])
        pids = [int(pid) for pid in re.findall(r"process (\d+)", text)]
        inspectors = re.findall(r"http://(127[0-9.]+):(\d+)/inspector/#key=", text)
        if len(pids) != 3 or len(inspectors) != 3:
            problems.append(f"the demo prints {text}")

        class Balancer:
            host = "127.0.0.1"

        Balancer.port = port
        connections = Connections()
        created = connections.request(Balancer, "POST", "/sessions", {"feature": "counters"}).json
        cookie = None
        for number in range(1, 31):
            if number == 10:
                os.kill(pids[0], signal.SIGKILL)
            fields = {"Idempotency-Key": f'"{number}"'} | ({"Cookie": cookie} if cookie else {})

            def applied():
                nonlocal cookie
                try:
                    response = connections.request(
                        Balancer, "POST", f"/sessions/{created['id']}/actions",
                        {"path": {"push": {"state": {"counter": {"count": number}}}}}, fields)
                except (Lost, NotSent):
                    return None
                # As a browser does.
                if header := response.fields.get("Set-Cookie"):
                    cookie = header.partition(";")[0]
                return response if response.status == 200 else None
            marks = checker.marks_of(processes.until(applied, "the action is applied", 30).json)
            if marks != list(range(1, number + 1)):
                problems.append(f"after the action {number}: {marks}")
        for path in ("/app/", "/readyz"):
            if connections.request(Balancer, "GET", path).status != 200:
                problems.append(f"{path} is not there")
    except Exception as error:
        problems.append(f"{type(error).__name__}: {error}, after {lines}")
    finally:
        children = pathlib.Path(f"/proc/{demo.pid}/task/{demo.pid}/children").read_text().split()
        demo.send_signal(signal.SIGINT)
        try:
            demo.wait(60)
        except subprocess.TimeoutExpired:
            problems.append("the demo does not end")
            processes.end(demo)
        problems += [f"process {pid} is left" for pid in children if os.path.exists(f"/proc/{pid}")]
        problems += [f"{name} is left" for name in os.listdir(folder)]
        shutil.rmtree(folder)
    for problem in problems:
        print(f"    WRONG {problem}")
    return problems


def with_database(body, settings=""):
    database = processes.Database(settings)
    try:
        return body(database)
    finally:
        database.close()


def test_story(binary, seed):
    return with_database(lambda database: run_part(
        "story", seed, binary, lambda *both: clusters.story(*both, seed, SECONDS),
        networks.Loopback(database.url), database))


def test_partitions(binary, seed):
    return with_database(lambda database: run_part(
        "partitions", seed, binary, lambda *both: clusters.partitions(*both, seed, SECONDS),
        networks.Proxied(seed, database), database))


def test_mixed(binary, seed):
    # How long clients wait when everything fails follows from nothing.
    return with_database(lambda database: run_part(
        "mixed", seed, binary, lambda *both: clusters.mixed(*both, seed, SECONDS, database),
        networks.Proxied(seed, database), database, asserts_waits=False))


def test_namespaces(binary, seed):
    if obstacle := networks.Namespaces.obstacle():
        print(f"  not run, as there are no network namespaces here: {obstacle}")
        return []
    return with_database(lambda database: run_part(
        "namespaces", seed, binary, lambda *both: clusters.partitions(*both, seed, SECONDS),
        networks.Namespaces(database), database), networks.Namespaces.settings())


def test_relay(binary, seed):
    if obstacle := networks.Namespaces.obstacle():
        print(f"  not run, as there are no network namespaces here: {obstacle}")
        return []
    return with_database(lambda database: relay(binary, seed, networks.Namespaces(database)),
                         networks.Namespaces.settings())


def ask(node, method, path, body=None, **fields):
    """Returns the status of a response, its content, and how long it took."""
    start = time.monotonic()
    request = urllib.request.Request(
        node.url + path, method=method, data=body and json.dumps(body).encode(),
        headers={"Content-Type": "application/json"} | fields)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            status, text = response.status, response.read()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read()
    return status, json.loads(text), time.monotonic() - start


def relay(binary, seed, network):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="backstack-relay-"))
    cluster, problems = clusters.Cluster(binary, folder, network), []
    try:
        cluster.start()
        first, second = (cluster.nodes[name] for name in list(cluster.nodes)[:2])
        action = {"path": {"element": {"id": 0, "action": {"counter": "decrementButtonTapped"}}}}
        sessions = {}
        for owner, entry in ((first, second), (second, first)):
            _, session, _ = ask(owner, "POST", "/sessions", {
                "feature": "counters", "state": {"path": [{"counter": {"count": 0}}]}})
            sessions[entry.name] = (entry, f"/sessions/{session['id']}")
            # Connections that are open fall silent, too.
            ask(entry, "GET", f"/sessions/{session['id']}")
        links = network.links(first.name, second.name)
        network.worsen(links, "drop", random.Random(seed))
        times = {name: [] for name in sessions}
        for number in range(1, 21):
            for name, (entry, path) in sessions.items():
                key = {"Idempotency-Key": f'"{number}"'}
                status, answer, took = ask(entry, "POST", f"{path}/actions", action, **key)
                times[name].append(took)
                if (status, answer.get("version")) != (200, number):
                    problems.append(f"{name}: {status} {answer}")
        network.mend(links)
        for name, all_of in times.items():
            print(f"    {name}: first {all_of[0]:.2f} s, median {statistics.median(all_of):.3f} s, "
                  f"longest {max(all_of):.2f} s of {len(all_of)} actions")
            if statistics.median(all_of) > 1:
                problems.append(f"{name}: actions wait for the node that can't be reached")
        problems += cluster.unexpected
    finally:
        cluster.close()
        network.close()
    for problem in problems:
        print(f"    {problem}")
    if problems:
        keep("relay", seed, folder, None, problems, cluster.faults)
    shutil.rmtree(folder, ignore_errors=True)
    return problems


def test_database(binary, seed):
    return with_database(lambda database: run_part(
        "database", seed, binary,
        lambda *both: clusters.database_faults(*both, seed, SECONDS, database),
        networks.Loopback(database.url), database))


def with_standby(settings, body):
    def with_primary(primary):
        standby = processes.Database("synchronous_standby_names = ''", standby_of=primary)
        try:
            hosts = ",".join(
                str(database.folder).replace("/", "%2F") for database in (primary, standby))
            return body(primary, standby, networks.Loopback(f"postgres://backstack@{hosts}/postgres"))
        finally:
            standby.close()
    return with_database(with_primary, settings + "\nwal_level = replica")


def test_failover(binary, seed):
    return with_standby("synchronous_standby_names = '*'", lambda primary, standby, network: run_part(
        "failover", seed, binary, lambda *both: clusters.failover(*both, seed, primary, standby),
        network, standby))


def test_asynchronous(binary, seed):
    """The last commits are lost, which nobody can prevent; the server has to say so."""
    def lose(cluster, world, primary, standby):
        time.sleep(4)
        # The standby gets nothing any more.
        rules = primary.folder / "data/pg_hba.conf"
        rules.write_text("local replication all reject\n" + rules.read_text())
        primary.query("SELECT pg_reload_conf()")
        primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_replication")
        time.sleep(2)
        cluster.note("failover")
        primary.control("stop")
        standby.control("promote")
        time.sleep(12)
        world.logs = "".join(path.read_text() for path in cluster.folder.glob("*.err"))

    def judge(violations, world):
        # Sessions that clients used afterwards; of others, the database was not asked again.
        lost = {violation.session[:8] for violation in violations if violation.rule == "lost"}
        gone = {violation.session[:8] for violation in violations if violation.rule == "absent"}
        reported = {event["session"] for event in map(json.loads, filter(None, world.logs.splitlines()))
                    if event["event"] == "storage-went-back"}
        print(f"    {len(lost)} sessions went back, of which the logs report {len(lost & reported)}; "
              f"{len(gone)} are not there any more, of which they report {len(gone & reported)}")
        # Clients were told of sessions that are gone.
        world.unexpected = [text for text in world.unexpected if not text.startswith("404")]
        return [f"nothing says that {session} went back" for session in sorted(lost - reported)] or (
            [] if lost else ["no commit was lost"])
    return with_standby("", lambda primary, standby, network: run_part(
        "asynchronous", seed, binary, lambda *both: lose(*both, primary, standby), network, standby,
        judge=judge))


PARTS = {"checker": test_checker, "demo": test_demo, "story": test_story, "partitions": test_partitions,
         "database": test_database, "failover": test_failover, "mixed": test_mixed, "namespaces": test_namespaces,
         "relay": test_relay, "asynchronous": test_asynchronous}
NORMAL = ["checker", "demo", "story", "partitions", "relay", "database", "failover"]
SOAK = ["story", "partitions", "namespaces", "relay", "database", "failover", "mixed"]
# A part takes as long as it is asked to, and at most this many seconds more, however slow the machine is.
LIMIT = 400


def stop_all():
    faulthandler.dump_traceback()
    print("The test did not end.", flush=True)
    # Everything that it started ends with it.
    os._exit(3)


def run(binary, name, seed):
    """Runs a part. Returns whether it failed."""
    print(f"{name}:", flush=True)
    timer = threading.Timer(SECONDS + LIMIT, stop_all)
    timer.daemon = True
    timer.start()
    start = time.monotonic()
    failed = bool(PARTS[name](binary, seed))
    timer.cancel()
    print(f"{name}: {'FAILED, with SEED=' + seed if failed else 'passed'} "
          f"({time.monotonic() - start:.0f} s)", flush=True)
    return failed


def main():
    if len(sys.argv) < 2 or any(name not in PARTS for name in sys.argv[2:]):
        sys.exit(__doc__)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    binary = os.path.abspath(sys.argv[1])
    names = sys.argv[2:] or (SOAK if SOAK_MINUTES else NORMAL)
    seed = os.environ.get("SEED") or str(random.SystemRandom().randrange(1_000_000))
    end = time.monotonic() + 60 * SOAK_MINUTES
    failed = []
    while True:
        for name in names:
            if run(binary, name, seed):
                failed.append(f"{name} with SEED={seed}")
            if SOAK_MINUTES and time.monotonic() > end:
                break
        if time.monotonic() > end:
            break
        seed = str(int(seed) + 1)
    for text in failed:
        print(f"failed: {text}")
    sys.exit(1 if failed else 0)


main()
