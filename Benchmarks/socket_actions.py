#!/usr/bin/env python3
"""Sends an action COUNT times on one WebSocket to a session, each when the one before is answered.

usage: socket_actions.py COUNT URL-OF-SESSION ACTION
"""
import base64
import os
import socket
import sys
from urllib.parse import urlsplit

count, url, action = int(sys.argv[1]), urlsplit(sys.argv[2]), sys.argv[3]
connection = socket.create_connection((url.hostname, url.port))
connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
reader = connection.makefile("rb")
connection.sendall((
    f"GET {url.path}/socket HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
    "Sec-WebSocket-Protocol: backstack.v1\r\n\r\n").encode())
status = reader.readline()
assert b" 101 " in status, status
while reader.readline() != b"\r\n":
    pass


def receive():
    """Returns the content of the next text."""
    while True:
        opcode, length = reader.read(2)
        if length >= 126:
            length = int.from_bytes(reader.read(2 if length == 126 else 8), "big")
        content = reader.read(length)
        assert opcode in (0x81, 0x89), content
        if opcode == 0x81:
            return content
        connection.sendall(bytes([0x8A, 0x80 | length, 0, 0, 0, 0]) + content)


def send(text):
    """Sends a text with a mask of zeros."""
    length = len(text)
    head = bytes([0x81, 0x80 | length]) if length < 126 else b"\x81\xfe" + length.to_bytes(2, "big")
    connection.sendall(head + bytes(4) + text)


assert receive().startswith(b'{"snapshot":')
for number in range(count):
    send(b'{"id":%d,"send":%s}' % (number, action.encode()))
    start = b'{"id":%d,"version":' % number
    while not (message := receive()).startswith(start):
        # Nothing is said every 15 seconds.
        assert message.startswith(b'{"base":') or message == b"{}", message
