#!/usr/bin/env python3
"""Runs the files of docs/deploy: each proxy in front of a server, the unit through systemd's own checks,
and the containers' files against the server and the Dockerfile,
and the names of metrics against those of the server.

usage: SystemTests/Deploy/run.py BINARY [nginx | caddy | haproxy | systemd | containers | cluster | metrics] ...

The files are used as they are committed, except for addresses, certificates and names. Nothing but the
loopback interface is used. Needs what `make test-deploy` installs.
"""
import http.client
import ipaddress
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

root = pathlib.Path(__file__).resolve().parents[2]
deploy = root / "docs/deploy"
# Another address than the proxy's, so that the server's log shows which of them it believes.
CLIENT = "127.0.0.2"
DEADLINE = 20


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def free_port():
    # On all addresses, where Caddy listens: there, a port of connections that have just ended is not free.
    with socket.socket() as listener:
        listener.bind(("", 0))
        return listener.getsockname()[1]


def await_port(port):
    deadline = time.monotonic() + DEADLINE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            check(time.monotonic() < deadline, f"nothing listens on port {port}")
            time.sleep(0.05)


def substitute(text, *pairs):
    """Replaces each text, which the file must contain, so that the file cannot change unnoticed."""
    for old, new in pairs:
        check(old in text, f"the file does not contain {old!r}")
        text = text.replace(old, new)
    return text


class Relay:
    """The way from the proxy to the server. It can break a connection when a response begins to arrive,
    which is after the server has applied the request."""

    def __init__(self, target):
        self.target = target
        self.breaks = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            for way in ((client, server, False), (server, client, True)):
                threading.Thread(target=self.copy, args=way, daemon=True).start()

    def copy(self, source, sink, is_response):
        try:
            while data := source.recv(65536):
                if is_response and self.breaks.is_set() and data.startswith(b"HTTP/1.1 200"):
                    self.breaks.clear()
                    break
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Server:
    def __init__(self, binary, folder, *options):
        self.binary, self.folder, self.port, self.options = binary, folder, free_port(), options
        self.log = folder / "access.log"

    def start(self):
        self.process = subprocess.Popen(
            [self.binary, "serve", "--port", str(self.port), "--trusted-proxies", "127.0.0.1",
             "--access-log", str(self.log), "--storage", f"sqlite:{self.folder}/sessions.sqlite", *self.options],
            stdout=subprocess.DEVNULL, stderr=open(self.folder / "server.log", "a"))
        await_port(self.port)

    def stop(self):
        self.process.terminate()
        self.process.wait(DEADLINE)


class Client:
    def __init__(self, port, certificate):
        self.port, self.context = port, ssl.create_default_context(cafile=certificate)

    def open(self):
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=DEADLINE, context=self.context,
            source_address=(CLIENT, 0))

    def request(self, method, path, content=None, **fields):
        connection = self.open()
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        if content is not None:
            headers["Content-Type"] = "application/json"
        body = None if content is None else json.dumps(content)
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()


def version_of_next_event(stream):
    """Reads the stream up to the end of an event with an id, and returns the id."""
    version = None
    while line := stream.readline():
        if line.startswith(b"id: "):
            version = int(line[4:])
        if line == b"\n" and version is not None:
            return version
    raise AssertionError("the stream ended")


PUSH = {"path": {"push": {"state": {"counter": {"count": 0}}}}}


class Socket:
    """A WebSocket through a proxy."""

    def __init__(self, client, path):
        connection = socket.create_connection(("localhost", client.port), DEADLINE, (CLIENT, 0))
        self.stream = client.context.wrap_socket(connection, server_hostname="localhost").makefile("rwb")
        self.write((
            f"GET {path} HTTP/1.1\r\nHost: localhost:{client.port}\r\n"
            # As of a page of the same server.
            f"Origin: https://localhost:{client.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Protocol: backstack.v1\r\n\r\n").encode())
        status = self.stream.readline()
        check(b" 101 " in status, f"a socket got {status}")
        while self.stream.readline().strip():
            pass

    def write(self, data):
        self.stream.write(data)
        self.stream.flush()

    def send(self, message):
        """Sends a message of at most 125 bytes, with a mask that changes nothing."""
        data = json.dumps(message).encode()
        self.write(bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data)

    def receive(self):
        """Returns the next message that says something."""
        kind, length = self.stream.read(2)
        if length > 125:
            length = int.from_bytes(self.stream.read(2 if length == 126 else 8), "big")
        content = self.stream.read(length)
        # Pings are no texts.
        return (kind == 0x81 and json.loads(content)) or self.receive()


def follow_by_socket(client, session, version):
    """Each answer, and each event, arrives before the next message is sent."""
    followed = Socket(client, session + "/socket")
    check(followed.receive()["snapshot"]["version"] == version, "the first message is not the snapshot")
    for id in range(1, 4):
        followed.send({"id": id, "send": PUSH, "key": f"socket-{id}"})
        check(followed.receive()["version"] == version + id, "the message is not the action's patch")
        check(followed.receive() == {"id": id, "version": version + id}, "the message is not the answer")
    status, _ = client.request("POST", session + "/actions", PUSH)
    check(status == 200, f"an action beside the socket got {status}")
    check(followed.receive()["version"] == version + 4, "the message is not another client's change")
    followed.stream.close()


def story(client, server, relay):
    status, content = client.request("POST", "/sessions", {"feature": "counters"})
    check(status == 201, f"creating a session got {status}")
    session = "/sessions/" + json.loads(content)["id"]

    # Each event arrives before the next action is sent. If the proxy buffered, this would time out.
    reader = client.open()
    reader.request("GET", session + "/events", headers={"Accept": "text/event-stream"})
    stream = reader.getresponse()
    check(version_of_next_event(stream) == 0, "the first event is not the snapshot")
    for version in range(1, 6):
        status, _ = client.request("POST", session + "/actions", PUSH)
        check(status == 200, f"an action got {status}")
        check(version_of_next_event(stream) == version, "the event is not the action's")
    reader.close()
    follow_by_socket(client, session, version)

    # Neither field of a client is believed.
    client.request(
        "GET", session, X_Forwarded_For="203.0.113.9", Forwarded="for=203.0.113.9",
        User_Agent="forger")
    deadline = time.monotonic() + DEADLINE
    while not (lines := [json.loads(line) for line in server.log.read_text().splitlines()
                         if '"forger"' in line]):
        check(time.monotonic() < deadline, "the request is not in the access log")
        time.sleep(0.05)
    check(lines[0]["peer"] == CLIENT, f"the server takes the client for {lines[0]['peer']}")

    # The response to an action with a key is lost. Whether the proxy or the client sends the action again,
    # it is applied once.
    for attempt, key in enumerate(("first", "second")):
        before = json.loads(client.request("GET", session)[1])["version"]
        relay.breaks.set()
        client.request("POST", session + "/actions", PUSH, Idempotency_Key=f'"{key}"')
        check(not relay.breaks.is_set(), "no response was lost")
        status, _ = client.request("POST", session + "/actions", PUSH, Idempotency_Key=f'"{key}"')
        check(status == 200, f"the repeated action got {status}")
        after = json.loads(client.request("GET", session)[1])["version"]
        check(after == before + 1, f"the action with a key was applied {after - before} times")

    # Without a key, the proxy must not send it again.
    before = after
    relay.breaks.set()
    status, _ = client.request("POST", session + "/actions", PUSH)
    check(not relay.breaks.is_set(), "no response was lost")
    after = json.loads(client.request("GET", session)[1])["version"]
    check(after == before + 1, f"the action without a key was applied {after - before} times")
    check(status in (502, 503), f"the client of a lost response got {status}")

    # The client goes on when the server was restarted.
    server.stop()
    status, _ = client.request("GET", session)
    check(status in (502, 503, 504), f"without a server, the client got {status}")
    server.start()
    deadline = time.monotonic() + DEADLINE
    while True:
        status, content = client.request("GET", session)
        if status == 200:
            break
        check(time.monotonic() < deadline, f"after the restart, the client got {status}")
        time.sleep(0.2)
    check(json.loads(content)["version"] == after, "the session is not as it was")
    test_metrics_are_hidden(client, server)


# The first ones are those that the server takes for its metrics.
METRICS = [
    "/metrics", "/%6detrics", "/%6Detrics", "/metric%73", "/%6d%65%74%72%69%63%73",
    "https://localhost/metrics", "https://localhost/%6detrics"]
# It refuses the first two of these, as metrics have no parameters.
NEARLY_METRICS = [
    "/metrics?x=1", "/%6detrics?x",
    "//metrics", "/./metrics", "/a/../metrics", "/%2e/metrics", "/a/%2e%2e/%6detrics", "/%2fmetrics",
    "/metrics/", "/metrics/.", "/metrics%2f", "/METRICS", "/metrics;x", "/metrics%3fx", "/metrics%00",
    "/metrics%20", "/metrics+", "/%256detrics", "/metrics#x", "/metrics/../%6detrics",
    "https://localhost//metrics"]


def raw_request(port, target, context=None):
    """Sends a target as it is spelled, and returns the status and the content."""
    connection = socket.create_connection(("127.0.0.1", port), DEADLINE)
    if context is not None:
        connection = context.wrap_socket(connection, server_hostname="localhost")
    with connection:
        connection.sendall(
            f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        response = b""
        try:
            while data := connection.recv(65536):
                response += data
        except OSError:
            pass
    return int(response.split(b" ", 2)[1]), response


def test_metrics_are_hidden(client, server):
    """Asks for metrics in all ways, also in those that another server would take for the same."""
    for target in METRICS:
        status, _ = raw_request(server.port, target.replace("https:", "http:"))
        check(status == 200, f"the server itself does not take {target} for metrics ({status})")
    for target in METRICS + NEARLY_METRICS:
        status, content = raw_request(client.port, target, client.context)
        check(b"# TYPE" not in content and status in (308, 400, 404, 421),
              f"a client that asks for {target} gets {status}")
        check(target not in METRICS or status == 404, f"the proxy passes {target} on")


def nginx(folder, front, back):
    text = substitute(
        (deploy / "nginx.conf").read_text(), ("127.0.0.1:8080", f"127.0.0.1:{back}"),
        ("listen 443", f"listen 127.0.0.1:{front}"), ("/etc/ssl/backstack", str(folder)),
        ("backstack.example", "localhost"), ("/var/log/nginx", str(folder)))
    file = folder / "nginx.conf"
    paths = "".join(
        f"{name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {paths}\n{text}}}\n")
    command = ["nginx", "-e", f"{folder}/error.log", "-p", str(folder), "-c", str(file)]
    return command + ["-t"], command


def story_of_nginx(client, server, relay):
    """The log of nginx has neither tickets nor whole ids, however a client spells them."""
    story(client, server, relay)
    session = "0123456789abcdef" * 2
    log = server.folder / "backstack.log"
    for number, target in enumerate((
            f"/sessions/{session}/history", f"/sessions/{session}?ticket=secret",
            f"/session%73/%30{session[1:]}", f"/%0a/{session}/{session}", f"/{session.upper()}",
            f"/sessions/{session}{session}", f"/sessions/{session}_{session}")):
        client.request("GET", target, User_Agent=f"reader-{number}", Referer=f"/?{session}")
        deadline = time.monotonic() + DEADLINE
        while f'"reader-{number}"' not in (text := log.read_text()):
            check(time.monotonic() < deadline, f"nginx does not log {target}")
            time.sleep(0.05)
    check(f'"GET /sessions/{session[:8]}.../history HTTP/1.1" 404 ' in text, "the log is another")
    check(session[9:] not in text.lower() and "secret" not in text, "the log has ids or tickets")
    check(not re.search("[0-9a-f]{9}", text), "the log has an id of the story")


def nginx_below_path(passes, hidden):
    """Returns a function that writes nginx.conf for a path, as README.md says, with this proxy_pass
    and this location of metrics."""
    def configure(folder, front, back):
        validate, run = nginx(folder, front, back)
        file = folder / "nginx.conf"
        file.write_text(substitute(
            file.read_text(), ("location / {", "location /shop/ {"),
            ("location = /metrics {", hidden),
            ("proxy_pass http://backstack;", f"proxy_pass {passes};")))
        for line in (hidden, f"proxy_pass {passes};"):
            check(f"`{line}`" in (deploy / "README.md").read_text(), f"README.md has no {line}")
        return validate, run
    return configure


def story_below_path(client, server, relay):
    """Follows each reference of the service below /shop, as a client does."""
    def ask(method, path, content=None, **fields):
        check(path.startswith("/shop/"), f"{path} is not below the path")
        connection = client.open()
        body = None if content is None else json.dumps(content)
        connection.request(method, path, body, {"Content-Type": "application/json", **fields})
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode()

    index = json.loads(ask("GET", "/shop/")[2])
    for name in ("app", "features", "problems", "openapi", "health"):
        check(ask("GET", index[name])[0] == 200, f"{index[name]} is not there")
    status, headers, _ = ask("POST", index["sessions"], {"feature": "counters"})
    check(status == 201, f"creating a session got {status}")
    session = headers["Location"]
    for _ in range(3):
        check(ask("POST", session + "/actions", PUSH)[0] == 200, "an action was refused")
    _, headers, history = ask("GET", session + "/history?limit=1")
    check(f"<{json.loads(history)['next']}>" in headers["Link"], "the links differ")
    check(ask("GET", json.loads(history)["next"])[0] == 200, "the next page is not there")
    status, _, problem = ask("GET", "/shop/sessions/none")
    check(status == 404 and json.loads(problem)["requestId"], "there is no problem")
    check(ask("GET", json.loads(problem)["type"])[0] == 200, "the problem's type is not there")
    for path in ("/shop/", index["app"]):
        page = ask("GET", path, Accept="text/html")[2]
        places = re.findall(r'(?:src|href)="([^"]+)"', page)
        check(len(places) >= 5, "the page has no files")
        for place in places:
            check(ask("GET", place)[0] == 200, f"{place} is not there")
    for target in METRICS + NEARLY_METRICS:
        if target.startswith("/"):
            for path in ("/shop", "/shop/shop", "/%73hop/sho%70", "/shop/shop/shop", "/shop//shop", ""):
                status, content = raw_request(client.port, path + target, client.context)
                check(b"# TYPE" not in content and status in (308, 400, 404, 421),
                      f"a client that asks for {path + target} gets {status}")


def caddy(folder, front, back):
    text = substitute(
        (deploy / "Caddyfile").read_text(), ("127.0.0.1:8080", f"127.0.0.1:{back}"),
        ("backstack.example {",
         f"https://localhost:{front} {{\n\ttls {folder}/certificate.pem {folder}/key.pem"))
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + text)
    rest = ["--config", str(file), "--adapter", "caddyfile"]
    return ["caddy", "validate"] + rest, ["caddy", "run"] + rest


def haproxy(folder, front, back):
    text = substitute(
        (deploy / "haproxy.cfg").read_text(), ("127.0.0.1:8080", f"127.0.0.1:{back}"),
        ("bind :443", f"bind 127.0.0.1:{front}"), ("/etc/ssl/backstack", str(folder)))
    file = folder / "haproxy.cfg"
    file.write_text(text)
    return ["haproxy", "-c", "-f", str(file)], ["haproxy", "-db", "-f", str(file)]


def test_proxy(configure, binary, *options, story=story):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # nginx's workers are another user.
        folder.chmod(0o755)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
             "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
             folder / "key.pem", "-out", folder / "certificate.pem"],
            check=True, capture_output=True)
        (folder / "both.pem").write_bytes(
            (folder / "certificate.pem").read_bytes() + (folder / "key.pem").read_bytes())
        server = Server(binary, folder, *options)
        server.start()
        relay = Relay(server.port)
        front = free_port()
        validate, run = configure(folder, front, relay.port)
        proxy = None
        # Caddy writes its state below these folders.
        environment = dict(os.environ, HOME=name, XDG_DATA_HOME=name, XDG_CONFIG_HOME=name)
        try:
            result = subprocess.run(validate, capture_output=True, text=True, env=environment)
            check(result.returncode == 0, result.stdout + result.stderr)
            with open(folder / "proxy.log", "w") as log:
                proxy = subprocess.Popen(run, stdout=log, stderr=log, env=environment)
            await_port(front)
            story(Client(front, folder / "certificate.pem"), server, relay)
        except Exception:
            for log in ("proxy.log", "server.log"):
                if (folder / log).exists():
                    print((folder / log).read_text()[-3000:], file=sys.stderr)
            raise
        finally:
            if proxy is not None:
                proxy.kill()
                proxy.wait(DEADLINE)
            server.stop()


def test_nginx_below_path(binary):
    for passes, hidden in (("http://backstack", "location = /shop/metrics {"),
                           ("http://backstack/", "location ~ ^/shop(/shop)?/metrics$ {")):
        test_proxy(
            nginx_below_path(passes, hidden), binary, "--base-path", "/shop", story=story_below_path)


def test_systemd(binary):
    with tempfile.TemporaryDirectory() as name:
        text = substitute(
            (deploy / "backstack.service").read_text(), ("/usr/local/bin/backstack", binary))
        file = pathlib.Path(name) / "backstack.service"
        file.write_text(text)
        sockets = (deploy / "backstack.socket").read_text()
        (file.parent / "backstack.socket").write_text(sockets)
        result = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(file), str(file.parent / "backstack.socket")],
            capture_output=True, text=True)
        # systemd only warns of options that it does not know.
        complaints = [
            line for line in (result.stdout + result.stderr).splitlines() if "backstack" in line]
        check(result.returncode == 0 and not complaints, result.stdout + result.stderr)
        result = subprocess.run(
            ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(file)],
            capture_output=True, text=True)
        check(result.returncode == 0, result.stdout[-500:] + result.stderr)
        print("  " + result.stdout.strip().splitlines()[-1])
        seconds = {key: int(value) for key, value in re.findall(
            r"(DRAIN_DELAY|GRACE_PERIOD|TimeoutStopSec)=(\d+)", text)}
        check(seconds["TimeoutStopSec"] > seconds["DRAIN_DELAY"] + seconds["GRACE_PERIOD"],
              "systemd kills the server before it has stopped")
        test_passed_sockets(binary, pathlib.Path(name), sockets)


def test_passed_sockets(binary, folder, unit):
    """Passes a socket as the unit names it, and reads what the server reports to systemd."""
    [description] = re.findall(r"FileDescriptorName=(.+)", unit)
    with socket.create_server(("127.0.0.1", 0)) as listener, \
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(folder / "notify"))
        manager.settimeout(DEADLINE)
        os.set_inheritable(listener.fileno(), True)
        # The shell keeps its process id, which LISTEN_PID has to be.
        process = subprocess.Popen(
            ["sh", "-c", f'export LISTEN_PID=$$; exec "$0" serve 3<&{listener.fileno()}', binary],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, close_fds=False,
            env={"LISTEN_FDS": "1", "LISTEN_FDNAMES": description, "STORAGE": "memory",
                 "NOTIFY_SOCKET": str(folder / "notify")})
        try:
            port = listener.getsockname()[1]
            while b"READY=1" not in manager.recv(4096).split(b"\n"):
                pass
            check(status_of(port, "/readyz") == 200, "the server does not serve the passed socket")
        finally:
            process.terminate()
        check(process.wait(DEADLINE) == 0, "the server did not stop")
        check(manager.recv(4096).startswith(b"STOPPING=1\n"), "the server does not report its stop")


def status_of(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
    connection.request("GET", path)
    return connection.getresponse().status


def test_containers(binary):
    """Checks what the server, the Dockerfile and the two files must agree on."""
    import yaml

    image = (root / "Dockerfile").read_text()
    compose = yaml.safe_load((deploy / "compose.yaml").read_text())
    service = compose["services"]["backstack"]
    stateful, exposed = yaml.safe_load_all((deploy / "kubernetes.yaml").read_text())
    spec = stateful["spec"]["template"]["spec"]
    [container] = spec["containers"]
    variables = {entry["name"]: entry["value"] for entry in container["env"]}

    port = int(re.search(r"^EXPOSE (\d+)$", image, re.M)[1])
    ports = {entry["name"]: entry["containerPort"] for entry in container["ports"]}
    check(service["expose"] == [str(port)] and ports["http"] == port, "the ports disagree")
    check(variables["ADMIN_LISTEN"].endswith(f":{ports['admin']}"), "the admin ports disagree")
    check(exposed["spec"]["ports"][0]["targetPort"] in ports, "the service has another port")
    labels = stateful["spec"]["template"]["metadata"]["labels"]
    check(stateful["spec"]["selector"]["matchLabels"] == labels == exposed["spec"]["selector"],
          "the selectors disagree")

    folder = re.search(r"^VOLUME (.+)$", image, re.M)[1]
    [mount] = container["volumeMounts"]
    [claim] = stateful["spec"]["volumeClaimTemplates"]
    check(mount["mountPath"] == folder and mount["name"] == claim["metadata"]["name"]
          and service["volumes"] == [f"sessions:{folder}"], "sessions are not stored in the volume")
    check(stateful["kind"] == "StatefulSet" and stateful["spec"]["replicas"] == 1,
          "the file would have several owners")

    check(int(service["user"].split(":")[0]) > 0 and spec["securityContext"]["runAsUser"] > 0
          and spec["securityContext"]["runAsNonRoot"], "the server is root")
    check(service["read_only"] and container["securityContext"]["readOnlyRootFilesystem"],
          "the server can write outside of its volume")
    for seconds, texts in (
            (int(service["stop_grace_period"].rstrip("s")), service["environment"]),
            (spec["terminationGracePeriodSeconds"], variables)):
        check(seconds > int(texts["DRAIN_DELAY"]) + int(texts["GRACE_PERIOD"]),
              "the server is killed before it has stopped")

    # With PostgreSQL, the image is another one, and the server and the database agree on its name.
    image = (deploy / "postgres.Dockerfile").read_text()
    stored = yaml.safe_load((deploy / "compose.postgres.yaml").read_text())["services"]
    database = stored["database"]["environment"]
    url = urllib.parse.urlsplit(stored["backstack"]["environment"]["STORAGE"])
    check((url.username, url.hostname, url.path)
          == (database["POSTGRES_USER"], "database", "/" + database["POSTGRES_DB"]),
          "the server uses another database")
    check(stored["backstack"]["environment"]["PGPASSWORD"] == database["POSTGRES_PASSWORD"],
          "the passwords disagree")
    check((deploy / stored["backstack"]["build"]["context"]
           / stored["backstack"]["build"]["dockerfile"]).resolve()
          == (deploy / "postgres.Dockerfile").resolve(), "compose builds another image")
    check("--traits default,PostgreSQL" in image and " libpq5 " in image
          and f"EXPOSE {port}" in image, "the image has no PostgreSQL, or another port")

    check_server(binary, container, [variables, service["environment"]],
                 service["environment"] | variables)


def check_server(binary, container, known, used):
    """Checks that the server knows these variables, and that probes of a server with them succeed."""
    help_text = subprocess.run([binary, "serve", "--help"], capture_output=True, text=True).stdout
    for variable in {name for variables in known for name in variables}:
        option = "--" + variable.lower().replace("_", "-")
        check(f"  {option} " in help_text, f"the server has no option {option}")
    port, admin = free_port(), free_port()
    with tempfile.TemporaryDirectory() as name:
        environment = dict(os.environ) | used | {
            "PORT": str(port), "ADMIN_LISTEN": f"127.0.0.1:{admin}", "STORAGE": "memory"}
        process = subprocess.Popen(
            [binary, "serve"], cwd=name, env=environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            await_port(admin)
            for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
                target = container[probe]["httpGet"]
                check(target["port"] == "admin", f"the {probe} has another port")
                check(status_of(admin, target["path"]) == 200, f"the {probe} fails")
        finally:
            process.terminate()
            process.wait(DEADLINE)


def test_cluster(binary):
    """Checks what the server, the image and the files for a cluster must agree on."""
    import yaml

    image = (deploy / "postgres.Dockerfile").read_text()
    port = int(re.search(r"EXPOSE (\d+)$", image, re.M)[1])
    folder = re.search(r"^VOLUME (.+)$", image, re.M)[1]
    compose = yaml.safe_load((deploy / "compose.cluster.yaml").read_text())
    services, networks = compose["services"], compose["networks"]
    nodes = {name: service for name, service in services.items()
             if service.get("image") == "backstack-postgres"}
    check(len(nodes) == 3, "compose has another number of nodes")
    [inside] = networks["inside"]["ipam"]["config"]
    [front] = networks["front"]["ipam"]["config"]
    database = services["database"]["environment"]
    advertised = set()
    for name, service in nodes.items():
        check((deploy / service["build"]["context"] / service["build"]["dockerfile"]).resolve()
              == (deploy / "postgres.Dockerfile").resolve(), "compose builds another image")
        texts = service["environment"]
        url = urllib.parse.urlsplit(texts["STORAGE"])
        check((url.username, url.hostname, url.path)
              == (database["POSTGRES_USER"], "database", "/" + database["POSTGRES_DB"])
              and texts["PGPASSWORD"] == database["POSTGRES_PASSWORD"],
              "a node uses another database")
        host, _, peer_port = texts["CLUSTER_ADVERTISE"].rpartition(":")
        check(host == service["networks"]["inside"]["ipv4_address"]
              and ipaddress.ip_address(host) in ipaddress.ip_network(inside["subnet"])
              and texts["CLUSTER_LISTEN"] == f"0.0.0.0:{peer_port}",
              "a node does not listen where it is advertised")
        advertised.add(host)
        check(texts["TRUSTED_PROXIES"] == front["subnet"] and "front" in service["networks"],
              "a node does not believe the balancer")
        check(texts["NODE_NAME"] == name, "a node has another name")
        check(service["volumes"] == [f"{name}:{folder}"] and name in compose["volumes"],
              "the record of crashes is not in the volume")
        check(int(service["user"].split(":")[0]) > 0 and service["read_only"], "a node may do too much")
        check(service["expose"] == [str(port)], "the ports disagree")
        check(int(service["stop_grace_period"].rstrip("s"))
              > int(texts["DRAIN_DELAY"]) + int(texts["GRACE_PERIOD"]),
              "a node is killed before it has stopped")
    check(len(advertised) == 3 and networks["inside"]["internal"]
          and services["database"]["networks"] == ["inside"]
          and services["balancer"]["networks"] == ["front"], "the networks are mixed up")
    check(services["balancer"]["depends_on"] == list(nodes), "the balancer has other nodes")

    # The balancer's file has these nodes, and HAProxy understands it.
    [mount] = services["balancer"]["volumes"]
    check(mount.startswith("./haproxy.cluster.cfg:"), "the balancer has another file")
    text = (deploy / "haproxy.cluster.cfg").read_text()
    check(re.findall(r"^  server (\S+) (\S+) cookie (\S+)$", text, re.M)
          == [(name, f"{name}:{port}", name) for name in nodes], "HAProxy has other nodes")
    hidden = re.findall(r"^  http-request return .+$", text, re.M)
    check(hidden and hidden == re.findall(
        r"^  http-request return .+$", (deploy / "haproxy.cfg").read_text(), re.M),
        "the two files for HAProxy hide other paths")
    check(services["balancer"]["ports"] == ["${PORT:-8080}:" + re.search(
        r"^  bind :(\d+)$", text, re.M)[1]], "HAProxy has another port")
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "haproxy.cfg"
        file.write_text(substitute(text, *(
            (f"{node}:{port}", f"127.0.0.1:{port}") for node in nodes)))
        result = subprocess.run(["haproxy", "-c", "-f", file], capture_output=True, text=True)
        check(result.returncode == 0 and "warning" not in result.stderr.lower(),
              result.stdout + result.stderr)

    deployment, secret, exposed, budget, policy = yaml.safe_load_all(
        (deploy / "kubernetes.cluster.yaml").read_text())
    check([one["kind"] for one in (deployment, secret, exposed, budget, policy)] == [
        "Deployment", "Secret", "Service", "PodDisruptionBudget", "NetworkPolicy"],
        "there are other kinds")
    spec = deployment["spec"]
    check(spec["replicas"] == 3 and spec["minReadySeconds"] >= 10
          and spec["strategy"]["rollingUpdate"]["maxUnavailable"] == 1
          and budget["spec"]["maxUnavailable"] == 1, "several nodes may stop at once")
    pod = spec["template"]["spec"]
    [container] = pod["containers"]
    labels = spec["template"]["metadata"]["labels"]
    check(labels == spec["selector"]["matchLabels"] == exposed["spec"]["selector"]
          == budget["spec"]["selector"]["matchLabels"] == policy["spec"]["podSelector"]["matchLabels"]
          == pod["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"],
          "the selectors disagree")
    ports = {entry["name"]: entry["containerPort"] for entry in container["ports"]}
    order = [entry["name"] for entry in container["env"]]
    values = {entry["name"]: entry["value"] for entry in container["env"] if "value" in entry}
    sources = {entry["name"]: entry["valueFrom"] for entry in container["env"]
               if "valueFrom" in entry}
    reference = sources.pop("STORAGE")["secretKeyRef"]
    check(reference["name"] == secret["metadata"]["name"]
          and secret["stringData"][reference["key"]].startswith("postgres://"),
          "the secret has another name")
    check(sources.pop("POD_IP") == {"fieldRef": {"fieldPath": "status.podIP"}}
          and values["CLUSTER_ADVERTISE"] == f"$(POD_IP):{ports['cluster']}"
          # A variable can only refer to those before it.
          and order.index("POD_IP") < order.index("CLUSTER_ADVERTISE")
          and values["CLUSTER_LISTEN"] == f"0.0.0.0:{ports['cluster']}",
          "a node does not listen where it is advertised")
    check(ports["http"] == port and values["ADMIN_LISTEN"].endswith(f":{ports['admin']}")
          and exposed["spec"]["ports"][0]["targetPort"] == "http", "the ports disagree")
    check(pod["terminationGracePeriodSeconds"]
          > int(values["DRAIN_DELAY"]) + int(values["GRACE_PERIOD"]),
          "a node is killed before it has stopped")
    check(container["readinessProbe"]["failureThreshold"] == 3,
          "all nodes are taken out when the database stands still")
    check(pod["securityContext"]["runAsNonRoot"]
          and container["securityContext"]["readOnlyRootFilesystem"], "a node may do too much")
    [volume] = container["volumeMounts"]
    check(volume["mountPath"] == folder and volume["name"] == pod["volumes"][0]["name"],
          "the record of crashes is not in the volume")
    allowed = {entry["port"]: rule.get("from") for rule in policy["spec"]["ingress"]
               for entry in rule["ports"]}
    check(set(allowed) == set(ports) and allowed["http"] is None
          and allowed["cluster"] == [{"podSelector": {"matchLabels": labels}}],
          "others reach the port for nodes")

    # The server serves nodes only with a database; SystemTests/Cluster/run.py does so.
    cluster = {"CLUSTER_LISTEN", "CLUSTER_ADVERTISE", "NODE_NAME"}
    check_server(binary, container, [values, sources, *(
        # The password is for libpq.
        service["environment"].keys() - {"PGPASSWORD"} for service in nodes.values())],
        {name: value for name, value in values.items() if name not in cluster})


def test_nginx_by_session(binary):
    """Checks the lines of docs/storage.md that send all requests of a session to one server."""
    text = (root / "docs/storage.md").read_text()
    [lines] = re.findall(r"^```nginx\n(.*?)^```$", text, re.M | re.S)
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "nginx.conf"
        hosts = lines.replace("server a:", "server 127.0.0.1:").replace("server b:", "server 127.0.0.2:")
        file.write_text("events {}\nhttp {\n" + hosts + "server { listen 127.0.0.1:1; location / "
                        "{ proxy_pass http://backstack; } }\n}\n")
        result = subprocess.run(["nginx", "-t", "-c", file, "-e", "stderr"],
                                capture_output=True, text=True)
        check(result.returncode == 0, result.stderr)


def test_metrics(binary):
    """Checks that the rules are valid, and that the server has each metric of the two files."""
    rules = subprocess.run(
        ["promtool", "check", "rules", "--lint-fatal", deploy / "alerts.yaml"],
        capture_output=True, text=True)
    check(rules.returncode == 0, rules.stdout + rules.stderr)
    dashboard = json.loads((deploy / "grafana.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    texts = queries + [(deploy / "alerts.yaml").read_text()]
    used = set(re.findall(r"\b(?:backstack|http)_[a-z_]+\b", " ".join(texts)))
    check(len(used) > 10, "the files name too few metrics")
    with tempfile.TemporaryDirectory() as name:
        server = Server(binary, pathlib.Path(name))
        server.start()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=DEADLINE)
            connection.request("GET", "/metrics")
            text = connection.getresponse().read().decode()
        finally:
            server.stop()
    known = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))
    # Only a node of a cluster has these.
    source = (root / "Sources/BackstackService/Server/ServiceMetrics.swift").read_text()
    known |= dict.fromkeys(re.findall(r'"(backstack_cluster_[a-z_]+)"', source), "")
    for metric in sorted(used):
        histogram = re.sub("_(bucket|sum|count)$", "", metric)
        check(metric in known or known.get(histogram) == "histogram", f"there is no {metric}")


tests = {
    "metrics": test_metrics,
    "systemd": test_systemd,
    "containers": test_containers,
    "cluster": test_cluster,
    "nginx by session": test_nginx_by_session,
    "nginx": lambda binary: test_proxy(nginx, binary, story=story_of_nginx),
    "nginx below a path": test_nginx_below_path,
    "haproxy": lambda binary: test_proxy(haproxy, binary),
    "caddy": lambda binary: test_proxy(caddy, binary),
}
if len(sys.argv) < 2:
    sys.exit(__doc__)
failed = False
for name in sys.argv[2:] or tests:
    try:
        tests[name](os.path.abspath(sys.argv[1]))
        print(f"{name}: passed")
    except Exception as error:
        failed = True
        print(f"{name}: FAILED: {type(error).__name__}: {str(error).strip()}")
sys.exit(failed)
