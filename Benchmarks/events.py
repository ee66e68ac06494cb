#!/usr/bin/env python3
"""Measures how much CPU time a change of a session takes for each reader of its events, next to nginx with
nchan, which passes a message of the same size on to its subscribers, and prints a Markdown table.

usage: Benchmarks/events.py BINARY

READERS (1000) is the number of readers, CHANGES (1000) that of the changes, each of which is sent once all
readers have the one before. What the same changes cost without readers is subtracted.
"""
import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

READERS = int(os.environ.get("READERS") or 1000)
CHANGES = int(os.environ.get("CHANGES") or 1000)
STATE = {"path": [{"counter": {"count": 0}} for _ in range(5)]}
ACTION = {"path": {"element": {"id": 0, "action": {"counter": "decrementButtonTapped"}}}}
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 30
NCHAN = """
load_module modules/ngx_nchan_module.so;
daemon off;
worker_processes 1;
error_log stderr;
pid nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path temporary/body;
  proxy_temp_path temporary/proxy;
  fastcgi_temp_path temporary/fastcgi;
  uwsgi_temp_path temporary/uwsgi;
  scgi_temp_path temporary/scgi;
  server {
    listen 127.0.0.1:%d backlog=1024;
    location = /send { nchan_publisher; nchan_channel_id a; nchan_message_buffer_length 10; }
    location = /events {
      nchan_subscriber eventsource;
      nchan_channel_id a;
      nchan_subscriber_first_message newest;
    }
  }
}
"""


def receive(reader):
    piece = reader.recv(65536)
    if not piece:
        sys.exit("the server has closed a reader's connection")
    return piece


class Readers:
    """Connections that read events, and count those with a mark."""

    def __init__(self, url, path, count, mark, fields):
        self.mark = mark
        self.is_socket, self.ponged = fields == SOCKET, time.monotonic()
        self.poll = select.epoll()
        self.sockets, self.rests, self.counts = {}, {}, {}
        address = urllib.parse.urlsplit(url)
        for number in range(count):
            # Several addresses, because the server limits the connections of one address.
            source = (f"127.0.0.{2 + number % 10}", 0)
            reader = socket.create_connection((address.hostname, address.port), PATIENCE, source)
            reader.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n".encode())
            self.sockets[reader.fileno()] = reader
        for descriptor, reader in self.sockets.items():
            head = b""
            while b"\r\n\r\n" not in head:
                head += receive(reader)
            self.rests[descriptor] = self.rest(head)
            self.counts[descriptor] = head.count(mark)
            reader.setblocking(False)
            self.poll.register(descriptor, select.EPOLLIN)

    def rest(self, text):
        """What of a text may be the beginning of a mark."""
        return text[len(text) - len(self.mark) + 1:]

    def wait(self, count):
        """Waits until each reader has received so many events."""
        if self.is_socket and time.monotonic() - self.ponged > 10:
            # A server closes sockets whose clients answer no pings.
            self.ponged = time.monotonic()
            for reader in self.sockets.values():
                reader.send(b"\x8a\x80\0\0\0\0")
        behind = {descriptor for descriptor, seen in self.counts.items() if seen < count}
        while behind:
            ready = self.poll.poll(PATIENCE)
            if not ready:
                sys.exit(f"{len(behind)} of {len(self.sockets)} readers got no event {count}")
            for descriptor, _ in ready:
                text = self.rests[descriptor] + receive(self.sockets[descriptor])
                self.counts[descriptor] += text.count(self.mark)
                self.rests[descriptor] = self.rest(text)
                if self.counts[descriptor] >= count:
                    behind.discard(descriptor)

    def close(self):
        for reader in self.sockets.values():
            reader.close()
        self.poll.close()


class Server:
    """A server, as a process and a connection that changes what others read."""

    def __init__(self, process, url):
        self.process, self.url = process, url
        self.client = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=PATIENCE)

    def request(self, method, path, body, fields=None):
        self.client.request(method, path, body, fields or {})
        response = self.client.getresponse()
        text = response.read()
        if response.status not in (200, 201, 202, 204):
            sys.exit(f"{method} {path}: {response.status} {text[:200]}")
        return response, text

    def seconds(self):
        """Returns the CPU time of the process and its children, and what of it was in user mode."""
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True).stdout
        whole, user = 0, 0
        for number in [str(self.process.pid), *children.split()]:
            fields = pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            user += int(fields[11]) / TICKS
            whole += (int(fields[11]) + int(fields[12])) / TICKS
        return whole, user


@contextlib.contextmanager
def running(arguments, folder, **options):
    process = subprocess.Popen(arguments, cwd=folder, stdout=subprocess.PIPE, text=True, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextlib.contextmanager
def backstack(binary, folder):
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": "0", "STORAGE": "memory",
                   "MAX_CONNECTIONS": "20000", "MAX_PER_ADDRESS": "off"}
    with running([binary, "serve"], folder, env=environment, stderr=subprocess.DEVNULL) as process:
        line = process.stdout.readline()
        url = re.fullmatch(r"Backstack serves (http:\S*)\n", line)
        if not url:
            sys.exit(f"the server did not start: {line}")
        yield Server(process, url[1])


@contextlib.contextmanager
def nchan(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "temporary").mkdir()
    (folder / "nginx.conf").write_text(NCHAN % port)
    # Its modules are named below the folder that it was built for.
    (folder / "modules").symlink_to("/usr/lib/nginx/modules")
    command = ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with running(command, folder) as process:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), PATIENCE).close()
                break
            except ConnectionRefusedError:
                if process.poll() is not None or time.monotonic() > deadline:
                    sys.exit("nginx did not start")
                time.sleep(0.05)
        yield Server(process, f"http://127.0.0.1:{port}")


EVENTS = "Accept: text/event-stream"
SOCKET = ("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: backstack.v1")


def row(name, server, path, mark, first, change, fields=EVENTS):
    """Prints what changes cost with and without readers; readers get `first` events when they connect."""
    def cost(readers):
        before, times = server.seconds(), []
        for number in range(1, CHANGES + 1):
            start = time.perf_counter()
            change()
            if readers:
                readers.wait(first + number)
            times.append(time.perf_counter() - start)
        whole, user = ((now - then) / CHANGES for now, then in zip(server.seconds(), before))
        return whole, user, statistics.median(times)

    alone, alone_user, _ = cost(None)
    readers = Readers(server.url, path, READERS, mark, fields)
    readers.wait(first)
    shared, shared_user, median = cost(readers)
    readers.close()
    each, each_user = (shared - alone) / READERS, (shared_user - alone_user) / READERS
    print(f"| {name} | {alone * 1e6:.0f} µs | {shared * 1e6:.0f} µs | {each * 1e6:.2f} µs "
          f"| {each_user * 1e6:.2f} µs | {median * 1e3:.1f} ms |", flush=True)


def main():
    if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit(__doc__)
    binary = os.path.abspath(sys.argv[1])
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < READERS + 500:
        sys.exit(f"the limit of descriptors is too low for {READERS} readers")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, READERS + 500), hard))
    kind = {"Content-Type": "application/json"}
    print(f"| an event to {READERS:,} readers | a change without readers | with them | a reader "
          "| in user mode | until the last one has it, p50 |\n"
          "| --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory(prefix="backstack-bench-") as folder:
        with backstack(binary, folder) as server:
            made = {"feature": "counters", "state": STATE}
            response, _ = server.request("POST", "/sessions", json.dumps(made), kind)
            path = response.headers["Location"]
            fields = {**kind, "Prefer": "return=minimal"}

            def act():
                server.request("POST", f"{path}/actions", json.dumps(ACTION), fields)
            row("backstack", server, f"{path}/events", b"event: ", 1, act)
            row("backstack, by sockets", server, f"{path}/socket", b'"patch":', 0, act, SOCKET)
            # What the readers have got, for the peer.
            _, patch = server.request(
                "POST", f"{path}/actions", json.dumps(ACTION),
                {**kind, "Accept": "application/json-patch+json"})
        folder = pathlib.Path(folder)
        # If root starts nginx, its workers run as another user.
        folder.chmod(0o755)
        message = b"event: patch\nid: 1234\nbase: 1233\ndata: " + patch
        with nchan(folder) as server:
            def change():
                server.request("POST", "/send", message, {"Content-Type": "text/plain"})
            row("nginx with nchan", server, "/events", b"event: patch", 0, change)


main()
