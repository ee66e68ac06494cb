"""Uses sockets of a server, whose port is the first argument, through the package that is the second one,
`websockets` or `wsproto`; prints what happens, a line for each event."""
import json
import sys
import urllib.request

from jsonschema import Draft202012Validator

if sys.argv[2] == "wsproto":
    from wsproto_client import ConnectionClosed, InvalidStatus, connect
else:
    from websockets.exceptions import ConnectionClosed, InvalidStatus
    from websockets.sync.client import connect

server = f"127.0.0.1:{sys.argv[1]}"


def ask(path):
    with urllib.request.urlopen(f"http://{server}{path}") as response:
        return json.load(response)


contract = ask("/openapi.json")


def check(schema, message):
    """Fails unless a message is as the contract says."""
    known = {"$ref": f"#/components/schemas/{schema}", "components": contract["components"]}
    Draft202012Validator(known).validate(message)


def post(path, content):
    request = urllib.request.Request(
        f"http://{server}{path}", json.dumps(content).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def open_socket(query="", **options):
    return connect(
        f"ws://{server}{session}/socket{query}", subprotocols=["backstack.v1"], compression=None,
        max_size=None, **options)


def send(socket, message, *parts):
    """Sends a message as a whole, or in parts."""
    check("SocketRequest", json.loads(message))
    socket.send(parts or message)


def show(message):
    """Prints the names of a message's members, and its versions."""
    message = json.loads(message)
    check("SocketMessage", message)
    print(" ".join(
        f"{name}={value}" if isinstance(value, int) else name for name, value in message.items()) or "nothing")


def closing(socket):
    """Prints the code with which the server closes."""
    try:
        while True:
            show(socket.recv())
    except ConnectionClosed as error:
        print("closed", error.rcvd.code if error.rcvd else None)


session = "/sessions/" + post("/sessions", {"feature": "counters"})["id"]

with open_socket() as socket:
    print(socket.subprotocol)
    show(socket.recv())
    send(socket, '{"id": 1, "send": "addCounterButtonTapped"}')
    show(socket.recv())
    show(socket.recv())
    print("pong", socket.ping("hello").wait(60))
    # In fragments, in the middle of a character.
    text = '{"id": 2, "send": "addCounterButtonTapped", "key": "k-1"}'
    send(socket, text, text[:10], text[10:11], "", text[11:])
    show(socket.recv())
    show(socket.recv())
    with open_socket("?version=1") as other:
        show(other.recv())
        send(other, text)
        show(other.recv())
        post(f"{session}/actions", "addCounterButtonTapped")
        show(other.recv())
    show(socket.recv())
    send(socket, '{"id": 3, "send": "addCounterButtonTapped", "if": 1}')
    show(socket.recv())

with open_socket() as socket:
    show(socket.recv())
    socket.send(b"bytes")
    closing(socket)
with open_socket("?version=3") as socket:
    socket.send("no JSON")
    closing(socket)
with open_socket("?version=3") as socket:
    socket.send(json.dumps({"id": 1, "send": "x" * 2_000_000}))
    closing(socket)
try:
    open_socket(origin="https://evil.example")
except InvalidStatus as error:
    print(error.response.status_code, json.loads(error.response.body)["type"])
with open_socket("?version=3", origin=f"http://{server}") as socket:
    request = urllib.request.Request(f"http://{server}{session}", method="DELETE")
    urllib.request.urlopen(request).close()
    closing(socket)
