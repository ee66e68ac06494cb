#!/usr/bin/env python3
"""Measures three nodes of a cluster with a PostgreSQL database, all on this machine.

usage: Benchmarks/cluster.py BINARY [requests | takeover | idle | drain | readers] ...

DURATION is the length of each measurement in seconds, 5 unless it is set. SESSIONS and READERS set the
sizes of the other parts, 1,000 and 5,000 unless they are set; LIVE the sessions of `drain`, 10,000.
"""
import asyncio
import contextlib
import json
import os
import pathlib
import resource
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "SystemTests/Cluster"))

import networks
import processes
from clients import Connections, Lost, NotSent
from cluster import Cluster

DURATION = float(os.environ.get("DURATION") or 5)
SESSIONS = int(os.environ.get("SESSIONS") or 1000)
READERS = int(os.environ.get("READERS") or 5000)
LIVE = int(os.environ.get("LIVE") or 10_000)
# Of what the service keeps by default, so that it costs what it costs in service.
VARIABLES = {
    "HISTORY_ENTRIES": "200", "HISTORY_BYTES": "32768", "IDEMPOTENCY_KEYS": "100",
    "IDEMPOTENCY_BYTES": "262144", "MAX_CONNECTIONS": "60000", "MAX_PER_ADDRESS": "off",
    "DRAIN_DELAY": "0"}
STATE = {"path": [{"counter": {"count": 0}} for _ in range(5)]}
ACTION = {"path": {"element": {"id": 0, "action": {"counter": "decrementButtonTapped"}}}}
TICKS = os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def running(binary):
    database = processes.Database("shared_buffers = 256MB")
    with tempfile.TemporaryDirectory(prefix="backstack-bench-") as folder:
        cluster = Cluster(binary, pathlib.Path(folder), networks.Loopback(database.url), **VARIABLES)
        try:
            cluster.start()
            # What one part asks of the nodes is not mixed with their start.
            time.sleep(1)
            yield cluster
        finally:
            cluster.close()
            database.close()


def cpu(pid):
    """Returns the CPU time of a process in seconds."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def create(node, count, threads=8):
    """Creates sessions, whose home is the node, and returns their ids."""
    ids = []

    def some(number):
        connections = Connections()
        for _ in range(number):
            response = connections.request(
                node, "POST", "/sessions", {"feature": "counters", "state": STATE}, timeout=60)
            if response.status != 201:
                raise RuntimeError(response.content)
            ids.append(response.json["id"])
    parts = [count // threads + (index < count % threads) for index in range(threads)]
    workers = [threading.Thread(target=some, args=(part,)) for part in parts]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if len(ids) != count:
        sys.exit("Not every session was created.")
    return ids


def wrk(node, ids, connections):
    """Returns requests per second, the p99 in ms, and the number of requests."""
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("\n".join(ids) + "\n")
        file.flush()
        threads = min(2, connections)
        result = subprocess.run(
            ["wrk", "-t", str(threads), "-c", str(connections), "-d", f"{DURATION:.0f}s", "--latency",
             "-s", here / "load.lua", node.url, "--", file.name, json.dumps(ACTION)],
            capture_output=True, text=True, check=True,
            env=dict(os.environ, WRK_THREADS=str(threads)))
    [line] = [line for line in result.stdout.splitlines() if line.startswith("RESULT")]
    requests, seconds, p99, errors, refused, timeouts = map(float, line.split()[1:])
    if errors or refused or timeouts:
        print(f"  {errors:.0f} connections failed, {refused:.0f} requests were refused, "
              f"{timeouts:.0f} timed out")
    return requests / seconds, p99 / 1000, requests


def latencies(node, ids, count=1000):
    """Returns the times of actions one after the other, in ms."""
    connections, times = Connections(), []
    for number in range(count):
        start = time.perf_counter()
        response = connections.request(node, "POST", f"/sessions/{ids[number % len(ids)]}/actions",
                                       ACTION, {"Prefer": "return=minimal"})
        times.append((time.perf_counter() - start) * 1000)
        if response.status != 204:
            raise RuntimeError(response.content)
    return sorted(times)


def requests(binary):
    """What it costs to pass an action on to the session's node."""
    with running(binary) as cluster:
        owner, entry = cluster.nodes["a"], cluster.nodes["b"]
        ids = create(owner, 64)
        print("| an action, 64 sessions | connections | actions/s | p99 | CPU of the session's node | CPU of "
              "the entry | of both, local = 1 |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for connections in (1, 64):
            local = None
            for name, node in (("local", owner), ("forwarded", entry)):
                wrk(node, ids, connections) if connections == 1 else None
                before = [cpu(one.process.pid) for one in (owner, entry)]
                rate, p99, count = wrk(node, ids, connections)
                used = [(cpu(one.process.pid) - start) / count * 1e6
                        for one, start in zip((owner, entry), before)]
                local = local or sum(used)
                print(f"| {name} | {connections} | {rate:,.0f} | {p99:.1f} ms | {used[0]:.0f} µs | "
                      f"{used[1]:.0f} µs | {sum(used) / local:.2f} |", flush=True)
        print()
        rounds = {"local": [], "forwarded": []}
        for _ in range(3):
            for name, node in (("local", owner), ("forwarded", entry)):
                rounds[name].append(latencies(node, ids))
        medians = {name: statistics.median(statistics.median(times) for times in each)
                   for name, each in rounds.items()}
        p99s = {name: statistics.median(times[len(times) * 99 // 100] for times in each)
                for name, each in rounds.items()}
        print(f"One action after the other, with a client in Python: {medians['local']:.2f} ms at the "
              f"session's node (p99 {p99s['local']:.2f} ms), {medians['forwarded']:.2f} ms at another "
              f"(p99 {p99s['forwarded']:.2f} ms).")


async def ask(node, id, begin, start, times, failures):
    """Reads a session as soon as `begin` is set, again until it gets it."""
    reader, writer = await asyncio.open_connection(node.host, node.port)
    await begin.wait()
    text = f"GET /sessions/{id} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
    while time.monotonic() < start[0] + 30:
        try:
            writer.write(text)
            head = await reader.readuntil(b"\r\n\r\n")
            [length] = [int(line.partition(b":")[2]) for line in head.split(b"\r\n")
                        if line.lower().startswith(b"content-length:")]
            await reader.readexactly(length)
            if head.startswith(b"HTTP/1.1 200"):
                times.append(time.monotonic() - start[0])
                break
            failures.append(head.split(b"\r\n")[0].decode())
            await asyncio.sleep(0.05)
        except (OSError, asyncio.IncompleteReadError):
            failures.append("lost")
            reader, writer = await asyncio.open_connection(node.host, node.port)
    writer.close()


def takeover(binary):
    """How long sessions take to respond after their node was killed."""
    with running(binary) as cluster:
        killed = cluster.nodes["a"]
        others = [cluster.nodes["b"], cluster.nodes["c"]]
        ids = create(killed, SESSIONS)
        times, failures = [], []

        async def main():
            begin, start = asyncio.Event(), [0]
            tasks = [asyncio.create_task(ask(others[index % 2], id, begin, start, times, failures))
                     for index, id in enumerate(ids)]
            await asyncio.sleep(2)
            cluster.kill(killed)
            start[0] = time.monotonic()
            begin.set()
            await asyncio.gather(*tasks)
        asyncio.run(main())
        times.sort()
        print(f"After `kill -9` of the node that had all of {SESSIONS:,} sessions, which are all read at "
              f"once at the other two: {len(times):,} responses, the first after {times[0]:.2f} s, "
              f"median {statistics.median(times):.2f} s, the last after {times[-1]:.2f} s; "
              f"{len(failures)} requests had to be sent again.")


def idle(binary):
    """What being a node costs."""
    with running(binary) as cluster:
        nodes = list(cluster.nodes.values())
        cluster.is_over.set()
        time.sleep(1)
        # Beats need a time to be counted in ticks.
        seconds = max(20, DURATION)
        before = [cpu(node.process.pid) for node in nodes]
        time.sleep(seconds)
        used = [(cpu(node.process.pid) - start) / seconds * 100
                for node, start in zip(nodes, before)]
        print(f"Three idle nodes use {', '.join(f'{share:.2f} %' for share in used)} of a core each "
              f"(in {seconds:.0f} s; a tick is {100 / TICKS / seconds:.2f} %).")


def drain(binary):
    """How long clients of a node's sessions wait when it stops."""
    with running(binary) as cluster:
        leaving = cluster.nodes["a"]
        others = [cluster.nodes["b"], cluster.nodes["c"]]
        ids = create(leaving, LIVE)
        waits, failures, is_over, signalled = [], [], threading.Event(), [0]

        def work(number):
            connections = Connections()
            node, mine = others[number % 2], ids[number::16][:40]
            turn = 0
            while not is_over.is_set():
                id = mine[turn % len(mine)]
                turn += 1
                start = time.monotonic()
                while True:
                    key = f'"{number}-{turn}"'
                    try:
                        response = connections.request(
                            node, "POST", f"/sessions/{id}/actions", ACTION,
                            {"Prefer": "return=minimal", "Idempotency-Key": key})
                    except (Lost, NotSent):
                        response = None
                    if response is not None and response.status == 204:
                        break
                    failures.append(response.status if response else "lost")
                    time.sleep(0.02)
                waits.append((start, (time.monotonic() - start) * 1000))
                time.sleep(0.01)
        workers = [threading.Thread(target=work, args=(number,)) for number in range(16)]
        for worker in workers:
            worker.start()
        time.sleep(5)
        signalled[0] = time.monotonic()
        cluster.drain(leaving)
        leaving.process.wait(60)
        took = time.monotonic() - signalled[0]
        time.sleep(2)
        is_over.set()
        for worker in workers:
            worker.join()
        before = sorted(wait for start, wait in waits if start < signalled[0] - 1)
        during = sorted(wait for start, wait in waits
                        if signalled[0] - 0.5 < start < signalled[0] + took + 1)
        print(f"A node with {LIVE:,} live sessions stops in {took:.1f} s. Actions to 640 of them, from 16 "
              f"clients at the other nodes, take {statistics.median(before):.1f} ms before (p99 "
              f"{before[len(before) * 99 // 100]:.0f} ms), and meanwhile "
              f"{statistics.median(during):.1f} ms (p99 {during[len(during) * 99 // 100]:.0f} ms, longest "
              f"{during[-1]:.0f} ms); {len(failures)} had to be sent again.")


def readers(binary):
    """How long a change takes to reach many readers of one session, at its node and at another."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    count = min(READERS, limit // 3)
    print(f"| {count:,} readers of one session | connected | a change reaches all | memory of the "
          "session's node | of the entry |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, place in (("at its node", "a"), ("at another node", "b")):
        with running(binary) as cluster:
            owner, entry = cluster.nodes["a"], cluster.nodes[place]
            [id] = create(owner, 1, 1)
            selector, opened = selectors.EpollSelector(), []
            text = f"GET /sessions/{id}/events HTTP/1.1\r\nHost: a\r\n\r\n".encode()
            begun = time.monotonic()
            for number in range(count):
                # Several addresses, because each has a limited number of ports.
                source = (f"127.0.0.{2 + number % 10}", 0)
                reader = socket.create_connection((entry.host, entry.port), 60, source)
                reader.sendall(text)
                opened.append(reader)
                # So that what is under way at once stays below the limits of queues.
                if number % 200 == 199:
                    time.sleep(0.1)
            refused = 0
            living = []
            for reader in opened:
                reader.settimeout(60)
                received = b""
                while b"\n\n" not in received.partition(b"event: snapshot")[2]:
                    piece = reader.recv(65536)
                    if not piece or received.startswith(b"HTTP/1.1 503"):
                        refused += 1
                        break
                    received += piece
                else:
                    living.append(reader)
                    reader.setblocking(False)
                    selector.register(reader, selectors.EVENT_READ)
            connected = time.monotonic() - begun
            connections, times = Connections(), []
            for _ in range(7):
                start = time.monotonic()
                connections.request(owner, "POST", f"/sessions/{id}/actions", ACTION,
                                    {"Prefer": "return=minimal"})
                left = {reader.fileno() for reader in living}
                while left and time.monotonic() < start + 30:
                    for key, _ in selector.select(1):
                        data = key.fileobj.recv(65536)
                        if b"event: patch" in data:
                            left.discard(key.fd)
                        elif not data:
                            selector.unregister(key.fileobj)
                            left.discard(key.fd)
                            refused += 1
                times.append(float("inf") if left else time.monotonic() - start)
            memory = [int(line.split()[1]) / 1000 for node in (owner, cluster.nodes["b"])
                      for line in open(f"/proc/{node.process.pid}/status") if line.startswith("VmRSS")]
            print(f"| {name} | {len(living):,} in {connected:.1f} s | "
                  f"{statistics.median(times) * 1000:.0f} ms | {memory[0]:.0f} MB | {memory[1]:.0f} MB |"
                  + (f" {refused} were refused or ended" if refused else ""), flush=True)
            for reader in opened:
                reader.close()


parts = {"requests": requests, "takeover": takeover, "idle": idle, "drain": drain, "readers": readers}
if len(sys.argv) < 2 or any(name not in parts for name in sys.argv[2:]):
    sys.exit(__doc__)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
for name in sys.argv[2:] or parts:
    print(f"\n{parts[name].__doc__}\n", flush=True)
    parts[name](os.path.abspath(sys.argv[1]))
