"""Sockets through the package `wsproto`, which does no I/O, with the words of `websockets`."""
import socket
import threading

from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import (
    AcceptConnection, BytesMessage, CloseConnection, Ping, Pong, RejectConnection, RejectData, Request,
    TextMessage)


class InvalidStatus(Exception):
    """The server refuses the handshake; `response` has its `status_code` and `body`."""

    status_code, body = 0, b""

    @property
    def response(self):
        return self


class ConnectionClosed(Exception):
    """The server has closed; `rcvd` has its `code`."""

    def __init__(self, rcvd):
        self.rcvd = rcvd


class Socket:
    def __init__(self, url, subprotocols, origin=None):
        host, _, target = url.removeprefix("ws://").partition("/")
        address, _, port = host.partition(":")
        self.connection = WSConnection(ConnectionType.CLIENT)
        self.socket = socket.create_connection((address, int(port)), 60)
        self.received, self.parts = [], []
        headers = [] if origin is None else [(b"Origin", origin.encode())]
        self.write(Request(host=host, target=f"/{target}", subprotocols=subprotocols, extra_headers=headers))
        refusal = None
        while True:
            event = self.event()
            if isinstance(event, AcceptConnection):
                self.subprotocol = event.subprotocol
                return
            if isinstance(event, RejectConnection):
                refusal = InvalidStatus()
                refusal.status_code = event.status_code
            elif isinstance(event, RejectData):
                refusal.body += event.data
            if refusal and (getattr(event, "body_finished", False) or not getattr(event, "has_body", True)):
                self.socket.close()
                raise refusal

    def write(self, event):
        self.socket.sendall(self.connection.send(event))

    def event(self):
        """Returns the next event of the connection."""
        while not self.received:
            self.connection.receive_data(self.socket.recv(65536) or None)
            self.received = list(self.connection.events())
        return self.received.pop(0)

    def recv(self):
        while True:
            event = self.event()
            if isinstance(event, CloseConnection):
                if self.connection.state is ConnectionState.REMOTE_CLOSING:
                    self.write(event.response())
                self.socket.close()
                raise ConnectionClosed(event)
            if isinstance(event, Ping):
                self.write(event.response())
            elif isinstance(event, TextMessage):
                self.parts.append(event.data)
                if event.message_finished:
                    text, self.parts = "".join(self.parts), []
                    return text

    def send(self, message):
        """Sends a message, or the fragments of one."""
        if isinstance(message, bytes):
            return self.write(BytesMessage(message))
        parts = [message] if isinstance(message, str) else message
        for index, part in enumerate(parts, 1):
            self.write(TextMessage(part, message_finished=index == len(parts)))

    def ping(self, content):
        """Sends a ping; returns an object that waits for its pong, which comes before what follows."""
        self.write(Ping(content.encode()))
        while True:
            event = self.event()
            if isinstance(event, Pong):
                ponged = threading.Event()
                if bytes(event.payload) == content.encode():
                    ponged.set()
                return ponged

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.socket.fileno() == -1:
            return
        self.write(CloseConnection(1000))
        try:
            while True:
                self.recv()
        except ConnectionClosed as closed:
            assert closed.rcvd.code == 1000, closed.rcvd


def connect(url, subprotocols, compression=None, max_size=None, origin=None):
    return Socket(url, subprotocols, origin)
