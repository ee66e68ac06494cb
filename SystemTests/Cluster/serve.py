#!/usr/bin/env python3
"""Serves the demo from three nodes with a PostgreSQL database of their own, behind HAProxy, until Ctrl-C.

usage: SystemTests/Cluster/serve.py BINARY

PORT is the balancer's port, 8080 unless it is set, or 0 for any. A node that ends by itself, or is
killed, is started again after some seconds. Nothing is left behind: neither processes nor files.
"""
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import processes

NAMES = ("a", "b", "c")
# So that it can be seen how the others go on without it, in seconds.
PAUSE = 5


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Demo:
    def __init__(self, binary):
        self.binary = os.path.abspath(binary)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="backstack-cluster-"))
        self.port = int(os.environ.get("PORT") or 8080) or free_port()
        self.database = self.balancer = None
        self.nodes, self.ended, self.number = {}, {}, 0
        # The same for all nodes, also when they are started again.
        self.key = os.environ.get("ADMIN_KEY") or secrets.token_hex(16)
        self.ports = {name: free_port() for name in NAMES}
        self.admin_ports = {name: free_port() for name in NAMES}

    def start(self):
        # Others may use the port; the balancer would say so in many words.
        try:
            socket.create_server(("127.0.0.1", self.port)).close()
        except OSError as error:
            sys.exit(f"Port {self.port} can't be used: {os.strerror(error.errno)}. PORT is another one.")
        self.database = processes.Database()
        for name in NAMES:
            self.start_node(name)
        for node in self.nodes.values():
            node.await_start()
        self.start_balancer()

    def start_node(self, name):
        self.number += 1
        self.nodes[name] = processes.Node(
            self.binary, self.folder, name, self.database.url, number=self.number,
            LISTEN=f"127.0.0.1:{self.ports[name]}",
            ADMIN_LISTEN=f"127.0.0.1:{self.admin_ports[name]}", INSPECTOR="full", ADMIN_KEY=self.key,
            TRUSTED_PROXIES="127.0.0.1", HISTORY_ENTRIES="200", HISTORY_BYTES="32768",
            IDEMPOTENCY_KEYS="100", IDEMPOTENCY_BYTES="262144")

    def start_balancer(self):
        text = (here.parents[1] / "docs/deploy/haproxy.cluster.cfg").read_text()
        text = text.replace("bind :8080", f"bind 127.0.0.1:{self.port}")
        for name, port in self.ports.items():
            text = text.replace(f"{name}:8080", f"127.0.0.1:{port}")
        file = self.folder / "haproxy.cfg"
        file.write_text(text)
        path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
        self.balancer = processes.run_command(
            shutil.which("haproxy", path=path) or "haproxy", "-db", "-f", file,
            stdin=subprocess.DEVNULL, stdout=open(self.folder / "haproxy.log", "w"),
            stderr=subprocess.STDOUT)

        def listens():
            if self.balancer.poll() is not None:
                sys.exit((self.folder / "haproxy.log").read_text())
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return True
            except OSError:
                return False
        processes.until(listens, "HAProxy listens")

    def print_places(self):
        print(f"The cluster serves http://127.0.0.1:{self.port}/app/")
        for name, node in self.nodes.items():
            print(f"  node {name}: {node.url}, process {node.process.pid}")
            for line in node.outputs.read_text().splitlines():
                if "/inspector" in line:
                    print(f"    {line}#key={self.key}")
        print("Kill a node, and go on at the same address. Ctrl-C ends everything.", flush=True)

    def watch(self):
        while True:
            time.sleep(0.2)
            if self.balancer.poll() is not None:
                sys.exit("HAProxy has ended: " + (self.folder / "haproxy.log").read_text())
            for name, node in list(self.nodes.items()):
                if node.is_running:
                    if node.port is None and self.has_started(node):
                        print(f"node {name} serves again, process {node.process.pid}", flush=True)
                elif name not in self.ended:
                    self.ended[name] = time.monotonic()
                    print(f"node {name} has ended with {node.process.returncode}; it is started "
                          f"again in {PAUSE} s", flush=True)
                elif time.monotonic() > self.ended[name] + PAUSE:
                    del self.ended[name]
                    self.start_node(name)

    def has_started(self, node):
        try:
            return node.find_port()
        except processes.StartError:
            return None

    def close(self):
        # A second Ctrl-C does not leave anything behind.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        if self.database:
            print("\nStopping …", flush=True)
        processes.end(self.balancer)
        for node in self.nodes.values():
            node.signal(signal.SIGTERM)
        end = time.monotonic() + 12
        while any(node.is_running for node in self.nodes.values()) and time.monotonic() < end:
            time.sleep(0.05)
        for node in self.nodes.values():
            node.kill()
        if self.database:
            self.database.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(0))
    demo = Demo(sys.argv[1])
    try:
        demo.start()
        demo.print_places()
        demo.watch()
    finally:
        demo.close()


main()
