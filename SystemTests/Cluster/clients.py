"""Clients that use any node of a cluster, and write down what they sent and got."""
import http.client
import json
import random
import socket
import threading
import time

import checker

# How long a client waits for one response, and how long it tries to have its request processed, in
# seconds. Clients of a service would wait as long as Retry-After says; these try again soon.
RESPONSE_LIMIT = 12
PATIENCE = 45
PAUSE = (0.03, 0.15)
JSON = {"Content-Type": "application/json"}


class NotSent(Exception):
    """No connection was made."""


class Lost(Exception):
    """The request may have been processed."""


class Response:
    def __init__(self, response):
        self.status, self.content = response.status, response.read()
        self.fields = response.headers

    @property
    def json(self):
        return json.loads(self.content)

    @property
    def problem(self):
        if not self.fields.get("Content-Type", "").startswith("application/problem+json"):
            return None
        return self.json["type"].rpartition("/")[2]

    @property
    def version(self):
        """The version that the request led to, or that the response tells."""
        if processed := self.fields.get("Processed-Version"):
            return int(processed.strip('"'))
        return int(self.fields["ETag"].strip('"'))


class Connections:
    """The connections of one client, one to each node that it has used."""

    def __init__(self):
        self.open = {}

    def request(self, node, method, path, content=None, fields={}, timeout=RESPONSE_LIMIT):
        connection = self.open.get(node)
        if connection is None:
            connection = http.client.HTTPConnection(node.host, node.port, timeout=timeout)
            try:
                connection.connect()
            except OSError as error:
                raise NotSent from error
            self.open[node] = connection
        connection.sock.settimeout(timeout)
        headers = dict(fields)
        body = None
        if content is not None:
            headers |= JSON
            body = json.dumps(content)
        try:
            connection.request(method, path, body, headers)
            response = Response(connection.getresponse())
        except (OSError, http.client.HTTPException) as error:
            self.close(node)
            raise Lost from error
        if connection.sock is None:
            self.open.pop(node, None)
        return response

    def close_all(self):
        for node in list(self.open):
            self.close(node)

    def close(self, node):
        connection = self.open.pop(node, None)
        if connection is not None:
            connection.close()


class SocketClient:
    """A WebSocket to a session at any node."""

    def __init__(self, node, session, version):
        try:
            self.socket = socket.create_connection((node.host, node.port), RESPONSE_LIMIT)
        except OSError as error:
            raise NotSent from error
        self.version = version
        self.stream = self.socket.makefile("rb")
        self.socket.settimeout(RESPONSE_LIMIT)
        self.socket.sendall((
            f"GET /sessions/{session.id}/socket?version={version} HTTP/1.1\r\nHost: {node.host}:{node.port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: backstack.v1\r\n\r\n").encode())
        if b" 101 " not in self.stream.readline():
            raise NotSent
        while self.stream.readline().strip():
            pass

    def close(self):
        self.stream.close()
        self.socket.close()

    def write(self, opcode, content):
        """Writes a frame whose mask changes nothing."""
        length = len(content)
        head = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self.socket.sendall(bytes([0x80 | opcode]) + head + bytes(4) + content)

    def read(self):
        """Returns the next message, after it has answered pings; `None` at the end."""
        while len(head := self.stream.read(2)) == 2:
            opcode, length = head[0] & 15, head[1]
            if length > 125:
                length = int.from_bytes(self.stream.read(2 if length == 126 else 8), "big")
            content = self.stream.read(length)
            if opcode == 9:
                self.write(10, content)
            elif opcode == 1:
                return json.loads(content)
            elif opcode == 8:
                return None
        return None

    def act(self, message):
        """Sends a message; returns its answer, or `None` if the socket ends before."""
        self.write(1, json.dumps(message).encode())
        while (answer := self.read()) is not None:
            if "id" in answer:
                return answer
            for news in (answer, answer.get("snapshot", {})):
                self.version = max(self.version, news.get("version", -1))
        return None


class Session:
    def __init__(self, id):
        self.id = id
        self.deleted = self.gone = None
        # The latest version that a client has seen, and the number of actions that were sent.
        self.known = self.sent = 0
        # Whether clients leave it alone from now on.
        self.is_retired = False


class World:
    """The sessions and nodes, and what all clients write down."""

    def __init__(self, seed, nodes, sessions=8, actions_of_session=120):
        self.seed = seed
        # Returns the nodes that a balancer would use.
        self.nodes = nodes
        self.size, self.actions_of_session = sessions, actions_of_session
        self.sessions = []
        self.actions, self.reads, self.absences, self.streams = [], [], [], []
        # (end, seconds, kind) of each request, as far as the client waited for healthy nodes.
        self.waits = []
        self.unexpected = []
        self.counts = {}
        self.lock = threading.Lock()
        self.next_mark = 1000
        # Workers end first, and readers once they have seen what those did.
        self.is_over, self.is_read = threading.Event(), threading.Event()
        self.workers, self.readers = [], []

    def mark(self):
        with self.lock:
            self.next_mark += 1
            return self.next_mark

    def count(self, name):
        with self.lock:
            self.counts[name] = self.counts.get(name, 0) + 1

    def living(self):
        return [session for session in self.sessions if not session.is_retired]

    def start(self, workers, readers):
        first = Worker(self, 0)
        for _ in range(self.size):
            first.create()
        if not self.sessions:
            raise RuntimeError(f"no session was created: {self.unexpected}")
        self.workers = [Worker(self, index + 1) for index in range(workers)]
        self.readers = [Reader(self, index + 1001) for index in range(readers)]
        for thread in self.workers + self.readers:
            thread.start()

    def end_workers(self):
        self.is_over.set()
        limit = time.monotonic() + PATIENCE + RESPONSE_LIMIT
        for thread in self.workers:
            thread.join(max(0, limit - time.monotonic()))
            if thread.is_alive():
                self.unexpected.append("a client did not end")

    def end_readers(self, last_versions, limit=30):
        """Waits until readers have the last versions of their sessions."""
        end = time.monotonic() + limit
        while time.monotonic() < end and not all(
                reader.has_all(last_versions) for reader in self.readers):
            time.sleep(0.05)
        for reader in self.readers:
            reader.mark_followed(last_versions)
        self.is_read.set()
        for reader in self.readers:
            reader.interrupt()
        for reader in self.readers:
            reader.join(30)

    def history(self, finals):
        return {
            "sessions": [{"id": session.id, "deleted": session.deleted, "gone": session.gone}
                         for session in self.sessions],
            "actions": self.actions, "reads": self.reads, "absences": self.absences,
            "streams": self.streams, "finals": finals}


class Client(threading.Thread):
    def __init__(self, world, number):
        super().__init__(daemon=True)
        self.world = world
        self.random = random.Random(f"{world.seed} {number}")
        self.connections = Connections()
        self.number = number

    def node(self):
        nodes = self.world.nodes()
        return self.random.choice(nodes) if nodes else None

    def pause(self, least=PAUSE[0], most=PAUSE[1]):
        time.sleep(self.random.uniform(least, most))

    def run(self):
        try:
            self.work()
        except Exception as error:
            self.world.unexpected.append(f"a client failed: {error!r}")
            raise

    def request(self, kind, method, path, content=None, fields={}, repeatable=True,
                timeout=RESPONSE_LIMIT, patience=PATIENCE):
        """Sends a request until it gets a response that settles it.

        Returns the response, or None, and whether it may have been processed in another way than the
        response tells.
        """
        first = time.monotonic()
        healthy, is_unclear = None, False
        while time.monotonic() - first < patience:
            node = self.node()
            if node is None:
                self.pause()
                continue
            begun = time.monotonic()
            try:
                response = self.connections.request(node, method, path, content, fields, timeout)
            except NotSent:
                response = None
            except Lost:
                response, is_unclear = None, True
            ended = time.monotonic()
            # The client waited for a node that could not respond, which no other node can change.
            is_disturbed = node.was_disturbed(begun) and node.is_running
            if is_disturbed:
                healthy = None
            elif healthy is None:
                healthy = begun
            if response is not None and response.status != 503 and \
                    response.problem != "request-in-progress":
                if healthy is not None:
                    self.world.waits.append((ended, ended - healthy, kind))
                return response, is_unclear
            if response is not None:
                problem = response.problem
                self.world.count(f"{response.status} {problem} for {kind}")
                if problem != "owner-unreachable":
                    is_unclear = True
                elif not repeatable and not is_unclear and self.random.random() < 0.5:
                    return response, False
            if is_unclear and not repeatable:
                return None, True
            self.pause()
        self.world.count(f"given up: {kind}")
        if healthy is not None:
            self.world.waits.append((time.monotonic(), time.monotonic() - healthy, kind))
        return None, is_unclear

    def is_gone(self, session, response, start):
        """Notes that a response says that there is no such session."""
        if response.status not in (404, 410):
            return False
        self.world.absences.append(
            {"session": session.id, "start": start, "end": time.monotonic()})
        return True

    def expect(self, response, *statuses):
        if response.status in statuses:
            return True
        self.world.unexpected.append(f"{response.status} {response.content[:300]!r}")
        return False


class Worker(Client):
    def work(self):
        while not self.world.is_over.is_set():
            sessions = self.world.living()
            if len(sessions) < self.world.size:
                self.create()
                continue
            session = self.random.choice(sessions)
            kind = self.random.choices(
                [self.keyed, self.unkeyed, self.read, self.poll, self.delete, self.retire],
                [45, 20, 25, 8, 0.2, 0.3])[0]
            kind(session)
            self.pause(0, 0.04)

    def create(self):
        key = f'"{self.random.getrandbits(128):032x}"'
        response, _ = self.request(
            "creation", "POST", "/sessions", {"feature": "counters"}, {"Idempotency-Key": key},
            patience=15)
        # If there is no response, there may be a session that nobody knows.
        if response is not None and self.expect(response, 201):
            self.world.sessions.append(Session(response.json["id"]))

    def keyed(self, session):
        mark = self.world.mark()
        self.action(session, mark, {"Idempotency-Key": f'"{mark}"'})

    def unkeyed(self, session):
        self.action(session, self.world.mark(), {})

    def action(self, session, mark, fields):
        session.sent += 1
        if session.sent >= self.world.actions_of_session:
            session.is_retired = True
        fields = dict(fields)
        is_minimal = self.random.random() < 0.5
        if is_minimal:
            fields["Prefer"] = "return=minimal"
        record = {"session": session.id, "mark": mark, "start": time.monotonic(), "end": None,
                  "outcome": "unknown", "versions": [], "after": None, "bySocket": False}
        if self.random.random() < 0.3:
            record["after"] = session.known
            fields["If-Match"] = f'"{session.known}"'
        self.world.actions.append(record)
        is_keyed = "Idempotency-Key" in fields
        twin = None
        if is_keyed and self.random.random() < 0.05:
            # Another client sends the same at the same time, probably at another node.
            twin = Client(self.world, f"{self.number} {mark}")
            twin.work = lambda: self.repeat(twin, record, fields)
            twin.start()
        answer = None
        if is_keyed and self.random.random() < 0.3:
            answer = self.act_by_socket(session, mark, record)
        if answer is not None:
            record["versions"].append(answer)
            record["end"], record["outcome"] = time.monotonic(), "acknowledged"
            session.known = max(session.known, answer)
        else:
            # With the same key, as the socket's message may have been processed.
            response, is_unclear = self.request(
                "keyed action" if is_keyed else "action", "POST", f"/sessions/{session.id}/actions",
                self.push(mark), fields, is_keyed)
            self.note_action(session, record, response, is_unclear or record["bySocket"], is_keyed)
        if record["versions"] and is_keyed and self.random.random() < 0.05:
            # The same once more, at any node.
            self.repeat(self, record, fields)
        if twin:
            twin.join()
            twin.connections.close_all()

    def act_by_socket(self, session, mark, record):
        """Sends an action as a message; returns its version, or `None` if no answer tells one."""
        node = self.node()
        if node is None:
            return None
        begun = session.known
        client = None
        try:
            client = SocketClient(node, session, begun)
            record["bySocket"] = True
            message = {"id": mark, "send": self.push(mark), "key": f"{mark}"}
            if record["after"] is not None:
                message["if"] = record["after"]
            answer = client.act(message) or {}
            # The patch comes before, unless the socket ends now.
            if client.version < answer.get("version", 0) and client.read() is not None:
                self.world.unexpected.append(f"the answer to {mark} came before version {answer['version']}")
        except (NotSent, OSError, ValueError):
            self.world.count("sockets that broke")
            return None
        finally:
            if client is not None:
                client.close()
        if "version" not in answer:
            self.world.count("sockets without an answer" if not answer else "problems by sockets")
            return None
        self.world.count("actions by sockets")
        return answer["version"]

    def note_action(self, session, record, response, is_unclear, is_keyed):
        record["end"] = time.monotonic()
        if response is None:
            return
        refused = "unknown" if is_unclear else "refused"
        if response.status == 503:
            self.note_refusal(record, refused)
        elif self.is_gone(session, response, record["start"]):
            self.note_refusal(record, refused)
        elif response.status == 412:
            # Without a key, the action may be the reason why the session has moved on.
            self.note_refusal(record, "refused" if is_keyed else refused)
            session.known = max(session.known, response.version)
        elif self.expect(response, 200, 204):
            record["outcome"] = "acknowledged"
            record["versions"].append(response.version)
            session.known = max(session.known, response.version)
            if response.status == 200:
                # It has the whole state, as a read has that begins with the action.
                self.note_read(session, record["start"], response)

    @staticmethod
    def note_refusal(record, outcome):
        # Another client may have got another response to the same.
        if not record["versions"]:
            record["outcome"] = outcome

    def repeat(self, client, record, fields):
        """Sends an action with a key that another client sends, too, or has sent."""
        response, _ = client.request(
            "keyed action", "POST", f"/sessions/{record['session']}/actions",
            self.push(record["mark"]), fields)
        if response is not None and response.status in (200, 204):
            if not record["versions"]:
                # Nobody knew before.
                record["end"] = time.monotonic()
            record["versions"].append(response.version)
            record["outcome"] = "acknowledged"

    @staticmethod
    def push(mark):
        return {"path": {"push": {"state": {"counter": {"count": mark}}}}}

    def read(self, session):
        start = time.monotonic()
        response, _ = self.request("read", "GET", f"/sessions/{session.id}")
        self.note_read(session, start, response)

    def note_read(self, session, start, response):
        if response is None or self.is_gone(session, response, start) \
                or not self.expect(response, 200, 304):
            return
        read = {"session": session.id, "start": start, "end": time.monotonic(),
                "version": response.version}
        if response.status == 200:
            read["marks"] = checker.marks_of(response.json)
        self.world.reads.append(read)

    def poll(self, session):
        """Waits for a change. How long that takes says nothing."""
        start = time.monotonic()
        version, seconds = session.known, self.random.choice([1, 2, 3])
        response, _ = self.request(
            "long poll", "GET", f"/sessions/{session.id}?wait={seconds}",
            fields={"If-None-Match": f'"{version}"'})
        self.note_read(session, start, response)

    def delete(self, session):
        if session.deleted is not None:
            return
        session.is_retired, session.deleted = True, time.monotonic()
        response, _ = self.request("deletion", "DELETE", f"/sessions/{session.id}")
        if response is None:
            return
        # The first of several requests may have ended it: nodes send a DELETE again, too.
        if self.expect(response, 204, 410):
            session.gone = time.monotonic()

    def retire(self, session):
        session.is_retired = True


class Reader(Client):
    """Follows one session after the other, from any node."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.stream, self.version, self.connection = None, -1, None

    def work(self):
        while not self.world.is_read.is_set():
            sessions = self.world.living()
            if not sessions or self.world.is_over.is_set():
                self.pause()
                continue
            self.follow(self.random.choice(sessions))

    def has_all(self, last_versions):
        stream = self.stream
        return stream is None or last_versions.get(stream["session"], self.version) == self.version

    def mark_followed(self, last_versions):
        """Makes the checker ask that the reader has everything."""
        if self.stream is not None and self.stream["session"] in last_versions:
            self.stream["isFollowed"] = True

    def interrupt(self):
        try:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass

    def follow(self, session):
        self.version = -1
        self.stream = {"session": session.id, "events": []}
        self.world.streams.append(self.stream)
        while not self.world.is_read.is_set() and session.gone is None:
            node = self.node()
            if node is None:
                self.pause()
                continue
            # Some clients take an idle connection for a broken one sooner than others.
            self.connection = http.client.HTTPConnection(
                node.host, node.port, timeout=self.random.choice([2, 5, 20]))
            try:
                if self.read(session):
                    break
            except TimeoutError:
                if session.is_retired and not self.world.is_over.is_set():
                    break
            except (OSError, http.client.HTTPException, ValueError):
                self.world.count("streams that broke")
            finally:
                self.connection.close()
            self.pause()
        self.stream = None

    def read(self, session):
        """Reads from one connection. Returns whether the session is over."""
        events, start = self.stream["events"], time.monotonic()
        fields = {"Accept": "text/event-stream"}
        if self.version >= 0:
            fields["Last-Event-ID"] = str(self.version)
        self.connection.request("GET", f"/sessions/{session.id}/events", headers=fields)
        response = self.connection.getresponse()
        if response.status in (404, 410):
            self.is_gone(session, response, start)
            return True
        if response.status != 200:
            self.expect(Response(response), 503)
            return False
        events.append(["open", start])
        event = {}
        while line := response.readline():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                event[name] = value
                continue
            if "event" in event:
                now, data = time.monotonic(), json.loads(event["data"])
                if event["event"] == "end":
                    events.append(["end", now, data["reason"]])
                    return True
                version = int(event["id"])
                if event["event"] == "snapshot":
                    events.append(["snapshot", now, version, checker.marks_of(data)])
                else:
                    events.append(["patch", now, version, int(event["base"]), data])
                self.version = version
            event = {}
        self.world.count("streams that ended without an end")
        return False
