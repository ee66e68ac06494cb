"""Reads the events of sessions, with a connection for each reader, until the program is ended.

  readers.py URL READERS SESSIONS [socket]

SESSIONS is a file with the id of a session per line; readers are assigned to them in turn. Prints
"ready" when each reader has received a snapshot. With `socket`, each has a WebSocket.
"""

import signal
import socket
import sys
import urllib.parse


EVENTS = "events", "Accept: text/event-stream", b"event: snapshot\n"
SOCKET = ("socket", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: backstack.v1", b'{"snapshot":')


def main():
    kind, fields, mark = SOCKET if sys.argv[4:] == ["socket"] else EVENTS
    url, count, file = urllib.parse.urlsplit(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    with open(file) as lines:
        ids = lines.read().split()
    readers = []
    for number in range(count):
        # Several addresses, because the server limits the connections of one address.
        source = (f"127.0.0.{2 + number % 10}", 0)
        reader = socket.create_connection((url.hostname, url.port), 60, source)
        path = f"/sessions/{ids[number % len(ids)]}/{kind}"
        reader.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n".encode())
        readers.append(reader)
    for reader in readers:
        received = b""
        while mark not in received:
            piece = reader.recv(65536)
            if not piece:
                sys.exit("a connection was closed")
            received += piece
    print("ready", flush=True)
    signal.pause()


main()
