"""Clients that send a request and never read the response.

  python3 unread.py URL COUNT PATH …

Prints `ready` when the server has responded to all of them, and then waits until it is ended.
"""

import select
import socket
import sys
import time
import urllib.parse

url, count, paths = urllib.parse.urlsplit(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
waiting = select.poll()
clients = {}
for number in range(count):
    client = socket.socket()
    # A small buffer, so that the response waits in the server.
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect((url.hostname, url.port))
    path = paths[number % len(paths)]
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: {url.netloc}\r\n\r\n".encode())
    waiting.register(client, select.POLLIN)
    clients[client.fileno()] = client
pending = set(clients)
while pending:
    for descriptor, _ in waiting.poll():
        waiting.unregister(descriptor)
        pending.discard(descriptor)
# Waits until the server has filled the sockets.
time.sleep(2)
print("ready", flush=True)
while True:
    time.sleep(60)
