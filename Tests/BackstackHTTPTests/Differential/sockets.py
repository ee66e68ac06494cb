"""Reads the bytes of clients as hexadecimal lines; prints for each what `wsproto` and `websockets` make
of them as servers: the messages, and the code with which the connection is closed."""
import codecs
import sys

from websockets.exceptions import PayloadTooBig
from websockets.frames import Opcode
from websockets.protocol import SERVER, Protocol
from wsproto.connection import Connection, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, TextMessage


def verdict(messages, code):
    parts = [f"{kind} {content[:20]}" for kind, content in messages]
    return ", ".join(parts + [f"closed {code}" if code is not None else "open"])


def shown(content):
    """The content of a message; that of bytes as hexadecimal digits."""
    return ("text", content) if isinstance(content, str) else ("binary", content.hex())


def wsproto(data):
    connection = Connection(ConnectionType.SERVER)
    connection.receive_data(data)
    messages, parts = [], []
    for event in connection.events():
        if isinstance(event, (TextMessage, BytesMessage)):
            parts.append(event.data)
            if event.message_finished:
                messages.append(shown(parts[0][:0].join(parts)))
                parts = []
        elif isinstance(event, CloseConnection):
            return verdict(messages, int(event.code))
    return verdict(messages, None)


def websockets(data):
    protocol = Protocol(SERVER, max_size=70_000)
    protocol.receive_data(data)
    messages, parts, decoder = [], [], None
    for frame in protocol.events_received():
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            decoder = codecs.getincrementaldecoder("utf-8")() if frame.opcode is Opcode.TEXT else None
            parts = []
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            # The package's connections decode texts with the same decoder.
            try:
                parts.append(decoder.decode(frame.data, frame.fin) if decoder else bytes(frame.data))
            except UnicodeDecodeError:
                return verdict(messages, 1007)
            if frame.fin:
                messages.append(shown(parts[0][:0].join(parts)))
    if protocol.parser_exc is not None and protocol.close_sent is None:
        return verdict(messages, 1009 if isinstance(protocol.parser_exc, PayloadTooBig) else "error")
    if protocol.parser_exc is None and protocol.close_rcvd is not None:
        return verdict(messages, protocol.close_rcvd.code)
    return verdict(messages, protocol.close_sent.code if protocol.close_sent else None)


for line in sys.stdin:
    data = bytes.fromhex(line.strip())
    print(wsproto(data), "|", websockets(data))
